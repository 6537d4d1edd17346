# Sourced by the scripts beside it: makes .venv and installs this repository into it.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
venv="$root/.venv"
# What the tests, the checks and the documentation need.
all_extras="postgres,pymupdf,ocr,speed,dev"

stop() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Say which Python to use: $PYTHON if set, else the first that is new enough and can make a virtual environment.
find_python() {
    local candidate without_venv=""
    for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        if "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
            printf '%s\n' "$candidate"
            return
        fi
        without_venv="$candidate"
    done
    if [ -n "$without_venv" ]; then
        stop "$without_venv cannot make virtual environments: install its venv package (on Debian and Ubuntu: apt-get install python3-venv) and run this again."
    fi
    stop "No Python 3.11 or newer was found${PYTHON:+ at $PYTHON}: install one (on Debian and Ubuntu: apt-get install python3 python3-venv) and run this again."
}

# Whether .venv is there, works, and is of the Python that $PYTHON asks for, if it asks.
venv_works() {
    local version='import sys; print(sys.version_info[:2])'
    "$venv/bin/python" -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || return 1
    [ -z "${PYTHON:-}" ] || [ "$("$venv/bin/python" -c "$version")" = "$("$PYTHON" -c "$version" 2>/dev/null)" ]
}

# Changes whenever what must be installed changes, or the folder was moved.
wanted_stamp() {
    "$venv/bin/python" - "$root" <<'PY'
import hashlib, pathlib, sys
root = pathlib.Path(sys.argv[1])
files = ("pyproject.toml", "hatch_build.py", "constraints.txt", "constraints-lowest.txt")
parts = [str(root).encode()] + [(root / name).read_bytes() for name in files]
print(hashlib.sha256(b"\0".join(parts)).hexdigest())
PY
}

# Install the repository with the extras $1 (may be empty) unless that is already done; with $2 with
# the lowest versions that it says it needs.
ensure_installed() {
    local extras="$1" lowest="${2:-}" constraints="$root/constraints.txt" python stamp
    if ! venv_works; then
        python="$(find_python)" || exit 1
        echo "Making a virtual environment in ${venv##*/} ..." >&2
        "$python" -m venv --clear "$venv" ||
            stop "The virtual environment could not be made: the lines above say why."
    fi
    stamp="$(wanted_stamp)"
    case "$(cat "$venv/.installed" 2>/dev/null)" in
        "$stamp $extras") return ;;
        "$stamp "*) [ -n "$extras" ] || return 0 ;;
    esac
    echo "Installing citation-engine${extras:+[$extras]} into ${venv##*/} ..." >&2
    rm -f "$venv/.installed"
    if [ -n "$lowest" ]; then
        constraints="$venv/constraints.txt"
        "$venv/bin/python" "$root/scripts/lowest.py" > "$constraints"
    fi
    (cd "$root" && "$venv/bin/python" -m pip install -qq --disable-pip-version-check \
        -c "$constraints" -e ".${extras:+[$extras]}") ||
        stop "The installation failed: the lines above say why; check the network connection and run this again."
    printf '%s\n' "$stamp $extras" > "$venv/.installed"
}

# A browser for the tests that look at pages. With CI=true Debian's Chromium is installed where
# none is there; where that is impossible those tests fail. On a laptop they say so and are left out.
ensure_browser() {
    local name
    for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do
        command -v "$name" >/dev/null && return
    done
    if [ "${CI:-}" != "true" ]; then
        echo "NO BROWSER was found: the tests that need one are left out (on Debian: apt-get install chromium)." >&2
        return
    fi
    echo "Installing Chromium for the tests ..." >&2
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y \
        --no-install-recommends chromium fonts-liberation; } >/dev/null ||
        echo "NO BROWSER could be installed: the tests that need one will fail; the lines above say why." >&2
}

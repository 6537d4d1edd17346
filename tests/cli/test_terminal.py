import os
import re
import subprocess
import sys

import pytest

pty = pytest.importorskip("pty", reason="Terminals are made the POSIX way.")


def seen_on_a_terminal(*arguments: str, columns: int = 80, **environment: str) -> str:
    """What `cite` shows on a terminal of that width."""
    outer, inner = pty.openpty()
    plain = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    command = [sys.executable, "-m", "citation_engine.cli", *arguments]
    child = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=inner,
        stderr=inner,
        env={**plain, "TERM": "xterm", "COLUMNS": str(columns), **environment},
    )
    os.close(inner)
    seen = b""
    try:
        while piece := os.read(outer, 65_536):
            seen += piece
    except OSError:
        pass  # Linux says so when the other side has closed.
    os.close(outer)
    assert child.wait(240) in (0, 1)
    return seen.decode().replace("\r\n", "\n")


def without_styles(text: str) -> str:
    return re.sub("\x1b\\[[0-9;]*m", "", text)


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_nothing_is_wider_than_the_terminal(columns, law):
    words = ("claim", "Kept.", "--source", "S1", "--quote", "kept for two years")

    shown = without_styles(seen_on_a_terminal(*words, columns=columns))

    assert max(len(line) for line in shown.splitlines()) <= columns


def test_the_words_are_marked_by_style_on_a_terminal(law):
    words = ("claim", "Kept.", "--source", "S1", "--quote", "without change")

    shown = seen_on_a_terminal(*words)

    assert "\x1b[1;4mwithout change\x1b[0m" in shown
    assert "»" not in shown


def test_no_color_keeps_the_words_marked(law):
    words = ("claim", "Kept.", "--source", "S1", "--quote", "without change")

    shown = seen_on_a_terminal(*words, NO_COLOR="1")

    assert "\x1b[1;4mwithout change\x1b[0m" in shown
    assert not re.search("\x1b\\[(\\d+;)?3\\d", shown)


def test_a_dumb_terminal_gets_signs(law):
    words = ("claim", "Kept.", "--source", "S1", "--quote", "without change")

    shown = seen_on_a_terminal(*words, TERM="dumb")

    assert "»without change«" in shown
    assert "\x1b" not in shown


def test_progress_is_shown_to_whoever_watches(law, here):
    (here / "more.txt").write_text("More.")

    assert "Adding" in seen_on_a_terminal("add", "law.md", "more.txt")
    assert "Adding" not in seen_on_a_terminal("-q", "add", "law.md", "more.txt")


def test_which_source_a_check_waits_for_is_shown_to_whoever_watches(law, here):
    (here / "report.md").write_text("Rye is sown in autumn [1].\n")
    words = ("check", "report.md", "--sources", "law.md", "--no-cache", "--allow-empty")

    assert "Reading sources: 0 of 1 (law.md)" in seen_on_a_terminal(*words)
    assert "Reading sources" not in seen_on_a_terminal("-q", *words)


def test_hostile_words_are_harmless_on_a_terminal(law, cite):
    law.write_text("Evil \x1b]0;title\x07 and \u202eturned words.", "utf-8")
    cite("add", "law.md")

    shown = seen_on_a_terminal("source", "show", "S1", "--text")

    assert shown == "Evil \ufffd]0;title\ufffd and \ufffdturned words."

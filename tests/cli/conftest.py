"""Runs `cite` in an empty folder: in this process, or in one of its own where that matters."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import citation_engine
from citation_engine.cli.__main__ import cite as root

LAW = """# Test Act

§ 4 Retention

(1) Records are kept for “ten years” without change. Internal letters are kept for six years.

(2) The period begins with the end of the calendar year in which the record was made.
"""
# Before click 8.2 a runner had to be told to keep what goes to standard error apart, and did not
# give both together.
APART = {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}
if APART:
    Result.output = property(lambda result: result.stdout + result.stderr)


class Flushed:
    """The command, with all written when it ends; before click 8.2 a runner lost the rest."""

    name = root.name

    def main(self, *arguments: object, **more: object) -> object:
        try:
            return root.main(*arguments, **more)
        finally:
            sys.stderr.flush()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the working folder."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    # A process started here has to find the package even if it was found by a relative path.
    monkeypatch.setenv("PYTHONPATH", str(Path(citation_engine.__file__).resolve().parent.parent))
    return folder


@pytest.fixture
def cite(here: Path) -> Callable[..., Result]:
    """`cite(*arguments, code=0)`: run a command and insist on its exit code."""

    def run(*arguments: str, code: int = 0, **more: object) -> Result:
        result = CliRunner(**APART).invoke(Flushed(), arguments, **more)
        assert result.exit_code == code, f"{result.exit_code}\n{result.output}"
        return result

    return run


@pytest.fixture
def cite_json(cite: Callable[..., Result]) -> Callable[..., object]:
    """The same, and what it printed as JSON."""
    return lambda *arguments, **more: json.loads(cite(*arguments, "--json", **more).stdout)


@pytest.fixture
def law(here: Path, cite: Callable[..., Result]) -> Path:
    """A small law, added as S1."""
    path = here / "law.md"
    path.write_text(LAW, "utf-8")
    cite("add", "law.md")
    return path


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let Ctrl-C reach the processes of a test; a shell that runs the tests aside turns it off."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def process(here: Path) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """`process(*arguments)`: run `cite` in a process of its own."""

    def run(*arguments: str, **more: object) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "citation_engine.cli", *arguments]
        return subprocess.run(command, capture_output=True, timeout=240, **more)

    return run

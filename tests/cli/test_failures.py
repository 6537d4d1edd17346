import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import click
import pytest

from citation_engine import errors
from citation_engine.cli.commands import Call
from citation_engine.cli.failures import Exit, code_of, run


def raises(error):
    def work():
        raise error

    return work


def subclasses(kind):
    return {kind, *(below for sub in kind.__subclasses__() for below in subclasses(sub))}


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.VerificationFailed("x"), 1),
        (errors.LedgerBroken("x"), 1),
        (errors.SourceNotFound("x"), 2),
        (errors.InvalidLocator("x"), 2),
        (errors.ReasoningRequired("x"), 2),
        (errors.CitationNotFound("x"), 2),
        (errors.InvalidSetting("x"), 2),
        (errors.IdempotencyConflict("x"), 2),
        (errors.SourceUnreadable("x"), 3),
        (errors.DatabaseBusy("x"), 3),
        (errors.JudgeUnavailable("x"), 3),
        (errors.SigningKeyError("x"), 3),
        (errors.MissingExtra("x", "y"), 3),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_error_has_its_exit_code(error, code):
    assert code_of(error) == code


def test_every_error_of_ours_has_an_exit_code():
    made = [kind.__new__(kind) for kind in subclasses(errors.CitationError)]

    assert {code_of(error) for error in made} == {Exit.BAD, Exit.MISUSE, Exit.NOT_CHECKED}


def test_an_error_is_one_sentence_and_its_fix(capsys):
    code = run(raises(errors.SourceNotFound("There is no source S7.", fix="Add it.")), Call())

    assert code == 2
    assert capsys.readouterr().err == "Error: There is no source S7.\n  help: Add it.\n"


def test_an_error_cannot_steer_the_terminal(capsys):
    run(raises(errors.SourceNotFound("no \x1b[2J\u202e")), Call())

    assert "no \ufffd[2J\ufffd" in capsys.readouterr().err


@pytest.mark.parametrize("error", [RuntimeError("boom"), OSError(13, "Permission denied", "x")])
def test_an_unexpected_error_shows_its_origin_only_when_asked(error, capsys):
    assert run(raises(error), Call()) == 3
    quiet = capsys.readouterr().err
    assert run(raises(error), Call(verbose=True)) == 3
    verbose = capsys.readouterr().err

    assert "Traceback" not in quiet
    assert quiet.startswith("Error: ")
    assert "Traceback" in verbose


def test_an_interruption_has_the_code_shells_give_it(capsys):
    assert run(raises(KeyboardInterrupt()), Call()) == 130
    assert run(raises(click.Abort()), Call()) == 130
    assert capsys.readouterr().err == "Stopped.\nStopped.\n"


def test_a_reader_that_leaves_early_ends_the_command_quietly(law, cite):
    command = f"{sys.executable} -m citation_engine.cli source show S1 --text | true; "
    command += "echo ${PIPESTATUS[0]}"
    law.write_text("words " * 200_000, "utf-8")
    cite("add", "law.md")

    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=240)

    assert done.stderr == ""
    assert done.stdout == "141\n"


def test_help_into_a_closed_pipe_is_quiet_too(here):
    command = f"{sys.executable} -m citation_engine.cli --help | (exec true)"

    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=240)

    assert done.stderr == ""


def test_without_any_stdout_nothing_crashes(law, here):
    command = f"{sys.executable} -m citation_engine.cli source list >&-"

    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=240)

    assert (done.returncode, "Traceback" in done.stderr) == (0, False)


@pytest.mark.skipif(os.name != "posix", reason="Signals are sent the POSIX way.")
def test_interrupting_an_addition_says_what_was_added_and_the_same_call_goes_on(
    here, interruptible
):
    folder = here / "many"
    folder.mkdir()
    for number in range(3_000):
        (folder / f"{number:04}.txt").write_text(f"Text number {number}.")
    command = [sys.executable, "-m", "citation_engine.cli", "add", "many"]

    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while started.poll() is None and sources_in(here / "citations.db") < 9:
        time.sleep(0.01)
    started.send_signal(signal.SIGINT)
    shown, said = started.communicate(timeout=240)

    assert started.returncode == 130
    assert "not reached; the same call goes on from here." in said
    assert "Stopped." in said
    assert "Traceback" not in said
    reached = len(shown.splitlines()) - 1
    in_flight = 1
    assert 9 - in_flight <= reached < 3_000


def sources_in(path: Path) -> int:
    """How many sources the database has so far; none while it is not there yet."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT count(*) FROM source").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_terminal_that_lacks_characters_still_gets_an_answer(encoding, law, process):
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    quote = ("--quote", "“ten years” without change")

    done = process("claim", "Kept → ten years.", "--source", "S1", *quote, env=environment)

    assert (done.returncode, done.stderr) == (0, b"")
    assert b"o unverified" in done.stdout
    assert done.stdout.decode(encoding)
    assert process("citation", "list", "--json", env=environment).stdout.decode(encoding)


def test_a_checkpoint_is_exact_whatever_the_terminal_has(law, process):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}

    note = process("ledger", "checkpoint", env=environment).stdout

    assert note == process("ledger", "checkpoint").stdout
    assert "\n\n— citation-engine/" in note.decode()

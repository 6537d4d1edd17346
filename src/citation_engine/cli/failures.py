"""Turns whatever ends a command into an exit code and, where it is bad, a sentence with a fix."""

import io
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Any, Protocol

import click

from citation_engine import errors


class Exit(IntEnum):
    """The exit codes of every command."""

    GOOD = 0
    BAD = 1
    MISUSE = 2
    NOT_CHECKED = 3
    NOTHING = 5
    INTERRUPTED = 130
    BROKEN_PIPE = 141


_CODES: tuple[tuple[type[errors.CitationError], Exit], ...] = (
    (errors.VerificationFailed, Exit.BAD),
    (errors.LedgerBroken, Exit.BAD),
    (errors.SourceUnreadable, Exit.NOT_CHECKED),
    (errors.SourceError, Exit.MISUSE),
    (errors.PassageError, Exit.MISUSE),
    (errors.InvalidInput, Exit.MISUSE),
    (errors.CitationNotFound, Exit.MISUSE),
    (errors.IdempotencyConflict, Exit.MISUSE),
    (errors.InvalidSetting, Exit.MISUSE),
)


class ReaderLeft(Exception):
    """Whoever read our output has closed the pipe; click would take it for an ordinary failure."""


@contextmanager
def noticing_closed_pipes() -> Iterator[None]:
    """Tell a closed pipe from other failures before click sees it."""
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderLeft from error


class Manner(Protocol):
    """How to say what went wrong; it is known only once the work has read its options."""

    verbose: bool
    language: str


def run(work: Callable[[], Any], manner: Manner) -> int:
    """Do the work of a command and return the exit code; what went wrong is said on stderr."""
    _write_what_the_terminal_cannot_show()
    try:
        code = _reported(work, manner)
        _flush()
    except (ReaderLeft, BrokenPipeError):
        _drop_output()
        return Exit.BROKEN_PIPE
    return code


def _reported(work: Callable[[], Any], manner: Manner) -> int:
    try:
        return int(work() or Exit.GOOD)
    except (ReaderLeft, BrokenPipeError):
        raise
    except (click.Abort, KeyboardInterrupt):
        click.echo(translated("Stopped.", manner.language), err=True)
        return Exit.INTERRUPTED
    except click.UsageError as error:
        if manner.language == "en":
            error.show()
        else:
            say_problem(error.format_message(), language=manner.language)
        return Exit.MISUSE
    except errors.CitationError as error:
        if manner.verbose:
            traceback.print_exc()
        say_problem(error.message, error.fix, manner.language)
        return code_of(error)
    except Exception as error:  # noqa: BLE001  The edge: nobody wants a stack trace unasked.
        if manner.verbose:
            traceback.print_exc()
        return _unexpected(error, manner.language)


def code_of(error: errors.CitationError) -> Exit:
    """The exit code of one of our errors; most mean that something could not be done."""
    return next((code for kind, code in _CODES if isinstance(error, kind)), Exit.NOT_CHECKED)


def say_problem(message: str, fix: str = "", language: str = "en") -> None:
    """Say on stderr what went wrong and what to do about it."""
    from citation_engine.cli.output import say

    error, help = ("Error", "help") if language == "en" else ("Fehler", "Hilfe")
    say(f"{error}: {translated(message, language)}")
    if fix:
        say(f"  {help}: {translated(fix, language)}")


def translated(text: str, language: str) -> str:
    """A text of ours in a language; the German is loaded only where it is asked for."""
    if language == "en":
        return text
    from citation_engine.render.findings.german import in_language

    return in_language(text, language)


def _unexpected(error: Exception, language: str) -> Exit:
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, OSError):
        name = f" {error.filename}" if error.filename else ""
        say_problem(
            f"The system refused{name}: {error.strerror or what}.",
            "Check that the path is right and that you may use it.",
            language,
        )
    else:
        say_problem(
            f"Something unexpected went wrong ({what}).",
            "Run the command again with -v to see where, and report it.",
            language,
        )
    return Exit.NOT_CHECKED


def _write_what_the_terminal_cannot_show() -> None:
    """Let characters that a terminal's encoding lacks appear as escapes instead of as a crash."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _drop_output() -> None:
    """Send what is still buffered nowhere, so that the interpreter can end in peace."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        # Nobody reads it any more, and there is no file behind it that could complain at the end.
        pass

"""Checks reports again whenever a file changes, until somebody stops it."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from citation_engine.cli.failures import Exit, code_of, say_problem
from citation_engine.collect.listing import list_things
from citation_engine.errors import CitationError
from citation_engine.urls import is_web_address

if TYPE_CHECKING:
    from citation_engine.cli.check_run import CheckRun

EVERY_SECONDS = 0.3
Seen = dict[str, tuple[int, int]]


def watch(run: "CheckRun") -> int:
    """Check, wait for a change, check again. What goes wrong is said and does not end it."""
    code = 0
    try:
        while True:
            seen = _state(run)
            code = _round(run)
            run.remark("Watching for changes. Stop with Ctrl-C.")
            while _state(run) == seen:
                time.sleep(EVERY_SECONDS)
    except KeyboardInterrupt:
        return code


def _round(run: "CheckRun") -> int:
    try:
        return run.once()
    except CitationError as error:
        say_problem(error.message, error.fix)
        return code_of(error)
    except click.UsageError as error:
        say_problem(error.message)
        return Exit.MISUSE


def _state(run: "CheckRun") -> Seen:
    """The size and the time of every file that matters."""
    try:
        files = [path for path in list_things(run.watched).things if not is_web_address(path)]
    except CitationError:
        files = list(run.reports)
    seen: Seen = {}
    for path in files:
        try:
            facts = Path(path).stat()
        except OSError:
            continue
        seen[path] = (facts.st_mtime_ns, facts.st_size)
    return seen

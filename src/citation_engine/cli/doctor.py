"""`cite doctor`: what is set up, what is not, and what to do about it."""

import os
import platform
import stat
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from citation_engine import __version__
from citation_engine.cli.commands import Call, Command, Scope, shown_url
from citation_engine.cli.failures import Exit
from citation_engine.cli.output import Printer, counted, json_form
from citation_engine.errors import CitationError, InvalidSetting

if TYPE_CHECKING:
    from datetime import datetime

    from citation_engine.engine.engine import CitationEngine
    from citation_engine.settings import Settings

OK, WARN, BAD, UNKNOWN = "ok", "warn", "bad", "not checked"
SIGNS = {OK: ("✓", "green"), WARN: ("○", "yellow"), BAD: ("✗", "red"), UNKNOWN: ("…", "cyan")}
# Which modules come with an extra.
EXTRAS = {"postgres": ("psycopg", "psycopg_pool")}
OLD_CHECKPOINT = 24 * 60 * 60
_PRIVATE_TEXT = "PRIVATE+KEY+"


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was looked at."""

    about: str
    name: str
    state: str
    value: str
    fix: str = ""


@click.command(
    "doctor", cls=Command, scope=Scope.PROJECT, examples=("cite doctor", "cite doctor --json")
)
@json_form
@click.pass_obj
def command(call: Call, as_json: bool) -> int:
    """
    Say what is set up, what is not, and what to do about it.

    Nothing is changed, and no secret is shown. Exits with 0 when all is well,
    1 when something is bad, 3 when something could not be checked.
    """
    lines = list(examine(call))
    code = exit_code({line.state for line in lines})
    if as_json:
        call.output.json({"exit_code": int(code), "lines": [asdict(line) for line in lines]})
    else:
        _show(call.output, lines)
    return code


def exit_code(states: set[str]) -> Exit:
    """What the worst of the lines means."""
    if BAD in states:
        return Exit.BAD
    return Exit.NOT_CHECKED if UNKNOWN in states else Exit.GOOD


def examine(call: Call) -> Iterator[Line]:
    """Everything that is looked at, in order: the program, the settings, the database."""
    yield from _program()
    yield from _settings(call)
    yield from _database(call)


def _program() -> Iterator[Line]:
    yield Line("program", "citation-engine", OK, __version__)
    yield Line("program", "Python", OK, f"{platform.python_version()} at {sys.executable}")
    yield Line("program", "platform", OK, platform.platform())
    for extra, modules in EXTRAS.items():
        there = all(find_spec(module) for module in modules)
        fix = "" if there else f'For PostgreSQL run: pip install "citation-engine[{extra}]"'
        yield Line("program", f"extra {extra}", OK, "installed" if there else "not installed", fix)


def _settings(call: Call) -> Iterator[Line]:
    from citation_engine.settings import Settings, variable_of

    settings, standard = call.settings, Settings()
    for item in fields(Settings):
        value = getattr(settings, item.name)
        same = value == getattr(standard, item.name)
        shown = _shown_setting(item.name, value) + (" (default)" if same else "")
        state, fix = OK, ""
        if item.name == "judge":
            state, fix = _judge(settings)
            named = f"{settings.judge_in_use} ({settings.why_this_judge})"
            shown = shown if settings.judge else named
        yield Line("settings", variable_of(item.name), state, shown, fix)


def _judge(settings: "Settings") -> tuple[str, str]:
    """Whether the judge in use can be asked, and what to do where it cannot."""
    from citation_engine.engine.judges import judge_in_use

    try:
        used = judge_in_use(settings)
    except InvalidSetting as error:
        return BAD, error.fix
    if used.name == "none":
        return WARN, "Without a judge no citation gets further than unverified."
    return (BAD, f"{used.problem} {used.fix}") if used.usable is False else (OK, "")


def _shown_setting(name: str, value: Any) -> str:
    """A setting as a person may see it."""
    if value is None:
        return "not set"
    if name == "llm_api_key":
        return "set (not shown)"
    if name == "signing_key" and str(value).startswith(_PRIVATE_TEXT):
        return "set to a key (not shown)"
    if name == "database_url":
        from sqlalchemy.engine import make_url
        from sqlalchemy.exc import ArgumentError

        try:
            return shown_url(make_url(value)) if "://" in value else str(value)
        except ArgumentError:
            return "set to something that is no URL (not shown)"
    return str(value)


def _database(call: Call) -> Iterator[Line]:
    from citation_engine.engine.admin import diagnose

    if not call.backend.exists():
        fix = "Make one with `cite add FILE` or `cite db init`, or name another with -d."
        yield Line("database", "database", UNKNOWN, f"none at {call.database_name}", fix)
        return
    found = diagnose(call.db, settings=call.settings)
    first, *rest = found
    # A path of ours or the URL, which may hold a secret: only what was said of it is taken over.
    problem = "" if first.ok else f": {first.value.rpartition(': ')[2]}"
    state = OK if first.ok else UNKNOWN
    yield Line("database", "database", state, f"{call.database_name}{problem}", first.fix)
    for item in rest:
        yield Line("database", item.name, OK if item.ok else BAD, item.value, item.fix)
    if len(rest) > 1 and first.ok:
        yield from _record(call)


def _record(call: Call) -> Iterator[Line]:
    try:
        with call.open() as engine:
            size = engine.ledger.sequence()
            signed = engine.ledger.last_checkpoint()
            yield Line("record", "log", OK, counted(size, "entry"))
            yield _checkpoint(size, signed)
            yield _signing_key(engine, signed=bool(signed))
    except CitationError as error:
        yield Line("record", "log", UNKNOWN, error.message, error.fix)


def _checkpoint(size: int, latest: "tuple[int, datetime] | None") -> Line:
    name, fix = "last checkpoint", "Sign it with `cite ledger checkpoint`."
    if latest is None:
        return Line("record", name, WARN if size else OK, "none yet", fix if size else "")
    age = max(0, int(time.time() - latest[1].timestamp()))
    behind = size - latest[0]
    value = f"{_age(age)} old, " + (f"{counted(behind, 'entry')} behind" if behind else "complete")
    late = behind > 0 and age > OLD_CHECKPOINT
    return Line("record", name, WARN if late else OK, value, fix if late else "")


def _age(seconds: int) -> str:
    for length, noun in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= length:
            return counted(seconds // length, noun)
    return counted(seconds, "second")


def _signing_key(engine: "CitationEngine", *, signed: bool) -> Line:
    settings, name = engine.settings, "signing key"
    if (settings.signing_key or "").startswith(_PRIVATE_TEXT):
        return Line("record", name, OK, "in CITATION_SIGNING_KEY itself")
    path = engine.ledger.key_file
    try:
        status = path.stat()
    except OSError as error:
        if not signed and not settings.signing_key:
            return Line("record", name, OK, f"{path} is made when the record is first signed")
        fix = "Set CITATION_SIGNING_KEY to the key this log was signed with, or put the file back."
        return Line("record", name, BAD, f"{path}: {error.strerror}", fix)
    if os.name == "posix" and stat.S_IMODE(status.st_mode) & 0o077:
        fix = f"Run: chmod 600 {path} - and make a new key if somebody may have copied it."
        return Line("record", name, BAD, f"{path} can be read by others", fix)
    return Line("record", name, OK, f"{path}, private")


def _show(output: Printer, lines: list[Line]) -> None:
    width = max(len(line.name) for line in lines)
    about = ""
    for line in lines:
        if line.about != about:
            output.line((line.about.capitalize(), "bold"))
            about = line.about
        sign, style = SIGNS[line.state]
        state = "" if line.state == OK else f"{line.state}: "
        name = f" {line.name:<{width}}  "
        parts = ("  ", (sign, style), name, (state, f"bold {style}"), line.value)
        output.line(*parts, wrap=False)
        if line.fix:
            output.line(f"help: {line.fix}", indent="      ")

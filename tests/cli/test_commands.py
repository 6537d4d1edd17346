import json
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest

from citation_engine import __version__
from citation_engine.cli import citation, source
from citation_engine.cli.__main__ import COMMANDS
from citation_engine.cli.__main__ import cite as root
from citation_engine.model.citation import Confidence, ExtractionMethod, RelationType
from citation_engine.model.source import SourceType
from citation_engine.model.verdict import Status


def commands(group: click.Group = root, names: tuple[str, ...] = ()) -> Iterator[tuple]:
    """Every command that does something, with the words it is called by."""
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        if isinstance(found, click.Group):
            yield from commands(found, (*names, name))
        else:
            yield (*names, name), found


ALL = dict(commands())


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_command_says(name):
    found = root.get_command(click.Context(root), name)

    assert found.get_short_help_str(200) == COMMANDS[name]


@pytest.mark.parametrize("names", ALL, ids=" ".join)
def test_every_command_has_help_with_an_example(names, cite):
    help = cite(*names, "--help").stdout

    assert ALL[names].help
    assert f"Usage: cite {' '.join(names)} " in help
    assert "Examples:\n  cite " in help


@pytest.mark.parametrize("names", ALL, ids=" ".join)
def test_every_option_says_what_it_does(names):
    silent = [p.name for p in ALL[names].params if isinstance(p, click.Option) and not p.help]

    assert silent == []


@pytest.mark.parametrize("example", [e for c in ALL.values() for e in c.examples])
def test_every_example_can_be_parsed(example):
    first, *words = shlex.split(example)
    while words and words[0] in ("-d",):
        words = words[2:]
    names = next(names for names in ALL if tuple(words[: len(names)]) == names)

    context = ALL[names].make_context("cite", words[len(names) :])

    assert first == "cite"
    assert context.args == []
    assert len(example) <= 77


JSON_CALLS = {
    ("add",): ["law.md"],
    ("source", "list"): [],
    ("source", "show"): ["S1"],
    ("source", "find"): ["ten years"],
    ("source", "refresh"): ["S1"],
    ("source", "diff"): ["S1"],
    ("source", "tag"): ["S1", "law"],
    ("source", "note"): ["S1", "Read it."],
    ("claim",): ["Six years.", "--source", "S1", "--quote", "six years"],
    ("locate",): ["ten years", "law.md"],
    ("verify",): ["1"],
    ("citation", "list"): [],
    ("citation", "show"): ["1"],
    ("ledger", "verify"): [],
    ("ledger", "checkpoint"): [],
    ("ledger", "prove"): ["1"],
    ("ledger", "export"): ["-o", "record.zip"],
    ("ledger", "key"): [],
    ("redact",): ["--citation", "1", "--reason", "r", "--authority", "a", "--yes"],
    ("db", "init"): [],
    ("db", "migrate"): [],
    ("db", "path"): [],
    ("demo",): [],
    ("judges",): [],
    ("doctor",): [],
}


def test_every_command_that_can_print_json_is_tried():
    able = {names for names, c in ALL.items() if any("--json" in p.opts for p in c.params)}

    assert able == set(JSON_CALLS)


@pytest.mark.parametrize("names", JSON_CALLS, ids=" ".join)
def test_json_can_be_read_and_stands_alone(names, law, cite):
    cite("claim", "Ten years.", "--source", "S1", "--quote", "ten years")

    result = cite(*names, *JSON_CALLS[names], "--json")

    assert json.loads(result.stdout)
    assert result.stderr == ""


def test_the_help_lists_every_command(cite):
    shown = cite("--help").stdout

    assert all(f"  {name} " in shown and text in shown for name, text in COMMANDS.items())


def test_without_arguments_the_help_is_shown_as_a_mistake(cite):
    result = cite(code=2)

    assert "Usage: cite" in result.output


def test_the_version_is_said(cite):
    assert cite("--version").stdout == f"cite {__version__}\n"


@pytest.mark.parametrize(
    ("choices", "values"),
    [
        (citation.CONFIDENCES, Confidence),
        (citation.METHODS, ExtractionMethod),
        (citation.RELATIONS, RelationType),
        (citation.STATUSES, Status),
        (source.TYPES, SourceType),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_choices_are_those_of_the_engine(choices, values):
    assert list(choices) == list(values)


@pytest.mark.parametrize("before", [True, False], ids=["before the command", "after the command"])
def test_global_options_stand_before_or_after_the_command(before, law, cite):
    options = ("-d", "other.db", "--project", "p", "--session", "s")
    words = ("add", "law.md")

    cite(*((*options, *words) if before else (*words, *options)))

    assert "law.md" in cite(*options, "source", "list").stdout
    assert cite("-d", "other.db", "source", "list").stdout == ""


def test_the_option_after_the_command_wins(law, cite):
    shown = cite("-d", "missing.db", "source", "list", "-d", "citations.db").stdout

    assert "law.md" in shown


def test_the_environment_names_the_database_and_the_session(law, cite, monkeypatch):
    monkeypatch.setenv("CITATION_DB_URL", "other.db")
    monkeypatch.setenv("CITATION_SESSION", "s")

    cite("add", "law.md")

    assert "'s'" in cite("source", "list").stderr
    assert "law.md" in cite("source", "list", "-d", "other.db", "--session", "s").stdout


def test_an_empty_database_name_is_a_mistake(cite):
    assert "It is empty." in cite("-d", "", "add", "x", code=2).stderr


def test_quiet_leaves_out_remarks_and_keeps_results(law, cite):
    loud, quiet = cite("source", "list"), cite("-q", "source", "list")

    assert loud.stdout == quiet.stdout
    assert loud.stderr
    assert not quiet.stderr


@pytest.mark.parametrize("words", [["--help"], ["claim", "--help"], ["ledger", "--help"]])
def test_help_loads_no_database_and_no_rich(words):
    program = "import sys; from citation_engine.cli.__main__ import cite\n"
    program += f"try: cite.main({words!r})\nexcept SystemExit: pass\n"
    program += "print(*sorted({m.partition('.')[0] for m in sys.modules}), file=sys.stderr)"

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    heavy = {"rich", "pydantic", "sqlalchemy", "alembic", "sqlite3", "cryptography"}
    assert heavy.isdisjoint(done.stderr.split())
    assert "click" in done.stderr.split()


def test_a_mistyped_project_is_said_and_not_made(law, cite):
    cite("add", "law.md")

    result = cite("--project", "typo", "source", "list", code=3)

    assert "There is no project 'typo'" in result.output
    cite("--project", "typo", "source", "list", code=3)


def test_a_database_of_something_else_is_left_as_it_is(tmp_path, cite):
    with sqlite3.connect(tmp_path / "foreign.db") as foreign:
        foreign.execute("CREATE TABLE recipes (name TEXT)")
    foreign.close()

    for command in (("source", "list"), ("ledger", "verify")):
        cite("-d", str(tmp_path / "foreign.db"), *command, code=3)
    cite(
        "-d", str(tmp_path / "foreign.db"), "claim", "A.", "--source", "S1", "--quote", "b", code=3
    )

    with sqlite3.connect(tmp_path / "foreign.db") as foreign:
        tables = foreign.execute("SELECT name FROM sqlite_master").fetchall()
    foreign.close()
    assert tables == [("recipes",)]

"""
The configuration of `cite check`: `citation-engine.toml`, or a table of `pyproject.toml`.

The nearest file upwards counts. What is typed wins over it. Paths in it are relative to it.
`cite init` writes one.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from citation_engine.cli.commands import Call, Command, Scope
from citation_engine.cli.failures import Exit
from citation_engine.cli.output import write_text
from citation_engine.errors import InvalidSetting

OWN_FILE = "citation-engine.toml"
PROJECT_FILE = "pyproject.toml"
TABLE = "citation-engine"
# The keys of the table `check`, and what each must be.
KINDS: dict[str, type | tuple[type, ...]] = {
    "sources": list,
    "sources-map": str,
    "judge": str,
    "all-claims": bool,
    "thresholds": dict,
    "format": str,
    "markers": list,
    "sidecar": str,
    "select": list,
    "ignore": list,
    "fail-on": str,
    "min-coverage": (int, float),
    "strict": bool,
    "allow-unchecked": bool,
    "allow-empty": bool,
    "baseline": str,
    "output-format": str,
    "language": str,
}
_PATHS = ("sources", "sources-map", "baseline")


@dataclass(frozen=True, slots=True)
class Config:
    """What a configuration file says; `path` is None where there is none."""

    path: Path | None
    values: Mapping[str, Any]

    def get(self, name: str, typed: Any) -> Any:
        """What was typed or, where nothing was, what the file says."""
        if typed is not None and typed is not False and typed != ():
            return typed
        return self.values.get(name, typed)


def read_config(named: str | None, *, wanted: bool = True, start: Path | None = None) -> Config:
    """The configuration in the named file, or in the nearest one upwards from `start`."""
    if not wanted:
        return Config(None, {})
    path = Path(named) if named else next(_files_above(start or Path.cwd()), None)
    if path is None:
        return Config(None, {})
    table = _table_of(path)
    if table is None:
        raise InvalidSetting(
            f"{path} has no table [tool.{TABLE}].", fix=f"Add one, or write a {OWN_FILE}."
        )
    return Config(path, dict(_checked(path, table)))


def _files_above(start: Path) -> Iterator[Path]:
    for folder in (start, *start.parents):
        if (folder / OWN_FILE).is_file():
            yield folder / OWN_FILE
        project = folder / PROJECT_FILE
        if project.is_file() and _table_of(project) is not None:
            yield project


def _table_of(path: Path) -> Mapping[str, Any] | None:
    """The table that concerns us, or None where a project file has none."""
    try:
        read = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InvalidSetting(
            f"{path} cannot be read: {error.strerror}.", fix="Check the path of --config."
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        if path.name == PROJECT_FILE:
            # Somebody else's file; whoever uses it will say what is wrong with it.
            return None
        raise InvalidSetting(f"{path} is not TOML: {error}.", fix="Correct that line.") from error
    if path.name != PROJECT_FILE:
        return read
    tool = read.get("tool")
    table = tool.get(TABLE) if isinstance(tool, Mapping) else None
    return table if isinstance(table, Mapping) else None


def _checked(path: Path, table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    unknown = [name for name in table if name != "check"]
    if unknown:
        raise InvalidSetting(
            f"{path} has an unknown table or key {unknown[0]!r}.", fix="The table is [check]."
        )
    values = table.get("check", {})
    if not isinstance(values, Mapping):
        raise InvalidSetting(f"In {path} `check` is not a table.", fix="Write [check].")
    for name, value in values.items():
        kind = KINDS.get(name)
        if kind is None:
            near = get_close_matches(name, KINDS, 1)
            fix = f"Did you mean {near[0]!r}?" if near else f"Known: {', '.join(KINDS)}."
            raise InvalidSetting(f"{path} has an unknown key {name!r}.", fix=fix)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise InvalidSetting(
                f"In {path} the value of {name!r} is {value!r}.", fix=f"Give {_said(kind)}."
            )
        yield name, _placed(path.parent, name, value)


def _said(kind: type | tuple[type, ...]) -> str:
    words: dict[type, str] = {
        list: 'a list of texts, such as ["a"]',
        str: "a text",
        bool: "true or false",
        dict: "a table, such as {supported = 0.9}",
    }
    return words.get(kind, "a number") if isinstance(kind, type) else "a number"


def _placed(folder: Path, name: str, value: Any) -> Any:
    """A value with its paths relative to the file it stands in."""
    if name not in _PATHS:
        return value
    if isinstance(value, list):
        return [_beside(folder, str(one)) for one in value]
    return _beside(folder, value)


def _beside(folder: Path, path: str) -> str:
    if path.startswith(("http://", "https://")) or Path(path).is_absolute():
        return path
    try:
        return str((folder / path).relative_to(Path.cwd()))
    except ValueError:
        return str(folder / path)


TEMPLATE = """\
# What `cite check` does here. What is typed on the command line wins over it.
# All keys are described in the documentation: guides/check-a-report.

[check]
# Files, folders and addresses that the reports cite.
sources = [{sources}]

# From which level on a finding makes the command fail: "error", "warning" or "never".
fail-on = "error"

# The share of the claims needing evidence that must cite some.
# min-coverage = 0.8

# Codes to leave out, or to look at alone. A prefix such as "CE3" means all of them.
# ignore = ["CE302"]
# select = ["CE1", "CE2"]

# Findings that are known and agreed on. Write it with: cite check ... --update-baseline
# baseline = "citations-baseline.json"

# Who says whether words carry a claim; `cite judges` names them.
# judge = "local"
"""


@click.command("init", cls=Command, scope=Scope.NOTHING, examples=("cite init --sources docs/",))
@click.option(
    "--sources",
    multiple=True,
    metavar="DIR|FILE|URL",
    help="What the reports cite; can be repeated. Without it, sources/.",
)
@click.option("--force", is_flag=True, help="Replace a configuration that is there.")
@click.pass_obj
def init(call: Call, sources: tuple[str, ...], force: bool) -> int:
    """
    Write a configuration for `cite check`.

    It is called citation-engine.toml, says where the sources are, and holds for
    this folder and all folders in it.
    """
    path = Path(OWN_FILE)
    if path.exists() and not force:
        raise click.UsageError(f"{path} is there already. Add --force to replace it.")
    listed = ", ".join(_quoted(source) for source in sources or ("sources/",))
    write_text(str(path), TEMPLATE.format(sources=listed))
    call.output.line(("Wrote ", "bold"), f"{path}. Now: cite check REPORT")
    return Exit.GOOD


def _quoted(text: str) -> str:
    """A text as TOML has it."""
    import json

    return json.dumps(text, ensure_ascii=False)

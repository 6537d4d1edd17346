"""
The configuration of `cite check`: `citation-engine.toml`, or a table of `pyproject.toml`.

The nearest file upwards counts. What is typed wins over it. Paths in it are relative to it.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from citation_engine.errors import InvalidSetting

OWN_FILE = "citation-engine.toml"
PROJECT_FILE = "pyproject.toml"
TABLE = "citation-engine"
# The keys of the table `check`, and what each must be.
KINDS: dict[str, type | tuple[type, ...]] = {
    "sources": list,
    "sources-map": str,
    "judge": str,
    "format": str,
    "markers": list,
    "sidecar": str,
    "select": list,
    "ignore": list,
    "fail-on": str,
    "min-coverage": (int, float),
    "strict": bool,
    "allow-unchecked": bool,
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
    words = {list: 'a list of texts, such as ["a"]', str: "a text", bool: "true or false"}
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

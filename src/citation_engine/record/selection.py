"""Chooses the entries of sessions, with all that is needed to understand them."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

from citation_engine.errors import InvalidInput
from citation_engine.hashing import keyed_name
from citation_engine.ports import ProjectRow, View

_AT_ONCE = 400
_ONE = ("source", "snapshot", "citation", "by")
_MANY = ("related", "targets", "members")


def of_sessions(view: View, project: ProjectRow, sessions: Sequence[str], size: int) -> list[int]:
    """
    The numbers of the entries to show for some sessions, in the order of the log.

    These are what the sessions wrote, what that refers to (a source that another
    session registered), who wrote it, and what was said about it later by whomever:
    a verdict must not go missing because somebody else gave it.
    """
    names = [sessions] if isinstance(sessions, str) else list(sessions)
    handles = {keyed_name(project.name_key, "session", name): name for name in names}
    places: dict[int, int] = {}
    wanted: set[bytes] = set()
    actors: set[str] = set()
    seen: set[str] = set()
    for index, number, body in _placed(view):
        if index < size and body["session"] in handles:
            seen.add(body["session"])
            places[number] = index
            actors.add(body["actor"])
            wanted.update(_references(body["data"]))
    for handle, name in handles.items():
        if handle not in seen:
            raise InvalidInput(
                f"There is no session {name!r} in the project {project.name!r}.",
                fix="Name a session that something was recorded in.",
            )
    for index, number, body in _placed(view, "actor.named"):
        if body["actor"] in actors:
            places[number] = index
    _complete(view, places, wanted)
    return sorted((n for n, at in places.items() if at < size), key=places.__getitem__)


def _placed(view: View, only: str | None = None) -> Iterator[tuple[int, int, dict[str, Any]]]:
    for number, _, type, _, _, body, _, index, _ in view.stream("entries"):
        if index is not None and only in (None, type):
            yield index, number, json.loads(body)


def _complete(view: View, places: dict[int, int], wanted: set[bytes]) -> None:
    """Add what is referred to, and what is about it, until nothing new turns up."""
    fresh = set(places)
    known: set[bytes] = set()
    while fresh or wanted:
        numbers = {row["id"] for row in _ask(view, "entry_numbers", "entry_ids", wanted)}
        numbers |= {row["id"] for row in _ask(view, "about", "subjects", fresh)}
        numbers |= {row["entry"] for row in _ask(view, "redactions", "targets", fresh)}
        known |= wanted
        wanted = set()
        fresh = set()
        for row in _ask(view, "log_rows", "entries", numbers - places.keys()):
            places[row["id"]] = row["idx"]
            fresh.add(row["id"])
            if not row["type"].startswith("content."):
                wanted.update(_references(json.loads(row["body"])["data"]))
        wanted -= known


def _ask(view: View, query: str, name: str, values: Iterable[Any]) -> Iterator[Any]:
    some = sorted(values)
    for start in range(0, len(some), _AT_ONCE):
        yield from view.rows(query, **{name: some[start : start + _AT_ONCE]})


def _references(data: dict[str, Any]) -> Iterator[bytes]:
    given = [data[name] for name in _ONE if data.get(name)]
    given += [item for name in _MANY for item in data.get(name, ())]
    for item in given:
        yield UUID(item["entry_id"]).bytes

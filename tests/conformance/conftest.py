"""The databases that must all behave alike, one after the other."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest

import postgres_server
from citation_engine import CitationEngine, Settings
from citation_engine.engine.admin import init_database
from citation_engine.testing import FakeJudge
from postgres_logins import logins_on


@dataclass(frozen=True)
class Place:
    """Where a test's record is kept; every test has a project of its own there."""

    db: str
    schema: str | None = None
    project: str = field(default_factory=lambda: f"project {uuid4().hex}")

    @property
    def stays(self) -> bool:
        """Whether the record outlives the engine."""
        return self.db != ":memory:"

    def open(self, **given: Any) -> CitationEngine:
        settings: dict[str, Any] = {"project": self.project, "judge": FakeJudge("supported")}
        return CitationEngine(self.db, db_schema=self.schema, **{**settings, **given})


def _on_server(kind: str, server: str) -> Iterator[tuple[str, str | None]]:
    with logins_on(server) as logins, postgres_server.fresh_database(server) as database:
        owner = logins.owner_of(database)
        if kind == "PostgreSQL as owner":
            yield owner, None
        elif kind == "PostgreSQL with a schema":
            yield owner, "Case_Kept"
        else:
            init_database(database, settings=Settings())
            yield logins.make(database, "citation_agent"), None


@pytest.fixture(scope="session")
def server_place(postgres_url: str) -> Iterator[Callable[[str], Place]]:
    """Give one database of each kind for the whole run: making them is what takes time."""
    made: dict[str, tuple[Any, tuple[str, str | None]]] = {}

    def place(kind: str) -> Place:
        if kind not in made:
            steps = _on_server(kind, postgres_url)
            made[kind] = steps, next(steps)
        return Place(*made[kind][1])

    yield place
    for steps, _ in made.values():
        next(steps, None)


ON_SERVER = ("PostgreSQL as owner", "PostgreSQL as agent", "PostgreSQL with a schema")
KINDS = [
    "SQLite file",
    "SQLite in memory",
    *(pytest.param(kind, marks=pytest.mark.postgres) for kind in ON_SERVER),
]


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path) -> Place:
    if request.param == "SQLite in memory":
        return Place(":memory:")
    if request.param == "SQLite file":
        return Place(str(tmp_path / "citations.db"))
    return request.getfixturevalue("server_place")(request.param)


@pytest.fixture
def engine(place: Place) -> Iterator[CitationEngine]:
    with place.open() as opened:
        yield opened

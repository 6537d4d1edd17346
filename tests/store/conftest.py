"""A PostgreSQL database with its roles, and rows for every table."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from sqlalchemy import Engine, create_engine

import postgres_server
from citation_engine import Settings
from citation_engine.engine.admin import init_database
from postgres_logins import Logins, logins_on


@pytest.fixture(scope="session")
def logins(postgres_url: str) -> Iterator[Logins]:
    with logins_on(postgres_url) as made:
        yield made


@dataclass
class Server:
    """A database that was set up by an administrator, by the URLs of its logins."""

    admin: str
    agent: str
    auditor: str
    maintainer: str
    opened: list[Engine] = field(default_factory=list)

    def connect(self, url: str):
        """A plain connection for raw SQL, without the engine's help."""
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        self.opened.append(engine)
        return engine.connect()


@contextmanager
def set_up(postgres_url: str, logins: Logins) -> Iterator[Server]:
    with postgres_server.fresh_database(postgres_url) as database:
        init_database(database, settings=Settings())
        groups = ("citation_agent", "citation_auditor", "citation_maintainer")
        made = Server(database, *(logins.make(database, group) for group in groups))
        yield made
        for engine in made.opened:
            engine.dispose()


@pytest.fixture
def server(postgres_url: str, logins: Logins) -> Iterator[Server]:
    """Give a server to a test of its own."""
    with set_up(postgres_url, logins) as made:
        yield made


@pytest.fixture(scope="module")
def shared_server(postgres_url: str, logins: Logins) -> Iterator[Server]:
    """Give a server to tests that leave it as it is."""
    with set_up(postgres_url, logins) as made:
        yield made

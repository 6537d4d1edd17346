"""Logins on the PostgreSQL server of the tests, and the rights they are given."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

from sqlalchemy import URL, create_engine, make_url, text


def as_superuser(url: str, *statements: str) -> None:
    """Run statements on a database, each on its own."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            for statement in statements:
                connection.execute(text(statement))
    finally:
        engine.dispose()


class Logins:
    """Makes logins for the length of a test run, and takes them away again."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._made: list[str] = []

    def make(self, database: str, *groups: str, rights: str = "") -> str:
        """The URL of `database` for a new login that belongs to these groups."""
        name, password = f"test_login_{uuid4().hex}", uuid4().hex
        create = f"CREATE ROLE {name} LOGIN PASSWORD '{password}' {rights}"
        as_superuser(self._server, create, *(f"GRANT {group} TO {name}" for group in groups))
        self._made.append(name)
        url = make_url(database).set(username=name, password=password)
        return url.render_as_string(hide_password=False)

    def owner_of(self, database: str) -> str:
        """The URL of `database` for a new login that owns it, and is nothing else."""
        url = self.make(database)
        named = make_url(database).database
        as_superuser(self._server, f"ALTER DATABASE {named} OWNER TO {name_in(url)}")
        return url

    def drop(self) -> None:
        """Remove the logins; the databases they owned things in are gone by now."""
        as_superuser(self._server, *(f"DROP ROLE IF EXISTS {name}" for name in self._made))


def name_in(url: str | URL) -> str:
    """The login a URL names."""
    return make_url(url).username or ""


@contextmanager
def logins_on(server: str) -> Iterator[Logins]:
    """Logins on a server, dropped at the end."""
    logins = Logins(server)
    try:
        yield logins
    finally:
        logins.drop()

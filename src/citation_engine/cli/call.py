"""One call of the command line: what its global options say, and the engine they mean."""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citation_engine.errors import DatabaseUnavailable

if TYPE_CHECKING:
    from citation_engine.cli.output import Printer
    from citation_engine.engine.engine import CitationEngine
    from citation_engine.model.source import Source
    from citation_engine.settings import Settings

# What SQLite and the ledger keep beside a database.
BESIDE = ("-wal", "-shm", "-journal", ".checkpoints")


@dataclass
class Call:
    """The global options of one call; what was not given is left to the settings."""

    db: str | None = None
    project: str | None = None
    session: str | None = None
    color: str = "auto"
    quiet: bool = False
    verbose: bool = False

    @cached_property
    def settings(self) -> "Settings":
        """The settings in force."""
        from citation_engine.settings import Settings

        return Settings.from_env(project=self.project, session=self.session)

    @cached_property
    def output(self) -> "Printer":
        """Where results are printed."""
        from citation_engine.cli.output import Printer

        return Printer(self.color, quiet=self.quiet)

    def open(self, *, make: bool = False, judge: str | None = None) -> "CitationEngine":
        """
        The engine for this call.

        Only commands that put the first things in make a database that is not
        there: looking for something must not leave a file behind.
        """
        if not make:
            self.require_database()
        from citation_engine.engine.engine import CitationEngine

        # Who types a path may read it; the roots are for paths that come from others.
        settings = replace(self.settings, file_roots=None)
        return CitationEngine(self.db, settings=settings, judge=judge, create=make)

    @property
    def backend(self) -> Any:
        """The database that is meant, not opened."""
        from citation_engine.engine.state import choose_backend

        return choose_backend(self.db, None, None, self.settings)

    @property
    def database_name(self) -> str:
        """The database as a person may see it: the whole path, or the URL without its password."""
        backend = self.backend
        if backend.name != "sqlite":
            return shown_url(backend.url)
        return backend.path if backend.in_memory else str(Path(backend.path).resolve())

    def require_database(self) -> None:
        """Refuse to go on where there is no database yet."""
        if not self.backend.exists():
            raise DatabaseUnavailable(
                f"There is no database at {self.database_name}.",
                fix="Make one with `cite add FILE` or `cite db init`, or name another with -d.",
            )

    def database_files(self) -> set[Path]:
        """The files of the database itself, which are no sources."""
        backend = self.backend
        if backend.name != "sqlite" or backend.in_memory:
            return set()
        path = Path(backend.path).resolve()
        return {path, *(path.with_name(path.name + end) for end in BESIDE)}


def shown_url(url: Any) -> str:
    """A database's URL without its passwords, wherever they stand in it."""
    secret = {name: "***" for name in url.query if "pass" in name.lower()}
    return str(url.update_query_dict(secret).render_as_string(hide_password=True))


def find_source(engine: "CitationEngine", name: str) -> "Source":
    """The source meant by `S3`, an id, a path, an address or a name."""
    return engine.find_source(int(name) if name.isascii() and name.isdigit() else name)

"""Turns a driver's error into one of ours, with a sentence and a fix."""

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, ResourceClosedError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from citation_engine.errors import (
    AccessDenied,
    DatabaseBusy,
    DatabaseFull,
    DatabaseReadOnly,
    DatabaseUnavailable,
    EngineClosed,
    StoreError,
)

# What the guards in the database say. An insert whose key is taken is told apart from a
# change: between two writers it is an ordinary collision, and the later one decides again.
REFUSED = "the record is append-only"
TAKEN = "the record has a row with this key, and rows are never replaced"

_WHAT = {
    "full": (DatabaseFull, "The disk under the database is full.", None),
    "read-only": (DatabaseReadOnly, "The database can be read but not written.", None),
    "busy": (DatabaseBusy, "Another process held the database for too long.", None),
    "closed": (EngineClosed, "The engine is closed.", None),
    "pool": (
        DatabaseUnavailable,
        "No connection to the database became free in time.",
        "Raise CITATION_POOL_SIZE, or run fewer agents at once.",
    ),
    "no-room": (
        DatabaseBusy,
        "The database server takes no more connections.",
        "Repeat the call; lower CITATION_POOL_SIZE or raise the server's max_connections.",
    ),
    "cannot-open": (
        DatabaseUnavailable,
        "The database file cannot be opened.",
        "Check that its folder exists and that you may write there.",
    ),
    "not-a-database": (
        DatabaseUnavailable,
        "The file is not a citation database, or it is damaged.",
        "Name another file, or restore this one from a backup.",
    ),
    "damaged": (
        DatabaseUnavailable,
        "The server reports that its data are damaged.",
        "Restore the database from a backup, then run `cite ledger verify`.",
    ),
    "refused": (
        AccessDenied,
        "The database refused the change: the record is append-only.",
        "Add a new entry instead. Contents go away only by `redact`.",
    ),
    "denied": (
        AccessDenied,
        "The database role may not do this: {said}.",
        "Writing needs a login with citation_agent, redacting one with citation_maintainer; "
        "`cite doctor` shows what yours is.",
    ),
    "login": (
        DatabaseUnavailable,
        "The database server refused the login: {said}.",
        "Check the user, the password and the database's name in CITATION_DB_URL.",
    ),
    "no-tables": (
        DatabaseUnavailable,
        "The citation tables are gone, or this role cannot see them.",
        "Run `cite doctor`, then `cite db init` as the database's owner.",
    ),
    "unreachable": (
        DatabaseUnavailable,
        "The database does not answer.",
        "Check CITATION_DB_URL and that the server is running, then repeat the call.",
    ),
    "input-output": (
        DatabaseUnavailable,
        "The disk under the database reported an error.",
        "Check the disk. What was acknowledged before is kept.",
    ),
}

_SQLITE = {
    "SQLITE_FULL": "full",
    "SQLITE_READONLY": "read-only",
    "SQLITE_BUSY": "busy",
    "SQLITE_LOCKED": "busy",
    "SQLITE_CANTOPEN": "cannot-open",
    "SQLITE_NOTADB": "not-a-database",
    "SQLITE_CORRUPT": "not-a-database",
    "SQLITE_IOERR": "input-output",
    "SQLITE_PERM": "read-only",
    "SQLITE_MISUSE": "closed",
}

# By SQLSTATE, the more particular first.
_POSTGRES = {
    "25006": "read-only",
    "28": "login",
    "3D000": "login",
    "3F000": "no-tables",
    "42501": "denied",
    "42P01": "no-tables",
    "53100": "full",
    "53300": "no-room",
    "55P03": "busy",
    "57014": "busy",
    "58": "input-output",
    "XX001": "damaged",
    "XX002": "damaged",
}
_LOST = ("08", "57P")
# A refused login has no SQLSTATE in the driver, only the server's sentence. These soon pass.
_PASSING = ("starting up", "shutting down", "recovery", "too many", "connection slots", "terminat")


def translate(error: Exception) -> StoreError:
    """Our error for a driver's one; chain it with `from`."""
    kind = _kind(error)
    if kind is None:
        return DatabaseUnavailable(
            f"The database reported: {_said(error)}.",
            fix="Run `cite doctor` to see the state of the database.",
        )
    cls, message, fix = _WHAT[kind]
    return cls(message.format(said=_said(error)), fix=fix)


def is_lost_connection(error: Exception) -> bool:
    """Whether the server went away, so that a retry on a new connection may succeed."""
    if not isinstance(error, DBAPIError) or _is_login_refused(error):
        return False
    state = sqlstate(error)
    if state:
        return state.startswith(_LOST)
    lost = "Operational" in type(error.orig).__name__ and not _sqlite_name(error)
    return error.connection_invalidated or lost


def is_collision(error: Exception) -> bool:
    """Whether another writer was quicker, so that deciding again will come out differently."""
    if sqlstate(error) in ("40001", "40P01"):
        return True
    return isinstance(error, IntegrityError) and REFUSED not in str(error.orig)


def sqlstate(error: Exception) -> str:
    """PostgreSQL's code for what went wrong; empty for SQLite and for a lost connection."""
    return getattr(getattr(error, "orig", None), "sqlstate", "") or ""


def _kind(error: Exception) -> str | None:
    if isinstance(error, PoolTimeout):
        return "pool"
    if isinstance(error, ResourceClosedError):
        return "closed"
    if not isinstance(error, DBAPIError):
        return None
    if REFUSED in str(error.orig):
        return "refused"
    name = _sqlite_name(error)
    if name:
        return _first(_SQLITE, name)
    if "closed database" in str(error.orig):
        return "closed"
    return _postgres_kind(error)


def _postgres_kind(error: DBAPIError) -> str | None:
    state = sqlstate(error)
    if kind := _first(_POSTGRES, state):
        return kind
    if _is_login_refused(error):
        return "login"
    lost = is_lost_connection(error) or (isinstance(error, OperationalError) and not state)
    return "unreachable" if lost else None


def _first(kinds: dict[str, str], code: str) -> str | None:
    return next((kind for prefix, kind in kinds.items() if code.startswith(prefix)), None)


def _is_login_refused(error: DBAPIError) -> bool:
    if sqlstate(error):
        return False
    _, refused, said = str(error.orig).partition("FATAL: ")
    return bool(refused) and not any(words in said for words in _PASSING)


def _said(error: Exception) -> str:
    """The first line of what the driver says, without what leads up to it."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines() or [""]
    return lines[0].rpartition("FATAL: ")[2].strip().rstrip(".")


def _sqlite_name(error: DBAPIError) -> str:
    return getattr(error.orig, "sqlite_errorname", "") or ""

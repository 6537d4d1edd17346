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

REFUSED = "the record is append-only"

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
    "refused": (
        AccessDenied,
        "The database refused the change: the record is append-only.",
        "Add a new entry instead. Contents go away only by `redact`.",
    ),
    "denied": (
        AccessDenied,
        "The database role may not do this.",
        "Use a role with the right to it; `cite doctor` shows what the role may do.",
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

_POSTGRES = {"53100": "full", "25006": "read-only", "42501": "denied", "53300": "unreachable"}
_LOST = ("08", "57P", "58")


def translate(error: Exception) -> StoreError:
    """Our error for a driver's one; chain it with `from`."""
    kind = _kind(error)
    if kind is None:
        first_line = str(getattr(error, "orig", None) or error).strip().split("\n")[0]
        return DatabaseUnavailable(
            f"The database reported: {first_line}",
            fix="Run `cite doctor` to see the state of the database.",
        )
    cls, message, fix = _WHAT[kind]
    return cls(message, fix=fix)


def is_lost_connection(error: Exception) -> bool:
    """Whether the server went away, so that a retry on a new connection may succeed."""
    if not isinstance(error, DBAPIError):
        return False
    state = _sqlstate(error)
    if state:
        return state.startswith(_LOST)
    lost = "Operational" in type(error.orig).__name__ and not _sqlite_name(error)
    return error.connection_invalidated or lost


def is_collision(error: Exception) -> bool:
    """Whether another writer was quicker, so that deciding again will come out differently."""
    if _sqlstate(error) in ("40001", "40P01"):
        return True
    return isinstance(error, IntegrityError) and REFUSED not in str(error.orig)


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
        return next((kind for prefix, kind in _SQLITE.items() if name.startswith(prefix)), None)
    if "closed database" in str(error.orig):
        return "closed"
    state = _sqlstate(error)
    if state in _POSTGRES:
        return _POSTGRES[state]
    lost = is_lost_connection(error) or (isinstance(error, OperationalError) and not state)
    return "unreachable" if lost else None


def _sqlite_name(error: DBAPIError) -> str:
    return getattr(error.orig, "sqlite_errorname", "") or ""


def _sqlstate(error: Exception) -> str:
    return getattr(getattr(error, "orig", None), "sqlstate", "") or ""

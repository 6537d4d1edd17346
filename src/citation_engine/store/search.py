"""
How the two databases find terms: a full-text table on SQLite, a function on PostgreSQL.

The terms are the engine's own, and each begins with its project's number, so that projects share
an index and not a vocabulary. On PostgreSQL row security would keep a search from using the
index, because its planner shows hidden rows to no operator that might tell of them. So the
owner of `chunk` is not held to row security, and searching goes through functions that run with
the owner's rights and name the project themselves.
"""

from collections.abc import Iterator

from sqlalchemy import Connection, Engine

from citation_engine.search.query import AllOf, AnyOf, Phrase, Term, Wanted

# On PostgreSQL, a lexeme keeps no more places than this.
_MOST_PLACES = 255
# How many pages one step of a merge writes.
_PAGES = 2_000
_PROJECT = "nullif(current_setting('citation.project_id', true), '')::bigint"

# SQLite keeps its full-text table in step with `chunk`.
SQLITE_TRIGGERS = {
    "chunk_is_indexed": (
        "CREATE TRIGGER chunk_is_indexed AFTER INSERT ON chunk "
        "BEGIN INSERT INTO chunk_words (rowid, stems) VALUES (NEW.id, NEW.stems); END"
    ),
    "chunk_is_forgotten": (
        "CREATE TRIGGER chunk_is_forgotten AFTER DELETE ON chunk "
        "BEGIN INSERT INTO chunk_words (chunk_words, rowid, stems) "
        "VALUES ('delete', OLD.id, OLD.stems); END"
    ),
}

_FIND = f"""
SELECT c.id, ts_rank(c.stems, wanted::tsquery) FROM chunk c
WHERE c.stems @@ wanted::tsquery AND c.project_id = {_PROJECT}
AND (sources IS NULL OR c.source_id IN
     (SELECT id::bigint FROM json_array_elements_text(sources::json) AS listed(id)))
AND (session IS NULL OR EXISTS (SELECT 1 FROM session_source s
     WHERE s.session_id = session AND s.source_id = c.source_id))
AND (kind IS NULL OR EXISTS (SELECT 1 FROM source o WHERE o.id = c.source_id AND o.type = kind))
AND (older OR c.snapshot_id IS NULL OR NOT EXISTS (SELECT 1 FROM snapshot mine
     JOIN snapshot later ON later.source_id = mine.source_id AND later.ordinal > mine.ordinal
     WHERE mine.id = c.snapshot_id))
ORDER BY 2 DESC, 1 LIMIT most
"""
_COUNT = f"""
SELECT asked.place, (SELECT count(*) FROM (SELECT 1 FROM chunk c
    WHERE c.stems @@ asked.wanted::tsquery AND c.project_id = {_PROJECT} LIMIT most) found)
FROM json_array_elements_text(every::json) WITH ORDINALITY AS asked(wanted, place)
ORDER BY asked.place
"""
# Name, arguments, what comes back, and how.
POSTGRES_FUNCTIONS = (
    (
        "citation_find",
        "wanted text, sources text, session bigint, kind text, older boolean, most integer",
        "id bigint, score real",
        _FIND,
    ),
    ("citation_count", "every text, most integer", "place bigint, many bigint", _COUNT),
)


def signatures() -> list[str]:
    """The functions of PostgreSQL as rights and owners name them."""
    return [f"{name}({arguments})" for name, arguments, _, _ in POSTGRES_FUNCTIONS]


def install_search(connection: Connection) -> None:
    """Put the triggers or functions in place; what is there already is replaced."""
    for statement in _statements(connection):
        connection.exec_driver_sql(statement)


def missing_search(connection: Connection) -> list[str]:
    """What is not in place as it should be, read from the live catalogue."""
    if connection.dialect.name == "sqlite":
        found = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master").all()
        there = {row[0]: row[1] for row in found}
        missing = [name for name, sql in SQLITE_TRIGGERS.items() if there.get(name) != sql]
        return missing if "chunk_words" in there else ["chunk_words", *missing]
    path = f"search_path={_path(connection)}"
    rows = connection.exec_driver_sql(
        "SELECT proname, prosrc, prosecdef, proconfig FROM pg_proc"
        " WHERE pronamespace = current_schema()::regnamespace"
    ).all()
    sound = {row[0]: row[1] for row in rows if row[2] and row[3] == [path]}
    return [f"{name}()" for name, _, _, body in POSTGRES_FUNCTIONS if sound.get(name) != body]


def forget_deleted(writers: Engine) -> None:
    """
    Merge SQLite's full-text table until nothing of deleted rows is left in it.

    A deletion only marks the terms; they go when what holds them is merged into one. Every
    step is a transaction, so that other writers get their turn.
    """
    with writers.connect() as connection:
        pages = -_PAGES
        while True:
            with connection.begin():
                before = _changes(connection)
                connection.exec_driver_sql(
                    "INSERT INTO chunk_words (chunk_words, rank) VALUES ('merge', ?)", (pages,)
                )
                if _changes(connection) - before < 2:
                    return
            pages = _PAGES


def refill_words(connection: Connection) -> None:
    """Make SQLite's full-text table anew from all pieces, whatever state it was in."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("INSERT INTO chunk_words (chunk_words) VALUES ('rebuild')")


def compiled(backend: str, project: int, wanted: Wanted) -> str:
    """A question in the words of a database."""
    write = _fts5 if backend == "sqlite" else _tsquery
    return write(wanted, f"{project}")


def as_tsvector(stems: str) -> str:
    """The terms of a piece as PostgreSQL writes them, with their places."""
    places: dict[str, list[str]] = {}
    for place, term in enumerate(stems.split(), 1):
        known = places.setdefault(term, [])
        if len(known) < _MOST_PLACES:
            known.append(str(place))
    return " ".join(f"{_lexeme(term)}:{','.join(known)}" for term, known in places.items())


def _fts5(wanted: Wanted, project: str) -> str:
    match wanted:
        case Term(text, prefix):
            return f'"{_doubled(text, project)}"' + ("*" if prefix else "")
        case Phrase(terms):
            return '"' + " ".join(_doubled(term.text, project) for term in terms) + '"'
        case AnyOf(parts):
            return "(" + " OR ".join(_fts5(part, project) for part in parts) + ")"
        case AllOf(parts):
            return "(" + " AND ".join(_fts5(part, project) for part in parts) + ")"


def _tsquery(wanted: Wanted, project: str) -> str:
    match wanted:
        case Term(text, prefix):
            return _lexeme(f"{project}{text}") + (":*" if prefix else "")
        case Phrase(terms):
            return "(" + " <-> ".join(_lexeme(f"{project}{term.text}") for term in terms) + ")"
        case AnyOf(parts):
            return "(" + " | ".join(_tsquery(part, project) for part in parts) + ")"
        case AllOf(parts):
            return "(" + " & ".join(_tsquery(part, project) for part in parts) + ")"


def _doubled(text: str, project: str) -> str:
    return f"{project}{text}".replace('"', '""')


def _lexeme(term: str) -> str:
    escaped = term.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def _statements(connection: Connection) -> Iterator[str]:
    if connection.dialect.name == "sqlite":
        for name, sql in SQLITE_TRIGGERS.items():
            yield f"DROP TRIGGER IF EXISTS {name}"
            yield sql
        return
    path = _path(connection)
    for name, arguments, columns, body in POSTGRES_FUNCTIONS:
        yield (
            f"CREATE OR REPLACE FUNCTION {name}({arguments}) RETURNS TABLE ({columns}) "
            f"LANGUAGE sql STABLE SECURITY DEFINER SET search_path = {path} AS $body${body}$body$"
        )


def _path(connection: Connection) -> str:
    """The schema of the tables: nothing a caller made is found in front of it."""
    schema = connection.exec_driver_sql("SELECT quote_ident(current_schema())").scalar()
    return f"{schema}, pg_temp"


def _changes(connection: Connection) -> int:
    return int(connection.exec_driver_sql("SELECT total_changes()").scalar() or 0)

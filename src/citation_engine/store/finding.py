"""The look-ups of a search: pieces by their terms, their words, alike texts, vectors."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    LargeBinary,
    Select,
    and_,
    exists,
    func,
    select,
)

from citation_engine.store.schema import (
    band,
    chunk,
    content,
    session_source,
    sketch,
    snapshot,
    source,
    vector,
)


def _found_sqlite(
    *,
    project: int,
    wanted: str,
    limit: int,
    sources: str | None = None,
    session_id: int | None = None,
    type: str | None = None,
    older: bool = False,
) -> Select[Any]:
    """The pieces that have what is wanted, the best first; `sources` is a list in JSON."""
    words = func.chunk_words(wanted).table_valued("rowid", "rank")
    conditions = _conditions(session_id, type, older)
    if sources is not None:
        ids = select(func.json_each(sources).table_valued("value").c.value)
        conditions = [*conditions, chunk.c.source_id.in_(ids)]
    return (
        select(chunk.c.id, (-words.c.rank).label("score"))
        .select_from(words)
        .join(chunk, chunk.c.id == words.c.rowid)
        .where(chunk.c.project_id == project, *conditions)
        .order_by(words.c.rank, words.c.rowid)
        .limit(limit)
    )


def _found_postgresql(
    *,
    project: int,  # noqa: ARG001  The transaction has entered the project.
    wanted: str,
    limit: int,
    sources: str | None = None,
    session_id: int | None = None,
    type: str | None = None,
    older: bool = False,
) -> Select[Any]:
    """The same, by the function that may use the index."""
    found = func.citation_find(wanted, sources, session_id, type, older, limit)
    rows = found.table_valued("id", "score")
    return select(rows.c.id, rows.c.score).order_by(rows.c.score.desc(), rows.c.id)


def _counted_sqlite(*, project: int, wanted: str, most: int) -> Select[Any]:  # noqa: ARG001
    """How many pieces have each of some things, up to a number; `wanted` is a list in JSON."""
    asked = func.json_each(wanted).table_valued("key", "value")
    words = func.chunk_words(asked.c.value).table_valued("rowid")
    some = select(words.c.rowid).limit(most).correlate(asked).subquery()
    many = select(func.count()).select_from(some).correlate(asked).scalar_subquery()
    return select(asked.c.key.label("place"), many.label("many")).order_by(asked.c.key)


def _counted_postgresql(*, project: int, wanted: str, most: int) -> Select[Any]:  # noqa: ARG001
    """The same, by the function that may use the index."""
    rows = func.citation_count(wanted, most).table_valued("place", "many")
    return select(rows.c.place, rows.c.many).order_by(rows.c.place)


def _piece_count(*, project: int, most: int) -> Select[Any]:
    """How many pieces there are, up to a number."""
    some = select(chunk.c.entry).where(chunk.c.project_id == project).limit(most).subquery()
    return select(func.count().label("many")).select_from(some)


_PIECE = [
    chunk.c[name]
    for name in ("id", "entry", "source_id", "snapshot_id", "start", "stop", "language")
]


def _pieces(*, project: int, ids: Sequence[int]) -> Select[Any]:
    """Pieces with their words; those of a source's description have none here."""
    following = chunk.alias("following")
    more = exists().where(following.c.id == chunk.c.id + 1, following.c.entry == chunk.c.entry)
    return (
        select(*_PIECE, _words(), more.label("more"))
        .join(content, _stored(), isouter=True)
        .where(chunk.c.project_id == project, chunk.c.id.in_(ids))
        .order_by(chunk.c.id)
    )


def _alike(*, project: int, keys: Sequence[int]) -> Select[Any]:
    """The latest snapshots that share a key with a sketch, with their own sketches."""
    entries = select(band.c.entry).where(band.c.project_id == project, band.c.key.in_(keys))
    return (
        select(snapshot.c.source_id, sketch.c.version, sketch.c.bytes)
        .join(sketch, sketch.c.entry == snapshot.c.entry)
        .where(
            snapshot.c.project_id == project,
            snapshot.c.entry.in_(entries),
            ~_later(snapshot.c.source_id, snapshot.c.ordinal),
        )
        .order_by(snapshot.c.source_id)
    )


def _sketch(*, project: int, entry: int) -> Select[Any]:
    return select(sketch.c.version, sketch.c.bytes).where(
        sketch.c.project_id == project, sketch.c.entry == entry
    )


def _unembedded(*, project: int, embedder: str, after: int, limit: int) -> Select[Any]:
    """Pieces of snapshots that have no vector of this kind yet, with their words."""
    done = exists().where(vector.c.chunk_id == chunk.c.id, vector.c.embedder == embedder)
    done = done.where(vector.c.entry == chunk.c.entry)
    return (
        select(*_PIECE, _words())
        .join(content, _stored())
        .where(chunk.c.project_id == project, chunk.c.id > after, ~done)
        .order_by(chunk.c.id)
        .limit(limit)
    )


def _vectors(
    *,
    project: int,
    embedder: str,
    after: int,
    limit: int,
    session_id: int | None = None,
    type: str | None = None,
    older: bool = False,
) -> Select[Any]:
    """Vectors of one kind, by the number of their piece."""
    return (
        select(vector.c.chunk_id, chunk.c.source_id, vector.c.bytes)
        .join(chunk, chunk.c.id == vector.c.chunk_id)
        .where(
            vector.c.project_id == project,
            vector.c.embedder == embedder,
            vector.c.chunk_id > after,
            *_conditions(session_id, type, older),
        )
        .order_by(vector.c.chunk_id)
        .limit(limit)
    )


def _words() -> ColumnElement[bytes]:
    length = chunk.c.byte_stop - chunk.c.byte_start
    return func.substr(content.c.bytes, chunk.c.byte_start + 1, length, type_=LargeBinary).label(
        "words"
    )


def _stored() -> ColumnElement[bool]:
    return and_(
        content.c.entry == chunk.c.entry,
        content.c.name == "text",
        chunk.c.snapshot_id.is_not(None),
    )


def _conditions(session_id: Any, type: Any, older: bool) -> list[ColumnElement[bool]]:
    return [*_which(session_id, type, older)]


def _which(session_id: Any, type: Any, older: bool) -> Iterator[ColumnElement[bool]]:
    """Which pieces count: of a session, of a type, of the latest words of a source."""
    if session_id is not None:
        yield exists().where(
            session_source.c.session_id == session_id,
            session_source.c.source_id == chunk.c.source_id,
        )
    if type is not None:
        yield exists().where(source.c.id == chunk.c.source_id, source.c.type == type)
    if not older:
        mine = snapshot.alias("mine")
        yield ~exists().where(
            mine.c.id == chunk.c.snapshot_id, _later(mine.c.source_id, mine.c.ordinal)
        )


def _later(source_id: ColumnElement[int], ordinal: ColumnElement[int]) -> ColumnElement[bool]:
    later = snapshot.alias("later")
    return exists().where(later.c.source_id == source_id, later.c.ordinal > ordinal)


FINDING: dict[str, Callable[..., Select[Any]]] = {
    "found_sqlite": _found_sqlite,
    "found_postgresql": _found_postgresql,
    "counted_sqlite": _counted_sqlite,
    "counted_postgresql": _counted_postgresql,
    "piece_count": _piece_count,
    "pieces": _pieces,
    "alike": _alike,
    "sketch": _sketch,
    "unembedded": _unembedded,
    "vectors": _vectors,
}

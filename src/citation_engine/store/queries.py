"""The look-ups that a transaction makes, each a statement built from its arguments."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    LargeBinary,
    Select,
    Table,
    and_,
    exists,
    func,
    or_,
    select,
)

from citation_engine.store.schema import (
    actor,
    alias,
    band,
    checkpoint,
    chunk,
    citation,
    content,
    enrichment,
    entry,
    idempotency,
    log,
    member,
    metadata,
    redaction,
    session,
    session_source,
    sketch,
    snapshot,
    source,
    status,
    supersession,
    tile,
    usage,
    vector,
)

LOOKUPS: dict[str, Callable[..., Select[Any]]] = {}


def _lookup(build: Callable[..., Select[Any]]) -> Callable[..., Select[Any]]:
    """Make a look-up known by its name."""
    LOOKUPS[build.__name__.removeprefix("_")] = build
    return build


def _fields_of(number: ColumnElement[int]) -> ColumnElement[bool]:
    """Which content has the committed fields of an entry."""
    return and_(content.c.entry == number, content.c.name == "fields")


def rows_of(table: Table, project: int, *columns: ColumnElement[Any], **given: Any) -> Select[Any]:
    """
    Build a query for rows of a project: all columns of the table, or these.

    What is `given` is a column and its value, or values of which a row has one; None asks nothing.
    """
    wanted = [table.c.project_id == project]
    for name, value in given.items():
        if value is not None:
            several = getattr(value, "expanding", False)
            wanted.append(table.c[name].in_(value) if several else table.c[name] == value)
    return select(*(columns or (table,))).where(*wanted)


@_lookup
def _members(*, project: int, source_id: int) -> Select[Any]:
    rows = rows_of(member, project, member.c.member_id, source_id=source_id)
    return rows.order_by(member.c.entry, member.c.member_id)


@_lookup
def _usages(
    *, project: int, session_id: int, source_ids: Sequence[int] | None = None
) -> Select[Any]:
    """What a session made with its sources, in order; without what was redacted."""
    numbered = and_(
        session_source.c.source_id == usage.c.source_id,
        session_source.c.session_id == usage.c.session_id,
    )
    columns = (usage.c.source_id, session_source.c.number, content.c.bytes)
    return (
        rows_of(usage, project, *columns, session_id=session_id, source_id=source_ids)
        .join(content, _fields_of(usage.c.entry))
        .join(session_source, numbered, isouter=True)
        .order_by(usage.c.entry)
    )


@_lookup
def _of_type(*, project: int, type: str) -> Select[Any]:
    """The entries of a type with their committed fields, in order; without what was redacted."""
    rows = rows_of(entry, project, entry.c.body, content.c.bytes, type=type)
    return rows.join(content, _fields_of(entry.c.id)).order_by(entry.c.id)


@_lookup
def _redaction_targets(
    *, project: int, citation_id: int | None = None, source_id: int | None = None
) -> Select[Any]:
    """The entries that carry a citation's or a source's words and are not redacted yet."""
    cites = select(citation.c.entry).where(citation.c.project_id == project)
    if citation_id is not None:
        cites = cites.where(citation.c.id == citation_id)
    else:
        cites = cites.where(citation.c.source_id == source_id)
    carrying = [
        entry.c.id.in_(cites),
        and_(entry.c.subject.in_(cites), entry.c.type.like("verification.%")),
    ]
    if source_id is not None:
        carrying += [
            entry.c.id.in_(select(source.c.entry).where(source.c.id == source_id)),
            entry.c.id.in_(select(enrichment.c.entry).where(enrichment.c.source_id == source_id)),
            entry.c.id.in_(select(usage.c.entry).where(usage.c.source_id == source_id)),
            entry.c.id.in_(select(snapshot.c.entry).where(snapshot.c.source_id == source_id)),
        ]
    redacted = select(redaction.c.target).where(redaction.c.project_id == project)
    return (
        select(entry.c.id, entry.c.entry_id)
        .where(entry.c.project_id == project, or_(*carrying), entry.c.id.not_in(redacted))
        .order_by(entry.c.id)
    )


@_lookup
def _content_count(*, project: int, entries: Sequence[int]) -> Select[Any]:
    return rows_of(content, project, func.count().label("many"), entry=entries)


@_lookup
def _actor_names(*, project: int) -> Select[Any]:
    """The entries that name actors, with the names that are not redacted."""
    return (
        select(actor.c.entry, entry.c.entry_id, content.c.bytes)
        .join(entry, entry.c.id == actor.c.entry)
        .join(content, content.c.entry == actor.c.entry)
        .where(actor.c.project_id == project)
        .order_by(actor.c.entry)
    )


@_lookup
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
    conditions = [*_conditions(session_id, type, older)]
    if sources is not None:
        ids = select(func.json_each(sources).table_valued("value").c.value)
        conditions.append(chunk.c.source_id.in_(ids))
    return (
        select(chunk.c.id, (-words.c.rank).label("score"))
        .select_from(words)
        .join(chunk, chunk.c.id == words.c.rowid)
        .where(chunk.c.project_id == project, *conditions)
        .order_by(words.c.rank, words.c.rowid)
        .limit(limit)
    )


@_lookup
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


@_lookup
def _counted_sqlite(*, project: int, wanted: str, most: int) -> Select[Any]:  # noqa: ARG001
    """How many pieces have each of some things, up to a number; `wanted` is a list in JSON."""
    asked = func.json_each(wanted).table_valued("key", "value")
    words = func.chunk_words(asked.c.value).table_valued("rowid")
    some = select(words.c.rowid).limit(most).correlate(asked).subquery()
    many = select(func.count()).select_from(some).correlate(asked).scalar_subquery()
    return select(asked.c.key.label("place"), many.label("many")).order_by(asked.c.key)


@_lookup
def _counted_postgresql(*, project: int, wanted: str, most: int) -> Select[Any]:  # noqa: ARG001
    """The same, by the function that may use the index."""
    rows = func.citation_count(wanted, most).table_valued("place", "many")
    return select(rows.c.place, rows.c.many).order_by(rows.c.place)


@_lookup
def _piece_count(*, project: int, most: int) -> Select[Any]:
    """How many pieces there are, up to a number."""
    some = select(chunk.c.entry).where(chunk.c.project_id == project).limit(most).subquery()
    return select(func.count().label("many")).select_from(some)


_PIECE = [
    chunk.c[name]
    for name in ("id", "entry", "source_id", "snapshot_id", "start", "stop", "language")
]


@_lookup
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


@_lookup
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


@_lookup
def _sketch(*, project: int, entry: int) -> Select[Any]:
    return rows_of(sketch, project, sketch.c.version, sketch.c.bytes, entry=entry)


@_lookup
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


@_lookup
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


def _conditions(session_id: Any, type: Any, older: bool) -> Iterator[ColumnElement[bool]]:
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


@_lookup
def _idempotency(*, project: int, key_hash: bytes) -> Select[Any]:
    columns = (idempotency.c.payload_hash, idempotency.c.entry)
    return rows_of(idempotency, project, *columns, key_hash=key_hash)


@_lookup
def _entry_by_uuid(*, project: int, entry_id: bytes) -> Select[Any]:
    rows = rows_of(entry, project, *entry.c, log.c.idx, entry_id=entry_id)
    return rows.join(log, log.c.entry == entry.c.id, isouter=True)


@_lookup
def _entries(*, project: int, ids: Sequence[int]) -> Select[Any]:
    return rows_of(entry, project, id=ids)


@_lookup
def _last_seq(*, project: int, subject: int) -> Select[Any]:
    last = func.coalesce(func.max(entry.c.seq), 0).label("seq")
    return rows_of(entry, project, last, subject=subject)


@_lookup
def _session(*, project: int, handle: str) -> Select[Any]:
    return rows_of(session, project, handle=handle)


@_lookup
def _actor(*, project: int, handle: str) -> Select[Any]:
    return rows_of(actor, project, handle=handle)


@_lookup
def _named(*, project: int, table: str) -> Select[Any]:
    """Every session or actor with the name it stands for."""
    owner = {"session": session, "actor": actor}[table]
    rows = rows_of(owner, project, owner.c.id, owner.c.handle, content.c.bytes)
    return rows.join(content, content.c.entry == owner.c.entry, isouter=True).order_by(owner.c.id)


@_lookup
def _aliases(*, project: int, key_hashes: Sequence[bytes], identity: bool = False) -> Select[Any]:
    wanted = {"key_hash": key_hashes, "identity": 1 if identity else None}
    rows = rows_of(alias, project, alias.c.key_hash, alias.c.source_id, **wanted)
    return rows.order_by(alias.c.source_id)


@_lookup
def _session_number(*, project: int, session_id: int, source_id: int) -> Select[Any]:
    number = session_source.c.number
    return rows_of(session_source, project, number, session_id=session_id, source_id=source_id)


@_lookup
def _numbered(*, project: int, session_id: int, number: int) -> Select[Any]:
    id = session_source.c.source_id
    return rows_of(session_source, project, id, session_id=session_id, number=number)


@_lookup
def _last_number(*, project: int, session_id: int) -> Select[Any]:
    last = func.coalesce(func.max(session_source.c.number), 0).label("number")
    return rows_of(session_source, project, last, session_id=session_id)


@_lookup
def _sources(
    *,
    project: int,
    session_id: int,
    ids: Sequence[int] | None = None,
    type: str | None = None,
    in_session: bool = False,
) -> Select[Any]:
    """Sources with their fields, their number in the session and how many snapshots they have."""
    count = (
        select(func.count())
        .where(snapshot.c.source_id == source.c.id)
        .scalar_subquery()
        .label("snapshots")
    )
    numbered = and_(
        session_source.c.source_id == source.c.id, session_source.c.session_id == session_id
    )
    columns = (*source.c, entry.c.entry_id, content.c.bytes, session_source.c.number, count)
    return (
        rows_of(source, project, *columns, id=ids, type=type)
        .join(entry, entry.c.id == source.c.entry)
        .join(content, _fields_of(source.c.entry), isouter=True)
        .join(session_source, numbered, isouter=not in_session)
        .order_by(source.c.id)
    )


@_lookup
def _source_mark(*, project: int, id: int, session_id: int) -> Select[Any]:
    """What changes whenever a source does, so that an unchanged one need not be read again."""
    learned = select(func.max(enrichment.c.entry)).where(enrichment.c.source_id == source.c.id)
    taken = select(func.max(snapshot.c.id)).where(snapshot.c.source_id == source.c.id)
    kept = select(func.count()).where(_fields_of(source.c.entry))
    numbered = select(session_source.c.number).where(
        session_source.c.session_id == session_id, session_source.c.source_id == source.c.id
    )
    return select(
        source.c.entry,
        learned.scalar_subquery().label("learned"),
        taken.scalar_subquery().label("taken"),
        kept.scalar_subquery().label("kept"),
        numbered.scalar_subquery().label("number"),
    ).where(source.c.project_id == project, source.c.id == id)


@_lookup
def _source_ref(*, project: int, id: int) -> Select[Any]:
    columns = (source.c.id, source.c.type, source.c.entry, entry.c.entry_id)
    return rows_of(source, project, *columns, id=id).join(entry, entry.c.id == source.c.entry)


@_lookup
def _enrichments(*, project: int, ids: Sequence[int] | None = None) -> Select[Any]:
    columns = (enrichment.c.source_id, content.c.bytes)
    rows = rows_of(enrichment, project, *columns, source_id=ids)
    return rows.join(content, content.c.entry == enrichment.c.entry).order_by(enrichment.c.entry)


@_lookup
def _snapshots(
    *,
    project: int,
    source_ids: Sequence[int] | None = None,
    ids: Sequence[int] | None = None,
) -> Select[Any]:
    columns = (*snapshot.c, entry.c.entry_id, content.c.bytes)
    return (
        rows_of(snapshot, project, *columns, source_id=source_ids, id=ids)
        .join(entry, entry.c.id == snapshot.c.entry)
        .join(content, _fields_of(snapshot.c.entry), isouter=True)
        .order_by(snapshot.c.source_id, snapshot.c.ordinal)
    )


@_lookup
def _latest_snapshot(*, project: int, source_id: int) -> Select[Any]:
    rows = rows_of(snapshot, project, *snapshot.c, entry.c.entry_id, source_id=source_id)
    of_entries = rows.join(entry, entry.c.id == snapshot.c.entry)
    return of_entries.order_by(snapshot.c.ordinal.desc()).limit(1)


@_lookup
def _content(*, project: int, entries: Sequence[int], name: str | None = None) -> Select[Any]:
    return rows_of(content, project, entry=entries, name=name)


@_lookup
def _citations(
    *,
    project: int,
    ids: Sequence[int] | None = None,
    entries: Sequence[int] | None = None,
    source_id: int | None = None,
    session_id: int | None = None,
    verification_status: str | None = None,
    as_of: int | None = None,
    after: int = 0,
    limit: int | None = None,
) -> Select[Any]:
    """Citations with the entry of their latest status, or the one at a place in the log."""
    later = status.alias("later")
    latest = select(func.max(later.c.seq)).where(
        later.c.citation_id == citation.c.id, later.c.project_id == project
    )
    if as_of is not None:
        latest = latest.join(log, log.c.entry == later.c.entry).where(log.c.idx <= as_of)
    latest = latest.correlate(citation)
    named = (entry.c.entry_id, entry.c.body, status.c.status, status.c.entry.label("status_entry"))
    wanted = {"id": ids, "entry": entries, "source_id": source_id, "session_id": session_id}
    query = (
        rows_of(citation, project, *citation.c, *named, **wanted)
        .join(entry, entry.c.id == citation.c.entry)
        .join(
            status,
            and_(
                status.c.citation_id == citation.c.id,
                status.c.project_id == project,
                status.c.seq == latest.scalar_subquery(),
            ),
            isouter=True,
        )
        .where(citation.c.id > after)
        .order_by(citation.c.id)
    )
    if as_of is not None:
        created = log.alias("created")
        query = query.join(created, created.c.entry == citation.c.entry).where(
            created.c.idx <= as_of
        )
    if verification_status is not None:
        query = query.where(status.c.status == verification_status)
    return query if limit is None else query.limit(limit)


@_lookup
def _citation_refs(*, project: int, ids: Sequence[int]) -> Select[Any]:
    rows = rows_of(citation, project, citation.c.id, citation.c.entry, entry.c.entry_id, id=ids)
    return rows.join(entry, entry.c.id == citation.c.entry)


@_lookup
def _successors(*, project: int, ids: Sequence[int], as_of: int | None = None) -> Select[Any]:
    columns = (supersession.c.citation_id, supersession.c.successor_id)
    query = rows_of(supersession, project, *columns, citation_id=ids).order_by(supersession.c.entry)
    if as_of is None:
        return query
    return query.join(log, log.c.entry == supersession.c.entry).where(log.c.idx <= as_of)


@_lookup
def _redactions(*, project: int, targets: Sequence[int] | None = None) -> Select[Any]:
    return rows_of(redaction, project, redaction.c.target, redaction.c.entry, target=targets)


@_lookup
def _log_size(*, project: int) -> Select[Any]:
    return rows_of(log, project, func.coalesce(func.max(log.c.idx) + 1, 0).label("size"))


@_lookup
def _leaves(*, project: int, start: int, stop: int) -> Select[Any]:
    return (
        select(entry.c.leaf)
        .join(log, log.c.entry == entry.c.id)
        .where(log.c.project_id == project, log.c.idx >= start, log.c.idx < stop)
        .order_by(log.c.idx)
    )


@_lookup
def _tiles(*, project: int, level: int, start: int, stop: int) -> Select[Any]:
    rows = rows_of(tile, project, tile.c.root, level=level)
    within = rows.where(tile.c.position >= start, tile.c.position < stop)
    return within.order_by(tile.c.position)


@_lookup
def _tile_count(*, project: int) -> Select[Any]:
    many = func.coalesce(func.max(tile.c.position) + 1, 0).label("tiles")
    return rows_of(tile, project, many, level=1)


@_lookup
def _checkpoints(*, project: int, latest: bool = False) -> Select[Any]:
    query = rows_of(checkpoint, project)
    if latest:
        return query.order_by(checkpoint.c.size.desc(), checkpoint.c.id.desc()).limit(1)
    return query.order_by(checkpoint.c.size, checkpoint.c.id)


# for work that reads all of the database --------------------------------------------------

# The tables whose rows hang on a row of another table, by that row's number.
_PARENTS = {
    "snapshot": ("source_id", source),
    "enrichment": ("source_id", source),
    "alias": ("source_id", source),
    "member": ("source_id", source),
    "usage": ("source_id", source),
    "session_source": ("session_id", session),
    "status": ("citation_id", citation),
    "supersession": ("citation_id", citation),
    "redaction": ("target", entry),
    "content": ("entry", entry),
}


@_lookup
def _things(*, project: int, table: str, entry_ids: Sequence[bytes]) -> Select[Any]:
    """The numbers of sources, snapshots or citations, by the identity of their entries."""
    owner = {"source": source, "snapshot": snapshot, "citation": citation}[table]
    rows = rows_of(owner, project, owner.c.id, entry.c.entry_id)
    named = rows.join(entry, entry.c.id == owner.c.entry)
    return named.where(entry.c.entry_id.in_(entry_ids))


@_lookup
def _entry_numbers(*, project: int, entry_ids: Sequence[bytes]) -> Select[Any]:
    return rows_of(entry, project, entry.c.id, entry.c.entry_id, entry_id=entry_ids)


@_lookup
def _cited(*, project: int, entries: Sequence[int]) -> Select[Any]:
    """What citations say about how they were made, by the numbers of their entries."""
    return (
        select(entry.c.id, entry.c.body, source.c.type, content.c.bytes)
        .join(citation, citation.c.entry == entry.c.id)
        .join(source, source.c.id == citation.c.source_id)
        .join(content, _fields_of(entry.c.id), isouter=True)
        .where(entry.c.project_id == project, entry.c.id.in_(entries))
    )


@_lookup
def _misnumbered(*, project: int) -> Select[Any]:
    """The subjects whose entries are not numbered 1, 2, 3 and so on."""
    many, first, last = func.count(entry.c.seq.distinct()), func.min, func.max
    return (
        select(entry.c.subject, many.label("entries"), last(entry.c.seq).label("last"))
        .where(entry.c.project_id == project, entry.c.subject.is_not(None))
        .group_by(entry.c.subject)
        .having(or_(first(entry.c.seq) != 1, last(entry.c.seq) != many, func.count() != many))
    )


@_lookup
def _strays(*, project: int, table: str) -> Select[Any]:
    """Rows filed under another project that hang on something of this one."""
    found = metadata.tables[table]
    name, owner = _PARENTS.get(table, ("entry", entry))
    parent = owner.alias("parent")
    maker = entry.alias("maker")
    hangs = or_(
        exists().where(parent.c.id == found.c[name], parent.c.project_id == project),
        exists().where(maker.c.id == found.c.entry, maker.c.project_id == project),
    )
    return select(found.c.entry).where(found.c.project_id != project, hangs)


@_lookup
def _log_rows(*, project: int, entries: Sequence[int]) -> Select[Any]:
    """Placed entries by their numbers, in the order of the log."""
    return (
        select(log.c.idx, entry.c.id, entry.c.entry_id, entry.c.type, entry.c.body)
        .join(entry, entry.c.id == log.c.entry)
        .where(log.c.project_id == project, entry.c.id.in_(entries))
        .order_by(log.c.idx)
    )


@_lookup
def _log_range(*, project: int, start: int, stop: int) -> Select[Any]:
    """Placed entries by their places, in the order of the log."""
    return (
        select(log.c.idx, entry.c.id, entry.c.entry_id, entry.c.body)
        .join(entry, entry.c.id == log.c.entry)
        .where(log.c.project_id == project, log.c.idx >= start, log.c.idx < stop)
        .order_by(log.c.idx)
    )


@_lookup
def _about(*, project: int, subjects: Sequence[int]) -> Select[Any]:
    """The entries about other entries, by the numbers of those."""
    return rows_of(entry, project, entry.c.id, subject=subjects)


@_lookup
def _content_sizes(*, project: int, entries: Sequence[int]) -> Select[Any]:
    """How many bytes the contents of entries have together, for each entry."""
    size = func.sum(func.length(content.c.bytes)).label("size")
    return rows_of(content, project, content.c.entry, size, entry=entries).group_by(content.c.entry)

"""
The named look-ups: every question the engine asks of the database.

Each is a function that builds a portable SELECT. `LOOKUPS` maps names to them, so
that the stages above can ask without knowing the tables.
"""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Select, and_, func, select

from citation_engine.store.annotating import ANNOTATING
from citation_engine.store.finding import FINDING
from citation_engine.store.redacting import REDACTING
from citation_engine.store.schema import (
    actor,
    alias,
    checkpoint,
    citation,
    content,
    enrichment,
    entry,
    idempotency,
    log,
    redaction,
    session,
    session_source,
    snapshot,
    source,
    status,
    supersession,
    tile,
)


def _idempotency(*, project: int, key_hash: bytes) -> Select[Any]:
    return select(idempotency.c.payload_hash, idempotency.c.entry).where(
        idempotency.c.project_id == project, idempotency.c.key_hash == key_hash
    )


def _entry_by_uuid(*, project: int, entry_id: bytes) -> Select[Any]:
    return (
        select(entry, log.c.idx)
        .join(log, log.c.entry == entry.c.id, isouter=True)
        .where(entry.c.project_id == project, entry.c.entry_id == entry_id)
    )


def _entries(*, project: int, ids: Sequence[int]) -> Select[Any]:
    return select(entry).where(entry.c.project_id == project, entry.c.id.in_(ids))


def _last_seq(*, project: int, subject: int) -> Select[Any]:
    return select(func.coalesce(func.max(entry.c.seq), 0).label("seq")).where(
        entry.c.project_id == project, entry.c.subject == subject
    )


def _session(*, project: int, handle: str) -> Select[Any]:
    return select(session).where(session.c.project_id == project, session.c.handle == handle)


def _actor(*, project: int, handle: str) -> Select[Any]:
    return select(actor).where(actor.c.project_id == project, actor.c.handle == handle)


def _named(*, project: int, table: str) -> Select[Any]:
    """Every session or actor with the name it stands for."""
    owner = {"session": session, "actor": actor}[table]
    return (
        select(owner.c.id, owner.c.handle, content.c.bytes)
        .join(content, content.c.entry == owner.c.entry, isouter=True)
        .where(owner.c.project_id == project)
        .order_by(owner.c.id)
    )


def _aliases(*, project: int, key_hashes: Sequence[bytes], identity: bool = False) -> Select[Any]:
    query = (
        select(alias.c.key_hash, alias.c.source_id)
        .where(alias.c.project_id == project, alias.c.key_hash.in_(key_hashes))
        .order_by(alias.c.source_id)
    )
    return query.where(alias.c.identity == 1) if identity else query


def _session_number(*, project: int, session_id: int, source_id: int) -> Select[Any]:
    return select(session_source.c.number).where(
        session_source.c.project_id == project,
        session_source.c.session_id == session_id,
        session_source.c.source_id == source_id,
    )


def _numbered(*, project: int, session_id: int, number: int) -> Select[Any]:
    return select(session_source.c.source_id).where(
        session_source.c.project_id == project,
        session_source.c.session_id == session_id,
        session_source.c.number == number,
    )


def _last_number(*, project: int, session_id: int) -> Select[Any]:
    return select(func.coalesce(func.max(session_source.c.number), 0).label("number")).where(
        session_source.c.project_id == project, session_source.c.session_id == session_id
    )


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
    query = (
        select(source, entry.c.entry_id, content.c.bytes, session_source.c.number, count)
        .join(entry, entry.c.id == source.c.entry)
        .join(
            content,
            and_(content.c.entry == source.c.entry, content.c.name == "fields"),
            isouter=True,
        )
        .join(session_source, numbered, isouter=not in_session)
        .where(source.c.project_id == project)
        .order_by(source.c.id)
    )
    if ids is not None:
        query = query.where(source.c.id.in_(ids))
    if type is not None:
        query = query.where(source.c.type == type)
    return query


def _source_mark(*, project: int, id: int, session_id: int) -> Select[Any]:
    """What changes whenever a source does, so that an unchanged one need not be read again."""
    learned = select(func.max(enrichment.c.entry)).where(enrichment.c.source_id == source.c.id)
    taken = select(func.max(snapshot.c.id)).where(snapshot.c.source_id == source.c.id)
    kept = select(func.count()).where(content.c.entry == source.c.entry, content.c.name == "fields")
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


def _source_ref(*, project: int, id: int) -> Select[Any]:
    return (
        select(source.c.id, source.c.type, source.c.entry, entry.c.entry_id)
        .join(entry, entry.c.id == source.c.entry)
        .where(source.c.project_id == project, source.c.id == id)
    )


def _enrichments(*, project: int, ids: Sequence[int] | None = None) -> Select[Any]:
    query = (
        select(enrichment.c.source_id, content.c.bytes)
        .join(content, content.c.entry == enrichment.c.entry)
        .where(enrichment.c.project_id == project)
        .order_by(enrichment.c.entry)
    )
    return query if ids is None else query.where(enrichment.c.source_id.in_(ids))


def _snapshots(
    *,
    project: int,
    source_ids: Sequence[int] | None = None,
    ids: Sequence[int] | None = None,
) -> Select[Any]:
    query = (
        select(snapshot, entry.c.entry_id, content.c.bytes)
        .join(entry, entry.c.id == snapshot.c.entry)
        .join(
            content,
            and_(content.c.entry == snapshot.c.entry, content.c.name == "fields"),
            isouter=True,
        )
        .where(snapshot.c.project_id == project)
        .order_by(snapshot.c.source_id, snapshot.c.ordinal)
    )
    if source_ids is not None:
        query = query.where(snapshot.c.source_id.in_(source_ids))
    return query if ids is None else query.where(snapshot.c.id.in_(ids))


def _latest_snapshot(*, project: int, source_id: int) -> Select[Any]:
    return (
        select(snapshot, entry.c.entry_id)
        .join(entry, entry.c.id == snapshot.c.entry)
        .where(snapshot.c.project_id == project, snapshot.c.source_id == source_id)
        .order_by(snapshot.c.ordinal.desc())
        .limit(1)
    )


def _content(*, project: int, entries: Sequence[int], name: str | None = None) -> Select[Any]:
    query = select(content).where(content.c.project_id == project, content.c.entry.in_(entries))
    return query if name is None else query.where(content.c.name == name)


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
    query = (
        select(
            citation,
            entry.c.entry_id,
            entry.c.body,
            status.c.status,
            status.c.entry.label("status_entry"),
        )
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
        .where(citation.c.project_id == project, citation.c.id > after)
        .order_by(citation.c.id)
    )
    if as_of is not None:
        created = log.alias("created")
        query = query.join(created, created.c.entry == citation.c.entry).where(
            created.c.idx <= as_of
        )
    given = [
        None if ids is None else citation.c.id.in_(ids),
        None if entries is None else citation.c.entry.in_(entries),
        None if source_id is None else citation.c.source_id == source_id,
        None if session_id is None else citation.c.session_id == session_id,
        None if verification_status is None else status.c.status == verification_status,
    ]
    query = query.where(*[condition for condition in given if condition is not None])
    return query if limit is None else query.limit(limit)


def _citation_refs(*, project: int, ids: Sequence[int]) -> Select[Any]:
    return (
        select(citation.c.id, citation.c.entry, entry.c.entry_id)
        .join(entry, entry.c.id == citation.c.entry)
        .where(citation.c.project_id == project, citation.c.id.in_(ids))
    )


def _successors(*, project: int, ids: Sequence[int], as_of: int | None = None) -> Select[Any]:
    query = (
        select(supersession.c.citation_id, supersession.c.successor_id)
        .where(supersession.c.project_id == project, supersession.c.citation_id.in_(ids))
        .order_by(supersession.c.entry)
    )
    if as_of is None:
        return query
    return query.join(log, log.c.entry == supersession.c.entry).where(log.c.idx <= as_of)


def _redactions(*, project: int, targets: Sequence[int] | None = None) -> Select[Any]:
    query = select(redaction.c.target, redaction.c.entry).where(redaction.c.project_id == project)
    return query if targets is None else query.where(redaction.c.target.in_(targets))


def _log_size(*, project: int) -> Select[Any]:
    return select(func.coalesce(func.max(log.c.idx) + 1, 0).label("size")).where(
        log.c.project_id == project
    )


def _leaves(*, project: int, start: int, stop: int) -> Select[Any]:
    return (
        select(entry.c.leaf)
        .join(log, log.c.entry == entry.c.id)
        .where(log.c.project_id == project, log.c.idx >= start, log.c.idx < stop)
        .order_by(log.c.idx)
    )


def _tiles(*, project: int, level: int, start: int, stop: int) -> Select[Any]:
    return (
        select(tile.c.root)
        .where(
            tile.c.project_id == project,
            tile.c.level == level,
            tile.c.position >= start,
            tile.c.position < stop,
        )
        .order_by(tile.c.position)
    )


def _tile_count(*, project: int) -> Select[Any]:
    return select(func.coalesce(func.max(tile.c.position) + 1, 0).label("tiles")).where(
        tile.c.project_id == project, tile.c.level == 1
    )


def _checkpoints(*, project: int, latest: bool = False) -> Select[Any]:
    query = select(checkpoint).where(checkpoint.c.project_id == project)
    if latest:
        return query.order_by(checkpoint.c.size.desc(), checkpoint.c.id.desc()).limit(1)
    return query.order_by(checkpoint.c.size, checkpoint.c.id)


LOOKUPS: dict[str, Callable[..., Select[Any]]] = {
    name.removeprefix("_"): function
    for name, function in list(globals().items())
    if name.startswith("_") and not name.startswith("__") and callable(function)
}
LOOKUPS.update(REDACTING)
LOOKUPS.update(ANNOTATING)
LOOKUPS.update(FINDING)

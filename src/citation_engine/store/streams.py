"""
What is asked of a view: streams that read a whole table in order, and look-ups of many rows.

`STREAMS` and `VIEW_LOOKUPS` map names to functions that build portable SELECTs.
"""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, exists, func, literal_column, or_, select

from citation_engine.store.schema import (
    PROJECTIONS,
    citation,
    content,
    entry,
    log,
    metadata,
    pending,
    redaction,
    session,
    snapshot,
    source,
    status,
    tile,
)

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


# streams ------------------------------------------------------------------------------------


def _log(*, project: int) -> Select[Any]:
    return (
        select(log.c.idx, entry.c.project_id, entry.c.entry_id, entry.c.body, entry.c.leaf)
        .join(entry, entry.c.id == log.c.entry, isouter=True)
        .where(log.c.project_id == project)
        .order_by(log.c.idx)
    )


def _entries(*, project: int) -> Select[Any]:
    """Every entry with its place and the identity of what it is about, by number."""
    about = entry.alias("about")
    placed = and_(log.c.entry == entry.c.id, log.c.project_id == project)
    return (
        select(
            entry.c.id,
            entry.c.entry_id,
            entry.c.type,
            entry.c.subject,
            entry.c.seq,
            entry.c.body,
            entry.c.leaf,
            log.c.idx,
            about.c.entry_id,
        )
        .join(log, placed, isouter=True)
        .join(about, about.c.id == entry.c.subject, isouter=True)
        .where(entry.c.project_id == project)
        .order_by(entry.c.id)
    )


def _openings(*, project: int) -> Select[Any]:
    opening = entry.c.type.in_(("session.opened", "actor.named"))
    return select(entry.c.type, entry.c.body).where(entry.c.project_id == project, opening)


def _contents(*, project: int) -> Select[Any]:
    named = [content.c[name] for name in ("entry", "name", "media_type", "salt", "bytes")]
    return (
        select(*named)
        .where(content.c.project_id == project)
        .order_by(content.c.entry, content.c.name)
    )


def _field_contents(*, project: int) -> Select[Any]:
    return (
        select(content.c.entry, content.c.bytes)
        .where(content.c.project_id == project, content.c.name == "fields")
        .order_by(content.c.entry)
    )


def _texts(*, project: int) -> Select[Any]:
    """The entries that brought words, with the words."""
    return _with_content(project, "text", "snapshot.taken")


def _descriptions(*, project: int) -> Select[Any]:
    """The entries that say what a source is called, with what they say."""
    return _with_content(project, "fields", "source.registered", "source.enriched")


def _with_content(project: int, name: str, *types: str) -> Select[Any]:
    named = and_(content.c.entry == entry.c.id, content.c.name == name)
    return (
        select(entry.c.id, entry.c.body, content.c.bytes)
        .join(content, named)
        .where(entry.c.project_id == project, entry.c.type.in_(types))
        .order_by(entry.c.id)
    )


def _redacted(*, project: int) -> Select[Any]:
    return (
        select(redaction.c.target)
        .where(redaction.c.project_id == project)
        .order_by(redaction.c.target)
    )


def _pending(*, project: int) -> Select[Any]:
    return select(pending.c.entry).where(pending.c.project_id == project).order_by(pending.c.entry)


def _tiles(*, project: int) -> Select[Any]:
    """Tiles in the order in which a growing log fills them."""
    full_at: ColumnElement[Any] = literal_column("(position + 1) << (8 * level)")
    return (
        select(tile.c.level, tile.c.position, tile.c.root)
        .where(tile.c.project_id == project)
        .order_by(full_at, tile.c.level)
    )


def _discussed(*, project: int) -> Select[Any]:
    """The entries about one subject, where there are several, with the status shown for it."""
    several = (
        select(entry.c.subject)
        .where(entry.c.project_id == project, entry.c.subject.is_not(None))
        .group_by(entry.c.subject)
        .having(func.count() > 1)
    )
    later = status.alias("later")
    latest = select(func.max(later.c.seq)).where(later.c.citation_id == citation.c.id)
    shown = (
        select(status.c.status)
        .join(citation, citation.c.id == status.c.citation_id)
        .where(
            citation.c.entry == entry.c.subject,
            status.c.seq == latest.correlate(citation).scalar_subquery(),
        )
        .correlate(entry)
        .scalar_subquery()
    )
    return (
        select(entry.c.subject, entry.c.body, shown)
        .where(entry.c.project_id == project, entry.c.subject.in_(several))
        .order_by(entry.c.subject, entry.c.seq)
    )


def _table(name: str) -> Callable[..., Select[Any]]:
    table = metadata.tables[name]

    def statement(*, project: int) -> Select[Any]:
        return select(*table.columns).where(table.c.project_id == project).order_by(table.c.entry)

    return statement


STREAMS: dict[str, Callable[..., Select[Any]]] = {
    "log": _log,
    "entries": _entries,
    "openings": _openings,
    "contents": _contents,
    "field_contents": _field_contents,
    "texts": _texts,
    "descriptions": _descriptions,
    "redacted": _redacted,
    "pending": _pending,
    "tiles": _tiles,
    "discussed": _discussed,
    **{table.name: _table(table.name) for table in PROJECTIONS},
}


# look-ups -----------------------------------------------------------------------------------


def _things(*, project: int, table: str, entry_ids: Sequence[bytes]) -> Select[Any]:
    """The numbers of sources, snapshots or citations, by the identity of their entries."""
    owner = {"source": source, "snapshot": snapshot, "citation": citation}[table]
    return (
        select(owner.c.id, entry.c.entry_id)
        .join(entry, entry.c.id == owner.c.entry)
        .where(owner.c.project_id == project, entry.c.entry_id.in_(entry_ids))
    )


def _entry_numbers(*, project: int, entry_ids: Sequence[bytes]) -> Select[Any]:
    return select(entry.c.id, entry.c.entry_id).where(
        entry.c.project_id == project, entry.c.entry_id.in_(entry_ids)
    )


def _cited(*, project: int, entries: Sequence[int]) -> Select[Any]:
    """What citations say about how they were made, by the numbers of their entries."""
    fields = and_(content.c.entry == entry.c.id, content.c.name == "fields")
    return (
        select(entry.c.id, entry.c.body, source.c.type, content.c.bytes)
        .join(citation, citation.c.entry == entry.c.id)
        .join(source, source.c.id == citation.c.source_id)
        .join(content, fields, isouter=True)
        .where(entry.c.project_id == project, entry.c.id.in_(entries))
    )


def _misnumbered(*, project: int) -> Select[Any]:
    """The subjects whose entries are not numbered 1, 2, 3 and so on."""
    many, first, last = func.count(entry.c.seq.distinct()), func.min, func.max
    return (
        select(entry.c.subject, many.label("entries"), last(entry.c.seq).label("last"))
        .where(entry.c.project_id == project, entry.c.subject.is_not(None))
        .group_by(entry.c.subject)
        .having(or_(first(entry.c.seq) != 1, last(entry.c.seq) != many, func.count() != many))
    )


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


def _log_rows(*, project: int, entries: Sequence[int]) -> Select[Any]:
    """Placed entries by their numbers, in the order of the log."""
    return (
        select(log.c.idx, entry.c.id, entry.c.entry_id, entry.c.type, entry.c.body)
        .join(entry, entry.c.id == log.c.entry)
        .where(log.c.project_id == project, entry.c.id.in_(entries))
        .order_by(log.c.idx)
    )


def _log_range(*, project: int, start: int, stop: int) -> Select[Any]:
    """Placed entries by their places, in the order of the log."""
    return (
        select(log.c.idx, entry.c.id, entry.c.entry_id, entry.c.body)
        .join(entry, entry.c.id == log.c.entry)
        .where(log.c.project_id == project, log.c.idx >= start, log.c.idx < stop)
        .order_by(log.c.idx)
    )


def _about(*, project: int, subjects: Sequence[int]) -> Select[Any]:
    """The entries about other entries, by the numbers of those."""
    return select(entry.c.id).where(entry.c.project_id == project, entry.c.subject.in_(subjects))


def _content_sizes(*, project: int, entries: Sequence[int]) -> Select[Any]:
    """How many bytes the contents of entries have together, for each entry."""
    return (
        select(content.c.entry, func.sum(func.length(content.c.bytes)).label("size"))
        .where(content.c.project_id == project, content.c.entry.in_(entries))
        .group_by(content.c.entry)
    )


VIEW_LOOKUPS: dict[str, Callable[..., Select[Any]]] = {
    "content_sizes": _content_sizes,
    "things": _things,
    "entry_numbers": _entry_numbers,
    "cited": _cited,
    "misnumbered": _misnumbered,
    "strays": _strays,
    "log_rows": _log_rows,
    "log_range": _log_range,
    "about": _about,
}

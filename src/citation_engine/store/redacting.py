"""The look-ups a redaction needs: which entries carry the words, and how many words there are."""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Select, and_, func, or_, select

from citation_engine.store.schema import (
    actor,
    citation,
    content,
    enrichment,
    entry,
    redaction,
    snapshot,
    source,
    usage,
)


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


def _content_count(*, project: int, entries: Sequence[int]) -> Select[Any]:
    return select(func.count().label("many")).where(
        content.c.project_id == project, content.c.entry.in_(entries)
    )


def _actor_names(*, project: int) -> Select[Any]:
    """The entries that name actors, with the names that are not redacted."""
    return (
        select(actor.c.entry, entry.c.entry_id, content.c.bytes)
        .join(entry, entry.c.id == actor.c.entry)
        .join(content, content.c.entry == actor.c.entry)
        .where(actor.c.project_id == project)
        .order_by(actor.c.entry)
    )


REDACTING: dict[str, Callable[..., Select[Any]]] = {
    "redaction_targets": _redaction_targets,
    "content_count": _content_count,
    "actor_names": _actor_names,
}

"""The look-ups for what hangs on a source: its members, and what was made with it."""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Select, and_, select

from citation_engine.store.schema import content, entry, member, session_source, usage


def _members(*, project: int, source_id: int) -> Select[Any]:
    return (
        select(member.c.member_id)
        .where(member.c.project_id == project, member.c.source_id == source_id)
        .order_by(member.c.entry, member.c.member_id)
    )


def _usages(
    *, project: int, session_id: int, source_ids: Sequence[int] | None = None
) -> Select[Any]:
    """What a session made with its sources, in order; without what was redacted."""
    numbered = and_(
        session_source.c.source_id == usage.c.source_id,
        session_source.c.session_id == usage.c.session_id,
    )
    query = (
        select(usage.c.source_id, session_source.c.number, content.c.bytes)
        .join(content, and_(content.c.entry == usage.c.entry, content.c.name == "fields"))
        .join(session_source, numbered, isouter=True)
        .where(usage.c.project_id == project, usage.c.session_id == session_id)
        .order_by(usage.c.entry)
    )
    return query if source_ids is None else query.where(usage.c.source_id.in_(source_ids))


def _of_type(*, project: int, type: str) -> Select[Any]:
    """The entries of a type with their committed fields, in order; without what was redacted."""
    return (
        select(entry.c.body, content.c.bytes)
        .join(content, and_(content.c.entry == entry.c.id, content.c.name == "fields"))
        .where(entry.c.project_id == project, entry.c.type == type)
        .order_by(entry.c.id)
    )


ANNOTATING: dict[str, Callable[..., Select[Any]]] = {
    "members": _members,
    "usages": _usages,
    "of_type": _of_type,
}

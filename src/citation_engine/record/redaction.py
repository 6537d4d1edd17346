"""Redaction: words go for good, and an entry stays that says what went, why and by whose order."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from citation_engine.errors import CitationNotFound, InvalidInput, SourceNotFound
from citation_engine.hashing import uuid7
from citation_engine.model.entry import EntryType
from citation_engine.model.passage import Value
from citation_engine.ports import EntryRef, ProjectRow, Store, Transaction
from citation_engine.record.envelope import Author, read_fields
from citation_engine.record.writer import Idempotency, append

NEEDS = {"entry": 1}
_AT_ONCE = 500


class Redacted(Value):
    """
    What a redaction did.

    `erased` is false while a reader of the database file still holds pages with the
    words in them; they go when the last one is done.
    """

    entry_id: str
    targets: int
    contents_deleted: int
    erased: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Redaction:
    """What is to be redacted, by one of three names, and why."""

    citation: int | None = None
    source: int | None = None
    user_id: str | None = None
    reason: str
    authority: str


def redact(
    store: Store,
    project: ProjectRow,
    author: Callable[[Transaction], Author],
    request: Redaction,
    key: str | None = None,
) -> Redacted:
    """
    Record a redaction, and delete the words it names in the same transaction.

    What was redacted before is not named again; if nothing is left, no words are
    deleted and the entry says so.
    """
    if sum(name is not None for name in (request.citation, request.source, request.user_id)) != 1:
        raise InvalidInput(
            "It is not clear what is to be redacted.",
            fix="Give one of `citation`, `source` and `user_id`.",
        )
    once = Idempotency(key, "redact", asdict(request)) if key else None
    entry_id = uuid7()

    def work(tx: Transaction) -> Redacted:
        earlier = once.earlier(tx) if once else None
        if earlier is not None:
            return _done(tx.rows("entries", ids=[earlier])[0])
        # Vectors are added later than the words they are of: not while the words go.
        tx.lock("vectors")
        targets = _targets(tx, request)
        deleted = sum(tx.rows("content_count", entries=part)[0]["many"] for part in _parts(targets))
        entry = _append(tx, author(tx), request, targets, deleted, entry_id)
        tx.delete_redacted([target.id for target in targets])
        if once:
            once.remember(tx, entry)
        return Redacted(entry_id=str(entry_id), targets=len(targets), contents_deleted=deleted)

    def recover(tx: Transaction) -> Redacted | None:
        found = tx.rows("entry_by_uuid", entry_id=entry_id.bytes)
        return _done(found[0]) if found else None

    done = store.write(project, work, needs=NEEDS, recover=recover)
    return done.model_copy(update={"erased": store.erase()})


def _append(
    tx: Transaction,
    author: Author,
    request: Redaction,
    targets: Sequence[EntryRef],
    deleted: int,
    entry_id: UUID,
) -> EntryRef:
    data = {
        "authority": request.authority,
        "contents": deleted,
        "targets": [
            {"entry_id": str(UUID(bytes=target.entry_id)), "number": target.id}
            for target in targets
        ],
    }
    fields = {"reason": request.reason}
    return append(
        tx, author, EntryType.CONTENT_REDACTED.value, data, fields=fields, entry_id=entry_id
    )


def _done(row: Any) -> Redacted:
    """What an earlier redaction did, from its entry."""
    body = json.loads(row["body"])
    data = body["data"]
    return Redacted(
        entry_id=body["entry_id"], targets=len(data["targets"]), contents_deleted=data["contents"]
    )


def _targets(tx: Transaction, request: Redaction) -> list[EntryRef]:
    """The entries that carry the words."""
    if request.citation is not None:
        if not tx.rows("citation_refs", ids=[request.citation]):
            raise CitationNotFound(f"There is no citation [{request.citation}].")
        rows = tx.rows("redaction_targets", citation_id=request.citation)
    elif request.source is not None:
        if not tx.rows("source_ref", id=request.source):
            raise SourceNotFound(f"There is no source {request.source}.")
        rows = tx.rows("redaction_targets", source_id=request.source)
    else:
        return _entries_naming(tx, str(request.user_id))
    return [EntryRef(row["id"], bytes(row["entry_id"])) for row in rows]


def _entries_naming(tx: Transaction, user_id: str) -> list[EntryRef]:
    found = [
        EntryRef(row["entry"], bytes(row["entry_id"]))
        for row in tx.rows("actor_names")
        if read_fields(row["bytes"]).get("user_id") == user_id
    ]
    if not found:
        raise InvalidInput(
            f"The record names no user {user_id!r}.",
            fix="Give the user_id as it was given to the engine; it may be redacted already.",
        )
    return found


def _parts(targets: Sequence[EntryRef]) -> Iterator[list[int]]:
    for start in range(0, len(targets), _AT_ONCE):
        yield [target.id for target in targets[start : start + _AT_ONCE]]

"""Appends entries inside a transaction: sealed, with their contents, projections and keys."""

import time
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from citation_engine.errors import IdempotencyConflict
from citation_engine.hashing import keyed_digest, keyed_name, uuid7
from citation_engine.model.citation import Session
from citation_engine.ports import EntryRef, Transaction
from citation_engine.record.envelope import (
    FIELDS,
    Author,
    Content,
    canonical_json,
    fields_content,
    seal,
)
from citation_engine.record.projections import Written, rows_of


def append(
    tx: Transaction,
    author: Author,
    type: str,
    data: Mapping[str, Any],
    *,
    fields: Mapping[str, Any] | None = None,
    contents: Mapping[str, Content] | None = None,
    subject: EntryRef | None = None,
    entry_id: UUID | None = None,
    micros: int | None = None,
) -> EntryRef:
    """Append one entry and the rows that follow from it."""
    number, micros = tx.number("entry"), micros or time.time_ns() // 1_000
    entry_id = entry_id or uuid7()
    if subject is not None:
        data = {**data, "subject": str(UUID(bytes=subject.entry_id))}
    kept = dict(contents or {})
    if fields is not None:
        kept[FIELDS] = fields_content(fields)
    sealed = seal(
        type=type,
        entry_id=entry_id,
        project=tx.project.name,
        author=author,
        micros=micros,
        data=data,
        contents=kept,
    )
    tx.add(
        "entry",
        {
            "id": number,
            "project_id": tx.project.id,
            "entry_id": entry_id.bytes,
            "type": type,
            "subject": subject.id if subject else None,
            "seq": data["seq"] if subject else None,
            "body": sealed.body,
            "leaf": sealed.leaf,
        },
    )
    for name, media_type, salt, words in sealed.contents:
        tx.add(
            "content",
            {
                "entry": number,
                "name": name,
                "project_id": tx.project.id,
                "media_type": media_type,
                "salt": salt,
                "bytes": words,
            },
        )
    written = Written(
        number, type, tx.project.id, *author, micros=micros, data=data, fields=fields or {}
    )
    for table, row in rows_of(written):
        tx.add(table, row)
    return EntryRef(number, entry_id.bytes)


def ref(id: int, entry: EntryRef) -> dict[str, Any]:
    """How entries name other things: by identity in the log and number in the database."""
    return {"id": id, "entry_id": str(UUID(bytes=entry.entry_id))}


def author_of(tx: Transaction, session: Session) -> Author:
    """The author for a session; the session and the actor are recorded when they are new."""
    key = tx.project.name_key
    session_handle = keyed_name(key, "session", session.session_id)
    actor_name = canonical_json([session.agent_id, session.user_id]).decode()
    actor_handle = keyed_name(key, "actor", actor_name)
    found = tx.rows("session", handle=session_handle)
    known = tx.rows("actor", handle=actor_handle)
    session_id = found[0]["id"] if found else tx.number("session")
    actor_id = known[0]["id"] if known else tx.number("actor")
    author = Author(session_handle, actor_handle, session_id, actor_id)
    if not known:
        fields = {"agent_id": session.agent_id, "user_id": session.user_id}
        append(tx, author, "actor.named", {"id": actor_id}, fields=fields)
    if not found:
        fields = {"session_id": session.session_id}
        append(tx, author, "session.opened", {"id": session_id}, fields=fields)
    return author


class Idempotency:
    """
    One caller's key for one write.

    The key and what was asked are kept as keyed digests, outside the entry. The
    same key with the same request finds the first write; with another request
    it is an error.
    """

    def __init__(self, key: str, operation: str, payload: Mapping[str, Any]) -> None:
        self.key = key
        self._payload = fields_content({"operation": operation, **payload}).data

    def earlier(self, tx: Transaction) -> int | None:
        """The number of the entry an earlier call with this key wrote."""
        found = tx.rows("idempotency", key_hash=self._digest(tx, self.key.encode()))
        if not found:
            return None
        if bytes(found[0]["payload_hash"]) != self._digest(tx, self._payload):
            raise IdempotencyConflict(
                f"The idempotency key {self.key!r} was used before for another request."
            )
        entry: int = found[0]["entry"]
        return entry

    def remember(self, tx: Transaction, entry: EntryRef) -> None:
        """Tie the key to the entry this transaction writes."""
        tx.add(
            "idempotency",
            {
                "project_id": tx.project.id,
                "key_hash": self._digest(tx, self.key.encode()),
                "payload_hash": self._digest(tx, self._payload),
                "entry": entry.id,
            },
        )

    @staticmethod
    def _digest(tx: Transaction, data: bytes) -> bytes:
        return keyed_digest(tx.project.name_key, data)

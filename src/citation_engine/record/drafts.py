"""Records that a draft was checked: what it was, what was found, and what was left out and why."""

from collections.abc import Mapping
from typing import Any

from citation_engine.ports import EntryRef, Transaction
from citation_engine.record.envelope import Author
from citation_engine.record.writer import append

NEEDS = {"entry": 3}


def note_draft(
    tx: Transaction, author: Author, *, judge: str, fields: Mapping[str, Any]
) -> EntryRef:
    """
    Record the check of a draft.

    Its words are not part of it, nor are those of its sources: claims are known by their hashes,
    findings by their codes. So nothing of it has to go when words are redacted.
    """
    return append(tx, author, "draft.checked", {"judge": judge}, fields=fields)

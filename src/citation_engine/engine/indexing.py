"""Indexes words before they are written, so that no other writer waits for it."""

from citation_engine.hashing import sha256_hex
from citation_engine.model.source import NewSource
from citation_engine.record.reading import Reading
from citation_engine.search.indexing import IndexedText


def prepared(reading: Reading, new: NewSource) -> IndexedText | None:
    """
    The index of a new source's words, made before anybody waits for the writer.

    Words that are known already are left alone: they are not indexed again.
    """
    if new.text is None:
        return None
    indexed = IndexedText(new.text)
    known = reading.find_sources(new.keys)[:1]
    latest = [s.text_sha256 for id in known for s in reading.snapshots(id)][-1:]
    if latest != [sha256_hex(new.text)]:
        indexed.prepare()
    return indexed

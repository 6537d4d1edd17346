"""Indexes over the sources of a few sessions, held in memory."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

from citation_engine.model.source import Snapshot, Source
from citation_engine.quotes.collection_index import CollectionIndex
from citation_engine.verify.snapshot_text import text_of

# Sessions whose indexes are held, and characters of the sources that one index has.
MOST_HELD = 4
MOST_CHARACTERS = 5_000_000


class CollectionIndexes:
    """The indexes over the sources of a few sessions, the ones used last."""

    def __init__(self, most_characters: int = MOST_CHARACTERS) -> None:
        self._most_characters = most_characters
        self._held: OrderedDict[tuple[str, str], CollectionIndex] = OrderedDict()
        self._lock = threading.Lock()

    def of(
        self,
        session: tuple[str, str],
        sources: Sequence[Source],
        words_of: Callable[[int | None], Snapshot | None],
    ) -> CollectionIndex | None:
        """
        The index over these sources of a project's session; only new ones are added.

        None where they have too much text to be held.
        """
        with self._lock:
            index = self._held.get(session, CollectionIndex())
        wanted = {str(source.snapshot_id): source for source in sources}
        for gone in [name for name in index.keys if name not in wanted]:
            index = index.without(gone)
        size = index.characters
        for name, source in wanted.items():
            if name in index or not (snapshot := words_of(source.snapshot_id)):
                continue
            size += len(snapshot.text)
            if size > self._most_characters:
                return None
            index = index.with_document(name, text_of(snapshot).searched)
        with self._lock:
            self._held[session] = index
            self._held.move_to_end(session)
            while len(self._held) > MOST_HELD:
                self._held.popitem(last=False)
        return index

    def forget(self) -> None:
        """Drop all of them, because words went that are in them."""
        with self._lock:
            self._held.clear()

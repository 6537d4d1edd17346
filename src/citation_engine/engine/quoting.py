"""Says which source has some words, by one index over the sources of a session."""

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, cast

from citation_engine.engine import intake
from citation_engine.engine.showing import Located
from citation_engine.errors import InvalidInput
from citation_engine.model.source import ReadState, Source
from citation_engine.model.value import Value
from citation_engine.quotes.collection_index import CollectionIndex
from citation_engine.verify.snapshot_text import text_of

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine

# Sessions whose indexes are held, and characters of the sources that one index has.
MOST_HELD = 4
MOST_CHARACTERS = 5_000_000
MOST_FOUND = 5
# Words by which sources that may have a quotation are found where there is no index.
WORDS_ASKED = 12


class QuoteHit(Value):
    """A source that has some words, or words like them, and where."""

    source: Source
    located: Located


class CollectionIndexes:
    """The indexes over the sources of a few sessions, the ones used last."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[str, str], CollectionIndex] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, engine: "CitationEngine", sources: list[Source]) -> CollectionIndex | None:
        """
        The index over these sources of the engine's session; only new ones are added.

        None where they have too much text to be held.
        """
        key = (engine.context.project_id, engine.context.session_id)
        with self._lock:
            index = self._held.get(key, CollectionIndex())
        wanted = {str(source.snapshot_id): source for source in sources}
        for gone in [name for name in index.keys if name not in wanted]:
            index = index.without(gone)
        size = index.characters
        for name, source in wanted.items():
            if name in index or not (snapshot := engine._searchable(source.snapshot_id)):
                continue
            size += len(snapshot.text)
            if size > MOST_CHARACTERS:
                return None
            index = index.with_document(name, text_of(snapshot).searched)
        with self._lock:
            self._held[key] = index
            self._held.move_to_end(key)
            while len(self._held) > MOST_HELD:
                self._held.popitem(last=False)
        return index

    def forget(self) -> None:
        """Drop all of them, because words went that are in them."""
        with self._lock:
            self._held.clear()


class QuotingMethods:
    """`find_quote`."""

    def find_quote(self, words: str, *, limit: int = MOST_FOUND) -> list[QuoteHit]:
        """
        Say which sources of this session have some words, those that have them exactly first.

        Where none has them, the sources with the nearest words. In a session with very much text
        only the sources are looked at in which the words stand in a row.
        """
        engine = _engine(self)
        quote = intake.text_of("words", words, engine.settings.max_quote, required=True) or ""
        chosen = self._having(quote, limit)
        return [QuoteHit(source=source, located=engine.locate(source, quote)) for source in chosen]

    def _having(self, quote: str, limit: int, *, beside: Source | None = None) -> list[Source]:
        """The sources that have a quotation; with `beside`, others than that one, exactly it."""
        engine = _engine(self)
        sources = [
            source
            for source in engine.list_sources(session_id=engine.context.session_id)
            if source.state is ReadState.READY and source.snapshot_id
        ]
        own = beside.id if beside else None
        if not any(source.id != own for source in sources):
            return []
        index = engine._shared.collections.of(engine, sources)
        if index is None:
            return _by_phrase(engine, quote, limit)
        by_snapshot = {str(source.snapshot_id): source for source in sources}
        found = index.find(quote, limit)
        if beside is not None:
            found = [one for one in found if one.location.match.located]
        return [by_snapshot[one.key] for one in found]


def _by_phrase(engine: "CitationEngine", quote: str, limit: int) -> list[Source]:
    """The sources in which the first words of a quotation stand in a row."""
    words = " ".join(quote.replace('"', " ").split()[:WORDS_ASKED])
    try:
        session = engine.context.session_id
        hits = engine.search(f'"{words}"', session_id=session, limit=limit)
    except InvalidInput:
        return []
    return list({hit.source.id: hit.source for hit in hits if hit.passage}.values())


def _engine(self: Any) -> "CitationEngine":
    return cast("CitationEngine", self)

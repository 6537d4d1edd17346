"""Passages of sources: found by their words or by a reference, and shown where they stand."""

from pathlib import PurePath
from typing import Any

from citation_engine.collect.documents import sandbox_for
from citation_engine.collect.web.archive import is_warc, page_from_warc
from citation_engine.display import one_line
from citation_engine.engine import intake
from citation_engine.engine.search import SearchIndex
from citation_engine.engine.sources import SourceLike, Sources
from citation_engine.engine.state import EngineState
from citation_engine.errors import InvalidInput, InvalidLocator, SourceNotFound, SourceUnreadable
from citation_engine.model.citation import Confidence, ExtractionMethod, NewCitation
from citation_engine.model.passage import Locator, Passage, Span, Value
from citation_engine.model.source import ReadState, Snapshot, Source, SourceType
from citation_engine.model.verdict import Difference, Match
from citation_engine.render.page_image import page_png
from citation_engine.render.stored_page import marked_page
from citation_engine.verify.guards.differences import differences
from citation_engine.verify.words import find_words, passage_at, text_of

DPI = 110
MOST_FOUND = 5
LONGEST_SECTION = 400
MOST_LISTED = 5
# Words by which sources that may have a quotation are found where there is no index.
WORDS_ASKED = 12


class Located(Value):
    """Where words stand in a source: every place, or the nearest words where there is none."""

    match: Match
    passages: tuple[Passage, ...] = ()
    places: int = 0
    nearest: Passage | None = None
    similarity: float | None = None
    differences: tuple[str, ...] = ()
    changes: tuple[Difference, ...] = ()


class QuoteHit(Value):
    """A source that has some words, or words like them, and where."""

    source: Source
    located: Located


class Passages:
    """Places in the words of sources: by a quotation, by a section, on the page."""

    def __init__(self, state: EngineState) -> None:
        self._state = state
        self._sources = Sources(state)
        self._index = SearchIndex(state)

    # by their words -----------------------------------------------------------------------

    def locate(
        self, source: SourceLike, words: str, *, locator: dict[str, Any] | None = None
    ) -> Located:
        """Find words in a source without citing them; a locator chooses between several places."""
        settings = self._state.settings
        snapshot = self._snapshot_with_words(self._sources.find(source))
        asked = NewCitation(
            claim="",
            verbatim_quote=intake.text_of("words", words, settings.max_quote, required=True),
            confidence=Confidence.HIGH,
            extraction_method=ExtractionMethod.DIRECT_QUOTE,
            locator=intake.locator_of(locator, settings.max_metadata) if locator else Locator(),
        )
        found = find_words(asked, SourceType.DOCUMENT, snapshot)
        assert found.match is not None
        changed: tuple[Difference, ...] = ()
        if not found.match.located and found.nearest is not None:
            changed = differences(words, found.nearest.text)
        return Located(
            match=found.match,
            passages=found.passages if found.match.located else (),
            places=found.places,
            nearest=found.nearest,
            similarity=found.similarity,
            differences=found.differences,
            changes=changed,
        )

    def find_quote(self, words: str, *, limit: int = MOST_FOUND) -> list[QuoteHit]:
        """
        Say which sources of this session have some words, those that have them exactly first.

        Where none has them, the sources with the nearest words. In a session with very much text
        only the sources are looked at in which the words stand in a row.
        """
        quote = intake.text_of("words", words, self._state.settings.max_quote, required=True) or ""
        chosen = self.sources_having(quote, limit)
        return [QuoteHit(source=source, located=self.locate(source, quote)) for source in chosen]

    def sources_having(
        self, quote: str, limit: int, *, beside: Source | None = None
    ) -> list[Source]:
        """The sources that have a quotation; with `beside`, others than that one, exactly it."""
        context = self._state.context
        sources = [
            source
            for source in self._sources.list(session_id=context.session_id)
            if source.state is ReadState.READY and source.snapshot_id
        ]
        own = beside.id if beside else None
        if not any(source.id != own for source in sources):
            return []
        index = self._state.shared.collections.of(sources, self._state.snapshot)
        if index is None:
            return self._sources_by_phrase(quote, limit)
        by_snapshot = {str(source.snapshot_id): source for source in sources}
        hits = index.find(quote, limit)
        if beside is not None:
            hits = [hit for hit in hits if hit.location.match.located]
        return [by_snapshot[hit.key] for hit in hits]

    def _sources_by_phrase(self, quote: str, limit: int) -> list[Source]:
        """The sources in which the first words of a quotation stand in a row."""
        words = " ".join(quote.replace('"', " ").split()[:WORDS_ASKED])
        session = self._state.context.session_id
        try:
            hits = self._index.search(f'"{words}"', session_id=session, limit=limit)
        except InvalidInput:
            return []
        return list({hit.source.id: hit.source for hit in hits if hit.passage}.values())

    # by their section ---------------------------------------------------------------------

    def resolve(self, source: SourceLike, section: str) -> Passage:
        """
        The words that a reference or a heading means, with their place.

        `section` is a legal reference ("§ 147 Abs. 3 Satz 1", "Art. 6(1)(f)"), a number ("8.1"),
        a heading, or a path of headings ("Part 1 › Retention"). What is not there, or is there
        more than once, is an error that says what is.
        """
        name = intake.text_of("section", section, LONGEST_SECTION, required=True) or ""
        known, snapshot = self._stored_words(source)
        found = text_of(snapshot).sections.find(name)
        if len(found.spans) == 1:
            return passage_at(snapshot, found.spans[0])
        shown = f'"{one_line(name)}"'
        if not found.spans:
            beginning = f" It has {found.beginning[0]}." if found.beginning else ""
            raise InvalidLocator(
                f"{one_line(known.name)} has no place called {shown}.{beginning}",
                fix="Give a reference or a heading as it stands in the source.",
            )
        lines = [snapshot.text.count("\n", 0, span.start) + 1 for span in found.spans]
        listed = ", ".join(map(str, lines[:MOST_LISTED]))
        more = ", …" if len(lines) > MOST_LISTED else ""
        raise InvalidLocator(
            f"{one_line(known.name)} has {len(lines)} places called {shown}, "
            f"on lines {listed}{more}.",
            fix='Name what it is in as well, such as "Part 1 › Retention".',
        )

    def section_at(self, source: SourceLike, start: int, end: int | None = None) -> str | None:
        """What a place is called by: "§ 147 Abs. 3 Satz 1", or the headings above it; or None."""
        _, snapshot = self._stored_words(source)
        last = start if end is None else end
        numbers = all(isinstance(n, int) and not isinstance(n, bool) for n in (start, last))
        if not numbers or not 0 <= start <= last <= len(snapshot.text):
            raise InvalidInput(
                f"There is no place from {start!r} to {last!r} in {len(snapshot.text)} characters.",
                fix="Give offsets into the words of the source, as a passage has them.",
            )
        return text_of(snapshot).sections.section_of(Span(start, last))

    def _stored_words(self, source: SourceLike) -> tuple[Source, Snapshot]:
        """The source that is meant, and the words that are stored of it."""
        known = self._sources.find(source)
        snapshot = self._state.snapshot(known.snapshot_id)
        if snapshot is None or snapshot.redacted:
            why = f" {one_line(known.state_reason)}" if known.state_reason else ""
            raise SourceUnreadable(
                f"No words of {one_line(known.name)} are stored.{why}",
                fix="Add the source again once its words can be read.",
            )
        return known, snapshot

    # on the page --------------------------------------------------------------------------

    def page_picture(
        self,
        source: SourceLike,
        passage: Passage | None = None,
        *,
        page: int | None = None,
        dpi: int = DPI,
    ) -> bytes:
        """A page of a PDF as a PNG, with the words of a passage marked."""
        known = self._sources.find(source)
        snapshot = self._snapshot_with_words(known)
        wanted = page if page is not None else (passage.page if passage else None)
        if "pdf" not in snapshot.media_type or wanted is None:
            raise InvalidInput(
                f"The source {known.label} has no pages that can be drawn ({snapshot.media_type}).",
                fix="Pictures are made of PDF pages.",
            )
        return sandbox_for(self._state.settings).run(
            page_png,
            self._document(snapshot),
            name=PurePath(known.identifier).name,
            page=wanted,
            rects=[rect.model_dump() for rect in passage.rects] if passage else [],
            dpi=dpi,
        )

    def stored_page(self, source: SourceLike, passage: Passage) -> str:
        """The stored web page as a document of its own, with the words of a passage marked."""
        known = self._sources.find(source)
        snapshot = self._snapshot_with_words(known)
        if not snapshot.layout.nodes:
            raise InvalidInput(
                f"The source {known.label} is not a stored web page ({snapshot.media_type}).",
                fix="Pages are kept when their address or an HTML file is added.",
            )
        span = Span(passage.start, passage.end)
        html = self._document(snapshot)
        return marked_page(html, snapshot.layout.nodes, span, encoding=snapshot.encoding)

    def _document(self, snapshot: Snapshot) -> bytes:
        """The bytes of the document itself; those of a page are in its archive."""
        original = self._sources.original(snapshot.id)
        assert original is not None
        return page_from_warc(original).body if is_warc(original) else original

    def _snapshot_with_words(self, source: Source) -> Snapshot:
        snapshot = self._state.snapshot(source.snapshot_id)
        if snapshot is None or snapshot.redacted:
            raise SourceNotFound(
                f"No words of {source.label} are stored. {source.state_reason}".strip(),
                fix="Add the source again once its words can be read.",
            )
        return snapshot

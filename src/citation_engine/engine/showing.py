"""Shows words where they stand: on a picture of the page, or in the stored web page."""

from pathlib import PurePath
from typing import TYPE_CHECKING, Any, cast

from citation_engine.collect.documents import sandbox_for
from citation_engine.collect.web.archive import is_warc, page_from_warc
from citation_engine.engine import intake
from citation_engine.errors import InvalidInput, SourceNotFound
from citation_engine.model.citation import Confidence, ExtractionMethod, NewCitation
from citation_engine.model.conflict import Difference
from citation_engine.model.passage import Locator, Passage
from citation_engine.model.source import Snapshot, Source, SourceType
from citation_engine.model.span import Span
from citation_engine.model.value import Value
from citation_engine.model.verdict import Match
from citation_engine.render.page_image import page_png
from citation_engine.render.stored_page import marked_page
from citation_engine.verify.guards.differences import differences
from citation_engine.verify.words import find_words

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine

DPI = 110
SourceLike = Source | int | str


class Located(Value):
    """Where words stand in a source: every place, or the nearest words where there is none."""

    match: Match
    passages: tuple[Passage, ...] = ()
    places: int = 0
    nearest: Passage | None = None
    similarity: float | None = None
    differences: tuple[str, ...] = ()
    changes: tuple[Difference, ...] = ()


class ShowingMethods:
    """`locate`, `page_picture` and `stored_page`."""

    def locate(
        self, source: SourceLike, words: str, *, locator: dict[str, Any] | None = None
    ) -> Located:
        """Find words in a source without citing them; a locator chooses between several places."""
        engine = _engine(self)
        snapshot = self._snapshot_with_words(source)
        limit = engine.settings.max_quote
        asked = NewCitation(
            claim="",
            verbatim_quote=intake.text_of("words", words, limit, required=True),
            confidence=Confidence.HIGH,
            extraction_method=ExtractionMethod.DIRECT_QUOTE,
            locator=intake.locator_of(locator, engine.settings.max_metadata)
            if locator
            else Locator(),
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

    def page_picture(
        self,
        source: SourceLike,
        passage: Passage | None = None,
        *,
        page: int | None = None,
        dpi: int = DPI,
    ) -> bytes:
        """A page of a PDF as a PNG, with the words of a passage marked."""
        engine = _engine(self)
        known = engine._resolve(source)
        snapshot = self._snapshot_with_words(known)
        wanted = page if page is not None else (passage.page if passage else None)
        if "pdf" not in snapshot.media_type or wanted is None:
            raise InvalidInput(
                f"The source {known.label} has no pages that can be drawn ({snapshot.media_type}).",
                fix="Pictures are made of PDF pages.",
            )
        return sandbox_for(engine.settings).run(
            page_png,
            self._document(snapshot),
            name=PurePath(known.identifier).name,
            page=wanted,
            rects=[rect.model_dump() for rect in passage.rects] if passage else [],
            dpi=dpi,
        )

    def stored_page(self, source: SourceLike, passage: Passage) -> str:
        """The stored web page as a document of its own, with the words of a passage marked."""
        known = _engine(self)._resolve(source)
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
        original = _engine(self).get_original(snapshot.id)
        assert original is not None
        return page_from_warc(original).body if is_warc(original) else original

    def _snapshot_with_words(self, source: SourceLike) -> Snapshot:
        engine = _engine(self)
        known = engine._resolve(source)
        snapshot = engine._searchable(known.snapshot_id)
        if snapshot is None or snapshot.redacted:
            raise SourceNotFound(
                f"No words of {known.label} are stored. {known.state_reason}".strip(),
                fix="Add the source again once its words can be read.",
            )
        return snapshot


def _engine(self: Any) -> "CitationEngine":
    return cast("CitationEngine", self)

"""The sources of a session on the record, as a library that drafts are checked against."""

from collections.abc import Sequence

from citation_engine.engine.passages import Passages
from citation_engine.engine.search import SearchIndex
from citation_engine.engine.sources import Sources
from citation_engine.engine.state import EngineState
from citation_engine.errors import CitationError, InvalidInput
from citation_engine.model.citation import Citation
from citation_engine.model.hit import Duplicate, Evidence
from citation_engine.model.source import Snapshot, Source


class SessionLibrary:
    """The library of the session that an engine writes to, or some of its sources."""

    def __init__(self, state: EngineState, only: Sequence[Source] | None = None) -> None:
        self._state = state
        self._only = None if only is None else {source.id for source in only}
        self._session = state.context.session_id
        self._index = SearchIndex(state)

    @property
    def sources(self) -> list[Source]:
        """The sources without their words, in the order of their numbers."""
        listed = Sources(self._state).list(session_id=self._session)
        known = (s for s in listed if s.number and self._has(s))
        return sorted(known, key=lambda source: source.number or 0)

    def _has(self, source: Source) -> bool:
        return self._only is None or source.id in self._only

    @property
    def citations(self) -> list[Citation]:
        """The citations of the session."""
        number = self._state.number_of(self._session)
        return [] if number is None else self._state.reading.citations(session_id=number)

    def snapshot(self, source: Source) -> Snapshot | None:
        """The latest words of a source, ready to be searched; None where there are none."""
        return self._state.snapshot(source.snapshot_id)

    def find_evidence(
        self, claim: str, *, sources: Sequence[Source] | None = None, limit: int, least: float = 0
    ) -> list[Evidence]:
        """The passages of the session, or of these sources, that speak of a claim."""
        if sources is None and self._only is not None:
            sources = self.sources
        session = self._session if sources is None else None
        try:
            return self._index.find_evidence(
                claim, sources=sources, session_id=session, limit=limit
            )
        except InvalidInput:
            # There are no words in it to look for, as in a cell with a dash.
            return []

    def find_quote(self, quote: str, *, limit: int, beside: Source) -> list[Source]:
        """Sources that have a quotation; where only `beside` is left to look at, none."""
        try:
            found = Passages(self._state).sources_having(quote, limit, beside=beside)
        except CitationError:
            return []
        return [source for source in found if self._has(source)]

    def near_duplicates(self, source: Source) -> list[Duplicate]:
        """The sources whose words are nearly the same, the most alike first."""
        return self._index.near_duplicates(source)

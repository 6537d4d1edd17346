"""What would hold where a citation does not: another source, or other words."""

from citation_engine.display import one_line
from citation_engine.engine.passages import Passages
from citation_engine.engine.search import SearchIndex
from citation_engine.engine.state import EngineState
from citation_engine.errors import CitationError
from citation_engine.model.citation import ExtractionMethod
from citation_engine.model.passage import Passage
from citation_engine.model.source import ReadState, Source
from citation_engine.model.verdict import Better, Status, Support, Verdict
from citation_engine.ports import Question
from citation_engine.verify.check import Given
from citation_engine.verify.words import is_description

# Passages of the session that a judge is asked about.
MOST_ASKED = 3
# Sources that are looked at for a quote that is not where it should be.
MOST_HAVING = 5
SHOWN = 160


class Alternatives:
    """Names the better source where the cited one does not support the claim."""

    def __init__(self, state: EngineState) -> None:
        self._state = state
        self._index = SearchIndex(state)
        self._passages = Passages(state)

    def improve(self, given: Given, verdict: Verdict) -> Verdict:
        """The verdict, with what would hold in its place, where the session has it."""
        if verdict.status is not Status.FAILED or is_description(given.new, given.source.type):
            return verdict
        words_are_there = verdict.match is not None and verdict.match.located
        better = self.other_words(given) if words_are_there else self._other_place(given)
        if better is None:
            return verdict
        notes = f"{verdict.notes} {_sentence(better)}"
        fix = f'Cite {better.label}: "{one_line(better.passage.text, SHOWN)}".'
        return verdict.model_copy(update={"better": better, "notes": notes, "fix": fix})

    def other_words(self, given: Given) -> Better | None:
        """A passage of the session that the judge finds to support the claim."""
        if given.new.extraction_method is ExtractionMethod.NEGATIVE:
            return None
        session, judge = self._state.context.session_id, self._state.judge
        try:
            evidence = self._index.find_evidence(
                given.new.claim, session_id=session, limit=MOST_ASKED
            )
            usable = [
                hit
                for hit in evidence
                if hit.source.state is ReadState.READY and hit.source.id != given.source.id
            ]
            questions = [Question(given.new.claim, hit.passage) for hit in usable]
            answers = judge.judge(questions) if questions else []
        except CitationError:
            return None
        for hit, answer in zip(usable, answers, strict=False):
            if answer.support is Support.SUPPORTED:
                return _better(hit.source, hit.passage, "claim")
        return None

    def _other_place(self, given: Given) -> Better | None:
        """A source of the session that has the quoted words."""
        quote = given.new.verbatim_quote
        if not quote or not quote.strip():
            return None
        try:
            for source in self._passages.sources_having(quote, MOST_HAVING, beside=given.source):
                located = self._passages.locate(source, quote)
                if source.id != given.source.id and located.match.located and located.passages:
                    return _better(source, located.passages[0], "words")
        except CitationError:
            return None
        return None


def _better(source: Source, passage: Passage, what: str) -> Better:
    return Better(
        source_id=source.id, label=source.label, name=source.name, passage=passage, what=what
    )


def _sentence(better: Better) -> str:
    where = f"{better.label} ({one_line(better.name, 80)}), {one_line(better.passage.where, SHOWN)}"
    if better.what == "words":
        return f"{where}, has these words."
    return f"{where}, carries the claim."

"""Looks for what would hold where a citation does not: another source, or other words."""

from citation_engine.display import one_line
from citation_engine.errors import CitationError
from citation_engine.model.checked import CitedClaim
from citation_engine.model.citation import ExtractionMethod, NewCitation
from citation_engine.model.passage import Locator, Passage
from citation_engine.model.source import ReadState, Snapshot, Source, SourceType
from citation_engine.model.verdict import Better, Status, Support, Verdict
from citation_engine.ports import Judge, Library, Question
from citation_engine.verify.check import ask, objections
from citation_engine.verify.words import Words, find_words, is_description

# From this score on a passage surely speaks of a claim: below it hardly any carries one.
SPEAKS_OF_IT = 0.4
# Passages of the library that a judge is asked about.
MOST_ASKED = 3
# Sources that are looked at for a quote that is not where it should be.
MOST_HAVING = 5
SHOWN = 160
# Signs between words and the marker behind them.
_NEAR = 3
_NOT_CARRIED = (Support.UNDECIDED, Support.UNSUPPORTED, Support.CONTRADICTED)


def add_better(cited: CitedClaim, verdict: Verdict, library: Library, judge: Judge) -> Verdict:
    """
    The verdict, with what would hold in its place, where the library has it.

    Where a claim only names its source, that is told and the words of the verdict stay.
    """
    if cited.passages is not None and (verdict.match is None or verdict.match.located):
        better = _other_words(cited, library, judge) if verdict.support in _NOT_CARRIED else None
        return verdict.model_copy(update={"better": better}) if better else verdict
    if verdict.status is not Status.FAILED or is_description(cited.new, cited.source.type):
        return verdict
    words_are_there = verdict.match is not None and verdict.match.located
    better = (
        _other_words(cited, library, judge) if words_are_there else _other_place(cited, library)
    )
    if better is None:
        return verdict
    said = f"{verdict.notes} {_sentence(better)}"
    fix = f'Cite {better.label}: "{one_line(better.passage.text, SHOWN)}".'
    return verdict.model_copy(update={"better": better, "notes": said, "fix": fix})


def locate(snapshot: Snapshot, quote: str, locator: Locator | None = None) -> Words:
    """Where a quotation stands in a snapshot; a locator chooses between several places."""
    new = NewCitation(claim="", verbatim_quote=quote, locator=locator or Locator())
    return find_words(new, SourceType.DOCUMENT, snapshot)


def _other_place(cited: CitedClaim, library: Library) -> Better | None:
    """A source of the library that has the quoted words."""
    quote = cited.new.verbatim_quote
    if not quote or not quote.strip():
        return None
    for source in library.find_quote(quote, limit=MOST_HAVING, beside=cited.source):
        snapshot = library.snapshot(source)
        if source.id == cited.source.id or snapshot is None or snapshot.redacted:
            continue
        words = locate(snapshot, quote)
        is_there = words.match is not None and words.match.located and words.passages
        if is_there and not _hands_on(cited, words.passages[0]):
            return _better(source, words.passages[0], "words")
    return None


def _other_words(cited: CitedClaim, library: Library, judge: Judge) -> Better | None:
    """A passage of the library that carries the claim, to the judge and to the guards."""
    claim = cited.new.claim
    if cited.new.extraction_method is ExtractionMethod.NEGATIVE:
        return None
    try:
        found = library.find_evidence(claim, limit=MOST_ASKED, least=SPEAKS_OF_IT)
    except CitationError:
        # A citation is checked whether or not anything better can be looked for.
        return None
    evidence = [
        one
        for one in found
        if one.source.state is ReadState.READY
        and one.source.id != cited.source.id
        and one.score >= SPEAKS_OF_IT
        # The guards cost next to nothing, and a judge may cost a lot.
        and not objections(claim, None, one.passage)
        and not _hands_on(cited, one.passage)
    ]
    questions = [
        Question(claim, one.passage, claim_language=cited.language, source=one.source.id)
        for one in evidence
    ]
    answers = ask(questions, judge) if questions else []
    for one, answer in zip(evidence, answers, strict=True):
        if answer.support is Support.SUPPORTED:
            return _better(one.source, one.passage, "claim")
    return None


def _hands_on(cited: CitedClaim, passage: Passage) -> bool:
    """Whether words have the marker of the claim themselves, as those of an earlier draft have."""
    marker = cited.marker.text if cited.marker else ""
    behind = passage.after[: len(marker) + _NEAR]
    return bool(marker) and marker in passage.text + behind


def _better(source: Source, passage: Passage, what: str) -> Better:
    return Better(
        source_id=source.id, label=source.label, name=source.name, passage=passage, what=what
    )


def _sentence(better: Better) -> str:
    where = f"{better.label} ({one_line(better.name, 80)}), {one_line(better.passage.where, SHOWN)}"
    if better.what == "words":
        return f"{where}, has these words."
    return f"{where}, carries the claim."

"""Holds the claims of a draft against the sources they are tied to."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from citation_engine.audit.states import claim_state
from citation_engine.check.parallel import in_order
from citation_engine.errors import InvalidInput
from citation_engine.markers.links import DIALECT as LINKS
from citation_engine.markers.links import words_of
from citation_engine.model.checked import CheckedCitation, CheckedClaim, LinkedBy
from citation_engine.model.citation import ExtractionMethod, MadeBy, NewCitation
from citation_engine.model.draft import Claim, Marker, Quoted
from citation_engine.model.passage import Locator, Passage
from citation_engine.model.source import ReadState, Snapshot, Source
from citation_engine.model.verdict import Match, Support, Verdict
from citation_engine.ports import is_waited_for
from citation_engine.verify.carrying import Named, check_named
from citation_engine.verify.check import Given, check_all

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine

_PLACE = re.compile(
    r"[ \u00a0]\((?:[Pp]{1,2}\.|[Pp]ages?|S\.|[Ss]eiten?|§{1,2}|[Aa]rt\.|[Ss]ection|[Aa]bs\.)"
    r"[ \u00a0]?[^()]{1,40}\)(?=[.!?…]?\s*\Z)"
)
# Passages of a source that are judged for a claim that quotes none of it.
PASSAGES = 3
_NOT_CARRIED = (Support.UNDECIDED, Support.UNSUPPORTED, Support.CONTRADICTED)
# Citations that are checked together, and calls that run at once where a judge takes its time.
TOGETHER = 8
AT_ONCE = 4
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Tie:
    """A claim is tied to a source: by which marker, how, and by which words if any are named."""

    claim: int
    source: Source
    linked_by: LinkedBy
    marker: Marker | None = None
    quote: Quoted | None = None
    # Words of the source that are not in the draft: a provider says that they are there.
    given_quote: str | None = None
    locator: Locator = field(default_factory=Locator)
    # Why it cannot be checked, where that is known beforehand.
    problem: str = ""

    @property
    def words(self) -> str | None:
        """The words that should stand in the source."""
        if self.problem:
            return None
        return self.quote.text if self.quote else self.given_quote


class _Asked(NamedTuple):
    """What a check is about; equal ones have equal answers."""

    claim: str
    source: int
    words: str | None
    locator: Locator
    problem: str


def with_quotes(
    claims: Sequence[Claim], ties: Sequence[Tie], engine: "CitationEngine"
) -> list[Tie]:
    """
    Return the ties with the quotations of their claims, each tied to the source that has it.

    A claim may cite several sources and quote one of them. A quotation that stands in none is
    tied to the one with the words most like it. Sources without a quotation are judged by what
    they say.
    """
    by_claim: dict[int, list[Tie]] = {}
    for tie in ties:
        by_claim.setdefault(tie.claim, []).append(tie)
    found: list[Tie] = []
    for number, own in by_claim.items():
        quotes = claims[number].quotes
        readable = [tie for tie in own if tie.source.state is not ReadState.DEGRADED]
        if not quotes or not readable or any(tie.given_quote for tie in own):
            found += own
            continue
        longest = engine.settings.max_quote
        chosen = [(quote, _best(engine, quote, readable, longest)) for quote in quotes]
        quoted = {id(tie) for _, tie in chosen}
        found += [_quoting(tie, quote, longest) for quote, tie in chosen]
        found += [tie for tie in own if id(tie) not in quoted]
    return found


def _quoting(tie: Tie, quote: Quoted, longest: int) -> Tie:
    if len(quote.text) <= longest:
        return replace(tie, quote=quote)
    problem = f"The quote has {len(quote.text):,} characters; the limit is {longest:,}."
    return replace(tie, quote=quote, problem=problem)


def _best(engine: "CitationEngine", quote: Quoted, ties: Sequence[Tie], longest: int) -> Tie:
    if len(ties) == 1 or len(quote.text) > longest:
        return ties[0]
    order = list(Match)

    def rank(tie: Tie) -> tuple[int, float]:
        found = engine.locate(tie.source, quote.text, locator=tie.locator.given())
        return order.index(found.match), -(found.similarity or 0)

    return min(ties, key=rank)


class ClaimChecker:
    """Checks ties of claims to sources, several at once where the judge is a server."""

    def __init__(self, engine: "CitationEngine", claims: Sequence[Claim]) -> None:
        self._engine = engine
        self._claims = claims

    def check(self, ties: Sequence[Tie], progress: Progress | None = None) -> list[CheckedClaim]:
        """The claims of the draft with what became of each tie, in the order of the draft."""
        # What a draft says again and again about one source is checked once.
        first: dict[_Asked, Tie] = {}
        for tie in ties:
            first.setdefault(self._asked(tie), tie)
        verdicts: dict[_Asked, Verdict] = {}
        at_once = AT_ONCE if is_waited_for(self._engine.judge) else 1
        batches = _batches(list(first.values()), TOGETHER)
        for batch, found in in_order(self._verdicts, batches, at_once):
            verdicts.update(zip(map(self._asked, batch), found(), strict=True))
            if progress:
                progress(len(verdicts), len(first))
        by_claim: dict[int, list[CheckedCitation]] = {}
        for tie in ties:
            checked = _checked(tie, verdicts[self._asked(tie)])
            by_claim.setdefault(tie.claim, []).append(checked)
        return [
            CheckedClaim(
                claim=claim,
                state=claim_state(claim, by_claim.get(number, ())),
                citations=tuple(by_claim.get(number, ())),
            )
            for number, claim in enumerate(self._claims)
        ]

    def _asked(self, tie: Tie) -> "_Asked":
        return _Asked(
            _said(self._claims[tie.claim]), tie.source.id, tie.words, tie.locator, tie.problem
        )

    def _verdicts(self, ties: Sequence[Tie]) -> list[Verdict]:
        snapshots = [self._engine.state.searchable(tie.source.snapshot_id) for tie in ties]
        pairs = list(zip(ties, snapshots, strict=True))
        quoting = [Given(self.citation(tie), tie.source, snap) for tie, snap in pairs if tie.words]
        naming = [self._named(tie, snap) for tie, snap in pairs if not tie.words]
        judge = self._engine.judge
        quoted = iter(self._improved(quoting))
        found = zip(naming, check_named(naming, judge), strict=True)
        named = iter([self._with_better(*each) for each in found])
        return [next(quoted) if tie.words else next(named) for tie in ties]

    def _with_better(self, named: Named, verdict: Verdict) -> Verdict:
        """The verdict with another source that carries the claim, where the cited one does not."""
        if verdict.support not in _NOT_CARRIED:
            return verdict
        new = NewCitation(claim=named.claim, extraction_method=ExtractionMethod.PARAPHRASE)
        better = self._engine.citations.alternatives.other_words(
            Given(new, named.source, named.snapshot)
        )
        return verdict.model_copy(update={"better": better}) if better else verdict

    def _improved(self, given: Sequence[Given]) -> list[Verdict]:
        verdicts = check_all(given, self._engine.judge)
        improve = self._engine.citations.alternatives.improve
        return [improve(one, verdict) for one, verdict in zip(given, verdicts, strict=True)]

    def citation(self, tie: Tie, passage: Passage | None = None) -> NewCitation:
        """The citation that a tie amounts to; without a quotation it rests on a passage."""
        words = tie.words
        method = ExtractionMethod.DIRECT_QUOTE if words else ExtractionMethod.PARAPHRASE
        return NewCitation(
            claim=_said(self._claims[tie.claim]),
            verbatim_quote=words,
            quote_context=None if words or passage is None else passage.text,
            extraction_method=method,
            locator=passage.locator if passage and not words else tie.locator,
            made_by=MadeBy.LINK,
        )

    def _named(self, tie: Tie, snapshot: Snapshot | None) -> Named:
        claim = _said(self._claims[tie.claim])
        passages: tuple[Passage, ...] = ()
        if snapshot is not None and not snapshot.redacted and not tie.problem:
            passages = tuple(self._passages(claim, tie))
        return Named(claim, tie.source, snapshot, passages)

    def _passages(self, claim: str, tie: Tie) -> Iterator[Passage]:
        """The passages of a source that speak of a claim."""
        try:
            found = self._engine.find_evidence(claim, sources=[tie.source], limit=PASSAGES)
        except InvalidInput:
            # There are no words in it to look for, as in a cell with a dash.
            return
        yield from (one.passage for one in found)


def _said(claim: Claim) -> str:
    """What a claim states, without the name or place of a source in brackets at its end."""
    text = _PLACE.sub("", claim.text)
    for marker in claim.markers:
        if marker.dialect == LINKS:
            at, words = marker.span.start, words_of(marker)
            text = text.replace(f" ({marker.text[words.start - at : words.end - at]})", "")
    return (
        claim.model_copy(update={"text": text}).statement if text.strip(" .") else claim.statement
    )


def _checked(tie: Tie, verdict: Verdict) -> CheckedCitation:
    unread = bool(tie.problem) or tie.source.state in (ReadState.DEGRADED, ReadState.REDACTED)
    return CheckedCitation(
        source=tie.source.label,
        marker=tie.marker,
        quote=tie.quote,
        linked_by=tie.linked_by,
        verdict=None if unread else verdict,
        unchecked=(tie.problem or tie.source.state_reason or verdict.notes) if unread else "",
    )


def _batches(ties: Sequence[Tie], size: int) -> Iterator[list[Tie]]:
    left = iter(ties)
    while batch := list(islice(left, size)):
        yield batch

"""Checks the quotes of a draft against the words of its sources (CE1xx)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from citation_engine.audit.audit_input import SHOWN, AuditInput
from citation_engine.audit.codes import make_finding
from citation_engine.audit.places import named_page, place_of
from citation_engine.audit.states import held_elsewhere, words_fail
from citation_engine.display import one_line
from citation_engine.model.checked import CheckedCitation, CheckedClaim
from citation_engine.model.finding import Edit, Finding
from citation_engine.model.passage import Passage
from citation_engine.model.verdict import Difference, Match, Place, Verdict

_MOST_CHANGES = 3
# A quote below both shows nothing: the words may stand in any text.
_FEWEST_LETTERS, _FEWEST_LETTERS_OF_A_WORD = 8, 12


class _Case(NamedTuple):
    """A citation with its verdict, and all that a finding about it needs."""

    given: AuditInput
    claim: CheckedClaim
    citation: CheckedCitation
    verdict: Verdict

    @property
    def source(self) -> str:
        return self.given.called(self.citation.source)

    @property
    def what(self) -> str:
        quote = self.citation.quote
        return f'The quote "{one_line(quote.text, SHOWN)}"' if quote else "What was cited"

    def finding(
        self,
        code: str,
        message: str,
        help: str,
        evidence: Passage | None = None,
        edits: Sequence[Edit] = (),
    ) -> Finding:
        marker = self.citation.marker
        return make_finding(
            code,
            message,
            help,
            span=place_of(self.claim, self.citation),
            pointer=self.claim.claim.pointer,
            claim=self.claim.claim.id or None,
            source=self.citation.source,
            marker=marker.text if marker else None,
            evidence=evidence,
            edits=tuple(edits),
        )


def quotes(given: AuditInput) -> Iterator[Finding]:
    """What is wrong with the words that are cited, citation by citation."""
    for claim in given.claims:
        for citation in claim.citations:
            if citation.verdict is not None and citation.verdict.match is not None:
                case = _Case(given, claim, citation, citation.verdict)
                yield from _failed(case) if words_fail(citation) else _found(case)


def _failed(case: _Case) -> Iterator[Finding]:
    """Words that are not there: CE101, CE102, or CE107 where another cited source has them."""
    if held_elsewhere(case.citation, case.claim.citations):
        yield case.finding(
            "CE107",
            f"{case.what} is not in {case.source}. Another source that is cited here has it.",
            "Move the marker to what this source says, or leave it out.",
            case.verdict.nearest,
        )
    elif case.verdict.match is Match.NEAR:
        yield case.finding(
            "CE102",
            f"{case.what} is not the words of {case.source}{_said(case.verdict.changes)}.",
            "Correct the quote to the words of the source, or mark it as a paraphrase.",
            case.verdict.nearest,
        )
    else:
        near = case.verdict.nearest
        yield case.finding(
            "CE101",
            f"{case.what} is not in {case.source}.",
            "Correct the quote to the words of the source, or drop the citation."
            if near
            else "Nothing like it stands there: check that it is the right source.",
            near,
        )


def _said(changes: Sequence[Difference]) -> str:
    if not changes:
        return ""
    shown = [_change(one) for one in changes[:_MOST_CHANGES]]
    more = len(changes) - _MOST_CHANGES
    return f": {', '.join(shown)}" + (f" and {more} more changes" if more > 0 else "")


def _change(change: Difference) -> str:
    quote, source = one_line(change.quote_words, SHOWN), one_line(change.source_words, SHOWN)
    if not quote:
        return f'"{source}" is left out'
    return f'"{quote}" → "{source}"' if source else f'"{quote}" is added'


def _found(case: _Case) -> Iterator[Finding]:
    """Words that are there, and what is doubtful about them all the same."""
    if case.citation.quote is not None and is_too_short(case.citation.quote.text):
        yield case.finding(
            "CE106",
            f"{case.what} is too short to show anything"
            + (f"; it stands at {case.verdict.places} places." if case.verdict.places > 1 else "."),
            "Quote more of the sentence it stands in.",
            case.verdict.passage,
        )
    elif case.verdict.place is Place.SEVERAL:
        yield case.finding(
            "CE104",
            f"{case.what} stands at {case.verdict.places} places in {case.source}.",
            "Name the page or section that is meant, or quote more words.",
            case.verdict.passage,
        )
    if case.verdict.place is Place.ELSEWHERE:
        yield _misplaced(case)
    yield from _stitched(case)


def is_too_short(quote: str) -> bool:
    """Whether a quote is a few letters or a single short word."""
    letters = sum(map(str.isalnum, quote))
    alone = len(quote.split()) < 2
    return letters < (_FEWEST_LETTERS_OF_A_WORD if alone else _FEWEST_LETTERS)


def _misplaced(case: _Case) -> Finding:
    """Words that stand elsewhere (CE103); a page that the draft names is corrected."""
    passage = case.verdict.passage
    where = one_line(passage.where, SHOWN) if passage else "another place"
    cited = named_page(case.given, case.claim.claim, case.citation.marker)
    page = cited.of(case.given.draft.text) if cited else ""
    edits: list[Edit] = []
    right = _page_number(passage)
    alone = len({one.source for one in case.claim.citations}) == 1
    if cited and right and right != page and alone and case.given.editable:
        edits = [Edit(span=cited, text=right)]
    wrong = f"not on page {page}" if edits else "not where the draft says"
    return case.finding(
        "CE103",
        f"{case.what} stands in {case.source} at {where}, {wrong}.",
        f"Correct the place to {where}.",
        passage,
        edits,
    )


def _page_number(passage: Passage | None) -> str:
    """The number of the page that a person would write; empty where it is not a plain one."""
    if passage is None or passage.page is None:
        return ""
    label = passage.page_label or str(passage.page)
    return label if label.isascii() and label.isdigit() else ""


def _stitched(case: _Case) -> Iterator[Finding]:
    """Parts of a quote that stand far apart (CE105)."""
    passage = case.verdict.passage
    if case.verdict.match is not Match.ELIDED or passage is None:
        return
    apart = max((b.start - a.end for a, b in pairwise(passage.segments)), default=0)
    if apart > case.given.options.farthest_apart:
        yield case.finding(
            "CE105",
            f"{case.what} leaves out {apart:,} characters of {case.source} at one place.",
            "Quote the parts apart, each with its place, so that none changes the other's sense.",
            passage,
        )

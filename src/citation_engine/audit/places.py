"""Where in a draft the words stand that a finding is about, so that a caret goes under them."""

import re
from bisect import bisect_left

from citation_engine.audit.audit_input import AuditInput
from citation_engine.markers.stated import stated_place
from citation_engine.model.checked import CheckedCitation, CheckedClaim
from citation_engine.model.draft import Claim, Marker
from citation_engine.model.passage import Span

_LINE_END = re.compile("\n")


def place_of(claim: CheckedClaim, citation: CheckedCitation | None = None) -> Span | None:
    """Where a citation stands: its quote, else its marker, else the claim as a whole."""
    if citation and citation.quote:
        return citation.quote.span
    if claim.claim.span is not None:
        return claim.claim.span
    return citation.marker.span if citation and citation.marker else None


def words_in_draft(given: AuditInput, claim: Claim, span: Span) -> Span | None:
    """
    Return where words of a claim's text stand in the draft; else the claim's own span.

    The draft has markup and markers between the words. Where the same words stand in the claim
    several times, as many of them must be in the draft, and the same one is taken.
    """
    if claim.span is None:
        return None
    words, stretch = span.of(claim.text), _without_markers(given, claim, claim.span)
    if not words:
        return claim.span
    ours, theirs = _starts(words, claim.text), _starts(words, stretch)
    if len(ours) != len(theirs) or span.start not in ours:
        return claim.span
    start = claim.span.start + theirs[ours.index(span.start)]
    return Span(start, start + len(words))


def _without_markers(given: AuditInput, claim: Claim, span: Span) -> str:
    """The words of a stretch; where a marker of the claim stands, as many empty characters."""
    text, pieces, done = given.draft.text, [], span.start
    for marker in sorted(claim.markers, key=lambda one: one.span):
        if done <= marker.span.start and marker.span.end <= span.end:
            size = marker.span.end - marker.span.start
            pieces += [text[done : marker.span.start], "\0" * size]
            done = marker.span.end
    return "".join([*pieces, text[done : span.end]])


def _starts(words: str, text: str) -> list[int]:
    found, at = [], text.find(words)
    while at >= 0:
        found.append(at)
        at = text.find(words, at + len(words))
    return found


def named_page(given: AuditInput, claim: Claim, marker: Marker | None) -> Span | None:
    """
    Return where a claim names the page of the source it cites: in the marker or beside it.

    A page that is named elsewhere in a sentence may be any page.
    """
    if marker is None:
        return None
    found = stated_place(given.draft.text, claim, marker)
    return found.span if found and found.locator.page is not None else None


class Lines:
    """The lines of a text, found once: many places may be on one long line."""

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._ends = [match.start() for match in _LINE_END.finditer(text)]

    def at(self, position: int) -> Span:
        """Return the line that a position is in, without its line end."""
        at = bisect_left(self._ends, position)
        start = self._ends[at - 1] + 1 if at else 0
        return Span(start, self._ends[at] if at < len(self._ends) else self._length)

"""Checks the markers of a draft: where they point, and whether they can be understood (CE0xx)."""

import re
from collections.abc import Iterator

from citation_engine.audit.audit_input import AuditInput
from citation_engine.audit.codes import make_finding
from citation_engine.display import one_line
from citation_engine.markers.page import Page
from citation_engine.markers.reading import find_markers
from citation_engine.model.checked import Link
from citation_engine.model.draft import DraftFormat, Marker
from citation_engine.model.finding import Finding
from citation_engine.model.span import Span

SHOWN = 60
_CORRECT = "Correct the marker, or give the source it means."
_MOST_CANDIDATES = 5
_SIDECAR = "sidecar"
# How a sidecar says that the path of an entry is wrong, and not its numbers.
_WRONG_PATH = re.compile(r"Its path|It has no path")
# Signs that mean nothing else in code. `[1]` and `[^1]` do: an index, a regular expression.
_PLAIN_IN_CODE = ("brackets", "tokens", "sup", "usage")
# Signs whose numbers are those of the draft's own list.
_LISTED = ("numeric", "footnotes")
_DOUBTFUL_IN_CODE = ("footnotes", "numeric", "named")
_OPENED = re.compile(
    r"(?P<element><(?:code|pre|samp|kbd|tt)\b[^<>]*+>)|(?:`{3,}+|~{3,}+)[^\n`]*+\n|`++",
    re.IGNORECASE,
)


def unknown(given: AuditInput) -> Iterator[Finding]:
    """Markers that point to no known source (CE001)."""
    for link in given.links:
        if link.marker.problem or link.sources or link.candidates:
            continue
        yield make_finding(
            "CE001",
            " ".join([_points_nowhere(link), one_line(link.problem, 300)]).strip(),
            " ".join(filter(None, [_CORRECT, _known(given, link.marker)])),
            span=link.marker.span,
            claim=given.claim_of(link.marker),
            marker=link.marker.text,
        )


def ambiguous(given: AuditInput) -> Iterator[Finding]:
    """Markers that fit several sources, so that nobody can tell which is meant (CE007)."""
    for link in given.links:
        if link.marker.problem or link.sources or not link.candidates:
            continue
        names = [f"{label} ({given.called(label)})" for label in link.candidates]
        shown = ", ".join(names[:_MOST_CANDIDATES])
        more = len(names) - _MOST_CANDIDATES
        yield make_finding(
            "CE007",
            f"{_shown(link.marker)} fits {len(names)} sources: {shown}"
            + (f" and {more} more." if more > 0 else "."),
            "Say which one is meant with a sources map, or name it in the reference list.",
            span=link.marker.span,
            claim=given.claim_of(link.marker),
            marker=link.marker.text,
        )


def malformed(given: AuditInput) -> Iterator[Finding]:
    """Markers that cannot be understood (CE004); paths of a sidecar that lead nowhere (CE006)."""
    for marker in given.draft.markers:
        if not marker.problem:
            continue
        problem = one_line(marker.problem, 300)
        if marker.dialect == _SIDECAR and _WRONG_PATH.match(problem):
            code, message = "CE006", f"An entry of the sidecar cites for nothing. {problem}"
            help = "Correct the path, so that it leads to a text in the same file."
        else:
            code, message = "CE004", f"{_shown(marker)} cannot be understood. {problem}"
            help = "Write the marker anew, with the number or name of a source."
        claim = given.claim_of(marker)
        yield make_finding(code, message, help, span=marker.span, claim=claim, marker=marker.text)


def in_code(given: AuditInput) -> Iterator[Finding]:
    """Markers in code, where they cite nothing (CE005)."""
    for span in _code(given):
        inner = span.of(given.draft.text)
        found = find_markers(inner, DraftFormat.TEXT, dialects=_PLAIN_IN_CODE)
        if not found and len(inner) <= 2 * SHOWN:
            found = _alone(given, inner)
        for marker in found:
            place = Span(span.start + marker.span.start, span.start + marker.span.end)
            yield make_finding(
                "CE005",
                f"{_shown(marker)} stands in code, where it is no marker.",
                "Take it out of the code, if it is meant to cite.",
                span=place,
                marker=marker.text,
            )


def unanchored(given: AuditInput) -> Iterator[Finding]:
    """Citations of a provider whose place in the answer is not known (CE009)."""
    for one in given.unanchored:
        yield make_finding(
            "CE009",
            one_line(one.text, 300),
            "Find out which words it belongs to. It was not checked against any claim.",
            span=one.span,
            source=one.source,
        )


def _code(given: AuditInput) -> Iterator[Span]:
    """The insides of the code in a draft, fenced, inline or in elements."""
    text = given.draft.text
    for span in Page(text, given.draft.format).hidden:
        opened = _OPENED.match(text, span.start, span.end)
        if opened is None:
            continue  # A comment or a script.
        inner = text[opened.end() : span.end]
        end = inner.rfind("</") if opened["element"] else len(inner.rstrip("`~ \t\r\n>"))
        if end != 0:
            yield Span(opened.end(), opened.end() + (len(inner) if end < 0 else end))


def _alone(given: AuditInput, inner: str) -> list[Marker]:
    """Markers that are all there is in a piece of code and point to something the draft has."""
    found = find_markers(inner, DraftFormat.TEXT, dialects=_DOUBTFUL_IN_CODE)
    rest = inner
    for marker in reversed(found):
        rest = rest[: marker.span.start] + rest[marker.span.end :]
    known = {one.label for one in given.draft.references}
    known |= {link.target for link in given.links if link.sources}
    if rest.strip() or not all({*map(str, one.numbers), *one.names} & known for one in found):
        return []
    return found


def _points_nowhere(link: Link) -> str:
    marker, target = _shown(link.marker), one_line(link.target, 120)
    if len(link.marker.numbers) + len(link.marker.names) > 1:
        return f"{marker} points to {target}, which is no known source."
    return f"{marker} points to no known source."


def _known(given: AuditInput, marker: Marker) -> str:
    if given.draft.references and marker.dialect in _LISTED:
        labels = [one.label for one in given.draft.references if one.label]
        return f"The draft lists {labels[0]} to {labels[-1]}." if len(labels) > 1 else ""
    labels = list(given.by_label)
    if not labels:
        return "No source was given."
    return f"Known {'are ' + labels[0] + ' to ' if len(labels) > 1 else 'is '}{labels[-1]}."


def _shown(marker: Marker) -> str:
    return one_line(marker.text, SHOWN)

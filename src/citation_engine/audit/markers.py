"""Checks the markers of a draft: where they point, how they are written and numbered (CE0xx)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from citation_engine.audit.audit_input import AuditInput
from citation_engine.audit.codes import make_finding
from citation_engine.audit.states import citation_state
from citation_engine.display import one_line
from citation_engine.markers.numbers import locator_start
from citation_engine.markers.page import Page
from citation_engine.markers.reading import find_markers
from citation_engine.markers.spellings import find_unknown
from citation_engine.model.checked import ClaimState, Link, LinkedBy
from citation_engine.model.draft import DraftFormat, Marker, Reference
from citation_engine.model.finding import Edit, Finding, Level
from citation_engine.model.passage import Span

SHOWN = 60
# Why a link to a file beside the report means no source.
NOT_GIVEN = "The file is there and was not given as a source."
_CORRECT = "Correct the marker, or give the source it means."
_MOST_CANDIDATES = 5
_FEWEST_SHIFTED, _MOST_SHIFTED = 3, 10
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
    """What markers point to and nobody knows (CE001), once with all its places."""
    beside: list[Link] = []
    for links in _unlinked(given):
        link = links[0]
        if link.problem == NOT_GIVEN:
            beside += links
        if link.candidates or link.problem == NOT_GIVEN:
            continue
        said = [_points_nowhere(link), one_line(link.problem, 300), _times(links)]
        known = _known(given, link.marker)
        yield _about(
            *(given, "CE001", links, " ".join(filter(None, said))),
            " ".join(filter(None, [_CORRECT, known])),
        )
    if beside:
        yield _not_given(given, beside)
    yield from _unlisted(given)


def _unlisted(given: AuditInput) -> Iterator[Finding]:
    """Labels that look like markers, and of which neither the draft nor a source says anything."""
    draft = given.draft
    page = Page(draft.text, draft.format, references=draft.references)
    places = dict(find_unknown(page, draft.markers))
    if places:
        spans = tuple(places.values())
        listed = _some([span.of(draft.text) for span in spans])
        yield make_finding(
            "CE001",
            f"What looks like markers points to no known source: {listed}.",
            "List these labels with their sources, or give sources that are called so.",
            span=spans[0],
            places=spans,
        ).model_copy(update={"level": Level.WARNING})


def _some(names: Sequence[str]) -> str:
    """The first of several names, and how many more there are."""
    more = len(names) - _MOST_CANDIDATES
    return ", ".join(names[:_MOST_CANDIDATES]) + (f" and {more} more" if more > 0 else "")


def _not_given(given: AuditInput, links: Sequence[Link]) -> Finding:
    """The files that the draft links to and the check lacks: nothing is wrong with the draft."""
    names = list(dict.fromkeys(one_line(link.name, SHOWN) for link in links))
    told = _about(
        *(given, "CE001", links),
        f"Files that the draft links to were not given as sources: {_some(names)}.",
        "Give them with --sources if the draft rests on them.",
    )
    return told.model_copy(update={"level": Level.WARNING})


def ambiguous(given: AuditInput) -> Iterator[Finding]:
    """What fits several sources, so that nobody can tell which is meant (CE007)."""
    for links in _unlinked(given):
        names = [f"{label} ({given.called(label)})" for label in links[0].candidates]
        if not names:
            continue
        said = f"{_shown(links[0].marker)} fits {len(names)} sources: {_some(names)}."
        yield _about(
            *(given, "CE007", links, " ".join(filter(None, [said, _times(links)]))),
            "Say which one is meant with a sources map, or name it in the reference list.",
        )


def _unlinked(given: AuditInput) -> list[list[Link]]:
    """The links that led to no source, those together that point to the same."""
    found: dict[tuple[object, ...], list[Link]] = {}
    for link in given.links:
        if not link.marker.problem and not link.sources:
            own = link.marker.span if not link.target else None
            key = (link.reference or link.target, link.problem, link.candidates, own)
            found.setdefault(key, []).append(link)
    return list(found.values())


def _times(links: Sequence[Link]) -> str:
    places = {link.marker.span for link in links}
    return f"It is cited {len(places)} times." if len(places) > 1 else ""


def _about(given: AuditInput, code: str, links: Sequence[Link], message: str, help: str) -> Finding:
    marker = links[0].marker
    places = tuple(dict.fromkeys(link.marker.span for link in links))
    return make_finding(
        code,
        message,
        help,
        span=marker.span,
        places=places if len(places) > 1 else (),
        claim=given.claim_of(marker),
        marker=marker.text,
    )


def shifted(given: AuditInput) -> Iterator[Finding]:
    """
    Numbers that seem to be those of other sources (CE013).

    It is so where for most of the numbers another source has what the cited one lacks, and
    another one for each: then the markers and the list do not go together.
    """
    better: dict[str, Counter[str]] = {}
    held: set[str] = set()
    first: Marker | None = None
    for citation in (one for claim in given.claims for one in claim.citations):
        for link in given.links_of(citation.marker) if citation.marker else ():
            if link.number is None or citation.source not in link.sources:
                continue
            if citation.verdict is not None and citation.verdict.better is not None:
                better.setdefault(link.target, Counter())[citation.verdict.better.label] += 1
                first = first or link.marker
            elif citation_state(citation) is ClaimState.SUPPORTED:
                held.add(link.target)
    moved = {number: count.most_common(1)[0][0] for number, count in better.items()}
    if first is None or len(set(moved.values())) < _FEWEST_SHIFTED or len(moved) <= len(held):
        return
    listed = [
        f"[{number}] → {label} ({given.called(label)})"
        for number, label in sorted(moved.items(), key=lambda one: int(one[0]))
    ]
    more = len(listed) - _MOST_SHIFTED
    yield make_finding(
        "CE013",
        f"The numbers seem shifted: {', '.join(listed[:_MOST_SHIFTED])}"
        + (f" and {more} more." if more > 0 else "."),
        "Number the reference list as the markers do, then check again.",
        span=first.span,
        marker=first.text,
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
    if rest.strip() or not all(
        {*map(str, one.numbers), *one.names} & given.known_targets for one in found
    ):
        return []
    return found


def _points_nowhere(link: Link) -> str:
    marker, target = _shown(link.marker), one_line(link.target, 120)
    if len(link.marker.numbers) + len(link.marker.names) > 1:
        return f"{marker} points to {target}, which is no known source."
    return f"{marker} points to no known source."


def _known(given: AuditInput, marker: Marker) -> str:
    if given.draft.references and marker.dialect in _LISTED:
        labels = given.listed_labels
        return f"The draft lists {labels[0]} to {labels[-1]}." if len(labels) > 1 else ""
    if not given.sources:
        return "No source was given."
    first, last = given.sources[0].label, given.sources[-1].label
    return f"Known {f'are {first} to ' if len(given.by_label) > 1 else 'is '}{last}."


def _shown(marker: Marker) -> str:
    return one_line(marker.text, SHOWN)


# their numbers -----------------------------------------------------------------------------

# A number here may be changed: its list stands in the draft. Those of a session are fixed.
_RENUMBERED = ("footnotes", "numeric")
_FROM_SESSION = ("brackets", "tokens", "sup")
_WITH_ITEMS = ("brackets", "tokens", "numeric", "sup")
# Above this, no gaps are listed: a number such as a year was taken for one of a source.
_MOST_NUMBERS = 10_000
_MOST_NAMED = 5
_ITEM = re.compile(r"[0-9]++(?:\s*[-‐‑‒–—−]\s*(?:[sS]\s*[:：]?\s*)?[0-9]++)?")
_NUMBER = re.compile(r"[0-9]++")


def gaps(given: AuditInput) -> Iterator[Finding]:
    """
    Numbers that are left out (CE003): one finding for each dialect.

    A number is not left out when a source or an entry of the reference list has it: that is
    an unused source or reference, and has its own code. Numbers that point nowhere do not
    count, since they are reported as such, and neither do those that a sources map explains.
    """
    mapped = {link.marker.dialect for link in given.links if link.linked_by is LinkedBy.MAP}
    for dialect in (*_FROM_SESSION, *_RENUMBERED):
        markers = [one for one in given.draft.markers if one.dialect == dialect]
        if dialect in mapped:
            continue
        used = {number for one in markers for number in _known_numbers(given, one)}
        listed = _listed(given, dialect)
        numbers = used | set(listed)
        if not used or max(numbers) > _MOST_NUMBERS:
            continue
        if missing := sorted(set(range(1, max(numbers))) - numbers):
            yield _gap(given, dialect, markers, listed, numbers, missing)


def repeated(given: AuditInput) -> Iterator[Finding]:
    """Sources that a marker, or two markers side by side, name twice (CE008)."""
    for marker in given.draft.markers:
        if marker.problem or marker.dialect not in _WITH_ITEMS or marker.text[:1] != "[":
            continue
        if edits := list(_without_repeats(marker)):
            yield _repeat(given, marker, f"{_shown(marker)} names a source twice.", edits)
    for left, right in pairwise(given.draft.markers):
        same = (left.dialect, left.numbers, left.names) == (
            (right.dialect, right.numbers, right.names)
        )
        between = given.draft.text[left.span.end : right.span.start]
        apart = len(between) > 3 or between.strip(" \t") or left.span.end > right.span.start
        # LaTeX names the authors by one command and the year by another.
        is_said_apart = left.text[:1] == "\\" and left.text != right.text
        if same and (left.numbers or left.names) and not apart and not is_said_apart:
            message = f"{_shown(right)} stands twice in a row."
            edit = Edit(span=Span(left.span.end, right.span.end), text="")
            yield _repeat(given, right, message, [edit])


def _repeat(given: AuditInput, marker: Marker, message: str, edits: list[Edit]) -> Finding:
    return make_finding(
        "CE008",
        message,
        "Name each source once.",
        span=marker.span,
        claim=given.claim_of(marker),
        marker=marker.text,
        edits=tuple(edits) if given.editable else (),
    )


def _without_repeats(marker: Marker) -> Iterator[Edit]:
    seen: set[str] = set()
    before = 0
    for item in _ITEM.finditer(marker.text[: locator_start(marker.text)]):
        value = re.sub(r"[\s:：sS]+", "", item[0]).lstrip("0")
        if value in seen:
            yield Edit(span=_moved(marker, before, item.end()), text="")
        seen.add(value)
        before = item.end()


def _moved(marker: Marker, start: int, end: int) -> Span:
    return Span(marker.span.start + start, marker.span.start + end)


def _known_numbers(given: AuditInput, marker: Marker) -> list[int]:
    """The numbers of a marker that led to a source."""
    links = given.links_of(marker)
    return [int(one.target) for one in links if one.sources and _is_number(one.target)]


def _listed(given: AuditInput, dialect: str) -> dict[int, Reference | None]:
    """The numbers that something has, whether or not a marker points to it."""
    if dialect in _FROM_SESSION or not given.draft.references:
        labels = (label.removeprefix("S") for label in given.by_label)
        return {int(label): None for label in labels if _is_number(label)}
    return {
        int(one.label): one
        for one in given.draft.references
        if _is_number(one.label) and one.is_note == (dialect == "footnotes")
    }


def _is_number(label: str) -> bool:
    return label.isascii() and label.isdigit() and 0 < len(label) <= 9 and int(label) > 0


def _gap(
    given: AuditInput,
    dialect: str,
    markers: list[Marker],
    listed: dict[int, Reference | None],
    numbers: set[int],
    missing: list[int],
) -> Finding:
    after = [one for one in markers if any(n > missing[0] for n in _known_numbers(given, one))]
    first = after[0] if after else None
    return make_finding(
        "CE003",
        f"The numbers run from {min(numbers)} to {max(numbers)}, and {_named(missing)} left out.",
        "Number the sources without gaps, or cite what is missing.",
        span=first.span if first else None,
        marker=first.text if first else None,
        edits=tuple(_renumbered(given, dialect, markers, listed, numbers)),
    )


def _renumbered(
    given: AuditInput,
    dialect: str,
    markers: list[Marker],
    listed: dict[int, Reference | None],
    numbers: set[int],
) -> list[Edit]:
    """How the gaps are closed; nothing where that needs judgement."""
    entries = [one for one in listed.values() if one is not None]
    labels = [one.label for one in given.draft.references]
    listed_all = numbers <= set(listed) and len(entries) == len(listed)
    clear = len(labels) == len(set(labels)) and all(_is_clear(given, one) for one in markers)
    if dialect not in _RENUMBERED or not given.editable or not listed_all or not clear:
        return []
    new = {old: at for at, old in enumerate(sorted(numbers), 1)}
    edits: list[Edit] = []
    for entry in entries:
        found = _NUMBER.search(entry.span.of(given.draft.text))
        if found is None or int(found[0]) != int(entry.label):
            return []
        start = entry.span.start + found.start()
        edits += _changed(Span(start, start + len(found[0])), found[0], new)
    for marker in markers:
        for found in _NUMBER.finditer(marker.text):
            edits += _changed(_moved(marker, *found.span()), found[0], new)
    return sorted(dict.fromkeys(edits), key=lambda edit: edit.span)


def _is_clear(given: AuditInput, marker: Marker) -> bool:
    """Whether all that a marker has are numbers that led to a source."""
    known = {str(number) for number in _known_numbers(given, marker)}
    targets = {str(number) for number in marker.numbers} | set(marker.names)
    written = {digits.lstrip("0") for digits in _NUMBER.findall(marker.text)}
    # Raised digits are written with other signs, and cannot be changed like these.
    return not marker.problem and targets == known and bool(written) and written <= targets


def _changed(span: Span, digits: str, new: dict[int, int]) -> list[Edit]:
    number = new[int(digits)]
    return [] if number == int(digits) else [Edit(span=span, text=str(number))]


def _named(missing: Iterable[int]) -> str:
    named = [str(number) for number in missing]
    if len(named) > _MOST_NAMED:
        return f"{', '.join(named[:_MOST_NAMED])} and {len(named) - _MOST_NAMED} more are"
    if len(named) == 1:
        return f"{named[0]} is"
    return f"{', '.join(named[:-1])} and {named[-1]} are"

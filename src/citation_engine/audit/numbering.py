"""Checks the numbers of markers: whether they run from 1 to the last, each once (CE003, CE008)."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from citation_engine.audit.audit_input import AuditInput
from citation_engine.audit.codes import make_finding
from citation_engine.display import one_line
from citation_engine.markers.numbers import locator_start
from citation_engine.model.draft import Marker, Reference
from citation_engine.model.finding import Edit, Finding
from citation_engine.model.span import Span

# A number here may be changed: its list stands in the draft. Those of a session are fixed.
_RENUMBERED = ("footnotes", "numeric")
_FROM_SESSION = ("brackets", "tokens", "sup")
_WITH_ITEMS = ("brackets", "tokens", "numeric", "sup")
# Above this, no gaps are listed: a number such as a year was taken for one of a source.
_MOST_NUMBERS = 10_000
_MOST_NAMED = 5
_ITEM = re.compile(r"[0-9]++(?:\s*[-‐‑‒–—−]\s*(?:[sS]\s*[:：]?\s*)?[0-9]++)?")
_NUMBER = re.compile(r"[0-9]++")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]*\]:")


def gaps(given: AuditInput) -> Iterator[Finding]:
    """
    Numbers that are left out (CE003): one finding for each dialect.

    A number is not left out when a source or an entry of the reference list has it: that is
    an unused source or reference, and has its own code. Numbers that point nowhere do not
    count, since they are reported as such.
    """
    for dialect in (*_FROM_SESSION, *_RENUMBERED):
        markers = [one for one in given.draft.markers if one.dialect == dialect]
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
        if same and (left.numbers or left.names) and not apart:
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
        if _is_number(one.label) and is_footnote(given, one) == (dialect == "footnotes")
    }


def is_footnote(given: AuditInput, reference: Reference) -> bool:
    """Whether an entry is the definition of a footnote, rather than one of a list."""
    return _FOOTNOTE.match(given.draft.text, reference.span.start) is not None


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
    return not marker.problem and targets == known and written <= targets


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


def _shown(marker: Marker) -> str:
    return one_line(marker.text, 60)

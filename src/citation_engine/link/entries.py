"""Finds the entry of a draft's own lists that a marker means, where the draft has such a list."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from citation_engine.display import one_line
from citation_engine.formats.markdown.shelters import is_sheltered
from citation_engine.language.tokens import lower
from citation_engine.link.names import label_of, number_in
from citation_engine.model.draft import Draft, Marker, Reference

_FOOTNOTES, _LINKS = "footnotes", "links"
_NOTE = "[^"


class EntryFound(NamedTuple):
    """The entry that a label means; or why a list that should have it has not."""

    reference: Reference | None = None
    problem: str = ""


class _List(NamedTuple):
    """Entries of one kind by their labels, each with the entries of that label in order."""

    what: str
    entries: dict[str, list[Reference]]
    unlabelled: list[Reference]

    @property
    def numbered(self) -> bool:
        """Whether it says what numbers mean."""
        return bool(self.unlabelled) or any(number_in(label) for label in self.entries)


class Entries:
    """
    What a draft's lists of references and footnotes say, by label.

    Footnotes explain `[^1]` and lists explain the other markers. Only where a draft has no
    marker of the kind a list is for, that list may explain the other kind.
    """

    def __init__(self, draft: Draft) -> None:
        self._spans = sorted(reference.span for reference in draft.references)
        notes = [one for one in draft.references if _is_note(draft.text, one)]
        listed = [one for one in draft.references if not _is_note(draft.text, one)]
        self._notes = _list("footnote", notes)
        self._listed = _list("reference", listed)
        kinds = {marker.dialect for marker in draft.markers if not self.have(marker)}
        self._notes_are_free = _FOOTNOTES not in kinds
        self._repeated = False
        self._counted = False

    def have(self, marker: Marker) -> bool:
        """Whether a marker stands in an entry, so that it is no citation of the draft."""
        start, end = marker.span.start, marker.span.end
        return start < end and bool(self._spans) and is_sheltered(self._spans, start, end)

    def find(self, labels: Sequence[str], dialect: str, at: int) -> EntryFound:
        """Return the entry that a marker at `at` means by one of these labels."""
        if dialect == _LINKS:
            return EntryFound()
        by_number = any(number_in(label) for label in labels)
        which = self._for(dialect, by_number=by_number)
        if which is None:
            return EntryFound()
        for label in labels:
            found = which.entries.get(lower(label), [])
            if len(found) > 1:
                return self._one_of(found, at)
            if found:
                return EntryFound(found[0])
        return self._by_place(which, labels)

    def notes(self) -> Iterator[str]:
        """What a reader must know about how entries were found."""
        if self._repeated:
            yield (
                "The draft has several lists of references with the same numbers. "
                "A marker was taken for the next list after it."
            )
        if self._counted:
            yield "The list of references has no numbers, so its entries were counted."

    def _for(self, dialect: str, *, by_number: bool) -> _List | None:
        lists = [self._notes, self._listed] if dialect == _FOOTNOTES else [self._listed]
        if dialect == "numeric" and self._notes_are_free:
            lists.append(self._notes)
        return next((one for one in lists if (one.numbered if by_number else one.entries)), None)

    def _one_of(self, found: Sequence[Reference], at: int) -> EntryFound:
        """Of entries with one label, the next after the marker: each chapter has its own list."""
        if len({(one.text, one.addresses) for one in found}) == 1:
            return EntryFound(found[0])
        after = bisect_left(found, at, key=lambda one: one.span.start)
        if after == len(found):
            return EntryFound(
                problem=f"The draft has {len(found)} different entries of that label."
            )
        self._repeated = True
        return EntryFound(found[after])

    def _by_place(self, which: _List, labels: Sequence[str]) -> EntryFound:
        number = next((number for label in labels if (number := number_in(label))), None)
        labelled = any(number_in(label) for label in which.entries)
        if number and not labelled and number <= len(which.unlabelled):
            self._counted = True
            return EntryFound(which.unlabelled[number - 1])
        if number is None and which.what != "footnote":
            return EntryFound()
        shown = one_line(labels[-1], 80)
        return EntryFound(problem=f"The draft has no {which.what} {shown}.")


def _is_note(text: str, reference: Reference) -> bool:
    return text.startswith(_NOTE, reference.span.start)


def _list(what: str, references: Sequence[Reference]) -> _List:
    entries: dict[str, list[Reference]] = {}
    aliases: dict[str, list[Reference]] = {}
    for one in sorted(references, key=lambda reference: reference.span):
        if one.label:
            entries.setdefault(lower(label_of(one.label)), []).append(one)
            # `[1]` may mean the entry `[S1]`, unless there is an entry `[1]`.
            for number in _bare(one.label):
                aliases.setdefault(number, []).append(one)
    unlabelled = [one for one in references if not one.label]
    return _List(what, aliases | entries, unlabelled)


def _bare(label: str) -> tuple[str, ...]:
    number = number_in(label_of(label))
    return () if number is None else (str(number),)

"""Finds the entry that a marker means, in the draft's own lists or in a bibliography beside it."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

from citation_engine.display import one_line
from citation_engine.formats.markdown.shelters import is_sheltered
from citation_engine.language.tokens import lower
from citation_engine.language.vocabulary import any_word, pattern, words
from citation_engine.link.bibliography import entries_by_key
from citation_engine.link.drafts.evidence import has_verb
from citation_engine.link.names import address_keys, find_identifiers, label_of, number_in, words_of
from citation_engine.link.reference_words import looks_like_reference
from citation_engine.link.titles import Entry, read_authors_and_year
from citation_engine.markers.authors import names_in, repeats_source
from citation_engine.model.draft import Draft, Marker, Reference

_FOOTNOTES, _LINKS, _NAMED = "footnotes", "links", "named"
_OTHERS = re.compile(pattern("references", "OTHER_AUTHORS"), re.IGNORECASE)
# "Refer to footnote 10 above", "Siehe oben, Fn. 3".
_OTHER_NOTE = re.compile(
    rf"\A(?:\w+[ ,]+){{0,3}}(?:{pattern('references', 'NOTE_LABELS')})[ ](?P<number>\d{{1,4}})\b",
    re.IGNORECASE,
)
# "See chapter 3", "Siehe Abschnitt 2.1 oben": a place in the draft itself.
_CROSS_REFERENCE = re.compile(
    rf"(?:(?:{pattern('references', 'CITING_LEADS')})\s+)?"
    rf"(?:{pattern('references', 'PART_LABELS')})"
    r"\s+[\dA-Z][\w.–-]{0,12}(?-i:\s+[a-zäöü]+){0,3}[\s.]*",
    re.IGNORECASE,
)
# A note that is nothing but formulas.
_FORMULAS = re.compile(r"[^\w$]*(?:\$[^$]+\$[^\w$]*)+")
_EXPLAINING = re.compile(pattern("references", "EXPLAINING"), re.IGNORECASE)
# A few words that are no title: no name before them, nothing quoted or in italics, no figure.
_PHRASE = re.compile(r"[^\d\W][^\d,:;.!?\"“”„»«‹›*_\\<>\[\]]{1,100}\.?")
_ITALIC = re.compile(r"[*_]|\\(?:emph|textit)\b|<(?:i|em|cite)\b")
_AT_WORD = re.compile(r"[\w\"”“»]")
_WITHIN_SENTENCE = re.compile(r"[ \n]?[,;)\w–-]")
_SMALL_IN_TITLES = words("function_words", "STOP_WORDS", "english")
# A note that says nothing but labels of the list: "vgl. [Fre12, S. 10] und [Bar08]".
_LABELS = re.compile(r"\[(?P<inside>[^\[\]]{1,200})\]")
_AROUND_LABELS = re.compile(
    rf"(?:{pattern('references', 'CITING_LEADS')}|{any_word('function_words', 'ITEM_JOINING')}"
    r"|[\s.,;:&])*",
    re.IGNORECASE,
)


class EntryFound(NamedTuple):
    """
    The entry that a label means; those it may mean; or why a list lacks what it should have.

    `again` are the entries of the same work: the report lists it, and a bibliography has it too.
    """

    reference: Reference | None = None
    problem: str = ""
    several: tuple[Reference, ...] = ()
    again: tuple[Reference, ...] = ()


class _List(NamedTuple):
    """Entries of one kind by their labels, each with the entries of that label in order."""

    what: str
    entries: dict[str, list[Reference]]
    unlabelled: list[Reference]

    @property
    def numbered(self) -> bool:
        """Whether it says what numbers mean."""
        return bool(self.unlabelled) or any(number_in(label) for label in self.entries)


# How many notes in a row may name the same source again.
_FURTHEST = 50


class Entries:
    """
    What a draft's lists of references and footnotes say, by label.

    Footnotes explain `[^1]` and lists explain the other markers. Only where a draft has no
    marker of the kind a list is for, that list may explain the other kind. Keys that none of
    them has are looked up in the bibliography.
    """

    def __init__(self, draft: Draft, bibliography: Sequence[Reference] = ()) -> None:
        self._draft = draft
        self._spans = sorted(reference.span for reference in draft.references)
        notes = [one for one in draft.references if one.is_note]
        listed = [one for one in draft.references if not one.is_note]
        self._notes = _list("footnote", notes)
        self._listed = _list("reference", listed)
        kinds = {marker.dialect for marker in draft.markers if not self.have(marker)}
        self._notes_are_free = _FOOTNOTES not in kinds
        self._keys = entries_by_key(bibliography)
        self._noted = sorted(notes, key=lambda one: one.span)
        # What a short note says is said in full by the list, where there is one.
        self._all = [*(listed or notes), *bibliography]
        self._has_list = bool(listed or bibliography)
        self._repeated = False
        self._counted = False

    def have(self, marker: Marker) -> bool:
        """Whether a marker stands in an entry, so that it is no citation of the draft."""
        start, end = marker.span.start, marker.span.end
        # The sign of a LaTeX footnote holds its entry, and does not stand in it.
        return start < end and bool(self._spans) and is_sheltered(self._spans, start, start + 1)

    def find(self, labels: Sequence[str], dialect: str, at: int, written: str = "") -> EntryFound:
        """Return the entry that a marker at `at`, `written` so, means by one of these labels."""
        if dialect == _LINKS:
            keys = (*find_identifiers(labels[0]), *(address_keys(labels[0]) or ()))
            fitting = (self._at[key] for key in keys if len(self._at.get(key, ())) == 1)
            return EntryFound(next(fitting, [None])[0])
        # The key of a bibliography may be a number: `\\cite{9121027}`.
        is_key = dialect == _NAMED and any(label.casefold() in self._keys for label in labels)
        by_number = not is_key and any(number_in(label) for label in labels)
        which = self._for(dialect, by_number=by_number)
        for label in labels if which else ():
            found = which.entries.get(lower(label), []) if which else []
            if len(found) > 1:
                return self._one_of(found, at)
            if found:
                return EntryFound(found[0])
        if not by_number and (named := self._by_name(labels, written)):
            return named
        return self._by_place(which, labels) if which else EntryFound()

    def _by_name(self, labels: Sequence[str], written: str = "") -> EntryFound | None:
        """The entry of a key in the bibliography, or that of an author and a year."""
        found = [one for label in labels for one in self._keys.get(label.casefold(), ())]
        if labels[0].startswith("arxiv:"):
            found = self._at.get(labels[0], [])
        called = None if found else read_authors_and_year(labels[0])
        if called:
            authors, year = called
            called_so = self._called.get((authors[0], year[:4]), ())
            fitting = [pair for pair in called_so if pair[1].is_called(authors, year)]
            # "Mills Ltd. (2026). Annual report 2025." is of 2026.
            fitting = [pair for pair in fitting if pair[1].is_dated(year)] or fitting
            named = any(map(str.isalpha, written))
            if named and len(authors) == 1 and len(fitting) > 1:
                # "Okafor, 2021" is one author, "Okafor et al., 2021" are several; "(2021)" is open.
                several = _OTHERS.search(written) is not None
                same = [pair for pair in fitting if pair[1].has_one_author is not several]
                fitting = same or fitting
            # "(Moe et al., Acta 2020)": the entry that has the other words too.
            said = set(words_of(_OTHERS.sub(" ", written))) - {*authors, *words_of(year)}
            fitting = [one for one in fitting if said and said.issubset(one[1].words)] or fitting
            found = [one for one, _ in fitting]
        found = list({one.text: one for one in found}.values())
        first, again = (found[0], found[1:]) if found else (None, [])
        if again and not all(_are_of_one_work(found[0], one) for one in again):
            problem = f"{one_line(labels[0], 80)} fits {len(found)} entries of the list."
            return EntryFound(problem=problem, several=tuple(found))
        return EntryFound(first, again=tuple(again)) if first else None

    @cached_property
    def _at(self) -> dict[str, list[Reference]]:
        """The entries by the identifiers and the addresses that they give."""
        found: dict[str, list[Reference]] = {}
        for one in self._all:
            keys = {key for address in one.addresses for key in address_keys(address) or ()}
            for key in keys.union(find_identifiers(" ".join((one.text, *one.addresses)))):
                found.setdefault(key, []).append(one)
        return found

    def listed_again(self, entry: Reference) -> list[Reference]:
        """The entries of the bibliography that have the author and the whole title of another."""
        said = Entry(entry.text) if self._titled else None
        wholes = {"".join(run.words) for run in said.titles if run.whole} if said else set()
        found = (pair for title in wholes for pair in self._titled.get(title, ()))
        return [
            one for one, other in found if said and set(other.first_author).issubset(said.words)
        ]

    @cached_property
    def _titled(self) -> dict[str, list[tuple[Reference, Entry]]]:
        """The entries of the bibliography by their titles, where those say enough."""
        found: dict[str, list[tuple[Reference, Entry]]] = {}
        for reference in (one for same in self._keys.values() for one in same):
            entry = Entry(reference.text)
            if len(entry.title) > 2:
                found.setdefault("".join(entry.title), []).append((reference, entry))
        return found

    def meant_by(self, note: Reference) -> list[Reference]:
        """The entries that a note names: by label, authors and year, "ibid.", as another note."""
        at = first = bisect_left(self._noted, note.span, key=lambda one: one.span)
        if at == len(self._noted) or self._noted[at].span != note.span:
            return []
        if (other := _OTHER_NOTE.search(note.text)) and other["number"] in self._notes.entries:
            return self._notes.entries[other["number"]][:1]
        while at and first - at < _FURTHEST and repeats_source(self._noted[at].text):
            at -= 1
        if labelled := self._labelled(self._noted[at].text):
            return labelled
        names = names_in(self._noted[at].text) if self._has_list else []
        named = [self._by_name((name,)) for name in names]
        found = [one.reference for one in named if one and one.reference]
        return found or ([self._noted[at]] if at < first else [])

    def is_remark(self, note: Reference) -> bool:
        """Whether a note names no source: it explains, or points to a place in the draft."""
        if not note.is_note:
            return False
        if _CROSS_REFERENCE.fullmatch(note.text.strip()) or _FORMULAS.fullmatch(note.text):
            return True
        said = Entry(note.text)
        if note.addresses or looks_like_reference(note.text) or said.years or said.quotes_title:
            return False
        explains = has_verb(note.text) or _EXPLAINING.match(note.text)
        return bool(explains) or (note.label in self._at_words and self._is_phrase(note))

    def _is_phrase(self, note: Reference) -> bool:
        """Whether a note is a few words that say what something is: "Gerät mit einer Linse"."""
        small = {word for word in note.text.split() if word[0].islower()} - _SMALL_IN_TITLES
        in_italics = _ITALIC.search(note.span.of(self._draft.text))
        return bool(small) and not in_italics and _PHRASE.fullmatch(note.text) is not None

    @cached_property
    def _at_words(self) -> set[str]:
        """The labels of the notes whose signs stand at a word, and at no sentence's end."""
        found: dict[str, bool] = {}
        for one in self._draft.markers:
            at_word = _AT_WORD.search(self._draft.text[max(one.span.start - 1, 0) : one.span.start])
            inside = at_word and _WITHIN_SENTENCE.match(self._draft.text, one.span.end)
            for label in (*map(str, one.numbers), *one.names):
                if one.dialect == _FOOTNOTES:
                    found[label] = found.get(label, True) and inside is not None
        return {label for label, inside in found.items() if inside}

    def _labelled(self, note: str) -> list[Reference]:
        """The entries whose labels in brackets are all that a note says, pages aside."""
        if not _AROUND_LABELS.fullmatch(_LABELS.sub("", note)):
            return []
        found: list[Reference] = []
        for one in _LABELS.finditer(note):
            said = [part.strip() for part in re.split("[,;]", one["inside"])]
            known = [self._listed.entries.get(lower(label_of(part)), []) for part in said]
            is_place = [re.search(r"\d", part) is not None for part in said]
            if len(known[0]) != 1 or any(
                len(same) > 1 or not (same or place)
                for same, place in zip(known, is_place, strict=True)
            ):
                return []
            found += [same[0] for same in known if same]
        return found

    @cached_property
    def _called(self) -> dict[tuple[str, str], list[tuple[Reference, Entry]]]:
        """The entries by the words of their first authors and their years."""
        found: dict[tuple[str, str], list[tuple[Reference, Entry]]] = {}
        for reference in self._all:
            entry = Entry(reference.text)
            for key in product(entry.lead, {year[:4] for year in entry.years}):
                found.setdefault(key, []).append((reference, entry))
        return found

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


def shares_year(one: Reference, other: Reference) -> bool:
    """Whether no other years are given for one entry than for another."""
    years = [{year[:4] for year in Entry(entry.text).years} for entry in (one, other)]
    return not all(years) or not years[0].isdisjoint(years[1])


def _are_of_one_work(one: Reference, other: Reference) -> bool:
    """Whether the title of one entry is a whole title in the other, or both begin alike."""
    # A title of one word says too little by itself.
    if "”" in one.text and other.text.startswith(one.text[: one.text.index("”") + 1]):
        return True
    said = Entry(one.text), Entry(other.text)
    wholes = [{run.words for run in entry.titles if run.whole} for entry in said]
    return said[0].title in wholes[1] or said[1].title in wholes[0]


def _list(what: str, references: Sequence[Reference]) -> _List:
    entries: dict[str, list[Reference]] = {}
    aliases: dict[str, list[Reference]] = {}
    for one in sorted(references, key=lambda reference: reference.span):
        if one.label:
            entries.setdefault(lower(label_of(one.label)), []).append(one)
            # `[1]` may mean the entry `[S1]`, unless there is an entry `[1]`.
            if (number := number_in(label_of(one.label))) is not None:
                aliases.setdefault(str(number), []).append(one)
    unlabelled = [one for one in references if not one.label]
    return _List(what, aliases | entries, unlabelled)

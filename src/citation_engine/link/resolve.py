"""
Ties the markers of a draft to the sources it was given.

Each way of finding out is tried in turn, and the first that applies decides, also where it finds
nothing: a number that the draft's own list explains never falls through to a guess.

1. The sources map, where it has the marker.
   Then the file that the marker itself names, as `【4:0†noise.pdf】` does.
2. A citation, for `[1]` and `[cite_1]` in a session that has citations made by a tool.
3. The session's number, for `[S1]` and its kin.
4. The draft's own list of references or footnote, or a bibliography beside it, by what it says.
   An entry with the address of a link is the one that is meant.
5. The address of a link.
6. The place in a list of sources that was given in the call.
7. With none of these, the only source, or the number in a file's name.
   Failing that the order of the sources' names, which is a guess.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from citation_engine.display import one_line
from citation_engine.language.vocabulary import pattern
from citation_engine.link.candidate_sources import GivenSource
from citation_engine.link.entries import Entries, EntryFound, shares_year
from citation_engine.link.matching import SourceIndex, SourceMatch, shown_source
from citation_engine.link.names import (
    file_name_of,
    has_extension,
    label_of,
    natural_key,
    number_in,
    told_apart,
)
from citation_engine.model.checked import CheckedReference, Link, LinkedBy
from citation_engine.model.draft import Draft, Marker, Reference
from citation_engine.model.passage import Value

# Dialects whose numbers are those of a session.
SESSION_DIALECTS = frozenset(("brackets", "tokens", "sup", "sidecar", "usage"))
# Dialects whose numbers are those of citations.
CITATION_DIALECTS = frozenset(("numeric", "named"))
_LINKS, _NAMED, _NUMERIC = "links", "named", "numeric"
_MOST_LISTED = 40
_DAGGER = "†"
_FILE_NUMBER = re.compile(
    rf"(?:{pattern('references', 'MARKER_LABELS')}|s)?[\s_\[(-]{{0,2}}"
    r"0*(?P<number>[0-9]{1,3})(?![0-9]|\.[0-9])",
    re.IGNORECASE,
)
_DOCUMENT = re.compile(r"\.(?:pdf|docx?|pptx?|xlsx?|epub|md|txt|html?|csv|json)\Z", re.IGNORECASE)
# "[hereinafter Guidance]": the file may be called so.
_SHORT_NAME = re.compile(
    rf"[(\[](?:{pattern('references', 'NAMES_SHORTLY')})[:,]?\s+[\"'“„]?"
    r"(?P<name>[^()\[\]\"'“”]{2,80})",
    re.IGNORECASE,
)


class Resolution(Value):
    """The links of a draft's markers, in order, and what a reader must know about them."""

    links: tuple[Link, ...] = ()
    notes: tuple[str, ...] = ()
    references: tuple[CheckedReference, ...] = ()


class _Target(NamedTuple):
    """What a marker points to, and the labels it may have, the most specific first."""

    dialect: str
    number: int | None
    name: str
    # The file that the marker names beside its number.
    file: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        if self.number is None:
            return (self.name, label_of(self.name))
        plain = str(self.number)
        if self.dialect in SESSION_DIALECTS:
            return (f"S{plain}", plain)
        if self.dialect == _NAMED:
            return (f"cite_{plain}", plain)
        return (self.name, plain) if self.name else (plain,)


class _Answer(NamedTuple):
    match: SourceMatch
    reference: Reference | None = None
    # What else a note names.
    more: tuple["_Answer", ...] = ()


def resolve(
    draft: Draft,
    sources: Iterable[GivenSource],
    *,
    mapping: Mapping[str, str] | None = None,
    citations: Mapping[int, str] | None = None,
    numbered: bool = False,
    bibliography: Sequence[Reference] = (),
    listed: Sequence[str] = (),
) -> Resolution:
    """
    Return what each marker of a draft means.

    Args:
        draft: The draft, with its markers and references.
        sources: The sources it was given, in any order.
        mapping: What markers mean, by label, as `read_sources_map` gives it.
        citations: The source of each citation that the session has.
        numbered: Whether the sources are those of a session, so that `S1` is its first one.
        bibliography: The entries of bibliographies beside the draft, by their keys.
        listed: The labels of the sources as the call listed them, so that `[1]` is the first.

    """
    entries = Entries(draft, bibliography)
    index = SourceIndex(sources, draft.name or "")
    return _Resolver(draft, index, mapping, citations, numbered, entries, listed).resolution()


class _Resolver:
    """Remembers what each label means, because drafts point to few sources many times."""

    def __init__(
        self,
        draft: Draft,
        index: SourceIndex,
        mapping: Mapping[str, str] | None,
        citations: Mapping[int, str] | None,
        numbered: bool,
        entries: Entries,
        listed: Sequence[str],
    ) -> None:
        self._draft = draft
        self._index = index
        self._mapping = {label_of(key): value for key, value in (mapping or {}).items()}
        self._citations = citations or {}
        self._numbered = numbered
        self._entries = entries
        self._listed = dict(enumerate(listed, 1))
        self._by_number = {one.number: one.label for one in index.sources if one.number}
        read = [source for source in index.sources if not source.unread]
        self._in_order = {at: source.label for at, source in enumerate(name_order(read), 1)}
        self._in_names = _numbers_in_names(index.sources)
        self._known: dict[tuple[_Target, EntryFound], _Answer] = {}
        self._mapped: set[str] = set()
        self._ordered: dict[int, str] = {}

    def resolution(self) -> Resolution:
        links = [link for marker in self._draft.markers for link in self._links(marker)]
        references = self._references(links)
        return Resolution(
            links=tuple(links), notes=tuple(self._notes()), references=tuple(references)
        )

    def _references(self, links: Sequence[Link]) -> Iterator[CheckedReference]:
        """What the draft refers to: what its markers mean, then the entries nothing cites."""
        grouped: dict[tuple[str, Reference | None], list[Link]] = {}
        for link in links:
            if not link.marker.problem:
                key = ("" if link.reference else link.target, link.reference)
                grouped.setdefault(key, []).append(link)
        # A note that names another entry, as "ibid." does, stands in the row of that one.
        pairs = ((found.reference, said.reference) for (_, found), said in self._known.items())
        naming = {note for note, entry in pairs if entry not in (None, note)}
        listed = [e for e in self._draft.references if ("", e) not in grouped and e not in naming]
        for (_, entry), same in grouped.items():
            first = same[0]
            yield CheckedReference(
                label=(entry.label if entry else "") or first.target,
                entry=entry.text if entry else "",
                sources=first.sources,
                linked_by=first.linked_by,
                problem=first.problem,
                candidates=first.candidates,
                places=tuple(dict.fromkeys(link.marker.span for link in same)),
            )
        cited = {label for link in links for label in link.sources}
        for entry in listed:
            number = number_in(entry.label)
            match = self._by_entry(entry, number)
            named = None if number or not entry.label else self._by_file(entry.label)
            match = named if named and named.sources else match
            # A list without numbers may be of the pages that the text links to.
            is_known = not number and cited.issuperset(match.sources) and match.sources
            if is_known or self._is_remark(entry, match):
                continue
            yield CheckedReference(
                label=entry.label,
                entry=entry.text,
                sources=match.sources,
                linked_by=match.linked_by,
                problem=match.problem,
                candidates=match.candidates,
            )

    def _links(self, marker: Marker) -> Iterator[Link]:
        if self._entries.have(marker):
            # It labels an entry or stands in one, so it cites nothing.
            return
        targets = list(_targets(marker))
        if not targets:
            problem = marker.problem or "It names no source."
            yield Link(marker=marker, problem=problem)
        for target in targets:
            answer = self._answer(target, marker)
            for match, reference, _ in (answer, *answer.more):
                if reference and self._is_remark(reference, match):
                    continue
                yield Link(
                    marker=marker,
                    number=target.number,
                    name=target.name,
                    sources=match.sources,
                    linked_by=match.linked_by,
                    problem=match.problem,
                    candidates=match.candidates,
                    reference=reference,
                )

    def _is_remark(self, entry: Reference, match: SourceMatch) -> bool:
        """Whether an entry is a footnote that names no source, and so cites none."""
        return not (match.sources or match.candidates) and self._entries.is_remark(entry)

    def _answer(self, target: _Target, marker: Marker) -> _Answer:
        found = self._entries.find(target.labels, target.dialect, marker.span.start, marker.text)
        key = (target, found)
        if key not in self._known:
            self._known[key] = self._decide(target, found)
        return self._known[key]

    def _decide(self, target: _Target, found: EntryFound) -> _Answer:
        """The steps of the module's description, in their order."""
        entry = found.reference
        if mapped := next((label for label in target.labels if label in self._mapping), None):
            return _Answer(self._by_map(mapped))
        if target.file and (named := self._by_file(target.file)):
            return _Answer(named)
        if self._citations and target.dialect in CITATION_DIALECTS and target.number:
            return _Answer(self._by_citation(target.number))
        if self._numbered and target.dialect in SESSION_DIALECTS and target.number:
            return _Answer(self._by_session(target.number))
        if entry:
            return self._by_entry_or_note(entry, found.again, target)
        if target.dialect == _LINKS:
            return _Answer(self._by_address(target.name))
        if found.several:
            meant = {label for one in found.several for label in self._by_entry(one).sources}
            candidates = tuple(sorted(meant, key=natural_key))
            return _Answer(SourceMatch(candidates=candidates, problem=found.problem))
        if found.problem:
            return _Answer(SourceMatch(problem=found.problem))
        return _Answer(self._otherwise(target))

    def _by_map(self, label: str) -> SourceMatch:
        self._mapped.add(label)
        given = self._mapping[label]
        match = self._index.at(given)
        if match.sources or match.candidates:
            return match
        problem = f"The sources map says {one_line(given, 80)!r}, which is none of the sources."
        return SourceMatch(problem=problem)

    def _by_file(self, name: str) -> SourceMatch | None:
        """The given file of that name; a document of another name is not guessed at."""
        match = self._index.named(name)
        if match.sources or match.candidates:
            return match
        if not _DOCUMENT.search(name):
            return None
        return SourceMatch(
            problem=f"It names {one_line(name, 80)!r}, which is none of the sources."
        )

    def _by_citation(self, number: int) -> SourceMatch:
        label = self._citations.get(number)
        if label is None:
            return SourceMatch(problem=f"The session has no citation {number}.")
        if label not in self._index.by_label:
            problem = f"Citation {number} is of {one_line(label, 80)}, which was not given."
            return SourceMatch(problem=problem)
        return SourceMatch(sources=(label,), linked_by=LinkedBy.CITATION)

    def _by_session(self, number: int) -> SourceMatch:
        label = self._by_number.get(number)
        if label is None:
            return SourceMatch(problem=f"The session has no source S{number}.")
        return SourceMatch(sources=(label,), linked_by=LinkedBy.NUMBER)

    def _by_entry(self, entry: Reference, number: int | None = None) -> SourceMatch:
        match = self._index.match(entry.text, addresses=entry.addresses, doi=entry.doi)
        if match.sources:
            return match
        nth = self._listed.get(number or 0)
        if nth and not match.candidates and self._index.by_label[nth].unnamed:
            # An entry cannot name a text that has no name; its place in the list does.
            return SourceMatch(sources=(nth,), linked_by=LinkedBy.NUMBER)
        if short := _SHORT_NAME.search(entry.text):
            called = self._index.named(short["name"].strip())
            if called.linked_by is LinkedBy.FILE_NAME:
                return called
        for one in [] if match.candidates else self._entries.listed_again(entry):
            known = self._index.match(one.text, addresses=one.addresses, doi=one.doi)
            called = self._index.named(one.label)
            by_key = called.linked_by is LinkedBy.FILE_NAME and not number_in(one.label)
            if (known.sources or by_key) and shares_year(entry, one):
                return known if known.sources else called
            if known.sources:
                return known.model_copy(update={"linked_by": LinkedBy.LIKENESS})
        said = one_line(entry.text, 80) or "nothing"
        named = match.problem or "That is none of the sources."
        return match.model_copy(update={"problem": f"The draft says {said!r}. {named}"})

    def _by_entry_or_note(
        self, entry: Reference, again: Sequence[Reference], target: _Target
    ) -> _Answer:
        """What an entry means; a note may name entries of the list: "Vgl. Müller 2020, S. 12."."""
        match = self._by_entry(entry, target.number)
        if again and not match.sources:
            others = (self._by_entry(one) for one in again)
            match = next((one for one in others if one.sources), match)
        titled = match.linked_by in (LinkedBy.TITLE, LinkedBy.LIKENESS)
        key = target.name if target.dialect == _NAMED else entry.label
        if (titled or not match.sources) and key and not (target.number or number_in(key)):
            # The key may be the name of a file, and of those that the entry fits if it fits some.
            named = self._index.named(key)
            fits = set(named.sources) <= set(match.sources or match.candidates or named.sources)
            if named.linked_by is LinkedBy.FILE_NAME and fits:
                return _Answer(named, entry)
            if named.linked_by is LinkedBy.FILE_NAME and match.linked_by is LinkedBy.TITLE:
                # One file has the title and another the key for its name: one is a guess.
                return _Answer(named.model_copy(update={"linked_by": LinkedBy.LIKENESS}), entry)
        meant = [] if match.sources else self._entries.meant_by(entry)
        if not meant:
            return _Answer(match, entry)
        found = [_Answer(self._by_entry(one), one) for one in meant]
        return found[0]._replace(more=tuple(found[1:]))

    def _by_address(self, address: str) -> SourceMatch:
        match = self._index.match(addresses=(address,))
        if match.sources or match.problem:
            return match
        named = self._index.named(address)  # A note has no ending.
        if named.linked_by is LinkedBy.FILE_NAME:
            return named
        return SourceMatch(problem=f"{one_line(address, 120)} is none of the sources.")

    def _otherwise(self, target: _Target) -> SourceMatch:
        shown = one_line(target.name or str(target.number), 80)
        if target.number is None:
            named = self._index.named(target.name)
            if named.linked_by is LinkedBy.AUTHOR:
                # No list says what it is: it may be another work of that author and year.
                named = named.model_copy(update={"linked_by": LinkedBy.LIKENESS})
            unknown = SourceMatch(problem=f"Nothing in the draft says what {shown!r} is.")
            return named if named.sources or named.candidates else unknown
        if target.dialect == _NAMED:
            return SourceMatch(problem=f"The session has no citation {target.number}.")
        if self._listed:
            return self._by_list(target.number)
        if self._numbered or self._mapping:
            where = "sources map" if self._mapping else "draft"
            return SourceMatch(problem=f"Nothing in the {where} says what {shown!r} is.")
        if len(self._in_order) == 1 and self._only_first:
            return SourceMatch(sources=tuple(self._in_order.values()), linked_by=LinkedBy.ONLY)
        if label := self._in_names.get(target.number):
            return SourceMatch(sources=(label,), linked_by=LinkedBy.FILE_NAME)
        label = self._in_order.get(target.number)
        if label is None:
            return _beyond(target.number, len(self._in_order))
        self._ordered[target.number] = label
        return SourceMatch(sources=(label,), linked_by=LinkedBy.NAME_ORDER)

    def _by_list(self, number: int) -> SourceMatch:
        label = self._listed.get(number)
        if label is None:
            return _beyond(number, len(self._listed))
        return SourceMatch(sources=(label,), linked_by=LinkedBy.NUMBER)

    @cached_property
    def _only_first(self) -> bool:
        """Whether the draft cites nothing but one source, by the number 1."""
        targets = [one for marker in self._draft.markers for one in _targets(marker)]
        return {one.number for one in targets if one.dialect != _LINKS} == {1}

    def _notes(self) -> Iterator[str]:
        if self._ordered:
            yield self._order_note()
        yield from self._entries.notes()
        unused = [key for key in self._mapping if key not in self._mapped]
        if unused:
            listed = _listed(sorted(unused, key=natural_key))
            yield f"The sources map has labels that no marker uses: {listed}."

    def _order_note(self) -> str:
        named = ((s.label, shown_source(s), s.identifier) for s in self._index.sources)
        names = told_apart(named)
        taken = [f"{number} is {names[label]}" for number, label in sorted(self._ordered.items())]
        return (
            "Nothing in the draft says what its numbers mean, so they were taken for the sources "
            f"in the order of their names: {_listed(taken)}."
        )


def _beyond(number: int, count: int) -> SourceMatch:
    given = f"There are {count} sources" if count != 1 else "There is 1 source"
    return SourceMatch(problem=f"{given}, so none has the number {number}.")


def name_order(sources: Iterable[GivenSource]) -> list[GivenSource]:
    """Return sources in the order of their names, `2.pdf` before `10.pdf`."""
    return sorted(sources, key=_name_order)


def _name_order(source: GivenSource) -> tuple[object, ...]:
    return (natural_key(shown_source(source)), natural_key(source.identifier), source.label)


def _numbers_in_names(sources: Sequence[GivenSource]) -> dict[int, str]:
    """The sources by the numbers that their files' names begin with, where most have one."""
    begun = [(_FILE_NUMBER.match(file_name_of(one.identifier)), one.label) for one in sources]
    numbers = [(int(found["number"]), label) for found, label in begun if found]
    counts = Counter(number for number, _ in numbers)
    own = {number: label for number, label in numbers if counts[number] == 1}
    return own if len(own) > 1 and 2 * len(own) > len(sources) else {}


def _targets(marker: Marker) -> Iterator[_Target]:
    file = _file_in(marker)
    yield from (_Target(marker.dialect, number, "", file) for number in marker.numbers)
    for name in marker.names:
        number = None if marker.dialect == _LINKS else number_in(name)
        yield _Target(marker.dialect, number, name, file)


def _file_in(marker: Marker) -> str:
    """The note of `[[moe-rye]]`, or the file of `【4:0†noise.pdf】`; `†source` names none."""
    if marker.dialect == _NAMED and marker.text.startswith("[["):
        return "".join(marker.names[:1])
    if marker.dialect != _NUMERIC:
        return ""
    name = marker.text.partition(_DAGGER)[2].strip(" \t]】")
    return name if has_extension(name) else ""


def _listed(items: list[str]) -> str:
    shown = [one_line(item, 120) for item in items[:_MOST_LISTED]]
    more = len(items) - len(shown)
    return ", ".join(shown) + (f", and {more:,} more" if more else "")

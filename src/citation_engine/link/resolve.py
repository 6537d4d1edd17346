"""
Ties the markers of a draft to the sources it was given.

Each way of finding out is tried in turn, and the first that applies decides, also where it finds
nothing: a number that the draft's own list explains never falls through to a guess.

1. The sources map, where it has the marker.
   Then the file that the marker itself names, as `【4:0†noise.pdf】` does.
2. A citation, for `[1]` and `[cite_1]` in a session that has citations made by a tool.
3. The session's number, for `[S1]` and its kin.
4. The draft's own list of references or footnote, by what it says.
5. The address of a link.
6. With none of these, the order of the sources' names.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from citation_engine.display import one_line
from citation_engine.link.candidate_sources import GivenSource
from citation_engine.link.entries import Entries
from citation_engine.link.matching import SourceIndex, SourceMatch, shown_source
from citation_engine.link.names import has_extension, label_of, natural_key, number_in
from citation_engine.model.checked import Link, LinkedBy
from citation_engine.model.draft import Draft, Marker, Reference
from citation_engine.model.passage import Value

# Dialects whose numbers are those of a session.
SESSION_DIALECTS = frozenset(("brackets", "tokens", "sup", "sidecar", "usage"))
# Dialects whose numbers are those of citations.
CITATION_DIALECTS = frozenset(("numeric", "named"))
_LINKS, _NAMED, _NUMERIC = "links", "named", "numeric"
_MOST_LISTED = 40
_DAGGER = "†"
_DOCUMENT = re.compile(r"\.(?:pdf|docx?|pptx?|xlsx?|epub|md|txt|html?|csv|json)\Z", re.IGNORECASE)


class Resolution(Value):
    """The links of a draft's markers, in order, and what a reader must know about them."""

    links: tuple[Link, ...] = ()
    notes: tuple[str, ...] = ()


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


def resolve(
    draft: Draft,
    sources: Iterable[GivenSource],
    *,
    mapping: Mapping[str, str] | None = None,
    citations: Mapping[int, str] | None = None,
    numbered: bool = False,
) -> Resolution:
    """
    Return what each marker of a draft means.

    Args:
        draft: The draft, with its markers and references.
        sources: The sources it was given, in any order.
        mapping: What markers mean, by label, as `read_sources_map` gives it.
        citations: The source of each citation that the session has.
        numbered: Whether the sources are those of a session, so that `S1` is its first one.

    """
    return _Resolver(draft, SourceIndex(sources), mapping, citations, numbered).resolution()


class _Resolver:
    """Remembers what each label means, because drafts point to few sources many times."""

    def __init__(
        self,
        draft: Draft,
        index: SourceIndex,
        mapping: Mapping[str, str] | None,
        citations: Mapping[int, str] | None,
        numbered: bool,
    ) -> None:
        self._draft = draft
        self._index = index
        self._mapping = {label_of(key): value for key, value in (mapping or {}).items()}
        self._citations = citations or {}
        self._numbered = numbered
        self._entries = Entries(draft)
        self._by_number = {one.number: one.label for one in index.sources if one.number}
        ordered = enumerate(name_order(index.sources), 1)
        self._in_order = {at: source.label for at, source in ordered}
        self._known: dict[tuple[_Target, Reference | None], _Answer] = {}
        self._mapped: set[str] = set()
        self._ordered: dict[int, str] = {}

    def resolution(self) -> Resolution:
        links = [link for marker in self._draft.markers for link in self._links(marker)]
        return Resolution(links=tuple(links), notes=tuple(self._notes()))

    def _links(self, marker: Marker) -> Iterator[Link]:
        if self._entries.have(marker):
            # It labels an entry or stands in one, so it cites nothing.
            return
        targets = list(_targets(marker))
        if not targets:
            problem = marker.problem or "It names no source."
            yield Link(marker=marker, problem=problem)
        for target in targets:
            match, reference = self._answer(target, marker)
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

    def _answer(self, target: _Target, marker: Marker) -> _Answer:
        entry = self._entries.find(target.labels, target.dialect, marker.span.start)
        key = (target, entry.reference)
        if key not in self._known:
            self._known[key] = self._decide(target, entry.reference, entry.problem)
        return self._known[key]

    def _decide(self, target: _Target, entry: Reference | None, unlisted: str) -> _Answer:
        """The steps of the module's description, in their order."""
        if mapped := next((label for label in target.labels if label in self._mapping), None):
            return _Answer(self._by_map(mapped))
        if target.file and (named := self._by_file(target.file)):
            return _Answer(named)
        if self._citations and target.dialect in CITATION_DIALECTS and target.number:
            return _Answer(self._by_citation(target.number))
        if self._numbered and target.dialect in SESSION_DIALECTS and target.number:
            return _Answer(self._by_session(target.number))
        if entry:
            return _Answer(self._by_entry(entry), entry)
        if target.dialect == _LINKS:
            return _Answer(self._by_address(target.name))
        if unlisted:
            return _Answer(SourceMatch(problem=unlisted))
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

    def _by_entry(self, entry: Reference) -> SourceMatch:
        match = self._index.match(entry.text, addresses=entry.addresses, doi=entry.doi)
        if match.sources:
            return match
        said = one_line(entry.text, 80) or "nothing"
        named = match.problem or "That is none of the sources."
        return match.model_copy(update={"problem": f"The draft says {said!r}. {named}"})

    def _by_address(self, address: str) -> SourceMatch:
        match = self._index.match(addresses=(address,))
        if match.sources or match.problem:
            return match
        return SourceMatch(problem=f"{one_line(address, 120)} is none of the sources.")

    def _otherwise(self, target: _Target) -> SourceMatch:
        shown = one_line(target.name or str(target.number), 80)
        if target.number is None:
            named = self._index.named(target.name)
            unknown = SourceMatch(problem=f"Nothing in the draft says what {shown!r} is.")
            return named if named.sources or named.candidates else unknown
        if target.dialect == _NAMED:
            return SourceMatch(problem=f"The session has no citation {target.number}.")
        if self._numbered or self._mapping:
            where = "sources map" if self._mapping else "draft"
            return SourceMatch(problem=f"Nothing in the {where} says what {shown!r} is.")
        label = self._in_order.get(target.number)
        if label is None:
            count = len(self._in_order)
            given = f"There are {count} sources" if count != 1 else "There is 1 source"
            return SourceMatch(problem=f"{given}, so none has the number {target.number}.")
        self._ordered[target.number] = label
        return SourceMatch(sources=(label,), linked_by=LinkedBy.NAME_ORDER)

    def _notes(self) -> Iterator[str]:
        if self._ordered:
            yield self._order_note()
        yield from self._entries.notes()
        unused = [key for key in self._mapping if key not in self._mapped]
        if unused:
            listed = _listed(sorted(unused, key=natural_key))
            yield f"The sources map has labels that no marker uses: {listed}."

    def _order_note(self) -> str:
        taken = [
            f"{number} is {shown_source(self._index.by_label[label])}"
            for number, label in sorted(self._ordered.items())
        ]
        return (
            "Nothing in the draft says what its numbers mean, so they were taken for the sources "
            f"in the order of their names: {_listed(taken)}."
        )


def name_order(sources: Iterable[GivenSource]) -> list[GivenSource]:
    """Return sources in the order of their names, `2.pdf` before `10.pdf`."""
    return sorted(sources, key=_name_order)


def _name_order(source: GivenSource) -> tuple[object, ...]:
    return (natural_key(shown_source(source)), natural_key(source.identifier), source.label)


def _targets(marker: Marker) -> Iterator[_Target]:
    file = _file_in(marker)
    yield from (_Target(marker.dialect, number, "", file) for number in marker.numbers)
    for name in marker.names:
        number = None if marker.dialect == _LINKS else number_in(name)
        yield _Target(marker.dialect, number, name, file)


def _file_in(marker: Marker) -> str:
    """The file name behind the dagger of `【4:0†noise.pdf】`; `†source` names none."""
    if marker.dialect != _NUMERIC:
        return ""
    name = marker.text.partition(_DAGGER)[2].strip(" \t]】")
    return name if has_extension(name) else ""


def _listed(items: list[str]) -> str:
    shown = [one_line(item, 120) for item in items[:_MOST_LISTED]]
    more = len(items) - len(shown)
    return ", ".join(shown) + (f", and {more:,} more" if more else "")

"""The provisions of a law: the headings that a reference can name, and what they hold."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from citation_engine.language.vocabulary import lists, pattern
from citation_engine.model.passage import Span
from citation_engine.sections.headings import Heading, find_headings, sections_of
from citation_engine.sections.legal import STRUCTURAL, Kind, Part, Reference, arabic, read_part
from citation_engine.sections.outline import (
    Node,
    Sentence,
    half_sentences,
    read_section,
    sentences_of,
)

ANNEXES = frozenset((Kind.ANNEX, Kind.SCHEDULE))
_CITED_ALONE = frozenset((Kind.SECTION, Kind.ARTICLE)) | ANNEXES
_NAMES = tuple("".join(lists("references", "PROVISION_ORDINALS")).split())
_ORDINAL = re.compile(
    r"(?:(?P<name>\w{4,8})e[rs]|(?P<number>\d{1,2})\.)\s"
    rf"(?P<kind>{pattern('references', 'PROVISION_KINDS')})\b",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,6})\.?(?=\s)")
# Some collections put "(XXXX)" before the headings of repealed sections.
_PREFIX = re.compile(r"\([A-ZÄÖÜ]{2,8}\)\s*")
_VALUE = re.compile(r"(?P<number>\d+)(?P<rest>.*)")


@dataclass(frozen=True, slots=True)
class Provision:
    """A heading with its section; `body` is where its own words begin, `above` what it is in."""

    part: Part
    span: Span
    body: int
    above: "Provision | None"

    @property
    def path(self) -> tuple["Provision", ...]:
        """What it is in, from the largest down to itself."""
        return (*(self.above.path if self.above else ()), self)

    @property
    def annexed(self) -> bool:
        """Whether it is an annex or in one."""
        return any(one.part.kind in ANNEXES for one in self.path)

    def is_in(self, other: "Provision") -> bool:
        """Whether it is below another one."""
        return any(one is other for one in self.path[:-1])

    @property
    def cited_as(self) -> list[Part]:
        """The parts that name it: a section needs no chapter, "2.7" no "2"."""
        path = self.path
        first = next((i for i, one in enumerate(path) if one.part.kind in _CITED_ALONE), 0)
        last = {one.part.kind: one for one in path[first:]}
        parts: list[Part] = []
        for one in path[first:]:
            if one.part.kind not in STRUCTURAL or last[one.part.kind] is one:
                append_part(parts, one.part)
        return parts


def append_part(parts: list[Part], part: Part) -> None:
    """Add a part to a path; "2.7" says all that "2" said."""
    if parts and parts[-1].kind is part.kind and part.value.startswith(f"{parts[-1].value}."):
        parts.pop()
    parts.append(part)


def read_provisions(text: str, headings: Sequence[Heading]) -> list[Provision]:
    """Return the provisions of a law in order."""
    labels = [_label(heading.title) for heading in headings]
    sections = sections_of(text, list(_nested(headings, labels)))
    found: list[Provision] = []
    above: list[Provision] = []
    for heading, label, section in zip(headings, labels, sections, strict=True):
        if label is None:
            continue
        while above and above[-1].span.end <= section.span.start:
            above.pop()
        span = trimmed(text, section.span.start, section.span.end)
        body = min(heading.span.end, span.end)
        found.append(Provision(label, span, body, above[-1] if above else None))
        above.append(found[-1])
    return found


def covers(heading: str, value: str) -> bool:
    """Whether the number, list or range of a heading has a number in it."""
    if not heading or not value:
        return heading == value
    for element in heading.split(","):
        first, _, last = element.partition("-")
        if number_key(first) <= number_key(value) <= number_key(last or first):
            return True
    return False


@lru_cache(maxsize=8192)
def number_key(value: str) -> tuple[int, str]:
    """Return a number in a form that can be compared; a Roman numeral is a number."""
    if found := _VALUE.fullmatch(value):
        return int(found["number"]), found["rest"].casefold()
    if re.fullmatch(r"[IVXLC]{1,8}", value):
        return arabic(value), ""
    return 0, value


def trimmed(text: str, start: int, end: int) -> Span:
    """Return a span without the white space at its end."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def _nested(headings: Sequence[Heading], labels: Sequence[Part | None]) -> Iterator[Heading]:
    """Yield the headings with each annex above all that follows, whatever level it was given."""
    annexed = False
    for heading, label in zip(headings, labels, strict=True):
        annexed = annexed or (label is not None and label.kind in ANNEXES)
        level = heading.level
        if annexed:
            level = 12 if label is None else 1 + label.value.count(".")
        if label and label.kind in ANNEXES:
            level = 0
        yield replace(heading, level=level)


def read_ordinal(name: str) -> Part | None:
    """Return the part that "Zweiter Abschnitt" or "3. Kapitel" is, where it is all there is."""
    found = _ORDINAL.fullmatch(name)
    return _ordinal_part(found) if found else None


def _ordinal_part(found: re.Match[str]) -> Part | None:
    name = (found["name"] or "").casefold()
    if name and name not in _NAMES:
        return None
    number = found["number"] or str(_NAMES.index(name) + 1)
    return Part(Kind(found["kind"].capitalize()), number)


def _label(title: str) -> Part | None:
    """Return what a heading counts: "§ 147 …", "Zweiter Abschnitt", "2.7 …", or None."""
    if prefix := _PREFIX.match(title):
        title = title[prefix.end() :]
    if ordinal := _ORDINAL.match(title):
        return _ordinal_part(ordinal)
    found = read_part(title)
    if found and (found[0].kind in STRUCTURAL or found[0].kind is Kind.NUMBER):
        return found[0]
    bare = _BARE_NUMBER.match(title)
    return Part(Kind.NUMBER, bare["number"]) if bare else None


_MARKDOWN = "text/markdown"
_COUNTED = frozenset((Kind.PARAGRAPH, Kind.NUMBER, Kind.LETTER, Kind.DOUBLE_LETTER))
_MARGIN = re.compile(
    r"^ {0,3}(?:R[nz]\.\s?|\[)?(?P<number>\d{1,4})\]?[^\S\n]+(?=[^\W\d_a-z]|[„\"(])", re.MULTILINE
)

_Place = Provision | Node | Sentence | Span
_T = TypeVar("_T")


class LawText:
    """
    A law that is looked into more than once: its headings are read one time.

    `headings` are given where something better than the text tells them, such as the marks of
    a web page or of a book.
    """

    def __init__(
        self,
        text: str,
        media_type: str = _MARKDOWN,
        headings: Sequence[Heading] | None = None,
    ) -> None:
        self._text = text
        if headings is None:
            headings = find_headings(text, media_type)
        self._provisions = read_provisions(text, headings)
        self._starts = [provision.span.start for provision in self._provisions]
        self._inside: dict[int, Node] = {}
        # Headings such as "§§ 136 bis 138" have more than one number.
        self._ranges = [one for one in self._provisions if re.search("[-, ]", one.part.value)]
        self._by_number: dict[tuple[Kind, tuple[int, str]], list[Provision]] = {}
        for one in self._provisions:
            key = (one.part.kind, number_key(one.part.value))
            self._by_number.setdefault(key, []).append(one)

    def resolve(self, reference: Reference) -> Span | None:
        """Return the stretch of the text that `reference` means, or None."""
        if not reference.parts:
            return None
        place: _Place | None = None
        for part in reference.parts[:-1]:
            place = self._step(place, part.kind, part.value)
            if place is None:
                return None
        return self._stretch(place, *reference.parts[-1])

    def resolve_beginning(self, reference: Reference) -> tuple[Reference, Span] | None:
        """Return as many of the first parts as are there, and their stretch, or None."""
        for count in range(len(reference.parts), 0, -1):
            beginning = Reference(reference.parts[:count], reference.law)
            if span := self.resolve(beginning):
                return beginning, span
        return None

    def reference_of(self, span: Span) -> Reference | None:
        """
        Return the most exact reference whose stretch has all of `span` in it, or None.

        Words of several sentences or paragraphs are cited as "Satz 1 bis 2", of several
        sections as "§§ 238 bis 239", else by what holds them all.
        """
        cited = self._cited_at(span.start)
        if cited is None or span.end <= cited[1].end:
            return cited[0] if cited else None
        first, last = cited[0], self.reference_at(span.end - 1)
        same = _same_beginning(first, last) if last else 0
        if last and same < min(len(first.parts), len(last.parts)):
            (kind, begin), (other, end) = first.parts[same], last.parts[same]
            if kind is other and not re.search("[-, ]", begin + end):
                through = Reference((*first.parts[:same], Part(kind, f"{begin}-{end}")))
                if self._holds(through, span):
                    return through
        for count in range(same, 0, -1):
            if self._holds(common := Reference(first.parts[:count]), span):
                return common
        return None

    def _holds(self, reference: Reference, span: Span) -> bool:
        found = self.resolve(reference)
        return found is not None and found.start <= span.start and span.end <= found.end

    def reference_at(self, offset: int) -> Reference | None:
        """Return the most exact reference whose stretch has `offset` in it, or None."""
        cited = self._cited_at(offset)
        return cited[0] if cited else None

    def _cited_at(self, offset: int) -> tuple[Reference, Span] | None:
        provision = self._provision_at(offset)
        parts = provision.cited_as if provision else []
        if provision is None or offset >= provision.body:
            for part in self._path_inside(self._read(provision), offset):
                append_part(parts, part)
        while parts:
            reference = Reference(tuple(parts))
            span = self.resolve(reference)
            if span and span.start <= offset < span.end:
                return reference, span
            parts.pop()
        return None

    def _stretch(self, place: _Place | None, kind: Kind, value: str) -> Span | None:
        """Return the span of the last part, which may be a list or a range."""
        spans: list[Span | None] = []
        for element in value.split(","):
            number, _, following = element.partition(" ")
            spans.extend(_span_of(self._step(place, kind, end)) for end in number.split("-"))
            if following == "f.":
                after = str(number_key(number)[0] + 1)
                spans.append(_span_of(self._step(place, kind, after)))
            elif following and (first := spans[-1]):
                # "ff." goes on to the end of what holds the first.
                whole = _span_of(place) or Span(0, len(self._text))
                spans.append(Span(first.start, max(first.end, whole.end)))
        found = [span for span in spans if span]
        if not found or len(found) < len(spans):
            return None
        return Span(min(span.start for span in found), max(span.end for span in found))

    def _step(self, place: _Place | None, kind: Kind, value: str) -> _Place | None:
        """Return the one part of `place` with this kind and number."""
        if isinstance(place, Span):
            return None
        if place is None or isinstance(place, Provision):
            if kind in STRUCTURAL:
                return self._provision(kind, value, place)
            if kind is Kind.MARGIN:
                return self._margin(value, place.span if place else Span(0, len(self._text)))
            if place and kind is Kind.NUMBER and (named := self._numbered(value, place)):
                return named
            if place is None and self._provisions:
                return None
            place = self._read(place)
        if kind is Kind.SENTENCE:
            return self._sentence(place, value)
        if kind is Kind.HALF_SENTENCE:
            return self._half_sentence(place, value)
        return _child(place, kind, value) if kind in _COUNTED else None

    def _provision(self, kind: Kind, value: str, place: Provision | None) -> Provision | None:
        same = self._by_number.get((kind, number_key(value)), [])
        around = [
            one for one in self._ranges if one.part.kind is kind and covers(one.part.value, value)
        ]
        found = [one for one in (*same, *around) if place is None or one.is_in(place)]
        if place is None and kind not in ANNEXES:
            # An annex may have sections of its own; "§ 1" alone is the law's.
            found = [one for one in found if not one.annexed] or found
        # A table of contents names a section too, but has no words below the name.
        found = [one for one in found if one.span.end > one.body] or found
        return found[0] if len(found) == 1 else None

    def _numbered(self, value: str, place: Provision) -> Provision | Node | None:
        """Return the heading or, for "1.2", the item below the heading "1"."""
        if named := self._provision(Kind.NUMBER, value, place):
            return named
        upper = self._provision(Kind.NUMBER, value.rpartition(".")[0], place)
        return _child(self._read(upper), Kind.NUMBER, value) if upper else None

    def _sentence(self, place: Node | Sentence, value: str) -> Sentence | None:
        if isinstance(place, Sentence) or place.has_paragraphs:
            return None
        return _nth(sentences_of(place, self._text), value)

    def _half_sentence(self, place: Node | Sentence, value: str) -> Span | None:
        if isinstance(place, Node):
            sentences = [] if place.has_paragraphs else sentences_of(place, self._text)
            if len(sentences) != 1:
                return None
            place = sentences[0]
        return _nth(half_sentences(place, self._text), value)

    def _margin(self, value: str, scope: Span) -> Span | None:
        """Return the words beside a number in the margin, where its neighbour is there too."""
        marks = [
            (int(mark["number"]), mark.start())
            for mark in _MARGIN.finditer(self._text, scope.start, scope.end)
        ]
        at = [i for i, (number, _) in enumerate(marks) if value == str(number)]
        if len(at) != 1:
            return None
        number, start = marks[at[0]]
        before = marks[at[0] - 1][0] if at[0] else None
        after = marks[at[0] + 1] if at[0] + 1 < len(marks) else None
        if after and after[0] == number + 1:
            return trimmed(self._text, start, after[1])
        if before != number - 1:
            return None
        end = self._text.find("\n\n", start, scope.end)
        return trimmed(self._text, start, scope.end if end < 0 else end)

    def _read(self, provision: Provision | None) -> Node:
        """Return what is inside a provision, up to the first provision it holds."""
        start, end = (provision.body, provision.span.end) if provision else (0, len(self._text))
        if start not in self._inside:
            i = bisect_right(self._starts, start)
            if i < len(self._starts):
                end = max(start, min(end, self._starts[i]))
            counted = provision is not None and provision.part.kind is Kind.ARTICLE
            node = read_section(self._text, Span(start, end), counted_paragraphs=counted)
            self._inside[start] = node
        return self._inside[start]

    def _provision_at(self, offset: int) -> Provision | None:
        i = bisect_right(self._starts, offset) - 1
        provision = self._provisions[i] if i >= 0 else None
        while provision and offset >= provision.span.end:
            provision = provision.above
        return provision

    def _path_inside(self, node: Node, offset: int) -> list[Part]:
        """Return the parts from a section's inside down to the offset."""
        parts: list[Part] = []
        bullets = False
        while True:
            if not node.has_paragraphs and not bullets:
                parts += _sentence_part(sentences_of(node, self._text), offset)
            i = bisect_right(node.children, offset, key=lambda one: one.start) - 1
            if i < 0 or offset >= node.children[i].end:
                return parts
            child = node.children[i]
            bullets = child.kind is None
            if child.kind:
                append_part(parts, Part(child.kind, child.value))
            node = child


def _sentence_part(sentences: Sequence[Sentence], offset: int) -> list[Part]:
    """Return the sentence at the offset; one that is alone is not counted."""
    if len(sentences) < 2:
        return []
    at = [i for i, one in enumerate(sentences, 1) if one.start <= offset < one.end]
    return [Part(Kind.SENTENCE, str(at[0]))] if at else []


def _same_beginning(one: Reference, other: Reference) -> int:
    """Return how many of their first parts two references share."""
    pairs = zip(one.parts, other.parts, strict=False)
    return next(
        (i for i, (a, b) in enumerate(pairs) if a != b), min(len(one.parts), len(other.parts))
    )


def _child(place: Node | Sentence, kind: Kind, value: str) -> Node | None:
    """Return the one item or paragraph below a place, looking through bullets."""
    if isinstance(place, Node) and place.has_paragraphs and kind is not Kind.PARAGRAPH:
        return None
    found: list[Node] = []
    level = list(place.children)
    while level and not found:
        found = [
            one for one in level if one.kind is kind and number_key(one.value) == number_key(value)
        ]
        below = [one for one in level if one.kind is None or _leads_to(one, kind, value)]
        level = [child for one in below for child in one.children]
    return found[0] if len(found) == 1 else None


def _leads_to(node: Node, kind: Kind, value: str) -> bool:
    return node.kind is kind is Kind.NUMBER and value.startswith(f"{node.value}.")


def _nth(values: Sequence[_T], number: str) -> _T | None:
    return values[int(number) - 1] if number.isdigit() and 0 < int(number) <= len(values) else None


def _span_of(place: _Place | None) -> Span | None:
    return place if place is None or isinstance(place, Span) else place.span

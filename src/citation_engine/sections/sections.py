"""
The sections of a text: what a place is called by, and which stretches a name means.

A place in a law is cited as lawyers do, "§ 147 Abs. 3 Satz 1". A place in any other text is
called by the headings above it, from the highest down. A name leads back to its stretch; what is
not there, or is not certain, leads nowhere.
"""

import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from citation_engine.display import one_line
from citation_engine.language.sentences import split_sentences
from citation_engine.language.vocabulary import any_word, pattern
from citation_engine.model.passage import Layout, Mark, MarkKind, Span
from citation_engine.quotes.searchable_text import blanked, furniture_of
from citation_engine.sections.headings import Heading, Section, find_headings, sections_of
from citation_engine.sections.legal import (
    Kind,
    Reference,
    format_reference,
    parse_reference,
    read_part,
)
from citation_engine.sections.provisions import LawText, read_ordinal, trimmed

_LABEL = rf"§§?|(?:{pattern('references', 'HEADING_LABELS')})\b\.?"
_NUMBER = r"(?:\d{1,4}[a-z]?(?:\.\d{1,4}[a-z]?){0,6}|[IVXLC]{1,7})(?!\w)"
_NUMBERED = re.compile(
    rf"\s*(?:(?P<label>{_LABEL})\s*)?(?P<number>{_NUMBER})(?P<dot>[.):]?)(?P<rest>.*)\Z",
    re.IGNORECASE | re.DOTALL,
)
_THROUGH = re.compile(
    rf"\s*(?:-|–|—|\b(?:{any_word('function_words', 'THROUGH')})\b)\s*"
    rf"(?:§\s*)?(?P<last>{_NUMBER})\s*\Z"
)
# The first of these that a path has divides it: a title may have one of the others.
_STEPS = (" › ", " > ", " » ", " → ", " / ")
_WORD = re.compile(r"\w+")
# What may stand before the number of a heading that has a number only.
_ANY_SECTION = re.compile(rf"§§?|{pattern('references', 'ANY_HEADING_LABELS')}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Name:
    """A section's name: all its words, its number, and its words without label and number."""

    words: str
    number: str
    bare: str

    def means(self, other: "Name") -> bool:
        """Whether two names with words mean the same; numbers may be missing, not differ."""
        if self.words == other.words:
            return bool(self.words)
        if not self.bare or self.bare != other.bare:
            return False
        return not self.number or not other.number or self.number == other.number


@lru_cache(maxsize=4096)
def read_name(title: str) -> Name:
    """Return the parts of a name by which it is compared."""
    plain = unicodedata.normalize("NFKC", title)
    words = _words(plain)
    found = _NUMBERED.match(plain)
    if not found or not _is_number(found):
        return Name(words, "", words)
    return Name(words, found["number"].casefold(), _words(found["rest"]))


def read_number(name: str) -> tuple[str, str] | None:
    """Return the first and last number of a name that is no more: "8.1", "§ 8.1-8.2"."""
    found = _NUMBERED.match(unicodedata.normalize("NFKC", name))
    if not found or not _is_number(found):
        return None
    if found["label"] and not _ANY_SECTION.match(found["label"]):
        return None
    first = found["number"].casefold()
    if not _words(found["rest"]):
        return first, first
    through = _THROUGH.match(found["rest"])
    return (first, through["last"].casefold()) if through else None


def steps_of(name: str) -> list[str]:
    """Return the titles of a path such as "Teil 1 › Kapitel 8", from the highest down."""
    sign = next((sign for sign in _STEPS if sign in name), None)
    return [step for step in name.split(sign) if step.strip()] if sign else [name]


def _is_number(found: re.Match[str]) -> bool:
    """Whether a number, or a Roman numeral that is no word: "I think" has none."""
    if found["number"][0].isdigit() or found["label"] or found["dot"]:
        return True
    return not found["rest"].strip()


def _words(title: str) -> str:
    return " ".join(_WORD.findall(title.casefold()))


_PROVISION = re.compile(
    rf"(?:\([A-ZÄÖÜ]{{2,8}}\)\s*)?(?:§§?|{pattern('references', 'PROVISION_LABELS')})\s*\d",
    re.IGNORECASE,
)
_MARKDOWN = re.compile(r"text/(?:x-)?markdown\b", re.IGNORECASE)
# Words that are handed in without a name for their kind are often Markdown.
_ATX = re.compile(r"^#{1,6} \S", re.MULTILINE)
# Their lines are data, not prose.
_DATA = re.compile(r"(?:json|ndjson|yaml|csv|tab-separated|spreadsheet|toml)", re.IGNORECASE)
_HOLDERS = (MarkKind.CHAPTER, MarkKind.SHEET, MarkKind.SLIDE)
# A holder is above every heading.
_ABOVE = 1_000
_LONGEST = 200
# More than the largest codes of law have: such a text is made to be slow, and is not divided.
MOST_HEADINGS = 20_000


def headings_of(text: str, layout: Layout, media_type: str) -> list[Heading]:
    """Return the headings of a text in order, each with its words on one line."""
    if _MARKDOWN.match(media_type) or (media_type == "text/plain" and _ATX.search(text)):
        found = find_headings(text)
    else:
        marked = list(_marked(layout))
        found = [*marked, *_plain(text, marked, media_type)]
    found += _holders(layout.marks)
    if len(found) > MOST_HEADINGS:
        return []
    found.sort(key=lambda heading: (heading.span.start, heading.level))
    return [Heading(h.span, h.level, one_line(h.title, _LONGEST)) for h in found]


def names_provision(title: str) -> bool:
    """Whether a heading opens a section or an article of a law."""
    return bool(_PROVISION.match(title))


def _marked(layout: Layout) -> Iterator[Heading]:
    """Yield the headings a reader marked; those of menus open no section of the text."""
    menus = Stretches(mark for mark in layout.marks if mark.kind is MarkKind.NAVIGATION)
    for mark in layout.marks:
        if mark.kind is MarkKind.HEADING and mark.name and not menus.have(mark.start):
            yield Heading(Span(mark.start, mark.end), mark.level or 1, mark.name)


def _plain(text: str, marked: Sequence[Heading], media_type: str) -> Iterator[Heading]:
    """Yield the headings that only the text shows, below those that were marked."""
    if _DATA.search(media_type):
        return
    found = find_headings(text, "text/plain")
    if not marked:
        yield from found
        return
    taken = Stretches(heading.span for heading in marked)
    deepest = max(heading.level for heading in marked)
    for heading in found:
        if names_provision(heading.title) and not taken.have(heading.span.start):
            yield Heading(heading.span, deepest + heading.level, heading.title)


def _holders(marks: Iterable[Mark]) -> list[Heading]:
    """Return chapters, slides and sheets as headings without lines of their own."""
    return [
        Heading(Span(mark.start, mark.start), (mark.level or 1) - _ABOVE, mark.name)
        for mark in marks
        if mark.kind in _HOLDERS and mark.name
    ]


class Stretches:
    """Stretches of a text, and whether an offset is in one of them."""

    def __init__(self, stretches: Iterable[Mark | Span]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted((one.start, one.end) for one in stretches):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def have(self, offset: int) -> bool:
        """Whether the offset is in one of them."""
        at = bisect_right(self._starts, offset) - 1
        return at >= 0 and offset < self._ends[at]


STEP = " › "
_CITED = frozenset((Kind.SECTION, Kind.ARTICLE, Kind.ANNEX, Kind.SCHEDULE))
_ENGLISH = re.compile(r"article\b", re.IGNORECASE)
_PARAGRAPH_SIGN = re.compile(r"\s*\(\d{1,3}[a-z]{0,2}\)\s+")
_BARE_NUMBER = re.compile(r"\d{1,5}[a-z]?")
_SMALLEST = (MarkKind.CELL, MarkKind.VALUE)
# How many marks before an offset are looked at for the one it is in.
_LOOK_BACK = 64
_LONGEST_NAME = 400
_REMEMBERED = 512
# A title that more headings have names nothing.
_MOST_ALIKE = 1_000
# How much white space may stand before a paragraph.
_GAP = 80
# How much is read to see where a sentence begins.
_SENTENCE = 400
# What stands behind a number that opens a section: a sign, or a short title and a colon.
_CLOSED = re.compile(
    r"\s{0,3}[:–—]|\s{1,3}-(?=\s)|(?P<title>\s{1,3}[A-ZÄÖÜ][^\W\d]*(?: [^\W\d]+){0,5}:)"
)
_DOTTED = re.compile(r"§|\d\.\d")
_CAPITAL = re.compile(r"\s{1,3}[\"„“»(]?[A-ZÄÖÜ]")
_OPENING_NUMBER = re.compile(r"(?P<sign>\D*)(?P<number>\d+[a-z]?(?:\.\d+[a-z]?)*)")


@dataclass(frozen=True, slots=True)
class Found:
    """
    What a name means in a text.

    `spans` are the stretches it may mean: one for a reference, more where headings are alike.
    Where it means none, `beginning` may say how much of a reference is there: "§ 147" of
    "§ 147 Abs. 9".
    """

    spans: tuple[Span, ...] = ()
    beginning: tuple[str, Span] | None = None


class Sections:
    """The sections of one text, read once."""

    def __init__(
        self, text: str, layout: Layout | None = None, media_type: str = "text/markdown"
    ) -> None:
        layout = layout or Layout()
        furniture = furniture_of(text, layout)
        self._text = blanked(text, furniture)
        self._headings = headings_of(self._text, layout, media_type)
        self.listed = sections_of(self._text, self._headings)
        self._starts = [section.span.start for section in self.listed]
        self._above = _above(self.listed)
        self._titled_whole = _is_title(self._headings, len(text))
        self._law = LawText(self._text, headings=self._headings)
        provisions = [h.title for h in self._headings if names_provision(h.title)]
        self._is_law = bool(provisions)
        english = sum(bool(_ENGLISH.match(title)) for title in provisions)
        self._language = "en" if english * 2 > len(provisions) else "de"
        self._besides = Stretches((*furniture, *_besides(layout)))
        self._notes = [mark for mark in layout.marks if mark.kind is MarkKind.NOTE]
        self._smallest = _smallest(layout)
        parts = (read_part(heading.title) for heading in self._headings)
        self._kinds = {part[0].kind for part in parts if part}
        self._names: dict[str, list[int]] = defaultdict(list)
        self._numbers: dict[str, list[int]] = defaultdict(list)
        for i, heading in enumerate(self._headings):
            name = read_name(heading.title)
            self._names[name.bare or name.words].append(i)
            if name.number:
                self._numbers[name.number].append(i)
        self._known: dict[str, Found] = {}

    # from a place to its name ---------------------------------------------------------------

    def section_of(self, span: Span) -> str | None:
        """
        Return what the place of `span` is called by, or None where nothing names it.

        Page headers and footers, menus and notes stand between sections, not in them.
        """
        if self._besides.have(span.start):
            return None
        if note := _mark_at(span.start, self._notes):
            return _note_name(note)
        if self._is_law and (reference := self._reference_of(span)):
            return format_reference(reference, self._language)
        path = self._path_to(span)
        if smallest := _mark_at(span.start, self._smallest, span.end):
            path.append(smallest.name)
        # A title with the sign in it would look like two.
        titles = (title.replace(STEP.strip(), ">") for title in _without_repeats(path))
        name = STEP.join(titles)
        return name if name and self._leads_to(name, span) else None

    def _leads_to(self, name: str, span: Span) -> bool:
        """Whether a name leads to the place; a title may read as a reference to another one."""
        end = trimmed(self._text, span.start, max(span.end, span.start)).end
        return any(one.start <= span.start and end <= one.end for one in self.find(name).spans)

    def have(self, offset: int) -> bool:
        """Whether an offset is in the text proper, which alone is divided into sections."""
        return not self._besides.have(offset) and _mark_at(offset, self._notes) is None

    def _path_to(self, span: Span) -> list[str]:
        """Return the titles above a span, down to the innermost section that holds all of it."""
        at = bisect_right(self._starts, span.start) - 1
        while at >= 0 and self.listed[at].span.end < max(span.end, span.start + 1):
            at = self._above[at]
        return list(self.listed[at].path[self._titled_whole :]) if at >= 0 else []

    def _reference_of(self, span: Span) -> Reference | None:
        """Return the reference to a place in a law; before its first section there is none."""
        sign = _PARAGRAPH_SIGN.match(self._text, span.start, span.end)
        words = Span(sign.end(), span.end) if sign and sign.end() < span.end else span
        found = self._law.reference_of(words)
        if found and words is not span and "-" in found.parts[-1].value:
            # With its sign and several sentences it may be the whole paragraph.
            found = self._law.reference_of(span) or found
        if found is None or not any(part.kind in _CITED for part in found.parts):
            return None
        return found

    # from a name to its place ---------------------------------------------------------------

    def find(self, name: str) -> Found:
        """Return what `name` means: a reference, a number, a title, or a path of titles."""
        name = " ".join(name[: 4 * _LONGEST_NAME].split())
        if name not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[name] = self._find(name)
        return self._known[name]

    def _find(self, name: str) -> Found:
        if not name or len(name) > 2 * _LONGEST_NAME:
            return Found()
        if spans := self._spans_of(name) or self._at_the_end_of(steps_of(name)):
            return Found(spans)
        reference = parse_reference(name)
        beginning = self._law.resolve_beginning(reference) if reference else None
        if beginning is None:
            return Found(self._run_in(name))
        return Found((), (format_reference(beginning[0], self._language), beginning[1]))

    def _spans_of(self, name: str) -> tuple[Span, ...]:
        """Return what one name means, whatever kind of name it is."""
        ordinal = read_ordinal(name)
        reference = Reference((ordinal,)) if ordinal else parse_reference(name)
        span = self._law.resolve(reference) if reference else self._bare_number(name)
        if span:
            return (span,)
        return self._numbered(name) or self._titled(name) or self._smallest_named(name)

    def _at_the_end_of(self, steps: list[str]) -> tuple[Span, ...]:
        """Return the stretches of the last name of a path, each inside those of the ones above."""
        found: tuple[Span, ...] = ()
        around: tuple[Span, ...] = ()
        for number, step in enumerate(steps if len(steps) > 1 else ()):
            # As headings stand, an annex may hold more than the law says it does.
            meant, titled = self._spans_of(step), self._titled(step)
            if number:
                meant = tuple(one for one in meant if _is_inside(one, around))
                titled = tuple(one for one in titled if _is_inside(one, around))
            found, around = meant or titled, (*meant, *titled)
        return found

    def _bare_number(self, name: str) -> Span | None:
        """Return the section or the article of a law of which only the number was given."""
        if not self._is_law or not _BARE_NUMBER.fullmatch(name):
            return None
        named = [parse_reference(f"{sign} {name}") for sign in ("§", "Art.")]
        found = [span for one in named if one and (span := self._law.resolve(one))]
        return found[0] if len(found) == 1 else None

    def _numbered(self, name: str) -> tuple[Span, ...]:
        """Return the stretch of the headings with these numbers, if there is one for each."""
        labelled = read_part(name)
        if labelled and labelled[0].kind in self._kinds:
            return ()  # Where there are chapters by that name, "Kapitel 8" is no "8 Archiv".
        numbers = read_number(name)
        ends = [self._one_numbered(number) for number in numbers] if numbers else []
        found = [end for end in ends if end is not None]
        if not found or len(found) < len(ends):
            return ()
        return (Span(min(s.start for s in found), max(s.end for s in found)),)

    def _one_numbered(self, number: str) -> Span | None:
        # Headings with a sign of their own are known to the law; "§ 8" is not "Kapitel 8".
        plain = [i for i in self._numbers.get(number, ()) if _is_plain(self._headings[i])]
        found = self._with_words(plain)
        return self._span(found[0]) if len(found) == 1 else None

    def _titled(self, name: str) -> tuple[Span, ...]:
        """Return the stretches of all headings with these words."""
        wanted = read_name(name)
        candidates = {*self._names.get(wanted.bare, ()), *self._names.get(wanted.words, ())}
        found = [i for i in candidates if read_name(self._headings[i].title).means(wanted)]
        if len(found) > _MOST_ALIKE:
            return ()
        return tuple(self._span(i) for i in self._with_words(sorted(found)))

    def _with_words(self, found: list[int]) -> list[int]:
        """Leave out the lines of a table of contents: nothing stands below them."""
        return [i for i in found if self._span(i).end > self._headings[i].span.end] or found

    def _span(self, i: int) -> Span:
        section = self.listed[i]
        return trimmed(self._text, section.span.start, section.span.end)

    def _smallest_named(self, name: str) -> tuple[Span, ...]:
        """Return the cells or values of that name; the same letters go before the same word."""
        wanted = name.casefold()
        marks = [mark for mark in self._smallest if mark.name.casefold() == wanted]
        marks = [mark for mark in marks if mark.name == name] or marks
        return tuple(Span(mark.start, mark.end) for mark in marks)

    def _run_in(self, name: str) -> tuple[Span, ...]:
        """Return the words after a number that opens a paragraph or a sentence: "§ 8.1: All …"."""
        numbers = read_number(name)
        labels = [rf"(?:§\s{{0,3}})?{re.escape(one)}" for one in numbers or ()]
        if not labels and read_name(name).number:
            labels = [re.escape(name).replace(r"\ ", r"\s{0,3}")]
        found = [self._opened_by(label) for label in dict.fromkeys(labels)]
        spans = [span for span in found if span]
        if not spans or len(spans) < len(found):
            return ()
        return (Span(min(one.start for one in spans), max(one.end for one in spans)),)

    def _opened_by(self, label: str) -> Span | None:
        """Return the one stretch that a label opens, up to the next label of its form."""
        starts = list(islice(self._openings(label, 0), 2))
        if len(starts) != 1:
            return None
        start = starts[0]
        opening = _OPENING_NUMBER.match(self._text, start)
        ends = [len(self._text)]
        if opening:
            sign = re.escape(opening["sign"].strip()) + r"\s{0,3}"
            ends.extend(islice(self._openings(rf"{sign}\d[\w.]{{0,20}}", opening.end()), 1))
            # The next number may open its section without a sign behind it: "§ 8.2 requires".
            following = (
                rf"{sign}(?:{'|'.join(map(re.escape, _numbers_after(opening['number'])))})\b"
            )
            if len(ends) == 1 and opening["sign"].strip():
                ends.extend(islice(self._starts_with(following, opening.end()), 1))
        heading = bisect_right(self._headings, start, key=lambda h: h.span.start)
        ends.extend(one.span.start for one in self._headings[heading : heading + 1])
        return trimmed(self._text, start, min(ends))

    def _openings(self, label: str, start: int) -> Iterator[int]:
        """Yield where a label and a sign behind it open a paragraph or a sentence."""
        for found in re.compile(rf"(?<![\w.])(?:{label})(?=\D)").finditer(self._text, start):
            closed = _CLOSED.match(self._text, found.end())
            if not closed or (closed["title"] and not _DOTTED.search(found.group())):
                continue
            goes_on = _CAPITAL.match(self._text, closed.end())
            if self._opens_paragraph(found.start()) or (
                goes_on and self._opens_sentence(found.start())
            ):
                yield found.start()

    def _starts_with(self, label: str, start: int) -> Iterator[int]:
        for found in re.compile(label).finditer(self._text, start):
            if self._opens_paragraph(found.start()) or self._opens_sentence(found.start()):
                yield found.start()

    def _opens_paragraph(self, offset: int) -> bool:
        before = self._text[max(0, offset - _GAP) : offset]
        words = before.rstrip()
        gap = before[len(words) :]
        return not words or gap.count("\n") > 1 or ("\n" in gap and words[-1] in ".:;!?")

    def _opens_sentence(self, offset: int) -> bool:
        """Whether a sentence begins here: not behind "see" or "vgl.", as a reference does."""
        first = max(0, offset - _SENTENCE)
        spans = split_sentences(self._text[first : offset + _GAP])
        return any(first + span.start == offset for span in spans)


def _numbers_after(number: str) -> list[str]:
    """Return the numbers that may follow a number: 8.2 or 9 after 8.1."""
    parts = [int(part) for part in re.findall(r"\d+", number)]
    return [
        ".".join(map(str, (*parts[:at], parts[at] + 1))) for at in range(len(parts) - 1, -1, -1)
    ]


def _besides(layout: Layout) -> list[Mark]:
    """Return what is no part of the text's own sections: the menu and the foot of a web page."""
    if layout.pages:
        return []
    kinds = (MarkKind.NAVIGATION, MarkKind.FOOTER)
    return [mark for mark in layout.marks if mark.kind in kinds]


def _smallest(layout: Layout) -> list[Mark]:
    """Return the cells of sheets and the values of data, which have names of their own."""
    if not any(mark.kind in (MarkKind.SHEET, MarkKind.VALUE) for mark in layout.marks):
        return []
    named = [mark for mark in layout.marks if mark.kind in _SMALLEST and mark.name]
    return sorted(named, key=lambda mark: (mark.start, -mark.end))


def _mark_at(offset: int, marks: Sequence[Mark], end: int = 0) -> Mark | None:
    """Return the innermost of the ordered marks that an offset is in, and all up to `end`."""
    last = bisect_right(marks, offset, key=lambda mark: mark.start)
    for mark in reversed(marks[max(0, last - _LOOK_BACK) : last]):
        if offset < mark.end and end <= mark.end:
            return mark
    return None


def _note_name(mark: Mark) -> str | None:
    """Return how a note is called: "note 3" where it has a number only."""
    name = one_line(mark.name)
    return f"note {name}" if name and " " not in name else name or None


def _is_inside(span: Span, around: tuple[Span, ...]) -> bool:
    return any(one.start <= span.start and span.end <= one.end for one in around)


def _above(sections: Sequence[Section]) -> list[int]:
    """Return for each section the number of the one it is in, or -1."""
    above: list[int] = []
    around: list[int] = []
    for number, section in enumerate(sections):
        while around and sections[around[-1]].level >= section.level:
            around.pop()
        above.append(around[-1] if around else -1)
        around.append(number)
    return above


def _is_title(headings: Sequence[Heading], length: int) -> bool:
    """Whether the first heading holds all the rest: the title of the whole names no place in it."""
    if not headings or headings[0].span.start * 4 > length:
        return False
    return all(one.level > headings[0].level for one in headings[1:])


def _is_plain(heading: Heading) -> bool:
    return heading.title[:1].isdigit() or heading.title[:1] in "IVXLC"


def _without_repeats(path: list[str]) -> list[str]:
    """Leave out a title that says what the one above it says, as a chapter and its heading do."""
    names = [read_name(title).words for title in path]
    return [title for i, title in enumerate(path) if title and (i == 0 or names[i] != names[i - 1])]


__all__ = ["STEP", "Found", "Section", "Sections"]

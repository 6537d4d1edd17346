"""
Puts the pages of a paged document together: one text, its pages, its marks, its geometry.

A page ends in one line end, as a line does, so that a sentence that goes on overleaf reads on.
A page's span includes that line end; only the last page has none. What lines are beside text is
told by their place and their letters: headers, footers, headings, notes.
"""

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple
from unicodedata import normalize

from citation_engine.formats.columns import PlacedWords, find_tables
from citation_engine.formats.geometry import EvenStretch, PackedPage, PageBoxes, pack, pack_page
from citation_engine.formats.pdf_tags import Path, TaggedStretch, block_path, marks_by_tags
from citation_engine.formats.plain import soften_line_end_hyphens
from citation_engine.model.passage import Layout, Mark, MarkKind, PageSpan

# How far a line's box reaches below and above its baseline, in parts of the font's size.
BELOW = 0.25
ABOVE = 0.9
# Edges that differ by less than this are of even height.
_EVEN = 0.5
# The part of a page, at the top and at the bottom, in which headers and footers stand.
_EDGE = 0.13
# Lines looked at in each of the two.
_EDGE_LINES = 3
# How much larger than the body's letters those of a heading are.
_LARGER = 1.15
_LONGEST_HEADING = 200
# How much smaller the letters of notes are, and how far down a page they stand at least.
_NOTE_SIZE = 0.95
_FOOT = 0.5
# How much smaller raised letters are, and how far above the line they stand.
_SMALLER = 0.85
_LIFTED = 0.15
_MOST_HEADING_LINES = 4
_LEVELS = 6
# The target of a link to another place of the same document.
WITHIN = "#"
# Accents that fonts draw on their own, and the marks that are one letter with the one before.
_ACCENTS = "`´ˆ˜¯˘˙¨˚˝ˇ¸˛"
_MARKS = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328"
_AS_MARKS = str.maketrans(_ACCENTS + "ıȷ", _MARKS + "ij")
_ACCENT = re.compile(f"[{_ACCENTS}\u0300-\u036f]")
# The place of an accent that went to its letter; it and what stands around it.
_GONE = "\0"
_AROUND = re.compile(rf"[\s{_GONE}]*{_GONE}[\s{_GONE}]*")
# How much wider than a gap in a word one between words is, in parts of the letters' size.
_SPACE = 0.1
_WITHIN_WORD = re.compile(r"\w(?=\w)")
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_LEADING_NUMBER = re.compile(r"^[\dIVXLC.]+\s+")
_NOTE_LABEL = re.compile(r"([1-9]\d{0,2})[ \t]*(?![\s\d.,:;)–-])\S")


class PageLine(NamedTuple):
    """
    A line: its page, its span, how far down the page it stands, its letters' size.

    The depth is that of the page as it is looked at, 0 to 1; None where the line lies askew.
    """

    page: int
    start: int
    end: int
    depth: float | None
    size: float
    recognised: bool


class OutlineEntry(NamedTuple):
    """An entry of the document's own outline."""

    title: str
    level: int
    page: int


@dataclass(slots=True)
class PlacedPage:
    """
    One page while it is read: its words, line by line, and where each character stands.

    Positions are in points from the bottom left corner of the page as it is not rotated.
    """

    number: int
    width: float
    height: float
    rotation: int = 0
    label: str | None = None
    parts: list[str] = field(default_factory=list)
    length: int = 0
    first: "array[float]" = field(default_factory=lambda: array("f"))
    last: "array[float]" = field(default_factory=lambda: array("f"))
    stretches: list[EvenStretch] = field(default_factory=list)
    lines: list[PageLine] = field(default_factory=list)
    tagged: list[TaggedStretch] = field(default_factory=list)
    # Links and what stands above its line.
    inner: list[Mark] = field(default_factory=list)
    words: list[PlacedWords] = field(default_factory=list)
    _main: "GlyphRun | None" = None
    _lone: "tuple[int, int, GlyphRun] | None" = None
    # The block of the last link.
    _linked: Path = ()

    @property
    def text(self) -> str:
        """The words, line by line."""
        return "".join(self.parts)

    def add_line(self, runs: "list[GlyphRun]") -> None:
        """Add one line; runs without words are left out, and so is a line without any."""
        if any(_ACCENT.search(run.text) for run in runs):
            runs = list(_with_accents(runs))
        runs = [run for run in runs if run.text]
        if not any(run.text.strip() for run in runs):
            return
        if self.length:
            self._add("\n", self.last[-1:], self.last[-1:])
        start = self.length
        for number, run in enumerate(runs):
            self._add_run(run, same_line=number > 0)
        main = max(runs, key=lambda run: len(run.text.strip()))
        self._note(runs, main, start)
        recognised = any(run.recognised for run in runs)
        depth = self._depth(main)
        self.lines.append(PageLine(self.number, start, self.length, depth, main.size, recognised))

    def _note(self, runs: "list[GlyphRun]", main: "GlyphRun", start: int) -> None:
        """Keep what is known of the runs of a line beside their words."""
        for run in runs:
            end = start + len(run.text)
            if not run.upward:
                self._place(run, start)
            self.tagged.append(TaggedStretch(start, end, run.path))
            if run.link and run.link != WITHIN:
                self._add_link(start, end, run)
            if _is_raised(run, main) or (self._main and _is_raised(run, self._main)):
                self._add_raised(start, end, run.link)
            start = end
        # A number above the line may be taken for a line of its own, before or behind it.
        lone = len(runs) == 1 and main.text.strip(" ,–-").isdigit()
        if self._lone and not lone and _is_raised(self._lone[2], main):
            self._add_raised(*self._lone[:2], self._lone[2].link)
        leads = lone and main.link == WITHIN and self._main is not None
        if leads and self._main and main.size <= _SMALLER * self._main.size:
            self._add_raised(start - len(main.text), start, main.link)
        self._lone = (start - len(main.text), start, main) if lone else None
        self._main = self._main if lone else main

    def _place(self, run: "GlyphRun", start: int) -> None:
        """Keep where the words of a run stand, cut where there are gaps between them."""
        base = run.low + BELOW * run.size
        for word in _WORD.finditer(run.text):
            at, end = start + word.start(), start + word.end()
            left, right = run.first[word.start()], run.last[word.end() - 1]
            last = self.words[-1] if self.words else None
            near = last and at <= last.end + 1 and left - last.right < 0.9 * run.size
            if last and near and abs(last.base - base) < 0.4 * run.size and left > last.left:
                self.words[-1] = PlacedWords(
                    last.start, end, last.left, right, last.base, last.size
                )
            else:
                self.words.append(PlacedWords(at, end, left, right, base, run.size))

    def _add_link(self, start: int, end: int, run: "GlyphRun") -> None:
        """Mark a link; one that goes on in the next line of its paragraph is one."""
        last, block = self.inner[-1] if self.inner else None, block_path(run.path)
        if last and last.name == run.link and start - last.end <= 1 and block == self._linked:
            start = self.inner.pop().start
        self.inner.append(Mark(kind=MarkKind.LINK, start=start, end=end, name=run.link))
        self._linked = block

    def _add_raised(self, start: int, end: int, target: str) -> None:
        if self.inner and self.inner[-1].start == start:
            return
        self.inner.append(Mark(kind=MarkKind.SUPERSCRIPT, start=start, end=end, name=target))

    def _depth(self, run: "GlyphRun") -> float | None:
        if run.upward is not (self.rotation in (90, 270)):
            return None
        middle = (run.low + run.high) / 2
        along = middle / ((self.width if run.upward else self.height) or 1.0)
        return along if self.rotation in (90, 180) else 1 - along

    def _add_run(self, run: "GlyphRun", *, same_line: bool) -> None:
        stretch = EvenStretch(self.length, run.low, run.high, run.upward, same_line)
        if not (same_line and _even(self.stretches[-1], stretch)):
            self.stretches.append(stretch)
        self._add(run.text, run.first, run.last)

    def _add(self, words: str, first: "array[float]", last: "array[float]") -> None:
        self.parts.append(words)
        self.length += len(words)
        self.first.extend(first)
        self.last.extend(last)


class GlyphRun(NamedTuple):
    """Words in one letter on one line, and the edges of each character along it."""

    text: str
    first: "array[float]"
    last: "array[float]"
    low: float
    high: float
    upward: bool
    size: float
    recognised: bool = False
    # Where the words stand in a tagged document, and where they lead as a link.
    path: Path = ()
    link: str = ""


def _with_accents(runs: Sequence[GlyphRun]) -> Iterator[GlyphRun]:
    """A line whose accents are one with the letters they are drawn over; others stay."""
    text = [sign for run in runs for sign in run.text]
    owners = [run for run in runs for _ in run.text]
    first = [edge for run in runs for edge in run.first]
    last = [edge for run in runs for edge in run.last]
    for at, accent in enumerate(text):
        if not _ACCENT.match(accent):
            continue
        middle, low, reach = (first[at] + last[at]) / 2, owners[at].low, 0.4 * owners[at].size
        letters = [
            (abs(first[i] + last[i] - 2 * middle), i, letter)
            for i in range(len(text))
            if first[i] < middle < last[i] and abs(owners[i].low - low) < reach
            if len(letter := normalize("NFC", (text[i] + accent).translate(_AS_MARKS))) == 1
        ]
        if letters:
            _, below, text[below] = min(letters)
            text[at] = _GONE
    line = "".join(text)

    def gap(before: int, after: int) -> float:
        return max(first[after] - last[before], first[before] - last[after])

    usual = sorted(gap(one.start(), one.end()) for one in _WITHIN_WORD.finditer(line)) or [0.0]
    for gone in _AROUND.finditer(line):
        before, after = gone.start() - 1, gone.end()
        least = usual[len(usual) // 2] + _SPACE * owners[before].size
        is_space = before >= 0 and after < len(text) and gap(before, after) > least
        spaces = [i for i in range(before + 1, after) if text[i] != _GONE]
        for i in spaces[is_space:]:
            text[i] = _GONE
    end = 0
    for run in runs:
        start, end = end, end + len(run.text)
        kept = [i for i in range(start, end) if text[i] != _GONE]
        left, right = (array("f", [side[i] for i in kept]) for side in (first, last))
        yield run._replace(text="".join(text[i] for i in kept), first=left, last=right)


@dataclass(frozen=True, slots=True)
class Paged:
    """The pages put together."""

    text: str
    layout: Layout
    geometry: bytes


def put_together(pages: Iterable[PlacedPage], headings: Iterable[OutlineEntry] = ()) -> Paged:
    """Return the whole document; each page is packed as it comes, so that many pages fit."""
    texts: list[str] = []
    spans: list[PageSpan] = []
    packed: list[PackedPage] = []
    lines: list[PageLine] = []
    tagged: list[TaggedStretch] = []
    inner: list[Mark] = []
    tables: list[Mark] = []
    at = 0
    for page in pages:
        packed.append(pack_page(PageBoxes(page.number, at, page.first, page.last, page.stretches)))
        lines.extend(line._replace(start=at + line.start, end=at + line.end) for line in page.lines)
        tagged.extend(TaggedStretch(at + one.start, at + one.end, one.path) for one in page.tagged)
        inner.extend(_moved(page.inner, at))
        tables.extend(_moved(find_tables(page.text, page.words), at))
        spans.append(_page_span(page, at))
        texts.append(page.text)
        at += page.length + 1
    if spans:
        spans[-1] = spans[-1].model_copy(update={"end": spans[-1].end - 1})
    text = soften_line_end_hyphens("\n".join(texts))
    said = marks_by_tags(text, tagged)
    said += _untagged(lines, tagged) if said else tables
    marks = _marks_of(text, lines, len(spans), headings, [*said, *inner])
    return Paged(text, Layout(pages=tuple(spans), marks=marks), pack(packed))


def _moved(marks: Iterable[Mark], by: int) -> Iterator[Mark]:
    for mark in marks:
        yield mark.model_copy(update={"start": by + mark.start, "end": by + mark.end})


def _is_raised(run: GlyphRun, main: GlyphRun) -> bool:
    """Whether words in smaller letters stand above the line of the others."""
    if run is main or not any(map(str.isdigit, run.text)) or run.size > _SMALLER * main.size:
        return False
    lift = (run.low + BELOW * run.size) - (main.low + BELOW * main.size)
    return _LIFTED * main.size < lift < main.size and not run.upward


def _page_span(page: PlacedPage, at: int) -> PageSpan:
    return PageSpan(
        number=page.number,
        start=at,
        end=at + page.length + 1,
        label=page.label,
        width=round(page.width, 2),
        height=round(page.height, 2),
        rotation=page.rotation,
    )


def _even(stretch: EvenStretch, other: EvenStretch) -> bool:
    return (
        stretch.upward is other.upward
        and abs(stretch.low - other.low) < _EVEN
        and abs(stretch.high - other.high) < _EVEN
    )


def _marks_of(
    text: str,
    lines: Sequence[PageLine],
    pages: int,
    outline: Iterable[OutlineEntry],
    said: Sequence[Mark],
) -> tuple[Mark, ...]:
    """Return all marks of a document, in order; `said` are those that the document itself has."""
    edges = list(_headers_and_footers(text, lines, pages))
    known = {mark.start for mark in said if mark.kind in (MarkKind.HEADER, MarkKind.FOOTER)}
    edges = [mark for mark in edges if mark.start not in known]
    at_edge = {mark.start for mark in edges} | known
    body = [line for line in lines if line.start not in at_edge]
    headings: list[Mark] = []
    if not any(mark.kind is MarkKind.HEADING for mark in said):
        headings = list(_headings_by_outline(text, body, outline)) or _headings_by_size(text, body)
    titles = {mark.start for mark in headings}
    said = _with_notes(text, [line for line in body if line.start not in titles], said)
    marks = [*edges, *headings, *_recognised(lines), *said]
    return tuple(sorted(marks, key=lambda mark: (mark.start, -mark.end, mark.kind)))


def _headers_and_footers(text: str, lines: Sequence[PageLine], pages: int) -> Iterator[Mark]:
    """Lines at the edge of a page that come back on others, whatever number they have."""
    repeated: dict[tuple[MarkKind, str], list[PageLine]] = defaultdict(list)
    for _, on_page in groupby(lines, key=lambda line: line.page):
        for kind, line in _edge_lines(list(on_page)):
            repeated[kind, _numberless(text[line.start : line.end])].append(line)
    enough = 2 if pages < 4 else 3
    for (kind, _), alike in repeated.items():
        if len({line.page for line in alike}) >= enough:
            yield from (Mark(kind=kind, start=line.start, end=line.end) for line in alike)


def _with_notes(text: str, lines: Sequence[PageLine], said: Sequence[Mark]) -> list[Mark]:
    """The marks, and notes at the feet of pages whose numbers are raised in the words above."""
    # A tagged document says itself what its notes are.
    is_tagged = any(mark.kind is MarkKind.PARAGRAPH for mark in said)
    raised = {} if is_tagged else {m.start: m for m in said if m.kind is MarkKind.SUPERSCRIPT}
    small, notes, signs = _NOTE_SIZE * _body_size(lines), list[Mark](), set[Mark]()
    for _, on_page in groupby(lines if raised else (), key=lambda line: line.page):
        cited: dict[str, list[Mark]] = defaultdict(list)
        last: PageLine | None = None
        for line in on_page:
            label = _NOTE_LABEL.match(text, line.start, line.end)
            is_foot = (line.start in raised or line.size <= small) and (line.depth or 0) > _FOOT
            if label and is_foot and label[1] in cited:
                signs.update(cited.pop(label[1]))
                last, name = line, label[1]
                notes.append(Mark(kind=MarkKind.NOTE, start=line.start, end=line.end, name=name))
            elif last and _goes_on(last, line):
                notes[-1] = notes[-1].model_copy(update={"end": line.end})
                last = line
            else:
                last = None
                for at in range(line.start + 1, line.end):
                    for number in re.findall(r"\d+", _words_of(text, raised.get(at))):
                        cited[number].append(raised[at])
    return [*notes, *(m.model_copy(update={"name": "^"}) if m in signs else m for m in said)]


def _words_of(text: str, mark: Mark | None) -> str:
    return text[mark.start : mark.end] if mark else ""


def _goes_on(last: PageLine, line: PageLine) -> bool:
    """Whether a line is in the letters of the one before it, and below it."""
    below = last.depth is not None and line.depth is not None and line.depth > last.depth
    return below and abs(line.size - last.size) < _EVEN


def _untagged(lines: Sequence[PageLine], tagged: Sequence[TaggedStretch]) -> Iterator[Mark]:
    """The lines that a tagged document leaves out: what stands on every page."""
    starts = {one.start for one in tagged if one.path}
    for line in lines:
        if line.depth is not None and starts.isdisjoint(range(line.start, line.end)):
            kind = MarkKind.HEADER if line.depth < 0.5 else MarkKind.FOOTER
            yield Mark(kind=kind, start=line.start, end=line.end)


def _edge_lines(lines: list[PageLine]) -> Iterator[tuple[MarkKind, PageLine]]:
    placed = [(line.depth, line) for line in lines if line.depth is not None]
    placed.sort(key=lambda each: each[0])
    for depth, line in placed[:_EDGE_LINES]:
        if depth < _EDGE:
            yield MarkKind.HEADER, line
    for depth, line in placed[-_EDGE_LINES:]:
        if depth > 1 - _EDGE:
            yield MarkKind.FOOTER, line


def _numberless(words: str) -> str:
    return _NUMBER.sub("#", " ".join(words.split()))


def _headings_by_outline(
    text: str, lines: Sequence[PageLine], outline: Iterable[OutlineEntry]
) -> Iterator[Mark]:
    """The lines that the outline names, on the pages it names."""
    wanted: dict[int, list[OutlineEntry]] = defaultdict(list)
    for heading in outline:
        wanted[heading.page].append(heading)
    for page, on_page in groupby(lines, key=lambda line: line.page):
        if page not in wanted:
            continue
        spans = _spans_by_words(text, list(on_page))
        for heading in wanted[page]:
            if span := spans.get(_squeezed(heading.title)):
                yield _heading(text, *span, heading.level)


def _spans_by_words(text: str, lines: list[PageLine]) -> dict[str, tuple[int, int]]:
    """Each line, and each few lines, by their words; with and without a leading number."""
    spans: dict[str, tuple[int, int]] = {}
    for number, line in enumerate(lines):
        for last in lines[number : number + _MOST_HEADING_LINES]:
            words = text[line.start : last.end]
            if len(words) > _LONGEST_HEADING:
                break
            for key in (words, _LEADING_NUMBER.sub("", words)):
                spans.setdefault(_squeezed(key), (line.start, last.end))
    return spans


def _squeezed(words: str) -> str:
    return "".join(filter(str.isalnum, words)).casefold()


def _headings_by_size(text: str, lines: Sequence[PageLine]) -> list[Mark]:
    """Short lines in letters larger than those of most of the text."""
    body = _body_size(lines)
    large = [line for line in lines if _is_heading(text, line, body)]
    if len(large) * 4 > len(lines):
        return []
    ranks = sorted({_rounded(line.size) for line in large}, reverse=True)
    level = {size: min(rank, _LEVELS) for rank, size in enumerate(ranks, 1)}
    return [_heading(text, start, end, level[size]) for start, end, size in _joined(large)]


def _body_size(lines: Sequence[PageLine]) -> float:
    """The size of most letters."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[_rounded(line.size)] += line.end - line.start
    return max(sizes, key=sizes.__getitem__, default=0.0)


def _is_heading(text: str, line: PageLine, body: float) -> bool:
    words = text[line.start : line.end]
    return (
        line.size >= _LARGER * body
        and len(words) <= _LONGEST_HEADING
        and sum(map(str.isalpha, words)) >= 2
    )


def _joined(lines: Sequence[PageLine]) -> Iterator[tuple[int, int, float]]:
    """Headings of several lines as one."""
    start = end = count = 0
    size = page = 0.0
    for line in lines:
        follows = line.start == end + 1 and line.page == page and _rounded(line.size) == size
        if count and follows and count < _MOST_HEADING_LINES:
            end, count = line.end, count + 1
            continue
        if count:
            yield start, end, size
        start, end, count = line.start, line.end, 1
        size, page = _rounded(line.size), line.page
    if count:
        yield start, end, size


def _heading(text: str, start: int, end: int, level: int) -> Mark:
    words = text[start:end].replace("\u00ad\n", "")
    return Mark(
        kind=MarkKind.HEADING, start=start, end=end, name=" ".join(words.split()), level=level
    )


def _recognised(lines: Iterable[PageLine]) -> Iterator[Mark]:
    """Stretches of text that a machine read off a picture."""
    for (page, recognised), group in groupby(lines, key=lambda line: (line.page, line.recognised)):
        if recognised:
            same = list(group)
            yield Mark(
                kind=MarkKind.OCR, start=same[0].start, end=same[-1].end, name=f"page {page}"
            )


def _rounded(size: float) -> float:
    return round(size * 2) / 2

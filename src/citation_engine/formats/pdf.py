"""
Reads one page of a PDF with pdfium: its visible words in order, line by line, and their places.

Words that a person cannot see are told apart here: drawn invisibly (unless over a picture, as
the text layer of a scan is), white on bare paper, fully transparent, or smaller than a point.
"""

import ctypes
import re
from array import array
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from math import isfinite
from typing import Any, NamedTuple

import pypdfium2 as pdfium  # type: ignore[import-untyped]
import pypdfium2.raw as raw  # type: ignore[import-untyped]

from citation_engine.formats.paged import ABOVE, BELOW, WITHIN, GlyphRun, PlacedPage
from citation_engine.formats.pdf_tags import Path

# pdfium's sign for a hyphen that ends a line; it leaves out the line end after it.
HYPHEN = "\ufffe"
_UNSTORABLE = re.compile("[\x00\ud800-\udfff\uffff]")
_INVISIBLE_MODES = (3, 7)
_SMALLEST = 1.0
_WHITE = 245
# Characters of one object after which it is taken for a long one, and looked at in leaps.
_LEAP = 12
# How deep in forms pictures are looked for.
_FORM_DEPTH = 4
# A line whose direction differs from a page's edge by more than this lies askew.
_ASKEW = 0.05
# How deep and how many tags are read, and how many links of a page.
_MOST_DEPTH = 60
_MOST_ELEMENTS = 100_000
_MOST_LINKS = 1_000
_LINE_END = re.compile(f"\r\n|[\r\n{HYPHEN}]")


class PdfBox(NamedTuple):
    """A rectangle in points."""

    left: float
    bottom: float
    right: float
    top: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.left <= x <= self.right and self.bottom <= y <= self.top


@dataclass(frozen=True, slots=True)
class Characters:
    """The characters of a page in reading order, their boxes, and the object each is drawn by."""

    text: str
    left: "array[float]"
    bottom: "array[float]"
    right: "array[float]"
    top: "array[float]"
    objects: list[int | None]

    def bounds(self, start: int, end: int) -> PdfBox:
        """The box around some of them."""
        return PdfBox(
            min(self.left[start:end]),
            min(self.bottom[start:end]),
            max(self.right[start:end]),
            max(self.top[start:end]),
        )


class Letter(NamedTuple):
    """How an object draws its words: the line's edges (none where it lies askew), size, state."""

    edges: tuple[float, float] | None
    upward: bool
    size: float
    hidden: bool
    recognised: bool
    path: Path = ()


class _Calls(NamedTuple):
    """What is called for every character or object, with as little around it as can be."""

    box: Any
    object: Any
    origin: Any
    matrix: Any
    size: Any
    mode: Any
    fill: Any
    content: Any


@lru_cache(maxsize=1)
def _calls() -> _Calls:
    pointer, number = ctypes.c_void_p, ctypes.c_int

    def plain(function: Any, result: Any, *arguments: Any) -> Any:
        address = ctypes.cast(function, pointer).value or 0
        return ctypes.CFUNCTYPE(result, *arguments)(address)

    return _Calls(
        box=plain(raw.FPDFText_GetLooseCharBox, number, pointer, number, pointer),
        object=plain(raw.FPDFText_GetTextObject, pointer, pointer, number),
        origin=plain(raw.FPDFText_GetCharOrigin, number, pointer, number, pointer, pointer),
        matrix=plain(raw.FPDFText_GetMatrix, number, pointer, number, pointer),
        size=plain(raw.FPDFText_GetFontSize, ctypes.c_double, pointer, number),
        mode=plain(raw.FPDFTextObj_GetTextRenderMode, number, pointer),
        fill=plain(raw.FPDFPageObj_GetFillColor, number, *[pointer] * 5),
        content=plain(raw.FPDFPageObj_GetMarkedContentID, number, pointer),
    )


def characters_of(textpage: pdfium.PdfTextPage) -> Characters:
    """Return all characters of a page."""
    count = textpage.count_chars()
    calls = _calls()
    page = ctypes.cast(textpage.raw, ctypes.c_void_p).value
    boxes = (ctypes.c_float * (4 * count))()
    get, address = calls.box, ctypes.addressof(boxes)
    for index in range(count):
        get(page, index, address + 16 * index)
    edges = array("f", bytes(boxes))
    if not isfinite(sum(edges)):
        edges = array("f", (edge if isfinite(edge) else 0.0 for edge in edges))
    return Characters(
        text=_UNSTORABLE.sub("\ufffd", _text(textpage, count)),
        left=edges[0::4],
        top=edges[1::4],
        right=edges[2::4],
        bottom=edges[3::4],
        objects=_objects(page, count),
    )


def _objects(page: int | None, count: int) -> list[int | None]:
    """The object that draws each character; the inside of a long one is not asked for."""
    get = _calls().object
    objects: list[int | None] = []
    current, index, same = None, 0, 0
    while index < count:
        drawn_by = get(page, index)
        same = same + 1 if drawn_by == current else 0
        current = drawn_by
        leap = index + _LEAP
        if same >= _LEAP and leap < count and current and get(page, leap) == current:
            objects.extend([current] * _LEAP)
            index = leap
        else:
            objects.append(drawn_by)
            index += 1
    return objects


def _text(textpage: pdfium.PdfTextPage, count: int) -> str:
    """One character for each that pdfium counts; its text leaves out those it cannot name."""
    text = textpage.get_text_range() if count else ""
    if len(text) == count:
        return str(text)
    codes = (raw.FPDFText_GetUnicode(textpage, index) for index in range(count))
    hyphens = (raw.FPDFText_IsHyphen(textpage, index) == 1 for index in range(count))
    return "".join(
        HYPHEN if hyphen else chr(code) if code <= 0x10FFFF else "\ufffd"
        for code, hyphen in zip(codes, hyphens, strict=True)
    )


class Letters:
    """Measures the letter of each object of a page once: its words share a baseline."""

    def __init__(
        self, source: pdfium.PdfPage, textpage: pdfium.PdfTextPage, characters: Characters
    ) -> None:
        self._source = source
        self._page = ctypes.cast(textpage.raw, ctypes.c_void_p).value
        self._characters = characters
        self._known: dict[int | None, Letter] = {}
        self._backings: tuple[list[PdfBox], list[PdfBox]] | None = None
        self._calls = _calls()
        self._origin = (ctypes.c_double * 2)()
        self._matrix = (ctypes.c_float * 6)()
        self._colour = (ctypes.c_uint * 4)()
        self._heights = (0.0, 0.0)
        self._measures: tuple[tuple[float, float] | None, bool, float] = (None, False, 0.0)

    def of(self, drawn_by: int | None, index: int) -> Letter:
        """Return how the object draws its words, of which `index` is one."""
        letter = self._known.get(drawn_by)
        if letter is None:
            letter = self._known[drawn_by] = self._measured(drawn_by, index)
        return letter

    def pictures(self) -> list[PdfBox]:
        """Return where the page has pictures."""
        return self._pictures_and_grounds()[0]

    def _measured(self, drawn_by: int | None, index: int) -> Letter:
        these = self._characters
        heights = these.bottom[index], these.top[index]
        # Letters of one height at one height are of one size on one baseline.
        if heights != self._heights:
            self._heights = heights
            self._measures = self._edges(index)
        edges, upward, size = self._measures
        return Letter(edges, upward, size, *self._state(drawn_by, index, size))

    def _edges(self, index: int) -> tuple[tuple[float, float] | None, bool, float]:
        """The edges of the line, if it runs along or up the page, and the letters' size."""
        calls, page, origin = self._calls, self._page, ctypes.addressof(self._origin)
        calls.origin(page, index, origin, origin + 8)
        calls.matrix(page, index, ctypes.addressof(self._matrix))
        a, b, c, d = self._matrix[:4]
        upward = abs(a) < _ASKEW * abs(b)
        em = calls.size(page, index) * (c if upward else d)
        at = self._origin[0 if upward else 1]
        lower, upper = at - BELOW * em, at + ABOVE * em
        loose = self._loose_height(index, upward=upward)
        # The size of some fonts is in units of their own; then the font's own box is better.
        plausible = 0.3 * loose < abs(upper - lower) < 3 * loose
        if plausible and (upward or abs(b) <= _ASKEW * abs(a)):
            return (min(lower, upper), max(lower, upper)), upward, abs(em)
        return None, False, loose

    def _loose_height(self, index: int, *, upward: bool) -> float:
        these = self._characters
        if upward:
            return these.right[index] - these.left[index]
        return these.top[index] - these.bottom[index]

    def _state(self, drawn_by: int | None, index: int, size: float) -> tuple[bool, bool]:
        """Whether an object's words are hidden, and whether they were read off a picture."""
        if drawn_by is None:
            return False, False
        if size < _SMALLEST:
            return True, False
        if self._calls.mode(drawn_by) in _INVISIBLE_MODES:
            over_picture = self._lies_in(self.pictures(), index)
            return not over_picture, over_picture
        colour = _fill_of(drawn_by, self._colour)
        if colour[3] == 0:
            return True, False
        if colour[0] >= _WHITE and colour[1] >= _WHITE and colour[2] >= _WHITE:
            return not self._lies_in(self._pictures_and_grounds()[1], index), False
        return False, False

    def _lies_in(self, boxes: list[PdfBox], index: int) -> bool:
        box = self._characters.bounds(index, index + 1)
        x, y = (box.left + box.right) / 2, (box.bottom + box.top) / 2
        return any(box.holds(x, y) for box in boxes)

    def _pictures_and_grounds(self) -> tuple[list[PdfBox], list[PdfBox]]:
        """Where pictures are, and where anything is that white letters can be seen on."""
        if self._backings is None:
            pictures: list[PdfBox] = []
            grounds: list[PdfBox] = []
            for each in self._source.get_objects(max_depth=_FORM_DEPTH):
                outermost = _outermost(each)
                if each.type == raw.FPDF_PAGEOBJ_IMAGE:
                    pictures.append(_box_of(outermost))
                if outermost is each and not _leaves_paper_bare(each):
                    grounds.append(_box_of(each))
            self._backings = pictures, grounds
        return self._backings


def _outermost(each: pdfium.PdfObject) -> pdfium.PdfObject:
    """The object on the page itself: places inside of forms are in units of their own."""
    while each.container is not None:
        each = each.container
    return each


def _box_of(each: pdfium.PdfObject) -> PdfBox:
    with suppress(pdfium.PdfiumError):
        return PdfBox(*each.get_bounds())
    return PdfBox(0, 0, 0, 0)


def _leaves_paper_bare(each: pdfium.PdfObject) -> bool:
    """Whether an object is text, a line, or a surface as white as the paper."""
    if each.type != raw.FPDF_PAGEOBJ_PATH:
        return bool(each.type == raw.FPDF_PAGEOBJ_TEXT)
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(each, mode, stroke)
    address = ctypes.cast(each.raw, ctypes.c_void_p).value
    *colour, alpha = _fill_of(address, (ctypes.c_uint * 4)())
    return bool(mode.value == raw.FPDF_FILLMODE_NONE or alpha == 0 or min(colour) >= _WHITE)


def _fill_of(drawn: int | None, colour: Any) -> Any:
    """The red, green, blue and alpha an object is filled with, black where it does not say."""
    at = ctypes.addressof(colour)
    is_filled = _calls().fill(drawn, at, at + 4, at + 8, at + 12)
    return colour if is_filled else (0, 0, 0, 255)


@dataclass(frozen=True, slots=True)
class PageReading:
    """A page, how many of its characters were hidden, and whether it has pictures and no words."""

    page: PlacedPage
    hidden: int
    only_pictures: bool


def read_page(document: pdfium.PdfDocument, index: int) -> PageReading:
    """Return the words of one page."""
    source = document[index]
    try:
        textpage = source.get_textpage()
        try:
            return _PdfPageReading(source, textpage, index + 1).result()
        finally:
            textpage.close()
    finally:
        source.close()


class _PdfPageReading:
    """The work on one page."""

    def __init__(self, source: pdfium.PdfPage, textpage: pdfium.PdfTextPage, number: int) -> None:
        self.box = PdfBox(*source.get_bbox())
        self.page = PlacedPage(
            number,
            width=self.box.right - self.box.left,
            height=self.box.top - self.box.bottom,
            rotation=source.get_rotation(),
        )
        self.characters = characters_of(textpage)
        self.tags = tags_of(source)
        self.links = _links_of(source, textpage, self.characters)
        self.letters = Letters(source, textpage, self.characters)
        self.off_page = _off_page(self.characters, self.box)
        self.hidden = 0

    def result(self) -> PageReading:
        runs = _runs(self.characters.objects)
        first, last, drawn_by = next(runs, (0, 0, None))
        for start, end in _lines(self.characters.text):
            parts: list[tuple[int, int, Letter]] = []
            while first < end:
                letter = self.letters.of(drawn_by, first)
                _extend(parts, max(first, start), min(last, end), self._described(letter, drawn_by))
                if last > end:
                    break
                first, last, drawn_by = next(runs, (last, last, None))
                if first == last:
                    break
            self.page.add_line([run for part in parts for run in self._visible(*part)])
        only_pictures = not self.page.length and bool(self.letters.pictures())
        return PageReading(self.page, self.hidden, only_pictures)

    def _described(self, letter: Letter, drawn_by: int | None) -> Letter:
        """A letter with the tag of what is drawn with it."""
        if not self.tags or drawn_by is None:
            return letter
        return letter._replace(path=self.tags.get(_calls().content(drawn_by), ()))

    def _visible(self, start: int, end: int, letter: Letter) -> Iterator[GlyphRun]:
        """Words in one letter, without what a reader of the page cannot see."""
        if letter.hidden:
            self.hidden += end - start
            return
        for stop in [i for i in range(start, end) if i in self.off_page] if self.off_page else ():
            if stop > start:
                yield self._run(start, stop, letter)
            self.hidden += 1
            start = stop + 1
        for first, last, target in _by_link(self.links, start, end):
            yield self._run(first, last, letter)._replace(link=target)

    def _run(self, start: int, end: int, letter: Letter) -> GlyphRun:
        these = self.characters
        first, last = (these.bottom, these.top) if letter.upward else (these.left, these.right)
        along, across = self.box.left, self.box.bottom
        if letter.upward:
            along, across = across, along
        low, high = letter.edges or these.bounds(start, end)[1::2]
        return GlyphRun(
            these.text[start:end].replace(HYPHEN, "-"),
            _shifted(first[start:end], along),
            _shifted(last[start:end], along),
            low - across,
            high - across,
            letter.upward,
            letter.size,
            letter.recognised,
            letter.path,
        )


def tags_of(page: Any) -> dict[int, Path]:
    """Return the path to each piece of marked content of a page; empty where it is not tagged."""
    tree = raw.FPDF_StructTree_GetForPage(page)
    if not tree:
        return {}
    try:
        reader = _TagReader()
        for number in range(raw.FPDF_StructTree_CountChildren(tree)):
            reader.read(raw.FPDF_StructTree_GetChildAtIndex(tree, number), number, ())
        return reader.paths
    finally:
        raw.FPDF_StructTree_Close(tree)


class _TagReader:
    def __init__(self) -> None:
        self.paths: dict[int, Path] = {}
        self._left = _MOST_ELEMENTS

    def read(self, element: Any, number: int, above: Path) -> None:
        self._left -= 1
        if not element or self._left < 0 or len(above) > _MOST_DEPTH:
            return
        path = (*above, (_type_of(element), number))
        for index in range(raw.FPDF_StructElement_CountChildren(element)):
            inner = raw.FPDF_StructElement_GetChildAtIndex(element, index)
            if inner:
                self.read(inner, index, path)
            else:
                content = raw.FPDF_StructElement_GetChildMarkedContentID(element, index)
                if content >= 0:
                    self.paths[content] = path


def _type_of(element: Any) -> str:
    size = raw.FPDF_StructElement_GetType(element, None, 0)
    written = ctypes.create_string_buffer(size)
    raw.FPDF_StructElement_GetType(element, written, size)
    return written.raw.decode("utf-16-le", "replace").rstrip("\0")


def _by_link(links: dict[int, str], start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Cut a stretch where a link begins or ends."""
    if links.keys().isdisjoint(range(start, end)):
        if start < end:
            yield start, end, ""
        return
    for target, group in groupby(range(start, end), key=lambda index: links.get(index, "")):
        same = list(group)
        yield same[0], same[-1] + 1, target


def _links_of(
    source: pdfium.PdfPage, textpage: pdfium.PdfTextPage, these: Characters
) -> dict[int, str]:
    """Where the characters lead that lie on links."""
    found: dict[int, str] = {}
    at, link = ctypes.c_int(0), raw.FPDF_LINK()
    left = _MOST_LINKS
    while left and raw.FPDFLink_Enumerate(source, at, link):
        left -= 1
        if target := _target_of(source, link):
            for box in _boxes_of(link):
                found.update(dict.fromkeys(_lying_in(box, textpage, these), target))
    return found


def _lying_in(box: PdfBox, textpage: pdfium.PdfTextPage, these: Characters) -> range:
    """The characters of a line that lie in a box, from its left edge to its right."""
    middle, reach = (box.bottom + box.top) / 2, (box.top - box.bottom) / 2
    ends = (
        raw.FPDFText_GetCharIndexAtPos(textpage, x, middle, reach, reach)
        for x in (box.left, box.right)
    )
    first, last = sorted(ends)
    if first < 0 or last - first > _MOST_LINKS:
        return range(0)
    inside = [index for index in range(first, last + 1) if _is_in(box, these, index)]
    return range(inside[0], inside[-1] + 1) if inside else range(0)


def _is_in(box: PdfBox, these: Characters, index: int) -> bool:
    across = (these.bottom[index] + these.top[index]) / 2
    return box.holds((these.left[index] + these.right[index]) / 2, across)


def _target_of(source: pdfium.PdfPage, link: Any) -> str:
    action, document = raw.FPDFLink_GetAction(link), source.pdf
    if not action or raw.FPDFAction_GetType(action) != raw.PDFACTION_URI:
        return WITHIN if raw.FPDFLink_GetDest(document, link) else ""
    size = raw.FPDFAction_GetURIPath(document, action, None, 0)
    written = ctypes.create_string_buffer(max(1, size))
    raw.FPDFAction_GetURIPath(document, action, written, size)
    return written.raw.decode("utf-8", "replace").rstrip("\0")


def _boxes_of(link: Any) -> Iterator[PdfBox]:
    """The boxes of a link, one for each line, or the one around them."""
    count = raw.FPDFLink_CountQuadPoints(link)
    for index in range(min(count, _MOST_LINKS)):
        quad = raw.FS_QUADPOINTSF()
        if raw.FPDFLink_GetQuadPoints(link, index, quad):
            xs, ys = (quad.x1, quad.x2, quad.x3, quad.x4), (quad.y1, quad.y2, quad.y3, quad.y4)
            yield PdfBox(min(xs), min(ys), max(xs), max(ys))
    rectangle = raw.FS_RECTF()
    if count <= 0 and raw.FPDFLink_GetAnnotRect(link, rectangle):
        edges = (rectangle.bottom, rectangle.top)
        yield PdfBox(rectangle.left, min(edges), rectangle.right, max(edges))


def _extend(parts: list[tuple[int, int, Letter]], start: int, end: int, letter: Letter) -> None:
    """Add a part of a line; where it goes on in the same letter, the part before grows."""
    if start >= end:
        return
    if parts and letter.edges and parts[-1][2] == letter:
        start = parts.pop()[0]
    parts.append((start, end, letter))


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Where each line starts and ends; a hyphen that ends it belongs to it."""
    start = 0
    for line_end in _LINE_END.finditer(text):
        yield start, line_end.end() if line_end.group() == HYPHEN else line_end.start()
        start = line_end.end()
    yield start, len(text)


def _runs(objects: list[int | None]) -> Iterator[tuple[int, int, int | None]]:
    """Stretches drawn by one object; what pdfium put between words belongs to those before it."""
    start, current = 0, None
    for index, drawn_by in enumerate(objects):
        if drawn_by != current and drawn_by is not None:
            if current is not None:
                yield start, index, current
                start = index
            current = drawn_by
    if objects:
        yield start, len(objects), current


def _off_page(these: Characters, box: PdfBox) -> frozenset[int]:
    """Which characters no one can see because the page ends before them."""
    if not these.text:
        return frozenset()
    around = these.bounds(0, len(these.text))
    if box.holds(around.left, around.bottom) and box.holds(around.right, around.top):
        return frozenset()
    return frozenset(
        i
        for i in range(len(these.text))
        if these.right[i] < box.left
        or these.left[i] > box.right
        or these.top[i] < box.bottom
        or these.bottom[i] > box.top
    )


def _shifted(edges: "array[float]", by: float) -> "array[float]":
    return array("f", (edge - by for edge in edges)) if by else edges

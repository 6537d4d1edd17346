"""Reads one page of a PDF with pdfium: its visible words in order, line by line."""

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2 as pdfium  # type: ignore[import-untyped]

from citation_engine.formats.paged import GlyphRun, PlacedPage
from citation_engine.formats.pdf.letters import (
    HYPHEN,
    Characters,
    Letter,
    Letters,
    PdfBox,
    characters_of,
)

_LINE_END = re.compile(f"\r\n|[\r\n{HYPHEN}]")


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
                _extend(parts, max(first, start), min(last, end), letter)
                if last > end:
                    break
                first, last, drawn_by = next(runs, (last, last, None))
                if first == last:
                    break
            self.page.add_line([run for part in parts for run in self._visible(*part)])
        only_pictures = not self.page.length and bool(self.letters.pictures())
        return PageReading(self.page, self.hidden, only_pictures)

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
        if end > start:
            yield self._run(start, end, letter)

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
        )


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
    for found in _LINE_END.finditer(text):
        yield start, found.end() if found.group() == HYPHEN else found.start()
        start = found.end()
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

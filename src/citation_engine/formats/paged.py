"""
Puts the pages of a paged document together: one text, its pages, its marks, its geometry.

A page ends in one line end, as a line does, so that a sentence that goes on overleaf reads on.
A page's span includes that line end; only the last page has none.
"""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from citation_engine.formats.geometry import PackedPage, PageBoxes, Stretch, pack, pack_page
from citation_engine.formats.page_marks import Heading, PlacedLine, marks_of
from citation_engine.formats.plain import soften_line_end_hyphens
from citation_engine.model.layout import Layout, PageSpan

# How far a line's box reaches below and above its baseline, in parts of the font's size.
BELOW = 0.25
ABOVE = 0.9
# Edges that differ by less than this are of even height.
_EVEN = 0.5


class Line(NamedTuple):
    """One line of a page: its span in the page's text, its edges across, its letters' size."""

    start: int
    end: int
    low: float
    high: float
    upward: bool
    size: float
    recognised: bool


@dataclass(slots=True)
class Page:
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
    stretches: list[Stretch] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The words, line by line."""
        return "".join(self.parts)

    def add_line(self, runs: "list[Run]") -> None:
        """Add one line; runs without words are left out, and so is a line without any."""
        runs = [run for run in runs if run.text]
        if not any(run.text.strip() for run in runs):
            return
        if self.length:
            self._add("\n", self.last[-1:], self.last[-1:])
        start = self.length
        for number, run in enumerate(runs):
            self._add_run(run, same_line=number > 0)
        main = max(runs, key=lambda run: len(run.text.strip()))
        recognised = any(run.recognised for run in runs)
        self.lines.append(
            Line(start, self.length, main.low, main.high, main.upward, main.size, recognised)
        )

    def _add_run(self, run: "Run", *, same_line: bool) -> None:
        stretch = Stretch(self.length, run.low, run.high, run.upward, same_line)
        if not (same_line and _even(self.stretches[-1], stretch)):
            self.stretches.append(stretch)
        self._add(run.text, run.first, run.last)

    def _add(self, words: str, first: "array[float]", last: "array[float]") -> None:
        self.parts.append(words)
        self.length += len(words)
        self.first.extend(first)
        self.last.extend(last)


class Run(NamedTuple):
    """Words in one letter on one line, and the edges of each character along it."""

    text: str
    first: "array[float]"
    last: "array[float]"
    low: float
    high: float
    upward: bool
    size: float
    recognised: bool = False


@dataclass(frozen=True, slots=True)
class Paged:
    """The pages put together."""

    text: str
    layout: Layout
    geometry: bytes


def put_together(pages: Iterable[Page], headings: Iterable[Heading] = ()) -> Paged:
    """Return the whole document; each page is packed as it comes, so that many pages fit."""
    texts: list[str] = []
    spans: list[PageSpan] = []
    packed: list[PackedPage] = []
    lines: list[PlacedLine] = []
    at = 0
    for page in pages:
        packed.append(pack_page(PageBoxes(page.number, at, page.first, page.last, page.stretches)))
        lines.extend(_placed(page, line, at) for line in page.lines)
        spans.append(_page_span(page, at))
        texts.append(page.text)
        at += page.length + 1
    if spans:
        spans[-1] = spans[-1].model_copy(update={"end": spans[-1].end - 1})
    text = soften_line_end_hyphens("\n".join(texts))
    layout = Layout(pages=tuple(spans), marks=marks_of(text, lines, len(spans), headings))
    return Paged(text, layout, pack(packed))


def _page_span(page: Page, at: int) -> PageSpan:
    return PageSpan(
        number=page.number,
        start=at,
        end=at + page.length + 1,
        label=page.label,
        width=round(page.width, 2),
        height=round(page.height, 2),
        rotation=page.rotation,
    )


def _placed(page: Page, line: Line, at: int) -> PlacedLine:
    return PlacedLine(
        page=page.number,
        start=at + line.start,
        end=at + line.end,
        depth=_depth(page, line),
        size=line.size,
        recognised=line.recognised,
    )


def _depth(page: Page, line: Line) -> float | None:
    """How far down the page a line stands as it is looked at, 0 to 1; None where it lies askew."""
    if line.upward is not (page.rotation in (90, 270)):
        return None
    middle = (line.low + line.high) / 2
    along = middle / ((page.width if line.upward else page.height) or 1.0)
    return along if page.rotation in (90, 180) else 1 - along


def _even(one: Stretch, other: Stretch) -> bool:
    return (
        one.upward is other.upward
        and abs(one.low - other.low) < _EVEN
        and abs(one.high - other.high) < _EVEN
    )

"""
Cuts a draft into the blocks that a page shows: headings, paragraphs, items, tables, code.

Only signs of markup are left out, never a letter or a digit. What is not understood is a
paragraph, so that its words are shown as they stand.
"""

import re
from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from citation_engine.language.blocks import find_fences
from citation_engine.model.span import Span

_LINE = re.compile(r"[^\n]*\n?")
_HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|\Z)[ \t]*+")
_HEADING_END = re.compile(r"[ \t]#{1,50}[ \t]*\Z")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*+\1){2,200}+[ \t]*\Z")
_UNDERLINE = re.compile(r" {0,3}(?:={1,500}|-{1,500})[ \t]*\Z")
_QUOTE = re.compile(r"(?: {0,3}>[ \t]?){1,20}")
_ITEM = re.compile(r"([ \t]*+)([-*+•]|\d{1,9}[.)])(?:[ \t]++|\Z)")
_NOTE = re.compile(r"\[\^[^\]\n]{1,100}\]:")
_CELL_EDGE = re.compile(r"\\.|`++|\|", re.DOTALL)
_BLANK = re.compile(r"\n[ \t\r]*\n\s*")
_MOST_LEVEL = 6
_MOST_FRONT_LINES = 300
# Lines of text that make one block, so that a browser can leave out what is not on the screen.
_LINES_OF_A_BLOCK = 40


class BlockKind(Enum):
    """What a block is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    QUOTE = "quote"
    CODE = "code"
    ROW = "row"
    RULE = "rule"
    LINES = "lines"


@dataclass(frozen=True, slots=True)
class Block:
    """
    A block and the stretches of the draft that it shows, in order.

    The parts of a row are its cells, those of other blocks their lines. `sign` is the number or
    bullet of an item. `level` is that of a heading, or how deep an item or quotation is.
    """

    kind: BlockKind
    parts: tuple[Span, ...]
    level: int = 0
    sign: Span | None = None


def blocks_of_markdown(text: str, begins: Collection[int] = ()) -> list[Block]:
    """Return the blocks of a Markdown draft; one begins wherever `begins` says so."""
    return list(_Reader(text, begins).read())


def blocks_of_text(text: str) -> list[Block]:
    """Return the paragraphs of a plain text, each with its lines as they are."""
    found: list[Block] = []
    start = 0
    for gap in (*_BLANK.finditer(text), None):
        end = gap.start() if gap else len(text)
        if text[start:end].strip():
            found.append(Block(BlockKind.PARAGRAPH, (Span(start, end),)))
        start = gap.end() if gap else end
    return found


def blocks_of_source(text: str) -> list[Block]:
    """Return a text line by line, with every space: HTML, JSON or YAML as it is written."""
    ends = [match.end() for match in _LINE.finditer(text)][
        _LINES_OF_A_BLOCK - 1 :: _LINES_OF_A_BLOCK
    ]
    edges = sorted({0, *ends, len(text)})
    pairs = pairwise(edges)
    return [Block(BlockKind.LINES, (Span(start, end),)) for start, end in pairs]


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    text: str


class _Reader:
    """Reads Markdown line by line; `_open` is the block that the next line may go on with."""

    def __init__(self, text: str, begins: Collection[int]) -> None:
        self._text = text
        self._begins = frozenset(begins)
        self._lines = [
            _Line(match.start(), match.start() + len(line), line)
            for match in _LINE.finditer(text)
            if match.group() and (line := match.group().rstrip("\r\n")) is not None
        ]
        starts = [(text.rfind("\n", 0, fence.start) + 1, fence.end) for fence in find_fences(text)]
        self._fences = {start: Span(start, end) for start, end in starts}
        self._open: Block | None = None

    def read(self) -> Iterator[Block]:
        at = yield from self._front_matter()
        while at < len(self._lines):
            line = self._lines[at]
            if fence := self._fences.get(line.start):
                yield from self._close()
                yield Block(BlockKind.CODE, (Span(fence.start, max(fence.start, fence.end)),))
                at = self._after(fence.end, at)
                continue
            if self._is_table(at):
                yield from self._close()
                at = yield from self._table(at)
                continue
            yield from self._line(line)
            at += 1
        yield from self._close()

    def _after(self, end: int, at: int) -> int:
        """The first line at or after `end`."""
        while at < len(self._lines) and self._lines[at].start < end:
            at += 1
        return at

    def _front_matter(self) -> Generator[Block, None, int]:
        """The settings that some drafts begin with, as code."""
        first = self._lines[0].text.lstrip("\ufeff").rstrip() if self._lines else ""
        if first == "---":
            for at, line in enumerate(self._lines[1:_MOST_FRONT_LINES], 1):
                if line.text.rstrip() in ("---", "..."):
                    yield Block(BlockKind.CODE, (Span(0, line.end),))
                    return at + 1
        return 0

    def _close(self) -> Iterator[Block]:
        if self._open is not None:
            yield self._open
            self._open = None

    def _line(self, line: _Line) -> Iterator[Block]:
        if not line.text.strip():
            yield from self._close()
        elif self._underlines(line):
            assert self._open is not None
            level = 1 if "=" in line.text else 2
            yield replace(self._open, kind=BlockKind.HEADING, level=level)
            self._open = None
        elif _RULE.match(line.text):
            yield from self._close()
            yield Block(BlockKind.RULE, ())
        elif found := _HEADING.match(line.text):
            yield from self._close()
            end = _HEADING_END.search(line.text, max(found.end() - 1, 0))
            stop = line.start + end.start() if end else line.end
            span = Span(min(line.start + found.end(), stop), stop)
            yield Block(BlockKind.HEADING, (span,), level=len(found[1]))
        else:
            yield from self._words(line)

    def _underlines(self, line: _Line) -> bool:
        opened = self._open is not None and self._open.kind is BlockKind.PARAGRAPH
        return opened and bool(_UNDERLINE.match(line.text))

    def _words(self, line: _Line) -> Iterator[Block]:
        if found := _QUOTE.match(line.text):
            level = found[0].count(">")
            span = Span(line.start + found.end(), line.end)
            if not span.of(self._text).strip():
                yield from self._close()
            else:
                yield from self._go_on(Block(BlockKind.QUOTE, (span,), level=level))
        elif found := _ITEM.match(line.text):
            yield from self._close()
            level = min(len(found[1].expandtabs(4)) // 2, _MOST_LEVEL)
            sign = Span(line.start + found.start(2), line.start + found.end(2))
            parts = (Span(line.start + found.end(), line.end),)
            self._open = Block(BlockKind.ITEM, parts, level, sign)
        else:
            yield from self._go_on(Block(BlockKind.PARAGRAPH, (Span(line.start, line.end),)))

    def _go_on(self, block: Block) -> Iterator[Block]:
        """Add a line to the open block where it goes on with it, else begin a block."""
        start = block.parts[0].start
        opened = self._open
        if (
            opened is None
            or start in self._begins
            or _NOTE.match(self._text, start)
            or not _joins(opened, block)
        ):
            yield from self._close()
            self._open = block
        else:
            self._open = replace(opened, parts=_with(opened.parts, block))

    def _is_table(self, at: int) -> bool:
        if at + 1 >= len(self._lines) or "|" not in self._lines[at].text:
            return False
        below = self._lines[at + 1].text.strip()
        return "|" in below and "-" in below and not below.strip("|-: \t")

    def _table(self, at: int) -> Generator[Block, None, int]:
        yield self._row(self._lines[at], level=1)
        at += 2
        while at < len(self._lines):
            line = self._lines[at]
            if "|" not in line.text or line.start in self._fences:
                break
            yield self._row(line, level=0)
            at += 1
        return at

    def _row(self, line: _Line, level: int) -> Block:
        return Block(BlockKind.ROW, tuple(_cells(line)), level)


def _joins(opened: Block, block: Block) -> bool:
    if opened.kind is BlockKind.ITEM:
        return block.kind is BlockKind.PARAGRAPH
    return opened.kind is block.kind and opened.level == block.level


def _with(parts: tuple[Span, ...], block: Block) -> tuple[Span, ...]:
    """The parts with a line more; lines with nothing but a line end between them are one."""
    if block.kind is BlockKind.QUOTE:
        return parts + block.parts
    return (*parts[:-1], Span(parts[-1].start, block.parts[0].end))


def _cells(line: _Line) -> Sequence[Span]:
    """The cells of a row, without the white space around their words."""
    left = len(line.text) - len(line.text.lstrip())
    right = len(line.text.rstrip())
    edges, ticks = [left], ""
    for found in _CELL_EDGE.finditer(line.text, left, right):
        sign = found[0]
        if sign[0] == "`":
            ticks = "" if sign == ticks else ticks or sign
        elif sign == "|" and not ticks:
            edges += [found.start(), found.end()]
    edges.append(right)
    cells = [(edges[n], edges[n + 1]) for n in range(0, len(edges), 2)]
    if len(cells) > 1 and cells[0][0] == cells[0][1]:
        cells = cells[1:]
    if len(cells) > 1 and cells[-1][0] == cells[-1][1]:
        cells = cells[:-1]
    return [_trimmed(line, start, end) for start, end in cells]


def _trimmed(line: _Line, start: int, end: int) -> Span:
    words = line.text[start:end]
    stripped = words.strip()
    first = start + len(words) - len(words.lstrip()) if stripped else start
    return Span(line.start + first, line.start + first + len(stripped))

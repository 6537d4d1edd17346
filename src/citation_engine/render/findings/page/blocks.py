"""
Cuts a draft into the blocks that a page shows: headings, paragraphs, items, tables, code.

Only signs of markup are left out, never a letter or a digit. What is not understood is a
paragraph, so that its words are shown as they stand.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from citation_engine.formats.markdown import blocks as markdown
from citation_engine.formats.markdown.blocks import Container, ContainerKind, MarkdownBlock
from citation_engine.model.span import Span

_LINE = re.compile(r"[^\n]*\n?")
_BLANK = re.compile(r"\n[ \t\r]*\n\s*")
_MOST_LEVEL = 6
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


_KINDS = {
    markdown.BlockKind.FRONT_MATTER: BlockKind.CODE,
    markdown.BlockKind.CODE: BlockKind.CODE,
    markdown.BlockKind.HTML: BlockKind.LINES,
    markdown.BlockKind.RULE: BlockKind.RULE,
    markdown.BlockKind.ROW: BlockKind.ROW,
    markdown.BlockKind.HEADING: BlockKind.HEADING,
}


def blocks_of_markdown(text: str, begins: Collection[int] = ()) -> list[Block]:
    """Return the blocks of a Markdown draft; one begins wherever `begins` says so."""
    blocks: list[Block] = []
    around: tuple[Container, ...] = ()
    for block in markdown.read_blocks(text):
        begun = _begun(around, block.containers)
        around = block.containers
        blocks += _shown(text, block, begun, begins)
    return blocks


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


def _begun(before: Sequence[Container], now: Sequence[Container]) -> Sequence[Container]:
    """The containers that begin with a block: those that the block before it was not in."""
    kept = sum(one is other for one, other in zip(before, now, strict=False))
    return now[kept:]


def _shown(
    text: str, block: MarkdownBlock, begun: Sequence[Container], begins: Collection[int]
) -> Iterator[Block]:
    """The blocks that show one of Markdown, with the signs of the containers it begins."""
    signs = [one.sign for one in begun if one.kind is ContainerKind.ITEM]
    sign = Span(signs[0].start, signs[-1].end) if signs else None
    depth = min(max(block.count(ContainerKind.ITEM) - 1, 0), _MOST_LEVEL)
    quoted = block.count(ContainerKind.QUOTATION)
    parts = _with_label(block, begun)
    kind = _KINDS.get(block.kind)
    is_sentence = block.underlined and markdown.ends_sentence(block.pieces[0].of(text))
    if kind is not None and not is_sentence:
        if sign:
            yield Block(BlockKind.ITEM, (), depth, sign)
        yield Block(kind, parts, int(block.is_head) or block.level)
        return
    for number, lines in enumerate(_parted(parts, begins) or ([()] if sign else [])):
        if sign and not number:
            yield Block(BlockKind.ITEM, lines, depth, sign)
        else:
            kind = BlockKind.QUOTE if quoted else BlockKind.PARAGRAPH
            yield Block(kind, lines, quoted)
    if is_sentence:
        yield Block(BlockKind.RULE, ())


def _with_label(block: MarkdownBlock, begun: Sequence[Container]) -> tuple[Span, ...]:
    """The pieces of a block, the label of the note that it begins among them."""
    labels = tuple(one.sign for one in begun if one.kind is ContainerKind.NOTE)
    if not labels or block.kind is not markdown.BlockKind.PARAGRAPH or not block.pieces:
        return labels + block.pieces
    first = Span(labels[0].start, block.pieces[0].end)
    return (first, *block.pieces[1:])


def _parted(parts: Sequence[Span], begins: Collection[int]) -> list[tuple[Span, ...]]:
    """The lines of a block, apart where another one begins."""
    cuts = [at for at, part in enumerate(parts) if at and part.start in begins]
    edges = [0, *cuts, len(parts)]
    return [tuple(parts[one:other]) for one, other in pairwise(edges) if one < other]

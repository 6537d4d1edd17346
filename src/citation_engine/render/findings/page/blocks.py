"""
Cuts a draft into the blocks that a page shows, and says how the words in them are shown.

Only signs of markup are left out, never a letter or a digit. What is not understood is a
paragraph, so that its words are shown as they stand.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from citation_engine.formats.markdown import blocks as markdown
from citation_engine.formats.markdown.blocks import Container, ContainerKind, MarkdownBlock
from citation_engine.formats.markdown.links import find_definitions
from citation_engine.formats.markdown.shelters import find_shelters, is_sheltered, joined
from citation_engine.formats.markdown.words import Inline, InlineKind, read_inlines
from citation_engine.model.span import Span

_LINE = re.compile(r"[^\n]*\n?")
_BLANK = re.compile(r"\n[ \t\r]*\n\s*")
_MOST_LEVEL = 6
# Lines of text that make one block, so that a browser can leave out what is not on the screen.
_LINES_OF_A_BLOCK = 40


class PageBlockKind(Enum):
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
class PageBlock:
    """
    A block and the stretches of the draft that it shows, in order.

    The parts of a row are its cells, those of other blocks their lines. `sign` is the number or
    bullet of an item. `level` is that of a heading, or how deep an item or quotation is.
    """

    kind: PageBlockKind
    parts: tuple[Span, ...]
    level: int = 0
    sign: Span | None = None


_KINDS = {
    markdown.BlockKind.FRONT_MATTER: PageBlockKind.CODE,
    markdown.BlockKind.CODE: PageBlockKind.CODE,
    markdown.BlockKind.HTML: PageBlockKind.LINES,
    markdown.BlockKind.RULE: PageBlockKind.RULE,
    markdown.BlockKind.ROW: PageBlockKind.ROW,
    markdown.BlockKind.HEADING: PageBlockKind.HEADING,
}


def blocks_of_markdown(text: str, begins: Collection[int] = ()) -> list[PageBlock]:
    """Return the blocks of a Markdown draft; one begins wherever `begins` says so."""
    blocks: list[PageBlock] = []
    around: tuple[Container, ...] = ()
    for block in markdown.read_blocks(text):
        begun = _begun(around, block.containers)
        around = block.containers
        blocks += _shown(text, block, begun, begins)
    return blocks


def blocks_of_text(text: str) -> list[PageBlock]:
    """Return the paragraphs of a plain text, each with its lines as they are."""
    found: list[PageBlock] = []
    start = 0
    for gap in (*_BLANK.finditer(text), None):
        end = gap.start() if gap else len(text)
        if text[start:end].strip():
            found.append(PageBlock(PageBlockKind.PARAGRAPH, (Span(start, end),)))
        start = gap.end() if gap else end
    return found


def blocks_of_source(text: str) -> list[PageBlock]:
    """Return a text line by line, with every space: HTML, JSON or YAML as it is written."""
    ends = [match.end() for match in _LINE.finditer(text)][
        _LINES_OF_A_BLOCK - 1 :: _LINES_OF_A_BLOCK
    ]
    edges = sorted({0, *ends, len(text)})
    pairs = pairwise(edges)
    return [PageBlock(PageBlockKind.LINES, (Span(start, end),)) for start, end in pairs]


def _begun(before: Sequence[Container], now: Sequence[Container]) -> Sequence[Container]:
    """The containers that begin with a block: those that the block before it was not in."""
    kept = sum(one is other for one, other in zip(before, now, strict=False))
    return now[kept:]


def _shown(
    text: str, block: MarkdownBlock, begun: Sequence[Container], begins: Collection[int]
) -> Iterator[PageBlock]:
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
            yield PageBlock(PageBlockKind.ITEM, (), depth, sign)
        yield PageBlock(kind, parts, int(block.is_head) or block.level)
        return
    for number, lines in enumerate(_parted(parts, begins) or ([()] if sign else [])):
        if sign and not number:
            yield PageBlock(PageBlockKind.ITEM, lines, depth, sign)
        else:
            kind = PageBlockKind.QUOTE if quoted else PageBlockKind.PARAGRAPH
            yield PageBlock(kind, lines, quoted)
    if is_sentence:
        yield PageBlock(PageBlockKind.RULE, ())


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


class Style(Enum):
    """How words of a draft are shown."""

    STRONG = "strong"
    EMPHASIS = "em"
    CODE = "code"
    ADDRESS = "address"
    HIDDEN = "hidden"


class Styled(NamedTuple):
    """Words of a draft and how they are shown; hidden are only signs of markup."""

    span: Span
    style: Style


def styles_of(text: str, blocks: Sequence[PageBlock], markers: Sequence[Span] = ()) -> list[Styled]:
    """
    Return how the words of a Markdown draft are shown; `markers` are shown as they stand.

    Nothing is said about blocks of code.
    """
    labels = frozenset(find_definitions(text))
    kept = joined(markers)
    sheltered = joined([*find_shelters(text), *markers])
    found: list[Styled] = []
    for block in blocks:
        if block.kind not in (PageBlockKind.CODE, PageBlockKind.LINES):
            for unit in block.parts if block.kind is PageBlockKind.ROW else _around(block.parts):
                found += _of_unit(text, unit, labels, kept, sheltered)
    return found


def _around(parts: Sequence[Span]) -> Sequence[Span]:
    return [Span(parts[0].start, parts[-1].end)] if parts else []


def _of_unit(
    text: str,
    unit: Span,
    labels: Collection[str],
    markers: Sequence[Span],
    sheltered: Sequence[Span],
) -> Iterator[Styled]:
    for inline in read_inlines(unit.of(text), labels):
        start, first, last, end = (
            unit.start + at for at in (inline.start, inline.first, inline.last, inline.end)
        )
        signs = (Span(start, first), Span(last, end))
        if inline.kind in (InlineKind.CODE, InlineKind.LINK, InlineKind.IMAGE):
            if not is_sheltered(markers, start, end):
                yield from _words(inline, signs)
        elif inline.kind in (InlineKind.EMPHASIS, InlineKind.ESCAPE) and not any(
            is_sheltered(sheltered, sign.start, sign.end) for sign in signs
        ):
            yield from _words(inline, signs)


def _words(inline: Inline, signs: tuple[Span, Span]) -> Iterator[Styled]:
    before, after = signs
    whole, width = Span(before.start, after.end), before.end - before.start
    yield Styled(before, Style.HIDDEN)
    if inline.kind in (InlineKind.LINK, InlineKind.IMAGE):
        # A link shows its words and, smaller, its address; it leads nowhere.
        yield Styled(Span(after.start, after.start + 1), Style.HIDDEN)
        yield Styled(Span(after.start + 1, after.end), Style.ADDRESS)
        return
    yield Styled(after, Style.HIDDEN)
    if inline.kind is InlineKind.CODE:
        yield Styled(whole, Style.CODE)
    elif inline.kind is InlineKind.EMPHASIS:
        if width % 2:
            yield Styled(whole, Style.EMPHASIS)
        if width > 1:
            yield Styled(whole, Style.STRONG)

"""The parts of a Markdown draft: paragraphs, items, cells and headings, without code and notes."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from citation_engine.formats.markdown.blocks import (
    BlockKind,
    ContainerKind,
    MarkdownBlock,
    ends_sentence,
    read_blocks,
)
from citation_engine.formats.markdown.links import find_definitions
from citation_engine.formats.markdown.words import markup_changes
from citation_engine.link.drafts.html import html_parts
from citation_engine.link.drafts.parts import Cell, Counts, Part, Wording
from citation_engine.link.drafts.plain import tables_in_columns
from citation_engine.model.draft import ClaimKind
from citation_engine.model.passage import Span

_PROSE = (BlockKind.HEADING, BlockKind.PARAGRAPH)
_IMAGE = re.compile(r"!\[(?:[^\[\]]|\[[^\[\]]*+\])*+\](?:\([^()\n]*+\)|\[[^\[\]]*+\])[ \t]*\Z")
_BOLD = re.compile(r"\s*(\*\*|__)(?=\S)(?:(?!\1).)+(?<=\S)\1:?", re.DOTALL)
_LABEL = re.compile(r"\s*(\*\*|__)[^*_\n]{1,60}(?::\1|\1\s?:)\s")


def markdown_parts(wording: Wording, counts: Counts, *, front: bool = True) -> list[Part]:
    """Return the parts of a Markdown text in order; `front` says that it may have front matter."""
    text = wording.text
    labels = frozenset(find_definitions(text))
    # The numbers of tables and quotations in the draft, by those in this text.
    tables: dict[int, int] = {0: 0}
    quotations: dict[int, int] = {0: 0}
    parts: list[Part] = []
    in_columns = {rows[0][0].start: rows for rows in tables_in_columns(text)}
    done = 0
    for block in read_blocks(text, front=front):
        if block.count(ContainerKind.NOTE) or block.span.start < done:
            continue
        first = block.pieces[0].start if block.kind in _PROSE and block.pieces else -1
        if rows := in_columns.get(first):
            parts += _cells(wording, rows, labels, counts.next_table())
            done = rows[-1][-1].end
            continue
        if block.kind is BlockKind.HTML:
            parts += html_parts(wording.cut(block.span.start, block.span.end), counts)
            continue
        if block.table not in tables:
            tables[block.table] = counts.next_table()
        if block.quotation not in quotations:
            quotations[block.quotation] = counts.next_quotation()
        parts += _parts(wording, block, labels, tables[block.table], quotations[block.quotation])
    return parts


def _parts(
    wording: Wording, block: MarkdownBlock, labels: Collection[str], table: int, quotation: int
) -> Iterator[Part]:
    shown: list[tuple[ClaimKind, tuple[Span, ...], Cell | None]] = []
    if block.kind is BlockKind.ROW:
        kind = ClaimKind.HEADING if block.is_head else ClaimKind.CELL
        shown = [
            (kind, (piece,), Cell(table, block.row, column, block.is_head))
            for column, piece in enumerate(block.pieces)
        ]
    elif block.kind in _PROSE:
        kind = _kind(wording.text, block)
        lines = _without_pictures(wording.text, block.pieces)
        shown = [(kind, pieces, None) for pieces in _labelled(wording.text, lines)]
    for kind, pieces, cell in shown:
        if pieces and pieces[0].start < pieces[-1].end:
            words = _joined(wording, pieces)
            bold = _BOLD.match(words.text)
            yield Part(
                kind,
                words,
                markup_changes(words.text, labels),
                level=block.level if kind is ClaimKind.HEADING else 0,
                depth=block.count(ContainerKind.ITEM),
                cell=cell,
                quotation=quotation,
                lead=bold.end() if bold else 0,
            )


def _cells(
    wording: Wording, rows: Sequence[Sequence[Span]], labels: Collection[str], table: int
) -> Iterator[Part]:
    """The cells of a table that spaces arrange."""
    for row, spans in enumerate(rows):
        kind = ClaimKind.CELL if row else ClaimKind.HEADING
        for column, span in enumerate(spans):
            if span.start < span.end:
                words = wording.cut(span.start, span.end)
                cell = Cell(table, row, column, not row)
                yield Part(kind, words, markup_changes(words.text, labels), cell=cell)


def _without_pictures(text: str, lines: tuple[Span, ...]) -> tuple[Span, ...]:
    """The lines of a paragraph without those that only show a picture, where it has others."""
    return tuple(one for one in lines if not _IMAGE.match(one.of(text))) or lines


def _labelled(text: str, lines: tuple[Span, ...]) -> list[tuple[Span, ...]]:
    """The lines of a paragraph, cut at words in bold before a colon where one ends in a marker."""
    starts = [at for at, line in enumerate(lines) if _LABEL.match(line.of(text))]
    marked = any(line.of(text).rstrip(" .")[-1:] in ("]", ")") for line in lines)
    if len(starts) < 2 or starts[0] or not marked:
        return [lines]
    return [lines[at:end] for at, end in pairwise((*starts, len(lines)))]


def _kind(text: str, block: MarkdownBlock) -> ClaimKind:
    words = block.pieces[0].of(text) if len(block.pieces) == 1 else ""
    if block.kind is BlockKind.HEADING and not (block.underlined and ends_sentence(words)):
        return ClaimKind.HEADING
    if _IMAGE.match(words):
        return ClaimKind.CAPTION
    return ClaimKind.ITEM if block.count(ContainerKind.ITEM) else ClaimKind.SENTENCE


def _joined(wording: Wording, pieces: tuple[Span, ...]) -> Wording:
    """The words of a block, with one line end between two of its lines."""
    start = pieces[0].start
    words = wording.cut(start, pieces[-1].end)
    if len(pieces) == 1:
        return words
    return words.rewritten(
        (one.end - start, other.start - start, _joint(wording.text, one.end))
        for one, other in pairwise(pieces)
    )


def _joint(text: str, end: int) -> str:
    """What stands between two lines of a paragraph: a line end, hard where spaces say so."""
    return "  \n" if text[end : end + 2] == "  " and "\n" in text[end : end + 8] else "\n"

"""
Takes text without markup apart: plain text, and what was read from DOCX and PDF.

The layout of a paged text says what is no prose: headers, footers and navigation are left out,
so that a sentence goes on over a page break. Notes are references, not prose.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from citation_engine.formats.markdown.blocks import cells_of
from citation_engine.formats.markdown.shelters import is_sheltered, joined
from citation_engine.language.blocks import TextBlock, find_blocks, find_fences, sign_end
from citation_engine.language.fold import Change
from citation_engine.link.drafts.evidence import has_verb
from citation_engine.link.drafts.parts import Cell, Counts, Part, Wording
from citation_engine.model.draft import ClaimKind
from citation_engine.model.passage import Layout, Mark, MarkKind, Span
from citation_engine.sections.headings import find_headings

_LEFT_OUT = frozenset((MarkKind.HEADER, MarkKind.FOOTER, MarkKind.NAVIGATION))
_KINDS = {
    MarkKind.HEADING: ClaimKind.HEADING,
    MarkKind.CAPTION: ClaimKind.CAPTION,
    MarkKind.CELL: ClaimKind.CELL,
}
_RULE = re.compile(r"[\s=_*#~+|-]*+\Z")
_UNDERLINE = re.compile(r"\n[ \t]*(?:=+|-+)[ \t]*\Z")
_PLACE = re.compile(r"r(\d+)c(\d+)")
_TITLE_END = re.compile(r"[.!?…:;,]\Z")
_ITEM = re.compile(r"\s*(?:[-*+•▪◦‣·–—]|\(?\d{1,3}[a-z]?[.)]|\(?[a-z]{1,2}\)|[A-Z]\)|\([ivx]+\))\s")
_LONGEST_TITLE = 80
_MARKED_LINE = re.compile(r"\s*\[[^\]\n]{1,40}\]\s*\Z")


@dataclass(frozen=True, slots=True)
class _MarkedStretch:
    """A stretch of the text of one kind; None for running text."""

    start: int
    end: int
    mark: Mark | None = None


def text_parts(wording: Wording, counts: Counts) -> list[Part]:
    """Return the parts of a plain text in order."""
    return list(_running(wording, counts))


def laid_out_parts(wording: Wording, layout: Layout, counts: Counts, *, lines: bool) -> list[Part]:
    """
    Return the parts of a text with a layout in order.

    Args:
        wording: the text.
        layout: what is known about it.
        counts: numbers the tables.
        lines: whether each line is a paragraph, because no paper ends it.

    """
    text = wording.text
    marks = sorted(layout.marks, key=lambda mark: (mark.start, -mark.end))
    gone = joined(Span(one.start, one.end) for one in marks if one.kind in _LEFT_OUT)
    kept = wording.rewritten(_without(text, gone)) if gone else wording
    found: list[Part] = []
    tables = _table_numbers(marks, counts)
    for one in _stretches(text, marks, gone):
        start, end = (
            kept.position(wording.start + one.start),
            kept.position(wording.start + one.end),
        )
        if start >= end:
            continue
        inner = kept.cut(start, end)
        if one.mark is None:
            found += _lines(inner) if lines else _running(inner, counts, headings=False)
        elif one.mark.kind in _KINDS:
            found.append(_marked(inner, one.mark, tables))
    return _with_heads(found)


def _without(text: str, gone: Sequence[Span]) -> Iterator[Change]:
    """Drop what is no prose, each with the line end behind it."""
    done = 0
    for span in gone:
        start, after = span.start, span.end
        while after < len(text) and text[after] in " \t\r":
            after += 1
        after += text[after : after + 1] == "\n"
        if max(start, done) < after:
            yield max(start, done), after, ""
        done = max(done, after)


def _stretches(text: str, marks: Sequence[Mark], gone: Sequence[Span]) -> Iterator[_MarkedStretch]:
    """Give the marked stretches and the running text between them, in order."""
    done = 0
    for mark in marks:
        known = mark.kind in _KINDS or mark.kind is MarkKind.NOTE
        if (
            not known
            or mark.start < done
            or mark.end <= mark.start
            or is_sheltered(gone, mark.start, mark.start + 1)
        ):
            continue
        if mark.start > done:
            yield _MarkedStretch(done, mark.start)
        yield _MarkedStretch(mark.start, min(mark.end, len(text)), mark)
        done = mark.end
    if done < len(text):
        yield _MarkedStretch(done, len(text))


def _table_numbers(marks: Sequence[Mark], counts: Counts) -> dict[int, int]:
    """Number the tables, by where their cells begin."""
    tables = [mark for mark in marks if mark.kind is MarkKind.TABLE]
    numbers: dict[int, int] = {}
    at = -1
    number = 0
    for mark in marks:
        if mark.kind is not MarkKind.CELL:
            continue
        moved = at
        while moved + 1 < len(tables) and tables[moved + 1].start <= mark.start:
            moved += 1
        if moved != at or not number:
            at, number = moved, counts.next_table()
        numbers[mark.start] = number
    return numbers


def _marked(wording: Wording, mark: Mark, tables: dict[int, int]) -> Part:
    cell = None
    if mark.kind is MarkKind.CELL and (place := _PLACE.fullmatch(mark.name)):
        cell = Cell(tables.get(mark.start, 0), int(place[1]) - 1, int(place[2]) - 1)
    return Part(
        _KINDS[mark.kind], wording, _line_ends(wording.text), level=mark.level or 0, cell=cell
    )


def _with_heads(parts: list[Part]) -> list[Part]:
    """Take the first row of a table for its head, where no cell of it has a number."""
    tables: dict[int, bool] = {}
    for part in parts:
        if part.cell and part.cell.row == 0:
            plain = not any(map(str.isdigit, part.wording.text)) and not has_verb(part.wording.text)
            tables[part.cell.table] = tables.get(part.cell.table, True) and plain
    rows = {part.cell.table for part in parts if part.cell and part.cell.row > 0}
    heads = {table for table, plain in tables.items() if plain and table in rows}
    return [
        _as_head(part) if part.cell and part.cell.row == 0 and part.cell.table in heads else part
        for part in parts
    ]


def _as_head(part: Part) -> Part:
    assert part.cell is not None  # Asked for cells only.
    return replace(part, kind=ClaimKind.HEADING, cell=replace(part.cell, head=True))


def _lines(wording: Wording) -> Iterator[Part]:
    """Give each line as a paragraph or an item."""
    for match in re.finditer(r"[^\n]+", wording.text):
        line = match.group()
        words = line.strip()
        if not words:
            continue
        start = match.start() + len(line) - len(line.lstrip())
        end = start + len(words)
        sign = _ITEM.match(line)
        kind = ClaimKind.ITEM if sign else ClaimKind.SENTENCE
        start = match.start() + sign.end() if sign else start
        if start < end:
            yield Part(kind, wording.cut(start, end), depth=int(bool(sign)))


def _running(wording: Wording, counts: Counts, *, headings: bool = True) -> Iterator[Part]:
    """Give the paragraphs, items and headings of text that only its lines arrange."""
    text = wording.text
    titles = {one.span.start for one in find_headings(text, "text/plain")} if headings else set()
    fences = [Span(text.rfind("\n", 0, one.start) + 1, one.end) for one in find_fences(text)]
    blocks = [block for block in find_blocks(text) if not _RULE.match(block.span.of(text))]
    table = 0
    for number, block in enumerate(blocks):
        start = block.span.start
        if is_sheltered(fences, start, start + 1):
            continue
        line = block.span.of(text)
        if line.startswith("|") and line.count("|") > 1:
            row_of_table = number and blocks[number - 1].span.of(text).startswith("|")
            table = table if table and row_of_table else counts.next_table()
            yield from _row(wording, block, table, number)
            continue
        follows = number + 1 < len(blocks)
        yield _block(
            wording, block, is_title=start in titles or (headings and follows and _is_title(line))
        )


def _row(wording: Wording, block: TextBlock, table: int, row: int) -> Iterator[Part]:
    for column, (start, end) in enumerate(cells_of(wording.text, block.span.start, block.span.end)):
        if start < end:
            yield Part(ClaimKind.CELL, wording.cut(start, end), cell=Cell(table, row, column))


def _block(wording: Wording, block: TextBlock, *, is_title: bool) -> Part:
    text = wording.text
    start, end = block.span.start, block.span.end
    line = block.span.of(text)
    if underline := _UNDERLINE.search(line):
        end = start + underline.start()
        return Part(
            ClaimKind.HEADING, wording.cut(start, end), _line_ends(text[start:end]), level=1
        )
    if is_title:
        return Part(ClaimKind.HEADING, wording.cut(start, end), _line_ends(line), level=1)
    is_item = bool(_ITEM.match(line)) and sign_end(line) > 0
    first = max(start, block.words) if is_item else start
    while first < end and text[first].isspace():
        first += 1
    kind = ClaimKind.ITEM if is_item else ClaimKind.SENTENCE
    cut = wording.cut(first, end)
    return Part(kind, cut, _line_ends(text[first:end]), depth=int(is_item))


def _is_title(line: str) -> bool:
    """Whether a line that stands alone is a title: short, not ended, without a verb."""
    return (
        len(line) <= _LONGEST_TITLE
        and "\n" not in line
        and not _TITLE_END.search(line)
        and (line[0].isupper() or line[0].isdigit())
        and not _ITEM.match(line)
        and not has_verb(line)
        and not _MARKED_LINE.match(line)
    )


def _line_ends(text: str) -> list[Change]:
    """The line ends inside a paragraph are spaces; one after a soft hyphen is nothing."""
    found: list[Change] = []
    for one in re.finditer(r"\u00ad[ \t]*\n[ \t]*|\n", text):
        found.append((one.start(), one.end(), " " if one.group() == "\n" else ""))
    return found

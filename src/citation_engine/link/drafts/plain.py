"""
Takes text without markup apart: plain text, and what was read from DOCX and PDF.

The layout of a paged text says what is no prose: headers, footers and navigation are left out,
so that a sentence goes on over a page break. Notes are references, not prose.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from citation_engine.formats.markdown.blocks import cells_of
from citation_engine.formats.markdown.shelters import is_sheltered, joined
from citation_engine.language.blocks import TextBlock, find_blocks, find_fences, sign_end
from citation_engine.language.fold import Change
from citation_engine.link.drafts.evidence import has_verb
from citation_engine.link.drafts.parts import Cell, Counts, Part, Wording
from citation_engine.model.draft import ClaimKind, DraftFormat
from citation_engine.model.passage import Layout, Mark, MarkKind, Span
from citation_engine.sections.headings import find_headings

_LEFT_OUT = frozenset((MarkKind.HEADER, MarkKind.FOOTER, MarkKind.NAVIGATION, MarkKind.CODE))
_KINDS = {
    MarkKind.HEADING: ClaimKind.HEADING,
    MarkKind.CAPTION: ClaimKind.CAPTION,
    MarkKind.CELL: ClaimKind.CELL,
}
_SET_OFF = frozenset(
    (MarkKind.NOTE, MarkKind.PARAGRAPH, MarkKind.ITEM, MarkKind.QUOTE, MarkKind.BOLD)
)
# A paragraph of a Word file is a line; one of LaTeX ends at a blank line or before an item.
_LINE = re.compile(r"[^\n]+")
# What stands between the lines of a paragraph: a line end, none in a word that is split, one that
# the author set; and what is not seen. A line that begins with a bullet stays one.
_GAP = re.compile(
    r"(?P<none>\u00ad[ \t]*\n[ \t]*|(?<=\w-)\n(?=[A-ZÄÖÜ\d])|\u200b+)"
    r"|\n(?![•▪◦‣]\s)|(?P<set>\u2028\s*)"
)
_ALL = re.compile(r".+", re.DOTALL)
_APART = re.compile(r"(?:(?!\n[ \t]*\n).)+", re.DOTALL)
_RULE = re.compile(r"[\s=_*#~+|-]*+\Z")
_UNDERLINE = re.compile(r"\n[ \t]*(?:=+|-+)[ \t]*\Z")
_PLACE = re.compile(r"r(\d+)c(\d+)")
_ROW_RULE = re.compile(r"\n[ \t]*\|[ \t:|-]*-[ \t:|-]*(?:\n|\Z)")
_COLUMN_RULE = re.compile(r"^[ \t]*-{2,}(?:[ \t]+-{2,})+[ \t]*$", re.MULTILINE)
_DASHES = re.compile(r"-+")
_TITLE_END = re.compile(r"[.!?…:;,]\Z")
_ITEM = re.compile(r"\s*(?:[-*+•▪◦‣·–—]|\d{1,3}[.)])\s")
_NUMBERED = re.compile(r"\s*\d{1,3}[.)]\s+")
_VALUE = re.compile(r"[~<>≈±+$€£-]{0,2}\d[\d.,\s]*[%‰°]?(?:\s?[^\W\d_]{1,4})?(?:\s?\[.*)?\Z")
_FEWEST_OF_SENTENCES = 8
_SHORT_TITLE = re.compile(r"[^\d\[\](){}<>\"“”„»«]{1,60}\Z")
_SIGN = re.compile(r"\(?\w{1,3}[.)]")
_LATEX_ITEM = re.compile(r"(?:•|\d{1,3}\.) ")
_LONGEST_TITLE = 80
_UNSEEN = " \t\n\u200b"
_MARKED_LINE = re.compile(r"\s*\[[^\]\n]{1,40}\]\s*\Z")


@dataclass(frozen=True, slots=True)
class _MarkedStretch:
    """A stretch of the text of one kind; None for running text."""

    start: int
    end: int
    mark: Mark | None = None


def text_parts(wording: Wording, counts: Counts) -> list[Part]:
    """Return the parts of a plain text in order."""
    return _with_heads(list(_running(wording, counts)))


def laid_out_parts(
    wording: Wording, layout: Layout, counts: Counts, format: DraftFormat
) -> list[Part]:
    """Return the parts of a text with a layout in order."""
    text = wording.text
    marks = sorted(layout.marks, key=lambda mark: (mark.start, -mark.end))
    gone = joined(Span(one.start, one.end) for one in marks if one.kind in _LEFT_OUT)
    kept = wording.rewritten(_without(text, gone)) if gone else wording
    found: list[Part] = []
    tables = _table_numbers(marks, counts)
    leads = {wording.start + one.start: one.end for one in marks if one.kind is MarkKind.LEAD}
    for one in _stretches(text, marks, gone):
        start, end = (
            kept.position(wording.start + one.start),
            kept.position(wording.start + one.end),
        )
        if start >= end:
            continue
        inner = kept.cut(start, end)
        kind = one.mark.kind if one.mark else None
        if one.mark and kind is MarkKind.ITEM:
            label = one.mark.name if inner.text.startswith(one.mark.name) else ""
            first = len(inner.text) - len(inner.text[len(label) :].lstrip())
            words = inner.cut(first, len(inner.text))
            changes = () if format is DraftFormat.DOCX else _line_ends(words.text)
            found.append(Part(ClaimKind.ITEM, words, changes, depth=one.mark.level or 1))
        elif one.mark and kind in _KINDS:
            # The lines of a Word file are ended by its author.
            changes = () if format is DraftFormat.DOCX else _line_ends(inner.text)
            found.append(_marked(inner, changes, one.mark, tables))
        elif kind is not MarkKind.NOTE:
            parts = _paragraphs(inner, counts, format, marked=kind is not None)
            number = counts.next_quotation() if kind is MarkKind.QUOTE else 0
            lead = len(text) if kind is MarkKind.BOLD else 0
            found += (replace(part, quotation=number, lead=lead) for part in parts)
    return _with_heads([_with_lead(part, leads) if leads else part for part in found])


def _with_lead(part: Part, leads: dict[int, int]) -> Part:
    """A part with how far it is bold."""
    end = leads.get(part.wording.origin(0, len(part.wording.text)).start)
    return part if end is None else replace(part, lead=part.wording.position(end))


def _paragraphs(
    wording: Wording, counts: Counts, format: DraftFormat, *, marked: bool
) -> Iterator[Part]:
    """Give the paragraphs of running text: what ends one differs from format to format."""
    if format is DraftFormat.DOCX:
        return _split(wording, _LINE, _ITEM)
    if format is DraftFormat.LATEX:
        return _split(wording, _APART, _LATEX_ITEM)
    if marked:
        return _split(wording, _ALL, _ITEM)
    return _running(wording, counts, headings=False)


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
        known = mark.kind in _KINDS or mark.kind in _SET_OFF
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


def _marked(
    wording: Wording, changes: Sequence[Change], mark: Mark, tables: dict[int, int]
) -> Part:
    cell = None
    if mark.kind is MarkKind.CELL and (place := _PLACE.fullmatch(mark.name)):
        row, column = int(place[1]) - 1, int(place[2]) - 1
        cell = Cell(tables.get(mark.start, 0), row, column, bool(mark.level))
    kind = ClaimKind.HEADING if cell and cell.head else _KINDS[mark.kind]
    level = 0 if cell else mark.level or 0
    return Part(kind, wording, changes, level=level, cell=cell)


def _with_heads(parts: list[Part]) -> list[Part]:
    """Take the first row for the head of a table without one, if it has no values."""
    tables: dict[int, bool] = {}
    headed = {part.cell.table for part in parts if part.cell and part.cell.head}
    with_values = {part.cell.table for part in parts if part.cell and _is_value(part)}
    for part in parts:
        if part.cell and part.cell.row == 0 and part.cell.table not in headed:
            words = part.wording.text
            if part.cell.table in with_values:
                plain = not _is_value(part) and len(words.split()) < _FEWEST_OF_SENTENCES
            else:
                plain = not any(map(str.isdigit, words)) and not has_verb(words)
            tables[part.cell.table] = tables.get(part.cell.table, True) and plain
    rows = {part.cell.table for part in parts if part.cell and part.cell.row > 0}
    heads = {table for table, plain in tables.items() if plain and table in rows}
    return [
        _as_head(part) if part.cell and part.cell.row == 0 and part.cell.table in heads else part
        for part in parts
    ]


def _is_value(part: Part) -> bool:
    """Whether a cell is nothing but a number, with its unit and its marker."""
    return bool(_VALUE.match(part.wording.text.strip()))


def _as_head(part: Part) -> Part:
    assert part.cell is not None  # Asked for cells only.
    return replace(part, kind=ClaimKind.HEADING, cell=replace(part.cell, head=True))


def _split(wording: Wording, pattern: re.Pattern[str], item: re.Pattern[str]) -> Iterator[Part]:
    """Give each stretch that a pattern finds as a paragraph, or as an item if it begins so."""
    for match in pattern.finditer(wording.text):
        line = match.group()
        words = line.strip(_UNSEEN)
        if not words or _RULE.match(words):
            continue
        start = match.start() + len(line) - len(line.lstrip(_UNSEEN))
        end = start + len(words)
        if sign := item.match(words):
            start += len(words) - len(words[sign.end() :].lstrip(_UNSEEN))
        kind = ClaimKind.ITEM if sign else ClaimKind.SENTENCE
        if start < end:
            changes = _line_ends(wording.text[start:end])
            yield Part(kind, wording.cut(start, end), changes, depth=int(bool(sign)))


def _running(wording: Wording, counts: Counts, *, headings: bool = True) -> Iterator[Part]:
    """Give the paragraphs, items and headings of text that only its lines arrange."""
    text = wording.text
    titles = {one.span.start for one in find_headings(text, "text/plain")} if headings else set()
    fences = [Span(text.rfind("\n", 0, one.start) + 1, one.end) for one in find_fences(text)]
    columns = list(tables_in_columns(text)) if headings else []
    shown = [Span(one[0][0].start, one[-1][-1].end) for one in columns]
    blocks = list(_with_signs(text, find_blocks(text)))
    table, row, done = 0, 0, 0
    for number, block in enumerate(blocks):
        start, end = block.span.start, block.span.end
        while columns and shown[0].start < end:
            yield from _cells(wording, columns.pop(0), counts.next_table())
            done = shown.pop(0).end
        if start < done or is_sheltered(fences, start, start + 1):
            continue
        line = block.span.of(text)
        if line.startswith("|") and line.count("|") > 1:
            row_of_table = number and blocks[number - 1].span.of(text).startswith("|")
            table, row = (table, row + 1) if table and row_of_table else (counts.next_table(), 0)
            heads = not row and bool(_ROW_RULE.match(text, end))
            cells = [Span(*edges) for edges in cells_of(text, start, end)]
            yield from _row(wording, cells, table, row, heads=heads)
            continue
        below = blocks[number + 1].span if number + 1 < len(blocks) else None
        is_title = start in titles or bool(
            headings and below and _is_title(text, block.span, below)
        )
        yield _block(wording, block, is_title=is_title)


def _row(
    wording: Wording, cells: Sequence[Span], table: int, row: int, *, heads: bool
) -> Iterator[Part]:
    kind = ClaimKind.HEADING if heads else ClaimKind.CELL
    for column, span in enumerate(cells):
        if span.start < span.end:
            words = wording.cut(span.start, span.end)
            yield Part(kind, words, cell=Cell(table, row, column, heads))


def _cells(wording: Wording, rows: Sequence[Sequence[Span]], table: int) -> Iterator[Part]:
    for row, cells in enumerate(rows):
        yield from _row(wording, cells, table, row, heads=not row)


def tables_in_columns(text: str) -> Iterator[list[list[Span]]]:
    """The cells of tables that spaces arrange, with a line of dashes below their head."""
    for rule in _COLUMN_RULE.finditer(text):
        head = text.rfind("\n", 0, max(0, rule.start() - 1)) + 1
        if not text[head : rule.start()].strip():
            continue
        starts = [group.start() for group in _DASHES.finditer(rule.group())]
        lines, at = [Span(head, rule.start() - 1)], rule.end() + 1
        while at < len(text) and (end := _line_end(text, at)) > at:
            if not text[at:end].strip(" \t-"):
                break
            lines.append(Span(at, end))
            at = end + 1
        if len(lines) > 1:
            yield [_cut_columns(text, line, starts) for line in lines]


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _cut_columns(text: str, line: Span, starts: Sequence[int]) -> list[Span]:
    cells = []
    for number, start in enumerate(starts):
        first = min(line.end, line.start + start) if number else line.start
        last = line.start + starts[number + 1] if number + 1 < len(starts) else line.end
        words = text[first : min(last, line.end)]
        first += len(words) - len(words.lstrip())
        cells.append(Span(first, first + len(words.strip())))
    return cells


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
    if is_item and line[0] in "-*+•" and (inner := _NUMBERED.match(text, first, end)):
        first = inner.end()
    while first < end and text[first].isspace():
        first += 1
    kind = ClaimKind.ITEM if is_item else ClaimKind.SENTENCE
    cut = wording.cut(first, end)
    return Part(kind, cut, _line_ends(text[first:end]), depth=int(is_item))


def _with_signs(text: str, blocks: Iterable[TextBlock]) -> Iterator[TextBlock]:
    """Give the blocks; a sign alone in its line, such as "(1)", goes with the line below it."""
    sign: TextBlock | None = None
    for block in blocks:
        if sign and text.count("\n", sign.span.end, block.span.start) == 1:
            yield replace(block, span=Span(sign.span.start, block.span.end))
            sign = None
            continue
        if sign:
            yield sign
        line = block.span.of(text)
        sign = block if _SIGN.fullmatch(line) else None
        if not sign and not _RULE.match(line):
            yield block
    if sign:
        yield sign


def _is_title(text: str, span: Span, below: Span) -> bool:
    """Whether a line that stands alone is a title: short, not ended, without a verb."""
    line = span.of(text)
    numbered = _ITEM.match(line)
    if numbered:
        # An item of a list, unless blank lines are around it and no other item follows.
        apart = (
            text[max(0, span.start - 2) : span.start] == "\n\n"
            and "\n\n" in text[span.end : below.start]
        )
        if line[0] in "-*+•" or not apart or _ITEM.match(below.of(text)):
            return False
        line = line[numbered.end() :]
    return bool(
        line
        and len(line) <= _LONGEST_TITLE
        and "\n" not in line
        and not _TITLE_END.search(line)
        and (line[0].isupper() or line[0].isdigit())
        and (_is_capitalised(line) or _SHORT_TITLE.match(line) or not has_verb(line))
        and not _MARKED_LINE.match(line)
    )


def _is_capitalised(line: str) -> bool:
    """Whether nearly every word begins with a capital, as in the titles of English."""
    long = re.findall(r"[^\W\d_]{4,}", line)
    return len(long) > 1 and sum(word[0].isupper() for word in long) >= 0.75 * len(long)


def _line_ends(text: str) -> list[Change]:
    """The line ends inside a paragraph are spaces; one after a soft hyphen is nothing."""
    found: list[Change] = []
    for one in _GAP.finditer(text):
        new = {"none": "", "set": "\n"}.get(one.lastgroup or "", " ")
        found.append((one.start(), one.end(), new))
    return found

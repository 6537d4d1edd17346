"""
Gives the markers of a table to its cells, and the heads of their rows and columns.

A marker in a cell reaches the cell and those before it whose columns have none. In the first cell
of a row, in a row's own heading, in a cell without words and in a column of sources it reaches the
row; in the heading of a column the column; in the caption, or in a sentence that ends in a colon
before it, the table. How sure a report is of a row ("Confidence: high") is its own judgement: no
marker of another cell reaches that.

A cell states what its row, its column and its value say together. The date of a row states nothing
by itself: it belongs to what the other cells state, and the markers of the row are for those.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from citation_engine.language.vocabulary import pattern
from citation_engine.link.drafts.evidence import (
    FEWEST_WORDS_OF_STATEMENTS,
    has_number,
    has_verb,
    is_date,
    is_sentence,
    is_source_line,
)
from citation_engine.link.drafts.statements import Read, Statement
from citation_engine.model.draft import ClaimKind, Marker

# What stands above or below a table and is the caption of something else.
_FIGURE = re.compile(rf"(?:{pattern('references', 'FIGURE_CAPTIONS')})\b", re.IGNORECASE)

# What a column of sources is called: "Source", "Quelle / Stand"; with links alone "Sources used".
_SOURCES = re.compile(
    rf"(?:[\w-]+ )?(?:\w*?(?:{pattern('phrases', 'SOURCE_LINE')})"
    rf"|{pattern('references', 'LEGAL_BASES')})\W*(?:[/(,&].*)?\Z",
    re.IGNORECASE,
)
_NAMES_SOURCES = re.compile(rf"\b\w*?(?:{pattern('phrases', 'SOURCE_LINE')})\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
# What a column is called that grades its rows, and one that may say how far the work is.
_GRADES = re.compile(rf"(?:{pattern('references', 'EVIDENCE_GRADES')})\W*\Z", re.IGNORECASE)
_STATUS = re.compile(rf"(?:\w+ )?(?:{pattern('references', 'STATUS')})\W*\Z", re.IGNORECASE)
# What makes a figure of a number where no verb does.
UNIT = re.compile(rf"[$€£%‰°]|\b(?:{pattern('numbers', 'FIGURE_MEASURES')})\b", re.IGNORECASE)
# What numbers a row beside a letter or more: "R3".
_CODE = re.compile(r"[A-Z]{1,4}-?(\d{1,3})")
_COUNT = re.compile(r"\W*\d{1,3}\W*\Z")
_GRADE = re.compile(r"\W*(?:[^\W\d_]\W*)?\Z")
# A row or a column has so many heads at most, which are not longer than this.
_MOST_NAMES = 3
_LONGEST_NAME = 200


def reach_in_tables(reads: Sequence[Read]) -> None:
    """Give the markers of rows, columns and captions to the cells without one."""
    for before, whole, after in _tables(reads):
        table = _without(whole, _GRADES)
        _reach_rows(table)
        _reach_columns(table)
        captions = [one for one in (before, after) if one and _is_caption(one)]
        inside = [one for one in table if one.part.kind is ClaimKind.CAPTION]
        for caption in (*inside, *captions):
            _give(table, [anchor.marker for anchor in caption.anchors])
        _reach_left(_without(table, _STATUS))
        if before and before.statements and before.statements[-1].text.endswith(":"):
            # "The years are these [1]:" speaks of the table below it.
            _give(table, before.statements[-1].markers)
        _leave_names(table)


def add_heads(reads: Sequence[Read]) -> None:
    """Give the cells what their rows and columns are called, because a value alone says nothing."""
    for _, table, _ in _tables(reads):
        sources = source_columns(table)
        columns: dict[int, list[str]] = {}
        ordinal, head_rows = 0, 0
        for _, group in groupby(table, key=lambda read: read.part.cell and read.part.cell.row):
            row = list(group)
            if all(read.part.kind is ClaimKind.HEADING for read in row):
                head_rows += 1
                if ordinal == 0 and head_rows <= _MOST_NAMES:
                    _add_column_heads(row, columns)
            elif all(read.part.kind is not ClaimKind.CAPTION for read in row):
                ordinal += 1
                _add_row_heads(row, columns, ordinal, sources)


def names_row(read: Read) -> bool:
    """Whether a cell names its row: the first one, or one that is marked as a heading."""
    return bool(read.part.cell and read.part.cell.row >= 0 and read.part.cell.column == 0)


def source_columns(table: Sequence[Read]) -> set[int]:
    """Return the columns whose heading says that they hold sources, and no evidence in words."""
    heads = [read for read in table if read.part.kind is ClaimKind.HEADING]
    sure = {_column(read) for read in heads if is_source_line(read.text.rstrip("*: "))}
    named = {_column(read) for read in heads if _NAMES_SOURCES.search(read.text)}
    likely = {_column(read) for read in heads if _SOURCES.match(read.text)}
    cells = [read for read in table if named | likely and read.part.kind is ClaimKind.CELL]
    worded = [read for read in cells if not _is_linked(read)]
    stating = {_column(read) for read in worded if _tells(read)}
    found = (likely - stating) | (named - {_column(read) for read in worded})
    cited = {_column(read) for read in cells if read.anchors}
    # "Evidence" may be told in words: "18 euros a bag".
    names = {_column(read) for read in worded if not _tells(read)}
    # "Energy source" holds none: they are cited elsewhere.
    return (sure & (cited | names)) | (found & cited)


def _tells(read: Read) -> bool:
    return has_verb(read.text) or UNIT.search(read.text) is not None


def _is_linked(read: Read) -> bool:
    """Whether a cell has no words but those of its links."""
    linked = {word for one in read.anchors for word in _WORD.findall(one.marker.text)}
    return linked.issuperset(_WORD.findall(read.text))


def _tables(reads: Sequence[Read]) -> Iterator[tuple[Read | None, list[Read], Read | None]]:
    """Give each table with what stands before and after it."""
    at = 0
    for number, group in groupby(reads, key=_table_of):
        table = list(group)
        before = reads[at - 1] if at else None
        at += len(table)
        if number:
            yield before, table, reads[at] if at < len(reads) else None


def _without(table: list[Read], heads: re.Pattern[str]) -> list[Read]:
    """Return the table without the unmarked cells of the columns that are called so."""
    left_out = {
        _column(r) for r in table if r.part.kind is ClaimKind.HEADING if heads.match(r.text)
    }
    return [
        read
        for read in table
        if read.anchors or read.part.kind is not ClaimKind.CELL or _column(read) not in left_out
    ]


def _column(read: Read) -> int:
    return read.part.cell.column if read.part.cell else -1


def _table_of(read: Read) -> int:
    return read.part.cell.table if read.part.cell else 0


def _add_column_heads(row: Sequence[Read], columns: dict[int, list[str]]) -> None:
    for read in row:
        if cell := read.part.cell:
            for column in range(cell.column, cell.column + cell.width):
                _add_name(columns.setdefault(column, []), read)


def _add_row_heads(
    row: Sequence[Read], columns: dict[int, list[str]], ordinal: int, sources: set[int]
) -> None:
    naming: int | None = None
    names: list[str] = []
    date = ""
    for read in row:
        cell = read.part.cell
        if cell is None or cell.column in sources:
            continue
        # Where rows are only counted by their first cell, the next one names them.
        counts = cell.column == 0 and _counts(read.text, row, ordinal)
        if naming is None and not counts:
            naming = cell.column
        heads = columns.get(cell.column, [])
        if counts or cell.head or cell.column == naming:
            if not counts:
                _add_name(names, read)
            date = read.text.strip(" :*") if is_date(read.text) else date
            read.heads = ", ".join(heads) if has_number(read.text) else ""
        else:
            read.heads, read.date = ", ".join([*names, *heads]), date


def _counts(text: str, row: Sequence[Read], ordinal: int) -> bool:
    """Whether the first cell of a row only counts it: "3.", or "R3" before a statement."""
    if text.strip(" .)#") == str(ordinal):
        return True
    said = row[1].text if len(row) > 1 else ""
    states = has_verb(said) and len(said.split()) >= FEWEST_WORDS_OF_STATEMENTS
    code = _CODE.fullmatch(text)
    return bool(states and code and code[1] == str(ordinal))


def _add_name(names: list[str], read: Read) -> None:
    name = read.text[:_LONGEST_NAME].strip(" :*")
    if name and len(names) < _MOST_NAMES:
        names.append(name)


def _is_caption(read: Read) -> bool:
    kinds = {one.kind for one in read.statements}
    if kinds != {ClaimKind.CAPTION} or read.part.cell:
        return False
    return not _FIGURE.match(read.text)


def _reach_rows(table: list[Read]) -> None:
    columns = source_columns(table)
    for _, group in groupby(table, key=lambda read: read.part.cell and read.part.cell.row):
        row = list(group)
        if all(read.part.kind is not ClaimKind.CELL for read in row):
            continue
        markers: list[Marker] = []
        for read in row:
            cell = read.part.cell
            names = cell and cell.column in columns and not any(map(_states, read.statements))
            wide = not read.statements or names or (cell and (cell.head or cell.column == 0))
            if wide:
                markers += [anchor.marker for anchor in read.anchors]
        _give(row, markers)


def _reach_left(table: list[Read]) -> None:
    """Give the marker of a cell to those before it, as that of a sentence is for its words."""
    marked = {_column(read) for read in table if read.anchors and read.part.kind is ClaimKind.CELL}
    row, markers = -1, list[Marker]()
    for read in reversed(table):
        if read.part.cell and read.part.cell.row != row:
            row, markers = read.part.cell.row, []
        markers = [anchor.marker for anchor in read.anchors] or markers
        if read.anchors or _column(read) not in marked:
            _give([read], markers)


def _states(statement: Statement) -> bool:
    return is_sentence(statement.text)


def _leave_names(table: list[Read]) -> None:
    """Take the markers from a source and a date where the rest of their row has them."""
    columns = source_columns(table)
    for _, group in groupby(table, key=lambda read: read.part.cell and read.part.cell.row):
        cells = [(read, one) for read in group if read.part.cell for one in read.statements]
        naming = [_only_names(read, one, columns) for read, one in cells]
        others = [one.markers for (_, one), names in zip(cells, naming, strict=True) if not names]
        for (_, one), names in zip(cells, naming, strict=True):
            if names and any(all(own in other for own in one.markers) for other in others):
                one.markers = []


def _only_names(read: Read, statement: Statement, sources: set[int]) -> bool:
    """Whether the words of a cell only say where its row is from, or when it was."""
    if _column(read) in sources:
        return not _states(statement)
    return names_row(read) and is_date(statement.text)


def _reach_columns(table: list[Read]) -> None:
    headings: dict[int, list[Marker]] = {}
    rows_with_cells = {
        read.part.cell.row for read in table if read.part.cell and read.part.kind is ClaimKind.CELL
    }
    for read in table:
        cell = read.part.cell
        if cell and cell.head and cell.row not in rows_with_cells and read.anchors:
            headings[cell.column] = [anchor.marker for anchor in read.anchors]
    if headings:
        for read in table:
            if read.part.cell and read.part.cell.column in headings:
                _give([read], headings[read.part.cell.column])


def _give(table: Sequence[Read], markers: list[Marker]) -> None:
    if not markers:
        return
    for read in table:
        # A number that only counts its row states nothing, nor does a letter or a tick.
        counts = names_row(read) and _COUNT.match(read.text)
        if read.part.kind is ClaimKind.CELL and not (counts or _GRADE.match(read.text)):
            for one in read.statements:
                one.markers = one.markers or list(markers)

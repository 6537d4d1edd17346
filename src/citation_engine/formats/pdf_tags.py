"""
What a tagged PDF says its words are: paragraphs, headings, items, cells, quotations, code.

Programs that write PDF files for everyone to read, browsers and Word among them, tag the words.
Tags are believed where they cover nearly all words of a document; then what they leave out are
running heads and page numbers.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

from citation_engine.model.passage import Mark, MarkKind

# The share of the words that must be tagged.
_NEARLY_ALL = 0.8
_INLINE = frozenset(
    "Span Strong Em Link NonStruct Code Quote Reference Annot Sub Figure Formula BibEntry".split()
)
_GROUPS = frozenset("Document DocumentFragment Part Sect Div Art Aside L".split())

Path = tuple[tuple[str, int], ...]


class TaggedStretch(NamedTuple):
    """A stretch of text and the path to its tag, by the type and the place of each element."""

    start: int
    end: int
    path: Path


def marks_by_tags(text: str, stretches: Sequence[TaggedStretch]) -> list[Mark]:
    """Return what the tags of a document say; nothing where they cover too little of it."""
    tagged = sum(one.end - one.start for one in stretches if one.path)
    if tagged < _NEARLY_ALL * (len(text) - text.count("\n")):
        return []
    blocks = list(_blocks([one for one in stretches if one.path]))
    marks = [mark for block in blocks if (mark := _mark(text, block))]
    leads = [
        Mark(kind=MarkKind.LEAD, start=block.start, end=block.lead)
        for block in blocks
        if block.start < block.lead < block.end
    ]
    return [*_labelled(marks), *_cells(blocks), *leads]


class _TaggedBlock(NamedTuple):
    """The words of one block: the path to it, the types of all its elements."""

    start: int
    end: int
    path: Path
    types: tuple[str, ...]
    # Where the bold words end with which it begins.
    lead: int = 0
    code: bool = False

    @property
    def kind(self) -> str:
        """The type of the block itself."""
        return self.path[-1][0]


def _blocks(stretches: Sequence[TaggedStretch]) -> Iterator[_TaggedBlock]:
    for path, group in groupby(stretches, key=lambda one: block_path(one.path)):
        same = list(group)
        types = tuple(kind for kind, _ in path)
        code = all("Code" in dict(one.path) for one in same)
        bold = list(takewhile(lambda one: "Strong" in dict(one.path), same))
        lead = bold[-1].end if bold else same[0].start
        yield _TaggedBlock(same[0].start, same[-1].end, path, types, lead, code)


def block_path(path: Path) -> Path:
    """Return the path to the cell, or to the innermost element that is a block."""
    if not path:
        return path
    cell = next((at for at, (kind, _) in enumerate(path) if kind in ("TD", "TH")), None)
    if cell is not None:
        return path[: cell + 1]
    last = max((at for at, (kind, _) in enumerate(path) if kind not in _INLINE), default=-1)
    # Words that stand in a group directly are apart from their neighbours.
    return path[: last + 2] if path[last][0] in _GROUPS else path[: last + 1]


def _mark(text: str, block: _TaggedBlock) -> Mark | None:
    kind, level, name = MarkKind.PARAGRAPH, None, ""
    if block.kind in ("TD", "TH"):
        return None
    if block.kind == "Title" or (block.kind[:1] == "H" and block.kind[1:].isdigit()):
        kind, level = MarkKind.HEADING, int(block.kind[1:]) if block.kind != "Title" else 1
        name = " ".join(text[block.start : block.end].replace("\u00ad\n", "").split())
    elif "LI" in block.types:
        kind, level = MarkKind.ITEM, max(1, block.types.count("L"))
        name = text[block.start : block.end].strip() if block.kind == "Lbl" else ""
    elif block.kind == "Caption":
        kind = MarkKind.CAPTION
    elif block.kind in ("TOCI", "TOC"):
        kind = MarkKind.NAVIGATION
    elif block.code and block.kind != "P":
        kind = MarkKind.CODE
    elif "BlockQuote" in block.types:
        kind = MarkKind.QUOTE
    elif block.lead == block.end:
        kind = MarkKind.BOLD
    return Mark(kind=kind, start=block.start, end=block.end, name=name, level=level)


def _labelled(marks: Sequence[Mark]) -> Iterator[Mark]:
    """Items with their labels, which tags set apart."""
    label: Mark | None = None
    for mark in marks:
        if mark.kind is MarkKind.ITEM and mark.name:
            label = mark
        elif label and mark.kind is MarkKind.ITEM:
            yield mark.model_copy(update={"start": label.start, "name": label.name})
            label = None
        else:
            label = None
            yield mark


def _cells(blocks: Sequence[_TaggedBlock]) -> Iterator[Mark]:
    """The cells by row and column, and their tables."""
    cells = [block for block in blocks if block.kind in ("TD", "TH")]
    for table, group in groupby(cells, key=lambda block: _until(block.path, "Table")):
        rows: dict[Path, int] = {}
        same = list(group)
        for block in same:
            row = rows.setdefault(block.path[:-1], len(rows) + 1)
            heads = block.kind == "TH" and (row == 1 or "THead" in block.types)
            name = f"r{row}c{block.path[-1][1] + 1}"
            yield Mark(
                kind=MarkKind.CELL,
                start=block.start,
                end=block.end,
                name=name,
                level=1 if heads else None,
            )
        if table:
            yield Mark(kind=MarkKind.TABLE, start=same[0].start, end=same[-1].end)


def _until(path: Path, kind: str) -> Path:
    at = max((at for at, (each, _) in enumerate(path) if each == kind), default=-1)
    return path[: at + 1]

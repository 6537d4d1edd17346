"""
Gives the markers of a draft to the statements they reach.

A marker reaches its own sentence, also from behind the full stop. It reaches further where it
stands apart: at the end of an item or a cell, on a line of its own, in the head of a row or a
column, in a caption, in a line that only names sources, before a list or a block quotation. In a
heading it reaches the heading and nothing else. From further away it never reaches a statement
that has a marker of its own: the nearer marker counts.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from citation_engine.link.drafts.evidence import is_source_line
from citation_engine.link.drafts.statements import Read, Statement, whole_quote
from citation_engine.link.drafts.tables import reach_in_tables
from citation_engine.link.drafts.unmarked import Anchor
from citation_engine.model.draft import ClaimKind, Marker

_STOPS = ".!?…"
_CLOSERS = "\"'”“’»«)]}"
_RUNNING = frozenset((ClaimKind.SENTENCE, ClaimKind.ITEM, ClaimKind.FIELD))


def reach(reads: Sequence[Read]) -> None:
    """Give each marker to the statements of the draft that it reaches."""
    for read in reads:
        if read.anchors and not _heads_table(read):
            _reach_inside(read)
    _reach_quotations(reads)
    reach_in_tables(reads)
    _reach_before(reads)
    _reach_lists(reads)


def _heads_table(read: Read) -> bool:
    """Whether a heading is one of a table: its markers are for the cells."""
    return read.part.kind is ClaimKind.HEADING and read.part.cell is not None


def give(statements: Iterable[Statement], markers: Sequence[Marker]) -> None:
    """Give markers to the statements that have none."""
    for statement in statements:
        if not statement.markers:
            statement.markers += markers


def _reach_inside(read: Read) -> None:
    statements, anchors = read.statements, read.anchors
    if not statements or is_source_line(read.text):
        return
    if len(statements) == 1 or _reaches_all(read):
        for statement in statements:
            statement.markers += [one.marker for one in anchors]
        return
    leads = _lead(read)
    for anchor in anchors:
        statements[_place(statements, anchor, leads=leads)].markers.append(anchor.marker)


def _reaches_all(read: Read) -> bool:
    """Whether the only markers stand behind everything else, apart from the last sentence."""
    first, last = read.anchors[0], read.statements[-1]
    text = read.words.text
    if text[first.at :].strip(_CLOSERS + " \n\t"):
        return False
    if first.apart:
        return True
    before = text[: first.at].rstrip(_CLOSERS + " \n\t")[-1:]
    ends = before in _STOPS or text[last.start : last.end].rstrip()[-1:] not in _STOPS
    return read.part.kind is ClaimKind.ITEM and ends


def _lead(read: Read) -> bool:
    """Whether markers stand before their sentences: one at the very start, one in each gap."""
    statements, at = read.statements, [anchor.at for anchor in read.anchors]
    if at[0] > statements[0].start or at[-1] >= statements[-1].end:
        return False
    return all(
        any(before.end <= place <= after.start for place in at)
        for before, after in pairwise(statements)
    )


def _place(statements: Sequence[Statement], anchor: Anchor, *, leads: bool) -> int:
    """Return the number of the statement that a marker stands in or behind."""
    low, high = 0, len(statements)
    while low + 1 < high:
        middle = (low + high) // 2
        if statements[middle].begin < anchor.at:
            low = middle
        else:
            high = middle
    is_behind = anchor.at >= statements[low].end
    return min(low + 1, len(statements) - 1) if leads and is_behind else low


def _reach_before(reads: Sequence[Read]) -> None:
    """Give markers that have no words of their own to what stands before them."""
    target: list[Read] = []
    for read in reads:
        alone = not read.statements or is_source_line(read.text)
        if read.part.cell:
            if not target or not target[-1].part.cell or not _same_table(target[-1], read):
                target = []
            target.append(read)
        elif not alone:
            target = [] if read.part.kind is ClaimKind.HEADING else [read]
        elif read.anchors and target:
            statements = [one for known in target for one in known.statements if _is_open(known)]
            markers = [anchor.marker for anchor in read.anchors]
            if any(one.markers for one in statements) and not target[-1].part.cell:
                statements = statements[-1:]
            give(statements, markers)


def _same_table(one: Read, other: Read) -> bool:
    return bool(one.part.cell and other.part.cell and one.part.cell.table == other.part.cell.table)


def _is_open(read: Read) -> bool:
    return read.part.kind is not ClaimKind.HEADING


def _reach_lists(reads: Sequence[Read]) -> None:
    """Give the markers of a sentence that ends in a colon to the list it introduces."""
    for at, read in enumerate(reads):
        last = read.statements[-1] if read.statements else None
        if not last or not last.markers or not last.text.endswith(":") or not _is_open(read):
            continue
        items: list[Read] = []
        for other in reads[at + 1 :]:
            deeper = other.part.depth > read.part.depth
            if other.part.kind is not ClaimKind.ITEM or not deeper:
                break
            items.append(other)
        if not any(item.anchors for item in items):
            give([one for item in items for one in item.statements], last.markers)


def _reach_quotations(reads: Sequence[Read]) -> None:
    """
    Tie block quotations to the sentences that introduce them.

    What a sentence with a colon introduces is its quotation, and they share their markers. A
    quotation that nothing introduces is a statement that quotes itself.
    """
    at = 0
    for number, group in groupby(reads, key=lambda read: read.part.quotation):
        quoted = list(group)
        before = reads[at - 1] if at else None
        at += len(quoted)
        if not number:
            continue
        quotations = [read for read in quoted if read.quoted and read.statements]
        if not quotations:
            continue
        _tie(before, quotations, quoted)


def _tie(before: Read | None, quotations: list[Read], quoted: list[Read]) -> None:
    statements = [one for read in quoted if _is_open(read) for one in read.statements]
    markers = list(dict.fromkeys(marker for one in statements for marker in one.markers))
    give([one for read in quotations for one in read.statements], markers)
    introducing = before.statements[-1] if before and before.statements else None
    introduced = (
        introducing is not None and introducing.kind in _RUNNING and introducing.text.endswith(":")
    )
    for read in quotations:
        quote = whole_quote(read)
        if introduced and introducing:
            read.introduced = True
            give(read.statements, introducing.markers)
        if quote:
            (introducing if introduced and introducing else read.statements[0]).quotes.append(quote)
    if introduced and introducing:
        give([introducing], markers)

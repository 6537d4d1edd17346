"""
Gives the markers of a draft to the statements they reach.

A marker reaches its own sentence, also from behind the full stop. It reaches further where it
stands apart: at the end of an item or a cell, on a line of its own, in the head of a row or a
column, in a caption, in a line that only names sources, before a list or a block quotation, in a
heading for what stands below it up to the next. From further away it never reaches a statement
that has a marker of its own: the nearer marker counts.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from citation_engine.language.vocabulary import any_word, pattern
from citation_engine.link.drafts.evidence import (
    begins_with_verb,
    has_number,
    has_verb,
    is_source_line,
    need_of,
)
from citation_engine.link.drafts.statements import Read, Statement, whole_quote
from citation_engine.link.drafts.tables import reach_in_tables
from citation_engine.link.drafts.unmarked import Anchor
from citation_engine.model.draft import ClaimKind, Marker

# How words end that state nothing without the list behind them.
_OPEN_LEAD = re.compile(
    rf"\b(?:{pattern('phrases', 'FOLLOWING')}|{any_word('function_words', 'OPENS_PHRASE')}"
    rf"|{any_word('verbs', 'BEING')}|{any_word('function_words', 'ITEM_JOINING')})\W*:\Z"
    rf"|\b(?:{pattern('phrases', 'FOLLOWING')})\b",
    re.IGNORECASE,
)
_STOPS = ".!?…"
_CLOSERS = "\"'”“’»«)]}"
_BODY = frozenset((ClaimKind.SENTENCE, ClaimKind.ITEM, ClaimKind.CELL))
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
    _reach_sections(reads)


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
        if items and not any(item.anchors for item in items):
            statements = [one for item in items for one in item.statements]
            give(statements, last.markers)
            _add_lead(last, statements)


def _add_lead(lead: Statement, statements: Iterable[Statement]) -> None:
    """Put what introduces a list before items that are no sentences."""
    lead.named = not has_verb(lead.text) or bool(_OPEN_LEAD.search(lead.text))
    for statement in statements:
        if not has_verb(statement.text) or begins_with_verb(statement.text):
            statement.heads = statement.heads or lead.text


def _reach_sections(reads: Sequence[Read]) -> None:
    """Give the markers of a heading that states nothing to what stands below, up to the next."""
    markers: list[Marker] = []
    for read in reads:
        if not read.part.cell and (read.part.kind is ClaimKind.HEADING or _is_title(read)):
            inside = not read.statements or read.part.quotation
            states = has_verb(read.text) or has_number(read.text)
            markers = [] if inside or states else list(read.statements[0].markers)
        elif not is_source_line(read.text):
            give((one for one in read.statements if _may_need(one)), markers)


def _may_need(statement: Statement) -> bool:
    return statement.kind in _BODY and need_of(statement.text, statement.kind).needed


def _is_title(read: Read) -> bool:
    return bool(read.statements) and read.statements[0].kind is ClaimKind.HEADING


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

"""Mends a draft where that needs no judgement, and shows what would change."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from difflib import unified_diff
from itertools import pairwise
from typing import NamedTuple

from citation_engine.model.finding import Edit, Finding
from citation_engine.model.passage import Span

_AROUND = 3
_NO_LINE_END = "\\ No newline at end of file\n"


class MendedText(NamedTuple):
    """A text after its edits, the findings they mended, and those that had to wait."""

    text: str
    applied: tuple[Finding, ...]
    left: tuple[Finding, ...]


def apply_edits(text: str, findings: Iterable[Finding]) -> MendedText:
    """
    Return the text with the edits of its findings.

    All edits of a finding are made, or none. Where two findings want to change the same place,
    the one that comes first in the draft is mended, and the other is left for another run.
    """
    applied: list[Finding] = []
    left: list[Finding] = []
    taken: list[Edit] = []
    for finding in sorted((one for one in findings if one.edits), key=_order):
        wanted = sorted(set(finding.edits), key=_edit_order)
        new = [edit for edit in wanted if not _is_taken(taken, edit)]
        if _can_be_made(text, wanted) and not any(_clashes(taken, edit) for edit in new):
            for edit in new:
                insort(taken, edit, key=_edit_order)
            applied.append(finding)
        else:
            left.append(finding)
    return MendedText(_edited(text, taken), tuple(applied), tuple(left))


def diff_text(old: str, new: str, name: str) -> str:
    """Return what changed from `old` to `new`, as a unified diff; nothing where nothing did."""
    if old == new:
        return ""
    before, after = _lines(old), _lines(new)
    heads = f"--- {name}\n+++ {name}\n"
    if len(before) == len(after):
        return heads + "".join(map(_ended, _same_lines(before, after)))
    found = list(unified_diff(before, after, n=_AROUND))[2:]
    return heads + "".join(map(_ended, found))


def _order(finding: Finding) -> tuple[int, str, str]:
    return min(edit.span.start for edit in finding.edits), finding.code, finding.message


def _edit_order(edit: Edit) -> tuple[int, int, str]:
    return edit.span.start, edit.span.end, edit.text


def _is_taken(taken: Sequence[Edit], edit: Edit) -> bool:
    at = bisect_left(taken, _edit_order(edit), key=_edit_order)
    return at < len(taken) and taken[at] == edit


def _can_be_made(text: str, edits: Sequence[Edit]) -> bool:
    """Whether edits are inside the text and apart."""
    apart = not any(_meet(a.span, b.span) for a, b in pairwise(edits))
    return apart and edits[-1].span.end <= len(text)


def _clashes(taken: Sequence[Edit], edit: Edit) -> bool:
    at = bisect_left(taken, _edit_order(edit), key=_edit_order)
    return any(_meet(one.span, edit.span) for one in taken[max(0, at - 1) : at + 1])


def _meet(a: Span, b: Span) -> bool:
    """Whether two places overlap; one without words does so where it touches."""
    if a.start == a.end or b.start == b.end:
        return a.start <= b.end and b.start <= a.end
    return a.start < b.end and b.start < a.end


def _edited(text: str, edits: Sequence[Edit]) -> str:
    pieces: list[str] = []
    done = 0
    for edit in edits:
        pieces += (text[done : edit.span.start], edit.text)
        done = edit.span.end
    return "".join((*pieces, text[done:]))


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends; only a line feed ends one, as in other tools."""
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _ended(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n{_NO_LINE_END}"


def _same_lines(before: list[str], after: list[str]) -> Iterator[str]:
    """The changes where each line stayed in its place: quick, however long the text is."""
    changed = [at for at, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
    first = 0
    while first < len(changed):
        last = first
        while last + 1 < len(changed) and changed[last + 1] - changed[last] <= 2 * _AROUND:
            last += 1
        start = max(0, changed[first] - _AROUND)
        end = min(len(before), changed[last] + _AROUND + 1)
        place = f"{start + 1},{end - start}" if end - start > 1 else f"{start + 1}"
        yield f"@@ -{place} +{place} @@\n"
        yield from _hunk(before, after, range(start, end))
        first = last + 1


def _hunk(before: list[str], after: list[str], lines: range) -> Iterator[str]:
    new: list[str] = []
    for at in lines:
        if before[at] == after[at]:
            yield from new
            new = []
            yield f" {before[at]}"
        else:
            yield f"-{before[at]}"
            new.append(f"+{after[at]}")
    yield from new

"""Finds what Markdown says about words inside a block: bold, italic, code, addresses."""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from citation_engine.markers.shelter import find_code, find_shelters, is_sheltered
from citation_engine.model.span import Span
from citation_engine.render.findings.page.blocks import Block, BlockKind

_LINK = re.compile(r"!?\[([^\[\]\n]{1,1000}+)\](\([^()\s]{1,2000}+\))")
_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_DELIMITER = re.compile(r"\*{1,3}|_{1,3}")


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


def styles_of(text: str, blocks: Sequence[Block], markers: Sequence[Span] = ()) -> list[Styled]:
    """
    Return how the words of a Markdown draft are shown; `markers` are shown as they stand.

    Nothing is said about blocks of code.
    """
    fences = [block.parts[0] for block in blocks if block.kind is BlockKind.CODE]
    code = [span for span in find_code(text) if not is_sheltered(fences, span.start, span.end)]
    found = [styled for span in code for styled in _code(text, span)]
    closed = _merged([*fences, *code, *markers])
    for link in _LINK.finditer(text):
        if not is_sheltered(closed, *link.span()):
            found += _link(link)
    sheltered = _merged([*find_shelters(text), *fences, *markers])
    for block in blocks:
        if block.kind not in (BlockKind.CODE, BlockKind.LINES):
            found += _of_block(text, block, sheltered)
    return found


def _code(text: str, span: Span) -> Iterator[Styled]:
    words = span.of(text)
    ticks = (len(words) - len(words.strip("`"))) // 2 if words.strip("`") else 0
    ticks = min(len(words) - len(words.lstrip("`")), len(words) - len(words.rstrip("`")), ticks)
    yield Styled(span, Style.CODE)
    yield Styled(Span(span.start, span.start + ticks), Style.HIDDEN)
    yield Styled(Span(span.end - ticks, span.end), Style.HIDDEN)


def _link(link: re.Match[str]) -> Iterator[Styled]:
    """A link shows its words and, smaller, its address; it leads nowhere."""
    yield Styled(Span(link.start(), link.start(1)), Style.HIDDEN)
    yield Styled(Span(link.end(1), link.end(1) + 1), Style.HIDDEN)
    yield Styled(Span(*link.span(2)), Style.ADDRESS)


def _of_block(text: str, block: Block, sheltered: Sequence[Span]) -> Iterator[Styled]:
    cells = block.kind is BlockKind.ROW
    units = block.parts if cells else _around(block.parts)
    for unit in units:
        for escape in _ESCAPE.finditer(text, unit.start, unit.end):
            if not is_sheltered(sheltered, *escape.span()):
                yield Styled(Span(*escape.span()), Style.HIDDEN)
        yield from _emphasis(text, unit, sheltered)


def _around(parts: Sequence[Span]) -> Sequence[Span]:
    return [Span(parts[0].start, parts[-1].end)] if parts else []


def _emphasis(text: str, unit: Span, sheltered: Sequence[Span]) -> Iterator[Styled]:
    """
    Bold and italic words: a sign that opens, up to the next equal sign that closes.

    Signs that have no partner stay on the page.
    """
    opened: dict[str, int] = {}
    for found in _DELIMITER.finditer(text, unit.start, unit.end):
        start, end = found.span()
        if is_sheltered(sheltered, start, end) or (start and text[start - 1] == "\\"):
            continue
        sign, before, after = found[0], _at(text, start - 1, unit), _at(text, end, unit)
        inside = sign[0] == "_" and before.isalnum() and after.isalnum()
        if sign in opened and not before.isspace() and not inside:
            begin = opened.pop(sign)
            # What was opened in between can have no partner outside.
            opened = {other: at for other, at in opened.items() if at < begin}
            yield from _emphasised(sign, begin, end)
        elif not after.isspace() and not inside:
            opened[sign] = start


def _emphasised(sign: str, start: int, end: int) -> Iterator[Styled]:
    width = len(sign)
    yield Styled(Span(start, start + width), Style.HIDDEN)
    yield Styled(Span(end - width, end), Style.HIDDEN)
    if width != 2:
        yield Styled(Span(start, end), Style.EMPHASIS)
    if width != 1:
        yield Styled(Span(start, end), Style.STRONG)


def _at(text: str, position: int, unit: Span) -> str:
    return text[position] if unit.start <= position < unit.end else " "


def _merged(spans: Sequence[Span]) -> list[Span]:
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(span.end, merged[-1].end))
        else:
            merged.append(span)
    return merged

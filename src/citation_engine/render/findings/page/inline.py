"""Finds what Markdown says about words inside a block: bold, italic, code, addresses."""

from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from citation_engine.formats.markdown.links import find_definitions
from citation_engine.formats.markdown.shelters import find_shelters, is_sheltered, joined
from citation_engine.formats.markdown.words import Inline, InlineKind, read_inlines
from citation_engine.model.span import Span
from citation_engine.render.findings.page.blocks import Block, BlockKind


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
    labels = frozenset(find_definitions(text))
    kept = joined(markers)
    sheltered = joined([*find_shelters(text), *markers])
    found: list[Styled] = []
    for block in blocks:
        if block.kind not in (BlockKind.CODE, BlockKind.LINES):
            for unit in block.parts if block.kind is BlockKind.ROW else _around(block.parts):
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

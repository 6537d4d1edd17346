"""
Shows the words of a report with its claims, markers and findings marked in them.

The draft is cut twice: into the blocks that the page shows, and into pieces within which nothing
changes. Only signs of markup are left out, never a letter or a digit. What is not understood is a
paragraph, so that its words are shown as they stand.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from heapq import heappop, heappush
from itertools import groupby, pairwise
from typing import NamedTuple

from citation_engine.formats.markdown import blocks as markdown
from citation_engine.formats.markdown.blocks import Container, ContainerKind, MarkdownBlock
from citation_engine.formats.markdown.links import find_definitions
from citation_engine.formats.markdown.shelters import find_shelters, is_sheltered, joined
from citation_engine.formats.markdown.words import Inline, InlineKind, read_inlines
from citation_engine.model.draft import DraftFormat
from citation_engine.model.passage import Span
from citation_engine.render.findings.page.element import Markup, element, join, plain
from citation_engine.render.findings.page.view import ReportView, state_badge

_LINE = re.compile(r"[^\n]*\n?")
_BLANK = re.compile(r"\n[ \t\r]*\n\s*")
_MOST_LEVEL = 6
# Lines of text that make one block, so that a browser can leave out what is not on the screen.
_LINES_OF_A_BLOCK = 40


class PageBlockKind(Enum):
    """What a block is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    QUOTE = "quote"
    CODE = "code"
    ROW = "row"
    RULE = "rule"
    LINES = "lines"


@dataclass(frozen=True, slots=True)
class PageBlock:
    """
    A block and the stretches of the draft that it shows, in order.

    The parts of a row are its cells, those of other blocks their lines. `sign` is the number or
    bullet of an item. `level` is that of a heading, or how deep an item or quotation is.
    """

    kind: PageBlockKind
    parts: tuple[Span, ...]
    level: int = 0
    sign: Span | None = None


_KINDS = {
    markdown.BlockKind.FRONT_MATTER: PageBlockKind.CODE,
    markdown.BlockKind.CODE: PageBlockKind.CODE,
    markdown.BlockKind.HTML: PageBlockKind.LINES,
    markdown.BlockKind.RULE: PageBlockKind.RULE,
    markdown.BlockKind.ROW: PageBlockKind.ROW,
    markdown.BlockKind.HEADING: PageBlockKind.HEADING,
}


def blocks_of_markdown(text: str, begins: Collection[int] = ()) -> list[PageBlock]:
    """Return the blocks of a Markdown draft; one begins wherever `begins` says so."""
    blocks: list[PageBlock] = []
    around: tuple[Container, ...] = ()
    for block in markdown.read_blocks(text):
        begun = _begun(around, block.containers)
        around = block.containers
        blocks += _shown(text, block, begun, begins)
    return blocks


def blocks_of_text(text: str) -> list[PageBlock]:
    """Return the paragraphs of a plain text, each with its lines as they are."""
    found: list[PageBlock] = []
    start = 0
    for gap in (*_BLANK.finditer(text), None):
        end = gap.start() if gap else len(text)
        if text[start:end].strip():
            found.append(PageBlock(PageBlockKind.PARAGRAPH, (Span(start, end),)))
        start = gap.end() if gap else end
    return found


def blocks_of_source(text: str) -> list[PageBlock]:
    """Return a text line by line, with every space: HTML, JSON or YAML as it is written."""
    ends = [match.end() for match in _LINE.finditer(text)][
        _LINES_OF_A_BLOCK - 1 :: _LINES_OF_A_BLOCK
    ]
    edges = sorted({0, *ends, len(text)})
    pairs = pairwise(edges)
    return [PageBlock(PageBlockKind.LINES, (Span(start, end),)) for start, end in pairs]


def _begun(before: Sequence[Container], now: Sequence[Container]) -> Sequence[Container]:
    """The containers that begin with a block: those that the block before it was not in."""
    kept = sum(one is other for one, other in zip(before, now, strict=False))
    return now[kept:]


def _shown(
    text: str, block: MarkdownBlock, begun: Sequence[Container], begins: Collection[int]
) -> Iterator[PageBlock]:
    """The blocks that show one of Markdown, with the signs of the containers it begins."""
    signs = [one.sign for one in begun if one.kind is ContainerKind.ITEM]
    sign = Span(signs[0].start, signs[-1].end) if signs else None
    depth = min(max(block.count(ContainerKind.ITEM) - 1, 0), _MOST_LEVEL)
    quoted = block.count(ContainerKind.QUOTATION)
    parts = _with_label(block, begun)
    kind = _KINDS.get(block.kind)
    is_sentence = block.underlined and markdown.ends_sentence(block.pieces[0].of(text))
    if kind is not None and not is_sentence:
        if sign:
            yield PageBlock(PageBlockKind.ITEM, (), depth, sign)
        yield PageBlock(kind, parts, int(block.is_head) or block.level)
        return
    for number, lines in enumerate(_parted(parts, begins) or ([()] if sign else [])):
        if sign and not number:
            yield PageBlock(PageBlockKind.ITEM, lines, depth, sign)
        else:
            kind = PageBlockKind.QUOTE if quoted else PageBlockKind.PARAGRAPH
            yield PageBlock(kind, lines, quoted)
    if is_sentence:
        yield PageBlock(PageBlockKind.RULE, ())


def _with_label(block: MarkdownBlock, begun: Sequence[Container]) -> tuple[Span, ...]:
    """The pieces of a block, the label of the note that it begins among them."""
    labels = tuple(one.sign for one in begun if one.kind is ContainerKind.NOTE)
    if not labels or block.kind is not markdown.BlockKind.PARAGRAPH or not block.pieces:
        return labels + block.pieces
    first = Span(labels[0].start, block.pieces[0].end)
    return (first, *block.pieces[1:])


def _parted(parts: Sequence[Span], begins: Collection[int]) -> list[tuple[Span, ...]]:
    """The lines of a block, apart where another one begins."""
    cuts = [at for at, part in enumerate(parts) if at and part.start in begins]
    edges = [0, *cuts, len(parts)]
    return [tuple(parts[one:other]) for one, other in pairwise(edges) if one < other]


class TextStyle(Enum):
    """How words of a draft are shown."""

    STRONG = "strong"
    EMPHASIS = "em"
    CODE = "code"
    ADDRESS = "address"
    HIDDEN = "hidden"


class Styled(NamedTuple):
    """Words of a draft and how they are shown; hidden are only signs of markup."""

    span: Span
    style: TextStyle


def styles_of(text: str, blocks: Sequence[PageBlock], markers: Sequence[Span] = ()) -> list[Styled]:
    """
    Return how the words of a Markdown draft are shown; `markers` are shown as they stand.

    Nothing is said about blocks of code.
    """
    labels = frozenset(find_definitions(text))
    kept = joined(markers)
    sheltered = joined([*find_shelters(text), *markers])
    found: list[Styled] = []
    for block in blocks:
        if block.kind not in (PageBlockKind.CODE, PageBlockKind.LINES):
            for unit in block.parts if block.kind is PageBlockKind.ROW else _around(block.parts):
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
    yield Styled(before, TextStyle.HIDDEN)
    if inline.kind in (InlineKind.LINK, InlineKind.IMAGE):
        # A link shows its words and, smaller, its address; it leads nowhere.
        yield Styled(Span(after.start, after.start + 1), TextStyle.HIDDEN)
        yield Styled(Span(after.start + 1, after.end), TextStyle.ADDRESS)
        return
    yield Styled(after, TextStyle.HIDDEN)
    if inline.kind is InlineKind.CODE:
        yield Styled(whole, TextStyle.CODE)
    elif inline.kind is InlineKind.EMPHASIS:
        if width % 2:
            yield Styled(whole, TextStyle.EMPHASIS)
        if width > 1:
            yield Styled(whole, TextStyle.STRONG)


class DraftPiece(NamedTuple):
    """
    A stretch of a draft within which nothing changes.

    `claim` and `spot` are the places in the lists of claims and of findings, or None.
    """

    start: int
    end: int
    claim: int | None
    marker: bool
    spot: int | None
    styles: frozenset[TextStyle]


class Layers(NamedTuple):
    """What there is to mark in a draft: spans that may overlap in any way."""

    claims: Sequence[Span | None]
    markers: Sequence[Span]
    spots: Sequence[Span | None]
    styles: Sequence[Styled]


def cut(length: int, layers: Layers) -> list[DraftPiece]:
    """
    Return pieces that together are the whole draft, in order.

    Where claims or findings overlap, the one that began last has the piece, so that what
    stands inside something else is seen.
    """
    claims, spots = _Innermost(layers.claims, length), _Innermost(layers.spots, length)
    counted: dict[TextStyle | None, int] = {}
    changes = _changes(length, layers)
    edges = sorted({0, length, *changes, *claims.edges, *spots.edges})
    pieces: list[DraftPiece] = []
    for start, end in pairwise(edges):
        for style, step in changes.get(start, ()):
            counted[style] = counted.get(style, 0) + step
        styles = frozenset(style for style, number in counted.items() if style and number)
        marker = bool(counted.get(None))
        pieces.append(DraftPiece(start, end, claims.at(start), marker, spots.at(start), styles))
    return pieces


def _changes(length: int, layers: Layers) -> dict[int, list[tuple[TextStyle | None, int]]]:
    """Where markers (None) and styles begin (1) and end (-1)."""
    changes: dict[int, list[tuple[TextStyle | None, int]]] = {}
    marked: list[tuple[Span, TextStyle | None]] = [(span, None) for span in layers.markers]
    for span, style in [*marked, *layers.styles]:
        start, end = min(span.start, length), min(span.end, length)
        if start < end:
            changes.setdefault(start, []).append((style, 1))
            changes.setdefault(end, []).append((style, -1))
    return changes


class _Innermost:
    """Says which of many spans is the innermost at a place; places must be asked in order."""

    def __init__(self, spans: Sequence[Span | None], length: int) -> None:
        self._waiting = sorted(self._within(spans, length), reverse=True)
        self._begun: list[tuple[int, int, int]] = []
        self.edges = {edge for start, end, _ in self._waiting for edge in (start, end)}

    @staticmethod
    def _within(spans: Sequence[Span | None], length: int) -> Iterator[tuple[int, int, int]]:
        for number, span in enumerate(spans):
            if span is not None and span.start < min(span.end, length):
                yield span.start, min(span.end, length), number

    def at(self, place: int) -> int | None:
        while self._waiting and self._waiting[-1][0] <= place:
            start, end, number = self._waiting.pop()
            heappush(self._begun, (-start, end, number))
        while self._begun and self._begun[0][1] <= place:
            heappop(self._begun)
        return self._begun[0][2] if self._begun else None


# The page has a title, the name of the report, and the heading of its text.
_PAGE_HEADINGS = 3
_AS_WRITTEN = (DraftFormat.HTML, DraftFormat.JSON, DraftFormat.YAML)
_WRAPPED = {TextStyle.STRONG: "strong", TextStyle.EMPHASIS: "em", TextStyle.CODE: "code"}


@dataclass(slots=True)
class _Run:
    """Pieces of one block that belong to the same claim, or to none."""

    claim: int | None
    pieces: list[DraftPiece]
    first: bool = False
    last: bool = False


@dataclass(slots=True)
class _Shown:
    """A block with the runs of each of its parts."""

    block: PageBlock
    parts: list[list[_Run]] = field(default_factory=list)


class ReportText(NamedTuple):
    """A report as HTML, and which claims and findings have words in it."""

    markup: Markup
    claims: frozenset[int]
    spots: frozenset[int]


def report_text(view: ReportView) -> ReportText:
    """Return the report as text with everything that was found marked in it."""
    shown = _cut_up(view)
    runs = (run for one in shown for part in one.parts for run in part)
    claims = frozenset(run.claim for run in runs if run.claim is not None)
    writer = _Writer(view)
    markup = join(writer.write(shown))
    return ReportText(markup, claims, frozenset(writer.spotted))


def _cut_up(view: ReportView) -> list[_Shown]:
    draft = view.checked.draft
    blocks = _blocks(view)
    markers = [marker.span for marker in draft.markers]
    styles = styles_of(draft.text, blocks, markers) if _is_markdown(view) else []
    claims = [one.claim.span for one in view.claims]
    pieces = cut(len(draft.text), Layers(claims, markers, _spots(view), styles))
    shown = [_Shown(block) for block in blocks]
    for one in shown:
        one.parts = [_runs(draft.text, pieces, spans) for spans in _units(one.block)]
    _mark_ends(shown)
    return shown


def _is_markdown(view: ReportView) -> bool:
    return view.checked.draft.format is DraftFormat.MARKDOWN


def _blocks(view: ReportView) -> list[PageBlock]:
    draft = view.checked.draft
    if _is_markdown(view):
        return blocks_of_markdown(draft.text, {one.span.start for one in draft.references})
    return (
        blocks_of_source(draft.text) if draft.format in _AS_WRITTEN else blocks_of_text(draft.text)
    )


def _spots(view: ReportView) -> list[Span | None]:
    """The words each finding is about, unless these are a whole claim, which is marked anyway."""
    spans = {one.claim.span for one in view.claims}
    return [None if finding.span in spans else finding.span for finding in view.findings]


def _units(block: PageBlock) -> list[list[Span]]:
    """The spans of a block that are shown together: those of a cell, or all of its lines."""
    if block.kind is PageBlockKind.ROW:
        return [[part] for part in block.parts]
    # With the line end, so that words of two lines do not become one.
    lines = [Span(part.start, part.end + 1) for part in block.parts[:-1]]
    return [[*lines, *block.parts[-1:]]]


def _inside(pieces: Sequence[DraftPiece], part: Span) -> Iterator[DraftPiece]:
    at = bisect_right(pieces, part.start, key=lambda piece: piece.start) - 1
    while 0 <= at < len(pieces) and pieces[at].start < part.end:
        piece = pieces[at]
        start, end = max(piece.start, part.start), min(piece.end, part.end)
        if start < end and TextStyle.HIDDEN not in piece.styles:
            yield piece._replace(start=start, end=end)
        at += 1


def _runs(text: str, pieces: Sequence[DraftPiece], parts: Sequence[Span]) -> list[_Run]:
    inside = [piece for part in parts for piece in _inside(pieces, part)]
    runs = [_Run(claim, list(group)) for claim, group in groupby(inside, lambda one: one.claim)]
    for run in runs:
        if run.claim is not None and not any(text[p.start : p.end].strip() for p in run.pieces):
            run.claim = None
    return runs


def _mark_ends(shown: Iterable[_Shown]) -> None:
    """Note which run of a claim is its first, which can be reached by keyboard, and its last."""
    last: dict[int, _Run] = {}
    for one in shown:
        for run in (run for part in one.parts for run in part):
            if run.claim is not None:
                run.first = run.claim not in last
                last[run.claim] = run
    for run in last.values():
        run.last = True


class _Writer:
    """Writes the blocks of one report; `spotted` are the findings that have words in it."""

    def __init__(self, view: ReportView) -> None:
        self._view = view
        self._text = view.checked.draft.text
        self._above: list[int] = []
        self.spotted: set[int] = set()

    def write(self, shown: Sequence[_Shown]) -> Iterator[Markup]:
        """The blocks; items and rows that follow each other are one list and one table."""
        for kind, group in groupby(shown, lambda one: one.block.kind):
            written = [(one.block, [self._part(part) for part in one.parts]) for one in group]
            if kind is PageBlockKind.ITEM:
                yield element("ul", [self._item(*one) for one in written], class_="items")
            elif kind is PageBlockKind.ROW:
                yield self._table(written)
            else:
                yield from (self._block(*one) for one in written)

    def _block(self, block: PageBlock, parts: Sequence[Markup]) -> Markup:
        words = join(parts, "\n")
        if block.kind is PageBlockKind.HEADING:
            return element(self._heading(block), words, class_=f"block size-{block.level}")
        if block.kind is PageBlockKind.CODE:
            return element("pre", words, class_="block code", tabindex=0)
        if block.kind is PageBlockKind.RULE:
            return element("hr")
        if block.kind is PageBlockKind.QUOTE:
            return element("blockquote", element("p", words), class_="block")
        lines = "lines" if block.kind is PageBlockKind.LINES else "words"
        return element("div" if lines == "lines" else "p", words, class_=f"block {lines}")

    def _heading(self, block: PageBlock) -> str:
        """A heading below those of the page, one deeper than the one it belongs to."""
        self._above = [level for level in self._above if level < block.level]
        self._above.append(block.level)
        return f"h{min(len(self._above) + _PAGE_HEADINGS, 6)}"

    def _item(self, block: PageBlock, parts: Sequence[Markup]) -> Markup:
        sign = block.sign.of(self._text) if block.sign else ""
        return element(
            "li",
            element("span", "•" if sign in ("-", "*", "+") else sign, class_="bullet"),
            element("div", join(parts, "\n")),
            class_=f"block level-{block.level}",
        )

    def _table(self, rows: Sequence[tuple[PageBlock, Sequence[Markup]]]) -> Markup:
        written = [
            element("tr", [element("th" if row.level and cell else "td", cell) for cell in cells])
            for row, cells in rows
        ]
        return element(
            "div",
            element("table", element("tbody", written)),
            class_="block scroll",
            tabindex=0,
            role="group",
            aria_label=self._view.words("table"),
        )

    def _part(self, runs: Sequence[_Run]) -> Markup:
        return join(self._run(run) for run in runs)

    def _run(self, run: _Run) -> Markup:
        words = join(self._piece(piece) for piece in run.pieces)
        if run.claim is None:
            return words
        view, state = self._view, self._view.claims[run.claim].state
        return element(
            "a",
            element("span", words, class_="said"),
            state_badge(view.words, state) if run.last else None,
            class_=f"claim {state}",
            href=f"#{view.card_id(run.claim)}",
            id=view.text_id(run.claim) if run.first else None,
            tabindex=None if run.first else -1,
            data_claim=view.key(run.claim),
        )

    def _piece(self, piece: DraftPiece) -> Markup:
        words = plain(self._text[piece.start : piece.end])
        for style, tag in _WRAPPED.items():
            if style in piece.styles:
                words = element(tag, words)
        if TextStyle.ADDRESS in piece.styles:
            words = element("span", words, class_="address")
        if piece.marker:
            words = element("span", words, class_="marker")
        return words if piece.spot is None else self._spot(words, piece.spot)

    def _spot(self, words: Markup, finding: int) -> Markup:
        name = None if finding in self.spotted else self._view.spot_id(finding)
        self.spotted.add(finding)
        level = self._view.findings[finding].level
        return element("span", words, class_=f"spot {level}", id=name)

"""Shows the words of a report with its claims, markers and findings marked in them."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from citation_engine.model.draft import DraftFormat
from citation_engine.model.span import Span
from citation_engine.render.findings.page.blocks import (
    PageBlock,
    PageBlockKind,
    Style,
    blocks_of_markdown,
    blocks_of_source,
    blocks_of_text,
    styles_of,
)
from citation_engine.render.findings.page.element import Markup, element, join, plain
from citation_engine.render.findings.page.pieces import Layers, Piece, cut
from citation_engine.render.findings.page.signs import state_badge
from citation_engine.render.findings.page.view import ReportView

# The page has a title, the name of the report, and the heading of its text.
_PAGE_HEADINGS = 3
_AS_WRITTEN = (DraftFormat.HTML, DraftFormat.JSON, DraftFormat.YAML)
_WRAPPED = {Style.STRONG: "strong", Style.EMPHASIS: "em", Style.CODE: "code"}


@dataclass(slots=True)
class _Run:
    """Pieces of one block that belong to the same claim, or to none."""

    claim: int | None
    pieces: list[Piece]
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


def _inside(pieces: Sequence[Piece], part: Span) -> Iterator[Piece]:
    at = bisect_right(pieces, part.start, key=lambda piece: piece.start) - 1
    while 0 <= at < len(pieces) and pieces[at].start < part.end:
        piece = pieces[at]
        start, end = max(piece.start, part.start), min(piece.end, part.end)
        if start < end and Style.HIDDEN not in piece.styles:
            yield piece._replace(start=start, end=end)
        at += 1


def _runs(text: str, pieces: Sequence[Piece], parts: Sequence[Span]) -> list[_Run]:
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

    def _piece(self, piece: Piece) -> Markup:
        words = plain(self._text[piece.start : piece.end])
        for style, tag in _WRAPPED.items():
            if style in piece.styles:
                words = element(tag, words)
        if Style.ADDRESS in piece.styles:
            words = element("span", words, class_="address")
        if piece.marker:
            words = element("span", words, class_="marker")
        return words if piece.spot is None else self._spot(words, piece.spot)

    def _spot(self, words: Markup, finding: int) -> Markup:
        name = None if finding in self.spotted else self._view.spot_id(finding)
        self.spotted.add(finding)
        level = self._view.findings[finding].level
        return element("span", words, class_=f"spot {level}", id=name)

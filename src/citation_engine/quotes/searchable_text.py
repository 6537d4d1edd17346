"""A text in which many quotations are looked for, with its headers and footers or without."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from citation_engine.formats.markdown.links import find_definitions
from citation_engine.formats.markdown.words import Inline, InlineKind, changes_of, read_inlines
from citation_engine.language.fold import DASHES, SOFT_HYPHEN, Change, Rewritten, rewrite
from citation_engine.model.passage import Layout, MarkKind, Span
from citation_engine.quotes.seed_index import SeedIndex, build_index
from citation_engine.quotes.skeleton import Skeleton, skeleton_of

# Skeletons up to this length need no index: finding and trying everything is quick enough.
SMALL = 64_000


class IndexedText:
    """A text in which many quotations are looked for."""

    def __init__(self, text: str) -> None:
        self.original = text

    @cached_property
    def skeleton(self) -> Skeleton:
        """Its letters and digits."""
        return skeleton_of(self.original)

    @cached_property
    def seeds(self) -> SeedIndex | None:
        """The index of the skeleton, where it is large."""
        return build_index(self.skeleton.data) if self.skeleton.length > SMALL else None


# Signs without which a text has no markup that a reader does not see.
_MARKUP = re.compile(r"[*_`<&\[\\~]|\n {0,3}>")
# The signs before a line of a block quotation.
_QUOTATION = re.compile(r"^(?: {0,3}>)+ ?", re.MULTILINE)
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
# Characters before a place in which markup around it begins.
LONGEST_MARKUP = 2_000
_SPLITS = frozenset(DASHES + SOFT_HYPHEN)
_KINDS = (MarkKind.HEADER, MarkKind.FOOTER)


def furniture_of(text: str, layout: Layout) -> tuple[Span, ...]:
    """
    Return the runs of whole lines of furniture at the page breaks of a text, line ends included.

    What is marked and does not stand at a page break, or shares its line with other words, is
    not left out: other words must never go missing.
    """
    if not layout.pages:
        return ()
    breaks = sorted({len(text), *(page.start for page in layout.pages)})
    lines = [(mark.start, mark.end) for mark in layout.marks if mark.kind in _KINDS]
    runs = _joined(text, sorted(line for line in lines if _is_whole(text, *line)))
    return tuple(run for run in runs if _has_one(breaks, run))


def blanked(text: str, runs: Sequence[Span]) -> str:
    """
    Return `text` with the runs made blank, every other character where it was.

    The line before a run is made longer, so that no blank line ends a sentence that goes on.
    """
    pieces: list[str] = []
    done = 0
    for run in runs:
        ended = run.end > run.start and text[run.end - 1] == "\n"
        start, end = max(done, run.start - 1), run.end - 1 if ended else run.end
        pieces += (text[done:start], " " * (end - start))
        done = end
    return "".join((*pieces, text[done:]))


class ReadOver(IndexedText):
    """A text as it reads without its furniture or its markup, and the way back to the source."""

    def __init__(
        self,
        source: str,
        reading: Rewritten,
        runs: tuple[Span, ...] = (),
        markup: Sequence[Inline] = (),
    ) -> None:
        super().__init__(reading.text)
        self.source = source
        self._reading = reading
        self._runs = runs
        self._markup = markup

    @property
    def has_markup(self) -> bool:
        """Whether it is read without its markup."""
        return bool(self._markup)

    def position(self, place: Span) -> Span:
        """Return where a stretch of the source is in what is read."""
        return Span(self._reading.position(place.start), self._reading.position(place.end))

    def with_markup(self, place: Span) -> Span:
        """Return a stretch of the source with the markup that it would cut in two."""
        first = bisect_left(self._markup, place.start - LONGEST_MARKUP, key=lambda one: one.start)
        for one in self._markup[first:]:
            if one.start >= place.end:
                break
            if one.end > place.start:
                place = Span(min(place.start, one.start), max(place.end, one.end))
        return place

    @property
    def after_hyphens(self) -> list[Span]:
        """The runs after a hyphen at the end of a line, which they do not go on with."""
        splits = (self.source[run.start - 2 : run.start - 1] in _SPLITS for run in self._runs)
        return [run for run, split in zip(self._runs, splits, strict=True) if split]

    def origin(self, place: Span) -> tuple[Span, ...]:
        """Return the stretches of the source that a place stands for, one for each page."""
        start, end = self._reading.origin(place.start, place.end)
        first = bisect_left(self._runs, start, key=lambda run: run.start)
        stretches: list[Span] = []
        for run in self._runs[first:]:
            if run.start >= end:
                break
            stretches.append(Span(start, run.start))
            start = run.end
        last = Span(start, end)
        trimmed = (self._trimmed(one) for one in (*stretches, self._with_edges(last)))
        return tuple(one for one in trimmed if one.end > one.start)

    def _with_edges(self, place: Span) -> Span:
        """Return a place with the markup around words that are all in it."""
        first = bisect_left(self._markup, place.start - LONGEST_MARKUP, key=lambda one: one.start)
        for one in self._markup[first:]:
            if one.start > place.end:
                break
            if place.start <= one.first < one.last <= place.end:
                place = Span(min(place.start, one.start), max(place.end, one.end))
        return place

    def _trimmed(self, stretch: Span) -> Span:
        """Return a stretch without the line ends around it."""
        words = stretch.of(self.source)
        start = stretch.start + len(words) - len(words.lstrip())
        return Span(start, max(start, stretch.end - len(words) + len(words.rstrip())))


def read_over(text: str, runs: tuple[Span, ...]) -> ReadOver | None:
    """Return `text` as it reads without the runs or, where it has no pages, without its markup."""
    if runs:
        return ReadOver(text, rewrite(text, ((run.start, run.end, "") for run in runs)), runs)
    markup = _inlines(text)
    return ReadOver(text, rewrite(text, changes_of(markup)), (), markup) if markup else None


def seen_words(text: str) -> str:
    """Return a stretch of a text as a reader sees it, without markup."""
    return rewrite(text, changes_of(_inlines(text))).text


def _inlines(text: str) -> list[Inline]:
    """Return the markup inside the paragraphs of a text, line ends aside."""
    if not _MARKUP.search(text):
        return []
    labels = find_definitions(text)
    found: list[Inline] = []
    at = 0
    for blank in (*_BLANK_LINE.finditer(text), None):
        end = blank.start() if blank else len(text)
        inlines = read_inlines(text[at:end], labels)
        for one in (*inlines, *_quotation_signs(text[at:end], changes_of(inlines))):
            if one.kind is not InlineKind.LINE_END:
                places = (one.start + at, one.end + at, one.first + at, one.last + at)
                found.append(Inline(one.kind, *places, one.shown))
        at = blank.end() if blank else end
    return sorted(found, key=lambda one: one.start)


def _quotation_signs(paragraph: str, others: Sequence[Change]) -> Iterator[Inline]:
    """Yield the signs before the lines of a block quotation but the first, outside other markup."""
    ends: int | None = None
    for sign in _QUOTATION.finditer(paragraph):
        goes_on = ends is not None and paragraph.count("\n", ends, sign.start()) == 1
        ends = sign.end()
        at = bisect_right(others, sign.start(), key=lambda one: one[0]) - 1
        if goes_on and (at < 0 or others[at][1] <= sign.start()):
            yield Inline(InlineKind.QUOTATION, *sign.span(), ends, ends)


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether a mark is a line, or several, and nothing else stands on them."""
    begins = start == 0 or text[start - 1 : start] == "\n"
    return start < end and begins and text[end : end + 1] in ("", "\n")


def _joined(text: str, lines: list[tuple[int, int]]) -> list[Span]:
    """Return the lines with their line ends, those that follow one another as one."""
    runs: list[Span] = []
    for start, stop in lines:
        end = min(stop + 1, len(text))
        if runs and not text[runs[-1].end : start].strip():
            runs[-1] = Span(runs[-1].start, max(runs[-1].end, end))
        else:
            runs.append(Span(start, end))
    return runs


def _has_one(breaks: list[int], run: Span) -> bool:
    at = bisect_left(breaks, run.start)
    return at < len(breaks) and breaks[at] <= run.end


class SearchedText(IndexedText):
    """
    A text with what a search needs of it.

    `furniture` are the runs of lines to read over; a text with `pages` has no markup.
    """

    def __init__(
        self,
        text: str,
        furniture: tuple[Span, ...] = (),
        *,
        pages: bool = False,
    ) -> None:
        super().__init__(text)
        self.furniture = furniture
        self._pages = pages

    @cached_property
    def read_over(self) -> ReadOver | None:
        """The text without page headers and footers or markup, or None where it has none."""
        if self._pages and not self.furniture:
            return None
        return read_over(self.original, self.furniture)

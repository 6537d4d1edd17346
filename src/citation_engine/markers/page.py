"""
A draft as the dialects look at it: its words, and where no marker can be.

It is made once for all dialects, and each part of it when it is first asked for.
"""

import re
from functools import cached_property

from citation_engine.formats.tree import view_of_strings
from citation_engine.language.blocks import LinePattern
from citation_engine.markers import elements
from citation_engine.markers.formulas import find_formulas
from citation_engine.markers.hyperlinks import Hyperlink, find_hyperlinks
from citation_engine.markers.sections import begins_line, find_sections
from citation_engine.markers.shelter import (
    find_addresses,
    find_code,
    is_sheltered,
    joined,
    with_hidden,
)
from citation_engine.model.draft import DraftFormat
from citation_engine.model.span import Span

_LONG_LABEL = LinePattern(r"[ \t>|*-]*+(?:\d{1,9}[.)][ \t]++)?(?:\[(\d{4})\]:?|(\d{4})[.)](?=\s))")
_THOUSANDS = re.compile(r"\[(?:1[0-8]\d\d|[2-9]\d\d\d)\](?<!\[20\d\d\])")


class Page:
    """
    A text in its format.

    `view` is as long as the text and has its words where they stand; of HTML it has no tags, of
    JSON and YAML nothing but the strings.
    """

    def __init__(
        self, text: str, format: DraftFormat = DraftFormat.MARKDOWN, *, whole: bool = True
    ) -> None:
        self.text = text
        self.format = format
        # Of a text that is still being written it is not known which sources it will list.
        self._whole = whole

    @cached_property
    def view(self) -> str:
        """The text with everything blanked that is markup and not words."""
        if self.format is DraftFormat.HTML:
            return self._html.view
        if self.format in (DraftFormat.JSON, DraftFormat.YAML):
            return view_of_strings(self.text, self.format)
        return self.text

    @cached_property
    def _html(self) -> elements.HtmlView:
        return elements.view_html(self.text)

    @cached_property
    def hidden(self) -> list[Span]:
        """Code and comments."""
        if self.format is DraftFormat.HTML:
            return self._html.hidden
        return with_hidden(self.view, self.code)

    @cached_property
    def code(self) -> list[Span]:
        """Code in backticks, of a text in Markdown."""
        return find_code(self.view)

    @cached_property
    def shelters(self) -> list[Span]:
        """Code, comments, tags and addresses, as far as they are not blanked in the view."""
        if self.format is DraftFormat.HTML:
            return self.addresses
        tags = elements.find_tags(self.view)
        return joined([*self.hidden, *tags, *self.addresses])

    @cached_property
    def addresses(self) -> list[Span]:
        """Where addresses stand."""
        return list(find_addresses(self.view))

    @cached_property
    def sections(self) -> list[Span]:
        """Where the draft lists its sources."""
        return find_sections(self.view)

    @cached_property
    def hyperlinks(self) -> list[Hyperlink]:
        """The links and the images."""
        is_html = self.format is DraftFormat.HTML
        addresses = None if is_html else self.addresses
        return find_hyperlinks(self.text, self.hidden, html=is_html, addresses=addresses)

    @cached_property
    def images(self) -> list[Span]:
        """The images, with the words that stand for them."""
        if "![" not in self.text:
            return []
        return [link.span for link in self.hyperlinks if link.is_image]

    @cached_property
    def image_markup(self) -> list[Span]:
        """What of the images is not words: their brackets, addresses, titles and labels."""
        return [
            part
            for link in (self.hyperlinks if self.images else ())
            if link.is_image
            for part in (
                Span(link.span.start, link.words.start),
                Span(link.words.end, link.span.end),
            )
        ]

    @cached_property
    def formulas(self) -> list[Span]:
        """What is written in LaTeX."""
        return find_formulas(self.view)

    @cached_property
    def long_labels(self) -> frozenset[str]:
        """The labels of four digits that the draft's own list of sources has."""
        if not self._whole:
            return frozenset()
        return frozenset(
            match[2] or match[3]
            for match in _LONG_LABEL.finditer(self.view)
            if match[0].endswith(":") or self.lists_sources_at(match.start(1))
        )

    @cached_property
    def counts_in_thousands(self) -> bool:
        """Whether the draft's numbers in brackets reach beyond 1,000 and cannot all be years."""
        return self._whole and _THOUSANDS.search(self.view) is not None

    def lists_sources_at(self, at: int) -> bool:
        """Whether `at` is in a section that lists the draft's sources."""
        return is_sheltered(self.sections, at, at + 1)

    def begins_entry(self, at: int) -> bool:
        """Whether what stands at `at` is the label of an entry in the list of sources."""
        return begins_line(self.view, at) and self.lists_sources_at(at)


def is_escaped(view: str, start: int) -> bool:
    """Whether a backslash makes a bracket an ordinary character."""
    return view[start - 1 : start] == "\\" and view[start - 2 : start] != "\\\\"


def is_definition(view: str, start: int, end: int) -> bool:
    """Whether a bracket begins its line and a colon follows: it says what a label means."""
    return view[end : end + 1] in (":", "：") and begins_line(view, start)

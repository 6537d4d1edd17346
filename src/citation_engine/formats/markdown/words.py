"""
The markup inside a paragraph of Markdown: emphasis, links, images, code, escapes, entities, tags.

It says where each stands and which of it are words, and so what of a paragraph a reader sees.
Everything is read in one pass; nothing is looked for again and again.
"""

import html
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from citation_engine.formats.html.tags import STRICT_TAG
from citation_engine.formats.markdown.links import BEHIND_WORDS, NOTE_LINK, label_key
from citation_engine.formats.markdown.shelters import find_formulas, find_inline_code, is_sheltered
from citation_engine.language.fold import Change

_SPECIAL = re.compile(r"[\\`*_~&<\[\]!\n]")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*+|[^\s<>@]{1,64}@[^\s<>@]{1,255})>")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LINE_TAG = re.compile(r"<br\s*+/?>", re.IGNORECASE)
_TICKS = re.compile(r"`++")
_RUN = re.compile(r"\*++|_++|~++")
_LABEL = re.compile(r"\[([^\[\]]{0,200}+)\]")


class InlineKind(Enum):
    """What markup inside a paragraph is."""

    EMPHASIS = "emphasis"
    STRUCK = "struck"
    CODE = "code"
    LINK = "link"
    IMAGE = "image"
    ADDRESS = "address"
    ESCAPE = "escape"
    ENTITY = "entity"
    TAG = "tag"
    COMMENT = "comment"
    LINE_END = "line end"
    QUOTATION = "quotation"


class Inline(NamedTuple):
    """
    Markup inside a paragraph, from `start` to `end`; its words go from `first` to `last`.

    `shown` is what a reader sees instead of what stands behind its words.
    """

    kind: InlineKind
    start: int
    end: int
    first: int
    last: int
    shown: str = ""


def read_inlines(text: str, labels: Collection[str] = ()) -> list[Inline]:
    """
    Return the markup inside a paragraph.

    Args:
        text: the paragraph.
        labels: the keys of the links that the draft defines.

    """
    return _InlineReader(text, labels).read() if _SPECIAL.search(text) else []


def markup_changes(text: str, labels: Collection[str] = ()) -> list[Change]:
    """Return the changes that leave what a reader sees of a paragraph, in order."""
    return changes_of(read_inlines(text, labels))


def changes_of(markup: Iterable[Inline]) -> list[Change]:
    """Return the changes that leave what a reader sees of markup, in order."""
    changes: list[Change] = []
    for one in markup:
        if one.start < one.first:
            changes.append((one.start, one.first, ""))
        if one.last < one.end:
            changes.append((one.last, one.end, one.shown))
    return sorted(changes)


@dataclass(slots=True)
class _OpenSigns:
    """Signs of emphasis that may open: where the ones still unmatched stand."""

    sign: str
    start: int
    end: int
    closes: bool


@dataclass(slots=True)
class _InlineReader:
    text: str
    labels: Collection[str]
    found: list[Inline] = field(default_factory=list)
    runs: list[_OpenSigns] = field(default_factory=list)
    # Where square brackets opened, and whether as an image.
    brackets: list[tuple[int, bool]] = field(default_factory=list)
    # Where inline code begins and ends, once a backtick was met.
    code: dict[int, int] | None = None
    # Whether the end of a comment was looked for in vain.
    comments_end: bool = False

    def read(self) -> list[Inline]:
        at = 0
        formulas = find_formulas(self.text)
        while special := _SPECIAL.search(self.text, at):
            start, at = special.span()
            if special.group() not in "*_~" or not is_sheltered(formulas, start, at):
                at = self._take(special.group(), start)
        return self.found

    def _take(self, sign: str, at: int) -> int:
        """Read what stands at `at` and return where to read on."""
        if sign in "*_~":
            return self._emphasis(at)
        if sign == "\n":
            return self._line_end(at)
        if sign == "\\":
            return self._escape(at)
        if sign == "`":
            return self._code(at)
        if sign == "&":
            return self._entity(at)
        if sign == "<":
            return self._tag(at)
        if sign == "!":
            return self._open(at, image=True) if self.text[at + 1 : at + 2] == "[" else at + 1
        if note := NOTE_LINK.match(self.text, at):
            self.found.append(Inline(InlineKind.LINK, *note.span(), *note.span(2)))
            return note.end()
        return self._open(at, image=False) if sign == "[" else self._close(at)

    def _add(self, kind: InlineKind, start: int, end: int, shown: str = "") -> int:
        """Add markup without words, in whose place something else is shown."""
        self.found.append(Inline(kind, start, end, start, start, shown))
        return end

    def _escape(self, at: int) -> int:
        match = _ESCAPED.match(self.text, at)
        if not match:
            return at + 1
        self.found.append(Inline(InlineKind.ESCAPE, *match.span(), *match.span(1)))
        return match.end()

    def _entity(self, at: int) -> int:
        match = _ENTITY.match(self.text, at)
        if not match:
            return at + 1
        return self._add(InlineKind.ENTITY, *match.span(), html.unescape(match.group()))

    def _tag(self, at: int) -> int:
        if self.text.startswith("<!--", at):
            return self._comment(at)
        match = _AUTOLINK.match(self.text, at)
        if match:
            self.found.append(Inline(InlineKind.ADDRESS, *match.span(), *match.span(1)))
            return match.end()
        match = STRICT_TAG.match(self.text, at)
        if not match:
            return at + 1
        shown = "\n" if _LINE_TAG.match(match.group()) else ""
        return self._add(InlineKind.TAG, *match.span(), shown)

    def _comment(self, at: int) -> int:
        match = None if self.comments_end else _COMMENT.match(self.text, at)
        if not match:
            self.comments_end = True
            return at + 4
        return self._add(InlineKind.COMMENT, *match.span())

    def _line_end(self, at: int) -> int:
        """A line end is a space, unless two spaces or a backslash before it say otherwise."""
        start = at
        while start and self.text[start - 1] in " \t":
            start -= 1
        if at - start >= 2:
            return self._add(InlineKind.LINE_END, start, at + 1, "\n")
        if at and self.text[at - 1] == "\\":
            return self._add(InlineKind.LINE_END, at - 1, at + 1, "\n")
        return self._add(InlineKind.LINE_END, at, at + 1, " ")

    def _code(self, at: int) -> int:
        """Code shows its words; a run of backticks that nothing ends shows itself."""
        ticks = _TICKS.match(self.text, at)
        assert ticks is not None  # It was found by its first backtick.
        if self.code is None:
            self.code = {span.start: span.end for span in find_inline_code(self.text)}
        end = self.code.get(at)
        if end is None:
            return ticks.end()
        first, last = ticks.end(), end - len(ticks.group())
        self.found.append(Inline(InlineKind.CODE, at, end, first, last))
        while (first := self.text.find("\n", first, last) + 1) > 0:
            self._add(InlineKind.LINE_END, first - 1, first, " ")
        return end

    def _open(self, at: int, *, image: bool) -> int:
        self.brackets.append((at, image))
        return at + 1 + image

    def _close(self, at: int) -> int:
        if not self.brackets:
            return at + 1
        start, image = self.brackets.pop()
        first, end = start + 1 + image, self._link_end(start + 1 + image, at)
        if not end:
            return at + 1
        kind = InlineKind.IMAGE if image else InlineKind.LINK
        self.found.append(Inline(kind, start, end, first, at))
        return end

    def _link_end(self, first: int, at: int) -> int:
        """Where the link or image ends whose words go from `first` to `at`; 0 for none."""
        after = self.text[at + 1 : at + 2]
        if after == "(" and (target := BEHIND_WORDS.match(self.text, at + 1)):
            return target.end()
        if not self.labels:
            return 0
        if after == "[" and (label := _LABEL.match(self.text, at + 1)):
            key = label_key(label[1] or self.text[first:at])
            return label.end() if key in self.labels else 0
        return at + 1 if at - first <= 200 and label_key(self.text[first:at]) in self.labels else 0

    def _emphasis(self, at: int) -> int:
        match = _RUN.match(self.text, at)
        assert match is not None  # It was found by its first sign.
        start, end = match.span()
        sign = self.text[start]
        before, after = self.text[start - 1 : start] or " ", self.text[end : end + 1] or " "
        left = not after.isspace() and (_is_word(after) or not _is_word(before))
        right = not before.isspace() and (_is_word(before) or not _is_word(after))
        if sign == "_":
            left, right = (
                left and not (right and _is_word(before)),
                right and not (left and _is_word(after)),
            )
        if sign == "~" and end - start != 2:
            return end
        if right:
            start = self._match(sign, start, end)
        if left and start < end:
            self.runs.append(_OpenSigns(sign, start, end, right))
        return end

    def _match(self, sign: str, start: int, end: int) -> int:
        """Match signs that close with those that opened; return where the rest begins."""
        while start < end:
            opener = self._opener(sign)
            if opener is None:
                break
            count = min(opener.end - opener.start, end - start)
            kind = InlineKind.STRUCK if sign == "~" else InlineKind.EMPHASIS
            first, end_of_sign = opener.end, start + count
            self.found.append(Inline(kind, first - count, end_of_sign, first, start))
            opener.end -= count
            start += count
        return start

    def _opener(self, sign: str) -> _OpenSigns | None:
        while self.runs and self.runs[-1].start == self.runs[-1].end:
            self.runs.pop()
        if not any(run.sign == sign and run.start < run.end for run in self.runs[-8:]):
            return None
        while self.runs[-1].sign != sign or self.runs[-1].start == self.runs[-1].end:
            self.runs.pop()
        return self.runs[-1]


def _is_word(character: str) -> bool:
    """Whether a character is neither white space nor punctuation."""
    return character.isalnum() or ord(character) > 0x2FFF

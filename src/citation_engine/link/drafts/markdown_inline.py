"""
The markup inside a paragraph of Markdown: what of it a reader does not see.

Gives changes that leave the words: emphasis, links, images, code, escapes, entities, tags.
Everything is read in one pass; nothing is looked for again and again.
"""

import html
import re
from collections.abc import Collection
from dataclasses import dataclass, field

from citation_engine.language.rewrite import Change

_SPECIAL = re.compile(r"[\\`*_~&<\[\]!\n]")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*+|[^\s<>@]{1,64}@[^\s<>@]{1,255})>")
_TAG = re.compile(
    r"</?[A-Za-z][A-Za-z0-9-]*+(?:\s++[^\s<>=\"'/]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'"
    r"|[^\s<>\"'=]++))?+)*+\s*+/?>"
)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LINE_TAG = re.compile(r"<br\s*+/?>", re.IGNORECASE)
_TICKS = re.compile(r"`++")
_RUN = re.compile(r"\*++|_++|~++")
_TARGET = re.compile(
    r"\(\s*+(?:<[^<>\n]*+>|(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*+\))*+)"
    r"(?:\s++(?:\"[^\"]*+\"|'[^']*+'|\([^()]*+\)))?+\s*+\)"
)
_LABEL = re.compile(r"\[([^\[\]]{0,200}+)\]")


def label_key(label: str) -> str:
    """Return the label of a link in the spelling that labels are compared in."""
    return " ".join(label.split()).casefold()


def markup_changes(text: str, labels: Collection[str] = ()) -> list[Change]:
    """
    Return the changes that leave what a reader sees of a paragraph, in order.

    Args:
        text: the paragraph.
        labels: the keys of the links that the draft defines.

    """
    if not _SPECIAL.search(text):
        return []
    return _Reading(text, labels).changes()


@dataclass(slots=True)
class _Run:
    """Signs of emphasis that may open: where the ones still unmatched stand."""

    sign: str
    start: int
    end: int
    closes: bool


@dataclass(slots=True)
class _Reading:
    text: str
    labels: Collection[str]
    found: list[Change] = field(default_factory=list)
    runs: list[_Run] = field(default_factory=list)
    # Where square brackets opened, and whether as an image.
    brackets: list[tuple[int, bool]] = field(default_factory=list)
    ticks: dict[int, list[int]] | None = None
    # Whether the end of a comment was looked for in vain.
    comments_end: bool = False

    def changes(self) -> list[Change]:
        at = 0
        while special := _SPECIAL.search(self.text, at):
            at = self._take(special.group(), special.start())
        return sorted(self.found)

    def _take(self, sign: str, at: int) -> int:
        """Read what stands at `at` and return where to read on."""
        if sign in "*_~":
            return self._emphasis(at)
        if sign == "\n":
            return self._line_end(at)
        if sign == "\\":
            return self._pattern(_ESCAPED, at, 1) if at + 1 < len(self.text) else at + 1
        if sign == "`":
            return self._code(at)
        if sign == "&":
            return self._entity(at)
        if sign == "<":
            return self._tag(at)
        if sign == "!":
            return self._open(at, image=True) if self.text[at + 1 : at + 2] == "[" else at + 1
        return self._open(at, image=False) if sign == "[" else self._close(at)

    def _pattern(self, pattern: re.Pattern[str], at: int, group: int) -> int:
        match = pattern.match(self.text, at)
        if not match:
            return at + 1
        self._keep(*match.span(), *match.span(group))
        return match.end()

    def _keep(self, start: int, end: int, first: int, last: int) -> None:
        """Drop what stands around the words from `first` to `last`."""
        if start < first:
            self.found.append((start, first, ""))
        if last < end:
            self.found.append((last, end, ""))

    def _entity(self, at: int) -> int:
        match = _ENTITY.match(self.text, at)
        if not match:
            return at + 1
        self.found.append((*match.span(), html.unescape(match.group())))
        return match.end()

    def _tag(self, at: int) -> int:
        if self.text.startswith("<!--", at):
            return self._comment(at)
        match = _AUTOLINK.match(self.text, at)
        if match:
            self._keep(*match.span(), *match.span(1))
            return match.end()
        match = _TAG.match(self.text, at)
        if not match:
            return at + 1
        self.found.append((*match.span(), "\n" if _LINE_TAG.match(match.group()) else ""))
        return match.end()

    def _comment(self, at: int) -> int:
        match = None if self.comments_end else _COMMENT.match(self.text, at)
        if not match:
            self.comments_end = True
            return at + 4
        self.found.append((*match.span(), ""))
        return match.end()

    def _line_end(self, at: int) -> int:
        """A line end is a space, unless two spaces or a backslash before it say otherwise."""
        start = at
        while start and self.text[start - 1] in " \t":
            start -= 1
        if at - start >= 2:
            self.found.append((start, at + 1, "\n"))
        elif at and self.text[at - 1] == "\\":
            self.found.append((at - 1, at + 1, "\n"))
        else:
            self.found.append((at, at + 1, " "))
        return at + 1

    def _code(self, at: int) -> int:
        """Code shows its words; a run of backticks that nothing ends shows itself."""
        match = _TICKS.match(self.text, at)
        assert match is not None  # It was found by its first backtick.
        if self.ticks is None:
            self.ticks = {}
            for run in reversed(list(_TICKS.finditer(self.text))):
                self.ticks.setdefault(run.end() - run.start(), []).append(run.start())
        length = match.end() - at
        ahead = self.ticks.get(length, [])
        while ahead and ahead[-1] <= at:
            ahead.pop()
        if not ahead:
            return match.end()
        self._keep(at, ahead[-1] + length, match.end(), ahead[-1])
        inside = self.text[match.end() : ahead[-1]]
        self.found += [
            (match.end() + one, match.end() + one + 1, " ")
            for one, sign in enumerate(inside)
            if sign == "\n"
        ]
        return ahead[-1] + length

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
        self.found += [(start, first, ""), (at, end, "")]
        return end

    def _link_end(self, first: int, at: int) -> int:
        """Where the link or image ends whose words go from `first` to `at`; 0 for none."""
        after = self.text[at + 1 : at + 2]
        if after == "(" and (target := _TARGET.match(self.text, at + 1)):
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
            self.runs.append(_Run(sign, start, end, right))
        return end

    def _match(self, sign: str, start: int, end: int) -> int:
        """Match signs that close with those that opened; return where the rest begins."""
        while start < end:
            opener = self._opener(sign)
            if opener is None:
                break
            count = min(opener.end - opener.start, end - start)
            self.found += [(opener.end - count, opener.end, ""), (start, start + count, "")]
            opener.end -= count
            start += count
        return start

    def _opener(self, sign: str) -> _Run | None:
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

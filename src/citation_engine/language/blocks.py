"""
Lines that belong together: a paragraph, a heading, a list item, a row of a table.

A line end alone says little, because printed pages end lines where the paper ends. So a line
begins a new block only where a blank line, markup, a list sign or a clearly short line says so.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from citation_engine.language.vocabulary import words
from citation_engine.model.passage import Span

_LINE = re.compile(r"[^\n]*\n?")
_ATX = re.compile(r" {0,3}#{1,6}(?=[^\S\n]|\Z)")
_RULE = re.compile(r"\s*(?:={3,}+|-{3,}+|_{3,}+|\*{3,}+|(?:[-*_] ){2,}+[-*_])\s*\Z")
_BULLET = re.compile(r"\s*[-*+•▪◦‣·]\s")
_DASH = re.compile(r"\s*[–—]\s")
# The sign of an item: "1." "4a." "1)" "(1)" "a)" "aa)" "A." "IV.". Where Markdown escapes it
# ("26\. November"), it is none.
_SIGN = re.compile(
    r"\s*(?:(?P<open>\()?(?P<number>\d{1,3})(?P<letter>[a-z]?)[.)]"
    r"|\(?(?P<word>(?P<small>[a-z])(?P=small)?\)|[A-Z][.)]|[IVX]{1,6}\.))(?=\s|\Z)"
)
_ENDED = re.compile(r"[.:;!?…][\"'”“’»«)\]*_]{0,4}\Z")
_LAST_WORD = re.compile(r"(\w{1,20})[.]?\Z")
_FIRST_WORD = re.compile(r"[\s>]*+(\S{1,40})")
_OPEN_END = re.compile(r"[,;:–—-]\Z")

# Names of months in all their spellings.
MONTHS = frozenset(name for month in words("numbers", "MONTHS") for name in month.split("/"))
# Labels of a number or letter, short names of months among them.
LABELS = words("abbreviations", "LABELS") | {
    month for month in MONTHS if len(month) < 5 and month not in ("mai", "may", "juni", "juli")
}
ORDINAL_CUES = words("abbreviations", "ORDINAL_CUES")

# How much of the width a line may fill, with the next word, and still be short on purpose.
_SHORT = 0.6


@dataclass(frozen=True, slots=True)
class TextBlock:
    """
    A stretch of lines without the white space around it.

    `words` is where its words begin, after a sign such as "1." or "#". `whole` says that it is
    one unit, such as a heading or a table row, whatever full stops it has.
    """

    span: Span
    words: int
    whole: bool = False


class _Line(NamedTuple):
    start: int
    text: str
    """The line without the white space at its end, so a blank one is empty."""
    fenced: bool


class LinePattern:
    """
    A pattern that begins a line, found quickly: by the line end before it.

    The first group of a match is all that the pattern matches; groups of its own come after.
    """

    def __init__(self, pattern: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self._first = re.compile(f"({pattern})", flags)
        self._later = re.compile(f"\n({pattern})", flags)

    def finditer(self, text: str, start: int = 0) -> Iterator[re.Match[str]]:
        """Yield the matches from `start` on, which is 0 or before a line end, in order."""
        if start == 0 and (first := self._first.match(text)):
            yield first
            start = first.end()
        yield from self._later.finditer(text, start)

    def match(self, text: str, start: int) -> re.Match[str] | None:
        """Return the match at `start`, which begins a line, or None."""
        return self._first.match(text, start)


# A line with a fence, before which white space, the `>` of quotations and the signs of list
# items may stand; or one that begins a comment or an element with words that are no Markdown.
_FENCE_LINE = LinePattern(
    r"([ \t]*+(?:>[ \t]*+)*+(?:(?:[-*+•▪◦‣·–]|\d{1,9}[.)]|\(?[a-z]{1,2}\))[ \t]++(?:>[ \t]*+)*+)*+)"
    r"(`{3,}+|~{3,}+)([^\n]*+)| {0,3}<(?i:(!--)|(pre|script|style|textarea)(?=[\s/>]))"
)
_UNQUOTED = re.compile(r"\n(?![ \t]*+>)")


class _Fence(NamedTuple):
    """A fence that was opened: its sign, the quotations around it, where it ends unclosed."""

    start: int
    sign: str
    quotations: int
    end: int


def find_fences(text: str) -> list[Span]:
    """
    Return fenced code from its sign on, also in lists and quotations, in order.

    The lines of a fence in a list need not be indented like the list, because models forget
    to. A quotation ends the fences in it; any other open fence runs to the end.
    """
    return [span for span, _ in _fences(text)]


def open_fence_at(text: str) -> int | None:
    """Where fenced code begins that nothing closes, if words follow the line of its sign."""
    for span, closed in _fences(text):
        if not closed and span.of(text).partition("\n")[2].strip():
            return span.start
    return None


def _fences(text: str) -> Iterator[tuple[Span, bool]]:
    """Yield fenced code and whether something closes it."""
    if "```" in text or "~~~" in text:
        reader = _FenceReader(text)
        for line in _FENCE_LINE.finditer(text):
            yield from reader.take(line)
        yield from reader.end_at(len(text))


@dataclass(slots=True)
class _FenceReader:
    """Goes through the lines with fences. Before `hidden_to` nothing is one."""

    text: str
    opened: _Fence | None = None
    hidden_to: int = 0
    # The elements that nothing closes any more, and "" where no comment ends.
    unclosed: set[str] = field(default_factory=set)

    def take(self, line: re.Match[str]) -> Iterator[tuple[Span, bool]]:
        yield from self.end_at(line.start(1))
        if line.start(1) < self.hidden_to:
            return
        if self.opened:
            if line[3] and _closes(self.opened, line):
                yield Span(self.opened.start, min(len(self.text), line.end() + 1)), True
                self.opened = None
        elif line[3] is None:
            self._hide(line.end(), (line[6] or "").lower())
        elif not (line[3][0] == "`" and "`" in line[4]):
            quotations = line[2].count(">")
            end = _end_of_quotation(self.text, line.end()) if quotations else len(self.text)
            self.opened = _Fence(line.start(3), line[3], quotations, end)

    def end_at(self, at: int) -> Iterator[tuple[Span, bool]]:
        """End a fence of which nothing comes after `at`."""
        if self.opened and self.opened.end <= at:
            closed = self.opened.end < len(self.text)
            yield Span(self.opened.start, self.opened.end), closed
            self.opened = None

    def _hide(self, start: int, name: str) -> None:
        if name not in self.unclosed:
            closing = re.compile(rf"</{name}\s*+>" if name else "-->", re.IGNORECASE)
            if closed := closing.search(self.text, start):
                self.hidden_to = closed.end()
            else:
                self.unclosed.add(name)


def _closes(opened: _Fence, line: re.Match[str]) -> bool:
    before = line[2].strip(" \t")
    plain = not before.strip(" \t>") and before.count(">") <= opened.quotations
    return plain and line[3].startswith(opened.sign) and not line[4].strip()


def _end_of_quotation(text: str, start: int) -> int:
    end = _UNQUOTED.search(text, start)
    return end.end() if end else len(text)


def find_blocks(text: str) -> list[TextBlock]:
    """Return the blocks of a text in order; together they hold every character but white space."""
    blocks: list[TextBlock] = []
    for paragraph in _paragraphs(text):
        blocks.extend(_blocks_of(paragraph))
    return blocks


def sign_end(line: str) -> int:
    """Return where the words of a line begin, after the sign of a list item or heading."""
    for pattern in (_ATX, _BULLET, _DASH):
        if found := pattern.match(line):
            return found.end()
    found = _SIGN.match(line)
    return found.end() if found and not _is_date(line, found) else 0


def _paragraphs(text: str) -> Iterator[list[_Line]]:
    """Yield the lines between blank lines; a line of code is a paragraph of its own."""
    fences = (fence for fence, closed in _fences(text) if closed)
    fence = next(fences, None)
    lines: list[_Line] = []
    for match in _LINE.finditer(text):
        while fence and fence.end <= match.start():
            fence = next(fences, None)
        fenced = fence is not None and fence.start < match.end()
        line = match.group().rstrip()
        if lines and (not line or fenced or lines[-1].fenced):
            yield lines
            lines = []
        if line:
            lines.append(_Line(match.start(), line, fenced))
    if lines:
        yield lines


def _blocks_of(lines: list[_Line]) -> Iterator[TextBlock]:
    width = max(len(line.text.strip()) for line in lines)
    begin, counted = 0, _ordinal(lines[0].text)
    for i in range(1, len(lines)):
        ordinal = _ordinal(lines[i].text)
        above, first = lines[i - 1].text, i == begin + 1
        begun = first or bool(_ENDED.search(lines[i - 2].text))
        if (
            _begins_block(above, lines[i].text, first=first)
            or (ordinal and _begins_item(ordinal, above, counted))
            or (begun and _is_short(above, lines[i].text, width))
        ):
            yield _block(lines[begin:i])
            begin = i
            counted = ordinal or counted
    yield _block(lines[begin:])


def _begins_block(above: str, line: str, *, first: bool) -> bool:
    """Whether markup says that `line` does not go on with the line above."""
    sign, sign_above = line.lstrip()[0], above.lstrip()[0]
    if sign_above in "|#" and _is_whole(above):
        return True
    if sign_above in "=-_*" and _RULE.match(above):
        return True
    if (sign == ">") != (sign_above == ">"):
        return True
    if sign.isalnum():
        return False
    if _RULE.match(line):
        return not first
    if _DASH.match(line):
        return bool(_DASH.match(above) or _ENDED.search(above))
    return _is_whole(line) or bool(_BULLET.match(line))


def _begins_item(ordinal: tuple[str, int], above: str, counted: tuple[str, int] | None) -> bool:
    style, number = ordinal
    if counted and counted[0] == style and number - counted[1] in (0, 1):
        return True
    last = _LAST_WORD.search(above)
    word = last.group(1).casefold() if last else ""
    if word in LABELS or word in ORDINAL_CUES or word in ("absatz", "satz", "nummer", "artikel"):
        return False
    return (style == "1" and number == 1) or bool(_ENDED.search(above))


def _ordinal(line: str) -> tuple[str, int] | None:
    """Return the kind of list and the number of the item a line begins, or None."""
    if not line.lstrip()[:1].isalnum() and "(" not in line[:40]:
        return None
    found = _SIGN.match(line)
    if not found or _is_date(line, found):
        return None
    if found["number"]:
        return ("(" if found["open"] else "1", int(found["number"]))
    word = found["word"][:-1]
    if len(word) == 1:
        return (f"{word.isupper():d}a", ord(word.casefold()) - ord("a") + 1)
    return ("i", 1) if word.isupper() else ("aa", ord(word[0]) - ord("a") + 1)


def _is_date(line: str, found: re.Match[str]) -> bool:
    word = _FIRST_WORD.match(line, found.end())
    return bool(found["number"] and word and word.group(1).strip(".,;)").casefold() in MONTHS)


def _is_short(above: str, line: str, width: int) -> bool:
    """Whether the writer ended the line above on purpose, since the next word had room on it."""
    word = _FIRST_WORD.match(line)
    if word is None or word.group(1)[0].islower() or _OPEN_END.search(above):
        return False
    return len(above.lstrip()) + 1 + len(word.group(1)) <= _SHORT * width and not _ENDED.search(
        above
    )


def _is_whole(line: str) -> bool:
    """Whether a line is a heading or a row of a table."""
    return bool(_ATX.match(line)) or line.lstrip().startswith("|")


def _block(lines: list[_Line]) -> TextBlock:
    first, last = lines[0], lines[-1]
    start = first.start + len(first.text) - len(first.text.lstrip())
    end = last.start + len(last.text)
    whole = first.fenced or _is_whole(first.text) or bool(_RULE.match(last.text))
    words = max(start, first.start + sign_end(first.text))
    return TextBlock(Span(start, end), min(words, end), whole)

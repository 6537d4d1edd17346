"""
Lines that belong together: a paragraph, a heading, a list item, a row of a table.

A line end alone says little, because printed pages end lines where the paper ends. So a line
begins a new block only where a blank line, markup, a list sign or a clearly short line says so.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from citation_engine.language.vocabulary import words
from citation_engine.model.span import Span

_LINE = re.compile(r"[^\n]*\n?")
_ATX = re.compile(r" {0,3}#{1,6}(?=[^\S\n]|\Z)")
# A fence may open on the line of a list item; what closes it is then indented like the item.
_FENCE = re.compile(
    r"(?P<items>(?:[ \t]*+(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*+)(?P<indent>[ \t]*+)"
    r"(?P<fence>`{3,}+|~{3,}+)(?P<rest>.*)",
    re.DOTALL,
)
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
class Block:
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


def find_fences(text: str) -> list[Span]:
    """
    Return the fenced code of a Markdown text, its first and last line included.

    It may open on the line of a list item. An open fence runs to the end.
    """
    fences: list[Span] = []
    opened: tuple[int, re.Match[str]] | None = None
    for match in _LINE.finditer(text):
        line = match.group()
        sign = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if not sign:
            continue
        if opened is None:
            if _opens(sign):
                opened = (match.start(), sign)
        elif _closes(opened[1], sign):
            fences.append(Span(opened[0], match.end()))
            opened = None
    if opened is not None:
        fences.append(Span(opened[0], len(text)))
    return fences


def _opens(sign: re.Match[str]) -> bool:
    if sign["fence"][0] == "`" and "`" in sign["rest"]:
        return False
    return bool(sign["items"]) or _is_little(sign["indent"])


def _closes(opened: re.Match[str], sign: re.Match[str]) -> bool:
    if sign["items"] or sign["rest"].strip() or not sign["fence"].startswith(opened["fence"]):
        return False
    return bool(opened["items"]) or _is_little(sign["indent"])


def _is_little(indent: str) -> bool:
    """Whether a line is indented so little that it is not code for that."""
    return len(indent) <= 3 and "\t" not in indent


def find_blocks(text: str) -> list[Block]:
    """Return the blocks of a text in order; together they hold every character but white space."""
    blocks: list[Block] = []
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
    fences = iter([fence for fence in find_fences(text) if _is_closed(fence, text)])
    fence = next(fences, None)
    lines: list[_Line] = []
    for match in _LINE.finditer(text):
        while fence and fence.end <= match.start():
            fence = next(fences, None)
        fenced = fence is not None and fence.start <= match.start()
        line = match.group().rstrip()
        if lines and (not line or fenced or lines[-1].fenced):
            yield lines
            lines = []
        if line:
            lines.append(_Line(match.start(), line, fenced))
    if lines:
        yield lines


def _is_closed(fence: Span, text: str) -> bool:
    first = _FENCE.match(text, fence.start, fence.end)
    begin = text.rfind("\n", fence.start, fence.end - 1) + 1
    last = _FENCE.match(text, begin, fence.end)
    return bool(begin and first and last and _closes(first, last))


def _blocks_of(lines: list[_Line]) -> Iterator[Block]:
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


def _block(lines: list[_Line]) -> Block:
    first, last = lines[0], lines[-1]
    start = first.start + len(first.text) - len(first.text.lstrip())
    end = last.start + len(last.text)
    whole = first.fenced or _is_whole(first.text) or bool(_RULE.match(last.text))
    words = max(start, first.start + sign_end(first.text))
    return Block(Span(start, end), min(words, end), whole)

"""What a line of Markdown begins: a list item, a heading, a fence, a definition, a row."""

import re
from itertools import pairwise
from typing import NamedTuple

from citation_engine.language.blocks import MONTHS

ATX = re.compile(r"(#{1,6})(?:[ \t]++|\Z)")
CLOSING_SIGNS = re.compile(r"(?:^|[ \t])#++[ \t]*\Z")
FENCE = re.compile(r"(`{3,}+|~{3,}+)(.*)", re.DOTALL)
RULE = re.compile(r"(?:-[ \t]*+){3,}\Z|(?:\*[ \t]*+){3,}\Z|(?:_[ \t]*+){3,}\Z")
UNDERLINE = re.compile(r"(?:(=)=*+|-{2,}+)[ \t]*\Z")
NOTE = re.compile(r"\[\^[^\]\s]{1,200}\]:")
DEFINITION = re.compile(
    r"\[(?!\^)([^\[\]\n]{1,200})\]:[ \t]*+(?:<[^<>\n]*+>|\S++)"
    r"(?:[ \t]++(?:\"[^\"\n]*+\"|'[^'\n]*+'|\([^()\n]*+\)))?+[ \t]*\Z"
)
# An entry of a list of references that is written like a definition: "[1]: Smith, The Act".
LABELLED = re.compile(r"\[[A-Za-z]{0,3}\d{1,4}\]:[ \t]")
DELIMITER_ROW = re.compile(r"\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*\Z")
ENDED = re.compile(r"[.!?…][\"'”“’»«)\]*_]{0,4}\Z")
_ITEM = re.compile(
    r"(?:(?P<bullet>[-*+•▪◦‣·–])|(?P<number>\d{1,9})[.)]|\(?(?P<letter>[a-z]{1,2})\))(?=[ \t]|\Z)"
)
_GAP = re.compile(r"[ \t]*")
_TASK = re.compile(r"\[[ xX]\](?=[ \t])[ \t]*+")
_FIRST_WORD = re.compile(r"[\w.]{1,20}")

_RAW_TAGS = "script|pre|style|textarea|table"
_BLOCK_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details"
    "|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head"
    "|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p"
    "|param|search|section|summary|tbody|td|tfoot|th|thead|title|tr|track|ul"
)
_HTML = re.compile(
    rf"<(?:(?P<raw>{_RAW_TAGS})(?=[\s>]|\Z)|(?P<comment>!--)|(?P<other>\?|![A-Za-z]|!\[CDATA\[)"
    rf"|(?P<block>/?(?:{_BLOCK_TAGS})(?=[\s/>]|\Z)))",
    re.IGNORECASE,
)
_LONE_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*+(?:\s[^<>]*+)?>[ \t]*\Z")


class Sign(NamedTuple):
    """The sign of a list item: where its words begin in the line, and its number if it has one."""

    end: int
    words: int
    number: int | None
    # Whether it may also stand in running text, as a dash does.
    weak: bool


def gap(line: str, at: int) -> tuple[int, int]:
    """Return how many columns of white space stand at `at`, and where they end."""
    found = _GAP.match(line, at)
    assert found is not None  # It matches nothing as well.
    space = found.group()
    return len(space) + 3 * space.count("\t"), found.end()


def step_over(line: str, at: int, columns: int) -> int:
    """Return the place that many columns of white space after `at`."""
    while columns > 0 and line[at : at + 1] in (" ", "\t"):
        columns -= 4 if line[at] == "\t" else 1
        at += 1
    return at


def item_sign(line: str, at: int) -> Sign | None:
    """Return the sign of the item that begins at `at`, or None; a date is none."""
    found = _ITEM.match(line, at)
    if not found:
        return None
    columns, words = gap(line, found.end())
    number = int(found["number"]) if found["number"] else None
    if number is not None:
        word = _FIRST_WORD.match(line, words)
        if word and word.group().rstrip(".").casefold() in MONTHS:
            return None
    empty = words == len(line)
    if found["letter"] and empty:
        return None
    content = found.end() + 1 if empty or columns > 4 else words
    task = _TASK.match(line, words)
    weak = empty or (found["bullet"] or "-") in "–·"
    return Sign(min(content, len(line)), task.end() if task else words, number, weak)


def html_start(line: str, at: int, *, in_paragraph: bool) -> str | None:
    """Return what ends the HTML that begins at `at`: words to look for, "" for a blank line."""
    found = _HTML.match(line, at)
    if not found:
        lone = not in_paragraph and _LONE_TAG.match(line, at)
        return "" if lone else None
    if found["raw"]:
        return f"</{found['raw'].lower()}"
    if found["comment"]:
        return "-->"
    if found["other"]:
        return "?>" if found["other"] == "?" else ">"
    return ""


def cells_of(line: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the spans of the cells of a row, without the white space around them."""
    cuts = _bars(line, start, end)
    edges = [start - 1, *cuts, end]
    cells = [_trimmed(line, one + 1, other) for one, other in pairwise(edges)]
    if cuts and not line[start : cuts[0]].strip():
        cells = cells[1:]
    if len(cells) > 1 and cuts and not line[cuts[-1] + 1 : end].strip():
        cells = cells[:-1]
    return cells


def _bars(line: str, start: int, end: int) -> list[int]:
    """Where the bars stand that part cells: neither escaped nor in code."""
    bars: list[int] = []
    ticks = [(one.start(), one.end()) for one in re.finditer(r"`++", line[start:end])]
    coded = _coded(ticks)
    for one in re.finditer(r"\\.|\|", line[start:end]):
        at = one.start()
        if one.group() == "|" and not any(first < at < last for first, last in coded):
            bars.append(start + at)
    return bars


def _coded(ticks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stretches of code between runs of backticks, at most a few."""
    found: list[tuple[int, int]] = []
    opened: tuple[int, int] | None = None
    for start, end in ticks[:64]:
        if opened is None:
            opened = (start, end - start)
        elif end - start == opened[1]:
            found.append((opened[0], end))
            opened = None
    return found


def _trimmed(line: str, start: int, end: int) -> tuple[int, int]:
    words = line[start:end]
    lead = len(words) - len(words.lstrip())
    return start + min(lead, len(words)), start + max(lead, len(words.rstrip()))

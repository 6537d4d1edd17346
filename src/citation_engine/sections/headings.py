"""
Headings of a text, and the sections they open.

Markdown marks its headings. In plain text a line is a heading where it is numbered like one
("1.2 Scope", "§ 147 Aufbewahrung", "Kapitel 8: Archiv") and does not go on with the line above.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citation_engine.formats.markdown.blocks import BlockKind, read_blocks
from citation_engine.language.vocabulary import lists, pattern
from citation_engine.model.passage import Span

_LINE = re.compile(r"[^\n]*\n?")

_ORDINAL = rf"(?:(?:{pattern('references', 'HEADING_ORDINALS')})e[rs]|\d{{1,2}}\.)"
# The parts of laws and reports from the largest to the smallest.
_LISTED_RANKS = [text.split("|") for text in lists("references", "SECTION_RANKS")]
_RANKS = tuple(
    tuple(word for words in rank for word in words.split())
    for rank in zip(*_LISTED_RANKS, strict=True)
)
_RANK = {word: rank for rank, words in enumerate(_RANKS) for word in words} | {
    sign: len(_RANKS) - 1 for sign in ("§", "§§")
}
_WORDS = "|".join(word for words in _RANKS for word in words)
_NAMED = re.compile(
    rf"(?:{_ORDINAL}\s(?P<later>{_WORDS})\b|(?P<word>§§?|(?:{_WORDS})\b\.?)"
    r"(?:\s?(?P<number>\d{1,4}[a-z]?\b(?:\.\d{1,3}){0,4}|[IVXLC]{1,7}\b|[A-Z]\b))?)(?P<rest>.*)\Z",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,6})(?P<dot>\.?)\s+(?P<title>\S.*)\Z")
# After the number of a heading comes its title, not the rest of a reference or of a sentence.
_REFERRING = pattern("references", "REFERENCE_LABELS")
_TITLE = re.compile(
    rf"\s*(?:\Z|(?:[:–—-]|\s\|)\s*\S|\s\(|\s[\"„“»]?(?!(?:{_REFERRING})\b)[A-ZÄÖÜ])"
)
_CONTENTS = re.compile(r"\.{4}|(?:\. ){3}|\s{3,}\d{1,4}\Z|\t\d{1,4}\Z")
_ENDED = re.compile(r"[.:;!?…][\"'”“’»«)\]*_]{0,4}\Z")
_UNFINISHED = re.compile(r"[.;,]\Z")
_EMPHASIS = re.compile(r"(\*\*|__|\*|_)(?P<words>[^*_].*?)\1\Z")
_LONGEST = 400
_NUMBERED_LEVEL = len(_RANKS) + 1


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its lines in the text, its level from 1 for the highest, and its words."""

    span: Span
    level: int
    title: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with all below it; `path` has the titles from the highest down to its own."""

    span: Span
    title: str
    level: int
    path: tuple[str, ...]


def find_headings(text: str, media_type: str = "text/markdown") -> list[Heading]:
    """Return the headings of a text in order; other texts than Markdown are read as plain."""
    if media_type.partition(";")[0].strip().casefold() in ("text/markdown", "text/x-markdown"):
        return list(_markdown_headings(text))
    return _plain_headings(text)


def sections_of(text: str, headings: Sequence[Heading]) -> list[Section]:
    """Return the section of each heading: up to the next one that is not below it."""
    ends = [len(text)] * len(headings)
    open_ones: list[int] = []
    paths: list[tuple[str, ...]] = []
    for i, heading in enumerate(headings):
        while open_ones and headings[open_ones[-1]].level >= heading.level:
            ends[open_ones.pop()] = heading.span.start
        above = paths[open_ones[-1]] if open_ones else ()
        paths.append((*above, heading.title))
        open_ones.append(i)
    return [
        Section(Span(heading.span.start, end), heading.title, heading.level, path)
        for heading, end, path in zip(headings, ends, paths, strict=True)
    ]


def _markdown_headings(text: str) -> Iterator[Heading]:
    for block in read_blocks(text):
        if block.kind is BlockKind.HEADING:
            start = text.rfind("\n", 0, block.span.start) + 1
            # What stands further in is a line of code, such as a comment.
            if text[start : block.span.start] in ("", " ", "  ", "   "):
                title = _words(block.pieces[0].of(text))
                yield Heading(Span(start, block.span.end), block.level, title)


def _words(title: str) -> str:
    """Return a title without the emphasis around it and without escapes."""
    title = title.strip()
    if found := _EMPHASIS.match(title):
        title = found["words"].strip()
    return re.sub(r"\\([\\*_#.§()\[\]])", r"\1", title)


def _plain_headings(text: str) -> list[Heading]:
    """Return the numbered lines, with levels counted from 1 among the kinds that occur."""
    lines = [(match.start(), match.group().rstrip("\n").rstrip()) for match in _LINE.finditer(text)]
    found: list[tuple[Span, int, str]] = []
    counted = 0
    for i, (start, line) in enumerate(lines):
        above = lines[i - 1][1] if i else ""
        below = next((words for _, words in lines[i + 1 : i + 4] if words), "")
        tight = i + 1 < len(lines) and bool(lines[i + 1][1])
        level = _plain_level(line.strip(), above, below, tight=tight)
        if level == _NUMBERED_LEVEL:
            # Chapters count from 1 through the whole text; the items of a list begin anew.
            if int(line.split(maxsplit=1)[0].rstrip(".")) != counted + 1:
                continue
            counted += 1
        if level is not None:
            indent = len(line) - len(line.lstrip())
            found.append((Span(start + indent, start + len(line)), level, line.strip()))
    levels = {level: i for i, level in enumerate(sorted({level for _, level, _ in found}), 1)}
    return [Heading(span, levels[level], title) for span, level, title in found]


def _plain_level(line: str, above: str, below: str, *, tight: bool) -> int | None:
    """Return the rank of a heading, or None where the line is none."""
    if not line or len(line) > _LONGEST or _CONTENTS.search(line):
        return None
    if above.strip() and not _ENDED.search(above) and not _begins_heading(above.strip()):
        return None
    if tight and below.lstrip()[:1].islower():
        return None
    if line[0].isdigit() and not _NAMED.match(line):
        return _numbered_level(line, above, below, tight=tight)
    return None if line[0].islower() else _named_level(line)


def _named_level(line: str) -> int | None:
    found = _NAMED.match(line)
    if not found:
        return None
    word = (found["later"] or found["word"]).rstrip(".").casefold()
    if not found["later"] and not found["number"] and word not in _RANKS[1]:
        return None
    if _UNFINISHED.search(line) or not _TITLE.match(found["rest"]):
        return None
    return _RANK[word]


def _numbered_level(line: str, above: str, below: str, *, tight: bool) -> int | None:
    found = _NUMBERED.match(line)
    if not found or not found["title"][0].isupper():
        return None
    if _ENDED.search(line) or _UNFINISHED.search(line):
        return None
    depth = found["number"].count(".") + 1
    if depth == 1 and (tight or above.strip() or len(line) > 80 or _NUMBERED.match(below.strip())):
        # "1. Open the lid." is an item of a list unless it stands quite alone.
        deeper = _NUMBERED.match(below.strip())
        if not (deeper and deeper["number"].startswith(found["number"] + ".")):
            return None
    return _NUMBERED_LEVEL + depth - 1


def _begins_heading(line: str) -> bool:
    return bool(_NUMBERED.match(line)) or _named_level(line) is not None

"""
The inside of a section of a law: paragraphs "(3)", items "1." and "a)", and their sentences.

A list belongs to the sentence that announces it, and words after the list go on with that
sentence or begin the next. So "Satz 2" is counted as lawyers count it, not line by line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from citation_engine.language.sentences import split_sentences
from citation_engine.language.vocabulary import any_word
from citation_engine.model.passage import Span
from citation_engine.sections.legal import Kind

_LINE = re.compile(r"[^\n]*\n?")
_ATX = re.compile(r" {0,3}#{1,6}\s")
_FOOTNOTE = re.compile(r" {0,3}\[\^[^\]\s]{1,100}\]:")
_PARAGRAPH = re.compile(r" {0,3}\((?P<number>\d{1,3}[a-z]{0,2})\)(?=\s|\Z)")
_ITEM = re.compile(
    r"(?P<indent>[^\S\n]*)(?:(?P<dotted>\d{1,3}(?:\.\d{1,3}){1,6})\.?(?=\s)"
    r"|(?P<number>\d{1,3}[a-z]{0,2})\.|\(?(?P<double>(?P<one>[a-z])(?P=one))\)"
    r"|\(?(?P<letter>[a-z])\)|\(?(?P<roman>[ivx]{2,5})\)|(?P<upper>[A-Z]|[IVX]{1,6})\."
    r"|(?P<bullet>[-*+•–—]))(?=\s|\Z)"
)
_ENDED = re.compile(r"[.!?][\"'”“’»«)\]*_]{0,4}\s*\Z")
_CLOSED = re.compile(
    r"[.:;,!?][\"'”“’»«)\]*_]{0,4}\s*\Z"
    rf"|\b(?:{any_word('function_words', 'ITEM_JOINING')})\s*\Z"
)
# How far the end of a line is looked at.
_TAIL = 12
_DEEPEST = 12
_LOOK_AHEAD = 40
_FIRST = frozenset(("1", "a", "aa"))
# Where items are not indented, a smaller rank holds a larger one.
_RANKS = {
    "upper": 0,
    "number": 2,
    "dotted": 3,
    "letter": 12,
    "double": 13,
    "roman": 14,
    "bullet": 15,
}


@dataclass(slots=True)
class Node:
    """A paragraph or list item; a bullet has no `kind`. `words` is where its words begin."""

    kind: Kind | None
    value: str
    start: int
    words: int
    end: int
    indent: int = -1
    rank: int = -1
    children: list["Node"] = field(default_factory=list)
    # The stretches of lines that are its own, not its children's.
    prose: list[Span] = field(default_factory=list)
    # Split when they are first asked for; a text does not change.
    sentences: "list[Sentence] | None" = None
    # Whether it is divided into "(1)", "(2)" and so on.
    has_paragraphs: bool = False

    @property
    def span(self) -> Span:
        """From its sign to its last word."""
        return Span(self.start, self.end)


@dataclass(slots=True)
class Sentence:
    """A sentence with the lists it announces."""

    start: int
    end: int
    children: list[Node]

    @property
    def span(self) -> Span:
        """From its first word to the last word of its lists."""
        return Span(self.start, self.end)


class _Row(NamedTuple):
    start: int
    text: str
    after_blank: bool

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def read_section(text: str, span: Span, *, counted_paragraphs: bool = False) -> Node:
    """
    Return what is inside a section of `text`, without its heading.

    Args:
        text: the whole text.
        span: the section without its heading.
        counted_paragraphs: paragraphs may be written "1." as in European law.

    """
    rows = list(_rows(text, span))
    root = Node(None, "", span.start, span.start, rows[-1].end if rows else span.start)
    marks = list(_paragraph_marks(rows))
    if not marks:
        _read_lists(root, rows)
        _name_paragraphs(root, rows, counted=counted_paragraphs)
        return root
    root.has_paragraphs = True
    _read_lists(root, rows[: marks[0][0]])
    for (first, number, words), following in zip(marks, [*marks[1:], None], strict=True):
        own = rows[first : following[0] if following else len(rows)]
        paragraph = Node(Kind.PARAGRAPH, number, own[0].start, words, own[-1].end)
        paragraph.start += own[0].indent
        opening = own[0]._replace(start=words, text=own[0].text[words - own[0].start :])
        _read_lists(paragraph, [opening, *own[1:]] if opening.text else own[1:])
        root.children.append(paragraph)
    return root


def sentences_of(node: Node, text: str) -> list[Sentence]:
    """Return the sentences of a paragraph or item, each with the lists that belong to it."""
    if node.sentences is None:
        node.sentences = _split(node, text)
    return node.sentences


def _split(node: Node, text: str) -> list[Sentence]:
    found: list[Sentence] = []
    pieces: list[Span | Node] = [*node.prose, *node.children]
    pieces.sort(key=lambda piece: piece.start)
    for piece in pieces:
        if isinstance(piece, Node):
            if not found:
                found.append(Sentence(piece.start, piece.end, []))
            found[-1].children.append(piece)
            found[-1].end = piece.end
            continue
        for span in split_sentences(piece.of(text)):
            start, end = piece.start + span.start, piece.start + span.end
            if found and (_is_open(text, found[-1].end) or text[start].islower()):
                found[-1].end = end
            else:
                found.append(Sentence(start, end, []))
    return found


def half_sentences(sentence: Sentence, text: str) -> list[Span]:
    """Return the parts of a sentence between its semicolons; none where it has a list."""
    if sentence.children:
        return []
    spans = []
    start = sentence.start
    for at in [*(m.end() for m in re.finditer(";", sentence.span.of(text))), None]:
        end = sentence.end if at is None else sentence.start + at
        words = text[start:end]
        if words.strip():
            spans.append(Span(start + len(words) - len(words.lstrip()), end))
        start = end
    return spans


def _is_open(text: str, end: int) -> bool:
    return not _ENDED.search(text[max(0, end - _TAIL) : end])


def _rows(text: str, span: Span) -> Iterator[_Row]:
    """Yield the lines that are neither blank nor headings nor footnotes."""
    blank, footnote = True, False
    for match in _LINE.finditer(text, span.start, span.end):
        line = match.group().rstrip()
        footnote = bool(line) and (footnote or bool(_FOOTNOTE.match(line)))
        heading = bool(_ATX.match(line))
        if line and not heading and not footnote:
            yield _Row(match.start(), line, blank)
        blank = heading or not line


def _paragraph_marks(rows: list[_Row]) -> Iterator[tuple[int, str, int]]:
    """Yield row, number and where the words begin, for each "(3)" that opens a paragraph."""
    last = 0
    for i, row in enumerate(rows):
        found = _PARAGRAPH.match(row.text)
        if not found:
            continue
        number = int(re.sub(r"\D", "", found["number"]))
        goes_on = number - last in (0, 1) and i > 0 and _ENDED.search(rows[i - 1].text[-_TAIL:])
        if row.after_blank or goes_on:
            last = number
            yield i, found["number"], row.start + found.end()


def _read_lists(root: Node, rows: list[_Row]) -> None:
    """Sort rows into the items they belong to, by indentation and kind of sign."""
    stack = [root]
    for i, row in enumerate(rows):
        item = _item(rows, i, stack)
        if item:
            while len(stack) > 1 and not _holds(stack[-1], item):
                stack.pop()
            if len(stack) > _DEEPEST:
                stack.pop()
            stack[-1].children.append(item)
            stack.append(item)
        elif row.after_blank:
            while len(stack) > 1 and stack[-1].indent >= row.indent:
                stack.pop()
        _extend(stack, row, item)


def _extend(stack: list[Node], row: _Row, item: Node | None) -> None:
    for node in stack:
        node.end = max(node.end, row.end)
    own, start = stack[-1], item.words if item else row.start
    if start >= row.end:
        return
    last = own.prose[-1] if own.prose else None
    if last and not any(child.start > last.start for child in own.children[-1:]):
        own.prose[-1] = Span(last.start, row.end)
    else:
        own.prose.append(Span(start, row.end))


def _holds(node: Node, item: Node) -> bool:
    return node.indent < item.indent or (node.indent == item.indent and node.rank < item.rank)


def _item(rows: list[_Row], i: int, stack: list[Node]) -> Node | None:
    """Return the item a row begins, or None where it goes on with words."""
    row = rows[i]
    found = _ITEM.match(row.text)
    if not found:
        return None
    sign, value = _sign(found)
    indent = len(found["indent"])
    last = next((one.value for one in reversed(stack) if one.indent == indent and one.kind), "")
    if not (
        row.after_blank
        or _is_next(value, last)
        or _CLOSED.search(rows[i - 1].text[-_TAIL:])
        or (value in _FIRST and _counts_on(rows, i, sign, value))
    ):
        return None
    kind, rank = _kind_of(sign, value, last)
    start, words = row.start + indent, row.start + found.end()
    return Node(kind, value if kind else "", start, words, row.end, indent, rank)


def _sign(found: re.Match[str]) -> tuple[str, str]:
    sign = "double" if found["double"] else str(found.lastgroup)
    return sign, found[sign]


def _counts_on(rows: list[_Row], i: int, sign: str, value: str) -> bool:
    """Whether a later row has the next item, as after a line that no stop or blank line ends."""
    for row in rows[i + 1 : i + _LOOK_AHEAD]:
        found = _ITEM.match(row.text)
        if found and _sign(found)[0] == sign:
            return _is_next(_sign(found)[1], value)
    return False


def _kind_of(sign: str, value: str, last: str) -> tuple[Kind | None, int]:
    rank = _RANKS[sign] + value.count(".")
    if sign == "bullet":
        return None, rank
    if sign in ("number", "dotted"):
        return Kind.NUMBER, rank
    if sign == "double":
        return Kind.DOUBLE_LETTER, rank
    if sign == "upper" and set(value) <= set("IVX") and not _is_next(value, last):
        return Kind.NUMBER, rank + 1
    return (Kind.NUMBER if sign == "roman" else Kind.LETTER), rank


def _is_next(value: str, last: str) -> bool:
    """Whether an item follows its neighbour: "4" or "3a" after "3", "b" after "a"."""
    if not last:
        return False
    if value[0].isdigit() and last[0].isdigit():
        first, second = re.findall(r"\d+", last)[0], re.findall(r"\d+", value)[0]
        return int(second) - int(first) in (0, 1)
    return len(value) == len(last) and ord(value[0]) == ord(last[0]) + 1


def _name_paragraphs(root: Node, rows: list[_Row], *, counted: bool) -> None:
    """Take items for paragraphs where a section has nothing but "1.", "2." and what is in them."""
    if counted and root.children and not root.prose and len(rows) > 1:
        root.children = [
            replace(child, kind=Kind.PARAGRAPH) if child.kind is Kind.NUMBER else child
            for child in root.children
        ]
        root.has_paragraphs = any(child.kind is Kind.PARAGRAPH for child in root.children)

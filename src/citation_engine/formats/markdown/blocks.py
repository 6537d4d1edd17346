"""
The blocks of a Markdown text: headings, paragraphs, rows of tables, code, HTML, and where.

Texts come from models as well, so lists need not be indented as the standard has it, and nothing
that could be prose is taken for code because of its indentation.
"""

import re
from bisect import bisect_left
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from citation_engine.formats.markdown.links import NOTE_LINK
from citation_engine.formats.markdown.shelters import find_inline_code, is_sheltered, joined
from citation_engine.language.blocks import MONTHS, find_fences
from citation_engine.model.passage import Span

# Lists and quotations inside one another, beyond which a sign is only a sign.
DEEPEST = 50
_FRONT = re.compile(
    r"[\s\ufeff]?(---|\+\+\+)[ \t\r]*\n(?:[^\n]*\n){0,2000}?(?:\1|\.\.\.)[ \t\r]*(?:\n|\Z)"
)
_KEYS = re.compile(r"[\s\ufeff]?(?:---|\+\+\+)[ \t\r]*\n(?:\s*#[^\n]*\n)*[\w\"'-]+\s*[:=]")
_ALERT = re.compile(r"\[![A-Za-z][\w-]{1,40}(?:\|[^\[\]\n]{0,80})?\][-+]?[ \t]*")
_ATTRIBUTION = re.compile(r"(?:[—–]|--)\s?\w")
# What ends HTML that nothing else ends: a blank line, a heading, or the definition of a note.
_HTML_END = re.compile(
    r"\n(?:[ \t]*(?=\n|\Z)|(?= {0,3}#{1,6}[ \t]|[ \t>]*+\[\^[^\[\]\n]{1,200}+\]:))"
)
# What follows the words of a note and is none of them: an entry of a list, a row of a table.
_ENTRY = re.compile(r"\[[^\[\]\n]{1,200}\]|\|")
_ATX = re.compile(r"(#{1,6})(?:[ \t]++|\Z)")
_CLOSING_SIGNS = re.compile(r"(?:^|[ \t])#++[ \t]*\Z")
_RULE = re.compile(r"(?:-[ \t]*+){3,}\Z|(?:\*[ \t]*+){3,}\Z|(?:_[ \t]*+){3,}\Z")
_UNDERLINE = re.compile(r"(?:(=)=*+|-{2,}+)[ \t]*\Z")
_NOTE = re.compile(r"\[\^[^\[\]\n]{1,200}+\]:")
_DEFINITION = re.compile(
    r"\[(?!\^)([^\[\]\n]{1,200})\]:[ \t]*+(?:<[^<>\n]*+>|\S++)"
    r"(?:[ \t]++(?:\"[^\"\n]*+\"|'[^'\n]*+'|\([^()\n]*+\)))?+[ \t]*\Z"
)
# An entry of a list of references that is written like a definition: "[1]: Smith, The Act".
_LABELLED = re.compile(r"\[[A-Za-z]{0,3}\d{1,4}\]:[ \t]")
_DELIMITER_ROW = re.compile(r"\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*\Z")
_ENDED = re.compile(r"[.!?…][\"'”“’»«)\]*_]{0,4}\Z")
# Converters escape the sign of a number that a reader sees before an item.
_ITEM = re.compile(
    r"(?:(?P<bullet>[-*+•▪◦‣·–])|(?P<number>\d{1,9}(?=[.)])|\d{1,2}(?=\\[.)]))\\?[.)]"
    r"|\(?(?P<letter>[a-z]{1,2})\))(?=[ \t]|\Z)"
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


class BlockKind(Enum):
    """What a block of Markdown is."""

    FRONT_MATTER = "front matter"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ROW = "row"
    CODE = "code"
    HTML = "html"
    RULE = "rule"
    DEFINITION = "definition"
    ALERT = "alert"


class ContainerKind(Enum):
    """What other blocks stand in."""

    QUOTATION = "quotation"
    ITEM = "item"
    NOTE = "note"


@dataclass(slots=True, eq=False)
class Container:
    """
    A quotation, an item or the definition of a note: its sign, and the indentation in it.

    `number` counts the quotations of a text from 1. It is 0 for one that quotes nobody.
    """

    kind: ContainerKind
    sign: Span
    indent: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class MarkdownBlock:
    """
    A block: its lines from its first sign on, and the stretches that hold its words.

    The pieces of a row are its cells, those of a paragraph its lines without what stands
    before them. `level` is that of a heading; `row` counts the rows of a table from 0.
    `quotation` is the number of the outermost quotation around it.
    """

    kind: BlockKind
    span: Span
    pieces: tuple[Span, ...]
    containers: tuple[Container, ...] = ()
    quotation: int = 0
    level: int = 0
    underlined: bool = False
    table: int = 0
    row: int = 0
    is_head: bool = False

    def count(self, kind: ContainerKind) -> int:
        """Return how many containers of a kind it stands in."""
        return sum(one.kind is kind for one in self.containers)


def front_matter_end(text: str) -> int:
    """Return where the front matter of a Markdown text ends, 0 where it has none."""
    matter = _FRONT.match(text) if _KEYS.match(text) else None
    return matter.end() if matter else 0


def read_blocks(text: str, *, front: bool = True) -> Iterator[MarkdownBlock]:
    """Give the blocks of a Markdown text in order; `front` says that it may have front matter."""
    return _BlockReader(text).read(front=front)


def ends_sentence(words: str) -> bool:
    """Whether words end as a sentence does: a line below them is a rule, and no underline."""
    return _ENDED.search(words) is not None


@dataclass(slots=True)
class _BlockReader:
    text: str
    containers: list[Container] = field(default_factory=list)
    paragraph: list[tuple[int, int]] = field(default_factory=list)
    rows: list[tuple[int, int]] = field(default_factory=list)
    has_head: bool = False
    # The fences by the lines that open them.
    fences: dict[int, Span] = field(default_factory=dict)
    fenced: list[int] = field(default_factory=list)
    # Ends of HTML that are known not to come any more.
    missing: set[str] = field(default_factory=set)
    tables: int = 0
    quotations: int = 0

    def read(self, *, front: bool) -> Iterator[MarkdownBlock]:
        """Give the blocks in order."""
        text = self.text
        self.fences = {text.rfind("\n", 0, one.start) + 1: one for one in find_fences(text)}
        self.fenced = list(self.fences)
        at = front_matter_end(text) if front else 0
        if at:
            yield MarkdownBlock(BlockKind.FRONT_MATTER, Span(0, at), (Span(0, at),))
        while at < len(text):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            block_end = yield from self._line(at, text[at:end].rstrip())
            at = max(end + 1, block_end)
        yield from self._close()

    def _line(self, start: int, line: str) -> Generator[MarkdownBlock, None, int]:
        """Read one line; return how far code or HTML that begins there goes."""
        if not self.containers and line[:1].isalpha() and ")" not in line[:3]:
            # Most lines are prose, which no sign begins.
            yield from self._words(start, line, 0, 0, new=False)
            return 0
        at, matched = self._match(line)
        words = _gap(line, at)[1]
        if words == len(line):
            yield from self._blank(matched)
            return 0
        fence = self.fences.get(start)
        begun = self._begin_containers(start, line, at, matched, has_fence=fence is not None)
        if begun is not None:
            yield from self._close()
            del self.containers[matched:]
            self.containers += begun.containers
            words = begun.at
            if words == len(line):
                yield self._block(BlockKind.PARAGRAPH, Span(start + words, start + words), ())
                return 0
        if fence:
            yield from self._leave(matched, new=begun is not None)
            code = Span(min(start + words, fence.start), fence.end)
            yield self._block(BlockKind.CODE, code, (code,))
            return fence.end
        return (yield from self._leaf(start, line, words, matched, new=begun is not None))

    def _match(self, line: str) -> tuple[int, int]:
        """Return where the line goes on inside the containers it belongs to, and how many."""
        at = 0
        for count, one in enumerate(self.containers):
            columns, words = _gap(line, at)
            if one.kind is ContainerKind.QUOTATION:
                if line[words : words + 1] != ">":
                    return at, count
                at = words + 1 + (line[words + 1 : words + 2] in (" ", "\t"))
            elif words < len(line):
                if columns < one.indent:
                    return at, count
                at = _step_over(line, at, one.indent)
        return at, len(self.containers)

    def _blank(self, matched: int) -> Iterator[MarkdownBlock]:
        yield from self._close()
        for at in range(matched, len(self.containers)):
            if self.containers[at].kind is ContainerKind.QUOTATION:
                del self.containers[at:]
                return

    def _begin_containers(
        self, start: int, line: str, at: int, matched: int, *, has_fence: bool
    ) -> "_Begun | None":
        """Return the quotations and items that the line begins, or None where it begins none."""
        begun = _Begun(at)
        while matched + len(begun.containers) < DEEPEST:
            columns, words = _gap(line, begun.at)
            if line[words : words + 1] == ">":
                self.quotations += 1
                sign = Span(start + words, start + words + 1)
                begun.containers.append(
                    Container(ContainerKind.QUOTATION, sign, number=self.quotations)
                )
                begun.at = words + 1 + (line[words + 1 : words + 2] in (" ", "\t"))
            elif not self._take_item(start, line, words, columns, begun, has_fence=has_fence):
                break
        return begun if begun.containers else None

    def _take_item(
        self, start: int, line: str, words: int, columns: int, begun: "_Begun", *, has_fence: bool
    ) -> bool:
        if _RULE.match(line, words):
            return False
        if note := _NOTE.match(line, words):
            sign = Span(start + words, start + note.end())
            begun.containers.append(Container(ContainerKind.NOTE, sign, 2))
            begun.at = note.end()
            return True
        found = _item_sign(line, words)
        if found is None or not (has_fence or self._may_begin(found, begun)):
            return False
        sign = Span(start + words, start + found.box)
        indent = columns + found.end - words
        begun.containers.append(Container(ContainerKind.ITEM, sign, indent))
        begun.at = found.words
        return True

    def _may_begin(self, sign: "_ItemSign", begun: "_Begun") -> bool:
        """Whether an item can begin here: in a paragraph, "1986. A good year" begins none."""
        if not self.paragraph or begun.containers:
            return True
        in_list = any(one.kind is ContainerKind.ITEM for one in self.containers)
        return not sign.weak and (in_list or sign.number in (None, 0, 1))

    def _leaf(
        self, start: int, line: str, at: int, matched: int, *, new: bool
    ) -> Generator[MarkdownBlock, None, int]:
        """Read what stands in the innermost container; return how far HTML goes."""
        if heading := _ATX.match(line, at):
            yield from self._leave(matched, new=new)
            yield self._heading(start, line, heading)
            return 0
        underline = _UNDERLINE.match(line, at)
        if underline and self._is_underlined(matched):
            yield self._underlined(start + len(line), 1 if underline[1] else 2)
            return 0
        if _RULE.match(line, at) or (underline and underline[1]):
            yield from self._leave(matched, new=new)
            yield self._block(BlockKind.RULE, Span(start + at, start + len(line)), ())
            return 0
        ending = _html_start(line, at, in_paragraph=bool(self.paragraph or self.rows))
        # What a comment that nothing ends would hide may be claims: it is prose.
        if ending is not None and not (ending == "-->" and self._is_missing(ending, start + at)):
            yield from self._leave(matched, new=new)
            end = self._html_end(start + at, ending)
            span = Span(start + at, start + at + len(self.text[start + at : end].rstrip()))
            yield self._block(BlockKind.HTML, span, (span,))
            return end
        yield from self._words(start, line, at, matched, new=new)
        return 0

    def _leave(self, matched: int, *, new: bool) -> Iterator[MarkdownBlock]:
        """Close what is open, for a block that does not go on with it."""
        yield from self._close()
        if not new:
            del self.containers[matched:]

    def _heading(self, start: int, line: str, sign: re.Match[str]) -> MarkdownBlock:
        closing = _CLOSING_SIGNS.search(line, sign.end())
        end = max(closing.start() if closing else len(line), sign.end())
        words = Span(start + sign.end(), start + end)
        span = Span(start + sign.start(), start + len(line))
        return self._block(BlockKind.HEADING, span, (words,), level=len(sign[1]))

    def _is_underlined(self, matched: int) -> bool:
        """Whether the open paragraph is the line above an underline, in the same container."""
        if len(self.paragraph) != 1 or self.rows or matched < len(self.containers):
            return False
        return "|" not in self.text[slice(*self.paragraph[0])]

    def _underlined(self, end: int, level: int) -> MarkdownBlock:
        words = Span(*self.paragraph.pop())
        span = Span(words.start, end)
        return self._block(BlockKind.HEADING, span, (words,), level=level, underlined=True)

    def _is_missing(self, ending: str, start: int) -> bool:
        """Whether an end of HTML does not come any more."""
        if ending not in self.missing and self.text.find(ending, start) < 0:
            self.missing.add(ending)
        return ending in self.missing

    def _html_end(self, start: int, ending: str) -> int:
        text = self.text
        if ending and ending not in self.missing:
            if found := re.compile(re.escape(ending), re.IGNORECASE).search(text, start):
                line = text.find("\n", found.end())
                return self._before_fence(start, len(text) if line < 0 else line + 1)
            self.missing.add(ending)
        end = _HTML_END.search(text, start)
        return self._before_fence(start, end.start() + 1 if end else len(text))

    def _before_fence(self, start: int, end: int) -> int:
        """Return `end`, or where a line before it opens a fence."""
        at = bisect_left(self.fenced, start)
        return min(end, self.fenced[at]) if at < len(self.fenced) else end

    def _words(
        self, start: int, line: str, at: int, matched: int, *, new: bool
    ) -> Iterator[MarkdownBlock]:
        if self._is_attribution(line, at) or self._ends_note(line, at, matched):
            yield from self._close()
        goes_on = bool(self.paragraph) and not new
        if not goes_on and matched < len(self.containers) and not new:
            yield from self._close()
            del self.containers[matched:]
        piece = (start + at, start + len(line))
        if self.rows:
            if "|" in line[at:] and matched == len(self.containers):
                self.rows.append(piece)
                return
            yield from self._close()
        if self._may_be_head(line, at) and (yield from self._begin_table(line, at)):
            return
        if not self.paragraph:
            if _DEFINITION.match(line, at) or _LABELLED.match(line, at):
                yield self._block(BlockKind.DEFINITION, Span(*piece), (Span(*piece),))
                return
            if alert := _ALERT.match(line, at) if self.containers else None:
                yield self._alert(start, alert)
                piece = (start + alert.end(), piece[1])
        if piece[0] < piece[1]:
            self.paragraph.append(piece)

    def _alert(self, start: int, sign: re.Match[str]) -> MarkdownBlock:
        """A quotation that begins with a sign such as `[!NOTE]` quotes nobody."""
        for one in self.containers:
            one.number = 0
        span = Span(start + sign.start(), start + sign.end())
        return self._block(BlockKind.ALERT, span, (span,))

    def _is_attribution(self, line: str, at: int) -> bool:
        """Whether a line of a quotation says whose words they are."""
        quoted = bool(self.paragraph) and any(one.number for one in self.containers)
        return quoted and bool(_ATTRIBUTION.match(line, at))

    def _ends_note(self, line: str, at: int, matched: int) -> bool:
        """Whether a line below the words of a note is none of them."""
        if not self.paragraph or not _ENTRY.match(line, at):
            return False
        return any(one.kind is ContainerKind.NOTE for one in self.containers[matched:])

    def _may_be_head(self, line: str, at: int) -> bool:
        return bool(self.paragraph and "|" in line and _DELIMITER_ROW.match(line, at))

    def _begin_table(self, line: str, at: int) -> Generator[MarkdownBlock, None, bool]:
        """Take the last line of the paragraph for the head of a table, if it has as many cells."""
        head = self.paragraph[-1]
        columns = len(cells_of(self.text, *head))
        if columns != len(cells_of(line, at, len(line))):
            return False
        self.paragraph.pop()
        yield from self._close()
        self.rows, self.has_head = [head], True
        return True

    def _close(self) -> Iterator[MarkdownBlock]:
        """Give the paragraph or table that is open."""
        rows, self.rows = self.rows, []
        pieces, self.paragraph = self.paragraph, []
        has_head, self.has_head = self.has_head, False
        if pieces and not rows and all(self.text[start] == "|" for start, _ in pieces):
            rows, pieces = pieces, []
        if rows:
            self.tables += 1
            for row, (start, end) in enumerate(rows):
                cells = tuple(Span(*cell) for cell in cells_of(self.text, start, end))
                block = self._block(BlockKind.ROW, Span(start, end), cells)
                head = has_head and row == 0
                yield replace(block, table=self.tables, row=row, is_head=head)
        if pieces:
            spans = tuple(Span(*piece) for piece in pieces)
            span = Span(spans[0].start, spans[-1].end)
            yield self._block(BlockKind.PARAGRAPH, span, spans)

    def _block(
        self,
        kind: BlockKind,
        span: Span,
        pieces: tuple[Span, ...],
        *,
        level: int = 0,
        underlined: bool = False,
    ) -> MarkdownBlock:
        quotation = next((one.number for one in self.containers if one.number), 0)
        around = tuple(self.containers)
        return MarkdownBlock(kind, span, pieces, around, quotation, level, underlined)


@dataclass(slots=True)
class _Begun:
    """The containers that a line begins, and where its words are."""

    at: int
    containers: list[Container] = field(default_factory=list)


class _ItemSign(NamedTuple):
    """The sign of a list item: where it and its box end, where its words begin, its number."""

    end: int
    box: int
    words: int
    number: int | None
    # Whether it may also stand in running text, as a dash does.
    weak: bool


def _gap(line: str, at: int) -> tuple[int, int]:
    """Return how many columns of white space stand at `at`, and where they end."""
    found = _GAP.match(line, at)
    assert found is not None  # It matches nothing as well.
    space = found.group()
    return len(space) + 3 * space.count("\t"), found.end()


def _step_over(line: str, at: int, columns: int) -> int:
    """Return the place that many columns of white space after `at`."""
    while columns > 0 and line[at : at + 1] in (" ", "\t"):
        columns -= 4 if line[at] == "\t" else 1
        at += 1
    return at


def _item_sign(line: str, at: int) -> _ItemSign | None:
    """Return the sign of the item that begins at `at`, or None; a date is none."""
    found = _ITEM.match(line, at)
    if not found:
        return None
    columns, words = _gap(line, found.end())
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
    box = task.start() + 3 if task else found.end()
    return _ItemSign(min(content, len(line)), box, task.end() if task else words, number, weak)


def _html_start(line: str, at: int, *, in_paragraph: bool) -> str | None:
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
    """Where the bars stand that part cells: neither escaped nor in code nor in `[[note|words]]`."""
    row = line[start:end]
    code = find_inline_code(row) if "`" in row else ()
    whole = joined((*code, *(Span(*note.span()) for note in NOTE_LINK.finditer(row))))
    return [
        start + sign.start()
        for sign in re.finditer(r"\\.|\|", row)
        if sign.group() == "|" and not is_sheltered(whole, sign.start(), sign.end())
    ]


def _trimmed(line: str, start: int, end: int) -> tuple[int, int]:
    words = line[start:end]
    lead = len(words) - len(words.lstrip())
    return start + min(lead, len(words)), start + max(lead, len(words.rstrip()))

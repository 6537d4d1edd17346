"""
Takes Markdown apart: paragraphs, items, cells and headings, without code and front matter.

Drafts come from models, so lists need not be indented as the standard has it, and nothing that
could be prose is taken for code because of its indentation.
"""

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from citation_engine.link.drafts import markdown_lines as lines
from citation_engine.link.drafts.html import html_parts
from citation_engine.link.drafts.markdown_inline import label_key, markup_changes
from citation_engine.link.drafts.parts import Cell, Counts, Part
from citation_engine.link.drafts.wording import Wording
from citation_engine.model.draft import ClaimKind

# Lists and quotations inside one another, beyond which a sign is only a sign.
DEEPEST = 50
_FRONT = re.compile(r"\s?(---|\+\+\+)[ \t]*\n(?:[^\n]*\n){0,2000}?(?:\1|\.\.\.)[ \t]*(?:\n|\Z)")
_KEYS = re.compile(r"\s?(?:---|\+\+\+)[ \t]*\n(?:\s*#[^\n]*\n)*[\w\"'-]+\s*[:=]")
_DEFINITION = re.compile(r"^ {0,3}\[(?!\^)([^\[\]\n]{1,200})\]:[ \t]*\S", re.MULTILINE)
_IMAGE = re.compile(r"!\[(?:[^\[\]]|\[[^\[\]]*+\])*+\](?:\([^()\n]*+\)|\[[^\[\]]*+\])[ \t]*\Z")
_ALERT = re.compile(r"\[![A-Za-z]{2,20}\][-+]?[ \t]*")
_ATTRIBUTION = re.compile(r"(?:[—–]|--)\s?\w")
_BOLD = re.compile(r"(\*\*|__)(?=\S)(?:(?!\1).)+(?<=\S)\1:?\Z", re.DOTALL)


@dataclass(slots=True)
class _Container:
    """A quotation, an item or the definition of a note that is not finished."""

    kind: str
    indent: int = 0
    quotation: int = 0


@dataclass(slots=True)
class _Fence:
    sign: str
    containers: int


def markdown_parts(wording: Wording, counts: Counts, *, front: bool = True) -> list[Part]:
    """Return the parts of a Markdown text in order; `front` says that it may have front matter."""
    return list(_Blocks(wording, counts).parts(front=front))


@dataclass(slots=True)
class _Blocks:
    wording: Wording
    counts: Counts
    containers: list[_Container] = field(default_factory=list)
    paragraph: list[tuple[int, int]] = field(default_factory=list)
    rows: list[tuple[int, int]] = field(default_factory=list)
    has_head: bool = False
    fence: _Fence | None = None
    labels: frozenset[str] = frozenset()
    # Ends of HTML that are known not to come any more.
    missing: set[str] = field(default_factory=set)

    def parts(self, *, front: bool) -> Iterator[Part]:
        """Give the parts in order."""
        text = self.wording.text
        self.labels = frozenset(label_key(found[1]) for found in _DEFINITION.finditer(text))
        matter = _FRONT.match(text) if front and _KEYS.match(text) else None
        at = matter.end() if matter else 0
        while at < len(text):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            html_end = yield from self._line(at, text[at:end].rstrip())
            at = max(end + 1, html_end)
        yield from self._close()

    def _line(self, start: int, line: str) -> Generator[Part, None, int]:
        """Read one line; return how far HTML that begins there goes."""
        at, matched = self._match(line)
        if self.fence and not self._leaves_fence(matched):
            self._in_fence(line, at)
            return 0
        words = lines.gap(line, at)[1]
        if words == len(line):
            yield from self._blank(matched)
            return 0
        begun = self._begin_containers(line, at, matched)
        if begun is not None:
            yield from self._close()
            del self.containers[begun.kept :]
            self.containers += begun.containers
            words = begun.at
            if words == len(line):
                return 0
        return (yield from self._leaf(start, line, words, matched, new=begun is not None))

    def _match(self, line: str) -> tuple[int, int]:
        """Return where the line goes on inside the containers it belongs to, and how many."""
        at = 0
        for count, one in enumerate(self.containers):
            columns, words = lines.gap(line, at)
            if one.kind == "quotation":
                if line[words : words + 1] != ">":
                    return at, count
                at = words + 1 + (line[words + 1 : words + 2] in (" ", "\t"))
            elif words < len(line):
                if columns < one.indent:
                    return at, count
                at = lines.step_over(line, at, one.indent)
        return at, len(self.containers)

    def _leaves_fence(self, matched: int) -> bool:
        """Whether the quotation that holds the fence is over; a list may forget to indent."""
        assert self.fence is not None  # Asked for inside one only.
        lost = self.containers[matched : self.fence.containers]
        if any(one.kind == "quotation" for one in lost):
            self.fence = None
            return True
        return False

    def _in_fence(self, line: str, at: int) -> None:
        found = lines.FENCE.match(line, lines.gap(line, at)[1])
        if self.fence and found and found[1].startswith(self.fence.sign) and not found[2].strip():
            self.fence = None

    def _blank(self, matched: int) -> Iterator[Part]:
        yield from self._close()
        quotations = [i for i, one in enumerate(self.containers) if one.kind == "quotation"]
        lost = [i for i in quotations if i >= matched]
        if lost:
            del self.containers[lost[0] :]

    def _begin_containers(self, line: str, at: int, matched: int) -> "_Begun | None":
        """Return the quotations and items that the line begins, or None where it begins none."""
        begun = _Begun(at, matched)
        while matched + len(begun.containers) < DEEPEST:
            columns, words = lines.gap(line, begun.at)
            if line[words : words + 1] == ">":
                begun.take_quotation(line, words, self.counts)
            elif not self._take_item(line, words, columns, begun):
                break
        return begun if begun.containers else None

    def _take_item(self, line: str, words: int, columns: int, begun: "_Begun") -> bool:
        if lines.RULE.match(line, words):
            return False
        if note := lines.NOTE.match(line, words):
            begun.containers.append(_Container("note", 2))
            begun.at = note.end()
            return True
        sign = lines.item_sign(line, words)
        if sign is None or not self._may_begin(sign, begun):
            return False
        indent = columns + sign.end - words
        begun.containers.append(_Container("item", indent))
        begun.at = sign.words
        return True

    def _may_begin(self, sign: lines.Sign, begun: "_Begun") -> bool:
        """Whether an item can begin here: in a paragraph, "1986. A good year" begins none."""
        if not self.paragraph or begun.containers:
            return True
        in_list = any(one.kind == "item" for one in self.containers)
        return not sign.weak and (in_list or sign.number in (None, 0, 1))

    def _leaf(
        self, start: int, line: str, at: int, matched: int, *, new: bool
    ) -> Generator[Part, None, int]:
        """Read what stands in the innermost container; return how far HTML goes."""
        if heading := lines.ATX.match(line, at):
            yield from self._leave(matched, new=new)
            yield from self._heading(start, line, heading)
            return 0
        fence = lines.FENCE.match(line, at)
        if fence and not (fence[1][0] == "`" and "`" in fence[2]):
            yield from self._leave(matched, new=new)
            self.fence = _Fence(fence[1], len(self.containers))
            return 0
        underline = lines.UNDERLINE.match(line, at)
        if underline and self._is_underlined():
            yield from self._underlined(1 if underline[1] else 2)
            return 0
        if lines.RULE.match(line, at) or (underline and underline[1]):
            yield from self._leave(matched, new=new)
            return 0
        ending = lines.html_start(line, at, in_paragraph=bool(self.paragraph or self.rows))
        if ending is not None:
            yield from self._leave(matched, new=new)
            return (yield from self._html(start + at, ending))
        yield from self._words(start, line, at, matched, new=new)
        return 0

    def _leave(self, matched: int, *, new: bool) -> Iterator[Part]:
        """Close what is open, for a block that does not go on with it."""
        yield from self._close()
        if not new:
            del self.containers[matched:]

    def _heading(self, start: int, line: str, found: re.Match[str]) -> Iterator[Part]:
        closing = lines.CLOSING_SIGNS.search(line, found.end())
        end = closing.start() if closing else len(line)
        yield from self._part(
            [(start + found.end(), start + max(end, found.end()))],
            ClaimKind.HEADING,
            level=len(found[1]),
        )

    def _is_underlined(self) -> bool:
        """Whether the open paragraph is a heading; one that ends a sentence has a rule below."""
        if len(self.paragraph) != 1 or self.rows:
            return False
        words = self.wording.text[slice(*self.paragraph[0])]
        return not lines.ENDED.search(words) and "|" not in words

    def _underlined(self, level: int) -> Iterator[Part]:
        pieces, self.paragraph = self.paragraph, []
        yield from self._part(pieces, ClaimKind.HEADING, level=level)

    def _html(self, start: int, ending: str) -> Generator[Part, None, int]:
        text = self.wording.text
        end = self._html_end(text, start, ending)
        if not self._is_note():
            yield from html_parts(self.wording.cut(start, end), self.counts)
        return end

    def _html_end(self, text: str, start: int, ending: str) -> int:
        if ending and ending not in self.missing:
            if found := re.compile(re.escape(ending), re.IGNORECASE).search(text, start):
                line = text.find("\n", found.end())
                return len(text) if line < 0 else line + 1
            self.missing.add(ending)
        blank = _BLANK.search(text, start)
        return blank.start() + 1 if blank else len(text)

    def _words(self, start: int, line: str, at: int, matched: int, *, new: bool) -> Iterator[Part]:
        if self.paragraph and self._is_attribution(line, at):
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
            if lines.DEFINITION.match(line, at) or lines.LABELLED.match(line, at):
                return
            piece = self._without_alert(piece, line, at)
        if piece[0] < piece[1]:
            self.paragraph.append(piece)

    def _without_alert(self, piece: tuple[int, int], line: str, at: int) -> tuple[int, int]:
        """A quotation that begins with a sign such as `[!NOTE]` quotes nobody."""
        alert = _ALERT.match(line, at) if self.containers else None
        if not alert:
            return piece
        for one in self.containers:
            one.quotation = 0
        return piece[0] + alert.end() - at, piece[1]

    def _is_attribution(self, line: str, at: int) -> bool:
        """Whether a line of a quotation says whose words they are."""
        quoted = any(one.quotation for one in self.containers)
        return quoted and bool(_ATTRIBUTION.match(line, at))

    def _may_be_head(self, line: str, at: int) -> bool:
        return bool(self.paragraph and "|" in line and lines.DELIMITER_ROW.match(line, at))

    def _begin_table(self, line: str, at: int) -> Generator[Part, None, bool]:
        """Take the last line of the paragraph for the head of a table, if it has as many cells."""
        head = self.paragraph[-1]
        columns = len(lines.cells_of(self.wording.text, *head))
        if columns != len(lines.cells_of(line, at, len(line))):
            return False
        self.paragraph.pop()
        yield from self._close()
        self.rows, self.has_head = [head], True
        return True

    def _close(self) -> Iterator[Part]:
        """Give the paragraph or table that is open."""
        rows, self.rows = self.rows, []
        pieces, self.paragraph = self.paragraph, []
        has_head, self.has_head = self.has_head, False
        text = self.wording.text
        if pieces and not rows and all(text[start] == "|" for start, _ in pieces):
            rows, pieces = pieces, []
        if rows:
            yield from self._table(rows, has_head=has_head)
        if pieces:
            image = len(pieces) == 1 and _IMAGE.match(text, *pieces[0])
            kind = ClaimKind.ITEM if self._is_item() else ClaimKind.SENTENCE
            yield from self._part(pieces, ClaimKind.CAPTION if image else kind)

    def _table(self, rows: list[tuple[int, int]], *, has_head: bool) -> Iterator[Part]:
        table = self.counts.next_table()
        for row, (start, end) in enumerate(rows):
            for column, piece in enumerate(lines.cells_of(self.wording.text, start, end)):
                if piece[0] >= piece[1]:
                    continue
                head = has_head and row == 0
                kind = ClaimKind.HEADING if head else ClaimKind.CELL
                yield from self._part([piece], kind, cell=Cell(table, row, column, head))

    def _part(
        self,
        pieces: list[tuple[int, int]],
        kind: ClaimKind,
        *,
        level: int = 0,
        cell: Cell | None = None,
    ) -> Iterator[Part]:
        start, end = pieces[0][0], pieces[-1][1]
        if self._is_note() or start >= end:
            return
        wording = self.wording.cut(start, end)
        if len(pieces) > 1:
            gaps = pairwise(pieces)
            wording = wording.rewritten(
                [
                    (one[1] - start, other[0] - start, _joint(self.wording.text, one[1]))
                    for one, other in gaps
                ]
            )
        yield Part(
            kind,
            wording,
            markup_changes(wording.text, self.labels),
            level=level,
            depth=sum(one.kind == "item" for one in self.containers),
            cell=cell,
            quotation=next((one.quotation for one in self.containers if one.quotation), 0),
            bold=bool(_BOLD.match(wording.text)),
        )

    def _is_note(self) -> bool:
        return any(one.kind == "note" for one in self.containers)

    def _is_item(self) -> bool:
        return any(one.kind == "item" for one in self.containers)


@dataclass(slots=True)
class _Begun:
    """The containers that a line begins, how many around them stay, and where its words are."""

    at: int
    kept: int
    containers: list[_Container] = field(default_factory=list)

    def take_quotation(self, line: str, words: int, counts: Counts) -> None:
        self.containers.append(_Container("quotation", quotation=counts.next_quotation()))
        self.at = words + 1 + (line[words + 1 : words + 2] in (" ", "\t"))


_BLANK = re.compile(r"\n[ \t]*(?=\n|\Z)")


def _joint(text: str, end: int) -> str:
    """What stands between two lines of a paragraph: a line end, hard where spaces say so."""
    return "  \n" if text[end : end + 2] == "  " and "\n" in text[end : end + 8] else "\n"

"""
Finds lists of references in Markdown and in plain text.

A list stands under a heading that names it, ends the draft, or says what labels mean that the
draft cites. What is taken for a list is not read as claims, so an item must show that it is an
entry: a numbered list in the middle of prose is none, and neither is a paragraph that only stands
under such a heading.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, takewhile
from typing import NamedTuple

from citation_engine.formats.markdown.shelters import find_code, is_sheltered
from citation_engine.language.sentences import split_sentences
from citation_engine.language.tokens import LETTERS
from citation_engine.language.vocabulary import any_word, pattern, phrases, words
from citation_engine.link.drafts.evidence import FEWEST_WORDS, has_verb
from citation_engine.link.names import label_of, number_in
from citation_engine.link.reference_words import (
    MOST_READ,
    leads_to_source,
    looks_like_reference,
    plain_words,
    read_definition,
    read_entry,
)
from citation_engine.markers.page import ARXIV_NUMBER, begins_line
from citation_engine.model.draft import Reference
from citation_engine.model.passage import Span

_PARTICLES = any_word("references", "AUTHOR_PARTICLES")
_VENUES = words("references", "VENUES")
_LINE = re.compile(r"(?:(?<=[\r\n])|\A)(?!(?<=\r)\n)[^\r\n]*")
_BULLET = r"[ \t>]*+(?:(?:[-+*•‣]|–(?=\s))[ \t]++)?+"
NAME = r"\^?(?:[sS][ \t]?[:：][ \t]?)?[\w][\w.:+-]{0,60}"
# The label of an entry in brackets; before it, models also number their entries.
_BRACKETED = re.compile(
    rf"{_BULLET}(?:[0-9]{{1,4}}[.)][ \t]++)?(?P<label>(?:\*\*|__|<sup>)?"
    rf"(?:\\?\[){{1,2}}[ \t]?(?P<name>{NAME})[ \t]?(?:\\?\]){{1,2}}"
    r"(?P<linked>(?=\())?(?:\*\*|__|</sup>)?)(?P<colon>[ \t]?[:：])?(?![\w\[\]])"
)
# The label of an entry that is raised.
_RAISED = re.compile(
    rf"{_BULLET}(?P<label>\^?(?:<sup>)?\[?(?P<name>[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,3}}|(?<=[>^\[])[0-9]{{1,3}})"
    r"\]?(?:</sup>|\^)?)(?<![0-9\]])[ \t:.]{0,3}(?=[^\s⁰¹²³⁴⁵⁶⁷⁸⁹])"
)
_PLAIN_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
# The label of an entry without brackets.
_NUMBERED = re.compile(
    rf"{_BULLET}(?P<label>(?:\*\*|__|<sup>)?\(?(?P<name>[sS]?[0-9]{{1,3}})"
    r"(?:\\?[.):](?:\*\*|__)?(?=\s|\Z)|(?:\*\*|__)[.):]?(?=\s)|</sup>|[ \t][–—=-](?=\s)))"
)
# A label of any form, which the text must cite: in brackets, bold, code, a cell, before a colon.
_CALLED = re.compile(
    rf"{_BULLET}(?:[0-9]{{1,4}}[.)][ \t]++)?(?:\|[ \t]*+)?(?P<label>(?:\*\*|__|`){{0,2}}"
    r"(?:\\?\[(?P<name>[^\[\]\n|,;^][^\[\]\n|,;]{0,60})\\?\](?!\()|(?P<bare>[^\[\]|`*:=\s][^\[\]|`*:=\n]{0,60}?)"
    r"(?=`|\*\*|[ \t]?[:=|](?=\s)|[ \t][|–—-](?=\s)))(?:\*\*|__|`){0,2}(?:[ \t]*[:=|–—-])?+)(?=\s)"
)
# Labels that rows of a table may have without being cited.
_ROW_LABEL = re.compile(r"[sS]?[0-9]{1,3}|[A-Z]{1,4}-?[0-9]{1,4}")
_WORD = re.compile(r"[^\W\d_]{2}")
_CITING = re.compile(r"(?<![!\\\[\]])\\?\[([^\[\]\n|]{1,200}?)\\?\](?![(\]])")
_PREPRINT = re.compile(rf"(?i:\|\s?(?:arxiv:\s?)?(?P<id>{ARXIV_NUMBER})(?:v\d)?\s?\|)")
_BARE = re.compile(r"[ \t]*+(?P<label>(?P<name>[0-9]{1,3}))(?=[ \t]++[^\W\d_a-z])")
_ITEM = re.compile(r"[ \t>]*+(?:[-+*•‣]|–(?=\s))[ \t]++(?=\S)")
_RULE = re.compile(r"[ \t]*+(?:(?:-[ \t]*+){3,}+|(?:\*[ \t]*+){3,}+|(?:_[ \t]*+){3,}+)\Z")
_DEFINED = re.compile(r" {0,3}\[(?P<name>(?!\^)[^\[\]\n]{1,100})\]:[ \t]*+(?=\S)(?P<rest>[^\n]*)")
_TARGET = re.compile(r"<?(?:https?://|www\.|[\w./%-]+\.[a-z0-9]{2,5}(?:[#?\s>]|\Z))", re.IGNORECASE)
INNER = re.compile(r"\[(?:\^?[0-9]{1,4}|[sS][0-9]{1,4}|\[[sS]:[^\[\]]{1,40}\])\]")
_CITED = re.compile(r"\[(?:[sS]?[0-9]{1,4}[,;–-][ ]?)*([sS]?[0-9]{1,4})\]")
# An item that begins with a link is called by its words.
_LED = re.compile(r"(?:\*\*|__)?\[(?:[^\[\]\n]{1,300}+\]\(<?https?://|\[([^\[\]\n]{1,300}+)\]\])")
_EARLY_YEAR = re.compile(
    r".{0,300}?(?:\((?:1[5-9]|20)\d\d[a-z]?[,)]|[,.] (?:1[5-9]|20)\d\d[a-z]?[.,:](?= ))"
)
# A text that was read from a PDF has no blank lines: an author begins an entry, if one ended.
_AUTHOR = re.compile(
    r"(?:[a-z]{2,3}[ ]){0,2}[^\W\d_a-z][\w'’-]+(?:[ ][^\W\d_a-z][\w'’-]+)?,?[ ]"
    r"(?:[^\W\d_a-z][ ]?\.|[^\W\d_a-z]{1,3}[ ]?[,.]|(?<=,[ ])[^\W\d_a-z][^\W\d_]+(?=[ ]?[:/(]))"
)
# With the first name in front, as others begin, too: only where the entries begin so.
_NAMED_FIRST = re.compile(
    rf"(?:[^\W\d_a-z][^\W\d_A-Z]*+\.?[ -]?){{1,3}}?(?:(?:{_PARTICLES})[ ]){{0,3}}"
    rf"[^\W\d_a-z][\w'’-]{{2,}}+(?:[.,](?=[ ]|[^\W\d_a-z])|"
    rf"[ ](?:{any_word('function_words', 'JOINING')}|&|et)[ ])"
)
_AUTHORS = (_AUTHOR, _NAMED_FIRST)
_ANY_YEAR = re.compile(
    rf"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|(?<!\w)(?:{pattern('references', 'UNDATED')})"
)
_BEGUN = re.compile(f"{_AUTHOR.pattern}|{_NAMED_FIRST.pattern}|.*(?:{_ANY_YEAR.pattern}|http)")
_ENDED = re.compile(r"(?:[.)\]]|\d|https?://\S+|10\.\d{4,}/\S+)\s*\Z")
# Entries of one line: authors and a year in brackets stand behind the end of another entry.
_RUN_IN = re.compile(
    rf"(?<=\S)[ \t]++(?!(?:{any_word('function_words', 'JOINING')})\b)"
    rf"(?={_AUTHOR.pattern}[^()]{{0,300}}\((?:1[5-9]|20)\d\d[a-z]?\))"
)
# A label behind other words, as where entries stand in one paragraph.
_INSIDE = {
    "bracketed": re.compile(r"(?<=\s)\\?\[(?P<name>[0-9]{1,4})\\?\](?=\s+\S)"),
    "numbered": re.compile(
        r"(?<=[;,]\s)(?P<name>[sS][0-9]{1,3}|[0-9]{1,3}(?=[ ]?=))[ \t]?[=:](?=\s)"
    ),
}
_QUOTED = re.compile(r"[\"“„»«][^\"“”„»«\n]{1,300}[\"”“«»]")
_BEFORE_WORDS = " \t:：.)–—=-"
_NAMED = re.compile(r"\d|[sS]:|\w:\w")
# Kinds of items that may be a further line of the item before.
_DEPENDENT = ("paragraph", "numbered")
# How many numbers a list may leave out between two lines.
_FURTHEST = 50
# Lines at the end of a text in which a rule and what stands below it are looked for.
_FOOTER, _FOOTER_LINES = 8, 2
_ATX = re.compile(r" {0,3}(?P<signs>#{1,6})[ \t]++(?P<words>[^\n]*)")
_EMPHASISED = re.compile(
    r"(?P<mark>\*\*\*|___|\*\*|__|\*|_)(?P<words>[^*_\n]++)(?P=mark)(?P<after>\s*:?)"
)
_NUMBER = re.compile(r"\A(?:(?:[0-9]{1,3}(?:\.[0-9]{1,3}){0,4}|[IVXLC]{1,6}|[A-Z])[.):]?[ \t]++)")
_UNDERLINE = re.compile(r" {0,3}(?:=++|-{2,}+)[ \t]*+\Z")
_LONGEST, _MOST_WORDS = 80, 6
# Headings that are not marked as such end before any marked heading.
BOLD_LEVEL = 7


class ListHeading(NamedTuple):
    """A heading: how deep it is, and how sure it is that a list of references follows."""

    level: int
    names_references: bool
    weak: bool
    lines: int = 1
    # Whether it says nothing but the name of such a list.
    exact: bool = False


class ListLine(NamedTuple):
    """A line without its end, where it starts, and whether it is code."""

    start: int
    text: str
    is_code: bool
    begins_block: bool = False
    begins_item: bool = False

    @property
    def blank(self) -> bool:
        """Whether nothing is to be seen in it."""
        return not self.text or self.text.isspace()


class ListItem(NamedTuple):
    """Something in a list that may be an entry; `words` is where they begin after the label."""

    kind: str
    label: str
    start: int
    words: int
    end: int


class ReferenceList(NamedTuple):
    """A list of references: where it stands, heading included, and its entries."""

    span: Span
    references: list[Reference]


def find_lists(
    text: str,
    *,
    markdown: bool,
    marked: Mapping[int, int] | None = None,
    blocks: Mapping[int, bool] | None = None,
    linked: Sequence[Span] = (),
    known: Sequence[str] = (),
) -> list[ReferenceList]:
    """
    Return the lists of references of a text, in order.

    Args:
        text: the text.
        markdown: whether it is Markdown.
        marked: the levels of headings that are known, by where they begin.
        blocks: where paragraphs and items begin, as far as that is known, and which are items.
        linked: the links to other documents, as far as the text does not show them.
        known: what the sources are called.

    """
    lines = _lines(text, blocks or {}, markdown=markdown)
    headings = _headings(lines, marked or {}, markdown=markdown)
    heads = {at for at, _ in headings}
    behind = (one for one in _CITING.finditer(text) if not begins_line(text, one.start()))
    used = _used_labels(behind, lines) if markdown else set()
    names = {name.strip().casefold() for name in known} - {""}
    found: list[ReferenceList] = []
    covered = 0
    for first, last, heading in _sections(headings, len(lines)):
        if first >= covered:
            covered = last
            below = range(first + heading.lines, last)
            start = lines[first].start
            cited = used if markdown else _plain_labels(text[:start], lines[first:last])
            items = list(_items(lines, below, heads, cited, markdown=markdown))
            items = list(_taken_apart(text, items))
            if heading.weak and heading.exact:
                # "Links" may be to other pages of a wiki; "Key sources" are sources.
                items = [item for item in items if not _leads_to_page(text, item, names)]
            found += _under(text, start, items, linked, weak=heading.weak)
    taken = [one.span for one in found]
    found += _defined(lines, taken)
    taken += [one.span for one in found]
    items = list(_items(lines, range(len(lines)), heads, used, markdown=markdown))
    found += _unheaded(text, list(_taken_apart(text, items)), taken, used, names)
    return sorted(found, key=lambda one: one.span)


def _used_labels(markers: Iterable[re.Match[str]], lines: Sequence[ListLine]) -> set[str]:
    """What stands in brackets that may be markers, and begins one of the lines at most."""
    said = [one for found in markers for one in (found[1], *re.split("[,;]", found[1]))]
    used = {label_of(one).casefold() for one in said}
    begun = Counter(_label_called(found) for line in lines if (found := _CALLED.match(line.text)))
    return {one for one in used if begun[one] < 2 and any(map(str.isalnum, one))}


def _plain_labels(above: str, lines: Sequence[ListLine]) -> set[str]:
    """Labels of a list whose lines end anywhere: the text above has them, or authors follow."""
    begun = [found for line in lines if (found := _CITING.match(line.text))]
    before_authors = (
        found
        for found in begun
        if any(_begins_entry(one, found.string[found.end() + 1 :]) for one in _AUTHORS)
    )
    return _used_labels(chain(_CITING.finditer(above), before_authors), lines)


def _label_called(found: re.Match[str]) -> str:
    return label_of(found["name"] or found["bare"]).casefold()


def _lines(text: str, blocks: Mapping[int, bool], *, markdown: bool) -> list[ListLine]:
    code = [span for span in find_code(text) if "\n" in span.of(text)] if markdown else []
    found: list[ListLine] = []
    for line in _LINE.finditer(text):
        start, end = line.span()
        inside = bool(code) and is_sheltered(code, start, end + 1)
        found.append(ListLine(start, line[0], inside, start in blocks, blocks.get(start, False)))
        if not markdown and end - start > _LONGEST:
            found[-1:] = _run_in_lines(found[-1])
    if found[0].text.startswith("\ufeff"):
        found[0] = ListLine(1, found[0].text[1:], found[0].is_code)
    return found


def _run_in_lines(line: ListLine) -> Iterator[ListLine]:
    """The heading and the entries that a reader of a PDF file left in one line."""
    begin = 0
    for gap in _RUN_IN.finditer(line.text):
        before = line.text[begin : gap.start()]
        if _ENDED.search(before[-80:]) or names_references(before):
            yield ListLine(line.start + begin, before, line.is_code)
            begin = gap.end()
    yield line._replace(start=line.start + begin, text=line.text[begin:])


def _headings(
    lines: Sequence[ListLine], marked: Mapping[int, int], *, markdown: bool
) -> list[tuple[int, ListHeading]]:
    found = []
    alone = True
    for at, line in enumerate(lines):
        if line.blank:
            alone = True
            continue
        below = lines[at + 1].text if markdown and at + 1 < len(lines) else ""
        # An item is no heading, such as one of a table of contents; nor is what only has the sign
        # of one where headings are marked.
        is_item = line.begins_item or _ITEM.match(line.text) is not None
        signed = bool(marked) and line.text.startswith("#")
        is_other = line.is_code or is_item or signed
        heading = None if is_other else heading_at(line.text, below, alone=alone)
        if line.start in marked:
            heading = _heading(marked[line.start], line.text.strip("# "), 1)
        elif not markdown and heading and not _entry_follows(lines[at + 1 : at + _FOOTER]):
            heading = None
        if heading:
            found.append((at, heading))
        # Readers of PDF files leave no blank line above a heading.
        alone = not markdown
    return found


def _entry_follows(lines: Sequence[ListLine]) -> bool:
    """Whether an entry begins soon below what may be a heading, or the head of a column."""
    shown = [line for line in lines if not line.blank][:3]
    kinds = {_item(line, 0, False, (), markdown=False).kind for line in shown}
    return kinds != {"paragraph"} or any(_BEGUN.match(line.text) for line in shown)


def _sections(
    headings: Sequence[tuple[int, ListHeading]], end: int
) -> Iterator[tuple[int, int, ListHeading]]:
    """The sections whose heading names references: first line, line after the last, heading."""
    waiting: list[tuple[int, ListHeading]] = []
    found: list[tuple[int, int, ListHeading]] = []
    for at, heading in (*headings, (end, ListHeading(0, False, False))):
        while waiting and heading.level <= waiting[-1][1].level:
            first, opened = waiting.pop()
            found.append((first, at, opened))
        if heading.names_references:
            waiting.append((at, heading))
    return iter(sorted(found, key=lambda section: section[0]))


def _items(
    lines: Sequence[ListLine],
    which: range,
    headings: set[int],
    used: Collection[str],
    *,
    markdown: bool,
) -> Iterator[ListItem]:
    """The items of a section: labelled, bulleted, or paragraphs, and what stands between."""
    item: ListItem | None = None
    after_blank, ended, dated = True, True, True
    named = [bool(_NAMED_FIRST.match(lines[at].text)) for at in which if not markdown]
    family = [bool(_AUTHOR.match(lines[at].text)) for at in which if not markdown]
    author = _NAMED_FIRST if sum(named) * 2 > sum(family) + sum(named) else _AUTHOR
    for at in which:
        line = lines[at]
        if line.blank:
            after_blank = True
            continue
        after_blank = after_blank or line.begins_block
        end = line.start + len(line.text.rstrip())
        new = _item(line, end, at in headings, used, markdown=markdown)
        is_bullet = new.kind == "bullet" and not (markdown or line.begins_item)
        if item and item.label and is_bullet and not ended:
            # A dash in a title may begin a line.
            new = new._replace(kind="paragraph")
        begins = not markdown and ended and dated and _begins_entry(author, line.text)
        if (
            item
            and new.kind in _DEPENDENT
            and _goes_on(item, new, line.text, after_blank or begins, ended=ended)
        ):
            item = item._replace(end=end)
        else:
            if item:
                yield item
            # A bare number may begin the head of a page, which is no entry that lacks its year.
            item, dated = new, not markdown and _BARE.match(line.text) is not None
        dated = dated or bool(_ANY_YEAR.search(line.text))
        after_blank, ended = False, bool(_ENDED.search(line.text))
    if item:
        yield item


def _taken_apart(text: str, items: Sequence[ListItem]) -> Iterator[ListItem]:
    """The items; entries in one paragraph by themselves, where each has the next number."""
    for at, whole in enumerate(items):
        item = whole
        inside = _INSIDE.get(item.kind)
        for found in inside.finditer(text, item.words, item.end) if inside else ():
            name = label_of(found["name"])
            if (number_in(item.label) or 0) + 1 == number_in(name) and not _is_listed(
                name, items, at
            ):
                words = text[item.words : found.start()].rstrip(";, \t\n")
                yield item._replace(end=item.words + len(words))
                item = ListItem(item.kind, name, found.start(), found.end(), item.end)
        yield item


def _is_listed(label: str, items: Sequence[ListItem], at: int) -> bool:
    """Whether the list that an item is of has a label elsewhere; footnotes below count anew."""
    below = takewhile(lambda item: item.label != items[at].label, items[at + 1 :])
    return any(item.label == label for item in chain(items[:at], below))


def _begins_entry(author: re.Pattern[str], line: str) -> bool:
    """Whether a line begins with authors, and not with where a work appeared."""
    found = author.match(line)
    return found is not None and _VENUES.isdisjoint(LETTERS.findall(found[0].casefold()))


def _goes_on(
    item: ListItem, new: ListItem, line: str, after_blank: bool, *, ended: bool = False
) -> bool:
    """Whether what looks like a new item is a further line of the one before."""
    if item.kind == "other":
        return False
    if new.kind == "paragraph":
        return not after_blank or line[:2].isspace()
    if item.kind in ("bracketed", "note"):
        return not after_blank
    # A line may begin with a number by chance: a year, a volume, an edition.
    last, number = number_in(item.label), number_in(new.label)
    if last is None or number is None:
        return False
    if ended and abs(number - last) <= _FURTHEST:
        return False
    return not after_blank and not last <= number <= last + _FURTHEST


def _item(
    line: ListLine, end: int, is_heading: bool, used: Collection[str], *, markdown: bool
) -> ListItem:
    if is_heading or line.is_code or _RULE.match(line.text):
        return ListItem("other", "", line.start, line.start, end)
    if line.text.lstrip().startswith("|"):
        return _row(line, end, used)
    if labelled := _bracketed(line, end):
        return labelled
    found = _NUMBERED.match(line.text) or (None if markdown else _BARE.match(line.text))
    if found:
        start, words = line.start + found.start("label"), line.start + found.end()
        return ListItem("numbered", label_of(found["name"]), start, words, end)
    called = _called(line, end, used)
    if called and (markdown or line.text[called.start - line.start] == "["):
        return called
    if bullet := _ITEM.match(line.text):
        start = line.start + bullet.end()
        return ListItem("bullet", "", start, start, end)
    start = line.start + len(line.text) - len(line.text.lstrip())
    kind = "bullet" if line.begins_item else "paragraph"
    return ListItem(kind, "", start, start, end)


def _called(line: ListLine, end: int, used: Collection[str]) -> ListItem | None:
    """An item that begins with a label of any form that the text cites, or a row with a number."""
    found = _CALLED.match(line.text)
    if not found:
        return None
    label, cited = label_of(found["name"] or found["bare"]), _label_called(found) in used
    if line.text.lstrip().startswith("|"):
        is_plain = _ROW_LABEL.fullmatch(label) and _WORD.search(line.text, found.end())
        cited = bool(is_plain) or (cited and leads_to_source(line.text))
    start, words = line.start + found.start("label"), line.start + found.end()
    return ListItem("bracketed", label, start, words, end) if cited else None


def _row(line: ListLine, end: int, used: Collection[str]) -> ListItem:
    """A row of a table of sources: its first cell is its label, or one is a number of arXiv."""
    if called := _called(line, end, used):
        return called
    number = _PREPRINT.search(line.text)
    kind, label = ("bracketed", f"arxiv:{number['id']}") if number else ("other", "")
    return ListItem(kind, label, line.start, line.start + len(label[:1]), end)


def _bracketed(line: ListLine, end: int) -> ListItem | None:
    if raised := _RAISED.match(line.text):
        label = raised["name"].translate(_PLAIN_DIGITS)
        start, words = line.start + raised.start("label"), line.start + raised.end()
        return ListItem("bracketed", label, start, words, end)
    found = _BRACKETED.match(line.text)
    if not found or found["name"] in ("x", "X"):
        return None
    is_note = found["name"].startswith("^")
    if is_note and not found["colon"]:
        return None
    # "[Title](address)" is a link; only what is numbered so is a label as well.
    linked = found["linked"] is not None
    if (linked or not found["colon"]) and not _NAMED.search(found["name"]):
        return None
    start = line.start + found.start("label")
    words = start if linked else line.start + found.end()
    kind = "note" if is_note else "bracketed"
    return ListItem(kind, label_of(found["name"]), start, words, end)


def _under(
    text: str, start: int, items: Sequence[ListItem], linked: Sequence[Span], *, weak: bool
) -> Iterator[ReferenceList]:
    """The lists under a heading; where other things stand between entries, there are several."""
    entries = _entries(text, items, linked, weak=weak)
    begun: int | None = start
    run: list[ListItem] = []
    for at, item in enumerate(items):
        if item in entries:
            run.append(item)
        elif item.kind != "other" and not (at == 0 and _introduces(text, item)):
            if run:
                yield _found(text, begun, run)
            begun, run = None, []
    if run:
        yield _found(text, begun, run)


def _introduces(text: str, item: ListItem) -> bool:
    return text[item.start : item.end][-20:].rstrip("*_ ").endswith(":")


def _entries(
    text: str, items: Sequence[ListItem], linked: Sequence[Span], *, weak: bool
) -> set[ListItem]:
    shown = {item: _shown(text, item) for item in items}
    # Where prose may stand, an item that states something is cited by its number, or no entry.
    labels = _cited_labels(text[: items[0].start]) if weak and items else set()
    likely = {
        item
        for item in items
        if (
            looks_like_reference(shown[item])
            or is_sheltered(linked, item.words, item.words + 1)
            or _LED.match(text, item.words)
        )
        and not (weak and item.label not in labels and _states(shown[item]))
    }
    prose = {item for item in items if item not in likely and INNER.search(shown[item])}
    found = {item for item in items if item.kind in ("bracketed", "note")}
    unlike = found & prose if any(item.label.isdigit() for item in found) else found - likely
    if weak and len(unlike) * 2 > len(found):
        found = set()
    for kind in ("numbered", "bullet"):
        same = [item for item in items if item.kind == kind]
        doubtful = weak or kind == "bullet"
        if sum(item in prose for item in same) * 2 > len(same):
            continue
        if doubtful and sum(item in likely for item in same) * 2 < len(same):
            continue
        found.update(same)
    if not weak:
        cited = {item for item in items if item.kind == "paragraph" and _is_cited(item, shown)}
        numbered = {item for item in found if item.kind == "numbered"}
        # Among entries without numbers, a few lines that begin with one are the heads of pages.
        found = cited | (found - numbered if len(cited) > len(numbered) else found)
    return found


def _leads_to_page(text: str, item: ListItem, known: Collection[str]) -> bool:
    """Whether an item begins with a link to a page of a wiki that is none of the sources."""
    led = _LED.match(text, item.words)
    page = re.split(r"[#|]", led[1] or "")[0] if led else ""
    return bool(page) and page.rpartition("/")[2].strip().casefold() not in known


def _states(words: str) -> bool:
    """Whether a sentence among the words says something; titles in quotation marks do not."""
    said = _QUOTED.sub(" ", words)
    first = said.split()[:2]
    # What goes on with the sentence of its label: "[2] shows that …".
    if len(first) == 2 and all(word.isalpha() and word.islower() for word in first):
        return True
    return any(
        has_verb(sentence.of(said)) and len(sentence.of(said).split()) >= FEWEST_WORDS
        for sentence in split_sentences(said)
    )


def _cited_labels(text: str) -> set[str]:
    return {label_of(found[1]) for found in _CITED.finditer(text)}


def _is_cited(item: ListItem, shown: dict[ListItem, str]) -> bool:
    """Whether a paragraph without any label is an entry: it must begin as entries do."""
    words = shown[item]
    if INNER.search(words):
        return False
    begun = _AUTHOR.match(words) or _NAMED_FIRST.match(words)
    dated = _ANY_YEAR.search(words) if begun else _EARLY_YEAR.match(words)
    return bool(dated) or ("http" in words and len(words) <= 400)


def _found(text: str, start: int | None, items: Sequence[ListItem]) -> ReferenceList:
    first = items[0].start if start is None else start
    references = [_reference(text, item) for item in _renumbered(items) if item.kind != "note"]
    return ReferenceList(Span(first, items[-1].end), references)


def _renumbered(items: Sequence[ListItem]) -> list[ListItem]:
    """Where every item has the same number, Markdown counts them, and so do readers."""
    numbered = [item for item in items if item.kind == "numbered"]
    if len(numbered) < 2 or len({item.label for item in numbered}) > 1:
        return list(items)
    if not numbered[0].label.isdigit():
        return list(items)
    counted = {item: at for at, item in enumerate(numbered, int(numbered[0].label))}
    return [item._replace(label=str(counted[item])) if item in counted else item for item in items]


def _reference(text: str, item: ListItem) -> Reference:
    raw = text[item.words : min(item.end, item.words + MOST_READ)].lstrip(_BEFORE_WORDS)
    entry = read_entry(item.label, Span(item.start, item.end), raw)
    if item.words > item.start:
        return entry
    # The label is a link, which was read with the words for its address.
    words = entry.text.removeprefix(item.label).lstrip(_BEFORE_WORDS)
    return entry.model_copy(update={"text": words}) if item.label else entry


def _defined(lines: Sequence[ListLine], taken: Sequence[Span]) -> Iterator[ReferenceList]:
    """Definitions of links, such as `[1]: https://…`, wherever they stand."""
    spans = sorted(taken)
    for line in lines:
        if line.is_code or "]:" not in line.text:
            continue
        found = _DEFINED.match(line.text)
        start, end = line.start, line.start + len(line.text.rstrip())
        if found and _TARGET.match(found["rest"]) and not is_sheltered(spans, start, end):
            span = Span(start + found.start("name") - 1, end)
            yield ReferenceList(
                span, [read_definition(label_of(found["name"]), span, found["rest"])]
            )


def _unheaded(
    text: str,
    items: Sequence[ListItem],
    taken: Sequence[Span],
    used: set[str],
    known: Collection[str],
) -> Iterator[ReferenceList]:
    """Lists that no heading names: they end the text, or say what labels mean that it cites."""
    spans = sorted(taken)
    for kind in ("bracketed", "numbered"):
        for last, run in _runs(text, items, spans, kind):
            # The definitions of footnotes may stand among the entries.
            labelled = [item for item in run if item.kind != "note"]
            if _is_unheaded_list(text, labelled, kind, used, known, last=last):
                yield _found(text, None, run)
                spans = sorted([*spans, Span(run[0].start, run[-1].end)])


def _runs(
    text: str, items: Sequence[ListItem], spans: Sequence[Span], kind: str
) -> Iterator[tuple[bool, Sequence[ListItem]]]:
    """Items of a kind with no other words between them, and whether they end the text."""
    run: list[ListItem] = []
    beyond = [item for item in items if not is_sheltered(spans, item.start, item.start + 1)]
    for item in (*beyond, ListItem("", "", len(text), len(text), len(text))):
        if item.kind in (kind, "note"):
            run.append(item)
        elif item.kind != "other":
            kept = _distinct(text, run)
            if any(one.kind == kind for one in kept):
                yield _ends(text, beyond, kept[-1]), kept
            run = []


def _ends(text: str, items: Sequence[ListItem], last: ListItem) -> bool:
    """Whether an item ends the text, but for the line or two that tools write below a rule."""
    below = items[items.index(last) + 1 :]
    if not below:
        return True
    lines = [line for line in text[below[0].end :].splitlines() if line.strip()]
    is_rule = _RULE.match(text[below[0].start : below[0].end])
    return bool(is_rule) and len(lines) <= _FOOTER_LINES


def _distinct(text: str, items: Sequence[ListItem]) -> Sequence[ListItem]:
    """The items without paragraphs before them that begin with a label: "[2] shows that …"."""
    seen: set[str] = set()
    for at in reversed(range(len(items))):
        label = items[at].label
        if label and label in seen:
            prose = not any(_is_likely(text, item) for item in items[: at + 1])
            return items[at + 1 :] if prose else items
        seen.add(label)
    return items


def _is_unheaded_list(
    text: str,
    items: Sequence[ListItem],
    kind: str,
    used: set[str],
    known: Collection[str],
    *,
    last: bool,
) -> bool:
    """Whether items are entries that nothing announces: most show it, and none is prose."""
    labels = [item.label for item in items]
    likely = [
        _is_likely(text, item) or _shown(text, item).strip(_BEFORE_WORDS).casefold() in known
        for item in items
    ]
    prose = [INNER.search(_shown(text, item)) for item in items]
    if last and kind == "bracketed" and all(likely) and len(set(labels)) == len(labels):
        line = text.rfind("\n", 0, items[0].start) + 1
        if not text[line : items[0].start].lstrip().startswith("|"):
            return True
    # Where some do not show it, or have no brackets, the text must cite them.
    if any(prose) or sum(likely) * 2 < len(likely):
        return False
    stated = sum(_states(_shown(text, item)) for item in items)
    if kind == "bracketed" and not all(number_in(label) for label in labels):
        return not used.isdisjoint(map(str.casefold, labels)) and stated * 2 < len(items)
    numbers = _cited_labels(text[: items[0].start])
    listed = len(numbers & set(labels))
    distinct = 1 < len(items) == len(set(labels))
    return distinct and 2 * listed > max(len(numbers), 1) and (last or not stated)


def _is_likely(text: str, item: ListItem) -> bool:
    return looks_like_reference(_shown(text, item))


def _shown(text: str, item: ListItem) -> str:
    return plain_words(text[item.words : min(item.end, item.words + MOST_READ)])


def heading_at(line: str, below: str, *, alone: bool) -> ListHeading | None:
    """
    Return the heading that a line is, or None.

    `below` is the next line, which may underline it. `alone` tells that the line before is
    blank or missing: only then can a line without any mark of a heading be one, and only if it
    says nothing but the name of such a list.
    """
    if atx := _ATX.match(line):
        return _heading(len(atx["signs"]), atx["words"].strip().rstrip("#"), 1)
    words = line.strip()
    if not words or len(words) > _LONGEST or line.startswith(("    ", "\t")):
        return None
    if _UNDERLINE.match(below) and not words.startswith(("-", "*", "+", ">", "|", "[")):
        return _heading(1 if below.lstrip()[:1] == "=" else 2, words, 2)
    if emphasised := _EMPHASISED.fullmatch(words):
        return _heading(BOLD_LEVEL, emphasised["words"], 1)
    named = _heading(BOLD_LEVEL, words, 1)
    return named if alone and named.names_references and named.exact else None


def names_references(words: str) -> bool:
    """Whether a heading's words name a list of references."""
    return _heading(1, words, 1).names_references


def is_weak_name(words: str) -> bool:
    """Whether a section of that name may also hold prose."""
    return _heading(1, words, 1).weak


def _heading(level: int, words: str, lines: int) -> ListHeading:
    plain = _NUMBER.sub("", words.strip().strip("*_").strip(), count=1)
    key = " ".join(LETTERS.findall(plain[:_LONGEST].casefold().replace("&", " und ")))
    exact = key in _NAMES or key in _FOLDED_LOOSE
    # "Key sources", "Sources (saved pages)": a list, if what stands there looks like one.
    named = LETTERS.findall(plain.partition("(")[0][:_LONGEST].casefold())
    loose = not exact and len(named) <= _MOST_WORDS and not _LIST_WORDS.isdisjoint(named)
    return ListHeading(level, exact or loose, loose or key in _FOLDED_LOOSE, lines, exact)


def _folded(listed: tuple[str, ...]) -> frozenset[str]:
    names = frozenset(listed)
    both = names | {name.replace(" und ", " and ") for name in names}
    both |= {name.replace(" and ", " und ") for name in names}
    return frozenset(name.casefold() for name in both)


_LIST_WORDS = words("references", "LIST_WORDS")
_NAMES = _folded(phrases("references", "STRICT_LISTS"))
_FOLDED_LOOSE = _folded(phrases("references", "LOOSE_LISTS"))

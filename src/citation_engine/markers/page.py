"""
A draft as the dialects look at it: its words, where no marker can be, where it lists its sources.

It is made once for all dialects, and each part of it when it is first asked for. A bracket that
begins a line below `## References`, `Quellen:` or `**Notes**` is the label of an entry, not a
marker: it says what the markers above mean.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote

from citation_engine.formats.html import tags as html
from citation_engine.formats.latex import WRAPPED, read_latex
from citation_engine.formats.markdown.blocks import front_matter_end
from citation_engine.formats.markdown.links import Hyperlink, find_hyperlinks, leads_elsewhere
from citation_engine.formats.markdown.shelters import (
    HIDING_ELEMENTS,
    find_addresses,
    find_code,
    find_formulas,
    find_inline_tags,
    is_sheltered,
    joined,
    with_hidden,
)
from citation_engine.formats.tree import view_of_strings
from citation_engine.language.blocks import LinePattern
from citation_engine.language.vocabulary import phrases
from citation_engine.model.draft import DraftFormat, Reference
from citation_engine.model.passage import Layout, MarkKind, Span
from citation_engine.urls import is_web_address

# The label of an entry: in brackets, with a stop behind it, or raised.
_LABEL = LinePattern(
    r"[ \t>|*-]*+(?:\d{1,9}[.)][ \t]++)?(?:\\?\[{1,2}([\w][\w.:+/-]{0,60})\\?\]{1,2}:?"
    r"|(\d{1,4})[.)](?=\s)|([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}|<sup>\[?\d{1,4}\]?</sup>|\^\d{1,4}\^)(?=[\s:.]))"
)
# How a label begins that others have in common: `KD2-1`, `src-rye`, `s.2026-05-12-rye`.
LABEL_STEM = re.compile(r"[^\W\d_]{1,20}(?:[_.:+/-]|(?=\d))")
# A number of arXiv: year, month and which one of them.
ARXIV_NUMBER = r"\d\d(?:0[1-9]|1[0-2])\.\d{4,5}"
_PREPRINT = re.compile(rf"(?<![\d.]){ARXIV_NUMBER}(?!\d)")
_UPWARDS = re.compile(r"\A(?:\.{0,2}/)+")
_ENDING = re.compile(r"\.[a-z][a-z0-9]{1,4}")
# What often differs between an address and how it is written.
_SCHEME = re.compile(r"\Ahttps?://(?:www\.)?", re.IGNORECASE)
_PLAIN_LABEL = re.compile(r"</?sup>|[\[\]^]")
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻‑", "0123456789--")
_THOUSANDS = re.compile(r"\[(?:1[0-8]\d\d|[2-9]\d\d\d)\](?<!\[20\d\d\])")
_YEARED_KEY = re.compile(r"(?<![\w@/.])@([^\W\d_][\w:.-]{0,60}?(?:1[5-9]|20)\d\d[a-z]?)\b")
_CITES = re.compile(r"(?<!\\)\\[a-zA-Z]{0,8}[Cc]ite[a-z]{0,8}\*?\s?[\[{]")
_KEYED = re.compile(r"\[[^\[\]\n]{0,42}@\w|^bibliography:", re.MULTILINE)
_LISTS = {*phrases("references", "STRICT_LISTS"), *phrases("references", "LOOSE_LISTS")}
_NAMES = "|".join(
    re.escape(name)
    .replace(r"\ ", r"[ \t]+")
    .replace("and", "(?:and|&)")
    .replace("und", "(?:und|&)")
    for name in sorted(_LISTS, key=len, reverse=True)
)
_NUMBER = r"(?:(?:\d{1,3}|[IVXivx]{1,6})(?:\.\d{1,3})*[.)]?[ \t]+)?"
_SIGN = r"(?:[^\w\s#*_\[\]()<>-]{1,4}[ \t]*)?"
_HEADING = LinePattern(
    rf"(?=[^\n]{{4,100}}+(?:\n|\Z))[ \t>\u200b]*+(?:(#{{1,6}})[ \t]*+)?((?:\*\*|__)?)"
    rf"{_NUMBER}{_SIGN}(?:{_NAMES})"
    r"[ \t]*+:?(?:\*\*|__)?[ \t]*+[:#]*+[ \t\r\u200b]*+$",
    re.MULTILINE | re.IGNORECASE,
)
# What ends a section: a heading of any form. The first group is the sign of its level.
_ANY_HEADING = LinePattern(
    r"[ \t>\u200b]{0,20}(?:(#{1,6})[ \t]+\S|\*\*[^*\n]{1,120}\*\*:?[ \t\r]*$"
    r"|(?=\S)(?![-*+>|#\[=]|\d{1,9}[.)])[^\n]{1,120}\n(?:=|-)(?:={2,}|-{2,})[ \t\r]*$)",
    re.MULTILINE,
)
_ENTRY_SIGN = re.compile(r"[\s\u200b]*+(?:[\[【［(*|<^+-]|\d|https?:|=)")
# White space, `>`, the signs of lists and tables, and what makes a label bold.
_BEFORE_LABEL = re.compile(
    r"[ \t>|\u200b]*+(?:(?:[-*+]|\d{1,9}[.)]|[\^\\])[ \t\u200b]*+)*+(?:\*\*|__)?"
)
_WIDEST = 60
_SIGNS = frozenset(("", *"\n \t>|-*+.)^\\_\u200b0123456789"))
_ENTITY = re.compile(
    r"&(?:amp|#\d{2,6}|#[xX][0-9A-Fa-f]{2,5}|nbsp|[nm]dash|minus|hyphen|comma|semi|shy|zwn?j"
    r"|thinsp|e[nm]sp|lbrack|rbrack|lsqb|rsqb|Hat|lowbar|colon);"
)
_UNSEEN = "\u200b"


# A marker whose brackets both stand behind a backslash, as converters write brackets.
_ESCAPED = re.compile(
    r"(?<!\\)\\\[(\\\[)?((?:[sS][:：]?)?\d[^\[\]\\\n]{0,80}|[A-Z][\w.+-]{0,40}\d[\w.+-]{0,20})"
    r"(\\\])?\\\]"
)
_IN_LINK = re.compile(rf"(?<=\[){_ESCAPED.pattern}(?=\]\()")
_UNESCAPED = re.compile(r"(?<![\\!])\[{1,2}(?:[sS]:?)?\d[^\[\]\n]{0,40}\]")


class HtmlView(NamedTuple):
    """
    The words of an HTML text that readers see, each where it stands in the text.

    The view is as long as the text. Tags within a line are invisible characters in it, tags
    that begin or end a block are line ends, headings begin with the sign that Markdown has for
    them, and comments, scripts and code, which are `hidden`, are gone.
    """

    view: str
    hidden: list[Span]


class Page:
    """
    A text in its format.

    `view` is as long as the text and has its words where they stand; of HTML it has no tags, of
    LaTeX no commands, of JSON and YAML nothing but the strings. `layout` is what a reader knows
    about the text of a DOCX or PDF.
    """

    def __init__(
        self,
        text: str,
        format: DraftFormat = DraftFormat.MARKDOWN,
        *,
        whole: bool = True,
        references: Sequence[Reference] | None = None,
        known: Sequence[str] = (),
        layout: Layout | None = None,
    ) -> None:
        self.text = text
        self.format = format
        self._layout = read_latex(text).layout if format is DraftFormat.LATEX else layout
        # Of a text that is still being written it is not known which sources it will list.
        self.whole = whole
        # The entries of its lists where somebody has read them, and what its sources are called
        # elsewhere.
        self.references = references
        self.known = [name for name in known if name[:1] != "`"]
        # Where sources are that are files, each path in code.
        self._paths = [name.strip("`") for name in known if name[:1] == "`"]

    @property
    def has_layout(self) -> bool:
        """Whether something is known about the text beside its words."""
        return self._layout is not None

    @cached_property
    def raised(self) -> dict[Span, str]:
        """What stands above the line in a document that does not write it, and where it leads."""
        marks = self._layout.marks if self._layout else ()
        found = (mark for mark in marks if mark.kind is MarkKind.SUPERSCRIPT)
        return {Span(mark.start, mark.end): mark.name for mark in found}

    @cached_property
    def fields(self) -> list[Span]:
        """What a word processor says is a citation, whatever it looks like."""
        marks = self._layout.marks if self._layout else ()
        return [Span(one.start, one.end) for one in marks if one.kind is MarkKind.CITATION]

    @cached_property
    def cross_references(self) -> list[Span]:
        """What refers to a place in the document that is no entry of a list of sources."""
        marks = self._layout.marks if self._layout else ()
        marks = marks if self.format is DraftFormat.DOCX else ()
        inside = [one for one in marks if one.kind is MarkKind.LINK and one.name[:1] == "#"]
        return joined(
            Span(one.start, one.end)
            for one in inside
            if one.name == "#" or not self.lists_sources_at(int(one.name[1:]))
        )

    @cached_property
    def view(self) -> str:
        """The text with everything blanked that is markup and not words."""
        if self.format is DraftFormat.HTML:
            return self._html.view
        if self.format is DraftFormat.LATEX:
            return read_latex(self.text).view
        if self.format in (DraftFormat.JSON, DraftFormat.YAML):
            return view_of_strings(self.text, self.format)
        if self.whole and "\\[" in self.text:
            return self._without_escapes()
        return self.text

    def _without_escapes(self) -> str:
        """
        The text with plain brackets for escaped ones, at the same offsets, if it escapes them all.

        Who escapes one bracket of several shows it as it is, and it is no marker. A converter
        escapes every bracket of the text it was given.
        """
        text = _IN_LINK.sub(_bracketed, self.text)
        found = len(_ESCAPED.findall(text))
        if not found or _UNESCAPED.search(text):
            return text
        sure = found > 2 or self.references or find_sections(text)
        return _ESCAPED.sub(_bracketed, text) if sure else text

    @cached_property
    def _html(self) -> HtmlView:
        return view_html(self.text)

    @cached_property
    def hidden(self) -> list[Span]:
        """Code and comments, and what a text in Markdown says of itself above its words."""
        if self.format is DraftFormat.HTML:
            return self._html.hidden
        if self.format is DraftFormat.LATEX:
            return read_latex(self.text).hidden
        marks = self._layout.marks if self._layout else ()
        code = [Span(mark.start, mark.end) for mark in marks if mark.kind is MarkKind.CODE]
        hidden = with_hidden(self.view, joined([*self.code, *code]) if code else self.code)
        front = front_matter_end(self.view) if self._has_front else 0
        return joined([Span(0, front), *hidden]) if front else hidden

    @property
    def _has_front(self) -> bool:
        return self.whole and self.format is DraftFormat.MARKDOWN

    @cached_property
    def code(self) -> list[Span]:
        """Code in backticks, of a text in Markdown."""
        return find_code(self.view)

    def is_code(self, at: int) -> bool:
        """Whether code begins here, and is not only gone on with."""
        number = bisect_left(self.code, at, key=lambda span: span.start)
        return number < len(self.code) and self.code[number].start == at

    @cached_property
    def shelters(self) -> list[Span]:
        """Code, comments, tags and addresses, as far as they are not blanked in the view."""
        if self.format is DraftFormat.HTML:
            return self.addresses
        tags = find_inline_tags(self.view)
        return joined([*self.hidden, *tags, *self.addresses])

    @cached_property
    def addresses(self) -> list[Span]:
        """Where addresses stand."""
        return list(find_addresses(self.view))

    @cached_property
    def sections(self) -> list[Span]:
        """Where the draft lists its sources; where its entries were read, what has some."""
        found = find_sections(self.view)
        if self.references is None:
            return found
        starts = [one.span.start for one in self.references]
        return [span for span in found if any(span.start <= at < span.end for at in starts)]

    @cached_property
    def hyperlinks(self) -> list[Hyperlink]:
        """The links and the images."""
        is_html = self.format is DraftFormat.HTML
        addresses = None if is_html else self.addresses
        if self.format is DraftFormat.LATEX:
            return self._marked_links()
        found = find_hyperlinks(self.text, self.hidden, html=is_html, addresses=addresses)
        if is_html:
            inside = joined(link.span for link in found)
            found += [
                Hyperlink(span, span, span.of(self.text))
                for span in self.addresses
                if not is_sheltered(inside, span.start, span.end)
            ]
            return sorted(found)
        if marked := self._marked_links():
            starts = {link.span.start for link in marked}
            return sorted([*marked, *(link for link in found if link.span.start not in starts)])
        return found

    def _marked_links(self) -> list[Hyperlink]:
        """The links that a layout knows, but for those in notes."""
        marks = self._layout.marks if self._layout else ()
        notes = [Span(mark.start, mark.end) for mark in marks if mark.kind is MarkKind.NOTE]
        if self.format is DraftFormat.LATEX:
            notes = sorted([*notes, *(note.span for note in read_latex(self.text).notes)])
        found = []
        for mark in marks:
            leads = mark.kind is MarkKind.LINK and leads_elsewhere(mark.name)
            if leads and not is_sheltered(notes, mark.start, mark.end):
                shown = self.view[mark.start : mark.end]
                start = mark.end - len(shown.lstrip(_UNSEEN))
                words = Span(start, mark.start + len(shown.rstrip(_UNSEEN)))
                found.append(Hyperlink(Span(mark.start, mark.end), words, mark.name))
        return found

    @cached_property
    def images(self) -> list[Span]:
        """The images, with the words that stand for them."""
        if "![" not in self.text:
            return []
        return [link.span for link in self.hyperlinks if link.is_image]

    @cached_property
    def image_markup(self) -> list[Span]:
        """What of the images is not words: their brackets, addresses, titles and labels."""
        return [
            part
            for link in (self.hyperlinks if self.images else ())
            if link.is_image
            for part in (
                Span(link.span.start, link.words.start),
                Span(link.words.end, link.span.end),
            )
        ]

    @cached_property
    def formulas(self) -> list[Span]:
        """What is written in LaTeX."""
        return find_formulas(self.view)

    @cached_property
    def labels(self) -> frozenset[str]:
        """The labels that the draft's own list of sources has, in small letters."""
        if not self.whole:
            return frozenset()
        keys = (name.lower() for name in self.known if " " not in name)
        return self._begun | self.listed | frozenset(keys) - {""}

    @cached_property
    def listed(self) -> frozenset[str]:
        """Those among them that entries of the list have."""
        if self.references is None:
            return self._begun
        return frozenset(one.label.lower() for one in self.references if not one.is_note) - {""}

    @cached_property
    def _begun(self) -> frozenset[str]:
        """The labels that begin lines of the list."""
        found = (
            _PLAIN_LABEL.sub("", label.translate(RAISED)).lower()
            for match in _LABEL.finditer(self.view)
            if (label := match[2] or match[3] or match[4])
            and (match[0].endswith(":") or self.lists_sources_at(match.start(1)))
            and not self._links_page(match)
        )
        return frozenset(found) - {""}

    def _links_page(self, label: re.Match[str]) -> bool:
        """Whether a line begins with a link to a page of a wiki, and is no entry of the list."""
        linked = "[[" in label[1] and not label[2].isdigit() and self.references is not None
        return linked and not is_sheltered(self._listed, label.start(2), label.end(2))

    @cached_property
    def label_stems(self) -> frozenset[str]:
        """How several labels of the list begin, such as `src-`."""
        counted = Counter(stem[0] for label in self.listed if (stem := LABEL_STEM.match(label)))
        return frozenset(stem for stem, times in counted.items() if times > 1)

    @cached_property
    def leads(self) -> list[str]:
        """The words before the first colon of the labels that have one, such as `source`."""
        return sorted({label.partition(":")[0] for label in self.labels if ":" in label})

    @cached_property
    def notes(self) -> frozenset[str]:
        """What sources are called elsewhere, be it in several words, without case."""
        return frozenset(map(str.casefold, self.known))

    def is_source(self, target: str) -> bool:
        """Whether an address or a path leads to what is known as a source."""
        if is_web_address(target):
            return _SCHEME.sub("", target).rstrip("/").casefold() in self.notes
        name = unquote(target).partition("#")[0].rpartition("/")[2]
        return "." in name and name.casefold() in self.notes

    @cached_property
    def _by_name(self) -> list[tuple[str, str]]:
        """The names of files, folded and in order, each with its path."""
        paths = ((path.replace("\\", "/"), path) for path in self._paths)
        return sorted((name.rpartition("/")[2].casefold(), path) for name, path in paths)

    def files_at(self, written: str) -> list[str]:
        """The sources whose paths end in this one; else those where it leaves out an end."""
        way = _UPWARDS.sub("", written.strip().replace("\\", "/")).partition("#")[0].casefold()
        name = way.rpartition("/")[2]
        found: list[tuple[str, str]] = []
        for called, path in self._by_name[bisect_left(self._by_name, (name, "")) :] if name else ():
            if not called.startswith(name):
                break
            rest = called[len(name) :]
            folder = f"/{path}".replace("\\", "/").casefold().removesuffix(called)
            is_there = folder.endswith(f"/{way.removesuffix(name)}")
            if is_there and (not rest or (not rest[0].isalnum() and "/" in way)):
                found.append((rest, path))
        ends = [path for rest, path in found if not rest or _ENDING.fullmatch(rest)]
        return ends or [path for _, path in found]

    @cached_property
    def titles(self) -> frozenset[str]:
        """The titles of notes among `notes`, by which only links to notes mean them."""
        return frozenset(name for name in self.notes if name.startswith("[["))

    @cached_property
    def entries(self) -> list[str]:
        """What the draft's own list of sources says, entry by entry."""
        if self.references is not None:
            return [one.text for one in self.references]
        return [line for span in self.sections for line in span.of(self.view).split("\n")]

    @cached_property
    def cites_by_keys(self) -> bool:
        """Whether keys such as `@moe2020` are citations here, and not the names of accounts."""
        several = len(set(_YEARED_KEY.findall(self.view))) > 1
        return several or _KEYED.search(self.view) is not None

    @cached_property
    def preprints(self) -> frozenset[str]:
        """The numbers of arXiv that sources or entries of the list have."""
        known = (one for one in self.known if one.startswith("arxiv:"))
        return frozenset(_PREPRINT.findall(" ".join((*known, *self.entries))))

    @cached_property
    def cites_by_command(self) -> bool:
        """Whether LaTeX writes the draft's numbers, so that one in brackets is something else."""
        return self.format is DraftFormat.LATEX and _CITES.search(self.text) is not None

    @cached_property
    def counts_in_thousands(self) -> bool:
        """Whether the draft's numbers in brackets reach beyond 1,000 and cannot all be years."""
        return self.whole and _THOUSANDS.search(self.view) is not None

    def lists_sources_at(self, at: int) -> bool:
        """Whether `at` is in a section that lists the draft's sources, or in an entry."""
        return is_sheltered(self.sections, at, at + 1) or is_sheltered(self._listed, at, at + 1)

    @cached_property
    def _listed(self) -> list[Span]:
        return joined(one.span for one in self.references or ())

    def begins_entry(self, at: int) -> bool:
        """Whether what stands at `at` is the label of an entry in the list of sources."""
        return begins_line(self.view, at) and self.lists_sources_at(at)


def _bracketed(escaped: re.Match[str]) -> str:
    opening, closing = escaped[1] or "", escaped[3] or ""
    # Invisible characters inside, so that the marker has all of its signs.
    left = "[\u200b" * (1 + bool(opening))
    return f"{left}{escaped[2]}" + "\u200b]" * (1 + bool(closing))


def without_wraps(view: str) -> str:
    """A view in which line ends inside a paragraph, which are not the author's, are spaces."""
    return WRAPPED.sub(" ", view.replace("\u00ad\n", "-" + _UNSEEN))


def is_escaped(view: str, start: int) -> bool:
    """Whether a backslash makes a bracket an ordinary character."""
    return view[start - 1 : start] == "\\" and view[start - 2 : start] != "\\\\"


def is_definition(view: str, start: int, end: int) -> bool:
    """Whether a bracket begins its line and a colon follows: it says what a label means."""
    return view[end : end + 1] in (":", "：") and begins_line(view, start)


def find_sections(text: str) -> list[Span]:
    """Return the sections of a Markdown text that list sources, each from below its heading."""
    return list(_sections(text))


def may_begin_line(text: str, at: int) -> bool:
    """Whether what stands at `at` may begin its line, as far as two characters tell."""
    before = text[at - 1 : at]
    return before in "\n" or (before in _SIGNS and text[at - 2 : at - 1] in _SIGNS)


def begins_line(text: str, at: int) -> bool:
    """Whether nothing but spaces and the signs of lists stands before `at` in its line."""
    start = text.rfind("\n", max(0, at - _WIDEST), at) + 1
    if start == 0 and at > _WIDEST:
        return False
    before = _BEFORE_LABEL.match(text, start, at)
    return before is not None and before.end() == at


def _sections(text: str) -> Iterator[Span]:
    done = 0
    for heading in _HEADING.finditer(text):
        if heading.start(1) < done:
            continue
        level = len(heading[2] or "")
        # A line that merely looks like a heading is one if a list follows.
        if not level and not _ENTRY_SIGN.match(text, heading.end()):
            continue
        done = _end_of(text, heading.end(), level or 6)
        yield Span(heading.end(), done)


def _end_of(text: str, start: int, level: int) -> int:
    for other in _ANY_HEADING.finditer(text, start):
        if len(other[2] or "#") <= level and not _HEADING.match(text, other.start(1)):
            return other.start(1)
    return len(text)


def view_html(text: str) -> HtmlView:
    """Return what readers see of an HTML text, and what is hidden from them."""
    pieces: list[str] = []
    hidden: list[Span] = []
    hiding: int | None = None
    for step in html.find_tags(text, HIDING_ELEMENTS):
        length = step.end - step.start
        if hiding is not None:
            pieces.append("\n" * length)
            if isinstance(
                step, html.Tag
            ):  # It closes what was opened; nothing else is read until then.
                hidden.append(Span(hiding, step.end))
                hiding = None
        elif isinstance(step, html.Tag) and step.name in HIDING_ELEMENTS and not step.closes:
            pieces.append("\n" * length)
            hiding = step.start
        elif isinstance(step, html.Tag):
            pieces.append(_instead(step))
        elif isinstance(step, html.TextRun):
            pieces.append(_plain(text[step.start : step.end]).replace("\n", " "))
        elif text.startswith("<!--", step.start):
            hidden.append(Span(step.start, step.end))
            pieces.append("\n" * length)
        else:
            pieces.append(_UNSEEN * length)
    if hiding is not None:
        hidden.append(Span(hiding, len(text)))
    return HtmlView("".join(pieces), hidden)


def _instead(tag: html.Tag) -> str:
    """What stands for a tag in the view."""
    length = tag.end - tag.start
    if tag.name == "br":
        return "\n" + _UNSEEN * (length - 1)
    if tag.name not in html.BLOCKS:
        return _UNSEEN * length
    if tag.name[0] == "h" and tag.name[1:].isdigit() and not tag.closes:
        sign = "# " if tag.name == "h1" else "## "
        return "\n" * (length - len(sign)) + sign
    return "\n" * length


def _plain(text: str) -> str:
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(entity: re.Match[str]) -> str:
    character = unescape(entity[0])
    if len(character) != 1 or character in "<>\"'":
        return entity[0]
    # So that a bracket's span has all of its entity, be it the first of a marker or the last.
    pad = _UNSEEN * (len(entity[0]) - 1)
    return character + pad if character in "[【［" else pad + character

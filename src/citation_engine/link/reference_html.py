"""
Finds lists of references in HTML, by the offsets of the page as it is written.

A list stands under a heading that names it or in an element whose class or role says so. A
footnote is known by its id as well, such as `fn1`, wherever it stands.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from citation_engine.formats.html.tags import RAW, Tag, find_tags
from citation_engine.language.vocabulary import pattern
from citation_engine.link.names import label_of
from citation_engine.link.reference_lists import (
    INNER,
    NAME,
    ReferenceList,
    is_weak_name,
    names_references,
)
from citation_engine.link.reference_words import (
    MOST_READ,
    looks_like_reference,
    plain_words,
    read_entry,
)
from citation_engine.model.draft import Reference
from citation_engine.model.passage import Span

# In these nothing is read.
_RAW = RAW | frozenset(("template", "pre", "code"))
_HOLDER = re.compile(
    rf"(?<![\w-])(?:{pattern('references', 'LIST_CLASSES')})(?![\w-])", re.IGNORECASE
)
_ID = re.compile(
    r"(?:user-content-)?(?:"
    r"(?:fn|footnote|endnote)(?!ref)[-_:.]*(?P<note>[\w-]{1,60})"
    r"|(?:note|en|cite[_-]?note|ref|reference|source|src)[-_:.]*(?P<number>[sS]?\d{1,6}))",
    re.IGNORECASE,
)
_STATED = re.compile(
    rf"\s*+\[{{1,2}}\s?(?P<label>(?=[^\]]*(?:\d|\w:\w)){NAME})\s?\]{{1,2}}[\s:.–—-]*+"
)
_COUNTED = re.compile(r"\s*+\(?(?P<label>\d{1,3})[.)]\s++(?=\S)")
_KEYED = re.compile(r"(?:ref|bib|cite)[-_:.](?P<key>[\w:.+-]{2,60})")
_STRONG = re.compile(
    r"\s*+<(?:strong|b)\b[^<>]*+>[^<>]{1,80}</(?:strong|b)>\s*+:?\s*+", re.IGNORECASE
)
_LED = re.compile(r"(?:\s|<(?:p|strong|b)>)*+<a\b[^<>]*?\bhref\s*=\s*[\"']?https?:", re.IGNORECASE)
_STRONG_LINE = re.compile(_STRONG.pattern + r"<br\b[^<>]*+>\s*+", re.IGNORECASE)
_BLOCKS = ("p", "div", "dd", "aside", "summary", "td")
_HOLDERS = ("section", "div", "aside", "footer", "ol", "ul", "nav")
# A heading that is only set in bold ends before any real one.
_BOLD = 7


class _ListPiece(NamedTuple):
    """An item of a list or a block of text: its tag, where its words begin, where it ends."""

    tag: Tag
    words: int
    until: int
    end: int
    ordinal: int | None


class _Section(NamedTuple):
    """Where a list of references is to be expected."""

    start: int
    words: int
    level: int
    weak: bool
    # The element that holds it and how often it is open, where it is not a heading's section.
    holder: str = ""


def find_html_lists(text: str) -> list[ReferenceList]:
    """Return the lists of references and the footnotes of a page, in order."""
    found = list(_ListReader(text).read())
    ordered = sorted(found, key=lambda one: (one.span.start, -one.span.end))
    kept: list[ReferenceList] = []
    for one in ordered:
        if not kept or one.span.start >= kept[-1].span.end:
            kept.append(one)
    return kept


class _ListReader:
    """Goes through the tags of a page once and remembers what is open."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._section: _Section | None = None
        self._holders = 0
        self._heading: Tag | None = None
        self._lists: list[Tag] = []
        self._item: Tag | None = None
        self._pieces: list[_ListPiece] = []
        self._ordinal = 1
        self._block: Tag | None = None
        # Blocks of its name that are open within a block with a key.
        self._within = 0
        # The last paragraphs so far, where all of them begin with a label.
        self._tail: list[_ListPiece] = []

    def read(self) -> Iterator[ReferenceList]:
        tags = (step for step in find_tags(self._text, _RAW) if isinstance(step, Tag))
        for tag in tags:
            self._hold(tag)
            if re.fullmatch(r"h[1-6]", tag.name):
                self._head(tag)
            elif tag.name in ("ol", "ul"):
                yield from self._list(tag)
            elif tag.name == "li" and len(self._lists) == 1:
                self._li(tag)
            elif tag.name in _BLOCKS and not self._lists:
                yield from self._paragraph(tag)
        yield from self._listed(len(self._text))
        yield from self._trailing()

    def _trailing(self) -> Iterator[ReferenceList]:
        """A list without a heading that ends the page, with labels in brackets."""
        entries = [_entry(self._text, piece) for piece in self._tail]
        likely = [looks_like_reference(entry.text) for entry in entries]
        distinct = len({entry.label for entry in entries}) == len(entries)
        if sum(likely) * 2 > len(likely) and distinct:
            yield ReferenceList(Span(entries[0].span.start, entries[-1].span.end), entries)

    def _hold(self, tag: Tag) -> None:
        section = self._section
        if section and section.holder == tag.name:
            self._holders += -1 if tag.closes else 1
            if not self._holders:
                self._section = None
        elif not section and not tag.closes and _holds_references(tag):
            self._section = _Section(tag.start, tag.end, 0, weak=False, holder=tag.name)
            self._holders = 1

    def _head(self, tag: Tag) -> None:
        if not tag.closes:
            self._heading = tag
        elif self._heading:
            words = plain_words(self._text[self._heading.end : tag.start][:1_000], html=True)
            self._named(words, int(tag.name[1]), self._heading.start, tag.end)
            self._heading = None

    def _named(self, words: str, level: int, start: int, end: int) -> None:
        section = self._section
        if section and section.holder:
            # A heading inside the element belongs to it.
            if section.words == start or not self._pieces:
                self._section = section._replace(words=end)
        elif names_references(words):
            self._section = _Section(start, end, level, weak=is_weak_name(words))
        elif section and level <= section.level:
            self._section = None

    def _list(self, tag: Tag) -> Iterator[ReferenceList]:
        if not tag.closes:
            if not self._lists:
                begins = _attribute(tag, "start")
                self._ordinal = int(begins) if re.fullmatch(r"\d{1,6}", begins) else 1
            self._lists.append(tag)
        elif len(self._lists) == 1:
            yield from self._listed(tag.start, tag.end)
        elif self._lists:
            self._lists.pop()

    def _li(self, tag: Tag) -> None:
        self._end_item(tag.start, tag.end if tag.closes else tag.start)
        if not tag.closes:
            self._item = tag
            stated = _attribute(tag, "value")
            if re.fullmatch(r"\d{1,6}", stated):
                self._ordinal = int(stated)

    def _end_item(self, until: int, end: int) -> None:
        if self._item:
            numbered = self._lists[0].name == "ol"
            ordinal = self._ordinal if numbered else None
            self._pieces.append(_ListPiece(self._item, self._item.end, until, end, ordinal))
            self._ordinal += 1
            self._item = None

    def _listed(self, until: int, end: int | None = None) -> Iterator[ReferenceList]:
        """What became of a list that ends here."""
        self._end_item(until, until)
        pieces, self._pieces = self._pieces, []
        if not self._lists:
            return
        opened, self._lists = self._lists[0], []
        section = self._section
        if section and _is_list(self._text, pieces, doubtful=section.weak or opened.name == "ul"):
            start = self._begin(section, opened.start)
            yield ReferenceList(
                Span(start, end or until), [_entry(self._text, piece) for piece in pieces]
            )
            return
        for piece in pieces:
            if _ID.fullmatch(_attribute(piece.tag, "id")):
                span = Span(piece.tag.start, piece.end)
                yield ReferenceList(span, [_entry(self._text, piece)])

    def _begin(self, section: _Section, start: int) -> int:
        """Where a list begins: with its heading, unless there are words between."""
        if start <= section.words:
            return min(section.start, start)
        between = plain_words(
            self._text[section.words : min(start, section.words + MOST_READ)], html=True
        )
        self._section = section._replace(start=start, words=start)
        return section.start if not between or between.endswith(":") else start

    def _is_within_entry(self, tag: Tag) -> bool:
        """Whether a block is part of an entry that has a key, such as its number."""
        block = self._block
        if block is None or block.name == "p" or not _key(block):
            return False
        self._within += (-1 if tag.closes else 1) if tag.name == block.name else 0
        return self._within >= 0

    def _paragraph(self, tag: Tag) -> Iterator[ReferenceList]:
        if self._is_within_entry(tag):
            return
        if not tag.closes:
            self._block, self._within = tag, 0
            return
        block, self._block = self._block, None
        if block is None or block.name != tag.name:
            return
        if tag.name == "td" and self._section and self._section.weak:
            return
        inner = self._text[block.end : min(tag.start, block.end + MOST_READ)]
        if _STRONG.fullmatch(inner):
            self._named(plain_words(inner, html=True), _BOLD, block.start, tag.end)
            return
        heading = self._heading_of(block, inner)
        inner = inner[heading:]
        words = plain_words(inner, html=True)
        piece = _ListPiece(block, block.end + heading, tag.start, tag.end, None)
        if words and _STATED.match(words) and not self._section:
            self._tail.append(piece)
        elif words:
            self._tail.clear()
        named = _ID.fullmatch(_attribute(block, "id"))
        if named or (self._section and _is_entry(words, block)):
            start = self._begin(self._section, block.start) if self._section else block.start
            if self._section:
                self._section = self._section._replace(start=tag.end, words=tag.end)
            yield ReferenceList(Span(start, tag.end), [_entry(self._text, piece)])

    def _heading_of(self, block: Tag, inner: str) -> int:
        """How much of a paragraph is the bold heading of the list that follows in it."""
        heads = _STRONG_LINE.match(inner)
        words = plain_words(heads[0], html=True) if heads else ""
        if heads is None or not names_references(words):
            return 0
        self._named(words, _BOLD, block.start, block.end)
        return heads.end()


def _is_entry(words: str, block: Tag) -> bool:
    """Whether a paragraph below such a heading is an entry: by its label, its id, its words."""
    if _STATED.match(words) or _key(block):
        return True
    return looks_like_reference(words) and not INNER.search(words)


def _attribute(tag: Tag, *names: str) -> str:
    """The first of these attributes that the tag has."""
    values = ((tag.attributes.get(name) or "").strip() for name in names)
    return next(filter(None, values), "")


def _holds_references(tag: Tag) -> bool:
    if tag.name not in _HOLDERS:
        return False
    said = _attribute(tag, "role", "epub:type"), _attribute(tag, "class", "id")
    return any(map(_HOLDER.search, said))


def _is_list(text: str, pieces: Sequence[_ListPiece], *, doubtful: bool) -> bool:
    """Whether the items of a list are entries, as in Markdown."""
    shown = [_words(text, piece) for piece in pieces]
    known = [
        bool(_STATED.match(words)) or bool(_ID.fullmatch(_attribute(piece.tag, "id")))
        for piece, words in zip(pieces, shown, strict=True)
    ]
    if all(known):
        return bool(pieces)
    likely = [
        looks_like_reference(words) or bool(_LED.match(text, piece.words))
        for piece, words in zip(pieces, shown, strict=True)
    ]
    prose = sum(
        not good and bool(INNER.search(words)) for good, words in zip(likely, shown, strict=True)
    )
    if prose * 2 > len(pieces):
        return False
    return not doubtful or sum(likely) * 2 >= len(pieces)


def _entry(text: str, piece: _ListPiece) -> Reference:
    raw = text[piece.words : min(piece.until, piece.words + MOST_READ)]
    span = Span(piece.tag.start, piece.end)
    entry = read_entry("", span, raw, html=True)
    stated = _STATED.match(entry.text) or (
        _COUNTED.match(entry.text) if piece.ordinal is None else None
    )
    words = entry.text[stated.end() :] if stated else entry.text
    named = _ID.fullmatch(_attribute(piece.tag, "id"))
    is_note = entry.is_note or bool(named and named["note"])
    label = _label(piece, stated)
    return entry.model_copy(update={"label": label, "text": words, "is_note": is_note})


def _key(tag: Tag) -> str:
    """The key in the id of an entry, such as `ref-moe2020`."""
    keyed = _KEYED.fullmatch(_attribute(tag, "id"))
    return keyed["key"] if keyed else ""


def _label(piece: _ListPiece, stated: re.Match[str] | None) -> str:
    if stated and not (_key(piece.tag) and "csl-entry" in _attribute(piece.tag, "class")):
        return label_of(stated["label"])
    if named := _ID.fullmatch(_attribute(piece.tag, "id")):
        return label_of(named["note"] or named["number"])
    if key := _key(piece.tag):
        return key
    if given := _attribute(piece.tag, "data-sid", "data-sids"):
        return f"S{label_of(given)}"
    return "" if piece.ordinal is None else str(piece.ordinal)


def _words(text: str, piece: _ListPiece) -> str:
    return plain_words(text[piece.words : min(piece.until, piece.words + MOST_READ)], html=True)

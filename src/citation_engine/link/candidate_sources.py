"""The sources that a draft is held against, as far as linking must know them."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from itertools import islice
from mimetypes import guess_type
from typing import Any

from citation_engine.language.vocabulary import pattern, table
from citation_engine.link.names import (
    LONGEST,
    file_name_of,
    find_addresses,
    find_dois,
    find_identifiers,
    has_extension,
    kind_of,
    stem_of,
)
from citation_engine.link.reference_lists import find_lists
from citation_engine.link.reference_words import plain_words
from citation_engine.model.passage import MarkKind, Value
from citation_engine.model.source import EXTENT, NO_READER, UNNAMED, Snapshot, Source, SourceType
from citation_engine.urls import is_web_address

# Where a document names itself, and how long a line is that is a title.
LONGEST_HEAD = 3_000
LONGEST_TITLE = 300
_MOST_LINES, _MOST_JSON = 40, 2_000_000
# A photograph of a page has more, a cover has fewer.
_FEWEST_WORDS = 60

_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20|21)\d\d(?!\d)")
_FRONT = re.compile(
    r"\s{0,20}(?P<mark>---|\+\+\+)[ \t]*\n(?P<lines>.*?)\n(?P=mark)[ \t]*(?:\n|\Z)", re.DOTALL
)
_FIELD = re.compile(
    r"[\s>*_#|-]{0,8}(?P<label>[^\W\d][\w -]{0,25}?)[*_]{0,2}[ \t]*[:=][*_]{0,2}[ \t]*"
    r"(?P<value>\S.*)"
)
_IN_PROSE = re.compile(r"[).,;:]\s+\S+\s+\S+\s+\S")
_LABELS = {
    re.compile("|".join(labels), re.IGNORECASE): what
    for what, labels in table("references", "HEAD_LABELS").items()
}
_HEADING = re.compile(r"[ ]{0,3}#{1,2}[ \t]+(\S[^\n]{0,300})", re.MULTILINE)
# The stamp that arXiv puts on the first page of a paper.
_STAMP = re.compile(r"arXiv:(\S{9,20}?)(?:v\d+)?\s+\[[a-z-]+(?:\.[A-Za-z-]+)?\]")
# What a browser prints on the first page of what it makes a PDF of: its address, "1/4", "1 of 4".
_PRINTED = re.compile(r"(?<!\S)(https?://[^\s…]+)\s+1(?:/|[ ]\w{2,3}[ ])\d{1,4}(?!\S)")
# A law as it is published has its short name above its date.
_ENACTED = re.compile(
    r"^[ \t]*([A-ZÄÖÜ][\w-]{1,11}(?: \w{1,5})?)\s*\n\s*"
    rf"(?:{pattern('references', 'LAW_DATES')}):",
    re.MULTILINE,
)
_PLAIN = ("text/plain", "text/markdown", "text/x-rst")

_DOI_NAMES = (
    *("doi", "citation_doi", "prism.doi", "prism:doi", "bepress_citation_doi", "wps-articledoi"),
    *("dc.identifier", "dc:identifier", "dc.identifier.doi", "dcterms.identifier", "identifier"),
)
_OTHER_NAMES = ("arxiv", "arxiv_id", "pmid", "pmcid", "isbn")
_WORDS_ABOUT = ("subject", "keywords", "title")


_DATA = (".json", ".jsonl", ".yaml", ".yml")
# With a letter and a digit: a bare number is a number, and a bare word may be one of the report.
_ID = re.compile(
    r"""^[ \t]*(?:[{-][ \t{-]*["']?\w{0,20}?|["']?)id["']?[ \t]*:[ \t]*"""
    r"""["']?([^\W\d_][\w.:-]{0,60}\d\w{0,9})(?![\w.:-]*\w)""",
    re.MULTILINE,
)
# A field whose value is a name or a list of names, and no sentence.
_NAMING = re.compile(
    r"""(?:(?<!\\)"(?P<quoted>\w{1,40})"|^[ \t-]*(?P<plain>\w{1,40}))[ \t]*:\s*"""
    r"""(?P<values>\[[^\[\]{}]{1,500}\]|(?:-[ \t]+[^\s{}:]{1,120}\s*?$\s*)+"""
    r"""|["']?[^\s"',{}\[\]]{2,120}["']?(?=[ \t]*(?:[,}\]]|$)))""",
    re.MULTILINE,
)
_VALUE = re.compile(r"""[^\s"',\[\]-][^\s"',\[\]]*""")
_MOST_IDS, _LONGEST_ENTRY = 10_000, 20_000


class GivenSource(Value):
    """
    A source that markers may mean.

    `label` is unique among the sources of a draft. `number` is its number in the session, where
    it has one. `identifier` is its path or address, `name` what it is called. `titles` are what
    it is called beside its `title`. `identifiers` are those it states of itself, `mentioned`
    those that its first page has: they may be another work's. `head` is its first page.
    """

    label: str
    identifier: str
    name: str = ""
    number: int | None = None
    file_name: str | None = None
    title: str | None = None
    url: str | None = None
    doi: str | None = None
    author: str | None = None
    year: str | None = None
    # Whether its words came without a name, an address or anything else to know it by.
    unnamed: bool = False
    # Whether it is a file that no reader takes, such as a program beside the sources, or a picture
    # with hardly a word, such as the cover of a book: only a report that names it means it.
    unread: bool = False
    # Whether only some words of it are there, as in what a search found or a service says of it.
    is_piece: bool = False
    # The hash of its words: what has the same is a copy.
    words: str | None = None
    titles: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    mentioned: tuple[str, ...] = ()
    abbreviation: str | None = None
    # What it is called in citations, by its own words: the `slug` or `citekey` of a front matter.
    keys: tuple[str, ...] = ()
    # The entries of a file of data: their ids, and their fields with names, be they of sources.
    entries: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    head: str = ""


def given_source(
    source: Source,
    label: str | None = None,
    snapshot: Snapshot | None = None,
) -> GivenSource:
    """
    Return what linking must know about a source; `label` is its own unless given.

    With its `snapshot`, what its first words say of it is known too.
    """
    known = source.metadata
    dated = _first(known, "year", "date", "published", "issued") or ""
    year = _YEAR.search(dated)
    named_as_file = has_extension(source.name) and not is_web_address(source.name)
    given = GivenSource(
        label=label or source.label,
        identifier=source.identifier,
        name=source.name,
        number=source.number,
        file_name=source.name if named_as_file else None,
        title=_first(known, "title"),
        url=_first(known, "url", "URL"),
        doi=_doi(known),
        author=_authors(known.get("authors") or known.get("author")),
        year=year[0] if year else None,
        unnamed=known.get(UNNAMED) is True,
        is_piece=EXTENT in known,
        unread=source.state_reason.startswith(NO_READER) or _is_bare_picture(source, snapshot),
    )
    return given if snapshot is None or snapshot.redacted else _with_head(given, source, snapshot)


def _is_bare_picture(source: Source, snapshot: Snapshot | None) -> bool:
    words = snapshot.text.split() if snapshot else ()
    kind, _ = guess_type(source.identifier)
    return (kind or "").startswith("image/") and len(words) < _FEWEST_WORDS


def _with_head(given: GivenSource, source: Source, snapshot: Snapshot) -> GivenSource:
    """The source with what its name and its first page say of it."""
    head = _head(snapshot.text)
    said = _said(snapshot)
    titles = (given.title, *said.get("title", ()), *_headings(snapshot, head))
    # A text with several pages, or several numbers of a kind, lists works and is none of them.
    stating = (*said.get("address", ()), *_PRINTED.findall(head)[:1])
    pages = {one for value in stating for one in find_addresses(value)}
    addresses = [_first(source.metadata, "canonical") or "", *(pages if len(pages) == 1 else ())]
    stated = " ".join(
        (*said.get("identifier", ()), _words([source.metadata.get(name) for name in _OTHER_NAMES]))
    )
    file_names = () if is_web_address(source.identifier) else (source.identifier,)
    identifiers = [
        *_alone(find_identifiers(" ".join((stated, *addresses)))),
        *(f"arxiv:{number.lower()}" for number in _STAMP.findall(head)),
        *(
            one
            for name in file_names
            for one in find_identifiers(stem_of(file_name_of(name)), in_name=True)
        ),
    ]
    mentioned = _mentioned(head, snapshot) if source.type is SourceType.DOCUMENT else []
    # One without a digit was broken at the end of a line.
    mentioned = [one for one in mentioned if re.search(r"\d", one.split("-", 2)[-1])]
    year = given.year or next(
        (y[0] for value in said.get("date", ()) if (y := _YEAR.search(value))), None
    )
    names = [plain_words(unescape(one)) for one in titles if one]
    return given.model_copy(
        update={
            "title": given.title or (names[0] if names else None),
            "titles": tuple(dict.fromkeys(one for one in names if one)),
            "addresses": tuple(filter(is_web_address, addresses)),
            "identifiers": tuple(dict.fromkeys(identifiers)),
            "mentioned": tuple(mentioned),
            "author": given.author or next(iter(said.get("author", ())), None),
            "year": year,
            "keys": (*said.get("key", ()), *(() if pages else said.get("address", ()))),
            "entries": tuple(_entries_of(source, snapshot)),
            "abbreviation": next(
                iter((*said.get("abbreviation", ()), *_ENACTED.findall(head)[:1])), None
            ),
            "head": head,
            "words": snapshot.text_sha256,
        }
    )


def _entries_of(
    source: Source, snapshot: Snapshot
) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """What a file of data holds, by the ids by which a report may cite it: `- id: q2.c5`."""
    if not source.identifier.lower().endswith(_DATA):
        return
    text = snapshot.text
    found = list(islice(_ID.finditer(text), _MOST_IDS))
    ends = [*(one.start() for one in found[1:]), len(text)]
    for one, end in zip(found, ends, strict=True) if found else ():
        fields = _NAMING.finditer(text, one.end(), min(end, one.end() + _LONGEST_ENTRY))
        yield (
            one[1],
            tuple(
                (field["quoted"] or field["plain"], value)
                for field in fields
                for value in _VALUE.findall(field["values"])
            ),
        )


def _mentioned(head: str, snapshot: Snapshot) -> list[str]:
    """The identifiers of a first page that may be its own; those of works it lists are not."""
    found = _alone(find_identifiers(head))
    lists = find_lists(head, markdown=snapshot.media_type == "text/markdown") if found else []
    listed = " ".join(entry.span.of(head) for one in lists for entry in one.references)
    return [one for one in found if one not in find_identifiers(listed)]


def _alone(identifiers: Sequence[str]) -> list[str]:
    """The identifiers that are the only ones of their kind, and so may be the text's own."""
    kinds = [kind_of(one) for one in identifiers]
    return [one for one in identifiers if kinds.count(kind_of(one)) == 1]


def _said(snapshot: Snapshot) -> dict[str, list[str]]:
    """What the front matter of a text, or lines such as `URL: …` above it, say of it."""
    found: dict[str, list[str]] = {}
    for label, value in _fields(snapshot):
        for names, what in _LABELS.items():
            if names.fullmatch(label.strip()):
                # `arxiv: 2101.00017` is an identifier with what it is one of.
                said = f"{label} {value}" if what == "identifier" else value
                found.setdefault(what, []).append(said.strip().strip("\"'"))
    return {} if _lists_works(snapshot.text[:LONGEST_HEAD]) else found


def _lists_works(text: str) -> bool:
    """Whether a text without front matter has several lines "Title: …", and so is no such work."""
    fields = filter(None, map(_FIELD.fullmatch, () if _FRONT.match(text) else text.splitlines()))
    stated = {(one["label"].strip().lower(), one["value"].strip()) for one in fields}
    naming = [names for names, what in _LABELS.items() if what in ("title", "identifier")]
    labels = [label for label, _ in stated if any(one.fullmatch(label) for one in naming)]
    return len(set(labels)) < len(labels)


def _fields(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    text = snapshot.text[:LONGEST_HEAD]
    if snapshot.media_type == "application/json" and len(snapshot.text) < _MOST_JSON:
        yield from _json_fields(snapshot.text)
    if snapshot.media_type not in _PLAIN:
        return
    front = _FRONT.match(text)
    lines = (front["lines"] if front else text).splitlines()
    for line in lines[:_MOST_LINES]:
        field = _FIELD.fullmatch(line.rstrip())
        # "doi:10.1000/x). Why would anybody" is a line of prose.
        if field and (front or _IN_PROSE.search(field["value"]) is None):
            yield field["label"], field["value"]
        elif not front and len(line) > LONGEST_TITLE:
            return


def _json_fields(text: str) -> Iterator[tuple[str, str]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return
    if isinstance(value, dict):
        yield from ((key, given) for key, given in value.items() if isinstance(given, str))


def _headings(snapshot: Snapshot, head: str) -> Iterator[str]:
    """The first heading of a text; of one without any mark of headings its first line."""
    if snapshot.media_type == "text/markdown":
        front = _FRONT.match(snapshot.text[:LONGEST_HEAD])
        if heading := _HEADING.search(head, front.end() if front else 0):
            yield heading[1].strip().rstrip("#")
        return
    marks = (mark for mark in snapshot.layout.marks if mark.kind is MarkKind.HEADING)
    if (mark := next(marks, None)) and mark.start < len(head):
        yield mark.name
    elif snapshot.media_type == "text/plain":
        first = head.lstrip("\ufeff \t\r\n").partition("\n")[0].strip()
        if " " in first and len(first) <= LONGEST_TITLE and not _FIELD.fullmatch(first):
            yield first


def _head(text: str) -> str:
    """The first page or so of a text, without the word that its end would cut."""
    if len(text) <= LONGEST_HEAD:
        return text
    return text[:LONGEST_HEAD] + re.split(r"\s", text[LONGEST_HEAD : LONGEST_HEAD + 200])[0]


def _doi(known: Mapping[str, Any]) -> str | None:
    """The DOI that is stated as such, or the only one in words about the source."""
    lower = {str(name).lower(): value for name, value in known.items()}
    for name in _DOI_NAMES:
        if dois := find_dois(_words(lower.get(name))):
            return dois[0]
    dois = find_dois(" ".join(_words(lower.get(name)) for name in _WORDS_ABOUT))
    return dois[0] if len(dois) == 1 else None


def _words(value: Any) -> str:
    parts = value if isinstance(value, list | tuple) else [value]
    return " ".join(part[:LONGEST] for part in parts if isinstance(part, str))


def _first(known: Mapping[str, Any], *names: str) -> str | None:
    for name in names:
        value = known.get(name)
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            return str(value).strip()
    return None


def _authors(value: Any) -> str | None:
    """The authors as one text, whether they came as a text, as names or as parts of names."""
    given = value if isinstance(value, list | tuple) else [value]
    names = []
    for one in given:
        if isinstance(one, Mapping):
            names.append(_first(one, "family", "name", "literal") or "")
        elif isinstance(one, str):
            names.append(one)
    return "; ".join(filter(None, names)) or None

"""
Sources out of values: texts, mappings, rows, search results and documents of frameworks.

Nothing is imported to know a value: it is known by its fields. A search result whose words are a
piece of its page says so in its metadata, as `extent`.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from citation_engine.collect import incoming
from citation_engine.collect.databases.results import named_rows
from citation_engine.collect.tool_outputs.shapes import (
    ADDRESS,
    PATH,
    SNIPPET,
    TITLE,
    WHOLE,
    WORDS,
    Item,
    StrangeOutput,
    plain,
    results_in,
    results_in_text,
)
from citation_engine.display import shortened
from citation_engine.errors import CitationError, InvalidInput
from citation_engine.formats.plain import decode
from citation_engine.hashing import sha256_hex
from citation_engine.model.source import EXTENT, UNNAMED, Extent, NewSource, SourceType
from citation_engine.urls import canonical_url, fault_of

# A search result with fewer characters is taken for a piece of its page.
PAGE_LENGTH = 2_000
ONLY_ADDRESS = "Only its address was given. Give its text, or fetch the page."
_ABSTRACT = "abstract"
_FACTS = (
    *("doi", "DOI", "arxiv_id", "pmid", "year", "publication_year", "date", "published"),
    *("published_date", "publishedDate", "authors", "author", "publisher", "site_name"),
)
_NUMBERS = (("doi", "DOI", ""), ("arxiv", "ArXiv", "arXiv:"), ("pmid", "PubMed", "PMID:"))
# Where a search left something out of a page.
_CUT = re.compile(r"\[(?:\.\.\.|…)\]|(?:\.\.\.|…)\s*\Z")
# Where the metadata of a source has the number that a saved list gives it.
NUMBER = "number"
_BETWEEN = "\n\n[…]\n\n"
_GIVE = 'Give a text, a mapping such as {"text": …, "title": …, "url": …}, or rows.'
# The share of the results that have words, and of the letters of a text that are in results.
_MOSTLY, _LISTED = 0.5, 0.5
# What a list of results does not have between its entries, and how much may stand before them.
_OTHER_PART = re.compile(r"#{1,6}[ \t]|```|~~~|[ \t]*\||[ \t]{0,3}[-*_]{3,}[ \t]*\Z|!\[|<")
_MOST_BEFORE = 200


_ENTRY = re.compile(
    r"[ \t]{0,3}(?:[-*+]|\d{1,3}[.)]|#{1,6})[ \t]+(?:\d{1,3}[.)][ \t]+)?\**"
    r"\[([^\[\]\n]{1,300})\]\((https?://[^\s()]{1,2000})\)\**[ \t]*[:–—-]*[ \t]*(.*)"
)
# An entry whose address stands on a line of its own below the title.
_TWO_LINES = re.compile(
    r"^([ \t]{0,3}(?:[-*+]|\d{1,3}[.)]|#{1,6})[ \t]+(?:\d{1,3}[.)][ \t]+)?)([^\[\]\n]{1,300})\n"
    r"[ \t]*(?:[-*_]{0,3}[ \t]?(?:URL|Link|Source)[*_]{0,3}:[*_]{0,3}[ \t]*)?"
    r"<?(https?://[^\s()<>]{1,2000})>?[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)


# values handed in -----------------------------------------------------------------------------


def from_values(values: Iterable[Any], session: str, first: int = 1) -> list[NewSource]:
    """
    The sources that values are, in their order.

    A text, a mapping with words and a document of a framework are one source each. A search
    result is one for each hit. Rows are one each where they have words, else one table. A source
    that is handed in twice under one name with other words gets a name of its own.
    """
    listed = list(values)
    if listed and all(is_bare_row(value) for value in listed):
        listed = [listed]
    found: list[NewSource] = []
    for value in listed:
        found += _sources_of(value, len(found) + first, session)
    return _told_apart(found, session)


def _sources_of(value: Any, number: int, session: str) -> list[NewSource]:
    if isinstance(value, NewSource):
        return [value]
    if isinstance(value, str):
        return [_of_words(value, number, session)]
    if not isinstance(value, Mapping) and (rows := _rows_in(value)) is not None:
        return _from_rows(rows, number, session)
    try:
        given = plain(value)
    except StrangeOutput as error:
        raise InvalidInput(f"Source {number}: {error}", fix=_GIVE) from error
    if isinstance(given, Mapping):
        item = Item(_with_abstract(given))
        if (new := _of_item(item, number, session)) is not None:
            return [new]
        hits = results_in(given) or []
        if hits and all(Item(hit).address() for hit in hits):
            return from_hits(hits, session)
        if hits:
            return [one for hit in hits for one in _sources_of(hit, number, session)]
        if address := item.address():
            return [incoming.from_page(address, session, ONLY_ADDRESS, name=item.text(*TITLE))]
    raise InvalidInput(
        f"Source {number} is {shortened(value, 80)}, in which there are no words.", fix=_GIVE
    )


def _of_words(text: str, number: int, session: str) -> NewSource:
    metadata = {UNNAMED: True}
    return incoming.from_text(
        text, SourceType.DOCUMENT, session, identifier=f"text {number}", metadata=metadata
    )


def is_bare_row(value: Any) -> bool:
    """Whether a value is a row of a table: it has fields, and neither words nor an address."""
    if not isinstance(value, Mapping) or not value:
        return False
    item = Item(value)
    return not (item.text(*WHOLE, *WORDS, *SNIPPET) or item.address() or results_in(value))


def _rows_in(value: Any) -> list[dict[str, Any]] | None:
    """The rows of a result, a data frame or a list of rows; None where a value is none of them."""
    try:
        names, rows = named_rows(value)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise InvalidInput(f"The rows cannot be read: {error}.", fix=_GIVE) from error
    return None if names is None else [dict(zip(map(str, names), row, strict=True)) for row in rows]


def _from_rows(rows: list[dict[str, Any]], number: int, session: str) -> list[NewSource]:
    items = [Item(plain(row)) for row in rows]
    if items and all(item.text(*WHOLE, *WORDS, *SNIPPET) for item in items):
        found = (_of_item(item, number + at, session) for at, item in enumerate(items))
        return [new for new in found if new is not None]
    name = f"table {number}"
    return [
        incoming.from_result(
            name, session, name=name, query=None, result=rows, result_description=None
        )
    ]


def _of_item(item: Item, number: int, session: str) -> NewSource | None:
    """The source that a mapping is, if it has words."""
    whole, words, piece = item.text(*WHOLE), item.text(*WORDS), item.text(*SNIPPET)
    text = whole or words or piece
    if text is None:
        return None
    extent = None if whole or words else _extent_of(item, text)
    return _made(item, text, extent, number, session)


def _extent_of(item: Item, text: str) -> Extent | None:
    """How much of its page a result has, where it does not say that it has all of it."""
    if item.text(_ABSTRACT) == text:
        return Extent.ABSTRACT
    is_piece = item.text(*SNIPPET) == text or _CUT.search(text)
    return Extent.SNIPPET if is_piece or len(text) < PAGE_LENGTH else None


def _made(item: Item, text: str, extent: Extent | None, number: int, session: str) -> NewSource:
    title, address = item.text(*TITLE), item.address()
    path = item.text(*PATH)
    metadata: dict[str, Any] = {
        name: said for name in _FACTS if (said := item.value(name)) not in (None, "", [], {})
    }
    metadata |= {**_numbers(item), **metadata}
    if (number_in_list := _stated_number(item)) is not None:
        metadata[NUMBER] = number_in_list
    if title:
        metadata["title"] = title
    if extent is not None:
        metadata[EXTENT] = extent.value
    if address and not fault_of(address):
        given: dict[str, Any] = {
            "identifier": canonical_url(address),
            "name": title,
            "metadata": metadata,
        }
        return incoming.from_text(text, SourceType.WEBSITE, session, **given)
    if not (path or title):
        metadata[UNNAMED] = True
    identifier = path or title or f"text {number}"
    given = {"identifier": identifier, "name": title or None, "metadata": metadata}
    return incoming.from_text(text, SourceType.DOCUMENT, session, **given)


def _stated_number(item: Item) -> int | None:
    """The number that a list of sources gives one of them: `"id": 3`, `"sid": "S3"`."""
    for name in ("id", "sid", "source_id", "number", "index"):
        said = str(item.value(name)).removeprefix("S")
        if said.isascii() and said.isdigit() and len(said) < 7:
            return int(said)
    return None


def _numbers(item: Item) -> dict[str, str]:
    """The numbers of a work, and where its open copy is, as indexes of papers give them."""
    ids, copy = item.value("externalIds"), item.value("openAccessPdf")
    stated = ids if isinstance(ids, Mapping) else {}
    found = {
        name: f"{before}{stated[theirs]}"
        for name, theirs, before in _NUMBERS
        if isinstance(stated.get(theirs), str | int) and stated[theirs]
    }
    if isinstance(copy, Mapping) and isinstance(copy.get("url"), str) and copy["url"]:
        found["canonical"] = copy["url"]
    return found


def _told_apart(sources: Sequence[NewSource], session: str) -> list[NewSource]:
    """The sources, each known by a name of its own: two passages of one page are two sources."""
    seen: dict[str, str | None] = {}
    told: list[NewSource] = []
    for new in sources:
        if new.text is None or seen.setdefault(new.identifier, new.text) == new.text:
            told.append(new)
            continue
        part = f"{new.identifier}#part={sha256_hex(new.text)[:12]}"
        is_page = new.type is SourceType.WEBSITE
        metadata = {**new.metadata, **({"url": new.identifier} if is_page else {})}
        given: dict[str, Any] = {"identifier": part, "name": new.name, "metadata": metadata}
        told.append(incoming.from_text(new.text, SourceType.DOCUMENT, session, **given))
    return told


def _with_abstract(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The result with its abstract as words, where it came as the places of each word."""
    places = given.get("abstract_inverted_index")
    if not isinstance(places, Mapping):
        return given
    words = {
        at: word
        for word, listed in places.items()
        for at in (listed if isinstance(listed, list) else ())
        if isinstance(at, int)
    }
    rest = {name: value for name, value in given.items() if name != "abstract_inverted_index"}
    return {**rest, _ABSTRACT: " ".join(words[at] for at in sorted(words))}


# search results -------------------------------------------------------------------------------


def from_hits(hits: Iterable[Any], session: str) -> list[NewSource]:
    """
    The pages that a search found, each a source with what the search gave of it.

    What several hits give of one page is put together.
    """
    found: dict[str, NewSource] = {}
    for hit in hits:
        item = Item(_with_abstract(hit) if isinstance(hit, Mapping) else hit)
        address = item.address()
        whole, words, piece = item.text(*WHOLE), item.text(*WORDS), item.text(*SNIPPET)
        if address is None or fault_of(address):
            continue
        # Of some results a search gives the title alone.
        text = whole or max(words or "", piece or "", key=len) or item.text(*TITLE)
        if text is None:
            continue
        new = _made(item, text, None if whole else _extent_of(item, text), 0, session)
        found[new.identifier] = _joined(found.get(new.identifier), new, session)
    return list(found.values())


def _joined(known: NewSource | None, new: NewSource, session: str) -> NewSource:
    """What two hits give of one page: the whole of it, else both pieces."""
    if known is None or known.text is None:
        return new
    if new.text is None or new.text in known.text or EXTENT not in known.metadata:
        return known
    if EXTENT not in new.metadata or known.text in new.text:
        return new
    return incoming.from_text(
        known.text + _BETWEEN + new.text,
        SourceType.WEBSITE,
        session,
        identifier=known.identifier,
        name=known.name,
        metadata=known.metadata,
    )


def saved_results(name: str, data: bytes, session: str) -> list[NewSource]:
    """
    The sources in a file of saved search results; none where the file is anything else.

    Every result must have a web address and a title, and most of them words.
    """
    suffix = PurePath(name).suffix.lower()
    try:
        hits = _hits_in(suffix, decode(data)[0])
    except (ValueError, RecursionError, StrangeOutput, csv.Error, CitationError):
        return []
    items = [Item(_with_abstract(hit)) for hit in hits if isinstance(hit, Mapping)]
    known = [item for item in items if (item.address() or "").startswith("http")]
    named = [item for item in known if item.text(*TITLE)]
    worded = [item for item in named if item.text(*WHOLE, *WORDS, *SNIPPET)]
    if not items or len(items) < len(hits) or len(named) < len(items):
        return []
    return from_hits(hits, session) if len(worded) >= _MOSTLY * len(items) else []


def _hits_in(suffix: str, text: str) -> list[Any]:
    """What may be search results in a text: of JSON, of a table, of labelled lines."""
    if suffix == ".json":
        return _hits_of(json.loads(text))
    if suffix in (".jsonl", ".ndjson"):
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
        return [hit for line in lines for hit in _hits_of(line)]
    if suffix in (".csv", ".tsv"):
        delimiter = "\t" if suffix == ".tsv" else ","
        rows = csv.DictReader(io.StringIO(text), delimiter=delimiter)
        return [{str(name): value for name, value in row.items()} for row in rows]
    return _entries(text) or _labelled(text)


def _labelled(text: str) -> list[dict[str, str]]:
    """The blocks of lines such as `Title: …` and `URL: …` that a text consists of."""
    listed = results_in_text(text)
    if any(not fields.keys() >= {"title", "url"} or len(fields) < 3 for fields in listed):
        return []
    written = " ".join(value for fields in listed for value in fields.values())
    return listed if _letters(written) >= _LISTED * _letters(text) and _are_pieces(listed) else []


def _letters(text: str) -> int:
    return sum(map(len, text.split()))


def _entries(text: str) -> list[dict[str, str]]:
    """
    The entries of a text that is a list of links with some words on each, and nothing else.

    Other headings, tables and code, and much before the first entry, make it a text of its own.
    """
    entries: list[dict[str, list[str]]] = []
    before = 0
    linked = _TWO_LINES.sub(lambda two: f"{two[1]}[{two[2].strip(' *_')}]({two[3]})", text)
    for line in linked.splitlines():
        if entry := _ENTRY.fullmatch(line):
            entries.append({"title": [entry[1]], "url": [entry[2]], "snippet": [entry[3]]})
        elif entries and _OTHER_PART.match(line):
            return []
        elif entries:
            entries[-1]["snippet"].append(line.strip())
        else:
            before += 0 if line.startswith("#") else len(line)
    found = [{name: "\n".join(said).strip() for name, said in one.items()} for one in entries]
    return found if len(found) > 1 and before <= _MOST_BEFORE and _are_pieces(found) else []


def _are_pieces(entries: Sequence[Mapping[str, str]]) -> bool:
    """Whether each entry has no more words than a search shows of a page."""
    return all(_letters(" ".join(one.values())) <= PAGE_LENGTH for one in entries)


def _hits_of(data: Any) -> list[Any]:
    """The hits in an answer, in a list of answers, or in lists by what was asked for."""
    given = plain(data)
    if isinstance(given, Mapping) and Item(given).text(*ADDRESS):
        return [given]
    hits = results_in(given)
    if hits is None and isinstance(given, Mapping):
        hits = [one for value in given.values() if isinstance(value, list) for one in value]
    return [one for hit in hits or () for one in _inner_hits(hit)]


def _inner_hits(hit: Any) -> list[Any]:
    if not isinstance(hit, Mapping) or Item(hit).address():
        return [hit]
    return results_in(hit) or [hit]

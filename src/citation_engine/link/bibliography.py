"""
Reads bibliographies beside a report: BibTeX, the `.bbl` of LaTeX, CSL-JSON, RIS, and tables.

An entry becomes a reference whose label is its key. Its words are put together as a list of
references has them, so that it is tied to a source in the same way.
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from typing import Any

from citation_engine.link.reference_words import read_entry
from citation_engine.model.draft import Reference
from citation_engine.model.passage import Span

SUFFIXES = (".bib", ".bbl", ".ris")
# What is looked into where its name says that it may be one.
DATA = (".json", ".csv", ".tsv")
DATA_NAME = re.compile(r"csl|bib|ref|zotero|librar|export|literatur|quellen|sources", re.IGNORECASE)
MOST_CHARACTERS = 20_000_000

_ENTRY = re.compile(r"@(?P<kind>[a-zA-Z]+)\s*[{(]\s*(?P<key>[^\s,{}()=]+)\s*,")
_FIELD = re.compile(r"\s*,?\s*(?P<name>[a-zA-Z][\w-]*)\s*=\s*")
_ITEM = re.compile(
    r"\\bibitem\s*(?:\[(?P<label>(?:[^\[\]{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\])?\s*\{(?P<key>[^{}]+)\}"
)
# What `_reference` writes before the title.
_AUTHORS = re.compile(r"([^“”]+?) \((?:\d{4})?\)\.")
_BIBLATEX = re.compile(r"\\entry\{(?P<key>[^{}]+)\}(?P<body>.*?)\\endentry", re.DOTALL)
_BIBLATEX_FIELD = re.compile(r"\\field\{(?P<name>\w+)\}(?=\{)")
_BIBLATEX_VERB = re.compile(r"\\verb\{(?P<name>\w+)\}\s*\\verb (?P<value>\S+)")
_FAMILY = re.compile(r"family=\{+(?P<value>[^{}]+)\}")
_RIS = re.compile(r"(?P<tag>[A-Z][A-Z0-9])  -(?: (?P<value>.*))?")
_ACCENTS = {
    '"': "\u0308",
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    "~": "\u0303",
    "c": "\u0327",
    "v": "\u030c",
    "u": "\u0306",
    "=": "\u0304",
    ".": "\u0307",
    "H": "\u030b",
    "k": "\u0328",
    "r": "\u030a",
}
_ACCENT = re.compile(
    r"\\(?P<sign>[\"'`^~=.]|[cvuHkr](?![a-zA-Z]))\s*\{?\s*\\?(?P<letter>[a-zA-Z])\s*\}?"
)
_LETTERS = {
    "ss": "ß",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "o": "ø",
    "O": "Ø",
    "aa": "å",
    "AA": "Å",
    "l": "ł",
    "L": "Ł",
    "i": "i",
    "j": "j",
}
_LETTER = re.compile(r"\\(ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i|j)(?![a-zA-Z])\s*(?:\{\})?")
_HREF = re.compile(r"\\href\s*\{(?P<address>[^{}]*)\}")
_COMMAND = re.compile(r"\\(?:[a-zA-Z@]+\*?|.)")
_PAPERS = ("file", "pdf")
_KEY_COLUMN = re.compile(r"(?:\w+[_ -])?(?:id|key|label)|(?:cite|bib)key")


def read_bibliography(text: str, name: str) -> list[Reference]:
    """Return the entries of a bibliography; its file's name says how to read it."""
    ending = name.rpartition(".")[2].lower()
    plain = text.removeprefix("\ufeff")[:MOST_CHARACTERS].replace("\r\n", "\n")
    readers = {"bib": _bibtex, "bbl": _items, "tex": _items, "ris": _ris, "json": _csl}
    readers |= {"csv": _rows, "tsv": _rows}
    return list(readers[ending](plain)) if ending in readers else []


def _reference(key: str, fields: Mapping[str, str]) -> Reference:
    """An entry as lists of references have it: authors, year, title, venue, numbers."""
    known = {name: value for name, value in fields.items() if value.strip()}
    authors = known.get("author") or known.get("editor") or ""
    authors = re.sub(r"\s+and\s+", "; ", authors)
    # Some imports keep the name of the file as the title.
    title = re.sub(r"\.(?:pdf|docx?)\Z", "", known.get("title", ""), flags=re.IGNORECASE)
    venue = known.get("journal") or known.get("booktitle") or known.get("publisher") or ""
    named = {
        "doi": "doi:{}",
        "eprint": "arXiv:{}",
        "isbn": "ISBN {}",
        "pmid": "PMID: {}",
        "url": "{}",
        "note": "{}",
        "howpublished": "{}",
    }
    numbers = [form.format(known[name]) for name, form in named.items() if name in known]
    year = known.get("year") or known.get("date", "")[:4]
    said = [f"{authors} ({year})." if authors or year else "", f"“{title}”." if title else ""]
    said.append(known.get("citation", ""))
    words = " ".join(filter(None, (*said, venue and f"{venue}.", *numbers)))
    entry = read_entry(key, Span(0, 0), words.replace("*", r"\*"))
    files = [
        part for name in _PAPERS for part in re.split(r"[;:]", known.get(name, "")) if "." in part
    ]
    return entry.model_copy(update={"addresses": (*entry.addresses, *files)})


def authors_of(entry: Reference) -> str:
    """What running text calls the authors of an entry: "Moe", "Moe & Liu", "Moe et al."."""
    found = _AUTHORS.match(entry.text)
    families = [one.partition(",")[0].strip() for one in found[1].split("; ")] if found else []
    return " & ".join(families) if len(families) < 3 else " ".join((families[0], "et al."))


def _bibtex(text: str) -> Iterator[Reference]:
    at = 0
    while found := _ENTRY.search(text, at):
        fields: dict[str, str] = {}
        at = found.end()
        while field := _FIELD.match(text, at):
            value, at = _value(text, field.end())
            fields.setdefault(field["name"].lower(), _plain(value))
        if found["kind"].lower() not in ("comment", "preamble", "string"):
            yield _reference(found["key"], fields)


def _value(text: str, start: int) -> tuple[str, int]:
    """A value and where it ends: in braces, in quotes, or bare."""
    if start < len(text) and text[start] in '{"':
        opening, depth = text[start], 0
        for at in range(start, min(len(text), start + 100_000)):
            sign = text[at]
            if text[at - 1] == "\\" and sign in '{}"':
                continue
            depth += (sign == "{") - (sign == "}")
            closed = sign == '"' and at > start if opening == '"' else True
            if depth == 0 and closed:
                return text[start + 1 : at], at + 1
        return text[start + 1 : start + 100_000], min(len(text), start + 100_000)
    bare = re.compile(r"[^,\s}]*").match(text, start)
    return (bare[0], bare.end()) if bare else ("", start)


def _items(text: str) -> Iterator[Reference]:
    """The entries of a `thebibliography`, or those that biblatex wrote."""
    found = list(_ITEM.finditer(text))
    ends = [*(item.start() for item in found[1:]), text.find("\\end{thebibliography}")]
    for item, end in zip(found, ends, strict=True) if found else ():
        raw = text[item.end() : end if end > item.end() else len(text)]
        addresses = [match["address"] for match in _HREF.finditer(raw)]
        words = _plain(_HREF.sub(" ", raw.replace("\\newblock", " ")))
        yield read_entry(item["key"].strip(), Span(0, 0), " ".join((words, *addresses)))
    for item in _BIBLATEX.finditer(text):
        body = item["body"]
        fields = {
            one["name"]: _plain(_value(body, one.end())[0])
            for one in _BIBLATEX_FIELD.finditer(body)
        }
        fields |= {one["name"]: one["value"] for one in _BIBLATEX_VERB.finditer(body)}
        families = [_plain(one["value"]) for one in _FAMILY.finditer(body)]
        fields.setdefault("journal", fields.get("journaltitle", ""))
        yield _reference(item["key"], fields | {"author": " and ".join(families)})


def _plain(tex: str) -> str:
    """The words of a piece of TeX: accents are letters, commands and braces are gone."""
    words = _ACCENT.sub(lambda found: found["letter"] + _ACCENTS[found["sign"]], tex)
    words = _LETTER.sub(lambda found: _LETTERS[found[1]], words)
    words = re.sub(r"\\([&%$#_{}])", r"\1", words).replace("~", " ").replace("--", "–")
    words = _COMMAND.sub(" ", words)
    return " ".join(unescape(words.replace("{", "").replace("}", "")).split())


def _csl(text: str) -> Iterator[Reference]:
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return
    items = given.get("references", given.get("items")) if isinstance(given, dict) else given
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict) and item.get("id") and item.get("title") and "type" in item:
            yield _reference(str(item.get("citation-key") or item["id"]), _csl_fields(item))


def _csl_fields(item: Mapping[str, Any]) -> dict[str, str]:
    people = item.get("author") or item.get("editor") or ()
    names = [
        str(one.get("family") or one.get("literal") or "")
        for one in people
        if isinstance(one, dict)
    ]
    issued = item.get("issued")
    dates = issued.get("date-parts") if isinstance(issued, dict) else None
    year = dates[0][0] if isinstance(dates, list) and dates and dates[0] else ""
    fields = {
        "author": " and ".join(filter(None, names)),
        "year": str(year or item.get("year") or ""),
    }
    taken = {
        "title": "title",
        "container-title": "journal",
        "publisher": "publisher",
        "DOI": "doi",
        "URL": "url",
        "ISBN": "isbn",
        "PMID": "pmid",
    }
    return fields | {to: str(item[name]) for name, to in taken.items() if item.get(name)}


def _rows(text: str) -> Iterator[Reference]:
    """The rows of a table that has an id, a title or a citation, and where that is found."""
    head = text.partition("\n")[0].lower()
    delimiter = max(",;\t", key=head.count)
    names = [one.strip().strip('"') for one in head.split(delimiter)]
    told = "citation" in names or ("title" in names and not {"doi", "url"}.isdisjoint(names))
    if not told or not _KEY_COLUMN.fullmatch(names[0]):
        return
    try:
        rows = list(csv.reader(text.splitlines(keepends=True), delimiter=delimiter))[1:]
    except csv.Error:
        return
    for row in rows:
        if row and row[0].strip():
            yield _reference(row[0].strip(), dict(zip(names, row, strict=False)))


def _ris(text: str) -> Iterator[Reference]:
    tags = {
        "TI": "title",
        "T1": "title",
        "PY": "year",
        "Y1": "year",
        "DO": "doi",
        "UR": "url",
        "JO": "journal",
        "T2": "journal",
        "PB": "publisher",
        "L1": "file",
    }
    fields: dict[str, str] = {}
    key, count = "", 0
    for line in text.splitlines():
        found = _RIS.fullmatch(line.rstrip())
        if not found:
            continue
        tag, value = found["tag"], (found["value"] or "").strip()
        if tag == "TY":
            fields, key = {}, ""
        elif tag == "ER":
            count += 1
            year = fields.get("year", "")[:4]
            yield _reference(key or str(count), fields | {"year": year})
        elif tag in ("AU", "A1"):
            fields["author"] = " and ".join(filter(None, (fields.get("author"), value)))
        elif tag == "ID":
            key = value
        elif tag == "SN" and len(re.sub(r"\D", "", value)) > 9:
            fields["isbn"] = value
        elif tag in tags:
            fields.setdefault(tags[tag], value)


def entries_by_key(references: Iterable[Reference]) -> dict[str, list[Reference]]:
    """Return entries by their keys, each entry of a key once."""
    found: dict[str, list[Reference]] = {}
    for one in references:
        known = found.setdefault(one.label.casefold(), [])
        if one.text not in [other.text for other in known]:
            known.append(one)
    return found

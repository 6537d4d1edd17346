"""
How names are compared: file names, titles, identifiers, addresses, and the order people expect.

Names come from anywhere, so nothing here takes more than linear time, and nothing is an error.
"""

import re
import unicodedata
from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

from citation_engine.language.fold import fold
from citation_engine.language.tokens import RUN, lower
from citation_engine.urls import canonical_url, is_web_address

# A title or an entry longer than this is compared by its beginning.
LONGEST = 4_000

_DIGITS = re.compile(r"([0-9]+)")
_EXTENSION = re.compile(r"\.(?=[a-z0-9]{0,4}[a-z])[a-z0-9]{1,5}\Z")
_DOI = re.compile(r"(?<![0-9.])10\.[0-9]{4,9}/[^\s\"<>{}\\^`|]+", re.IGNORECASE)
_DOI_HOST = re.compile(r"https?://(?:dx\.|www\.)?doi\.org/", re.IGNORECASE)
# What publishers put behind a DOI in the addresses of their pages.
_DOI_TAIL = re.compile(
    r"(?:/(?:full|fulltext|pdf|epdf|abstract|html|meta)|\.(?:pdf|html?|full))+\Z"
)
_ADDRESS = re.compile(
    r"(?<![\w.])(?:https?://|www\.)(?=[\w\[])[^\s<>\"\u201c\u201d]++", re.IGNORECASE
)
# A work's number on arXiv, new and old, as texts give it and as file names do.
_ARXIV = re.compile(
    r"(?:arxiv(?:\.org)?|\bcorr,?|(?=\babs/[0-9])|\|(?=\s?[0-9]{4}\.[0-9]{4,5}\s?\|))[\s:/._-]{0,3}(?:(?:abs|pdf|html|preprint)[\s:/._-]{1,3}(?:arxiv[\s:/.]{1,3})?)?"
    r"(?P<id>[0-9]{4}\.[0-9]{4,5}|[a-z-]{2,10}(?:\.[a-z]{2})?/[0-9]{7})(?![0-9])",
    re.IGNORECASE,
)
_ARXIV_NAME = re.compile(
    r"(?<![0-9.])(?P<id>[0-9]{2}(?:0[1-9]|1[0-2])\.[0-9]{4,5})(?:v[0-9]{1,2})?(?![0-9])"
)
_ARXIV_DASHED = re.compile(r"(?<=arxiv[-_.])([0-9]{4})[-_]([0-9]{4,5})(?![0-9])", re.IGNORECASE)
_DOI_NAME = re.compile(r"(?<![0-9a-z])10[._][0-9]{4,9}[^a-z0-9\s]\S*", re.IGNORECASE)
_PMID = re.compile(
    r"(?:\bpmid[\s:_-]{0,3}|pubmed\.ncbi\.nlm\.nih\.gov/|ncbi\.nlm\.nih\.gov/pubmed/)([0-9]{4,8})(?![0-9])",
    re.IGNORECASE,
)
_PMC = re.compile(r"(?<![a-z0-9])pmc[\s:_-]?([0-9]{3,9})(?![0-9])", re.IGNORECASE)
_ISBN = re.compile(r"\bisbn(?:-?1[03])?[\s:_-]{0,3}([0-9][0-9\s-]{8,15}[0-9x])", re.IGNORECASE)
_ISBN_NAME = re.compile(r"(?<![0-9])97[89][0-9-]{10,14}(?![0-9])")
_NUMBERED = re.compile(r"(?P<session>s\s*+[:：]?\s*+)?0*+(?P<number>[0-9]{1,9})", re.IGNORECASE)
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "œ": "oe", "ø": "oe"})
_AROUND = "[]()^:. \t\\*_"
_AFTER = ".,;:!?…'’*_~|"
_PAIRS = {")": "(", "]": "[", "}": "{"}


def natural_key(name: str) -> tuple[object, ...]:
    """Return what names are sorted by so that `2.pdf` comes before `10.pdf`."""
    parts = _DIGITS.split(lower(unicodedata.normalize("NFKC", name)))
    # Words and numbers take turns, so that like is always compared with like.
    key = tuple(_size(part) if at % 2 else part for at, part in enumerate(parts))
    return key, name


def label_of(written: str) -> str:
    """
    Return the name of a marker in one spelling: `1`, `S1` or `smith2020`.

    Brackets and the sign of a footnote are not part of it, nor are zeros before a number.
    """
    plain = written.strip().strip(_AROUND)
    numbered = _NUMBERED.fullmatch(plain)
    if not numbered:
        return plain
    return ("S" if numbered["session"] else "") + numbered["number"]


def number_in(label: str) -> int | None:
    """Return the number of a label such as `1` or `S1`, or None."""
    numbered = _NUMBERED.fullmatch(label)
    return int(numbered["number"]) if numbered else None


def words_of(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text, without case, typography and punctuation."""
    plain = lower(fold(text[:LONGEST]).text)
    if not plain.isascii():
        # File names and lists of references often do without umlauts and accents.
        parts = unicodedata.normalize("NFKD", plain.translate(_SPELT_OUT))
        plain = "".join(part for part in parts if not unicodedata.combining(part))
    return tuple(RUN.findall(plain))


def file_name_of(identifier: str) -> str:
    """Return the last part of a path or of an address, or nothing where it has none."""
    if is_web_address(identifier):
        path = _path_of(identifier)
        return unquote(path.rpartition("/")[2])
    return re.split(r"[/\\]", identifier.rstrip("/\\"))[-1]


def folded_name(file_name: str) -> str:
    """Return a file name as it is compared: without case, in one spelling."""
    return lower(fold(file_name).text).strip()


def stem_of(file_name: str) -> str:
    """Return a file name without its extension, in the spelling in which names are compared."""
    return _EXTENSION.sub("", folded_name(file_name))


def has_extension(file_name: str) -> bool:
    """Whether a name ends as names of files do."""
    return _EXTENSION.search(folded_name(file_name)) is not None


def find_addresses(text: str) -> list[str]:
    """Return the web addresses that are written out in a text, in order, each once."""
    if "." not in text and "://" not in text:
        return []
    return list(dict.fromkeys(_without_tail(match[0]) for match in _ADDRESS.finditer(text)))


def without_addresses(text: str) -> str:
    """Return a text without the web addresses in it."""
    return _ADDRESS.sub(" ", text)


def find_dois(text: str) -> list[str]:
    """
    Return the DOIs in a text, in lower case, each once.

    A DOI that stands by itself or under doi.org is taken as it is. One in the address of a
    publisher's page loses what the publisher put behind it.
    """
    if "10." not in text:
        return []
    found: list[str] = []
    inside = [match.span() for match in _ADDRESS.finditer(text)]
    at = 0
    for match in _DOI.finditer(text):
        while at < len(inside) and inside[at][1] <= match.start():
            at += 1
        doi = _without_tail(match[0]).lower()
        if at < len(inside) and inside[at][0] < match.start():
            start = inside[at][0]
            official = _DOI_HOST.match(text, start)
            doi = re.split(r"[?#]", unquote(doi))[0]
            doi = doi if official else _DOI_TAIL.sub("", doi)
        found.append(doi)
    return list(dict.fromkeys(found))


def find_identifiers(text: str, *, in_name: bool = False) -> list[str]:
    """
    Return the identifiers of works in a text, such as `arxiv:2101.00017`, each once.

    They are DOIs and numbers of arXiv, PubMed (`pmid:`, `pmc:`) and books (`isbn:`). With
    `in_name` the text is the name of a file, where numbers stand without saying what they are
    and other signs stand for the slash of a DOI.
    """
    found = [_doi_key(doi) for doi in find_dois(text)]
    found += [f"arxiv:{match['id'].lower()}" for match in _ARXIV.finditer(text)]
    found += [f"pmid:{number.lstrip('0')}" for number in _PMID.findall(text)]
    found += [f"pmc:{number.lstrip('0')}" for number in _PMC.findall(text)]
    books = [*_ISBN.findall(text), *(_ISBN_NAME.findall(text) if in_name else ())]
    found += [f"isbn:{isbn}" for given in books if (isbn := _isbn(given))]
    if in_name:
        text = _ARXIV_DASHED.sub(r"\1.\2", text)
        found += [f"arxiv:{match['id']}" for match in _ARXIV_NAME.finditer(text)]
        found += [_doi_key(match) for match in _DOI_NAME.findall(text)]
    return list(dict.fromkeys(found))


def kind_of(identifier: str) -> str:
    """Return what an identifier is one of: "doi", "arxiv", "pmid", "pmc" or "isbn"."""
    return identifier.partition(":")[0]


def _doi_key(doi: str) -> str:
    """A DOI as it is compared: file names have other signs in the place of its own."""
    plain = doi.lower()
    if arxiv := re.search(r"10[._]48550.arxiv[._](\d{4}[._]\d{4,5})", plain):
        return f"arxiv:{arxiv[1].replace('_', '.')}"
    return "doi:" + re.sub(r"[^a-z0-9]+", "-", unquote(plain)).strip("-")


def _isbn(given: str) -> str | None:
    """An ISBN with its thirteen digits; None where its last digit says that it is none."""
    digits = re.sub(r"[\s-]", "", given).upper()
    if len(digits) == 10 and digits[:9].isdigit():
        check = sum((10 - at) * int(digit) for at, digit in enumerate(digits[:9]))
        check += 10 if digits[9] == "X" else int(digits[9])
        return None if check % 11 else "978" + digits[:9]
    if len(digits) != 13 or not digits.isdigit():
        return None
    check = sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(digits))
    # Without its last digit, which the two kinds of one ISBN do not share.
    return None if check % 10 else digits[:12]


def address_keys(address: str) -> tuple[str, str] | None:
    """
    Return the canonical form of an address, and a looser one; None where it is no address.

    The looser form leaves out what seldom tells pages apart and often differs between a page
    and what is written of it: http or https, `www.`, and a slash at the end.
    """
    given = address.strip()
    if given[:4].lower() == "www.":
        given = f"https://{given}"
    if not is_web_address(given):
        return None
    try:
        exact = canonical_url(given)
    except ValueError:
        return None
    loose = exact.partition("://")[2].removeprefix("www.")
    path, mark, query = loose.partition("?")
    return exact, path.rstrip("/") + mark + query


def host_of(address: str) -> str:
    """Return the host of an address, without `www.`."""
    keys = address_keys(address)
    return re.split(r"[/?]", keys[1])[0] if keys else ""


def told_apart(named: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """
    Return the names by which sources are shown, from their labels, names and paths.

    Of files with one name each has as many of its folders before it as tell them apart.
    """
    alike: dict[str, list[tuple[str, list[str]]]] = {}
    for label, name, path in named:
        folders = [] if is_web_address(path) else re.split(r"[/\\]", path)[:-1]
        alike.setdefault(name, []).append((label, folders))
    shown: dict[str, str] = {}
    for name, same in alike.items():
        depth, deepest = 0, max(len(folders) for _, folders in same)
        while depth < deepest and len({tuple(_last(f, depth)) for _, f in same}) < len(same):
            depth += 1
        shown |= {label: "/".join((*_last(folders, depth), name)) for label, folders in same}
    return shown


def _last(folders: list[str], depth: int) -> list[str]:
    return folders[-depth:] if depth else []


def _size(digits: str) -> tuple[int, str]:
    """A number by its size, however long: numbers of that many digits are not counted with."""
    plain = digits.lstrip("0")
    return len(plain), plain


def _path_of(address: str) -> str:
    try:
        return urlsplit(address.strip()).path
    except ValueError:
        return ""


def _without_tail(found: str) -> str:
    """What was found without the punctuation of the sentence it stands in."""
    extra = {close: found.count(close) - found.count(opening) for close, opening in _PAIRS.items()}
    end = len(found)
    while end:
        last = found[end - 1]
        if extra.get(last, 0) > 0:
            extra[last] -= 1
        elif last not in _AFTER:
            break
        end -= 1
    return found[:end]

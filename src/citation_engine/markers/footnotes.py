"""
The dialect of Markdown footnotes: `[^1]`, `[^label]`, and their definitions `[^1]: …`.

A plain number is given as a number, every other label as a name. The label that begins a
definition is no marker.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from citation_engine.formats.markdown.links import find_hyperlinks
from citation_engine.formats.markdown.shelters import find_code, is_sheltered
from citation_engine.language.blocks import LinePattern
from citation_engine.markers.numbers import DASHES, GAP, PLACE, read_numbers, seen, write_numbers
from citation_engine.markers.page import Page, is_definition, is_escaped
from citation_engine.markers.scanning import Grammar, Meaning, replaced, scan, stripped
from citation_engine.model.draft import Marker, Reference
from citation_engine.model.span import Span

DIALECT = "footnotes"

_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
_RANGE = re.compile(rf"[0-9]+\s*[{DASHES}]\s*[0-9]+")
_SEPARATOR = re.compile(r"[,;]\s*\^?\s*")
# Where in the source the words stand; a name may look alike without the space.
_PLACED = re.compile(rf"[,;](?:\s++(?i:{PLACE})(?=[^,;]*\d)|\s*+[§¶])")
_DEFINITION = LinePattern(r"([ \t>]{0,20}+)\[\^([^\[\]\n]{1,200}+)\]:[ \t]*+")
_INDENTED = re.compile(r"(?: {2,}|\t|[ \t]*>[ \t]*(?: {2,}|\t))\S")
# A line that belongs to no paragraph above it.
_BLOCK = re.compile(
    r"[ \t]{0,3}(?:#{1,6}[ \t]|[-*_]{3,}[ \t]*$|`{3}|~{3}|\[[^\[\]\n]{1,200}\]:?|\|)"
)
_LEFT = re.compile(r"^[ \t>]+", re.MULTILINE)
# What is allowed in a DOI is nearly everything; what closes a sentence is taken off its end.
_DOI = re.compile(
    r"(?:\bdoi:\s*|\bdoi\.org/|(?<![\w/.]))(10\.\d{4,9}/[^\s<>\"\[\]{}|\\^`]{1,300})", re.IGNORECASE
)
_WEB = ("http://", "https://")


def _understand(words: str) -> Meaning:
    body = seen(words)[2:-1].strip().removeprefix("^")
    if place := _PLACED.search(body):
        body = body[: place.start()]
    numbers: dict[int, None] = {}
    names: dict[str, None] = {}
    for label in _SEPARATOR.split(body):
        if _NUMBER.fullmatch(label):
            numbers[int(label)] = None
        elif _RANGE.fullmatch(label):
            several, problem = read_numbers(label)
            if problem:
                return Meaning(problem=problem)
            numbers.update(dict.fromkeys(several))
        elif label.strip():
            names[label.strip()] = None
    if not numbers and not names:
        return Meaning(problem="It names no footnote.")
    return Meaning(tuple(numbers), tuple(names))


def _accepts(page: Page, start: int, end: int) -> bool:
    return not is_escaped(page.view, start) and not is_definition(page.view, start, end)


GRAMMAR = Grammar(
    DIALECT,
    rf"\^{GAP}[^\[\]\n^]{{0,200}}+(?:\^[^\[\]\n^]{{1,40}}+){{0,20}}+\]",
    _understand,
    _accepts,
)


def find(text: str) -> list[Marker]:
    """Return the markers of a text, in order."""
    return list(scan(Page(text), (GRAMMAR,)))


def find_definitions(text: str) -> list[Reference]:
    """
    Return the definitions of footnotes, in order, each with the lines that belong to it.

    Lines go with a definition where they are indented, blank lines before them included, and
    where they follow without a blank line and begin nothing else.
    """
    if "[^" not in text:
        return []
    code = find_code(text)
    found = [
        match
        for match in _DEFINITION.finditer(text)
        if not is_sheltered(code, match.start(3), match.end())
    ]
    ends = [*(match.start(1) for match in found), len(text)][1:]
    return [_reference(text, match, end) for match, end in zip(found, ends, strict=True)]


def format(
    numbers: Iterable[int] = (), names: Iterable[str] = (), *, unknown: Iterable[int] = ()
) -> str:
    """
    Return the markers for these numbers and labels, each in brackets of its own.

    Numbers that are `unknown` get a question mark, so that they point to no definition.
    """
    labels = [*dict.fromkeys(names)]
    strange = [*dict.fromkeys(unknown)]
    known = [*dict.fromkeys(numbers)]
    if known or strange or not labels:
        write_numbers(known, strange)  # It refuses what is no list of numbers.
    return "".join(f"[^{label}]" for label in (*known, *(f"?{n}" for n in strange), *labels))


def replace(text: str, write: Callable[[Marker], str]) -> str:
    """Return the text with each marker as `write` gives it; definitions are unchanged."""
    return replaced(text, find(text), write)


def strip(text: str) -> str:
    """Return the text without its markers; definitions stay, and what is not understood."""
    return stripped(text, find(text))


def _reference(text: str, match: re.Match[str], most: int) -> Reference:
    end = max(_line_ends(text, match.end(), most))
    words = text[match.end() : end].rstrip()
    span = Span(match.end(2), match.end() + len(words))
    words = _LEFT.sub("", words).replace("\r", "").strip()
    return Reference(
        label=seen(match[3]).strip(),
        span=span,
        text=words,
        addresses=_addresses_in(words),
        doi=_doi_in(words),
    )


def _line_ends(text: str, start: int, most: int) -> Iterator[int]:
    """Where the lines of a definition end, one after the other."""
    at = _line_end(text, start, most)
    yield at
    blank = False
    while at < most:
        end = _line_end(text, at, most)
        line = text[at:end]
        if not line.strip(" \t\r\n>"):
            blank = True
        elif _INDENTED.match(line) or not (blank or _BLOCK.match(line)):
            blank = False
            yield end
        else:
            return
        at = end


def _line_end(text: str, at: int, most: int) -> int:
    end = text.find("\n", at, most)
    return most if end < 0 else end + 1


def _addresses_in(words: str) -> tuple[str, ...]:
    """Return the web addresses in the words of a reference, in order and each once."""
    links = (link.target for link in find_hyperlinks(words, ()) if not link.is_image)
    return tuple(dict.fromkeys(link for link in links if link.lower().startswith(_WEB)))


def _doi_in(words: str) -> str | None:
    """Return the first DOI in the words of a reference, without its address, or None."""
    found = _DOI.search(words)
    if found is None:
        return None
    doi = found[1].rstrip(".,;:!?'\"*_…”’»")
    while doi.endswith(")") and doi.count(")") > doi.count("("):
        doi = doi[:-1].rstrip(".,;:")
    return doi

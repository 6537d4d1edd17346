"""
The dialect of Markdown footnotes: `[^1]`, `[^label]`, and their definitions `[^1]: …`.

A plain number is given as a number, every other label as a name. The label that begins a
definition is no marker.
"""

import re

from citation_engine.formats.latex import read_latex
from citation_engine.formats.markdown.blocks import ContainerKind, read_blocks
from citation_engine.formats.markdown.links import find_hyperlinks
from citation_engine.markers.numbers import DASHES, GAP, PLACE, read_numbers, seen
from citation_engine.markers.page import Page, is_definition, is_escaped
from citation_engine.markers.scanning import Grammar, Meaning
from citation_engine.model.draft import DraftFormat, Marker, Reference
from citation_engine.model.passage import Span

DIALECT = "footnotes"

_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
_NUMBERS = re.compile(rf"{_NUMBER.pattern}(?:\s?,\s?{_NUMBER.pattern})*")
_RANGE = re.compile(rf"[0-9]+\s*[{DASHES}]\s*[0-9]+")
_SEPARATOR = re.compile(r"[,;]\s*\^?\s*")
# Where in the source the words stand; a name may look alike without the space.
_PLACED = re.compile(rf"[,;](?:\s++(?i:{PLACE})(?=[^,;]*\d)|\s*+[§¶])")
_LEFT = re.compile(r"^[ \t>]+", re.MULTILINE)
# What is allowed in a DOI is nearly everything; what closes a sentence is taken off its end.
_DOI = re.compile(
    r"(?:\bdoi:\s*|\bdoi\.org/|(?<![\w/.]))(10\.\d{4,9}/[^\s<>\"\[\]{}|\\^`]{1,300})", re.IGNORECASE
)
# A link to a footnote in HTML, with the element that raises it.
_NOTE_LINK = re.compile(
    r"(?:<sup\b[^<>]{0,200}>\s?)?<a\b[^<>]{0,300}?\bhref=[\"']?#(?:user-content-)?"
    r"(?:fn|footnote|endnote|cite[_-]?note)[-_:.]*(?!ref)(?P<note>[\w-]{1,60})[\"'][^<>]{0,300}>"
    r"(?:<sup\b[^<>]{0,200}>)?[^<>\n]{1,20}(?:</sup>)?</a>(?:\s?</sup>)?",
    re.IGNORECASE,
)
_NOTE_SIGN = re.compile(r"<sup\b|noteref|footnote-ref", re.IGNORECASE)
_WEB = ("http://", "https://")


def _sign(page: Page, span: Span, label: str) -> Marker:
    """A marker that is no word, by the label that it points to."""
    numbers = tuple(map(int, label.split(","))) if _NUMBERS.fullmatch(label) else ()
    names = () if numbers else (label,)
    return Marker(dialect=DIALECT, span=span, text=span.of(page.text), numbers=numbers, names=names)


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


def find_notes(page: Page) -> list[Marker]:
    """
    Return the signs of footnotes that are no words.

    Those of a LaTeX file, links to footnotes of a page, and raised signs that lead somewhere in
    a DOCX or PDF.
    """
    if page.format is DraftFormat.HTML:
        return [
            _sign(page, Span(*link.span()), link["note"])
            for link in _NOTE_LINK.finditer(page.text)
            if _NOTE_SIGN.search(link[0])
        ]
    if page.format is DraftFormat.LATEX:
        notes = read_latex(page.text).notes
        return [_sign(page, note.span, str(note.number)) for note in notes if not note.cites]
    return [
        _sign(page, span, label)
        for span, target in page.raised.items()
        if target[:1] in ("^", "#") and (label := span.of(page.text).strip(" []"))
    ]


def find_definitions(text: str) -> list[Reference]:
    """
    Return the definitions of footnotes, in order, each with the lines that belong to it.

    Lines go with a definition where they are indented, blank lines before them included, and
    where they follow without a blank line and begin nothing else.
    """
    if "[^" not in text:
        return []
    ends: dict[Span, int] = {}
    for block in read_blocks(text):
        notes = [one.sign for one in block.containers if one.kind is ContainerKind.NOTE]
        if notes:
            ends[notes[-1]] = max(notes[-1].end, block.span.end)
    return [_reference(text, sign, end) for sign, end in ends.items()]


def _reference(text: str, sign: Span, end: int) -> Reference:
    words = _LEFT.sub("", text[sign.end : end]).replace("\r", "").strip()
    return Reference(
        label=seen(sign.of(text)[2:-2]).strip(),
        span=Span(sign.start, end),
        text=words,
        addresses=_addresses_in(words),
        doi=_doi_in(words),
    )


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

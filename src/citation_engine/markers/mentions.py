"""
Sources that a draft names in its sentences: "§ 34 EStG", "see Section IV.E", "`moe2020_rye`".

They are markers where a source is called so and the draft hardly cites in other ways: a law by its
short name, one section of it as a file of its own, a part of a larger work by its number, a file
by its name in code.
"""

import re
from collections.abc import Iterator, Sequence

from citation_engine.formats.markdown.shelters import find_inline_code, is_sheltered
from citation_engine.language.blocks import find_fences
from citation_engine.language.vocabulary import pattern
from citation_engine.markers.page import Page
from citation_engine.model.draft import Marker
from citation_engine.model.passage import Span
from citation_engine.sections.legal import Kind, Reference, find_references

_DIALECT = "named"
_WORD = re.compile(r"[^\W_]+")
# The file of one section: "EStG § 7 Abschreibung", "§ 7 EStG".
_SECTION_FILE = re.compile(
    r"(?:(?P<before>[^\W\d]{2,12}) )?(?:§|art\.?) ?\d+[a-z]{0,2}(?: (?P<after>[^\W\d]{2,12})\Z)?"
)
_LINKED_LAW = re.compile(r"\[\[([^\W\d_]{2,12}) §")
_PART = re.compile(
    rf"(?<!\w)(?P<label>(?i:{pattern('references', 'PART_LABELS')}))[ \u00a0]"
    r"(?P<number>(?:[IVXLC]{1,6}|[A-Z]|\d{1,3})(?:[.-](?:[A-Z]|\d{1,3})(?!\w)){0,3})(?!\w|[.-]\w)"
    r"(?:[ \u00a0]§{1,2}\s?[\w.–-]*\w)?"
)
_MENTION = re.compile(rf"§|`|Art(?:\.|ikel|icle)\s|{_PART.pattern}")
_JOINED = re.compile(rf"\s*(?:[/,+&]|{pattern('references', 'MARKER_JOINING')})\s*", re.IGNORECASE)
_KEY = re.compile(r"[\d_]")
_LONGEST_PART = 6
_ENDING = re.compile(r"(?:\.[a-z0-9]{1,5})?\s*\Z")


def find_mentions(page: Page) -> Iterator[Marker]:
    """Yield what in the sentences of a draft names one of its sources."""
    if not page.whole or not page.known:
        return
    said = [
        (span, names)
        for span, names in (*_laws(page), *_parts(page))
        if not is_sheltered(page.shelters, span.start, span.end)
    ]
    for span, names in (*said, *_keys(page)):
        if not page.lists_sources_at(span.start):
            yield Marker(dialect=_DIALECT, span=span, text=span.of(page.text), names=names)


def is_mention(marker: Marker) -> bool:
    """Whether a marker is words of its sentence that name a source."""
    return marker.dialect == _DIALECT and bool(_MENTION.match(marker.text))


def _laws(page: Page) -> Iterator[tuple[Span, tuple[str, ...]]]:
    laws = {_joined(name) for name in page.known if len(name) <= 16}
    for name in page.notes - page.titles:
        if section := _SECTION_FILE.match(name):
            laws.add(_joined(section["before"] or section["after"] or ""))
    laws.discard("")
    found = [*find_references(page.view)] if laws else []
    spelt = {_joined(one.law): one.law for _, _, one in found if one.law}
    spelt |= {_joined(law): law for law in _LINKED_LAW.findall(page.view) if _joined(law) in laws}
    # Where one law is named throughout, a section without one is a section of it.
    only = next(iter(spelt)) if len(spelt) == 1 else ""
    shared = _shared_laws(page.view, found)
    for (start, end, reference), law in zip(found, shared, strict=True):
        named = law or spelt.get(only, "")
        if named and _joined(named) in laws:
            # "Abs. 2)" has the bracket of "(§ 6 Abs. 2)", not one of its own.
            words = page.view[start:end]
            closes = words.endswith(")") and "(" not in words
            yield Span(start, end - closes), tuple(_named(reference, named))


def _shared_laws(text: str, found: Sequence[tuple[int, int, Reference]]) -> list[str]:
    """The law of each reference; "§ 6 / § 7 EStG" names it once, behind the last of several."""
    laws: list[str] = []
    following = len(text)
    for start, end, reference in reversed(found):
        shares = bool(laws) and _JOINED.fullmatch(text, end, following) is not None
        laws.append(reference.law or (laws[-1] if shares else ""))
        following = start
    return laws[::-1]


def _named(reference: Reference, law: str) -> Iterator[str]:
    """Each section that a reference names, with its law: "§§ 6, 7 EStG" are two."""
    head = reference.parts[0]
    sign = "§" if head.kind is Kind.SECTION else "Art."
    for number in head.value.split(","):
        yield f"{sign} {number} {law}"


def _parts(page: Page) -> Iterator[tuple[Span, tuple[str, ...]]]:
    """Parts of a work that are files of their own: "section-IV-E-costs.md" is "Section IV.E"."""
    called: dict[tuple[str, ...], set[str]] = {}
    for name in {_ENDING.sub("", name) for name in page.notes - page.titles}:
        said = tuple(_WORD.findall(name))
        for count in range(2, min(len(said), _LONGEST_PART) + 1):
            called.setdefault(said[:count], set()).add(name)
    for found in _PART.finditer(page.view):
        names = called.get(
            tuple(_WORD.findall(f"{found['label']} {found['number']}".lower())), set()
        )
        if len(names) == 1 and not _is_own(page, found):
            yield Span(*found.span()), tuple(names)


def _keys(page: Page) -> Iterator[tuple[Span, tuple[str, ...]]]:
    """Files that are named in code; a name without a number or a sign may be any word."""
    for span in find_inline_code(page.text, find_fences(page.text)) if "`" in page.text else ():
        name = span.of(page.text).strip("` ")
        if name.lower() in page.notes and _KEY.search(name):
            yield span, (name,)


def _is_own(page: Page, found: re.Match[str]) -> bool:
    """Whether the draft has a part of that number itself."""
    number = re.escape(found["number"])
    own = rf"^#{{1,6}}[ \t]+(?:{re.escape(found['label'])}[ \t]+)?{number}(?!\w|[.-]\w)"
    return re.search(own, page.view, re.MULTILINE | re.IGNORECASE) is not None


def _joined(name: str) -> str:
    return "".join(_WORD.findall(name.lower()))

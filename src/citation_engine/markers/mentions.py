"""
Sources that a draft names in its sentences: "§ 34 EStG", "see Section IV.E", "`moe2020_rye`".

They are markers where a source is called so and the draft hardly cites in other ways: a law by its
short name, one section of it as a file of its own, a part of a larger work by its number, a file
by its name in code, or by its name or number alone in parentheses or in a cell: "(Exhibit 03)".
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_letters
from typing import NamedTuple

from citation_engine.formats.markdown.shelters import find_inline_code, is_sheltered
from citation_engine.language.blocks import find_fences
from citation_engine.language.vocabulary import any_word, pattern
from citation_engine.markers.page import Page
from citation_engine.model.draft import Marker
from citation_engine.model.passage import Span
from citation_engine.sections.legal import Kind, Reference, find_references, spellings_of

_DIALECT = "named"
_WORD = re.compile(r"[^\W_]+")
# The file of one section: "EStG § 7 Abschreibung", "§ 7 EStG".
_SECTION_FILE = re.compile(
    r"(?:(?P<before>[^\W\d]{2,12}) )?(?:§|art\.?) ?\d+[a-z]{0,2}(?: (?P<after>[^\W\d]{2,12})\Z)?"
)
_LINKED_LAW = re.compile(r"\[\[([^\W\d_]{2,12}) §")
_PART = re.compile(
    rf"(?<!\w)(?P<label>(?i:{pattern('references', 'PART_LABELS')}))(?:[ \u00a0]|[ ]?\n)"
    r"(?P<number>(?:[IVXLC]{1,6}|[A-Z]|\d{1,3})(?:[.-](?:[A-Z]|\d{1,3})(?!\w)){0,3})(?!\w|[.-]\w)"
    r"(?:[ \u00a0]§{1,2}\s?[\w.–-]*\w)?"
)
_MENTION = re.compile(rf"§|`|Art(?:\.|ikel|icle)\s|{_PART.pattern}")
_JOINED = re.compile(rf"\s*(?:[/,+&]|{pattern('references', 'MARKER_JOINING')})\s*", re.IGNORECASE)
_KEY = re.compile(r"[\d_]")
_LONGEST_PART = 6
_ENDING = re.compile(r"(?:\.[a-z0-9]{1,5})?\s*\Z")
_FILE = re.compile(r"(?P<stem>.+)\.[a-z][a-z0-9]{0,4}")
# What fills parentheses, or a cell that is not the first of its row.
_HELD = re.compile(
    r"\((?P<words>(?:[^()|\n]|\n(?!\s*\n)){2,200})(?:\([^()|\n]{1,20}\))?\)"
    r"|(?<=[^\s|])[ \t]*+\|[ \t]*+(?P<cell>[^()|\n]{1,200}?)(?=[ \t]*\|)"
)
_AND = rf"\s*(?:[,;/+&]|{pattern('references', 'MARKER_JOINING')})\s*"
_COUNTED = r"[A-Z]{0,2}\d{1,3}(?!\w|[.,]\d|\s?%)"
# A word and numbers: "Exhibits 3 and 5, p. 2", "Anlage K3".
_NUMBERED = re.compile(
    rf"(?:(?i:{pattern('references', 'MARKER_LEADS')}):?\s)?"
    rf"(?P<word>[^\W\d_a-z][^\W\d_]{{2,20}})\.?\s"
    rf"(?P<numbers>{_COUNTED}(?:{_AND}(?:(?P=word)\.?\s)?{_COUNTED})*+)"
    r"(?:[,;:]?\s[^\W\d][^;]{0,60})?"
)
_PIECE = re.compile(r"[^\W\d_]+|\d+")
# Words whose numbers are never those of files, those that mostly have their own, and captions.
_PLACES = re.compile(
    rf"(?:{pattern('references', 'PLACES')}|{any_word('numbers', 'MONTHS').replace('/', '|')})\.?",
    re.IGNORECASE,
)
_OWN = re.compile(rf"(?:{pattern('references', 'PART_LABELS')})\.?", re.IGNORECASE)
_CAPTIONS = re.compile(rf"(?:{pattern('references', 'CAPTION_LABELS')})\.?", re.IGNORECASE)
# So many different ones are no chance; of numbers that only have the same value, so many.
_FEWEST, _FEWEST_ALIKE = 2, 6


def find_mentions(page: Page) -> Iterator[Marker]:
    """Yield what in the sentences of a draft names one of its sources."""
    if not page.whole or not page.known:
        return
    said = [
        (span, names)
        for span, names in (*_laws(page), *_parts(page))
        if not is_sheltered(page.shelters, span.start, span.end)
    ]
    for span, names in (*said, *_keys(page), *_alone(page)):
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
        if named and not laws.isdisjoint(map(_joined, spellings_of(named))):
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
        said = _said(name)
        for count in range(2, min(len(said), _LONGEST_PART) + 1):
            called.setdefault(said[:count], set()).add(name)
    for found in _PART.finditer(page.view):
        names = called.get(_said(f"{found['label']} {found['number']}".lower()), set())
        if len(names) == 1 and not _is_own(page, found):
            yield Span(*found.span()), tuple(names)


def _said(name: str) -> tuple[str, ...]:
    """The words of a name; "Anlage_02" is "Anlage 2"."""
    return tuple(word.lstrip("0") for word in _WORD.findall(name))


def _keys(page: Page) -> Iterator[tuple[Span, tuple[str, ...]]]:
    """Files that are named in code; a name without ending, number or sign may be any word."""
    for span in find_inline_code(page.text, find_fences(page.text)) if "`" in page.text else ():
        name = span.of(page.text).strip("` ")
        if name.casefold() in page.notes and (_KEY.search(name) or _FILE.fullmatch(name.lower())):
            yield span, (name,)


class _NumberedFile(NamedTuple):
    """A file whose name begins with a number: "03_lease", "K3 lease", "exhibit-3"."""

    before: frozenset[str]
    digits: str
    name: str

    def is_called(self, word: str, number: str) -> bool:
        """Whether a word and a number may mean it."""
        letters, digits = _split(number)
        fits = {letters} - {""} <= self.before <= {_singular(word), letters}
        return fits and int(digits) == int(self.digits)

    def is_written(self, word: str, number: str) -> bool:
        """Whether its name has the word, the letters or the zeros that are written."""
        letters, digits = _split(number)
        lettered = letters in self.before and not _CAPTIONS.fullmatch(f"{word}.")
        same = digits[0] == "0" and digits == self.digits
        return lettered or same or _singular(word) in self.before


def _alone(page: Page) -> Iterator[tuple[Span, tuple[str, ...]]]:
    """Files that stand for themselves in parentheses or a cell, by their names or numbers."""
    held = [
        (Span(*found.span("cell" if found["cell"] else 0)), found["words"] or found["cell"])
        for found in _HELD.finditer(page.view)
    ]
    held = [one for one in held if not is_sheltered(page.shelters, one[0].start, one[0].end)]
    names = {name for name in page.known if _KEY.search(name) and " " not in name}
    keyed = [(span, tuple(re.split(_AND, words.strip(" *_")))) for span, words in held]
    keyed = [one for one in keyed if names.issuperset(one[1])]
    if len({name for _, several in keyed for name in several}) >= _FEWEST:
        yield from keyed
    numbered = ((span, _NUMBERED.fullmatch(words.strip(" *_"))) for span, words in held)
    groups: dict[str, tuple[str, dict[Span, list[str]]]] = {}
    for span, found in numbered:
        if found and not _PLACES.fullmatch(f"{found['word']}."):
            _, cited = groups.setdefault(_singular(found["word"]), (found["word"], {}))
            cited[span] = re.findall(_COUNTED, found["numbers"])
    files = [*_numbered_files(page)] if groups else []
    for word, cited in groups.values():
        yield from _by_numbers(page, word, cited, files)


def _by_numbers(
    page: Page, word: str, cited: Mapping[Span, list[str]], files: Sequence[_NumberedFile]
) -> Iterator[tuple[Span, tuple[str, ...]]]:
    """The files that a word and numbers mean throughout; two files of a number are none."""
    called = {
        number: [one for one in files if one.is_called(word, number)]
        for several in cited.values()
        for number in several
    }
    found = [number for number in called if called[number]]
    written = any(one.is_written(word, number) for number in found for one in called[number])
    is_style = written and 3 * len(found) >= 2 * len(called) and len(found) >= _FEWEST
    if not is_style and len(found) == len(called) >= _FEWEST_ALIKE:
        begun = rf"^(?:[^\w\n]|_)*+{re.escape(_singular(word))}\w{{0,2}}\.?\s\d"
        has_own = re.search(begun, page.view, re.MULTILINE | re.IGNORECASE)
        is_style = not has_own and not _OWN.fullmatch(f"{word}.")
    if not is_style:
        return
    for span, numbers in cited.items():
        meant = [
            called[number][0].name if called[number] else f"{word} {number}"
            for number in numbers
            if len(called[number]) < 2
        ]
        if meant:
            yield span, tuple(dict.fromkeys(meant))


def _numbered_files(page: Page) -> Iterator[_NumberedFile]:
    stems: dict[str, str] = {}
    for name in page.notes - page.titles:
        if found := _FILE.fullmatch(name):
            stems[found["stem"]] = found["stem"] if found["stem"] in page.notes else name
    for stem, name in stems.items():
        pieces = _PIECE.findall(stem)
        at = next((at for at, piece in enumerate(pieces) if piece.isdigit()), None)
        if at is not None:
            yield _NumberedFile(frozenset(map(_singular, pieces[:at])), pieces[at], name)


def _split(number: str) -> tuple[str, str]:
    digits = number.lstrip(ascii_letters)
    return number[: -len(digits)].lower(), digits


def _singular(word: str) -> str:
    """A word without the endings of plurals, which are words of their own to nobody here."""
    return word.lower().rstrip("ens") or word.lower()


def _is_own(page: Page, found: re.Match[str]) -> bool:
    """Whether the draft has a part of that number itself."""
    number = re.escape(found["number"])
    own = rf"^#{{1,6}}[ \t]+(?:{re.escape(found['label'])}[ \t]+)?{number}(?!\w|[.-]\w)"
    return re.search(own, page.view, re.MULTILINE | re.IGNORECASE) is not None


def _joined(name: str) -> str:
    return "".join(_WORD.findall(name.lower()))

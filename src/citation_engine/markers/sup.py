"""
The dialect of HTML: `<sup class="cite" data-sids="1,3">[S:1,3]</sup>`, and `[S:1]`.

The attribute says which sources are meant. Where the words in the element say others, that is a
problem and nothing is guessed. `<span data-cites="moe2020 liu2019">`, as converters write it, gives
keys. A section of sources in HTML lists `[S:1]` as labels of its
entries; `labels` gives those.
"""

import re
from collections.abc import Iterator

from citation_engine.formats.html.tags import without_tags
from citation_engine.formats.markdown.shelters import is_sheltered
from citation_engine.markers.numbers import COLON, GAP, read_numbers, seen
from citation_engine.markers.page import Page, is_definition, is_escaped
from citation_engine.markers.scanning import Grammar, Meaning
from citation_engine.model.draft import DraftFormat, Marker
from citation_engine.model.passage import Span

DIALECT = "sup"
_NAMED = "named"

_NAMES = "[sS][uU][pP]|[sS][pP][aA][nN]|[cC][iI][tT][eE]"
# A span with keys may have its number raised in it.
_ELEMENT = re.compile(
    rf"<(?P<name>{_NAMES})\b(?P<given>(?:(?=[^<>]{{0,500}}\sdata-cites)(?P<keyed>))?[^<>]{{0,2000}}+)>"
    rf"(?P<inner>(?:[^<\n]|\n(?!\s*\n)"
    rf"|<(?!/?(?(keyed)[sS][pP][aA][nN]|(?:{_NAMES}))\b)){{0,2000}}+)"
    rf"</(?:{_NAMES})\s*+>"
)
_SIDS = re.compile(
    r"(?:^|\s)data-sids?\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++))", re.IGNORECASE
)
_KEYS = re.compile(r"(?:^|\s)data-cites\s*+=\s*+[\"']([^\"'<>]*+)[\"']", re.IGNORECASE)
_CITES = re.compile(
    r"(?:^|\s)class\s*+=\s*+[\"']?[^\"'>]{0,200}?(?<![\w-])(?:cite|cites|citation|citations)(?![\w-])",
    re.IGNORECASE,
)
_BETWEEN_KEYS = re.compile(r"[\s,;]+")
_WORDS = re.compile(rf"\[{GAP}[sS]{GAP}{COLON}([^\[\]]*+)\]")


def _understand(words: str) -> Meaning:
    numbers, problem = read_numbers(words.replace("：", ":", 1).partition(":")[2].rstrip("]"))
    return Meaning(numbers, problem=problem)


def _accepts(page: Page, start: int, end: int) -> bool:
    view = page.view
    # With brackets around it, it is a token; the gap between them is short in what people write.
    if seen(view[max(0, start - 8) : start]).rstrip().endswith("["):
        return not seen(view[end : end + 8]).lstrip().startswith("]")
    return not is_escaped(view, start) and not is_definition(view, start, end)


GRAMMAR = Grammar(DIALECT, rf"{GAP}[sS]{GAP}{COLON}[^\[\]]*+\]", _understand, _accepts)


def find_elements(page: Page) -> Iterator[Marker]:
    """Yield the markers that are elements."""
    if page.format in (DraftFormat.JSON, DraftFormat.YAML):
        return
    for match, said in citing_elements(page.text):
        meaning = _as_keys(match["inner"], page) or said if said.problem else said
        if not is_sheltered(page.hidden, *match.span()):
            yield Marker(
                dialect=_NAMED if meaning.names else DIALECT,
                span=Span(*match.span()),
                text=match[0],
                numbers=meaning.numbers,
                names=meaning.names,
                problem=meaning.problem,
            )


def _as_keys(inner: str, page: Page) -> Meaning | None:
    """The keys that stand in an element in the place of numbers, if sources are called so."""
    keys = [key for key in _BETWEEN_KEYS.split(without_tags(inner).strip("[]() \t\n")) if key]
    known = keys and page.labels.issuperset(map(str.lower, keys))
    return Meaning(names=tuple(dict.fromkeys(keys))) if known else None


def citing_elements(text: str) -> Iterator[tuple[re.Match[str], Meaning]]:
    """Yield the elements that cite, be they in code or not, and what they say."""
    if "<" not in text:
        return
    for match in _ELEMENT.finditer(text):
        meaning = _element(match["name"].lower(), match["given"], match["inner"])
        if meaning is not None:
            yield match, meaning


def _element(name: str, attributes: str, inner: str) -> Meaning | None:
    """What an element says, or None where it is not one that cites."""
    words = _WORDS.search(inner)
    said = read_numbers(without_tags(words[1])) if words else None
    if sids := _SIDS.search(attributes):
        numbers, problem = read_numbers(sids[1] or sids[2] or sids[3] or "")
        if not problem and said and set(said[0]) != set(numbers):
            problem = f"Its attribute says {sids[0].strip()} and its words say {words[0]}."  # type: ignore[index]
        return Meaning(() if problem else numbers, problem=problem)
    if keys := _KEYS.search(attributes):
        return Meaning(names=tuple(dict.fromkeys(keys[1].split()))) if keys[1].split() else None
    if name != "sup" or not (said or _CITES.search(attributes)):
        return None
    numbers, problem = said or read_numbers(without_tags(inner).strip("[]() \t\n"))
    return Meaning(numbers, problem=problem)

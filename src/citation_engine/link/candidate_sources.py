"""The sources that a draft is held against, as far as linking must know them."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from citation_engine.link.names import LONGEST, find_dois, has_extension
from citation_engine.model.passage import Value
from citation_engine.model.source import Source
from citation_engine.urls import is_web_address

_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20|21)\d\d(?!\d)")

_DOI_NAMES = (
    *("doi", "citation_doi", "prism.doi", "prism:doi", "bepress_citation_doi", "wps-articledoi"),
    *("dc.identifier", "dc:identifier", "dc.identifier.doi", "dcterms.identifier", "identifier"),
)
_WORDS_ABOUT = ("subject", "keywords", "title")


class GivenSource(Value):
    """
    A source that markers may mean.

    `label` is unique among the sources of a draft. `number` is its number in the session, where
    it has one. `identifier` is its path or address, `name` what it is called.
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
    # Other paths with the very same content.
    also: tuple[str, ...] = ()


def given_source(source: Source, label: str | None = None, also: Sequence[str] = ()) -> GivenSource:
    """
    Return what linking must know about a source; `label` is its own unless given.

    `also` are other paths with the same content, by which it may be named as well.
    """
    known = source.metadata
    dated = _first(known, "year", "date", "published", "issued") or ""
    year = _YEAR.search(dated)
    named_as_file = has_extension(source.name) and not is_web_address(source.name)
    return GivenSource(
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
        also=tuple(also),
    )


def _doi(known: Mapping[str, Any]) -> str | None:
    """The DOI that is stated as such, or the only one in words about the source."""
    lower = {str(name).lower(): value for name, value in known.items()}
    for name in _DOI_NAMES:
        if dois := find_dois(_words(lower.get(name))):
            return dois[0]
    return only_doi(" ".join(_words(lower.get(name)) for name in _WORDS_ABOUT))


def only_doi(text: str) -> str | None:
    """Return the DOI of a text in which exactly one stands, however often."""
    dois = find_dois(text)
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

"""The sources that a draft is held against, as far as linking must know them."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from citation_engine.link.names import find_dois, has_extension
from citation_engine.model.source import Source
from citation_engine.model.value import Value
from citation_engine.text.urls import is_web_address

_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20|21)\d\d(?!\d)")


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
    dois = find_dois(_first(known, "doi", "DOI") or "")
    named_as_file = has_extension(source.name) and not is_web_address(source.name)
    return GivenSource(
        label=label or source.label,
        identifier=source.identifier,
        name=source.name,
        number=source.number,
        file_name=source.name if named_as_file else None,
        title=_first(known, "title"),
        url=_first(known, "url", "URL"),
        doi=dois[0] if dois else None,
        author=_authors(known.get("authors") or known.get("author")),
        year=year[0] if year else None,
        also=tuple(also),
    )


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

"""What a source knows about itself that a reference can say."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from citation_engine.display import one_line
from citation_engine.model.passage import Locator
from citation_engine.model.source import Source, SourceType
from citation_engine.render.references import places
from citation_engine.urls import fault_of

MOST_AUTHORS = 100
_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20|21)\d\d(?!\d)")
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?!\d)")
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}/[^\s\"<>{}\\^`|]+)", re.I)
_SEVERAL = re.compile(r"\s*;\s*|\s+and\s+")
_DESCRIPTORS = {SourceType.DATABASE: "Database result", SourceType.CUSTOM: "Generated analysis"}


@dataclass(frozen=True, slots=True)
class Name:
    """An author: a person whose family name is known, or a name taken as it is."""

    family: str
    given: str = ""

    def family_first(self, gap: str = " ") -> str:
        """The name as lists sort it, such as `Doe, J. K.`, with `gap` between initials."""
        return f"{self.family}, {self.initials(gap)}" if self.given else self.family

    def family_last(self) -> str:
        """The name as it is spoken, such as `J. K. Doe`."""
        return f"{self.initials()} {self.family}" if self.given else self.family

    def initials(self, gap: str = " ") -> str:
        """The first letters of the given names; a double name keeps its hyphen, as in `J.-P.`."""
        names = self.given.replace(".", ". ").split()
        return gap.join("-".join(f"{p[0]}." for p in n.split("-") if p) for n in names)


@dataclass(frozen=True, slots=True)
class Facts:
    """The parts of a reference; what is not known is None."""

    key: str
    title: str
    authors: tuple[Name, ...]
    year: str | None
    published: date | None
    version: str | None
    publisher: str | None
    url: str | None
    accessed: date | None
    place: str | None
    descriptor: str | None
    is_page: bool


def facts_of(source: Source, locator: Locator) -> Facts:
    """The facts for a source and a place in it; metadata wins over what was guessed from names."""
    known = source.metadata
    is_page = source.type is SourceType.WEBSITE
    dated = _first(known, "date", "published", "issued", "year") or ""
    url = source.identifier if is_page else _url(known)
    accessed = _date(locator.accessed_at or _first(known, "accessed", "accessed_at") or "")
    if accessed is None and is_page:
        accessed = source.created_at.date()
    year = _YEAR.search(_first(known, "year") or dated)
    return Facts(
        key=f"source{source.id}",
        title=_first(known, "title") or one_line(source.name),
        authors=_authors(known.get("authors") or known.get("author")),
        year=year[0] if year else None,
        published=_date(dated),
        version=one_line(source.version, 80) if source.version else None,
        publisher=_first(known, "publisher", "institution", "organization", "site"),
        url=url,
        accessed=accessed if url else None,
        place=", ".join(places(locator)) or None,
        descriptor=_DESCRIPTORS.get(source.type),
        is_page=is_page,
    )


def _first(known: Mapping[str, Any], *names: str) -> str | None:
    """The first of these that is there, on one line; lists and mappings say nothing here."""
    for name in names:
        value = known.get(name)
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            shown = one_line(str(value))
            if shown:
                return shown
    return None


def _url(known: Mapping[str, Any]) -> str | None:
    given = _first(known, "url", "URL")
    if given and not fault_of(given):
        return given
    doi = _DOI.fullmatch(_first(known, "doi", "DOI") or "")
    return f"https://doi.org/{doi[1]}" if doi else None


def _date(text: str) -> date | None:
    found = _DATE.match(text)
    try:
        return date(*map(int, found.groups())) if found else None
    except ValueError:
        return None


def _authors(value: Any) -> tuple[Name, ...]:
    """Names from a text (`Doe, Jane; Roe, Richard`), a mapping, or a list of either."""
    if isinstance(value, str):
        value = _SEVERAL.split(value)
    elif not isinstance(value, list | tuple):
        value = [value]
    return tuple(_names(value[:MOST_AUTHORS]))


def _names(values: Iterable[Any]) -> Iterable[Name]:
    for value in values:
        if isinstance(value, Mapping):
            family, given = (_first(value, part) or "" for part in ("family", "given"))
            family = family or _first(value, "name", "literal") or ""
        elif isinstance(value, str):
            # With a second comma it is not clear which part is which.
            parts = value.split(",") if value.count(",") == 1 else [value, ""]
            family, given = map(one_line, parts)
        else:
            continue
        if family:
            yield Name(family, given)

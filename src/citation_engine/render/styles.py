"""
References in the styles of the seed: inline, Harvard, IEEE, APA and BibTeX.

Plain text, made from what a source knows and nothing else: names are turned round
only where they were given as "Family, Given", so that no ministry gets initials.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import quote

from citation_engine.display import one_line, shortened
from citation_engine.errors import InvalidInput
from citation_engine.model.passage import Locator
from citation_engine.model.source import Source, SourceType
from citation_engine.ports import Style
from citation_engine.render.references import inline_reference, places
from citation_engine.urls import fault_of

MOST_AUTHORS = 100
_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20|21)\d\d(?!\d)")
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?!\d)")
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}/[^\s\"<>{}\\^`|]+)", re.I)
_SEVERAL = re.compile(r"\s*;\s*|\s+and\s+")
_DESCRIPTORS = {SourceType.DATABASE: "Database result", SourceType.CUSTOM: "Generated analysis"}


@dataclass(frozen=True, slots=True)
class AuthorName:
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
    authors: tuple[AuthorName, ...]
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


def _authors(value: Any) -> tuple[AuthorName, ...]:
    """Names from a text (`Doe, Jane; Roe, Richard`), a mapping, or a list of either."""
    if isinstance(value, str):
        value = _SEVERAL.split(value)
    elif not isinstance(value, list | tuple):
        value = [value]
    return tuple(_names(value[:MOST_AUTHORS]))


def _names(values: Iterable[Any]) -> Iterable[AuthorName]:
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
            yield AuthorName(family, given)


_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
    }
)


def bibtex(facts: Facts) -> str:
    """A `@misc` entry: of all types the one that needs nothing a source may not know."""
    note = ", ".join(part for part in (_version(facts), facts.place) if part)
    fields = {
        "author": " and ".join(map(_author, facts.authors)),
        "title": f"{{{escape(facts.title)}}}",
        "year": facts.year or "",
        "publisher": escape(facts.publisher or ""),
        "howpublished": escape(facts.descriptor or ""),
        "note": escape(note),
        "url": _address(facts.url or ""),
        "urldate": facts.accessed.isoformat() if facts.accessed else "",
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@misc{{{facts.key},", *lines, "}"])


def escape(text: str) -> str:
    """The text with every sign TeX acts on made harmless."""
    return text.translate(_SPECIAL)


def _author(name: AuthorName) -> str:
    """`Doe, Jane`; a name taken as it is goes into braces, so that it is not taken apart."""
    if name.given:
        return f"{{{escape(name.family)}}}, {escape(name.given)}"
    return f"{{{escape(name.family)}}}"


def _address(url: str) -> str:
    """The address with everything escaped that is not plain in one."""
    return quote(url, safe="%:/?#[]@!$&'()*+,;=~-._")


def _version(facts: Facts) -> str | None:
    return f"Version {facts.version}" if facts.version else None


MONTHS = "January February March April May June July August September October November December"
_ENDS = (".", "?", "!", "…")


def format_reference(
    source: Source, locator: Locator | None = None, style: str | Style = "inline"
) -> str:
    """A source, and where given the place in it, as one entry of the style."""
    return _style(style).entry(source, locator or Locator())


def format_bibliography(sources: Sequence[Source], style: str | Style = "harvard") -> str:
    """One entry a source, in the order given; IEEE numbers them."""
    chosen = _style(style)
    return chosen.bibliography([chosen.entry(source, Locator()) for source in sources])


def _style(style: str | Style) -> Style:
    if isinstance(style, Style):
        return style
    if not isinstance(style, str) or style not in STYLES:
        raise InvalidInput(
            f"There is no style {shortened(style)}.", fix=f"Use one of: {', '.join(STYLES)}."
        )
    return STYLES[style]


# the styles ----------------------------------------------------------------------------------


def _harvard(facts: Facts) -> str:
    """Such as `Doe, J. (2024) Title. Publisher. Available at: … (Accessed: 1 June 2024).`."""
    names = _harvard_names(facts.authors)
    year = f"({facts.year or 'n.d.'})"
    head = f"{names} {year} {facts.title}" if names else f"{facts.title} {year}"
    tail = ", ".join(part for part in (facts.publisher, facts.place) if part)
    said = _sentences([_described(head, facts), _version(facts), tail])
    if facts.url:
        accessed = f" (Accessed: {_day_month_year(facts)})" if facts.accessed else ""
        said += f" Available at: {facts.url}{accessed}."
    return said


def _apa(facts: Facts) -> str:
    """Such as `Doe, J., & Roe, R. (2024). Title (Version 2). Publisher. https://…`."""
    inside = ", ".join(part for part in (_version(facts), facts.place) if part)
    title = _described(f"{facts.title} ({inside})" if inside else facts.title, facts)
    date = f"({_apa_date(facts)})"
    names = _apa_names(facts.authors)
    parts = [names, date, title] if names else [title, date]
    own = any(facts.publisher == name.family for name in facts.authors)
    said = _sentences([*parts, None if own else facts.publisher])
    if facts.url and facts.accessed and not facts.year:
        return f"{said} Retrieved {_month_day_year(facts)}, from {facts.url}"
    return f"{said} {facts.url}" if facts.url else said


def _ieee(facts: Facts) -> str:
    """Such as `J. Doe, Title, version 2. Publisher, 2024, p. 24.`; a page's title is quoted."""
    names = _ieee_names(facts.authors)
    version = (_version(facts) or "").replace("Version", "version")
    title = _described(facts.title, facts)
    if facts.is_page:
        quoted = f'"{_sentences([title])}"'
        head = f"{names}, {quoted}" if names else quoted
        tail = _sentences([facts.publisher, version, facts.year, facts.place])
        said = f"{head} {tail}".rstrip()
    else:
        head = ", ".join(part for part in (names, title, version) if part)
        year = facts.year or "n.d."
        tail = ", ".join(part for part in (facts.publisher, year, facts.place) if part)
        said = _sentences([head, tail])
    if facts.url:
        accessed = f" Accessed: {_month_day_year(facts, short=True)}." if facts.accessed else ""
        said += f"{accessed} [Online]. Available: {facts.url}"
    return said


@dataclass(frozen=True, slots=True)
class KnownStyle:
    """A style of ours: how an entry is written, and what stands between entries."""

    write: Callable[[Source, Locator], str]
    between: str = "\n"
    numbered: bool = False

    def entry(self, source: Source, locator: Locator) -> str:
        """A source, and the place in it."""
        return self.write(source, locator)

    def bibliography(self, entries: Sequence[str]) -> str:
        """The entries in a list."""
        if self.numbered:
            entries = [f"[{number}] {entry}" for number, entry in enumerate(entries, 1)]
        return self.between.join(entries)


STYLES: Mapping[str, Style] = {
    "inline": KnownStyle(inline_reference),
    "harvard": KnownStyle(lambda *cited: _harvard(facts_of(*cited))),
    "ieee": KnownStyle(lambda *cited: _ieee(facts_of(*cited)), numbered=True),
    "apa": KnownStyle(lambda *cited: _apa(facts_of(*cited))),
    "bibtex": KnownStyle(lambda *cited: bibtex(facts_of(*cited)), between="\n\n"),
}


# names ---------------------------------------------------------------------------------------


def _harvard_names(names: Sequence[AuthorName]) -> str:
    """All of up to three; the first of more (Cite Them Right)."""
    shown = [name.family_first(gap="") for name in names]
    if len(shown) > 3:
        return f"{shown[0]} et al."
    return _listed(shown, " and ", last_comma=False)


def _apa_names(names: Sequence[AuthorName]) -> str:
    """All of up to twenty; of more the first nineteen and the last."""
    shown = [name.family_first() for name in names]
    if len(shown) > 20:
        return f"{', '.join(shown[:19])}, … {shown[-1]}"
    return _listed(shown, ", & ", last_comma=False)


def _ieee_names(names: Sequence[AuthorName]) -> str:
    """All of up to six; the first of more."""
    shown = [name.family_last() for name in names]
    if len(shown) > 6:
        return f"{shown[0]} et al."
    return _listed(shown, " and ", last_comma=True)


def _listed(items: Sequence[str], joint: str, *, last_comma: bool) -> str:
    if len(items) < 2:
        return "".join(items)
    comma = "," if last_comma and len(items) > 2 else ""
    return f"{', '.join(items[:-1])}{comma}{joint}{items[-1]}"


# pieces --------------------------------------------------------------------------------------


def _sentences(parts: Sequence[str | None]) -> str:
    """The parts that are there, each ended by one full stop."""
    said = [part for part in parts if part]
    return " ".join(part if part.endswith(_ENDS) else f"{part}." for part in said)


def _described(text: str, facts: Facts) -> str:
    return f"{text} [{facts.descriptor}]" if facts.descriptor else text


def _apa_date(facts: Facts) -> str:
    if not facts.year:
        return "n.d."
    day = facts.published
    if not facts.is_page or day is None:
        return facts.year
    return f"{facts.year}, {MONTHS.split()[day.month - 1]} {day.day}"


def _day_month_year(facts: Facts) -> str:
    day = facts.accessed
    return f"{day.day} {MONTHS.split()[day.month - 1]} {day.year}" if day else ""


def _month_day_year(facts: Facts, *, short: bool = False) -> str:
    day = facts.accessed
    if day is None:
        return ""
    month = MONTHS.split()[day.month - 1]
    if short and len(month) > 3:
        month = f"{month[:3]}."
    return f"{month} {day.day}, {day.year}"

"""
References in the styles of the seed: inline, Harvard, IEEE, APA and BibTeX.

Plain text, made from what a source knows and nothing else: names are turned round
only where they were given as "Family, Given", so that no ministry gets initials.
"""

from collections.abc import Callable, Sequence

from citation_engine.display import shortened
from citation_engine.errors import InvalidInput
from citation_engine.model.passage import Locator
from citation_engine.model.source import Source
from citation_engine.render.bibtex import bibtex
from citation_engine.render.facts import Facts, Name, facts_of
from citation_engine.render.references import inline_reference

MONTHS = "January February March April May June July August September October November December"
_ENDS = (".", "?", "!", "…")


def format_reference(source: Source, locator: Locator | None = None, style: str = "inline") -> str:
    """A source, and where given the place in it, as one entry of the style."""
    _check(style)
    locator = locator or Locator()
    if style == "inline":
        return inline_reference(source, locator)
    return _STYLES[style](facts_of(source, locator))


def format_bibliography(sources: Sequence[Source], style: str = "harvard") -> str:
    """One entry a source, in the order given; IEEE numbers them."""
    _check(style)
    entries = [format_reference(source, style=style) for source in sources]
    if style == "ieee":
        entries = [f"[{number}] {entry}" for number, entry in enumerate(entries, 1)]
    return ("\n\n" if style == "bibtex" else "\n").join(entries)


def _check(style: str) -> None:
    if style not in STYLES:
        raise InvalidInput(
            f"There is no style {shortened(style)}.", fix=f"Use one of: {', '.join(STYLES)}."
        )


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


_STYLES: dict[str, Callable[[Facts], str]] = {
    "harvard": _harvard,
    "ieee": _ieee,
    "apa": _apa,
    "bibtex": bibtex,
}
STYLES = ("inline", *_STYLES)


# names ---------------------------------------------------------------------------------------


def _harvard_names(names: Sequence[Name]) -> str:
    """All of up to three; the first of more (Cite Them Right)."""
    shown = [name.family_first(gap="") for name in names]
    if len(shown) > 3:
        return f"{shown[0]} et al."
    return _listed(shown, " and ", last_comma=False)


def _apa_names(names: Sequence[Name]) -> str:
    """All of up to twenty; of more the first nineteen and the last."""
    shown = [name.family_first() for name in names]
    if len(shown) > 20:
        return f"{', '.join(shown[:19])}, … {shown[-1]}"
    return _listed(shown, ", & ", last_comma=False)


def _ieee_names(names: Sequence[Name]) -> str:
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


def _version(facts: Facts) -> str | None:
    return f"Version {facts.version}" if facts.version else None


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

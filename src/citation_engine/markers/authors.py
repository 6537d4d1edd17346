"""
The dialect of authors and years: `(Okafor et al., 2021)`, `[Brandt & Liu, 2019; Moe, 2020, p. 3]`.

Also in running text, `Okafor et al. (2021)`, where the marker is the year in parentheses, and in
German, `(Müller 2020, S. 12)`, `vgl. Müller/Schmidt 2020`. The names of such a marker are the
authors and the year in small letters: "brandt liu 2019". A name with a year can be much else, a
month or a town, so it must look like a citation or be one by what else the draft has:

- "et al.", "see" or a page says enough, and so does an entry with that author and year;
- two authors count where the draft has other such markers;
- a single name counts where the draft plainly cites by authors and years.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from citation_engine.formats.markdown.shelters import is_sheltered
from citation_engine.language.tokens import lower
from citation_engine.language.vocabulary import any_word, pattern, words
from citation_engine.markers.numbers import PLACE, has_blank_line, seen
from citation_engine.markers.page import Page
from citation_engine.model.draft import Marker
from citation_engine.model.passage import Span

DIALECT = "authors"
# The year of works without one: "(Müller, o. J.)".
UNDATED = "nd"

# White space, and the signs of emphasis and invisible characters that may stand in it.
_GAP = r"[\s*_~\u200b\u2060]{1,6}+"
_LETTER = r"[^\W\d_]"
_CAPITAL = r"[A-ZÀ-ÖØ-ÞĀ-ſΑ-ΩА-Я]"
_SURNAME = (
    rf"(?:(?:{any_word('references', 'AUTHOR_PARTICLES')})\s){{0,3}}"
    rf"{_CAPITAL}{_LETTER}*+(?:[-’'‐‑]{_LETTER}++)*+"
)
_INITIALS = rf"{_CAPITAL}\.(?:[\s-]?{_CAPITAL}\.){{0,2}}+"
_WITHIN = rf"(?:{any_word('references', 'WITHIN_AUTHORS')})\s"
_NAME = (
    rf"(?:{_INITIALS}\s?)?{_SURNAME}(?:\s(?:{_WITHIN})?{_SURNAME}){{0,5}}+"
    rf"(?:,\s{_INITIALS}(?=[\s,&;/]))?"
)
_JOINED = rf"(?:\s?/\s?|,?{_GAP}(?:&amp;|&|{any_word('function_words', 'JOINING')}){_GAP})"
_MORE = rf",?{_GAP}(?:{pattern('references', 'OTHER_AUTHORS')})[*_]{{0,2}}"
# With a letter that tells works of one year apart; "1980s" is no year.
_NO_YEAR = rf"(?:{pattern('references', 'UNDATED')})"
_YEAR = rf"(?:(?:1[5-9]|20)\d\d(?:/\d{{2,4}})?[a-rt-z]?(?![\w–-])|{_NO_YEAR})"
_YEARS = rf"(?P<years>{_YEAR}(?:\s?,\s?{_YEAR}){{0,5}}+)"
_PAGES = r"\d{1,4}(?!\d)(?:\s?[-–]\s?\d{1,4})?(?:\s?ff?\.)?"
_PLACE = rf"(?P<place>\s?[,:]\s?(?:(?:{PLACE})[^;()\[\]\n]{{0,50}}+|{_PAGES}))?+"
_CITING = rf"(?P<lead>(?:{pattern('references', 'CITING_LEADS')}),?:?{_GAP})"
_LEAD = rf"(?:{pattern('references', 'MARKER_LEADS')}),?:?{_GAP}"
_AUTHORS = (
    rf"(?P<names>{_NAME}(?:,\s{_NAME}){{0,8}}(?P<joined>{_JOINED}{_NAME})?(?P<more>{_MORE})?)"
)
# What may stand before the authors and behind the year: "as noted by", "for an overview".
_BEFORE = r"(?P<before>[a-zäöü][^\W\d_]*+(?:,? [^\W\d_.]++\.?){0,7}?,? )"
_VENUE = rf"(?:,?\s{_CAPITAL}[\w&.-]{{1,15}}){{0,3}}"
_CITED = re.compile(
    rf"\s*{_BEFORE}??(?i:{_CITING})?(?i:{_LEAD})?"
    rf"{_AUTHORS}(?(more){_VENUE}),?{_GAP}{_YEARS}{_PLACE}(?:(?(more)[ ,]|\s)[^;]{{1,50}})?\s*\Z"
)
# Between two that are cited: a semicolon, or a comma behind a year.
_NEXT = re.compile(
    rf";|(?:(?<=\d\d)|(?<=\d[a-z])),\s(?:(?:and|und|&)\s)?"
    rf"(?={_CAPITAL}(?!{_LETTER}?\.)[^;]{{0,80}}?(?:1[5-9]|20)\d\d)"
)
# Behind other words, which are none of the authors: "(9 % of all, Moe et al. 2020)".
_LAST = re.compile(
    rf"[\s(](?:[a-zäöüß][\w-]*+|[\d.,–-]*\d\s?%?)(,\s)(?={_SURNAME}{_MORE},?{_GAP}{_YEAR})"
)
# Brackets with a year in them; a year alone in them, behind a name; a name behind "see". Where
# another marker follows at once, that is the citation.
_ENDS = r"(?!\(|\s?\[\^?[sS]?\d)"
_HELD = re.compile(
    rf"[(\[]([^()\[\]]{{3,400}}?(?:(?:1[5-9]|20)\d\d[a-z]?\b|{_NO_YEAR})[^()\[\]]{{0,80}}+)[)\]]{_ENDS}"
)
_DATED = re.compile(rf"[(\[]\s?{_YEARS}{_PLACE}\s?[)\]]{_ENDS}")
_DATING = re.compile(
    rf"(?<![\w’'-])(?P<names>(?:{_SURNAME}(?:,\s{_SURNAME}){{0,6}}(?P<joined>{_JOINED}))?"
    rf"{_SURNAME}(?P<more>{_MORE})?)(?:[’']s|(?(more),?)){_GAP}\Z"
)
_LEADING = re.compile(rf"(?:,\s)?(?<![\w(\[])(?i:{_CITING}){_AUTHORS},?{_GAP}\Z")
_LED = re.compile(rf"{_YEARS}(?P<place>\s?[,:]\s?(?:{PLACE})\s?{_PAGES})?+{_ENDS}")
# The authors of an entry, however they are written: "Moe, A., & Liu, B.", "Moe A, Liu B, et al.".
AUTHOR_LIST = (
    rf"(?:(?:{_CAPITAL}[\w.’'-]*+|{pattern('references', 'OTHER_AUTHORS')}|[,;&/.]"
    rf"|(?:{any_word('function_words', 'JOINING')}|{any_word('references', 'AUTHOR_PARTICLES')})\b)"
    r"[\s*_]*+){1,80}+"
)
# The head of an entry, such as "Moe A, Liu B (2020).", that items say something of.
_PERSON = rf"{_SURNAME}(?:\s{_SURNAME}){{0,2}}?,?\s(?:{_INITIALS}|{_CAPITAL}{{1,4}}+\b)"
_ENTRY = re.compile(
    rf"^(?P<indent>[ \t]*+)(?P<item>(?:[-*+]|\d{{1,3}}[.)])[ \t]+)?[*_]{{0,3}}"
    rf"(?P<names>(?={_PERSON}){AUTHOR_LIST})"
    rf"(?P<held>\((?P<year>(?:1[5-9]|20)\d\d[a-z]?)\))[*_]{{0,3}}\.[*_]{{0,3}}\s.*\n(?:(?!\s*[-*+]\s).+\n){{0,3}}"
    rf"(?P<below>[ \t]*+)[-*+][ \t]+(?![*_]{{0,3}}{_PERSON})",
    re.MULTILINE,
)
# "Moe et al." without a year; where a first author ends.
_UNDATED = re.compile(rf"\(([^()\[\]\n]{{4,200}})\){_ENDS}")
_OTHERS_ALONE = re.compile(rf"(?i:{_LEAD})?(?P<name>{_SURNAME}){_MORE}")
_AUTHOR_ENDS = re.compile(
    rf"[,;:(&\"“„]|\.\s(?=\w{{3}})|{_MORE}|\s(?:{any_word('function_words', 'JOINING')})\s"
)
_SHORT = re.compile(rf"\b{_CAPITAL}{{1,4}}\b|{_MORE}")
_SAME_SIGN = re.compile(pattern("references", "SAME_SOURCE"), re.IGNORECASE)
_YEAR_HELD = re.compile(rf"\s?\(({_YEAR}[^()]{{0,40}}+)\)")
_SAME = re.compile(
    rf"[(\[]\s?(?i:{_LEAD})?(?i:{pattern('references', 'SAME_SOURCE')})[.,]{{0,2}}\s?"
    rf"(?:(?:{PLACE})[^;()\[\]\n]{{0,50}}+|{_PAGES})?\s?[)\]]"
)
_JOINING = {*any_word("function_words", "JOINING").split("|"), "amp"}
_FURTHEST = 120
# What is left of "Moore MN, et al. (2024)", which is an entry.
_INITIALS_ALONE = re.compile(r"\s*[A-Z]{1,2}\s*")
_WORD = re.compile(r"[^\W\d_]+")
# It looks back late, which is much quicker.
_FOUND_YEAR = re.compile(rf"(?:1[5-9]|20)(?<!\d\d\d)\d\d(?!\d)|\b{_NO_YEAR}", re.IGNORECASE)
_NO_AUTHORS = {
    *re.split(r"[/|]", any_word("numbers", "MONTHS")),
    *words("references", "NO_AUTHORS"),
}
# The authors of an entry stand before its year, its title in quotes, or in so many characters.
_FIRST = re.compile(r"[^\"“„«]{0,60}?(?=(?<!\d)(?:1[5-9]|20)\d\d|[\"“„«]|\Z)|[^\"“„«]{0,60}")
_HEAD, _LONGEST = 300, 2_000


# By year, the words of entries: those of the first author, and all.
_Entries = dict[str, list[tuple[frozenset[str], frozenset[str]]]]


class _Cited(NamedTuple):
    """Authors and years as written; `sure` by themselves, `likely` among others like them."""

    authors: tuple[str, ...]
    years: tuple[str, ...]
    sure: bool
    likely: bool

    @property
    def names(self) -> Iterator[str]:
        """What a marker calls them."""
        return (" ".join((*self.authors, year)) for year in self.years)


class _Place(NamedTuple):
    """Where a marker by authors may stand, and all that it cites; `held` alone in brackets."""

    span: Span
    cited: tuple[_Cited, ...]
    held: bool


def names_in(note: str) -> list[str]:
    """Return what a note cites that says nothing else: "Vgl. Müller 2020, S. 12."."""
    plain = _YEAR_HELD.sub(r" \1", note).strip().rstrip(".")
    held = _HELD.fullmatch(f"({plain})")
    places = _held(held) if held else ()
    return [name for place in places for one in place.cited for name in one.names]


def repeats_source(note: str) -> bool:
    """Whether a note names the source of the note before: "Ebd., S. 13."."""
    return _SAME.fullmatch(f"({note.strip().rstrip('.')})") is not None


def find_authors(page: Page) -> Iterator[Marker]:
    """Yield the markers by authors and years, in order."""
    places = sorted(_places(page)) if page.whole else []
    if not places:
        return
    listed = _listed(page)
    matched = {one for place in places for one in place.cited if _is_listed(one, listed)}
    sure = {one for place in places for one in place.cited if one.sure}
    likely = sure | {one for place in places for one in place.cited if one.likely}
    usual = len(matched) > 2 or (not page.entries and len(sure) > 2)
    several = bool(matched) or len({one.authors for one in likely}) > 1
    done = 0
    last: tuple[str, ...] = ()
    for place in places:
        if not place.cited:
            if last and place.span.start >= done:
                text = place.span.of(page.text)
                yield Marker(dialect=DIALECT, span=place.span, text=text, names=last)
            continue
        known = any(one in matched or one.sure for one in place.cited)
        may = several and (place.held or not page.entries)
        known = known or (may and any(one.likely for one in place.cited))
        single = place.held and all(len(one.authors) == 1 for one in place.cited)
        if place.span.start >= done and (known or (usual and single)):
            names = tuple(dict.fromkeys(name for one in place.cited for name in one.names))
            text = place.span.of(page.text)
            yield Marker(dialect=DIALECT, span=place.span, text=text, names=names)
            done, last = place.span.end, names[-1:]


def find_undated(page: Page) -> Iterator[Marker]:
    """Yield authors without a year in parentheses, "(Moe et al.)", where one entry is theirs."""
    entries = [one for text in page.entries if (one := _read_entry(seen(text)[:_LONGEST]))]
    called = Counter(name for _, name in entries)
    for held in _UNDATED.finditer(page.view) if entries and page.whole else ():
        named = [_OTHERS_ALONE.fullmatch(part.strip()) for part in re.split("[,;]", held[1])]
        if not all(named):
            continue
        authors = (lower(one["name"]) for one in named if one)
        found = ([name for first, name in entries if one in first] for one in authors)
        names = [fits[0] for fits in found if len(fits) == 1]
        unique = tuple(name for name in dict.fromkeys(names) if called[name] == 1)
        span = Span(*held.span())
        if unique and _is_prose(page, span):
            yield Marker(dialect=DIALECT, span=span, text=span.of(page.text), names=unique)


def _read_entry(text: str) -> tuple[tuple[str, ...], str] | None:
    """The words of the first author of an entry, and what a marker calls it."""
    head, year = _AUTHOR_ENDS.search(text), _FOUND_YEAR.search(text)
    first = tuple(map(lower, _WORD.findall(text[: head.start()]))) if head else ()
    if not year or not 0 < len(first) < 5:
        return None
    return first, f"{first[-1]} {_date(year[0])}"


def find_entries(page: Page) -> Iterator[Marker]:
    """Yield the years of entries that items say something of, in an annotated list of works."""
    for entry in _ENTRY.finditer(page.view):
        deeper = not entry["item"] or len(entry["below"]) > len(entry["indent"])
        span = Span(*entry.span("held"))
        found = map(lower, _WORD.findall(seen(_SHORT.sub("", entry["names"]))))
        authors = [word for word in found if word not in _JOINING]
        if deeper and authors and _is_prose(page, span):
            name = " ".join((*authors, entry["year"]))
            yield Marker(dialect=DIALECT, span=span, text=span.of(page.text), names=(name,))


def _places(page: Page) -> Iterator[_Place]:
    view = page.view
    for held in _HELD.finditer(view):
        if _is_prose(page, Span(*held.span())):
            yield from _held(held)
    for same in _SAME.finditer(view) if _SAME_SIGN.search(view) else ():
        if _is_prose(page, Span(*same.span())):
            yield _Place(Span(*same.span()), (), True)
    for year in _FOUND_YEAR.finditer(view):
        low = max(0, year.start() - _FURTHEST)
        dated, names, start = _DATED.match(view, year.start() - 1), _DATING, year.start() - 1
        if dated is None:
            dated, names, start = _LED.match(view, year.start()), _LEADING, year.start()
        named = names.search(view[low:start]) if dated else None
        if dated and named and (one := _cited(named, dated)):
            begin = low + named.start() if names is _LEADING else start
            span = Span(begin, dated.end())
            if _is_prose(page, span):
                yield _Place(span, (one,), False)


def _held(held: re.Match[str]) -> Iterator[_Place]:
    """What brackets cite: all of them, or the parts that do where they say more than that."""
    signs = {sign.span() for sign in _NEXT.finditer(held[0], 1, len(held[0]) - 1)}
    signs |= {sign.span(1) for sign in _LAST.finditer(held[0])}
    begins = [1, *sorted(end for _, end in signs)]
    ends = [*sorted(start for start, _ in signs), len(held[0]) - 1]
    run: list[_Cited] = []
    alone, start = True, 0
    for number, (begin, end) in enumerate(zip(begins, ends, strict=True)):
        found = _CITED.match(held[0], begin, end)
        if found and (one := _cited(found)):
            start = start if run else (ends[number - 1] if number else 0)
            run.append(one._replace(sure=one.sure or bool(found["lead"])))
            alone = alone and not found["before"]
        elif run:
            yield _Place(_moved(held, max(start, 1), ends[number - 1]), tuple(run), alone)
            run, alone = [], True
    if run:
        end = len(held[0]) if not start else len(held[0]) - 1
        yield _Place(_moved(held, start, end), tuple(run), alone)


def _moved(held: re.Match[str], start: int, end: int) -> Span:
    return Span(held.start() + start, held.start() + end)


def _is_prose(page: Page, span: Span) -> bool:
    """Whether what stands there is words of the draft, in one paragraph."""
    if has_blank_line(span.of(page.view)) or is_sheltered(page.shelters, span.start, span.end):
        return False
    return not page.lists_sources_at(span.start)


def _cited(named: re.Match[str], dated: re.Match[str] | None = None) -> _Cited | None:
    """Authors and years as written; None where a month or the like stands for an author."""
    years = dated or named
    without = named["names"][: -len(named["more"])] if named["more"] else named["names"]
    found = (lower(word) for word in _WORD.findall(seen(without)) if len(word) > 1)
    authors = tuple(word for word in found if word not in _JOINING)
    if not authors or _NO_AUTHORS.intersection(authors) or _INITIALS_ALONE.fullmatch(without):
        return None
    led = bool(named.groupdict().get("lead"))
    dates = tuple(_date(year) for year in years["years"].split(","))
    return _Cited(
        authors,
        dates,
        sure=bool(named["more"] or years["place"] or UNDATED in dates or (led and named["joined"])),
        likely=led or bool(named["joined"]),
    )


def _date(year: str) -> str:
    """A year, or the sign of works without one."""
    return year.strip() if year.strip()[:1].isdigit() else UNDATED


def _listed(page: Page) -> _Entries:
    """By year, the words of the draft's entries: those that may be the first author's, and all."""
    found: _Entries = {}
    # The words of a title are nobody's name.
    for entry in (*page.entries, *(name for name in page.known if not name.startswith("[["))):
        text = lower(seen(entry))[:_LONGEST]
        first = _FIRST.match(text)
        words = [
            frozenset(_WORD.findall(said)) for said in (first[0] if first else "", text[:_HEAD])
        ]
        for year in {_date(year) for year in _FOUND_YEAR.findall(text)}:
            found.setdefault(year, []).append((words[0], words[1]))
    return found


def _is_listed(one: _Cited, listed: dict[str, list[tuple[frozenset[str], frozenset[str]]]]) -> bool:
    """Whether an entry has a year and the authors of what is cited, one of them in front."""
    return any(
        not first.isdisjoint(one.authors) and every.issuperset(one.authors)
        for year in one.years
        for first, every in listed.get(year[:4], ())
    )

"""
What a page says about itself: title, authors, dates, site, language, address, description.

Only what is stated for machines is taken, in an order of trust, and dates only where they are
written so that they cannot be misread. A page may lie about all of it.
"""

import json
import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from citation_engine.display import one_line

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

LONGEST = 500
MOST_AUTHORS = 50
MOST_METAS = 500
_MOST_DATA = 200_000
_ARTICLES = re.compile(r"(\w*Article|BlogPosting|Report|WebPage|Book|Chapter|Thesis|Dataset)")
_DATE = re.compile(r"(\d{4})[-/](\d\d?)[-/](\d\d?)(?=$|[T\s])")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,3}")

_TITLES = ("citation_title", "og:title", "dc.title", "twitter:title")
_AUTHORS = (
    "citation_author",
    "author",
    "dc.creator",
    "dcterms.creator",
    "article:author",
    "parsely-author",
)
_PUBLISHED = (
    *("citation_publication_date", "citation_date", "article:published_time"),
    *("datepublished", "dc.date.issued", "dcterms.issued", "dc.date", "date", "parsely-pub-date"),
)
_MODIFIED = ("article:modified_time", "datemodified", "og:updated_time", "dcterms.modified")
_SITES = ("og:site_name", "citation_journal_title", "application-name")
_DOIS = ("citation_doi", "prism.doi", "dc.identifier.doi", "dc.identifier", "bepress_citation_doi")
_DESCRIPTIONS = ("og:description", "description", "dc.description", "twitter:description")


def page_facts(tree: "LexborHTMLParser") -> dict[str, Any]:
    """What the page says about itself; what it does not say is left out."""
    metas = _metas(tree)
    article = _article(tree)
    title = _first(metas, _TITLES) or _text(article.get("headline")) or _title(tree)
    facts = {
        "title": title,
        "authors": _authors(metas, article),
        "published": _dated(_all(metas, _PUBLISHED), article, "datePublished") or _time(tree),
        "modified": _dated(_all(metas, _MODIFIED), article, "dateModified"),
        "site": _first(metas, _SITES) or _text(_name(article.get("publisher"))),
        "language": _language(tree, metas),
        "canonical": _canonical(tree),
        "description": _first(metas, _DESCRIPTIONS),
        "pdf": _first(metas, ("citation_pdf_url",)),
        "doi": next((one for one in _all(metas, _DOIS) if "10." in one), None),
    }
    return {name: value for name, value in facts.items() if value}


def iso_date(text: str) -> str | None:
    """A date or time in ISO form, from one that begins with year, month and day; else None."""
    text = text.strip()
    if not (found := _DATE.match(text)):
        return None
    try:
        day = date(*(int(part) for part in found.groups()))
    except ValueError:
        return None
    if found.end() == len(text):
        return day.isoformat()
    try:
        return datetime.fromisoformat(day.isoformat() + text[found.end() :]).isoformat()
    except ValueError:
        return day.isoformat()


def _metas(tree: "LexborHTMLParser") -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for meta in tree.css("meta[content]")[:MOST_METAS]:
        given = meta.attributes
        name = given.get("name") or given.get("property") or given.get("itemprop") or ""
        value = _text(given.get("content"))
        if value:
            found.setdefault(name.strip().lower(), []).append(value)
    return found


def _all(metas: dict[str, list[str]], names: Iterable[str]) -> list[str]:
    return [value for name in names for value in metas.get(name, ())]


def _first(metas: dict[str, list[str]], names: Iterable[str]) -> str | None:
    return next(iter(_all(metas, names)), None)


def _title(tree: "LexborHTMLParser") -> str | None:
    node = tree.css_first("head > title") or tree.css_first("h1")
    return _text(node.text()) if node else None


def _authors(metas: dict[str, list[str]], article: dict[str, Any]) -> list[str]:
    """The authors, from the first place that names any; an address is not a name."""
    places = [metas.get(name, []) for name in _AUTHORS]
    places.append([_text(_name(one)) or "" for one in _listed(article.get("author"))])
    for place in places:
        if names := [name for name in place if name and "://" not in name]:
            return list(dict.fromkeys(names))[:MOST_AUTHORS]
    return []


def _dated(values: Iterable[str], article: dict[str, Any], name: str) -> str | None:
    stated = article.get(name)
    dates = [*values, *([stated] if isinstance(stated, str) else [])]
    return next(filter(None, map(iso_date, dates)), None)


def _time(tree: "LexborHTMLParser") -> str | None:
    """A time element, if it is marked as the date of publication or the article's only one."""
    marked = tree.css("[itemprop=datePublished][datetime], time[pubdate][datetime]")
    times = marked[:1] or tree.css("article time[datetime]")
    if len({time.attributes.get("datetime") for time in times}) != 1:
        return None
    return iso_date(times[0].attributes.get("datetime") or "")


def _language(tree: "LexborHTMLParser", metas: dict[str, list[str]]) -> str | None:
    root = tree.css_first("html")
    given = root.attributes if root else {}
    stated = [given.get("lang"), given.get("xml:lang"), *_all(metas, ("language", "og:locale"))]
    found = (_LANGUAGE.fullmatch(value.strip()) for value in stated if value)
    return next((match[0].replace("_", "-") for match in found if match), None)


def _canonical(tree: "LexborHTMLParser") -> str | None:
    node = tree.css_first('link[rel="canonical" i][href]')
    return _text(node.attributes.get("href")) if node else None


def _article(tree: "LexborHTMLParser") -> dict[str, Any]:
    """What the first article among the page's linked data says."""
    scripts = tree.css('script[type="application/ld+json" i]')[:20]
    found = [thing for script in scripts for thing in _things(script)]
    # An article goes before the page it stands on.
    found.sort(key=lambda thing: str(thing.get("@type")).endswith("Page"))
    return found[0] if found else {}


def _things(script: "LexborNode") -> Iterator[dict[str, Any]]:
    source = script.text()
    if len(source) > _MOST_DATA:
        return
    try:
        data = json.loads(source)
    except (ValueError, RecursionError):
        return
    graph = [one.get("@graph", one) if isinstance(one, dict) else one for one in _listed(data)]
    for thing in [each for one in graph for each in _listed(one)]:
        if isinstance(thing, dict) and any(
            isinstance(kind, str) and _ARTICLES.fullmatch(kind)
            for kind in _listed(thing.get("@type"))
        ):
            yield thing


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _name(value: Any) -> Any:
    return value.get("name") if isinstance(value, dict) else value


def _text(value: Any) -> str | None:
    return one_line(value, LONGEST) or None if isinstance(value, str) else None

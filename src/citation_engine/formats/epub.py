"""What an EPUB says about itself: its chapters in reading order, their titles, the book's facts."""

from collections.abc import Iterator
from dataclasses import dataclass
from posixpath import dirname, join, normpath
from typing import Any
from urllib.parse import unquote

from citation_engine.display import one_line
from citation_engine.errors import SourceUnreadable
from citation_engine.formats.html.facts import iso_date
from citation_engine.formats.html.markup import decode_html, parse_html
from citation_engine.formats.xml import Element, parse_xml
from citation_engine.formats.zip import ZippedFile

MOST_CHAPTERS = 5_000
_PAGES = ("application/xhtml+xml", "text/html", "application/xml")
_LONGEST_TITLE = 400


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page of the book: its file, and how the table of contents calls it."""

    path: str
    title: str = ""
    level: int = 1


@dataclass(frozen=True, slots=True)
class Book:
    """A book's chapters and what it says about itself."""

    chapters: tuple[Chapter, ...]
    facts: dict[str, Any]


def open_book(archive: ZippedFile) -> Book:
    """The book in an EPUB file."""
    path = _package_path(archive)
    package = parse_xml(archive.read(path), path)
    items = {item.get("id"): item for item in package.all("item")}
    spine = package.first("spine")
    references = list(spine.all("itemref")) if spine else []
    paths = [
        _beside(path, items[reference.get("idref")].get("href"))
        for reference in references[:MOST_CHAPTERS]
        if reference.get("idref") in items
        and items[reference.get("idref")].get("media-type") in _PAGES
    ]
    paths = [path for path in dict.fromkeys(paths) if path in archive.names]
    _check_open(archive, paths)
    titles = _titles(archive, path, items, spine)
    chapters = tuple(Chapter(path, *titles.get(path, ("", 1))) for path in paths)
    if not chapters:
        raise SourceUnreadable(
            f"{archive.file_name} has no chapters in it.", fix="Save the book anew and add that."
        )
    return Book(chapters, _facts(package))


def _package_path(archive: ZippedFile) -> str:
    container = "META-INF/container.xml"
    rootfile = parse_xml(archive.read(container), container).first("rootfile")
    return normpath(unquote(rootfile.get("full-path"))) if rootfile else ""


def _beside(path: str, reference: str) -> str:
    """The path that a reference in the file at `path` means."""
    return normpath(join(dirname(path), unquote(reference.partition("#")[0])))


def _check_open(archive: ZippedFile, paths: list[str]) -> None:
    """Refuse a book whose chapters are encrypted; encrypted fonts do not matter."""
    name = "META-INF/encryption.xml"
    if name not in archive.names:
        return
    locked = {
        unquote(reference.get("URI"))
        for reference in parse_xml(archive.read(name), name).all("CipherReference")
    }
    if locked & set(paths):
        raise SourceUnreadable(
            f"{archive.file_name} is copy-protected.", fix="Add a version without protection."
        )


def _titles(
    archive: ZippedFile, package: str, items: dict[str, Element], spine: Element | None
) -> dict[str, tuple[str, int]]:
    """How the table of contents calls each file, and how deep the entry stands in it."""
    for item in items.values():
        path = _beside(package, item.get("href"))
        if "nav" in item.get("properties").split() and path in archive.names:
            return _first_entries(_navigation(archive, path))
    contents = items.get(spine.get("toc")) if spine else None
    path = _beside(package, contents.get("href")) if contents else ""
    if path not in archive.names:
        return {}
    points = parse_xml(archive.read(path), path).first("navMap")
    return _first_entries(_points(points, path, 1)) if points else {}


def _navigation(archive: ZippedFile, path: str) -> Iterator[tuple[str, str, int]]:
    tree = parse_html(decode_html(archive.read(path))[0])
    for nav in tree.css("nav"):
        if "toc" not in (nav.attributes.get("epub:type") or "toc").split():
            continue
        for link in nav.css("a[href]"):
            level, above = 0, link.parent
            while above is not None and above.tag != "nav":
                level += above.tag == "ol"
                above = above.parent
            yield _beside(path, link.attributes.get("href") or ""), link.text(), max(1, level)
        return


def _points(points: Element, path: str, level: int) -> Iterator[tuple[str, str, int]]:
    for point in points.children:
        if point.name != "navPoint":
            continue
        label, content = point.first("text"), point.first("content")
        if label and content:
            yield _beside(path, content.get("src")), label.text, level
        yield from _points(point, path, level + 1)


def _first_entries(entries: Iterator[tuple[str, str, int]]) -> dict[str, tuple[str, int]]:
    titles: dict[str, tuple[str, int]] = {}
    for path, title, level in entries:
        titles.setdefault(path, (one_line(title, _LONGEST_TITLE), level))
    return titles


def _facts(package: Element) -> dict[str, Any]:
    def stated(name: str) -> list[str]:
        return [one_line(element.text, 500) for element in package.all(name) if element.text]

    dates = filter(None, map(iso_date, stated("date")))
    facts = {
        "title": next(iter(stated("title")), ""),
        "authors": stated("creator")[:50],
        "publisher": next(iter(stated("publisher")), ""),
        "language": next(iter(stated("language")), ""),
        "published": next(dates, ""),
        "identifier": next(iter(stated("identifier")), ""),
    }
    return {name: value for name, value in facts.items() if value}

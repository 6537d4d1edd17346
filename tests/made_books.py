"""E-books made in memory: chapters, a table of contents, and what may be wrong with them."""

import io
import zipfile

CONTAINER = (
    '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/>'
    "</rootfiles></container>"
)
FACTS = (
    "<dc:title>Ein Buch</dc:title><dc:creator>Anna Müller</dc:creator><dc:creator>Bo Lee"
    "</dc:creator><dc:language>de</dc:language><dc:date>2021-04-05</dc:date>"
    "<dc:publisher>Verlag</dc:publisher><dc:identifier>urn:isbn:9783000000000</dc:identifier>"
)


def chapter(body: str, title: str = "") -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html>'
        f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{title}</title></head>'
        f"<body>{body}</body></html>"
    )


def navigation(*entries: tuple[str, str]) -> str:
    items = "".join(f'<li><a href="{href}">{title}</a></li>' for href, title in entries)
    return chapter(
        f'<nav epub:type="landmarks"><ol><li><a href="one.xhtml">Start</a></li></ol></nav>'
        f'<nav epub:type="toc"><h1>Inhalt</h1><ol>{items}</ol></nav>'
    )


def contents(*entries: tuple[str, str]) -> str:
    points = "".join(
        f"<navPoint><navLabel><text>{title}</text></navLabel><content src='{href}'/></navPoint>"
        for href, title in entries
    )
    return (
        '<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "ncx.dtd">'
        f'<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>{points}</navMap></ncx>'
    )


def package(spine: list[str], extra: str = "", toc: str = "", facts: str = FACTS) -> str:
    items = "".join(
        f'<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"/>'
        for name in dict.fromkeys(spine)
    )
    references = "".join(f'<itemref idref="{name}"/>' for name in spine)
    return (
        '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" version="3.0">'
        f"<metadata>{facts}</metadata><manifest>{items}{extra}</manifest>"
        f"<spine{toc}>{references}</spine></package>"
    )


def made(files: dict[str, str | bytes]) -> bytes:
    """Return a zip file of these, with the type of a book first."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def book(**chapters: str) -> bytes:
    """Return a book with these chapters in this order, and no table of contents."""
    files: dict[str, str | bytes] = {"META-INF/container.xml": CONTAINER}
    files["OEBPS/book.opf"] = package(list(chapters))
    files |= {f"OEBPS/{name}.xhtml": chapter(body) for name, body in chapters.items()}
    return made(files)

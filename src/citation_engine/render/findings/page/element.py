"""
Writes HTML from values, everything escaped unless it was written here.

Text of reports and sources is hostile. So a plain string is always text, and only what `element`
gives is markup: there is no way to forget to escape.
"""

import re
from collections.abc import Iterable
from html import escape
from typing import TypeAlias
from urllib.parse import urlsplit

from citation_engine.render.findings.visible import named

# Elements that have no content and no end tag.
_VOID = frozenset(("meta", "img", "input", "br", "hr", "link"))
# What a parser would drop or change, lone surrogates, which no file can hold, and what makes the
# words after it run the other way, so that a page shows them in an order they do not stand in.
_UNSHOWN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)

Child: TypeAlias = "str | Iterable[Child] | None"


class Markup(str):
    """HTML that is ready to be written; every other string is text."""

    __slots__ = ()


def plain(text: str) -> Markup:
    """Return `text` as HTML that shows it; what cannot be shown has its name in its place."""
    if isinstance(text, Markup):
        return text
    return Markup(escape(_UNSHOWN.sub(lambda unshown: named(unshown[0]), text), quote=True))


def element(tag: str, *children: Child, **attributes: str | int | bool | None) -> Markup:
    """
    Return an element with its children, strings among them as text.

    An attribute that is None or False is left out. A trailing underscore is dropped, other
    underscores become hyphens: `class_`, `aria_label`.
    """
    written = "".join(_attribute(name, value) for name, value in attributes.items())
    if tag in _VOID:
        return Markup(f"<{tag}{written}>")
    return Markup(f"<{tag}{written}>{join(children)}</{tag}>")


def join(children: Iterable[Child], between: str = "") -> Markup:
    """Return children one after the other as one piece of HTML."""
    return Markup(plain(between).join(map(_written, children)))


def separated(parts: Iterable[Child]) -> list[Child]:
    """Return the parts with a dot between each two."""
    return [child for part in parts for child in (" · ", part)][1:]


def raw(tag: str, content: str, **attributes: str) -> Markup:
    """
    Return a `style` or `script` element around content of our own.

    Raises:
        ValueError: the content would end the element.

    """
    if f"</{tag}" in content.lower() or "<!--" in content:
        raise ValueError(f"The content of <{tag}> must not hold its end.")
    written = "".join(_attribute(name, value) for name, value in attributes.items())
    return Markup(f"<{tag}{written}>{content}</{tag}>")


def outside(url: str | None, text: str) -> Markup:
    """Return a link to a page of the web; an address of any other kind stays text."""
    if not url or not _is_web(url):
        return plain(text)
    return element("a", text, href=url, rel="noopener noreferrer", target="_blank")


def _is_web(url: str) -> bool:
    if _UNSHOWN.search(url) or any(map(str.isspace, url)):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme.lower() in ("http", "https") and bool(parts.netloc)


def _written(child: Child) -> str:
    if child is None:
        return ""
    return plain(child) if isinstance(child, str) else join(child)


def _attribute(name: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{plain(str(value))}"'

"""
Finds links and images: in Markdown, in angles, in running text, and in HTML.

It says where each stands, which of it are the words a reader sees, and where it leads.
"""

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import NamedTuple

from citation_engine.formats.markdown.shelters import find_addresses, is_sheltered
from citation_engine.language.blocks import LinePattern
from citation_engine.model.passage import Span

_TARGET = r"(?:<[^<>\n]{0,4000}+>|(?:\\[()]|[^\s()<>]|\([^\s()]{0,500}+\)){0,4000}+)"
_ESCAPED = re.compile(r"\\([()])")
_TITLE = r"(?:\s++(?:\"[^\"\n]{0,500}+\"|'[^'\n]{0,500}+'|\([^()\n]{0,500}+\)))?+"
_WORDS = r"(?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.|\[[^\[\]]{0,200}+\]){0,400}+\]){0,1000}+"
_BEHIND = rf"\(\s*+({_TARGET}){_TITLE}\s*+\)"
# What stands behind the words of a link.
BEHIND_WORDS = re.compile(_BEHIND)
_INLINE = re.compile(rf"\[({_WORDS})\]{_BEHIND}", re.DOTALL)
# The same behind a marker, where another marker is no address.
IN_PARENTHESES = rf"\(\s*+(?![\[)]){_TARGET}{_TITLE}\s*+\)"
_BY_LABEL = re.compile(r"\[([^\[\]\n]{1,1000}+)\]\[([^\[\]\n]{0,200}+)\]")
_DEFINITION = LinePattern(
    r" {0,3}\[(?!\^)([^\[\]\n]{1,200}+)\]:[ \t]*+\n?[ \t]*+(<[^<>\n]*+>|\S++)"
)
_ANCHOR = re.compile(r"<[aA]\b([^<>]{0,5000}+)>((?:[^<]|<(?!/?[aA]\b)){0,2000}+)</[aA]\s*+>")
_HREF = re.compile(
    r"(?:^|\s)href\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++))", re.IGNORECASE
)
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
# What closes a sentence is not part of an address that stands in it.
_AFTER = ".,;:!?'\"*_~…”’»】"
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,31}:")
_WEB = re.compile(r"(?:https?|ftp|doi|urn|file):", re.IGNORECASE)

# A note by its name, with words in its place: `[[moe-rye|Moe]]`, in a table `[[moe-rye\|Moe]]`.
NOTE_LINK = re.compile(
    r"\[\[([^\[\]|#:\\\n]{2,150}+)(?:#[^\[\]|\\\n]{0,200}+)?+\\?\|([^\[\]|\n]{1,200}+)\]\]"
)


class Hyperlink(NamedTuple):
    """A link: where it stands, where the words in it stand, where it leads."""

    span: Span
    words: Span
    target: str
    is_image: bool = False


def find_hyperlinks(
    text: str,
    hidden: Sequence[Span],
    *,
    html: bool = False,
    addresses: Sequence[Span] | None = None,
) -> list[Hyperlink]:
    """
    Return the links and images of a text outside of what is hidden, in order.

    Links to a place on the same page, to a mailbox and to a script are left out. `addresses` are
    those of the text, where they are known already.
    """
    found = [] if html else [*_inline(text), *_by_label(text)]
    found += _anchors(text)
    found += _bare(text, addresses)
    links: list[Hyperlink] = []
    for link in sorted(found, key=lambda link: (link.span.start, -link.span.end)):
        if links and link.span.start < links[-1].span.end:
            continue
        # Code may be what a link shows; a link in code is none.
        end = link.span.start + 1 if html else link.span.end
        if not is_sheltered(hidden, link.span.start, end):
            links.append(link)
    return [link for link in links if link.is_image or leads_elsewhere(link.target)]


def find_definitions(text: str) -> dict[str, str]:
    """Return the addresses that labels of a Markdown text stand for: `[label]: address`."""
    known: dict[str, str] = {}
    if "]:" in text:
        for match in _DEFINITION.finditer(text):
            known.setdefault(label_key(match[2]), match[3].strip("<>"))
    return known


def leads_elsewhere(target: str) -> bool:
    """Whether an address leads to another document, on the web or in a folder."""
    if not target or target[0] in "#?[" or any(sign in target for sign in "\n\t"):
        return False
    return bool(_WEB.match(target)) or not _SCHEME.match(target)


def _inline(text: str) -> Iterator[Hyperlink]:
    if "](" in text:
        for match in _INLINE.finditer(text):
            if not _BLANK_LINE.search(match[1]):
                target = _ESCAPED.sub(r"\1", match[2].removeprefix("<").removesuffix(">"))
                yield _link(text, match, target)


def _by_label(text: str) -> Iterator[Hyperlink]:
    known = find_definitions(text)
    # A number is a marker, whatever else defines it.
    known = {label: target for label, target in known.items() if not label.isdecimal()}
    if known and "][" in text:
        for match in _BY_LABEL.finditer(text):
            target = known.get(label_key(match[2] or match[1]))
            if target is not None:
                yield _link(text, match, target)


def _link(text: str, match: re.Match[str], target: str) -> Hyperlink:
    is_image = text[match.start() - 1 : match.start()] == "!"
    whole = Span(match.start() - is_image, match.end())
    return Hyperlink(whole, Span(*match.span(1)), target, is_image)


def _anchors(text: str) -> Iterator[Hyperlink]:
    if "<a" not in text and "<A" not in text:
        return
    for match in _ANCHOR.finditer(text):
        if href := _HREF.search(match[1]):
            target = unescape(href[1] or href[2] or href[3] or "").strip()
            yield Hyperlink(Span(*match.span()), Span(*match.span(2)), target)


def _bare(text: str, addresses: Sequence[Span] | None) -> Iterator[Hyperlink]:
    """Addresses in angles and in running text; they are their own words."""
    if "://" not in text:
        return
    for span in find_addresses(text) if addresses is None else addresses:
        words = span.of(text)
        if words[0] == "<" and words[-1] == ">" and len(words) > 2:
            yield Hyperlink(span, Span(span.start + 1, span.end - 1), words[1:-1])
        elif words.lower().startswith(("http://", "https://")):
            kept = _without_closing(words)
            whole = Span(span.start, span.start + len(kept))
            yield Hyperlink(whole, whole, kept)


def _without_closing(words: str) -> str:
    """An address in running text, without what closes its sentence or its parenthesis."""
    end, spare = len(words), words.count(")") - words.count("(")
    while end:
        if words[end - 1] == ")" and spare > 0:
            spare -= 1
        elif words[end - 1] not in _AFTER:
            break
        end -= 1
    return words[:end]


def label_key(words: str) -> str:
    """Return the label of a link in the spelling that labels are compared in."""
    return " ".join(words.split()).casefold()

"""
HTML as a browser takes it: its encoding, its tree, and the way through it.

The tree is built by lexbor, which follows the HTML standard, so broken markup gives the same
text nodes in the same order as in a browser without scripts. A text node is known by its
ordinal: how many text nodes of the document, seen or not, come before it.
"""

import codecs
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from citation_engine.errors import SourceUnreadable
from citation_engine.formats.html.hidden import LASTING, SEEN, UNSHOWN, sight_of
from citation_engine.formats.plain import clean_source_text, decode

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

# Browsers end at 512; building a tree takes time in the square of its depth.
MOST_DEPTH = 1_000
MOST_ATTRIBUTES = 1_000
VOID = frozenset(
    "area base br col embed hr img input link meta param source track wbr keygen frame".split()
)
# Elements that end by themselves when the next one begins.
_SELF_ENDING = VOID | frozenset(
    "p li dt dd tr td th thead tbody tfoot colgroup option optgroup rt rp html head body a".split()
)
_TAG = re.compile(r"<(?:!--|(/?)([a-zA-Z][^\s/>]{0,40}+)([^<>]*+))")
_QUOTED = re.compile(r"\"[^\"]*+\"|'[^']*+'")
_RAW = frozenset("script style textarea title iframe noembed noframes xmp".split())
_EMPTY_ELEMENT = re.compile(r"<([a-zA-Z][\w:.-]*)((?:\s[^<>]*)?)/>")

_LOOKED_AT = 4096
_IN_XML = re.compile(rb"\s*<\?xml[^>]{1,200}?encoding\s*=\s*[\"']([\w.:-]{1,40})")
_IN_META = re.compile(rb"<meta[^>]{1,300}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
# Browsers read these names as another encoding than they say (https://encoding.spec.whatwg.org).
_MEANT = {
    "ascii": "windows-1252",
    "iso8859-1": "windows-1252",
    "iso8859-9": "windows-1254",
    "iso8859-11": "windows-874",
    "tis-620": "windows-874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "utf-16": "utf-16-le",
}
_TAKEN = re.compile(
    r"utf-8|utf-16-[lb]e|cp125\d|cp8(66|74)|cp9(32|49)|iso8859-\d+|koi8-[ru]|mac-(roman|cyrillic)"
    r"|gb18030|big5hkscs|euc_jp|iso2022_jp"
)
_WINDOWS = re.compile(r"cp(125\d|874)")


class Open(NamedTuple):
    """An element that is seen begins."""

    tag: str
    attributes: dict[str, str | None]


class Close(NamedTuple):
    """An element that is seen ends."""

    tag: str


class Words(NamedTuple):
    """A text node that is seen: its characters and its ordinal."""

    data: str
    node: int


class Hidden(NamedTuple):
    """A text node that is kept from readers."""

    data: str


Step = Open | Close | Words | Hidden


def decode_html(data: bytes, charset: str | None = None) -> tuple[str, str]:
    """
    Return the text of a page and the name of its encoding.

    As in browsers, a byte order mark wins, then the `charset` that came with the page, then
    what its first lines state; a page that states nothing is UTF-8, or else Windows-1252.
    """
    marked = data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"))
    encoding = None if marked else _encoding(charset) or _stated_encoding(data[:_LOOKED_AT])
    if encoding is None:
        text, encoding = decode(data)
    else:
        text = data.decode(encoding, "replace")
    return clean_source_text(text), encoding


def parse_html(text: str) -> "LexborHTMLParser":
    """
    Return the tree of a page.

    A text that begins as XML is XHTML, where `<a/>` is an empty element. Raises
    `SourceUnreadable` for markup that only serves to keep a parser busy.
    """
    from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, SelectolaxError

    _check_shape(text)
    if text.lstrip()[:5] == "<?xml":
        text = _EMPTY_ELEMENT.sub(_begun_and_ended, text)
    try:
        return LexborHTMLParser(text, options=LexborDocumentOptions.WO_EVENTS)
    except SelectolaxError as error:
        # Whatever the markup is, there is a tree for it; only memory can be missing.
        raise _unreadable("needs more memory than there is") from error


def walk(tree: "LexborHTMLParser") -> Iterator[Step]:
    """
    Go through a page in the order of the document.

    Elements in which nothing can be seen are left out; their words are named as hidden, unless
    they are no words at all, such as scripts.
    """
    node = tree.root
    inside: list[tuple[LexborNode, str, int]] = []
    sight, texts = SEEN, 0
    while node is not None:
        tag = node.tag or ""
        if tag == "-text":
            if not sight & UNSHOWN:
                data = node.text_content or ""
                yield Hidden(data) if sight else Words(data, texts)
            texts += 1
        elif not tag.startswith("-"):
            attributes = node.attributes
            below = sight_of(tag, attributes, sight)
            if not below & LASTING:
                yield Open(tag, attributes)
            child = node.first_child
            if child is not None:
                inside.append((node, tag, sight))
                node, sight = child, below
                continue
            if not below & LASTING:
                yield Close(tag)
        following = node.next
        while following is None and inside:
            node, tag, outer = inside.pop()
            if not sight & LASTING:
                yield Close(tag)
            sight = outer
            following = node.next
        node = following


def _begun_and_ended(element: re.Match[str]) -> str:
    if element[1].lower() in VOID:
        return element[0]
    return f"<{element[1]}{element[2]}></{element[1]}>"


def _check_shape(text: str) -> None:
    depth = 0
    for closing, name, rest in _tags(text):
        if name in _SELF_ENDING:
            pass
        elif closing:
            depth = max(0, depth - 1)
        else:
            depth += 1
        if depth > MOST_DEPTH:
            raise _unreadable(f"is nested more than {MOST_DEPTH:,} levels deep")
        if len(rest) > MOST_ATTRIBUTES and len(_QUOTED.sub("", rest).split()) > MOST_ATTRIBUTES:
            raise _unreadable(f"has a tag with more than {MOST_ATTRIBUTES:,} attributes")


def _tags(text: str) -> Iterator[tuple[bool, str, str]]:
    """The tags, roughly: whether each closes, its name, and the rest of it."""
    skip_to = 0
    for tag in _TAG.finditer(text):
        if tag.start() < skip_to:
            continue
        if tag[2] is None:
            skip_to = _after("-->", text, tag.end())
            continue
        name = tag[2].lower()
        yield bool(tag[1]), name, tag[3]
        if name in _RAW and not tag[1]:
            skip_to = _after(f"</{tag[2]}", text, tag.end())


def _after(end: str, text: str, start: int) -> int:
    """Where `end` stands next; the rest of a page belongs to what nothing ends."""
    found = text.find(end, start)
    return found if found >= 0 else len(text)


def _unreadable(what: str) -> SourceUnreadable:
    return SourceUnreadable(
        f"The page {what}.", fix="Save the page as text in a browser and add that."
    )


def _stated_encoding(start: bytes) -> str | None:
    for pattern in (_IN_XML, _IN_META):
        if found := pattern.search(start):
            encoding = _encoding(found[1].decode())
            # Bytes in which this could be read are not in UTF-16, whatever they say.
            return "utf-8" if encoding and encoding.startswith("utf-16") else encoding
    return None


def _encoding(label: str | None) -> str | None:
    """The encoding that browsers mean by a name; None for names that they do not know."""
    try:
        name = codecs.lookup((label or "").strip()).name
    except (LookupError, ValueError):
        return None
    name = _MEANT.get(name, name)
    codec = codecs.lookup(name).name
    if not _TAKEN.fullmatch(codec):
        return None
    return f"windows-{known[1]}" if (known := _WINDOWS.fullmatch(codec)) else codec

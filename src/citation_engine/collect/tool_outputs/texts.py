"""Finds results in plain text: labelled lines, links in Markdown, bare addresses."""

import re
from collections.abc import Iterator

from citation_engine.urls import is_web_address

LONGEST = 2_000_000

_LABEL = re.compile(
    r"[ \t>*\-\d.)]{0,8}(?:\*\*)?"
    r"(title|url|link|uri|page|source|snippet|description|summary|content|text)"
    r"(?:\*\*)?[ \t]?:(?:\*\*)?[ \t]*(.*)",
    re.IGNORECASE,
)
_NAMES = {
    "uri": "url",
    "link": "url",
    "page": "title",
    "description": "snippet",
    "summary": "snippet",
}
_MARKDOWN_LINK = re.compile(r"\[([^\[\]\n]{1,300})\]\((https?://[^\s)]{1,2000})\)", re.IGNORECASE)
_BARE = re.compile(r"https?://[^\s<>\"'`\])}|\\^]{1,2000}", re.IGNORECASE)
_LONG = ("content", "text", "snippet")
_AFTER = ".,;:!?…»"
Fields = dict[str, str]


def results_in_text(text: str) -> list[Fields]:
    """
    The results a text lists, as fields.

    Blocks of lines such as `Title: …`, `URL: …`, `Description: …` are taken where there are
    some; else every link and address that stands in the text, each once.
    """
    text = text[:LONGEST]
    labelled = [b for b in _blocks(text) if b.keys() & {"url", "title", "source"}]
    return labelled if any(len(block) > 1 for block in labelled) else list(_links(text))


def _blocks(text: str) -> Iterator[Fields]:
    """Labelled lines in groups; a label that comes again begins the next group."""
    block: dict[str, list[str]] = {}
    last: str | None = None
    for line in text.splitlines():
        label = _LABEL.fullmatch(line)
        if label:
            last = _name(label[1].lower(), label[2], block)
            if last in block:
                yield _joined(block)
                block = {}
            block[last] = [label[2]]
        elif not line.strip():
            last = last if last in _LONG else None
        elif last in _LONG:
            block[last].append(line)
    if block:
        yield _joined(block)


def _name(label: str, said: str, block: dict[str, list[str]]) -> str:
    if label == "source" and is_web_address(said) and "url" not in block:
        return "url"
    return _NAMES.get(label, label)


def _joined(block: dict[str, list[str]]) -> Fields:
    return {name: "\n".join(map(str.strip, lines)).strip() for name, lines in block.items()}


def _links(text: str) -> Iterator[Fields]:
    seen: set[str] = set()
    for link in _MARKDOWN_LINK.finditer(text):
        if link[2] not in seen:
            seen.add(link[2])
            yield {"url": link[2], "title": link[1].strip()}
    for bare in _BARE.finditer(_MARKDOWN_LINK.sub(" ", text)):
        url = bare[0].rstrip(_AFTER)
        if url not in seen:
            seen.add(url)
            yield {"url": url}

"""Finds the comments in a draft that speak to the audit, and no others."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from citation_engine.audit.places import Lines
from citation_engine.formats.markdown.shelters import find_code, is_sheltered
from citation_engine.model.draft import DraftFormat
from citation_engine.model.span import Span

_HTML = re.compile(r"<!--\s*+ce\s*+:\s*+ignore\b", re.IGNORECASE)
_YAML = re.compile(r"(?:(?<=\s)|^)#[ \t]*+ce[ \t]*+:[ \t]*+ignore\b([^\n]*+)", re.I | re.M)
_WITH_HTML = (DraftFormat.MARKDOWN, DraftFormat.HTML, DraftFormat.TEXT)
_END = "-->"
# Signs of quotation and white space that may stand beside a comment on its own line.
_MOST_BESIDE = 100
_SURROGATE = re.compile("[\ud800-\udfff]")


class Comment(NamedTuple):
    """
    An ignore as it is written: its place, what follows the word, and how it stands.

    `after` is where the line after it begins, or after the last of several such lines.
    """

    span: Span
    text: str
    own_line: bool
    after: int


def find_comments(text: str, format: DraftFormat) -> list[Comment]:
    """Return the ignores of a draft in order; a format without comments has none."""
    if format is DraftFormat.YAML:
        found = list(_in_yaml(text))
    elif format in _WITH_HTML:
        found = list(_in_html(text, format))
    else:
        found = []
    lines = Lines(text) if found else None
    return _joined(text, [_placed(text, lines, *one) for one in found] if lines else [])


def _in_html(text: str, format: DraftFormat) -> Iterator[tuple[Span, str]]:
    opened = list(_HTML.finditer(text))
    code = find_code(text) if opened and format is DraftFormat.MARKDOWN else []
    done = 0
    for match in opened:
        if match.start() < done or is_sheltered(code, *match.span()):
            continue
        end = text.find(_END, match.end())
        # Without an end it is no comment, and a browser shows nothing after it.
        stop = len(text) if end < 0 else end
        done = min(len(text), stop + len(_END))
        yield Span(match.start(), done), text[match.end() : stop]


def _in_yaml(text: str) -> Iterator[tuple[Span, str]]:
    found = list(_YAML.finditer(text))
    if not found:
        return
    scalars = _scalars(text)
    for match in found:
        if not is_sheltered(scalars, *match.span()):
            end = match.end() - (match[1].endswith("\r"))
            yield Span(match.start(), end), match[1].rstrip("\r")


def _scalars(text: str) -> list[Span]:
    """Where the words of a YAML text stand: a comment sign in them is none."""
    import yaml  # type: ignore[import-untyped]

    spans: list[Span] = []
    # Readers count a byte-order mark differently. Half a character would stop them.
    mark = int(text.startswith("\ufeff"))
    whole = _SURROGATE.sub("\ufffd", text[mark:])
    try:
        for token in yaml.scan(whole, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            if isinstance(token, yaml.ScalarToken):
                spans.append(Span(mark + token.start_mark.index, mark + token.end_mark.index))
    except yaml.YAMLError:
        # What comes after the mistake cannot be told apart, so nothing in it is an ignore.
        spans.append(Span(spans[-1].end if spans else 0, len(text)))
    return spans


def _placed(text: str, lines: Lines, span: Span, words: str) -> Comment:
    first, last = lines.at(span.start), lines.at(span.end)
    near = span.start - first.start <= _MOST_BESIDE and last.end - span.end <= _MOST_BESIDE
    own_line = near and not (
        text[first.start : span.start].strip(" \t\r\ufeff>")
        or text[span.end : last.end].strip(" \t\r")
    )
    return Comment(span, words, own_line, min(len(text), last.end + 1))


def _joined(text: str, comments: list[Comment]) -> list[Comment]:
    """Comments that follow each other, each on its own line, apply to what comes after all."""
    joined: list[Comment] = []
    for comment in reversed(comments):
        follows = joined[-1] if joined else None
        if follows and comment.own_line and follows.own_line:
            between = text[comment.after : follows.span.start]
            if not between.strip(" \t\r>") and "\n" not in between:
                comment = comment._replace(after=follows.after)  # noqa: PLW2901
        joined.append(comment)
    return joined[::-1]

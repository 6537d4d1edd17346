"""
Reads JSON and YAML with the place of every value in the text.

Values are those of YAML 1.2: `no` is a word, a date is a text. Aliases are refused, because a
few lines of them can stand for more than fits into memory.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from citation_engine.model.draft import DraftFormat
from citation_engine.model.span import Span

MOST_DEPTH = 200

_STRING = r"\"(?:[^\"\\]|\\.)*+\""
_TOKEN = re.compile(rf"\s*+(?:({_STRING})|([\[\]{{}},:])|([^\s\[\]{{}},:\"]++))", re.DOTALL)
_STRING_OR_NAME = re.compile(rf"{_STRING}(\s*+:)?+", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_INTEGER = re.compile(r"[-+]?[0-9]{1,400}")
_UNSEEN = "\u200b"
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


@dataclass(slots=True)
class Node:
    """
    A value and where it stands: a word, a number, or the nodes in a list or a mapping.

    A mapping has its members by name. `twice` are names that it has more than once.
    """

    span: Span
    value: Any
    twice: list[str] = field(default_factory=list)


def read_tree(text: str, format: DraftFormat) -> Node | None:
    """Return the value of a text, None if there is none. Raises `ValueError` if it is broken."""
    if format is DraftFormat.JSON:
        return _built(_json_steps(text))
    return _built(_yaml_steps(text))


def find_node(tree: Node | None, pointer: str) -> Node | None:
    """Return what stands at a JSON Pointer (RFC 6901), or None."""
    if tree is None or (pointer and not pointer.startswith("/")):
        return None
    node: Node | None = tree
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        value = node.value if node else None
        if isinstance(value, dict):
            node = value.get(name)
        elif isinstance(value, list) and re.fullmatch(r"0|[1-9][0-9]{0,9}", name):
            node = value[int(name)] if int(name) < len(value) else None
        else:
            return None
    return node


def view_of_strings(text: str, format: DraftFormat) -> str:
    """
    Return the strings of a text, each where it stands, and line ends in place of the rest.

    An escape in a JSON string is the character that it stands for, with invisible ones before
    it, so that the view is as long as the text.
    """
    pieces: list[str] = []
    done = 0
    for start, end in _strings(text, format):
        pieces += ("\n" * (start - done), _unescaped(text[start:end], format))
        done = end
    return "".join((*pieces, "\n" * (len(text) - done)))


def _strings(text: str, format: DraftFormat) -> Iterator[tuple[int, int]]:
    if format is DraftFormat.JSON:
        for match in _STRING_OR_NAME.finditer(text):
            if not match[1]:
                yield match.start() + 1, match.end() - 1
        return
    try:
        found = sorted(_scalars(read_tree(text, format)))
    except (ValueError, RecursionError):
        found = [(0, len(text))]
    done = 0
    for start, end in found:
        if start >= done:
            yield start, end
            done = end


def _scalars(tree: Node | None) -> Iterator[tuple[int, int]]:
    left = [tree] if tree else []
    while left:
        node = left.pop()
        if isinstance(node.value, dict):
            left.extend(node.value.values())
        elif isinstance(node.value, list):
            left.extend(node.value)
        elif isinstance(node.value, str):
            yield node.span.start, node.span.end


def _unescaped(words: str, format: DraftFormat) -> str:
    if format is not DraftFormat.JSON or "\\" not in words:
        return words
    return _ESCAPE.sub(_character, words)


def _character(escape: re.Match[str]) -> str:
    try:
        character = json.loads(f'"{escape[0]}"')
    except ValueError:
        return escape[0]
    pad = _UNSEEN * (len(escape[0]) - 1)
    return f"{character}{pad}" if character in "[【［" else f"{pad}{character}"


# A step is a pair: what comes ("open", "close", "value"), where, and what it is.
_Step = tuple[str, int, int, Any]


def _built(steps: Iterator[_Step]) -> Node | None:
    """The value that the steps describe, put together without recursion."""
    root: list[Node] = []
    stack: list[Node] = [Node(Span(0, 0), root)]
    keys: list[str | None] = [None]
    for kind, start, end, value in steps:
        if kind == "close":
            node = stack.pop()
            keys.pop()
            node.span = Span(node.span.start, end)
            continue
        node = Node(Span(start, end), value)
        _put(stack[-1], keys, node, is_scalar=kind == "value")
        if kind == "open":
            stack.append(node)
            keys.append(None)
            if len(stack) > MOST_DEPTH:
                raise ValueError(f"it is nested more than {MOST_DEPTH} deep")
    if len(stack) > 1:
        raise ValueError("it ends before everything is closed")
    if len(root) > 1:
        raise ValueError("it has several documents")
    return root[0] if root else None


def _put(into: Node, keys: list[str | None], node: Node, *, is_scalar: bool) -> None:
    if isinstance(into.value, list):
        into.value.append(node)
    elif keys[-1] is None:
        if not is_scalar:
            raise ValueError("a name in it is not a text")
        keys[-1] = node.value if isinstance(node.value, str) else str(node.value)
    else:
        if keys[-1] in into.value:
            into.twice.append(keys[-1])
        into.value[keys[-1]] = node
        keys[-1] = None


def _json_steps(text: str) -> Iterator[_Step]:
    # The standard reader says what is wrong, with the line; this one says where values stand.
    json.loads(text.removeprefix("\ufeff"))
    at = 1 if text.startswith("\ufeff") else 0
    while token := _TOKEN.match(text, at):
        at = token.end()
        start = at - len(token[1] or token[2] or token[3])
        if token[2] in ("{", "["):
            yield "open", start, at, {} if token[2] == "{" else []
        elif token[2] in ("}", "]"):
            yield "close", start, at, None
        elif not token[2]:
            yield "value", start, at, json.loads(token[1] or token[3])


def _yaml_steps(text: str) -> Iterator[_Step]:
    import yaml  # type: ignore[import-untyped]

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    plain = text.removeprefix("\ufeff")
    before = len(text) - len(plain)
    try:
        for event in yaml.parse(plain, Loader=loader):
            kind = type(event).__name__
            start, end = before + event.start_mark.index, before + event.end_mark.index
            if kind == "AliasEvent":
                raise ValueError(f"it has an alias (*{event.anchor})")
            if kind in ("MappingStartEvent", "SequenceStartEvent"):
                yield "open", start, end, {} if kind == "MappingStartEvent" else []
            elif kind in ("MappingEndEvent", "SequenceEndEvent"):
                yield "close", start, end, None
            elif kind == "ScalarEvent":
                yield "value", start, end, _scalar(event)
    except (yaml.YAMLError, UnicodeError) as error:
        raise ValueError(str(error)) from error


def _scalar(event: Any) -> Any:
    text: str = event.value
    if not event.implicit[0]:  # It was quoted.
        return text
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _INTEGER.fullmatch(text) else text

"""Finds the strings of a YAML text: where each stands, its pointer, and what it means."""

import re
from collections.abc import Iterator
from typing import Any

from citation_engine.display import one_line
from citation_engine.errors import InvalidInput
from citation_engine.language.rewrite import Change
from citation_engine.link.drafts.json_strings import Path, Text
from citation_engine.link.drafts.wording import Wording

# Values inside values, beyond which a file is made to do harm.
MOST_DEPTH = 1_000
_STRING = "tag:yaml.org,2002:str"
_FOLD = re.compile(r"[ \t]*\n\s*")
_SINGLE = re.compile(r"''|[ \t]*\n\s*")
_DOUBLE = re.compile(
    r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[ \t]*\n\s*|.)|[ \t]*\n\s*"
)
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f",
    "r": "\r", "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0",
    "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEADER = re.compile(r"[|>][+\-0-9]*[^\n]*\n?")
_INDENT = re.compile(r"^[ ]*(?=[^\s])", re.MULTILINE)


def yaml_strings(text: str, start: int = 0) -> Iterator[Text]:
    """
    Give the strings of a YAML text that are values.

    `start` is where the text begins in the draft. Raises `InvalidInput` where it is no YAML.
    """
    import yaml  # type: ignore[import-untyped]

    # The one in C reads the same and is many times faster; not every platform has it.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    resolver = yaml.resolver.Resolver()
    reading = _Reading(text, start, resolver, yaml.ScalarNode)
    try:
        for event in yaml.parse(text, Loader=loader):
            found = reading.take(event)
            if found:
                yield found
    except yaml.MarkedYAMLError as error:
        line = f" in line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise _invalid(f"{error.problem or error.context}{line}") from error
    except yaml.YAMLError as error:
        raise _invalid(str(error)) from error


def _invalid(what: str) -> InvalidInput:
    return InvalidInput(
        f"The draft is not valid YAML: {one_line(what)}.",
        fix="Mend the file, or say which format it has.",
    )


class _Reading:
    """The strings of a text while its events come in; several documents count as a list."""

    def __init__(self, text: str, start: int, resolver: Any, node: Any) -> None:
        self._text = text
        self._start = start
        self._resolver = resolver
        self._node = node
        self._path = Path()
        self._depth = 0
        self._keys = 0

    def take(self, event: Any) -> Text | None:
        """One step through the file."""
        kind = type(event).__name__
        if kind == "ScalarEvent":
            return self._scalar(event)
        if kind in ("MappingStartEvent", "SequenceStartEvent"):
            self._begin(is_mapping=kind == "MappingStartEvent")
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            self._end()
        elif kind == "AliasEvent" and not self._keys:
            self._pass()
        return None

    def _begin(self, *, is_mapping: bool) -> None:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise _invalid(f"it is nested more than {MOST_DEPTH:,} levels deep")
        if self._keys or self._path.wants_key:
            # A list or mapping as a key: what is in it is no value of the draft.
            self._keys += 1
        else:
            self._path.begin(is_mapping=is_mapping)

    def _end(self) -> None:
        self._depth -= 1
        if not self._keys:
            self._path.end()
            return
        self._keys -= 1
        if not self._keys:
            self._path.key("?")

    def _pass(self) -> None:
        if self._path.wants_key:
            self._path.key("*")
        else:
            self._path.done()

    def _scalar(self, event: Any) -> Text | None:
        if self._keys:
            return None
        if self._path.wants_key:
            self._path.key(event.value)
            return None
        found = self._string(event)
        self._path.done()
        return found

    def _string(self, event: Any) -> Text | None:
        tag = event.tag
        if not tag:
            tag = self._resolver.resolve(self._node, event.value, event.implicit)
        if tag not in (_STRING, "!") or not event.value.strip():
            return None
        start, end = event.start_mark.index, event.end_mark.index
        written = self._text[start:end]
        wording = Wording(written, self._start + start)
        meant = wording.rewritten(_changes(written, event.style))
        if meant.text.split() == event.value.split():
            return Text(self._path.pointer, meant)
        whole = wording.rewritten([(0, len(written), event.value)])
        return Text(self._path.pointer, whole, whole=True)


def _changes(written: str, style: str | None) -> list[Change]:
    if style in ("|", ">"):
        return _block_changes(written)
    if style == "'":
        return [(0, 1, ""), *_quoted(_SINGLE, written), (len(written) - 1, len(written), "")]
    if style == '"':
        return [(0, 1, ""), *_quoted(_DOUBLE, written), (len(written) - 1, len(written), "")]
    return list(_quoted(_FOLD, written, inside=0))


def _quoted(pattern: re.Pattern[str], written: str, inside: int = 1) -> Iterator[Change]:
    for found in pattern.finditer(written, inside, max(inside, len(written) - inside)):
        sign = found.group()
        if sign == "''":
            yield found.start(), found.end(), "'"
        elif sign.startswith("\\"):
            yield found.start(), found.end(), _meant(sign[1:])
        else:
            yield found.start(), found.end(), "\n\n" if sign.count("\n") > 1 else " "


def _meant(escape: str) -> str:
    if escape[0] in "xuU" and len(escape) > 1:
        code = int(escape[1:], 16)
        return "\ufffd" if 0xD800 <= code < 0xE000 or code > 0x10FFFF else chr(code)
    return "" if "\n" in escape else _ESCAPES.get(escape, escape)


def _block_changes(written: str) -> list[Change]:
    """Drop the line that opens a block and the indentation that all its lines share."""
    header = _HEADER.match(written)
    end = header.end() if header else 0
    indents = [len(found.group()) for found in _INDENT.finditer(written, end)]
    indent = min(indents, default=0)
    changes: list[Change] = [(0, end, "")] if end else []
    for line in re.finditer(r"^ +", written[end:], re.MULTILINE):
        cut = min(indent, len(line.group()))
        if cut:
            changes.append((end + line.start(), end + line.start() + cut, ""))
    return changes

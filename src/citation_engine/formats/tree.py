"""
Reads JSON and YAML into one kind of tree: every value, its key, and where it stands in the text.

Plain words are what YAML 1.2 takes them for: `no` is a word, a date is a text. No tag makes an
object, and an alias is never followed to its anchor, because a few lines of aliases can stand
for more than fits into memory.
"""

import json
import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate
from typing import Any

from citation_engine.language.fold import Change
from citation_engine.model.draft import DraftFormat
from citation_engine.model.passage import Mark, MarkKind, Span

# Values inside values, beyond which a file is made to do harm.
MOST_DEPTH = 1_000
# A layout is read whole each time; beyond this many marks only the outer values have one.
MOST_MARKS = 20_000
# Longer texts are not looked into: every value would cost time and few could have a mark.
MOST_CHARACTERS = 2_000_000
DEEPEST = 100
LONGEST_KEY = 200
LONGEST_POINTER = 1_000

_BYTE_ORDER_MARK = "\ufeff"
_STRING = "tag:yaml.org,2002:str"
_JSON_STRING = r"\"(?:[^\"\\]|\\.)*+\""
# Commas and colons say nothing more in a text that is known to be JSON.
_JSON_TOKEN = re.compile(rf"{_JSON_STRING}|[][{{}}]|[^\s\"\][{{}}:,]++", re.DOTALL)
_JSON_STRING_OR_NAME = re.compile(rf"{_JSON_STRING}(\s*+:)?+", re.DOTALL)
_INTEGER = re.compile(r"[-+]?[0-9]{1,4000}")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_FOLD = re.compile(r"[ \t]*\n\s*")
_SINGLE = re.compile(r"''|[ \t]*\n\s*")
_DOUBLE = re.compile(
    r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[ \t]*\n\s*|.)|[ \t]*\n\s*"
)
_JSON_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)"
)
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f",
    "r": "\r", "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0",
    "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_BLOCK_HEADER = re.compile(r"[|>][+\-0-9]*[^\n]*\n?")
_INDENT = re.compile(r"^[ ]*(?=[^\s])", re.MULTILINE)
_UNSEEN = "\u200b"


@dataclass(slots=True)
class TreeNode:
    """
    A value and where it stands, quotation marks and brackets included.

    `value` is a text, a number, a truth value or None, the nodes of a list, or the nodes of a
    mapping by their keys; the last one counts where a key is there twice. `pairs` are all members
    of a mapping in order, `repeated` the first key that is there again. `text` is what a value that
    holds no other says, before it is taken for a number. `style` is the sign of YAML that opens
    it, `tag` the tag it is written with. A key that is a list or a mapping is called `?`, one
    that is an alias `*`; an alias has no value and no extent.
    """

    start: int
    end: int
    value: Any = None
    text: str = ""
    style: str = ""
    tag: str | None = None
    pairs: Sequence[tuple[str, "TreeNode"]] = ()
    repeated: str | None = None

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)


def read_json(text: str, start: int = 0, *, most_depth: int | None = None) -> TreeNode:
    """Return the value of a JSON text that begins at `start`. Raises `ValueError`."""
    check_json(text)
    builder = _TreeBuilder(most_depth)
    for token in _JSON_TOKEN.finditer(text, int(text.startswith(_BYTE_ORDER_MARK))):
        sign, first, end = token[0], start + token.start(), start + token.end()
        if sign in "[{":
            builder.open(TreeNode(first, end, {} if sign == "{" else []))
        elif sign in "]}":
            builder.close(end)
        elif sign[0] == '"':
            words = json.loads(sign) if "\\" in sign else sign[1:-1]
            builder.put(TreeNode(first, end, words, words, '"'), words)
        else:
            value = int(sign) if sign.isdigit() else json.loads(sign)
            builder.put(TreeNode(first, end, value, sign))
    return builder.roots[0]


def check_json(text: str) -> None:
    """Raise `ValueError` where a text is not JSON; the standard reader says what is wrong."""
    try:
        json.loads(text.removeprefix(_BYTE_ORDER_MARK))
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def read_yaml(text: str, *, most_depth: int, tags: bool = True) -> TreeNode | None:
    """
    Return the value of a YAML text, None if there is none. Raises `ValueError`.

    Refused are aliases, several documents, keys that are no text, and tags, unless allowed.
    """
    documents = _read_documents(text, most_depth, strict=True, tags=tags)
    if len(documents) > 1:
        raise ValueError("it has several documents")
    return documents[0] if documents else None


def read_documents(text: str) -> list[TreeNode]:
    """Return the documents of a YAML text, with whatever YAML allows. Raises `ValueError`."""
    return _read_documents(text, MOST_DEPTH)


def check_yaml(text: str) -> None:
    """Raise `ValueError` where a text is not YAML."""
    for _ in _yaml_events(text):
        pass


def _read_documents(
    text: str, most_depth: int, *, strict: bool = False, tags: bool = True
) -> list[TreeNode]:
    builder = _TreeBuilder(most_depth, strict=strict)
    marked = int(text.startswith(_BYTE_ORDER_MARK))
    last = 0
    for event in _yaml_events(text[marked:]):
        kind = type(event).__name__
        start, end = marked + event.start_mark.index, marked + event.end_mark.index
        tag = getattr(event, "tag", None)
        if not tags and tag not in (None, "!", _STRING):
            raise ValueError(f"it has a tag ({tag})")
        if kind in ("MappingStartEvent", "SequenceStartEvent"):
            value: Any = {} if kind == "MappingStartEvent" else []
            builder.open(TreeNode(start, end, value, tag=tag), event.start_mark.line + 1)
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            # Without a bracket, the end is only noticed at what comes next.
            last = end if end > start else last
            builder.close(last)
        elif kind == "ScalarEvent":
            last = start + len(text[start:end].rstrip())
            said = _core_value(event.value) if event.implicit[0] else event.value
            node = TreeNode(start, end, said, event.value, event.style or "", tag)
            builder.put(node, event.value)
        elif kind == "AliasEvent":
            if strict:
                raise ValueError(f"it has an alias (*{event.anchor})")
            last = end
            builder.put(TreeNode(end, end), "*")
    return builder.roots


def _yaml_events(text: str) -> Iterator[Any]:
    import yaml  # type: ignore[import-untyped]

    # The one in C reads the same and is many times faster; not every platform has it.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        yield from yaml.parse(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        line = f" in line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise ValueError(f"{error.problem or error.context}{line}") from error
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error


def _core_value(text: str) -> Any:
    """What a plain word means in the core schema of YAML 1.2, but for numbers to other bases."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) else text


class _TreeBuilder:
    """Puts a tree together, without recursion, from what is met one after another."""

    def __init__(self, most_depth: int | None, *, strict: bool = False) -> None:
        self.roots: list[TreeNode] = []
        self._most_depth = most_depth
        self._strict = strict
        self._open: list[TreeNode] = []
        # For each of them, the key whose value comes next.
        self._keys: list[str | None] = []
        self._pairs: list[list[tuple[str, TreeNode]]] = []

    def open(self, node: TreeNode, line: int = 0) -> None:
        """A list or mapping begins."""
        self.put(node, None if self._strict else "?", line)
        self._open.append(node)
        self._keys.append(None)
        self._pairs.append([])
        if self._most_depth is not None and len(self._open) > self._most_depth:
            raise ValueError(f"it is nested more than {self._most_depth:,} deep")

    def close(self, end: int) -> None:
        """The list or mapping that began last ends."""
        self._keys.pop()
        node = self._open.pop()
        node.end, node.pairs = end, self._pairs.pop()

    def put(self, node: TreeNode, key: str | None = "", line: int = 0) -> None:
        """A value comes, or a key, which is called `key`."""
        if not self._open:
            self.roots.append(node)
            return
        outer, name = self._open[-1], self._keys[-1]
        if isinstance(outer.value, list):
            outer.value.append(node)
        elif name is None:
            if key is None:
                raise ValueError(f"a key in line {line} is no text")
            self._keys[-1] = key
        else:
            if outer.repeated is None and name in outer.value:
                outer.repeated = name
            outer.value[name] = node
            self._pairs[-1].append((name, node))
            self._keys[-1] = None


def find_node(tree: TreeNode | None, pointer: str) -> TreeNode | None:
    """Return what stands at a JSON Pointer (RFC 6901), or None."""
    if tree is None or (pointer and not pointer.startswith("/")):
        return None
    node: TreeNode | None = tree
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


def walk_tree(root: TreeNode, *, bounded: bool = False) -> Iterator[tuple[TreeNode, list[str]]]:
    """
    Give every value and the steps of its JSON Pointer, in order, outer values first.

    The list of steps is the walker's own: it changes as the walk goes on. With `bounded`, long
    keys are cut, and values that are very deep or have a very long pointer are left out.
    """
    steps: list[str] = []
    lengths = [0]
    yield root, steps
    levels = [_members(root)]
    while levels:
        member = next(levels[-1], None)
        if member is None:
            levels.pop()
            if steps:
                steps.pop()
                lengths.pop()
            continue
        name = member[0][:LONGEST_KEY] if bounded else member[0]
        step = name.replace("~", "~0").replace("/", "~1")
        length = lengths[-1] + len(step) + 1
        if bounded and (len(levels) > DEEPEST or length > LONGEST_POINTER):
            continue
        steps.append(step)
        yield member[1], steps
        if isinstance(member[1].value, list | dict):
            lengths.append(length)
            levels.append(_members(member[1]))
        else:
            steps.pop()


def _members(node: TreeNode) -> Iterator[tuple[str, TreeNode]]:
    if isinstance(node.value, list):
        return ((str(number), item) for number, item in enumerate(node.value))
    return iter(node.pairs)


def join_steps(steps: Iterable[str]) -> str:
    """Return the JSON Pointer that these steps make."""
    return "".join(f"/{step}" for step in steps)


def value_marks(root: TreeNode, text: str) -> tuple[Mark, ...]:
    """
    Return a mark for each value, named by its JSON Pointer.

    It covers the value as it stands there; what is inside another value lies inside its mark. Of
    so many values that not all can have one, those down to some depth have.
    """
    placed: list[tuple[int, int, tuple[str, ...]]] = []
    for node, steps in walk_tree(root, bounded=True):
        end = node.end
        if not isinstance(node.value, list | dict):
            end = node.start + len(text[node.start : end].rstrip())
        if node.start < end:
            placed.append((node.start, -end, tuple(steps)))
    counts = Counter(len(steps) for _, _, steps in placed)
    sums = accumulate(counts.get(depth, 0) for depth in range(DEEPEST + 2))
    deepest = bisect_right(array("q", sums), MOST_MARKS) - 1
    return tuple(
        Mark(kind=MarkKind.VALUE, start=start, end=-end, name=join_steps(steps))
        for start, end, steps in sorted(placed)
        if len(steps) <= deepest
    )


def is_yaml_text(node: TreeNode) -> bool:
    """Whether most programs take a scalar for a text: a date, `no` and 5 are none to them."""
    tag = node.tag
    if not tag and not node.style:
        tag = _usual_tag()(node.text, (True, False))
    return tag in (None, "", "!", _STRING)


@cache
def _usual_tag() -> Any:
    """What finds the tag that YAML 1.1 gives to a plain word."""
    import yaml

    return partial(yaml.resolver.Resolver().resolve, yaml.ScalarNode)


def json_changes(written: str) -> list[Change]:
    """Return what makes the inside of a JSON string into what it means."""
    return list(_unquoted(_JSON_ESCAPE, written, inside=0))


def yaml_changes(written: str, style: str) -> list[Change]:
    """Return what makes a scalar of YAML into what it means, white space aside."""
    if style in ("|", ">"):
        return _block_changes(written)
    if style in ("'", '"'):
        pattern = _SINGLE if style == "'" else _DOUBLE
        return [(0, 1, ""), *_unquoted(pattern, written), (len(written) - 1, len(written), "")]
    return list(_unquoted(_FOLD, written, inside=0))


def _unquoted(pattern: re.Pattern[str], written: str, inside: int = 1) -> Iterator[Change]:
    for match in pattern.finditer(written, inside, max(inside, len(written) - inside)):
        sign = match[0]
        if sign == "''":
            yield match.start(), match.end(), "'"
        elif sign.startswith("\\"):
            yield match.start(), match.end(), _meant(sign[1:])
        else:
            yield match.start(), match.end(), "\n\n" if sign.count("\n") > 1 else " "


def _meant(escape: str) -> str:
    if len(escape) == 11 and "\\" in escape:
        pair: str = json.loads(f'"\\{escape}"')
        return pair
    if escape[0] in "xuU" and len(escape) > 1:
        code = int(escape[1:], 16)
        return "\ufffd" if 0xD800 <= code < 0xE000 or code > 0x10FFFF else chr(code)
    return "" if "\n" in escape else _ESCAPES.get(escape, escape)


def _block_changes(written: str) -> list[Change]:
    """Drop the line that opens a block and the indentation that all its lines share."""
    header = _BLOCK_HEADER.match(written)
    end = header.end() if header else 0
    indents = [len(match[0]) for match in _INDENT.finditer(written, end)]
    indent = min(indents, default=0)
    changes: list[Change] = [(0, end, "")] if end else []
    for line in re.finditer(r"^ +", written[end:], re.MULTILINE):
        cut = min(indent, len(line[0]))
        if cut:
            changes.append((end + line.start(), end + line.start() + cut, ""))
    return changes


def view_of_strings(text: str, format: DraftFormat) -> str:
    """
    Return the strings of a text, each where it stands, and line ends in place of the rest.

    An escape in a JSON string is the character that it stands for, with invisible ones before
    it, so that the view is as long as the text. Strings of broken JSON are seen, too.
    """
    pieces: list[str] = []
    done = 0
    for start, end in _json_strings(text) if format is DraftFormat.JSON else _yaml_strings(text):
        words = text[start:end]
        if format is DraftFormat.JSON:
            words = _JSON_ESCAPE.sub(_padded_character, words)
        pieces += ("\n" * (start - done), words)
        done = end
    return "".join((*pieces, "\n" * (len(text) - done)))


def _json_strings(text: str) -> Iterator[tuple[int, int]]:
    for match in _JSON_STRING_OR_NAME.finditer(text):
        if not match[1]:
            yield match.start() + 1, match.end() - 1


def _yaml_strings(text: str) -> Iterator[tuple[int, int]]:
    try:
        tree = read_yaml(text, most_depth=MOST_DEPTH)
    except ValueError:
        yield 0, len(text)
        return
    for node, _ in walk_tree(tree) if tree else ():
        if isinstance(node.value, str):
            yield node.start, node.end


def _padded_character(escape: re.Match[str]) -> str:
    character = _meant(escape[0][1:])
    pad = _UNSEEN * (len(escape[0]) - 1)
    return f"{character}{pad}" if character in "[【［" else f"{pad}{character}"

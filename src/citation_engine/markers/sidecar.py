"""
The dialect of sidecars: JSON or YAML whose citations stand in a list of their own.

`{"path": "/a/b", "sids": [1, 3]}` in the list at `/_citations` says that the string at `/a/b`
rests on sources 1 and 3. The sidecar has the last word: markers in the strings themselves count
only where they are allowed. Nothing in such a file makes reading fail; what is wrong is told in
the `problem` of an entry, or of the whole.
"""

import json
import re
from collections.abc import Collection, Iterable

from citation_engine.display import one_line, shortened
from citation_engine.formats.tree import TreeNode, find_node, read_json, read_yaml
from citation_engine.markers.numbers import MOST_NUMBERS
from citation_engine.model.draft import DraftFormat, Marker
from citation_engine.model.passage import Span, Value

DIALECT = "sidecar"
POINTER = "/_citations"
MOST_DEPTH = 200

_SIDS = re.compile(r"((?:\"sids\"|'sids'|\bsids)\s*:\s*)\[[^\[\]{}]*\]")
_POINTER = re.compile(r"(?:/(?:[^~/]|~[01])*+)*+")
_BEFORE = re.compile(r"(?:,\s*|\n[ \t]*-[ \t]*|[ \t]*-[ \t]*)\Z")
_AFTER = re.compile(r"\s*,[ \t]*\n?")


class SidecarEntry(Value):
    """
    An entry of a sidecar: the string it is about, and the sources that string rests on.

    `target` is where the string stands in the text, as it is written there. `marker` is the
    entry itself, with the same numbers and the same problem.
    """

    path: str = ""
    marker: Marker
    target: Span | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its sources."""
        return self.marker.numbers

    @property
    def problem(self) -> str:
        """What is wrong with it, or nothing."""
        return self.marker.problem


class Sidecar(Value):
    """
    The sidecar of a text: whether there is one, its entries, and what is wrong with the whole.

    `span` is where the list stands in the text.
    """

    entries: tuple[SidecarEntry, ...] = ()
    span: Span | None = None
    problem: str = ""


def read_sidecar(
    text: str,
    format: DraftFormat | None = None,
    *,
    pointer: str = POINTER,
    known: Collection[int] | None = None,
) -> Sidecar:
    """
    Return the sidecar of a JSON or YAML text.

    Args:
        text: the file as it is.
        format: JSON or YAML; told from the text if it is not given.
        pointer: the JSON Pointer to the list.
        known: the numbers that sources have; None where they are not known.

    """
    try:
        is_json = (format or format_of(text)) is DraftFormat.JSON
        tree = (read_json if is_json else read_yaml)(text, most_depth=MOST_DEPTH)
    except ValueError as error:
        return Sidecar(problem=f"It cannot be read: {one_line(str(error))}.")
    listed = find_node(tree, pointer)
    if listed is None or listed.value is None:
        return Sidecar()
    if not isinstance(listed.value, list):
        problem = f"What stands at {one_line(pointer, 80)} is not a list of entries."
        return Sidecar(span=_trimmed(listed.span, text), problem=problem)
    # What looks like a number may be meant as words in YAML, such as a version.
    texts = (str,) if is_json else (str, float)
    entries = tuple(_entry(node, tree, text, known, pointer, texts) for node in listed.value)
    return Sidecar(entries=entries, span=_trimmed(listed.span, text))


def format_of(text: str) -> DraftFormat:
    """Return which of JSON and YAML a text looks like."""
    is_json = text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")
    return DraftFormat.JSON if is_json else DraftFormat.YAML


def find(text: str, format: DraftFormat | None = None, *, pointer: str = POINTER) -> list[Marker]:
    """Return the entries of a text's sidecar as markers, in order."""
    return [entry.marker for entry in read_sidecar(text, format, pointer=pointer).entries]


def strip(text: str) -> str:
    """Return the text without the entries of its sidecar; one with a problem stays."""
    pieces: list[str] = []
    done = 0
    for marker in find(text):
        if marker.problem:
            continue
        kept, after = text[done : marker.span.start], marker.span.end
        before = _BEFORE.search(kept)
        following = _AFTER.match(text, after)
        if following and not (before and before[0][0] == ","):
            after = following.end()
        elif before:
            kept = kept[: before.start()]
        pieces.append(kept)
        done = after
    return "".join((*pieces, text[done:]))


def renumbered(marker: Marker, known: Iterable[int], unknown: Iterable[int]) -> str | None:
    """
    Return an entry with other numbers, the rest of it unchanged; None where that cannot be.

    Numbers that are `unknown` become texts with a question mark, which point nowhere.
    """
    sids = [*known, *(f"?{number}" for number in unknown)]
    text, count = _SIDS.subn(lambda found: f"{found[1]}{json.dumps(sids)}", marker.text)
    return text if count == 1 else None


def _entry(
    node: TreeNode,
    tree: TreeNode | None,
    text: str,
    known: Collection[int] | None,
    pointer: str,
    texts: tuple[type, ...],
) -> SidecarEntry:
    fields = node.value if isinstance(node.value, dict) else {}
    path = _value(fields.get("path"))
    numbers: tuple[int, ...] = ()
    target = find_node(tree, path) if isinstance(path, str) else None
    problem = _fault_of(node, path, target, pointer, texts)
    if not problem:
        numbers, problem = _sids(fields.get("sids"), known)
    span = _trimmed(node.span, text)
    marker = Marker(
        dialect=DIALECT, span=span, text=span.of(text), numbers=numbers, problem=problem
    )
    return SidecarEntry(
        path=path if isinstance(path, str) else "",
        marker=marker,
        target=target.span if target and isinstance(target.value, texts) else None,
    )


def _fault_of(
    node: TreeNode, path: object, target: TreeNode | None, pointer: str, texts: tuple[type, ...]
) -> str:
    if not isinstance(node.value, dict):
        return "It is not an entry with a path and sids."
    if node.repeated is not None:
        return f"It has {shortened(node.repeated, 40)} twice."
    if not isinstance(path, str):
        return "It has no path."
    shown = shortened(path, 120)
    if not _POINTER.fullmatch(path):
        return f"Its path {shown} is not a JSON Pointer."
    if target is None:
        return f"Its path {shown} leads nowhere."
    if not isinstance(target.value, texts):
        return f"Its path {shown} does not lead to a text."
    if path == pointer or path.startswith(f"{pointer}/"):
        return f"Its path {shown} leads into the sidecar itself."
    return ""


def _sids(node: TreeNode | None, known: Collection[int] | None) -> tuple[tuple[int, ...], str]:
    if node is None or not isinstance(node.value, list):
        return (), "It has no list of sids."
    if not node.value:
        return (), "It names no source."
    if len(node.value) > MOST_NUMBERS:
        return (), f"It has more than {MOST_NUMBERS:,} numbers."
    numbers: dict[int, None] = {}
    for one in node.value:
        number = one.value
        if not isinstance(number, int) or isinstance(number, bool) or not 0 < number < 10**9:
            return (), f"{shortened(_plain(number), 80)} is not the number of a source."
        numbers[number] = None
    strange = [number for number in numbers if known is not None and number not in known]
    if strange:
        return (), f"There is no source {strange[0]}."
    return tuple(numbers), ""


def _value(node: TreeNode | None) -> object:
    return node.value if node else None


def _plain(value: object) -> object:
    return value if isinstance(value, str | int | float | bool | None) else "A list or a mapping"


def _trimmed(span: Span, text: str) -> Span:
    """A span without the white space that YAML counts to a value at its end."""
    words = span.of(text)
    return Span(span.start, span.start + len(words.rstrip())) if words.strip() else span

"""
The citations in what a model wrote, by the numbers of other systems' source rows.

Thin functions over the markers of every dialect: which `sid`s a text cites, whether it cites at
all, which sources it says it used, and the text with its numbers changed.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from citation_engine.errors import InvalidInput
from citation_engine.markers import (
    brackets,
    footnotes,
    named,
    numeric,
    sidecar,
    sup,
    tokens,
    usage,
)
from citation_engine.markers.numbers import write_numbers
from citation_engine.markers.reading import (
    find_labels,
    find_markers,
    replace_markers,
    strip_markers,
)
from citation_engine.model.draft import DraftFormat, Marker

# By S-numbers a text points to rows; plain numbers and footnotes point to its own list.
SID_DIALECTS = (tokens.DIALECT, sup.DIALECT, brackets.DIALECT)
_FORMATS = {"md": "markdown", "htm": "html", "yml": "yaml", "txt": "text", "plain": "text"}
_DATA = (DraftFormat.JSON, DraftFormat.YAML)
# How dialects write a list of numbers: what is around it, the sign of each, what is between them;
# and those that write each number by itself.
_LISTS = {
    tokens.DIALECT: ("[[S:{}]]", "", ","),
    usage.DIALECT: ("[[USAGE:{}]]", "", ","),
    sup.DIALECT: ("[S:{}]", "", ","),
    brackets.DIALECT: ("[{}]", "S", ", "),
    numeric.DIALECT: ("[{}]", "", ", "),
}
_EACH = {named.DIALECT: "[cite_{}]", footnotes.DIALECT: "[^{}]"}
_HTML = re.compile(r"\s*<|.{0,2000}?<(?:html|body|p|div|h[1-6]|ul|ol|table)\b", re.DOTALL | re.I)


class Rewritten(NamedTuple):
    """A text with new numbers, the numbers nobody knew, and what could not be understood."""

    text: str
    unmapped: tuple[int, ...]
    problems: tuple[str, ...]


def extract_citation_sids_any(content: Any) -> list[int]:
    """
    Return the numbers that a content cites, in order and each once.

    The content is a text in Markdown or HTML, JSON or YAML as text, or their value. Of data with
    a sidecar the sidecar counts; of other data the markers in its strings. The labels in a list
    of sources count as well. Usage tags do not.
    """
    text = content if isinstance(content, str) else _as_json(content)
    format = _guessed(text)
    found = [*find_markers(text, format, dialects=_sids_in(text, format))]
    if format not in _DATA:
        found += (one for one in find_labels(text, format) if one.dialect in SID_DIALECTS)
    return _numbers(found)


def citations_present_inline(content: str, format: DraftFormat | str = "markdown") -> bool:
    """
    Whether a text cites anything, in the way of its format.

    Of JSON and YAML the sidecar counts, and markers in the strings. A marker that cannot be
    understood cites nothing.
    """
    kind = _format(format)
    dialects = (*SID_DIALECTS, sidecar.DIALECT) if kind in _DATA else SID_DIALECTS
    found = find_markers(content, kind, dialects=dialects)
    if kind not in _DATA:
        found += (one for one in find_labels(content, kind) if one.dialect in SID_DIALECTS)
    return any(not marker.problem for marker in found)


def usage_sids(content: str) -> list[int]:
    """Return the numbers in the usage tags of a text, `[[USAGE:1,3]]`, in order and each once."""
    return _numbers(find_markers(content, dialects=[usage.DIALECT]))


def strip_usage(content: str) -> str:
    """Return the text without its usage tags."""
    return strip_markers(content, dialects=[usage.DIALECT])


def rewrite_citations(
    content: str,
    sids: Mapping[int, int],
    *,
    format: DraftFormat | str = "markdown",
    dialects: Iterable[str] = (*SID_DIALECTS, usage.DIALECT),
) -> Rewritten:
    """
    Return the text with its markers rewritten by a map of numbers, each in its own dialect.

    A number without a source is written with a question mark: left as it was, it would point
    to a stranger. A marker that cannot be understood stays, and is told. The labels in a list of
    sources are rewritten too, and the entries of a sidecar where `dialects` has it.
    """
    unmapped: dict[int, None] = {}
    problems: list[str] = []

    def write(marker: Marker) -> str:
        if marker.problem:
            problems.append(f"{marker.text}: {marker.problem}")
            return marker.text
        known = [sids[number] for number in marker.numbers if number in sids]
        unknown = [number for number in marker.numbers if number not in sids]
        unmapped.update(dict.fromkeys(unknown))
        if not unknown and tuple(known) == marker.numbers:
            return marker.text
        written = _written(marker, known, unknown)
        if written is None:
            problems.append(f"{marker.text}: Its numbers cannot be rewritten as they stand.")
        return marker.text if written is None else written

    chosen = tuple(dialects)
    text = replace_markers(content, write, _format(format), dialects=chosen, labels=True)
    return Rewritten(text, tuple(unmapped), tuple(problems))


def _written(marker: Marker, known: list[int], unknown: list[int]) -> str | None:
    if marker.dialect == sidecar.DIALECT:
        return sidecar.renumbered(marker, known, unknown)
    element = marker.dialect == sup.DIALECT and marker.text.startswith("<")
    return write_marker(marker.dialect, known, unknown, element=element)


def write_marker(
    dialect: str, numbers: Iterable[int], unknown: Iterable[int] = (), *, element: bool = False
) -> str | None:
    """
    Return the marker of a dialect for these numbers, in the order given and each once.

    Three or more numbers in a row are a range. Numbers that are `unknown` are written with a
    question mark, so that they point nowhere and can be seen. None where the dialect has no
    numbers. With `element` it is the element of HTML.
    """
    if dialect not in _LISTS and dialect not in _EACH:
        return None
    around, sign, between = _LISTS.get(dialect, ("", "", ","))
    known, others = [*dict.fromkeys(numbers)], [*dict.fromkeys(unknown)]
    # It refuses what is no list of numbers.
    shown = write_numbers(known, others, sign=sign, between=between)
    strange = [f"?{number}" for number in others]
    if dialect in _EACH:
        return "".join(_EACH[dialect].format(one) for one in (*known, *strange))
    if element:
        sids = ",".join([*map(str, known), *strange])
        return f'<sup class="cite" data-sids="{sids}">{around.format(shown)}</sup>'
    return around.format(shown)


def _sids_in(text: str, format: DraftFormat) -> tuple[str, ...]:
    if format in _DATA and sidecar.find(text, format):
        return (sidecar.DIALECT,)
    return SID_DIALECTS


def _numbers(markers: Iterable[Marker]) -> list[int]:
    return list(dict.fromkeys(number for marker in markers for number in marker.numbers))


def _as_json(content: Any) -> str:
    try:
        return json.dumps(content, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(
            f"The content is a {type(content).__name__} that is no JSON: {error}.",
            fix="Give a text, or a value of texts, numbers, lists and mappings.",
        ) from error


def _guessed(text: str) -> DraftFormat:
    """The format a text looks like. Only what is read whole as JSON or YAML counts as data."""
    start = text.lstrip("\ufeff \t\r\n")[:200]
    if start[:1] in ("{", "["):
        try:
            if isinstance(json.loads(text.lstrip("\ufeff")), dict | list):
                return DraftFormat.JSON
        except (ValueError, RecursionError):
            # Not JSON after all: "[1] says so". It is read whole as one of the texts below.
            pass
    if "_citations:" in text and sidecar.find(text, DraftFormat.YAML):
        return DraftFormat.YAML
    if _HTML.match(text):
        return DraftFormat.HTML
    return DraftFormat.MARKDOWN


def _format(format: DraftFormat | str) -> DraftFormat:
    name = str(format).lower()
    try:
        return DraftFormat(_FORMATS.get(name, name))
    except ValueError:
        raise InvalidInput(
            f"There is no format of drafts called {format!r}.",
            fix=f"Choose among {', '.join(DraftFormat)}.",
        ) from None

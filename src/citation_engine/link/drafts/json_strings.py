"""Finds the strings of a JSON text: where each stands, its pointer, and what it means."""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from citation_engine.errors import InvalidInput
from citation_engine.language.rewrite import Change
from citation_engine.link.drafts.wording import Wording

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[][{}:,]|[^\s"\][{}:,]+', re.DOTALL)
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", re.DOTALL
)
_LONE = re.compile("[\ud800-\udfff]")


class Text(NamedTuple):
    """A string of a structured draft: its pointer and its words; None where they have no map."""

    pointer: str
    wording: Wording
    whole: bool = False


class Path:
    """The way down to the value that comes next, while a structured text is gone through."""

    def __init__(self) -> None:
        self._steps: list[str | int] = []
        # For each list and mapping: whether it is a mapping and whether a key comes next.
        self._open: list[list[bool]] = []

    @property
    def pointer(self) -> str:
        """The JSON Pointer of the next value."""
        return "".join(f"/{_escaped(step)}" for step in self._steps)

    @property
    def wants_key(self) -> bool:
        """Whether a key of a mapping comes next."""
        return bool(self._open) and self._open[-1] == [True, True]

    def begin(self, *, is_mapping: bool) -> None:
        """Go into a list or mapping."""
        self._open.append([is_mapping, is_mapping])
        self._steps.append("" if is_mapping else 0)

    def end(self) -> None:
        """Leave the list or mapping."""
        self._open.pop()
        self._steps.pop()
        self.done()

    def key(self, name: str) -> None:
        """Take the key of the next value."""
        self._steps[-1] = name
        self._open[-1][1] = False

    def done(self) -> None:
        """Go past a value."""
        if not self._open:
            return
        if self._open[-1][0]:
            self._open[-1][1] = not self._open[-1][1]
        else:
            self._steps[-1] = int(self._steps[-1]) + 1


def json_strings(text: str) -> Iterator[Text]:
    """Give the strings of a JSON text that are values. Raises `InvalidInput` where it is none."""
    _check(text)
    path = Path()
    for token in _TOKEN.finditer(text):
        sign = token.group()
        if sign in "[{":
            path.begin(is_mapping=sign == "{")
        elif sign in "]}":
            path.end()
        elif sign not in ":,":
            if path.wants_key:
                path.key(json.loads(sign))
                continue
            if sign[0] == '"':
                start = token.start() + 1
                wording = Wording(sign[1:-1], start)
                yield Text(path.pointer, wording.rewritten(_unescaped(sign[1:-1])))
            path.done()


def _check(text: str) -> None:
    try:
        json.loads(text)
    except RecursionError as error:
        raise InvalidInput(
            "The JSON is nested too deeply to be read.", fix="Give a file that is nested less."
        ) from error
    except ValueError as error:
        raise InvalidInput(
            f"The draft is not valid JSON: {str(error).splitlines()[0]}.",
            fix="Mend the file, or say which format it has.",
        ) from error


def _unescaped(text: str) -> Iterator[Change]:
    for found in _ESCAPE.finditer(text):
        meant: str = json.loads(f'"{found.group()}"')
        yield found.start(), found.end(), _LONE.sub("\ufffd", meant)


def _escaped(step: str | int) -> str:
    return str(step).replace("~", "~0").replace("/", "~1")

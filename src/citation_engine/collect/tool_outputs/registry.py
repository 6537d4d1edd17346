"""
Chooses the extractor for a tool by the tool's name, and never lets one fail the agent.

Where several patterns fit a name, yours go before those of installed packages, and
those before the ones built in. Among these an exact name goes before a pattern, and
the one that was added last before the others.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple, Self

from citation_engine.display import one_line, shortened
from citation_engine.errors import InvalidInput
from citation_engine.model.source import Extraction, FoundSource
from citation_engine.ports import Extractor

Parameters = Mapping[str, Any]
Found = Extraction | Iterable[FoundSource] | None
Function = Callable[[str, str, Parameters, Any], Found]

_EXACT = re.compile(r"\^[\w\-/ ]+\$", re.ASCII)


@dataclass(frozen=True, slots=True)
class FunctionExtractor:
    """A function as an extractor; `@extractor(...)` makes it."""

    pattern: str
    function: Function

    def extract(
        self, request_id: str, tool_name: str, parameters: Parameters, output: Any
    ) -> Found:
        """What the function finds."""
        return self.function(request_id, tool_name, parameters, output)

    def __call__(self) -> Self:
        """Itself, so that an entry point may name it directly."""
        return self


def extractor(pattern: str) -> Callable[[Function], FunctionExtractor]:
    """
    Make an extractor of a function, for tools whose names fit the regular expression.

    It is used by the registries it is added to, and by every engine when an entry
    point in the group `citation_engine.extractors` names it.
    """
    _compiled(pattern)
    return lambda function: FunctionExtractor(pattern, function)


class Rank(IntEnum):
    """Whose extractor it is."""

    BUILT_IN = 0
    INSTALLED = 1
    OWN = 2


class _Known(NamedTuple):
    """An extractor with what decides whether it is chosen; the greatest wins."""

    rank: Rank
    exact: bool
    place: int
    pattern: re.Pattern[str]
    extractor: Extractor


class ExtractorRegistry:
    """The extractors of one agent or engine. Registries share nothing."""

    def __init__(self, extractors: Iterable[Extractor] = ()) -> None:
        self._known: tuple[_Known, ...] = ()
        for one in extractors:
            self.add(one)

    def add(self, extractor: Extractor, *, rank: Rank = Rank.OWN) -> None:
        """Use this one too."""
        if not isinstance(extractor, Extractor):
            raise InvalidInput(
                f"A {type(extractor).__name__} is not an extractor.",
                fix="Give an object with `pattern` and `extract`, or use `@extractor(...)`.",
            )
        pattern = _compiled(extractor.pattern)
        exact = _EXACT.fullmatch(pattern.pattern) is not None
        known = _Known(rank, exact, len(self._known), pattern, extractor)
        self._known = (*self._known, known)

    def extractor(self, pattern: str) -> Callable[[Function], FunctionExtractor]:
        """Make an extractor of a function and use it here."""

        def added(function: Function) -> FunctionExtractor:
            made = FunctionExtractor(pattern, function)
            self.add(made)
            return made

        return added

    def find(self, tool_name: str) -> Extractor | None:
        """The extractor for a tool, or None."""
        fitting = [known for known in self._known if known.pattern.search(tool_name)]
        return max(fitting, key=lambda known: known[:3]).extractor if fitting else None

    def extract(
        self, request_id: str, tool_name: str, parameters: Parameters | None, output: Any
    ) -> Extraction:
        """
        The sources in one output. Whatever the output is, this does not raise.

        An agent must not fall over because a tool gave something strange: what gave no
        source is told in `skipped`.
        """
        chosen = self.find(tool_name)
        if chosen is None:
            return Extraction(skipped=(f"No extractor knows the tool {shortened(tool_name, 80)}.",))
        given = parameters if isinstance(parameters, Mapping) else {}
        try:
            return _as_extraction(chosen.extract(request_id, tool_name, given, output))
        except Exception as error:  # noqa: BLE001  Told to the caller, who goes on without it.
            return Extraction(skipped=(_failure(tool_name, error),))


def _as_extraction(found: Found) -> Extraction:
    if isinstance(found, Extraction):
        return found
    if found is None:
        return Extraction(skipped=("The extractor gave no answer.",))
    sources = tuple(found)
    strange = [one for one in sources if not isinstance(one, FoundSource)]
    if strange:
        raise TypeError(f"it gave a {type(strange[0]).__name__} among the sources")
    return Extraction(
        sources=sources, skipped=() if sources else ("The extractor found no sources.",)
    )


def _failure(tool_name: str, error: Exception) -> str:
    said = type(error).__name__
    try:
        said = f"{said}: {one_line(str(error))}"
    except Exception:  # noqa: BLE001  A stranger's error may not even be able to say what it is.
        said = f"{said}, which cannot say what is wrong"
    return f"The extractor for {shortened(tool_name, 80)} failed: {said}."


def _compiled(pattern: Any) -> re.Pattern[str]:
    try:
        if not isinstance(pattern, str | re.Pattern):
            raise TypeError("it is no text")
        compiled = re.compile(pattern)
        compiled.search("")
        return compiled
    except (re.error, TypeError, RecursionError, OverflowError) as error:
        raise InvalidInput(
            f"The pattern {shortened(pattern)} is not a regular expression: {error}.",
            fix=r"Give something like r'^my_tool$'.",
        ) from error

"""
Takes raw sources of unknown quality in, many at a time, and says what became of each.

Nothing stalls: a page that cannot be had, and a field that cannot be kept, make a source
degraded, with the reason, and it gets its number all the same. Fetching is the engine's work,
and so is keeping away from hosts that failed again and again.
"""

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from citation_engine.display import one_line, shortened
from citation_engine.errors import CitationError, EngineClosed, InvalidInput
from citation_engine.interop.registration import is_page_address
from citation_engine.interop.repository import SourceRepository, source_identity
from citation_engine.interop.research import (
    PROBLEMS,
    ResearchSource,
    SourceIdentity,
    to_research,
)
from citation_engine.model.source import Source

MAX_CONCURRENT = 10
_GIVEN_BY_US = ("source_id", "canonical_key")


class ValidatedIdentity(SourceIdentity):
    """Who a source is, and whether its words could be had: `state`, and `reason` if not."""

    state: str
    reason: str = ""
    source: ResearchSource


Outcome = ValidatedIdentity | CitationError


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a list is: `done` of `total`, and what became of the one at `index`."""

    done: int
    total: int
    index: int
    outcome: Outcome


class SourceValidationPipeline:
    """
    Checks raw sources, has their pages fetched, and registers them.

    At most `max_concurrent` are worked on at a time, over all calls of one pipeline.
    """

    def __init__(
        self,
        repository: SourceRepository,
        *,
        max_concurrent: int = MAX_CONCURRENT,
        fetch: bool = True,
    ) -> None:
        if max_concurrent < 1:
            raise InvalidInput(
                f"max_concurrent is {max_concurrent}.", fix="Let at least one be worked on."
            )
        self._repository = repository
        self._room = asyncio.Semaphore(max_concurrent)
        self._fetch = fetch

    async def validate_and_register(self, raw: Mapping[str, Any]) -> ValidatedIdentity:
        """
        Register one raw source and say what became of it.

        What names nothing at all is `InvalidInput`; everything else gets a number. A cancelled
        call has registered the source or not, never half of it; calling again finds it.
        """
        source = read_raw(raw)
        async with self._room:
            return await self._registered(source)

    async def _registered(self, source: ResearchSource) -> ValidatedIdentity:
        return _outcome(await self._repository.register_source(source, fetch=self._fetch))

    async def validate_all(
        self,
        raws: Iterable[Mapping[str, Any]],
        *,
        progress: Callable[[Progress], Awaitable[None] | None] | None = None,
    ) -> list[Outcome]:
        """
        Register many and return what became of each, in the order they were given.

        An error stands in the place of its source and does not stop the others. When this is
        cancelled, what `progress` was told about is registered, and the rest is left alone.
        """
        listed = list(raws)
        outcomes: dict[int, Outcome] = {}
        numbered = [asyncio.Event() for _ in listed]

        async def work(index: int, raw: Mapping[str, Any]) -> None:
            before = numbered[index - 1] if index else None
            outcome = outcomes[index] = await self._outcome_of(raw, before, numbered[index])
            if progress is not None:
                told = progress(Progress(len(outcomes), len(listed), index, outcome))
                if inspect.isawaitable(told):
                    await told

        async with asyncio.TaskGroup() as group:
            for index, raw in enumerate(listed):
                group.create_task(work(index, raw))
        # A task that was ended by the engine's own closing has left nothing.
        closed = EngineClosed("The engine was closed before the source was registered.")
        return [outcomes.get(index, closed) for index in range(len(listed))]

    async def _in_turn(
        self, raw: Mapping[str, Any], before: asyncio.Event | None, numbered: asyncio.Event
    ) -> ValidatedIdentity:
        """Register a source in its turn, so that numbers follow the list, and fetch it then."""
        async with self._room:
            try:
                if before is not None:
                    await before.wait()
                source = read_raw(raw)
                await self._repository.register_source(source, fetch=False)
            finally:
                numbered.set()
            return await self._registered(source)

    async def _outcome_of(
        self, raw: Mapping[str, Any], before: asyncio.Event | None, numbered: asyncio.Event
    ) -> Outcome:
        """What became of one of many; nothing that is wrong with it may end the others."""
        try:
            return await self._in_turn(raw, before, numbered)
        except CitationError as error:
            return error
        except Exception as error:  # noqa: BLE001  It is told in the place of the source.
            failed = CitationError(
                f"The source could not be registered: {type(error).__name__}: "
                f"{one_line(str(error))}.",
                fix="Please report this, with the raw source.",
            )
            failed.__cause__ = error
            return failed


def read_raw(raw: Any) -> ResearchSource:
    """
    Return a raw source as a research source.

    Fields that it cannot have, and values that cannot be kept, are noted in its metadata under
    `validation_problems` and left out.
    """
    if not isinstance(raw, Mapping):
        raise InvalidInput(
            f"The raw source is {shortened(raw, 80)}, not a mapping.",
            fix='Give it like this: {"title": "…", "url": "https://…"}.',
        )
    fields = {str(name): value for name, value in raw.items() if name not in _GIVEN_BY_US}
    metadata = fields.pop("metadata", None)
    problems: list[str] = []
    if metadata is not None and not isinstance(metadata, Mapping):
        problems.append(_left_out("metadata", metadata, "it is not a mapping"))
        metadata = None
    kept = _storable({str(k): v for k, v in (metadata or {}).items()}, "metadata.", problems)
    listed = {n: v for n, v in fields.items() if n in ResearchSource.model_fields}
    extra = _storable({n: v for n, v in fields.items() if n not in listed}, "", problems)
    listed = _fitting(listed, problems)
    url = listed.get("url")
    if isinstance(url, str) and url.strip() and not is_page_address(url):
        problems.append(one_line(f"The url {shortened(url, 80)} is not the address of a page."))
    if not str(listed.get("title", "")).strip() and not url:
        listed["title"] = _title(extra)
    if problems:
        kept[PROBLEMS] = problems
    return ResearchSource.model_validate({"title": "", **extra, **listed, "metadata": kept})


def _title(extra: Mapping[str, Any]) -> str:
    """The beginning of its words, for a source that says nothing else."""
    words = (extra.get(name) for name in ("snippet", "text", "content"))
    return next((one_line(word, 80) for word in words if isinstance(word, str)), "")


def _fitting(fields: dict[str, Any], problems: list[str]) -> dict[str, Any]:
    """The fields without those that the shape refuses."""
    fields = {name: value for name, value in fields.items() if value is not None}
    try:
        ResearchSource.model_validate({"title": "", **fields})
    except ValidationError as error:
        for fault in error.errors(include_url=False, include_context=False):
            name = str(fault["loc"][0])
            if name in fields:
                problems.append(_left_out(name, fields.pop(name), fault["msg"]))
    return fields


def _storable(given: dict[str, Any], prefix: str, problems: list[str]) -> dict[str, Any]:
    """The values without those that cannot be kept as JSON."""
    kept: dict[str, Any] = {}
    for name, value in given.items():
        try:
            json.dumps({name: value}, allow_nan=False, ensure_ascii=False).encode()
        except (TypeError, ValueError, RecursionError) as error:
            problems.append(_left_out(f"{prefix}{name}", value, str(error)))
        else:
            kept[name] = value
    return kept


def _left_out(name: str, value: Any, fault: str) -> str:
    shown = f"{name} {shortened(value, 80)} was left out: {fault}."
    return one_line(shown.encode("utf-8", "backslashreplace").decode())


def _outcome(registered: Source) -> ValidatedIdentity:
    source = to_research(registered)
    return ValidatedIdentity(
        **source_identity(registered).model_dump(),
        state=source.metadata["validation_state"],
        reason=source.metadata.get("validation_reason", ""),
        source=source,
    )

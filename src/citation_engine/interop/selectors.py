"""Reads the selectors by which agents ask for sources of a pool: `so:sources_pool[1-3,7]`."""

import re
from collections.abc import Iterable

from citation_engine.display import shortened
from citation_engine.errors import InvalidInput, SourceNotFound

LONGEST = 10_000
_SELECTOR = re.compile(r"\s*(?:so|conv):sources_pool\s*(?:\[([^\[\]]*)\])?\s*")
_ITEM = re.compile(r"\s*([1-9][0-9]{0,17})(?:\s*[-‐‑‒–—−]\s*([1-9][0-9]{0,17}))?\s*")
_EXAMPLE = "Write it like this: so:sources_pool, so:sources_pool[1-5] or so:sources_pool[1,3]."


def parse_selector(selector: str) -> tuple[range, ...] | None:
    """Return the ranges of numbers a selector names, or None where it names the whole pool."""
    if not isinstance(selector, str) or len(selector) > LONGEST:
        raise InvalidInput(f"{shortened(selector, 80)} is not a selector.", fix=_EXAMPLE)
    found = _SELECTOR.fullmatch(selector)
    if found is None:
        raise InvalidInput(f"{shortened(selector, 80)} is not a selector.", fix=_EXAMPLE)
    if found[1] is None:
        return None
    return tuple(_range(item, selector) for item in found[1].split(","))


def select(selectors: str | Iterable[str], count: int) -> list[int]:
    """
    Return the numbers that selectors ask for in a pool of `count` sources, each once.

    They come in the order they were asked for. A number the pool does not have is
    `SourceNotFound`, before anything is counted out.
    """
    asked = [selectors] if isinstance(selectors, str) else list(selectors)
    numbers: dict[int, None] = {}
    for selector in asked:
        ranges = parse_selector(selector)
        for wanted in (range(1, count + 1),) if ranges is None else ranges:
            if wanted.stop - 1 > count:
                raise _unknown(max(wanted.start, count + 1), count, selector)
            numbers.update(dict.fromkeys(wanted))
    return list(numbers)


def _range(item: str, selector: str) -> range:
    found = _ITEM.fullmatch(item)
    if found is None:
        raise InvalidInput(
            f"{shortened(item, 80)} in {shortened(selector, 80)} is not a number or a range.",
            fix=_EXAMPLE,
        )
    first, last = int(found[1]), int(found[2] or found[1])
    if last < first:
        raise InvalidInput(
            f"The range {first}-{last} in {shortened(selector, 80)} runs backwards.",
            fix=f"Write {last}-{first}.",
        )
    return range(first, last + 1)


def _unknown(number: int, count: int, selector: str) -> SourceNotFound:
    has = f"it has {count}, S1 to S{count}" if count else "it is empty"
    return SourceNotFound(
        f"The pool has no S{number}, which {shortened(selector, 80)} asks for; {has}.",
        fix="Ask for sources that are in the pool, or add the source first.",
    )

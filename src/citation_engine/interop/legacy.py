"""Gives ids to research sources that were saved before sources had any."""

import re
import warnings
from collections.abc import Iterable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Any

from citation_engine.errors import CitationError

if TYPE_CHECKING:
    from citation_engine.interop.research import (
        HierarchicalFinding,
        ResearchResults,
        ResearchSource,
    )

_S_NUMBER = re.compile(r"S([1-9][0-9]{0,17})")
_NO_ID = re.compile(r"\s*(?:S?0*)?\s*")
_MOST_NAMED = 10


class LegacyRowsWarning(UserWarning):
    """Sources without an id were numbered when they were loaded."""


def number_of(source_id: object) -> int | None:
    """Return the number in an id such as `S3`, or None."""
    found = _S_NUMBER.fullmatch(source_id.strip()) if isinstance(source_id, str) else None
    return int(found[1]) if found else None


def has_id(source: "ResearchSource") -> bool:
    """Whether a source has an id; blanks and `S0` are what programs write that have none."""
    return source.source_id is not None and not _NO_ID.fullmatch(source.source_id)


def number_sources(results: "ResearchResults") -> None:
    """
    Give an id to each source without one, also to those that only a finding has.

    A `legacy_index` is kept where it is free. No number is given that a finding or the usage
    already names, because that may mean another source.
    """
    loose = [f.source for f in results.findings if f.source and not has_id(f.source)]
    nameless = [source for source in results.sources if not has_id(source)]
    if not loose and not nameless:
        return
    taken = _taken(results)
    free = (number for number in count(1) if number not in taken)
    given: dict[int, ResearchSource] = {}
    for source in nameless:
        given[id(source)] = _numbered(source, taken, free)
    sources = [given.get(id(source), source) for source in results.sources]
    known = {likeness(source): source for source in reversed(sources)}
    for source in loose:
        if likeness(source) not in known:
            known[likeness(source)] = given[id(source)] = _numbered(source, taken, free)
            sources.append(given[id(source)])
    results.sources = sources
    results.findings = [_adopted(finding, known) for finding in results.findings]
    _warn(source.source_id or "" for source in given.values())


def _adopted(
    finding: "HierarchicalFinding", known: dict[str, "ResearchSource"]
) -> "HierarchicalFinding":
    """The finding with the id of its own source, in place of what stood for none."""
    source = finding.source
    if source is None or has_id(source):
        return finding
    own = known[likeness(source)].source_id or ""
    others = [id for id in finding.source_ids if id not in (own, source.source_id)]
    named = source.model_copy(update={"source_id": own})
    return finding.model_copy(update={"source": named, "source_ids": [own, *others]})


def _numbered(source: "ResearchSource", taken: set[int], free: Iterator[int]) -> "ResearchSource":
    wished = source.metadata.get("legacy_index")
    number = wished if isinstance(wished, int) and wished is not True and wished > 0 else 0
    number = number if number and number not in taken else next(free)
    taken.add(number)
    return source.model_copy(update={"source_id": f"S{number}"})


def _taken(results: "ResearchResults") -> set[int]:
    named: set[Any] = {*results.source_usage, *(source.source_id for source in results.sources)}
    for finding in results.findings:
        named |= {*finding.source_ids, *finding.supporting_source_ids}
        named.add(finding.source.source_id if finding.source else None)
    return {number for number in map(number_of, named) if number}


def likeness(source: "ResearchSource") -> str:
    """Return a key that two copies of one source share."""
    from citation_engine.interop.research import from_research

    try:
        return from_research(source).canonical_key
    except CitationError:
        return f"nothing known {id(source)}"


def _warn(ids: Iterable[str]) -> None:
    given = list(ids)
    if not given:
        return
    shown = ", ".join(given[:_MOST_NAMED]) + (" …" if len(given) > _MOST_NAMED else "")
    warnings.warn(
        f"{len(given)} source(s) had no id and were numbered on loading: {shown}.",
        LegacyRowsWarning,
        stacklevel=4,
    )

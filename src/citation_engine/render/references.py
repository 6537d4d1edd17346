"""A citation in one line: the reference a person reads, and the note an agent keeps."""

from citation_engine.model.citation import Citation
from citation_engine.model.passage import Locator
from citation_engine.model.source import Source
from citation_engine.model.verdict import Status, Verdict

SIGNS = {
    Status.VERIFIED: "✓",
    Status.UNVERIFIED: "○",
    Status.FAILED: "✗",
    Status.PENDING: "…",
}


def inline_reference(source: Source, locator: Locator) -> str:
    """The source and the place in it, such as `GoBD (2024-01), p. 24, § 8.1`."""
    name = f"{source.name} ({source.version})" if source.version else source.name
    return ", ".join([name, *places(locator)])


def places(locator: Locator) -> list[str]:
    """The parts of a locator a person can use, in words."""
    parts = []
    if locator.page_start is not None:
        parts.append(f"pp. {locator.page_start}–{locator.page_end or ''}".rstrip("–"))
    elif locator.page is not None:
        parts.append(f"p. {locator.page}")
    parts += [part for part in (locator.section, locator.heading_context) if part]
    if locator.table:
        parts.append(f"table {locator.table}")
    if locator.result_description:
        parts.append(locator.result_description)
    return parts


def summary_note(citation: Citation, source: Source, verdict: Verdict) -> str:
    """What stays in an agent's context once the call itself is gone."""
    reference = inline_reference(source, citation.locator)
    supplied = ", self-supplied" if verdict.self_supplied else ""
    status = f"{verdict.status.value} {SIGNS[verdict.status]}{supplied}"
    return f"{citation.marker} Cited {reference}: {status}"

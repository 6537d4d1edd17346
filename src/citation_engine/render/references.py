"""A citation in one line: the reference a person reads, and the note an agent keeps."""

import re
from collections.abc import Iterable

from citation_engine.display import one_line
from citation_engine.model.checked import CheckedSource
from citation_engine.model.citation import Citation
from citation_engine.model.passage import Locator
from citation_engine.model.source import Source
from citation_engine.model.verdict import Status, Verdict
from citation_engine.urls import fault_of

SHORT = 120
SIGNS = {
    Status.VERIFIED: "✓",
    Status.UNVERIFIED: "○",
    Status.FAILED: "✗",
    Status.PENDING: "…",
}


def inline_reference(source: Source, locator: Locator) -> str:
    """The source and the place in it, such as `GoBD (2024-01), p. 24, § 8.1`."""
    version = f" ({one_line(source.version, SHORT)})" if source.version else ""
    return ", ".join([one_line(source.name) + version, *places(locator)])


def places(locator: Locator) -> list[str]:
    """The parts of a locator a person can use, in words."""
    parts = [pages(locator), locator.section, locator.heading_context]
    parts.append(f"table {locator.table}" if locator.table else None)
    parts.append(locator.result_description)
    return [one_line(part, SHORT) for part in parts if part]


def shown_locator(citation: Citation) -> Locator:
    """The place as it was given; where none was, the place the words were found at."""
    passage = citation.verdict.passage if citation.verdict else None
    if passage is None or places(citation.locator):
        return citation.locator
    found = {"page": passage.page_label or passage.page, "section": passage.section}
    return citation.locator.model_copy(update=found)


def pages(locator: Locator) -> str | None:
    """The page or pages, such as `p. 24` or `pp. 24–25`."""
    first, last = locator.page_start, locator.page_end
    if first is None:
        return None if locator.page is None else f"p. {locator.page}"
    return f"p. {first}" if last in (None, first) else f"pp. {first}–{last}"


def summary_note(citation: Citation, source: Source, verdict: Verdict) -> str:
    """What stays in an agent's context once the call itself is gone."""
    reference = inline_reference(source, shown_locator(citation))
    supplied = ", self-supplied" if verdict.self_supplied else ""
    status = f"{verdict.status.value} {SIGNS[verdict.status]}{supplied}"
    return f"{citation.marker} Cited {reference}: {status}"


# Nobody reads longer titles, and one line must stay one line.
LONGEST = 1_000

_MARKUP = re.compile(r"[\\\[\]<`]")


def describe(
    title: str, publisher: str | None = None, year: str | None = None, url: str | None = None
) -> str:
    """
    Return a source in one line of Markdown: `Title — Publisher (Year) <address>`.

    The words come from strangers, so nothing in them is taken for a marker, a link or a tag.
    Only what leads to a page is written as an address.
    """
    said = _plain(title) or "Untitled"
    if publisher := _plain(publisher or ""):
        said += f" — {publisher}"
    if year := _plain(year or ""):
        said += f" ({year})"
    if address := (url or "").strip():
        leads = not fault_of(address) and not {"<", ">"} & set(address)
        said += f" <{address}>" if leads else f" {_plain(address)}"
    return said


def describe_source(source: CheckedSource) -> str:
    """Return a source of a checked draft in one line of Markdown."""
    return describe(source.name, source.publisher, source.year, source.url)


def source_table(sources: Iterable[CheckedSource]) -> list[tuple[str, str, str]]:
    """Return a row for each source: its label, its title, and its address or path."""
    return [
        (source.label, one_line(source.name), one_line(source.url or source.identifier))
        for source in sources
    ]


def _plain(words: str) -> str:
    # Most words are on one line as they are, and looking at each letter takes its time.
    if len(words) > LONGEST or not words.isprintable() or "  " in words:
        words = one_line(words, LONGEST)
    return _MARKUP.sub(r"\\\g<0>", words.strip())

"""Gathers the sources of one output: numbers them, refuses unsafe addresses, keeps reasons."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from citation_engine.collect.tool_outputs.shapes import (
    SNIPPET,
    TITLE,
    WHOLE,
    WORDS,
    Item,
    StrangeOutput,
    plain,
)
from citation_engine.display import one_line
from citation_engine.model.found import Extraction, FoundSource
from citation_engine.urls import fault_of, is_web_address

MOST_SOURCES = 500
LONGEST_SNIPPET = 4_000
LONGEST_TITLE = 1_000
LONGEST_EXTRA = 2_000
MOST_EXTRAS = 60
WEB = "web"
_MOST_REASONS = 50
_UNSAFE = ("javascript:", "data:", "vbscript:", "blob:", "about:")


@dataclass(slots=True)
class Gathering:
    """The sources found so far in the output of one request."""

    request_id: str
    tool_name: str
    kind: str
    sources: list[FoundSource] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    left_over: int = 0
    seen: set[tuple[Any, ...]] = field(default_factory=set)

    def skip(self, reason: str) -> None:
        """Note why something gave no source."""
        self.skipped.append(one_line(reason, 400))

    def add(
        self,
        what: str,
        *,
        uri: str | None = None,
        title: str | None = None,
        snippet: str | None = None,
        full_content: str | None = None,
        page_number: int | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        """Add a source, unless its address is unsafe or there is nothing to know it by."""
        fault = self._fault_of(uri) if uri else None
        if fault:
            self.skip(f"The address of {what} {fault}.")
            return
        if not (uri or snippet or full_content):
            self.skip(f"There is neither an address nor a text in {what}.")
            return
        if self._is_known(uri, snippet, full_content, page_number):
            return
        if len(self.sources) >= MOST_SOURCES:
            self.left_over += 1
            return
        self.sources.append(
            FoundSource(
                id=f"{self.request_id}-{len(self.sources)}",
                kind=self.kind,
                tool_name=self.tool_name,
                tool_request_id=self.request_id,
                uri=uri,
                title=one_line(title, LONGEST_TITLE) or None if title else None,
                domain=domain_of(uri),
                snippet=_cut(snippet),
                full_content=full_content,
                page_number=page_number,
                extra=self._kept(extra or {}, what),
            )
        )

    def add_item(self, item: Item, what: str, *, words_are_all: bool, uri: str | None) -> None:
        """
        Add a result.

        Where `words_are_all`, its text is all there is to read, as in a page that was
        scraped or a passage that was retrieved. Else it is a piece, as in a search hit.
        """
        whole = item.text(*WHOLE)
        words = item.text(*WORDS)
        snippet = item.text(*SNIPPET)
        if words_are_all:
            whole = whole or words
        else:
            snippet = snippet or words
        self.add(
            what,
            uri=uri,
            title=item.text(*TITLE),
            snippet=snippet,
            full_content=whole,
            page_number=item.page(),
            extra=item.rest(),
        )

    def done(self) -> Extraction:
        """What was found, and what was not."""
        if self.left_over:
            self.skip(
                f"Only the first {MOST_SOURCES} results were taken; {self.left_over:,} were not."
            )
        more = len(self.skipped) - _MOST_REASONS
        reasons = self.skipped[:_MOST_REASONS]
        if more > 0:
            reasons.append(f"{more:,} more were skipped for such reasons.")
        return Extraction(sources=tuple(self.sources), skipped=tuple(reasons))

    def _is_known(self, uri: str | None, *words: Any) -> bool:
        """Whether this is a repetition: tools list a thing as a result and again as a source."""
        known = (uri, *words) in self.seen or (not any(words) and (uri,) in self.seen)
        self.seen |= {(uri,), (uri, *words)}
        return known

    def _fault_of(self, uri: str) -> str | None:
        return fault_of(uri) if self.kind == WEB else address_fault(uri)

    def _kept(self, extra: dict[str, Any], what: str) -> dict[str, Any]:
        """The fields of the tool that are small enough to go along."""
        kept: dict[str, Any] = {}
        left: list[str] = []
        for name, value in extra.items():
            small = len(kept) < MOST_EXTRAS and len(name) <= LONGEST_EXTRA and _small(value)
            if small:
                kept[name] = plain(value)
            else:
                left.append(one_line(name, 40))
        if left:
            self.skip(f"Fields of {what} are too large to go along: {', '.join(left[:10])}.")
        return kept


def gather(
    request_id: str, tool_name: str, kind: str, work: Callable[[Gathering], None]
) -> Extraction:
    """What the work finds; an output it cannot read is a reason."""
    gathering = Gathering(request_id, tool_name, kind)
    try:
        work(gathering)
    except StrangeOutput as strange:
        gathering.skip(str(strange))
    if not gathering.sources and not gathering.skipped:
        gathering.skip("There are no sources in the output.")
    return gathering.done()


def address_fault(uri: str) -> str | None:
    """
    Why an address may not become a source's, as the rest of a sentence without the address.

    What is no web address may be a path or another system's name for it, and is only a name
    here: nothing is opened by it.
    """
    if is_web_address(uri):
        return fault_of(uri)
    if "".join(uri.split()).lower().startswith(_UNSAFE):
        return "is not the address of a page"
    return None


def domain_of(uri: str | None) -> str | None:
    """The host of a web address."""
    if not uri or not is_web_address(uri):
        return None
    return urlsplit(uri).hostname


def _small(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_EXTRA
    if isinstance(value, list | dict) and len(value) > LONGEST_EXTRA:
        return False
    return len(json.dumps(value, ensure_ascii=False)) <= LONGEST_EXTRA


def _cut(snippet: str | None) -> str | None:
    if snippet is None or len(snippet) <= LONGEST_SNIPPET:
        return snippet
    return snippet[: LONGEST_SNIPPET - 1] + "…"

"""Perplexity: markers such as `[1]` that count the addresses beside the text."""

import re
from collections.abc import Mapping
from typing import Any

from citation_engine.formats.markdown.shelters import find_shelters, is_sheltered
from citation_engine.formats.plain import mend_surrogates
from citation_engine.link.providers import openai
from citation_engine.link.providers.assembly import AnswerForm, Building, Events
from citation_engine.link.providers.offsets import MeasuredText
from citation_engine.link.providers.shapes import field, is_list, kind, members, text

# A year in brackets has four digits and is no marker.
_MARKER = re.compile(r"\[([1-9][0-9]{0,2})\]")
_SEARCHES = ("search_results", "fetch_url_results")


def fits(data: Any) -> bool:
    """Whether this is a completion with addresses beside it."""
    return openai.is_completion(data) and _has_sources(data)


def read(data: Any, answer: Building) -> None:
    """Read the messages, their markers and their annotations."""
    results = answer.entries(field(data, "search_results"), "The search results")
    cited = answer.entries(field(data, "citations"), "The citations") or results
    by_url = {text(result, "url"): result for result in reversed(results)}
    sources = [_source(one, place, by_url, answer) for place, one in enumerate(cited)]
    for message in openai.messages_in(data, answer):
        answer.break_off()
        words = [field(part, "text") for part in openai.texts_of(message, answer)]
        piece = answer.write("".join(word for word in words if isinstance(word, str)))
        _read_markers(piece, dict(enumerate(sources, 1)), answer)
        openai.read_annotations(field(message, "annotations"), piece, answer)


def _source(cited: Any, place: int, results: Mapping[str, Any], answer: Building) -> str:
    """Register a cited address with what the search says about it."""
    url = mend_surrogates(cited) if isinstance(cited, str) else text(cited, "url")
    about = results.get(url, cited) if url else cited
    if not (url or text(about, "title")):
        answer.warn(f"The provider does not name source {place + 1}.")
    return answer.source(
        url or f"source-{place + 1}",
        title=text(about, "title"),
        url=url,
        text=text(about, "snippet"),
    )


def _read_markers(piece: MeasuredText, sources: Mapping[int, str], answer: Building) -> None:
    shelters = find_shelters(piece.text)
    for marker in _MARKER.finditer(piece.text):
        if is_sheltered(shelters, marker.start(), marker.end()):
            continue
        found = piece.place(marker.start(), marker.end())
        number = int(marker[1])
        strange = [] if number in sources else [f"The provider names no source {number}."]
        answer.cite(sources.get(number), found, notes=strange)


def _has_sources(data: Any) -> bool:
    return is_list(field(data, "citations")) or is_list(field(data, "search_results"))


def fits_events(events: Events) -> bool:
    """Whether these are pieces of a completion with addresses beside it."""
    return openai.fits_chat_events(events) and any(map(_has_sources, events))


def fits_response(data: Any) -> bool:
    """Whether this is a response with search results among its items."""
    items = data if is_list(data) else members(data, "output")
    return any(kind(item) in _SEARCHES for item in items) and openai.fits_response(data)


def fits_response_events(events: Events) -> bool:
    """Whether these are events of a response with search results."""
    if not openai.fits_response_events(events):
        return False
    return any(
        kind(event).startswith("response.reasoning.")
        or any(kind(item) in _SEARCHES for item in _items(event))
        for event in events
    )


def _items(event: Any) -> list[Any]:
    return [field(event, "item"), *members(field(event, "response"), "output")]


CHAT = AnswerForm("perplexity", fits, read, fits_events, openai.gather_chat)
RESPONSES = AnswerForm(
    "perplexity",
    fits_response,
    openai.read_response,
    fits_response_events,
    openai.gather_response,
)

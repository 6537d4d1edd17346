"""Pydantic AI: text parts of a model's response, with citations of one or more sources."""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers.assembly import AnswerForm, Building, Events
from citation_engine.link.providers.bedrock import OMISSION
from citation_engine.link.providers.offsets import AnswerPlace, MeasuredText
from citation_engine.link.providers.shapes import (
    field,
    in_order,
    is_list,
    mapping,
    members,
    text,
    whole,
)


def fits(data: Any) -> bool:
    """Whether this is a response, a list of messages with one, or a text part."""
    if is_list(data):
        return any(map(_is_response, data)) or any(map(_is_text, data))
    return _is_response(data) or _is_text(data)


def read(data: Any, answer: Building) -> None:
    """Read the text parts of a response; of several responses, the last."""
    if is_list(data):
        responses = [one for one in data if _is_response(one)]
        if len(responses) > 1:
            answer.warn(f"There are {len(responses)} answers; only the last one is read.")
        parts = field(responses[-1], "parts") if responses else data
    else:
        parts = [data] if _is_text(data) else field(data, "parts")
    for part in answer.entries(parts, "The parts of the response"):
        if not isinstance(part, Mapping):
            answer.warn("A part of the response cannot be read and was left out.")
        elif text(part, "part_kind") != "text":
            answer.break_off()
        else:
            piece = answer.write(field(part, "content"))
            for citation in answer.citations_in(
                field(part, "citations"), "The citations of a part"
            ):
                _read_citation(citation, piece, answer)


def _read_citation(citation: Mapping[str, Any], piece: MeasuredText, answer: Building) -> None:
    anchor = mapping(citation, "anchor")
    found = AnswerPlace(None, "The provider gives no place in the answer.")
    if anchor:
        found = piece.place(field(anchor, "start"), field(anchor, "end"))
    sources = answer.entries(field(citation, "sources"), "The sources of a citation")
    for source in sources or [None]:
        excerpts = answer.entries(field(source, "excerpts"), "The excerpts of a source")
        quote = OMISSION.join(one for one in excerpts if isinstance(one, str) and one)
        answer.cite(_source(source, answer), found, quote=quote)


def _source(source: Any, answer: Building) -> str | None:
    url, file_id, title = text(source, "url"), text(source, "document_id"), text(source, "title")
    key = url or file_id or title
    return answer.source(key, title=title, url=url, file_id=file_id) if key else None


def _is_response(data: Any) -> bool:
    return text(data, "kind") == "response" and is_list(field(data, "parts"))


def _is_text(part: Any) -> bool:
    return text(part, "part_kind") == "text" and isinstance(field(part, "content"), str)


def fits_events(events: Events) -> bool:
    """Whether these are the events of a response."""
    return any(text(event, "event_kind") in ("part_start", "part_delta") for event in events)


def gather(events: Events, answer: Building) -> Any:
    """Return the response that events make up; the end of a part has all of it."""
    parts: dict[Any, dict[str, Any]] = {}
    finished: dict[Any, Any] = {}
    for event in answer.read_events(events):
        place = whole(field(event, "index"))
        name = text(event, "event_kind")
        if name == "part_end" and mapping(event, "part"):
            finished[place] = mapping(event, "part")
        elif name in ("part_start", "part_delta"):
            made: dict[str, Any] = {"part_kind": "", "content": [], "citations": []}
            _extend(parts.setdefault(place, made), mapping(event, "part", "delta"), answer)
    if set(parts) - set(finished):
        answer.unfinished()
    put = {place: {**part, "content": "".join(part["content"])} for place, part in parts.items()}
    return {"kind": "response", "parts": in_order({**put, **finished})}


def _extend(part: dict[str, Any], piece: Mapping[str, Any], answer: Building) -> None:
    part["part_kind"] = part["part_kind"] or text(piece, "part_kind", "part_delta_kind")
    if part["part_kind"] == "text":
        part["content"].append(answer.words_in(field(piece, "content", "content_delta")))
        part["citations"] += members(piece, "citations")


FORM = AnswerForm("pydantic-ai", fits, read, fits_events, gather)

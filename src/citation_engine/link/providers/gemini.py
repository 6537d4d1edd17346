"""
Gemini: candidates with grounding, and with places their words may be copied from.

Offsets count UTF-8 bytes in one part of the answer, without the end. A 0 is left out.
"""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers.building import Building, Parts, Piece
from citation_engine.link.providers.form import Events, Form
from citation_engine.link.providers.locators import Where, page, pages_through
from citation_engine.link.providers.offsets import Found, Unit
from citation_engine.link.providers.shapes import (
    field,
    is_list,
    mapping,
    members,
    number,
    text,
    whole,
)
from citation_engine.link.providers.streams import in_order, mappings, unfinished, words_in

_KINDS_OF_CHUNK = ("web", "retrievedContext", "maps", "image")


def fits(data: Any) -> bool:
    """Whether this is a response or a candidate of one."""
    if is_list(data):
        return False
    return any(map(_is_candidate, members(data, "candidates"))) or (
        _is_candidate(data) and "candidates" not in data
    )


def read(data: Any, answer: Building) -> None:
    """Read the candidates of a response."""
    given = field(data, "candidates")
    candidates = [data] if given is None else answer.entries(given, "The candidates")
    if len(candidates) > 1:
        answer.warn(f"There are {len(candidates)} answers in one; they are read in turn.")
    for candidate in candidates:
        if not isinstance(candidate, Mapping):
            answer.warn("A candidate cannot be read and was left out.")
            continue
        answer.break_off()
        parts = _parts(candidate, answer)
        read_grounding(field(candidate, "groundingMetadata"), parts, answer)
        _read_copied(mapping(candidate, "citationMetadata"), parts, answer)


def _parts(candidate: Mapping[str, Any], answer: Building) -> Parts:
    """Return the parts of a candidate that are words of the answer, by their number."""
    content = mapping(candidate, "content")
    pieces: dict[int, Piece] = {}
    for index, part in enumerate(answer.entries(field(content, "parts"), "The parts")):
        if not isinstance(part, Mapping):
            answer.warn(f"Part {index} of the answer cannot be read and was left out.")
        elif "text" in part and field(part, "thought") is not True:
            pieces[index] = answer.write(field(part, "text"), "a part")
    return Parts(pieces)


def read_grounding(metadata: Any, parts: Parts, answer: Building) -> None:
    """Read what supports the answer: stretches of it, and the chunks they rest on."""
    for one in answer.entries(metadata, "The grounding"):
        given = answer.entries(field(one, "groundingChunks"), "The chunks")
        chunks = [_chunk(chunk, index, answer) for index, chunk in enumerate(given)]
        supports = answer.entries(field(one, "groundingSupports"), "The supports")
        for support in supports:
            if isinstance(support, Mapping):
                _read_support(support, chunks, parts, answer)
            else:
                answer.cite_unreadable(support)
        if chunks and not supports:
            answer.warn("The provider names sources, but not which words rest on them.")


def _read_support(
    support: Mapping[str, Any],
    chunks: list[tuple[str, Where]],
    parts: Parts,
    answer: Building,
) -> None:
    found = _segment(mapping(support, "segment"), parts)
    indices = answer.entries(field(support, "groundingChunkIndices"), "The numbers of the chunks")
    if not indices:
        answer.cite(None, found)
    for given in indices:
        index = whole(given)
        if index is None or index >= len(chunks):
            answer.cite(None, found, notes=[f"There is no chunk {_said(given)}."])
        else:
            source, where = chunks[index]
            answer.cite(source, found, where=where)


def _segment(segment: Mapping[str, Any], parts: Parts) -> Found:
    """Return the place of a segment: in its part, or counted in all of the answer."""
    if not segment:
        return Found(None, "The provider gives no place in the answer.")
    start, end = (
        segment.get("startIndex", segment.get("start_index", 0)),
        field(segment, "endIndex"),
    )
    words = text(segment, "text")
    piece = parts.at(number(segment, "partIndex"))
    found = piece.place(start, end, Unit.BYTES, words=words) if piece else None
    if found is None or (found.note and len(parts) > 1):
        other = parts.together.place(start, end, Unit.BYTES, words=words)
        if found is None or (words and not other.note):
            return other
    return found


def _chunk(chunk: Any, index: int, answer: Building) -> tuple[str, Where]:
    """Register the source of a chunk; give its key and the place in it."""
    name = next((name for name in _KINDS_OF_CHUNK if mapping(chunk, name)), "")
    inner = mapping(chunk, name) if name else {}
    rag = mapping(inner, "ragChunk")
    uri = text(inner, "uri", "sourceUri")
    named = uri or text(inner, "documentName", "placeId", "title")
    if not named:
        answer.warn(f"The provider does not name the source of chunk {index}.")
    key = answer.source(
        named or f"chunk-{index}",
        title=text(inner, "title"),
        url=uri,
        file_id=text(rag, "fileId"),
        file_name=text(inner, "documentName"),
        text=text(inner, "text") or text(rag, "text"),
    )
    return key, _where(inner, mapping(rag, "pageSpan"))


def _where(inner: Mapping[str, Any], span: Mapping[str, Any]) -> Where:
    first, last = number(span, "firstPage"), number(span, "lastPage")
    if first and last and first <= last:
        return Where(pages_through(first, last))
    given = field(inner, "pageNumber")
    if given is not None:
        return page(given)
    return Where(note="The pages of the source cannot be read." if span else "")


def _read_copied(metadata: Mapping[str, Any], parts: Parts, answer: Building) -> None:
    given = field(metadata, "citations", "citationSources")
    citations = answer.entries(given, "The places words are copied from")
    if not citations:
        return
    answer.warn("Some citations name where words may be copied from, not what they rest on.")
    for citation in citations:
        if not isinstance(citation, Mapping):
            answer.cite_unreadable(citation)
            continue
        uri, title = text(citation, "uri"), text(citation, "title")
        named = uri or title
        source = answer.source(named, title=title, url=uri) if named else None
        start, end = field(citation, "startIndex"), field(citation, "endIndex")
        start = 0 if start is None and end is not None else start
        answer.cite(source, parts.together.place(start, end, Unit.BYTES))


def _is_candidate(data: Any) -> bool:
    if not isinstance(data, Mapping):
        return False
    if field(data, "groundingMetadata", "citationMetadata") is not None:
        return True
    content = mapping(data, "content")
    return is_list(content.get("parts")) and content.get("role", "model") == "model"


def _said(value: Any) -> str:
    return str(value) if isinstance(value, int) and whole(value) is not None else "of that number"


def fits_events(events: Events) -> bool:
    """Whether these are pieces of a streamed response."""
    return any(map(_is_candidate, (c for event in events for c in members(event, "candidates"))))


def gather(events: Events, answer: Building) -> Any:
    """
    Return the response that pieces make up.

    Texts in a row are one part, because the offsets of the grounding count in all of it. Later
    grounding may repeat what came before, and then takes its place.
    """
    candidates: dict[Any, dict[str, Any]] = {}
    ended = False
    for event in mappings(events, answer):
        for candidate in members(event, "candidates"):
            made: dict[str, Any] = {"parts": [], "grounding": [], "copied": []}
            known = candidates.setdefault(number(candidate, "index") or 0, made)
            for part in members(mapping(candidate, "content"), "parts"):
                _add_part(known["parts"], part, answer)
            if grounding := mapping(candidate, "groundingMetadata"):
                _add_grounding(known["grounding"], grounding)
            copied = members(mapping(candidate, "citationMetadata"), "citations", "citationSources")
            known["copied"] = (
                copied if _repeats(copied, known["copied"]) else known["copied"] + copied
            )
            ended = ended or bool(text(candidate, "finishReason"))
    if not ended:
        unfinished(answer)
    return {"candidates": [_candidate(known) for known in in_order(candidates)]}


def _add_part(parts: list[Any], part: Any, answer: Building) -> None:
    is_text = isinstance(part, Mapping) and "text" in part
    thought = field(part, "thought") is True
    if not is_text:
        parts.append(part)
    elif parts and isinstance(parts[-1], tuple) and parts[-1][1] is thought:
        parts[-1][0].append(words_in(part["text"], answer))
    else:
        parts.append(([words_in(part["text"], answer)], thought))


def _add_grounding(known: list[Mapping[str, Any]], grounding: Mapping[str, Any]) -> None:
    names = ("groundingChunks", "groundingSupports")
    if known and all(_repeats(members(grounding, n), members(known[-1], n)) for n in names):
        known[-1] = grounding
    else:
        known.append(grounding)


def _repeats(later: list[Any], earlier: list[Any]) -> bool:
    """Whether a list begins with all of another."""
    try:
        return later[: len(earlier)] == earlier
    except RecursionError:
        return False


def _candidate(known: dict[str, Any]) -> dict[str, Any]:
    parts = [
        {"text": "".join(part[0]), "thought": part[1]} if isinstance(part, tuple) else part
        for part in known["parts"]
    ]
    # The parts of a stream have no numbers; the texts of the answer are counted, not its thoughts.
    kept = [part for part in parts if not (isinstance(part, Mapping) and part.get("thought"))]
    return {
        "content": {"role": "model", "parts": kept},
        "groundingMetadata": known["grounding"],
        "citationMetadata": {"citations": known["copied"]},
    }


FORM = Form("gemini", fits, read, fits_events, gather)

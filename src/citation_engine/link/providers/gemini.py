"""Google: Gemini's answers, its interactions, and the Check Grounding API."""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers.assembly import (
    AnswerForm,
    Building,
    Events,
    Parts,
    Where,
    page,
    pages_through,
)
from citation_engine.link.providers.offsets import AnswerPlace, MeasuredText, OffsetUnit
from citation_engine.link.providers.openai import read_annotations
from citation_engine.link.providers.shapes import (
    field,
    in_order,
    is_list,
    kind,
    mapping,
    members,
    number,
    text,
    whole,
)

_ANNOTATIONS = ("url_citation", "file_citation", "place_citation")
_DELTAS = ("content.delta", "step.delta")
_STARTS = ("content.start", "step.start")
_ENDS = ("interaction.complete", "interaction.completed")


def fits_interaction(data: Any) -> bool:
    """Whether this is an interaction, its outputs or a text of them."""
    if is_list(data):
        return any(map(_is_text, data))
    if text(data, "object") == "interaction" and _outputs(data) is not None:
        return True
    steps = members(data, "steps")
    if any(kind(step) == "model_output" for step in steps):
        return True
    return any(map(_is_text, members(data, "outputs"))) or _is_text(data)


def read_interaction(data: Any, answer: Building) -> None:
    """Read the texts of an interaction and their annotations."""
    outputs = [data] if _is_text(data) else data if is_list(data) else _outputs(data)
    for output in answer.entries(outputs, "The outputs of the interaction"):
        if kind(output) == "model_output":
            answer.break_off()
            for part in answer.entries(field(output, "content"), "The content of a step"):
                _read_text(part, answer)
        elif kind(output) == "text":
            _read_text(output, answer)
        elif isinstance(output, Mapping):
            answer.break_off()
        else:
            answer.warn("An output of the interaction cannot be read and was left out.")


def _read_text(part: Any, answer: Building) -> None:
    if kind(part) != "text":
        answer.warn("A part of the answer is no text and was left out.")
        return
    piece = answer.write(field(part, "text"))
    read_annotations(field(part, "annotations"), piece, answer, unit=OffsetUnit.BYTES)


def _outputs(data: Any) -> Any:
    return field(data, "steps", "outputs")


def _is_text(part: Any) -> bool:
    """Whether this is a text with annotations as only interactions have them."""
    annotations = members(part, "annotations") if kind(part) == "text" else []
    return any(
        kind(annotation) in _ANNOTATIONS and field(annotation, "end_index") is not None
        for annotation in annotations
    )


def fits_interaction_events(events: Events) -> bool:
    """Whether these are the events of an interaction."""
    known = (*_DELTAS, *_STARTS, *_ENDS)
    return any(text(event, "event_type") in known for event in events)


def gather_interaction(events: Events, answer: Building) -> Any:
    """Return the interaction that events make up."""
    parts: dict[Any, dict[str, Any]] = {}
    ended = False
    for event in answer.read_events(events):
        name = text(event, "event_type")
        if name in _ENDS:
            interaction = mapping(event, "interaction")
            if members(interaction, "steps", "outputs"):
                return interaction
            ended = True
        elif name in (*_DELTAS, *_STARTS):
            place = whole(field(event, "index"))
            part = parts.setdefault(place, {"type": "", "words": [], "annotations": []})
            _extend(part, mapping(event, "delta", "content", "step"), answer)
    if not ended:
        answer.unfinished()
    return {"object": "interaction", "outputs": [_finished(part) for part in in_order(parts)]}


def _extend(part: dict[str, Any], delta: Mapping[str, Any], answer: Building) -> None:
    name = kind(delta)
    if name == "model_output":
        for inner in members(delta, "content"):
            _add_text(part, inner, answer)
    elif name in ("text", "text_annotation", "text_annotation_delta"):
        _add_text(part, delta, answer)
    elif not part["type"]:
        part["type"] = name or "other"


def _add_text(part: dict[str, Any], delta: Any, answer: Building) -> None:
    part["type"] = "text"
    part["words"].append(answer.words_in(field(delta, "text")))
    annotations = field(delta, "annotations")
    part["annotations"] += answer.entries(annotations, "The annotations of the stream")


def _finished(part: dict[str, Any]) -> dict[str, Any]:
    if part["type"] != "text":
        return {"type": part["type"]}
    return {"type": "text", "text": "".join(part["words"]), "annotations": part["annotations"]}


INTERACTIONS = AnswerForm(
    "gemini", fits_interaction, read_interaction, fits_interaction_events, gather_interaction
)


def fits_grounding_check(data: Any) -> bool:
    """Whether this is a response of check-grounding, alone or with its request."""
    response = _response(data)
    if field(response, "citedChunks", "supportScore") is None:
        return False
    return field(response, "claims", "citedChunks") is not None


def read_grounding_check(data: Any, answer: Building) -> None:
    """Read the claims and the chunks they cite."""
    response = _response(data)
    given = text(data, "answerCandidate") or text(mapping(data, "request"), "answerCandidate")
    piece = answer.write(given) if given else None
    chunks = answer.entries(field(response, "citedChunks"), "The cited chunks")
    sources = [_source(chunk, index, answer) for index, chunk in enumerate(chunks)]
    claims = answer.entries(field(response, "claims"), "The claims")
    if piece is None and claims:
        answer.warn("The response does not have the answer's text; its claims are taken for it.")
    for claim in answer.citations_in(claims, "The claims"):
        _read_claim(claim, sources, piece, answer)


def _read_claim(
    claim: Mapping[str, Any],
    sources: list[tuple[str, str]],
    piece: MeasuredText | None,
    answer: Building,
) -> None:
    found = _place(claim, piece, answer)
    indices = answer.entries(field(claim, "citationIndices"), "The numbers of the chunks")
    for given in indices:
        index = whole(given)
        if index is None or index >= len(sources):
            answer.cite(None, found, notes=["There is no cited chunk of that number."])
        else:
            key, quote = sources[index]
            answer.cite(key, found, quote=quote)


def _place(claim: Mapping[str, Any], piece: MeasuredText | None, answer: Building) -> AnswerPlace:
    words = text(claim, "claimText")
    if piece is None:
        answer.break_off()
        return answer.write(words or None, "a claim").whole()
    start, end = field(claim, "startPos"), field(claim, "endPos")
    return piece.place(0 if start is None else start, end, OffsetUnit.BYTES, words=words)


def _source(chunk: Any, index: int, answer: Building) -> tuple[str, str]:
    """Register the fact a chunk is of; give its key and the words of the chunk."""
    fact = whole(field(chunk, "source"))
    named = text(chunk, "source") or text(chunk, "uri", "title")
    if fact is not None:
        named = f"fact-{fact}"
    elif not named:
        answer.warn(f"The provider does not name the source of chunk {index}.")
    key = answer.source(
        named or f"chunk-{index}",
        title=text(chunk, "title"),
        url=text(chunk, "uri"),
        index=fact,
    )
    return key, text(chunk, "chunkText")


def _response(data: Any) -> Mapping[str, Any]:
    inner = mapping(data, "response")
    return inner or (data if isinstance(data, Mapping) else {})


GROUNDING_CHECK = AnswerForm("check-grounding", fits_grounding_check, read_grounding_check)


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
    pieces: dict[int, MeasuredText] = {}
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
        for support in answer.citations_in(supports, "The supports"):
            _read_support(support, chunks, parts, answer)
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


def _segment(segment: Mapping[str, Any], parts: Parts) -> AnswerPlace:
    """Return the place of a segment: in its part, or counted in all of the answer."""
    if not segment:
        return AnswerPlace(None, "The provider gives no place in the answer.")
    start, end = (
        segment.get("startIndex", segment.get("start_index", 0)),
        field(segment, "endIndex"),
    )
    words = text(segment, "text")
    piece = parts.at(number(segment, "partIndex"))
    found = piece.place(start, end, OffsetUnit.BYTES, words=words) if piece else None
    if found is None or (found.note and len(parts) > 1):
        other = parts.together.place(start, end, OffsetUnit.BYTES, words=words)
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
    for citation in answer.citations_in(citations, "The places words are copied from"):
        uri, title = text(citation, "uri"), text(citation, "title")
        named = uri or title
        source = answer.source(named, title=title, url=uri) if named else None
        start, end = field(citation, "startIndex"), field(citation, "endIndex")
        start = 0 if start is None and end is not None else start
        answer.cite(source, parts.together.place(start, end, OffsetUnit.BYTES))


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
    for event in answer.read_events(events):
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
        answer.unfinished()
    return {"candidates": [_candidate(known) for known in in_order(candidates)]}


def _add_part(parts: list[Any], part: Any, answer: Building) -> None:
    is_text = isinstance(part, Mapping) and "text" in part
    thought = field(part, "thought") is True
    if not is_text:
        parts.append(part)
    elif parts and isinstance(parts[-1], tuple) and parts[-1][1] is thought:
        parts[-1][0].append(answer.words_in(part["text"]))
    else:
        parts.append(([answer.words_in(part["text"])], thought))


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


FORM = AnswerForm("gemini", fits, read, fits_events, gather)

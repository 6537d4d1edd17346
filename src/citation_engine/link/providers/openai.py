"""OpenAI: annotations, Chat Completions, Responses and Assistants; many providers write alike."""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers.assembly import AnswerForm, Building, Events, page
from citation_engine.link.providers.offsets import AnswerPlace, Ending, MeasuredText, OffsetUnit
from citation_engine.link.providers.shapes import (
    field,
    in_order,
    is_list,
    kind,
    mapping,
    members,
    text,
    whole,
)

# Fields that hold the source one level deeper, as some forms have it.
_INNER = ("url_citation", "file_citation", "file_path", "container_file_citation")


def read_annotations(
    annotations: Any,
    piece: MeasuredText,
    answer: Building,
    *,
    unit: OffsetUnit = OffsetUnit.CHARACTERS,
    texts: Mapping[str, str] | None = None,
    alone: AnswerPlace | None = None,
) -> None:
    """
    Read the annotations of a text: citations that stand beside it, with offsets into it.

    Several providers and frameworks write them alike. They differ in the unit of the offsets, and
    in whether the address or the file is in the annotation itself or one level deeper.

    `texts` are words of sources by their address or file id, sent elsewhere in the response.
    `alone` is the place of an annotation without offsets.
    """
    for annotation in answer.citations_in(annotations, "The annotations of a text"):
        if kind(annotation) == "file" and field(annotation, "file") is not None:
            _keep_file(mapping(annotation, "file"), answer)
            continue
        inner = next((found for name in _INNER if (found := mapping(annotation, name))), {})
        facts = {**annotation, **inner}
        if kind(annotation) == "non_standard_annotation":
            facts |= mapping(annotation, "value")
        number = field(facts, "page_number")
        answer.cite(
            _source(facts, answer, texts or {}),
            _place(facts, piece, unit, alone),
            quote=text(facts, "cited_text", "quote"),
            where=None if number is None else page(number),
        )


def _place(
    facts: Mapping[str, Any], piece: MeasuredText, unit: OffsetUnit, alone: AnswerPlace | None
) -> AnswerPlace:
    start, end = field(facts, "start_index"), field(facts, "end_index")
    marker = text(facts, "text")
    if start is not None or end is not None:
        # Google's senders leave out a number that is 0.
        start = 0 if start is None and unit is OffsetUnit.BYTES else start
        return piece.place(start, end, unit, words=marker, ending=Ending.UNSURE)
    if field(facts, "index") is not None:
        return piece.insertion(field(facts, "index"), unit)
    if marker:
        return piece.place(None, None, unit, words=marker)
    return alone or piece.place(None, None, unit)


def _source(facts: Mapping[str, Any], answer: Building, texts: Mapping[str, str]) -> str | None:
    url = text(facts, "url", "document_uri", "uri")
    file_id = text(facts, "file_id", "media_id")
    file_name = text(facts, "filename", "file_name")
    title = text(facts, "title", "name")
    # What a source is called where it has neither an address nor a file.
    other = text(facts, "place_id", "source", "document_id")
    key = url or file_id or file_name or other or title
    if not key:
        return None
    if not url and "://" in other:
        url = other
    return answer.source(
        key,
        title=title,
        url=url,
        file_id=file_id,
        file_name=file_name,
        text=texts.get(url) or texts.get(file_id) or "",
    )


def _keep_file(file: Mapping[str, Any], answer: Building) -> None:
    """Keep a file whose words came along: it is no citation, but citations may name it."""
    name, digest = text(file, "name", "filename"), text(file, "hash", "file_id")
    if not (name or digest):
        answer.warn("A file came along without a name and was left out.")
        return
    content = answer.entries(field(file, "content"), "The content of a file")
    words = "\n".join(text(part, "text") for part in content if text(part, "text"))
    answer.source(digest or name, file_name=name, file_id=digest, text=words)


# chat completions --------------------------------------------------------------------------

# What a completion has beside its choices, and may send with any piece of a stream.
_BESIDE = ("citations", "search_results", "model", "id")


def is_completion(data: Any) -> bool:
    """Whether this is a whole chat completion."""
    return any(mapping(choice, "message") for choice in members(data, "choices"))


def is_chat_message(data: Any) -> bool:
    """Whether this is what an assistant said."""
    if not isinstance(data, Mapping) or data.get("role") != "assistant":
        return False
    content = data.get("content")
    return isinstance(content, str) or is_list(content)


def messages_in(data: Any, answer: Building) -> list[Mapping[str, Any]]:
    """Return the messages of a completion, or the message itself."""
    if not isinstance(data, Mapping) or "choices" not in data:
        return [data]
    found = []
    for choice in answer.entries(field(data, "choices"), "The choices of the completion"):
        message = mapping(choice, "message")
        if message:
            found.append(message)
        else:
            answer.warn("A choice of the completion has no message and was left out.")
    if len(found) > 1:
        answer.warn(f"There are {len(found)} answers in one; they are read one after the other.")
    return found


def texts_of(message: Any, answer: Building) -> list[Any]:
    """Return the parts of a message's content; a text alone is one part."""
    content = field(message, "content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    parts = answer.entries(content, "The content of the message")
    return [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]


def is_chunk(event: Any) -> bool:
    """Whether this is a piece of a streamed completion."""
    inside = mapping(event, "data") or event
    return any(isinstance(field(choice, "delta"), Mapping) for choice in members(inside, "choices"))


def gather_chat(events: Events, answer: Building) -> dict[str, Any]:
    """Return the completion that pieces make up."""
    beside: dict[str, Any] = {}
    choices: dict[Any, dict[str, Any]] = {}
    ended = False
    for event in answer.read_events(events):
        inside = mapping(event, "data") or event
        beside |= {name: inside[name] for name in _BESIDE if inside.get(name)}
        for choice in members(inside, "choices"):
            made: dict[str, Any] = {"content": [], "annotations": []}
            known = choices.setdefault(whole(field(choice, "index")), made)
            extend_message(known, mapping(choice, "delta"), answer)
            ended = ended or bool(text(choice, "finish_reason"))
    if not ended:
        answer.unfinished()
    finished = [{"message": message_of(choice, answer)} for choice in in_order(choices)]
    return {**beside, "choices": finished}


def extend_message(known: dict[str, Any], delta: Mapping[str, Any], answer: Building) -> None:
    """Add what a piece of a stream brings to a message."""
    content = field(delta, "content")
    if isinstance(content, str):
        known["content"].append(content)
    else:
        known["content"] += answer.entries(content, "The content of a piece of the stream")
    annotations = field(delta, "annotations")
    known["annotations"] += answer.entries(annotations, "The annotations of the stream")


def message_of(choice: dict[str, Any], answer: Building) -> dict[str, Any]:
    """Return a message; texts in a row become one, because offsets count in all of it."""
    content: list[Any] = []
    row: list[str] = []
    for part in choice["content"]:
        words = _words_alone(part, answer)
        if words is None:
            content += [*_text_part(row), part]
            row = []
        else:
            row.append(words)
    # A message of words alone has them as its content.
    whole_of_it: Any = [*content, *_text_part(row)] if content else "".join(row)
    message: dict[str, Any] = {"role": "assistant", "content": whole_of_it}
    if choice["annotations"]:
        message["annotations"] = choice["annotations"]
    return message


def _text_part(row: list[str]) -> list[dict[str, str]]:
    return [{"type": "text", "text": "".join(row)}] if row else []


def _words_alone(part: Any, answer: Building) -> str | None:
    """The words of a piece that is nothing but words; None where it is something else."""
    if isinstance(part, str):
        return part
    if isinstance(part, Mapping) and part.get("type") == "text" and set(part) <= {"type", "text"}:
        return answer.words_in(part.get("text"))
    return None


def fits_chat(data: Any) -> bool:
    """Whether this is a completion or a message of one."""
    return is_completion(data) or is_chat_message(data)


def read_chat(data: Any, answer: Building) -> None:
    """Read the messages and their annotations."""
    for message in messages_in(data, answer):
        answer.break_off()
        words = []
        for part in texts_of(message, answer):
            if kind(part) in ("text", "output_text"):
                words.append(field(part, "text"))
            else:
                answer.warn("A part of a message is no text and was left out.")
        piece = answer.write("".join(one for one in words if isinstance(one, str)))
        read_annotations(field(message, "annotations"), piece, answer)
        if isinstance(refusal := field(message, "refusal"), str) and refusal:
            answer.write(refusal, "a refusal")
            answer.warn("The model refused to answer.")


def fits_chat_events(events: Events) -> bool:
    """Whether these are pieces of a streamed completion."""
    return any(map(is_chunk, events))


CHAT = AnswerForm("openai", fits_chat, read_chat, fits_chat_events, gather_chat)


TEXT_PARTS = ("output_text", "text")
_RESPONSE_ENDS = ("response.completed", "response.incomplete", "response.failed")


def fits_response(data: Any) -> bool:
    """Whether this is a response, its output, a message of it or a text of that."""
    if is_list(data):
        return any(_is_item(item) for item in data)
    if text(data, "object") == "response" and field(data, "output") is not None:
        return True
    return any(map(_is_item, members(data, "output"))) or _is_item(data)


def read_response(data: Any, answer: Building) -> None:
    """Read the messages of a response and the annotations of their texts."""
    items = output_of(data, answer)
    texts = texts_in(items, answer)
    for item in items:
        if kind(item) == "output_text":
            read_text(item, answer, texts)
        elif kind(item) == "message":
            answer.break_off()
            for part in answer.entries(field(item, "content"), "The content of a message"):
                read_text(part, answer, texts)
        elif not isinstance(item, Mapping):
            answer.warn("A part of the response cannot be read and was left out.")
    for fault in (mapping(data, "error"), mapping(data, "incomplete_details")):
        if said := text(fault, "message", "reason"):
            answer.warn(f"The response is not whole: {said}.")


def output_of(data: Any, answer: Building) -> list[Any]:
    """Return the items of a response."""
    if is_list(data):
        return list(data)
    if isinstance(data, Mapping) and "output" in data:
        return answer.entries(field(data, "output"), "The output of the response")
    return [data]


def read_text(part: Any, answer: Building, texts: Mapping[str, str]) -> None:
    """Read one text of a message."""
    if kind(part) == "refusal":
        answer.write(field(part, "refusal"), "a refusal")
        answer.warn("The model refused to answer.")
    elif kind(part) in TEXT_PARTS:
        piece = answer.write(field(part, "text"))
        read_annotations(field(part, "annotations"), piece, answer, texts=texts)
    else:
        answer.warn("A part of a message is no text and was left out.")


def texts_in(items: list[Any], answer: Building) -> dict[str, str]:
    """Return the words that searches found, by the file or the address they are of."""
    found: dict[str, dict[str, None]] = {}
    for item in items:
        if kind(item) not in ("file_search_call", "search_results", "fetch_url_results"):
            continue
        results = field(item, "results", "contents")
        for result in answer.entries(results, "The results of a search"):
            words = text(result, "text", "snippet")
            for key in (text(result, "file_id"), text(result, "url")):
                if key and words:
                    found.setdefault(key, {})[words] = None
    return {key: "\n\n".join(words) for key, words in found.items()}


def _is_item(item: Any) -> bool:
    if kind(item) == "output_text":
        return isinstance(field(item, "text"), str) or is_list(field(item, "annotations"))
    return kind(item) == "message" and any(
        kind(part) == "output_text" for part in members(item, "content")
    )


def fits_response_events(events: Events) -> bool:
    """Whether these are the events of a response."""
    return any(kind(event).startswith("response.") for event in events)


def gather_response(events: Events, answer: Building) -> Any:
    """
    Return the response that events make up.

    The last event has the whole response; where the stream broke off before it, the items that
    were finished and the pieces of those that were not are put together.
    """
    stream = _Stream(answer)
    for event in answer.read_events(events):
        response = mapping(event, "response")
        if kind(event) in _RESPONSE_ENDS and is_list(field(response, "output")):
            return response
        stream.take(event)
    answer.unfinished()
    return {"object": "response", "output": stream.output()}


class _Stream:
    """The items and the texts of a response whose end has not come."""

    def __init__(self, answer: Building) -> None:
        self._answer = answer
        self._items: dict[Any, Any] = {}
        self._parts: dict[Any, dict[Any, dict[str, Any]]] = {}

    def take(self, event: Mapping[str, Any]) -> None:
        name = kind(event)
        if name == "response.output_item.done" and mapping(event, "item"):
            self._items[whole(field(event, "output_index"))] = mapping(event, "item")
        elif name == "response.content_part.done" and mapping(event, "part"):
            self._part(event)["done"] = mapping(event, "part")
        elif name == "response.output_text.delta":
            self._part(event)["words"].append(self._answer.words_in(field(event, "delta")))
        elif name == "response.output_text.done" and text(event, "text"):
            self._part(event)["words"][:] = [text(event, "text")]
        elif name == "response.output_text.annotation.added":
            place = whole(field(event, "annotation_index"))
            known = self._part(event)["annotations"]
            known[len(known) if place is None else place] = field(event, "annotation")

    def output(self) -> list[Any]:
        unfinished = {
            index: {"type": "message", "content": [_part(part) for part in in_order(parts)]}
            for index, parts in self._parts.items()
        }
        return in_order({**unfinished, **self._items})

    def _part(self, event: Mapping[str, Any]) -> dict[str, Any]:
        item = self._parts.setdefault(whole(field(event, "output_index")), {})
        made: dict[str, Any] = {"words": [], "annotations": {}, "done": None}
        return item.setdefault(whole(field(event, "content_index")), made)


def _part(part: dict[str, Any]) -> Any:
    if part["done"] is not None:
        return part["done"]
    annotations = in_order(part["annotations"])
    return {"type": "output_text", "text": "".join(part["words"]), "annotations": annotations}


RESPONSES = AnswerForm(
    "openai", fits_response, read_response, fits_response_events, gather_response
)


_DELTA = "thread.message.delta"
_MESSAGE_ENDS = ("thread.message.completed", "thread.message.incomplete")


def fits_message(data: Any) -> bool:
    """Whether this is a message of a thread, a text of one, or a list of messages."""
    if text(data, "object") == "list":
        return any(map(_is_message, members(data, "data")))
    return _is_message(data)


def _is_message(data: Any) -> bool:
    content = [data] if kind(data) == "text" else members(data, "content")
    return text(data, "object") in ("thread.message", "") and any(map(_is_text, content))


def read_message(data: Any, answer: Building) -> None:
    """Read the texts of a message and their annotations."""
    if text(data, "object") == "list":
        said = [one for one in members(data, "data") if field(one, "role") == "assistant"]
        if len(said) > 1:
            answer.warn(f"There are {len(said)} answers; they are read one after the other.")
        # The newest message is the first in a list of a thread.
        for message in reversed(said):
            answer.break_off()
            _read_message(message, answer)
    else:
        _read_message(data, answer)


def _read_message(data: Any, answer: Building) -> None:
    content = field(data, "content")
    parts = [data] if kind(data) == "text" else answer.entries(content, "The content")
    for part in parts:
        if not _is_text(part):
            answer.warn("A part of a message is no text and was left out.")
            continue
        inner = mapping(part, "text")
        piece = answer.write(field(inner, "value"))
        read_annotations(field(inner, "annotations"), piece, answer)


def _is_text(part: Any) -> bool:
    return kind(part) == "text" and isinstance(mapping(part, "text").get("value"), str)


def _inside(event: Any) -> Any:
    """The data of an event, with or without its name around it."""
    return mapping(event, "data") if text(event, "event") else event


def fits_message_events(events: Events) -> bool:
    """Whether these are events of a thread."""
    return any(text(_inside(event), "object") == _DELTA for event in events) or any(
        text(event, "event") in (_DELTA, *_MESSAGE_ENDS) for event in events
    )


def gather_message(events: Events, answer: Building) -> Any:
    """Return the message that events make up; the last one has all of it."""
    parts: dict[Any, dict[str, Any]] = {}
    for event in answer.read_events(events):
        inside = _inside(event)
        ends = text(event, "event") in _MESSAGE_ENDS or text(inside, "status") in ("completed",)
        if ends and text(inside, "object") == "thread.message" and members(inside, "content"):
            return inside
        for part in members(mapping(inside, "delta"), "content"):
            _extend(parts, part, answer)
    answer.unfinished()
    return {"object": "thread.message", "content": [_finished(p) for p in in_order(parts)]}


def _extend(parts: dict[Any, dict[str, Any]], part: Any, answer: Building) -> None:
    made: dict[str, Any] = {"words": [], "annotations": []}
    known = parts.setdefault(whole(field(part, "index")), made)
    inner: Mapping[str, Any] = mapping(part, "text")
    known["words"].append(answer.words_in(field(inner, "value")))
    annotations = field(inner, "annotations")
    known["annotations"] += answer.entries(annotations, "The annotations of the stream")


def _finished(part: dict[str, Any]) -> dict[str, Any]:
    # In a stream an annotation is numbered by `index`, which is no place in the text.
    annotations = [
        {name: value for name, value in one.items() if name != "index"}
        if isinstance(one, Mapping)
        else one
        for one in part["annotations"]
    ]
    inner = {"value": "".join(part["words"]), "annotations": annotations}
    return {"type": "text", "text": inner}


ASSISTANTS = AnswerForm("openai", fits_message, read_message, fits_message_events, gather_message)

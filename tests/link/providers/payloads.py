"""Answers in the form of every provider, whole and streamed, for a text and a stretch of it."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

ANSWER = (
    "GoBD – kurz 📚: Daten müssen zehn Jahre gespeichert werden. Die Lesbarkeit 😀 regelt § 8.2."
)
CLAIM = (15, 58)
QUOTE = "Sämtliche Transaktionsdaten sind für zehn Jahre unveränderbar zu speichern."
URL = "https://example.org/gobd"


class Case(NamedTuple):
    """A text, a stretch of it, and where a stream of it is cut."""

    text: str = ANSWER
    start: int = CLAIM[0]
    end: int = CLAIM[1]
    cuts: tuple[int, ...] = (3, 14, 20, 58)

    @property
    def words(self) -> str:
        return self.text[self.start : self.end]

    def pieces(self, text: str | None = None) -> list[str]:
        text = self.text if text is None else text
        places = [0, *sorted(min(cut, len(text)) for cut in self.cuts), len(text)]
        return [text[a:b] for a, b in pairwise(places)]

    def blocks(self) -> list[str]:
        """The text as blocks, the stretch being the second."""
        return [self.text[: self.start], self.words, self.text[self.end :]]

    def in_bytes(self) -> tuple[int, int]:
        return tuple(len(self.text[:at].encode()) for at in (self.start, self.end))


def anthropic(case: Case) -> Any:
    citations = [
        {
            "type": "char_location",
            "cited_text": QUOTE,
            "document_index": 0,
            "document_title": "GoBD",
            "file_id": None,
            "start_char_index": 11,
            "end_char_index": 86,
        }
    ]
    content = [{"type": "text", "text": words, "citations": None} for words in case.blocks()]
    content[1]["citations"] = citations
    return {"id": "msg_1", "type": "message", "role": "assistant", "content": content}


def anthropic_stream(case: Case) -> list[Any]:
    message = anthropic(case)
    start = {**message, "content": []}
    events: list[Any] = [{"type": "message_start", "message": start}, {"type": "ping"}]
    for index, block in enumerate(message["content"]):
        opened = {"type": "text", "text": ""}
        at = {"index": index}
        events.append({"type": "content_block_start", **at, "content_block": opened})
        for citation in block["citations"] or []:
            delta = {"type": "citations_delta", "citation": citation}
            events.append({"type": "content_block_delta", **at, "delta": delta})
        for piece in case.pieces(block["text"]):
            delta = {"type": "text_delta", "text": piece}
            events.append({"type": "content_block_delta", **at, "delta": delta})
        events.append({"type": "content_block_stop", **at})
    events.append({"type": "message_delta", "delta": {"stop_reason": "end_turn"}})
    return [*events, {"type": "message_stop"}]


def openai_responses(case: Case) -> Any:
    annotations = [
        {
            "type": "url_citation",
            "url": URL,
            "title": "GoBD",
            "start_index": case.start,
            "end_index": case.end,
        },
        {
            "type": "container_file_citation",
            "container_id": "cntr_1",
            "file_id": "cfile_1",
            "filename": "calc.csv",
            "start_index": case.start,
            "end_index": case.end,
        },
        {"type": "file_citation", "file_id": "file-abc", "filename": "gobd.pdf", "index": case.end},
        {"type": "file_path", "file_id": "file-xyz", "index": 0},
    ]
    part = {"type": "output_text", "text": case.text, "annotations": annotations}
    search = {
        "type": "file_search_call",
        "id": "fs_1",
        "status": "completed",
        "queries": ["gobd"],
        "results": [{"file_id": "file-abc", "filename": "gobd.pdf", "text": QUOTE}],
    }
    message = {"type": "message", "id": "m_1", "role": "assistant", "content": [part]}
    return {"id": "resp_1", "object": "response", "output": [search, message]}


def openai_responses_stream(case: Case) -> list[Any]:
    response = openai_responses(case)
    search, message = response["output"]
    part = message["content"][0]
    at = {"item_id": "m_1", "output_index": 1, "content_index": 0}
    events: list[Any] = [
        {"type": "response.created", "response": {**response, "output": []}},
        {"type": "response.output_item.done", "output_index": 0, "item": search},
    ]
    name = "response.output_text"
    events += [{"type": f"{name}.delta", **at, "delta": piece} for piece in case.pieces()]
    events += [
        {"type": f"{name}.annotation.added", **at, "annotation_index": index, "annotation": one}
        for index, one in enumerate(part["annotations"])
    ]
    events.append({"type": f"{name}.done", **at, "text": case.text})
    events.append({"type": "response.content_part.done", **at, "part": part})
    events.append({"type": "response.output_item.done", "output_index": 1, "item": message})
    return [*events, {"type": "response.completed", "response": response}]


def openai_chat(case: Case) -> Any:
    cited = {"url": URL, "title": "GoBD", "start_index": case.start, "end_index": case.end}
    message = {
        "role": "assistant",
        "content": case.text,
        "annotations": [{"type": "url_citation", "url_citation": cited}],
    }
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    return {"id": "c", "object": "chat.completion", "choices": [choice]}


def openai_chat_stream(case: Case) -> list[Any]:
    annotations = openai_chat(case)["choices"][0]["message"]["annotations"]
    deltas: list[Any] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": piece} for piece in case.pieces()]
    deltas.append({"annotations": annotations})
    choices = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    choices.append({"index": 0, "delta": {}, "finish_reason": "stop"})
    return [{"object": "chat.completion.chunk", "choices": [choice]} for choice in choices]


def openai_assistants(case: Case) -> Any:
    annotation = {
        "type": "file_citation",
        "text": case.words,
        "start_index": case.start,
        "end_index": case.end,
        "file_citation": {"file_id": "file-abc"},
    }
    part = {"type": "text", "text": {"value": case.text, "annotations": [annotation]}}
    return {"id": "msg", "object": "thread.message", "role": "assistant", "content": [part]}


def openai_assistants_stream(case: Case) -> list[Any]:
    message = openai_assistants(case)
    annotations = message["content"][0]["text"]["annotations"]
    texts: list[Any] = [{"value": piece, "annotations": []} for piece in case.pieces()]
    texts.append({"annotations": [{"index": 0, **one} for one in annotations]})
    deltas = [{"content": [{"index": 0, "type": "text", "text": text}]} for text in texts]
    events: list[Any] = [{"object": "thread.message.delta", "delta": delta} for delta in deltas]
    return [*events, {**message, "status": "completed"}]


def gemini(case: Case) -> Any:
    start, end = case.in_bytes()
    segment = {"partIndex": 0, "startIndex": start, "endIndex": end, "text": case.words}
    # What is 0 is left out.
    segment = {name: value for name, value in segment.items() if value != 0}
    grounding = {
        "groundingChunks": [
            {"web": {"uri": URL, "title": "example.org"}},
            {"retrievedContext": {"uri": "gs://b/gobd.pdf", "text": QUOTE, "pageNumber": 24}},
        ],
        "groundingSupports": [{"segment": segment, "groundingChunkIndices": [0, 1]}],
    }
    copied = {"startIndex": start, "endIndex": end, "uri": "https://example.org", "license": "MIT"}
    candidate = {
        "content": {"role": "model", "parts": [{"text": case.text}]},
        "finishReason": "STOP",
        "groundingMetadata": grounding,
        "citationMetadata": {"citations": [copied]},
    }
    return {"candidates": [candidate], "modelVersion": "gemini-x"}


def gemini_stream(case: Case) -> list[Any]:
    last = gemini(case)["candidates"][0]
    events = [
        {"candidates": [{"content": {"role": "model", "parts": [{"text": piece}]}}]}
        for piece in case.pieces()
    ]
    return [*events, {"candidates": [{**last, "content": {"parts": [{"text": ""}]}}]}]


def gemini_interactions(case: Case) -> Any:
    start, end = case.in_bytes()
    place = {"start_index": start, "end_index": end}
    file = {"document_uri": "gs://b/gobd.pdf", "file_name": "gobd.pdf", "page_number": 24}
    annotations = [
        {"type": "url_citation", "url": URL, "title": "GoBD", **place},
        {"type": "file_citation", **file, **place},
        {"type": "place_citation", "place_id": "places/1", "name": "Office", **place},
    ]
    text = {"type": "text", "text": case.text, "annotations": annotations}
    steps = [{"type": "thought", "signature": "x"}, {"type": "model_output", "content": [text]}]
    return {"id": "i", "object": "interaction", "status": "completed", "steps": steps}


def gemini_interactions_stream(case: Case) -> list[Any]:
    interaction = gemini_interactions(case)
    text = interaction["steps"][1]["content"][0]
    deltas: list[Any] = [{"type": "text", "text": piece} for piece in case.pieces()]
    deltas.append({"type": "text_annotation_delta", "annotations": text["annotations"]})
    events: list[Any] = [
        {"event_type": "interaction.created", "interaction": {"object": "interaction"}},
        {"event_type": "step.start", "index": 0, "step": {"type": "thought"}},
        {"event_type": "step.start", "index": 1, "step": {"type": "model_output"}},
    ]
    events += [{"event_type": "step.delta", "index": 1, "delta": delta} for delta in deltas]
    return [*events, {"event_type": "interaction.completed", "interaction": {"id": "i"}}]


def check_grounding(case: Case) -> Any:
    start, end = case.in_bytes()
    claim = {"startPos": start, "endPos": end, "claimText": case.words, "citationIndices": [0]}
    chunk = {"chunkText": QUOTE, "source": "0", "title": "GoBD"}
    response = {"supportScore": 0.8, "citedChunks": [chunk], "claims": [claim]}
    return {"request": {"answerCandidate": case.text}, "response": response}


def cohere(case: Case) -> Any:
    document = {"id": "doc:0", "title": "GoBD", "snippet": QUOTE}
    citation = {
        "start": case.start,
        "end": case.end,
        "text": case.words,
        "content_index": 0,
        "type": "TEXT_CONTENT",
        "sources": [
            {"type": "document", "id": "doc:0", "document": document},
            {"type": "tool", "id": "search_1:0", "tool_output": {"url": URL}},
        ],
    }
    content = [{"type": "text", "text": case.text}]
    message = {"role": "assistant", "content": content, "citations": [citation]}
    return {"id": "c", "finish_reason": "COMPLETE", "message": message}


def cohere_stream(case: Case) -> list[Any]:
    citation = cohere(case)["message"]["citations"][0]
    events: list[Any] = [{"type": "message-start", "delta": {"message": {"role": "assistant"}}}]

    def content(kind: str, **given: str) -> dict[str, Any]:
        return {"type": kind, "index": 0, "delta": {"message": {"content": given}}}

    events.append(content("content-start", type="text", text=""))
    events += [content("content-delta", text=piece) for piece in case.pieces()]
    cited = {"message": {"citations": citation}}
    events += [
        {"type": "content-end", "index": 0},
        {"type": "citation-start", "index": 0, "delta": cited},
        {"type": "citation-end", "index": 0},
        {"type": "message-end", "delta": {"finish_reason": "COMPLETE"}},
    ]
    return events


def cohere_first(case: Case) -> Any:
    place = {"start": case.start, "end": case.end, "text": case.words}
    document = {"id": "doc_0", "title": "GoBD", "snippet": QUOTE, "url": URL}
    return {
        "text": case.text,
        "generation_id": "g",
        "citations": [{**place, "document_ids": ["doc_0", "doc_1"]}],
        "documents": [document],
    }


def cohere_first_stream(case: Case) -> list[Any]:
    response = cohere_first(case)
    events: list[Any] = [
        {"event_type": "text-generation", "text": piece} for piece in case.pieces()
    ]
    cited = {"event_type": "citation-generation", "citations": response["citations"]}
    return [*events, cited, {"event_type": "stream-end", "response": response}]


def bedrock(case: Case) -> Any:
    before, words, after = case.blocks()
    place = {"documentIndex": 0, "start": 11, "end": 86}
    citation = {
        "title": "GoBD",
        "sourceContent": [{"text": QUOTE}],
        "location": {"documentChar": place},
    }
    cited = {"citationsContent": {"content": [{"text": words}], "citations": [citation]}}
    content = [{"text": before}, cited, {"text": after}]
    return {"output": {"message": {"role": "assistant", "content": content}}}


def bedrock_stream(case: Case) -> list[Any]:
    events: list[Any] = [{"messageStart": {"role": "assistant"}}]
    for index, block in enumerate(bedrock(case)["output"]["message"]["content"]):
        cited = block.get("citationsContent", {"content": [block], "citations": []})
        deltas = [{"citation": citation} for citation in cited["citations"]]
        deltas += [{"text": piece} for piece in case.pieces(cited["content"][0]["text"])]
        at = {"contentBlockIndex": index}
        events += [{"contentBlockDelta": {**at, "delta": delta}} for delta in deltas]
        events.append({"contentBlockStop": at})
    return [*events, {"messageStop": {"stopReason": "end_turn"}}]


def bedrock_knowledge(case: Case) -> Any:
    part = {"text": case.words, "span": {"start": case.start, "end": case.end}}
    reference = {
        "content": {"type": "TEXT", "text": QUOTE},
        "location": {"type": "S3", "s3Location": {"uri": "s3://b/gobd.pdf"}},
        "metadata": {"x-amz-bedrock-kb-document-page-number": 24.0},
    }
    citation = {
        "generatedResponsePart": {"textResponsePart": part},
        "retrievedReferences": [reference],
    }
    return {"sessionId": "s", "output": {"text": case.text}, "citations": [citation]}


def bedrock_knowledge_stream(case: Case) -> list[Any]:
    events: list[Any] = [{"output": {"text": piece}} for piece in case.pieces()]
    return [*events, {"citation": bedrock_knowledge(case)["citations"][0]}]


def perplexity_responses(case: Case) -> Any:
    response = openai_responses(case)
    found = {"id": 1, "title": "GoBD", "url": URL, "snippet": QUOTE}
    search = {"type": "search_results", "results": [found]}
    return {**response, "output": [search, response["output"][1]]}


def langchain(case: Case) -> Any:
    citation = {
        "type": "citation",
        "url": URL,
        "title": "GoBD",
        "start_index": case.start,
        "end_index": case.end,
        "cited_text": QUOTE,
    }
    block = {"type": "text", "text": case.text, "annotations": [citation]}
    return {"type": "ai", "content": [block], "additional_kwargs": {}, "response_metadata": {}}


def langchain_stream(case: Case) -> list[Any]:
    citation = langchain(case)["content"][0]["annotations"][0]
    blocks: list[Any] = [{"type": "text", "text": piece, "index": 0} for piece in case.pieces()]
    blocks.append({"type": "text", "text": "", "annotations": [citation], "index": 0})
    return [{"type": "AIMessageChunk", "content": [block]} for block in blocks]


def pydantic_ai(case: Case) -> Any:
    citation = {
        "sources": [
            {"kind": "web", "url": URL, "title": "GoBD", "excerpts": []},
            {"kind": "document", "document_id": "documents/1", "excerpts": [QUOTE]},
        ],
        "anchor": {"kind": "content", "start": case.start, "end": case.end},
    }
    part = {"part_kind": "text", "content": case.text, "citations": [citation]}
    return {"kind": "response", "model_name": "x", "parts": [part]}


def pydantic_ai_stream(case: Case) -> list[Any]:
    part = pydantic_ai(case)["parts"][0]
    first, *others = case.pieces()
    opened = {"part_kind": "text", "content": first}
    deltas = [{"part_delta_kind": "text", "content_delta": piece} for piece in others]
    events: list[Any] = [{"event_kind": "part_start", "index": 0, "part": opened}]
    events += [{"event_kind": "part_delta", "index": 0, "delta": delta} for delta in deltas]
    return [*events, {"event_kind": "part_end", "index": 0, "part": part}]


def mistral(case: Case) -> Any:
    before, words, after = case.blocks()
    content = [
        {"type": "text", "text": before},
        {"type": "reference", "reference_ids": [0, 3], "text": words},
        {"type": "tool_reference", "tool": "web_search", "title": "GoBD", "url": URL},
        {"type": "text", "text": after},
    ]
    message = {"role": "assistant", "content": content}
    return {"object": "chat.completion", "choices": [{"index": 0, "message": message}]}


def mistral_stream(case: Case) -> list[Any]:
    content = mistral(case)["choices"][0]["message"]["content"]
    deltas: list[Any] = []
    for chunk in content:
        if chunk["type"] == "text":
            deltas += [{"content": piece} for piece in case.pieces(chunk["text"])]
        else:
            deltas.append({"content": [chunk]})
    choices: list[Any] = [{"index": 0, "delta": delta} for delta in deltas]
    choices.append({"index": 0, "delta": {"content": ""}, "finish_reason": "stop"})
    return [{"data": {"choices": [choice]}} for choice in choices]


def llama_index(case: Case) -> Any:
    before, words, after = case.blocks()
    cited = {
        "block_type": "citation",
        "cited_content": {"block_type": "text", "text": QUOTE},
        "source": "gobd.pdf",
        "title": "GoBD",
        "additional_location_info": {"start_page_number": 24, "end_page_number": 25},
    }
    texts = [{"block_type": "text", "text": text} for text in (before, words, after)]
    blocks = [texts[0], texts[1], cited, texts[2]]
    return {"message": {"role": "assistant", "blocks": blocks}, "raw": None}


def perplexity(case: Case) -> Any:
    words = f"{case.text} [1] [2]"
    choice = {"index": 0, "message": {"role": "assistant", "content": words}}
    found = {"title": "GoBD", "url": URL, "snippet": QUOTE, "source": "web"}
    return {
        "model": "sonar-pro",
        "object": "chat.completion",
        "citations": [URL, "https://example.org/b"],
        "search_results": [found],
        "choices": [choice],
    }


def perplexity_stream(case: Case) -> list[Any]:
    completion = perplexity(case)
    beside = {name: completion[name] for name in ("citations", "search_results")}
    words = completion["choices"][0]["message"]["content"]
    events: list[Any] = [
        {"choices": [{"index": 0, "delta": {"content": piece}}]} for piece in case.pieces(words)
    ]
    last = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], **beside}
    return [*events, last]


class Made(NamedTuple):
    """How answers of a form are made, and how many citations one has of the stretch, and in all."""

    provider: str
    whole: Callable[[Case], Any]
    stream: Callable[[Case], list[Any]] | None
    of_stretch: int
    in_all: int


FORMS = {
    "anthropic": Made("anthropic", anthropic, anthropic_stream, 1, 1),
    "openai-responses": Made("openai", openai_responses, openai_responses_stream, 2, 4),
    "openai-chat": Made("openai", openai_chat, openai_chat_stream, 1, 1),
    "openai-assistants": Made("openai", openai_assistants, openai_assistants_stream, 1, 1),
    "gemini": Made("gemini", gemini, gemini_stream, 3, 3),
    "gemini-interactions": Made("gemini", gemini_interactions, gemini_interactions_stream, 3, 3),
    "check-grounding": Made("check-grounding", check_grounding, None, 1, 1),
    "cohere": Made("cohere", cohere, cohere_stream, 2, 2),
    "cohere-first": Made("cohere", cohere_first, cohere_first_stream, 2, 2),
    "bedrock": Made("bedrock", bedrock, bedrock_stream, 1, 1),
    "bedrock-knowledge": Made("bedrock", bedrock_knowledge, bedrock_knowledge_stream, 1, 1),
    "perplexity": Made("perplexity", perplexity, perplexity_stream, 0, 2),
    "perplexity-responses": Made("perplexity", perplexity_responses, None, 2, 4),
    "mistral": Made("mistral", mistral, mistral_stream, 3, 3),
    "langchain": Made("langchain", langchain, langchain_stream, 1, 1),
    "pydantic-ai": Made("pydantic-ai", pydantic_ai, pydantic_ai_stream, 2, 2),
    "llama-index": Made("llama-index", llama_index, None, 1, 1),
}

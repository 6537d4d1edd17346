"""OpenAI: Chat Completions, and messages of the many providers that write them alike."""

from typing import Any

from citation_engine.link.providers import chat
from citation_engine.link.providers.annotations import read_annotations
from citation_engine.link.providers.building import Building
from citation_engine.link.providers.form import Events, Form
from citation_engine.link.providers.shapes import field, kind


def fits(data: Any) -> bool:
    """Whether this is a completion or a message of one."""
    return chat.is_completion(data) or chat.is_message(data)


def read(data: Any, answer: Building) -> None:
    """Read the messages and their annotations."""
    for message in chat.messages_in(data, answer):
        answer.break_off()
        words = []
        for part in chat.texts_of(message, answer):
            if kind(part) in ("text", "output_text"):
                words.append(field(part, "text"))
            else:
                answer.warn("A part of a message is no text and was left out.")
        piece = answer.write("".join(one for one in words if isinstance(one, str)))
        read_annotations(field(message, "annotations"), piece, answer)
        if isinstance(refusal := field(message, "refusal"), str) and refusal:
            answer.write(refusal, "a refusal")
            answer.warn("The model refused to answer.")


def fits_events(events: Events) -> bool:
    """Whether these are pieces of a streamed completion."""
    return any(map(chat.is_chunk, events))


FORM = Form("openai", fits, read, fits_events, chat.gather)

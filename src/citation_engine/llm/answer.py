"""What a server sent back: read strictly, and shown without its secrets."""

import json
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from citation_engine.display import one_line
from citation_engine.ports import Reply


class NotAnAnswer(ValueError):
    """The bytes are no answer of this protocol; the text says why."""


def read_reply(body: bytes) -> Reply:
    """Return the reply in the body of a response, or raise `NotAnAnswer`."""
    answer = _json(body)
    choices = answer.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise NotAnAnswer("it has no choices")
    message = choices[0].get("message")
    if not isinstance(message, dict):
        raise NotAnAnswer("its first choice has no message")
    text = _text_of(message.get("content"))
    refused = bool(message.get("refusal")) or choices[0].get("finish_reason") == "content_filter"
    if text is None and not refused:
        raise NotAnAnswer("its message has no text")
    usage = answer.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Reply(
        text=text or "",
        refused=refused,
        input_tokens=_count(usage.get("prompt_tokens")),
        output_tokens=_count(usage.get("completion_tokens")),
    )


def complaint_in(body: bytes) -> str:
    """Return what an error says, on one line; empty where it says nothing readable."""
    try:
        answer = _json(body)
    except NotAnAnswer:
        return ""
    error = answer.get("error", answer)
    if isinstance(error, dict):
        said = error.get("message") or error.get("detail") or error.get("error") or ""
        error = said if isinstance(said, str) else json.dumps(said)
    return one_line(error, 1_000) if isinstance(error, str) else ""


def seconds_to_wait(header: str | None, now: float) -> float | None:
    """Return how long `Retry-After` asks to wait, given in seconds or as a date."""
    if not header:
        return None
    text = header.strip()
    if text.isascii() and text.isdigit() and len(text) < 10:
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, OverflowError):
        return None


def _json(body: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise NotAnAnswer("it is not JSON") from error
    if not isinstance(answer, dict):
        raise NotAnAnswer("it is not a JSON object")
    return answer


def _text_of(content: Any) -> str | None:
    """The text of a message; some servers send it in parts."""
    if isinstance(content, list):
        parts = [p.get("text") for p in content if isinstance(p, Mapping)]
        content = "".join(p for p in parts if isinstance(p, str))
    return content if isinstance(content, str) and content.strip() else None


def _count(value: Any) -> int | None:
    return value if type(value) is int and value >= 0 else None

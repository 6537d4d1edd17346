"""
How a request is written for a server, and what to leave out when the server complains.

Servers that speak this protocol differ in what they take. Each difference is learned from the
first refusal that names it, and kept for the requests that follow.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from citation_engine.ports import Message

# Words of a schema that bound lengths; some servers know no bounds.
_BOUNDS = ("minLength", "maxLength", "minItems", "maxItems")
_FORM_WORDS = ("response_format", "json_schema", "json schema", "json_object", "grammar", "schema")


class Form(IntEnum):
    """How firmly the form of the answer is asked for, the firmest first."""

    SCHEMA = 0
    UNBOUNDED_SCHEMA = 1
    OBJECT = 2
    TEXT = 3


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a server takes, as far as is known."""

    form: Form = Form.SCHEMA
    length_name: str = "max_tokens"
    temperature: bool = True

    def body(
        self,
        model: str,
        messages: Sequence[Message],
        schema: Mapping[str, Any] | None,
        most_tokens: int | None,
    ) -> dict[str, Any]:
        """Return the request as this server takes it."""
        said = [{"role": message.role, "content": message.text} for message in messages]
        body: dict[str, Any] = {"model": model, "messages": said, "stream": False}
        if self.temperature:
            body["temperature"] = 0
        if most_tokens is not None:
            body[self.length_name] = most_tokens
        if schema is not None and self.form is not Form.TEXT:
            body["response_format"] = self._response_format(schema)
        return body

    def _response_format(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        if self.form is Form.OBJECT:
            return {"type": "json_object"}
        wanted = schema if self.form is Form.SCHEMA else _without_bounds(schema)
        named = {"name": "answer", "strict": True, "schema": wanted}
        return {"type": "json_schema", "json_schema": named}

    def after(self, complaint: str) -> "Dialect | None":
        """Return the dialect to try next, where the complaint names something that was sent."""
        lower = complaint.lower()
        if self.length_name == "max_tokens" and "max_completion_tokens" in lower:
            return replace(self, length_name="max_completion_tokens")
        if self.temperature and "temperature" in lower:
            return replace(self, temperature=False)
        if self.form is Form.TEXT or not any(word in lower for word in _FORM_WORDS):
            return None
        if self.form is Form.SCHEMA and any(bound.lower() in lower for bound in _BOUNDS):
            return replace(self, form=Form.UNBOUNDED_SCHEMA)
        # Without bounds, the same schema would be refused for the same reason.
        following = Form.OBJECT if self.form < Form.OBJECT else Form.TEXT
        return replace(self, form=following)


def _without_bounds(schema: Any) -> Any:
    if isinstance(schema, Mapping):
        return {k: _without_bounds(v) for k, v in schema.items() if k not in _BOUNDS}
    return [_without_bounds(item) for item in schema] if isinstance(schema, list) else schema

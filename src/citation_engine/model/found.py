"""Sources as tools give them: found in an output, with the way back to the request."""

from collections.abc import Mapping
from typing import Any, Self

from pydantic import Field, field_validator

from citation_engine.errors import InvalidInput
from citation_engine.model.value import Value

# Our names and those of the JSON that front ends and other agents exchange.
_IN_JSON = {
    "id": "id",
    "kind": "type",
    "tool_name": "toolName",
    "tool_request_id": "toolRequestId",
    "uri": "uri",
    "title": "title",
    "domain": "domain",
    "snippet": "snippet",
    "full_content": "fullContent",
    "page_number": "pageNumber",
}
_EXTRA = "extra"
_TAKEN = {*_IN_JSON.values(), _EXTRA}


class FoundSource(Value):
    """
    One source a tool gave: where it is, what it is called, and its words as far as they came.

    `snippet` is a piece of it and never evidence; `full_content` is all of it. `kind`
    is `web`, `file`, `api`, `mcp`, or what your own extractor calls it. `extra` keeps
    the fields of the tool that have no place of their own here.
    """

    id: str = Field(min_length=1)
    kind: str = Field(min_length=1)
    tool_name: str
    tool_request_id: str
    uri: str | None = None
    title: str | None = None
    domain: str | None = None
    snippet: str | None = None
    full_content: str | None = Field(default=None, repr=False)
    page_number: int | None = None
    extra: dict[str, Any] = Field(default_factory=dict)

    @field_validator("page_number", mode="before")
    @classmethod
    def _no_truth_value(cls, value: Any) -> Any:
        if isinstance(value, bool):
            raise ValueError("a page is a number")
        return value

    def to_json(self) -> dict[str, Any]:
        """
        The source in camelCase, without the fields that are not known.

        Extra fields stand beside the others; those whose names are taken stand under `extra`.
        """
        known = {theirs: getattr(self, ours) for ours, theirs in _IN_JSON.items()}
        free = {name: value for name, value in self.extra.items() if name not in _TAKEN}
        taken = {name: value for name, value in self.extra.items() if name in _TAKEN}
        shown = {name: value for name, value in known.items() if value is not None}
        return {**shown, **free, **({_EXTRA: taken} if taken else {})}

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Self:
        """The source in such a mapping; fields with other names are kept in `extra`."""
        inner = given.get(_EXTRA)
        extra = {name: value for name, value in given.items() if name not in _TAKEN}
        if isinstance(inner, Mapping):
            extra.update(inner)
        elif inner is not None:
            extra[_EXTRA] = inner
        fields = {ours: given.get(theirs) for ours, theirs in _IN_JSON.items()}
        try:
            return cls(**{k: v for k, v in fields.items() if v is not None}, extra=extra)
        except ValueError as error:
            raise InvalidInput(
                f"This is not a found source: {error}",
                fix="Give at least id, type, toolName and toolRequestId as texts.",
            ) from error


class Extraction(Value):
    """What an extractor made of one output: the sources, and why something gave none."""

    sources: tuple[FoundSource, ...] = ()
    skipped: tuple[str, ...] = ()

"""Tool requests of an agent, what came back, and the sources in it."""

from typing import Any

from pydantic import Field

from citation_engine.model.found import FoundSource
from citation_engine.model.source import Source
from citation_engine.model.value import Value


class ToolRequest(Value):
    """One call of a tool that a model asks for."""

    id: str = Field(min_length=1)
    name: str = Field(min_length=1)
    parameters: dict[str, Any] = Field(default_factory=dict)


class ToolResult(Value):
    """What a tool gave back, or why it gave nothing."""

    request_id: str
    tool_name: str
    output: Any = Field(default=None, repr=False)
    error: str | None = None

    @property
    def ok(self) -> bool:
        """Whether the tool gave something."""
        return self.error is None


class Collected(Value):
    """
    The sources of one output or of several, registered in the session.

    `found` and `sources` go together, one by one: what the tool gave, and the source it
    became. A page that was found twice is one source. `skipped` says what gave no source.
    """

    found: tuple[FoundSource, ...] = ()
    sources: tuple[Source, ...] = ()
    skipped: tuple[str, ...] = ()


class ToolRun(Collected):
    """The results of an agent's tool requests, in their order, and the sources in them."""

    results: tuple[ToolResult, ...] = ()

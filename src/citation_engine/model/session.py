"""Sessions: who worked for whom on what."""

from datetime import UTC, datetime

from pydantic import Field

from citation_engine.model.value import Value


class Session(Value):
    """Who worked for whom on what; it numbers the sources it was given, S1, S2 and so on."""

    session_id: str = "default"
    agent_id: str | None = None
    user_id: str | None = None
    project_id: str = "default"
    created_at: datetime = Field(default_factory=lambda: datetime.now(UTC))


CitationContext = Session

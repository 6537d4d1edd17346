"""The engine: sources go in, claims are cited and checked, and all of it stands on the record."""

from collections.abc import Mapping
from os import PathLike
from typing import Any, Self

from citation_engine.engine import intake
from citation_engine.engine.annotating import AnnotatingMethods
from citation_engine.engine.cache.erasing import erase
from citation_engine.engine.checking import CheckingMethods
from citation_engine.engine.citing import Citing
from citation_engine.engine.collecting import CollectingMethods
from citation_engine.engine.databases import DatabaseMethods
from citation_engine.engine.improving import ImprovingMethods
from citation_engine.engine.quoting import QuotingMethods
from citation_engine.engine.reading import ReadingMethods
from citation_engine.engine.refreshing import RefreshingMethods
from citation_engine.engine.searching import SearchMethods
from citation_engine.engine.sections import SectionMethods
from citation_engine.engine.showing import ShowingMethods
from citation_engine.engine.state import Shared, open_shared
from citation_engine.engine.tool_outputs import ToolOutputMethods
from citation_engine.engine.typed import TypedMethods
from citation_engine.engine.verifying import VerifyingMethods
from citation_engine.errors import InvalidInput, StoreError
from citation_engine.model.citation import CitationResult
from citation_engine.model.session import Session
from citation_engine.model.source import Snapshot, Source
from citation_engine.ports import Judge
from citation_engine.record.ledger import Ledger
from citation_engine.record.redaction import Redacted, Redaction, redact
from citation_engine.record.writer import author_of
from citation_engine.search import ranking
from citation_engine.settings import Settings
from citation_engine.verify.judges.chat_models import is_chat_model

SourceLike = Source | int | str


class CitationEngine(
    CollectingMethods,
    TypedMethods,
    AnnotatingMethods,
    RefreshingMethods,
    ToolOutputMethods,
    DatabaseMethods,
    SearchMethods,
    SectionMethods,
    VerifyingMethods,
    ImprovingMethods,
    ShowingMethods,
    QuotingMethods,
    CheckingMethods,
    ReadingMethods,
    Citing,
):
    """
    Cites, checks and keeps the record.

    `CitationEngine("file.db")` opens a SQLite file, `CitationEngine()` the one
    `CITATION_DB_URL` names, or `./citations.db`. A `postgresql://` URL, or
    `mode="multi-agent"` with `CITATION_DB_URL`, opens a shared pool. One engine
    may be used by many threads; close it, or use it as a context manager.
    """

    def __init__(
        self,
        db: str | PathLike[str] | None = None,
        db_path: str | PathLike[str] | None = None,
        *,
        mode: str | None = None,
        context: Session | None = None,
        project: str | None = None,
        session: str | None = None,
        db_schema: str | None = None,
        judge: Judge | str | None = None,
        agent: Any = None,
        settings: Settings | None = None,
        create: bool = True,
    ) -> None:
        settings = settings or Settings.from_env()
        self._shared: Shared = open_shared(
            db,
            mode=mode,
            db_path=db_path,
            schema=db_schema,
            judge=judge if judge is not None or not is_chat_model(agent) else agent,
            settings=settings,
            create=create,
        )
        self._owner = True
        self.agent = agent
        context = context or Session(session_id=settings.session, project_id=settings.project)
        changes = {"project_id": project, "session_id": session}
        self._enter(context.model_copy(update={k: v for k, v in changes.items() if v}))

    def _enter(self, context: Session, *, create: bool = True) -> None:
        for name in ("session_id", "project_id", "agent_id", "user_id"):
            required = name in ("session_id", "project_id")
            value = intake.text_of(name, getattr(context, name), 200, required=required)
            if value is not None and not value.isprintable():
                raise InvalidInput(
                    f"The {name} {value!r} has characters that cannot be shown.",
                    fix="Use letters, digits and ordinary signs.",
                )
        self.context = context
        self._state = self._shared.project(context.project_id, create=create)
        self._author = None

    # life ---------------------------------------------------------------------------------

    @property
    def mode(self) -> str:
        """`basic` on SQLite, `multi-agent` on PostgreSQL."""
        return "basic" if self._shared.store.backend == "sqlite" else "multi-agent"

    @property
    def db(self) -> Any:
        """The database underneath, as an SQLAlchemy engine, for reading with other tools."""
        return self._shared.store.engine

    @property
    def project(self) -> str:
        """The project this engine writes to."""
        return self.context.project_id

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._shared.settings

    @property
    def judge(self) -> Judge:
        """Who says whether words carry a claim."""
        return self._shared.judge

    @property
    def ledger(self) -> Ledger:
        """The record of this project: verify it, sign it, prove things from it."""
        return self._state.ledger

    def in_session(
        self,
        session_id: str | None = None,
        *,
        agent_id: str | None = None,
        user_id: str | None = None,
        project: str | None = None,
        create: bool = True,
    ) -> Self:
        """
        An engine for another session, agent or project, on the same database and connections.

        With `create=False` an unknown project is `ProjectNotFound` and is not made.
        """
        changes = {
            "session_id": session_id,
            "agent_id": agent_id,
            "user_id": user_id,
            "project_id": project,
        }
        other = object.__new__(type(self))
        other._shared, other._owner, other.agent = self._shared, False, self.agent
        context = self.context.model_copy(update={k: v for k, v in changes.items() if v})
        other._enter(context, create=create)
        return other

    def close(self) -> None:
        """Sign what is new and let go of the database. Closing twice is fine."""
        if self._owner:
            self._shared.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # citing -------------------------------------------------------------------------------

    def cite(
        self,
        claim: str,
        source: SourceLike,
        quote: str | None = None,
        context: str | None = None,
        *,
        locator: Mapping[str, Any] | None = None,
        reasoning: str | None = None,
        confidence: str = "high",
        method: str | None = None,
        language: str | None = None,
        related: Any = (),
        relation: str | None = None,
        idempotency_key: str | None = None,
    ) -> CitationResult:
        """
        Record that a claim rests on words of a source, and check it.

        When this returns, the citation is committed and will survive a crash.
        A quote that is not there is a result that says so, not an error.
        """
        new = intake.new_citation(
            self.settings,
            claim=claim,
            quote=quote,
            context=context,
            language=language,
            reasoning=reasoning,
            confidence=confidence,
            method=method,
            locator=locator,
            related=related,
            relation=relation,
        )
        return self._cite(new, self._resolve(source), idempotency_key)

    # redacting ----------------------------------------------------------------------------

    def redact(
        self,
        *,
        citation: int | str | None = None,
        source: SourceLike | None = None,
        user_id: str | None = None,
        reason: str,
        authority: str,
        idempotency_key: str | None = None,
    ) -> Redacted:
        """
        Delete the words of a citation, of a source with all its citations, or a user's name.

        The log keeps its commitments to them and still verifies. An entry says
        what went, by whose authority and, as long as it is not redacted itself,
        why. The words cannot be brought back.
        """
        request = Redaction(
            citation=None if citation is None else intake.citation_id(citation),
            source=None if source is None else self._resolve(source).id,
            user_id=intake.text_of("user_id", user_id, 200),
            reason=intake.text_of("reason", reason, 2_000, required=True) or "",
            authority=intake.text_of("authority", authority, 200, required=True) or "",
        )
        kept = [] if request.source is None else self._state.reading.snapshots(request.source)
        self._erase_kept(kept)
        redacted = redact(
            self._shared.store,
            self._state.row,
            lambda tx: self._author or author_of(tx, self.context),
            request,
            intake.text_of("idempotency_key", idempotency_key, 500),
        )
        self._state.reading.forget()
        self._shared.collections.forget()
        ranking.forget()
        # Somebody may have made one anew in the meantime.
        self._erase_kept(kept)
        self._state.ledger.after_write(1)
        return redacted

    def _erase_kept(self, snapshots: list[Snapshot]) -> None:
        """Delete what the cache folder has of words that are redacted."""
        try:
            erase(self.settings, snapshots)
        except OSError as error:
            raise StoreError(
                f"What the cache folder has of the source's words cannot be deleted: {error}.",
                fix="Make that folder writable, or delete it, and redact again.",
            ) from error

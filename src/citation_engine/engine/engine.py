"""The engine: sources go in, claims are cited and checked, and all of it stands on the record."""

from os import PathLike
from typing import Any, Self

from citation_engine.check.cache import CacheFolder, KeptIndexes, KeptReadings
from citation_engine.engine import intake
from citation_engine.engine.citations import Citations
from citation_engine.engine.databases import Databases
from citation_engine.engine.drafts import Drafts
from citation_engine.engine.passages import Passages
from citation_engine.engine.search import SearchIndex
from citation_engine.engine.sources import SourceLike, Sources
from citation_engine.engine.state import EngineState, open_shared, verb
from citation_engine.engine.tool_outputs import ToolOutputs
from citation_engine.engine.typed import TypedMethods
from citation_engine.errors import StoreError
from citation_engine.model.citation import Session
from citation_engine.model.source import Snapshot
from citation_engine.ports import Judge
from citation_engine.record.redaction import Redacted, Redaction, redact
from citation_engine.search import ranking
from citation_engine.settings import Settings, cache_folder
from citation_engine.verify.judges.chat_models import is_chat_model


class CitationEngine(TypedMethods):
    """
    Cites, checks and keeps the record.

    `CitationEngine("file.db")` opens a SQLite file, `CitationEngine()` the one
    `CITATION_DB_URL` names, or `./citations.db`. A `postgresql://` URL, or
    `mode="multi-agent"` with `CITATION_DB_URL`, opens a shared pool. One engine
    may be used by many threads; close it, or use it as a context manager.

    What it does is done by its parts: `sources`, `citations`, `passages`, `index`,
    `drafts`, `tool_outputs`, `databases` and `ledger`. Their verbs are its own as well.
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
        shared = open_shared(
            db,
            mode=mode,
            db_path=db_path,
            schema=db_schema,
            judge=judge if judge is not None or not is_chat_model(agent) else agent,
            settings=settings,
            create=create,
        )
        context = context or Session(session_id=settings.session, project_id=settings.project)
        changes = {"project_id": project, "session_id": session}
        context = context.model_copy(update={k: v for k, v in changes.items() if v})
        self._begin(EngineState(shared, context), agent, owner=True)

    def _begin(self, state: EngineState, agent: Any, *, owner: bool) -> None:
        self.state, self.agent, self._owner = state, agent, owner
        self.sources = Sources(state)
        self.citations = Citations(state)
        self.passages = Passages(state)
        self.index = SearchIndex(state)
        self.drafts = Drafts(state)
        self.tool_outputs = ToolOutputs(state)
        self.databases = Databases(state)
        self.ledger = state.ledger

    # life ---------------------------------------------------------------------------------

    @property
    def mode(self) -> str:
        """`basic` on SQLite, `multi-agent` on PostgreSQL."""
        return "basic" if self.state.store.backend == "sqlite" else "multi-agent"

    @property
    def db(self) -> Any:
        """The database underneath, as an SQLAlchemy engine, for reading with other tools."""
        return self.state.store.engine

    @property
    def context(self) -> Session:
        """Who works for whom on what."""
        return self.state.context

    @property
    def project(self) -> str:
        """The project this engine writes to."""
        return self.state.context.project_id

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.state.settings

    @property
    def judge(self) -> Judge:
        """Who says whether words carry a claim."""
        return self.state.judge

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
        state = self.state.view(
            session_id=session_id,
            agent_id=agent_id,
            user_id=user_id,
            project_id=project,
            create=create,
        )
        other = object.__new__(type(self))
        other._begin(state, self.agent, owner=False)
        return other

    def close(self) -> None:
        """Sign what is new and let go of the database. Closing twice is fine."""
        if self._owner:
            self.state.shared.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # verbs --------------------------------------------------------------------------------

    add = verb("sources", Sources.add)
    add_all = verb("sources", Sources.add_all)
    add_text = verb("sources", Sources.add_text)
    join = verb("sources", Sources.join)
    refresh = verb("sources", Sources.refresh)
    diff = verb("sources", Sources.diff)
    tag = verb("sources", Sources.tag)
    untag = verb("sources", Sources.untag)
    note = verb("sources", Sources.note)
    record_usage = verb("sources", Sources.record_usage)

    cite = verb("citations", Citations.cite)
    verify = verb("citations", Citations.verify)
    verify_all = verb("citations", Citations.verify_all)

    search = verb("index", SearchIndex.search)
    find_evidence = verb("index", SearchIndex.find_evidence)
    near_duplicates = verb("index", SearchIndex.near_duplicates)
    embed_sources = verb("index", SearchIndex.embed)

    locate = verb("passages", Passages.locate)
    find_quote = verb("passages", Passages.find_quote)
    resolve = verb("passages", Passages.resolve)
    section_at = verb("passages", Passages.section_at)
    page_picture = verb("passages", Passages.page_picture)
    stored_page = verb("passages", Passages.stored_page)

    link = verb("drafts", Drafts.link)
    audit = verb("drafts", Drafts.audit)
    check = verb("drafts", Drafts.check)
    check_report = check
    list_checks = verb("drafts", Drafts.checks)

    collect_tool_output = verb("tool_outputs", ToolOutputs.collect)
    run_tools_with_sources = verb("tool_outputs", ToolOutputs.run)
    rerun = verb("databases", Databases.rerun)

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
            source=None if source is None else self.sources.find(source).id,
            user_id=intake.text_of("user_id", user_id, 200),
            reason=intake.text_of("reason", reason, 2_000, required=True) or "",
            authority=intake.text_of("authority", authority, 200, required=True) or "",
        )
        state = self.state
        kept = [] if request.source is None else state.reading.snapshots(request.source)
        _erase_kept(state.settings, kept)
        redacted = redact(
            state.store,
            state.row,
            state.author_in,
            request,
            intake.text_of("idempotency_key", idempotency_key, 500),
        )
        state.reading.forget()
        state.shared.collections.forget()
        ranking.forget()
        # Somebody may have made one anew in the meantime.
        _erase_kept(state.settings, kept)
        state.ledger.after_write(1)
        return redacted


def _erase_kept(settings: Settings, snapshots: list[Snapshot]) -> None:
    """
    Delete what the cache folder has of words that are redacted.

    A result of a check may quote any source, so all of them go: they are made anew in no time.
    """
    words = KeptIndexes(cache_folder(settings, "words"))
    readings = KeptReadings(cache_folder(settings, "readings"))
    try:
        for snapshot in snapshots:
            if snapshot.text_sha256:
                words.erase(snapshot.text_sha256)
            if snapshot.original_sha256:
                readings.erase(snapshot.original_sha256)
        for name, ending in (("checks", ".check"), ("verdicts", ".verdicts"), ("last", ".json")):
            CacheFolder(cache_folder(settings, name), ending, 0).erase()
    except OSError as error:
        raise StoreError(
            f"What the cache folder has of the source's words cannot be deleted: {error}.",
            fix="Make that folder writable, or delete it, and redact again.",
        ) from error

"""
The asynchronous face: the same methods, each run in a thread of the engine's own.

A cancelled `await` stops the waiting, not the write: what was under way may still
be committed. Pass an idempotency key where a retry must not cite twice.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial, wraps
from os import PathLike
from pathlib import Path
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar

from citation_engine.collect.tool_outputs.registry import ExtractorRegistry
from citation_engine.collect.tool_outputs.requests import Tools, read_requests, run_all
from citation_engine.engine.citations import Citations
from citation_engine.engine.databases import Databases
from citation_engine.engine.drafts import Drafts
from citation_engine.engine.engine import CitationEngine
from citation_engine.engine.passages import Passages
from citation_engine.engine.search import SearchIndex
from citation_engine.engine.sources import Sources
from citation_engine.engine.tool_outputs import ToolOutputs
from citation_engine.errors import EngineClosed
from citation_engine.model.citation import Session
from citation_engine.model.source import ToolRun
from citation_engine.ports import Judge
from citation_engine.record.ledger import Ledger
from citation_engine.settings import Settings

THREADS = 16
P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class _Threaded(Generic[T]):
    """Holds something synchronous and runs its methods in threads."""

    def __init__(self, executor: ThreadPoolExecutor, make: Callable[[], T]) -> None:
        self._executor = executor
        self._make = make
        self._made: T | None = None
        self._making = threading.Lock()

    def _target(self) -> T:
        """The synchronous object, made when it is first needed, by whichever thread comes first."""
        with self._making:
            if self._made is None:
                self._made = self._make()
            return self._made

    async def _in_thread(self, work: Callable[[], R]) -> R:
        try:
            future = self._executor.submit(copy_context().run, work)
        except RuntimeError as error:
            raise EngineClosed("The engine is closed.") from error
        return await asyncio.wrap_future(future)


def _awaited(
    method: Callable[Concatenate[Any, P], R],
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, R]]:
    """The awaited twin of a method."""

    @wraps(method)
    async def call(face: _Threaded[Any], /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await face._in_thread(lambda: method(face._target(), *args, **kwargs))

    return call


def _listed(
    method: Callable[Concatenate[Any, P], Iterator[R]],
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, list[R]]]:
    """A generator's items as a list: a generator cannot be resumed across threads at will."""

    @wraps(method)
    async def call(face: _Threaded[Any], /, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        return await face._in_thread(lambda: list(method(face._target(), *args, **kwargs)))

    return call


class AsyncSources(_Threaded[Sources]):
    """`engine.sources`, awaited."""

    add = _awaited(Sources.add)
    add_all = _awaited(Sources.add_all)
    add_text = _awaited(Sources.add_text)
    register = _awaited(Sources.register)
    record = _awaited(Sources.record)
    with_members = _awaited(Sources.with_members)
    join = _awaited(Sources.join)
    find = _awaited(Sources.find)
    find_or_add = _awaited(Sources.find_or_add)
    as_recorded = _awaited(Sources.as_recorded)
    get = _awaited(Sources.get)
    list = _awaited(Sources.list)
    snapshot = _awaited(Sources.snapshot)
    snapshots = _awaited(Sources.snapshots)
    members = _awaited(Sources.members)
    original = _awaited(Sources.original)
    screenshot = _awaited(Sources.screenshot)
    refresh = _awaited(Sources.refresh)
    diff = _awaited(Sources.diff)
    note_check = _awaited(Sources.note_check)
    tag = _awaited(Sources.tag)
    untag = _awaited(Sources.untag)
    note = _awaited(Sources.note)
    record_usage = _awaited(Sources.record_usage)
    usage = _awaited(Sources.usage)


class AsyncCitations(_Threaded[Citations]):
    """`engine.citations`, awaited."""

    cite = _awaited(Citations.cite)
    record = _awaited(Citations.record)
    verify = _awaited(Citations.verify)
    verify_all = _awaited(Citations.verify_all)
    get = _awaited(Citations.get)
    list = _awaited(Citations.list)
    format = _awaited(Citations.format)
    bibliography = _awaited(Citations.bibliography)


class AsyncPassages(_Threaded[Passages]):
    """`engine.passages`, awaited."""

    locate = _awaited(Passages.locate)
    find_quote = _awaited(Passages.find_quote)
    sources_having = _awaited(Passages.sources_having)
    resolve = _awaited(Passages.resolve)
    section_at = _awaited(Passages.section_at)
    page_picture = _awaited(Passages.page_picture)
    stored_page = _awaited(Passages.stored_page)


class AsyncSearchIndex(_Threaded[SearchIndex]):
    """`engine.index`, awaited."""

    search = _awaited(SearchIndex.search)
    find_evidence = _awaited(SearchIndex.find_evidence)
    near_duplicates = _awaited(SearchIndex.near_duplicates)
    embed = _awaited(SearchIndex.embed)


class AsyncDrafts(_Threaded[Drafts]):
    """`engine.drafts`, awaited."""

    link = _awaited(Drafts.link)
    audit = _awaited(Drafts.audit)
    check = _awaited(Drafts.check)
    checks = _awaited(Drafts.checks)


class AsyncDatabases(_Threaded[Databases]):
    """`engine.databases`, awaited."""

    rerun = _awaited(Databases.rerun)


class AsyncToolOutputs(_Threaded[ToolOutputs]):
    """`engine.tool_outputs`, awaited; tools are awaited where the caller's loop runs."""

    collect = _awaited(ToolOutputs.collect)
    collect_results = _awaited(ToolOutputs.collect_results)

    async def run(
        self,
        requests: Iterable[Any],
        tools: Tools,
        *,
        extractors: ExtractorRegistry | None = None,
    ) -> ToolRun:
        """
        Run the tool requests of a model, all at the same time, and register their sources.

        As in the synchronous engine, but asynchronous tools are awaited in the caller's
        event loop, and others run in threads.
        """
        asked = read_requests(requests)
        results = await run_all(asked, tools)
        parameters = [request.parameters for request, _ in asked]
        return await self.collect_results(results, parameters, extractors=extractors)


class AsyncLedger(_Threaded[Ledger]):
    """`engine.ledger`, awaited."""

    @property
    def origin(self) -> str:
        """The log's name: this deployment and this project, fixed when it was made."""
        return self._target().origin

    @property
    def verifier_key(self) -> str:
        """The public key to check this log with. Keep it somewhere else than the database."""
        return self._target().verifier_key

    @property
    def key_file(self) -> Path:
        """Where the signing key of this log is kept."""
        return self._target().key_file

    last_checkpoint = _awaited(Ledger.last_checkpoint)
    sequence = _awaited(Ledger.sequence)
    checkpoint = _awaited(Ledger.checkpoint)
    entries = _listed(Ledger.entries)
    data_of = _awaited(Ledger.data_of)
    verify = _awaited(Ledger.verify)
    rebuild = _awaited(Ledger.rebuild)
    prove = _awaited(Ledger.prove)
    consistency = _awaited(Ledger.consistency)
    export = _awaited(Ledger.export)
    after_write = _awaited(Ledger.after_write)
    settle = _awaited(Ledger.settle)


class AsyncCitationEngine(_Threaded[CitationEngine]):
    """`CitationEngine`, awaited: `async with AsyncCitationEngine("citations.db") as engine:`."""

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
        make = partial(
            CitationEngine,
            db,
            db_path,
            mode=mode,
            context=context,
            project=project,
            session=session,
            db_schema=db_schema,
            judge=judge,
            agent=agent,
            settings=settings,
            create=create,
        )
        executor = ThreadPoolExecutor(THREADS, thread_name_prefix="citation-engine")
        self._begin(executor, make, owner=True)

    def _begin(
        self, executor: ThreadPoolExecutor, make: Callable[[], CitationEngine], *, owner: bool
    ) -> None:
        super().__init__(executor, make)
        self._owner = owner
        self.sources = AsyncSources(executor, lambda: self._target().sources)
        self.citations = AsyncCitations(executor, lambda: self._target().citations)
        self.passages = AsyncPassages(executor, lambda: self._target().passages)
        self.index = AsyncSearchIndex(executor, lambda: self._target().index)
        self.drafts = AsyncDrafts(executor, lambda: self._target().drafts)
        self.tool_outputs = AsyncToolOutputs(executor, lambda: self._target().tool_outputs)
        self.databases = AsyncDatabases(executor, lambda: self._target().databases)
        self.ledger = AsyncLedger(executor, lambda: self._target().ledger)

    # Plain facts; asking for one opens the database.

    @property
    def mode(self) -> str:
        """`basic` on SQLite, `multi-agent` on PostgreSQL."""
        return self._target().mode

    @property
    def db(self) -> Any:
        """The database underneath, as an SQLAlchemy engine, for reading with other tools."""
        return self._target().db

    @property
    def context(self) -> Session:
        """Who works for whom on what."""
        return self._target().context

    @property
    def project(self) -> str:
        """The project this engine writes to."""
        return self._target().project

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._target().settings

    @property
    def judge(self) -> Judge:
        """Who says whether words carry a claim."""
        return self._target().judge

    @property
    def agent(self) -> Any:
        """The caller's own agent, kept for it."""
        return self._target().agent

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

        def make() -> CitationEngine:
            return self._target().in_session(
                session_id, agent_id=agent_id, user_id=user_id, project=project, create=create
            )

        other = object.__new__(type(self))
        other._begin(self._executor, make, owner=False)
        return other

    async def close(self) -> None:
        """Finish what is under way, sign what is new, let go of the database, end the threads."""
        if not self._owner:
            return
        closer = ThreadPoolExecutor(1)
        try:
            await asyncio.wrap_future(closer.submit(self._finish))
        finally:
            closer.shutdown(wait=False)

    def _finish(self) -> None:
        self._executor.shutdown(wait=True)
        if self._made is not None:
            self._made.close()

    async def __aenter__(self) -> Self:
        await self._in_thread(self._target)
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    async def run_tools_with_sources(
        self,
        requests: Iterable[Any],
        tools: Tools,
        *,
        extractors: ExtractorRegistry | None = None,
    ) -> ToolRun:
        """Run the tool requests of a model, all at the same time, and register their sources."""
        return await self.tool_outputs.run(requests, tools, extractors=extractors)

    add = _awaited(CitationEngine.add)
    add_all = _awaited(CitationEngine.add_all)
    add_text = _awaited(CitationEngine.add_text)
    join = _awaited(CitationEngine.join)
    refresh = _awaited(CitationEngine.refresh)
    diff = _awaited(CitationEngine.diff)
    tag = _awaited(CitationEngine.tag)
    untag = _awaited(CitationEngine.untag)
    note = _awaited(CitationEngine.note)
    record_usage = _awaited(CitationEngine.record_usage)
    cite = _awaited(CitationEngine.cite)
    verify = _awaited(CitationEngine.verify)
    verify_all = _awaited(CitationEngine.verify_all)
    search = _awaited(CitationEngine.search)
    find_evidence = _awaited(CitationEngine.find_evidence)
    near_duplicates = _awaited(CitationEngine.near_duplicates)
    embed_sources = _awaited(CitationEngine.embed_sources)
    locate = _awaited(CitationEngine.locate)
    find_quote = _awaited(CitationEngine.find_quote)
    resolve = _awaited(CitationEngine.resolve)
    section_at = _awaited(CitationEngine.section_at)
    page_picture = _awaited(CitationEngine.page_picture)
    stored_page = _awaited(CitationEngine.stored_page)
    collect_tool_output = _awaited(CitationEngine.collect_tool_output)
    rerun = _awaited(CitationEngine.rerun)
    redact = _awaited(CitationEngine.redact)
    link = _awaited(CitationEngine.link)
    audit = _awaited(CitationEngine.audit)
    check = _awaited(CitationEngine.check)
    check_report = check
    list_checks = _awaited(CitationEngine.list_checks)
    add_doc_source = _awaited(CitationEngine.add_doc_source)
    add_web_source = _awaited(CitationEngine.add_web_source)
    add_db_source = _awaited(CitationEngine.add_db_source)
    add_custom_source = _awaited(CitationEngine.add_custom_source)
    cite_doc = _awaited(CitationEngine.cite_doc)
    cite_web = _awaited(CitationEngine.cite_web)
    cite_db = _awaited(CitationEngine.cite_db)
    cite_custom = _awaited(CitationEngine.cite_custom)
    create_citation = _awaited(CitationEngine.create_citation)
    register_source = _awaited(CitationEngine.register_source)
    get_source = _awaited(CitationEngine.get_source)
    list_sources = _awaited(CitationEngine.list_sources)
    get_snapshot = _awaited(CitationEngine.get_snapshot)
    get_snapshots = _awaited(CitationEngine.get_snapshots)
    get_members = _awaited(CitationEngine.get_members)
    get_original = _awaited(CitationEngine.get_original)
    get_screenshot = _awaited(CitationEngine.get_screenshot)
    get_usage = _awaited(CitationEngine.get_usage)
    get_citation = _awaited(CitationEngine.get_citation)
    list_citations = _awaited(CitationEngine.list_citations)
    format_citation = _awaited(CitationEngine.format_citation)
    export_bibliography = _awaited(CitationEngine.export_bibliography)
    find_source = _awaited(CitationEngine.find_source)
    get_citations = _awaited(CitationEngine.get_citations)
    get_citations_for_source = _awaited(CitationEngine.get_citations_for_source)
    get_citations_by_session = _awaited(CitationEngine.get_citations_by_session)
    get_citations_by_project = _awaited(CitationEngine.get_citations_by_project)
    get_citations_by_status = _awaited(CitationEngine.get_citations_by_status)

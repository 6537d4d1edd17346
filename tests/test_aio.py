"""The asynchronous face: the same methods and arguments, and nothing lost or done twice."""

import asyncio
import inspect
import subprocess
import sys
import threading

import pytest

from citation_engine import AsyncCitationEngine, CitationEngine, InvalidInput, InvalidSetting
from citation_engine.aio import (
    AsyncCitations,
    AsyncDatabases,
    AsyncDrafts,
    AsyncLedger,
    AsyncPassages,
    AsyncSearchIndex,
    AsyncSources,
    AsyncToolOutputs,
)
from citation_engine.engine.citations import Citations
from citation_engine.engine.databases import Databases
from citation_engine.engine.drafts import Drafts
from citation_engine.engine.passages import Passages
from citation_engine.engine.search import SearchIndex
from citation_engine.engine.sources import Sources
from citation_engine.engine.tool_outputs import ToolOutputs
from citation_engine.errors import EngineClosed
from citation_engine.model.verdict import JudgeIdentity, Judgement
from citation_engine.record.ledger import Ledger
from citation_engine.testing import FakeJudge

LAW = "Records are kept for ten years."
FACES = [
    (CitationEngine, AsyncCitationEngine),
    (Ledger, AsyncLedger),
    (Sources, AsyncSources),
    (Citations, AsyncCitations),
    (Passages, AsyncPassages),
    (SearchIndex, AsyncSearchIndex),
    (Drafts, AsyncDrafts),
    (ToolOutputs, AsyncToolOutputs),
    (Databases, AsyncDatabases),
]
METHODS = [
    pytest.param(original, face, name, id=f"{original.__name__}.{name}")
    for original, face in FACES
    for name, value in inspect.getmembers(original, inspect.isfunction)
    if not name.startswith("_")
]
FACTS = [
    pytest.param(face, name, id=f"{original.__name__}.{name}")
    for original, face in FACES
    for name, value in inspect.getmembers(original)
    if isinstance(value, property)
]


@pytest.mark.parametrize(("original", "face", "name"), METHODS)
def test_every_method_has_an_awaited_twin_with_the_same_arguments(original, face, name):
    twin = getattr(face, name)

    ours, theirs = (
        inspect.signature(method).parameters for method in (getattr(original, name), twin)
    )
    assert list(ours.values()) == list(theirs.values())
    assert inspect.iscoroutinefunction(twin) or name == "in_session"
    assert inspect.getdoc(twin)


@pytest.mark.parametrize(("face", "name"), FACTS)
def test_every_fact_can_be_asked_for(face, name):
    assert isinstance(inspect.getattr_static(face, name), property)


def test_every_part_has_an_awaited_twin():
    with CitationEngine(":memory:") as engine:
        parts = {name: type(part).__name__ for name, part in vars(engine).items()}
    twins = {
        name: type(part).__name__ for name, part in vars(AsyncCitationEngine(":memory:")).items()
    }

    for name in parts.keys() - {"state", "agent", "_owner"}:
        assert twins[name] == f"Async{parts[name]}"


def test_a_source_is_added_cited_and_listed():
    async def work():
        async with AsyncCitationEngine(":memory:", judge=FakeJudge()) as engine:
            source = await engine.add_text(LAW, name="law")
            result = await engine.cite("Ten years.", source, quote="ten years")
            entries = await engine.ledger.entries()
            size = await engine.ledger.sequence()
            assert await engine.sources.list() == await engine.list_sources()
            assert await engine.citations.get(result.citation_id) == result.citation
            return engine.mode, engine.context.session_id, result, entries, size

    mode, session, result, entries, size = asyncio.run(work())

    assert (mode, session) == ("basic", "default")
    assert result.verification_status == "verified"
    assert len(entries) == size > 0


def test_fifty_citations_at_once_are_fifty_citations():
    async def work():
        async with AsyncCitationEngine(":memory:", judge=FakeJudge()) as engine:
            source = await engine.add_text(LAW, name="law")
            results = await asyncio.gather(
                *(engine.cite(f"Claim {n}.", source, quote="ten years") for n in range(50))
            )
            return results, await engine.list_citations()

    results, kept = asyncio.run(work())

    assert [result.citation.claim for result in results] == [f"Claim {n}." for n in range(50)]
    assert {result.citation_id for result in results} == {citation.id for citation in kept}
    assert len(kept) == 50


def test_first_calls_at_once_open_the_database_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    async def work():
        engine = AsyncCitationEngine("c.db")
        view = engine.in_session("other")
        calls = [engine.list_sources(), view.list_sources(), engine.ledger.sequence()]
        await asyncio.gather(*calls, *(engine.list_citations() for _ in range(20)))
        shared = engine._target().state.shared is view._target().state.shared
        await engine.close()
        return shared

    assert asyncio.run(work())


class SlowJudge:
    """A judge that waits until it may answer."""

    identity = JudgeIdentity(name="slow")

    def __init__(self):
        self.asked, self.may_answer = threading.Event(), threading.Event()

    def judge(self, questions):
        self.asked.set()
        assert self.may_answer.wait(20)
        return [Judgement(support="supported") for _ in questions]


def test_a_cancelled_call_repeated_with_its_key_cites_once():
    judge = SlowJudge()

    async def work():
        async with AsyncCitationEngine(":memory:", judge=judge) as engine:
            source = await engine.add_text(LAW, name="law")
            given = {"source": source, "quote": "ten years", "idempotency_key": "k"}
            first = asyncio.create_task(engine.cite("Ten years.", **given))
            await asyncio.to_thread(judge.asked.wait, 20)
            first.cancel()
            with pytest.raises(asyncio.CancelledError):
                await first
            judge.may_answer.set()
            again = await engine.cite("Ten years.", **given)
            return again, await engine.list_citations()

    again, kept = asyncio.run(work())

    assert [citation.id for citation in kept] == [again.citation_id]


def test_closing_waits_for_what_is_under_way(tmp_path):
    judge = SlowJudge()

    async def work():
        engine = AsyncCitationEngine(tmp_path / "c.db", judge=judge)
        source = await engine.add_text(LAW, name="law")
        cancelled = asyncio.create_task(engine.cite("Ten years.", source, quote="ten years"))
        await asyncio.to_thread(judge.asked.wait, 20)
        cancelled.cancel()
        closing = asyncio.create_task(engine.close())
        done, _ = await asyncio.wait({closing}, timeout=0.3)
        judge.may_answer.set()
        await closing
        return done

    closed_too_early = asyncio.run(work())

    assert not closed_too_early
    with CitationEngine(tmp_path / "c.db") as engine:
        assert len(engine.list_citations()) == 1


def test_a_session_of_its_own_shares_the_database_and_does_not_close_it():
    async def work():
        async with AsyncCitationEngine(":memory:") as engine:
            view = engine.in_session("other", agent_id="a")
            source = await view.add_text(LAW, name="law")
            await view.close()
            return source.number, await engine.list_sources(session_id="other"), view.context

    number, sources, context = asyncio.run(work())

    assert (number, len(sources)) == (1, 1)
    assert (context.session_id, context.agent_id) == ("other", "a")


def test_a_closed_engine_says_so_and_may_be_closed_again():
    async def work():
        engine = AsyncCitationEngine(":memory:")
        await engine.list_sources()
        await engine.close()
        await engine.close()
        with pytest.raises(EngineClosed):
            await engine.list_sources()
        with pytest.raises(EngineClosed):
            await engine.ledger.sequence()

    asyncio.run(work())


def test_an_engine_that_was_never_used_is_closed_without_opening_anything(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    async def work():
        await AsyncCitationEngine("c.db").close()

    asyncio.run(work())

    assert list(tmp_path.iterdir()) == []


def test_errors_come_through_as_they_are():
    async def work():
        async with AsyncCitationEngine(":memory:") as engine:
            with pytest.raises(InvalidInput, match="The claim is empty"):
                await engine.cite("", 1, quote="q")
        with pytest.raises(InvalidSetting):
            await AsyncCitationEngine(mode="turbo").list_sources()

    asyncio.run(work())


def test_an_engine_may_be_used_from_one_event_loop_after_another():
    engine = AsyncCitationEngine(":memory:")

    async def add(number):
        return await asyncio.gather(
            *(engine.add_text(f"{number} {n}", name=f"{number} {n}") for n in range(5))
        )

    for number in range(2):
        asyncio.run(add(number))
    asyncio.run(engine.close())


SCRIPT = """
from citation_engine.aio import AsyncCitationEngine
from citation_engine.engine.engine import CitationEngine

engine = CitationEngine(":memory:")
reveal_type(engine.add)
reveal_type(engine.list_citations())
reveal_type(engine.sources.get(1))

async def work(engine: AsyncCitationEngine) -> None:
    reveal_type(await engine.cite("claim", 1, quote="words"))
    reveal_type(await engine.sources.list(tag="law"))
    reveal_type(await engine.citations.get(1))
    reveal_type(await engine.ledger.entries())
    await engine.cite(claim=3, source=1)
    await engine.no_such_method()
"""


@pytest.mark.slow
def test_a_type_checker_sees_real_signatures(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, "utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--no-pretty", str(script)]

    told = subprocess.run(mypy, capture_output=True, text=True, timeout=300).stdout

    types = [line.split('"')[1] for line in told.splitlines() if "Revealed type" in line]
    assert types[0].startswith("def (what: str | os.PathLike[str], *, name: str | None =")
    assert [name.replace("builtins.", "") for name in types[1:]] == [
        "list[citation_engine.model.citation.Citation]",
        "citation_engine.model.source.Source | None",
        "citation_engine.model.citation.CitationResult",
        "list[citation_engine.model.source.Source]",
        "citation_engine.model.citation.Citation | None",
        "list[citation_engine.model.entry.Entry]",
    ]
    assert 'has incompatible type "int"; expected "str"' in told
    assert 'has no attribute "no_such_method"' in told
    assert told.count(" error: ") == 2

"""What a user writes, for the type checkers: nothing in it is run."""

import asyncio
from collections.abc import Sequence
from typing import assert_type

from citation_engine import (
    AsyncCitationEngine,
    CheckReport,
    CitationEngine,
    CitationError,
    CitationResult,
    Finding,
    Judge,
    JudgeIdentity,
    Judgement,
    Question,
    Settings,
    Source,
    Status,
    Support,
    Verdict,
    check,
    read_answer,
)
from citation_engine.errors import CitationNotFound
from citation_engine.interop import ResearchSource, SourcesPool, find_markers
from citation_engine.testing import FakeJudge, assert_citations_hold


class Strict:
    """A judge of one's own."""

    identity = JudgeIdentity(name="strict")

    def judge(self, questions: Sequence[Question]) -> list[Judgement]:
        return [Judgement(support=Support.UNDECIDED, reason=one.claim) for one in questions]


def cite(judge: Judge) -> CitationResult:
    settings = Settings(project="retention")
    with CitationEngine("citations.db", judge=judge, settings=settings) as engine:
        act = assert_type(engine.add("act.md", name="Act"), Source)
        result = engine.cite("Ten years.", act, quote="ten years", locator={"page": 2})
        assert_type(engine.list_sources(), list[Source])
        merged = SourcesPool(engine).merge([{"title": "A hit"}], text="Ten years [[S:1]].")
        assert_type(merged.text, str | None)
    assert_type(result.verdict, Verdict)
    assert_type(result.verification_status, Status)
    return result


def check_report() -> tuple[Finding, ...]:
    report = check("report.md", sources="docs/", judge=FakeJudge("supported"))
    assert_type(report, CheckReport)
    assert_type(assert_citations_hold("report.md", "docs/"), CheckReport)
    return assert_type(report.findings, tuple[Finding, ...])


async def add_many() -> Source:
    async with AsyncCitationEngine("citations.db") as engine:
        return assert_type(await engine.add("act.md"), Source)


def try_it() -> str:
    try:
        cite(Strict())
        asyncio.run(add_many())
    except CitationNotFound as error:
        return assert_type(error.message, str)
    except CitationError as error:
        return str(error.fix)
    names = [marker.dialect for marker in find_markers("Ten years [S1].")]
    paper = ResearchSource(title=read_answer("{}").text)
    return f"{assert_type(names, list[str])} {assert_type(paper.title, str)}"

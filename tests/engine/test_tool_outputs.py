"""Sources out of tool outputs: registered, numbered, with the way back to the request."""

import asyncio
import os
import sys
import threading

import pytest

from citation_engine import AsyncCitationEngine, CitationEngine, InvalidSetting
from citation_engine.collect.tool_outputs.registry import ExtractorRegistry, extractor
from citation_engine.model.source import FoundSource, ReadState, ToolRequest
from citation_engine.testing import FakeJudge

URL = "https://react.dev/blog/19"
HIT = {"title": "React 19", "link": URL, "snippet": "Actions are here.", "score": 0.9}
PAGE = {"url": URL, "title": "React 19", "content": "React 19 is out. Actions are here for forms."}


@pytest.fixture
def engine():
    with CitationEngine(":memory:", judge=FakeJudge()) as engine:
        yield engine


def test_a_search_hit_is_a_preview_that_keeps_its_way_back(engine):
    collected = engine.collect_tool_output("req-1", "web_search", {"q": "x"}, {"results": [HIT]})

    [source] = collected.sources
    assert (source.type, source.identifier, source.name) == ("website", URL, "React 19")
    assert (source.state, source.preview) == (ReadState.PREVIEW, "Actions are here.")
    assert source.number == 1
    assert source.metadata == {
        "toolSourceId": "req-1-0",
        "toolName": "web_search",
        "toolRequestId": "req-1",
        "toolKind": "web",
        "domain": "react.dev",
        "uri": URL,
        "toolFields": {"score": 0.9},
    }
    assert collected.found[0].id == "req-1-0"


def test_a_search_hit_can_be_cited_and_is_not_verified(engine):
    engine.collect_tool_output("req-1", "web_search", {}, {"results": [HIT]})

    result = engine.cite("React has actions.", URL, "Actions are here.")

    assert result.verification_status == "unverified"


def test_a_scraped_page_gives_its_words_to_the_hit_that_was_known(engine):
    [hit] = engine.collect_tool_output("req-1", "web_search", {}, {"results": [HIT]}).sources
    [page] = engine.collect_tool_output("req-2", "web_scrape", {"url": URL}, PAGE).sources

    assert page.id == hit.id
    assert (page.state, page.content) == (ReadState.READY, PAGE["content"])
    assert engine.cite("Out.", page, "React 19 is out").verification_status == "verified"


def test_a_page_in_markup_is_kept_as_a_person_reads_it(engine):
    markup = "<!doctype html><title>T</title><p>Seen &amp; read.<p hidden>Secret."

    [page] = engine.collect_tool_output(
        "req-1", "http_client", {"url": URL}, {"status": 200, "body": markup}
    ).sources

    assert "Seen & read." in page.content
    assert "<p" not in page.content


def test_two_passages_of_one_file_are_two_sources(engine):
    rows = [
        {"content": "One is kept.", "file_path": "law.pdf", "page": 3},
        {"content": "Two is kept.", "file_path": "law.pdf", "page": 3},
    ]

    sources = engine.collect_tool_output("r", "query_rag_project", {}, {"results": rows}).sources

    assert [source.content for source in sources] == ["One is kept.", "Two is kept."]
    assert [source.number for source in sources] == [1, 2]
    assert sources[0].metadata["pageNumber"] == 3
    assert sources[0].identifier.startswith("law.pdf#page=3")
    assert engine.cite("Kept.", sources[1], "Two is kept").verification_status == "verified"


def test_the_same_passage_found_again_is_the_same_source(engine):
    row = {"content": "One is kept.", "file_path": "law.pdf"}

    first = engine.collect_tool_output("req-1", "query_rag_project", {}, [row]).sources
    again = engine.collect_tool_output("req-2", "query_rag_project", {}, [row]).sources

    assert first[0].id == again[0].id


def test_answers_to_requests_that_do_more_than_read_stay_apart(engine):
    for number in (1, 2):
        collected = engine.collect_tool_output(
            f"req-{number}", "http_client", {"url": URL, "method": "POST"}, f"Answer {number}."
        )
        assert collected.sources[0].type == "document"

    assert [source.snapshots for source in engine.list_sources()] == [1, 1]


def test_a_file_named_by_a_tool_is_never_opened(engine, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("The password is mellon.")
    names = [str(secret), secret.as_uri(), os.path.relpath(secret)]

    for tool in ("query_rag_project", "mcp.files__read", "web_search"):
        for name in names:
            for row in ({"uri": name}, {"file_path": name, "title": "x"}, {"url": name}):
                collected = engine.collect_tool_output("req-1", tool, {"path": name}, [row])
                assert collected.sources == ()
                assert collected.skipped

    assert engine.list_sources() == []


def test_nothing_is_fetched_for_an_address_alone(engine):
    [source] = engine.collect_tool_output("req-1", "web_search", {}, [{"url": URL}]).sources

    assert source.state is not ReadState.READY
    assert source.content == ""


@pytest.mark.parametrize("uri", ["javascript:alert(1)", "https://user:secret@a.example/"])
def test_your_own_extractor_cannot_bring_in_an_unsafe_address(engine, uri):
    @extractor(r"^mine$")
    def mine(request_id, tool_name, parameters, output):
        return [
            FoundSource(
                id=f"{request_id}-0",
                kind="web",
                tool_name=tool_name,
                tool_request_id=request_id,
                uri=uri,
                snippet="x",
            )
        ]

    collected = engine.collect_tool_output(
        "req-1", "mine", {}, "x", extractors=ExtractorRegistry([mine])
    )

    assert collected.sources == ()
    assert "req-1-0 was not registered: Its address" in collected.skipped[0]


@pytest.mark.parametrize("output", [None, object(), 3, b"\xff", {"error": "x"}, "no links", []])
def test_a_strange_output_is_told_and_registers_nothing(engine, output):
    collected = engine.collect_tool_output("req-1", "web_search", None, output)

    assert collected.sources == ()
    assert collected.skipped
    assert engine.list_sources() == []


def tool_that_fails(**_):
    raise ValueError("no key\nfor this")


async def slow_search(q):
    await asyncio.sleep(0)
    return {"results": [{**HIT, "title": q}]}


TOOLS = {
    "web_search": lambda q: {"results": [{**HIT, "link": f"{URL}?q={q}"}]},
    "web_scrape": lambda url: {**PAGE, "url": url},
    "broken": tool_that_fails,
    "clock": lambda: "12:00",
}


def test_requests_run_in_order_and_one_that_fails_does_not_stop_the_others(engine):
    run = engine.run_tools_with_sources(
        [
            {"id": "req-1", "name": "web_search", "parameters": {"q": "a"}},
            {"id": "req-2", "name": "broken", "parameters": {}},
            {"id": "req-3", "name": "nothing", "parameters": {}},
            {"id": "req-4", "name": "web_scrape", "parameters": {"url": URL}},
            {"id": "req-5", "name": "clock", "parameters": {}},
            {"id": "req-6", "name": "web_search", "parameters": {"wrong": 1}},
        ],
        TOOLS,
    )

    assert [result.request_id for result in run.results] == [f"req-{n}" for n in range(1, 7)]
    assert [result.ok for result in run.results] == [True, False, False, True, True, False]
    assert run.results[1].error == "ValueError: no key for this"
    assert "There is no tool called 'nothing'" in run.results[2].error
    assert run.results[4].output == "12:00"
    assert "TypeError" in run.results[5].error
    assert [found.id for found in run.found] == ["req-1-0", "req-4-0"]
    assert [source.number for source in run.sources] == [1, 2]
    assert [reason.partition(":")[0] for reason in run.skipped] == [
        "req-2",
        "req-3",
        "req-5",
        "req-6",
    ]


@pytest.mark.parametrize(
    "request_",
    [
        ToolRequest(id="req-1", name="web_search", parameters={"q": "a"}),
        {"id": "req-1", "name": "web_search", "parameters": {"q": "a"}},
        {"id": "req-1", "name": "web_search", "args": {"q": "a"}, "type": "tool_call"},
        {"id": "req-1", "name": "web_search", "input": {"q": "a"}, "type": "tool_use"},
        {
            "id": "req-1",
            "type": "function",
            "function": {"name": "web_search", "arguments": '{"q": "a"}'},
        },
        {"call_id": "req-1", "name": "web_search", "arguments": '{"q": "a"}'},
        {"name": "web_search", "parameters": {"q": "a"}},
    ],
)
def test_the_requests_of_all_providers_are_understood(engine, request_):
    run = engine.run_tools_with_sources([request_], TOOLS)

    assert run.results[0].ok
    assert run.found[0].id == "req-1-0"


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ("web_search", "not a mapping"),
        ({"id": "req-1"}, "names no tool"),
        ({"id": "req-1", "name": 3}, "names no tool"),
        ({"id": "req-1", "name": "clock", "parameters": "{"}, "not JSON"),
        ({"id": "req-1", "name": "clock", "parameters": [1]}, "not a mapping"),
        ({"id": "req-1", "name": "clock", "parameters": {1: 2}}, "not a mapping"),
    ],
)
def test_a_request_that_cannot_be_read_is_a_result_with_an_error(engine, request_, said):
    run = engine.run_tools_with_sources([request_, {"name": "clock"}], TOOLS)

    assert said in run.results[0].error
    assert run.results[0].request_id == "req-1"
    assert run.results[1].ok


def test_two_requests_with_one_id_have_sources_with_ids_of_their_own(engine):
    requests = [{"id": "req-1", "name": "web_search", "parameters": {"q": q}} for q in "ab"]

    run = engine.run_tools_with_sources(requests, TOOLS)

    assert [found.id for found in run.found] == ["req-1-0", "req-1-1"]


def test_an_asynchronous_tool_is_not_left_hanging(engine):
    run = engine.run_tools_with_sources(
        [{"id": "r", "name": "web_search", "parameters": {"q": "a"}}], {"web_search": slow_search}
    )

    assert "AsyncCitationEngine" in run.results[0].error


def test_asynchronous_tools_run_in_the_callers_loop_and_at_the_same_time():
    met = []

    async def work():
        barrier = asyncio.Event()
        loop = asyncio.get_running_loop()

        async def web_search(q):
            met.append(asyncio.get_running_loop() is loop)
            if q == "first":
                await asyncio.wait_for(barrier.wait(), 60)
            barrier.set()
            return {"results": [{**HIT, "link": f"{URL}?q={q}"}]}

        def web_scrape(url):
            met.append(threading.current_thread() is threading.main_thread())
            return {**PAGE, "url": url}

        async def broken():
            raise ValueError("broken")

        tools = {"web_search": web_search, "web_scrape": web_scrape, "broken": broken}
        async with AsyncCitationEngine(":memory:") as engine:
            return await engine.run_tools_with_sources(
                [
                    {"id": "req-1", "name": "web_search", "parameters": {"q": "first"}},
                    {"id": "req-2", "name": "broken"},
                    {"id": "req-3", "name": "web_search", "parameters": {"q": "second"}},
                    {"id": "req-4", "name": "web_scrape", "parameters": {"url": URL}},
                ],
                tools,
            )

    run = asyncio.run(work())

    assert sorted(met) == [False, True, True]
    assert [result.ok for result in run.results] == [True, False, True, True]
    assert [found.id for found in run.found] == ["req-1-0", "req-3-0", "req-4-0"]
    assert [source.number for source in run.sources] == [1, 2, 3]


STRANGER = """
from citation_engine.collect.tool_outputs.registry import extractor
from citation_engine.model.source import FoundSource


@extractor(r"^web_search$")
def louder(request_id, tool_name, parameters, output):
    return [FoundSource(id=f"{request_id}-0", kind="web", tool_name=tool_name,
                        tool_request_id=request_id, snippet=str(output).upper())]


class NoExtractor:
    pass
"""


@pytest.fixture
def stranger(tmp_path, monkeypatch):
    """An installed package with an extractor; the argument is its entry point."""

    def install(named):
        details = tmp_path / "stranger_tools-1.0.dist-info"
        details.mkdir()
        (tmp_path / "stranger_tools.py").write_text(STRANGER)
        (details / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: stranger-tools\nVersion: 1.0\n"
        )
        (details / "entry_points.txt").write_text(f"[citation_engine.extractors]\nx = {named}\n")
        monkeypatch.syspath_prepend(str(tmp_path))

    yield install
    sys.modules.pop("stranger_tools", None)


def test_a_strangers_extractor_by_entry_point_goes_before_ours(stranger):
    stranger("stranger_tools:louder")

    with CitationEngine(":memory:") as engine:
        [source] = engine.collect_tool_output("req-1", "web_search", {}, "hello").sources

    assert source.preview == "HELLO"


def test_an_entry_point_that_is_no_extractor_is_named(stranger):
    stranger("stranger_tools:NoExtractor")

    with (
        CitationEngine(":memory:") as engine,
        pytest.raises(InvalidSetting, match=r"'x'.*NoExtractor is not an extractor"),
    ):
        engine.collect_tool_output("req-1", "web_search", {}, "hello")

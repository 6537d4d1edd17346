"""`cite` says where words go when nobody named the judge that sends them."""

import pytest

from scripted_model import always, serving

pytestmark = pytest.mark.usefixtures("default_judge")
SENT = "claims and passages are sent to"


@pytest.fixture
def report(here):
    (here / "act.md").write_text("Digital records are kept for ten years.\n", "utf-8")
    (here / "report.md").write_text("Digital records are stored for a decade [1].\n", "utf-8")


@pytest.fixture
def server(report, monkeypatch):
    with serving(always("supported")) as server:
        monkeypatch.setenv("CITATION_LLM_URL", server.url)
        monkeypatch.setenv("CITATION_LLM_MODEL", "m-1")
        yield server


def checked(cite, *more):
    return cite("check", "report.md", "--sources", "act.md", "--allow-unchecked", *more)


@pytest.mark.parametrize("more", [(), ("-q",), ("--no-cache",), ("--save",)])
def test_a_check_says_where_words_go_and_how_to_stay_local(more, cite, server):
    result = checked(cite, *more)

    host = server.url.removeprefix("http://").removesuffix("/v1")
    assert f"{SENT} {host}, model m-1. To stay on this machine: --judge local." in result.stderr
    assert result.stderr.count(SENT) == 1
    assert server.requests


def test_what_the_model_was_asked_is_counted(cite, server, monkeypatch):
    monkeypatch.setenv("CITATION_LLM_PRICE", "10/100")

    first, again = checked(cite).stderr, checked(cite).stderr

    assert "model once: 100 tokens read, 20 written, at a cost of 0.0030." in first
    assert "tokens read" not in again
    assert "tokens read" not in checked(cite, "--judge", "none").stderr


def test_it_is_said_in_german_too(cite, server):
    assert "--judge local" in checked(cite, "--language", "de").stderr
    assert "gehen an 127.0.0.1" in checked(cite, "--language", "de").stderr


@pytest.mark.parametrize("judge", ["local", "overlap", "none"])
def test_nothing_is_sent_or_said_where_another_judge_is_typed(judge, cite, server):
    result = checked(cite, "--judge", judge)

    assert server.requests == []
    assert SENT not in result.stderr


def test_nothing_is_sent_where_a_configuration_names_another_judge(cite, server, here):
    (here / "citation-engine.toml").write_text('[check]\njudge = "overlap"\n', "utf-8")

    result = checked(cite)

    assert server.requests == []
    assert SENT not in result.stderr


def test_who_names_the_judge_is_not_told(cite, server):
    result = checked(cite, "--judge", "llm")

    assert server.requests
    assert SENT not in result.stderr


def test_an_address_that_is_typed_is_asked_and_said(cite, report):
    with serving(always("supported")) as server:
        result = checked(cite, "--llm-url", server.url, "--llm-model", "m-2")

    assert server.requests
    assert "model m-2" in result.stderr

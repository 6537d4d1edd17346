"""Who judges where nobody is named, and what is said before words leave this machine."""

import logging

import pytest

from citation_engine import CitationEngine, InvalidSetting, Settings, check
from scripted_model import always, serving

pytestmark = pytest.mark.usefixtures("default_judge")

ACT = "Digital records are kept unchanged for ten years. The period begins in January."
REPORT = "Digital records are stored for a decade [1].\n"


@pytest.fixture
def server(monkeypatch):
    """A language model that calls everything supported, and that the environment names."""
    with serving(always("supported")) as server:
        monkeypatch.setenv("CITATION_LLM_URL", server.url)
        monkeypatch.setenv("CITATION_LLM_MODEL", "m-1")
        yield server


def host_of(server):
    return server.url.removeprefix("http://").removesuffix("/v1")


def cited(**given):
    with CitationEngine(":memory:", **given) as engine:
        act = engine.add_text(ACT, name="Act")
        return engine.cite("They are stored for a decade.", act, quote="kept unchanged")


def test_a_server_that_is_set_is_asked_where_no_judge_is_named(server):
    assert cited().verdict.judge.name == "llm"
    assert check(REPORT, [ACT], cache=False).judge.name == "llm"
    assert len(server.requests) >= 2


def test_it_is_said_once_and_before_the_first_words_leave(server, caplog):
    sent_when_said = []
    note = logging.Handler()
    note.emit = lambda record: sent_when_said.append(len(server.requests))
    log = logging.getLogger("citation_engine.plugins")
    log.addHandler(note)

    try:
        with CitationEngine(":memory:") as engine:
            act = engine.add_text(ACT, name="Act")
            assert caplog.messages == []
            engine.cite("They are stored for a decade.", act, quote="kept unchanged")
        cited()
        check(REPORT, [ACT], cache=False)
    finally:
        log.removeHandler(note)

    assert sent_when_said == [0]
    (said,) = caplog.messages
    assert f"are sent to {host_of(server)}, model m-1." in said
    assert "--judge local" in said
    assert caplog.records[0].levelno == logging.WARNING


@pytest.mark.parametrize("judge", ["local", "overlap", "none"])
def test_nothing_is_sent_where_another_judge_is_named(judge, server, caplog, monkeypatch):
    assert cited(judge=judge).verdict.judge.name == judge
    assert cited(settings=Settings.from_env(judge=judge)).verdict.judge.name == judge
    assert check(REPORT, [ACT], judge=judge, cache=False).judge.name == judge
    monkeypatch.setenv("CITATION_JUDGE", judge)
    assert cited().verdict.judge.name == judge
    assert check(REPORT, [ACT], cache=False).judge.name == judge

    assert server.requests == []
    assert caplog.messages == []


def test_a_judge_that_is_named_is_not_announced(server, caplog):
    cited(judge="llm")
    cited(settings=Settings.from_env(judge="llm"))

    assert len(server.requests) == 2
    assert caplog.messages == []


@pytest.mark.parametrize("given", [{"judge_thresholds": "supported=0.9"}, {"judge_model": "m"}])
def test_who_sets_something_of_the_local_judge_means_that_one(given):
    settings = Settings(llm_url="http://127.0.0.1:1/v1", llm_model="m-1", **given)

    assert settings.judge_in_use == "local"


def test_without_a_server_the_local_judge_is_asked():
    assert Settings().judge_in_use == "local"
    assert cited().verdict.judge.name == "local"


def test_a_server_without_a_model_is_an_error_that_says_how_to_stay_local(monkeypatch):
    monkeypatch.setenv("CITATION_LLM_URL", "http://127.0.0.1:1/v1")

    with pytest.raises(InvalidSetting, match="CITATION_LLM_MODEL is not set") as caught:
        check(REPORT, [ACT])

    assert "--judge local" in caught.value.fix

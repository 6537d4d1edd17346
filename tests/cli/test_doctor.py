import os
from pathlib import Path

import pytest

from citation_engine import __version__
from citation_engine.settings import Settings, variable_of


def by_name(report):
    return {line["name"]: line for line in report["lines"]}


def test_all_is_well_with_a_database_that_was_just_used(law, cite, cite_json):
    shown = cite("doctor").stdout

    assert __version__ in shown
    assert "log" in shown
    # The name of a key may have any letters in it.
    assert "bad" not in {line["state"] for line in by_name(cite_json("doctor")).values()}


def test_every_setting_is_said_with_its_variable(law, cite_json, default_judge):
    lines = by_name(cite_json("doctor"))

    assert lines.keys() >= {variable_of(name) for name in Settings.__dataclass_fields__}
    assert lines["CITATION_JUDGE"]["value"].startswith("local (No judge is named")
    assert lines["CITATION_POOL_SIZE"]["value"] == "8 (default)"


def test_without_a_database_there_is_something_left_to_check(here, cite_json):
    report = cite_json("doctor", code=3)

    assert by_name(report)["database"]["state"] == "not checked"
    assert list(here.iterdir()) == []


def test_a_server_that_does_not_answer_could_not_be_checked(cite_json):
    pytest.importorskip("psycopg")

    report = cite_json("-d", "postgresql://me:SECRET@127.0.0.1:1/db", "doctor", code=3)

    assert by_name(report)["database"]["state"] == "not checked"
    assert "SECRET" not in str(report)


def test_no_secret_is_shown(law, cite, monkeypatch):
    from citation_engine.record.keys import SigningKey

    monkeypatch.setenv("CITATION_SIGNING_KEY", SigningKey.generate("x").to_text())
    monkeypatch.setenv("CITATION_DB_URL", "postgresql://me:SECRET@host/db?sslpassword=SECRET")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-SECRET")

    shown = cite("-d", "citations.db", "doctor").stdout

    assert "SECRET" not in shown
    assert "PRIVATE" not in shown
    assert "postgresql://me:***@host/db" in shown


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes.")
def test_a_signing_key_open_to_others_is_bad(law, cite, cite_json):
    cite("ledger", "checkpoint")
    place = by_name(cite_json("doctor"))["signing key"]["value"].removesuffix(", private")
    Path(place).chmod(0o644)

    line = by_name(cite_json("doctor", code=1))["signing key"]

    assert line["state"] == "bad"
    assert f"chmod 600 {place}" in line["fix"]


def test_a_lost_signing_key_is_bad(law, cite, cite_json):
    cite("ledger", "checkpoint")
    place = by_name(cite_json("doctor"))["signing key"]["value"].removesuffix(", private")
    Path(place).unlink()

    assert by_name(cite_json("doctor", code=1))["signing key"]["state"] == "bad"


def test_an_unknown_judge_is_bad(law, cite_json, monkeypatch):
    monkeypatch.setenv("CITATION_JUDGE", "nobody")

    assert by_name(cite_json("doctor", code=1))["CITATION_JUDGE"]["state"] == "bad"


def test_a_judge_that_asks_nobody_is_bad(law, cite_json, monkeypatch):
    monkeypatch.setenv("CITATION_JUDGE", "llm")

    lines = by_name(cite_json("doctor", code=1))

    assert lines["CITATION_JUDGE"]["state"] == "bad"
    assert "CITATION_LLM_URL" in lines["CITATION_JUDGE"]["fix"]

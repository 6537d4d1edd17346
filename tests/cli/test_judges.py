import csv
import io
import json

import pytest

from citation_engine import plugins
from citation_engine.engine.judges import WEIGHTS


def test_every_judge_has_a_line_and_the_default_is_marked(cite, monkeypatch):
    monkeypatch.setenv("CITATION_JUDGE", "none")

    shown = cite("judges").stdout.splitlines()
    lines = {line.split()[1]: line for line in shown[1 : 1 + len(plugins.BUILT_IN["judges"])]}

    assert list(lines) == list(plugins.BUILT_IN["judges"])
    assert [name for name, line in lines.items() if "default" in line] == ["local"]
    assert [name for name, line in lines.items() if "in use" in line] == ["none"]
    assert "CITATION_LLM_URL" in lines["llm"]


def test_the_figures_of_the_local_judge_stand_below(cite):
    card = json.loads((WEIGHTS / "judge.json").read_text("utf-8"))

    shown = cite("judges").stdout

    assert card["model"] in shown
    assert all(f"{name} {value:g}" in shown for name, value in card["thresholds"].items())
    for name, measured in card["figures"].items():
        line = next(line for line in shown.splitlines() if line.startswith(name))
        assert f"{100 * measured['balanced_accuracy']:.1f} %" in line


def test_what_other_limits_cost_stands_there(cite):
    card = json.loads((WEIGHTS / "judge.json").read_text("utf-8"))

    lines = cite("judges").stdout.splitlines()

    costs = card.get("costs", {})
    assert any("supported from" in line for line in lines) == bool(costs)
    for limit, cost in costs.items():
        line = next(line for line in lines if line.startswith(f"{limit} "))
        assert f"{100 * cost['recall']:.1f} %" in line
        assert f"{100 * cost['false_accepts']:.1f} %" in line


def test_limits_that_were_set_are_shown(cite, monkeypatch):
    monkeypatch.setenv("CITATION_JUDGE_THRESHOLDS", "supported=0.9")

    assert "supported 0.9" in cite("judges").stdout.partition("set otherwise")[2].splitlines()[0]


def test_machines_get_everything(cite, cite_json):
    listed = cite_json("judges")
    table = list(csv.DictReader(io.StringIO(cite("judges", "--csv").stdout)))
    lines = [json.loads(line) for line in cite("judges", "--jsonl").stdout.splitlines()]

    assert lines == listed
    assert [row["name"] for row in table] == [row["name"] for row in listed]
    assert set(table[0]) == set(listed[0])


@pytest.mark.parametrize(
    ("judge", "said"), [("llm", "CITATION_LLM_MODEL"), ("oracle", "no judge called 'oracle'")]
)
def test_a_judge_in_use_that_cannot_be_asked_is_bad(judge, said, cite, monkeypatch):
    monkeypatch.setenv("CITATION_JUDGE", judge)

    result = cite("judges", code=1)

    assert said in result.stderr
    assert "help:" in result.stderr
    assert "overlap" in result.stdout


def test_it_needs_no_database_and_leaves_none(here, cite):
    cite("judges")

    assert list(here.iterdir()) == []


@pytest.fixture
def told_a_server(monkeypatch):
    """An environment that names a language model, and no judge."""
    monkeypatch.delenv("CITATION_JUDGE", raising=False)
    monkeypatch.setenv("CITATION_LLM_URL", "http://models.example:8080/v1")
    monkeypatch.setenv("CITATION_LLM_MODEL", "m-1")


def test_a_language_model_that_is_set_is_in_use_and_it_is_said_why(cite, told_a_server):
    shown = cite("judges").stdout
    line = next(line for line in shown.splitlines() if line.startswith("In use: "))

    assert line.startswith("In use: llm. No judge is named, and a language model is set:")
    assert "models.example:8080, model m-1" in shown
    assert "--judge local" in shown


def test_a_judge_that_is_named_is_in_use_whatever_else_is_set(cite, told_a_server, monkeypatch):
    monkeypatch.setenv("CITATION_JUDGE", "overlap")

    shown = cite("judges").stdout

    assert "In use: overlap. It is named." in shown
    assert "models.example" not in shown


def test_a_judge_of_the_configuration_is_said_beside_it(cite, here, told_a_server):
    (here / "citation-engine.toml").write_text('[check]\njudge = "none"\n', "utf-8")

    assert "In cite check: none. " in cite("judges").stdout

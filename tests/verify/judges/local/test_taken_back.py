"""A statement with a "not" behind it: denied or not; asked of the shipped model, with guards."""

import json
from pathlib import Path

import pytest

from citation_engine.model.passage import Passage
from citation_engine.model.verdict import Support
from citation_engine.ports import Question
from citation_engine.verify.check import guarded, objections
from citation_engine.verify.judges.local.judge import LocalJudge

PAIRS = Path(__file__).resolve().parents[4] / "benchmarks" / "taken_back.jsonl"
ROWS = [json.loads(line) for line in PAIRS.read_text("utf-8").splitlines()]
# Every tenth of those whose first sentence is the claim.
SAMPLE = [row for row in ROWS if row["premise"].startswith(row["claim"])][::10]


@pytest.fixture(scope="module")
def judge():
    return LocalJudge()


def answer(judge, row):
    passage = Passage(start=0, end=len(row["premise"]), text=row["premise"])
    (found,) = judge.judge([Question(row["claim"], passage)])
    return guarded(found, objections(row["claim"], None, passage)).support


def test_what_the_next_sentence_denies_is_not_supported(judge):
    denied = [row for row in SAMPLE if row["label"] == "c"]

    assert len(denied) >= 10
    assert [r for r in denied if answer(judge, r) is Support.SUPPORTED] == []


def test_what_the_next_sentence_goes_on_with_is_supported(judge):
    benign = [row for row in SAMPLE if row["label"] == "e"]
    lost = [row["premise"] for row in benign if answer(judge, row) is not Support.SUPPORTED]

    assert len(lost) <= len(benign) / 20, lost

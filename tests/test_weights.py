"""The files of the local judge: all there, small enough for any repository, and unaltered."""

import hashlib
import json

import pytest

from citation_engine.engine.judges import WEIGHTS

LARGEST_FILE = 50_000_000
LARGEST_SUM = 95_000_000
MODEL = {
    *("e5.onnx", "e5-1.bin", "e5.txt"),
    *("mpnet.onnx", "mpnet-1.bin", "mpnet-2.bin", "mpnet.txt"),
}


@pytest.fixture(scope="module")
def card() -> dict:
    return json.loads((WEIGHTS / "judge.json").read_text("utf-8"))


def test_the_folder_has_the_model_its_card_and_nothing_else():
    assert {path.name for path in WEIGHTS.iterdir()} == {*MODEL, "judge.json", "MODEL_CARD.md"}


def test_every_file_of_the_model_has_the_hash_that_the_card_names(card):
    found = {name: hashlib.sha256((WEIGHTS / name).read_bytes()).hexdigest() for name in MODEL}

    assert found == card["files"]


def test_the_files_are_small_enough():
    sizes = {path.name: path.stat().st_size for path in WEIGHTS.iterdir()}

    assert max(sizes.values()) < LARGEST_FILE, sizes
    assert sum(sizes.values()) <= LARGEST_SUM, sizes


def test_the_card_tells_the_figures_of_every_set_it_was_measured_on(card):
    assert not card["version"].startswith("standin")
    assert card["languages"]
    assert card["figures"]
    for name, measured in card["figures"].items():
        assert {"rows", "balanced_accuracy", "auc", "false_accepts"} <= measured.keys(), name
        assert 0 <= measured["false_accepts"] <= 1, name
        assert 0 <= measured["auc"] <= 1, name


def test_the_thresholds_leave_a_middle_that_is_undecided(card):
    limits = card["thresholds"]

    assert 0 < limits["unsupported"] < limits["supported"] < 1
    assert 0.5 <= limits["contradicted"] < 1

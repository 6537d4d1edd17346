"""Which judges are installed is said without loading any of them."""

import hashlib
import json
import shutil
import subprocess
import sys

import pytest

from citation_engine import InvalidSetting, Settings, plugins
from citation_engine.engine.judges import installed_judges, judge_in_use
from citation_engine.errors import JudgeUnavailable
from citation_engine.model.passage import Passage
from citation_engine.model.verdict import Support
from citation_engine.ports import Question
from citation_engine.verify.judges.local.card import WEIGHTS

ONE = {"features": ["x"], "mean": [0.0], "scale": [1.0], "weights": [1.0], "bias": 0.0}
FILES = {"judge.onnx": b"no graph", "weights-1.bin": b"0" * 1000, "vocab.txt": b""}
CARD = {
    "version": "7",
    "model": "c0ffee",
    "encoders": [{"graph": "judge.onnx", "vocabulary": "vocab.txt", "weight": 1.0}],
    "files": {name: hashlib.sha256(data).hexdigest() for name, data in FILES.items()},
    "thresholds": {"supported": 0.9, "unsupported": 0.2, "contradicted": 0.8, "spoken": 0.3},
    "support": ONE,
    "contradiction": ONE,
    "languages": ["en"],
    "figures": {
        "dev.wice": {"rows": 349, "balanced_accuracy": 0.75, "auc": 0.8, "false_accepts": 0.04},
        "eval.wice": {"rows": 358, "balanced_accuracy": 0.74},
    },
    "costs": {
        "0.8": {"recall": 0.5, "false_accepts": 0.07},
        "0.9": {"recall": 0.3, "false_accepts": 0.02},
    },
}
ENTRY_POINTS = "[citation_engine.judges]\nstranger = not_there_at_all:Judge\nlocal = mine:Judge\n"


@pytest.fixture
def weights(tmp_path):
    """A folder with a card and the files that it names, which are no model at all."""
    folder = tmp_path / "weights"
    folder.mkdir()
    (folder / "judge.json").write_text(json.dumps(CARD), "utf-8")
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def stranger(tmp_path, monkeypatch):
    """A package of somebody else's whose judge cannot even be imported."""
    details = tmp_path / "site" / "stranger_judge-1.4.dist-info"
    details.mkdir(parents=True)
    (details / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: stranger-judge\nVersion: 1.4\n", "utf-8"
    )
    (details / "entry_points.txt").write_text(ENTRY_POINTS, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))


def by_name(weights, **given):
    return {judge.name: judge for judge in installed_judges(Settings(**given), weights=weights)}


def test_ours_come_in_the_order_in_which_they_are_known(weights):
    assert list(by_name(weights)) == list(plugins.BUILT_IN["judges"])


def test_the_local_judge_says_what_its_card_says(weights):
    local = by_name(weights)["local"]

    assert (local.version, local.model, local.languages) == ("7", "c0ffee", ("en",))
    assert local.card.thresholds == CARD["thresholds"]
    assert {one.name: one.measured for one in local.card.figures} == CARD["figures"]
    assert {one.name: one.measured for one in local.card.costs} == CARD["costs"]
    assert (local.card.files, local.card.size) == (
        ("judge.onnx", "weights-1.bin", "vocab.txt"),
        1008,
    )
    assert local.usable


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_was_changed_is_named(name, weights):
    (weights / name).write_bytes(b"something else")

    local = by_name(weights)["local"]

    assert local.usable is False
    assert f"{name} was changed" in local.problem


def test_thresholds_that_were_set_stand_beside_the_fitted_ones(weights):
    local = by_name(weights, judge_thresholds="supported=0.95")["local"]

    assert local.card.chosen == {"supported": 0.95}
    assert local.card.thresholds["supported"] == 0.9


@pytest.mark.parametrize("name", ["judge.json", "judge.onnx", "weights-1.bin"])
def test_a_local_judge_without_one_of_its_files_cannot_be_asked(name, weights):
    (weights / name).unlink()

    local = by_name(weights)["local"]

    assert local.usable is False
    assert local.problem == f"{name} is missing."
    assert "Install" in local.fix


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        "{}",
        "\udcff",
        json.dumps({**CARD, "thresholds": {"supported": "high"}}),
        json.dumps({**CARD, "files": 3}),
        json.dumps({**CARD, "figures": {"eval.wice": 0.7}}),
    ],
)
def test_a_card_that_cannot_be_read_is_a_problem_and_no_error(text, weights):
    (weights / "judge.json").write_bytes(text.encode("utf-8", "surrogateescape"))

    local = by_name(weights)["local"]

    assert local.usable is False
    assert local.problem.startswith("judge.json cannot be read")


def test_a_local_judge_without_its_runtime_says_what_to_install(weights, monkeypatch):
    # A module that is barred this way counts as not installed.
    monkeypatch.setitem(sys.modules, "onnxruntime", None)

    local = by_name(weights)["local"]

    assert (local.usable, local.problem) == (False, "onnxruntime is not installed.")
    assert "pip install onnxruntime" in local.fix
    assert local.card.size == 1008


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({}, "CITATION_LLM_URL and CITATION_LLM_MODEL are not set."),
        ({"llm_url": "http://127.0.0.1:1/v1"}, "CITATION_LLM_MODEL is not set."),
        ({"llm_url": "http://127.0.0.1:1/v1", "llm_model": "m-1"}, ""),
    ],
)
def test_the_judge_that_asks_a_server_needs_to_know_which(given, problem, weights):
    llm = by_name(weights, **given)["llm"]

    assert (llm.problem, llm.usable) == (problem, not problem)
    assert llm.model == given.get("llm_model")


def test_one_judge_is_the_default_and_one_is_in_use(weights):
    judges = by_name(weights, judge="none")

    assert [name for name, judge in judges.items() if judge.default] == ["local"]
    assert [name for name, judge in judges.items() if judge.in_use] == ["none"]


@pytest.mark.parametrize(
    ("given", "used", "why"),
    [
        ({}, "local", "No judge is named, and CITATION_LLM_URL is not set."),
        (
            {"llm_url": "http://127.0.0.1:1/v1"},
            "llm",
            "No judge is named, and CITATION_LLM_URL is set.",
        ),
        ({"llm_url": "http://127.0.0.1:1/v1", "judge": "none"}, "none", "It is named."),
    ],
)
def test_the_judge_in_use_says_why_it_is(given, used, why, weights):
    found = by_name(weights, **given)

    assert {name: one.why for name, one in found.items() if one.in_use} == {used: why}
    assert [name for name, one in found.items() if one.default] == ["local"]


def test_a_strangers_judge_is_named_with_its_package_and_not_loaded(weights, stranger):
    found = by_name(weights)["stranger"]

    assert (found.brought_by, found.version) == ("stranger-judge 1.4", "1.4")
    assert (found.usable, found.languages) == (None, None)


def test_a_stranger_does_not_take_the_name_of_ours(weights, stranger):
    assert by_name(weights)["local"].brought_by.startswith("citation-engine ")


def test_what_is_in_use_may_be_a_strangers(stranger):
    assert judge_in_use(Settings(judge="stranger")).usable is None


def test_a_judge_that_nobody_brings_is_an_error_with_those_there_are():
    with pytest.raises(InvalidSetting, match="no judge called 'oracle'") as caught:
        judge_in_use(Settings(judge="oracle"))

    assert "overlap" in caught.value.fix


def test_the_versions_are_those_that_go_on_the_record(weights):
    judges = by_name(weights)

    for name in ("overlap", "none"):
        assert judges[name].version == plugins.load("judges", name).identity.version


def test_the_runtime_is_not_loaded():
    program = (
        "import sys; from citation_engine.engine.judges import installed_judges\n"
        "installed_judges()\n"
        "print('onnxruntime' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert done.stdout.split() == ["False"] * 2, done.stderr


def test_a_card_that_the_judge_would_refuse_is_not_called_usable(weights):
    limits = {"supported": 0.9, "unsupported": 0.2, "contradicted": 0.8}
    (weights / "judge.json").write_text(json.dumps({**CARD, "thresholds": limits}), "utf-8")

    local = by_name(weights)["local"]

    assert local.usable is False
    assert "judge.json lacks 'spoken'" in local.problem


def test_another_model_is_loaded_from_the_folder_that_is_set(tmp_path):
    folder = tmp_path / "own model"
    shutil.copytree(WEIGHTS, folder)
    said = json.loads((folder / "judge.json").read_text("utf-8"))
    (folder / "judge.json").write_text(json.dumps(said | {"version": "mine"}), "utf-8")
    settings = Settings(judge_model=str(folder))

    judge = plugins.judge_of("local", settings)
    passage = Passage(start=0, end=30, text="Seeds are dried for two weeks.")
    answer = judge.judge([Question("Seeds are dried for two weeks.", passage)])[0]

    assert judge.identity.version.startswith("mine.")
    assert answer.support is Support.SUPPORTED
    assert judge_in_use(settings).version == "mine"


def test_a_folder_without_a_model_is_said_before_anything_is_judged(tmp_path):
    local = judge_in_use(Settings(judge_model=str(tmp_path)))

    assert not local.usable
    assert local.problem == "judge.json is missing."


def test_a_model_folder_that_is_not_there_is_told_with_the_setting_that_names_it(tmp_path):
    judge = plugins.judge_of("local", Settings(judge_model=str(tmp_path / "gone")))
    passage = Passage(start=0, end=30, text="Seeds are dried for two weeks.")

    with pytest.raises(JudgeUnavailable) as told:
        judge.judge([Question("Seeds dry in two weeks.", passage)])

    assert "CITATION_JUDGE_MODEL" in told.value.fix

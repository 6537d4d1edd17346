import hashlib
import json
import math
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from citation_engine.errors import JudgeUnavailable
from citation_engine.verify.judges.local import model as module
from citation_engine.verify.judges.local.decision import Scores
from citation_engine.verify.judges.local.model import LONGEST, PairModel, shared_model
from hanging import must_end
from made_pair_model import (
    CONTRADICTS,
    SUPPORTS,
    TELLING,
    VOCABULARY,
    card,
    make_pair_model,
    write_card,
)


@pytest.fixture
def folder(tmp_path):
    return make_pair_model(tmp_path / "weights")


def test_a_pair_has_the_three_scores_of_the_model(folder):
    model = PairModel(folder)

    assert model.score("It is indeed so.", "It is so.") == Scores(9.0, 2.0, 0.0)
    assert model.score("It is never so, never.", "It is so.") == Scores(0.0, 2.0, 18.0)


def with_second_encoder(folder, *, weight, across=None):
    """A second encoder of the same graph, to which "indeed" reads as "never"."""
    exchanged = {SUPPORTS: CONTRADICTS, CONTRADICTS: SUPPORTS}
    words = [exchanged.get(word, word) for word in VOCABULARY]
    (folder / "other.txt").write_text("\n".join(words) + "\n", "utf-8")
    first = {"graph": "judge.onnx", "vocabulary": "vocab.txt", "weight": 1.0}
    files = card(folder)["files"]
    files["other.txt"] = hashlib.sha256((folder / "other.txt").read_bytes()).hexdigest()
    second = first | {"vocabulary": "other.txt", "weight": weight}
    second |= {} if across is None else {"across": across}
    write_card(folder, encoders=[first, second], files=files)


def test_encoders_answer_together_by_their_weights(folder):
    with_second_encoder(folder, weight=0.5)

    scores = PairModel(folder).score("It is indeed so.", "It is so.")

    assert scores == pytest.approx((6.0, 2.0, 3.0))


def test_a_pair_in_two_languages_is_read_by_those_that_know_both(folder):
    with_second_encoder(folder, weight=0.5, across=0)
    model = PairModel(folder)

    one_language = model.score("It is indeed so, and the tower is of stone.", "It is indeed so.")
    two_languages = model.score("Es ist indeed so, und der Turm ist nicht von Stein.", "It is so.")

    assert one_language.contradicted > 0
    assert two_languages == Scores(9.0, 2.0, 0.0)


def test_a_card_without_an_encoder_for_two_languages_is_refused(folder):
    only = {"graph": "judge.onnx", "vocabulary": "vocab.txt", "weight": 1.0, "across": 0}
    write_card(folder, encoders=[only])

    with pytest.raises(JudgeUnavailable, match="gives no encoder a weight"):
        PairModel(folder).score("a", "b")


def test_a_pair_that_only_the_first_encoder_can_read_whole_is_cut_for_the_others(folder):
    with_second_encoder(folder, weight=1.0)
    # To the second one a word without a piece is as many pieces as it has letters.
    words = [f"{word}s" if word == "tower" else word for word in VOCABULARY]
    (folder / "other.txt").write_text("\n".join(words) + "\n", "utf-8")
    digest = hashlib.sha256((folder / "other.txt").read_bytes()).hexdigest()
    described = json.loads((folder / "judge.json").read_text("utf-8"))
    write_card(
        folder,
        encoders=described["encoders"],
        files=described["files"] | {"other.txt": digest},
    )

    read = PairModel(folder).ids_of("tower " * 400, "It is so.")

    assert [len(ids) for ids in read] == [409, LONGEST]


def test_nothing_is_read_before_the_first_question(tmp_path):
    model = PairModel(tmp_path / "later")

    make_pair_model(tmp_path / "later")

    assert model.score("a", "b") == Scores(0.0, 2.0, 0.0)


def test_the_card_is_read_without_the_weights(folder):
    (folder / "judge.onnx").unlink()
    (folder / "weights-1.bin").unlink()

    card = PairModel(folder).card

    assert (card.version, card.model) == ("7", "0123456789ab")


@pytest.mark.parametrize("name", ["judge.onnx", "weights-1.bin", "vocab.txt"])
def test_a_missing_file_is_said_with_its_name(folder, name):
    (folder / name).unlink()

    with pytest.raises(JudgeUnavailable, match=f"cannot be used: {name} cannot be read") as caught:
        PairModel(folder).score("a", "b")
    assert "Install the package anew" in caught.value.fix


@pytest.mark.parametrize("name", ["judge.onnx", "weights-1.bin", "vocab.txt"])
def test_a_file_that_was_changed_is_not_used(folder, name):
    data = bytearray((folder / name).read_bytes())
    data[-1] ^= 1
    (folder / name).write_bytes(data)

    with pytest.raises(JudgeUnavailable, match=f"{name} was changed, or is not whole"):
        PairModel(folder).score("a", "b")


def test_a_pointer_in_place_of_the_weights_is_not_used(folder):
    (folder / "weights-1.bin").write_text("version https://git-lfs.github.com/spec/v1\n")

    with pytest.raises(JudgeUnavailable, match=r"weights-1\.bin was changed"):
        PairModel(folder).score("a", "b")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "null", '{"version": "1", "model": "x", "files": []}', "\udcff"],
)
def test_a_card_that_cannot_be_used_is_said(folder, text):
    (folder / "judge.json").write_text(text, "utf-8", errors="surrogateescape")

    with pytest.raises(JudgeUnavailable, match=r"judge\.json"):
        _ = PairModel(folder).card


def test_a_card_that_does_not_name_the_graph_is_not_used(folder):
    write_card(folder, files={})

    with pytest.raises(JudgeUnavailable, match=r"does not name judge\.onnx and vocab\.txt"):
        PairModel(folder).score("a", "b")


def test_a_missing_folder_is_said(tmp_path):
    with pytest.raises(JudgeUnavailable, match=r"judge\.json cannot be read"):
        PairModel(tmp_path / "nowhere").score("a", "b")


def test_a_missing_onnxruntime_is_said(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)

    with pytest.raises(JudgeUnavailable, match="onnxruntime cannot be imported"):
        PairModel(folder).score("a", "b")


def test_a_graph_that_is_none_is_said(folder):
    (folder / "judge.onnx").write_bytes(b"nothing of the kind")
    write_card(folder)

    with pytest.raises(JudgeUnavailable, match="onnxruntime cannot load it"):
        PairModel(folder).score("a", "b")


def test_what_is_no_number_is_no_score(tmp_path):
    folder = make_pair_model(tmp_path, TELLING | {"moon": (math.nan, 0.0, 0.0)})

    with pytest.raises(JudgeUnavailable, match="gave no numbers"):
        PairModel(folder).score("the moon", "b")


def test_a_pair_that_does_not_fit_is_refused_and_never_cut(folder):
    model = PairModel(folder)

    model.score("a " * (LONGEST - 5), "b")
    with pytest.raises(ValueError, match="513 pieces"):
        model.score("a " * (LONGEST - 4), "b")


def test_it_is_loaded_once_however_many_threads_ask(folder, monkeypatch):
    made = []
    session = module._session

    def counted(*given):
        made.append(given)
        return session(*given)

    monkeypatch.setattr(module, "_session", counted)
    model = PairModel(folder)
    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(lambda n: model.score(f"indeed {n % 5}", "so"), range(200)))

    assert len(made) == 1
    assert set(found) == {Scores(9.0, 2.0, 0.0)}


FORKED = """
import os, sys
from pathlib import Path
from citation_engine.verify.judges.local.model import PairModel

model = PairModel(Path(sys.argv[1]))
model.score("It is so.", "It is so.")
# As if other threads were at work in this moment.
model._lock.acquire()
model._turns.acquire()
child = os.fork()
if not child:
    model.score("It is indeed so.", "It is so.")
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@must_end
@pytest.mark.skipif(not hasattr(os, "fork"), reason="There is no fork here.")
def test_a_forked_process_asks_the_model_anew(folder):
    command = [sys.executable, "-c", FORKED, str(folder)]

    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "7"


def test_a_pair_is_scored_once(folder):
    model = PairModel(folder)
    first = model.score("It is indeed so.", "It is so.")
    model._session = None
    (folder / "judge.onnx").unlink()

    assert model.score("It is  INDEED so.", "it is so.") == first


def test_scores_are_not_kept_for_ever(folder, monkeypatch):
    monkeypatch.setattr(module, "MOST_KEPT", 10)
    model = PairModel(folder)
    for number in range(50):
        model.score(str(number), "b")

    assert len(model._kept) == 10


def test_all_judges_of_a_process_share_one_model():
    assert shared_model() is shared_model()

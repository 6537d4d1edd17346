import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from citation_engine.model.verdict import Support
from citation_engine.ports import is_waited_for
from citation_engine.testing import question
from citation_engine.verify.check import ask
from citation_engine.verify.judges.local.judge import VERSION, LocalJudge
from citation_engine.verify.judges.local.model import PairModel
from made_pair_model import make_pair_model, write_card

FILLER = "The old tower near the river was built by the firm in the north. " * 60
INDEED = "All of the records are indeed kept by the firm."
NEVER = "All of the records are never kept by the firm."
CLAIM = "The firm keeps the records."


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return make_pair_model(tmp_path_factory.mktemp("weights"))


@pytest.fixture(scope="module")
def judge(folder):
    return LocalJudge(PairModel(folder))


def said(judge, claim, passage, **around):
    return judge.judge([question(claim, passage, **around)])[0]


def test_it_says_who_it_is(judge):
    assert judge.identity.name == "local"
    assert judge.identity.version == f"7.{VERSION}"
    assert judge.identity.model == "0123456789ab"


def test_it_computes_here_and_is_not_asked_several_things_at_once(judge):
    assert not is_waited_for(judge)


def test_what_the_model_is_sure_of_is_supported(judge):
    answer = said(judge, CLAIM, INDEED)

    assert answer.support is Support.SUPPORTED
    assert answer.confidence == 0.999
    assert answer.reason == (
        'The passage says so: "All of the records are indeed kept by the firm".'
    )


def test_the_contrary_is_contradicted(judge):
    answer = said(judge, CLAIM, NEVER)

    assert answer.support is Support.CONTRADICTED
    assert answer.confidence == 0.999
    assert "says otherwise" in answer.reason


def test_what_is_not_there_is_unsupported_and_the_words_are_named(judge):
    answer = said(judge, "The firm keeps gold and silver near the sky.", "The tower is old.")

    assert answer.support is Support.UNSUPPORTED
    assert answer.confidence == 0.893
    assert answer.reason == (
        "The passage does not say this. Nothing in it has: firm, keeps, gold, silver, near, sky."
    )


def test_that_a_passage_in_another_language_does_not_say_it_is_not_judged(judge):
    passage = "Der Turm ist alt, und die Leute, die in der Nähe wohnen, haben ihn nicht gebaut."

    answer = said(judge, "The firm keeps all of the records for ten years.", passage)

    assert answer.support is Support.UNDECIDED
    assert answer.leans is Support.UNSUPPORTED
    assert answer.lacking == ()
    assert answer.reason == (
        "The claim is in another language than the passage: that the passage does not say it is "
        "not judged."
    )


def test_the_middle_is_undecided(judge):
    answer = said(judge, CLAIM, "The records are perhaps kept by the firm.")

    assert answer.support is Support.UNDECIDED
    assert answer.confidence is None
    assert "not clear" in answer.reason


def test_words_around_the_passage_are_read_and_named_but_carry_nothing(judge):
    answer = said(judge, CLAIM, "The tower is old.", before=f"{INDEED} ", after=" It is red.")

    assert answer.support is Support.UNDECIDED
    assert answer.reason.startswith("Another sentence than the cited one says this")
    assert "indeed kept" in answer.reason


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_sentence_is_found_anywhere_in_a_long_passage(judge, place):
    parts = [FILLER, FILLER]
    parts.insert(place, f"{INDEED} ")

    answer = said(judge, CLAIM, "".join(parts))

    assert answer.support is Support.SUPPORTED
    assert answer.reason.startswith('The passage says so: "All of the records')


def test_one_sentence_of_two_is_a_part(tmp_path):
    folder = make_pair_model(
        tmp_path, {"cat": (9.0, 0.0, 0.0), "dog": (0.0, 9.0, 0.0), "moon": (0.0, 0.0, 9.0)}
    )
    judge = LocalJudge(PairModel(folder))

    answer = said(judge, "The cat sat there all day. The dog sat on the mat.", "It is so.")

    assert answer.support is Support.PARTIAL
    assert answer.confidence is None
    assert 'it does not carry "The dog sat on the mat"' in answer.reason


def test_the_same_words_are_supported_without_the_model(judge, tmp_path):
    without = LocalJudge(PairModel(tmp_path / "nowhere"))

    assert said(without, INDEED, INDEED).support is Support.SUPPORTED
    german = "Unterlagen sind zehn Jahre aufzubewahren."
    assert said(judge, german, german).support is Support.SUPPORTED


def test_other_languages_are_undecided_and_named(judge):
    answer = said(judge, "Le ciel est bleu dans la ville.", f"Indeed {INDEED}")

    assert answer.support is Support.UNDECIDED
    assert answer.reason == "The claim reads as French, which is not judged."


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("", "The claim says nothing."),
        (" \n", "The claim says nothing."),
        ("...", "The claim says nothing."),
        ("[1]", "The claim says nothing."),
        ("\x00\u202e", "The claim says nothing."),
        ("Are the records kept?", "The claim is a question, which states nothing."),
        ("The firm keeps it. Are the records kept?", "The claim is a question"),
        ("the records are kept " * 50_000, "The claim is too long"),
        ("the records are kept " * 100, "The claim is too long"),
    ],
)
def test_a_claim_that_states_nothing_is_undecided(judge, claim, reason):
    answer = said(judge, claim, INDEED)

    assert answer.support is Support.UNDECIDED
    assert answer.reason.startswith(reason)


@pytest.mark.parametrize("passage", ["", " ", "---", "\x00", "!!!"])
def test_a_passage_without_words_decides_nothing(judge, passage):
    answer = said(judge, CLAIM, passage)

    assert answer.support is Support.UNDECIDED
    assert answer.reason == "The passage has no words."


HOSTILE = (
    "\x00\x07\x1b[31m the records",
    "\ud800 the \udfff",
    "\u202eterces si siht\u202c the",
    "records",
    "e\u0301\u0301\u0301" * 50,
    "def f(x):\n    return {x: [1, 2]}  # the records are kept",
    "| year | tax |\n|---|---|\n| 1998 | 10 |\n| 1999 | 11 |",
    "<script>alert('the records')</script>",
    "</s></s> the [UNK] <s> records",
    "a" * 4_000,
    "." * 5_000,
    "the " * 1_100,
)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_odd_texts_are_answered(judge, text):
    for claim, passage in ((text, INDEED), (CLAIM, text), (text, text), (text, text * 20)):
        answer = said(judge, claim, passage)

        assert answer.support in Support
        assert answer.reason
        assert len(answer.reason) < 700


def questions():
    claims = [CLAIM, "The tower is old. The firm is new.", "Der Turm ist alt.", "It is red.", ""]
    passages = [INDEED, NEVER, FILLER, f"{FILLER}{INDEED}", "Der Turm ist alt.", "Perhaps it is."]
    return [question(claim, passage) for claim in claims for passage in passages]


def test_an_answer_depends_on_its_question_alone(folder, judge):
    asked = questions()
    alone = [LocalJudge(PairModel(folder)).judge([one])[0] for one in asked]
    order = list(range(len(asked)))
    random.Random(7).shuffle(order)

    assert judge.judge(asked) == alone
    assert judge.judge([asked[n] for n in order]) == [alone[n] for n in order]


def test_many_threads_get_the_same_answers(folder):
    asked = questions()
    judge = LocalJudge(PairModel(folder))

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: judge.judge(asked), range(8)))

    assert all(one == found[0] for one in found)
    assert found[0] == LocalJudge(PairModel(folder, threads=1)).judge(asked)


def test_an_assessment_says_what_the_judgement_rests_on(judge):
    for one in questions():
        found = judge.assess(one)

        assert found.judgement == judge.judge([one])[0]
        if found.judgement.confidence is not None:
            assert found.probabilities is not None
            assert found.measured is not None


def test_an_assessment_asks_the_model_also_where_words_decide(judge):
    found = judge.assess(question(INDEED, INDEED))

    assert found.judgement.support is Support.SUPPORTED
    assert found.judgement.confidence is None
    assert found.probabilities.supported > 0.9


def test_without_its_files_it_is_out_of_reach_and_says_why(tmp_path):
    judge = LocalJudge(PairModel(tmp_path))

    answer = ask([question(CLAIM, INDEED)], judge)[0]

    assert answer.support is Support.UNREACHABLE
    assert "judge.json cannot be read" in answer.reason
    assert judge.identity.name == "local"
    assert judge.identity.model is None


def test_other_numbers_on_the_card_give_other_answers(tmp_path):
    folder = make_pair_model(tmp_path)
    limits = {"supported": 0.9999, "unsupported": 0.4, "contradicted": 0.9, "spoken": 0.0}
    write_card(folder, thresholds=limits)

    assert said(LocalJudge(PairModel(folder)), CLAIM, INDEED).support is Support.UNDECIDED


def test_an_altered_model_is_said_with_what_to_do(tmp_path):
    folder = make_pair_model(tmp_path, {"cat": (9.0, 0.0, 0.0)})
    (folder / "judge.onnx").write_bytes(b"altered")

    (answer,) = ask([question("A cat sat.", "The cat sits.")], LocalJudge(PairModel(folder)))

    assert answer.support is Support.UNREACHABLE
    assert "judge.onnx was changed" in answer.reason
    assert "Install the package anew" in answer.reason

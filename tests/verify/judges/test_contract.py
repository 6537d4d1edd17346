"""Every judge of ours keeps to the contract that strangers' judges are tested with."""

import json

import pytest

from citation_engine.errors import JudgeUnavailable
from citation_engine.llm.openai_compatible import OpenAICompatible
from citation_engine.model.verdict import JudgeIdentity, Judgement, Support
from citation_engine.ports import Reply
from citation_engine.testing import FakeJudge, JudgeContract
from citation_engine.verify.judges.llm import LlmJudge
from citation_engine.verify.judges.local.judge import LocalJudge
from citation_engine.verify.judges.local.model import PairModel
from citation_engine.verify.judges.none import NoJudge
from citation_engine.verify.judges.overlap import OverlapJudge
from made_pair_model import make_pair_model
from scripted_model import always, serving


class TestNoJudge(JudgeContract):
    def make_judge(self):
        return NoJudge()


class TestOverlapJudge(JudgeContract):
    def make_judge(self):
        return OverlapJudge()


class TestLocalJudge(JudgeContract):
    @pytest.fixture(autouse=True)
    def weights(self, tmp_path):
        self.folder = make_pair_model(tmp_path)

    def make_judge(self):
        return LocalJudge(PairModel(self.folder))


class TestLocalJudgeInThePackage(JudgeContract):
    def make_judge(self):
        return LocalJudge()


class TestLocalJudgeWithoutItsFiles(JudgeContract):
    @pytest.fixture(autouse=True)
    def nowhere(self, tmp_path):
        self.folder = tmp_path / "nowhere"

    def make_judge(self):
        return LocalJudge(PairModel(self.folder))


class TestFakeJudge(JudgeContract):
    def make_judge(self):
        return FakeJudge("partial")


class TestFakeJudgeOutOfReach(JudgeContract):
    def make_judge(self):
        judge = FakeJudge(available=False)
        judge.judge = lambda questions: FakeJudge.judge(judge, questions) if questions else []
        return judge


class TestLlmJudge(JudgeContract):
    @pytest.fixture(autouse=True)
    def server(self):
        with serving(always("contradicted")) as server:
            self.url = server.url
            yield

    def make_judge(self):
        return LlmJudge(OpenAICompatible(self.url, "m"))


class Model:
    """A language model of ours that answers what it is told, whatever it is asked."""

    name = "said"

    def __init__(self, text):
        self.text = text

    def complete(self, messages, *, schema=None, most_tokens=None):
        if isinstance(self.text, Exception):
            raise self.text
        return Reply(self.text)


@pytest.mark.parametrize("text", ["", "nonsense", json.dumps({"verdicts": []}), KeyError("x")])
class TestLlmJudgeWithABrokenModel(JudgeContract):
    @pytest.fixture(autouse=True)
    def said(self, text):
        self.text = text

    def make_judge(self):
        return LlmJudge(Model(self.text))


# The contract itself notices what breaks it. --------------------------------------------------


class Stub:
    identity = JudgeIdentity(name="stub")

    def judge(self, questions):
        return [Judgement(support=Support.UNDECIDED) for _ in questions]


def broken_contract(judge, check):
    class Contract(JudgeContract):
        def make_judge(self):
            return judge

    with pytest.raises((AssertionError, ValueError, JudgeUnavailable)):
        getattr(Contract(), check)()


def test_the_contract_notices_a_judge_that_breaks_it():
    class OneTooFew(Stub):
        def judge(self, questions):
            return super().judge(questions)[1:]

    class Raises(Stub):
        def judge(self, questions):
            raise ValueError(questions)

    class Backwards(Stub):
        def judge(self, questions):
            supports = [
                Support.SUPPORTED if "ten" in q.claim else Support.PARTIAL for q in questions
            ]
            return [Judgement(support=one) for one in reversed(supports)]

    class Changes(Stub):
        def judge(self, questions):
            self.identity = JudgeIdentity(name="another")
            return super().judge(questions)

    class Nameless(Stub):
        identity = JudgeIdentity(name="")

    class Words(Stub):
        def judge(self, questions):
            return ["supported" for _ in questions]

    broken_contract(OneTooFew(), "test_every_question_gets_its_own_answer_in_order")
    broken_contract(Raises(), "test_odd_characters_are_answered")
    broken_contract(Raises(), "test_many_threads_may_use_it_at_once")
    broken_contract(Raises(), "test_no_question_gets_no_answer")
    broken_contract(Backwards(), "test_every_question_gets_its_own_answer_in_order")
    broken_contract(Changes(), "test_it_is_a_judge_with_a_name_that_stays")
    broken_contract(Nameless(), "test_it_is_a_judge_with_a_name_that_stays")
    broken_contract(Words(), "test_long_texts_are_answered")
    broken_contract(FakeJudge(available=False), "test_no_question_gets_no_answer")

"""
A real llama.cpp server is spoken to rightly.

Only the shape of what it answers is looked at: the model is far too small to judge.
"""

import pytest

import llama_server
from citation_engine import CitationEngine, Settings
from citation_engine.errors import JudgeUnavailable, VerificationTimeout
from citation_engine.llm.openai_compatible import Dialect, OpenAICompatible, ReplyForm
from citation_engine.model.verdict import Support
from citation_engine.ports import Message
from citation_engine.testing import question
from citation_engine.verify.judges.llm import LlmJudge
from citation_engine.verify.judges.prompts import VERDICTS

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("llama")]

QUESTIONS = [
    question("Records are kept for ten years.", "Records are kept for ten years."),
    question("Der Himmel ist grün.", "Unterlagen sind zehn Jahre aufzubewahren."),
]


@pytest.fixture(scope="module")
def server():
    with llama_server.running() as address:
        yield address


def test_a_real_model_is_held_to_the_form_and_its_tokens_are_counted(server):
    judge = LlmJudge(OpenAICompatible(server, "smollm2", seconds=150))

    answers = judge.judge(QUESTIONS)

    assert [type(answer.support) for answer in answers] == [Support, Support]
    assert all(answer.support in (*VERDICTS, Support.UNREACHABLE) for answer in answers)
    assert any(answer.reason.startswith("The model says: ") for answer in answers)
    assert judge.usage.calls >= 1
    assert judge.usage.input_tokens > 300
    assert judge.usage.output_tokens > 10
    assert judge.usage.uncounted == 0


def test_a_real_model_is_asked_about_several_claims_at_once(server):
    judge = LlmJudge(OpenAICompatible(server, "smollm2", seconds=150))

    answers = judge.judge([one._replace(source=1) for one in QUESTIONS])

    assert len(answers) == len(QUESTIONS)
    assert all(answer.support in (*VERDICTS, Support.UNREACHABLE) for answer in answers)
    # Together, and those alone that were left out.
    assert 1 <= judge.usage.calls <= 1 + len(QUESTIONS)
    assert judge.usage.questions == len(QUESTIONS)


@pytest.mark.parametrize("form", [ReplyForm.UNBOUNDED_SCHEMA, ReplyForm.OBJECT, ReplyForm.TEXT])
def test_a_real_server_takes_every_form_we_fall_back_to(server, form):
    schema = {
        "type": "object",
        "properties": {"word": {"type": "string", "maxLength": 5}},
        "required": ["word"],
        "additionalProperties": False,
    }
    model = OpenAICompatible(server, "smollm2", seconds=150)
    model._dialect = Dialect(form=form)

    reply = model.complete(
        [Message("user", "Answer in JSON, with one word.")], schema=schema, most_tokens=12
    )

    assert reply.text
    assert reply.output_tokens <= 12
    assert model._dialect.form is form


def test_a_question_longer_than_the_models_context_is_said(server):
    model = OpenAICompatible(server, "smollm2", seconds=150)

    with pytest.raises(JudgeUnavailable, match="status 400"):
        model.complete([Message("user", "word " * 9_000)])


def test_a_real_server_that_takes_too_long_is_left_in_time(server):
    model = OpenAICompatible(server, "smollm2", seconds=0.3)
    # The model may answer a short question at once; this one has it read for seconds.
    question = " ".join(f"{number}," for number in range(600)) + " and so on."

    with pytest.raises(VerificationTimeout):
        model.complete([Message("user", question)], most_tokens=300)


def test_a_citation_is_judged_by_a_real_model_and_the_record_says_so(server):
    settings = Settings(judge="llm", llm_url=server, llm_model="smollm2", llm_seconds=150)
    with CitationEngine(":memory:", settings=settings) as engine:
        law = engine.add_text("Records are kept for ten years.", name="law")
        result = engine.cite("Records are kept.", law, quote="kept for ten years")
        absent = engine.cite("Records are kept.", law, quote="kept for two years")

    assert result.verdict.judge.model == "smollm2"
    assert result.verification_status in {"verified", "unverified", "failed", "pending"}
    assert absent.verification_status == "failed"

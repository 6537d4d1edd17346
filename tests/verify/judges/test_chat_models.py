"""Chat models of frameworks, told by what they can do and not by where they come from."""

import json
import threading
from types import SimpleNamespace

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage

from citation_engine import CitationEngine
from citation_engine.errors import JudgeUnavailable, VerificationTimeout
from citation_engine.testing import question
from citation_engine.verify.judges.llm import LlmJudge
from citation_engine.verify.judges.prompts import ids_for
from hanging import must_end

PASSAGE = "The passage."
QUESTIONS = [question("Claim 1.", PASSAGE), question("Claim 2.", PASSAGE)]
ANSWER = {
    "verdicts": [
        {"id": id, "reason": "r", "verdict": verdict}
        for id, verdict in zip(ids_for(QUESTIONS), ("supported", "contradicted"), strict=True)
    ]
}
ALONE = {"verdicts": [{"id": "1", "reason": "It says so.", "verdict": "supported"}]}
COUNTS = {"input_tokens": 7, "output_tokens": 3, "total_tokens": 10}


def message(content):
    return SimpleNamespace(content=content, usage_metadata=COUNTS)


class Chat:
    """The face of a LangChain chat model: `invoke` with pairs of role and text."""

    model_name = "chat-1"

    def __init__(self, content):
        self.content = content
        self.asked = []

    def invoke(self, messages):
        self.asked.append(messages)
        if isinstance(self.content, Exception):
            raise self.content
        return message(self.content)


class StructuredChat(Chat):
    """One that can be held to a form."""

    parsed: object = ANSWER

    def with_structured_output(self, schema, *, include_raw=False):
        assert include_raw
        assert schema["title"]
        self.schema = schema

        def invoke(messages):
            return {"raw": self.invoke(messages), "parsed": self.parsed, "parsing_error": None}

        return SimpleNamespace(invoke=invoke)


class UnstructuredChat(Chat):
    """One that says that it cannot."""

    tried = 0

    def with_structured_output(self, schema, **_):
        self.tried += 1
        raise NotImplementedError


def supports(judge):
    return [answer.support for answer in judge.judge(QUESTIONS)]


@pytest.mark.parametrize(
    "content",
    [json.dumps(ANSWER), [{"type": "text", "text": json.dumps(ANSWER)}], [json.dumps(ANSWER)]],
)
def test_a_model_with_invoke_is_asked_in_pairs_of_role_and_text(content):
    chat = Chat(content)
    judge = LlmJudge(chat)

    assert supports(judge) == ["supported", "contradicted"]
    assert [role for role, _ in chat.asked[0]] == ["system", "user"]
    assert judge.identity.model == "chat-1"
    assert (judge.usage.input_tokens, judge.usage.output_tokens) == (7, 3)


def test_a_model_that_can_be_held_to_a_form_is():
    chat = StructuredChat("")

    assert supports(LlmJudge(chat)) == ["supported", "contradicted"]
    assert chat.schema["properties"]["verdicts"]["minItems"] == 2


def test_what_could_not_be_parsed_is_read_from_the_words_themselves():
    chat = StructuredChat(json.dumps(ANSWER))
    chat.parsed = None

    assert supports(LlmJudge(chat)) == ["supported", "contradicted"]


def test_a_model_that_cannot_is_asked_plainly_and_not_tried_again():
    chat = UnstructuredChat(json.dumps(ANSWER))
    judge = LlmJudge(chat)
    supports(judge)

    judge.judge([question("Another.", "Passage.")])

    assert chat.tried == 1
    assert len(chat.asked) == 2


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (RuntimeError("rate limit, key sk-1"), JudgeUnavailable),
        (TimeoutError(), VerificationTimeout),
        (type("APITimeoutError", (Exception,), {})(), VerificationTimeout),
    ],
)
def test_whatever_a_model_raises_is_an_error_of_ours_without_its_words(error, kind):
    with pytest.raises(kind) as caught:
        LlmJudge(Chat(error)).judge(QUESTIONS)

    assert "sk-1" not in str(caught.value)


@must_end
def test_a_model_that_hangs_is_left_at_the_deadline():
    let_go = threading.Event()

    class Hanging(Chat):
        def invoke(self, messages):
            let_go.wait()

    with pytest.raises(VerificationTimeout, match=r"within 0\.1 seconds"):
        LlmJudge(Hanging(""), seconds=0.1).judge(QUESTIONS)
    let_go.set()


@pytest.mark.parametrize(
    ("attributes", "name"),
    [
        ({"model_name": "a"}, "a"),
        ({"model_name": None, "model": "b"}, "b"),
        ({"model_name": "", "model_id": "c"}, "c"),
        ({"model_name": None}, "Chat"),
    ],
)
def test_a_model_is_called_by_the_name_it_gives_itself(attributes, name):
    chat = Chat("")
    vars(chat).update(attributes)

    assert LlmJudge(chat).identity.model == name


@pytest.mark.parametrize("odd", [None, 5, {"a": 1}, b"bytes", message(None), message(5)])
def test_an_answer_in_a_shape_nobody_knows_is_no_answer(odd):
    class Odd(Chat):
        def invoke(self, messages):
            return odd

    answers = LlmJudge(Odd("")).judge(QUESTIONS[:1])

    assert [answer.support for answer in answers] == ["unreachable"]


def test_an_engine_takes_a_chat_model_as_its_judge():
    with CitationEngine(":memory:", judge=Chat(json.dumps(ALONE))) as engine:
        law = engine.add_text("Records are kept for ten years.", name="law")
        result = engine.cite("A decade.", law, quote="kept for ten years")

    assert result.verification_status == "verified"
    assert result.verdict.judge.model == "chat-1"


# LangChain's own -------------------------------------------------------------------------------


def langchain_model(*answers):
    said = (AIMessage(content=answer, usage_metadata=COUNTS) for answer in answers)
    return GenericFakeChatModel(messages=said)


def test_a_langchain_chat_model_is_a_judge():
    judge = LlmJudge(langchain_model(json.dumps(ANSWER)))

    assert supports(judge) == ["supported", "contradicted"]
    assert (judge.usage.input_tokens, judge.usage.output_tokens) == (7, 3)


def test_a_langchain_chat_model_handed_to_the_engine_judges_its_citations():
    model = langchain_model(json.dumps(ALONE))
    with CitationEngine(":memory:", agent=model) as engine:
        engine.add_text("Records are kept for ten years.", name="law")
        result = engine.cite("Records are kept for ten years.", "S1", quote="kept for ten years")

    assert result.verification_status == "verified"
    assert result.verdict.judge.model == "GenericFakeChatModel"


def test_a_langchain_chat_model_that_fails_leaves_the_citation_pending():
    with CitationEngine(":memory:", agent=langchain_model()) as engine:
        engine.add_text("Records are kept for ten years.", name="law")
        result = engine.cite("Records are kept for ten years.", "S1", quote="kept for ten years")

    assert result.verification_status == "pending"

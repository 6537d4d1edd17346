"""A model on a server: asked over a real socket, and every failure a sentence in time."""

import gzip
import json
import time
from email.utils import formatdate

import pytest

from citation_engine.breaker import Breaker
from citation_engine.errors import JudgeError, JudgeUnavailable, VerificationTimeout
from citation_engine.llm import openai_compatible
from citation_engine.llm.openai_compatible import OpenAICompatible
from citation_engine.ports import LanguageModel, Message
from hanging import must_end
from scripted_model import Answer, chat, serving

HELLO = [Message("system", "Be brief."), Message("user", "Hello, wörld \ud800")]
AN_HOUR = 3_600
SCHEMA = {"type": "object", "properties": {"a": {"type": "string", "maxLength": 5}}}


def error(status, message="", **headers):
    return Answer({"error": {"message": message, "code": status}}, status=status, headers=headers)


def model_at(url, waits=None, **options):
    options.setdefault("seconds", 100)
    wait = (lambda seconds: None) if waits is None else waits.append
    return OpenAICompatible(url, "m-1", wait=wait, **options)


def failure(*answers, **options):
    """How asking a server with these answers fails, and what the server saw."""
    with serving(*answers) as server, pytest.raises(JudgeError) as caught:
        model_at(server.url, **options).complete(HELLO, schema=SCHEMA)
    return caught.value, server


def test_a_question_goes_out_as_the_protocol_has_it_and_the_answer_comes_back():
    with serving(chat("Hi.")) as server:
        model = model_at(server.url, key="sk-1")
        reply = model.complete(HELLO, schema=SCHEMA, most_tokens=50)

    assert isinstance(model, LanguageModel)
    assert (reply.text, reply.refused) == ("Hi.", False)
    assert (reply.input_tokens, reply.output_tokens) == (100, 20)
    sent = server.requests[0]
    assert server.paths == ["/v1/chat/completions"]
    assert server.headers[0]["authorization"] == "Bearer sk-1"
    assert [m["content"] for m in sent["messages"]] == [message.text for message in HELLO]
    assert (sent["model"], sent["temperature"], sent["max_tokens"]) == ("m-1", 0, 50)
    assert sent["stream"] is False
    assert sent["response_format"]["json_schema"]["schema"] == SCHEMA


def test_without_a_key_none_is_sent_and_the_environment_is_not_asked(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-from-outside")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")

    with serving(chat("Hi.")) as server:
        model_at(server.url).complete(HELLO)

    assert "authorization" not in server.headers[0]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("plain", "plain"),
        ([{"type": "text", "text": "in "}, {"type": "text", "text": "parts"}], "in parts"),
    ],
)
def test_the_text_may_come_whole_or_in_parts(content, text):
    with serving(chat(content)) as server:
        assert model_at(server.url).complete(HELLO).text == text


@pytest.mark.parametrize(
    "answer",
    [
        chat(None, refusal="I cannot help with that."),
        Answer({"choices": [{"message": {"content": ""}, "finish_reason": "content_filter"}]}),
    ],
)
def test_a_model_that_declines_is_told_apart_from_one_that_is_not_reached(answer):
    with serving(answer) as server:
        assert model_at(server.url).complete(HELLO).refused


@pytest.mark.parametrize("usage", [None, [], {"prompt_tokens": "many"}, {"prompt_tokens": -1}])
def test_counts_that_are_missing_or_odd_are_unknown(usage):
    body = json.loads(chat("Hi.").data) | {"usage": usage}

    with serving(Answer(body)) as server:
        reply = model_at(server.url).complete(HELLO)

    assert (reply.input_tokens, reply.output_tokens) == (None, None)


# What servers do not take ---------------------------------------------------------------------


def test_a_server_without_bounded_schemas_gets_an_unbounded_one():
    def answer(request):
        if "maxLength" in json.dumps(request):
            return error(400, "Invalid schema for response_format: 'maxLength' is not permitted.")
        return chat("Hi.")

    with serving(answer) as server:
        model_at(server.url).complete(HELLO, schema=SCHEMA)

    sent = server.requests[-1]["response_format"]["json_schema"]["schema"]
    assert sent == {"type": "object", "properties": {"a": {"type": "string"}}}


def test_a_server_without_schemas_is_asked_for_any_object_then_for_text():
    def answer(request):
        if "response_format" in request:
            return error(500, "response_format must be 'text'")
        return chat("Hi.")

    with serving(answer) as server:
        model = model_at(server.url)
        model.complete(HELLO, schema=SCHEMA)
        model.complete(HELLO, schema=SCHEMA)

    forms = [r.get("response_format", {}).get("type") for r in server.requests]
    # What was learned from the first request is kept for the second.
    assert forms == ["json_schema", "json_object", None, None]


def test_a_server_with_other_names_is_spoken_to_in_its_own():
    def answer(request):
        if "max_tokens" in request:
            return error(400, "Use 'max_completion_tokens' instead of 'max_tokens'.")
        if "temperature" in request:
            return error(400, "Unsupported value: 'temperature' does not support 0.")
        return chat("Hi.")

    with serving(answer) as server:
        model_at(server.url).complete(HELLO, most_tokens=9)

    assert server.requests[-1]["max_completion_tokens"] == 9
    assert "temperature" not in server.requests[-1]


def test_a_server_that_always_complains_is_left_after_a_few_tries():
    _, server = failure(error(400, "bad json_schema and temperature, use max_completion_tokens"))

    assert len(server.requests) <= openai_compatible.MOST_LEARNED + 1


# What goes wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 529])
def test_a_passing_failure_is_tried_again(status):
    waits = []

    with serving(error(status, "busy"), chat("Hi.")) as server:
        reply = model_at(server.url, waits).complete(HELLO)

    assert reply.text == "Hi."
    assert len(server.requests) == 2
    assert len(waits) == 1
    assert 0 < waits[0] <= openai_compatible.FIRST_PAUSE


def test_the_server_is_given_the_time_it_asks_for():
    later = formatdate(time.time() + 80, usegmt=True)
    waits = []

    answers = [error(429, "", **{"Retry-After": v}) for v in ("2", later)]
    with serving(*answers, chat("Hi.")) as server:
        model_at(server.url, waits).complete(HELLO)

    assert waits[0] == 2
    assert 2 < waits[1] <= 80


@pytest.mark.parametrize("asked", ["120", "999999999", "a date"])
def test_a_wait_that_is_too_long_is_not_waited(asked):
    waits = []
    asked = formatdate(time.time() + 9_999) if asked == "a date" else asked

    said, server = failure(error(429, "slow down", **{"Retry-After": asked}), waits=waits)

    assert "asks to wait" in said.message
    assert waits == []
    assert len(server.requests) == 1


@pytest.mark.parametrize("asked", ["soon", "-5", "1e9", "", "²"])
def test_a_wait_that_cannot_be_read_is_an_ordinary_one(asked):
    waits = []

    with serving(error(503, "", **{"Retry-After": asked}), chat("Hi.")) as server:
        model_at(server.url, waits).complete(HELLO)

    assert waits[0] <= openai_compatible.FIRST_PAUSE


def test_a_failure_that_stays_is_said_after_three_attempts():
    said, server = failure(error(500, "the GPU is on fire"))

    assert "status 500: the GPU is on fire." in said.message
    assert len(server.requests) == openai_compatible.ATTEMPTS


def test_a_server_that_is_not_there_is_said():
    with pytest.raises(JudgeUnavailable, match="could not be reached"):
        model_at("http://127.0.0.1:1/v1").complete(HELLO)


@must_end
def test_a_server_that_hangs_is_left_at_the_deadline():
    said, server = failure(Answer(silence=AN_HOUR), seconds=0.4)

    assert isinstance(said, VerificationTimeout)
    assert "within 0.4 seconds" in said.message
    # A busy server may not have read the one request by then.
    assert len(server.requests) <= 1


@must_end
@pytest.mark.parametrize("drip", [0.05, AN_HOUR])
def test_an_answer_that_drips_or_stops_is_left_at_the_deadline(drip):
    answer = chat("x" * 100_000)
    answer.drip = drip

    said, _ = failure(answer, seconds=0.5)

    assert isinstance(said, VerificationTimeout)
    assert "within 0.5 seconds" in said.message


def test_an_answer_that_is_cut_is_asked_for_again():
    cut = chat("Hi.")
    cut.cut_after = 40

    with serving(cut, chat("Hi.")) as server:
        assert model_at(server.url).complete(HELLO).text == "Hi."

    assert len(server.requests) == 2


def test_a_huge_answer_is_not_read_to_its_end():
    body = b" " * (openai_compatible.MOST_BYTES + 100_000)

    said, _ = failure(Answer(body))

    assert "more than 2,097,152 bytes" in said.message


def test_a_packed_answer_is_not_unpacked():
    packed = gzip.compress(b" " * 50_000_000)

    said, server = failure(Answer(packed, headers={"Content-Encoding": "gzip"}))

    assert "packs its answer" in said.message
    assert server.headers[0]["accept-encoding"] == "identity"


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(status):
    with serving(chat("I am another server.")) as other:
        moved = Answer(b"", status=status, headers={"Location": f"{other.url}/chat/completions"})
        said, _ = failure(moved, key="sk-1")

    assert other.requests == []
    assert "redirects" in said.message
    assert "CITATION_LLM_URL" in said.fix


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "not JSON"),
        (b"<html>Welcome</html>", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b'{"choices": [', "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"9" * 10_000, "not JSON"),
        (b'data: {"choices": []}\n\ndata: [DONE]\n\n', "not JSON"),
        (b"[]", "not a JSON object"),
        (b"null", "not a JSON object"),
        (b"{}", "no choices"),
        (b'{"choices": []}', "no choices"),
        (b'{"choices": ["x"]}', "no choices"),
        (b'{"choices": [{}]}', "no message"),
        (b'{"choices": [{"message": "hi"}]}', "no message"),
        (b'{"choices": [{"message": {"content": null}}]}', "no text"),
        (b'{"choices": [{"message": {"content": 7}}]}', "no text"),
        (b'{"choices": [{"message": {"content": [{"type": "image"}, 3]}}]}', "no text"),
    ],
)
def test_what_is_no_answer_is_said_not_guessed(body, said):
    error, _ = failure(Answer(body))

    assert isinstance(error, JudgeUnavailable)
    assert said in error.message


def test_an_answer_with_the_wrong_content_type_is_read_by_what_it_is():
    good = chat("Hi.")
    good.headers["Content-Type"] = "text/html; charset=latin-1"

    with serving(good) as server:
        assert model_at(server.url).complete(HELLO).text == "Hi."


@pytest.mark.parametrize("status", [400, 402, 404, 410, 413, 422])
def test_a_lasting_failure_is_not_tried_again(status):
    said, server = failure(error(status, "model `m-1` was not found"))

    assert f"status {status}: model `m-1` was not found." in said.message
    assert len(server.requests) == 1
    assert "CITATION_LLM_MODEL" in said.fix


@pytest.mark.parametrize("status", [401, 403, 400, 500])
def test_the_key_is_never_shown(status, caplog):
    with serving(error(status, "You sent Bearer sk-very-secret, which is wrong.")) as server:
        model = model_at(server.url, key="sk-very-secret")
        with pytest.raises(JudgeUnavailable) as caught:
            model.complete(HELLO)

    shown = f"{caught.value!r} {caught.value} {caught.value.as_dict()} {model!r} {caplog.text}"
    assert "sk-very-secret" not in shown


@pytest.mark.parametrize(
    "body", [b"", b"oops", b"[1]", b'{"error": 5}', b'{"error": {"message": {"a": 1}}}', b'{"a":1}']
)
def test_an_error_in_any_shape_is_a_sentence(body):
    said, _ = failure(Answer(body, status=418))

    assert "status 418" in said.message


# A server that is down ------------------------------------------------------------------------


def test_a_server_that_keeps_failing_is_left_alone_and_tried_now_and_then():
    now = [0.0]
    breaker = Breaker(failures=2, pause=10, clock=lambda: now[0])
    with serving(error(404, "no such model"), error(404, ""), chat("Hi.")) as server:
        model = model_at(server.url, breaker=breaker)
        for _ in range(2):
            with pytest.raises(JudgeError):
                model.complete(HELLO)
        with pytest.raises(JudgeUnavailable, match="left alone a while"):
            model.complete(HELLO)
        asked_while_open = len(server.requests)
        now[0] = 10.0
        reply = model.complete(HELLO)

    assert asked_while_open == 2
    assert reply.text == "Hi."
    assert breaker.allows(model._url)

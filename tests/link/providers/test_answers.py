"""Every form is recognised and read, whole and streamed, and damage neither raises nor loses."""

import contextlib
import copy
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.errors import InvalidInput
from citation_engine.link.providers.answers import PROVIDERS, read_answer
from citation_engine.model.draft import Answer
from citation_engine.model.passage import Span
from link.providers.payloads import FORMS, QUOTE, Case

FIXTURES = Path(__file__).parent / "fixtures"
TRUTH = json.loads((FIXTURES / "_truth.json").read_text("utf-8"))
STREAMED = [name for name, made in FORMS.items() if made.stream]

characters = st.sampled_from("aZ §ä–📚😀\u0301中.\n") | st.characters(codec="utf-8")
texts = st.text(characters, min_size=1, max_size=40)


def is_known(data):
    """Whether the form of this is that of a provider."""
    try:
        read_answer(data)
    except InvalidInput:
        return False
    return True


@st.composite
def cases(draw):
    """A text with a stretch in it that is not empty, and cuts anywhere."""
    text = draw(texts.filter(lambda one: one.strip()))
    start = draw(st.integers(0, len(text) - 1))
    end = draw(st.integers(start + 1, len(text)))
    cuts = draw(st.lists(st.integers(0, len(text)), max_size=4))
    return Case(text, start, end, tuple(cuts))


def fixture(name):
    return json.loads((FIXTURES / f"{name}.json").read_text("utf-8"))


def without_warnings(answer: Answer) -> Answer:
    return answer.model_copy(update={"warnings": ()})


def words_cited(answer: Answer) -> list[str | None]:
    return [one.span.of(answer.text) if one.span else None for one in answer.citations]


def hold_together(answer: Answer) -> None:
    """What is true of every answer, however it came about."""
    keys = [source.key for source in answer.sources]
    assert len(keys) == len(set(keys))
    for citation in answer.citations:
        assert citation.source in keys
        assert citation.warnings or citation.span is not None
        if citation.span is not None:
            assert citation.span.end <= len(answer.text)
    answer.model_dump_json()


@pytest.mark.parametrize(
    ("name", "provider", "cited"),
    [
        ("anthropic_message", "anthropic", 5),
        ("bedrock_converse_content", "bedrock", 1),
        ("bedrock_kb_retrieve_and_generate", "bedrock", 1),
        ("cohere_v2_message", "cohere", 2),
        ("gemini_candidate", "gemini", 3),
        ("google_check_grounding", "check-grounding", 1),
        ("openai_chat_message", "openai", 1),
        ("openai_responses_output_text", "openai", 4),
    ],
)
def test_a_fixture_cites_the_true_words(name, provider, cited):
    answer = read_answer(fixture(name))

    hold_together(answer)
    assert answer.provider == provider
    assert len(answer.citations) == cited
    assert TRUTH["claim"] in words_cited(answer)
    if answer.text == TRUTH["answer"]:
        spans = [citation.span for citation in answer.citations]
        assert Span(*TRUTH["claim_chars"]) in spans
    else:
        assert answer.text == TRUTH["claim"]


def test_quotes_and_their_places_in_the_source_are_the_true_ones():
    for name in ("anthropic_message", "bedrock_converse_content"):
        citation = read_answer(fixture(name)).citations[0]

        place = (citation.locator.char_offset_start, citation.locator.char_offset_end)
        assert TRUTH["source"][slice(*place)] == citation.quote == TRUTH["quote"]
        assert list(place) == TRUTH["quote_chars"]
    assert read_answer(fixture("google_check_grounding")).citations[0].quote == TRUTH["quote"]


def test_a_perplexity_marker_points_to_its_address():
    answer = read_answer(fixture("perplexity_chat_completion"))

    assert answer.text == TRUTH["answer"] + " [1]"
    assert words_cited(answer) == ["[1]"]
    assert answer.sources[0].url == "https://example.org/gobd"
    assert (answer.sources[0].title, answer.sources[0].text) == ("GoBD", "...")


def test_a_mistral_reference_is_of_the_words_before_it():
    answer = read_answer(fixture("mistral_content"))

    assert words_cited(answer) == ["GoBD – kurz: ", "GoBD – kurz: "]
    assert [source.key for source in answer.sources] == ["reference-0", "https://example.org/gobd"]


def test_one_event_of_a_stream_is_read_and_said_to_be_a_piece():
    answer = read_answer(fixture("anthropic_stream_citations_delta"))

    assert answer.citations[0].quote == TRUTH["quote"]
    assert answer.citations[0].span is None
    assert "ends before the answer does" in answer.warnings[0]


def test_what_a_file_search_found_is_the_text_of_its_source():
    search, part = fixture("openai_file_search_call"), fixture("openai_responses_output_text")
    answer = read_answer({"object": "response", "output": [search, part]})

    file = next(source for source in answer.sources if source.file_id == "file-abc")
    assert file.text == TRUTH["source"]
    assert file.file_name == "gobd.pdf"


@pytest.mark.parametrize("name", FORMS)
def test_every_form_is_recognised(name):
    made = FORMS[name]
    data = made.whole(Case())

    answer = read_answer(data)

    hold_together(answer)
    assert is_known(data)
    assert answer.provider == made.provider
    assert answer.provider in PROVIDERS
    assert answer.text.startswith(Case().text)
    assert read_answer(data, provider=made.provider) == answer
    assert read_answer(json.dumps(data)) == answer


@pytest.mark.parametrize("name", FORMS)
@given(case=cases())
def test_every_citation_is_kept_and_cites_the_same_stretch_in_any_unit(name, case):
    made = FORMS[name]

    answer = read_answer(made.whole(case))

    hold_together(answer)
    assert answer.text.startswith(case.text)
    assert len(answer.citations) == made.in_all
    spans = [citation.span for citation in answer.citations]
    # Where the end may count the last character, a word that is cut is completed, and it is said.
    cited = [s for s in spans if s == Span(case.start, case.end)]
    completed = [c for c in answer.citations if c.span == Span(case.start, case.end + 1)]
    assert len(cited) + len(completed) >= made.of_stretch
    assert all("ends inside of a word" in citation.warnings[0] for citation in completed)


@pytest.mark.parametrize("name", STREAMED)
@given(case=cases())
def test_a_stream_cut_anywhere_gives_the_same_answer_as_the_whole(name, case):
    made = FORMS[name]

    whole, streamed = read_answer(made.whole(case)), read_answer(made.stream(case))

    assert streamed.provider == whole.provider == made.provider
    assert without_warnings(streamed) == without_warnings(whole)
    assert not any("stream" in warning for warning in streamed.warnings)


@pytest.mark.parametrize("name", STREAMED)
def test_a_stream_is_also_read_from_its_text(name):
    made = FORMS[name]
    events = made.stream(Case())
    lines = "\n".join(json.dumps(event) for event in events)
    sent = "".join(f"event: x\ndata: {json.dumps(event)}\n\n" for event in events)

    assert read_answer(lines) == read_answer(events)
    assert read_answer(f": hello\n\n{sent}data: [DONE]\n\n".replace("\n", "\r\n")) == read_answer(
        events
    )


@pytest.mark.parametrize("name", STREAMED)
def test_a_stream_that_breaks_off_gives_what_came_and_says_so(name):
    made = FORMS[name]
    events = made.stream(Case())
    whole = read_answer(events)

    for count in range(1, len(events)):
        if not is_known(events[:count]):
            assert count < 3
            continue
        answer = read_answer(events[:count])
        hold_together(answer)
        assert whole.text.startswith(answer.text)
        assert len(answer.citations) <= len(whole.citations)
        if answer != whole and name not in ("bedrock-knowledge", "langchain"):
            assert any("ends before" in warning for warning in answer.warnings)


@pytest.mark.parametrize("name", STREAMED)
def test_an_event_that_is_no_event_is_left_out_with_a_warning(name):
    events = FORMS[name].stream(Case())
    broken = [*events[:2], "{", None, *events[2:]]

    answer = read_answer(broken)

    assert without_warnings(answer) == without_warnings(read_answer(events))
    assert any("Event 3" in warning for warning in answer.warnings)


def places_in(value, path=()):
    """Every place in a payload."""
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in list(entries):
        yield (*path, key)
        if isinstance(inner, dict | list):
            yield from places_in(inner, (*path, key))


rubbish = st.sampled_from(
    [
        *(None, True, "", "x", "\ud800", "12", 0, -1, 7, 10**30, 1.5),
        *(float("nan"), float("inf"), [], {}, [None], [[]], {"": None}, ["a", 3], b"x"),
    ]
)


@st.composite
def damaged(draw, payload):
    """A payload in which parts are missing or something else."""
    payload = copy.deepcopy(payload)
    for _ in range(draw(st.integers(1, 4))):
        places = list(places_in(payload))
        if not places:
            break
        *above, last = draw(st.sampled_from(places))
        inside = payload
        for key in above:
            inside = inside[key]
        if draw(st.booleans()):
            inside[last] = copy.deepcopy(draw(rubbish))
        else:
            del inside[last]
    return payload


@pytest.mark.parametrize("name", FORMS)
@given(data=st.data())
def test_damage_is_refused_or_said_and_never_leads_outside_of_the_text(name, data):
    made = FORMS[name]
    whole = [made.whole(Case()), *([made.stream(Case())] if made.stream else [])]
    payload = data.draw(damaged(data.draw(st.sampled_from(whole))))

    provider = data.draw(st.sampled_from([None, made.provider]))

    with contextlib.suppress(InvalidInput):
        hold_together(read_answer(payload, provider=provider))


@pytest.mark.parametrize("strange", ["rubbish", 3, None, [], {"odd": 1}])
def test_a_citation_that_cannot_be_understood_is_kept(strange):
    for name in ("anthropic", "cohere", "openai-chat", "bedrock", "pydantic-ai"):
        payload = FORMS[name].whole(Case())
        sound = read_answer(payload)
        lists = [
            value
            for place in places_in(payload)
            if place[-1] in ("citations", "annotations") and (value := at(payload, place))
        ]
        lists[0].insert(0, strange)

        answer = read_answer(payload)

        assert len(answer.citations) == len(sound.citations) + 1
        assert answer.citations[0].warnings
        assert answer.citations[1:] == sound.citations
        hold_together(answer)


def at(payload, place):
    for key in place:
        payload = payload[key]
    return payload


def test_deep_nesting_does_not_end_the_reading():
    deep = 10_000
    nest: list = []
    for _ in range(deep):
        nest = [nest]
    tree: dict = {}
    for _ in range(deep):
        names = ("message", "messages", "response", "request", "content", "data", "choices")
        tree = {**dict.fromkeys(names, tree), "object": "list"}

    for made in FORMS.values():
        payload = made.whole(Case())
        for place in list(places_in(payload)):
            inner = copy.deepcopy(payload)
            at(inner, place[:-1])[place[-1]] = nest
            with contextlib.suppress(InvalidInput):
                hold_together(read_answer(inner))
    assert not is_known(nest)
    assert not is_known(tree)
    assert not is_known("[" * deep)


@pytest.mark.parametrize(
    "data",
    [
        None,
        3,
        "",
        "# A report\n\nWith a claim [1].",
        b"\xff\xfe\x00",
        [],
        {},
        [1, 2],
        {"title": "Report", "sections": [{"text": "One."}], "_citations": [{"path": "/title"}]},
        {"text": "A claim.", "citations": [1]},
        {"content": "A claim.", "sources": ["a.pdf"]},
        {"type": "file_search_call", "results": []},
        {"role": "user", "content": "What is it?"},
        {"claims": [{"claim_text": "Ten years."}]},
        {"blocks": [{"block_type": "paragraph", "text": "Ten years."}]},
        {"type": "doc", "content": [{"type": "reference", "text": "Ten years."}]},
    ],
)
def test_what_is_no_answer_is_refused(data):
    assert not is_known(data)
    with pytest.raises(InvalidInput, match=r"is not an answer|no event"):
        read_answer(data)


def test_a_provider_that_does_not_fit_is_refused_in_a_sentence():
    with pytest.raises(InvalidInput) as caught:
        read_answer(FORMS["cohere"].whole(Case()), provider="anthropic")

    assert "not an answer of anthropic" in caught.value.message
    assert "leave `provider` out" in caught.value.fix


def test_a_provider_that_is_not_known_is_refused_with_the_known_ones():
    with pytest.raises(InvalidInput) as caught:
        read_answer({}, provider="acme")

    assert "'acme'" in caught.value.message
    assert "anthropic" in caught.value.fix
    assert read_answer(FORMS["pydantic-ai"].whole(Case()), provider="Pydantic_AI").citations


def test_objects_of_a_package_are_read_as_what_they_were_made_from():
    class Block:
        def model_dump(self):
            return FORMS["anthropic"].whole(Case())

    assert read_answer(Block()).provider == "anthropic"
    assert read_answer(Block()) == read_answer(FORMS["anthropic"].whole(Case()))


def test_an_address_that_runs_code_does_not_become_one():
    payload = FORMS["openai-chat"].whole(Case())
    cited = payload["choices"][0]["message"]["annotations"][0]["url_citation"]
    cited["url"] = " JavaScript:alert(1)"

    answer = read_answer(payload)

    assert answer.sources[0].url is None
    assert "not that of a page" in answer.warnings[0]


def test_lone_halves_of_characters_are_replaced_and_places_stay_true():
    payload = FORMS["cohere"].whole(Case("a\ud800b 😀 c", 2, 5))

    answer = read_answer(payload)

    assert answer.text == "a\ufffdb 😀 c"
    assert words_cited(answer)[0] == "b 😀"
    assert "U+FFFD" in answer.warnings[0]


def test_the_halves_of_a_character_in_two_events_are_joined():
    events = FORMS["openai-chat"].stream(Case())
    content = [event["choices"][0]["delta"] for event in events]
    content[1]["content"], content[2]["content"] = "x\ud83d", "\ude00y"

    assert read_answer(events).text.startswith("x😀y")


def test_the_words_of_the_source_are_kept_where_the_provider_sends_them():
    for name in ("openai-responses", "gemini", "cohere", "cohere-first", "bedrock-knowledge"):
        texts = [source.text for source in read_answer(FORMS[name].whole(Case())).sources]
        assert QUOTE in texts, name

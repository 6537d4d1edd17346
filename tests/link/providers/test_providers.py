"""What is particular to each provider."""

import pytest

from citation_engine.link.providers.answers import read_answer
from citation_engine.model.passage import Span
from link.providers.payloads import ANSWER, CLAIM, FORMS, QUOTE, URL, Case

SOURCE = f"Kapitel 8. {QUOTE} § 8.2 regelt die Lesbarkeit."


def message(*citations, text="Ten years."):
    return {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "text", "text": text, "citations": list(citations)}],
    }


def spoken(answer):
    return [one.span.of(answer.text) if one.span else None for one in answer.citations]


# Anthropic


@pytest.mark.parametrize(
    ("first", "end", "pages"),
    [
        (24, 25, {"page": 24}),
        (24, 27, {"page_start": 24, "page_end": 26}),
        (24, 24, {"page": 24}),
        (24, None, {"page": 24}),
    ],
)
def test_pages_end_before_the_end(first, end, pages):
    citation = {
        "type": "page_location",
        "cited_text": "x",
        "document_index": 0,
        "start_page_number": first,
        "end_page_number": end,
    }

    assert read_answer(message(citation)).citations[0].locator.given() == pages


@pytest.mark.parametrize(("first", "end"), [(0, 1), (-1, 2), (9, 3), ("a", "b"), (None, 3)])
def test_pages_that_cannot_be_are_said_and_the_citation_stays(first, end):
    citation = {
        "type": "page_location",
        "cited_text": "x",
        "document_index": 0,
        "start_page_number": first,
        "end_page_number": end,
    }

    (read,) = read_answer(message(citation)).citations

    assert read.locator.given() == {}
    assert "cannot be read" in read.warnings[0]
    assert (read.quote, read.source) == ("x", "document-0")


def test_documents_of_the_request_give_titles_texts_and_true_places():
    document = {
        "type": "document",
        "title": "GoBD 2024",
        "source": {"type": "text", "data": SOURCE},
    }
    pdf = {"type": "document", "title": "gobd.pdf", "source": {"type": "base64", "data": "JVBE"}}
    found = {
        "type": "search_result",
        "source": URL,
        "title": "Search",
        "content": [{"type": "text", "text": "One."}, {"type": "text", "text": "Two."}],
    }
    tool = {"type": "tool_result", "content": [found]}
    request = {"messages": [{"role": "user", "content": [document, pdf, tool]}]}
    char = {"type": "char_location", "cited_text": QUOTE, "document_index": 0}
    right, wrong = (11, 86), (0, 40)
    citations = [
        {**char, "start_char_index": start, "end_char_index": end} for start, end in (right, wrong)
    ]
    citations.append({"type": "page_location", "document_index": 1, "start_page_number": 2})
    citations.append({"type": "search_result_location", "search_result_index": 0})

    answer = read_answer({"request": request, "response": message(*citations)})

    places = [one.locator.given() for one in answer.citations[:2]]
    assert places == [{"char_offset_start": 11, "char_offset_end": 86}] * 2
    assert answer.citations[0].warnings == ()
    assert "corrected" in answer.citations[1].warnings[0]
    assert [(one.title, one.url, one.text) for one in answer.sources] == [
        ("GoBD 2024", None, SOURCE),
        ("gobd.pdf", None, ""),
        ("Search", URL, "One.\nTwo."),
    ]


def test_words_that_are_not_in_the_document_sent_are_said():
    document = {"type": "document", "source": {"type": "text", "data": SOURCE}}
    request = {"messages": [{"role": "user", "content": [document]}]}
    citation = {
        "type": "char_location",
        "cited_text": "Nothing of the kind.",
        "document_index": 0,
        "start_char_index": 0,
        "end_char_index": 20,
    }

    (read,) = read_answer({"request": request, "response": message(citation)}).citations

    assert read.locator.given() == {}
    assert "do not stand in the document" in read.warnings[0]


def test_the_last_message_of_a_conversation_is_the_answer():
    citation = {"type": "web_search_result_location", "url": URL, "cited_text": "x"}
    talk = [{"role": "user", "content": "How long?"}, message(citation)]

    assert read_answer({"messages": talk}).text == "Ten years."


def test_words_around_the_call_of_a_tool_are_set_apart():
    payload = message(text="I will look.")
    payload["content"] += [{"type": "server_tool_use"}, *message(text="Found.")["content"]]

    assert read_answer(payload).text == "I will look.\n\nFound."


def test_a_kind_of_citation_that_is_new_is_read_as_far_as_it_goes():
    citation = {"type": "video_location", "cited_text": "x", "document_index": 3, "second": 9}

    (read,) = read_answer(message(citation)).citations

    assert (read.quote, read.source, read.span) == ("x", "document-3", Span(0, 10))
    assert "video_location" in read.warnings[0]


def test_a_source_without_a_name_is_kept_with_a_warning():
    answer = read_answer(message({"type": "char_location", "cited_text": "x"}))

    assert answer.citations[0].source == answer.sources[0].key == "unnamed-1"
    assert "which source" in answer.citations[0].warnings[0]


# OpenAI


def test_the_marker_of_an_assistant_is_cited():
    text = "Größe 😀 zehn Jahre【6:0†source】 und mehr【6:1†source】."
    annotations = [
        {
            "type": "file_citation",
            "text": marker,
            "start_index": text.index(marker),
            "end_index": text.index(marker) + len(marker),
            "file_citation": {"file_id": f"file-{marker[3]}"},
        }
        for marker in ("【6:0†source】", "【6:1†source】")
    ]
    # Offsets in UTF-16 units, as some clients write them, are found out by the marker.
    annotations[0]["start_index"] += 1
    annotations[0]["end_index"] += 1
    part = {"type": "text", "text": {"value": text, "annotations": annotations}}
    listed = {"object": "list", "data": [{"object": "thread.message", "role": "assistant"}]}
    listed["data"][0]["content"] = [part]

    answer = read_answer(listed)

    assert spoken(answer) == ["【6:0†source】", "【6:1†source】"]
    assert "UTF-16" in answer.citations[0].warnings[0]
    assert [one.file_id for one in answer.sources] == ["file-0", "file-1"]


def test_the_number_of_an_annotation_in_a_stream_is_no_place():
    events = FORMS["openai-assistants"].stream(Case())[:-1]
    (annotation,) = events[-1]["delta"]["content"][0]["text"]["annotations"]
    for name in ("start_index", "end_index", "text"):
        del annotation[name]

    (read,) = read_answer(events).citations

    assert read.span is None
    assert "no place" in read.warnings[0]


def test_an_insertion_of_a_file_is_a_point_after_the_words():
    answer = read_answer(FORMS["openai-responses"].whole(Case()))

    points = [one.span for one in answer.citations if one.source.startswith("file-")]
    assert points == [Span(CLAIM[1], CLAIM[1]), Span(0, 0)]


def test_several_answers_in_one_are_all_read():
    payload = FORMS["openai-chat"].whole(Case())
    payload["choices"] *= 2

    answer = read_answer(payload)

    assert answer.text == f"{ANSWER}\n\n{ANSWER}"
    assert len(set(spoken(answer))) == 1
    assert len(answer.citations) == 2
    assert "2 answers" in answer.warnings[0]


def test_a_file_that_came_along_is_a_source_and_no_citation():
    file = {"name": "gobd.pdf", "hash": "ab12", "content": [{"type": "text", "text": QUOTE}]}
    annotation = {"type": "file", "file": file}

    answer = read_answer({"role": "assistant", "content": "Yes.", "annotations": [annotation]})

    assert answer.citations == ()
    assert (answer.sources[0].file_name, answer.sources[0].text) == ("gobd.pdf", QUOTE)


def test_places_of_nought_are_no_places():
    cited = {"type": "url_citation", "url": URL, "start_index": 0, "end_index": 0}

    (read,) = read_answer(
        {"role": "assistant", "content": "Yes.", "annotations": [cited]}
    ).citations

    assert read.span is None
    assert "is empty" in read.warnings[0]


# Google


@pytest.mark.parametrize("snake", [False, True])
def test_segments_count_bytes_in_their_part(snake):
    names = {
        "groundingMetadata": "grounding_metadata",
        "groundingChunks": "grounding_chunks",
        "groundingSupports": "grounding_supports",
        "groundingChunkIndices": "grounding_chunk_indices",
        "partIndex": "part_index",
        "endIndex": "end_index",
    }
    named = names if snake else {name: name for name in names}
    segment = {named["partIndex"]: 2, named["endIndex"]: 8, "text": "Größe"}
    segment[named["endIndex"]] = len("Größe".encode())
    support = {"segment": segment, named["groundingChunkIndices"]: [0]}
    metadata = {
        named["groundingChunks"]: [{"web": {"uri": URL}}],
        named["groundingSupports"]: [support],
    }
    parts = [{"text": "Hm.", "thought": True}, {"text": "Eins. "}, {"text": "Größe zählt."}]
    candidate = {"content": {"parts": parts}, named["groundingMetadata"]: metadata}

    answer = read_answer({"candidates": [candidate]})

    assert answer.text == "Eins. Größe zählt."
    assert spoken(answer) == ["Größe"]
    assert answer.citations[0].warnings == ()


def test_segments_that_count_in_all_of_the_answer_are_found():
    payload = FORMS["gemini"].whole(Case())
    parts = [{"text": ANSWER[:10]}, {"text": ANSWER[10:]}]
    payload["candidates"][0]["content"]["parts"] = parts

    answer = read_answer(payload)

    assert [one.span for one in answer.citations[:2]] == [Span(*CLAIM)] * 2


def test_a_chunk_that_is_not_there_is_said():
    payload = FORMS["gemini"].whole(Case())
    support = payload["candidates"][0]["groundingMetadata"]["groundingSupports"][0]
    support["groundingChunkIndices"] = [1, 7]

    answer = read_answer(payload)

    assert answer.citations[0].source == "gs://b/gobd.pdf"
    assert "no chunk 7" in answer.citations[1].warnings[0]
    assert answer.citations[1].span == Span(*CLAIM)


def test_pages_of_a_chunk_are_its_pages():
    payload = FORMS["gemini"].whole(Case())
    chunk = payload["candidates"][0]["groundingMetadata"]["groundingChunks"][1]
    chunk["retrievedContext"]["ragChunk"] = {"pageSpan": {"firstPage": 24, "lastPage": 26}}

    read = read_answer(payload).citations[1]

    assert read.locator.given() == {"page_start": 24, "page_end": 26}


def test_grounding_that_a_stream_repeats_is_read_once():
    events = FORMS["gemini"].stream(Case())
    repeated = [events[-1], *events] if len(events) < 2 else [*events[:-1], events[-1], events[-1]]

    assert read_answer(repeated).citations == read_answer(events).citations


def test_outputs_of_an_interaction_are_read_like_its_steps():
    payload = FORMS["gemini-interactions"].whole(Case())
    outputs = payload["steps"][1]["content"]

    assert read_answer({"outputs": outputs}) == read_answer(payload)
    assert read_answer(outputs[0]) == read_answer(payload)


def test_claims_without_their_answer_are_the_text():
    payload = FORMS["check-grounding"].whole(Case())["response"]
    payload["claims"].append({"claimText": "Not grounded.", "citationIndices": []})

    answer = read_answer(payload)

    assert answer.text == f"{ANSWER[slice(*CLAIM)]}\n\nNot grounded."
    assert spoken(answer) == [ANSWER[slice(*CLAIM)]]
    assert answer.sources[0].index == 0


# Cohere


def test_thoughts_are_not_the_answer():
    payload = FORMS["cohere"].whole(Case())
    payload["message"]["content"].insert(0, {"type": "thinking", "thinking": "Hm."})
    citation = payload["message"]["citations"][0]
    citation["content_index"] = 1
    payload["message"]["citations"].append({**citation, "type": "THINKING_CONTENT"})

    answer = read_answer(payload)

    assert answer.text == ANSWER
    assert [one.span for one in answer.citations] == [Span(*CLAIM)] * 2 + [None] * 2


# Bedrock


def test_an_end_that_counts_the_last_character_is_known_by_the_words():
    payload = FORMS["bedrock-knowledge"].whole(Case())
    span = payload["citations"][0]["generatedResponsePart"]["textResponsePart"]["span"]
    span["end"] -= 1

    (read,) = read_answer(payload).citations

    assert (read.span, read.warnings) == (Span(*CLAIM), ())


def test_a_part_without_references_is_kept():
    payload = FORMS["bedrock-knowledge"].whole(Case())
    payload["citations"][0]["retrievedReferences"] = []

    (read,) = read_answer(payload).citations

    assert read.span == Span(*CLAIM)
    assert "which source" in read.warnings[0]


@pytest.mark.parametrize(
    ("location", "place", "source"),
    [
        ({"documentPage": {"documentIndex": 1, "start": 1, "end": 2}}, {"page": 1}, "document-1"),
        (
            {"documentChunk": {"documentIndex": 2, "start": 3, "end": 4}},
            {"block_start": 3, "block_end": 4},
            "document-2",
        ),
        (
            {"searchResultLocation": {"searchResultIndex": 0, "start": 0, "end": 1}},
            {"block_start": 0, "block_end": 1},
            "search-result-0",
        ),
        ({"web": {"url": URL, "domain": "example.org"}}, {}, URL),
        ({}, {}, "GoBD"),
    ],
)
def test_every_place_of_converse_is_read(location, place, source):
    payload = FORMS["bedrock"].whole(Case())
    block = payload["output"]["message"]["content"][1]["citationsContent"]
    block["citations"][0]["location"] = location

    (read,) = read_answer(payload).citations

    assert (read.locator.given(), read.source) == (place, source)


def test_quotes_in_pieces_are_joined_as_omissions():
    payload = FORMS["bedrock"].whole(Case())
    block = payload["output"]["message"]["content"][1]["citationsContent"]
    block["citations"][0]["sourceContent"] = [{"text": "One."}, {"text": "Two."}]

    assert read_answer(payload).citations[0].quote == "One. […] Two."


def test_citations_of_one_block_belong_to_the_words_that_follow_each():
    deltas = [
        *({"text": "Before. "}, {"citation": {"title": "A"}}, {"text": "One. "}),
        *({"citation": {"title": "B"}}, {"citation": {"title": "C"}}, {"text": "Two."}),
        {"citation": {"title": "D"}},
    ]
    events = [{"contentBlockDelta": {"contentBlockIndex": 0, "delta": delta}} for delta in deltas]

    answer = read_answer([*events, {"messageStop": {}}])

    assert list(zip([one.source for one in answer.citations], spoken(answer), strict=True)) == [
        *(("A", "One. "), ("B", "Two."), ("C", "Two."), ("D", "Two.")),
    ]


# Perplexity and Mistral


def test_a_number_without_an_address_is_kept_and_said():
    payload = FORMS["perplexity"].whole(Case())
    text = "Ten years [2][7], see [1](https://a.org/[2]) and `x[1]`, since [2024]."
    payload["choices"][0]["message"]["content"] = text

    answer = read_answer(payload)

    assert spoken(answer) == ["[2]", "[7]", "[1]"]
    assert answer.citations[0].source == "https://example.org/b"
    assert "names no source 7" in answer.citations[1].warnings[0]


def test_a_reference_before_any_words_has_no_place():
    answer = read_answer([{"type": "reference", "reference_ids": [2, "doc"]}])

    assert [one.source for one in answer.citations] == ["reference-2", "doc"]
    assert [one.span for one in answer.citations] == [None, None]


def test_outputs_and_events_of_a_conversation_are_read():
    before, words, after = Case().blocks()
    reference = {"type": "tool_reference", "tool": "web_search", "title": "GoBD", "url": URL}
    chunks = [{"type": "text", "text": before + words}, reference, {"type": "text", "text": after}]
    output = {"type": "message.output", "role": "assistant", "content": chunks}
    contents = [before, words, reference, after]
    events = [
        {"event": "x", "data": {"type": "message.output.delta", "content": one}} for one in contents
    ]

    whole = read_answer({"object": "conversation.response", "outputs": [output]})
    streamed = read_answer([*events, {"data": {"type": "conversation.response.done"}}])

    assert whole == streamed
    assert whole.text == ANSWER
    assert spoken(whole) == [before + words]


# Frameworks


def test_every_way_of_writing_a_message_of_langchain_down_is_read():
    dumped = FORMS["langchain"].whole(Case())
    lc = ["langchain", "schema", "messages", "AIMessage"]
    written = [
        dumped,
        {"type": "ai", "data": dumped},
        {"lc": 1, "type": "constructor", "id": lc, "kwargs": dumped},
        dumped["content"],
        dumped["content"][0],
        [{"type": "human", "content": "How long?"}, dumped],
        {"messages": [{"type": "human", "content": "How long?"}, dumped]},
    ]

    answers = {repr(read_answer(one)) for one in written}

    assert len(answers) == 1
    assert read_answer(dumped).citations[0].quote == QUOTE


def test_a_message_of_langchain_keeps_what_the_provider_sent():
    anthropic = FORMS["anthropic"].whole(Case())["content"]
    grounding = FORMS["gemini"].whole(Case())["candidates"][0]["groundingMetadata"]
    cited = [
        {"type": "ai", "content": anthropic},
        {"type": "ai", "content": ANSWER, "response_metadata": {"grounding_metadata": grounding}},
    ]

    answers = [read_answer(one) for one in cited]

    assert [answer.provider for answer in answers] == ["langchain"] * 2
    assert all(one.span == Span(*CLAIM) for answer in answers for one in answer.citations)
    assert [len(answer.citations) for answer in answers] == [1, 2]


def test_a_citation_of_pydantic_ai_without_an_anchor_has_no_place():
    payload = FORMS["pydantic-ai"].whole(Case())
    payload["parts"][0]["citations"][0]["anchor"] = None

    answer = read_answer([{"kind": "request", "parts": []}, payload])

    assert [one.span for one in answer.citations] == [None, None]
    assert answer.citations[1].quote == QUOTE


def test_a_citation_block_is_of_the_text_before_it():
    answer = read_answer(FORMS["llama-index"].whole(Case()))

    assert spoken(answer) == [ANSWER[slice(*CLAIM)]]
    assert answer.citations[0].locator.given() == {"page": 24}
    assert (answer.sources[0].title, answer.sources[0].file_name) == ("GoBD", "gobd.pdf")


def test_numbers_about_a_place_that_mean_nothing_to_us_are_kept():
    block = {"block_type": "citation", "title": "A", "additional_location_info": {"slide": 3}}

    (read,) = read_answer([{"block_type": "text", "text": "Yes."}, block]).citations

    assert read.locator.given() == {"slide": 3}


def test_an_answer_without_citations_is_an_answer():
    for payload in (
        {"role": "assistant", "content": "Yes."},
        message(text="Yes."),
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "Yes."}]}}]},
        {"choices": [{"message": {"role": "assistant", "content": "Yes."}}]},
    ):
        assert read_answer(payload).provider
        assert (read_answer(payload).text, read_answer(payload).citations) == ("Yes.", ())

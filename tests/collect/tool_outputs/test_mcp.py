"""Tools of MCP servers: resources, links, results and texts."""

import json

import pytest

from citation_engine.collect.tool_outputs.extractors import mcp_tool

URL = "https://docs.example/a"


def call(output, **parameters):
    return mcp_tool.extract("req-1", "mcp.docs__search", parameters, output)


def block(**fields):
    return {"content": [fields], "isError": False}


def test_a_text_is_one_source_with_all_its_words():
    [found] = call(block(type="text", text="The answer is long.")).sources

    assert (found.kind, found.uri, found.title) == ("mcp", None, "mcp.docs__search")
    assert found.full_content == "The answer is long."


def test_a_resource_has_its_address_and_its_words():
    resource = {"uri": "docs://a", "mimeType": "text/plain", "text": "Words."}

    [found] = call(block(type="resource", resource=resource)).sources

    assert (found.uri, found.full_content) == ("docs://a", "Words.")
    assert found.extra == {"mimeType": "text/plain"}


def test_a_link_to_a_resource_is_known_by_its_address_and_description():
    extraction = call(
        block(type="resource_link", uri=URL, name="a", description="About a.", mimeType="text/html")
    )

    [found] = extraction.sources
    assert (found.uri, found.title, found.snippet) == (URL, "a", "About a.")
    assert found.full_content is None


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"type": "image", "data": "aGk=", "mimeType": "image/png"}, "of the kind image"),
        ({"type": "audio", "data": "aGk="}, "of the kind audio"),
        ({"type": "resource", "resource": {"uri": "x://", "blob": "aGk="}}, "without text"),
        ({"type": "resource"}, "without text"),
        ({"type": "resource_link", "uri": "javascript:alert(1)"}, "is not the address of a page"),
        ({"type": "resource_link", "uri": " java\nscript:alert(1)"}, "is not the address"),
        ({"type": "resource_link", "uri": "https://a:b@c.example/"}, "user name or a password"),
    ],
)
def test_a_block_without_words_or_with_an_unsafe_address_is_a_reason(fields, said):
    extraction = call(block(**fields))

    assert extraction.sources == ()
    assert said in extraction.skipped[0]


def test_structured_results_go_before_the_text_that_repeats_them():
    data = {"results": [{"url": URL, "content": "A piece."}]}
    output = {"content": [{"type": "text", "text": json.dumps(data)}], "structuredContent": data}

    [found] = call(output).sources

    assert (found.uri, found.snippet, found.full_content) == (URL, "A piece.", None)


def test_words_of_the_address_that_was_asked_for_are_all_of_it():
    output = block(type="text", text=json.dumps({"url": URL, "content": "The page."}))

    [found] = call(output, url=URL).sources

    assert (found.uri, found.full_content) == (URL, "The page.")


def test_a_text_about_the_address_that_was_asked_for_is_its_words():
    [found] = call(block(type="text", text="The page."), url=URL).sources

    assert (found.uri, found.full_content) == (URL, "The page.")


def test_a_text_that_lists_results_gives_each_of_them():
    first = f"Title: A\nDescription: About a.\nURL: {URL}"
    text = f"{first}\n\nTitle: B\nDescription: About b.\nURL: {URL}b"

    extraction = call(block(type="text", text=text))

    assert [(s.uri, s.snippet) for s in extraction.sources] == [
        (URL, "About a."),
        (f"{URL}b", "About b."),
    ]


def test_a_text_that_only_mentions_an_address_stays_a_text():
    [found] = call(block(type="text", text=f"See {URL} for more.")).sources

    assert (found.uri, found.full_content) == (None, f"See {URL} for more.")


def test_data_without_addresses_or_texts_is_a_reason():
    extraction = call({"content": [], "structuredContent": {"temperature": 21}})

    assert extraction.sources == ()
    assert "neither addresses nor texts" in extraction.skipped[0]


def test_a_failed_call_gives_no_source():
    extraction = call({"content": [{"type": "text", "text": "no such file"}], "isError": True})

    assert extraction.sources == ()
    assert extraction.skipped == ("The tool failed: no such file",)

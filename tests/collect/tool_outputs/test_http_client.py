"""Answers of web services: the body under the address that was asked."""

import json

import pytest

from citation_engine.collect.tool_outputs.extractors import http_client

URL = "https://api.example/papers"


def call(output, **parameters):
    return http_client.extract("req-1", "http_client", {"url": URL, **parameters}, output)


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ({"status": 200, "body": "Plain words."}, "Plain words."),
        ({"status_code": 200, "text": "Plain words.", "url": URL}, "Plain words."),
        ({"status": 200, "headers": {}, "body": {"n": 42}}, '{\n "n": 42\n}'),
        ({"n": 42}, '{\n "n": 42\n}'),
        ('{"n": 42}', '{\n "n": 42\n}'),
        ([1, 2], "[\n 1,\n 2\n]"),
        ("Plain words.", "Plain words."),
        ({"code": 451, "name": "Fahrenheit"}, '{\n "code": 451,\n "name": "Fahrenheit"\n}'),
    ],
)
def test_the_body_is_the_source_under_its_address(output, words):
    [found] = call(output).sources

    assert (found.kind, found.uri, found.domain) == ("api", URL, "api.example")
    assert found.full_content == words


def test_the_address_after_redirects_wins():
    [found] = call({"status": 200, "url": "https://b.example/", "body": "x"}).sources

    assert found.uri == "https://b.example/"


def test_of_the_headers_only_the_type_goes_along():
    headers = {"Content-Type": "text/html", "Set-Cookie": "secret=1"}

    [found] = call({"status": 200, "headers": headers, "body": "<p>x"}, method="post").sources

    assert found.extra == {"status": 200, "contentType": "text/html", "method": "POST"}


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ({"status": 404, "body": "Not here."}, "the status 404"),
        ({"status_code": 500}, "the status 500"),
        ({"error": "timeout"}, "failed: timeout"),
        (json.dumps({"error": "timeout"}), "failed: timeout"),
        ({"status": 204, "body": ""}, "has no body"),
        ({"status": 200, "headers": {"a": "b"}}, "has no body"),
        (b"\x89PNG\x0d\xff", "not text"),
    ],
)
def test_a_refusal_is_no_source(output, said):
    extraction = call(output)

    assert extraction.sources == ()
    assert said in extraction.skipped[0]

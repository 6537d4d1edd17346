"""The events in the text of a saved stream."""

import pytest

from citation_engine.errors import InvalidInput
from citation_engine.link.providers.shapes import parse_text


@pytest.mark.parametrize(
    "text",
    [
        'data: {"a": 1}\n\ndata: {"b": 2}\n\n',
        'event: one\r\ndata: {"a": 1}\r\n\r\nevent: two\r\ndata: {"b": 2}\r\n\r\ndata: [DONE]\r\n',
        ': ping\n\nid: 7\nretry: 10\ndata:{"a":\ndata:1}\n\ndata: {"b": 2}',
        'data: {"a": 1}\ndata: {"b": 2}\n',
        '{"a": 1}\n{"b": 2}\n',
        '\ufeff{"a": 1}\r\n\r\n  {"b": 2}',
        '[{"a": 1},\n {"b": 2}]',
    ],
)
def test_events_are_found_in_every_way_of_writing_them(text):
    assert parse_text(text) == [{"a": 1}, {"b": 2}]


def test_an_event_that_broke_off_stays_as_text():
    assert parse_text('data: {"a": 1}\n\ndata: {"b": ') == [{"a": 1}, '{"b":']
    assert parse_text('{"a": 1}\n{"b": ') == [{"a": 1}, '{"b":']
    assert parse_text('data: {"a": 1}\n\nrubbish\n') == [{"a": 1}, "rubbish"]


@pytest.mark.parametrize("text", ["", "Hello.", "data: [DONE]\n\n", "data: x\n\n", "[" * 100_000])
def test_a_text_without_events_is_refused(text):
    with pytest.raises(InvalidInput):
        parse_text(text)


def test_one_message_is_itself():
    assert parse_text('{"type": "message"}') == {"type": "message"}


def test_a_long_stream_is_read_in_one_pass():
    lines = 'data: {"a": [\n' * 100_000

    assert len(parse_text(f'data: {{"a": 1}}\n\n{lines}')) == 2

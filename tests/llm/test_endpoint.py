"""The address an operator sets: completed where it is short, refused where it is not one."""

import pytest

from citation_engine.errors import InvalidSetting
from citation_engine.llm.openai_compatible import OpenAICompatible, chat_address


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1/chat/completions"),
        ("http://localhost:8080/", "http://localhost:8080/v1/chat/completions"),
        ("http://[::1]:8080/v1/", "http://[::1]:8080/v1/chat/completions"),
        ("https://models.example/api/v3", "https://models.example/api/v3/chat/completions"),
        (" https://models.example/v1 ", "https://models.example/v1/chat/completions"),
        ("https://m.example/v1/chat/completions", "https://m.example/v1/chat/completions"),
        ("http://10.0.0.7:8000/v1", "http://10.0.0.7:8000/v1/chat/completions"),
    ],
)
def test_the_path_of_the_protocol_is_added_where_it_is_missing(given, used):
    assert chat_address(given, with_key=False) == used


@pytest.mark.parametrize(
    "url",
    [
        *("", "models.example/v1", "ftp://models.example/v1", "http://", "https:///v1"),
        *("http://[::1/v1", "http://host:99999/v1", "http://host:x/v1", "http://a b/v1"),
        *("https://models.example/v1?key=1", "https://models.example/v1#x", "http://ho\x00st/v1"),
    ],
)
def test_what_is_no_address_is_refused_with_an_example(url):
    with pytest.raises(InvalidSetting, match="CITATION_LLM_URL") as caught:
        chat_address(url, with_key=False)

    assert "http://127.0.0.1:8080/v1" in caught.value.fix


def test_a_password_in_the_address_is_refused_and_not_repeated():
    with pytest.raises(InvalidSetting) as caught:
        chat_address("https://me:hunter2@models.example/v1", with_key=False)

    assert "hunter2" not in str(caught.value)


def test_a_key_does_not_travel_in_the_clear_to_another_machine():
    with pytest.raises(InvalidSetting, match="unencrypted"):
        chat_address("http://10.0.0.7:8000/v1", with_key=True)

    for url in ("http://127.0.0.1:1/v1", "http://localhost:1/v1", "http://[::1]:1/v1"):
        assert chat_address(url, with_key=True)
    assert chat_address("https://10.0.0.7/v1", with_key=True)


@pytest.mark.parametrize("key", ["sk-\nnew line", "sk-ümlaut", "a\x00b"])
def test_a_key_that_is_none_is_refused_and_not_repeated(key):
    with pytest.raises(InvalidSetting) as caught:
        OpenAICompatible("http://127.0.0.1:1/v1", "m", key=key)

    assert key not in str(caught.value)

"""The identity of a page: spellings of one address agree, different pages stay different."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.urls import canonical_url, fault_of, is_web_address, pointed_words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("HTTPS://Example.COM/a", "https://example.com/a"),
        ("https://example.com", "https://example.com/"),
        ("https://example.com:443/a", "https://example.com/a"),
        ("http://example.com:80/a", "http://example.com/a"),
        ("https://example.com./a", "https://example.com/a"),
        ("https://example.com/a#part-2", "https://example.com/a"),
        ("https://example.com/a/./b/../c", "https://example.com/a/c"),
        ("https://example.com/a/b/..", "https://example.com/a/"),
        ("https://example.com/../../a", "https://example.com/a"),
        ("https://example.com/%7Euser/%61", "https://example.com/~user/a"),
        ("https://example.com/caf%c3%a9", "https://example.com/café"),
        ("https://example.com/a?utm_source=x&id=3&fbclid=1", "https://example.com/a?id=3"),
        ("https://example.com/a?UTM_Medium=x", "https://example.com/a"),
        ("https://example.com/a?", "https://example.com/a"),
        ("  https://example.com/a\n", "https://example.com/a"),
        ("http://[2001:DB8::1]:80/", "http://[2001:db8::1]/"),
    ],
)
def test_spellings_of_one_address_are_one_page(one, other):
    assert canonical_url(one) == canonical_url(other)


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        ("#:~:text=rye%20grows", ["rye grows"]),
        ("#:~:text=rye%20grows,in%20sand", ["rye grows […] in sand"]),
        ("#:~:text=where-,rye,sand,-as%20well", ["where rye […] sand as well"]),
        ("#:~:text=rye&text=oats%2C%20too", ["rye", "oats, too"]),
        ("#crops:~:text=rye", ["rye"]),
        ("#:~:text=,in%20sand", ["[…] in sand"]),
        ("#text=rye", []),
        ("?a=:~:text=rye", []),
        ("#:~:text=", []),
        ("", []),
    ],
)
def test_the_words_that_an_address_points_to_are_read(fragment, words):
    assert pointed_words(f"https://example.com/a{fragment}") == words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.com/A", "https://example.com/a"),
        ("http://example.com/a", "https://example.com/a"),
        ("https://example.com/a", "https://example.com/a/"),
        ("https://example.com/a%2Fb", "https://example.com/a/b"),
        ("https://example.com/a//b", "https://example.com/a/b"),
        ("https://example.com/a%3Fb", "https://example.com/a?b"),
        ("https://example.com/a%2Bb", "https://example.com/a+b"),
        ("https://example.com/%2541", "https://example.com/%41"),
        ("https://example.com/a?q=1&q=2", "https://example.com/a?q=2&q=1"),
        ("https://example.com/?ort=K%F6ln", "https://example.com/?ort=K%E4ln"),
        ("https://example.com/?q=a%26b", "https://example.com/?q=a&b"),
        ("https://example.com:8443/a", "https://example.com/a"),
        ("https://www.example.com/a", "https://example.com/a"),
        ("https://faß.example/a", "https://fass.example/a"),
    ],
)
def test_different_pages_stay_different(one, other):
    assert canonical_url(one) != canonical_url(other)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("ftp://example.com/a", "does not begin"),
        ("//example.com/a", "does not begin"),
        ("https://", "names no host"),
        ("https:///a", "names no host"),
        ("https://?q", "names no host"),
        ("https://example.com:0/", "names no host"),
        ("http://[::1", "is not a web address"),
        ("https://example.com:99999/", "is not a web address"),
        ("https://example.com:http/", "is not a web address"),
        ("https://user:secret@example.com/", "user name or a password"),
        ("https://user@example.com/", "user name or a password"),
        ("https://example.com\\@evil.example/", "backslash"),
        ("https://exam\nple.com/", "control character"),
        ("https://example.com/a b", "space"),
        ("https://example.com/\0", "control character"),
        ("https://example.com/\u2028", "control character"),
    ],
)
def test_what_is_no_address_of_a_page_is_said(url, said):
    assert said in fault_of(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com",
        "HTTP://example.com:8080/a?b=c#d",
        "https://bücher.example/straße",
        "http://[2001:db8::1]/",
        "https://web.archive.org/web/2020/https://example.com/",
    ],
)
def test_an_address_of_a_page_has_no_fault(url):
    assert fault_of(url) is None


@pytest.mark.parametrize("text", ["https://a", "HTTP://a", " http://a"])
def test_an_address_is_told_from_a_path(text):
    assert is_web_address(text)
    assert not is_web_address(f"x{text}")


SIGNS = st.text(alphabet="aA0é%2F5c/.;=&+?~:@ -", max_size=20)


@given(SIGNS, SIGNS)
def test_the_canonical_form_is_its_own_canonical_form(path, query):
    once = canonical_url(f"https://example.com/{path}?{query}")

    assert canonical_url(once) == once


@given(st.text(max_size=40))
def test_no_text_breaks_the_search_for_a_fault(text):
    said = fault_of(f"https://{text}")

    assert said is None or said

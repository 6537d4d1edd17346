import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.link.names import (
    address_keys,
    file_name_of,
    find_addresses,
    find_dois,
    label_of,
    natural_key,
    number_in,
    stem_of,
    words_of,
)


def test_numbers_in_names_are_compared_by_size():
    names = ["10.pdf", "2.pdf", "Annex 12.pdf", "annex 3.pdf", "1.pdf", "002b.pdf"]

    assert sorted(names, key=natural_key) == [
        *("1.pdf", "2.pdf", "002b.pdf", "10.pdf"),
        *("annex 3.pdf", "Annex 12.pdf"),
    ]


@given(st.lists(st.text(max_size=12), max_size=8))
def test_any_names_can_be_put_in_order_whatever_their_order_was(names):
    backwards = names[::-1]

    assert sorted(names, key=natural_key) == sorted(backwards, key=natural_key)


def test_a_number_of_thousands_of_digits_is_compared_too():
    assert natural_key("9" * 9_000) < natural_key("1" + "0" * 9_000)


@pytest.mark.parametrize(
    ("written", "label"),
    [
        *((" 1 ", "1"), ("[1]", "1"), ("[^1]", "1"), ("[^1]:", "1"), ("007", "7")),
        *(("S1", "S1"), ("s1", "S1"), ("[S1]", "S1"), ("[[S:1]]", "S1"), ("S: 12", "S12")),
        *(("smith2020", "smith2020"), ("[Smith2020]", "Smith2020"), ("[]", "")),
    ],
)
def test_a_label_has_one_spelling(written, label):
    assert label_of(written) == label


def test_a_label_may_have_a_number():
    assert [number_in(label) for label in ("1", "S12", "smith2020", "")] == [1, 12, None, None]


def test_words_have_no_case_accents_or_punctuation():
    assert words_of("„Grundsätze“: über_Maß & Café-Réports") == (
        *("grundsaetze", "ueber", "mass", "cafe", "reports"),
    )


@pytest.mark.parametrize(
    ("identifier", "name"),
    [
        ("docs/GoBD.pdf", "GoBD.pdf"),
        ("C:\\docs\\gobd.pdf", "gobd.pdf"),
        ("https://a.org/x/G%20B.pdf?y=1#p", "G B.pdf"),
        ("https://a.org", ""),
        ("gobd.pdf", "gobd.pdf"),
    ],
)
def test_a_file_name_is_the_last_part(identifier, name):
    assert file_name_of(identifier) == name


def test_a_stem_keeps_dots_that_end_no_file_name():
    assert [stem_of(name) for name in ("A.b.PDF", "v1.2", "2005.11401")] == [
        *("a.b", "v1.2", "2005.11401"),
    ]


def test_an_address_ends_before_the_punctuation_of_its_sentence():
    text = "(see https://a.org/x_(y), www.b.org/z.) <https://c.org/q>, „https://d.org“ xhttp://e"

    assert find_addresses(text) == [
        *("https://a.org/x_(y)", "www.b.org/z", "https://c.org/q", "https://d.org"),
    ]


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("doi:10.1000/ABC.12.", "10.1000/abc.12"),
        ("https://doi.org/10.1000/abc(1)2", "10.1000/abc(1)2"),
        ("(https://dx.doi.org/10.1000/abc)", "10.1000/abc"),
        ("https://doi.org/10.1000/abc%28x%29?from=y", "10.1000/abc(x)"),
        ("https://press.org/doi/full/10.1000/abc/pdf", "10.1000/abc"),
        ("https://press.org/10.1000/abc.pdf?x=1", "10.1000/abc"),
    ],
)
def test_a_doi_is_found_wherever_it_is_written(text, doi):
    assert find_dois(text) == [doi]


@pytest.mark.parametrize("text", ["10.12/abc", "1.10.1000/abc", "version 10.1000 / abc"])
def test_other_numbers_are_no_doi(text):
    assert find_dois(text) == []


def test_http_www_and_a_last_slash_do_not_tell_pages_apart():
    one, other = address_keys("http://www.a.org/x/"), address_keys("https://a.org/x")

    assert one is not None
    assert other is not None
    assert one[0] != other[0]
    assert one[1] == other[1]
    assert address_keys("www.a.org/x") is not None
    assert address_keys("docs/a.pdf") is None
    assert address_keys("http://[") is None


def test_a_long_row_of_brackets_takes_no_time():
    assert find_addresses("https://a.org/" + ")" * 300_000) == ["https://a.org/"]
    assert find_dois("10.1000/a" + ")" * 300_000) == ["10.1000/a"]

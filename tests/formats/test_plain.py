import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.formats.plain import (
    clean_source_text,
    decode,
    lone_surrogate_at,
    soften_line_end_hyphens,
)


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        ("für".encode(), "für", "utf-8"),
        ("\ufefffür".encode(), "für", "utf-8"),
        (b"\xff\xfef\x00\xfc\x00r\x00", "für", "utf-16-le"),
        (b"\xfe\xff\x00f\x00\xfc\x00r", "für", "utf-16-be"),
        (b"\xff\xfe\x00\x00\xfc\x00\x00\x00", "ü", "utf-32-le"),
        (b"\x00\x00\xfe\xff\x00\x00\x00\xfc", "ü", "utf-32-be"),
        (b"\x84f\xfcr\x93 \x80", "„für“ €", "windows-1252"),
        (b"\xfc \x81", "ü \ufffd", "windows-1252"),
        (b"", "", "utf-8"),
    ],
)
def test_bytes_are_decoded_by_mark_then_as_utf8_then_as_windows_1252(data, text, encoding):
    assert decode(data) == (text, encoding)


@given(st.binary())
def test_any_bytes_become_a_text_that_can_be_stored(data):
    text, _ = decode(data)

    clean = clean_source_text(text)

    assert "\x00" not in clean
    assert "\r" not in clean
    assert lone_surrogate_at(clean) is None


@given(st.text())
def test_a_text_in_utf8_is_read_back(text):
    plain = text.encode("utf-8", "replace").decode().lstrip("\ufeff")

    assert decode(plain.encode()) == (plain, "utf-8")


def test_line_ends_become_newlines():
    assert clean_source_text("a\r\nb\rc\nd\r\r\ne") == "a\nb\nc\nd\n\ne"


def test_only_what_cannot_be_stored_is_replaced():
    kept = "\u0085\u2028\x0c\ufeff\u00ad\u200b e\u0301 \U0001f600"

    assert clean_source_text(f"\x00{kept}\ud83d") == f"\ufffd{kept}\ufffd"


@pytest.mark.parametrize(
    ("text", "place"), [("", None), ("\U0001f600", None), ("ab\ud83d", 2), ("\udc00a", 0)]
)
def test_a_lone_surrogate_is_pointed_at(text, place):
    assert lone_surrogate_at(text) == place


@pytest.mark.parametrize(
    ("text", "softened"),
    [
        ("Transaktions-\ndaten", "Transaktions\u00ad\ndaten"),
        ("Transaktions\u2010\ndaten", "Transaktions\u00ad\ndaten"),
        ("E-\nMail", "E-\nMail"),
        ("COVID-\n19", "COVID-\n19"),
        ("1990-\nund", "1990-\nund"),
        ("a -\nb", "a -\nb"),
        ("long-term", "long-term"),
        ("word-", "word-"),
        ("a-\nb-\nc", "a\u00ad\nb\u00ad\nc"),
    ],
)
def test_only_a_hyphen_that_may_split_a_word_is_softened(text, softened):
    assert soften_line_end_hyphens(text) == softened


@given(st.text(alphabet="ab-\u2010\n A1"))
def test_softening_moves_no_offset(text):
    assert len(soften_line_end_hyphens(text)) == len(text)


def test_cleaning_leaves_hyphens_alone():
    assert clean_source_text("well-\nknown") == "well-\nknown"

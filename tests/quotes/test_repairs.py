"""Text in the wrong encoding is mended only where there is no doubt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.model.verdict import Match
from citation_engine.quotes.locate import find_quote
from citation_engine.quotes.repairs import ENCODING, mended, misread


def as_windows(text):
    return "".join(
        bytes([byte]).decode("windows-1252", "ignore") or chr(byte) for byte in text.encode()
    )


def as_latin(text):
    return text.encode().decode("latin-1")


LAW = "Sämtliche Daten sind für zehn Jahre – „unveränderbar“ – zu speichern, naïve Größen auch."


@pytest.mark.parametrize("wrong", [as_windows, as_latin])
def test_a_misread_text_is_mended(wrong):
    assert mended(wrong(LAW)) == LAW
    assert mended(wrong(wrong(LAW))) == LAW


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x2FFF, exclude_categories=["Cs"])))
def test_whatever_was_misread_is_mended(text):
    wrong = as_windows(text)

    assert (mended(wrong) or wrong) == (mended(text) or text)


@pytest.mark.parametrize(
    "text", ["", "plain", LAW, "Ãlvaro", "café â la carte", "NÃO", "Â ", "f\ufffdr"]
)
def test_a_text_that_was_read_rightly_is_left_alone(text):
    assert mended(text) is None
    assert misread(text) == []


@pytest.mark.parametrize("wrong", [as_windows, as_latin])
def test_a_misread_quotation_is_found_and_it_is_said(wrong):
    quote = "Daten sind für zehn Jahre – „unveränderbar“"

    found = find_quote(wrong(quote), f"Vorher. {LAW} Nachher.")

    assert found.match is Match.NORMALISED
    assert found.differences[-1] == ENCODING
    assert found.places[0].of(f"Vorher. {LAW} Nachher.") == quote


@pytest.mark.parametrize("wrong", [as_windows, as_latin])
def test_a_quotation_is_found_in_a_misread_text(wrong):
    text = wrong(f"Vorher. {LAW} Nachher.")

    found = find_quote(LAW, text)

    assert found.match is Match.NORMALISED
    assert ENCODING in found.differences
    assert found.places[0].of(text) == wrong(LAW)


def test_typography_may_differ_beside_the_encoding():
    text = as_windows("He said: “it’s for ten years – no more” and left the room.")

    found = find_quote("it's for ten years - no more", text)

    assert found.match is Match.NORMALISED
    assert found.differences == ("quotation marks", "dashes", ENCODING)


def test_words_beside_a_misread_quotation_mark_are_found():
    text = as_windows("He said: “for ten years” and left.")

    found = find_quote("for ten years", text)

    assert (found.match, found.differences) == (Match.NORMALISED, (ENCODING,))
    assert found.places[0].of(text) == "for ten years"


@pytest.mark.parametrize(
    "quote",
    [
        as_windows(LAW.replace("zehn", "sechs")),
        as_windows(LAW.replace("für", "fur")),
        LAW.replace("ä", "\ufffd"),
        as_windows(LAW).replace("Daten sind", "Daten sind nicht"),
    ],
)
def test_altered_words_are_not_found_because_they_were_misread(quote):
    assert not find_quote(quote, LAW).match.located
    assert not find_quote(LAW, quote).match.located

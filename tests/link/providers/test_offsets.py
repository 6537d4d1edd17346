"""Offsets in three units lead to the same place, and the words decide where they do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.link.providers.offsets import Ending, MeasuredText, OffsetUnit
from citation_engine.model.passage import Span

TEXT = "Größe 📚: Daten müssen bleiben. Daten 😀 fehlen."
texts = st.text(st.sampled_from("a ä–📚😀中\u0301") | st.characters(codec="utf-8"), max_size=60)


def encoded(text: str, offset: int, unit: OffsetUnit) -> int:
    before = text[:offset]
    if unit is OffsetUnit.BYTES:
        return len(before.encode())
    return len(before.encode("utf-16-le")) // 2 if unit is OffsetUnit.UTF16 else offset


@given(texts, st.integers(0, 60), st.integers(0, 60), st.sampled_from(OffsetUnit))
def test_a_span_written_in_any_unit_is_read_back(text, start, length, unit):
    start = min(start, len(text))
    end = min(start + length, len(text))

    span = MeasuredText(text).span(encoded(text, start, unit), encoded(text, end, unit), unit)

    assert span == Span(start, end)


@given(st.integers(0, 9_000), st.sampled_from(OffsetUnit))
def test_offsets_hold_in_texts_of_many_blocks(start, unit):
    text = "ä📚b" * 3_000
    offset = encoded(text, start, unit)

    assert MeasuredText(text).point(offset, unit) == start


@given(texts, st.integers(-5, 300), st.sampled_from(OffsetUnit))
def test_an_offset_is_at_a_character_or_nowhere(text, offset, unit):
    point = MeasuredText(text).point(offset, unit)

    if point is not None:
        assert encoded(text, point, unit) == offset
    elif offset >= 0:
        assert offset not in {encoded(text, at, unit) for at in range(len(text) + 1)}


@pytest.mark.parametrize("written", OffsetUnit)
@pytest.mark.parametrize("said", OffsetUnit)
@pytest.mark.parametrize("longer", [0, 1])
def test_the_words_decide_in_which_unit_offsets_are(written, said, longer):
    start, end = 9, 30
    words = TEXT[start:end]
    given_end = encoded(TEXT, end - longer, written)

    found = MeasuredText(TEXT).place(encoded(TEXT, start, written), given_end, said, words=words)

    assert found.span == Span(start, end)
    assert bool(found.note) is (written is not said or bool(longer))
    assert not found.note or str(written) in found.note or "found by" in found.note


def test_words_that_stand_once_are_found_without_their_offsets():
    for start, end in ((0, 3), (-1, 5), (None, None), ("x", {}), (10**40, 1)):
        found = MeasuredText(TEXT).place(start, end, OffsetUnit.BYTES, words="müssen bleiben")

        assert found.span is not None
        assert found.span.of(TEXT) == "müssen bleiben"
        assert "found by the words" in found.note


@pytest.mark.parametrize(
    ("words", "said"), [("Daten", "several times"), ("Zahlen", "not in the answer")]
)
def test_words_that_stand_often_or_nowhere_have_no_place(words, said):
    found = MeasuredText(TEXT).place(1, 4, OffsetUnit.BYTES, words=words)

    assert found.span is None
    assert said in found.note


def test_words_that_stand_often_are_found_by_true_offsets():
    start = TEXT.rindex("Daten")

    found = MeasuredText(TEXT).place(start, start + 5, OffsetUnit.CHARACTERS, words="Daten")

    assert found == (Span(start, start + 5), "")


@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        (None, None, "gives no place"),
        (0, None, "cannot be read"),
        (-3, 4, "cannot be read"),
        (float("nan"), 4, "cannot be read"),
        (True, 4, "cannot be read"),
        (5, 500, "has no place from 5 to 500 in bytes"),
        (9, 4, "has no place"),
        (3, 8, "has no place"),  # Inside of a character.
        (0, 0, "is empty"),
        (2**60, 2**61, "cannot be read"),
    ],
)
def test_offsets_that_lead_nowhere_are_said(start, end, said):
    found = MeasuredText(TEXT).place(start, end, OffsetUnit.BYTES)

    assert found.span is None
    assert said in found.note


def test_numbers_written_as_text_or_with_a_fraction_of_zero_are_numbers():
    assert MeasuredText("abcdef").place("1", 3.0, OffsetUnit.CHARACTERS).span == Span(1, 3)


@pytest.mark.parametrize(
    ("text", "start", "end", "cited"),
    [
        ("See the law. Next", 4, 10, "the law"),
        ("See the law. Next", 4, 11, "the law"),
        ("Ten years ([law](https://a.org/b)). Next", 10, 32, "([law](https://a.org/b)"),
        ("中文字中文", 0, 3, "中文字"),
    ],
)
def test_an_end_that_cuts_a_word_or_link_counts_its_last_character(text, start, end, cited):
    found = MeasuredText(text).place(start, end, OffsetUnit.CHARACTERS, ending=Ending.UNSURE)

    assert found.span.of(text) == cited
    assert bool(found.note) is (found.span.end != end)


def test_an_insertion_is_an_empty_span():
    assert MeasuredText(TEXT).insertion(8, OffsetUnit.CHARACTERS).span == Span(8, 8)
    assert MeasuredText(TEXT).insertion(len(TEXT), OffsetUnit.CHARACTERS).span == Span(
        len(TEXT), len(TEXT)
    )
    for index in (None, -1, 500, "x"):
        assert MeasuredText(TEXT).insertion(index, OffsetUnit.CHARACTERS).span is None


def test_many_lost_places_in_a_large_text_do_not_take_long():
    measured = MeasuredText("Daten müssen bleiben. " * 200_000)

    notes = {measured.place(0, 5, OffsetUnit.BYTES, words=f"lost {n}").note for n in range(2_000)}

    assert any("were not looked for" in note for note in notes)

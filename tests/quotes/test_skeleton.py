"""Skeletons: nothing but letters and digits, the same for every way of setting them."""

import importlib.util
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.language.fold import fold
from citation_engine.quotes.skeleton import BLOCK, codes, skeleton_bytes, skeleton_of

MAKER = Path(__file__).parents[2] / "scripts" / "make_skeleton_table.py"
MIXED = st.text(
    st.one_of(
        st.sampled_from("ab Äß-'ﬁœ½²…\n\u00ad\u0301\x85\x93é"),
        st.sampled_from("яЖ漢字かが가\u1100\u1161\u11a8אب٣नİıև"),
        st.characters(exclude_categories=["Cs"]),
    )
)
ASSIGNED = [
    chr(point)
    for point in range(sys.maxunicode + 1)
    if unicodedata.category(chr(point)) not in ("Cn", "Cs", "Co")
]


def skeleton(text):
    return skeleton_bytes(text)


@pytest.mark.parametrize(
    "same",
    [
        ("Straße", "STRASSE", "stra\u00ad\nße", "Stra-ße"),
        ("ﬁnal", "fi\u200bnal", "FINAL"),
        ("scho\u0308n", "schön", "SCHÖN", "schon"),
        ("1.5", "15", "١٥", "１５", "-15"),
        ("İstanbul", "istanbul", "ISTANBUL", "ıstanbul"),
        ("한국", "\u1112\u1161\u11ab\u1100\u116e\u11a8", "한 국"),
        ("և", "եւ", "ԵՒ"),
        ("ໜ", "ຫນ"),
        ("ຳ", "າ"),
        ("ｶﾞ", "ガ", "カ"),
        ("don’t", "don't", "donʼt", "dont"),
        ("œuvre", "oeuvre", "Œuvre"),
        ("Ελλάδα", "ΕΛΛΑΔΑ"),
        ("Ⅳ", "IV"),
    ],
)
def test_words_set_otherwise_have_one_skeleton(same):
    assert len({skeleton(text) for text in same}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("知识", "知道"),
        ("日本", "本日"),
        ("かな", "かに"),
        ("мир", "мыр"),
        ("אב", "אג"),
        ("가", "나"),
    ],
)
def test_other_letters_have_another_skeleton(one, other):
    assert skeleton(one) != skeleton(other)


def test_letters_of_large_scripts_take_two_bytes_that_cannot_be_confused():
    assert len(skeleton("知识就是力量")) == 12
    assert all(byte >= 0xE0 for byte in skeleton("知识就是力量")[::2])
    assert all(0x80 <= byte < 0xE0 for byte in skeleton("知识就是力量")[1::2])


def test_no_character_leaves_a_zero_behind():
    assert b"\0" not in skeleton("".join(ASSIGNED))


def test_every_character_has_one_skeleton_in_every_composition():
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        differ = [c for c in ASSIGNED if skeleton(unicodedata.normalize(form, c)) != skeleton(c)]
        assert differ == []


def test_whatever_the_fold_makes_equal_has_one_skeleton():
    assert [c for c in ASSIGNED if skeleton(fold(c).text) != skeleton(c)] == []


@given(MIXED)
def test_the_fold_of_a_text_has_the_skeleton_of_the_text(text):
    assert skeleton(fold(text).text) == skeleton(text)


def test_the_shipped_table_is_what_its_maker_makes():
    spec = importlib.util.spec_from_file_location("maker", MAKER)
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    known = codes()
    # Characters this Python does not know are in the table all the same.
    letters = [c for c in ASSIGNED if not 0xAC00 <= ord(c) <= 0xD7A3]

    for character in letters:
        made = b"".join(map(maker.code_of, maker.letters_of(character)))
        assert known[ord(character)].encode("latin-1") == made, hex(ord(character))


@given(MIXED)
def test_every_byte_leads_back_to_the_character_that_left_it(text):
    skeletal = skeleton_of(text)
    known = codes()

    for offset in range(skeletal.length):
        index, before, after = skeletal.character_at(offset)
        code = known[ord(text[index])]
        assert chr(skeletal.data[offset]) == code[before]
        assert before + after + 1 == len(code)
        assert skeletal.position(index) == offset - before
    assert skeletal.position(len(text)) == skeletal.length


@pytest.mark.parametrize(
    "filling", ["plain ASCII text. ", "schöne Größe ﬁnal\n", "мир и труд, ", "知识 x "]
)
def test_long_texts_are_folded_in_blocks_as_short_ones_are(filling):
    text = filling * (3 * 65_536 // len(filling)) + "Ende ½ω"
    skeletal = skeleton_of(text)

    assert skeletal.data == text.translate(codes()).encode("latin-1")
    assert len(skeletal.starts) == -(-len(text) // BLOCK) + 1
    for offset in (0, 1, skeletal.length // 2, skeletal.length - 1):
        index, before, _ = skeletal.character_at(offset)
        assert skeletal.position(index) == offset - before


def test_a_stretch_that_cuts_a_character_has_no_origin():
    skeletal = skeleton_of("der ﬁnale Satz")
    at = skeletal.data.index(b"finale")

    assert skeletal.origin(at, at + 6) == (4, 9)
    assert skeletal.origin(at + 1, at + 6) is None
    assert skeletal.around(at + 1, at + 6) == (4, 9)
    assert skeletal.origin(at, at) is None


def test_a_place_beyond_the_end_is_an_error():
    with pytest.raises(IndexError):
        skeleton_of("abc").character_at(3)

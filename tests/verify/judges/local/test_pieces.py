from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.verify.judges.local.pieces import (
    Unigram,
    WordPiece,
    composed,
    pair_ids,
    plain,
    read_pieces,
)
from made_pair_model import VOCABULARY


@pytest.fixture(scope="module")
def pieces():
    return WordPiece(VOCABULARY)


def spelled(pieces, text):
    return [VOCABULARY[number] for number in pieces.encode(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t ", []),
        ("the records", ["the", "records"]),
        ("THE Records", ["the", "records"]),
        ("kept.", ["kept", "."]),
        ("ten-year", ["ten", "-", "year"]),
        ("bad", ["b", "##a", "##d"]),
        ("théâtre is", ["the", "##a", "##t", "##r", "##e", "is"]),
        ("(the)", ["(", "the", ")"]),
        ("the\u00a0records", ["the", "records"]),
        ("re\u00adcords", ["records"]),
        ("the\x00 \u200brecords\ufffd", ["the", "records"]),
        ("\ud800the", ["the"]),
        ("法律", ["[UNK]", "[UNK]"]),
        ("the“records”", ["the", "[UNK]", "records", "[UNK]"]),
        ("straße", ["[UNK]"]),
        ("a" * 100, ["a", *["##a"] * 99]),
        ("a" * 101, ["[UNK]"]),
        # What reads as a special piece is words and signs like others.
        ("(UNK) </s>", ["(", "u", "##n", "##k", ")", "[UNK]", "[UNK]", "s", "[UNK]"]),
    ],
)
def test_a_text_is_cut_into_the_longest_known_pieces(pieces, text, expected):
    assert spelled(pieces, text) == expected


def test_a_capital_sigma_has_one_small_letter_wherever_it_stands():
    assert plain("ΟΔΟΣ ΣΑΣ") == "οδοσ σασ"


def test_a_vocabulary_is_read_a_piece_a_line(tmp_path, pieces):
    (tmp_path / "vocab.txt").write_text("\n".join(VOCABULARY) + "\n", "utf-8")

    assert read_pieces(tmp_path / "vocab.txt").encode("the bad tower") == pieces.encode(
        "the bad tower"
    )


SCORED = [
    *(("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)),
    *(("▁", -6.0), ("▁ten", -3.0), ("▁te", -4.0), ("n", -4.0), ("Jahre", -3.0), ("▁Jahr", -3.5)),
    *(("e", -3.5), ("▁the", -2.0), ("s", -4.0)),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("ten", ["▁ten"]),
        ("ten Jahre", ["▁ten", "▁Jahr", "e"]),
        ("the\u00a0ten", ["▁the", "▁ten"]),
        ("te\u00adn", ["▁ten"]),
        ("theß", ["▁the", "<unk>"]),
        ("\ud800the", ["▁the"]),
        # What reads as a special piece is a word like others.
        ("</s>", ["▁", "<unk>", "<unk>", "s", "<unk>"]),
        ("n" * 150, ["▁", *["n"] * 150]),
    ],
)
def test_a_text_is_cut_into_the_likeliest_pieces(text, expected):
    assert [SCORED[number][0] for number in Unigram(SCORED).encode(text)] == expected


def test_a_vocabulary_with_likelihoods_is_read_as_one(tmp_path):
    lines = (f"{piece}\t{score}\n" for piece, score in SCORED)
    (tmp_path / "vocab.txt").write_text("".join(lines), "utf-8")

    assert read_pieces(tmp_path / "vocab.txt").encode("ten Jahre") == [5, 9, 10]


def test_letters_put_together_of_parts_are_one_letter():
    assert composed("Jahresu\u0308berschuss ﬁnal") == "Jahresüberschuss final"


def test_a_pair_has_its_marks_around_it():
    assert pair_ids([7, 8], [9]) == [0, 7, 8, 2, 2, 9, 2]


@given(st.text())
def test_the_count_is_the_number_of_pieces(text):
    pieces = WordPiece(VOCABULARY)

    assert pieces.count(text) == len(pieces.encode(text))


@given(st.text(), st.text())
def test_two_texts_with_a_space_between_have_the_pieces_of_both(first, second):
    pieces = WordPiece(VOCABULARY)

    both = pieces.encode(f"{first} {second}")

    # A mark that combines with the space goes in either case.
    assert both == pieces.encode(first) + pieces.encode(second)


# Where Unicode's tables of the other side are as new as ours.
SETTLED = st.one_of(
    st.characters(max_codepoint=0x24F, exclude_categories=["Cs"]),
    st.sampled_from(
        "ΑαΣςσДдйёהبが漢字한글“”„‘’–—…•·№€£¥°±×÷½²™©®\u00a0\u2009\u200b\u00ad\ufeffﬁﬂıİßẞ́̈😀𝐀"
    ),
)


@cache
def usual_tokenizer():
    tokenizers = pytest.importorskip("tokenizers", reason="a package that only this compares with")
    numbers = {piece: number for number, piece in enumerate(VOCABULARY)}
    usual = tokenizers.Tokenizer(tokenizers.models.WordPiece(numbers, unk_token="[UNK]"))
    usual.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=True)
    usual.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    return usual


@given(st.text(SETTLED, max_size=60))
def test_the_pieces_are_those_of_the_usual_tokenizer(text):
    usual = usual_tokenizer()

    assert WordPiece(VOCABULARY).encode(text) == usual.encode(text).ids

import itertools
import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.language import fold as module
from citation_engine.language.fold import differences, fold
from hanging import must_end

NASTY = (
    "ab cdÄäßé10²½①ﬁﬀ…\"'„“‚‘«»′″-–—−\u2010\u2011\u00ad\u200b\u200d\ufeff\u00a0\u2009\u3000\n\t."
    "e\u0301o\u0308\u0327א\u05b7ا🎉\U0001d400漢字か\u3099가\u1100\u1161\u11a8ก\u0e34,"
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("„zehn“ “ten” «dix» ‚zehn‘ 'ten' `x´", "'zehn' 'ten' 'dix' 'zehn' 'ten' 'x'"),
        ("a – b — c ‑ d − e", "a - b - c - d - e"),
        ("a\u00a0b\u2009c\u3000d\n  e\t\tf \u200b g", "a b c d e f g"),
        ("un\u00adver\u200bänder\u2060bar", "unveränderbar"),
        ("Transaktions\u00ad\n   daten", "Transaktionsdaten"),
        ("Transaktions-\ndaten", "Transaktionsdaten"),
        ("Transaktions\u2010  \n\tdaten", "Transaktionsdaten"),
        ("ﬁnd oﬃce Ĳ ﬅ", "find office IJ st"),
        ("e\u0301 o\u0308\u0327 =\u0338", "é o\u0327\u0308 ≠"),
        ("１２３ ＡＢ 𝟏𝐱", "123 AB 1x"),
        ("wait…", "wait..."),
        ("\u1112\u1161\u11ab \ud55c", "한 한"),
    ],
)
def test_typography_is_folded(text, folded):
    assert fold(text).text == unicodedata.normalize("NFC", folded)


@pytest.mark.parametrize(
    "text",
    [
        "10² m³ H₂O x⁻¹ ½ ⅓ ① ⑩ ㎡ ㏠",
        "Not NOT not",
        "schon schön",
        "1.5 15 1,5 -5 +5",
        "a; b: c! d? (e) [f] {g} / h | i & j",
        "¨ ¯ ¸",
        "١٢٣ 五",
        "COVID-19 2018-2020",
        "",
    ],
)
def test_what_changes_the_words_is_kept(text):
    assert fold(text).text == text


def test_a_dash_at_a_line_end_stays_before_a_digit():
    assert fold("COVID-\n19").text == "COVID- 19"


def test_feet_and_inches_stay_apart():
    assert fold("5′ 10″").text == "5' 10\""
    assert fold("„Agenda 2010“").text == "'Agenda 2010'"


@pytest.mark.parametrize(
    ("text", "words", "original"),
    [
        ("der ﬁnale Satz", "finale", "ﬁnale"),
        ("ein  \n schöner", "schöner", "schöner"),
        ("ein scho\u0308ner Tag", "schöner", "scho\u0308ner"),
        ("a\u00ad\u200bb", "b", "b"),
        ("x a\u00ad\u200b", "a", "a"),
        ("Zeit-\n  raum von", "Zeitraum", "Zeit-\n  raum"),
        ("„ja“ … nein", "... nein", "… nein"),
    ],
)
def test_folded_words_lead_back_to_their_original(text, words, original):
    folded = fold(text)
    at = folded.text.index(words)

    start, end = folded.origin(at, at + len(words))

    assert text[start:end] == original


@given(st.text(alphabet=NASTY))
def test_offsets_lead_back_in_order_and_without_gaps(text):
    folded = fold(text)
    cuts = [at for at in range(len(folded.text) + 1) if not folded.rewritten.splits(at)]
    stretches = [folded.origin(a, b) for a, b in itertools.pairwise(cuts)]
    between = [text[a[1] : b[0]] for a, b in itertools.pairwise(stretches)]

    assert all(start < end for start, end in stretches)
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(stretches))
    assert all(fold(dropped).text.strip(" -") == "" for dropped in between)


@given(st.text(alphabet=NASTY))
def test_letters_and_digits_survive_the_fold(text):
    def letters(words):
        return [c for c in unicodedata.normalize("NFKD", words) if c.isalnum()]

    assert letters(fold(text).text) == letters(text)


@given(st.text(alphabet=NASTY))
def test_equal_words_in_both_compositions_fold_equally(text):
    text = re.sub("[^\\w\\s]", "", text)

    folds = {fold(unicodedata.normalize(form, text)).text for form in ("NFC", "NFD")}

    assert len(folds) == 1


def test_letters_passed_over_are_letters_that_no_fold_changes():
    plain = re.compile(f"[{module._PLAIN_LETTERS}]")
    letters = [c for c in map(chr, range(sys.maxunicode + 1)) if plain.match(c)]

    assert all(unicodedata.normalize("NFKC", c) == c for c in letters)
    assert not any(module._continues(c) for c in letters)


@pytest.mark.parametrize(
    ("original", "quote", "kinds"),
    [
        ("„zehn“ Jahre", '"zehn" Jahre', ("quotation marks",)),
        ("a – b", "a - b", ("dashes",)),
        ("zehn\n  Jahre", "zehn Jahre", ("white space",)),
        ("Transaktions-\ndaten", "Transaktionsdaten", ("line-end hyphens",)),
        ("Transaktions\u00ad\ndaten", "Transaktionsdaten", ("line-end hyphens",)),
        ("long-\nterm", "long-term", ("line-end hyphens",)),
        ("ﬁnal", "final", ("ligatures",)),
        ("scho\u0308n", "schön", ("composition",)),
        ("un\u00adver", "unver", ("invisible characters",)),
        ("wait…", "wait...", ("ellipsis",)),
        (
            "„ﬁnal“\nwait…",
            '"final" wait...',
            ("quotation marks", "white space", "ligatures", "ellipsis"),
        ),
        ("ten years", "ten years", ()),
        (" ten years\n", "ten years", ()),
    ],
)
def test_differences_say_what_was_forgiven(original, quote, kinds):
    assert differences(original, quote) == kinds


@must_end
@pytest.mark.parametrize(
    ("piece", "folded"),
    [
        ("The quick brown fox, it's here.\n", "The quick brown fox, it's here. "),
        ("für „große“ Maß\u00adnahmen\n", "für 'große' Maßnahmen "),
        ("-", "-"),
        ("\u0301", "\u0301"),
        ("- ", "- "),
    ],
)
def test_a_million_characters_are_folded_to_the_last(piece, folded):
    count = 1_000_000 // len(piece)

    # Not compared by `==` in the assert: no report of a difference is made of a million signs.
    same = fold(piece * count).text == folded * count
    assert same

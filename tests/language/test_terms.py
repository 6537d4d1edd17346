"""Words are found in every spelling and form that means the same word."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.language.detection import Language, language_of
from citation_engine.language.terms import (
    LONGEST,
    forms_of,
    is_stop_word,
    stem_of,
    stems_of,
    words_of,
)

TEXTS = st.text(
    st.sampled_from("aäöüßAEn e-\n\u00ad\u2010'.,12 0³漢字ﬁ\u0301\u200bİ_§%\"„“"), max_size=60
)


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("Aufbewahrungsfristen", "Aufbewahrungsfrist", "de"),
        ("geprüft", "geprueft", "de"),
        ("geprüft", "gepruft", "de"),
        ("Straße", "STRASSE", "de"),
        ("Verträge", "Vertrages", "de"),
        ("aufzubewahren", "aufbewahren", "de"),
        ("zurückzugeben", "zurückgeben", "de"),
        ("retention periods", "Retention Period", "en"),
        ("stored", "storing", "en"),
        ("naïve", "naive", "en"),
    ],
)
def test_two_spellings_are_one_word(one, other, language):
    left, right = (
        [stem_of(form, Language(language)) for form in forms_of(text)] for text in (one, other)
    )

    assert left == right


def test_different_words_stay_different():
    words = ("Frist", "Fracht", "Recht", "period", "person", "1000", "100")

    assert len({stems for word in words for stems in stems_of(forms_of(word)[0])}) == len(words)


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Auf\u00adbewahrung", ["aufbewahrung"]),
        ("Aufbe\u00ad\nwahrung", ["aufbewahrung"]),
        ("ﬁnal", ["final"]),
        ("1.000 and 1,000 and 1'000", ["1000", "and", "1000", "and", "1000"]),
        ("1.000,50", ["1000", "50"]),
        ("12.05.2023", ["12", "05", "2023"]),
        ("2,5 %", ["2", "5"]),
        ("§ 147a Abs. 3", ["147a", "abs", "3"]),
        ("E-Mail", ["e", "mail"]),
        ("max_size", ["max", "size"]),
        ("漢字です", ["漢", "字", "で", "す"]),
        ("„“ – …", []),
    ],
)
def test_a_text_has_these_words(text, forms):
    assert forms_of(text) == forms


@given(TEXTS)
def test_words_stand_where_they_are_said_to(text):
    words = words_of(text)

    assert words.forms == forms_of(text)
    last = 0
    for at, form in enumerate(words.forms):
        span = words.span(at, at)
        assert last <= span.start < span.end <= len(text)
        assert forms_of(span.of(text)) == [form]
        last = span.end


def test_a_word_without_end_is_cut():
    assert forms_of("a" * 5_000) == ["a" * LONGEST]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Die Unterlagen sind zehn Jahre lang aufzubewahren, wenn es nicht anders ist.", "de"),
        ("The records are kept for ten years, unless the law says otherwise.", "en"),
        ("Umsatz 2023 Aufwand 2024", None),
        ("the und of oder and der", None),
        ("", None),
    ],
)
def test_small_words_tell_the_language(text, language):
    assert language_of(forms_of(text)) == language


def test_small_words_are_known_without_umlauts_too():
    assert is_stop_word("für")
    assert is_stop_word("fuer")
    assert not is_stop_word("frist")


def test_many_threads_get_the_same_stems():
    words = [f"aufbewahrungsfristen{end}" for end in "abcdefghijklmnop"] * 40
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda word: stem_of.__wrapped__(word, Language.GERMAN), words))

    assert found == [stem_of(word, Language.GERMAN) for word in words]

"""What has more of what is looked for comes first, and the right sentences are shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.language.terms import forms_of, plain, stems_of
from citation_engine.search.query import parse_claim, parse_query
from citation_engine.search.ranking import PieceText, best_window, examine, fuse, score, weights_of

TEXT = (
    "Die Rechnung ist zu prüfen. Die Aufbewahrungsfrist beträgt zehn Jahre. "
    "Sie beginnt mit dem Schluss des Jahres. Danach werden die Rechnungen vernichtet."
)


def window(
    query: str, text: str = TEXT, *, sentences: int = 2, cut: bool = False, parse=parse_query
):
    needles = parse(query)
    examined = examine(PieceText(text, "de"), needles)
    found = best_window(examined, [1.0] * len(needles), sentences=sentences, longest=500, cut=cut)
    return found and found.span.of(text)


def found(query: str, text: str, language: str = "de") -> list[str]:
    examined = examine(PieceText(text, language), parse_query(query))
    return [span.of(text) for match in examined.matches for span in match.spans]


def test_words_are_found_in_all_their_forms():
    assert found("Rechnungen", TEXT) == ["Rechnung", "Rechnungen"]


def test_a_phrase_is_found_where_its_words_stand_together():
    assert found('"Jahres schluss"', TEXT) == []
    assert found('"Schluss des Jahres"', TEXT) == ["Schluss des Jahres"]


@pytest.mark.parametrize("query", ["Frist", "Aufbewahrung", "Fristen"])
def test_a_part_finds_its_compound(query):
    assert found(query, TEXT) == ["Aufbewahrungsfrist"]


@pytest.mark.parametrize(
    ("query", "compound"),
    [
        ("Steuer", "Einkommensteuer"),
        ("Steuern", "Steuergesetz"),
        ("Buch", "Handelsbücher"),
        ("Bücher", "Handelsbuch"),
        ("Vertrag", "Kaufverträge"),
        ("Pflichten", "Aufbewahrungspflicht"),
        ("Prüfung", "Abschlusspruefungen"),
        ("Behörde", "Finanzbehörden"),
    ],
)
def test_a_part_finds_its_compound_in_other_forms(query, compound):
    assert found(query, f"Die {compound} ist hier.") == [compound]


def test_a_part_finds_no_compound_in_an_english_text():
    assert found("port", "A portfolio is kept in this place.", "en") == []


def test_the_word_itself_counts_more_than_a_compound():
    needles = parse_query("Frist")
    whole, part = (
        score(examine(PieceText(text, "de"), needles), [1.0])
        for text in ("Die Frist.", "Die Zahlfristen.")
    )

    assert whole > part > 0


def test_rare_words_count_more():
    rare, common = weights_of([1, 9_000], 10_000)

    assert rare > 5 * common > 0


def test_all_of_the_words_are_better_than_one_of_them_often():
    needles = parse_query("Rechnung Frist")
    both = examine(PieceText("Die Frist der Rechnung.", "de"), needles)
    often = examine(PieceText("Rechnung, Rechnung, Rechnung, Rechnung.", "de"), needles)

    assert score(both, [1.0, 1.0]) > score(often, [1.0, 1.0])


def test_the_sentence_with_the_words_is_shown():
    assert window("zehn Jahre") == "Die Aufbewahrungsfrist beträgt zehn Jahre."


def test_two_sentences_are_shown_where_the_words_are_in_both():
    assert window("Aufbewahrungsfrist Schluss") == (
        "Die Aufbewahrungsfrist beträgt zehn Jahre. Sie beginnt mit dem Schluss des Jahres."
    )


def test_a_sentence_that_is_cut_off_is_taken_only_where_there_is_no_other():
    assert window("Rechnung", cut=True) == "Die Rechnung ist zu prüfen."
    assert window("vernichtet", cut=True) == "Danach werden die Rechnungen vernichtet."


def test_a_phrase_over_a_sentence_end_is_shown():
    text = f"{'Lang ' * 80}ist der Satz. Auch dieser {'ist lang ' * 60}."

    assert window('"der Satz auch dieser"', text) == "der Satz. Auch dieser"


def test_nothing_is_shown_where_nothing_was_found():
    assert window("Krokodil") is None


def test_the_sentence_that_speaks_of_a_claim_is_found():
    claim = "Rechnungen werden nach zehn Jahren Aufbewahrungsfrist vernichtet."

    assert "zehn Jahre" in (window(claim, sentences=1, parse=parse_claim) or "")


def test_what_is_high_in_both_rankings_comes_first():
    scores = fuse([[1, 2, 3], [3, 4, 1]])

    assert sorted(scores, key=lambda thing: -scores[thing])[:2] == [1, 3]
    assert fuse([[7], [7]])[7] == 1.0


@pytest.mark.parametrize("query", ["Übungen", "Uebung", "ubung"])
@pytest.mark.parametrize(
    "word", ["Übung", "Uebungen", "Grundübung", "Grunduebungen", "Übungsplatz"]
)
def test_umlauts_are_found_however_they_are_written(query, word):
    assert found(query, f"Die {word} ist hier.") == [word]


@given(st.text("aäbeéßuühnrsty", min_size=1, max_size=12))
def test_a_word_begins_as_its_stems_do(word):
    for form in forms_of(word):
        assert {stem[:1] for stem in stems_of(form)} == {plain(form[0])}

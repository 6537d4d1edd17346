"""An altered quotation against the words of the source: every changed word, ranked."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import made_changes
from citation_engine.model.verdict import Aspect, Weight
from citation_engine.verify.guards.differences import differences
from hanging import must_end

# Invented, with something of every kind that is changed below.
ENGLISH = """\
Digital records must be kept unchanged for ten years, and paper records for at least 6 months.
The harbour office of Northwick may not destroy all of the 1,250 folders before December 31, 2024.
It is lawful to sell more than 40 percent of the old ships, which is possible only in the north.
On 3 March 2019 the first of 12 inspectors was able to open the large gate without a key.
Members should pay 25 euros within 14 days; they shall never be asked for 300 kg of public salt.
The early decrease of 7 percent was common knowledge in 2018, and is not a success but can be one.
"""
GERMAN = """\
Die Unterlagen müssen zehn Jahre aufbewahrt werden, alle Belege jedoch mindestens 6 Monate.
Das Hafenamt darf die 1.250 Akten nicht vor dem 31. Dezember 2024 oder dem 01.02.2025 vernichten.
Es ist zulässig, mehr als 40 Prozent der Schiffe zu verkaufen, wenn kein Einspruch erhoben wird.
Der erste von 12 Prüfern soll das große Tor am 3. März ohne Schlüssel öffnen und schriftlich melden.
Mitglieder sollen 25 Euro innerhalb von 14 Tagen zahlen; nur der Gläubiger kann 300 kg verlangen.
Ein Gewinn von 7 Prozent war im Jahr 2018 bekannt, wirksam und unmittelbar, aber nicht öffentlich.
"""
PASSAGES = [*ENGLISH.splitlines(), *GERMAN.splitlines(), ENGLISH, GERMAN]


def aspects(quote, source):
    return [one.aspect for one in differences(quote, source)]


@pytest.mark.parametrize(
    ("quote", "source", "aspect"),
    [
        ("kept for six years", "kept for ten years", Aspect.NUMBER),
        ("costs 1.000 euros", "costs 1,000 euros", Aspect.NUMBER),
        ("at 5 degrees", "at -5 degrees", Aspect.NUMBER),
        ("5 Milliarden Euro", "5 Millionen Euro", Aspect.NUMBER),
        ("ein Drittel davon", "ein Viertel davon", Aspect.NUMBER),
        ("10 km away", "10 miles away", Aspect.UNIT),
        ("5 kg of it", "5 g of it", Aspect.UNIT),
        ("rose by 5 percent", "rose by 5 percentage points", Aspect.UNIT),
        ("am 31.12.2024 endet", "am 31.12.2023 endet", Aspect.DATE),
        ("in March 2020 it", "in May 2020 it", Aspect.DATE),
        ("in Q3 2020 it", "in Q4 2020 it", Aspect.DATE),
        ("nach § 147 Abs. 3 AO", "nach § 146 Abs. 3 AO", Aspect.REFERENCE),
        ("Annex II applies", "Annex III applies", Aspect.REFERENCE),
        ("(1) Die Frist", "(4) Die Frist", Aspect.REFERENCE),
        ("it is lawful to", "it is unlawful to", Aspect.NEGATION),
        ("a possible way", "an impossible way", Aspect.NEGATION),
        ("harmful to us", "harmless to us", Aspect.NEGATION),
        ("is allowed here", "is not allowed here", Aspect.NEGATION),
        ("with a key in", "without a key in", Aspect.NEGATION),
        ("ein Recht darauf", "kein Recht darauf", Aspect.NEGATION),
        ("they can go", "they can't go", Aspect.NEGATION),
        ("not able to", "notable to", Aspect.NEGATION),
        ("they only win", "they not only win", Aspect.NEGATION),
        ("must be kept", "may be kept", Aspect.MODALITY),
        ("Sie müssen zahlen", "Sie sollen zahlen", Aspect.MODALITY),
        ("er darf gehen", "er kann gehen", Aspect.MODALITY),
        ("all of them go", "some of them go", Aspect.QUANTIFIER),
        ("at least ten", "at most ten", Aspect.QUANTIFIER),
        ("höchstens zehn", "mindestens zehn", Aspect.QUANTIFIER),
        ("peace is near", "war is near", Aspect.OPPOSITE),
        ("this and that", "this or that", Aspect.OPPOSITE),
        ("signed by Smith today", "signed by Jones today", Aspect.NAME),
        ("die EZB sagt", "die KFW sagt", Aspect.NAME),
        ("the green door", "the wooden door", Aspect.WORDS),
        ("es ist schon da", "es ist schön da", Aspect.SPELLING),
        ("die Maße sind", "die Masse sind", Aspect.SPELLING),
    ],
)
def test_a_change_of_words_is_named_by_what_it_changes(quote, source, aspect):
    (one,) = differences(quote, source)

    assert one.aspect is aspect
    assert one.weight is not Weight.FORM
    assert one.code == f"{aspect.value}-changed"


@pytest.mark.parametrize(
    ("quote", "source", "aspect"),
    [
        ("kept for 10 years", "kept for ten years", Aspect.NOTATION),
        ("costs 1000 euros", "costs 1,000 euros", Aspect.NOTATION),
        ("am 31.12.2024 endet", "am 31. Dezember 2024 endet", Aspect.NOTATION),
        ("1 km away", "1000 m away", Aspect.NOTATION),
        ("5 % of it", "5 percent of it", Aspect.NOTATION),
        ("the c0ntract", "the contract", Aspect.MISREADING),
        ("in 2O24 it", "in 2024 it", Aspect.MISREADING),
        ("THE contract", "the contract", Aspect.CASE),
        ("the data base is", "the database is", Aspect.SPACING),
        ("yes, it is", "yes it is", Aspect.PUNCTUATION),
        ("the words [...] here", "the words of all of us here", Aspect.OMISSION),
        ("networks have led", "networks [22, 21] have led", Aspect.MARK),
        ("networks have led", "networks¹² have led", Aspect.MARK),
        ("(1) one\nthe law is", "(1) one\n(2) the law is", Aspect.MARK),
        ("the period begins", "the\n12\nAnnual Report 2023\nperiod begins", Aspect.FURNITURE),
        ("Aufbewahrungsfrist gilt", "Aufbewah-\n12\nrungsfrist gilt", Aspect.FURNITURE),
        ("the bold word is", "the **bold word is", Aspect.MARKUP),
        ("one line\nof two", "one line\n> of two", Aspect.MARKUP),
        ("the link's here", "the [link](https://example.org)'s here", Aspect.MARKUP),
    ],
)
def test_damage_that_changes_no_word_is_a_matter_of_form(quote, source, aspect):
    (one,) = differences(quote, source)

    assert one.aspect is aspect
    assert one.weight is Weight.FORM


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("„Frist“ – so", '"Frist" - so'),
        ("long-term debt", "long-\nterm debt"),
        ("longterm debt", "long-\nterm debt"),
        ("eﬃcient  use", "efficient\nuse"),
        ("scho\u0308n", "schön"),
        ("10\u00a0kg", "10 kg"),
    ],
)
def test_typography_is_no_difference(quote, source):
    assert differences(quote, source) == ()


def test_a_marked_omission_must_not_hide_a_negation():
    (one,) = differences("It shall […] be kept", "It shall not be kept")

    assert one.aspect is Aspect.NEGATION


def test_a_dropped_list_item_is_no_page_furniture():
    source = "You need\n3 apples\nand a bag"

    assert aspects("You need and a bag", source) == [Aspect.NUMBER]


def test_a_page_break_must_not_hide_a_negation():
    source = "It is\n12\nnot allowed\nhere"

    assert Aspect.FURNITURE not in aspects("It is here", source)


def test_a_meaningful_sign_is_no_punctuation():
    assert aspects("x < 5 is", "x > 5 is") == [Aspect.QUANTIFIER]
    assert aspects("x 5 is", "x > 5 is") == [Aspect.QUANTIFIER]
    assert aspects("x 5 is", "x ~ 5 is") == [Aspect.QUANTIFIER]
    assert aspects("10 of it", "10² of it")[0] is not Aspect.MARK
    assert differences("5 m of it", "5 m² of it")[0].weight is Weight.MEANING
    assert aspects("it is 5 - 10", "it is 5, 10")[0] is not Aspect.PUNCTUATION


def test_words_at_the_edges_belong_to_the_place_and_not_to_the_quotation():
    assert differences("kept for ten years", "The records are kept for ten years.") == ()


def test_a_negation_at_the_edge_is_shown():
    (one,) = differences("be kept here", "not be kept here")

    assert one.source_words == "not"


def test_a_difference_says_what_stands_where():
    (one,) = differences("It is kept six years.", "It is kept for ten years.")

    assert (one.quote_words, one.source_words) == ("six", "for ten")
    assert one.aspects == (Aspect.NUMBER, Aspect.WORDS)
    assert one.sentence == ('The number differs: the quotation has "six", the source "for ten".')


def test_words_added_and_left_out_are_said_so():
    assert differences("all green ships", "all ships")[0].sentence == (
        'The words differ: the quotation adds "green".'
    )
    assert differences("all ships", "all green ships")[0].sentence == (
        'The words differ: the quotation leaves out "green".'
    )


def test_a_known_language_decides_how_a_number_is_read():
    assert (
        differences("es sind 1000 da", "es sind 1.000 da", language="de")[0].weight is Weight.FORM
    )
    assert aspects("there are 1000 here", "there are 1.000 here") == [Aspect.NUMBER]


WORDS = st.sampled_from(
    "the Act must not be kept for ten 10 years § 5 % 31.12.2024 , . - [...] kein Schiff May".split()
)


@settings(max_examples=200, deadline=None)
@given(st.lists(WORDS, max_size=12), st.lists(WORDS, max_size=12))
def test_every_span_holds_the_words_it_says(ours, theirs):
    quote, source = " ".join(ours), "\n".join(theirs)

    found = differences(quote, source)

    for one in found:
        assert one.quote_span.of(quote) == one.quote_words
        assert one.source_span.of(source) == one.source_words
    for a, b in pairwise(found):
        assert a.quote_span.end <= b.quote_span.start
        assert a.source_span.end <= b.source_span.start


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_a_text_does_not_differ_from_itself(text):
    assert differences(text, text) == ()


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, min_size=3, max_size=12), st.data())
def test_a_word_put_in_place_of_another_is_always_shown(words, data):
    at = data.draw(st.integers(0, len(words) - 1))
    changed = [*words[:at], "Zebra", *words[at + 1 :]]

    found = differences(" ".join(changed), " ".join(words))

    assert any("Zebra" in one.quote_words for one in found)


def made(makers, seed):
    """Give each kind of change to the invented texts, as often as the kind can be made."""
    for kind, make in makers.items():
        rng = random.Random(f"{seed} {kind}")
        for passage in PASSAGES * 12:
            one = make(passage, rng)
            if one is not None and one.quote != one.source:
                yield kind, one, differences(one.quote, one.source)


def is_flagged(found):
    return any(one.weight is Weight.MEANING for one in found)


def test_changes_of_meaning_are_noticed_and_their_words_shown():
    results = list(made(made_changes.MEANING, 3))
    missed = [(kind, one) for kind, one, found in results if not is_flagged(found)]

    assert {kind for kind, _, _ in results} == set(made_changes.MEANING)
    assert len(results) > 400
    assert len(missed) <= 0.02 * len(results), missed[:3]
    assert all(shows(one, found) for _, one, found in results)


def test_other_words_are_shown_whatever_they_mean():
    results = list(made(made_changes.SHOWN, 4))

    assert len(results) > 150
    assert [one for _, one, found in results if not shows(one, found)] == []


def test_damage_that_changes_nothing_is_not_flagged():
    results = list(made(made_changes.BENIGN, 5))
    flagged = [(kind, one) for kind, one, found in results if is_flagged(found)]

    assert {kind for kind, _, _ in results} == set(made_changes.BENIGN)
    assert len(results) > 800
    assert len(flagged) <= 0.01 * len(results), flagged[:3]


def shows(one, found):
    """Whether the words that were changed stand in the differences."""
    ours = " ".join(difference.quote_words for difference in found)
    theirs = " ".join(difference.source_words for difference in found)
    added = set(one.ours.split()) - set(one.theirs.split())
    gone = set(one.theirs.split()) - set(one.ours.split())
    return all(w.strip(".,") in ours for w in added) and all(w.strip(".,") in theirs for w in gone)


PATHOLOGICAL = ["1 000 ", "1.", "not ", "und", "§ 1, ", "....", "[", "](", "million ", "a\n12\n"]


@must_end
@pytest.mark.parametrize("piece", PATHOLOGICAL)
def test_words_put_into_a_text_made_to_be_slow_are_one_difference(piece):
    text = piece * (50_000 // len(piece))
    middle = len(text) // 2

    [difference] = differences(text, f"{text[:middle]} not 5 {text[middle:]}")

    assert "5" in difference.source_words
    assert len(differences(text, text[::-1])) <= 1


@pytest.mark.slow
@must_end
@pytest.mark.parametrize("piece", PATHOLOGICAL)
def test_a_hundred_thousand_hostile_characters_are_compared(piece):
    text = piece * (100_000 // len(piece))

    assert differences(text, text) == ()
    assert differences(text, text[: len(text) // 2] + " zebra " + text[len(text) // 2 :])

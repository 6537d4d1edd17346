"""A claim against the passage that should carry it: what clashes, and how far that lowers."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citation_engine.model.verdict import Aspect, Conflict, Relation, Status, Support
from citation_engine.verify.check import status_of
from citation_engine.verify.guards.conflicts import conflicts, lowered


def codes(claim, passage, **options):
    return [one.code for one in conflicts(claim, passage, **options)]


@pytest.mark.parametrize(
    ("claim", "passage", "code"),
    [
        ("Records are kept for six years.", "Records are kept for ten years.", "number-differs"),
        ("The limit is 5 kg.", "The limit is 5 g.", "unit-differs"),
        ("Fees rose by 5 percentage points.", "Fees rose by 5 percent.", "unit-differs"),
        ("The price is 20 dollars.", "The price is 20 euros.", "unit-differs"),
        ("It began 100 centuries ago here.", "It began 100 years ago here.", "unit-differs"),
        ("The period ends on 31.12.2024.", "The period ends on 31.12.2023.", "date-differs"),
        ("Records must be kept safe.", "Records should be kept safe.", "modality-differs"),
        ("Akten sollen aufbewahrt werden.", "Akten müssen aufbewahrt werden.", "modality-differs"),
        ("Old records are not destroyed.", "Old records are destroyed.", "negation-differs"),
        ("Old records are destroyed.", "Old records are not destroyed.", "negation-differs"),
        ("The use of data is lawful.", "The use of data is unlawful.", "negation-differs"),
        ("All members met.", "Some members met.", "quantifier-differs"),
        ("It takes at most ten days.", "It takes at least ten days.", "quantifier-differs"),
        ("Prices increased in 2020.", "Prices decreased in 2020.", "opposite-differs"),
        ("The board met in Paris today.", "The board met in London today.", "name-differs"),
        # The same number elsewhere does not stand for the one in its place.
        ("The court heard 2 men.", "The court heard 5 men. It sat for 2 days.", "number-differs"),
        ("The R5 drew 94 W at idle.", "The R5 drew 121 W at idle, the R7 94 W.", "number-differs"),
        ("It pays up to 15 men a year.", "It pays up to 8 men a year.", "number-differs"),
        ("It is due within 12 months.", "It is due within 30 days.", "number-differs"),
        ("It began on 1 May 2020.", "It began on 1 June 2020, as told 1 May 2020.", "date-differs"),
        ("Ein Drittel der Orte kam.", "Die Hälfte der Orte kam.", "number-differs"),
        # In two languages there is only the number to go by.
        ("It must be kept for six years.", "Sie ist zehn Jahre aufzubewahren.", "number-differs"),
        ("There were 2 billion euros.", "Es waren 2 Billionen Euro da.", "number-differs"),
    ],
)
def test_what_the_passage_says_otherwise_is_a_conflict(claim, passage, code):
    found = conflicts(claim, passage)

    assert code in [one.code for one in found]
    one = next(one for one in found if one.code == code)
    assert one.claim_words
    assert one.passage_words
    assert one.claim_words in one.sentence
    assert one.passage_words in one.sentence


@pytest.mark.parametrize(
    ("claim", "passage", "code"),
    [
        ("Sales were 47 tonnes.", "Sales went well.", "number-missing"),
        ("It was founded in 1998.", "It was founded long ago.", "number-missing"),
        ("It opened on 3 May 2019.", "It opened in spring.", "date-missing"),
        ("Prices rose by 12 euros.", "Prices rose from 40 to 50 euros.", "number-missing"),
        (
            "The quota exceeds the advice by 2,600 tonnes.",
            "The quota was set at 14,500 tonnes. The advice had been 11,800 tonnes.",
            "number-missing",
        ),
        # Numbers of two sentences come to any small one.
        (
            "Nine mills stayed.",
            "Twelve bakers left the mills. Three bakers stayed.",
            "number-missing",
        ),
        ("Prices rose by a third.", "Prices rose from 40 to 50 euros.", "number-missing"),
        ("75 % of the papers agree.", "42 of 60 papers agree.", "number-missing"),
        ("The fee is due within 30 days.", "The fee is due in one month.", "number-missing"),
        ("There were 47 men.", "There were men [47].", "number-missing"),
        ("It opened on 3 May 2019.", "It opened in 2019.", "date-missing"),
    ],
)
def test_what_the_passage_does_not_have_is_missing(claim, passage, code):
    (one,) = conflicts(claim, passage)

    assert one.code == code
    assert one.passage_span is None
    assert one.sentence.startswith("The passage does not have the ")


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The data is kept for a decade.", "The data is kept for ten years."),
        ("Half of the members voted.", "50 % of the members voted."),
        ("Sales doubled.", "Sales grew from 5 to 10 million euros."),
        ("It is 1.5 km away.", "It is 1500 m away."),
        ("Der Umsatz ist 1.000 Euro.", "The turnover was 1,000 euros."),
        ("There were 2 billion euros.", "Es waren 2 Milliarden Euro."),
        ("Transaction data must be stored for ten years.", "Sie sind zehn Jahre aufzubewahren."),
        ("Records must be stored.", "Records are stored for ten years."),
        ("Die Akten müssen aufbewahrt werden.", "Die Akten sind aufzubewahren."),
        ("The period ends in December 2024.", "Die Frist endet am 31.12.2024."),
        ("It happened on 3 May 2019.", "In 2019 much was done. It happened on 3 May."),
        ("It was in the 19th century.", "It was in 1850."),
        ("It was in the 1880s.", "It was in 1884."),
        ("More than 400 works are known.", "There are 443 known works."),
        ("About 50 works are known.", "There are 49 known works."),
        ("It has 5.5 million people.", "It has 5,512,345 people."),
        ("§ 147 AO demands ten years.", "(3) Sie sind zehn Jahre aufzubewahren."),
        ("4. Turn the key.", "Turn the key."),
        ("The three members are here.", "Ann, Bob and Cem are members and are here."),
        ("Some members voted.", "All members voted."),
        ("One of the ships sank.", "A ship sank."),
        ("He has failed to pay the fee.", "He did not pay the fee."),
        ("It may be sold by members.", "Members can sell it."),
        ("It is not only green but cheap.", "It is green and cheap."),
        ("42 of 60 archives check.", "42 of 60 archives check every year."),
        ("The Japanese firm is old.", "The firm from Japan is old."),
        ("The US firm is old now.", "The United States firm is old now."),
        ("Twelve men came.", "12 men came."),
        ("Zwölf Leute kamen.", "Es kamen 12 Leute."),
        ("About a third of the men failed.", "Of the men, 34 % failed."),
        ("The share was about a third.", "The share was 34 %."),
        ("Rund ein Drittel der Leute kam.", "Es kamen 34 % der Leute."),
        ("Almost half of the homes use gas.", "47 percent of the homes use gas."),
        ("Knapp die Hälfte der Orte nutzt Gas.", "Gas nutzen 47 Prozent der Orte."),
        ("70 % of the papers agree.", "42 of 60 papers agree."),
        ("70 Prozent der Arbeiten stimmen zu.", "42 von 60 Arbeiten stimmen zu."),
        ("Four out of five members voted.", "80 % of the members voted."),
        ("Prices rose by 10 euros.", "Prices rose from 40 to 50 euros."),
        (
            "The quota exceeds the advice by 2,700 tonnes.",
            "The quota was set at 14,500 tonnes. The advice had been 11,800 tonnes.",
        ),
        (
            "About a fifth of the power comes from a generator.",
            "A turbine gives 80 per cent of the power; the rest comes from a generator.",
        ),
        ("Prices rose by a quarter.", "Prices rose from 40 to 50 euros."),
        ("Die Preise stiegen um 25 %.", "Die Preise stiegen von 40 auf 50 Euro."),
        ("It fell by five percentage points.", "It fell from 34 to 29 percent."),
        ("33 percent were kept.", "33.3 percent were kept."),
        ("", "Records are kept."),
        ("Records are kept.", ""),
    ],
)
def test_the_same_in_other_words_is_no_conflict(claim, passage):
    assert conflicts(claim, passage) == ()


def test_a_number_beside_the_passage_is_not_missing():
    claim, passage = "The office has 47 rooms.", "The office is large."

    assert codes(claim, passage) == ["number-missing"]
    assert codes(claim, passage, around=("It has 47 rooms.", "")) == []


def test_a_conflict_says_where_both_sides_stand():
    claim, passage = "Records are kept for six years.", "In short: records are kept for ten years."

    (one,) = conflicts(claim, passage)

    assert one.claim_span.of(claim) == one.claim_words == "six years"
    assert one.passage_span.of(passage) == one.passage_words == "ten years"
    assert one.sentence == (
        'The number differs: the claim has "six years", the passage "ten years".'
    )


MISSING = Conflict(aspect=Aspect.NUMBER, relation=Relation.MISSING, sentence="It is missing.")
DIFFERS = Conflict(aspect=Aspect.NUMBER, relation=Relation.DIFFERS, sentence="It differs.")


@pytest.mark.parametrize(
    ("found", "left"),
    [
        ((), Support.SUPPORTED),
        ((MISSING,), Support.PARTIAL),
        ((DIFFERS,), Support.UNDECIDED),
        ((MISSING, DIFFERS), Support.UNDECIDED),
    ],
)
def test_support_is_lowered_by_what_was_found(found, left):
    assert lowered(Support.SUPPORTED, found) is left


@pytest.mark.parametrize("support", [one for one in Support if one is not Support.SUPPORTED])
def test_no_other_answer_is_changed(support):
    assert lowered(support, (DIFFERS,)) is support


RANK = [Status.FAILED, Status.PENDING, Status.UNVERIFIED, Status.VERIFIED]


@pytest.mark.parametrize(
    ("support", "found", "negative", "evidence", "present"),
    [*product(Support, ((), (MISSING,), (DIFFERS,)), *[(True, False)] * 3)],
)
def test_a_guard_never_raises_a_status(support, found, negative, evidence, present):
    def status(said):
        return status_of(words_present=present, support=said, negative=negative, evidence=evidence)

    after = status(lowered(support, found, negative=negative))

    assert RANK.index(after) <= RANK.index(status(support))


def test_a_conflict_is_never_verified():
    for found in ((MISSING,), (DIFFERS,)):
        left = lowered(Support.SUPPORTED, found)
        assert status_of(words_present=True, support=left, negative=False, evidence=True) is (
            Status.UNVERIFIED
        )


WORDS = st.sampled_from(
    "the Act must not be kept for ten 10 years § 5 % 31.12.2024 , . all kein Schiff may".split()
)


@settings(max_examples=200, deadline=None)
@given(st.lists(WORDS, max_size=12), st.lists(WORDS, max_size=20))
def test_every_span_holds_the_words_it_says(ours, theirs):
    claim, passage = " ".join(ours), "\n".join(theirs)

    for one in conflicts(claim, passage):
        if one.claim_span:
            assert one.claim_span.of(claim) == one.claim_words
        if one.passage_span:
            assert one.passage_span.of(passage) == one.passage_words


@settings(max_examples=200, deadline=None)
@given(st.lists(WORDS, max_size=12))
def test_a_passage_carries_itself(words):
    text = " ".join(words)

    assert [one for one in conflicts(text, text) if one.relation is Relation.MISSING] == []


def test_very_many_numbers_are_looked_up_quickly():
    rng = random.Random(1)
    numbers = [str(rng.randrange(10**6)) for _ in range(4000)]
    claim = " ".join(f"{one} kg," for one in numbers)
    passage = " ".join(f"{int(one) + 1} kg," for one in numbers)

    assert len(conflicts(claim, passage)) > 3000


@pytest.mark.parametrize("piece", ["not ", "1-", "more than ", "million ", "may not all ", "5 % "])
def test_hostile_texts_are_compared(piece):
    text = piece * (20_000 // len(piece))

    assert all(one.sentence for one in conflicts(text, text[:-5]))
    [missing] = [one for one in conflicts("It took 77 years.", text) if one.claim_words[:2] == "77"]
    assert missing.relation in (Relation.MISSING, Relation.DIFFERS)

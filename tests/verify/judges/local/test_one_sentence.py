"""What the model finds supported must be carried by one sentence; asked of the shipped model."""

import pytest

from citation_engine.model.passage import Passage
from citation_engine.model.verdict import Support
from citation_engine.ports import Question
from citation_engine.verify.judges.local.decision import Scores
from citation_engine.verify.judges.local.judge import LocalJudge
from citation_engine.verify.judges.local.reasons import (
    ABSENT,
    DIVIDED,
    ELSEWHERE,
    NOT_STATED,
    RESERVED,
    affirmed,
    carried,
    contradicting,
)

YES, NO, CONTRARY = Scores(4.0, 0.0, 0.0), Scores(0.0, 6.0, 0.0), Scores(0.0, 0.0, 4.0)
FILLER = " ".join(f"The council met on day {n} and spoke about the budget." for n in range(40))

# A source, what was quoted of it, and a claim that it does not carry as it stands.
FRAMED = [
    (
        "In the novel, the king kills his brother.",
        "the king kills his brother",
        "The king killed his brother.",
    ),
    (
        "Unless the owner objects, the permit expires after two years.",
        "the permit expires",
        "The permit expires after two years.",
    ),
    (
        "The drug reduced mortality in mice.",
        "reduced mortality",
        "The drug reduced mortality.",
    ),
    (
        "Experts once thought that the river ran dry every summer.",
        "the river ran dry",
        "The river ran dry every summer.",
    ),
    (
        "Der Verband behauptet, die Anlage sei sicher.",
        "die Anlage sei sicher",
        "Die Anlage ist sicher.",
    ),
    (
        "Laut Gerücht tritt die Ministerin zurück.",
        "tritt die Ministerin zurück",
        "Die Ministerin tritt zurück.",
    ),
    (
        "Im Roman stirbt der König 1402.",
        "stirbt der König 1402",
        "Der König starb 1402.",
    ),
    (
        "Acme Corp reported revenue of $4.2 billion in 2023. "
        "Its rival Beta Ltd reported revenue of $3.1 billion.",
        "revenue of $4.2 billion",
        "Beta Ltd reported revenue of $4.2 billion in 2023.",
    ),
    (
        "The tenant may terminate the lease early if the landlord fails to repair the roof.",
        "may terminate the lease early",
        "The tenant may terminate the lease early.",
    ),
    (
        "Members receive a refund of the fee unless they have used the service.",
        "receive a refund",
        "Members receive a refund of the fee.",
    ),
    (
        "Critics claim that the vaccine causes infertility. The agency calls the claim false.",
        "the vaccine causes infertility",
        "The vaccine causes infertility.",
    ),
    (
        "Prosecutors allege that Mr Smith embezzled 3 million pounds. He denies the charge.",
        "embezzled 3 million pounds",
        "Mr Smith embezzled 3 million pounds.",
    ),
    (
        "Did the president lie to Congress about the programme? Nobody knows yet.",
        "lie to Congress",
        "The president lied to Congress about the programme.",
    ),
    (
        "If the merger were approved, the company would become the largest airline in Europe.",
        "the largest airline in Europe",
        "The company became the largest airline in Europe.",
    ),
    (
        "All member states except Hungary voted for the resolution.",
        "voted for the resolution",
        "All member states voted for the resolution.",
    ),
    ("The bill almost passed: it fell one vote short.", "almost passed", "The bill passed."),
    (
        "For decades textbooks taught that ulcers are caused by stress. "
        "Marshall showed that this was wrong.",
        "ulcers are caused by stress",
        "Ulcers are caused by stress.",
    ),
    (
        "The following are NOT covered by this policy:\n- damage caused by pets\n- wear and tear",
        "damage caused by pets",
        "Damage caused by pets is covered by this policy.",
    ),
    (
        f"Smith won the election. {FILLER} A recount showed that Smith did not win the election.",
        "Smith won the election.",
        "Smith won the election.",
    ),
    (
        f"The drug was approved in 2019. {FILLER} "
        "The approval was withdrawn; the drug is not approved.",
        "The drug was approved in 2019.",
        "The drug is approved.",
    ),
    (
        "Acme opened a plant in Leeds. The weather was fine. Beta closed its mine after a fire.",
        "The weather was fine.",
        "Beta closed its mine in Wales after a fire.",
    ),
]


@pytest.fixture(scope="module")
def judge():
    return LocalJudge()


def passage_of(source, quote):
    start = source.index(quote)
    return Passage(
        start=start,
        end=start + len(quote),
        text=quote,
        before=source[:start],
        after=source[start + len(quote) :],
    )


@pytest.mark.parametrize(("source", "quote", "claim"), FRAMED)
def test_what_a_passage_says_with_a_frame_around_it_is_not_supported(judge, source, quote, claim):
    (answer,) = judge.judge([Question(claim, passage_of(source, quote))])

    assert answer.support is not Support.SUPPORTED, answer.reason


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (
            "Operating profit fell because energy costs were higher.",
            "Because of higher energy costs operating profit fell.",
        ),
        (
            "A late fee may be charged if rent is five days late.",
            "A late fee may be charged when rent is late by five days.",
        ),
        (
            "The city council approved the new budget on Monday.",
            "On Monday the new budget was approved by the city council.",
        ),
        ("Exports rose by 12 percent in 2021.", "In 2021 exports grew by 12 percent."),
    ],
)
def test_a_plain_paraphrase_is_supported(judge, source, claim):
    (answer,) = judge.judge([Question(claim, passage_of(source, source))])

    assert answer.support is Support.SUPPORTED, answer.reason
    assert source.removesuffix(".")[:40] in answer.reason


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Mold can damage paper.", "Mold damages paper."),
        ("Die Behörde kann die Frist verlängern.", "Die Behörde verlängert die Frist."),
        ("Die Behörde darf die Frist verlängern.", "Die Behörde verlängert die Frist."),
    ],
)
def test_what_can_be_is_not_what_is_however_low_the_threshold(judge, source, claim):
    lenient = judge.with_thresholds({"supported": 0.6})
    (answer,) = lenient.judge([Question(claim, passage_of(source, source))])

    assert answer.support is Support.UNDECIDED
    assert "with a reservation" in answer.reason


def asked(claim, source, answers, quote=None):
    """What is found when the model says these things about sentences, by a word in them."""

    def score(sentence, _):
        return next((answers[word] for word in answers if word in sentence), NO)

    return carried(claim, passage_of(source, quote or source), score)


def test_a_sentence_that_says_it_alone_carries_it():
    found = asked("Cats sleep.", "Dogs bark loudly. Cats sleep a lot.", {"Cats": YES})

    assert found.objection is None
    assert found.sentence == "Cats sleep a lot."


def test_a_passage_without_a_sentence_carries_nothing():
    assert asked("Cats sleep.", " ", {}).objection == ABSENT


def test_a_sentence_against_it_divides_the_passage():
    source = "Cats sleep a lot. Cats sleep little."

    assert (
        asked("Cats sleep a lot.", source, {"a lot": YES, "little": CONTRARY}).objection == DIVIDED
    )


def test_the_sentence_must_be_one_that_was_cited():
    source = "Dogs bark loudly. Cats sleep a lot."

    assert asked("Cats sleep.", source, {"Cats": YES}, "Dogs bark").objection == ELSEWHERE


def test_a_question_states_nothing():
    assert asked("Cats sleep.", "Do cats sleep?", {"cats": YES}).objection == NOT_STATED


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("Cats sleep unless they are hungry.", "Cats sleep."),
        ("Cats never sleep in boxes.", "Cats sleep in boxes."),
        ("Farmers believe that cats sleep.", "Cats sleep."),
        ("Only cats sleep here.", "Cats sleep here."),
        ("Dogs bark, and cats are said to sleep here.", "Cats sleep here."),
        ("Angeblich schlafen Katzen in Kisten, sagt der Bauer.", "Katzen schlafen in Kisten."),
        ("Katzen sollen in der Scheune schlafen.", "Katzen schlafen in der Scheune."),
    ],
)
def test_a_reservation_that_the_claim_lacks_is_named(sentence, claim):
    assert asked(claim, sentence, {"at": YES}).objection.startswith(RESERVED)


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("Cats sleep in boxes, but dogs may not.", "Cats sleep in boxes."),
        ("Cats sleep in boxes, which farmers plan to sell.", "Cats sleep in boxes."),
        ("Katzen schlafen in Kisten, während Hunde das nie tun.", "Katzen schlafen in Kisten."),
        ("Katzen sollen in der Scheune schlafen.", "Cats are supposed to sleep in the barn."),
    ],
)
def test_a_reservation_in_another_clause_is_none(sentence, claim):
    assert asked(claim, sentence, {"at": YES}).objection is None


def test_a_reservation_that_the_claim_repeats_in_other_words_is_none():
    found = asked("Cats sleep when they are full.", "Cats sleep if they are full.", {"Cats": YES})

    assert found.objection is None


@pytest.mark.parametrize(
    ("claim", "without"),
    [
        ("Cats do not sleep.", "Cats do sleep."),
        ("The barn wasn't sold.", "The barn was sold."),
        ("Die Scheune wurde nicht verkauft.", "Die Scheune wurde verkauft."),
        ("Cats not only sleep, they eat.", None),
        ("Cats sleep.", None),
    ],
)
def test_a_claim_is_said_without_its_not(claim, without):
    assert affirmed(claim) == without


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "The final fine on Sorrel was not 140,000 euros.",
            "The final fine on Sorrel was 140,000 euros, which the company has paid.",
        ),
        (
            "An MRI is not out of the question while the capsule is in the body.",
            "Avoid strong magnets: you must not have an MRI scan until the capsule has passed.",
        ),
    ],
)
def test_a_denial_that_the_model_does_not_hear_is_not_carried(judge, claim, source):
    (answer,) = judge.judge([Question(claim, passage_of(source, source))])

    assert answer.support is not Support.SUPPORTED


def test_a_true_denial_is_carried(judge):
    source = "The council did not approve the budget on Monday."
    (answer,) = judge.judge(
        [Question("The budget was not approved on Monday.", passage_of(source, source))]
    )

    assert answer.support is Support.SUPPORTED, answer.reason


def test_an_objection_to_one_sentence_of_a_claim_counts_for_all_of_it():
    source = "Cats sleep a lot. Critics allege that dogs bark loudly."

    assert asked("Cats sleep.", source, {"Cats": YES}).objection is None
    found = asked("Cats sleep. Dogs bark loudly.", source, {"Cats": YES, "dogs": YES})
    assert found.objection.startswith(RESERVED)


def denied(claim, source, answers):
    def score(sentence, _):
        return next((answers[word] for word in answers if word in sentence), NO)

    return contradicting(claim, passage_of(source, source), score)


def test_a_sentence_about_the_same_thing_contradicts():
    source = "The bank rejected the loan in May. The port closed."

    assert denied("The bank approved the loan in May.", source, {"bank": CONTRARY}) == (
        "The bank rejected the loan in May."
    )


def test_that_others_did_otherwise_contradicts_nothing():
    source = "The court rejected the loan in June."

    assert denied("The bank approved the loan in May.", source, {"court": CONTRARY}) is None


def test_of_a_claim_of_two_sentences_the_one_that_is_denied_counts():
    source = "The bank rejected the loan in May. The port closed in June."
    claim = "The port closed in June. The bank approved the loan in May."

    assert denied(claim, source, {"bank": CONTRARY, "port": YES}) == (
        "The bank rejected the loan in May."
    )


def test_others_who_did_otherwise_are_no_contradiction_for_the_shipped_model(judge):
    source = "The court rejected the tax on fuel in 2005 after 56 days of talks."
    claim = "The airline approved the tax on fuel in 2005."

    (answer,) = judge.judge([Question(claim, passage_of(source, source))])

    assert answer.support in (Support.UNDECIDED, Support.UNSUPPORTED)


def test_a_denial_that_the_model_accepts_less_without_its_not_is_carried():
    def score(sentence, claim):
        return YES if "not" in claim else NO

    source = "The pass stays closed until May."
    passage = Passage(start=0, end=len(source), text=source)

    assert carried("The pass is not open in April.", passage, score).objection is None


def test_a_not_of_the_source_holds_back_no_claim_in_other_words():
    source = "Blue badge holders do not pay anything for a permit in the first zone."

    found = asked("A disabled driver parks at no cost there.", source, {"badge": YES})

    assert found.objection is None

"""What a passage plans, tries, promises or supposes, and a claim says as done."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citation_engine.model.passage import Passage
from citation_engine.model.verdict import Aspect, Judgement, Relation, Support
from citation_engine.verify.check import guarded, objections
from citation_engine.verify.guards.conflicts import conflicts, lowered
from citation_engine.verify.guards.intentions import of_intentions
from citation_engine.verify.guards.passages import pair, read

PLANS = "The company cut 900 jobs in Europe and plans to open two plants in Mexico by 2026."


def intentions(claim, passage, language=None):
    both = pair(read(claim), read(passage, language))
    return [
        (both.claim.words(*one.claim), both.passage.words(*one.passage))
        for one in of_intentions(both)
    ]


@pytest.mark.parametrize(
    ("claim", "passage", "said", "intended"),
    [
        ("Acme opened two plants in Mexico.", PLANS, "opened", "plans to open"),
        ("Acme has opened two plants in Mexico.", PLANS, "opened", "plans to open"),
        ("Two plants were opened in Mexico.", PLANS, "opened", "plans to open"),
        ("Acme opens two plants in Mexico.", PLANS, "opens", "plans to open"),
        ("Acme cut 900 jobs and opened two plants in Mexico.", PLANS, "opened", "plans to open"),
        (
            "Acme bought Initech.",
            "Acme planned to buy Initech.",
            "bought",
            "planned to buy",
        ),
        ("Acme sold its bank.", "Acme intends to sell its bank.", "sold", "intends to sell"),
        ("The law cut emissions.", "The law aims to cut emissions.", "cut", "aims to cut"),
        ("Acme cut 900 jobs.", "Acme wants to cut 900 jobs.", "cut", "wants to cut"),
        ("The team won the cup.", "The team hopes to win the cup.", "won", "hopes to win"),
        (
            "Prices rose in the north.",
            "Prices in the north are expected to rise.",
            "rose",
            "expected to rise",
        ),
        (
            "The tunnel was closed.",
            "The tunnel is likely to be closed.",
            "closed",
            "likely to be closed",
        ),
        ("Smith left the bank.", "Smith is set to leave the bank.", "left", "set to leave"),
        (
            "The bridge opened in May.",
            "The bridge was scheduled to open in May.",
            "opened",
            "scheduled to open",
        ),
        ("The trial began.", "The trial is due to begin.", "began", "due to begin"),
        (
            "The court overturned the ruling.",
            "They seek to overturn the ruling of the court.",
            "overturned",
            "seek to overturn",
        ),
        (
            "The city raised fares.",
            "The city proposed raising fares.",
            "raised",
            "proposed raising",
        ),
        ("Acme bought Initech.", "Acme considered buying Initech.", "bought", "considered buying"),
        (
            "The minister lowered taxes.",
            "The minister promised to lower taxes.",
            "lowered",
            "promised to lower",
        ),
        (
            "The state planted ten million trees.",
            "The state pledged to plant ten million trees.",
            "planted",
            "pledged to plant",
        ),
        (
            "The union left the talks.",
            "The union threatened to leave the talks.",
            "left",
            "threatened to leave",
        ),
        (
            "The crew put out the fire.",
            "The crew tried to put out the fire.",
            "put",
            "tried to put",
        ),
        (
            "He climbed the north face.",
            "He attempted to climb the north face.",
            "climbed",
            "attempted to climb",
        ),
        (
            "The firm paid its debts.",
            "The firm failed to pay its debts.",
            "paid",
            "failed to pay",
        ),
        ("She signed the deal.", "She refused to sign the deal.", "signed", "refused to sign"),
        ("She signed the deal.", "She was asked to sign the deal.", "signed", "asked to sign"),
        (
            "Acme closed the plant.",
            "A judge ordered Acme to close the plant.",
            "closed",
            "ordered Acme to close",
        ),
        (
            "The bank repaid the loan.",
            "The bank agreed on Monday to repay the loan.",
            "repaid",
            "agreed on Monday to repay",
        ),
        ("Acme opened two plants.", "Acme will open two plants.", "opened", "will open"),
        ("Acme opened two plants.", "Acme may soon open two plants.", "opened", "may soon open"),
        (
            "The bill banned plastic bags.",
            "The bill would ban plastic bags.",
            "banned",
            "would ban",
        ),
        (
            "Acme opened two plants.",
            "Acme said that it would open two plants.",
            "opened",
            "would open",
        ),
        (
            "Acme closed the plant.",
            "If Acme closed the plant, the town would suffer.",
            "closed",
            "If Acme closed",
        ),
        (
            "The drug reduces mortality.",
            "The trial will test whether the drug reduces mortality.",
            "reduces",
            "whether the drug reduces",
        ),
        (
            "The firms merged their banks.",
            "The firms planned on merging their banks.",
            "merged",
            "planned on merging",
        ),
        (
            "Acme opened two plants in Mexico.",
            "Acme plans to close its bank and open two plants in Mexico.",
            "opened",
            "plans to close its bank and open",
        ),
        (
            "Acme opened two plants in Mexico.",
            "Acme opened a bank in Spain and plans to open two plants in Mexico.",
            "opened",
            "plans to open",
        ),
        (
            "Smith resigned.",
            "Smith spoke. He promised to resign.",
            "resigned",
            "promised to resign",
        ),
        (
            "Acme plans to cut 900 jobs and opened two plants in Mexico.",
            "Acme plans to cut 900 jobs and to open two plants in Mexico.",
            "opened",
            "plans to cut 900 jobs and to open",
        ),
        (
            "Acme opened two plants in Mexico.",
            "Acme announced plans to open two plants in Mexico. It has not opened them.",
            "opened",
            "plans to open",
        ),
    ],
)
def test_what_is_only_intended_is_not_done(claim, passage, said, intended):
    assert intentions(claim, passage) == [(said, intended)]


@pytest.mark.parametrize(
    ("claim", "passage", "said"),
    [
        (
            "Acme eröffnete zwei Werke in Mexiko.",
            "Acme plant, zwei Werke in Mexiko zu eröffnen.",
            "eröffnete",
        ),
        (
            "Acme hat zwei Werke in Mexiko eröffnet.",
            "Acme will bis 2026 zwei Werke in Mexiko eröffnen.",
            "eröffnet",
        ),
        (
            "Zwei Werke wurden in Mexiko eröffnet.",
            "Zwei Werke sollen in Mexiko eröffnet werden.",
            "eröffnet",
        ),
        (
            "Der Konzern übernahm die Bank.",
            "Der Konzern versuchte, die Bank zu übernehmen.",
            "übernahm",
        ),
        (
            "Die Stadt hat eine Steuer eingeführt.",
            "Die Stadt beabsichtigt, eine Steuer einzuführen.",
            "eingeführt",
        ),
        ("Die Preise stiegen.", "Es heißt, dass die Preise steigen werden.", "stiegen"),
        ("Das Werk wurde geschlossen.", "Er drohte damit, das Werk zu schließen.", "geschlossen"),
    ],
)
def test_what_is_only_intended_is_not_done_in_german(claim, passage, said):
    ((ours, _),) = intentions(claim, passage)

    assert ours == said


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Acme plans to open two plants in Mexico.", PLANS),
        ("Acme planned to open two plants in Mexico.", PLANS),
        ("Acme intends to open two plants in Mexico.", PLANS),
        ("Acme wants to open two plants in Mexico.", PLANS),
        ("Acme is planning to open two plants in Mexico.", PLANS),
        ("Acme will open two plants in Mexico.", PLANS),
        ("Acme could open two plants in Mexico.", PLANS),
        ("Acme announced plans for two plants in Mexico.", PLANS),
        ("Acme has not opened two plants in Mexico.", PLANS),
        ("Acme cut 900 jobs in Europe.", PLANS),
        ("Acme opened two plants in Mexico.", f"{PLANS} The plants opened in May."),
        ("Acme opened two plants in Mexico.", f"{PLANS} They opened in May."),
        ("Acme opened two plants in Mexico.", f"{PLANS} The project was completed in May."),
        ("Acme opened a bank.", "Acme opened a bank in Spain and plans to open two plants."),
        ("Acme opened a bank in Spain.", PLANS),
        ("The men fell back.", "When they were ordered to fall back, the men fell back."),
        ("Water boils at 100 degrees.", "Water will boil at 100 degrees."),
        ("Records are kept for ten years.", "Records will be kept for ten years."),
        ("Records are kept and stored.", "Records must be kept and stored."),
        ("They named the car Sir.", "It is the car they will use and have named Sir."),
        ("He became a priest in Rome.", "He would later become a priest in Rome."),
        ("Acme managed the fund.", "Acme managed to sell the fund."),
        ("He looked as if he slept.", "He looked as if he slept."),
        ("She was forced to sell the firm.", "She was forced to sell the firm."),
        ("Will Smith opened the show.", "Will Smith opened the show."),
        ("Acme will zwei Werke eröffnen.", "Acme plant, zwei Werke zu eröffnen."),
        (
            "Acme eröffnete zwei Werke.",
            "Acme plant, zwei Werke zu eröffnen. Beide wurden im Mai eröffnet.",
        ),
        ("Das Werk wird geschlossen.", "Das Werk soll geschlossen werden."),
        ("Acme opened two plants.", "Acme plant, zwei Werke zu eröffnen."),
        ("", PLANS),
        ("Acme opened two plants in Mexico.", ""),
    ],
)
def test_a_repeated_intention_and_a_deed_are_no_conflict(claim, passage):
    assert intentions(claim, passage) == []


def test_a_conflict_of_intention_says_what_the_passage_has():
    claim = "Acme opened two plants in Mexico."

    (one,) = conflicts(claim, PLANS)

    assert (one.aspect, one.relation) == (Aspect.MODALITY, Relation.DIFFERS)
    assert one.claim_span.of(claim) == one.claim_words == "opened"
    assert one.passage_span.of(PLANS) == one.passage_words == "plans to open"
    assert one.sentence == (
        'The passage has "plans to open", the claim says it as a fact: "opened".'
    )


def test_a_judge_that_overlooks_the_plan_is_lowered():
    passage = Passage(text=PLANS, start=0, end=len(PLANS))
    judgement = Judgement(support=Support.SUPPORTED, reason="It is said.")

    left = guarded(judgement, objections("Acme opened two plants in Mexico.", "en", passage))

    assert left.support is Support.UNDECIDED
    assert left.reason.startswith('The passage has "plans to open"')


WORDS = st.sampled_from(
    "Acme plans planned to open opened opening opens will would if and , . the plants two it not "
    "tried buy bought has was plant zu eröffnen eröffnet wurde soll werden cut might be".split()
)
RANK = [Support.UNDECIDED, Support.PARTIAL, Support.SUPPORTED]


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, max_size=12), st.lists(WORDS, max_size=20))
def test_an_intention_only_ever_lowers(ours, theirs):
    claim, passage = " ".join(ours), "\n".join(theirs)

    found = conflicts(claim, passage)

    for one in found:
        assert one.sentence
        assert not one.claim_span or one.claim_span.of(claim) == one.claim_words
        assert not one.passage_span or one.passage_span.of(passage) == one.passage_words
    for support in Support:
        after = lowered(support, found)
        assert after is support or RANK.index(after) < RANK.index(support)


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, max_size=25))
def test_a_text_intends_what_it_intends(words):
    text = " ".join(words)

    assert intentions(text, text) == []


@pytest.mark.parametrize(
    "piece", ["plans to open ", "opened it and ", "if ", "really ", "will open, ", "zu eröffnen, "]
)
def test_hostile_texts_are_read_once(piece):
    text = piece * (60_000 // len(piece))

    assert intentions(text, text) == []
    assert isinstance(intentions("Acme opened two plants.", f"Acme {text}"), list)

"""What a judge is asked about: the claim without what is only its report's."""

import pytest

from citation_engine.model.passage import Passage
from citation_engine.ports import Question
from citation_engine.testing import FakeJudge
from citation_engine.verify.check import ask
from citation_engine.verify.judges.local.judge import LocalJudge
from citation_engine.verify.judges.overlap import OverlapJudge
from citation_engine.verify.plain_claims import plain_claim

SAID = "records are kept for ten years."


@pytest.mark.parametrize(
    "before",
    [
        "It is worth noting that ",
        "It should be noted that ",
        "Please note that ",
        "Based on the given context, ",
        "According to the source, ",
        "However, ",
        "Notably, ",
        "3. ",
        "(a) ",
        "b) ",
        "- ",
        "; ",
        "3. However, it is important to note that ",
    ],
)
def test_phrases_of_a_report_and_the_numbers_of_lists_are_no_part_of_a_claim(before):
    assert plain_claim(before + SAID) == SAID


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("Es ist anzumerken, dass die Frist zehn Jahre beträgt.", "die Frist zehn Jahre beträgt."),
        ("Laut Quelle beträgt die Frist zehn Jahre.", "beträgt die Frist zehn Jahre."),
        ("Darüber hinaus beträgt die Frist zehn Jahre.", "beträgt die Frist zehn Jahre."),
        ("3. Die Frist beträgt zehn Jahre.", "Die Frist beträgt zehn Jahre."),
        ("**Records** are kept [1] for `ten` years [S2, S3],", "Records are kept for ten years"),
        ("Records\nare kept.", "Records are kept."),
    ],
)
def test_german_phrases_markers_and_markup_are_no_part_of_a_claim(claim, said):
    assert plain_claim(claim) == said


@pytest.mark.parametrize(
    "claim",
    [
        "Reportedly, records are kept for ten years.",
        "According to Moe, records are kept for ten years.",
        "According to the law, records are kept for ten years.",
        "It is important that records are kept.",
        "It is not worth noting that records are kept.",
        "No, records are not kept.",
        "Therefore, records are kept for ten years.",
        "In general, records are kept for ten years.",
        "However long records are kept, they get lost.",
        "Laut Moe beträgt die Frist zehn Jahre.",
        "Angeblich beträgt die Frist zehn Jahre.",
        "3. Oktober ist der Tag der Einheit.",
        "2. Bundesliga und Pokal beginnen im August.",
        "A. Smith keeps the records.",
        "-5 °C was measured in Utrecht.",
        ".5 percent of the records are lost.",
        "10.5 percent of the records are lost.",
        "(Most) records are kept.",
        "§ 147 applies to records.",
    ],
)
def test_what_may_change_the_meaning_stays_in_a_claim(claim):
    assert plain_claim(claim) == claim


@pytest.mark.parametrize("claim", ["", "3. ", "- ;", "[1]"])
def test_a_claim_of_nothing_else_is_left_to_the_judge(claim):
    assert plain_claim(claim) == " ".join(claim.replace("[1]", "").split())


@pytest.mark.parametrize("before", ["", "It is worth noting that ", "3. However, ", "Note: "])
def test_every_judge_is_asked_about_the_claim_alone(before):
    words = "Records are kept for ten years."
    question = Question(before + words, Passage(start=0, end=len(words), text=words))
    judge = FakeJudge("supported")

    assert ask([question], OverlapJudge())[0].support == "supported"
    ask([question], judge)
    assert [one.claim for one in judge.asked] == [words]


def test_the_words_that_nothing_supports_are_found_in_the_claim_as_it_was_written():
    text = "Records are kept in the archive. Nobody reads them, and they are burnt in the end."
    claim = "However, the goats of the abbey are kept in Utrecht."
    passage = Passage(start=0, end=len(text), text=text)

    [answer] = ask([Question(claim, passage)], LocalJudge())

    assert answer.lacking
    assert all(claim[one.start : one.end] == one.text for one in answer.lacking)

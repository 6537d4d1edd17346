"""The judge that compares words says `supported` only where a sentence states the claim."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine import CitationEngine
from citation_engine.model.passage import Passage
from citation_engine.model.verdict import Support
from citation_engine.ports import Judge, Question
from citation_engine.testing import question
from citation_engine.verify.judges.overlap import OverlapJudge


def says(claim, passage, **around):
    answer = OverlapJudge().judge([question(claim, passage, **around)])[0]
    assert answer.support in (Support.SUPPORTED, Support.UNDECIDED)
    assert answer.reason
    return answer.support is Support.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Records are kept for ten years.", "Records are kept for ten years."),
        ("records are kept for ten years", "Records are kept for ten years."),
        ("Records are kept for 10 years.", "Records are kept for ten years."),
        ("The rate is 5 percent.", "The rate is 5 %."),
        ("The rate isn’t fixed.", "The rate is not fixed."),
        ("Records can’t be deleted.", "Records cannot be deleted."),
        ("Records are kept for ten years. [1]", "Records are kept for ten years."),
        ("Records are kept for ten years [S2, S3].", "Records are kept for ten years."),
        ("Records are kept for ten years.", "**Records** are kept for *ten* years."),
        ("Records are kept for ten years.", "- Records are kept for ten years"),
        ("Records are kept for ten years.", "Records are kept\nfor ten years."),
        ("Records are kept for ten years.", "Rec­ords are kept for ten\u00a0years."),
        ("Records are kept for ten years.", "However, records are kept for ten years."),
        ("Moreover, records are kept for ten years.", "Records are kept for ten years."),
        ("Records are kept for ten years.", "(3) Records are kept for ten years."),
        ("Records are kept for ten years.", "3. Records are kept for ten years."),
        (
            "Records are kept. Copies are burnt.",
            "Copies are burnt. Here records are kept. Records are kept.",
        ),
        (
            "Records are kept here, and copies are burnt.",
            "Records are kept here. Copies are burnt.",
        ),
        (
            "Unterlagen sind zehn Jahre aufzubewahren.",
            "(2) Unterlagen sind zehn Jahre aufzubewahren.",
        ),
        ("Unterlagen sind 10 Jahre aufzubewahren.", "Unterlagen sind zehn Jahre aufzubewahren."),
        (
            "Die Frist beträgt zehn Jahre.",
            "Außerdem beträgt sie viel. Die Frist beträgt zehn Jahre.",
        ),
        ("法律规定保存十年 三 年", "法律规定保存十年 三 年"),
    ],
)
def test_a_claim_in_the_words_of_the_passage_is_supported(claim, passage):
    assert says(claim, passage)


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        # Another number, word, order, strength or tense.
        ("Records are kept for eight years.", "Records are kept for ten years."),
        ("The rate is 5 %.", "The rate is -5 %."),
        ("The rate is 5.0 %.", "The rate is 50 %."),
        ("Records are kept for ten years.", "Records are not kept for ten years."),
        ("Records are not kept for ten years.", "Records are kept for ten years."),
        ("Records must be kept for ten years.", "Records may be kept for ten years."),
        ("Records are kept for ten years.", "Records were kept for ten years."),
        ("The dog bites the man.", "The man bites the dog."),
        ("Der Hund beißt den Mann.", "Den Hund beißt der Mann."),
        ("All records are kept for ten years.", "Records are kept for ten years."),
        ("It is the cause of fire.", "It is a cause of fire."),
        ("The item 06 03 15 is waste.", "The item 06 03 15* is waste."),
        ("Vitamin is good for you.", "Vitamin A is good for you."),
        # Less than the sentence says, and so perhaps more.
        ("Records are kept for ten years.", "Records are kept for ten years unless destroyed."),
        ("Records are kept for ten years.", "Records are kept for ten years in Bavaria."),
        ("Records are kept for ten years.", "Until 2020, records are kept for ten years."),
        ("Records are kept for ten years.", "If asked, records are kept for ten years."),
        ("Records are kept for ten years.", "He denies that records are kept for ten years."),
        ("Records are kept for ten years.", "Tax records are kept for ten years."),
        ("Records are kept for ten years.", "Records are kept for ten years and six months."),
        ("Records are kept for ten years.", "Records (but no copies) are kept for ten years."),
        ("Records are kept for ten years.", "Records are kept for ten years; this is not binding."),
        (
            "Unterlagen sind aufzubewahren.",
            "Unterlagen, die Steuern betreffen, sind aufzubewahren.",
        ),
        ("Andere erkennen das nicht.", "Andere erkennen das nicht an."),
        ("It was active between 1973.", "It was active between 1973 and 1981."),
        ("The flag is red.", "The flag is red and white."),
        ("A letter is a contract.", "A letter is a contract that both have signed."),
        ("Images came from Bonn and Kiel.", "Images came from Bonn, the capital, and Kiel."),
        ("The old staff was dismissed.", "The old staff, who drank, was dismissed."),
        ("In China he found this rule.", "In China, the sage Shen sat down, he found this rule."),
        ("Les archives sont conservées.", "Les archives (sauf les copies) sont conservées."),
        # What is left out may be what the sense hangs on.
        ("Records are kept for ten years.", "The records are kept for ten years."),
        ("It is a cause of fire.", "It is the cause of fire."),
        ("Records are kept for ten years.", "Records (also copies) are kept for ten years."),
        ("Records are kept for ten years.", "Records are kept for ten years; copies are burnt."),
        ("Copies are burnt.", "Records are kept for ten years; copies are burnt."),
        ("Records are kept for ten years.", "Records are kept for ten years and are signed."),
        ("Bonn is a city.", "Bonn is a city that lies on the Rhine."),
        (
            "Ada Lovelace was a mathematician.",
            "Ada Lovelace, who lived in London, was a mathematician.",
        ),
        ("Die Straße ist gesperrt.", "Die Strasse ist gesperrt."),
        ("The drug is safe.", "The drug is safe (in mice)."),
        ("Sales were 5,000.", "Sales were 5,000 (in millions)."),
        ("The tax is 5 percent.", "The tax is 5 percent [proposed]."),
        ("The suspect stole the car.", "The suspect (later cleared) stole the car."),
        ("The tax is 5 percent in 2019.", "The tax is 5 percent[^1] in 2019."),
        ("Anna left the firm.", "Anna left the firm and this was a lie."),
        ("The tax is due in May.", "The tax is due in May and was abolished in 2010."),
        ("The moon is made of cheese.", "In his novel, aliens rule; the moon is made of cheese."),
        ("Dreamland is a country.", "Dreamland is a country which exists in the minds."),
        ("Smith said Jones is a thief.", "Smith, said Jones, is a thief."),
        ("The panda eats shoots and leaves.", "The panda eats, shoots and leaves."),
        ("Few patients survived it.", "A few patients survived it."),
        ("In Massen ist es gesund.", "In Maßen ist es gesund."),
        # Another unit or name, by a capital.
        ("The power is 5 MW.", "The power is 5 mW."),
        ("She wrote to who and left.", "She wrote to WHO and left."),
        ("The dose is 5 mg per kg.", "The dose is .5 mg per kg."),
        ("The dose is .5 mg per kg.", "The dose is 5 mg per kg."),
        ("Records are kept for ten years.", "- [ ] Records are kept for ten years."),
        # Denied by the next sentence.
        *[
            ("The plan works in adults.", f"The plan works in adults. {denial}")
            for denial in (
                "This is not the case.",
                "That is no longer so.",
                "Not!",
                "No study has shown this.",
                "Nobody believes this any more.",
                "This was shown to be fraudulent.",
                "The plan does not work in adults.",
            )
        ],
        # Handed to somebody else by the one before.
        *[
            ("The plan works in adults.", f"{before} The plan works in adults.")
            for before in (
                "Many people believe the following.",
                "Suppose the following holds.",
                "Our opponents wrote a lot in 2020.",
                "Here is an example of a bad claim.",
                "# Hypothesis\n\n",
                "# Draft proposal (rejected)\n\n",
                "Version 1 (obsolete)\n\n",
            )
        ],
        # No statement.
        ("Records are kept for ten years.", "Records are kept for ten years?"),
        ("Are records kept for ten years?", "Are records kept for ten years?"),
        ("Records are kept for ten years.", "“Records are kept for ten years,” he lied."),
        ("Records are kept for ten years.", "“Records are kept for ten years.”"),
        (
            "Records are kept for ten years.",
            "“We know it. Records are kept for ten years. Always.”",
        ),
        ("Records are kept for ten years.", "Records are kept for ten years:"),
        ("Records are kept for ten years.", "Records are kept for ten years..."),
        (
            "Records are kept for ten years.",
            "No tax is due if:\n\n- records are kept for ten years",
        ),
        (
            "Copies are burnt each year.",
            "It is forbidden unless\n\n1. records are kept,\n2. copies are burnt each year.",
        ),
        ("Records are kept for ten years.", "# Exceptions\n\nRecords are kept for ten years."),
        # Taken back beside it.
        ("Records are kept for ten years.", "Records are kept for ten years. That is false."),
        ("Records are kept for ten years.", "A common myth. Records are kept for ten years."),
        ("Die Frist beträgt zehn Jahre.", "Die Frist beträgt zehn Jahre. Das ist ein Irrtum."),
        # Nothing to compare.
        ("Records.", "Records."),
        ("Ten years", "Ten years"),
        ("", ""),
        ("...", "..."),
        ("Les archives sont conservées dix ans.", "Les archives ne sont pas conservées dix ans."),
        ("Transaction data must be stored.", "Buchungsdaten sind zu speichern."),
    ],
)
def test_anything_less_is_left_undecided(claim, passage):
    assert not says(claim, passage)


def test_the_sentence_around_a_short_quote_is_what_counts():
    quoted = {"before": "It is known. Records are kept ", "after": " in all offices."}

    assert says("Records are kept for ten years in all offices.", "for ten years", **quoted)
    assert not says("Records are kept for ten years.", "for ten years", **quoted)
    denied = {**quoted, "before": "It is known. Records are not kept "}
    assert not says("Records are kept for ten years in all offices.", "for ten years", **denied)


def test_a_sentence_beside_the_passage_carries_nothing():
    assert not says(
        "Copies are burnt each year.", "Here it is.", after=" Copies are burnt each year."
    )


def test_a_sentence_whose_beginning_was_cut_off_is_not_read_as_whole():
    text = "records are kept for ten years."
    cut = Passage(start=5_000, end=5_000 + len(text), text=text, before="", after="")

    answer = OverlapJudge().judge([Question("Records are kept for ten years.", cut)])[0]

    assert answer.support is Support.UNDECIDED


def test_a_sentence_whose_end_was_cut_off_is_not_read_as_whole():
    assert not says("Records are kept for ten years", "Records are kept", after=" for ten years")
    assert says("Records are kept for ten years", "Records are kept", after=" for ten years.")


def test_an_objection_leaves_it_undecided():
    asked = []

    def conflicts(claim, sentences):
        asked.append((claim, sentences))
        return ["ten"]

    judge = OverlapJudge(conflicts)
    answer = judge.judge(
        [question("Records are kept for 10 years.", "Records are kept for ten years.")]
    )

    assert answer[0].support is Support.UNDECIDED
    assert asked == [("Records are kept for 10 years.", "Records are kept for ten years.")]


def test_a_very_long_claim_is_left_undecided():
    text = "Records are kept for ten years. " * 200

    assert not says(text, text)


@given(
    words=st.lists(st.sampled_from("the record is kept not for ten years if only , ; and".split())),
    other=st.lists(st.sampled_from("the record is kept not for ten years if only , ; and".split())),
)
def test_words_that_are_not_in_the_passage_are_never_supported(words, other):
    claim, passage = " ".join(words), " ".join(other) + "."

    if says(claim, passage):
        content = set(words) - {"the", ",", ";"}
        assert content <= set(other)
        # Nothing that turns a statement round was taken away.
        for word in ("not", "if", "only"):
            assert words.count(word) == other.count(word)


def test_an_engine_verifies_copied_words_without_any_model():
    with CitationEngine(":memory:", judge="overlap") as engine:
        law = engine.add_text("§ 147\n\nUnterlagen sind zehn Jahre aufzubewahren.", name="law")
        copied = engine.cite(
            "Unterlagen sind zehn Jahre aufzubewahren.", law, quote="zehn Jahre aufzubewahren"
        )
        changed = engine.cite(
            "Unterlagen sind acht Jahre aufzubewahren.", law, quote="zehn Jahre aufzubewahren"
        )
        made_up = engine.cite("Unterlagen sind Müll.", law, quote="Unterlagen sind Müll")

    assert isinstance(engine.judge, Judge)
    assert copied.verification_status == "verified"
    assert copied.verdict.judge.name == "overlap"
    # Another number for the same thing fails whoever judges.
    assert changed.verification_status == "failed"
    assert made_up.verification_status == "failed"

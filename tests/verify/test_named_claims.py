"""Claims that name a source without quoting it, judged by the passages that speak of them."""

from datetime import UTC, datetime

import pytest

from citation_engine.model.checked import CitedClaim
from citation_engine.model.citation import NewCitation
from citation_engine.model.passage import Passage
from citation_engine.model.source import Snapshot, Source
from citation_engine.model.verdict import Judgement, Relation, Status, Support
from citation_engine.testing import FakeJudge
from citation_engine.verify.check import check_all

NOW = datetime.now(UTC)
TEXT = "Records are kept for ten years. Drafts are not kept at all."


def source(**more):
    facts = {"id": 1, "entry_id": "e", "type": "document", "identifier": "i", "name": "Law"}
    return Source(**facts, created_at=NOW, **more)


def snapshot(**more):
    return Snapshot(id=9, entry_id="s", source_id=1, ordinal=1, text=TEXT, taken_at=NOW, **more)


def passage(words):
    start = TEXT.index(words)
    end = start + len(words)
    return Passage(start=start, end=end, text=words, before=TEXT[:start], after=TEXT[end:])


KEPT, DRAFTS = passage("Records are kept for ten years."), passage("Drafts are not kept at all.")


def named(claim, of, words, passages):
    new = NewCitation(claim=claim, extraction_method="paraphrase")
    return CitedClaim(new, of, words, passages)


def verdict(answers, claim="Records are kept for ten years.", passages=(KEPT, DRAFTS), of=None):
    # Both passages are read with the sentences around them, which are all there are.
    told = iter([answers[passage.text] for passage in passages])
    judge = FakeJudge(lambda question: next(told))
    [found] = check_all([named(claim, of or source(), snapshot(), tuple(passages))], judge)
    return found


@pytest.mark.parametrize(
    ("first", "second", "support"),
    [
        ("supported", "undecided", "supported"),
        ("undecided", "supported", "supported"),
        ("supported", "unsupported", "supported"),
        ("supported", "contradicted", "undecided"),
        ("contradicted", "undecided", "contradicted"),
        ("partial", "undecided", "partial"),
        ("partial", "contradicted", "partial"),
        ("unsupported", "undecided", "undecided"),
        ("unsupported", "unsupported", "unsupported"),
        ("unreachable", "unsupported", "unreachable"),
    ],
)
def test_one_passage_that_carries_a_claim_is_enough_unless_another_contradicts(
    first, second, support
):
    found = verdict({KEPT.text: first, DRAFTS.text: second})

    assert found.support == support


def test_a_number_that_differs_lowers_what_the_judge_says():
    answers = {KEPT.text: "supported"}
    found = verdict(answers, "Records are kept for six years.", [KEPT])

    assert found.support is Support.UNDECIDED
    assert found.conflicts[0].claim_words == "six years"


@pytest.mark.parametrize(
    ("said", "support"),
    [
        ("undecided", "contradicted"),
        ("unsupported", "contradicted"),
        ("contradicted", "contradicted"),
        ("not_judged", "contradicted"),
        ("partial", "partial"),
        ("unreachable", "unreachable"),
    ],
)
def test_a_number_that_differs_is_told_and_contradicts_where_nothing_else_is_known(said, support):
    answers = {KEPT.text: said}
    found = verdict(answers, "Records are kept for six years.", [KEPT])

    assert found.support == support
    assert found.conflicts[0].passage_words == "ten years"


def test_a_number_that_another_passage_has_contradicts_nothing():
    other = Passage(start=0, end=30, text="Letters are kept for six years.")
    answers = {KEPT.text: "undecided", other.text: "undecided"}
    found = verdict(answers, "Records are kept for six years.", [KEPT, other])

    assert found.support is Support.UNDECIDED


@pytest.mark.parametrize("said", ["undecided", "unsupported", "not_judged", "unreachable"])
@pytest.mark.parametrize(
    ("claim", "code"),
    [
        ("Records are not kept for ten years.", "negation-differs"),
        ("Records kept for ten years are numbered 47.", "number-missing"),
    ],
)
def test_what_is_denied_or_missing_is_told_and_fails_nothing_by_itself(said, claim, code):
    found = verdict({KEPT.text: said}, claim, [KEPT])

    assert (found.support, [one.code for one in found.conflicts]) == (said, [code])
    assert found.conflicts[0].sentence in found.reason


def test_where_two_figures_differ_one_may_be_of_another_time():
    words = "In 2018 the mill sold 43 tonnes of rye."
    read = Passage(start=0, end=len(words), text=words)
    claim = "In 2019 the mill sold 45 tonnes of rye."
    [found] = check_all([named(claim, source(), snapshot(), (read,))], FakeJudge("undecided"))

    assert [one.claim_words for one in found.conflicts] == ["2019", "45 tonnes"]
    assert found.support is Support.UNDECIDED


def test_a_number_of_a_passage_about_something_else_counts_for_nothing():
    answers = {KEPT.text: "undecided"}
    found = verdict(answers, "The moon is six thousand kilometres wide.", [KEPT])

    assert found.conflicts == ()


def test_where_no_passage_speaks_of_a_claim_nothing_is_decided():
    found = verdict({}, passages=())

    assert (found.status, found.support) == (Status.UNVERIFIED, Support.UNDECIDED)
    assert "No passage of Law" in found.reason


def test_a_source_known_by_a_preview_verifies_nothing():
    found = verdict({KEPT.text: "supported"}, passages=[KEPT], of=source(state="preview"))

    assert found.status is Status.UNVERIFIED


def test_a_source_that_could_not_be_read_is_not_judged():
    judge = FakeJudge("supported")
    of = source(state="degraded", state_reason="It is encrypted.")
    [found] = check_all([named("A claim.", of, None, (KEPT,))], judge)

    assert judge.asked == []
    assert "It is encrypted." in found.notes


def test_many_claims_are_one_question_to_the_judge():
    judge = FakeJudge("supported")
    claim = named("Records are kept for ten years.", source(), snapshot(), (KEPT, DRAFTS))
    found = check_all([claim] * 3, judge)

    assert len(judge.asked) == 6
    assert [one.status for one in found] == ["verified"] * 3


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("The road is 6.2 miles long in all.", "The road is 10 km long in all."),
        ("Of them 33 percent were kept in all.", "Of them 33.3 percent were kept in all."),
    ],
)
def test_a_conversion_or_a_rounding_is_no_other_number(claim, words):
    read = Passage(start=0, end=len(words), text=words)
    judge = FakeJudge("undecided")
    [found] = check_all([named(claim, source(), snapshot(), (read,))], judge)

    assert Relation.DIFFERS not in [one.relation for one in found.conflicts]
    assert found.support is Support.UNDECIDED


def test_the_same_unit_with_another_number_is_told():
    words = "Of them 24 % were kept in all."
    read = Passage(start=0, end=len(words), text=words)
    claim = "Of them 42 percent were kept in all."
    [found] = check_all([named(claim, source(), snapshot(), (read,))], FakeJudge("undecided"))

    assert [one.claim_words for one in found.conflicts] == ["42 percent"]


@pytest.mark.parametrize(
    ("confidence", "whole", "support"),
    [
        (0.9, False, Support.UNDECIDED),
        (0.99, False, Support.UNSUPPORTED),
        (None, False, Support.UNSUPPORTED),
        (0.9, True, Support.UNSUPPORTED),
    ],
)
def test_what_a_judge_misses_in_passages_may_stand_in_the_rest_unless_it_is_sure(
    confidence, whole, support
):
    read = DRAFTS if whole else DRAFTS.model_copy(update={"before": "", "after": ""})

    class Unsure(FakeJudge):
        def judge(self, questions):
            missed = {"support": "unsupported", "reason": "Not said.", "confidence": confidence}
            return [Judgement(**missed) for _ in questions]

    claim = named("Files are kept in the old mill.", source(), snapshot(), (read,))

    [found] = check_all([claim], Unsure())

    assert found.support is support
    assert ("Only passages of Law were read. Not said." in found.notes) is (
        support is Support.UNDECIDED
    )


def test_a_sentence_at_the_edge_of_what_is_read_is_read_whole():
    text = "Files of the mill are kept. Books stay ten years. Records too. Drafts do not stay."
    start, end = text.index("Records"), text.index(" Drafts")
    found = Passage(start=start, end=end, text=text[start:end], before=text[13:start])
    found = found.model_copy(update={"after": text[end : end + 9]})

    assert asked_of(found, text).text == text


def test_a_sentence_that_goes_on_far_beyond_what_is_read_is_left_out():
    text = f"Books stay ten years. Records too. Drafts, {'and files, ' * 60} do not stay."
    start, end = text.index("Records"), text.index(" Drafts")
    found = Passage(start=start, end=end, text=text[start:end], before=text[:start])
    found = found.model_copy(update={"after": text[end : end + 30]})

    asked = asked_of(found, text)

    assert asked.text == "Books stay ten years. Records too."
    assert (asked.start, asked.before, asked.after) == (0, "", "")


@pytest.mark.parametrize(
    ("words", "around"), [("Books stay ten years.", 20), ("Books stay. " * 60, 6)]
)
def test_the_longer_a_place_is_the_less_is_read_around_it(words, around):
    other = "Files of the mill are kept. "
    before, after = f"{other * 10}\n\n", f"\n\n{other * 10}"
    start, words = len(before), words.strip()
    found = Passage(start=start, end=start + len(words), text=words, before=before, after=after)

    asked = asked_of(found, f"{before}{words}{after}")

    assert words in asked.text
    assert asked.text.count(other.strip()) == around


def asked_of(found, text):
    """The passage that a judge is asked about where this one was found."""
    asked = []
    judge = FakeJudge(lambda question: asked.append(question.passage) or "undecided")
    stored = snapshot().model_copy(update={"text": text})
    check_all([named("Books stay ten years.", source(), stored, (found,))], judge)
    return asked[0]

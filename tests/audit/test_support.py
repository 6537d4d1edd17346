"""Checks of support: CE201 to CE208, and what was not checked."""

import pytest

from audit.audited import altered, checked, cited, codes, draft, given, holding, passage, verdict
from citation_engine.audit.support import left_out, support, unchecked
from citation_engine.model.passage import Span
from citation_engine.model.verdict import Aspect, Better, Conflict, Match, Relation, Status, Support

TEXT = "Error rates fell by **42 percent** after the change [S1]."
WORDS = "Error rates fell by 42 percent after the change ."


def audited(found, text=TEXT, **fields):
    made = draft(text, text)
    claim = made.claims[0].model_copy(update={"text": WORDS} if text == TEXT else {})
    return given(made, checked(claim, cited(claim, found, **fields)))


def conflict(aspect=Aspect.NUMBER, relation=Relation.DIFFERS, ours="42 percent", theirs="24%"):
    at = WORDS.index(ours) if ours else 0
    return Conflict(
        aspect=aspect,
        relation=relation,
        claim_span=Span(at, at + len(ours)) if ours else None,
        claim_words=ours,
        passage_words=theirs,
        sentence="They differ.",
    )


def test_a_claim_that_is_carried_has_no_finding():
    assert list(support(holding())) == []
    assert list(left_out(holding())) == []
    assert unchecked(holding()) == ()


@pytest.mark.parametrize(
    ("said", "code", "message"),
    [
        (Support.UNSUPPORTED, "CE201", "s1.pdf does not carry the claim. It is about cats."),
        (Support.CONTRADICTED, "CE202", "s1.pdf says the contrary of the claim. It is about cats."),
        (Support.PARTIAL, "CE204", "s1.pdf carries only a part of the claim. It is about cats."),
        (
            Support.UNDECIDED,
            "CE206",
            "It could not be decided if s1.pdf carries the claim. It is about cats.",
        ),
    ],
)
def test_what_the_judge_says_is_a_finding_with_its_reason(said, code, message):
    found = verdict(said, reason="It is about\ncats.", passage=passage())

    (finding,) = support(audited(found))

    assert (finding.code, finding.message) == (code, message)
    assert finding.evidence == passage()
    assert (finding.source, finding.marker) == ("S1", "[S1]")
    assert finding.help


def test_a_number_that_differs_is_named_and_marked_in_the_draft():
    found = verdict(Support.UNDECIDED, conflicts=(conflict(),), passage=passage())

    (finding,) = support(audited(found))

    assert finding.code == "CE203"
    assert finding.message == 'The number differs: the claim has "42 percent", s1.pdf "24%".'
    assert finding.help == "42 percent → 24%? Not fixed automatically."
    assert finding.span.of(TEXT) == "42 percent"
    assert finding.edits == ()


@pytest.mark.parametrize(("aspect", "word"), [(Aspect.UNIT, "unit"), (Aspect.DATE, "date")])
def test_units_and_dates_that_differ_are_named_as_such(aspect, word):
    found = verdict(Support.UNDECIDED, conflicts=(conflict(aspect),))

    (finding,) = support(audited(found))

    assert finding.code == "CE203"
    assert finding.message.startswith(f"The {word} differs")


def test_each_number_that_differs_is_a_finding():
    both = (conflict(), conflict(ours="change", theirs="1 year", aspect=Aspect.DATE))

    assert codes(support(audited(verdict(Support.UNDECIDED, conflicts=both)))) == ["CE203"] * 2


def test_a_contradiction_stays_one_when_a_number_differs_too():
    found = verdict(Support.CONTRADICTED, conflicts=(conflict(),))

    assert codes(support(audited(found))) == ["CE203", "CE202"]


def test_a_number_the_source_does_not_have_is_a_part_that_is_not_carried():
    missing = conflict(relation=Relation.MISSING, theirs="")
    found = verdict(Support.PARTIAL, conflicts=(missing,), reason="It has no 42 percent.")

    (finding,) = support(audited(found))

    assert finding.code == "CE204"
    assert finding.message.endswith("It has no 42 percent.")


def test_another_kind_of_conflict_stays_undecided():
    found = verdict(Support.UNDECIDED, conflicts=(conflict(Aspect.NEGATION),))

    assert codes(support(audited(found))) == ["CE206"]


def test_words_that_stand_twice_in_a_claim_are_marked_at_the_right_place():
    text = "From 5 to **5** [S1]."
    made = draft(text, text)
    claim = made.claims[0].model_copy(update={"text": "From 5 to 5."})
    second = conflict(ours="").model_copy(update={"claim_span": Span(10, 11), "claim_words": "5"})
    audit = given(
        made, checked(claim, cited(claim, verdict(Support.UNDECIDED, conflicts=(second,))))
    )

    (finding,) = support(audit)

    assert finding.span == Span(12, 13)


def test_words_that_the_draft_has_otherwise_mark_the_whole_claim():
    text = "Rates fell by 42&nbsp;percent [S1]."
    made = draft(text, text)
    claim = made.claims[0].model_copy(update={"text": WORDS})
    found = verdict(Support.UNDECIDED, conflicts=(conflict(),))

    (finding,) = support(given(made, checked(claim, cited(claim, found))))

    assert finding.span == claim.span


@pytest.mark.parametrize(
    ("what", "said"), [("words", "has the quoted words"), ("claim", "carries the claim")]
)
def test_a_better_source_is_named_beside_the_failure(what, said):
    better = Better(source_id=3, label="S3", name="study.pdf", passage=passage(page=6), what=what)

    found = list(support(audited(verdict(Support.UNSUPPORTED, better=better))))

    assert codes(found) == ["CE201", "CE205"]
    assert found[1].message == f"study.pdf (S3) {said}, page 6; s1.pdf does not."
    assert found[1].evidence == passage(page=6)


def test_a_better_source_is_named_for_a_quote_that_is_not_there():
    better = Better(source_id=3, label="S3", name="study.pdf", passage=passage(), what="words")

    assert codes(support(audited(altered(Match.ABSENT, better=better), 'A "b c" [S1].'))) == [
        "CE205"
    ]


def test_a_quote_that_is_not_there_is_no_matter_of_support():
    assert list(support(audited(altered(Match.ABSENT), 'It says "ten years" [S1].'))) == []


def test_a_citation_without_a_verdict_never_passes_silently():
    audit = audited(None, unchecked="The file is encrypted.")

    (finding,) = support(audit)

    assert finding.code == "CE207"
    assert finding.message == "The claim was not checked against s1.pdf. The file is encrypted."
    assert unchecked(audit) == ("s1.pdf: The file is encrypted.",)


def test_a_judge_that_gave_no_answer_never_passes_silently():
    audit = audited(verdict(Support.UNREACHABLE, status=Status.PENDING, reason="It timed out."))

    assert codes(support(audit)) == ["CE207"]
    assert unchecked(audit) == ("s1.pdf: The judge gave no answer. It timed out.",)


def test_a_source_without_words_never_passes_silently():
    audit = audited(verdict(Support.NOT_JUDGED, None, status=Status.UNVERIFIED, notes="Redacted."))

    assert codes(support(audit)) == ["CE207"]
    assert unchecked(audit) == ("s1.pdf: Redacted.",)


def test_what_could_not_be_checked_for_one_reason_is_said_once_with_a_count():
    text = "Kept [S1]."
    made = draft(text, text)
    one = cited(made.claims[0], unchecked="It is encrypted.")

    audit = given(made, checked(made.claims[0], one), checked(made.claims[0], one))

    assert unchecked(audit) == ("s1.pdf: It is encrypted. (2 citations)",)


def test_a_quote_that_nobody_judged_is_told_apart_from_nothing_checked():
    quoted = audited(verdict(Support.NOT_JUDGED), 'Kept "for ten years" [S1].')
    plain = audited(verdict(Support.NOT_JUDGED))

    assert codes(support(quoted)) == ["CE208"]
    assert codes(support(plain)) == ["CE207"]
    assert unchecked(quoted) == unchecked(plain) == ()


@pytest.mark.parametrize("said", [Support.NOT_JUDGED, Support.UNREACHABLE])
def test_another_number_is_an_error_also_where_nobody_judged(said):
    audit = audited(verdict(said, status=Status.UNVERIFIED, conflicts=(conflict(),)))

    assert codes(support(audit)) == ["CE203", "CE207"]


@pytest.mark.parametrize("text", [TEXT, 'Kept "for ten years" [S1].'])
def test_a_negation_that_differs_is_told_also_where_nobody_judged(text):
    denied = conflict(Aspect.NEGATION, ours="", theirs="not")
    [finding] = support(audited(verdict(Support.NOT_JUDGED, conflicts=(denied,)), text))

    assert finding.message.endswith("They differ.")


def test_support_by_a_preview_is_no_support():
    found = verdict(status=Status.UNVERIFIED, notes="Only a preview of it is known.")

    (finding,) = support(audited(found))

    assert finding.code == "CE206"
    assert "Only a preview" in finding.message


def test_a_source_that_a_claim_was_not_held_against_is_named():
    made = draft("Kept [S1][S2].", "Kept [S1][S2].")
    claim = made.claims[0]
    audit = given(made, checked(claim, cited(claim, verdict())), labels=("S1", "S2"))

    (finding,) = left_out(audit)

    assert (finding.code, finding.source) == ("CE207", "S2")


def test_a_marker_that_nobody_looked_up_is_named():
    made = draft("Kept [S1].", "Kept [S1].")

    (finding,) = left_out(given(made, links=()))

    assert finding.code == "CE207"


def test_a_marker_that_points_nowhere_is_not_reported_a_second_time():
    made = draft("Kept [S9].", "Kept [S9].")

    assert list(left_out(given(made))) == []

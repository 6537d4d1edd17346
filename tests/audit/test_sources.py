"""Checks of sources: CE002, CE012, CE401 to CE405."""

import pytest

from audit.audited import draft, entry, given, holding, source
from citation_engine.audit.audit_input import AlikeSources, SourceNews
from citation_engine.audit.sources import (
    changed,
    dead,
    duplicates,
    unreadable,
    unused,
    unused_references,
)
from citation_engine.model.source import ReadState

CHECKS = (unused, unused_references, unreadable, changed, dead, duplicates)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_source_that_is_read_and_cited_has_no_finding(check):
    assert list(check(holding())) == []


def test_a_source_that_nothing_cites_is_named():
    (finding,) = unused(given(draft("Kept [S1]."), labels=("S1", "S2")))

    assert (finding.code, finding.source) == ("CE002", "S2")
    assert finding.message == "s2.pdf (S2) is not cited anywhere."


@pytest.mark.parametrize("text", ["Kept [2].", "Kept [^b]."])
def test_a_source_that_is_cited_by_another_sign_is_used(text):
    made = draft(text)

    assert list(unused(given(made, labels=("S2",), by={"2": "S2", "b": "S2"}))) == []


def test_an_entry_that_no_marker_points_to_is_named():
    text = "Kept [^1].\n\n[^1]: a.pdf\n[^2]: b.pdf\n"
    entries = (entry(text, "[^1]: a.pdf", "1"), entry(text, "[^2]: b.pdf", "2"))
    notes = tuple(one.model_copy(update={"is_note": True}) for one in entries)

    (finding,) = unused_references(given(draft(text, references=notes)))

    assert finding.code == "CE012"
    assert finding.span.of(text) == "[^2]: b.pdf"


def test_a_list_that_no_marker_points_to_is_another_kind_of_list():
    text = "Kept [^a].\n\n1. First a step\n2. Then another\n\n[^a]: a.pdf"
    entries = (entry(text, "1. First a step", "1"), entry(text, "[^a]: a.pdf", "a"))

    assert list(unused_references(given(draft(text, references=entries)))) == []


@pytest.mark.parametrize(
    ("state", "reason", "code", "message"),
    [
        (
            ReadState.DEGRADED,
            "It is encrypted.",
            "CE401",
            "s1.pdf could not be read. It is encrypted.",
        ),
        (
            ReadState.PREVIEW,
            "",
            "CE401",
            "s1.pdf is known by a preview only, which is no evidence.",
        ),
        (ReadState.REDACTED, "", "CE401", "s1.pdf has no words any more: they were redacted."),
        (
            ReadState.DEGRADED,
            "s1.pdf has no text layer: its pages are pictures, or empty.",
            "CE404",
            "s1.pdf has no text layer, so nothing in it can be looked up.",
        ),
    ],
)
def test_a_source_whose_words_are_not_at_hand_is_a_warning_where_nothing_cites_it(
    state, reason, code, message
):
    audit = given(draft("Kept."), sources=(source(state=state, reason=reason),))

    (finding,) = unreadable(audit)

    assert (finding.code, finding.level, finding.message) == (code, "warning", message)


def test_unreadable_sources_that_nothing_cites_are_told_together():
    lost = {"state": ReadState.DEGRADED, "reason": "It is encrypted."}
    audit = given(draft("Kept."), sources=[source(f"S{number}", **lost) for number in (1, 2, 3)])

    (finding,) = unreadable(audit)

    assert finding.message == (
        "3 sources that the draft does not cite could not be read: s1.pdf, s2.pdf, s3.pdf."
    )


def test_a_source_that_changed_is_named():
    news = (SourceNews("S1", "Two paragraphs are new."),)

    (finding,) = changed(given(draft("Kept [S1]."), changed=news))

    assert finding.code == "CE402"
    assert finding.message == "s1.pdf has changed since it was read. Two paragraphs are new."


def test_a_dead_link_is_named():
    (finding,) = dead(given(draft("Kept [S1]."), dead=(SourceNews("S1", "404 Not Found."),)))

    assert finding.code == "CE403"
    assert finding.message == "The address of s1.pdf leads nowhere. 404 Not Found."


def test_duplicates_are_named_with_their_likeness():
    alike = (AlikeSources("S1", "S2", 0.999),)
    (finding,) = duplicates(given(draft("Kept [S1]."), labels=("S1", "S2"), duplicates=alike))

    assert finding.code == "CE405"
    assert finding.message == "s2.pdf (S2) has nearly the words of s1.pdf (S1): 99 %."


def test_of_sources_that_nothing_cites_it_is_not_told_that_they_are_alike():
    alike = (AlikeSources("S1", "S2", 1),)

    assert list(duplicates(given(draft("Kept."), labels=("S1", "S2"), duplicates=alike))) == []


def test_a_hostile_name_stays_on_one_line():
    audit = given(draft("Kept [S2]."), sources=(source(name="a\n\n# Ignore this\u202e" * 30),))

    (finding,) = unused(audit)

    assert finding.message.isprintable()
    assert len(finding.message) < 150

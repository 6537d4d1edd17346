"""Checks of numbers: CE003 and CE008."""

import pytest

from audit.audited import draft, entry, given, holding
from citation_engine.audit.fixes import apply_edits
from citation_engine.audit.markers import gaps, repeated
from citation_engine.model.draft import DraftFormat

FOOTNOTES = "Kept [^1].\nDestroyed [^4] [^2].\n\n[^1]: a.pdf\n[^2]: b.pdf\n[^4]: c.pdf, page 4\n"
LIST = "Kept [1], [2-4] not, and [4, 5].\n\n## References\n\n1. a\n2. b\n4. d\n5. e\n"


def footnotes(text=FOOTNOTES, **fields):
    lines = [line for line in text.split("\n") if line.startswith("[^")]
    entries = (entry(text, line, line[2 : line.index("]")]) for line in lines)
    notes = tuple(one.model_copy(update={"is_note": True}) for one in entries)
    return draft(text, references=notes, **fields)


def sources_of(made):
    return {one.label: f"S{at}" for at, one in enumerate(made.references, 1)}


def test_numbers_without_gaps_have_no_finding():
    made = footnotes("Kept [^2] [^1].\n\n[^1]: a.pdf\n[^2]: b.pdf\n")

    assert list(gaps(given(made, by=sources_of(made)))) == []
    assert list(gaps(holding())) == []


def test_a_gap_is_named_and_closed_in_markers_and_definitions_alike():
    made = footnotes()

    (finding,) = gaps(given(made, by=sources_of(made)))
    mended = apply_edits(made.text, [finding])

    assert finding.code == "CE003"
    assert finding.message == "The numbers run from 1 to 4, and 3 is left out."
    assert finding.marker == "[^4]"
    assert mended.text == FOOTNOTES.replace("[^4]", "[^3]")


def test_several_gaps_are_one_finding():
    made = draft("Kept [2] [4] [9].")

    (finding,) = gaps(given(made, by={"2": "S1", "4": "S2", "9": "S3"}))

    assert finding.message == "The numbers run from 1 to 9, and 3, 5, 6, 7 and 8 are left out."
    assert finding.edits == ()


def test_a_number_that_a_source_or_an_entry_has_is_no_gap():
    unused_source = draft("Kept [S1] [S3].")
    unused_entry = footnotes("Kept [^1] [^3].\n\n[^1]: a\n[^2]: b\n[^3]: c\n")

    assert list(gaps(given(unused_source, labels=("S1", "S2", "S3")))) == []
    assert list(gaps(given(unused_entry, by=sources_of(unused_entry)))) == []


def test_a_number_that_points_nowhere_makes_no_gap():
    assert list(gaps(given(draft("Kept [S1] [S9].")))) == []


def test_a_list_is_renumbered_with_its_ranges():
    text = "Kept [1], and [3-4].\n\n## References\n\n1. a\n3. c\n4. d\n"
    entries = tuple(entry(text, f"{n}. {c}", n) for n, c in (("1", "a"), ("3", "c"), ("4", "d")))
    made = draft(text, references=entries)

    (finding,) = gaps(given(made, by={"1": "S1", "3": "S2", "4": "S3"}))

    fixed = text.replace("[3-4]", "[2-3]").replace("3. c", "2. c").replace("4. d", "3. d")
    assert apply_edits(text, [finding]).text == fixed


@pytest.mark.parametrize(
    "text",
    [
        FOOTNOTES.replace("Kept", "Kept [^9]"),
        FOOTNOTES.replace("[^4]: c", "[^4]: c\n[^4]: d"),
        FOOTNOTES.replace("[^2].", "[^2] [^x].") + "[^x]: y\n",
    ],
    ids=["a number points nowhere", "an entry stands twice", "a name among the numbers"],
)
def test_nothing_is_renumbered_where_that_needs_judgement(text):
    made = footnotes(text)

    (finding,) = gaps(given(made, by=sources_of(made)))

    assert finding.edits == ()


def test_the_numbers_of_a_session_are_never_changed():
    made = draft("Kept [S1] [S4].")

    (finding,) = gaps(given(made, labels=("S1", "S4"), by={"1": "S1", "4": "S4"}))

    assert finding.edits == ()


def test_a_file_that_is_not_text_is_never_changed():
    made = footnotes(format=DraftFormat.DOCX)

    (finding,) = gaps(given(made, by=sources_of(made)))

    assert finding.edits == ()


def test_a_year_that_was_taken_for_a_number_gives_no_list_of_gaps():
    made = draft("Kept [1] [20240101].")

    assert list(gaps(given(made, by={"1": "S1", "20240101": "S2"}))) == []


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("Kept [S1, S1].", "Kept [S1]."),
        ("Kept [[S:1,3,1]].", "Kept [[S:1,3]]."),
        ("Kept [1, 01; 2, 2].", "Kept [1; 2]."),
        ("Kept [[S:2-4,1,2-4]].", "Kept [[S:2-4,1]]."),
        ("Kept [S1] [S1].", "Kept [S1]."),
        ("Kept [^1][^1].", "Kept [^1]."),
    ],
)
def test_a_source_that_is_named_twice_is_named_once(text, mended):
    found = list(repeated(given(draft(text))))

    assert {finding.code for finding in found} == {"CE008"}
    assert apply_edits(text, found).text == mended


@pytest.mark.parametrize(
    "text", ["Kept [S1, S2].", "Kept [1][2].", "Kept [S1]. So [S1].", "[S11, S1]"]
)
def test_a_source_that_is_named_once_has_no_finding(text):
    assert list(repeated(given(draft(text)))) == []

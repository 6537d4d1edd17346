"""Mending a draft, and showing what would change."""

import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.audit.codes import make_finding
from citation_engine.audit.fixes import apply_edits, diff_text
from citation_engine.model.finding import Edit
from citation_engine.model.passage import Span


def finding(*edits, code="CE008"):
    made = tuple(Edit(span=Span(start, end), text=text) for start, end, text in edits)
    return make_finding(code, f"Edits {edits}.", edits=made)


def test_edits_are_made_and_the_rest_is_unchanged():
    mended = apply_edits("a [1, 1] b", [finding((4, 7, "")), finding((0, 1, "A"))])

    assert mended.text == "A [1] b"
    assert len(mended.applied) == 2
    assert mended.left == ()


def test_of_two_findings_at_one_place_the_first_is_mended_and_the_other_left():
    first, second = finding((2, 6, "x")), finding((4, 8, "y"))

    mended = apply_edits("0123456789", [second, first])

    assert mended == ("01x6789", (first,), (second,))


def test_all_edits_of_a_finding_are_made_or_none():
    first, second = finding((4, 6, "x")), finding((5, 7, "y"), (9, 10, "z"))

    assert apply_edits("0123456789", [first, second]).text == "0123x6789"


def test_the_same_edit_of_two_findings_is_made_once():
    both = [finding((1, 2, "x")), finding((1, 2, "x"), code="CE003")]

    mended = apply_edits("0123", both)

    assert mended.text == "0x23"
    assert set(mended.applied) == set(both)


@pytest.mark.parametrize(
    "edits", [[(3, 9, "x")], [(0, 2, "x"), (1, 3, "y")], [(1, 1, "x"), (1, 1, "y")]]
)
def test_edits_that_cannot_be_made_are_left(edits):
    one = finding(*edits)

    assert apply_edits("0123", [one]) == ("0123", (), (one,))


def test_a_finding_without_edits_is_neither_mended_nor_left():
    assert apply_edits("0123", [make_finding("CE101", "Not there.")]) == ("0123", (), ())


@given(
    st.text(max_size=40),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 5), st.text(max_size=3)), max_size=8),
)
def test_what_is_mended_does_not_depend_on_the_order_of_the_findings(text, places):
    findings = [finding((start, start + size, words)) for start, size, words in places]

    there, back = apply_edits(text, findings), apply_edits(text, findings[::-1])

    assert there.text == back.text
    assert len(there.applied) + len(there.left) == len(findings)


def test_the_difference_is_a_unified_diff():
    old = "".join(f"line {number}\n" for number in range(20))
    new = old.replace("line 3\n", "line three\n").replace("line 17\n", "line seventeen\n")

    shown = diff_text(old, new, "report.md")

    expected = difflib.unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), "report.md", "report.md"
    )
    assert shown == "".join(expected)


def test_nothing_changed_is_no_difference():
    assert diff_text("a\r\nb", "a\r\nb", "report.md") == ""


lines = st.lists(st.sampled_from(["a", "b", "c\r", "", "d\u2028e"]), max_size=30).map("\n".join)


@given(lines, lines)
def test_the_old_text_and_the_difference_give_the_new_text(old, new):
    assert patched(old, diff_text(old, new, "x")) == new


def patched(old, diff):
    """What a patch makes of a text, by the rules of the format alone."""
    if not diff:
        return old
    before, result, at = old.split("\n"), [], 0
    body = diff.split("\n")[2:-1]
    for number, line in enumerate(body):
        ends = number + 1 < len(body) and body[number + 1].startswith("\\")
        if line.startswith("@@"):
            start = int(line.split("-")[1].split(",")[0].split()[0])
            empty = "-0,0" in line or ",0 +" in line
            start = start if empty else start - 1
            result += [f"{one}\n" for one in before[at:start]]
            at = start
        elif line.startswith("+"):
            result.append(line[1:] + ("" if ends else "\n"))
        elif line.startswith("-"):
            at += 1
        elif line.startswith(" "):
            result.append(line[1:] + ("" if ends else "\n"))
            at += 1
    rest = before[at:]
    return "".join(result) + "\n".join(rest)


def test_a_long_text_with_many_changes_is_compared_quickly():
    old = "the same line\n" * 200_000
    new = old.replace("same", "new ", 100_000)

    assert diff_text(old, new, "x").count("\n-") == 100_000

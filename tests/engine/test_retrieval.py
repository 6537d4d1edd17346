"""The lines that went and came between two texts, bounded."""

from hypothesis import given
from hypothesis import strategies as st

from citation_engine.engine.retrieval import MOST_LINES, line_changes

TEXTS = st.lists(st.sampled_from(["one", "two", "three", "", "four words in here"])).map("\n".join)


def test_the_lines_that_differ_are_given_in_order():
    found = line_changes("a\nb\nc\n", "a\nx\nc\nd\n")

    assert found == (("- b", "+ x", "+ d"), 0)


@given(TEXTS, TEXTS)
def test_taking_and_adding_the_lines_makes_the_one_text_of_the_other(old, new):
    lines = line_changes(old, new, most=10_000).lines
    counts: dict[str, int] = {}
    for line in old.splitlines():
        counts[line] = counts.get(line, 0) + 1
    for line in lines:
        counts[line[2:]] = counts.get(line[2:], 0) + (1 if line.startswith("+") else -1)
    wanted: dict[str, int] = {}
    for line in new.splitlines():
        wanted[line] = wanted.get(line, 0) + 1

    assert {line: count for line, count in counts.items() if count} == wanted
    assert (lines == ()) == (old.splitlines() == new.splitlines())


def test_what_is_left_out_is_counted():
    found = line_changes("", "\n".join(map(str, range(50))), most=20)

    assert (len(found.lines), found.left_out) == (20, 30)


def test_a_text_of_very_many_lines_is_compared_in_bounded_time():
    lines = [f"line {number}" for number in range(MOST_LINES * 3)]

    found = line_changes("\n".join(lines), "\n".join([*lines[:-1], "new"]))

    assert found.lines == (f"- line {MOST_LINES * 3 - 1}", "+ new")

"""`[[S:1,3]]` in all the ways models write it, and nowhere else."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.errors import InvalidInput
from citation_engine.markers import tokens
from citation_engine.markers.reading import replace_markers, strip_markers
from hanging import must_end
from made_markers import find, write


def strip(text):
    return strip_markers(text, dialects=["tokens"])


def replace(text, write):
    return replace_markers(text, write, dialects=["tokens"])


numbers = st.lists(st.integers(1, 60), min_size=1, max_size=20, unique=True)
pieces = st.sampled_from(
    [
        *(
            "Words.",
            " ",
            "\n",
            "\n\n",
            "`",
            "``",
            "```",
            "~~~\n",
            "- ",
            "> ",
            "|",
            "[",
            "]",
            "(",
            ")",
        ),
        *(
            "[[S:1]]",
            "[[s: 2 – 4 ]]",
            "[[S:x]]",
            "[[S:",
            "]]",
            "https://a.example/b",
            "](",
            "\\",
            "é𝔘",
        ),
    ]
)
drafts = st.lists(pieces, max_size=40).map("".join)


def numbers_in(text):
    return [marker.numbers for marker in find(tokens, text)]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("[[S:1]]", (1,)),
        ("[[S:1,3]]", (1, 3)),
        ("[[S:2-4]]", (2, 3, 4)),
        ("[[S:2-4,7]]", (2, 3, 4, 7)),
        ("[[s:1]]", (1,)),
        ("[[ S : 1 , 3 ]]", (1, 3)),
        ("[[S: 1;3]]", (1, 3)),
        ("[[S:2–4]]", (2, 3, 4)),
        ("[[S:2 — 4]]", (2, 3, 4)),
        ("[[S:2‑4]]", (2, 3, 4)),
        ("[[S:2−4]]", (2, 3, 4)),
        ("[[S:2--4]]", (2, 3, 4)),
        ("[[S:\u200b1,\ufeff3]]", (1, 3)),
        ("[\u200b[\u2060S:1]\u200d]", (1,)),
        ("[[S:1,\n3]]", (1, 3)),
        ("[[S\u00a0:\u00a01]]", (1,)),
        ("[[S:1, S:3]]", (1, 3)),
        ("[[S:S1,S3]]", (1, 3)),
        ("[[S：1，3]]", (1, 3)),
        ("[[S:007]]", (7,)),
        ("[[S:3,1,3]]", (3, 1)),
        ("[[S:1,,2,]]", (1, 2)),
        ("[[S:5-5]]", (5,)),
    ],
)
def test_a_marker_is_understood_as_models_write_it(written, meant):
    (marker,) = find(tokens, f"Ten years. {written} More.")

    assert marker.numbers == meant
    assert (marker.text, marker.problem, marker.dialect) == (written, "", "tokens")


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("[[S:]]", "names no source"),
        ("[[S: , ]]", "names no source"),
        ("[[S:0]]", "'0' is not the number"),
        ("[[S:?9]]", "'?9' is not the number"),
        ("[[S:1,two]]", "'two' is not the number"),
        ("[[S:1 3]]", "'1 3' is not the number"),
        ("[[S:4-2]]", "4-2 runs backwards"),
        ("[[S:1-]]", "'1-' is not the number"),
        ("[[S:²]]", "is not the number"),
        ("[[S:12345678901]]", "is not the number"),
        ("[[S:1-20000000]]", "more than 1,000 numbers"),
        ("[[S:1-600,601-1300]]", "more than 1,000 numbers"),
        (f"[[S:{',1' * 1_001}]]", "more than 1,000 numbers"),
    ],
)
def test_a_marker_that_cannot_be_understood_is_found_with_its_problem(written, problem):
    (marker,) = find(tokens, f"Ten years {written}.")

    assert marker.numbers == ()
    assert problem in marker.problem


@pytest.mark.parametrize(
    "text",
    [
        "```\n[[S:1]]\n```",
        "```python\nx = '[[S:1]]'\n\ny = 2  # [[S:2]]\n```",
        "~~~\n[[S:1]]\n```\n[[S:2]]\n~~~",
        "````\n```\n[[S:1]]\n```\n````",
        "```\n[[S:1]]",
        "1. First\n\n    ```\n    [[S:1]]\n    ```\n",
        "- ```\n  [[S:1]]\n  ```",
        "> ```\n> [[S:1]]\n> ```",
        "Write `[[S:1]]` after it.",
        "Write `` a ` [[S:1]] `` after it.",
        "Write `a\n[[S:1]]` after it.",
        "See https://a.example/?q=[[S:1]]&page=2.",
        "See <https://a.example/[[S:1]]>.",
        "See [here](https://a.example/[[S:1]]).",
        "See [here](/wiki/(x)/[[S:1]] 'title').",
        '<a href="https://a.example/[[S:1]]">here</a>',
        "[S:1] and [[S1]] and [[T:1]] and [[USAGE:1]] and [[S:1] x and [[S:1",
        "[[S:1\n\n2]]",
    ],
)
def test_what_stands_in_code_or_an_address_or_is_written_otherwise_is_no_marker(text):
    assert find(tokens, text) == []
    assert strip(text) == text


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("```\ncode\n```\nTen years [[S:1]].", 1),
        ("- ```\ncode\n```\n- Ten years [[S:1]].", 1),
        ("> ```\n> code\n\nTen years [[S:1]].", 1),
        ("Press ` to open. [[S:1]]\n\nPress ` again. [[S:2]]", 2),
        ("- Press ` to open. [[S:1]]\n- Press ` again. [[S:2]]", 2),
        ("| a ` | [[S:1]] |\n| b ` | [[S:2]] |", 2),
        ("The sign \\` is a tick [[S:1]], so is `.", 1),
        ("``` is a fence [[S:1]] and so is ~~~", 0),
        ("Use ```x``` for code [[S:1]].", 1),
        ("`a` [[S:1]] `b`", 1),
        ("See https://a.example/b[[S:1]].", 1),
        ("See https://a.example/b[[S: 1, 3]] and more.", 1),
        ("(https://a.example/b[[S:1]][[S:2]])", 2),
        ("See <https://a.example/> [[S:1]].", 1),
        ("See [here](https://a.example/b)[[S:1]].", 1),
        ("Both [[S:1]]([[S:2]])", 2),
        ("1. Item\n\n    A paragraph of it. [[S:1]]", 1),
        ("**Bold.**[[S:1]]", 1),
        ("[[[S:1]]]", 1),
    ],
)
def test_a_marker_beside_code_or_an_address_is_found(text, count):
    assert len(find(tokens, text)) == count


@given(numbers)
def test_what_is_formatted_is_found_again(some):
    text = f"Ten years {write(tokens, some)}."

    assert numbers_in(text) == [tuple(some)]


@pytest.mark.parametrize(
    ("some", "written"),
    [
        ([1], "[[S:1]]"),
        ([1, 3], "[[S:1,3]]"),
        ([1, 2], "[[S:1,2]]"),
        ([2, 3, 4], "[[S:2-4]]"),
        ([7, 2, 3, 4, 4], "[[S:7,2-4]]"),
        ([4, 3, 2], "[[S:4,3,2]]"),
    ],
)
def test_numbers_in_a_row_are_written_as_a_range(some, written):
    assert write(tokens, some) == written


def test_a_number_that_is_unknown_is_written_so_that_it_points_nowhere():
    written = write(tokens, [2], unknown=[9])

    assert written == "[[S:2,?9]]"
    assert numbers_in(written) == [()]


@pytest.mark.parametrize("some", [[], [0], [-1, 2], range(1, 1_002)])
def test_no_marker_is_made_that_could_not_be_read_back(some):
    with pytest.raises(InvalidInput, match="numbers"):
        write(tokens, some)


@given(drafts)
def test_markers_stand_where_they_say_and_in_order(text):
    found = find(tokens, text)

    assert [marker.span.of(text) for marker in found] == [marker.text for marker in found]
    assert all(a.span.end <= b.span.start for a, b in pairwise(found))


@given(drafts)
def test_replacing_each_marker_by_itself_changes_nothing(text):
    assert replace(text, lambda marker: marker.text) == text


@given(drafts)
def test_stripping_takes_the_markers_and_space_and_nothing_else(text):
    found = find(tokens, text)
    stripped = strip(text)

    without = "".join(
        text[a:b]
        for a, b in zip(
            [0, *(m.span.end for m in found if not m.problem)],
            [*(m.span.start for m in found if not m.problem), len(text)],
            strict=True,
        )
    )
    assert stripped.replace(" ", "") == without.replace(" ", "")


def test_replacing_leaves_code_alone():
    text = "Ten [[S:1]].\n\n```\n[[S:1]]\n```\n`[[S:1]]`"

    assert replace(text, lambda _: "X") == "Ten X.\n\n```\n[[S:1]]\n```\n`[[S:1]]`"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Ten years [[S:1]].", "Ten years."),
        ("Ten years.[[S:1]] More.", "Ten years. More."),
        ("Ten years. [[S:1]] [[S:2]] More.", "Ten years. More."),
        ("Ten [[S:1]][[S:2]]", "Ten"),
        ("[[S:1]] Ten years.", "Ten years."),
        ("- [[S:1]] Ten\n[[S:2]] [[S:3]] More", "- Ten\nMore"),
        ("Ten [[S:1]][more](x)", "Ten [more](x)"),
        ("Ten [[S:1]]years", "Ten years"),
        ("Ten [[S:x]] years [[S:1]]", "Ten [[S:x]] years"),
        ("Ten\n[[S:1]]\nyears", "Ten\n\nyears"),
    ],
)
def test_stripping_leaves_clean_sentences(text, plain):
    assert strip(text) == plain


@must_end
@pytest.mark.parametrize(
    "text",
    [
        "[" * 1_000_000,
        "[ " * 500_000,
        "[[S:" * 250_000,
        "[[S:" + "1," * 500_000,
        "[[S:" + "0" * 1_000_000 + "]]",
        "[[S:" + " " * 1_000_000 + "x]]",
        "`" * 1_000_000,
        "` `` ``` " * 100_000,
        "```\n" * 250_000,
        "> " * 500_000,
        "- " * 500_000,
        "https://" * 125_000,
        "http://a" + "[[S:1]]a" * 125_000,
        "](" * 500_000,
        "](" + "(" * 1_000_000,
        "<a:" * 300_000,
        "='a://" * 150_000,
        "\\" * 1_000_000 + "`",
        "\n" * 1_000_000,
    ],
    ids=lambda text: text[:8],
)
def test_a_text_made_to_be_slow_without_a_marker_is_left_as_it_is(text):
    unchanged = strip(text) == text

    assert unchanged


@must_end
@pytest.mark.parametrize("piece", ["a [[S:1]]", "[[S:1]] a "])
def test_a_hundred_thousand_markers_are_stripped(piece):
    assert strip(piece * 100_000).split() == ["a"] * 100_000

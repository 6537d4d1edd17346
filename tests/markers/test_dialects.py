"""What all dialects have in common: exact spans, replacing, stripping, round trips."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.errors import InvalidInput
from citation_engine.markers import (
    brackets,
    footnotes,
    links,
    named,
    numeric,
    sup,
    tokens,
    usage,
)
from citation_engine.markers.reading import find_markers, replace_markers, strip_markers
from citation_engine.model.draft import DraftFormat
from hanging import must_end
from made_markers import drafts, find, write

DIALECTS = (brackets, footnotes, links, named, numeric, sup, tokens, usage)
NUMBERED = (brackets, footnotes, named, numeric, sup, tokens, usage)
# A year alone is no marker, so the numbers stay below them.
numbers = st.lists(st.integers(1, 900), min_size=1, max_size=12, unique=True)
prose = st.lists(
    st.sampled_from(("Ten years", " of", " records.", " Kept", "\n\n", "\n- ", "é", " 5 %")),
    min_size=1,
    max_size=6,
).map("".join)


def format_of(dialect):
    return DraftFormat.HTML if dialect is sup else DraftFormat.MARKDOWN


def strip(dialect, text):
    return strip_markers(text, format_of(dialect), dialects=[dialect.DIALECT])


def replaced_by_itself(dialect, text):
    own = [dialect.DIALECT]
    return replace_markers(text, lambda marker: marker.text, format_of(dialect), dialects=own)


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda one: one.DIALECT)
@given(text=drafts)
def test_markers_stand_where_they_say_and_in_order(dialect, text):
    found = find(dialect, text)

    assert [marker.span.of(text) for marker in found] == [marker.text for marker in found]
    assert all(a.span.end <= b.span.start for a, b in pairwise(found))
    assert {marker.dialect for marker in found} <= {dialect.DIALECT}
    assert all(not (m.numbers or m.names) if m.problem else m.numbers or m.names for m in found)


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda one: one.DIALECT)
@given(text=drafts)
def test_replacing_each_marker_by_itself_changes_nothing(dialect, text):
    assert replaced_by_itself(dialect, text) == text


@pytest.mark.parametrize("dialect", NUMBERED, ids=lambda one: one.DIALECT)
@given(some=numbers)
def test_what_is_formatted_is_found_again(dialect, some):
    text = f"Ten years {write(dialect, some)}."

    found = find(dialect, text)

    assert [number for marker in found for number in marker.numbers] == some
    assert not any(marker.problem for marker in found)


@pytest.mark.parametrize("dialect", NUMBERED, ids=lambda one: one.DIALECT)
def test_an_unknown_number_is_written_so_that_it_points_nowhere(dialect):
    text = f"Ten years {write(dialect, [], unknown=[9])}."

    (marker,) = find(dialect, text)

    assert marker.numbers == ()
    assert marker.problem or marker.names == ("?9",)


@pytest.mark.parametrize("dialect", NUMBERED, ids=lambda one: one.DIALECT)
@pytest.mark.parametrize("some", [[], [0], [-1, 2], range(1, 1_002)])
def test_no_marker_is_made_that_could_not_be_read_back(dialect, some):
    with pytest.raises(InvalidInput, match="numbers"):
        write(dialect, some)


@pytest.mark.parametrize("dialect", NUMBERED, ids=lambda one: one.DIALECT)
@given(parts=st.lists(prose, min_size=2, max_size=6), some=numbers)
def test_stripping_takes_the_markers_and_space_and_nothing_else(dialect, parts, some):
    text = f" {write(dialect, some)}".join(parts)

    stripped = strip(dialect, text)

    assert find(dialect, stripped) == []
    assert stripped.replace(" ", "") == "".join(parts).replace(" ", "")


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda one: one.DIALECT)
@given(text=drafts)
def test_stripping_removes_only_what_is_marked_and_space(dialect, text):
    if dialect is links:
        return  # Their words may stay.
    gone = [marker for marker in find(dialect, text) if not marker.problem]
    kept = "".join(
        text[a:b]
        for a, b in zip(
            [0, *(m.span.end for m in gone)],
            [*(m.span.start for m in gone), len(text)],
            strict=True,
        )
    )

    assert strip(dialect, text).replace(" ", "") == kept.replace(" ", "")


SHELTERED = (
    "```\n{}\n```",
    "~~~\n{}",
    "Write `{}` there.",
    "Write `` ` {} `` there.",
    "> ```\n> {}\n> ```",
    "<!-- {} -->",
    "<pre>\n{}\n</pre>",
    "Write <code>{}</code> there.",
)


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda one: one.DIALECT)
@pytest.mark.parametrize("around", SHELTERED)
def test_in_code_and_in_comments_there_is_no_marker(dialect, around):
    if dialect is sup and ("`" in around or "~" in around):
        return  # It reads HTML, which has no such code.
    marker = "([source](https://a.example))" if dialect is links else write(dialect, [1])
    text = around.format(marker)

    assert find(dialect, text) == []
    assert strip(dialect, text) == text


HOSTILE = (
    *("[", "[[", "[ ", "[[S:", "[S1,", "[1,", "[1-", "[^", "[@", "[cite_", "[cite:a,", "【", "![["),
    *("![", "](", "](a(", "[1](", "[1](a ", "[S1](<", "<a b='", '<a b="', "<sup ", "<sup>", "<!--"),
    *(
        "<code>",
        "\n<pre>",
        "<span data-sids=",
        "$",
        "$a",
        "$$",
        "\\[",
        "\\(",
        "`",
        "`` ",
        "> ```\n",
    ),
    *(
        "http://a[",
        "http://a)",
        "='a://",
        "# Sources\n",
        "Sources\n\n",
        "[^1]: a\n",
        "[a]: b\n[a][a]",
    ),
    *(
        "\u200b",
        "[\u200b",
        "&#91;",
        "[1 and ",
        "[1, p. ",
        "\ue200cite\ue202",
        "\ud800[1]",
        "\x00[1]",
    ),
    *(
        "(A, A, ",
        "(A 2020",
        "A (2020) ",
        "see A, A, ",
        "(see A; ",
        "A & A ",
        "et al. ",
        "A et al. (2020",
    ),
    *(
        "[[a.md",
        "[a.md,",
        "(a.pdf",
        "(Source: a.pdf; ",
        "\\cite{",
        "\\cite[a]",
        "\\[1\\]",
        "¹,",
        "^1",
    ),
    *("<sup><a >", "[a1, p. ", "@a2020", "[web:1,", "&#8203;", "[1, p. 3; ", "[S1/", "[1](#ref"),
)


@must_end
@pytest.mark.parametrize("piece", HOSTILE, ids=ascii)
def test_a_text_made_to_be_slow_is_read_to_its_end(piece):
    text = piece * (300_000 // len(piece))
    for found in (
        *(find(one, text) for one in (links, footnotes, numeric, sup)),
        find_markers(text),
    ):
        assert all(marker.span.of(text) == marker.text for marker in found)
        assert all(a.span.end <= b.span.start for a, b in pairwise(found))


def test_a_megabyte_of_brackets_is_no_trouble():
    assert find(numeric, "[" * 1_000_000) == []


@pytest.mark.parametrize(
    "text", ["", "\x00", "\ud800", "\ufeff", "\r\n", "[", "]", "[]", "\u202e[1]"]
)
@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda one: one.DIALECT)
def test_odd_texts_are_read_without_failing(dialect, text):
    assert replaced_by_itself(dialect, text) == text

"""All dialects of a draft at once: the most specific wins, and nothing is read twice."""

from itertools import pairwise

import pytest
from hypothesis import given

from citation_engine.errors import InvalidInput
from citation_engine.markers.reading import (
    DIALECTS,
    find_labels,
    find_markers,
    replace_markers,
    strip_markers,
)
from citation_engine.model.draft import DraftFormat
from made_markers import drafts

ALL = (
    "A [[S:1]] b [S:2] c [3] d [S4] e [^5] f [cite_6] g [[USAGE:7]]"
    ' h <sup class="cite" data-sids="8">[S:8]</sup>.'
)


def found_in(text, format=DraftFormat.MARKDOWN, **options):
    return [(m.dialect, m.numbers or m.names) for m in find_markers(text, format, **options)]


def test_every_dialect_is_found_in_one_draft():
    assert found_in(ALL) == [
        ("tokens", (1,)),
        ("sup", (2,)),
        ("numeric", (3,)),
        ("brackets", (4,)),
        ("footnotes", (5,)),
        ("named", (6,)),
        ("usage", (7,)),
        ("sup", (8,)),
    ]


def test_only_the_named_dialects_are_read():
    assert found_in(ALL, dialects=["numeric", "tokens"]) == [("tokens", (1,)), ("numeric", (3,))]


def test_an_unknown_dialect_is_refused_with_the_known_ones():
    with pytest.raises(InvalidInput, match="runes") as caught:
        find_markers("x", dialects=["runes"])

    assert all(name in caught.value.fix for name in DIALECTS)


@pytest.mark.parametrize("format", [DraftFormat.MARKDOWN, DraftFormat.HTML, DraftFormat.TEXT])
@given(text=drafts)
def test_markers_are_exact_and_apart_in_every_format(format, text):
    found = find_markers(text, format)

    assert [marker.span.of(text) for marker in found] == [marker.text for marker in found]
    assert all(a.span.end <= b.span.start for a, b in pairwise(found))
    assert replace_markers(text, lambda marker: marker.text, format) == text


@pytest.mark.parametrize("format", [DraftFormat.JSON, DraftFormat.YAML])
@given(text=drafts)
def test_markers_of_data_are_exact_be_it_broken_or_not(format, text):
    found = find_markers(text, format)

    assert [marker.span.of(text) for marker in found] == [marker.text for marker in found]


def test_links_are_markers_where_the_draft_cites_by_them():
    assert found_in("Revenue [rose](https://a.example).") == [("links", ("https://a.example",))]


def test_links_are_links_where_the_draft_cites_otherwise():
    text = "See [the docs](https://a.example). Ten [S1]. Six [S2]. Two [S1, S2]."

    assert [dialect for dialect, _ in found_in(text)] == ["brackets"] * 3


def test_a_link_that_says_nothing_but_a_number_is_always_a_citation():
    text = "See [the docs](https://a.example). Ten [S1]. Six [S2]. Two [3](https://b.example)."

    assert found_in(text)[-1] == ("links", ("https://b.example",))


def test_in_html_only_what_a_reader_sees_is_read():
    text = (
        '<p title="[1]">Ten[1]<!-- [2] --> <code>[3]</code> <b>x</b>[<a href="#4">4</a>]'
        "&#91;5&#93;</p><script>[6]</script><h2>References</h2><ol><li>[1] Smith [7]</li></ol>"
    )

    assert found_in(text, DraftFormat.HTML) == [("numeric", (n,)) for n in (1, 4, 5, 7)]


def test_in_json_and_yaml_only_strings_are_read():
    data = '{"a": "Ten [1]\\n[[S:\\u200b2]]", "b": [1, [3]], "c[4]": "x"}'

    assert found_in(data, DraftFormat.JSON) == [("numeric", (1,)), ("tokens", (2,))]
    assert found_in("a: Ten [1]\nb: [2]\nc: |\n  Six [3]\n", DraftFormat.YAML) == [
        ("numeric", (1,)),
        ("numeric", (3,)),
    ]


def test_a_sidecar_has_the_last_word():
    data = '{"a": "Ten [[S:9]]", "_citations": [{"path": "/a", "sids": [1]}]}'

    assert found_in(data, DraftFormat.JSON) == [("sidecar", (1,))]
    assert found_in(data, DraftFormat.JSON, dialects=["sidecar", "tokens"]) == [
        ("tokens", (9,)),
        ("sidecar", (1,)),
    ]


def test_labels_of_the_list_of_sources_are_found_apart():
    text = "Ten [1].\n\n## Sources\n\n[1] Rules\n[S2] Letters\n"

    assert [marker.numbers for marker in find_labels(text)] == [(1,), (2,)]


def test_stripping_leaves_words_and_problems():
    text = "Ten [S1]. Six [S4-S2]. Revenue [rose](https://a.example), [1](https://b.example)."

    assert strip_markers(text, dialects=DIALECTS) == "Ten. Six [S4-S2]. Revenue rose,."


def test_twenty_million_in_a_range_are_a_problem_and_no_memory():
    (marker,) = find_markers("Ten [1-20000000].")

    assert "more than 1,000" in marker.problem

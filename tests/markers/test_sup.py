"""`<sup class="cite" data-sids="1,3">[S:1,3]</sup>` and `[S:1]`, in HTML and in Markdown."""

import pytest

from citation_engine.markers import sup
from citation_engine.markers.reading import find_labels
from citation_engine.model.draft import DraftFormat
from made_markers import find, write


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('<sup class="cite" data-sids="1,3">[S:1,3]</sup>', (1, 3)),
        ("<SUP data-sids='2-4' CLASS=cite>x</SUP>", (2, 3, 4)),
        ('<sup class="note cite">[S:2]</sup>', (2,)),
        ('<sup class="cite"><a href="#s1">1</a></sup>', (1,)),
        ("<sup>[S:7]</sup>", (7,)),
        ('<span data-sids="5">*</span>', (5,)),
        ('<sup class="cite" data-sids="17">[1]</sup>', (17,)),
        ("[S:1]", (1,)),
        ("[S: 1, 3]", (1, 3)),
        ("[<b>S:4</b>]", (4,)),
        ("&#91;S:5&#93;", (5,)),
    ],
)
def test_a_marker_gives_its_numbers(written, meant):
    (marker,) = find(sup, f"<p>Ten years.{written}</p>")

    assert (marker.text, marker.numbers, marker.problem) == (written, meant, "")


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ('<sup class="cite" data-sids="1">[S:2]</sup>', "its words say"),
        ('<sup class="cite" data-sids="x">x</sup>', "'x' is not the number"),
        ('<sup class="cite" data-sids=""></sup>', "names no source"),
        ("[S:]", "names no source"),
    ],
)
def test_a_marker_that_cannot_be_understood_is_found_with_its_problem(written, problem):
    (marker,) = find(sup, f"<p>Ten years.{written}</p>")

    assert marker.numbers == ()
    assert problem in marker.problem


@pytest.mark.parametrize(
    "text",
    [
        "<!-- [S:1] -->",
        "<script>x = '[S:1]'</script>",
        "<style>[S:1]</style>",
        "<pre>[S:1]</pre>",
        "<p><code>[S:1]</code></p>",
        '<p title="[S:1]">Ten</p>',
        "<p title='a > [S:1]'>Ten</p>",
        "<script>[S:1]",
        "<p>5 m<sup>2</sup> and <sup>th</sup></p>",
        '<pre><sup class="cite" data-sids="1">[S:1]</sup></pre>',
        "<p>[[S:1]]</p>",
    ],
)
def test_in_markup_code_and_comments_there_is_no_marker(text):
    assert find(sup, text) == []


def test_a_list_of_sources_in_html_has_labels_and_no_markers():
    text = "<p>Ten [S:1].</p><h2>Sources</h2><ul><li>[S:1] Rules</li><li>[S:2] See [S:3]</li></ul>"

    assert [marker.numbers for marker in find(sup, text)] == [(1,), (3,)]
    assert [marker.numbers for marker in find_labels(text, DraftFormat.HTML)] == [(1,), (2,)]


def test_an_element_in_markdown_is_a_marker_too():
    text = 'Ten.<sup class="cite" data-sids="1">[S:1]</sup> `[S:2]`'

    assert [marker.numbers for marker in find(sup, text, DraftFormat.MARKDOWN)] == [(1,)]


def test_a_marker_is_written_with_all_numbers_in_the_attribute():
    assert write(sup, [2, 3, 4]) == '<sup class="cite" data-sids="2,3,4">[S:2-4]</sup>'

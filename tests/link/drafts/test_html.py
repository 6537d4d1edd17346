import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.formats.html.markup import Words, parse_html, walk
from citation_engine.link.drafts.reading import read_draft
from citation_engine.model.draft import DraftFormat


def read(text):
    return read_draft(text, DraftFormat.HTML).claims


def shown(text):
    return [(str(claim.kind), claim.text) for claim in read(text)]


def test_what_is_hidden_or_for_machines_is_no_claim():
    text = (
        "<head><title>No</title><style>p{}</style></head><nav>No</nav><div role=navigation>No</div>"
        "<script>No</script><p hidden>No</p><p style='display: none'>No</p><template>No</template>"
        "<!-- No --><pre><code>No</code></pre><ol class=references><li>No</ol><p>It is 5.</p>"
    )

    assert shown(text) == [("sentence", "It is 5.")]


def test_spans_are_offsets_into_the_page_as_it_is():
    text = "<P Class=x>It is <B>5</B>&nbsp;%&#32;of&#x20;all. <i>More</i> &amp; more.</P>"
    claims = read(text)

    assert [claim.text for claim in claims] == ["It is 5 % of all.", "More & more."]
    assert [claim.span.of(text) for claim in claims] == [
        "It is <B>5</B>&nbsp;%&#32;of&#x20;all.",
        "<i>More</i> &amp; more.",
    ]


def test_elements_that_are_left_open_end_where_a_browser_ends_them():
    text = (
        "<ul><li>One 1<li hidden>No<li>Two 2</ul><p hidden>No<p>Three 3"
        "<table><tr><td>4<td>5<tr><th>H<td>6</table>"
    )

    assert shown(text) == [
        ("item", "One 1"),
        ("item", "Two 2"),
        ("sentence", "Three 3"),
        ("cell", "4"),
        ("cell", "5"),
        ("heading", "H"),
        ("cell", "6"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "<p title='a > b'>It is 5.",
        "<p title=it's>It is 5.",
        "<p>It is 5.<!-- > -->",
        "<p>It is 5.<!-->",
        "<?xml version='1.0'?><!doctype html><p>It is 5.",
        "<p>It is 5.</ >",
        "<p>It is 5.<script>'</p>'<b></script>",
    ],
)
def test_odd_markup_is_read_as_a_browser_reads_it(text):
    assert shown(text) == [("sentence", "It is 5.")]


def test_signs_that_begin_no_tag_are_words():
    assert [claim.text for claim in read("<p>It is 3 < 5 and 6 <7 is so.")] == [
        "It is 3 < 5 and 6 <7 is so."
    ]


def test_quotations_of_the_page_are_quotations():
    text = "<p>She says <q>we will close the plant</q> soon.</p>"
    (claim,) = read(text)

    assert [quote.text for quote in claim.quotes] == ["we will close the plant"]
    assert claim.quotes[0].span.of(text) == "we will close the plant"


def test_a_title_in_bold_is_a_heading():
    assert shown("<p><b>Background</b></p><p><b>Note:</b> it is 5.</p>") == [
        ("heading", "Background"),
        ("sentence", "Note: it is 5."),
    ]


PIECES = (
    *("<p>", "</p>", "<li>", "</li>", "<ul>", "</ul>", "<b>", "</b>", "<td>", "<tr>", "<table>"),
    *("</table>", "<div>", "</div>", "<br>", "<h2>", "</h2>", "<!-- x -->", "&amp;", " ", "\n"),
    *(
        "one",
        "two 2",
        "three.",
        "4 %",
        "<i class='a'>",
        "</i>",
        "<script>no</script>",
        "<blockquote>",
    ),
)


@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_no_word_that_a_browser_shows_is_lost(pieces):
    text = "".join(pieces)
    tree = parse_html(text)
    expected = [w for step in walk(tree) if isinstance(step, Words) for w in step.data.split()]
    found = [word for claim in read(text) for word in claim.text.split()]

    # A browser moves words out of tables; the draft has them where they were written.
    letters = [
        "".join(filter(str.isalnum, "".join(sorted("".join(words))))) for words in (expected, found)
    ]
    assert letters[0] == letters[1]


def test_a_comment_that_nothing_closes_is_no_claim():
    assert [claim.text for claim in read("<p>It is 5.</p><!-- It is 6 [1]")] == ["It is 5."]


def test_a_marker_in_what_claims_read_as_words_is_found():
    text = "<ul><li<code>It is 5 [1].</code></ul>"

    draft = read_draft(text, DraftFormat.HTML)

    assert [claim.text for claim in draft.claims] == ["It is 5."]
    assert len(draft.markers) == 1

"""What became of a page and of the words that were cited from it."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.collect.web.freshness import Outcome, compare, is_gone, moved_to
from citation_engine.collect.web.response import Fetched, Redirect
from citation_engine.model.passage import Span

OLD = "Menu\n\nRecords are kept for ten years. Then they are destroyed.\n\nFooter"


def span_of(words: str, text: str = OLD) -> Span:
    start = text.index(words)
    return Span(start, start + len(words))


def cited(new: str, words: str = "Records are kept for ten years."):
    change = compare(OLD, new, [span_of(words)])

    assert change.kind is Outcome.CHANGED
    return change.passages[0]


def test_the_same_text_is_the_same():
    change = compare(OLD, OLD, [span_of("ten years")])

    assert change.kind is Outcome.SAME
    assert change.passages[0].stands
    assert change.fallen == ()


def test_words_that_stand_where_they_stood():
    passage = cited(OLD.replace("Footer", "Another footer"))

    assert (passage.stands, passage.moved_to) == (True, None)


def test_words_that_stand_elsewhere():
    new = "A new notice\n\n" + OLD
    passage = cited(new)

    assert passage.stands
    assert passage.moved_to is not None
    assert passage.moved_to.of(new) == "Records are kept for ten years."


def test_words_in_other_typography_stand():
    assert cited(OLD.replace("kept for ten", "kept\nfor\u00a0ten")).stands


@pytest.mark.parametrize(
    "new",
    [
        OLD.replace("ten", "eight"),
        OLD.replace("are kept", "are not kept"),
        "Page not found",
        "",
    ],
)
def test_words_that_changed_do_not_stand(new):
    change = compare(OLD, new, [span_of("Records are kept for ten years.")])

    assert change.fallen == change.passages


def test_words_in_brackets_that_the_page_no_longer_has_do_not_stand():
    old = "Records are kept for [ten] years."

    assert compare(old, "Records are kept for years.", [Span(0, len(old))]).fallen
    assert not compare(old, f"New. {old}", [Span(0, len(old))]).fallen


def test_of_several_places_the_one_with_the_same_surroundings_counts():
    old = "Clause 1: ten years apply. Clause 2: ten years apply to records of trade."
    new = "Clause 0: ten years apply. " + old
    second = old.rindex("ten years apply")

    passage = compare(old, new, [Span(second, second + len("ten years apply"))]).passages[0]

    assert passage.moved_to is not None
    assert new[passage.moved_to.start :] == "ten years apply to records of trade."


@given(st.text("ab .", min_size=1, max_size=60), st.text("ab .", max_size=60), st.data())
def test_a_passage_that_stands_has_its_words_there(old, new, data):
    start = data.draw(st.integers(0, len(old)))
    span = Span(start, data.draw(st.integers(start, len(old))))

    for passage in compare(old, new, [span]).passages:
        if passage.stands:
            there = (passage.moved_to or passage.span).of(new)
            # The sign that ends the words may be another one.
            assert there.rstrip(" .").split() == span.of(old).rstrip(" .").split() or old == new


def fetched(*redirects: Redirect) -> Fetched:
    return Fetched(
        url="http://a.example/x",
        final_url=redirects[-1].location if redirects else "http://a.example/x",
        status=200,
        media_type="text/html",
        charset=None,
        headers={},
        body=b"",
        raw=b"",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        redirects=redirects,
        peer="",
    )


KNOWN = "http://a.example/x"
ELSEWHERE = "http://a.example/y"


@pytest.mark.parametrize(
    ("redirects", "place"),
    [
        ((), None),
        ((Redirect(KNOWN, 301, ELSEWHERE),), ELSEWHERE),
        ((Redirect(KNOWN, 308, ELSEWHERE),), ELSEWHERE),
        ((Redirect(KNOWN, 302, ELSEWHERE),), None),
        ((Redirect(KNOWN, 301, KNOWN + "?utm_source=a#b"),), None),
        (
            (Redirect(KNOWN, 301, ELSEWHERE), Redirect(ELSEWHERE, 302, "http://a.example/login")),
            ELSEWHERE,
        ),
    ],
)
def test_a_page_moved_if_its_server_says_so_for_good(redirects, place):
    assert moved_to(KNOWN, fetched(*redirects)) == place


@pytest.mark.parametrize(
    ("status", "gone"), [(404, True), (410, True), (403, False), (500, False), (None, False)]
)
def test_a_page_is_gone_if_its_server_says_so(status, gone):
    assert is_gone(status) is gone

"""Reading over page headers and footers: every other word stays, every offset leads back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.model.passage import Layout, Mark, MarkKind, PageSpan, Span
from citation_engine.model.verdict import Match
from citation_engine.quotes.locate import FURNITURE, find_quote
from citation_engine.quotes.searchable_text import SearchedText, blanked, furniture_of, read_over

HEAD, FOOT = "Journal of Made Results", "Page {} of {}"


def paged(*bodies, head=HEAD, foot=FOOT):
    """A text of pages, each with a header and a footer, and its layout."""
    text, pages, marks = "", [], []
    for number, body in enumerate(bodies, 1):
        start = len(text)
        lines = [(MarkKind.HEADER, head), (None, body), (MarkKind.FOOTER, foot)]
        for kind, words in lines:
            shown = words.format(number, len(bodies)) if kind else words
            if kind and shown:
                marks.append(Mark(kind=kind, start=len(text), end=len(text) + len(shown)))
            text += f"{shown}\n" if shown else ""
        if number == len(bodies):
            text = text.removesuffix("\n")
        pages.append(PageSpan(number=number, start=start, end=len(text)))
    return text, Layout(pages=tuple(pages), marks=tuple(marks))


def find(quote, text, layout):
    return find_quote(quote, SearchedText(text, furniture_of(text, layout)))


TEXT, LAYOUT = paged(
    "All records shall be kept unchanged for",
    "ten years. They are shown on de-",
    "mand. Nothing else is asked.",
)


@pytest.mark.parametrize(
    ("quote", "parts", "kinds"),
    [
        (
            "kept unchanged for ten years.",
            ["kept unchanged for", "ten years."],
            ("white space", FURNITURE),
        ),
        (
            "They are shown on demand.",
            ["They are shown on de-", "mand."],
            ("line-end hyphens", FURNITURE),
        ),
        (
            "unchanged for\nten years. They are shown on demand. Nothing",
            ["unchanged for", "ten years. They are shown on de-", "mand. Nothing"],
            ("line-end hyphens", FURNITURE),
        ),
    ],
)
def test_a_quote_over_a_page_break_is_found_in_parts(quote, parts, kinds):
    found = find(quote, TEXT, LAYOUT)

    assert found.match is Match.NORMALISED
    assert [part.of(TEXT) for part in found.segments] == parts
    assert found.differences == kinds
    assert found.places == (Span(found.segments[0].start, found.segments[-1].end),)


def test_a_quote_with_an_omission_is_found_over_a_page_break_too():
    found = find("All records […] unchanged for ten years.", TEXT, LAYOUT)

    assert (found.match, found.differences) == (Match.ELIDED, (FURNITURE,))
    assert [part.of(TEXT) for part in found.segments] == [
        "All records",
        "unchanged for",
        "ten years.",
    ]


@pytest.mark.parametrize(
    "quote",
    [
        "kept for ten years.",
        "kept unchanged for years.",
        "All records shall be kept for ten years.",
        "unchanged for ten years. They are on demand.",
        "kept unchanged for Page ten years.",
        "kept unchanged for Journal of Made Results ten years.",
    ],
)
def test_a_quote_with_any_other_word_missing_or_added_is_not_found(quote):
    assert not find(quote, TEXT, LAYOUT).match.located


@pytest.mark.parametrize(
    ("quote", "match"),
    [
        ("Journal of Made Results", Match.EXACT),
        ("Page 2 of 3", Match.EXACT),
        ("kept unchanged for\nPage 1 of 3\nJournal of Made Results\nten years", Match.EXACT),
        ("for Page 1 of 3 Journal of Made Results ten years", Match.NORMALISED),
    ],
)
def test_headers_and_footers_are_words_of_the_text_and_are_found(quote, match):
    found = find(quote, TEXT, LAYOUT)

    assert found.match is match
    assert FURNITURE not in found.differences


def test_what_is_found_on_one_page_is_found_as_without_furniture():
    assert find("shown on", TEXT, LAYOUT) == find_quote("shown on", TEXT)


def test_words_that_end_with_a_page_do_not_leave_its_footer_out():
    found = find("Alle Ein-", *paged("Alle Ein-", "und Ausgänge."))

    assert FURNITURE not in found.differences


def test_a_marked_line_in_the_middle_of_a_page_is_not_read_over():
    text = "We do\nnot\nagree.\nNext page."
    pages = (PageSpan(number=1, start=0, end=17), PageSpan(number=2, start=17, end=len(text)))
    layout = Layout(pages=pages, marks=(Mark(kind=MarkKind.HEADER, start=6, end=9),))

    assert furniture_of(text, layout) == ()
    assert not find("We do agree.", text, layout).match.located


def test_a_mark_on_part_of_a_line_is_not_read_over():
    text = "It is not\nallowed."
    pages = (PageSpan(number=1, start=0, end=10), PageSpan(number=2, start=10, end=len(text)))
    layout = Layout(pages=pages, marks=(Mark(kind=MarkKind.FOOTER, start=6, end=9),))

    assert not find("It is allowed.", text, layout).match.located


def test_the_header_of_a_web_page_is_not_read_over():
    text = "One sentence\nBanner\ngoes on."
    layout = Layout(marks=(Mark(kind=MarkKind.HEADER, start=13, end=19),))

    assert furniture_of(text, layout) == ()


WORDS = st.lists(st.sampled_from("alpha beta gamma delta 12 § (1) nicht".split()), min_size=1)


@given(st.lists(WORDS, min_size=2, max_size=5), st.data())
def test_any_run_of_words_is_found_with_nothing_but_furniture_between(bodies, data):
    text, layout = paged(*(" ".join(body) for body in bodies))
    words = [word for body in bodies for word in body]
    first = data.draw(st.integers(0, len(words) - 1))
    quote = " ".join(words[first : data.draw(st.integers(first + 1, len(words)))])
    if not any(map(str.isalnum, quote)):
        return

    found = find(quote, text, layout)

    assert found.match.located
    furniture = furniture_of(text, layout)
    for place in found.places:
        segments = found.segments_of(place)
        assert " ".join(" ".join(part.of(text).split()) for part in segments) == quote
        for part in segments:
            assert not any(part.start < run.end and run.start < part.end for run in furniture)


@given(st.lists(WORDS, min_size=1, max_size=5))
def test_a_blanked_text_has_every_other_character_where_it_was(bodies):
    text, layout = paged(*(" ".join(body) for body in bodies))
    runs = furniture_of(text, layout)

    blank = blanked(text, runs)

    assert len(blank) == len(text)
    assert blank.split() == [word for body in bodies for word in body]
    for at, character in enumerate(blank):
        assert character == text[at] or character in " \n"
    over = read_over(text, runs)
    assert over.original.split() == blank.split()


def test_a_blanked_page_break_does_not_end_a_paragraph():
    assert "\n\n" not in blanked(TEXT, furniture_of(TEXT, LAYOUT)).strip()

"""Quotes as people write them are found with a note; other words, digits and negations are not."""

import pytest

from citation_engine import CitationEngine, check

DECREE = "In this town records are kept for ten full years by law, unless they burn.\n"
MARKDOWN = "Records are **kept** for *ten* years, see [the decree](https://e.org/d) of 1990.\n"


@pytest.fixture
def quoted(tmp_path):
    """What became of a quote from a source of these words."""

    def check_quote(quote, words, name="decree.txt"):
        (tmp_path / "D").mkdir(exist_ok=True)
        (tmp_path / "D" / name).write_text(words, encoding="utf-8")
        report = tmp_path / "report.md"
        report.write_text(f"The clerk wrote “{quote}” [1].\n\n[1]: D/{name}\n", encoding="utf-8")
        [claim] = check(report, tmp_path / "D", judge="none").claims
        [citation] = claim.citations
        return citation.verdict

    return check_quote


@pytest.mark.parametrize(
    ("quote", "note"),
    [
        ("records are kept for ten full years by law.", "its last sign"),
        ("records are kept for ten full years by law,", "typography"),
        ("'records are kept for ten full years by law'", "quotation marks around it"),
        ("[R]ecords are kept for ten full years", "editorial brackets"),
        ("record[s] are kept for ten full years", "editorial brackets"),
        ("records [that is, files] are kept for ten full years", "editorial brackets"),
        ("Records Are Kept for Ten Full Years", "upper and lower case"),
    ],
)
def test_a_quote_is_found_as_people_write_it_and_the_difference_is_told(quoted, quote, note):
    verdict = quoted(quote, DECREE)

    assert verdict.match.located
    assert note in verdict.notes or note == "typography"


def test_a_headline_is_quoted_in_small_letters(quoted):
    verdict = quoted("40% of winter heat loss", "Cuts 40% of Winter Heat Loss\n")

    assert verdict.match.located
    assert "upper and lower case" in verdict.notes


@pytest.mark.parametrize("quote", ["Records are kept for ten years", "see the decree of 1990"])
def test_a_quote_is_compared_with_what_a_reader_sees_of_markdown(quoted, quote):
    verdict = quoted(quote, MARKDOWN, "decree.md")

    assert verdict.match.located
    assert "markup" in verdict.notes


def test_a_quote_is_compared_with_what_a_reader_sees_of_tags(quoted):
    verdict = quoted("kept for ten years", "<p>Records are <b>kept</b> for ten&nbsp;years.</p>\n")

    assert verdict.match.located


def test_the_nearest_words_never_cut_a_link_in_two(quoted):
    verdict = quoted("see the decrees", MARKDOWN, "decree.md")

    assert not verdict.match.located
    assert verdict.nearest.text == "see [the decree](https://e.org/d)"
    assert [(one.quote_words, one.source_words) for one in verdict.changes] == [
        ("decrees", "decree")
    ]


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("alpha-catenin binds actin", "In it α-catenin binds actin.\n"),
        ("α-catenin binds actin", "In it alpha-catenin binds actin.\n"),
    ],
)
def test_greek_letters_may_be_spelled_out(quoted, quote, words):
    verdict = quoted(quote, f"{words} And β-catenin binds nothing.\n")

    assert verdict.match.located
    assert "Greek letters" in verdict.notes


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("kept … for ten years", "Records are kept, but not for ten years.\n"),
        ("aufzubewahren […] zehn Jahre", "Sie sind aufzubewahren, aber nicht zehn Jahre.\n"),
        ("records are [not] kept for ten full years", DECREE),
        ("records are kept for 11 full years", "Records are kept for 10 full years.\n"),
        ("records [12 of them] are kept for ten full years", DECREE),
    ],
)
def test_no_word_no_digit_and_no_negation_is_forgiven(quoted, quote, words):
    assert not quoted(quote, words).match.located


def test_an_omission_may_leave_out_whole_sentences_that_deny_something(quoted):
    words = "Records are kept here. Nothing else is. It was so for ten years in this town.\n"

    assert quoted("Records are kept here … for ten years in this town", words).match.located


def test_one_word_is_never_near_another():
    with CitationEngine() as engine:
        source = engine.add_text("The content of the decree.", name="decree")

        found = engine.locate(source, "Context")

        assert found.match.value == "absent"

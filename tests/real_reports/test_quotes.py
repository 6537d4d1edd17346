"""Quotes as people write them are found with a note; other words, digits and negations are not."""

import pytest

import made_pdfs
from citation_engine import CitationEngine, check
from citation_engine.model.verdict import Match

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


def test_a_german_quote_is_found_in_a_pdf_whose_fonts_draw_umlauts_in_two_parts(tmp_path):
    words = ["Übungen der Müller: Für die Prüfung der Bö-", "den genügen fünf Körner je Gefäß."]
    (tmp_path / "book.pdf").write_bytes(made_pdfs.made(made_pdfs.with_loose_accents(words)))
    report = tmp_path / "report.md"
    report.write_text(
        "Das Buch sagt: „Für die Prüfung der Böden genügen fünf Körner“ [1].\n\n[1]: book.pdf\n",
        encoding="utf-8",
    )
    [claim] = check(report, tmp_path / "book.pdf", judge="none").claims

    assert claim.citations[0].verdict.match.located


def test_a_headline_is_quoted_in_small_letters(quoted):
    verdict = quoted("40% of winter heat loss", "Cuts 40% of Winter Heat Loss\n")

    assert verdict.match.located
    assert "upper and lower case" in verdict.notes


def test_a_small_letter_behind_an_omission_is_found_where_the_source_has_a_capital(quoted):
    source = "- Taking the seed (rye, oats)\n- Bringing it to a quite different mill\n"
    verdict = quoted(
        "Taking the seed (rye, oats) ... bringing it to a quite different mill", source
    )
    other = quoted("Taking the seed ... bringing it to a quite similar mill", source)

    assert verdict.match is Match.ELIDED
    assert "upper and lower case" in verdict.notes
    assert not other.match.located


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
        ("losses of 40-50 percent a year", "It speaks of losses of 40-50% a year.\n"),
        ("losses of 40-50% a year", "It speaks of losses of 40-50 per cent a year.\n"),
        ("Verluste von 5 Prozent im Jahr", "Es gibt Verluste von 5 % im Jahr.\n"),
    ],
)
def test_the_sign_for_per_cent_may_be_spelled_out(quoted, quote, words):
    verdict = quoted(quote, words)

    assert verdict.match.located
    assert "the sign for per cent" in verdict.notes


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("dass kein Anlass bestand", "Man fand, daß kein Anlaß bestand.\n"),
        ("daß er gehen mußte", "Es hieß, dass er gehen musste.\n"),
        ("dass er die Ausstellung sah", "Er schrieb, daß er die Ausstellung sah.\n"),
    ],
)
def test_german_words_are_found_in_the_spelling_of_another_time(quoted, quote, words):
    verdict = quoted(quote, words)

    assert verdict.match.located
    assert "ß and ss" in verdict.notes


def test_per_cent_is_neither_percentage_points_nor_another_number(quoted):
    words = "It speaks of losses of 5 percentage points and of gains of 6% a year.\n"

    assert not quoted("losses of 5%", words).match.located
    assert not quoted("gains of 7 percent a year", words).match.located


def test_the_signs_before_the_lines_of_a_block_quotation_are_no_words(quoted):
    words = "The clerk:\n\n> *Records are kept:*  \n> *1) for ten years; and*  \n> 2) by law.\n"

    verdict = quoted("Records are kept: 1) for ten years; and 2) by law.", words, "decree.md")

    assert verdict.match.located
    assert "markup" in verdict.notes


def test_a_sign_of_comparison_that_begins_a_line_is_not_left_out(quoted):
    words = "Records are kept where the sum is\n> 5 euros in *any* year.\n"

    assert not quoted("where the sum is 5 euros in any year", words).match.located


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


MARKED = 'The mill, “taking a back seat” to the weir, was "pure" brick by then. It stood idle.\n'


def test_marks_that_the_source_sets_inside_the_quoted_words_are_told_and_forgiven(quoted):
    verdict = quoted("taking a back seat to the weir", MARKED)

    assert verdict.match.located
    assert "quotation marks within it" in verdict.notes


def test_another_word_beside_marks_inside_is_not_forgiven(quoted):
    assert not quoted("taking a front seat to the weir", MARKED).match.located


def test_who_said_a_block_quotation_is_no_part_of_it(tmp_path):
    (tmp_path / "mill.txt").write_text(MARKED, encoding="utf-8")
    report = tmp_path / "report.md"
    said = "was 'pure' brick by then."
    report.write_text(
        f'So it is told:\n\n> "{said}" — Nora Moe, The Mill Post [1]\n\n[1]: mill.txt\n',
        encoding="utf-8",
    )

    claims = check(report, tmp_path / "mill.txt", judge="none").claims
    [citation] = [one for claim in claims for one in claim.citations if one.quote]

    assert citation.quote.text == said
    assert citation.verdict.match.located


def test_words_before_dots_are_a_pattern_and_no_quotation(tmp_path):
    (tmp_path / "mill.txt").write_text(MARKED, encoding="utf-8")
    report = tmp_path / "report.md"
    report.write_text(
        "Words like «in the amount of …» do not belong in the entry of the mill [1].\n\n"
        "[1]: mill.txt\n",
        encoding="utf-8",
    )

    [citation] = check(report, tmp_path / "mill.txt", judge="none").claims[0].citations

    assert citation.quote is None


def test_a_block_with_a_label_is_a_remark_and_no_quotation(tmp_path):
    (tmp_path / "mill.txt").write_text(MARKED, encoding="utf-8")
    report = tmp_path / "report.md"
    report.write_text(
        "> Discrepancy: the mill stood idle earlier than others say [1].\n\n[1]: mill.txt\n",
        encoding="utf-8",
    )

    claims = check(report, tmp_path / "mill.txt", judge="none").claims

    assert not any(one.quote for claim in claims for one in claim.citations)


def test_a_translated_quote_is_not_looked_up_and_says_why(tmp_path):
    english = MARKED + "The mill and the weir were built by the town, and it was proud of them.\n"
    (tmp_path / "mill.txt").write_text(english, encoding="utf-8")
    report = tmp_path / "report.md"
    report.write_text(
        "So heißt es: „Die Mühle und das Wehr wurden von der Stadt gebaut, und sie war stolz"
        " darauf“ [1].\n\n[1]: mill.txt\n",
        encoding="utf-8",
    )

    checked = check(report, tmp_path / "mill.txt", judge="none")

    assert checked.claims[0].state.value == "not_checked"
    assert "translated words" in checked.claims[0].citations[0].unchecked

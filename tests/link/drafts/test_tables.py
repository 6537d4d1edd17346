"""What a cell of a table states: the heads of its row and column, and its value."""

import pytest

from citation_engine.link.drafts.reading import read_draft
from citation_engine.model.draft import ClaimKind, DraftFormat


def statements(text: str, format: DraftFormat = DraftFormat.MARKDOWN) -> list[str]:
    claims = read_draft(text, format).claims
    return [claim.statement for claim in claims if claim.kind is ClaimKind.CELL]


def test_a_cell_states_its_row_its_column_and_its_value():
    text = "| kind | years **kept** |\n|---|---|\n| letters [S2] | 10 [S1] |\n| files: | 6 |\n"

    assert statements(text) == [
        "letters",
        "letters, years kept: 10",
        "files:",
        "files, years kept: 6",
    ]


def test_a_cell_keeps_its_own_words_and_its_place():
    text = "| kind | years |\n|---|---|\n| letters | 10 [S1] |\n"

    *_, claim = read_draft(text, DraftFormat.MARKDOWN).claims

    assert claim.text == "10"
    assert claim.span.of(text) == "10 [S1]"


@pytest.mark.parametrize(
    "words", ["Letters are kept for 6 years.", "The limit is 6 years", "Die Frist beträgt 6 Jahre."]
)
def test_a_cell_that_is_a_sentence_states_what_it_says(words):
    text = f"| kind | rule |\n|---|---|\n| letters | {words} |\n"

    assert statements(text)[-1] == words


@pytest.mark.parametrize("words", ["kept for 6 years", "Kept for 6 years.", "6 years", "Yes"])
def test_a_cell_that_is_a_part_of_a_sentence_needs_its_heads(words):
    text = f"| kind | rule |\n|---|---|\n| letters | {words} |\n"

    assert statements(text)[-1] == f"letters, rule: {words}"


def test_a_number_that_only_counts_the_rows_names_none():
    text = "| # | kind | years |\n|---|---|---|\n| 1 | letters | 6 |\n| 2. | files | 10 |\n"

    assert statements(text)[2::3] == ["letters, years: 6", "files, years: 10"]


def test_a_year_names_its_row():
    text = "| year | failures |\n|---|---|\n| 2023 | 2.1 % |\n"

    assert statements(text) == ["year: 2023", "2023, failures: 2.1 %"]


@pytest.mark.parametrize("date", ["2023-03-14", "2023-09", "2022", "March 2023", "14. März 2023"])
def test_what_happened_on_a_date_is_never_claimed_without_the_date_of_its_row(date):
    text = f"| date | event |\n|---|---|\n| {date} | The tower was opened to visitors [S1] |\n"

    assert statements(text)[-1] == f"{date}: The tower was opened to visitors"


@pytest.mark.parametrize("date", ["2023-03-14", "2022"])
def test_the_date_of_a_row_is_no_claim_of_its_own(date):
    text = f"| of | rule | source |\n|---|---|---|\n| {date} | kept for 6 years | [S1] |\n"

    cited = [claim for claim in read_draft(text, DraftFormat.MARKDOWN).claims if claim.markers]

    assert [claim.text for claim in cited] == ["kept for 6 years"]


def test_a_source_beside_nothing_but_a_date_is_for_the_date():
    text = "| of | source |\n|---|---|\n| 2023-03-14 | [S1] |\n"

    cited = [claim for claim in read_draft(text, DraftFormat.MARKDOWN).claims if claim.markers]

    assert [claim.text for claim in cited] == ["2023-03-14"]


def test_a_source_in_its_own_column_states_nothing_more():
    text = "| kind | years | Source |\n|---|---|---|\n| letters | 6 | Act 7 [S1] |\n"

    assert statements(text) == ["letters", "letters, years: 6", "Act 7"]


def test_a_cell_of_html_has_the_heads_of_all_rows_above_and_those_that_span_columns():
    text = (
        "<table><caption>Kept</caption>"
        "<tr><th></th><th colspan=2>years kept</th></tr>"
        "<tr><th>kind</th><th>paper</th><th>files</th></tr>"
        "<tr><th>letters</th><td>6 [S1]</td><td>10 [S1]</td></tr></table>"
    )

    assert statements(text, DraftFormat.HTML) == [
        "letters, years kept, paper: 6",
        "letters, years kept, files: 10",
    ]


def test_a_cell_of_a_table_without_heads_has_its_row():
    assert statements("| letters | 10 [S1] |\n", DraftFormat.TEXT)[-1] == "letters: 10"
    assert statements('{"a": "| k | y |\\n|---|---|\\n| letters | 10 |"}', DraftFormat.JSON)[
        -1
    ] == ("letters, y: 10")

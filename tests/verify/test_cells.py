"""A cell of a table that a claim tells is looked up in the tables of the source."""

import pytest

from citation_engine import check

SOURCE = """# Costs

| Part | Tokens (Input) | Tokens (Output) | Note |
|---|---|---|---|
| Schema | 2.500 | — | read once |
| Updates on 10–15 pages | — | 8.500 | |
| **Sum of one run** | **32.000** | **15.000** | |

## Staff

| Office | 2021 | 2022 |
|---|---|---|
| Utrecht | 41 | 44 |
| Basel | 28 | 30 |
"""
DRAFT = """# Report

| Item | {column} | Source |
|---|---|---|
| {row} | {value} | [1] |
"""


def answer(tmp_path, row, column, value):
    (tmp_path / "costs.md").write_text(SOURCE)
    draft = DRAFT.format(row=row, column=column, value=value)
    report = check(draft, sources=[tmp_path / "costs.md"], judge="none")
    [claim] = [one for one in report.claims if one.citations]
    return claim.citations[0].verdict


@pytest.mark.parametrize(
    ("row", "column", "value"),
    [
        ("Sum of one run", "Output-Token", "15.000"),
        ("Updates on 10–15 pages", "Output tokens", "8.500"),
        ("Schema", "Note", "read once"),
        ("Basel", "2022", "30"),
    ],
)
def test_a_cell_that_the_source_has_is_supported_whatever_the_judge(tmp_path, row, column, value):
    found = answer(tmp_path, row, column, value)

    assert found.support == "supported"
    assert value in found.reason
    assert value in found.passage.text


@pytest.mark.parametrize(
    ("row", "column", "value"),
    [
        ("Sum of one run", "Output-Token", "16.000"),
        ("Sum of one run", "Tokens", "15.000"),
        ("Basel", "2021", "30"),
        ("Geneva", "2022", "30"),
        ("Schema", "Note", "read twice"),
    ],
)
def test_a_cell_that_differs_or_may_be_another_is_not_supported(tmp_path, row, column, value):
    assert answer(tmp_path, row, column, value).support != "supported"


@pytest.mark.parametrize(
    ("row", "column"),
    [("Utrecht Centraal", "2022"), ("Utrecht", "2022 (plan)"), ("Run", "Output tokens")],
)
def test_a_cell_of_a_row_or_column_with_a_longer_or_shorter_name_is_not_supported(
    tmp_path, row, column
):
    value = "15.000" if row == "Run" else "44"

    assert answer(tmp_path, row, column, value).support != "supported"

"""A checked report shows itself in notebooks: short, escaped, and never better than it is."""

import re

import pytest

from citation_engine.model.checked import ClaimState
from citation_engine.render.findings.notebook import notebook_html, notebook_markdown, short
from made_checked import Making, english, german, many

HOSTILE = '<img src=x onerror="alert(1)">|`*[x](javascript:y)$z$'


def hostile():
    making = Making(HOSTILE, name=HOSTILE)
    making.claim(HOSTILE, ClaimState.UNCITED)
    return making.checked(notes=(HOSTILE,), unchecked=(HOSTILE,))


def test_one_line_says_how_the_report_stands_and_what_was_not_checked():
    line = short(english())

    assert line.startswith("<Checked report.md: Found 3 errors, 1 warning,")
    assert "Not everything could be checked" in line
    assert "✗ 2 failed" in line
    assert "\n" not in line


def test_a_report_whose_findings_were_left_out_does_not_look_fine():
    for text in (short(many(7)), notebook_html(many(7)), notebook_markdown(many(7))):
        assert "not every claim is supported" in text.replace("\\", "")


def test_the_table_has_state_claim_source_page_and_finding_the_worst_first():
    page = notebook_html(english())

    for words in ("✗ failed", "storage for &quot;fifteen years&quot;", "S1 gobd.pdf", "page 24"):
        assert words in page
    assert "CE101" in page
    assert "One source or reference is not cited." in page
    assert page.index("✗ failed") < page.index("⇄ contradicted") < page.index("✓ supported")


def test_the_words_of_the_source_are_behind_a_click_with_the_exact_ones_marked():
    page = notebook_html(german())

    assert "<details><summary" in page
    assert re.search(r"<mark style=[^>]*>sind acht Jahre aufzubewahren</mark>", page)


def test_nearest_words_are_called_that_and_not_marked():
    page = notebook_html(english())

    assert "Nearest words, not the ones quoted" in page
    assert "<u>von zehn Jahren unveränderbar</u>" in page


def test_rows_end_at_fifty_and_the_rest_is_counted():
    page = notebook_html(many(462))

    assert page.count("<tr>") == 51
    assert "… and 412 more: <code>.to_pandas()</code>" in page
    assert "… and 412 more: `.to_pandas()`" in notebook_markdown(many(462))


def test_there_is_no_script_no_style_sheet_and_nothing_to_load():
    page = notebook_html(english())

    assert not re.search(r"<(script|style|link|img|iframe|a)\b|\son\w+=|url\(", page)


def test_hostile_words_are_text_in_html():
    page = notebook_html(hostile())

    assert "<img" not in page
    assert page.count("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;") == 4


def test_hostile_words_are_text_in_markdown_and_stay_in_their_cell():
    text = notebook_markdown(hostile())

    assert "<img" not in text
    row = next(line for line in text.splitlines() if line.startswith("| – uncited"))
    assert len(re.findall(r"(?<!\\)\|", row)) == 5
    assert r"\[x\]\(javascript\:y\)\$z\$" in row
    assert not re.search(r"(?<!\\)[`*\[\]$]", row)


@pytest.mark.parametrize("show", [notebook_html, notebook_markdown, short])
def test_a_notebook_speaks_german_where_it_is_asked_to(show):
    said = show(german(), language="de").replace("\\", "")

    assert "teilweise belegt" in said
    assert not re.search(r"\b(?:Claim|Source|Found|State|supported|warning)\b", said)


@pytest.mark.parametrize("show", [notebook_html, notebook_markdown, short])
def test_an_empty_report_shows_itself_too(show):
    assert "There was nothing to check" in show(Making("", name="r.md").checked()).replace("\\", "")

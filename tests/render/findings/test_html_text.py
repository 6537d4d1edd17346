"""The words of a report are all on the page, in order, and a claim's link holds exactly its own."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.model.checked import ClaimState
from citation_engine.model.draft import DraftFormat
from citation_engine.model.passage import Span
from citation_engine.render.findings.page.text import (
    Layers,
    PageBlockKind,
    TextStyle,
    blocks_of_markdown,
    blocks_of_source,
    blocks_of_text,
    cut,
    report_text,
    styles_of,
)
from citation_engine.render.findings.page.view import ReportView
from hanging import must_end
from made_checked import ENGLISH, Making, english

MARKDOWN = st.text(st.sampled_from("ab1 \n\n#*_`|->[](){}:.=~\\\t\r<&é\u2028"), max_size=120)


def shown(text: str, format: DraftFormat = DraftFormat.MARKDOWN) -> str:
    """Return the characters that the page shows of a draft."""
    view = ReportView(0, Making(text, name="r", format=format).checked())
    return unescape(re.sub(r"<[^>]*>", "", report_text(view).markup.replace("</p>", "\n")))


def is_within(part: str, whole: str) -> bool:
    """Whether the characters of `part` stand in `whole` in the same order."""
    rest = iter(whole)
    return all(character in rest for character in part)


def significant(text: str) -> str:
    return "".join(filter(str.isalnum, text))


@given(MARKDOWN)
def test_every_letter_and_digit_of_a_draft_is_shown_in_order(text):
    assert significant(shown(text)) == significant(text)


@given(MARKDOWN)
def test_nothing_is_shown_that_is_not_in_the_draft(text):
    visible = "".join(shown(text).replace("•", "").split())

    assert is_within(visible, text)


@given(st.text("ab \n\t<&.*#", max_size=80), st.sampled_from(["html", "json", "yaml"]))
def test_a_draft_for_machines_is_shown_to_the_last_space(text, format):
    assert shown(text, DraftFormat(format)) == text


@given(st.text("ab \n\t<&.*#", max_size=80))
def test_a_plain_text_keeps_all_but_the_space_between_its_paragraphs(text):
    assert shown(text, DraftFormat.TEXT).split() == text.split()


SPANS = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 12)).map(lambda at: Span(at[0], at[0] + at[1])),
    max_size=8,
)


@given(st.integers(0, 30), SPANS, SPANS, SPANS)
def test_pieces_are_the_whole_text_and_belong_to_what_covers_them(length, claims, markers, spots):
    pieces = cut(length, Layers(claims, markers, spots, []))

    assert [p.start for p in pieces] == [0, *[p.end for p in pieces]][: len(pieces)]
    assert (pieces[-1].end if pieces else 0) == length
    for piece in pieces:
        for at in range(piece.start, piece.end):
            over = [n for n, span in enumerate(claims) if span.start <= at < span.end]
            assert (piece.claim in over) if over else piece.claim is None
            if over:
                assert claims[piece.claim].start == max(claims[n].start for n in over)
            assert piece.marker == any(span.start <= at < span.end for span in markers)
            assert (piece.spot is not None) == any(s.start <= at < s.end for s in spots)


def test_the_link_of_a_claim_holds_exactly_the_words_at_its_span():
    checked = english()
    view = ReportView(0, checked)
    markup = report_text(view).markup

    for number, one in enumerate(view.claims):
        links = re.findall(rf'<a [^>]*data-claim="0-{number}"[^>]*>(.*?)</a>', markup, re.DOTALL)
        words = "".join(
            unescape(re.sub(r'<span class="state.*|<[^>]*>', "", link)) for link in links
        )
        assert significant(words) == significant(one.claim.span.of(ENGLISH))


def test_a_claim_over_several_lines_of_a_quotation_is_one_link():
    making = Making("> Costs fell\n> by a third.\n", name="r.md")
    making.claim("Costs fell\n> by a third.", ClaimState.UNCITED)
    view = ReportView(0, making.checked())

    markup = report_text(view).markup

    assert markup.count("<a ") == 1
    assert "Costs fell\nby a third." in markup


def kinds(text: str) -> list[str]:
    return [f"{block.kind.value}{block.level or ''}" for block in blocks_of_markdown(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# One\n## Two ##\ntext\nmore", ["heading1", "heading2", "paragraph"]),
        ("One\n===\nTwo\n---\n", ["heading1", "heading2"]),
        ("- a\n  b\n- c\n    - d\n1. e", ["item", "item", "item1", "item"]),
        ("> a\n> b\n\n> c", ["quote1", "quote1"]),
        ("a\n\n---\n\nb", ["paragraph", "rule", "paragraph"]),
        ("```\n# no\n```\nyes", ["code", "paragraph"]),
        ("| a | b |\n|---|---|\n| c | d |\n\ne", ["row1", "row", "paragraph"]),
        ("---\ntitle: x\n---\n# a", ["code", "heading1"]),
        ("\ufeff# a\r\n\r\nb\r\nc", ["paragraph", "paragraph"]),
        ("#no heading\n2024. was a year", ["paragraph"]),
        ("- a\n\n  b\n  > c\n", ["item", "paragraph", "quote1"]),
        ("- a\n---\nIt ended.\n---", ["item", "rule", "paragraph", "rule"]),
        ("a\n[^1]: b\n[^2]: c", ["paragraph"] * 3),
        ("1. ```\n   x\n   ```\n\nyes", ["item", "code", "paragraph"]),
        ("<div>\n**no**\n</div>\n\nyes", ["lines", "paragraph"]),
        ("", []),
    ],
)
def test_blocks_are_told_apart(text, expected):
    assert kinds(text) == expected


def test_the_cells_of_a_row_are_split_at_its_lines_only():
    text = "| a \\| b | `c | d` |  |\n|---|---|---|\n"

    cells = blocks_of_markdown(text)[0].parts

    assert [cell.of(text) for cell in cells] == ["a \\| b", "`c | d`", ""]


def test_an_entry_of_the_list_of_references_is_a_block_of_its_own():
    text = "[1] One\n[2] Two\n"

    assert len(blocks_of_markdown(text)) == 1
    assert len(blocks_of_markdown(text, {0, 8})) == 2


def styled(text: str, style: TextStyle) -> list[str]:
    found = styles_of(text, blocks_of_markdown(text))
    return [one.span.of(text) for one in found if one.style is style]


def test_bold_italic_code_and_addresses_are_found_and_only_signs_are_hidden():
    text = "**a** *b* ***c*** `d*e*` snake_case_name 2 * 3 * 4 [f](https://x.org/a_b_c) \\*g\\*"

    assert styled(text, TextStyle.STRONG) == ["**a**", "***c***"]
    assert styled(text, TextStyle.EMPHASIS) == ["*b*", "***c***"]
    assert styled(text, TextStyle.CODE) == ["`d*e*`"]
    assert styled(text, TextStyle.ADDRESS) == ["(https://x.org/a_b_c)"]
    assert not significant("".join(styled(text, TextStyle.HIDDEN)))


def test_a_table_in_the_report_is_a_table_on_the_page():
    view = ReportView(0, english())

    markup = report_text(view).markup

    assert "<th>Cost per year</th>" in markup
    assert re.search(r'<td><a class="claim supported"[^>]*><span class="said">1,200 euros', markup)


def test_headings_go_down_one_step_at_a_time_whatever_the_report_does():
    text = "# A\n\n#### B\n\n## C\n\n# D\n"
    view = ReportView(0, Making(text, name="r").checked())

    assert re.findall(r"<(h\d)", report_text(view).markup) == ["h4", "h5", "h5", "h4"]


@must_end
@pytest.mark.parametrize(
    "text",
    [
        *(
            "*" * 100_000,
            "_a" * 50_000,
            "[" * 100_000,
            "[a](" * 25_000,
            "`" * 100_001,
            "`a" * 49_999,
        ),
        *(
            "|" * 100_000,
            "| a " * 25_000 + "\n|--|\n",
            "> " * 50_000,
            "#" * 100_000,
            "- " * 49_999,
        ),
        *("-" * 100_000, "= " * 50_000, "\\" * 100_000, "\n" * 100_000, " \n" * 50_000),
        *("**a " * 25_000, "a\n> b\n" * 15_000, "```\n" * 25_000, "---\n" * 25_000),
    ],
    ids=lambda text: repr(text[:6]),
)
def test_a_text_made_to_be_slow_is_shown_to_its_end(text):
    assert significant(shown(text)) == significant(text)


def test_long_texts_are_cut_into_blocks_that_a_browser_can_leave_out():
    text = "line\n" * 1_000

    assert len(blocks_of_source(text)) == 25
    assert len(blocks_of_text("a\n\n" * 10)) == 10
    assert blocks_of_source("") == []
    assert all(block.kind is PageBlockKind.LINES for block in blocks_of_source(text))


def test_a_paragraph_after_a_fence_on_the_line_of_a_list_item_is_not_set_as_code():
    text = "- ```\n  make\n  ```\n\nCosts fell.\n"
    making = Making(text, name="r.md")
    making.claim("Costs fell.", ClaimState.UNCITED)
    view = ReportView(0, making.checked())

    markup = report_text(view).markup

    assert re.search(r'<p class="block words"><a [^>]*><span class="said">Costs fell.', markup)


def test_a_byte_order_mark_is_no_column_of_the_first_line():
    making = Making("\ufeffCosts fell.", name="r.md")
    view = ReportView(0, making.checked())

    assert view.place(Span(1, 6)) == "1:1"

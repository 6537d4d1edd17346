import pytest

from citation_engine.link.drafts.reading import read_draft
from citation_engine.model.draft import Claim, ClaimKind, DraftFormat


def read(text: str) -> list[Claim]:
    return list(read_draft(text, DraftFormat.MARKDOWN).claims)


def texts(text: str) -> list[str]:
    return [claim.text for claim in read(text)]


def spans(text: str) -> list[str]:
    return [claim.span.of(text) for claim in read(text)]


def kinds(text: str) -> list[str]:
    return [str(claim.kind) for claim in read(text)]


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("It is **kept** for *ten* years.", "It is kept for ten years."),
        ("It is ***kept***.", "It is kept."),
        ("The name is snake_case_name here.", "The name is snake_case_name here."),
        ("It is 5 * 3 * 2 large.", "It is 5 * 3 * 2 large."),
        ("See [the act](https://a.example/x_(y) 'Title') now.", "See the act now."),
        (r"See [the act](https://a.example/x_\(y\)) now.", "See the act now."),
        ("See [the act][act] now.\n\n[act]: https://a.example", "See the act now."),
        ("See ![a map](map.png) now.", "See a map now."),
        ("Run `cite *check*` now.", "Run cite *check* now."),
        (r"It costs 5 \* 3 \[euros\].", "It costs 5 * 3 [euros]."),
        ("Fish &amp; chips cost 5&nbsp;euros.", "Fish & chips cost 5 euros."),
        ("It is <b>bold</b><!-- no --> here.", "It is bold here."),
        ("Ask <someone@a.example> for more.", "Ask someone@a.example for more."),
        ("It was ~~six~~ ten years.", "It was six ten years."),
        ("It goes\non here.", "It goes on here."),
    ],
)
def test_a_claim_has_the_words_that_a_reader_sees(written, seen):
    claims = read(written)

    assert [claim.text for claim in claims] == [seen]
    assert claims[0].span.of(written) == written.partition("\n\n")[0]


def test_the_span_has_the_markup_and_markers_of_its_sentence_and_no_others():
    text = "**First one.** [1] *Second* one.[2] A [third](https://a.example) one. **Fourth.**"

    assert spans(text) == [
        "**First one.** [1]",
        "*Second* one.[2]",
        "A [third](https://a.example) one.",
        "**Fourth.**",
    ]


def test_front_matter_code_comments_and_rules_are_no_claims():
    text = (
        "---\ntitle: None of it\n---\n\nOne claim here.\n\n```\nNo claim.\n```\n\n"
        "- An item:\n  ~~~\n  No claim either.\n  ~~~\n\n***\n\n<!-- No\n\nclaim. -->\n"
    )

    assert texts(text) == ["One claim here.", "An item:"]


def test_a_rule_at_the_top_is_no_front_matter():
    assert texts("---\n\nOne claim here.\n\n---\n\nAnother one.") == [
        "One claim here.",
        "Another one.",
    ]


def test_notes_definitions_and_lists_of_sources_are_no_claims():
    text = (
        "A fact is here [^1] and [2].\n\n[^1]: A note, 2020.\n    It goes on.\n\n"
        "[act]: https://a.example\n\n## Sources\n\n1. An act, 2019.\n2. A book, 2020.\n"
    )
    draft = read_draft(text, DraftFormat.MARKDOWN)

    assert [claim.text for claim in draft.claims] == ["A fact is here."]
    assert [reference.label for reference in draft.references] == ["1", "act", "1", "2"]


@pytest.mark.parametrize(
    "title", ["# Title", "Title\n===", "Title\n---", "### Title ###", "**Title**"]
)
def test_headings_are_known_in_every_form(title):
    claims = read(f"{title}\n\nIt is 5.")

    assert [(claim.text, claim.kind) for claim in claims] == [
        ("Title", ClaimKind.HEADING),
        ("It is 5.", ClaimKind.SENTENCE),
    ]


def test_a_sentence_above_a_rule_is_no_heading():
    assert kinds("It is 5.\n---\nIt was 4.") == ["sentence", "sentence"]


def test_items_keep_their_sentences_apart():
    text = (
        "Intro:\n- One is 1. Two is 2.\n  It goes\n  on.\n"
        "- [x] Done by 2020\n  1. deeper 5\n\n  More of it is 7.\n"
    )
    claims = read(text)

    assert [(str(claim.kind), claim.text) for claim in claims] == [
        ("sentence", "Intro:"),
        ("item", "One is 1."),
        ("item", "Two is 2."),
        ("item", "It goes on."),
        ("item", "Done by 2020"),
        ("item", "deeper 5"),
        ("item", "More of it is 7."),
    ]


@pytest.mark.parametrize("sign", ["-", "*", "+", "1.", "1)", "•", "a)"])
def test_every_sign_of_a_list_is_known(sign):
    assert read(f"{sign} It is 5.")[0].kind is ClaimKind.ITEM


def test_a_date_at_the_beginning_of_a_line_begins_no_item():
    assert kinds("Es war der\n3. Mai 1990.") == ["sentence"]
    assert kinds("3. Mai 1990 war ein Donnerstag.") == ["sentence"]


def test_cells_are_claims_and_the_head_of_a_table_is_not():
    text = "| Land | Jahre |\n|:--|--:|\n| DE \\| AT | `a|b` 10 |\n| FR | |\n"

    assert [(str(claim.kind), claim.text) for claim in read(text)] == [
        ("heading", "Land"),
        ("heading", "Jahre"),
        ("cell", "DE | AT"),
        ("cell", "a|b 10"),
        ("cell", "FR"),
    ]


def test_captions_and_lone_images_are_captions():
    text = "**Table 1:** Sums by year\n\n![The plant](a.png)\n\nAbb. 2: Die Anlage"

    assert kinds(text) == ["caption", "caption", "caption"]


def test_html_in_markdown_is_read_as_html():
    text = (
        "<table>\n<tr><td>It is &lt;5 [1]</td></tr>\n\n</table>\n\n"
        "<details>\n<summary>More</summary>\n\nIt is **6**.\n\n</details>"
    )
    claims = read(text)

    assert [(str(claim.kind), claim.text) for claim in claims] == [
        ("cell", "It is <5"),
        ("heading", "More"),
        ("sentence", "It is 6."),
    ]
    assert claims[0].span.of(text) == "It is &lt;5 [1]"


def test_indented_paragraphs_are_prose_because_models_indent_them():
    assert texts("Intro.\n\n    It is 5 in here.") == ["Intro.", "It is 5 in here."]


def test_a_remark_in_a_block_quotation_quotes_nobody():
    for text in ("> [!NOTE]\n> It is 5. It was 4.", "> **Note:** It is 5. It was 4."):
        claims = read(text)

        assert len(claims) == 2
        assert not any(claim.quotes for claim in claims)


def test_a_fence_in_a_quotation_ends_with_it():
    assert texts("> ```\n> code\n\nIt is 5.") == ["It is 5."]


def test_a_rule_below_a_list_makes_no_heading_of_its_last_item():
    assert kinds("- Costs fell by 5 %\n---\n") == ["item"]
    assert kinds("> Costs fell by 5 %\n---\n") == ["sentence"]


def test_code_that_follows_html_without_a_blank_line_is_no_claim():
    text = "<div>It is 5.</div>\n```\nIt is code.\n```\nIt is 6.\n"

    assert texts(text) == ["It is 5.", "It is 6."]


def test_an_item_that_begins_with_code_does_not_hide_what_follows():
    text = "1. ```\n   It is code [1].\n   ```\n\nIt is 6 [1].\n"

    claims = read(text)

    assert [claim.text for claim in claims] == ["It is 6."]
    assert len(claims[0].markers) == 1


def test_a_heading_that_follows_html_without_a_blank_line_is_no_prose():
    text = "<div>It is 5.</div>\n## Costs\nIt is 6.\n"

    assert list(zip(kinds(text), texts(text), strict=True)) == [
        ("sentence", "It is 5."),
        ("heading", "Costs"),
        ("sentence", "It is 6."),
    ]


def test_words_between_angles_with_a_marker_in_them_are_words():
    assert texts("The size is a <b [1] and c> d.") == ["The size is a <b", "c> d."]


def test_a_list_directly_below_a_note_is_checked():
    assert texts("It is 5.[^1]\n\n[^1]: Rules.\n- It is 6.\n") == ["It is 5.", "It is 6."]

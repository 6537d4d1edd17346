import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.model.passage import Span
from citation_engine.sections.headings import find_headings, sections_of
from hanging import must_end

PLAIN = "text/plain"
MANY = 150_000
PIECES = (
    *(
        "# ",
        "## A\n",
        "###### b #\n",
        "x\n",
        "\n",
        "===\n",
        "---\n",
        "```\n",
        "~~~ x\n",
        "    # c\n",
    ),
    *(
        "1.2 Title\n",
        "§ 147 Name\n",
        "Kapitel 8: Y\n",
        "1. One\n",
        "Artikel 5\n",
        "Anhang III\n",
        " ",
    ),
)
texts = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
media_types = st.sampled_from(("text/markdown", PLAIN))


def titles(text, media_type="text/markdown"):
    return [(heading.level, heading.title) for heading in find_headings(text, media_type)]


def test_markdown_headings_have_level_and_title():
    text = "# One\n\ntext\n\n### Two ##\n\nThree\n-----\n\nFour\n====\n"

    assert titles(text) == [(1, "One"), (3, "Two"), (2, "Three"), (1, "Four")]


def test_a_heading_spans_its_lines_with_their_signs():
    text = "a\n\n## B\n\nC\n==\n"

    assert [heading.span.of(text) for heading in find_headings(text)] == ["## B", "C\n=="]


@pytest.mark.parametrize(
    "text",
    [
        "```\n# no\n```",
        "~~~~\n# no\n~~~\n# no\n~~~~",
        "```\n# no",
        "    # no",
        "#no",
        "####### no",
        "---\ntitle: x\n---\n",
        "text\n\n---\n",
        "- item\n---\n",
        "one\ntwo\n---\n",
        "| a |\n---\n",
    ],
)
def test_what_only_looks_like_a_markdown_heading_is_none(text):
    assert titles(text) == []


def test_emphasis_and_escapes_are_not_part_of_a_title():
    assert titles("## **Nummer 1**\n\n# 1\\. Teil *so*") == [(2, "Nummer 1"), (1, "1. Teil *so*")]


def test_numbered_lines_of_plain_text_are_headings():
    text = (
        "Kapitel 8: Archiv\n\n8.1 Umfang\nDer Umfang ist groß.\n\n8.2 Fristen\n"
        "Die Frist ist kurz.\n\nKapitel 9\n\nText."
    )

    assert titles(text, PLAIN) == [
        (1, "Kapitel 8: Archiv"),
        (2, "8.1 Umfang"),
        (2, "8.2 Fristen"),
        (1, "Kapitel 9"),
    ]


def test_the_parts_of_a_law_are_nested_by_their_names():
    text = (
        "Erster Teil - Allgemeines\n\nAbschnitt 3\n\n§ 147 Aufbewahrung\n(1) Muster sind da.\n"
        "§ 148 Fristen\n(1) Sie sind kurz.\n\nArtikel 5\n\nAnhang III Liste"
    )

    assert titles(text, PLAIN) == [
        (2, "Erster Teil - Allgemeines"),
        (3, "Abschnitt 3"),
        (4, "§ 147 Aufbewahrung"),
        (4, "§ 148 Fristen"),
        (4, "Artikel 5"),
        (1, "Anhang III Liste"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Das folgt aus\n§ 147 Abs. 3 des Gesetzes.",
        "§ 147 Abs. 3 gilt nicht für Muster",
        "§ 5 gilt nicht.",
        "1. one\n2. two",
        "1. One\n\n2. Two\n\n3. Three",
        "1.2 Title ............ 12",
        "Im Jahr 2020 waren es\n3.5 Millionen",
        "Kapitel des Verzeichnisses",
    ],
)
def test_what_only_looks_like_a_plain_heading_is_none(text):
    assert titles(text, PLAIN) == []


def test_a_section_reaches_to_the_next_heading_that_is_not_below_it():
    text = "# A\na\n## B\nb\n### C\nc\n## D\nd\n# E\n"
    sections = sections_of(text, find_headings(text))

    assert [section.span.of(text) for section in sections] == [
        "# A\na\n## B\nb\n### C\nc\n## D\nd\n",
        "## B\nb\n### C\nc\n",
        "### C\nc\n",
        "## D\nd\n",
        "# E\n",
    ]
    assert [section.path for section in sections] == [
        ("A",),
        ("A", "B"),
        ("A", "B", "C"),
        ("A", "D"),
        ("E",),
    ]


@given(texts, media_types)
def test_headings_are_ordered_and_every_offset_after_the_first_is_in_a_section(text, media_type):
    headings = find_headings(text, media_type)
    sections = sections_of(text, headings)

    end = 0
    for heading in headings:
        assert end <= heading.span.start < heading.span.end <= len(text)
        assert heading.level >= 1
        end = heading.span.end
    for section in sections:
        assert section.path[-1] == section.title
    for at in range(headings[0].span.start if headings else len(text), len(text)):
        assert any(one.span.start <= at < one.span.end for one in sections)


@pytest.mark.slow
@must_end
@pytest.mark.parametrize(
    ("piece", "in_markdown", "in_plain"),
    [
        ("§ 1 X\n", 0, MANY),
        ("1.1 X\n", 0, MANY),
        ("Anlage\n", 0, MANY),
        ("# a\n", MANY, 0),
        ("x\n===\n", MANY, 0),
        ("# x ", 1, 0),
        ("\n\n\n\n", 0, 0),
    ],
)
@pytest.mark.parametrize("media_type", ["text/markdown", PLAIN])
def test_every_heading_is_found_in_a_text_made_to_be_slow(piece, in_markdown, in_plain, media_type):
    text = piece * MANY

    sections = sections_of(text, find_headings(text, media_type))

    assert len(sections) == (in_plain if media_type == PLAIN else in_markdown)
    assert all(section.span.end == len(text) for section in sections[-1:])


@must_end
@pytest.mark.parametrize(
    "text",
    ["# x" + " " * 1_000_000 + "y", "# x" + " #" * 500_000 + "y"],
    ids=["spaces", "signs"],
)
def test_a_heading_line_made_to_be_slow_is_one_heading(text):
    assert [heading.span for heading in find_headings(text)] == [Span(0, len(text))]


def test_a_fence_on_the_line_of_a_list_item_does_not_make_code_of_what_follows():
    text = "- ```\n  # no heading\n  ```\n\n# Plan\n\n1. ~~~\n   x\n   ~~~\n\n## Costs\n"

    assert [heading.title for heading in find_headings(text)] == ["Plan", "Costs"]


def test_a_fence_in_a_comment_does_not_make_code_of_what_follows():
    text = "<!--\n```\n-->\n\n# Plan\n\n```\n# no heading\n```\n"

    assert [heading.title for heading in find_headings(text)] == ["Plan"]


def test_words_in_a_comment_or_a_script_are_no_heading():
    assert titles("<!--\n# Old title\n-->\n\n# Plan\n") == [(1, "Plan")]
    assert titles("<h2>Costs</h2>\n---\n\n# Plan\n") == [(1, "Plan")]


def test_a_heading_that_follows_html_without_a_blank_line_is_one():
    assert titles('<a id="plan"></a>\n</div>\n# Plan\n') == [(1, "Plan")]


def test_a_heading_between_two_rules_is_one():
    assert titles("Costs fell.\n\n***\nPlan\n---\n\nWords.\n") == [(2, "Plan")]


def test_front_matter_in_toml_has_no_headings():
    assert titles("+++\n# A remark\ntitle = 1\n+++\n\n# Plan\n") == [(1, "Plan")]

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.link.references import find_references, read_references
from citation_engine.model.draft import DraftFormat
from hanging import must_end

MARKDOWN, HTML, TEXT = DraftFormat.MARKDOWN, DraftFormat.HTML, DraftFormat.TEXT


def entries(text, format=MARKDOWN):
    return [(one.label, one.text) for one in find_references(text, format)]


def sections(text, format=MARKDOWN):
    return [span.of(text) for span in read_references(text, format)[1]]


@pytest.mark.parametrize(
    ("line", "label", "words"),
    [
        ("[1] Smith, A title.", "1", "Smith, A title."),
        ("[1]: Smith", "1", "Smith"),
        ("1. Smith", "1", "Smith"),
        ("1) Smith", "1", "Smith"),
        ("(1) Smith", "1", "Smith"),
        ("- [1] Smith", "1", "Smith"),
        ("* **[1]** *Smith*", "1", "Smith"),
        ("**1.** Smith", "1", "Smith"),
        ("\\[1\\] Smith", "1", "Smith"),
        ("<sup>1</sup> Smith", "1", "Smith"),
        ("[S1] A title — https://a.org", "S1", "A title — https://a.org"),
        ("- S1: A title", "S1", "A title"),
        ("[[S:1]] A title", "S1", "A title"),
        ("[S:1] A title", "S1", "A title"),
        ("1. [S3] A title", "S3", "A title"),
        ("[smith2020] Smith", "smith2020", "Smith"),
        ("[1](https://a.org) Smith", "1", "Smith"),
        ("[^1]: Smith", "1", "Smith"),
        ("[^note]: Smith", "note", "Smith"),
    ],
)
def test_an_entry_is_found_however_it_is_labelled(line, label, words):
    text = f"Costs fell [1].\n\n## Sources\n\n{line}\n"
    found = find_references(text, MARKDOWN)

    assert [(one.label, one.text) for one in found] == [(label, words)]
    assert found[0].span.of(text) == line.removeprefix("- ").removeprefix("* ").removeprefix(
        "1. " if "[S3]" in line else "\0"
    )


@pytest.mark.parametrize(
    "heading",
    [
        *("# References", "###### Works Cited", "## 7. Sources ##", "## 📚 Sources:", "Sources:"),
        *("**Sources**", "**Sources:**", "__References__", "*Quellen*", "Sources\n-------"),
        *("## Quellenverzeichnis", "## Fußnoten", "## Literatur", "## IV. Literaturverzeichnis"),
        *(
            "## Quellen und Literatur",
            "## References & Notes",
            "## Bibliography",
            "Einzelnachweise",
        ),
    ],
)
def test_headings_of_lists_are_known_in_english_and_german(heading):
    text = f"Costs fell [1].\n\n{heading}\n1. Smith\n2. Jones\n\n## Next\n\nSales rose.\n"

    assert entries(text) == [("1", "Smith"), ("2", "Jones")]
    assert sections(text) == [f"{heading}\n1. Smith\n2. Jones"]


def test_addresses_and_the_doi_of_an_entry_are_read():
    text = (
        "## Sources\n"
        "[1] Smith, [A *title*](https://a.org/b_(c)?d=1 'Hover'), <https://e.org>, "
        "https://doi.org/10.1000/ABC.\n"
        "[2] [The file](docs/gobd.pdf) and [a place](#top)\n"
    )
    first, second = find_references(text, MARKDOWN)

    assert first.text == "Smith, A title, https://e.org , https://doi.org/10.1000/ABC."
    assert first.addresses == (
        *("https://a.org/b_(c)?d=1", "https://e.org", "https://doi.org/10.1000/ABC"),
    )
    assert first.doi == "10.1000/abc"
    assert second.addresses == ("docs/gobd.pdf",)


def test_an_entry_has_all_its_lines():
    text = "## Sources\n1. Smith,\n   A title,\n2020. Berlin\n\n   Second paragraph\n2. Jones\n"

    assert entries(text) == [
        ("1", "Smith, A title, 2020. Berlin Second paragraph"),
        ("2", "Jones"),
    ]


def test_a_numbered_list_in_prose_is_no_list_of_references():
    text = "Do this:\n\n1. Read https://a.org (2020).\n2. Write.\n\nThen rest.\n"

    assert entries(text) == []
    assert sections(text) == []


@pytest.mark.parametrize(
    "below",
    [
        "Water comes from three sources. The first is rain.\n\nThe second are rivers.\n",
        "1. Coal gives 40 % of the power [1].\n2. Gas gives 20 % [2].\n",
        "- Coal is first.\n- Gas is second.\n",
    ],
)
def test_prose_under_such_a_heading_stays_prose(below):
    assert sections(f"## Sources\n{below}") == []


def test_notes_are_only_a_list_if_they_look_like_one():
    assert entries("## Notes\n1. Prices are without tax.\n2. So are costs.\n") == []
    assert entries("## Notes\n1. https://a.org\n2. Smith (2020), A title.\n") == [
        ("1", "https://a.org"),
        ("2", "Smith (2020), A title."),
    ]


def test_prose_after_a_list_is_not_part_of_it():
    text = "**Sources**\n\nUsed here:\n\n[1] a.pdf\n[2] b.pdf\n\nCosts fell again [1].\n"

    assert sections(text) == ["**Sources**\n\nUsed here:\n\n[1] a.pdf\n[2] b.pdf"]


def test_subheadings_divide_a_list_but_do_not_end_it():
    text = "## Sources\n### Books\n[1] Smith\n### Pages\n[2] Jones\n## Annex\n[3] Prose.\n"

    assert entries(text) == [("1", "Smith"), ("2", "Jones")]


def test_a_list_without_a_heading_ends_the_text():
    text = "Costs fell [1].\n\n---\n\n[1] https://a.org\n[2] Smith (2020), A\n    title.\n\n"

    assert entries(text) == [("1", "https://a.org"), ("2", "Smith (2020), A title.")]
    assert sections(text) == ["[1] https://a.org\n[2] Smith (2020), A\n    title."]


def test_lines_that_begin_with_a_marker_are_no_list_if_they_name_nothing():
    assert sections("[1] shows that costs fell.\n[2] shows that sales rose.\n") == []


def test_definitions_of_links_are_found_anywhere():
    text = 'Costs [1].\n\n[1]: https://a.org "A title"\n[gobd]: <docs/gobd.pdf>\n\nSales rose.\n'

    assert entries(text) == [("1", "A title https://a.org"), ("gobd", "docs/gobd.pdf")]
    assert sections(text) == ['[1]: https://a.org "A title"', "[gobd]: <docs/gobd.pdf>"]


def test_footnotes_are_found_anywhere():
    text = "A[^1].\n\n[^1]: Smith, [A](https://a.org).\n    More.\n\nB[^2].\n\n[^2]: Jones\n"

    assert entries(text) == [("1", "Smith, A. More."), ("2", "Jones")]
    assert find_references(text, MARKDOWN)[0].addresses == ("https://a.org",)
    assert len(sections(text)) == 2


def test_markdown_counts_items_that_all_have_the_same_number():
    assert entries("## Sources\n1. A\n1. B\n1. C\n") == [("1", "A"), ("2", "B"), ("3", "C")]


def test_entries_without_numbers_have_no_label():
    text = "## Sources\n- https://a.org\n- Smith (2020)\n"

    assert [one.label for one in find_references(text, MARKDOWN)] == ["", ""]


def test_code_has_no_lists():
    assert entries("```\n## Sources\n[1] https://a.org\n```\n") == []
    assert entries("Text.\n\n```\n[1] https://a.org\n") == []


def test_line_ends_and_a_byte_order_mark_do_not_matter():
    text = "\ufeff## Sources\r\n[1] Smith\r\n[2] Jones\r\n"

    assert entries(text) == [("1", "Smith"), ("2", "Jones")]
    assert sections(text) == ["## Sources\r\n[1] Smith\r\n[2] Jones"]


def test_plain_text_as_read_from_a_pdf_has_bare_numbers():
    text = "Costs fell.\nReferences\n1 Smith J. A title,\nand more.\n2 Jones K. Another.\n"

    assert entries(text, DraftFormat.PDF) == [
        ("1", "Smith J. A title, and more."),
        ("2", "Jones K. Another."),
    ]


def test_data_has_no_lists():
    assert entries('{"a": "## Sources\\n[1] https://a.org"}', DraftFormat.JSON) == []
    assert sections("a: |\n  ## Sources\n  [1] https://a.org", DraftFormat.YAML) == []


def test_html_lists_under_a_heading_are_numbered_as_browsers_do():
    text = (
        "<h1>Report</h1><ol><li>a step</li></ol><h2>Sources</h2>\n<ol start=3>"
        '<li>Smith &amp; Co, <a href="https://a.org/?x=1&amp;y=2">link</a></li>'
        "<li>Jones<ul><li>inner</li></ul><li value='9'>Last</ol><p>Prose.</p>"
    )
    found = find_references(text, HTML)

    assert [(one.label, one.text) for one in found] == [
        *(("3", "Smith & Co, link"), ("4", "Jones inner"), ("9", "Last")),
    ]
    assert found[0].addresses == ("https://a.org/?x=1&y=2",)
    assert found[1].span.of(text) == "<li>Jones<ul><li>inner</li></ul>"
    assert sections(text, HTML)[0].startswith("<h2>Sources")
    assert sections(text, HTML)[0].endswith("</ol>")


def test_html_footnotes_are_known_by_their_ids():
    text = (
        '<p>A<sup id="fnref1"><a href="#fn1">1</a></sup></p><section class="footnotes"><ol>'
        '<li id="fn1">Smith <a href="#fnref1">↩</a></li><li id="fn:b">Jones</li></ol></section>'
        '<p id="fn3">Miller</p>'
    )

    assert entries(text, HTML) == [("1", "Smith"), ("b", "Jones"), ("3", "Miller")]


def test_html_paragraphs_under_a_bold_heading_are_entries_if_labelled():
    text = "<p><b>Quellen</b></p><p>[S1] Titel https://q.org</p><p>[S2] Zwei</p><p>Prosa [S1].</p>"

    assert entries(text, HTML) == [("S1", "Titel https://q.org"), ("S2", "Zwei")]
    assert "Prosa" not in "".join(sections(text, HTML))


def test_html_prose_under_such_a_heading_stays_prose():
    text = "<h2>Sources</h2><p>Water has three.</p><ul><li>Rain</li><li>Rivers</li></ul>"

    assert sections(text, HTML) == []


def test_scripts_and_code_have_no_lists():
    text = "<script>'<h2>Sources</h2><ol><li>x</li></ol>'</script><pre><h2>Sources</h2></pre>"

    assert sections(text, HTML) == []


FRAGMENTS = st.sampled_from(
    [
        *(
            "## Sources\n",
            "**Quellen**\n",
            "[1] ",
            "[^1]: ",
            "[S2] ",
            "1. ",
            "- ",
            "https://a.org ",
        ),
        *("Smith (2020) ", "\n", "\n\n", "\r\n", "```\n", "<h2>Sources</h2>", "<ol>", "<li>"),
        *("</ol>", "<p>", "</p>", "[1]: x.pdf\n", "---\n", "\x00", "\u200b", "\ud800", "\u202e"),
        *("<!--", "[", "](", "10.1000/x ", "<section class=references>", "</section>", "prose. "),
    ]
)


@given(st.lists(FRAGMENTS, max_size=25).map("".join), st.sampled_from(list(DraftFormat)))
def test_spans_hold_in_the_text_and_sections_have_every_entry(text, format):
    found = find_references(text, format)
    spans = read_references(text, format)[1]

    assert spans == sorted(spans)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    for one in found:
        assert 0 <= one.span.start < one.span.end <= len(text)
        assert any(span.start <= one.span.start <= one.span.end <= span.end for span in spans)


@must_end
@pytest.mark.parametrize(
    "piece",
    [
        *(
            "## Sources\n[1] x\n\n",
            "[1] ",
            "](",
            "<li>",
            "<ol><li>",
            "<!--",
            "[1](",
            "1. a\n",
            "\n",
        ),
        *("<p>[1] x", "**", "10.1000/a.", "a.a.", "`", "> ", "[^1]: x\n", "- [", "https://a.org/)"),
    ],
)
@pytest.mark.parametrize("format", [MARKDOWN, HTML])
def test_a_list_made_to_be_slow_is_read_to_its_end(piece, format):
    count = 300_000 // len(piece)
    each = {"## Sources\n[1] x\n\n": count, "1. a\n": count, "[^1]: x\n": count}
    once = {"[1] ": 1, "[1](": 1}

    found = find_references("## Sources\n" + piece * count, format)

    assert len(found) == ((each | once).get(piece, 0) if format is MARKDOWN else 0)

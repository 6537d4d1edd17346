from datetime import UTC, datetime

import pytest

from citation_engine.errors import InvalidInput
from citation_engine.interop.footnotes import FootnoteFormatter, finish_report, source_table
from citation_engine.interop.research import ResearchSource

SOURCES = [
    ResearchSource(
        source_id="S1",
        title="A title",
        url="https://a.org",
        metadata={"publisher": "Press", "year": 2020},
    ),
    ResearchSource(
        source_id="S2",
        title="Another",
        publisher="House",
        date=datetime(2021, 5, 1, tzinfo=UTC),
    ),
]


def test_a_marker_is_the_id_in_brackets():
    assert FootnoteFormatter().format_inline("S12") == "[S12]"


@pytest.mark.parametrize("source_id", ["", "1", "S0", "S1]", "s1", "S1 ", "S١", None])
def test_what_is_no_id_makes_no_marker(source_id):
    with pytest.raises(InvalidInput, match="not the id"):
        FootnoteFormatter().format_inline(source_id)


def test_a_footnote_says_title_publisher_year_and_address():
    formatter = FootnoteFormatter()

    assert formatter.format_footnote(3, SOURCES[0]) == (
        "[^3]: A title — Press (2020) <https://a.org>"
    )
    assert formatter.format_footnote(1, SOURCES[1]) == "[^1]: Another — House (2021)"
    assert formatter.format_footnote(1, ResearchSource(title="Bare")) == "[^1]: Bare"


@pytest.mark.parametrize("number", [0, -1, True])
def test_footnotes_are_counted_from_one(number):
    with pytest.raises(InvalidInput, match="cannot have the number"):
        FootnoteFormatter().format_footnote(number, SOURCES[0])


def test_a_report_is_converted_with_its_sources_below():
    done = FootnoteFormatter().convert("B [S2]. A [S1]. C [S7].\n", SOURCES)

    assert done.text == (
        "B [^1]. A [^2]. C [S7].\n\n## Sources\n\n"
        "[^1]: Another — House (2021)\n[^2]: A title — Press (2020) <https://a.org>\n"
    )
    assert [marker.text for marker in done.left] == ["[S7]"]


def test_a_saved_report_has_footnotes_where_it_has_their_markers():
    saved = finish_report("B[^2]. A[^1].", SOURCES)

    assert saved.endswith(
        "\n\n## Footnotes\n\n[^1]: A title — Press (2020) <https://a.org>\n"
        "[^2]: Another — House (2021)\n"
    )
    assert finish_report(saved, SOURCES) == saved


def test_a_saved_report_without_markers_has_references():
    saved = finish_report("Costs fell.", SOURCES)

    assert saved == (
        "Costs fell.\n\n## References\n\n- A title — Press (2020) <https://a.org>\n"
        "- Another — House (2021)\n"
    )
    assert finish_report(saved, SOURCES) == saved


def test_a_source_without_an_id_is_refused_not_numbered():
    with pytest.raises(InvalidInput, match="None is not the id"):
        finish_report("Costs fell.", [ResearchSource(title="Bare")])


def test_the_table_under_a_report_has_a_row_for_each_source():
    assert source_table(SOURCES) == [
        ("S1", "A title", "https://a.org"),
        ("S2", "Another", ""),
    ]

"""From a place to what it is called by, and back."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.model.passage import Layout, Mark, MarkKind, PageSpan, Span
from citation_engine.sections.sections import Sections
from hanging import must_end

STATUTE = Path(__file__).with_name("statute.md").read_text("utf-8")
LAW = Sections(STATUTE)

REPORT = """# Annual report

Opening words.

## 1 Scope

This is in scope.

### 1.1 Results

First results.

## 2 Method

Some method.

### 2.1 Results

Second results.

## Kapitel 8: Aufbewahrungsfristen

Ten years.
"""


def section(phrase, text=REPORT, sections=None, words=None):
    start = text.index(phrase)
    span = Span(start, start + len(words or phrase))
    return (sections or Sections(text)).section_of(span)


def words(name, text=REPORT, sections=None):
    found = (sections or Sections(text)).find(name)
    return [" ".join(span.of(text).split()) for span in found.spans]


# Laws.


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("Es gilt nicht für", "§ 1 Abs. 1 Satz 2"),
        ("(1) Dieses Gesetz gilt", "§ 1 Abs. 1 Satz 1"),
        ("Andere Gesetze", "§ 1 Abs. 2"),
        ("selbstlos", "Anlage 1 § 1 Satz 2"),
        ("Zweiter Teil", "Zweiter Teil"),
        ("Ausfertigungsdatum", None),
    ],
)
def test_a_place_in_a_law_is_cited_as_lawyers_do(phrase, expected):
    found = section(phrase, STATUTE, LAW)

    assert found == expected if expected is None else found.startswith(expected)


@pytest.mark.parametrize(
    ("begin", "end", "expected"),
    [
        ("Dieses Gesetz gilt", "bleibt unberührt.", "§ 1 Abs. 1 Satz 1 bis 2"),
        ("(1) Dieses Gesetz gilt", "Satz 1\nbleibt unberührt.", "§ 1 Abs. 1"),
        ("Es gilt nicht", "Andere Gesetze", "§ 1 Abs. 1 bis 2"),
        ("Andere Gesetze", "Im Sinne", "§§ 1 bis 2"),
        ("ihr Wert", "gefährlich", "§ 3 Abs. 1 Satz 1 Nr. 1 bis 2"),
    ],
)
def test_words_over_several_parts_are_cited_by_all_of_them(begin, end, expected):
    start = STATUTE.index(begin)
    stop = STATUTE.index(end, start) + len(end)

    assert LAW.section_of(Span(start, stop)) == expected


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("§ 1 Abs. 1 Satz 2", "Es gilt nicht"),
        ("§ 1 Anwendungsbereich", "#### § 1"),
        ("Anwendungsbereich", "#### § 1"),
        ("3", "#### § 3"),
        ("Zweiter Teil", "## Zweiter Teil"),
        ("Erster Teil › Zweiter Abschnitt", "### Zweiter Abschnitt"),
        ("Zweiter Abschnitt › § 3 Abs. 1 Satz 2", "Die Frist"),
    ],
)
def test_a_name_in_a_law_leads_to_its_words(name, start):
    (found,) = words(name, STATUTE, LAW)

    assert found.startswith(start)


@pytest.mark.parametrize("name", ["§ 99", "Erster Teil › § 7", "Satz 1", "", " ", "x" * 5_000])
def test_what_is_not_in_a_law_leads_nowhere(name):
    found = LAW.find(name)

    assert found.spans == ()
    assert found.beginning is None


def test_as_much_of_a_reference_as_is_there_is_told():
    said, span = LAW.find("§ 1 Abs. 1 Satz 9").beginning

    assert said == "§ 1 Abs. 1"
    assert span.of(STATUTE).startswith("(1) Dieses Gesetz")


def test_articles_in_english_are_cited_in_english():
    text = "# Article 6\n\n1. Lawful if:\n\n(a) one;\n\n(b) two.\n\n2. States may act. Or not.\n"

    assert section("one;", text) == "Article 6(1)(a)"
    assert section("Or not", text) == "Article 6(2) sentence 2"
    assert words("Article 6(1)(b)", text) == ["(b) two."]


# Headings.


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("Opening words", None),
        ("in scope", "1 Scope"),
        ("First results", "1 Scope › 1.1 Results"),
        ("Second results", "2 Method › 2.1 Results"),
        ("Ten years", "Kapitel 8: Aufbewahrungsfristen"),
    ],
)
def test_a_place_in_a_report_is_called_by_its_headings_without_the_title_of_the_whole(
    phrase, expected
):
    assert section(phrase) == expected


def test_words_that_go_on_in_another_section_are_called_by_what_holds_both():
    start, end = REPORT.index("in scope"), REPORT.index("First results")

    assert Sections(REPORT).section_of(Span(start, end)) == "1 Scope"
    assert Sections(REPORT).section_of(Span(start, REPORT.index("Some method"))) is None


def test_a_single_heading_far_down_is_a_section_and_no_title():
    text = "Words. " * 50 + "\n\n# Appendix\n\nMore words.\n"

    assert section("More words", text) == "Appendix"


@pytest.mark.parametrize(
    "name",
    [
        *("1.1", "§ 1.1", "Section 1.1", "Abschnitt 1.1", "1.1 Results", "1.1. RESULTS"),
        *("1 Scope › 1.1 Results", "Scope > Results", "1 Scope / Results"),
    ],
)
def test_a_section_is_found_by_its_number_its_title_or_its_path(name):
    assert words(name) == ["### 1.1 Results First results."]


@pytest.mark.parametrize(
    "name",
    [
        *("Kapitel 8", "Chapter 8", "Kapitel 8: Aufbewahrungsfristen", "Aufbewahrungsfristen"),
        *("8 Aufbewahrungsfristen", "kapitel 8 – aufbewahrungsfristen"),
    ],
)
def test_label_and_number_of_a_heading_may_be_left_out_or_written_otherwise(name):
    assert words(name) == ["## Kapitel 8: Aufbewahrungsfristen Ten years."]


@pytest.mark.parametrize(
    "name",
    [
        "Kapitel 9: Aufbewahrungsfristen",
        "Kapitel 9",
        "1.2",
        "2 Scope",
        "Scop",
        "Method › 1.1",
        "11",
    ],
)
def test_another_number_or_another_word_is_another_section(name):
    assert words(name) == []


def test_where_chapters_are_called_so_a_bare_number_is_no_chapter():
    text = "# Kapitel 1: Anfang\n\nWords.\n\n# 8 Archiv\n\nMore.\n"

    assert words("Kapitel 8", text) == []
    assert words("8", text) == ["# 8 Archiv More."]


def test_a_name_that_leads_to_another_place_is_not_given():
    text = "# § 1 A\n# Anlage 1\n# Title\n# Anlage 1\n# § 1 A\n(1) Eins. Zwei.\n"

    assert section("Eins", text) is None


def test_several_numbers_mean_all_between_them():
    assert words("§ 1.1-2.1")[0].startswith("### 1.1 Results")
    assert words("1.1 bis 2.1")[0].endswith("Second results.")
    assert words("1.1-1.9") == []


def test_a_title_that_is_there_twice_means_either():
    assert words("Results") == ["### 1.1 Results First results.", "### 2.1 Results Second results."]


def test_a_table_of_contents_is_not_the_section():
    text = "1 Scope\n2 Method\n\n1 Scope\n\nThis is in scope.\n\n2 Method\n\nSo we did.\n"

    found = Sections(text, None, "text/plain").find("2 Method")

    assert [span.of(text) for span in found.spans] == ["2 Method\n\nSo we did."]


def test_a_number_that_opens_a_paragraph_is_found_where_it_is_alone():
    text = "Kapitel 8 regelt Fristen.\n\n§ 8.1: Daten sind zu speichern.\n\n§ 8.2: Lesbar.\n"
    sections = Sections(text, None, "text/plain")

    assert words("§ 8.1", text, sections) == ["§ 8.1: Daten sind zu speichern."]
    assert words("§ 8.2", text, sections) == ["§ 8.2: Lesbar."]
    assert words("§ 8.3", text, sections) == []
    assert words("§ 8.1", "Nach\n§ 8.1: so ist es, nicht wahr.") == []
    assert words("§ 8.1", text + "\n\n§ 8.1: Nochmals.\n") == []


RUN_IN = (
    "Kapitel 8 regelt die Fristen. § 8.1: Sämtliche Daten sind zu speichern. Dies gilt für alle "
    "Medien. § 8.2 beschreibt die Lesbarkeit."
)
TITLED = "These rules hold. 8.1 Retention periods: Keep it for ten years. 8.2 Format: Any will do."


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("§ 8.1", RUN_IN, "§ 8.1: Sämtliche Daten sind zu speichern. Dies gilt für alle Medien."),
        ("8.1", RUN_IN, "§ 8.1: Sämtliche Daten sind zu speichern. Dies gilt für alle Medien."),
        ("§ 8.1", "So ist es. § 8.1 – Alle Daten. § 8.2 – Lesbar.", "§ 8.1 – Alle Daten."),
        ("§ 8.2", "So ist es. § 8.1 – Alle Daten. § 8.2 – Lesbar.", "§ 8.2 – Lesbar."),
        (
            "§ 8.1-8.2",
            "Es gilt. § 8.1: Alle. § 8.2: Lesbar. § 9: Ende.",
            "§ 8.1: Alle. § 8.2: Lesbar.",
        ),
        ("8.1", TITLED, "8.1 Retention periods: Keep it for ten years."),
        ("8.2 Format", TITLED, "8.2 Format: Any will do."),
        ("Art. 5", "Foo.\n\nArt. 5: Bar.\n\nArt. 6: Baz.\n", "Art. 5: Bar."),
    ],
)
def test_a_number_that_opens_a_sentence_is_a_place(name, text, found):
    assert words(name, text, Sections(text, None, "text/plain")) == [found]


@pytest.mark.parametrize(
    "text",
    [
        "Das folgt aus § 8.1: Daten sind zu speichern.",
        "Es ist so, vgl. § 8.1: Daten sind zu speichern.",
        "Es ist so. § 8.1 – der die Fristen regelt – gilt nicht.",
        "Es ist so. § 8.1 gilt entsprechend.",
        "Es ist so. § 8.1: Alle Daten. Und so. § 8.1: Noch einmal.",
        "Es ist so. § 8.10: Alle Daten.",
    ],
)
def test_a_reference_inside_a_sentence_is_no_place(text):
    assert words("§ 8.1", text, Sections(text, None, "text/plain")) == []


# Layouts.


def marked(*marks, pages=()):
    return Layout(marks=tuple(Mark(**mark) for mark in marks), pages=pages)


def heading(text, phrase, level=1, kind=MarkKind.HEADING):
    start = text.index(phrase)
    return {
        "kind": kind,
        "start": start,
        "end": start + len(phrase),
        "name": phrase,
        "level": level,
    }


def test_headings_that_a_reader_marked_go_before_those_of_the_text():
    text = (
        "Welcome\n\nFirst part\n\nWords of it.\n\nSecond part\n\n1 Not a heading\n\nOther words.\n"
    )
    layout = marked(*(heading(text, name, 2) for name in ("First part", "Second part")))
    sections = Sections(text, layout, "text/html")

    assert section("Words of it", text, sections) == "First part"
    assert section("Other words", text, sections) == "Second part"


def test_the_sections_of_a_law_are_found_between_marked_headings():
    text = "Gesetz\n\nTeil 1\n\n§ 1 Zweck\n\n(1) Eins. Zwei.\n\n(2) Drei.\n\nTeil 2\n\n§ 2 Ende\n"
    marks = (heading(text, "Gesetz"), heading(text, "Teil 1", 2), heading(text, "Teil 2", 2))
    sections = Sections(text, marked(*marks), "text/html")

    assert section("Zwei", text, sections) == "§ 1 Abs. 1 Satz 2"
    assert words("Teil 1", text, sections)[0].endswith("(2) Drei.")


def test_a_menu_opens_no_section_and_a_footer_is_in_none():
    text = "Menu\nHome\n\nArticle\n\nWords of it.\n\nMore\n\nLast.\n\nImprint and contact\n"
    start = text.index("Imprint")
    layout = marked(
        {"kind": MarkKind.NAVIGATION, "start": 0, "end": 9},
        heading(text, "Menu"),
        heading(text, "Article"),
        heading(text, "More"),
        {"kind": MarkKind.FOOTER, "start": start, "end": len(text)},
    )
    sections = Sections(text, layout, "text/html")

    assert section("Home", text, sections) is None
    assert section("Imprint", text, sections) is None
    assert section("Words of it", text, sections) == "Article"
    assert words("Menu", text, sections) == []


def test_chapters_hold_their_headings_and_are_not_said_twice():
    text = "Opening\n\nIt began.\n\nScene\n\nRain.\n\nClosing\n\nScene\n\nSun.\n"
    second = text.index("Closing")
    layout = marked(
        {"kind": MarkKind.CHAPTER, "start": 0, "end": second, "name": "Opening", "level": 1},
        {"kind": MarkKind.CHAPTER, "start": second, "end": len(text), "name": "II", "level": 1},
        heading(text, "Opening"),
        heading(text, "Scene", 2),
        heading(text, "Closing"),
        {
            **heading(text, "Scene", 2),
            "start": text.rindex("Scene"),
            "end": text.rindex("Scene") + 5,
        },
    )
    sections = Sections(text, layout, "application/epub+zip")

    assert section("It began", text, sections) == "Opening"
    assert section("Rain", text, sections) == "Opening › Scene"
    assert section("Sun", text, sections) == "II › Closing › Scene"
    assert words("II › Scene", text, sections) == ["Scene Sun."]


def test_a_cell_of_a_sheet_and_a_value_of_data_have_names():
    sheet = "Year\tSum\n2024\t42\n"
    layout = marked(
        {"kind": MarkKind.SHEET, "start": 0, "end": len(sheet), "name": "Totals"},
        {"kind": MarkKind.CELL, "start": 14, "end": 16, "name": "B2"},
        {"kind": MarkKind.SHEET, "start": len(sheet), "end": len(sheet), "name": "Other"},
    )
    sections = Sections(sheet, layout, "text/csv")
    data = Sections(
        '{"a": {"b": 1}}',
        marked(
            {"kind": MarkKind.VALUE, "start": 6, "end": 14, "name": "/a"},
            {"kind": MarkKind.VALUE, "start": 12, "end": 13, "name": "/a/b"},
        ),
        "application/json",
    )

    assert section("42", sheet, sections) == "Totals › B2"
    assert section("2024\t42", sheet, sections) == "Totals"
    assert words("Totals › B2", sheet, sections) == ["42"]
    assert data.section_of(Span(12, 13)) == "/a/b"
    assert data.find("/a").spans == (Span(6, 14),)


def test_a_note_is_called_a_note_and_stands_in_no_section():
    text = "Part one\n\nWords.\n\nPart two\n\nMore.\n\nA remark.\n"
    note = heading(text, "A remark.", kind=MarkKind.NOTE) | {"name": "3"}
    sections = Sections(text, marked(heading(text, "Part one"), heading(text, "Part two"), note))

    assert section("A remark", text, sections) == "note 3"
    assert not sections.have(text.index("A remark"))


PAGE = "§ 1 Zweck\n(1) Eins. Zwei geht\nSeite 1\nweiter. Drei.\n(2) Vier.\nSeite 2\n"


def test_a_sentence_over_a_page_break_is_one_sentence():
    second = PAGE.index("weiter")
    feet = [PAGE.index("Seite 1"), PAGE.index("Seite 2")]
    pages = (
        PageSpan(number=1, start=0, end=second),
        PageSpan(number=2, start=second, end=len(PAGE)),
    )
    marks = ({"kind": MarkKind.FOOTER, "start": at, "end": at + 7} for at in feet)
    sections = Sections(PAGE, marked(*marks, pages=pages), "application/pdf")

    assert section("weiter", PAGE, sections) == "§ 1 Abs. 1 Satz 2"
    assert section("Drei", PAGE, sections) == "§ 1 Abs. 1 Satz 3"
    assert section("Vier", PAGE, sections) == "§ 1 Abs. 2"
    assert section("Seite 1", PAGE, sections) is None
    assert words("§ 1 Abs. 2", PAGE, sections) == ["(2) Vier."]


# Every text.

LINES = (
    *("# Title\n", "## 1 One\n", "## 2 Two\n", "### Same\n", "### Same\n", "# § 1 A\n", "# § 2\n"),
    *("(1) Eins. Zwei.\n", "(2) Drei.\n", "1.  eins,\n", "2.  zwei.\n", "\n", "Text. More.\n"),
    *("# Anlage 1\n", "Art. 5 X\n", "#### a / b\n", "## A › B\n", "## I\n"),
)


@given(
    st.lists(st.sampled_from(LINES), max_size=25).map("".join),
    st.sampled_from(["text/markdown", "text/plain"]),
    st.data(),
)
def test_what_a_place_is_called_by_leads_back_to_it(text, media_type, data):
    sections = Sections(text, None, media_type)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    end = start + len(text[start:end].rstrip())

    name = sections.section_of(Span(start, end))

    if name is not None:
        sign = re.match(r"\s*\(\d\)\s+|\s*", text[start:end])
        begin = min(start + sign.end(), end)
        assert any(one.start <= begin and end <= one.end for one in sections.find(name).spans)


@given(st.text(max_size=200), st.text(max_size=60))
def test_any_text_and_any_name_can_be_tried(text, name):
    for span in Sections(text, None, "text/plain").find(name).spans:
        assert 0 <= span.start <= span.end <= len(text)


def test_a_text_of_headings_only_is_not_divided():
    text = "".join(f"# § {number}\n" for number in range(20_001))

    assert Sections(text).find("§ 7").spans == ()


@pytest.mark.slow
@must_end
@pytest.mark.parametrize(
    "piece", ["# § 1\n", "§ 1: \n\n", ".\n\n", "1 X\n\n", "# A › B\n", "# " + "x" * 300 + "\n"]
)
def test_a_megabyte_made_to_be_slow_is_not_divided(piece):
    sections = Sections(piece * (1_000_000 // len(piece)), None, "text/markdown")

    assert sections.section_of(Span(500_000, 500_009)) is None
    for name in ("§ 1", "§ 1.1", "A › B", "X"):
        assert sections.find(name).spans == ()

"""Citations that do not stand in square brackets are found, and what is none of them is not."""

import pytest

import made_office as office
from citation_engine import check

BEES = "Bees dance in a circle when food is near."
HONEY = "The honey ripens in the hive for nine days."
LIST = (
    "\n\n## References\n\n1. Immen, Rita. How Bees Dance. Wabe Press, 2012.\n"
    "2. Stock, Otto. Ripening of Honey. Wabe Press, 2014.\n"
)


@pytest.fixture
def checked(tmp_path):
    """The check of a report against two sources."""
    sources = tmp_path / "sources" / "bees"
    sources.mkdir(parents=True)
    (sources / "100-dance-of-bees.md").write_text(
        f"# How Bees Dance\n\nRita Immen\n\n{BEES}\n", encoding="utf-8"
    )
    (sources / "28-ripening.md").write_text(
        f"# Ripening of Honey\n\nOtto Stock\n\n{HONEY}\n", encoding="utf-8"
    )

    def check_report(report: str | bytes, name: str = "report.md"):
        path = tmp_path / name
        path.write_bytes(report if isinstance(report, bytes) else report.encode())
        return check(path, sources=tmp_path / "sources")

    return check_report


def cited(report) -> list[tuple[str, list[str]]]:
    """The words of each claim that cites, and the files it cites."""
    names = {source.label: source.name for source in report.sources}
    return [
        (one.claim.text, [names[citation.source] for citation in one.citations])
        for one in report.claims
        if one.citations
    ]


BOTH = [(BEES, ["100-dance-of-bees.md"]), (HONEY, ["28-ripening.md"])]


# no marker at all ----------------------------------------------------------------------------


def test_a_list_that_no_marker_points_to_is_told_and_does_not_pass(checked):
    report = checked(f"{BEES} {HONEY}{LIST}")

    said = "The draft lists 2 references, and no marker for them was found in its text."
    assert report.unchecked == (said,)
    assert not report.ok


def test_a_report_whose_markers_are_found_is_told_nothing_of_the_kind(checked):
    assert not checked(f"{BEES} [1] {HONEY} [2]{LIST}").unchecked


# numbers in parentheses ----------------------------------------------------------------------


def marked(words: str, marker: str) -> str:
    return f"{words[:-1]} {marker}."


@pytest.mark.parametrize("second", ["(2)", "(2, p. 3)", "(2 S. 7f.)", "(see 2)"])
def test_numbers_in_parentheses_cite_where_most_of_the_list_is_cited_so(checked, second):
    report = checked(f"{marked(BEES, '(1)')} {marked(HONEY, second)}{LIST}")

    assert cited(report) == BOTH


@pytest.mark.parametrize(
    "words",
    [
        "Bees (1) dance in a circle, (2) sing and (3) fly home.",
        "The weight follows from equation (1), and the height from equation (2).",
        "Keepers wait one (1) day or two (2).",
        "The act says so in § 3 (1). The other act says so in Article 6 (2).",
        "(1) Bees dance in a circle.\n\n(2) The honey ripens in the hive.",
        "Bees dance in a circle (1).",
    ],
)
def test_other_numbers_in_parentheses_cite_nothing(checked, words):
    assert not checked(f"{words}{LIST}").draft.markers


def test_beside_markers_in_brackets_numbers_in_parentheses_cite_nothing(checked):
    report = checked(f"{BEES} [1] It is so everywhere (1). {HONEY} [2] Keepers know it (2).{LIST}")

    assert [marker.text for marker in report.draft.markers] == ["[1]", "[2]"]


# fields of a word processor ------------------------------------------------------------------


def field(says: str, shows: str) -> str:
    sign = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'.format
    told = f'<w:r><w:instrText xml:space="preserve"> {says} </w:instrText></w:r>'
    return f"{sign('begin')}{told}{sign('separate')}{office.run(shows)}{sign('end')}"


def citation(key: str, shows: str) -> str:
    inner = field(rf"CITATION {key} \l 1031", shows)
    return f"<w:sdt><w:sdtPr><w:citation/></w:sdtPr><w:sdtContent>{inner}</w:sdtContent></w:sdt>"


def word(*sentences: str, entry: str = "") -> bytes:
    """A Word document of these runs with the list of references."""
    listed = [line for line in LIST.splitlines() if line]
    heading = office.paragraph(office.run(listed[0].strip("# ")), style="Heading1")
    entries = [office.paragraph(office.run(line)) for line in listed[1:]]
    entries[-1] = entries[-1].replace("<w:r>", f"{entry}<w:r>", 1)
    styles = (
        '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>'
    )
    body = office.paragraph("".join(sentences)) + heading + "".join(entries)
    return office.docx(body, styles=styles)


@pytest.mark.parametrize(
    ("one", "two"), [("(1)", "(2 p. Ch. 4)"), ("(Immen, 2012)", "(Stock, 2014)"), ("1", "[2]")]
)
def test_a_citation_of_a_word_document_is_one_whatever_it_shows(checked, one, two):
    report = checked(
        word(
            *(office.run(BEES[:-1] + " "), citation("Imm12", one), office.run(". ")),
            *(office.run(HONEY[:-1] + " "), citation("Sto14", two), office.run(".")),
        ),
        "report.docx",
    )

    assert cited(report) == BOTH


@pytest.mark.parametrize("shows", ["[2]", "2"])
def test_a_reference_to_a_chapter_in_brackets_is_no_citation(checked, shows):
    pointer = field(r"REF _Ref123 \r \h", shows)
    pointer = pointer if "[" in shows else office.run("[") + pointer + office.run("]")
    told = office.run("All of it is told in the chapter "), pointer, office.run(" with examples.")

    assert not checked(word(*told), "report.docx").draft.markers


def test_a_reference_to_an_entry_of_the_list_is_a_citation(checked):
    told = office.run(HONEY[:-1] + " ["), field(r"REF _Ref123 \r \h", "2"), office.run("].")
    place = '<w:bookmarkStart w:id="1" w:name="_Ref123"/><w:bookmarkEnd w:id="1"/>'

    assert cited(checked(word(*told, entry=place), "report.docx")) == BOTH[1:]


# files in code -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "form",
    [
        "{bees} (`{one}`). {honey} (`{two}`).",
        "{bees} [`{one}`]. {honey} [`{two}`].",
        "{bees} (Source: `{one}`). {honey} (Source: `{two}`).",
        "{bees}.\n\nSource: `{one}`\n\n{honey}.\n\n- Source: `{two}`",
        "{bees}.\n\n**Cites:** `{one}` (Immen)\n\n## Honey\n\n{honey}.\n\n**Quelle:** `{two}`",
    ],
)
@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("sources/bees/100-dance-of-bees.md", "sources/bees/28-ripening.md"),
        ("bees/100-dance", "./sources/bees/28-ripening"),
        ("../sources/bees/100", "sources/bees/28"),
    ],
)
def test_a_source_that_is_named_by_its_path_in_code_is_cited(checked, form, one, two):
    words = {"bees": BEES[:-1], "honey": HONEY[:-1], "one": one, "two": two}

    assert cited(checked(form.format(**words))) == BOTH


@pytest.mark.parametrize(
    "path", ["sources/bees", "other/28-ripening", "bees/2", "ripening", "src/main.py"]
)
def test_a_path_in_code_that_begins_no_path_of_a_source_is_no_citation(checked, path):
    report = checked(f"{BEES[:-1]} (`{path}`).\n\nSource: `{path}`\n")

    assert not report.draft.markers


def test_a_path_in_code_that_fits_two_sources_is_tied_to_neither(checked, tmp_path):
    (tmp_path / "sources" / "bees" / "28-summary.md").write_text(HONEY, encoding="utf-8")

    report = checked(f"{HONEY}\n\nSource: `sources/bees/28`\n")

    assert not cited(report)
    assert "CE001" in {finding.code for finding in report.findings}


def test_what_an_example_in_a_block_of_code_names_is_no_citation(checked):
    assert not checked(f"{BEES}\n\n```\nSource: `bees/28-ripening.md`\n```\n").draft.markers


# authors without a year --------------------------------------------------------------------------

WORKS = (
    '\n\n## References\n\n- Immen et al. (2012). "BeeDance: How Bees Dance." 100-dance-of-bees.md\n'
    '- Stock et al. (2014). "Ripening of Honey." 28-ripening.md\n'
)


def test_authors_without_a_year_cite_their_only_entry(checked):
    report = checked(
        f"{marked(BEES, '(Immen et al.)')} {marked(HONEY, '(see Stock et al.)')}{WORKS}"
    )

    assert cited(report) == BOTH


@pytest.mark.parametrize(
    "words", ["(Wabe et al.)", "(WaxTrack)", "(Ripening)", "(BeeDance)", "(Immen)"]
)
def test_other_words_in_parentheses_cite_nothing(checked, words):
    assert not checked(f"{marked(BEES, words)}{WORKS}").draft.markers


def test_authors_without_a_year_and_with_two_entries_cite_neither(checked):
    second = '- Immen et al. (2015). "Drift of Hives." drift.md\n'

    assert not checked(f"{marked(BEES, '(Immen et al.)')}{WORKS}{second}").draft.markers


# titles ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "marker", ["(Source: {})", "(source: {}, 2012)", "(Quelle: “{}”)", "(Source: {}, p. 3)"]
)
def test_the_title_of_a_source_behind_the_word_source_cites_it(checked, marker):
    bees, honey = (marker.format(title) for title in ("How Bees Dance", "Ripening of Honey"))
    report = checked(f"{marked(BEES, bees)} {marked(HONEY, honey)}\n")

    assert cited(report) == BOTH


@pytest.mark.parametrize("words", ["own work", "How Bees", "How Bees Dance; own work"])
def test_other_words_behind_the_word_source_cite_nothing(checked, words):
    assert not checked(marked(BEES, f"(Source: {words})")).draft.markers


# authors behind other words --------------------------------------------------------------------


@pytest.mark.parametrize("aside", ["9 % of all food", "for nine seconds or more", "a loss of 9%"])
def test_authors_behind_other_words_in_parentheses_cite(checked, aside):
    report = checked(f"Bees dance ({aside}, Immen et al. 2012). They rest.{WORKS}")

    assert [one.names for one in report.draft.markers] == [("immen 2012",)]
    assert [aside in one.claim.text for one in report.claims if one.citations] == [True]


@pytest.mark.parametrize("names", ["Immen, Stock et al. 2012", "Otto Immen, Stock et al., 2012"])
def test_several_authors_are_not_cut_behind_the_first(checked, names):
    report = checked(f"Bees dance ({names}). They rest.{WORKS}")

    assert [one.text for one in report.draft.markers] == [f"({names})"]

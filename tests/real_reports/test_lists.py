"""Lists of sources that nothing announces, and notes at the foot of a page."""

import pytest

import made_pdfs
from citation_engine import check

NAMES = ("barley.txt", "oats.txt", "rye.txt")


@pytest.fixture
def sources(tmp_path):
    folder = tmp_path / "sources"
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_text(f"These are the words about {name[:-4]}.", "utf-8")
    return folder


def linked(report):
    names = {one.label: one.name for one in report.sources}
    return [
        (one.claim.text, [(names[cited.source], str(cited.linked_by)) for cited in one.citations])
        for one in report.claims
        if one.claim.markers
    ]


LISTS = {
    "labels with a colon": "S1: rye.txt\nS2: oats.txt",
    "items": "- S1: rye.txt\n- S2: oats.txt",
    "bold items": "- **S1** – rye.txt\n- **S2** – oats.txt",
    "a table": "| ID | File |\n|---|---|\n| S1 | rye.txt |\n| S2 | oats.txt |",
    "one line": "S1 = rye.txt; S2 = oats.txt",
    "one line below a heading": "## Sources\n\nS1 = rye.txt; S2 = oats.txt",
}


@pytest.mark.parametrize("listed", LISTS.values(), ids=LISTS)
def test_files_listed_behind_labels_are_what_the_labels_mean(listed, sources):
    report = check(
        f"Rye bends in wind [S1]. Oats sleep in frost [S2].\n\n{listed}\n",
        sources=sources,
        judge="none",
    )

    assert linked(report) == [
        ("Rye bends in wind.", [("rye.txt", "file name")]),
        ("Oats sleep in frost.", [("oats.txt", "file name")]),
    ]


@pytest.mark.parametrize("listed", ["[1] Rye\n[2] Oats", "1. Rye\n2. Oats"])
def test_the_names_of_the_sources_below_a_text_say_what_its_numbers_mean(listed):
    report = check(
        f"Rye bends in wind [1]. Oats sleep in frost [2].\n\n{listed}\n",
        sources=[{"title": "Oats", "text": "Oats sleep."}, {"title": "Rye", "text": "Rye bends."}],
        judge="none",
    )

    assert linked(report) == [
        ("Rye bends in wind.", [("Rye", "title")]),
        ("Oats sleep in frost.", [("Oats", "title")]),
    ]
    assert len(report.claims) == 2


def test_a_volume_behind_a_comma_begins_no_entry(sources):
    report = check(
        "Rye bends in wind [1].\n\n## References\n\n1. Moe, Yearbook, 2: 33, rye.txt\n",
        sources=sources,
        judge="none",
    )

    assert linked(report) == [("Rye bends in wind.", [("rye.txt", "file name")])]


def pdf_with_notes(*, raised_labels=True, size=8):
    """Two pages with raised numbers, and notes at their feet."""

    def page(words, notes):
        def draw(canvas):
            left = 72
            for number, said in enumerate(words):
                raised = number % 2
                canvas.setFont("Times-Roman", 7 if raised else 11)
                canvas.drawString(left, 784 if raised else 780, said)
                left += canvas.stringWidth(said)
            for row, (label, said) in enumerate(notes):
                canvas.setFont("Times-Roman", 5 if raised_labels else size)
                canvas.drawString(72, 90 - 12 * row + 3 * raised_labels, label)
                canvas.setFont("Times-Roman", size)
                canvas.drawString(80, 90 - 12 * row, said)

        return draw

    return made_pdfs.made(
        page(
            ["Rye bends in wind.", "1", " Oats sleep in frost.", "2", " Nobody was asked."],
            [("1", "Survey of fields, rye.txt, p. 3."), ("2", "E. Lund, Fields, oats.txt.")],
        ),
        page(["Barley stands for ninety days.", "3"], [("3", "Chronicle, barley.txt.")]),
    )


@pytest.mark.parametrize(
    "style",
    [{}, {"raised_labels": False}, {"size": 11}],
    ids=["raised labels", "small letters", "letters as large as the words"],
)
def test_notes_at_the_foot_of_a_page_say_what_its_raised_numbers_mean(style, sources, tmp_path):
    path = tmp_path / "report.pdf"
    path.write_bytes(pdf_with_notes(**style))

    report = check(path, sources=sources, judge="none")

    assert linked(report) == [
        ("Rye bends in wind.", [("rye.txt", "file name")]),
        ("Oats sleep in frost.", [("oats.txt", "file name")]),
        ("Barley stands for ninety days.", [("barley.txt", "file name")]),
    ]
    assert [one.claim.text for one in report.claims if not one.claim.markers] == [
        "Nobody was asked."
    ]


def test_small_lines_whose_number_is_raised_nowhere_above_are_no_notes(sources, tmp_path):
    def draw(canvas):
        canvas.setFont("Times-Roman", 11)
        for row in range(4):
            canvas.drawString(72, 780 - 14 * row, "Rye bends in wind, and oats sleep in frost.")
        canvas.setFont("Times-Roman", 8)
        canvas.drawString(72, 90, "12 fields were left bare in 1974.")

    path = tmp_path / "report.pdf"
    path.write_bytes(made_pdfs.made(draw))

    report = check(path, sources=sources, judge="none")

    assert "12 fields were left bare in 1974." in [one.claim.text for one in report.claims]


def test_a_file_that_no_reader_takes_has_no_number_in_the_order_of_names(sources):
    (sources / "archive.zip").write_bytes(b"PK\x03\x04 nothing")

    report = check("Barley stands [1]. Oats sleep [2].\n", sources=sources, judge="none")

    assert linked(report) == [
        ("Barley stands.", [("barley.txt", "name order")]),
        ("Oats sleep.", [("oats.txt", "name order")]),
    ]


@pytest.fixture
def checked(tmp_path):
    """Check a report against files of these names."""

    def run(report, name="report.md", **files):
        folder = tmp_path / "files"
        folder.mkdir()
        for stem, text in files.items():
            (folder / f"{stem}.txt").write_text(text, "utf-8")
        (tmp_path / name).write_text(report, "utf-8")
        return check(tmp_path / name, folder, judge="none", cache=False)

    return run


def test_the_abbreviation_of_a_law_in_brackets_is_a_label_of_its_text(checked):
    report = checked(
        "Halme werden gezählt [HO]. Der [HO] folgt niemand.\n",
        s="Halmordnung (HO)\n\nHalme werden gezählt.",
        t="Anderes\n\nNichts.",
    )

    assert linked(report) == [("Halme werden gezählt.", [("s.txt", "title")])]


def test_a_title_of_one_word_is_found_where_its_author_stands_below_it(checked):
    report = checked(
        "Dünen wandern [1]. Watten sinken [2].\n\n## Literatur\n\n"
        "[1] Okafor, C.: Dünen. Köln 2021, S. 7–9.\n[2] Brandt, L.: Watten. Kiel 2019.\n",
        d="Dünen\n\nC. Okafor\n\nSand.",
        w="Watten\n\nA. Moe\n\nSchlick.",
    )

    assert linked(report) == [
        ("Dünen wandern.", [("d.txt", "title")]),
        ("Watten sinken.", []),
    ]


def test_a_list_in_reverse_order_is_told_from_its_lowest_number_on(checked):
    report = checked(
        "Sand drifts [11].\n\n## References\n\n[10] a.txt\n[2] b.txt\n", a="Sand.", b="Mud."
    )

    assert [one.help for one in report.findings if one.code == "CE001"] == [
        "Correct the marker, or give the source it means. The draft lists 2 to 10."
    ]


TABLE = """Rye bends [1].

  Crop       Price   Yield
  ------- -------- -------
  Rye       18 [1]      40
  **Oats**  12 [2]      30

Oats sleep [2].

[1]: rye.txt
[2]: oats.txt
"""


def test_a_table_that_spaces_arrange_is_read_cell_by_cell_in_markdown(sources):
    report = check(TABLE, sources=sources, judge="none")

    assert [one for one in linked(report) if one[1]] == [
        ("Rye bends.", [("rye.txt", "file name")]),
        ("18", [("rye.txt", "file name")]),
        ("12", [("oats.txt", "file name")]),
        ("Oats sleep.", [("oats.txt", "file name")]),
    ]
    cells = [one.claim.statement for one in report.claims if one.claim.text in ("12", "40")]
    assert cells == ["Rye, Yield: 40", "Oats, Price: 12"]


def test_a_table_of_spaces_in_code_is_no_table(sources):
    fenced = TABLE.replace("  Crop", "```\n  Crop").replace("30\n", "30\n```\n")

    report = check(fenced, sources=sources, judge="none")

    assert [one.claim.text for one in report.claims] == ["Rye bends.", "Oats sleep."]


IN_LISTS = {
    "all have letters only": ("Rye", "Oats"),
    "only one has letters only": ("Moe14", "Oats"),
    "the other has letters only": ("Rye", "Liu12"),
}


@pytest.mark.parametrize("labels", IN_LISTS.values(), ids=IN_LISTS)
def test_a_label_without_digits_begins_an_entry_of_a_plain_text(labels, tmp_path, sources):
    a, b = labels
    for name in ("rye", "oats"):
        (sources / f"{name}.txt").write_text(f"A view of {name} seed\n\nIt is small.", "utf-8")
    draft = tmp_path / "report.txt"
    draft.write_text(
        f"Rye bends in wind [{a}]. Oats sleep in frost, as was found\n[{b}] in the mill.\n\n"
        f"References\n[{a}] Ada Moe. A view of rye seed, Mill Press, 2014\n"
        f"[{b}] Bo Liu. A view of oats seed, Mill\nPress [PDF] Milltown\n",
        "utf-8",
    )

    report = check(draft, sources, judge="none")

    assert [[name for name, _ in cited] for _, cited in linked(report)] == [
        ["rye.txt"],
        ["oats.txt"],
    ]
    assert [one.label for one in report.references] == [a, b]


@pytest.mark.parametrize("label", ["[{}]", "{}."], ids=["in brackets", "before a point"])
def test_a_line_that_begins_with_a_dash_goes_on_with_a_labelled_entry(label, tmp_path, sources):
    draft = tmp_path / "report.txt"
    one, two = label.format(1), label.format(2)
    draft.write_text(
        "Rye bends in wind [1]. Oats sleep in frost [2].\n\nReferences\n"
        f"{one} Ada Moe. Seed of the mill I\n- rye, Mill Press, 2014\n"
        f"{two} Bo Liu. Seed of the mill II\n– oats, Mill Press, 2014\n",
        "utf-8",
    )

    report = check(draft, sources, judge="none")

    assert [(entry.label, entry.entry) for entry in report.references] == [
        ("1", "Ada Moe. Seed of the mill I - rye, Mill Press, 2014"),
        ("2", "Bo Liu. Seed of the mill II – oats, Mill Press, 2014"),
    ]


DATES = ["July 2025", "3 July 2025", "Juli 2025", "3. Juli 2025", "2025-07-03", "Milltown 2025"]
FORMS = [
    '{first} {family}. "{title}," {date}.',
    '{family}, {first}. "{title}." Mill Review, {date}.',
    "{first} {family}: {title}. {date}.",
    '{first} {family} — "{title}," {date}',
]


@pytest.mark.parametrize("date", DATES)
@pytest.mark.parametrize("form", FORMS)
def test_a_list_whose_entries_all_end_with_a_date_or_a_place_and_a_year_is_a_list(
    form, date, sources
):
    for name in ("rye", "oats"):
        (sources / f"{name}.txt").write_text(f"A view of {name} seed\n\nIt is small.", "utf-8")
    works = (("Ada", "Moe", "A view of rye seed"), ("Bo", "Liu", "A view of oats seed"))
    entries = [
        form.format(first=first, family=family, title=title, date=date)
        for first, family, title in works
    ]
    listed = "\n".join(f"- {entry}" for entry in entries)
    report = check(
        "Moe (2025) states that rye bends in wind. Liu (2025) finds that oats sleep in frost.\n\n"
        f"## References\n\n{listed}\n",
        sources=sources,
        judge="none",
    )

    assert [[name for name, _ in cited] for _, cited in linked(report)] == [
        ["rye.txt"],
        ["oats.txt"],
    ]


def test_items_that_state_something_of_a_month_are_no_entries(sources):
    report = check(
        "Rye bends in wind [1].\n\n## Sources\n\n"
        "- The mill was sold to a farm by the river in July 2025.\n"
        "- The oats of the farm were eaten by mice until 3 July 2025.\n",
        sources=sources,
        judge="none",
    )

    assert len([one for one in report.claims if "2025" in one.claim.text]) == 2


def test_a_label_without_digits_that_nothing_cites_ends_the_entry_before(tmp_path, sources):
    draft = tmp_path / "report.txt"
    draft.write_text(
        "Rye bends in wind [Moe14].\n\nReferences\n"
        "[Moe14] Ada Moe. A view of rye seed, Mill Press, 2014\n"
        "[Liu] Bo Liu. A view of oats seed, Milltown\n"
        "[Kim12] Su Kim. A view of barley seed\n[Online] Available: Mill Press, 2012\n",
        "utf-8",
    )
    for name in ("rye", "oats"):
        (sources / f"{name}.txt").write_text(f"A view of {name} seed\n\nIt is small.", "utf-8")

    report = check(draft, sources, judge="none")

    assert [(one.label, one.entry) for one in report.references] == [
        ("Moe14", "Ada Moe. A view of rye seed, Mill Press, 2014"),
        ("Liu", "Bo Liu. A view of oats seed, Milltown"),
        ("Kim12", "Su Kim. A view of barley seed [Online] Available: Mill Press, 2012"),
    ]
    assert [[name for name, _ in cited] for _, cited in linked(report)] == [["rye.txt"]]

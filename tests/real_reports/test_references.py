"""Which source a reference means, as real reports write their references."""

import json
import subprocess
import sys

import pytest

import made_pdfs
from citation_engine import check
from citation_engine.model.checked import LinkedBy
from citation_engine.model.finding import Level


@pytest.fixture
def checked(tmp_path):
    """Check a report against sources by their names; `beside` are files in its own folder."""

    def run(report, sources, beside=None, name="report.md", **options):
        folder = tmp_path / "work"
        for path, content in {
            **{f"sources/{path}": content for path, content in sources.items()},
            **(beside or {}),
            name: report,
        }.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content if isinstance(content, bytes) else content.encode())
        return check(folder / name, folder / "sources", cache=False, **options)

    return run


def meant(report):
    """The name of the source of each reference, by the reference's label."""
    names = {source.label: source.name for source in report.sources}
    return {one.label: " ".join(names[label] for label in one.sources) for one in report.references}


def how(report):
    return {one.label: one.linked_by for one in report.references}


def codes(report, level=None):
    return [one.code for one in report.findings if level in (None, one.level)]


# Lists of references ---------------------------------------------------------------------------


def test_a_list_without_a_heading_is_read_where_an_entry_ends_with_pages(checked):
    report = checked(
        "Dunes wander in winter [1]. Storms move them [2].\n\n"
        '[1] P. Moe, "Winter dunes of the north," Coast Letters, pp. 7–9.\n'
        '[2] K. Brandt, "Storms and sand," 2019.\n',
        {"b.txt": "Winter dunes of the north\n\nDunes wander.", "a.txt": "Storms and sand\n\nX."},
        judge="none",
    )

    assert meant(report) == {"1": "b.txt", "2": "a.txt"}
    assert not codes(report, Level.ERROR)


def test_a_numbered_list_without_a_heading_is_read_where_the_text_cites_its_numbers(checked):
    report = checked(
        "Dunes wander in winter [1]. Storms move them [2].\n\n"
        "1. Moe, P. (2020). Winter dunes of the north. Coast Letters.\n"
        "2. Brandt, K. (2019). Storms and sand. Coast Letters.\n",
        {"b.txt": "Winter dunes of the north\n\nDunes wander.", "a.txt": "Storms and sand\n\nX."},
        judge="none",
    )

    assert meant(report) == {"1": "b.txt", "2": "a.txt"}


RYE = "Okafor, C. (2021). Rye in the far wind. J. Rye."
OATS = "Brandt, K. (2019). Oats under the deep snow. J. Oats."


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("report.txt", f"References\n\n2. {OATS}\n1. {RYE}\n"),
        ("report.md", f"[2] {OATS}\n[1] {RYE}\n\n---\n*Written by a tool.*\n"),
        ("report.md", f"| # | Source |\n|---|---|\n| 1 | {RYE} |\n| 2 | {OATS} |\n"),
        (
            "report.md",
            f"## Sources\n\n| # | Source |\n|---|---|\n| [1] | {RYE} |\n| [2] | {OATS} |\n",
        ),
        ("report.html", f"<hr><p>[1] {RYE}</p><p>[2] {OATS}</p>"),
        ("report.html", f"<h2>Key sources</h2><p>1. {RYE}</p><p>2. {OATS}</p>"),
    ],
    ids=["any order", "footer", "table", "table below a heading", "html", "html heading"],
)
def test_lists_are_read_however_they_are_set(checked, name, listed):
    text = "Rye bends in the wind [1]. Oats sleep under snow [2]."
    report = checked(
        f"<p>{text}</p>{listed}" if name.endswith("html") else f"{text}\n\n{listed}",
        {
            "a.txt": "Oats under the deep snow\nK. Brandt\n\nOats sleep.",
            "b.txt": "Rye in the far wind\nC. Okafor\n\nRye bends.",
        },
        name=name,
        judge="none",
    )

    assert meant(report) == {"1": "b.txt", "2": "a.txt"}


def test_a_table_that_ends_a_report_is_a_list_only_where_its_numbers_are_cited(checked):
    report = checked(
        "Rye bends in the wind.\n\n"
        "| no | harvest |\n|---|---|\n| 1 | good (2020) |\n| 2 | bad (2021) |\n",
        {"a.txt": "Rye bends."},
        judge="none",
    )

    assert not report.references


def test_a_heading_that_names_sources_among_other_words_opens_a_list(checked):
    report = checked(
        "Dunes wander [1].\n\n## Key sources (saved pages)\n\n1. Winter dunes. https://e.org/dunes\n",
        {"a.md": "# Else\n\nX.", "b.md": "Source: https://e.org/dunes\n\nDunes wander."},
        judge="none",
    )

    assert meant(report) == {"1": "b.md"}


def test_lines_may_end_as_on_an_old_macintosh(checked):
    report = checked(
        "Dunes wander [1].\r\r## References\r\r[1] b.md\r",
        {"a.md": "# Else\n\nX.", "b.md": "Dunes wander."},
        judge="none",
    )

    assert meant(report) == {"1": "b.md"}


# Titles ----------------------------------------------------------------------------------------


def test_a_part_of_a_title_never_links(checked):
    report = checked(
        "Barriers drift [1]. They drift far [1].\n\n## References\n\n"
        '[1] P. Moe, "DRIFT: seasonal mapping for coastal sand barriers," 2021.\n',
        {
            "coast.txt": "Coastal Sand Barriers: An Overview\n\nBarriers are long.",
            "other.txt": "Barriers drift.",
        },
        judge="none",
    )

    assert meant(report) == {"1": ""}
    assert codes(report).count("CE001") == 1


def test_two_subtitles_of_one_main_title_are_two_works(checked):
    report = checked(
        "Barriers drift [1].\n\n## References\n\n"
        "[1] Moe, P. (2021). The moving coast: winter dunes in the north. Coast Letters.\n",
        {
            "a.txt": "The moving coast: how storms take villages\nP. Moe\n\nBarriers drift.",
            "b.txt": "Something else.",
        },
        judge="none",
    )

    assert meant(report) == {"1": ""}


def test_a_journal_behind_the_title_is_not_the_title(checked):
    report = checked(
        "Barriers drift [1].\n\n## References\n\n"
        "[1] Moe, P. (2021). Winter dunes in the north. Annals of Coastal Work, 7.\n",
        {"a.txt": "Annals of Coastal Work\n\nBarriers drift.", "b.txt": "Something else."},
        judge="none",
    )

    assert meant(report) == {"1": ""}


@pytest.mark.parametrize(
    "entry",
    [
        'P. Moe and K. Brandt, "Winter dunes of the far north," Coast Letters, vol. 3, 2021.',
        "Moe, P., & Brandt, K. (2021). Winter dunes of the far north. Coast Letters, 3, 7–9.",
        "P. Moe and K. Brandt. Winter dunes of the far north. In Proceedings of Coasts, 2021.",
        "Moe, P., Brandt, K.: Winter dunes of the far north. Coast Letters 3 (2021)",
        "Pia Moe and Kim Brandt. 2021. Winter dunes of the far north. Coast Letters 3.",
        "Moe P, Brandt K. Winter dunes of the far north. Coast Lett. 2021;3:7-9.",
        "Moe, Pia; Brandt, Kim: *Winter Dunes of the Far North*. Kiel 2021.",
    ],
)
def test_a_title_on_the_first_page_of_a_pdf_is_found_in_every_style(checked, entry):
    page = made_pdfs.lines(
        ["Coast Letters 3 (2021) 7-9", "Winter dunes of the", "far north", "P. Moe, K. Brandt"]
    )
    report = checked(
        f"Dunes wander [1].\n\n## References\n\n[1] {entry}\n",
        {"x1.pdf": made_pdfs.made(page), "x2.pdf": made_pdfs.made(made_pdfs.lines(["Else"]))},
        judge="none",
    )

    assert meant(report) == {"1": "x1.pdf"}
    assert how(report) == {"1": LinkedBy.TITLE}


def test_entities_in_the_heading_of_a_source_are_read_as_people_see_them(checked):
    report = checked(
        "Much is left out [1].\n\n## References\n\n[1] What they don't say, 2020.\n",
        {"a.md": "# What they don&#039;t say\n\nMuch.", "b.md": "# Else\n\nX."},
        judge="none",
    )

    assert meant(report) == {"1": "a.md"}


def test_a_short_title_of_another_author_is_no_match(checked):
    page = "Deep dunes\nA. Okafor\n\n" + "Dunes are deep where the wind is strong. " * 40
    report = checked(
        "Dunes wander [1].\n\n## References\n\n[1] Moe, P.: Deep dunes: a new count. 2021.\n",
        {"a.txt": page, "b.txt": "X."},
        judge="none",
    )

    assert meant(report) == {"1": ""}


# Laws ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entry", ["Handelsgesetzbuch (HGB)", "HGB", "Handelsgesetzbuch", "§ 239 Abs. 2 HGB"]
)
def test_a_law_is_known_by_its_name_and_its_abbreviation(checked, entry):
    law = "---\nTitle: Handelsgesetzbuch\n---\n\n# Handelsgesetzbuch (HGB)\n\n## § 239\n\n(2) Text."
    report = checked(
        f"Bücher sind vollständig zu führen [1].\n\n## Quellen\n\n[1] {entry}\n",
        {"a.md": "# Abgabenordnung (AO)\n\nX.", "law.md": law},
        judge="none",
    )

    assert meant(report) == {"1": "law.md"}


def test_the_section_in_an_entry_is_where_the_words_must_stand(checked):
    law = (
        "# Handelsgesetzbuch (HGB)\n\n## § 238\n\nBooks are kept in order.\n\n"
        "## § 239\n\nEntries are made in full.\n"
    )
    text = 'It says "Books are kept in order" [1].\n\n## Sources\n\n[1] § 239 HGB\n'

    assert "CE103" in codes(checked(text, {"law.md": law, "x.md": "X."}, judge="none"))


def printed(*lines):
    """A page of the web as a browser prints it, with these lines at its edges."""
    return made_pdfs.made(made_pdfs.lines(["2/5/2021 Of sand", *lines, "Dunes drift in May."]))


# Identifiers and addresses ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "name", "content"),
    [
        ("arXiv:2101.00017", "barriers_2101.00017.txt", "Of sand barriers"),
        ("https://arxiv.org/abs/2101.00017v2", "x.txt", "arXiv:2101.00017v1 [cs.CL] 1 Jan\nDunes"),
        ("doi:10.1000/xyz.1", "10.1000_xyz.1.txt", "Of sand barriers"),
        ("https://doi.org/10.1000/xyz.1", "x.md", "---\ndoi: 10.1000/xyz.1\n---\nDunes"),
        ("PMID: 1234567", "pmid_1234567.txt", "Of sand barriers"),
        ("PMC123456", "PMC123456.txt", "Of sand barriers"),
        ("ISBN 3-16-148410-X", "9783161484100.txt", "Of sand barriers"),
        ("https://e.org/coast/dunes", "x.md", "# Dunes\nSource: https://www.e.org/coast/dunes/\n"),
        ("https://e.org/coast/dunes", "x.md", "---\nurl: https://e.org/coast/dunes\n---\nDunes"),
        ("https://e.org/coast/dunes", "x.json", json.dumps({"url": "https://e.org/coast/dunes"})),
        ("https://e.org/dunes-of-the-north", "dunes-of-the-north.txt", "Of sand barriers"),
        ("https://e.org/coast/dunes", "x.pdf", printed("https://e.org/coast/dunes 1/4")),
        ("https://e.org/coast/dunes", "x.pdf", printed("https://e.org/coast/dunes", "1 von 4")),
        # In the text of a PDF, lines end within addresses.
        (
            "https: //e.org/coast/\n  dunes (seen in May)",
            "x.md",
            "# Of\nURL: https://e.org/coast/dunes",
        ),
        (
            "https://e.or g/coa\n  st/dunes. Seen in May",
            "x.md",
            "# Of\nURL: https://e.org/coast/dunes",
        ),
    ],
)
def test_a_file_is_found_by_its_number_or_address(checked, entry, name, content):
    report = checked(
        f"Barriers drift [1].\n\n## References\n\n[1] Moe, Mapping of sand barriers, {entry}\n",
        {name: content, "other.txt": "Nothing of that."},
        judge="none",
    )

    assert meant(report) == {"1": name}
    assert not how(report)["1"].is_guess


# Authors and years -----------------------------------------------------------------------------

OKAFOR = "Rye in the wind\nC. Okafor and others\n\nRye bends in the wind."
BRANDT = "Oats under snow\nK. Brandt, M. Liu\n\nOats sleep under snow."


@pytest.mark.parametrize(
    "names",
    [("okafor2021.txt", "brandt_2019.txt"), ("Okafor et al. - 2021 - Rye.txt", "Brandt 2019.txt")],
)
def test_files_are_known_by_author_and_year(checked, names):
    report = checked(
        "Rye bends [1]. Oats sleep [2].\n\n## References\n\n"
        "[1] Okafor, C. et al. (2021). Rye in winds. J. Rye.\n"
        "[2] Brandt, K., Liu, M. (2019). Oats beneath the snow. J. Oats.\n",
        dict(zip(names, (OKAFOR, BRANDT), strict=True)),
        judge="none",
    )

    assert list(meant(report).values()) == list(names)


def test_authors_and_years_in_the_text_are_looked_up_in_the_list(checked):
    report = checked(
        "Rye bends in the wind (Okafor et al., 2021). Oats sleep [Brandt & Liu, 2019].\n\n"
        "## References\n\n"
        "Brandt, K., & Liu, M. (2019). Oats under snow. J. Oats.\n\n"
        "Okafor, C., Moe, P., & Liu, M. (2021). Rye in the wind. J. Rye.\n",
        {"a.txt": OKAFOR, "b.txt": BRANDT},
        judge="none",
    )

    assert sorted(meant(report).values()) == ["a.txt", "b.txt"]
    assert not codes(report, Level.ERROR)


def test_two_works_of_one_author_and_year_are_told_apart_by_a_letter(checked):
    report = checked(
        "Rye bends (Okafor, 2021a). Oats sleep (Okafor, 2021b). Both grow (Okafor, 2021).\n\n"
        "## References\n\n"
        "Okafor, C. (2021a). Rye in the wind. J. Rye.\n\n"
        "Okafor, C. (2021b). Oats under snow. J. Oats.\n",
        {"a.txt": OKAFOR, "b.txt": BRANDT},
        judge="none",
    )
    missing = [one for one in report.findings if one.code == "CE007"]

    assert sorted(filter(None, meant(report).values())) == ["a.txt", "b.txt"]
    assert [one.marker for one in missing] == ["(Okafor, 2021)"]


# Bibliographies --------------------------------------------------------------------------------

BIB = """@article{okafor2021,
  title = {Rye in the {Wind}}, author = {Okafor, Chidi and M{\\"u}ller, A.}, year = 2021
}
@book{gone, title = "A book that is not here", year = {2000}}
"""
CSL = [{"id": "okafor2021", "type": "book", "title": "Rye in the wind"}]
RIS = "TY  - JOUR\nAU  - Okafor, C.\nTI  - Rye in the wind\nPY  - 2021\nID  - okafor2021\nER  - \n"
TABLE = 'lit_id,citation,doi\nokafor2021,"Okafor, C. Rye in the\nwind. 2021.",\n'
BBL = "\\begin{thebibliography}{9}\n\\bibitem{okafor2021} C. Okafor. \\newblock Rye in the wind.\n"


@pytest.mark.parametrize(
    "beside",
    [
        {"refs.bib": BIB},
        {"refs.json": json.dumps(CSL)},
        {"x.ris": RIS},
        {"report.bbl": BBL},
        {"literature.csv": TABLE},
    ],
    ids=["bibtex", "csl-json", "ris", "bbl", "table"],
)
def test_keys_are_looked_up_in_a_bibliography_beside_the_report(checked, beside):
    report = checked(
        "Rye bends in the wind [@okafor2021].\n",
        {"a.txt": OKAFOR, "b.txt": BRANDT},
        beside,
        judge="none",
    )

    assert meant(report) == {"okafor2021": "a.txt"}


def test_a_bibliography_among_the_sources_is_no_source(checked):
    report = checked(
        "Rye bends in the wind [@okafor2021]. So says a book [@gone].\n",
        {"a.txt": OKAFOR, "b.txt": BRANDT, "refs.bib": BIB},
        judge="none",
    )

    assert meant(report) == {"okafor2021": "a.txt", "gone": ""}
    assert "refs.bib" not in [source.name for source in report.sources]


def test_ids_of_a_table_of_sources_cite_in_parentheses(checked):
    table = "id;title;url\nSRC-01;Rye in the wind;\nSRC-02;Gone;https://gone.example/a\n"
    report = checked(
        "Rye bends in the wind. *(SRC-01)* Oats sleep under the snow. *(SRC-01,\nSRC-02)*\n",
        {"a.txt": OKAFOR, "b.txt": BRANDT, "sources.csv": table},
        judge="none",
    )

    assert meant(report) == {"SRC-01": "a.txt", "SRC-02": ""}
    assert "sources.csv" not in [source.name for source in report.sources]


@pytest.mark.parametrize("head", ["id,title,price", "name,title,url", "id,what,url"])
def test_another_table_is_a_source_and_no_bibliography(checked, head):
    sources = {"a.txt": OKAFOR, "sources.csv": f"{head}\nA-1,Rye in the wind,3\n"}
    report = checked("Rye bends in the wind [A-1].\n", sources, judge="none")

    assert sorted(source.name for source in report.sources) == ["a.txt", "sources.csv"]


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("rye-in-wind.md", ""),
        ("a.md", "---\nurl: rye-in-wind\n---\n\n"),
        ("a.md", "---\nslug: rye-in-wind\n---\n\n"),
    ],
)
def test_a_saved_page_is_found_by_the_last_part_of_its_address(checked, name, head):
    report = checked(
        "Rye bends, says [a miller](https://mill.example/rye-in-wind/).\n",
        {name: f"{head}# Of mills\n\nRye bends.", "b.md": "# Other\n\nX."},
        judge="none",
    )

    assert list(meant(report).values()) == [name]


def test_what_a_title_has_in_brackets_within_it_is_no_name_of_the_source(checked):
    report = checked(
        "Rye bends in the wind [[rye]]. See [[snb]] for towns.\n",
        {"rye.md": "# Rye\n\nRye bends.", "talk.md": "# Seed nets of barns (SNB) for towns\n\nX."},
        judge="none",
    )

    assert meant(report) == {"rye": "rye.md"}


def test_the_beginning_of_an_id_in_a_file_of_data_is_no_id(checked):
    data = '[\n{"id": "film-a1-words", "name": "x"}\n]\n'
    report = checked("Rye bends, see `film-a1`.\n", {"films.json": data}, judge="none")

    assert not meant(report)


def test_a_work_that_two_lists_have_is_one_work(checked):
    made = BBL.replace("Rye in the wind.", "Rye in the wind. \\newblock \\emph{J. Rye}, 2021.")
    tex = "\\documentclass{article}\\begin{document}Rye bends \\cite{okafor2021}.\\end{document}"
    latex = checked(
        tex, {"a.txt": OKAFOR}, {"refs.bib": BIB, "report.bbl": made}, "report.tex", judge="none"
    )
    listed = "## References\n\nOkafor, C., & Müller, A. (2021). Rye in the wind. J. Rye.\n"
    markdown = checked(
        f"Rye bends (Okafor & Müller, 2021).\n\n{listed}",
        {"a.txt": OKAFOR},
        {"refs.bib": BIB},
        judge="none",
    )

    assert meant(latex) == {"okafor2021": "a.txt"}
    assert list(meant(markdown).values()) == ["a.txt"]


def test_a_work_with_a_title_of_one_word_that_two_lists_have_is_one_work(checked):
    book = "@book{{lind2015, author={{Lind, Bo}}, title={{Grassland}}, year=2015{}}}\n"
    report = checked(
        "Rye bends in the wind [@lind2015].\n",
        {"lind.txt": "Grassland\n\nBo Lind, 2015\n\nRye bends."},
        {"refs.bib": book.format(""), "old.bib": book.format(", url={https://e.org/grass}")},
        judge="none",
    )

    assert meant(report) == {"lind2015": "lind.txt"}


def test_a_work_that_biblatex_wrote_with_words_in_two_pairs_of_braces_is_one_work(checked):
    title = "Rye in the {{Wind}} of the {{North}}"
    made = (
        "\\entry{okafor2021}{article}{}\n"
        "  \\name{author}{1}{}{{{hash=ab}{family={Okafor}, given={Chi}}}}\n"
        f"  \\field{{title}}{{{title}}}\n  \\field{{year}}{{2021}}\n\\endentry\n"
    )
    listed = f"@article{{okafor2021, author={{Okafor, Chi}}, title={{{title}}}, year=2021}}\n"
    report = checked(
        "\\documentclass{article}\\begin{document}Rye bends \\cite{okafor2021}.\\end{document}",
        {"a.txt": "Rye in the Wind of the North\n\nRye bends."},
        {"refs.bib": listed, "report.bbl": made},
        "report.tex",
        judge="none",
    )

    assert meant(report) == {"okafor2021": "a.txt"}
    assert how(report)["okafor2021"] is not LinkedBy.LIKENESS


def test_two_works_of_one_key_are_not_one_work(checked):
    other = "@article{okafor2021, title = {Rye in the snow}, author = {Okafor, C.}, year = 2021}"
    report = checked(
        "Rye bends [@okafor2021].\n",
        {"a.txt": OKAFOR},
        {"refs.bib": BIB, "more.bib": other},
        judge="none",
    )

    assert meant(report) == {"okafor2021": ""}


def printed_references(folder) -> list[str]:
    """What `cite check thesis.tex --references` prints, a space between the columns."""
    called = "check thesis.tex --sources sources --references --judge none --no-cache".split()
    done = subprocess.run(
        [sys.executable, "-m", "citation_engine", *called],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return [" ".join(line.split()) for line in done.stdout.splitlines()]


def test_the_files_that_latex_takes_in_are_checked_with_their_bibliography(checked, tmp_path):
    main = "\\begin{document}\\input{parts/rye}\\include{gone}\\end{document}"
    checked(
        "\\section{Rye} Rye bends in the wind \\cite{okafor2021}.\n",
        {"a.txt": OKAFOR},
        {"thesis.tex": main, "refs.bib": BIB},
        "parts/rye.tex",
        judge="none",
    )
    lines = printed_references(tmp_path / "work")

    assert "parts/rye.tex" in lines
    assert any(line.startswith("okafor2021 S1 a.txt by its title") for line in lines)


@pytest.mark.parametrize("command", ["\\input{parts/works}", "\\include{parts/works.tex}"])
def test_a_list_in_a_file_that_latex_takes_in_is_that_of_the_report(checked, tmp_path, command):
    works = (
        "\\chapter*{Works}\n\\begin{thebibliography}{99}\n\\bibitem[Oka]{k7} C. Okafor. "
        "\\emph{Rye in the wind}, 2021.\n\\end{thebibliography}\n"
    )
    report = checked(
        f"Rye bends in the wind \\cite{{k7}}.\n\\input{{parts/rye}}\n{command}\n",
        {"a.txt": OKAFOR},
        {"parts/works.tex": works, "parts/rye.tex": "Rye bends in the wind \\cite{k7}.\n"},
        "thesis.tex",
        judge="none",
    )
    lines = printed_references(tmp_path / "work")

    assert meant(report) == {"k7": "a.txt"}
    assert [line for line in lines if line.endswith(".tex")] == ["thesis.tex", "parts/rye.tex"]
    assert sum(line.startswith("k7 S1 a.txt by its title") for line in lines) == 2


# Guesses ---------------------------------------------------------------------------------------


def test_the_order_of_names_is_a_guess_and_makes_no_error(checked):
    report = checked(
        'Rye "costs nineteen euros" [1]. Oats "cost fifty euros" [2].\n',
        {"a.txt": "Rye costs eighteen euros.", "b.txt": "Oats cost forty-five euros."},
    )

    assert set(how(report).values()) == {LinkedBy.NAME_ORDER}
    assert not codes(report, Level.ERROR)
    assert not report.failed
    assert all("guess" in one.message for one in report.findings if one.code.startswith("CE1"))


def test_the_only_source_is_no_guess(checked):
    report = checked('Rye "costs nineteen euros" [1].\n', {"a.txt": "Rye costs eighteen euros."})

    assert how(report) == {"1": LinkedBy.ONLY}
    assert codes(report, Level.ERROR)


def test_numbers_in_the_names_of_files_are_no_guess(checked):
    report = checked(
        "Rye bends [2]. Oats sleep [1].\n",
        {"01_oats.txt": BRANDT, "02_rye.txt": OKAFOR},
        judge="none",
    )

    assert meant(report) == {"2": "02_rye.txt", "1": "01_oats.txt"}
    assert set(how(report).values()) == {LinkedBy.FILE_NAME}


def test_a_lone_entry_without_a_heading_whose_title_is_in_quotation_marks_is_an_entry(checked):
    report = checked(
        'Sand moves in spring [1].\n\n[1] P. Moe, "SHIFT: a count of willow fences," 2021.\n',
        {"f.txt": "Willow Fences: A Survey\n\nFences stand."},
    )

    assert [one.claim.text for one in report.claims] == ["Sand moves in spring."]
    assert [one.code for one in report.findings if one.level == "error"] == ["CE001"]


def test_references_are_counted_as_found_guessed_and_missing(checked):
    report = checked(
        "Rye bends [1]. Oats sleep [2].\n\n## References\n\n[1] a.txt\n[2] A lost book, 2001.\n",
        {"a.txt": OKAFOR, "b.txt": BRANDT},
        judge="none",
    )

    assert report.reference_counts == {"all": 2, "found": 1, "guessed": 0, "missing": 1}
    assert json.loads(report.to_json())["summary"]["references"]["missing"] == 1


# Findings about references ---------------------------------------------------------------------


def test_a_missing_source_is_said_once_with_all_its_places(checked):
    text = "".join(f"Line {n} is about rye [{n % 3 + 1}].\n\n" for n in range(12))
    text += "## References\n\n" + "".join(f"[{n}] Lost book {n}, 2001.\n" for n in (1, 2, 3))
    report = checked(text, {"a.txt": OKAFOR, "b.txt": BRANDT}, judge="none")
    missing = [one for one in report.findings if one.code == "CE001"]

    assert [len(one.places) for one in missing] == [4, 4, 4]
    assert all("cited 4 times" in one.message for one in missing)


def test_numbers_that_are_shifted_against_the_list_are_said_once_and_first(checked):
    grains = ["rye", "oats", "barley", "wheat", "millet"]
    sources = {
        f"{grain}.txt": f"The {grain} of the north ripens in week {20 + n} of every year."
        for n, grain in enumerate(grains)
    }
    cited = [
        f'It is said that "{grain} of the north ripens in week {20 + n}" [{n}].\n\n'
        for n, grain in enumerate(grains)
        if n
    ]
    listed = [f"[{n}] {grain}.txt\n" for n, grain in enumerate(grains, 1)]
    report = checked("".join([*cited, "## References\n\n", *listed]), sources)
    first = report.findings[0]

    assert first.code == "CE013"
    assert "[1] → S3 (oats.txt)" in first.message
    assert codes(report).count("CE013") == 1
    assert codes(report).count("CE101") + codes(report).count("CE102") == 4


def test_files_of_one_name_are_shown_with_their_folders(checked):
    report = checked(
        "Rye bends [1].\n\n## References\n\n[1] index.txt\n",
        {"north/index.txt": OKAFOR, "south/index.txt": BRANDT},
        judge="none",
    )
    (finding,) = [one for one in report.findings if one.code == "CE007"]

    assert "north/index.txt" in finding.message
    assert "south/index.txt" in finding.message


def test_numbers_that_a_sources_map_explains_leave_no_gaps(checked):
    report = checked(
        "Rye bends [3]. Oats sleep [9].\n",
        {"a.txt": OKAFOR, "b.txt": BRANDT},
        judge="none",
        sources_map={"3": "a.txt", "9": "b.txt"},
    )

    assert "CE003" not in codes(report)


@pytest.mark.parametrize("entry", ["§ 10 Abs. 1 EStG", "EStG § 10"])
def test_a_section_of_a_law_may_be_a_file_of_its_own(checked, entry):
    report = checked(
        f"Das ist abzugsfähig [1].\n\n## Quellen\n\n[1] {entry}\n",
        {
            "EStG § 1 Steuerpflicht.md": "# EStG § 1 Steuerpflicht\n\nText.",
            "EStG § 10 Ausgaben.md": "# EStG § 10 Ausgaben\n\nText.",
        },
        judge="none",
    )

    assert meant(report) == {"1": "EStG § 10 Ausgaben.md"}


SOCIAL_LAW = "# Sozialgesetzbuch (SGB) {} Buch ({})\n\n§ 15\n\nText."


@pytest.mark.parametrize("written", ["§ 15 SGB II", "§ 15 Abs. 1 SGB 2", "§ 15 SGB"])
def test_a_book_of_a_law_is_not_taken_for_another_of_its_books(checked, written):
    report = checked(
        f"Ein Plan wird nach {written} vereinbart. Vertreter regelt § 15 SGB X.\n",
        {"buch.md": SOCIAL_LAW.format("Zehntes", "X")},
        judge="none",
    )

    assert meant(report) == {"§ 15 SGB X": "buch.md"}


@pytest.mark.parametrize("written", ["§ 15 Abs. 2 SGB II", "SGB II § 15"])
@pytest.mark.parametrize("name", ["SGB_II.md", "zweites.md"])
def test_a_book_of_a_law_is_found_by_its_number(checked, written, name):
    report = checked(
        f"Ein Plan wird nach {written} vereinbart.\n",
        {
            name: SOCIAL_LAW.format("Zweites", "II"),
            "zehntes.md": SOCIAL_LAW.format("Zehntes", "X"),
        },
        judge="none",
    )

    assert meant(report) == {"§ 15 SGB II": name}


def test_a_law_is_called_by_the_short_name_above_its_date(checked):
    published = "Ein Dienst\n{}\n{}\nAusfertigungsdatum: 07.08.1996\n\n§ 8\n\nText."
    report = checked(
        "Ein Unfall ist in § 8 SGB VII bestimmt. Kinder behandelt § 8 KiFöG.\n",
        {
            "a.txt": published.format("Siebtes Buch Sozialgesetzbuch - Unfälle", "SGB 7"),
            "b.txt": published.format("Gesetz zur Förderung von Kindern", "KiFöG"),
        },
        judge="none",
    )

    assert meant(report) == {"§ 8 SGB VII": "a.txt", "§ 8 KiFöG": "b.txt"}


def test_a_word_of_the_title_of_a_source_is_nobody_who_is_cited(checked):
    report = checked(
        "Die alten Weisungen (2023) bleiben liegen, schreibt `weisung_20.md`.\n",
        {"weisung_20.md": "# Fachliche Weisungen zum Bedarf, Stand 2023\n\nText."},
        judge="none",
    )

    assert meant(report) == {"weisung_20.md": "weisung_20.md"}


@pytest.mark.parametrize("name", ["Anlage_2_Plan.txt", "Anlage_02_Plan.txt"])
@pytest.mark.parametrize(
    "written",
    ["Der Weg ist in Anlage 2 gezeichnet.", "Der Weg ist in Anlage\n2 gezeichnet."],
)
def test_an_annex_is_found_with_a_zero_in_its_name_and_across_the_end_of_a_line(
    checked, name, written
):
    report = checked(f"{written}\n", {name: "Der Weg.", "brief.txt": "Ein Brief."}, judge="none")

    assert list(meant(report).values()) == [name]


@pytest.mark.parametrize(
    "written", ["(vgl. auch Anlagen 5 und 6)", "(siehe Anlagen 5\nund 6)", "(vgl. Anlagen\n5, 6)"]
)
def test_several_annexes_in_parentheses_are_found(checked, written):
    report = checked(
        f"Die Stellen sind zu melden {written}.\n",
        {"Anlage_5_Amt.txt": "Eine Stelle.", "Anlage_6_Amt.txt": "Zwei Stellen."},
        judge="none",
    )

    assert sorted(meant(report).values()) == ["Anlage_5_Amt.txt", "Anlage_6_Amt.txt"]


@pytest.mark.parametrize("name", ["Brief an den Rat.txt", "2022-11-27 Maßnahmen.txt"])
def test_a_file_in_code_is_found_without_a_sign_in_its_name_and_with_a_sharp_s(checked, name):
    report = checked(
        f"### Der Brief\n\n`{name}`\n\nDie Halle fasst 200 Leute.\n",
        {name: "Die Halle fasst 200 Leute."},
        judge="none",
    )

    assert meant(report) == {name: name}


def test_a_commentary_is_not_the_work_that_it_is_about(checked):
    report = checked(
        "Dunes wander [1].\n\n## References\n\n"
        "[1] Moe, P. (2021). Why the winter dunes wander far. Coast Letters.\n",
        {
            "a.txt": "Letters\nA commentary on\nWhy the winter dunes wander far\nby P. Moe\n",
            "b.txt": "Something else.",
        },
        judge="none",
    )

    assert meant(report) == {"1": ""}


# Works that are given from memory --------------------------------------------------------------

PAGE = "Dunes wander along the coast in winter, and nobody knows how far they get. " * 16


def paper(title, authors, body=PAGE):
    return f"{title}\n{authors}\nInstitute of Sand\n\n{body}"


def test_a_title_from_memory_is_found_by_author_and_year_in_the_name_of_the_file(checked):
    report = checked(
        "Dunes wander [1].\n\n## References\n\n"
        "[1] Domenica Maistor and Karl Moe. Deep tree search in large dunes, 2021.\n",
        {
            "maistor2021deep.txt": paper(
                "Deep Sand Tree Search in Large Dunes", "Domenica Maistor"
            ),
            "maistor2021slow.txt": paper("A slow look at beaches and bays", "Domenica Maistor"),
        },
        judge="none",
    )

    assert meant(report) == {"1": "maistor2021deep.txt"}
    assert how(report) == {"1": LinkedBy.AUTHOR}


def test_another_work_of_the_same_author_and_year_is_at_most_a_guess(checked):
    report = checked(
        "Dunes wander [1].\n\n## References\n\n"
        "[1] Alexandra Tschanz, Manuela Baltier, and Anna K. Seth. Scaling sand drift. "
        "In Joint Conference on Dunes, pages 1-8, 2020.\n",
        {
            "tschanz2020learning.txt": paper(
                "Learning shore-oriented models through\nsand drift",
                "Alexandra Tschanz\n1,2\nAnna K. Seth",
            )
        },
        judge="none",
    )

    assert all(one.is_guess or not one.sources for one in report.references)


def test_a_sign_that_a_pdf_reader_could_not_read_is_no_part_of_a_title(checked):
    report = checked(
        "Dunes wander [1].\n\n## References\n\n"
        "[1] Burg, D.; Lanill, P. Locating and Following Dunes through Radar. 2021.\n",
        {
            "a.txt": paper(
                "Locating and Following Dunes\nthrough Radar(cid:63)", "D. Burg1, P. Lanill2"
            )
        },
        judge="none",
    )

    assert meant(report) == {"1": "a.txt"}


def test_a_preprint_and_the_paper_hold_one_work(checked):
    title = "The wandering of dunes along northern coasts"
    report = checked(
        f"Dunes wander [1].\n\n## References\n\n[1] Moe, P. {title}. 2021.\n",
        {
            "a.txt": paper(title, "Peter Moe"),
            "b.txt": paper(title, "Peter Moe", PAGE.replace("coast", "shore")),
        },
        judge="none",
    )

    assert meant(report) == {"1": "a.txt b.txt"}
    assert not codes(report, Level.ERROR)


def test_a_work_that_the_list_should_name_and_does_not_is_only_guessed(checked):
    report = checked(
        "Dunes wander (Moe et al., 2020). Seas rise (Brandt & Liu, 2019).\n\n## References\n\n"
        "Brandt, K., & Liu, M. (2019). Oats under snow. J. Oats.\n",
        {"moe2020.txt": paper("Wandering dunes", "Peter Moe"), "b.txt": BRANDT},
        judge="none",
    )

    assert meant(report) == {"moe 2020": "moe2020.txt", "brandt liu 2019": "b.txt"}
    assert how(report)["moe 2020"].is_guess


@pytest.mark.parametrize(
    ("entries", "called"),
    [
        (
            "Peter A. Moe, Klara Brandt, and Ann Lee. Wandering dunes. Coast\nLetters, 4, 2013.\n"
            "Jana Adler and Rune W. Cooper. Dynamic shores and how they change.\n"
            "North Press, 2003.\n"
            "Haga Attia. Planning by looking. In 9th Workshop on Sand\nand Sea, page 8, 2003.\n",
            "(Moe et al., 2013; Adler and Cooper, 2003; Attia, 2003)",
        ),
        (
            "Adler J, Cooper RW. Dynamic shores and how they\nchange, Frontiers of Sand\n"
            "2003;8:563.\nAttia H. Planning by looking, arXiv 2003.\n16 Adler et al.\n"
            "Moe PA, Brandt K, Lee A. Wandering dunes, Coast Letters\n2013;5:17.\n",
            "(Moe et al., 2013; Adler and Cooper, 2003; Attia, 2003)",
        ),
    ],
)
def test_a_list_without_numbers_out_of_a_pdf_has_its_entries(checked, entries, called):
    report = checked(
        f"Dunes wander {called}.\n\nReferences\n{entries}",
        {
            "a.txt": "Wandering dunes\nP. A. Moe\n\nDunes wander.",
            "b.txt": "Dynamic shores and how they change\nJ. Adler\n\nShores change.",
            "c.txt": "Planning by looking\nH. Attia\n\nPlanning is looking.",
        },
        name="report.txt",
        judge="none",
    )

    assert sorted(filter(None, meant(report).values())) == ["a.txt", "b.txt", "c.txt"]


def test_the_head_of_a_column_out_of_a_pdf_opens_no_list(checked):
    report = checked(
        "Dunes wander in winter, as Moe (2019) says.\nTable 1: Dunes\nReference\nWhat was seen\n"
        "Range\nPlace\nMoe (2019)\nsteps of dunes\n3 m\nnorth\nBrandt (2020)\nstorms\n"
        "Storms move the dunes, as Brandt (2020) says.\nReferences\n"
        "Brandt, K. (2020). Storms and sand. Coast Letters, 3:1-9.\n"
        "Moe, P. (2019). Winter dunes of the north. Coast Letters, 2:7-9.\n",
        {"b.txt": "Winter dunes of the north\n\nDunes wander.", "a.txt": "Storms and sand\n\nX."},
        name="report.txt",
        judge="none",
    )

    assert meant(report) == {"moe 2019": "b.txt", "brandt 2020": "a.txt"}


def test_names_that_a_pdf_reader_glued_together_are_names(checked):
    report = checked(
        "Dunes wander (Fountain et al., 2020). Seas rise (Moe et al., 2021).\n\nReferences\n"
        "ZafirFountain,NoorSaid,andKarlMoe. Deepdunesofthecoast\nin winter. arXiv, June 2020.\n"
        "Peter Moe, Anna Lee, and Bo Liu. Seas. Coast Letters, 2021.\n",
        {"a.txt": paper("Deep dunes of the coast in winter", "Zafir Fountain")},
        name="report.txt",
        judge="none",
    )

    assert meant(report) == {"fountain 2020": "a.txt", "moe 2021": ""}


@pytest.mark.parametrize("year", ["n.d.", "n. d.", "o. J.", "o.J."])
def test_works_without_a_year_are_looked_up_in_the_list(checked, year):
    report = checked(
        f"Rye bends in the wind (Müller, {year}). Nach Okafor ({year}) schläft Hafer.\n\n"
        "## Literatur\n\n"
        f"Müller, A. ({year}). Rye in the wind. J. Rye.\n\nOkafor, C. ({year}). Oats under snow.\n",
        {"a.txt": OKAFOR, "b.txt": BRANDT},
        judge="none",
    )

    assert sorted(meant(report).values()) == ["a.txt", "b.txt"]


def test_a_key_of_a_bibliography_may_be_a_number(checked):
    report = checked(
        "\\documentclass{article}\\begin{document}Rye bends \\cite{9121027}.\\end{document}",
        {"a.txt": OKAFOR},
        {"refs.bib": "@article{9121027, title={Rye in the wind}, author={Okafor, C.}, year=2021}"},
        name="report.tex",
        judge="none",
    )

    assert meant(report) == {"9121027": "a.txt"}


def test_a_file_and_its_data_have_one_name(checked):
    report = checked(
        "Nach Art. 22 HRegV wird eingetragen.",
        {
            "HREGV.md": "# Handelsregisterverordnung (HRegV)\n\n## Art. 22\n\nEs wird eingetragen.",
            "HREGV.json": '{"id": "HREGV", "art": 22}',
        },
        judge="none",
    )

    assert list(meant(report).values()) == ["HREGV.md"]


# Footnotes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "remark",
    ["Here and below, oats are all kinds of oats.", "Hier und im Folgenden ist Hafer gemeint."],
)
def test_a_footnote_that_only_explains_cites_nothing(checked, remark):
    report = checked(
        f"Rye bends in the wind.[^1] Oats sleep under 3 metres of snow.[^2]\n\n"
        f"[^1]: C. Okafor: Rye in the wind. 2021.\n[^2]: {remark}\n",
        {"a.txt": OKAFOR},
        judge="none",
    )

    assert meant(report) == {"1": "a.txt"}
    assert not codes(report, Level.ERROR)
    assert "CE302" in codes(report)


@pytest.mark.parametrize(
    "note",
    ["P. Moe: Oats. 2020, S. 12.", "Weather service, summary of 2018 to 2020", "“Is it oats?”"],
)
def test_a_footnote_that_names_an_unknown_work_is_still_an_error(checked, note):
    report = checked(
        f"Rye bends in the wind.[^1] Oats sleep [S1].\n\n[^1]: {note}\n",
        {"a.txt": OKAFOR},
        judge="none",
    )

    assert "CE001" in codes(report, Level.ERROR)


def test_a_page_in_a_footnote_is_where_the_words_must_stand(checked):
    pages = [["Wandering dunes", "Peter Moe, 2020"], ["Dunes wander far in winter."], ["End."]]
    report = checked(
        '"Dunes wander far in winter."[^1]\n\n[^1]: Moe 2020, p. 3.\n\n## References\n\n'
        "Moe, P. (2020). Wandering dunes. Coast Letters.\n",
        {"moe2020.pdf": made_pdfs.made(*map(made_pdfs.lines, pages))},
        judge="none",
    )

    assert "CE103" in codes(report)


@pytest.mark.parametrize(
    "entry",
    [
        "Manriq, H.; Walker, M. ‘Snakes and ladders’ in the study of wandering dunes. Life 2024.",
        "Albar, M.; Hip ólito, I.; Ren é, G. Snakes and ladders in the study of wandering dunes.",
        "AlbarM,Buck- leyCL,V eselicA.Snakesandladdersinthestudyofwan- deringdunes.Life.2024.",
    ],
)
def test_words_that_were_broken_or_quoted_do_not_hide_a_title(checked, entry):
    report = checked(
        f"Dunes wander [1].\n\n## References\n\n[1] {entry}\n",
        {"a.txt": paper("Snakes and ladders in the study of wandering dunes", "Manriq, Albar")},
        judge="none",
    )

    assert meant(report) == {"1": "a.txt"}


@pytest.mark.parametrize("link", ["[limits](./limits.md)", "[limits](limits.md)", "[[limits]]"])
def test_of_files_with_one_name_the_one_in_the_folder_of_the_report_is_meant(checked, link):
    report = checked(
        f"Limits are set by law ({link}).",
        {
            "wiki/concepts/limits.md": "# Limits\n\nLimits are set by law.",
            "wiki/standards/limits.md": "# Limits of standards\n\nLimits are set by boards.",
        },
        name="sources/wiki/concepts/report.md",
        judge="none",
    )
    paths = {source.label: source.identifier for source in report.sources}
    linked = [paths[label] for one in report.references for label in one.sources]

    assert [path.split("/")[-2] for path in linked] == ["concepts"]


def test_a_post_about_a_paper_is_not_the_paper(checked):
    title = "Pairwise Dune Policy Optimization (P3O)"
    front = "---\ntitle: {}\nurl: {}\n---\n\n{}\n\n" + PAGE
    report = checked(
        f"Dunes wander [1].\n\n## References\n\n[1] {title}. https://arxiv.org/abs/2310.00212\n",
        {
            "a.md": front.format(title, "https://arxiv.org/abs/2310.00212", "A paper."),
            "b.md": front.format("A post (P3O)", "https://e.org/p3o", f"# {title}"),
        },
        judge="none",
    )

    assert meant(report) == {"1": "a.md"}


def test_a_title_in_capitals_is_no_name_of_an_author(checked):
    report = checked(
        "Dunes wander [1].\n\n## References\n\n"
        "[1] Berta Milli and Chris L. Buck. Whence the Wandering Dunes? arXiv:2004.08128, 2020.\n",
        {"a.txt": paper("Whence the Wandering Dunes?", "Berta Milli")},
        judge="none",
    )

    assert meant(report) == {"1": "a.txt"}


@pytest.mark.parametrize("author", ["Ford", "Howe", "Toth"])
def test_a_name_that_begins_as_a_common_word_is_not_on_every_page(checked, author):
    page = "We look for what rye was worth to the valley, and how it was sold at the mill. " * 15
    report = checked(
        f"Rye was dear [1].\n\n## References\n\n[1] {author}, A. (2019). Rye prices. Crops 3.\n",
        {"a.txt": f"Rye prices\nBy Anna Okafor\n\n{page}"},
    )

    assert how(report)["1"] in (None, LinkedBy.LIKENESS)


def test_a_key_of_a_bibliography_is_found_as_the_folder_of_its_text(tmp_path):
    folder = tmp_path / "works" / "moe2020rye" / ".extracted"
    folder.mkdir(parents=True)
    (folder / "text.txt").write_text("Rye seed costs 18 euros at the mill.", "utf-8")
    (tmp_path / "refs.bib").write_text(
        "@book{moe2020rye, author={Moe, Ida}, title={Prices of seed}, year={2020}}", "utf-8"
    )
    report = tmp_path / "report.tex"
    report.write_text(r"Rye seed costs 18 euros at the mill \parencite{moe2020rye}.", "utf-8")

    checked = check(report, [folder / "text.txt"], judge="none")

    assert [len(one.sources) for one in checked.references] == [1]
    assert not checked.references[0].is_guess


@pytest.mark.parametrize("note", ["Refer to footnote 1 above (Moe).", "Siehe oben, Fn. 1."])
def test_a_footnote_that_names_another_one_means_its_source(tmp_path, note):
    (tmp_path / "rye.txt").write_text("Rye seed costs 18 euros at the mill.", "utf-8")
    report = f"Rye is dear.[^1] Oats are not.[^2]\n\n[^1]: rye.txt\n\n[^2]: {note}\n"
    (tmp_path / "report.md").write_text(report, "utf-8")

    checked = check(tmp_path / "report.md", tmp_path / "rye.txt", judge="none")

    assert [len(one.citations) for one in checked.claims] == [1, 1]


def test_entries_that_run_on_in_one_line_behind_their_heading_are_read_each(tmp_path):
    (tmp_path / "a.txt").write_text("Prices of rye\n\nRye seed costs 18 euros.", "utf-8")
    (tmp_path / "b.txt").write_text("Prices of oats\n\nOat seed costs 45 euros.", "utf-8")
    entries = (
        "References   Moe, I., & Liu, B. (2019). Prices of rye. Journal of Seed, 12(3), 1-9."
        " https://doi.org/10.1234/rye.9 Moe, I. (2020). Prices of oats. The Mill Press."
        " Toth, A., Moe, I. and Liu, B. (2021a). Prices of barley. The Mill Press."
    )
    report = f"Rye is dear (Moe & Liu, 2019). Oats are dearer (Moe, 2020).\n\n{entries}\n"
    (tmp_path / "report.txt").write_text(report, "utf-8")

    found = check(tmp_path / "report.txt", [tmp_path / "a.txt", tmp_path / "b.txt"], judge="none")

    assert [one.sources for one in found.references if one.sources] == [("S1",), ("S2",)]
    assert [one.is_guess for one in found.references if one.sources] == [False, False]


def test_an_author_and_a_year_that_no_list_explains_are_a_guess(tmp_path):
    (tmp_path / "moe2020oats.txt").write_text("Oat seed costs 45 euros.", "utf-8")
    (tmp_path / "report.md").write_text("Rye seed costs 18 euros (Moe, 2020a).\n", "utf-8")

    checked = check(tmp_path / "report.md", tmp_path / "moe2020oats.txt", judge="none")

    assert [one.is_guess for one in checked.references] == [True]


@pytest.mark.parametrize("short", ["[hereinafter Seed-Guidance]", "(im Folgenden „Seed-Guidance“)"])
def test_the_short_name_that_a_footnote_gives_a_work_is_that_of_its_file(tmp_path, short):
    (tmp_path / "Seed-Guidance.md").write_text("Rye seed costs 18 euros.", "utf-8")
    report = (
        f"Rye is dear.[^1]\n\n[^1]: Seed Board, Guidance for the trade in seed (2025) {short}.\n"
    )
    (tmp_path / "report.md").write_text(report, "utf-8")

    checked = check(tmp_path / "report.md", tmp_path / "Seed-Guidance.md", judge="none")

    assert [one.sources for one in checked.references] == [("S1",)]


# As a newcomer meets them ----------------------------------------------------------------------


def test_a_link_to_a_note_by_its_title_means_the_note_with_that_title(checked):
    report = checked(
        "Rye is sown in autumn, as [[Rye (grain)]] says, and oats in spring [[Oats]].\n",
        {
            "2024-01-02--a.md": "# Rye (grain)\n\nRye is sown in autumn.",
            "2024-01-03--b.md": "# Oats (grain)\n\nOats are sown in spring.",
        },
        judge="none",
    )

    assert meant(report) == {"Rye (grain)": "2024-01-02--a.md", "Oats": "2024-01-03--b.md"}
    assert set(how(report).values()) == {LinkedBy.TITLE}


def test_a_list_of_links_to_notes_names_them_and_not_what_stands_behind_them(checked):
    report = checked(
        "Rye is sown in autumn [[2020-moe-rye]].\n\n## Sources\n\n"
        "- [[2020-moe-rye]] / [[2021-moe-oats]] — two long notes.\n"
        "- [[notes/2021-moe-oats|Moe on oats]] — the second one.\n",
        {"2020-moe-rye.md": "# Rye\n\nRye.", "notes/2021-moe-oats.md": "# Oats\n\nOats."},
        judge="none",
    )

    assert meant(report)["2020-moe-rye"] == "2020-moe-rye.md"
    assert "2021-moe-oats.md" in meant(report).values()
    assert not codes(report, Level.ERROR)


@pytest.mark.parametrize(
    "front",
    [
        'sources:\n  - "[[notes/rye]]"\n  - notes/oats.md\n',
        'sources: ["[[rye]]", oats.md]\n',
        "quellen:\n- notes/rye.md\n- notes/oats.md\n",
    ],
)
def test_the_sources_that_a_front_matter_lists_are_references(checked, front):
    report = checked(
        f"---\ntitle: Grain\n{front}created: 2024-01-02\n---\n\n# Grain\n\nRye is sown.\n",
        {"notes/rye.md": "# Winter rye\n\nRye.", "notes/oats.md": "# Summer oats\n\nOats."},
        judge="none",
    )

    names = {source.label: source.name for source in report.sources}
    found = [names[label] for one in report.references for label in one.sources]
    assert found == ["rye.md", "oats.md"]


@pytest.mark.parametrize(
    ("path", "named", "where"),
    [
        ("paper/main.tex", "\\bibliography{../library/works}", "library"),
        ("paper/main.tex", "\\addbibresource{../library/works.bib}", "library"),
        ("thesis/chapters/rye.tex", "", "thesis"),
        ("thesis/chapters/rye/rye.tex", "", "thesis/literature"),
        ("thesis/main.tex", "\\input{settings}", "thesis/literature"),
    ],
)
def test_a_bibliography_that_a_report_names_or_that_lies_beside_its_chapters_is_read(
    checked, path, named, where
):
    works = "@book{k7, author={Moe, Ann}, title={Winter rye of the northern valleys}, year=2020}"
    report = checked(
        f"Rye is sown in autumn \\cite{{k7}}.\n{named}\n",
        {"a.txt": "Winter rye of the northern valleys\n\nAnn Moe\n\nRye is sown in autumn."},
        beside={f"{where}/works.bib": works},
        name=path,
        judge="none",
    )

    assert meant(report) == {"k7": "a.txt"}


@pytest.mark.parametrize(
    ("name", "is_meant"),
    [
        ("[14] Moe, Rye basics.txt", True),
        ("Moe-Ann_Rye-Basics.txt", True),
        ("Moe, Rye basics and oats.txt", False),
        ("Moe, Basics.txt", False),
        ("Okafor, Rye basics.txt", False),
        ("Moe 1998, Rye basics.txt", False),
    ],
)
def test_a_file_is_known_by_the_author_and_the_title_in_its_name(checked, name, is_meant):
    report = checked(
        "Rye is sown in autumn \\cite{k7}.\n",
        {name: "Menu\n\nSearch\n\nRye is sown in autumn."},
        beside={"works.bib": "@online{k7, author={Moe, Ann}, title={Rye basics (RB)}, year=2020}"},
        name="report.tex",
        judge="none",
    )

    assert meant(report) == {"k7": name if is_meant else ""}


def test_the_bibliography_of_a_pandoc_report_is_read_where_its_front_matter_says(checked):
    report = checked(
        "---\nbibliography: ../library/works.bib\n---\n\nRye is sown in autumn [@k7].\n",
        {"a.txt": "Winter rye of the northern valleys\n\nAnn Moe\n\nRye is sown in autumn."},
        beside={
            "library/works.bib": "@book{k7, author={Moe, Ann}, year=2020,"
            " title={Winter rye of the northern valleys}}"
        },
        name="text/report.md",
        judge="none",
    )

    assert meant(report) == {"k7": "a.txt"}


def test_a_whole_paper_is_meant_and_not_its_parts_or_the_list_of_papers(checked):
    page = "Winter rye of the northern valleys\n\nAnn Moe\n\nRye is sown in autumn.\n"
    report = checked(
        "Rye is sown in autumn [1]. Oats come later [2].\n\n## References\n\n"
        '[1] A. Moe, "Winter rye of the northern valleys," arXiv:2101.00017, 2021.\n'
        '[2] K. Liu, "Oats of the southern plains," arXiv:2101.00018, 2021.\n',
        {
            "2101.00017_rye.txt": page + "It is cut in summer.\n",
            "pages/2101.00017_rye_chunk_001.txt": page,
            "README.md": "# Papers\n\n## Rye\n\n- **arXiv**: https://arxiv.org/abs/2101.00017\n\n"
            "## Oats\n\n- **arXiv**: https://arxiv.org/abs/2101.00018\n",
        },
        judge="none",
    )

    assert meant(report) == {"1": "2101.00017_rye.txt", "2": ""}


def test_a_work_that_a_first_page_mentions_below_its_title_is_another_work(checked):
    lines = "\n".join(f"A line of the summary with number {n}." for n in range(24))
    report = checked(
        "The contest was hard [1].\n\n## References\n\n"
        "[1] Organisers of the 2024 contest (2024). “Valley contest 2024: telling all the grains "
        "of the north apart”. Proceedings.\n",
        {
            "a.txt": f"Telling grains\n\nAnn Moe\n\n{lines}\n"
            "Valley contest 2024: telling all the grains of the north apart\nhad many entries."
        },
        judge="none",
    )

    assert meant(report) == {"1": ""}


def test_files_that_a_report_links_to_and_nobody_gave_are_told_once_and_are_no_error(checked):
    report = checked(
        "Rye is sown in autumn ([source](sources/rye.md)). See [oats](oats.md) and\n"
        "[barley](more/barley.md#sowing), and what [is gone](gone.md).\n",
        {"rye.md": "# Rye\n\nRye is sown in autumn."},
        beside={"oats.md": "# Oats\n", "more/barley.md": "# Barley\n"},
        judge="none",
    )

    told = [one for one in report.findings if one.code == "CE001"]
    assert [(one.level, "not given" in one.message) for one in told] == [
        (Level.ERROR, False),
        (Level.WARNING, True),
    ]
    assert "oats.md, more/barley.md#sowing" in told[1].message


@pytest.mark.parametrize("note", ["See chapter 3.", "Siehe Kapitel 3.2 oben.", "Vgl. Anhang B."])
def test_a_footnote_that_points_to_a_chapter_of_the_report_cites_nothing(checked, note):
    report = checked(
        f"Rye is sown in autumn.[^1]\n\n[^1]: {note}\n", {"rye.md": "Rye."}, judge="none"
    )

    assert not codes(report, Level.ERROR)
    assert not report.references


def test_a_file_with_a_comma_in_its_name_and_one_with_a_place_in_parentheses_are_read(checked):
    report = checked(
        "Rye is sown in autumn (Source: notes/Rye, oats and more.md). It is cut in summer\n"
        "(R-Guide: Section 3.5). Oats (grain: p. 3) are not.\n",
        {
            "notes/Rye, oats and more.md": "Rye is sown in autumn.",
            "R-Guide.md": "# Guide\n\n## 3.5 Rye\n\nIt is cut in summer.",
        },
        judge="none",
    )

    assert list(meant(report).values()) == ["Rye, oats and more.md", "R-Guide.md"]


def test_authors_whose_names_a_file_name_glues_together_are_a_guess_with_their_year(checked):
    report = checked(
        "Rye needs little water (Allen et al., 1998), and oats more (Moe and Liu, 2004).\n",
        {"AllenEtAl1998_FAO56.md": "# Water\n\nRye.", "MoeLiu2004_Oats.md": "# Oats\n\nOats."},
        judge="none",
    )

    assert list(meant(report).values()) == ["AllenEtAl1998_FAO56.md", "MoeLiu2004_Oats.md"]
    assert set(how(report).values()) == {LinkedBy.LIKENESS}


def test_a_year_behind_an_author_of_two_works_is_not_taken_for_the_one_with_one_author(checked):
    report = checked(
        "The gut was told apart by Smith et al, (2021).\n\n## References\n\n"
        "Smith, R., Mayeli, A., & Khalsa, S. (2021). Inference of the gut. Biology, 164, 1-9.\n\n"
        "Smith, R., ramstead, maxwell, & Kiefer, A. (2021). Models of folk psychology. Rye, 2.\n",
        {"folk.md": "# Models of folk psychology\n\nRyan Smith. Models are made."},
        judge="none",
    )

    assert meant(report)["smith 2021"] == ""


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("# Literature Review", "Rye is sown in late autumn on poor soils (Moe et al. 2020)."),
        (
            "## Key sources",
            'Moe (2020), "Rye". [Note](moe-2020.md). It shows how rye is sown late.',
        ),
        ("## Ausgewählte Literatur", "Roggen wird erst im Herbst gesät (Moe et al. 2020, S. 3)."),
    ],
)
def test_items_that_state_and_cite_are_claims_and_no_list_of_references(checked, heading, said):
    report = checked(
        f"{heading}\n\n- {said}\n- {said.replace('2020', '2021')}\n",
        {"moe-2020.md": "# Rye, by Moe (2020)", "moe-2021.md": "# Oats, by Moe (2021)"},
        judge="none",
    )

    assert {one.claim.span.start for one in report.claims if one.claim.markers}
    assert {*meant(report).values()} == {"moe-2020.md", "moe-2021.md"}
    assert all(one.places for one in report.references)


def test_items_that_state_are_entries_where_the_text_cites_their_numbers(checked):
    report = checked(
        "Rye is sown in autumn [1], oats in spring [2].\n\n## Key sources\n\n"
        "1. Moe (2020), moe-2020.md. It shows how rye is sown late.\n"
        "2. Moe (2021), moe-2021.md. It shows how oats are sown early.\n",
        {"moe-2020.md": "# Rye", "moe-2021.md": "# Oats"},
        judge="none",
    )

    assert meant(report) == {"1": "moe-2020.md", "2": "moe-2021.md"}


def test_a_key_that_begins_an_entry_or_an_item_of_it_names_its_file(checked):
    report = checked(
        "Rye is sown in autumn[^c-1], oats in spring[^c-2].\n\n"
        '[^c-1]: Rye is sown late.\n    - s-001 "in autumn" - *Rye*, 2020 (against s-003)\n'
        "[^c-2]: `s-002`: Oats, by Moe.\n",
        {f"s-00{number}.txt": f"Text {number}." for number in (1, 2, 3)},
        judge="none",
    )

    assert meant(report) == {"c-1": "s-001.txt", "c-2": "s-002.txt"}


# Footnotes that name files and works in short -----------------------------------------------------

SAVED = {
    "s-001.txt": "Latest news\n\nRye fell by half in a year.",
    "s-002.txt": "Latest news\n\nOats fell by a third.",
    "s-003.txt": "Latest news\n\nBarley rose by a third.",
}


@pytest.mark.parametrize(
    ("note", "files"),
    [
        ('Rye fell by half.\n    - s-001 "fell by half" - *Rye today*, The Mill.', "s-001.txt"),
        ("Rye.\n    - s-001 *Rye today*\n    - s-002 *Oats today*", "s-001.txt s-002.txt"),
        ("Rye.\n    - s-002 *Oats*, The Mill.\n    - _(contradicted by s-001)_", "s-002.txt"),
        ("The Mill, Rye today (s-003), read in May.", "s-003.txt"),
        ('Rye.\n    - s-001 "half" <https://mill.example/s-002> (read in May)', "s-001.txt"),
    ],
)
def test_a_footnote_that_calls_a_saved_page_by_the_name_of_its_file_means_it(checked, note, files):
    report = checked(f"Rye fell by half[^c-001].\n\n[^c-001]: {note}\n", SAVED, judge="none")

    assert meant(report) == {"c-001": files}
    assert set(how(report).values()) == {LinkedBy.FILE_NAME}


@pytest.mark.parametrize(
    ("note", "sources"),
    [
        ("Moe, P. (2020). Rye after covid-19. The Mill.", ["covid-19.md", "oats.md", "barley.md"]),
        ("Moe, P. (2020). Rye of the north, vol. 2, no. 1.", ["1.md", "2.md", "3.md"]),
        ("The Mill, https://mill.example/s-001", list(SAVED)),
        ("The Mill, Rye s-001.2 and s-0011.", list(SAVED)),
    ],
)
def test_a_word_that_files_happen_to_be_called_by_names_none_of_them(checked, note, sources):
    texts = dict.fromkeys(sources, "# Fields\n\nOats fell by a third.")

    report = checked(f"Rye fell by half[^1].\n\n[^1]: {note}\n", texts, judge="none")

    assert meant(report) == {"1": ""}


GERMAN_LIST = """
## Literaturverzeichnis

Brandt, Lutz (o. J.): Analyse von Hafer. https://hafer.example/ [04.11.2018].

Okafor, Chidi: Physik des Roggens. Köln 2004.

Moe, Anna/ Liu, Ben: Ein Modell der Gerste. Felder, 1992, 2 (12), S. 21-29.
"""


@pytest.mark.parametrize(
    ("note", "file"),
    [
        ("Vgl. Okafor, C. (2004), S. 2", "Physik des Roggens.md"),
        ("Okafor 2004, S. 63f.", "Physik des Roggens.md"),
        ("Vgl. Moe, A./ Liu, B. (1992)", "Ein Modell der Gerste.md"),
        ("Vgl. Moe, A./Liu, B. (1992), S. 22", "Ein Modell der Gerste.md"),
    ],
)
def test_a_short_note_means_the_entry_with_first_names_in_full_and_its_year_at_the_end(
    checked, note, file
):
    report = checked(
        f"Roggen wächst.[^1] Hafer auch.[^2]\n{GERMAN_LIST}\n[^1]: {note}\n\n[^2]: ebd.\n",
        {
            "Physik des Roggens.md": "Chidi Okafor\n\nPhysik des Roggens\n\nRoggen wächst.",
            "Ein Modell der Gerste.md": "Ein Modell der Gerste\n\nAnna Moe, Ben Liu\n\nGerste.",
        },
        judge="none",
    )

    cited = [one for one in report.references if one.places]
    names = {source.label: source.name for source in report.sources}
    assert [names[label] for one in cited for label in one.sources] == [file] * len(cited)
    assert [len(one.citations) for one in report.claims] == [1, 1]


def test_a_work_that_lies_there_twice_is_meant_with_both_files_and_not_with_what_mentions_it(
    checked,
):
    report = checked(
        "Rye grows in the wind [1].\n\n## References\n\n"
        "[1] Okafor, C. (2021). Rye in the far northern wind. doi:10.5555/rye.7\n",
        {
            "okafor.txt": "Rye in the far northern wind\n\nChidi Okafor. 10.5555/rye.7\n",
            "paper.txt": "Rye in the far northern wind\n\nC. Okafor, J. Rye. 10.5555/rye.7\n",
            "letter.txt": "A letter on seeds\n\nBy P. Moe, on 10.5555/rye.7\n",
        },
        judge="none",
    )

    assert meant(report) == {"1": "okafor.txt paper.txt"}
    assert how(report) == {"1": LinkedBy.DOI}


# A document and the text that was read from it -------------------------------------------------


@pytest.mark.parametrize(
    "cited",
    ["[Moe](sources/pdf/moe_barley.pdf)", "[moe_barley.pdf]", "(Source: moe_barley.pdf)"],
)
@pytest.mark.parametrize(
    "file", ["moe_barley.md", "text/moe_barley/moe_barley.txt", "text/moe_barley.pdf.txt"]
)
def test_a_document_that_is_not_there_means_the_text_of_its_name(checked, cited, file):
    report = checked(
        f"Barley ripens in June {cited}.\n",
        {file: "Barley ripens in June.", "text/moe_oats.md": "Oats ripen in July."},
        judge="none",
    )

    assert list(meant(report).values()) == [file.rpartition("/")[2]]
    assert list(how(report).values()) == [LinkedBy.FILE_NAME]
    assert not codes(report, Level.ERROR)


@pytest.mark.parametrize(
    "sources",
    [
        # Two texts have the name; nobody named the file; it is data, or another document.
        {"a/moe_barley.md": "Barley is sown.", "b/moe_barley.txt": "Barley is cut."},
        {"brandt2019/paper.md": "Oats ripen in July."},
        {"moe_barley.json": '{"pages": 7}'},
        {"other/moe_barley.pdf": made_pdfs.made(made_pdfs.lines(["Barley is sown."]))},
    ],
)
def test_a_document_that_is_not_there_means_no_text_that_may_be_of_another(checked, sources):
    name = "paper" if "brandt2019/paper.md" in sources else "moe_barley"

    report = checked(
        f"Barley ripens in June [Moe](sources/moe2020/{name}.pdf).\n", sources, judge="none"
    )

    assert list(meant(report).values()) == [""]
    assert codes(report, Level.ERROR)


# Authors and titles ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entry",
    [
        "Erna Moe u. a., *Gerste für Mühlen*, Kiel 2017, S. 2.",
        "Moe, Erna u.a.: Gerste für Mühlen. Kiel 2017.",
        "Moe u. a. (2017): Gerste für Mühlen. Kiel.",
        "Erna Moe und andere: Gerste für Mühlen, Kiel 2017.",
        "Erna Moe et al., *Gerste für Mühlen*, Kiel 2017.",
    ],
)
def test_other_authors_are_no_part_of_a_title(checked, entry):
    report = checked(
        f"Gerste reift im Juni.[^1]\n\n[^1]: {entry}\n",
        {"b.txt": "Gerste für Mühlen (GM5)\nEin Antrag\n\nDr. Erna Moe\n\nGerste reift im Juni."},
        judge="none",
    )

    assert meant(report) == {"1": "b.txt"}


@pytest.mark.parametrize(
    ("entry", "file"),
    [
        ("C. Moe, seedtool: A Guide to Rye, 2022.", "x.txt"),
        ("C. Moe, D. Liu, seedtool: A Guide to Rye, 2022.", "x.txt"),
        ("C. Moe, Oats in the snow, seedtool: A Guide to Rye, 2022.", ""),
    ],
)
def test_a_title_may_begin_small_behind_its_authors(checked, entry, file):
    report = checked(
        f"Rye is sown in May [1].\n\n## References\n\n[1] {entry}\n",
        {"x.txt": "seedtool: A Guide to Rye\nCarl Moe\n\nRye is sown.", "y.txt": "Salt\n\nSalt."},
        judge="none",
    )

    assert meant(report) == {"1": file}


# Identifiers of other works --------------------------------------------------------------------

LISTED = 'D. Moe, "Noise of the northern mills", 2019, doi: 10.5555/mills.7'


@pytest.mark.parametrize(
    "notes",
    [
        f"Literature notes\n\nWe read several works.\n\n[1] {LISTED}\n",
        f"# Notes\n\nWe read much.\n\n## References\n\n- {LISTED}\n",
        f"# Notizen\n\nWir lasen viel.\n\n## Literatur\n\n{LISTED}\n",
    ],
)
@pytest.mark.parametrize("is_there", [True, False])
def test_a_file_that_lists_a_work_is_not_that_work(checked, notes, is_there):
    work = {"Noise.md": "# Noise of the northern mills\n\nD. Moe\n\nMills are loud."}

    report = checked(
        f"Mills are loud [1].\n\n## References\n\n[1] {LISTED}\n",
        {"our-notes.md": notes, **(work if is_there else {"b.md": "# Salt\n\nSalt is white."})},
        judge="none",
    )

    assert meant(report) == {"1": "Noise.md" if is_there else ""}


def test_a_file_that_mentions_a_work_gives_way_to_the_file_with_its_title(checked):
    report = checked(
        f"Mills are loud [1].\n\n## References\n\n[1] {LISTED}\n",
        {
            "letter.md": "# A letter\n\nBy P. Liu, on 10.5555/mills.7, which I read.",
            "Noise.md": "# Noise of the northern mills\n\nD. Moe\n\nMills are loud.",
        },
        judge="none",
    )

    assert meant(report) == {"1": "Noise.md"}


# What notes repeat and explain -----------------------------------------------------------------


@pytest.mark.parametrize("again", ["Ebd., S. 4.", "Ibid., p. 4."])
def test_a_note_that_repeats_a_source_stands_with_it_in_the_table(checked, again):
    report = checked(
        "Rye bends in the wind.[^1] Rye is tall.[^2]\n\n"
        f"[^1]: C. Okafor: Rye in the wind. 2021.\n\n[^2]: {again}\n",
        {"a.txt": OKAFOR},
        judge="none",
    )

    assert meant(report) == {"1": "a.txt"}
    assert [len(one.places) for one in report.references] == [2]


@pytest.mark.parametrize(
    "note",
    [
        "Akronym für Galleries, Libraries, Archives, Museums.",
        "Etwa die Stimmung einer Orgel.",
        "Short for galleries, libraries, archives and museums.",
        "That is, kinds of rye without awns.",
    ],
)
def test_a_note_that_explains_a_word_is_no_missing_source(checked, note):
    report = checked(
        f"Rye bends in the wind.[^1] GLAM houses[^2] grow 3 kinds.\n\n"
        f"[^1]: C. Okafor: Rye in the wind. 2021.\n[^2]: {note}\n",
        {"a.txt": OKAFOR},
        judge="none",
    )

    assert meant(report) == {"1": "a.txt"}
    assert not codes(report, Level.ERROR)


@pytest.mark.parametrize("note", ["Etwa Moe, Hafer.", "E.g. Moe, Oats.", "Moe, Kurze Geschichte."])
def test_a_note_that_names_a_work_as_an_example_is_a_missing_source(checked, note):
    report = checked(
        f"Rye bends in the wind.[^1] Oats too.[^2]\n\n"
        f"[^1]: C. Okafor: Rye in the wind. 2021.\n[^2]: {note}\n",
        {"a.txt": OKAFOR},
        judge="none",
    )

    assert meant(report) == {"1": "a.txt", "2": ""}


@pytest.mark.parametrize(
    "note",
    ["Gerät um die Halme zu messen", "Post vom Müller.", "a small tool with a lens in its handle"],
)
def test_a_short_note_at_a_word_that_says_what_it_is_is_no_missing_source(checked, note):
    report = checked(
        rf"Rye is held in a halter\footnote{{{note}}}, and bends in the wind \cite{{Oka}}. "
        r"The halter\footnote{Siehe Fußnote 1} weighs 3 grams."
        "\n\\begin{thebibliography}{9}\n\\bibitem{Oka} C. Okafor: Rye in the wind. 2021.\n"
        "\\end{thebibliography}\n",
        {"a.txt": OKAFOR},
        name="report.tex",
        judge="none",
    )

    assert meant(report) == {"Oka": "a.txt"}
    assert not {"CE001", "CE012"} & {*codes(report)}


@pytest.mark.parametrize(
    ("sentence", "note"),
    [
        ("Oats bend[^2] too.", "Report of the Weather Service"),
        ("Oats bend[^2] too.", "Moe, Hafer im kalten Wind"),
        ("Oats bend[^2] too.", "*Hafer im kalten Wind*"),
        ("Oats bend[^2] too.", "World Oat Bank"),
        ("Oats bend too[^2].", "Hafer im kalten Wind"),
        ("Oats bend too.[^2] So they do.", "Hafer im kalten Wind"),
    ],
)
def test_a_short_note_that_may_name_a_work_is_a_missing_source(checked, sentence, note):
    report = checked(
        f"Rye bends in the wind.[^1] {sentence}\n\n"
        f"[^1]: C. Okafor: Rye in the wind. 2021.\n[^2]: {note}\n",
        {"a.txt": OKAFOR},
        judge="none",
    )

    assert meant(report) == {"1": "a.txt", "2": ""}


# Which file an entry means ----------------------------------------------------------------------


@pytest.mark.parametrize("between", [": ", " (2011). ", ". ", ", "])
def test_the_author_in_the_name_of_a_file_is_no_title(checked, between):
    report = checked(
        "Records are kept [ABC06]. Queries run in memory [ABC11]. Layers are three [ABC12].\n\n"
        "## References\n\n"
        f"[ABC06] ABC AG{between}Building a Universe, 2006.\n\n"
        f"[ABC11] ABC AG{between}ABC NOVA Database: Script Guide, 2011.\n\n"
        f"[ABC12] ABC AG{between}Oberon: Internal Wiki, 2012.\n",
        {
            "ABC AG - ABC NOVA.txt": "ABC NOVA Database - Development Guide\n\nModels of tables.",
            "23b5twt4.txt": "ABC NOVA Database - Script Guide\n\nQueries run in memory.",
        },
        judge="none",
    )

    assert meant(report) == {"ABC06": "", "ABC11": "23b5twt4.txt", "ABC12": ""}


@pytest.mark.parametrize("entry", ["Wikipedia: Rye Bread, 2012.", "Wikipedia. Rye Bread. 2012."])
def test_the_site_in_the_name_of_a_file_is_no_title(checked, entry):
    report = checked(
        f"Rye is baked [1].\n\n## References\n\n[1] {entry}\n",
        {"Oat Milk - Wikipedia.txt": "Oat Milk\n\nMilk of oats.", "b.txt": "Of other things."},
        judge="none",
    )

    assert meant(report) == {"1": ""}


def test_a_file_called_as_an_entry_begins_before_a_colon_is_a_guess(checked):
    report = checked(
        "Rye is baked [1].\n\n## References\n\n[1] Nordic Mills: How Bread Was Won, 2012.\n",
        {"Nordic Mills.txt": "Rye is baked.", "b.txt": "Of other things."},
        judge="none",
    )

    assert meant(report) == {"1": "Nordic Mills.txt"}
    assert how(report) == {"1": LinkedBy.LIKENESS}


def test_a_word_that_a_soft_hyphen_breaks_is_one_word_of_an_entry(checked):
    report = checked(
        "Rye grows in the wind [1].\n\n## References\n\n"
        "[1] C. Oka\u00ad for, M. Bran\u00ad dt, and P. Moe. Rye in the far northern wind. 2021.\n",
        {"b.txt": "Rye in the far northern wind\n\nC. Okafor\n", "a.txt": "Of other things."},
        judge="none",
    )

    assert meant(report) == {"1": "b.txt"}
    assert report.references[0].entry.startswith("C. Okafor, M. Brandt")


MAZES = "@article{Stone.2014, author = {Stone, John}, year = {2014}, title = {%s}}"
CITING = r"\documentclass{article}\begin{document}Mazes end %s\cite{Stone.2014}.\bibliography{lit}"


def test_a_title_that_ends_as_a_file_does_is_that_title(checked):
    report = checked(
        CITING % "" + r"\end{document}",
        {"SK14.txt": "Searching in Half Explored Mazes\nJohn Stone\n\nMazes end.", "a.txt": "Of."},
        {"lit.bib": MAZES % "Searching in Half Explored Mazes.pdf"},
        name="report.tex",
        judge="none",
    )

    assert meant(report) == {"Stone.2014": "SK14.txt"}


def test_a_pdf_file_whose_title_has_the_year_before_it_is_found_and_a_star_is_kept(checked):
    damaged = made_pdfs.lines(["THEOPTI TYOFA RMSITED"])

    def draw(canvas):
        canvas.setTitle("2014 - The Worth of A* Search")
        damaged(canvas)

    report = checked(
        CITING % "" + r"\end{document}",
        {
            "x7.pdf": made_pdfs.made(draw),
            "a.txt": "Of other things.",
        },
        {"lit.bib": MAZES % "The Worth of A* Search"},
        name="report.tex",
        judge="none",
    )

    assert meant(report) == {"Stone.2014": "x7.pdf"}
    assert "A* Search" in report.references[0].entry


@pytest.mark.parametrize(
    ("bib", "file"),
    [
        ("key2000benefits", "key2000benefits.txt"),
        ("moe, file = {sources/scan-7.txt}", "scan-7.txt"),
    ],
)
def test_what_a_bibliography_beside_a_report_says_of_a_listed_work_finds_its_file(
    checked, bib, file
):
    title = "The benefits of event: driven accounting in power%ssensitive machines"
    report = checked(
        "Events are counted [1]. Machines hum [2].\n\n## References\n\n"
        f"[1] F. Bell. {title % ' '}. In Proceedings of the 9th workshop, 2000.\n\n"
        f"[2] A. Moe. {title % ' '}. In Proceedings of the 9th workshop, 2000.\n",
        {file: "Of any activity.\nEvents are counted.", "b.txt": "Of other things."},
        {"lit.bib": f"@book{{{bib}, title={{{title % '-'}}}, author={{Bell, F.}}, year={{2000}}}}"},
        judge="none",
    )

    assert meant(report) == {"1": file, "2": ""}


def test_a_footnote_of_a_formula_is_no_reference(checked):
    report = checked(
        CITING % r"in $O(n^2)$\footnote{$n = |V|$} steps " + r"\end{document}",
        {"SK14.txt": "Searching in Half Explored Mazes\nJohn Stone\n\nMazes end.", "a.txt": "Of."},
        {"lit.bib": MAZES % "Searching in Half Explored Mazes"},
        name="report.tex",
        judge="none",
    )

    assert meant(report) == {"Stone.2014": "SK14.txt"}
    assert not codes(report, Level.ERROR)


@pytest.mark.parametrize(
    ("note", "files"),
    [
        ("vgl. [Fre12, S. 10 und S. 23]", ["info.txt"]),
        ("Vgl. [Fre12, S. 44].", ["info.txt"]),
        ("siehe [Fre12, S. 3] und [Bar08, S. 13]", ["info.txt", "b.txt"]),
        ("see [Fre12; Bar08]", ["info.txt", "b.txt"]),
        ("cf. [Die10, p. 3]; [Bar08, p. 7]", ["b.txt"]),
    ],
)
def test_a_footnote_of_labels_means_the_entries_of_the_list(checked, note, files):
    report = checked(
        f"Die Lösung läuft im Speicher.[^1]\n\n[^1]: {note}\n\n## Literaturverzeichnis\n\n"
        "[Fre12] Philipp Freud: Verwaltung von Risiken 1.0, 2012.\n\n"
        "[Bar08] Peter Bart: Speicher in den Banken, 2008.\n\n"
        "[Die10] Thomas Diet: Krisen der Finanzen, 2010.\n",
        {
            "info.txt": "Verwaltung von Risiken 1.0\nPhilipp Freud\n\nSie läuft im Speicher.",
            "b.txt": "Speicher in den Banken\nPeter Bart\n\nDie Lösung läuft im Speicher.",
        },
        judge="none",
    )

    names = {source.label: source.name for source in report.sources}
    assert [names[one.source] for one in report.claims[0].citations] == files
    # What has no file is said to have none.
    assert codes(report, Level.ERROR) == ["CE001"] * ("Die10" in note)


@pytest.mark.parametrize(("page", "found"), [(2, []), (3, ["CE103"])])
def test_a_page_behind_a_label_in_a_footnote_is_where_the_words_must_stand(checked, page, found):
    pages = [["Dunes of the far north", "Peter Moe"], ["Dunes wander far in winter."], ["End."]]
    report = checked(
        f'"Dunes wander far in winter."[^1]\n\n[^1]: cf. [Moe20, p. {page}] and [Ray11, p. 9].\n\n'
        "## References\n\n[Moe20] Peter Moe: Dunes of the far north, 2020.\n\n"
        "[Ray11] Ann Ray: Sand of the sea, 2011.\n",
        {"x.pdf": made_pdfs.made(*map(made_pdfs.lines, pages)), "b.txt": "Of other things."},
        judge="none",
    )

    assert [one for one in codes(report) if one == "CE103"] == found


def test_a_footnote_that_says_more_than_a_label_is_no_mere_label(checked):
    report = checked(
        "Rye grows.[^1]\n\n[^1]: The mills of [Fre12] were sold.\n\n## References\n\n"
        "[Fre12] Philipp Freud: Ways of Mills, 2012.\n",
        {"info.txt": "Ways of Mills\nPhilipp Freud\n\nRye grows.", "b.txt": "Of other things."},
        judge="none",
    )

    assert not report.claims[0].citations


@pytest.mark.parametrize("said", [r"Rye grows \cite{2007_moe}.", "Rye grows (see Moe 2007)."])
def test_a_file_called_by_the_key_is_a_guess_where_another_file_has_the_title(checked, said):
    report = checked(
        rf"\documentclass{{article}}\begin{{document}}{said}\end{{document}}",
        {
            "2006_moe_1.txt": "The Growth of Rye in the North\nAnn Moe\n\nRye grows, said in 2006.",
            "2007_moe.txt": "TH EGR OWT HOF RYE\nAnn Moe\n\nRye grows, said in 2007.",
        },
        {
            "lit.bib": "@book{2007_moe, title={The Growth of Rye in the North}, "
            "author={Moe, Ann}, year={2007}}"
        },
        name="report.tex",
        judge="none",
    )

    assert meant(report) == {"2007_moe": "2007_moe.txt"}
    assert set(how(report).values()) == {LinkedBy.LIKENESS}


# Titles that are not the file's own --------------------------------------------------------------

MILLS = "Ott, T.; Wid, P. (2012). “Mühlen und Windräder”. Berg Verlag."
PAGE = "The mill stands on a hill and turns with the wind. " * 30


def is_sure(report):
    return any(one.sources and not one.is_guess for one in report.references)


def report_with(entry):
    return f"Mills turn [1].\n\n## References\n\n1. {entry}\n"


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("k.txt", "Mühlen und\nWindräder 2\nE. Ram\n\nLehrbücher: T. Ott: Mühlen und Windräder\n"),
        ("k.txt", "Mühlen und Windräder\nE. Ram\n\nLehrbücher: T. Ott: Mühlen und Windräder\n"),
        ("k.txt", "Technik II\nE. Ram\n\nWeiterführende Literatur\nT. Ott\nMühlen und Windräder\n"),
        (
            "k.md",
            "# Technik II\n\nE. Ram\n\n## Further reading\n\nT. Ott\n\nMühlen und Windräder\n",
        ),
        ("k.txt", f"Wind\nAnn Moe\n\nAbstract\n{PAGE}\nT. Ott\nMühlen und Windräder\nBerg 2012\n"),
    ],
)
def test_a_file_that_only_lists_a_work_is_not_taken_for_it(checked, name, page):
    report = checked(
        report_with(MILLS), {name: f"{page}\n{PAGE}", "b.txt": "Other thing\n\nB."}, judge="none"
    )

    assert not is_sure(report)


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("k.md", "# Mühlen und Windräder 2\n\nT. Ott\n"),
        ("k.md", "# Mühlen und Windräder – Teil 3\n\nT. Ott\n"),
        ("k.md", "# Mühlen und Windräder: Band II\n\nT. Ott\n"),
        ("k.txt", "Verlag Berg\nMühlen und Windräder\nBand 3\nT. Ott\n"),
        ("Ott - Mühlen und Windräder - Teil 2.txt", "Text.\n"),
    ],
)
def test_another_volume_is_not_taken_for_the_work(checked, name, page):
    report = checked(
        report_with(MILLS), {name: f"{page}\n{PAGE}", "b.txt": "Other thing\n\nB."}, judge="none"
    )

    assert not is_sure(report)


def test_the_volume_that_an_entry_names_is_another_work_than_one_without(checked):
    entry = "Ott, T. (2012). Mühlen und Windräder, Band 2. Berg Verlag."
    first = {"k.md": f"# Mühlen und Windräder\n\nT. Ott\n\n{PAGE}"}
    second = {"l.md": f"# Mühlen und Windräder, Band 2\n\nT. Ott\n\n{PAGE}"}

    assert not is_sure(checked(report_with(entry), first, judge="none"))
    assert meant(checked(report_with(entry), first | second, judge="none")) == {"1": "l.md"}


def test_the_volume_of_a_journal_behind_a_title_is_no_volume_of_the_work(checked):
    entry = "Ann Ott. Winter mills in the far north. volume 51, pages 1–9, 2012."
    sources = {"k.md": f"# Winter mills in the far north\n\nAnn Ott\n\n{PAGE}", "b.txt": "B."}

    assert is_sure(checked(report_with(entry), sources, judge="none"))


def test_author_and_year_do_not_make_one_volume_of_another(checked):
    entry = "Ott, T. (2012). “Mühlen und Windräder II”. Berg Verlag."
    sources = {"ott2012.txt": f"Mühlen und Windräder I\n\nT. Ott\n\n{PAGE}", "b.txt": "Other."}

    assert not is_sure(checked(report_with(entry), sources, judge="none"))


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("k.txt", "Rezension\n\nT. Ott, P. Wid\nMühlen und Windräder\nBerg 2012\n\nAnn Moe\n"),
        ("k.txt", "BOOK REVIEW\n\nT. Ott, P. Wid\nMühlen und Windräder\nBerg 2012\n\nAnn Moe\n"),
        ("k.md", "# Mühlen und Windräder – Zusammenfassung\n\nvon A. Moe nach T. Ott\n"),
        ("k.md", "# Notizen zur Technik\n\nMühlen und Windräder\n\nT. Ott, P. Wid\n"),
    ],
)
def test_a_review_or_a_summary_is_not_taken_for_the_work(checked, name, page):
    report = checked(
        report_with(MILLS), {name: f"{page}\n{PAGE}", "b.txt": "Other thing\n\nB."}, judge="none"
    )

    assert not is_sure(report)


def test_a_work_of_the_same_title_by_another_author_is_a_guess(checked):
    entry = "Ott, T. (2012). “Introduction to the theory of old mills”. Berg Verlag."
    page = f"# Introduction to the theory of old mills\n\nE. Ram\n\n{PAGE}"

    assert not is_sure(checked(report_with(entry), {"k.md": page, "b.txt": "B."}, judge="none"))


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("k.txt", "Berg Lehrbuch\nT. Ott\nP. Wid\nMühlen und\nWindräder\nBerg Verlag 2012\n"),
        ("k.txt", "Mühlen und Windräder\n5. Auflage\nT. Ott\n"),
        ("k.txt", "Berg Verlag\nMühlen und Windräder\nI. Einleitung\nT. Ott\n"),
        ("k.md", "# Mühlen und Windräder\n\nT. Ott\n\n## Literatur\n\nR. Moe: Wind und Korn\n"),
    ],
)
def test_a_file_with_the_title_at_its_head_is_the_work(checked, name, page):
    sources = {name: f"{page}\n{PAGE}", "b.txt": "Other thing\n\nB."}
    report = checked(report_with(MILLS), sources, judge="none")

    assert meant(report) == {"1": name}
    assert how(report) == {"1": LinkedBy.TITLE}


@pytest.mark.parametrize("more", [{}, {"abstract": "Mills turn with the wind."}])
def test_the_page_and_not_the_metadata_beside_it_is_the_source(checked, more):
    address = "https://www.arxiv.example/abs/x-1"
    report = checked(
        f"Mills turn ([Rye]({address})).\n",
        {
            "p/source.md": f"---\nsource_url: {address}\n---\n\n# Rye in wind\n\nMills turn.\n",
            "p/page-metadata.json": json.dumps({"url": address, "title": "Rye in wind", **more}),
        },
        judge="none",
    )

    assert [*meant(report).values()] == ["source.md"]


@pytest.mark.parametrize(
    ("linked", "saved"),
    [
        ("https://mirror.example/https://medium.example/@ann/x", "https://medium.example/@ann/x"),
        ("https://archive.example/web/2020/http://a.example/x", "https://www.a.example/x/"),
        ("https://a.example/x", "https://archive.example/web/20200101000000/https://a.example/x"),
    ],
)
def test_a_link_through_a_mirror_or_an_archive_means_the_page_behind_it(checked, linked, saved):
    report = checked(
        f"Mills turn ([Rye]({linked})).\n",
        {
            "a.md": f"---\nsource_url: {saved}\n---\n\n# Rye in wind\n\nMills turn.\n",
            "b.md": "# Oats\n\nOats grow.\n",
        },
        judge="none",
    )

    assert [*meant(report).values()] == ["a.md"]
    assert not codes(report, Level.ERROR)


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("a.md", "# A Review on Uses of Flax Sensors\n"),
        ("A Review on Uses of Flax Sensors.txt", "Page 1\n"),
        ("[31] A Review on Uses of Flax Sensors.txt", "Page 1\n"),
    ],
)
def test_a_title_without_quotes_behind_initials_is_found_also_with_the_word_review(
    checked, name, page
):
    entry = "Alapi, S.; Yeo, S.N. A Review on Uses of Flax Sensors. Int. J. 2017"
    sources = {name: f"{page}\n{PAGE}", "b.txt": "Other thing\n\nB."}
    report = checked(report_with(entry), sources, judge="none")

    assert meant(report) == {"1": name}
    assert how(report) == {"1": LinkedBy.TITLE}


def test_a_title_that_a_reader_of_scans_spaced_out_is_found_with_author_and_year(checked):
    entry = "Mich, M. (1988). “Lower bounds on $ $-mills in the far north”. Tech. rep."
    page = f"Institute\nLOW ER BO UNDS ON ω-MI LLS IN THE FAR NO RTH\nM. M ich\n\n{PAGE}"
    sources = {"1988_mich.txt": page, "1990_moe.txt": f"Other things of mills\n\n{PAGE}"}
    report = checked(report_with(entry), sources, judge="none")

    assert meant(report) == {"1": "1988_mich.txt"}
    assert how(report) == {"1": LinkedBy.AUTHOR}


def test_of_two_versions_the_one_called_by_the_year_of_the_entry_is_meant(checked):
    entry = "Pit, N. (2007). “From old mills to new mills in the far north”. J. Mills."
    sources = {
        "2006_pit_1.txt": f"From old mills to new mills in the far north\nN. Pit\n\n{PAGE}",
        "2007_pit_2.txt": f"FROM O LD MILLS TO NEW M ILLS I N THE FAR NORFH\nN. Pit\n\n{PAGE}",
    }

    assert meant(checked(report_with(entry), sources, judge="none")) == {"1": "2007_pit_2.txt"}


def test_a_title_in_a_file_called_by_a_much_later_year_is_a_guess(checked):
    entry = "Stei, B. (1993). Merging of the old mills. Berg Press."
    sources = {"stei2008.txt": f"Merging of the old mills\nB. Stei\n\n{PAGE}", "b.txt": "Other."}
    report = checked(report_with(entry), sources, judge="none")

    assert meant(report) == {"1": "stei2008.txt"}
    assert not is_sure(report)


@pytest.mark.parametrize(
    "name", ["rye-example-2012-03-22", "rye-example", "https___www.rye.example"]
)
@pytest.mark.parametrize("host", ["rye.example", "www.rye.example"])
def test_a_saved_page_is_known_by_the_address_in_its_name(checked, name, host):
    path = "/2012/03/22" if "2012" in name else ""
    begun = name if name.startswith("https") else f"screencapture-{name}"
    report = checked(
        f"Rye dances [1].\n\n## References\n\n[1] Halm, R. [Online] http://{host}{path}/dance.html.\n",
        {
            f"{begun}-dance-html-2019-12-23-09_33_23.txt": "Rye dances.",
            f"{begun}-2019-12-23-09_33_24.txt": "Rye sleeps.",
            "screencapture-oats-example-dance-html-2019-12-23-09_33_23.txt": "Oats dance.",
        },
        judge="none",
    )

    assert meant(report) == {"1": f"{begun}-dance-html-2019-12-23-09_33_23.txt"}


def test_a_saved_page_may_leave_out_the_end_of_its_host_where_enough_is_left(checked):
    report = checked(
        "Rye dances [1]. Oats dance [2]. Barley too [3].\n\n## References\n\n"
        "[1] Halm, R. [Online] https://www.rye.com/de/winter-dance.\n"
        "[2] Korn, K. [Online] https://www.oats.com/dance.\n"
        "[3] Korn, K. [Online] https://www.rye.org/de/winter-dances.\n",
        {
            "screencapture-rye-de-winter-dance-2019-12-23-09_33_23.txt": "Rye dances.",
            "screencapture-oats-dance-2019-12-23-09_33_23.txt": "Oats dance.",
            "screencapture-rye-de-winter-dances-2019-12-23-09_33_23.txt": "Rye dances.",
        },
        judge="none",
    )

    assert [bool(one) for one in meant(report).values()] == [True, False, False]


def test_links_of_entries_lead_to_their_sources_where_no_list_explains_their_authors(checked):
    works = {
        "2002-halm": ("Halm & Korn (2002)", "Rye in Winter", "Rye grows under the snow."),
        "2006-moe": ("Moe (2006)", "Five Kinds of Oats", "Oats want rain in May."),
        "2009-bakke": ("Bakke & Moe (2009)", "Barley and Salt", "Barley bears salt well."),
    }
    entries = [
        f'- **{names}, "{title}", *Fields* 4, 1–9.** → [note](sources/{file}.md).\n  {said}\n'
        for file, (names, title, said) in works.items()
    ]
    report = checked(
        "# Review\n\n" + "".join(entries),
        {
            f"{file}.md": f"# Notes: {title}, again\n\n{said}"
            for file, (_, title, said) in works.items()
        },
        judge="none",
    )

    cited = [one for claim in report.claims for one in claim.citations]
    assert [one.linked_by for one in cited] == [LinkedBy.FILE_NAME] * 3
    assert [one.source for one in cited] == ["S1", "S2", "S3"]


def test_a_file_that_lists_works_with_lines_of_their_titles_is_none_of_them(checked):
    report = checked(
        "Rye grew in dry years (Moe, 2012).\n\n## References\n\n"
        "Moe, A. (2012). Rye: a path of growth in dry years. Journal of Rye, 3(1), 1–9. "
        "https://doi.org/10.1504/IJR.2012.051361\n",
        {
            "sources_rye.md": "# Rye, confirmed sources\n\n### 1. Moe (2012)\n"
            '- **Title:** "Rye: a path of growth in dry years"\n'
            f"- **DOI:** 10.1504/IJR.2012.051361\n- **Argument:** {'Rye grew, and ' * 30}\n\n"
            '### 2. Lund (2018)\n- **Title:** "Oats by the sea"\n- **DOI:** [not found]\n',
            "scan7.txt": "360 Journal of Rye, Vol. 3, 2012\n\nRye: a path of growth in dry years\n"
            "Anna Moe\nUniversity of Fields\nAbstract: Rye grew in dry years.\n",
        },
        judge="none",
    )

    assert meant(report) == {"moe 2012": "scan7.txt"}


_REPORTS = (
    "Sales fell (Northmill, 2025). They rose again (Northmill, 2026).\n\n## References\n\n"
    "Northmill Company Limited. (2025). Annual report 2024. Exchange.\n\n"
    "Northmill Company Limited. (2026). Annual report 2025. Exchange.\n"
)


def test_the_year_behind_the_authors_and_not_that_in_the_title_tells_entries_apart(checked):
    pages = {
        f"annual-report-{year}.txt": f"Northmill Company Limited\nAnnual report {year}\nSales.\n"
        for year in (2024, 2025)
    }

    found = meant(checked(_REPORTS, pages, judge="none"))

    assert found["northmill 2025"] == "annual-report-2024.txt"
    assert found["northmill 2026"] == "annual-report-2025.txt"


def test_another_report_of_the_company_that_wrote_one_is_not_taken_for_it(checked):
    page = "All rights are kept.\nNorthmill Company Limited\nTHIRD QUARTERLY REPORT\nSales fell.\n"

    report = checked(_REPORTS, {"q3.txt": page, "oats.txt": "Oats need rain."}, judge="none")

    assert {one.linked_by for one in report.references} <= {None, LinkedBy.LIKENESS}


@pytest.mark.parametrize("behind", ["(Moe et al., 2023)", "(Moe, 2023a)", "(2023)"])
def test_authors_and_a_year_behind_a_heading_are_no_part_of_the_title(checked, behind):
    report = checked(
        "Rye resists wind (Moe et al., 2023).\n\n## References\n\nMoe, A., Lund, B., & Berg, C. "
        "(2023). Rye and the wind: An open review. Fields, 3, 1–9.\n",
        {
            "Rye and the.md": f"# Rye and the wind: An open review {behind}\n\nIt resists wind.\n",
            "oats.md": "# Oats\n\nOats need rain.\n",
        },
        judge="none",
    )

    assert meant(report) == {"moe 2023": "Rye and the.md"}
    assert how(report) == {"moe 2023": LinkedBy.TITLE}


def test_of_two_works_with_one_title_that_with_the_author_on_its_page_is_meant(checked):
    report = checked(
        "Sheep graze [1].\n\n## References\n\n[1] Y. Zhang and W. Lee, “Grazing sheep in "
        "ad-hoc meadows,” Meadow Letters, 2000.\n",
        {
            "Grazing sheep in ad hoc meadows.txt": "48 Meadow Magazine, 2004\nAmit Mishra\n"
            + "Sheep graze in meadows, and the meadows are many. " * 30,
            "Grazing sheep in ad-hoc meadows.txt": "Grazing Sheep in Ad-Hoc Meadows\n"
            "Yongguang Zhang\n" + "Sheep graze, and the meadows are many. " * 30,
        },
        judge="none",
    )

    assert meant(report) == {"1": "Grazing sheep in ad-hoc meadows.txt"}

"""The same report in every format has the same claims, and they cite the same sources."""

import io
import zipfile
from pathlib import Path

import pytest

import citation_engine as ce
import made_office as office

REPORTS = Path(__file__).parent / "same_report"
SOURCES = ("decree", "handbook", "okafor", "brandt", "chronicle", "letter")


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    for name in SOURCES:
        (folder / f"{name}.txt").write_text(f"These are the words of the {name}.")
    return folder


def claims_of(report: Path, sources: Path) -> list[tuple[str, ...]]:
    """The claims that are checked: their words without typography, and the sources they cite."""
    checked = ce.check(report, sources, judge="none")
    return [
        (
            "".join(filter(str.isalnum, one.claim.statement.casefold())),
            *sorted({str(checked.source(cited.source).name) for cited in one.citations}),
        )
        for one in checked.claims
        if one.claim.needs_evidence or one.citations
    ]


def written(folder: Path, name: str, text: str | bytes) -> Path:
    """A report in a file."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize("ending", ["html", "docx", "pdf", "tex", "txt"])
def test_a_report_has_the_same_claims_and_sources_in_every_format(
    ending: str, sources: Path
) -> None:
    wanted = claims_of(REPORTS / "report.md", sources)

    assert claims_of(REPORTS / f"report.{ending}", sources) == wanted
    assert ("lettersyearskept6", "decree.txt") in wanted
    assert ("thearchiveoftarnwasfoundedin1892", "chronicle.txt") in wanted
    assert len(wanted) == 17


@pytest.mark.parametrize("ending", ["md", "html", "docx", "pdf", "tex", "txt"])
def test_a_cell_is_read_by_its_row_and_column_in_every_format(ending: str, sources: Path) -> None:
    checked = ce.check(REPORTS / f"report.{ending}", sources, judge="none")

    heads = {one.claim.text: one.claim.heads for one in checked.claims if one.claim.heads}

    assert heads["10"] == "invoices, years kept"
    assert heads["40"] == "letters, boxes"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_a_report_in_another_encoding_of_unicode_is_read(
    encoding: str, sources: Path, tmp_path: Path
) -> None:
    report = tmp_path / "bericht.md"
    report.write_bytes("Für Briefe gilt: sechs Jahre [1].\n\n[1] decree.txt\n".encode(encoding))

    assert claims_of(report, sources) == [("fürbriefegiltsechsjahre", "decree.txt")]


def test_latex_is_read_as_its_reader_sees_it(sources: Path, tmp_path: Path) -> None:
    report = (
        r"\documentclass{article}\newcommand{\no}{Never 5 times.}"
        "\n\\begin{document}\n\\section{Costs}\n"
        "% Nobody paid 9 euros.\n"
        r"Sealing costs 3~\euro{} and 45\,\% more in ``M\""
        "{a}rz'' \\cite[p.~3]{moe2020}.\n"
        "\\begin{verbatim}\nx costs 7 [1]\n\\end{verbatim}\n"
        "\\begin{equation} a = 8 \\end{equation}\n\\end{document}\nThe end costs 6.\n"
    )

    checked = ce.check(written(tmp_path, "report.tex", report), sources, judge="none")
    claim = next(one.claim for one in checked.claims if one.claim.needs_evidence)

    assert [one.claim.text for one in checked.claims] == [
        "Costs",
        "Sealing costs 3 € and 45 % more in “März”.",
    ]
    assert claim.span is not None
    assert report[claim.span.start : claim.span.end].startswith("Sealing costs 3~")
    marker = claim.markers[0]
    assert marker.names == ("moe2020",)
    assert marker.span.of(report) == r"\cite[p.~3]{moe2020}"


def test_the_bibliography_of_a_latex_file_says_what_its_keys_mean(
    sources: Path, tmp_path: Path
) -> None:
    report = (
        "Letters are kept for six years \\cite{tarn}.\n\nBoxes cost 3 euros \\citep{w, tarn}.\n\n"
        "\\begin{thebibliography}{9}\n\\bibitem{tarn} Tarn Archive Decree. decree.txt\n"
        "\\bibitem[W]{w} Handbook. handbook.txt\n\\end{thebibliography}\n"
    )

    assert claims_of(written(tmp_path, "report.tex", report), sources) == [
        ("lettersarekeptforsixyears", "decree.txt"),
        ("boxescost3euros", "decree.txt", "handbook.txt"),
    ]


def test_files_that_a_latex_report_takes_in_are_named(sources: Path, tmp_path: Path) -> None:
    report = "\\input{chapters/costs}\nLetters are kept for six years.\n"

    checked = ce.check(written(tmp_path, "report.tex", report), sources, judge="none")

    assert any("chapters/costs" in note for note in checked.notes)


def test_a_footnote_and_a_number_in_brackets_are_told_apart_in_word(sources: Path) -> None:
    found = claims_of(REPORTS / "report.docx", sources)

    assert ("thearchiveoftarnwasfoundedin1892", "chronicle.txt") in found
    assert ("lettersarekeptforsixyearsafterthelastentry", "decree.txt") in found


def test_a_link_of_a_word_file_is_a_citation(sources: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.docx"
    report.write_bytes(with_link((REPORTS / "report.docx").read_bytes()))

    checked = ce.check(report, sources, judge="none")
    cited = {one.claim.text: one.claim.markers for one in checked.claims}

    assert [marker.names for marker in cited["Sealing a box costs 3 euros."]] == [
        ("https://a.example/boxes",)
    ]


def with_link(
    document: bytes, *, words: str = "[source]", target: str = "https://a.example/boxes"
) -> bytes:
    """The Word file with all its words left out but one sentence, which ends in a link."""
    words = (
        "<w:p><w:r><w:t xml:space='preserve'>Sealing a box costs 3 euros </w:t></w:r>"
        f"<w:hyperlink r:id='link1'><w:r><w:t>{words}</w:t></w:r></w:hyperlink>"
        "<w:r><w:t>.</w:t></w:r></w:p>"
    )
    link = (
        f"<Relationship Id='link1' TargetMode='External' Target='{target}' "
        "Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink'/>"
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(document)) as given, zipfile.ZipFile(buffer, "w") as made:
        for name in given.namelist():
            data = given.read(name)
            if name == "word/document.xml":
                head, _, rest = data.decode().partition("<w:body>")
                data = f"{head}<w:body>{words}{rest[rest.rindex('</w:body>') :]}".encode()
            elif name == "word/_rels/document.xml.rels":
                data = data.decode().replace("</Relationships>", f"{link}</Relationships>").encode()
            made.writestr(name, data)
    return buffer.getvalue()


def test_a_reference_list_that_became_one_paragraph_is_read(sources: Path, tmp_path: Path) -> None:
    report = (
        "<p>Letters are kept for six years [1]. Boxes cost 3 euros [2].</p><h2>References</h2>"
        "<p>[1] Tarn Archive Decree. decree.txt\n[2] Handbook of the Wardens. handbook.txt</p>"
    )

    assert claims_of(written(tmp_path, "report.html", report), sources) == [
        ("lettersarekeptforsixyears", "decree.txt"),
        ("boxescost3euros", "handbook.txt"),
    ]


@pytest.mark.parametrize("note", ["", "\n\n[^2]: letter.txt"])
def test_entries_that_run_on_behind_each_other_are_read_each(
    note: str, sources: Path, tmp_path: Path
) -> None:
    report = (
        "Letters are kept for six years [1]. Boxes cost 3 euros [2].\n\n## References\n\n"
        f"[1] The decree, decree.txt [2]\nE. Ott, Handbook, see [1], handbook.txt{note}\n"
    )

    assert claims_of(written(tmp_path, "report.md", report), sources) == [
        ("lettersarekeptforsixyears", "decree.txt"),
        ("boxescost3euros", "handbook.txt"),
    ]


def test_an_entry_that_names_another_one_stays_whole(sources: Path, tmp_path: Path) -> None:
    report = (
        "Boxes cost 3 euros [1]. Letters are kept [2].\n\n## References\n\n"
        "[1] The decree, decree.txt, as in [2] there\n[2] E. Ott, Handbook, handbook.txt\n"
    )

    assert claims_of(written(tmp_path, "report.md", report), sources) == [
        ("boxescost3euros", "decree.txt"),
        ("lettersarekept", "handbook.txt"),
    ]


def test_a_link_to_a_footnote_of_a_page_is_a_marker(sources: Path, tmp_path: Path) -> None:
    report = (
        '<p>Letters are kept for six years.<a href="#fn1" class="footnote-ref" id="fnref1" '
        'role="doc-noteref"><sup>1</sup></a></p><p>Boxes cost 3 &amp; 4 euros.</p>'
        '<section class="footnotes" role="doc-endnotes"><ol><li id="fn1" role="doc-endnote"><p>'
        'decree.txt<a href="#fnref1" role="doc-backlink">↩︎</a></p></li></ol></section>'
    )

    assert claims_of(written(tmp_path, "report.html", report), sources) == [
        ("lettersarekeptforsixyears", "decree.txt"),
        ("boxescost34euros",),
    ]


def test_numbers_that_count_the_sentences_of_a_law_are_no_markers(
    sources: Path, tmp_path: Path
) -> None:
    report = "(2) ¹§ 3 gilt ab 2019. ²§ 4 gilt ab 2025. ³Fristen von zwei Jahren bleiben."

    checked = ce.check(written(tmp_path, "report.txt", report), sources, judge="none")

    assert not [one for one in checked.claims if one.claim.markers]


def test_a_table_of_a_text_is_read_by_row_and_column(sources: Path, tmp_path: Path) -> None:
    report = (
        "What is kept:\n\n  what       years kept\n  ---------- ------------\n"
        "  letters    6\n  invoices   10\n\nThe end was in 1892.\n"
    )

    assert claims_of(written(tmp_path, "report.txt", report), sources) == [
        ("lettersyearskept6",),
        ("invoicesyearskept10",),
        ("theendwasin1892",),
    ]


LEADS = {
    "md": "**Price:** The wardens paid 3 euros [1].\n\n- **Letters:** They are kept for six "
    "years [1].\n\n[1] decree.txt\n",
    "html": "<p><strong>Price:</strong> The wardens paid 3 euros [1].</p><ul><li>"
    "<b>Letters:</b> They are kept for six years [1].</li></ul><p>[1] decree.txt</p>",
    "tex": "\\textbf{Price:} The wardens paid 3 euros {[}1{]}.\n\n\\begin{itemize}\n\\item\n"
    "  \\textbf{Letters:} They are kept for six years {[}1{]}.\n\\end{itemize}\n\n"
    "{[}1{]} decree.txt\n",
    "docx": office.docx(
        office.paragraph(
            office.run("Price:", "<w:b/>"), office.run(" The wardens paid 3 euros [1].")
        )
        + office.paragraph(
            office.run("Letters:", "<w:b/>"), office.run(" They are kept for six years [1].")
        )
        + office.paragraph(office.run("[1] decree.txt"))
    ),
}


@pytest.mark.parametrize("ending", LEADS)
def test_a_heading_in_bold_on_the_line_of_its_sentence_is_no_part_of_the_claim(
    ending: str, sources: Path, tmp_path: Path
) -> None:
    assert claims_of(written(tmp_path, f"report.{ending}", LEADS[ending]), sources) == [
        ("thewardenspaid3euros", "decree.txt"),
        ("theyarekeptforsixyears", "decree.txt"),
    ]


LINKED = {
    "md": "Boxes cost 3 euros [\\[1\\]](https://a.example/boxes). See [the decree](decree.txt).\n",
    "html": '<p>Boxes cost 3 euros <a href="https://a.example/boxes">[1]</a>. See '
    '<a href="decree.txt">the decree</a>.</p>',
    "tex": "Boxes cost 3 euros \\href{https://a.example/boxes}{{[}1{]}}. See "
    "\\href{decree.txt}{the decree}.\n",
}


@pytest.mark.parametrize("ending", LINKED)
def test_a_number_that_is_a_link_cites_where_it_leads(
    ending: str, sources: Path, tmp_path: Path
) -> None:
    report = written(tmp_path, f"report.{ending}", LINKED[ending])

    checked = ce.check(report, sources, judge="none")

    assert [
        (one.claim.text, [marker.names for marker in one.claim.markers]) for one in checked.claims
    ] == [
        ("Boxes cost 3 euros.", [("https://a.example/boxes",)]),
        ("See the decree.", [("decree.txt",)]),
    ]


def test_a_number_and_a_file_that_are_links_of_a_word_file_cite(
    sources: Path, tmp_path: Path
) -> None:
    report = tmp_path / "report.docx"
    report.write_bytes(
        with_link((REPORTS / "report.docx").read_bytes(), words="[1]", target="decree.txt")
    )

    assert claims_of(report, sources) == [("sealingaboxcosts3euros", "decree.txt")]


def test_a_linked_number_of_the_reports_own_list_means_its_entry(
    sources: Path, tmp_path: Path
) -> None:
    report = (
        '<p>Boxes cost 3 euros <a href="https://a.example/boxes">[1]</a>.</p><h2>References</h2>'
        "<p>[1] Tarn Archive Decree. decree.txt</p>"
    )

    assert claims_of(written(tmp_path, "report.html", report), sources) == [
        ("boxescost3euros", "decree.txt")
    ]


KEYED = {
    "md": "Boxes cost 3 euros [source:tarn:decree-1].\n\n## References\n\n"
    "- [source:tarn:decree-1] Tarn Archive Decree. decree.txt\n"
    "- [source:tarn:wardens-2] Handbook. handbook.txt\n",
    "html": "<p>Boxes cost 3 euros [source:tarn:decree-1].</p><h2>References</h2><ul>"
    "<li>[source:tarn:decree-1] Tarn Archive Decree. decree.txt</li>"
    "<li>[source:tarn:wardens-2] Handbook. handbook.txt</li></ul>",
    "tex": "Boxes cost 3 euros {[}source:tarn:decree-1{]}.\n\n\\section{References}\n\n"
    "\\begin{itemize}\n\\item\n  {[}source:tarn:decree-1{]} Tarn Archive Decree. decree.txt\n"
    "\\item\n  {[}source:tarn:wardens-2{]} Handbook. handbook.txt\n\\end{itemize}\n",
}


@pytest.mark.parametrize("ending", KEYED)
def test_a_label_of_several_words_is_read_in_every_format(
    ending: str, sources: Path, tmp_path: Path
) -> None:
    assert claims_of(written(tmp_path, f"report.{ending}", KEYED[ending]), sources) == [
        ("boxescost3euros", "decree.txt")
    ]


def test_a_heading_of_latex_may_be_wrapped_and_have_a_plain_copy(
    sources: Path, tmp_path: Path
) -> None:
    report = (
        "Boxes cost 3 euros {[}1{]}.\n\n\\hypertarget{works}{%\n\\section{\\texorpdfstring{"
        "\\textbf{Works\ncited}}{Works cited}}\\label{works}}\n\n\\begin{enumerate}\n"
        "\\item\n  Tarn Archive Decree, of which more is said below {[}as in\n  {[}2{]}{]}, 2019. "
        "decree.txt\n\\item\n  Handbook. handbook.txt\n\\end{enumerate}\n"
    )

    assert claims_of(written(tmp_path, "report.tex", report), sources) == [
        ("boxescost3euros", "decree.txt")
    ]


LISTED = {
    "md": "Boxes cost 3 euros.\n\n## Sources\n\n### Archives\n\n- [Tarn: how boxes of 1987 are "
    "sealed](https://a.example/tarn)\n- [Wardens of 40 archives](https://a.example/wardens)\n",
    "html": "<p>Boxes cost 3 euros.</p><h2>Sources</h2><h3>Archives</h3><ul><li>"
    '<a href="https://a.example/tarn">Tarn: how boxes of 1987 are sealed</a></li><li>'
    '<a href="https://a.example/wardens">Wardens of 40 archives</a></li></ul>',
    "tex": "Boxes cost 3 euros.\n\n\\section{Sources}\n\n\\subsection{Archives}\n\n"
    "\\begin{itemize}\n\\item\n  \\href{https://a.example/tarn}{Tarn: how boxes of 1987 are "
    "sealed}\n\\item\n  \\href{https://a.example/wardens}{Wardens of 40 archives}\n"
    "\\end{itemize}\n",
}


@pytest.mark.parametrize("ending", LISTED)
def test_items_that_are_links_below_sources_are_references_and_no_claims(
    ending: str, sources: Path, tmp_path: Path
) -> None:
    report = written(tmp_path, f"report.{ending}", LISTED[ending])

    assert claims_of(report, sources) == [("boxescost3euros",)]
    assert len(ce.check(report, sources, judge="none").references) == 2


HEADED = {
    "md": "Boxes cost 3 euros [2].\n\n**References (files)**  \n[1] Handbook. handbook.txt  \n"
    "[2] Tarn Archive Decree. decree.txt\n\n## Limits\n\nLetters are kept for six years [1].\n",
    "html": "<p>Boxes cost 3 euros [2].</p><p><strong>References (files)</strong><br />[1] "
    "Handbook. handbook.txt<br />[2] Tarn Archive Decree. decree.txt</p><h2>Limits</h2>"
    "<p>Letters are kept for six years [1].</p>",
    "tex": "Boxes cost 3 euros {[}2{]}.\n\n\\textbf{References (files)}\\\\\n{[}1{]} Handbook. "
    "handbook.txt\\\\\n{[}2{]} Tarn Archive Decree. decree.txt\n\n\\section{Limits}\n\n"
    "Letters are kept for six years {[}1{]}.\n",
    "docx": office.docx(
        office.paragraph(office.run("Boxes cost 3 euros [2]."))
        + office.paragraph(
            office.run("References (files)", "<w:b/>"),
            "<w:r><w:br/><w:t>[1] Handbook. handbook.txt</w:t><w:br/>"
            "<w:t>[2] Tarn Archive Decree. decree.txt</w:t></w:r>",
        )
        + office.paragraph(office.run("Letters are kept for six years [1]."))
    ),
}


@pytest.mark.parametrize("ending", HEADED)
def test_a_list_in_the_paragraph_of_its_bold_heading_is_read(
    ending: str, sources: Path, tmp_path: Path
) -> None:
    assert claims_of(written(tmp_path, f"report.{ending}", HEADED[ending]), sources) == [
        ("boxescost3euros", "decree.txt"),
        ("lettersarekeptforsixyears", "handbook.txt"),
    ]


NAMED = {
    "md": "Boxes cost 3 euros. (Source: `decree of Tarn (signed).txt`, page two)\n",
    "html": "<p>Boxes cost 3 euros. (Source: <code>decree of\nTarn (signed).txt</code>, "
    "page two)</p>",
    "tex": "Boxes cost 3 euros. (Source: \\texttt{decree\\ of\\ Tarn\n(signed).txt}, page two)\n",
    "txt": "Boxes cost 3 euros. (Source: decree of Tarn (signed).txt, page two)\n",
}


@pytest.mark.parametrize("ending", NAMED)
def test_a_file_that_is_named_as_code_or_over_two_lines_is_a_source(
    ending: str, tmp_path: Path
) -> None:
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "decree of Tarn (signed).txt").write_text("These are the words of the decree.")

    assert claims_of(written(tmp_path, f"report.{ending}", NAMED[ending]), folder) == [
        ("boxescost3euros", "decree of Tarn (signed).txt")
    ]


def test_an_item_of_a_table_of_contents_heads_no_list(sources: Path, tmp_path: Path) -> None:
    report = (
        "Table of Contents\n\n-   Findings\n-   Sources\n-   1. Costs\n-   2. Terms\n\n"
        "Findings\n\n1. Costs\n\nBoxes cost 3 euros.\n\n2. Terms\n\nLetters are kept for 6 years.\n"
    )

    assert claims_of(written(tmp_path, "report.txt", report), sources) == [
        ("boxescost3euros",),
        ("lettersarekeptfor6years",),
    ]


def test_two_markers_in_a_row_may_begin_a_sentence(sources: Path, tmp_path: Path) -> None:
    report = (
        "Boxes burn. [1] [2] show that they cost 3 euros.\n\n[1] decree.txt\n\n[2] handbook.txt\n"
    )

    assert "decree.txt" in str(claims_of(written(tmp_path, "report.md", report), sources))


@pytest.mark.parametrize(
    ("ending", "report"),
    [
        (
            "html",
            "<p>Here is what the wardens of 1987 found\n[1]:</p><ul><li>6 letters</li>"
            "</ul><h2>References</h2><p>[1] decree.txt</p>",
        ),
        (
            "tex",
            "Here is what the wardens of 1987 found\n{[}1{]}:\n\n\\begin{itemize}\n\\item\n"
            "  6 letters\n\\end{itemize}\n\n\\section{References}\n\n{[}1{]} decree.txt\n",
        ),
    ],
)
def test_a_marker_that_begins_a_line_of_the_file_is_a_marker(
    ending: str, report: str, sources: Path, tmp_path: Path
) -> None:
    found = claims_of(written(tmp_path, f"report.{ending}", report), sources)

    assert found[0] == ("hereiswhatthewardensof1987found", "decree.txt")


def test_code_that_nothing_closes_is_told_once_with_its_line(sources: Path, tmp_path: Path) -> None:
    report = "Boxes cost 3 euros.\n\n```text\nseal --all\n\nLetters are kept for 6 years.\n"

    checked = ce.check(written(tmp_path, "report.md", report), sources, judge="none")
    closed = ce.check(written(tmp_path, "closed.md", f"{report}```\n"), sources, judge="none")

    assert [one.claim.text for one in checked.claims] == ["Boxes cost 3 euros."]
    assert [note for note in checked.notes if "in line 3 is not closed" in note] == [
        f"{tmp_path / 'report.md'}: the code that begins in line 3 is not closed, so nothing from "
        "there on was read."
    ]
    assert not [note for note in closed.notes if "not closed" in note]


def test_code_that_nothing_closes_is_told_in_german(sources: Path, tmp_path: Path) -> None:
    report = written(tmp_path, "report.md", "```\nseal\n\nLetters are kept for 6 years.\n")

    told = ce.check(report, sources, judge="none").render(language="de")

    assert "in Zeile 1 beginnt, ist nicht geschlossen" in told


def test_an_escaped_number_before_a_paragraph_is_no_word_of_the_claim(
    sources: Path, tmp_path: Path
) -> None:
    report = "1\\) Boxes cost 3 euros.\n\n2\\) Letters are kept for 6 years.\n"

    assert claims_of(written(tmp_path, "report.md", report), sources) == [
        ("boxescost3euros",),
        ("lettersarekeptfor6years",),
    ]


@pytest.mark.parametrize(
    ("ending", "link"),
    [
        ("md", "[decree.txt](decree.txt)"),
        ("html", '<a href="decree.txt">decree.txt</a>'),
        ("tex", r"\href{decree.txt}{decree.txt}"),
    ],
)
def test_the_name_of_a_file_that_a_sentence_asks_for_is_a_word_of_it(
    ending: str, link: str, sources: Path, tmp_path: Path
) -> None:
    report = f"The terms are kept in {link} since 1987. Boxes cost 3 euros {link}."

    assert claims_of(written(tmp_path, f"report.{ending}", report), sources) == [
        ("thetermsarekeptindecreetxtsince1987", "decree.txt"),
        ("boxescost3euros", "decree.txt"),
    ]

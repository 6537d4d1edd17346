"""What a person reads of a check: the most important first, nothing twice, and in German."""

import json
import re

import pytest
from click.testing import CliRunner

import made_office
from citation_engine import check
from citation_engine.cli.__main__ import cite
from citation_engine.render.findings.terminal import full

ACT = (
    "Rye seed costs 18 euros. Records are kept for ten full years by law, unless they burn."
    " Both mills of the valley closed in 1987.\n"
)
OATS = "Oat seed costs 45 euros. The harbour was deepened to 14 metres in 1999.\n"
REPORT = """# Seed and records

The act says "records were kept for nine full years" [1].
Rye seed costs 19 euros [1]. Oat seed costs 45 euros [2].
The harbour was deepened to 14 metres [7].

The village has 412 houses. Its church was built in 1731. The bridge cost 3 million euros.

## References

[1] act.txt
[2] oats.txt
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sources = tmp_path / "D"
    sources.mkdir()
    (sources / "act.txt").write_text(ACT, encoding="utf-8")
    (sources / "oats.txt").write_text(OATS, encoding="utf-8")
    (tmp_path / "report.md").write_text(REPORT, encoding="utf-8")
    return tmp_path


def run(*arguments, code):
    result = CliRunner().invoke(cite, [str(one) for one in arguments])
    assert result.exit_code == code, result.output
    return result.output


def checked(folder, *arguments, code=1):
    given = ("report.md", "--sources", "D", "--no-cache", "--judge", "local")
    return run("check", *given, *arguments, code=code)


# the most important first ------------------------------------------------------------------


def test_the_first_line_says_how_many_references_have_a_source(folder):
    assert checked(folder).startswith("3 references: 2 found, 0 guessed, 1 without a file\n")


def test_a_line_says_how_many_claims_are_supported_wrong_or_open(folder):
    assert " ✓ 1 supported  ✗ 2 wrong  ○ 1 not checked  – 3 uncited\n" in checked(folder)


def test_errors_about_support_come_before_quotes_and_references(folder):
    shown = checked(folder)

    codes = re.findall(r"^report\.md:\S+  (CE\d+) error", shown, re.MULTILINE)
    assert codes == ["CE203", "CE102", "CE001"]


def test_the_findings_of_a_report_have_the_same_order_in_every_format(folder):
    shown = json.loads(checked(folder, "--output-format", "json"))
    page = checked(folder, "--output-format", "markdown")

    codes = [one["code"] for one in shown["findings"] if one["level"] == "error"]
    assert codes == ["CE203", "CE102", "CE001"]
    assert re.findall(r"\| error \| (CE\d+)", page) == codes


# what cites nothing ------------------------------------------------------------------------


def test_claims_that_cite_nothing_are_one_line(folder):
    shown = checked(folder)

    assert "CE30" not in shown
    assert "– 3 claims need evidence and cite no source: 7:17, 7:53, 7:75. (--show uncited)" in (
        shown
    )


def test_show_uncited_lists_them(folder):
    shown = checked(folder, "--show", "uncited")

    assert shown.count("CE302 warning: No source is cited for") == 3
    assert shown.count("^") > checked(folder).count("^")


@pytest.mark.parametrize("form", ["sarif", "gitlab", "github"])
def test_a_build_server_gets_one_result_for_all_that_cite_nothing(folder, form):
    assert checked(folder, "--output-format", form).count("3 claims need evidence") == 1


def test_programs_get_every_claim_that_cites_nothing(folder):
    shown = json.loads(checked(folder, "--output-format", "json"))

    assert [one["code"] for one in shown["findings"]].count("CE302") == 3


def test_a_claim_that_cites_nothing_still_fails_where_warnings_do(folder):
    (folder / "report.md").write_text("The village has 412 houses.\n", encoding="utf-8")

    checked(folder, "--fail-on", "warning", code=1)
    checked(folder, code=0)


# not too much ------------------------------------------------------------------------------


def test_a_long_report_gives_a_page_that_a_person_reads(folder):
    wrong = [f"Kind {n} of the seed is sold for {n} dollars [1].\n" for n in range(30, 130)]
    idle = [f"The village number {n} has {n} houses.\n" for n in range(30, 330)]
    (folder / "report.md").write_text("".join([*wrong, "\n", *idle]), encoding="utf-8")

    shown = checked(folder, "--fail-on", "warning")
    everything = checked(folder, "--fail-on", "warning", "--all")

    assert len(shown.splitlines()) < 200
    assert re.search(r"… and \d+ more \w+ about support \(--all\)", shown)
    assert len(everything.splitlines()) > 1000
    assert "--all" not in everything


def test_a_missing_source_is_told_once_with_its_places(folder):
    text = "".join(f"Town {n} has a mill [9].\n\n" for n in range(4)) + "[1] act.txt\n"
    (folder / "report.md").write_text(text, encoding="utf-8")

    shown = checked(folder)

    assert shown.count("CE001") == 1
    assert "The same at 3:19, 5:19, 7:19." in shown


def test_of_many_references_without_a_file_a_few_are_listed_and_all_are_counted(folder):
    text = "".join(f"Town {n} has a mill [{n}].\n\n" for n in range(2, 32)) + "[1] act.txt\n"
    (folder / "report.md").write_text(text, encoding="utf-8")

    shown = checked(folder)

    assert shown.startswith("31 references: 1 found, 0 guessed, 30 without a file\n")
    assert shown.count("CE001") == 5
    assert "… and 25 more errors about references (--all)\n" in shown
    assert "Found 30 errors" in shown


# nothing twice -----------------------------------------------------------------------------


def test_a_number_that_differs_and_a_claim_that_is_contradicted_are_one_finding(folder):
    (folder / "report.md").write_text("Rye seed costs 19 euros [1].\n\n[1] act.txt\n", "utf-8")

    findings = [one for one in check("report.md", sources="D", judge="local").findings if one.claim]

    assert [one.code for one in findings] == ["CE203"]
    assert [one.code for one in findings[0].also] == ["CE202"]
    assert "says the contrary" not in checked(folder)


def test_a_quote_that_another_source_has_is_one_finding(folder):
    text = 'It "was deepened to 14 metres in 1999" [1].\n\n[1] act.txt\n'
    (folder / "report.md").write_text(text, encoding="utf-8")

    shown = checked(folder)

    assert re.findall(r"^report\.md:\S+  (CE\d+)", shown, re.MULTILINE) == ["CE101"]
    assert "    CE205: oats.txt (S2) has the quoted words, line 1; act.txt does not.\n" in shown


@pytest.mark.parametrize(
    ("claim", "near"),
    [
        (
            "The sorting and weighing of seed is done in the barn by small machines",
            "Seed is sorted on the tables themselves, with a sieve.",
        ),
        (
            "Das Sortieren und Wiegen der Samen besorgen in der Scheune kleine Maschinen",
            "Samen werden auf den Tischen selbst sortiert, mit einem Sieb.",
        ),
    ],
)
def test_words_of_another_source_stand_under_the_name_of_that_source(folder, claim, near):
    (folder / "D" / "oats.txt").write_text(f"{claim}.\n", encoding="utf-8")
    (folder / "D" / "act.txt").write_text(f"{near}\n", encoding="utf-8")
    (folder / "report.md").write_text(f"{claim} [1].\n\n[1] act.txt\n", encoding="utf-8")
    others = {kind: f"--also={kind}={kind}.out" for kind in ("json", "markdown", "html", "sarif")}

    shown = checked(folder, "--judge=overlap", *others.values(), code=0)

    written = {kind: (folder / f"{kind}.out").read_text(encoding="utf-8") for kind in others}
    finding = json.loads(written["json"])["findings"][0]
    place = json.loads(written["sarif"])["runs"][0]["results"][0]["relatedLocations"][0]
    assert finding["code"] == "CE205"
    assert finding["source"] == "S2"
    assert finding["evidence"]["text"] == f"{claim}."
    assert f'oats.txt, line 1:  "{claim}."' in shown
    assert f'oats.txt, line 1: "{claim}."' in written["markdown"]
    assert place["physicalLocation"]["artifactLocation"]["uri"].endswith("oats.txt")
    assert not re.search("act.txt, line 1", shown + written["markdown"])
    assert re.search(r"S2 oats\.txt carries.*?" + claim, written["html"], re.DOTALL)


@pytest.mark.parametrize("marker", ["[1]", "[S1]"])
@pytest.mark.parametrize(
    "claim",
    [
        "The sorting and weighing of seed is done in the barn by small machines {}.",
        "Das Sortieren und Wiegen der Samen besorgen in der Scheune kleine Maschinen {}.",
        'It "was deepened to 14 metres in the year 1999" {}.',
    ],
)
def test_an_earlier_draft_of_the_report_is_not_recommended_as_its_source(folder, claim, marker):
    said = claim.format(marker)
    (folder / "D" / "oats.txt").write_text(f"{said}\n", encoding="utf-8")
    (folder / "report.md").write_text(f"{said}\n\n{marker} act.txt\n", encoding="utf-8")

    found = check("report.md", sources="D", judge="local").findings

    assert not {"CE205"} & {one.code for main in found for one in (main, *main.also)}
    assert {"CE101", "CE201", "CE206"} & {one.code for one in found}


def test_ignoring_the_finding_that_tells_most_leaves_the_other(folder):
    text = "Rye seed costs 19 euros [1]. <!-- ce: ignore CE203 a joke -->\n\n[1] act.txt\n"
    (folder / "report.md").write_text(text, encoding="utf-8")

    findings = [one for one in check("report.md", sources="D", judge="local").findings if one.claim]

    assert [one.code for one in findings] == ["CE202"]


def test_a_marker_that_leads_nowhere_is_not_told_again_as_a_claim_that_was_not_checked(folder):
    shown = checked(folder)

    assert "not checked: The harbour" not in shown
    assert "○ 1 not checked" in shown


def test_the_words_of_the_source_are_not_in_the_message_and_below_it(folder):
    (folder / "report.md").write_text("Rye seed costs 19 euros [1].\n\n[1] act.txt\n", "utf-8")

    assert checked(folder).count("Rye seed costs 18 euros") == 1


# in German ---------------------------------------------------------------------------------

ENGLISH = re.compile(
    r"\b(?:the|is|are|of|not|and|claims?|sources?|words?|cites?|cited|found|help|note|judge|line"
    r"|errors?|warnings?|checked|which|it|this|does|with)\b",
    re.IGNORECASE,
)
GERMAN_REPORT = """# Saatgut und Akten

Die Satzung sagt „Akten werden neun volle Jahre aufbewahrt“ [1].
Roggensaat kostet 19 Euro [1]. Hafersaat kostet 45 Euro [2].
Der Hafen wurde auf 14 Meter vertieft [7].

Das Dorf hat 412 Häuser.

## Quellen

[1] satzung.txt
[2] hafer.txt
"""


@pytest.fixture
def german(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sources = tmp_path / "D"
    sources.mkdir()
    law = "Roggensaat kostet 18 Euro. Akten werden zehn volle Jahre aufbewahrt.\n"
    (sources / "satzung.txt").write_text(law, encoding="utf-8")
    (sources / "hafer.txt").write_text("Hafersaat kostet 45 Euro.\n", encoding="utf-8")
    (sources / "leer.pdf").write_bytes(b"%PDF-1.4 nichts")
    (tmp_path / "report.md").write_text(GERMAN_REPORT, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("form", ["full", "concise", "grouped", "markdown", "github"])
@pytest.mark.parametrize("judge", ["local", "overlap", "none"])
def test_a_german_report_has_no_english_word_of_ours(german, form, judge):
    given = ("--language", "de", "--all", "--show-sources", "--judge", judge)
    shown = checked(german, *given, "--output-format", form)

    # Only codes of the machine and names of others are not German.
    own = re.sub(r"::\w+ [^:]*::|Failed to load document \(PDFium: Data format error\)", " ", shown)
    assert {word[0] for word in ENGLISH.finditer(own)} == set(), own


def test_the_page_speaks_german_throughout(german):
    checked(german, "--language", "de", "--output-format", "html", "-o", "page.html")
    page = (german / "page.html").read_text("utf-8").replace("PDFium: Data format error", "")

    words = re.sub(r"(?s)<(style|script)\b.*?</\1>|<[^>]*>", " ", page)
    assert {word[0] for word in ENGLISH.finditer(words)} == set()
    assert "3 Verweise: 2 gefunden, 0 geraten, 1 ohne Datei" in words


def test_messages_in_json_are_english_unless_german_is_asked_for(german):
    english = json.loads(checked(german, "--output-format", "json"))
    spoken = json.loads(checked(german, "--output-format", "json", "--language", "de"))

    assert [one["id"] for one in english["findings"]] == [one["id"] for one in spoken["findings"]]
    assert english["findings"][0]["message"].startswith("The ")
    assert not ENGLISH.search(spoken["findings"][0]["message"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("fehlt.md", "--sources", "D"), "Fehler: Es gibt keinen Bericht fehlt.md."),
        (("report.md", "--sources", "fehlt"), "Es gibt keine Datei und keinen Ordner fehlt."),
        (("report.md",), "Es ist nicht gesagt, was die Berichte anführen"),
        (("report.md", "--sources", "D", "--nix"), "Die Option '--nix' gibt es nicht"),
        (("report.md", "--sources", "D", "--select", "CE999"), "keinen Befund mit dem Code"),
        (("report.md", "--sources", "D", "--judge", "nix"), "Den Gutachter 'nix' gibt es nicht."),
        (("report.md", "--sources", "D", "--fail-on", "nix"), "Ungültiger Wert für '--fail-on'"),
    ],
)
def test_a_mistake_in_the_call_is_told_in_german(german, arguments, said):
    shown = run("check", "--language", "de", *arguments, code=2)

    assert said in shown
    assert "Error" not in shown


def test_the_configuration_can_choose_german(german):
    (german / "citation-engine.toml").write_text(
        '[check]\nlanguage = "de"\nsources = ["D"]\n', encoding="utf-8"
    )

    assert "3 Verweise: 2 gefunden" in run("check", "report.md", code=1)


def test_references_are_listed_in_german(german):
    shown = checked(german, "--language", "de", "--references")

    assert shown.splitlines()[0] == "3 Verweise: 2 gefunden, 0 geraten, 1 ohne Datei"
    assert not ENGLISH.search(shown)


# around it ---------------------------------------------------------------------------------


def test_a_misspelt_command_is_told_which_is_meant():
    assert "Did you mean 'check'?" in run("chek", "report.md", code=2)
    assert "Did you mean" not in run("xyzzy", code=2)


@pytest.mark.parametrize("words", ["The village has 412 houses.", "Das Dorf hat 412 Häuser."])
def test_where_a_report_has_no_lines_its_first_words_say_where_a_claim_is(folder, words):
    paragraphs = ["Rye is sown late.", words, "The bridge cost 3 million euros."]
    body = "".join(made_office.paragraph(made_office.run(one)) for one in paragraphs)
    (folder / "report.docx").write_bytes(made_office.docx(body))

    shown = run("check", "report.docx", "--sources", "D", "--no-cache", code=0)

    assert f'"{words}", "The bridge cost 3 million eur…"' in shown


def test_a_work_that_several_chapters_cite_is_counted_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "D").mkdir()
    (tmp_path / "D/rye.txt").write_text("Prices of rye\nIda Moe\n\nRye is dear.", "utf-8")
    (tmp_path / "lit.bib").write_text(
        "@book{moe, author={Moe, Ida}, title={Prices of rye}, year={2020}}"
        "@book{liu, author={Liu, Bo}, title={Oats at night}, year={2021}}",
        "utf-8",
    )
    for name in ("one", "two"):
        (tmp_path / f"{name}.tex").write_text(r"Rye is dear \cite{moe}, oats not \cite{liu}.")
    (tmp_path / "main.tex").write_text(
        r"\documentclass{book}\begin{document}\input{one}\input{two}\bibliography{lit}\end{document}"
    )

    output = run("check", "main.tex", "--sources", "D", "--no-cache", "--judge", "none", code=1)

    assert output.startswith("2 references: 1 found, 0 guessed, 1 without a file\n")


def test_many_files_of_a_kind_that_nobody_reads_are_told_in_one_line(tmp_path):
    folder = tmp_path / "D"
    folder.mkdir()
    (folder / "rye.txt").write_text("Rye seed costs 18 euros.", "utf-8")
    for name in ("a.edn", "b.edn", "c.edn"):
        (folder / name).write_text("{:rye 1}", "utf-8")
    (tmp_path / "report.md").write_text("Rye seed costs 18 euros [1].\n\n[1]: D/rye.txt\n", "utf-8")

    said = full([check(tmp_path / "report.md", folder, judge="overlap")])

    assert said.count("There is no reader") == 1
    assert "3 edn could not be read" in said

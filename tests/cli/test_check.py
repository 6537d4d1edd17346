"""`cite check`: from a report and a folder to findings and an exit code."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import made_pdfs
from citation_engine import CitationEngine

ACT = """# Records Act

§ 7 Digital records are kept unchanged for ten years. The period begins at the end of the year.
"""
STUDY = """# Archive study

We asked 60 archives. Failures fell from 8.8 percent to 2.1 percent where a sample was checked
every quarter.
"""
GOOD = """# Keeping records

Digital records are kept unchanged for ten years [S1]. The study says that failures "fell from
8.8 percent to 2.1 percent" [S2].

[S1] act.md
[S2] study.md
"""
BAD = GOOD.replace("ten years [S1]", 'ten years, or "six years without change" [S1]')


@pytest.fixture
def folder(here: Path) -> Path:
    sources = here / "docs"
    sources.mkdir()
    (sources / "act.md").write_text(ACT, "utf-8")
    (sources / "study.md").write_text(STUDY, "utf-8")
    (here / "good.md").write_text(GOOD, "utf-8")
    (here / "bad.md").write_text(BAD, "utf-8")
    return here


def _with_another_quote(text: str) -> str:
    return text.replace("\n\n[S1]", '\n\nAnd "quite another quotation here" [S1].\n\n[S1]')


def codes(result) -> list[str]:
    return [finding["code"] for finding in findings(result)]


def findings(result) -> list[dict]:
    return json.loads(result.stdout)["findings"]


# How it went -----------------------------------------------------------------------------------


def test_a_report_whose_citations_hold_is_good(cite, folder):
    result = cite("check", "good.md", "--sources", "docs")

    assert "CE1" not in result.stdout
    assert "2 citations" in result.stdout


def test_a_quote_that_is_not_there_is_bad_and_shown_with_the_nearest_words(cite, folder):
    result = cite("check", "bad.md", "--sources", "docs", code=1)

    assert "CE101" in result.stdout
    assert "six years without change" in result.stdout
    assert "^^^^^^^" in result.stdout
    assert "help:" in result.stdout


def test_no_database_is_left_behind(cite, folder):
    cite("check", "good.md", "--sources", "docs")

    assert sorted(path.name for path in folder.iterdir()) == ["bad.md", "docs", "good.md"]


def test_a_report_that_is_not_there_is_a_mistake_in_the_call(cite, folder):
    assert "There is no report none.md. Check the path" in cite("check", "none.md", code=2).output
    assert "Did you mean good.md?" in cite("check", "goood.md", code=2).output


def test_a_folder_is_no_report(cite, folder):
    assert "is a folder" in cite("check", "docs", "--sources", "docs", code=2).output


def test_a_source_that_is_not_there_is_a_mistake_in_the_call(cite, folder):
    assert "no file or folder none" in cite("check", "good.md", "--sources", "none", code=2).output


def test_an_empty_folder_of_sources_is_not_taken_for_fine(cite, folder):
    (folder / "empty").mkdir()

    result = cite("check", "good.md", "--sources", "empty", code=2)

    assert "nothing can be checked" in result.output


def test_without_sources_and_without_a_database_it_says_what_to_do(cite, folder):
    assert "--sources" in cite("check", "good.md", code=2).output


def test_a_file_behind_the_report_is_said_to_be_named_as_a_source(cite, folder):
    said = cite("check", "good.md", "docs/act.md", code=2).output
    assert "If docs/act.md is a source, write --sources docs/act.md." in " ".join(said.split())


def test_names_of_files_are_whole_where_references_are_written_to_a_file(cite, folder):
    name = "A-very-long-name-of-a-file-that-somebody-gave-it-" * 3 + "act.md"
    (folder / "docs" / name).write_text("Digital records are kept for ten years.\n", "utf-8")
    (folder / "long.md").write_text(f"Records are kept for ten years [{name}].\n", "utf-8")

    assert (
        name in cite("check", "long.md", "--sources", "docs", "--references").stdout.splitlines()[2]
    )


def test_a_report_without_claims_is_nothing_to_check(cite, folder):
    (folder / "empty.md").write_text("# A heading\n", "utf-8")

    assert "Nothing to check" in cite("check", "empty.md", "--sources", "docs", code=5).stdout


def test_an_encrypted_pdf_is_not_checked_and_not_fine(cite, folder):
    (folder / "docs" / "zz.pdf").write_bytes(made_pdfs.encrypted())
    (folder / "report.md").write_text("Digital records are kept for ten years [S3].\n", "utf-8")

    result = cite("check", "report.md", "--sources", "docs", "--ignore", "CE3", code=3)

    assert "CE401" in result.stdout
    assert "Not everything could be checked" in result.stdout


def test_what_could_not_be_checked_is_let_pass_only_when_asked(cite, folder):
    (folder / "docs" / "zz.pdf").write_bytes(made_pdfs.encrypted())

    cite("check", "good.md", "--sources", "docs", code=3)
    cite("check", "good.md", "--sources", "docs", "--allow-unchecked", code=0)


def test_a_report_that_is_no_text_is_said_and_the_others_are_checked(cite, folder):
    (folder / "binary.md").write_bytes(b"a\0b")

    result = cite("check", "binary.md", "good.md", "--sources", "docs", code=3)

    assert "binary.md could not be checked" in result.stderr
    assert "good.md" in result.stdout


def test_a_malformed_json_report_is_a_sentence(cite, folder):
    (folder / "report.json").write_text('{"a": "Records are kept [[S:1]]."', "utf-8")

    result = cite("check", "report.json", "--sources", "docs", code=3)

    assert "report.json could not be checked" in result.stderr


@pytest.mark.parametrize("ends", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_line_ends_and_encodings_do_not_change_what_is_found(cite, folder, ends, encoding):
    text = BAD.replace("six years", "sechs Jahre für").replace("\n", ends)
    (folder / "r.md").write_bytes(text.encode(encoding))

    result = cite("check", "r.md", "--sources", "docs", "--output-format", "json", code=1)

    assert "CE101" in codes(result)


def test_without_a_judge_what_is_not_quoted_was_not_checked(cite, folder):
    cite("check", "good.md", "--sources", "docs", "--judge", "none", code=3)


def test_strict_counts_what_nobody_decided_as_not_checked(cite, folder):
    (folder / "r.md").write_text("Archives were asked about their records in a study [S2].\n")

    cite("check", "r.md", "--sources", "docs", "--ignore", "CE002", code=0)
    cite("check", "r.md", "--sources", "docs", "--ignore", "CE002", "--strict", code=3)


# What is shown ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "form",
    [
        *("full", "concise", "grouped", "json", "jsonl", "github", "gitlab", "junit", "sarif"),
        *("markdown", "html"),
    ],
)
def test_every_output_names_the_finding_and_goes_to_a_file(cite, folder, form):
    cite("check", "bad.md", "--sources", "docs", "--output-format", form, "-o", "out", code=1)
    printed = cite("check", "bad.md", "--sources", "docs", "--output-format", form, code=1).stdout

    assert "CE101" in (folder / "out").read_text("utf-8")
    assert "CE101" in printed


def test_several_outputs_come_from_one_run(cite, folder):
    also = ("--also", "sarif=a.sarif", "--also", "junit=b.xml", "--step-summary", "s.md")
    cite("check", "bad.md", "--sources", "docs", *also, code=1)

    assert "CE101" in (folder / "a.sarif").read_text("utf-8")
    assert "CE101" in (folder / "b.xml").read_text("utf-8")
    assert "CE101" in (folder / "s.md").read_text("utf-8")


def test_findings_are_selected_and_left_out_by_code(cite, folder):
    only = cite(
        *("check", "bad.md", "--sources", "docs", "--select", "CE1", "--output-format", "json"),
        code=1,
    )
    without = cite("check", "bad.md", "--sources", "docs", "--ignore", "CE1,CE2", code=0)

    assert {code[:3] for code in codes(only)} == {"CE1"}
    assert "CE101" not in without.stdout


def test_an_unknown_code_is_a_mistake_in_the_call(cite, folder):
    result = cite("check", "bad.md", "--sources", "docs", "--select", "CE999", code=2)

    assert "CE999" in result.output


def test_what_fails_is_chosen(cite, folder):
    (folder / "r.md").write_text(GOOD + "\nThere are 4,000 archives.\n", "utf-8")

    cite("check", "r.md", "--sources", "docs", code=0)
    cite("check", "r.md", "--sources", "docs", "--fail-on", "warning", code=1)
    cite("check", "bad.md", "--sources", "docs", "--fail-on", "never", code=0)


def test_too_little_coverage_is_an_error(cite, folder):
    (folder / "r.md").write_text(GOOD + "\nThere are 4,000 archives.\n", "utf-8")

    result = cite("check", "r.md", "--sources", "docs", "--min-coverage", "0.9", code=1)

    assert "CE303" in result.stdout


def test_the_first_error_is_enough_when_asked(cite, folder):
    text = BAD + 'The act also says "never, never, never again" [S1].\n'
    (folder / "r.md").write_text(text, "utf-8")
    result = cite(
        "check", "r.md", "bad.md", "--sources", "docs", "-x", "--output-format", "json", code=1
    )

    assert len(codes(result)) == 1


def test_german_words_are_german(cite, folder):
    result = cite("check", "bad.md", "--sources", "docs", "--language", "de", code=1)

    assert "Hilfe:" in result.stdout or "Fehler" in result.stdout


def test_several_sources_may_follow_when_the_report_came_first(cite, folder):
    result = cite("check", "good.md", "--sources", "docs/act.md", "docs/study.md")

    assert "2 citations" in result.stdout


def test_reports_may_follow_one_source_as_hooks_give_them(cite, folder):
    result = cite("check", "--sources", "docs", "good.md", "bad.md", code=1)

    assert "good.md" in result.stdout
    assert "bad.md" in result.stdout


def test_the_report_itself_is_no_source(cite, folder):
    result = cite(
        "check", "good.md", "--sources", ".", "--ignore", "CE002", "--output-format", "json"
    )

    assert "good.md" not in [source["name"] for source in json.loads(result.stdout)["sources"]]


def test_the_order_of_names_is_said_where_nothing_else_tells(cite, folder):
    (folder / "good.md").write_text(GOOD.partition("\n\n[S1]")[0], "utf-8")
    result = cite("check", "good.md", "--sources", "docs")

    assert "1 is act.md" in result.stdout


def test_a_map_of_sources_wins(cite, folder):
    (folder / "map.json").write_text('{"S1": "docs/study.md", "S2": "docs/act.md"}', "utf-8")

    result = cite("check", "good.md", "--sources", "docs", "--sources-map", "map.json", code=1)

    assert "CE1" in result.stdout


# Baselines and the last run --------------------------------------------------------------------


def test_what_is_in_the_baseline_does_not_fail_again(cite, folder):
    with_baseline = ("--sources", "docs", "--baseline", "base.json")
    cite("check", "bad.md", *with_baseline, code=2)
    cite("check", "bad.md", *with_baseline, "--update-baseline")
    known = cite("check", "bad.md", *with_baseline)
    (folder / "bad.md").write_text("A new first line of prose.\n\n" + BAD, "utf-8")
    moved = cite("check", "bad.md", *with_baseline)
    (folder / "bad.md").write_text(_with_another_quote(BAD), "utf-8")
    new = cite("check", "bad.md", *with_baseline, code=1)

    assert "known from the baseline" in known.stdout
    assert "CE101" not in moved.stdout
    assert "quite another quotation" in new.stdout


def test_only_findings_of_the_last_run_are_shown_when_asked(cite, folder):
    cite("check", "bad.md", "--sources", "docs", "--lf", code=2)
    cite("check", "bad.md", "--sources", "docs", code=1)
    (folder / "bad.md").write_text(_with_another_quote(BAD), "utf-8")
    result = cite("check", "bad.md", "--sources", "docs", "--lf", "--output-format", "json", code=1)

    assert "six years" in result.stdout
    assert not any("another" in finding["message"] for finding in findings(result))


# Corrections -----------------------------------------------------------------------------------


def test_a_source_named_twice_in_a_marker_is_corrected_and_nothing_else(cite, folder):
    text = GOOD.replace("[S1]", "[S1, S1]").replace("\n", "\r\n")
    (folder / "r.md").write_bytes(b"\xef\xbb\xbf" + text.encode())
    shown = cite("check", "r.md", "--sources", "docs", "--diff", code=1)
    untouched = (folder / "r.md").read_bytes()
    cite("check", "r.md", "--sources", "docs", "--fix")

    assert "-Digital records are kept unchanged for ten years [S1, S1]" in shown.stdout
    assert untouched == b"\xef\xbb\xbf" + text.encode()
    fixed = (folder / "r.md").read_bytes()
    assert fixed == b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()


def test_a_difference_of_nothing_is_good(cite, folder):
    assert cite("check", "bad.md", "--sources", "docs", "--diff").stdout == ""


# The record ------------------------------------------------------------------------------------


def test_saved_citations_are_on_the_record_once(cite, folder):
    for _ in range(2):
        cite("-d", "c.db", "check", "good.md", "--sources", "docs", "--save")
    with CitationEngine(folder / "c.db") as engine:
        citations = engine.list_citations()
        types = [entry.type for entry in engine.ledger.entries()]
        verified = engine.ledger.verify()

    assert [citation.made_by for citation in citations] == ["link", "link"]
    assert types.count("draft.checked") == 1
    assert verified.status == "clean"


def test_the_reason_of_an_ignore_is_kept_on_the_record(cite, folder):
    text = GOOD + "\nThere are 4,000 archives. <!-- ce: ignore CE302 counted by ourselves -->\n"
    (folder / "r.md").write_text(text, "utf-8")
    cite("-d", "c.db", "check", "r.md", "--sources", "docs", "--save")
    with CitationEngine(folder / "c.db") as engine:
        [check] = engine.list_checks()

    assert [(one["code"], one["reason"]) for one in check.ignored] == [
        ("CE302", "counted by ourselves")
    ]


def test_without_sources_those_of_the_session_are_meant(cite, folder):
    cite("-d", "c.db", "add", "docs/study.md", "docs/act.md")
    (folder / "r.md").write_text(GOOD.replace("[S1]", "[S9]"), "utf-8")

    swapped = cite("-d", "c.db", "check", "good.md", code=1)
    unknown = cite("-d", "c.db", "check", "r.md", code=1)

    assert "CE1" in swapped.stdout
    assert "CE001" in unknown.stdout


# Configuration ---------------------------------------------------------------------------------


def test_init_writes_a_configuration_that_check_uses(cite, folder):
    cite("init", "--sources", "docs")
    cite("check", "good.md")
    cite("check", "bad.md", code=1)
    again = cite("init", code=2)

    assert "--force" in again.output


def test_the_configuration_of_a_folder_above_counts_with_its_own_paths(cite, folder, monkeypatch):
    cite("init", "--sources", "docs")
    (folder / "below").mkdir()
    (folder / "below" / "r.md").write_text(GOOD, "utf-8")
    monkeypatch.chdir(folder / "below")

    cite("check", "r.md")


def test_what_is_typed_wins_over_the_project_file(cite, folder):
    (folder / "pyproject.toml").write_text(
        '[tool.citation-engine.check]\nsources = ["docs"]\nfail-on = "never"\n', "utf-8"
    )

    cite("check", "bad.md")
    cite("check", "bad.md", "--fail-on", "error", code=1)
    cite("check", "bad.md", "--no-config", code=2)


def test_no_coverage_at_all_can_be_asked_for_against_the_configuration(cite, folder):
    text = '[check]\nsources = ["docs"]\nmin-coverage = 0.99\n'
    (folder / "citation-engine.toml").write_text(text, "utf-8")
    (folder / "r.md").write_text(GOOD + "\nThere are 4,000 archives.\n", "utf-8")

    cite("check", "r.md", code=1)
    cite("check", "r.md", "--min-coverage", "0")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[check]\nsource = ['docs']\n", "Did you mean 'sources'?"),
        ("[check]\nfail-on = 3\n", "fail-on"),
        ("[check\n", "is not TOML"),
        ("[chekc]\n", "chekc"),
        ("[check]\nstrict = 'yes'\n", "true or false"),
    ],
)
def test_a_mistake_in_the_configuration_is_said(cite, folder, text, said):
    (folder / "citation-engine.toml").write_text(text, "utf-8")

    assert said in cite("check", "good.md", code=2).output


# Provider answers ------------------------------------------------------------------------------


def test_the_citations_of_a_provider_are_checked(cite, folder):
    citation = {
        "type": "char_location",
        "cited_text": "Digital records are kept unchanged for ten years.",
        "document_index": 0,
        "document_title": "act.md",
        "start_char_index": 0,
        "end_char_index": 49,
    }
    wrong = {**citation, "cited_text": "Digital records are kept unchanged for two years."}
    blocks = [
        {"type": "text", "text": "Records are kept ten years. ", "citations": [citation]},
        {"type": "text", "text": "Others are kept two years.", "citations": [wrong]},
    ]
    answer = {"type": "message", "role": "assistant", "content": blocks}
    (folder / "answer.json").write_text(json.dumps(answer), "utf-8")

    result = cite("check", "answer.json", "--sources", "docs", "--output-format", "json", code=1)

    found = [code for code in codes(result) if code.startswith("CE1")]
    assert found == ["CE102"]


# Watching --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
def test_watching_checks_again_after_a_change_and_ends_with_ctrl_c(folder, interruptible):
    command = [sys.executable, "-u", "-m", "citation_engine.cli", "check", "good.md"]
    more = ["--sources", "docs", "--watch", "--output-format", "concise"]
    running = subprocess.Popen(
        [*command, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        first = _until(running, "Watching for changes")
        _replace("good.md", BAD)
        second = _until(running, "Watching for changes")
    finally:
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=240)

    assert first
    assert second
    assert "CE101" in out
    assert running.returncode == 1


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
def test_watching_shows_what_is_new_and_says_how_much_is_as_before(folder, interruptible):
    command = [sys.executable, "-u", "-m", "citation_engine.cli", "check", "bad.md"]
    more = ["--sources", "docs", "--watch", "--output-format", "json"]
    running = subprocess.Popen(
        [*command, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        _until(running, "Watching for changes")
        _replace("bad.md", _with_another_quote(BAD))
        _until(running, "Watching for changes")
    finally:
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=240)

    decoder = json.JSONDecoder()
    first, end = decoder.raw_decode(out)
    second, _ = decoder.raw_decode(out[end:].lstrip())
    assert [one["code"] for one in second["findings"]] == ["CE101"]
    assert f"Findings as before: {len(first['findings'])}; gone: 0." in second["notes"]
    assert running.returncode == 1


def _replace(name: str, text: str) -> None:
    """Write a file anew in one step, so that whoever watches never sees a part of it."""
    new = Path(f"{name}.new")
    new.write_text(text, "utf-8")
    new.replace(name)


def _until(running, words: str, seconds: float = 120) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        line = running.stderr.readline()
        if words in line:
            return True
        if not line and running.poll() is not None:
            return False
    return False


# Names, selections and what a source says of itself ---------------------------------------------


def test_a_source_whose_name_is_not_utf8_does_not_lose_the_run(cite, folder):
    for name in (b"bad\xff.md", b"copy\xff.md"):
        (folder / "docs" / os.fsdecode(name)).write_text("# Other\n\nSomething else.\n", "utf-8")

    asked = ("--output-format", "json", "--fail-on", "never")
    result = cite("check", "good.md", "--sources", "docs", *asked)

    names = [source["name"] for source in json.loads(result.stdout)["sources"]]
    assert "bad\\xff.md" in names


def test_a_report_whose_name_is_not_utf8_is_checked(cite, folder):
    name = os.fsdecode(b"bad\xff.md")
    (folder / name).write_text(GOOD, "utf-8")

    assert "bad\\xff.md" in cite("check", name, "--sources", "docs").stdout


def test_a_selection_does_not_hide_that_a_source_could_not_be_read(cite, folder):
    (folder / "docs" / "zz.pdf").write_bytes(made_pdfs.encrypted())
    asked = ("check", "good.md", "--sources", "docs", "--select", "CE1")

    cite(*asked, code=3)
    cite(*asked, "--allow-unchecked", code=0)


def test_a_folder_behind_a_report_is_where_its_sources_are(cite, folder):
    named = cite("check", "good.md", "docs", "--output-format", "json", "--fail-on", "never")
    asked = ("check", "good.md", "--sources", "docs", "--output-format", "json")

    assert json.loads(named.stdout)["claims"] == json.loads(cite(*asked).stdout)["claims"]


def linked_by(cite, folder: Path, entry: str) -> list[str]:
    (folder / "r.md").write_text(f"Noise fell by 25 dB [1].\n\n## References\n\n[1] {entry}\n")
    result = cite(
        "check", "r.md", "--sources", "docs", "--output-format", "json", "--fail-on", "never"
    )
    claims = json.loads(result.stdout)["claims"]
    return [one["source"] for claim in claims for one in claim["citations"]]


def test_a_file_is_found_by_the_only_doi_on_its_first_page(cite, folder):
    (folder / "docs" / "zz.txt").write_text("Notes\n\ndoi:10.1000/Noise\n\nNoise fell by 25 dB.\n")

    assert linked_by(cite, folder, "Smith, A. (2020). https://doi.org/10.1000/noise") == ["S3"]


def test_a_plain_text_is_found_by_its_first_line(cite, folder):
    title = "Porpoise responses to pile driving noise"
    (folder / "docs" / "zz.txt").write_text(f"\n{title}\n\nNoise fell by 25 dB.\n")

    assert linked_by(cite, folder, f"Smith, A. (2020). {title}. Marine Journal 3.") == ["S3"]


@pytest.mark.parametrize("kept", [(), ("--save",)])
def test_a_link_out_of_the_sources_does_not_print_the_words_of_a_secret(cite, folder, kept):
    (folder / "secret.md").write_text("The password of the archive is tulip.", "utf-8")
    (folder / "docs" / "zz.md").symlink_to("../secret.md")
    (folder / "bad.md").write_text('The act says "the password of the archive is rose" [S3].\n')
    call = ("-d", "c.db", "check", "bad.md", "--sources", "docs", *kept)

    text = cite(*call, code=1).stdout
    found = json.loads(cite(*call, "--output-format", "json", code=1).stdout)

    assert "tulip" not in text
    assert "tulip" not in json.dumps(found)
    note = "Links that lead out of their folder are not followed: docs/zz.md."
    assert note in text
    assert any(note in one for one in found["notes"])


def test_a_link_out_of_the_sources_that_came_after_the_last_check_is_named(cite, folder):
    call = ("check", "good.md", "--sources", "docs")
    cite(*call)
    (folder / "secret.md").write_text("The password of the archive is tulip.", "utf-8")
    (folder / "docs" / "zz.md").symlink_to("../secret.md")

    assert "not followed: docs/zz.md." in cite(*call).stdout

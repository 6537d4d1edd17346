"""What a report is checked against: folders, files, values, search results and fetched pages."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from citation_engine.cli.__main__ import cite as command

RYE = "Rye seed costs 18 euros."
REPORT = "Rye seed costs 18 euros [1].\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CITATION_CACHE_FOLDER", str(tmp_path.parent / "cache"))
    monkeypatch.setenv("CITATION_KEY_FOLDER", str(tmp_path.parent / "keys"))
    (tmp_path / "report.md").write_text(REPORT, "utf-8")
    (tmp_path / "one.txt").write_text(RYE + "\n", "utf-8")
    return tmp_path


def cite(*arguments: str, code: int = 0, stdin: str | None = None) -> Result:
    done = CliRunner().invoke(command, arguments, input=stdin)
    assert done.exit_code == code, done.output
    return done


def checked(*arguments: str, code: int = 0, stdin: str | None = None) -> dict:
    asked = ("check", *arguments, "--output-format", "json", "--judge", "overlap")
    return json.loads(cite(*asked, code=code, stdin=stdin).stdout)


# around it -----------------------------------------------------------------------------------


def test_a_folder_with_the_tools_own_files_is_no_error_and_tells_them_in_one_line(folder):
    (folder / "citation-engine.toml").write_text('[check]\nfail-on = "error"\n', "utf-8")
    (folder / ".hidden").write_bytes(b"\0\1")
    cite("add", "one.txt")
    for form, name in (("html", "out.html"), ("json", "out.json"), ("junit", "out.xml")):
        cite("check", "report.md", "--sources", "one.txt", "--output-format", form, "-o", name)

    report = checked("report.md", "--sources", ".")

    assert [source["name"] for source in report["sources"]] == ["one.txt"]
    [told] = [note for note in report["notes"] if "left out" in note]
    for name in ("citation-engine.toml", "citations.db", "out.html", "out.json", "out.xml"):
        assert name in told


@pytest.mark.parametrize("given", [("one.txt", "Rye seed"), ("Rye seed", "one.txt")])
def test_words_are_located_whether_the_file_comes_first_or_last(folder, given):
    assert "exact" in cite("locate", *given).output


def test_the_package_is_the_command(folder):
    asked = [sys.executable, "-m", "citation_engine", "check", "report.md", "--sources", "one.txt"]
    done = subprocess.run(asked, capture_output=True, text=True)

    assert (done.returncode, "1 supported" in done.stdout) == (0, True)


def test_nothing_to_check_passes_where_that_is_allowed(folder):
    (folder / "empty.md").write_text("# Notes\n", "utf-8")

    cite("check", "empty.md", "--sources", "one.txt", code=5)
    cite("check", "empty.md", "--sources", "one.txt", "--allow-empty")


# the same words twice ------------------------------------------------------------------------


@pytest.mark.parametrize("entry", ["one.txt", "copies/two.txt"])
def test_the_same_words_in_a_second_file_are_a_second_source_told_as_duplicate(folder, entry):
    (folder / "copies").mkdir()
    (folder / "copies" / "two.txt").write_text(RYE + "\n", "utf-8")
    (folder / "report.md").write_text(f"{REPORT}\n## Sources\n\n1. {entry}\n", "utf-8")

    report = checked("report.md", "--sources", "one.txt", "--sources", "copies")

    [cited] = [one["source"] for claim in report["claims"] for one in claim["citations"]]
    names = {source["label"]: source["name"] for source in report["sources"]}
    assert names == {"S1": "one.txt", "S2": "two.txt"}
    assert names[cited] == Path(entry).name
    [told] = [one["message"] for one in report["findings"] if one["code"] == "CE405"]
    assert told == "two.txt (S2) has the same words as one.txt (S1)."

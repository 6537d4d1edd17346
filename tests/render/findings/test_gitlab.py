import json
from pathlib import PurePath

from citation_engine.model.passage import Span
from citation_engine.render.findings.gitlab import gitlab
from citation_engine.render.findings.report import Options
from made_checks import TEXT, clean, finding, report, with_finding


def entries(*checked, **options) -> list[dict]:
    return json.loads(gitlab(checked, Options(**options)))


def test_each_entry_has_what_a_code_quality_report_needs():
    made = entries(report(), report("other.md"))

    assert len(made) == 2 * 7
    assert len({entry["fingerprint"] for entry in made}) == len(made)
    for entry in made:
        assert set(entry) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert entry["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert entry["location"]["path"] in ("report.md", "other.md")
        assert entry["location"]["lines"]["begin"] >= 1


def test_what_was_not_checked_comes_first_and_is_major():
    first = entries(report())[0]

    assert first["check_name"] == "not-checked"
    assert first["severity"] == "major"
    assert "scan.pdf could not be read" in first["description"]


def test_a_finding_has_its_line_its_evidence_and_its_help():
    made = next(entry for entry in entries(report()) if entry["check_name"] == "CE203")

    assert made["location"]["lines"] == {"begin": 4, "end": 4}
    assert made["severity"] == "major"
    assert made["description"].startswith("The number differs from the source. · study.pdf, p. 6")
    assert made["description"].endswith("help: 42 → 24? Not fixed automatically.")


def test_a_fingerprint_stays_when_lines_are_added():
    def made(text: str) -> dict:
        start = text.index("42")
        return entries(with_finding(finding(span=Span(start, start + 2)), text=text))[0]

    before, after = made(TEXT), made("New first line.\n" + TEXT)

    assert before["fingerprint"] == after["fingerprint"]
    assert before["location"] != after["location"]


def test_a_path_has_no_root_and_no_dot():
    checked = with_finding(finding(), name="/builds/a/./docs/report.md")
    made = entries(checked, root=PurePath("/builds/a"))

    assert made[0]["location"]["path"] == "docs/report.md"


def test_a_clean_report_is_an_empty_list():
    assert entries(clean()) == []

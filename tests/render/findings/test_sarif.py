import json
import re
from pathlib import PurePath
from urllib.parse import unquote, urlsplit

import pytest

from citation_engine.model.checked import CheckedClaim, ClaimState
from citation_engine.model.draft import Claim, DraftFormat
from citation_engine.model.finding import Level
from citation_engine.model.passage import Span
from citation_engine.render.findings.report import Options
from citation_engine.render.findings.sarif import MOST_RESULTS, sarif, uri_of
from made_checks import TEXT, clean, finding, report, with_finding

URI = re.compile(r"(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-F]{2})*")


def log_of(*checked, **options) -> dict:
    """The log, after it was held against what the standard demands of the parts we use."""
    log = json.loads(sarif(checked, Options(**options)))
    assert log["version"] == "2.1.0"
    assert log["$schema"].startswith("https://")
    assert len(log["runs"]) == 1
    for run in log["runs"]:
        check_run(run)
    return log


def check_run(run: dict) -> None:
    driver = run["tool"]["driver"]
    assert driver["name"]
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    codes = [rule["id"] for rule in driver["rules"]]
    assert len(set(codes)) == len(codes)
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"]
        assert rule["help"]["text"]
        assert rule["defaultConfiguration"]["level"] in ("none", "note", "warning", "error")
    for artifact in run["artifacts"]:
        check_location(artifact["location"], run)
    for invocation in run["invocations"]:
        assert isinstance(invocation["executionSuccessful"], bool)
        for note in invocation.get("toolExecutionNotifications", ()):
            assert note["message"]["text"]
    fingerprints = set()
    for result in run["results"]:
        check_result(result, run, codes)
        fingerprints |= set(result["partialFingerprints"].values())
    assert len(fingerprints) == len(run["results"])


def check_result(result: dict, run: dict, codes: list[str]) -> None:
    assert codes[result["ruleIndex"]] == result["ruleId"]
    assert result["level"] in ("none", "note", "warning", "error")
    assert result["message"]["text"]
    assert len(result["locations"]) == 1
    physical = result["locations"][0]["physicalLocation"]
    check_location(physical["artifactLocation"], run)
    if "region" in physical:
        check_region(physical["region"])
    for fix in result.get("fixes", ()):
        for change in fix["artifactChanges"]:
            check_location(change["artifactLocation"], run)
            assert change["replacements"]
            for replacement in change["replacements"]:
                check_region(replacement["deletedRegion"])


def check_location(location: dict, run: dict) -> None:
    assert URI.fullmatch(location["uri"])
    urlsplit(location["uri"])
    if "index" in location:
        assert run["artifacts"][location["index"]]["location"]["uri"] == location["uri"]


def check_region(region: dict) -> None:
    assert region["startLine"] >= 1
    assert region["startColumn"] >= 1
    assert region["endLine"] >= region["startLine"]
    if region["endLine"] == region["startLine"]:
        assert region["endColumn"] >= region["startColumn"]
    assert region["charOffset"] >= 0
    assert region["charLength"] >= 0


def results(*checked, **options) -> list[dict]:
    return log_of(*checked, **options)["runs"][0]["results"]


def test_the_findings_are_results_and_the_worst_come_first():
    made = results(report())

    assert [(one["ruleId"], one["level"]) for one in made] == [
        ("CE203", "error"),
        ("CE101", "error"),
        ("CE002", "warning"),
        ("CE301", "warning"),
        ("CE405", "note"),
        ("CE302", "error"),
    ]


def test_a_result_has_its_region_in_lines_and_in_characters():
    physical = results(report())[0]["locations"][0]["physicalLocation"]
    region = physical["region"]
    start = TEXT.index("42 percent")

    assert physical["artifactLocation"] == {"uri": "report.md", "index": 0}
    assert region == {
        "startLine": 4,
        "startColumn": 21,
        "endLine": 4,
        "endColumn": 31,
        "charOffset": start,
        "charLength": 10,
        "snippet": {"text": "42 percent"},
    }


def test_a_byte_order_mark_is_not_counted():
    checked = with_finding(finding(span=Span(1, 3)), text="\ufeff42 percent")
    region = results(checked)[0]["locations"][0]["physicalLocation"]["region"]

    assert (region["startColumn"], region["charOffset"], region["charLength"]) == (1, 0, 2)
    assert region["snippet"]["text"] == "42"


def test_the_message_has_the_evidence_and_the_help():
    assert results(report())[0]["message"]["text"].splitlines() == [
        "The number differs from the source.",
        'study.pdf, p. 6, Results: "… The trial showed a relative reduction of 24% (95% CI 19–29) '
        'after a year. …"',
        "help: 42 → 24? Not fixed automatically.",
    ]


def test_a_mechanical_fix_travels_along():
    change = results(report())[1]["fixes"][0]["artifactChanges"][0]

    assert change["replacements"][0]["insertedContent"] == {"text": "zehn Jahren"}


def test_an_ignored_finding_is_suppressed_with_its_reason():
    made = results(report())

    assert made[-1]["suppressions"] == [
        {"kind": "inSource", "justification": "A joke of the author."}
    ]
    assert not any("suppressions" in one for one in made[:-1])


def test_a_rule_says_what_its_code_means():
    rules = log_of(report(), language="de")["runs"][0]["tool"]["driver"]["rules"]
    rule = next(rule for rule in rules if rule["id"] == "CE203")

    assert rule["name"] == "NumberMismatch"
    assert rule["shortDescription"]["text"].startswith("Eine Zahl, eine Einheit oder ein Datum")
    assert "<!-- ce: ignore CE203 Grund -->" in rule["help"]["text"]


def test_what_was_not_checked_makes_the_run_unsuccessful():
    bad, good = (log_of(one)["runs"][0]["invocations"][0] for one in (report(), clean()))

    assert bad["executionSuccessful"] is False
    assert len(bad["toolExecutionNotifications"]) == 2
    assert good == {"executionSuccessful": True}


def test_a_claim_that_was_not_checked_makes_the_run_unsuccessful_too():
    known = finding("Not checked.", code="CE207", claim="c5", level=Level.WARNING)
    run = log_of(report(findings=(known,), unchecked=()))["runs"][0]

    assert run["invocations"] == [{"executionSuccessful": False}]


def test_several_reports_are_one_run():
    run = log_of(report(), report("b.md"))["runs"][0]

    assert [one["location"]["uri"] for one in run["artifacts"]] == ["report.md", "b.md"]
    assert len(run["results"]) == 12


def test_there_are_never_more_results_than_github_takes():
    many = [*[finding(level=Level.INFO)] * MOST_RESULTS, finding()]
    run = log_of(with_finding(finding()).model_copy(update={"findings": many}))["runs"][0]

    assert len(run["results"]) == MOST_RESULTS == 25_000
    assert run["results"][0]["level"] == "error"
    assert run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"] == (
        "Only the 25,000 most severe of 25,001 results are listed."
    )


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("docs/report.md", "docs/report.md"),
        ("a b/ü%#?.md", "a%20b/%C3%BC%25%23%3F.md"),
        ("/builds/a.md", "file:///builds/a.md"),
        ("C:/a b.md", "file:///C:/a%20b.md"),
        ("a:b.md", "a%3Ab.md"),
        ("https://example.org/a?b=c", "https://example.org/a?b=c"),
        ("a\ud800.md", "a%EF%BF%BD.md"),
    ],
)
def test_a_path_is_a_uri(path, uri):
    assert uri_of(path) == uri
    assert URI.fullmatch(uri)
    assert unquote(uri).endswith(path.replace("\ud800", "\ufffd"))


def test_a_path_below_the_root_is_relative():
    made = results(with_finding(finding(), name="/r/docs/a.md"), root=PurePath("/r"))

    assert made[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "docs/a.md"


def test_a_pointer_is_a_logical_location_and_a_page_a_message():
    pointed = with_finding(finding(pointer="/a/0"), name="a.json", format=DraftFormat.JSON)
    claim = Claim(id="c", text="x", span=Span(0, 1), page=3)
    paged = with_finding(
        finding(claim="c"),
        format=DraftFormat.PDF,
        claims=[CheckedClaim(claim=claim, state=ClaimState.FAILED)],
    )

    first, second = (results(one)[0]["locations"][0] for one in (pointed, paged))

    assert first["logicalLocations"] == [{"fullyQualifiedName": "/a/0"}]
    assert second["message"] == {"text": "p. 3"}
    assert "region" not in second["physicalLocation"]


def test_a_message_has_no_links_and_no_arguments():
    text = results(with_finding(finding("[click](http://x) {0} [[S:1]]")))[0]["message"]["text"]

    assert text == r"[click\](http://x) {{0}} [[S:1]]"

from xml.etree import ElementTree

import pytest

from citation_engine.model.checked import CheckedClaim, ClaimState
from citation_engine.model.draft import Claim
from citation_engine.model.finding import Level
from citation_engine.render.findings.junit import junit
from citation_engine.render.findings.report import Options
from made_checks import clean, finding, report, with_finding


def suites(*checked, **options) -> ElementTree.Element:
    return ElementTree.fromstring(junit(checked, Options(**options)).encode())


def outcomes(root: ElementTree.Element) -> dict[str, str]:
    return {
        case.get("name"): next((child.tag for child in case), "passed")
        for case in root.iter("testcase")
    }


def test_a_claim_is_a_test_and_only_a_supported_one_passes():
    assert outcomes(suites(report())) == {
        'The law demands storage for "fifteen years" [[S:1]].': "failure",
        "Error rates fell by 42 percent after the change [[S:2]].": "failure",
        "Staff was content [[S:2]].": "passed",
        "Costs fell by a third.": "skipped",
        "Nobody knows [[S:3]].": "error",
        "CE002 unused-source S4": "skipped",
        "CE405 duplicate-source": "skipped",
        "not checked: scan.pdf could not be read: it is encrypted.": "error",
    }


def test_the_numbers_of_a_suite_are_those_of_its_cases():
    root = suites(report(), clean())

    for suite in root:
        assert int(suite.get("tests")) == len(suite.findall("testcase"))
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.get(name)) == len(suite.findall(f"testcase/{tag}"))
    assert [root.get(name) for name in ("tests", "failures", "errors", "skipped")] == [
        *("9", "2", "2", "3")
    ]
    assert root.get("time") == "6.420"


def test_a_failure_says_where_and_why():
    root = suites(report())
    case = next(case for case in root.iter("testcase") if "42 percent" in case.get("name"))
    failure = case.find("failure")

    assert (case.get("classname"), case.get("file"), case.get("line")) == (
        *("report.md", "report.md"),
        "4",
    )
    assert failure.get("type") == "CE203"
    assert failure.get("message") == "The number differs from the source."
    assert failure.text.splitlines()[0].startswith("report.md:4:21: CE203 error: ")
    assert "  help: 42 → 24? Not fixed automatically." in failure.text


@pytest.mark.parametrize(
    ("fail_on", "uncited", "failed"),
    [
        (Level.WARNING, "failure", "failure"),
        (Level.ERROR, "skipped", "failure"),
        (None, "skipped", "skipped"),
    ],
)
def test_what_fails_depends_on_the_level(fail_on, uncited, failed):
    made = outcomes(suites(report(), fail_on=fail_on))

    assert made["Costs fell by a third."] == uncited
    assert made['The law demands storage for "fifteen years" [[S:1]].'] == failed


def test_equal_claims_are_told_apart():
    same = [
        CheckedClaim(claim=Claim(id=str(n), text="Same."), state=ClaimState.UNCITED)
        for n in range(3)
    ]

    assert list(outcomes(suites(report(claims=same, findings=(), unchecked=())))) == [
        *("Same.", "Same. (2)", "Same. (3)")
    ]


def test_what_xml_cannot_hold_has_a_name():
    bad = "a\x00\x1b\ud800\ufffe<failure>&]]>"
    claim = CheckedClaim(claim=Claim(id="c", text=bad), state=ClaimState.FAILED)
    checked = with_finding(finding(bad, claim="c"), name=f"{bad}.md", claims=[claim])

    suite = suites(checked)[0]

    assert suite.get("name") == "a<U+0000><U+001B><U+D800><U+FFFE><failure>&]]>.md"
    assert len(suite) == 1
    assert "<failure>&]]>" in suite[0].find("failure").get("message")

"""
The claims as test cases, in the XML of JUnit.

Only a claim that is supported and has no finding passes. One with a finding that fails the check
is a failure, one that could not be checked an error, every other is skipped: none of these looks
as if it were fine. A case is named after its claim, not its line, so that its history is kept.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree

from citation_engine.model.checked import Checked, CheckedClaim, ClaimState
from citation_engine.model.finding import Level
from citation_engine.render.findings import visible
from citation_engine.render.findings.report import (
    DEFAULT,
    NAME,
    LocatedFinding,
    LocatedReport,
    Options,
    at_or_above,
    reports_of,
)
from citation_engine.render.findings.visible import for_xml

_LONGEST_NAME = 120
_BAD = (ClaimState.FAILED, ClaimState.CONTRADICTED)
_COUNTED = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def junit(checked: Sequence[Checked], options: Options = DEFAULT) -> str:
    """A suite for each report, with a case for each claim and each finding without a claim."""
    suites = [_suite(report, options.fail_on) for report in reports_of(checked, options)]
    root = ElementTree.Element("testsuites", name=NAME)
    root.extend(suites)
    totals = {key: sum(int(suite.get(key, "0")) for suite in suites) for key in _counts(())}
    seconds = sum(one.seconds or 0.0 for one in checked)
    root.attrib.update({key: str(n) for key, n in totals.items()} | {"time": f"{seconds:.3f}"})
    ElementTree.indent(root)
    body = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _suite(report: LocatedReport, fail_on: Level | None) -> ElementTree.Element:
    cases = [_of_claim(report, one, fail_on) for one in _claims(report)]
    known = {one.claim.id for one in _claims(report)}
    loose = [found for found in report.in_order if found.finding.claim not in known]
    cases += [_of_finding(report, located, fail_on) for located in loose]
    cases += [_of_sentence(report, sentence) for sentence in report.checked.unchecked]
    _tell_apart(cases)
    suite = ElementTree.Element("testsuite", name=for_xml(report.path))
    suite.attrib.update({key: str(n) for key, n in _counts(cases).items()})
    suite.set("time", f"{report.checked.seconds or 0.0:.3f}")
    suite.extend(cases)
    return suite


def _claims(report: LocatedReport) -> list[CheckedClaim]:
    """The claims that are tests: all but those that need no evidence and have no finding."""
    return [
        one
        for one in report.checked.claims
        if one.state is not ClaimState.NO_EVIDENCE_NEEDED or one.claim.id in report.of_claims
    ]


def _of_claim(
    report: LocatedReport, one: CheckedClaim, fail_on: Level | None
) -> ElementTree.Element:
    found = report.of_claims.get(one.claim.id, []) if report.claims[one.claim.id] is one else []
    case = _case(report, visible.flat(one.claim.statement, _LONGEST_NAME))
    spot = report.spot(one.claim.span)
    if spot:
        case.set("line", str(spot.line))
    failing = [located for located in found if at_or_above(located.finding, fail_on)]
    state = report.words.state(one.state)
    reasons = dict.fromkeys(c.unchecked for c in one.citations if c.unchecked)
    if failing or (one.state in _BAD and fail_on is not None):
        said = visible.flat(failing[0].finding.message) if failing else state
        kind = failing[0].finding.code if failing else one.state.value
        _outcome(case, "failure", said, kind, _details(report, found))
    elif one.state is ClaimState.NOT_CHECKED:
        said = visible.flat(": ".join([state, *reasons]))
        _outcome(case, "error", said, one.state.value, _details(report, found))
    elif found or one.state is not ClaimState.SUPPORTED:
        messages = (visible.flat(located.finding.message) for located in found)
        _outcome(case, "skipped", "; ".join([state, *messages]), "", _details(report, found))
    return case


def _of_finding(
    report: LocatedReport, located: LocatedFinding, fail_on: Level | None
) -> ElementTree.Element:
    finding = located.finding
    about = visible.flat(finding.marker or finding.source or "", _LONGEST_NAME)
    case = _case(report, f"{finding.code} {finding.name} {about}".rstrip())
    if located.spot:
        case.set("line", str(located.spot.line))
    kind = "failure" if at_or_above(finding, fail_on) else "skipped"
    said = visible.flat(finding.message)
    _outcome(case, kind, said, finding.code, _details(report, [located]))
    return case


def _of_sentence(report: LocatedReport, sentence: str) -> ElementTree.Element:
    state = ClaimState.NOT_CHECKED
    said = visible.flat(sentence)
    case = _case(report, f"{report.words.state(state)}: {said}")
    _outcome(case, "error", said, state.value, "")
    return case


def _case(report: LocatedReport, name: str) -> ElementTree.Element:
    return ElementTree.Element(
        "testcase",
        classname=for_xml(report.path),
        name=for_xml(name),
        file=for_xml(report.path),
        time="0",
    )


def _outcome(case: ElementTree.Element, kind: str, message: str, type: str, details: str) -> None:
    outcome = ElementTree.SubElement(case, kind, message=for_xml(message))
    if type and kind != "skipped":
        outcome.set("type", for_xml(type))
    if details:
        outcome.text = for_xml(details)


def _details(report: LocatedReport, found: Iterable[LocatedFinding]) -> str:
    lines: list[str] = []
    for located in found:
        finding = located.finding
        level = report.words.level(finding.level)
        head = f"{report.where_found(located)}: {finding.code} {level}: "
        lines.append(head + visible.flat(finding.message))
        lines += [f"  {line}" for line in report.remarks_on(finding)]
    return "\n".join(lines)


def _tell_apart(cases: Iterable[ElementTree.Element]) -> None:
    """Number cases of the same name; a line would change with every edit above it."""
    seen: Counter[str] = Counter()
    for case in cases:
        name = case.get("name", "")
        seen[name] += 1
        if seen[name] > 1:
            case.set("name", f"{name} ({seen[name]})")


def _counts(cases: Sequence[ElementTree.Element]) -> dict[str, int]:
    counts = {
        key: sum(case.find(tag) is not None for case in cases) for key, tag in _COUNTED.items()
    }
    return {"tests": len(cases), **counts}

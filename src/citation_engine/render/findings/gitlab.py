"""The findings as a GitLab code quality report."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from citation_engine.model.checked import Checked
from citation_engine.model.finding import Level
from citation_engine.render.findings import visible
from citation_engine.render.findings.json import encoded
from citation_engine.render.findings.report import (
    DEFAULT,
    LocatedFinding,
    LocatedReport,
    Options,
    reports_of,
    worst_first,
)
from citation_engine.render.findings.terminal import not_checked

SEVERITIES = {Level.ERROR: "major", Level.WARNING: "minor", Level.INFO: "info"}
NOT_CHECKED = "not-checked"


def gitlab(checked: Sequence[Checked], options: Options = DEFAULT) -> str:
    """A JSON array with an entry for each finding and for all that could not be checked."""
    reports = reports_of(checked, options)
    entries = [entry for report in reports for entry in _unchecked(report)]
    entries += [_entry(*pair) for pair in worst_first(reports, options)]
    return encoded(entries, indent=2) + "\n"


def _entry(report: LocatedReport, located: LocatedFinding) -> dict[str, Any]:
    finding = located.finding
    place, remarks = report.place_without_lines(located), report.remarks_on(finding)
    said = [visible.flat(finding.message), *place, *remarks]
    spot = located.spot
    return {
        "description": " · ".join(said),
        "check_name": visible.whole(finding.code),
        "fingerprint": located.fingerprint,
        "severity": SEVERITIES[finding.level],
        "location": {
            "path": visible.whole(located.path),
            "lines": {
                "begin": spot.line if spot else 1,
                "end": max(spot.line, spot.end_line) if spot else 1,
            },
        },
    }


def _unchecked(report: LocatedReport) -> Iterator[dict[str, Any]]:
    path = visible.whole(report.path)
    for at, (_, sentence) in enumerate(not_checked(report)):
        name = f"{NOT_CHECKED}\n{path}\n{sentence}\n{at}"
        yield {
            "description": f"{report.words('state.not_checked')}: {sentence}",
            "check_name": NOT_CHECKED,
            "fingerprint": sha256(name.encode()).hexdigest()[:32],
            "severity": SEVERITIES[Level.ERROR],
            "location": {"path": path, "lines": {"begin": 1, "end": 1}},
        }

"""What a check found as JSON Lines: a line for each finding, then one that sums up the report."""

from collections.abc import Iterator, Sequence

from citation_engine.model.checked import Checked
from citation_engine.render.findings.json_report import (
    VERSION,
    Fields,
    encoded,
    finding_fields,
    ignored_fields,
    summary_fields,
    tool_fields,
)
from citation_engine.render.findings.options import DEFAULT, Options
from citation_engine.render.findings.report import Report, reports_of


def jsonl(checked: Sequence[Checked], options: Options = DEFAULT) -> str:
    """
    The findings, one on each line; `type` says what a line is.

    Each report ends with a line of type `summary`, also where nothing was found, so that a reader
    can tell an end from a break.
    """
    lines = (line for report in reports_of(checked, options) for line in _lines(report))
    return "".join(f"{encoded(line)}\n" for line in lines)


def _lines(report: Report) -> Iterator[Fields]:
    name = report.path
    for located in report.as_given:
        yield {"type": "finding", "report": name, **finding_fields(report, located)}
    for ignored in ignored_fields(report):
        yield {"type": "ignored", "report": name, **ignored}
    for sentence in report.checked.unchecked:
        yield {"type": "unchecked", "report": name, "message": sentence}
    yield {
        "type": "summary",
        "version": VERSION,
        "tool": tool_fields(),
        "report": name,
        "sha256": report.checked.draft_sha256,
        **summary_fields(report.checked),
    }

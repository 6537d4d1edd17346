"""
The findings as SARIF 2.1.0, for code scanning.

Columns and offsets count code points, and the log says so (`columnKind`). The worst results come
first and there are at most 25,000, which is what GitHub takes; a notification says when there
were more. Ignored findings are results with a suppression and its reason.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any
from urllib.parse import quote

from citation_engine.model.checked import Checked
from citation_engine.model.finding import CODES, Finding, Level
from citation_engine.model.passage import Span
from citation_engine.render.findings import visible
from citation_engine.render.findings.german import in_language
from citation_engine.render.findings.json import encoded
from citation_engine.render.findings.report import (
    DEFAULT,
    NAME,
    LocatedFinding,
    LocatedReport,
    Options,
    reports_of,
    worst_first,
)
from citation_engine.render.findings.terminal import not_checked
from citation_engine.render.findings.words import OutputWords
from citation_engine.version import VERSION


def meaning_of(code: str, name: str, language: str) -> str:
    """What a code means; of a code that is not known here, its name in words."""
    known = CODES.get(code)
    meaning = known.meaning if known else f"{name.replace('-', ' ').capitalize()}."
    return in_language(meaning, language)


SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
MOST_RESULTS = 25_000
MOST_NOTIFICATIONS = 1000
FINGERPRINT = "citationEngine/v1"
LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "note"}
Fields = dict[str, Any]
_LONGEST_SNIPPET = 2000
# Sources whose lines are those of the file.
_WITH_LINES = ("text/plain", "text/markdown")
# In a message these would be a link and a place for an argument.
_LINK = re.compile(r"\](?=\()")
_ARGUMENT = re.compile(r"\{(\d+)\}")
_SAFE_IN_PATHS = "/~!$'()*+,;=@-._"


def sarif(checked: Sequence[Checked], options: Options = DEFAULT) -> str:
    """The findings of all reports as one run."""
    words = OutputWords(options.language)
    reports = reports_of(checked, options)
    found = list(_results(reports, options))
    kept = found[:MOST_RESULTS]
    rules = _rules([located.finding for _, located, _ in kept], words)
    places = {rule["id"]: index for index, rule in enumerate(rules)}
    indexes = {id(report): index for index, report in enumerate(reports)}
    run = {
        "tool": {"driver": {"name": NAME, "rules": rules, "version": VERSION}},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(reports, len(found), words)],
        "artifacts": [_artifact(report) for report in reports],
        "results": [
            _result(report, located, reason, places[located.finding.code], indexes[id(report)])
            for report, located, reason in kept
        ],
    }
    return encoded({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def uri_of(path: str) -> str:
    """A path as a URI reference; an absolute one is a `file:` URI."""
    if "://" in path:
        return quote(visible.whole(path), safe=f"{_SAFE_IN_PATHS}:?#[]%&")
    escaped = quote(visible.whole(path), safe=_SAFE_IN_PATHS)
    if re.match(r"[A-Za-z]:/", path):
        return f"file:///{path[0]}:{escaped[len(path[0]) + len('%3A') :]}"
    return f"file://{escaped}" if path.startswith("/") else escaped


def _results(
    reports: Sequence[LocatedReport], options: Options
) -> Iterator[tuple[LocatedReport, LocatedFinding, str | None]]:
    """The findings, the worst first, and then those that were ignored, with the reason."""
    found = ((report, located, None) for report, located in worst_first(reports, options))
    ignored = (
        (report, located, one.reason)
        for report in reports
        for located, one in zip(report.ignored, report.checked.ignored, strict=True)
    )
    return chain(found, ignored)


def _rules(findings: Sequence[Finding], words: OutputWords) -> list[Fields]:
    by_code = {finding.code: finding for finding in reversed(findings)}
    return [_rule(by_code[code], words) for code in sorted(by_code)]


def _rule(finding: Finding, words: OutputWords) -> Fields:
    code, name = visible.whole(finding.code), visible.whole(finding.name)
    meaning = meaning_of(code, name, words.language)
    help = f"{meaning}\n\n{words('rule help', code=code)}"
    return {
        "id": code,
        "name": "".join(part.capitalize() for part in name.split("-")),
        "shortDescription": {"text": _message(meaning)},
        "fullDescription": {"text": _message(meaning)},
        "help": {"text": help},
        "defaultConfiguration": {"level": LEVELS[finding.level]},
        "properties": {"tags": ["citations"]},
    }


def _result(
    report: LocatedReport, located: LocatedFinding, reason: str | None, rule: int, artifact: int
) -> Fields:
    finding = located.finding
    text = "\n".join([visible.flat(finding.message), *report.remarks_on(finding)])
    result: Fields = {
        "ruleId": visible.whole(finding.code),
        "ruleIndex": rule,
        "level": LEVELS[finding.level],
        "message": {"text": _message(text)},
        "locations": [_location(report, located, artifact)],
        "partialFingerprints": {FINGERPRINT: located.fingerprint},
    }
    if related := [*_other_places(report, finding, artifact), *_in_source(report, finding)]:
        result["relatedLocations"] = related
    if finding.edits and report.has_lines:
        result["fixes"] = [_fix(report, finding, artifact)]
    if reason is not None:
        result["suppressions"] = [{"kind": "inSource", "justification": visible.flat(reason)}]
    return result


def _location(report: LocatedReport, located: LocatedFinding, artifact: int) -> Fields:
    physical: Fields = {"artifactLocation": {"uri": uri_of(report.path), "index": artifact}}
    if located.span is not None and report.has_lines:
        physical["region"] = _region(report, located.span, snippet=True)
    location: Fields = {"physicalLocation": physical}
    if located.pointer is not None:
        name = visible.flat(located.pointer)
        location["logicalLocations"] = [{"fullyQualifiedName": name}]
    if located.page is not None and not report.has_lines:
        location["message"] = {"text": report.words("page", page=located.page)}
    return location


def _other_places(report: LocatedReport, finding: Finding, artifact: int) -> Iterator[Fields]:
    """Where else in the report the same is the case."""
    artifact_location = {"uri": uri_of(report.path), "index": artifact}
    for span in finding.places if report.has_lines else ():
        if span != finding.span:
            region = _region(report, span)
            yield {"physicalLocation": {"artifactLocation": artifact_location, "region": region}}


def _in_source(report: LocatedReport, finding: Finding) -> Iterator[Fields]:
    """The words of the source that a finding rests on: its line where the file has lines."""
    passage = finding.evidence
    source = report.checked.source(finding.source) if finding.source else None
    # Words that were handed in have no place of their own.
    if passage is None or source is None or not (source.url or source.sha256):
        return
    physical: Fields = {"artifactLocation": {"uri": uri_of(source.url or source.identifier)}}
    if passage.line and source.media_type in _WITH_LINES:
        snippet = {"text": visible.whole(passage.text[:_LONGEST_SNIPPET])}
        physical["region"] = {"startLine": passage.line, "snippet": snippet}
    said = ", ".join(filter(None, (source.name, report.words.where(passage))))
    yield {"physicalLocation": physical, "message": {"text": _message(visible.flat(said))}}


def _region(report: LocatedReport, span: Span, *, snippet: bool = False) -> Fields:
    spot = report.places.of(span)
    # A byte-order mark is not part of what SARIF counts.
    mark = report.places.mark
    text = report.checked.draft.text
    start = min(max(span.start - mark, 0), len(text) - mark)
    end = min(max(span.end - mark, start), len(text) - mark)
    region: Fields = {
        "startLine": spot.line,
        "startColumn": spot.column,
        "endLine": spot.end_line,
        "endColumn": spot.end_column,
        "charOffset": start,
        "charLength": end - start,
    }
    if snippet and end - start <= _LONGEST_SNIPPET:
        region["snippet"] = {"text": visible.whole(text[start + mark : end + mark])}
    return region


def _fix(report: LocatedReport, finding: Finding, artifact: int) -> Fields:
    replacements = [
        {
            "deletedRegion": _region(report, edit.span),
            "insertedContent": {"text": visible.whole(edit.text)},
        }
        for edit in finding.edits
    ]
    location = {"uri": uri_of(report.path), "index": artifact}
    return {"artifactChanges": [{"artifactLocation": location, "replacements": replacements}]}


def _artifact(report: LocatedReport) -> Fields:
    made: Fields = {"location": {"uri": uri_of(report.path)}}
    if report.checked.draft_sha256:
        made["hashes"] = {"sha-256": report.checked.draft_sha256}
    return made


def _invocation(reports: Sequence[LocatedReport], found: int, words: OutputWords) -> Fields:
    """Whether everything was checked, and what was not."""
    said = [f"{where}: {sentence}" for report in reports for where, sentence in not_checked(report)]
    notes = [_notification("error", one) for one in said[:MOST_NOTIFICATIONS]]
    if (more := len(said) - MOST_NOTIFICATIONS) > 0:
        notes.append(_notification("error", words("and more", count=words.number(more))))
    if found > MOST_RESULTS:
        kept, total = words.number(MOST_RESULTS), words.number(found)
        notes.append(_notification("warning", words("only the worst", kept=kept, all=total)))
    complete = all(report.checked.complete for report in reports)
    made: Fields = {"executionSuccessful": complete}
    return {**made, "toolExecutionNotifications": notes} if notes else made


def _notification(level: str, text: str) -> Fields:
    return {"level": level, "message": {"text": _message(text)}}


def _message(text: str) -> str:
    """A text in which nothing is a link or a place for an argument."""
    return _ARGUMENT.sub(r"{{\1}}", _LINK.sub(r"\\]", text))

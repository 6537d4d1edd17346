"""What a check found as JSON, whole or as one line for each finding and one for the sum."""

import json as codec
import re
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any

from citation_engine.model.checked import Checked, CheckedCitation, CheckedClaim, CheckedReference
from citation_engine.model.finding import Finding
from citation_engine.model.passage import Passage, Span, Stretch
from citation_engine.model.verdict import JudgeIdentity
from citation_engine.render.findings.report import (
    DEFAULT,
    NAME,
    LocatedFinding,
    LocatedReport,
    Options,
    Spot,
    citation_count,
    level_counts,
    relevant,
    reports_of,
    state_counts,
)
from citation_engine.version import VERSION as TOOL_VERSION

VERSION = 1
SCHEMA = "check-report.schema.json"
Fields = dict[str, Any]
# Valid in JSON as they are; escaped, because a terminal or a script might obey them.
_ESCAPED = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def json(checked: Sequence[Checked], options: Options = DEFAULT) -> str:
    """One report as an object, or several as a list in one."""
    reports = [report_fields(report) for report in reports_of(checked, options)]
    head = {"version": VERSION, "tool": tool_fields()}
    body = reports[0] if len(reports) == 1 else {"reports": reports}
    return encoded({**head, **body}, indent=2) + "\n"


def schema() -> Fields:
    """The JSON Schema of what `json` writes."""
    text = files(__package__).joinpath(SCHEMA).read_text("utf-8")
    loaded: Fields = codec.loads(text)
    return loaded


def encoded(value: Any, indent: int | None = None) -> str:
    """A value as JSON, with everything escaped that could steer a terminal."""
    text = codec.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def tool_fields() -> Fields:
    """Which program wrote it."""
    return {"name": NAME, "version": TOOL_VERSION}


def report_fields(report: LocatedReport) -> Fields:
    """One report, without the version and the program."""
    checked = report.checked
    return {
        "report": {
            "name": report.path,
            "format": checked.draft.format.value,
            "sha256": checked.draft_sha256,
            "characters": len(checked.draft.text),
            "dialects": list(checked.draft.dialects),
        },
        "summary": summary_fields(checked),
        "claims": [_claim(report, one) for one in checked.claims],
        "references": [_reference(report, one) for one in checked.references],
        "findings": [finding_fields(report, located) for located in report.as_given],
        "ignored": ignored_fields(report),
        "sources": [source.model_dump(mode="json") for source in checked.sources],
        "notes": list(checked.notes),
        "unchecked": list(checked.unchecked),
    }


def summary_fields(checked: Checked) -> Fields:
    """The figures of a report, and whether it is fine."""
    return {
        "ok": checked.ok and checked.complete,
        "complete": checked.complete,
        "empty": checked.empty,
        "claims": len(relevant(checked)),
        "citations": citation_count(checked),
        "references": checked.reference_counts,
        "grounded": checked.grounded_counts if checked.all_claims else None,
        "states": {state.value: n for state, n in state_counts([checked]).items()},
        "findings": {level.value: n for level, n in level_counts([checked]).items()},
        "ignored": len(checked.ignored),
        "metrics": checked.metrics.model_dump(mode="json"),
        "judge": _judge(checked.judge),
        "seconds": checked.seconds,
    }


def finding_fields(report: LocatedReport, located: LocatedFinding) -> Fields:
    """One finding; `id` stays the same when lines move."""
    finding = located.finding
    return {
        "id": located.fingerprint,
        "code": finding.code,
        "name": finding.name,
        "level": finding.level.value,
        "message": finding.message,
        "help": finding.help,
        "span": span_fields(report, located.span),
        "places": [span_fields(report, span) for span in finding.places],
        "pointer": located.pointer,
        "page": located.page,
        "claim": finding.claim,
        "source": finding.source,
        "marker": finding.marker,
        "evidence": _evidence(report, finding),
        "edits": [
            {"span": span_fields(report, edit.span), "text": edit.text} for edit in finding.edits
        ],
        "also": [
            {"code": one.code, "name": one.name, "message": one.message, "source": one.source}
            for one in finding.also
        ],
    }


def ignored_fields(report: LocatedReport) -> list[Fields]:
    """The findings that the draft asks to leave out, with the reasons it gives."""
    pairs = zip(report.ignored, report.checked.ignored, strict=True)
    return [
        {
            "finding": finding_fields(report, located),
            "reason": ignored.reason,
            "span": span_fields(report, ignored.span),
        }
        for located, ignored in pairs
    ]


def span_fields(report: LocatedReport, span: Span | None) -> Fields | None:
    """Offsets in the file as it is, and lines and columns where it has lines."""
    if span is None:
        return None
    spot: Spot | None = report.spot(span)
    return {
        "start": span.start,
        "end": span.end,
        "line": spot.line if spot else None,
        "col": spot.column if spot else None,
        "end_line": spot.end_line if spot else None,
        "end_col": spot.end_column if spot else None,
    }


def _claim(report: LocatedReport, one: CheckedClaim) -> Fields:
    claim = one.claim
    found = report.of_claims.get(claim.id, ()) if report.claims[claim.id] is one else ()
    return {
        "id": claim.id,
        "text": claim.text,
        "statement": claim.statement,
        "kind": claim.kind.value,
        "span": span_fields(report, claim.span),
        "pointer": claim.pointer,
        "page": claim.page,
        "needs_evidence": claim.needs_evidence,
        "why": claim.why,
        "state": one.state.value,
        "citations": [_citation(report, citation) for citation in one.citations],
        "together": list(one.together),
        "findings": [located.fingerprint for located in found],
    }


def _reference(report: LocatedReport, reference: CheckedReference) -> Fields:
    return {
        "label": reference.label,
        "entry": reference.entry,
        "sources": list(reference.sources),
        "linked_by": reference.linked_by.value if reference.linked_by else None,
        "guess": reference.is_guess,
        "problem": reference.problem,
        "candidates": list(reference.candidates),
        "places": [span_fields(report, span) for span in reference.places],
    }


def _citation(report: LocatedReport, citation: CheckedCitation) -> Fields:
    verdict = citation.verdict
    passage = verdict.passage if verdict else None
    quote = citation.quote
    return {
        "source": citation.source,
        "marker": citation.marker.text if citation.marker else None,
        "linked_by": citation.linked_by.value,
        "quote": {"text": quote.text, "span": span_fields(report, quote.span)} if quote else None,
        "verdict": verdict.status.value if verdict else None,
        "match": verdict.match.value if verdict and verdict.match else None,
        "place": verdict.place.value if verdict else None,
        "support": verdict.support.value if verdict else None,
        "leans": verdict.leans.value if verdict and verdict.leans else None,
        "relied_on": _stretch(verdict.relied_on) if verdict and verdict.relied_on else None,
        "lacking": [_stretch(one) for one in verdict.lacking] if verdict else [],
        "reason": (verdict.reason or verdict.notes) if verdict else citation.unchecked,
        "fix": verdict.fix if verdict else "",
        "self_supplied": verdict.self_supplied if verdict else False,
        "selectors": selectors(passage) if passage else [],
        "rects": [rect.model_dump(mode="json") for rect in passage.rects] if passage else [],
        "evidence": [
            {"kind": kind, **_passage(found)}
            for kind, found in (
                ("passage", passage),
                ("nearest", verdict.nearest if verdict else None),
                *(("read", one) for one in (verdict.read if verdict else ()) if one != passage),
            )
            if found
        ],
        "judge": _judge(verdict.judge) if verdict else None,
        "unchecked": citation.unchecked,
        "citation_id": citation.citation_id,
    }


def _stretch(stretch: Stretch) -> Fields:
    return stretch.model_dump(mode="json")


def selectors(passage: Passage) -> list[Fields]:
    """A passage as selectors of the W3C Web Annotation model."""
    made: list[Fields] = [
        {
            "type": "TextQuoteSelector",
            "exact": passage.text,
            "prefix": passage.before,
            "suffix": passage.after,
        },
        {"type": "TextPositionSelector", "start": passage.start, "end": passage.end},
    ]
    if passage.page is not None:
        made.append({"type": "FragmentSelector", "value": f"page={passage.page}"})
    return made


def _evidence(report: LocatedReport, finding: Finding) -> Fields | None:
    if finding.evidence is None:
        return None
    kind = "nearest" if report.is_nearest(finding) else "passage"
    return {"kind": kind, **_passage(finding.evidence)}


def _passage(passage: Passage) -> Fields:
    return {
        "start": passage.start,
        "end": passage.end,
        "text": passage.text,
        "before": passage.before,
        "after": passage.after,
        "line": passage.line,
        "section": passage.section,
        "page": passage.page,
        "page_label": passage.page_label,
        "rects": [rect.model_dump(mode="json") for rect in passage.rects],
    }


def _judge(judge: JudgeIdentity) -> Fields:
    return judge.model_dump(mode="json")


def jsonl(checked: Sequence[Checked], options: Options = DEFAULT) -> str:
    """
    The findings, one on each line; `type` says what a line is.

    Each report ends with a line of type `summary`, also where nothing was found, so that a reader
    can tell an end from a break.
    """
    lines = (line for report in reports_of(checked, options) for line in _lines(report))
    return "".join(f"{encoded(line)}\n" for line in lines)


def _lines(report: LocatedReport) -> Iterator[Fields]:
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

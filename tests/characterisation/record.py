"""
What the engine makes of many reports, answers and quotations, as it is kept in `frozen/`.

    PYTHONPATH=tests python -m characterisation.record [GROUP ...]

writes the files anew. Only names that users have are imported from the package. What is only
worded is left out: messages, notes, reasons, seconds, versions.
"""

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from characterisation import cases, quotations
from characterisation.cases import Case
from characterisation.sources import FOLDERS
from citation_engine import (
    Checker,
    CheckOptions,
    CheckReport,
    CitationEngine,
    CitationError,
    Passage,
    Source,
    Verdict,
    read_answer,
)
from citation_engine.cli.__main__ import cite

FROZEN = Path(__file__).parent / "frozen"
Results = dict[str, Any]


def digest(text: str | bytes) -> str:
    """A short hash of a text."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return hashlib.sha256(data).hexdigest()[:12]


def without_empty(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields that say something."""
    return {name: value for name, value in fields.items() if value not in (None, "", [], {}, False)}


def place_of(span: dict[str, Any] | None) -> str | None:
    """A span as `start-end`."""
    return f"{span['start']}-{span['end']}" if span else None


# Reports ---------------------------------------------------------------------------------------


def shape_of_report(report: CheckReport) -> dict[str, Any]:
    """All that is compared about a report that was checked."""
    said = json.loads(report.to_json())
    numbers = {claim["id"]: number for number, claim in enumerate(said["claims"])}
    return shape_of_json(said, numbers) | {
        "markers": [
            without_empty(
                {
                    "dialect": marker.dialect,
                    "span": f"{marker.span.start}-{marker.span.end}",
                    "numbers": list(marker.numbers),
                    "names": list(marker.names),
                    "problem": bool(marker.problem),
                }
            )
            for marker in report.draft.markers
        ],
        "references": [
            without_empty(
                {
                    "label": entry.label,
                    "span": f"{entry.span.start}-{entry.span.end}",
                    "addresses": list(entry.addresses),
                    "doi": entry.doi,
                }
            )
            for entry in report.draft.references
        ],
        "text": digest(report.draft.text),
    }


def shape_of_json(said: dict[str, Any], numbers: dict[str, int]) -> dict[str, Any]:
    """What is compared about the JSON form of a report."""
    summary = said["summary"]
    return {
        "state": [name for name in ("ok", "complete", "empty") if summary[name]],
        "format": said["report"]["format"],
        "dialects": said["report"]["dialects"],
        "metrics": summary["metrics"],
        "claims": [shape_of_claim(claim) for claim in said["claims"]],
        "findings": [shape_of_finding(finding, numbers) for finding in said["findings"]],
        "ignored": [shape_of_finding(one["finding"], numbers) for one in said["ignored"]],
        "sources": [
            without_empty({name: source[name] for name in ("label", "name", "state", "media_type")})
            | without_empty({"pages": source["pages"], "used": source["used"]})
            for source in said["sources"]
        ],
        "unchecked": len(said["unchecked"]),
    }


def shape_of_claim(claim: dict[str, Any]) -> dict[str, Any]:
    """A claim with its citations."""
    return without_empty(
        {
            "span": place_of(claim["span"]),
            "text": claim["text"],
            "id": claim["id"],
            "kind": claim["kind"],
            "pointer": claim["pointer"],
            "page": claim["page"],
            "needs": claim["needs_evidence"],
            "state": claim["state"],
            "citations": [shape_of_citation(citation) for citation in claim["citations"]],
        }
    )


def shape_of_citation(citation: dict[str, Any]) -> dict[str, Any]:
    """A citation with where its words stand."""
    return without_empty(
        {
            "source": citation["source"],
            "marker": citation["marker"],
            "linked_by": citation["linked_by"],
            "quote": place_of(citation["quote"] and citation["quote"]["span"]),
            "quoted": citation["quote"] and citation["quote"]["text"],
            "status": citation["verdict"],
            "match": citation["match"],
            "place": citation["place"],
            "support": citation["support"],
            "self_supplied": citation["self_supplied"],
            "unchecked": bool(citation["unchecked"]),
            "evidence": [shape_of_evidence(passage) for passage in citation["evidence"]],
        }
    )


def shape_of_evidence(passage: dict[str, Any]) -> dict[str, Any]:
    """A passage: its place, and the rectangles on its page."""
    return without_empty(
        {
            "kind": passage["kind"],
            "at": place_of(passage),
            "line": passage["line"],
            "page": passage["page"],
            "page_label": passage["page_label"],
            "section": passage["section"],
            "rects": [
                [rect["page"], *(round(rect[side]) for side in ("x0", "y0", "x1", "y1"))]
                for rect in passage["rects"]
            ],
        }
    )


def shape_of_finding(finding: dict[str, Any], numbers: dict[str, int]) -> dict[str, Any]:
    """A finding by its code, and what it is about."""
    claim = finding["claim"]
    return without_empty(
        {
            "code": finding["code"],
            "level": finding["level"],
            "span": place_of(finding["span"]),
            "pointer": finding["pointer"],
            "page": finding["page"],
            "claim": None if claim is None else f"#{numbers.get(claim, claim)}",
            "source": finding["source"],
            "marker": finding["marker"],
            "evidence": place_of(finding["evidence"]),
            "edits": [[place_of(edit["span"]), edit["text"]] for edit in finding["edits"]],
        }
    )


class Folders:
    """Folders of sources, each written and read once for a judge."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._open = ExitStack()
        self._checkers: dict[tuple[str, str], Checker] = {}

    def __enter__(self) -> "Folders":
        return self

    def __exit__(self, *exception: object) -> None:
        self._open.close()

    def written(self, name: str, files: dict[str, bytes]) -> Path:
        """A folder with these files in it."""
        folder = self._place / name
        for path, data in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        return folder

    def checker(self, name: str, files: Callable[[], dict[str, bytes]], judge: str) -> Checker:
        """The sources of that name with that judge."""
        if (name, judge) not in self._checkers:
            folder = self.written(name, files())
            checker = Checker(folder, judge=judge, cache=False)
            self._checkers[name, judge] = self._open.enter_context(checker)
        return self._checkers[name, judge]

    def check(self, case: Case) -> dict[str, Any]:
        """What becomes of a case."""
        report = self.written("reports", {case.file: case.report}) / case.file
        checker = self.checker(case.sources, case.files or FOLDERS[case.sources], case.judge)
        try:
            options = CheckOptions(numbered=False, **(case.options or {}))
            return shape_of_report(checker.check(report, options))
        except CitationError as error:
            return {"error": type(error).__name__}


def record_reports(list_cases: Callable[[], Iterator[Case]]) -> Results:
    """What becomes of reports, by the name of the case."""
    with tempfile.TemporaryDirectory() as place, Folders(Path(place)) as folders:
        return {case.name: folders.check(case) for case in list_cases()}


def record_brief_reports(list_cases: Callable[[], Iterator[Case]]) -> Results:
    """Markers and claims of reports, without what became of them."""
    return {
        name: result
        if "error" in result
        else {
            "claims": [
                {field: claim[field] for field in claim if field not in ("id", "citations")}
                | {"cited": [f"{one['marker']} {one['source']}" for one in claim["citations"]]}
                if "citations" in claim
                else {field: claim[field] for field in claim if field != "id"}
                for claim in result["claims"]
            ],
            "markers": result["markers"],
            "references": [entry["span"] for entry in result["references"]],
            "findings": [
                f"{one['code']} {one.get('span')} {one.get('source', '')}".strip()
                for one in result["findings"]
            ],
        }
        for name, result in record_reports(list_cases).items()
    }


# Answers of providers ---------------------------------------------------------------------------


def record_answers() -> Results:
    """What is read from the answers of providers."""
    results: Results = {}
    for name, data in cases.answers():
        try:
            answer = read_answer(data)
        except CitationError as error:
            results[name] = {"error": type(error).__name__}
            continue
        results[name] = {
            "provider": answer.provider,
            "text": answer.text,
            "citations": [
                without_empty(
                    {
                        "source": citation.source,
                        "span": citation.span and f"{citation.span.start}-{citation.span.end}",
                        "quote": citation.quote,
                        "locator": citation.locator.given(),
                        "warnings": len(citation.warnings),
                    }
                )
                for citation in answer.citations
            ],
            "sources": [
                without_empty(source.model_dump(mode="json", exclude={"index"}))
                | {"index": source.index}
                for source in answer.sources
            ],
            "warnings": len(answer.warnings),
        }
    return results


# Sources ---------------------------------------------------------------------------------------


def record_sources(folder: str) -> Results:
    """What is read from the sources of a folder: hashes of texts, pages, marks."""
    results: Results = {}
    with tempfile.TemporaryDirectory() as place, Folders(Path(place)) as folders:
        files = FOLDERS[folder]()
        path = folders.written(folder, files)
        with CitationEngine(":memory:") as engine:
            for name in sorted(files):
                try:
                    source = engine.add(path / name)
                except CitationError as error:
                    results[name] = {"error": type(error).__name__}
                    continue
                results[name] = {"state": source.state.value, "name": source.name}
                if source.snapshot_id is None:
                    continue
                snapshot = engine.get_snapshot(source.snapshot_id)
                results[name] |= {
                    "text": digest(snapshot.text),
                    "characters": len(snapshot.text),
                    "media_type": snapshot.media_type,
                    "encoding": snapshot.encoding,
                    "reader": snapshot.reader,
                    "pages": [
                        f"{page.number} {page.label} {page.start}-{page.end}"
                        for page in snapshot.layout.pages
                    ],
                    "marks": [
                        f"{mark.kind} {mark.start}-{mark.end} {mark.level or ''} {mark.name}"
                        for mark in snapshot.layout.marks
                    ],
                }
    return results


# Quotations ------------------------------------------------------------------------------------


def record_quotations(
    list_quotations: Callable[[], Iterator[tuple[str, str, list[str]]]],
) -> Results:
    """Where quotations are found: one line each, by the name of the text."""
    results: Results = {}
    with CitationEngine(":memory:") as engine:
        for name, text, quotes in list_quotations():
            try:
                source = engine.add_text(text, name=name)
            except CitationError as error:
                results[name] = {"error": type(error).__name__}
                continue
            results[name] = {
                f"{number} {digest(quote)}": located(engine, source, quote)
                for number, quote in enumerate(quotes)
            }
    return results


def located(engine: CitationEngine, source: Any, quote: str) -> str:
    """How a quotation stands in a source, in one line."""
    try:
        found = engine.locate(source, quote)
    except CitationError as error:
        return type(error).__name__
    spans = [
        "+".join(f"{span.start}-{span.end}" for span in passage.segments)
        or f"{passage.start}-{passage.end}"
        for passage in found.passages[:3]
    ]
    nearest = f" ~{found.nearest.start}-{found.nearest.end}" if found.nearest else ""
    likeness = "" if found.similarity is None else f" {found.similarity:.2f}"
    aspects = ",".join(str(change.aspect) for change in found.changes)
    return f"{found.match} {found.places}x {' '.join(spans)}{nearest}{likeness} {aspects}".strip()


def shape_of_passage(passage: Passage | None) -> dict[str, Any] | None:
    """Where words stand."""
    if passage is None:
        return None
    return without_empty(
        {
            "at": f"{passage.start}-{passage.end}",
            "segments": [f"{span.start}-{span.end}" for span in passage.segments],
            "line": passage.line,
            "page": passage.page,
            "section": passage.section,
        }
    )


def shape_of_verdict(verdict: Verdict) -> dict[str, Any]:
    """All that is compared about the verdict on one citation."""
    return without_empty(
        {
            "status": verdict.status,
            "match": verdict.match,
            "place": verdict.place,
            "places": verdict.places,
            "support": verdict.support,
            "similarity": verdict.similarity and round(verdict.similarity, 2),
            "passage": shape_of_passage(verdict.passage),
            "nearest": shape_of_passage(verdict.nearest),
            "changes": [str(change.aspect) for change in verdict.changes],
            "conflicts": [str(conflict.aspect) for conflict in verdict.conflicts],
            "better": verdict.better and verdict.better.label,
            "self_supplied": verdict.self_supplied,
        }
    )


def record_citations() -> Results:
    """Verdicts on single citations, named places and searches, by the folder of the sources."""
    results: Results = {}
    with tempfile.TemporaryDirectory() as place, Folders(Path(place)) as folders:
        for folder, cited in quotations.CITED.items():
            files = FOLDERS[folder]()
            path = folders.written(folder, files)
            with CitationEngine(":memory:") as engine:
                sources = {name: engine.add(path / name) for name in sorted(files)}
                results |= {
                    f"{folder} {number:02}": cited_in(engine, sources[name], claim, **given)
                    for number, (claim, name, quote, locator) in enumerate(cited)
                    for given in [{"quote": quote, "locator": locator}]
                }
                readable = {name: one for name, one in sources.items() if one.snapshot_id}
                results |= {
                    f"{folder} {name}": places_in(engine, source)
                    for name, source in readable.items()
                }
                results[f"{folder}, searches"] = {
                    words: [
                        f"{hit.source.label} {shape_of_passage(hit.passage)}"
                        for hit in engine.search(words)
                    ]
                    for words in quotations.SEARCHES
                }
                results[f"{folder}, evidence"] = {
                    claim: [
                        f"{one.source.label} {one.passage.start}-{one.passage.end}"
                        for one in engine.find_evidence(claim)
                    ]
                    for claim, *_ in cited
                }
    return results


def cited_in(engine: CitationEngine, source: Source, claim: str, **given: Any) -> Any:
    """The verdict on a citation, or why there is none."""
    try:
        return shape_of_verdict(engine.cite(claim, source, **given).verdict)
    except CitationError as error:
        return type(error).__name__


def places_in(engine: CitationEngine, source: Source) -> dict[str, Any]:
    """What the places of a source are called by, and where named places are."""
    length = len(engine.get_snapshot(source.snapshot_id or 0).text)
    named: dict[str, Any] = {}
    for name in quotations.NAMED_PLACES:
        try:
            named[name] = shape_of_passage(engine.resolve(source, name))
        except CitationError as error:
            named[name] = type(error).__name__
    found = {name: where for name, where in named.items() if isinstance(where, dict)}
    called = {str(at): engine.section_at(source, at) for at in range(0, length, 25)}
    return {"named": found, "refused": sorted(named.keys() - found.keys()), "called": called}


# The command line ------------------------------------------------------------------------------


def record_commands() -> Results:
    """Exit codes of `cite check`, and the codes in its JSON."""
    results: Results = {}
    with tempfile.TemporaryDirectory() as place, Folders(Path(place)) as folders:
        sources = folders.written("docs", FOLDERS["english"]())
        reports = folders.written("reports", cases.COMMAND_REPORTS)
        for name, report, options in cases.commands():
            path = str(reports / report)
            arguments = ["check", path, "--sources", str(sources), "--no-cache", "--no-config"]
            ran = CliRunner().invoke(cite, [*arguments, "--output-format", "json", *options])
            try:
                said = json.loads(ran.stdout)
                codes = [finding["code"] for finding in said["findings"]]
                states = said["summary"]["states"]
            except ValueError:
                codes, states = [], {}
            results[name] = {"exit": ran.exit_code, "codes": codes, "states": states}
    return results


# Files -----------------------------------------------------------------------------------------

GROUPS: dict[str, Callable[[], Results]] = {
    "answers": record_answers,
    "changed": lambda: record_reports(cases.changed),
    "citations": record_citations,
    "commands": record_commands,
    "dialects": lambda: record_reports(cases.dialects),
    "formats": lambda: record_reports(cases.formats),
    "fuzzed_quotations": lambda: record_quotations(quotations.fuzzed),
    "fuzzed_reports": lambda: record_brief_reports(cases.fuzzed),
    "german": lambda: record_reports(cases.german),
    "labelled": lambda: record_reports(cases.labelled),
    "options": lambda: record_reports(cases.options),
    "providers": lambda: record_reports(cases.providers),
    "quotations": lambda: record_quotations(quotations.damaged),
    "quotes": lambda: record_reports(cases.quotes),
    "sentences": lambda: record_brief_reports(cases.sentences),
    "sources": lambda: (
        record_sources("formats") | record_sources("german") | record_sources("english")
    ),
    "structure": lambda: record_reports(cases.structure),
    "values": lambda: record_reports(cases.values),
    "demo": lambda: record_reports(cases.demo),
    "local_judge": lambda: record_reports(cases.local_judge),
    "pdf_reports": lambda: record_reports(cases.pdf_reports),
    "pdf_sources": lambda: record_sources("pdfs"),
}
SLOW = {"demo", "local_judge", "pdf_reports", "pdf_sources"}


def as_text(value: Any, depth: int = 0) -> str:
    """JSON with one line for each claim, finding and marker, so that a change is one line."""
    flat = json.dumps(value, ensure_ascii=False, sort_keys=True)
    if (
        (depth and (len(flat) < 100 or depth > 2))
        or not value
        or not isinstance(value, dict | list)
    ):
        return flat
    gap = "\n" + " " * (depth + 1)
    if isinstance(value, dict):
        parts = [
            f"{json.dumps(name, ensure_ascii=False)}: {as_text(value[name], depth + 1)}"
            for name in sorted(value)
        ]
        return "{" + gap + f",{gap}".join(parts) + gap[:-1] + "}"
    return "[" + gap + f",{gap}".join(as_text(one, depth + 1) for one in value) + gap[:-1] + "]"


def path_of(group: str) -> Path:
    """The file of a group."""
    return FROZEN / f"{group}.json"


def main(groups: list[str]) -> None:
    """Write the files of these groups, or of all."""
    with tempfile.TemporaryDirectory() as home:
        for name in [name for name in os.environ if name.startswith("CITATION_")]:
            del os.environ[name]
        os.environ |= {"CITATION_OFFLINE": "1", "CITATION_JUDGE": "overlap"}
        os.environ |= {f"XDG_{kind}_HOME": home for kind in ("CONFIG", "DATA", "CACHE", "STATE")}
        FROZEN.mkdir(exist_ok=True)
        for group in groups or GROUPS:
            path_of(group).write_text(as_text(GROUPS[group]()) + "\n", "utf-8")
            sys.stdout.write(f"{group}: {path_of(group).stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main(sys.argv[1:])

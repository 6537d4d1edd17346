"""`cite citation`: what was cited, and what the checks found."""

from typing import TYPE_CHECKING, Any

import click

from citation_engine.cli.call import Call, find_source
from citation_engine.cli.commands import Group
from citation_engine.cli.failures import Exit
from citation_engine.cli.output import Output, counted, row_forms
from citation_engine.cli.verdicts import show_result, status_of
from citation_engine.errors import CitationNotFound

if TYPE_CHECKING:
    from citation_engine.model.citation import Citation

STATUSES = ("verified", "unverified", "failed", "pending")
COLUMNS = (
    *("marker", "verification_status", "self_supplied", "match", "place", "support"),
    *("similarity", "source_id", "snapshot_id", "claim", "verbatim_quote", "passage", "line"),
    *("start", "end", "locator", "extraction_method", "confidence", "verification_notes"),
    *("superseded_by", "created_at", "created_by", "session_id", "project_id", "entry_id"),
)
TITLES = ("", "status", "source", "claim")


@click.group("citation", cls=Group)
def command() -> None:
    """List citations and show what their checks found."""


@command.command(
    "list",
    examples=(
        "cite citation list",
        "cite citation list --status failed",
        "cite citation list --source S1 --all --jsonl",
    ),
)
@click.option("--status", type=click.Choice(STATUSES), help="Only citations with this status.")
@click.option("--source", metavar="S3|ID|NAME", help="Only citations of this source.")
@click.option("--all", "all_", is_flag=True, help="Citations of the whole project.")
@row_forms
@click.pass_obj
def list_(call: Call, status: str | None, source: str | None, all_: bool, form: str | None) -> int:
    """List the citations of the session."""
    with call.open() as engine:
        session = None if all_ else engine.context.session_id
        citations = engine.list_citations(
            find_source(engine, source).id if source else None, session, status
        )
        labels = {found.id: _label(found) for found in engine.list_sources()}
    if form:
        flat = as_flat_row if form == "csv" else as_row
        call.output.rows([flat(citation) for citation in citations], form, COLUMNS)
        return Exit.GOOD
    if citations:
        call.output.table(TITLES, [_cells(citation, labels) for citation in citations])
    where = "the project" if all_ else f"the session {session!r}"
    call.output.remark(f"{counted(len(citations), 'citation')} in {where}.")
    return Exit.GOOD


@command.command(
    "show",
    examples=(
        "cite citation show 3",
        "cite citation show 3 --as-of 120",
        "cite citation show 3 --json",
    ),
)
@click.argument("number", metavar="ID")
@click.option("--as-of", type=click.IntRange(min=0), metavar="INDEX", help="As of this log index.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def show(call: Call, number: str, as_of: int | None, as_json: bool) -> int:
    """Show one citation with the words it rests on."""
    with call.open() as engine:
        citation = engine.get_citation(number, as_of=as_of)
        if citation is None:
            when = "" if as_of is None else f" as of the log index {as_of}"
            raise CitationNotFound(
                f"There is no citation {number}{when}.",
                fix="List the known ones with `cite citation list --all`.",
            )
        source = engine.get_source(citation.source_id)
    if as_json:
        call.output.json(as_row(citation))
        return Exit.GOOD
    show_result(call.output, citation, source, with_claim=True)
    _show_facts(call.output, citation)
    return Exit.GOOD


def as_row(citation: "Citation") -> dict[str, Any]:
    """A citation for machines."""
    return {"marker": citation.marker, **citation.model_dump(mode="json")}


def as_flat_row(citation: "Citation") -> dict[str, Any]:
    """A citation for a table: what its verdict says stands beside the rest."""
    row = as_row(citation)
    verdict = row["verdict"] or {}
    passage = verdict.get("passage") or {}
    for name in ("self_supplied", "match", "place", "support", "similarity"):
        row[name] = verdict.get(name)
    for name in ("line", "start", "end"):
        row[name] = passage.get(name)
    return {**row, "passage": passage.get("text"), "locator": citation.locator.given()}


def _label(source: Any) -> str:
    return f"S{source.number}" if source.number else f"{source.id} {source.name}"


def _cells(citation: "Citation", labels: dict[int, str]) -> tuple[Any, ...]:
    replaced = f"→ [{citation.superseded_by}] " if citation.superseded_by else ""
    source = labels.get(citation.source_id, f"source {citation.source_id}")
    return (citation.marker, status_of(citation), source, f"{replaced}{citation.claim}")


def _show_facts(output: Output, citation: "Citation") -> None:
    related = ", ".join(f"[{number}]" for number in citation.related_citations)
    relation = citation.relation_type.value if citation.relation_type else ""
    judge = citation.verdict.judge if citation.verdict else None
    output.facts(
        {
            "superseded by": f"[{citation.superseded_by}]" if citation.superseded_by else None,
            relation: related,
            "reasoning": citation.relevance_reasoning,
            "method": citation.extraction_method.value,
            "confidence": citation.confidence.value,
            "locator": citation.locator.given() or None,
            "judge": judge.name if judge else None,
            "made": f"{citation.created_at:%Y-%m-%d %H:%M:%S} UTC by {citation.created_by}",
            "session": citation.session_id,
            "entry": citation.entry_id,
        },
        indent="    ",
    )

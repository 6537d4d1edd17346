"""`cite citation`, `cite claim` and `cite verify`: what is cited, and what the checks find."""

import json
from typing import TYPE_CHECKING, Any

import click

from citation_engine.cli.commands import Call, Command, Group, find_source
from citation_engine.cli.failures import Exit
from citation_engine.cli.output import Printer, counted, json_form, row_forms
from citation_engine.cli.verdicts import show_result, status_of
from citation_engine.errors import CitationNotFound

if TYPE_CHECKING:
    from citation_engine.model.citation import Citation, CitationResult

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
@json_form
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


def _show_facts(output: Printer, citation: "Citation") -> None:
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


CONFIDENCES = ("high", "medium", "low")
METHODS = ("direct_quote", "paraphrase", "inference", "aggregation", "negative")
RELATIONS = ("supports", "contradicts", "extends", "supersedes")


def _object(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Any:
    """The mapping in a JSON text."""
    try:
        found = json.loads(value) if value is not None else {}
    except ValueError as error:
        raise click.BadParameter(f"It is not JSON: {error}.") from error
    if not isinstance(found, dict):
        raise click.BadParameter('It has to be a JSON object such as {"table": "papers"}.')
    return found


@click.command(
    "claim",
    cls=Command,
    examples=(
        'cite claim "Kept for ten years." --source S1 --quote "zehn Jahre"',
        'cite claim "Costs fell." --source study.md --context "Costs were lower."',
        'cite claim "No fee is named." --source S1 --method negative',
    ),
)
@click.argument("claim")
@click.option("--source", required=True, metavar="S3|ID|NAME", help="The source it rests on.")
@click.option("--quote", metavar="TEXT", help="The exact words in the source.")
@click.option("--context", metavar="TEXT", help="The words around, or those paraphrased.")
@click.option("--page", metavar="N", help="The page, by number or label.")
@click.option("--section", metavar="TEXT", help="The section, such as '§ 8.1'.")
@click.option("--locator", metavar="JSON", callback=_object, help="Any other place, as JSON.")
@click.option("--reasoning", metavar="TEXT", help="Why the words support the claim.")
@click.option(
    "--confidence",
    type=click.Choice(CONFIDENCES),
    default="high",
    show_default=True,
    help="Your own estimate; low needs a reasoning.",
)
@click.option("--method", type=click.Choice(METHODS), help="How the claim came out of the source.")
@click.option("--language", metavar="CODE", help="The language of the quote, such as de.")
@click.option("--relates", metavar="ID", multiple=True, help="A related citation; repeatable.")
@click.option("--relation", type=click.Choice(RELATIONS), help="How it stands to them.")
@click.option("--key", metavar="TEXT", help="Idempotency key: the same call again records nothing.")
@click.option("--judge", metavar="NAME", help="Who judges. Else CITATION_JUDGE.")
@json_form
@click.pass_obj
def claim(call: Call, /, claim: str, source: str, as_json: bool, **given: Any) -> int:
    """
    Record one citation, and check it.

    The check is local: are the words in the stored source? Whether they carry
    the claim is said by a judge, where one is set. Exits with 0 when the words
    are there, 1 when the check failed, and 3 when it could not be made.
    """
    with call.open(judge=given.pop("judge")) as engine:
        found = find_source(engine, source)
        result = engine.cite(claim, found, **_arguments(given))
    if as_json:
        call.output.json(result.model_dump(mode="json"))
    else:
        show_result(call.output, result.citation, found)
    return code_of_result(result)


def code_of_result(result: "CitationResult") -> Exit:
    """What a check means for the shell."""
    status = result.verification_status.value
    if status == "failed":
        return Exit.BAD
    if status == "pending" or result.verdict.snapshot_id is None:
        return Exit.NOT_CHECKED
    return Exit.GOOD


def _arguments(given: dict[str, Any]) -> dict[str, Any]:
    """The options in the words of the engine."""
    page, section = given.pop("page"), given.pop("section")
    locator = given.pop("locator")
    if page is not None:
        locator["page"] = int(page) if page.isascii() and page.isdigit() else page
    if section is not None:
        locator["section"] = section
    related, key = given.pop("relates"), given.pop("key")
    return {**given, "locator": locator or None, "related": related, "idempotency_key": key}


@click.command(
    "verify",
    cls=Command,
    examples=(
        "cite verify --pending",
        "cite verify 3 4",
        "cite verify --status unverified --judge overlap --json",
        "cite verify --all",
    ),
)
@click.argument("citations", nargs=-1, metavar="[CITATION]...")
@click.option("--pending", is_flag=True, help="Those that wait for a judge.")
@click.option("--status", type=click.Choice(STATUSES), help="Those with this status.")
@click.option("--all", "all_", is_flag=True, help="Every citation of the session.")
@click.option("--judge", metavar="NAME", help="Who judges. Else CITATION_JUDGE.")
@json_form
@click.pass_obj
def verify(
    call: Call,
    citations: tuple[str, ...],
    pending: bool,
    status: str | None,
    all_: bool,
    judge: str | None,
    as_json: bool,
) -> int:
    """
    Check citations again and record what was found.

    Each is checked on the words it was made on. What an earlier check found
    stays on the record. When the judge cannot be reached, the rest stays as it
    was, and the same call goes on from there. The exit code is 1 if a citation
    failed, 3 if some could not be checked.
    """
    if sum((bool(citations), pending, status is not None, all_)) != 1:
        raise click.UsageError("Name citations, or give one of --pending, --status and --all.")
    with call.open(judge=judge) as engine:
        session = engine.context.session_id
        if citations:
            wanted = len(citations)
            done = [engine.verify(number) for number in citations]
        else:
            status = "pending" if pending else status
            found = engine.list_citations(session_id=session, verification_status=status)
            wanted = sum(not citation.redacted for citation in found)
            done = engine.verify_all(status=status, session_id=session)
        sources = {source.id: source for source in engine.list_sources()}
    if as_json:
        call.output.json([result.model_dump(mode="json") for result in done])
    else:
        for result in done:
            show_result(call.output, result.citation, sources.get(result.citation.source_id))
        _remark(call, len(done), wanted)
    return _code_of(done, wanted)


def _remark(call: Call, done: int, wanted: int) -> None:
    left = wanted - done
    ending = f" {left} not reached; the same call goes on from here." if left else ""
    call.output.remark(f"{counted(done, 'citation')} checked.{ending}")


def _code_of(done: "list[CitationResult]", wanted: int) -> int:
    if not wanted:
        return Exit.NOTHING
    if any(result.verification_status == "failed" for result in done):
        return Exit.BAD
    waiting = any(result.verification_status == "pending" for result in done)
    return Exit.NOT_CHECKED if waiting or len(done) < wanted else Exit.GOOD

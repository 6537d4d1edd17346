"""`cite claim`: one claim, its source, the words; recorded and checked."""

import json
from typing import TYPE_CHECKING, Any

import click

from citation_engine.cli.call import Call, find_source
from citation_engine.cli.commands import Command
from citation_engine.cli.failures import Exit
from citation_engine.cli.verdicts import show_result

if TYPE_CHECKING:
    from citation_engine.model.citation import CitationResult

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
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def command(call: Call, /, claim: str, source: str, as_json: bool, **given: Any) -> int:
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

"""`cite verify`: citations are checked again."""

from typing import TYPE_CHECKING, Any

import click

from citation_engine.cli.call import Call
from citation_engine.cli.commands import Command
from citation_engine.cli.failures import Exit
from citation_engine.cli.output import counted
from citation_engine.cli.verdicts import show_result

if TYPE_CHECKING:
    from citation_engine.model.citation import CitationResult

STATUSES = ("pending", "unverified", "failed", "verified")


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
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def command(
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
        call.output.json([_as_json(result) for result in done])
    else:
        for result in done:
            show_result(call.output, result.citation, sources.get(result.citation.source_id))
        _remark(call, len(done), wanted)
    return _code(done, wanted)


def _remark(call: Call, done: int, wanted: int) -> None:
    left = wanted - done
    ending = f" {left} not reached; the same call goes on from here." if left else ""
    call.output.remark(f"{counted(done, 'citation')} checked.{ending}")


def _code(done: "list[CitationResult]", wanted: int) -> int:
    if not wanted:
        return Exit.NOTHING
    if any(result.verification_status == "failed" for result in done):
        return Exit.BAD
    waiting = any(result.verification_status == "pending" for result in done)
    return Exit.NOT_CHECKED if waiting or len(done) < wanted else Exit.GOOD


def _as_json(result: "CitationResult") -> dict[str, Any]:
    shown: dict[str, Any] = result.model_dump(mode="json")
    return shown

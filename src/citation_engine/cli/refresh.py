"""`cite source refresh` and `cite source diff`: what sources are now, and what still stands."""

from typing import TYPE_CHECKING, Any

import click

from citation_engine.cli.call import Call, find_source
from citation_engine.cli.commands import Command
from citation_engine.cli.failures import Exit
from citation_engine.cli.output import Output, counted, one_line

if TYPE_CHECKING:
    from citation_engine.model.comparison import Comparison
    from citation_engine.model.source import Source

STYLES = {
    "same": "green",
    "changed": "yellow",
    "moved": "yellow",
    "gone": "red",
    "unreachable": "red",
}


@click.command(
    "refresh",
    cls=Command,
    examples=(
        "cite source refresh S3",
        "cite source refresh --all",
        "cite source refresh S1 --json",
    ),
)
@click.argument("sources", nargs=-1, metavar="[S3|ID|NAME]...")
@click.option("--all", "all_", is_flag=True, help="Every page and file of the session.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def refresh(call: Call, sources: tuple[str, ...], all_: bool, as_json: bool) -> int:
    """
    Look at pages and files again and record what they are now.

    A source is the same, changed, moved, gone or could not be reached. Changed
    words are a new snapshot; citations stay bound to the words they were made
    on, and the output says which of those words are no longer there. The exit
    code is 1 if a cited passage fell or a source is gone, 3 if one could not be
    reached.
    """
    if bool(sources) == all_:
        raise click.UsageError("Name sources, or give --all.")
    with call.open() as engine:
        if all_:
            session = engine.context.session_id
            wanted = [s for s in engine.list_sources(session_id=session) if can_be_seen_again(s)]
        else:
            wanted = [find_source(engine, name) for name in sources]
        seen = []
        for source in wanted:
            found = engine.refresh(source)
            seen.append(found)
            if not as_json:
                show(call.output, source, found)
    if as_json:
        call.output.json([found.model_dump(mode="json") for found in seen])
    elif not seen:
        call.output.remark("No page or file to look at.")
    return code_of(seen) if seen else Exit.NOTHING


@click.command(
    "diff",
    cls=Command,
    examples=("cite source diff S3", "cite source diff S3 --live", "cite source diff S3 --json"),
)
@click.argument("source", metavar="S3|ID|NAME")
@click.option("--live", is_flag=True, help="Compare with what is there now; record nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def diff(call: Call, source: str, live: bool, as_json: bool) -> int:
    """
    Show what changed between the last two snapshots, and which citations stand.

    The exit code is 1 if a cited passage fell or the source is gone.
    """
    with call.open() as engine:
        known = find_source(engine, source)
        found = engine.diff(known, live=live)
    if as_json:
        call.output.json(found.model_dump(mode="json"))
    else:
        show(call.output, known, found, with_changes=True)
    return code_of([found])


def can_be_seen_again(source: "Source") -> bool:
    """Whether a source is a page, or a file that is not only known by a preview."""
    if source.type.value == "website":
        return True
    return source.type.value == "document" and source.state.value in ("ready", "degraded")


def code_of(seen: "list[Comparison]") -> int:
    """Bad if words fell or a source is gone, not checked if one could not be reached."""
    if any(found.fallen or found.outcome.value == "gone" for found in seen):
        return Exit.BAD
    if any(found.outcome.value == "unreachable" for found in seen):
        return Exit.NOT_CHECKED
    return Exit.GOOD


def show(
    output: Output, source: "Source", found: "Comparison", *, with_changes: bool = False
) -> None:
    """Print the outcome, the passages and, where asked for, the lines that changed."""
    outcome = found.outcome.value
    where = f" to {found.url}" if found.url else ""
    parts: list[Any] = [(source.label, "bold"), "  ", (outcome + where, STYLES[outcome])]
    output.line(*parts, f"  {one_line(source.name)}")
    if found.reason:
        output.line(found.reason, indent="    ")
    standing = sum(passage.stands for passage in found.passages)
    if found.passages:
        cited = counted(len(found.passages), "cited passage")
        output.line(f"{standing} of {cited} still there.", indent="    ")
    for passage in found.fallen:
        marker = (f"[{passage.citation_id}]", "bold")
        output.line(marker, " no longer there: ", (one_line(passage.quote), "red"), indent="    ")
    if with_changes:
        for line in found.changes:
            output.line((one_line(line, 300), "red" if line.startswith("-") else "green"))
        if found.left_out:
            output.line(f"… and {counted(found.left_out, 'line')} more.")

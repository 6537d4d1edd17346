"""`cite source`: what sources there are, and what is stored of them."""

from typing import TYPE_CHECKING, Any

import click

from citation_engine.cli.call import Call, find_source
from citation_engine.cli.commands import Group
from citation_engine.cli.failures import Exit
from citation_engine.cli.forms import row_forms
from citation_engine.cli.output import Output, counted

if TYPE_CHECKING:
    from citation_engine.model.source import Snapshot, Source

TYPES = ("document", "website", "database", "custom")
COLUMNS = (
    *("label", "id", "type", "state", "state_reason", "name", "version", "identifier"),
    *("snapshots", "created_at", "project_id", "entry_id"),
)
TITLES = ("", "id", "type", "state", "snapshots", "version", "name")


@click.group("source", cls=Group)
def command() -> None:
    """List sources and show what is stored of them."""


@command.command(
    "list",
    examples=(
        "cite source list",
        "cite source list --type website --json",
        "cite source list --all --csv",
    ),
)
@click.option("--type", "type_", type=click.Choice(TYPES), help="Only sources of this type.")
@click.option("--all", "all_", is_flag=True, help="Sources of the whole project.")
@row_forms
@click.pass_obj
def list_(call: Call, type_: str | None, all_: bool, form: str | None) -> int:
    """List the sources of the session."""
    with call.open() as engine:
        session = None if all_ else engine.context.session_id
        sources = engine.list_sources(type_, session_id=session)
    if form:
        call.output.rows([as_row(source) for source in sources], form, COLUMNS)
        return Exit.GOOD
    if sources:
        call.output.table(TITLES, [_cells(source) for source in sources])
    where = "the project" if all_ else f"the session {session!r}"
    call.output.remark(f"{counted(len(sources), 'source')} in {where}.")
    return Exit.GOOD


@command.command(
    "show",
    examples=(
        "cite source show S1",
        "cite source show S1 --text",
        "cite source show law.md --json",
    ),
)
@click.argument("source", metavar="S3|ID|NAME")
@click.option("--text", is_flag=True, help="Print the stored words and nothing else.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; with --text, the words too.")
@click.pass_obj
def show(call: Call, source: str, text: bool, as_json: bool) -> int:
    """Show one source and its snapshots, or the words that are stored of it."""
    with call.open() as engine:
        found = find_source(engine, source)
        snapshots = engine.get_snapshots(found.id)
    if as_json:
        words = {"content": found.content} if text else {}
        kept = [s.model_dump(mode="json", exclude={"text"}) for s in snapshots]
        call.output.json({**as_row(found), "snapshot_list": kept, **words})
    elif text:
        return _show_text(call.output, found)
    else:
        _show(call.output, found, snapshots)
    return Exit.GOOD


def as_row(source: "Source") -> dict[str, Any]:
    """A source for machines, without its words."""
    return {"label": source.label, **source.model_dump(mode="json", exclude={"content"})}


def _cells(source: "Source") -> tuple[Any, ...]:
    ready = source.state == "ready"
    return (
        f"S{source.number}" if source.number else "–",
        source.id,
        source.type.value,
        (source.state.value, "green" if ready else "yellow"),
        source.snapshots,
        source.version or "–",
        source.name,
    )


def _show_text(output: Output, source: "Source") -> int:
    if source.snapshot_id is None:
        output.remark(f"No words of {source.name} are stored. {source.state_reason}")
        return Exit.NOT_CHECKED
    output.words(source.content)
    return Exit.GOOD


def _show(output: Output, source: "Source", snapshots: "list[Snapshot]") -> None:
    output.line((source.label, "bold"), "  ", (source.name, "bold"))
    state = source.state.value + (f": {source.state_reason}" if source.state_reason else "")
    facts = {
        "id": source.id,
        "type": source.type.value,
        "state": state,
        "version": source.version,
        "identifier": source.identifier,
        "entry": source.entry_id,
        "registered": f"{source.created_at:%Y-%m-%d %H:%M:%S} UTC",
        **{f"metadata.{name}": value for name, value in source.metadata.items()},
    }
    output.facts(facts)
    for snapshot in snapshots:
        words = "redacted" if snapshot.redacted else f"sha256 {snapshot.text_sha256[:16]}…"
        output.line(
            f"snapshot {snapshot.ordinal}  {snapshot.taken_at:%Y-%m-%d %H:%M:%S} UTC"
            f"  {snapshot.media_type}  {words}",
            indent="  ",
        )
    if source.preview:
        output.line(source.preview, indent="  │ ")

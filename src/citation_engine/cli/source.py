"""`cite source`: what sources there are, and what is stored of them."""

from typing import TYPE_CHECKING, Any

import click

from citation_engine.cli import annotate, find, refresh
from citation_engine.cli.call import Call, find_source
from citation_engine.cli.commands import Group
from citation_engine.cli.failures import Exit
from citation_engine.cli.output import Output, counted, row_forms, write_bytes
from citation_engine.cli.passage import show_section, show_words

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
    """List sources, show what is stored of them, look at them again."""


for _command in (find.find, refresh.refresh, refresh.diff, annotate.tag, annotate.note):
    command.add_command(_command)


@command.command(
    "list",
    examples=(
        "cite source list",
        "cite source list --type website --json",
        "cite source list --all --csv",
    ),
)
@click.option("--type", "type_", type=click.Choice(TYPES), help="Only sources of this type.")
@click.option("--tag", help="Only sources with this tag.")
@click.option("--all", "all_", is_flag=True, help="Sources of the whole project.")
@row_forms
@click.pass_obj
def list_(call: Call, type_: str | None, tag: str | None, all_: bool, form: str | None) -> int:
    """List the sources of the session."""
    with call.open() as engine:
        session = None if all_ else engine.context.session_id
        sources = engine.list_sources(type_, tag=tag, session_id=session)
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
        'cite source show S3 --passage "kept for ten years"',
        'cite source show S3 --section "§ 147 Abs. 3"',
        "cite source show law.md --json",
    ),
)
@click.argument("source", metavar="S3|ID|NAME")
@click.option("--text", is_flag=True, help="Print the stored words and nothing else.")
@click.option("--passage", metavar="WORDS", help="Show where these words stand.")
@click.option(
    "--section", metavar="NAME", help="Show the words of a section, such as '§ 147 Abs. 3'."
)
@click.option("--screenshot", metavar="FILE", help="Write the picture of the page that was kept.")
@click.option("-o", "--output", "file", metavar="FILE", help="Where the marked page goes.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; with --text, the words too.")
@click.pass_obj
def show(
    call: Call,
    source: str,
    text: bool,
    passage: str | None,
    section: str | None,
    screenshot: str | None,
    file: str | None,
    as_json: bool,
) -> int:
    """
    Show one source and its snapshots, or the words that are stored of it.

    With --passage the page, the section and the words around are printed, and
    the page is written with the words marked: a PDF page as S3-page-12.png, a
    web page as S3-page.html. Words that are not there give exit code 1.
    """
    if file is not None and passage is None:
        raise click.UsageError("--output goes with --passage.")
    with call.open() as engine:
        found = find_source(engine, source)
        if screenshot is not None:
            return _write_screenshot(call.output, engine, found, screenshot)
        if section is not None:
            return show_section(call, engine, found, section, as_json=as_json)
        if passage is not None:
            return show_words(call, engine, found, passage, file=file, as_json=as_json)
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


def _write_screenshot(output: Output, engine: Any, source: "Source", file: str) -> int:
    picture = engine.get_screenshot(source.snapshot_id) if source.snapshot_id else None
    if picture is None:
        output.remark(f"No picture of {source.label} was kept. Set CITATION_SCREENSHOTS=1 first.")
        return Exit.NOT_CHECKED
    write_bytes(file, picture)
    output.remark(f"Wrote {file}.")
    return Exit.GOOD


def _seen(source: "Source") -> str | None:
    if source.live is None:
        return None
    return f"{source.live.outcome.value}, {source.live.checked_at:%Y-%m-%d %H:%M} UTC"


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
        "tags": ", ".join(source.tags) or None,
        "looked at": _seen(source),
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
    for note in source.notes:
        by = f" by {note.by}" if note.by else ""
        output.line(f"note {note.at:%Y-%m-%d}{by}: {note.text}", indent="  ")
    if source.preview:
        output.line(source.preview, indent="  │ ")

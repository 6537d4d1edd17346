"""`cite source`: what sources there are, what is stored of them, and what they are now."""

from typing import TYPE_CHECKING, Any

import click

from citation_engine.cli.commands import Call, Group, find_source
from citation_engine.cli.failures import Exit
from citation_engine.cli.locate import place_of, show_section, show_words
from citation_engine.cli.output import Printer, counted, json_form, one_line, row_forms, write_bytes
from citation_engine.cli.verdicts import MARKED

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine
    from citation_engine.model.hit import Duplicate, Evidence, Hit
    from citation_engine.model.source import Comparison, Snapshot, Source

TYPES = ("document", "website", "database", "custom")
COLUMNS = (
    *("label", "id", "type", "state", "state_reason", "name", "version", "identifier"),
    *("snapshots", "created_at", "project_id", "entry_id"),
)
TITLES = ("", "id", "type", "state", "snapshots", "version", "name")


@click.group("source", cls=Group)
def command() -> None:
    """List sources, show what is stored of them, look at them again."""


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
        names = names_of(sources)
        call.output.table(TITLES, [_cells(source, names[source.id]) for source in sources])
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
        _show_source(call.output, found, snapshots)
    return Exit.GOOD


def as_row(source: "Source") -> dict[str, Any]:
    """A source for machines, without its words."""
    return {"label": source.label, **source.model_dump(mode="json", exclude={"content"})}


def names_of(sources: "list[Source]") -> dict[int, str]:
    """The names of sources by their ids; files of one name have their folders before it."""
    from citation_engine.link.names import told_apart

    told = told_apart((str(one.id), one.name, one.identifier) for one in sources)
    return {int(id): name for id, name in told.items()}


def _cells(source: "Source", name: str) -> tuple[Any, ...]:
    ready = source.state == "ready"
    return (
        f"S{source.number}" if source.number else "–",
        source.id,
        source.type.value,
        (source.state.value, "green" if ready else "yellow"),
        source.snapshots,
        source.version or "–",
        name,
    )


def _show_text(output: Printer, source: "Source") -> int:
    if source.snapshot_id is None:
        output.remark(f"No words of {source.name} are stored. {source.state_reason}")
        return Exit.NOT_CHECKED
    output.words(source.content)
    return Exit.GOOD


def _write_screenshot(output: Printer, engine: Any, source: "Source", file: str) -> int:
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


def _show_source(output: Printer, source: "Source", snapshots: "list[Snapshot]") -> None:
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


HIT_COLUMNS = (
    *("label", "source_id", "name", "type", "score", "in_name", "snapshot_id"),
    *("page", "section", "line", "start", "end", "text", "why"),
)


@command.command(
    "find",
    examples=(
        'cite source find "Aufbewahrungsfrist"',
        "cite source find '\"retention period\" invoices' --tag tax",
        'cite source find --claim "Records are kept for ten years." --limit 3 --json',
    ),
)
@click.argument("words", metavar="WORDS")
@click.option("--claim", is_flag=True, help="The words are a claim: find what may support it.")
@click.option("--tag", help="Only sources with this tag.")
@click.option("--type", "type_", type=click.Choice(TYPES), help="Only sources of this type.")
@click.option("--session-only", is_flag=True, help="Only sources of the session.")
@click.option("--older", is_flag=True, help="Also words that a later snapshot replaced.")
@click.option(
    "--limit",
    type=click.IntRange(1, 1_000),
    help="At most so many passages: 20, or 5 for a claim, if not given.",
)
@row_forms
@click.pass_obj
def find(call: Call, /, words: str, claim: bool, form: str | None, **filters: Any) -> int:
    """
    Look for words in all sources, in every form they can have.

    Words "in quotation marks" must stand together. The exit code is 5 where nothing
    is found.
    """
    with call.open() as engine:
        found = _search(engine, words, claim=claim, **filters)
    if form:
        call.output.rows([_hit_row(hit) for hit in found], form, HIT_COLUMNS)
    else:
        for hit in found:
            _show_hit(call.output, hit)
        call.output.remark(f"{counted(len(found), 'passage')} found.")
    return Exit.GOOD if found else Exit.NOTHING


def _hit_row(hit: "Hit | Evidence") -> dict[str, Any]:
    """What was found, for machines."""
    facts = dict.fromkeys(("page", "section", "line", "start", "end", "text"))
    if hit.passage is not None:
        facts.update({name: getattr(hit.passage, name) for name in facts})
    return {
        "label": hit.source.label,
        "source_id": hit.source.id,
        "name": hit.source.name,
        "type": hit.source.type.value,
        "score": hit.score,
        "in_name": getattr(hit, "in_name", False),
        "snapshot_id": hit.snapshot_id,
        **facts,
        "why": list(hit.why),
    }


def likeness_of(source: "Source", duplicate: "Duplicate") -> str:
    """How alike two sources are, in a sentence that begins like `S4 is 93 % like S2`."""
    other, share = duplicate.source, round(duplicate.likeness * 100)
    name = one_line(other.name, 60)
    like = "has the same words as" if duplicate.likeness >= 1 else f"is {share} % like"
    return f"{source.label} {like} {other.label} ({name}). Both are kept."


def _search(
    engine: "CitationEngine",
    words: str,
    *,
    claim: bool,
    tag: str | None,
    type_: str | None,
    session_only: bool,
    older: bool,
    limit: int | None,
) -> "list[Hit] | list[Evidence]":
    filters: dict[str, Any] = {
        "tag": tag,
        "type": type_,
        "older": older,
        "session_id": engine.context.session_id if session_only else None,
    }
    if claim:
        return engine.find_evidence(words, limit=limit or 5, **filters)
    return engine.search(words, limit=limit or 20, **filters)


def _show_hit(output: Printer, hit: "Hit | Evidence") -> None:
    """One line on where it stands, and the words with what was found in them."""
    passage = hit.passage
    place = place_of(passage) if passage else "in its name"
    head = f"  {one_line(hit.source.name, 60)}  {place}  "
    output.line((hit.source.label, "bold"), head, (f"{hit.score:.2f}", "dim"))
    if passage is None:
        return
    parts: list[str | tuple[str, str]] = []
    done = passage.start
    for mark in hit.marks:
        if mark.start < done:
            continue  # A word of a phrase that is marked already.
        parts.append(passage.text[done - passage.start : mark.start - passage.start])
        found = passage.text[mark.start - passage.start : mark.end - passage.start]
        parts.append((found, MARKED) if output.styled else f"»{found}«")
        done = mark.end
    parts.append(passage.text[done - passage.start :])
    output.line(*parts, indent="    │ ")


OUTCOME_STYLES = {
    "same": "green",
    "changed": "yellow",
    "moved": "yellow",
    "gone": "red",
    "unreachable": "red",
}


@command.command(
    "refresh",
    examples=(
        "cite source refresh S3",
        "cite source refresh --all",
        "cite source refresh S1 --json",
    ),
)
@click.argument("sources", nargs=-1, metavar="[S3|ID|NAME]...")
@click.option("--all", "all_", is_flag=True, help="Every page and file of the session.")
@json_form
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
            wanted = [s for s in engine.list_sources(session_id=session) if _can_be_seen_again(s)]
        else:
            wanted = [find_source(engine, name) for name in sources]
        seen = []
        for source in wanted:
            found = engine.refresh(source)
            seen.append(found)
            if not as_json:
                _show_comparison(call.output, source, found)
    if as_json:
        call.output.json([found.model_dump(mode="json") for found in seen])
    elif not seen:
        call.output.remark("No page or file to look at.")
    return _code_of(seen) if seen else Exit.NOTHING


@command.command(
    "diff",
    examples=("cite source diff S3", "cite source diff S3 --live", "cite source diff S3 --json"),
)
@click.argument("source", metavar="S3|ID|NAME")
@click.option("--live", is_flag=True, help="Compare with what is there now; record nothing.")
@json_form
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
        _show_comparison(call.output, known, found, with_changes=True)
    return _code_of([found])


def _can_be_seen_again(source: "Source") -> bool:
    """Whether a source is a page, or a file that is not only known by a preview."""
    if source.type.value == "website":
        return True
    return source.type.value == "document" and source.state.value in ("ready", "degraded")


def _code_of(seen: "list[Comparison]") -> int:
    """Bad if words fell or a source is gone, not checked if one could not be reached."""
    if any(found.fallen or found.outcome.value == "gone" for found in seen):
        return Exit.BAD
    if any(found.outcome.value == "unreachable" for found in seen):
        return Exit.NOT_CHECKED
    return Exit.GOOD


def _show_comparison(
    output: Printer, source: "Source", found: "Comparison", *, with_changes: bool = False
) -> None:
    """Print the outcome, the passages and, where asked for, the lines that changed."""
    outcome = found.outcome.value
    where = f" to {found.url}" if found.url else ""
    parts: list[Any] = [(source.label, "bold"), "  ", (outcome + where, OUTCOME_STYLES[outcome])]
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


@command.command(
    "tag",
    examples=("cite source tag S3 tax retention", "cite source tag S3 tax --remove"),
)
@click.argument("source", metavar="S3|ID|NAME")
@click.argument("tags", nargs=-1, required=True, metavar="TAG...")
@click.option("--remove", is_flag=True, help="Take the tags off.")
@json_form
@click.pass_obj
def tag(call: Call, source: str, tags: tuple[str, ...], remove: bool, as_json: bool) -> int:
    """Put tags on a source, or take them off; both stay on the record."""
    with call.open() as engine:
        known = find_source(engine, source)
        tagged = engine.untag(known, *tags) if remove else engine.tag(known, *tags)
    if as_json:
        call.output.json({"label": tagged.label, "tags": list(tagged.tags)})
    else:
        call.output.line((tagged.label, "bold"), f"  {', '.join(tagged.tags) or 'no tags'}")
    return Exit.GOOD


@command.command("note", examples=('cite source note S3 "Superseded in 2025."',))
@click.argument("source", metavar="S3|ID|NAME")
@click.argument("text", metavar="TEXT")
@json_form
@click.pass_obj
def note(call: Call, source: str, text: str, as_json: bool) -> int:
    """Add a note to a source."""
    with call.open() as engine:
        noted = engine.note(find_source(engine, source), text)
    if as_json:
        notes = [note.model_dump(mode="json") for note in noted.notes]
        call.output.json({"label": noted.label, "notes": notes})
    else:
        call.output.line((noted.label, "bold"), f"  {noted.notes[-1].text}")
    return Exit.GOOD

"""`cite source tag` and `cite source note`: what people say about sources."""

import click

from citation_engine.cli.call import Call, find_source
from citation_engine.cli.commands import Command
from citation_engine.cli.failures import Exit


@click.command(
    "tag",
    cls=Command,
    examples=("cite source tag S3 tax retention", "cite source tag S3 tax --remove"),
)
@click.argument("source", metavar="S3|ID|NAME")
@click.argument("tags", nargs=-1, required=True, metavar="TAG...")
@click.option("--remove", is_flag=True, help="Take the tags off.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
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


@click.command("note", cls=Command, examples=('cite source note S3 "Superseded in 2025."',))
@click.argument("source", metavar="S3|ID|NAME")
@click.argument("text", metavar="TEXT")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
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

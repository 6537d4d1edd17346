"""`cite source find`: look for words in all that was added."""

from typing import TYPE_CHECKING, Any

import click

from citation_engine.cli.call import Call
from citation_engine.cli.commands import Command
from citation_engine.cli.failures import Exit
from citation_engine.cli.output import Output, counted, one_line, row_forms
from citation_engine.cli.passage import place_of

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine
    from citation_engine.model.hit import Duplicate, Evidence, Hit
    from citation_engine.model.source import Source

TYPES = ("document", "website", "database", "custom")
COLUMNS = (
    *("label", "source_id", "name", "type", "score", "in_name", "snapshot_id"),
    *("page", "section", "line", "start", "end", "text", "why"),
)
FOUND = "bold underline"


@click.command(
    "find",
    cls=Command,
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
        call.output.rows([as_row(hit) for hit in found], form, COLUMNS)
    else:
        for hit in found:
            _show(call.output, hit)
        call.output.remark(f"{counted(len(found), 'passage')} found.")
    return Exit.GOOD if found else Exit.NOTHING


def as_row(hit: "Hit | Evidence") -> dict[str, Any]:
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
    return f"{source.label} is {share} % like {other.label} ({name}). Both are kept."


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


def _show(output: Output, hit: "Hit | Evidence") -> None:
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
        parts.append((found, FOUND) if output.styled else f"»{found}«")
        done = mark.end
    parts.append(passage.text[done - passage.start :])
    output.line(*parts, indent="    │ ")

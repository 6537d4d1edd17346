"""`cite redact`: words go for good; that they were there, and why they went, stays."""

from typing import Any

import click

from citation_engine.cli.call import Call, find_source
from citation_engine.cli.commands import Command
from citation_engine.cli.failures import Exit
from citation_engine.cli.output import safe


@click.command(
    "redact",
    cls=Command,
    examples=(
        'cite redact --citation 3 --reason "erasure request" --authority "DPO"',
        'cite redact --source S2 --reason "no licence" --authority "legal" --yes',
    ),
)
@click.option("--citation", metavar="ID", help="The words of this citation.")
@click.option("--source", metavar="S3|ID|NAME", help="The words of this source.")
@click.option("--user", metavar="USER", help="The name of this user, wherever it stands.")
@click.option("--reason", required=True, metavar="TEXT", help="Why; it stays on the record.")
@click.option("--authority", required=True, metavar="TEXT", help="Who decided it; it stays too.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def command(
    call: Call,
    citation: str | None,
    source: str | None,
    user: str | None,
    reason: str,
    authority: str,
    yes: bool,
    as_json: bool,
) -> int:
    """
    Remove words from the record for good, and say why.

    The log keeps a commitment to what was there and an entry that says who had
    it removed, so it still verifies. The words cannot be brought back.
    """
    if sum(item is not None for item in (citation, source, user)) != 1:
        raise click.UsageError("Give one of --citation, --source and --user.")
    with call.open() as engine:
        target: dict[str, Any] = {"citation": citation, "user_id": user}
        what = f"the words of citation {citation}" if citation else f"the name of the user {user}"
        if source is not None:
            target["source"] = found = find_source(engine, source)
            what = f"the words of {found.label}, {found.name}"
        if not yes:
            question = safe(f"Remove {what} for good? (--yes leaves out this question)")
            click.confirm(question, abort=True, err=True)
        given = {name: value for name, value in target.items() if value is not None}
        redacted = engine.redact(**given, reason=reason, authority=authority)
    if as_json:
        call.output.json(redacted.model_dump(mode="json"))
    else:
        call.output.line(f"Removed {what}.")
    return Exit.GOOD

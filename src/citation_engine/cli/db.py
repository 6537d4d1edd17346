"""`cite db`: make a database, bring it up to date, say where it is."""

import click

from citation_engine.cli.commands import Call, Group, Scope
from citation_engine.cli.failures import Exit
from citation_engine.cli.output import json_form


@click.group("db", cls=Group)
def command() -> None:
    """Make a database, bring it up to date, say where it is."""


@command.command(
    "init",
    scope=Scope.DATABASE,
    examples=("cite db init", "cite -d postgresql://owner@host/citations db init --roles"),
)
@click.option(
    "--roles/--no-roles",
    default=True,
    show_default=True,
    help="Make the roles that hold agents to their rights (PostgreSQL).",
)
@json_form
@click.pass_obj
def init(call: Call, roles: bool, as_json: bool) -> int:
    """Make a database, or complete one that is there. What is recorded stays as it is."""
    from citation_engine.engine.admin import init_database

    report = init_database(call.db, settings=call.settings, roles=roles)
    if as_json:
        facts = {"database": call.database_name, "created": report.created}
        lists = {"roles": list(report.roles), "notes": list(report.notes)}
        call.output.json({**facts, "version": report.version, **lists})
        return Exit.GOOD
    done = "Made" if report.created else "Found"
    call.output.line(f"{done} {call.database_name}, schema {report.version}.")
    for role in report.roles:
        call.output.line(f"role {role}", indent="  ")
    for note in report.notes:
        call.output.remark(note)
    return Exit.GOOD


@command.command(
    "migrate", scope=Scope.DATABASE, examples=("cite db migrate", "cite -d old.db db migrate")
)
@json_form
@click.pass_obj
def migrate(call: Call, as_json: bool) -> int:
    """Bring a database to the schema this version needs."""
    from citation_engine.engine.admin import migrate_database

    call.require_database()
    report = migrate_database(call.db, settings=call.settings)
    if as_json:
        facts = {"before": report.before, "after": report.after}
        call.output.json({"database": call.database_name, **facts})
    elif report.before == report.after:
        call.output.line(f"{call.database_name} is up to date: schema {report.after}.")
    else:
        before = report.before or "none"
        call.output.line(f"{call.database_name}: schema {before} → {report.after}.")
    return Exit.GOOD


@command.command("path", scope=Scope.DATABASE, examples=("cite db path",))
@json_form
@click.pass_obj
def path(call: Call, as_json: bool) -> int:
    """Print which database is meant, without opening it. A password is not shown."""
    if as_json:
        call.output.json({"database": call.database_name, "exists": call.backend.exists()})
        return Exit.GOOD
    call.output.raw(f"{call.database_name}\n")
    if not call.backend.exists():
        call.output.remark("It is not there yet; `cite add FILE` or `cite db init` makes it.")
    return Exit.GOOD

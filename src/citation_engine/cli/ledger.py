"""`cite ledger` and `cite redact`: verify the record, sign it, prove things, remove words."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from citation_engine.cli.commands import Call, Command, Group, Scope, find_source
from citation_engine.cli.failures import Exit
from citation_engine.cli.output import Printer, counted, json_form, read_text, safe, write_text
from citation_engine.errors import SigningKeyError

if TYPE_CHECKING:
    from citation_engine.record.ledger import LedgerReport

VERDICTS = {
    "clean": ("✓", "green", Exit.GOOD),
    "tampered": ("✗", "red", Exit.BAD),
    "incomplete": ("○", "yellow", Exit.NOT_CHECKED),
}
MOST_FINDINGS = 50
_ENTRY = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)


@click.group("ledger", cls=Group)
def command() -> None:
    """Verify the record, sign it, prove things from it."""


@command.command(
    "verify",
    scope=Scope.PROJECT,
    examples=(
        "cite ledger verify",
        "cite ledger verify --against checkpoint.txt",
        "cite ledger verify --against citations.db.checkpoints --json",
    ),
)
@click.option(
    "--against", metavar="FILE", multiple=True, help="A checkpoint kept elsewhere; repeatable."
)
@click.option("--key", metavar="VKEY", help="The verifier key you kept, from `cite ledger key`.")
@json_form
@click.pass_obj
def verify(call: Call, against: tuple[str, ...], key: str | None, as_json: bool) -> int:
    """
    Check every entry, every stored word and every checkpoint.

    What is checked only against the database itself cannot show what its owner
    changed throughout. So keep checkpoints elsewhere, and name them here.
    """
    kept = [read_text(path) for path in against]
    if key is not None:
        _check_key(key)
    with call.open() as engine:
        report = engine.ledger.verify(against=kept, key=key)
    code = Exit.NOTHING if report.status == "clean" and not report.entries else None
    if as_json:
        call.output.json(_report(report))
    else:
        _show(call.output, report, against)
    return VERDICTS[report.status][2] if code is None else code


def _check_key(key: str) -> None:
    from citation_engine.record.checkpoints import parse_vkey

    try:
        parse_vkey(key)
    except SigningKeyError as error:
        raise click.BadParameter(str(error), param_hint="--key") from error


def _report(report: "LedgerReport") -> dict[str, Any]:
    return {
        "status": report.status,
        "entries": report.entries,
        "contents_checked": report.contents_checked,
        "contents_redacted": report.contents_redacted,
        "checkpoints_checked": report.checkpoints_checked,
        "findings": [
            {"kind": f.kind, "index": f.index, "entry_id": f.entry_id, "message": f.message}
            for f in report.findings
        ],
    }


def _show(output: Printer, report: "LedgerReport", against: tuple[str, ...]) -> None:
    sign, style, _ = VERDICTS[report.status]
    if not report.entries and report.status == "clean":
        output.remark("There is nothing to check: the record is empty.")
        return
    parts = [
        counted(report.entries, "entry"),
        f"{counted(report.contents_checked, 'content')} checked",
        f"{counted(report.checkpoints_checked, 'checkpoint')} checked",
    ]
    if report.contents_redacted:
        parts.append(f"{report.contents_redacted:,} redacted")
    output.line((f"{sign} {report.status}", f"bold {style}"), f"  {', '.join(parts)}")
    for finding in report.findings[:MOST_FINDINGS]:
        where = "" if finding.index is None else f"entry {finding.index}: "
        output.line(f"{where}{finding.message}", indent="  ")
    if len(report.findings) > MOST_FINDINGS:
        output.line(f"and {len(report.findings) - MOST_FINDINGS:,} more; --json shows all.")
    if report.status == "clean" and not against:
        output.remark(
            "Checked against the database's own checkpoints only. Keep one elsewhere with"
            " `cite ledger checkpoint -o FILE`, and name it with --against FILE."
        )


@command.command(
    "checkpoint",
    scope=Scope.PROJECT,
    examples=("cite ledger checkpoint", "cite ledger checkpoint -o checkpoint.txt"),
)
@click.option("-o", "--output", "path", metavar="FILE", help="Write it to a file.")
@json_form
@click.pass_obj
def checkpoint(call: Call, path: str | None, as_json: bool) -> int:
    """
    Sign the record as it stands, and print the signed checkpoint.

    Keep it where whoever runs the database cannot change it: with it anyone
    can tell later whether what was on the record then still is.
    """
    with call.open() as engine:
        signed = engine.ledger.checkpoint()
    if path:
        write_text(path, signed.text)
    if as_json:
        call.output.json(
            {
                "origin": signed.checkpoint.origin,
                "size": signed.checkpoint.size,
                "root": signed.checkpoint.root.hex(),
                "note": signed.text,
                "verifier_key": signed.vkey,
                "file": path,
            }
        )
    elif path:
        size = counted(signed.checkpoint.size, "entry")
        call.output.line(f"Wrote {path}: a checkpoint of {size}.")
        call.output.remark("Keep it, and `cite ledger key`, somewhere else than the database.")
    else:
        call.output.exact(signed.text)
    return Exit.GOOD


@command.command(
    "prove",
    scope=Scope.PROJECT,
    examples=(
        "cite ledger prove 3",
        "cite ledger prove --index 12 -o proof.txt",
        "cite ledger prove 0190a5b2-7c1e-7000-8000-000000000000",
    ),
)
@click.argument("what", metavar="[ID|ENTRY_ID]", required=False)
@click.option("--index", type=click.IntRange(min=0), help="The entry with this log index.")
@click.option("-o", "--output", "path", metavar="FILE", help="Write it to a file.")
@json_form
@click.pass_obj
def prove(call: Call, what: str | None, index: int | None, path: str | None, as_json: bool) -> int:
    """
    Prove that a citation or an entry is on the record.

    ID is the number of a citation. With the proof, the bytes of the entry (both
    are in the JSON) and the verifier key a stranger checks it offline.
    """
    if (what is None) == (index is None):
        raise click.UsageError("Give a citation's number, an entry's id, or --index.")
    with call.open() as engine:
        if what is None:
            proof = engine.ledger.prove(index=index)
        elif _ENTRY.fullmatch(what):
            proof = engine.ledger.prove(entry_id=what.lower())
        else:
            proof = engine.ledger.prove(citation=what)
        key = engine.ledger.verifier_key
    if path:
        write_text(path, proof.text)
    if as_json:
        facts = {"index": proof.index, "size": proof.size, "entry_id": proof.entry_id}
        texts = {"entry": proof.body.decode("utf-8"), "proof": proof.text, "verifier_key": key}
        call.output.json({**facts, **texts, "file": path})
    elif path:
        call.output.line(f"Wrote {path}: entry {proof.index} of {proof.size:,} is on the record.")
    else:
        call.output.exact(proof.text)
    return Exit.GOOD


@command.command(
    "export",
    scope=Scope.SESSION,
    examples=(
        "cite ledger export -o record.zip",
        "cite ledger export -o record.zip --session review --without-contents",
    ),
)
@click.option("-o", "--output", "path", metavar="FILE", required=True, help="The file to write.")
@click.option("--without-contents", is_flag=True, help="Leave the words out; proofs still hold.")
@json_form
@click.pass_obj
def export(call: Call, path: str, without_contents: bool, as_json: bool) -> int:
    """
    Write a bundle that a stranger checks offline.

    It holds the whole record of the project or, with --session, the contents
    of that session, with the proofs and a program that checks them.
    """
    if Path(path).exists():
        raise click.UsageError(f"{path} is there already. Name a file that is not.")
    sessions = [call.session] if call.session else None
    with call.open() as engine:
        report = engine.ledger.export(path, sessions=sessions, with_contents=not without_contents)
    if as_json:
        call.output.json(
            {
                "file": str(report.path),
                "entries": report.entries,
                "contents": report.contents,
                "size": report.size,
                "verifier_key": report.verifier_key,
            }
        )
        return Exit.GOOD
    held = f"{counted(report.entries, 'entry')} and {counted(report.contents, 'content')}"
    call.output.line(f"Wrote {path}: {held}.")
    call.output.remark(f"Whoever checks it needs this key from you:\n{report.verifier_key}")
    return Exit.GOOD


@command.command("key", scope=Scope.PROJECT, examples=("cite ledger key",))
@json_form
@click.pass_obj
def key(call: Call, as_json: bool) -> int:
    """Print the verifier key. It is public: give it to everyone who should check the record."""
    with call.open() as engine:
        found = {"origin": engine.ledger.origin, "verifier_key": engine.ledger.verifier_key}
    if as_json:
        call.output.json(found)
    else:
        call.output.raw(f"{found['verifier_key']}\n")
    return Exit.GOOD


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
@json_form
@click.pass_obj
def redact(
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

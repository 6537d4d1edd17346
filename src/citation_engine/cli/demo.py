"""`cite demo`: sources, citations good and bad, a signed record, in a folder of its own."""

import json
import shutil
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from citation_engine.cli.commands import Call, Command, Scope
from citation_engine.cli.failures import Exit
from citation_engine.cli.output import Printer, counted, json_form
from citation_engine.cli.verdicts import SIGNS, STYLES, show_result

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from citation_engine.engine.engine import CitationEngine
    from citation_engine.model.citation import CitationResult
    from citation_engine.model.source import Source

DATABASE = "citations.db"
REPORT = "report.md"
# A report with a fault of every kind that needs neither a key nor a network, and its sources.
FAULTY = "faulty"
SOURCES = (
    "aufbewahrungsverordnung.md",
    "retrieval-study.md",
    "results.csv",
    "storage-policy.json",
)
COUNTED = "Checks per year in 2023: Northern Archive 4, Harbour Archive 1, Hillside Archive 2."

MEANINGS = {
    "local": "Verified means: the words are there, and a small model on this machine is sure that"
    " they carry the claim. Unverified means: the words are there, or there was nothing to look up,"
    " and the model is not sure; it knows English, and German less well. Failed means: the words"
    " are not in the source, or the model is sure that they do not carry the claim.",
    "overlap": "Verified means: the words are there, and the source says the same as the claim in"
    " nearly the same words. Unverified means: the words are there, or there was nothing to"
    " look up, and comparing words does not decide whether they carry the claim. Failed"
    " means: the words are not in the source.",
}


class Example(NamedTuple):
    """One citation of the demonstration, and what it is an example of."""

    title: str
    claim: str
    source: str
    given: dict[str, Any]


KEPT = files("citation_engine.cli") / "demo_files"
EXAMPLES = tuple(
    Example(**example) for example in json.loads((KEPT / "examples.json").read_text("utf-8"))
)


@click.command(
    "demo",
    cls=Command,
    scope=Scope.NOTHING,
    examples=("cite demo", "cite demo --out try-it --force"),
)
@click.option(
    "--out", default="citation-demo", show_default=True, metavar="DIR", help="The folder to make."
)
@click.option("--force", is_flag=True, help="Make the demonstration anew if it is there already.")
@json_form
@click.pass_obj
def command(call: Call, out: str, force: bool, as_json: bool) -> int:
    """
    Show the engine at work on files that come with it.

    Makes a folder with a report, its sources and a database, records citations
    that hold and two that do not, signs the record and verifies it. Needs no
    network and no key. All texts in it are invented.
    """
    if call.db or call.project or call.session:
        raise click.UsageError("The demo has its own database: leave out -d, --project, --session.")
    folder = Path(out)
    _make_room(folder, force=force)
    _copy_files(folder)
    call.db = str(folder / DATABASE)
    with call.open(make=True) as engine:
        if as_json:
            call.output.json(_as_json(engine, folder))
        else:
            _tell(call.output, engine, folder)
    return Exit.GOOD


def _tell(output: Printer, engine: "CitationEngine", folder: Path) -> None:
    """The demonstration as a story."""
    output.line(("Wrote ", "bold"), f"{folder}/: {REPORT} and {len(SOURCES)} sources.")
    output.line("All texts are invented. Nothing leaves this machine.")
    rows = [(s.label, s.type.value, s.state.value, s.name) for s in _add_sources(engine, folder)]
    output.line("")
    output.table(("", "type", "state", "source"), rows)
    results = _cite(output, engine)
    _say_counts(output, engine, results)
    _sign_and_verify(output, engine, folder)
    _say_what_next(output, folder)


def _as_json(engine: "CitationEngine", folder: Path) -> dict[str, Any]:
    """The demonstration as facts."""
    _add_sources(engine, folder)
    results = [engine.cite(e.claim, e.source, **e.given) for e in EXAMPLES]
    signed, report = engine.ledger.checkpoint(), engine.ledger.verify()
    return {
        "folder": str(folder),
        "sources": [s.model_dump(mode="json", exclude={"content"}) for s in engine.list_sources()],
        "citations": [result.citation.model_dump(mode="json") for result in results],
        "checkpoint": signed.text,
        "ledger": report.status,
    }


def _make_room(folder: Path, *, force: bool) -> None:
    """Make the folder; one that is there is only replaced if it is a demonstration of ours."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        ours = folder.is_dir() and (folder / REPORT).exists() and (folder / DATABASE).exists()
        if not ours:
            raise click.UsageError(f"{folder} is there and is no demonstration: use --out DIR.")
        if not force:
            raise click.UsageError(
                f"{folder} is there already. Add --force to make it anew, or use --out DIR."
            )
        for name in (REPORT, *SOURCES):
            (folder / name).unlink(missing_ok=True)
        for old in folder.glob(f"{DATABASE}*"):
            old.unlink()
    folder.mkdir(parents=True, exist_ok=True)


def _copy_files(folder: Path) -> None:
    for name in (REPORT, *SOURCES, FAULTY):
        _copy(KEPT / name, folder / name)


def _copy(kept: "Traversable", place: Path) -> None:
    """Copy a file, or a folder with all that is in it."""
    if kept.is_dir():
        place.mkdir(exist_ok=True)
        for part in kept.iterdir():
            _copy(part, place / part.name)
        return
    with kept.open("rb") as original, place.open("wb") as copy:
        shutil.copyfileobj(original, copy)


def _add_sources(engine: "CitationEngine", folder: Path) -> "list[Source]":
    added = [engine.add(folder / name) for name in SOURCES]
    return [*added, engine.add_custom_source("archives that check often", COUNTED)]


def _cite(output: Printer, engine: "CitationEngine") -> "list[CitationResult]":
    results = []
    for example in EXAMPLES:
        result = engine.cite(example.claim, example.source, **example.given)
        output.line("")
        output.line((example.title, "bold"))
        source = engine.get_source(result.citation.source_id)
        failed = result.verification_status.value == "failed"
        show_result(output, result.citation, source, with_claim=True, with_help=failed)
        results.append(result)
    return results


def _say_counts(output: Printer, engine: "CitationEngine", results: "list[CitationResult]") -> None:
    found = [result.verification_status.value for result in results]
    parts: list[Any] = []
    for status, sign in SIGNS.items():
        if many := found.count(status):
            parts += [(f"{sign} {many} {status}", f"bold {STYLES[status]}"), "   "]
    output.line("")
    output.line(*parts)
    if meaning := MEANINGS.get(engine.judge.identity.name):
        output.line(meaning)


def _sign_and_verify(output: Printer, engine: "CitationEngine", folder: Path) -> None:
    signed = engine.ledger.checkpoint()
    report = engine.ledger.verify()
    output.line("")
    size = counted(signed.checkpoint.size, "entry")
    output.line((f"The record: {size}, signed, verified: {report.status}.", "bold"))
    output.line(f"Checkpoint: {folder / DATABASE}.checkpoints", indent="  ")
    output.line(f"Signing key: {_key_place(engine)}", indent="  ")


def _key_place(engine: "CitationEngine") -> str:
    """Where the signing key is; never the key."""
    from citation_engine.settings import key_folder

    if engine.settings.signing_key:
        return "the one CITATION_SIGNING_KEY names"
    return f"in {key_folder(engine.settings)}, outside the folder of the database"


def _say_what_next(output: Printer, folder: Path) -> None:
    import shlex

    database = shlex.quote(str(folder / DATABASE))
    output.line("")
    output.line(("Look further:", "bold"))
    for rest in (
        "citation list",
        "citation show 4",
        "source show S1 --text",
        "ledger verify",
        "doctor",
    ):
        output.line(f"cite -d {database} {rest}", indent="  ", wrap=False)
    output.line("A report with a fault of every kind:")
    faulty = shlex.quote(str(folder / FAULTY))
    output.line(
        f"cite check {faulty}/report.md --sources {faulty}/sources", indent="  ", wrap=False
    )
    output.line("With your own files:")
    output.line("cite check REPORT --sources FOLDER", indent="  ")
    output.line("cite add FOLDER", indent="  ")
    output.line('cite claim "What you say." --source S1 --quote "what it says"', indent="  ")

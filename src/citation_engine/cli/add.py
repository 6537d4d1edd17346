"""`cite add`: files, folders and addresses become sources."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from citation_engine.cli.commands import Call, Command
from citation_engine.cli.failures import Exit, code_of, say_problem
from citation_engine.cli.output import Printer, counted, json_form, say
from citation_engine.cli.source import likeness_of, names_of
from citation_engine.errors import CitationError

if TYPE_CHECKING:
    from citation_engine.check.library import Added
    from citation_engine.engine.engine import CitationEngine
    from citation_engine.model.hit import Duplicate
    from citation_engine.model.source import NewSource, Source

TITLES = ("", "id", "what", "state", "name")


@click.command(
    "add",
    cls=Command,
    examples=(
        "cite add report.md",
        "cite add sources/ notes.txt https://example.org/page",
        'cite add law.md --name "Data Act" --version 2024-01',
    ),
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH|URL...")
@click.option("--name", help="What to call the source; for a single one.")
@click.option("--version", help="The version of the source, such as 2024-01.")
@json_form
@click.pass_obj
def command(
    call: Call, paths: tuple[str, ...], name: str | None, version: str | None, as_json: bool
) -> int:
    """
    Add files, folders or web pages as sources.

    Each source gets a number in the session: S1, S2 and so on. A folder is
    read with all folders in it, except for files and folders whose names begin
    with a dot and links that lead out of the folder. Adding the same thing
    again changes nothing, so after an interruption the same call goes on. What
    cannot be read or fetched is registered as degraded, with the reason. Web
    pages are fetched once and archived; `cite source refresh` looks again.
    Saved search results become a source for each page they found.
    """
    from citation_engine.check.sources import with_saved_results
    from citation_engine.collect.files import list_things

    listing = list_things(paths, call.database_files())
    wanted = list(with_saved_results(listing.things, call.settings))
    if not wanted:
        for note in listing.notes:
            say(note)
        call.output.remark("There is nothing to add: no file whose name begins without a dot.")
        return Exit.NOTHING
    if name is not None and len(wanted) > 1:
        raise click.UsageError(f"--name fits one source, and {len(wanted)} are to be added.")
    with call.open(make=True) as engine:
        adding = Adding(engine, call.output, listing.notes)
        try:
            adding.add(wanted, {"name": name, "version": version})
        except (KeyboardInterrupt, CitationError):
            adding.say(len(wanted), as_json=as_json)
            raise
        adding.say(len(wanted), as_json=as_json)
    return adding.code


class Adding:
    """One run over the things to add, and what became of each."""

    def __init__(
        self, engine: "CitationEngine", output: Printer, notes: Sequence[str] = ()
    ) -> None:
        self._engine = engine
        self._notes = notes
        self._output = output
        self._known = {source.id: source for source in engine.list_sources()}
        self.done: list[tuple[Source, str]] = []
        self.refused: list[tuple[str, CitationError]] = []
        self.alike: dict[int, list[Duplicate]] = {}

    def add(self, wanted: "Sequence[str | NewSource]", given: dict[str, Any]) -> None:
        """Add all of it, several things being read at once; what is wrong with one stops none."""
        with self._progress(wanted) as step:

            def note(added: "Added") -> None:
                if added.error is not None:
                    self.refused.append((str(added.what), added.error))
                if (source := added.source) is not None:
                    self.done.append((source, self._change(source)))
                    if self.done[-1][1] != "known":
                        self.alike[source.id] = self._engine.near_duplicates(source)
                    self._known[source.id] = source
                step(str(added.what))

            self._engine.add_all(wanted, progress=note, **given)

    def _change(self, source: "Source") -> str:
        known = self._known.get(source.id)
        if known is None:
            return "new"
        return "known" if known.snapshot_id == source.snapshot_id else "changed"

    @contextmanager
    def _progress(self, wanted: "Sequence[str | NewSource]") -> Iterator[Callable[[str], None]]:
        """A bar on stderr, where somebody is watching and there is something to wait for."""
        watched = sys.stderr is not None and sys.stderr.isatty()
        if self._output.quiet or len(wanted) < 2 or not watched:
            yield lambda _thing: None
            return
        with click.progressbar(
            length=len(wanted), label="Adding", file=sys.stderr, show_pos=True
        ) as bar:
            yield lambda _thing: bar.update(1)

    @property
    def code(self) -> int:
        """Good if everything was added, else what the first refusal means."""
        return code_of(self.refused[0][1]) if self.refused else Exit.GOOD

    def say(self, wanted: int, *, as_json: bool) -> None:
        """Print what was added, why something was not, and how many there are."""
        if as_json:
            self._output.json(self._as_json())
        elif self.done:
            self._show()
        for thing, error in self.refused:
            say_problem(f"{thing} was not added. {error.message}", error.fix)
        for note in () if as_json else self._notes:
            say(note)
        if not as_json:
            self._output.remark(self._summary(wanted))

    def _show(self) -> None:
        rows = []
        names = names_of([source for source, _ in self.done])
        for source, change in self.done:
            state = (source.state.value, "green" if source.state == "ready" else "yellow")
            rows.append((source.label, source.id, change, state, names[source.id]))
        self._output.table(TITLES, rows)
        for source, _ in self.done:
            if source.state != "ready":
                reason = f"{source.label} is {source.state.value}. {source.state_reason}"
                self._output.line((reason, "yellow"))
        for source, _ in self.done:
            for other in self.alike.get(source.id, ()):
                self._output.line((likeness_of(source, other), "yellow"))

    def _as_json(self) -> dict[str, Any]:
        return {
            "sources": [
                {
                    "label": source.label,
                    "change": change,
                    "near_duplicates": [
                        {"label": d.source.label, "id": d.source.id, "likeness": d.likeness}
                        for d in self.alike.get(source.id, ())
                    ],
                    **source.model_dump(mode="json", exclude={"content"}),
                }
                for source, change in self.done
            ],
            "not_added": [{"path": thing, **error.as_dict()} for thing, error in self.refused],
            "notes": list(self._notes),
        }

    def _summary(self, wanted: int) -> str:
        new = sum(change == "new" for _, change in self.done)
        parts = [f"{counted(new, 'source')} added"]
        for change, words in (("changed", "changed"), ("known", "already known")):
            if many := sum(found == change for _, found in self.done):
                parts.append(f"{many} {words}")
        left = wanted - len(self.done) - len(self.refused)
        if self.refused:
            parts.append(f"{len(self.refused)} not added")
        ending = f" {left} not reached; the same call goes on from here." if left else ""
        return ", ".join(parts) + "." + ending

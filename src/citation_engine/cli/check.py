"""`cite check`: says which citations of a report hold."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from citation_engine import plugins
from citation_engine.cli.commands import Call, Command, Scope

if TYPE_CHECKING:
    _Choice = click.Choice[str]
else:  # In older versions it takes no type.
    _Choice = click.Choice
LEVELS = ("error", "warning", "never")
LANGUAGES = click.Choice(["en", "de"])
# What --markers called the dialects before.
OLD_NAMES = {
    "s": "brackets",
    "double": "tokens",
    "footnote": "footnotes",
    "citation": "named",
    "link": "links",
}


class Registered(_Choice):
    """A name in a group of plug-ins, or one of a few words beside them."""

    def __init__(self, group: str, *also: str, **old: str) -> None:
        self._group, self._also, self._old = group, also, old
        super().__init__(())

    @property
    def choices(self) -> tuple[str, ...]:
        """The names, looked up when they are needed: other packages bring some."""
        return (*plugins.names(self._group), *self._also)

    @choices.setter
    def choices(self, _: tuple[str, ...]) -> None:
        """Click sets them when it makes a choice."""

    def convert(
        self, value: Any, param: click.Parameter | None = None, ctx: click.Context | None = None
    ) -> str:
        """The name that is meant."""
        return super().convert(self._old.get(value, value), param, ctx)


MARKERS = Registered("dialects", "none", **OLD_NAMES)
OUTPUTS = Registered("outputs")


def _options(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def add(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return add


READING = _options(
    click.option(
        "--sources",
        multiple=True,
        metavar="DIR|FILE|URL",
        help="What the reports cite; can be repeated, and several may follow.",
    ),
    click.option(
        "--sources-map",
        metavar="FILE",
        help="Says which source a marker means: JSON, YAML, TOML or CSV.",
    ),
    click.option("--format", metavar="FORMAT", help="The format of the reports; else by name."),
    click.option(
        "--markers",
        multiple=True,
        type=MARKERS,
        help="Which signs are markers; can be repeated. Without it, all that are found.",
    ),
    click.option("--provider", metavar="NAME", help="Whose answer a JSON file is."),
    click.option("--sidecar", metavar="POINTER", help="Where JSON and YAML have their citations."),
    click.option("--inline", is_flag=True, help="Markers count inside JSON and YAML texts too."),
)
JUDGING = _options(
    click.option("--judge", metavar="NAME", help="Who judges; `cite judges` names them."),
    click.option(
        "--all-claims",
        is_flag=True,
        help="Hold every claim that needs evidence against all sources, cited or not.",
    ),
    click.option(
        "--threshold",
        "thresholds",
        multiple=True,
        metavar="NAME=SHARE",
        help="Another limit of the judge, such as supported=0.9; can be repeated.",
    ),
    click.option("--llm-url", metavar="URL", help="The server of the judge llm."),
    click.option("--llm-model", metavar="NAME", help="The model of the judge llm."),
    click.option(
        "--fetch", is_flag=True, help="Fetch the pages that the reports link to, and use them."
    ),
    click.option("--offline", is_flag=True, help="Fetch nothing."),
)
CHOOSING = _options(
    click.option("--select", metavar="CODES", multiple=True, help="Only these findings."),
    click.option("--ignore", metavar="CODES", multiple=True, help="All but these findings."),
    click.option("--fail-on", type=click.Choice(LEVELS), help="What fails. Default: error."),
    click.option("--min-coverage", type=float, metavar="SHARE", help="Such as 0.8."),
    click.option("--strict", is_flag=True, help="What was not decided counts as not checked."),
    click.option(
        "--allow-unchecked", is_flag=True, help="What could not be checked does not fail."
    ),
    click.option("--allow-empty", is_flag=True, help="Nothing to check does not fail."),
    click.option("--baseline", metavar="FILE", help="Findings that are known and agreed on."),
    click.option("--update-baseline", is_flag=True, help="Write the findings into --baseline."),
    click.option("--lf", "last_failed", is_flag=True, help="Only findings of the last run."),
    click.option("-x", "first_only", is_flag=True, help="Stop at the first error."),
)
SHOWING = _options(
    click.option("--output-format", type=OUTPUTS, help="Default: full."),
    click.option("-o", "--output", metavar="FILE", help="Write to a file instead."),
    click.option(
        "--also",
        multiple=True,
        metavar="FORMAT=FILE",
        help="Write another format to a file as well; can be repeated.",
    ),
    click.option("--step-summary", metavar="FILE", help="Add a summary in Markdown to a file."),
    click.option("--references", is_flag=True, help="Print what each reference means, and how."),
    click.option("--all", "show_all", is_flag=True, help="List every finding."),
    click.option(
        "--show",
        multiple=True,
        metavar="CODES",
        help="List every finding of these: uncited, unused, or codes such as CE206.",
    ),
    click.option("--show-sources", is_flag=True, help="End with a table of the sources."),
    click.option("--language", type=LANGUAGES, help="Of all we say: en or de."),
    click.option("--no-progress", is_flag=True, help="Show no progress."),
)
DOING = _options(
    click.option("--fix", is_flag=True, help="Make the mechanical corrections."),
    click.option("--diff", is_flag=True, help="Show the mechanical corrections, make none."),
    click.option("--watch", is_flag=True, help="Check again whenever a file changes."),
    click.option("--save", is_flag=True, help="Keep the citations on the record."),
    click.option("--no-cache", is_flag=True, help="Keep nothing in the cache folder, use nothing."),
    click.option("--config", metavar="FILE", help="The configuration; else the nearest one."),
    click.option("--no-config", is_flag=True, help="Heed no configuration."),
)


class Check(Command):
    """Takes all that follows --sources for sources, where the reports were named before it."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; in which language to speak is known before any is refused."""
        asked = [after for one, after in pairwise([*args, ""]) if one == "--language"]
        asked += [one.partition("=")[2] for one in args if one.startswith("--language=")]
        if asked[-1:] == ["de"]:
            context.ensure_object(Call).language = "de"
        options = [one for one in self.get_params(context) if isinstance(one, click.Option)]
        valued = {name for one in options if not one.is_flag for name in one.opts}
        return super().parse_args(context, list(_with_each_source(args, valued)))


def _dialects(names: Sequence[str] | None) -> tuple[str, ...] | None:
    """The dialects of markers that were named, on the command line or in a configuration."""
    return tuple(n for n in map(MARKERS.convert, names) if n != "none") if names else None


def _with_each_source(args: list[str], valued: set[str]) -> Iterator[str]:
    """`REPORT --sources A B` as `REPORT --sources A --sources B`."""
    named = taking = False
    previous = ""
    for at, arg in enumerate(args):
        if arg == "--":
            yield from args[at:]
            return
        if arg.startswith("-") and len(arg) > 1:
            taking = False
        elif previous == "--sources":
            taking = named
        elif taking:
            yield "--sources"
        elif previous not in valued:
            named = True
        yield arg
        previous = arg


@click.command(
    "check",
    cls=Check,
    scope=Scope.SESSION,
    examples=(
        "cite check report.md --sources docs/",
        "cite check report.md --sources docs/ --output-format html -o report.html",
        "cite check answer.json --sources gobd.pdf study.pdf",
        "cite check *.md --min-coverage 0.8 --fail-on warning",
        "cite check report.md --fetch",
        "cite check answer.md --sources docs/ --all-claims",
        "cite check - --format html --sources docs/",
    ),
)
@click.argument("reports", nargs=-1, required=True, metavar="REPORT...")
@READING
@JUDGING
@CHOOSING
@SHOWING
@DOING
@click.pass_obj
def command(call: Call, /, reports: tuple[str, ...], **typed: Any) -> int:
    """
    Say which citations of a report hold.

    Each claim is held against the source its marker points to: are the quoted
    words there, do they carry the claim, do the numbers agree? Claims without
    a citation, unknown markers, unused sources and sources that cannot be read
    are found as well. Needs no database, no key and no network. Without
    --sources, the sources of the session are meant. The report - is what comes
    on standard input, of the format that --format says.

    With --fetch, pages that a report links to and no source is given for are
    fetched and archived in the cache folder; a DOI or an arXiv number leads to
    the PDF where that is open. What cannot be had is told and not checked. The
    same call goes on after an interruption.

    The exit code is 0 if all is well, 1 if there are findings, 2 for a mistake
    in the call, 3 if something could not be checked, 5 if there was nothing to
    check.
    """
    from citation_engine.cli.check_run import CheckRun
    from citation_engine.cli.config import read_config

    start = Path(reports[0]).resolve().parent if reports else None
    config = read_config(typed.pop("config"), wanted=not typed.pop("no_config"), start=start)
    chosen = {name: config.get(name.replace("_", "-"), value) for name, value in typed.items()}
    call.language = chosen["language"] = LANGUAGES.convert(chosen["language"] or "en", None, None)
    chosen["markers"] = _dialects(chosen["markers"])
    chosen["output_format"] = OUTPUTS.convert(chosen["output_format"] or "full")
    run = CheckRun(call, reports, chosen)
    return run.watch() if typed["watch"] else run.once()

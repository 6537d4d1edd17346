"""What the global options of a call say, and how a command that takes them is declared."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import IntEnum
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from citation_engine.cli.failures import noticing_closed_pipes, run
from citation_engine.errors import DatabaseUnavailable

if TYPE_CHECKING:
    from citation_engine.cli.output import Printer
    from citation_engine.engine.engine import CitationEngine
    from citation_engine.model.source import Source
    from citation_engine.settings import Settings


@dataclass
class Call:
    """The global options of one call; what was not given is left to the settings."""

    db: str | None = None
    project: str | None = None
    session: str | None = None
    color: str = "auto"
    quiet: bool = False
    verbose: bool = False
    # Of what is said to people; a command that has a choice of it sets it.
    language: str = "en"

    @cached_property
    def settings(self) -> "Settings":
        """The settings in force."""
        from citation_engine.settings import Settings

        return Settings.from_env(project=self.project, session=self.session)

    @cached_property
    def output(self) -> "Printer":
        """Where results are printed."""
        from citation_engine.cli.output import Printer

        return Printer(self.color, quiet=self.quiet)

    def open(self, *, make: bool = False, judge: str | None = None) -> "CitationEngine":
        """
        The engine for this call.

        Only commands that put the first things in make a database that is not
        there: looking for something must not leave a file behind.
        """
        if not make:
            self.require_database()
        from citation_engine.engine.engine import CitationEngine

        # Who types a path may read it; the roots are for paths that come from others.
        settings = replace(self.settings, file_roots=None)
        return CitationEngine(self.db, settings=settings, judge=judge, create=make)

    @property
    def backend(self) -> Any:
        """The database that is meant, not opened."""
        from citation_engine.engine.state import choose_backend

        return choose_backend(self.db, None, None, self.settings)

    @property
    def database_name(self) -> str:
        """The database as a person may see it: the whole path, or the URL without its password."""
        backend = self.backend
        if backend.name != "sqlite":
            return shown_url(backend.url)
        return backend.path if backend.in_memory else str(Path(backend.path).resolve())

    def require_database(self) -> None:
        """Refuse to go on where there is no database yet."""
        if not self.backend.exists():
            raise DatabaseUnavailable(
                f"There is no database at {self.database_name}.",
                fix="Make one with `cite add FILE` or `cite db init`, or name another with -d.",
            )

    def database_files(self) -> set[Path]:
        """The files of the database itself, which are no sources."""
        from citation_engine.collect.files import BESIDE_DATABASE

        backend = self.backend
        if backend.name != "sqlite" or backend.in_memory:
            return set()
        path = Path(backend.path).resolve()
        return {path, *(path.with_name(path.name + end) for end in BESIDE_DATABASE)}


def shown_url(url: Any) -> str:
    """A database's URL without its passwords, wherever they stand in it."""
    secret = {name: "***" for name in url.query if "pass" in name.lower()}
    return str(url.update_query_dict(secret).render_as_string(hide_password=True))


def find_source(engine: "CitationEngine", name: str) -> "Source":
    """The source meant by `S3`, an id, a path, an address or a name."""
    return engine.find_source(int(name) if name.isascii() and name.isdigit() else name)


COLORS = ("auto", "always", "never")


class Scope(IntEnum):
    """How far the global options reach into a command; each level includes the ones before."""

    NOTHING = 0
    DATABASE = 1
    PROJECT = 2
    SESSION = 3


def _remember(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    if value is None or value is False:
        return
    if value == "":
        raise click.BadParameter("It is empty.", context, parameter)
    assert parameter.name is not None
    setattr(context.ensure_object(Call), parameter.name, value)


def _option(*names: str, **settings: Any) -> click.Option:
    return click.Option(names, expose_value=False, callback=_remember, **settings)


DATABASE_OPTION = _option(
    "-d",
    "--db",
    metavar="FILE|URL",
    help="The database. Else CITATION_DB_URL, else ./citations.db.",
)
PROJECT_OPTION = _option(
    "--project", metavar="NAME", help="The project. Else CITATION_PROJECT, else `default`."
)
SESSION_OPTION = _option(
    "--session", metavar="NAME", help="The session. Else CITATION_SESSION, else `default`."
)
OUTPUT_OPTIONS = (
    _option(
        "--color",
        type=click.Choice(COLORS),
        help="When to use colours. `auto` heeds NO_COLOR and FORCE_COLOR.",
    ),
    _option("-q", "--quiet", is_flag=True, help="Results only: no progress, no remarks."),
    _option("-v", "--verbose", is_flag=True, help="Show where an unexpected error came from."),
)
GLOBAL_OPTIONS = (DATABASE_OPTION, PROJECT_OPTION, SESSION_OPTION, *OUTPUT_OPTIONS)


class Command(click.Command):
    """A command with examples in its help, which takes the global options too."""

    def __init__(
        self,
        *args: Any,
        examples: Sequence[str] = (),
        scope: Scope = Scope.SESSION,
        **settings: Any,
    ) -> None:
        super().__init__(*args, **settings)
        self.examples = tuple(examples)
        self.shared = (*GLOBAL_OPTIONS[:scope], *OUTPUT_OPTIONS)
        self.params.extend(self.shared)

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write this command's own options first, then those that hold everywhere."""
        options = [p for p in self.get_params(context) if isinstance(p, click.Option)]
        own = [option for option in options if option not in self.shared]
        for title, section in (("Options", own), ("Global options", self.shared)):
            records = [r for option in section if (r := option.get_help_record(context))]
            with formatter.section(title):
                formatter.write_dl(records)

    def format_epilog(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, one line each, unwrapped so that they can be copied."""
        if self.examples:
            with formatter.section("Examples"):
                for example in self.examples:
                    formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


class Group(click.Group):
    """A command with sub-commands."""

    command_class = Command

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; none at all is a mistake, which click says from 8.2 on."""
        if not args and self.no_args_is_help and not context.resilient_parsing:
            click.echo(context.get_help(), err=True, color=context.color)
            context.exit(2)
        return super().parse_args(context, args)

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; of a misspelt one the nearest is named."""
        try:
            return super().resolve_command(context, args)
        except click.UsageError as error:
            near = get_close_matches(args[0], self.list_commands(context), 1)
            # Newer versions of click name it themselves, where the commands are loaded.
            if not near or getattr(error, "possibilities", None):
                raise
            said = f"{error.message} Did you mean {near[0]!r}?"
            raise click.UsageError(said, context) from error


class Cite(Group):
    """The root: it knows the commands by name and one line, and loads one when it is called."""

    def __init__(
        self,
        *args: Any,
        short_helps: Mapping[str, str],
        homes: Mapping[str, str],
        **settings: Any,
    ) -> None:
        params = list(settings.pop("params"))
        context = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
        super().__init__(*args, params=params, context_settings=context, **settings)
        self.short_helps = short_helps
        self.homes = homes

    def list_commands(self, context: click.Context) -> list[str]:
        """The names, in the order a newcomer needs them."""
        return list(self.short_helps)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of that name; its module is imported now."""
        if name not in self.short_helps:
            return None
        module = import_module(f"citation_engine.cli.{self.homes.get(name, name)}")
        command: click.Command = getattr(module, name if name in self.homes else "command")
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what each command does without loading any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.short_helps.items()))

    def make_context(self, *args: Any, **settings: Any) -> click.Context:
        """Read the options; `--help` and `--version` print here."""
        with noticing_closed_pipes():
            return super().make_context(*args, **settings)

    def invoke(self, context: click.Context) -> Any:
        """Run the command."""
        with noticing_closed_pipes():
            return super().invoke(context)

    def main(self, *args: Any, **settings: Any) -> NoReturn:
        """Run a command and exit: every way it can end has its code and, if bad, its sentence."""
        call = Call()
        settings = {"prog_name": "cite", **settings, "standalone_mode": False, "obj": call}
        work = partial(super().main, *args, **settings)
        sys.exit(run(work, call))

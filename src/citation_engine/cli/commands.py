"""How a command is declared: loaded when it is needed, with examples, with the global options."""

import sys
from collections.abc import Mapping, Sequence
from enum import IntEnum
from importlib import import_module
from typing import Any, NoReturn

import click

from citation_engine.cli.call import Call
from citation_engine.cli.failures import noticing_closed_pipes, run

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
        sys.exit(run(lambda: super(Cite, self).main(*args, **settings), call))

"""The entry point of `cite`: which commands there are, and nothing they need."""

import click

from citation_engine import __version__
from citation_engine.cli.commands import GLOBAL_OPTIONS, Cite

COMMANDS = {
    "check": "Say which citations of a report hold.",
    "demo": "Show the engine at work on files that come with it.",
    "add": "Add files, folders or web pages as sources.",
    "source": "List sources, show what is stored of them, look at them again.",
    "locate": "Find words in a file, without a database.",
    "claim": "Record one citation, and check it.",
    "citation": "List citations and show what their checks found.",
    "verify": "Check citations again and record what was found.",
    "ledger": "Verify the record, sign it, prove things from it.",
    "redact": "Remove words from the record for good, and say why.",
    "init": "Write a configuration for `cite check`.",
    "judges": "Say which judges are installed, and how good they are.",
    "db": "Make a database, bring it up to date, say where it is.",
    "doctor": "Say what is set up, what is not, and what to do about it.",
}
# Commands that stand in the module of their noun; the others have one of their own name.
HOMES = {"claim": "citation", "verify": "citation", "redact": "ledger", "init": "config"}

cite = Cite(
    "cite",
    short_helps=COMMANDS,
    homes=HOMES,
    params=GLOBAL_OPTIONS,
    help="""
    Link claims to the exact words in their sources, check them, keep the record.

    Start with `cite demo`. The exit code says how it went: 0 good, 1 bad, 2 a
    mistake in the call, 3 could not be checked, 5 nothing to check.
    """,
)
click.version_option(__version__, message="cite %(version)s")(cite)


def main() -> None:
    """Run the command line and end the process with its exit code."""
    cite.main()


if __name__ == "__main__":
    main()

"""`cite init`: write a configuration for `cite check`."""

from pathlib import Path

import click

from citation_engine.cli.call import Call
from citation_engine.cli.commands import Command, Scope
from citation_engine.cli.config import OWN_FILE
from citation_engine.cli.failures import Exit
from citation_engine.cli.output import write_text

TEMPLATE = """\
# What `cite check` does here. What is typed on the command line wins over it.
# All keys are described in the documentation: guides/check-a-report.

[check]
# Files, folders and addresses that the reports cite.
sources = [{sources}]

# From which level on a finding makes the command fail: "error", "warning" or "never".
fail-on = "error"

# The share of the claims needing evidence that must cite some.
# min-coverage = 0.8

# Codes to leave out, or to look at alone. A prefix such as "CE3" means all of them.
# ignore = ["CE302"]
# select = ["CE1", "CE2"]

# Findings that are known and agreed on. Write it with: cite check ... --update-baseline
# baseline = "citations-baseline.json"

# Who says whether words carry a claim; `cite judges` names them.
# judge = "local"
"""


@click.command("init", cls=Command, scope=Scope.NOTHING, examples=("cite init --sources docs/",))
@click.option(
    "--sources",
    multiple=True,
    metavar="DIR|FILE|URL",
    help="What the reports cite; can be repeated. Without it, sources/.",
)
@click.option("--force", is_flag=True, help="Replace a configuration that is there.")
@click.pass_obj
def command(call: Call, sources: tuple[str, ...], force: bool) -> int:
    """
    Write a configuration for `cite check`.

    It is called citation-engine.toml, says where the sources are, and holds for
    this folder and all folders in it.
    """
    path = Path(OWN_FILE)
    if path.exists() and not force:
        raise click.UsageError(f"{path} is there already. Add --force to replace it.")
    listed = ", ".join(_quoted(source) for source in sources or ("sources/",))
    write_text(str(path), TEMPLATE.format(sources=listed))
    call.output.line(("Wrote ", "bold"), f"{path}. Now: cite check REPORT")
    return Exit.GOOD


def _quoted(text: str) -> str:
    """A text as TOML has it."""
    import json

    return json.dumps(text, ensure_ascii=False)

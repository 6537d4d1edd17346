"""Makes the reference pages and the picture of the demonstration from the code itself."""

import html
import io
import os
import pty
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import fields
from inspect import cleandoc
from pathlib import Path
from typing import Any

import click

from citation_engine import errors
from citation_engine.cli.__main__ import cite
from citation_engine.cli.commands import GLOBAL_OPTIONS
from citation_engine.cli.failures import code_of
from citation_engine.model.finding import CODES, Code
from citation_engine.settings import Settings, variable_of

ROOT = Path(__file__).resolve().parent.parent
PICTURE = "docs/images/demo.svg"
NOTICE = "<!-- Made by scripts/make-reference. Change the code, not this page. -->\n"

# The command line -------------------------------------------------------------------------

CLI_HEAD = """
# The command line

`cite` does from a terminal what the library does from Python.
`cite --help` and `cite COMMAND --help` show the same text as this page.

## Exit codes

| Code | Meaning |
|---|---|
| 0 | Good: done, and where something was checked, it holds. |
| 1 | Bad: a check failed, or the record was tampered with. |
| 2 | Misuse: a mistake in the call. |
| 3 | Could not check: a source or a database cannot be read, or the check is incomplete. |
| 5 | Nothing to check or to do. |

A run that is stopped with Ctrl-C ends with 130. A run whose reader leaves before the end of the
output ends with 141.

Results go to standard output. Remarks, progress and errors go to standard error, so a result can be
piped. `-q` leaves the remarks out.
"""

GLOBAL_HEAD = """
## Global options

They may stand before or after the command: `cite -d my.db add x.md` and `cite add x.md -d my.db`
mean the same. A command lists those that it heeds in its own help.
"""


def commands() -> list[tuple[str, click.Command]]:
    """Every command and sub-command with its full name, in the order of the help."""
    return list(_walk("cite", cite))[1:]


def _walk(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=name)
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            assert found is not None
            yield from _walk(f"{name} {inner}", found)


def cli_page() -> str:
    """The page about the command line."""
    parts = [CLI_HEAD, GLOBAL_HEAD, _options(cite, list(GLOBAL_OPTIONS))]
    parts += [_section(name, command) for name, command in commands()]
    return _joined(parts)


def _section(name: str, command: click.Command) -> str:
    context = click.Context(command, info_name=name)
    parts = [f"{'#' * len(name.split())} `{name}`", cleandoc(command.help or "")]
    if isinstance(command, click.Group):
        return "\n\n".join(parts)
    usage = " ".join([name, *command.collect_usage_pieces(context)])
    parts.append(f"```text\n{usage}\n```")
    shared = getattr(command, "shared", ())
    own = [p for p in command.params if isinstance(p, click.Option) and p not in shared]
    parts.append(_options(command, own))
    if examples := getattr(command, "examples", ()):
        parts.append("```sh\n" + "\n".join(examples) + "\n```")
    return "\n\n".join(part for part in parts if part)


def _options(command: click.Command, options: list[click.Option]) -> str:
    context = click.Context(command)
    records = [record for option in options if (record := option.get_help_record(context))]
    if not records:
        return ""
    rows = [f"| `{_cell(name)}` | {_cell(text)} |" for name, text in records]
    return "\n".join(["| Option | Meaning |", "|---|---|", *rows])


# Errors -----------------------------------------------------------------------------------

ERRORS_HEAD = """
# Errors

Every error of this package is a `CitationError`. Each has

- `code`: a stable word for machines,
- `message`: one sentence that names the value,
- `fix`: what to do next. `suggestion` is the same text,
- `error_type`: the category an agent is told. Several classes share one,
- `partial_result`: what was done before the error, mostly empty,
- `as_dict()`: all of it as a mapping, for a tool message or an HTTP response.

A quote that is not in its source is a *verdict*, not an error. See [Verify](../stages/verify.md).

```python
from citation_engine import CitationEngine, CitationError

with CitationEngine(":memory:") as engine:
    try:
        engine.cite("Records are kept for ten years.", source="S7", quote="ten years")
    except CitationError as error:
        print(error.code)
        print(error.message)
        print(error.fix)
```

```text
source-not-found
There is no source 'S7' in this session.
Add the source first, with `engine.add(...)` or `cite add`.
```

## What each means

Where there is no default fix, each place that raises the error says its own.
"""


ERRORS_NAMES = """
## How each is called

The last column is the [exit code](cli.md#exit-codes) of `cite`.
"""


def errors_page() -> str:
    """The page about errors, with the tree and a line for every class."""
    kinds = list(_error_classes(errors.CitationError))
    meanings = ["| Class | Meaning | Default fix |", "|---|---|---|", *map(_meaning, kinds)]
    names = ["| Class | `code` | `error_type` | Exit |", "|---|---|---|---|", *map(_names, kinds)]
    parts = cleandoc(errors.__doc__ or "").split("\n\n")
    tree = cleandoc(next(part for part in parts if part.lstrip().startswith("CitationError")))
    drawing = f"## The tree\n\n```text\n{tree}\n```"
    return _joined([ERRORS_HEAD, "\n".join(meanings), ERRORS_NAMES, "\n".join(names), drawing])


def _error_classes(kind: type[errors.CitationError]) -> Iterator[type[errors.CitationError]]:
    yield kind
    for inner in kind.__subclasses__():
        if inner.__module__ != kind.__module__:
            continue
        yield from _error_classes(inner)


def _meaning(kind: type[errors.CitationError]) -> str:
    own = kind is errors.CitationError or kind.default_fix != errors.CitationError.default_fix
    fix = kind.default_fix if own else ""
    if kind is errors.MissingExtra:
        fix = 'Run: `pip install "citation-engine[EXTRA]"`, with the extra it names.'
    meaning = cleandoc(kind.__doc__ or "").splitlines()[0]
    return f"| `{kind.__name__}` | {_cell(meaning)} | {_cell(fix)} |"


def _names(kind: type[errors.CitationError]) -> str:
    made = kind.__new__(kind)
    names = (kind.__name__, kind.code, made.error_type)
    return f"| {' | '.join(f'`{name}`' for name in names)} | {int(code_of(made))} |"


# Settings ---------------------------------------------------------------------------------

MEANINGS = {
    "database_url": "The database: a file, or a `postgresql://` URL. Without it, `./citations.db`.",
    "project": "The project that sources, citations and the log belong to.",
    "session": "The session that numbers the sources: S1, S2 and so on.",
    "judge": "Who says whether words carry a claim: `local`, `overlap`, `llm` or `none`; see "
    "[Judges](../guides/judges.md). Without it, `llm` where `CITATION_LLM_URL` is set, else "
    "`local`. Other packages may bring their own under the entry point "
    "`citation_engine.judges`.",
    "judge_thresholds": "Other limits of the judge `local` than the fitted ones, such as "
    "`supported=0.9, contradicted=0.95`; see [Judges](../guides/judges.md#limits). What was set is "
    "part of the judge's version in every result.",
    "judge_model": "A folder with another model for the judge `local` than the one in the package; "
    "see [Judges](../guides/judges.md#another-model). Its hash is part of every result.",
    "llm_url": "The server of the language model for the judge `llm`: any that speaks OpenAI's "
    "chat protocol, such as `http://127.0.0.1:8080/v1`. Where no judge is named, claims and "
    "passages are sent there.",
    "llm_model": "The name of the model there.",
    "llm_api_key": "The key of that server, where it wants one. It is never shown or recorded.",
    "llm_seconds": "How long one answer of the model may take, retries included.",
    "llm_batch": "How many questions about one source go into one call to the model, at most.",
    "llm_price": "What a million tokens cost, read and written, such as `0.15/0.60`; for counting "
    "the cost.",
    "reasoning_required": "Up to which confidence a citation must say why the words support the "
    "claim: `none` never, `low` for low, `medium` for low and medium, `high` always.",
    "signing_key": "The key that signs checkpoints: the key itself (`PRIVATE+KEY+...`) or the path "
    "of a file with it that only its owner can read. Without it, a file in the key folder, made "
    "when it is missing.",
    "key_folder": "The folder for signing keys. Without it, `citation-engine/keys` in the user's "
    "configuration folder.",
    "cache_folder": "The folder for what `cite check` keeps. "
    "Without it, `citation-engine` in the user's cache folder. All of it can be deleted at any "
    "time.",
    "checkpoint_entries": "Sign a checkpoint at the latest after this many new entries ...",
    "checkpoint_seconds": "... or with the first write after this many seconds.",
    "max_claim": "The longest claim, in characters.",
    "max_quote": "The longest quote, in characters.",
    "max_context": "The longest quoted context, in characters.",
    "max_reasoning": "The longest reason, in characters.",
    "max_metadata": "The most metadata of a source, in bytes of JSON.",
    "max_source_bytes": "The largest source, in bytes.",
    "fetch_allow": "Hosts and ports that may be fetched although they are not public, such as "
    "`intranet:8080`; separated by commas.",
    "fetch_seconds": "How long fetching one page may take.",
    "max_fetch_bytes": "How large a fetched page may be, in bytes.",
    "offline": "With 1, no page is ever fetched.",
    "file_roots": "Folders below which files may be read, separated as in `PATH`. Set it where "
    "paths come from others, as on a server. Without it, `engine.add` reads any path it is "
    "given, and `create_citation` reads unknown files below the current folder "
    "only. The command line is not bound by it.",
    "screenshots": "With 1, a picture of each fetched page is kept. It needs Chromium or Chrome.",
    "browser": "The program that draws these pictures. Without it, the first one that is found.",
    "document_seconds": "How long reading one document may take.",
    "document_bytes": "How much memory reading one document may take, in bytes.",
    "pool_size": "How many connections an engine keeps to its database.",
    "busy_seconds": "How long a writer waits for another one on the same SQLite file.",
}

SETTINGS_HEAD = """
# Settings

Every setting has a name in `Settings`, an environment variable and a default.
What is passed to the engine wins over the environment. An empty variable counts as not set.

```python
from citation_engine import CitationEngine, Settings

settings = Settings(project="retention", max_quote=2_000)
with CitationEngine(":memory:", settings=settings) as engine:
    assert engine.project == "retention"
```

`Settings(...)` takes its defaults from the table below. `Settings.from_env(...)` reads the
environment first. Numbers are whole and at least 1. A switch is `1` or `0`.
"""


def settings_page() -> str:
    """The page about settings."""
    rows = ["| Variable | In `Settings` | Default | Meaning |", "|---|---|---|---|"]
    for item in fields(Settings):
        cells = (f"`{variable_of(item.name)}`", f"`{item.name}`", _default(item.default))
        rows.append(f"| {' | '.join(cells)} | {_cell(MEANINGS[item.name])} |")
    return _joined([SETTINGS_HEAD, "\n".join(rows)])


def _default(value: Any) -> str:
    if value is None:
        return "not set"
    return f"{value:,}" if isinstance(value, int) else f"`{value}`"


# Findings ---------------------------------------------------------------------------------

FINDINGS_HEAD = """
# Findings

A finding is one thing wrong with a draft or with the record. Its code never changes its meaning;
new ones may be added. `--select` and `--ignore` take codes, names, or the beginning of a code:
`CE1` stands for all findings about quotes.

An *error* means that the draft is wrong, or that something cannot be checked at all. A *warning*
means that somebody should look. *Info* is good to know. [Audit](../stages/audit.md) says how a
draft ignores a finding, and how findings that are known already are kept apart.
"""

# What a hundred of codes is about.
GROUPS = {
    "CE0": "Markers",
    "CE1": "Quotes",
    "CE2": "Support",
    "CE3": "Coverage",
    "CE4": "Sources",
    "CE5": "The record",
}


def findings_page() -> str:
    """The page with all codes of findings."""
    parts = [FINDINGS_HEAD]
    for prefix, title in GROUPS.items():
        rows = [_code(one) for one in CODES.values() if one.code.startswith(prefix)]
        head = ["| Code | Name | Level | Meaning |", "|---|---|---|---|"]
        parts += [f"## {title}", "\n".join([*head, *rows])]
    return _joined(parts)


def _code(one: Code) -> str:
    link = f"[{one.code}]({one.code}.md)"
    return f"| {link} | `{one.name}` | {one.level} | {_cell(one.meaning)} |"


# The picture ------------------------------------------------------------------------------

WIDTH = 92
FONTS = "ui-monospace, Menlo, Consolas, DejaVu Sans Mono, Liberation Mono, monospace"
SHOWN = (
    "The same words in other typography",
    "A quotation whose number was changed",
    "A real quotation under a claim that it contradicts",
)


def picture() -> str:
    """The demonstration as it looks in a terminal; parts are left out where `…` stands."""
    from rich.console import Console
    from rich.text import Text

    console = Console(record=True, width=WIDTH, file=io.StringIO(), color_system="truecolor")
    console.print(Text("$ cite demo", style="bold"))
    console.print(Text.from_ansi(_shortened(_run_in_terminal())))
    svg = console.export_svg(title="cite demo", unique_id="demo")
    # The fonts are those of the reader: a picture must not load anything.
    svg = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code, monospace", FONTS)
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def words_in(svg: str) -> list[str]:
    """What a reader of the picture reads, line by line."""
    return [html.unescape(text) for text in re.findall(r"<text[^>]*>(.*?)</text>", svg)]


def _run_in_terminal() -> str:
    """What `cite demo` writes to a terminal, with its colours."""
    main, side = pty.openpty()
    with tempfile.TemporaryDirectory() as folder:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("CITATION_")}
        environment |= {"COLUMNS": str(WIDTH), "TERM": "xterm-256color", "XDG_CONFIG_HOME": folder}
        environment.pop("NO_COLOR", None)
        environment["PYTHONPATH"] = os.pathsep.join(p for p in sys.path if p)
        running = subprocess.Popen(
            [sys.executable, "-m", "citation_engine.cli", "demo"],
            cwd=folder,
            stdout=side,
            stderr=side,
            stdin=subprocess.DEVNULL,
            env=environment,
        )
        os.close(side)
        written = b"".join(iter(lambda: _read(main), b""))
        os.close(main)
    assert running.wait() == 0, written.decode()
    return written.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # The other side was closed.
        return b""


def _shortened(printed: str) -> str:
    """The beginning, three of the citations, and the counts."""
    parts = printed.rstrip().split("\n\n")
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", part) for part in parts]
    kept: list[str] = []
    for part, words in zip(parts, plain, strict=True):
        first = words.lstrip().split("\n")[0]
        if first.startswith("The record:"):
            kept.append(part.split("\n")[0])
        elif not kept or first in SHOWN or first.startswith(("type", "✓", "○")):
            kept.append(part)
        elif kept[-1] != "…":
            kept.append("…")
    return "\n\n".join(kept).removesuffix("\n\n…")


# All of it --------------------------------------------------------------------------------

PAGES: dict[str, Callable[[], str]] = {
    "docs/findings/index.md": findings_page,
    "docs/reference/cli.md": cli_page,
    "docs/reference/errors.md": errors_page,
    "docs/reference/settings.md": settings_page,
}


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _joined(parts: list[str]) -> str:
    return "\n\n".join(part.strip() for part in (*parts, NOTICE) if part.strip()) + "\n"


def main() -> int:
    """Write what is out of date, or with --check only name it."""
    old = []
    for name, make in {**PAGES, PICTURE: picture}.items():
        path, text = ROOT / name, make()
        there = path.read_text("utf-8") if path.exists() else ""
        same = words_in(there) == words_in(text) if name == PICTURE else there == text
        if not same or not there:
            old.append(name)
            if "--check" not in sys.argv:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
    for name in old:
        click.echo(f"{name} {'is out of date' if '--check' in sys.argv else 'was written'}.")
    return 1 if old and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())

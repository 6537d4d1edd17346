"""
The documentation is true: its examples run, its links lead somewhere, its tables are complete.

The blocks of a page are run in order, in an empty folder:

- a block with a title is a file, and is written;
- a `python` block is run; the blocks of a page share their names;
- a `text` block right after it is what it prints;
- a `console` block has commands after `$ `, each with what it prints. A command
  ends with 0 unless `$ echo $?` follows and says otherwise;
- a `sql` block is run by the owner of the PostgreSQL database the page is about.

In what is printed, `...` stands for anything.
"""

import ast
import contextlib
import doctest
import importlib.util
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import pytest
from click.testing import CliRunner

import citation_engine
from citation_engine import errors, interop, settings, testing
from citation_engine.cli.__main__ import cite
from postgres_logins import as_superuser, logins_on, name_in

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([ROOT / "README.md", *DOCS.rglob("*.md")]) if DOCS.exists() else []
NEEDS_A_SERVER = {"docs/guides/postgresql.md"}
SHOWN_URL = "postgresql://{}@localhost/citations"
FOLDERS = ("scripts", "examples", "benchmarks", "docs", "tests", "training", "src")

pytestmark = [
    pytest.mark.skipif(not PAGES, reason="The documentation is not in this folder."),
    # The pages show what a reader gets who sets nothing.
    pytest.mark.usefixtures("default_judge"),
]

_FENCE = re.compile(r"\s*```+(\w*)\s*(.*)")
_TITLE = re.compile(r'title="([^"]+)"')
_LINK = re.compile(r"(?:\]\(|src=\"|href=\")([^)\s\"#]+)(?:#[^)\s\"]*)?[)\"]")
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


class Block(NamedTuple):
    """A fenced block: its language, its file name if it has one, its text and where it is."""

    language: str
    title: str | None
    text: str
    line: int


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks_of(page: Path) -> Iterator[Block]:
    opened: tuple[str, str | None, int] | None = None
    lines: list[str] = []
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        fence = _FENCE.fullmatch(line)
        if opened is None and fence:
            title = _TITLE.search(fence[2])
            opened, lines = (fence[1], title[1] if title else None, number), []
        elif opened is not None and line.strip().startswith("```"):
            yield Block(opened[0], opened[1], dedent("\n".join(lines) + "\n"), opened[2])
            opened = None
        else:
            lines.append(line)


def prose_of(page: Path) -> str:
    """The page without its fenced blocks."""
    return re.sub(r"(?ms)^\s*```.*?^\s*```\s*$", "", page.read_text("utf-8"))


class Reader:
    """Somebody who follows a page from top to bottom, in a folder of their own."""

    def __init__(self, page: Path, folder: Path, urls: Mapping[str, str] | None = None) -> None:
        self._page = page
        self._folder = folder
        self._urls = urls or {}
        self._names: dict[str, object] = {"__name__": "__main__"}

    def follow(self) -> None:
        printed: str | None = None
        for block in blocks_of(self._page):
            where = f"{name_of(self._page)}:{block.line}"
            if block.title:
                file = self._folder / block.title
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.text, "utf-8")
            elif block.language == "console":
                self._type(block, where)
            elif block.language == "sql":
                as_superuser(self._urls["owner"], *self._real(block.text).split(";")[:-1])
            elif block.language == "text" and printed is not None:
                self._compare(block.text, printed, where)
            printed = self._run(block, where) if block.language == "python" else None

    def _run(self, block: Block, where: str) -> str:
        if block.title:
            return ""
        source = "\n" * block.line + self._real(block.text)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(source, where, "exec"), self._names)
        return printed.getvalue()

    def _type(self, block: Block, where: str) -> None:
        for command, shown, code in commands_in(block.text):
            ended, printed = self._call(self._real(command))
            # On a busy machine it is said how far it is.
            printed = re.sub(r"(?m)^[A-Z][a-z]+ [a-z]+: \d+ of \d+(?: \(.+\))?\n", "", printed)
            assert ended == code, f"{where}: `{command}` ended with {ended}.\n{printed}"
            if shown:
                self._compare(shown, printed, f"{where}: {command}")

    def _call(self, command: str) -> tuple[int, str]:
        words = shlex.split(command)
        if words[0] == "cite" and not re.search(r"[$|>]", command):
            called = CliRunner().invoke(cite, words[1:])
            return called.exit_code, called.output
        shims = self._folder.parent / "shims"
        shims.mkdir(exist_ok=True)
        for name, call in (("cite", "-m citation_engine.cli"), ("python", "")):
            shim = shims / name
            shim.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {call} "$@"\n')
            shim.chmod(0o755)
        done = subprocess.run(
            ["bash", "-c", command],
            env={
                **os.environ,
                "PATH": f"{shims}{os.pathsep}{os.environ['PATH']}",
                "PYTHONPATH": str(ROOT / "src"),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=240,
        )
        return done.returncode, done.stdout

    def _real(self, text: str) -> str:
        """The text with the logins and the server of this run in place of those shown."""
        for login, url in self._urls.items():
            text = text.replace(SHOWN_URL.format(login), url)
            text = re.sub(rf"\b{login}\b", name_in(url), text) if "GRANT" in text else text
        return text

    @staticmethod
    def _compare(shown: str, printed: str, where: str) -> None:
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        same = doctest.OutputChecker().check_output(shown, printed, flags)
        assert same, f"{where} prints:\n{printed}\nThe page shows:\n{shown}"


def commands_in(text: str) -> Iterator[tuple[str, str, int]]:
    """Give each command with what it is said to print and the code it is said to end with."""
    parts = re.split(r"(?m)^\$ ", text)[1:]
    calls = []
    for part in parts:
        command, _, shown = part.replace("\\\n", " ").partition("\n")
        calls.append((command.strip(), shown))
    for place, (command, shown) in enumerate(calls):
        if command == "echo $?":
            continue
        follows = calls[place + 1] if place + 1 < len(calls) else ("", "")
        code = int(follows[1]) if follows[0] == "echo $?" else 0
        yield command, shown, code


def runnable(page: Path) -> bool:
    return any(block.language in ("python", "console") for block in blocks_of(page))


@pytest.mark.parametrize(
    "page",
    [p for p in PAGES if runnable(p) and name_of(p) not in NEEDS_A_SERVER],
    ids=name_of,
)
def test_the_examples_of_a_page_run(page, tmp_path, monkeypatch):
    folder = tmp_path / "reader"
    folder.mkdir()
    monkeypatch.chdir(folder)

    Reader(page, folder).follow()


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.parametrize("page", [p for p in PAGES if name_of(p) in NEEDS_A_SERVER], ids=name_of)
def test_the_examples_for_a_server_run(
    page, tmp_path, monkeypatch, postgres_url, postgres_database
):
    folder = tmp_path / "reader"
    folder.mkdir()
    monkeypatch.chdir(folder)

    with logins_on(postgres_url) as logins:
        made = {name: logins.make(postgres_database) for name in ("agent_one", "auditor_one")}
        Reader(page, folder, {"owner": postgres_database, **made}).follow()


def imports_in(code: str) -> Iterator[str]:
    """Give the full names of what a program imports of ours."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name.startswith("citation_engine"))
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("citation_engine"):
            yield from (f"{node.module}.{one.name}" for one in node.names)


def test_the_documentation_imports_public_names_only():
    programs = [
        (f"{name_of(page)}:{block.line}", block.text)
        for page in PAGES
        for block in blocks_of(page)
        if block.language == "python"
    ]
    programs += [(name_of(path), path.read_text("utf-8")) for path in ROOT.glob("examples/*.py")]
    public = {"citation_engine"} | {
        f"{package.__name__}.{name}"
        for package in (citation_engine, errors, interop, testing)
        for name in getattr(package, "__all__", vars(package))
    }

    assert len(programs) > 50
    assert [
        (where, name) for where, code in programs for name in imports_in(code) if name not in public
    ] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_links_of_a_page_lead_somewhere(page):
    links = {link for link in _LINK.findall(prose_of(page)) if "://" not in link}
    missing = [link for link in links if not (page.parent / link).exists()]

    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_files_a_page_names_exist(page):
    named = {code.split()[0] for code in _CODE.findall(prose_of(page)) if code.strip()}
    paths = {name for name in named if name.partition("/")[0] in FOLDERS and "/" in name}
    missing = [path for path in paths if not (ROOT / path).exists()]

    assert missing == []


@pytest.fixture(scope="module")
def made():
    """The script that makes the reference pages."""
    spec = importlib.util.spec_from_file_location(
        "make_reference", ROOT / "scripts/make_reference.py"
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_reference"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["cli", "errors", "settings"])
def test_a_generated_page_is_up_to_date(name, made):
    page = DOCS / "reference" / f"{name}.md"

    assert page.read_text("utf-8") == made.PAGES[f"docs/reference/{name}.md"](), (
        "Run scripts/make-reference."
    )


@pytest.mark.slow
def test_the_picture_shows_what_the_demo_prints(made):
    shown = made.words_in((DOCS / "images" / "demo.svg").read_text("utf-8"))

    assert shown == made.words_in(made.picture()), "Run scripts/make-reference."


def test_every_command_has_a_section_in_the_reference(made):
    page = (DOCS / "reference/cli.md").read_text("utf-8")
    missing = [name for name, _ in made.commands() if f"# `{name}`" not in page]

    assert missing == []


def test_every_error_has_a_line_in_the_reference():
    page = (DOCS / "reference/errors.md").read_text("utf-8")
    kinds = [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.CitationError)
    ]

    assert [kind for kind in kinds if f"| `{kind.__name__}` | `{kind.code}` |" not in page] == []


def test_every_setting_has_a_line_in_the_reference():
    page = (DOCS / "reference/settings.md").read_text("utf-8")
    names = settings.Settings.__dataclass_fields__

    assert [name for name in names if f"`{settings.variable_of(name)}`" not in page] == []


def test_every_public_name_is_in_the_api_reference():
    page = (DOCS / "reference/api.md").read_text("utf-8")
    errors_page = (DOCS / "reference/errors.md").read_text("utf-8")
    names = [name for name in citation_engine.__all__ if not name.startswith("_")]
    missing = [
        name
        for name in names
        if not re.search(rf"\.{name}\b", page) and f"`{name}`" not in f"{page}{errors_page}"
    ]

    assert missing == []


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path):
    pytest.importorskip("material")
    done = subprocess.run(
        # Not --quiet: what is not said is not counted either.
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", tmp_path / "site"],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=240,
    )

    assert done.returncode == 0, done.stderr

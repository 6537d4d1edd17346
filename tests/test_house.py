"""The house rules: layers, sizes, names, and what must not be in the repository."""

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "citation_engine"

# A room may import rooms of lower layers and itself, never its own layer.
LAYERS = (
    ("errors", "version"),
    ("model",),
    ("ports", "settings", "breaker", "hashing", "display", "urls"),
    ("language",),
    ("formats",),
    ("quotes",),
    ("sections",),
    ("search",),
    ("markers",),
    (
        *("collect", "prepare", "write", "link", "verify", "record", "audit", "render"),
        *("store", "llm"),
    ),
    ("plugins",),
    ("check",),
    ("engine",),
    ("aio", "testing"),
    (PACKAGE,),  # The public names, in __init__.py.
    ("interop",),
    ("integrations", "server", "mcp", "cli"),
    ("__main__",),  # The command, as `python -m` starts it.
)
LAYER = {room: number for number, rooms in enumerate(LAYERS) for room in rooms}
EDGES = (*LAYERS[-3], *LAYERS[-2], *LAYERS[-1])
# The command starts the servers.
NEIGHBOURS = {
    ("cli", "server"),
    ("cli", "mcp"),
}

MOST_LINES_IN_A_FUNCTION = 60
REFUSED_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "managers", "base"}
# What asks other machines, and what may also wait to be asked.
FETCHING = {"http.client", "urllib.request", "urllib3", "requests", "aiohttp", "httpcore2"}
LISTENING = {"socket", "ssl", "h11", "anyio"}
MAY_FETCH = re.compile(r"collect/web/fetch\.py|llm(/.*|\.py)")
MAY_LISTEN = {"server", "mcp"}

# Written in pieces, so that this file does not contain what it looks for.
UNWANTED_TEXT = re.compile(
    "|".join(
        (
            r"(?<![\w.~-])/wo" + r"rk/",
            r"(?<![\w.~-])/ro" + r"ot/",
            r"/tmp/" + r"pl" + r"an\b",
            r"\.py" + r"env/",
            r"\bpy" + r"pi\.org",
            r"\bpython" + r"hosted\.org",
            r"\bregistry\.np" + r"mjs\.org",
            r"\bindex-" + r"url\b",
            r"\bfind-" + r"links\b",
        )
    ).encode()
)
# One of them is in every unwanted text; they are found quickly, in large files too.
UNWANTED_PIECES = (
    *(b"/wo" + b"rk/", b"/ro" + b"ot/", b"/tmp/" + b"pl" + b"an", b".py" + b"env/"),
    *(b"py" + b"pi.org", b"python" + b"hosted.org", b"registry.np" + b"mjs.org"),
    *(b"index-" + b"url", b"find-" + b"links"),
)


@dataclass(frozen=True)
class Module:
    """One Python file, by its path inside the package's folder."""

    folder: Path
    path: Path

    @property
    def text(self) -> str:
        return (self.folder / self.path).read_text("utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def room(self) -> str:
        first = self.path.parts[0].removesuffix(".py")
        return PACKAGE if first == "__init__" else first

    @property
    def name(self) -> str:
        """The name by which the module is imported."""
        parts = (PACKAGE, *self.path.with_suffix("").parts)
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @cached_property
    def imports(self) -> tuple[str, ...]:
        """The full name of everything the module imports, wherever the import stands."""
        return tuple(self._imports())

    def _imports(self) -> Iterator[str]:
        package = (PACKAGE, *self.path.parent.parts)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                above = package[: len(package) - node.level + 1] if node.level else ()
                start = ".".join((*above, *filter(None, [node.module])))
                yield from (f"{start}.{alias.name}" for alias in node.names)


@cache
def modules(folder: Path) -> list[Module]:
    return [Module(folder, path.relative_to(folder)) for path in sorted(folder.rglob("*.py"))]


def room_of(name: str) -> str | None:
    """Return the room that an imported name belongs to, or None if it is not ours."""
    first, _, rest = name.partition(".")
    if first != PACKAGE:
        return None
    room = rest.partition(".")[0]
    return room if room in LAYER else PACKAGE


def layers(module: Module) -> Iterator[str]:
    if module.room not in LAYER:
        yield f"{module.room} has no layer"
        return
    for name in module.imports:
        room = room_of(name)
        if room in (None, module.room) or module.room == PACKAGE:
            continue
        if LAYER[room] >= LAYER[module.room] and (module.room, room) not in NEIGHBOURS:
            yield f"{module.room} imports {room} ({name})"


def store_is_used_by_its_public_names(module: Module) -> Iterator[str]:
    files = {path.stem for path in (module.folder / "store").glob("*") if path.stem != "__init__"}
    for name in module.imports:
        _, _, inside = name.partition(f"{PACKAGE}.store.")
        if module.room in EDGES and ("." in inside or inside in files):
            yield f"reaches into the store: {name}"


def functions_are_short(module: Module) -> Iterator[str]:
    if "migrations" in module.path.parts:
        return  # A migration is a list of tables, written once and never changed.
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = node.end_lineno - node.lineno + 1
            if lines > MOST_LINES_IN_A_FUNCTION:
                yield f"{node.name} has {lines} lines"


def names_say_what_is_owned(module: Module) -> Iterator[str]:
    for part in module.path.with_suffix("").parts:
        if part.strip("_") in REFUSED_NAMES:
            yield f"is named {part}"


def only_settings_read_the_environment(module: Module) -> Iterator[str]:
    if module.path == Path("settings.py"):
        return
    used = {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    for name in ("os.environ", "os.environb", "os.getenv", "os.getenvb"):
        if name in used or name in module.imports:
            yield f"uses {name}"


def fetching_has_one_owner(module: Module) -> Iterator[str]:
    if MAY_FETCH.fullmatch(module.path.as_posix()):
        return
    refused = FETCHING if module.room in MAY_LISTEN else FETCHING | LISTENING
    for name in module.imports:
        if any(f"{name}.".startswith(f"{known}.") for known in refused) or name.startswith("httpx"):
            yield f"imports {name}"


def modules_have_docstrings(module: Module) -> Iterator[str]:
    if not ast.get_docstring(module.tree):
        yield "has no docstring"


@cache
def import_cycles(folder: Path) -> list[list[str]]:
    """The groups of modules that import each other, typing imports counted, the largest first."""
    ours = {module.name: module for module in modules(folder)}
    above: dict[str, set[str]] = {
        name: {_owner(target, ours) for target in module.imports} - {None, name}
        for name, module in ours.items()
    }
    groups = [sorted(group) for group in _strongly_connected(above) if len(group) > 1]
    return sorted(groups, key=len, reverse=True)


def _owner(name: str, ours: dict[str, Module]) -> str | None:
    """The module that an imported name is, or is of."""
    while name and name not in ours:
        name = name.rpartition(".")[0]
    return name or None


def _strongly_connected(edges: dict[str, set[str]]) -> Iterator[set[str]]:
    """The groups in which each reaches each: what is reached from one and reaches it."""
    back: dict[str, set[str]] = {name: set() for name in edges}
    for name, targets in edges.items():
        for target in targets:
            back[target].add(name)
    left = set(edges)
    while left:
        start = next(iter(left))
        group = _reached(start, edges) & _reached(start, back)
        yield group
        left -= group


def _reached(start: str, edges: dict[str, set[str]]) -> set[str]:
    reached, waiting = {start}, [start]
    while waiting:
        fresh = edges[waiting.pop()] - reached
        reached |= fresh
        waiting += fresh
    return reached


def imports_run_in_no_circle(module: Module) -> Iterator[str]:
    for cycle in import_cycles(module.folder):
        if module.name == cycle[0]:
            yield f"is in a circle of {len(cycle)} modules: {', '.join(cycle)}"


RULES = (
    layers,
    store_is_used_by_its_public_names,
    functions_are_short,
    names_say_what_is_owned,
    only_settings_read_the_environment,
    fetching_has_one_owner,
    modules_have_docstrings,
    imports_run_in_no_circle,
)


def broken(rule, folder: Path) -> list[str]:
    return [f"{module.path}: {said}" for module in modules(folder) for said in rule(module)]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_package_keeps(rule):
    assert broken(rule, ROOT / "src" / PACKAGE) == []


@pytest.mark.parametrize(
    ("rule", "path", "code"),
    [
        (layers, "errors.py", "from citation_engine.model import Source"),
        (layers, "model/source.py", "import citation_engine.ports"),
        (layers, "quotes/locate.py", "from ..markers import tokens"),
        (layers, "ports.py", "from citation_engine import settings"),
        (layers, "verify/quote.py", "from citation_engine.engine import CitationEngine"),
        (layers, "verify/quote.py", "from citation_engine.collect.sources import Sources"),
        (layers, "collect/readers/plain.py", "from ...store import open_store"),
        (layers, "record/ledger.py", "def f():\n    from citation_engine.store import schema"),
        (layers, "store/sqlite.py", "from citation_engine.record import merkle"),
        (layers, "store/sqlite.py", "from citation_engine import llm"),
        (layers, "plugins.py", "from . import engine"),
        (layers, "engine.py", "from citation_engine.aio import AsyncCitationEngine"),
        (layers, "engine.py", "from citation_engine import Checker"),
        (layers, "aio.py", "from citation_engine.testing import FakeJudge"),
        (layers, "server/app.py", "from citation_engine.cli import main"),
        (layers, "attic.py", ""),
        (store_is_used_by_its_public_names, "cli/add.py", "from citation_engine.store.a import b"),
        (store_is_used_by_its_public_names, "cli/add.py", "import citation_engine.store.a.b"),
        (functions_are_short, "engine.py", "def f():\n" + "    x = 1\n" * 60),
        (names_say_what_is_owned, "language/utils.py", ""),
        (names_say_what_is_owned, "_helpers/quote.py", ""),
        (only_settings_read_the_environment, "engine.py", "import os\nos.environ['A']"),
        (only_settings_read_the_environment, "cli/settings.py", "from os import getenv"),
        (fetching_has_one_owner, "engine.py", "import urllib.request"),
        (fetching_has_one_owner, "collect/sources.py", "from http import client"),
        (fetching_has_one_owner, "server/app.py", "import httpx2"),
        (fetching_has_one_owner, "cli/fetch.py", "def f():\n    import socket"),
        (fetching_has_one_owner, "mcp/server.py", "from urllib.request import urlopen"),
        (modules_have_docstrings, "engine.py", "x = 1"),
    ],
)
def test_a_breach_is_noticed(rule, path, code, tmp_path):
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(code)

    assert len(broken(rule, tmp_path)) == 1


def test_a_circle_of_imports_is_noticed_even_where_only_types_are_imported(tmp_path):
    for path, code in (
        ("audit/a.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from . import b"),
        ("audit/b.py", "def f():\n    from citation_engine.audit.c import C"),
        ("audit/c.py", "from .a import A"),
        ("audit/d.py", "from .a import A"),
    ):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(code)

    assert [len(cycle) for cycle in import_cycles(tmp_path)] == [3]
    assert len(broken(imports_run_in_no_circle, tmp_path)) == 1


def test_a_file_of_the_store_is_not_a_public_name(tmp_path):
    for path in ("store/sqlite.py", "cli/add.py"):
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_text("from citation_engine.store import open_store, sqlite")

    assert len(broken(store_is_used_by_its_public_names, tmp_path)) == 1


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("model/source.py", "from . import passage\nfrom ..errors import SourceNotFound"),
        (
            "verify/quote.py",
            "from citation_engine.quotes.locate import locate\nimport urllib.parse",
        ),
        (
            "verify/judges/none.py",
            "from ..support import Support\nfrom citation_engine import ports",
        ),
        ("engine.py", "from citation_engine import plugins\nfrom .store import open"),
        ("aio.py", "from citation_engine.engine import CitationEngine"),
        ("cli/add.py", "from citation_engine import CitationEngine, errors\nfrom . import output"),
        ("cli/database.py", "from citation_engine.store import open_store"),
        ("cli/serve.py", "from citation_engine.server.app import app"),
        ("settings.py", "import os\nos.environ['A']"),
        ("collect/web/fetch.py", "import httpx2, socket"),
        ("llm/openai_compatible.py", "import httpx2"),
        ("server/app.py", "import socket, ssl\nfrom anyio import create_tcp_listener"),
        ("__init__.py", "from citation_engine.engine import CitationEngine"),
    ],
)
def test_what_is_allowed_is_not_a_breach(path, code, tmp_path):
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(f'"""Owns an example."""\n{code}')

    assert [said for rule in RULES for said in broken(rule, tmp_path)] == []


def files_of_the_repository(root: Path) -> list[Path]:
    """Return every file that is committed or would be, as git sees it."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "-co", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True).stdout
    paths = {root / name.decode() for name in listed.split(b"\0") if name}
    return sorted(path for path in paths if path.is_file())


def unwanted(root: Path) -> list[str]:
    files = files_of_the_repository(root)
    said = [str(path.relative_to(root)) for path in files if path.name == "uv.lock"]
    for path in files:
        content = path.read_bytes()
        if not any(piece in content for piece in UNWANTED_PIECES):
            continue
        for number, line in enumerate(content.splitlines(), 1):
            if UNWANTED_TEXT.search(line):
                said.append(f"{path.relative_to(root)}:{number}")
    return said


needs_git = pytest.mark.skipif(
    not (ROOT / ".git").exists() or shutil.which("git") is None,
    reason="Only a git clone can say which files belong to the repository.",
)


@needs_git
def test_the_repository_names_no_machine_path_registry_or_lock_file():
    assert unwanted(ROOT) == []


@needs_git
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("notes.md", "see /wo" + "rk/main/README.md"),
        ("notes.md", "at /ro" + "ot/.cache"),
        ("notes.md", "in /tmp/" + "pl" + "an"),
        ("pip.conf", "index-" + "url = x"),
        ("README.md", "https://py" + "pi.org/project/x"),
        ("uv.lock", ""),
    ],
)
def test_unwanted_text_is_noticed(name, text, tmp_path):
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / name).write_text(text)

    assert len(unwanted(tmp_path)) == 1

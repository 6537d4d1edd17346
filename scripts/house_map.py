"""Prints the figures of the house, and writes the map of its modules from their docstrings."""

import ast
import contextlib
import io
import os
import re
import statistics
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

# The layers and what is an import are said once, where they are tested.
from test_house import LAYERS, PACKAGE, Module, import_cycles, modules  # noqa: E402

SOURCE = ROOT / "src" / PACKAGE
PAGE = ROOT / "docs/design/map.md"
HEAD = """<!-- Made by scripts/map --write. Change the docstrings of the modules, not this page. -->

# The map

Every module and what it owns, in its own words. Rooms stand in the order of their layers: a room
imports only from rooms above it on this page. Where to put something new is a table in
`CONTRIBUTING.md`. `scripts/map` prints how large the house is.
"""

# So common in prose that a list with four of them is a list of words, not of names.
COMMON_WORDS = frozenset(
    """
    the a an and or not no is are was were be been has have had do does did will would may might
    must can could should of in on at by for from with to as than that this these those it its
    all some none every each only never always about after before between under over more less
    most least one two three ten hundred thousand million percent year years month day january
    march december monday however therefore because while if when who which what yes said says
    der die das den dem des ein eine einer einem einen und oder nicht kein keine ist sind war
    waren sein hat haben hatte wird werden wurde kann muss soll darf von im am bei für aus mit zu
    als wie dass dieser diese alle einige nie immer nach vor zwischen unter über mehr weniger eins
    zwei drei zehn hundert tausend prozent jahr jahre monat tag januar märz dezember montag jedoch
    daher weil wenn
    """.split()
)
FEWEST_COMMON = 4
SENTENCE = re.compile(r"[A-Z]|[a-z], [a-z]|[.]$")


# The figures ------------------------------------------------------------------------------------


def reused_names(house: list[Module]) -> dict[str, int]:
    """The names that more than one class has, with how many have it; `_Line` is `Line`."""
    names = Counter(
        node.name.strip("_")
        for module in house
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    )
    return {name: count for name, count in names.most_common() if count > 1}


def word_lists(house: list[Module]) -> list[str]:
    """The modules outside `language` that hold a list of words, beside those that say ours."""
    return [
        module.path.as_posix()
        for module in house
        if module.room not in ("language", "render", "cli")
        and any(map(_has_words, module.tree.body))
    ]


def _has_words(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Assign | ast.AnnAssign):
        return False
    words: set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = re.sub(r"\\.", " ", node.value)
            if not SENTENCE.search(text):
                words.update(re.findall(r"[a-zäöüß]+", text))
    return len(words & COMMON_WORDS) >= FEWEST_COMMON


def files_passed(act: Callable[[], Any]) -> set[str]:
    """
    The files of the package that run while something is done, in any thread of this process.

    What runs because a module is imported does not count.
    """
    passed: set[str] = set()
    importing = 0

    def note(frame: Any, event: str, _argument: Any) -> None:
        nonlocal importing
        code = frame.f_code
        if code.co_name == "_find_and_load" and event in ("call", "return"):
            importing += 1 if event == "call" else -1
        elif not importing:
            passed.add(code.co_filename)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return {name for name in passed if name.startswith(f"{SOURCE}{os.sep}")}


@contextlib.contextmanager
def empty_home() -> Iterator[Path]:
    """A new folder to work in, which is also where settings, keys and caches are looked for."""
    before, environment = Path.cwd(), dict(os.environ)
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("CONFIG", "DATA", "CACHE", "STATE"):
            os.environ[f"XDG_{kind}_HOME"] = folder
        os.chdir(folder)
        try:
            yield Path(folder)
        finally:
            os.chdir(before)
            os.environ.clear()
            os.environ.update(environment)


def files_of_cite() -> set[str]:
    """What `engine.cite` passes through when nothing is left to load."""
    from citation_engine import CitationEngine

    with empty_home(), CitationEngine(":memory:") as engine:
        act = engine.add_text("Letters are kept for six years.\nFiles are kept for ten.", name="A")
        engine.cite("Files are kept for ten years.", source=act, quote="Files are kept for ten")
        return files_passed(
            lambda: engine.cite(
                "Letters are kept for six years.", source=act, quote="kept for six years"
            )
        )


def files_of_check() -> set[str]:
    """What the smallest `cite check` passes through; the reader's own process is not counted."""
    from citation_engine.cli.__main__ import cite

    said = io.StringIO()

    def check() -> None:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            try:
                cite(["check", "report.md", "--sources", "sources", "--judge", "overlap"])
            except SystemExit as end:
                if end.code:
                    raise RuntimeError(said.getvalue()) from None

    with empty_home() as folder:
        (folder / "sources").mkdir()
        (folder / "sources/act.md").write_text("Records are kept for ten years.\n")
        (folder / "report.md").write_text("Records are kept for ten years [S1].\n")
        return files_passed(check)


def figures() -> Iterator[tuple[str, str]]:
    """Every figure with its name."""
    house = modules(SOURCE)
    files = sum(module.path.name != "__init__.py" for module in house)
    sizes = [len(module.text.splitlines()) for module in house]
    classes = sum(isinstance(node, ast.ClassDef) for one in house for node in ast.walk(one.tree))
    reused, cycles, lists = reused_names(house), import_cycles(SOURCE), word_lists(house)
    yield "files", f"{files:,} (and {len(house) - files} __init__.py)"
    yield "lines", f"{sum(sizes):,}"
    yield "median file", f"{statistics.median(sizes):.0f} lines"
    yield "classes", f"{classes:,}"
    yield "reused class names", _counted(len(reused), (f"{n} {c}" for n, c in reused.items()))
    longest = max(map(len, cycles), default=0)
    yield "import cycles", f"{len(cycles)} (the longest has {longest} modules)" if cycles else "0"
    yield "files with word lists outside language", _counted(len(lists), lists)
    # A check first, so that what is made once and kept is made in it, as for whoever types it.
    checked = files_of_check()
    yield "files one cite passes through", str(len(files_of_cite()))
    yield "files the smallest check passes through", str(len(checked))


def _counted(count: int, names: Iterator[str] | list[str]) -> str:
    return f"{count} ({', '.join(list(names)[:12])}{', …' if count > 12 else ''})" if count else "0"


# The page ---------------------------------------------------------------------------------------


def page() -> str:
    """The page about the modules, as it is when nothing was forgotten."""
    by_room: dict[str, list[Module]] = {}
    for module in modules(SOURCE):
        by_room.setdefault(module.room, []).append(module)
    parts = [HEAD.strip()]
    for rooms in LAYERS:
        single = [room for room in rooms if (SOURCE / f"{room}.py").exists()]
        if lines := [_line(by_room[room][0]) for room in single if room in by_room]:
            parts += ["", f"## {', '.join(f'`{room}`' for room in single)}", "", *lines]
        for room in rooms:
            if room in by_room and room not in single:
                parts += ["", *_room(room, by_room[room])]
    return "\n".join(parts) + "\n"


def _room(room: str, inside: list[Module]) -> Iterator[str]:
    yield f"## `{room}`"
    yield ""
    first = next((one for one in inside if one.path == Path(room) / "__init__.py"), None)
    if first is not None and room != PACKAGE:
        yield f"{_sentence(first)}"
        yield ""
    for module in inside:
        if room == PACKAGE or module.path.name != "__init__.py":
            yield _line(module)
        elif module is not first:
            yield f"- `{module.path.parent.as_posix()}/`: {_sentence(module)}"


def _line(module: Module) -> str:
    return f"- `{module.path.as_posix()}`: {_sentence(module)}"


def _sentence(module: Module) -> str:
    """The first sentence of a module's docstring."""
    text = " ".join((ast.get_docstring(module.tree) or "").partition("\n\n")[0].split())
    sentence = re.match(r".*?\D[.](?=\s+[A-Z]|$)", text)
    return sentence[0] if sentence else text


def main(arguments: list[str]) -> int:
    """Print the figures, or write the page."""
    if arguments == ["--write"]:
        PAGE.write_text(page(), "utf-8")
        return 0
    if arguments:
        sys.stderr.write("Usage: scripts/map [--write]\n")
        return 2
    for name, figure in figures():
        sys.stdout.write(f"{name}: {figure}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The map of the house is current, and its figures count what they say."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

from test_house import modules

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "scripts" / "house_map.py"

pytestmark = pytest.mark.skipif(not SCRIPT.exists(), reason="The scripts are not in this folder.")


@pytest.fixture(scope="module")
def house_map():
    spec = importlib.util.spec_from_file_location("house_map", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = before
    return module


def written(folder: Path, files: dict[str, str]):
    for path, code in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(code, "utf-8")
    return modules(folder)


def test_the_page_says_what_the_modules_say(house_map):
    written_page = house_map.PAGE.read_text("utf-8")

    assert written_page == house_map.page(), "Run `scripts/map --write`."


def test_every_module_has_one_line_on_the_page(house_map):
    lines = house_map.page().splitlines()

    for module in modules(house_map.SOURCE):
        if module.path.name != "__init__.py":
            [line] = [one for one in lines if one.startswith(f"- `{module.path.as_posix()}`: ")]
            assert line.endswith("."), line


def test_every_place_that_contributing_names_for_a_change_is_there(house_map):
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    table = page.partition("## Where do I put it")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith(("| a ", "| an ", "| the "))]
    places = [place for row in rows for place in re.findall(r"`([\w./-]+(?:/|\.py))`", row)]

    assert len(rows) == 15
    assert [
        place
        for place in places
        if not any((at / place).exists() for at in (house_map.SOURCE, ROOT))
    ] == []


def test_a_name_with_a_line_before_it_is_the_same_name(house_map, tmp_path):
    house = written(tmp_path, {"a.py": "class Line: ...", "b.py": "class _Line: ...\nclass C: ..."})

    assert house_map.reused_names(house) == {"Line": 2}


def test_words_of_a_language_are_told_from_names_and_sentences(house_map, tmp_path):
    house = written(
        tmp_path,
        {
            "verify/words.py": 'NEGATIONS = ("not", "no", "nicht", "kein")',
            "verify/pattern.py": 'import re\nP = re.compile(r"\\b(?:und|oder|and|or)\\b")',
            "verify/split.py": 'SMALL = frozenset("the of in on".split())',
            "language/english.py": 'NEGATIONS = ("not", "no", "never", "none")',
            "verify/tags.py": 'TAGS = ("div", "span", "b", "em")',
            "verify/message.py": 'M = "The file is not in the folder, and it is not a text."',
        },
    )

    assert house_map.word_lists(house) == [
        "verify/pattern.py",
        "verify/split.py",
        "verify/words.py",
    ]


def test_what_runs_is_counted_and_what_is_imported_is_not(house_map, tmp_path, monkeypatch):
    written(tmp_path, {"ran.py": "def f():\n    import late", "late.py": "[x for x in (1, 2)]"})
    monkeypatch.setattr(house_map, "SOURCE", tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    import ran

    assert house_map.files_passed(ran.f) == {str(tmp_path / "ran.py")}


@pytest.mark.slow
def test_every_figure_is_printed(house_map, capsys):
    assert house_map.main([]) == 0

    lines = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    assert len(lines) == 9
    assert int(lines["files the smallest check passes through"]) > 50
    assert int(lines["files one cite passes through"]) > 20

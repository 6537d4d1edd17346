"""What the package asks for can be had, and it works where the rest is missing."""

import importlib.util
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
needs_clone = pytest.mark.skipif(
    not (ROOT / "constraints-lowest.txt").exists(), reason="This folder is not a clone."
)

# Python looks for packages as ever, and these are not there.
HIDING = """
import sys

class Without:
    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, *more):
        hidden = name.partition(".")[0] in {hidden!r}
        return None if hidden else self.finder.find_spec(name, *more)

    def __getattr__(self, name):
        return getattr(self.finder, name)

sys.meta_path[:] = [Without(finder) for finder in sys.meta_path]
from citation_engine.cli.__main__ import main
main()
"""


@pytest.fixture
def cite_without(tmp_path, monkeypatch, default_judge):
    """`cite_without(packages, *arguments)`: run a command where the packages are not installed."""
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources/act.md").write_text("Records are kept for ten years.\n\nNo more.\n")
    (tmp_path / "report.md").write_text("Records are kept for ten years [S1].\n")

    def run(packages: tuple[str, ...], *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "-c", HIDING.format(hidden=packages), *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "400"},
            capture_output=True,
            text=True,
            timeout=240,
        )

    return run


@pytest.mark.parametrize("judge", [(), ("--judge", "local")])
def test_without_onnxruntime_a_check_says_which_judge_is_missing_and_judges_nothing(
    judge, cite_without
):
    done = cite_without(("onnxruntime",), "check", "report.md", "--sources", "sources", *judge)

    assert done.returncode == 3, done.stderr
    assert "1 not checked" in done.stdout
    assert "The local judge cannot be used: onnxruntime cannot be imported" in done.stdout
    assert "such as overlap, with --judge or CITATION_JUDGE" in done.stdout
    assert "Traceback" not in done.stderr


def test_without_onnxruntime_another_judge_decides(cite_without):
    done = cite_without(
        ("onnxruntime",), "check", "report.md", "--sources", "sources", "--judge", "overlap"
    )

    assert (done.returncode, "not checked" in done.stdout) == (0, False), done.stderr


def test_without_onnxruntime_the_list_of_judges_says_what_to_install(cite_without):
    done = cite_without(("onnxruntime",), "judges")

    assert done.returncode == 1
    assert "onnxruntime is not installed" in done.stdout
    assert "pip install onnxruntime" in done.stderr


def test_without_edlib_the_nearest_words_are_the_same(cite_without):
    asked = ("locate", "Records were kept for twelve years", "sources/act.md")
    with_it, without = cite_without((), *asked), cite_without(("edlib",), *asked)

    assert "Records are kept for ten years" in without.stdout
    assert without.stdout == with_it.stdout


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def dependencies() -> list[str]:
    return project()["tool"]["hatch"]["metadata"]["hooks"]["custom"]["dependencies"]


def versions(file: str) -> dict[str, str]:
    lines = (ROOT / file).read_text("utf-8").split()
    return {name.lower().replace("_", "-"): at for name, at in (line.split("==") for line in lines)}


@needs_clone
def test_the_lowest_versions_are_those_that_the_package_asks_for():
    lowest = versions("constraints-lowest.txt")

    for needed in dependencies():
        name, floor = re.match(r"([\w-]+)>=([\d.]+)", needed).groups()
        assert f"{lowest[name]}.".startswith(f"{floor}."), name


@needs_clone
def test_every_package_that_is_asked_for_has_a_tested_version():
    extras = project()["project"]["optional-dependencies"]
    asked = [*dependencies(), *(one for name in extras if name != "all" for one in extras[name])]
    tested = versions("constraints.txt")

    names = {re.match(r"[\w-]+", one)[0].lower() for one in asked}
    assert {name for name in names if name not in tested} == set()


@needs_clone
def test_all_brings_nothing_whose_licence_binds_the_user_and_no_extra_is_empty():
    extras = project()["project"]["optional-dependencies"]

    assert all(extras.values())
    assert "pymupdf" not in " ".join(extras["all"])


@needs_clone
def test_where_onnxruntime_has_no_wheel_the_package_does_not_ask_for_it():
    pytest.importorskip("hatchling")
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    from packaging.requirements import Requirement

    def asked(platforms: list[str], **system: str) -> bool:
        needed = map(Requirement, build.needed(dependencies(), platforms))
        return any(
            one.name == "onnxruntime" and one.marker.evaluate(system | {"extra": ""})
            for one in needed
        )

    glibc, musl = ["manylinux_2_28_x86_64", "linux_x86_64"], ["musllinux_1_2_x86_64"]
    linux = {"sys_platform": "linux", "platform_machine": "x86_64"}
    assert asked(glibc, **linux)
    assert not asked(musl, **linux)
    assert not asked([], sys_platform="linux", platform_machine="riscv64")
    assert asked([], sys_platform="darwin", platform_machine="arm64")
    assert not asked([], sys_platform="darwin", platform_machine="x86_64")

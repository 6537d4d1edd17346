"""The hook and the action that others put into their builds do what they say."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import click
import pytest
import yaml

from citation_engine.cli.__main__ import cite

ROOT = Path(__file__).resolve().parent.parent
ACTION = ROOT / "action.yml"
HOOKS = ROOT / ".pre-commit-hooks.yaml"
GUIDE = ROOT / "docs" / "guides" / "continuous-integration.md"

pytestmark = pytest.mark.skipif(
    not ACTION.exists(), reason="The files for builds are not in this folder."
)
needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="There is no bash.")

# Keeps its arguments, each with an end that no argument can have, and writes the files asked for.
STUB = """#!/bin/bash
for argument in "$@"; do
    printf '%s\\0' "$argument" >> "$RECORD"
    case "$argument" in
        --also=*) if [ "${STUB_CODE:-0}" -lt 2 ]; then echo made > "${argument#--also=*=}"; fi ;;
    esac
done
exit "${STUB_CODE:-0}"
"""
INPUTS = {
    "report": "report.md",
    "sources": "sources/",
    "fail-on": "error",
    "min-coverage": "",
    "baseline": "",
    "judge": "",
    "sarif": "false",
}


@pytest.fixture(scope="module")
def action() -> dict:
    return yaml.safe_load(ACTION.read_text("utf-8"))


@pytest.fixture
def build(action, tmp_path):
    """A runner that has the check step of the action, with a command that keeps its arguments."""
    step = next(one for one in action["runs"]["steps"] if one.get("id") == "check")
    commands, home = tmp_path / "commands", tmp_path / "work"
    for folder in (commands, home, tmp_path / "temp"):
        folder.mkdir()
    stub = commands / "cite"
    stub.write_text(STUB)
    stub.chmod(0o755)

    def run(code: int = 0, **inputs: str) -> tuple[int, list[str], dict[str, str]]:
        given = {**INPUTS, **{name.replace("_", "-"): value for name, value in inputs.items()}}
        variables = {
            name: value.replace("${{ steps.install.outputs.commands }}", str(commands))
            for name, value in step["env"].items()
        }
        for name, value in given.items():
            variables = {
                key: one.replace(f"${{{{ inputs.{name} }}}}", value)
                for key, one in variables.items()
            }
        record = tmp_path / "record"
        record.unlink(missing_ok=True)
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=home,
            env={
                "PATH": os.environ["PATH"],
                "RECORD": str(record),
                "STUB_CODE": str(code),
                "RUNNER_TEMP": str(tmp_path / "temp"),
                "GITHUB_OUTPUT": str(tmp_path / "output"),
                "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
                **variables,
            },
            capture_output=True,
            text=True,
        )
        assert done.stderr == ""
        lines = (tmp_path / "output").read_text().splitlines()
        outputs = dict(line.split("=", 1) for line in lines)
        passed = record.read_text().split("\0")[:-1] if record.exists() else []
        return done.returncode, passed, outputs

    run.home = home
    return run


def test_every_input_and_output_of_the_action_is_described_and_used(action):
    text = ACTION.read_text("utf-8")

    assert set(action["inputs"]) == set(INPUTS)
    for name, one in action["inputs"].items():
        assert one["description"].endswith("."), name
        assert f"${{{{ inputs.{name} }}}}" in text
        assert one.get("required") or "default" in one
    for name, one in action["outputs"].items():
        assert one["description"].endswith("."), name


def test_every_input_and_output_of_the_action_has_a_line_in_the_guide(action):
    page = GUIDE.read_text("utf-8")

    assert [name for name in action["inputs"] if f"| `{name}` |" not in page] == []
    assert [name for name in action["outputs"] if f"| `{name}` |" not in page] == []


def test_no_input_is_written_into_a_script(action):
    scripts = [step["run"] for step in action["runs"]["steps"] if "run" in step]

    assert len(scripts) == 2
    assert not any("${{" in script for script in scripts)


def test_what_the_action_installs_is_its_own_checkout(action):
    step = next(one for one in action["runs"]["steps"] if one.get("id") == "install")

    assert step["env"]["ACTION_PATH"] == "${{ github.action_path }}"
    assert step["run"].rstrip().splitlines()[-2].endswith('"$ACTION_PATH"')


def without_files(arguments: list[str]) -> list[str]:
    """The arguments without those that name the files of this run."""
    return [one for one in arguments if not one.startswith(("--also=", "--step-summary="))]


@needs_bash
def test_one_run_gives_annotations_summary_and_files(build, tmp_path):
    code, arguments, outputs = build()

    assert code == 0
    assert without_files(arguments) == [
        *("check", "--fail-on=error", "--sources=sources/", "--output-format=github"),
        *("--", "report.md"),
    ]
    assert f"--step-summary={tmp_path / 'summary'}" in arguments
    assert set(outputs) == {"exit-code", "html", "junit"}
    for name in ("html", "junit"):
        assert f"--also={name}={outputs[name]}" in arguments
        assert Path(outputs[name]).read_text() == "made\n"


@needs_bash
def test_all_options_are_passed_on(build):
    _, arguments, outputs = build(
        fail_on="warning", min_coverage="0.8", baseline="known.json", judge="overlap", sarif="true"
    )

    assert without_files(arguments) == [
        "check",
        "--fail-on=warning",
        "--sources=sources/",
        "--min-coverage=0.8",
        "--baseline=known.json",
        "--judge=overlap",
        "--output-format=github",
        "--",
        "report.md",
    ]
    assert f"--also=sarif={outputs['sarif']}" in arguments


@needs_bash
@pytest.mark.parametrize(
    "given",
    [INPUTS, {**INPUTS, "sarif": "true", "baseline": "b", "judge": "overlap", "min-coverage": "1"}],
)
def test_the_command_knows_every_option_that_the_action_passes(given, build):
    command = cite.get_command(click.Context(cite), "check")
    known = {name for option in command.params for name in option.opts}

    _, arguments, _ = build(**{name.replace("-", "_"): value for name, value in given.items()})

    passed = {one.partition("=")[0] for one in arguments if one.startswith("--") and one != "--"}
    assert passed <= known


@needs_bash
@pytest.mark.parametrize(
    "bad",
    [
        "a b.md",
        "a; touch pwned",
        "$(touch pwned)",
        "`touch pwned`",
        'a\' "b" \\ c',
        "--output-format=json",
        "-o",
        "a && b | c > d",
        "${HOME} ~ {a,b} !x",
        "ü 漢.md",
    ],
)
def test_an_input_stays_one_argument_whatever_is_in_it(bad, build):
    _, arguments, _ = build(
        report=f"{bad}\nother.md", sources=bad, fail_on=bad, judge=bad, baseline=bad
    )

    assert without_files(arguments) == [
        "check",
        f"--fail-on={bad}",
        f"--sources={bad}",
        f"--baseline={bad}",
        f"--judge={bad}",
        "--output-format=github",
        "--",
        bad,
        "other.md",
    ]
    assert not (build.home / "pwned").exists()


@needs_bash
def test_patterns_are_filled_in_and_lines_are_kept_apart(build):
    for name in ("docs/a b.md", "docs/deep/c.md", "docs/d.txt", "[x].md"):
        (build.home / name).parent.mkdir(parents=True, exist_ok=True)
        (build.home / name).touch()

    _, arguments, _ = build(
        report="docs/**/*.md\r\n\n[x].md\nnone/*.md\n", sources="one/\ntwo dir/\n"
    )

    reports = arguments[arguments.index("--") + 1 :]
    assert reports == ["docs/a b.md", "docs/deep/c.md", "[x].md", "none/*.md"]
    assert [one for one in arguments if one.startswith("--sources")] == [
        *("--sources=one/", "--sources=two dir/")
    ]


@needs_bash
@pytest.mark.parametrize("code", [0, 1, 2, 3, 5])
def test_the_exit_code_of_the_check_is_that_of_the_step_but_nothing_to_check_passes(code, build):
    ended, _, outputs = build(code)

    assert ended == (0 if code == 5 else code)
    assert outputs["exit-code"] == str(code)
    assert ("html" in outputs) == (code < 2)


@needs_bash
def test_the_step_passes_where_no_changed_file_is_a_report(build):
    ended, arguments, outputs = build(report="\n")

    assert (ended, arguments, outputs) == (0, [], {"exit-code": "5"})


def test_the_hook_checks_the_files_it_is_given():
    [hook] = yaml.safe_load(HOOKS.read_text("utf-8"))

    assert hook["id"] == "citation-check"
    assert hook["entry"] == "cite check --allow-empty"
    assert hook["types_or"] == ["markdown", "html"]
    assert hook["pass_filenames"] is True
    assert hook["language"] == "python"


def test_the_guide_shows_the_hook_and_valid_yaml():
    page = GUIDE.read_text("utf-8")
    blocks = re.findall(r"```yaml[^\n]*\n(.*?)```", page, re.DOTALL)

    assert len(blocks) == 3
    assert all(yaml.safe_load(block) for block in blocks)
    assert any("citation-check" in block for block in blocks)

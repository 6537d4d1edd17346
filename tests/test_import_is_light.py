"""Importing the package, or asking the command for help, loads no framework and no database."""

import subprocess
import sys

import pytest

IMPORT = "import citation_engine"
HELP = """
import runpy
sys.argv = ["cite", "--help"]
try:
    runpy.run_module("citation_engine.cli", run_name="__main__", alter_sys=True)
except SystemExit as end:
    assert not end.code, end.code
"""
NOT_ON_IMPORT = """
    sqlite3 sqlalchemy alembic psycopg psycopg_pool click rich cryptography httpx httpx2 socket ssl
    asyncio fastapi starlette langchain langchain_core langgraph mcp onnxruntime
""".split()
NOT_FOR_HELP = "sqlalchemy pydantic alembic sqlite3 cryptography onnxruntime numpy".split()
# The judge is there, and nothing was asked yet.
OPEN = """
from citation_engine import CitationEngine
with CitationEngine(":memory:", judge="local") as engine:
    engine.add_text("Records are kept for ten years.", name="Act")
"""


def modules_loaded_by(code: str) -> set[str]:
    """Return the top-level modules that `code` loads in a new process."""
    program = f"import sys; before = set(sys.modules)\n{code}\n"
    program += "print('\\nLOADED', *(set(sys.modules) - before))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=240
    )

    assert done.returncode == 0, done.stderr
    loaded = done.stdout.rpartition("LOADED ")[2].split()
    return {name.partition(".")[0] for name in loaded}


@pytest.fixture(scope="module")
def loaded_on_import() -> set[str]:
    return modules_loaded_by(IMPORT)


@pytest.fixture(scope="module")
def loaded_for_help() -> set[str]:
    return modules_loaded_by(HELP)


def test_the_probe_sees_what_is_loaded():
    assert {"citation_engine", "colorsys"} <= modules_loaded_by(f"{IMPORT}, colorsys")


@pytest.mark.parametrize("module", NOT_ON_IMPORT)
def test_importing_the_package_does_not_load(module, loaded_on_import):
    assert module not in loaded_on_import


def test_the_local_judge_loads_its_runtime_when_it_is_first_asked():
    asked = f"{OPEN}    engine.cite('Keep them ten years.', 'S1', quote='ten years')"

    assert "onnxruntime" not in modules_loaded_by(OPEN)
    assert "onnxruntime" in modules_loaded_by(asked)


@pytest.mark.parametrize("module", NOT_FOR_HELP)
def test_asking_the_command_for_help_does_not_load(module, loaded_for_help):
    assert module not in loaded_for_help

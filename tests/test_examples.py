"""The examples run as a reader would run them, and print what they promise."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
AGENT_LOOP = """
[1] Cited records-act.md: verified ✓
[2] Cited records-act.md: unverified ○
[3] Cited archive-study.md: failed ✗
    The quote is not in archive-study.md. Nearest words (likeness 0.94): \
"from 8.8 percent to 2.1 percent"
    Correct the quote to "from 8.8 percent to 2.1 percent" (line 3), \
change the claim, or drop it.
[4] Cited archive-study.md: unverified ○

The answer:

Digital records are to be kept unchanged for ten years. [1]
The period starts at the end of the year of origin. [2]
Quarterly samples cut failures to a quarter. [4]

References:

[1] records-act.md
[2] records-act.md
[4] archive-study.md

The record: clean.
"""
SHARED_POOL = """
Mode: {}.
8 agents made 80 citations with 80 different numbers.
They share 1 source.
The log has no gaps: True.
The record: clean.
"""
LITERATURE_REVIEW = """
[1] Cited Papers by architecture, table extraction: verified ✓, self-supplied
Behind it: 42 papers, S1 to S42.
[2] Cited paper-7: verified ✓ (exact)
The result is the same: 2 rows.
The result has changed: 2 cells changed in 2 rows (rows: 2 before, 2 now). \
First: n where kind = microservices: '42' is now '39'.
The record: clean.
"""

pytestmark = [
    pytest.mark.skipif(not EXAMPLES.exists(), reason="There are no examples here."),
    pytest.mark.usefixtures("default_judge"),
]


def run(name: str, **environment: str) -> str:
    """What an example prints."""
    done = subprocess.run(
        [sys.executable, EXAMPLES / name],
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT / "src"),
            "PYTHONIOENCODING": "utf-8",
            **environment,
        },
        capture_output=True,
        encoding="utf-8",
        timeout=240,
    )

    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_every_example_says_what_it_shows_and_has_a_test():
    tested = Path(__file__).read_text("utf-8")
    for path in EXAMPLES.glob("*.py"):
        assert path.read_text("utf-8").startswith('"""\n')
        assert f'run("{path.name}"' in tested


def test_the_agent_corrects_the_quote_that_failed():
    assert run("agent_loop.py").strip() == AGENT_LOOP.strip()


def test_a_count_of_papers_leads_back_to_them_and_is_counted_again():
    assert run("literature_review.py").strip() == LITERATURE_REVIEW.strip()


def test_agents_share_a_file():
    assert run("shared_pool.py").strip() == SHARED_POOL.format("basic").strip()


@pytest.mark.slow
@pytest.mark.postgres
def test_agents_share_a_server(postgres_database):
    printed = run("shared_pool.py", CITATION_DB_URL=postgres_database)

    assert printed.strip() == SHARED_POOL.format("multi-agent").strip()


def test_every_forgery_is_found():
    printed = run("audit_offline.py").splitlines()
    found = [line for line in printed if not line.startswith(" ")]

    assert found[:-1] == [
        "untouched: clean",
        "change_a_word: tampered",
        "cut_the_end: tampered",
        "put_back: tampered",
    ]
    assert found[-1].startswith("stranger: exit 0: 9 entries, all in the log")

"""kill -9 at any moment: nothing acknowledged is lost, nothing retried is doubled."""

import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from citation_engine import CitationEngine

AGENT = Path(__file__).parent / "agent.py"
CYCLES = 50

# Fifty processes, one after the other, take minutes.
pytestmark = [pytest.mark.slow, pytest.mark.faults, pytest.mark.timeout(1_200)]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database(request, tmp_path):
    if request.param == "sqlite":
        return str(tmp_path / "citations.db")
    return request.getfixturevalue("postgres_database")


def run_agent(database, first, *, killed_after=None, many=100_000):
    """Run an agent, kill it after a while, and return what it said was recorded."""
    command = [sys.executable, str(AGENT), database, "agent", str(first), str(many)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        if killed_after is None:
            output, _ = process.communicate(timeout=240)
            assert process.returncode == 0
            return _said(output)
        first_line = process.stdout.readline()
        time.sleep(killed_after)
        process.kill()
        return _said(first_line + process.stdout.read())


def _said(output):
    lines = [line.split() for line in output.splitlines(keepends=True) if line.endswith("\n")]
    return {key: int(id) for key, id in lines}


def test_fifty_kills_lose_nothing_that_was_acknowledged_and_double_nothing(database):
    random.seed(7)
    acknowledged, first = {}, 0
    for _ in range(CYCLES):
        said = run_agent(database, first, killed_after=random.uniform(0.005, 0.12))
        acknowledged.update(said)
        # The next process begins with the keys whose fate its predecessor did not learn.
        first = max(int(key.split("-")[1]) for key in said)
    acknowledged.update(run_agent(database, first, many=20))

    with CitationEngine(database, session="agent") as engine:
        citations = engine.list_citations()
        report = engine.ledger.verify()

    claims = Counter(citation.claim for citation in citations)
    ids = {citation.claim: citation.id for citation in citations}
    assert max(claims.values()) == 1
    assert {key: ids.get(f"Claim {key}.") for key in acknowledged} == acknowledged
    assert len(citations) == first + 20
    assert report.findings == ()

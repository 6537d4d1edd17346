"""Many processes on one database: unique ids, a log without gaps, nothing lost."""

import subprocess
import sys
from pathlib import Path

import pytest

from citation_engine import CitationEngine

AGENT = Path(__file__).parent / "agent.py"
PROCESSES, EACH = 16, 200

pytestmark = [pytest.mark.slow, pytest.mark.faults]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database(request, tmp_path):
    if request.param == "sqlite":
        return str(tmp_path / "citations.db")
    return request.getfixturevalue("postgres_database")


def test_sixteen_processes_with_two_hundred_citations_each(database):
    processes = [
        subprocess.Popen(
            [sys.executable, str(AGENT), database, f"agent{number}", "0", str(EACH)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    outputs = [process.communicate(timeout=280)[0] for process in processes]

    assert [process.returncode for process in processes] == [0] * PROCESSES
    acknowledged = [int(line.split()[1]) for output in outputs for line in output.splitlines()]
    assert len(acknowledged) == len(set(acknowledged)) == PROCESSES * EACH
    with CitationEngine(database) as engine:
        assert {citation.id for citation in engine.list_citations()} == set(acknowledged)
        assert len(engine.list_sources()) == 1
        size = engine.ledger.sequence()
        indexes = [entry.index for entry in engine.ledger.entries()]
        assert indexes == list(range(size))
        assert engine.ledger.verify().findings == ()

"""What the benchmarks share: places to write, a real PostgreSQL, figures and tables."""

import os
import platform
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import postgres_server  # noqa: E402

# Benchmarks leave nothing in the user's folders.
os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp(prefix="citation-bench-")


@contextmanager
def database(backend: str) -> Iterator[str]:
    """A new, empty database of the kind: a file on this disk, or a durable PostgreSQL server's."""
    if backend == "sqlite":
        folder = Path(tempfile.mkdtemp(prefix="citation-bench-", dir=os.environ.get("BENCH_DIR")))
        try:
            yield str(folder / "citations.db")
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return
    given = os.environ.get("CITATION_ENGINE_TEST_PG_URL")
    run = None if given else postgres_server.Run(durable=True)
    try:
        server = given or postgres_server.server_url(run.folder)
        with postgres_server.fresh_database(server) as url:
            yield url
    finally:
        if run is not None:
            run.end()


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def timed(work: Callable[[], object]) -> float:
    """Seconds one call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def median_ms(work: Callable[[], object], times: int) -> float:
    """The median of several calls, in milliseconds."""
    return statistics.median(timed(work) for _ in range(times)) * 1000


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a Markdown table, with the machine it was measured on."""
    print(f"\n### {title}\n")
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(_cell(value) for value in row) + " |")
    print(
        f"\nPython {platform.python_version()}, {os.cpu_count()} cores, "
        f"{platform.system()} {platform.machine()}.",
        flush=True,
    )


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)

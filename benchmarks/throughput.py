"""Durable citations per second, beside the bare driver writing the same rows and commits."""

import argparse
import itertools
import threading
import time

from harness import database, percentile, table
from sqlalchemy import make_url

from citation_engine import CitationEngine

TABLES = ("entry", "content", "citation", "status")
PLACED = {"sqlite": "log", "postgresql": "pending"}
SENTENCE = (
    "§ 8.1: Sämtliche buchungsrelevanten Transaktionsdaten sind für einen Zeitraum von zehn "
    "Jahren unveränderbar zu speichern. Dies gilt unabhängig vom verwendeten Speichermedium. "
)
TEXT = "\n\n".join(f"Absatz {n}. {SENTENCE}" if n == 20 else f"Absatz {n}." for n in range(40))
QUOTE = "für einen Zeitraum von zehn Jahren unveränderbar zu speichern"


def cite(engine, source, number):
    """One citation as an agent makes it."""
    return engine.cite(
        f"Companies must store transaction data for ten years, says rule {number}.",
        source,
        quote=QUOTE,
        locator={"page": 24, "section": "§ 8.1"},
    )


def run_agents(engine, agents, seconds, *, shared):
    """Cite from many threads; return the rate and every latency."""
    sessions = [engine if shared else engine.in_session(f"agent {n}") for n in range(agents)]
    sources = [session.add_text(TEXT, name="law") for session in sessions]
    latencies, stop = [[] for _ in sessions], threading.Event()
    begin = threading.Barrier(agents + 1)

    def work(session, source, own):
        begin.wait()
        for number in itertools.count():
            if stop.is_set():
                return
            start = time.perf_counter()
            cite(session, source, number)
            own.append(time.perf_counter() - start)

    threads = [
        threading.Thread(target=work, args=parts)
        for parts in zip(sessions, sources, latencies, strict=True)
    ]
    for thread in threads:
        thread.start()
    begin.wait()
    start = time.perf_counter()
    time.sleep(seconds)
    stop.set()
    for thread in threads:
        thread.join()
    everything = [value for own in latencies for value in own]
    return len(everything) / (time.perf_counter() - start), everything


def rows_of_one_citation(url, backend):
    """The rows one citation writes, as they are in the database."""
    with CitationEngine(url) as engine:
        source = engine.add_text(TEXT, name="law")
        cite(engine, source, 1)
        first = cite(engine, source, 2)
        last_entry = engine.db.connect().exec_driver_sql("SELECT max(id) FROM entry").scalar()
        wanted = {
            "entry": f"id >= {last_entry - 1}",
            "content": f"entry >= {last_entry - 1}",
            "citation": f"id = {first.citation_id}",
            "status": f"citation_id = {first.citation_id}",
            PLACED[backend]: f"entry >= {last_entry - 1}",
        }
        found = {}
        with engine.db.connect() as connection:
            for name, condition in wanted.items():
                result = connection.exec_driver_sql(f"SELECT * FROM {name} WHERE {condition}")
                found[name] = (list(result.keys()), [list(row) for row in result])
        return found


def raw_rate(url, backend, seconds):
    """Commits per second of the bare driver, one writer, the same rows with other numbers."""
    rows = rows_of_one_citation(url, backend)
    connection, mark = _raw_connection(url, backend)
    cursor = connection.cursor()
    statements = {
        name: f"INSERT INTO {name} ({', '.join(columns)}) "
        f"VALUES ({', '.join([mark] * len(columns))})"
        for name, (columns, _) in rows.items()
    }
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        count += 1
        if backend == "sqlite":
            cursor.execute("BEGIN IMMEDIATE")
        for name, (columns, values) in rows.items():
            cursor.executemany(statements[name], _renumbered(columns, values, count))
        connection.commit()
    rate = count / (time.perf_counter() - start)
    connection.close()
    return rate


def _raw_connection(url, backend):
    if backend == "sqlite":
        import sqlite3

        connection = sqlite3.connect(url, isolation_level=None)
        connection.execute("PRAGMA synchronous = FULL")
        return connection, "?"
    import psycopg

    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(plain), "%s"


def _renumbered(columns, values, count):
    """The same bytes under numbers that are free."""
    moved = []
    for row in values:
        new = list(row)
        for place, name in enumerate(columns):
            if name in ("id", "entry", "citation_id", "idx", "subject") and new[place] is not None:
                new[place] = new[place] + 10 * count
            elif name == "entry_id":
                tail = int.from_bytes(new[place][8:], "big") + count
                new[place] = new[place][:8] + (tail % 2**64).to_bytes(8, "big")
        moved.append(new)
    return moved


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", nargs="+", default=["sqlite", "postgresql"])
    parser.add_argument("--agents", nargs="+", type=int, default=[1, 8, 64])
    parser.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args()
    for backend in options.backend:
        with database(backend) as url:
            raw = [raw_rate(url, backend, options.seconds)]
        rows = [[f"bare driver, one writer ({backend})", raw[0], 1.0, "", ""]]
        for agents, shared in [(n, False) for n in options.agents] + [(max(options.agents), True)]:
            with database(backend) as url, CitationEngine(url) as engine:
                rate, latencies = run_agents(engine, agents, options.seconds, shared=shared)
            label = f"{agents} agents" + (", one shared session" if shared else "")
            p50, p99 = percentile(latencies, 0.5) * 1000, percentile(latencies, 0.99) * 1000
            rows.append([label, rate, rate / raw[0], p50, p99])
        head = ["who writes", "citations/s", "ratio to the bare driver", "p50 ms", "p99 ms"]
        table(f"Durable citations, {backend}", head, rows)


if __name__ == "__main__":
    main()

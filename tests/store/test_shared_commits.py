"""Writers that share a commit: one's mistake is not another's."""

import threading

import pytest

from citation_engine import CitationEngine


def test_a_mistake_in_one_writers_work_leaves_the_others_alone():
    with CitationEngine(":memory:", judge="none") as engine:
        engine.add_text("Records are kept for ten years.", name="law")
        store, project = engine.state.store, engine.state.row
        entered, go_on = threading.Event(), threading.Event()
        outcomes = {}

        def first(tx):
            entered.set()
            go_on.wait()

        def wrong(tx):
            raise ZeroDivisionError

        def run(name, work):
            try:
                outcomes[name] = store.write(project, work, needs={})
            except ZeroDivisionError:
                outcomes[name] = "its own error"

        threads = [threading.Thread(target=run, args=("leader", first))]
        threads[0].start()
        entered.wait()
        for name, work in (
            ("good", lambda tx: "done"),
            ("bad", wrong),
            ("late", lambda tx: "done"),
        ):
            threads.append(threading.Thread(target=run, args=(name, work)))
            threads[-1].start()
        go_on.set()
        for thread in threads:
            thread.join()

    assert outcomes == {"leader": None, "good": "done", "bad": "its own error", "late": "done"}


def test_a_mistake_of_the_only_writer_reaches_it():
    with CitationEngine(":memory:", judge="none") as engine, pytest.raises(ZeroDivisionError):
        engine.state.store.write(engine.state.row, lambda tx: 1 / 0, needs={})

"""Group commit: everybody's write is done once, by somebody."""

import threading
import time

import pytest

from citation_engine.store.transaction import GroupCommit, Job


def job(number, group="project"):
    return Job(group, lambda _: number, {}, None)


def finish_all(batch):
    for item in batch:
        item.finish(item.work(None))


def submit_from_threads(commits, jobs):
    results = {}
    threads = [
        threading.Thread(target=lambda n=n, j=j: results.update({n: commits.submit(j)}))
        for n, j in enumerate(jobs)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_a_single_caller_runs_its_own_job_at_once():
    batches = []
    commits = GroupCommit(lambda batch: (batches.append(len(batch)), finish_all(batch)))

    assert [commits.submit(job(n)) for n in range(3)] == [0, 1, 2]
    assert batches == [1, 1, 1]


def test_callers_that_arrive_during_a_commit_share_the_next_one():
    batches = []

    def slow(batch):
        # The first commit lasts until everybody else has arrived.
        while not batches and len(commits._waiting) < 20 - len(batch):
            time.sleep(0.001)
        batches.append(len(batch))
        finish_all(batch)

    commits = GroupCommit(slow)
    results = submit_from_threads(commits, [job(n) for n in range(20)])

    assert results == {n: n for n in range(20)}
    assert sum(batches) == 20
    assert len(batches) == 2


def test_a_batch_never_mixes_projects():
    seen = []

    def run(batch):
        time.sleep(0.01)
        seen.append({item.group for item in batch})
        finish_all(batch)

    jobs = [job(n, group=n % 3) for n in range(30)]
    results = submit_from_threads(GroupCommit(run), jobs)

    assert len(results) == 30
    assert all(len(groups) == 1 for groups in seen)


def test_a_batch_is_never_larger_than_allowed():
    sizes = []

    def run(batch):
        time.sleep(0.01)
        sizes.append(len(batch))
        finish_all(batch)

    submit_from_threads(GroupCommit(run, most=4), [job(n) for n in range(30)])

    assert max(sizes) <= 4
    assert sum(sizes) == 30


def test_each_caller_gets_its_own_error():
    def run(batch):
        for item in batch:
            number = item.work(None)
            item.finish(number, ValueError(number) if number % 2 else None)

    commits = GroupCommit(run)

    assert commits.submit(job(2)) == 2
    with pytest.raises(ValueError, match="3"):
        commits.submit(job(3))


def test_an_interrupted_leader_leaves_no_caller_waiting():
    started, released = threading.Event(), threading.Event()
    done = []

    def run(batch):
        if not started.is_set():
            started.set()
            released.wait()
            raise KeyboardInterrupt
        finish_all(batch)
        done.extend(batch)

    commits = GroupCommit(run)

    def interrupted():
        with pytest.raises(KeyboardInterrupt):
            commits.submit(job(0))

    leader = threading.Thread(target=interrupted)
    leader.start()
    started.wait()
    followers = [
        threading.Thread(target=commits.submit, args=(job(n),), daemon=True) for n in range(1, 6)
    ]
    for thread in followers:
        thread.start()
    while len(commits._waiting) < 5:
        time.sleep(0.001)
    released.set()
    for thread in [leader, *followers]:
        thread.join(60)

    assert not any(thread.is_alive() for thread in followers)
    assert len(done) == 5

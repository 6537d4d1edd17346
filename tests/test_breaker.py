"""Hosts that fail are left alone for a while, and then tried by one caller."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from citation_engine import breaker
from citation_engine.breaker import Breaker

HOST = "site.example"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def opened(clock):
    """A breaker whose circuit for HOST has just opened."""
    circuits = Breaker(failures=3, pause=30, clock=clock)
    for _ in range(3):
        circuits.failed(HOST)
    return circuits


def test_an_unknown_host_is_allowed():
    assert Breaker().allows(HOST)


def test_a_host_may_fail_less_often_than_the_limit():
    circuits = Breaker(failures=3)
    circuits.failed(HOST)
    circuits.failed(HOST)

    assert circuits.allows(HOST)


def test_the_circuit_opens_after_as_many_failures_as_the_limit(opened):
    assert not opened.allows(HOST)


def test_another_host_is_not_touched(opened):
    assert opened.allows("other.example")


def test_a_success_in_between_starts_the_count_anew():
    circuits = Breaker(failures=2)
    circuits.failed(HOST)
    circuits.succeeded(HOST)
    circuits.failed(HOST)

    assert circuits.allows(HOST)


def test_the_circuit_stays_open_until_the_pause_is_over(opened, clock):
    clock.now = 29.9

    assert not opened.allows(HOST)


def test_one_caller_may_try_after_the_pause(opened, clock):
    clock.now = 30

    assert [opened.allows(HOST) for _ in range(5)] == [True, False, False, False, False]


def test_a_try_that_succeeds_closes_the_circuit(opened, clock):
    clock.now = 30
    opened.allows(HOST)
    opened.succeeded(HOST)

    assert opened.allows(HOST)
    assert opened.allows(HOST)


def test_a_try_that_fails_opens_the_circuit_for_another_pause(opened, clock):
    clock.now = 30
    opened.allows(HOST)
    clock.now = 31
    opened.failed(HOST)

    clock.now = 60.9
    assert not opened.allows(HOST)
    clock.now = 61
    assert opened.allows(HOST)


def test_a_try_that_never_reports_does_not_keep_the_host_away_for_ever(opened, clock):
    clock.now = 30
    opened.allows(HOST)

    clock.now = 59
    assert not opened.allows(HOST)
    clock.now = 60
    assert opened.allows(HOST)


def test_of_many_threads_one_may_try(opened, clock):
    clock.now = 30
    with ThreadPoolExecutor(16) as threads:
        allowed = list(threads.map(lambda _: opened.allows(HOST), range(200)))

    assert allowed.count(True) == 1


def test_failures_are_counted_over_threads(clock):
    circuits = Breaker(failures=1_000, clock=clock)
    with ThreadPoolExecutor(16) as threads:
        list(threads.map(lambda _: circuits.failed(HOST), range(999)))

    assert circuits.allows(HOST)
    circuits.failed(HOST)
    assert not circuits.allows(HOST)


def test_failing_hosts_do_not_fill_the_memory():
    circuits = Breaker(failures=1)
    for number in range(breaker.MOST_HOSTS + 1):
        circuits.failed(f"{number}.example")

    assert circuits.allows("0.example")
    assert not circuits.allows(f"{breaker.MOST_HOSTS}.example")

"""Waiting ends: at the deadline, or when a place is free."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from citation_engine.collect.web.fetch import Deadline, Slots
from hanging import must_end


def test_a_deadline_says_how_much_is_left():
    assert 900 < Deadline(1_000).left() <= 1_000


def test_a_deadline_that_is_over_says_so():
    with pytest.raises(TimeoutError):
        Deadline(0).left()


def test_a_call_gives_its_result_in_time():
    assert Deadline(60).result_of(lambda: 7) == 7


def test_a_call_gives_its_error():
    with pytest.raises(ZeroDivisionError):
        Deadline(60).result_of(lambda: 1 / 0)


@must_end
def test_a_call_that_hangs_is_left_behind():
    over = threading.Event()

    with pytest.raises(TimeoutError):
        Deadline(0.05).result_of(over.wait)

    over.set()


def test_no_more_than_the_limit_hold_a_place():
    slots, holding, most = Slots(2), [], []

    def hold(_: int) -> None:
        with slots.one("a"):
            holding.append(1)
            most.append(len(holding))
            time.sleep(0.005)
            holding.pop()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(hold, range(30)))

    assert len(most) == 30
    assert max(most) <= 2


def test_names_do_not_wait_for_each_other():
    slots = Slots(1)

    with slots.one("a"), slots.one("b", 0.01):
        pass


def test_waiting_for_a_place_ends():
    slots = Slots(1)

    with slots.one("a"), pytest.raises(TimeoutError), slots.one("a", 0.01):
        pass


def test_a_place_is_free_again_after_an_error():
    slots = Slots(1)
    with pytest.raises(ZeroDivisionError), slots.one("a"):
        raise ZeroDivisionError

    with slots.one("a", 0.01):
        pass

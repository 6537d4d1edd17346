"""Does work in threads, a few things ahead, and gives the results in the order of the things."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def in_order(
    work: Callable[[T], R], things: Iterable[T], at_once: int
) -> Iterator[tuple[T, Callable[[], R]]]:
    """
    Each thing with a function that gives what became of it, or raises what went wrong.

    One at a time is done here, without any thread.
    """
    if at_once <= 1:
        yield from ((thing, partial(work, thing)) for thing in things)
        return
    left = iter(things)
    pool = ThreadPoolExecutor(at_once, thread_name_prefix="citation-work")
    running: deque[tuple[T, Future[R]]] = deque()
    try:
        while True:
            room = 2 * at_once - len(running)
            running.extend((thing, pool.submit(work, thing)) for thing in islice(left, room))
            if not running:
                return
            thing, future = running.popleft()
            yield thing, future.result
    finally:
        # Who interrupts this does not wait for what was begun.
        pool.shutdown(wait=False, cancel_futures=True)

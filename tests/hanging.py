"""
Tests of what must end: a text made to be slow, a server that never answers.

No test compares times, because a busy machine takes any time it likes. What must end is given
something on which a wrong way takes many minutes or never ends, and the right one a second or
two. Then the answer alone is looked at, and a wrong way fails as hanging. Speed is measured
in `benchmarks/`.
"""

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

import pytest

# Seconds; what takes longer hangs.
HANG_LIMIT = 100
must_end = pytest.mark.timeout(120)


def until(ask: Callable[[], Any], wanted: Any = True) -> None:
    """Ask again and again until the answer is the wanted one; what never comes true hangs."""
    end = monotonic() + HANG_LIMIT
    while (answer := ask()) != wanted and monotonic() < end:
        sleep(0.02)
    assert answer == wanted

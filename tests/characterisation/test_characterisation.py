"""Everything in `frozen/` is run again and has to come out as it did."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from characterisation.record import GROUPS, SLOW, path_of

SHOWN = 40


def changes(before: Any, after: Any, where: str = "") -> Iterator[str]:
    """A line for each value that is another one."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in sorted(before.keys() | after.keys()):
            yield from changes(before.get(name), after.get(name), f"{where} > {name}")
    elif isinstance(before, list) and isinstance(after, list):
        for number in range(max(len(before), len(after))):
            pair = [values[number] if number < len(values) else None for values in (before, after)]
            yield from changes(*pair, f"{where} > {number}")
    elif before != after:
        yield f"{where.removeprefix(' > ')}: {before!r} became {after!r}"


@pytest.mark.parametrize(
    "group", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in GROUPS]
)
def test_what_was_frozen_comes_out_as_it_did(group):
    before = json.loads(path_of(group).read_text("utf-8"))
    # Through JSON, as the file went: tuples are lists there.
    after = json.loads(json.dumps(GROUPS[group]()))

    found = list(changes(before, after))

    more = f"\n... and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    assert not found, f"{len(found)} values changed:\n" + "\n".join(found[:SHOWN]) + more


def test_a_change_is_told_with_its_case_and_its_field():
    before = {"tables": {"claims": [{"span": "0-9", "kind": "cell"}]}}
    after = {"tables": {"claims": [{"span": "0-8", "kind": "cell"}]}}

    assert list(changes(before, after)) == ["tables > claims > 0 > span: '0-9' became '0-8'"]

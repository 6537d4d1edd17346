"""What is kept about a snapshot's text, and for how long."""

import gc
import weakref
from datetime import UTC, datetime

from citation_engine.model.source import Snapshot
from citation_engine.verify import words
from citation_engine.verify.words import text_of


def snapshot(text="# A\n\nWords.\n\n# B\n\nMore.\n"):
    return Snapshot(
        id=1,
        entry_id="e",
        source_id=1,
        ordinal=1,
        text=text,
        media_type="text/markdown",
        taken_at=datetime.now(UTC),
    )


def test_the_sections_of_a_snapshot_are_read_once():
    one = snapshot()

    assert text_of(one).sections is text_of(one).sections
    assert text_of(one).searched.skeleton is text_of(one).searched.skeleton


def test_equal_numbers_do_not_make_two_snapshots_one():
    one, other = snapshot("# A\n\nFirst."), snapshot("# A\n\nSecond.")

    assert text_of(one).text == "# A\n\nFirst."
    assert text_of(other).text == "# A\n\nSecond."


def test_when_a_snapshot_is_dropped_so_is_what_was_made_of_its_words():
    one = snapshot()
    made = weakref.ref(text_of(one))

    del one
    gc.collect()

    assert made() is None


def test_what_was_used_longest_ago_goes_first(monkeypatch):
    monkeypatch.setattr(words, "MOST_CHARACTERS", 60)
    snapshots = [snapshot(f"# A{number}\n\n" + "x" * 20) for number in range(3)]
    first = text_of(snapshots[0])

    for one in snapshots[1:]:
        text_of(one)

    assert text_of(snapshots[0]) is not first
    assert text_of(snapshots[0]).text == first.text


def test_what_an_earlier_snapshot_left_behind_is_not_taken_for_a_later_one():
    one, other = snapshot("First."), snapshot("Second.")
    text_of(one)
    words._known[id(other)] = words._known[id(one)]

    assert text_of(other).text == "Second."

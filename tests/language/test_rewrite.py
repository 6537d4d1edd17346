from hypothesis import given
from hypothesis import strategies as st

from citation_engine.language.fold import rewrite


def test_offsets_around_a_longer_and_a_shorter_change():
    changed = rewrite("a fi  b", [(2, 4, "ffi"), (4, 6, " ")])

    assert changed.text == "a ffi b"
    assert changed.origin(2, 5) == (2, 4)
    assert changed.origin(3, 4) == (2, 4)
    assert changed.origin(6, 7) == (6, 7)
    assert [at for at in range(8) if changed.splits(at)] == [3, 4]


def test_what_was_dropped_at_an_edge_stays_outside():
    changed = rewrite("a--b--c", [(1, 3, ""), (4, 6, "")])

    assert changed.text == "abc"
    assert changed.origin(1, 2) == (3, 4)
    assert changed.origin(0, 3) == (0, 7)
    assert [changed.position(at) for at in range(7)] == [0, 1, 1, 1, 2, 2, 2]


def test_a_text_without_changes_maps_to_itself():
    changed = rewrite("abc", [])

    assert changed.origin(1, 3) == (1, 3)
    assert changed.origin(2, 2) == (2, 2)
    assert not changed.splits(1)


@given(st.lists(st.tuples(st.text("ab", min_size=1, max_size=3), st.text("xy", max_size=3))))
def test_every_change_leads_back_to_what_it_replaced(pairs):
    old, changes, news = "", [], []
    new = ""
    for before, after in pairs:
        old, new = old + "|", new + "|"
        changes.append((len(old), len(old) + len(before), after))
        news.append((len(new), len(new) + len(after)))
        old, new = old + before, new + after

    changed = rewrite(old, changes)

    assert changed.text == new
    for (start, end, after), place in zip(changes, news, strict=True):
        assert not after or changed.origin(*place) == (start, end)
        assert changed.origin(place[0] - 1, place[0]) == (start - 1, start)

"""Texts with their skeleton and index: made once, when needed, or taken from elsewhere."""

from citation_engine.quotes.searchable_text import SMALL, IndexedText, prepare

LONG = "Records are kept for ten years in the archive. " * (SMALL // 30)


def test_a_small_text_has_no_index():
    text = IndexedText("ten years")

    assert text.skeleton.data == b"tenyears"
    assert text.seeds is None


def test_skeleton_and_index_are_made_once():
    text = IndexedText(LONG)

    assert text.skeleton is text.skeleton
    assert text.seeds is text.seeds is not None


def test_what_was_made_elsewhere_is_taken():
    prepared = prepare(LONG)
    text = IndexedText(LONG)
    text.adopt(prepared)

    assert text.skeleton is prepared.skeleton
    assert text.seeds is prepared.seeds
    assert IndexedText(LONG, prepared).seeds is prepared.seeds

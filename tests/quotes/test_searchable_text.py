"""Texts with their skeleton and index: made once, when needed."""

from citation_engine.quotes.searchable_text import SMALL, IndexedText

LONG = "Records are kept for ten years in the archive. " * (SMALL // 30)


def test_a_small_text_has_no_index():
    text = IndexedText("ten years")

    assert text.skeleton.data == b"tenyears"
    assert text.seeds is None


def test_skeleton_and_index_are_made_once():
    text = IndexedText(LONG)

    assert text.skeleton is text.skeleton
    assert text.seeds is text.seeds is not None

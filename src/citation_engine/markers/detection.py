"""Tells which dialects of markers a draft is written in."""

from collections import Counter

from citation_engine.markers.reading import find_markers
from citation_engine.model.draft import DraftFormat


def detect(text: str, format: DraftFormat = DraftFormat.MARKDOWN) -> tuple[str, ...]:
    """
    Return the dialects of a draft's markers, the most frequent first.

    Those that are equally frequent come in the order in which they first stand in the draft.
    Every dialect that occurs is named, be it only once: a lone `[1]` in a report of `[S1]` may
    be the citation that somebody mistyped.
    """
    found = Counter(marker.dialect for marker in find_markers(text, format))
    return tuple(dialect for dialect, _ in found.most_common())

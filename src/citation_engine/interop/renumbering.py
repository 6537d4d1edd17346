"""Gives rows numbers where they have none, and rewrites markers when rows get new numbers."""

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from citation_engine.interop.citing import rewrite_citations
from citation_engine.interop.legacy import LegacyRowsWarning
from citation_engine.interop.rows import sid_of
from citation_engine.markers import tokens


def number_rows(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """
    Return the rows, numbered by their places if not one of them has a number.

    Where some have one, the others stay without: no marker can mean them.
    """
    if not rows or any(sid_of(row) is not None for row in rows):
        return list(rows)
    warnings.warn(
        f"{len(rows)} row(s) had no sid and were numbered by their places, from 1.",
        LegacyRowsWarning,
        stacklevel=3,
    )
    return [{**row, "sid": place} for place, row in enumerate(rows, 1)]


def rewrite_markers(
    text: str, sids: Mapping[int, int]
) -> tuple[str, tuple[int, ...], tuple[str, ...]]:
    """
    Return the text with its markers rewritten, the numbers without a source, and the problems.

    It is about `[[S:1]]`, which is how pools are cited; `rewrite_citations` knows more dialects.
    """
    return rewrite_citations(text, sids, dialects=(tokens.DIALECT,))

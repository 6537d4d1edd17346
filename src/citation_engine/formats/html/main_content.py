"""Which part of a page is its main content."""

from collections.abc import Sequence
from typing import NamedTuple

# What the main content has of a page's prose at least, by what speaks for it.
NAMED_MAIN = 0.25
NAMED_ARTICLE = 0.5
NEARLY_ALL = 0.75


class Area(NamedTuple):
    """An element that could be the main content: its name, its span, its characters of prose."""

    tag: str
    start: int
    end: int
    prose: int


def main_area(areas: Sequence[Area], prose: int) -> Area | None:
    """
    Return the main content, or None where a page has no words in any area.

    Prose are text nodes of some length outside links, navigation, headers and footers. What an
    author called `main` or `article` counts if it holds a good part of it; the smallest
    element that holds nearly all the prose is taken otherwise.

    Args:
        areas: the areas of the page.
        prose: how much prose the whole page has.

    """
    named = _largest(areas, "main", NAMED_MAIN * prose)
    article = _largest(areas, "article", NAMED_ARTICLE * prose)
    if named:
        within = [area for area in areas if _is_within(area, named) and area.tag == "article"]
        return _smallest(within, NEARLY_ALL * named.prose) or named
    return article or _smallest(areas, NEARLY_ALL * prose)


def _largest(areas: Sequence[Area], tag: str, least: float) -> Area | None:
    fitting = [area for area in areas if area.tag == tag and area.prose >= least]
    return max(fitting, key=lambda area: (area.prose, area.end - area.start), default=None)


def _smallest(areas: Sequence[Area], least: float) -> Area | None:
    fitting = [area for area in areas if area.prose >= least]
    return min(fitting, key=lambda area: (area.end - area.start, area.start), default=None)


def _is_within(area: Area, other: Area) -> bool:
    return other.start <= area.start and area.end <= other.end

"""What can be chosen about an output."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from citation_engine.model.finding import Level


@dataclass(frozen=True, slots=True)
class Options:
    """
    What can be chosen about an output; each format heeds what concerns it.

    Args:
        language: of our own words, `en` or `de`. What findings say is not translated.
        width: how many columns of a terminal there are.
        root: the folder that paths are given from, where they are absolute.
        show_sources: whether a table of the sources ends the report.
        fail_on: the level from which a finding makes a test fail; None for never.
        pictures: pages of sources for the HTML page, as its function describes them.
        sources_text: the text of sources by their labels, for the HTML page.

    """

    language: str = "en"
    width: int = 100
    root: PurePath | None = None
    show_sources: bool = False
    fail_on: Level | None = Level.ERROR
    pictures: Mapping[tuple[int, str], bytes] | None = None
    sources_text: Mapping[str, str] | None = None


DEFAULT = Options()

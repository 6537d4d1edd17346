"""Findings of several drafts that were checked against the same sources."""

from collections.abc import Sequence
from typing import TypeVar

from citation_engine.model.checked import Checked

# Findings about a source alone, which are the same for every draft.
ABOUT_SOURCES = ("CE401", "CE402", "CE403", "CE404", "CE405")
UNUSED = "CE002"

SomeChecked = TypeVar("SomeChecked", bound=Checked)


def together(checked: Sequence[SomeChecked]) -> list[SomeChecked]:
    """
    Return the drafts with each finding about a source once, in the first draft that has it.

    A source that one of the drafts cites is not unused.
    """
    used = {source.label for one in checked for source in one.sources if source.used}
    told: set[tuple[str, str | None, str]] = set()
    joined = []
    for one in checked:
        kept = []
        for finding in one.findings:
            key = (finding.code, finding.source, finding.message)
            alone = finding.code in (*ABOUT_SOURCES, UNUSED) and finding.span is None
            if alone and (key in told or (finding.code == UNUSED and finding.source in used)):
                continue
            told.add(key)
            kept.append(finding)
        joined.append(one.model_copy(update={"findings": tuple(kept)}))
    return joined

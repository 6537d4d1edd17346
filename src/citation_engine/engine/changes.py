"""Says in lines what changed between two texts."""

from difflib import SequenceMatcher
from itertools import islice
from typing import NamedTuple

MOST_LINES = 20_000


class Changes(NamedTuple):
    """The first lines that went (`-`) and came (`+`), and how many more there are."""

    lines: tuple[str, ...]
    left_out: int


def line_changes(old: str, new: str, most: int = 200) -> Changes:
    """
    The lines that differ, in the order of the texts.

    Texts of very many lines are compared as sets of lines, because comparing them in order
    would take too long; what moved is then not seen as a change.
    """
    before, after = old.splitlines(), new.splitlines()
    if max(len(before), len(after)) > MOST_LINES:
        kept, known = set(after), set(before)
        found = [f"- {line}" for line in before if line not in kept]
        found += [f"+ {line}" for line in after if line not in known]
    else:
        found = list(_in_order(before, after))
    return Changes(tuple(islice(found, most)), max(0, len(found) - most))


def _in_order(before: list[str], after: list[str]) -> list[str]:
    found: list[str] = []
    matcher = SequenceMatcher(None, before, after, autojunk=len(before) > MOST_LINES // 10)
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind != "equal":
            found += [f"- {line}" for line in before[start:end]]
            found += [f"+ {line}" for line in after[new_start:new_end]]
    return found

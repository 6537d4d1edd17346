"""
The dialect of usage tags: `[[USAGE:1,3]]`, by which a model says which sources it used.

Such a tag backs no claim. It is read once and stripped before anybody sees the draft.
"""

from citation_engine.markers.numbers import COLON, GAP, read_numbers
from citation_engine.markers.scanning import Grammar, Meaning

DIALECT = "usage"


def _understand(words: str) -> Meaning:
    body = words.replace("：", ":", 1).partition(":")[2].partition("]")[0]
    numbers, problem = read_numbers(body)
    return Meaning(numbers, problem=problem)


_BODY = rf"{GAP}(?i:usage){GAP}{COLON}[^\[\]]*+\]"
GRAMMAR = Grammar(DIALECT, rf"{GAP}(?:\[{_BODY}{GAP}\]|{_BODY})", _understand)

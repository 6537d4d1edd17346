"""
The dialect of double brackets: `[[S:1]]`, `[[S:1,3]]`, `[[S:2-4]]`.

Models write it with other spaces, dashes and letter cases, and put invisible characters in it.
All of that is understood. Where the numbers cannot be understood it is still a marker, with
its `problem`: it is neither left out nor mended. In code and in addresses it is no marker.
"""

from citation_engine.markers.numbers import COLON, GAP, read_numbers
from citation_engine.markers.page import Page, is_escaped
from citation_engine.markers.scanning import Grammar, Meaning

DIALECT = "tokens"


def _understand(words: str) -> Meaning:
    body = words.replace("：", ":", 1).partition(":")[2].rstrip("]").rpartition("]")
    numbers, problem = read_numbers(body[0] or body[2])
    return Meaning(numbers, problem=problem)


def _accepts(page: Page, start: int, _: int) -> bool:
    return not is_escaped(page.view, start)


GRAMMAR = Grammar(
    DIALECT, rf"{GAP}\[{GAP}[sSｓＳ]{GAP}{COLON}[^\[\]]*+\]{GAP}\]", _understand, _accepts
)

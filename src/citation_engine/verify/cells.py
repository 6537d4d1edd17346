"""
A cell of a table, told as "row, column: value", and the same cell in a table of the source.

No sentence says what a cell says, so that it is looked up: the row and the column of the claim
must be those of one cell, and its words or its value the same. What differs is left to the judge.
"""

import re
from collections.abc import Iterator

from citation_engine.display import one_line
from citation_engine.language.detection import Language
from citation_engine.language.terms import forms_of, stem_of
from citation_engine.model.checked import CitedClaim
from citation_engine.model.passage import Passage, Stretch
from citation_engine.model.verdict import Judgement, Support
from citation_engine.verify.guards.figures import same_quantity
from citation_engine.verify.guards.passages import read
from citation_engine.verify.joined_passages import TableRow, table_rows
from citation_engine.verify.words import passage_at

_CELL = re.compile(r"(?P<row>.+), (?P<column>[^,:]+): (?P<value>[^:]+)", re.DOTALL)
_MARKUP = re.compile(r"[*_`~]")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")


def told_by_cell(cited: CitedClaim) -> tuple[Judgement, Passage] | None:
    """Return that a table of the source has the cell of a claim, and where; None where not."""
    claimed = _CELL.fullmatch(cited.new.claim.strip().rstrip("."))
    if claimed is None or cited.snapshot is None or not cited.passages:
        return None
    rows = list(table_rows(cited.snapshot, cited.passages))
    found = [
        (row, value)
        for row in rows
        if _name_one(claimed["row"], row.cells[0][1])
        for value in _values(row, claimed["column"])
    ]
    if not found or not all(_are_same(claimed["value"], value) for _, value in found):
        return None
    row = found[0][0]
    passage = passage_at(cited.snapshot, row.span)
    shown = "; ".join(f"{head}: {value}" for head, value in row.cells)
    judgement = Judgement(
        support=Support.SUPPORTED,
        reason=f'The table says so: "{one_line(_MARKUP.sub("", shown), 160)}".',
        relied_on=Stretch(start=row.span.start, end=row.span.end, text=passage.text),
    )
    return judgement, passage


def _values(row: TableRow, column: str) -> Iterator[str]:
    """The cells of a row in the columns that a claim may mean."""
    return (value for head, value in row.cells[1:] if _name_one(column, head))


def _name_one(claimed: str, told: str) -> bool:
    """Whether two names of a row or column have the same words: "Utrecht Centraal" is no city."""
    ours = _stems(claimed)
    return bool(ours) and ours == _stems(told)


def _stems(text: str) -> set[str]:
    parted = _HYPHEN.sub(" ", _MARKUP.sub("", text))
    return {stem_of(form, Language.ENGLISH) for form in forms_of(parted)}


def _are_same(claimed: str, told: str) -> bool:
    """Whether two cells have the same words, or one number each that is the same."""
    if forms_of(_MARKUP.sub("", claimed)) != forms_of(_MARKUP.sub("", told)):
        ours, theirs = (read(_MARKUP.sub("", one)).quantities for one in (claimed, told))
        alone = len(ours) == len(theirs) == 1
        covered = alone and all(
            len(forms_of(one.text)) == len(forms_of(_MARKUP.sub("", cell)))
            for one, cell in ((ours[0], claimed), (theirs[0], told))
        )
        return covered and same_quantity(ours[0], theirs[0], (None, None))
    return bool(forms_of(claimed))

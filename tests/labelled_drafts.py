"""
Drafts whose claims were labelled by hand, and how many of them are read as they were labelled.

`tests/link/drafts/labelled/README.md` says how a claim is marked.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from citation_engine.link.drafts.reading import read_draft
from citation_engine.model.draft import Draft, DraftFormat

FOLDER = Path(__file__).parent / "link" / "drafts" / "labelled"
SETS = ("tuned", "held_out")
MEASURES = ("spans", "kinds", "marker reach", "needs evidence")
FORMATS = {
    ".md": DraftFormat.MARKDOWN,
    ".html": DraftFormat.HTML,
    ".txt": DraftFormat.TEXT,
    ".json": DraftFormat.JSON,
    ".yaml": DraftFormat.YAML,
}
_MARK = re.compile(r"⟦(?P<kind>[sickhf])(?P<need>[en])(?P<more>(?:\+[^|]*)?)(?P<none>-?)\||⟧")
_KINDS = dict(
    zip("sickhf", ("sentence", "item", "cell", "caption", "heading", "field"), strict=True)
)


class Label(NamedTuple):
    """A claim as it was labelled."""

    start: int
    end: int
    kind: str
    needs_evidence: bool
    # Markers that reach it from outside, and whether those inside do.
    more: tuple[str, ...]
    inside: bool


class Labelled(NamedTuple):
    """A draft without its labels, and the labels."""

    name: str
    text: str
    format: DraftFormat
    labels: list[Label]


class Score(NamedTuple):
    """How many things were labelled, how many were found, and how many of these are the same."""

    labelled: int
    found: int
    same: int

    @property
    def precision(self) -> float:
        """How much of what was found is right."""
        return self.same / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """How much of what is right was found."""
        return self.same / self.labelled if self.labelled else 1.0

    def __add__(self, other: "Score") -> "Score":
        return Score(*(one + another for one, another in zip(self, other, strict=True)))


def read_labelled(path: Path) -> Labelled:
    """Return the draft in a file and its labels."""
    pieces: list[str] = []
    labels: list[Label] = []
    written = path.read_text("utf-8")
    done = length = 0
    opened: tuple[int, re.Match[str]] | None = None
    for mark in _MARK.finditer(written):
        pieces.append(written[done : mark.start()])
        length += mark.start() - done
        done = mark.end()
        if mark["kind"]:
            opened = (length, mark)
        elif opened:
            start, head = opened
            more = tuple(one for one in head["more"].split("+") if one)
            labels.append(
                Label(
                    start, length, _KINDS[head["kind"]], head["need"] == "e", more, not head["none"]
                )
            )
    text = "".join((*pieces, written[done:]))
    return Labelled(path.name, text, FORMATS[path.suffix], labels)


def labelled_drafts(which: str) -> Iterator[Labelled]:
    """Give the drafts of one of the sets."""
    for path in sorted((FOLDER / which).iterdir()):
        yield read_labelled(path)


def things(one: Labelled, draft: Draft) -> dict[str, tuple[set, set]]:
    """Return what was labelled and what was found, for each measure."""
    labelled: dict[str, set] = {name: set() for name in MEASURES}
    found: dict[str, set] = {name: set() for name in MEASURES}
    for label in one.labels:
        place = (label.start, label.end)
        labelled["spans"].add(place)
        labelled["kinds"].add((*place, label.kind))
        inside = [m.text for m in draft.markers if place[0] <= m.span.start < place[1]]
        for marker in (*label.more, *(inside if label.inside else ())):
            labelled["marker reach"].add((*place, " ".join(marker.split())))
        if label.needs_evidence:
            labelled["needs evidence"].add(place)
    for claim in draft.claims:
        place = (claim.span.start, claim.span.end)
        found["spans"].add(place)
        found["kinds"].add((*place, str(claim.kind)))
        for marker in claim.markers:
            found["marker reach"].add((*place, " ".join(marker.text.split())))
        if claim.needs_evidence:
            found["needs evidence"].add(place)
    return {name: (labelled[name], found[name]) for name in MEASURES}


def scores(which: str) -> dict[str, Score]:
    """Return the score of a set for each measure."""
    total = {name: Score(0, 0, 0) for name in MEASURES}
    for one in labelled_drafts(which):
        draft = read_draft(one.text, one.format)
        for name, (labelled, found) in things(one, draft).items():
            total[name] += Score(len(labelled), len(found), len(labelled & found))
    return total


def mistakes(which: str) -> Iterator[str]:
    """Give a line for each thing that was labelled and not found, or found and not labelled."""
    for one in labelled_drafts(which):
        draft = read_draft(one.text, one.format)
        for name, (labelled, found) in things(one, draft).items():
            for sign, places in (("missing", labelled - found), ("wrong", found - labelled)):
                for place in sorted(places):
                    words = one.text[place[0] : place[1]]
                    yield f"{one.name}: {name}: {sign}: {words!r} {place[2:] or ''}"

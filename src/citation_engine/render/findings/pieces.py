"""Pieces of text with a style, for a terminal in colour and for a file without."""

from collections.abc import Iterable
from typing import NamedTuple

from citation_engine.model.checked import ClaimState
from citation_engine.model.finding import Level

BOLD = "bold"
DIM = "dim"
MARKED = "bold underline"
LEVEL_STYLES = {Level.ERROR: "bold red", Level.WARNING: "bold yellow", Level.INFO: "bold cyan"}
STATE_STYLES = {
    ClaimState.SUPPORTED: "green",
    ClaimState.PARTIAL: "yellow",
    ClaimState.CONTRADICTED: "red",
    ClaimState.FAILED: "red",
    ClaimState.UNDECIDED: "yellow",
    ClaimState.NOT_CHECKED: "bold magenta",
    ClaimState.UNCITED: "yellow",
    ClaimState.NO_EVIDENCE_NEEDED: DIM,
}
NOT_CHECKED_STYLE = STATE_STYLES[ClaimState.NOT_CHECKED]


class Piece(NamedTuple):
    """Words and how they look: a style such as `bold red`, or none."""

    text: str
    style: str = ""


END = Piece("\n")


def text_of(pieces: Iterable[Piece]) -> str:
    """The words of the pieces, without their styles and without spaces at line ends."""
    lines = "".join(piece.text for piece in pieces).split("\n")
    return "\n".join(line.rstrip(" ") for line in lines)

"""
The checkpoints a log is compared with: its own, and those that were kept outside it.

Its own show damage and mistakes. Only one that was kept where the database's owner
cannot change it shows that the whole log was rewritten, cut or put back.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from citation_engine.errors import CitationError
from citation_engine.ports import View
from citation_engine.record.checkpoints import (
    MAX_NOTE_CHARACTERS,
    Checkpoint,
    parse_checkpoint,
    parse_vkey,
    verify_signed,
)
from citation_engine.record.damage import Findings

_SIGNATURE = "\N{EM DASH} "


class CheckpointNote(NamedTuple):
    """A text that should be a signed checkpoint, and what to call it."""

    label: str
    text: str


class KnownRoot(NamedTuple):
    """A root the log must have had at some size, and who says so."""

    root: bytes
    label: str
    outside: bool


@dataclass(slots=True)
class KnownRoots:
    """The roots that are known, by the size of the log they are of."""

    roots: dict[int, list[KnownRoot]] = field(default_factory=lambda: defaultdict(list))

    def add(self, checkpoint: Checkpoint, label: str, *, outside: bool) -> None:
        """Note one more."""
        self.roots[checkpoint.size].append(KnownRoot(checkpoint.root, label, outside))

    @property
    def largest(self) -> int:
        """The size of the longest log anything is known of."""
        return max(self.roots, default=0)

    def beyond(self, size: int) -> Iterator[tuple[int, KnownRoot]]:
        """Those of a longer log than there is."""
        for known in sorted(self.roots):
            if known > size:
                yield from ((known, wanted) for wanted in self.roots[known])


def split_notes(text: str) -> list[str]:
    """
    The signed notes in a text that may hold several, separated by empty lines.

    What is no note comes out too, so that nothing is passed over in silence. Line
    ends that a mail program changed are changed back; the signature decides anyway.
    """
    text = text.removeprefix("\N{BYTE ORDER MARK}").replace("\r\n", "\n")
    notes: list[list[str]] = [[]]
    signed = False
    for line in text.split("\n"):
        if signed and not line.startswith(_SIGNATURE):
            notes.append([])
            signed = False
        if line or notes[-1]:
            notes[-1].append(line)
        signed = signed or line.startswith(_SIGNATURE)
    return ["\n".join(lines).rstrip("\n") + "\n" for lines in notes if any(lines)]


def usable_key(vkey: str | None, origin: str, findings: Findings) -> str | None:
    """The key, if it is one of this log: with another, nothing could be told from a forgery."""
    if vkey is None or (name := parse_vkey(vkey).name) == origin:
        return vkey
    findings.add("incomparable", f"The key is of the log {name}, and this log is {origin}.")
    return None


def own_checkpoints(view: View, vkey: str | None, origin: str, findings: Findings) -> KnownRoots:
    """The checkpoints stored with the log, after checking who signed them."""
    known = KnownRoots()
    rows = view.rows("checkpoints")
    if vkey is None and rows:
        findings.add("no-key", "There is no key to check the signatures with: give `key`.")
    for row in rows:
        label = f"The stored checkpoint of size {row['size']}"
        findings.checkpoints_checked += 1
        checkpoint = _stored(row, label, vkey, findings)
        if checkpoint is None:
            continue
        if checkpoint.origin != origin:
            findings.add("checkpoint", f"{label} is of the log {checkpoint.origin}.")
        if vkey is not None and row["verifier_key"] != vkey:
            findings.add("checkpoint", f"{label} is filed under another key.")
        if checkpoint.size != row["size"]:
            findings.add("checkpoint", f"{label} was signed for the size {checkpoint.size}.")
        known.add(checkpoint, label, outside=False)
    return known


def _stored(row: Any, label: str, vkey: str | None, findings: Findings) -> Checkpoint | None:
    """The checkpoint in a row; one whose signature is false is still compared."""
    try:
        text = bytes(row["note"]).decode("utf-8")
        if vkey is not None:
            try:
                return verify_signed(text, vkey)
            except CitationError as error:
                findings.add("signature", f"{label}: {error.message}")
        return parse_checkpoint(text.partition("\n\n")[0] + "\n")
    except (CitationError, TypeError, ValueError) as error:
        findings.add("checkpoint", f"{label} cannot be read: {error}")
        return None


def add_outside(
    known: KnownRoots,
    notes: Iterable[CheckpointNote],
    vkey: str | None,
    origin: str,
    findings: Findings,
) -> None:
    """Add checkpoints from outside; one that does not fit this log and key is told, not used."""
    for label, text in notes:
        findings.checkpoints_checked += 1
        try:
            if vkey is None:
                raise ValueError("there is no key to check its signature with")
            checkpoint = verify_signed(text, vkey)
            if checkpoint.origin != origin:
                raise ValueError(f"it is of the log {checkpoint.origin}, this one is {origin}")
        except (CitationError, ValueError) as error:
            reason = error.message if isinstance(error, CitationError) else f"{error}."
            findings.add("incomparable", f"{label} cannot be compared: {reason}")
        else:
            known.add(checkpoint, f"{label}, of size {checkpoint.size},", outside=True)


def given_notes(texts: Iterable[str]) -> list[CheckpointNote]:
    """The notes in texts that were handed in."""
    notes = [note for text in texts for note in split_notes(text)]
    return [CheckpointNote(f"The given checkpoint {at}", note) for at, note in enumerate(notes, 1)]


def notes_beside(path: Path, origin: str) -> list[CheckpointNote]:
    """The notes of one log in the file that collects those of a database."""
    try:
        notes = split_notes(path.read_text("utf-8", errors="replace"))
    except OSError:
        return []
    return [
        CheckpointNote(f"The checkpoint {at} in {path.name}", note)
        for at, note in enumerate(notes, 1)
        if note.partition("\n")[0] == origin or not _has_head(note)
    ]


def _has_head(note: str) -> bool:
    """Whether this can be a note of any log: one of another project is not ours to judge."""
    try:
        parse_checkpoint(note[:MAX_NOTE_CHARACTERS].partition("\n\n")[0] + "\n")
    except CitationError:
        return False
    return True

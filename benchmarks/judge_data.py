"""The sets that judges are measured on: files of premises, claims and what people said of them."""

import gzip
import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
LABELS = ("e", "n", "c", "ns")
_FILE = re.compile(r"(?P<kind>dev|eval)\.(?P<name>.+)\.jsonl\.gz")
# The commonest words of English: a quarter of English text, and hardly any of another language.
_SMALL_WORDS = frozenset("the of and to is was for that with on by from are it".split())
_ENGLISH = 0.08


class BadData(Exception):
    """A folder or file that cannot be measured on, in a sentence."""


@dataclass(frozen=True, slots=True)
class Row:
    """A premise, a claim, and what people said: e supported, n neutral, c contradicted, ns not."""

    premise: str
    claim: str
    label: str

    @property
    def supported(self) -> bool:
        """Whether people called the claim supported."""
        return self.label == "e"


@dataclass(frozen=True, slots=True)
class Set:
    """
    The rows of one file.

    `whole` counts the rows of the file, `left_out` those whose label is none of ours; `english`
    says whether the words are English.
    """

    name: str
    kind: str
    rows: tuple[Row, ...]
    whole: int
    left_out: Counter[str]
    english: bool

    @property
    def size(self) -> str:
        """How many rows there are, of how many where only a sample is taken."""
        usable = self.whole - self.left_out.total()
        count = f"{len(self.rows):,}"
        return count if len(self.rows) == usable else f"{count} of {usable:,}"


def read_sets(folder: Path, kind: str, only: frozenset[str], limit: int | None) -> list[Set]:
    """The sets of a kind in a folder, or those of them that are named, in order of their names."""
    if not folder.is_dir():
        raise BadData(f"{folder} is not a folder.")
    files = {}
    for path in sorted(folder.iterdir()):
        named = _FILE.fullmatch(path.name)
        if named and named["kind"] == kind:
            files[named["name"]] = path
    missing = {name for name in only if name not in files}
    if missing:
        raise BadData(
            f"{folder} has no {kind} set called {', '.join(sorted(missing))}. "
            f"It has: {', '.join(files) or 'none'}."
        )
    if not files:
        raise BadData(f"{folder} has no file called {kind}.NAME.jsonl.gz.")
    return [
        read_set(path, name, kind, limit)
        for name, path in files.items()
        if not only or name in only
    ]


def read_set(path: Path, name: str, kind: str, limit: int | None) -> Set:
    """The rows of one file, or an even sample of them."""
    rows, left_out = [], Counter[str]()
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            row = _row(line, f"{path.name}, line {number}")
            if row.label in LABELS:
                rows.append(row)
            else:
                left_out[row.label] += 1
    if not rows:
        raise BadData(f"{path.name} has no row with a label of {', '.join(LABELS)}.")
    taken = tuple(even_sample(rows, limit))
    return Set(name, kind, taken, len(rows) + left_out.total(), left_out, is_english(taken))


def _row(line: str, where: str) -> Row:
    try:
        given = json.loads(line)
        row = Row(given["premise"], given["claim"], given["label"])
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise BadData(f"{where} is no row with premise, claim and label.") from error
    if not all(isinstance(value, str) for value in (row.premise, row.claim, row.label)):
        raise BadData(f"{where} has a premise, claim or label that is no text.")
    return row


def even_sample(rows: list[T], limit: int | None) -> list[T]:
    """At most `limit` of the rows, in order and equally far apart."""
    if limit is None or limit >= len(rows):
        return rows
    return [rows[at * len(rows) // limit] for at in range(limit)]


def is_english(rows: tuple[Row, ...]) -> bool:
    """Whether the words of a set are English, by the small words that English text is full of."""
    words = [
        word
        for row in rows[:500]
        for word in re.findall(r"\w+", f"{row.premise[:2000]} {row.claim}".lower())
    ]
    return sum(word in _SMALL_WORDS for word in words) >= _ENGLISH * len(words)

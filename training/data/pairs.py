"""
Reads the public pairs of premise and claim, and leaves out what must not or should not be learnt.

The rows come as `{"premise", "claim", "label", "ds"}`. Left out are:

- sets whose texts are under research terms (MCTest), and everything derived from FEVER, so that
  figures on FEVER's and VitaminC's kind of rows are figures for material never seen;
- blocks of rows whose label is wrong: in two of the blocks that reached us through Natural
  Instructions, what is called contradicted is entailed half of the time or always. A contradiction
  seldom repeats all the words of its premise; a block in which many do is dropped;
- splits of a sentence that say what the sentence does not say.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

SUPPORTED, NOT_ENOUGH, CONTRADICTED, NOT_SUPPORTED = range(4)
LABELS = {"e": SUPPORTED, "n": NOT_ENOUGH, "c": CONTRADICTED, "ns": NOT_SUPPORTED}
LEFT_OUT = ("DocNLI-MCTest", "DocNLI-FEVER")
BLOCK = 500
# The share of contradicted rows in a block that may repeat the premise's words, and no others.
MOST_REPEATING = 0.05
_WORD = re.compile(r"[a-z0-9]+")
_SMALL = frozenset(
    "a an and are as at be been by for from had has have he her his in is it its of on or she that "
    "the their there they this to was were which who with".split()
)
_GERMAN = frozenset("der die das und ist von zu den mit des für im nicht eine dem auf".split())
_ENGLISH = frozenset("the of and to in is for that was on with are by as at from".split())


class Pair(NamedTuple):
    """
    A premise, a claim, and what the premise says of the claim.

    Where they are in two languages, `english` may have both in English, for an encoder that knows
    no other: so a teacher of English teaches pairs in two languages.
    """

    premise: str
    claim: str
    label: int
    kind: str
    english: tuple[str, str] | None = None


def is_german(text: str) -> bool:
    """Whether a text is German; it is that or English."""
    words = text.lower().split()
    return sum(one in _GERMAN for one in words) > sum(one in _ENGLISH for one in words)


def content_words(text: str) -> list[str]:
    """The words of a text that carry meaning, in lower case."""
    return [word for word in _WORD.findall(text.lower()) if word not in _SMALL]


def word_recall(premise: str, claim: str) -> float:
    """The share of the claim's words that the premise has."""
    there, wanted = set(content_words(premise)), content_words(claim)
    return sum(word in there for word in wanted) / len(wanted) if wanted else 1.0


def read_pairs(file: Path) -> list[Pair]:
    """The pairs of the file that may be learnt from."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    kept = [row for row in rows if not row["ds"].startswith(LEFT_OUT)]
    return list(_clean(kept))


def _clean(rows: list[dict[str, str]]) -> Iterator[Pair]:
    by_set: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        by_set.setdefault(row["ds"], []).append(row)
    for name, members in by_set.items():
        for start in range(0, len(members), BLOCK):
            block = members[start : start + BLOCK]
            wrong = name.startswith("NI-") and _is_mislabelled(block)
            yield from _pairs(block, without="c" if wrong else None)


def _is_mislabelled(block: Iterable[dict[str, str]]) -> bool:
    contradicted = [row for row in block if row["label"] == "c"]
    repeating = sum(word_recall(row["premise"], row["claim"]) == 1 for row in contradicted)
    return repeating > max(3.0, MOST_REPEATING * len(contradicted))


def _pairs(rows: Iterable[dict[str, str]], without: str | None) -> Iterator[Pair]:
    for row in rows:
        premise, claim = " ".join(row["premise"].split()), " ".join(row["claim"].split())
        if row["label"] == without or not premise or not claim:
            continue
        if row["ds"] == "WikiSplit" and not _is_faithful(premise, claim):
            continue
        yield Pair(premise, claim, LABELS[row["label"]], row["ds"])


def _is_faithful(premise: str, claim: str) -> bool:
    """Whether a split sentence says nothing that the whole one does not have in some form."""
    there = set(content_words(premise))
    missing = [word for word in content_words(claim) if word not in there]
    stems = {word[:5] for word in there}
    return len(missing) <= 1 and all(
        not any(c.isdigit() for c in word) and word[:5] in stems for word in missing
    )


def is_kept_document(title: str) -> bool:
    """Whether an XQuAD document is kept out of all training: about half of them are."""
    return number_of("document " + title.replace(" ", "_")) % 2 == 0


def number_of(name: str) -> int:
    """A number that only depends on a name, to draw by."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")

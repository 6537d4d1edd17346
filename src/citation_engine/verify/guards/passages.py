"""Which sentence of a passage speaks of what a claim speaks of."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from citation_engine.text.sentences import split_sentences
from citation_engine.verify.guards.reading import ReadText, overlapping

# Shares of a claim's words a sentence must have to speak of the same, and to be nearly the same.
SAME_MATTER = 0.6
_FEWEST_SHARED = 2


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage by its tokens, and how many of the claim's content words it has."""

    first: int
    last: int
    stems: frozenset[str]
    shared: frozenset[str]
    share: float

    @property
    def is_same_matter(self) -> bool:
        """Whether it speaks of what the claim speaks of, as far as words tell."""
        return self.share >= SAME_MATTER and len(self.shared) >= _FEWEST_SHARED


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and the passage that should carry it, with the sentences that come closest."""

    claim: ReadText
    passage: ReadText
    claim_stems: frozenset[str]
    sentences: tuple[Sentence, ...]

    @property
    def best(self) -> Sentence | None:
        """The sentence that has most of the claim's words; the first of equals."""
        return max(self.sentences, key=lambda sentence: sentence.share, default=None)


def pair(claim: ReadText, passage: ReadText) -> Pair:
    """Return a claim and its passage, each sentence of it weighed against the claim."""
    wanted = stems_in(claim, 0, len(claim.tokens))
    sentences = tuple(_sentences(passage, wanted))
    return Pair(claim, passage, wanted, sentences)


def stems_in(read: ReadText, first: int, last: int) -> frozenset[str]:
    """Return the stems of the content words of a stretch, numbers and guarded words aside."""
    return frozenset(
        read.stem(at)
        for at in range(first, last)
        if read.is_content(at) and not _is_guarded(read, at)
    )


def _is_guarded(read: ReadText, at: int) -> bool:
    kinds = (read.quantities, read.dates, read.negations, read.modals, read.quantifiers)
    return any(overlapping(kind, at, at + 1) for kind in kinds)


def _sentences(passage: ReadText, wanted: frozenset[str]) -> Iterator[Sentence]:
    starts = [token.start for token in passage.tokens]
    for span in split_sentences(passage.text):
        first, last = bisect_left(starts, span.start), bisect_left(starts, span.end)
        stems = stems_in(passage, first, last)
        shared = stems & wanted
        share = len(shared) / len(wanted) if wanted else 0.0
        yield Sentence(first, last, stems, shared, share)

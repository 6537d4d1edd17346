"""Which sentence of a passage speaks of what a claim speaks of."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from citation_engine.language.sentences import split_sentences
from citation_engine.verify.guards.opposites import opposites_of
from citation_engine.verify.guards.reading import ReadText, overlapping

# Shares of a claim's words a sentence must have to speak of the same, and to be nearly the same.
SAME_MATTER = 0.6
_FEWEST_SHARED = 2


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage by its tokens, and how many of the claim's content words it has."""

    first: int
    last: int
    shared: int
    share: float

    @property
    def is_same_matter(self) -> bool:
        """Whether it speaks of what the claim speaks of, as far as words tell."""
        return self.share >= SAME_MATTER and (self.shared >= _FEWEST_SHARED or self.share == 1)


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and the passage that should carry it, with the sentences that come closest."""

    claim: ReadText
    passage: ReadText
    sentences: tuple[Sentence, ...]

    @property
    def best(self) -> Sentence | None:
        """The sentence that has most of the claim's words; the first of equals."""
        return max(self.sentences, key=lambda sentence: sentence.share, default=None)


def pair(claim: ReadText, passage: ReadText) -> Pair:
    """Return a claim and its passage, each sentence of it weighed against the claim."""
    wanted = content_of(claim, 0, len(claim.tokens))
    return Pair(claim, passage, tuple(_sentences(passage, wanted)))


def content_of(read: ReadText, first: int, last: int) -> dict[str, str]:
    """Return the content words of a stretch by their stems, numbers and guarded words aside."""
    return {
        read.stem(at): read.tokens[at].key
        for at in range(first, last)
        if read.is_content(at) and not _is_guarded(read, at)
    }


def _is_guarded(read: ReadText, at: int) -> bool:
    kinds = (read.quantities, read.dates, read.negations, read.modals, read.quantifiers)
    return any(overlapping(kind, at, at + 1) for kind in kinds)


def _sentences(passage: ReadText, wanted: dict[str, str]) -> Iterator[Sentence]:
    starts = [token.start for token in passage.tokens]
    for span in split_sentences(passage.text):
        first, last = bisect_left(starts, span.start), bisect_left(starts, span.end)
        here = content_of(passage, first, last)
        shared = len(here.keys() & wanted.keys())
        if shared:
            # A word's opposite speaks of the same matter.
            words = frozenset(here.values())
            rest = (word for stem, word in wanted.items() if stem not in here)
            shared += sum(not opposites_of(word).isdisjoint(words) for word in rest)
        yield Sentence(first, last, shared, shared / len(wanted) if wanted else 0.0)

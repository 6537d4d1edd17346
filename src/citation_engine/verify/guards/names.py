"""Names: words that begin with a capital where the language asks for none, and acronyms."""

from collections.abc import Iterator, Sequence

from rapidfuzz.distance import Indel

from citation_engine.language.detection import Language
from citation_engine.language.terms import plain
from citation_engine.language.tokens import TokenKind
from citation_engine.language.vocabulary import words
from citation_engine.model.verdict import Aspect, Relation
from citation_engine.verify.guards.alignment import differing
from citation_engine.verify.guards.passages import Clash, GuardedText, Pair, overlapping

_SENTENCE_ENDS = frozenset((".", "!", "?", ":", ";", "'", "-", "(", "[", "*", "#", "|"))
# A sentence with so many of a claim's words is nearly the claim, and a longer stretch is no name.
_NEARLY_THE_SAME = 0.7
_LONGEST_NAME = 4
# Names at least this alike may be one, spelt in two ways.
_SAME_NAME = 0.6
_TITLES = words("function_words", "TITLES")


def is_name(read: GuardedText, at: int) -> bool:
    """
    Whether a word is a name, as far as its letters tell.

    German writes every noun with a capital, so there only acronyms, mixed case and words behind
    a title count.
    """
    token = read.tokens[at]
    if token.kind is not TokenKind.WORD or len(token.text) < 2 or not token.text[0].isalpha():
        return False
    capitals = sum(character.isupper() for character in token.text)
    if capitals >= 2 and not _is_shouted(read, at):
        return True
    if capitals != 1 or not token.text[0].isupper():
        return False
    before = read.tokens[at - 1] if at else None
    if before is not None and before.key in _TITLES:
        return True
    if read.likely is Language.GERMAN:
        return False
    return before is not None and before.text not in _SENTENCE_ENDS


def _is_shouted(read: GuardedText, at: int) -> bool:
    """Whether the words around it are all in capitals too, as in a heading."""
    around = (read.tokens[i] for i in (at - 1, at + 1) if 0 <= i < len(read.tokens))
    words = [token for token in around if token.kind is TokenKind.WORD]
    return bool(words) and all(token.text.isupper() and len(token.text) > 1 for token in words)


def of_names(pair: Pair, around: Sequence[GuardedText]) -> Iterator[Clash]:
    """
    Give the names of the claim in whose place a sentence that is nearly the same has another.

    A name that is merely missing says nothing: the passage may have a pronoun for it.
    """
    sentence = pair.best
    if sentence is None or sentence.share < _NEARLY_THE_SAME or not sentence.is_same_matter:
        return
    known = {_plain(token.key) for text in (pair.passage, *around) for token in text.tokens}
    spoken = {_plain(token.key) for token in pair.claim.tokens}
    there = pair.passage.tokens[sentence.first : sentence.last]
    for a, b, c, d in differing([t.key for t in pair.claim.tokens], [t.key for t in there]):
        place = (sentence.first + c, sentence.first + d)
        if max(b - a, d - c) > _LONGEST_NAME:
            continue
        ours, theirs = _names(pair.claim, a, b), _names(pair.passage, *place)
        if not ours or not theirs or not known.isdisjoint(ours) or not spoken.isdisjoint(theirs):
            continue
        if not _may_be_one(ours, theirs):
            yield Clash(Aspect.NAME, Relation.DIFFERS, (a, b), place)


def _names(read: GuardedText, first: int, last: int) -> list[str]:
    return [
        _plain(read.tokens[at].key)
        for at in range(first, last)
        if is_name(read, at) and not overlapping(read.dates, at, at + 1)
    ]


def _plain(key: str) -> str:
    """Return a name without its accents and without what makes it a possessive."""
    return plain(key.removesuffix("'s").rstrip("'"))


def _may_be_one(ours: list[str], theirs: list[str]) -> bool:
    """Whether two names may be one, spelt or formed otherwise: "Japan", "Japanese"; "US"."""
    if any(one[:3] == other[:3] for one in ours for other in theirs):
        return True
    if any(_alike(one, other) for one in ours for other in theirs):
        return True
    initials = ["".join(name[0] for name in side) for side in (ours, theirs)]
    return initials[0] in theirs or initials[1] in ours


def _alike(one: str, other: str) -> bool:
    return Indel.normalized_similarity(one, other) >= _SAME_NAME

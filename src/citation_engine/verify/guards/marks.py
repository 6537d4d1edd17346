"""
Words and phrases that deny, demand, allow or quantify, and words that are opposites.

Where several phrases begin at one word, the longest counts.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from citation_engine.language.tokens import Token, TokenKind, lower
from citation_engine.language.vocabulary import phrases, table, words
from citation_engine.model.conflict import Aspect


class WordMark(NamedTuple):
    """A word or phrase by the numbers of its tokens, and what it stands for."""

    first: int
    last: int
    aspect: Aspect
    value: str


class Lexicon:
    """
    What words and phrases stand for.

    `said` has for each value its phrases. The longest phrase counts:
    "no more than" is not "more than".
    """

    def __init__(self, aspect: Aspect, said: Mapping[str, Sequence[str]]) -> None:
        self._aspect = aspect
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for value, listed in said.items():
            for phrase in listed:
                keys = tuple(lower(phrase).split())
                self._phrases.setdefault(keys[0], []).append((keys, value))
        for known in self._phrases.values():
            known.sort(key=lambda entry: -len(entry[0]))

    def find(self, tokens: Sequence[Token]) -> Iterator[WordMark]:
        """Give the phrases among `tokens` in order; they do not overlap."""
        at = 0
        while at < len(tokens):
            mark = self._at(tokens, at)
            if mark:
                yield mark
            at = mark.last if mark else at + 1

    def _at(self, tokens: Sequence[Token], at: int) -> WordMark | None:
        for phrase, value in self._phrases.get(tokens[at].key, ()):
            last = at + len(phrase)
            if tuple(token.key for token in tokens[at:last]) == phrase:
                return WordMark(at, last, self._aspect, value)
        return None


NOT = "not"
_NEGATIONS = Lexicon(Aspect.NEGATION, table("negation", "NEGATIONS"))
# Words that deny without a word for "not". A claim may say with them what a passage says without.
DENYING = words("negation", "DENYING")
_NOT_ONLY = frozenset(tuple(phrase.split()) for phrase in phrases("negation", "NOT_ONLY"))
_PREFIXES = words("negation", "PREFIXES")
_SUFFIXES = tuple(pair.partition("/")[::2] for pair in words("negation", "SUFFIXES"))
# Pairs that only look like a word and its opposite.
_NOT_PAIRS = frozenset(pair.partition("/")[::2] for pair in words("negation", "NOT_PAIRS"))
_LEAST_STEM = 4


def find_negations(tokens: Sequence[Token]) -> Iterator[WordMark]:
    """Give the words that deny; the "No" of "No. 5" does not."""
    found = {mark.first: mark for mark in _NEGATIONS.find(tokens)}
    for at, token in enumerate(tokens):
        if token.kind is TokenKind.WORD and token.key.endswith(("n't", "nt'")):
            found[at] = WordMark(at, at + 1, Aspect.NEGATION, NOT)
    for at in sorted(found):
        if not _is_label(tokens, at):
            yield found[at]


def _is_label(tokens: Sequence[Token], at: int) -> bool:
    """Whether "No" numbers something, as in "No. 5"."""
    if tokens[at].key != "no":
        return False
    after = at + 2 if at + 1 < len(tokens) and tokens[at + 1].text == "." else at + 1
    return after < len(tokens) and tokens[after].kind is TokenKind.NUMBER


def is_not_only(tokens: Sequence[Token], mark: WordMark) -> bool:
    """Whether a mark is the "not" of "not only A but also B", which denies nothing."""
    here = tuple(token.key for token in tokens[mark.first : mark.first + 2])
    return here in _NOT_ONLY


def negates(left: str, right: str) -> bool:
    """
    Whether one word is the other with a prefix or an ending that turns it around.

    "unlawful" and "lawful", "harmless" and "harmful". Words of other endings count too, as in
    "impossibility" and "possible".
    """
    longer, shorter = (left, right) if len(left) >= len(right) else (right, left)
    return _by_prefix(longer, shorter) or _by_prefix(shorter, longer) or _by_suffix(left, right)


def _by_prefix(whole: str, stem: str) -> bool:
    if (whole, stem) in _NOT_PAIRS:
        return False
    for prefix in _PREFIXES:
        rest = whole.removeprefix(prefix)
        if rest == whole:
            continue
        if rest == stem and len(stem) >= 3:
            return True
        if _is_form(rest, stem):
            return True
    return False


def _is_form(left: str, right: str) -> bool:
    """Whether two words are forms of one: they begin alike, and only short endings differ."""
    shared = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= _LEAST_STEM and max(len(left), len(right)) - shared < shared


def _by_suffix(left: str, right: str) -> bool:
    for without, having in _SUFFIXES:
        for one, other in ((left, right), (right, left)):
            stem = one.removesuffix(without)
            if stem != one and len(stem) >= 3 and other == stem + having:
                return True
    return False


MUST = "must"
_MODALS = Lexicon(Aspect.MODALITY, table("modality", "MODALS"))
# How much is asked for. What "will" or "needs" to be has no rank among these.
FORCE = {MUST: 3, "should": 2, "may": 1, "can": 1}
# Before "zu" and an infinitive these oblige: "ist aufzubewahren", "hat vorzulegen".
_OBLIGING = words("modality", "OBLIGING")
_OBLIGING_PREFIXES = words("verbs", "OBLIGING_PREFIXES")
# So written they are nouns, where they do not begin the text.
_MODAL_NOUNS = words("modality", "MODAL_NOUNS")


def find_modals(tokens: Sequence[Token]) -> Iterator[WordMark]:
    """Give the words that say how binding something is; "das Soll" is none, nor is "May"."""
    for mark in _MODALS.find(tokens):
        token = tokens[mark.first]
        if mark.first and token.text in _MODAL_NOUNS:
            continue
        yield mark


def obliges(tokens: Sequence[Token], first: int, last: int) -> bool:
    """Whether a German clause obliges without a word for "must": "sind aufzubewahren"."""
    keys = [token.key for token in tokens[first:last]]
    if _OBLIGING.isdisjoint(keys):
        return False
    infinitives = (
        (before == "zu" and key.endswith("n"))
        or any(key.startswith(f"{prefix}zu") and key.endswith("n") for prefix in _OBLIGING_PREFIXES)
        for before, key in zip(["", *keys], keys, strict=False)
    )
    return any(infinitives)


ABOUT = "about"
# Signs that bound a number.
_SIGNS = {
    "at least": ("≥",),
    "at most": ("≤",),
    "more": (">",),
    "less": ("<",),
    ABOUT: ("≈", "~"),
    "exactly": ("=", "≠"),
}
_QUANTIFIERS = Lexicon(
    Aspect.QUANTIFIER,
    {
        value: (*listed, *_SIGNS.get(value, ()))
        for value, listed in table("numbers", "QUANTIFIERS").items()
    },
)
# Which of them says how many: a claim may say less than its source, not more.
SHARE = {"all": 4, "most": 3, "many": 2, "some": 1, "few": 0}
LOWER_BOUNDS = frozenset(("at least", "more"))
UPPER_BOUNDS = frozenset(("at most", "less"))


def find_quantifiers(tokens: Sequence[Token]) -> Iterator[WordMark]:
    """Give the words that say how many or how much, or bound a number."""
    return _QUANTIFIERS.find(tokens)


def _read_pairs() -> dict[str, frozenset[str]]:
    known: dict[str, set[str]] = {}
    for pair in sorted(words("negation", "OPPOSITES")):
        one, _, other = lower(pair).partition("/")
        known.setdefault(one, set()).add(other)
        known.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in known.items()}


_OPPOSITES = _read_pairs()


def opposites_of(word: str) -> frozenset[str]:
    """Return the words that are known to mean the opposite of a word without case."""
    return _OPPOSITES.get(word, frozenset())

"""
A claim and the passage that should carry it, as the guards read them.

Each text has its tokens, numbers, dates and the words that guards look for, and of the passage the
sentences that speak of what the claim speaks of.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

from citation_engine.language.dates import Date, find_dates
from citation_engine.language.detection import Language, language_of
from citation_engine.language.numbers import Quantity, find_quantities
from citation_engine.language.sentences import split_sentences
from citation_engine.language.terms import is_stop_word, stem_of
from citation_engine.language.tokens import Token, TokenKind, lower, span_of, tokenise
from citation_engine.language.vocabulary import phrases, table, words
from citation_engine.model.passage import Span
from citation_engine.model.verdict import Aspect, Relation


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


class _Placed(Protocol):
    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int: ...


Placed = TypeVar("Placed", bound=_Placed)


def overlapping(found: Sequence[Placed], first: int, last: int) -> Sequence[Placed]:
    """Return what shares a token with the stretch; what was found is in order and apart."""
    start = bisect_right(found, first, key=lambda one: one.last)
    end = bisect_left(found, last, key=lambda one: one.first)
    return found[start:end]


@dataclass(frozen=True, slots=True)
class GuardedText:
    """
    What a text says, by the numbers of its tokens.

    `language` is sure enough to read "1.000" by it. `likely` may rest on a single small word.
    """

    text: str
    tokens: Sequence[Token]
    language: Language | None
    likely: Language | None
    dates: Sequence[Date]
    quantities: Sequence[Quantity]
    negations: Sequence[WordMark]
    modals: Sequence[WordMark]
    quantifiers: Sequence[WordMark]

    def span(self, first: int, last: int) -> Span:
        """Return where the tokens from `first` up to `last` stand in the text."""
        return span_of(self.tokens, first, last)

    def words(self, first: int, last: int) -> str:
        """Return the tokens from `first` up to `last` as the text has them."""
        return self.span(first, last).of(self.text)

    def stem(self, at: int) -> str:
        """Return the stem of a word, in the text's language."""
        return stem_of(self.tokens[at].key, self.likely or Language.ENGLISH)

    def is_content(self, at: int) -> bool:
        """Whether a token is a word that says what the text is about."""
        token = self.tokens[at]
        return token.kind is TokenKind.WORD and not is_stop_word(token.key)


def read(text: str, language: str | None = None) -> GuardedText:
    """Return `text` as the guards read it. Without a language, its small words tell."""
    tokens = tokenise(text)
    words = [token.key for token in tokens if token.kind is TokenKind.WORD]
    if language in tuple(Language):
        known: Language | None = Language(str(language))
    else:
        known = language_of(words)
    dates = find_dates(tokens)
    taken = frozenset(at for date in dates for at in range(date.first, date.last))
    return GuardedText(
        text=text,
        tokens=tokens,
        language=known,
        likely=known or language_of(words * 2),
        dates=dates,
        quantities=find_quantities(tokens, taken),
        negations=tuple(find_negations(tokens)),
        modals=tuple(find_modals(tokens)),
        quantifiers=tuple(find_quantifiers(tokens)),
    )


# Shares of a claim's words a sentence must have to speak of the same, and to be nearly the same.
SAME_MATTER = 0.6
_FEWEST_SHARED = 2


@dataclass(frozen=True, slots=True)
class PassageSentence:
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

    claim: GuardedText
    passage: GuardedText
    sentences: tuple[PassageSentence, ...]

    @property
    def best(self) -> PassageSentence | None:
        """The sentence that has most of the claim's words; the first of equals."""
        return max(self.sentences, key=lambda sentence: sentence.share, default=None)


def pair(claim: GuardedText, passage: GuardedText) -> Pair:
    """Return a claim and its passage, each sentence of it weighed against the claim."""
    wanted = content_of(claim, 0, len(claim.tokens))
    return Pair(claim, passage, tuple(_sentences(passage, wanted)))


def content_of(read: GuardedText, first: int, last: int) -> dict[str, str]:
    """Return the content words of a stretch by their stems, numbers and guarded words aside."""
    return {
        read.stem(at): read.tokens[at].key
        for at in range(first, last)
        if read.is_content(at) and not _is_guarded(read, at)
    }


def _is_guarded(read: GuardedText, at: int) -> bool:
    kinds = (read.quantities, read.dates, read.negations, read.modals, read.quantifiers)
    return any(overlapping(kind, at, at + 1) for kind in kinds)


def _sentences(passage: GuardedText, wanted: dict[str, str]) -> Iterator[PassageSentence]:
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
        yield PassageSentence(first, last, shared, shared / len(wanted) if wanted else 0.0)


# From a token up to, not including, another.
Place = tuple[int, int]


class Clash(NamedTuple):
    """Words of a claim that do not agree with its passage."""

    aspect: Aspect
    relation: Relation
    claim: Place | None
    passage: Place | None

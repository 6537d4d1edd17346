"""
From the model's scores to an answer: two calibrated probabilities, and thresholds on them.

The numbers of the logistic functions and the thresholds were fitted on data that no figure is
reported on. They stand in `judge.json` beside the weights.
"""

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from citation_engine.language.detection import Language, likely_language
from citation_engine.language.fold import fold
from citation_engine.language.numbers import SMALL_NUMBERS
from citation_engine.language.sentences import split_sentences
from citation_engine.language.terms import forms_of, is_stop_word, stem_of
from citation_engine.language.tokens import RUN
from citation_engine.model.verdict import Support

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_THOUSANDS = re.compile(r",(?=\d{3}(?!\d))")


@dataclass(frozen=True)
class Lexical:
    """What the words of a text are, each made when it is first asked for."""

    text: str

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The words in order, without case."""
        return tuple(forms_of(self.text))

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """The words in order, without endings; small numbers in digits."""
        return tuple(_stem(form) for form in self.forms)

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word and every stem that occurs."""
        return frozenset(self.forms).union(self.stems)

    @cached_property
    def content(self) -> frozenset[str]:
        """The stems that say what the text is about; where there are none, all of them."""
        told = frozenset(_stem(form) for form in self.forms if not is_stop_word(form))
        return told or frozenset(self.stems)

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """The stems that stand beside each other."""
        return frozenset(zip(self.stems, self.stems[1:], strict=False))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers, in digits, without separators of thousands."""
        written = _NUMBER.findall(fold(self.text).text)
        told = (SMALL_NUMBERS[form] for form in self.forms if form in SMALL_NUMBERS)
        return frozenset(_number(one) for one in written).union(told)

    @cached_property
    def names(self) -> frozenset[tuple[str, ...]]:
        """
        The words that are written as names are, without case: those beside each other in one.

        The first word of a sentence has a capital anyway; it counts where another follows.
        """
        text = fold(self.text).text
        return frozenset(name for span in split_sentences(text) for name in _names(span.of(text)))


def _names(sentence: str) -> Iterator[tuple[str, ...]]:
    words = RUN.findall(sentence)
    name: list[str] = []
    for at, word in enumerate(words):
        follows = words[at + 1 : at + 2]
        told = at > 0 or (bool(follows) and follows[0][0].isupper())
        form = forms_of(word)[0]
        if word[0].isupper() and told and len(word) > 1 and not is_stop_word(form):
            name.append(form)
        elif name:
            yield tuple(name)
            name = []
    if name:
        yield tuple(name)


@lru_cache(maxsize=8)
def lexical(text: str) -> Lexical:
    """Return the words of `text`; the last few texts are kept, as several claims ask for one."""
    return Lexical(text)


def _stem(form: str) -> str:
    return SMALL_NUMBERS.get(form) or stem_of(form, Language.ENGLISH)


def _number(written: str) -> str:
    plain = _THOUSANDS.sub("", written)
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


COUNTS = (
    "word_recall",
    "bigram_recall",
    "numbers_missing",
    "names_missing",
    "log_premise",
    "log_claim",
)


def features_of(premise: str, claim: str) -> dict[str, float]:
    """Return which share of the claim's words the premise has, and how long both are."""
    whole, said = lexical(premise), Lexical(claim)
    words = 1 - _missing(said.content, whole.known)
    return {
        "word_recall": words,
        "bigram_recall": 1 - _missing(said.pairs, whole.pairs) if said.pairs else words,
        "numbers_missing": _missing(said.numbers, whole.numbers),
        # Of "Elvis Presley" a passage may have "Presley" alone.
        "names_missing": _missing([name[-1] for name in said.names], whole.known),
        "log_premise": math.log1p(len(whole.forms)),
        "log_claim": math.log1p(len(said.forms)),
    }


def _missing(wanted: Collection[object], there: Collection[object]) -> float:
    """The share of what is wanted that is not there; none where nothing is wanted."""
    return sum(one not in there for one in wanted) / len(wanted) if wanted else 0.0


MARGINS = (
    "margin_window",
    "margin_top",
    "margin_parts",
    "contra_window",
    "contra_top",
    "contra_best",
)


# By language the model's scores mean more or less.
LANGUAGES = ("german", "crossed")


def by_language(premise: str, claim: str) -> dict[str, float]:
    """Return whether both are in German, and whether the claim is in another language."""
    read, told = (likely_language(one.forms) for one in (lexical(premise), Lexical(claim)))
    # A short text may have no word that tells its language.
    crossed = read is not None and told is not None and read is not told
    return {
        "german": float(not crossed and Language.GERMAN in (read, told)),
        "crossed": float(crossed),
    }


class Scores(NamedTuple):
    """What the model says about one pair: a logit for each of the three answers."""

    supported: float
    not_enough: float
    contradicted: float

    @property
    def margin(self) -> float:
        """How far support is ahead of the other two."""
        return self.supported - _either(self.not_enough, self.contradicted)

    @property
    def contra(self) -> float:
        """How far contradiction is ahead of the other two."""
        return self.contradicted - _either(self.supported, self.not_enough)

    @property
    def told(self) -> float:
        """How far either answer is ahead of "not enough": whether the view speaks of the claim."""
        return _either(self.supported, self.contradicted) - self.not_enough


class Probabilities(NamedTuple):
    """How likely a claim is supported, and how likely it is contradicted."""

    supported: float
    contradicted: float


def aggregated(
    windows: Sequence[Scores], top: Scores | None, parts: Sequence[float]
) -> dict[str, float]:
    """
    Return the scores of all views of a premise as a few numbers.

    `parts` has the best margin of each sentence of the claim; none for a claim of one sentence.
    """
    views = windows if top is None else (*windows, top)
    window = max(one.margin for one in windows)
    contra = max(one.contra for one in windows)
    margin_top = window if top is None else top.margin
    return {
        "margin_window": window,
        "margin_top": margin_top,
        "margin_parts": min(parts) if parts else max(window, margin_top),
        "contra_window": contra,
        "contra_top": contra if top is None else top.contra,
        "contra_best": max(views, key=lambda one: one.told).contra,
    }


@dataclass(frozen=True, slots=True)
class Logistic:
    """A probability from named numbers."""

    features: tuple[str, ...]
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    weights: tuple[float, ...]
    bias: float

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Logistic":
        """Read one as it is written down; raises `ValueError` where it cannot be used."""
        names = tuple(map(str, value["features"]))
        mean, scale, weights = (
            tuple(map(float, value[name])) for name in ("mean", "scale", "weights")
        )
        bias = float(value["bias"])
        if not len(names) == len(mean) == len(scale) == len(weights):
            raise ValueError("the rows of a logistic function differ in length")
        if not all(map(math.isfinite, (bias, *mean, *scale, *weights))) or 0 in scale:
            raise ValueError("a logistic function has a number that cannot be used")
        return cls(names, mean, scale, weights, bias)

    def probability(self, features: Mapping[str, float]) -> float:
        """Return the probability for these numbers."""
        rows = zip(self.features, self.mean, self.scale, self.weights, strict=True)
        total = self.bias + sum(w * (features[name] - m) / s for name, m, s, w in rows)
        return _sigmoid(total)


# The thresholds that can be set otherwise than they were fitted.
SETTABLE = ("supported", "unsupported", "contradicted")


@dataclass(frozen=True, slots=True)
class Decider:
    """Turns numbers into probabilities, and probabilities into an answer."""

    supported: Logistic
    contradicted: Logistic
    at_supported: float
    at_unsupported: float
    at_contradicted: float
    at_spoken: float
    at_balanced: float = 0.5

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Decider":
        """Read it from `judge.json`; raises `ValueError` or `KeyError` where it cannot be used."""
        thresholds = {name: float(number) for name, number in value["thresholds"].items()}
        return cls(
            Logistic.from_json(value["support"]),
            Logistic.from_json(value["contradiction"]),
            thresholds["supported"],
            thresholds["unsupported"],
            thresholds["contradicted"],
            thresholds["spoken"],
            thresholds.get("balanced", 0.5),
        )

    def __post_init__(self) -> None:
        """Refuse thresholds that cannot be used."""
        if not 0 < self.at_unsupported < self.at_supported < 1:
            raise ValueError("the thresholds are not in order")
        if not 0 < self.at_contradicted < 1:
            raise ValueError("the threshold of a contradiction is no probability")
        if not 0 <= self.at_spoken <= 1:
            raise ValueError("the least share of words is no share")

    def with_thresholds(self, given: Mapping[str, float]) -> "Decider":
        """It with other thresholds; raises `ValueError` where they cannot be used."""
        if unknown := given.keys() - set(SETTABLE):
            raise ValueError(f"{min(unknown)} is none of {', '.join(SETTABLE)}")
        changes: dict[str, Any] = {f"at_{name}": value for name, value in given.items()}
        return replace(self, **changes)

    def probabilities(self, features: Mapping[str, float]) -> Probabilities:
        """Return how likely it is that the claim is supported, and that it is contradicted."""
        return Probabilities(
            self.supported.probability(features), self.contradicted.probability(features)
        )

    def leans(self, found: Probabilities) -> Support:
        """Return what is likelier than not, or else the least unlikely, where nothing is sure."""
        if found.contradicted > max(0.5, found.supported):
            return Support.CONTRADICTED
        carried = found.supported >= self.at_balanced
        return Support.SUPPORTED if carried else Support.UNSUPPORTED

    def speaks(self, features: Mapping[str, float]) -> bool:
        """Whether a passage has enough of the claim's words to speak of it at all."""
        return features["word_recall"] >= self.at_spoken

    def support(
        self,
        p_supported: float,
        p_contradicted: float,
        parts: Sequence[tuple[float, float]] = (),
        *,
        spoken: bool = True,
    ) -> Support:
        """
        Return the answer.

        `parts` has the probabilities of each sentence, for a claim of several. Where one of them
        is supported and another is not, the claim is supported in part, unless the passage
        contradicts it as a whole. A passage that does not speak of a claim contradicts nothing,
        whatever the model makes of it.
        """
        whole = self._alone(p_supported, p_contradicted)
        if whole is Support.CONTRADICTED and not spoken:
            whole = self._unsaid(p_supported)
        if len(parts) > 1 and whole is not Support.CONTRADICTED:
            said = {self._alone(*part) for part in parts}
            if said & {Support.UNSUPPORTED, Support.CONTRADICTED}:
                if Support.SUPPORTED in said:
                    return Support.PARTIAL
                return Support.UNDECIDED if whole is Support.SUPPORTED else whole
        return whole

    def _alone(self, p_supported: float, p_contradicted: float) -> Support:
        supported = p_supported >= self.at_supported
        contradicted = p_contradicted >= self.at_contradicted
        if supported or contradicted:
            # Both at once means that the passage says two things, or the model does.
            if supported and contradicted:
                return Support.UNDECIDED
            return Support.SUPPORTED if supported else Support.CONTRADICTED
        return self._unsaid(p_supported)

    def _unsaid(self, p_supported: float) -> Support:
        """The answer where the passage says neither the claim nor its contrary."""
        return Support.UNSUPPORTED if p_supported <= self.at_unsupported else Support.UNDECIDED


def _either(one: float, other: float) -> float:
    """The logarithm of the sum of two exponentials."""
    most = max(one, other)
    return most + math.log1p(math.exp(min(one, other) - most))


def _sigmoid(value: float) -> float:
    if value >= 0:
        return 1 / (1 + math.exp(-value))
    small = math.exp(value)
    return small / (1 + small)

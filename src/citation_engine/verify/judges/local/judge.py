"""
The judge that needs no key: a small model on this machine, asked about English and German.

What a sentence of the passage states in the claim's own words is supported, in any language, unless
the model finds a contradiction beside it. All else is scored, view by view, and decided by
calibrated probabilities; between the thresholds, and in other languages, nothing is decided. What
comes out as supported must be carried by one sentence that stands there as a statement.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from citation_engine.errors import InvalidSetting, JudgeUnavailable
from citation_engine.language.sentences import is_prose
from citation_engine.model.passage import Stretch
from citation_engine.model.verdict import JudgeIdentity, Judgement, Support
from citation_engine.ports import Question
from citation_engine.verify.judges.local.decision import (
    Decider,
    Probabilities,
    Scores,
    aggregated,
    by_language,
    features_of,
)
from citation_engine.verify.judges.local.model import PairModel, shared_model
from citation_engine.verify.judges.local.reasons import (
    AGAINST,
    DIVIDED,
    NO_PROSE,
    PARTLY_READ,
    SHORT,
    TURNED,
    TWO_LANGUAGES,
    UNNAMED,
    affirmed,
    carried,
    contradicting,
    doubt,
    foreign,
    nearest,
    reason_for,
    unsaid,
)
from citation_engine.verify.judges.local.views import (
    CLAIM,
    Count,
    Views,
    is_question,
    parts_of,
    views_of,
)
from citation_engine.verify.judges.overlap import MOST_CLAIM, OverlapJudge, bare_claim, stretch_of

# Windows that one sentence of a claim is scored with; the claim as a whole is scored with more.
MOST_PART_WINDOWS = 4
# The fewest words of a passage that a claim in the other language is supported by.
CONTEXT = 60
# How far the score of a denial is ahead of the same words without their "not", if the model heard
# it. On dev files 20 of 26 claims that a program denied are less ahead, and 11 of 61 true ones.
HEARD = 0.15
Features = dict[str, float]


@dataclass(frozen=True, slots=True)
class ClaimPart:
    """One sentence of a claim of several, and what is read of the premise for it."""

    claim: str
    views: Views


@dataclass(frozen=True, slots=True)
class Measurement:
    """The numbers a claim is decided by, those of its sentences, and the scores of each view."""

    features: Features
    parts: tuple[Features, ...]
    scores: tuple[Scores, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """One claim, one premise, and what the model is to read of them."""

    premise: str
    claim: str
    views: Views
    parts: tuple[ClaimPart, ...]

    @property
    def whole(self) -> bool:
        """Whether all of the premise is read, for the claim and for each of its sentences."""
        return self.views.whole and all(part.views.whole for part in self.parts)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """What is to be scored, premise and claim: the whole claim first, then its sentences."""
        whole = [(view, self.claim) for view in self.views.all]
        return whole + [(view, part.claim) for part in self.parts for view in part.views.all]

    def measured(self, scores: Sequence[Scores]) -> Measurement:
        """Return the numbers to decide by, from the scores of `pairs` in their order."""
        if len(scores) != len(self.pairs):
            raise ValueError(f"{len(self.pairs)} pairs have {len(scores)} scores")
        own = tuple(scores[: len(self.views.all)])
        at = len(own)
        parts: list[Features] = []
        for part in self.parts:
            size = len(part.views.all)
            parts.append(_numbers(self.premise, part.claim, part.views, scores[at : at + size]))
            at += size
        best = [part["margin_parts"] for part in parts]
        whole = _numbers(self.premise, self.claim, self.views, own, best)
        return Measurement(whole, tuple(parts), own)


def asked_of(premise: str, claim: str, count: Count) -> Asked:
    """Return what the model is to read; `count` says how many pieces a text has for it."""
    sentences = parts_of(claim)
    parts = sentences if len(sentences) > 1 else ()
    return Asked(
        premise,
        claim,
        views_of(premise, claim, count),
        tuple(ClaimPart(p, views_of(premise, p, count, most=MOST_PART_WINDOWS)) for p in parts),
    )


def _numbers(
    premise: str, claim: str, views: Views, scores: Sequence[Scores], parts: Sequence[float] = ()
) -> Features:
    many = len(views.windows)
    top = scores[many] if views.top is not None else None
    told = aggregated(scores[:many], top, parts)
    languages = by_language(premise, claim)
    margins = {f"{name}_margin": share * told["margin_parts"] for name, share in languages.items()}
    return told | features_of(premise, claim) | languages | margins


# Part of the identity: raise it whenever an answer may come out otherwise.
VERSION = "9"

_EMPTY = "The claim says nothing."
_QUESTION = "The claim is a question, which states nothing."
_WORDLESS = "The passage has no words."
_TOO_LONG = "The claim is too long to be judged as a whole. Shorter claims can be judged."


@dataclass(frozen=True, slots=True)
class Assessment:
    """
    A judgement and what it rests on.

    `probabilities` and `measured` are None where the model was not asked, because the claim or
    the passage is nothing it can judge.
    """

    judgement: Judgement
    probabilities: Probabilities | None = None
    parts: tuple[Probabilities, ...] = ()
    measured: Measurement | None = None


class LocalJudge:
    """
    Judges with the model in the package; one instance serves any number of threads.

    Args:
        model: Another model than the one in the package.
        thresholds: From which probability on it says `supported`, `unsupported` (up to it) or
            `contradicted`, where other limits than the fitted ones are wanted.

    """

    # It answers by computing, so that asking it several things at once gains nothing.
    in_process = True

    def __init__(
        self, model: PairModel | None = None, *, thresholds: Mapping[str, float] | None = None
    ) -> None:
        self._model = model or shared_model()
        self._overlap = OverlapJudge()
        self._thresholds = dict(sorted((thresholds or {}).items()))
        # What is wrong with them is said before the first question; what is wrong with the files,
        # when it is asked.
        with suppress(JudgeUnavailable):
            _ = self._thresholds and self._decider

    def with_thresholds(self, thresholds: Mapping[str, float]) -> "LocalJudge":
        """It with other limits; those that are not given stay."""
        return LocalJudge(self._model, thresholds={**self._thresholds, **thresholds})

    @cached_property
    def _decider(self) -> Decider:
        decider = self._model.card.decider
        try:
            return decider.with_thresholds(self._thresholds)
        except ValueError as error:
            given = ", ".join(f"{name}={value:g}" for name, value in self._thresholds.items())
            raise InvalidSetting(
                f"The thresholds {given} cannot be used.",
                fix="Give shares between 0 and 1 for supported, unsupported or contradicted, that "
                "of unsupported below that of supported. `cite judges` shows the fitted ones.",
            ) from error

    @property
    def identity(self) -> JudgeIdentity:
        """The versions of numbers and rules, what was set, and the short hash of the weights."""
        try:
            card = self._model.card
        except JudgeUnavailable:
            return JudgeIdentity(name="local", version=VERSION)
        chosen = "".join(f"+{name}={value:g}" for name, value in self._thresholds.items())
        version = f"{card.version}.{VERSION}{chosen}"
        return JudgeIdentity(name="local", version=version, model=card.model)

    def judge(self, questions: Sequence[Question]) -> list[Judgement]:
        """One judgement for each question, in order; the same for the same question, always."""
        return [self.assess(question).judgement for question in questions]

    def assess(self, question: Question) -> Assessment:
        """Return what the model makes of a question, and the judgement."""
        stated = self._stated(question)
        try:
            reason = self._not_judged(question)
            if reason:
                return Assessment(stated or _undecided(reason))
            found = self._assessed(question)
        except JudgeUnavailable:
            if stated is None:
                raise
            return Assessment(stated)
        if stated is None:
            return found
        # What stands there in so many words may be taken back further on.
        judgement = _undecided(f"{DIVIDED}.") if _is_divided(found.measured) else stated
        return Assessment(judgement, found.probabilities, found.parts, found.measured)

    def _stated(self, question: Question) -> Judgement | None:
        """The judgement where the passage says it in the same words."""
        found = self._overlap.judge([question])[0]
        return found if found.support is Support.SUPPORTED else None

    def _not_judged(self, question: Question) -> str | None:
        """Why the model cannot judge this, or None where it can."""
        if len(question.claim) > MOST_CLAIM:
            return _TOO_LONG
        said, premise = bare_claim(question.claim), _premise(question)
        if not any(map(str.isalnum, said)):
            return _EMPTY
        if not any(map(str.isalnum, premise)):
            return _WORDLESS
        if is_question(said):
            return _QUESTION
        pieces = self._model.pieces
        languages = (question.language, question.claim_language)
        strange = foreign(said, question.passage.text, premise, *languages)
        if strange is None and pieces.count(said) > CLAIM:
            return _TOO_LONG
        return strange

    def _assessed(self, question: Question) -> Assessment:
        asked = asked_of(_premise(question), bare_claim(question.claim), self._model.pieces.count)
        scores = [self._model.score(premise, claim) for premise, claim in asked.pairs]
        measured = asked.measured(scores)
        decider = self._decider
        whole = decider.probabilities(measured.features)
        parts = tuple(decider.probabilities(part) for part in measured.parts)
        support = decider.support(*whole, parts, spoken=decider.speaks(measured.features))
        against = None
        if support is Support.CONTRADICTED:
            against = contradicting(asked.claim, question.passage, self._alone)
            if against is None:
                support = decider.support(*whole, parts, spoken=False)
        if support is Support.SUPPORTED:
            judgement = self._supported(question, asked, measured, whole)
        elif support is Support.UNSUPPORTED and (doubtful := _unread(asked, measured)):
            judgement = _undecided(doubtful)
        else:
            judgement = Judgement(
                support=support,
                reason=self._reason(support, asked, measured, parts, against),
                confidence=_confidence(support, whole),
                relied_on=_sentence(question, against),
            )
        if judgement.support is Support.UNDECIDED:
            judgement = judgement.model_copy(update={"leans": decider.leans(whole)})
        if support is not Support.SUPPORTED:
            lacking = self._lacking(asked, parts) or _missing(asked, measured)
            judgement = judgement.model_copy(
                update={"lacking": tuple(_stretches(lacking, question.claim))}
            )
        return Assessment(judgement, whole, parts, measured)

    def _lacking(self, asked: Asked, parts: Sequence[Probabilities]) -> list[str]:
        """The sentences of a claim of several that the passage does not carry, if it does some."""
        said = [self._decider.support(*found) for found in parts]
        if Support.SUPPORTED not in said:
            return []
        lacks = (Support.UNSUPPORTED, Support.CONTRADICTED)
        return [part.claim for part, one in zip(asked.parts, said, strict=True) if one in lacks]

    def _supported(
        self, question: Question, asked: Asked, measured: Measurement, found: Probabilities
    ) -> Judgement:
        """The judgement on a claim that the model finds supported, if a sentence carries it."""
        relied = carried(asked.claim, question.passage, self._alone)
        objection = relied.objection or (DIVIDED if _is_divided(measured) else None)
        if not objection and _is_unnamed(measured):
            objection = UNNAMED
        if not objection and self._is_deaf_to_denial(asked, measured):
            objection = TURNED
        if not objection and _is_short_of_context(asked, measured):
            objection = SHORT
        words = _sentence(question, relied.sentence)
        if objection:
            doubted = _undecided(doubt(objection, relied.sentence))
            return doubted.model_copy(update={"relied_on": words})
        return Judgement(
            support=Support.SUPPORTED,
            reason=reason_for(Support.SUPPORTED, relied.sentence),
            confidence=_confidence(Support.SUPPORTED, found),
            relied_on=words,
        )

    def _is_deaf_to_denial(self, asked: Asked, measured: Measurement) -> bool:
        """Whether a claim has a "not", and the model would nearly as soon accept it without."""
        without = affirmed(asked.claim)
        if without is None:
            return False
        other = asked_of(asked.premise, without, self._model.pieces.count)
        scores = other.measured([self._model.score(*pair) for pair in other.pairs])
        ahead = measured.features["margin_parts"] - scores.features["margin_parts"]
        return ahead < HEARD

    def _alone(self, sentence: str, claim: str) -> Scores:
        """The scores of one sentence; of the stretch that says most where it is too long."""
        views = views_of(sentence, claim, self._model.pieces.count)
        return max((self._model.score(one, claim) for one in views.windows), key=_margin)

    def _reason(
        self,
        support: Support,
        asked: Asked,
        measured: Measurement,
        parts: Sequence[Probabilities],
        against: str | None,
    ) -> str:
        if support is Support.CONTRADICTED:
            return reason_for(support, against)
        missing = _missing(asked, measured)
        if support is Support.PARTIAL:
            return reason_for(support, None, missing, self._lacking(asked, parts))
        sentence = nearest(asked.claim, asked.premise)
        return reason_for(support, sentence, missing)


def _premise(question: Question) -> str:
    passage = question.passage
    return f"{passage.before}{passage.text}{passage.after}"


def _sentence(question: Question, sentence: str | None) -> Stretch | None:
    """A sentence of the passage, and where it stands in the source."""
    if sentence is None:
        return None
    stretch = stretch_of(question.passage)
    return stretch.stretch(stretch.texts.index(sentence)) if sentence in stretch.texts else None


def _stretches(words: Sequence[str], claim: str) -> Iterator[Stretch]:
    """Where words of a claim first stand in it."""
    for one in words:
        if found := re.search(rf"(?<!\w){re.escape(one)}(?!\w)", claim):
            yield Stretch(start=found.start(), end=found.end(), text=one)


def _unread(asked: Asked, measured: Measurement) -> str | None:
    """Why it cannot be said that a passage does not carry a claim; None where it can."""
    if measured.features["crossed"]:
        return TWO_LANGUAGES
    if not asked.whole:
        return PARTLY_READ
    return None if is_prose(asked.premise) else NO_PROSE


def _missing(asked: Asked, measured: Measurement) -> tuple[str, ...]:
    """The words of a claim that the premise lacks; in another language it would lack them all."""
    return () if measured.features["crossed"] else unsaid(asked.claim, asked.premise)


def _undecided(reason: str) -> Judgement:
    return Judgement(support=Support.UNDECIDED, reason=reason)


def _margin(scores: Scores) -> float:
    return scores.margin


def _is_divided(measured: Measurement | None) -> bool:
    """Whether some view of the passage contradicts the claim, whatever the others say."""
    return measured is not None and any(one.contra >= AGAINST for one in measured.scores)


def _is_unnamed(measured: Measurement) -> bool:
    """Whether a claim has a name that an English passage lacks; German nouns look like names."""
    told = measured.features
    return told["names_missing"] > 0 and not (told["german"] or told["crossed"])


def _is_short_of_context(asked: Asked, measured: Measurement) -> bool:
    """
    Whether a passage in the other language is too short to be told apart from a near one.

    On dev pairs of this kind the model's scores have an AUC of .71, on longer ones .83.
    """
    return bool(measured.features["crossed"]) and len(asked.premise.split()) < CONTEXT


def _confidence(support: Support, found: Probabilities) -> float | None:
    """How likely the answer is right; None where there is none, or it has several parts."""
    likely = {
        Support.SUPPORTED: found.supported,
        Support.CONTRADICTED: found.contradicted,
        Support.UNSUPPORTED: 1 - found.supported,
    }.get(support)
    return None if likely is None else round(likely, 3)

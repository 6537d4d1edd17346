"""
Checks whether a source carries a claim that names it without quoting it.

Nothing was quoted, so nothing can be absent. What was found are the passages that speak of the
claim; a judge reads each of them, and the guards object as they do to a quotation. That no
passage speaks of a claim proves nothing: other words, or another language, may say the same.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from citation_engine.language.detection import Language, language_of
from citation_engine.language.terms import forms_of, stem_of
from citation_engine.model.conflict import Aspect, Conflict, Relation
from citation_engine.model.passage import Passage
from citation_engine.model.source import ReadState, Snapshot, Source
from citation_engine.model.verdict import Judgement, Support, Verdict
from citation_engine.ports import Judge, Question
from citation_engine.verify import notes
from citation_engine.verify.check import ask, guarded, objections, unchecked
from citation_engine.verify.status import fold
from citation_engine.verify.words import SELF_SUPPLIED

# The share of a claim's words that a passage must have for its numbers to count against it.
SPEAKS_OF_IT = 0.6
_FIGURE = re.compile(r"(?P<number>\d{1,15}(?:\.\d{1,9})?)(?P<unit>\s*[^\d\s]\D{0,40})?")
_FIGURES = (Aspect.NUMBER, Aspect.UNIT, Aspect.DATE)
# Which answer counts where passages are judged differently, the first first.
_WEIGHT = (
    Support.UNREACHABLE,
    Support.PARTIAL,
    Support.CONTRADICTED,
    Support.UNDECIDED,
    Support.UNSUPPORTED,
    Support.NOT_JUDGED,
)


@dataclass(frozen=True, slots=True)
class Named:
    """A claim, the source it names, and the passages of it that speak of the claim."""

    claim: str
    source: Source
    snapshot: Snapshot | None
    passages: tuple[Passage, ...]
    language: str | None = None


@dataclass(frozen=True, slots=True)
class _Read:
    """A passage, and what judge and guards say of it."""

    passage: Passage
    judgement: Judgement
    conflicts: tuple[Conflict, ...] = ()


def check_named(named: Sequence[Named], judge: Judge) -> list[Verdict]:
    """What checks of several claims find; the judge is asked about all of them at once."""
    questions = [Question(one.claim, p, one.language) for one in named for p in _readable(one)]
    answers = iter(ask(questions, judge) if questions else [])
    return [_concluded(one, list(islice(answers, len(_readable(one)))), judge) for one in named]


def _readable(named: Named) -> tuple[Passage, ...]:
    wordless = named.source.state in (ReadState.DEGRADED, ReadState.REDACTED)
    if named.snapshot is None or named.snapshot.redacted or wordless:
        return ()
    return named.passages


def _concluded(named: Named, answers: Sequence[Judgement], judge: Judge) -> Verdict:
    wordless = named.source.state in (ReadState.DEGRADED, ReadState.REDACTED)
    if named.snapshot is None or named.snapshot.redacted or wordless:
        return unchecked(named.source, named.snapshot, judge)
    read = [_guarded(named, *each) for each in zip(_readable(named), answers, strict=True)]
    chosen = _chosen(read)
    judgement = chosen.judgement if chosen else notes.silent(named.source)
    status = fold(
        words_present=True,
        support=judgement.support,
        negative=False,
        evidence=named.source.state is ReadState.READY,
    )
    return Verdict(
        status=status,
        support=judgement.support,
        judge=judge.identity,
        reason=judgement.reason,
        notes=notes.explain_named(named.source, chosen.passage if chosen else None, judgement),
        fix=notes.how_to_fix_named(status, judgement.support),
        passage=chosen.passage if chosen else None,
        conflicts=chosen.conflicts if chosen else (),
        snapshot_id=named.snapshot.id,
        self_supplied=named.source.type in SELF_SUPPLIED,
    )


def _guarded(named: Named, passage: Passage, judgement: Judgement) -> _Read:
    """The judgement, lowered where the guards object; another number is told in any case."""
    if judgement.support is Support.SUPPORTED:
        found = objections(named.claim, named.language, passage)
        return _Read(passage, guarded(judgement, found), found)
    return _Read(passage, judgement, _other_figures(named, passage))


def _other_figures(named: Named, passage: Passage) -> tuple[Conflict, ...]:
    """The numbers and dates for which a passage that clearly speaks of the claim has others."""
    if _shared(named.claim, passage.text) < SPEAKS_OF_IT:
        return ()
    found = objections(named.claim, named.language, passage)
    return tuple(
        one
        for one in found
        if one.relation is Relation.DIFFERS and one.aspect in _FIGURES and _is_another(one)
    )


def _is_another(conflict: Conflict) -> bool:
    """
    Whether the figures differ although they measure in the same unit, and by more than rounding.

    A conversion of kilometres to miles may be right, and 33 percent may stand for 33.3.
    """
    ours, theirs = _figure(conflict.claim_words), _figure(conflict.passage_words)
    if ours is None or theirs is None:
        return conflict.aspect is not Aspect.UNIT
    (number, unit), (other, other_unit) = ours, theirs
    if unit != other_unit:
        return False
    return number != round(other, len(f"{number:g}".partition(".")[2]))


def _figure(words: str) -> tuple[float, str] | None:
    """A number in plain digits and its unit; None where it is written otherwise."""
    found = _FIGURE.fullmatch(words.strip())
    if found is None:
        return None
    unit = (found["unit"] or "").strip().casefold()
    return float(found["number"]), {"%": "percent", "prozent": "percent"}.get(unit, unit)


def _shared(claim: str, passage: str) -> float:
    """The share of a claim's words, numbers apart, that a passage has."""
    language = language_of(forms_of(passage)) or Language.ENGLISH
    own = {stem_of(form, language) for form in forms_of(claim) if form.isalpha()}
    other = {stem_of(form, language) for form in forms_of(passage)}
    return len(own & other) / len(own) if own else 0.0


def _chosen(read: Sequence[_Read]) -> _Read | None:
    """
    The passage whose judgement counts.

    One that carries the claim is enough, unless another contradicts it: then nothing is decided.
    """
    by_support: dict[Support, _Read] = {}
    for one in read:
        by_support.setdefault(one.judgement.support, one)
    carrying = by_support.get(Support.SUPPORTED)
    if carrying and Support.CONTRADICTED in by_support:
        reason = "Passages of the source are judged differently."
        return _Read(carrying.passage, Judgement(support=Support.UNDECIDED, reason=reason))
    if carrying:
        return carrying
    return next((by_support[support] for support in _WEIGHT if support in by_support), None)

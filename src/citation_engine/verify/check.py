"""
Checks one citation: first the words, then the support, then the status.

Step 1: is there anything to check against? Step 2: are the words there?
Step 3: do they carry the claim? Step 4: fold both into a status and say it in words.
"""

import logging
from collections.abc import Sequence

from citation_engine.errors import JudgeError
from citation_engine.model.citation import ExtractionMethod, NewCitation
from citation_engine.model.passage import Passage
from citation_engine.model.source import ReadState, Snapshot, Source
from citation_engine.model.span import Span
from citation_engine.model.verdict import Judgement, Status, Support, Verdict
from citation_engine.ports import Judge, Question
from citation_engine.text.shown import one_line
from citation_engine.verify import notes
from citation_engine.verify.status import fold
from citation_engine.verify.words import (
    SELF_SUPPLIED,
    Words,
    context_is_invented,
    find_words,
    is_description,
    passage_at,
)

log = logging.getLogger(__name__)

MOST_JUDGED = 20_000
LONGEST_REASON = 2_000


def check(new: NewCitation, source: Source, snapshot: Snapshot | None, judge: Judge) -> Verdict:
    """What a check of this citation against this snapshot finds."""
    # Step 1.
    wordless = source.state in (ReadState.DEGRADED, ReadState.REDACTED)
    if snapshot is None or snapshot.redacted or wordless:
        return _unchecked(source, snapshot, judge)
    # Step 2.
    words = find_words(new, source.type, snapshot)
    described = is_description(new, source.type)
    present = words.present or (described and words.match is None)
    # Step 3.
    judgement = Judgement(support=Support.NOT_JUDGED)
    negative = new.extraction_method is ExtractionMethod.NEGATIVE
    if present:
        judgement = _ask(_passages(words, snapshot, described, negative), new, judge)
    # Step 4.
    if negative and not new.locator.given() and not new.quote_context:
        judgement = Judgement(support=Support.UNDECIDED, reason="What was searched is not named.")
    status = fold(
        words_present=present,
        support=judgement.support,
        negative=negative,
        evidence=source.state is ReadState.READY,
    )
    return _verdict(new, source, snapshot, judge, words, status, judgement)


def _passages(
    words: Words, snapshot: Snapshot, described: bool, negative: bool
) -> tuple[Passage, ...]:
    """What the judge reads: the places found or, for a description, all that is stored."""
    if not described:
        return words.passages
    if len(snapshot.text) <= MOST_JUDGED:
        return (passage_at(snapshot, Span(0, len(snapshot.text))),)
    return () if negative else words.passages


def _ask(passages: Sequence[Passage], new: NewCitation, judge: Judge) -> Judgement:
    """Ask about each place the words stand at; where answers differ, nothing is decided."""
    if not passages:
        reason = "The stored content is too long to be judged as a whole."
        return Judgement(support=Support.UNDECIDED, reason=reason)
    judgements = _answers([Question(new.claim, p, new.quote_language) for p in passages], judge)
    if len({judgement.support for judgement in judgements}) > 1:
        reason = "The words stand at several places that are judged differently."
        return Judgement(support=Support.UNDECIDED, reason=reason)
    return judgements[0]


def _answers(questions: Sequence[Question], judge: Judge) -> list[Judgement]:
    """One answer a question; a judge that gives none, or something else, was not reached."""
    try:
        answers = list(judge.judge(questions))
    except JudgeError as error:
        return [_unreachable(error.message)]
    except Exception as error:  # noqa: BLE001  A stranger's judge must not lose the citation.
        log.warning("The judge %s failed with %s.", judge.identity.name, type(error).__name__)
        return [_unreachable(f"The judge failed: {type(error).__name__}: {error}.")]
    if len(answers) != len(questions) or not all(isinstance(a, Judgement) for a in answers):
        return [_unreachable("The judge did not give one judgement for each question.")]
    return [a.model_copy(update={"reason": one_line(a.reason, LONGEST_REASON)}) for a in answers]


def _unreachable(reason: str) -> Judgement:
    return Judgement(support=Support.UNREACHABLE, reason=one_line(reason, LONGEST_REASON))


def _unchecked(source: Source, snapshot: Snapshot | None, judge: Judge) -> Verdict:
    redacted = snapshot is not None and snapshot.redacted
    return Verdict(
        status=Status.UNVERIFIED,
        judge=judge.identity,
        notes=notes.nothing_to_check(source, redacted=redacted),
        fix="Add the source again once its words can be read, then cite it anew.",
        self_supplied=source.type in SELF_SUPPLIED,
    )


def _verdict(
    new: NewCitation,
    source: Source,
    snapshot: Snapshot,
    judge: Judge,
    words: Words,
    status: Status,
    judgement: Judgement,
) -> Verdict:
    said = [notes.explain(new, source, words, judgement)]
    if words.present and context_is_invented(new, source.type, snapshot):
        said.append(notes.INVENTED_CONTEXT)
    return Verdict(
        status=status,
        match=words.match,
        place=words.place,
        places=words.places,
        support=judgement.support,
        judge=judge.identity,
        reason=judgement.reason,
        notes=" ".join(said),
        fix=notes.how_to_fix(words, status, judgement.support),
        similarity=words.similarity,
        differences=words.differences,
        passage=words.passages[0] if words.present and words.passages else None,
        nearest=words.nearest,
        snapshot_id=snapshot.id,
        self_supplied=source.type in SELF_SUPPLIED,
    )

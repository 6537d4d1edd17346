"""
Checks one citation: first the words, then the support, then the status.

Step 1: is there anything to check against? Step 2: are the words there?
Step 3: do they carry the claim? Step 4: fold both into a status and say it in words.
"""

from citation_engine.errors import JudgeError
from citation_engine.model.citation import ExtractionMethod, NewCitation
from citation_engine.model.passage import Passage
from citation_engine.model.source import ReadState, Snapshot, Source
from citation_engine.model.span import Span
from citation_engine.model.verdict import Judgement, Place, Status, Support, Verdict
from citation_engine.ports import Judge, Question
from citation_engine.verify import notes
from citation_engine.verify.status import fold
from citation_engine.verify.words import (
    SELF_SUPPLIED,
    Words,
    find_words,
    is_description,
    passage_at,
)

MOST_PLACES = 5
MOST_JUDGED = 20_000
NOTHING = Words(None, Place.UNSTATED)


def check(new: NewCitation, source: Source, snapshot: Snapshot | None, judge: Judge) -> Verdict:
    """What a check of this citation against this snapshot finds."""
    # Step 1.
    if snapshot is None or snapshot.redacted or source.state is ReadState.DEGRADED:
        return _unchecked(source, judge)
    # Step 2.
    words = find_words(new, source.type, snapshot)
    described = is_description(new, source.type)
    present = words.present or (described and words.match is None)
    # Step 3.
    judgement = Judgement(support=Support.NOT_JUDGED)
    if present:
        judgement = _ask(new, words, snapshot, judge, whole=described)
    # Step 4.
    negative = new.extraction_method is ExtractionMethod.NEGATIVE
    support = judgement.support
    if negative and not new.locator.given() and not new.quote_context:
        support = Support.UNDECIDED
    status = fold(
        words_present=present,
        support=support,
        negative=negative,
        evidence=source.state is ReadState.READY,
    )
    return _verdict(new, source, snapshot, judge, words, status, judgement, support)


def _ask(
    new: NewCitation, words: Words, snapshot: Snapshot, judge: Judge, *, whole: bool
) -> Judgement:
    """Ask about each place the words stand at; where answers differ, nothing is decided."""
    if whole:
        if len(snapshot.text) > MOST_JUDGED:
            reason = "The stored content is too long to be judged as a whole."
            return Judgement(support=Support.UNDECIDED, reason=reason)
        passages: tuple[Passage, ...] = (passage_at(snapshot, Span(0, len(snapshot.text))),)
    else:
        passages = words.passages[:MOST_PLACES]
    questions = [Question(new.claim, passage, new.quote_language) for passage in passages]
    try:
        judgements = judge.judge(questions)
    except JudgeError as error:
        return Judgement(support=Support.UNREACHABLE, reason=error.message)
    if len({judgement.support for judgement in judgements}) > 1:
        reason = "The words stand at several places that are judged differently."
        return Judgement(support=Support.UNDECIDED, reason=reason)
    return judgements[0]


def _unchecked(source: Source, judge: Judge) -> Verdict:
    return Verdict(
        status=Status.UNVERIFIED,
        judge=judge.identity,
        notes=notes.nothing_to_check(source),
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
    support: Support,
) -> Verdict:
    return Verdict(
        status=status,
        match=words.match,
        place=words.place,
        places=len(words.passages) if words.match and words.match.located else 0,
        support=support,
        judge=judge.identity,
        reason=judgement.reason,
        notes=notes.explain(new, source, words, support, judgement.reason),
        fix=notes.how_to_fix(words, status, support),
        similarity=words.similarity,
        differences=words.differences,
        passage=words.passages[0] if words.present and words.passages else None,
        nearest=words.nearest,
        snapshot_id=snapshot.id,
        self_supplied=source.type in SELF_SUPPLIED,
    )

"""
Checks citations: first the words, then the support, then the status.

Step 1: is there anything to check against? Step 2: are the words there?
Step 3: do they carry the claim? Step 4: fold both into a status and say it in words.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from citation_engine.display import one_line
from citation_engine.errors import JudgeError
from citation_engine.model.citation import ExtractionMethod, NewCitation
from citation_engine.model.conflict import Conflict, Difference, Relation
from citation_engine.model.passage import Passage
from citation_engine.model.source import ReadState, Snapshot, Source
from citation_engine.model.span import Span
from citation_engine.model.verdict import Judgement, Status, Support, Verdict
from citation_engine.ports import Judge, Question
from citation_engine.verify import notes
from citation_engine.verify.attribution import asserted
from citation_engine.verify.guards.conflicts import conflicts, lowered
from citation_engine.verify.guards.differences import differences
from citation_engine.verify.status import fold
from citation_engine.verify.words import (
    SELF_SUPPLIED,
    Words,
    context_is_invented,
    find_words,
    is_description,
    passage_at,
    sentences_of,
)

log = logging.getLogger(__name__)

MOST_JUDGED = 20_000
LONGEST_REASON = 2_000
# Objections of the guards that a reason names.
MOST_OBJECTIONS = 3
# Characters of a quote that are compared word by word with the nearest passage.
MOST_COMPARED = 5_000


@dataclass(frozen=True, slots=True)
class Given:
    """What is checked: a citation, its source, and the snapshot it was made on."""

    new: NewCitation
    source: Source
    snapshot: Snapshot | None

    @property
    def asserted(self) -> str:
        """What the claim asserts, where it does more than say who says something."""
        return asserted(self.new.claim, self.new.verbatim_quote, self.source.name)

    @property
    def negative(self) -> bool:
        """Whether the citation says that the source is silent or says the contrary."""
        return self.new.extraction_method is ExtractionMethod.NEGATIVE


@dataclass(frozen=True, slots=True)
class _Looked:
    """What the first half found, and what is left to ask a judge."""

    words: Words
    present: bool
    passages: tuple[Passage, ...]


def check(new: NewCitation, source: Source, snapshot: Snapshot | None, judge: Judge) -> Verdict:
    """What a check of this citation against this snapshot finds."""
    return check_all([Given(new, source, snapshot)], judge)[0]


def check_all(given: Sequence[Given], judge: Judge) -> list[Verdict]:
    """What checks of several citations find; the judge is asked about all of them at once."""
    # Steps 1 and 2.
    looked = [_look(one) for one in given]
    # Step 3.
    wanted = [found.passages if found else () for found in looked]
    questions = [
        Question(one.asserted, passage, one.new.quote_language)
        for one, passages in zip(given, wanted, strict=True)
        for passage in passages
    ]
    answers = iter(ask(questions, judge) if questions else [])
    judged = [list(islice(answers, len(passages))) for passages in wanted]
    # Step 4.
    return [_concluded(*each, judge) for each in zip(given, looked, judged, strict=True)]


def _look(given: Given) -> _Looked | None:
    """Where the words stand; None where there is nothing to check against."""
    new, source, snapshot = given.new, given.source, given.snapshot
    wordless = source.state in (ReadState.DEGRADED, ReadState.REDACTED)
    if snapshot is None or snapshot.redacted or wordless:
        return None
    words = find_words(new, source.type, snapshot)
    described = is_description(new, source.type)
    present = words.present or (described and words.match is None)
    shown = _passages(words, snapshot, described, given.negative) if present else ()
    return _Looked(words, present, shown)


def _concluded(
    given: Given, looked: _Looked | None, answers: Sequence[Judgement], judge: Judge
) -> Verdict:
    if looked is None or given.snapshot is None:
        return unchecked(given.source, given.snapshot, judge)
    judgement = _judgement(given, looked, answers)
    found = _conflicts(given, looked, judgement)
    judgement = guarded(judgement, found)
    status = fold(
        words_present=looked.present,
        support=judgement.support,
        negative=given.negative,
        evidence=given.source.state is ReadState.READY,
    )
    verdict = _verdict(given, given.snapshot, judge, looked.words, status, judgement)
    return verdict.model_copy(update={"conflicts": found}) if found else verdict


def _judgement(given: Given, looked: _Looked, answers: Sequence[Judgement]) -> Judgement:
    """One judgement for all places the words stand at; where they differ, nothing is decided."""
    if given.negative and not given.new.locator.given() and not given.new.quote_context:
        return Judgement(support=Support.UNDECIDED, reason="What was searched is not named.")
    if not looked.present:
        return Judgement(support=Support.NOT_JUDGED)
    if not answers:
        reason = "The stored content is too long to be judged as a whole."
        return Judgement(support=Support.UNDECIDED, reason=reason)
    if len({judgement.support for judgement in answers}) > 1:
        reason = "The words stand at several places that are judged differently."
        return Judgement(support=Support.UNDECIDED, reason=reason)
    return answers[0]


def _conflicts(given: Given, looked: _Looked, judgement: Judgement) -> tuple[Conflict, ...]:
    """What the guards object to in a claim that the judge calls supported."""
    if judgement.support is not Support.SUPPORTED or given.negative:
        return ()
    for passage in looked.passages:
        found = objections(given.new.claim, given.new.quote_language, passage)
        if is_description(given.new, given.source.type):
            # What is counted or computed from stored rows does not stand in them.
            found = tuple(one for one in found if one.relation is Relation.DIFFERS)
        if found:
            return found
    return ()


def objections(claim: str, language: str | None, passage: Passage) -> tuple[Conflict, ...]:
    """
    What does not agree with the sentences that the quoted words stand in.

    A number may stand in the sentences around, but not where theirs say another one in its place.
    """
    sentences, around = sentences_of(passage)
    found = conflicts(claim, sentences, language=language)
    if not found or all(one.relation is Relation.DIFFERS for one in found):
        return found
    missing = {
        one.claim_span
        for one in conflicts(claim, sentences, around=around, language=language)
        if one.relation is Relation.MISSING
    }
    return tuple(
        one for one in found if one.relation is Relation.DIFFERS or one.claim_span in missing
    )


def guarded(judgement: Judgement, found: tuple[Conflict, ...]) -> Judgement:
    """The judgement, lowered where the guards object; nothing ever lifts it."""
    if not found:
        return judgement
    objections = " ".join(one.sentence for one in found[:MOST_OBJECTIONS])
    if judgement.support is Support.SUPPORTED and judgement.reason:
        objections += " But for that:"
    reason = one_line(f"{objections} {judgement.reason}".strip(), LONGEST_REASON)
    update = {"support": lowered(judgement.support, found), "reason": reason}
    return judgement.model_copy(update=update)


def _changes(new: NewCitation, words: Words) -> tuple[Difference, ...]:
    """The words of a quote that are not those of the nearest passage."""
    quote = new.verbatim_quote
    if not quote or words.nearest is None or words.present or len(quote) > MOST_COMPARED:
        return ()
    return differences(quote, words.nearest.text, language=new.quote_language)


def _passages(
    words: Words, snapshot: Snapshot, described: bool, negative: bool
) -> tuple[Passage, ...]:
    """What the judge reads: the places found or, for a description, all that is stored."""
    if not described:
        return words.passages
    if len(snapshot.text) <= MOST_JUDGED:
        return (passage_at(snapshot, Span(0, len(snapshot.text))),)
    return () if negative else words.passages


def ask(questions: Sequence[Question], judge: Judge) -> list[Judgement]:
    """One answer a question; a judge that gives none, or something else, was not reached."""
    try:
        answers = list(judge.judge(questions))
    except JudgeError as error:
        return [_unreachable(_told(error))] * len(questions)
    except Exception as error:  # noqa: BLE001  A stranger's judge must not lose the citation.
        log.warning("The judge %s failed with %s.", judge.identity.name, type(error).__name__)
        reason = f"The judge failed: {type(error).__name__}: {error}."
        return [_unreachable(reason)] * len(questions)
    if len(answers) != len(questions) or not all(isinstance(a, Judgement) for a in answers):
        reason = "The judge did not give one judgement for each question."
        return [_unreachable(reason)] * len(questions)
    return [a.model_copy(update={"reason": one_line(a.reason, LONGEST_REASON)}) for a in answers]


def _told(error: JudgeError) -> str:
    """What is the case and, where the judge knows better than "try later", what to do."""
    return error.message if error.fix == error.default_fix else f"{error.message} {error.fix}"


def _unreachable(reason: str) -> Judgement:
    return Judgement(support=Support.UNREACHABLE, reason=one_line(reason, LONGEST_REASON))


def unchecked(source: Source, snapshot: Snapshot | None, judge: Judge) -> Verdict:
    """The verdict where a source has no words to check against."""
    redacted = snapshot is not None and snapshot.redacted
    return Verdict(
        status=Status.UNVERIFIED,
        judge=judge.identity,
        notes=notes.nothing_to_check(source, redacted=redacted),
        fix="Add the source again once its words can be read, then cite it anew.",
        self_supplied=source.type in SELF_SUPPLIED,
    )


def _verdict(
    given: Given,
    snapshot: Snapshot,
    judge: Judge,
    words: Words,
    status: Status,
    judgement: Judgement,
) -> Verdict:
    new, source = given.new, given.source
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
        changes=_changes(new, words),
        snapshot_id=snapshot.id,
        self_supplied=source.type in SELF_SUPPLIED,
    )

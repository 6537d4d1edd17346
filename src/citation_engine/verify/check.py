"""
Checks citations: first the words, then the support, then the status.

Step 1: is there anything to check against? Step 2: which passages count? Those where the cited
words stand or, where a claim only names its source, those that speak of it: nothing was quoted,
so nothing can be absent, and that none speaks of it proves nothing.
Step 3: do they carry the claim? Step 4: fold both into a status and say it in words.
"""

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from citation_engine.display import one_line
from citation_engine.errors import JudgeError
from citation_engine.language.detection import Language, language_of, may_be_in
from citation_engine.language.fold import fold
from citation_engine.language.sentences import is_prose, split_sentences
from citation_engine.language.terms import forms_of, is_stop_word, stem_of
from citation_engine.language.tokens import RUN
from citation_engine.language.vocabulary import words as word_list
from citation_engine.model.checked import CitedClaim
from citation_engine.model.citation import ExtractionMethod, NewCitation
from citation_engine.model.passage import JoinedPassage, Passage, Span, Stretch
from citation_engine.model.source import ReadState, Snapshot, Source
from citation_engine.model.verdict import (
    Aspect,
    Conflict,
    Difference,
    Judgement,
    Match,
    Relation,
    Status,
    Support,
    Verdict,
)
from citation_engine.ports import Judge, Question
from citation_engine.quotes.searchable_text import seen_words
from citation_engine.verify import notes, silence
from citation_engine.verify.cells import told_by_cell
from citation_engine.verify.counts import counted
from citation_engine.verify.guards.conflicts import conflicts, lowered
from citation_engine.verify.guards.differences import differences
from citation_engine.verify.plain_claims import plain_claim
from citation_engine.verify.silence import in_compounds, ran_together
from citation_engine.verify.words import (
    NOTHING_QUOTED,
    SELF_SUPPLIED,
    Words,
    context_is_invented,
    find_words,
    is_description,
    named_sections,
    passage_at,
    sentences_of,
    text_of,
)

log = logging.getLogger(__name__)

MOST_JUDGED = 20_000
LONGEST_REASON = 2_000
# Objections of the guards that a reason names.
MOST_OBJECTIONS = 3
# Characters of a quote that are compared word by word with the nearest passage.
MOST_COMPARED = 5_000


# A text of fewer words, or small ones, may be a rest or foreign; a claim of fewer says too little.
FEWEST_WORDS, FEWEST_SMALL = 50, 0.1
FEWEST_TELLING = 2
# Where a source has some words of a claim: how many the claim must have, and the shares of them in
# a passage and in the whole text below which it speaks of something else.
MANY_TELLING, FEW, HALF = 6, 0.3, 0.5
_SMALL = word_list("function_words", "SMALL_WORDS")
_FORMULA = re.compile(r"\$[^$]*\$|\\[A-Za-z]+")
# About so many characters are read of a place and around it, and how many of them at least at
# either side: more are read in several views, which cost more and tell no better.
ABOUT, LEAST_AROUND = 700, 60
# How far a sentence at the edge of what is read may go on.
EDGE = 400
# The share of a claim's words that a passage must have for its numbers to count against it.
SPEAKS_OF_IT = 0.6
# The share from which on another number is one of the same thing: rye and oats differ in a word.
SAME_THING = 0.9
# How sure a judge must be that a claim is not in a source of which it read less than half.
SURE_OF_ABSENCE = 0.98
_FIGURES = (Aspect.NUMBER, Aspect.UNIT, Aspect.DATE)
# What the guards say whatever a judge says.
_ALWAYS = (*_FIGURES, Aspect.NEGATION, Aspect.MODALITY)
# What leaves room for a figure that differs.
_OPEN = (Support.UNDECIDED, Support.UNSUPPORTED, Support.NOT_JUDGED)
# What the places of a source can say together that none of them says alone.
_TELLING = (Support.SUPPORTED, Support.PARTIAL, Support.CONTRADICTED)
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
class _Looked:
    """What the first half found, and what is left to ask a judge."""

    words: Words
    present: bool
    passages: tuple[Passage, ...]
    # What was found without a judge, and where.
    found: Judgement | None = None
    found_at: Passage | None = None
    # What the judge says of the best places of the source in one.
    together: Judgement | None = None


@dataclass(frozen=True, slots=True)
class _Judged:
    """What judge and guards say together, and the passage that this rests on."""

    judgement: Judgement
    conflicts: tuple[Conflict, ...] = ()
    passage: Passage | None = None


def check(new: NewCitation, source: Source, snapshot: Snapshot | None, judge: Judge) -> Verdict:
    """What a check of this citation against this snapshot finds."""
    return check_all([CitedClaim(new, source, snapshot)], judge)[0]


def check_all(cited: Sequence[CitedClaim], judge: Judge) -> list[Verdict]:
    """What checks of several citations find; the judge is asked about all of them at once."""
    # Steps 1 and 2.
    looked = [None if one.wordless else _look(one) for one in cited]
    # Step 3.
    wanted = [found.passages if found else () for found in looked]
    questions = [
        _question(one, found, passage)
        for one, found in zip(cited, looked, strict=True)
        for passage in (found.passages if found else ())
    ]
    answers = iter(ask(questions, judge) if questions else [])
    judged = [list(islice(answers, len(passages))) for passages in wanted]
    looked = _read_together(cited, looked, judged, judge)
    # Step 4.
    return [_concluded(*each, judge) for each in zip(cited, looked, judged, strict=True)]


def _read_together(
    cited: Sequence[CitedClaim],
    looked: Sequence[_Looked | None],
    answers: Sequence[Sequence[Judgement]],
    judge: Judge,
) -> list[_Looked | None]:
    """What was looked at, with what the best places say in one where none decides alone."""
    left = [
        (number, one.together)
        for number, one in enumerate(cited)
        if one.together and answers[number] and not _is_decided(answers[number])
    ]
    questions = [_question(cited[number], None, joined) for number, joined in left]
    said = ask(questions, judge) if questions else []
    by_number = {number: answer for (number, _), answer in zip(left, said, strict=True)}
    return [
        replace(one, together=by_number.get(number)) if one else None
        for number, one in enumerate(looked)
    ]


def _is_decided(answers: Sequence[Judgement]) -> bool:
    decided = (Support.SUPPORTED, Support.CONTRADICTED, Support.UNREACHABLE, Support.NOT_JUDGED)
    return any(one.support in decided for one in answers)


def _question(cited: CitedClaim, looked: _Looked | None, passage: Passage) -> Question:
    """What is asked about a passage; its language is the caller's word or that of the source."""
    told = text_of(cited.snapshot).language if cited.snapshot else None
    if cited.passages is not None and cited.snapshot and not isinstance(passage, JoinedPassage):
        passage = _in_whole_sentences(passage, cited.snapshot.text)
    return Question(
        _asserted(cited, looked.words if looked else NOTHING_QUOTED),
        passage,
        cited.new.quote_language or told,
        claim_language=cited.language,
        source=cited.source.id,
    )


def _in_whole_sentences(passage: Passage, text: str) -> Passage:
    """
    The passage with the sentences around it that are read, none of them cut.

    Nobody cited the words of a passage that was searched for, so that any sentence may carry the
    claim, and one at the edge as well as others.
    """
    beside = max(LEAST_AROUND, (ABOUT - len(passage.text)) // 2)
    before, after = min(beside, len(passage.before)), min(beside, len(passage.after))
    around = Span(passage.start - before, passage.end + after)
    reach = Span(max(0, around.start - EDGE), min(len(text), around.end + EDGE))
    sentences = (
        Span(reach.start + one.start, reach.start + one.end)
        for one in split_sentences(reach.of(text))
    )
    touched = [one for one in sentences if one.start < around.end and around.start < one.end]
    # What goes on beyond the reach is left out, as it cannot be read whole.
    starts = [one.start for one in touched if one.start > reach.start or not reach.start]
    ends = [one.end for one in touched if one.end < reach.end or reach.end == len(text)]
    start = min([passage.start, *starts])
    end = max([passage.end, *ends])
    said = {"text": text[start:end], "before": "", "after": ""}
    return passage.model_copy(update={"start": start, "end": end, **said})


def _asserted(cited: CitedClaim, words: Words) -> str:
    """What the claim asserts, with the words of its quotation as the source spells them."""
    quote = cited.new.verbatim_quote
    claim = asserted(cited.new.claim, quote, cited.source.name)
    if quote and words.match is Match.NORMALISED and words.differences:
        spelled = seen_words(words.passages[0].text)
        # What an editor added in brackets is asserted, and has to be carried like other words.
        if len(spelled.split()) == len(quote.split()):
            return claim.replace(quote, spelled)
    return claim


def _is_negative(cited: CitedClaim) -> bool:
    """Whether the citation says that the source is silent or says the contrary."""
    return cited.new.extraction_method is ExtractionMethod.NEGATIVE


def _look(cited: CitedClaim) -> _Looked:
    """Where the cited words stand; where none are cited, the passages that speak of the claim."""
    sum_ = None if _is_negative(cited) else counted(cited)
    assert cited.snapshot is not None
    words = find_words(cited.new, cited.source.type, cited.snapshot)
    described = is_description(cited.new, cited.source.type)
    may_lack = described or cited.passages is not None
    present = words.present or (may_lack and words.match is None)
    if sum_:
        return _Looked(words, present, (), sum_)
    if cited.passages is not None:
        cell = None if _is_negative(cited) else told_by_cell(cited)
        shown = cited.passages if present and not cell else ()
        return _Looked(words, present, shown, *(cell or ()))
    negative = _is_negative(cited)
    sections = named_sections(cited.new.locator, cited.snapshot) if negative else ()
    shown = _passages(words, cited.snapshot, described, sections, negative) if present else ()
    return _Looked(words, present, shown, silence.searched(cited, sections))


def _concluded(
    cited: CitedClaim, looked: _Looked | None, answers: Sequence[Judgement], judge: Judge
) -> Verdict:
    if looked is None:
        return unchecked(cited.source, cited.snapshot, judge)
    rests = cited.passages is None or not looked.present
    weigh = _weigh_words if rests else _weigh_passages
    if looked.found and looked.present and not _is_negative(cited):
        passage = looked.found_at or next(iter(looked.words.passages), None)
        judged = _Judged(looked.found, passage=passage)
    else:
        judged = weigh(cited, looked, answers)
    if judged.judgement.support is Support.UNSUPPORTED:
        judged = _doubted(cited, judged)
    status = status_of(
        words_present=looked.present,
        support=judged.judgement.support,
        negative=_is_negative(cited),
        evidence=cited.source.state is ReadState.READY,
    )
    verdict = _verdict(cited, judge, looked.words, status, judged)
    undecided = verdict.support is Support.UNDECIDED
    return verdict.model_copy(update={"read": _read(cited, looked)}) if undecided else verdict


def _read(cited: CitedClaim, looked: _Looked) -> tuple[Passage, ...]:
    """The passages that the judge read, alone or together."""
    if not looked.together or not cited.together or not cited.snapshot:
        return looked.passages
    known = [Span(one.start, one.end) for one in looked.passages]
    more = (
        passage_at(cited.snapshot, part)
        for part in sorted(cited.together.segments)
        if not any(part.start < one.end and one.start < part.end for one in known)
    )
    return (*looked.passages, *more)


# a claim that cites words ------------------------------------------------------------------


def _weigh_words(cited: CitedClaim, looked: _Looked, answers: Sequence[Judgement]) -> _Judged:
    judgement = _judgement(cited, looked, answers)
    found = _conflicts(cited, looked, judgement)
    words = looked.words
    passage = words.passages[0] if words.present and words.passages else None
    judged = _Judged(guarded(judgement, found), found, passage)
    doubted = judgement.support is Support.SUPPORTED or _is_negative(cited)
    return judged if doubted else _contradicted(cited, judged, looked.passages)


def _judgement(cited: CitedClaim, looked: _Looked, answers: Sequence[Judgement]) -> Judgement:
    """What a search and the judge say of all places the words stand at."""
    heard = _heard(cited, looked, answers)
    if not looked.present or not _is_negative(cited):
        return heard
    return silence.settled(cited.new.claim, looked.found, heard)


def _heard(cited: CitedClaim, looked: _Looked, answers: Sequence[Judgement]) -> Judgement:
    """One judgement for all places the words stand at; where they differ, nothing is decided."""
    if _is_negative(cited) and not cited.new.locator.given() and not cited.new.quote_context:
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


def _conflicts(cited: CitedClaim, looked: _Looked, judgement: Judgement) -> tuple[Conflict, ...]:
    """What the guards object to in a claim, whatever the judge says of it."""
    if _is_negative(cited):
        return ()
    for passage in looked.passages:
        found = _said_of(cited.new, passage, judgement)
        if is_description(cited.new, cited.source.type):
            # What is counted or computed from stored rows does not stand in them.
            found = tuple(one for one in found if one.relation is Relation.DIFFERS)
        if found:
            return found
    return ()


def _said_of(new: NewCitation, passage: Passage, judgement: Judgement) -> tuple[Conflict, ...]:
    """What the guards say: all to "supported", else what a passage that speaks of it has else."""
    if judgement.support is Support.SUPPORTED:
        return objections(new.claim, new.quote_language, passage)
    if word_share(new.claim, sentences_of(passage)[0]) < SPEAKS_OF_IT:
        return ()
    found = objections(new.claim, new.quote_language, passage)
    return tuple(one for one in found if one.aspect in _ALWAYS)


# a claim that only names its source ---------------------------------------------------------


def _weigh_passages(cited: CitedClaim, looked: _Looked, answers: Sequence[Judgement]) -> _Judged:
    """
    The passage whose judgement counts.

    One that carries the claim is enough, unless another contradicts it: then nothing is decided.
    """
    pairs = zip(looked.passages, answers, strict=True)
    alone = [_guarded_passage(cited.new, *pair) for pair in pairs]
    together = _guarded_together(cited, looked, alone)
    by_support: dict[Support, _Judged] = {}
    for judged in (*alone, *together):
        by_support.setdefault(judged.judgement.support, judged)
    carrying = by_support.get(Support.SUPPORTED)
    if carrying and Support.CONTRADICTED in by_support:
        reason = "Passages of the source are judged differently."
        undecided = Judgement(support=Support.UNDECIDED, reason=reason)
        return _Judged(undecided, passage=carrying.passage)
    if carrying:
        return carrying
    unfound = _Judged(notes.unfound(cited.source))
    judged = next((by_support[support] for support in _WEIGHT if support in by_support), unfound)
    if _may_stand_elsewhere(cited, judged.judgement):
        reason = notes.partly_read(cited.source, judged.judgement.reason)
        update = {"support": Support.UNDECIDED, "reason": reason, "leans": Support.UNSUPPORTED}
        unsure = judged.judgement.model_copy(update={**update, "confidence": None})
        judged = replace(judged, judgement=unsure)
    is_open = judged.judgement.support is Support.UNDECIDED
    if is_open and (share := _share_of_else(cited)) is not None:
        return _Judged(notes.silent(cited.source, share), passage=judged.passage)
    doubted = Support.SUPPORTED in (one.support for one in answers)
    return judged if doubted else _contradicted(cited, judged, looked.passages)


def _may_stand_elsewhere(cited: CitedClaim, judgement: Judgement) -> bool:
    """Whether "does not carry it" is not sure enough, because the judge read only passages."""
    sure = judgement.confidence is None or judgement.confidence >= SURE_OF_ABSENCE
    if judgement.support is not Support.UNSUPPORTED or sure or cited.snapshot is None:
        return False
    text = cited.snapshot.text
    read = sum(len(_in_whole_sentences(one, text).text) for one in cited.passages or ())
    return read < (len(text) + cited.elsewhere) / 2


def _contradicted(cited: CitedClaim, judged: _Judged, passages: Sequence[Passage]) -> _Judged:
    """
    The judgement, or a contradiction where one figure alone differs in a sentence that is the same.

    Where two differ, one may be of another time. What another passage has of the claim's figures
    is not another's place.
    """
    differing = [one for one in judged.conflicts if one.relation is Relation.DIFFERS]
    if judged.judgement.support not in _OPEN or len(differing) != 1 or not judged.passage:
        return judged
    [one] = differing
    others = [_seen(other) for other in passages if other != judged.passage]
    if one.aspect not in _FIGURES or any(one.claim_words in text for text in others):
        return judged
    claim = cited.new.claim.replace(one.claim_words, " ")
    if not _is_of_same(claim, _sentence_of(judged.passage, one)):
        return judged
    contrary = Judgement(support=Support.CONTRADICTED, reason=one.sentence)
    return replace(judged, judgement=contrary)


def _sentence_of(passage: Passage, conflict: Conflict) -> str:
    """The sentence of a passage in which the words stand that differ."""
    text, span = sentences_of(passage)[0], conflict.passage_span
    spans = split_sentences(text)
    return next((one.of(text) for one in spans if span and one.start <= span.start < one.end), "")


def _is_of_same(claim: str, sentence: str) -> bool:
    """Whether a sentence has nearly all words of a claim, and all that say what it is about."""
    telling = _share(_telling(claim), forms_of(sentence))
    return telling == 1 and word_share(claim, sentence) >= SAME_THING


def _doubted(cited: CitedClaim, judged: _Judged) -> _Judged:
    """What is left of "does not carry it" where the words of a source ran together."""
    snapshot = cited.snapshot
    if cited.passages is None or snapshot is None or not ran_together(text_of(snapshot).forms):
        return judged
    reason = notes.ran_together(cited.source)
    return replace(judged, judgement=Judgement(support=Support.UNDECIDED, reason=reason))


def _share_of_else(cited: CitedClaim) -> float | None:
    """
    The share of a claim's words in a source that speaks of something else; None where it may not.

    It has none of them, or few in any passage and not half of them anywhere. Its text must be
    whole, long enough, and in the claim's language.
    """
    snapshot = cited.snapshot
    if snapshot is None or cited.source.state is not ReadState.READY:
        return None
    if cited.extent in notes.EXTENTS:
        return None
    telling = _telling(cited.new.claim)
    seen = (forms_of(_seen(one)) for one in cited.passages or ())
    shares = (_share(telling, forms, compounds=True) for forms in seen)
    # Behind what a column is called, "Yes" says nothing that a source would say in these words.
    stated = set(_telling(cited.new.claim.rpartition(": ")[2])) - _SMALL
    if len(telling) < FEWEST_TELLING or not stated or any(share >= FEW for share in shares):
        return None
    forms = text_of(snapshot).forms
    language = language_of(forms)
    small = sum(map(is_stop_word, forms)) >= FEWEST_SMALL * len(forms)
    if language is None or not small or len(forms) < FEWEST_WORDS or ran_together(forms):
        return None
    if not may_be_in(language, forms_of(cited.new.claim)):
        return None
    share = _share(telling, forms, compounds=True)
    return share if not share or (share < HALF and len(telling) >= MANY_TELLING) else None


def _telling(claim: str) -> list[str]:
    """The words of a claim that say what it is about; signs of formulas do not."""
    return [form for form in forms_of(_FORMULA.sub(" ", claim)) if not is_stop_word(form)]


def _seen(passage: Passage) -> str:
    """What a judge reads of a passage."""
    return f"{passage.before}{passage.text}{passage.after}"


def _share(wanted: Sequence[str], forms: Sequence[str], *, compounds: bool = False) -> float:
    """The share of some words that a text has, in any form, or as parts of compounds."""
    language = language_of(forms) or Language.ENGLISH
    stems = {stem_of(form, language) for form in frozenset(forms)}
    own = {stem_of(form, language) for form in wanted}
    found = own & stems
    if compounds and language is Language.GERMAN:
        found = own.intersection(in_compounds(own, stems))
    return len(found) / len(own) if own else 0.0


def _guarded_passage(new: NewCitation, passage: Passage, judgement: Judgement) -> _Judged:
    """The judgement, lowered where the guards object; what they say is told in any case."""
    found = _said_of(new, passage, judgement)
    return _Judged(guarded(judgement, found), found, passage)


def _guarded_together(
    cited: CitedClaim, looked: _Looked, alone: Sequence[_Judged]
) -> Iterator[_Judged]:
    """
    What the places of a source say together, if anything, and the place it rests on.

    Another number that one of them has alone counts against it. Where it rests on a row of a table,
    a number of another row is none of its.
    """
    said, joined, snapshot = looked.together, cited.together, cited.snapshot
    if said is None or joined is None or snapshot is None or said.support not in _TELLING:
        return
    place, relied = joined.segments[0], said.relied_on
    carrying: Passage = joined
    if relied is not None:
        place = Span(relied.start, relied.end)
        own = place.of(snapshot.text)
        if not is_prose(own):
            carrying = Passage(start=place.start, end=place.end, text=relied.text)
        said = said.model_copy(update={"relied_on": relied.model_copy(update={"text": own})})
    found: tuple[Conflict, ...] = ()
    if said.support is Support.SUPPORTED:
        others = (
            one
            for judged in alone
            for one in judged.conflicts
            if one.relation is Relation.DIFFERS
            and one.aspect in _FIGURES
            # What another place has of the claim's figures is not another's place.
            and one.claim_words not in joined.text
        )
        found = (*objections(cited.new.claim, cited.new.quote_language, carrying), *others)
    yield _Judged(guarded(said, found), found, passage_at(snapshot, place))


def word_share(claim: str, passage: str) -> float:
    """The share of a claim's words, numbers apart, that a passage has."""
    return _share([form for form in forms_of(claim) if form.isalpha()], forms_of(passage))


# judge and guards ---------------------------------------------------------------------------


def objections(claim: str, language: str | None, passage: Passage) -> tuple[Conflict, ...]:
    """
    What does not agree with the sentences that the quoted words stand in.

    A number may stand in the sentences around, but not where theirs say another one in its place,
    and not around a row of a table, where it is another row's.
    """
    sentences, around = sentences_of(passage)
    if not is_prose(sentences):
        around = ("", "")
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
    return differences(quote, seen_words(words.nearest.text), language=new.quote_language)


def _passages(
    words: Words,
    snapshot: Snapshot,
    described: bool,
    sections: tuple[Passage, ...],
    negative: bool,
) -> tuple[Passage, ...]:
    """What the judge reads: the places found or, for a description, all that is meant."""
    if not described:
        return words.passages
    if sections:
        is_short = sum(len(one.text) for one in sections) <= MOST_JUDGED
        return sections if is_short else ()
    if len(snapshot.text) <= MOST_JUDGED:
        return (passage_at(snapshot, Span(0, len(snapshot.text))),)
    return () if negative else words.passages


def ask(questions: Sequence[Question], judge: Judge) -> list[Judgement]:
    """
    One answer a question; a judge that gives none, or something else, was not reached.

    What is only the report's in a claim is not asked about.
    """
    asked = [question._replace(claim=plain_claim(question.claim)) for question in questions]
    try:
        answers = list(judge.judge(asked))
    except JudgeError as error:
        return [_unreachable(_told(error))] * len(questions)
    except Exception as error:  # noqa: BLE001  A stranger's judge must not lose the citation.
        log.warning("The judge %s failed with %s.", judge.identity.name, type(error).__name__)
        reason = f"The judge failed: {type(error).__name__}: {error}."
        return [_unreachable(reason)] * len(questions)
    if len(answers) != len(questions) or not all(isinstance(a, Judgement) for a in answers):
        reason = "The judge did not give one judgement for each question."
        return [_unreachable(reason)] * len(questions)
    return [_told_of(*each) for each in zip(answers, questions, strict=True)]


def _told_of(answer: Judgement, question: Question) -> Judgement:
    """The answer, with the words that nothing supports where they stand in the claim."""
    found = (
        (re.search(rf"(?<!\w){re.escape(one.text)}(?!\w)", question.claim), one.text)
        for one in answer.lacking
    )
    lacking = [Stretch(start=at.start(), end=at.end(), text=text) for at, text in found if at]
    reason = one_line(answer.reason, LONGEST_REASON)
    return answer.model_copy(update={"reason": reason, "lacking": tuple(lacking)})


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
    cited: CitedClaim, judge: Judge, words: Words, status: Status, judged: _Judged
) -> Verdict:
    new, source, snapshot, judgement = cited.new, cited.source, cited.snapshot, judged.judgement
    assert snapshot is not None
    if words.match is not None or cited.passages is None:
        said = [notes.explain(new, source, words, judgement, judged.passage)]
        fix = notes.how_to_fix(words, status, judgement.support)
    else:
        said = [notes.explain_named(source, judged.passage, judgement)]
        fix = notes.how_to_fix_named(status, judgement.support)
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
        relied_on=judgement.relied_on,
        lacking=judgement.lacking,
        leans=judgement.leans,
        notes=" ".join(said),
        fix=fix,
        similarity=words.similarity,
        differences=words.differences,
        # Of words that are quoted the place is told, whatever else was read.
        passage=next(iter(words.passages), judged.passage) if words.present else judged.passage,
        nearest=words.nearest,
        changes=_changes(new, words),
        conflicts=judged.conflicts,
        snapshot_id=snapshot.id,
        self_supplied=source.type in SELF_SUPPLIED,
    )


# the status ---------------------------------------------------------------------------------

_PLAIN = {
    Support.SUPPORTED: Status.VERIFIED,
    Support.PARTIAL: Status.UNVERIFIED,
    Support.UNDECIDED: Status.UNVERIFIED,
    Support.NOT_JUDGED: Status.UNVERIFIED,
    Support.UNSUPPORTED: Status.FAILED,
    Support.CONTRADICTED: Status.FAILED,
    Support.UNREACHABLE: Status.PENDING,
}

_NEGATIVE = {
    Support.SUPPORTED: Status.FAILED,
    Support.PARTIAL: Status.FAILED,
    Support.UNDECIDED: Status.UNVERIFIED,
    Support.NOT_JUDGED: Status.UNVERIFIED,
    Support.UNSUPPORTED: Status.VERIFIED,
    Support.CONTRADICTED: Status.VERIFIED,
    Support.UNREACHABLE: Status.PENDING,
}


def status_of(*, words_present: bool, support: Support, negative: bool, evidence: bool) -> Status:
    """
    The status for what was found.

    Words that are not there fail, whatever a judge says. `evidence` is false
    for a source that is known by a preview only: it can be cited, and is never
    more than unverified.
    """
    if not words_present:
        return Status.FAILED
    status = (_NEGATIVE if negative else _PLAIN)[support]
    if status is Status.VERIFIED and not evidence:
        return Status.UNVERIFIED
    return status


# what a claim asserts ------------------------------------------------------------------------

_MARKS = "\"'„“”‚‘’»«›‹"
# One of these must be there: the claim says that something is said.
_SAYING = word_list("phrases", "SAYING")
# Words that name a source, or only hold the others together.
_AROUND = word_list("phrases", "SOURCE_WORDS")


def asserted(claim: str, quote: str | None, source_name: str) -> str:
    """
    Return what a claim asserts: the quoted words, where it only attributes them, else itself.

    'The act says: "Records are kept for ten years."' asserts what it quotes and nothing else. As
    soon as one word more is asserted, the whole claim is.

    A source may be called by its name where that is a single word, such as `GoBD` or
    `gobd.pdf`. A longer name can be a statement, and then it is asserted.
    """
    if not quote:
        return claim
    plain, quoted = fold(claim).text, fold(quote).text
    at = plain.find(quoted)
    if at < 0 or plain.find(quoted, at + 1) >= 0:
        return claim
    before, after = plain[:at].rstrip(), plain[at + len(quoted) :].lstrip(" .,;!?…")
    if before[-1:] not in _MARKS or after[:1] not in _MARKS:
        return claim
    rest = _words(before) | _words(after)
    name = _words(source_name) if len(source_name.split()) == 1 else frozenset()
    return quote if rest & _SAYING and rest <= _SAYING | _AROUND | name else claim


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in RUN.findall(text))

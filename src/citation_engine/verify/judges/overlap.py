"""
The judge that compares words: it says `supported` where a sentence states the claim, else nothing.

It knows no meanings. It is there so that what is copied from the source is called verified without
any model, and so that it is never wrong about it: anything less than the sentence's own statement
is left undecided for another judge or a person.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from citation_engine.language.fold import fold
from citation_engine.language.numbers import SMALL_NUMBERS
from citation_engine.language.sentences import split_sentences
from citation_engine.language.tokens import READ
from citation_engine.language.vocabulary import any_word, lists, pattern, phrases, words
from citation_engine.model.passage import Passage, Span, Stretch
from citation_engine.model.verdict import JudgeIdentity, Judgement, Support
from citation_engine.ports import Question

# Longer sentences are tables and lists, which say nothing as a whole.
MOST_WORDS = 400

# Marks; every other sign counts as a word.
_MARKS = frozenset(".,;:!'\"()[]{}…`´#_•")
# Those that can change it all the same.
_TELLING = frozenset(",;:()[]{}")
_DASH, _STAR = "-", "*"
_NOT = re.compile(r"(.+)n't")
_WHOLE = {
    written: tuple(meant.split())
    for table in lists("function_words", "CONTRACTIONS")
    for written, meant in table.items()
}
_SIGNS = {"&": ("and",), "%": ("percent",)} | dict.fromkeys(
    words("function_words", "PERCENT"), ("percent",)
)


@dataclass(frozen=True, slots=True)
class Word:
    """One word or sign: the form without case and contractions, and as it is written."""

    form: str
    raw: str = ""
    mark: bool = False

    @property
    def is_rewritten(self) -> bool:
        """Whether its form is not simply what is written, without case."""
        return self.raw.casefold() != self.form

    @property
    def number(self) -> bool:
        """Whether it is written in digits."""
        return self.form[-1].isdigit()


def words_of(sentence: str) -> tuple[Word, ...]:
    """Return the words and marks of a sentence in order; none where there are too many."""
    found = tuple(_words(fold(sentence).text))
    return found if len(found) <= MOST_WORDS else ()


def said_words(words: Sequence[Word]) -> list[Word]:
    """Return the words without the marks between them."""
    return [word for word in words if not word.mark]


def _words(text: str) -> Iterator[Word]:
    for found in READ.finditer(text):
        raw = found.group()
        if _is_mark(raw, text, found.start()):
            yield Word(raw, raw, mark=True)
            continue
        forms = _forms(raw)
        for form in forms:
            yield Word(form, raw if len(forms) == 1 else form)


def _is_mark(raw: str, text: str, at: int) -> bool:
    """Whether a sign only parts or adorns words: a dash that is a pause, a star that is no note."""
    before, after = text[max(0, at - 1) : at], text[at + 1 : at + 2]
    if raw == _DASH:
        return (before + after).isspace() or not before + after
    if raw == _STAR:
        return not before.isdigit() and before != "\\"
    return raw in _MARKS


def _forms(raw: str) -> tuple[str, ...]:
    form = raw.casefold()
    if form in _WHOLE:
        return _WHOLE[form]
    if form in _SIGNS:
        return _SIGNS[form]
    if negated := _NOT.fullmatch(form):
        return (negated[1], "not")
    return (SMALL_NUMBERS.get(form, form),)


def same_words(claim: Sequence[Word], passage: Sequence[Word]) -> bool:
    """
    Whether two rows of words say the same: each word, in its case, and each comma and bracket.

    The first word may begin with either case. What is written in another way and is the same
    (10 and ten, % and percent, can't and cannot) is the same.
    """
    ours, theirs = _telling(claim), _telling(passage)
    if len(ours) != len(theirs):
        return False
    pairs = zip(ours, theirs, strict=True)
    return all(_fits(mine, other, first=at == 0) for at, (mine, other) in enumerate(pairs))


def _telling(words: Sequence[Word]) -> list[Word]:
    """The words and the marks that can change a sense; those at the end cannot."""
    kept = [word for word in words if not word.mark or word.form in _TELLING]
    while kept and kept[-1].mark and kept[-1].form in ",;:":
        kept.pop()
    return kept


def _fits(mine: Word, other: Word, *, first: bool) -> bool:
    if mine.form != other.form:
        return False
    if mine.raw == other.raw or mine.is_rewritten or other.is_rewritten:
        return True
    return first and mine.raw.lower() == other.raw.lower()


_CONNECTIVES = frozenset(map(str.casefold, phrases("function_words", "CONNECTIVES")))
_JOINING = words("function_words", "JOINING")
_BINDING = frozenset(map(str.casefold, words("modality", "BINDING")))
_HANDING_ON = words("modality", "HANDING_ON")
_TAKING_BACK = words("negation", "TAKING_BACK")
_DENIAL = re.compile(
    rf"\b(?:{any_word('negation', 'TAKING_BACK')}|{pattern('negation', 'DENIALS')})(?!\w)", re.I
)
_NEGATIONS = words("negation", "SENTENCE_NEGATIONS")
_OUTCOMES = words("negation", "OUTCOMES")
_HELPING = words("negation", "HELPING")
_NOT_VERB = words("negation", "NOT")
_SMALL = _NEGATIONS.union(
    words("function_words", "SMALL_WORDS"), words("function_words", "SHARED_STOP_WORDS")
)
_NUMBERED = re.compile(rf"\b(?:{pattern('negation', 'NUMBERED')})", re.IGNORECASE)
_DANGLING = words("function_words", "DANGLING")
# Shorter claims are names and headings.
FEWEST_WORDS = 3

Words = Sequence[Word]


def says(claim: Words, sentence: Words) -> bool:
    """Whether `sentence` says `claim`."""
    if len(said_words(claim)) < FEWEST_WORDS:
        return False
    claims = [claim, *_without_connective(claim)]
    readings = list(_readings(sentence))
    return any(same_words(wanted, reading) for wanted in claims for reading in readings)


def parts_of(claim: Words) -> list[Words]:
    """The statements a claim joins with semicolons or with a comma and "and"."""
    parts: list[Words] = []
    start = 0
    for at, word in enumerate(claim):
        joins = at + 1 < len(claim) and claim[at + 1].form in _JOINING
        if word.form == ";" or (word.form == "," and joins):
            parts.append(claim[start:at])
            start = at + (2 if joins else 1)
    return [*parts, claim[start:]]


def _readings(sentence: Words) -> Iterator[Words]:
    """The sentence, and what is left of it without what cannot change it."""
    bare = _without_reference_marks(sentence)
    for whole in [sentence, bare] if len(bare) < len(sentence) else [sentence]:
        yield whole
        yield from _without_number(whole)
        yield from _without_connective(whole)


def _without_reference_marks(words: Words) -> Words:
    """The words without `[12]` and `[3, 4]`, which name other texts."""
    kept: list[Word] = []
    at = 0
    while at < len(words):
        end = _mark_end(words, at)
        if end is None:
            kept.append(words[at])
            at += 1
        else:
            at = end + 1
    return kept


def _mark_end(words: Words, at: int) -> int | None:
    """Where a reference mark ends that begins at `at`: square brackets with numbers alone."""
    if words[at].form != "[" or not words[at].mark:
        return None
    for end in range(at + 1, len(words)):
        if words[end].mark and words[end].form == "]":
            return end if end > at + 1 else None
        if not (words[end].number or words[end].form in (",", ";", "-")):
            return None
    return None


def _without_number(words: Words) -> Iterator[Words]:
    """The words without the number or letter of a list or a paragraph: "1." or "(a)"."""
    start = 1 if words and words[0].mark and words[0].form == "(" else 0
    if len(words) > start + 2 and words[start + 1].mark and words[start + 1].form in (".", ")"):
        numbers = words[start].number or len(words[start].form) == 1
        yield from [words[start + 2 :]] if numbers else []


def _without_connective(words: Words) -> Iterator[Words]:
    """The words without a connecting word, or a few, at their start."""
    said = [at for at, word in enumerate(words) if not word.mark][:5]
    for count in (4, 3, 2, 1):
        start = said[:count]
        if len(start) == count and " ".join(words[at].form for at in start) in _CONNECTIVES:
            after = start[-1] + 1
            if after < len(words) and words[after].form == ",":
                after += 1
            yield words[after:]
            return


CLOSERS = " \t\n'\"’”“»«›)*_"
_ENDS = (".", "!", "?")
# Words of a sentence that takes back, of one that is hardly more than a "not", and the share of the
# words of what it denies in one that repeats it.
_SHORT, _SHORTEST, _SAME_WORDS = 12, 3, 0.6
# Letters by which two forms of a word are known.
_ALIKE = 5
_OPEN_ENDS = ("?", ":", "…", "...")
# The number of a section before its first sentence: "§ 7 Records are kept".
_SECTION = re.compile(
    r"\s*§[ \u00a0]?\d{1,4}[a-z]?[ \u00a0]+(?=[A-ZÄÖÜ])"
    rf"(?!(?:{pattern('references', 'SECTION_REFERENCES')})\b)"
)
_QUOTES = re.compile(r"[\"„“”«»‟]|''|``")


@dataclass(frozen=True, slots=True)
class PassageSentences:
    """A passage and the text around it, in sentences."""

    texts: tuple[str, ...]
    # Where they stand in the text of the source.
    spans: tuple[Span, ...]
    # The first and the last sentence that the passage touches, as a range.
    touched: range
    quotes_before: tuple[int, ...]
    cut_before: bool
    more_after: bool

    def stretch(self, number: int) -> Stretch:
        """One sentence, and where it stands in the source."""
        span = self.spans[number]
        return Stretch(start=span.start, end=span.end, text=self.texts[number])

    def words(self, number: int) -> tuple[Word, ...]:
        """The words of one sentence."""
        return words_of(self.texts[number])

    def words_in_section(self, number: int) -> tuple[Word, ...]:
        """The words of the first sentence of a section, without the section's number."""
        text = self.texts[number]
        section = _SECTION.match(text)
        return words_of(text[section.end() :]) if section else ()

    def states(self, number: int) -> bool:
        """Whether a sentence stands there as a statement of its own."""
        text = self.texts[number]
        goes_on_unseen = self.more_after and number == len(self.texts) - 1 and not _ends(text)
        return (
            not goes_on_unseen
            and not text.rstrip(CLOSERS).endswith(_OPEN_ENDS)
            and not _goes_on(text)
            and not self._is_quoted(number)
            and not self._is_bounded(number)
            and not self._is_handed_on(number)
            and not self.is_taken_back(number)
        )

    def is_taken_back(self, number: int) -> bool:
        """Whether the sentence behind this one says that it does not hold."""
        after = self.texts[number + 1 :][:1]
        return any(_denies(text, _telling_words(self.texts[number])) for text in after)

    def _is_quoted(self, number: int) -> bool:
        text = self.texts[number]
        odd = len(_QUOTES.findall(text)) % 2 or self.quotes_before[number] % 2
        return bool(odd or _QUOTES.match(text))

    def _is_bounded(self, number: int) -> bool:
        """
        Whether something that leads to a sentence bounds it.

        Lines that do not end as sentences do are headings, lead-ins and items of a list. They
        are looked at up to the last whole sentence; where that was cut off, nobody can tell.
        """
        for text in reversed(self.texts[:number]):
            if _ends(text):
                return False
            if _goes_on(text) or any(w.form in _BINDING | _HANDING_ON for w in words_of(text)):
                return True
        return self.cut_before

    def _is_handed_on(self, number: int) -> bool:
        """Whether the sentence before hands this one to somebody else, or denies it."""
        before = self.texts[:number][-1:]
        handed = _HANDING_ON | _TAKING_BACK
        return any(word.form in handed for text in before for word in words_of(text))


def stretch_of(passage: Passage) -> PassageSentences:
    """Return the sentences of a passage."""
    text = f"{passage.before}{passage.text}{passage.after}"
    first, last = len(passage.before), len(passage.before) + len(passage.text)
    spans = split_sentences(text)
    touched = [n for n, span in enumerate(spans) if span.end > first and span.start < last]
    return PassageSentences(
        texts=tuple(text[span.start : span.end] for span in spans),
        spans=tuple(passage.place_of(span.start, span.end) for span in spans),
        touched=range(touched[0], touched[-1] + 1) if touched else range(0),
        quotes_before=_quotes_before(text, [span.start for span in spans]),
        cut_before=passage.start > len(passage.before),
        more_after=passage.after != "",
    )


def _quotes_before(text: str, starts: Sequence[int]) -> tuple[int, ...]:
    """How many quotation marks stand before each start, in its paragraph."""
    counts: list[int] = []
    done = count = 0
    for start in starts:
        between = text[done:start]
        paragraph = between.rfind("\n\n")
        if paragraph >= 0:
            count, between = 0, between[paragraph:]
        count += len(_QUOTES.findall(between))
        counts.append(count)
        done = start
    return tuple(counts)


def _telling_words(text: str) -> frozenset[str]:
    """The words that say what a sentence is about, by their first letters."""
    said = (word.form for word in words_of(text) if not word.mark)
    return frozenset(form[:_ALIKE] for form in said if form not in _SMALL)


def _denies(text: str, own: frozenset[str]) -> bool:
    """
    Whether a sentence denies the one before, whose words are `own`.

    It calls it wrong, or has a "not" and says nothing new, or repeats what it denies. "It must not
    be poured down the drain" says something new.
    """
    forms = [word.form for word in words_of(_NUMBERED.sub("", text)) if not word.mark]
    if len(forms) <= _SHORT and _DENIAL.search(text):
        return True
    if _NEGATIONS.isdisjoint(forms):
        return False
    denied = _denied_verb(forms)
    told = [form for at, form in enumerate(forms) if at != denied and form not in _SMALL]
    new = [form for form in told if form[:_ALIKE] not in own and form not in _OUTCOMES]
    shared = {form[:_ALIKE] for form in told if form[:_ALIKE] in own}
    repeated = len(shared) > max(len(new), _SAME_WORDS * len(own))
    return not new or len(forms) <= _SHORTEST or repeated


def _denied_verb(forms: Sequence[str]) -> int | None:
    """Where the verb stands that "did not" denies, which may be another form of what was said."""
    pairs = enumerate(pairwise(forms), 2)
    return next((at for at, (one, no) in pairs if one in _HELPING and no in _NOT_VERB), None)


def _ends(text: str) -> bool:
    return text.rstrip(CLOSERS).endswith(_ENDS)


def _goes_on(text: str) -> bool:
    end = text.rstrip(CLOSERS)
    return end.endswith((",", ";")) or end.rpartition(" ")[2].casefold() in _DANGLING


# Part of the identity: raise it whenever an answer may come out otherwise.
VERSION = "4"

MOST_CLAIM = 5_000
_SUPPORTED = "The passage says this in the same words."
_OPEN = "The passage does not say this in the same words, and words alone decide nothing else."
# A marker of a source, as agents leave it in a claim: [1], [S2], [^note].
_MARKER = re.compile(
    r"\s?\[(?:\^[\w-]{1,40}|[A-Za-z]{0,3}:?\d{1,4}(?:\s?[,;–-]\s?[A-Z]?\d{1,4}){0,9})\]"
)

Conflicts = Callable[[str, str], Sequence[object]]


class OverlapJudge:
    """
    Says `supported` where the passage states the claim in the same words, else `undecided`.

    `conflicts(claim, sentences)` may object: where it returns anything, nothing is decided.
    """

    def __init__(self, conflicts: Conflicts | None = None) -> None:
        self._conflicts = conflicts

    @property
    def identity(self) -> JudgeIdentity:
        """The name and the version of the rules."""
        return JudgeIdentity(name="overlap", version=VERSION)

    def judge(self, questions: Sequence[Question]) -> list[Judgement]:
        """One judgement for each question, in order; the same for the same question, always."""
        return [self._answer(question.claim, question.passage) for question in questions]

    def _answer(self, claim: str, passage: Passage) -> Judgement:
        stated = self._stated(claim, passage)
        if stated is not None:
            return Judgement(support=Support.SUPPORTED, reason=_SUPPORTED, relied_on=stated)
        return Judgement(support=Support.UNDECIDED, reason=_OPEN)

    def _stated(self, claim: str, passage: Passage) -> Stretch | None:
        """The first sentence that states the claim, where every sentence of it is stated."""
        if len(claim) > MOST_CLAIM:
            return None
        claim = bare_claim(claim)
        wanted = [claim[span.start : span.end] for span in split_sentences(claim)]
        stretch = stretch_of(passage)
        sayers = [_sayers(one, stretch) for one in wanted]
        if not wanted or not all(sayers):
            return None
        saying = sorted({n for one in sayers for n in one})
        said = " ".join(stretch.texts[n] for n in saying)
        objected = self._conflicts and self._conflicts(claim, said)
        return None if objected else stretch.stretch(saying[0])


def bare_claim(claim: str) -> str:
    """
    Return a claim without markers of sources, on one line.

    Where its lines end means nothing; a short first line would pass for a heading.
    """
    return " ".join(_MARKER.sub("", claim).split())


def _sayers(claim: str, stretch: PassageSentences) -> set[int]:
    """The sentence that states a claim, or those that state its parts; else none."""
    if claim.rstrip(CLOSERS).endswith("?"):
        return set()
    wanted = words_of(claim)
    for parts in ([wanted], parts_of(wanted)):
        found = [_sayer(part, stretch) for part in parts]
        if None not in found:
            return {number for number in found if number is not None}
    return set()


def _sayer(claim: Sequence[Word], stretch: PassageSentences) -> int | None:
    for number in stretch.touched:
        for sentence in (stretch.words(number), stretch.words_in_section(number)):
            if sentence and says(claim, sentence) and stretch.states(number):
                return number
    return None

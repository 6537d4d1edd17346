"""
Whether the claim says as done what the passage only plans, tries, promises or supposes.

"Plans to open two plants" and "opened two plants" have the same words, and the one does not carry
the other. This guard looks for a verb that the claim states as a plain fact, that the passage has
of the same thing, and that the passage nowhere says as done.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from citation_engine.language.detection import Language
from citation_engine.language.sentences import split_sentences
from citation_engine.language.terms import spelled, stem_of
from citation_engine.language.tokens import Token, TokenKind, lower
from citation_engine.language.vocabulary import any_word, phrases, words
from citation_engine.model.verdict import Aspect, Relation
from citation_engine.verify.guards.passages import (
    SAME_MATTER,
    Clash,
    GuardedText,
    Pair,
    overlapping,
)


class Tense(StrEnum):
    """What the shape of a word says, if the word is a verb."""

    BASE = "base"
    PRESENT = "present"
    PAST = "past"
    PARTICIPLE = "participle"
    GERUND = "gerund"
    # "cut" is the base and the past.
    EITHER = "either"


class VerbForm(NamedTuple):
    """A word taken as a verb: what all forms of the verb have in common, and its form."""

    verb: str
    form: Tense


# The past forms of irregular verbs, and the base of each.
_PASTS = {
    past: forms.split()[0]
    for forms in phrases("verbs", "IRREGULAR", "english")
    for past in forms.split()[1:]
}
_UNCHANGED = words("verbs", "UNCHANGED")
_EED_PASTS = words("verbs", "EED_PASTS")

_SEPARABLE = any_word("verbs", "SEPARABLE")
_INSEPARABLE = any_word("verbs", "INSEPARABLE")
_PREFIXED = re.compile(rf"({_SEPARABLE}|{_INSEPARABLE})?(.+)")
_WITH_ZU = re.compile(rf"({_SEPARABLE})zu(\w{{3,}}n)")
_WITH_GE = re.compile(rf"({_SEPARABLE})?ge(\w{{2,}}?)e?t")
_SIMPLE_PAST = re.compile(r"(\w{3,}?)e?ten?")
_ENDING_T = re.compile(r"(\w{3,}?)e?t")


def _strong_forms() -> dict[str, VerbForm]:
    forms: dict[str, VerbForm] = {}
    for verb in map(lower, phrases("verbs", "IRREGULAR", "german")):
        base, past, participle = verb.split()
        root = base.removesuffix("en").removesuffix("n")
        plural = past + "n" if past.endswith("e") else past + "en"
        forms |= {past: VerbForm(root, Tense.PAST), plural: VerbForm(root, Tense.PAST)}
        forms[participle] = VerbForm(root, Tense.PARTICIPLE)
        # "übernommen" has no "ge", and neither has "verkauft".
        forms.setdefault(participle.removeprefix("ge"), VerbForm(root, Tense.PARTICIPLE))
    return forms


_STRONG_FORMS = _strong_forms()


@lru_cache(maxsize=50_000)
def verb_form(word: str, language: Language) -> VerbForm:
    """Return a word in lower case as if it were a verb; whether it is one, its place tells."""
    return _german_form(word) if language is Language.GERMAN else _english_form(word)


def holds_zu(word: str) -> bool:
    """Whether a German infinitive has its "zu" inside: "einzuführen"."""
    return _WITH_ZU.fullmatch(word) is not None


def _english_form(word: str) -> VerbForm:
    if word in _PASTS:
        return VerbForm(stem_of(_PASTS[word], Language.ENGLISH), Tense.PAST)
    stem = stem_of(word, Language.ENGLISH)
    if word in _UNCHANGED:
        return VerbForm(stem, Tense.EITHER)
    if word.endswith("ed") and len(word) > 4 and (word[-3] != "e" or word in _EED_PASTS):
        return VerbForm(stem, Tense.PAST)
    if word.endswith("ing") and len(word) > 5:
        return VerbForm(stem, Tense.GERUND)
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return VerbForm(stem, Tense.PRESENT)
    return VerbForm(stem, Tense.BASE)


def _german_form(word: str) -> VerbForm:
    found = _german_root(word)
    return VerbForm(spelled(found.verb), found.form)


def _german_root(word: str) -> VerbForm:
    parted = _PREFIXED.fullmatch(word)
    for prefix, rest in (("", word), *([parted.groups("")] if parted else [])):
        if rest in _STRONG_FORMS:
            return VerbForm(prefix + _STRONG_FORMS[rest].verb, _STRONG_FORMS[rest].form)
    if found := _WITH_ZU.fullmatch(word):
        return VerbForm(_root(found[1] + found[2]), Tense.BASE)
    if found := _WITH_GE.fullmatch(word):
        return VerbForm((found[1] or "") + found[2], Tense.PARTICIPLE)
    if found := _SIMPLE_PAST.fullmatch(word):
        return VerbForm(found[1], Tense.PAST)
    if found := _ENDING_T.fullmatch(word):
        return VerbForm(found[1], Tense.PARTICIPLE)
    return VerbForm(_root(word), Tense.BASE)


def _root(infinitive: str) -> str:
    return infinitive.removesuffix("n").removesuffix("e")


class Intended(NamedTuple):
    """
    A verb that is only intended, and the stretch from the word that says so to the verb.

    All are numbers of tokens. Where it is `weak`, the present tense may say the same: what "will
    be kept" is kept.
    """

    first: int
    last: int
    verb: int
    weak: bool


# "It'll", "they'd've", "could've".
_SHORTENED = ("'ll", "'d", "d've", "t've", "l've")
_STOPS = frozenset(".;:!?()")
# Words between a word that intends and its "to", and behind an "if" without a comma.
_REACH = 6
_SUPPOSED_REACH = 15
_INTENDING = words("modality", "INTENDING", "english")
_NEXT_TO = words("modality", "NEXT_TO")
_CONSIDERING = words("modality", "CONSIDERING")
_THINKING = words("modality", "THINKING")
_THOUGHT = words("modality", "THOUGHT")
_MODALS = words("modality", "MODAL_VERBS", "english")
_SUPPOSING = words("modality", "SUPPOSING", "english")
_WOULD = words("modality", "WOULD")
_LEADING = words("modality", "LEADING")
_BREAKS = words("function_words", "CLAUSE_BREAKS")
_FINITE = words("modality", "FINITE")
_NOUN_WILL = words("modality", "NOUN_WILL")
_RESERVING = words("modality", "RESERVING", "english").union(
    _INTENDING, _NEXT_TO, _CONSIDERING, _MODALS, _SUPPOSING
)
_GERMAN_ZU = words("modality", "INTENDING", "german")
_GERMAN_MODALS = words("modality", "MODAL_VERBS", "german")
_GERMAN_SUPPOSING = words("modality", "SUPPOSING", "german")
_GERMAN_RESERVING = words("modality", "RESERVING", "german").union(
    _GERMAN_ZU, _GERMAN_MODALS, _GERMAN_SUPPOSING
)


def find_intended(
    tokens: Sequence[Token], first: int, last: int, language: Language
) -> Iterator[Intended]:
    """Give the verbs of a sentence that it does not say as done, in order."""
    if language is Language.GERMAN:
        yield from _german_intended(tokens, first, last)
    else:
        yield from _EnglishSentence(tokens, first, last).intended()


def is_reserved(key: str, language: Language) -> bool:
    """Whether a word may make what follows it, in German what stands with it, no plain fact."""
    if language is Language.GERMAN:
        return key in _GERMAN_RESERVING
    return key in _RESERVING or key.endswith(_SHORTENED)


class _EnglishSentence:
    """
    Reads a sentence once, from left to right.

    A word that intends waits for its "to"; a "to" or a modal waits for its verb; a verb that was
    found shares what governs it with the verbs that "and" joins to it.
    """

    def __init__(self, tokens: Sequence[Token], first: int, last: int) -> None:
        self._tokens = tokens
        self._range = range(first, last)
        self._keys = {tokens[at].key for at in self._range}
        # The word that intends, and how far its "to" may stand.
        self._waiting: tuple[int, int] | None = None
        # The word that governs the next verb, and whether it is weak.
        self._governs: tuple[int, bool] | None = None
        # The same, once its first verb was found; `passive` after "to be".
        self._open: tuple[int, bool] | None = None
        self._passive = False
        self._joined = False
        self._supposed: int | None = None

    def intended(self) -> Iterator[Intended]:
        """Give the intended verbs."""
        for at in self._range:
            token = self._tokens[at]
            if token.kind is not TokenKind.WORD:
                self._sign(token)
                continue
            if self._supposed is not None and at - self._supposed > _SUPPOSED_REACH:
                self._supposed = None
            if self._supposed is not None and token.key not in _LEADING:
                weak = self._key(self._supposed) != "whether"
                yield Intended(self._supposed, at + 1, at, weak)
            verb = self._verb(at)
            if verb:
                yield verb
            self._word(at)

    def _sign(self, token: Token) -> None:
        if token.text in _STOPS:
            self._waiting = self._governs = self._open = self._supposed = None
        elif token.text == ",":
            self._waiting = self._supposed = None
            self._joined = self._open is not None
        elif token.kind is not TokenKind.NUMBER:
            self._governs = None

    def _verb(self, at: int) -> Intended | None:
        """Return the verb that was waited for, if this is the one."""
        key = self._tokens[at].key
        if key in _LEADING or key.endswith("ly") or (self._governs and key in _THINKING):
            if key in ("be", "been", "have") and (self._governs or self._joined):
                self._passive = True
            if key in ("have", "has") and self._joined and not self._governs:
                self._open = None  # "will be used and have been named" tells of a name given.
            return None
        if self._governs:
            (first, weak), self._open, self._governs = self._governs, self._governs, None
            return Intended(first, at + 1, at, weak)
        if self._joined and self._open:
            self._joined = False
            form = verb_form(key, Language.ENGLISH).form
            fits = form is Tense.PAST if self._passive else form is Tense.BASE
            if fits or form is Tense.EITHER:
                return Intended(self._open[0], at + 1, at, self._open[1])
        return None

    def _word(self, at: int) -> None:
        """Take what a word says about the verbs behind it."""
        key = self._tokens[at].key
        if key in _BREAKS:
            self._waiting = self._open = self._governs = None
        elif key in _FINITE:
            # Another statement begins: "will open in May, was built in 2020 and cost a lot".
            self._open = None
        elif key in ("and", "or"):
            self._joined = self._open is not None
        elif key in _SUPPOSING and not self._is_idle(at):
            self._supposed = at
        elif key == "then":
            self._supposed = None
        elif key == "to":
            self._to(at)
        elif self._is_modal(at):
            self._govern(at, weak=True)
        self._intends(at, key)

    def _to(self, at: int) -> None:
        if self._waiting and at <= self._waiting[1]:
            self._govern(self._waiting[0], weak=False)
        elif at - 1 in self._range and self._tokens[at - 1].key in ("is", "are"):
            self._govern(at - 1, weak=True)
        elif self._open and self._joined:
            self._governs, self._joined = self._open, False

    def _govern(self, first: int, *, weak: bool) -> None:
        self._governs, self._waiting, self._passive, self._joined = (
            (first, weak),
            None,
            False,
            False,
        )

    def _intends(self, at: int, key: str) -> None:
        if key in _INTENDING and not (key == "order" and self._key(at - 1) == "in"):
            self._waiting = (at, at + _REACH)
        elif key in _NEXT_TO:
            self._waiting = (at, at + 1)
        of_gerund = key in _THOUGHT and self._key(at + 1) in _THINKING and self._is_gerund(at + 2)
        if of_gerund or (key in _CONSIDERING and self._is_gerund(at + 1)):
            self._govern(at, weak=False)

    def _is_modal(self, at: int) -> bool:
        token = self._tokens[at]
        if token.key in ("would", "wouldn't"):
            return not self._keys.isdisjoint(_WOULD) or self._key(at + 1) == "have"
        if token.key.endswith("'ll"):
            return True
        if token.key not in _MODALS or self._key(at - 1) in _NOUN_WILL:
            return False
        # "Will" and "May" inside a sentence are names.
        return token.text[0].islower() or at == self._range[0]

    def _is_gerund(self, at: int) -> bool:
        return verb_form(self._key(at), Language.ENGLISH).form is Tense.GERUND

    def _is_idle(self, at: int) -> bool:
        """Whether an "if" leaves nothing open: "as if", "regardless of whether", "whether or"."""
        return self._key(at - 1) in ("as", "even", "of") or self._key(at + 1) == "or"

    def _key(self, at: int) -> str:
        return self._tokens[at].key if at in self._range else ""


def _german_intended(tokens: Sequence[Token], first: int, last: int) -> Iterator[Intended]:
    """Give infinitives with "zu" behind a word that intends, and those in a modal's clause."""
    intending: int | None = None
    for start, end in _clauses(tokens, first, last):
        keys = [token.key for token in tokens[start:end]]
        modal = next((at for at, key in enumerate(keys) if key in _GERMAN_MODALS), None)
        supposing = next((at for at, key in enumerate(keys) if key in _GERMAN_SUPPOSING), None)
        for at, key in enumerate(keys):
            if key in _GERMAN_ZU:
                intending = start + at
            if not tokens[start + at].text[0].islower() or key in _GERMAN_MODALS:
                continue
            with_zu = _is_infinitive(key) and (holds_zu(key) or keys[max(at - 1, 0)] == "zu")
            if with_zu and intending is not None:
                yield _from(intending, start + at, weak=False)
            elif modal is not None and not with_zu and _follows_modal(keys, at):
                yield _from(start + modal, start + at, weak=True)
            elif supposing is not None and supposing < at:
                yield _from(start + supposing, start + at, weak=True)


def _clauses(tokens: Sequence[Token], first: int, last: int) -> Iterator[tuple[int, int]]:
    start = first
    for at in range(first, last):
        if tokens[at].text in ",;:":
            yield start, at
            start = at + 1
    yield start, last


def _is_infinitive(key: str) -> bool:
    return key.endswith("n") and verb_form(key, Language.GERMAN).form is Tense.BASE


def _follows_modal(keys: Sequence[str], at: int) -> bool:
    """Whether a word is an infinitive, or "eröffnet" in "soll eröffnet werden"."""
    if _is_infinitive(keys[at]):
        return True
    return keys[at + 1 : at + 2] in (["werden"], ["haben"], ["sein"])


def _from(word: int, verb: int, *, weak: bool) -> Intended:
    """Return a verb with the stretch to the word that governs it, on whichever side it stands."""
    return Intended(min(word, verb), max(word, verb) + 1, verb, weak)


# Where another clause begins, which what was said before does not govern.
_BOUNDARIES = frozenset("and but which who while after ; . : ! ?".split())
_BEING = words("verbs", "BEING")
_PRESENT_BEING = words("verbs", "PRESENT_BEING")
_HAVING = words("verbs", "HELPING", "english")
_GERMAN_HELPS = words("verbs", "HELPING", "german")
_OPENS_OBJECT = words("function_words", "OPENS_OBJECT")
_OPENS_NOUN = words("function_words", "OPENS_NOUN")
_NO_VERBS = words("function_words", "PREPOSITIONS")
_PARTICLES = words("function_words", "PARTICLES")
_ADVERBS = words("function_words", "ADVERBS")
_PRONOUNS = words("function_words", "PERSONS")
_DONE = words("modality", "DONE")
# Words on either side of a verb that can be its own.
_MOST_AROUND = 40
# Words before a verb among which its "has" or "was" stands.
_MOST_BEFORE = 5
# A verb that a text has more often is said of too many things to tell which is meant.
_MOST_PLACES = 40
# So few words behind a verb need not name what the claim names.
_FEW_BEHIND = 2


def of_intentions(pair: Pair) -> Iterator[Clash]:
    """Give the verbs that the claim says as done and the passage only as intended."""
    if any(token.key in _DONE for token in pair.passage.tokens):
        return
    # Few words do not tell the language: "will" alone is English and German.
    known = pair.passage.language
    for language in [known] if known else Language:
        if pair.claim.language in (None, language):
            yield from _in_language(pair, language)


def _in_language(pair: Pair, language: Language) -> Iterator[Clash]:
    passage = _text(pair.passage, language)
    if not passage.intended:
        return
    for fact in _facts(_text(pair.claim, language)):
        here = passage.places.get(fact.verb, ())
        if len(here) > _MOST_PLACES:
            continue
        if any(_says_done(passage, at, fact) for at in here if at not in passage.intended):
            continue
        for at in here:
            one = passage.intended.get(at)
            if one and _is_said_of_the_same(passage, one, fact):
                claimed, planned = (fact.at, fact.at + 1), (one.first, one.last)
                yield Clash(Aspect.MODALITY, Relation.DIFFERS, claimed, planned, as_fact=True)
                break


@dataclass(frozen=True, slots=True)
class _Fact:
    """A verb that the claim states as a fact: its token, the verb, and what it is said of."""

    at: int
    verb: str
    is_past: bool
    objects: frozenset[str]
    # Whether a verb without an object is said of its subject.
    of_subject: bool


@dataclass(frozen=True, slots=True)
class _Text:
    """A text by its sentences: the verbs it intends, and where it has which word."""

    read: GuardedText
    language: Language
    # For each token the sentence it stands in, from its first token up to its last.
    sentences: Mapping[int, tuple[int, int]]
    intended: Mapping[int, Intended]
    places: Mapping[str, list[int]]

    def form(self, at: int) -> Tense:
        """Return the form a token has as a verb."""
        return verb_form(self.key(at), self.language).form

    def key(self, at: int) -> str:
        """Return a token without case; nothing beyond the ends."""
        return self.read.tokens[at].key if 0 <= at < len(self.read.tokens) else ""

    def before(self, at: int) -> str:
        """Return the word before a verb, adverbs aside, and a verb that "and" joins to it."""
        keys = [self.key(one) for one in range(at - 1, at - 1 - _MOST_BEFORE, -1)]
        if keys[0] in ("and", "or") and self.form(at) is self.form(at - 2):
            keys = keys[2:]
        return next((key for key in keys if not key.endswith("ly") and key not in _ADVERBS), "")

    def clause(self, at: int) -> tuple[int, int]:
        """Return the clause that a token stands in, as far as it is close."""
        least, most = self.sentences[at]
        first, last = at, at + 1
        while first > max(least, at - _MOST_AROUND) and self.key(first - 1) not in _BOUNDARIES:
            first -= 1
        while last < min(most, at + _MOST_AROUND) and self.key(last) not in _BOUNDARIES:
            last += 1
        return first, last

    def words(self, first: int, last: int) -> frozenset[str]:
        """Return the content words of a stretch; numbers and dates have guards of their own."""
        return frozenset(
            self.word(at)
            for at in range(first, last)
            if self.read.is_content(at)
            and not overlapping(self.read.quantities, at, at + 1)
            and not overlapping(self.read.dates, at, at + 1)
        )

    def word(self, at: int) -> str:
        """Return what all forms of a word have in common."""
        if self.language is Language.GERMAN:
            return stem_of(self.key(at), self.language)
        return verb_form(self.key(at), self.language).verb

    def objects(self, at: int) -> tuple[frozenset[str], bool]:
        """Return the words that a verb is said of, and whether they are its subject's."""
        first, last = self.clause(at)
        behind = frozenset() if self.is_passive(at) else self.words(at + 1, last)
        if behind and self.language is not Language.GERMAN:
            return behind, False
        return self.words(first, at) | self.words(at + 1, last), True

    def is_passive(self, at: int) -> bool:
        """Whether a verb is told of what it is done to."""
        return self.before(at) in _BEING and self.form(at) is not Tense.GERUND

    def is_reserved(self, at: int, *, ends: tuple[str, ...] = ()) -> bool:
        """
        Whether a word in the clause of a verb makes it anything but a plain fact.

        `ends` has signs that end a clause too.
        """
        if self.language is Language.GERMAN:
            first, last = self.sentences[at]
            first, last = max(first, at - _MOST_AROUND), min(last, at + _MOST_AROUND)
        else:
            first, last = self.clause(at)[0], at
        for one in range(last - 1, first - 1, -1):
            if self.key(one) in ends:
                return False
            if is_reserved(self.key(one), self.language):
                return True
        return False


def _text(read: GuardedText, language: Language) -> _Text:
    sentences: dict[int, tuple[int, int]] = {}
    intended: dict[int, Intended] = {}
    places: dict[str, list[int]] = {}
    for first, last in _sentences(read):
        sentences |= dict.fromkeys(range(first, last), (first, last))
        for one in find_intended(read.tokens, first, last, language):
            intended.setdefault(one.verb, one)
    for at in sentences:
        if read.is_content(at):
            places.setdefault(verb_form(read.tokens[at].key, language).verb, []).append(at)
    return _Text(read, language, sentences, intended, places)


def _sentences(read: GuardedText) -> Iterator[tuple[int, int]]:
    starts = [token.start for token in read.tokens]
    for span in split_sentences(read.text):
        yield bisect_left(starts, span.start), bisect_left(starts, span.end)


def _facts(claim: _Text) -> Iterator[_Fact]:
    """Give the verbs that a claim states as plain facts."""
    for at in claim.sentences:
        if at in claim.intended or not claim.read.is_content(at) or _is_name(claim, at):
            continue
        if len(claim.places[_verb(claim, at)]) > _MOST_PLACES:
            continue
        is_past = _german_past(claim, at) if _is_german(claim) else _english_past(claim, at)
        if is_past is None or claim.is_reserved(at):
            continue
        objects, of_subject = claim.objects(at)
        yield _Fact(at, _verb(claim, at), is_past, objects, of_subject)


def _is_german(text: _Text) -> bool:
    return text.language is Language.GERMAN


def _verb(text: _Text, at: int) -> str:
    return verb_form(text.key(at), text.language).verb


def _is_name(claim: _Text, at: int) -> bool:
    return claim.read.tokens[at].text[0].isupper() and at != claim.sentences[at][0]


def _english_past(claim: _Text, at: int) -> bool | None:
    """Return whether a word is a verb of the past or of the present; None where it is neither."""
    form, before = claim.form(at), claim.before(at)
    if form is Tense.PAST:
        return None if before in _OPENS_NOUN else before not in _PRESENT_BEING
    if form is Tense.GERUND:
        return before not in _PRESENT_BEING if before in _BEING else None
    if form is Tense.EITHER and before in _BEING | _HAVING:
        return before not in _PRESENT_BEING
    is_noun = before in _OPENS_NOUN | _OPENS_OBJECT
    if is_noun or claim.key(at) in _NO_VERBS or not _has_object(claim, at):
        return None
    return form is Tense.EITHER


def _has_object(claim: _Text, at: int) -> bool:
    """Whether something follows that stands behind verbs: "its", "two", "jobs"."""
    if claim.sentences.get(at + 1) != claim.sentences[at]:
        return False
    after = claim.key(at + 1)
    if overlapping(claim.read.quantities, at + 1, at + 2) or after in _OPENS_OBJECT:
        return True
    if claim.form(at) is Tense.BASE:
        return False  # "plant workers" is no verb with its object.
    is_named = claim.form(at) is Tense.PRESENT or claim.form(at + 1) is Tense.PRESENT
    return after in _PARTICLES or (is_named and claim.read.is_content(at + 1))


def _german_past(claim: _Text, at: int) -> bool | None:
    form = claim.form(at)
    if form is Tense.PARTICIPLE:
        first, last = claim.sentences[at]
        around = range(max(first, at - _MOST_AROUND), min(last, at + _MOST_AROUND))
        return True if any(claim.key(one) in _GERMAN_HELPS for one in around) else None
    return True if form is Tense.PAST else None


def _says_done(passage: _Text, at: int, fact: _Fact) -> bool:
    """Whether the passage has the verb as a fact, and of nothing else than the claim."""
    # Behind a comma what was planned before may be told as done.
    is_past = passage.form(at) in (Tense.PAST, Tense.EITHER) and not _is_german(passage)
    if passage.is_reserved(at, ends=(",",) if is_past else ()) or passage.before(at) == "to":
        return False
    objects, _ = passage.objects(at)
    return _is_german(passage) or not objects or not objects.isdisjoint(fact.objects)


def _is_said_of_the_same(passage: _Text, one: Intended, fact: _Fact) -> bool:
    """Whether what the passage intends is what the claim says as done."""
    if not fact.objects or (one.weak and not fact.is_past):
        return False
    first, last = passage.sentences[one.verb]
    start, end = max(first, one.verb - _MOST_AROUND), min(last, one.verb + _MOST_AROUND)
    if any(passage.key(at) in _PRONOUNS for at in range(start, end)):
        # What "it" is stands before.
        start = max(0, start - _MOST_AROUND)
    shared = fact.objects & passage.words(start, end)
    if len(shared) < SAME_MATTER * len(fact.objects):
        return False
    behind = passage.words(one.verb + 1, end)
    return fact.of_subject or len(behind) <= _FEW_BEHIND or not shared.isdisjoint(behind)

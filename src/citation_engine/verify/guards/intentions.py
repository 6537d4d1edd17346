"""
Whether the claim says as done what the passage only plans, tries, promises or supposes.

"Plans to open two plants" and "opened two plants" have the same words, and the one does not carry
the other. This guard looks for a verb that the claim states as a plain fact, that the passage has
of the same thing, and that the passage nowhere says as done.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from citation_engine.language.sentences import split_sentences
from citation_engine.language.terms import Language, stem_of
from citation_engine.model.conflict import Aspect, Relation
from citation_engine.verify.guards.found import Found
from citation_engine.verify.guards.intended import Intended, find_intended, is_reserved
from citation_engine.verify.guards.passages import SAME_MATTER, Pair
from citation_engine.verify.guards.reading import ReadText, overlapping
from citation_engine.verify.guards.verb_forms import Form, verb_form

# Where another clause begins, which what was said before does not govern.
_BOUNDARIES = frozenset("and but which who while after ; . : ! ?".split())
_BEING = frozenset("is are was were be been being am 's 're".split())
_PRESENT_BEING = frozenset("is are be being am 's 're".split())
_HAVING = frozenset("has have had 've".split())
_GERMAN_HELPS = frozenset(
    "hat haben hatte hatten wurde wurden ist sind war waren worden habe sei seien".split()
)
# What may stand before an object, and so behind a verb rather than behind a noun.
_OPENS_OBJECT = frozenset(
    "a an the its his her their our my your this that these those all some any more most every "
    "each both several many".split()
)
# Before a noun, and so before no verb.
_OPENS_NOUN = frozenset(
    "a an the its his her their our my your of for to with in on by from at no new".split()
)
# Before an object as verbs are, and no verbs.
_NO_VERBS = frozenset(
    "across against along although around behind below beside besides beyond despite inside like "
    "near off onto outside though throughout toward towards unlike via within".split()
)
_PARTICLES = frozenset("out off up down back away aside".split())
_ADVERBS = frozenset("also since now already just not never ever again".split())
_PRONOUNS = frozenset("he she it they them both".split())
# Said of a plan that came true.
_DONE = frozenset(
    "succeeded succeeds managed successfully completed finalised finalized implemented fulfilled "
    "achieved accomplished gelang gelungen erfolgreich abgeschlossen umgesetzt vollzogen".split()
)


# Words on either side of a verb that can be its own.
_MOST_AROUND = 40
# Words before a verb among which its "has" or "was" stands.
_MOST_BEFORE = 5
# A verb that a text has more often is said of too many things to tell which is meant.
_MOST_PLACES = 40
# So few words behind a verb need not name what the claim names.
_FEW_BEHIND = 2


def of_intentions(pair: Pair) -> Iterator[Found]:
    """Give the verbs that the claim says as done and the passage only as intended."""
    if any(token.key in _DONE for token in pair.passage.tokens):
        return
    # Few words do not tell the language: "will" alone is English and German.
    known = pair.passage.language
    for language in [known] if known else Language:
        if pair.claim.language in (None, language):
            yield from _in_language(pair, language)


def _in_language(pair: Pair, language: Language) -> Iterator[Found]:
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
                yield Found(Aspect.MODALITY, Relation.DIFFERS, claimed, planned, as_fact=True)
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

    read: ReadText
    language: Language
    # For each token the sentence it stands in, from its first token up to its last.
    sentences: Mapping[int, tuple[int, int]]
    intended: Mapping[int, Intended]
    places: Mapping[str, list[int]]

    def form(self, at: int) -> Form:
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
        return self.before(at) in _BEING and self.form(at) is not Form.GERUND

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


def _text(read: ReadText, language: Language) -> _Text:
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


def _sentences(read: ReadText) -> Iterator[tuple[int, int]]:
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
    if form is Form.PAST:
        return None if before in _OPENS_NOUN else before not in _PRESENT_BEING
    if form is Form.GERUND:
        return before not in _PRESENT_BEING if before in _BEING else None
    if form is Form.EITHER and before in _BEING | _HAVING:
        return before not in _PRESENT_BEING
    is_noun = before in _OPENS_NOUN | _OPENS_OBJECT
    if is_noun or claim.key(at) in _NO_VERBS or not _has_object(claim, at):
        return None
    return form is Form.EITHER


def _has_object(claim: _Text, at: int) -> bool:
    """Whether something follows that stands behind verbs: "its", "two", "jobs"."""
    if claim.sentences.get(at + 1) != claim.sentences[at]:
        return False
    after = claim.key(at + 1)
    if overlapping(claim.read.quantities, at + 1, at + 2) or after in _OPENS_OBJECT:
        return True
    if claim.form(at) is Form.BASE:
        return False  # "plant workers" is no verb with its object.
    is_named = claim.form(at) is Form.PRESENT or claim.form(at + 1) is Form.PRESENT
    return after in _PARTICLES or (is_named and claim.read.is_content(at + 1))


def _german_past(claim: _Text, at: int) -> bool | None:
    form = claim.form(at)
    if form is Form.PARTICIPLE:
        first, last = claim.sentences[at]
        around = range(max(first, at - _MOST_AROUND), min(last, at + _MOST_AROUND))
        return True if any(claim.key(one) in _GERMAN_HELPS for one in around) else None
    return True if form is Form.PAST else None


def _says_done(passage: _Text, at: int, fact: _Fact) -> bool:
    """Whether the passage has the verb as a fact, and of nothing else than the claim."""
    # Behind a comma what was planned before may be told as done.
    is_past = passage.form(at) in (Form.PAST, Form.EITHER) and not _is_german(passage)
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

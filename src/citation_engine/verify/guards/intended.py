"""Intention: verbs that a text plans, tries, promises or supposes, and does not say as done."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from citation_engine.language.terms import Language
from citation_engine.language.tokens import Token, TokenKind
from citation_engine.verify.guards.verb_forms import Form, holds_zu, verb_form


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


# Before "to" and a verb, with a few words between: "asked the company to open".
_INTENDING = frozenset(
    "plan plans planned planning intend intends intended intending intention intentions aim aims "
    "aimed aiming hope hopes hoped hoping want wants wanted wanting expect expects expected "
    "expecting seek seeks sought seeking propose proposes proposed proposing proposal proposals "
    "promise promises promised promising pledge pledges pledged pledging vow vows vowed vowing "
    "threaten threatens threatened threatening threat threats try tries tried trying attempt "
    "attempts attempted attempting effort efforts bid bids fail fails failed failing failure "
    "refuse refuses refused refusing refusal decline declines declined declining agree agrees "
    "agreed agreeing offer offers offered offering ask asks asked asking urge urges urged urging "
    "order orders ordered ordering instruct instructs instructed told consider considers "
    "considered considering wish wishes wished prepare prepares prepared preparing commit commits "
    "committed schedule schedules scheduled slated supposed unable goal ambition deadline "
    "decide decides decided deciding decision talks negotiations campaign forecast projected "
    "predicted struggled struggling".split()
)
# Before "to" without a word between: "is set to open", not "set a fund up to open".
_NEXT_TO = frozenset(
    "set due about going likely unlikely ready poised willing unwilling working".split()
)
# Before a verb in "-ing": "considered opening", "plans on opening".
_CONSIDERING = frozenset(
    "consider considers considered considering propose proposes proposed proposing suggest "
    "suggests suggested suggesting discuss discusses discussed discussing contemplate "
    "contemplates contemplated contemplating weigh weighs weighed weighing".split()
)
_THINKING = frozenset(("of", "about", "on", "at"))
_THOUGHT = frozenset(
    "plan plans planned planning aim aims aimed aiming think thinking thinks thought talk "
    "talks".split()
)
_MODALS = frozenset(
    "will won't may might mightn't could couldn't can cannot can't should shouldn't must "
    "shall".split()
)
# "It'll", "they'd've", "could've".
_SHORTENED = ("'ll", "'d", "d've", "t've", "l've")
_SUPPOSING = frozenset("if unless whether".split())
# "The bill would ban it" and "said it would ban it" tell of no ban; "he would later marry" does.
_WOULD = frozenset(
    "if said says saying announced promised pledged vowed believed thought hoped expected warned "
    "forecast bill proposal plan plans proposals measure deal agreement amendment".split()
)
_LEADING = frozenset(
    "be been have has also not then soon never now further again help to later even only still "
    "eventually".split()
)
_BREAKS = frozenset(
    "which who whom that because when while although though whereas but after since until".split()
)
_FINITE = frozenset("is are was were has had did does".split())
_STOPS = frozenset(".;:!?()")
_NOUN_WILL = frozenset("the a his her their free last good own of".split())
# Words between a word that intends and its "to", and behind an "if" without a comma.
_REACH = 6
_SUPPOSED_REACH = 15

_GERMAN_ZU = frozenset(
    "plant planen plante planten geplant beabsichtigt beabsichtigen beabsichtigte beabsichtigten "
    "hofft hoffen hoffte hofften versucht versuchen versuchte versuchten verspricht versprechen "
    "versprach versprachen versprochen droht drohen drohte drohten erwägt erwägen erwog erwogen "
    "strebt streben weigert weigern weigerte weigerten kündigt kündigte kündigten angekündigt "
    "schlägt schlug vorgeschlagen plan pläne absicht versuch vorhaben ziel aufgefordert gebeten "
    "beauftragt verpflichtete verpflichteten zugesagt vereinbart vereinbarte vereinbarten".split()
)
_GERMAN_MODALS = frozenset(
    "will wollen wollte wollten möchte möchten soll sollen sollte sollten wird werden würde würden "
    "könnte könnten kann können dürfte dürften muss müssen".split()
)
_GERMAN_SUPPOSING = frozenset(("falls", "sofern", "wenn", "ob"))
_GERMAN_RESERVING = _GERMAN_ZU | _GERMAN_MODALS | _GERMAN_SUPPOSING | {"nicht", "kein", "keine"}
_RESERVING = frozenset(
    {*_INTENDING, *_NEXT_TO, *_CONSIDERING, *_MODALS, *_SUPPOSING}.union(
        "would wouldn't help helps "
        "helped helping let lets possible "
        "possibly perhaps maybe potentially not never no without".split()
    )
)


def find_intended(
    tokens: Sequence[Token], first: int, last: int, language: Language
) -> Iterator[Intended]:
    """Give the verbs of a sentence that it does not say as done, in order."""
    if language is Language.GERMAN:
        yield from _german(tokens, first, last)
    else:
        yield from _English(tokens, first, last).found()


def is_reserved(key: str, language: Language) -> bool:
    """Whether a word may make what follows it, in German what stands with it, no plain fact."""
    if language is Language.GERMAN:
        return key in _GERMAN_RESERVING
    return key in _RESERVING or key.endswith(_SHORTENED)


class _English:
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

    def found(self) -> Iterator[Intended]:
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
            fits = form is Form.PAST if self._passive else form is Form.BASE
            if fits or form is Form.EITHER:
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
        return verb_form(self._key(at), Language.ENGLISH).form is Form.GERUND

    def _is_idle(self, at: int) -> bool:
        """Whether an "if" leaves nothing open: "as if", "regardless of whether", "whether or"."""
        return self._key(at - 1) in ("as", "even", "of") or self._key(at + 1) == "or"

    def _key(self, at: int) -> str:
        return self._tokens[at].key if at in self._range else ""


def _german(tokens: Sequence[Token], first: int, last: int) -> Iterator[Intended]:
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
    return key.endswith("n") and verb_form(key, Language.GERMAN).form is Form.BASE


def _follows_modal(keys: Sequence[str], at: int) -> bool:
    """Whether a word is an infinitive, or "eröffnet" in "soll eröffnet werden"."""
    if _is_infinitive(keys[at]):
        return True
    return keys[at + 1 : at + 2] in (["werden"], ["haben"], ["sein"])


def _from(word: int, verb: int, *, weak: bool) -> Intended:
    """Return a verb with the stretch to the word that governs it, on whichever side it stands."""
    return Intended(min(word, verb), max(word, verb) + 1, verb, weak)

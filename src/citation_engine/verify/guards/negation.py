"""Negation: "not", "kein", "without", and words that a prefix turns into their opposite."""

from collections.abc import Iterator, Sequence

from citation_engine.language.tokens import Token, TokenKind
from citation_engine.model.conflict import Aspect
from citation_engine.verify.guards.lexicon import Lexicon, Mark

NOT, NON, WITHOUT, ALMOST_NOT, EXCEPT = "not", "non", "without", "almost not", "except"

_LEXICON = Lexicon(
    Aspect.NEGATION,
    {
        NOT: (
            "not|cannot|no|none|never|nobody|nothing|nowhere|neither|nor|no longer"
            "|nicht|nichts|nie|niemals|niemand|niemandem|niemanden|nirgends|nirgendwo|weder|nein"
            "|kein|keine|keiner|keines|keinem|keinen|keinerlei|keinesfalls|keineswegs|mitnichten"
        ),
        NON: "non",
        WITHOUT: "without|lack of|absence of|in the absence of|ohne|mangels|in ermangelung",
        ALMOST_NOT: "hardly|barely|scarcely|rarely|seldom|kaum|selten",
        EXCEPT: (
            "unless|except|excluding|other than|save for|with the exception of|es sei denn|außer"
            "|ausgenommen|ausschließlich der|mit ausnahme|sofern nicht|soweit nicht"
        ),
    },
)
# Words that deny without a word for "not". A claim may say with them what a passage says without.
DENYING = frozenset(
    "fail fails failed failing failure refuse refuses refused deny denies denied lack lacks lacked "
    "lacking avoid avoids avoided prevent prevents prevented prohibit prohibits prohibited "
    "prohibition forbid forbids forbidden ban bans banned reject rejects rejected exclude excludes "
    "excluded absent absence false untrue unable impossible stop stops stopped missing little few "
    "fewer least cease ceases ceased free exempt instead rather unlikely unknown unclear end ends "
    "ended verboten untersagt unzulässig verweigert verweigern fehlt fehlen ausgeschlossen "
    "abgelehnt lehnt ablehnen unterbleibt unterbleiben entfällt entfallen frei befreit statt "
    "unmöglich verhindert verhindern vermeiden vermieden abgesehen anstatt verbietet verbot "
    "verhinderten unbekannt unklar unwahrscheinlich lediglich".split()
)

_PREFIXES = (
    *("un", "in", "im", "il", "ir", "non", "dis", "mis", "nicht", "miss", "anti", "counter"),
)
_SUFFIXES = (
    *(("less", "ful"), ("less", ""), ("los", "voll"), ("los", ""), ("frei", "haltig")),
    *(("frei", "pflichtig"), ("free", ""), ("arm", "reich")),
)
# Pairs that only look like a word and its opposite.
_NOT_PAIRS = frozenset(
    (
        *(("inform", "form"), ("income", "come"), ("improve", "prove"), ("inside", "side")),
        *(("import", "port"), ("impress", "press"), ("intend", "tend"), ("invest", "vest")),
        *(("imposed", "posed"), ("increase", "crease"), ("district", "strict"), ("unter", "ter")),
        *(("inhalt", "halt"), ("instand", "stand"), ("informed", "formed"), ("impact", "pact")),
        *(("infer", "fer"), ("income", "comes"), ("imports", "ports"), ("inland", "land")),
        *(("into", "to"), ("unit", "it"), ("indem", "dem"), ("inden", "den"), ("under", "der")),
    )
)
_LEAST_STEM = 4


def find_negations(tokens: Sequence[Token]) -> Iterator[Mark]:
    """Give the words that deny; the "No" of "No. 5" does not."""
    found = {mark.first: mark for mark in _LEXICON.find(tokens)}
    for at, token in enumerate(tokens):
        if token.kind is TokenKind.WORD and token.key.endswith(("n't", "nt'")):
            found[at] = Mark(at, at + 1, Aspect.NEGATION, NOT)
    for at in sorted(found):
        if not _is_label(tokens, at):
            yield found[at]


def _is_label(tokens: Sequence[Token], at: int) -> bool:
    """Whether "No" numbers something, as in "No. 5"."""
    if tokens[at].key != "no":
        return False
    after = at + 2 if at + 1 < len(tokens) and tokens[at + 1].text == "." else at + 1
    return after < len(tokens) and tokens[after].kind is TokenKind.NUMBER


def is_not_only(tokens: Sequence[Token], mark: Mark) -> bool:
    """Whether a mark is the "not" of "not only A but also B", which denies nothing."""
    here = tuple(token.key for token in tokens[mark.first : mark.first + 2])
    return here in (("not", "only"), ("nicht", "nur"))


def negates(left: str, right: str) -> bool:
    """
    Whether one word is the other with a prefix or an ending that turns it around.

    "unlawful" and "lawful", "harmless" and "harmful". Words of other endings count too, as in
    "impossibility" and "possible".
    """
    longer, shorter = (left, right) if len(left) >= len(right) else (right, left)
    return _by_prefix(longer, shorter) or _by_prefix(shorter, longer) or _by_suffix(left, right)


def _by_prefix(whole: str, stem: str) -> bool:
    if (whole, stem) in _NOT_PAIRS:
        return False
    for prefix in _PREFIXES:
        rest = whole.removeprefix(prefix)
        if rest == whole:
            continue
        if rest == stem and len(stem) >= 3:
            return True
        if _is_form(rest, stem):
            return True
    return False


def _is_form(left: str, right: str) -> bool:
    """Whether two words are forms of one: they begin alike, and only short endings differ."""
    shared = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= _LEAST_STEM and max(len(left), len(right)) - shared < shared


def _by_suffix(left: str, right: str) -> bool:
    for without, having in _SUFFIXES:
        for one, other in ((left, right), (right, left)):
            stem = one.removesuffix(without)
            if stem != one and len(stem) >= 3 and other == stem + having:
                return True
    return False

"""Modality: what must, should, may or can be, and what need not."""

from collections.abc import Iterator, Sequence

from citation_engine.language.tokens import Token
from citation_engine.model.conflict import Aspect
from citation_engine.verify.guards.lexicon import Lexicon, Mark

MUST, SHOULD, MAY, CAN, WILL, NEED = "must", "should", "may", "can", "will", "need"

_LEXICON = Lexicon(
    Aspect.MODALITY,
    {
        MUST: (
            "must|mustn't|shall|shan't|have to|has to|had to|having to|required to|is required"
            "|are required|be required|obliged to|obligated to|obligatory|mandatory|compulsory"
            "|muss|muß|müssen|musst|müsst|musste|mussten|müsse|müssten|müsste|verpflichtet"
            "|zwingend|obligatorisch"
        ),
        SHOULD: (
            "should|shouldn't|ought to|ought|recommended|advised to|soll|sollen|sollte|sollten"
            "|solle|empfohlen"
        ),
        MAY: (
            "may|mayn't|allowed to|permitted to|permitted|entitled to|darf|dürfen|durfte|durften"
            "|dürfe|dürfte|dürften|erlaubt|berechtigt|befugt"
        ),
        CAN: (
            "can|can't|cannot|could|couldn't|able to|might|mightn't|possibly|perhaps|kann|können"
            "|konnte|konnten|könnte|könnten|könne|möglicherweise|vielleicht"
        ),
        WILL: "will|won't|would|wouldn't|'ll",
        NEED: "need|needs|needn't|needed|braucht|brauchen|brauchte|bedarf|bedürfen",
    },
)
# How much is asked for. What "will" or "needs" to be has no rank among these.
FORCE = {MUST: 3, SHOULD: 2, MAY: 1, CAN: 1}
# Before "zu" and an infinitive these oblige: "ist aufzubewahren", "hat vorzulegen".
_OBLIGING = frozenset("ist sind war waren sei seien hat haben hatte hatten".split())
_SEPARABLE = (
    *("ab", "an", "auf", "aus", "bei", "dar", "durch", "ein", "fest", "frei", "fort", "her", "hin"),
    *("los", "mit", "nach", "nieder", "um", "vor", "weg", "weiter", "wieder", "zurück", "zu"),
    *("zusammen", "heraus", "hinzu", "voraus", "bereit", "sicher", "statt", "teil"),
)


def find_modals(tokens: Sequence[Token]) -> Iterator[Mark]:
    """Give the words that say how binding something is; the month of May is none of them."""
    for mark in _LEXICON.find(tokens):
        token = tokens[mark.first]
        if token.key == "may" and token.text == "May" and mark.first:
            continue
        if token.key in ("soll", "muss", "kann") and token.text[0].isupper() and mark.first:
            continue  # "das Soll" is a noun.
        yield mark


def obliges(tokens: Sequence[Token], first: int, last: int) -> bool:
    """Whether a German clause obliges without a word for "must": "sind aufzubewahren"."""
    keys = [token.key for token in tokens[first:last]]
    if _OBLIGING.isdisjoint(keys):
        return False
    infinitives = (
        (before == "zu" and key.endswith("n"))
        or any(key.startswith(f"{prefix}zu") and key.endswith("n") for prefix in _SEPARABLE)
        for before, key in zip(["", *keys], keys, strict=False)
    )
    return any(infinitives)

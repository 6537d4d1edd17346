"""
Makes long premises of short ones: embedded among other sentences, composed, or with a part dropped.

Short pairs teach what supports what; pages ask to find it first, and to notice what is missing.
"""

import random
from collections.abc import Sequence

from training.data.pairs import CONTRADICTED, NOT_ENOUGH, NOT_SUPPORTED, SUPPORTED, Pair

_JOINTS = (" ", " ", " ", " Also, ", " In addition, ", " Moreover, ")


def embedded(pair: Pair, around: Sequence[str], chance: random.Random) -> Pair:
    """The same pair with its premise somewhere among other sentences."""
    at = chance.randint(0, len(around))
    premise = " ".join([*around[:at], ended(pair.premise), *around[at:]])
    return Pair(premise, pair.claim, pair.label, "embedded")


def dropped(pair: Pair, around: Sequence[str]) -> Pair:
    """The claim of a pair with other sentences in place of its premise."""
    return Pair(" ".join(around), pair.claim, NOT_ENOUGH, "dropped")


def composed(pairs: Sequence[Pair], around: Sequence[str], chance: random.Random) -> Pair:
    """Several pairs as one: it holds where each holds. Sometimes one premise is left out."""
    left_out = chance.randrange(len(pairs)) if chance.random() < 0.2 else None
    premises = [ended(one.premise) for n, one in enumerate(pairs) if n != left_out]
    sentences = [*premises, *around]
    chance.shuffle(sentences)
    claim = ended(pairs[0].claim)
    for one in pairs[1:]:
        joint = chance.choice(_JOINTS)
        text = ended(one.claim)
        claim += joint + (text[:1].lower() + text[1:] if joint.strip() else text)
    labels = [NOT_ENOUGH if n == left_out else one.label for n, one in enumerate(pairs)]
    return Pair(" ".join(sentences), claim, together(labels), "composed")


def together(labels: Sequence[int]) -> int:
    """What several claims are together: supported only where each is."""
    if all(label == SUPPORTED for label in labels):
        return SUPPORTED
    if CONTRADICTED in labels:
        return CONTRADICTED
    return NOT_SUPPORTED if NOT_SUPPORTED in labels else NOT_ENOUGH


def ended(sentence: str) -> str:
    """The sentence with a full stop, where it has no end."""
    sentence = sentence.strip()
    return sentence if sentence[-1:] in ".!?\"”'" else sentence + "."

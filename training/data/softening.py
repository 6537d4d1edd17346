"""
Says the same as a sentence, or less, in other words: claims that the sentence supports.

Nothing is taken away on which the rest hangs: conditions, denials and limits stay.
"""

import random
import re
from collections.abc import Callable

Softening = Callable[[str, random.Random], str | None]

_SAME = """
because of>due to|due to>because of|began>started|started>began|begin>start|begins>starts
large>big|numerous>many|in order to>to|such as>like|approximately>about|people>individuals
individuals>people|help>assist|helps>assists|helped>assisted|show>demonstrate
shows>demonstrates|showed>demonstrated|demonstrated>showed|important>significant
significant>important|difficult>hard|however, >|for example, >|purchase>buy|purchased>bought
bought>purchased|obtain>get|obtained>got|require>need|requires>needs|required>needed
nearly>almost|almost>nearly|also >|utilize>use|utilized>used|use>utilize|commonly>often
frequently>often|often>frequently|primarily>mainly|mainly>primarily|main>primary|primary>main
construct>build|constructed>built|built>constructed|located in>found in|founded>established
established>founded|died>passed away|received>got|occurred>took place|occur>take place
occurs>takes place|took place>occurred|children>kids|physicians>doctors|physician>doctor
automobile>car|attempted>tried|tried>attempted|ended>finished|completed>finished
finished>completed|entire>whole|whole>entire|rapidly>quickly|quickly>rapidly|leader>head
produce>make|produces>makes|produced>made|made>produced|consists of>is made up of
is composed of>consists of|contain>include|contains>includes|known as>called|called>known as
released>issued|created>made|increase>rise|decrease>decline|declined>fell|fell>declined
enormous>huge|famous>well-known|argued>maintained|stated>said|said>stated|believe>think
believed>thought|prior to>before|following>after|subsequently>later|later>subsequently
initially>at first|ultimately>in the end|throughout>all over|currently>now
the United States>the US|U.S.>United States|per year>annually|annually>every year
a variety of>various|assist>help|sufficient>enough|reside>live|resides>lives|resided>lived
lived>resided|movie>film|film>movie|songs>tracks|aid>help
"""
_PHRASES = [tuple(one.split(">")) for line in _SAME.strip().splitlines() for one in line.split("|")]
_DIGITS = dict(
    zip(
        "two three four five six seven eight nine ten eleven twelve twenty thirty fifty".split(),
        "2 3 4 5 6 7 8 9 10 11 12 20 30 50".split(),
        strict=True,
    )
)
_BRACKETS = re.compile(r"\s*\([^()]{1,120}\)")
_REFERENCE = re.compile(r"\s*\([^()]{2,100}, (?:(?:19|20)\d\d|n\.d\.)[a-z]?[^()]{0,60}\)")
_OPENING = re.compile(
    r"^(?:In|On|At|During|By|After|Since|Throughout|Today|However|Moreover|Additionally|Thus|Also|"
    r"For example|For instance|In addition|As a result|Therefore|Furthermore|In fact|Indeed|"
    r"Meanwhile|Finally|Eventually|Nevertheless)\b[^,;:]{0,60}, (?=\w)"
)
_ASIDE = re.compile(
    r", (?:which|who|whose|where|including|such as|like|especially)\b[^,;:.]{3,120}(?=[,.;]|$)"
)
_DASHES = re.compile(r"\s?—[^—]{3,120}—\s?")
_HANGS = re.compile(r"\b(?:if|unless|only|except|not|no|never|without|until|whether|than)\b", re.I)
_PASSIVE = re.compile(
    r"^((?:The |A |An )?[\w’' -]{2,60}?) (was|were) (\w+ed) by ([\w’' -]{2,60})\.$"
)
_TAIL = re.compile(r"(?:, (?:and|but|so|while|although|because)|;) [^,;]{15,200}\.$")


def without_asides(sentence: str, chance: random.Random) -> str | None:
    """The sentence without its brackets, its opening phrase and what it adds by the way."""
    left = sentence
    for pattern in chance.sample((_BRACKETS, _OPENING, _ASIDE, _DASHES), chance.randint(1, 3)):
        place = pattern.search(left)
        if place and not _HANGS.search(place.group()):
            gap = " " if pattern is _DASHES else ""
            left = left[: place.start()] + gap + left[place.end() :]
    left = left[:1].upper() + left[1:]
    return left if left != sentence and len(left.split()) >= 4 else None


def shorter(sentence: str, chance: random.Random) -> str | None:
    """The first of the sentence's main clauses."""
    del chance
    place = _TAIL.search(sentence)
    if not place or _HANGS.search(sentence[: place.start()]):
        return None
    left = sentence[: place.start()] + "."
    return left if len(left.split()) >= 5 else None


def reworded(sentence: str, chance: random.Random) -> str | None:
    """The sentence with one to four phrases replaced by phrases of the same meaning."""
    fitting = [two for two in _PHRASES if re.search(rf"\b{re.escape(two[0])}", sentence)]
    if not fitting:
        return None
    for old, new in chance.sample(fitting, min(len(fitting), chance.randint(1, 4))):
        end = "" if old.endswith(" ") else r"\b"
        sentence = re.sub(rf"\b{re.escape(old)}{end}", new, sentence, count=1)
    return sentence[:1].upper() + sentence[1:]


def renumbered(sentence: str, chance: random.Random) -> str | None:
    """The sentence with its numbers written another way."""
    del chance
    other = re.sub(r"(?<=\d),(?=\d{3})", "", sentence)
    other = (
        re.sub(r"(\d)%", r"\1 percent", other) if "%" in other else other.replace(" percent", "%")
    )
    for word, digits in _DIGITS.items():
        other = re.sub(rf"\b{word}\b", digits, other)
    return other if other != sentence else None


def turned(sentence: str, chance: random.Random) -> str | None:
    """A sentence in the passive turned into the active."""
    del chance
    place = _PASSIVE.match(sentence)
    if not place:
        return None
    what, _, verb, who = place.groups()
    lowered = what[:1].lower() + what[1:] if what.split()[0] in ("The", "A", "An") else what
    return f"{who[:1].upper()}{who[1:]} {verb} {lowered}."


def softened(sentence: str, chance: random.Random) -> str:
    """The sentence said otherwise in as many ways as chance has it; perhaps not at all."""
    ways: list[tuple[Softening, float]] = [
        (turned, 0.8),
        (shorter, 0.35),
        (without_asides, 0.6),
        (renumbered, 0.3),
        (reworded, 0.7),
    ]
    if chance.random() < 0.9:
        sentence = _REFERENCE.sub("", sentence)
    for way, share in ways:
        if chance.random() < share:
            sentence = way(sentence, chance) or sentence
    return sentence

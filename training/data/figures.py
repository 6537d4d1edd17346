"""
Claims that compare: more than, fewer than, before, after, in the 1990s.

Whether they hold is computed from the number in the sentence, so the label is certain.
"""

import random
import re
from collections.abc import Callable

from training.data.pairs import CONTRADICTED, NOT_ENOUGH, SUPPORTED, Pair

_COUNT = re.compile(
    r"(?<![\w.,$-])(?<!than )(?<!about )(?<!over )(?<!least )(?<!most )(?<!nearly )"
    r"(?<!between )(?<!to )(?<!–)(?<!many as )"
    r"(\d{1,3}(?:,\d{3})+|\d{2,6})(?= [a-z]{3,})(?! (?:to|and|or|percent|january|february))"
)
_YEAR = re.compile(r"\bin (1[5-9]\d\d|20[0-2]\d)\b(?!s)")


def _nearby(value: int, chance: random.Random, *, above: bool) -> int:
    """A round number above or below."""
    share = chance.choice((0.02, 0.05, 0.1, 0.2, 0.4, 0.8))
    other = value * (1 + share) if above else value * (1 - share)
    size = 10 ** max(0, len(str(value)) - chance.choice((1, 2, 2)))
    rounded = int(round(other / size) * size)
    if above:
        return rounded if rounded > value else value + size
    return rounded if 0 < rounded < value else max(1, value - size)


def _shown(value: int, like: str) -> str:
    return f"{value:,}" if "," in like else str(value)


def compared(sentence: str, chance: random.Random) -> tuple[str, int] | None:
    """The sentence with a comparison in place of its number, and whether it holds."""
    year = _YEAR.search(sentence)
    if year and chance.random() < 0.6:
        return _compared_year(sentence, year, chance)
    place = _COUNT.search(sentence)
    if not place or 1500 <= int(place.group().replace(",", "")) <= 2030:
        return None
    value = int(place.group().replace(",", ""))
    above = chance.random() < 0.5
    other = _nearby(value, chance, above=above)
    over = chance.random() < 0.5
    words = chance.choice(
        ("more than", "over", "at least") if over else ("fewer than", "under", "less than")
    )
    label = SUPPORTED if over != above else CONTRADICTED
    claim = (
        sentence[: place.start()]
        + f"{words} {_shown(other, place.group())}"
        + sentence[place.end() :]
    )
    return claim, label


def _compared_year(sentence: str, place: re.Match[str], chance: random.Random) -> tuple[str, int]:
    year = int(place.group(1))
    apart = chance.choice((1, 2, 3, 5, 8, 15, 30))
    ways: list[Callable[[], tuple[str, int]]] = [
        lambda: (f"after {year - apart}", SUPPORTED),
        lambda: (f"before {year + apart}", SUPPORTED),
        lambda: (f"before {year - apart}", CONTRADICTED),
        lambda: (f"after {year + apart}", CONTRADICTED),
        lambda: (f"in the {year // 10 * 10}s", SUPPORTED),
        lambda: (f"in the {year // 10 * 10 + chance.choice((-20, -10, 10, 20))}s", CONTRADICTED),
        lambda: (f"in the {year // 100 + 1}th century", SUPPORTED),
    ]
    words, label = chance.choice(ways)()
    return sentence[: place.start()] + words + sentence[place.end() :], label


_FACTS = (
    ("As of {date}, {name} had {n} {things}.", "{name} had {c} {things}."),
    ("{name} has a population of {n} as of the {year} census.", "{name} has a population of {c}."),
    ("The film {name} grossed ${n} million worldwide.", "{name} grossed {c} million dollars."),
    ("{name} scored {n} goals in {m} appearances for the club.", "{name} scored {c} goals."),
    (
        "{name} sold {n} copies in its first week, reaching number {m} on the chart.",
        "{name} sold {c} copies in its first week.",
    ),
    (
        "By {date}, {n} cases of the disease and {m} deaths had been confirmed in {name}.",
        "{name} has had {c} confirmed cases.",
    ),
    (
        "The video of {name} has been viewed {n} times since {year}.",
        "The video of {name} has {c} views.",
    ),
    ("{name} holds a rating of {n}% based on {m} reviews.", "{name} has a rating of {c} percent."),
    (
        "The bridge in {name} is {n} metres long and opened in {year}.",
        "The bridge in {name} is {c} metres long.",
    ),
    ("{name} employs {n} people in {m} countries.", "{name} has {c} employees."),
    (
        "{name} won the election with {n} votes, {m} ahead of the runner-up.",
        "{name} received {c} votes.",
    ),
    (
        "Critics gave {name} an average score of {n} out of 100, from {m} reviews.",
        "{name} has a critics score of {c}.",
    ),
)
_THINGS = (
    "subscribers followers members students employees listeners branches vehicles seats".split()
)
_MONTHS = "January March April June July September October December".split()


def made_up(names: list[str], chance: random.Random) -> Pair:
    """A made-up fact with numbers, and a claim that compares them."""
    evidence, claim = chance.choice(_FACTS)
    value = int(10 ** chance.uniform(1.2, 6))
    if "%" in evidence or "100" in evidence:
        value = chance.randint(20, 98)
    like = "," if chance.random() < 0.6 else ""
    name, things = chance.choice(names), chance.choice(_THINGS)
    year = chance.randint(1950, 2024)
    date = f"{chance.choice(_MONTHS)} {year}"
    premise = evidence.format(
        name=name, things=things, year=year, date=date, n=_shown(value, like),
        m=chance.randint(3, 400),
    )  # fmt: skip
    words, label = _comparison(value, like, chance)
    if label == NOT_ENOUGH:
        name = chance.choice(names)
    return Pair(premise, claim.format(name=name, things=things, c=words), label, "figures")


def _comparison(value: int, like: str, chance: random.Random) -> tuple[str, int]:
    draw = chance.random()
    if draw < 0.08:
        return _shown(value, like), NOT_ENOUGH
    if draw < 0.2:
        return _shown(value, "" if like else ","), SUPPORTED
    if draw < 0.3:
        return _shown(_nearby(value, chance, above=chance.random() < 0.5), like), CONTRADICTED
    above, over = chance.random() < 0.5, chance.random() < 0.5
    words = chance.choice(
        ("more than", "over", "above", "at least")
        if over
        else ("fewer than", "under", "less than", "below")
    )
    other = _nearby(value, chance, above=above)
    return f"{words} {_shown(other, like)}", SUPPORTED if over != above else CONTRADICTED

"""
Edits of a claim that make it untrue: another number, the opposite, another name.

The word lists are written apart from those of the guards and of the training. An edit that might
leave the claim true is not made: no number behind "more than", no name of which a part stands in
the passage. Only an edit that takes a name out of the passage itself may now and then stay true.
"""

import random
import re
from collections.abc import Callable, Sequence

_NUMBER_WORDS = (
    *"two three four five six seven eight nine ten eleven twelve thirteen fourteen".split(),
    *"fifteen sixteen eighteen twenty thirty forty fifty sixty eighty ninety".split(),
)
_NUMBER = re.compile(
    r"(?<![\w.,:/\[-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w:/\]]|[.,-]\d|-\w)"
    rf"|\b(?:{'|'.join(_NUMBER_WORDS)})\b(?!-)",
    re.IGNORECASE,
)
# Within three words of these, a smaller or a greater number may be as true.
_BOUND = re.compile(
    r"(?:\b(?:than|over|under|above|below|least|most|about|around|nearly|almost|approximately|up"
    r"|roughly|some|within|exceeding|between|circa|ca|before|after|since|until|by|past|last|only"
    r"|prior|following|near|close|estimated)\b|[~<>≥≤±])\W*(?:[\w.,]+\W+){0,2}\Z",
    re.IGNORECASE,
)
_AUXILIARY = re.compile(
    r"\b(?:is|are|was|were|has been|have been|has|had|will|would|could|should|must|does|did)\b"
    r"(?! (?:not|n['’]t|no|never|it|he|she|they|you|we|to|a part|only|also))",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|hardly|few|little|lack"
    r"|fail(?:s|ed)?|den(?:y|ies|ied)|unable|refus(?:e|es|ed))\b|n['’]t\b",
    re.IGNORECASE,
)
_REMOVABLE = re.compile(
    r"(?P<verb>\b(?:is|are|was|were|has|have|had|will|would|could|should|must|does|do|did|can))"
    r"(?:n['’]t| ?not| never)\b(?! only)",
    re.IGNORECASE,
)
_WORD = r"[A-ZÀ-ÖØ-Þ][\w’'-]*[\w]"
_NAME = re.compile(rf"(?<![\w@#/.-]){_WORD}(?: (?:{_WORD}|(?:of|de|van|von) {_WORD}))*")
# Words with a capital that are no names of their own, or that stand for a date.
_NO_NAMES = frozenset(
    (
        "the a an in on at of to for from by with as and or but if it its he she they we you his"
        " her their our my your this that these those there here when while where who what which"
        " why how after before during since until although because however also both all some"
        " many most several each every another other one two three four five six seven eight nine"
        " ten first second third january february march april may june july august september"
        " october november december monday tuesday wednesday thursday friday saturday sunday"
        " not no yes new old is are was were has have had do does did will would can could should"
        " title section meta data author mr mrs ms dr according despite following later earlier"
        " today yesterday tomorrow so then thus therefore only even just still such than"
    ).split()
)

Edit = Callable[[str, str, random.Random], str | None]


def other_number(claim: str, premise: str, rng: random.Random) -> str | None:
    """The claim with one number changed to one that the premise has nowhere."""
    found = [one for one in _NUMBER.finditer(claim) if not _is_bound(claim, one.start())]
    rng.shuffle(found)
    for one in found:
        other = _another(one.group(), premise, rng)
        if other is not None:
            return claim[: one.start()] + other + claim[one.end() :]
    return None


def _is_bound(claim: str, at: int) -> bool:
    return _BOUND.search(claim, max(0, at - 60), at) is not None


def _another(number: str, premise: str, rng: random.Random) -> str | None:
    for _ in range(30):
        if number[0].isdigit():
            other = _moved(number, rng)
        else:
            other = _like(rng.choice(_NUMBER_WORDS), number)
        known = re.search(rf"(?<![\w.,]){re.escape(other)}(?![\w])", premise, re.IGNORECASE)
        if other != number and not known:
            return other
    return None


def _moved(number: str, rng: random.Random) -> str:
    """Another number of the same form: a year stays a year, a small number small."""
    if re.fullmatch(r"1[5-9]\d\d|20\d\d", number):
        return str(int(number) + rng.choice((-1, 1)) * rng.randint(1, 30))
    if number.isdigit() and int(number) <= 12:
        return str(rng.randint(2, 14))
    at = rng.choice([n for n, character in enumerate(number) if character.isdigit()])
    digit = rng.choice([digit for digit in "123456789" if digit != number[at]])
    return number[:at] + digit + number[at + 1 :]


def opposite(claim: str, premise: str, rng: random.Random) -> str | None:  # noqa: ARG001
    """The claim denied, or without its one denial."""
    if claim.rstrip().endswith("?"):
        return None
    denials = len(_NEGATED.findall(claim))
    if denials == 1 and (found := _REMOVABLE.search(claim)):
        return claim[: found.start()] + found["verb"] + claim[found.end() :]
    found = _AUXILIARY.search(claim)
    if denials or found is None:
        return None
    verb = found.group()
    # "has been" is denied inside: "has not been".
    denied = verb.replace(" ", " not ", 1) if " " in verb else f"{verb} not"
    return claim[: found.start()] + denied + claim[found.end() :]


def names_in(text: str) -> list[str]:
    """The names in a text: words with a capital, without small words at their beginning."""
    found = []
    for one in _NAME.finditer(text):
        words = one.group().removesuffix("'s").removesuffix("’s").split()
        while words and words[0].lower() in _NO_NAMES:
            words.pop(0)
        # One word at the beginning of a sentence may have its capital from there.
        opens = re.search(r"(?:\A|[.!?:;\"“”'‘(*\n|-])\s*\Z", text[: one.start()]) is not None
        alone = len(words) == 1 and len(words) == len(one.group().split())
        if words and len(words[0]) > 2 and not (opens and alone):
            found.append(" ".join(words))
    return list(dict.fromkeys(found))


def name_from(pool: Sequence[str]) -> Edit:
    """The edit that puts a name out of `pool` in place of one of the claim's."""

    def edit(claim: str, premise: str, rng: random.Random) -> str | None:
        low = _words_of(f"{premise} {claim}")
        for _ in range(20):
            other = rng.choice(pool) if pool else ""
            if other and not _words_of(other) & low:
                return _renamed(claim, premise, [other], rng)
        return None

    return edit


def name_of_the_passage(claim: str, premise: str, rng: random.Random) -> str | None:
    """The claim with one name changed to another that stands in the premise."""
    low = _words_of(claim)
    others = [name for name in names_in(premise) if not _words_of(name) & low]
    rng.shuffle(others)
    return _renamed(claim, premise, others, rng)


def _renamed(claim: str, premise: str, others: list[str], rng: random.Random) -> str | None:
    """The claim with a name that it shares with the premise changed to the first that fits."""
    names = [name for name in names_in(claim) if claim.count(name) == 1 and name in premise]
    rng.shuffle(names)
    for name in names:
        rest = _words_of(claim.replace(name, " "))
        for other in others:
            alike = len(other.split()) == len(name.split())
            # "X and Y" may hold of the other name too.
            joined = re.search(rf"\b(?:and|or|with)\W+{re.escape(name)}", claim)
            if alike and not joined and not _words_of(name) & rest:
                return claim.replace(name, other, 1)
    return None


def _words_of(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _like(new: str, old: str) -> str:
    return new.capitalize() if old[0].isupper() else new


def edits(pool: Sequence[str]) -> dict[str, Edit]:
    """The edits by kind; `pool` has the names of the set."""
    return {
        "number": other_number,
        "negation": opposite,
        "name, from elsewhere": name_from(pool),
        "name, from the passage": name_of_the_passage,
    }

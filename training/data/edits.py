"""
Changes a sentence so that it says something else: the ways in which cited text is got wrong.

Each way takes a sentence and a source of chance, and gives the changed sentence, or None where it
does not apply. A changed sentence contradicts the first one, or says what the first one does not
say; which of the two, the way's own label tells.
"""

import random
import re
from collections.abc import Callable, Sequence

from training.data.pairs import CONTRADICTED, NOT_ENOUGH, NOT_SUPPORTED

Edit = Callable[[str, random.Random], str | None]

_OPPOSITES = """
increase decrease|increases decreases|increased decreased|increasing decreasing|rise fall
rises falls|rose fell|higher lower|high low|highest lowest|more less|most least|many few
larger smaller|large small|largest smallest|greater lesser|big little|bigger smaller
biggest smallest|longer shorter|long short|longest shortest|older younger|old new|oldest newest
early late|earlier later|earliest latest|first last|before after|begin end|began ended
begins ends|start stop|started stopped|starts stops|win lose|won lost|wins loses
success failure|successful unsuccessful|successfully unsuccessfully|support oppose
supported opposed|supports opposes|accept reject|accepted rejected|accepts rejects|allow forbid
allowed forbade|allows forbids|include exclude|included excluded|includes excludes
positive negative|positively negatively|good bad|better worse|best worst|strong weak
stronger weaker|strongest weakest|rich poor|richer poorer|richest poorest|fast slow
faster slower|fastest slowest|hot cold|warm cool|warmer cooler|wet dry|dark bright|deep shallow
wide narrow|thick thin|north south|northern southern|east west|eastern western|above below
inside outside|internal external|inner outer|upper lower|top bottom|male female|man woman
men women|boy girl|boys girls|son daughter|father mother|husband wife|brother sister|king queen
same different|similar different|similarly differently|common rare|commonly rarely|often seldom
usually rarely|always never|frequently rarely|public private|local national|domestic foreign
urban rural|ancient modern|permanent temporary|voluntary compulsory|legal illegal
safe dangerous|healthy sick|alive dead|born killed|easy difficult|easier harder|simple complex
cheap expensive|major minor|maximum minimum|majority minority|all none|everyone nobody
everything nothing|with without|enter leave|arrive depart|arrived departed|buy sell|bought sold
borrow lend|teach learn|taught learned|gain lose|gained lost|gains loses|create destroy
created destroyed|creates destroys|build demolish|built demolished|opened closed|opens closes
attack defend|attacked defended|agree disagree|agreed disagreed|agrees disagrees|prevent cause
prevented caused|prevents causes|reduce increase|reduced increased|reduces increases
weaken strengthen|weakened strengthened|improve worsen|improved worsened|improves worsens
expand shrink|expanded shrank|expands shrinks|imports exports|profit loss|profits losses
employer employee|soluble insoluble|visible invisible|active passive|direct indirect
directly indirectly|presence absence|rapid slow|rapidly slowly|quickly slowly
advantage disadvantage|benefit harm|benefits harms|beneficial harmful|effective ineffective
likely unlikely|possible impossible|necessary unnecessary|equal unequal|able unable
aware unaware|known unknown|usual unusual|popular unpopular|important unimportant
stable unstable|certain uncertain|complete incomplete|adequate inadequate|correct incorrect
accurate inaccurate|formal informal|dependent independent|liberal conservative
democratic authoritarian|catholic protestant|aerobic anaerobic|arteries veins|artery vein
bacteria viruses|bacterial viral|animals plants|day night|summer winter|morning evening
"""
_OPPOSITE: dict[str, str] = {}
for _line in _OPPOSITES.strip().splitlines():
    for _two in _line.split("|"):
        _one, _other = _two.split()
        _OPPOSITE.setdefault(_one, _other)
        _OPPOSITE.setdefault(_other, _one)

_NUMBER = re.compile(r"(?<![\w.,-])\$?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w-]|,\d|\.\d)")
_YEAR = re.compile(r"\b1[0-9]\d\d\b|\b20[0-2]\d\b")
_COUNT_WORDS = (
    "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty "
    "hundred".split()
)
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_MONTHS = (
    "January February March April May June July August September October November December".split()
)
_QUANTIFIED = {
    "all": "some",
    "every": "not every",
    "some": "all",
    "most": "all",
    "many": "all",
    "few": "most",
    "several": "all",
    "often": "always",
    "sometimes": "always",
    "usually": "always",
    "generally": "always",
    "typically": "always",
    "rarely": "never",
    r"approximately(?= \d)": "exactly",
    r"about(?= \d)": "exactly",
    r"up to(?= \d)": "more than",
    "at least": "at most",
    "more than": "fewer than",
    "less than": "more than",
    r"over(?= \d)": "under",
    r"nearly(?= \d)": "more than",
    "partly": "entirely",
    "mainly": "exclusively",
    "primarily": "exclusively",
    "in part": "entirely",
}
_STRONGER = {
    "may": "must",
    "might": "must",
    "can": "must",
    "could": "will",
    "should": "must",
    "may be": "is",
    "might be": "is",
    "could be": "is",
    "is thought to be": "is",
    "suggests": "proves",
    "suggest": "prove",
    "believed": "proved",
    "possible": "certain",
    "associated with": "caused by",
    "linked to": "caused by",
    "contributes to": "is the cause of",
    "helped": "alone managed to",
    "one of the": "the only",
    "a major": "the only",
    "planned to": "managed to",
    "tried to": "managed to",
    "proposed": "introduced",
    "is expected to": "did",
    "hoped to": "managed to",
    "attempted to": "managed to",
}
_AUXILIARY = re.compile(
    r"\b(is|are|was|were|has|have|had|can|could|will|would|should|must|may|might|does|do|did)\b"
    r"(?! not\b|n't)"
)
_DENIED = re.compile(r"\b(?:not|never)\s|n't\b|\bno longer\s", re.I)
_PAST = re.compile(r"(?<=\b[Hh]e |\b[Ii]t )(\w{3,}ed)\b|(?<=\bthey |\bThey )(\w{3,}ed)\b")
_LISTED = re.compile(r"[\s,&/–-]*(?:and|or)?[\s,&/–-]*")
_NAME = re.compile(
    r"(?<=[a-z,;] )(?:[A-Z][\w’'-]+(?: (?:of|the|de|von|and) (?=[A-Z]))?(?: [A-Z][\w’'-]+)*)"
)


def other_number(sentence: str, chance: random.Random) -> str | None:
    """Another number or year in place of one of the sentence's."""
    places = list(_NUMBER.finditer(sentence))
    if not places:
        return _other_count(sentence, chance)
    place = chance.choice(places)
    return _put(sentence, place, _changed(place.group(), chance))


def _changed(number: str, chance: random.Random) -> str:
    if _YEAR.fullmatch(number):
        return str(int(number) + chance.choice((-1, 1)) * chance.choice((1, 2, 3, 7, 10, 20, 50)))
    digits = number.replace(",", "").lstrip("$")
    value = float(digits)
    if digits.isdecimal() and 1 <= value <= 31:
        return number.replace(digits, str(_small(int(value), chance)))
    factor = chance.choice((0.1, 0.5, 0.8, 0.9, 1.1, 1.2, 1.5, 2, 3, 10))
    decimals = len(digits.partition(".")[2])
    other = round(value * factor, decimals) if value else 1.0
    if other == value:
        other = value + 1
    shown = f"{other:,.{decimals}f}" if "," in number else f"{other:.{decimals}f}"
    return ("$" if number.startswith("$") else "") + shown


def _small(value: int, chance: random.Random) -> int:
    """Another small number, near enough to be a day or a count."""
    return chance.choice([n for n in range(max(1, value - 6), value + 7) if n != value])


def _other_count(sentence: str, chance: random.Random) -> str | None:
    for words in (_COUNT_WORDS, _ORDINALS, _MONTHS):
        pattern = rf"\b(?:{'|'.join(words)})\b"
        found = list(re.finditer(pattern, sentence if words is _MONTHS else sentence.lower()))
        if found:
            place = chance.choice(found)
            rest = [word for word in words if word != place.group()]
            return _put(sentence, place, chance.choice(rest))
    return None


def negated(sentence: str, chance: random.Random) -> str | None:
    """The sentence denied, or its denial taken away."""
    denied = list(_DENIED.finditer(sentence))
    if denied and chance.random() < 0.8:
        place = chance.choice(denied)
        return " ".join(_put(sentence, place, " " if place.group()[0] == " " else "").split())
    places = list(_AUXILIARY.finditer(sentence))
    if places:
        place = places[0] if chance.random() < 0.7 else chance.choice(places)
        word = chance.choice(("not", "not", "not", "never", "no longer"))
        return sentence[: place.end()] + f" {word}" + sentence[place.end() :]
    past = _PAST.search(sentence)
    if past:
        return _put(sentence, past, f"never {past.group()}")
    return None


def opposed(sentence: str, chance: random.Random) -> str | None:
    """A word of the sentence turned into its opposite."""
    places = [
        one for one in re.finditer(r"[A-Za-z]+", sentence) if one.group().lower() in _OPPOSITE
    ]
    if not places:
        return None
    place = chance.choice(places)
    other = _OPPOSITE[place.group().lower()]
    return _put(sentence, place, other.capitalize() if place.group()[0].isupper() else other)


def overstated(sentence: str, chance: random.Random) -> str | None:
    """A hedge, a quantity or a possibility made stronger than it is."""
    table = {**_QUANTIFIED, **_STRONGER}
    low = sentence.lower()
    found = [one for one in table if re.search(rf"\b{one}\b", low)]
    if not found:
        return None
    one = chance.choice(found)
    place = re.search(rf"\b{one}\b", low)
    return _put(sentence, place, table[one]) if place else None


def other_name(sentence: str, chance: random.Random, names: Sequence[str] = ()) -> str | None:
    """One of the sentence's names replaced by another one."""
    places = list(_NAME.finditer(sentence))
    places = [one for one in places if one.group() not in ("I", "The", "In")]
    if not places or not names:
        return None
    place = chance.choice(places)
    others = [one for one in names if one not in sentence and place.group() not in one]
    alike = [one for one in others if len(one.split()) == len(place.group().split())]
    chosen = alike or others
    return _put(sentence, place, chance.choice(chosen)) if chosen else None


def swapped(sentence: str, chance: random.Random) -> str | None:
    """Two names, or two numbers, of the sentence in each other's place."""
    for pattern in chance.sample((_NAME, _NUMBER), 2):
        places = list(pattern.finditer(sentence))
        texts = {one.group() for one in places}
        if len(texts) >= 2:
            one, other = sorted(chance.sample(places, 2), key=lambda place: place.start())
            middle = sentence[one.end() : other.start()]
            if one.group() != other.group() and not _LISTED.fullmatch(middle):
                rest = sentence[other.end() :]
                return sentence[: one.start()] + other.group() + middle + one.group() + rest
    return None


def names_of(sentences: Sequence[str]) -> list[str]:
    """The names that occur inside sentences."""
    found: dict[str, None] = {}
    for sentence in sentences:
        for one in _NAME.finditer(sentence):
            if len(one.group()) > 2:
                found.setdefault(one.group())
    return list(found)


_GERMAN = """
steigen sinken|steigt sinkt|stieg sank|stiegen sanken|gestiegen gesunken|höher niedriger
hoch niedrig|höchste niedrigste|höchsten niedrigsten|mehr weniger|mindestens höchstens
größer kleiner|größte kleinste|größten kleinsten|länger kürzer|ältere jüngere|älter jünger
früher später|erste letzte|ersten letzten|vor nach|vorher nachher|beginnt endet|begann endete
alle einige|allen einigen|stets selten|immer nie|oft selten|meist selten|innerhalb außerhalb
intern extern|öffentlich privat|öffentliche private|öffentlichen privaten|zulässig unzulässig
gültig ungültig|wirksam unwirksam|verboten erlaubt|verpflichtet berechtigt|muss kann
müssen können|darf muss|dürfen müssen|soll muss|sollen müssen|erhöht gesenkt|erhöhte senkte
zugenommen abgenommen|nahm gab|gewann verlor|verbessert verschlechtert|besser schlechter
positiv negativ|positive negative|direkt indirekt|ohne mit|oberhalb unterhalb|über unter
stärker schwächer|schneller langsamer|nördlich südlich|östlich westlich|täglich monatlich
wöchentlich jährlich|monatlich jährlich|schriftlich mündlich|Käufer Verkäufer|Mieter Vermieter
Arbeitgeber Arbeitnehmer|Schuldner Gläubiger|Winter Sommer|Einnahmen Ausgaben|Gewinn Verlust
überwiegend ausschließlich|teilweise vollständig|möglicherweise sicher|etwa genau|rund genau
kein ein|keine eine|keinen einen|keiner einer|vermutlich nachweislich|geplant abgeschlossen
"""
_GERMAN_OTHER: dict[str, str] = {}
for _line in _GERMAN.strip().splitlines():
    for _two in _line.split("|"):
        _one, _other = _two.split()
        _GERMAN_OTHER.setdefault(_one, _other)
        _GERMAN_OTHER.setdefault(_other, _one)
_GERMAN_VERB = re.compile(
    r"\b(ist|sind|war|waren|wird|werden|wurde|wurden|hat|haben|hatte|kann|können|muss|müssen|"
    r"darf|dürfen|soll|sollen|gilt|gelten)\b(?! nicht\b)"
)
_GERMAN_DENIED = re.compile(r"\b(?:nicht|nie)\s")
_GERMAN_NUMBER = re.compile(r"(?<![\w.,-])(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?(?![\w-]|[.,]\d)")


def _german_number(sentence: str, chance: random.Random) -> str | None:
    places = list(_GERMAN_NUMBER.finditer(sentence))
    if not places:
        return None
    place = chance.choice(places)
    english = place.group().replace(".", "").replace(",", ".")
    other = _changed(english, chance).replace(".", ",")
    return _put(sentence, place, other) if other != place.group() else None


def _german_negated(sentence: str, chance: random.Random) -> str | None:
    denied = list(_GERMAN_DENIED.finditer(sentence))
    if denied:
        return _put(sentence, chance.choice(denied), "")
    places = list(_GERMAN_VERB.finditer(sentence))
    # At the end of a sentence the "nicht" stands before its verb, which this cannot tell.
    if not places or places[0].end() > len(sentence) - 4:
        return None
    return f"{sentence[: places[0].end()]} nicht{sentence[places[0].end() :]}"


def _german_opposed(sentence: str, chance: random.Random) -> str | None:
    places = [one for one in re.finditer(r"\w+", sentence) if one.group() in _GERMAN_OTHER]
    if not places:
        return None
    place = chance.choice(places)
    return _put(sentence, place, _GERMAN_OTHER[place.group()])


def _german_swapped(sentence: str, chance: random.Random) -> str | None:
    """Two numbers of the sentence in each other's place."""
    places = list(_GERMAN_NUMBER.finditer(sentence))
    if len({one.group() for one in places}) < 2:
        return None
    one, other = sorted(chance.sample(places, 2), key=lambda place: place.start())
    if one.group() == other.group() or not sentence[one.end() : other.start()].strip(" ,/–-"):
        return None
    middle = sentence[one.end() : other.start()]
    return sentence[: one.start()] + other.group() + middle + one.group() + sentence[other.end() :]


def edited_german(sentence: str, chance: random.Random) -> tuple[str, int, str] | None:
    """A German sentence with one thing changed: the text, what it is then, and the way."""
    ways: list[tuple[str, int, Edit]] = [
        ("number", CONTRADICTED, _german_number),
        ("negation", CONTRADICTED, _german_negated),
        ("opposite", NOT_SUPPORTED, _german_opposed),
        ("swapped", NOT_SUPPORTED, _german_swapped),
    ]
    chance.shuffle(ways)
    for name, label, way in ways:
        changed = way(sentence, chance)
        if changed and changed != sentence:
            return changed, label, name
    return None


def edited(
    sentence: str, chance: random.Random, names: Sequence[str] = ()
) -> tuple[str, int, str] | None:
    """The sentence with one thing changed: the text, what it is then, and the way."""
    ways: list[tuple[str, int, Edit]] = [
        ("number", CONTRADICTED, other_number),
        ("negation", CONTRADICTED, negated),
        ("opposite", CONTRADICTED, opposed),
        ("overstated", NOT_ENOUGH, overstated),
        ("swapped", NOT_SUPPORTED, swapped),
        ("name", NOT_SUPPORTED, lambda text, by: other_name(text, by, names)),
    ]
    chance.shuffle(ways)
    ways.sort(key=lambda way: chance.random() * (0.6 if way[0] == "negation" else 1), reverse=True)
    for name, label, way in ways:
        changed = way(sentence, chance)
        if changed and changed.lower() != sentence.lower():
            return changed, label, name
    return None


def _put(sentence: str, place: re.Match[str], words: str) -> str:
    return sentence[: place.start()] + words + sentence[place.end() :]

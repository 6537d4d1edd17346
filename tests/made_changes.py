"""
Changes to real or invented words, for measuring what the guards notice.

Two kinds. Changes of meaning: a number, a date, a unit, a modal verb, a negation. And what
printing, scanning and copying do to words that stay the same. The word lists here are written
apart from those of the guards.
"""

import random
import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple


class Made(NamedTuple):
    """A quotation, the words of the source, and which words were changed for which."""

    quote: str
    source: str
    ours: str = ""
    theirs: str = ""


Maker = Callable[[str, random.Random], Made | None]

_NUMBER_WORDS = {
    "en": "two three four five six seven eight nine ten eleven twelve twenty thirty fifty".split(),
    "de": "zwei drei vier fünf sechs sieben acht neun zehn zwölf zwanzig dreißig fünfzig".split(),
}
_MONTHS = {
    "en": "January February March April June July September October November December".split(),
    "de": "Januar Februar März April Mai Juni Juli September Oktober November Dezember".split(),
}
_UNITS = (
    *("years months weeks days hours minutes".split(), "Jahre Monate Wochen Tage Stunden".split()),
    *("Jahren Monaten Wochen Tagen Stunden".split(), "year month week day hour".split()),
    *(["percent", "percentage points"], ["Prozent", "Prozentpunkte"], ["%", "‰"]),
    *("km m miles cm".split(), "kg g mg t".split(), ["Euro", "Dollar"], ["€", "$"]),
    *("kilometres metres miles".split(), ["million", "billion"], ["Millionen", "Milliarden"]),
    *("kilometers meters feet".split(), ["liter", "ml"], ["Liter", "Milliliter"]),
    *("grams kilograms".split(), "Gramm Kilogramm".split(), ["MW", "kW"]),
)
_MODALS = (
    *("must should may".split(), "shall should may".split(), "can must".split()),
    *("will may".split(), "muss soll kann".split(), "müssen sollen können".split()),
    *("darf muss".split(), "dürfen müssen".split()),
)
_QUANTIFIERS = (
    *(["all", "some", "most"], ["every", "hardly any"], ["at least", "at most"]),
    *(["more than", "less than"], ["only", "also"], ["alle", "einige"], ["jede", "manche"]),
    *(["mindestens", "höchstens"], ["nur", "auch"], ["mehr als", "weniger als"]),
)
_AUXILIARIES = (
    *"is are was were must shall should will can could has have had would".split(),
    *"ist sind war waren muss müssen soll sollen kann können wird werden hat haben darf".split(),
)
_NEGATIONS = {"not": "", "nicht": "", "no": "a", "kein": "ein", "keine": "eine", "keinen": "einen"}
_NEGATIONS |= {"without": "with", "ohne": "mit", "never": "always", "keiner": "einer"}
_NEGATIONS |= {"cannot": "can", "none": "all", "unzulässig": "zulässig", "unable": "able"}
_NEGATED = {"possible": "impossible", "lawful": "unlawful", "legal": "illegal"}
_NEGATED |= {"zulässig": "unzulässig", "abhängig": "unabhängig", "mittelbar": "unmittelbar"}
_NEGATED |= {"able": "unable", "direct": "indirect", "wirksam": "unwirksam"}
_NEGATED |= {"regular": "irregular", "beschränkt": "unbeschränkt", "known": "unknown"}
_OPPOSITES = (
    *"first last|old new|large small|north south|early late|high low|war peace|win lose".split("|"),
    *"increase decrease|before after|public private|open close|start stop|major minor".split("|"),
    *"common uncommon|male female|east west|short long|young old|rich poor|hot cold".split("|"),
    *"vor nach|groß klein|alt neu|oberste unterste|Beginn Ende|innerhalb außerhalb".split("|"),
    *"öffentlich privat|Inland Ausland|Gewinn Verlust|Einfuhr Ausfuhr|Kläger Beklagte".split("|"),
    *"schriftlich mündlich|erste letzte|Gläubiger Schuldner|höher niedriger|mit ohne".split("|"),
    *"positive negative|success failure|good bad|strong weak|left right|life death".split("|"),
)


def language_of(text: str) -> str:
    """Tell German from English by the commonest words."""
    german = len(re.findall(r"\b(?:der|die|und|des|den|von|nicht)\b", text))
    return "de" if german > len(re.findall(r"\b(?:the|of|and|to|was)\b", text)) else "en"


def _swapped(text: str, start: int, end: int, new: str) -> Made | None:
    """Put `new` in place of a stretch; None where that is no change."""
    old = text[start:end]
    if old == new:
        return None
    return Made(text[:start] + new + text[end:], text, new, old)


def _pick(pattern: str, text: str, rng: random.Random, flags: int = 0) -> re.Match[str] | None:
    found = list(re.finditer(pattern, text, flags))
    return rng.choice(found) if found else None


def _like(new: str, old: str) -> str:
    """Return `new` with a capital where `old` has one."""
    return new[0].upper() + new[1:] if old[:1].isupper() and new else new


def number(text: str, rng: random.Random) -> Made | None:
    """Change a digit, add a nought, or put another number word."""
    words = "|".join(_NUMBER_WORDS[language_of(text)])
    found = _pick(rf"(?<![\w.,/-])\d+(?:[.,]\d+)*(?![\w/])|\b(?:{words})\b", text, rng)
    if found is None:
        return None
    old = found.group()
    if not old[0].isdigit():
        others = [word for word in words.split("|") if word != old]
        return _swapped(text, *found.span(), rng.choice(others))
    if rng.random() < 0.3 and old.isdigit():
        return _swapped(text, *found.span(), old + "0")
    at = rng.choice([i for i, c in enumerate(old) if c.isdigit()])
    digit = rng.choice([d for d in "123456789" if d != old[at]])
    return _swapped(text, *found.span(), old[:at] + digit + old[at + 1 :])


def date(text: str, rng: random.Random) -> Made | None:
    """Change the day, the month or the year of a date."""
    months = _MONTHS[language_of(text)]
    names = "|".join(months)
    found = _pick(
        rf"\b\d{{1,2}}\.\d{{1,2}}\.\d{{4}}\b|\b\d{{1,2}}\.? (?:{names})(?: \d{{4}})?\b"
        rf"|\b(?:{names}) \d{{1,2}}(?:, \d{{4}})?\b|\b(?:{names}) \d{{4}}\b"
        r"|(?:in|im Jahr|since|seit|by) (?:1[89]|20)\d\d\b",
        text,
        rng,
    )
    if found is None:
        return None
    old = found.group()
    month = re.search(names, old)
    if month and rng.random() < 0.5:
        new = rng.choice([name for name in months if name != month.group()])
        return _swapped(text, *found.span(), old.replace(month.group(), new))
    part = rng.choice(list(re.finditer(r"\d+", old)))
    value = int(part.group())
    changed = value + 1 if value < 12 or value > 100 else value - 1
    return _swapped(text, *found.span(), old[: part.start()] + str(changed) + old[part.end() :])


def unit(text: str, rng: random.Random) -> Made | None:
    """Put another unit behind a number."""
    kinds = list(_UNITS)
    rng.shuffle(kinds)
    amount = rf"(?:\d|\b(?:{'|'.join(_NUMBER_WORDS['en'] + _NUMBER_WORDS['de'])})\b)"
    for kind in kinds:
        names = "|".join(re.escape(name) for name in kind)
        found = _pick(rf"{amount}[ \u00a0\n-]?({names})(?!\w)", text, rng)
        if found:
            new = rng.choice([name for name in kind if name != found.group(1)])
            return _swapped(text, *found.span(1), new)
    return None


def _exchanged(kinds: tuple[list[str], ...], text: str, rng: random.Random) -> Made | None:
    known = {one: kind for kind in kinds for one in kind}
    found = _pick(rf"\b(?:{'|'.join(sorted(known, key=len, reverse=True))})\b", text, rng)
    if found is None:
        return None
    new = rng.choice([one for one in known[found.group()] if one != found.group()])
    return _swapped(text, *found.span(), new)


def modal(text: str, rng: random.Random) -> Made | None:
    """Put another modal verb."""
    return _exchanged(_MODALS, text, rng)


def quantifier(text: str, rng: random.Random) -> Made | None:
    """Put another quantifier."""
    return _exchanged(_QUANTIFIERS, text, rng)


def negation(text: str, rng: random.Random) -> Made | None:
    """Take a negation out, put one in, or turn a word around by its prefix."""
    ways = [_denied_less, _denied_more, _turned_around]
    rng.shuffle(ways)
    return next((made for way in ways if (made := way(text, rng))), None)


def _denied_less(text: str, rng: random.Random) -> Made | None:
    found = _pick(rf"\b(?:{'|'.join(_NEGATIONS)})\b ?", text, rng)
    if found is None:
        return None
    word = found.group().strip()
    new = _NEGATIONS[word]
    gap = " " if new and found.group().endswith(" ") else ""
    made = _swapped(text, *found.span(), new + gap)
    return made and made._replace(ours=new, theirs=word)


def _denied_more(text: str, rng: random.Random) -> Made | None:
    found = _pick(rf"\b(?:{'|'.join(_AUXILIARIES)})\b(?= \w)", text, rng)
    if found is None:
        return None
    word = "nicht" if language_of(text) == "de" else "not"
    if text[found.end() :].lstrip().startswith(word):
        return None
    return Made(f"{text[: found.end()]} {word}{text[found.end() :]}", text, word, "")


def _turned_around(text: str, rng: random.Random) -> Made | None:
    pairs = _NEGATED | {negated: word for word, negated in _NEGATED.items()}
    found = _pick(rf"\b(?:{'|'.join(pairs)})\b", text, rng)
    return _swapped(text, *found.span(), pairs[found.group()]) if found else None


def opposite(text: str, rng: random.Random) -> Made | None:
    """Put the opposite of a word."""
    return _exchanged(tuple(pair.split() for pair in _OPPOSITES), text, rng)


def any_word(text: str, rng: random.Random) -> Made | None:
    """Put any other word of the text."""
    found = _pick(r"\b[^\W\d_]{4,}\b", text, rng)
    other = _pick(r"\b[^\W\d_]{4,}\b", text, rng)
    if not found or not other or found.group().casefold() == other.group().casefold():
        return None
    return _swapped(text, *found.span(), other.group())


MEANING: dict[str, Maker] = {
    "number": number,
    "date": date,
    "unit": unit,
    "modal": modal,
    "negation": negation,
    "quantifier": quantifier,
}
SHOWN: dict[str, Maker] = {"opposite": opposite, "any word": any_word}


def white_space(text: str, rng: random.Random) -> Made | None:
    """Break lines elsewhere."""
    return Made(re.sub(r"\s+", lambda _: rng.choice((" ", "  ", "\n", "\u00a0")), text), text)


def line_ends(text: str, rng: random.Random) -> Made | None:
    """Split words at line ends, with hyphens hard and soft."""
    hyphen = rng.choice(("-\n", "\u00ad\n", "\u00ad"))

    def split(word: re.Match[str]) -> str:
        if rng.random() > 0.15:
            return word.group()
        at = rng.randint(3, len(word.group()) - 3)
        return word.group()[:at] + hyphen + word.group()[at:]

    return Made(text, re.sub(r"\b[a-zäöüß]{7,}\b", split, text))


def typography(text: str, rng: random.Random) -> Made | None:
    """Set other quotation marks, dashes and ligatures."""
    for old, new in (("fi", "ﬁ"), ("fl", "ﬂ"), ("'", "’"), ("-", "\u2010"), ("...", "…")):
        text_ = text.replace(old, new) if rng.random() < 0.7 else text
        if text_ != text:
            return Made(text_, text)
    return Made(re.sub(r'"([^"]*)"', r"„\1“", text), text)


def composition(text: str, rng: random.Random) -> Made | None:
    """Write accents as characters of their own."""
    return Made(unicodedata.normalize("NFD", text), text)


def case(text: str, rng: random.Random) -> Made | None:
    """Write all in capitals, or all in small letters."""
    return Made(text.lower() if rng.random() < 0.5 else text.upper(), text)


def page_break(text: str, rng: random.Random) -> Made | None:
    """Put a page's end and the next one's head into the source."""
    page = rng.randint(2, 400)
    breaks = (
        f"\n{page}\n\n",
        f"\n\n{page}\nAnnual Report 2023\n",
        f"\nSeite {page} von 412\n",
        f"\n- {page} -\nDrucksache 19/{page}\n\n",
        f"\n\f{page} Official Journal of the Union\n",
    )
    gaps = [m.span() for m in re.finditer(r"(?<=[a-zäöü]) (?=[a-zäöü])", text)]
    if not gaps:
        return None
    start, end = rng.choice(gaps)
    return Made(text, text[:start] + rng.choice(breaks) + text[end:])


def omission(text: str, rng: random.Random) -> Made | None:
    """Leave words out, and mark it."""
    words = text.split(" ")
    if len(words) < 16:
        return None
    start = rng.randint(3, len(words) - 12)
    end = start + rng.randint(1, 8)
    left_out = " ".join(words[start:end])
    if re.search(
        r"\b(?:no|not|cannot|nicht|kein\w*|ohne|without|never|nor|neither|none|weder|lack|nichts|außer|sei|mangels|unless|except|Ausnahme|Ermangelung|non)\b",
        left_out,
    ):
        return None
    mark = rng.choice(("[…]", "[...]", "…", "(...)"))
    return Made(" ".join([*words[:start], mark, *words[end:]]), text)


def marks(text: str, rng: random.Random) -> Made | None:
    """Put reference marks into the source."""
    gaps = [m.start() for m in re.finditer(r"(?<=[a-zäöü]{3})(?= [a-zäöü])", text)]
    if not gaps:
        return None
    at = rng.choice(gaps)
    mark = rng.choice((" [22, 21]", "[7]", "¹²", " [3-5]", "[^1]"))
    return Made(text, text[:at] + mark + text[at:])


def markup(text: str, rng: random.Random) -> Made | None:
    """Put markup into the source."""
    found = _pick(r"\b[^\W\d_]{5,}\b", text, rng)
    if not found:
        return None
    word = found.group()
    new = rng.choice((f"**{word}**", f"_{word}_", f"[{word}](https://example.org/a)", f"`{word}`"))
    return Made(text, text[: found.start()] + new + text[found.end() :])


def scan(text: str, rng: random.Random) -> Made | None:
    """Take letters for digits, in words of several letters."""
    looks = {"o": "0", "l": "1", "s": "5", "B": "8", "O": "0", "S": "5"}

    def misread(word: re.Match[str]) -> str:
        places = [i for i, c in enumerate(word.group()) if c in looks]
        if not places or rng.random() > 0.1:
            return word.group()
        at = rng.choice(places)
        return word.group()[:at] + looks[word.group()[at]] + word.group()[at + 1 :]

    return Made(re.sub(r"\b[^\W\d_]{4,}\b", misread, text), text)


def notation(text: str, rng: random.Random) -> Made | None:
    """Write a number, a unit or a date in another way."""
    german = language_of(text) == "de"
    months = _MONTHS["de"]
    names = dict(
        zip(_NUMBER_WORDS["de" if german else "en"], (2, 3, 4, 5, 6, 7, 8, 9, 10), strict=False)
    )
    ways: list[tuple[str, Callable[[re.Match[str]], str]]] = [
        (
            rf"(?<!-)\b(?:{'|'.join(names)})\b(?! (?:of|and|or|und|oder)|-)",
            lambda m: str(names[m.group()]),
        ),
        (
            r"(?<![\d.,])\d{5,6}(?![\d.,/])(?= [A-Z€])",
            lambda m: f"{int(m.group()):,}".replace(",", "." if german else ","),
        ),
        (r"(?<=\d) %", lambda m: " Prozent" if german else " percent"),
    ]
    if german:
        ways.append((r"\b\d{1,2}\. (?:" + "|".join(months) + r") \d{4}\b", _in_digits))
    rng.shuffle(ways)
    for pattern, rewrite in ways:
        found = _pick(pattern, text, rng)
        if found:
            made = text[: found.start()] + rewrite(found) + text[found.end() :]
            return Made(made, text)
    return None


def _in_digits(found: re.Match[str]) -> str:
    day, month, year = found.group().split()
    known = ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September"]
    known += ["Oktober", "November", "Dezember"]
    return f"{day}{known.index(month) + 1}.{year}"


BENIGN: dict[str, Maker] = {
    "white space": white_space,
    "line ends": line_ends,
    "typography": typography,
    "composition": composition,
    "case": case,
    "page break": page_break,
    "omission": omission,
    "reference marks": marks,
    "markup": markup,
    "scan": scan,
    "notation": notation,
}

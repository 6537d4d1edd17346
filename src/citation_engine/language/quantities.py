"""
Numbers in a text with what they count: "ten years", "1,5 Mio. €", "zwei Drittel", "-5 °C".

A number is read from digits or words, German or English, with its magnitude and its unit.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest

from citation_engine.language.number_phrases import ARTICLES, read_phrase
from citation_engine.language.number_words import NumberWord, Role, read_written
from citation_engine.language.numerals import Reading, read_numeral, read_roman, same
from citation_engine.language.tokens import Token, TokenKind
from citation_engine.language.units import CURRENCY_SIGNS, SHORT, UNITS, Unit


@dataclass(frozen=True, slots=True)
class Quantity:
    """
    A number by the numbers of its tokens, from `first` up to `last`, its unit included.

    `reading` is None for what has digits and is no number: a time, a version. `weak` ones, such
    as "one", are seldom meant as a figure. `label` is what a number stands for as a name: "§".
    """

    first: int
    last: int
    reading: Reading | None
    text: str
    unit: Unit | None = None
    # Where the unit's tokens begin; `last` where there is none.
    unit_first: int = 0
    weak: bool = False
    label: str | None = None


# Labels of numbers that stand behind no word: a mark in brackets, a part of a name.
MARK, NAME = "mark", "name"
_SHORT_YEARS = re.compile(r"[12][0-9]{3}-[0-9]{2}")
_TIME_PREFIXES = frozenset("mid pre post early late ende anfang mitte vor nach ab bis non".split())
_LABELS = frozenset(
    "§ art artt artikel artikels article articles section sections sec abs absatz absatzes absätze "
    "absätzen satz satzes sätze sätzen nr nrn nummer nummern no nos number numbers ziffer ziffern "
    "ziff rn rdnr rz tz randnummer randnummern chapter chapters kapitel kap page pages p pp seite "
    "seiten s table tables tabelle tabellen tab figure figures fig figs abbildung abbildungen abb "
    "annex annexes anhang anlage anlagen appendix part teil teile volume vol band bd title titel "
    "buch book paragraph paragraphs paragraf para paras point points clause clauses line lines "
    "zeile zeilen fn footnote fussnote buchstabe buchst lit abschnitt abschnitts abschnitte step "
    "schritt version war weltkrieg rule rules regel phase level stufe class klasse item step act "
    "scene schedule erwägungsgrund recital din iso en iec".split()
)
_ROMAN_LABELS = _LABELS | frozenset(("king", "queen", "pope", "papst", "henry", "louis", "type"))
_LIST_SIGNS = frozenset((",", "-", "/", "and", "und", "or", "oder", "bis", "to", "sowie", "&", "."))
_RANGE_SIGNS = frozenset(("-", "to", "bis", "and", "und", "or", "oder"))
_VULGAR = {
    sign: Fraction(*parts)
    for sign, parts in {
        "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5),
        "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8),
        "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
    }.items()
}  # fmt: skip
_LETTER_SCALES = {"k": same(1000), "m": same(10**6), "b": same(10**9), "t": same(10**3)}


def find_quantities(tokens: Sequence[Token], taken: frozenset[int]) -> list[Quantity]:
    """Return the numbers among `tokens` in order, those in `taken`, such as dates, left out."""
    return list(_with_shared_units(tokens, list(_quantities(tokens, taken))))


def _quantities(tokens: Sequence[Token], taken: frozenset[int]) -> Iterator[Quantity]:
    at = 0
    before: Quantity | None = None
    while at < len(tokens):
        quantity = None if at in taken else _quantity_at(tokens, at)
        if quantity is None or quantity.last <= at:
            at += 1
            continue
        quantity = _labelled(tokens, quantity, before)
        yield quantity
        before, at = quantity, quantity.last


def _quantity_at(tokens: Sequence[Token], at: int) -> Quantity | None:
    sign, number_at = _sign_at(tokens, at)
    number = _number_at(tokens, number_at)
    if number is None or (sign is not None and number.reading is None):
        return None
    currency = UNITS.get(tokens[at].key) if sign == "money" else None
    number = _measured(tokens, _scaled(tokens, number, money=currency is not None), currency)
    if number.reading and (sign == "minus" or _is_minus(tokens, at - 1)):
        number = replace(number, reading=number.reading.negative())
    return replace(number, first=at)


def _sign_at(tokens: Sequence[Token], at: int) -> tuple[str | None, int]:
    """Return what stands before a number, "minus" or "money", and where the number begins."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is not None and tokens[at].key in CURRENCY_SIGNS:
        return ("money", at + 1) if following.kind is TokenKind.NUMBER else (None, at)
    return ("minus", at + 1) if following and tokens[at].key == "minus" else (None, at)


def _is_minus(tokens: Sequence[Token], at: int) -> bool:
    """Whether a dash is the sign of the amount of money behind it; other numbers have theirs."""
    if at < 0 or tokens[at].text != "-" or tokens[at + 1].spaced:
        return False
    alone = at == 0 or tokens[at].spaced or tokens[at - 1].text in "([=<>~"
    return alone and tokens[at + 1].key in CURRENCY_SIGNS


def _number_at(tokens: Sequence[Token], at: int) -> Quantity | None:
    if at >= len(tokens):
        return None
    token = tokens[at]
    if token.kind is TokenKind.NUMBER:
        return _in_digits(tokens, at)
    if token.text in _VULGAR:
        return Quantity(at, at + 1, same(_VULGAR[token.text]), token.text)
    if token.kind is not TokenKind.WORD:
        return None
    return _roman(tokens, at) or _article(tokens, at) or _in_words(tokens, at)


def _in_digits(tokens: Sequence[Token], at: int) -> Quantity:
    token = tokens[at]
    reading = read_numeral(token.text.removeprefix("-"))
    last = at + 1
    if last < len(tokens) and tokens[last].text in _VULGAR and reading:
        reading = reading.plus(same(_VULGAR[tokens[last].text]))
        last += 1
    if last < len(tokens) and not tokens[last].spaced and tokens[last].key in _ENDINGS:
        last += 1
    if reading and token.text[0] == "-":
        reading = reading.negative()
    return Quantity(at, last, reading, token.text)


def _article(tokens: Sequence[Token], at: int) -> Quantity | None:
    """Read "a decade" as one of them."""
    if tokens[at].key not in ("a", "an"):
        return None
    unit, _ = unit_at(tokens, at + 1, behind_digits=False)
    return Quantity(at, at + 1, same(1), tokens[at].key, weak=True) if unit else None


_ENDINGS = frozenset(("st", "nd", "rd", "th", "s", "er", "fach", "mal", "fold"))


def _roman(tokens: Sequence[Token], at: int) -> Quantity | None:
    """Read a Roman numeral, behind a word that is numbered so or where it can be nothing else."""
    text = tokens[at].text
    if not text.isupper() or not text.isascii():
        return None
    before = at - 2 if at > 1 and tokens[at - 1].text == "." else at - 1
    named = before >= 0 and tokens[before].key in _ROMAN_LABELS
    value = read_roman(text) if named else None
    if value is None:
        return None
    return Quantity(at, at + 1, same(value), text, label="roman")


def _in_words(tokens: Sequence[Token], at: int) -> Quantity | None:
    phrase = read_phrase(tokens, at)
    if phrase is None:
        return None
    text = " ".join(token.key for token in tokens[at : phrase.last])
    unit = UNITS.get(phrase.unit) if phrase.unit else None
    return Quantity(at, phrase.last, phrase.value, text, unit, phrase.last, phrase.weak)


def _scaled(tokens: Sequence[Token], number: Quantity, *, money: bool) -> Quantity:
    """Return a number with the magnitude behind it: "5 million", "3,2 Mrd.", "$5m"."""
    last, reading = number.last, number.reading
    if reading is None or number.unit is not None:
        return number
    while last < min(number.last + _MOST_SCALES, len(tokens)):
        step = last + 1 if tokens[last].text == "-" and not tokens[last].spaced else last
        token = tokens[step] if step < len(tokens) else None
        if token is None or token.kind is not TokenKind.WORD:
            break
        scale = None
        word = read_written(token.text, token.key)
        if word and (word.role is Role.SCALE or _is_fraction(word)):
            scale = word.reading
        elif not token.spaced and (money or token.key == "k"):
            scale = _LETTER_SCALES.get(token.key)
        if scale is None:
            break
        reading, last = reading.times(scale), step + 1
        if last < len(tokens) and tokens[last].text == "." and token.key in _SHORTENED:
            last += 1
    return replace(
        number,
        reading=reading,
        last=last,
        unit_first=last,
        weak=number.weak and last == number.last,
    )


def _is_fraction(word: NumberWord) -> bool:
    """Whether a word can only be a fraction: "thirds", "Drittel", not "third"."""
    return word.role is Role.PART and word.ordinal is None


# Magnitudes and hyphens behind one number.
_MOST_SCALES = 4
_SHORTENED = frozenset(("mio", "mrd", "tsd", "mill", "bio"))


def _measured(tokens: Sequence[Token], number: Quantity, currency: Unit | None) -> Quantity:
    """Return a number with the unit behind it, or with the currency before it."""
    if number.unit is not None:
        return number
    if currency is not None:
        return replace(number, unit=currency, unit_first=number.first)
    at = number.last
    if at < len(tokens) and _leads_to_unit(tokens[at], number):
        at += 1
    unit, last = unit_at(tokens, at, behind_digits=tokens[number.first].kind is TokenKind.NUMBER)
    if unit is None:
        return replace(number, unit_first=number.last)
    return replace(number, unit=unit, unit_first=at, last=last)


def _leads_to_unit(token: Token, number: Quantity) -> bool:
    """Whether a unit may follow: the hyphen of "10-year", the article of "half a year"."""
    return (token.text == "-" and not token.spaced) or (
        number.text == "half" and token.key in ARTICLES
    )


def unit_at(tokens: Sequence[Token], at: int, *, behind_digits: bool) -> tuple[Unit | None, int]:
    """Return the unit that begins at a token, and the number of the token after it."""
    names = [token.key for token in tokens[at : at + 3]]
    if not names:
        return None, at
    if names[0] == "%":
        return UNITS["percent"], at + 1
    if names[0] == "‰":
        return UNITS["promille"], at + 1
    if names[:2] == ["per", "cent"]:
        return UNITS["percent"], at + 2
    joined = "".join(names)
    if joined in ("km/h", "m/s"):
        return UNITS[joined], at + 3
    for count, separator in ((2, " "), (2, ""), (1, "")):
        name = separator.join(names[:count])
        if count == 2 and (len(names) < 2 or not _is_pair(names)):
            continue
        if name in UNITS and (behind_digits or name not in SHORT):
            return UNITS[name], at + count
    return None, at


def _is_pair(names: Sequence[str]) -> bool:
    return names[1] in ("²", "³", "c", "f", "$") or " ".join(names[:2]) in UNITS


def _labelled(tokens: Sequence[Token], number: Quantity, before: Quantity | None) -> Quantity:
    """Return a number with what it numbers: it stands behind a label or goes on with a list."""
    at = number.first - 1
    if number.label or number.unit:
        return number
    if at > 0 and tokens[at].text == "." and tokens[at - 1].key in _LABELS:
        at -= 1
    if at >= 0 and tokens[at].key in _LABELS:
        return replace(number, label=tokens[at].key)
    if tokens[number.first].kind is not TokenKind.NUMBER:
        return number
    if _is_mark(tokens, number):
        return replace(number, label=MARK)
    if _is_in_name(tokens, number.first):
        return replace(number, label=NAME)
    if before and number.first - before.last <= 2:
        return _listed(tokens, number, before)
    return number


def _is_mark(tokens: Sequence[Token], number: Quantity) -> bool:
    """Whether a number is a reference mark or numbers an item: "[3]", "(1)", "4." at the start."""
    if not number.text.isdigit() or len(number.text) > 3 or number.last >= len(tokens):
        return False
    following = tokens[number.last].text
    if number.first == 0:
        return following in ".)"
    return tokens[number.first - 1].text in "([" and following in ")],"


def _is_in_name(tokens: Sequence[Token], at: int) -> bool:
    """Whether a number is part of a name, as in "Covid-19"; "mid-1990" is none."""
    if at < 2 or tokens[at].spaced or tokens[at - 1].spaced or tokens[at - 1].text != "-":
        return False
    word = tokens[at - 2]
    return word.kind is TokenKind.WORD and word.key not in _TIME_PREFIXES


def _listed(tokens: Sequence[Token], number: Quantity, before: Quantity) -> Quantity:
    """Return a number that goes on with the one before: "§§ 238 to 241", "2018-19"."""
    between = tokens[before.last : number.first]
    if before.label and all(t.key in _LIST_SIGNS or t.text in "()" for t in between):
        return replace(number, label=before.label)
    joined = "".join((before.text, *(t.text for t in between), number.text))
    if _SHORT_YEARS.fullmatch(joined) and number.text > before.text[2:]:
        return replace(number, reading=same(int(before.text[:2] + number.text)))
    return number


def _with_shared_units(tokens: Sequence[Token], found: list[Quantity]) -> Iterator[Quantity]:
    """Give the unit of a range's end to its beginning too: "5 to 10 km"."""
    for number, following in zip_longest(found, found[1:]):
        joined = (
            following is not None
            and following.first - number.last == 1
            and tokens[number.last].key in _RANGE_SIGNS
        )
        if joined and following and number.unit is None and number.label is None:
            yield replace(number, unit=following.unit)
        else:
            yield number

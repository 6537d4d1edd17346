"""
References to places in laws: "§ 147 Abs. 3 Satz 1 Nr. 2 lit. b AO", "Art. 6(1)(f) GDPR".

A reference is a list of parts from the largest to the smallest. The value of a part is written
one way, whatever the text had: "1,4,4a" for a list, "238-241" for a range, "17 ff." for a number
and those that follow it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from citation_engine.language.vocabulary import any_word, lists, pattern, table


class Kind(StrEnum):
    """What a part of a reference counts, by its German sign."""

    BOOK = "Buch"
    PART = "Teil"
    CHAPTER = "Kapitel"
    DIVISION = "Abschnitt"
    SUBDIVISION = "Unterabschnitt"
    TITLE = "Titel"
    SUBTITLE = "Untertitel"
    ANNEX = "Anhang"
    SCHEDULE = "Anlage"
    SECTION = "§"
    ARTICLE = "Art."
    MARGIN = "Rn."
    PARAGRAPH = "Abs."
    SUBPARAGRAPH = "UAbs."
    SENTENCE = "Satz"
    HALF_SENTENCE = "Halbs."
    ALTERNATIVE = "Alt."
    NUMBER = "Nr."
    LETTER = "lit."
    DOUBLE_LETTER = "Doppelbuchst."


class Part(NamedTuple):
    """One step of a reference: what is counted, and which of them is meant."""

    kind: Kind
    value: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a law, from the largest part to the smallest; `law` where it was named."""

    parts: tuple[Part, ...]
    law: str | None = None


# Each label may have a full stop; longer ones are tried first.
_LABELS = {Kind[name.upper()]: known for name, known in table("references", "LEGAL_LABELS").items()}
_LABELS[Kind.SECTION] = ("§ ?§", "§", *_LABELS[Kind.SECTION])
_KIND = {label.casefold(): kind for kind, known in _LABELS.items() for label in known} | {
    "§§": Kind.SECTION
}
_ENGLISH = {
    Kind[name.upper()]: known.split("|")[-1]
    for labels in lists("references", "LEGAL_LABELS", "english")
    for name, known in labels.items()
}

_SPACE = r"[\s\u00ad\u200b\u2060]*"
_LABEL = re.compile(
    rf"(?P<label>{'|'.join(sorted(chain(*_LABELS.values()), key=len, reverse=True))})"
    rf"(?:\.|(?![^\W\d_])){_SPACE}",
    re.IGNORECASE,
)
_NUMBER = r"\d{1,5}(?:[a-z]{1,2}(?!\w)|[A-Z](?![\w.]))?(?:\.\d{1,4}[a-z]?){0,6}(?!\d)"
_ROMAN = r"[IVXLC]{1,8}(?!\w)"
_LETTERS = r"(?:[a-z]{1,3}|[A-Z])(?![\w.])|(?:[a-z]{1,3}|[A-Z])(?=\.(?:\s|\Z))"
_JOIN = re.compile(
    rf"{_SPACE}(?:(?P<range>{any_word('function_words', 'THROUGH')}|[-–—])"
    rf"|,|u\.|{any_word('function_words', 'ITEM_JOINING')}|&|/)(?![^\W\d_]){_SPACE}"
)
_FOLLOWING = re.compile(rf"{_SPACE}(?P<sign>ff?)(?:\.|(?<=ff)(?!\w))")
_SPACED_LETTER = re.compile(r" (?P<letter>[a-eg-z])(?![\w.)])")
_IN_BRACKETS = re.compile(
    rf"{_SPACE}\({_SPACE}(?:(?P<number>{_NUMBER})|(?P<letters>[a-z]{{1,4}})){_SPACE}\)"
)
_ORDINAL = re.compile(
    rf"(?P<number>\d)\.{_SPACE}"
    rf"(?P<label>{'|'.join((*_LABELS[Kind.HALF_SENTENCE], *_LABELS[Kind.ALTERNATIVE]))})"
    r"(?:\.|(?![^\W\d_]))",
    re.IGNORECASE,
)
_SHORT_PARAGRAPH = re.compile(rf"{_SPACE}(?P<roman>[IVX]{{1,5}})(?P<letter>[a-z]?)(?!\w)")
_SHORT_SENTENCE = re.compile(rf"{_SPACE}(?P<number>\d{{1,2}})(?!\w)")
_BETWEEN = re.compile(r"[\s,;\u00ad\u200b\u2060]*")
_NAME = (
    rf"(?:(?:{pattern('references', 'LAW_ARTICLES')}) )?(?P<name>[A-ZÄÖÜ][\w./-]{{0,60}}"
    r"(?: (?:[A-ZÄÖÜ0-9(][\w./()-]{0,60}"
    rf"|{pattern('references', 'LAW_WORDS')})){{0,12}}?"
    r"(?: [an]\. ?F\.)?)"
)
_LAW_AFTER = re.compile(rf"[\s,(]*{_NAME}[\s,;.)]*\Z")
_LAW_BEFORE = re.compile(rf"\s*{_NAME}[\s,:]+(?=§|Art)")
_SIGN = re.compile(r"§|(?<!\w)Art(?:\.|ikel|icle)(?=\s)")
# A law by its short name: two capitals at least, or one behind small letters. It may have books.
_SHORT = r"((?=\w*[A-ZÄÖÜ]\w*[A-ZÄÖÜ])[A-ZÄÖÜ][\w-]{1,11}(?!\w)(?:[ \u00a0][IVX]{1,5}(?!\w))?)"
_LAW_SHORT = re.compile(rf"[ \t\u00a0]{{0,2}}\n?[ \t\u00a0]{{0,8}}{_SHORT}")
_LAW_LEADS = re.compile(rf"(?<![\w-]){_SHORT}[ \u00a0]\Z")
_BOOK = re.compile(r"(?<=\w)[ \u00a0-]([IVX]{1,5})\Z")

# What stands in headings; the others are inside a section.
STRUCTURAL = frozenset(list(Kind)[:11])
_LETTER_KINDS = frozenset((Kind.LETTER, Kind.DOUBLE_LETTER))
_ROMAN_KINDS = frozenset(list(Kind)[:9]) | {Kind.ARTICLE, Kind.PARAGRAPH, Kind.NUMBER}
_MAY_LACK_NUMBER = frozenset((Kind.ANNEX, Kind.SCHEDULE))
_OPENING = frozenset((Kind.SECTION, Kind.ARTICLE))
_VALUE = {
    kind: re.compile(
        rf"\(?(?P<value>{_LETTERS})\)?"
        if kind in _LETTER_KINDS
        else rf"\(?(?P<value>{_NUMBER}|{_ROMAN}|[A-Z](?!\w)|[ivx]{{1,5}}(?!\w))\)?"
        if kind in _ROMAN_KINDS
        else rf"\(?(?P<value>{_NUMBER})\)?"
    )
    for kind in Kind
}
_LONGEST = 400


def parse_reference(text: str) -> Reference | None:
    """
    Return the reference that `text` is, or None where it is something else.

    Spaces may be missing or of any kind. A lone "S. 12" is refused: it may be a page. So is
    what would read differently when written again, because then it was not understood.
    """
    if len(text) > _LONGEST:
        return None
    reference = _read(" ".join(text.replace("\u00ad", "").split()))
    if reference is None or _read(format_reference(reference)) != reference:
        return None
    return reference


def format_reference(reference: Reference, language: str = "de") -> str:
    """Return a reference the way it is cited, in German or in English."""
    write = _german if language == "de" else _english
    pieces = [write(reference.parts, i) for i in range(len(reference.parts))]
    words = "".join(piece if piece[0] == "(" else f" {piece}" for piece in pieces).strip()
    return f"{words} {reference.law}" if reference.law else words


def read_part(text: str, position: int = 0) -> tuple[Part, int] | None:
    """Return the labelled part that begins at `position`, and where it ends."""
    label = _LABEL.match(text, position)
    if not label:
        return None
    kind = _KIND[label["label"].replace(" §", "§").casefold()]
    found = _read_values(text, label.end(), kind)
    if found is None and kind is Kind.LETTER:
        kind, found = Kind.NUMBER, _read_values(text, label.end(), Kind.NUMBER)
    if found is None:
        return (Part(kind, ""), label.end()) if kind in _MAY_LACK_NUMBER else None
    value, end = found
    if kind is Kind.LETTER and re.fullmatch(r"([a-z])\1", value):
        kind = Kind.DOUBLE_LETTER
    return Part(kind, value), end


def find_references(text: str) -> Iterator[tuple[int, int, Reference]]:
    """Yield the references in a text that begin with "§" or "Art.", and where they stand."""
    done = 0
    for sign in _SIGN.finditer(text):
        if sign.start() < done:
            continue
        parts, end = _read_parts(text, sign.start())
        if not parts:
            continue
        law = _LAW_SHORT.match(text, end)
        # "SGB II § 20", "ZGB Art. 8": the name of the law leads.
        leads = None if law else _LAW_LEADS.search(text, max(done, sign.start() - 24), sign.start())
        done = law.end() if law else end
        if text[done - 1] == ")" and "(" not in text[sign.start() : done]:
            # "(§ 6 Abs. 1)": the bracket was opened before.
            done -= 1
        named = law or leads
        yield sign.start(), done, Reference(tuple(parts), named[1] if named else None)


def spellings_of(law: str) -> tuple[str, ...]:
    """Return how a law is written, its book in Roman numerals or not: "SGB II", "SGB 2"."""
    book = _BOOK.search(law)
    return (law, f"{law[: book.start()]} {arabic(book[1])}") if book else (law,)


def arabic(roman: str) -> int:
    """Return the number of a Roman numeral, read leniently."""
    worth = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
    numbers = [worth[sign] for sign in roman.upper()]
    return sum(
        -number if number < max(numbers[i + 1 :], default=0) else number
        for i, number in enumerate(numbers)
    )


def _read(text: str) -> Reference | None:
    before = _LAW_BEFORE.match(text)
    law = before["name"] if before and not _LABEL.match(text) else None
    parts, end = _read_parts(text, before.end() if before and law else 0)
    if not parts or not _go_down(parts) or re.match(r"[Ss]\b", text):
        return None
    if text[end:].strip(" .,;:"):
        after = _LAW_AFTER.match(text, end)
        if law or not after or any(read_part(after["name"], at) for at in _words(after["name"])):
            return None
        law = after["name"] if after["name"].endswith(" F.") else after["name"].rstrip(".")
    return Reference(tuple(parts), law)


def _go_down(parts: list[Part]) -> bool:
    """Whether no part begins a second reference: "§ 8 Abs. 1, § 9" is two."""
    heads = [part.kind for part in parts if part.kind in STRUCTURAL]
    return len(set(heads)) == len(heads) and all(
        part.kind in STRUCTURAL for part in parts[: len(heads)]
    )


def _words(name: str) -> list[int]:
    return [0, *(found.end() for found in re.finditer(" ", name))]


def _read_parts(text: str, position: int) -> tuple[list[Part], int]:
    parts: list[Part] = []
    short = False
    while True:
        start = end = _between(text, position)
        if ordinal := _ORDINAL.match(text, start):
            found: tuple[Part, int] | None = (
                Part(_KIND[ordinal["label"].casefold()], ordinal["number"]),
                ordinal.end(),
            )
        else:
            found = read_part(text, start)
        if found is None and parts:
            found = _in_brackets(text, position, parts) or _shorthand(text, position, parts, short)
            short = short or (found is not None and text[found[1] - 1] != ")")
        if found is None:
            return parts, position
        part, end = found
        parts.append(part)
        position = end


def _between(text: str, position: int) -> int:
    found = _BETWEEN.match(text, position)
    return found.end() if found else position


def _read_values(text: str, position: int, kind: Kind) -> tuple[str, int] | None:
    """Return a value, a list or a range of them, in the one way they are written."""
    found = _VALUE[kind].match(text, position)
    if not found:
        return None
    value, position = _normal(found["value"], kind), found.end()
    if kind in _OPENING and value.isdigit() and (letter := _SPACED_LETTER.match(text, position)):
        value, position = value + letter["letter"], letter.end()
    while join := _JOIN.match(text, position):
        found = _VALUE[kind].match(text, join.end())
        if not found or _LABEL.match(text, join.end()):
            break
        value += ("-" if join["range"] else ",") + _normal(found["value"], kind)
        position = found.end()
    if kind in _LETTER_KINDS:
        return value, position
    if following := _FOLLOWING.match(text, position):
        value, position = f"{value} {following['sign']}.", following.end()
    elif text[position : position + 1] == "." and re.search(r"\d(ff?)\Z", value):
        # "17f." is 17 and the next, "§ 3f UStG" is a section of its own.
        number, sign = re.findall(r"(.*\d)(ff?)\Z", value)[0]
        value, position = f"{number} {sign}.", position + 1
    return value, position


def _normal(value: str, kind: Kind) -> str:
    if kind is Kind.PARAGRAPH and not value[0].isdigit():
        return str(arabic(value)) if re.fullmatch(r"[IVXLCivxlc]+", value) else value
    return value


def _in_brackets(text: str, position: int, parts: list[Part]) -> tuple[Part, int] | None:
    """Return the next of "12(3)(b)(ii)": a paragraph, then a letter, then a number."""
    found = _IN_BRACKETS.match(text, position)
    if not found:
        return None
    kinds = {part.kind for part in parts}
    if found["number"]:
        kind = Kind.NUMBER if Kind.PARAGRAPH in kinds else Kind.PARAGRAPH
        return Part(kind, found["number"]), found.end()
    letters = found["letters"]
    if re.fullmatch(r"([a-z])\1", letters) and letters != "ii":
        return Part(Kind.DOUBLE_LETTER, letters), found.end()
    kind = Kind.NUMBER if Kind.LETTER in kinds or len(letters) > 1 else Kind.LETTER
    return Part(kind, letters), found.end()


def _shorthand(text: str, position: int, parts: list[Part], short: bool) -> tuple[Part, int] | None:
    """Return the next of "§ 433 II 1": a paragraph in Roman numerals, then a sentence."""
    last = parts[-1].kind
    if last in _OPENING and (roman := _SHORT_PARAGRAPH.match(text, position)):
        return Part(Kind.PARAGRAPH, f"{arabic(roman['roman'])}{roman['letter']}"), roman.end()
    if short and last is Kind.PARAGRAPH and (number := _SHORT_SENTENCE.match(text, position)):
        return Part(Kind.SENTENCE, number["number"]), number.end()
    return None


def _german(parts: tuple[Part, ...], i: int) -> str:
    kind, value = parts[i]
    label = "§§" if kind is Kind.SECTION and _is_plural(value) else str(kind)
    return f"{label} {_spoken(value, 'bis', 'und')}".strip()


def _english(parts: tuple[Part, ...], i: int) -> str:
    kind, value = parts[i]
    if _goes_in_brackets(parts, i):
        return f"({value})"
    label = _ENGLISH[kind]
    if _is_plural(value) and f"{label}s".casefold() in _KIND:
        label += "s"
    return f"{label} {_spoken(value, 'to', 'and')}".strip()


def _goes_in_brackets(parts: tuple[Part, ...], i: int) -> bool:
    kind, value = parts[i]
    if i == 0:
        return False
    above = parts[i - 1]
    opens = above.kind in _OPENING and not _is_plural(above.value)
    if kind is Kind.PARAGRAPH:
        return opens and bool(re.fullmatch(r"\d+[a-z]{0,2}", value))
    if kind is Kind.LETTER and not any(part.kind is Kind.LETTER for part in parts[:i]):
        inside = above.kind is Kind.PARAGRAPH and _goes_in_brackets(parts, i - 1)
        return (opens or inside) and bool(re.fullmatch(r"[a-z]", value))
    return False


def _is_plural(value: str) -> bool:
    return "," in value or "-" in value or value.endswith("f.")


def _spoken(value: str, to: str, and_: str) -> str:
    elements = [element.replace("-", f" {to} ") for element in value.split(",")]
    if len(elements) == 1:
        return elements[0]
    return f"{', '.join(elements[:-1])} {and_} {elements[-1]}"

"""Dates in a text: "31.12.2024", "December 31, 2024", "31. Dezember", "Q3 2024", "2024-12-31"."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from citation_engine.language.numbers import Role, read_word
from citation_engine.language.tokens import Token, TokenKind
from citation_engine.language.vocabulary import lists, words


class Day(NamedTuple):
    """What a date says; what it leaves open is None. A quarter stands for its months."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    quarter: int | None = None

    def within(self, other: "Day") -> bool:
        """Whether all that this date says is said by the other too."""
        months = (other.month - 1) // 3 + 1 if other.month else other.quarter
        return (
            self.year in (None, other.year)
            and self.month in (None, other.month)
            and self.day in (None, other.day)
            and self.quarter in (None, months)
        )


@dataclass(frozen=True, slots=True)
class Date:
    """A date by the numbers of its tokens; `days` has more than one where it is ambiguous."""

    first: int
    last: int
    days: frozenset[Day]


_MONTHS = {
    name: number
    for text in lists("numbers", "MONTHS")
    for number, names in enumerate(text.split(), 1)
    for name in names.split("/")
}
_DOUBTFUL = words("numbers", "DOUBTFUL_MONTHS")
_NUMERIC = re.compile(r"([0-9]{1,2})([./])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})")
_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_MONTH = re.compile(r"0[1-9]|1[0-2]")
_QUARTER = re.compile(r"q([1-4])")
_QUARTER_NOUNS = words("numbers", "QUARTERS")
_ORDINAL_ENDINGS = words("numbers", "DAY_ENDINGS")
_BEFORE_MONTHS = words("numbers", "BEFORE_MONTHS")
_BEFORE_YEARS = words("numbers", "BEFORE_YEARS")
_YEAR_NOUNS = words("numbers", "YEAR_NOUNS")


def find_dates(tokens: Sequence[Token]) -> list[Date]:
    """Return the dates among `tokens` in order. A year by itself is a number, not a date."""
    return list(_dates(tokens))


def _dates(tokens: Sequence[Token]) -> Iterator[Date]:
    at = 0
    while at < len(tokens):
        date = _date_at(tokens, at)
        if date:
            yield date
        at = date.last if date else at + 1


def _date_at(tokens: Sequence[Token], at: int) -> Date | None:
    token = tokens[at]
    if token.kind is TokenKind.NUMBER:
        read = _numeric(tokens, at) or _day_first(tokens, at) or _numbered_quarter(tokens, at)
        return read or _year_and_month(tokens, at)
    if token.kind is TokenKind.WORD:
        return _month_first(tokens, at) or _quarter(tokens, at)
    return None


def _numeric(tokens: Sequence[Token], at: int) -> Date | None:
    text = tokens[at].text
    if iso := _ISO.fullmatch(text):
        day = _checked(int(iso[1]), int(iso[2]), int(iso[3]))
        return Date(at, at + 1, frozenset((day,))) if day else None
    last = at + 1
    if not _NUMERIC.fullmatch(text):
        # "31. 12. 2024" is three numbers with full stops.
        text, last = _joined(tokens, at)
    found = _NUMERIC.fullmatch(text)
    if not found:
        return None
    first, second, year = int(found[1]), int(found[3]), _year(found[4])
    days = [_checked(year, second, first)]
    if found[2] == "/":
        days.append(_checked(year, first, second))
    return Date(at, last, frozenset(filter(None, days))) if any(days) else None


def _joined(tokens: Sequence[Token], at: int) -> tuple[str, int]:
    """Return a date with spaces in it as one word, and the number of the token after it."""
    parts = [token.text for token in tokens[at : at + 5]]
    if len(parts) == 5 and parts[1] == parts[3] == "." and not tokens[at + 1].spaced:
        return "".join(parts), at + 5
    if len(parts) >= 3 and parts[1] == ".":
        # "31.12." before a spaced year, or "31. 12.2024".
        return "".join(parts[:3]), at + 3
    return "", at + 1


def _year(text: str) -> int:
    if len(text) == 4:
        return int(text)
    return 2000 + int(text) if int(text) < 50 else 1900 + int(text)


def _checked(year: int | None, month: int, day: int) -> Day | None:
    return Day(year, month, day) if 1 <= month <= 12 and 1 <= day <= 31 else None


def _day_first(tokens: Sequence[Token], at: int) -> Date | None:
    """Read "31. Dezember 2024", "31st of December, 2024", "3 May"."""
    text = tokens[at].text
    if not text.isdigit() or len(text) > 2 or not 1 <= int(text) <= 31:
        return None
    after = at + 1
    after = _skip(tokens, after, (".", *_ORDINAL_ENDINGS))
    after = _skip(tokens, after, _BEFORE_MONTHS)
    month = _month(tokens, after)
    if month is None:
        return None
    year, last = _year_after(tokens, _skip(tokens, after + 1, (".",)))
    if year is None:
        last = after + 1
    return Date(at, last, frozenset((Day(year, month, int(text)),)))


def _year_and_month(tokens: Sequence[Token], at: int) -> Date | None:
    """Read "2023-09"; "2010-12" may as well be years from 2010 to 2012."""
    year, parts = tokens[at].text, tokens[at + 1 : at + 3]
    if len(parts) < 2 or any(part.spaced for part in parts) or not _is_year(year):
        return None
    dash, month = (part.text for part in parts)
    if dash != "-" or not _MONTH.fullmatch(month) or int(month) > int(year[2:]):
        return None
    return Date(at, at + 3, frozenset((Day(int(year), int(month)),)))


def _month_first(tokens: Sequence[Token], at: int) -> Date | None:
    """Read "December 31, 2024", "Dezember 2024", "in December"."""
    month = _month(tokens, at)
    if month is None:
        return None
    after = _skip(tokens, at + 1, (".",))
    day, last = _day_after(tokens, after)
    year, end = _year_after(tokens, last if day else after)
    if year is not None:
        last = end
    if day is None and year is None:
        if tokens[at].key in _DOUBTFUL or not tokens[at].text[0].isupper():
            return None
        last = at + 1
    return Date(at, last, frozenset((Day(year, month, day),)))


def _month(tokens: Sequence[Token], at: int) -> int | None:
    """Return the number of the month that is named at a token, which begins with a capital."""
    if at >= len(tokens) or not tokens[at].text[0].isalpha():
        return None
    if tokens[at].key in _DOUBTFUL and not tokens[at].text[0].isupper():
        return None
    return _MONTHS.get(tokens[at].key)


def _day_after(tokens: Sequence[Token], at: int) -> tuple[int | None, int]:
    if at >= len(tokens) or not tokens[at].text.isdigit() or len(tokens[at].text) > 2:
        return None, at
    day = int(tokens[at].text)
    if not 1 <= day <= 31:
        return None, at
    return day, _skip(tokens, at + 1, _ORDINAL_ENDINGS)


def _year_after(tokens: Sequence[Token], at: int) -> tuple[int | None, int]:
    at = _skip(tokens, at, (",",))
    at = _skip(tokens, at, _BEFORE_YEARS)
    at = _skip(tokens, at, _YEAR_NOUNS)
    if at < len(tokens) and _is_year(tokens[at].text):
        return int(tokens[at].text), at + 1
    return None, at


def _is_year(text: str) -> bool:
    return len(text) == 4 and text.isdigit() and 1000 <= int(text) <= 2999


def _skip(tokens: Sequence[Token], at: int, keys: Collection[str]) -> int:
    return at + 1 if at < len(tokens) and tokens[at].key in keys else at


def _quarter(tokens: Sequence[Token], at: int) -> Date | None:
    """Read "Q3 2024", "third quarter of 2024", "drittes Quartal"."""
    key = tokens[at].key
    if short := _QUARTER.fullmatch(key):
        return _of_quarter(tokens, at, at + 1, int(short[1]))
    word = read_word(key)
    number = word.ordinal if word and word.role in (Role.ORDINAL, Role.PART) else None
    if number and number <= 4 and at + 1 < len(tokens) and tokens[at + 1].key in _QUARTER_NOUNS:
        return _of_quarter(tokens, at, at + 2, number)
    return None


def _numbered_quarter(tokens: Sequence[Token], at: int) -> Date | None:
    """Read "3. Quartal 2024", "3rd quarter"."""
    after = _skip(tokens, at + 1, (".", *_ORDINAL_ENDINGS))
    number = tokens[at].text
    if number not in ("1", "2", "3", "4") or after >= len(tokens) or after == at + 1:
        return None
    if tokens[after].key not in _QUARTER_NOUNS:
        return None
    return _of_quarter(tokens, at, after + 1, int(number))


def _of_quarter(tokens: Sequence[Token], first: int, last: int, quarter: int) -> Date:
    year, end = _year_after(tokens, _skip(tokens, last, ("-", "/")))
    if year is None:
        end = last
    return Date(first, end, frozenset((Day(year=year, quarter=quarter),)))

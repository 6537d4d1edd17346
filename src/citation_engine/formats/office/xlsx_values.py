"""What the cells of an Excel file show: dates, percentages, numbers, truth values, errors."""

import re
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation

from citation_engine.formats.office.xml_lookup import number_of
from citation_engine.formats.xml import Element

_DATES = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
_PERCENTAGES = frozenset((9, 10))
_LITERAL = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)
_ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)
_DAY = re.compile(r"[yd]", re.IGNORECASE)
_TIME = re.compile(r"[hs]", re.IGNORECASE)
_MONTH_ONLY = re.compile(r"m+", re.IGNORECASE)
_WHOLE = re.compile(r"-?[1-9]\d{0,14}|0", re.ASCII)
_SECONDS = 86_400
_LAST_DAY = 2_958_466
# Beyond this, a number is written with an exponent.
_LONGEST_NUMBER = 30


class Formats:
    """How each kind of cell shows its number: as a number, a percentage, a date, a time."""

    def __init__(self, styles: Element | None, *, since_1904: bool) -> None:
        codes = {
            one.get("numFmtId"): one.get("formatCode")
            for one in (styles.all("numFmt") if styles else ())
        }
        cells = styles.first("cellXfs") if styles else None
        self._kinds = [
            _kind_of(one.get("numFmtId"), codes) for one in (cells.all("xf") if cells else ())
        ]
        self._since_1904 = since_1904

    def shown(self, value: str, style: str) -> str:
        """A number as it is shown, at its full precision, in a form that no country disputes."""
        number = int(style) if style.isdecimal() and len(style) < 9 else 0
        kind = self._kinds[number] if number < len(self._kinds) else "number"
        if kind == "number" and _WHOLE.fullmatch(value):
            return value
        try:
            exact = Decimal(value.strip())
        except InvalidOperation:
            return value
        if not exact.is_finite():
            return value
        if kind == "percentage":
            return f"{plain_number(exact * 100)}%"
        if kind in ("day", "moment", "time", "elapsed"):
            return _shown_time(exact, kind, since_1904=self._since_1904) or plain_number(exact)
        return plain_number(exact)


def plain_number(number: Decimal) -> str:
    """A number with the 15 digits that Excel knows of it, without an exponent where possible."""
    try:
        rounded = Decimal(f"{number:.15g}").normalize()
    except InvalidOperation:
        return str(number)
    if rounded == 0:
        return "0"
    exponent = rounded.adjusted()
    return f"{rounded:f}" if -_LONGEST_NUMBER < exponent < _LONGEST_NUMBER else f"{rounded:g}"


def _kind_of(id: str, codes: dict[str, str]) -> str:
    number = number_of(id) or 0
    code = codes.get(id)
    if code is None:
        if number in _PERCENTAGES:
            return "percentage"
        if number not in _DATES:
            return "number"
        return {18: "time", 19: "time", 20: "time", 21: "time", 22: "moment", 45: "time"}.get(
            number, "elapsed" if number == 46 else "time" if number == 47 else "day"
        )
    return _kind_of_code(code)


def _kind_of_code(code: str) -> str:
    """What a format is for, by its first section; words in it do not count."""
    bare = _LITERAL.sub("", code.partition(";")[0] if '"' not in code else code)
    bare = re.sub(r"General|Standard|AM/PM|A/P", "", bare, flags=re.IGNORECASE)
    if _ELAPSED.search(bare):
        return "elapsed"
    has_day, has_time = bool(_DAY.search(bare)), bool(_TIME.search(bare))
    if has_day or (_MONTH_ONLY.search(bare) and not has_time):
        return "moment" if has_time else "day"
    if has_time:
        return "time"
    return "percentage" if "%" in bare else "number"


def _shown_time(days: Decimal, kind: str, *, since_1904: bool) -> str:
    """A date or a time of day in ISO form; empty where the number is none."""
    seconds = int((days * _SECONDS).to_integral_value()) if abs(days) < 10**9 else None
    if seconds is None:
        return ""
    if kind == "elapsed":
        sign, seconds = ("-" if seconds < 0 else ""), abs(seconds)
        return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    if not 0 <= days < _LAST_DAY - (1462 if since_1904 else 0):
        return ""
    if kind == "time" and days < 1:
        return _clock(seconds)
    # Excel counts a 29 February 1900 that never was.
    first = datetime(1904, 1, 1) if since_1904 else datetime(1899, 12, 30)  # noqa: DTZ001
    if not since_1904 and days < 61:
        first += timedelta(days=1)
    moment = first + timedelta(seconds=seconds)
    if kind == "day" and seconds % _SECONDS == 0:
        return moment.date().isoformat()
    return f"{moment.date().isoformat()} {_clock(seconds % _SECONDS)}"


def _clock(seconds: int) -> str:
    shown = f"{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}"
    return shown + (f":{seconds % 60:02}" if seconds % 60 else "")

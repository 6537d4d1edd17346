"""Findings by their codes: made, named in a call, selected and ignored."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from citation_engine.display import one_line, shortened
from citation_engine.errors import InvalidInput
from citation_engine.model.finding import CODES, Code, Finding

PREFIX = "CE"
_MOST_NAMED = 5


_BY_NAME = {one.name: one for one in CODES.values()}


def code_of(text: str) -> Code:
    """Return the code of that number or name: "CE101", "ce101" or "quote-not-found"."""
    wanted = text.strip()
    found = CODES.get(wanted.upper()) or _BY_NAME.get(wanted.lower())
    if found is None:
        raise _unknown(text)
    return found


def make_finding(code: str, message: str, help: str = "", **place: Any) -> Finding:
    """Return a finding of this code, with its name and level; `place` has the other fields."""
    known = CODES[code]
    return Finding(
        code=code, name=known.name, level=known.level, message=message, help=help, **place
    )


def select(
    findings: Iterable[Finding], select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> list[Finding]:
    """
    Return the findings that were asked for, by code, name or the beginning of a code.

    Without `select` all are. Where both fit a finding the longer one wins, so that
    `select=["CE101"], ignore=["CE1"]` gives CE101; of equal ones `ignore` does.
    """
    wanted, refused = prefixes(select) or ("",), prefixes(ignore)
    return [one for one in findings if _fit(one.code, wanted) > _fit(one.code, refused)]


def prefixes(given: Iterable[str]) -> tuple[str, ...]:
    """The beginnings of codes that are meant; refuses what is no code, name or beginning."""
    return tuple(_prefix(one) for one in given)


def _prefix(text: str) -> str:
    wanted = text.strip().upper()
    if wanted.startswith(PREFIX) and any(code.startswith(wanted) for code in CODES):
        return wanted
    return code_of(text).code


def _fit(code: str, prefixes: Iterable[str]) -> int:
    """How much of a code the longest fitting prefix has; -1 where none fits."""
    return max((len(one) for one in prefixes if code.startswith(one)), default=-1)


def _unknown(text: str) -> InvalidInput:
    wanted = one_line(text, 40)
    near = get_close_matches(wanted.upper(), CODES, n=_MOST_NAMED, cutoff=0.6)
    near += get_close_matches(wanted.lower(), _BY_NAME, n=_MOST_NAMED, cutoff=0.6)
    known = ", ".join(near[:_MOST_NAMED]) if near else f"{min(CODES)} to {max(CODES)}"
    what = "The nearest known are" if near else "Known are"
    return InvalidInput(
        f"There is no finding with the code {shortened(wanted)}.",
        fix=f"{what} {known}. A beginning such as CE1 stands for all codes that begin so.",
    )

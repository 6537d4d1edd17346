"""
What a claim says without what is only its report's: phrases, list numbers, markers, grades, markup.

Nothing is left out that can change what is said: "reportedly", "generally" and "therefore" stay,
and so does who says it, unless that is only "the source".
"""

import re

from citation_engine.language.detection import Language, language_of
from citation_engine.language.terms import forms_of, is_stop_word
from citation_engine.language.vocabulary import pattern
from citation_engine.verify.judges.overlap import bare_claim

# "3. Oktober" and "2. Bundesliga" are words of a claim; the number of an item is none.
_ITEM = re.compile(
    r"(?:#{1,6}|>|[-*+•▪‣·–—]|\(?(?:\d{1,3}|[a-z]|i{1,3}|iv|vi{0,3}|i?x)\)|\d{1,2}(?P<dot>\.))\s+"
    r"(?=(?P<next>\S+))"
)
_LEADING = re.compile(rf"(?:{pattern('phrases', 'LEADING')})\s+", re.IGNORECASE)
_MARKUP = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*|`([^`]+)`|</?(?:b|i|em|strong|u|sup|sub|span)>")
_GRADE = re.compile(rf"\s?[(\[](?:{pattern('phrases', 'GRADES')})[)\]]", re.IGNORECASE)
_STRAY = re.compile(r"[,;:.…\s]+(?=\s)|[,;:…]+(?=\w)|\s+")


def plain_claim(claim: str) -> str:
    """Return the words of a claim that somebody has to vouch for, on one line."""
    whole = _GRADE.sub("", bare_claim(claim))
    said = _MARKUP.sub(lambda found: found[1] or found[2] or "", whole)
    while (less := _without_start(said)) != said:
        said = less
    said = said.rstrip(" ,;:")
    return said if any(map(str.isalnum, said)) else whole


def _without_start(said: str) -> str:
    """The words without the first thing that is no part of them."""
    if found := _STRAY.match(said) or _LEADING.match(said):
        return said[found.end() :]
    found = _ITEM.match(said)
    return said[found.end() :] if found and not _is_ordinal(found, said[found.end() :]) else said


def _is_ordinal(found: re.Match[str], rest: str) -> bool:
    """Whether a number with a dot may belong to the noun behind it, as in German."""
    noun = found["next"]
    if not found["dot"] or noun[0].islower() or language_of(forms_of(rest)) is Language.ENGLISH:
        return False
    return not is_stop_word(noun.casefold())

"""
Cuts a sentence between clauses that have markers of their own.

"A is 5 [1], while B is 7 [2]." is two statements. A sentence is cut only where that is safe: at a
semicolon, or where a conjunction follows the marker and each clause has a verb and a subject of
its own. Each clause must have a marker. Otherwise the sentence stays whole and has them all.
"""

import re
from bisect import bisect_left

from citation_engine.link.drafts.evidence import has_number
from citation_engine.link.drafts.unmarked import Unmarked
from citation_engine.link.drafts.verbs import is_verb, may_have_verb
from citation_engine.model.span import Span

_JOINT = re.compile(
    r"\s*+(?:;|[,–—-]?\s*+(?=(?:while|whereas|but|and|yet|although|während|wohingegen|aber|und|doch"
    r"|jedoch)\b))\s*+",
    re.IGNORECASE,
)
_CONJUNCTION = re.compile(
    r"(?:while|whereas|but|and|yet|although|während|wohingegen|aber|und|doch|jedoch)\b,?\s*+",
    re.IGNORECASE,
)
_ADVERB = re.compile(r"(?:then|also|later|now|dann|auch|später|nun|thus|so|in \d{4}),?\s+", re.I)
_WORD = re.compile(r"[^\W\d_]+")
# A clause about these says little without the one before it.
_PRONOUNS = frozenset(
    "it they he she this these those that its their his her es sie er dies diese dieser dieses "
    "ihr ihre sein seine there which who".split()
)
FEWEST_WORDS = 3


def cut_clauses(words: Unmarked, sentence: Span) -> list[tuple[int, int]]:
    """Return the clauses of a sentence with markers of their own, or the sentence."""
    start, end = sentence.start, sentence.end
    whole = [(start, end)]
    if len(words.anchors) < 2:
        return whole
    first = bisect_left(words.anchors, start, key=lambda one: one.at)
    places: list[int] = []
    for anchor in words.anchors[first:]:
        if anchor.at > end:
            break
        if anchor.at > start and (not places or places[-1] != anchor.at):
            places.append(anchor.at)
    if len(places) < 2 or not _ends_marked(words.text, places[-1], end):
        return whole
    clauses: list[tuple[int, int]] = []
    parted: list[bool] = []
    begin = start
    for place in places[:-1]:
        joint = _JOINT.match(words.text, place, end)
        if not joint:
            return whole
        parted.append(";" in joint.group())
        clauses.append((begin, place))
        begin = joint.end()
    clauses.append((begin, end))
    if all(parted) and all(
        len(words.text[one:other].split()) >= FEWEST_WORDS for one, other in clauses
    ):
        return clauses
    if all(_is_clause(words.text[one:other], follows=one > start) for one, other in clauses):
        return clauses
    return whole


def _ends_marked(text: str, place: int, end: int) -> bool:
    return not any(map(str.isalnum, text[place:end]))


def _is_clause(text: str, *, follows: bool) -> bool:
    """Whether words have a verb and, where they follow others, something before it."""
    if follows and (conjunction := _CONJUNCTION.match(text)):
        text = text[conjunction.end() :]
    if follows and (adverb := _ADVERB.match(text)):
        text = text[adverb.end() :]
    first = _WORD.search(text)
    if first is None or is_verb(first.group()):
        return False
    if follows and first.group().casefold() in _PRONOUNS:
        return False
    if len(text.split()) < FEWEST_WORDS:
        return False
    return any(map(is_verb, _WORD.findall(text))) or (may_have_verb(text) and has_number(text))

"""
Reads a language model's answer: lenient about its wrapping, strict about what it says.

Nothing is guessed. What is not exactly one of the verdicts is none, and a number that is missing
or given twice leaves its question undecided.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from citation_engine.display import one_line
from citation_engine.model.verdict import Judgement, Support
from citation_engine.verify.judges.prompts import LONGEST_REASON, VERDICTS

_THOUGHTS = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_MOST_STARTS = 50


class Answer(NamedTuple):
    """A judgement, and whether the model gave it: what was left out may be asked for again."""

    judgement: Judgement
    given: bool = False


class Unreadable(ValueError):
    """The answer as a whole is not what was asked for."""


def read_answers(text: str, count: int) -> list[Answer]:
    """Return one answer for each of `count` questions, or raise `Unreadable`."""
    entries = [entry for entry in _verdicts(text) if isinstance(entry, dict)]
    if not entries:
        raise Unreadable("The model's answer has no verdicts.")
    times = Counter(_id_of(entry) for entry in entries)
    by_id = {_id_of(entry): entry for entry in entries}
    return [_answer(by_id.get(str(n)), times[str(n)]) for n in range(1, count + 1)]


def undecided(reason: str) -> Answer:
    """Return the answer to a question that the model gave none to."""
    return Answer(Judgement(support=Support.UNDECIDED, reason=reason))


def _answer(entry: dict[str, Any] | None, times: int) -> Answer:
    if entry is None:
        return undecided("The model left this question out.")
    if times > 1:
        return undecided("The model answered this question more than once.")
    said = entry.get("verdict")
    if not isinstance(said, str) or said not in {one.value for one in VERDICTS}:
        return undecided("The model gave none of the verdicts it was asked for.")
    reason = entry.get("reason")
    shown = one_line(reason, LONGEST_REASON) if isinstance(reason, str) else ""
    reason = f"The model says: {shown}" if shown else ""
    return Answer(Judgement(support=Support(said), reason=reason), given=True)


def _id_of(entry: dict[str, Any]) -> str:
    id = entry.get("id")
    return str(id) if isinstance(id, str) or type(id) is int else ""


def _verdicts(text: str) -> list[Any]:
    """The list of verdicts in the one object of the answer that has such a list."""
    found = [o["verdicts"] for o in _objects(text) if isinstance(o.get("verdicts"), list)]
    if len(found) != 1:
        kind = "several lists" if found else "no list"
        raise Unreadable(f"The model's answer has {kind} of verdicts.")
    return list(found[0])


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in an answer: the answer itself, or those that stand in its prose."""
    text = _THOUGHTS.sub("", text)
    decoder = json.JSONDecoder()
    at, starts = text.find("{"), 0
    while at >= 0 and starts < _MOST_STARTS:
        starts += 1
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
        else:
            yield value
        at = text.find("{", at)

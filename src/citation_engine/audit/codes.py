"""The codes of findings: what each means and how much it matters. A code never changes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from citation_engine.display import one_line, shortened
from citation_engine.errors import InvalidInput
from citation_engine.model.finding import Finding, Level

PREFIX = "CE"
_E, _W, _I = Level.ERROR, Level.WARNING, Level.INFO
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding: its code, its name, its level, and what it means in one sentence."""

    code: str
    name: str
    level: Level
    meaning: str


_ALL = (
    Code("CE001", "unknown-source", _E, "A marker points to a source that is not known."),
    Code("CE002", "unused-source", _W, "A source was given and nothing in the draft cites it."),
    Code("CE003", "numbering-gap", _W, "The numbers of the markers do not run from 1 to the last."),
    Code("CE004", "malformed-marker", _E, "A marker cannot be understood."),
    Code("CE005", "marker-in-code", _W, "A marker stands in code, where it cites nothing."),
    Code("CE006", "sidecar-path-missing", _E, "A sidecar cites for a path that is not there."),
    Code("CE007", "ambiguous-source", _E, "A marker fits several sources."),
    Code("CE008", "repeated-source", _I, "A marker names the same source twice."),
    Code("CE009", "unanchored-citation", _W, "It is not known which words a citation belongs to."),
    Code("CE010", "bad-ignore", _W, "An ignore has no reason or no known code, so it is void."),
    Code("CE011", "unused-ignore", _I, "An ignore matches no finding."),
    Code("CE012", "unused-reference", _I, "No marker points to an entry of the reference list."),
    Code("CE013", "numbers-shifted", _W, "The numbers seem to be those of other sources."),
    Code("CE101", "quote-not-found", _E, "The quoted words are not in the source."),
    Code("CE102", "quote-altered", _E, "The quoted words are nearly, not exactly, in the source."),
    Code(
        "CE103", "wrong-locator", _W, "The quoted words stand at another place than the one named."
    ),
    Code("CE104", "quote-ambiguous", _I, "The quoted words stand at several places."),
    Code("CE105", "quote-stitched", _W, "The parts of a quote stand far apart in the source."),
    Code("CE106", "quote-too-short", _W, "A quote is too short to show anything."),
    Code("CE107", "quote-in-other-source", _I, "Of several cited sources, one lacks the quote."),
    Code("CE201", "claim-unsupported", _E, "The source does not carry the claim."),
    Code("CE202", "claim-contradicted", _E, "The source says the contrary of the claim."),
    Code("CE203", "number-mismatch", _E, "A number, unit or date differs from the source."),
    Code("CE204", "claim-partial", _W, "The source carries only a part of the claim."),
    Code("CE205", "other-source-supports", _W, "Another source has what the cited one has not."),
    Code(
        "CE206", "claim-undecided", _W, "It could not be decided if the source carries the claim."
    ),
    Code("CE207", "citation-not-checked", _W, "A citation could not be checked."),
    Code("CE208", "support-not-judged", _I, "The quote is there; nobody judged what it carries."),
    Code("CE209", "source-adds-nothing", _I, "Of several cited sources, one lacks the claim."),
    Code("CE301", "uncited-claim", _W, "A claim needs evidence and cites none."),
    Code("CE302", "naked-number", _W, "A claim with a number or a date cites nothing."),
    Code("CE303", "coverage-below-threshold", _E, "Too few claims that need evidence cite any."),
    Code("CE401", "source-unreadable", _E, "The words of a source are not at hand."),
    Code("CE402", "source-changed", _W, "A source is no longer what it was when it was read."),
    Code("CE403", "link-dead", _W, "The address of a source leads nowhere any more."),
    Code("CE404", "no-text-layer", _E, "A source has pictures of its pages and no words."),
    Code("CE405", "duplicate-source", _I, "Two sources have nearly the same words."),
    Code("CE501", "record-broken", _E, "The record is not what it was."),
    Code("CE502", "bad-signature", _E, "A signature does not belong to what it signs."),
    Code("CE503", "sign-off-stale", _E, "The draft or its sources changed after the sign-off."),
)
CODES = {one.code: one for one in _ALL}
_BY_NAME = {one.name: one for one in _ALL}


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
    known = ", ".join(near[:_MOST_NAMED]) if near else f"{_ALL[0].code} to {_ALL[-1].code}"
    what = "The nearest known are" if near else "Known are"
    return InvalidInput(
        f"There is no finding with the code {shortened(wanted)}.",
        fix=f"{what} {known}. A beginning such as CE1 stands for all codes that begin so.",
    )

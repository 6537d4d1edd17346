"""
Says in German what the check says: every sentence of ours, which `german.json` has.

The stages speak English, and what they said may have been stored or cached since. So a sentence
is known again by its words: the values are taken out of it and put into the German one. What is
not ours, such as the words of a source or of a language model, stays as it is.
"""

import json
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from citation_engine.model.checked import Checked, CheckedCitation, CheckedClaim
from citation_engine.model.finding import Finding
from citation_engine.model.verdict import Verdict

CATALOGUE = "german.json"
# Values of these names are words of ours too. The first two must be known, lest anything fits.
_KNOWN, _OURS = ("what", "why"), ("what", "why", "where", "how")
_PLACE = re.compile(r"\{(\w+)\}")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=: )")
# A value that begins a sentence has none of these: they end the sentence before it.
_ENDS_ANOTHER = re.compile(r"[.!?:]\s")
_COUNTED = ("number", "count")


class _Template(NamedTuple):
    """An English sentence as a pattern, the longest of its own words, and the German one."""

    pattern: re.Pattern[str]
    longest: str
    weight: int
    quotes: bool
    german: str


def in_language(text: str, language: str) -> str:
    """A text of ours, which is English, in the language of an output."""
    return _in_german(text) if language == "de" else text


def spoken(checked: Checked, language: str) -> Checked:
    """A checked draft with all that the check says in the language of an output."""
    if language == "en":
        return checked
    ignored = [one.model_copy(update={"finding": _finding(one.finding)}) for one in checked.ignored]
    sources = [one.model_copy(update={"reason": _in_german(one.reason)}) for one in checked.sources]
    references = [
        one.model_copy(update={"problem": _in_german(one.problem)}) for one in checked.references
    ]
    return checked.model_copy(
        update={
            "references": tuple(references),
            "claims": tuple(map(_claim, checked.claims)),
            "sources": tuple(sources),
            "findings": tuple(map(_finding, checked.findings)),
            "ignored": tuple(ignored),
            "notes": _each(checked.notes),
            "unchecked": _each(checked.unchecked),
        }
    )


def _each(sentences: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(_in_german, sentences))


def _finding(finding: Finding) -> Finding:
    said = {"message": _in_german(finding.message), "help": _in_german(finding.help)}
    return finding.model_copy(update={**said, "also": tuple(map(_finding, finding.also))})


def _claim(claim: CheckedClaim) -> CheckedClaim:
    return claim.model_copy(update={"citations": tuple(map(_citation, claim.citations))})


def _citation(citation: CheckedCitation) -> CheckedCitation:
    verdict = _verdict(citation.verdict) if citation.verdict else None
    said = {"unchecked": _in_german(citation.unchecked), "verdict": verdict}
    return citation.model_copy(update=said)


def _verdict(verdict: Verdict) -> Verdict:
    said = {name: _in_german(getattr(verdict, name)) for name in ("reason", "notes", "fix")}
    compared = {
        name: tuple(
            one.model_copy(update={"sentence": _in_german(one.sentence)})
            for one in getattr(verdict, name)
        )
        for name in ("conflicts", "changes")
    }
    differences = tuple(_part(one) or one for one in verdict.differences)
    return verdict.model_copy(update={**said, **compared, "differences": differences})


@lru_cache(maxsize=4096)
def _in_german(text: str) -> str:
    """Each sentence of a text that is known, in German; the others as they are."""
    said, rest = "", text
    while rest:
        found = _next_sentence(rest)
        if found is not None:
            german, end = found
        else:
            ended = _SENTENCE_END.search(rest)
            end = ended.end() if ended else len(rest)
            german = rest[:end]
        after = rest[end:]
        rest = after.lstrip(" ")
        said += german + after[: len(after) - len(rest)]
    return said


def _next_sentence(text: str) -> tuple[str, int] | None:
    """The German of the sentence that a text begins with, and where it ends."""
    for template in _templates("sentences"):
        if template.longest not in text:
            continue
        # Words of others between quotation marks may have some of their own.
        whole = template.pattern.fullmatch(text) if template.quotes else None
        found = whole or template.pattern.match(text)
        if found is None:
            continue
        leading = found[1] if found.re.groups and found.start(1) == 0 else ""
        german = _filled(template, found.groupdict())
        if german is not None and not _ENDS_ANOTHER.search(leading):
            return german, found.end()
    return None


def _filled(template: _Template, values: dict[str, str]) -> str | None:
    """The German sentence with its values; None where a value of ours is not known."""
    german = dict(values)
    for name in _OURS:
        if name in values:
            part = _part(values[name])
            if part is None and name in _KNOWN:
                return None
            german[name] = part or values[name]
    return template.german.format(**german)


def _part(words: str) -> str | None:
    """A part of a sentence in German, or a list of parts; None where none is known."""
    if ", " not in words:
        return _known_part(words)
    listed = words.split(", ")
    each = list(map(_known_part, listed))
    if not all(each) and (whole := _known_part(words)):
        return whole
    parts = (part or one for part, one in zip(each, listed, strict=True))
    return ", ".join(parts) if any(each) else None


def _known_part(words: str) -> str | None:
    for template in _templates("parts"):
        if template.longest in words and (found := template.pattern.fullmatch(words)):
            return _filled(template, found.groupdict())
    return None


def catalogue(kind: str) -> dict[str, str]:
    """The `sentences` of ours, or `parts` of them, in English and in German."""
    text = files(__package__).joinpath(CATALOGUE).read_text("utf-8")
    pairs: dict[str, str] = json.loads(text)[kind]
    return pairs


@cache
def _templates(kind: str) -> list[_Template]:
    """The sentences or parts of sentences, those with most words of their own first."""
    made = [_template(english, german) for english, german in catalogue(kind).items()]
    return sorted(made, key=lambda template: -template.weight)


def _template(english: str, german: str) -> _Template:
    parts = _PLACE.split(english)
    literals, names = parts[::2], parts[1::2]
    pattern = re.escape(literals[0])
    for name, literal in zip(names, literals[1:], strict=True):
        # A value at the very end goes as far as the text does.
        last = not literal and name == names[-1]
        value = r"\d[\d.,]*" if name in _COUNTED else ".+" if last else ".+?"
        pattern += f"(?P<{name}>{value}){re.escape(literal)}"
    return _Template(
        pattern=re.compile(rf"{pattern}(?=\s|$)", re.DOTALL),
        longest=max(literals, key=len),
        weight=sum(map(len, literals)),
        quotes=english.endswith(('"', '".')),
        german=german,
    )

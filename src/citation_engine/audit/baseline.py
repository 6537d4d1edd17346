"""
The findings that are known already: an agreed baseline, or those of the last run.

A finding is known again by its code, its claim, its source's name and its marker, not by its
line: what is edited elsewhere in the draft does not bring it back. The same finding twice must
be known twice.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, NamedTuple

from citation_engine.display import one_line, shortened
from citation_engine.errors import InvalidInput
from citation_engine.model.checked import Checked, CheckedSource
from citation_engine.model.finding import Finding

VERSION = 1
LONGEST_MESSAGE = 200


class KnownFinding(NamedTuple):
    """What a finding is known again by."""

    code: str
    claim: str
    source: str
    marker: str


class Compared(NamedTuple):
    """Findings that are new, those that were known, and what was known and is gone."""

    new: tuple[Finding, ...]
    known: tuple[Finding, ...]
    gone: tuple[KnownFinding, ...]


@dataclass(frozen=True, slots=True)
class Baseline:
    """The known findings of drafts, by the drafts' names."""

    drafts: Mapping[str, Counter[KnownFinding]] = field(default_factory=dict)

    def compare(self, checked: Checked) -> Compared:
        """Say which findings of a draft are new; what is gone is only told of this draft."""
        return self.apply(name_of(checked), checked.findings, checked.sources)

    def apply(
        self, name: str, findings: Iterable[Finding], sources: Iterable[CheckedSource] = ()
    ) -> Compared:
        """Say which of these findings are new for the draft of that name."""
        left = Counter(self.drafts.get(name, Counter()))
        names = _names(sources)
        new: list[Finding] = []
        known: list[Finding] = []
        for finding in findings:
            key = _known(finding, names)
            if left[key] > 0:
                left[key] -= 1
                known.append(finding)
            else:
                new.append(finding)
        return Compared(tuple(new), tuple(known), tuple(sorted(left.elements())))


def write_baseline(checked: Iterable[Checked]) -> str:
    """Return the findings of drafts as a baseline file: sorted, the same for the same findings."""
    drafts: dict[str, list[dict[str, str]]] = {}
    for one in checked:
        names = _names(one.sources)
        rows = drafts.setdefault(name_of(one), [])
        rows += (_row(finding, names) for finding in one.findings)
    for rows in drafts.values():
        rows.sort(key=lambda row: (*_key(row), row["message"]))
    content = {"version": VERSION, "findings": dict(sorted(drafts.items()))}
    # Escaped, because a draft may have half a character that no file can hold.
    return json.dumps(content, indent=2, ensure_ascii=True) + "\n"


def read_baseline(text: str) -> Baseline:
    """Return the baseline that was written to a file."""
    try:
        content = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise _refused(f"it is not JSON ({one_line(str(error), 100)})") from error
    if not isinstance(content, dict) or "version" not in content:
        raise _refused("it has no version")
    if content["version"] != VERSION:
        raise _refused(f"it has version {shortened(content['version'], 40)}, not {VERSION}")
    drafts = content.get("findings")
    if not isinstance(drafts, dict):
        raise _refused('"findings" is not a mapping of drafts')
    return Baseline({name: Counter(_read_rows(name, rows)) for name, rows in drafts.items()})


def name_of(checked: Checked) -> str:
    """The name of a draft as a baseline has it, the same on every system."""
    return PurePath(checked.name).as_posix()


def _read_rows(name: str, rows: Any) -> Iterable[KnownFinding]:
    where = f"the findings of {shortened(name, 80)}"
    if not isinstance(rows, list):
        raise _refused(f"{where} are not a list")
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or not isinstance(row.get("code"), str):
            raise _refused(f"number {number} of {where} has no code")
        key = _key(row)
        if not all(isinstance(part, str) for part in key):
            raise _refused(f"number {number} of {where} has something else than text")
        yield key


def _key(row: Mapping[str, Any]) -> KnownFinding:
    return KnownFinding(*(row.get(name, "") for name in KnownFinding._fields))


def _names(sources: Iterable[CheckedSource]) -> dict[str, str]:
    """What sources are known by: labels change when a file is added, names do not."""
    return {source.label: source.name or source.identifier for source in sources}


def _known(finding: Finding, names: Mapping[str, str]) -> KnownFinding:
    source = finding.source or ""
    claim = finding.claim or finding.pointer or ""
    return KnownFinding(finding.code, claim, names.get(source, source), finding.marker or "")


def _row(finding: Finding, names: Mapping[str, str]) -> dict[str, str]:
    """A finding in the file; the message is for who reads it, and is not compared."""
    known = _known(finding, names)._asdict()
    shown = {name: value for name, value in known.items() if value}
    return {**shown, "message": one_line(finding.message, LONGEST_MESSAGE)}


def _refused(why: str) -> InvalidInput:
    return InvalidInput(
        f"The baseline cannot be used: {why}.",
        fix="Write it anew from a check of the same drafts.",
    )

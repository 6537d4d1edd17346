"""Checks that a status follows from what its own verdict says, and is the one that is shown."""

import json
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from citation_engine.errors import StoreError
from citation_engine.model.entry import EntryType
from citation_engine.model.verdict import Match, Status, Support
from citation_engine.ports import View
from citation_engine.record.damage import Findings, shown
from citation_engine.record.envelope import read_fields
from citation_engine.record.fold import fold_status
from citation_engine.record.reference_check import Place
from citation_engine.record.replay import GARBAGE

# Sources that are judged as a whole, because what was given is a description of them.
DESCRIBED = ("database", "custom")
_SILENT = (Support.UNSUPPORTED, Support.CONTRADICTED)
_WAITING = 400
_REMEMBERED = 20_000

Data = Mapping[str, Any]


def why_impossible(data: Data, method: str, source_type: str, quoted: bool | None) -> str | None:
    """
    Why a verdict with these open data cannot be `verified`, or None when it can.

    `quoted` says whether the citation gave a quotation; None after a redaction.
    """
    negative = method == "negative"
    match, start, end = data["match"], data["start"], data["end"]
    if data["snapshot"] is None:
        return "there was no snapshot to check against"
    if match == Match.ABSENT:
        return "the words were absent"
    if match is None and not (negative or source_type in DESCRIBED):
        return "no words were looked for"
    if match is not None and not (type(start) is int and type(end) is int and 0 <= start < end):
        return f"the words were {match} and stand at no place"
    if match == Match.NEAR and quoted:
        return "the quotation was only near"
    if (data["support"] in _SILENT) if negative else (data["support"] == Support.SUPPORTED):
        return None
    return f"the claim was judged {data['support']}"


class Verdicts:
    """Collects verdicts that say `verified`, and looks the citations they are of up together."""

    def __init__(self, view: View, findings: Findings) -> None:
        self._view = view
        self._findings = findings
        self._waiting: list[tuple[int, Data, Place]] = []
        self._methods: dict[Any, str] = {}

    def check(self, number: int, subject: Any, body: Mapping[str, Any], place: Place) -> None:
        """Check one entry, if it is a verdict."""
        data, type = body["data"], body["type"]
        if type == EntryType.VERIFICATION_UNAVAILABLE:
            if (data["status"], data["support"]) != (Status.PENDING, Support.UNREACHABLE):
                place.add("impossible-status", "No check was made, and it has a result.")
        elif type == EntryType.CITATION_CREATED:
            if len(self._methods) > _REMEMBERED:
                self._methods.clear()
            self._methods[number] = data["method"]
        elif type == EntryType.VERIFICATION_COMPLETED and data["status"] == Status.VERIFIED:
            self._check_verified(subject, data, place)

    def _check_verified(self, subject: Any, data: Data, place: Place) -> None:
        """Check at once where the citation came just before, else with others."""
        method = self._methods.get(subject)
        if method is not None and data["match"] not in (None, Match.NEAR):
            _tell(why_impossible(data, method, "", quoted=None), place)
            return
        self._waiting.append((subject, data, place))
        if len(self._waiting) >= _WAITING:
            self.settle()

    def settle(self) -> None:
        """Check everything that is noted."""
        waiting, self._waiting = self._waiting, []
        numbers = list({subject for subject, _, _ in waiting if isinstance(subject, int)})
        try:
            rows = self._view.rows("cited", entries=numbers) if numbers else []
        except StoreError as error:
            self._findings.add("unreadable", f"Verdicts cannot be checked: {error.message}")
            return
        cited = {row["id"]: row for row in rows}
        for subject, data, place in waiting:
            try:
                why = _why(data, cited.get(subject))
            except GARBAGE as error:
                why = f"its data cannot be read ({shown(repr(error))})"
            _tell(why, place)


def _tell(why: str | None, place: Place) -> None:
    if why is not None:
        place.add("impossible-status", f"It says verified, and {why}.")


def _why(data: Data, cited: Mapping[str, Any] | None) -> str | None:
    if cited is None:
        return "there is no such citation"
    method = json.loads(cited["body"])["data"]["method"]
    given = cited["bytes"]
    quoted = read_fields(given).get("verbatim_quote") is not None if given is not None else None
    return why_impossible(data, method, cited["type"], quoted)


def check_folds(view: View, findings: Findings) -> None:
    """Check the numbering of entries about one thing, and that the latest status is shown."""
    for row in view.rows("misnumbered"):
        said = f"{row['entries']} entries about entry number {shown(row['subject'])}"
        findings.add("sequence", f"{said} are not numbered from 1 on; the last is {row['last']}.")
    for subject, group in groupby(view.stream("discussed"), key=lambda row: row[0]):
        rows = [*group]
        try:
            folded = fold_status([json.loads(body) for _, body, _ in rows])
        except GARBAGE:
            continue  # The entry that cannot be read is told where it is read.
        if folded != rows[0][2]:
            said = f"The citation of entry number {shown(subject)} is shown {shown(rows[0][2])}"
            findings.add("status", f"{said}; its entries make it {folded.value}.")

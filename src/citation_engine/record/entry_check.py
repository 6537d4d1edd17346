"""
Checks the entries one by one: what they say, the words they commit to, the tables they fill.

One pass over the entries by number. Contents, redactions and every projected table come
beside it in the same order, so nothing is asked for row by row and nothing is held.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from math import inf
from operator import itemgetter
from typing import Any
from uuid import UUID

from pydantic_core import from_json

from citation_engine.errors import StoreError
from citation_engine.hashing import commitment, keyed_name
from citation_engine.model.entry import EntryType
from citation_engine.model.verdict import Match, Status, Support
from citation_engine.ports import ProjectRow, View
from citation_engine.record.damage import Findings, shown
from citation_engine.record.envelope import FIELDS, VERSION, canonical_json, read_fields
from citation_engine.record.fold import fold_status
from citation_engine.record.log_check import Merge, Row, uuid_or_none
from citation_engine.record.merkle import leaf_hash
from citation_engine.record.projections import GARBAGE, Handles, kind_of, rows_of, written

_WAITING_REFERENCES = 2_000
_REMEMBERED = 20_000
_AT_ONCE = 500

Reference = tuple[str, Any, Any]


@dataclass(slots=True, eq=False)
class EntryPlace:
    """Where a finding belongs: an entry, by its place in the log and its identity."""

    findings: Findings
    index: Any
    entry_id: str | None

    def add(self, kind: str, message: str) -> None:
        """Note a finding here."""
        self.findings.add(kind, message, self.index, self.entry_id)


class References:
    """Collects references and looks many of them up at a time."""

    def __init__(self, view: View, findings: Findings) -> None:
        self._view = view
        self._findings = findings
        self._waiting: dict[Reference, EntryPlace] = {}
        self._seen: set[Reference] = set()
        self._readable = True

    def check(self, body: Mapping[str, Any], place: EntryPlace) -> None:
        """Note what an entry refers to, and check it soon; what it defines is known then."""
        data = body["data"]
        for reference in _references(body["type"], data):
            if reference not in self._seen:
                self._waiting.setdefault(reference, place)
        if len(self._waiting) >= _WAITING_REFERENCES:
            self.settle()
        if len(self._seen) > _REMEMBERED:
            self._seen.clear()
        if (kind := kind_of(body["type"]).defines) is not None:
            self._seen.add((kind, data["id"], body["entry_id"]))

    def settle(self) -> None:
        """Check everything that is noted."""
        for kind in ("source", "snapshot", "citation", "entry"):
            self._settle(kind, {r: p for r, p in self._waiting.items() if r[0] == kind})
        self._seen.update(self._waiting)
        self._waiting.clear()

    def _settle(self, kind: str, wanted: Mapping[Reference, EntryPlace]) -> None:
        identities = {reference: _identity(reference[2]) for reference in wanted}
        known = [identity for identity in set(identities.values()) if identity is not None]
        found: dict[bytes, Any] = {}
        try:
            for start in range(0, len(known), _AT_ONCE):
                some = known[start : start + _AT_ONCE]
                for row in self._look_up(kind, some):
                    found[bytes(row["entry_id"])] = row["id"]
        except StoreError as error:
            if self._readable:
                self._findings.add("unreadable", f"References break off: {error.message}")
            self._readable = False
            return
        for reference, place in wanted.items():
            _, number, entry_id = reference
            there = found.get(identities[reference] or b"")
            if there is None:
                place.add("reference", f"It refers to the {kind} {shown(entry_id)}: there is none.")
            elif there != number:
                said = f"It refers to the {kind} {shown(entry_id)} as {shown(number)}"
                place.add("reference", f"{said}, which is {shown(there)}.")

    def _look_up(self, kind: str, identities: list[bytes]) -> list[Mapping[str, Any]]:
        if kind == "entry":
            return self._view.rows("entry_numbers", entry_ids=identities)
        return self._view.rows("things", table=kind, entry_ids=identities)


def _references(type: str, data: Mapping[str, Any]) -> Iterator[Reference]:
    for field, kind in kind_of(type).refers:
        if (given := data[field]) is not None:
            yield kind, given["id"], given["entry_id"]
    for given in data.get("members", ()):
        yield "source", given["id"], given["entry_id"]
    if type == EntryType.CITATION_CREATED:
        for given in data["related"]:
            yield "citation", given["id"], given["entry_id"]
    if type == EntryType.CONTENT_REDACTED:
        for given in data["targets"]:
            yield "entry", given["number"], given["entry_id"]


def _identity(text: Any) -> bytes | None:
    try:
        return UUID(text).bytes
    except (TypeError, ValueError, AttributeError):
        return None


# Sources that are judged as a whole, because what was given is a description of them.
DESCRIBED = ("database", "custom")
_SILENT = (Support.UNSUPPORTED, Support.CONTRADICTED)
_WAITING = 400


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
        self._waiting: list[tuple[int, Data, EntryPlace]] = []
        self._methods: dict[Any, str] = {}

    def check(self, number: int, subject: Any, body: Mapping[str, Any], place: EntryPlace) -> None:
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

    def _check_verified(self, subject: Any, data: Data, place: EntryPlace) -> None:
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


def _tell(why: str | None, place: EntryPlace) -> None:
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


ENVELOPE = frozenset({"v", "type", "entry_id", "project", "session", "actor", "time", "data"})
_ROW = ("entry_id", "type", "project", "subject", "seq")

Body = dict[str, Any]
Fields = Mapping[str, Any] | None


class EntryCheck:
    """One pass over the entries, in the order of their numbers."""

    def __init__(self, view: View, project: ProjectRow, findings: Findings) -> None:
        self._view = view
        self._project = project
        self._findings = findings
        self._handles = Handles.of(view)
        self._references = References(view, findings)
        self._verdicts = Verdicts(view, findings)
        self._contents = self._merge("contents", self._foreign_content, "contents")
        self._redacted = self._merge("redacted", _nothing, "redactions")
        self._pending = self._merge("pending", self._foreign_pending, "waiting entries")
        self._tables = {
            name: self._merge(name, self._foreign(name, columns), f"rows of {name}", columns)
            for name, columns in view.tables.items()
        }
        self._pick = {name: itemgetter(*columns) for name, columns in view.tables.items()}

    def _merge(
        self,
        stream: str,
        foreign: Callable[[Row], None],
        name: str,
        columns: tuple[str, ...] = ("entry",),
    ) -> Merge:
        at = columns.index("entry")
        return Merge(self._view.stream(stream), at, foreign, self._findings, name)

    def run(self) -> None:
        """Check every entry, then everything that belongs to none."""
        try:
            for row in self._view.stream("entries"):
                self._check(row)
        except StoreError as error:
            self._findings.add("unreadable", f"The entries break off: {error.message}")
        self._references.settle()
        self._verdicts.settle()
        for merge in (self._contents, self._pending, *self._tables.values()):
            merge.rest()

    def _check(self, row: Row) -> None:
        number, entry_id, _, _, _, body, leaf, index, _ = row
        place = EntryPlace(self._findings, index, uuid_or_none(entry_id))
        self._check_placed(number, body, leaf, index, place)
        redacted = self._redacted.has(number)
        try:
            parsed = _parse(body)
            known = self._check_envelope(row, parsed, place)
            fields = self._check_contents(number, parsed, place, redacted=redacted)
            if known:
                self._check_meaning(number, row[3], parsed, fields, place)
            else:
                self._pass_over(number)
        except GARBAGE as error:
            place.add("unreadable", f"The body cannot be read: {shown(repr(error))}")
            self._pass_over(number)

    def _check_meaning(
        self, number: int, subject: Any, body: Body, fields: Fields, place: EntryPlace
    ) -> None:
        self._check_rows(number, body, fields, place)
        self._references.check(body, place)
        self._verdicts.check(number, subject, body, place)
        if fields and kind_of(body["type"]).names:
            self._check_handle(body, fields, place)

    # the entry itself ---------------------------------------------------------------------

    def _check_placed(
        self, number: int, body: Any, leaf: Any, index: Any, place: EntryPlace
    ) -> None:
        waiting = self._pending.has(number)
        if index is not None:
            self._findings.entries += 1
            if waiting:
                place.add("pending", "It waits for a place in the log and has one.")
        elif waiting:
            self._findings.waiting += 1
            if type(body) is bytes and leaf_hash(body) != leaf:
                place.add("leaf", "The body and its leaf hash do not fit: one was changed.")
        else:
            place.add("unplaced", "The entry has no place in the log and waits for none.")

    def _check_envelope(self, row: Row, body: Body, place: EntryPlace) -> bool:
        """Compare what the body says with the row; False for a version we do not know."""
        if body.get("v") != VERSION:
            place.add("version", f"It is written in version {shown(body.get('v'))}.")
            return False
        if body.keys() != ENVELOPE:
            place.add("envelope", f"The envelope has the fields {shown(sorted(body), 200)}.")
        said, about = body["data"], uuid_or_none(row[8]) if row[3] is not None else None
        get = body.get
        signed = (
            get("entry_id"),
            get("type"),
            get("project"),
            said.get("subject"),
            said.get("seq"),
        )
        stored = (place.entry_id or row[1], row[2], self._project.name, about, row[4])
        if signed != stored:
            for name, old, new in zip(_ROW, signed, stored, strict=True):
                if old != new:
                    text = f"The body says {name} {shown(old)}, the row {shown(new)}."
                    place.add("envelope", text)
        return True

    def _check_handle(self, body: Body, fields: Mapping[str, Any], place: EntryPlace) -> None:
        """Check that the pseudonym is the one of the name behind it."""
        if body["type"] == EntryType.SESSION_OPENED:
            kind, name = "session", fields["session_id"]
        else:
            kind = "actor"
            name = canonical_json([fields["agent_id"], fields["user_id"]]).decode()
        if keyed_name(self._project.name_key, kind, name) != body[kind]:
            place.add("name", f"The {kind}'s pseudonym is not that of its name.")

    # contents -----------------------------------------------------------------------------

    def _check_contents(
        self, number: int, body: Body, place: EntryPlace, *, redacted: bool
    ) -> Fields:
        """Check the words, and return the fields: None where they are not what they were."""
        wanted = _commitments(body)
        fields: Fields = {} if FIELDS not in wanted else None
        missing = set(wanted)
        for row in self._contents.take(number):
            _, name, media_type, salt, data = row
            missing.discard(name)
            if name not in wanted:
                place.add("foreign-content", f"It commits to no content {shown(name)}.")
                continue
            self._findings.contents_checked += 1
            fits = type(salt) is bytes and type(data) is bytes
            if not fits or (commitment(salt, data), len(data), media_type) != wanted[name]:
                place.add("content", f"The content {shown(name)} is not what was committed to.")
            elif redacted:
                place.add("returned-content", f"The content {shown(name)} was redacted.")
            elif name == FIELDS and kind_of(body["type"]).needs_fields:
                fields = read_fields(data)
        if redacted:
            self._findings.contents_redacted += len(missing)
            return {} if missing else None
        if self._contents.complete:
            for name in sorted(missing):
                place.add("missing-content", f"The content {shown(name)} is gone.")
        return fields

    def _foreign_content(self, row: Row) -> None:
        said = f"A content {shown(row[1])} belongs to entry number {shown(row[0])}: there is none."
        self._findings.add("foreign-content", said)

    # projected tables ---------------------------------------------------------------------

    def _check_rows(self, number: int, body: Body, fields: Fields, place: EntryPlace) -> None:
        entry = written(number, body, self._project, self._handles, fields or {})
        unsure = fields is None and kind_of(body["type"]).has_aliases
        wanted: dict[str, list[Row]] = {}
        for table, row in rows_of(entry):
            wanted.setdefault(table, []).append(self._pick[table](row))
        for table, rows in wanted.items():
            merge = self._tables[table]
            found = [*merge.take(number)]
            if found != rows and merge.complete and not (unsure and table == "alias"):
                self._tell(table, rows, found, place)
        if unsure and "alias" not in wanted:
            self._tables["alias"].has(number)

    def _tell(self, table: str, wanted: list[Row], found: list[Row], place: EntryPlace) -> None:
        missing = [row for row in wanted if row not in found]
        extra = [row for row in found if row not in wanted]
        for old, new in zip(missing, extra, strict=False):
            columns = self._view.tables[table]
            changed = [
                f"{name} {shown(new[at])} instead of {shown(old[at])}"
                for at, name in enumerate(columns)
                if new[at] != old[at]
            ]
            place.add("changed-row", f"The table {table} says {', '.join(changed)}.")
        for row in missing[len(extra) :]:
            place.add("missing-row", f"The table {table} has lost the row {shown(row, 200)}.")
        for row in extra[len(missing) :]:
            place.add("foreign-row", f"The table {table} has gained the row {shown(row, 200)}.")

    def _foreign(self, table: str, columns: tuple[str, ...]) -> Callable[[Row], None]:
        at = columns.index("entry")

        def tell(row: Row) -> None:
            said = f"The table {table} has a row that no entry gave it: {shown(tuple(row), 200)}."
            self._place_of(row[at]).add("foreign-row", said)

        return tell

    def _place_of(self, number: Any) -> EntryPlace:
        """The place of the entry with this number, if there is one."""
        rows = self._view.rows("log_rows", entries=[number]) if type(number) is int else []
        if not rows:
            return EntryPlace(self._findings, None, None)
        return EntryPlace(self._findings, rows[0]["idx"], uuid_or_none(rows[0]["entry_id"]))

    def _foreign_pending(self, row: Row) -> None:
        said = f"Entry number {shown(row[0])} waits for a place in the log: there is none."
        self._findings.add("pending", said)

    def _pass_over(self, number: int) -> None:
        """Leave alone what hangs on an entry that cannot be read: the entry is the damage."""
        for merge in (self._contents, *self._tables.values()):
            if merge.key < inf:
                for _ in merge.take(number):
                    pass


def _parse(body: Any) -> Body:
    if type(body) is not bytes:
        raise TypeError(f"it is {type(body).__name__}, not bytes")
    parsed = from_json(body, allow_inf_nan=False, cache_strings="keys")
    if type(parsed) is not dict or type(parsed.get("data")) is not dict:
        raise ValueError("it is no envelope")
    return parsed


def _commitments(body: Body) -> dict[str, tuple[str, int, str]]:
    commitments = body["data"].get("commitments", {})
    return {
        name: (given["hmac"], given["length"], given["media_type"])
        for name, given in commitments.items()
    }


def _nothing(_row: Row) -> None:
    """A redaction of an entry that is not there is found where the tables are compared."""


def lost_rows(view: View, findings: Findings) -> Iterator[None]:
    """Find rows filed under another project that hang on something of this one."""
    for table in (*view.tables, "content"):
        for row in view.rows("strays", table=table):
            said = f"The table {table} has a row of this project filed under another one"
            findings.add("foreign-row", f"{said} (entry number {shown(row['entry'])}).")
        yield

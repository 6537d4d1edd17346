"""
Proof bundles: a zip with entries, contents, proofs and the program that checks them.

`verify_bundle.py` says what is in one and how it is checked; a copy of it travels along.
A whole log is proved by its root alone. A part of one has a proof for every entry.
"""

import json
import os
import zipfile
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from secrets import token_hex
from typing import IO, Any, NamedTuple
from uuid import UUID

from citation_engine.errors import InvalidInput, LedgerError
from citation_engine.hashing import keyed_name
from citation_engine.model.passage import Value
from citation_engine.ports import ProjectRow, Store, View
from citation_engine.record import merkle, verify_bundle
from citation_engine.record.checkpoints import SignedCheckpoint, verify_signed
from citation_engine.record.envelope import uuid_text
from citation_engine.record.projections import ENTRY_KINDS
from citation_engine.record.proofs import PlacedEntry, cached_hashes, entry_hashes
from citation_engine.record.witnesses import split_notes

_AT_ONCE = 400
# The fields of entries that refer to one thing, and to many.
_ONE = {field: None for kind in ENTRY_KINDS.values() for field, _ in kind.refers}
_MANY = ("related", "targets", "members")


def of_sessions(view: View, project: ProjectRow, sessions: Sequence[str], size: int) -> list[int]:
    """
    The numbers of the entries to show for some sessions, in the order of the log.

    These are what the sessions wrote, what that refers to (a source that another
    session registered), who wrote it, and what was said about it later by whomever:
    a verdict must not go missing because somebody else gave it.
    """
    names = [sessions] if isinstance(sessions, str) else list(sessions)
    handles = {keyed_name(project.name_key, "session", name): name for name in names}
    places: dict[int, int] = {}
    wanted: set[bytes] = set()
    actors: set[str] = set()
    seen: set[str] = set()
    for index, number, body in _placed(view):
        if index < size and body["session"] in handles:
            seen.add(body["session"])
            places[number] = index
            actors.add(body["actor"])
            wanted.update(_references(body["data"]))
    for handle, name in handles.items():
        if handle not in seen:
            raise InvalidInput(
                f"There is no session {name!r} in the project {project.name!r}.",
                fix="Name a session that something was recorded in.",
            )
    for index, number, body in _placed(view, "actor.named"):
        if body["actor"] in actors:
            places[number] = index
    _complete(view, places, wanted)
    return sorted((n for n, at in places.items() if at < size), key=places.__getitem__)


def _placed(view: View, only: str | None = None) -> Iterator[tuple[int, int, dict[str, Any]]]:
    for number, _, type, _, _, body, _, index, _ in view.stream("entries"):
        if index is not None and only in (None, type):
            yield index, number, json.loads(body)


def _complete(view: View, places: dict[int, int], wanted: set[bytes]) -> None:
    """Add what is referred to, and what is about it, until nothing new turns up."""
    fresh = set(places)
    known: set[bytes] = set()
    while fresh or wanted:
        numbers = {row["id"] for row in _ask(view, "entry_numbers", "entry_ids", wanted)}
        numbers |= {row["id"] for row in _ask(view, "about", "subjects", fresh)}
        numbers |= {row["entry"] for row in _ask(view, "redactions", "targets", fresh)}
        known |= wanted
        wanted = set()
        fresh = set()
        for row in _ask(view, "log_rows", "entries", numbers - places.keys()):
            places[row["id"]] = row["idx"]
            fresh.add(row["id"])
            if not row["type"].startswith("content."):
                wanted.update(_references(json.loads(row["body"])["data"]))
        wanted -= known


def _ask(view: View, query: str, name: str, values: Iterable[Any]) -> Iterator[Any]:
    some = sorted(values)
    for start in range(0, len(some), _AT_ONCE):
        yield from view.rows(query, **{name: some[start : start + _AT_ONCE]})


def _references(data: dict[str, Any]) -> Iterator[bytes]:
    given = [data[name] for name in _ONE if data.get(name)]
    given += [item for name in _MANY for item in data.get(name, ())]
    for item in given:
        yield UUID(item["entry_id"]).bytes


_RANGE = 2_000

_HEAP = 4 << 20
# The same entries give the same bundle, whenever it is made.
_TIME = (1980, 1, 1, 0, 0, 0)
_READ_BY_ALL = 0o644 << 16

HOW_TO = """\
# How to check this bundle

It holds entries of the log `{origin}`, which had {size} entries when it was signed.
You need Python 3.8 or later, nothing else, and no network:

    python verify.py {name} --key "VERIFIER KEY"

Unpack `verify.py` from the bundle or, better, take it from somewhere else: a program
that comes with what it checks proves little. The key must not come from here at all.
Ask for it over another way than the one this file came by, such as a README, a
website or the telephone. It looks like this: `{origin}+1234abcd+AbCd...`.

If you kept an older checkpoint of this log, add `--against FILE`. The program then also
tells whether what the log said then is still what it says.

The answer is clean, tampered or incomplete; the exit status is 0, 1 or 3.
"""


class BundleScope(NamedTuple):
    """What is to be in the bundle."""

    sessions: Sequence[str] | None
    with_contents: bool
    since: str | None


class ExportReport(Value):
    """What was written, and the key to hand over apart from it."""

    path: Path
    entries: int
    contents: int
    size: int
    verifier_key: str


@dataclass(slots=True)
class _Job:
    """One export: where it reads, what it proves against, what it counted."""

    view: View
    project: ProjectRow
    signed: SignedCheckpoint
    hashes: merkle.HashReader
    entries: int = 0
    contents: int = 0


def export(
    store: Store,
    project: ProjectRow,
    signed: SignedCheckpoint,
    path: str | PathLike[str],
    wanted: BundleScope,
) -> ExportReport:
    """Write a bundle in one step: a file of that name is either whole or not there."""
    target = Path(path)
    with store.view(project) as view:
        job = _Job(view, project, signed, cached_hashes(view.rows))
        with _in_one_step(target) as file:
            _write(file, job, wanted, target.name)
    return ExportReport(
        path=target,
        entries=job.entries,
        contents=job.contents,
        size=signed.checkpoint.size,
        verifier_key=signed.vkey,
    )


def _write(file: IO[bytes], job: _Job, wanted: BundleScope, name: str) -> None:
    origin, size = job.signed.checkpoint.origin, job.signed.checkpoint.size
    chosen, start = None, 0
    if wanted.since is not None:
        start = _size_of(wanted.since, job.signed)
    if wanted.sessions is not None:
        chosen = of_sessions(job.view, job.project, wanted.sessions, size)
    manifest = {
        "format": verify_bundle.FORMAT,
        "origin": origin,
        "project": job.project.name,
        "size": size,
    }
    sizes = {row["size"] for row in job.view.rows("checkpoints")} | {start}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        bundle = _Bundle(archive)
        bundle.add("manifest.json", [json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"])
        bundle.add("checkpoint", [job.signed.text])
        bundle.add("entries.jsonl", _entry_lines(job, chosen, start))
        if wanted.with_contents:
            bundle.add("contents.jsonl", _content_lines(job, chosen, start))
        bundle.add("consistency.jsonl", _consistency_lines(job, sorted(sizes)))
        bundle.add("verify.py", [Path(verify_bundle.__file__).read_text("utf-8")])
        bundle.add("VERIFY.md", [HOW_TO.format(origin=origin, size=size, name=name)])


# lines --------------------------------------------------------------------------------------


def _entry_lines(job: _Job, chosen: Sequence[int] | None, start: int) -> Iterator[str]:
    """Each entry with its index; with a proof where not every entry of the log is there."""
    whole = chosen is None and start == 0
    for found in _entries(job, chosen, start):
        row: dict[str, Any] = {"body": _text(found.body), "index": found.index}
        if not whole:
            hashes = entry_hashes(found, job.signed.checkpoint, job.hashes)
            row["proof"] = [_text(each) for each in hashes]
        job.entries += 1
        yield _line(row)


def _entries(job: _Job, chosen: Sequence[int] | None, start: int) -> Iterator[PlacedEntry]:
    """The entries that are wanted, in the order of the log."""
    for rows in _ranges(job, chosen, start):
        for row in rows:
            if start <= row["idx"] < job.signed.checkpoint.size:
                yield PlacedEntry(row["idx"], uuid_text(row["entry_id"]), bytes(row["body"]))


def _ranges(job: _Job, chosen: Sequence[int] | None, start: int) -> Iterator[list[Any]]:
    if chosen is None:
        size = job.signed.checkpoint.size
        for first in range(start, size, _RANGE):
            yield job.view.rows("log_range", start=first, stop=min(first + _RANGE, size))
    else:
        for first in range(0, len(chosen), _AT_ONCE):
            yield job.view.rows("log_rows", entries=list(chosen[first : first + _AT_ONCE]))


def _content_lines(job: _Job, chosen: Sequence[int] | None, start: int) -> Iterator[str]:
    """The words behind the entries, with their salts; what is redacted is not there any more."""
    size = job.signed.checkpoint.size
    for rows in _ranges(job, chosen, start):
        placed = {row["id"]: row["entry_id"] for row in rows if start <= row["idx"] < size}
        for entries in _heaps(job, list(placed)):
            found = job.view.rows("content", entries=entries)
            for row in sorted(found, key=lambda row: (entries.index(row["entry"]), row["name"])):
                job.contents += 1
                yield _line(
                    {
                        "bytes": _text(row["bytes"]),
                        "entry_id": uuid_text(placed[row["entry"]]),
                        "name": row["name"],
                        "salt": _text(row["salt"]),
                    }
                )


def _heaps(job: _Job, numbers: list[int]) -> Iterator[list[int]]:
    """The entries in heaps whose contents are not too large to be held together."""
    for first in range(0, len(numbers), _AT_ONCE):
        part = numbers[first : first + _AT_ONCE]
        sizes = {row["entry"]: row["size"] for row in job.view.rows("content_sizes", entries=part)}
        heap: list[int] = []
        held = 0
        for number in part:
            if heap and held + sizes.get(number, 0) > _HEAP:
                yield heap
                heap, held = [], 0
            heap.append(number)
            held += sizes.get(number, 0)
        yield heap


def _consistency_lines(job: _Job, sizes: Iterable[int]) -> Iterator[str]:
    """A proof from every older checkpoint, for readers who kept one of them."""
    second = job.signed.checkpoint.size
    for first in sizes:
        if 0 < first < second:
            proof = merkle.consistency_proof(first, second, job.hashes)
            yield _line({"first": first, "proof": list(map(_text, proof)), "second": second})


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=True, separators=(",", ":")) + "\n"


def _text(data: bytes) -> str:
    return b64encode(data).decode("ascii")


def _size_of(since: str, signed: SignedCheckpoint) -> int:
    """The size of the log at a checkpoint the reader has."""
    notes = split_notes(since)
    if len(notes) != 1:
        raise InvalidInput(
            f"`since` holds {len(notes)} checkpoints.", fix="Give the text of one checkpoint."
        )
    older = verify_signed(notes[0], signed.vkey)
    if older.size > signed.checkpoint.size:
        raise LedgerError(
            f"The given checkpoint is of {older.size} entries, and the log has "
            f"{signed.checkpoint.size}.",
            fix="Run `cite ledger verify --against` with it: the log was cut or put back.",
        )
    return older.size


# the file -----------------------------------------------------------------------------------


class _Bundle:
    """Writes members one after the other, and stops where a verifier would not read on."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._total = 0

    def add(self, name: str, parts: Iterable[str]) -> None:
        """Write one member, a line at a time."""
        info = zipfile.ZipInfo(name, _TIME)
        info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, _READ_BY_ALL
        written = 0
        with self._archive.open(info, "w", force_zip64=True) as member:
            for part in parts:
                data = part.encode("utf-8")
                written += len(data)
                member.write(data)
                self._check(name, written)
        self._total += written

    def _check(self, name: str, written: int) -> None:
        most, total = verify_bundle.MAX_MEMBER, verify_bundle.MAX_TOTAL
        if written > most or self._total + written > total:
            raise LedgerError(
                f"The bundle would be larger than a verifier reads: {name} has over "
                f"{min(written, most) >> 20} MiB.",
                fix="Export single sessions, what came since a checkpoint, or no contents.",
            )


@contextmanager
def _in_one_step(target: Path) -> Iterator[IO[bytes]]:
    """A file that appears under its name only when it is complete and on the disk."""
    draft = target.with_name(f".{target.name}.{token_hex(8)}")
    try:
        with draft.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except OSError as error:
        raise LedgerError(
            f"The bundle {target} cannot be written: {error}.",
            fix="Name a file in a folder that this user may write to.",
        ) from error
    finally:
        draft.unlink(missing_ok=True)

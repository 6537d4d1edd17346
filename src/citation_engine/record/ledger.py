"""The ledger of a project: sign it, prove things from it, verify it, take it along."""

import json
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from citation_engine.errors import (
    AccessDenied,
    CitationError,
    DatabaseReadOnly,
    LedgerBroken,
    LedgerError,
    SigningKeyError,
    StoreError,
)
from citation_engine.model.entry import Entry
from citation_engine.ports import ProjectRow, Store, Transaction, View
from citation_engine.record import bundle, merkle, proofs
from citation_engine.record.bundle import ExportReport
from citation_engine.record.checkpoints import (
    Checkpoint,
    SignedCheckpoint,
    format_vkey,
    parse_vkey,
    sign,
    verify_signed,
)
from citation_engine.record.damage import Damage, Findings, LedgerReport
from citation_engine.record.entry_check import EntryCheck, check_folds, lost_rows
from citation_engine.record.envelope import to_datetime
from citation_engine.record.fold import fold_entry
from citation_engine.record.keys import SigningKey, load, load_or_create
from citation_engine.record.log_check import LogCheck
from citation_engine.record.projections import rebuild
from citation_engine.record.proofs import Consistency, Proof
from citation_engine.record.witnesses import (
    CheckpointNote,
    add_outside,
    given_notes,
    notes_beside,
    own_checkpoints,
    usable_key,
)
from citation_engine.settings import Settings, key_folder

__all__ = ["Consistency", "Damage", "ExportReport", "Ledger", "LedgerReport", "Proof"]

log = logging.getLogger(__name__)

_MAY_NOT_SIGN = (SigningKeyError, AccessDenied, DatabaseReadOnly)


class Ledger:
    """The append-only log of everything that happened in a project."""

    def __init__(
        self, store: Store, project: ProjectRow, settings: Settings, database_path: str | None
    ) -> None:
        self._store = store
        self._project = project
        self._settings = settings
        self._path = database_path
        self._rows = partial(store.rows, project)
        self._hashes = proofs.stored_hashes(self._rows)
        self._unsigned = 0
        self._last = time.monotonic()
        self._lock = threading.Lock()
        self._key: SigningKey | None = None

    @property
    def origin(self) -> str:
        """The log's name: this deployment and this project, fixed when it was made."""
        return self._project.origin

    @property
    def verifier_key(self) -> str:
        """The public key to check this log with. Keep it somewhere else than the database."""
        return self._signing_key().vkey

    @property
    def key_file(self) -> Path:
        """Where the key of this log is looked for, when it is not in the settings themselves."""
        if self._settings.signing_key:
            return Path(self._settings.signing_key)
        _, deployment, name = self._project.origin.split("/", 2)
        return key_folder(self._settings) / f"{deployment}-{name}.key"

    def last_checkpoint(self) -> tuple[int, datetime] | None:
        """How long the log was when it was last signed, and when that was."""
        rows = self._rows("checkpoints", latest=True)
        return (rows[0]["size"], to_datetime(rows[0]["created_at"])) if rows else None

    def sequence(self) -> int:
        """Place waiting entries, write the tiles that are full now, and return the log's size."""
        size = self._store.sequence(self._project)
        done = self._rows("tile_count")[0]["tiles"]
        if size // merkle.TILE_WIDTH > done:
            self._store.write(self._project, self._write_tiles, needs={})
        return size

    def _write_tiles(self, tx: Transaction) -> None:
        tx.lock("tiles")
        done = tx.rows("tile_count")[0]["tiles"] * merkle.TILE_WIDTH
        size = tx.rows("log_size")[0]["size"]
        if size <= done:
            return
        for level, position, root in merkle.new_tiles(done, size, proofs.stored_hashes(tx.rows)):
            tx.add(
                "tile",
                {
                    "project_id": self._project.id,
                    "level": level,
                    "position": position,
                    "root": root,
                },
            )

    def entries(self, start: int = 0, stop: int | None = None) -> Iterator[Entry]:
        """The entries of a range of the log, in order."""
        end = self.sequence() if stop is None else stop
        for row in self._store.stream_log(self._project, start, end):
            yield fold_entry(row, self._project)

    def data_of(self, number: int) -> dict[str, Any]:
        """The open data of one entry, by its number in the database."""
        body = self._rows("entries", ids=[number])[0]["body"]
        data: dict[str, Any] = json.loads(body)["data"]
        return data

    # verifying ----------------------------------------------------------------------------

    def verify(self, against: Sequence[str] = (), key: str | None = None) -> LedgerReport:
        """
        Check the whole record, and report every damage with its place.

        `against` are texts with one or more checkpoints that were kept outside:
        only they show that a log was rewritten throughout, cut or put back. The
        file of checkpoints beside a SQLite database is used as well. `key` is
        the verifier key; without it, the key this process signs with is used.
        """
        # Whoever may only read can verify too; what waits for its place is then left waiting.
        with suppress(StoreError):
            self._store.sequence(self._project)
        notes = given_notes([against] if isinstance(against, str) else against)
        if self._path is not None:
            notes += notes_beside(checkpoint_file(self._path), self.origin)
        if key is None:
            own = self._known_key()
            key = None if own is None else own.vkey
        else:
            key = format_vkey(parse_vkey(key))
        return verify_record(self._store, self._project, key, notes)

    def rebuild(self) -> int:
        """Make the tables the engine reads from anew, and say how many rows they have."""
        return rebuild(self._store, self._project)

    # proving ------------------------------------------------------------------------------

    def prove(
        self,
        *,
        citation: int | str | None = None,
        index: int | None = None,
        entry_id: str | None = None,
    ) -> Proof:
        """Prove that one entry is in the log, over the latest checkpoint that covers it."""
        self.sequence()
        found = proofs.find_entry(
            self._store, self._project, citation=citation, index=index, entry_id=entry_id
        )
        signed = self._stored_checkpoint()
        if signed is None or signed.checkpoint.size <= found.index:
            signed = self.checkpoint()
        return proofs.prove(found, signed, self._hashes)

    def consistency(self, first: int, second: int | None = None) -> Consistency:
        """Prove that the log of `second` entries begins with the first `first` ones."""
        if second is None:
            second = self.checkpoint().checkpoint.size
        return proofs.prove_consistency(first, second, self._hashes)

    def export(
        self,
        path: str | PathLike[str],
        *,
        sessions: Sequence[str] | None = None,
        with_contents: bool = True,
        since: str | None = None,
    ) -> ExportReport:
        """
        Write a bundle that a stranger checks offline with one command.

        It holds the whole log; with `sessions` what those sessions wrote and
        what that refers to; with `since`, a checkpoint the reader has already,
        what came after it.
        """
        signed = self._latest_checkpoint()
        wanted = bundle.BundleScope(sessions, with_contents, since)
        return bundle.export(self._store, self._project, signed, path, wanted)

    def _latest_checkpoint(self) -> SignedCheckpoint:
        """The log signed as it stands or, where this process may not sign, as it last was."""
        try:
            return self.checkpoint()
        except _MAY_NOT_SIGN:
            signed = self._stored_checkpoint()
            if signed is None:
                raise
            return signed

    def _stored_checkpoint(self) -> SignedCheckpoint | None:
        rows = self._rows("checkpoints", latest=True)
        return proofs.read_checkpoint(rows[0]) if rows else None

    # signing ------------------------------------------------------------------------------

    def checkpoint(self) -> SignedCheckpoint:
        """
        Sign the log as it stands. Keep the text outside: it is what tampering is found with.

        The same size is not signed twice.
        """
        with self._lock:
            unsigned, size = self._unsigned, self.sequence()
            latest = self._rows("checkpoints", latest=True)
            key = self._signing_key()
            if latest and latest[0]["verifier_key"] != key.vkey:
                raise SigningKeyError(
                    f"The log {self._project.origin} is signed with another key than yours.",
                    fix="Set CITATION_SIGNING_KEY to the key this log was signed with.",
                )
            if latest and latest[0]["size"] == size:
                note = bytes(latest[0]["note"]).decode()
                signed = SignedCheckpoint(verify_signed(note, key.vkey), note, key.vkey)
            else:
                if latest:
                    self._refuse_to_fork(verify_signed(bytes(latest[0]["note"]).decode(), key.vkey))
                root = merkle.root(size, self._hashes)
                signed = sign(Checkpoint(self._project.origin, size, root), key)
                self._keep(signed, key)
            self._unsigned = max(0, self._unsigned - unsigned)
            return signed

    def _refuse_to_fork(self, latest: Checkpoint) -> None:
        """Sign nothing that does not begin with what was signed last."""
        if merkle.root(latest.size, self._hashes) != latest.root:
            raise LedgerBroken(
                f"The log {self._project.origin} is not what was signed at size {latest.size}, "
                "so it is not signed again."
            )

    def _keep(self, signed: SignedCheckpoint, key: SigningKey) -> None:
        row = {
            "project_id": self._project.id,
            "size": signed.checkpoint.size,
            "note": signed.text.encode(),
            "verifier_key": key.vkey,
            "created_at": time.time_ns() // 1_000,
        }
        self._store.write(self._project, lambda tx: tx.add("checkpoint", row), needs={})
        if self._path is not None:
            _append_note(checkpoint_file(self._path), signed.text)

    def after_write(self, entries: int) -> None:
        """
        Sign when enough was written or some time has passed.

        Writers never wait for it, and any process may do it. What was written is kept, so a
        failure to sign is only said.
        """
        self._unsigned += entries
        waited = time.monotonic() - self._last
        due = self._unsigned >= self._settings.checkpoint_entries
        if not (due or waited > self._settings.checkpoint_seconds):
            return
        self._last = time.monotonic()
        try:
            self.checkpoint()
        except CitationError as error:
            log.warning("What was written is kept, but it could not be signed. %s", error)

    def settle(self) -> None:
        """Sign what this process wrote; done when the engine closes."""
        if self._unsigned:
            self.checkpoint()

    def _signing_key(self) -> SigningKey:
        """The key of this log: the one that is set, else a file made when it is missing."""
        if self._key is None:
            self._key = self._find_key()
        return self._key

    def _find_key(self) -> SigningKey:
        given, origin = self._settings.signing_key, self._project.origin
        if given:
            key = SigningKey.from_text(given) if given.startswith("PRIVATE+KEY+") else load(given)
            return key.for_origin(origin)
        if self._path is None and self._store.backend == "sqlite":
            return SigningKey.generate(origin)
        path = self.key_file
        is_signed = not path.exists() and bool(self._rows("checkpoints", latest=True))
        # Another process may have made the key meanwhile, and signed with it.
        if is_signed and not path.exists():
            raise SigningKeyError(
                f"The log {origin} is signed with a key that is not on this machine.",
                fix="Set CITATION_SIGNING_KEY to the key this log was signed with.",
            )
        return load_or_create(path, origin)

    def _known_key(self) -> SigningKey | None:
        """The key of this log where there is one already; unlike `_signing_key`, makes none."""
        given = self._key or self._settings.signing_key
        in_memory = self._path is None and self._store.backend == "sqlite"
        return self._signing_key() if given or in_memory or self.key_file.exists() else None


def checkpoint_file(database_path: str) -> Path:
    """The file beside a database that collects its checkpoints, for keeping elsewhere."""
    return Path(database_path + ".checkpoints")


def _append_note(path: Path, note: str) -> None:
    """Append a signed note; notes are separated by an empty line."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(note + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise LedgerError(
            f"The checkpoint was signed and stored, but {path} cannot be written: {error}.",
            fix="Make the folder writable, or save `cite ledger checkpoint` yourself.",
        ) from error


def verify_record(
    store: Store, project: ProjectRow, vkey: str | None, notes: Sequence[CheckpointNote]
) -> LedgerReport:
    """
    What is wrong with a record, all of it.

    Step 1: the database itself. Step 2: checkpoints, its own and those given.
    Step 3: the log, its tiles and its roots. Step 4: every entry, its words and
    its rows. Step 5: rows that hang on nothing, and statuses over all entries.
    Everything is read at one moment, so writers are not in the way.
    """
    findings = Findings()
    try:
        with store.view(project) as view:
            _verify(view, project, vkey, notes, findings)
    except StoreError as error:
        findings.add("unreadable", f"The database cannot be read: {error.message}")
    return findings.report()


def _verify(
    view: View,
    project: ProjectRow,
    vkey: str | None,
    notes: Sequence[CheckpointNote],
    findings: Findings,
) -> None:
    # Step 1.
    for said in view.self_check():
        findings.add("unreadable", f"The database finds itself damaged: {said}")

    def attempt(step: Callable[[], object]) -> None:
        try:
            step()
        except StoreError as error:
            findings.add("unreadable", f"Verification could not go on: {error.message}")

    def check_log() -> None:
        # Steps 2 and 3.
        key = usable_key(vkey, project.origin, findings)
        known = own_checkpoints(view, key, project.origin, findings)
        add_outside(known, notes, key, project.origin, findings)
        LogCheck(view, project.id, known, findings).run()

    attempt(check_log)
    attempt(lambda: EntryCheck(view, project, findings).run())  # Step 4.
    attempt(lambda: [*lost_rows(view, findings)])  # Step 5.
    attempt(lambda: check_folds(view, findings))

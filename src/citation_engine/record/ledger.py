"""The ledger of a project: sign it, prove things from it, verify it, take it along."""

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import Any

from citation_engine.errors import (
    AccessDenied,
    CitationError,
    DatabaseReadOnly,
    SigningKeyError,
    StoreError,
)
from citation_engine.model.entry import Entry
from citation_engine.ports import ProjectRow, Store, View
from citation_engine.record import bundle, proofs
from citation_engine.record.bundle import ExportReport
from citation_engine.record.checkpoints import SignedCheckpoint, format_vkey, parse_vkey
from citation_engine.record.damage import Damage, Findings, LedgerReport
from citation_engine.record.entry_check import EntryCheck, check_folds, lost_rows
from citation_engine.record.envelope import to_datetime
from citation_engine.record.fold import fold_entry
from citation_engine.record.known import (
    Note,
    add_outside,
    given_notes,
    notes_beside,
    own_checkpoints,
    usable_key,
)
from citation_engine.record.log_check import LogCheck
from citation_engine.record.proofs import Consistency, Proof
from citation_engine.record.replay import rebuild
from citation_engine.record.sequencer import Sequencer, checkpoint_file
from citation_engine.settings import Settings


def verify_record(
    store: Store, project: ProjectRow, vkey: str | None, notes: Sequence[Note]
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
    view: View, project: ProjectRow, vkey: str | None, notes: Sequence[Note], findings: Findings
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
        self._path = database_path
        self._sequencer = Sequencer(store, project, settings, database_path)

    @property
    def origin(self) -> str:
        """The log's name: this deployment and this project, fixed when it was made."""
        return self._project.origin

    @property
    def verifier_key(self) -> str:
        """The public key to check this log with. Keep it somewhere else than the database."""
        return self._sequencer.signing_key().vkey

    @property
    def key_file(self) -> Path:
        """Where the signing key of this log is kept."""
        return self._sequencer.key_file()

    def last_checkpoint(self) -> tuple[int, datetime] | None:
        """How long the log was when it was last signed, and when that was."""
        rows = self._store.rows(self._project, "checkpoints", latest=True)
        return (rows[0]["size"], to_datetime(rows[0]["created_at"])) if rows else None

    def sequence(self) -> int:
        """Give every acknowledged entry its place, and return the log's size."""
        return self._sequencer.advance()

    def checkpoint(self) -> SignedCheckpoint:
        """Sign the log as it stands. Keep the text outside: it is what tampering is found with."""
        return self._sequencer.checkpoint()

    def entries(self, start: int = 0, stop: int | None = None) -> Iterator[Entry]:
        """The entries of a range of the log, in order."""
        end = self.sequence() if stop is None else stop
        for row in self._store.stream_log(self._project, start, end):
            yield fold_entry(row, self._project)

    def data_of(self, number: int) -> dict[str, Any]:
        """The open data of one entry, by its number in the database."""
        body = self._store.rows(self._project, "entries", ids=[number])[0]["body"]
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
            own = self._sequencer.known_key()
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
        return proofs.prove(found, signed, self._sequencer.tiles)

    def consistency(self, first: int, second: int | None = None) -> Consistency:
        """Prove that the log of `second` entries begins with the first `first` ones."""
        if second is None:
            second = self.checkpoint().checkpoint.size
        return proofs.prove_consistency(first, second, self._sequencer.tiles)

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
        wanted = bundle.Wanted(sessions, with_contents, since)
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
        rows = self._store.rows(self._project, "checkpoints", latest=True)
        return proofs.read_checkpoint(rows[0]) if rows else None

    # signing now and then -----------------------------------------------------------------

    def after_write(self, entries: int) -> None:
        """Sign now and then; what was written is kept, so a failure to sign is only said."""
        if not self._sequencer.wrote(entries):
            return
        try:
            self._sequencer.checkpoint()
        except CitationError as error:
            log.warning("What was written is kept, but it could not be signed. %s", error)

    def settle(self) -> None:
        """Sign what this process wrote; done when the engine closes."""
        if self._sequencer.has_unsigned:
            self._sequencer.checkpoint()

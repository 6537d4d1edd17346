"""The ledger of a project: sign it, prove things from it, verify it, take it along."""

import json
from collections.abc import Iterator
from typing import Any

from citation_engine.model.entry import Entry
from citation_engine.ports import ProjectRow, Store
from citation_engine.record.checkpoints import SignedCheckpoint
from citation_engine.record.fold import fold_entry
from citation_engine.record.sequencer import Sequencer
from citation_engine.settings import Settings


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

    def after_write(self, entries: int) -> None:
        """Sign now and then, so that little is ever uncovered."""
        if self._sequencer.wrote(entries):
            self._sequencer.checkpoint()

    def settle(self) -> None:
        """Sign what this process wrote; done when the engine closes."""
        if self._sequencer.has_unsigned:
            self._sequencer.checkpoint()

"""Keeps the log of a project in order: places for new entries, full tiles, signed checkpoints."""

import os
import threading
import time
from pathlib import Path

from citation_engine.errors import LedgerBroken, LedgerError, SigningKeyError
from citation_engine.ports import ProjectRow, Store, Transaction
from citation_engine.record import merkle
from citation_engine.record.checkpoints import Checkpoint, SignedCheckpoint, sign, verify_signed
from citation_engine.record.keys import SigningKey, load, load_or_create
from citation_engine.settings import Settings, key_folder


class StoredTiles:
    """The log's hashes, as the Merkle functions want to read them."""

    def __init__(self, store: Store, project: ProjectRow) -> None:
        self._store = store
        self._project = project

    def leaf_hashes(self, start: int, stop: int) -> list[bytes]:
        """The leaf hashes of a range, in order."""
        rows = self._store.rows(self._project, "leaves", start=start, stop=stop)
        return [bytes(row["leaf"]) for row in rows]

    def tile_roots(self, level: int, start: int, stop: int) -> list[bytes]:
        """The roots of full tiles of a range, in order."""
        rows = self._store.rows(self._project, "tiles", level=level, start=start, stop=stop)
        return [bytes(row["root"]) for row in rows]


class Sequencer:
    """
    Advances one project's log.

    Writers never wait for it. It runs when enough was written, when somebody
    asks for the ledger, and when the engine closes; any process may run it.
    """

    def __init__(
        self, store: Store, project: ProjectRow, settings: Settings, database_path: str | None
    ) -> None:
        self.store = store
        self.project = project
        self.tiles = StoredTiles(store, project)
        self._settings = settings
        self._path = database_path
        self._unsigned = 0
        self._last = time.monotonic()
        self._lock = threading.Lock()
        self._key: SigningKey | None = None

    # when ---------------------------------------------------------------------------------

    def wrote(self, entries: int) -> bool:
        """Count what was written, and say whether it is time for a checkpoint."""
        self._unsigned += entries
        waited = time.monotonic() - self._last
        due = self._unsigned >= self._settings.checkpoint_entries
        if not (due or waited > self._settings.checkpoint_seconds):
            return False
        self._last = time.monotonic()
        return True

    @property
    def has_unsigned(self) -> bool:
        """Whether this process wrote something no checkpoint of its own covers."""
        return self._unsigned > 0

    # what ---------------------------------------------------------------------------------

    def advance(self) -> int:
        """Place waiting entries, write the tiles that are full now, and return the log's size."""
        size = self.store.sequence(self.project)
        done = self.store.rows(self.project, "tile_count")[0]["tiles"]
        if size // merkle.TILE_WIDTH > done:
            self.store.write(self.project, self._write_tiles, needs={})
        return size

    def _write_tiles(self, tx: Transaction) -> None:
        tx.lock("tiles")
        done = tx.rows("tile_count")[0]["tiles"] * merkle.TILE_WIDTH
        size = tx.rows("log_size")[0]["size"]
        if size <= done:
            return
        for level, position, root in merkle.new_tiles(done, size, _TransactionTiles(tx)):
            tx.add(
                "tile",
                {
                    "project_id": self.project.id,
                    "level": level,
                    "position": position,
                    "root": root,
                },
            )

    def checkpoint(self) -> SignedCheckpoint:
        """Sign the log as it stands; the same size is not signed twice."""
        with self._lock:
            unsigned, size = self._unsigned, self.advance()
            latest = self.store.rows(self.project, "checkpoints", latest=True)
            key = self.signing_key()
            if latest and latest[0]["verifier_key"] != key.vkey:
                raise SigningKeyError(
                    f"The log {self.project.origin} is signed with another key than yours.",
                    fix="Set CITATION_SIGNING_KEY to the key this log was signed with.",
                )
            if latest and latest[0]["size"] == size:
                note = bytes(latest[0]["note"]).decode()
                signed = SignedCheckpoint(verify_signed(note, key.vkey), note, key.vkey)
            else:
                if latest:
                    self._refuse_to_fork(verify_signed(bytes(latest[0]["note"]).decode(), key.vkey))
                root = merkle.root(size, self.tiles)
                signed = sign(Checkpoint(self.project.origin, size, root), key)
                self._keep(signed, key)
            self._unsigned = max(0, self._unsigned - unsigned)
            return signed

    def _refuse_to_fork(self, latest: Checkpoint) -> None:
        """Sign nothing that does not begin with what was signed last."""
        if merkle.root(latest.size, self.tiles) != latest.root:
            raise LedgerBroken(
                f"The log {self.project.origin} is not what was signed at size {latest.size}, "
                "so it is not signed again."
            )

    def _keep(self, signed: SignedCheckpoint, key: SigningKey) -> None:
        row = {
            "project_id": self.project.id,
            "size": signed.checkpoint.size,
            "note": signed.text.encode(),
            "verifier_key": key.vkey,
            "created_at": time.time_ns() // 1_000,
        }
        self.store.write(self.project, lambda tx: tx.add("checkpoint", row), needs={})
        if self._path is not None:
            _append_note(checkpoint_file(self._path), signed.text)

    def signing_key(self) -> SigningKey:
        """The key of this log: the one that is set, else a file made when it is missing."""
        if self._key is None:
            self._key = self._find_key()
        return self._key

    def _find_key(self) -> SigningKey:
        given, origin = self._settings.signing_key, self.project.origin
        if given:
            key = SigningKey.from_text(given) if given.startswith("PRIVATE+KEY+") else load(given)
            return key.for_origin(origin)
        if self._path is None and self.store.backend == "sqlite":
            return SigningKey.generate(origin)
        path = self.key_file()
        if not path.exists() and self.store.rows(self.project, "checkpoints", latest=True):
            raise SigningKeyError(
                f"The log {origin} is signed with a key that is not on this machine.",
                fix="Set CITATION_SIGNING_KEY to the key this log was signed with.",
            )
        return load_or_create(path, origin)

    def known_key(self) -> SigningKey | None:
        """The key of this log where there is one already; unlike `signing_key`, makes none."""
        given = self._key or self._settings.signing_key
        in_memory = self._path is None and self.store.backend == "sqlite"
        return self.signing_key() if given or in_memory or self.key_file().exists() else None

    def key_file(self) -> Path:
        """Where the key of this log is looked for, when it is not in the settings themselves."""
        if self._settings.signing_key:
            return Path(self._settings.signing_key)
        _, deployment, name = self.project.origin.split("/", 2)
        return key_folder(self._settings) / f"{deployment}-{name}.key"


class _TransactionTiles(StoredTiles):
    """The same hashes, read inside the transaction that writes the new tiles."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx

    def leaf_hashes(self, start: int, stop: int) -> list[bytes]:
        return [bytes(row["leaf"]) for row in self._tx.rows("leaves", start=start, stop=stop)]

    def tile_roots(self, level: int, start: int, stop: int) -> list[bytes]:
        rows = self._tx.rows("tiles", level=level, start=start, stop=stop)
        return [bytes(row["root"]) for row in rows]


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

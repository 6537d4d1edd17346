"""
Signing keys: how they are made, written as text, kept in a file and read back.

The text form is that of Go's note package, `PRIVATE+KEY+name+id+base64(0x01 || seed)`. The
file belongs outside the database's folder: whoever copies the database must not get the key.
"""

from __future__ import annotations

import os
import secrets
import shlex
import stat
from base64 import b64encode
from dataclasses import dataclass, field
from pathlib import Path

from citation_engine.errors import SigningKeyError
from citation_engine.record.checkpoints import (
    ED25519,
    KEY_BYTES,
    VerifierKey,
    check_key_name,
    format_vkey,
    key_id,
    split_key,
)

_PREFIX = "PRIVATE+KEY+"
_MAX_FILE_BYTES = 4096


@dataclass(frozen=True, slots=True)
class SigningKey:
    """An Ed25519 key that signs for the log named `name`; its secret never shows in a repr."""

    name: str
    seed: bytes = field(repr=False)

    def __post_init__(self) -> None:
        check_key_name(self.name)
        if len(self.seed) != KEY_BYTES:
            raise SigningKeyError(
                f"A signing key has {KEY_BYTES} secret bytes, not {len(self.seed)}.",
                fix="Make one with `SigningKey.generate(name)`.",
            )

    @classmethod
    def generate(cls, name: str) -> SigningKey:
        """Return a new random key for the log `name`."""
        return cls(name, secrets.token_bytes(KEY_BYTES))

    @classmethod
    def from_text(cls, text: str) -> SigningKey:
        """Return the key in its text form; errors never repeat the text, which is secret."""
        what, text = "signing key", text.strip()
        if not text.startswith(_PREFIX):
            raise SigningKeyError(
                f"The {what} does not begin with {_PREFIX}.",
                fix="Give the whole line that the key file contains.",
            )
        name, given_id, seed = split_key(text[len(_PREFIX) :], what)
        key = cls(name, seed)
        if given_id != key_id(name, key.public).hex():
            raise SigningKeyError(
                f"The id in the {what} does not fit its name and its bytes.",
                fix="Copy it again in one piece; if it was edited, take it from a backup.",
            )
        return key

    def to_text(self) -> str:
        """Return the key as text. Whoever reads it can sign in the log's name."""
        secret = b64encode(ED25519 + self.seed).decode("ascii")
        return f"{_PREFIX}{self.name}+{key_id(self.name, self.public).hex()}+{secret}"

    def for_origin(self, origin: str) -> SigningKey:
        """Return the same secret under another log's name, where a deployment has several."""
        return SigningKey(origin, self.seed)

    @property
    def public(self) -> bytes:
        """The 32 public bytes."""
        # Imported here so that importing the package stays quick.
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw()

    @property
    def vkey(self) -> str:
        """The public half as text, for readers to pin."""
        return format_vkey(VerifierKey(self.name, self.public))

    def sign(self, message: bytes) -> bytes:
        """Return the 64-byte signature of `message`."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed).sign(message)


def load(path: str | Path) -> SigningKey:
    """Return the key in a file that only its owner can read."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
        with os.fdopen(descriptor, "rb") as file:
            _refuse_open_to_others(Path(path), os.fstat(descriptor))
            text = file.read(_MAX_FILE_BYTES).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SigningKeyError(
            f"The signing key {os.fspath(path)!r} cannot be read: {error}.",
            fix="Name a file with a signing key that this user may read.",
        ) from error
    return SigningKey.from_text(text)


def load_or_create(path: str | Path, name: str) -> SigningKey:
    """
    Return the key in the file, which is made with a new key for the log `name` if missing.

    An existing file is never written to. Of several processes that start at once one makes
    the key and all use that one.
    """
    path = Path(path)
    if not os.path.lexists(path):
        _create(path, SigningKey.generate(name))
    key = load(path)
    if key.name != name:
        raise SigningKeyError(
            f"The signing key {str(path)!r} is for the log {key.name!r}, not for {name!r}.",
            fix="Name the key file of this log, or a path where a new one can be made.",
        )
    return key


def _create(path: Path, key: SigningKey) -> None:
    """Put a complete key file in place in one step, unless somebody else was quicker."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write_new(draft, key.to_text() + "\n")
        try:
            _move_unless_taken(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise SigningKeyError(
            f"The signing key {str(path)!r} cannot be made: {error}.",
            fix="Name a path in a folder that this user may write to.",
        ) from error


def _write_new(path: Path, text: str) -> None:
    """Write a file that did not exist and that nobody else may read, down to the disk."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(descriptor)


def _move_unless_taken(draft: Path, path: Path) -> None:
    """Give the file its name; a file that already bears it stays as it is."""
    try:
        if os.name == "posix":
            os.link(draft, path)
            _sync_folder(path.parent)
        else:
            draft.rename(path)  # refuses an existing target on Windows only
    except FileExistsError:
        pass


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _refuse_open_to_others(path: Path, status: os.stat_result) -> None:
    """Refuse a key that others can read; Windows has no such modes, so there is no check."""
    if os.name == "posix" and stat.S_IMODE(status.st_mode) & 0o077:
        raise SigningKeyError(
            f"Others can read the signing key {str(path)!r}.",
            fix=f"Run: chmod 600 {shlex.quote(str(path))}"
            " - and make a new key if somebody may have copied it.",
        )

"""
Checkpoints of the log: what they say, how they are signed and how a signature is checked.

The text forms are those of C2SP, so other people's tools read them: tlog-checkpoint for the
body (origin, size, root; we write and accept no extension lines) and signed-note for the
signatures (Ed25519, type 0x01). A key's name is the origin of the log it signs for.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

from citation_engine.errors import LedgerBroken, SigningKeyError
from citation_engine.record.merkle import EMPTY_ROOT, HASH_BYTES

ED25519 = b"\x01"
KEY_BYTES = 32
KEY_ID_BYTES = 4
MAX_NOTE_CHARACTERS = 256 * 1024

_SIGNATURE_BYTES = 64
_SIGNATURE_MARK = "\N{EM DASH} "
_SIGNATURE_LINE = re.compile(_SIGNATURE_MARK + r"([^\s+]+) (\S+)")
_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a log at one size; its root commits to every entry before it."""

    origin: str
    size: int
    root: bytes


@dataclass(frozen=True, slots=True)
class SignedCheckpoint:
    """A checkpoint, the signed note that carries it, and the vkey that checks the note."""

    checkpoint: Checkpoint
    text: str
    vkey: str


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """The public half of a log's key, which a reader pins and never takes from the log."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes that name this key in a signature line."""
        return key_id(self.name, self.public)


class Signer(Protocol):
    """Whatever holds the secret: a key in memory, or one that never leaves a device."""

    @property
    def name(self) -> str:
        """The origin of the log it signs for."""
        ...

    @property
    def vkey(self) -> str:
        """The public half in text form."""
        ...

    def sign(self, message: bytes) -> bytes:
        """Return the 64-byte Ed25519 signature of `message`."""
        ...


def format_checkpoint(checkpoint: Checkpoint) -> str:
    """Return the three lines that are signed, after checking that they would be read back."""
    root = b64encode(checkpoint.root).decode("ascii")
    body = f"{checkpoint.origin}\n{checkpoint.size}\n{root}\n"
    parse_checkpoint(body)
    return body


def parse_checkpoint(body: str) -> Checkpoint:
    """Return the checkpoint in an unsigned body; there is only one way to write each."""
    _refuse_control_characters(body)
    lines = body.split("\n")
    if len(lines) != 4 or lines[3]:
        raise _unreadable("it has to be three lines, each ended by a line feed")
    origin, size, root = lines[:3]
    if not origin:
        raise _unreadable("its first line, the origin, is empty")
    if not _SIZE.fullmatch(size):
        raise _unreadable(f"its second line, the size, is no plain decimal number: {size[:40]!r}")
    checkpoint = Checkpoint(origin, int(size), _decode_root(root))
    if checkpoint.size == 0 and checkpoint.root != EMPTY_ROOT:
        raise _unreadable("its size is 0 and its root is not that of an empty log")
    return checkpoint


def sign(checkpoint: Checkpoint, key: Signer) -> SignedCheckpoint:
    """Return the checkpoint as a note signed by the key of its log."""
    if key.name != checkpoint.origin:
        raise SigningKeyError(
            f"The key of {key.name!r} cannot sign for the log {checkpoint.origin!r}.",
            fix="Use the key whose name is the log's origin.",
        )
    body = format_checkpoint(checkpoint)
    blob = parse_vkey(key.vkey).id + key.sign(body.encode())
    text = f"{body}\n{_SIGNATURE_MARK}{key.name} {b64encode(blob).decode('ascii')}\n"
    return SignedCheckpoint(checkpoint, text, key.vkey)


def verify_signed(text: str, vkey: str) -> Checkpoint:
    """
    Return the checkpoint in a signed note, or raise if this key does not vouch for it.

    Signatures by other keys (witnesses, an older or newer key of the log) are ignored. One
    that claims this key and does not verify spoils the note, even beside a good one.
    """
    key = parse_vkey(vkey)
    body, lines = _split_note(text)
    signatures = [blob for name, blob in map(_parse_signature, lines) if name == key.name]
    ours = [blob[KEY_ID_BYTES:] for blob in signatures if blob[:KEY_ID_BYTES] == key.id]
    if not ours:
        raise _unreadable(f"it bears no signature by the key {_short(key)}")
    if not all(_is_signature(key.public, body.encode(), signature) for signature in ours):
        raise _unreadable(f"its signature by the key {_short(key)} does not fit its text")
    checkpoint = parse_checkpoint(body)
    if checkpoint.origin != key.name:
        raise _unreadable(f"it is of the log {checkpoint.origin!r}, the key of {key.name!r}")
    return checkpoint


def key_id(name: str, public: bytes) -> bytes:
    """Return the id of an Ed25519 key under a name, by which signature lines refer to it."""
    return sha256(name.encode() + b"\n" + ED25519 + public).digest()[:KEY_ID_BYTES]


def format_vkey(key: VerifierKey) -> str:
    """Return the key as text, short enough to stand in a README."""
    check_key_name(key.name)
    return f"{key.name}+{key.id.hex()}+{b64encode(ED25519 + key.public).decode('ascii')}"


def parse_vkey(text: str) -> VerifierKey:
    """Return the key in its text form `name+id+base64`, after checking that the id fits."""
    name, given_id, public = split_key(text.strip(), "verification key")
    key = VerifierKey(name, public)
    if given_id != key.id.hex():
        raise _bad_key("verification key", "its id does not fit its name and its bytes")
    return key


def split_key(text: str, what: str) -> tuple[str, str, bytes]:
    """Return name, id and the 32 bytes of a key in text form; `what` names it in errors."""
    parts = text.split("+", 2)
    if len(parts) != 3:
        raise _bad_key(what, "it is not of the form name+id+base64")
    name, given_id, encoded = parts
    check_key_name(name)
    decoded = _decode_base64(encoded)
    if decoded is None or decoded[:1] != ED25519 or len(decoded) != 1 + KEY_BYTES:
        raise _bad_key(what, "its last part is not an Ed25519 key in base64")
    return name, given_id, decoded[1:]


def check_key_name(name: str) -> None:
    """Refuse a name that could not be told from the rest of a signature line."""
    if not name or any(c == "+" or c.isspace() or not c.isprintable() for c in name):
        raise SigningKeyError(
            f"{name!r} cannot be the name of a key.",
            fix="Use a name such as `example.org/log`, without spaces and without a plus sign.",
        )


def _split_note(text: str) -> tuple[str, list[str]]:
    """Return the signed text and the signature lines; the last empty line divides them."""
    if len(text) > MAX_NOTE_CHARACTERS:
        raise _unreadable(f"it is longer than {MAX_NOTE_CHARACTERS} characters")
    _refuse_control_characters(text)
    body, divider, signatures = text.rpartition("\n\n")
    if not divider or not signatures.endswith("\n"):
        raise _unreadable("after its text there has to be an empty line, then signature lines")
    return body + "\n", signatures[:-1].split("\n")


def _parse_signature(line: str) -> tuple[str, bytes]:
    """Return key name and key id + signature of one signature line."""
    match = _SIGNATURE_LINE.fullmatch(line)
    blob = _decode_base64(match[2]) if match else None
    if match is None or blob is None:
        raise _unreadable(f"this is not a signature line: {line[:60]!r}")
    return match[1], blob


def _is_signature(public: bytes, message: bytes, signature: bytes) -> bool:
    # Imported here so that importing the package stays quick.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return len(signature) == _SIGNATURE_BYTES


def _decode_root(text: str) -> bytes:
    root = _decode_base64(text)
    if root is None or len(root) != HASH_BYTES:
        raise _unreadable(f"its third line, the root, is not 32 bytes in base64: {text[:60]!r}")
    return root


def _decode_base64(text: str) -> bytes | None:
    """Return the bytes, or None unless this is the one standard way to write them."""
    try:
        decoded = b64decode(text, validate=True)
    except ValueError:
        return None
    return decoded if b64encode(decoded).decode("ascii") == text else None


def _refuse_control_characters(text: str) -> None:
    for character in text:
        if (character < " " and character != "\n") or "\ud800" <= character <= "\udfff":
            raise _unreadable(f"it contains the character {character!r}")


def _short(key: VerifierKey) -> str:
    return f"{key.name}+{key.id.hex()}"


def _unreadable(reason: str) -> LedgerBroken:
    return LedgerBroken(
        f"The checkpoint cannot be trusted: {reason}.",
        fix="Compare it with the copy you were given, and the key with the one you pinned.",
    )


def _bad_key(what: str, reason: str) -> SigningKeyError:
    return SigningKeyError(
        f"The {what} cannot be used: {reason}.",
        fix="Copy it again in one piece, without line breaks.",
    )

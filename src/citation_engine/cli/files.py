"""Reads and writes the small text files that commands are given by name."""

import secrets
from pathlib import Path

import click


def read_text(path: str) -> str:
    """The text of a file; one that cannot be read is a mistake in the call."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise click.UsageError(f"{path} cannot be read: {reason}.") from error


def write_text(path: str, text: str) -> None:
    """Write a text in one step, with line feeds as line ends."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str, data: bytes) -> None:
    """Write a file in one step, so that an older one is replaced whole or not at all."""
    target = Path(path)
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        try:
            draft.write_bytes(data)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}.") from error

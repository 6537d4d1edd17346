"""
Reads a document: chooses its reader by the bytes and the name, and keeps it at a distance.

A reader runs in a child process unless its class says `in_process = True`, which only one should
whose work and memory grow in step with the file. A reader with `on_request = True` is used when
it is asked for by name, and never chosen. One whose work takes longer or more room than that of
others says so: `times_seconds = 20` and `times_memory = 3` raise its limits.

A reader that finds no words may name another one that might (`NeedsReader`). That one is used if
nobody asked for the first by name and it says that it is `available()`.
"""

from collections.abc import Sequence
from typing import Protocol

from citation_engine.collect.sandbox import Sandbox, shared_sandbox
from citation_engine.collect.worker import Limits
from citation_engine.display import one_line, shortened
from citation_engine.errors import CitationError, InvalidSetting, SourceUnreadable
from citation_engine.model.source import NO_READER
from citation_engine.ports import NeedsReader, Reader, ReadText
from citation_engine.settings import Settings

_CONVERT = "Convert it to PDF, text, Markdown, JSON or CSV and add that."


class KeptReadings(Protocol):
    """Where readings are kept, so that a document need not be read again."""

    def get(self, data: bytes, reader: str, version: str) -> ReadText | None:
        """What this reader made of these bytes, if that was kept."""
        ...

    def put(self, data: bytes, reader: str, version: str, read: ReadText) -> None:
        """Keep what a reader made of these bytes."""
        ...


def read_document(
    data: bytes,
    file_name: str,
    settings: Settings,
    readers: Sequence[Reader],
    *,
    reader: str | None = None,
    sandbox: Sandbox | None = None,
    kept: KeptReadings | None = None,
) -> ReadText:
    """
    What the right reader makes of `data`. Raises `SourceUnreadable`, whatever the data are.

    Args:
        data: the bytes of the file.
        file_name: its name, for the choice and for messages.
        settings: for `max_source_bytes`.
        readers: the ones to choose from; the first that accepts the data is taken.
        reader: the name of the one to use instead.
        sandbox: where to read; the process's own one if not given.
        kept: where what was read before is kept.

    """
    chosen = named_reader(readers, reader) if reader else choose_reader(readers, data, file_name)
    if getattr(chosen, "in_process", False):
        return _read_here(chosen, data, file_name)
    try:
        return _read_there(chosen, data, file_name, settings, sandbox, kept)
    except NeedsReader as refusal:
        other = None if reader else _other_reader(readers, refusal.reader)
        if other is None:
            raise
    return _read_there(other, data, file_name, settings, sandbox, kept)


def _read_there(
    reader: Reader,
    data: bytes,
    file_name: str,
    settings: Settings,
    sandbox: Sandbox | None,
    kept: KeptReadings | None,
) -> ReadText:
    found = kept.get(data, reader.name, reader.version) if kept else None
    if found is None:
        found = (sandbox or sandbox_for(settings, reader)).read(reader, data, file_name)
        if kept:
            kept.put(data, reader.name, reader.version, found)
    return found


def sandbox_for(settings: Settings, reader: Reader | None = None) -> Sandbox:
    """The sandbox that documents with these settings are read in, by this reader if it is named."""
    seconds = settings.document_seconds * getattr(reader, "times_seconds", 1)
    return shared_sandbox(
        Limits(
            input_bytes=settings.max_source_bytes,
            wall_seconds=seconds,
            cpu_seconds=seconds * getattr(reader, "threads", 1),
            memory_bytes=settings.document_bytes * getattr(reader, "times_memory", 1),
        )
    )


def _other_reader(readers: Sequence[Reader], name: str) -> Reader | None:
    """The reader that another one named, if it can work here and at a distance."""
    for reader in readers:
        if reader.name == name and not getattr(reader, "in_process", False):
            return reader if getattr(reader, "available", lambda: True)() else None
    return None


def choose_reader(readers: Sequence[Reader], data: bytes, file_name: str) -> Reader:
    """The first reader that takes the document, of those that need not be asked for."""
    for reader in readers:
        if not getattr(reader, "on_request", False) and _accepts(reader, data, file_name):
            return reader
    raise SourceUnreadable(f"{NO_READER}{file_name}.", fix=_CONVERT)


def named_reader(readers: Sequence[Reader], name: str) -> Reader:
    """The reader of that name."""
    for reader in readers:
        if reader.name == name:
            return reader
    raise InvalidSetting(
        f"There is no reader called {shortened(name)}.",
        fix=f"Use one of: {', '.join(reader.name for reader in readers)}.",
    )


def _accepts(reader: Reader, data: bytes, file_name: str) -> bool:
    try:
        return reader.accepts(data, file_name)
    except CitationError:
        raise
    except Exception as error:
        raise _failed(reader, file_name, error) from error


def _read_here(reader: Reader, data: bytes, file_name: str) -> ReadText:
    try:
        return reader.read(data, file_name)
    except CitationError:
        raise
    except Exception as error:
        # A stranger's reader must not stop the work.
        raise _failed(reader, file_name, error) from error


def _failed(reader: Reader, file_name: str, error: Exception) -> SourceUnreadable:
    said = f"{type(error).__name__}: {one_line(str(error))}"
    return SourceUnreadable(
        f"The reader {reader.name} failed on {file_name}: {said}.", fix=_CONVERT
    )

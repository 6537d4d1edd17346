"""
Runs readers in child processes, because a document may be made to do harm.

A child has limits on processor time, memory, open files and output, and no word of the
parent's environment. It is reused from one document to the next, and thrown away when a
document breaks it; the pool goes on with a new one.
"""

import os
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from signal import Signals
from typing import Any, BinaryIO, TypeVar

from pydantic_core import to_jsonable_python

from citation_engine.collect.worker import MIB, Limits, read_frame, write_frame
from citation_engine.display import one_line
from citation_engine.errors import SourceUnreadable
from citation_engine.model.passage import Layout
from citation_engine.ports import NeedsReader, Reader, ReadText

_WORKER = "citation_engine.collect.worker"
_MOST_CHILDREN = 4
# The part of its idle time after which a child is no longer given work: it may be about to end.
_FRESH = 0.8
# Seconds in which a child must have started.
_MOST_START = 30.0
_LONGEST = 500
# How a child ends for reasons of its own.
_NOT_THE_DOCUMENT = ("code 0", "SIGTERM")


_Request = dict[str, Any]
_Header = dict[str, Any]
T = TypeVar("T")


class _Gone(SourceUnreadable):
    """The child had ended by itself, as one not asked for long does, or someone had ended it."""


class Sandbox:
    """A pool of child processes that read documents. Safe to share between threads."""

    def __init__(self, limits: Limits | None = None, *, children: int | None = None) -> None:
        self.limits = limits or Limits()
        count = children or min(_MOST_CHILDREN, os.cpu_count() or 1)
        self._free = threading.BoundedSemaphore(count)
        self._count = count
        self._pool = _Pool()
        self._finalizer = weakref.finalize(self, self._pool.end)
        _sandboxes.add(self)

    def read(self, reader: Reader, data: bytes, file_name: str) -> ReadText:
        """
        What `reader` makes of `data`, read in a child.

        The child makes its own reader, from the class, without arguments. Raises
        `SourceUnreadable`, in bounded time, whatever the data do to the child.
        """
        request = {"verb": "read", "target": _path_of(type(reader)), "name": file_name}
        return self._ask(request, data, _read_text)

    def run(
        self, function: Callable[..., bytes], data: bytes, *, name: str, **arguments: Any
    ) -> bytes:
        """
        What `function(data, **arguments)` returns, run in a child.

        The function is one of a module; the arguments reach it as JSON values. `name`
        is what the document is called where it cannot be done.
        """
        request = {
            "verb": "run",
            "target": _path_of(function),
            "name": name,
            "arguments": to_jsonable_python(arguments),
        }
        return self._ask(request, data, _only_part)

    def close(self) -> None:
        """End the children that wait; a later call starts new ones."""
        self._pool.end()

    def _ask(self, request: _Request, data: bytes, make: Callable[[_Header, list[bytes]], T]) -> T:
        """What `make` makes of the answer of a child that waits, or else of a new one."""
        if len(data) > self.limits.input_bytes:
            raise SourceUnreadable(
                f"{request['name']} is larger than {self.limits.input_bytes // MIB} MiB.",
                fix="Split it, or raise the limit with CITATION_MAX_SOURCE_BYTES.",
            )
        with self._free:
            if child := self._pool.take():
                with suppress(_Gone):
                    return self._answer(child, request, data, make)
            return self._answer(_Child(self.limits), request, data, make)

    def _answer(
        self,
        child: "_Child",
        request: _Request,
        data: bytes,
        make: Callable[[_Header, list[bytes]], T],
    ) -> T:
        try:
            header, parts = child.ask(request, data)
            made = make(header, parts) if header.get("ok") is True else None
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            child.end()
            raise _broken(request["name"], "it gave an answer that makes no sense") from error
        except BaseException:
            child.end()
            raise
        self._pool.give_back(child, last=header.get("last") is not False)
        if made is None:
            raise _refusal(header, request["name"])
        return made

    def _forget_after_fork(self) -> None:
        """A forked copy of the process has no children of its own, and locks in any state."""
        self._finalizer.detach()
        _abandoned.append(self._pool)
        self._free = threading.BoundedSemaphore(self._count)
        self._pool = _Pool()
        self._finalizer = weakref.finalize(self, self._pool.end)


@lru_cache(maxsize=4)
def shared_sandbox(limits: Limits) -> Sandbox:
    """The sandbox that everything in this process with these limits uses."""
    return Sandbox(limits)


@dataclass
class _Watch:
    """Ends a child that takes too long, and remembers that it did."""

    child: "_Child"
    too_late: bool = False

    def __call__(self) -> None:
        self.too_late = True
        self.child.process.kill()


class _Child:
    """One child process, and the talk with it."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.used_at = time.monotonic()
        self.ready = False
        # The child gets the same modules as the parent, and none of its secrets.
        path = os.pathsep.join(entry for entry in sys.path if entry)
        try:
            self.process = subprocess.Popen(  # noqa: S603 - the command is ours.
                [sys.executable or "python", "-P", "-B", "-m", _WORKER, limits.as_json()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=None if sys.platform == "win32" else {"PYTHONPATH": path, "LC_ALL": "C.UTF-8"},
            )
        except OSError as error:
            raise _not_started(one_line(str(error))) from error

    @property
    def pipes(self) -> tuple[BinaryIO, BinaryIO]:
        """Where requests go and where answers come from."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        return self.process.stdin, self.process.stdout  # type: ignore[return-value]

    def usable(self) -> bool:
        """Whether it lives and will not end by itself in a moment."""
        idle = time.monotonic() - self.used_at
        return self.process.poll() is None and idle < _FRESH * self.limits.idle_seconds

    def ask(self, request: _Request, data: bytes) -> tuple[_Header, list[bytes]]:
        """Its answer; `SourceUnreadable` when it dies or is too slow."""
        if not self.ready:
            self._start()
        requests, answers = self.pipes
        with self._ended_after(self.limits.wall_seconds) as watch:
            try:
                with suppress(BrokenPipeError):
                    write_frame(requests, request, [data])
                header, parts = read_frame(answers, self.limits.output_bytes)
            except EOFError:
                raise self._stopped(request["name"], too_late=watch.too_late) from None
        self.used_at = time.monotonic()
        # The answer may have come in the moment in which the child was ended.
        if watch.too_late:
            header["last"] = True
        return header, parts

    def _start(self) -> None:
        """Wait until the child is there: a busy machine's time is not a document's."""
        with self._ended_after(_MOST_START):
            try:
                read_frame(self.pipes[1], 0)
            except EOFError:
                raise _not_started(f"it ended with code {self.process.wait()}") from None
        self.ready = True

    @contextmanager
    def _ended_after(self, seconds: float) -> Iterator[_Watch]:
        watch = _Watch(self)
        timer = threading.Timer(seconds, watch)
        timer.daemon = True
        timer.start()
        try:
            yield watch
        finally:
            timer.cancel()

    def end(self) -> None:
        """End it now. It keeps nothing that could be lost."""
        self.process.kill()
        for pipe in self.pipes:
            with suppress(OSError):
                pipe.close()
        self.process.wait()

    def _stopped(self, name: str, *, too_late: bool) -> SourceUnreadable:
        if too_late:
            return _too_slow(f"{name} took more than {self.limits.wall_seconds:g} s to read.")
        code = self.process.wait()
        if code < 0 and _signal_name(-code) == "SIGXCPU":
            seconds = self.limits.cpu_seconds
            return _too_slow(f"{name} took more than {seconds} s of processor time to read.")
        how = _signal_name(-code) if code < 0 else f"code {code}"
        kind = _Gone if how in _NOT_THE_DOCUMENT else SourceUnreadable
        return _broken(name, f"it ended with {how}", kind)


class _Pool:
    """The children that wait for work."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: list[_Child] = []

    def take(self) -> _Child | None:
        """A child that waits, if there is one; those that ended by themselves are put away."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
            usable = [child for child in waiting if child.usable()]
            self._waiting = usable[:-1]
        for child in waiting:
            if child not in usable:
                child.end()
        return usable[-1] if usable else None

    def give_back(self, child: _Child, *, last: bool) -> None:
        """Keep a child for the next document, unless it was its last."""
        if last:
            child.end()
            return
        with self._lock:
            self._waiting.append(child)

    def end(self) -> None:
        """End all that wait."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
        for child in waiting:
            child.end()


_sandboxes: "weakref.WeakSet[Sandbox]" = weakref.WeakSet()
# What a forked process must not end: the children of the one it was forked from.
_abandoned: list[_Pool] = []


def _forget_children() -> None:
    for sandbox in _sandboxes:
        sandbox._forget_after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_children)


def _path_of(thing: Any) -> str:
    return f"{thing.__module__}:{thing.__qualname__}"


def _refusal(header: _Header, name: str) -> SourceUnreadable:
    """What the child says against a document, on one line: the document may have said it."""
    said, fix, reader = (
        one_line(str(header.get(key, "")), _LONGEST) for key in ("message", "fix", "reader")
    )
    said = said or f"{name} could not be read."
    return NeedsReader(said, fix=fix, reader=reader) if reader else SourceUnreadable(said, fix=fix)


def _only_part(_: _Header, parts: list[bytes]) -> bytes:
    (part,) = parts
    return part


def _read_text(header: _Header, parts: list[bytes]) -> ReadText:
    text, layout, geometry = parts
    encoding = header["encoding"]
    return ReadText(
        text=text.decode(),
        media_type=str(header["media_type"]),
        reader=str(header["reader"]),
        reader_version=str(header["reader_version"]),
        encoding=None if encoding is None else str(encoding),
        metadata=dict(header["metadata"]),
        layout=Layout.model_validate_json(layout),
        geometry=geometry if header["geometry"] else None,
    )


def _not_started(reason: str) -> SourceUnreadable:
    return SourceUnreadable(
        f"The process that reads documents could not be started: {reason}.",
        fix="Check that Python can start another Python here, and add the document again.",
    )


def _too_slow(message: str) -> SourceUnreadable:
    return SourceUnreadable(message, fix="Split it into smaller files and add those.")


def _broken(
    name: str, how: str, kind: type[SourceUnreadable] = SourceUnreadable
) -> SourceUnreadable:
    return kind(
        f"{name} broke the process that read it: {how}.",
        fix="The file is damaged or needs too much memory. Save it anew or as smaller files.",
    )


def _signal_name(number: int) -> str:
    try:
        return Signals(number).name
    except ValueError:
        return f"signal {number}"

"""
The child process that reads one document after another, within limits it cannot lift.

Run by `collect.sandbox` as `python -m citation_engine.collect.worker`. Requests come in on the
standard input and answers go out on what was the standard output: a JSON header with the
lengths of the raw parts that follow it. The first answer says that the child is ready. It ends
when its input closes, when its parent is gone, and when nothing was asked of it for a while.
"""

import json
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from struct import Struct
from typing import Any, BinaryIO

from citation_engine.display import one_line
from citation_engine.errors import CitationError
from citation_engine.ports import NeedsReader, ReadText

resource: Any = None
with suppress(ImportError):  # Windows has no such limits; the time the parent waits still holds.
    resource = import_module("resource")

MIB = 1024 * 1024
MOST_HEADER = MIB
_LENGTH = Struct(">I")
# A child that still holds this much memory after a document makes way for a new one.
_MUCH_MEMORY = 256 * MIB
_FILES = 32


@dataclass(frozen=True, slots=True)
class Limits:
    """
    What reading one document may cost.

    `documents` is how many one child reads before a new one takes its place. With 1,
    no document can reach another even if it takes over the process that reads it.
    """

    cpu_seconds: int = 20
    wall_seconds: float = 30
    memory_bytes: int = 1024 * MIB
    input_bytes: int = 256 * MIB
    output_bytes: int = 64 * MIB
    idle_seconds: float = 60
    documents: int = 200

    def as_json(self) -> str:
        """The limits as the child is told them."""
        return json.dumps(asdict(self))


def write_frame(stream: BinaryIO, header: dict[str, Any], parts: Sequence[bytes] = ()) -> None:
    """Write one message: the header's length, the header, the parts."""
    head = json.dumps({**header, "parts": [len(part) for part in parts]}).encode()
    if len(head) > MOST_HEADER:
        raise ValueError("The header is too long.")
    stream.write(_LENGTH.pack(len(head)) + head)
    for part in parts:
        stream.write(part)
    stream.flush()


def read_frame(stream: BinaryIO, most: int) -> tuple[dict[str, Any], list[bytes]]:
    """
    Return the next message; `EOFError` where there is none.

    Lengths are checked before anything is read, because the other side may be
    in the hands of a document: no part is longer than `most` bytes.
    """
    (length,) = _LENGTH.unpack(_exactly(stream, _LENGTH.size))
    if length > MOST_HEADER:
        raise ValueError("The header is too long.")
    header = json.loads(_exactly(stream, length))
    lengths = header.pop("parts", None) if isinstance(header, dict) else None
    if not isinstance(lengths, list) or len(lengths) > 4:
        raise ValueError("The header names no parts.")
    if not all(isinstance(part, int) and 0 <= part <= most for part in lengths):
        raise ValueError("A part is too long.")
    return header, [_exactly(stream, part) for part in lengths]


def _exactly(stream: BinaryIO, count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise EOFError
    return data


def main() -> None:
    """Answer requests until there are no more."""
    limits = Limits(**json.loads(sys.argv[1]))
    requests, answers = _private_streams()
    _lower_limits(limits)
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    write_frame(answers, {"ready": True})
    for number in range(1, limits.documents + 1):
        if not _asked(requests, limits):
            return
        try:
            request, parts = read_frame(requests, limits.input_bytes)
        except EOFError:
            return
        _allow_cpu(limits)
        header, out = answer(request, parts, limits)
        last = number == limits.documents or _memory_held() > _MUCH_MEMORY
        write_frame(answers, {**header, "last": last}, out)
        if last:
            return


def answer(
    request: dict[str, Any], parts: list[bytes], limits: Limits
) -> tuple[dict[str, Any], list[bytes]]:
    """The answer to one request: what was read, or one sentence on why not and what to do."""
    name = request["name"]
    try:
        header, out = _VERBS[request["verb"]](request, parts[0])
    except NeedsReader as error:
        header, out = _refusal(error.message, error.fix)
        return {**header, "reader": error.reader}, out
    except CitationError as error:
        return _refusal(error.message, error.fix)
    except MemoryError:
        return _too_much(f"{name} needs more than {limits.memory_bytes // MIB} MiB of memory.")
    except Exception as error:  # noqa: BLE001 - the parent reports it; the child must live on.
        return _refusal(
            f"The reader failed on {name}: {type(error).__name__}: {one_line(str(error))}.",
            "Open the file in its own program, save it anew and add that.",
        )
    if any(len(part) > limits.output_bytes for part in out):
        return _too_much(f"{name} holds more than {limits.output_bytes // MIB} MiB of text.")
    return header, out


def _too_much(message: str) -> tuple[dict[str, Any], list[bytes]]:
    return _refusal(message, "Split it into smaller files and add those.")


def _refusal(message: str, fix: str) -> tuple[dict[str, Any], list[bytes]]:
    return {"ok": False, "message": message, "fix": fix}, []


def _read(request: dict[str, Any], data: bytes) -> tuple[dict[str, Any], list[bytes]]:
    read: ReadText = _loaded(request["target"])().read(data, request["name"])
    header = {
        "ok": True,
        "media_type": read.media_type,
        "reader": read.reader,
        "reader_version": read.reader_version,
        "encoding": read.encoding,
        "metadata": dict(read.metadata),
        "geometry": read.geometry is not None,
    }
    layout = read.layout.model_dump_json(exclude_defaults=True).encode()
    return header, [read.text.encode(), layout, read.geometry or b""]


def _run(request: dict[str, Any], data: bytes) -> tuple[dict[str, Any], list[bytes]]:
    return {"ok": True}, [_loaded(request["target"])(data, **request["arguments"])]


_VERBS = {"read": _read, "run": _run}


@lru_cache(maxsize=32)
def _loaded(target: str) -> Any:
    """What the parent names as `module:name`."""
    module, _, names = target.partition(":")
    found: Any = import_module(module)
    for name in names.split("."):
        found = getattr(found, name)
    return found


def _private_streams() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes; what a library prints goes nowhere and cannot spoil an answer."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    os.close(nowhere)
    return requests, answers


def _lower_limits(limits: Limits) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if resource is None:
        return
    for name, value in (
        ("RLIMIT_AS", limits.memory_bytes),
        ("RLIMIT_CORE", 0),
        ("RLIMIT_FSIZE", 0),
        ("RLIMIT_NOFILE", _FILES),
    ):
        kind = getattr(resource, name, None)
        if kind is not None:
            _, hard = resource.getrlimit(kind)
            least = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (least, least))


def _allow_cpu(limits: Limits) -> None:
    """The processor time of one more document; the system ends the child after it."""
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        soft = int(time.process_time()) + 1 + limits.cpu_seconds
        least = soft if hard == resource.RLIM_INFINITY else min(soft, hard)
        resource.setrlimit(resource.RLIMIT_CPU, (least, hard))


def _memory_held() -> int:
    """The memory in use. The peak will not do: on Linux it starts with that of the parent."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
    return 0


def _asked(requests: BinaryIO, limits: Limits) -> bool:
    """Wait for a request; false when none came for too long."""
    if sys.platform == "win32":
        return True
    return bool(select.select([requests], [], [], limits.idle_seconds)[0])


def _end_with_parent(parent: int) -> None:
    """A closed pipe ends a child that waits; this ends one that is at work, or was forked from."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)


if __name__ == "__main__":
    main()

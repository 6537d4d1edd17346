"""Readers that do what a document could make one do. They run in children of tests."""

import ctypes
import os
import time
from pathlib import Path
from typing import ClassVar

from citation_engine.errors import MissingExtra, SourceUnreadable
from citation_engine.model.passage import Layout, Mark, MarkKind
from citation_engine.ports import ReadText


class Reader:
    """Gives back what it was given."""

    name = "hostile"
    version = "1"

    def accepts(self, data: bytes, file_name: str) -> bool:
        return True

    def read(self, data: bytes, file_name: str) -> ReadText:
        words = self.words(data)
        marks = (Mark(kind=MarkKind.HEADING, start=0, end=1, name="é\u2029", level=1),)
        return ReadText(
            text=words,
            media_type="text/plain",
            reader=self.name,
            reader_version=self.version,
            metadata={"file_name": file_name, "list": [1, None, "ü"]},
            layout=Layout(marks=marks),
            geometry=b"\0\xff",
        )

    def words(self, data: bytes) -> str:
        return data.decode()


class Sleeps(Reader):
    def words(self, data):
        time.sleep(600)
        return "late"


class WaitsForFile(Reader):
    def words(self, data):
        while not Path(data.decode()).exists():
            time.sleep(0.02)
        return "late"


class Spins(Reader):
    def words(self, data):
        while True:
            pass


class EatsMemory(Reader):
    def words(self, data):
        hoard = []
        while True:
            hoard.append(bytearray(10_000_000))


class Hoards(Reader):
    held: ClassVar[list[bytes]] = []

    def words(self, data):
        self.held.append(b"x" * (300 << 20))
        return str(os.getpid())


class Crashes(Reader):
    def words(self, data):
        ctypes.string_at(0)
        return "never"


class Leaves(Reader):
    def words(self, data):
        os._exit(3)


class Fails(Reader):
    def words(self, data):
        raise ValueError("an odd\nbyte")


class Refuses(Reader):
    def words(self, data):
        raise SourceUnreadable("It is not to be read.", fix="Leave it.")


class NeedsExtra(Reader):
    def words(self, data):
        raise MissingExtra("The reader", "ocr")


class SaysTooMuch(Reader):
    def words(self, data):
        return "word " * 1_000_000


class Prints(Reader):
    def words(self, data):
        print("noise on the standard output", flush=True)  # noqa: T201
        os.write(1, b"and more")
        return "quiet"


class Lies(Reader):
    """Writes what looks like an answer into every open file, as code in the child's place could."""

    def words(self, data):
        for number in range(3, 32):
            try:
                os.write(number, bytes.fromhex(data.decode()))
            except OSError:
                continue
        os._exit(0)


class TellsEnvironment(Reader):
    def words(self, data):
        return repr(dict(os.environ))


class OpensFiles(Reader):
    def words(self, data):
        held = [os.open(os.devnull, os.O_RDONLY) for _ in range(100)]
        return str(len(held))


class WritesFiles(Reader):
    def words(self, data):
        Path(data.decode()).write_bytes(b"left behind")
        return "written"


class TellsProcess(Reader):
    def words(self, data):
        return str(os.getpid())


def double(data: bytes, *, times: int = 2) -> bytes:
    return data * times


class SeesPictures(TellsProcess):
    """Reads what has no text layer."""

    name = "ocr"

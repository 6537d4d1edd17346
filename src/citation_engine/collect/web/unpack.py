"""Undoes the compression of a web page piece by piece, so that a bomb is seen as it grows."""

import zlib
from collections.abc import Callable, Iterable, Iterator

PIECE = 64 * 1024
PACKINGS = ("gzip", "deflate", "identity")
_GZIP = zlib.MAX_WBITS | 16
_GZIP_START = b"\x1f\x8b"


def unpacked(
    chunks: Iterable[bytes], packing: str, most: int, check_time: Callable[[], object]
) -> bytes:
    """
    The content behind a packing, or behind none.

    Raises `OverflowError` as soon as it has more than `most` bytes, `EOFError`
    when it ends too early, `zlib.error` when it is damaged.
    """
    unpacker = Unpacker(packing)
    content = bytearray()
    for chunk in chunks:
        for piece in unpacker.feed(chunk):
            check_time()
            content += piece
            if len(content) > most:
                raise OverflowError(f"more than {most} bytes")
    if not unpacker.complete:
        raise EOFError("the packed content ends too early")
    return bytes(content)


class Unpacker:
    """
    Gives the bytes behind a `Content-Encoding`: gzip, deflate, or nothing (identity).

    No piece is larger than `PIECE`, and one comes for every step of the work,
    if only an empty one: the caller counts bytes and looks at the clock between
    them. Raises `zlib.error` for damaged data.
    """

    def __init__(self, packing: str) -> None:
        self._packing = packing
        self._inflate: zlib._Decompress | None = None
        self._held = b""
        self._members = 0

    @property
    def complete(self) -> bool:
        """Whether the compressed data came to their own end."""
        return self._inflate is None and (self._members > 0 or not self._held)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The pieces that these bytes give."""
        if self._packing not in ("gzip", "deflate"):
            yield from (data[start : start + PIECE] for start in range(0, len(data), PIECE))
            return
        data, self._held = self._held + data, b""
        while self._inflate or self._starts(data):
            assert self._inflate is not None
            piece = self._inflate.decompress(data, PIECE)
            yield piece
            if self._inflate.eof:
                data, self._inflate = self._inflate.unused_data, None
                self._members += 1
            else:
                data = self._inflate.unconsumed_tail
                if not data and len(piece) < PIECE:
                    return

    def _starts(self, data: bytes) -> bool:
        """Begin to unpack. A gzip file may have members one after another; the rest is rubbish."""
        if len(data) < len(_GZIP_START):
            self._held = data
            return False
        if self._packing == "gzip" and (not self._members or data.startswith(_GZIP_START)):
            self._inflate = zlib.decompressobj(_GZIP)
        elif self._packing == "deflate" and not self._members:
            self._inflate = zlib.decompressobj(_deflate_window(data))
        return self._inflate is not None


def _deflate_window(start: bytes) -> int:
    """`deflate` means zlib's format, but some servers send the bare data."""
    is_zlib = start[0] & 0x0F == 8 and int.from_bytes(start[:2]) % 31 == 0
    return zlib.MAX_WBITS if is_zlib else -zlib.MAX_WBITS

"""
Rewrites the markers of a text while it is being written, piece by piece.

Everything that cannot be part of a marker goes out at once. Only a possible marker is held back,
and what follows it, until it is clear what it is, and never more than a few thousand characters.
"""

from collections.abc import Callable, Collection

from citation_engine.errors import InvalidInput
from citation_engine.markers import authors, links, sidecar, sup
from citation_engine.markers.page import Page
from citation_engine.markers.reading import DIALECTS, GRAMMARS
from citation_engine.markers.scanning import OPENING, in_order, replaced, scan
from citation_engine.markers.unsettled import is_surely_open, settled_to
from citation_engine.markers.window import Window
from citation_engine.model.draft import Marker

# What is held back is looked at anew after so many characters, wherever pieces end.
STEP = 512
MOST_HELD = 8 * STEP
# What is told by the whole text only.
_LATE = (authors.DIALECT, links.DIALECT, sidecar.DIALECT)
STREAMED = tuple(name for name in DIALECTS if name not in _LATE)


class MarkerStream:
    """
    A text in Markdown that comes in pieces, and goes out with its markers rewritten.

    However the text is cut into pieces, what goes out is the same. Links cannot be told from
    citations before the text is whole, so they are not among the dialects; a year alone in
    brackets is never a marker here, because the list of sources comes last.
    """

    def __init__(
        self, write: Callable[[Marker], str], dialects: Collection[str] = STREAMED
    ) -> None:
        unknown = sorted(set(dialects) - set(STREAMED))
        if unknown:
            raise InvalidInput(
                f"Markers of the dialect {unknown[0]!r} cannot be read while the text is written.",
                fix=f"Choose among {', '.join(STREAMED)}.",
            )
        self._write = write
        self._grammars = tuple(one for one in GRAMMARS if one.dialect in dialects)
        self._elements = sup.DIALECT in dialects
        self._signs = (*OPENING, "<") if self._elements else (*OPENING,)
        self._window = Window()
        self._count = 0

    def feed(self, chunk: str) -> str:
        """Take the next piece, and return what is settled of the text by now."""
        pieces: list[str] = []
        while chunk:
            step = STEP - self._count % STEP
            part, chunk = chunk[:step], chunk[step:]
            self._count += len(part)
            pieces.append(self._take(part, full=self._count % STEP == 0))
        return "".join(pieces)

    def finish(self) -> str:
        """Return the rest. The text is whole now; the stream takes no more."""
        out = self._out(self._window.length, Page(self._window.text, whole=False))
        self._window = Window()
        return out

    def _take(self, part: str, *, full: bool) -> str:
        window = self._window
        was_clear = window.is_clear
        window.add(part)
        if not full and was_clear and not any(sign in part for sign in self._signs):
            return window.release(window.length)
        if not full and not was_clear and is_surely_open(window.text, window.done):
            return ""
        page = Page(window.text, whole=False)
        end = settled_to(page, self._grammars, window.done, elements=self._elements)
        if full and window.length - min(end, window.length) > MOST_HELD:
            # It has been open for too long to be a marker: it is taken as it stands.
            end = window.length
        out = self._out(end, page)
        if full:
            window.forget(page)
        return out

    def _out(self, end: int, page: Page) -> str:
        """What is released up to `end`, with its markers rewritten."""
        window, start = self._window, self._window.done
        if end <= start:
            return ""
        found = list(scan(page, self._grammars))
        if self._elements:
            found = in_order([*found, *sup.find_elements(page)])
        due = [one for one in found if start <= one.span.start and one.span.end <= end]
        window.release(end)
        return replaced(
            window.text[:end], due, lambda marker: self._write(window.placed(marker)), start
        )

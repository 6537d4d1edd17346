"""
What is worked out about a snapshot's text once, and needed for every citation of it.

The folded text and the sections of a law of a megabyte take a tenth of a second. They are kept
as long as the snapshot itself is, and no longer: when its words are redacted and dropped, so is
all that was made of them.
"""

import weakref
from collections import OrderedDict
from threading import Lock

from citation_engine.model.source import Snapshot
from citation_engine.quotes.searchable_text import SearchedText, furniture_of
from citation_engine.sections.sections import Sections

# Beyond this, what was used longest ago is worked out anew when it is needed.
MOST_CHARACTERS = 32_000_000


class SnapshotText:
    """A snapshot's text, ready to be searched; its sections are read when first asked for."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.text = snapshot.text
        self._layout = snapshot.layout
        self._media_type = snapshot.media_type
        self.searched = SearchedText(self.text, furniture_of(self.text, self._layout))
        self._sections: Sections | None = None

    @property
    def sections(self) -> Sections:
        """The sections of the text."""
        if self._sections is None:
            self._sections = Sections(self.text, self._layout, self._media_type)
        return self._sections


_Known = tuple["weakref.ref[Snapshot]", SnapshotText]
_known: OrderedDict[int, _Known] = OrderedDict()
_lock = Lock()


def text_of(snapshot: Snapshot) -> SnapshotText:
    """Return what is known about the text of a snapshot."""
    key = id(snapshot)
    with _lock:
        kept = _known.get(key)
        if kept and kept[0]() is snapshot:
            _known.move_to_end(key)
            return kept[1]
    made = SnapshotText(snapshot)
    with _lock:
        _known[key] = weakref.ref(snapshot, lambda gone: _forget(key, gone)), made
        _known.move_to_end(key)
        while len(_known) > 1 and _characters() > MOST_CHARACTERS:
            _known.popitem(last=False)
    return made


def _characters() -> int:
    # A list, because a snapshot may be dropped, and its entry with it, at any moment.
    return sum(len(text.text) for _, text in list(_known.values()))


def _forget(key: int, gone: "weakref.ref[Snapshot]") -> None:
    """Drop what belongs to a snapshot that is no more; the key may have a new owner."""
    kept = _known.get(key)
    if kept and kept[0] is gone:
        _known.pop(key, None)

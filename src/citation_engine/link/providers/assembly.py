"""Puts an answer together: its text, its sources and its citations, and what is to be said."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from citation_engine.display import one_line, shortened
from citation_engine.formats.plain import mend_surrogates
from citation_engine.link.providers.offsets import AnswerPlace, MeasuredText
from citation_engine.link.providers.shapes import is_list, whole
from citation_engine.model.draft import Answer, AnswerCitation, AnswerSource
from citation_engine.model.passage import Locator


class Where(NamedTuple):
    """A locator, and what is to be said about it."""

    locator: Locator = Locator()
    note: str = ""


def characters(start: Any, end: Any) -> Where:
    """Return the locator of a stretch of the source's text, from 0 and without the end."""
    return _between("characters", "char_offset", start, end)


def pages(first: Any, end: Any) -> Where:
    """Return the locator of pages counted from 1, where `end` is the page after the last."""
    start, after = whole(first), whole(end)
    # One page is also written with itself as its end.
    last = start if after is None or after == start else after - 1
    if not start or last is None or last < start:
        return _unreadable("pages", first, end)
    return Where(pages_through(start, last))


def page(number: Any) -> Where:
    """Return the locator of one page, counted from 1."""
    found = whole(number)
    return Where(Locator(page=found)) if found else _unreadable("page", number, None)


def pages_through(first: int, last: int) -> Locator:
    """Return the locator of the pages from the first to the last, counted from 1."""
    return Locator(page=first) if first == last else Locator(page_start=first, page_end=last)


def blocks(start: Any, end: Any) -> Where:
    """Return the locator of blocks of a source that was sent in blocks, from 0, without the end."""
    return _between("blocks", "block", start, end)


def _between(what: str, name: str, start: Any, end: Any) -> Where:
    first, last = whole(start), whole(end)
    if first is None or last is None or first > last:
        return _unreadable(what, start, end)
    return Where(Locator.model_validate({f"{name}_start": first, f"{name}_end": last}))


def _unreadable(what: str, start: Any, end: Any) -> Where:
    shown = (
        shortened(start, 40) if end is None else f"{shortened(start, 40)} to {shortened(end, 40)}"
    )
    return Where(note=f"The place in the source, {what} {shown}, cannot be read.")


_MOST_WARNINGS = 200
_UNSAFE = ("javascript:", "data:", "vbscript:", "blob:", "about:")
_BREAK = "\n\n"
Events = Sequence[Any]


class Parts:
    """The pieces of an answer that the provider numbers, and all of them as one."""

    def __init__(self, pieces: Mapping[int, MeasuredText]) -> None:
        self._pieces = pieces

    def __len__(self) -> int:
        return len(self._pieces)

    def at(self, number: int | None) -> MeasuredText | None:
        """Return the piece of a number, the first one without."""
        return self._pieces.get(number or 0)

    @cached_property
    def together(self) -> MeasuredText:
        """All pieces as one, for offsets that count in all of them."""
        pieces = [self._pieces[number] for number in sorted(self._pieces)]
        start = pieces[0].start if pieces else 0
        words = "".join(piece.text for piece in pieces)
        last = pieces[-1] if pieces else MeasuredText("", 0)
        # Where something was put between the pieces, places in all of them would be wrong.
        follow = start + len(words) == last.start + len(last.text)
        return MeasuredText(words if follow else "", start)


@dataclass(slots=True)
class _Source:
    facts: dict[str, Any]
    texts: dict[str, None] = field(default_factory=dict)


class Building:
    """An answer in the making. Nothing in it raises, whatever the values are."""

    def __init__(self, provider: str) -> None:
        self.provider = provider
        self._pieces: list[str] = []
        self._length = 0
        self._breaks = False
        self._sources: dict[str, _Source] = {}
        self._citations: list[AnswerCitation] = []
        self._warnings: dict[str, None] = {}
        self._left_out = 0
        self._unnamed = 0

    def warn(self, message: str) -> None:
        """Say something about the answer as a whole."""
        if len(self._warnings) < _MOST_WARNINGS:
            self._warnings[one_line(message, 400)] = None
        else:
            self._left_out += 1

    def write(self, words: Any, what: str = "a text block") -> MeasuredText:
        """Add words to the answer; what is no text is left out with a warning."""
        if not isinstance(words, str):
            if words is not None:
                self.warn(f"The text of {what} is {_called(words)} and was left out.")
            words = ""
        given, words = words, mend_surrogates(words)
        if words is not given and words.count("\ufffd") > given.count("\ufffd"):
            self.warn(f"Halves of characters in {what} were replaced by U+FFFD.")
        if words and self._breaks and self._length:
            self._append(_BREAK)
        self._breaks = self._breaks and not words
        piece = MeasuredText(words, self._length)
        self._append(words)
        return piece

    def break_off(self) -> None:
        """Begin a new paragraph with the next words: something else stood in between."""
        self._breaks = True

    def entries(self, value: Any, what: str) -> list[Any]:
        """Return the entries of a list; one alone may stand for a list of one."""
        if value is None:
            return []
        if is_list(value):
            return list(value)
        if isinstance(value, Mapping):
            return [value] if value else []
        self.warn(f"{what} should be a list and is {_called(value)}.")
        return []

    def source(
        self,
        key: str,
        *,
        title: str = "",
        url: str = "",
        file_id: str = "",
        file_name: str = "",
        index: int | None = None,
        text: str = "",
    ) -> str:
        """
        Register a source, or add to one that is known, and return its key.

        An address that is none, as a name that the user gave a document, is taken for its name.
        """
        key = mend_surrogates(key)
        if url and not file_name and "://" not in url and not _is_unsafe(url):
            url, file_name = "", url
        given = {"title": title, "url": url, "file_id": file_id, "file_name": file_name}
        facts: dict[str, Any] = {
            name: mend_surrogates(value) for name, value in given.items() if value
        }
        if _is_unsafe(facts.get("url", "")):
            self.warn(f"The address {shortened(facts.pop('url'), 60)} is not that of a page.")
        if index is not None:
            facts["index"] = index
        known = self._sources.setdefault(key, _Source({}))
        known.facts = {**facts, **known.facts}
        if text and text not in known.texts:
            known.texts[mend_surrogates(text)] = None
        return key

    def unnamed_source(self) -> str:
        """Register a source that cannot be named, and return its key."""
        self._unnamed += 1
        return self.source(f"unnamed-{self._unnamed}")

    def cite(
        self,
        source: str | None,
        found: AnswerPlace,
        *,
        quote: str = "",
        where: Where | None = None,
        notes: Iterable[str] = (),
    ) -> None:
        """Add a citation. Without a source it names one that says so."""
        said = [*notes, found.note, where.note if where else ""]
        if source is None:
            source = self.unnamed_source()
            said.append("The citation does not say which source it is of.")
        self._citations.append(
            AnswerCitation(
                source=source,
                span=found.span,
                quote=mend_surrogates(quote) or None,
                locator=where.locator if where else Locator(),
                warnings=tuple(dict.fromkeys(one_line(note, 400) for note in said if note)),
            )
        )

    def citations_in(self, value: Any, what: str) -> Iterator[Mapping[str, Any]]:
        """Give the citations of a list; one that cannot be read is kept as it is, and not lost."""
        for citation in self.entries(value, what):
            if isinstance(citation, Mapping):
                yield citation
            else:
                note = f"The citation is {_called(citation)} and cannot be read."
                self.cite(None, AnswerPlace(None, note))

    def read_events(self, events: Events) -> Iterator[Mapping[str, Any]]:
        """Give the events of a stream that can be read; the others are said."""
        for place, event in enumerate(events, 1):
            if isinstance(event, Mapping):
                yield event
            else:
                self.warn(f"Event {place} of the stream cannot be read and was left out.")

    def words_in(self, value: Any) -> str:
        """
        Return the words that a piece of a stream adds.

        They are not mended yet: a character may be cut in two between this piece and the next.
        """
        if isinstance(value, str):
            return value
        if value is not None:
            self.warn("A piece of the text in the stream cannot be read and was left out.")
        return ""

    def unfinished(self) -> None:
        """Say that a stream broke off."""
        self.warn("The stream ends before the answer does: words or citations may be missing.")

    def done(self) -> Answer:
        """Return the answer."""
        if not self._length:
            self.warn("The answer has no text.")
        said = list(self._warnings)
        if self._left_out:
            said.append(f"{self._left_out:,} more warnings were left out.")
        return Answer(
            provider=self.provider,
            text="".join(self._pieces),
            citations=tuple(self._citations),
            sources=tuple(_finished(key, source) for key, source in self._sources.items()),
            warnings=tuple(said),
        )

    def _append(self, words: str) -> None:
        self._pieces.append(words)
        self._length += len(words)


def _finished(key: str, source: _Source) -> AnswerSource:
    return AnswerSource(key=key, text=_BREAK.join(source.texts), **source.facts)


def _is_unsafe(address: str) -> bool:
    return "".join(address[:200].split()).lower().startswith(_UNSAFE)


def _called(value: Any) -> str:
    """What a value is, for a sentence."""
    if isinstance(value, Mapping):
        return "a mapping"
    if is_list(value):
        return "a list"
    return shortened(value, 60)


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """
    One form in which a provider sends answers.

    `fits` says whether data has this form, and `read` reads it. Where answers of this form can
    be streamed, `fits_events` knows the events and `gather` makes the whole of them.
    """

    provider: str
    fits: Callable[[Any], bool]
    read: Callable[[Any, Building], None]
    fits_events: Callable[[Events], bool] = lambda _events: False
    gather: Callable[[Events, Building], Any] = lambda events, _answer: events

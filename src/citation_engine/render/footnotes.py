"""
Turns the markers of a Markdown draft into footnotes, and lists its sources below it.

`[S1]` becomes `[^1]`, numbered by first use, and `[^1]: Title — Publisher (Year) <address>` goes
under a heading at the end. Footnotes and entries that are already there keep their words, and
footnotes their numbers. A marker whose source is not known stays as it is and is named in the
result: nothing is erased. Doing it twice changes nothing.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from citation_engine.formats.markdown.shelters import find_code, is_sheltered
from citation_engine.language.vocabulary import pattern
from citation_engine.markers import footnotes
from citation_engine.model.checked import CheckedSource
from citation_engine.model.draft import Marker, Reference
from citation_engine.model.passage import Span, Value
from citation_engine.render.references import describe_source

# Dialects whose numbers are those of sources.
DIALECTS = ("brackets", "tokens", "sup")
SOURCES, FOOTNOTES, REFERENCES = "## Sources", "## Footnotes", "## References"

_OWN_LIST = re.compile(
    rf"^ {{0,3}}(?:#{{1,6}}[ \t]+|\*\*|__)?(?:{pattern('references', 'OWN_LISTS')})"
    r"[ \t]*:?(?:\*\*|__)?[ \t#]*\r?$",
    re.IGNORECASE | re.MULTILINE,
)
_SIGN = r"[ \t>]{0,20}(?:(?:[-*+•]|[0-9]{1,4}[.)])[ \t]+)?"
_BEGINS_LINE = re.compile(rf"(?:\A|\n){_SIGN}\Z")
_LABEL = re.compile(
    r"(?:\*\*|__)?\[{1,2}[ \t]?(?P<session>[sS][ \t]?[:：]?[ \t]?)?(?P<number>[0-9]{1,9})[ \t]?"
    r"\]{1,2}+(?![(\[])"
    r"(?:\*\*|__)?[ \t]*(?:[:–—-](?=\s))?[ \t]*"
)
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
_OPEN_CODE = (
    "The draft ends in a block of code that nothing closes, so the sources were put above it."
)
_OWN_SOURCES = "The draft has no markers and a list of sources of its own, so none was added."


class Footnote(Value):
    """A footnote: its number, and the label of its source."""

    number: int
    source: str


class Footnoted(Value):
    """
    A draft with footnotes.

    `footnotes` are those of known sources, by number. `left` are the markers that stayed as
    they were, because they name a source that is not known.
    """

    text: str
    footnotes: tuple[Footnote, ...] = ()
    left: tuple[Marker, ...] = ()
    notes: tuple[str, ...] = ()


def write_footnotes(
    text: str,
    markers: Iterable[Marker],
    sources: Iterable[CheckedSource],
    *,
    references: Iterable[Reference] = (),
    labels: Mapping[int, str] | None = None,
    dialects: Collection[str] = DIALECTS,
    heading: str | None = None,
) -> Footnoted:
    """
    Return a draft with its markers as footnotes and with its sources listed below.

    Args:
        text: The draft, in Markdown.
        markers: Its markers, as `find_markers` gives them.
        sources: What can be cited, by label.
        references: Its own list of sources; the entries that are used become the footnotes,
            unless their labels are among the markers.
        labels: The label that each number means; without, the number 1 means `S1`.
        dialects: Which markers are turned into footnotes.
        heading: What stands above the footnotes. Without, it is `## Sources` where markers
            became footnotes, `## Footnotes` where the draft has footnotes that nothing defines
            yet, and `## References`, above all sources, where it has no markers at all.

    """
    draft = _Draft(text, sources, labels)
    ordered = sorted(markers, key=lambda marker: marker.span)
    own = [marker for marker in ordered if marker.dialect == footnotes.DIALECT]
    wanted = set(dialects) - {footnotes.DIALECT}
    others = [marker for marker in ordered if marker.dialect in wanted]
    # The words of a source may look like a marker, and the label of an entry does.
    shelters = [one.span for one in draft.defined if draft.is_ours(one)]
    starts = {marker.span.start for marker in ordered}
    listed = [one for one in references if one.span.start not in starts]
    entries = list(_entries(text, listed, plain="numeric" in wanted))
    shelters += [span for span, _ in entries]
    shelters.sort()
    found = [one for one in others if not is_sheltered(shelters, one.span.start, one.span.end)]
    numbering = _Numbering(draft, own)
    if found:
        return _converted(draft, found, entries, numbering, heading or SOURCES)
    if own or draft.defined:
        return _completed(draft, [], entries, numbering, heading or FOOTNOTES)
    return _referenced(draft, heading or REFERENCES, has_list=bool(entries))


class _Draft:
    """A draft's text, the footnotes it defines, and what its sources are called."""

    def __init__(
        self, text: str, sources: Iterable[CheckedSource], labels: Mapping[int, str] | None
    ) -> None:
        self.text = text
        self.sources = {source.label: source for source in sources}
        self.defined = footnotes.find_definitions(text)
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self._labels = labels
        self._said: dict[str, str] = {}
        # Only a draft with footnotes must know what each source would be called in one.
        known = reversed(self.sources) if self.defined else ()
        self._by_words = {self.said(label): label for label in known}

    def said(self, label: str) -> str:
        """What a footnote says about a source."""
        if label not in self._said:
            self._said[label] = describe_source(self.sources[label])
        return self._said[label]

    def label(self, number: int) -> str | None:
        """The label of the source that a number means, if it is known."""
        label = f"S{number}" if self._labels is None else self._labels.get(number)
        return label if label in self.sources else None

    def source_of(self, one: Reference) -> str | None:
        """The source that a footnote has exactly our words for."""
        return self._by_words.get(one.span.of(self.text).partition("]:")[2].strip())

    def is_ours(self, one: Reference) -> bool:
        """Whether a footnote has exactly our words."""
        return self.source_of(one) is not None


class _Numbering:
    """Which footnote each source has, and which must still be written."""

    def __init__(self, draft: _Draft, own: Sequence[Marker]) -> None:
        defined = {one.label for one in draft.defined}
        self._used = {int(label) for label in defined if _NUMBER.fullmatch(label)}
        self.known: dict[str, int] = {}
        self.new: dict[str, int] = {}
        for one in draft.defined:
            label = draft.source_of(one)
            if label and _NUMBER.fullmatch(one.label):
                self.known.setdefault(label, int(one.label))
        for number in (number for marker in own for number in marker.numbers):
            self._used.add(number)
            label = draft.label(number)
            if label and str(number) not in defined:
                self.new.setdefault(label, number)
        self.known = {**self.known, **self.new}
        self._next = 1

    def number(self, label: str) -> int:
        """The number of a source's footnote; a source that has none gets the next free one."""
        if label not in self.known:
            while self._next in self._used:
                self._next += 1
            self._used.add(self._next)
            self.known[label] = self.new[label] = self._next
        return self.known[label]

    def footnotes(self) -> tuple[Footnote, ...]:
        ordered = sorted(self.known.items(), key=lambda item: item[1])
        return tuple(Footnote(number=number, source=label) for label, number in ordered)


def _converted(
    draft: _Draft,
    markers: Sequence[Marker],
    entries: Sequence[tuple[Span, int]],
    numbering: _Numbering,
    heading: str,
) -> Footnoted:
    edits: list[tuple[Span, str]] = []
    left: list[Marker] = []
    for marker in markers:
        labels = [draft.label(number) for number in marker.numbers]
        known = [label for label in labels if label]
        if not known or len(known) < len(labels):
            left.append(marker)
            continue
        numbers = [numbering.number(label) for label in known]
        edits.append((marker.span, _signs(draft, marker, known, numbers)))
    edits += _own_entries(draft, edits, entries, numbering)
    done = _completed(draft, edits, entries, numbering, heading)
    return done.model_copy(update={"left": tuple(left)})


def _own_entries(
    draft: _Draft,
    edits: Sequence[tuple[Span, str]],
    entries: Iterable[tuple[Span, int]],
    numbering: _Numbering,
) -> list[tuple[Span, str]]:
    """The edits by which the draft's own entries become the footnotes, where they can."""
    own: dict[str, tuple[Span, str]] = {}
    for span, number in entries:
        label = draft.label(number)
        if label in numbering.new and label not in own:
            own[label] = (span, f"[^{numbering.new[label]}]: ")
    if not own:
        return []
    text = _edited(draft.text, (*edits, *own.values()))
    if not _defines(text, (numbering.new[label] for label in own)):
        # Without its bullet, an entry may end up within a piece of code.
        return []
    for label in own:
        del numbering.new[label]
    return list(own.values())


def _signs(draft: _Draft, marker: Marker, labels: Sequence[str], numbers: Sequence[int]) -> str:
    """What stands in a marker's place."""
    signs = "".join(f"[^{number}]" for number in dict.fromkeys(numbers))
    start, end = marker.span.start, marker.span.end
    _, linked, address = marker.text.partition("](")
    if marker.dialect == "brackets" and linked:
        # A link to somewhere else than the source must not be lost.
        kept = address[:-1] not in {draft.sources[label].url for label in labels}
        signs += f"({address}" if kept else ""
    before = draft.text[max(0, start - 60) : start]
    if draft.text.startswith(":", end) and _BEGINS_LINE.search(before):
        # With the colon behind it, it would be the definition of a footnote.
        signs += "\\"
    return signs


def _entries(
    text: str, references: Iterable[Reference], *, plain: bool
) -> Iterator[tuple[Span, int]]:
    """
    The labels of the draft's own entries, from the beginning of the line, and their numbers.

    A number alone labels an entry only where such markers are turned as well.
    """
    for one in references:
        written = _LABEL.match(text, one.span.start)
        start = text.rfind("\n", 0, one.span.start) + 1
        if not written or bool(written["session"]) == plain:
            continue
        if _BEGINS_LINE.search(text[max(0, start - 1) : one.span.start]):
            yield Span(start, written.end()), int(written["number"])


def _edited(text: str, edits: Iterable[tuple[Span, str]]) -> str:
    pieces: list[str] = []
    done = 0
    for span, new in sorted(edits):
        pieces += (text[done : span.start], new)
        done = span.end
    return "".join((*pieces, text[done:]))


def _completed(
    draft: _Draft,
    edits: Sequence[tuple[Span, str]],
    entries: Sequence[tuple[Span, int]],
    numbering: _Numbering,
    heading: str,
) -> Footnoted:
    """The edited text with the footnotes that it lacks: behind those it has, or at its end."""
    known = numbering.footnotes()
    ordered = sorted(numbering.new.items(), key=lambda item: item[1])
    lines = [f"[^{number}]: {draft.said(label)}" for label, number in ordered]
    edited = _edited(draft.text, edits)
    if not lines:
        return Footnoted(text=edited, footnotes=known)
    ends = [one.span.end for one in draft.defined] + [span.end for span, _ in entries]
    if ends:
        at = _line_end(draft.text, max(ends))
        added = "".join(draft.newline + line for line in lines)
        text = _edited(draft.text, (*edits, (Span(at, at), added)))
        if _defines(text, numbering.new.values()):
            return Footnoted(text=text, footnotes=known)
    text, notes = _with_section(edited, heading, lines, draft.newline)
    return Footnoted(text=text, footnotes=known, notes=notes)


def _defines(text: str, numbers: Iterable[int]) -> bool:
    """Whether a text has these footnotes, and not within a piece of code."""
    defined = {one.label for one in footnotes.find_definitions(text)}
    return all(str(number) in defined for number in numbers)


def _referenced(draft: _Draft, heading: str, *, has_list: bool) -> Footnoted:
    """The text with all sources listed below, because nothing in it says which it uses."""
    lines = [f"- {draft.said(label)}" for label in draft.sources]
    ended = draft.newline.join((heading, "", *lines, ""))
    if not lines or draft.text.endswith(ended):
        return Footnoted(text=draft.text)
    if has_list or _OWN_LIST.search(draft.text) or heading in draft.text.splitlines():
        return Footnoted(text=draft.text, notes=(_OWN_SOURCES,))
    text, notes = _with_section(draft.text, heading, lines, draft.newline)
    return Footnoted(text=text, notes=notes)


def _with_section(
    text: str, heading: str, lines: Sequence[str], newline: str
) -> tuple[str, tuple[str, ...]]:
    """The text with a section at its end, and what is to be said about that."""
    end = _end(text)
    body, rest = text[:end], text[end:]
    ended = body.replace("\r\n", "\n")
    blank = len(ended) - len(ended.rstrip("\n"))
    gap = newline * max(0, 2 - blank) if ended.strip("\ufeff \t\n") else ""
    section = newline.join((heading, "", *lines, *([""] if rest else []), ""))
    return body + gap + section + rest, (_OPEN_CODE,) if rest else ()


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    if end < 0:
        return len(text)
    return end - 1 if text[at:end].endswith("\r") else end


def _end(text: str) -> int:
    """Where a section can be added: at the end, or before code that nothing closes."""
    probe = "\n\n[^1]: x\n"
    code = find_code(text + probe)
    if not code or code[-1].end <= len(text):
        return len(text)
    return text.rfind("\n", 0, code[-1].start) + 1

"""
The pool of a conversation: the numbered sources of a session, as rows.

Agents and skills bring pools of their own. What is known already keeps its number, what is new
gets the next one, and the markers in the newcomers' text are rewritten to the numbers here.
"""

import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from citation_engine.collect.files import allowed_roots, check_root
from citation_engine.collect.web.media import charset_of, settled_type, stated_type
from citation_engine.display import one_line, shortened
from citation_engine.engine.engine import CitationEngine
from citation_engine.errors import InvalidInput, SourceAmbiguous, SourceNotFound
from citation_engine.interop.citing import rewrite_citations
from citation_engine.interop.registration import Registration
from citation_engine.interop.research import LegacyRowsWarning
from citation_engine.interop.rows import Row, from_row, sid_of, to_row
from citation_engine.interop.sources_yaml import read_sources, rows_in
from citation_engine.markers import tokens
from citation_engine.model.source import ReadState, Source
from citation_engine.settings import Settings

LONGEST = 10_000
_SELECTOR = re.compile(r"\s*(?:so|conv):sources_pool\s*(?:\[([^\[\]]*)\])?\s*")
_ITEM = re.compile(r"\s*([1-9][0-9]{0,17})(?:\s*[-‐‑‒–—−]\s*([1-9][0-9]{0,17}))?\s*")
_EXAMPLE = "Write it like this: so:sources_pool, so:sources_pool[1-5] or so:sources_pool[1,3]."


def parse_selector(selector: str) -> tuple[range, ...] | None:
    """Return the ranges of numbers a selector names, or None where it names the whole pool."""
    if not isinstance(selector, str) or len(selector) > LONGEST:
        raise InvalidInput(f"{shortened(selector, 80)} is not a selector.", fix=_EXAMPLE)
    found = _SELECTOR.fullmatch(selector)
    if found is None:
        raise InvalidInput(f"{shortened(selector, 80)} is not a selector.", fix=_EXAMPLE)
    if found[1] is None:
        return None
    return tuple(_range(item, selector) for item in found[1].split(","))


def select(selectors: str | Iterable[str], count: int) -> list[int]:
    """
    Return the numbers that selectors ask for in a pool of `count` sources, each once.

    They come in the order they were asked for. A number the pool does not have is
    `SourceNotFound`, before anything is counted out.
    """
    asked = [selectors] if isinstance(selectors, str) else list(selectors)
    numbers: dict[int, None] = {}
    for selector in asked:
        ranges = parse_selector(selector)
        for wanted in (range(1, count + 1),) if ranges is None else ranges:
            if wanted.stop - 1 > count:
                raise _unknown(max(wanted.start, count + 1), count, selector)
            numbers.update(dict.fromkeys(wanted))
    return list(numbers)


def _range(item: str, selector: str) -> range:
    found = _ITEM.fullmatch(item)
    if found is None:
        raise InvalidInput(
            f"{shortened(item, 80)} in {shortened(selector, 80)} is not a number or a range.",
            fix=_EXAMPLE,
        )
    first, last = int(found[1]), int(found[2] or found[1])
    if last < first:
        raise InvalidInput(
            f"The range {first}-{last} in {shortened(selector, 80)} runs backwards.",
            fix=f"Write {last}-{first}.",
        )
    return range(first, last + 1)


def _unknown(number: int, count: int, selector: str) -> SourceNotFound:
    has = f"it has {count}, S1 to S{count}" if count else "it is empty"
    return SourceNotFound(
        f"The pool has no S{number}, which {shortened(selector, 80)} asks for; {has}.",
        fix="Ask for sources that are in the pool, or add the source first.",
    )


_LOOKED_AT = 64 * 1024


def attachment_facts(path: Path, mime: str | None, settings: Settings) -> dict[str, Any]:
    """
    Return the type and the size of a file that may enter; refuse any other with a sentence.

    What is said about a file must be true of its first bytes. Where nothing is said, they decide.
    """
    roots = allowed_roots(settings)
    place = check_root(path, roots) if roots else path
    shown = one_line(path.name)
    stated = stated_type(mime or "")
    if mime and not stated:
        raise InvalidInput(
            f"{shortened(mime, 80)} is not a media type.", fix="Give one such as text/plain."
        )
    if stated and not _may_enter(stated):
        raise _refused(shown, stated)
    start, size = _look(place, shown)
    found, fault = settled_type(stated, start, charset_of(mime or "", start))
    if fault and stated:
        raise InvalidInput(f"{shown} {fault}.", fix="Name the type it has, or leave it out.")
    if not _may_enter(found):
        raise _refused(shown, found)
    return {"mime": stated or found, "size_bytes": size}


def _may_enter(media_type: str) -> bool:
    return media_type.startswith(("text/", "image/")) or media_type == "application/pdf"


def _refused(shown: str, media_type: str) -> InvalidInput:
    return InvalidInput(
        f"{shown} is {media_type}. Only texts, images and PDF files enter a pool.",
        fix="Convert it to PDF or text, or add it to the library with `engine.add(...)`.",
    )


def _look(path: Path, shown: str) -> tuple[bytes, int]:
    try:
        with path.open("rb") as file:
            return file.read(_LOOKED_AT), path.stat().st_size
    except FileNotFoundError as error:
        raise SourceNotFound(f"There is no file {shown}.", fix="Check the path.") from error
    except OSError as error:
        raise InvalidInput(
            f"{shown} cannot be read: {error.strerror}.", fix="Name a file that can be read."
        ) from error


def visible_text(sources: Sequence[Source], limit: int | None = None) -> str:
    """
    Return the sources for a prompt, with their numbers, titles, addresses and words.

    The words are unchanged, since an agent quotes from them. The sign that ends a source is
    one that stands in none of them.
    """
    bodies = [_body(source, limit) for source in sources]
    sign = "source"
    while any(f"</{sign}>" in body for body in bodies):
        sign += "_"
    return "\n\n".join(
        f'<{sign} sid="{source.number}">\n{_head(source)}\n\n{body}\n</{sign}>'
        for source, body in zip(sources, bodies, strict=True)
    )


def _head(source: Source) -> str:
    row = to_row(source)
    lines = [f"[[S:{source.number}]] {one_line(row['title'])}"]
    if "url" in row:
        lines.append(one_line(row["url"], 2_000))
    return "\n".join(lines)


def _body(source: Source, limit: int | None) -> str:
    if source.state is ReadState.PREVIEW or (not source.content and source.preview):
        return f"(Only a preview is known.)\n{_cut(source.preview, limit)}"
    if not source.content:
        return f"(Its words are not at hand. {one_line(source.state_reason)})"
    return _cut(source.content, limit)


def _cut(words: str, limit: int | None) -> str:
    if limit is None or len(words) <= limit:
        return words
    return f"{words[:limit]}\n(… {len(words) - limit:,} more characters)"


def number_rows(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """
    Return the rows, numbered by their places if not one of them has a number.

    Where some have one, the others stay without: no marker can mean them.
    """
    if not rows or any(sid_of(row) is not None for row in rows):
        return list(rows)
    warnings.warn(
        f"{len(rows)} row(s) had no sid and were numbered by their places, from 1.",
        LegacyRowsWarning,
        stacklevel=3,
    )
    return [{**row, "sid": place} for place, row in enumerate(rows, 1)]


def rewrite_markers(
    text: str, sids: Mapping[int, int]
) -> tuple[str, tuple[int, ...], tuple[str, ...]]:
    """
    Return the text with its markers rewritten, the numbers without a source, and the problems.

    It is about `[[S:1]]`, which is how pools are cited; `rewrite_citations` knows more dialects.
    """
    return rewrite_citations(text, sids, dialects=(tokens.DIALECT,))


SHORT_TEXT = 200


@dataclass(frozen=True, slots=True)
class Reading:
    """Sources brought into the visible context: their rows, and a text for a prompt."""

    rows: list[Row]
    text: str


@dataclass(frozen=True, slots=True)
class Merged:
    """
    What merging did.

    `sids` leads from the newcomers' numbers to those of the pool, `added` are the numbers that
    are new. `text` is theirs with its markers rewritten. `unmapped` are the numbers in it that
    their pool does not have, and `problems` the markers that could not be understood.
    """

    sids: dict[int, int]
    added: tuple[int, ...] = ()
    text: str | None = None
    unmapped: tuple[int, ...] = ()
    problems: tuple[str, ...] = ()


class SourcesPool:
    """The sources of an engine's session, as the pool of a conversation."""

    def __init__(self, engine: CitationEngine) -> None:
        self._engine = engine

    def load(self) -> list[Row]:
        """Return the whole pool (`conv:sources_pool`) with all words, in the order of numbers."""
        return self._rows(self._listed())

    def snapshot(self) -> list[Row]:
        """Return the pool as `timeline.json` keeps it: numbers, titles, addresses, short texts."""
        return [_compact(to_row(source)) for source in self._listed()]

    def read(self, selectors: str | Iterable[str], *, limit: int | None = None) -> Reading:
        """
        Bring selected sources into the visible context.

        `limit` is the most characters to show of each source; what is left out is said.
        """
        sources = self._selected(selectors)
        return Reading([to_row(source) for source in sources], visible_text(sources, limit))

    def fetch_ctx(self, selectors: str | Iterable[str]) -> list[Row]:
        """Return the raw rows of selected sources, for programs."""
        return [to_row(source) for source in self._selected(selectors)]

    def merge(
        self,
        newcomers: "Iterable[Mapping[str, Any]] | SourcesPool | str | Path",
        text: str | None = None,
    ) -> Merged:
        """
        Take in another pool: rows, a pool, or a `sources.yaml` as its text or its path.

        What is known keeps its number and learns what it lacked; what is new gets the next
        number. Every row is checked before the first is written. Nothing is fetched.
        """
        before = {source.number for source in self._listed()}
        if isinstance(newcomers, SourcesPool) and newcomers._shares_library(self._engine):
            pairs = [(s.number, self._engine.join(s).number or 0) for s in newcomers._listed()]
        else:
            pairs = self._taken_in(newcomers)
        sids = {sid: number for sid, number in pairs if sid is not None}
        added = tuple(sorted({number for _, number in pairs} - before))
        if text is None:
            return Merged(sids, added)
        return Merged(sids, added, *rewrite_markers(text, sids))

    def _shares_library(self, engine: CitationEngine) -> bool:
        """Whether the sources of another engine are the same ones, and need only be joined."""
        return self._engine.db is engine.db and self._engine.project == engine.project

    def _taken_in(self, newcomers: Any) -> list[tuple[int | None, int]]:
        """The number of each newcomer in its own pool, if it has one, and here."""
        rows = number_rows(_rows_of(newcomers))
        coming = [(sid_of(row), from_row(row)) for row in rows]
        _check_numbers(coming)
        return [(sid, self._number_of(registration)) for sid, registration in coming]

    def add_attachment(
        self, path: str | Path, *, mime: str | None = None, title: str | None = None, **fields: Any
    ) -> Row:
        """Add a file that a user attached, if it is a text, an image or a PDF."""
        return self._add_file(path, "attachment", mime, title, fields)

    def add_produced_file(
        self, path: str | Path, *, mime: str | None = None, title: str | None = None, **fields: Any
    ) -> Row:
        """Add a file that an agent produced, if it is a text, an image or a PDF."""
        return self._add_file(path, "file", mime, title, fields)

    def _add_file(
        self,
        path: str | Path,
        kind: str,
        mime: str | None,
        title: str | None,
        fields: Mapping[str, Any],
    ) -> Row:
        facts = attachment_facts(Path(path), mime, self._engine.settings)
        row = {**facts, "physical_path": str(path), **fields, "source_type": kind}
        metadata = from_row({**row, "title": title}).metadata
        return to_row(self._engine.add(Path(path), name=title, metadata=metadata))

    def _number_of(self, registration: Registration) -> int:
        """The number of a newcomer; a file that was read here is not taken in by its words."""
        known = self._file_at(registration.metadata.get("physical_path"), registration)
        if known is None or (registration.content and not known.content):
            known = self._engine.register_source(**registration.arguments())
        assert known.number is not None
        return known.number

    def _file_at(self, path: Any, registration: Registration) -> Source | None:
        """The file of this session that a row means by its path."""
        if path is None or path != registration.identifier:
            return None
        # Files are known by their places, rows by the letters of their paths: only a file is
        # found by another spelling.
        try:
            found = self._engine.find_source(f"/.{path}" if path[0] == "/" else f"./{path}")
        except (SourceNotFound, SourceAmbiguous, InvalidInput):
            return None
        return found if found.number else None

    def _listed(self) -> list[Source]:
        return self._engine.list_sources(session_id=self._engine.context.session_id)

    def _selected(self, selectors: str | Iterable[str]) -> list[Source]:
        listed = self._listed()
        wanted = select(selectors, len(listed))
        return self._with_words([listed[number - 1] for number in wanted])

    def _rows(self, listed: Iterable[Source]) -> list[Row]:
        return [to_row(source) for source in self._with_words(listed)]

    def _with_words(self, listed: Iterable[Source]) -> list[Source]:
        return [self._engine.get_source(source.id) or source for source in listed]


def _compact(row: Row) -> Row:
    short: Row = {name: row[name] for name in ("sid", "title", "url", "source_type") if name in row}
    short["title"] = one_line(row["title"], SHORT_TEXT)
    if row.get("text"):
        short["text"] = one_line(row["text"], SHORT_TEXT)
    return short


def _rows_of(newcomers: Any) -> list[dict[str, Any]]:
    if isinstance(newcomers, SourcesPool):
        return newcomers.load()
    if isinstance(newcomers, str | Path):
        return read_sources(newcomers)
    rows = [newcomers] if isinstance(newcomers, Mapping) else list(newcomers)
    return rows_in(rows, "What is to be merged")


def _check_numbers(coming: list[tuple[int | None, Registration]]) -> None:
    """Refuse two sources under one number: a marker could mean either."""
    seen: dict[int, str] = {}
    for sid, registration in coming:
        if sid is not None and seen.setdefault(sid, registration.canonical_key) != (
            registration.canonical_key
        ):
            raise InvalidInput(
                f"Two different sources have the sid {sid}.",
                fix="Give each source a number of its own.",
            )

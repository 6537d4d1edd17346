"""
The pool of a conversation: the numbered sources of a session, as rows.

Agents and skills bring pools of their own. What is known already keeps its number, what is new
gets the next one, and the markers in the newcomers' text are rewritten to the numbers here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from citation_engine.display import one_line
from citation_engine.engine.engine import CitationEngine
from citation_engine.errors import InvalidInput, SourceAmbiguous, SourceNotFound
from citation_engine.interop.attachments import attachment_facts
from citation_engine.interop.registration import Registration
from citation_engine.interop.renumbering import number_rows, rewrite_markers
from citation_engine.interop.rows import Row, from_row, sid_of, to_row
from citation_engine.interop.selectors import select
from citation_engine.interop.sources_yaml import read_sources, rows_in
from citation_engine.interop.visible import visible_text
from citation_engine.model.source import Source

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

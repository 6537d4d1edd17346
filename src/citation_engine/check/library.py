"""
A library in memory: sources known and numbered as on the record, without a record.

There is no database, no key and no signature. What a search makes of the sources is worked out
when a claim first needs it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from os import PathLike
from threading import RLock
from typing import TYPE_CHECKING, Any

from citation_engine import plugins
from citation_engine.check.parallel import in_order
from citation_engine.collect import incoming
from citation_engine.collect.documents import KeptReadings
from citation_engine.collect.files import allowed_roots, check_root
from citation_engine.collect.identity import name_key, page_key
from citation_engine.errors import CitationError, FetchRefused, SourceUnreachable, SourceUnreadable
from citation_engine.formats.plain import lone_surrogate_at
from citation_engine.hashing import sha256_hex
from citation_engine.model.citation import Citation
from citation_engine.model.hit import Duplicate, Evidence
from citation_engine.model.passage import Passage
from citation_engine.model.source import (
    NewSource,
    ReadState,
    Snapshot,
    Source,
    SourceType,
    gained_fields,
    merge_fields,
)
from citation_engine.ports import Reader
from citation_engine.search import pieces
from citation_engine.search.indexing import ChunkedText, described
from citation_engine.search.likeness import NEARLY, Sketch, bands_of, likeness
from citation_engine.search.memory_index import MemoryIndex
from citation_engine.search.query import Needle, parse_claim, parse_query
from citation_engine.settings import Settings
from citation_engine.urls import is_web_address
from citation_engine.verify.words import passage_found, text_of

if TYPE_CHECKING:
    from citation_engine.collect.web.fetch import Web
    from citation_engine.collect.web.response import Fetched
    from citation_engine.quotes.collection_index import CollectionIndex

# Files and pages that are read and fetched at once.
AT_ONCE = 10
NOT_FETCHED = "It was registered by its address alone. Add it again to fetch it."
# From here on the words of two sources are nearly the same.
ALIKE = 0.6
# Characters of all sources up to which they have one index of their letters.
MOST_CHARACTERS = 5_000_000
# Words by which sources that may have a quotation are found where there is no such index.
WORDS_ASKED = 12
PathOrUrl = str | PathLike[str]


@dataclass(frozen=True, slots=True)
class Added:
    """What became of one thing that was to be added: a source, or why there is none."""

    what: PathOrUrl
    source: Source | None = None
    error: CitationError | None = None


def called(what: PathOrUrl | NewSource) -> PathOrUrl:
    """The path or address of something, or what it is known by."""
    return what.identifier if isinstance(what, NewSource) else what


@dataclass(frozen=True, slots=True)
class Gatherer:
    """
    Reads files and fetches pages, so that they can become sources.

    `find_page` gives the sources that are known by an address: a page is fetched once.
    """

    settings: Settings
    readers: Sequence[Reader]
    fetch: "Callable[[str], Fetched]"
    session: str
    find_page: Callable[[str], Sequence[Source]]
    kept: KeptReadings | None = None

    def gather(
        self,
        what: PathOrUrl,
        given: Mapping[str, Any],
        *,
        reader: str | None = None,
        fetch: bool = True,
    ) -> NewSource:
        """What is to be known of a file or a page."""
        if isinstance(what, str) and is_web_address(what):
            return self._page(incoming.web_address(what), given, fetch=fetch)
        path = incoming.as_path(what)
        roots = allowed_roots(self.settings)
        return incoming.from_file(
            check_root(path, roots) if roots else path,
            self.readers,
            self.settings,
            self.session,
            reader=reader,
            kept=self.kept,
            **given,
        )

    def _page(self, url: str, given: Mapping[str, Any], *, fetch: bool) -> NewSource:
        """A page, fetched if its words are not known yet."""
        from citation_engine.collect.web.pages import read_page

        known = self.find_page(url)
        if not fetch or any(source.state is ReadState.READY for source in known):
            reason = "" if known else NOT_FETCHED
            return incoming.from_page(url, self.session, reason, **given)
        try:
            fetched = self.fetch(url)
        except (FetchRefused, SourceUnreachable) as error:
            return incoming.from_page(url, self.session, str(error), **given)
        new = read_page(fetched, self.settings, self.readers, self.session, **given)
        return with_screenshot(new, fetched.body, self.settings)


def with_screenshot(new: NewSource, html: bytes, settings: Settings) -> NewSource:
    """The page with its picture, where pictures are asked for; why there is none, where not."""
    if not settings.screenshots or new.text is None or "html" not in new.media_type:
        return new
    from citation_engine.render.stored_page import screenshot

    try:
        picture = screenshot(html, encoding=new.encoding, browser=settings.browser)
    except SourceUnreadable as error:
        metadata = {**new.metadata, "screenshot_missing": error.message}
        return new.model_copy(update={"metadata": metadata})
    return new.model_copy(update={"screenshot": picture})


@dataclass(slots=True)
class _Held:
    """A source: what is known of it, and its words, the latest last."""

    id: int
    type: SourceType
    fields: dict[str, Any]
    snapshots: list[Snapshot] = field(default_factory=list)
    added_at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def latest(self) -> Snapshot | None:
        """The words that count."""
        return self.snapshots[-1] if self.snapshots else None


class MemoryLibrary:
    """Sources in memory, which are gone with it."""

    def __init__(
        self,
        settings: Settings,
        kept: KeptReadings | None = None,
        index_of: Callable[[str], ChunkedText] = ChunkedText,
    ) -> None:
        self._settings = settings
        # Where readings of documents are kept, and what gives the index of a text.
        self.kept = kept
        self._index_of = index_of
        self.readers: list[Reader] = [plugins.load("readers", n) for n in plugins.names("readers")]
        self._held: dict[int, _Held] = {}
        # Which source a key means for sure, and which ones go by a key or a name.
        self._known: dict[str, int] = {}
        self._called: dict[str, list[int]] = {}
        self._texts: list[tuple[int, int | None, ChunkedText]] = []
        self._snapshots: dict[int, Snapshot] = {}
        self._lock = RLock()

    # adding ---------------------------------------------------------------------------------

    def add_all(
        self,
        things: Iterable[PathOrUrl | NewSource],
        progress: Callable[[Added], None] | None = None,
    ) -> list[Added]:
        """
        Add files, pages and what was read before, several being read and fetched at once.

        They are numbered in the order they were given in. What is wrong with one does not stop
        the others.
        """
        gatherer = Gatherer(
            self._settings,
            self.readers,
            self.fetch,
            self._settings.session,
            self._find_page,
            self.kept,
        )
        wanted, done = list(things), list[Added]()

        def gather(what: PathOrUrl | NewSource) -> tuple[NewSource, ChunkedText]:
            new = what if isinstance(what, NewSource) else gatherer.gather(what, {})
            indexed = self._index_of(new.text or "")
            if len(wanted) > 1:
                # Whether two are alike is asked in any case, and other files are still read.
                indexed.prepare()
            return new, indexed

        self._forget()
        for what, gathered in in_order(gather, wanted, AT_ONCE):
            try:
                added = Added(called(what), self.add(*gathered()))
            except CitationError as error:
                added = Added(called(what), error=error)
            done.append(added)
            if progress is not None:
                progress(added)
        return done

    def _forget(self) -> None:
        """Make anew what was made of all sources, when it is asked for again."""
        for name in (
            "sources",
            "_ready",
            "_letters",
            "_index",
            "_sketches",
            "_by_words",
            "_by_band",
        ):
            self.__dict__.pop(name, None)

    def add(self, new: NewSource, indexed: ChunkedText | None = None) -> Source:
        """Add a source, or find it again and add what is new about it."""
        indexed = indexed or ChunkedText(new.text or "")
        incoming.check_source(new, self._settings)
        # Every file is a source of its own here, also where another has its name and words.
        keys = new.keys[:1] if new.type is SourceType.DOCUMENT else new.keys
        id = next((self._known[key] for key in keys if key in self._known), None)
        if id is None:
            held = self._hold(new, indexed)
        else:
            held = self._held[id]
            self._renew(held, new, indexed)
        for key in keys:
            self._known.setdefault(key, held.id)
        for key in (*new.keys, *new.names):
            called = self._called.setdefault(key, [])
            if held.id not in called:
                called.append(held.id)
        return self._source(held)

    def _hold(self, new: NewSource, indexed: ChunkedText) -> _Held:
        names = ("identifier", "name", "version", "metadata", "preview", "state", "state_reason")
        fields = {name: getattr(new, name) for name in names}
        held = _Held(len(self._held) + 1, new.type, fields)
        self._held[held.id] = held
        self._describe(held, fields)
        if new.text is not None:
            self._take_snapshot(held, new, indexed)
        return held

    def _renew(self, held: _Held, new: NewSource, indexed: ChunkedText) -> None:
        known = held.latest.text_sha256 if held.latest else None
        changed = new.text is not None and sha256_hex(new.text) != known
        if changed:
            self._take_snapshot(held, new, indexed)
        gained = gained_fields(held.fields, new, became_ready=changed)
        merge_fields(held.fields, gained)
        self._describe(held, gained)

    def _describe(self, held: _Held, fields: Mapping[str, Any]) -> None:
        """Make a source findable by what it is called."""
        if text := described(fields):
            self._texts.append((held.id, None, ChunkedText(text)))

    def _take_snapshot(self, held: _Held, new: NewSource, indexed: ChunkedText) -> None:
        assert new.text is not None
        snapshot = Snapshot(
            id=len(self._snapshots) + 1,
            entry_id="",
            source_id=held.id,
            ordinal=len(held.snapshots) + 1,
            version=new.version,
            text=new.text,
            text_sha256=sha256_hex(new.text),
            original_sha256=sha256_hex(new.original) if new.original is not None else None,
            media_type=new.media_type,
            encoding=new.encoding,
            reader=new.reader,
            reader_version=new.reader_version,
            layout=new.layout,
            geometry=new.geometry,
            taken_at=datetime.now(UTC),
        )
        held.snapshots.append(snapshot)
        self._snapshots[snapshot.id] = snapshot
        self._texts.append((held.id, snapshot.id, indexed))

    def fetch(self, url: str) -> "Fetched":
        """A page, by the one door to the network."""
        with self._lock:
            web = self._web
        return web.fetch(url)

    @cached_property
    def _web(self) -> "Web":
        from citation_engine.collect.web.fetch import Web

        return Web(self._settings)

    def _find_page(self, url: str) -> list[Source]:
        for key in (page_key(url), name_key(url, self._settings.session)):
            if key in self._called:
                return [self._source(self._held[id]) for id in self._called[key]]
        return []

    # what it has ----------------------------------------------------------------------------

    @cached_property
    def sources(self) -> list[Source]:
        """The sources without their words, in the order of their numbers."""
        return [self._source(held) for held in self._held.values()]

    @property
    def citations(self) -> Sequence[Citation]:
        """None were made of them before."""
        return ()

    def snapshot(self, source: Source) -> Snapshot | None:
        """The latest words of a source; None where there are none."""
        return self._held[source.id].latest

    def _source(self, held: _Held) -> Source:
        latest, known = held.latest, held.fields
        return Source(
            id=held.id,
            entry_id="",
            type=held.type,
            identifier=known["identifier"],
            name=known["name"] or known["identifier"],
            version=latest.version if latest and latest.version else known["version"],
            preview=known["preview"],
            metadata=known["metadata"],
            state=known["state"],
            state_reason=known["state_reason"],
            number=held.id,
            project_id=self._settings.project,
            snapshot_id=latest.id if latest else None,
            snapshots=len(held.snapshots),
            created_at=held.added_at,
        )

    # finding words --------------------------------------------------------------------------

    def find_evidence(
        self, claim: str, *, sources: Sequence[Source] | None = None, limit: int, least: float = 0
    ) -> list[Evidence]:
        """The passages of all sources, or of these, that speak of a claim, the best first."""
        if len(claim) > pieces.LONGEST_QUERY or lone_surrogate_at(claim) is not None:
            return []
        search = self._search(parse_claim(claim), sources)
        if search is None:
            return []
        return pieces.find_evidence(
            search, search.pieces(), limit, self._show, self._by_id, least=least
        )

    def find_quote(self, quote: str, *, limit: int, beside: Source) -> list[Source]:
        """Sources that have a quotation; where only `beside` is left to look at, none."""
        if not any(source.id != beside.id for source in self._ready):
            return []
        if sum(len(self._words(source).text) for source in self._ready) <= MOST_CHARACTERS:
            with self._lock:
                letters = self._letters
            places = [one for one in letters.find(quote, limit) if one.location.match.located]
            return [self._ready[int(one.key)] for one in places]
        words = " ".join(quote.replace('"', " ").split()[:WORDS_ASKED])
        search = self._search(parse_query(f'"{words}"'), None)
        if search is None:
            return []
        hits = pieces.find_hits(search, search.pieces(), limit, 3, self._show, self._by_id)
        return list({hit.source.id: hit.source for hit in hits if hit.passage}.values())

    @cached_property
    def _ready(self) -> list[Source]:
        """The sources whose words are known."""
        return [s for s in self.sources if s.state is ReadState.READY and s.snapshot_id]

    def _words(self, source: Source) -> Snapshot:
        return self._snapshots[source.snapshot_id or 0]

    @cached_property
    def _letters(self) -> "CollectionIndex":
        """One index of the letters of all sources."""
        from citation_engine.quotes.collection_index import CollectionIndex

        return CollectionIndex(
            {str(at): text_of(self._words(one)).searched for at, one in enumerate(self._ready)}
        )

    def _search(
        self, needles: Sequence[Needle], sources: Sequence[Source] | None
    ) -> pieces.PieceSearch | None:
        if not needles:
            return None
        with self._lock:
            index = self._index
        ids = None if sources is None else tuple(sorted(source.id for source in sources))
        return pieces.PieceSearch(index, needles, pieces.Filters(sources=ids))

    @cached_property
    def _index(self) -> MemoryIndex:
        index = MemoryIndex()
        for source_id, snapshot_id, indexed in self._texts:
            index.add(source_id, snapshot_id, indexed.text, indexed.chunks)
        return index

    def _show(self, place: pieces.FoundPlace) -> Passage | None:
        return passage_found(self._snapshots.get(place.piece.stored.snapshot_id or 0), place)

    def _by_id(self, ids: set[int]) -> dict[int, Source]:
        return {source.id: source for source in self.sources if source.id in ids}

    # sources that are alike -----------------------------------------------------------------

    def near_duplicates(self, source: Source) -> list[Duplicate]:
        """The sources whose words are nearly the same, the most alike first."""
        shares: dict[int, float] = {}
        if (own := self._sketches.get(source.id)) is not None:
            near = {id for band in bands_of(own) for id in self._by_band[band]}
            shares = {id: min(likeness(own, self._sketches[id]), NEARLY) for id in near}
        if (words := self._held[source.id].latest) is not None:
            shares |= dict.fromkeys(self._by_words[words.text_sha256], 1.0)
        alike = [
            Duplicate(source=self._source(self._held[id]), likeness=round(share, 2))
            for id, share in sorted(shares.items())
            if share >= ALIKE and id != source.id
        ]
        return sorted(alike, key=lambda duplicate: (-duplicate.likeness, duplicate.source.id))

    @cached_property
    def _sketches(self) -> dict[int, Sketch]:
        """The sketches of all sources that have one; one source is like none."""
        latest = {held.latest.id for held in self._held.values() if held.latest}
        if len(latest) < 2:
            return {}
        return {
            source_id: sketch
            for source_id, snapshot_id, indexed in self._texts
            if snapshot_id in latest and (sketch := indexed.sketch) is not None
        }

    @cached_property
    def _by_words(self) -> dict[str, list[int]]:
        """The sources by the hash of their latest words."""
        found: dict[str, list[int]] = {}
        for held in self._held.values():
            if held.latest:
                found.setdefault(held.latest.text_sha256, []).append(held.id)
        return found

    @cached_property
    def _by_band(self) -> dict[int, list[int]]:
        """The sources by the keys of their sketches: only those that share one can be alike."""
        found: dict[int, list[int]] = {}
        for id, sketch in self._sketches.items():
            for band in bands_of(sketch):
                found.setdefault(band, []).append(id)
        return found

"""How sources come in: files, pages, texts and previews, one by one or many at once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from citation_engine.collect import incoming
from citation_engine.collect.roots import allowed_roots, check_root, is_below
from citation_engine.engine import intake
from citation_engine.engine.ordering import in_order
from citation_engine.errors import (
    CitationError,
    FetchRefused,
    SourceNotFound,
    SourceUnreachable,
    SourceUnreadable,
    StoreError,
)
from citation_engine.model.source import NewSource, ReadState, Source, SourceType
from citation_engine.record import sources as record_sources
from citation_engine.record.sources import ORIGINAL, SCREENSHOT
from citation_engine.render.screenshot import screenshot
from citation_engine.settings import Settings
from citation_engine.urls import is_web_address

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine

AT_ONCE = 10
NOT_FETCHED = "It was registered by its address alone. Add it again to fetch it."
PathOrUrl = str | PathLike[str]
Metadata = Mapping[str, Any] | None
Members = Sequence[Source | int | str]


@dataclass(frozen=True, slots=True)
class Added:
    """What became of one thing that was to be added: a source, or why there is none."""

    what: PathOrUrl
    source: Source | None = None
    error: CitationError | None = None


class CollectingMethods:
    """`add`, `add_text`, `add_all` and `register_source`."""

    def add(
        self,
        what: PathOrUrl,
        *,
        name: str | None = None,
        version: str | None = None,
        metadata: Metadata = None,
        reader: str | None = None,
        fetch: bool = True,
        idempotency_key: str | None = None,
    ) -> Source:
        """
        Register a file or a web page by its path or address, and give it its number.

        A page is fetched and archived the first time; `refresh` fetches it again. What
        cannot be fetched or read is registered as degraded, with the reason.

        Args:
            what: a path, or an address that begins with `http://` or `https://`.
            name: what to call it, where its own title is not wanted.
            version: the version of it.
            metadata: what else is known about it.
            reader: the name of the reader to use instead of the one the file asks for.
            fetch: false to register a page by its address alone.
            idempotency_key: the caller's key for this write.

        """
        engine = _engine(self)
        given = {"name": name, "version": version, "metadata": metadata}
        new = self._gathered(what, given, reader=reader, fetch=fetch)
        return engine._register(new, idempotency_key, self._asked(what, given))

    def add_all(
        self,
        things: Iterable[PathOrUrl],
        *,
        name: str | None = None,
        version: str | None = None,
        metadata: Metadata = None,
        at_once: int = AT_ONCE,
        progress: Callable[[Added], None] | None = None,
    ) -> list[Added]:
        """
        Register many files and pages, several being read and fetched at once.

        They are numbered in the order they were given in, and so are the results. What is
        wrong with one does not stop the others. When this is interrupted, what `progress`
        was told about is recorded, and the same call goes on from there.
        """
        engine = _engine(self)
        given = {"name": name, "version": version, "metadata": metadata}
        done: list[Added] = []
        for what, gathered in in_order(
            lambda what: self._gathered(what, given), things, max(1, at_once)
        ):
            try:
                source = engine._register(gathered(), None)
                added = Added(what, source)
            except StoreError:
                raise
            except CitationError as error:
                added = Added(what, error=error)
            done.append(added)
            if progress is not None:
                progress(added)
        return done

    def add_text(
        self,
        text: str,
        *,
        name: str,
        type: str = "document",
        version: str | None = None,
        metadata: Metadata = None,
        idempotency_key: str | None = None,
    ) -> Source:
        """Register words that are handed in directly."""
        return self.register_source(
            type=type,
            identifier=name,
            content=text,
            version=version,
            metadata=metadata,
            idempotency_key=idempotency_key,
        )

    def register_source(
        self,
        type: str,
        identifier: str,
        *,
        content: str | None = None,
        preview: str | None = None,
        name: str | None = None,
        version: str | None = None,
        metadata: Metadata = None,
        members: Members = (),
        fetch: bool = True,
        idempotency_key: str | None = None,
    ) -> Source:
        """
        Register a source of any type when it is passed to the agent.

        With `content` these are its words. With a `preview` alone, such as the snippet of a
        search hit, it can be cited and is never evidence. With neither, a document is read
        and a page is fetched. `members` are the sources that an aggregate rests on.
        """
        kind = intake.source_type(type)
        engine = _engine(self)
        if kind is SourceType.WEBSITE:
            identifier = intake.web_address(identifier)
        given: dict[str, Any] = {"name": name, "version": version, "metadata": metadata}
        session = engine.context.session_id
        readable = kind in (SourceType.DOCUMENT, SourceType.WEBSITE)
        asked = None
        if content is None and preview is not None:
            text = intake.source_text(preview)
            new = incoming.from_preview(text, kind, session, identifier=identifier, **given)
        elif content is None and readable:
            what = incoming.as_path(identifier) if kind is SourceType.DOCUMENT else identifier
            new = self._gathered(what, given, fetch=fetch)
            asked = self._asked(what, given)
        else:
            text = intake.source_text(content)
            new = incoming.from_text(text, kind, session, identifier=identifier, **given)
            if preview:
                new = new.model_copy(update={"preview": intake.source_text(preview)})
        return engine._register(self._with_members(new, members), idempotency_key, asked)

    def join(self, source: Source | int | str) -> Source:
        """Give a source of the project a number in this session, where it has none yet."""
        engine = _engine(self)
        known = engine._resolve(source)
        engine._write_once(partial(record_sources.join, id=known.id), {"entry": 3}, None)
        found = engine.get_source(known.id)
        assert found is not None
        return found

    def get_members(self, source: Source | int | str) -> list[Source]:
        """The sources that an aggregate rests on, such as the 42 papers of "42 of 60"."""
        engine = _engine(self)
        ids = engine._state.reading.members(engine._resolve(source).id)
        if not ids:
            return []
        found = {s.id: s for s in engine._state.reading.sources(engine._session_id(), ids=ids)}
        return [found[id] for id in ids]

    def get_original(self, snapshot_id: int) -> bytes | None:
        """The bytes a snapshot was made from: the file, or the web archive of the page."""
        engine = _engine(self)
        snapshot = engine.get_snapshot(snapshot_id)
        if snapshot is None or snapshot.redacted:
            return None
        kept = engine._state.reading.kept_with(snapshot_id, ORIGINAL)
        return snapshot.text.encode() if kept is None and snapshot.original_sha256 else kept

    def _known_or_added(self, identifier: str | int, kind: SourceType) -> tuple[Source, bool]:
        """The source a model names: known, or fetched or read now where that is allowed."""
        engine = _engine(self)
        try:
            return engine._resolve(identifier, kind), False
        except SourceNotFound:
            added = self._added(identifier, kind) if isinstance(identifier, str) else None
            if added is None:
                raise
            return added, True

    def _added(self, identifier: str, kind: SourceType) -> Source | None:
        """A page or a file that is not known yet; None where there is no such thing to read."""
        if kind is SourceType.WEBSITE and is_web_address(identifier):
            return self.add(identifier)
        if kind is not SourceType.DOCUMENT or not identifier.strip() or "\0" in identifier:
            return None
        path = Path(identifier)
        roots = allowed_roots(_engine(self).settings) or [Path.cwd()]
        return self.add(path.resolve()) if is_below(path, roots) and path.is_file() else None

    def get_screenshot(self, snapshot_id: int) -> bytes | None:
        """The picture of a page as a PNG, where one was made when it was fetched."""
        return _engine(self)._state.reading.kept_with(snapshot_id, SCREENSHOT)

    def _with_members(self, new: NewSource, members: Members) -> NewSource:
        if not members:
            return new
        ids = tuple(_engine(self)._resolve(member).id for member in members)
        return new.model_copy(update={"members": ids})

    def _gathered(
        self,
        what: PathOrUrl,
        given: Mapping[str, Any],
        *,
        reader: str | None = None,
        fetch: bool = True,
    ) -> NewSource:
        """What is to be recorded of a file or a page, read but not written."""
        engine = _engine(self)
        if isinstance(what, str) and is_web_address(what):
            return self._page(intake.web_address(what), given, fetch=fetch)
        path = incoming.as_path(what)
        roots = allowed_roots(engine.settings)
        return incoming.from_file(
            check_root(path, roots) if roots else path,
            engine._shared.readers,
            engine.settings,
            engine.context.session_id,
            reader=reader,
            kept=engine._shared.readings,
            **given,
        )

    def _page(self, url: str, given: Mapping[str, Any], *, fetch: bool) -> NewSource:
        """A page, fetched if its words are not known yet."""
        from citation_engine.collect.web.pages import read_page

        engine = _engine(self)
        session, shared = engine.context.session_id, engine._shared
        known = self._known_pages(url)
        if not fetch or any(source.state is ReadState.READY for source in known):
            reason = "" if known else NOT_FETCHED
            return incoming.from_page(url, session, reason, **given)
        try:
            fetched = shared.web.fetch(url)
        except (FetchRefused, SourceUnreachable) as error:
            return incoming.from_page(url, session, str(error), **given)
        new = read_page(fetched, engine.settings, shared.readers, session, **given)
        return with_screenshot(new, fetched.body, engine.settings)

    def _known_pages(self, url: str) -> list[Source]:
        engine = _engine(self)
        reading = engine._state.reading
        ids = reading.find_sources(intake.source_keys(url, engine.context.session_id))
        found = [reading.source(id, engine._session_id()) for id in ids]
        return [source for source in found if source]

    def _asked(self, what: PathOrUrl, given: Mapping[str, Any]) -> dict[str, Any] | None:
        """What a call for a page asked, by which it is known again: its words may change."""
        if isinstance(what, str) and is_web_address(what):
            return {"page": what.strip(), **given, "metadata": dict(given["metadata"] or {})}
        return None


def with_screenshot(new: NewSource, html: bytes, settings: Settings) -> NewSource:
    """The page with its picture, where pictures are asked for; why there is none, where not."""
    if not settings.screenshots or new.text is None or "html" not in new.media_type:
        return new
    try:
        picture = screenshot(html, encoding=new.encoding, browser=settings.browser)
    except SourceUnreadable as error:
        metadata = {**new.metadata, "screenshot_missing": error.message}
        return new.model_copy(update={"metadata": metadata})
    return new.model_copy(update={"screenshot": picture})


def _engine(self: Any) -> "CitationEngine":
    return cast("CitationEngine", self)

"""The sources of a project: registered, named, looked at again, tagged."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from citation_engine.check.library import AT_ONCE, Added, PathOrUrl, called
from citation_engine.check.parallel import in_order
from citation_engine.collect import incoming
from citation_engine.collect.files import allowed_roots, is_below
from citation_engine.display import one_line, shortened
from citation_engine.engine import intake, retrieval
from citation_engine.engine.state import EngineState, once_only
from citation_engine.errors import (
    CitationError,
    InvalidInput,
    ProjectNotFound,
    SourceAmbiguous,
    SourceNotFound,
    StoreError,
)
from citation_engine.hashing import sha256_hex, uuid7
from citation_engine.model.source import (
    Comparison,
    NewSource,
    ReadState,
    Snapshot,
    Source,
    SourceType,
    Usage,
)
from citation_engine.ports import Transaction
from citation_engine.record import annotations
from citation_engine.record import sources as record_sources
from citation_engine.record.annotations import tag_name
from citation_engine.record.citations import snapshot_ref
from citation_engine.record.envelope import Author
from citation_engine.record.sources import ORIGINAL, SCREENSHOT, Registered
from citation_engine.search.indexing import ChunkedText
from citation_engine.urls import is_web_address

LONGEST_NOTE = 20_000
Metadata = Mapping[str, Any] | None
SourceLike = Source | int | str
Members = Sequence[SourceLike]


class Sources:
    """
    The sources of a project.

    A source is named by an object that was given back, by its id, by its number in the session
    such as `S3`, by its path or address, or by its name.
    """

    def __init__(self, state: EngineState) -> None:
        self._state = state

    # adding -------------------------------------------------------------------------------

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
        given = {"name": name, "version": version, "metadata": metadata}
        new = retrieval.retrieve(self._state, what, given, reader=reader, fetch=fetch)
        return self.record(new, idempotency_key, retrieval.page_request(what, given))

    def add_all(
        self,
        things: Iterable[PathOrUrl | NewSource],
        *,
        name: str | None = None,
        version: str | None = None,
        metadata: Metadata = None,
        at_once: int = AT_ONCE,
        progress: Callable[[Added], None] | None = None,
    ) -> list[Added]:
        """
        Register many files, pages and sources read before, several being got at once.

        They are numbered in the order they were given in, and so are the results. What is
        wrong with one does not stop the others. When this is interrupted, what `progress`
        was told about is recorded, and the same call goes on from there.
        """
        given = {"name": name, "version": version, "metadata": metadata}
        done: list[Added] = []

        def retrieve(what: PathOrUrl | NewSource) -> NewSource:
            if isinstance(what, NewSource):
                return what
            return retrieval.retrieve(self._state, what, given)

        for what, retrieved in in_order(retrieve, things, max(1, at_once)):
            try:
                added = Added(called(what), self.record(retrieved()))
            except StoreError:
                raise
            except CitationError as error:
                added = Added(called(what), error=error)
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
        return self.register(
            type=type,
            identifier=name,
            content=text,
            version=version,
            metadata=metadata,
            idempotency_key=idempotency_key,
        )

    def register(
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
        if kind is SourceType.WEBSITE:
            identifier = incoming.web_address(identifier)
        given: dict[str, Any] = {"name": name, "version": version, "metadata": metadata}
        session = self._state.context.session_id
        readable = kind in (SourceType.DOCUMENT, SourceType.WEBSITE)
        request = None
        if content is None and preview is not None:
            text = intake.source_text(preview)
            new = incoming.from_preview(text, kind, session, identifier=identifier, **given)
        elif content is None and readable:
            what = incoming.as_path(identifier) if kind is SourceType.DOCUMENT else identifier
            new = retrieval.retrieve(self._state, what, given, fetch=fetch)
            request = retrieval.page_request(what, given)
        else:
            text = intake.source_text(content)
            new = incoming.from_text(text, kind, session, identifier=identifier, **given)
            if preview:
                new = new.model_copy(update={"preview": intake.source_text(preview)})
        return self.record(self.with_members(new, members), idempotency_key, request)

    def record(
        self,
        new: NewSource,
        idempotency_key: str | None = None,
        request: Mapping[str, Any] | None = None,
    ) -> Source:
        """
        Record a source that was read, or find it again.

        `request` is what a repeated call is known by, where not by the words.
        """
        state = self._state
        incoming.check_source(new, state.settings)
        once = once_only(idempotency_key, "register", lambda: dict(request or _request(new)))
        indexed, entry_id = self._indexed(new), uuid7()

        def write(tx: Transaction, author: Author) -> Registered:
            return record_sources.register(tx, author, new, entry_id=entry_id, indexed=indexed)

        outcome = state.write(write, record_sources.NEEDS, once, entry_of=lambda made: made.last)
        if outcome.earlier is not None:
            data = state.ledger.data_of(outcome.earlier)
            source_id = data.get("source", data)["id"]
        else:
            source_id = outcome.made.source_id
        return self._known(source_id)

    def with_members(self, new: NewSource, members: Members) -> NewSource:
        """A source that is to be recorded, with the sources it rests on."""
        ids = tuple(self.find(member).id for member in members)
        return new.model_copy(update={"members": ids}) if ids else new

    def _indexed(self, new: NewSource) -> ChunkedText | None:
        """
        The index of a new source's words, made before anybody waits for the writer.

        Words that are known already are left alone: they are not indexed again.
        """
        if new.text is None:
            return None
        indexed, reading = ChunkedText(new.text), self._state.reading
        known = reading.find_sources(new.keys)[:1]
        latest = [s.text_sha256 for id in known for s in reading.snapshots(id)][-1:]
        if latest != [sha256_hex(new.text)]:
            indexed.prepare()
        return indexed

    def join(self, source: SourceLike) -> Source:
        """Give a source of the project a number in this session, where it has none yet."""
        known = self.find(source)
        self._state.write(partial(record_sources.join, id=known.id), {"entry": 3})
        return self._known(known.id)

    # finding ------------------------------------------------------------------------------

    def find(self, name: SourceLike, type: str | None = None) -> Source:
        """The source meant by an object, an id, a number such as `S3`, a path or a name."""
        if isinstance(name, Source):
            sources = [self.as_recorded(name)]
        else:
            reading, session = self._state.reading, self._state.session_number()
            ids = self._ids_of(name, session)
            sources = [s for s in (reading.last_read(id, session) for id in ids) if s]
        fitting = [s for s in sources if type is None or s.type == type]
        if len(fitting) == 1:
            return fitting[0]
        shown = repr(name.name) if isinstance(name, Source) else shortened(name)
        if not sources:
            raise SourceNotFound(f"There is no source {shown} in this session.")
        if not fitting:
            raise SourceNotFound(
                f"The source {shown} is a {sources[0].type}, not a {type}.",
                fix=f"Cite it as a {sources[0].type}, or name another source.",
            )
        listed = ", ".join(f"{s.id} ({one_line(s.identifier, 80)})" for s in fitting[:5])
        raise SourceAmbiguous(f"{shown} may mean any of the sources {listed}.")

    def find_or_add(self, identifier: str | int, kind: SourceType) -> tuple[Source, bool]:
        """The source a model names, and whether it was fetched or read now, as far as allowed."""
        try:
            return self.find(identifier, kind), False
        except SourceNotFound:
            added = self._added(identifier, kind) if isinstance(identifier, str) else None
            if added is None:
                raise
            return added, True

    def as_recorded(self, source: Source) -> Source:
        """
        What the record says about a source the caller holds.

        The object may be old, come from elsewhere or have been changed; only its
        identity and which of the snapshots it showed are taken from it.
        """
        reading = self._state.reading
        known = reading.last_read(source.id, self._state.session_number())
        if known is None or known.entry_id != source.entry_id:
            raise SourceNotFound(
                f"The source {one_line(source.name)!r} belongs to another project or database.",
                fix="Add it here first, with `engine.add(...)`.",
            )
        if source.snapshot_id in (None, known.snapshot_id):
            return known
        shown = reading.snapshot(source.snapshot_id) if source.snapshot_id else None
        if shown is None or shown.source_id != known.id:
            return known
        older = {"snapshot_id": shown.id, "content": shown.text, "version": shown.version}
        return known.model_copy(update=older)

    def _ids_of(self, name: Any, session: int) -> list[int]:
        """Every source a name may mean: by id, or by number in the session, by path or name."""
        if isinstance(name, int) and not isinstance(name, bool):
            return [name] if intake.is_row_id(name) else []
        reading = self._state.reading
        text = intake.text_of("source", name, 8_000, required=True) or ""
        named = reading.find_sources(intake.source_keys(text, self._state.context.session_id))
        number = intake.source_number(text)
        if number is not None:
            numbered = reading.numbered(session, number)
            named = [*([numbered] if numbered else []), *named]
        elif text.isascii() and text.isdigit() and len(text) < 19:
            named = [*named, int(text)]
        return list(dict.fromkeys(named))

    def _added(self, identifier: str, kind: SourceType) -> Source | None:
        """A page or a file that is not known yet; None where there is no such thing to read."""
        if kind is SourceType.WEBSITE and is_web_address(identifier):
            return self.add(identifier)
        if kind is not SourceType.DOCUMENT or not identifier.strip() or "\0" in identifier:
            return None
        path = Path(identifier)
        roots = allowed_roots(self._state.settings) or [Path.cwd()]
        return self.add(path.resolve()) if is_below(path, roots) and path.is_file() else None

    def _known(self, source_id: int) -> Source:
        source = self.get(source_id)
        assert source is not None
        return source

    # reading ------------------------------------------------------------------------------

    def get(self, source_id: int) -> Source | None:
        """A source with its words, or None."""
        if not intake.is_row_id(source_id):
            return None
        source = self._state.reading.source(source_id, self._state.session_number())
        # The record keeps this one; what a caller does to the metadata must not show there.
        return source and source.model_copy(deep=True)

    def snapshots(self, source_id: int) -> list[Snapshot]:
        """All snapshots of a source, oldest first, without their words."""
        return self._state.reading.snapshots(source_id) if intake.is_row_id(source_id) else []

    def snapshot(self, snapshot_id: int) -> Snapshot | None:
        """One snapshot with its words, or None."""
        return self._state.reading.snapshot(snapshot_id) if intake.is_row_id(snapshot_id) else None

    def members(self, source: SourceLike) -> list[Source]:
        """The sources that an aggregate rests on, such as the 42 papers of "42 of 60"."""
        reading = self._state.reading
        ids = reading.members(self.find(source).id)
        known = reading.sources(self._state.session_number(), ids=ids) if ids else []
        by_id = {source.id: source for source in known}
        return [by_id[id] for id in ids]

    def original(self, snapshot_id: int) -> bytes | None:
        """The bytes a snapshot was made from: the file, or the web archive of the page."""
        snapshot = self.snapshot(snapshot_id)
        if snapshot is None or snapshot.redacted:
            return None
        kept = self._state.reading.kept_with(snapshot_id, ORIGINAL)
        return snapshot.text.encode() if kept is None and snapshot.original_sha256 else kept

    def screenshot(self, snapshot_id: int) -> bytes | None:
        """The picture of a page as a PNG, where one was made when it was fetched."""
        return self._state.reading.kept_with(snapshot_id, SCREENSHOT)

    # looking again ------------------------------------------------------------------------

    def refresh(self, source: SourceLike, *, idempotency_key: str | None = None) -> Comparison:
        """
        Look at a page or a file again, and record what it is now.

        Changed words are a new snapshot. Citations stay bound to the words they were made
        on; the result says of each whether its words are still there.
        """
        known, old = self._last_words(source)
        seen = retrieval.look_again(self._state, known, old)
        compared = retrieval.compare(self._state, known, old, seen.words, seen)
        if seen.new is not None and seen.words is not None:
            known = self.record(seen.new)
        new_id = known.snapshot_id if seen.words is not None else None
        live = {"outcome": compared.outcome.value, "url": seen.url, "reason": compared.reason}
        self.note_check(known, live, "refresh", idempotency_key)
        return compared.model_copy(update={"new_snapshot_id": new_id})

    def diff(
        self,
        source: SourceLike,
        *,
        old: int | None = None,
        new: int | None = None,
        live: bool = False,
    ) -> Comparison:
        """
        What changed between two snapshots of a source, and which citations still stand.

        Without numbers these are the last two. With `live` the last one is compared with
        what is there now, and nothing is recorded.
        """
        known, latest = self._last_words(source)
        if live:
            seen = retrieval.look_again(self._state, known, latest)
            return retrieval.compare(self._state, known, latest, seen.words, seen)
        taken = [snapshot.id for snapshot in self.snapshots(known.id)]
        if not taken:
            raise InvalidInput(
                f"The source {known.label} has no words yet. {known.state_reason}",
                fix="Look at it again with `engine.refresh(source)`.",
            )
        newer = self._snapshot_named(known, taken[-1] if new is None else new)
        older = self._snapshot_named(known, taken[-2:][0] if old is None else old)
        seen = retrieval.SecondLook()
        compared = retrieval.compare(self._state, known, older, newer.text, seen)
        return compared.model_copy(update={"new_snapshot_id": newer.id})

    def note_check(
        self, source: Source, live: Mapping[str, Any], operation: str, key: str | None
    ) -> None:
        """Record with a source what a second look at it found."""
        reference = snapshot_ref(self._state.snapshot(source.snapshot_id))
        write = partial(annotations.note_check, id=source.id, snapshot=reference, live=live)
        once = once_only(key, operation, lambda: {"source": source.id})
        self._state.write(write, annotations.NEEDS, once)

    def _last_words(self, source: SourceLike) -> tuple[Source, Snapshot | None]:
        fresh = self._known(self.find(source).id)
        if fresh.state is ReadState.REDACTED:
            raise InvalidInput(
                f"The source {fresh.label} was redacted.", fix="Add it anew, if you may."
            )
        return fresh, self._state.snapshot(fresh.snapshot_id)

    def _snapshot_named(self, source: Source, id: int) -> Snapshot:
        snapshot = self.snapshot(id)
        if snapshot is None or snapshot.source_id != source.id:
            raise InvalidInput(
                f"The source {source.label} has no snapshot {id}.",
                fix="Name one that `cite source show` lists.",
            )
        return snapshot

    # what is said about them later --------------------------------------------------------

    def tag(self, source: SourceLike, *tags: str, idempotency_key: str | None = None) -> Source:
        """Put tags on a source; it keeps those it has."""
        return self._annotate(source, idempotency_key, {"tags": intake.tags_of(tags)})

    def untag(self, source: SourceLike, *tags: str, idempotency_key: str | None = None) -> Source:
        """Take tags off a source. That it had them stays on the record."""
        return self._annotate(source, idempotency_key, {"untagged": intake.tags_of(tags)})

    def note(self, source: SourceLike, text: str, *, idempotency_key: str | None = None) -> Source:
        """Add a note to a source."""
        context = self._state.context
        note = intake.text_of("note", text, LONGEST_NOTE, required=True)
        by = context.agent_id or context.user_id
        return self._annotate(source, idempotency_key, {"note": note, "noted_by": by})

    def _annotate(self, source: SourceLike, key: str | None, facts: dict[str, Any]) -> Source:
        known = self.find(source)
        once = once_only(key, "annotate", lambda: {"source": known.id, **facts})
        write = partial(annotations.annotate, id=known.id, **facts)
        self._state.write(write, annotations.NEEDS, once)
        return self._known(known.id)

    def record_usage(
        self,
        source: SourceLike,
        kind: str,
        artifact_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """
        Record that something was made with a source: a finding, a section of a report.

        Saying it twice in one session records it once.
        """
        known = self.find(source)
        used_for = intake.text_of("kind", kind, 100, required=True) or ""
        artifact = intake.text_of("artifact_id", artifact_id, 1_000, required=True) or ""
        request = {"source": known.id, "kind": used_for, "artifact": artifact}
        once = once_only(idempotency_key, "use", lambda: request)
        self._state.write(
            partial(annotations.note_usage, id=known.id, kind=used_for, artifact_id=artifact),
            annotations.NEEDS,
            once,
        )

    def usage(self, source: SourceLike | None = None) -> list[Usage]:
        """What this session made with its sources, or with one of them, in order."""
        ids = None if source is None else [self.find(source).id]
        return self._state.reading.usages(self._state.session_number(), ids)

    # Last, because it hides the type of the same name from what follows.
    def list(
        self,
        type: str | None = None,
        *,
        tag: str | None = None,
        session_id: str | None = None,
        project: str | None = None,
    ) -> list[Source]:
        """Sources without their words, of the project or of one session, in order."""
        kind = intake.source_type(type) if type is not None else None
        try:
            state = self._state.in_project(project)
        except ProjectNotFound:
            return []
        wanted: dict[str, Any] = {"type": kind}
        if tag is not None:
            wanted["ids"] = state.reading.find_sources([tag_name(intake.tag_of(tag))])
        if session_id is None:
            sources = state.reading.sources(state.session_number(), **wanted)
        else:
            session = state.number_of(session_id)
            if session is None:
                return []
            sources = state.reading.sources(session, in_session=True, **wanted)
            sources = sorted(sources, key=lambda source: source.number or 0)
        return [source for source in sources if tag is None or intake.tag_of(tag) in source.tags]


def _request(new: NewSource) -> dict[str, Any]:
    """What a registration asks for, by which a repeated call is told from another one."""
    words = new.original if new.text is None else new.text
    return {
        "type": new.type.value,
        "keys": list(new.keys),
        "name": new.name,
        "version": new.version,
        "metadata": new.metadata,
        "words": None if words is None else sha256_hex(words),
    }

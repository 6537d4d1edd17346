"""Looks at sources again: what they are now, what changed, and which citations still stand."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from citation_engine.collect import incoming
from citation_engine.collect.identity import page_key, path_key
from citation_engine.collect.web import freshness
from citation_engine.display import one_line
from citation_engine.engine.changes import line_changes
from citation_engine.engine.citing import once_only
from citation_engine.engine.collecting import with_screenshot
from citation_engine.errors import (
    FetchRefused,
    InvalidInput,
    SourceNotFound,
    SourceUnreachable,
    SourceUnreadable,
)
from citation_engine.model.comparison import Comparison, StandingPassage
from citation_engine.model.source import NewSource, Outcome, ReadState, Snapshot, Source, SourceType
from citation_engine.model.span import Span
from citation_engine.record import annotations
from citation_engine.record.citations import snapshot_ref

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine

SourceLike = Source | int | str


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a second look found: the words, or why there are none; where; whether it moved."""

    new: NewSource | None
    outcome: Outcome | None = None
    url: str | None = None
    reason: str = ""


class RefreshingMethods:
    """`refresh` and `diff`."""

    def refresh(self, source: SourceLike, *, idempotency_key: str | None = None) -> Comparison:
        """
        Look at a page or a file again, and record what it is now.

        Changed words are a new snapshot. Citations stay bound to the words they were made
        on; the result says of each whether its words are still there.
        """
        engine = _engine(self)
        known, old = self._last_words(source)
        seen = self._look(known, old)
        words = seen.new.text if seen.new else None
        compared = self._compared(known, old, words, seen)
        if seen.new is not None and words is not None:
            known = engine._register(seen.new, None)
        new_id = known.snapshot_id if words is not None else None
        live = {"outcome": compared.outcome.value, "url": seen.url, "reason": compared.reason}
        reference = snapshot_ref(engine._snapshot_of(known))
        write = partial(annotations.note_check, id=known.id, snapshot=reference, live=live)
        once = once_only(idempotency_key, "refresh", lambda: {"source": known.id})
        engine._write_once(write, annotations.NEEDS, once)
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
        engine = _engine(self)
        known, latest = self._last_words(source)
        if live:
            seen = self._look(known, latest)
            return self._compared(known, latest, seen.new.text if seen.new else None, seen)
        taken = [snapshot.id for snapshot in engine.get_snapshots(known.id)]
        if not taken:
            raise InvalidInput(
                f"The source {known.label} has no words yet. {known.state_reason}",
                fix="Look at it again with `engine.refresh(source)`.",
            )
        newer = self._snapshot_named(known, taken[-1] if new is None else new)
        older = self._snapshot_named(known, taken[-2:][0] if old is None else old)
        found = self._compared(known, older, newer.text, _Seen(None))
        return found.model_copy(update={"new_snapshot_id": newer.id})

    def _last_words(self, source: SourceLike) -> tuple[Source, Snapshot | None]:
        engine = _engine(self)
        known = engine._resolve(source)
        fresh = engine.get_source(known.id)
        assert fresh is not None
        if fresh.state is ReadState.REDACTED:
            raise InvalidInput(
                f"The source {fresh.label} was redacted.", fix="Add it anew, if you may."
            )
        return fresh, engine._snapshot_of(fresh)

    def _snapshot_named(self, source: Source, id: int) -> Snapshot:
        snapshot = _engine(self).get_snapshot(id)
        if snapshot is None or snapshot.source_id != source.id:
            raise InvalidInput(
                f"The source {source.label} has no snapshot {id}.",
                fix="Name one that `cite source show` lists.",
            )
        return snapshot

    def _look(self, known: Source, old: Snapshot | None) -> _Seen:
        """The source as it is now."""
        if known.type is SourceType.WEBSITE:
            return self._look_at_page(known)
        handed_in = known.state is ReadState.PREVIEW or (old and old.reader == incoming.HANDED_IN)
        if known.type is SourceType.DOCUMENT and not handed_in:
            return self._look_at_file(known)
        raise InvalidInput(
            f"The source {known.label} ({known.type}) was handed in and cannot be looked at again.",
            fix="Run a query again with `engine.rerun(source, connection)`, or add the new words.",
        )

    def _look_at_page(self, known: Source) -> _Seen:
        from citation_engine.collect.web.pages import read_page

        engine = _engine(self)
        try:
            fetched = engine._shared.web.fetch(known.identifier)
        except (FetchRefused, SourceUnreachable) as error:
            gone = freshness.is_gone(getattr(error, "status", None))
            outcome = Outcome.GONE if gone else Outcome.UNREACHABLE
            return _Seen(None, outcome, reason=str(error))
        session = engine.context.session_id
        new = read_page(fetched, engine.settings, engine._shared.readers, session)
        new = with_screenshot(new, fetched.body, engine.settings)
        permanent = freshness.permanent_part(fetched.redirects)
        keys = dict.fromkeys((page_key(known.identifier), *(new.keys if permanent else ())))
        new = new.model_copy(update={"keys": tuple(keys), "names": ()})
        moved = freshness.moved_to(known.identifier, fetched)
        if new.text is None:
            return _Seen(None, Outcome.UNREACHABLE, moved, new.state_reason)
        return _Seen(new, Outcome.MOVED if moved else None, moved)

    def _look_at_file(self, known: Source) -> _Seen:
        engine = _engine(self)
        path = Path(known.identifier)
        if not path.is_absolute() and not self._was_read_here(known, path):
            said = f"{known.identifier} was added from another folder, session or machine."
            return _Seen(None, Outcome.UNREACHABLE, reason=said)
        try:
            new = engine._gathered(path, {})
        except SourceNotFound as error:
            return _Seen(None, Outcome.GONE, reason=error.message)
        except SourceUnreadable as error:
            return _Seen(None, Outcome.UNREACHABLE, reason=error.message)
        if new.text is None:
            return _Seen(None, Outcome.UNREACHABLE, reason=new.state_reason)
        return _Seen(new)

    def _was_read_here(self, known: Source, path: Path) -> bool:
        """Whether a relative path means the same file as when the source was added."""
        engine = _engine(self)
        key = path_key(path, engine.context.session_id)
        return known.id in engine._state.reading.find_sources([key])

    def _compared(
        self, source: Source, old: Snapshot | None, words: str | None, seen: _Seen
    ) -> Comparison:
        common: dict[str, Any] = {
            "source_id": source.id,
            "url": seen.url,
            "reason": one_line(seen.reason),
            "old_snapshot_id": old.id if old else None,
        }
        if words is None:
            return Comparison(outcome=seen.outcome or Outcome.UNREACHABLE, **common)
        before = old.text if old else ""
        changes = line_changes(before, words)
        outcome = seen.outcome or (Outcome.SAME if before == words else Outcome.CHANGED)
        return Comparison(
            outcome=outcome,
            changes=changes.lines,
            left_out=changes.left_out,
            passages=tuple(self._standing(source, words)),
            **common,
        )

    def _standing(self, source: Source, words: str) -> Iterable[StandingPassage]:
        """Each cited passage of the source, on the snapshot it was cited from, and in `words`."""
        engine = _engine(self)
        for citation in engine.list_citations(source_id=source.id):
            verdict = citation.verdict
            snapshot = engine.get_snapshot(citation.snapshot_id) if citation.snapshot_id else None
            if verdict is None or verdict.passage is None or snapshot is None or snapshot.redacted:
                continue
            span = Span(verdict.passage.start, verdict.passage.end)
            [found] = freshness.compare(snapshot.text, words, [span]).passages
            place = found.moved_to or span if found.stands else None
            yield StandingPassage(
                citation_id=citation.id,
                quote=span.of(snapshot.text),
                stands=found.stands,
                start=place.start if place else None,
                end=place.end if place else None,
                moved=found.moved_to is not None,
            )


def _engine(self: Any) -> "CitationEngine":
    return cast("CitationEngine", self)

"""What is said about sources later: tags, notes, and what was made with them."""

from functools import partial
from typing import TYPE_CHECKING, Any, cast

from citation_engine.display import shortened
from citation_engine.engine import intake
from citation_engine.engine.citing import once_only
from citation_engine.errors import InvalidInput
from citation_engine.model.source import Source, Usage
from citation_engine.record import annotations

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine

LONGEST_TAG = 100
LONGEST_NOTE = 20_000
SourceLike = Source | int | str


class AnnotatingMethods:
    """`tag`, `untag`, `note`, `record_usage` and `get_usage`."""

    def tag(self, source: SourceLike, *tags: str, idempotency_key: str | None = None) -> Source:
        """Put tags on a source; it keeps those it has."""
        return self._annotate(source, idempotency_key, {"tags": _tags(tags)})

    def untag(self, source: SourceLike, *tags: str, idempotency_key: str | None = None) -> Source:
        """Take tags off a source. That it had them stays on the record."""
        return self._annotate(source, idempotency_key, {"untagged": _tags(tags)})

    def note(self, source: SourceLike, text: str, *, idempotency_key: str | None = None) -> Source:
        """Add a note to a source."""
        context = _engine(self).context
        note = intake.text_of("note", text, LONGEST_NOTE, required=True)
        said = {"note": note, "noted_by": context.agent_id or context.user_id}
        return self._annotate(source, idempotency_key, said)

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
        engine = _engine(self)
        known = engine._resolve(source)
        used_for = intake.text_of("kind", kind, 100, required=True) or ""
        artifact = intake.text_of("artifact_id", artifact_id, 1_000, required=True) or ""
        asked = {"source": known.id, "kind": used_for, "artifact": artifact}
        once = once_only(idempotency_key, "use", lambda: asked)
        engine._write_once(
            partial(annotations.note_usage, id=known.id, kind=used_for, artifact_id=artifact),
            annotations.NEEDS,
            once,
        )

    def get_usage(self, source: SourceLike | None = None) -> list[Usage]:
        """What this session made with its sources, or with one of them, in order."""
        engine = _engine(self)
        ids = None if source is None else [engine._resolve(source).id]
        return engine._state.reading.usages(engine._session_id(), ids)

    def _annotate(self, source: SourceLike, key: str | None, said: dict[str, Any]) -> Source:
        engine = _engine(self)
        known = engine._resolve(source)
        once = once_only(key, "annotate", lambda: {"source": known.id, **said})
        write = partial(annotations.annotate, id=known.id, **said)
        engine._write_once(write, annotations.NEEDS, once)
        found = engine.get_source(known.id)
        assert found is not None
        return found


def tag_of(tag: Any) -> str:
    """A tag: one short line, in small letters, so that `GDPR` and `gdpr` are one."""
    text = " ".join((intake.text_of("tag", tag, LONGEST_TAG, required=True) or "").split())
    if not text.isprintable():
        raise InvalidInput(
            f"The tag {shortened(tag)} has characters that cannot be shown.",
            fix="Use letters, digits and ordinary signs.",
        )
    return text.casefold()


def _tags(tags: tuple[Any, ...]) -> list[str]:
    if not tags:
        raise InvalidInput("No tag was given.", fix="Name at least one tag.")
    return [tag_of(tag) for tag in tags]


def _engine(self: Any) -> "CitationEngine":
    return cast("CitationEngine", self)

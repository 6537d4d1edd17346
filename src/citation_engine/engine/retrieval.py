"""Files and pages as they are now: read or fetched, and compared with what was stored of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from citation_engine.check.library import Gatherer, PathOrUrl, with_screenshot
from citation_engine.collect import incoming
from citation_engine.collect.identity import page_key, path_key
from citation_engine.collect.web import freshness
from citation_engine.display import one_line
from citation_engine.engine import intake
from citation_engine.engine.state import EngineState
from citation_engine.errors import (
    FetchRefused,
    InvalidInput,
    SourceNotFound,
    SourceUnreachable,
    SourceUnreadable,
)
from citation_engine.model.passage import Span
from citation_engine.model.source import (
    Comparison,
    NewSource,
    Outcome,
    ReadState,
    Snapshot,
    Source,
    SourceType,
    StandingPassage,
)
from citation_engine.urls import is_web_address

MOST_LINES = 20_000


# what is to be recorded -------------------------------------------------------------------


def retrieve(
    state: EngineState,
    what: PathOrUrl,
    given: Mapping[str, Any],
    *,
    reader: str | None = None,
    fetch: bool = True,
) -> NewSource:
    """What is to be recorded of a file or a page, read but not written."""
    shared, session = state.shared, state.context.session_id

    def find_page(url: str) -> list[Source]:
        ids = state.reading.find_sources(intake.source_keys(url, session))
        known = [state.reading.source(id, state.session_number()) for id in ids]
        return [source for source in known if source]

    gatherer = Gatherer(state.settings, shared.readers, shared.web.fetch, session, find_page)
    return gatherer.gather(what, given, reader=reader, fetch=fetch)


def page_request(what: PathOrUrl, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a call for a page asked, by which it is known again: its words may change."""
    if isinstance(what, str) and is_web_address(what):
        return {"page": what.strip(), **given, "metadata": dict(given["metadata"] or {})}
    return None


# a second look ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SecondLook:
    """What a second look saw: the words, or why there are none; where; whether it moved."""

    new: NewSource | None = None
    outcome: Outcome | None = None
    url: str | None = None
    reason: str = ""

    @property
    def words(self) -> str | None:
        """The words that are there now."""
        return self.new.text if self.new else None


def look_again(state: EngineState, source: Source, old: Snapshot | None) -> SecondLook:
    """The source as it is now."""
    if source.type is SourceType.WEBSITE:
        return _look_at_page(state, source)
    handed_in = source.state is ReadState.PREVIEW or (old and old.reader == incoming.HANDED_IN)
    if source.type is SourceType.DOCUMENT and not handed_in:
        return _look_at_file(state, source)
    raise InvalidInput(
        f"The source {source.label} ({source.type}) was handed in and cannot be looked at again.",
        fix="Run a query again with `engine.rerun(source, connection)`, or add the new words.",
    )


def _look_at_page(state: EngineState, source: Source) -> SecondLook:
    from citation_engine.collect.web.pages import read_page

    try:
        fetched = state.shared.web.fetch(source.identifier)
    except (FetchRefused, SourceUnreachable) as error:
        gone = freshness.is_gone(getattr(error, "status", None))
        outcome = Outcome.GONE if gone else Outcome.UNREACHABLE
        return SecondLook(None, outcome, reason=str(error))
    new = read_page(fetched, state.settings, state.shared.readers, state.context.session_id)
    new = with_screenshot(new, fetched.body, state.settings)
    permanent = freshness.permanent_part(fetched.redirects)
    keys = dict.fromkeys((page_key(source.identifier), *(new.keys if permanent else ())))
    new = new.model_copy(update={"keys": tuple(keys), "names": ()})
    moved = freshness.moved_to(source.identifier, fetched)
    if new.text is None:
        return SecondLook(None, Outcome.UNREACHABLE, moved, new.state_reason)
    return SecondLook(new, Outcome.MOVED if moved else None, moved)


def _look_at_file(state: EngineState, source: Source) -> SecondLook:
    path = Path(source.identifier)
    if not path.is_absolute() and not _was_read_here(state, source, path):
        reason = f"{source.identifier} was added from another folder, session or machine."
        return SecondLook(None, Outcome.UNREACHABLE, reason=reason)
    try:
        new = retrieve(state, path, {})
    except SourceNotFound as error:
        return SecondLook(None, Outcome.GONE, reason=error.message)
    except SourceUnreadable as error:
        return SecondLook(None, Outcome.UNREACHABLE, reason=error.message)
    if new.text is None:
        return SecondLook(None, Outcome.UNREACHABLE, reason=new.state_reason)
    return SecondLook(new)


def _was_read_here(state: EngineState, source: Source, path: Path) -> bool:
    """Whether a relative path means the same file as when the source was added."""
    key = path_key(path, state.context.session_id)
    return source.id in state.reading.find_sources([key])


# what changed -----------------------------------------------------------------------------


def compare(
    state: EngineState, source: Source, old: Snapshot | None, words: str | None, seen: SecondLook
) -> Comparison:
    """The stored words of a source beside those of now, and whether its citations still stand."""
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
        passages=tuple(_standing(state, source, words)),
        **common,
    )


def _standing(state: EngineState, source: Source, words: str) -> Iterable[StandingPassage]:
    """Each cited passage of the source, on the snapshot it was cited from, and in `words`."""
    for citation in state.reading.citations(source_id=source.id):
        verdict = citation.verdict
        snapshot = state.reading.snapshot(citation.snapshot_id) if citation.snapshot_id else None
        if verdict is None or verdict.passage is None or snapshot is None or snapshot.redacted:
            continue
        span = Span(verdict.passage.start, verdict.passage.end)
        [passage] = freshness.compare(snapshot.text, words, [span]).passages
        place = passage.moved_to or span if passage.stands else None
        yield StandingPassage(
            citation_id=citation.id,
            quote=span.of(snapshot.text),
            stands=passage.stands,
            start=place.start if place else None,
            end=place.end if place else None,
            moved=passage.moved_to is not None,
        )


class Changes(NamedTuple):
    """The first lines that went (`-`) and came (`+`), and how many more there are."""

    lines: tuple[str, ...]
    left_out: int


def line_changes(old: str, new: str, most: int = 200) -> Changes:
    """
    The lines that differ, in the order of the texts.

    Texts of very many lines are compared as sets of lines, because comparing them in order
    would take too long; what moved is then not seen as a change.
    """
    before, after = old.splitlines(), new.splitlines()
    if max(len(before), len(after)) > MOST_LINES:
        kept, known = set(after), set(before)
        found = [f"- {line}" for line in before if line not in kept]
        found += [f"+ {line}" for line in after if line not in known]
    else:
        found = list(_in_order(before, after))
    return Changes(tuple(islice(found, most)), max(0, len(found) - most))


def _in_order(before: list[str], after: list[str]) -> list[str]:
    found: list[str] = []
    matcher = SequenceMatcher(None, before, after, autojunk=len(before) > MOST_LINES // 10)
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind != "equal":
            found += [f"- {line}" for line in before[start:end]]
            found += [f"+ {line}" for line in after[new_start:new_end]]
    return found

"""The sections of a source: from a reference or a heading to its words, and back."""

from typing import TYPE_CHECKING, Any, cast

from citation_engine.display import one_line
from citation_engine.engine import intake
from citation_engine.errors import InvalidInput, InvalidLocator, SourceUnreadable
from citation_engine.model.passage import Passage
from citation_engine.model.source import Snapshot, Source
from citation_engine.model.span import Span
from citation_engine.verify.snapshot_text import text_of
from citation_engine.verify.words import passage_at

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine

LONGEST_SECTION = 400
MOST_LISTED = 5


class SectionMethods:
    """`resolve` and `section_at`."""

    def resolve(self, source: Source | int | str, section: str) -> Passage:
        """
        The words that a reference or a heading means, with their place.

        `section` is a legal reference ("§ 147 Abs. 3 Satz 1", "Art. 6(1)(f)"), a number ("8.1"),
        a heading, or a path of headings ("Part 1 › Retention"). What is not there, or is there
        more than once, is an error that says what is.
        """
        name = intake.text_of("section", section, LONGEST_SECTION, required=True) or ""
        known, snapshot = _words_of(self, source)
        found = text_of(snapshot).sections.find(name)
        if len(found.spans) == 1:
            return passage_at(snapshot, found.spans[0])
        shown = f'"{one_line(name)}"'
        if not found.spans:
            beginning = f" It has {found.beginning[0]}." if found.beginning else ""
            raise InvalidLocator(
                f"{one_line(known.name)} has no place called {shown}.{beginning}",
                fix="Give a reference or a heading as it stands in the source.",
            )
        lines = [snapshot.text.count("\n", 0, span.start) + 1 for span in found.spans]
        listed = ", ".join(map(str, lines[:MOST_LISTED])) + (
            ", …" if len(lines) > MOST_LISTED else ""
        )
        raise InvalidLocator(
            f"{one_line(known.name)} has {len(lines)} places called {shown}, on lines {listed}.",
            fix='Name what it is in as well, such as "Part 1 › Retention".',
        )

    def section_at(
        self, source: Source | int | str, start: int, end: int | None = None
    ) -> str | None:
        """What a place is called by: "§ 147 Abs. 3 Satz 1", or the headings above it; or None."""
        _, snapshot = _words_of(self, source)
        last = start if end is None else end
        numbers = all(isinstance(n, int) and not isinstance(n, bool) for n in (start, last))
        if not numbers or not 0 <= start <= last <= len(snapshot.text):
            raise InvalidInput(
                f"There is no place from {start!r} to {last!r} in {len(snapshot.text)} characters.",
                fix="Give offsets into the words of the source, as a passage has them.",
            )
        return text_of(snapshot).sections.section_of(Span(start, last))


def _words_of(self: Any, source: Source | int | str) -> tuple[Source, Snapshot]:
    """The source that is meant, and the words that are stored of it."""
    engine = cast("CitationEngine", self)
    known = engine._resolve(source)
    snapshot = engine._snapshot_of(known)
    if snapshot is None or snapshot.redacted:
        why = f" {one_line(known.state_reason)}" if known.state_reason else ""
        raise SourceUnreadable(
            f"No words of {one_line(known.name)} are stored.{why}",
            fix="Add the source again once its words can be read.",
        )
    return known, snapshot

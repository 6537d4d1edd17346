"""
Footnotes as research agents write them: `[S1]` while writing, `[^1]` in the saved report.

The words of a footnote are `Title — Publisher (Year) <address>`.
"""

import re
from collections.abc import Iterable

from citation_engine.display import shortened
from citation_engine.errors import InvalidInput
from citation_engine.interop.research import ResearchSource, SourceID
from citation_engine.link.references import find_references
from citation_engine.markers.reading import find_markers
from citation_engine.model.checked import CheckedSource
from citation_engine.model.draft import DraftFormat
from citation_engine.render.footnotes import Footnoted, write_footnotes
from citation_engine.render.references import describe
from citation_engine.render.references import source_table as rows_of

FootnoteNumber = int

_ID = re.compile(r"S[1-9][0-9]{0,8}")


class FootnoteFormatter:
    """Writes markers and footnotes for research sources."""

    def format_inline(self, source_id: SourceID) -> str:
        """Return the marker of a source, such as `[S1]`."""
        return f"[{_checked(source_id)}]"

    def format_footnote(self, number: FootnoteNumber, source: ResearchSource) -> str:
        """
        Return a footnote: `[^1]: Title — Publisher (Year) <address>`.

        Publisher and year are taken from the metadata, else from the source itself. What is
        not known is left out. Signs of the title that Markdown would take for markup are
        escaped.
        """
        if isinstance(number, bool) or number < 1:
            raise InvalidInput(
                f"A footnote cannot have the number {shortened(number, 40)}.",
                fix="Count footnotes from 1.",
            )
        return f"[^{number}]: {describe(source.title, *_published(source), source.url)}"

    def convert(self, text: str, sources: Iterable[ResearchSource]) -> Footnoted:
        """
        Return a report with its `[S1]` markers as footnotes and its sources listed below.

        Footnotes are numbered by first use. A marker of a source that is not there stays, and
        is in `left`.
        """
        return write_footnotes(
            text,
            find_markers(text),
            map(as_checked, sources),
            references=find_references(text, DraftFormat.MARKDOWN),
        )


def finish_report(text: str, sources: Iterable[ResearchSource]) -> str:
    """
    Return a report as it is saved.

    Where it has `[^1]` markers, what nothing defines yet goes under `## Footnotes`, the number
    meaning the source with that id. Where it has no markers, all sources go under
    `## References`. `[S1]` markers are turned into footnotes first.
    """
    return FootnoteFormatter().convert(text, sources).text


def source_table(sources: Iterable[ResearchSource]) -> list[tuple[str, str, str]]:
    """Return a row for each source, for the table under a report: id, title, address."""
    return rows_of(map(as_checked, sources))


def as_checked(source: ResearchSource) -> CheckedSource:
    """Return a research source as a source of a draft; it must have an id."""
    publisher, year = _published(source)
    label = _checked(source.source_id)
    return CheckedSource(
        label=label,
        name=source.title,
        identifier=source.url or source.canonical_key or "",
        url=source.url,
        publisher=publisher,
        year=year,
    )


def _checked(source_id: SourceID | None) -> str:
    if isinstance(source_id, str) and _ID.fullmatch(source_id):
        return source_id
    raise InvalidInput(
        f"{shortened(source_id, 80)} is not the id of a source.",
        fix="Register the source first: it is then called S1, S2 and so on.",
    )


def _published(source: ResearchSource) -> tuple[str | None, str | None]:
    publisher = source.metadata.get("publisher") or source.publisher
    year = source.metadata.get("year") or (source.date.year if source.date else None)
    return str(publisher) if publisher else None, str(year) if year else None

"""Holds a draft against the sources of a session: ties its markers, checks and audits it."""

import hashlib
import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from citation_engine.audit.audit_input import (
    AuditInput,
    AuditOptions,
    Duplicate,
    LinkedMarker,
    SourceNews,
    Unanchored,
)
from citation_engine.audit.checks import audit
from citation_engine.audit.codes import select
from citation_engine.audit.ignores import apply_ignores
from citation_engine.audit.metrics import measure
from citation_engine.audit.support import unchecked
from citation_engine.check.answers import ties_of_answer
from citation_engine.check.claims import ClaimChecker, Tie, with_quotes
from citation_engine.check.options import CheckOptions
from citation_engine.check.report import CheckReport
from citation_engine.check.report_file import Report
from citation_engine.collect.identity import shown_path
from citation_engine.link.candidate_sources import GivenSource, given_source, only_doi
from citation_engine.link.drafts.reading import read_draft
from citation_engine.link.resolve import Link, Resolution, resolve
from citation_engine.markers.stated import stated_place
from citation_engine.model.checked import CheckedClaim, CheckedSource, LinkedBy
from citation_engine.model.citation import Citation, MadeBy
from citation_engine.model.draft import Draft, Marker
from citation_engine.model.passage import Locator
from citation_engine.model.source import Outcome, Snapshot, Source, SourceType

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine

MARKDOWN = "text/markdown"
PLAIN_SUFFIXES = (".txt", ".text")
# Where a document names itself: its DOI, and the longest line that is a title.
LONGEST_HEAD = 3_000
LONGEST_TITLE = 200
_TITLE = re.compile(r"\s{0,200}#[ \t]+(\S[^\n]{0,300})")
_GONE = (Outcome.GONE, Outcome.UNREACHABLE)
Progress = Callable[[str, int, int], None]


def drafted(report: Report, options: CheckOptions) -> Draft:
    """The draft in a report; of a provider's answer its citations count, not signs in its words."""
    return read_draft(
        report.text,
        report.format,
        # A name that is no UTF-8 could not be stored, and would lose the whole run.
        name=shown_path(Path(report.name)),
        layout=report.layout,
        dialects=() if report.answer else options.markers,
        sidecar=options.sidecar,
        inline=options.inline,
    )


class Audit:
    """One draft, its markers tied to the sources of the session."""

    def __init__(
        self, engine: "CitationEngine", draft: Draft, report: Report, options: CheckOptions
    ) -> None:
        self._engine, self._report, self._options = engine, report, options
        self.draft = draft
        listed = engine.list_sources(session_id=engine.context.session_id)
        self.sources = sorted((s for s in listed if s.number), key=lambda s: s.number or 0)
        self._links: tuple[LinkedMarker, ...] = ()
        self._unanchored: tuple[Unanchored, ...] = ()
        self._notes: tuple[str, ...] = ()
        self.ties = with_quotes(draft.claims, self._tied(), engine)

    def run(self, progress: Progress | None = None) -> CheckReport:
        """Check every claim, and say what is wrong with the draft."""
        began = time.perf_counter()
        checker = ClaimChecker(self._engine, self.draft.claims)
        claims = checker.check(self.ties, partial(progress, "claims") if progress else None)
        return self._concluded(claims, time.perf_counter() - began)

    def _tied(self) -> list[Tie]:
        """Tie the markers, or the citations of a provider, to sources."""
        known = [self._known(source) for source in self.sources]
        by_label = {source.label: source for source in self.sources}
        if self._report.answer is not None:
            found = ties_of_answer(self._report.answer, self.draft, known, by_label)
            self._links, self._notes = found.links, found.notes
            self._unanchored = found.unanchored
            return found.ties
        options = self._options
        cited = self._citations() if options.numbered else {}
        made = resolve(
            self.draft,
            known,
            mapping=options.sources_map,
            numbered=options.numbered,
            citations={id: label for id, (_, label) in cited.items()},
        )
        self._links, self._notes = tuple(_linked_markers(made)), made.notes
        ties = _ties(self.draft, made, by_label)
        return [_as_cited(tie, cited) for tie in ties]

    def _known(self, source: Source) -> GivenSource:
        """What a marker may name a source by: what it says of itself, and its first words."""
        same = (self._options.also or {}).get(source.label, ())
        also = [shown_path(Path(path)) for path in same]
        known = given_source(source, also=also)
        snapshot = self._engine.state.snapshot_of(source)
        if snapshot is None:
            return known
        doi = known.doi
        if doi is None and source.type is SourceType.DOCUMENT:
            found = only_doi(_head(snapshot.text))
            # A text that names the DOI of another source cites it.
            doi = found if found not in self._stated_dois else None
        title = known.title or _title_in(source, snapshot)
        return known.model_copy(update={"title": title, "doi": doi})

    @cached_property
    def _stated_dois(self) -> frozenset[str | None]:
        return frozenset(given_source(source).doi for source in self.sources)

    def _citations(self) -> dict[int, tuple[Citation, str]]:
        """The citations that tools made in this session, with the labels of their sources."""
        labels = {source.id: source.label for source in self.sources}
        listed = self._engine.list_citations(session_id=self._engine.context.session_id)
        return {
            one.id: (one, labels[one.source_id])
            for one in listed
            if one.made_by is MadeBy.CITE and one.source_id in labels and not one.redacted
        }

    def _concluded(self, claims: Sequence[CheckedClaim], seconds: float) -> CheckReport:
        options = self._options
        given = AuditInput(
            draft=self.draft,
            claims=tuple(claims),
            sources=tuple(self._described()),
            links=self._links,
            options=AuditOptions(min_coverage=options.min_coverage),
            unanchored=self._unanchored,
            duplicates=tuple(self._duplicates()),
            changed=tuple(_news(self.sources, (Outcome.CHANGED,))),
            dead=tuple(_news(self.sources, _GONE)),
        )
        kept = apply_ignores(self.draft, audit(given))
        chosen = select(kept.findings, options.select, options.ignore)
        text = self.draft.text.encode("utf-8", "surrogatepass")
        return CheckReport(
            draft=self.draft,
            draft_sha256=self._report.sha256 or hashlib.sha256(text).hexdigest(),
            claims=given.claims,
            sources=given.sources,
            findings=tuple(chosen),
            ignored=kept.ignored,
            notes=(*self._report.notes, *self._notes),
            unchecked=unchecked(given),
            metrics=measure(given, chosen),
            judge=self._engine.judge.identity,
            seconds=round(seconds, 3),
        )

    def _described(self) -> Iterator[CheckedSource]:
        used = {tie.source.label for tie in self.ties}
        for source in self.sources:
            snapshot = self._engine.state.snapshot_of(source)
            known = given_source(source)
            publisher = source.metadata.get("publisher")
            page = source.identifier if source.type is SourceType.WEBSITE else None
            yield CheckedSource(
                label=source.label,
                name=source.name,
                identifier=source.identifier,
                media_type=snapshot.media_type if snapshot else "",
                state=source.state,
                reason=source.state_reason,
                pages=len(snapshot.layout.pages) or None if snapshot else None,
                sha256=snapshot.original_sha256 if snapshot else None,
                snapshot_id=source.snapshot_id,
                url=known.url or page,
                publisher=publisher if isinstance(publisher, str) else None,
                year=known.year,
                used=source.label in used,
            )

    def _duplicates(self) -> Iterator[Duplicate]:
        """The pairs of sources that are alike, each once."""
        labels = {source.id: source.label for source in self.sources}
        seen: set[frozenset[int]] = set()
        for source in self.sources:
            for other in self._engine.near_duplicates(source):
                pair = frozenset((source.id, other.source.id))
                if other.source.id in labels and pair not in seen:
                    seen.add(pair)
                    yield Duplicate(source.label, labels[other.source.id], other.likeness)


def _title_in(source: Source, snapshot: Snapshot) -> str | None:
    """The first heading of a Markdown file, the first line of a plain text."""
    if snapshot.media_type == MARKDOWN:
        heading = _TITLE.match(snapshot.text)
        return heading[1].strip() if heading else None
    if not source.identifier.lower().endswith(PLAIN_SUFFIXES):
        return None
    first = snapshot.text[:LONGEST_HEAD].lstrip("\ufeff \t\r\n").partition("\n")[0].strip()
    return first if 0 < len(first) <= LONGEST_TITLE else None


def _head(text: str) -> str:
    """The first page or so of a text, without the word that its end would cut."""
    if len(text) <= LONGEST_HEAD:
        return text
    return text[:LONGEST_HEAD] + re.split(r"\s", text[LONGEST_HEAD : LONGEST_HEAD + 200])[0]


def _linked_markers(resolution: Resolution) -> Iterator[LinkedMarker]:
    for link in resolution.links:
        yield LinkedMarker(
            marker=link.marker,
            target=str(link.number) if link.number is not None else (link.name or ""),
            sources=link.sources,
            problem=link.problem,
            candidates=link.candidates,
        )


def _ties(draft: Draft, resolution: Resolution, by_label: Mapping[str, Source]) -> list[Tie]:
    """Each claim with each source that its markers mean, once."""
    links: dict[Marker, list[Link]] = {}
    for link in resolution.links:
        links.setdefault(link.marker, []).append(link)
    ties: dict[tuple[int, str], Tie] = {}
    for number, claim in enumerate(draft.claims):
        for marker in claim.markers:
            stated = stated_place(draft.text, claim, marker)
            locator = stated.locator if stated else Locator()
            for link in links.get(marker, ()):
                for label in link.sources:
                    source = by_label.get(label)
                    if source is not None:
                        by = link.linked_by or LinkedBy.NUMBER
                        tie = Tie(number, source, by, marker, locator=locator)
                        ties.setdefault((number, label), tie)
    return list(ties.values())


def _as_cited(tie: Tie, cited: Mapping[int, tuple[Citation, str]]) -> Tie:
    """A tie by the number of a citation, with the words that the citation rests on."""
    if tie.linked_by is not LinkedBy.CITATION or tie.marker is None:
        return tie
    for number in tie.marker.numbers:
        citation, label = cited.get(number, (None, ""))
        if citation and label == tie.source.label and citation.verbatim_quote:
            return replace(tie, given_quote=citation.verbatim_quote, locator=citation.locator)
    return tie


def _news(sources: Sequence[Source], outcomes: Collection[Outcome]) -> Iterator[SourceNews]:
    for source in sources:
        if source.live and source.live.outcome in outcomes:
            yield SourceNews(source.label, source.live.reason or source.live.outcome.value)

"""Checks a draft against a library: links its markers, checks its claims, audits it."""

import hashlib
import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import unquote

from citation_engine import plugins
from citation_engine.audit.audit_input import AlikeSources, AuditInput, AuditOptions, SourceNews
from citation_engine.audit.checks import audit, fold
from citation_engine.audit.codes import select
from citation_engine.audit.coverage import measure
from citation_engine.audit.ignores import apply_ignores
from citation_engine.audit.markers import NOT_GIVEN
from citation_engine.audit.support import unchecked
from citation_engine.check.answers import LinkedDraft, link_answer
from citation_engine.check.cache import KeptVerdicts
from citation_engine.check.claims import ClaimChecker, cite_claim, with_quotes, with_words
from citation_engine.check.report import CheckOptions, CheckReport
from citation_engine.check.report_file import ReportFile
from citation_engine.collect.identity import shown_path
from citation_engine.language.detection import tell_language
from citation_engine.link.candidate_sources import GivenSource, given_source
from citation_engine.link.drafts.reading import read_draft
from citation_engine.link.matching import file_names, note_names
from citation_engine.link.names import address_keys, find_addresses, stem_of, told_apart
from citation_engine.link.resolve import resolve
from citation_engine.link.titles import short_names
from citation_engine.markers.stated import place_in_entry, stated_place
from citation_engine.model.checked import CheckedClaim, CheckedSource, CitedClaim, Link, LinkedBy
from citation_engine.model.citation import Citation, MadeBy
from citation_engine.model.draft import Claim, Draft, Marker
from citation_engine.model.source import Outcome, Source, SourceType
from citation_engine.ports import Judge, Library
from citation_engine.urls import is_web_address, pointed_words

_FOOTNOTES, _LINKS = "footnotes", "links"
# The dialects in which providers write their citations into an answer.
_SIGNS = ("numeric", _LINKS)
_GONE = (Outcome.GONE, Outcome.UNREACHABLE)
Progress = Callable[[str, int, int], None]


def read_report_draft(
    report: ReportFile,
    options: CheckOptions,
    library: Library | None = None,
    *,
    fetch: bool = False,
) -> Draft:
    """
    The draft in a report; the signs in a provider's answer only show where its citations stand.

    What the sources of the `library` are called tells which of its signs are markers. Where the
    pages are to be fetched that it links to, they are known as sources, too.
    """
    given = (
        [given_source(source, snapshot=library.snapshot(source)) for source in library.sources]
        if library
        else []
    )
    files = {name for one in given for name in file_names(one)}
    addresses = [a for one in given for a in (one.identifier, one.url, *one.addresses)]
    addresses += find_addresses(report.text) if fetch else []
    dialects, others = plugins.dialects_in_force(_SIGNS if report.answer else options.markers)
    return read_draft(
        report.text,
        report.format,
        # A name that is no UTF-8 could not be stored, and would lose the whole run.
        name=shown_path(Path(report.name)),
        layout=report.layout,
        dialects=dialects,
        others=others,
        sidecar=options.sidecar,
        inline=options.inline,
        bibliography=options.bibliography,
        known=[
            *(f"{one.author or one.name} {one.year or ''}" for one in given),
            *files,
            *(stem for stem in map(stem_of, files) if not stem.isdigit()),
            *(f"`{one.identifier}`" for one in given if not is_web_address(one.identifier)),
            # A note may be linked to by its title, which is no label for other markers.
            *(f"[[{title}]]" for one in given for title in note_names(one)),
            *(short for one in given for short in (*short_names(one), *one.keys)),
            *(key for one in given for key, _ in one.entries),
            *(id for one in given for id in (*one.identifiers, *one.mentioned) if "arxiv" in id),
            *(keys[1] for one in addresses if one and (keys := address_keys(one))),
        ],
    )


class DraftCheck:
    """One draft, its claims tied to the sources of a library; `kept` are verdicts of before."""

    def __init__(
        self,
        library: Library,
        judge: Judge,
        draft: Draft,
        report: ReportFile,
        options: CheckOptions,
        *,
        longest_quote: int,
        kept: KeptVerdicts | None = None,
    ) -> None:
        self._library, self._judge, self._kept = library, judge, kept
        self._report, self._options = report, options
        self.draft = draft
        self.sources = library.sources
        self._linked = self._link()
        dialects = _SIGNS if report.answer else (_FOOTNOTES,)
        self.draft = _without_remarks(draft, self._linked.links, dialects)
        if report.answer:
            self.draft = self.draft.model_copy(update={"markers": (), "dialects": ()})
        self.cited = with_quotes(self.draft.claims, self._linked.cited, library, longest_quote)

    @property
    def links(self) -> Sequence[Link]:
        """What the markers point to, or the citations of a provider."""
        return self._linked.links

    def run(self, progress: Progress | None = None) -> CheckReport:
        """Check every claim, and say what is wrong with the draft."""
        began = time.perf_counter()
        language = tell_language(" ".join(one.text for one in self.draft.claims))
        checker = ClaimChecker(self._library, self._judge, self._kept, language)
        told = partial(progress, "claims") if progress else None
        try:
            claims = checker.check(self.draft.claims, self.cited, told)
            if self._options.all_claims:
                claims = checker.ground(claims, told)
        finally:
            # Who interrupts a long check goes on from there.
            if self._kept is not None:
                self._kept.write()
        return self._concluded(claims, time.perf_counter() - began)

    def _link(self) -> LinkedDraft:
        """Tie the markers, or the citations of a provider, to sources."""
        known = [self._known(source) for source in self.sources]
        by_label = {source.label: source for source in self.sources}
        if self._report.answer is not None:
            return link_answer(self._report.answer, self.draft, known, by_label)
        options = self._options
        made_before = self._citations() if options.numbered else {}
        resolution = resolve(
            self.draft,
            known,
            mapping=options.sources_map,
            numbered=options.numbered,
            listed=options.listed,
            citations={id: label for id, (_, label) in made_before.items()},
            bibliography=options.bibliography,
        )
        cited = [
            _as_cited_before(one, made_before)
            for one in _cited_claims(self.draft, resolution.links, by_label)
        ]
        links = _with_files(resolution.links, Path(self._report.name))
        return LinkedDraft(cited, links, resolution.notes, (), resolution.references)

    def _known(self, source: Source) -> GivenSource:
        """What a marker may name a source by: what it says of itself, and its first words."""
        return given_source(source, snapshot=self._library.snapshot(source))

    def _citations(self) -> dict[int, tuple[Citation, str]]:
        """The citations that tools made in this session, with the labels of their sources."""
        labels = {source.id: source.label for source in self.sources}
        return {
            one.id: (one, labels[one.source_id])
            for one in self._library.citations
            if one.made_by is MadeBy.CITE and one.source_id in labels and not one.redacted
        }

    def _concluded(self, claims: Sequence[CheckedClaim], seconds: float) -> CheckReport:
        options = self._options
        given = AuditInput(
            draft=self.draft,
            claims=tuple(claims),
            sources=tuple(self._described(claims)),
            links=self._linked.links,
            references=self._linked.references,
            options=AuditOptions(min_coverage=options.min_coverage),
            unanchored=self._linked.unanchored,
            duplicates=tuple(self._duplicates()),
            changed=tuple(_news(self.sources, (Outcome.CHANGED,))),
            dead=tuple(_news(self.sources, _GONE)),
        )
        kept = apply_ignores(self.draft, audit(given))
        chosen = fold(select(kept.findings, options.select, options.ignore))
        text = self.draft.text.encode("utf-8", "surrogatepass")
        return CheckReport(
            draft=self.draft,
            draft_sha256=self._report.sha256 or hashlib.sha256(text).hexdigest(),
            claims=given.claims,
            references=self._linked.references,
            sources=given.sources,
            findings=tuple(chosen),
            ignored=kept.ignored,
            notes=(*self._report.notes, *self._linked.notes),
            unchecked=unchecked(given),
            metrics=measure(given, chosen),
            all_claims=options.all_claims,
            judge=self._judge.identity,
            seconds=round(seconds, 3),
            language=options.language,
        )

    def _described(self, claims: Sequence[CheckedClaim]) -> Iterator[CheckedSource]:
        used = {one.source.label for one in self.cited}
        used |= {one.source for claim in claims for one in claim.citations}
        named = {one for claim in self.draft.claims if claim.names_only for one in claim.markers}
        used |= {
            label for one in self._linked.links if one.marker in named for label in one.sources
        }
        names = told_apart((one.label, one.name, one.identifier) for one in self.sources)
        for source in self.sources:
            snapshot = self._library.snapshot(source)
            known = given_source(source)
            publisher = source.metadata.get("publisher")
            page = source.identifier if source.type is SourceType.WEBSITE else None
            yield CheckedSource(
                label=source.label,
                name=names[source.label],
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

    def _duplicates(self) -> Iterator[AlikeSources]:
        """The pairs of sources that are alike, each once; of copies, each with the first."""
        labels = {source.id: source.label for source in self.sources}
        seen: set[frozenset[int]] = set()
        copies: set[int] = set()
        for source in self.sources:
            for other in self._library.near_duplicates(source):
                pair = frozenset((source.id, other.source.id))
                if other.likeness >= 1:
                    if source.id in copies:
                        continue
                    copies.add(other.source.id)
                if other.source.id in labels and pair not in seen:
                    seen.add(pair)
                    yield AlikeSources(source.label, labels[other.source.id], other.likeness)


def _without_remarks(draft: Draft, links: Sequence[Link], dialects: Collection[str]) -> Draft:
    """The draft with claims that do not cite what names no source: footnotes, or mere signs."""
    linked = {link.marker for link in links}
    remarks = {one for one in draft.markers if one.dialect in dialects} - linked
    if not remarks:
        return draft
    claims = [
        one.model_copy(update={"markers": tuple(m for m in one.markers if m not in remarks)})
        for one in draft.claims
    ]
    return draft.model_copy(update={"claims": tuple(claims)})


def _cited_claims(
    draft: Draft, resolved: Sequence[Link], by_label: Mapping[str, Source]
) -> list[CitedClaim]:
    """Each claim with each source that its markers mean, once."""
    links: dict[Marker, list[Link]] = {}
    for link in resolved:
        links.setdefault(link.marker, []).append(link)
    cited: dict[tuple[int, str], CitedClaim] = {}
    pointed: dict[tuple[int, str], list[str]] = {}
    notes = {one.label: one.text for one in draft.references if one.is_note}
    for number, claim in enumerate(draft.claims):
        for marker in () if claim.names_only else claim.markers:
            for link in links.get(marker, ()):
                stated = stated_place(draft.text, claim, marker, link.target)
                listed = link.reference.addresses if link.reference else ()
                addresses = (link.name,) if marker.dialect == _LINKS else listed
                words = [one for address in addresses for one in pointed_words(address)]
                for label in link.sources:
                    pointed.setdefault((number, label), []).extend(words)
                    before, by = cited.get((number, label)), link.linked_by or LinkedBy.NUMBER
                    surer = (
                        before
                        and before.linked_by
                        and before.linked_by.is_guess
                        and not by.is_guess
                    )
                    if label not in by_label or (before and not surer):
                        continue
                    note = notes.get(link.target, "") if marker.dialect == _FOOTNOTES else ""
                    own = f"[{link.reference.label}" if link.reference else ""
                    if link.reference and link.reference.label and own in note:
                        note = note[note.index(own) :].partition("]")[0]
                    entry = place_in_entry(link.reference.text, note) if link.reference else None
                    found = cite_claim(
                        *(draft.claims, number, by_label[label], by, marker),
                        locator=stated.locator if stated else entry,
                    )
                    lost = _lost_beside(draft, claim, marker, links)
                    cited[number, label] = replace(found, lost=lost)
    return [replace(one, pointers=tuple(dict.fromkeys(pointed[key]))) for key, one in cited.items()]


def _lost_beside(
    draft: Draft, claim: Claim, marker: Marker, links: Mapping[Marker, Sequence[Link]]
) -> str:
    """The marker that stands beside one, or is the same, and has a target without a source."""
    for other in claim.markers:
        first, last = sorted((marker.span, other.span))
        is_beside = other == marker or not re.search(r"\w", draft.text[first.end : last.start])
        if is_beside and any(not link.sources for link in links.get(other, ())):
            return other.text
    return ""


def _with_files(links: Sequence[Link], report: Path) -> tuple[Link, ...]:
    """The links; those to files beside the report that nobody gave say so."""
    if not report.is_file():
        return tuple(links)
    return tuple(
        link.model_copy(update={"problem": NOT_GIVEN}) if _leads_beside(link, report) else link
        for link in links
    )


def _leads_beside(link: Link, report: Path) -> bool:
    path = unquote(re.split(r"[#?]", link.name)[0])
    is_local = link.marker.dialect == _LINKS and not (link.sources or link.candidates)
    if not (is_local and path) or "://" in path or Path(path).is_absolute():
        return False
    with suppress(OSError, ValueError):
        return (report.parent / path).exists()
    return False


def _as_cited_before(
    cited: CitedClaim, citations: Mapping[int, tuple[Citation, str]]
) -> CitedClaim:
    """A claim tied by the number of a citation, with the words that the citation rests on."""
    if cited.linked_by is not LinkedBy.CITATION or cited.marker is None:
        return cited
    for number in cited.marker.numbers:
        citation, label = citations.get(number, (None, ""))
        if citation and label == cited.source.label and citation.verbatim_quote:
            quoting = with_words(cited, citation.verbatim_quote)
            new = quoting.new.model_copy(update={"locator": citation.locator})
            return replace(quoting, new=new)
    return cited


def _news(sources: Sequence[Source], outcomes: Collection[Outcome]) -> Iterator[SourceNews]:
    for source in sources:
        if source.live and source.live.outcome in outcomes:
            yield SourceNews(source.label, source.live.reason or source.live.outcome.value)

"""Drafts: read, held against the sources of the session, and what was found kept on the record."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citation_engine import plugins
from citation_engine.collect.files import allowed_roots, is_below
from citation_engine.engine.citations import Citations
from citation_engine.engine.library import SessionLibrary
from citation_engine.engine.sources import Sources
from citation_engine.engine.state import EngineState, once_only
from citation_engine.errors import CitationError
from citation_engine.hashing import sha256_hex
from citation_engine.model.checked import CheckedCitation, CheckedClaim, CitedClaim, SavedCheck
from citation_engine.model.citation import NewCitation
from citation_engine.model.passage import Passage
from citation_engine.model.source import ReadState, Source
from citation_engine.record import annotations
from citation_engine.record.envelope import read_fields
from citation_engine.settings import cache_folder

if TYPE_CHECKING:
    from citation_engine.check.draft_check import DraftCheck
    from citation_engine.check.report import CheckOptions, CheckReport
    from citation_engine.check.report_file import ReportFile
    from citation_engine.model.checked import Link
    from citation_engine.model.draft import Draft

Progress = Callable[[str, int, int], None]
# By the number of the claim, the label of the source and the quoted words.
_Cited = dict[tuple[int, str, str], CitedClaim]


class Drafts:
    """What an AI wrote, held against the sources of the session."""

    def __init__(self, state: EngineState) -> None:
        self._state = state

    def link(
        self, /, text: str, *, format: str = "markdown", name: str | None = None, **options: Any
    ) -> "Draft":
        """
        Read what an AI wrote: its claims, its markers, its list of references.

        Which source each marker means is found out when the draft is audited.
        """
        from citation_engine.check.draft_check import read_report_draft
        from citation_engine.check.report import CheckOptions
        from citation_engine.check.report_file import format_named, report_of

        data = text.encode("utf-8", "surrogatepass")
        report = report_of(data, name or "draft", format_named(format))
        return read_report_draft(report, CheckOptions(**options)).model_copy(update={"name": name})

    def audit(
        self, /, draft: "Draft | str", *, progress: Progress | None = None, **options: Any
    ) -> "CheckReport":
        """
        Hold a draft against the sources of the session and say what is wrong with it.

        Nothing is recorded. `draft` is what `link` gave, or its text.
        """
        from citation_engine.check.report import CheckOptions
        from citation_engine.check.report_file import ReportFile

        known = self.link(draft) if isinstance(draft, str) else draft
        report = ReportFile(known.name or "draft", known.text, known.format, "")
        return self._check(known, report, CheckOptions(**options)).run(progress)

    def check(
        self,
        report: str | PathLike[str] | Mapping[str, Any] | object,
        sources: str | PathLike[str] | Mapping[str, Any] | Sequence[object] | object = None,
        *,
        options: "CheckOptions | None" = None,
        progress: Progress | None = None,
        fetch: bool = False,
        cache: bool = True,
        save: bool = False,
    ) -> "CheckReport":
        """
        Hold a report against the sources of the session, or against these.

        A string is a path unless it has a line break or reads as a sentence that no file is
        called; a `Path` is always a path. With `save` the citations of the report are recorded,
        and what was found.

        Args:
            report: the path of the report, its text, or a provider's answer.
            sources: what to hold it against, which is added to the session: files, folders,
                addresses, texts, mappings, rows, documents of frameworks, answers of providers.
                In a list of them `[1]` is the first, unless the report says otherwise.
            options: how the report is read, linked and audited.
            progress: told the stage, how much of it is done, and how much there is.
            fetch: whether pages that the report links to are fetched and added to the session,
                where it has no source for them.
            cache: whether verdicts and fetched pages are kept in the cache folder.
            save: whether the record keeps it.

        """
        from citation_engine.check.draft_check import read_report_draft
        from citation_engine.check.report import CheckOptions

        read, chosen = self._read(report, options or CheckOptions())
        only: list[Source] | None = None
        notes: list[str] = []
        if sources is not None:
            only, chosen, notes = self._added(sources, chosen)
        draft = read_report_draft(read, chosen, SessionLibrary(self._state, only), fetch=fetch)
        drafted = partial(self._check, draft, read, chosen, cache=cache)
        if fetch:
            fetched, told = self._fetched(drafted(only).links, read, progress, cache=cache)
            only = None if only is None else [*only, *fetched]
            notes += told
        check = drafted(only)
        checked = check.run(progress)
        checked = checked.model_copy(update={"notes": (*checked.notes, *notes)})
        return self._save(check, checked) if save else checked

    def _read(self, report: object, options: "CheckOptions") -> "tuple[ReportFile, CheckOptions]":
        """A report as it was given, and the options with the bibliographies beside its file."""
        from citation_engine.check.report_file import read_report, report_in
        from citation_engine.check.sources import bibliographies_beside, with_bibliography

        given = report_in(report, format=options.format, provider=options.provider)
        if not isinstance(given, Path):
            return given, options
        read = read_report(
            given,
            self._state.settings,
            self._state.shared.readers,
            format=options.format,
            provider=options.provider,
        )
        roots = allowed_roots(self._state.settings)
        beside = [one for one in bibliographies_beside(given) if not roots or is_below(one, roots)]
        return read, with_bibliography(options, beside)

    def _fetched(
        self,
        links: "Sequence[Link]",
        report: "ReportFile",
        progress: Progress | None,
        *,
        cache: bool,
    ) -> tuple[list[Source], list[str]]:
        """Fetch what a report links to and add it to the session; say how many pages that were."""
        from citation_engine.check.linked_pages import LinkedPages, wanted_pages

        shared, archive = self._state.shared, cache and self._state.shared.lasting
        settings = replace(self._state.settings, session=self._state.context.session_id)
        pages = LinkedPages(settings, shared.readers, shared.web.fetch, archive=archive)
        known = SessionLibrary(self._state).sources
        unread = {source.label for source in known if source.state is ReadState.DEGRADED}
        wanted = wanted_pages(links, report.answer, unread)
        # Each is recorded as soon as it is there, so that what is interrupted goes on from there.
        added = Sources(self._state).add_all(pages.get(wanted, progress))
        if refused := next((one.error for one in added if one.error), None):
            raise refused
        return [one.source for one in added if one.source is not None], pages.notes()

    def _added(
        self, sources: object, options: "CheckOptions"
    ) -> "tuple[list[Source], CheckOptions, list[str]]":
        """Add sources to the session; say which they are, their order, and what was left out."""
        from citation_engine.check.sources import given_sources, with_bibliography

        given = given_sources(sources, self._state.settings)
        added = Sources(self._state).add_all(given.things)
        if refused := next((one.error for one in added if one.error), None):
            raise refused
        known = [one.source for one in added if one.source is not None]
        listed = tuple(source.label for source in known) if given.listed else ()
        options = with_bibliography(options, given.bibliographies)
        return known, replace(options, listed=listed), given.notes

    def _check(
        self,
        draft: "Draft",
        report: "ReportFile",
        options: "CheckOptions",
        only: "Sequence[Source] | None" = None,
        *,
        cache: bool = True,
    ) -> "DraftCheck":
        from citation_engine.check.cache import KeptVerdicts
        from citation_engine.check.draft_check import DraftCheck

        state, library = self._state, SessionLibrary(self._state, only)
        judge = plugins.with_thresholds(state.judge, options.thresholds)
        folder = cache_folder(state.settings, "verdicts")
        keep = cache and self._state.shared.lasting
        return DraftCheck(
            library,
            judge,
            draft,
            report,
            options,
            longest_quote=state.settings.max_quote,
            kept=KeptVerdicts(folder, library, judge, whole=False) if keep else None,
        )

    def _save(self, check: "DraftCheck", report: "CheckReport") -> "CheckReport":
        """
        Record the citations of a draft that were checked, and that it was; say their numbers.

        Saving the same check of the same draft again records nothing twice.
        """
        cited: _Cited = {
            (one.number, one.source.label, one.new.verbatim_quote or ""): one for one in check.cited
        }
        claims = []
        for number, claim in enumerate(report.claims):
            citations = tuple(
                self._saved(cited, number, claim, one, report.draft_sha256)
                for one in claim.citations
            )
            claims.append(claim.model_copy(update={"citations": citations}))
        saved = report.model_copy(update={"claims": tuple(claims)})
        fields = _fields(saved)
        once = once_only(f"check {sha256_hex(repr(fields))}", "check", lambda: fields)
        write = partial(annotations.note_draft, judge=report.judge.name, fields=fields)
        self._state.write(write, annotations.NEEDS, once)
        return saved

    def _saved(
        self,
        cited: _Cited,
        number: int,
        claim: CheckedClaim,
        checked: CheckedCitation,
        draft: str,
    ) -> CheckedCitation:
        """The citation with its number; what could not be checked is no citation."""
        verdict = checked.verdict
        if verdict is None:
            return checked
        quote = checked.quote.text if checked.quote else ""
        own = cited.get((number, checked.source, quote)) or next(
            (one for (n, label, _), one in cited.items() if (n, label) == (number, checked.source)),
            None,
        )
        if own is None or (not own.new.verbatim_quote and verdict.passage is None):
            return checked
        words = own.new.verbatim_quote or ""
        key = f"check {draft} {claim.claim.id} {own.source.id} {sha256_hex(words)}"
        new = _resting_on(own.new, verdict.passage)
        try:
            result = Citations(self._state).record(new, own.source, key)
        except CitationError as error:
            return checked.model_copy(update={"unchecked": f"Not recorded. {error}"})
        return checked.model_copy(update={"citation_id": result.citation_id})

    def checks(self) -> list[SavedCheck]:
        """The checks of drafts that were saved in this project, oldest first."""
        saved = []
        for row in self._state.reading.rows("of_type", type="draft.checked"):
            body = json.loads(row["body"])
            facts = {"entry_id": body["entry_id"], "checked_at": body["time"]}
            judge = body["data"]["judge"]
            saved.append(SavedCheck(**facts, judge=judge, **read_fields(row["bytes"])))
        return saved


def _resting_on(new: NewCitation, passage: Passage | None) -> NewCitation:
    """The citation; without a quotation it rests on the passage that was judged."""
    if new.verbatim_quote or passage is None:
        return new
    return new.model_copy(update={"quote_context": passage.text, "locator": passage.locator})


def _fields(report: "CheckReport") -> dict[str, Any]:
    """What the record keeps of a check, without any words of the draft or of its sources."""
    return {
        "name": report.name,
        "sha256": report.draft_sha256,
        "format": report.draft.format.value,
        "metrics": report.metrics.model_dump(mode="json"),
        "complete": report.complete,
        "citations": [
            one.citation_id for claim in report.claims for one in claim.citations if one.citation_id
        ],
        "findings": [
            {"code": one.code, "claim": one.claim, "source": one.source} for one in report.findings
        ],
        "ignored": [
            {"code": one.finding.code, "claim": one.finding.claim, "reason": one.reason}
            for one in report.ignored
        ],
    }

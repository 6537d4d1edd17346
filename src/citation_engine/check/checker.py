"""
`check`: a report and the files it cites, without a database, a key or a server.

The sources are held in memory. What readers made of documents, and what a check of the same
bytes gave, is kept in the cache folder.
"""

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from citation_engine import plugins
from citation_engine.check.cache import (
    VERDICTS_VERSION,
    CacheFolder,
    KeptIndexes,
    KeptReadings,
    KeptVerdicts,
)
from citation_engine.check.report import CheckOptions, CheckReport
from citation_engine.check.sources import (
    GivenSources,
    bibliographies_beside,
    given_sources,
    with_bibliography,
)
from citation_engine.collect.files import is_text, read_bytes
from citation_engine.collect.identity import shown_path
from citation_engine.errors import CitationError, InvalidInput
from citation_engine.formats.plain import lone_surrogate_at
from citation_engine.hashing import sha256_hex
from citation_engine.link.sources_map import read_sources_map
from citation_engine.model.source import NewSource
from citation_engine.ports import Judge
from citation_engine.settings import Settings, cache_folder
from citation_engine.urls import is_web_address
from citation_engine.version import VERSION

if TYPE_CHECKING:
    from citation_engine.check.library import Added, MemoryLibrary
    from citation_engine.check.report_file import ReportFile
    from citation_engine.model.checked import Link
    from citation_engine.model.draft import Answer

# Raise it whenever a check of the same bytes may come out otherwise.
RESULT_VERSION = 18
RESULTS_BYTES = 128 * 1024**2
Progress = Callable[[str, int, int], None]


def check(
    report: str | PathLike[str] | Mapping[str, Any] | object,
    sources: str | PathLike[str] | Mapping[str, Any] | Sequence[object] | object = None,
    *,
    judge: Judge | str | None = None,
    sources_map: str | PathLike[str] | Mapping[str, str] | None = None,
    settings: Settings | None = None,
    cache: bool = True,
    fetch: bool = False,
    progress: Progress | None = None,
    **options: Any,
) -> CheckReport:
    """
    Hold a report against the sources it cites, and say which of its citations hold.

    Nothing is recorded, and no database is left behind. A string is a path unless it has a line
    break or reads as a sentence that no file is called; a `Path` is always a path.

    Args:
        report: the path of the report (Markdown, HTML, text, JSON, YAML, DOCX, PDF, or the saved
            answer of a provider), its text, or the answer itself.
        sources: what it cites: files, folders, addresses, texts, mappings with `text`, `title`
            and `url`, rows, documents of frameworks, or answers of providers. In a list of them
            `[1]` is the first, unless the report says otherwise. Of an answer its own sources are
            taken where none are given.
        judge: who says whether words carry a claim, by name or itself.
        sources_map: which source a marker means, or a file that says so.
        settings: the settings; those of the environment if not given.
        cache: whether readings, results and fetched pages are kept in the cache folder.
        fetch: whether pages that the report links to are fetched, where no source is given for
            them: a DOI or an arXiv number leads to the PDF where that is open.
        progress: told the stage, how much of it is done, and how much there is.
        options: those of `CheckOptions`.

    """
    chosen = CheckOptions(numbered=False, sources_map=mapping_of(sources_map), **options)
    left_out = [report] if isinstance(report, str | PathLike) and "\n" not in fspath(report) else []
    with Checker(
        _own_sources(report, fetch=fetch) if sources is None else sources,
        judge=judge,
        settings=settings,
        cache=cache,
        fetch=fetch,
        left_out=left_out,
        progress=progress,
    ) as checker:
        return checker.check(report, chosen)


class Checker:
    """
    Reports checked against the same sources, which are held in memory.

    The sources of a list are numbered as it has them, the files of folders in the natural order
    of their names: `2.pdf` before `10.pdf`. They are read when the first report needs them.
    """

    def __init__(
        self,
        sources: str | PathLike[str] | Mapping[str, Any] | Sequence[object] | object,
        *,
        judge: Judge | str | None = None,
        settings: Settings | None = None,
        cache: bool = True,
        fetch: bool = False,
        left_out: Sequence[str | PathLike[str]] = (),
        progress: Progress | None = None,
        exact: bool = True,
    ) -> None:
        self._settings = replace(settings or Settings.from_env(), file_roots=None)
        skipped = [Path(path).resolve() for path in left_out]
        given = GivenSources()
        if not (fetch and isinstance(sources, Sequence) and len(sources) == 0):
            given = given_sources(sources, self._settings, skipped, exact=exact)
        self._fetch = fetch
        self.sources, self._listed, self._left_out = given.things, given.listed, given.notes
        self._bibliographies = given.bibliographies
        self._progress = progress
        self._cache = cache
        self._results = KeptResults(cache_folder(self._settings, "checks"))
        self.judge = plugins.judge_of(judge, self._settings)
        self._library: MemoryLibrary | None = None
        self._added: list[Added] = []
        self._told = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the sources."""
        self._library = None

    @property
    def library(self) -> "MemoryLibrary":
        """
        The library that has the sources, each read once.

        It is made when it is first needed: where nothing changed, nothing has to be loaded.
        """
        if self._library is None:
            from citation_engine.check.library import MemoryLibrary

            settings = self._settings
            library = MemoryLibrary(settings)
            if self._cache:
                readings = KeptReadings(cache_folder(settings, "readings"))
                indexes = KeptIndexes(cache_folder(settings, "words"))
                library = MemoryLibrary(settings, readings, indexes.prepared)
            self._told = 0
            self._tell()
            self._added = library.add_all(self.sources, progress=self._tell)
            # Only now: one that was interrupted half way is not taken for the whole.
            self._library = library
        return self._library

    def check(
        self,
        report: str | PathLike[str] | Mapping[str, Any] | object,
        options: CheckOptions | None = None,
    ) -> CheckReport:
        """Hold one report against the sources: a file by its path, a text, or an answer."""
        options = options or CheckOptions(numbered=False)
        given = _given_report(report, options)
        beside = bibliographies_beside(given) if isinstance(given, Path) else []
        options = with_bibliography(options, [*beside, *self._bibliographies])
        key = self._key(given, options) if self._cache else None
        earlier = self._results.get(key) if key else None
        if earlier is not None:
            return earlier
        checked = self._check(given, options)
        unchecked = (*checked.unchecked, *self._refused())
        checked = checked.model_copy(update={"unchecked": unchecked})
        checked = with_notes(checked, self._left_out)
        if key and checked.complete:
            self._results.put(key, checked)
        return checked

    def _check(self, given: "Path | ReportFile", options: CheckOptions) -> CheckReport:
        # What reads and checks is loaded where a kept result does not do.
        from citation_engine.check.draft_check import DraftCheck, read_report_draft
        from citation_engine.check.report_file import read_report

        library = self.library
        if self._listed:
            labels = (added.source.label for added in self._added if added.source is not None)
            options = replace(options, listed=tuple(labels))
        report = given
        if isinstance(report, Path):
            report = read_report(
                report,
                self._settings,
                library.readers,
                format=options.format,
                provider=options.provider,
                kept=library.kept,
            )
        draft = read_report_draft(report, options, library, fetch=self._fetch)
        longest = self._settings.max_quote
        judge = plugins.with_thresholds(self.judge, options.thresholds)
        drafted = partial(DraftCheck, library, judge, draft, report, options)
        notes: list[str] = []
        if self._fetch:
            links = drafted(longest_quote=longest).links
            notes = self._add_pages(library, links, report.answer)
        folder = cache_folder(self._settings, "verdicts")
        kept = KeptVerdicts(folder, library, judge, whole=True) if self._cache else None
        check = drafted(longest_quote=longest, kept=kept)
        return with_notes(check.run(self._progress), notes)

    def _add_pages(
        self, library: "MemoryLibrary", links: "Sequence[Link]", answer: "Answer | None"
    ) -> list[str]:
        """Fetch what a report links to and add it to the sources; say how many that were."""
        from citation_engine.check.linked_pages import LinkedPages, wanted_pages

        pages = LinkedPages(self._settings, library.readers, library.fetch, archive=self._cache)
        library.add_all(list(pages.get(wanted_pages(links, answer), self._progress)))
        return pages.notes()

    def _refused(self) -> list[str]:
        """What was named as a source and could not be made one."""
        refused = [added for added in self._added if added.error is not None]
        return [f"{_shown(fspath(one.what))}: {one.error}" for one in refused]

    @property
    def waits_for(self) -> str:
        """The name of the file that is being read; of several the first."""
        left = self.sources[self._told :][:1]
        return "".join(Path(one).name for one in left if isinstance(one, str))

    def _tell(self, added: "Added | None" = None) -> None:
        self._told += added is not None
        if self._progress:
            self._progress("sources", self._told, len(self.sources))

    def _key(self, report: "Path | ReportFile", options: CheckOptions) -> str | None:
        """By what a result is known: all it came from; None where pages or code may change."""
        given = (*(options.markers or ()), options.provider or "")
        own = any(not isinstance(one, str) for one in given)
        if (
            own
            or self._fetch
            or any(isinstance(one, str) and is_web_address(one) for one in self.sources)
        ):
            return None
        limit = self._settings.max_source_bytes
        try:
            read = [_known_by(one, limit) for one in self.sources]
            words = sha256_hex(read_bytes(report, limit)) if isinstance(report, Path) else ""
        except CitationError:
            return None
        judge = self.judge.identity.model_dump()
        brought = plugins.installed("readers", "dialects", "providers", "judges")
        facts = [RESULT_VERSION, VERDICTS_VERSION, VERSION, str(report), words, read, judge]
        facts += [brought, self._left_out, self._settings.max_quote, self._listed]
        asked = json.dumps([*facts, asdict(options)], default=str, sort_keys=True)
        return sha256_hex(asked)


def _own_sources(report: Any, *, fetch: bool) -> Any:
    """What a report brings along where no sources are given: an answer its own."""
    is_written = isinstance(report, str | PathLike)
    if is_written and not fetch:
        raise InvalidInput(
            "It is not said what the report cites.",
            fix="Give sources, or fetch=True for the pages that it links to.",
        )
    return [] if fetch else report


def _given_report(report: Any, options: CheckOptions) -> "Path | ReportFile":
    if isinstance(report, PathLike) or (isinstance(report, str) and not is_text(report)):
        return Path(report)
    from citation_engine.check.report_file import report_in

    return report_in(report, format=options.format, provider=options.provider)


def _known_by(source: str | NewSource, limit: int) -> tuple[str, str]:
    """By what a source is known: its path and the hash of its bytes, or all that was given."""
    if isinstance(source, NewSource):
        return source.identifier, sha256_hex(source.model_dump_json(exclude={"original"}))
    return source, sha256_hex(read_bytes(Path(source), limit))


def with_notes(report: CheckReport, notes: Sequence[str]) -> CheckReport:
    """The report with more notes on how it was done."""
    return report.model_copy(update={"notes": (*report.notes, *notes)})


class KeptResults:
    """The results of one folder, by a hash of everything that they came from."""

    def __init__(self, folder: Path) -> None:
        self._files = CacheFolder(folder, ".check", RESULTS_BYTES)

    def get(self, key: str) -> CheckReport | None:
        """The result that was kept; None where there is none, or where it is damaged."""
        kept = self._files.read(key)
        if kept is None:
            return None
        try:
            return CheckReport.model_validate_json(zlib.decompress(kept))
        except (zlib.error, ValueError):
            return None

    def put(self, key: str, report: CheckReport) -> None:
        """Keep a result."""
        self._files.write(key, [zlib.compress(report.model_dump_json().encode(), 1)])


def _shown(what: str) -> str:
    """A path or an address as text that can be stored."""
    return shown_path(Path(what)) if lone_surrogate_at(what) is not None else what


def mapping_of(given: str | PathLike[str] | Mapping[str, str] | None) -> Mapping[str, str] | None:
    """The mapping itself, or the one in a file."""
    if given is None or isinstance(given, Mapping):
        return given
    path = Path(given)
    data = read_bytes(path, 1_000_000)
    return read_sources_map(data.decode("utf-8-sig", "replace"), path.name)

"""
`check`: a report and the files it cites, without a database, a key or a server.

The sources are held in memory. What readers made of documents, and what a check of the same
bytes gave, is kept in the cache folder.
"""

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from citation_engine import plugins
from citation_engine.check.cache import CacheFolder, KeptIndexes, KeptReadings, KeptVerdicts
from citation_engine.check.report import CheckOptions, CheckReport
from citation_engine.collect.files import list_things, read_bytes
from citation_engine.collect.identity import shown_path
from citation_engine.errors import CitationError, SourceNotFound
from citation_engine.formats.plain import decode, lone_surrogate_at
from citation_engine.hashing import sha256_hex
from citation_engine.link.bibliography import JSON_NAME, SUFFIXES, read_bibliography
from citation_engine.link.names import natural_key
from citation_engine.link.sources_map import read_sources_map
from citation_engine.ports import Judge
from citation_engine.settings import Settings, cache_folder
from citation_engine.urls import is_web_address
from citation_engine.version import VERSION

if TYPE_CHECKING:
    from citation_engine.check.library import Added, MemoryLibrary

# Raise it whenever a check of the same bytes may come out otherwise.
RESULT_VERSION = 6
RESULTS_BYTES = 128 * 1024**2
BIBLIOGRAPHY_BYTES = 20 * 1024**2
PathLikes = str | PathLike[str] | Sequence[str | PathLike[str]]
Progress = Callable[[str, int, int], None]


def check(
    report: str | PathLike[str],
    sources: PathLikes,
    *,
    judge: Judge | str | None = None,
    sources_map: str | PathLike[str] | Mapping[str, str] | None = None,
    settings: Settings | None = None,
    cache: bool = True,
    progress: Progress | None = None,
    **options: Any,
) -> CheckReport:
    """
    Hold a report against the files it cites, and say which of its citations hold.

    Nothing is recorded, and no database is left behind.

    Args:
        report: the path of the report: Markdown, HTML, text, JSON, YAML, DOCX, PDF, or the saved
            answer of a provider.
        sources: files, folders and addresses that the report cites.
        judge: who says whether words carry a claim, by name or itself.
        sources_map: which source a marker means, or a file that says so.
        settings: the settings; those of the environment if not given.
        cache: whether readings and results are kept in the cache folder.
        progress: told the stage, how much of it is done, and how much there is.
        options: those of `CheckOptions`.

    """
    chosen = CheckOptions(numbered=False, sources_map=mapping_of(sources_map), **options)
    with Checker(
        sources, judge=judge, settings=settings, cache=cache, left_out=[report], progress=progress
    ) as checker:
        return checker.check(report, chosen)


class Checker:
    """
    Reports checked against the same sources, which are held in memory.

    The sources are numbered in the natural order of their names: `2.pdf` before `10.pdf`. They
    are read when the first report needs them.
    """

    def __init__(
        self,
        sources: PathLikes,
        *,
        judge: Judge | str | None = None,
        settings: Settings | None = None,
        cache: bool = True,
        left_out: Sequence[str | PathLike[str]] = (),
        progress: Progress | None = None,
    ) -> None:
        given = [sources] if isinstance(sources, str | PathLike) else list(sources)
        skipped = [Path(path).resolve() for path in left_out]
        listing = list_things([fspath(path) for path in given], skipped)
        if not listing.things:
            listed = ", ".join(fspath(path) for path in given) or "the list of sources"
            nothing = f"There is no source in {listed}, so nothing can be checked."
            raise SourceNotFound(
                " ".join([nothing, *listing.notes]),
                fix="Name files, folders or addresses that the report cites.",
            )
        self._bibliographies = [one for one in listing.things if _is_bibliography(Path(one))]
        self.sources = sorted(
            set(listing.things) - set(self._bibliographies) or listing.things,
            key=lambda what: (*natural_key(Path(what).name), what),
        )
        self._left_out = listing.notes
        self._settings = replace(settings or Settings.from_env(), file_roots=None)
        self._progress = progress
        self._cache = cache
        self._results = KeptResults(cache_folder(self._settings, "checks"))
        self._judge = plugins.judge_of(judge or self._settings.judge, self._settings)
        self._library: MemoryLibrary | None = None
        self._added: list[Added] = []

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
            self._added = library.add_all(self.sources, progress=self._tell)
            # Only now: one that was interrupted half way is not taken for the whole.
            self._library = library
        return self._library

    def check(
        self, report: str | PathLike[str], options: CheckOptions | None = None
    ) -> CheckReport:
        """Hold one report against the sources."""
        options = options or CheckOptions(numbered=False)
        beside = bibliographies_beside(Path(report))
        options = with_bibliography(options, [*beside, *map(Path, self._bibliographies)])
        key = self._key(Path(report), options) if self._cache else None
        earlier = self._results.get(key) if key else None
        if earlier is not None:
            return earlier
        checked = self._check(Path(report), options)
        unchecked = (*checked.unchecked, *self._refused())
        checked = checked.model_copy(update={"unchecked": unchecked})
        checked = with_notes(checked, self._left_out)
        if key and checked.complete:
            self._results.put(key, checked)
        return checked

    def _check(self, path: Path, options: CheckOptions) -> CheckReport:
        # What reads and checks is loaded where a kept result does not do.
        from citation_engine.check.draft_check import DraftCheck, read_report_draft
        from citation_engine.check.report_file import read_report

        library = self.library
        report = read_report(
            path,
            self._settings,
            library.readers,
            format=options.format,
            provider=options.provider,
            kept=library.kept,
        )
        draft = read_report_draft(report, options, library)
        longest = self._settings.max_quote
        folder = cache_folder(self._settings, "verdicts")
        kept = KeptVerdicts(folder, library, self._judge, whole=True) if self._cache else None
        return DraftCheck(
            library, self._judge, draft, report, options, longest_quote=longest, kept=kept
        ).run(self._progress)

    def _refused(self) -> list[str]:
        """What was named as a source and could not be made one."""
        refused = [added for added in self._added if added.error is not None]
        return [f"{_shown(fspath(one.what))}: {one.error}" for one in refused]

    def _tell(self, added: "Added") -> None:
        if self._progress:
            done = self.sources.index(fspath(added.what)) + 1
            self._progress("sources", done, len(self.sources))

    def _key(self, report: Path, options: CheckOptions) -> str | None:
        """By what a result is known: all it came from; None where pages or code may change."""
        given = (*(options.markers or ()), options.provider or "")
        own = any(not isinstance(one, str) for one in given)
        if own or any(is_web_address(source) for source in self.sources):
            return None
        limit = self._settings.max_source_bytes
        try:
            read = [(path, sha256_hex(read_bytes(Path(path), limit))) for path in self.sources]
            words = sha256_hex(read_bytes(report, limit))
        except CitationError:
            return None
        judge = self._judge.identity.model_dump()
        brought = plugins.installed("readers", "dialects", "providers", "judges")
        facts = [RESULT_VERSION, VERSION, str(report), words, read, judge, brought, self._left_out]
        facts.append(self._settings.max_quote)
        asked = json.dumps([*facts, asdict(options)], default=str, sort_keys=True)
        return sha256_hex(asked)


def bibliographies_beside(report: Path) -> list[Path]:
    """The bibliographies in the folder of a report, whose keys it may cite."""
    try:
        return sorted(one for one in report.resolve().parent.iterdir() if _is_bibliography(one))
    except OSError:
        return []


def with_bibliography(options: CheckOptions, files: Sequence[Path]) -> CheckOptions:
    """The options with the entries of these bibliographies."""
    entries = []
    for path in dict.fromkeys(one.resolve() for one in files):
        try:
            text = decode(read_bytes(path, BIBLIOGRAPHY_BYTES))[0]
        except CitationError:
            continue
        entries += read_bibliography(text, path.name)
    return replace(options, bibliography=tuple(entries))


def _is_bibliography(path: Path) -> bool:
    named = path.suffix.lower() == ".json" and JSON_NAME.search(path.stem)
    if path.suffix.lower() in SUFFIXES:
        return path.is_file()
    if not named or not path.is_file() or path.stat().st_size > BIBLIOGRAPHY_BYTES:
        return False
    return bool(read_bibliography(path.read_text("utf-8", "replace"), path.name))


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

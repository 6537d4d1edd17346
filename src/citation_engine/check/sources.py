"""What a check is given as sources: files, folders, addresses and values, in their order."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from citation_engine.check.report import CheckOptions
from citation_engine.collect.files import (
    allowed_roots,
    is_below,
    is_text,
    list_things,
    read_bytes,
)
from citation_engine.display import shortened
from citation_engine.errors import CitationError, SourceNotFound
from citation_engine.formats.plain import decode
from citation_engine.link.bibliography import DATA, DATA_NAME, SUFFIXES, read_bibliography
from citation_engine.link.names import natural_key
from citation_engine.model.source import NewSource
from citation_engine.settings import Settings
from citation_engine.urls import is_web_address

# Files that may be saved search results, and how soon the first address must come in them.
RESULT_FILES = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".md", ".markdown", ".txt")
RESULT_HEAD = 8_000
BIBLIOGRAPHY_BYTES = 20 * 1024**2
# Reports that can name a bibliography, and how many folders above a chapter may have its own.
_NAMING = (".tex", ".ltx", ".md", ".markdown", ".qmd", ".rmd")
_MOST_ABOVE = 2
_NAMED_BIBLIOGRAPHY = re.compile(
    r"\\(?:bibliography|addbibresource|input|include|subfile)\s?(?:\[[^\[\]]*\]\s?)?"
    r"\{([^{}]{1,500})\}"
    r"|^bibliography:((?:[ \t]*\S[^\n]*|(?:\n[ \t]*-[ \t]+\S[^\n]*)+))$",
    re.MULTILINE,
)
_TEXT_OR_PATH = (
    'Check the path. A text has a line break, ends like a sentence, or is given as {"text": …}.'
)


@dataclass(slots=True)
class GivenSources:
    """
    The sources in their order; `listed` says that `[n]` is the n-th of them.

    Bibliographies say what sources are called and are none, unless there is nothing else.
    """

    things: list[str | NewSource] = field(default_factory=list)
    listed: bool = False
    notes: list[str] = field(default_factory=list)
    bibliographies: list[Path] = field(default_factory=list)


def given_sources(
    sources: Any, settings: Settings, left_out: Collection[Path] = (), *, exact: bool = True
) -> GivenSources:
    """
    The sources that were given: paths, addresses, texts, mappings, rows, answers, documents.

    A list is exact where each part of it is one source. The files of a folder stand in the
    natural order of their names, `2.pdf` before `10.pdf`: what their numbers are is a guess. So
    does everything that is not `exact`, such as what was typed, which is never a text. A saved
    list that numbers its sources is exact.
    """
    is_list = isinstance(sources, Sequence) and not isinstance(sources, str | bytes)
    parts = list(sources) if is_list else _named_texts(sources) or [sources]
    given = GivenSources()
    if not exact or all(map(_is_place, parts)):
        _take_places(given, parts, left_out, exact=exact)
        given.listed = exact and is_list and not any(_is_folder(part) for part in parts)
        if not given.listed:
            given.things.sort(key=lambda what: (*natural_key(Path(str(what)).name), what))
    else:
        _take_values(given, parts, settings.session, left_out)
        given.listed = exact and not any(_is_place(p) and _is_folder(p) for p in parts)
    many = len(given.things)
    given.things = list(with_saved_results(given.things, settings))
    given.listed &= many in (1, len(given.things))
    given.listed |= _are_numbered(given.things)
    files = [one for one in given.things if isinstance(one, str)]
    bibliographies = [one for one in files if _is_bibliography(Path(one))]
    given.bibliographies = [Path(one) for one in bibliographies]
    if len(bibliographies) < many:
        given.things = [one for one in given.things if one not in bibliographies]
    if not given.things:
        listed = ", ".join(shortened(part, 80) for part in parts) or "the list of sources"
        raise SourceNotFound(
            " ".join([f"There is no source in {listed}, so nothing can be checked.", *given.notes]),
            fix="Name files, folders or addresses that the report cites.",
        )
    return given


def _named_texts(sources: Any) -> list[dict[str, str]]:
    """The texts of a mapping that has nothing else, each under its name or at its number."""
    if not isinstance(sources, Mapping):
        return []
    texts = {str(name): text for name, text in sources.items()}
    if not all(isinstance(text, str) and is_text(text) for text in texts.values()):
        return []
    from citation_engine.collect.values import is_bare_row

    numbers = [str(number) for number in range(1, len(texts) + 1)]
    if {*texts} == {*numbers}:
        return [{"text": texts[number]} for number in numbers]
    if not is_bare_row(sources) or any(map(str.isdigit, texts)):
        return []
    return [{"title": name, "text": text} for name, text in texts.items()]


def bibliographies_beside(report: Path) -> list[Path]:
    """
    The bibliographies in the folder of a report and those that it names, whose keys it may cite.

    A chapter in a folder of its own has those of the nearest folder above it. What LaTeX cites may
    also lie in a folder beside its chapters.
    """
    folder = report.resolve().parent
    named = [one for one in _named_bibliographies(report, folder) if _is_bibliography(one, ".tex")]
    for place in (folder, *([] if named else folder.parents[:_MOST_ABOVE])):
        try:
            files = [one for one in place.iterdir() if place == folder or one.suffix in SUFFIXES]
            found = sorted(one for one in files if _is_bibliography(one))
            if not (found or named) and report.suffix.lower() in _NAMING[:2]:
                found = sorted(one for one in place.glob("*/*") if one.suffix in SUFFIXES)
        except OSError:
            break
        if found:
            return [*named, *found]
    return named


def _named_bibliographies(report: Path, folder: Path) -> Iterator[Path]:
    """The files that the commands of LaTeX or the front matter of Markdown name."""
    if report.suffix.lower() not in _NAMING:
        return
    with suppress(CitationError):
        text = decode(read_bytes(report, BIBLIOGRAPHY_BYTES))[0]
        for found in _NAMED_BIBLIOGRAPHY.finditer(text):
            for name in re.split(r"[,\s\[\]\"']+", found[1] or found[2]):
                path = folder / name
                endings = ("",) if path.suffix in (*SUFFIXES, ".tex") else (".bib", ".tex")
                yield from (Path(f"{path}{ending}") for ending in endings)


def with_bibliography(options: CheckOptions, files: Sequence[Path]) -> CheckOptions:
    """The options with the entries of these bibliographies, too."""
    entries = [*options.bibliography]
    for path in dict.fromkeys(one.resolve() for one in files):
        try:
            text = decode(read_bytes(path, BIBLIOGRAPHY_BYTES))[0]
        except CitationError:
            continue
        entries += read_bibliography(text, path.name)
    return replace(options, bibliography=tuple(entries))


def _is_bibliography(path: Path, named_suffix: str | None = None) -> bool:
    """Whether a file is one; what is in it decides for JSON, tables and what a report names."""
    ending = path.suffix.lower()
    named = ending == named_suffix or (ending in DATA and DATA_NAME.search(path.stem))
    if ending in SUFFIXES:
        return path.is_file()
    if not named or not path.is_file() or path.stat().st_size > BIBLIOGRAPHY_BYTES:
        return False
    return bool(read_bibliography(path.read_text("utf-8", "replace"), path.name))


def _are_numbered(things: Sequence[str | NewSource]) -> bool:
    """Whether all are results of a list that numbers them from 1 on."""
    numbers = [one.metadata.get("number") for one in things if isinstance(one, NewSource)]
    return bool(things) and numbers == list(range(1, len(things) + 1))


def with_saved_results(
    things: Iterable[str | NewSource], settings: Settings
) -> Iterator[str | NewSource]:
    """The things, with the results in place of a file that search results are saved in."""
    for thing in things:
        found: list[NewSource] = []
        if isinstance(thing, str) and Path(thing).suffix.lower() in RESULT_FILES:
            # What is wrong with a file is told when it is read as one.
            with suppress(CitationError):
                found = _results_in(thing, settings)
        if found:
            yield from found
        else:
            yield thing


def _results_in(path: str, settings: Settings) -> list[NewSource]:
    roots = allowed_roots(settings)
    if is_web_address(path) or (roots and not is_below(Path(path), roots)):
        return []
    data = read_bytes(Path(path), settings.max_source_bytes)
    if b"://" not in data[:RESULT_HEAD]:
        return []
    from citation_engine.collect.values import saved_results

    return saved_results(path, data, settings.session)


def _is_place(part: Any) -> bool:
    """Whether something is a path or an address, and not a text."""
    return isinstance(part, PathLike) or (isinstance(part, str) and not is_text(part))


def _is_folder(part: Any) -> bool:
    return Path(part).is_dir()


def _take_places(
    given: GivenSources, parts: Sequence[Any], left_out: Collection[Path], *, exact: bool = True
) -> None:
    try:
        listing = list_things([fspath(part) for part in parts], left_out)
    except SourceNotFound as error:
        if not exact or all(isinstance(part, PathLike) for part in parts):
            raise
        raise SourceNotFound(error.message, fix=_TEXT_OR_PATH) from error
    given.things += listing.things
    given.notes += listing.notes


def _take_values(
    given: GivenSources, parts: Sequence[Any], session: str, left_out: Collection[Path]
) -> None:
    """Take parts of which some are values, each at its place in the list."""
    from citation_engine.check.answers import sources_in_answer
    from citation_engine.collect.values import from_values

    values: list[Any] = []

    def take() -> None:
        given.things += from_values(values, session, len(given.things) + 1)
        values.clear()

    for part in parts:
        if not _is_place(part):
            values += sources_in_answer(part)
            continue
        take()
        _take_places(given, [part], left_out)
    take()

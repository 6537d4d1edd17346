"""
Finds the source that something names: by its DOI, its address, its file name or its title.

The surest of these that finds anything decides. Where it fits several sources equally, that is
the result, with the candidates: a citation that is held against the wrong source is worse than
one that is not checked.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from citation_engine.display import one_line
from citation_engine.errors import InvalidInput
from citation_engine.language.vocabulary import words
from citation_engine.link.candidate_sources import GivenSource
from citation_engine.link.names import (
    LONGEST,
    address_keys,
    file_name_of,
    find_addresses,
    find_dois,
    folded_name,
    has_extension,
    host_of,
    natural_key,
    stem_of,
    without_addresses,
    words_of,
)
from citation_engine.model.checked import LinkedBy
from citation_engine.model.passage import Value
from citation_engine.urls import is_web_address


class SourceMatch(Value):
    """
    Which sources something names, and how that was found out.

    With several `sources` it names each of them. Where it is not clear which is meant there are
    none, `candidates` are those that fit, and `problem` says why none of them was taken.
    """

    sources: tuple[str, ...] = ()
    linked_by: LinkedBy | None = None
    candidates: tuple[str, ...] = ()
    problem: str = ""


class SourceIndex:
    """The sources of a draft, found by what is written of them."""

    def __init__(self, sources: Iterable[GivenSource]) -> None:
        self.sources = tuple(sorted(sources, key=lambda source: natural_key(source.label)))
        self.by_label = {source.label: source for source in self.sources}
        if len(self.by_label) < len(self.sources):
            raise InvalidInput(
                "Two of the sources have the same label.", fix="Give each source its own label."
            )
        self._dois: dict[str, set[str]] = {}
        self._exact: dict[str, set[str]] = {}
        self._loose: dict[str, set[str]] = {}
        self._files: dict[str, set[str]] = {}
        self._stems: dict[str, set[str]] = {}
        self._spaced: list[str] = []
        for source in self.sources:
            self._add(source)
        self._titles = TitleIndex(self.sources)

    def _add(self, source: GivenSource) -> None:
        label = source.label
        addresses = [one for one in (source.identifier, source.url) if one]
        for doi in find_dois(" ".join(filter(None, (source.doi, *addresses)))):
            self._dois.setdefault(doi, set()).add(label)
        for keys in filter(None, map(address_keys, addresses)):
            self._exact.setdefault(keys[0], set()).add(label)
            self._loose.setdefault(keys[1], set()).add(label)
        for name in {folded_name(name) for name in file_names(source)}:
            self._files.setdefault(name, set()).add(label)
            self._stems.setdefault(stem_of(name), set()).add(label)
            if len(name.split()) > 1:
                self._spaced.append(name)

    def match(
        self,
        text: str = "",
        *,
        title: str = "",
        addresses: Sequence[str] = (),
        doi: str | None = None,
        file_name: str | None = None,
    ) -> SourceMatch:
        """Return which source is named by what is known of something."""
        words = text or title
        web = list(dict.fromkeys(chain(filter(_is_web, addresses), find_addresses(words))))
        local = [address for address in addresses if not _is_web(address)]
        dois = find_dois(" ".join(filter(None, (doi, *web, words))))
        named = [*filter(None, (file_name,)), *local]
        return (
            _decided([self._dois.get(doi, set()) for doi in dois], LinkedBy.DOI, "DOI")
            or _decided(map(self._at_address, web), LinkedBy.ADDRESS, "address")
            or _decided(map(self._in_file, named), LinkedBy.FILE_NAME, "file name")
            or _decided(self._files_in(words), LinkedBy.FILE_NAME, "file name")
            or _decided(self._downloads(web), LinkedBy.FILE_NAME, "file name")
            or self._titled(title or text, web, dois)
        )

    def at(self, identifier: str) -> SourceMatch:
        """Return the source of a path, an address, a file name or a label, and nothing less."""
        given = identifier.strip()
        if given in self.by_label:
            return SourceMatch(sources=(given,), linked_by=LinkedBy.MAP)
        same = {
            source.label for source in self.sources if given in (source.identifier, *source.also)
        }
        tried = (
            [same],
            [self._at_address(given)] if _is_web(given) else [],
            [] if _is_web(given) else [self._in_file(given)],
        )
        for found in tried:
            if match := _decided(found, LinkedBy.MAP, "name"):
                return match
        return SourceMatch()

    def named(self, name: str) -> SourceMatch:
        """Return the source that a marker calls by a name: its file name, with or without end."""
        found = self._files.get(folded_name(name)) or self._stems.get(folded_name(name)) or set()
        return _decided([found], LinkedBy.FILE_NAME, "file name") or SourceMatch()

    def _at_address(self, address: str) -> set[str]:
        keys = address_keys(address)
        if keys is None:
            return set()
        return self._exact.get(keys[0]) or self._loose.get(keys[1]) or set()

    def _in_file(self, path: str) -> set[str]:
        """
        The sources of a file name; where several have it, the folders before it decide.

        A file of that name in a folder of another name is another file.
        """
        found = self._files.get(folded_name(file_name_of(path)))
        if found is None:
            path = re.split(r"[#?]", path)[0]
            found = self._files.get(folded_name(file_name_of(path)), set())
        wanted = _parts(path)
        shared = {label: _shared(wanted, self.by_label[label]) for label in found}
        best = max(shared.values(), default=0)
        return {label for label in found if shared[label] == best > 0}

    def _files_in(self, words: str) -> Iterator[set[str]]:
        """The sources whose file names are written in a text."""
        plain = folded_name(without_addresses(words))
        for token in plain.replace("(", " ").replace(")", " ").split():
            name = token.strip("[]{}<>\"'`*_,;:!?").rstrip(".")
            if has_extension(name) and not _is_web(name):
                yield self._in_file(name)
        for name in self._spaced:
            at = plain.find(name)
            if at >= 0 and not plain[max(0, at - 1) : at].strip("/\\\"'([ "):
                yield self._files[name]

    def _downloads(self, web: Sequence[str]) -> Iterator[set[str]]:
        """The files, not known by any address, that are called like the end of an address."""
        for address in web:
            name = folded_name(file_name_of(address))
            if has_extension(name):
                found = self._files.get(name, set())
                yield {label for label in found if not _pages(self.by_label[label])}

    def _titled(self, words: str, web: Sequence[str], dois: Sequence[str]) -> SourceMatch:
        fitting = self._titles.find(without_addresses(words))
        if not fitting:
            return SourceMatch()
        agreeing = [one for one in fitting if not _differs(self.by_label[one], web, dois)]
        if len(agreeing) == 1:
            return SourceMatch(sources=tuple(agreeing), linked_by=LinkedBy.TITLE)
        problem = "The title fits, but the address or the DOI is another one."
        if agreeing:
            problem = f"The title fits {len(agreeing)} sources equally well."
        return SourceMatch(candidates=tuple(agreeing or fitting), problem=problem)


def match_source(
    sources: Iterable[GivenSource] | SourceIndex,
    text: str = "",
    *,
    title: str = "",
    url: str | None = None,
    doi: str | None = None,
    file_name: str | None = None,
) -> SourceMatch:
    """
    Return which of the sources something names, by whatever is known of it.

    Whoever asks for many makes a `SourceIndex` first.
    """
    index = sources if isinstance(sources, SourceIndex) else SourceIndex(sources)
    addresses = (url,) if url else ()
    return index.match(text, title=title, addresses=addresses, doi=doi, file_name=file_name)


def file_names(source: GivenSource) -> list[str]:
    """Return the file names under which a source may be known."""
    given = source.file_name or ""
    own = "" if _is_web(source.identifier) else file_name_of(source.identifier)
    called = source.name if has_extension(source.name) and not _is_web(source.name) else ""
    names = (given, own, file_name_of(called), *map(file_name_of, source.also))
    return [name for name in dict.fromkeys(names) if name.strip()]


def _decided(found: Iterable[set[str]], by: LinkedBy, what: str) -> SourceMatch | None:
    """
    Return the result for things that each fit some sources, or None where none fits any.

    Each thing that fits exactly one source names that source.
    """
    fitting = [labels for labels in found if labels]
    if not fitting:
        return None
    labels = sorted(set().union(*fitting), key=natural_key)
    if any(len(one) > 1 for one in fitting):
        return SourceMatch(
            candidates=tuple(labels), problem=f"The {what} fits {len(labels)} sources."
        )
    return SourceMatch(sources=tuple(labels), linked_by=by)


def _differs(source: GivenSource, web: Sequence[str], dois: Sequence[str]) -> bool:
    """Whether a source of the same title is known by another DOI or on another host."""
    own = find_dois(" ".join(filter(None, (source.doi, source.url, source.identifier))))
    if own and dois:
        return not set(own) & set(dois)
    if not is_web_address(source.identifier) or not web:
        return False
    return host_of(source.identifier) not in {host_of(address) for address in web}


def _pages(source: GivenSource) -> list[str]:
    return [one for one in (source.identifier, source.url) if one and _is_web(one)]


def _is_web(address: str) -> bool:
    return is_web_address(address) or address[:4].lower() == "www."


def _parts(path: str) -> list[str]:
    steps = re.split(r"[/\\]", path)
    return [folded_name(step) for step in steps if step not in ("", ".", "..")]


def _shared(wanted: Sequence[str], source: GivenSource) -> int:
    """How many of the last parts of two paths are the same; none if only the name is."""
    own = [] if _is_web(source.identifier) else _parts(source.identifier)
    if len(wanted) < 2 or len(own) < 2:
        return 1
    count = 0
    for first, second in zip(reversed(wanted), reversed(own), strict=False):
        if first != second:
            break
        count += 1
    return count if count > 1 else 0


def shown_source(source: GivenSource) -> str:
    """Return a source as sentences name it."""
    names = file_names(source)
    return one_line(names[0] if names else source.name or source.identifier, 80)


# titles -------------------------------------------------------------------------------------

# How alike a misspelt title must be, and how much more than that of any other source.
LIKE_ENOUGH = 93.0
MARGIN = 4.0

_SHORTEST_WORDS, _SHORTEST_LETTERS = 2, 10
_SHORTEST_MISSPELT, _SHORTEST_TYPO = 20, 5
_RAREST = 3
_SEGMENT = re.compile(r"[.,;:()\[\]\"“”„«»|—–!?\n]+|\s[-‐]\s|'(?=\s)|(?<=\s)'")
_SUBTITLE = re.compile(r"(?<=[^\W_]{3})\s*(?::|\?|\s[–—-])\s+")
_FIGURE = re.compile(r"\d|[ivx]+\Z")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d\Z")
# Names that files get when nobody names them.
_NOBODYS = words("references", "NOBODYS_TITLES")


class _Title(NamedTuple):
    label: str
    words: tuple[str, ...]
    year: str | None
    author: str | None

    @property
    def text(self) -> str:
        return " ".join(self.words)


class TitleIndex:
    """The titles of sources, each found by its rarest words."""

    def __init__(self, sources: Iterable[GivenSource]) -> None:
        self._titles = [
            _Title(source.label, words, source.year, source.author)
            for source in sources
            for words in _titles_of(source)
        ]
        counts = Counter(word for title in self._titles for word in set(title.words))
        self._having: dict[str, list[int]] = {}
        for at, title in enumerate(self._titles):
            rare = sorted(set(title.words), key=lambda word: (counts[word], -len(word), word))
            for word in rare[:_RAREST]:
                self._having.setdefault(word, []).append(at)

    def find(self, text: str) -> tuple[str, ...]:
        """Return the labels of the sources whose title is in the text; several fit equally."""
        words = words_of(text)
        near = {at for word in set(words) for at in self._having.get(word, ())}
        titles = [self._titles[at] for at in sorted(near)]
        written = _written(titles, words) or _said_alone(titles, text) or _misspelt(titles, words)
        labels = {title.label for title in written}
        if len(labels) > 1 and len({title.words for title in written}) == 1:
            labels = _told_apart(written, words)
        return tuple(sorted(labels, key=natural_key))


def _titles_of(source: GivenSource) -> list[tuple[str, ...]]:
    """The words of a source's title, of its main title, and of its file's name."""
    names = [source.title or ""]
    if not is_web_address(source.name):
        names.append(stem_of(source.name) if has_extension(source.name) else source.name)
    if not is_web_address(source.identifier):
        names.append(stem_of(file_name_of(source.identifier)))
    mains = [_SUBTITLE.split(name, maxsplit=1)[0] for name in names if len(name) < LONGEST]
    titles = [words_of(name) for name in names]
    titles += [words for main in mains if len(words := words_of(main)) > _SHORTEST_WORDS]
    return [words for words in dict.fromkeys(titles) if _tells_something(words)]


def _tells_something(words: Sequence[str]) -> bool:
    telling = [word for word in words if not word.isdigit() and word not in _NOBODYS]
    return sum(map(len, telling)) > 2


def _written(titles: Sequence[_Title], words: Sequence[str]) -> list[_Title]:
    """The titles that stand in the words, without those that are a part of a longer one."""
    found: list[tuple[int, int, _Title]] = []
    places: dict[str, list[int]] = {}
    for at, word in enumerate(words):
        places.setdefault(word, []).append(at)
    for title in titles:
        size = len(title.words)
        if size < _SHORTEST_WORDS or len(title.text) < _SHORTEST_LETTERS:
            continue
        for at in places.get(title.words[0], ()):
            if tuple(words[at : at + size]) == title.words:
                if not _another_year(title, words[at + size : at + size + 1]):
                    found.append((at, at + size, title))
                break
    return [
        title
        for start, end, title in found
        if not any(a <= start and end <= b and (a, b) != (start, end) for a, b, _ in found)
    ]


def _another_year(title: _Title, following: Sequence[str]) -> bool:
    """Whether the year after a title is not the source's: it is another year's report."""
    year = title.year
    return bool(year and following and _YEAR.match(following[0]) and following[0] != year)


def _said_alone(titles: Sequence[_Title], text: str) -> list[_Title]:
    """
    The short titles that stand by themselves between punctuation.

    A single word must come first: further on it is rather the name of a journal or a place.
    """
    said = [words for segment in _SEGMENT.split(text[:LONGEST]) if (words := words_of(segment))]
    segments = {words for words in said[1:] if len(words) > 1} | set(said[:1])
    return [title for title in titles if title.words in segments]


def _misspelt(titles: Sequence[_Title], words: Sequence[str]) -> list[_Title]:
    """The titles that the words are much like, if none other comes near."""
    text = " ".join(words)
    scored = [(_likeness(title, words, text), title) for title in titles]
    best = max((score for score, _ in scored), default=0.0)
    if best < LIKE_ENOUGH:
        return []
    return [title for score, title in scored if score > best - MARGIN]


def _likeness(title: _Title, words: Sequence[str], text: str) -> float:
    wanted = title.text
    if len(wanted) < _SHORTEST_MISSPELT or len(text) < len(wanted) - 3:
        return 0.0
    if not {word for word in title.words if _FIGURE.match(word)} <= set(words):
        return 0.0
    if not all(_is_spelt_like(word, words) for word in set(title.words).difference(words)):
        return 0.0
    return fuzz.partial_ratio(wanted, text, score_cutoff=LIKE_ENOUGH - MARGIN)


def _is_spelt_like(word: str, words: Sequence[str]) -> bool:
    """
    Whether one of the words is this one with one letter wrong, missing, added or swapped.

    The first letter must be the same, and short words must be right: "male" is not "female",
    and "symmetric" is not "asymmetric".
    """
    if len(word) < _SHORTEST_TYPO:
        return False
    alike = (other for other in words if other[0] == word[0] and len(other) > 3)
    return any(OSA.distance(word, other, score_cutoff=1) <= 1 for other in alike)


def _told_apart(titles: Sequence[_Title], words: Sequence[str]) -> set[str]:
    """The sources among those of one title whose year, else whose author, is named as well."""
    left = list(titles)
    for known in (_has_year, _has_author):
        fitting = [title for title in left if known(title, words)]
        left = fitting or left
    return {title.label for title in left}


def _has_year(title: _Title, words: Sequence[str]) -> bool:
    return title.year is not None and title.year in words


def _has_author(title: _Title, words: Sequence[str]) -> bool:
    family = words_of((title.author or "").partition(",")[0])
    return bool(family) and family[-1] in words

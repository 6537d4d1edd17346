"""
Finds which source's title is written in a text, such as an entry of a list of references.

A title counts where its words stand in the text one after the other. A long title may also be
misspelt a little; its numbers may not, because volumes and years tell titles apart.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from citation_engine.language.vocabulary import words
from citation_engine.link.candidate_sources import GivenSource
from citation_engine.link.names import (
    LONGEST,
    file_name_of,
    has_extension,
    natural_key,
    stem_of,
    words_of,
)
from citation_engine.urls import is_web_address

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

"""
Finds the source that an entry names by its title, or by its authors and year.

A title counts as a whole: it begins where the entry begins a new part and ends where that part
ends. A part of a title is another title. What fits without saying enough is a guess.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, pairwise, takewhile
from typing import NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from citation_engine.language.terms import is_stop_word
from citation_engine.language.vocabulary import pattern, phrases, words
from citation_engine.link.candidate_sources import GivenSource
from citation_engine.link.names import (
    LONGEST,
    file_name_of,
    has_extension,
    natural_key,
    stem_of,
    words_of,
)
from citation_engine.markers.authors import UNDATED
from citation_engine.model.checked import LinkedBy
from citation_engine.sections.legal import Kind, parse_reference, spellings_of
from citation_engine.urls import is_web_address

# How alike a misspelt title must be, and how much more than that of any other source.
LIKE_ENOUGH = 93.0
MARGIN = 4.0

# Words from which on a title stands for itself, of so many letters; and letters of a line.
_TELLING, _LETTERS, _SHORTEST_TITLE, _SHORTEST_LINE = 5, 8, 2, 16
# The most years from the first copy of a work to the printed one.
_LONGEST_PRINTING = 3
_SHORTEST_MISSPELT, _SHORTEST_TYPO = 20, 5
_RAREST = 3
_MOST_PARTS, _MOST_RUN = 40, 8
_MOST_LINES, _LINES_OF_TITLE, _LONGEST_TITLE, _MOST_ALIKE = 80, 4, 40, 3
_FIRST_LINES = 20
# Words that the end of a line or the reader of a PDF file broke: "Brad- ley", "Ren é", "V eselic".
_BROKEN = re.compile(
    r"(?<=[^\W\d_])- (?=[^\W\d_A-Z])|(?<=[A-Za-z]) (?=[à-öø-ÿ]\w*)|(?<=\b[VWYTF]) (?=[a-z]{2})"
)
_LINE_BREAK = re.compile(r"(?<=[^\W\d_])-\n(?=[^\W\d_])")
_GLUED = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
# What readers of PDF files write for a sign that they cannot read.
_UNREAD = re.compile(r"\(cid:\d+\)")
# Characters from which on a first page would name its author.
_WHOLE_PAGE = 1_000
_PAGES = (".md", ".html", ".htm")
# How much of an entry's title a first page must have, and how alike the title on it must be, to
# be a guess by author and year, or more than that.
_DOUBTED, _ALIKE, _MEANT = 0.6, 0.5, 0.75
_QUOTED = re.compile(
    r"[\"“„«]([^\"“”„«»]{3,400})[\"”“»]|(?<!\w)[‘']([^‘’'\n]{12,400})[’'](?!\w|\s[a-z])"
)
_BREAK = re.compile(r"[.,;:()\[\]\"“”„«»|—–!?\n]+|\s[-‐]\s|'(?=\s)|(?<=\s)'")
_STOP = re.compile(r"[.)\]\"”“»?!]")
_SUBTITLE = re.compile(r"(?<=[^\W_]{3})\s*(?::|\?|\s[–—-])\s+")
_SITE = re.compile(r"\s(?:[|–—·•-]|::|»)\s")
# "2021 – Rye in wind", "Rye in wind (Moe et al., 2021)".
_DATED_TITLE = re.compile(
    r"(?:1[5-9]|20)\d\d[a-z]?\s[–—-]\s(?=\S)|\s*\([^()]{0,80}\b(?:1[5-9]|20)\d\d[a-z]?\)\Z"
)
_SHORT_NAME = re.compile(r"\(([A-ZÄÖÜ][\w-]{1,11}(?: [IVX]{1,5})?)\)")
# Within a title it is that of something in it: "Tools (MCP) for agents".
_NAMED_SHORT = re.compile(rf"{_SHORT_NAME.pattern}(?=\W*\Z|,|\W{{1,3}}\d)")
# "Sozialgesetzbuch (SGB) Zweites Buch (II)" is not the SGB but one of its books.
_BOOK_OF = re.compile(r"\(([A-ZÄÖÜ][\w-]{1,11})\)[^()\n]{1,40}\(([IVX]{1,5})\)")
_SERIAL = re.compile(r"\d{1,3}\Z")
# "[31] Rye in wind", "04 - Rye in wind": a file is numbered, and then has the title for a name.
_NUMBERED = re.compile(r"\A[\[(]?\d{1,3}(?:[\])]|\s?[._-])\s*(?=\D)")
_FIGURE = re.compile(r"\d|[ivx]+\Z")
_YEAR = re.compile(r"(?<![\d.])(?P<year>(?:1[5-9]|20)\d\d)(?P<letter>[a-z](?![a-z]))?(?!\d)")
_BRACKETED_YEAR = re.compile(r"[^()]*\((?P<year>(?:1[5-9]|20)\d\d[a-z]?)(?=[,)])")
_NAME_YEAR = re.compile(
    r"(?P<names>[^\d]{2,80}?)[\s,(]{0,3}(?P<year>(?:1[5-9]|20)\d\d[a-z]?|(?<=\s)nd)\)?",
    re.IGNORECASE,
)
# "Moe u. a.," has a dot within and is no end of a part.
_OTHERS = re.compile(rf"(?<!\w)(?:{pattern('references', 'OTHER_AUTHORS')})(?=\s*[,;:(])")
_UNDATED = re.compile(rf"(?<!\w)(?:{pattern('references', 'UNDATED')})")
_IN_NAME = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?:[a-z](?![a-z]))?(?!\d)|[^\W\d_]+")
# Names that files get when nobody names them, and where works appear.
_NOBODYS = words("references", "NOBODYS_TITLES")
_VENUES = words("references", "VENUES")
_ABOUT_ANOTHER = phrases("references", "ABOUT_ANOTHER")
_OTHER_WORKS = re.compile(
    rf"^[^\w\n]*(?:{pattern('references', 'OTHER_WORKS')})[^\w\n:]*(?::|$)",
    re.IGNORECASE | re.MULTILINE,
)
# What makes another work of the title before it: "Part 2", "Vol. II", "a summary". In an entry
# "volume 51" is that of a journal.
_VOLUME = (
    rf"\W*(?:(?:{pattern('references', 'VOLUMES')})[\s.]*(?:\d|[ivx]{{1,4}})\b"
    r"|vol(?:ume)?[\s.]*[ivx]{1,4}\b|(?:i{2,3}|iv|vi{1,3}|ix)\W*\Z)"
)
_IS_VOLUME = re.compile(_VOLUME, re.IGNORECASE)
_IS_ANOTHER = re.compile(
    rf"{_VOLUME}|\W*(?:vol(?:ume)?[\s.]*\d+"
    rf"|(?:an?\s)?(?:{pattern('references', 'ABOUT_WORKS')}))\W*\Z",
    re.IGNORECASE,
)
_ARTICLES = words("references", "TITLE_ARTICLES")
# What may stand among the names of authors, and what ends the first of them.
_PARTICLES = words("references", "NAME_PARTICLES") | {"&"}
_JOINING = words("function_words", "JOINING")


class TitleMatch(NamedTuple):
    """
    The sources that a title or authors and a year fit equally, and how.

    Several hold one work where title and author say so much that they cannot be of two.
    """

    labels: tuple[str, ...] = ()
    linked_by: LinkedBy = LinkedBy.TITLE
    is_one_work: bool = False


class _Title(NamedTuple):
    """
    One title of a source; not `whole` where only a part of it stands before a colon.

    `name` are the words of the file's name that it is a part of: "ABC AG - Nova".
    """

    label: str
    year: str | None
    author: str | None
    words: tuple[str, ...]
    whole: bool = True
    written: str = ""
    name: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return " ".join(self.words)


class _Part(NamedTuple):
    """A stretch of an entry between two signs, with the sign before it."""

    words: tuple[str, ...]
    before: str
    raw: str

    @property
    def is_name(self) -> bool:
        """Whether it may be authors: few words, all but small ones with a capital."""
        # Readers of PDF files glue words together: "andAnnaMoe".
        written = _GLUED.sub(" ", self.raw).split()
        capital = (one[:1].isupper() or one.lower() in _PARTICLES for one in written)
        return len(written) <= 7 and not any(map(str.isdigit, self.raw)) and all(capital)

    @property
    def is_figure(self) -> bool:
        return not any(len(word) > 1 and word.isalpha() for word in self.words)


class _Run(NamedTuple):
    """Parts of an entry that may be its title; not `whole` where a colon comes next."""

    words: tuple[str, ...]
    first: int
    whole: bool
    year: str | None = None


class Entry:
    """What is written of a source, as titles, authors and years are looked for in it."""

    def __init__(self, text: str) -> None:
        self.text = _OTHERS.sub("et al.", _BROKEN.sub("", text[:LONGEST]))
        self.words = words_of(self.text)
        self.parts = list(_parts(self.text))[:_MOST_PARTS]
        quoted = (words_of(one or other) for one, other in _QUOTED.findall(self.text))
        self.quoted = [title for title in quoted if len(title) > 1]
        # Years with the letter behind them, as in "2021a".
        self.years = frozenset(found[0] for found in _YEAR.finditer(self.text))
        if _UNDATED.search(self.text):
            self.years |= {UNDATED}

    @property
    def quotes_title(self) -> bool:
        """Whether it quotes what may be a title, which begins with a capital or a figure."""
        quoted = (one or other for one, other in _QUOTED.findall(self.text))
        return any(len(words_of(one)) > 1 and not one.strip()[:1].islower() for one in quoted)

    @cached_property
    def runs(self) -> list[_Run]:
        """All that may be a title: what is quoted, and parts from where one may begin."""
        found = [_Run(title, 0, True) for title in self.quoted]
        for first in range(len(self.parts)):
            if not self._may_begin(first):
                continue
            run: tuple[str, ...] = ()
            for at in range(first, min(first + _MOST_RUN, len(self.parts))):
                run += self.parts[at].words
                if at + 1 < len(self.parts) and _IS_VOLUME.match(self.parts[at + 1].raw):
                    continue
                found.append(_Run(run, first, self._ends(at + 1)))
                if len(run) > _SHORTEST_TITLE - 1 and _YEAR.fullmatch(run[-1]):
                    found.append(_Run(run[:-1], first, True, run[-1]))
        return found

    def _ends(self, at: int) -> bool:
        """Whether a title may end before this part; a colon goes on, a short name aside."""
        after = [part.before for part in self.parts[at : at + 2]]
        in_brackets = bool(after) and "(" in after[0] and ")" in "".join(after[1:])
        return not any(":" in sign for sign in after[: 2 if in_brackets else 1])

    def _may_begin(self, at: int) -> bool:
        """Whether a title may begin here, and not go on: as after most colons and commas."""
        part = self.parts[at]
        if at == 0:
            return True
        if ":" in part.before:
            names = self.parts[:at]
            short = names[0].raw if len(names) == 1 and len(names[0].words) == 1 else ""
            is_short = short.isupper() and len(short) > 2
            return all(one.is_name or one.is_figure for one in names) and not is_short
        if part.before.strip() != ",":
            return True
        begun = next((n for n in range(at, 0, -1) if _STOP.search(self.parts[n].before)), 0)
        inside = any(":" in one.before for one in self.parts[begun + 1 : at])
        # "C. Moe, seedtool: A guide to rye": a name that its maker writes small.
        is_named = not self._ends(at + 1) and all(one.is_name for one in self.parts[:at])
        return not inside and (is_named or not part.raw[:1].islower())

    @cached_property
    def titles(self) -> list[_Run]:
        """The runs that may be the title, and not what stands before it or behind it."""
        return [run for run in self.runs if self.begins_title(run) and not self._is_names(run)]

    def _is_names(self, run: _Run) -> bool:
        """Whether a run is only the authors of what is plainly the title behind them."""
        others = [at for at, one in enumerate(self.parts) if not (one.is_name or one.is_figure)]
        title = self.parts[others[0]] if others and not self.quoted else None
        # A word or two, such as "arXiv preprint", say where a work with such a title is found.
        if title is None or len(title.words) < 3 or re.search(r"\d", _YEAR.sub("", title.raw)):
            return False
        if _VENUES.intersection(title.words[:4]):
            return False
        return run.first < others[0] and title.words[0] not in run.words

    def is_author(self, run: _Run, title: _Title) -> bool:
        """Whether a title leads an entry as authors do: "ABC AG: Nova", "ABC AG (2012). Nova"."""
        end, said = 0, 0
        while end < len(self.parts) and said < len(run.words):
            said += len(self.parts[end].words)
            end += 1
        rest = [one for one in self.parts[end:] if not one.is_figure]
        if run.first or not rest or not all(one.is_name for one in self.parts[:end]):
            return False
        apart = "(" in self.parts[end].before or ":" in rest[0].before
        return apart or self._is_names(run) or not set(title.name).issubset(self.words)

    def begins_title(self, run: _Run) -> bool:
        """Whether only authors and years stand before a run, and it names no venue."""
        if run.words in self.quoted:
            return True
        before = self.parts[: run.first]
        initials = takewhile(lambda one: one.is_figure, reversed(before))
        behind_name = any(one.words[0].isalpha() for one in initials)
        # Behind "Moe, A. B." stands a title, also one such as "A review of rye".
        if self.quoted or (_VENUES.intersection(run.words[:4]) and not behind_name):
            return False
        dated = [at for at, one in enumerate(before) if _YEAR.fullmatch(one.words[0])]
        return all(one.is_name or one.is_figure for one in before[dated[0] if dated else 0 :])

    @cached_property
    def title(self) -> tuple[str, ...]:
        """The words that seem to be its title: what is quoted, or the first that are no names."""
        if self.quoted:
            return self.quoted[0]
        found: tuple[str, ...] = ()
        for one in self.parts:
            if found and ":" not in one.before and not _IS_VOLUME.match(one.raw):
                break
            if found or not (one.is_name or one.is_figure):
                found += one.words
        return found

    @cached_property
    def first_author(self) -> tuple[str, ...]:
        """The words of the first author's name."""
        for part in self.parts[:3]:
            if not part.is_name:
                break
            found: list[str] = []
            for word in part.words:
                if word in _JOINING:
                    break
                found += [word] if len(word) > 1 and word not in _PARTICLES else []
            if found:
                return tuple(found)
        return ()

    def is_called(self, authors: Sequence[str], year: str) -> bool:
        """Whether authors and a year mean it: the first leads it, and it has the others."""
        years = self.years if len(year) > 4 else {one[:4] for one in self.years}
        return (
            authors[0] in self.lead
            and self.lead.union(self.words).issuperset(authors)
            and year in years
        )

    def is_dated(self, year: str) -> bool:
        """Whether it has a year in brackets behind its authors, where its title may have others."""
        first = _BRACKETED_YEAR.match(self.text)
        return first is not None and first["year"].startswith(year)

    @cached_property
    def lead(self) -> frozenset[str]:
        """The words by which it may be called with its year, those glued together apart."""
        apart = _GLUED.sub(" ", self.parts[0].raw) if self.parts else ""
        return frozenset((*(self.first_author or self.words[:4]), *words_of(apart)))

    @cached_property
    def has_one_author(self) -> bool:
        """Whether what stands before its year or title is the name of one author."""
        names: list[str] = []
        for part in self.parts:
            if not part.is_name:
                break
            names += [word for word in part.words if len(word) > 2 or word in _JOINING]
        return not set(names).difference(self.first_author)


def _parts(text: str) -> Iterator[_Part]:
    before, start = "", 0
    for sign in (*_BREAK.finditer(text), None):
        raw = text[start : sign.start() if sign else len(text)]
        if said := words_of(raw):
            yield _Part(said, before, raw.strip())
            before = ""
        if sign:
            before, start = before + sign[0], sign.end()


class TitleIndex:
    """The titles, the first pages, the authors and the years of sources."""

    def __init__(self, sources: Iterable[GivenSource]) -> None:
        self._sources = {source.label: source for source in sources}
        self._titles = [title for one in self._sources.values() for title in _titles_of(one)]
        self._keys: dict[str, list[_Title]] = {}
        self._having: dict[str, list[int]] = {}
        counts = Counter(word for title in self._titles for word in set(title.words))
        for at, title in enumerate(self._titles):
            for key in _keys(title.words):
                self._keys.setdefault(key, []).append(title)
            rare = sorted(set(title.words), key=lambda word: (counts[word], -len(word), word))
            for word in rare[:_RAREST]:
                self._having.setdefault(word, []).append(at)
        self._lines: dict[str, set[str]] = {}
        self._dated: dict[str, list[tuple[str, frozenset[str]]]] = {}
        self._first_pages: dict[str, frozenset[str]] = {}
        self._first_words: dict[str, set[str]] = {}
        stems = ((label, stem) for label, one in self._sources.items() for stem in _file_stems(one))
        self._file_names = [(label, said) for label, stem in stems if (said := words_of(stem))]
        for source in self._sources.values():
            for line in _lines_of(source.head, _MOST_LINES):
                self._lines.setdefault(line, set()).add(source.label)
            first = next(_runs_of(source.head, 1), ())
            if len(first) == 1:
                self._first_words.setdefault(first[0], set()).add(source.label)
            for year, names in _authors_of(source):
                self._dated.setdefault(year, []).append((source.label, names))

    def find(self, text: str) -> TitleMatch:
        """Return the sources that the title in a text, or its author and year, fit equally."""
        entry = Entry(text)
        ways = (
            self._written,
            self._named,
            self._on_first_page,
            self._misspelt,
            self._authored,
            self._reworded,
            self._led,
        )
        found = next(filter(None, (way(entry) for way in ways)), TitleMatch())
        gap = min((self._gap(entry, label) for label in found.labels), default=0)
        if found.linked_by is not LinkedBy.TITLE or not gap:
            return found
        dated = self._authored(entry)
        if dated and dated.linked_by is LinkedBy.AUTHOR:
            return dated
        return found if gap <= _LONGEST_PRINTING else found._replace(linked_by=LinkedBy.LIKENESS)

    def _gap(self, entry: Entry, label: str) -> int:
        """The years between an entry and a file that is named by its author and another year."""
        source = self._sources[label]
        named = _authors_of(source.model_copy(update={"author": None}))
        years = [int(year[:4]) for year, names in named if names.intersection(entry.first_author)]
        dated = [int(year[:4]) for year in entry.years if year != UNDATED]
        return min((abs(one - other) for one in years for other in dated), default=0)

    def by_author(self, authors: Sequence[str], year: str) -> TitleMatch:
        """Return the sources that are called by the first of these authors and a year."""
        fitting = {label for label, names in self._called(year) if authors[0] in names}
        return TitleMatch(_ordered(fitting), LinkedBy.AUTHOR)

    def has_author(self, label: str, text: str) -> bool:
        """Whether nothing says that a source is of another author than an entry."""
        return self._agrees(Entry(text), label) is not False

    def _written(self, entry: Entry) -> TitleMatch | None:
        """The titles that stand in the entry, the longest and first of them."""
        pairs = [(run, title) for run in entry.runs for title in self._titled(run.words)]
        fitting = [
            (run, title)
            for run, title in pairs
            if _fits(run, title, entry) and not entry.is_author(run, title)
        ]
        if not fitting:
            fitting = [(_Run(title.words, 0, True), title) for title in self._of_law(entry.text)]
        if not fitting:
            return None
        best = min((-len(_key(run.words)), run.first) for run, _ in fitting)
        fitting = [one for one in fitting if (-len(_key(one[0].words)), one[0].first) == best]
        titles = [title for _, title in fitting]
        labels = {title.label for title in titles}
        if len(labels) > 1:
            labels = _told_apart(titles, entry.words)
            labels = {label for label in labels if self._agrees(entry, label)} or labels
        whole = any(run.whole and title.whole for run, title in fitting)
        return self._found(entry, labels, titles[0].words, whole=whole, enough=_TELLING)

    def _named(self, entry: Entry) -> TitleMatch | None:
        """The files that are called by author and title: "[4] Moe, Rye", "Moe-Ann_Winter-rye"."""
        title = set(entry.title).difference(words_of(" ".join(_SHORT_NAME.findall(entry.text))))
        labels = {
            label
            for label, called in self._file_names
            if title.issubset(called)
            and not set(entry.first_author).isdisjoint(called)
            and set(called[_SERIAL.match(called[0]) is not None :]).issubset(entry.words)
        }
        return TitleMatch(_ordered(labels)) if labels and len(title) > 1 else None

    def _of_law(self, text: str) -> list[_Title]:
        """The section of a law as a file of its own, else the law: "§ 239 Abs. 2 HGB"."""
        laws, section = _law_in(text)
        sections = [
            title
            for title in self._titles
            if section
            and "§" in title.written
            and any(title.words[:2] in ((law, section), (section, law)) for law in laws)
        ]
        return sections or [title for law in laws for title in self._titled((law,))]

    def _titled(self, said: Sequence[str]) -> list[_Title]:
        return [title for key in _keys(said) for title in self._keys.get(key, ())]

    def _on_first_page(self, entry: Entry) -> TitleMatch | None:
        """The source whose first page has the entry's title as lines of their own."""
        runs = [run for run in entry.titles if run.whole]
        for run in sorted(runs, key=lambda run: -len(run.words)):
            keys = _keys(run.words)
            labels = {label for key in keys for label in self._lines.get(key, ())}
            if 0 < len(labels) <= _MOST_ALIKE:
                agreeing = {label for label in labels if self._agrees(entry, label)}
                own = {label for label in labels if self._is_own(entry, label, run.words)}
                if agreeing and own.isdisjoint(agreeing):
                    return TitleMatch(_ordered(agreeing), LinkedBy.LIKENESS)
                labels = own.intersection(agreeing) or own
                found = self._found(entry, labels, run.words, whole=False, enough=_TELLING + 3)
                # An institute may be called as a book is, and the prose name who wrote that.
                apart = not _is_telling(run.words) and any(
                    not self._is_by_author(entry, label, run.words) for label in labels
                )
                return found._replace(linked_by=LinkedBy.LIKENESS) if found and apart else found
        # A title of one word is the first line, and the author stands below it.
        single = (run.words[0] for run in runs if len(run.words) == 1)
        title = next((one for one in single if one not in entry.first_author and len(one) > 2), "")
        labels = {one for one in self._first_words.get(title, ()) if self._agrees(entry, one)}
        return self._found(entry, labels, (title,), whole=False, enough=1) if labels else None

    def _is_anothers(self, label: str, said: Sequence[str]) -> bool:
        """Whether a source of a title names an author, below it or apart, and none of an entry."""
        source, keys = self._sources[label], _keys(said)
        lines = [line for line in _own_page(source).splitlines() if words_of(line)]
        below = [after for line, after in pairwise(lines) if keys & _keys(words_of(line))]
        named = source.author or "".join(below[:1])
        return len(words_of(named)) > 1 and _Part((), "", named).is_name

    def _is_by_author(self, entry: Entry, label: str, said: tuple[str, ...]) -> bool:
        """Whether a source is known to be the first author's, or its head has the name beside."""
        source, lines = self._sources[label], self._tops[label]
        known = {*words_of(" ".join((source.author or "", *_file_stems(source))))}.union(*lines[:1])
        # A cover has its authors above the title too, and a year.
        if not entry.years.isdisjoint(chain.from_iterable(lines)):
            known.update(*(line for line in lines if len(line) < _TELLING))
        names = entry.first_author
        return not known.isdisjoint(names) or _share_above_author(said, names, lines) >= _MEANT

    def _is_own(self, entry: Entry, label: str, said: Sequence[str]) -> bool:
        """Whether a title stands where a source names itself, and not the works of others."""
        source = self._sources[label]
        # A page about the copy may stand before the first one.
        page = _own_page(source)[: None if label in self._called_by(entry) else _WHOLE_PAGE]
        most = _MOST_LINES if self._agrees(entry, label) else _FIRST_LINES
        if _keys(said).isdisjoint(_lines_of(page, most)):
            return False
        # The headings of pages say what they are called, other than the first lines of papers.
        if not source.titles or not source.identifier.lower().endswith(_PAGES):
            return True
        names = (*source.titles, *_file_stems(source))
        return 2 * max(len(set(words_of(one)).intersection(said)) for one in names) >= len(said)

    def _misspelt(self, entry: Entry) -> TitleMatch | None:
        """The titles that a part of the entry is much like, if none other comes near."""
        said = frozenset(entry.words)
        near = {at for word in said for at in self._having.get(word, ())}
        alike = [
            title
            for title in (self._titles[at] for at in sorted(near))
            if 4 * len(said.intersection(title.words)) >= 3 * len(set(title.words)) - 4
        ]
        scored = [(_likeness(title, entry), title) for title in alike]
        best = max((score for score, _ in scored), default=0.0)
        if best < LIKE_ENOUGH:
            return None
        labels = {title.label for score, title in scored if score > best - MARGIN}
        close = max((title.words for score, title in scored if score == best), key=len)
        return self._found(entry, labels, close, whole=True, enough=_TELLING)

    def _authored(self, entry: Entry) -> TitleMatch | None:
        """The source that is called by the first author and the year of an entry."""
        called = self._called_by(entry)
        shares = {label: self._title_share(entry, label) for label in called}
        best = max(shares.values(), default=0.0)
        labels = {label for label in called if shares[label] == best}
        if best >= _MEANT:
            return TitleMatch(_ordered(labels), LinkedBy.AUTHOR, _is_telling(entry.title))
        likely = {label for label in labels if self._page_share(entry, label) >= _DOUBTED}
        return TitleMatch(_ordered(likely), LinkedBy.LIKENESS) if best >= _ALIKE else None

    def _reworded(self, entry: Entry) -> TitleMatch | None:
        """The source of the first author whose title goes on behind an entry's, or is like it."""
        if len(entry.title) < _TELLING or not entry.first_author:
            return None
        wanted = (entry.title, entry.first_author)
        shares = {one: _share_above_author(*wanted, lines) for one, lines in self._tops.items()}
        best = max(shares.values(), default=0.0)
        labels = _ordered(one for one in shares if shares[one] == best)
        is_begun = best > 1 and len(labels) == 1 and bool(entry.quoted)
        by = LinkedBy.TITLE if is_begun else LinkedBy.LIKENESS
        return TitleMatch(labels, by) if best >= _DOUBTED else None

    @cached_property
    def _tops(self) -> dict[str, list[tuple[str, ...]]]:
        """The first lines of each source, in words."""
        heads = {label: _own_page(one)[:_WHOLE_PAGE] for label, one in self._sources.items()}
        lines = {label: _LINE_BREAK.sub("", head).splitlines() for label, head in heads.items()}
        return {
            label: list(filter(None, map(words_of, several)))[:_FIRST_LINES]
            for label, several in lines.items()
        }

    def _led(self, entry: Entry) -> TitleMatch | None:
        """The source that is called as an entry begins, which may be by its author."""
        pairs = [(run, title) for run in entry.runs for title in self._titled(run.words)]
        labels = {one.label for run, one in pairs if not one.name and entry.is_author(run, one)}
        return TitleMatch(_ordered(labels), LinkedBy.LIKENESS) if labels else None

    def _found(
        self, entry: Entry, labels: set[str], said: Sequence[str], *, whole: bool, enough: int
    ) -> TitleMatch | None:
        """What was found; where the title says too little, the author or year must agree."""
        if not labels:
            return None
        agreeing = [self._agrees(entry, label) for label in labels]
        if False in agreeing and len(said) < enough and len(_key(said)) < enough * _LETTERS:
            return None
        # On a first page the title of another work may stand as well.
        sure = all(agreeing) or (
            whole
            and not (False in agreeing and any(self._is_anothers(one, said) for one in labels))
        )
        sure = sure or (_is_telling(said) and False not in agreeing)
        # Where no author is given, words of the title stand in the place of one.
        is_by_author = not set(entry.first_author).issubset(said)
        is_one_work = all(agreeing) and _is_telling(said) and is_by_author
        by = LinkedBy.TITLE if sure else LinkedBy.LIKENESS
        return TitleMatch(_ordered(labels), by, is_one_work)

    def _called_by(self, entry: Entry) -> set[str]:
        """The sources that are called by the first author and a year of an entry."""
        return {
            label
            for year in entry.years
            for label, names in self._called(year)
            if names.intersection(entry.first_author)
        }

    def _called(self, year: str) -> list[tuple[str, frozenset[str]]]:
        """The sources of a year; "2021a" may be any of 2021 where no letters are given."""
        return self._dated.get(year) or self._dated.get(year[:4], [])

    def _agrees(self, entry: Entry, label: str) -> bool | None:
        """Whether a source has the first author or the year of an entry; None where none says."""
        source = self._sources[label]
        page = self._first_page(label)
        # Readers of PDF files glue names, initials and the signs of footnotes together.
        if page.intersection(entry.first_author) or any(
            len(name) > 3
            and (any(name in word for word in page) or not page.isdisjoint(_without_initials(name)))
            for name in entry.first_author
        ):
            return True
        if source.year and entry.years:
            return source.year in {year[:4] for year in entry.years}
        return False if entry.first_author and len(source.head) > _WHOLE_PAGE else None

    def _title_share(self, entry: Entry, label: str) -> float:
        """How much of an entry's title and of lines at the head of a source is the same."""
        source = self._sources[label]
        if not _beginnings(entry.title) or not source.head:
            return _ALIKE
        shown = "\n".join(filter(None, (source.title, *source.titles, source.head)))
        runs = _runs_of(shown, _FIRST_LINES)
        return max((_share(entry.title, run) for run in runs), default=0.0)

    def _page_share(self, entry: Entry, label: str) -> float:
        """How many words of an entry's title the first page of a source has."""
        if not entry.title or not self._sources[label].head:
            return _DOUBTED
        wanted = _beginnings(entry.title) - self._common or _beginnings(entry.title)
        return len(wanted & _beginnings(self._first_page(label))) / len(wanted)

    @cached_property
    def _common(self) -> frozenset[str]:
        """How words begin that are on most first pages: those of the field, which say nothing."""
        pages = [_beginnings(self._first_page(label)) for label in self._sources]
        counts = Counter(word for page in pages for word in page)
        return frozenset(word for word, count in counts.items() if count > len(pages) / 2 > 2)

    def _first_page(self, label: str) -> frozenset[str]:
        if label not in self._first_pages:
            source = self._sources[label]
            named = " ".join((source.author or "", *_file_stems(source)))
            found = (*words_of(_own_page(source)), *_IN_NAME.findall(" ".join(words_of(named))))
            self._first_pages[label] = frozenset(found)
        return self._first_pages[label]


def read_authors_and_year(name: str) -> tuple[tuple[str, ...], str] | None:
    """Return the authors and the year of "Okafor et al., 2021a", folded; None where it has none."""
    called = _NAME_YEAR.fullmatch(name.strip())
    said = words_of(called["names"]) if called else ()
    authors = tuple(word for word in said if word not in _PARTICLES and len(word) > 1)
    return (authors, called["year"].lower()) if called and authors else None


def _key(said: Sequence[str]) -> str:
    """A title as it is compared: hyphens and spaces make no difference."""
    return "".join(said)


def _keys(said: Sequence[str]) -> set[str]:
    """A title with the article before it and without."""
    has_article = len(said) > 1 and said[0] in _ARTICLES
    return {_key(said), _key(said[1:])} if has_article else {_key(said)}


def _is_telling(said: Sequence[str]) -> bool:
    return len(said) >= _TELLING or len(_key(said)) >= _TELLING * _LETTERS


def _without_initials(name: str) -> list[str]:
    """What a name may be without one or two initials: "moe" of "moeja"; "for" of "ford" is none."""
    return [one for one in (name[:-1], name[:-2]) if len(one) > 2 and not is_stop_word(one)]


def _ordered(labels: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(labels, key=natural_key))


def _law_in(text: str) -> tuple[tuple[str, ...], str]:
    """The spellings of the law and the section of "§ 239 Abs. 2 HGB", as words."""
    reference = parse_reference(text.strip(" .")) if "§" in text or "Art" in text else None
    if reference is None or not reference.law:
        return (), ""
    sections = [part.value for part in reference.parts if part.kind is Kind.SECTION]
    laws = tuple("".join(words_of(law)) for law in spellings_of(reference.law))
    return laws, "".join(sections[:1]).lower()


def short_names(source: GivenSource) -> list[str]:
    """Return what a source is called in short, as a law is: "Obligationenrecht (OR)"."""
    stated = filter(None, (source.title, *source.titles))
    books = (_BOOK_OF.sub(r"(\1 \2)", name) for name in stated)
    found = [short for name in books for short in _NAMED_SHORT.findall(name)]
    return list(dict.fromkeys([*found, *filter(None, (source.abbreviation,))]))


def _file_stems(source: GivenSource) -> list[str]:
    path = source.identifier
    return [] if is_web_address(path) else [stem_of(file_name_of(path))]


def _titles_of(source: GivenSource) -> list[_Title]:
    """What a source is called: its titles, with and without site and subtitle, its file's name."""
    stated = [*filter(None, (source.title, *source.titles))]
    stated += [_DATED_TITLE.sub("", name) for name in stated if _DATED_TITLE.search(name)]
    stated += [part for name in stated if len(words_of(part := _before(_SITE, name))) > 2]
    short = short_names(source)
    stated += [_SHORT_NAME.sub(" ", name) for name in stated if _SHORT_NAME.search(name)]
    if not is_web_address(source.name):
        stated.append(stem_of(source.name) if has_extension(source.name) else source.name)
    stems = [name for stem in _file_stems(source) for name in (stem, _NUMBERED.sub("", stem))]
    split = {stem: stem.split(" - ") for stem in stems}
    named = {
        part: words_of(stem)
        for stem, parts in split.items()
        if len(parts) > 1 and not any(map(_IS_ANOTHER.match, parts))
        for part in parts
    }
    stated += [*stems, *named]
    mains = [_before(_SUBTITLE, name) for name in stated if len(name) < LONGEST]
    written = {words_of(name): name for name in (*stated, *short)}
    whole = dict.fromkeys(written, True)
    shortened = set(map(words_of, short))
    parts = (said for main in mains if len(said := words_of(main)) > _SHORTEST_TITLE)
    titles = dict.fromkeys(parts, False) | whole
    known = (source.label, source.year, source.author)
    return [
        _Title(*known, said, is_whole, written.get(said, ""), named.get(written.get(said, ""), ()))
        for said, is_whole in titles.items()
        if said in shortened or tells_something(said)
    ]


def _before(sign: re.Pattern[str], name: str) -> str:
    """What stands before a sign in a name; all of it where another work is named behind it."""
    main, rest = (*sign.split(name, maxsplit=1), "")[:2]
    return name if _IS_ANOTHER.match(rest) else main


def _own_page(source: GivenSource) -> str:
    """The first page of a source up to where it lists the works of others."""
    other = _OTHER_WORKS.search(source.head)
    return source.head[: other.start()] if other else source.head


def tells_something(said: Sequence[str]) -> bool:
    """Whether words are what a work may be called by, and not what nobody named."""
    telling = [word for word in said if not word.isdigit() and word not in _NOBODYS]
    return sum(map(len, telling)) > 2


def _runs_of(head: str, most: int) -> Iterator[tuple[str, ...]]:
    """The words of the first lines of a text, of each alone and with those that follow."""
    shown = _UNREAD.sub(" ", head)
    lines = [said for line in shown.splitlines() if (said := words_of(line))][:most]
    for first in range(len(lines)):
        if first and " ".join(lines[first - 1]).endswith(_ABOUT_ANOTHER):
            continue
        run: tuple[str, ...] = ()
        for at in range(first, min(first + _LINES_OF_TITLE, len(lines))):
            run += lines[at]
            if at + 1 == len(lines) or not _IS_VOLUME.match(" ".join(lines[at + 1])):
                yield run
            if len(run) > _LONGEST_TITLE:
                break


def _lines_of(head: str, most: int) -> Iterator[str]:
    """The first lines of a text, as titles are compared."""
    for run in _runs_of(head, most):
        keys = _keys(run)
        # A title may have the sign of a footnote at its end; "Rye 2" is another title.
        marked = [key[:-1] for key in keys if re.search(r"[^\W\d_]\d\Z", run[-1])]
        yield from (key for key in (*keys, *marked) if len(key) >= _SHORTEST_LINE)


def _beginnings(said: Iterable[str]) -> frozenset[str]:
    """The beginnings of words that say something: a title is often given from memory."""
    return frozenset(word[:4] for word in said if len(word) > 2 and word not in _ARTICLES)


def _share(title: Sequence[str], said: Sequence[str]) -> float:
    """How much of a title and of other words is the same; of two volumes at most half."""
    wanted, shown = _beginnings(title), _beginnings(said)
    share = len(wanted & shown) / len(wanted | shown) if shown else 0.0
    volumes = [one[-1] for one in (title, said) if len(one[-1]) < 3 and _FIGURE.match(one[-1])]
    if len(volumes) % 2 or len(set(volumes)) > 1:
        return min(share, _ALIKE)
    # Readers of scanned pages put spaces into words: "LOW ER BO UNDS".
    spaced = len(_key(title)) > _SHORTEST_MISSPELT and fuzz.ratio(_key(title), _key(said))
    return 1.0 if spaced >= LIKE_ENOUGH else share


def _share_above_author(
    title: tuple[str, ...], author: Sequence[str], lines: Sequence[tuple[str, ...]]
) -> float:
    """How alike an entry's title and that above its first author are; 2 where one goes on."""
    best = 0.0
    for at in range(1, len(lines)):
        led, above = " ".join(lines[at][:_TELLING]), " ".join(chain.from_iterable(lines[:at]))
        is_author = any(len(name) > 2 and name in led for name in author)
        if not is_author or any(f"{about} " in above for about in _ABOUT_ANOTHER):
            continue
        for first in range(max(0, at - _LINES_OF_TITLE), at):
            run = tuple(chain.from_iterable(lines[first:at]))
            rest = " ".join(run[len(title) :])
            if any(map(_IS_ANOTHER.match, accumulate(rest.split()[:4], "{} {}".format))):
                continue
            goes_on = rest and _key(run).startswith(_key(title))
            best = max(best, 2.0 if goes_on else _share(title, run))
    return best


def _authors_of(source: GivenSource) -> Iterator[tuple[str, frozenset[str]]]:
    """The years of a source, each with the names that may be its authors'."""
    if source.year and source.author:
        yield source.year, frozenset(words_of(source.author))
    for stem in _file_stems(source):
        # "AllenEtAl1998" is Allen and others.
        apart = _GLUED.sub(" ", file_name_of(source.identifier))
        said = _IN_NAME.findall(" ".join((*words_of(stem), *words_of(apart))))
        names = frozenset(word for word in said if word.isalpha() and len(word) > 1)
        yield from ((word, names) for word in said if word[0].isdigit())


def _fits(run: _Run, title: _Title, entry: Entry) -> bool:
    """Whether a title that stands in an entry is what the entry is about."""
    if run.year and title.year != run.year:
        return False
    if len(title.words) == 1:
        return run.first == 0
    # Behind the title stand journals and publishers, which are titles of other things; and two
    # titles with subtitles of their own are two works.
    return entry.begins_title(run) and (run.whole or title.whole)


def _likeness(title: _Title, entry: Entry) -> float:
    wanted = title.text
    if len(wanted) < _SHORTEST_MISSPELT:
        return 0.0
    whole = (run for run in entry.titles if run.whole and title.whole)
    runs = (run for run in whole if abs(len(run.words) - len(title.words)) <= 1)
    return max((_run_likeness(title, wanted, run) for run in runs), default=0.0)


def _run_likeness(title: _Title, wanted: str, run: _Run) -> float:
    score = fuzz.ratio(wanted, " ".join(run.words), score_cutoff=LIKE_ENOUGH - MARGIN)
    if not score or {w for w in run.words if _FIGURE.match(w)} != {
        w for w in title.words if _FIGURE.match(w)
    }:
        return 0.0
    lacking = set(title.words).difference(run.words)
    added = set(run.words).difference(title.words)
    alike = all(_is_spelt_like(word, added) for word in lacking)
    return score if alike and len(added) <= len(lacking) else 0.0


def _is_spelt_like(word: str, others: Iterable[str]) -> bool:
    """
    Whether another word is this one with one letter wrong, missing, added or swapped.

    The first letter must be the same, and short words must be right: "male" is not "female",
    and "symmetric" is not "asymmetric".
    """
    if len(word) < _SHORTEST_TYPO:
        return False
    alike = (one for one in others if one[0] == word[0] and len(one) > 3)
    return any(OSA.distance(word, one, score_cutoff=1) <= 1 for one in alike)


def _told_apart(titles: Sequence[_Title], said: Sequence[str]) -> set[str]:
    """The sources among those of one title whose year, else whose author, is named as well."""
    left = list(titles)
    for known in (_has_year, _has_author):
        left = [title for title in left if known(title, said)] or left
    return {title.label for title in left}


def _has_year(title: _Title, said: Sequence[str]) -> bool:
    return title.year is not None and title.year in said


def _has_author(title: _Title, said: Sequence[str]) -> bool:
    family = words_of((title.author or "").partition(",")[0])
    return bool(family) and family[-1] in said

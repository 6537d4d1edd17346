"""
Finds the source that something names: by an identifier, an address, a file name or a title.

The surest of these that finds anything decides. Where it fits several sources equally, that is
the result, with the candidates: a citation that is held against the wrong source is worse than
one that is not checked.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, takewhile

from citation_engine.display import one_line
from citation_engine.errors import InvalidInput
from citation_engine.link.candidate_sources import GivenSource
from citation_engine.link.names import (
    address_keys,
    file_name_of,
    find_addresses,
    find_identifiers,
    folded_name,
    has_extension,
    host_of,
    kind_of,
    natural_key,
    stem_of,
    without_addresses,
    words_of,
)
from citation_engine.link.titles import TitleIndex, read_authors_and_year, tells_something
from citation_engine.model.checked import LinkedBy
from citation_engine.model.passage import Value
from citation_engine.urls import is_web_address

# What works are called by in a bibliography: an author, a year, and perhaps a word of the title.
_KEY = re.compile(r"[^\W\d_]{2,}(?:1[5-9]|20)\d\d(?!\d)")
# Characters by which the first pages of a whole and of its first part are the same.
_SAME_HEAD = 300
# What tells notes apart: "Rye (grain)".
_APART = re.compile(r"\s+\([^()]*\)\Z")
_SPACED = re.compile(r"https?[ ]?:[ ]?/(?:(?!https?[ ]?:)[^()\[\]<>,;\"\n]){4,300}")
# What a mirror or an archive puts before the address of a page.
_MIRROR = re.compile(r"https?://[^?#]+/(?=https?://[^/])", re.IGNORECASE)
# What stands around the address in the name of a saved page: the tool, and the time.
_CAPTURED = re.compile(
    r"\A(?:screencapture-|screenshot-|https?-)?(?:www-)?|-(?:19|20)\d\d-\d\d-\d\d(?:-\d\d){3}\Z"
)
_EXTENSION = re.compile(r"(?<=[^/\\])\.[A-Za-z]{2,5}\Z")
# What a text may have been read from, and what such a text ends in.
_DOCUMENTS = (".pdf", ".docx", ".doc", ".epub", ".html", ".htm", ".pptx", ".odt")
_TEXTS = (".md", ".txt", ".html", ".htm")
# A word with a number in it, which may begin an entry or an item of it: `- s-001 "Rye grows."`.
_NUMBERED = re.compile(
    r"(?P<leads>(?:\A|\s[-*+•–])\s*[\[(`*\"']*)?(?<![\w./-])"
    r"(?P<stem>(?=[\w-]*\d)(?=[\d_-]*[^\W\d_])\w[\w-]*)(?![\w/]|\.\w)"
)


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
    """The sources of a draft, found by what is written of them; `draft` is where it stands."""

    def __init__(self, sources: Iterable[GivenSource], draft: str = "") -> None:
        self._from = _parts(draft)[:-1]
        self.sources = tuple(sorted(sources, key=lambda source: natural_key(source.label)))
        self.by_label = {source.label: source for source in self.sources}
        if len(self.by_label) < len(self.sources):
            raise InvalidInput(
                "Two of the sources have the same label.", fix="Give each source its own label."
            )
        self._identified: dict[str, set[str]] = {}
        self._mentioning: dict[str, set[str]] = {}
        # By their addresses: exact, loose, and those behind a mirror or an archive.
        self._addresses: tuple[dict[str, set[str]], ...] = ({}, {}, {})
        self._files: dict[str, set[str]] = {}
        self._stems: dict[str, set[str]] = {}
        self._spaced: list[str] = []
        self._slugs: dict[str, set[str]] = {}
        self._notes: dict[str, set[str]] = {}
        self._within: dict[str, list[set[str]]] = {}
        names = Counter(folded_name(file_name_of(one.identifier)) for one in self.sources)
        self._repeated = {name for name, count in names.items() if count > 1}
        for source in self.sources:
            self._add(source)
        for source in self.sources:
            self._add_entries(source)
        kinds = Counter(re.sub(r"\d+", "0", stem) for stem in self._stems)
        # What most files are called by is no word of a title: s-001.txt, s-002.txt.
        usual = {kind for kind, count in kinds.items() if 2 * count > max(2, len(self.sources))}
        self._serial = {stem for stem in self._stems if re.sub(r"\d+", "0", stem) in usual}
        wholes = {stem_of(file_name_of(one.identifier)): one for one in reversed(self.sources)}
        works = (one for one in self.sources if not one.unread)
        self._titles = TitleIndex(one for one in works if not _has_whole(one, wholes))

    def _add(self, source: GivenSource) -> None:
        label = source.label
        addresses = [one for one in (source.identifier, source.url, *source.addresses) if one]
        for identifier in _stated(source):
            self._identified.setdefault(identifier, set()).add(label)
        for identifier in source.mentioned:
            self._mentioning.setdefault(identifier, set()).add(label)
        for address in addresses:
            for known, key in zip(self._addresses, _keys_of(address), strict=False):
                known.setdefault(key, set()).add(label)
        for key in (*source.keys, *self._folder(source)):
            self._stems.setdefault(folded_name(key), set()).add(label)
            self._slugs.setdefault("-".join(words_of(key)), set()).add(label)
        for title in note_names(source):
            self._notes.setdefault(folded_name(title), set()).add(label)
        for name in {folded_name(name) for name in file_names(source)}:
            self._files.setdefault(name, set()).add(label)
            self._stems.setdefault(stem_of(name), set()).add(label)
            slug = "-".join(words_of(stem_of(name)))
            for one in () if _pages(source) else {slug, _CAPTURED.sub("", slug)}:
                self._slugs.setdefault(one, set()).add(label)
            if len(name.split()) > 1:
                self._spaced.append(name)

    def _add_entries(self, source: GivenSource) -> None:
        """The ids of a file of data; an entry that names given files in one field means those."""
        for key, fields in source.entries:
            named: dict[str, list[set[str]]] = {}
            for field, value in fields:
                name = folded_name(file_name_of(value))
                meant = self._files.get(name) or self._stems.get(name) or set()
                if meant - {source.label}:
                    named.setdefault(field, []).append(meant)
            within = self._within.setdefault(folded_name(key), [])
            if len(named) == 1:
                within += next(iter(named.values()))
            elif within:
                within[0] = within[0] | {source.label}
            else:
                within.append({source.label})

    def _folder(self, source: GivenSource) -> list[str]:
        """The folder of a file that is called as others are, or by a key: `moe2020/text.txt`."""
        folders = [one for one in _folders(source) if not one.startswith(".")][-1:]
        repeated = folded_name(file_name_of(source.identifier)) in self._repeated
        return [one for one in folders if repeated or _KEY.match(one)]

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
        identifiers = find_identifiers(" ".join(filter(None, (doi, *web, words))))
        named = [*filter(None, (file_name,)), *local]
        return (
            self._decided(self._serial_in(words), LinkedBy.FILE_NAME, "file name")
            or self._with_identifier(identifiers, words)
            or self._decided(self._at_addresses(web, words), LinkedBy.ADDRESS, "address")
            or self._decided(map(self._in_file, named), LinkedBy.FILE_NAME, "file name")
            or self._decided(self._files_in(words), LinkedBy.FILE_NAME, "file name")
            or self._decided(self._downloads(web), LinkedBy.FILE_NAME, "file name")
            or self._titled(title or text, web, identifiers)
        )

    def at(self, identifier: str) -> SourceMatch:
        """Return the source of a path, an address, a file name or a label, and nothing less."""
        given = identifier.strip()
        if given in self.by_label:
            return SourceMatch(sources=(given,), linked_by=LinkedBy.MAP)
        same = {source.label for source in self.sources if given == source.identifier}
        tried = (
            [same],
            [self._at_address(given)] if _is_web(given) else [],
            [] if _is_web(given) else [self._in_file(given)],
        )
        for found in tried:
            if match := self._decided(found, LinkedBy.MAP, "name"):
                return match
        return SourceMatch()

    def named(self, name: str) -> SourceMatch:
        """Return the source that a marker calls by a name: its file name, with or without end."""
        # A file's name has another sign in the place of a colon: `[source:moe:rye]`, moe-rye.md.
        if match := self._with_identifier(find_identifiers(name), ""):
            return match
        keys = (name, *(one.replace(":", "-") for one in (name, name.partition(":")[2])))
        called = [folded_name(key) for key in keys if key]
        fitting = (self._files.get(key) or self._stems.get(key) for key in called)
        found = self._nearest(next(filter(None, fitting), set()) or self._read_from(name), name)
        # The id of an entry is no name of a file, and comes after those.
        entries = next((self._within[key] for key in called if key in self._within), [])
        if match := self._decided([found] if found else entries, LinkedBy.FILE_NAME, "file name"):
            return match
        if match := self._decided([self._notes.get(called[0], set())], LinkedBy.TITLE, "title"):
            return match
        dated = read_authors_and_year(name)
        labels, by, _ = self._titles.by_author(*dated) if dated else self._titles.find(name)
        return (
            self._decided([set(labels)], by, "author and the year" if dated else "name")
            or SourceMatch()
        )

    def _with_identifier(self, identifiers: Sequence[str], words: str) -> SourceMatch | None:
        """
        The sources that state one of the identifiers, else those whose first page has it.

        A first page may also have that of another work, which it is about. An entry that has
        several may be two that were run together: then the author must be the source's.
        """
        kinds = [kind_of(one) for one in identifiers]
        several = len(set(kinds)) < len(kinds)
        by = LinkedBy.DOI if "doi" in kinds else LinkedBy.IDENTIFIER
        for known in (self._identified, self._mentioning):
            mentioned = known is self._mentioning
            fitting = [
                {
                    one
                    for one in known.get(key, ())
                    if not (mentioned and self._differs(one, identifiers))
                    and (not several or self._titles.has_author(one, words))
                }
                for key in identifiers
            ]
            match = self._decided(fitting, by, "identifier")
            if match and mentioned and self._is_of_another(match, words):
                return None
            if match and mentioned and not all(self._is_on(one, words) for one in match.sources):
                by = LinkedBy.LIKENESS
                match = match.model_copy(update={"linked_by": by})
            if match:
                return self._with_versions(match, words, by) if len(match.sources) < 2 else match
        return None

    def _is_on(self, label: str, words: str) -> bool:
        """Whether a source may be a work that it mentions, and no note that only cites it."""
        is_note = self.by_label[label].identifier.lower().endswith(".md")
        return not is_note or bool(words and self._titles.has_author(label, words))

    def _is_of_another(self, match: SourceMatch, words: str) -> bool:
        """Whether the title says plainly that other sources are meant than those of a match."""
        titled = self._titles.find(without_addresses(words))
        known = {*match.sources, *match.candidates}
        return titled.linked_by is LinkedBy.TITLE and known.isdisjoint(titled.labels or known)

    def _differs(self, label: str, identifiers: Sequence[str]) -> bool:
        """Whether a source states another identifier of the same kind."""
        own = _stated(self.by_label[label])
        pairs = [(one, two) for one in own for two in identifiers if kind_of(one) == kind_of(two)]
        # One that was broken at the end of a line is the beginning of the other.
        same = any(one.startswith(two) or two.startswith(one) for one, two in pairs)
        return bool(pairs) and not same

    def _at_addresses(self, web: Sequence[str], words: str) -> Iterator[set[str]]:
        """The sources at the addresses; in words out of a PDF spaces may part them."""
        begun = set()
        for found in _SPACED.finditer(words):
            parts = found[0].split(" ")
            whole = ("".join(parts[:end]).rstrip(".") for end in range(len(parts), 1, -1))
            if labels := next(filter(None, map(self._at_address, whole)), None):
                begun.add(parts[0])
                yield labels
        yield from (self._at_address(one) for one in web if one not in begun)

    def _at_address(self, address: str) -> set[str]:
        pairs = zip(self._addresses, _keys_of(address), strict=False)
        return next(filter(None, (known.get(key) for known, key in pairs)), set())

    def _in_file(self, path: str) -> set[str]:
        """
        The sources of a file name; where several have it, the folders before it decide.

        A file of that name in a folder of another name is another file.
        """
        found = self._files.get(folded_name(file_name_of(path)))
        if found is None:
            path = re.split(r"[#?]", path)[0]
            name = folded_name(file_name_of(path))
            # A note has no ending.
            found = self._files.get(name) or self._stems.get(name) or self._notes.get(name, set())
        shared = {label: _shared(_parts(path)[:-1], self.by_label[label]) for label in found}
        best = max(shared.values(), default=0)
        near = {label for label in found if shared[label] == best > 0}
        return self._nearest(near or self._read_from(path), path)

    def _read_from(self, path: str) -> set[str]:
        """The text of a document that is not there, in whatever folder: moe.md for moe.pdf."""
        name = folded_name(file_name_of(path))
        stem = stem_of(name)
        is_document = name.endswith(_DOCUMENTS) and not _is_web(path)
        if name in self._files or not is_document or not tells_something(words_of(stem)):
            return set()
        found = self._stems.get(name) or self._stems.get(stem, set())
        return {one for one in found if self.by_label[one].identifier.lower().endswith(_TEXTS)}

    def _nearest(self, labels: set[str], path: str) -> set[str]:
        """Of files with one name the one to which a path leads from the folder of the draft."""
        steps = re.split(r"[/\\]", path)[:-1]
        up = steps.count("..")
        leads = [*self._from[: len(self._from) - up], *_parts("/".join(steps))]
        if len(labels) < 2 or not leads or is_web_address(path):
            return labels
        there = {label for label in labels if _folders(self.by_label[label])[-1:] == leads[-1:]}
        return there if len(there) == 1 else labels

    def _files_in(self, words: str) -> Iterator[set[str]]:
        """The sources whose file names are written in a text; without endings, before the rest."""
        plain = folded_name(without_addresses(words))
        yield from (
            self._stems.get(one["stem"], set())
            for one in _NUMBERED.finditer(plain)
            if one["leads"] is not None
        )
        for token in plain.replace("(", " ").replace(")", " ").split():
            name = token.strip("[]{}<>\"'`*_,;:!?").rstrip(".")
            if has_extension(name) and not _is_web(name):
                yield self._in_file(name)
        for name in self._spaced:
            at = plain.find(name)
            if at >= 0 and not plain[max(0, at - 1) : at].strip("/\\\"'([ "):
                yield self._files[name]

    def _serial_in(self, words: str) -> list[set[str]]:
        """The sources whose numbered names stand in an entry, at the head of its items if any."""
        plain = folded_name(without_addresses(words)) if self._serial else ""
        found = [one for one in _NUMBERED.finditer(plain) if one["stem"] in self._serial]
        leading = [one for one in found if one["leads"] is not None]
        return [self._stems[one["stem"]] for one in leading or found]

    def _downloads(self, web: Sequence[str]) -> Iterator[set[str]]:
        """The files, not known by any address, that are called like the end of an address."""
        for address in web:
            name = folded_name(file_name_of(address.rstrip("/")))
            if has_extension(name):
                found = self._files.get(name, set())
                yield {label for label in found if not _pages(self.by_label[label])}
            # A page is often saved under its address, or under the last part of it.
            host, _, path = address.partition("://")[2].removeprefix("www.").partition("/")
            # What saves a page may leave out ".com".
            short = words_of(f"{host.removesuffix('.com')}/{path}")
            ways = [one for one in (short, words_of(stem_of(name))) if len(one) > 2]
            slugs = map("-".join, (words_of(f"{host}/{path}"), *ways))
            yield next(filter(None, map(self._slugs.get, slugs)), set())

    def _decided(self, found: Iterable[set[str]], by: LinkedBy, what: str) -> SourceMatch | None:
        """
        Return the result for things that each fit some sources, or None where none fits any.

        Each thing that fits exactly one source names that source; the first of copies stands for
        all of them.
        """
        fitting = [self._without_copies(labels) for labels in found if labels]
        if not fitting:
            return None
        wholes = [one if len(one) == 1 else self._with_parts(one) for one in fitting]
        labels = sorted(set().union(*fitting, *wholes), key=natural_key)
        if not all(wholes):
            return SourceMatch(
                candidates=tuple(labels), problem=f"The {what} fits {len(labels)} sources."
            )
        return SourceMatch(sources=tuple(labels), linked_by=by)

    def _with_parts(self, labels: set[str]) -> set[str]:
        """A note with all of the folder of its name beside it, where nothing else is meant."""
        for label in labels:
            folder = _parts(_EXTENSION.sub("", self.by_label[label].identifier))
            whole = {label, *(one.label for one in self.sources if _folders(one) == folder)}
            if labels <= whole:
                return whole
        return set()

    def _without_copies(self, labels: Collection[str]) -> set[str]:
        """
        The sources, of those with the very same words the first, none for its data or its parts.

        The data of a page lie beside it: `moe/page.md` and `moe/metadata.json`. Parts are called
        as the whole is, with more behind it: `moe.pdf` and `moe_part1.pdf`.
        """
        kept: dict[str, str] = {}
        beside: set[str] = set()
        whole_ones = [label for label in labels if not self.by_label[label].is_piece]
        for label in sorted(
            whole_ones or labels, key=lambda one: (self._is_data(one), natural_key(one))
        ):
            source = self.by_label[label]
            name, is_data = _EXTENSION.sub("", source.identifier), self._is_data(label)
            folder = re.split(r"[^/\\]*\Z", name)[0]
            if not (is_data and beside.intersection((name, folder))):
                kept.setdefault(source.words or label, label)
                beside |= {name} if is_data else {name, folder}
        whole = [self.by_label[label] for label in kept.values()]
        return {one.label for one in whole if not any(_is_part(one, other) for other in whole)}

    def _is_data(self, label: str) -> bool:
        return self.by_label[label].identifier.lower().endswith((".json", ".yaml", ".yml", ".csv"))

    def _with_versions(self, match: SourceMatch, words: str, by: LinkedBy) -> SourceMatch:
        """A match with what else holds the same work, and its author: its preprint, a copy."""
        titled = self._titles.find(without_addresses(words))
        known = set(match.sources or set(match.candidates).intersection(titled.labels))
        if not (titled.is_one_work and known and known <= set(titled.labels)):
            return match
        # A page with an address of its own is another one.
        others = [label for label in titled.labels if not _pages(self.by_label[label])]
        labels = self._without_copies((*known, *others))
        return SourceMatch(sources=tuple(sorted(labels, key=natural_key)), linked_by=by)

    def _titled(self, words: str, web: Sequence[str], identifiers: Sequence[str]) -> SourceMatch:
        """The source of a title; one with another DOI or on another host may be a copy."""
        found, by, is_one_work = self._titles.find(without_addresses(words))
        fitting = sorted(self._without_copies(found), key=natural_key)
        agreeing = [
            one
            for one in fitting
            if not (self._differs(one, identifiers) or _is_elsewhere(self.by_label[one], web))
        ]
        if len(agreeing) == 1 or (agreeing and is_one_work):
            return SourceMatch(sources=tuple(agreeing), linked_by=by)
        if len(fitting) == 1:
            return SourceMatch(sources=tuple(fitting), linked_by=LinkedBy.LIKENESS)
        if not fitting:
            return SourceMatch()
        problem = f"The title fits {len(fitting)} sources equally well."
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
    names = (given, own, file_name_of(called))
    return [name for name in dict.fromkeys(names) if name.strip()]


def note_names(source: GivenSource) -> list[str]:
    """Return what links to notes call a source: its titles, also without what tells it apart."""
    titles = [one for one in (source.title, *source.titles) if one]
    return list(dict.fromkeys([*titles, *(_APART.sub("", one) for one in titles)]))


def _stated(source: GivenSource) -> list[str]:
    """The identifiers that a source is known by, its addresses among them."""
    addresses = (source.identifier, source.url, *source.addresses)
    said = (f"doi:{source.doi}" if source.doi else "", *filter(None, addresses))
    return list(dict.fromkeys((*find_identifiers(" ".join(said)), *source.identifiers)))


def _is_elsewhere(source: GivenSource, web: Sequence[str]) -> bool:
    """Whether a page is on another host than the addresses that are given."""
    if not is_web_address(source.identifier) or not web:
        return False
    return host_of(source.identifier) not in {host_of(address) for address in web}


def _pages(source: GivenSource) -> list[str]:
    addresses = (source.identifier, source.url, *source.addresses)
    return [one for one in addresses if one and _is_web(one)]


def _keys_of(address: str) -> tuple[str, ...]:
    """What an address is found by, the surest first; nothing where it is none."""
    keys, behind = address_keys(address), address_keys(_MIRROR.sub("", address.strip()))
    return (*keys, behind[1]) if keys and behind else ()


def _is_web(address: str) -> bool:
    return is_web_address(address) or address[:4].lower() == "www."


def _is_part(source: GivenSource, other: GivenSource) -> bool:
    """Whether a file is called as another is, with a number behind it or in a folder for parts."""
    name, whole = (stem_of(file_name_of(one.identifier)) for one in (source, other))
    more = name[len(whole) :] if whole and name.startswith(whole) else ""
    apart = _folders(source) != _folders(other) or more[-1:].isdigit()
    return apart and not more[:1].isalnum() and bool(more)


def _has_whole(source: GivenSource, wholes: Mapping[str, GivenSource]) -> bool:
    """Whether a file is the first part of another that was given, whose title it has as well."""
    stem = stem_of(file_name_of(source.identifier))
    longer = (wholes.get(stem[: sign.start()]) for sign in re.finditer(r"[\W_]", stem))
    return any(
        one.head[:_SAME_HEAD] == source.head[:_SAME_HEAD] and _is_part(source, one)
        for one in longer
        if one and one.head
    )


def _parts(path: str) -> list[str]:
    steps = re.split(r"[/\\]", path)
    return [folded_name(step) for step in steps if step not in ("", ".", "..")]


def _folders(source: GivenSource) -> list[str]:
    return [] if _is_web(source.identifier) else _parts(source.identifier)[:-1]


def _shared(wanted: Sequence[str], source: GivenSource) -> int:
    """How many of the last folders of a path and a file are the same, and its name; 0 if none."""
    own = _folders(source)
    pairs = zip(reversed(wanted), reversed(own), strict=False)
    count = 1 + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return count if count > 1 or not (wanted and own) else 0


def shown_source(source: GivenSource) -> str:
    """Return a source as sentences name it."""
    names = file_names(source)
    return one_line(names[0] if names else source.name or source.identifier, 80)

"""
The pages that a report itself links to: fetched, archived, and used as sources.

Only what no given source is for is fetched, once, and by the same door as every page. What was
fetched stays in the cache folder, so that a check which was interrupted goes on from there.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import quote, urljoin, urlsplit

from citation_engine.check.cache import CacheFolder
from citation_engine.check.parallel import in_order
from citation_engine.collect import incoming
from citation_engine.collect.web.archive import fetched_from_warc, warc_record
from citation_engine.collect.web.pages import read_page
from citation_engine.errors import FetchRefused, SourceUnreachable, SourceUnreadable
from citation_engine.hashing import sha256_hex
from citation_engine.model.checked import Link
from citation_engine.model.draft import Answer
from citation_engine.model.source import EXTENT, NewSource, ReadState
from citation_engine.ports import Reader
from citation_engine.settings import Settings, cache_folder
from citation_engine.urls import canonical_url, fault_of, is_web_address

if TYPE_CHECKING:
    from citation_engine.collect.web.response import Fetched

ARCHIVE_BYTES = 4 * 1024**3
AT_ONCE = 8
_ARXIV = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf|html)/|\barxiv:\s?|10\.48550/arxiv\.)"
    r"((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d{1,2})?)",
    re.IGNORECASE,
)
_OPEN = "https://arxiv.org/pdf/"
_RESOLVER = "https://doi.org/"
_PDF = "application/pdf"
Fetch = Callable[[str], "Fetched"]
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class WantedPage:
    """What a report cites and nobody gave: where it may be had, the likeliest full text first."""

    addresses: tuple[str, ...]
    # The address that the report has for it, and the DOI.
    stated: str
    doi: str | None = None


def wanted_pages(
    links: Iterable[Link], answer: Answer | None = None, unread: Collection[str] = ()
) -> list[WantedPage]:
    """
    What the links of a draft, or the sources of an answer, name and no source is for.

    `unread` are the labels of sources that have no words, because they could not be had before.
    """
    found: dict[str, WantedPage] = {}
    missing = [one for one in links if not one.candidates and set(one.sources).issubset(unread)]
    for link in missing:
        if (entry := link.reference) is not None:
            wanted = _wanted([*entry.addresses, entry.text], entry.doi)
        else:
            wanted = _wanted([link.name], None)
        if wanted is not None:
            found.setdefault(canonical_url(wanted.stated), wanted)
    unmet = {link.name for link in missing}
    for source in answer.sources if answer else ():
        if source.url and unmet & {source.title, source.url, source.file_name}:
            wanted = _wanted([source.url], None)
            if wanted is not None:
                found.setdefault(canonical_url(wanted.stated), wanted)
    return list(found.values())


def _wanted(written: Sequence[str], doi: str | None) -> WantedPage | None:
    """Where the thing may be had that these words and addresses name."""
    web = [one for one in written if is_web_address(one) and not fault_of(one)]
    open_copy = next((found[1] for one in written if (found := _ARXIV.search(one))), None)
    addresses = [_OPEN + open_copy] if open_copy else []
    addresses += [_RESOLVER + quote(doi, safe="/():;.,")] if doi else []
    addresses += [one for one in web if not _ARXIV.search(one)]
    if not addresses:
        return None
    return WantedPage(tuple(dict.fromkeys(addresses)), (web or addresses)[0], doi)


class LinkedPages:
    """Fetches what a report links to, or takes it out of the archive."""

    def __init__(
        self, settings: Settings, readers: Sequence[Reader], fetch: Fetch, *, archive: bool = True
    ) -> None:
        self._settings, self._readers, self._fetch = settings, readers, fetch
        folder = cache_folder(settings, "pages")
        self._archive = CacheFolder(folder, ".warc", ARCHIVE_BYTES) if archive else None
        self._lock = Lock()
        # How many pages came from where.
        self.fetched = self.archived = 0

    def get(
        self, wanted: Sequence[WantedPage], progress: Progress | None = None
    ) -> Iterator[NewSource]:
        """The pages in order; one that cannot be had is degraded, with the reasons."""
        for number, (_, got) in enumerate(in_order(self._source, wanted, AT_ONCE), 1):
            yield got()
            if progress is not None:
                progress("pages", number, len(wanted))

    def notes(self) -> list[str]:
        """How many pages were fetched, and how many were in the archive."""
        parts = [f"{self.fetched} fetched"] if self.fetched else []
        if self.archived:
            parts.append(f"{self.archived} from the archive (--no-cache fetches them anew)")
        return [f"Pages that the report links to: {', '.join(parts)}."] if parts else []

    def _source(self, wanted: WantedPage) -> NewSource:
        """The first address with all the words; else the one with most of them."""
        found: list[NewSource] = []
        reasons: list[str] = []
        for address in wanted.addresses:
            try:
                found.append(self._read(address))
            except (FetchRefused, SourceUnreachable) as error:
                reasons.append(str(error))
                continue
            if found[-1].state is ReadState.READY and EXTENT not in found[-1].metadata:
                break
        ready = [new for new in found if new.state is ReadState.READY]
        best = next((new for new in ready if EXTENT not in new.metadata), None)
        best = best or next(iter([*ready, *found]), None)
        if best is None:
            reason = " ".join(dict.fromkeys(reasons))
            best = incoming.from_page(wanted.stated, self._settings.session, reason)
        return _as_cited(best, wanted)

    def _read(self, address: str) -> NewSource:
        """The page, or the full text that it names."""
        fetched = self._page(address)
        new = self._as_source(fetched)
        pdf = new.metadata.get("pdf")
        if not isinstance(pdf, str) or not self._may_follow(fetched.final_url, pdf):
            return new
        try:
            full = self._as_source(self._page(urljoin(fetched.final_url, pdf)))
        except (FetchRefused, SourceUnreachable):
            return new
        if full.state is not ReadState.READY or full.media_type != _PDF:
            return new
        known = {k: v for k, v in new.metadata.items() if k not in (EXTENT, "few_words", "pdf")}
        return full.model_copy(update={"name": new.name, "metadata": {**known, **full.metadata}})

    def _may_follow(self, page: str, pdf: str) -> bool:
        """A page's word leads neither into hosts that an operator opened nor out of them."""
        there = urlsplit(urljoin(page, pdf)).netloc
        return not self._settings.fetch_allow or there == urlsplit(page).netloc

    def _as_source(self, fetched: "Fetched") -> NewSource:
        return read_page(fetched, self._settings, self._readers, self._settings.session)

    def _page(self, address: str) -> "Fetched":
        key = sha256_hex(canonical_url(address))
        kept = self._archive.read(key) if self._archive else None
        if kept is not None:
            try:
                page = fetched_from_warc(kept)
            except (SourceUnreadable, ValueError):
                page = None  # It is damaged, and fetched anew.
            if page is not None:
                with self._lock:
                    self.archived += 1
                return page
        fetched = self._fetch(address)
        if self._archive:
            self._archive.write(key, [warc_record(fetched)])
        with self._lock:
            self.fetched += 1
        return fetched


def _as_cited(new: NewSource, wanted: WantedPage) -> NewSource:
    """The source, known by the address and the DOI that the report has for it."""
    stated = {"url": wanted.stated} if canonical_url(wanted.stated) != new.identifier else {}
    doi = {"doi": wanted.doi} if wanted.doi else {}
    return new.model_copy(update={"metadata": {**new.metadata, **stated, **doi}})

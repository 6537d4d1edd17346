"""Fetches pages for an engine, and keeps away from hosts that failed again and again."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from citation_engine.breaker import Breaker
from citation_engine.collect.web.fetched import Fetched
from citation_engine.errors import FetchRefused, SourceUnreachable
from citation_engine.settings import Settings

if TYPE_CHECKING:
    from citation_engine.collect.web.fetch import Fetcher

_TOO_MANY = 429
_SERVER_ERRORS = 500


class Web:
    """The way to the web: one for an engine, used by all its threads."""

    def __init__(self, settings: Settings, fetcher: "Fetcher | None" = None) -> None:
        self._settings = settings
        self._fetcher = fetcher
        self._breaker = Breaker()

    def fetch(self, url: str) -> Fetched:
        """The page; `FetchRefused` or `SourceUnreachable` where it cannot be had."""
        if self._settings.offline:
            raise FetchRefused(
                "Pages are not fetched: the engine is offline.",
                fix="Unset CITATION_OFFLINE, or hand in the page's text or a saved file.",
            )
        host = urlsplit(url).netloc.rpartition("@")[2].lower()
        if not self._breaker.allows(host):
            raise SourceUnreachable(
                f"{host} failed several times in a row and is left alone for a while.",
                fix="Try again in a minute.",
            )
        try:
            fetched = self._fetched(url)
        except SourceUnreachable as error:
            if error.status is None or error.status in (_TOO_MANY, *range(_SERVER_ERRORS, 600)):
                self._breaker.failed(host)
            else:
                self._breaker.succeeded(host)
            raise
        self._breaker.succeeded(host)
        return fetched

    def _fetched(self, url: str) -> Fetched:
        if self._fetcher is None:
            from citation_engine.collect.web.fetch import Fetcher

            self._fetcher = Fetcher(self._settings)
        return self._fetcher.fetch(url)

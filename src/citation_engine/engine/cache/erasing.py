"""Deletes what the cache folder has of words that are redacted."""

from collections.abc import Sequence

from citation_engine.check.cache import CacheFolder, KeptReadings
from citation_engine.engine.cache.index_files import IndexFiles
from citation_engine.model.source import Snapshot
from citation_engine.settings import Settings, cache_folder


def erase(settings: Settings, snapshots: Sequence[Snapshot]) -> None:
    """
    Delete the indexes and readings of these words, and all results and findings of checks.

    A result may quote any source, so all of them go: they are made anew in no time. Raises
    `OSError` where something is there and cannot be deleted.
    """
    indexes = IndexFiles(cache_folder(settings, "indexes"))
    readings = KeptReadings(cache_folder(settings, "readings"))
    for snapshot in snapshots:
        if snapshot.text_sha256:
            indexes.erase(snapshot.text_sha256)
        if snapshot.original_sha256:
            readings.erase(snapshot.original_sha256)
    for name, ending in (("checks", ".check"), ("last", ".json")):
        CacheFolder(cache_folder(settings, name), ending, 0).erase()

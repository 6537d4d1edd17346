"""What checks of the same bytes gave, in files, so that nothing is checked twice."""

import zlib
from pathlib import Path

from citation_engine.check.cache import CacheFolder
from citation_engine.check.report import CheckReport

MOST_BYTES = 128 * 1024**2
ENDING = ".check"


class KeptResults:
    """The results of one folder, by a hash of everything that they came from."""

    def __init__(self, folder: Path) -> None:
        self._files = CacheFolder(folder, ENDING, MOST_BYTES)

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

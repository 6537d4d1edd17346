"""What can be chosen about checking a draft."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from citation_engine.audit.audit_input import AuditOptions
from citation_engine.audit.codes import check_selection

SIDECAR = "/_citations"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOptions:
    """
    How a draft is read, linked and audited.

    `markers` are the dialects that count, all of them if None. `numbered` says that the numbers
    in the draft are those of the session. `sources_map` says which source a marker means.
    """

    format: str | None = None
    provider: str | None = None
    markers: Collection[str] | None = None
    sidecar: str = SIDECAR
    inline: bool = False
    sources_map: Mapping[str, str] | None = None
    numbered: bool = True
    # Other paths of sources, by their labels: files with the very same content.
    also: Mapping[str, Sequence[str]] | None = None
    min_coverage: float | None = None
    select: Sequence[str] = ()
    ignore: Sequence[str] = ()

    def __post_init__(self) -> None:
        """Refuse codes that do not exist before any work is done."""
        check_selection(*self.select, *self.ignore)
        AuditOptions(min_coverage=self.min_coverage)


DEFAULT = CheckOptions()

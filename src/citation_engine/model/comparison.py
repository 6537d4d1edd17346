"""What became of a source: its words then and now, and the passages that were cited."""

from citation_engine.model.source import Outcome
from citation_engine.model.value import Value


class StandingPassage(Value):
    """Cited words, and whether the newer text still has them; `start` is where, if so."""

    citation_id: int
    quote: str
    stands: bool
    start: int | None = None
    end: int | None = None
    moved: bool = False


class Comparison(Value):
    """
    Two states of one source.

    `changes` are lines as in a patch: `-` for what went, `+` for what came. `left_out` says
    how many more there are.
    """

    source_id: int
    outcome: Outcome
    url: str | None = None
    reason: str = ""
    old_snapshot_id: int | None = None
    new_snapshot_id: int | None = None
    changes: tuple[str, ...] = ()
    left_out: int = 0
    passages: tuple[StandingPassage, ...] = ()

    @property
    def fallen(self) -> tuple[StandingPassage, ...]:
        """The passages whose words are no longer there."""
        return tuple(passage for passage in self.passages if not passage.stands)

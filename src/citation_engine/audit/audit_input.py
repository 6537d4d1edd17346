"""What an audit is made of: the draft, what its claims and markers came to, and the sources."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from citation_engine.display import one_line
from citation_engine.errors import InvalidInput
from citation_engine.model.checked import CheckedClaim, CheckedReference, CheckedSource, Link
from citation_engine.model.draft import Draft, DraftFormat, Marker
from citation_engine.model.passage import Span

SHOWN = 80
# In these the text of the draft is the file itself, so it can be changed in place.
EDITABLE = (DraftFormat.MARKDOWN, DraftFormat.HTML, DraftFormat.TEXT)


@dataclass(frozen=True, slots=True)
class Unanchored:
    """A provider's citation whose place in the answer is unknown, and what is known of it."""

    text: str
    span: Span | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class AlikeSources:
    """Two sources whose words are alike, by their labels; 1 is the same."""

    first: str
    second: str
    likeness: float


@dataclass(frozen=True, slots=True)
class SourceNews:
    """What became of a source since it was read, by its label."""

    label: str
    reason: str


@dataclass(frozen=True, slots=True)
class AuditOptions:
    """
    What an audit is strict about.

    `min_coverage` is the share of the claims needing evidence that must cite some.
    `farthest_apart` is how many characters may be left out between the parts of a quote.
    """

    min_coverage: float | None = None
    farthest_apart: int = 1_000

    def __post_init__(self) -> None:
        """Refuse a share that is none: 80 for 0.8 would let nothing pass."""
        if self.min_coverage is not None and not 0 <= self.min_coverage <= 1:
            raise InvalidInput(
                f"A coverage of {self.min_coverage} cannot be asked for.",
                fix="Give a share from 0 to 1, such as 0.8.",
            )


@dataclass(frozen=True)
class AuditInput:
    """All that the checks read; none of them reads anything else."""

    draft: Draft
    claims: tuple[CheckedClaim, ...] = ()
    sources: tuple[CheckedSource, ...] = ()
    links: tuple[Link, ...] = ()
    references: tuple[CheckedReference, ...] = ()
    options: AuditOptions = AuditOptions()
    unanchored: tuple[Unanchored, ...] = ()
    duplicates: tuple[AlikeSources, ...] = ()
    changed: tuple[SourceNews, ...] = ()
    dead: tuple[SourceNews, ...] = ()

    @cached_property
    def by_label(self) -> dict[str, CheckedSource]:
        """The sources by their labels."""
        return {source.label: source for source in self.sources}

    @cached_property
    def _links_at(self) -> dict[Span, list[Link]]:
        found: dict[Span, list[Link]] = {}
        for link in self.links:
            found.setdefault(link.marker.span, []).append(link)
        return found

    def links_of(self, marker: Marker) -> Sequence[Link]:
        """What a marker points to."""
        return [one for one in self._links_at.get(marker.span, ()) if one.marker == marker]

    @cached_property
    def _claims_at(self) -> dict[Span, str]:
        found: dict[Span, str] = {}
        for checked in self.claims:
            for marker in checked.claim.markers:
                found.setdefault(marker.span, checked.claim.id)
        return found

    def claim_of(self, marker: Marker) -> str | None:
        """The id of the first claim that a marker reaches."""
        return self._claims_at.get(marker.span) or None

    @cached_property
    def _entries(self) -> list[Span]:
        """The stretches of the draft that entries of its reference list take, none touching."""
        joined: list[Span] = []
        for span in sorted(one.span for one in self.draft.references):
            if joined and span.start <= joined[-1].end:
                joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
            else:
                joined.append(span)
        return joined

    def is_in_list(self, marker: Marker) -> bool:
        """Whether a marker stands in an entry of the reference list, so that it cites nothing."""
        at = marker.span.start
        before = bisect_right(self._entries, at, key=lambda span: span.start) - 1
        return before >= 0 and at < self._entries[before].end

    @cached_property
    def listed_labels(self) -> tuple[str, ...]:
        """What the entries of the reference list are called, in order, where they are."""
        labels = (one.label for one in self.draft.references if one.label)
        return tuple(sorted(labels, key=_in_order))

    @cached_property
    def known_targets(self) -> frozenset[str]:
        """What a marker can point to in this draft: the entries of its list, and known sources."""
        linked = {link.target for link in self.links if link.sources}
        return frozenset(linked.union(one.label for one in self.draft.references))

    def called(self, label: str) -> str:
        """What a reader knows a source by: its name, or its label where it has none."""
        source = self.by_label.get(label)
        return one_line(source.name, SHOWN) if source and source.name else one_line(label, SHOWN)

    @cached_property
    def used(self) -> frozenset[str]:
        """The labels of the sources that the draft cites."""
        linked = {label for link in self.links for label in link.sources}
        cited = {one.source for claim in self.claims for one in claim.citations}
        said = {source.label for source in self.sources if source.used}
        return frozenset(linked | cited | said)

    @cached_property
    def meant(self) -> frozenset[str]:
        """The labels of the sources that the draft cites or may mean."""
        return self.used.union(*(link.candidates for link in self.links))

    @property
    def editable(self) -> bool:
        """Whether changes of the draft's text are changes of the file."""
        return self.draft.format in EDITABLE


def _in_order(label: str) -> tuple[str, int]:
    letters = label.rstrip("0123456789")
    return letters, int(label[len(letters) :] or 0)

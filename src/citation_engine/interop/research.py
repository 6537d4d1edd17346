"""
The shapes of research agents: sources with scores, findings that name them, and their results.

The shapes are theirs and can be changed after they were made, as their programs do. Fields
that are not listed here are kept. A source of ours is projected to them and back.
"""

import re
import uuid
import warnings
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import count
from typing import Any, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from citation_engine.errors import CitationError, InvalidInput
from citation_engine.interop.registration import (
    Registration,
    canonical_key,
    identify,
    kind_of,
    snippet_key,
)
from citation_engine.interop.rows import title_of
from citation_engine.model.source import ReadState, Source, SourceType

_FIELD = "field:"
_METADATA = "metadata:"
_CONTENT = "slot:content"
_PREFIXES = (_FIELD, _METADATA, "slot:")
_TEXTS = frozenset(("author", "publisher", "source_type", "url"))
_SCORES = frozenset(("credibility_score", "relevance_score"))
# What a page that was read says about itself; the metadata of a caller are not mistaken for it.
_SAID_BY_PAGES = frozenset(("authors", "site", "published"))
# What the engine says about a source; it is not taken from outside.
SAID_BY_US = frozenset(("validation_state", "validation_reason"))


class Unpacked(NamedTuple):
    """The fields, the metadata and the further fields of a research source."""

    fields: dict[str, Any]
    metadata: dict[str, Any]
    extra: dict[str, Any]
    has_content: bool


def pack(
    fields: Mapping[str, Any],
    metadata: Mapping[str, Any],
    extra: Mapping[str, Any],
    *,
    has_content: bool,
) -> dict[str, Any]:
    """Return one mapping that `unpack` takes apart again; fields that are None are left out."""
    packed = {name: value for name, value in fields.items() if value is not None}
    for name, value in metadata.items():
        if name in SAID_BY_US:
            continue
        taken = name in packed or name in _SAID_BY_PAGES or name.startswith(_PREFIXES)
        taken = taken or is_field(name, value)
        packed[f"{_METADATA}{name}" if taken else name] = value
    packed.update({f"{_FIELD}{name}": value for name, value in extra.items()})
    if has_content:
        packed[_CONTENT] = True
    return packed


def unpack(packed: Mapping[str, Any], *, title: str) -> Unpacked:
    """Take apart the metadata of any source, whether or not it came as a research source."""
    fields: dict[str, Any] = {}
    metadata: dict[str, Any] = {}
    escaped: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    for name, value in packed.items():
        if name.startswith(_FIELD):
            extra[name.removeprefix(_FIELD)] = value
        elif name.startswith(_METADATA):
            escaped[name.removeprefix(_METADATA)] = value
        elif is_field(name, value):
            fields[name] = value
        elif name != _CONTENT and not (name == "title" and value == title):
            metadata[name] = value
    return Unpacked(fields, {**metadata, **escaped}, extra, carries_content(packed))


def carries_content(packed: Mapping[str, Any]) -> bool:
    """Whether a source came with its words as a field, and is given back with them."""
    return packed.get(_CONTENT) is True


def is_field(name: str, value: Any) -> bool:
    """Whether a value in the metadata of a source can be that field of a research source."""
    if name in _TEXTS:
        return isinstance(value, str)
    if name in _SCORES:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and 0 <= value <= 1
    return name == "date" and iso_time(value) is not None


def iso_time(value: Any) -> datetime | None:
    """Return the time that a text in ISO form says, or None."""
    try:
        return datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


_S_NUMBER = re.compile(r"S([1-9][0-9]{0,17})")
_NO_ID = re.compile(r"\s*(?:S?0*)?\s*")
_MOST_NAMED = 10


class LegacyRowsWarning(UserWarning):
    """Sources without an id were numbered when they were loaded."""


def number_of(source_id: object) -> int | None:
    """Return the number in an id such as `S3`, or None."""
    found = _S_NUMBER.fullmatch(source_id.strip()) if isinstance(source_id, str) else None
    return int(found[1]) if found else None


def has_id(source: "ResearchSource") -> bool:
    """Whether a source has an id; blanks and `S0` are what programs write that have none."""
    return source.source_id is not None and not _NO_ID.fullmatch(source.source_id)


def number_sources(results: "ResearchResults") -> None:
    """
    Give an id to each source without one, also to those that only a finding has.

    A `legacy_index` is kept where it is free. No number is given that a finding or the usage
    already names, because that may mean another source.
    """
    loose = [f.source for f in results.findings if f.source and not has_id(f.source)]
    nameless = [source for source in results.sources if not has_id(source)]
    if not loose and not nameless:
        return
    taken = _taken(results)
    free = (number for number in count(1) if number not in taken)
    given: dict[int, ResearchSource] = {}
    for source in nameless:
        given[id(source)] = _numbered(source, taken, free)
    sources = [given.get(id(source), source) for source in results.sources]
    known = {likeness(source): source for source in reversed(sources)}
    for source in loose:
        if likeness(source) not in known:
            known[likeness(source)] = given[id(source)] = _numbered(source, taken, free)
            sources.append(given[id(source)])
    results.sources = sources
    results.findings = [_adopted(finding, known) for finding in results.findings]
    _warn(source.source_id or "" for source in given.values())


def _adopted(
    finding: "HierarchicalFinding", known: dict[str, "ResearchSource"]
) -> "HierarchicalFinding":
    """The finding with the id of its own source, in place of what stood for none."""
    source = finding.source
    if source is None or has_id(source):
        return finding
    own = known[likeness(source)].source_id or ""
    others = [id for id in finding.source_ids if id not in (own, source.source_id)]
    named = source.model_copy(update={"source_id": own})
    return finding.model_copy(update={"source": named, "source_ids": [own, *others]})


def _numbered(source: "ResearchSource", taken: set[int], free: Iterator[int]) -> "ResearchSource":
    wished = source.metadata.get("legacy_index")
    number = wished if isinstance(wished, int) and wished is not True and wished > 0 else 0
    number = number if number and number not in taken else next(free)
    taken.add(number)
    return source.model_copy(update={"source_id": f"S{number}"})


def _taken(results: "ResearchResults") -> set[int]:
    named: set[Any] = {*results.source_usage, *(source.source_id for source in results.sources)}
    for finding in results.findings:
        named |= {*finding.source_ids, *finding.supporting_source_ids}
        named.add(finding.source.source_id if finding.source else None)
    return {number for number in map(number_of, named) if number}


def likeness(source: "ResearchSource") -> str:
    """Return a key that two copies of one source share."""
    try:
        return from_research(source).canonical_key
    except CitationError:
        return f"nothing known {id(source)}"


def _warn(ids: Iterable[str]) -> None:
    given = list(ids)
    if not given:
        return
    shown = ", ".join(given[:_MOST_NAMED]) + (" …" if len(given) > _MOST_NAMED else "")
    warnings.warn(
        f"{len(given)} source(s) had no id and were numbered on loading: {shown}.",
        LegacyRowsWarning,
        stacklevel=4,
    )


SourceID = str
MIDDLING = 0.5

_STATES = {
    ReadState.READY: "validated",
    ReadState.PREVIEW: "unchecked",
    ReadState.DEGRADED: "degraded",
    ReadState.REDACTED: "redacted",
}
# Where a pipeline notes which fields of a source it could not take.
PROBLEMS = "validation_problems"


class _Shape(BaseModel):
    model_config = ConfigDict(extra="allow")


class SourceIdentity(BaseModel):
    """Who a source is: its number in the session, the key it is known by, its version."""

    source_id: SourceID
    canonical_key: str
    version: int = 1

    @classmethod
    def build(cls, source_id: int, canonical_key: str) -> Self:
        """Return the identity of the source with this number."""
        return cls(source_id=f"S{source_id}", canonical_key=canonical_key)


class SourceUsage(_Shape):
    """What was made with a source."""

    source_id: SourceID
    finding_ids: list[str] = Field(default_factory=list)
    cluster_ids: list[str] = Field(default_factory=list)
    contradiction_ids: list[str] = Field(default_factory=list)
    report_sections: list[str] = Field(default_factory=list)


class ResearchSource(_Shape):
    """
    A source as research agents see it.

    `source_id` and `canonical_key` are given by the repository. A source that stands alone has
    none: a number is never made up for it.
    """

    source_id: SourceID | None = None
    canonical_key: str | None = None
    title: str
    url: str | None = None
    author: str | None = None
    publisher: str | None = None
    date: datetime | None = None
    source_type: str | None = None
    credibility_score: float = Field(default=MIDDLING, ge=0.0, le=1.0)
    relevance_score: float = Field(default=MIDDLING, ge=0.0, le=1.0)
    metadata: dict[str, Any] = Field(default_factory=dict)


class HierarchicalFinding(_Shape):
    """Something that was found out, and the sources it rests on."""

    finding_id: str = Field(default_factory=lambda: uuid.uuid4().hex)
    source_ids: list[SourceID] = Field(default_factory=list)
    supporting_source_ids: list[SourceID] = Field(default_factory=list)
    source: ResearchSource | None = None

    @model_validator(mode="after")
    def _name_own_source(self) -> Self:
        """The source of a finding is the first of those it names."""
        own = self.source.source_id if self.source and has_id(self.source) else None
        if own and own not in self.source_ids:
            self.source_ids = [own, *self.source_ids]
        return self


class ResearchResults(_Shape):
    """
    What a research run came to.

    Sources that were saved before they had ids are numbered when they are loaded, and a
    `LegacyRowsWarning` says which.
    """

    sources: list[ResearchSource] = Field(default_factory=list)
    source_usage: dict[str, SourceUsage] = Field(default_factory=dict)
    findings: list[HierarchicalFinding] = Field(default_factory=list)

    @model_validator(mode="after")
    def _number_sources_without_id(self) -> Self:
        number_sources(self)
        return self

    def record_usage(
        self,
        source_id: SourceID,
        *,
        finding_id: str | None = None,
        cluster_id: str | None = None,
        contradiction_id: str | None = None,
        report_section: str | None = None,
    ) -> None:
        """Note what was made with a source; saying it twice changes nothing."""
        usage = self.source_usage.setdefault(source_id, SourceUsage(source_id=source_id))
        for known, new in (
            (usage.finding_ids, finding_id),
            (usage.cluster_ids, cluster_id),
            (usage.contradiction_ids, contradiction_id),
            (usage.report_sections, report_section),
        ):
            if new and new not in known:
                known.append(new)

    def backfill_usage(self) -> None:
        """Note for each finding the sources it names, for results that were saved without."""
        for finding in self.findings:
            for source_id in (*finding.source_ids, *finding.supporting_source_ids):
                self.record_usage(source_id, finding_id=finding.finding_id)


def from_research(source: ResearchSource) -> Registration:
    """
    Return what the engine is told about a research source.

    It is known by its address, else by its canonical key, else by its title and snippet. A
    field `snippet` or `text`, or such an entry of the metadata, is its preview; a field
    `content` is its words. A score in the middle says nothing, so a later one can be learned.
    """
    extra = dict(source.model_extra or {})
    snippet = _text(extra, "snippet", "text") or _text(source.metadata, "snippet", "text")
    content = _text(extra, "content")
    title, url, named = map(_unless_blank, (source.title, source.url, source.canonical_key))
    if not any((title, url, named, snippet, content)):
        raise InvalidInput(
            "The source has no title, no address and no words.", fix="Give it a title or a url."
        )
    key = snippet_key(title or "", snippet or content or "")
    type, identifier = identify(source.source_type, url=url, path=None, identifier=named, key=key)
    if content is not None:
        del extra["content"]
    fields = {
        **{name: getattr(source, name) for name in ("author", "publisher", "source_type")},
        "title": title,
        "date": source.date.isoformat() if source.date else None,
        "url": None if type is SourceType.WEBSITE and url == identifier else url,
        "credibility_score": _unless_middling(source.credibility_score),
        "relevance_score": _unless_middling(source.relevance_score),
    }
    metadata = pack(fields, source.metadata, extra, has_content=content is not None)
    return Registration(type, identifier, title, content, snippet, metadata)


def to_research(source: Source) -> ResearchSource:
    """
    Return a source as research agents see it.

    `metadata["validation_state"]` is `validated` where its words are at hand, `unchecked` where
    only a preview is, and `degraded` or `redacted` where they cannot be had; then
    `metadata["validation_reason"]` says why.
    """
    title = title_of(source)
    fields, metadata, extra, has_content = unpack(source.metadata, title=title)
    if "date" in fields:
        fields["date"] = iso_time(fields["date"])
    if source.type is SourceType.WEBSITE:
        fields.setdefault("url", source.identifier)
    if has_content:
        extra.setdefault("content", source.content)
    taken = extra.keys() & ResearchSource.model_fields.keys()
    metadata.update({f"field:{name}": extra.pop(name) for name in taken})
    return ResearchSource.model_validate(
        {
            **extra,
            **_read_off(source.metadata),
            **fields,
            "source_id": f"S{source.number}" if source.number else None,
            "canonical_key": canonical_key(source),
            "title": title,
            "source_type": kind_of(source),
            "metadata": {**metadata, **_validation(source)},
        }
    )


def _validation(source: Source) -> dict[str, Any]:
    problems = source.metadata.get(PROBLEMS)
    reasons = [source.state_reason] if source.state_reason else []
    reasons += [str(problem) for problem in problems] if isinstance(problems, list) else []
    usable = source.state in (ReadState.READY, ReadState.PREVIEW)
    state = "degraded" if problems and usable else _STATES[source.state]
    return {
        "validation_state": state,
        **({"validation_reason": " ".join(reasons)} if reasons else {}),
    }


def _read_off(known: Mapping[str, Any]) -> dict[str, Any]:
    """What pages say about themselves, under the names that research agents know."""
    authors = known.get("authors")
    names = [name for name in authors if isinstance(name, str)] if isinstance(authors, list) else []
    said = {
        "author": "; ".join(names),
        "publisher": _text(known, "site"),
        "date": iso_time(known.get("published")),
    }
    return {name: value for name, value in said.items() if value}


def _text(given: Mapping[str, Any], *names: str) -> str | None:
    return next((v for n in names if isinstance(v := given.get(n), str) and v.strip()), None)


def _unless_blank(text: str | None) -> str | None:
    return text if text and text.strip() else None


def _unless_middling(score: float) -> float | None:
    return None if score == MIDDLING else score

"""
The shapes of research agents: sources with scores, findings that name them, and their results.

The shapes are theirs and can be changed after they were made, as their programs do. Fields
that are not listed here are kept. A source of ours is projected to them and back.
"""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from citation_engine.errors import InvalidInput
from citation_engine.interop.kinds import kind_of
from citation_engine.interop.legacy import has_id, number_sources
from citation_engine.interop.packing import iso_time, pack, unpack
from citation_engine.interop.registration import (
    Registration,
    canonical_key,
    identify,
    snippet_key,
)
from citation_engine.interop.rows import title_of
from citation_engine.model.source import ReadState, Source, SourceType

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

"""Ties the citations of a provider's answer to the claims and sources they are about."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from citation_engine.audit.audit_input import Unanchored
from citation_engine.check.claims import cite_claim
from citation_engine.display import one_line
from citation_engine.errors import InvalidInput
from citation_engine.link.candidate_sources import GivenSource
from citation_engine.link.matching import SourceIndex, SourceMatch, match_source
from citation_engine.model.checked import CheckedReference, CitedClaim, Link, LinkedBy
from citation_engine.model.draft import Answer, AnswerCitation, AnswerSource, Draft, Marker
from citation_engine.model.passage import Span
from citation_engine.model.source import Source
from citation_engine.plugins import read_answer
from citation_engine.ports import Provider

PROVIDER = "provider"
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class LinkedDraft:
    """What the markers of a draft, or the citations of an answer, came to."""

    cited: list[CitedClaim]
    links: tuple[Link, ...]
    notes: tuple[str, ...]
    unanchored: tuple[Unanchored, ...] = ()
    references: tuple[CheckedReference, ...] = ()


def link_answer(
    answer: Answer, draft: Draft, known: Sequence[GivenSource], by_label: Mapping[str, Source]
) -> LinkedDraft:
    """
    Tie each citation of an answer to the claims it stands in and to the source it names.

    One that cannot be anchored, or whose source is not at hand, is kept and said.
    """
    index = SourceIndex(known)
    told = {source.key: _match(index, known, source) for source in answer.sources}
    matches = {key: match for key, (match, _) in told.items()}
    names = {source.key: _named(source) for source in answer.sources}
    cited: list[CitedClaim] = []
    links: list[Link] = []
    unanchored: list[Unanchored] = []
    for citation in answer.citations:
        match, name = matches.get(citation.source), names.get(citation.source, citation.source)
        label = match.sources[0] if match and len(match.sources) == 1 else None
        if citation.span is None:
            said = " ".join(citation.warnings) or "Its place in the answer is not known."
            unanchored.append(Unanchored(f"{name}: {said}", None, label))
            continue
        marker = _marker(citation, name)
        links.append(_link(marker, match, name))
        if label is not None:
            cited += _cited(draft, citation, marker, by_label[label])
    notes = [*_notes(answer), *(note for _, note in told.values() if note)]
    return LinkedDraft(cited, tuple(links), tuple(notes), tuple(unanchored))


# Fields by which what a provider sent is told from a text with a name.
_ANSWERING = ("role", "choices", "candidates", "output", "message", "messages", "groundingMetadata")


def sources_in_answer(value: Any) -> list[Any]:
    """The sources that a provider's answer carries, as mappings; any other value as it is."""
    if (answer := answer_in(value)) is None or not answer.sources:
        return [value]
    found = [
        {"title": one.title or one.file_name, "url": one.url, "snippet": one.text}
        for one in answer.sources
        if one.text or one.url
    ]
    if not found:
        named = one_line(", ".join(_named(one) for one in answer.sources), _SHOWN)
        raise InvalidInput(
            f"The answer names its sources ({named}) and has none of their words.",
            fix="Give the sources.",
        )
    return found


def answer_in(value: Any, provider: str | Provider | None = None) -> Answer | None:
    """The answer that a value is: a response or message of a provider, or what it was dumped to."""
    fields = value if isinstance(value, Mapping) else getattr(value, "__dict__", {})
    if provider is None and not any(name in fields for name in _ANSWERING):
        return None
    try:
        return read_answer(value, provider=provider)
    except InvalidInput:
        if provider is not None:
            raise
        return None


def _notes(answer: Answer) -> Iterator[str]:
    count = len(answer.citations)
    yield f"The citations are those of the provider: {answer.provider}, {count} of them."
    yield from answer.warnings


def _match(
    index: SourceIndex, known: Sequence[GivenSource], source: AnswerSource
) -> tuple[SourceMatch, str]:
    """The source that is meant, and what a reader must know about how that was found out."""
    found = match_source(index, title=source.title, url=source.url, file_name=source.file_name)
    nameless = not (source.title or source.url or source.file_name)
    if found.sources or not nameless or source.index is None or source.index >= len(known):
        return found, ""
    taken = known[source.index]
    note = f"Document {source.index} of the answer has no name and was taken for {taken.name}."
    return SourceMatch(sources=(taken.label,), linked_by=LinkedBy.NAME_ORDER), note


def _named(source: AnswerSource) -> str:
    name = source.title or source.file_name or source.url or source.file_id or source.key
    return one_line(name, _SHOWN)


def _marker(citation: AnswerCitation, name: str) -> Marker:
    assert citation.span is not None
    end = citation.span.end
    return Marker(dialect=PROVIDER, span=Span(end, end), text=name, names=(citation.source,))


def _link(marker: Marker, match: SourceMatch | None, name: str) -> Link:
    if match and match.sources:
        return Link(marker=marker, name=name, sources=match.sources)
    problem = f"{name} is none of the sources that were given."
    candidates = match.candidates if match else ()
    if match and candidates:
        problem = match.problem or problem
    return Link(marker=marker, name=name, problem=problem, candidates=candidates)


def _cited(
    draft: Draft, citation: AnswerCitation, marker: Marker, source: Source
) -> Iterator[CitedClaim]:
    assert citation.span is not None
    words, locator = _words(citation.quote), citation.locator
    for number, claim in enumerate(draft.claims):
        # A sign of the citation may stand behind the words of its claim.
        signs = () if claim.names_only else claim.markers
        spans = (claim.span, *(one.span for one in signs))
        if any(one and _touch(one, citation.span) for one in spans):
            yield cite_claim(
                *(draft.claims, number, source, LinkedBy.PROVIDER, marker),
                words=words,
                locator=locator,
            )


def _touch(claim: Span, cited: Span) -> bool:
    if cited.start == cited.end:
        return claim.start < cited.end <= claim.end
    return claim.start < cited.end and cited.start < claim.end


def _words(quote: str | None) -> str | None:
    """The provider's words of the source; a mark that they were cut is not part of them."""
    return (quote or "").strip().removesuffix("...").removesuffix("…").strip() or None

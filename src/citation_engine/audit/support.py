"""Checks whether the sources carry the claims of a draft, and what was not checked (CE2xx)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from citation_engine.audit.audit_input import SHOWN, AuditInput
from citation_engine.audit.codes import make_finding
from citation_engine.audit.places import place_of, words_in_draft
from citation_engine.audit.states import citation_state, is_outweighed, words_fail
from citation_engine.display import one_line
from citation_engine.model.checked import CheckedCitation, CheckedClaim, ClaimState, LinkedBy
from citation_engine.model.finding import Finding
from citation_engine.model.passage import Span
from citation_engine.model.verdict import (
    Aspect,
    Better,
    Conflict,
    Relation,
    Status,
    Support,
    Verdict,
)

LONGEST_REASON = 300
_FIGURES = {Aspect.NUMBER: "number", Aspect.UNIT: "unit", Aspect.DATE: "date"}
_READ_IT = "Read the passage yourself, ask another judge, or cite words that say the claim."
_GIVE_IT = "Change the claim to what the sources say, give the source that carries it, or drop it."
# What an answer that could not be decided is nearest to.
_LEANS = {
    Support.SUPPORTED: "It rather does.",
    Support.UNSUPPORTED: "It rather does not.",
    Support.CONTRADICTED: "It rather says the contrary.",
}
# What is the case where a claim was held against all sources, and what to do.
_OF_ALL = {
    Support.UNSUPPORTED: ("No source given carries the claim.", _GIVE_IT),
    Support.UNDECIDED: ("It could not be decided if a source given carries the claim.", _READ_IT),
}
# What a judge says: the code, what is the case, and what to do.
_SAID = {
    Support.UNSUPPORTED: (
        "CE201",
        "{source} does not carry the claim.",
        "Change the claim to what the source says, cite another source, or drop the citation.",
    ),
    Support.CONTRADICTED: (
        "CE202",
        "{source} says the contrary of the claim.",
        "Change the claim to what the source says.",
    ),
    Support.PARTIAL: (
        "CE204",
        "{source} carries only a part of the claim.",
        "Narrow the claim, or cite a further source for the rest.",
    ),
    Support.UNDECIDED: (
        "CE206",
        "It could not be decided if {source} carries the claim.",
        _READ_IT,
    ),
}


def support(given: AuditInput) -> Iterator[Finding]:
    """What the check of each citation says about its claim."""
    for claim in given.claims:
        for citation in claim.citations:
            verdict = citation.verdict
            if claim.state is ClaimState.NO_EVIDENCE_NEEDED:
                continue
            if verdict is None or is_unread(citation):
                yield from _unread(given, claim, citation)
                continue
            if is_outweighed(citation, claim):
                links = given.links_of(citation.marker) if citation.marker else ()
                # Nobody chose the parts or the versions of one source.
                if not any({citation.source} < set(link.sources) for link in links):
                    yield _adds_nothing(given, claim, citation)
                continue
            if citation.source in claim.together:
                continue
            if not words_fail(citation):
                yield from _judged(given, claim, citation, verdict)
            if verdict.better is not None:
                yield _misattributed(given, claim, citation, verdict.better)


def left_out(given: AuditInput) -> Iterator[Finding]:
    """Sources that markers of a claim point to and that it was not checked against (CE207)."""
    for claim in given.claims:
        if claim.claim.names_only:
            continue
        markers = [one for one in claim.claim.markers if not given.is_in_list(one)]
        links = [link for marker in markers for link in given.links_of(marker)]
        checked = {one.source for one in claim.citations}
        for label in dict.fromkeys(label for link in links for label in link.sources):
            if label not in checked:
                message = f"The claim was not checked against {given.called(label)}."
                yield _about(claim, None, "CE207", message, "Check it by hand.", source=label)
        broken = any(one.problem for one in markers)
        if markers and not links and not claim.citations and not broken:
            message = "The claim was not checked: its marker was not tied to any source."
            yield _about(claim, None, "CE207", message, "Check it by hand.")


def is_unread(citation: CheckedCitation) -> bool:
    """Whether a verdict says no more than that nothing could be checked."""
    verdict = citation.verdict
    if verdict is None or verdict.support is Support.UNREACHABLE:
        return True
    return citation_state(citation) is ClaimState.NOT_CHECKED


def unchecked(given: AuditInput) -> tuple[str, ...]:
    """
    Return sentences about what could not be checked, each once.

    That nobody was asked to judge is a choice, not a failure: CE207 and CE208 say it.
    """
    said: dict[str, int] = {}
    listed = len(given.draft.references)
    if listed and not given.draft.markers and not given.links:
        what = (
            f"{listed} references, and no marker for them"
            if listed > 1
            else "a source, and no marker"
        )
        said[f"The draft lists {what} was found in its text."] = 1
    for claim in given.claims:
        for citation in claim.citations:
            if is_unread(citation) and not _by_choice(citation):
                name = given.called(citation.source)
                sentence = f"{name}: {_why_unread(citation)}"
                said[sentence] = said.get(sentence, 0) + 1
    return tuple(
        f"{sentence} ({count} citations)" if count > 1 else sentence
        for sentence, count in said.items()
    )


def _by_choice(citation: CheckedCitation) -> bool:
    verdict = citation.verdict
    return verdict is not None and verdict.support is Support.NOT_JUDGED and _was_read(verdict)


def _was_read(verdict: Verdict) -> bool:
    return verdict.match is not None or verdict.passage is not None


def _why_unread(citation: CheckedCitation) -> str:
    verdict = citation.verdict
    if verdict is None:
        return one_line(citation.unchecked, LONGEST_REASON) or "Nothing says why."
    if verdict.support is Support.UNREACHABLE:
        reason = one_line(verdict.reason, LONGEST_REASON)
        return f"The judge gave no answer. {reason}".strip()
    if _was_read(verdict):
        return "There is no quote to look up, and no judge was asked."
    return one_line(verdict.notes, LONGEST_REASON) or "Its words are not at hand."


def _unread(given: AuditInput, claim: CheckedClaim, citation: CheckedCitation) -> Iterator[Finding]:
    """That nobody judged a claim (CE207), and what differs all the same."""
    verdict = citation.verdict
    differing = list(_differing(verdict.conflicts)) if verdict else []
    for conflict in differing:
        yield _mismatch(given, claim, citation, conflict)
    name = given.called(citation.source)
    message = f"The claim was not checked against {name}. {_why_unread(citation)}"
    help = "Check it by hand, or run the check again when the source and the judge are there."
    yield _about(claim, citation, "CE207", message + _objected(verdict, differing), help)


def _objected(verdict: Verdict | None, differing: Sequence[Conflict]) -> str:
    """What guards object where nobody judged, unless it is told as a finding of its own."""
    if verdict is None or differing or verdict.support is not Support.NOT_JUDGED:
        return ""
    return "".join(f" {one.sentence}" for one in verdict.conflicts)


def _judged(
    given: AuditInput, claim: CheckedClaim, citation: CheckedCitation, verdict: Verdict
) -> Iterator[Finding]:
    name = given.called(citation.source)
    differing = list(_differing(verdict.conflicts))
    for conflict in differing:
        yield _mismatch(given, claim, citation, conflict)
    lowered = verdict.support in (Support.UNDECIDED, Support.PARTIAL)
    told = differing and (lowered or verdict.reason in {one.sentence for one in differing})
    if verdict.support in _SAID and not told:
        code, message, help = _SAID[verdict.support]
        if citation.linked_by is LinkedBy.SEARCH:
            message, help = _OF_ALL.get(verdict.support, (message, help))
        reason = one_line(verdict.reason, LONGEST_REASON)
        leans = _LEANS.get(verdict.leans) if verdict.leans else None
        said = " ".join(filter(None, [message.format(source=name), leans, reason]))
        yield _about(claim, citation, code, said, help)
    elif verdict.support is Support.NOT_JUDGED:
        message = f"The quote is in {name}. Nobody judged whether it carries the claim."
        message += _objected(verdict, differing)
        yield _about(claim, citation, "CE208", message, "Read it yourself, or choose a judge.")
    elif verdict.support is Support.SUPPORTED and verdict.status is not Status.VERIFIED:
        message = f"What is known of {name} is no evidence. {one_line(verdict.notes, 200)}"
        yield _about(claim, citation, "CE206", message.strip(), "Fetch the source, then check it.")


def _differing(conflicts: Iterable[Conflict]) -> Iterator[Conflict]:
    """The conflicts in which a number, a unit or a date says something else."""
    for conflict in conflicts:
        if conflict.aspect in _FIGURES and conflict.relation is Relation.DIFFERS:
            yield conflict


def _mismatch(
    given: AuditInput, claim: CheckedClaim, citation: CheckedCitation, conflict: Conflict
) -> Finding:
    """A number, unit or date that is another one in the source (CE203)."""
    ours, theirs = one_line(conflict.claim_words, SHOWN), one_line(conflict.passage_words, SHOWN)
    name, what = given.called(citation.source), _FIGURES[conflict.aspect]
    span = place_of(claim, citation)
    # Where the heads of a table differ, the cell is marked.
    heads = len(claim.claim.statement) - len(claim.claim.text)
    if conflict.claim_span is not None and conflict.claim_span.start >= heads:
        own = Span(conflict.claim_span.start - heads, conflict.claim_span.end - heads)
        if own.of(claim.claim.text) == conflict.claim_words:
            span = words_in_draft(given, claim.claim, own) or span
    has = f'the claim has "{ours}"' if ours else f"the claim has no {what} there"
    return _about(
        claim,
        citation,
        "CE203",
        f'The {what} differs: {has}, {name} "{theirs}".',
        f"{ours} → {theirs}? Not fixed automatically." if ours else "Say what the source says.",
        span=span,
    )


def _adds_nothing(given: AuditInput, claim: CheckedClaim, citation: CheckedCitation) -> Finding:
    """A source that lacks what another one carries that the claim cites (CE209)."""
    carrying = claim.together or tuple(
        one.source for one in claim.citations if citation_state(one) is ClaimState.SUPPORTED
    )
    names = ", ".join(dict.fromkeys(given.called(label) for label in carrying))
    why = f"{names} carries the claim." if names else "Another source may carry the claim."
    message = f"{given.called(citation.source)} adds nothing here. {why}"
    return _about(claim, citation, "CE209", message, "Cite it where it says something.")


def _misattributed(
    given: AuditInput, claim: CheckedClaim, citation: CheckedCitation, better: Better
) -> Finding:
    """Another source that has what the cited one has not (CE205)."""
    what = "has the quoted words" if better.what == "words" else "carries the claim"
    where = one_line(better.passage.where, SHOWN)
    known = better.label in given.by_label
    name = given.called(better.label) if known else one_line(better.name, SHOWN)
    return _about(
        claim,
        citation,
        "CE205",
        f"{name} ({better.label}) {what}"
        f"{', ' + where if where else ''}; {given.called(citation.source)} does not.",
        f"Cite {better.label} instead, if that is the source that is meant.",
        source=better.label,
        evidence=better.passage,
    )


def _about(
    claim: CheckedClaim,
    citation: CheckedCitation | None,
    code: str,
    message: str,
    help: str,
    **place: Any,
) -> Finding:
    marker = citation.marker if citation else next(iter(claim.claim.markers), None)
    verdict = citation.verdict if citation else None
    fields = {
        "span": place_of(claim, citation),
        "pointer": claim.claim.pointer,
        "claim": claim.claim.id or None,
        "source": citation.source if citation else None,
        "marker": marker.text if marker else None,
        "evidence": verdict.passage if verdict else None,
    }
    return make_finding(code, message, help, **(fields | place))

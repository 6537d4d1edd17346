"""What became of a claim: its citations folded into one word, on the careful side."""

from collections.abc import Sequence

from citation_engine.model.checked import CheckedCitation, CheckedClaim, ClaimState
from citation_engine.model.draft import OWN_WORK, Claim
from citation_engine.model.verdict import Match, Status, Support

_BY_SUPPORT = {
    Support.SUPPORTED: ClaimState.SUPPORTED,
    Support.PARTIAL: ClaimState.PARTIAL,
    Support.CONTRADICTED: ClaimState.CONTRADICTED,
    Support.UNSUPPORTED: ClaimState.FAILED,
    Support.UNDECIDED: ClaimState.UNDECIDED,
    Support.UNREACHABLE: ClaimState.NOT_CHECKED,
}
# The first one that a citation of a claim has is the claim's. The sources of a claim carry it
# together: that one of them lacks it says nothing where another has it, or may have it.
_ORDER = (
    ClaimState.CONTRADICTED,
    ClaimState.SUPPORTED,
    ClaimState.PARTIAL,
    ClaimState.UNDECIDED,
    ClaimState.FAILED,
    ClaimState.NOT_CHECKED,
)
_LACKING = (ClaimState.PARTIAL, ClaimState.UNDECIDED, ClaimState.FAILED)


def claim_state(
    claim: Claim, citations: Sequence[CheckedCitation], *, together: Sequence[str] = ()
) -> ClaimState:
    """
    Return what became of a claim.

    It is supported where one of its citations carries it, or where those named in `together` do,
    and none contradicts it or quotes words that are not there.
    """
    if citations:
        if any(_lacks_quote(one, citations) for one in citations):
            return ClaimState.FAILED
        states = {_among(one, citations) for one in citations}
        if together and ClaimState.CONTRADICTED not in states:
            return ClaimState.SUPPORTED
        state = next(state for state in _ORDER if state in states)
        # What the authors did themselves no source need carry, though one may contradict it.
        own = claim.why == OWN_WORK and state in _LACKING
        return ClaimState.NO_EVIDENCE_NEEDED if own else state
    if claim.markers and not claim.names_only:
        return ClaimState.NOT_CHECKED
    return ClaimState.UNCITED if claim.needs_evidence else ClaimState.NO_EVIDENCE_NEEDED


def may_carry_together(citations: Sequence[CheckedCitation]) -> bool:
    """Whether several sources were read of which none carries the claim or contradicts it."""
    sources = {one.source for one in citations}
    return len(sources) > 1 and all(
        one.quote is None and citation_state(one) in _LACKING for one in citations
    )


def is_outweighed(citation: CheckedCitation, claim: CheckedClaim) -> bool:
    """Whether a source lacks what others that the claim cites carry, or may carry."""
    state = citation_state(citation)
    if state not in _LACKING or words_fail(citation):
        return False
    if claim.state is ClaimState.SUPPORTED:
        return citation.source not in claim.together
    return state is ClaimState.FAILED and claim.state in (ClaimState.PARTIAL, ClaimState.UNDECIDED)


def citation_state(citation: CheckedCitation) -> ClaimState:
    """Return what one citation says about its claim; on a guessed source nothing fails."""
    state = _stated(citation)
    failing = state in (ClaimState.FAILED, ClaimState.CONTRADICTED)
    return ClaimState.UNDECIDED if failing and citation.linked_by.is_guess else state


def _stated(citation: CheckedCitation) -> ClaimState:
    verdict = citation.verdict
    if verdict is None:
        return ClaimState.NOT_CHECKED
    if words_fail(citation):
        return ClaimState.FAILED
    if verdict.support is Support.NOT_JUDGED:
        looked_up = citation.quote is not None and verdict.match is not None
        return ClaimState.UNDECIDED if looked_up else ClaimState.NOT_CHECKED
    if verdict.support is Support.SUPPORTED and verdict.status is not Status.VERIFIED:
        # Its words are no evidence: a preview, for instance.
        return ClaimState.UNDECIDED
    return _BY_SUPPORT[verdict.support]


def words_fail(citation: CheckedCitation) -> bool:
    """
    Whether the words that were cited are not in the source.

    Without a quote, words that are only nearly there may still be read and judged, unless the
    check itself says that they fail.
    """
    verdict = citation.verdict
    if verdict is None or verdict.match is None or verdict.match.located:
        return False
    near_paraphrase = citation.quote is None and verdict.match is Match.NEAR
    return not near_paraphrase or (verdict.status is Status.FAILED and not _is_judged(citation))


def _is_judged(citation: CheckedCitation) -> bool:
    return citation.verdict is not None and citation.verdict.support is not Support.NOT_JUDGED


def held_elsewhere(citation: CheckedCitation, citations: Sequence[CheckedCitation]) -> bool:
    """Whether another source that the claim cites has the quote that this one lacks."""
    return citation.quote is not None and any(
        one.quote == citation.quote
        and one.verdict is not None
        and one.verdict.match is not None
        and one.verdict.match.located
        for one in citations
    )


def _lacks_quote(citation: CheckedCitation, citations: Sequence[CheckedCitation]) -> bool:
    fails = citation_state(citation) is ClaimState.FAILED and words_fail(citation)
    return fails and not held_elsewhere(citation, citations)


def _among(citation: CheckedCitation, citations: Sequence[CheckedCitation]) -> ClaimState:
    """What a citation says, given the others: a quote need stand in one of the sources only."""
    state = citation_state(citation)
    if state is ClaimState.FAILED and words_fail(citation) and held_elsewhere(citation, citations):
        return ClaimState.UNDECIDED
    return state

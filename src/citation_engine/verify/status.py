"""Folds the two halves of a verdict into one status. A table, as a function."""

from citation_engine.model.verdict import Status, Support

_PLAIN = {
    Support.SUPPORTED: Status.VERIFIED,
    Support.PARTIAL: Status.UNVERIFIED,
    Support.UNDECIDED: Status.UNVERIFIED,
    Support.NOT_JUDGED: Status.UNVERIFIED,
    Support.UNSUPPORTED: Status.FAILED,
    Support.CONTRADICTED: Status.FAILED,
    Support.UNREACHABLE: Status.PENDING,
}

_NEGATIVE = {
    Support.SUPPORTED: Status.FAILED,
    Support.PARTIAL: Status.FAILED,
    Support.UNDECIDED: Status.UNVERIFIED,
    Support.NOT_JUDGED: Status.UNVERIFIED,
    Support.UNSUPPORTED: Status.VERIFIED,
    Support.CONTRADICTED: Status.VERIFIED,
    Support.UNREACHABLE: Status.PENDING,
}


def fold(*, words_present: bool, support: Support, negative: bool, evidence: bool) -> Status:
    """
    The status for what was found.

    Words that are not there fail, whatever a judge says. `evidence` is false
    for a source that is known by a preview only: it can be cited, and is never
    more than unverified.
    """
    if not words_present:
        return Status.FAILED
    status = (_NEGATIVE if negative else _PLAIN)[support]
    if status is Status.VERIFIED and not evidence:
        return Status.UNVERIFIED
    return status

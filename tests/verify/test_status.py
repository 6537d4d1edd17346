"""The table of the design, row by row and then without a gap."""

from itertools import product

import pytest

from citation_engine.model.verdict import Status, Support
from citation_engine.verify.check import status_of

VERIFIED, UNVERIFIED = Status.VERIFIED, Status.UNVERIFIED
FAILED, PENDING = Status.FAILED, Status.PENDING

# What words that are there amount to, by what the judge said.
LOCATED = {
    Support.SUPPORTED: VERIFIED,
    Support.PARTIAL: UNVERIFIED,
    Support.UNDECIDED: UNVERIFIED,
    Support.NOT_JUDGED: UNVERIFIED,
    Support.UNSUPPORTED: FAILED,
    Support.CONTRADICTED: FAILED,
    Support.UNREACHABLE: PENDING,
}
# The same for a citation that says the source is silent.
SILENT = {
    Support.SUPPORTED: FAILED,
    Support.PARTIAL: FAILED,
    Support.UNDECIDED: UNVERIFIED,
    Support.NOT_JUDGED: UNVERIFIED,
    Support.UNSUPPORTED: VERIFIED,
    Support.CONTRADICTED: VERIFIED,
    Support.UNREACHABLE: PENDING,
}
EVERYTHING = list(product(Support, [True, False], [True, False], [True, False]))


def expected(support, words, negative, evidence):
    if not words:
        return FAILED
    status = (SILENT if negative else LOCATED)[support]
    return UNVERIFIED if status is VERIFIED and not evidence else status


@pytest.mark.parametrize(("support", "words", "negative", "evidence"), EVERYTHING)
def test_the_status_is_the_one_of_the_table(support, words, negative, evidence):
    status = status_of(words_present=words, support=support, negative=negative, evidence=evidence)

    assert status is expected(support, words, negative, evidence)


def test_there_are_only_three_ways_to_be_verified():
    ways = {
        case
        for case in EVERYTHING
        if status_of(words_present=case[1], support=case[0], negative=case[2], evidence=case[3])
        is VERIFIED
    }

    assert ways == {
        (Support.SUPPORTED, True, False, True),
        (Support.UNSUPPORTED, True, True, True),
        (Support.CONTRADICTED, True, True, True),
    }

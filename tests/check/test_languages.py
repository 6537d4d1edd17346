"""A claim that says little is in the language of its draft, and a passage in that of its source."""

import pytest

from citation_engine import check

pytestmark = pytest.mark.usefixtures("default_judge")
FRENCH = (
    "La société a publié ses comptes pour cette année, et les ventes ont augmenté dans tous les "
    "pays où elle est présente.\n\n"
)
ENGLISH = (
    "The company published its accounts for this year, and sales have grown in all the countries "
    "where it is present.\n\n"
)
# Names and numbers, which tell no language.
SAID = "Grande Vallée Énergies SA profit 41 millions EUR [1]."
SOURCE = {
    "text": "The profit of Grande Vallée Énergies SA was 41 millions EUR in the year, as it was in "
    "the one before.",
    "title": "Accounts",
}


def reasons(draft):
    report = check(draft + SAID, [SOURCE], cache=False)
    verdicts = [one.verdict for claim in report.claims for one in claim.citations]
    return [one.reason for one in verdicts if one]


def test_a_claim_that_says_little_is_in_the_language_of_its_draft():
    assert any("The claim reads as French" in one for one in reasons(FRENCH))


def test_foreign_names_do_not_make_a_claim_of_an_english_draft_foreign():
    assert reasons(ENGLISH)
    assert not any("reads as" in one for one in reasons(ENGLISH))

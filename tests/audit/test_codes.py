"""The codes of findings, and choosing among them."""

import pytest

from citation_engine.audit.codes import (
    code_of,
    make_finding,
    prefixes,
    select,
)
from citation_engine.errors import InvalidInput
from citation_engine.model.finding import CODES, Level

# What the codes were when they were published. A code may be added, never changed.
PUBLISHED = {
    "CE001": ("unknown-source", "error"),
    "CE002": ("unused-source", "warning"),
    "CE003": ("numbering-gap", "warning"),
    "CE004": ("malformed-marker", "error"),
    "CE005": ("marker-in-code", "warning"),
    "CE006": ("sidecar-path-missing", "error"),
    "CE101": ("quote-not-found", "error"),
    "CE102": ("quote-altered", "error"),
    "CE103": ("wrong-locator", "warning"),
    "CE104": ("quote-ambiguous", "info"),
    "CE105": ("quote-stitched", "warning"),
    "CE106": ("quote-too-short", "warning"),
    "CE201": ("claim-unsupported", "error"),
    "CE202": ("claim-contradicted", "error"),
    "CE203": ("number-mismatch", "error"),
    "CE204": ("claim-partial", "warning"),
    "CE205": ("other-source-supports", "warning"),
    "CE206": ("claim-undecided", "warning"),
    "CE301": ("uncited-claim", "warning"),
    "CE302": ("naked-number", "warning"),
    "CE303": ("coverage-below-threshold", "error"),
    "CE401": ("source-unreadable", "error"),
    "CE402": ("source-changed", "warning"),
    "CE403": ("link-dead", "warning"),
    "CE404": ("no-text-layer", "error"),
    "CE405": ("duplicate-source", "info"),
    "CE501": ("record-broken", "error"),
    "CE502": ("bad-signature", "error"),
    "CE503": ("sign-off-stale", "error"),
}
FINDINGS = [
    make_finding(code, "What is the case.") for code in ("CE001", "CE101", "CE102", "CE301")
]


@pytest.mark.parametrize("code", PUBLISHED)
def test_a_published_code_keeps_its_name_and_level(code):
    assert (CODES[code].name, CODES[code].level) == PUBLISHED[code]


def test_codes_are_in_order_and_names_are_used_once():
    names = [one.name for one in CODES.values()]

    assert list(CODES) == sorted(CODES)
    assert len(names) == len(set(names))
    assert {code[:3] for code in CODES} == {f"CE{hundred}" for hundred in range(6)}


@pytest.mark.parametrize(
    "text", ["CE101", "ce101", " CE101 ", "quote-not-found", "Quote-Not-Found"]
)
def test_a_code_is_found_by_its_number_or_name(text):
    assert code_of(text).code == "CE101"


@pytest.mark.parametrize(
    ("text", "near"), [("CE110", "CE107"), ("quote-not-fond", "quote-not-found")]
)
def test_an_unknown_code_is_refused_with_the_nearest_known(text, near):
    with pytest.raises(InvalidInput) as refused:
        code_of(text)

    assert text in refused.value.message
    assert near in refused.value.fix


def test_what_is_like_no_code_is_refused_with_the_range_of_codes():
    with pytest.raises(InvalidInput) as refused:
        code_of("\n# wrong\x1b[31m" * 50)

    assert "CE001 to CE503" in refused.value.fix
    assert "\n" not in refused.value.message
    assert len(refused.value.message) < 120


def test_a_finding_has_the_name_and_level_of_its_code():
    finding = make_finding("CE002", "annex.pdf (S3) is not cited anywhere.", source="S3")

    assert (finding.name, finding.level, finding.source) == ("unused-source", Level.WARNING, "S3")


@pytest.mark.parametrize(
    ("wanted", "refused", "left"),
    [
        ([], [], ["CE001", "CE101", "CE102", "CE301"]),
        (["CE1"], [], ["CE101", "CE102"]),
        (["ce101", "CE3"], [], ["CE101", "CE301"]),
        (["uncited-claim"], [], ["CE301"]),
        ([], ["CE1", "CE301"], ["CE001"]),
        (["CE1"], ["CE102"], ["CE101"]),
        (["CE101"], ["CE1"], ["CE101"]),
        (["CE101"], ["CE101"], []),
        (["CE"], [], ["CE001", "CE101", "CE102", "CE301"]),
    ],
)
def test_findings_are_chosen_by_code_or_its_beginning(wanted, refused, left):
    assert [one.code for one in select(FINDINGS, wanted, refused)] == left


@pytest.mark.parametrize("wrong", ["CE9", "C", "", "CE1011", "E101"])
def test_a_selection_that_fits_no_code_is_refused(wrong):
    with pytest.raises(InvalidInput):
        select([], [wrong])
    with pytest.raises(InvalidInput):
        prefixes(["CE1", wrong])

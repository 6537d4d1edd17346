"""Labels in brackets cite what a list says they mean, whatever they and the list look like."""

import pytest

from citation_engine import check
from citation_engine.interop import find_markers

RYE = "Rye seed costs 18 euros a bag"
OAT = "Oat seed costs 45 euros a bag"
SOURCES = [
    {"title": "Oat prices", "text": f"{OAT}.", "url": "https://e.org/oats"},
    {"title": "Rye prices", "text": f"{RYE}.", "url": "https://e.org/rye"},
]
LABELS = [
    ("src-rye", "src-oats"),
    ("s.2026-05-12-rye", "s.2026-05-12-oats"),
    ("rye", "oats"),
    ("RYE", "OAT"),
    ("notes/rye", "notes/oats"),
    ("Farm report", "Mill report"),
    ("Moe+ 2020", "Liu+ 2021"),
    ("#1", "#2"),
    ("1", "2"),
]
LISTS = {
    "a list of sources": "## Sources\n\n- [{a}] https://e.org/rye\n- [{b}] https://e.org/oats\n",
    "a heading that nobody knows, and a rule": (
        "## Source ledger\n\n- [{a}] https://e.org/rye\n\n---\n\n- [{b}] https://e.org/oats\n"
    ),
    "headings within the list": (
        "## Where this comes from\n\n### Farms\n\n[{a}] Rye prices. https://e.org/rye\n\n"
        "### Mills\n\n[{b}] Oat prices. https://e.org/oats\n"
    ),
    "bold labels": (
        "## Belegstellen\n\n- **[{a}]** Rye prices – https://e.org/rye\n"
        "- **[{b}]** Oat prices – https://e.org/oats\n"
    ),
    "a table": (
        "## Evidence base\n\n| ID | What | Where |\n|---|---|---|\n"
        "| {a} | Rye | https://e.org/rye |\n| {b} | Oats | https://e.org/oats |\n"
    ),
    "labels in code": ("## Ledger\n\n- `[{a}]` https://e.org/rye\n- `[{b}]` https://e.org/oats\n"),
    "labels before a colon": "## Ledger\n\n- {a}: https://e.org/rye\n- {b}: https://e.org/oats\n",
}
AFTER = "\n\n## Next steps\n\nThe mill will ask again.\n"


def checked(text):
    return check(text, sources=SOURCES, judge="none")


def cited(report):
    """The first words of each claim that cites, and the names of what it cites."""
    names = {source.label: source.name for source in report.sources}
    return [
        (one.claim.text.split()[0], [names[citation.source] for citation in one.citations])
        for one in report.claims
        if one.claim.markers
    ]


BOTH = [("Rye", ["Rye prices"]), ("Oat", ["Oat prices"])]


@pytest.mark.parametrize("listed", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("labels", LABELS, ids=lambda labels: labels[0])
def test_a_label_of_any_form_cites_the_entry_that_begins_with_it(labels, listed):
    a, b = labels

    report = checked(f"{RYE} [{a}]. {OAT} [{b}].\n\n{listed.format(a=a, b=b)}{AFTER}")

    assert cited(report) == BOTH
    assert "CE001" not in {finding.code for finding in report.findings}


def test_numbers_mean_the_items_of_a_list_under_a_heading_that_nobody_knows():
    listed = "## Herkunft\n\n1. Rye prices: https://e.org/rye\n2. Oat prices: https://e.org/oats\n"

    assert cited(checked(f"{RYE} [1]. {OAT} [2].\n\n{listed}{AFTER}")) == BOTH


def test_the_entries_of_an_unnamed_list_are_no_claims():
    listed = LISTS["a heading that nobody knows, and a rule"].format(a="src-rye", b="src-oats")

    report = checked(f"{RYE} [src-rye]. {OAT} [src-oats].\n\n{listed}{AFTER}")

    assert not any("https" in one.claim.text for one in report.claims)


@pytest.mark.parametrize(
    "prose",
    [
        "- [rye] costs more than oats, as https://e.org/rye says, and nobody knows why.\n",
        "- [rye] grew.\n- [rye] fell, https://e.org/rye.\n",
        "The [rye] of the farm is dear.\n",
    ],
)
def test_a_line_of_prose_that_begins_with_a_label_is_no_entry(prose):
    assert checked(f"{RYE} [rye].\n\n## Findings\n\n{prose}{AFTER}").draft.references == ()


def test_a_label_that_the_list_lacks_is_a_marker_that_points_nowhere():
    listed = LISTS["a list of sources"].format(a="src-rye", b="src-oats")

    report = checked(f"{RYE} [src-rye, src-barley]. {OAT} [src-oats].\n\n{listed}")

    [found] = [one for one in report.findings if one.code == "CE001"]
    assert "src-barley" in found.message
    assert cited(report) == BOTH


def test_labels_of_which_nothing_is_known_are_told_once():
    report = checked(f"{RYE} [src-rye]. {OAT} [src-oats]. {OAT} [src-rye].\n")

    [found] = [one for one in report.findings if one.code == "CE001"]
    assert found.level.value == "warning"
    assert "[src-rye], [src-oats]" in found.message


@pytest.mark.parametrize(
    "text",
    [
        "The value lies in [0.2, 0.4] or [0.3, 0.5].",
        "He wrote [sic] that it grew [...] and fell [see above].",
        "It runs on [x86_64] and on [arm64].",
        "Take `[src-rye]` or `[src-oats]`.",
    ],
)
def test_other_words_in_brackets_are_no_unknown_labels(text):
    assert not any(finding.code == "CE001" for finding in checked(f"{text}\n").findings)


@pytest.mark.parametrize("written", ["[{}]", "[Source: {}]", "[{}, 2020]"])
def test_a_bracket_behind_an_address_is_no_part_of_it(written):
    rye, oats = written.format("https://e.org/rye"), written.format("https://e.org/oats")

    assert cited(checked(f"{RYE} {rye}. {OAT} {oats}.\n")) == BOTH


def test_the_words_of_a_list_are_labels_for_whoever_reads_markers_alone():
    [marker] = find_markers(f"{RYE} [rye].\n\n## Sources\n\n- [rye] https://e.org/rye\n")

    assert marker.names == ("rye",)

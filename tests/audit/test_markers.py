"""Checks of markers: CE001, CE004 to CE007, CE009."""

import pytest

from audit.audited import codes, draft, given, holding
from citation_engine.audit.audit_input import Unanchored
from citation_engine.audit.markers import ambiguous, in_code, malformed, unanchored, unknown
from citation_engine.markers.reading import find_markers
from citation_engine.model.checked import Link
from citation_engine.model.draft import DraftFormat, Marker
from citation_engine.model.passage import Span

CHECKS = (unknown, ambiguous, malformed, in_code, unanchored)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_draft_with_good_markers_has_no_finding(check):
    assert list(check(holding())) == []


def test_a_marker_that_points_nowhere_is_named():
    made = draft("Records are kept [S9].", "Records are kept [S9].")

    (finding,) = unknown(given(made, labels=("S1", "S2", "S3")))

    assert finding.code == "CE001"
    assert finding.message == "[S9] points to no known source."
    assert finding.help.endswith("Known are S1 to S3.")
    assert finding.span.of(made.text) == "[S9]"
    assert finding.claim == made.claims[0].id


def test_of_a_marker_with_several_numbers_the_wrong_one_is_named():
    made = draft("Records are kept [S1, S9].")

    (finding,) = unknown(given(made))

    assert finding.message == "[S1, S9] points to 9, which is no known source."


def test_why_a_marker_points_nowhere_is_said():
    made = draft("Records are kept [^7].")
    link = Link(marker=made.markers[0], name="7", problem="The footnote is\nnot defined.")

    (finding,) = unknown(given(made, links=(link,)))

    assert finding.message == "[^7] points to no known source. The footnote is not defined."


def test_a_marker_that_fits_several_sources_names_them():
    made = draft("Records are kept [1].")
    link = Link(marker=made.markers[0], name="1", candidates=("S1", "S2"))
    audit = given(made, labels=("S1", "S2"), links=(link,))

    (finding,) = ambiguous(audit)

    assert finding.message == "[1] fits 2 sources: S1 (s1.pdf), S2 (s2.pdf)."
    assert list(unknown(audit)) == []


def test_of_very_many_candidates_some_are_named_and_the_rest_counted():
    made = draft("Records are kept [1].")
    labels = tuple(f"S{number}" for number in range(1, 10))
    link = Link(marker=made.markers[0], name="1", candidates=labels)

    (finding,) = ambiguous(given(made, labels=labels, links=(link,)))

    assert finding.message.endswith("S5 (s5.pdf) and 4 more.")


def problem_marker(text, dialect="tokens", problem="The range 4-2 runs backwards."):
    span = Span(text.index("[[S:4-2]]"), text.index("[[S:4-2]]") + 9)
    return Marker(dialect=dialect, span=span, text="[[S:4-2]]", problem=problem)


def test_a_marker_that_cannot_be_understood_says_why_and_is_not_also_unknown():
    text = "Records are kept [[S:4-2]]."
    marker = problem_marker(text)
    audit = given(draft(text, markers=(marker,)), links=(Link(marker=marker),))

    (finding,) = malformed(audit)

    assert finding.code == "CE004"
    assert finding.message == "[[S:4-2]] cannot be understood. The range 4-2 runs backwards."
    assert list(unknown(audit)) == []


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ('{"path": "/sumary", "sids": [1]}', "CE006"),
        ('{"path": "/count", "sids": [1]}', "CE006"),
        ('{"path": "sumary", "sids": [1]}', "CE006"),
        ('{"sids": [1]}', "CE006"),
        ('{"path": "/summary", "sids": ["one"]}', "CE004"),
        ('{"path": "/summary"}', "CE004"),
    ],
)
def test_a_wrong_path_of_a_sidecar_has_its_own_code(entry, code):
    text = f'{{"summary": "Kept.", "count": 3, "_citations": [{entry}]}}'
    found = tuple(find_markers(text, DraftFormat.JSON))

    (finding,) = malformed(given(draft(text, format=DraftFormat.JSON, markers=found), links=()))

    assert finding.code == code
    assert finding.span.of(text) == entry


def test_a_path_of_a_sidecar_that_leads_nowhere_is_named():
    text = '{"summary": "Kept.", "_citations": [{"path": "/sumary", "sids": [1]}]}'
    found = tuple(find_markers(text, DraftFormat.JSON))

    (finding,) = malformed(given(draft(text, format=DraftFormat.JSON, markers=found), links=()))

    assert finding.message == (
        "An entry of the sidecar cites for nothing. Its path '/sumary' leads nowhere."
    )


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("Kept `[S1]`.", DraftFormat.MARKDOWN),
        ("Kept `as in [[S:1]]`.", DraftFormat.MARKDOWN),
        ("```\nx = 1  # [S1]\n```\n", DraftFormat.MARKDOWN),
        ("~~~text\n[[S:1,2]]\n~~~", DraftFormat.MARKDOWN),
        ("<p>Kept <CODE class='x'>[S1]</CODE>.</p>", DraftFormat.HTML),
        ("<pre>[[S:1]]", DraftFormat.HTML),
    ],
)
def test_a_marker_in_code_is_found_at_its_place(text, format):
    (finding,) = in_code(given(draft(text, format=format, markers=())))

    assert finding.code == "CE005"
    assert finding.span.of(text) == finding.marker
    assert finding.marker in ("[S1]", "[[S:1]]", "[[S:1,2]]")


@pytest.mark.parametrize(
    "code", ["`a[1]`", "`[1]`", "`[^a-z]`", "```\nx[0] = y[1]\n```", "`see 1`", "``` ```"]
)
def test_what_means_something_else_in_code_is_no_marker(code):
    assert (
        list(in_code(given(draft(f"Kept {code}.", markers=(), format=DraftFormat.MARKDOWN)))) == []
    )


def test_a_number_alone_in_code_is_a_marker_where_the_draft_has_that_number():
    made = draft("Kept [1]. Also `[1]`, and `x[1]`.")

    (finding,) = in_code(given(made))

    assert finding.span == Span(16, 19)


def test_a_citation_without_a_place_in_the_answer_is_kept_as_a_finding():
    warning = Unanchored("Offsets 90 to 99 are beyond the text.\nIt cites s1.pdf.", source="S1")

    (finding,) = unanchored(given(draft("Short."), unanchored=(warning,)))

    assert finding.code == "CE009"
    assert finding.message == "Offsets 90 to 99 are beyond the text. It cites s1.pdf."


def test_code_of_any_length_is_looked_through_quickly():
    text = "`[S1" * 20_000 + "<code>" * 20_000

    for format in (DraftFormat.MARKDOWN, DraftFormat.HTML):
        assert codes(in_code(given(draft(text, format=format, markers=(), references=())))) == []

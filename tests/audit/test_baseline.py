"""Findings that are known already."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.audited import JUDGE, codes, draft, source
from citation_engine.audit.baseline import read_baseline, write_baseline
from citation_engine.audit.codes import make_finding
from citation_engine.errors import InvalidInput
from citation_engine.model.checked import Checked
from citation_engine.model.finding import CODES
from citation_engine.model.passage import Span

SOURCES = (source("S1"),)


def checked(*findings, name="docs/report.md", sources=SOURCES):
    return Checked(draft=draft("Kept.", name=name), findings=findings, sources=sources, judge=JUDGE)


def uncited(claim="c1", **fields):
    return make_finding("CE301", "Not cited.", **({"claim": claim} | fields))


def test_a_finding_is_known_again_wherever_it_stands_now():
    baseline = read_baseline(write_baseline([checked(uncited(span=Span(3, 9)))]))

    moved = uncited(span=Span(90, 99))
    compared = baseline.compare(checked(moved))

    assert compared == ((), (moved,), ())


@pytest.mark.parametrize(
    "other",
    [
        uncited("c2"),
        make_finding("CE302", "Not cited.", claim="c1"),
        uncited(source="S1"),
        uncited(marker="[S1]"),
    ],
)
def test_a_finding_of_another_code_claim_source_or_marker_is_new(other):
    baseline = read_baseline(write_baseline([checked(uncited())]))

    compared = baseline.compare(checked(other))

    assert (compared.new, compared.known) == ((other,), ())
    assert [known.code for known in compared.gone] == ["CE301"]


def test_the_same_finding_a_second_time_is_new():
    baseline = read_baseline(write_baseline([checked(uncited())]))

    assert len(baseline.compare(checked(uncited(), uncited())).new) == 1


def test_a_source_is_known_by_its_name_when_its_number_changed():
    before = checked(make_finding("CE401", "Not read.", source="S1"))
    after = checked(
        make_finding("CE401", "Not read.", source="S2"),
        sources=(source("S1", "a.pdf"), source("S2", "s1.pdf")),
    )

    assert read_baseline(write_baseline([before])).compare(after).new == ()


def test_each_draft_has_its_own_known_findings():
    baseline = read_baseline(
        write_baseline([checked(uncited()), checked(uncited("c2"), name="b.md")])
    )

    assert codes(baseline.compare(checked(uncited("c2"))).new) == ["CE301"]
    assert baseline.compare(checked(uncited(), name="unknown.md")).gone == ()


def test_the_file_is_the_same_for_the_same_findings_in_any_order():
    found = [uncited("b"), uncited("a"), make_finding("CE101", "Not there.", claim="z")]
    drafts = [checked(*found), checked(name="a.md")]

    assert write_baseline(drafts) == write_baseline([checked(name="a.md"), checked(*found[::-1])])
    assert list(json.loads(write_baseline(drafts))["findings"]) == ["a.md", "docs/report.md"]


def test_the_file_says_what_each_finding_is_and_ends_with_a_line_end():
    text = write_baseline([checked(uncited())])

    assert json.loads(text) == {
        "version": 1,
        "findings": {"docs/report.md": [{"code": "CE301", "claim": "c1", "message": "Not cited."}]},
    }
    assert text.endswith("}\n")


texts = st.text(max_size=8) | st.just("\ud800\x00")
findings = st.builds(
    make_finding,
    st.sampled_from(sorted(CODES)),
    texts,
    claim=texts,
    source=st.none() | texts,
    marker=st.none() | texts,
)


@given(st.lists(findings, max_size=6))
def test_what_was_written_knows_every_finding_again(found):
    one = checked(*found)
    text = write_baseline([one]).encode().decode()

    assert read_baseline(text).compare(one) == ((), tuple(found), ())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "it has no version"),
        ('{"version": 2}', "it has version 2, not 1"),
        ('{"version": 1}', '"findings" is not a mapping'),
        ('{"version": 1, "findings": {"a.md": 3}}', "the findings of 'a.md' are not a list"),
        ('{"version": 1, "findings": {"a.md": [{}]}}', "number 1 of the findings of 'a.md' has no"),
        (
            '{"version": 1, "findings": {"a.md": [{"code": "CE301", "claim": 3}]}}',
            "number 1 of the findings of 'a.md' has something else than text",
        ),
    ],
)
def test_a_file_that_is_no_baseline_is_refused_with_what_is_wrong(text, why):
    with pytest.raises(InvalidInput) as refused:
        read_baseline(text)

    assert why in refused.value.message


def test_a_byte_order_mark_before_a_baseline_is_forgiven():
    read = read_baseline("\ufeff" + write_baseline([checked(uncited())]))

    assert read.compare(checked(uncited())).new == ()

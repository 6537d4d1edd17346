"""Which sources a content cites, in every shape a model hands it over."""

import pytest

from citation_engine.errors import InvalidInput
from citation_engine.interop.citing import (
    citations_present_inline,
    extract_citation_sids_any,
    rewrite_citations,
    strip_usage,
    usage_sids,
)

SUP = '<p>Ten years.<sup class="cite" data-sids="1,3">[S:1,3]</sup></p>'
SIDECAR = '{"a": "Ten years. [[S:9]]", "_citations": [{"path": "/a", "sids": [1, 3]}]}'


@pytest.mark.parametrize(
    ("content", "sids"),
    [
        ("Ten [[S:3,1]] years [[S:2-4]].", [3, 1, 2, 4]),
        ("Ten [S1] years [S:2].", [1, 2]),
        ("Ten `[[S:1]]` years [1] [^2].", []),
        (SUP, [1, 3]),
        ("<p>Ten.</p><h2>Sources</h2><ul><li>[S:1] Rules</li></ul>", [1]),
        ("<p>Ten.</p><!-- [S:1] --><pre>[S:2]</pre>", []),
        (SIDECAR, [1, 3]),
        ('{"a": "Ten years. [[S:9]]", "b": [[1], [2]]}', [9]),
        ({"a": "Ten", "_citations": [{"path": "/a", "sids": [2]}]}, [2]),
        ("a: Ten\n_citations:\n  - path: /a\n    sids: [4, 5]\n", [4, 5]),
        ("Ten years. [[S:1]] [[USAGE:2]]", [1]),
        ("", []),
        ("{ not json [[S:1]]", [1]),
    ],
)
def test_the_cited_numbers_are_found_in_any_content(content, sids):
    assert extract_citation_sids_any(content) == sids


@pytest.mark.parametrize(
    ("content", "format", "present"),
    [
        ("Ten years [[S:1]].", "markdown", True),
        ("Ten years [[S:x]].", "markdown", False),
        ("```\n[[S:1]]\n```", "md", False),
        (SUP, "html", True),
        ("<p>Ten.</p><h2>Sources</h2><p>[S:1] Rules</p>", "html", True),
        ("<p title='[S:1]'>Ten.</p>", "html", False),
        (SIDECAR, "json", True),
        ('{"a": "Ten", "_citations": [{"path": "/b", "sids": [1]}]}', "json", False),
        ("a: Ten\n_citations:\n- {path: /a, sids: [1]}\n", "yaml", True),
        ("a: Ten\n", "yml", False),
    ],
)
def test_whether_a_content_cites_at_all_is_told_by_its_format(content, format, present):
    assert citations_present_inline(content, format) is present


def test_usage_tags_are_read_and_taken_out():
    text = "Ten years. [[USAGE:1,3]] [[ usage: 3-5 ]]"

    assert usage_sids(text) == [1, 3, 4, 5]
    assert strip_usage(text) == "Ten years."


def test_each_marker_is_rewritten_in_its_own_dialect():
    text = 'A [[S:1,2]] b [S1] c [S:2] d <sup class="cite" data-sids="1">[S:1]</sup> [1] [^1].'

    rewritten = rewrite_citations(text, {1: 7, 2: 1})

    assert rewritten.text == (
        'A [[S:7,1]] b [S7] c [S:1] d <sup class="cite" data-sids="7">[S:7]</sup> [1] [^1].'
    )
    assert rewritten.unmapped == ()


def test_a_number_nobody_knows_is_reported_and_points_nowhere():
    rewritten = rewrite_citations("A [S1, S9] b [S:9] c [[S:x]].", {1: 2})

    assert rewritten.text == "A [S2, S?9] b [S:?9] c [[S:x]]."
    assert rewritten.unmapped == (9,)
    assert "x" in rewritten.problems[0]
    assert extract_citation_sids_any(rewritten.text) == []


def test_the_list_of_sources_is_renumbered_with_the_text():
    text = "Ten [S1].\n\n## Sources\n\n[S1] Rules\n[S2] Letters\n"

    assert rewrite_citations(text, {1: 5, 2: 6}).text == (
        "Ten [S5].\n\n## Sources\n\n[S5] Rules\n[S6] Letters\n"
    )


def test_a_sidecar_is_renumbered_where_it_stands():
    rewritten = rewrite_citations(SIDECAR, {1: 4}, format="json", dialects=["sidecar"])

    assert '"sids": [4, "?3"]' in rewritten.text
    assert rewritten.unmapped == (3,)
    assert extract_citation_sids_any(rewritten.text) == []


def test_a_format_or_content_that_cannot_be_is_refused():
    with pytest.raises(InvalidInput, match="no format"):
        citations_present_inline("x", "rtf")
    with pytest.raises(InvalidInput, match="no JSON"):
        extract_citation_sids_any({1, 2})

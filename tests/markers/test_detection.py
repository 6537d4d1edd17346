"""Which dialects a draft is written in."""

import pytest

from citation_engine.link.drafts.reading import read_draft
from citation_engine.model.draft import DraftFormat


@pytest.mark.parametrize(
    ("text", "dialects"),
    [
        ("", ()),
        ("Ten years.", ()),
        ("Ten [S1], six [S2], two [1].", ("brackets", "numeric")),
        ("Ten [S1], x[1] = 2.", ("brackets",)),
        ("Ten[^1].\n\n[^1]: Rules", ("footnotes",)),
        ("Ten [1], six [2] [[S:1]].", ("numeric", "tokens")),
        ("Ten ([source](https://a.example)).", ("links",)),
        ("`[1]` and [2024]", ()),
    ],
)
def test_dialects_are_named_by_how_often_they_occur(text, dialects):
    assert read_draft(text, DraftFormat.MARKDOWN).dialects == dialects


def test_the_dialect_of_data_is_its_sidecar():
    data = '{"a": "Ten [1]", "_citations": [{"path": "/a", "sids": [1]}]}'

    assert read_draft(data, DraftFormat.JSON).dialects == ("sidecar",)

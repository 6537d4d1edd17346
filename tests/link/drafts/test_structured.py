import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.errors import InvalidInput
from citation_engine.link.drafts.reading import read_draft
from citation_engine.model.draft import ClaimKind, DraftFormat

JSON, YAML = DraftFormat.JSON, DraftFormat.YAML


def test_each_string_is_read_as_a_small_text_with_its_pointer():
    text = '{"a/b": {"c~": ["It is 5. It was 4.", {"d": "- one 1\\n- two 2"}]}, "n": 5, "t": true}'
    claims = read_draft(text, JSON).claims

    assert [(claim.pointer, str(claim.kind), claim.text) for claim in claims] == [
        ("/a~1b/c~0/0", "field", "It is 5."),
        ("/a~1b/c~0/0", "field", "It was 4."),
        ("/a~1b/c~0/1/d", "item", "one 1"),
        ("/a~1b/c~0/1/d", "item", "two 2"),
    ]
    assert [claim.span.of(text) for claim in claims] == ["It is 5.", "It was 4.", "one 1", "two 2"]


def test_escapes_are_read_and_the_span_has_them_as_they_are_written():
    text = r'["\u00c4 \"quoted word\" \ud83d\ude00 is\t5.\nIt \/ was 4."]'
    claims = read_draft(text, JSON).claims

    assert [claim.text for claim in claims] == ['Ä "quoted word" 😀 is 5.', "It / was 4."]
    assert claims[0].span.of(text) == r"\u00c4 \"quoted word\" \ud83d\ude00 is\t5."
    assert claims[0].quotes[0].span.of(text) == "quoted word"


def test_half_a_character_in_an_escape_is_shown_as_such():
    assert read_draft(r'["It is \ud800 5."]', JSON).claims[0].text == "It is \ufffd 5."


def test_the_sidecar_is_no_claim_and_its_entries_reach_the_claims_of_their_path():
    text = (
        '{"a": "It is 5. It was 4.", "b": "It is 6 [[S:9]].",'
        ' "_citations": [{"path": "/a", "sids": [1, 2]}]}'
    )
    claims = read_draft(text, JSON).claims

    assert [[marker.numbers for marker in claim.markers] for claim in claims] == [
        [(1, 2)],
        [(1, 2)],
        [],
    ]


def test_markers_in_strings_count_where_they_are_allowed_or_there_is_no_sidecar():
    with_sidecar = '{"b": "It is 6 [[S:9]].", "cites": [{"path": "/b", "sids": [1]}]}'
    without = '{"b": "It is 6 [[S:9]]."}'

    def numbers(text, **options):
        (claim,) = read_draft(text, JSON, **options).claims
        return [marker.numbers for marker in claim.markers]

    assert numbers(with_sidecar, sidecar="/cites") == [(1,)]
    assert numbers(with_sidecar, sidecar="/cites", inline=True) == [(1,), (9,)]
    assert numbers(without) == [(9,)]


def test_yaml_is_read_in_every_style():
    text = (
        "plain: It is 5,\n  and goes on.\nsingle: 'It isn''t 5.'\n"
        'double: "It \\"is\\" \\u00e4 5. \\\n   Yes it is 6."\n'
        "literal: |-\n  It is 7.\n\n  - one 1\n  - two 2\nfolded: >\n    It is\n    8.\n"
        "number: 5\nyes: true\ndate: 2024-05-01\nlist: [It is 9., *x]\n"
    ).replace(", *x", "")
    claims = read_draft(text, YAML).claims

    assert [(claim.pointer, claim.text) for claim in claims] == [
        ("/plain", "It is 5, and goes on."),
        ("/single", "It isn't 5."),
        ("/double", 'It "is" ä 5.'),
        ("/double", "Yes it is 6."),
        ("/literal", "It is 7."),
        ("/literal", "one 1"),
        ("/literal", "two 2"),
        ("/folded", "It is 8."),
        ("/list/0", "It is 9."),
    ]
    assert claims[0].span.of(text) == "It is 5,\n  and goes on."
    assert claims[1].span.of(text) == "It isn''t 5."
    assert claims[7].span.of(text) == "It is\n    8."


def test_a_byte_order_mark_shifts_the_spans_by_one():
    for text, format in (('{"a": "It is 5."}', JSON), ("a: It is 5.\nb: It is 6.\n", YAML)):
        plain = read_draft(text, format).claims
        marked = read_draft("\ufeff" + text, format).claims

        assert [claim.id for claim in marked] == [claim.id for claim in plain]
        assert [claim.span.start - 1 for claim in marked] == [claim.span.start for claim in plain]


@pytest.mark.parametrize(
    ("text", "format"),
    [("{", JSON), ('{"a": nope}', JSON), ("[" * 100_000, JSON), ("a: [", YAML), ("a: b: c", YAML)],
)
def test_what_is_no_json_or_yaml_is_refused_with_a_sentence(text, format):
    with pytest.raises(InvalidInput) as refused:
        read_draft(text, format)

    assert refused.value.fix
    assert str(refused.value).endswith(".")


def test_titles_dates_and_addresses_need_no_evidence():
    text = json.dumps(
        {
            "title": "The state of things",
            "date": "2024-05-01",
            "url": "https://a.example",
            "id": "x-1",
        }
    )
    claims = read_draft(text, JSON).claims

    assert [claim.kind for claim in claims] == [ClaimKind.HEADING, *[ClaimKind.FIELD] * 3]
    assert not any(claim.needs_evidence for claim in claims)


WORDS = st.text("abÄ\"'\\/\n\t :#-{}[]|>&*!%@`.?1é😀\u00a0", max_size=30)


@given(
    st.dictionaries(st.text("ab/~\"'", max_size=4), st.one_of(WORDS, st.lists(WORDS)), max_size=4)
)
def test_the_words_of_every_string_are_found_at_their_places(data):
    for format, text in (
        (JSON, json.dumps(data)),
        (JSON, json.dumps(data, ensure_ascii=False, indent=1)),
        (YAML, yaml.safe_dump(data, allow_unicode=True)),
        (YAML, yaml.safe_dump(data, default_style='"')),
    ):
        claims = read_draft(text, format).claims

        last = 0
        for claim in claims:
            assert last <= claim.span.start < claim.span.end <= len(text)
            last = claim.span.end
            value = data
            for step in claim.pointer.split("/")[1:]:
                key = step.replace("~1", "/").replace("~0", "~")
                value = value[int(key)] if isinstance(value, list) else value[key]
            first = next(word for word in claim.text.split() if any(map(str.isalnum, word)))
            assert "".join(filter(str.isalnum, first)) in "".join(filter(str.isalnum, value))

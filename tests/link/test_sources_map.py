import pytest

from citation_engine.errors import InvalidInput
from citation_engine.link.sources_map import read_sources_map


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("map.json", '{"[1]": "a.pdf", "s2": "https://b.org", "smith2020": "c d.pdf"}'),
        (
            "MAP.JSON",
            '\ufeff{"sources": {"1": "a.pdf", "S2": "https://b.org", "smith2020": "c d.pdf"}}',
        ),
        ("map.yaml", "1: a.pdf\r\nS2: https://b.org\r\nsmith2020: 'c d.pdf'\r\n"),
        (
            "map.yml",
            "sources:\n- {marker: 1, path: a.pdf}\n- {marker: '[[S:2]]', url: 'https://b.org'}\n"
            "- {label: smith2020, file: c d.pdf}\n",
        ),
        ("map.toml", '1 = "a.pdf"\nS2 = "https://b.org"\nsmith2020 = "c d.pdf"\n'),
        ("map.toml", '[sources]\n"[^1]" = "a.pdf"\nS2 = "https://b.org"\nsmith2020 = "c d.pdf"\n'),
        ("map.csv", "marker,source\n1,a.pdf\nS2,https://b.org\n\nsmith2020,c d.pdf\n"),
        ("map.csv", "1;a.pdf\nS2;https://b.org\nsmith2020;c d.pdf"),
        (
            "map.tsv",
            "Title\tMarker\tPath\nx\t1\ta.pdf\n\tS2\thttps://b.org\n\tsmith2020\tc d.pdf\n",
        ),
    ],
)
def test_a_map_is_read_from_every_format(name, text):
    assert read_sources_map(text, name) == {
        "1": "a.pdf",
        "S2": "https://b.org",
        "smith2020": "c d.pdf",
    }


def test_yaml_values_are_what_was_written():
    assert read_sources_map("010: no\n1e3: 2020-01-01\n", "m.yaml") == {
        "10": "no",
        "1e3": "2020-01-01",
    }


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("m.json", '{"1": "a", "1": "b"}', "'1' twice"),
        ("m.json", '{"1": "a", "[1]": "b"}', "two sources for '1': a and, at '[1]', b"),
        ("m.json", '{"1": 3}', "at '1': 3"),
        ("m.json", '{"1": " "}', "at '1'"),
        ("m.json", '{"[]": "a"}', "without a marker at '[]'"),
        ("m.json", '{"1": "a",\n2}', "line 2"),
        ("m.json", '["a"]', "no mapping"),
        ("m.json", "[" * 100_000, "cannot be read"),
        ("m.yaml", "1: a\n1: b\n", "'1' twice"),
        ("m.yaml", "1: [a\n", "line 2"),
        ("m.yaml", "1: &x a\n2: *x\n", "alias"),
        ("m.yaml", "1: !!python/object:os.system a\n", "tag"),
        ("m.yaml", "? [1]\n: a\n", "key in line 1"),
        ("m.yaml", "1: a\n---\n2: b\n", "several documents"),
        ("m.yaml", "[" * 100 + "]" * 100, "deep"),
        ("m.yaml", "", "no mapping"),
        ("m.toml", "1 = \n", "line 1"),
        ("m.toml", "1 = 2\n", "at '1': 2"),
        ("m.csv", "1,a\n2\n", "line 2"),
        ("m.csv", "1,a,b\n", "line 1"),
        ("m.csv", "marker,source\n1,a\n2,\n", "line 3"),
        ("m.csv", '1,"a\n', "line 1"),
        ("m.csv", "1,a\n1,b\n", "in line 2, b"),
        ("m.txt", "1 a", "no kind"),
        ("map", "1 a", "no kind"),
    ],
)
def test_what_cannot_be_understood_is_refused_with_its_place(name, text, said):
    with pytest.raises(InvalidInput) as caught:
        read_sources_map(text, name)

    assert said in caught.value.message
    assert name in caught.value.message
    assert caught.value.fix


def test_the_same_pair_twice_in_other_words_is_no_conflict():
    assert read_sources_map('{"1": "a", "[1]": "a"}', "m.json") == {"1": "a"}

"""YAML: the text of the file as it stands, its values by their pointers, and hostile files."""

import json

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from citation_engine.collect.readers.text import StructuredReader, YamlReader
from citation_engine.errors import SourceUnreadable
from collect.readers.conformance import check_reading
from hanging import must_end

SAMPLE = """\
# Retention periods, §§ 147 AO
kinds: &kinds {invoices: [8, "zehn/𝄞"]}
rules:
  - text: |
      Invoices are kept
      for eight years.
    years: 8   # since 2025

# The end
a/b~c: *kinds
"""


def values(found) -> dict[str, str]:
    return {mark.name: found.text[mark.start : mark.end] for mark in found.layout.marks}


def read(text: str, name: str = "a.yaml"):
    return check_reading(YamlReader(), text.encode(), name)


def test_the_text_stays_as_it_was_written():
    found = check_reading(YamlReader(), SAMPLE.replace("\n", "\r\n").encode(), "a.yml")

    assert found.text == SAMPLE
    assert found.media_type == "application/yaml"


def test_every_value_has_its_pointer():
    found = values(read(SAMPLE))

    assert found.pop("").startswith("kinds: &kinds")
    assert found == {
        "/kinds": '&kinds {invoices: [8, "zehn/𝄞"]}',
        "/kinds/invoices": '[8, "zehn/𝄞"]',
        "/kinds/invoices/0": "8",
        "/kinds/invoices/1": '"zehn/𝄞"',
        "/rules": "- text: |\n      Invoices are kept\n      for eight years.\n    years: 8",
        "/rules/0": "text: |\n      Invoices are kept\n      for eight years.\n    years: 8",
        "/rules/0/text": "|\n      Invoices are kept\n      for eight years.",
        "/rules/0/years": "8",
    }


def test_several_documents_count_as_a_list():
    assert values(read("a: 1\n---\nb: [x]\n")) == {
        "/0": "a: 1",
        "/0/a": "1",
        "/1": "b: [x]",
        "/1/b": "[x]",
        "/1/b/0": "x",
    }


def test_slashes_and_tildes_in_keys_are_escaped():
    assert values(read("a/b~c: x"))["/a~1b~0c"] == "x"


def test_a_key_that_is_a_list_has_no_pointer_and_confuses_no_other():
    assert values(read("? [k, l]\n: v\nb: w\n")) == {
        "": "? [k, l]\n: v\nb: w",
        "/?": "v",
        "/b": "w",
    }


def test_yaml_and_json_give_the_same_pointers():
    text = json.dumps({"a": [1, {"b\n/": "x"}], "c": {}, "d": None}, indent=2)

    ours = StructuredReader().read(text.encode(), "a.json")

    assert values(read(text)) == values(ours)


UNREADABLE = {
    "syntax": "a: b: c",
    "tabs": "a:\n\t- b",
    "open bracket": "a: [1, 2",
    "deep list": "[" * 200_000,
    "deep block": "- " * 20_000 + "x",
    "deep mapping": "{a: " * 50_000,
    "control character": "a: \x07",
}


@must_end
@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_what_is_not_yaml_is_unreadable_with_a_way_out(text):
    with pytest.raises(SourceUnreadable, match="is not valid YAML") as caught:
        YamlReader().read(text.encode(), "a.yaml")

    assert ".txt" in caught.value.fix


def test_an_alias_bomb_stays_as_small_as_it_is():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]

    found = read("\n".join(lines))

    assert len(found.layout.marks) == 1 + 30 + 10


def test_a_tag_makes_no_object(tmp_path):
    target = tmp_path / "made"
    text = (
        f"!!python/object/apply:pathlib.Path.touch [!!python/object/apply:pathlib.Path [{target}]]"
    )

    found = read(text)

    assert found.text == text
    assert not target.exists()


def test_an_empty_file_and_one_of_comments_are_yaml():
    assert YamlReader().read(b"", "a.yaml").layout.marks == ()
    assert YamlReader().read(b"# nothing\n", "a.yaml").layout.marks == ()


KEYS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=5)
TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | KEYS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


def resolved(tree, pointer: str):
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        tree = tree[int(name)] if isinstance(tree, list) else tree[name]
    return tree


@settings(deadline=None, max_examples=150)
@given(TREES)
def test_the_words_of_a_json_value_are_the_value_its_pointer_means(tree):
    found = StructuredReader().read(json.dumps(tree, indent=1).encode(), "a.json")

    assert found.layout.marks
    for mark in found.layout.marks:
        assert json.loads(found.text[mark.start : mark.end]) == resolved(tree, mark.name)


@settings(deadline=None, max_examples=150)
@given(TREES)
def test_the_words_of_a_yaml_value_are_the_value_its_pointer_means(tree):
    text = yaml.safe_dump(tree, allow_unicode=True, sort_keys=False)
    found = YamlReader().read(text.encode(), "a.yaml")

    for mark in found.layout.marks:
        value = resolved(tree, mark.name)
        if not isinstance(value, list | dict | str):
            assert yaml.safe_load(found.text[mark.start : mark.end]) == value

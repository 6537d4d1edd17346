import gzip
import json

import pytest
from judge_data import BadData, Row, even_sample, is_english, read_sets


def write(folder, name, rows):
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    (folder / name).write_bytes(gzip.compress("\n".join(lines).encode()))


def row(label="e", premise="The cat sat on the mat.", claim="The cat sat."):
    return {"premise": premise, "claim": claim, "label": label, "more": 1}


def test_sets_nobody_has_heard_of_are_read(tmp_path):
    write(tmp_path, "eval.new-one.jsonl.gz", [row("e"), row("ns"), row("c"), row("n")])
    write(tmp_path, "eval.a.jsonl.gz", [row("e")])
    write(tmp_path, "dev.other.jsonl.gz", [row("e")])
    write(tmp_path, "train.jsonl.gz", [row("e")])
    found = read_sets(tmp_path, "eval", frozenset(), None)

    assert [one.name for one in found] == ["a", "new-one"]
    assert [one.supported for one in found[1].rows] == [True, False, False, False]


def test_odd_labels_are_left_out_and_counted(tmp_path):
    write(tmp_path, "eval.a.jsonl.gz", [row("e"), row("generic"), row("generic"), row("ns")])
    (found,) = read_sets(tmp_path, "eval", frozenset(["a"]), None)

    assert len(found.rows) == 2
    assert found.left_out == {"generic": 2}
    assert (found.whole, found.size) == (4, "2")


def test_a_sample_is_even_and_says_of_how_many(tmp_path):
    write(tmp_path, "eval.a.jsonl.gz", [row("e", claim=str(n)) for n in range(100)])
    (found,) = read_sets(tmp_path, "eval", frozenset(), 4)

    assert [one.claim for one in found.rows] == ["0", "25", "50", "75"]
    assert found.size == "4 of 100"
    assert even_sample([1, 2, 3], 7) == [1, 2, 3]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["{"], "eval.a.jsonl.gz, line 1"),
        ([row(), {"premise": "x", "claim": "y"}], "line 2"),
        ([row(), row(claim=None)], "no text"),
        ([row("generic")], "has no row"),
    ],
)
def test_a_damaged_file_is_named(tmp_path, rows, said):
    write(tmp_path, "eval.a.jsonl.gz", rows)

    with pytest.raises(BadData, match=said):
        read_sets(tmp_path, "eval", frozenset(), None)


def test_a_set_that_is_not_there_is_an_error_that_names_those_that_are(tmp_path):
    write(tmp_path, "eval.a.jsonl.gz", [row()])

    with pytest.raises(BadData, match=r"called b\. It has: a\."):
        read_sets(tmp_path, "eval", frozenset(["b"]), None)
    with pytest.raises(BadData, match="no file called dev"):
        read_sets(tmp_path, "dev", frozenset(), None)
    with pytest.raises(BadData, match="not a folder"):
        read_sets(tmp_path / "nowhere", "dev", frozenset(), None)


@pytest.mark.parametrize(
    ("premise", "english"),
    [
        ("The records of the firm are kept for ten years, and that is the law.", True),
        ("Die Aufzeichnungen sind zehn Jahre aufzubewahren, so will es das Gesetz.", False),
        ("Les documents de la société sont conservés pendant dix ans.", False),
    ],
)
def test_english_sets_are_told_from_others(premise, english):
    assert is_english((Row(premise, premise, "e"),)) is english

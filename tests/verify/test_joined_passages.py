"""The best places of a source are read together, and rows and items with what they need."""

from itertools import pairwise

import pytest

import made_office
from citation_engine import check
from citation_engine.model.passage import JoinedPassage
from citation_engine.testing import FakeJudge

ROWS = [("Region", "2021", "2022"), ("Nordics", "41.2", "44.8"), ("Benelux", "28.7", "30.5")]
BENELUX = "Region: Benelux; 2021: 28.7; 2022: 30.5."
CLAIM = "The Benelux took in 30.5 million in 2022."
MARKDOWN = """# Yard

## Revenue

| Region | 2021 | 2022 |
|---|---|---|
| Nordics | 41.2 | 44.8 |
| Benelux | 28.7 | 30.5 |

## Contact

Head office: Utrecht
Employees: 1240

## Fees

The fee covers:

- two visits a year,
- spare parts up to
  200 euros.
"""
FILLER = "The wind blew over the hills, and nobody was to be seen on the road that day. " * 40
TWO_PLACES = f"Records are kept for ten years.\n\n{FILLER}\n\nLetters are kept for six years.\n"


def asked(claim, source, answer="undecided"):
    judge = FakeJudge(answer)
    report = check(f"{claim} [1]\n", sources=[source], judge=judge)
    [citation] = report.claims[0].citations
    joined = [one.passage for one in judge.asked if isinstance(one.passage, JoinedPassage)]
    return citation.verdict, [one.text for one in joined], judge.asked


def as_html():
    rows = ("".join(f"<td>{cell}</td>" for cell in row) for row in ROWS)
    table = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<h1>Yard</h1><p>We sell sand.</p><h2>Revenue</h2><table>{table}</table>"


def as_docx():
    rows = ("".join(f"<w:tc>{made_office.paragraph(cell)}</w:tc>" for cell in row) for row in ROWS)
    table = "".join(f"<w:tr>{row}</w:tr>" for row in rows)
    return made_office.docx(f"{made_office.paragraph('We sell sand.')}<w:tbl>{table}</w:tbl>")


TABLES = {
    "yard.docx": as_docx(),
    "yard.md": MARKDOWN,
    "yard.txt": "We sell sand.\n\n" + "\n".join(" | ".join(row) for row in ROWS) + "\n",
    "yard.csv": "\n".join(",".join(row) for row in ROWS) + "\n",
    "yard.tsv": "\n".join("\t".join(row) for row in ROWS) + "\n",
    "yard.html": as_html(),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_row_of_a_table_is_read_with_the_heads_of_its_columns(tmp_path, name):
    words = TABLES[name]
    (tmp_path / name).write_bytes(words if isinstance(words, bytes) else words.encode())

    _, [together], _ = asked(CLAIM, tmp_path / name)

    assert BENELUX in together
    assert "Nordics" not in together


def test_a_table_whose_first_row_has_figures_has_no_heads(tmp_path):
    rows = "Nordics | 41.2\nBenelux | 28.7\nIberia | 17.6\n"
    (tmp_path / "yard.md").write_text(f"# Revenue\n\n{rows}")

    _, [together], _ = asked("The Benelux took in 28.7 million.", tmp_path / "yard.md")

    assert together == "Revenue: Benelux | 28.7"


@pytest.mark.parametrize(
    ("claim", "read"),
    [
        ("There are 1240 employees.", "Contact: Employees: 1240"),
        (
            "Spare parts up to 200 euros are covered by the fee.",
            "The fee covers: spare parts up to\n  200 euros.",
        ),
    ],
)
def test_an_item_is_read_with_what_leads_to_it_and_a_value_with_its_heading(tmp_path, claim, read):
    (tmp_path / "yard.md").write_text(MARKDOWN)

    _, [together], _ = asked(claim, tmp_path / "yard.md")

    assert read in together.split("\n\n")


def test_what_two_places_say_together_is_supported_and_its_place_is_named(tmp_path):
    (tmp_path / "act.md").write_text(TWO_PLACES)
    claim = "Records are kept for ten years; letters are kept for six years."

    report = check(f"{claim} [1]\n", sources=[tmp_path / "act.md"], judge="overlap")

    [one] = report.claims
    verdict = one.citations[0].verdict
    words = verdict.relied_on
    assert one.state.value == "supported"
    assert words.text == "Letters are kept for six years." or words.text.startswith("Records")
    assert TWO_PLACES[words.start : words.end] == words.text
    assert verdict.passage.text == words.text


def test_all_that_is_said_to_be_read_are_words_of_the_source(tmp_path):
    (tmp_path / "act.md").write_text(TWO_PLACES)

    verdict, [together], _ = asked("Records and letters are kept for ages.", tmp_path / "act.md")

    assert "Records are kept" in together
    assert "Letters are kept" in together
    assert len(verdict.read) > 1
    assert all(TWO_PLACES[one.start : one.end] == one.text for one in verdict.read)
    assert all(one.end <= other.start for one, other in pairwise(sorted_by_place(verdict.read)))


def sorted_by_place(passages):
    return sorted(passages, key=lambda one: one.start)


@pytest.mark.parametrize("alone", ["contradicted", "supported"])
def test_places_are_not_read_together_where_one_decides_alone(tmp_path, alone):
    (tmp_path / "act.md").write_text(TWO_PLACES)

    def answer(question):
        return "supported" if isinstance(question.passage, JoinedPassage) else alone

    verdict, together, _ = asked("Records are kept for ages.", tmp_path / "act.md", answer)

    assert verdict.support == alone
    assert together == []


def test_another_number_in_one_place_counts_against_what_all_say_together(tmp_path):
    text = f"Records are kept for ten years.\n\n{FILLER}\n\nLetters are kept for six years.\n"
    (tmp_path / "act.md").write_text(text)

    def answer(question):
        return "supported" if isinstance(question.passage, JoinedPassage) else "undecided"

    verdict, _, _ = asked("Records are kept for six years.", tmp_path / "act.md", answer)

    assert verdict.support == "undecided"


def test_what_leads_to_a_sentence_and_what_follows_it_is_read_with_it(tmp_path):
    text = (
        f"The yard sells sand.\n\n{FILLER}\n\nIt is a myth that is often told:\n\n"
        "The yard sells gold to its members.\n\nThis was never so.\n"
    )
    (tmp_path / "yard.md").write_text(text)

    report = check(
        "The yard sells sand; the yard sells gold to its members. [1]\n",
        sources=[tmp_path / "yard.md"],
        judge="overlap",
    )

    assert report.claims[0].state.value == "undecided"


def test_a_passage_that_has_everything_is_read_once(tmp_path):
    (tmp_path / "act.md").write_text("Records are kept for ten years. Letters are kept for six.\n")

    _, together, questions = asked("Records are kept for ages.", tmp_path / "act.md")

    assert together == []
    assert len(questions) == 1


def test_a_place_that_adds_words_of_the_claim_is_read_before_those_that_repeat_it(tmp_path):
    mill = "The Halden mill of red brick stood at the lock, with a yard of brick, a red gate, "
    mill += "a Halden crane, a store for the mill and houses of red brick for the men of the mill."
    places = (f"{mill}\n\n{FILLER}\n\n" for _ in range(6))
    source = tmp_path / "mill.txt"
    source.write_text("".join(places) + "Its wheel came from abroad.\n")

    _, [joined], _ = asked("The Halden mill of red brick had a wheel from abroad.", source)

    assert joined.count(mill) == 1
    assert "Its wheel came from abroad." in joined

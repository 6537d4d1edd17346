"""What the judge is asked about: the statement, without what is only its report's."""

import pytest

from citation_engine import check
from citation_engine.testing import FakeJudge

SEED = "Rye seed costs 18 euros in the north. 67 cats were tested for it. Price $a_{1}$ is low."


@pytest.fixture
def asked(tmp_path):
    """Check a report that cites `vj27.txt`, by its name or as [1], and say what was asked."""

    def run(report, words=SEED):
        folder = tmp_path / "D"
        folder.mkdir()
        (folder / "vj27.txt").write_text(words, "utf-8")
        (tmp_path / "report.md").write_text(report, "utf-8")
        judge = FakeJudge("undecided")
        options = {"sources": folder, "sources_map": {"1": "vj27.txt"}, "judge": judge}
        claims = check(tmp_path / "report.md", **options).claims
        return [*dict.fromkeys(one.claim for one in judge.asked)], [one.claim for one in claims]

    return run


@pytest.mark.parametrize(
    ("claim", "statement"),
    [
        ("The vj27 review has rye seed at 18 euros", "The review has rye seed at 18 euros"),
        ("Rye costs 18 euros in the `vj27` paper", "Rye costs 18 euros in the paper"),
        ("The vj27 costs 18 euros", "The vj27 costs 18 euros"),
        ("The vj28 review has rye seed at 18 euros", "The vj28 review has rye seed at 18 euros"),
    ],
)
def test_the_name_of_the_sources_file_before_a_noun_is_not_asked_about(asked, claim, statement):
    questions, [told] = asked(f"{claim} (source: D/vj27.txt).")

    assert questions == [f"{statement}."]
    assert told.text == f"{claim}.".replace("`", "")


@pytest.mark.parametrize(
    ("claim", "statement"),
    [
        (
            "`vj27.txt` (1976, mice) compared rye seed of 18 euros.",
            "compared rye seed of 18 euros.",
        ),
        ("[1] (abstract only) tells why 67 cats were tested.", "tells why 67 cats were tested."),
        ("[1] (dear) rye seed costs 18 euros.", "(dear) rye seed costs 18 euros."),
        ("(1976) rye seed costs 18 euros [1].", "(1976) rye seed costs 18 euros."),
    ],
)
def test_what_brackets_tell_of_a_source_whose_marker_was_the_subject(asked, claim, statement):
    assert asked(claim)[0] == [statement]


def test_a_marker_in_backticks_that_is_the_subject_is_not_asked_about(asked):
    assert asked("`vj27.txt` gives the price of rye seed.")[0] == ["gives the price of rye seed."]


@pytest.mark.parametrize(
    "grade", ["(confidence: high)", "[Confidence: very low]", "(Evidenz: mittel)"]
)
def test_how_sure_a_report_is_is_not_asked_about(asked, grade):
    assert asked(f"Rye seed costs 18 euros {grade} [1].")[0] == ["Rye seed costs 18 euros."]


@pytest.mark.parametrize("words", ["(high confidence)", "(confidence: 95 %)", "(Sicherheit: Rye)"])
def test_what_may_be_the_sources_grade_stays(asked, words):
    assert asked(f"Rye seed costs 18 euros {words} [1].")[0] == [
        f"Rye seed costs 18 euros {words}."
    ]


def test_the_signs_of_a_formula_are_no_emphasis(asked):
    formula = (
        r"Price $a_{1..K} \sim \pi_\theta$ and $\hat{A}_t = \sum_{l=0}^{T} a^*$, $85\%$, is *low*"
    )

    [statement] = asked(f"{formula} [1].")[0]

    assert statement == f"{formula}.".replace("*low*", "low").replace(r"\%", "%")


def test_money_does_not_begin_a_formula(asked):
    assert asked("Rye costs $5 and *oats* cost $10 [1].", "Rye costs $5 and oats cost $10.")[0] == [
        "Rye costs $5 and oats cost $10."
    ]


def test_the_name_of_a_picture_is_no_part_of_what_stands_below_it(asked):
    _, [told] = asked("![Source figure](a.jpg)\nOriginal caption: Rye seed costs 18 euros [1].\n")

    assert told.statement == "Original caption: Rye seed costs 18 euros."


def test_a_row_with_a_number_of_its_own_is_called_by_what_it_states(asked):
    questions, _ = asked(
        "| ID | Claim | Place | Source |\n|---|---|---|---|\n"
        "| R1 | Rye seed costs 18 euros | the north | [1] |\n"
        "| R2 | Rye seed | the north | [1] |\n"
    )

    assert "Rye seed costs 18 euros, Place: the north" in questions
    assert "R2, Place: the north" in questions


def test_a_marker_before_a_colon_begins_a_sentence_of_its_own(asked):
    _, told = asked("[1] reports that rye seed costs 18 euros! [1] disagrees: it costs 20 euros.")

    assert told[0].text == "rye seed costs 18 euros!"

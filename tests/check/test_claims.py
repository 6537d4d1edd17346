"""Claims of a draft and the sources they cite."""

import pytest

from citation_engine import CitationEngine, Settings, check
from citation_engine.testing import FakeJudge


def checked(engine, text):
    report = engine.audit(text)
    return [one for claim in report.claims for one in claim.citations]


def test_a_quote_cited_beside_a_source_of_which_only_a_preview_is_known_is_checked():
    with CitationEngine(":memory:", judge="overlap") as engine:
        engine.add_text("Records are kept for ten years.", name="act")
        engine.register_source("website", "https://example.org/a", preview="Records are kept.")
        found = checked(engine, 'The act says: "Records are kept for ten years." [S1][S2]')

    assert [(one.source, one.quote is not None) for one in found] == [("S1", True), ("S2", False)]
    assert found[0].verdict.support == "supported"


def test_a_quote_is_tied_to_the_cited_source_that_has_it():
    with CitationEngine(":memory:", judge="overlap") as engine:
        engine.add_text("Records are destroyed after a year.", name="first")
        engine.add_text("Records are kept for ten years.", name="second")
        found = checked(engine, 'It says: "Records are kept for ten years." [S1][S2]')

    assert {one.source: one.quote is not None for one in found} == {"S1": False, "S2": True}


def test_what_a_draft_says_twice_of_one_source_is_judged_once():
    judge = FakeJudge("supported")
    with CitationEngine(":memory:", judge=judge) as engine:
        engine.add_text("Records are kept for ten years.", name="act")
        found = checked(engine, "Records are kept [S1].\n\nRecords are kept [S1].")

    assert [one.verdict.support for one in found] == ["supported", "supported"]
    assert len(judge.asked) == 1


def test_a_quote_that_is_too_long_is_not_checked_and_says_why():
    settings = Settings.from_env(max_quote=10)
    with CitationEngine(":memory:", judge="overlap", settings=settings) as engine:
        engine.add_text("Records are kept for ten years.", name="act")
        (found,) = checked(engine, 'It says: "Records are kept for ten years." [S1]')

    assert found.verdict is None
    assert found.unchecked == "The quote has 31 characters; the limit is 10."


def test_quoted_and_unquoted_claims_are_asked_about_together():
    calls = []

    class Counting(FakeJudge):
        def judge(self, questions):
            calls.append(len(questions))
            return super().judge(questions)

    with CitationEngine(":memory:", judge=Counting("supported")) as engine:
        engine.add_text("Records are kept for ten years. Drafts are not kept.", name="act")
        checked(engine, 'It says: "kept for ten years" [S1].\n\nDrafts are not kept [S1].')

    assert calls == [2]


def test_words_relied_on_are_named_where_they_stand_now_also_from_the_cache(tmp_path):
    words = "Firms have to pay for what they bring."
    source = tmp_path / "depot.txt"
    settings = Settings.from_env(cache_folder=str(tmp_path / "cache"))
    for before in ("", f"{'Nothing is said here about anything. ' * 20}\n\n"):
        text = (
            f"{before}{'The depot is open to all. ' * 20}{words} {'It is closed at night. ' * 20}"
        )
        source.write_text(text)
        report = check(f"{words} [1]\n", sources=[source], settings=settings, judge="overlap")
        relied = report.claims[0].citations[0].verdict.relied_on

        assert text[relied.start : relied.end] == relied.text == words


def test_a_number_of_another_row_supports_no_claim_about_a_row(tmp_path):
    (tmp_path / "archives.csv").write_text(
        "town,year,archives,failures\nHarbour,2021,12,2.1\nHillside,2021,7,9.4\n"
    )
    text = "Harbour had failures of 9.4 [S1].\n\nHarbour had failures of 2.1 [S1].\n"

    wrong, right = check(text, [tmp_path / "archives.csv"], judge="local").claims

    assert wrong.state.value not in ("supported", "verified")
    assert right.state.value == "supported"


LAW = """# Archivgesetz

## § 6

Die Akten der Mühlen und alle Karten werden im Turm verwahrt. Die Karten sind zu ordnen.

## § 7

Wer sie verliert, hat dies binnen zwei Wochen anzuzeigen.
"""


def asked_of(text, source, folder):
    """The words of the passages that a judge is asked about, in their order."""
    (folder / "act.md").write_text(source, "utf-8")
    judge = FakeJudge("undecided")
    with CitationEngine(":memory:", judge=judge) as engine:
        engine.add(folder / "act.md")
        checked(engine, text)
    return [one.passage.text for one in judge.asked]


@pytest.mark.parametrize(
    "claim",
    [
        "Der Verlust von Karten der Mühlen ist anzuzeigen [S1, § 7].",
        "Nach § 7 ist der Verlust von Karten der Mühlen anzuzeigen [S1].",
    ],
)
def test_the_section_that_a_claim_names_is_read_first(claim, tmp_path):
    first, *_ = asked_of(claim, LAW, tmp_path)

    assert "binnen zwei Wochen" in first
    assert "Turm" not in first


@pytest.mark.parametrize(
    ("claim", "read"),
    [
        ("Lost files have to be reported by whoever lost them [S1].", True),
        ("Verbrannte Dokumente meldet der Finder [S1].", False),
    ],
)
def test_a_short_source_in_another_language_is_read_though_it_shares_no_word_with_the_claim(
    claim, read, tmp_path
):
    text = "Wer Akten verliert, hat dies binnen zwei Wochen anzuzeigen. Das gilt nicht für Karten."

    assert asked_of(claim, text, tmp_path) == [text] * read


MILL = f"""# The mill

The mill grinds rye in autumn and oats in spring. Rye is ground at night.

{"Nothing is said here about anything at all. " * 40}

Its stones were cut by hand, and they last for a century.

{"Nothing else is said here about anything at all. " * 40}

Whoever brings grain waits for an hour.
"""
TO_STONES = "act.md#:~:text=stones%20were%20cut,for%20a%20century"


def test_words_that_a_link_points_to_need_not_be_there(tmp_path):
    linked = [
        f"The mill grinds rye cheaply [source](act.md{to})."
        for to in ("", "#:~:text=no%20such%20words,of%20any%20kind")
    ]

    plain, pointed = (asked_of(one, MILL, tmp_path) for one in linked)

    assert plain
    assert pointed == plain


@pytest.mark.parametrize(
    "claim",
    [
        f"The mill grinds rye cheaply [source]({TO_STONES}).",
        f"The mill grinds rye cheaply ([1]({TO_STONES}))([2](act.md)).",
        f"The mill grinds rye cheaply ([1](act.md))([2]({TO_STONES})).",
        f"The mill grinds rye cheaply [1].\n\n## Sources\n\n[1] <https://mill.example/{TO_STONES}>",
    ],
)
def test_the_words_that_a_link_points_to_are_read_first(claim, tmp_path):
    first, *others = asked_of(claim, MILL, tmp_path)

    assert "they last for a century" in first
    assert any("grinds rye" in one for one in others)


TERM = f"""# The mill

The miller calls it night grinding.

{"Nothing is said here about anything at all. " * 40}

A sack of rye costs 18 euros in autumn, since the mill runs late.

{"Nothing else is said here about anything at all. " * 40}

Some other mills have no night grinding.
"""
ITS_PRICE = "A sack of rye costs 18 euros in autumn for its “night grinding” at the mill [S1]."


def judged_where(said, text):
    """The only citation of a text, by a judge who says this of passages with these words."""

    def answer(question):
        return next((said[one] for one in said if one in question.passage.text), "undecided")

    judge = FakeJudge(answer)
    with CitationEngine(":memory:", judge=judge) as engine:
        engine.add_text(TERM, name="mill")
        (found,) = checked(engine, text)
    return found.verdict, judge.asked


def test_a_claim_with_a_term_in_quotation_marks_is_judged_by_what_speaks_of_it():
    verdict, _ = judged_where({"18 euros": "supported"}, ITS_PRICE)

    assert verdict.support == "supported"
    assert verdict.match == "exact"
    assert verdict.passage.text == "night grinding"


def test_a_term_that_stands_at_several_places_is_supported_by_one_of_them():
    text = "Where work goes on in the dark the miller calls it “night grinding” [S1]."

    verdict, _ = judged_where({"The miller calls": "supported"}, text)

    assert verdict.places == 2
    assert verdict.support == "supported"


def test_a_place_of_a_term_that_says_the_contrary_leaves_its_claim_undecided():
    verdict, _ = judged_where({"18 euros": "supported", "Some other": "contradicted"}, ITS_PRICE)

    assert verdict.support == "undecided"


def test_a_term_that_the_source_does_not_have_fails_whatever_speaks_of_the_claim():
    verdict, asked = judged_where({}, ITS_PRICE.replace("night", "day"))

    assert (verdict.status, verdict.support) == ("failed", "not_judged")
    assert not asked


@pytest.mark.parametrize("pointed", ["", "#:~:text=A%20sack%20of%20rye%20costs%2018%20euros"])
def test_a_claim_that_rests_on_its_quotation_is_read_nowhere_else(pointed, tmp_path):
    text = f"In autumn “A sack of rye costs 18 euros” there [source](act.md{pointed})."

    asked = asked_of(text, TERM, tmp_path)

    assert len(asked) == 1

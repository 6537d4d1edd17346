"""Errors that need no model: another subject, another figure; and what is no error."""

import pytest

from citation_engine import check

GROWERS = (
    "In the spring the co-operative asked 12 growers of the valley about their barley. The growers"
    " had sown it on the slopes above the river, where the soil is thin. Most of them would sow it"
    " again, and the co-operative lends them the drill for a week.\n"
)
VALLEY = (
    "The railway of the valley was opened in 1911 and has nine stations. Trains run every hour"
    " between the town and the pass, and in winter a plough keeps the line free. The bridge over"
    " the gorge was rebuilt after the flood, and the carriages were painted green by the workshop"
    " of the company. Tickets are sold on the train, and dogs travel free of charge.\n"
)
TAL = (
    "Die Bahn des Tals wurde im Jahr 1911 eröffnet und hat neun Haltestellen. Züge fahren jede"
    " Stunde zwischen der Stadt und dem Pass, und im Winter hält ein Pflug die Strecke frei. Die"
    " Brücke über die Schlucht wurde nach dem Hochwasser neu gebaut, und die Wagen hat die"
    " Werkstatt der Gesellschaft grün gestrichen. Karten gibt es im Zug, Hunde fahren umsonst.\n"
)
GUSTS = (
    "Gusts near the ground are weak and come from every side because sheds, hedges and walls stand"
    " in their way. Pumps with a tall mast do not earn their price in such gusts. Drum pumps take"
    " gusts from every side, so that they do better among walls and hedges.\n"
)


@pytest.fixture
def state_of(tmp_path):
    """What became of a claim that cites a source of these words."""

    def check_claim(claim, words):
        (tmp_path / "one.txt").write_text(words, encoding="utf-8")
        report = tmp_path / "report.md"
        report.write_text(f"{claim} [1]\n\n[1]: one.txt\n", encoding="utf-8")
        report = check(report, tmp_path / "one.txt")
        return report.claims[0].state.value, {one.code for one in report.findings}

    return check_claim


def test_another_number_of_the_same_things_is_an_error(state_of):
    claim = "In the spring the co-operative asked thirty growers of the valley about their barley."

    state, codes = state_of(claim, GROWERS)

    assert state == "contradicted"
    assert "CE203" in codes
    assert "CE202" not in codes


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("In the valley malt prices doubled after brewers lost their harvest to mildew.", VALLEY),
        ("Im Tal verdoppelte sich der Malzpreis, weil Brauer ihre Ernte verloren.", TAL),
    ],
)
def test_a_text_with_few_words_of_the_claim_speaks_of_something_else(state_of, claim, words):
    assert state_of(claim, words)[0] == "failed"


def test_a_text_that_speaks_of_the_claim_in_other_words_is_no_error(state_of):
    claim = (
        "The gusts patent motivates its design around weak gusts from every side near sheds and"
        " hedges, where it says drum pumps take gusts from every side better than mast pumps."
    )

    assert state_of(claim, GUSTS)[0] in ("undecided", "supported")


@pytest.mark.usefixtures("default_judge")
@pytest.mark.parametrize(
    ("before_words", "before_claim", "said"),
    [
        (
            "ANNALS OF WILLOW, VOL. 12, NO. 3, MAY 2009 118 Weaving of Round Baskets ",
            "",
            "Rising orders for wide baskets are leading weavers to soak the rods in warm water.",
        ),
        ("", "**Heft No. 4:** ", "Die Ruten werden vor dem Flechten lange gewässert."),
    ],
)
def test_the_number_of_an_issue_is_no_denial(state_of, before_words, before_claim, said):
    assert state_of(f"{before_claim}{said}", f"{before_words}{said}\n") == ("supported", set())


@pytest.mark.usefixtures("default_judge")
def test_no_before_a_number_of_things_is_a_denial(state_of):
    said = "weavers of the valley soak the rods in warm water.\n"

    assert state_of(f"Three {said}", f"No three {said}")[0] != "supported"
    assert state_of(f"3 {said}", f"No 3 {said}")[0] != "supported"

"""Claims in the other language than their passage, asked of the judge that ships."""

import pytest

from citation_engine.model.passage import Passage
from citation_engine.model.verdict import Support
from citation_engine.ports import Question
from citation_engine.verify.judges.local.judge import LocalJudge
from citation_engine.verify.judges.local.reasons import SHORT

RULE = "Der Arbeitgeber hat die Beschäftigten vor Aufnahme der Tätigkeit zu unterweisen."
KEPT = "Die aufbewahrungspflichtigen Unterlagen sind zehn Jahre lang aufzubewahren."


def judged(claim, text, **options):
    passage = Passage(start=0, end=len(text), text=text)
    return LocalJudge(**options).judge([Question(claim, passage)])[0]


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Employers must instruct employees before they begin work.", RULE),
        ("Employees must instruct employers before they begin work.", RULE),
        ("Records must be kept for ten years.", KEPT),
        ("Invoices must be kept for ten years.", KEPT),
    ],
)
def test_one_sentence_in_another_language_supports_no_claim(claim, text):
    # However sure the model is: its limit is set low here.
    judgement = judged(claim, text, thresholds={"supported": 0.5})

    assert judgement.support is Support.UNDECIDED
    assert judgement.reason.startswith(SHORT)


def test_a_german_passage_speaks_for_an_english_claim():
    text = (
        "Die Stadtwerke Harlebach haben im Geschäftsjahr 2023 einen Jahresüberschuss von 4,7 "
        "Millionen Euro erzielt, gut eine halbe Million weniger als im Vorjahr. Während der "
        "Stromabsatz um 3,2 Prozent zurückging, stieg die abgegebene Fernwärme leicht an. Das "
        "Hallenbad am Lindenufer verzeichnete einen Verlust von 1,9 Millionen Euro, den der Gewinn "
        "der Netzsparte ausglich. Geschäftsführerin Dorothea Wiesinger kündigte an, die "
        "Wasserpreise bis Ende 2025 nicht anzuheben. Die Belegschaft wuchs von 318 auf 331."
    )

    judgement = judged("Water prices are not to be raised before the end of 2025.", text)

    assert Support.SUPPORTED in (judgement.support, judgement.leans)


def test_a_sentence_whose_small_words_are_in_both_languages_is_still_in_the_other():
    assert judged("Records must be kept for six years.", KEPT).support is not Support.SUPPORTED

import pytest

from citation_engine.link.drafts.evidence import has_number, need_of
from citation_engine.model.draft import ClaimKind

NOT_NEEDED = {
    "question": ("Why is that?", "Warum ist das so?", "Did sales fall by 12 % in 2023?"),
    "transition": (
        *(
            "In the following section, we describe the data.",
            "The next chapter explains the method.",
        ),
        *("Section 3 presents the results.", "Let us now turn to costs.", "In summary:"),
        *("Im Folgenden werden die Daten beschrieben.", "Kommen wir zu den Kosten."),
        *("Die folgende Tabelle zeigt die Fristen.", "Abschließend fassen wir zusammen."),
    ),
    "opinion": (
        *(
            "In our view, this is too little.",
            "I think that is wrong.",
            "Meines Erachtens genügt das.",
        ),
        *("Unserer Ansicht nach ist das falsch.", "Das ist m. E. zu wenig."),
    ),
    "recommendation": (
        *("We recommend keeping records for ten years.", "You should ask a lawyer."),
        *("Wir empfehlen eine Frist von 10 Tagen.", "Es wäre ratsam, zu warten."),
    ),
    "structure": ("This report has three parts.", "Dieser Bericht gliedert sich in 4 Teile."),
    "greeting": (
        "Dear colleagues,",
        "I hope this helps!",
        "Mit freundlichen Grüßen",
        "Sehr geehrte Damen",
    ),
    "instruction": (
        "Click the button.",
        "Please call the office.",
        "Klicken Sie auf Weiter.",
        "Siehe Anhang.",
    ),
    "about the draft": ("Author: Jane Doe", "Stand: 1. Mai 2024", "© 2024 Some Company"),
    "label": ("Hydropower", "Mehr Bäume", "Bright light"),
    "lead-in": ("The reasons are:", "Dazu gehören:"),
    "source": ("Source: county accounts", "Quelle:"),
    "address": ("https://a.example/report",),
}
NEEDED = (
    *(
        "Records are kept for ten years.",
        "Sales fell.",
        "Die Frist beträgt sechs Jahre.",
        "It rains.",
    ),
    *("The next chapter covers 12 % of all cases.", "Keep the pressure below 3 bar."),
    *("Im folgenden Jahr sank die Zahl der Klagen.", "The study shows that sleep helps."),
    *("This report shows that replanting pays off.", "Im Folgenden sind 40 % der Fälle erfasst."),
    *("We believe that 30 % could be avoided.", "Note that the law has changed."),
    *(
        "Beachten Sie, dass die Frist zehn Jahre beträgt.",
        "It is important to note that prices rose.",
    ),
    *("Retention: ten years", "Storage use doubled", "Open access was introduced by the law."),
)


@pytest.mark.parametrize(
    ("why", "text"), [(why, text) for why, texts in NOT_NEEDED.items() for text in texts]
)
def test_what_states_no_fact_needs_no_evidence(why, text):
    assert need_of(text, ClaimKind.SENTENCE) == (False, why)


@pytest.mark.parametrize("text", NEEDED)
def test_facts_and_numbers_need_evidence(text):
    assert need_of(text, ClaimKind.SENTENCE).needed


def test_headings_need_no_evidence_whatever_they_say():
    assert need_of("Sales fell by 12 %", ClaimKind.HEADING) == (False, "heading")


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("Table 1: Sums by year", False),
        ("Table 1: Population 2010–2020", False),
        ("Figure 2: Sales fell by 12 %", True),
        ("Abb. 3: Der Umsatz sank deutlich", True),
    ],
)
def test_a_caption_needs_evidence_where_it_is_more_than_a_title(text, needed):
    assert need_of(text, ClaimKind.CAPTION).needed is needed


@pytest.mark.parametrize(
    ("text", "names", "needed"),
    [
        ("10 years", False, True),
        ("2019", True, False),
        ("Germany", True, False),
        ("falling", False, False),
        ("Use has been stable for long", True, True),
        ("paper that was sorted by hand", False, True),
    ],
)
def test_a_cell_needs_evidence_for_figures_and_sentences(text, names, needed):
    assert need_of(text, ClaimKind.CELL, names=names).needed is needed


@pytest.mark.parametrize(
    "text", ["Section 3", "Tables 1 and 2", "Kapitel 2.1 bis 2.3", "Abb. 4", "no"]
)
def test_the_number_of_a_section_is_no_figure(text):
    assert not has_number(f"See {text} for more.")


@pytest.mark.parametrize(
    "text", ["5 %", "ten years", "zwei Drittel", "2023", "½ l", "Sales doubled"]
)
def test_figures_are_known_in_digits_and_words(text):
    assert has_number(f"So {text} here.")

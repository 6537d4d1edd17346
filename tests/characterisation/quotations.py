"""Texts and quotations whose places are frozen: nonsense, and real sentences that were damaged."""

import random
from collections.abc import Iterator
from typing import Any

import made_changes
from characterisation.sources import ACT, GUTACHTEN, LETTER, STUDY, VERORDNUNG
from fuzzed_quotes import make_quote, make_text

Quotations = tuple[str, str, list[str]]
SEED = 10
TEXTS, QUOTES = 60, 6
LONGEST = 40_000
SENTENCES = {
    "english": (
        "Digital records are kept unchanged for ten years, and internal letters for six years.",
        "Where a sample was checked every quarter, failures fell from 8.8 percent to 2.1 percent "
        "within three years.",
        "We asked 60 archives in 14 towns between May 3, 2019 and June 12, 2020, and no archive "
        "checked more often than every month.",
        "The body that hands over the records bears the costs of converting them, up to 12500 EUR "
        "a year, unless the final decision of the council says that all archives must pay.",
        'The report calls it "the largest change in the series" - most small archives could not '
        "afford the equipment, which costs 250 kg of paper and 3 days of work.",
        "It is possible that the period, which should begin with the end of the calendar year, "
        "was never increased before 2015.",
    ),
    "german": (
        "Digitale Unterlagen sind zehn Jahre unverändert aufzubewahren, Handelsbriefe müssen sechs "
        "Jahre aufbewahrt werden.",
        "Die Frist beginnt am 1. Januar 2015 und endet nicht vor dem Schluss des Kalenderjahres, "
        "in dem die Unterlage entstanden ist.",
        "Jedes Archiv prüft einmal im Jahr eine Stichprobe von mindestens 5 % seiner Bestände, "
        "wobei die Größe der Stichprobe und die Übergabe der Akten schriftlich festzuhalten sind.",
        "Die Kosten dürfen 12500 Euro im Jahr nicht übersteigen, und alle Archive können auf die "
        "häufige Prüfung der Flächen verzichten, die größer als 300 km sind.",
    ),
}


def fuzzed() -> Iterator[Quotations]:
    """Texts that nobody writes, each with quotations."""
    rng = random.Random(SEED)
    for number in range(TEXTS):
        text = make_text(rng)[:LONGEST]
        yield f"{number:02}", text, [make_quote(text, rng) for _ in range(QUOTES)]


def damaged() -> Iterator[Quotations]:
    """Sentences that were damaged or changed, in a text of other sentences."""
    makers = made_changes.BENIGN | made_changes.MEANING | made_changes.SHOWN
    around = {"english": (ACT, STUDY + LETTER), "german": (VERORDNUNG, GUTACHTEN)}
    for language, sentences in SENTENCES.items():
        before, after = around[language]
        for kind, make in makers.items():
            rng = random.Random(f"{SEED} {kind}")
            changed = [make(sentence, rng) for sentence in sentences for _ in range(2)]
            made = [one for one in changed if one is not None]
            if not made:
                continue
            body = " ".join(dict.fromkeys(one.source for one in made))
            text = f"{before}\n\n{body}\n\n{after}"
            yield f"{language}, {kind}", text, [one.quote for one in made]


CITED: dict[str, list[tuple[str, str, str | None, dict[str, Any] | None]]] = {
    "english": [
        ("Records are kept for ten years", "act.md", "kept unchanged for ten years", None),
        ("Records are kept for nine years", "act.md", "kept unchanged for ten years", None),
        ("Records are kept", "act.md", "kept unchanged for nine years", None),
        ("Nobody must pay twice", "act.md", "Nobody must pay twice.", {"section": "§ 6"}),
        ("Nobody must pay twice", "act.md", "Nobody must pay twice.", {"section": "§ 4"}),
        ("Nobody must pay twice", "act.md", "Nobody must pay twice.", {"section": "§ 99"}),
        ("Nobody must pay twice", "act.md", None, None),
        ("Nobody must pay twice", "act.md", None, {"section": "§ 6"}),
        ("Letters are exempt", "act.md", "letters that were never sent", {"page": 2}),
        ("Records", "act.md", "the records", None),
        ("Records", "act.md", "the records", {"char_offset_start": 90, "char_offset_end": 700}),
        ("Two readers looked", "study.md", "Two readers looked […] a third decided.", None),
        ("Failures fell to 2.1 percent", "study.md", "from 8.8 percent to 2.1 percent", None),
        ("Failures rose to 2.1 percent", "study.md", "failures fell from 8.8 percent to 2.1", None),
        ("The series", "study.md", "'the largest change in the series'", None),
        ("Harbour has 12 archives", "study.md", "| Harbour | 12 | 2.1 % |", None),
        ("Small archives", "study.md", "Small archives have the oldest equipment.", None),
        ("Nobody objected", "letter.txt", "Somebody objected to the plan.", None),
        ("The plan was accepted in 2021", "letter.txt", "accepted on 4 March 2022", None),
        ("The plan", "letter.txt", "words that are not there at all, nowhere", None),
    ],
    "german": [
        ("Die Frist beträgt zehn Jahre", "verordnung.md", "zehn Jahre unverändert", None),
        ("Die Frist", "verordnung.md", "Sie beginnt nicht vor dem 1. Januar 2015.", None),
        ("Die Frist", "verordnung.md", "Die Frist beginnt", {"section": "§ 4 Abs. 2 Satz 1"}),
        ("Die Frist", "verordnung.md", "Die Frist beginnt", {"section": "§ 5"}),
        ("Kein Archiv", "gutachten.txt", '"Kein Archiv prüfte häufiger als monatlich"', None),
        ("Kosten", "gutachten.txt", "Rund 1,3 Mio. Euro wurden ausgegeben", None),
        ("Der Lesesaal", "seite.html", "an fünf Tagen in der Woche", None),
        ("Ein Scan kostet 1,20 €", "seite.html", "Scan\t1,20 €", None),
        ("Parkplätze", "seite.html", "Parkplätze gibt es nicht.", {"section": "Anreise"}),
    ],
    "laws": [
        ("Unterlagen sind aufzubewahren", "3.md", "zehn Jahre unverändert", None),
        ("Die Frist", "3.md", "Die Frist läuft nicht ab", {"section": "§ 4 Abs. 3"}),
        ("Die Frist", "3.md", "Die Frist läuft nicht ab", {"section": "§ 4 III 1 MAufbV"}),
        ("Die Frist", "3.md", "Die Frist läuft nicht ab", {"section": "§ 5 Abs. 1"}),
    ],
    "formats": [
        ("A scan costs 1.20 euros", "01-page.html", "A scan costs 1.20 euros.", None),
        ("Secret", "01-page.html", "Secret words.", None),
        ("The place", "02-policy.json", '"every_months": 3', None),
        ("The place", "02-policy.json", "Hillside", {"section": "/copies/1/place"}),
        ("Copies", "03-config.yaml", "The copies are compared every night", None),
        ("Harbour", "04-table.csv", "Harbour,2021,12,2.1", None),
        ("It went on", "05-notes.txt", "continue the programme for two more years", None),
        ("It costs 1250 euros", "05-notes.txt", "Costs: 1250 € per month", None),
        ("Staff", "06-staff.docx", "17 people, four of them part time", None),
        ("Training", "06-staff.docx", "trained for three weeks", {"section": "Training"}),
        ("Budget", "07-plans.pptx", "The budget is 2.4 million euros.", {"page": 1}),
        ("Visitors", "08-visitors.xlsx", "Hillside\t3511.5", None),
        ("Shelves", "09-shelves.ods", "Harbour 410", None),
        ("The fire", "10-book.epub", "Only 212 volumes were saved.", {"section": "The fire"}),
    ],
}
NAMED_PLACES = (
    *(
        "§ 4",
        "§ 4 Abs. 1",
        "§ 4 Abs. 2 Satz 2",
        "§ 5 Abs. 2 Nr. 3",
        "§ 6 Satz 2",
        "§ 99",
        "Section 4",
    ),
    *(
        "Results",
        "Method",
        "What readers find › Results",
        "Anreise",
        "Prices",
        "The fire",
        "Training",
    ),
    *("/copies/1/place", "Money", "Data", "2", "Gebühren"),
)
SEARCHES = (
    *("records ten years", "Archive prüfen Stichprobe", '"the largest change"', "failures percent"),
    *(
        "Kosten Euro",
        "readers",
        "Unterlagen aufbewahren",
        "copies compared night",
        "nothing of this",
    ),
)

"""What a marker covers, in sentences as real reports have them."""

import pytest

from citation_engine import check

SEED = ("Rye seed costs 18 euros.", "Oat seed costs 45 euros.", "Barley seed costs 10 euros.")


@pytest.fixture
def checked(tmp_path):
    """Check a report against sources that are called a.txt, b.txt and so on."""

    def run(report, *sources):
        folder = tmp_path / "D"
        folder.mkdir()
        for name, text in zip("abcd", sources, strict=False):
            (folder / f"{name}.txt").write_text(text, "utf-8")
        (tmp_path / "report.md").write_text(report, "utf-8")
        known = {
            str(number): f"{name}.txt" for number, name in enumerate("abcd"[: len(sources)], 1)
        }
        return check(tmp_path / "report.md", sources=folder, sources_map=known, judge="local")

    return run


def states(report):
    return {one.claim.text: one.state.value for one in report.claims}


def judged(report):
    return {text for text, state in states(report).items() if state != "no_evidence_needed"}


def codes(report):
    return [one.code for one in report.findings]


def test_three_markers_in_one_sentence_cover_a_clause_each(checked):
    report = checked(
        "Rye seed costs 18 euros [1], oat seed costs 45 euros [2], and barley seed costs 10"
        " euros [3].",
        *SEED,
    )

    assert states(report) == {
        "Rye seed costs 18 euros": "supported",
        "oat seed costs 45 euros": "supported",
        "barley seed costs 10 euros.": "supported",
    }
    assert codes(report) == []


def test_three_markers_in_a_german_sentence_cover_a_clause_each(checked):
    report = checked(
        "Roggen kostet 18 Euro [1], Hafer kostet 45 Euro [2] und Gerste kostet 10 Euro [3].",
        *("Roggen kostet 18 Euro.", "Hafer kostet 45 Euro.", "Gerste kostet 10 Euro."),
    )

    assert set(states(report).values()) == {"supported"}
    assert len(report.claims) == 3


def test_a_wrong_clause_is_found_beside_a_right_one(checked):
    report = checked("Rye seed costs 18 euros [1], oat seed costs 46 euros [2].", *SEED[:2])

    assert states(report) == {
        "Rye seed costs 18 euros": "supported",
        "oat seed costs 46 euros.": "contradicted",
    }


def test_a_clause_without_a_subject_is_judged_with_that_of_the_clause_before(checked):
    report = checked(
        "Rye costs 18 euros [1] and weighs 2 kg [2].", "Rye costs 18 euros.", "Rye weighs 2 kg."
    )

    assert states(report) == {"Rye costs 18 euros": "supported", "weighs 2 kg.": "supported"}
    assert report.claims[1].claim.statement == "Rye weighs 2 kg."
    assert report.claims[1].claim.span.of(report.draft.text) == "weighs 2 kg [2]."


def test_two_sources_carry_together_what_neither_carries_alone(checked):
    report = checked(
        "Rye and oats are sown in autumn [1][2].",
        *("Rye is sown in autumn.", "Oats are sown in autumn."),
    )

    assert states(report) == {"Rye and oats are sown in autumn.": "supported"}
    assert report.claims[0].together == ("S1", "S2")
    assert codes(report) == []


@pytest.mark.parametrize(
    "second",
    [
        "The Southgate mill closed in 1990.",
        "The Southgate mill burned in 1987.",
        "The Southgate shop closed in 1987.",
        "The Southgate mill did not close in 1987.",
        "The Northfield mill closed in 1987.",
    ],
)
def test_two_sources_do_not_carry_together_what_one_of_them_does_not_say(checked, second):
    report = checked(
        "Both mills closed in 1987 [1][2].", "The Northfield mill closed in 1987.", second
    )

    assert report.claims[0].state != "supported"
    assert report.claims[0].together == ()


@pytest.mark.parametrize(
    ("claim", "first", "second"),
    [
        ("Rye seed costs 18 euros and oat seed costs 45 euros", *SEED[:2]),
        (
            "Denmark and Norway banned it in 2004",
            "Denmark banned it in 2004.",
            "Norway banned it in 2004.",
        ),
    ],
)
def test_sources_together_carry_what_a_claim_joins(checked, claim, first, second):
    report = checked(f"{claim} [1, 2].", first, second)

    assert (report.claims[0].state, report.claims[0].together) == ("supported", ("S1", "S2"))
    assert codes(report) == []


def test_sources_together_do_not_carry_what_only_several_can_do(checked):
    report = checked(
        "Alder and Birch merged in 2004 [1, 2].",
        *("Alder merged with Cedar in 2004.", "Birch merged with Dogwood in 2004."),
    )

    assert report.claims[0].state != "supported"


def test_sources_do_not_carry_together_what_a_claim_denies(checked):
    report = checked(
        "It is false that rye seed costs 18 euros and oat seed costs 45 euros [1, 2].", *SEED[:2]
    )

    assert report.claims[0].state != "supported"


def test_one_of_two_sources_is_enough_and_the_other_adds_nothing(checked):
    report = checked("Rye seed costs 18 euros [1][2].", *SEED[:2])

    assert states(report) == {"Rye seed costs 18 euros.": "supported"}
    assert [(one.code, one.level, one.message) for one in report.findings] == [
        ("CE209", "info", "b.txt adds nothing here. a.txt carries the claim.")
    ]


def test_a_source_that_contradicts_stays_an_error_beside_one_that_supports(checked):
    report = checked("Rye seed costs 18 euros [1][2].", SEED[0], "Rye seed costs 20 euros.")

    assert states(report) == {"Rye seed costs 18 euros.": "contradicted"}
    assert codes(report) == ["CE203"]
    assert "CE202" in [one.code for one in report.findings[0].also]


def test_a_marker_behind_what_is_only_named_covers_the_name(checked):
    report = checked(
        "Unlike paper archives [1, 2], digital archives need power [3].",
        *("Paper fades.", "Paper burns.", "Digital archives need power."),
    )

    assert states(report) == {
        "paper archives": "no_evidence_needed",
        "digital archives need power.": "supported",
    }
    assert codes(report) == []


@pytest.mark.parametrize(
    ("report", "claim"),
    [
        ("As [1] observe, such tests wear out.", "such tests wear out."),
        ("According to [1], such tests wear out.", "such tests wear out."),
        ("Smith et al. [1] show that such tests wear out.", "such tests wear out."),
        ("However, Smith [1] also found that such tests wear out.", "such tests wear out."),
        ("Such tests wear out, as described in [1].", "Such tests wear out"),
    ],
)
def test_what_somebody_is_said_to_have_found_is_the_claim(checked, report, claim):
    found = checked(report, "Such tests wear out.")

    assert [one.claim.text for one in found.claims] == [claim]
    assert [one.source for one in found.claims[0].citations] == ["S1"]
    assert "CE301" not in codes(found)


def test_what_a_german_source_is_said_to_have_found_is_the_claim(checked):
    report = checked("Müller et al. [1] zeigen, dass Moore Wasser speichern.", "Moore speichern.")

    assert [one.claim.text for one in report.claims] == ["Moore Wasser speichern."]


def test_a_marker_that_begins_a_sentence_as_its_subject_is_not_joined_with_the_one_before(checked):
    report = checked(
        "Tern is a seabird. [1] give a key to seabirds.", "This book gives a key to seabirds."
    )

    assert states(report) == {
        "Tern is a seabird.": "no_evidence_needed",
        "[1] give a key to seabirds.": "supported",
    }


def test_the_words_of_a_link_that_name_its_source_are_no_part_of_the_claim(checked):
    report = checked("Rye seed costs 18 euros [a](D/a.txt).", SEED[0])

    assert states(report) == {"Rye seed costs 18 euros.": "supported"}


@pytest.mark.parametrize(
    ("link", "text"),
    [
        ("Costs are kept, see [the decree](https://e.org/d).", "Costs are kept."),
        ("It was told by [Acme](https://acme.org/d).", "It was told by Acme."),
        ("Sales [rose by 5 %](https://e.org/d) in May.", "Sales rose by 5 % in May."),
        ("Costs fell [Acme](https://acme.org/d).", "Costs fell."),
        ("Costs fell ([Ministry of Roads, 2020](https://e.org/d)).", "Costs fell."),
    ],
)
def test_a_sentence_stays_readable_with_or_without_the_words_of_a_link(checked, link, text):
    assert [one.claim.text for one in checked(link, "Nothing.").claims] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "We test nine pumps.",
        "Our results are better by 5 percent.",
        "This section describes the pumps of 2019.",
        "Claim 1: Pumps fail in winter.",
        "As Table 3 shows, the pumps last longer.",
        "Wir untersuchen neun Pumpen.",
        "Dieser Abschnitt beschreibt die Pumpen.",
        "Reg. Avg. n",
        "0.41 0.33 12 Avg. 0.7",
        "**Cost of pumps.** Is it high?",
        "Cost of pumps in winter. Is it high?",
        "3.1 Pumps and valves",
        "Pumps (Okafor et al., 2021)",
        "December 2025",
    ],
)
def test_what_authors_say_of_their_own_work_needs_no_source(checked, text):
    report = checked(f"{text}\n", "Nothing.")

    assert not {"CE301", "CE302"} & set(codes(report))


@pytest.mark.parametrize(
    ("again", "state"),
    [
        ("Rye seed costs 18 euros.", "no_evidence_needed"),
        ("Rye seed costs 19 euros.", "uncited"),
        ("The survey shows that bridges are green.", "uncited"),
    ],
)
def test_a_conclusion_that_says_again_what_is_cited_needs_no_source(checked, again, state):
    report = checked(f"Rye seed costs 18 euros [1].\n\n## Conclusion\n\n{again}", SEED[0])

    assert report.claims[-1].state == state


def test_the_marker_of_a_sentence_before_a_table_covers_its_cells(checked):
    report = checked(
        "Kept are the following [1]:\n\n| what | years kept |\n|---|---|\n| letters | 6 |",
        "Letters are kept for 6 years.",
    )

    assert states(report)["6"] == "supported"


def test_where_authors_report_their_own_study_only_its_background_needs_sources(checked):
    method = "We took the pumps apart. The valves broke after a winter. "
    report = checked(
        f"## Background\n\nPumps break in winter.\n\n## Results\n\n{method * 8}", "Nothing."
    )

    assert [one.claim.text for one in report.in_state("uncited")] == ["Pumps break in winter."]


def test_one_we_makes_no_study_of_a_report(checked):
    report = checked("We read the act. Letters are kept for six years.", "Nothing.")

    assert [one.claim.text for one in report.in_state("uncited")] == [
        "We read the act.",
        "Letters are kept for six years.",
    ]


def test_what_authors_found_in_a_source_is_held_against_it(checked):
    report = checked("We found that rye seed costs 20 euros [1].", SEED[0])

    assert report.claims[0].state in ("contradicted", "failed")


def test_the_marker_of_a_heading_covers_what_it_heads(checked):
    report = checked(
        "## Costs of seed [1]\n\nRye seed costs 18 euros.\n\n## More\n\nOats cost 9 euros.", SEED[0]
    )

    assert states(report) == {
        "Costs of seed": "no_evidence_needed",
        "Rye seed costs 18 euros.": "supported",
        "More": "no_evidence_needed",
        "Oats cost 9 euros.": "uncited",
    }


def test_the_marker_of_a_caption_covers_the_cells_of_its_table(checked):
    report = checked(
        "Table 1: Years kept [1]\n\n| what | years kept |\n|---|---|\n| letters | 6 |",
        "Letters are kept for 6 years.",
    )

    assert states(report)["6"] == "supported"
    assert report.findings == ()


def test_a_cell_is_judged_with_its_row_and_column(checked):
    report = checked(
        "| what | years |\n|---|---|\n| letters | 10 [S1] |",
        "Letters are kept for 6 years. Files are kept for 10 years.",
    )

    assert report.claims[-1].claim.statement == "letters, years: 10"
    assert report.claims[-1].state != "supported"


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("**Prices:** Rye seed costs 18 euros [1].", ["Rye seed costs 18 euros."]),
        (
            "**Streit um Preise:** Roggen kostet heute 18 Euro [1].",
            ["Roggen kostet heute 18 Euro."],
        ),
        ("**Dispute on prices:** [1] uses 18 euros.", ["uses 18 euros."]),
        ("**Berlin:** 3.6 million people [1].", ["Berlin: 3.6 million people."]),
        ("**No rise:** Rye seed costs 18 euros [1].", ["No rise: Rye seed costs 18 euros."]),
        ("**Myth:** Rye seed costs 18 euros [1].", ["Myth: Rye seed costs 18 euros."]),
        ("**Rye is dear:** Seed costs 18 euros [1].", ["Rye is dear: Seed costs 18 euros."]),
    ],
)
def test_a_heading_in_bold_before_a_sentence_is_no_part_of_the_claim(checked, text, claims):
    assert [one.claim.statement for one in checked(text, SEED[0]).claims] == claims


def test_the_marker_of_a_list_head_covers_the_items_that_have_none(checked):
    report = checked(
        "Kept are [1]:\n- letters for 6 years.\n- files for 10 years [2].\n- maps for 9 years.\n"
        "Clerks decide the rest in May.",
        "Letters are kept for 6 years.",
        "Files are kept for 10 years.",
    )

    marked = {one.claim.text: [each.text for each in one.claim.markers] for one in report.claims}
    assert marked["files for 10 years."] == ["[2]"]
    assert marked["maps for 9 years."] == ["[1]"]
    assert marked["Clerks decide the rest in May."] == []


def test_a_marker_on_a_line_of_its_own_behind_a_list_covers_the_list(checked):
    report = checked("- Rye seed costs 18 euros.\n- Oats cost 9 euros.\n\n[1]", SEED[0])

    assert [len(one.claim.markers) for one in report.claims] == [1, 1]


def test_as_told_in_a_source_is_no_claim_of_its_own(checked):
    report = checked("As told in [1], rye seed costs 18 euros.", SEED[0])

    assert states(report) == {"rye seed costs 18 euros.": "supported"}


def test_an_item_of_a_sentence_is_judged_without_the_items_before_it(checked):
    report = checked("Wares include rye, wheat [1], oats [2], and peas [3].", "a", "b", "c")

    assert [one.claim.statement for one in report.claims][1:] == [
        "Wares include oats",
        "Wares include peas.",
    ]


def test_the_first_of_several_clauses_behind_a_colon_has_its_own_marker_too(checked):
    report = checked("Much is new: rye seed costs 18 euros [1], and oats cost 9 euros [2].", *SEED)

    assert [one.claim.text for one in report.claims] == [
        "rye seed costs 18 euros",
        "oats cost 9 euros.",
    ]


def test_a_name_with_a_marker_behind_a_semicolon_begins_a_clause(checked):
    report = checked("Alpha [1] regrafts apples; Beta [2] regrafts pears.", *SEED)

    assert [one.claim.text for one in report.claims] == [
        "Alpha regrafts apples",
        "Beta regrafts pears.",
    ]


@pytest.mark.parametrize("word", ["Source", "Quelle"])
def test_a_note_of_the_source_behind_a_paragraph_covers_it(tmp_path, word):
    (tmp_path / "seed.md").write_text(SEED[0], encoding="utf-8")
    draft = tmp_path / "draft.md"
    draft.write_text(f"Rye seed costs 18 euros. Seed is dear. ({word}: seed.md)", encoding="utf-8")

    report = check(draft, [tmp_path / "seed.md"], judge="none")

    assert [len(one.claim.markers) for one in report.claims] == [1, 1]


@pytest.mark.parametrize(
    ("text", "reached"),
    [
        ("[1] tells of rye seed. It costs 18 euros.", [1, 1]),
        ("**Prices:** [1] tells of rye seed. It costs 18 euros.", [1, 1]),
        ("[1] tells of rye seed. It costs 18 euros. [2] tells of oats.", [1, 0, 1]),
        ("Rye seed is told of in [1]. It costs 18 euros.", [1, 0]),
    ],
)
def test_a_marker_that_a_paragraph_begins_with_as_subject_covers_it(checked, text, reached):
    assert [len(one.claim.markers) for one in checked(text, *SEED).claims] == reached


def covered(report, marker="[1]"):
    """The words that a marker of a report covers, part by part, but for bare names."""
    found = check(report, sources=list(SEED[:2]), judge="none").claims
    marked = [one.claim for one in found if marker in [sign.text for sign in one.claim.markers]]
    return [one.text for one in marked if not one.names_only]


def test_a_marker_after_a_table_covers_its_rows_and_one_in_a_row_the_cells_before_it():
    head = "| Seed | Price | Note |\n|---|---|---|\n"
    row = "| Rye | 18 euros | Sold in sacks of 5 kg"

    assert covered(f"{head}{row} |\n\n[1]") == ["18 euros", "Sold in sacks of 5 kg"]
    assert covered(f"{head}{row} [1] |") == ["18 euros", "Sold in sacks of 5 kg"]
    assert covered(f"{head}| Rye | 18 euros [2] | Sold in sacks of 5 kg [1] |") == [
        "Sold in sacks of 5 kg"
    ]


@pytest.mark.parametrize(
    "entry",
    [
        '**Moe & Liu (2020), "The Price of Rye", *Mills* 41(5), 13–14.** → [note](moe.md).',
        "**Moe et al.** (2020). *The price of rye.* Mills 3(2), 1–9. https://doi.org/10.1000/x12.",
        "Moe et al. (2020): Der Preis von Roggen. In: Mühlen 3, S. 1–9.",
    ],
)
def test_an_entry_with_its_year_covers_what_is_said_of_the_work_below_it(entry):
    said = "Rye costs twice as much in the north. Mills close early there."

    known = {"moe.md": "# The price of rye\n\nMoe 2020"}
    report = check(f"# Works\n\n- {entry} {said}\n", sources=known, judge="none")

    marked = [one.claim.text for one in report.claims if one.claim.markers]
    assert " ".join(marked) == said


def test_a_year_behind_a_name_that_begins_a_statement_is_no_head_of_an_entry():
    assert covered("- Rye Mill (1987) closed in May [1]. Hale sold it.") == [
        "Rye Mill (1987) closed in May."
    ]


@pytest.mark.parametrize(
    ("notes", "last"),
    [
        ("**May 1987** — Sale of the old mill. Price: 90 euros.", "Contract with Hale."),
        ("**01.03.2012** — Beginn der Arbeit. Funktion: Leiterin.", "Vertrag mit Zulage."),
    ],
)
def test_a_marker_behind_notes_without_a_verb_covers_all_of_them(notes, last):
    assert " ".join(covered(f"{notes} {last} [1]")) == f"{notes} {last}".replace("*", "")
    assert covered(f"The mill is old. {last} [1]") == [last]


def test_a_letter_or_a_tick_in_a_row_is_not_judged_by_the_marker_of_the_row():
    table = (
        "| Mill | Grade | Seen | Age |\n|---|---|---|---|\n| Old mill [1] | B | ✓ | 90 years |\n"
    )

    assert covered(table) == ["90 years"]


def test_an_unmarked_cell_in_a_column_of_marked_ones_is_not_covered_by_its_neighbour():
    table = "| Seed | Old | New |\n|---|---|---|\n| Oats | 7 [2] | 8 [2] |\n| Rye | 18 | 20 [1] |"

    assert covered(table) == ["20"]


@pytest.mark.parametrize(
    "head", ["Source", "Primary source", "Sources / date", "Primärquelle", "Quelle / Stand", "Norm"]
)
def test_a_column_of_sources_is_for_its_rows(head):
    table = f"| Seed | Price | {head} |\n|---|---|---|\n| Rye | 18 euros | Price list [1] |"

    assert covered(table) == ["18 euros"]


@pytest.mark.parametrize(
    "head", ["Starting source", "Primary sources used", "Ausgangsquelle", "Quellen im Einzelnen"]
)
def test_a_column_of_links_alone_is_one_of_sources_where_its_head_names_them(tmp_path, head):
    for name in ("may", "june"):
        (tmp_path / f"{name}.txt").write_text("Rye costs 18 euros a sack.", encoding="utf-8")
    links = "[report 1](may.txt), [report 2](june.txt)"
    table = "| Seed | Price | {} |\n|---|---|---|\n| Rye | 18 euros a sack | {} |\n"
    draft = tmp_path / "draft.md"
    draft.write_text(table.format(head, links), encoding="utf-8")

    report = check(draft, tmp_path, judge="none")

    assert [one.claim.text for one in report.claims if one.citations] == ["18 euros a sack"]


def test_a_column_of_something_that_has_a_source_is_judged_where_it_has_words():
    table = "| Mill | Energy source of it |\n|---|---|\n| Upper mill | river and wind [1] |"

    assert covered(table) == ["river and wind"]


def test_a_sentence_in_a_column_of_evidence_is_covered_itself():
    table = (
        "| View | Counter-evidence |\n|---|---|\n"
        "| Rye is cheap | The mill sold it for 18 euros in May [1] |"
    )

    assert "The mill sold it for 18 euros in May" in covered(table)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Rye is sown late. It costs 18 euros. See [1] for all prices.", ["Rye", "It"]),
        ("Roggen keimt spät. Er kostet 18 Euro. Siehe [1].", ["Roggen", "Er"]),
        ("Oats cost 9 euros [2]. Rye costs 18 euros. See [1] for all prices.", ["Rye"]),
    ],
)
def test_a_sentence_that_only_points_to_a_source_gives_it_to_what_stands_before(text, words):
    assert [one.split()[0] for one in covered(text)] == words


@pytest.mark.parametrize("between", ["\n", "\n\n"])
@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("Rye costs 18 euros; oats are dearer.", "Details:"),
        ("Rye costs 18 euros; oats are dearer.", "**More**:"),
        ("Roggen kostet 18 Euro.", "Siehe:"),
        ("Roggen kostet 18 Euro.", "Mehr dazu:"),
    ],
)
def test_a_word_that_points_to_a_link_gives_it_to_what_stands_before(tmp_path, said, word, between):
    (tmp_path / "prices.txt").write_text("Rye costs 18 euros.", encoding="utf-8")
    draft = tmp_path / "draft.md"
    draft.write_text(f"{said}{between}{word} [All prices](prices.txt).", encoding="utf-8")

    report = check(draft, tmp_path, judge="none")

    assert [one.claim.text for one in report.claims if one.citations] == [said]


def test_what_only_points_to_a_source_is_no_part_of_the_claim():
    assert covered("Rye costs 18 euros; see [1].") == ["Rye costs 18 euros."]
    assert covered("Rye costs 18 euros (documented in [1]).") == ["Rye costs 18 euros."]
    assert covered("Roggen kostet 18 Euro (nach [1]).") == ["Roggen kostet 18 Euro."]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("**Costs [1]:** 18 euros a sack. Sold in May.", ["18 euros a sack.", "Sold in May."]),
        ("Kosten nach Land [1]: 18 Euro je Sack im Mai.", ["18 Euro je Sack im Mai."]),
        ("**Prices** — Rye costs 18 euros [1].", ["Rye costs 18 euros."]),
        ("- **Prices:** Rye costs 18 euros [1].", ["Rye costs 18 euros."]),
    ],
)
def test_a_marker_in_a_run_in_heading_covers_what_it_heads(text, words):
    assert covered(text) == words


def test_lines_with_labels_in_bold_are_statements_of_their_own():
    text = "**Rye**: bakers, brewers [1]\n**Oats**: grooms, millers [2]"

    assert covered(text) == ["bakers, brewers"]
    assert covered(text, "[2]") == ["grooms, millers"]
    claims = check(text, sources=list(SEED[:2]), judge="none").claims
    assert [one.claim.statement for one in claims] == [
        "Rye: bakers, brewers",
        "Oats: grooms, millers",
    ]


def test_a_marker_alone_below_a_heading_covers_its_section():
    text = "## Rye\n\n[1]\n\nRye costs 18 euros.\n\n> We sow it late.\n\n## Oats\n\nThey cost 9."

    assert covered(text) == ["Rye costs 18 euros.", "We sow it late."]


def test_a_marker_behind_a_quotation_does_not_cover_what_introduces_it():
    text = "The price is no secret:\n\n> “Rye costs 18 euros a sack in May.” [1]"

    assert covered(text) == ["“Rye costs 18 euros a sack in May.”"]


@pytest.mark.parametrize("sign", ["—", "-", "–"])
def test_a_link_that_begins_an_item_is_named_and_what_explains_it_is_covered(sign):
    (claim,) = check(
        f"- [Why rye is sold](https://e.org/d) {sign} it costs 18 euros a sack\n",
        sources=list(SEED[:1]),
        judge="none",
    ).claims

    assert claim.claim.text == "it costs 18 euros a sack"


def test_a_title_alone_in_brackets_is_no_part_of_the_claim():
    (claim,) = check(
        "Rye costs 18 euros ([Rye is sold by the sack](https://e.org/d)).",
        sources=list(SEED[:1]),
        judge="none",
    ).claims

    assert claim.claim.text == "Rye costs 18 euros."


COVERED = [
    ("The mill makes a stamp [1], which stays with the sack.", "The mill makes a stamp"),
    ("Rye is sown early [1]; no seed is left over.", "Rye is sown early"),
    ("Rye is sown early [1], if the soil is dry.", "Rye is sown early, if the soil is dry."),
    ("Although the barns are old, rye keeps well in them [1].", "rye keeps well in them."),
    ("Rye fails in wet years; however, oats keep their yield [1].", "oats keep their yield."),
    ("Rye keeps well in dry lofts. See [1] for the figures.", "Rye keeps well in dry lofts."),
    ("Rye keeps well in lofts. See Moe et al. [1] for more.", "Rye keeps well in lofts."),
    ("Rye seed costs 18 euros (documented in [1]).", "Rye seed costs 18 euros."),
    ("Rye keeps well in dry lofts, as Moe [1] has shown.", "Rye keeps well in dry lofts"),
    ("As the authors point out, rye keeps well [1].", "rye keeps well."),
    ("Roggen wird früh gesät [1]; Hafer bleibt liegen.", "Roggen wird früh gesät"),
    ("Roggen hält sich gut. Siehe [1] für die Zahlen.", "Roggen hält sich gut."),
]


@pytest.mark.parametrize(("report", "covered"), COVERED)
def test_a_marker_covers_its_clause_and_neither_more_nor_less(checked, report, covered):
    claims = [one.claim for one in checked(report, SEED[0]).claims]

    assert [one.statement for one in claims if one.markers] == [covered]


@pytest.mark.parametrize(
    ("report", "covered"),
    [
        ("The mill takes another path: rye is ground twice [1].", "rye is ground twice."),
        ("The brief plainly notes that rye needs dry lofts [1].", "rye needs dry lofts."),
        ("Moe et al. [1] and Liu et al. [2] used rye as grain.", "used rye as grain."),
        ("Seed is kept in jars such as stone pots (STP) [1].", "stone pots (STP)."),
        ("Dry lofts [1]: Rye keeps well there.", "Rye keeps well there."),
        ("Der Bericht betont, dass Roggen früh reift [1].", "Roggen früh reift."),
    ],
)
def test_what_leads_to_the_covered_words_is_judged_with_them(checked, report, covered):
    (claim,) = [one.claim for one in checked(report, *SEED).claims]

    assert claim.text == covered
    assert claim.statement == report.replace(" [1]", "").replace(" [2]", "")
    assert claim.span.of(report) == report


def test_words_behind_the_last_marker_stay_in_a_claim_that_reads_as_a_sentence(checked):
    claims = [one.claim for one in checked("Rye is dear [1], making bread dear.", SEED[0]).claims]

    assert [one.statement for one in claims] == [
        "Rye is dear",
        "Rye is dear, making bread dear.",
    ]
    assert [len(one.markers) for one in claims] == [1, 0]


def test_each_of_several_items_has_its_own_marker_also_behind_or(checked):
    report = checked("Seed is kept in jars [1], baling nets [2] or sacks [3].", *SEED)

    assert [(one.claim.text, len(one.claim.markers)) for one in report.claims] == [
        ("Seed is kept in jars", 1),
        ("baling nets", 1),
        ("sacks.", 1),
    ]


def test_a_link_in_the_midst_of_a_sentence_is_one_of_its_words(checked):
    report = checked("Growers use [a](D/a.txt) to sort seed by price.", SEED[0])

    assert [one.claim.text for one in report.claims] == ["Growers use a to sort seed by price."]


def test_the_heading_that_a_paragraph_begins_with_covers_it_with_its_marker(checked):
    report = checked("Dry lofts [1]: Rye keeps well there. It needs no salt.", SEED[0])

    assert [len(one.claim.markers) for one in report.claims] == [1, 1]


@pytest.mark.parametrize(
    ("report", "claims"),
    [
        (
            r"Es regnet. \textcite{moe} weisen darauf hin, dass Roggen reift.",
            ["Es regnet.", "Roggen reift."],
        ),
        (r"So zeigt \textcite{moe}, dass Roggen reift.", ["Roggen reift."]),
        (r"Nach \textcite{moe} ist Roggen grün.", ["Nach moe ist Roggen grün."]),
        (r"It rains. \cite{moe} explains rye.", ["It rains.", "Moe explains rye."]),
    ],
)
def test_a_command_of_latex_that_is_a_word_begins_a_sentence(tmp_path, report, claims):
    path = tmp_path / "report.tex"
    path.write_text(report, "utf-8")
    (tmp_path / "moe.txt").write_text(SEED[0], "utf-8")

    checked = check(path, [tmp_path / "moe.txt"], judge="none")

    assert [one.claim.text for one in checked.claims] == claims


def test_a_footnote_behind_a_comma_or_semicolon_covers_the_words_before_it(checked):
    report = checked(
        "Rye seed costs 18 euros;[^1] oat seed costs 45 euros,[^2] and barley seed costs 10"
        " euros.[^3]\n\n[^1]: a.txt\n[^2]: b.txt\n[^3]: c.txt\n",
        *SEED,
    )

    assert [(one.claim.text, one.claim.markers[0].text) for one in report.claims] == [
        ("Rye seed costs 18 euros", "[^1]"),
        ("oat seed costs 45 euros", "[^2]"),
        ("barley seed costs 10 euros.", "[^3]"),
    ]
    assert set(states(report).values()) == {"supported"}


def test_a_year_alone_on_its_line_covers_no_more_than_its_sentence(checked):
    report = checked(
        "Wet rye rots in the barn. It is lost in ten days. Dry rye is sold in May, as seen in Moe"
        "\n(2016)\n\n## References\n\nMoe, P. (2016). Rye in barns. Fields, 3:1-9.\n",
        "Rye in barns\n\nP. Moe, 2016\n\nDry rye is sold in May.",
    )

    assert [len(one.claim.markers) for one in report.claims] == [0, 0, 1]


def test_a_name_with_a_small_first_letter_begins_a_sentence(checked):
    report = checked(
        "Rye seed costs 18 euros [1]. q7's oat seed costs 45 euros [2]. pH is low there. "
        "seed_price is its name.",
        *SEED[:2],
    )

    assert list(states(report)) == [
        "Rye seed costs 18 euros.",
        "q7's oat seed costs 45 euros.",
        "pH is low there.",
        "seed_price is its name.",
    ]


@pytest.mark.parametrize(
    "pointer",
    [
        "For a review of oat prices, see [1].",
        "For a review of oat prices, the reader may refer to [1].",
        "On a review of oat prices see Liu et al. [1].",
    ],
)
def test_a_work_to_read_on_in_backs_no_statement(checked, pointer):
    report = checked(pointer, *SEED[:1])

    assert [one.claim.text for one in report.claims] == ["a review of oat prices"]
    assert states(report) == {"a review of oat prices": "no_evidence_needed"}
    assert codes(report) == []


def test_a_statement_before_see_is_no_mere_pointer(checked):
    report = checked("For rye, the price of seed is 19 euros, see [1].", *SEED[:1])

    assert set(states(report).values()) <= {"failed", "contradicted", "undecided"}


def test_while_grants_nothing_that_its_marker_does_not_cover(checked):
    report = checked(
        "While rye seed costs 18 euros, oat seed costs 45 euros [1].",
        "Rye seed costs 20 euros. Oat seed costs 45 euros.",
    )

    assert list(states(report)) == ["While rye seed costs 18 euros, oat seed costs 45 euros."]
    assert "supported" not in states(report).values()


@pytest.mark.parametrize("marker", ["[see 1]", "[cf. 1]", "[see also 1]", "[vgl. 1]"])
def test_a_number_behind_see_is_a_marker(checked, marker):
    report = checked(f"Rye seed costs 18 euros {marker}.", *SEED[:1])

    assert states(report) == {"Rye seed costs 18 euros.": "supported"}


def test_an_item_before_a_comma_is_not_the_subject_of_the_verb_behind_it(checked):
    report = checked(
        "The mill needs [rye](rye.md) or oats, grinds 5 tonnes a day, and rests at night [1].",
        "The mill needs rye or oats, grinds 5 tonnes a day, and rests at night.",
    )

    assert report.claims[-1].claim.statement == (
        "The mill needs rye or oats, grinds 5 tonnes a day, and rests at night."
    )


def test_the_one_who_calls_something_dear_stays_the_subject(checked):
    report = checked("Liu et al. [1] call oat seed dear.", "Liu et al. call oat seed dear.")

    assert [one.claim.statement for one in report.claims] == ["Liu et al. call oat seed dear."]
    assert set(states(report).values()) == {"supported"}


def test_a_comma_before_the_year_of_a_work_goes_with_it(tmp_path):
    (tmp_path / "moe2020.md").write_text("# Rye\n\nMoe, P. et al. 2020\n\nRye is tall.", "utf-8")
    (tmp_path / "report.md").write_text(
        "Moe et al, (2020) found that rye is tall (c.f. Moe et al., 2020).\n\n## References\n\n"
        "Moe, P. et al. (2020). Rye.\n",
        "utf-8",
    )
    report = check(tmp_path / "report.md", sources=[tmp_path / "moe2020.md"], judge="local")

    assert [one.claim.text for one in report.claims] == ["rye is tall."]
    assert len(report.claims[0].claim.markers) == 2


def test_the_sentences_of_a_long_caption_are_read_one_by_one(checked):
    report = checked(
        "Figure 3. Seed prices. a) Rye seed costs 18 euros [1]. b) Oat seed costs 45 euros [2]. "
        + "The line is drawn by hand. " * 30,
        *SEED[:2],
    )

    assert states(report)["a) Rye seed costs 18 euros."] == "supported"
    assert states(report)["b) Oat seed costs 45 euros."] == "supported"


def test_a_marker_behind_a_formula_covers_the_words_before_it(checked):
    report = checked(
        "The price of rye seed in euros is\n\n$$\np = 18\n$$\n\n[1]. Oat seed costs 45 euros [2].",
        *SEED[:2],
    )

    reached = {one.claim.text: [of.text for of in one.claim.markers] for one in report.claims}
    assert reached["The price of rye seed in euros is"] == ["[1]"]
    assert reached["Oat seed costs 45 euros."] == ["[2]"]


def test_an_adverb_before_a_phrase_does_not_change_what_it_goes_on_from(checked):
    report = checked(
        "Rye has shown its worth in bread [1], particularly in dense dark loaves [2].", *SEED[:2]
    )

    assert report.claims[1].claim.statement == (
        "Rye has shown its worth particularly in dense dark loaves."
    )


def test_that_is_explains_and_reports_nothing(checked):
    report = checked(
        "The belt may stop the mill [1], that is the mill might stand still.", *SEED[:1]
    )

    assert report.claims[0].claim.text == "The belt may stop the mill"
    assert report.claims[1].claim.text == "that is the mill might stand still."


def test_a_comma_before_a_marker_in_brackets_goes_with_it(checked):
    report = checked("Rye seed (the new one, [1]) costs 18 euros.", *SEED[:1])

    assert list(states(report)) == ["Rye seed (the new one) costs 18 euros."]


def test_what_stands_in_brackets_is_no_frame_of_the_next_item(checked):
    report = checked(
        "The plan covers rye (kept dry by fans), oats (new ones [1]), and peas (old ones [2]).",
        *SEED[:2],
    )

    assert report.claims[-1].claim.statement == "The plan covers peas (old ones)."


@pytest.mark.parametrize(
    ("report", "statement"),
    [
        ("As noted by Hale [1], rye seed costs 18 euros.", "rye seed costs 18 euros."),
        ("As Hale noted [1], rye seed costs 18 euros.", "rye seed costs 18 euros."),
        (
            "As described by the Ministry of Works [1], rye seed costs 18 euros.",
            "rye seed costs 18 euros.",
        ),
        ("According to Hale [1] rye seed costs 18 euros.", "rye seed costs 18 euros."),
        ("As discussed in [1], rye seed costs 18 euros.", "rye seed costs 18 euros."),
        ("Rye seed, according to Hale [1], costs 18 euros.", "Rye seed costs 18 euros."),
        ("Rye seed costs 18 euros, as noted by Hale [1].", "Rye seed costs 18 euros."),
        ("Brandt and Liu [1] found rye seed costs 18 euros.", "rye seed costs 18 euros."),
    ],
)
def test_who_says_something_is_no_claim_and_what_is_said_has_the_marker(checked, report, statement):
    (claim,) = checked(report, *SEED[:1]).claims

    assert (claim.claim.statement, claim.state.value) == (statement, "supported")


@pytest.mark.parametrize(
    "report",
    [
        "As wrongly noted by Hale [1], rye seed costs 18 euros.",
        "As observed in Spain [1], rye seed costs 18 euros.",
        "Brandt and Liu [1] found rye that costs 18 euros.",
        "Hale [1] showed seeds sold in Spain.",
        "Hale [1] showed rye score losses after 150 days, indicating harm.",
        "Hale [1] denies rye seed costs 18 euros.",
    ],
)
def test_words_that_deny_or_place_what_is_said_stay_with_it(checked, report):
    (claim,) = checked(report, *SEED[:1]).claims

    assert claim.claim.statement == report.replace(" [1]", "")


def test_markers_behind_who_says_it_stay_with_their_clauses(checked):
    report = checked(
        "As noted by Hale [1], rye seed costs 18 euros [2], and oat seed costs 45 euros [3].", *SEED
    )

    assert [[of.text for of in one.claim.markers] for one in report.claims] == [
        ["[1]", "[2]"],
        ["[3]"],
    ]


def test_a_marker_that_is_the_subject_of_the_second_clause_has_it_alone(checked):
    report = checked(
        "According to Hale [1], rye seed costs 18 euros, and [2] adds that oat seed costs 45"
        " euros.",
        *SEED[:2],
    )

    assert [(one.claim.text, one.claim.markers[0].text) for one in report.claims] == [
        ("rye seed costs 18 euros", "[1]"),
        ("oat seed costs 45 euros.", "[2]"),
    ]


@pytest.mark.parametrize(
    "pointer", ["See [2] for details.", "See [the list](D/b.txt).", "See [2]."]
)
def test_where_to_read_on_is_no_claim_behind_a_sentence_with_its_own_marker(checked, pointer):
    report = checked(f"Rye seed costs 18 euros [1]. {pointer}", *SEED[:2])

    assert [one.state.value for one in report.claims] == ["supported", "no_evidence_needed"]
    assert "CE206" not in codes(report)


@pytest.mark.parametrize(
    ("head", "states"),
    [
        ("The mill has these parts", False),
        ("The mill was built in 1902 and has these parts", True),
        ("The mill was built in 1902 and has the following parts", True),
        ("These parts are oak", True),
    ],
)
def test_a_head_that_only_announces_its_list_is_not_judged(checked, head, states):
    report = checked(f"{head} [1]:\n\n- a wheel of 3 m\n- a gate of oak\n", *SEED[:1])

    first, *items = report.claims
    assert (first.state.value != "no_evidence_needed") is states
    assert all(one.claim.markers for one in items)


@pytest.fixture
def covered_by_mill(tmp_path):
    """The words that cite a note or a file about a mill."""

    def give(report):
        (tmp_path / "old-mill-report.md").write_text("Rye is a grain.", "utf-8")
        (tmp_path / "report.md").write_text(report, "utf-8")
        found = check(tmp_path / "report.md", [tmp_path / "old-mill-report.md"], judge="none")
        return [one.claim.text for one in found.claims if one.claim.markers]

    return give


@pytest.mark.parametrize(
    ("report", "claims"),
    [
        (
            "The [Old Mill Report](old-mill-report.md) tells of rye. Seed cost 18 euros.",
            ["The Old Mill Report tells of rye.", "Seed cost 18 euros."],
        ),
        (
            "Newest: [Old Mill Report](old-mill-report.md). It counts 22 mills.",
            ["It counts 22 mills."],
        ),
        (
            "- **[[old-mill-report|Mill]] (2024)**: 22 sacks of rye. Seed cost 18 euros.",
            ["22 sacks of rye.", "Seed cost 18 euros."],
        ),
        # A link to something that the sentence is about, and one in the midst of it.
        ("[Rye](old-mill-report.md) costs 18 euros. Oats cost 5.", ["Rye costs 18 euros."]),
        (
            "Rye is dear, says the [Old Mill Report](old-mill-report.md). Oats cost 5.",
            ["Rye is dear, says the Old Mill Report."],
        ),
    ],
)
def test_a_link_by_the_name_of_its_source_covers_the_paragraph_it_begins(
    covered_by_mill, report, claims
):
    assert covered_by_mill(report) == claims


def test_a_note_link_in_a_table_is_read_with_its_bar_escaped(covered_by_mill):
    report = "| Who | Price |\n|---|---|\n| [[old-mill-report\\|The mill]] | 18 euros a sack |\n"

    assert "18 euros a sack" in covered_by_mill(report)


def test_a_note_link_before_a_verb_with_a_hyphen_begins_its_sentence(covered_by_mill):
    report = "Trade is open to all. [[old-mill-report]] cross-checked the books of four towns."

    assert covered_by_mill(report) == ["[[old-mill-report]] cross-checked the books of four towns."]


def test_a_footnote_behind_the_last_full_stop_of_an_item_covers_its_own_sentence(checked):
    report = checked(
        "- Seed is sold in May. Rye seed costs 18 euros.[^1]\n\n[^1]: a.txt\n", SEED[0]
    )

    assert [len(one.claim.markers) for one in report.claims] == [0, 1]


def test_what_is_granted_stays_with_its_reason(checked):
    report = checked(
        "Rye costs 18 euros [1] — though the two are not alike, since oats are sold wet [2].",
        *SEED,
    )

    assert [one.claim.text for one in report.claims] == [
        "Rye costs 18 euros",
        "though the two are not alike, since oats are sold wet.",
    ]


def test_a_bar_in_a_link_to_a_note_parts_no_cells(tmp_path):
    (tmp_path / "D").mkdir()
    (tmp_path / "D" / "moe-rye.md").write_text("# Rye\n\nRye is sown in autumn.\n", "utf-8")
    report = tmp_path / "report.md"
    report.write_text(
        "| Crop | Evidence level | Role |\n| --- | --- | --- |\n"
        "| Rye | source-backed | [[moe-rye|Moe]] says that rye is sown in `a|b` autumn. |\n",
        "utf-8",
    )

    found = check(report, sources=tmp_path / "D", judge="local")

    assert judged(found) == {"rye is sown in a|b autumn."}


@pytest.mark.parametrize("head", ["Evidence level", "Confidence", "Belegstufe", "Konfidenz"])
def test_how_sure_a_report_is_of_a_row_is_no_claim_that_a_source_carries(checked, head):
    report = checked(
        f"| Finding | {head} | Source |\n| --- | --- | --- |\n"
        f"| {SEED[0]} | source-backed | [1] |\n| {SEED[1]} | rather high | [2] |\n",
        *SEED,
    )

    assert judged(report) == set(SEED[:2])


def test_a_status_is_not_judged_by_a_marker_of_another_cell_unless_that_is_a_source(checked):
    beside = "| Crop | Status | Price |\n| --- | --- | --- |\n| Rye | taken up | 18 euros [1] |\n"

    assert judged(checked(beside, *SEED)) == {"18 euros"}


def test_a_status_with_a_source_is_a_claim(checked):
    cited = "| Crop | Status | Source |\n| --- | --- | --- |\n| Rye | in the ground | [1] |\n"

    assert "in the ground" in judged(checked(cited, *SEED))


@pytest.mark.parametrize("words", ["Mill", "Mill Report", "mill.example"])
def test_the_words_of_a_link_by_number_in_brackets_are_none_of_the_sentence(checked, words):
    report = checked(
        f"Seed is sold in May. Rye seed costs 18 euros. ([{words}][1])\n\n"
        f"Oat seed [costs 45 euros][2].\n\n"
        "[1]: https://mill.example/a\n[2]: https://mill.example/b\n",
        *SEED,
    )

    assert states(report) == {
        "Seed is sold in May.": "no_evidence_needed",
        "Rye seed costs 18 euros.": "supported",
        "Oat seed costs 45 euros.": "supported",
    }


@pytest.mark.parametrize("words", ["in dry years", "Not in wet years"])
def test_a_condition_in_the_words_of_a_link_stays_with_its_sentence(checked, words):
    report = checked(
        f"Rye seed costs 18 euros ([{words}][1]).\n\n[1]: https://mill.example/a\n", SEED[0]
    )

    assert [words in one.claim.text for one in report.claims] == [True]


def test_words_in_bold_on_a_line_of_their_own_head_an_item(checked):
    report = checked(
        "1. **The Mill Report**\n   Main list of prices. Rye seed costs 18 euros. [1]\n"
        "2. **Oat seed**\n   costs 45 euros. [2]\n3. **Myth**\n   Rye seed costs 20 euros. [1]\n",
        *SEED,
    )

    assert [one.claim.text for one in report.claims] == [
        "Main list of prices.",
        "Rye seed costs 18 euros.",
        "Oat seed costs 45 euros.",
        "Myth Rye seed costs 20 euros.",
    ]


def linked_claims(tmp_path, words):
    """The claims with a marker of a report that links to `old-mill-report.md`."""
    (tmp_path / "old-mill-report.md").write_text("# Rye\n\nRye seed costs 18 euros.\n", "utf-8")
    report = tmp_path / "report.md"
    report.write_text(words.replace("](", "](old-mill-report.md"), "utf-8")
    found = check(report, sources=[tmp_path / "old-mill-report.md"], judge="none")
    return [one.claim.text for one in found.claims if one.claim.markers]


def test_a_title_with_a_colon_is_the_subject_of_its_paragraph(tmp_path):
    words = "[Rye: The Old Mill Report]() lists all prices. Oat seed costs 45 euros.\n"

    assert linked_claims(tmp_path, words)[1:] == ["Oat seed costs 45 euros."]


def test_what_a_work_says_stands_behind_a_remark_with_its_year(tmp_path):
    words = "[Old Mill Report]() (briefing, May 2021) first warned that rye seed costs 18 euros.\n"

    assert linked_claims(tmp_path, words) == ["rye seed costs 18 euros."]


@pytest.mark.parametrize("remark", ["in dry years", "in years before 2021", "only for 2021"])
def test_a_remark_that_limits_what_a_work_says_stays_with_it(tmp_path, remark):
    words = f"[Old Mill Report]() ({remark}) found that rye seed costs 18 euros.\n"
    (tmp_path / "old-mill-report.md").write_text("# Rye\n", "utf-8")
    (tmp_path / "report.md").write_text(words.replace("](", "](old-mill-report.md"), "utf-8")

    found = check(tmp_path / "report.md", sources=[tmp_path / "old-mill-report.md"], judge="none")

    assert all(remark in one.claim.statement for one in found.claims)


@pytest.mark.parametrize("names", ["**Moe A, Liu BC** (2020).", "Moe, A., & Liu, B. (2020)."])
def test_what_items_say_below_an_entry_is_said_of_its_work(tmp_path, names):
    (tmp_path / "moe2020.md").write_text("# Prices sold by mills\n\nMoe A, Liu BC. 2020\n", "utf-8")
    report = tmp_path / "report.md"
    report.write_text(
        f"# Works on seed\n\n{names} Prices sold by mills. *Mill Letters* 3(2):10–19.\n"
        "- DOI: 10.1000/182\n- **Open access: no**\n"
        "- *Survey of 52 mills. Rye seed costs 18 euros.*\n\nOat seed is sown in May.\n",
        "utf-8",
    )

    found = check(report, sources=[tmp_path / "moe2020.md"], judge="none")

    assert [
        (one.claim.text, one.claim.markers[0].names) for one in found.claims if one.claim.markers
    ] == [
        ("Survey of 52 mills.", ("moe liu 2020",)),
        ("Rye seed costs 18 euros.", ("moe liu 2020",)),
    ]
    assert "uncited" not in states(found).values()


def test_entries_of_a_plain_list_are_no_markers(checked):
    report = checked(
        "# Works on seed\n\n- Moe A, Liu BC (2020). Prices of mills. *Mill Letters* 3(2):10–19.\n"
        "- Hale C, Brandt D (2019). Prices of seed. *Mill Letters* 2(1):1–9.\n",
        *SEED,
    )

    assert not any(one.claim.markers for one in report.claims)


def test_a_title_that_asks_ends_no_sentence(tmp_path):
    words = "[Old Mill Report: Dear?]() (May 2021) lists all prices of rye. Oats cost 45 euros.\n"

    assert linked_claims(tmp_path, words)[0].endswith("Dear? (May 2021) lists all prices of rye.")


@pytest.mark.parametrize(
    ("sentence", "covered"),
    [
        (
            "Support comes from Moe et al. [1], who find that rye loses 18% of its weight.",
            "rye loses 18% of its weight.",
        ),
        (
            "Das belegen Moe et al. [1], die zeigen, dass Roggen dem Wind standhält.",
            "Roggen dem Wind standhält.",
        ),
        ("Rye was sown by farmers [1], who say that it pays.", "Rye was sown by farmers"),
        ("Rye costs 18 euros [1], which shows that oats are cheap.", "Rye costs 18 euros"),
    ],
)
def test_what_those_find_behind_whose_name_a_marker_stands_is_covered(checked, sentence, covered):
    report = checked(sentence, "Rye.")

    assert [one.claim.text for one in report.claims if one.claim.markers] == [covered]


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        (
            "In [1], no header is needed, but [2], [3], and [4] require the header to find them.",
            ["In [1], no header is needed", "[2], [3], and [4] require the header to find them."],
        ),
        (
            "While [1] is named by many papers, [2] goes further and uses more fields.",
            ["While [1] is named by many papers, [2] goes further and uses more fields."],
        ),
        ("Rye is dear, [1] and oats are cheap [2].", ["Rye is dear,", "oats are cheap."]),
    ],
)
def test_a_marker_that_is_the_subject_of_a_clause_stays_its_word(checked, sentence, said):
    report = checked(sentence, "Rye.", "Oats.", "Barley.", "Wheat.")

    assert [one.claim.statement for one in report.claims] == said


def test_the_items_of_a_list_are_read_behind_all_of_what_introduces_them(checked):
    report = checked(
        "Moe et al.'s build of a mill [1] gives us insights:\n\n- Shows how mills turn\n"
        "- Reaches the speed of wind\n",
        "Mills turn.",
    )

    assert [one.claim.statement for one in report.claims][1:] == [
        "Moe et al.'s build of a mill gives us insights: Shows how mills turn",
        "Moe et al.'s build of a mill gives us insights: Reaches the speed of wind",
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n  "])
def test_a_marker_that_is_a_word_stays_one_behind_the_end_of_a_line(tmp_path, end):
    (tmp_path / "rye.txt").write_text("Rye.", "utf-8")
    words = f"Mills take many forms. In{end}[1] a good overview of both is given.\n"
    (tmp_path / "report.md").write_bytes(words.encode())

    report = check(tmp_path / "report.md", tmp_path / "rye.txt", judge="none")

    assert report.claims[1].claim.statement == "In [1] a good overview of both is given."


@pytest.mark.parametrize(
    ("sentence", "covered"),
    [
        (
            "According to Moe [1] there are three kinds of mills: water mills, wind mills, others.",
            "there are three kinds of mills: water mills, wind mills, others.",
        ),
        ("According to Moe [1], rye is dear, and oats are not.", "rye is dear, and oats are not."),
    ],
)
def test_a_comma_in_what_somebody_says_does_not_end_who_says_it(checked, sentence, covered):
    report = checked(sentence, "Rye.")

    assert [one.claim.text for one in report.claims] == [covered]


@pytest.mark.parametrize("name", ["`rye push`", "[[rye-seed]]", "``rye`` seed"])
def test_a_sentence_that_begins_with_code_or_a_page_in_small_letters_is_one_of_its_own(
    checked, name
):
    report = checked(f"Oats sleep in winter [1]. {name} costs 18 euros [2].", *SEED)

    covered = [one.claim.text for one in report.claims if one.claim.markers]
    assert covered == ["Oats sleep in winter.", f"{name.replace('`', '')} costs 18 euros."]


def test_code_behind_an_abbreviation_begins_no_sentence(checked):
    report = checked("Seed is sorted by tools, e.g. `sort` or cf. `cut`, in winter [1].", *SEED)

    assert len([one for one in report.claims if one.claim.markers]) == 1


def test_what_follows_a_sentence_that_a_colon_goes_on_is_not_given_its_marker(checked):
    report = checked(
        "Rye is sown as the plan [1] says: early and deep. Our barn is older than that.", *SEED
    )

    assert "Our barn is older than that." not in [
        one.claim.text for one in report.claims if one.claim.markers
    ]

import pytest

from citation_engine.link.drafts.reading import read_draft
from citation_engine.model.draft import ClaimKind, DraftFormat


def reach(text, format=DraftFormat.MARKDOWN):
    """The markers of each claim, by its first word."""
    return {
        claim.text.split()[0]: [marker.text for marker in claim.markers]
        for claim in read_draft(text, format).claims
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "One is 1 [1]. Two is 2. [2] Three is 3.[3] Four.",
            {"One": ["[1]"], "Two": ["[2]"], "Three": ["[3]"], "Four.": []},
        ),
        ("One is 1 [1], 2 [2] and 3 [3].", {"One": ["[1]"], "2": ["[2]"], "3.": ["[3]"]}),
        ("One is 1 [1][2], [3]. Two.", {"One": ["[1]", "[2]", "[3]"], "Two.": []}),
        ("One is 1.[1]Two is 2.", {"One": ["[1]"], "Two": []}),
        ("[1] One is 1. [2] Two is 2.", {"One": ["[1]"], "Two": ["[2]"]}),
        ("[1] One is 1. Two is 2.", {"One": ["[1]"], "Two": []}),
        ("One is 1. Two is 2.\n[1]", {"One": ["[1]"], "Two": ["[1]"]}),
        ("One is 1 [2]. Two is 2.\n[1]", {"One": ["[2]"], "Two": ["[1]"]}),
        ("One is 1. Two is 2.\n\n[1]", {"One": ["[1]"], "Two": ["[1]"]}),
        ("One is 1. Two is 2. [1]", {"One": [], "Two": ["[1]"]}),
        ("- One is 1. Two is 2. [1]\n- Three is 3.", {"One": ["[1]"], "Two": ["[1]"], "Three": []}),
        ("- One is 1. Two is 2 [1].", {"One": [], "Two": ["[1]"]}),
        ("- One is 1 [2]. Two is 2. [1]", {"One": ["[2]"], "Two": ["[1]"]}),
        (
            "One is so [1]:\n\n- Two is 2\n- Three is 3\n\nFour is 4.",
            {"One": ["[1]"], "Two": ["[1]"], "Three": ["[1]"], "Four": []},
        ),
        (
            "One is so [1]:\n\n- Two is 2 [2]\n- Three is 3",
            {"One": ["[1]"], "Two": ["[2]"], "Three": ["[1]"]},
        ),
        ("# One [1]\n\n[2]\n\nTwo is 2.", {"One": ["[1]"], "Two": ["[1]"]}),
        ("One is 1.\n\nSource: [1]", {"One": ["[1]"], "Source:": []}),
    ],
)
def test_a_marker_reaches(text, expected):
    assert reach(text) == expected


def test_a_marker_that_reaches_nothing_is_kept_with_the_draft():
    draft = read_draft("# One\n\n[1]\n\nTwo [[USAGE:1,3]]", DraftFormat.MARKDOWN)

    assert [marker.text for marker in draft.markers] == ["[1]", "[[USAGE:1,3]]"]
    assert not any(claim.markers for claim in draft.claims)


@pytest.mark.parametrize(
    "heading",
    [
        '## Cost was "ninety one euros" in 2020 [1]\n',
        'Cost was "ninety one euros" in 2020 [1]\n===\n',
        '**Cost was "ninety one euros" in 2020 [1]**\n',
    ],
)
def test_a_heading_with_a_marker_is_a_claim_that_carries_it(heading):
    cost, after = read_draft(f"{heading}\nThe rest is 5.", DraftFormat.MARKDOWN).claims

    assert (cost.kind, cost.needs_evidence, cost.why) == (ClaimKind.HEADING, True, "")
    assert [marker.numbers for marker in cost.markers] == [(1,)]
    assert [quote.text for quote in cost.quotes] == ["ninety one euros"]
    assert after.markers == ()


def test_a_heading_in_html_with_a_marker_is_a_claim_that_carries_it():
    (cost,) = read_draft("<h2>Cost was 91 euros [1]</h2>", DraftFormat.HTML).claims

    assert (cost.kind, cost.needs_evidence, len(cost.markers)) == (ClaimKind.HEADING, True, 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Costs [1]\n\n- Two is 2\n- Three is 3", ["[1]", "[1]", "[1]"]),
        ("# Costs [1]\n\nTwo is 2. Three is 3 [2].", ["[1]", "[1]", "[2]"]),
        ("**Costs [1]**\n\nTwo is 2.\n\n# More\n\nFour is 4.", ["[1]", "[1]", None, None]),
        ("# Costs [1]\n\n| A | B |\n|---|---|\n| x | 5 |", ["[1]", None, None, None, "[1]"]),
        ("# Costs are 5 [1]\n\nTwo is 2.", ["[1]", None]),
        ("> # Costs [1]\n>\n> Two is 2.", ["[1]", None]),
    ],
)
def test_the_marker_of_a_heading_that_states_nothing_covers_what_it_heads(text, expected):
    claims = read_draft(text, DraftFormat.MARKDOWN).claims

    assert [one.markers[0].text if one.markers else None for one in claims] == expected


def test_a_title_that_states_nothing_is_not_held_against_its_source():
    title, first = read_draft("# Costs [1]\n\nRye is 5.", DraftFormat.MARKDOWN).claims

    assert (title.why, title.names_only, first.names_only) == ("mention", True, False)


def test_an_item_is_judged_with_the_words_that_introduce_its_list():
    text = "Rye is used for [1]:\n\n- bread\n- beer"
    lead, bread, beer = read_draft(text, DraftFormat.MARKDOWN).claims

    assert (bread.statement, beer.statement) == ("Rye is used for: bread", "Rye is used for: beer")
    assert lead.names_only


def test_the_marker_of_a_column_makes_no_claim_of_its_head():
    draft = read_draft("| Place | Sum [8] |\n|---|---|\n| Alpha | 5 |", DraftFormat.MARKDOWN)

    assert {one.text: len(one.markers) for one in draft.claims if one.text in ("Sum", "5")} == {
        "Sum": 0,
        "5": 1,
    }


def test_an_entry_of_a_sidecar_for_a_title_reaches_the_title():
    text = (
        '{"title": "A loss of 12 %", "body": "# More\\n\\nIt is 5.",'
        ' "_citations": [{"path": "/title", "sids": [1]}, {"path": "/body", "sids": [2]}]}'
    )
    title, head, body = read_draft(text, DraftFormat.JSON).claims

    assert (title.kind, title.needs_evidence) == (ClaimKind.HEADING, True)
    assert (head.kind, head.needs_evidence) == (ClaimKind.HEADING, False)
    assert [len(one.markers) for one in (title, head, body)] == [1, 0, 1]


@pytest.mark.parametrize(
    "unit",
    "dB m s h A V W K nm mV ppm min sec hrs pct Mio Mrd Std GmbH Inc et-al z.B".split(),
)
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The value went from 10 to 25", "Median pay was 46,900 euros per year"),
        ("Der Wert stieg von 10 auf 25", "Umsatz und Gewinn lagen bei 3 Prozent"),
    ],
)
def test_a_marker_between_a_unit_and_the_full_stop_ends_the_sentence(unit, first, second):
    claims = read_draft(f"{first} {unit} [2]. {second} [3].", DraftFormat.MARKDOWN).claims

    assert [(one.text, [m.numbers for m in one.markers]) for one in claims] == [
        (f"{first} {unit}.", [(2,)]),
        (f"{second}.", [(3,)]),
    ]


def test_a_marker_in_the_words_of_an_image_counts_for_its_caption():
    text = "![Sales rose by 5 percent [1]](a.png)\n\nCosts fell by 3 percent."
    caption, after = read_draft(text, DraftFormat.MARKDOWN).claims

    assert (caption.kind, caption.text) == (ClaimKind.CAPTION, "Sales rose by 5 percent")
    assert [marker.text for marker in caption.markers] == ["[1]"]
    assert after.markers == ()


def test_the_nearest_marker_of_a_table_counts():
    text = (
        "Table 1: Sums [9]\n\n| Place | One | Two [8] | Source |\n|---|---|---|---|\n"
        "| Alpha [1] | 5 | 6 [2] | x |\n| Beta | 7 | 8 | [3] |\n| Gamma | 9 | 10 | |\n"
    )
    claims = {
        claim.text: [m.text for m in claim.markers]
        for claim in read_draft(text, DraftFormat.MARKDOWN).claims
    }

    assert claims == {
        "Table 1: Sums": ["[9]"],
        "Place": [],
        "One": [],
        "Two": [],
        "Source": [],
        "Alpha": ["[1]"],
        "5": ["[1]"],
        "6": ["[2]"],
        "x": [],
        "Beta": ["[3]"],
        "7": ["[3]"],
        "8": ["[3]"],
        "Gamma": ["[9]"],
        "9": ["[9]"],
        "10": ["[8]"],
    }


@pytest.mark.parametrize(
    "text",
    [
        *(
            "It is 5 [1].",
            "It is 5. [1]",
            "It is 5.[1]",
            "It is 5 ([1], [2]).",
            "It is 5. [1].",
            "It [1] is 5.",
        ),
        *(
            "It is 5<sup>[1]</sup>.",
            "It is 5 (see [1]; [2]).",
            "[1] It is 5.",
            "It is 5 *[1]*.",
            "It is 5 [S1, S2].",
        ),
    ],
)
def test_the_words_are_the_same_wherever_the_marker_stands(text):
    assert [claim.text for claim in read_draft(text, DraftFormat.MARKDOWN).claims] == ["It is 5."]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("A is 5 [1], while B is 7 [2].", ["A is 5", "B is 7."]),
        ("A ist 5 [1], während B bei 7 liegt [2].", ["A ist 5", "B bei 7 liegt."]),
        (
            "The board voted in May [1]; work began in June [2].",
            ["The board voted in May", "work began in June."],
        ),
        ("Sales rose in Spain [1] and Portugal [2].", ["Sales rose in Spain", "Portugal."]),
        ("Sales rose in May [1] and fell in June [2].", ["Sales rose in May", "fell in June."]),
        ("A is 5 [1], while B is 7.", ["A is 5", "B is 7."]),
        ("A is 5 [1], which is more than 3 [2].", ["A is 5", "which is more than 3."]),
        ("A [1], B [2] and C [3] are 5.", ["A, B and C are 5."]),
        ("A is 5 [1], making it more than B.", ["A is 5", "making it more than B."]),
        ("A is 5 (more than B [1]), so C is 7.", ["A is 5 (more than B)", "C is 7."]),
        ("Rye is cheap (it costs 5 euros [1]).", ["Rye is cheap", "it costs 5 euros"]),
        ("Rye is cheap (5 euros [1]) in May.", ["Rye is cheap (5 euros) in May."]),
        ("Rye is cheap (it costs 5) [1]", ["Rye is cheap (it costs 5)"]),
        ("Rye is cheap (Okafor 2021 [1]).", ["Rye is cheap (Okafor 2021)."]),
        ("Rye costs 18 euros [1] and oats 45 [2].", ["Rye costs 18 euros", "oats 45."]),
    ],
)
def test_each_marker_has_its_own_clause_where_that_can_stand(text, claims):
    assert [claim.text for claim in read_draft(text, DraftFormat.MARKDOWN).claims] == claims


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Rye costs 5 euros [1] and weighs 2 kg [2].", "Rye weighs 2 kg."),
        ("Sales rose in May [1], while they fell in June [2].", "Sales: they fell in June."),
        ("Night work rose in Spain [1] and Portugal [2].", "Night work rose in Portugal."),
        ("Rye holds 12 % protein in its grain [1], 60 % starch [2].", "Rye holds 60 % starch."),
        ("Prices rose in May [1] and in June [2].", "Prices rose in June."),
        ("Sales rose in Spain [1] but not in Peru [2].", "Sales rose not in Peru."),
        ("The mine, which opened in 1901 [1], closed in 1987 [2].", "The mine closed in 1987."),
        ("A is 5 [1], which is more than 3 [2].", "A is 5, which is more than 3."),
        ("Moe says rye costs 5 [1] and weighs 2 kg [2].", "Moe says rye costs 5 and weighs 2 kg."),
        ("Roggen kostet 5 Euro [1] und wiegt 2 kg [2].", "Roggen wiegt 2 kg."),
    ],
)
def test_what_a_clause_leaves_out_is_in_its_statement_and_not_in_its_words(text, statement):
    clause = read_draft(text, DraftFormat.MARKDOWN).claims[1]

    assert clause.statement == statement
    assert clause.text.rstrip(".") in clause.span.of(text)
    assert statement.endswith(clause.text)


@pytest.mark.parametrize(
    "text",
    [
        "It is false that rye costs 5 euros [1] and weighs 2 kg [2].",
        "Nobody says that rye costs 5 euros [1] and oats cost 7 euros [2].",
        "There is no evidence that rye is hardy [1] and oats are cheap [2].",
        "If rye costs 5 euros [1] and oats cost 7 euros [2], bread is dear.",
        "Es ist nicht wahr, dass Roggen 5 Euro kostet [1] und Hafer 7 Euro kostet [2].",
        "Wenn Roggen 5 Euro kostet [1] und Hafer 7 Euro kostet [2], ist Brot teuer.",
    ],
)
def test_a_clause_is_not_torn_from_what_denies_it_or_makes_it_a_condition(text):
    assert len(read_draft(text, DraftFormat.MARKDOWN).claims) == 1


def test_a_block_quotation_belongs_to_the_sentence_that_introduces_it():
    text = "The act says [1]:\n\n> Records *are* kept. All of them.\n> — The act, § 1\n\nIt is 5."
    claims = read_draft(text, DraftFormat.MARKDOWN).claims

    assert [quote.text for quote in claims[0].quotes] == ["Records are kept. All of them."]
    assert claims[0].quotes[0].span.of(text) == "Records *are* kept. All of them."
    assert claims[0].needs_evidence
    assert [m.text for m in claims[1].markers] == ["[1]"]
    assert (claims[1].needs_evidence, claims[1].why) == (False, "quotation")
    assert claims[2].why == "attribution"


def test_a_block_quotation_that_nothing_introduces_quotes_itself():
    text = "It is 5.\n\n> Records are kept. All of them. [2]"
    claims = read_draft(text, DraftFormat.MARKDOWN).claims

    assert claims[1].needs_evidence
    assert [quote.text for quote in claims[1].quotes] == [claims[1].text]
    assert [m.text for m in claims[1].markers] == ["[2]"]
    assert not claims[0].quotes


def test_the_marker_of_a_block_quotation_covers_the_quotation():
    text = "The act says:\n\n> Records are kept. [2]"
    claims = read_draft(text, DraftFormat.MARKDOWN).claims

    assert [[m.text for m in claim.markers] for claim in claims] == [[], ["[2]"]]
    assert [one.text for one in claims[1].quotes] == ["Records are kept."]
    assert [claim.needs_evidence for claim in claims] == [False, True]


def test_a_figure_before_a_block_quotation_shares_its_marker():
    text = "The act says that they are kept for 10 years:\n\n> Records are kept. [2]"
    claims = read_draft(text, DraftFormat.MARKDOWN).claims

    assert [[m.text for m in claim.markers] for claim in claims] == [["[2]"], ["[2]"]]


def test_a_link_used_as_a_marker_leaves_its_words_in_the_claim():
    text = "Sales [rose by 5 %](https://a.example/x) in May ([source](https://b.example/y))."
    (claim,) = read_draft(text, DraftFormat.MARKDOWN).claims

    assert claim.text == "Sales rose by 5 % in May."
    assert [marker.names for marker in claim.markers] == [
        ("https://a.example/x",),
        ("https://b.example/y",),
    ]

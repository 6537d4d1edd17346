"""What wikis, tables and remarks say is read as what it is, and no title of another work counts."""

import pytest

from citation_engine import ClaimState, check
from citation_engine.model.checked import LinkedBy
from citation_engine.model.finding import Level
from citation_engine.testing import FakeJudge


@pytest.fixture
def checked(tmp_path):
    """Check a report against sources by their names, without a judge."""

    def run(report, sources, name="report.md"):
        folder = tmp_path / "sources"
        folder.mkdir()
        for path, content in sources.items():
            (folder / path).write_text(content, encoding="utf-8")
        (tmp_path / name).write_text(report, encoding="utf-8")
        return check(tmp_path / name, folder, cache=False, judge="none")

    return run


def cited(report):
    """The files that each citing claim cites, by its words."""
    names = {source.label: source.name for source in report.sources}
    return {
        one.claim.text: [names[citation.source] for citation in one.citations]
        for one in report.claims
        if one.claim.markers
    }


def errors(report):
    return [one.code for one in report.findings if one.level is Level.ERROR]


TITLE = (
    "Bienen tanzen im Kreis [1].\n\n## Literatur\n\n[1] Peter Immen. Didaktik der Imkerei, 2007\n"
)


@pytest.mark.parametrize("institute", ["Didaktik der Imkerei", "DidaktikderImkerei"])
def test_an_institute_that_is_called_as_a_book_is_not_the_book(checked, institute):
    head = f"Stand der Zarge bei Imkern\nRalf Rohr\n{institute}\nHonigtal\n\n"
    report = checked(TITLE, {"rohr.txt": f"{head}Die Zarge steht am Anfang. So meint es Immen.\n"})

    assert report.references[0].linked_by in (None, LinkedBy.LIKENESS)
    assert not errors(report)


@pytest.mark.parametrize(
    "head",
    [
        "Wabe-Verlag\nDidaktik der Imkerei\nPeter Immen\n",
        "Wabe-Verlag\nDidaktik der Imkerei\nEine Einführung\nPeter Immen\n",
        "Peter Immen\nDidaktik der Imkerei\n3. Auflage\n",
    ],
)
def test_a_short_title_beside_its_author_is_still_found(checked, head):
    report = checked(TITLE, {"a.txt": f"{head}\nBienen tanzen im Kreis.\n"})

    assert report.references[0].linked_by is LinkedBy.TITLE


PAGES = {
    "hives.md": "# Hives\n\nHives are built of wax and wood.\n",
    "dance.md": "# Dance\n\nDancing in a circle takes nine seconds.\n",
    "honey.md": "# Honey\n\nRipening in the hive takes nine days.\n",
}


def test_an_item_that_a_wiki_link_and_a_colon_begin_cites_that_page(checked):
    report = checked(
        "# Bees\n\nHives are built of wax [[hives]].\n\n"
        "- [[dance|Dance]]: dancing in a circle takes nine seconds\n"
        "- [[honey|Honey]]: ripening in the hive takes nine days\n",
        PAGES,
    )

    assert list(cited(report).values()) == [["hives.md"], ["dance.md"], ["honey.md"]]


def test_items_with_wiki_links_are_not_bound_to_the_link_above_them(checked):
    report = checked(
        "# Bees\n\nTwo papers widen the view to [[hives|hives]]:\n\n"
        "- [[dance|Dance]]: dancing in a circle takes nine seconds\n"
        "- [[honey|Honey]]: ripening in the hive takes nine days\n",
        PAGES,
    )

    items = {text: files for text, files in cited(report).items() if "nine" in text}
    assert list(items.values()) == [["dance.md"], ["honey.md"]]


def test_an_item_of_a_page_that_is_not_given_is_not_bound_to_the_link_above_it(checked):
    report = checked(
        "# Bees\n\nTwo papers widen the view to [[hives|hives]]:\n\n"
        "- [[dance|Dance]]: dancing in a circle takes nine seconds\n"
        "- **[[wax|Wax]]**: wax melts at nine degrees\n"
        "- [[honey|Honey]]: ripening in the hive takes nine days\n",
        {"hives.md": PAGES["hives.md"], "dance.md": PAGES["dance.md"]},
    )

    assert [files for text, files in cited(report).items() if "nine" in text] == [["dance.md"]]


@pytest.mark.parametrize("sign", ["open-question", "note", "tip|wide", "see_also", "Warning"])
def test_a_callout_is_no_quotation(checked, sign):
    report = checked(
        f"# Bees\n\n> [!{sign}]\n> The circle is the best dance, as [[dance|Dance]] argues at "
        "length, and nobody says which one is the worst.\n",
        PAGES,
    )

    assert list(cited(report).values()) == [["dance.md"]]
    assert not errors(report)


@pytest.mark.parametrize("cell", ["✅ Yes", "Yes", "❌ No", "Nein", "✅"])
def test_a_cell_that_says_yes_is_no_error_where_the_source_has_other_words(checked, cell):
    ripening = "Honey ripens in the hive for nine days while the bees fan the comb with wings.\n\n"
    report = checked(
        f"| Work | Uses smoke |\n|---|---|\n| [[honey\\|Honey]] | {cell} |\n",
        {"honey.md": "# Honey\n\n" + 40 * ripening},
    )

    assert not errors(report)


@pytest.mark.parametrize(
    "remark",
    [
        'Dabei ist gemeint, dass sich die Imker nicht "`allein gelassen"\' fühlen.',
        "Here the keepers must not feel ``left alone by all'' in winter.",
    ],
)
def test_a_remark_in_a_footnote_may_set_words_in_quotation_marks(checked, remark):
    report = checked(
        "\\documentclass{article}\\begin{document}\nBees dance \\cite{dance}. The task should "
        f"change\\footnote{{{remark}}}.\n\\end{{document}}\n",
        PAGES,
        "report.tex",
    )

    assert not errors(report)


def test_a_footnote_with_a_title_in_quotation_marks_is_still_an_error_without_a_file(checked):
    report = checked(
        "Bees dance.[^1]\n\n[^1]: Immen shows this in “Left alone by all” and others follow.\n",
        PAGES,
    )

    assert errors(report) == ["CE001"]


QUOTING = "Hunger drives the bees to “waxen defiance of the north” in winter"
WORKS = "\n\n## References\n\n[1] honey.md\n[2] O. Stock, Handbook of swarms, 2015.\n"


@pytest.mark.parametrize("markers", ["[1][2]", "[2] [1]", "[1, 2]"])
def test_a_quote_is_not_blamed_on_one_source_where_the_other_of_a_citation_is_not_there(
    checked, markers
):
    report = checked(f"{QUOTING} {markers}.{WORKS}", PAGES)

    assert errors(report) == ["CE001"]
    assert "may be from" in next(one.message for one in report.findings if one.code == "CE207")
    assert [one.state for one in report.claims if one.claim.quotes] == [ClaimState.UNDECIDED]


def test_a_quote_before_its_own_marker_is_still_held_against_that_source(checked):
    report = checked(f"{QUOTING} [1], and swarms leave early in the year [2].{WORKS}", PAGES)

    assert sorted(errors(report)) == ["CE001", "CE101"]


def test_a_claim_is_not_supported_where_one_of_its_quotes_was_found_nowhere(tmp_path):
    (tmp_path / "honey.md").write_text(PAGES["honey.md"], encoding="utf-8")
    (tmp_path / "report.md").write_text(
        "“Ripening in the hive takes nine days” and is “waxen defiance of the north” [1][2]."
        + WORKS,
        encoding="utf-8",
    )
    report = check(
        tmp_path / "report.md", [tmp_path / "honey.md"], cache=False, judge=FakeJudge("supported")
    )

    assert [one.state for one in report.claims if one.claim.markers] == [ClaimState.UNDECIDED]


# other pages of a wiki, which are no sources ---------------------------------------------------


def test_an_item_that_a_source_without_other_words_and_a_colon_begin_cites_that_source(checked):
    report = checked(
        "# Bees\n\n- [[dance]]: dancing in a circle takes nine seconds\n"
        "- [[wax]]: wax melts at nine degrees\n",
        PAGES,
    )

    assert cited(report) == {"dancing in a circle takes nine seconds": ["dance.md"]}


@pytest.mark.parametrize(
    "below",
    [
        "## Links\n\n- [[wax]] — what hives are made of\n- [[brood-nest]] — where it is laid\n",
        "## Links\n\n- [[wax]] — by Immen et al.\n- [[hives]] — by Stock et al.\n",
        "- [[wax]]: melts in the sun\n- [[brood-nest]]: is in the middle\n",
    ],
)
def test_a_link_to_another_page_of_the_wiki_is_no_missing_source(checked, below):
    report = checked(f"# Bees\n\nBees make [[wax]] in hives, see [[hives]].\n\n{below}", PAGES)

    assert not errors(report)
    assert list(cited(report).values()) == [["hives.md"]]


def test_a_page_that_a_list_of_sources_names_is_still_missed(checked):
    report = checked(
        "# Bees\n\nBees make honey [[comb-2019]].\n\n## Sources\n\n- [[comb-2019]] — a paper\n",
        PAGES,
    )

    assert errors(report) == ["CE001"]


def test_a_page_whose_name_begins_with_citation_is_no_id_of_a_citation(checked):
    report = checked("# Bees\n\nBees dance [[dance]]. See [[citation-network]].\n", PAGES)

    assert [one.text for one in report.draft.markers] == ["[[dance]]"]


@pytest.mark.parametrize("mark", ["", " [1]"])
def test_a_link_to_another_page_is_no_missing_source_where_the_page_lists_its_sources(
    checked, mark
):
    report = checked(
        f"Oats feed horses{mark}, as [stables](/farm/stables.md) show. More in [rye](rye.md).\n\n"
        "# Citations\n\n[1] [Oats and horses](/sources/oats.md)\n",
        {"oats.md": "# Oats and horses\n\nOats feed horses."},
    )

    assert "CE001" not in [one.code for one in report.findings]


def test_a_link_to_a_file_that_is_not_there_is_still_an_error_where_nothing_else_is_cited(checked):
    report = checked(
        "Oats feed horses, as [Moe](sources/moe.md) shows. Rye does not [Lind](oats.md).\n",
        {"oats.md": "# Oats and horses\n\nOats feed horses."},
    )

    assert [one.marker for one in report.findings if one.code == "CE001"] == [
        "[Moe](sources/moe.md)"
    ]


def test_pages_in_a_list_of_links_are_not_held_against_the_only_source_among_them(checked):
    report = checked("# Bees\n\n- [[queen-bee]]\n- [[wax]]\n- [[dance]]\n- [[brood]]\n", PAGES)

    assert not cited(report)
    assert not [one for one in report.claims if one.state is not ClaimState.NO_EVIDENCE_NEEDED]


@pytest.mark.parametrize(
    "item",
    [
        "[[dance-of-bees|The dance of bees]]",
        "File: [[dance-of-bees]]",
        "[[dance-of-bees]]",
        "[[dance-of-bees]] §3.2, §5",
    ],
)
def test_an_item_that_only_names_a_source_claims_nothing(checked, item):
    sources = {"dance-of-bees.md": PAGES["dance.md"]}
    report = checked(f"# Bees\n\n## Linked\n\n- {item}\n- {item}\n", sources)

    assert not [one for one in report.claims if one.state is not ClaimState.NO_EVIDENCE_NEEDED]


@pytest.mark.parametrize("label", ["Source", "Transcript", "Quelle"])
def test_a_quote_in_the_item_behind_its_source_is_looked_up_there(checked, label):
    report = checked(
        f"# Bees\n\n- Bees dance for a while.\n  - {label}: [[dance]]\n"
        '  - Quote: "Dancing in a circle takes eight seconds."\n'
        f"- Honey ripens.\n  - {label}: [[honey]]\n"
        '  - Quote: "Ripening in the hive takes nine days."\n',
        PAGES,
    )

    assert errors(report) == ["CE102"]
    assert list(cited(report).values()) == 2 * [["dance.md"]] + 2 * [["honey.md"]]


def test_a_quote_behind_another_line_than_its_source_is_left_alone(checked):
    report = checked(
        "# Bees\n\n- Bees dance for a while [[dance]].\n  - Related: [[honey]]\n"
        '  - Quote: "The circle is nine feet wide and red."\n',
        PAGES,
    )

    assert not errors(report)


def test_see_another_page_and_a_source_is_no_claim(checked):
    report = checked("# Bees\n\nBees dance for long. See [[wax]] and [[dance]].\n", PAGES)

    assert cited(report) == {"Bees dance for long.": ["dance.md"]}


@pytest.mark.parametrize(
    "report",
    [
        "---\nsources:\n  - dance\n  - honey\n---\n\n# Bees\n\nBees dance for long [[dance]].\n",
        "# Bees\n\nBees dance for long [[dance]].\n\n## Sources\n\n- [[dance]]\n- [[honey]]\n",
    ],
)
def test_a_list_of_pages_has_only_those_uncited_that_no_link_leads_to(checked, report):
    found = [one for one in checked(report, PAGES).findings if one.code in ("CE002", "CE012")]

    assert [any(name in one.message for one in found) for name in ("dance", "honey")] == [
        False,
        True,
    ]


@pytest.mark.parametrize(
    "foreign",
    [
        "Пчёлы танцуют по кругу, когда рядом есть еда, и улей слышит их. ",
        "Les abeilles dansent en rond quand la ruche est proche du champ. ",
    ],
)
def test_a_source_in_another_language_with_some_words_of_english_is_not_held_against_a_claim(
    checked, foreign
):
    source = f"# Bees\n\n{20 * foreign}It was in the news.\n"
    report = checked("Smoke calms every colony within minutes [[bees]].\n", {"bees.md": source})

    assert not errors(report)

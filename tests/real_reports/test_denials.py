"""What a report denies or doubts is never taken for what it states."""

import pytest

from citation_engine import check

ENGLISH = "Rye seed costs 18 euros at the mill."
GERMAN = "Roggen kostet in der Mühle 18 Euro."


@pytest.fixture
def checked(tmp_path):
    """The claims of a report that cites one source."""

    def run(report, words):
        (tmp_path / "D").mkdir()
        (tmp_path / "D" / "a.txt").write_text(words, "utf-8")
        (tmp_path / "report.md").write_text(report, "utf-8")
        return check(tmp_path / "report.md", tmp_path / "D", sources_map={"1": "a.txt"}).claims

    return run


@pytest.mark.parametrize(
    "report",
    [
        "No study [1] shows that rye seed costs 18 euros at the mill.",
        "Moe et al. [1] falsely claim that rye seed costs 18 euros at the mill.",
        "It is not true [1], that rye seed costs 18 euros at the mill.",
        "It is doubtful [1], that rye seed costs 18 euros at the mill.",
        "Moe doesn't say [1], that rye seed costs 18 euros at the mill.",
        "According to nobody but the old miller [1], rye seed costs 18 euros at the mill.",
    ],
)
def test_who_denies_a_statement_is_no_mere_name_before_it(checked, report):
    [claim] = checked(report, ENGLISH)

    assert claim.state.value != "supported"
    assert claim.claim.statement.split()[0] == report.split()[0]


@pytest.mark.parametrize(
    "report",
    [
        "Kein Autor [1] zeigt, dass Roggen in der Mühle 18 Euro kostet.",
        "Es stimmt nicht [1], dass Roggen in der Mühle 18 Euro kostet.",
    ],
)
def test_who_denies_a_german_statement_is_no_mere_name_before_it(checked, report):
    [claim] = checked(report, GERMAN)

    assert claim.claim.statement.split()[0] == report.split()[0]


@pytest.mark.parametrize(
    ("report", "words"),
    [
        ("Rye seed costs 18 euros at the mill (refuted by [1]).", ENGLISH),
        ("Rye seed costs 18 euros at the mill (disputed in [1]).", ENGLISH),
        ("Roggen kostet in der Mühle 18 Euro (widerlegt in [1]).", GERMAN),
    ],
)
def test_a_bracket_that_says_the_source_disagrees_stays_in_the_claim(checked, report, words):
    [claim] = checked(report, words)

    assert claim.state.value != "supported"
    assert report.partition("(")[2].split()[0] in claim.claim.statement


@pytest.mark.parametrize(
    "tail",
    [
        "which is false",
        "which nobody can confirm",
        "but this has been refuted",
        "a figure nobody can confirm",
        "a figure that nobody can confirm, and oat seed costs 5 euros at the mill [1]",
        "a price without any evidence",
    ],
)
def test_a_statement_taken_back_behind_its_marker_is_not_supported(checked, tail):
    [claim] = checked(f"Rye seed costs 18 euros at the mill [1], {tail}.", ENGLISH)

    assert claim.state.value != "supported"
    assert tail.removesuffix(" [1]") in claim.claim.statement


def test_who_limits_a_statement_is_no_mere_name_before_it(checked):
    [claim] = checked(
        "As [1] reports only for wet years, rye seed costs 18 euros at the mill.", ENGLISH
    )

    assert claim.state.value != "supported"
    assert "only for wet years" in claim.claim.statement


@pytest.mark.parametrize(
    "report",
    [
        "Some deny it: oat seed is dear [1], rye seed costs 18 euros at the mill [1].",
        "The following is false:\n\n- Rye seed costs 18 euros at the mill [1].\n",
        "These statements are wrong [1]:\n\n- Rye seed costs 18 euros at the mill.\n",
    ],
)
def test_what_denies_several_statements_before_a_colon_denies_each(checked, report):
    last = checked(report, ENGLISH)[-1]

    assert last.state.value != "supported"
    assert last.claim.statement.startswith(report.partition(":")[0].replace(" [1]", ""))


def test_a_figure_that_is_granted_before_a_statement_has_its_marker(checked):
    [claim] = checked(
        "Although oat seed costs 99 euros, rye seed costs 18 euros at the mill [1].", ENGLISH
    )

    assert claim.state.value != "supported"
    assert "99 euros" in claim.claim.statement


@pytest.mark.parametrize("tail", ["allerdings nur in nassen Jahren", "jedenfalls in nassen Jahren"])
def test_a_german_condition_behind_a_marker_stays_with_its_statement(checked, tail):
    [claim] = checked(f"Roggen kostet in der Mühle 18 Euro [1], {tail}.", GERMAN)

    assert tail in claim.claim.statement
    assert claim.state.value != "supported"


@pytest.mark.parametrize(
    ("report", "words", "tail"),
    [
        ("Rye seed costs 18 euros at the mill [1], allegedly.", ENGLISH, "allegedly"),
        ("Roggen kostet in der Mühle 18 Euro [1], angeblich.", GERMAN, "angeblich"),
    ],
)
def test_a_doubt_behind_the_marker_stays_in_the_claim(checked, report, words, tail):
    [claim] = checked(report, words)

    assert tail in claim.claim.statement


@pytest.mark.parametrize(
    ("heading", "said", "words"),
    [
        ("Common misconceptions", "- Rye seed costs 18 euros at the mill [1].", ENGLISH),
        ("Myths about rye", "Rye seed costs 18 euros at the mill [1].", ENGLISH),
        ("Häufige Irrtümer", "- Roggen kostet in der Mühle 18 Euro [1].", GERMAN),
    ],
)
def test_a_heading_that_calls_statements_myths_denies_each(checked, heading, said, words):
    *_, denied, _, stated = checked(f"## {heading}\n\n{said}\n\n## Prices\n\n{said}\n", words)

    assert denied.claim.statement.startswith(f"{heading}: ")
    assert denied.state.value != "supported"
    assert stated.state.value == "supported"


@pytest.mark.parametrize("head", ["Myth [1]:", "Not shown [1]:", "Myth [1] (2024):"])
def test_what_follows_a_denied_statement_in_its_item_is_not_judged_alone(checked, head):
    claims = checked(f"- {head} Oats are cheap. {ENGLISH}", ENGLISH)

    assert [one.state.value for one in claims if one.claim.text == ENGLISH] != ["supported"]


@pytest.mark.parametrize(
    ("lead", "words"),
    [
        ("The report does not show the following [1]:", ENGLISH),
        ("Der Bericht zeigt Folgendes nicht [1]:", GERMAN),
    ],
)
def test_a_lead_with_a_marker_that_denies_its_list_stays_with_the_items(checked, lead, words):
    claim = checked(f"{lead}\n\n- {words}\n", words)[-1]

    assert claim.state.value != "supported"
    assert claim.claim.statement.split()[0] == lead.split()[0]


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("**Doubtful:** ", ENGLISH),
        ("**Unverified** — ", ENGLISH),
        ("**Disputed**\n  ", ENGLISH),
        ("**Zweifelhaft:** ", GERMAN),
    ],
)
def test_a_label_that_doubts_a_statement_stays_with_it(checked, label, words):
    [claim] = [one for one in checked(f"- {label}{words[:-1]} [1].", words) if one.claim.markers]

    assert claim.state.value != "supported"

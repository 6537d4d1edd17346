"""Counts and shares of a stored result are decided by arithmetic, whatever the judge."""

import pytest

from citation_engine import CitationEngine
from citation_engine.testing import FakeJudge
from citation_engine.verify.counts import statement_of

GROUPED = "SELECT kind, count(*) AS n FROM papers GROUP BY kind"
ONE = "SELECT count(*) AS n FROM paper_analysis WHERE architecture_type LIKE '%microservices%'"
GROUPS = [{"kind": "microservices", "n": 42}, {"kind": "monolith", "n": 18}]
ROW = [{"architecture": "microservices", "papers": 42, "of": 60}]
ROWS = [
    {
        "paper": f"P{n}",
        "title": f"Microservices, part {n}",
        "architecture_type": "Microservices" if n < 42 else "monolith",
        "open_source": n % 2 == 0,
    }
    for n in range(60)
]
ARBEITEN = [
    {"arbeit": f"A{n}", "architektur": "Microservices" if n < 42 else "Monolith"} for n in range(60)
]
LISTED = "SELECT paper FROM papers WHERE architecture_type = 'microservices'"
MATCHING = [{"paper": f"P{n}"} for n in range(42)]
SUM = "42 of 60 rows = 70 %."


def cited(claim, result=None, query=None, description=None, *, judge="none", name="Extraction"):
    with CitationEngine(":memory:", judge=judge) as engine:
        source = engine.add_db_source("db", name, query, description, result=result)
        return engine.cite(claim, source, context="Counted.", method="aggregation")


def stored(claim, text, judge="none"):
    with CitationEngine(":memory:", judge=judge) as engine:
        source = engine.add_custom_source("Count", text)
        return engine.cite(claim, source, context="Counted.", method="aggregation")


@pytest.mark.parametrize("judge", ["none", "local", FakeJudge("contradicted")])
@pytest.mark.parametrize(
    ("claim", "result", "query", "reason"),
    [
        ("42 of 60 papers use microservices.", ROWS, None, SUM),
        ("70% of reviewed papers employ a microservices architecture.", ROWS, None, SUM),
        ("70 % of the 60 papers use microservices.", ROWS, None, SUM),
        ("42 out of the 60 papers (70 percent) use microservices.", ROWS, None, SUM),
        ("Half of the papers are open source.", ROWS, None, "30 of 60 rows = 50 %."),
        ("60 papers were reviewed.", ROWS, None, "The result has 60 rows."),
        ("About 71 % of the papers use microservices.", ROWS, None, SUM),
        ("More than two thirds of the papers use microservices.", ROWS, None, SUM),
        ("At least 42 papers use microservices.", ROWS, None, SUM),
        ("42 papers use microservices.", MATCHING, LISTED, "The result has 42 rows."),
        ("70% of the papers use microservices.", GROUPS, GROUPED, "42 of 60 = 70 %."),
        ("18 papers use a monolith.", GROUPS, GROUPED, "18 of 60 = 30 %."),
        ("42 papers use microservices.", [{"n": 42}], ONE, "The result says: 42."),
        ("70% of reviewed papers employ a microservices architecture.", ROW, None, "= 70 %."),
        ("42 von 60 Arbeiten nutzen Microservices.", ROW, None, "42 of 60 = 70 %."),
        ("42 von 60 Arbeiten nutzen eine Microservices-Architektur.", ARBEITEN, None, SUM),
        ("70 % der untersuchten Arbeiten nutzen Microservices.", ARBEITEN, None, SUM),
        ("Drei Zehntel der Arbeiten nutzen Monolith.", ARBEITEN, None, "18 of 60 rows = 30 %."),
    ],
)
def test_a_count_or_share_that_the_result_gives_is_verified(claim, result, query, reason, judge):
    found = cited(claim, result, query, judge=judge)

    assert found.verification_status == "verified"
    assert found.verdict.reason.endswith(reason)
    assert found.verdict.self_supplied


@pytest.mark.parametrize("judge", ["none", "local", FakeJudge("supported")])
@pytest.mark.parametrize(
    ("claim", "result", "query", "reason"),
    [
        ("45 of 60 papers use microservices.", ROWS, None, SUM),
        ("42 of 50 papers use microservices.", ROWS, None, SUM),
        ("80% of the papers use microservices.", ROWS, None, SUM),
        ("42 of 60 papers (75 %) use microservices.", ROWS, None, SUM),
        ("Less than half of the papers use microservices.", ROWS, None, SUM),
        ("61 papers were reviewed.", ROWS, None, "The result has 60 rows."),
        ("80% of the papers use microservices.", GROUPS, GROUPED, "42 of 60 = 70 %."),
        ("80% of the papers use microservices.", ROW, None, "42 of 60 = 70 %."),
        ("43 papers use microservices.", [{"n": 42}], ONE, "The result says: 42."),
        ("45 von 60 Arbeiten nutzen Microservices.", ARBEITEN, None, SUM),
    ],
)
def test_a_count_or_share_that_is_another_fails_and_shows_the_sum(
    claim, result, query, reason, judge
):
    found = cited(claim, result, query, judge=judge)

    assert (found.verification_status, found.verdict.support) == ("failed", "contradicted")
    assert found.verdict.reason.endswith(reason)


UNCLEAR = [
    # The claim says more than what is counted, or something else.
    ("70 % of German papers use microservices.", ROWS, None),
    ("70 % of the papers do not use microservices.", ROWS, None),
    ("70 % of the papers must use microservices.", ROWS, None),
    ("42 of 60 papers use microservices and a queue.", ROWS, None),
    ("70 % of microservices papers are open source.", ROWS, None),
    ("42 papers of 2020 use microservices.", ROWS, None),
    ("Microservices grew by 70 %.", ROWS, None),
    ("60 papers use it.", ROWS, None),
    ("60 papers were included.", ROWS, None),
    ("One of 60 papers uses microservices.", ROWS, None),
    ("Between 42 and 60 papers use microservices.", ROWS, None),
    ("70 % of the papers use serverless.", ROWS, None),
    ("70 % der Arbeiten nutzen Microservices.", ROWS, None),
    ("71 % of the papers use microservices.", ROWS, None),
    # More than one value, column or row may be meant.
    (
        "42 of 60 papers use microservices.",
        [*ROWS, {**ROWS[0], "architecture_type": "no microservices"}],
        None,
    ),
    (
        "42 of 60 papers use microservices.",
        [*ROWS[:59], {**ROWS[59], "architecture_type": "micro-services"}],
        None,
    ),
    ("42 of 61 papers use microservices.", [*ROWS, {**ROWS[59], "title": "Again"}], None),
    (
        "15 papers have a grade.",
        [{"paper": n, "grade": "A" if n < 15 else "B"} for n in range(60)],
        None,
    ),
    (
        "30 papers have a database.",
        [{"paper": n, "database": "" if n < 30 else "x"} for n in range(30)],
        None,
    ),
    # Of how many is not known.
    ("70% of the papers use microservices.", GROUPS, None),
    ("70% of the papers use microservices.", GROUPS, f"{GROUPED} ORDER BY n DESC LIMIT 2"),
    ("70% of the papers use microservices.", GROUPS, f"{GROUPED} HAVING count(*) > 5"),
    ("70% of the papers use microservices.", [{"n": 42}], ONE),
    (
        "42 of 42 papers use microservices.",
        ROWS[:42],
        "SELECT * FROM papers WHERE kind = 'microservices'",
    ),
    # The query asks for something else.
    ("42 papers use a monolith.", [{"n": 42}], ONE),
    ("42 papers use microservices.", MATCHING, LISTED.replace(" = ", " <> ")),
    ("42 papers use microservices.", MATCHING, f"{LISTED} OR kind = 'x'"),
    ("42 papers use microservices.", [{"n": 42}], ONE.replace("count(*)", "avg(pages)")),
    ("42 papers use microservices.", [{"n": 42}], ONE.replace("count(*)", "pages")),
    ("42 papers use microservices.", [{"n": 42}], ONE.replace("count(*)", "count(author)")),
]


@pytest.mark.parametrize(("claim", "result", "query"), UNCLEAR)
def test_where_it_is_not_clear_what_is_counted_nothing_is_decided(claim, result, query):
    found = cited(claim, result, query)

    assert (found.verification_status, found.verdict.support) == ("unverified", "not_judged")


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("Papers with microservices", "verified"),
        ("Papers without microservices", "unverified"),
        ("Microservices or monoliths in papers", "unverified"),
    ],
)
def test_a_name_explains_a_single_figure_where_the_claim_says_all_of_it(name, status):
    assert cited("42 papers use microservices.", 42, name=name).verification_status == status


@pytest.mark.parametrize("result", [None, [{"n": 42}]])
def test_the_whole_may_stand_in_the_description_that_is_stored(result):
    found = cited("70% of the papers use microservices.", result, ONE, "42 of 60 papers match")

    assert found.verification_status == "verified"


@pytest.mark.parametrize(
    ("claim", "text", "status"),
    [
        ("70 % of archives check.", "42 of 60 archives check.", "verified"),
        ("80 % of archives check.", "42 of 60 archives check.", "failed"),
        ("70 % of archives check.", "42 of 60 archives do not check.", "unverified"),
        ("70 % of archives check.", "About 42 of 60 archives check.", "unverified"),
        ("42 of 60 archives have staff.", "42 of 60 archives that have staff check.", "unverified"),
        ("42 of 60 papers were reviewed.", "42 of 60 papers match.", "unverified"),
        ("2 of 3 archives check.", "archive | check\nA | yes\nB | yes\nC | no", "verified"),
        (
            "3 of 3 archives check.",
            "| archive | check |\n|---|---|\n| A | yes |\n| B | no |",
            "failed",
        ),
    ],
)
def test_what_an_agent_counted_or_tabled_itself_is_added_up_too(claim, text, status):
    assert stored(claim, text).verification_status == status


def test_an_aggregate_may_be_a_part_of_its_members():
    with CitationEngine(":memory:", judge="none") as engine:
        papers = [engine.add_text(f"Study {n}.", name=f"p{n}") for n in range(10)]
        count = engine.add_db_source("db", "Count", ONE, result=[{"n": 7}], members=papers)
        right = engine.cite("70 % of the papers use microservices.", count, context="c")
        wrong = engine.cite("80 % of the papers use microservices.", count, context="c")
        again = engine.verify(right.citation_id)

    assert right.verification_status == again.verification_status == "verified"
    assert wrong.verification_status == "failed"


def test_claims_of_a_draft_are_added_up_too():
    with CitationEngine(":memory:", judge="none") as engine:
        engine.add_db_source("db", "Papers", result=ROWS)
        audited = engine.audit(
            "42 of 60 papers use microservices [S1]. 50 of 60 papers use microservices [S1]."
        )

    assert [claim.state for claim in audited.claims] == ["supported", "contradicted"]


def test_a_quote_beside_a_right_count_must_still_stand_there():
    with CitationEngine(":memory:", judge="none") as engine:
        source = engine.add_db_source("db", "Extraction", result=ROWS)
        found = engine.cite("42 of 60 papers use microservices.", source, quote="P77 | serverless")

    assert found.verification_status == "failed"


def test_words_of_a_document_are_not_added_up():
    with CitationEngine(":memory:", judge="none") as engine:
        source = engine.add_text("42 of 60 archives check.", name="note")
        found = engine.cite("70 % of archives check.", source, quote="42 of 60 archives check.")

    assert found.verification_status == "unverified"


@pytest.mark.parametrize(
    "claim", ["", "42.", "70 %", "%", "of of of", "42 of", "§ 42 of 60", "٤٢ papers"]
)
def test_a_claim_of_scraps_states_no_count_or_fails_nowhere(claim):
    statement_of(claim)
    assert stored(claim or "x", "42 of 60 archives check.").verification_status == "unverified"

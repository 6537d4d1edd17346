"""Ignores in a draft."""

import pytest

from audit.audited import codes, draft
from citation_engine.audit.codes import make_finding
from citation_engine.audit.ignores import apply_ignores
from citation_engine.model.draft import DraftFormat
from citation_engine.model.passage import Span
from hanging import must_end

SENTENCE = "Costs fell."
REASON = "<!-- ce: ignore CE301 common knowledge -->"


def finding(made, words, code="CE301", **fields):
    start = made.text.index(words)
    claim = next((one.id for one in made.claims if one.span.start == start), None)
    place = {"span": Span(start, start + len(words)), "claim": claim}
    return make_finding(code, f"Not cited: {words}", **(place | fields))


def applied(text, *claims, code="CE301", format=DraftFormat.MARKDOWN):
    made = draft(text, *claims, format=format)
    return made, apply_ignores(made, [finding(made, one, code) for one in claims])


def test_a_draft_without_ignores_keeps_its_findings():
    _, (kept, ignored) = applied(SENTENCE, SENTENCE)

    assert codes(kept) == ["CE301"]
    assert ignored == ()


def test_an_ignore_beside_a_claim_leaves_its_finding_out_and_keeps_the_reason():
    made, (kept, ignored) = applied(f"{SENTENCE} {REASON}", SENTENCE)

    assert kept == []
    assert ignored[0].reason == "common knowledge"
    assert ignored[0].finding.message == "Not cited: Costs fell."
    assert ignored[0].span.of(made.text) == REASON


def test_between_two_claims_an_ignore_belongs_to_the_one_before_it():
    _, (kept, ignored) = applied(f"Costs fell. {REASON} Rents rose.", "Costs fell.", "Rents rose.")

    assert [one.message for one in kept] == ["Not cited: Rents rose."]
    assert len(ignored) == 1


def test_at_the_beginning_of_a_line_an_ignore_belongs_to_the_claim_after_it():
    text = f"Costs fell.\n{REASON} Rents rose."

    _, (kept, _) = applied(text, "Costs fell.", "Rents rose.")

    assert [one.message for one in kept] == ["Not cited: Costs fell."]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_on_a_line_of_its_own_an_ignore_applies_to_the_block_after_it(end):
    lines = ["Costs fell.", "", REASON, "", "Rents rose.", "Wages too.", "", "Taxes stayed."]
    claims = ("Costs fell.", "Rents rose.", "Wages too.", "Taxes stayed.")

    _, (kept, ignored) = applied(end.join(lines), *claims)

    assert [one.message for one in kept] == ["Not cited: Costs fell.", "Not cited: Taxes stayed."]
    assert len(ignored) == 2


def test_ignores_on_lines_after_each_other_apply_to_the_same_block():
    other = "<!-- ce: ignore CE302 a figure of ours -->"
    text = f"{REASON}\n{other}\nCosts fell.\n\nRents rose."
    made = draft(text, "Costs fell.", "Rents rose.")
    found = [finding(made, "Costs fell."), finding(made, "Costs fell.", "CE302")]

    kept, ignored = apply_ignores(made, found)

    assert kept == []
    assert [one.reason for one in ignored] == ["common knowledge", "a figure of ours"]


def test_in_html_the_block_ends_with_its_tag():
    text = f"{REASON}\n<p>Costs fell.\nRents rose.</p>\n<p>Wages too.</p>"

    _, (kept, _) = applied(
        text, "Costs fell.", "Rents rose.", "Wages too.", format=DraftFormat.HTML
    )

    assert [one.message for one in kept] == ["Not cited: Wages too."]


def test_an_ignore_can_name_several_codes():
    text = f"{SENTENCE} <!-- CE: Ignore ce301, CE302; CE101 – our own figures -->"

    _, (kept, ignored) = applied(text, SENTENCE, code="CE302")

    assert ignored[0].reason == "our own figures"
    assert codes(kept) == ["CE011"]
    assert "CE301 or CE101" in kept[0].message


def test_another_code_is_not_ignored():
    _, (kept, _) = applied(f"{SENTENCE} {REASON}", SENTENCE, code="CE101")

    assert codes(kept) == ["CE101", "CE011"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("CE301", "It gives no reason."),
        ("CE301 - ", "It gives no reason."),
        ("", "It names no code."),
        ("because", "It names no code."),
        ("CE999 our view", "There is no finding with the code 'CE999'."),
        ("CE301, CE31 our view", "There is no finding with the code 'CE31'."),
        ("CE010 our view", "Findings about ignores cannot be ignored."),
    ],
)
def test_an_ignore_that_is_not_complete_ignores_nothing_and_is_a_finding(words, why):
    _, (kept, ignored) = applied(f"{SENTENCE} <!-- ce: ignore {words} -->", SENTENCE)

    assert codes(kept) == ["CE010", "CE301"]
    assert kept[0].message == f"An ignore does not count. {why}"
    assert ignored == ()


def test_an_ignore_that_matches_nothing_is_told():
    made, (kept, _) = applied(f"{SENTENCE}\n\n{REASON}\n\nRents rose.", SENTENCE)

    assert codes(kept) == ["CE301", "CE011"]
    assert kept[1].span.of(made.text) == REASON


@pytest.mark.parametrize("shown", [f"`{REASON}`", f"```\n{REASON}\n```\n"])
def test_an_ignore_in_code_is_an_example(shown):
    _, (kept, ignored) = applied(f"{shown} {SENTENCE}", SENTENCE)

    assert codes(kept) == ["CE301"]
    assert ignored == ()


def test_a_finding_about_the_whole_draft_is_ignored_on_a_line_of_its_own_only():
    whole = make_finding("CE002", "annex.pdf (S3) is not cited anywhere.", source="S3")
    ignore = "<!-- ce: ignore CE002 the annex is for the reader -->"

    assert apply_ignores(draft(f"{ignore}\n\n{SENTENCE}"), [whole]).findings == []
    assert codes(apply_ignores(draft(f"{SENTENCE} {ignore}"), [whole]).findings) == [
        "CE002",
        "CE011",
    ]


def test_a_finding_that_names_no_claim_is_ignored_where_it_stands():
    made = draft("Costs fell [S9]. <!-- ce: ignore CE001 it will be added -->", "Costs fell [S9].")

    kept, ignored = apply_ignores(made, [finding(made, "[S9]", "CE001")])

    assert kept == []
    assert len(ignored) == 1


@pytest.mark.parametrize("format", [DraftFormat.JSON, DraftFormat.DOCX, DraftFormat.PDF])
def test_a_format_without_comments_has_no_ignores(format):
    _, (kept, _) = applied(f"{SENTENCE} {REASON}", SENTENCE, format=format)

    assert codes(kept) == ["CE301"]


YAML = """\
summary: Costs fell.  # ce: ignore CE301 our own books
# ce: ignore CE301 our own view
details:
  rents: Rents rose.

  wages: "Wages too. # ce: ignore CE301 in the words"
taxes: |
  Taxes stayed.
  # ce: ignore CE301 in the words
"""
CLAIMS = ("Costs fell.", "Rents rose.", "Wages too.", "Taxes stayed.")


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_comment_in_yaml_applies_to_its_line_or_to_the_entry_after_it(mark):
    _, (kept, ignored) = applied(mark + YAML, *CLAIMS, format=DraftFormat.YAML)

    assert [one.message for one in kept] == ["Not cited: Taxes stayed."]
    reasons = [one.reason for one in ignored]
    assert reasons == ["our own books", "our own view", "our own view"]


def test_a_comment_after_a_mistake_in_yaml_ignores_nothing():
    text = "a: 'open\nb: Costs fell.  # ce: ignore CE301 our view\n"

    _, (kept, _) = applied(text, SENTENCE, format=DraftFormat.YAML)

    assert codes(kept) == ["CE301"]


@pytest.mark.parametrize(
    "text",
    [
        "<!-- ce: ignore CE301" * 20_000,
        "<!-- ce: ignore CE301 x -->" * 10_000,
        "<!-- ce: ignore CE301 x -->\n" * 10_000,
        "<!-- ce: ignore " + "CE301 " * 100_000 + "-->",
        "# ce: ignore CE301 x\n" * 5_000,
        "\ud800\x00 <!-- ce: ignore CE301 \ud800 -->",
    ],
    ids=["open", "one line", "lines", "codes", "yaml", "half a character"],
)
@pytest.mark.parametrize("format", [DraftFormat.MARKDOWN, DraftFormat.HTML, DraftFormat.YAML])
@must_end
def test_a_draft_full_of_ignores_is_read(text, format):
    found = [make_finding("CE301", "Not cited.", span=Span(at, at + 1)) for at in range(100)]

    kept, _ = apply_ignores(draft(text, format=format, markers=()), found)

    assert kept

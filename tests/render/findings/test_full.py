from dataclasses import replace

import pytest

from citation_engine.model.checked import CheckedClaim, ClaimState
from citation_engine.model.draft import Claim, Draft, DraftFormat
from citation_engine.model.finding import Finding, Level
from citation_engine.model.passage import Span
from citation_engine.render.findings.markdown import markdown
from citation_engine.render.findings.report import Options
from citation_engine.render.findings.terminal import concise, full, full_pieces, grouped, text_of
from made_checks import PASSAGE, clean, finding, report, with_finding

WHOLE = """\
Sources  4: 3 pdf, 1 html
 ○ scan.pdf could not be read: It is encrypted.
report.md  5 claims · 4 citations · coverage 80 %   judge: overlap 1 · 3.2 s
 note: The numbers of the markers are the sources in name order.
 ○ not checked: scan.pdf could not be read: it is encrypted.
 report.md:7:1  ○ not checked: scan.pdf has no words. (Nobody knows [[S:3]].)

 ✓ 1 supported  ✗ 2 wrong  ○ 1 not checked  – 1 uncited

report.md:4:21  CE203 error: The number differs from the source.  [[S:2]]
 4 │ Error rates fell by 42 percent after the change [[S:2]].
   │                     ^^^^^^^^^^
    study.pdf, p. 6, Results:  "… The trial showed a relative reduction of 24% (95% CI 19–29) \
after a year. …"
    help: 42 → 24? Not fixed automatically.

report.md:3:30  CE101 error: The quote is not in gobd.pdf.  [[S:1]]
 3 │ The law demands storage for "fifteen years" [[S:1]].
   │                              ^^^^^^^^^^^^^
    nearest words, gobd.pdf, p. 24, § 8.1:  "… von zehn Jahren"
    help: Correct the quote.

report.md  CE405 info: Two sources are alike.

– One claim needs evidence and cites no source: 6:1. (--show uncited)
– One source or reference is not cited: annex.html. (--show unused)

Found 2 errors, 1 info, 1 uncited claim, 1 unused source or reference. \
Not everything could be checked. 1 ignored, with a reason.
"""
TABLE = """\
 Source  Kind  State              Used  Name
 S1      pdf   read               yes   gobd.pdf
 S2      pdf   read               yes   study.pdf
 S3      pdf   could not be read  yes   scan.pdf
 S4      html  read               no    annex.html
"""


def test_a_report_is_shown_with_its_lines_its_evidence_and_its_help():
    assert full([report()]) == WHOLE


def test_the_pieces_have_the_same_text_and_styles_that_a_terminal_knows():
    from rich.style import Style

    pieces = list(full_pieces([report()]))

    assert text_of(pieces) == WHOLE
    assert all(Style.parse(piece.style) for piece in pieces if piece.style)
    assert (" " * 29 + "^" * 13, "bold red") in pieces


def test_a_table_of_the_sources_is_shown_where_it_is_asked_for():
    shown = full([report()], Options(show_sources=True))

    assert TABLE in shown
    assert shown.endswith("with a reason.\n")


def test_several_reports_share_the_head_and_the_end():
    shown = full([report(), clean()])

    assert shown.count("Sources  4:") == 1
    assert shown.count("clean.md  1 claim · 1 citation") == 1
    assert "in 2 reports" in shown.splitlines()[-1]


def test_a_source_that_one_of_the_reports_uses_is_used():
    idle = [source.model_copy(update={"used": False}) for source in clean().sources]
    table = Options(show_sources=True)

    assert full([report(sources=idle)], table).count("  no  ") == 2
    assert full([report(sources=idle), clean()], table).count("  no  ") == 0


def test_a_source_that_a_finding_calls_unreadable_is_not_called_so_twice():
    known = finding("scan.pdf could not be read.", code="CE401", source="S3")

    assert full([report(findings=[known], unchecked=())]).count("scan.pdf could not be read") == 1


def test_nothing_to_check_is_said_and_is_no_praise():
    empty = report(draft=Draft(text="Hello.", name="a.md"), claims=(), findings=(), unchecked=())

    shown = full([empty])

    assert " Nothing to check: no citation, and no claim that needs evidence.\n" in shown
    assert "supported" not in shown


def test_many_claims_that_were_not_checked_are_counted():
    claims = [
        CheckedClaim(
            claim=Claim(id=str(n), text=f"Claim {n}.", span=Span(n, n + 1)),
            state=ClaimState.NOT_CHECKED,
        )
        for n in range(25)
    ]

    shown = full([report(claims=claims, findings=())])

    assert shown.count("○ not checked: Claim") == 10
    assert "○ not checked: and 15 more" in shown


def test_a_finding_in_json_has_its_pointer_and_the_words_of_its_claim():
    checked = with_finding(
        finding(claim="c", pointer="/answer/0"),
        text='{"answer": ["It fell by 42 percent."]}',
        name="answer.json",
        format=DraftFormat.JSON,
        claims=[
            CheckedClaim(
                claim=Claim(id="c", text="It fell by 42 percent.", pointer="/answer/0"),
                state=ClaimState.FAILED,
            )
        ],
    )

    assert (
        "answer.json#/answer/0  CE203 error: A number differs.\n    │ It fell by 42 percent.\n"
    ) in full([checked])


def test_a_finding_in_a_pdf_has_its_page_and_no_line():
    text = "It fell by 42 percent."
    claim = Claim(id="c", text=text, span=Span(0, len(text)), page=3)
    checked = with_finding(
        finding(span=Span(11, 13)),
        text=text,
        name="report.pdf",
        format=DraftFormat.PDF,
        claims=[CheckedClaim(claim=claim, state=ClaimState.FAILED)],
    )

    assert (
        "report.pdf, p. 3  CE203 error: A number differs.\n"
        "    │ It fell by 42 percent.\n"
        "    │            ^^\n"
    ) in full([checked])


def test_long_evidence_is_cut_between_words():
    passage = PASSAGE.model_copy(update={"before": "word " * 50, "after": " word" * 50})

    shown = full([with_finding(finding(evidence=passage, source="S2"))])

    line = next(line for line in shown.splitlines() if "study.pdf, p. 6" in line)
    assert '"… word word' in line
    assert line.endswith('word …"')
    assert len(line) < 220


def test_absolute_paths_are_shown_from_the_root(tmp_path):
    checked = with_finding(finding(), name=str(tmp_path / "docs" / "a.md"))

    assert "\ndocs/a.md  CE203" in full([checked], Options(root=tmp_path))
    assert f"\n{tmp_path.as_posix()}/docs/a.md  CE203" in full([checked])


@pytest.mark.parametrize("language", ["en", "de"])
def test_hostile_words_neither_steer_a_terminal_nor_a_build_server(language):
    bad = "\x1b[31m\u202e##[error]x\n::error::y\r::set-env"
    checked = with_finding(
        finding(bad, help=bad, marker=bad, span=Span(0, 5), source="S2", evidence=PASSAGE),
        text=bad,
        name="::error::a.md",
        notes=(bad,),
        unchecked=(bad,),
        sources=[one.model_copy(update={"name": "::error::s"}) for one in report().sources],
    )

    shown = full([checked], replace(Options(), language=language, show_sources=True))

    assert not any(sign in shown for sign in ("\x1b", "\u202e", "\r", "##["))
    assert not any(line.lstrip().startswith("::") for line in shown.splitlines())


def many(code: str, level: Level, count: int = 50) -> list[Finding]:
    return [finding(f"Finding {n}.", code=code, level=level, span=Span(n, n)) for n in range(count)]


def test_of_many_findings_a_few_are_listed_and_the_others_counted():
    found = [*many("CE206", Level.WARNING), *many("CE201", Level.ERROR), *many("CE008", Level.INFO)]

    shown = full([report(findings=found)])

    assert [shown.count(code) for code in ("CE201", "CE206", "CE008")] == [20, 10, 3]
    assert "… and 30 more errors about support (--all)\n" in shown
    assert "… and 40 more warnings about support (--all)\n" in shown
    assert "… and 47 more infos about references (--all)\n" in shown
    assert shown.index("CE201") < shown.index("CE206") < shown.index("CE008")


def test_all_findings_are_listed_where_they_are_asked_for():
    found = [*many("CE206", Level.WARNING), *many("CE201", Level.ERROR, 10_000)]

    shown = full([report(findings=found)], Options(show=("",)))
    warnings = full([report(findings=found)], Options(show=("CE206",)))

    assert shown.count("CE201 error") == 10_000
    assert shown.count("CE206 warning") == warnings.count("CE206 warning") == 50
    assert warnings.count("CE201 error") == 20
    assert "--all" not in shown


def test_claims_that_cite_nothing_are_one_line_and_a_list_where_it_is_asked_for():
    found = [*many("CE301", Level.WARNING, 30), *many("CE302", Level.WARNING, 12)]

    shown = full([report(findings=found)])
    listed = full([report(findings=found)], Options(show=("CE301", "CE302")))

    assert "CE30" not in shown
    assert (
        "– 42 claims need evidence and cite no source: 1:1, 1:2, 1:3, 1:4, 1:5 and 32 more."
        " (--show uncited)\n"
    ) in shown
    assert listed.count(" warning: Finding") == 42
    assert "cite no source" not in listed


def test_the_same_sentence_is_said_once_with_its_places():
    same = [finding("Nobody has S9.", code="CE001", span=Span(n, n)) for n in range(8)]

    shown = full([report(findings=same)])

    assert shown.count("Nobody has S9.") == 1
    assert "    The same at 1:2, 1:3, 1:4, 1:5, 1:6 and 2 more.\n" in shown


def test_what_else_was_found_at_a_place_stands_below_the_finding():
    below = finding("S2 does not carry the claim.", code="CE201")

    for shown in (full, concise, grouped, markdown):
        text = shown([report(findings=[finding(also=(below,))])])
        assert "CE201: S2 does not carry the claim." in text
        assert "Found 1 error." in text


def test_what_to_do_is_said_once():
    found = [finding(f"Finding {n}.", help="Correct it.", span=Span(n, n)) for n in range(3)]
    other = finding("Another.", help="Leave it out.", span=Span(9, 9))

    shown = full([report(findings=[*found, other])])

    assert shown.count("    help: Correct it.\n") == shown.count("    help: Leave it out.\n") == 1
    assert shown.index("Finding 0.") < shown.index("help: Correct it.") < shown.index("Finding 1.")


def test_what_is_not_decided_for_one_reason_is_said_once():
    found = [
        finding(
            f"It could not be decided if {name} carries the claim. It reads as Danish.",
            code="CE206",
            level=Level.WARNING,
            span=Span(n, n),
            source=label,
        )
        for n, (label, name) in enumerate([("S1", "gobd.pdf"), ("S2", "study.pdf")] * 3)
    ]

    shown = full([report(findings=found)])

    assert shown.count("It reads as Danish.") == 1
    assert "The same at 1:2, 1:3, 1:4, 1:5, 1:6." in shown
    assert full([report(findings=found)], Options(show=("CE206",))).count("as Danish.") == 6

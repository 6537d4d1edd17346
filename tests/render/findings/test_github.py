import re

import pytest

from citation_engine.model.checked import CheckedClaim, ClaimState
from citation_engine.model.draft import Claim, DraftFormat
from citation_engine.model.finding import Level
from citation_engine.model.passage import Span
from citation_engine.render.findings.github import github, step_summary
from citation_engine.render.findings.markdown import MOST_BYTES
from citation_engine.render.findings.report import Options
from made_checks import clean, finding, report, with_finding

PROPERTY = r"[a-zA-Z]+=[^:,\r\n]*"
COMMAND = re.compile(rf"::(error|warning|notice) ({PROPERTY}(?:,{PROPERTY})*)::([^\r\n]*)")


def annotations(text: str) -> list[tuple[str, dict[str, str], str]]:
    """The annotations of a log, as a runner reads them."""
    made = []
    for line in text.splitlines()[:-1]:
        command = COMMAND.fullmatch(line)
        assert command, line
        fields = dict(one.split("=", 1) for one in command[2].split(","))
        fields = {name: unescaped(value) for name, value in fields.items()}
        made.append((command[1], fields, unescaped(command[3])))
    return made


def unescaped(text: str) -> str:
    for code, sign in (("%3A", ":"), ("%2C", ","), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(code, sign)
    return text


def test_an_annotation_is_written_as_the_runner_reads_it():
    lines = github([report(unchecked=(), claims=report().claims[:3])]).splitlines()

    assert lines[1] == (
        "::error title=Citation Engine (CE101),file=report.md,line=3,col=30,endLine=3,endColumn=43"
        '::The quote is not in gobd.pdf.%0A  nearest words, gobd.pdf, p. 24, § 8.1: "… von zehn '
        'Jahren"%0A  help: Correct the quote.'
    )
    assert lines[-1] == (
        "Found 2 errors, 1 info, 1 uncited claim, 1 unused source or reference."
        " 1 ignored, with a reason."
    )


def test_the_worst_comes_first_and_what_was_not_checked_before_it():
    kinds = [(kind, fields["title"]) for kind, fields, _ in annotations(github([report()]))]

    assert kinds == [
        ("error", "Citation Engine"),
        ("error", "Citation Engine (CE203)"),
        ("error", "Citation Engine (CE101)"),
        ("warning", "Citation Engine (CE002)"),
        ("warning", "Citation Engine (CE301)"),
        ("notice", "Citation Engine (CE405)"),
    ]


def test_everything_that_was_not_checked_is_one_annotation():
    _, fields, message = annotations(github([report()]))[0]

    assert fields["file"] == "report.md"
    assert message == (
        "Not everything could be checked.\n"
        "scan.pdf could not be read: it is encrypted.\n… and 1 more"
    )


def test_a_check_that_is_not_complete_is_an_error_whatever_was_found():
    known = finding("Not checked.", code="CE207", claim="c5", level=Level.WARNING)

    kinds = [kind for kind, _, _ in annotations(github([report(findings=(known,), unchecked=())]))]

    assert kinds == ["error", "warning"]


@pytest.mark.parametrize(("count", "shown"), [(9, 9), (10, 10), (11, 10), (46, 10)])
def test_there_are_never_more_than_ten(count, shown):
    many = [finding(level=Level.WARNING, span=Span(n, n)) for n in range(count)]
    made = annotations(github([with_finding(finding()).model_copy(update={"findings": many})]))

    assert len(made) == shown
    if count > 10:
        kind, fields, message = made[-1]
        assert (kind, fields) == ("warning", {"title": "Citation Engine"})
        assert message == f"… and {count - 9} more, see the step summary"


def test_the_last_annotation_is_as_bad_as_the_worst_that_it_stands_for():
    many = [finding() for _ in range(12)] + [finding(level=Level.INFO)]
    made = annotations(github([with_finding(finding()).model_copy(update={"findings": many})]))

    assert made[-1][0] == "error"


def test_columns_are_left_out_where_an_annotation_has_several_lines():
    made = annotations(github([with_finding(finding(span=Span(0, 70)))]))

    assert made[0][1] == {
        "title": "Citation Engine (CE203)",
        "file": "report.md",
        "line": "1",
        "endLine": "4",
    }


def test_a_pointer_or_a_page_is_said_in_the_message():
    pointed = with_finding(finding(pointer="/a/0"), name="a.json", format=DraftFormat.JSON)
    claim = CheckedClaim(claim=Claim(id="c", text="x", page=3), state=ClaimState.FAILED)
    paged = with_finding(finding(claim="c"), format=DraftFormat.PDF, claims=[claim])

    assert annotations(github([pointed]))[0][2] == "A number differs.\n  at /a/0"
    assert annotations(github([paged]))[0][2] == "A number differs.\n  p. 3"


def test_hostile_words_make_no_annotation_of_their_own():
    bad = "100%\n::error file=x::y\r\n##[error]z, a:b%0A::warning::"
    checked = with_finding(
        finding(bad, help=bad, code="CE1,x:y"), name="a,b:c%\n::error::.md", unchecked=(bad,)
    )

    made = annotations(github([checked]))

    assert [kind for kind, _, _ in made] == ["error", "error"]
    assert made[1][1]["file"] == "a,b:c%<U+000A>::error::.md"
    assert made[1][1]["title"] == "Citation Engine (CE1,x:y)"
    assert "100% ::error file=x::y" in made[1][2]
    assert "%0A::warning::" in made[1][2]


def test_a_clean_report_has_no_annotation():
    assert github([clean()], Options(language="de")) == "Keine Befunde.\n"


def test_many_claims_that_cite_nothing_are_one_annotation():
    many = [finding(level=Level.WARNING, code="CE301", span=Span(n, n)) for n in range(30)]
    made = annotations(github([with_finding(finding()).model_copy(update={"findings": many})]))

    assert [(kind, fields["file"]) for kind, fields, _ in made] == [("warning", "report.md")]
    assert made[0][2].startswith("30 claims need evidence and cite no source: 1:1,")


def test_the_step_summary_stays_below_a_mib():
    many = [finding(f"{n} " + "word " * 90, span=Span(0, 1)) for n in range(4000)]
    checked = with_finding(finding()).model_copy(update={"findings": many})

    summary = step_summary([checked], Options(show=("",)))

    size = len(summary.encode())
    assert MOST_BYTES - 5000 < size <= MOST_BYTES == 1_048_576
    shown = summary.count("| error |")
    assert summary.endswith(f"**… and {4000 - shown:,} more that do not fit here**\n")
    assert step_summary([report()]).count("| error |") == 2

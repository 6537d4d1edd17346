from citation_engine.model.finding import Level
from citation_engine.render.findings.report import Options
from citation_engine.render.findings.terminal import concise, concise_pieces, text_of
from made_checks import clean, finding, report

WHOLE = """\
report.md:4:21: CE203 error: The number differs from the source.  [[S:2]]
report.md:3:30: CE101 error: The quote is not in gobd.pdf.  [[S:1]]
report.md: CE405 info: Two sources are alike.
report.md: – One claim needs evidence and cites no source: 6:1. (--show uncited)
report.md: – One source or reference is not cited: annex.html. (--show unused)
report.md: not checked: scan.pdf could not be read: it is encrypted.
report.md:7:1: not checked: scan.pdf has no words.
Found 2 errors, 1 info, 1 uncited claim, 1 unused source or reference. \
Not everything could be checked. 1 ignored, with a reason.
"""


def test_each_finding_has_a_line():
    assert concise([report()]) == WHOLE
    assert text_of(concise_pieces([report()])) == WHOLE


def test_a_claim_that_was_not_checked_is_said_once():
    known = finding("Not checked.", code="CE207", claim="c5", level=Level.WARNING)

    shown = concise([report(findings=(known,), unchecked=())])

    assert shown.splitlines() == [
        "report.md:7:1: CE207 warning: Not checked.",
        "Found 1 warning. Not everything could be checked. 1 ignored, with a reason.",
    ]


def test_a_clean_report_has_only_the_last_line():
    assert concise([clean()], Options(language="de")) == "Keine Befunde.\n"

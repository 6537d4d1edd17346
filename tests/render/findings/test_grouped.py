from citation_engine.render.findings.terminal import grouped, grouped_pieces, text_of
from made_checks import clean, report

WHOLE = """\
report.md:
  4:21  CE203 error: The number differs from the source.  [[S:2]]
  3:30  CE101 error: The quote is not in gobd.pdf.  [[S:1]]
  –     CE405 info: Two sources are alike.
  – One claim needs evidence and cites no source: 6:1. (--show uncited)
  – One source or reference is not cited: annex.html. (--show unused)
  not checked: scan.pdf could not be read: it is encrypted.
  7:1  not checked: scan.pdf has no words.

"""


def test_the_findings_stand_under_the_name_of_their_report():
    shown = grouped([report(), clean()])

    assert shown.startswith(WHOLE)
    assert "clean.md" not in shown
    assert "in 2 reports" in shown
    assert text_of(grouped_pieces([report(), clean()])) == shown

"""One line for each finding, as compilers print them."""

from collections.abc import Iterator, Sequence

from citation_engine.model.checked import Checked, ClaimState
from citation_engine.render.findings import visible
from citation_engine.render.findings.options import DEFAULT, Options
from citation_engine.render.findings.pieces import (
    BOLD,
    DIM,
    END,
    LEVEL_STYLES,
    NOT_CHECKED_STYLE,
    Piece,
    text_of,
)
from citation_engine.render.findings.report import Located, Report, reports_of, unchecked_claims
from citation_engine.render.findings.summary import closing_line
from citation_engine.render.findings.words import Words


def concise(checked: Sequence[Checked], options: Options = DEFAULT) -> str:
    """The findings as plain text, one on each line."""
    return text_of(concise_pieces(checked, options))


def concise_pieces(checked: Sequence[Checked], options: Options = DEFAULT) -> Iterator[Piece]:
    """The findings as pieces with styles, one on each line."""
    for report in reports_of(checked, options):
        for located in report.in_order:
            yield Piece(f"{report.where_found(located)}: ", BOLD)
            yield from what(report, located)
        for where, said in not_checked(report):
            yield Piece(f"{where}: ", BOLD)
            yield from (*unchecked_label(report.words), Piece(said), END)
    yield from (Piece(closing_line(checked, Words(options.language))), END)


def what(report: Report, located: Located) -> Iterator[Piece]:
    """What a finding is: its code, its level, its message and the marker."""
    finding = located.finding
    yield Piece(visible.flat(finding.code), LEVEL_STYLES[finding.level])
    yield Piece(f" {report.words.level(finding.level)}: {visible.flat(finding.message)}")
    if finding.marker:
        yield Piece(f"  {visible.flat(finding.marker, 80)}", DIM)
    yield END


def unchecked_label(words: Words) -> Iterator[Piece]:
    """What stands before something that could not be checked."""
    yield Piece(f"{words.state(ClaimState.NOT_CHECKED)}: ", NOT_CHECKED_STYLE)


def not_checked(report: Report) -> Iterator[tuple[str, str]]:
    """Everything that could not be checked: where it is, and a sentence or the claim."""
    for sentence in report.checked.unchecked:
        yield visible.path(report.path), visible.flat(sentence)
    for one, reason in unchecked_claims(report):
        yield report.where_claimed(one), visible.flat(reason or one.claim.text)

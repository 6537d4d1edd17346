"""The findings of each report under its name."""

from collections.abc import Iterator, Sequence

from citation_engine.model.checked import Checked
from citation_engine.render.findings import visible
from citation_engine.render.findings.concise import not_checked, unchecked_label, what
from citation_engine.render.findings.options import DEFAULT, Options
from citation_engine.render.findings.pieces import BOLD, DIM, END, Piece, text_of
from citation_engine.render.findings.report import Located, Report, reports_of
from citation_engine.render.findings.summary import closing_line
from citation_engine.render.findings.words import Words

INDENT = "  "


def grouped(checked: Sequence[Checked], options: Options = DEFAULT) -> str:
    """The findings as plain text, those of each report under its name."""
    return text_of(grouped_pieces(checked, options))


def grouped_pieces(checked: Sequence[Checked], options: Options = DEFAULT) -> Iterator[Piece]:
    """The findings as pieces with styles, those of each report under its name."""
    for report in reports_of(checked, options):
        lines = list(_lines(report))
        if lines:
            yield from (Piece(f"{visible.path(report.path)}:", BOLD), END, *lines, END)
    yield from (Piece(closing_line(checked, Words(options.language))), END)


def _lines(report: Report) -> Iterator[Piece]:
    places = [_place(report, located) for located in report.in_order]
    size = max(map(visible.width, places), default=0)
    for place, located in zip(places, report.in_order, strict=True):
        gap = " " * (size - visible.width(place))
        yield from (Piece(f"{INDENT}{place}{gap}{INDENT}", DIM), *what(report, located))
    name = visible.path(report.path)
    for where, said in not_checked(report):
        place = where.removeprefix(name).lstrip(":, ")
        yield Piece(f"{INDENT}{place}{INDENT}" if place else INDENT, DIM)
        yield from (*unchecked_label(report.words), Piece(said), END)


def _place(report: Report, located: Located) -> str:
    """Where a finding is in its report: line and column, pointer or page."""
    if located.spot:
        return f"{located.spot.line}:{located.spot.column}"
    if located.pointer is not None:
        return visible.flat(located.pointer)
    return report.words.say("page", page=located.page) if located.page is not None else "–"

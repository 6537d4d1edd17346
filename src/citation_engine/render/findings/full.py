"""The report people read: each finding with its line, the words of the source, and a help."""

from collections.abc import Iterator, Sequence

from citation_engine.model.checked import Checked, CheckedSource
from citation_engine.render.findings import visible
from citation_engine.render.findings.excerpt import BAR, excerpt
from citation_engine.render.findings.head import (
    figures_line,
    kind_of,
    merged_sources,
    remarks,
    sources_lines,
    states_line,
)
from citation_engine.render.findings.options import DEFAULT, Options
from citation_engine.render.findings.pieces import (
    BOLD,
    DIM,
    END,
    LEVEL_STYLES,
    MARKED,
    Piece,
    text_of,
)
from citation_engine.render.findings.report import Located, Report, evidence_parts, reports_of
from citation_engine.render.findings.summary import closing_line
from citation_engine.render.findings.words import Words

INDENT = "    "


def full(checked: Sequence[Checked], options: Options = DEFAULT) -> str:
    """The report as plain text."""
    return text_of(full_pieces(checked, options))


def full_pieces(checked: Sequence[Checked], options: Options = DEFAULT) -> Iterator[Piece]:
    """The report as pieces with styles; their text is that of `full`."""
    words = Words(options.language)
    reports = reports_of(checked, options)
    sources = merged_sources(checked)
    yield from sources_lines(sources, words)
    for report in reports:
        yield from _report(report, options)
    if options.show_sources and sources:
        yield from (*sources_table(sources, words), END)
    yield from (Piece(closing_line(checked, words), BOLD), END)


def _report(report: Report, options: Options) -> Iterator[Piece]:
    yield from figures_line(report)
    if report.checked.empty:
        yield from (Piece(f" {report.words.say('nothing')}"), END)
    yield from remarks(report)
    yield END
    states = list(states_line([report.checked], report.words))
    if states:
        yield from (*states, END)
    for located in report.in_order:
        yield from finding_pieces(report, located, options)
        yield END


def finding_pieces(report: Report, located: Located, options: Options) -> Iterator[Piece]:
    """One finding: where and what it is, its line, the words of the source, and the help."""
    finding = located.finding
    style = LEVEL_STYLES[finding.level]
    yield Piece(report.where_found(located), BOLD)
    yield from (Piece("  "), Piece(visible.flat(finding.code), style))
    yield Piece(f" {report.words.level(finding.level)}: {visible.flat(finding.message)}")
    if finding.marker:
        yield Piece(f"  {visible.flat(finding.marker, 80)}", DIM)
    yield END
    yield from _lines(report, located, options, style)
    if finding.evidence is not None:
        yield from _evidence(report, located)
    if finding.help:
        label = Piece(f"{INDENT}{report.words.say('help')}: ", BOLD)
        yield from (label, Piece(visible.flat(finding.help)), END)


def _lines(report: Report, located: Located, options: Options, style: str) -> Iterator[Piece]:
    if located.span is not None:
        text = report.checked.draft.text
        yield from excerpt(
            text,
            report.places,
            located.span,
            room=options.width,
            style=style,
            numbered=report.has_lines,
        )
        return
    claim = report.claims.get(located.finding.claim or "")
    if claim:
        shown = visible.flat(claim.claim.text, max(20, options.width - len(INDENT) - len(BAR)))
        yield from (Piece(f"{INDENT}{BAR[1:]}", DIM), Piece(shown), END)


def _evidence(report: Report, located: Located) -> Iterator[Piece]:
    finding = located.finding
    assert finding.evidence is not None
    head = report.evidence_head(finding)
    before, text, after = evidence_parts(finding.evidence)
    yield Piece(f"{INDENT}{head}:  " if head else INDENT, DIM)
    yield from (Piece(f'"{before}'), Piece(text, MARKED), Piece(f'{after}"'), END)


def sources_table(sources: Sequence[CheckedSource], words: Words) -> Iterator[Piece]:
    """The sources with label, kind, state, whether they are used, and name."""
    titles = [words.say(key) for key in ("label", "kind", "state", "used", "name")]
    rows = [titles, *(_row(source, words) for source in sources)]
    widths = [max(visible.width(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        sized = zip(row, widths, strict=True)
        line = "  ".join(cell + " " * (size - visible.width(cell)) for cell, size in sized)
        yield from (Piece(f" {line.rstrip()}", BOLD if row is titles else ""), END)


def _row(source: CheckedSource, words: Words) -> list[str]:
    return [
        visible.flat(source.label, 20),
        kind_of(source, words),
        words.say(source.state.value),
        words.say("yes" if source.used else "no"),
        visible.flat(source.name, 120),
    ]

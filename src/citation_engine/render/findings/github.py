"""
Annotations for GitHub Actions, and the summary of a step.

GitHub shows ten annotations of a step and drops the rest without a word. So there are never more
than ten, the worst first, and the tenth says how many there are beside them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citation_engine.model.checked import Checked
from citation_engine.model.finding import Level
from citation_engine.render.findings import visible
from citation_engine.render.findings.german import spoken
from citation_engine.render.findings.markdown import MOST_BYTES, markdown
from citation_engine.render.findings.report import (
    DEFAULT,
    NAME,
    SEVERITY,
    LocatedFinding,
    LocatedReport,
    Options,
    closing_line,
    reports_of,
    worst_first,
)
from citation_engine.render.findings.terminal import not_checked
from citation_engine.render.findings.words import OutputWords

MOST_ANNOTATIONS = 10
_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "notice"}


@dataclass(frozen=True, slots=True)
class _Annotation:
    level: Level
    title: str
    lines: tuple[str, ...]
    place: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        fields = (("title", self.title), *self.place)
        properties = ",".join(f"{name}={_property(value)}" for name, value in fields)
        return f"::{_COMMANDS[self.level]} {properties}::{_data(chr(10).join(self.lines))}"


def github(checked: Sequence[Checked], options: Options = DEFAULT) -> str:
    """The worst findings as annotations, and a last line for the log."""
    words = OutputWords(options.language)
    reports = reports_of(checked, options)
    made = [
        *_unchecked(reports, words),
        *(_annotation(*pair) for pair in worst_first(reports, options)),
    ]
    shown = [str(annotation) for annotation in _fitting(made, words)]
    return "\n".join([*shown, closing_line(checked, words)]) + "\n"


def step_summary(checked: Sequence[Checked], options: Options = DEFAULT) -> str:
    """All findings as Markdown, for the file that GITHUB_STEP_SUMMARY names; a MiB at most."""
    reports = [spoken(one, options.language) for one in checked]
    return markdown(reports, options, most_bytes=MOST_BYTES)


def _fitting(made: list[_Annotation], words: OutputWords) -> Iterator[_Annotation]:
    if len(made) <= MOST_ANNOTATIONS:
        yield from made
        return
    kept = MOST_ANNOTATIONS - 1
    yield from made[:kept]
    rest = made[kept:]
    level = min((annotation.level for annotation in rest), key=lambda level: SEVERITY[level])
    said = words("more, see summary", count=words.number(len(rest)))
    yield _Annotation(level, NAME, (said,))


def _unchecked(reports: Sequence[LocatedReport], words: OutputWords) -> Iterator[_Annotation]:
    """One annotation for all that could not be checked, so that it never falls off the end."""
    unfinished = [report for report in reports if not report.checked.complete]
    if not unfinished:
        return
    said = [sentence for report in unfinished for _, sentence in not_checked(report)]
    lines = [f"{words('incomplete')}.", *said[:1]]
    if len(said) > 1:
        lines.append(f"… {words('and more', count=words.number(len(said) - 1))}")
    place = (("file", visible.harmless(unfinished[0].path)),)
    yield _Annotation(Level.ERROR, NAME, tuple(lines), place)


def _annotation(report: LocatedReport, located: LocatedFinding) -> _Annotation:
    finding = located.finding
    below = (*report.place_without_lines(located), *report.remarks_on(finding))
    lines = (visible.flat(finding.message), *(f"  {line}" for line in below))
    title = f"{NAME} ({visible.flat(finding.code)})"
    return _Annotation(finding.level, title, lines, tuple(_place(located)))


def _place(located: LocatedFinding) -> Iterator[tuple[str, str]]:
    yield "file", visible.harmless(located.path)
    spot = located.spot
    if spot is None:
        return
    yield "line", str(spot.line)
    # Columns of an annotation are only allowed where it is on one line.
    if spot.line == spot.end_line:
        yield "col", str(spot.column)
        yield "endLine", str(spot.end_line)
        yield "endColumn", str(spot.end_column)
    else:
        yield "endLine", str(spot.end_line)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

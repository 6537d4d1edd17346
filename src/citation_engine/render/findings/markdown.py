"""
What a check found as Markdown, for a comment or the summary of a build.

Strangers' words are only ever text: they make no link, no picture, no mention, no table cell.
"""

import re
from collections.abc import Iterator, Sequence

from citation_engine.model.checked import Checked
from citation_engine.render.findings import visible
from citation_engine.render.findings.report import (
    DEFAULT,
    LocatedFinding,
    LocatedReport,
    Options,
    closing_line,
    figures,
    judge_name,
    outcomes,
    references_line,
    reports_of,
)
from citation_engine.render.findings.terminal import (
    SOURCE_TITLES,
    merged_sources,
    not_checked,
    source_cells,
)
from citation_engine.render.findings.words import OutputWords

# The most that GitHub takes for the summary of a step is a MiB.
MOST_BYTES = 1024 * 1024
_TAIL = 500
# An empty character after these keeps a mention or a reference from being one.
_APART = "&#8203;"
_ACTIVE = re.compile(
    r"[\\`*_\[\]~|$<>&@]"
    r"|#"
    r"|:(?=//|[\w+-]{1,60}:)"
    r"|(?<=www)\.",
    re.IGNORECASE,
)
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
_KEPT_APART = "@#:"
_TICKS = re.compile("`+")


def markdown(
    checked: Sequence[Checked], options: Options = DEFAULT, *, most_bytes: int = MOST_BYTES
) -> str:
    """The findings as tables; what does not fit into `most_bytes` is counted at the end."""
    words = OutputWords(options.language)
    lines = [
        (f"## {words('title')}", False),
        ("", False),
        (f"**{escaped(closing_line(checked, words))}**", False),
        ("", False),
    ]
    for report in reports_of(checked, options):
        lines += _report(report, options)
    if options.show_sources:
        lines += [(line, False) for line in _sources(checked, words)]
    return _fitted(lines, most_bytes, words)


def escaped(text: str) -> str:
    """A text that Markdown and HTML show as it is, wherever it stands in a line."""
    return _ACTIVE.sub(_shown, visible.flat(text))


def _shown(found: re.Match[str]) -> str:
    sign = found[0]
    if sign in _KEPT_APART:
        return f"{sign}{_APART}"
    return _ENTITIES.get(sign) or f"\\{sign}"


def as_code(text: str) -> str:
    """A text as code in a table, where no sign means anything but itself."""
    flat = visible.flat(text).replace("|", "\\|")
    ticks = "`" * (1 + max(map(len, _TICKS.findall(flat)), default=0))
    gap = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{ticks}{gap}{flat}{gap}{ticks}" if flat else ""


def _fitted(lines: Sequence[tuple[str, bool]], most_bytes: int, words: OutputWords) -> str:
    """The lines as far as there is room; of the findings left out it is said how many they are."""
    sizes = [len(line.encode()) + 1 for line, _ in lines]
    if sum(sizes) <= most_bytes:
        return "".join(f"{line}\n" for line, _ in lines)
    room, kept = most_bytes - _TAIL, 0
    while kept < len(lines) and sizes[kept] <= room:
        room -= sizes[kept]
        kept += 1
    left_out = sum(is_finding for _, is_finding in lines[kept:])
    said = words("more, left out", count=words.number(left_out)) if left_out else ""
    tail = f"\n**{said or words('cut')}**\n"
    return "".join(f"{line}\n" for line, _ in lines[:kept]) + tail


def _report(report: LocatedReport, options: Options) -> Iterator[tuple[str, bool]]:
    yield f"### {escaped(report.path)}", False
    yield "", False
    for line in _head(report):
        yield line, False
    blocks = list(report.listing(options))
    if blocks:
        titles = ("where", "level", "code", "finding", "source says")
        for row in _table_head([report.words(key) for key in titles]):
            yield row, False
        for block in blocks:
            for entry in block.entries:
                yield _row(_cells(report, entry)), True
        yield "", False
    below = [report.left_out_line(block) for block in blocks if block.left_out]
    below += [report.counted_line(*pair) for pair in report.counted(options).items()]
    for line in below:
        yield f"- {escaped(line)}", False
    if below:
        yield "", False


def _head(report: LocatedReport) -> Iterator[str]:
    checked, words = report.checked, report.words
    if references := references_line([checked], words):
        yield from (references, "")
    judge = escaped(words("judge", name=judge_name(checked.judge, words)))
    yield " · ".join([*figures(checked, words), judge])
    yield ""
    states = ", ".join(said for _, said in outcomes([checked], words))
    if states or checked.empty:
        yield from (escaped(states or words("nothing")), "")
    unchecked = [f"{as_code(where)}: {escaped(said)}" for where, said in not_checked(report)]
    for said in unchecked:
        yield f"- **{words('state.not_checked')}**: {said}"
    for note in checked.notes:
        yield f"- {words('note')}: {escaped(note)}"
    if unchecked or checked.notes:
        yield ""


def _cells(report: LocatedReport, entry: Sequence[LocatedFinding]) -> list[str]:
    located, words = entry[0], report.words
    finding = located.finding
    said = escaped(report.message(finding))
    for line in report.also_lines(finding):
        said += f"<br>{escaped(line)}"
    if places := report.other_places(entry):
        said += f"<br>{escaped(words('also at', places=places))}"
    if finding.help:
        said += f"<br>{words('help')}: {escaped(finding.help)}"
    return [
        as_code(report.where_found(located)),
        words.level(finding.level),
        escaped(finding.code),
        said,
        escaped(report.evidence_line(finding)),
    ]


def _sources(checked: Sequence[Checked], words: OutputWords) -> Iterator[str]:
    sources = merged_sources(checked)
    if not sources:
        return
    yield from (f"### {words('sources')}", "")
    yield from _table_head([words(key) for key in SOURCE_TITLES])
    for source in sources:
        yield _row([escaped(cell) for cell in source_cells(source, words)])
    yield ""


def _table_head(titles: Sequence[str]) -> tuple[str, str]:
    return _row(titles), _row(["---"] * len(titles))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"

"""The report people read: each finding with its line, the words of the source, and a help."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import PurePosixPath
from typing import NamedTuple

from citation_engine.model.checked import Checked, CheckedSource, ClaimState
from citation_engine.model.finding import Level
from citation_engine.model.passage import Span
from citation_engine.model.source import ReadState
from citation_engine.render.findings import visible
from citation_engine.render.findings.report import (
    CITATION_NOT_CHECKED,
    DEFAULT,
    SIGNS,
    Listed,
    LocatedFinding,
    LocatedReport,
    Options,
    Places,
    closing_line,
    evidence_parts,
    figures,
    judge_name,
    outcomes,
    references_line,
    reports_of,
    unchecked_claims,
)
from citation_engine.render.findings.visible import cells, width
from citation_engine.render.findings.words import OutputWords

BOLD = "bold"
DIM = "dim"
MARKED = "bold underline"
LEVEL_STYLES = {Level.ERROR: "bold red", Level.WARNING: "bold yellow", Level.INFO: "bold cyan"}
STATE_STYLES = {
    ClaimState.SUPPORTED: "green",
    ClaimState.PARTIAL: "yellow",
    ClaimState.CONTRADICTED: "red",
    ClaimState.FAILED: "red",
    ClaimState.UNDECIDED: "yellow",
    ClaimState.NOT_CHECKED: "bold magenta",
    ClaimState.UNCITED: "yellow",
    ClaimState.NO_EVIDENCE_NEEDED: DIM,
}
NOT_CHECKED_STYLE = STATE_STYLES[ClaimState.NOT_CHECKED]


class Piece(NamedTuple):
    """OutputWords and how they look: a style such as `bold red`, or none."""

    text: str
    style: str = ""


END = Piece("\n")


def text_of(pieces: Iterable[Piece]) -> str:
    """The words of the pieces, without their styles and without spaces at line ends."""
    lines = "".join(piece.text for piece in pieces).split("\n")
    return "\n".join(line.rstrip(" ") for line in lines)


MOST_LINES = 3
LEAST_ROOM = 20
CUT = "…"
BAR = " │ "


def excerpt(
    text: str, places: Places, span: Span, *, room: int, style: str, numbered: bool = True
) -> Iterator[Piece]:
    """
    The lines of a span with their numbers, and carets under what is meant.

    Of a long line only the part around the words is shown; of many lines only the first.
    """
    first, last = places.at(span.start)[0], places.at(max(span.start, span.end - 1))[0]
    shown = range(first, min(last, first + MOST_LINES - 1) + 1)
    gutter = len(str(shown[-1])) if numbered else 2
    for line in shown:
        start, end = places.bounds(line)
        inside = Span(
            min(max(span.start, start), end) - start, max(min(span.end, end), start) - start
        )
        words, carets = caret_lines(text, start, end, inside, max(LEAST_ROOM, room - gutter - 4))
        number = line if numbered else ""
        yield from (Piece(f" {number:>{gutter}}{BAR}", DIM), Piece(words), END)
        # An empty span is a place to point at; a blank line inside a span is not.
        if inside.start < inside.end or span.start == span.end:
            yield from (Piece(f" {'':>{gutter}}{BAR}", DIM), Piece(carets, style), END)
    if last > shown[-1]:
        yield from (Piece(f" {'':>{gutter}}{BAR}{CUT}", DIM), END)


def caret_lines(text: str, start: int, end: int, inside: Span, room: int) -> tuple[str, str]:
    """
    A line of a text, from `start` to `end`, and a line with carets under `inside` of it.

    Both fit into `room` columns. There is at least one caret.
    """
    # Characters may be wide, but hardly any has no width: more than this is never shown.
    low = max(0, inside.start - 2 * room)
    high = min(end - start, inside.start + 4 * room)
    shown = cells(text[start + low : start + high])
    sizes = [width(one) for one in shown]
    first, last = _window(sizes, inside.start - low, room, whole=(low, high) == (0, end - start))
    left = CUT if low + first > 0 else ""
    right = CUT if low + last < end - start else ""
    mark_from = max(inside.start - low, first)
    mark_to = min(max(inside.end - low, mark_from), last)
    words = left + "".join(shown[first:last]) + right
    gap = len(left) + sum(sizes[first:mark_from])
    carets = max(1, sum(sizes[mark_from:mark_to]))
    return words, " " * gap + "^" * carets


def _window(sizes: list[int], marked: int, room: int, *, whole: bool) -> tuple[int, int]:
    """Which characters of a line to show, so that the marked one and what follows it fit."""
    if whole and sum(sizes) <= room:
        return 0, len(sizes)
    room -= 2 * len(CUT)
    first, used = marked, 0
    while first > 0 and used + sizes[first - 1] <= room // 3:
        first -= 1
        used += sizes[first]
    last = marked
    while last < len(sizes) and used + sizes[last] <= room:
        used += sizes[last]
        last += 1
    while first > 0 and used + sizes[first - 1] <= room:
        first -= 1
        used += sizes[first]
    return first, last


MOST_CLAIMS = 10
_MOST_OF_A_CLAIM = 80
MOST_WORDS = 160
_KINDS = {
    "application/pdf": "pdf",
    "application/xhtml+xml": "html",
    "application/epub+zip": "epub",
    "application/json": "json",
    "application/yaml": "yaml",
    "text/html": "html",
    "text/markdown": "md",
    "text/plain": "txt",
    "text/csv": "csv",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/vnd.oasis.opendocument.text": "odt",
}


def merged_sources(checked: Sequence[Checked]) -> list[CheckedSource]:
    """The sources of all drafts, each once; used is what one of the drafts uses."""
    merged: dict[tuple[str, str], CheckedSource] = {}
    for one in checked:
        for source in one.sources:
            key = (source.label, source.identifier)
            if key not in merged or source.used:
                merged[key] = source
    return list(merged.values())


def sources_lines(
    sources: Sequence[CheckedSource], words: OutputWords, told: Set[str | None] = frozenset()
) -> Iterator[Piece]:
    """How many sources of which kind there are, and which are not readable, if not yet told."""
    if not sources:
        return
    kinds = Counter(kind_of(source, words) for source in sources)
    shown = ", ".join(f"{words.number(n)} {kind}" for kind, n in kinds.most_common())
    yield Piece(words("sources"), BOLD)
    yield from (Piece(f"  {words.number(len(sources))}: {shown}"), END)
    unread: dict[str, list[CheckedSource]] = {}
    for source in sources:
        if source.state is not ReadState.READY and not {source.label, None} & told:
            # Files of a kind that nobody reads are told in one line.
            kind = kind_of(source, words) if source.is_unknown_kind else source.label
            unread.setdefault(kind, []).append(source)
    for kind, (source, *others) in unread.items():
        several = f"{words.number(len(others) + 1)} {kind}" if others else ""
        yield from _unread(source, words, several or visible.flat(source.name))


def _unread(source: CheckedSource, words: OutputWords, name: str) -> Iterator[Piece]:
    reason = f": {visible.flat(source.reason)}" if source.reason else ""
    sign = SIGNS[ClaimState.NOT_CHECKED]
    yield Piece(f" {sign} {name} {words(f'read.{source.state}')}", NOT_CHECKED_STYLE)
    yield from (Piece(reason), END)


def kind_of(source: CheckedSource, words: OutputWords) -> str:
    """What kind of file a source is, in as few letters as people use."""
    known = _KINDS.get(source.media_type.partition(";")[0].strip().lower())
    suffix = PurePosixPath(source.identifier).suffix.removeprefix(".").lower()
    if known:
        return known
    return suffix if re.fullmatch("[a-z][a-z0-9]{0,4}", suffix) else words("other kind")


def figures_line(report: LocatedReport) -> Iterator[Piece]:
    """The claims, citations and coverage of a report, who judged, and how long it took."""
    checked, words = report.checked, report.words
    how = [words("judge", name=visible.flat(judge_name(checked.judge, words), 120))]
    if checked.seconds is not None:
        how.append(words("seconds", seconds=words.decimal(checked.seconds)))
    yield Piece(visible.path(report.path), BOLD)
    yield Piece(f"  {' · '.join(figures(checked, words))}   ")
    yield from (Piece(" · ".join(how), DIM), END)


def states_line(checked: Sequence[Checked], words: OutputWords) -> Iterator[Piece]:
    """How many claims came out how, each with sign and word; nothing where there is no claim."""
    shown = outcomes(checked, words)
    for state, said in shown:
        yield Piece("  " if state is not shown[0][0] else " ")
        yield Piece(f"{SIGNS[state]} {said}", STATE_STYLES[state])
    if shown:
        yield END


def grounds_lines(report: LocatedReport, options: Options) -> Iterator[Piece]:
    """What carries the claims that cite nothing: the source, the place in it, and its words."""
    checked, words = report.checked, report.words
    carried = [one for one in checked.in_state(ClaimState.SUPPORTED) if not one.is_cited]
    for one in carried[: None if "" in options.show else MOST_CLAIMS]:
        for citation in one.citations:
            verdict, source = citation.verdict, checked.source(citation.source)
            if verdict is None or verdict.passage is None or source is None:
                continue
            passage = verdict.passage
            where = ", ".join(filter(None, (visible.path(source.name), words.where(passage))))
            yield Piece(f" {SIGNS[one.state]} ", STATE_STYLES[one.state])
            yield Piece(f"{report.where_claimed(one)}  {where}:  ", DIM)
            said = (verdict.relied_on or passage).text
            yield from (Piece(f'"{visible.flat(said, MOST_WORDS)}"'), END)
    if (more := len(carried) - MOST_CLAIMS) > 0 and "" not in options.show:
        said = words("and more", count=words.number(more))
        yield from (Piece(f" {SIGNS[ClaimState.SUPPORTED]} {said} (--all)", DIM), END)


def remarks(report: LocatedReport) -> Iterator[Piece]:
    """The notes on how it was done, then everything that could not be checked."""
    words = report.words
    for note in report.checked.notes:
        yield from (Piece(f" {words('note')}: ", DIM), Piece(visible.flat(note)), END)
    # Each of these findings stands for a citation that could not be checked.
    told = any(one.code == CITATION_NOT_CHECKED for one in report.checked.findings)
    for sentence in () if told else report.checked.unchecked:
        yield from _not_checked("", visible.flat(sentence), words)
    claims = list(unchecked_claims(report))
    for one, reason in claims[:MOST_CLAIMS]:
        text = visible.flat(one.claim.statement, _MOST_OF_A_CLAIM)
        said = f"{reason}  ({text})" if reason else text
        yield from _not_checked(f"{report.where_claimed(one)}  ", visible.flat(said), words)
    if (more := len(claims) - MOST_CLAIMS) > 0:
        yield from _not_checked("", words("and more", count=words.number(more)), words)


def _not_checked(where: str, said: str, words: OutputWords) -> Iterator[Piece]:
    label = f"{SIGNS[ClaimState.NOT_CHECKED]} {words('state.not_checked')}: "
    yield from (Piece(f" {where}"), Piece(label, NOT_CHECKED_STYLE), Piece(said), END)


def concise(checked: Sequence[Checked], options: Options = DEFAULT) -> str:
    """The findings as plain text, one on each line."""
    return text_of(concise_pieces(checked, options))


def concise_pieces(checked: Sequence[Checked], options: Options = DEFAULT) -> Iterator[Piece]:
    """The findings as pieces with styles, one on each line."""
    for report in reports_of(checked, options):
        for located in report.one_by_one(options):
            yield Piece(f"{report.where_found(located)}: ", BOLD)
            yield from what(report, located)
            for line in report.also_lines(located.finding):
                yield from (Piece(f"{INDENT}{line}", DIM), END)
        yield from counted_lines(report, options, f"{visible.path(report.path)}: ")
        for where, said in not_checked(report):
            yield Piece(f"{where}: ", BOLD)
            yield from (_unchecked_label(report.words), Piece(said), END)
    yield from (Piece(closing_line(checked, OutputWords(options.language))), END)


def what(report: LocatedReport, located: LocatedFinding, *, full: bool = False) -> Iterator[Piece]:
    """What a finding is: code, level, message and marker; `full` where its evidence follows."""
    finding = located.finding
    yield Piece(visible.flat(finding.code), LEVEL_STYLES[finding.level])
    said = report.message(finding) if full else visible.flat(finding.message)
    yield Piece(f" {report.words.level(finding.level)}: {said}")
    if finding.marker:
        yield Piece(f"  {visible.flat(finding.marker, 80)}", DIM)
    yield END


def _unchecked_label(words: OutputWords) -> Piece:
    """What stands before something that could not be checked."""
    return Piece(f"{words.state(ClaimState.NOT_CHECKED)}: ", NOT_CHECKED_STYLE)


def not_checked(report: LocatedReport) -> Iterator[tuple[str, str]]:
    """Everything that could not be checked: where it is, and a sentence or the claim."""
    for sentence in report.checked.unchecked:
        yield visible.path(report.path), visible.flat(sentence)
    for one, reason in unchecked_claims(report):
        yield report.where_claimed(one), visible.flat(reason or one.claim.statement)


_GROUP_INDENT = "  "


def grouped(checked: Sequence[Checked], options: Options = DEFAULT) -> str:
    """The findings as plain text, those of each report under its name."""
    return text_of(grouped_pieces(checked, options))


def grouped_pieces(checked: Sequence[Checked], options: Options = DEFAULT) -> Iterator[Piece]:
    """The findings as pieces with styles, those of each report under its name."""
    for report in reports_of(checked, options):
        lines = list(_group_lines(report, options))
        if lines:
            yield from (Piece(f"{visible.path(report.path)}:", BOLD), END, *lines, END)
    yield from (Piece(closing_line(checked, OutputWords(options.language))), END)


def _group_lines(report: LocatedReport, options: Options) -> Iterator[Piece]:
    blocks = list(report.listing(options))
    places = [report.short_place(entry[0]) for block in blocks for entry in block.entries]
    size = max(map(visible.width, places), default=0)
    for block in blocks:
        for entry in block.entries:
            place = report.short_place(entry[0])
            gap = " " * (size - visible.width(place))
            yield Piece(f"{_GROUP_INDENT}{place}{gap}{_GROUP_INDENT}", DIM)
            yield from what(report, entry[0])
            yield from below(report, entry)
        yield from more_line(report, block, _GROUP_INDENT)
    yield from counted_lines(report, options, _GROUP_INDENT)
    name = visible.path(report.path)
    for where, said in not_checked(report):
        place = where.removeprefix(name).lstrip(":, ")
        yield Piece(f"{_GROUP_INDENT}{place}{_GROUP_INDENT}" if place else _GROUP_INDENT, DIM)
        yield from (_unchecked_label(report.words), Piece(said), END)


def below(report: LocatedReport, entry: Sequence[LocatedFinding]) -> Iterator[Piece]:
    """What stands below a finding: what else is the case there, and where else it is said."""
    for line in report.also_lines(entry[0].finding):
        yield from (Piece(f"{INDENT}{line}"), END)
    if places := report.other_places(entry):
        yield from (Piece(f"{INDENT}{report.words('also at', places=places)}", DIM), END)


def more_line(report: LocatedReport, block: Listed, indent: str = "") -> Iterator[Piece]:
    """How many findings of a block are not listed, and how to see them."""
    if block.left_out:
        yield from (Piece(f"{indent}{report.left_out_line(block)}", DIM), END)


def counted_lines(report: LocatedReport, options: Options, indent: str = "") -> Iterator[Piece]:
    """Findings of which the number says enough, a line for each kind of them."""
    for name, found in report.counted(options).items():
        yield Piece(indent, BOLD)
        yield Piece(f"{SIGNS[ClaimState.UNCITED]} ", STATE_STYLES[ClaimState.UNCITED])
        said = f"{report.counted_line(name, found)} {report.words('show', name=name)}"
        yield from (Piece(said), END)


INDENT = "    "
# The findings that say of a source that it could not be read.
_UNREADABLE = ("CE401", "CE404")
SOURCE_TITLES = ("label", "kind", "state", "used", "name")


def full(checked: Sequence[Checked], options: Options = DEFAULT) -> str:
    """The report as plain text."""
    return text_of(full_pieces(checked, options))


def full_pieces(checked: Sequence[Checked], options: Options = DEFAULT) -> Iterator[Piece]:
    """The report as pieces with styles; their text is that of `full`."""
    words = OutputWords(options.language)
    reports = reports_of(checked, options)
    sources = merged_sources(checked)
    findings = [finding for one in checked for finding in one.findings]
    told = {finding.source for finding in findings if finding.code in _UNREADABLE}
    if references := references_line(checked, words):
        yield from (Piece(references, BOLD), END)
    yield from sources_lines(sources, words, told)
    for report in reports:
        yield from _report(report, options)
    if options.show_sources and sources:
        yield from (*sources_table(sources, words), END)
    yield from (Piece(closing_line(checked, words), BOLD), END)


def _report(report: LocatedReport, options: Options) -> Iterator[Piece]:
    yield from figures_line(report)
    if report.checked.empty:
        yield from (Piece(f" {report.words('nothing')}"), END)
    yield from remarks(report)
    yield END
    states = list(states_line([report.checked], report.words))
    if states:
        yield from (*states, END)
    if grounds := list(grounds_lines(report, options)):
        yield from (*grounds, END)
    helped: set[str] = set()
    for block in report.listing(options):
        for entry in block.entries:
            yield from finding_pieces(report, entry, options)
            # What to do is said once; the findings that follow are of the same kind.
            if (help := entry[0].finding.help) and help not in helped:
                helped.add(help)
                yield Piece(f"{INDENT}{report.words('help')}: ", BOLD)
                yield from (Piece(visible.flat(help)), END)
            yield END
        if block.left_out:
            yield from (*more_line(report, block), END)
    counted = list(counted_lines(report, options))
    if counted:
        yield from (*counted, END)


def finding_pieces(
    report: LocatedReport, entry: Sequence[LocatedFinding], options: Options
) -> Iterator[Piece]:
    """One finding: where and what it is, its line, the words of the source, what else is there."""
    located = entry[0]
    finding = located.finding
    style = LEVEL_STYLES[finding.level]
    yield Piece(report.where_found(located), BOLD)
    yield from (Piece("  "), *what(report, located, full=True))
    yield from _lines(report, located, options, style)
    if finding.evidence is not None:
        yield from _evidence(report, located)
    yield from below(report, entry)


def _lines(
    report: LocatedReport, located: LocatedFinding, options: Options, style: str
) -> Iterator[Piece]:
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
        shown = visible.flat(claim.claim.statement, max(20, options.width - len(INDENT) - len(BAR)))
        yield from (Piece(f"{INDENT}{BAR[1:]}", DIM), Piece(shown), END)


def _evidence(report: LocatedReport, located: LocatedFinding) -> Iterator[Piece]:
    finding = located.finding
    assert finding.evidence is not None
    head = report.evidence_head(finding)
    before, text, after = evidence_parts(finding.evidence)
    yield Piece(f"{INDENT}{head}:  " if head else INDENT, DIM)
    yield from (Piece(f'"{before}'), Piece(text, MARKED), Piece(f'{after}"'), END)


def sources_table(sources: Sequence[CheckedSource], words: OutputWords) -> Iterator[Piece]:
    """The sources with label, kind, state, whether they are used, and name."""
    titles = [words(key) for key in SOURCE_TITLES]
    rows = [titles]
    for source in sources:
        label, *cells, name = source_cells(source, words)
        rows.append([visible.flat(label, 20), *cells, visible.flat(name, 120)])
    widths = [max(visible.width(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        sized = zip(row, widths, strict=True)
        line = "  ".join(cell + " " * (size - visible.width(cell)) for cell, size in sized)
        yield from (Piece(f" {line.rstrip()}", BOLD if row is titles else ""), END)


def source_cells(source: CheckedSource, words: OutputWords) -> list[str]:
    """What a table says about a source, under `SOURCE_TITLES`."""
    state, used = words(f"read.{source.state}"), words("yes" if source.used else "no")
    return [source.label, kind_of(source, words), state, used, source.name]

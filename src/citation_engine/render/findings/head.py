"""The first lines of a report: its sources, its figures, what could not be checked."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from citation_engine.model.checked import Checked, CheckedSource, ClaimState
from citation_engine.model.source import ReadState
from citation_engine.render.findings import visible
from citation_engine.render.findings.pieces import (
    BOLD,
    DIM,
    END,
    NOT_CHECKED_STYLE,
    STATE_STYLES,
    Piece,
)
from citation_engine.render.findings.report import Report, unchecked_claims
from citation_engine.render.findings.summary import (
    SIGNS,
    citation_count,
    relevant,
    share,
    state_counts,
)
from citation_engine.render.findings.words import Words

MOST_NAMES = 5
MOST_CLAIMS = 10
_MOST_OF_A_CLAIM = 80
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


def sources_lines(sources: Sequence[CheckedSource], words: Words) -> Iterator[Piece]:
    """How many sources of which kind there are, which are not used, and which are not readable."""
    if not sources:
        return
    kinds = Counter(kind_of(source, words) for source in sources)
    shown = ", ".join(f"{words.number(n)} {kind}" for kind, n in kinds.most_common())
    yield Piece(words.say("sources"), BOLD)
    yield Piece(f"  {words.number(len(sources))}: {shown}")
    unused = [s.name for s in sources if not s.used and s.state is ReadState.READY]
    if unused:
        said = words.say("not used", names=_names(unused, words))
        yield Piece(f"   ({words.number(len(unused))} {said})", DIM)
    yield END
    for source in sources:
        if source.state is not ReadState.READY:
            yield from _unread(source, words)


def _unread(source: CheckedSource, words: Words) -> Iterator[Piece]:
    name = visible.flat(source.name)
    reason = f": {visible.flat(source.reason)}" if source.reason else ""
    sign = SIGNS[ClaimState.NOT_CHECKED]
    yield Piece(f" {sign} {name} {words.say(source.state.value)}", NOT_CHECKED_STYLE)
    yield from (Piece(reason), END)


def kind_of(source: CheckedSource, words: Words) -> str:
    """What kind of file a source is, in as few letters as people use."""
    known = _KINDS.get(source.media_type.partition(";")[0].strip().lower())
    suffix = PurePosixPath(source.identifier).suffix.removeprefix(".").lower()
    if known:
        return known
    return suffix if suffix.isalnum() and suffix.isascii() else words.say("other kind")


def _names(names: Sequence[str], words: Words) -> str:
    shown = ", ".join(visible.flat(name, 80) for name in names[:MOST_NAMES])
    more = len(names) - MOST_NAMES
    return f"{shown} {words.say('and more', count=words.number(more))}" if more > 0 else shown


def figures_line(report: Report) -> Iterator[Piece]:
    """The claims, citations and coverage of a report, who judged, and how long it took."""
    checked, words = report.checked, report.words
    figures = [
        words.count(len(relevant(checked)), "claim"),
        words.count(citation_count(checked), "citation"),
    ]
    if checked.metrics.total_evidence_sentences:
        figures.append(words.say("coverage", share=share(checked)))
    how = [words.say("judge", name=visible.flat(judge_of(checked), 120))]
    if checked.seconds is not None:
        how.append(words.say("seconds", seconds=words.decimal(checked.seconds)))
    yield Piece(visible.path(report.path), BOLD)
    yield Piece(f"  {' · '.join(figures)}   ")
    yield from (Piece(" · ".join(how), DIM), END)


def judge_of(checked: Checked) -> str:
    """Who judged, with version and model where they are known."""
    judge = checked.judge
    named = " ".join(filter(None, [judge.name, judge.version]))
    return f"{named} ({judge.model})" if judge.model else named


def states_line(checked: Sequence[Checked], words: Words) -> Iterator[Piece]:
    """How many claims came out how, each with sign and word; nothing where there is no claim."""
    counts = state_counts(checked)
    del counts[ClaimState.NO_EVIDENCE_NEEDED]
    shown = [(state, n) for state, n in counts.items() if n]
    for state, n in shown:
        said = f"{SIGNS[state]} {words.number(n)} {words.state(state)}"
        yield from (
            Piece("  " if state is not shown[0][0] else " "),
            Piece(said, STATE_STYLES[state]),
        )
    if shown:
        yield END


def remarks(report: Report) -> Iterator[Piece]:
    """The notes on how it was done, then everything that could not be checked."""
    words = report.words
    for note in report.checked.notes:
        yield from (Piece(f" {words.say('note')}: ", DIM), Piece(visible.flat(note)), END)
    for sentence in report.checked.unchecked:
        yield from _not_checked("", visible.flat(sentence), words)
    claims = list(unchecked_claims(report))
    for one, reason in claims[:MOST_CLAIMS]:
        text = visible.flat(one.claim.text, _MOST_OF_A_CLAIM)
        said = f"{reason}  ({text})" if reason else text
        yield from _not_checked(f"{report.where_claimed(one)}  ", visible.flat(said), words)
    if (more := len(claims) - MOST_CLAIMS) > 0:
        yield from _not_checked("", words.say("and more", count=words.number(more)), words)


def _not_checked(where: str, said: str, words: Words) -> Iterator[Piece]:
    label = f"{SIGNS[ClaimState.NOT_CHECKED]} {words.say('not_checked')}: "
    yield from (Piece(f" {where}"), Piece(label, NOT_CHECKED_STYLE), Piece(said), END)

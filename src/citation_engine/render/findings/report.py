"""A checked draft with everything an output asks about it: counts, paths, places, evidence."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import groupby
from json import dumps
from math import floor
from pathlib import PurePath
from typing import NamedTuple

from citation_engine.model.checked import (
    Checked,
    CheckedClaim,
    CheckedSource,
    ClaimState,
    LinkedBy,
)
from citation_engine.model.draft import DraftFormat
from citation_engine.model.finding import Finding, Level
from citation_engine.model.passage import Passage, Span
from citation_engine.model.verdict import JudgeIdentity
from citation_engine.render.findings import visible
from citation_engine.render.findings.words import OutputWords

SIGNS = {
    ClaimState.SUPPORTED: "✓",
    ClaimState.FAILED: "✗",
    ClaimState.CONTRADICTED: "⇄",
    ClaimState.UNDECIDED: "?",
    ClaimState.PARTIAL: "~",
    ClaimState.NOT_CHECKED: "○",
    ClaimState.UNCITED: "–",
    ClaimState.NO_EVIDENCE_NEEDED: "·",
}
SEVERITY = {Level.ERROR: 0, Level.WARNING: 1, Level.INFO: 2}
# Findings of which the number says enough, by what they are called together.
MOST_UNUSED = 10
TOGETHER = {"uncited": ("CE301", "CE302"), "unused": ("CE002", "CE012")}
# What a verdict itself says: not carried, contradicted, not decided.
OF_THE_VERDICT = ("CE201", "CE202", "CE206")
_TOGETHER = {code: name for name, codes in TOGETHER.items() for code in codes}


def at_or_above(finding: Finding, level: Level | None) -> bool:
    """Whether a finding matters as much as `level` or more; nothing does where it is None."""
    return level is not None and SEVERITY[finding.level] <= SEVERITY[level]


def state_counts(checked: Iterable[Checked]) -> dict[ClaimState, int]:
    """How many claims came out how, in a fixed order; those that need no evidence included."""
    counted = Counter(claim.state for one in checked for claim in one.claims)
    return {state: counted[state] for state in SIGNS}


def level_counts(checked: Iterable[Checked]) -> dict[Level, int]:
    """How many findings there are of each level, the worst first."""
    counted = Counter(finding.level for one in checked for finding in one.findings)
    return {level: counted[level] for level in SEVERITY}


def citation_count(checked: Checked) -> int:
    """How many citations of the draft were held against a source."""
    every = (one for claim in checked.claims for one in claim.citations)
    return sum(one.linked_by is not LinkedBy.SEARCH for one in every)


def judge_name(judge: JudgeIdentity, words: OutputWords) -> str:
    """Who judged, with version and model where they are known."""
    if judge.name == "none":
        return words("nobody")
    named = " ".join(filter(None, (judge.name, judge.version)))
    return f"{named} ({judge.model})" if judge.model else named


def relevant(checked: Checked) -> list[CheckedClaim]:
    """The claims that a check is about: all but those that need no evidence."""
    return [one for one in checked.claims if one.state is not ClaimState.NO_EVIDENCE_NEEDED]


def share(checked: Checked) -> int:
    """The coverage in percent, rounded down, so that only all is 100."""
    return floor(checked.metrics.citation_coverage * 100 + 1e-9)


def outcomes(checked: Iterable[Checked], words: OutputWords) -> list[tuple[ClaimState, str]]:
    """How many claims are supported, wrong, not decided or not checked, with sign and word."""
    counts = state_counts(checked)
    del counts[ClaimState.NO_EVIDENCE_NEEDED]
    # For a reader both are wrong; the findings say in which way.
    counts[ClaimState.FAILED] += counts.pop(ClaimState.CONTRADICTED)
    return [
        (state, f"{words.number(n)} {words(f'outcome.{state}')}")
        for state, n in counts.items()
        if n
    ]


def references_line(checked: Iterable[Checked], words: OutputWords) -> str:
    """How many references there are, found, guessed or without a file; empty where none is."""
    counts: Counter[str] = Counter()
    # The chapters of a thesis cite the same works.
    told: set[tuple[str, ...]] = set()
    for one in checked:
        works = [(ref, (ref.entry or ref.label, *ref.sources)) for ref in one.references]
        new = tuple(ref for ref, work in works if work not in told)
        counts.update(one.model_copy(update={"references": new}).reference_counts)
        told.update(work for _, work in works)
    total = counts.pop("all", 0)
    said = {name: words.number(counts[name]) for name in ("found", "guessed", "missing")}
    return words("references", total, **said) if total else ""


def closing_line(checked: Sequence[Checked], words: OutputWords) -> str:
    """The line that ends an output: what was found, and whether everything was checked."""
    said = [*_grounded(checked, words), _found(checked, words)]
    if not all(one.complete for one in checked):
        said.append(f"{words('incomplete')}.")
    if ignored := sum(len(one.ignored) for one in checked):
        said.append(words("ignored", count=words.number(ignored)))
    return " ".join(said)


def _grounded(checked: Sequence[Checked], words: OutputWords) -> Iterator[str]:
    """How many claims the sources carry, where every claim was held against all of them."""
    counts: Counter[str] = Counter()
    for one in checked:
        counts.update(one.grounded_counts if one.all_claims else {})
    if total := counts.pop("all", 0):
        always = ("supported", "not", "undecided")
        shown = (
            f"{words.number(n)} {words(f'state.{name}')}"
            for name, n in counts.items()
            if n or name in always
        )
        yield f"{words.count(total, 'claim')}: {', '.join(shown)}."


def found_in_words(checked: Sequence[Checked], words: OutputWords) -> list[str]:
    """How many findings there are: errors, warnings, infos, and what is told in one line."""
    findings = [finding for one in checked for finding in one.findings]
    levels = Counter(one.level for one in findings if one.code not in _TOGETHER)
    names = Counter(_TOGETHER[one.code] for one in findings if one.code in _TOGETHER)
    shown = [words.count(levels[level], level.value) for level in SEVERITY if levels[level]]
    return shown + [words.count(names[name], f"found.{name}") for name in TOGETHER if names[name]]


def _found(checked: Sequence[Checked], words: OutputWords) -> str:
    counts = found_in_words(checked, words)
    if not counts and all(one.empty and one.complete for one in checked):
        return words("nothing")
    several = len(checked) > 1
    reports = words.count(len(checked), "report")
    if not counts:
        return words("found none in", reports=reports) if several else words("found none")
    shown = ", ".join(counts)
    if several:
        return words("found in", counts=shown, reports=reports)
    return words("found", counts=shown)


NAME = "Citation Engine"


@dataclass(frozen=True, slots=True)
class Options:
    """
    What can be chosen about an output; each format heeds what concerns it.

    Args:
        language: of our own words, `en` or `de`.
        width: how many columns of a terminal there are.
        root: the folder that paths are given from, where they are absolute.
        show_sources: whether a table of the sources ends the report.
        show: the beginnings of the codes whose findings are all listed; "" for every code. Of
            others a few are listed and the rest is counted.
        fail_on: the level from which a finding makes a test fail; None for never.
        pictures: pages of sources with the cited words marked, as PNG, for the HTML page: by the
            place of the report and the claim's id with the place of its citation, "id/0".
        sources_text: the text of sources by their labels, for more around a passage on the page.

    """

    language: str = "en"
    width: int = 100
    root: PurePath | None = None
    show_sources: bool = False
    show: tuple[str, ...] = ()
    fail_on: Level | None = Level.ERROR
    pictures: Mapping[tuple[int, str], bytes] | None = None
    sources_text: Mapping[str, str] | None = None


DEFAULT = Options()
BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Spot:
    """A stretch of a draft by lines and columns, the end column not included."""

    line: int
    column: int
    end_line: int
    end_column: int


class Places:
    """
    Turns offsets of one text into lines and columns.

    The text is read once; after that a place costs a search among the line starts, so that many
    findings in a long text stay cheap.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._mark = len(BYTE_ORDER_MARK) if text.startswith(BYTE_ORDER_MARK) else 0

    @cached_property
    def _starts(self) -> list[int]:
        starts, end = [self._mark], self._text.find("\n")
        while end >= 0:
            starts.append(end + 1)
            end = self._text.find("\n", end + 1)
        return starts

    @property
    def mark(self) -> int:
        """How many characters at the start are a byte-order mark: none or one."""
        return self._mark

    def at(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset; one outside the text counts as its nearest end."""
        inside = min(max(offset, self._mark), len(self._text))
        line = bisect_right(self._starts, inside)
        return line, inside - self._starts[line - 1] + 1

    def of(self, span: Span) -> Spot:
        """The lines and columns of a span."""
        return Spot(*self.at(span.start), *self.at(span.end))

    def bounds(self, line: int) -> tuple[int, int]:
        """Where a line starts and where it ends, without its line end."""
        start = self._starts[line - 1]
        end = self._starts[line] - 1 if line < len(self._starts) else len(self._text)
        if line < len(self._starts) and end > start and self._text[end - 1] == "\r":
            end -= 1
        return start, end


# Characters of a draft that tell findings apart; a span may be as long as the draft.
MOST_WORDS = 1000


def fingerprints(checked: Checked, findings: Iterable[Finding], *names: str) -> list[str]:
    """
    The fingerprint of each finding of a draft, all of them different.

    It is made of the draft's names, the code, the claim or the words it is about, the marker and
    the source: neither lines nor offsets count, nor how the finding is worded. Findings that are
    alike in all of this are told apart by their order.
    """
    # A label such as S3 moves when a file is added before it.
    sources = {source.label: source.name for source in checked.sources}
    seen: Counter[tuple[str | None, ...]] = Counter()
    made = []
    for finding in findings:
        words = ""
        if finding.span:
            end = min(finding.span.end, finding.span.start + MOST_WORDS)
            words = " ".join(checked.draft.text[finding.span.start : end].split())
        source = sources.get(finding.source or "", finding.source)
        place = (finding.claim, finding.pointer, words)
        facts = (*names, finding.code, *place, finding.marker, source)
        # The escapes of JSON are plain ASCII, so half characters can be hashed as well.
        parts = dumps((*facts, str(seen[facts]) if seen[facts] else None))
        made.append(sha256(parts.encode()).hexdigest()[:32])
        seen[facts] += 1
    return made


# Their text is what was read out of them; its lines are not those of any page.
WITHOUT_LINES = frozenset((DraftFormat.DOCX, DraftFormat.PDF))
# The findings that say of a claim what its state says too: of its citation, or of its marker.
CITATION_NOT_CHECKED = "CE207"
_POINTS_NOWHERE = ("CE001", "CE004", "CE006", "CE007")
MOST_EVIDENCE = 300
MOST_PLACES = 5
_FIRST_WORDS = 30
MOST_BELOW = 160
# Where a judge says which words it means: `: "…"` or `; the nearest it has is "…"`.
_QUOTED_IN_REASON = re.compile(r'(?::|; [^;:"]{1,40}) "(?P<words>.{10,}?)"(?=\.(?:\s|$))')
AROUND_EVIDENCE = 60


@dataclass(frozen=True, slots=True)
class LocatedFinding:
    """
    A finding and where it is.

    `spot` is in lines and columns, where the draft has lines; else there may be a page or a JSON
    Pointer. `span` is the finding's own, or that of its claim.
    """

    finding: Finding
    fingerprint: str
    path: str
    span: Span | None = None
    spot: Spot | None = None
    page: int | None = None
    pointer: str | None = None


class Listed(NamedTuple):
    """
    Findings of one level and topic.

    Each of `entries` is one sentence with all places it is said of. `left_out` are those for
    which there is no room.
    """

    entries: tuple[tuple[LocatedFinding, ...], ...]
    left_out: tuple[LocatedFinding, ...]


# How many findings of one level and topic are listed; a reader is lost among more.
MOST_LISTED = {Level.ERROR: 20, Level.WARNING: 10, Level.INFO: 3}
# Many sources that are not there mean that a folder is not there; the first line counts them.
MOST_OF_A_CODE = {"CE001": 5}


class LocatedReport:
    """A checked draft, with what it takes to show it."""

    def __init__(self, checked: Checked, options: Options) -> None:
        self.checked = checked
        self.words = OutputWords(options.language)
        self.path = relative_path(checked.name, options.root)
        self.places = Places(checked.draft.text)
        self.has_lines = checked.draft.format not in WITHOUT_LINES

    @cached_property
    def claims(self) -> dict[str, CheckedClaim]:
        """The claims by their id; of equal ids the first."""
        return {one.claim.id: one for one in reversed(self.checked.claims)}

    @cached_property
    def _sources(self) -> dict[str, CheckedSource]:
        return {one.label: one for one in reversed(self.checked.sources)}

    # findings -----------------------------------------------------------------------------

    @cached_property
    def as_given(self) -> list[LocatedFinding]:
        """The findings in the order the check gave them."""
        return self._located(self.checked.findings, self.path)

    @cached_property
    def ignored(self) -> list[LocatedFinding]:
        """The ignored findings, in their order."""
        return self._located([one.finding for one in self.checked.ignored], "ignored", self.path)

    @cached_property
    def in_order(self) -> list[LocatedFinding]:
        """The findings with the most important first, then from top to bottom."""
        return sorted(self.as_given, key=_by_rank)

    def counted(self, options: Options) -> dict[str, list[LocatedFinding]]:
        """The findings that are told in one line, by what they are called together."""
        found: dict[str, list[LocatedFinding]] = {name: [] for name in TOGETHER}
        for located in self.in_order:
            code = located.finding.code
            if code in _TOGETHER and not code.startswith(options.show or "-"):
                found[_TOGETHER[code]].append(located)
        return {name: listed for name, listed in found.items() if listed}

    def one_by_one(self, options: Options) -> list[LocatedFinding]:
        """The findings that are listed, if there is room: all but those told in one line."""
        told = {id(one) for found in self.counted(options).values() for one in found}
        return [one for one in self.in_order if id(one) not in told]

    def listing(self, options: Options) -> Iterator["Listed"]:
        """The findings as people read them: by topic, each sentence once, and not too many."""
        for _, block in groupby(self.one_by_one(options), key=lambda one: one.finding.rank):
            same: dict[tuple[str, ...], list[LocatedFinding]] = {}
            for one in block:
                asked = one.finding.code.startswith(options.show or "-")
                alone = (one.fingerprint,) if asked else ()
                same.setdefault((*self._sentence(one.finding), *alone), []).append(one)
            room = MOST_LISTED[next(iter(same.values()))[0].finding.level]
            listed: list[tuple[LocatedFinding, ...]] = []
            left_out: list[LocatedFinding] = []
            codes: Counter[str] = Counter()
            for entry in same.values():
                code = entry[0].finding.code
                fits = len(listed) < room and codes[code] < MOST_OF_A_CODE.get(code, room)
                if fits or code.startswith(options.show or "-"):
                    listed.append(tuple(entry))
                    codes[code] += 1
                else:
                    left_out += entry
            yield Listed(tuple(listed), tuple(left_out))

    @cached_property
    def of_claims(self) -> dict[str, list[LocatedFinding]]:
        """The findings of each claim, by its id."""
        found: dict[str, list[LocatedFinding]] = defaultdict(list)
        for located in self.as_given:
            if located.finding.claim is not None:
                found[located.finding.claim].append(located)
        return found

    def _located(self, findings: Sequence[Finding], *names: str) -> list[LocatedFinding]:
        known = fingerprints(self.checked, findings, *names)
        return [self._locate(*pair) for pair in zip(findings, known, strict=True)]

    def _locate(self, finding: Finding, fingerprint: str) -> LocatedFinding:
        claim = self.claims.get(finding.claim) if finding.claim is not None else None
        span = finding.span or (claim.claim.span if claim else None)
        page = claim.claim.page if claim else None
        return LocatedFinding(
            finding=finding,
            fingerprint=fingerprint,
            path=self.path,
            span=span,
            spot=self.spot(span),
            page=self._page_at(span.start) if page is None and span else page,
            pointer=finding.pointer or (claim.claim.pointer if claim else None),
        )

    def _sentence(self, finding: Finding) -> tuple[str, ...]:
        """
        What makes two findings the same for a reader, but for their places.

        What is wrong is told for each source; what is only doubtful may be so for one reason.
        """
        source = self._sources.get(finding.source or "")
        if finding.level is Level.ERROR or source is None:
            also = (one.message for one in finding.also)
            return finding.code, finding.source or "", finding.message, *also
        return finding.code, finding.message.replace(source.name, "")

    def as_one(self, options: Options) -> Iterator[LocatedFinding]:
        """The findings for a build server: where many are told in one line, they are one."""
        for name, found in self.counted(options).items():
            if len(found) < 2:
                yield from found
                continue
            first = found[0].finding
            said = {"message": self.counted_line(name, found), "span": None, "claim": None}
            lone = first.model_copy(update={**said, "source": None, "marker": None, "also": ()})
            yield self._locate(lone, *fingerprints(self.checked, [lone], self.path, name))
        yield from self.one_by_one(options)

    def counted_line(self, name: str, found: Sequence[LocatedFinding]) -> str:
        """
        A line for findings of which the number says enough, with the first few of them.

        Of a folder that is a library nobody wants to know five files that are not cited.
        """
        few = "" if name == "unused" and len(found) > MOST_UNUSED else f": {self._first_few(found)}"
        return self.words(f"counted.{name}", len(found), first=few)

    def _first_few(self, found: Sequence[LocatedFinding]) -> str:
        """The first few findings: what they are about, where that has a name, else their places."""
        sources = {one.label: visible.flat(one.name, 60) for one in self.checked.sources}
        named = [
            sources.get(one.finding.source or "")
            or (f"[{visible.flat(one.finding.marker, 20)}]" if one.finding.marker else "")
            or self.short_place(one)
            for one in found
        ]
        return self._few(named)

    def other_places(self, entry: Sequence[LocatedFinding]) -> str:
        """Where else the sentence of an entry is true in the report: the first few places."""
        spots = [self.spot(span) for span in entry[0].finding.places[1:]]
        places = [f"{spot.line}:{spot.column}" for spot in spots if spot]
        return self._few([*places, *map(self.short_place, entry[1:])])

    def _few(self, named: Sequence[str]) -> str:
        shown = list(dict.fromkeys(named))[:MOST_PLACES]
        more = sum(name not in shown for name in named)
        said = [", ".join(shown), self.words("and more", count=self.words.number(more))]
        return " ".join(said if more else said[:1])

    def left_out_line(self, block: Listed) -> str:
        """How many findings of a block are not listed."""
        first = block.left_out[0].finding
        count = self.words.count(len(block.left_out), f"more.{first.level}")
        return self.words("left out", count=count, topic=self.words(f"topic.{first.topic}"))

    def short_place(self, located: LocatedFinding) -> str:
        """Where a finding is in its report: line and column, pointer, page, or its first words."""
        if located.spot:
            return f"{located.spot.line}:{located.spot.column}"
        if located.pointer is not None:
            return visible.flat(located.pointer)
        if located.page is not None:
            return self.words("page", page=located.page)
        claim = self.claims.get(located.finding.claim or "")
        said = located.span.of(self.checked.draft.text) if located.span else ""
        said = visible.flat(claim.claim.text if claim else said, _FIRST_WORDS)
        return f'"{said}"' if said else "–"

    # places -------------------------------------------------------------------------------

    def spot(self, span: Span | None) -> Spot | None:
        """The lines and columns of a span, where the draft has any."""
        return self.places.of(span) if span and self.has_lines else None

    @cached_property
    def _pages(self) -> tuple[list[int], list[int]]:
        known = [
            (one.claim.span.start, one.claim.page)
            for one in self.checked.claims
            if one.claim.span and one.claim.page is not None
        ]
        known.sort()
        return [start for start, _ in known], [page for _, page in known]

    def _page_at(self, offset: int) -> int | None:
        """The page of the last claim that begins before an offset; a finding has no own page."""
        starts, pages = self._pages
        at = bisect_right(starts, offset)
        return pages[at - 1] if at else None

    def where(self, spot: Spot | None, page: int | None, pointer: str | None) -> str:
        """A place as people read it: `report.md:41:18`, `a.json#/summary`, `a.pdf, p. 3`."""
        name = visible.path(self.path)
        if spot:
            return f"{name}:{spot.line}:{spot.column}"
        if pointer is not None:
            return f"{name}#{visible.flat(pointer)}"
        return f"{name}, {self.words('page', page=page)}" if page is not None else name

    def where_found(self, located: LocatedFinding) -> str:
        """Where a finding is."""
        return self.where(located.spot, located.page, located.pointer)

    def where_claimed(self, one: CheckedClaim) -> str:
        """Where a claim is."""
        return self.where(self.spot(one.claim.span), one.claim.page, one.claim.pointer)

    # evidence -----------------------------------------------------------------------------

    @cached_property
    def _nearest(self) -> set[tuple[str, str, int, int]]:
        return {
            (one.claim.id, citation.source, nearest.start, nearest.end)
            for one in self.checked.claims
            for citation in one.citations
            if citation.verdict and (nearest := citation.verdict.nearest)
        }

    def is_nearest(self, finding: Finding) -> bool:
        """Whether the evidence of a finding is only the nearest words to those looked for."""
        passage = finding.evidence
        if passage is None:
            return False
        key = (finding.claim or "", finding.source or "", passage.start, passage.end)
        return key in self._nearest

    def evidence_head(self, finding: Finding) -> str:
        """Where the evidence stands, such as `nearest words, study.pdf, p. 6`."""
        passage = finding.evidence
        source = self._sources.get(finding.source or "")
        parts = [self.words("nearest")] if self.is_nearest(finding) else []
        name = source.name if source else finding.source
        parts += [visible.path(name)] if name else []
        parts += [self.words.where(passage)] if passage else []
        return visible.flat(", ".join(filter(None, parts)))

    def evidence_line(self, finding: Finding) -> str:
        """The evidence of a finding on one line; empty where it has none."""
        if finding.evidence is None:
            return ""
        head = self.evidence_head(finding)
        before, text, after = evidence_parts(finding.evidence)
        return f'{head}: "{before}{text}{after}"' if head else f'"{before}{text}{after}"'

    def message(self, finding: Finding, below: Passage | None = None) -> str:
        """What a finding says, without the words of the source that stand below it anyway."""
        said, evidence = visible.flat(finding.message), below or finding.evidence
        if evidence is None:
            return said
        shown = visible.flat(evidence.text)
        for quoted in _QUOTED_IN_REASON.finditer(said):
            if quoted["words"].rstrip("…") in shown:
                return said[: quoted.start()] + said[quoted.end() :]
        return said

    def also_lines(self, finding: Finding) -> list[str]:
        """
        What else was found at the place of a finding, and not too much of it.

        Where a number differs from the source's, it goes without saying what follows for the claim.
        """
        is_other = finding.code == "CE203" and finding.source
        told = (finding.source, *OF_THE_VERDICT) if is_other else ()
        below = [one for one in finding.also if one.source not in told or one.code not in told]
        said = [visible.flat(self.message(one, finding.evidence), MOST_BELOW) for one in below]
        return [f"{visible.flat(one.code)}: {text}" for one, text in zip(below, said, strict=True)]

    def remarks_on(self, finding: Finding) -> list[str]:
        """What stands below the message of a finding: its evidence, and what to do."""
        help = f"{self.words('help')}: {visible.flat(finding.help)}" if finding.help else ""
        below = self.also_lines(finding)
        return list(filter(None, [self.evidence_line(finding), *below, help]))

    def place_without_lines(self, located: LocatedFinding) -> list[str]:
        """The pointer or the page of a finding in words, where lines do not say its place."""
        if located.spot is None and located.pointer is not None:
            return [self.words("at pointer", pointer=visible.flat(located.pointer))]
        if located.spot is None and located.page is not None:
            return [self.words("page", page=located.page)]
        return []


def figures(checked: Checked, words: OutputWords) -> list[str]:
    """How many claims and citations there are, and the coverage, each in words."""
    shown = [
        words.count(len(relevant(checked)), "claim"),
        words.count(citation_count(checked), "citation"),
    ]
    if checked.metrics.total_evidence_sentences:
        shown.append(words("coverage", share=share(checked)))
    return shown


def reports_of(checked: Iterable[Checked], options: Options) -> list[LocatedReport]:
    """Each checked draft with what it takes to show it."""
    return [LocatedReport(one, options) for one in checked]


def worst_first(
    reports: Sequence[LocatedReport], options: Options
) -> list[tuple[LocatedReport, LocatedFinding]]:
    """The findings of all reports, the most important first; what is counted is one of them."""
    pairs = [(report, located) for report in reports for located in report.as_one(options)]
    return sorted(pairs, key=lambda pair: pair[1].finding.rank)


def evidence_parts(passage: Passage) -> tuple[str, str, str]:
    """Some words before a passage, the passage, and some words after it, each on one line."""
    flat = visible.flat(passage.text, MOST_EVIDENCE)
    tail = passage.before[-4 * AROUND_EVIDENCE :]
    before = " ".join(visible.flat(tail).split())
    after = visible.flat(passage.after, 4 * AROUND_EVIDENCE)
    return _end_of(before, passage.before), flat, _start_of(after, passage.after)


def _end_of(before: str, whole: str) -> str:
    if not before:
        return ""
    cut = before[-AROUND_EVIDENCE:]
    if len(cut) < len(before):
        cut = cut.partition(" ")[2] or cut
    gap = " " if whole[-1:].isspace() else ""
    return f"… {cut}{gap}"


def _start_of(after: str, whole: str) -> str:
    if not after:
        return ""
    cut = after[:AROUND_EVIDENCE]
    if len(cut) < len(after):
        cut = cut.rpartition(" ")[0] or cut
    gap = " " if whole[:1].isspace() else ""
    return f"{gap}{cut} …"


def relative_path(name: str, root: PurePath | None) -> str:
    """A draft's name as a path from `root`, with `/` between its parts, where it is below it."""
    if "://" in name:
        return name
    path = PurePath(name)
    if root is not None and root in path.parents:
        path = path.relative_to(root)
    return path.as_posix()


def _by_rank(located: LocatedFinding) -> tuple[int, int, bool, int]:
    start = 0 if located.span is None else located.span.start
    return *located.finding.rank, located.span is None, start


def unchecked_claims(report: LocatedReport) -> Iterator[tuple[CheckedClaim, str]]:
    """The claims that were not checked and that no finding speaks of, each with the reason."""
    nowhere = any(finding.code in _POINTS_NOWHERE for finding in report.checked.findings)
    for one in report.checked.in_state(ClaimState.NOT_CHECKED):
        if nowhere and not one.citations:
            continue
        found = report.of_claims.get(one.claim.id, ())
        if any(located.finding.code == CITATION_NOT_CHECKED for located in found):
            continue
        reasons = dict.fromkeys(c.unchecked for c in one.citations if c.unchecked)
        yield one, " ".join(reasons)

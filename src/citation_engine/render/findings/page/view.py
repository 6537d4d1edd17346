"""A checked report as a page needs it: what is shown, under which names, and how it came out."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from citation_engine.model.checked import Checked, CheckedClaim, CheckedSource, ClaimState
from citation_engine.model.finding import Finding, Level
from citation_engine.model.passage import Span
from citation_engine.render.findings.page.element import Child, Markup, element, separated
from citation_engine.render.findings.report import (
    DEFAULT,
    SIGNS,
    Options,
    Places,
    found_in_words,
    judge_name,
    references_line,
)
from citation_engine.render.findings.words import OutputWords

# The states that a reader can ask for, the worst first; keys 1 to 7 stand for them.
STATES = (
    ClaimState.FAILED,
    ClaimState.CONTRADICTED,
    ClaimState.PARTIAL,
    ClaimState.UNDECIDED,
    ClaimState.NOT_CHECKED,
    ClaimState.UNCITED,
    ClaimState.SUPPORTED,
)
LEVEL_SIGNS = {Level.ERROR: "✗", Level.WARNING: "!", Level.INFO: "i"}


class ReportView:
    """One report of a page; `number` is its place among the reports."""

    def __init__(self, number: int, checked: Checked, options: Options = DEFAULT) -> None:
        self.number = number
        self.checked = checked
        self.words = OutputWords(options.language)
        self.texts = options.sources_text or {}
        self._pictures = options.pictures or {}
        self.findings = sorted(checked.findings, key=lambda one: one.rank)
        self._places = Places(checked.draft.text)

    @cached_property
    def claims(self) -> Sequence[CheckedClaim]:
        """The claims that have a card: all but those that need no evidence and have nothing."""
        named = {finding.claim for finding in self.findings}
        return [
            one
            for one in self.checked.claims
            if one.state is not ClaimState.NO_EVIDENCE_NEEDED
            or one.citations
            or one.claim.id in named
        ]

    @cached_property
    def claim_numbers(self) -> Mapping[str, int]:
        """The place in `claims` of each claim, by its id."""
        return {one.claim.id: number for number, one in reversed(list(enumerate(self.claims)))}

    @cached_property
    def findings_of(self) -> Mapping[int, Sequence[int]]:
        """The places in `findings` of what is wrong with each claim."""
        found: dict[int, list[int]] = {}
        for number, finding in enumerate(self.findings):
            claim = self.claim_of(finding)
            if claim is not None:
                found.setdefault(claim, []).append(number)
        return found

    @cached_property
    def sources(self) -> Mapping[str, CheckedSource]:
        """The sources by their labels."""
        return {source.label: source for source in self.checked.sources}

    @cached_property
    def states_of(self) -> Mapping[str, Counter[ClaimState]]:
        """How many claims that rest on a source are in which state, by its label."""
        counted: dict[str, Counter[ClaimState]] = {}
        for one in self.claims:
            for label in {citation.source for citation in one.citations}:
                counted.setdefault(label, Counter())[one.state] += 1
        return counted

    @cached_property
    def _source_numbers(self) -> Mapping[str, int]:
        return {label: number for number, label in enumerate(self.sources)}

    def claim_of(self, finding: Finding) -> int | None:
        """The place in `claims` of the claim that a finding is about."""
        return self.claim_numbers.get(finding.claim) if finding.claim else None

    def card_id(self, claim: int) -> str:
        """What the card of a claim is called in the page."""
        return f"card-{self.key(claim)}"

    def text_id(self, claim: int) -> str:
        """What the words of a claim are called in the page."""
        return f"text-{self.key(claim)}"

    def key(self, claim: int) -> str:
        """What ties the words of a claim to its card."""
        return f"{self.number}-{claim}"

    def finding_id(self, finding: int) -> str:
        """What a finding is called in the page."""
        return f"finding-{self.number}-{finding}"

    def spot_id(self, finding: int) -> str:
        """What the words that a finding is about are called in the page."""
        return f"spot-{self.number}-{finding}"

    def source_id(self, label: str) -> str | None:
        """What a source is called in the page."""
        number = self._source_numbers.get(label)
        return None if number is None else f"source-{self.number}-{number}"

    def source_name(self, label: str) -> str:
        """A source by its label and its name."""
        source = self.sources.get(label)
        return f"{label} {source.name}" if source and source.name else label

    def picture(self, claim: CheckedClaim, citation: int) -> bytes | None:
        """The picture of the page that a citation points to, if there is one."""
        return self._pictures.get((self.number, f"{claim.claim.id}/{citation}"))

    def place(self, span: Span) -> str:
        """Line and column of a span in the draft, from 1."""
        line, column = self._places.at(span.start)
        return f"{line}:{column}"

    def line(self, span: Span) -> int:
        """The line of the draft that a span begins on, from 1."""
        return self._places.at(span.start)[0]

    @cached_property
    def numbers(self) -> Counter[ClaimState]:
        """How many claims are in each state."""
        return Counter(one.state for one in self.checked.claims)


def state_badge(words: OutputWords, state: ClaimState) -> Markup:
    """Return what a claim became, as a sign and a word."""
    return _badge(f"state {state}", SIGNS[state], words(f"state.{state}"))


def level_badge(words: OutputWords, level: Level) -> Markup:
    """Return how much a finding matters, as a sign and a word."""
    return _badge(f"level {level}", LEVEL_SIGNS[level], words(f"level.{level}"))


def _badge(name: str, sign: str, word: str) -> Markup:
    """A sign, a word and a colour, never colour alone."""
    return element(
        "span",
        element("span", sign, class_="sign", aria_hidden="true"),
        element("span", word, class_="word"),
        class_=name,
    )


_BAR = 1_000
_FINE = (ClaimState.SUPPORTED, ClaimState.NO_EVIDENCE_NEEDED)


def summary(view: ReportView) -> Markup:
    """Return what to know about a report before reading it; what is not checked comes first."""
    checked, words = view.checked, view.words
    kind, said = outcome(checked, words)
    return element(
        "div",
        _listed(words("incomplete"), checked.unchecked, "banner incomplete"),
        element("p", said, class_=f"outcome {kind}"),
        element("p", separated(_figures(view)), class_="figures"),
        bar(view.numbers),
        _legend(view),
        _listed(words("notes"), checked.notes, "banner notes"),
        class_="summary",
    )


def outcome(checked: Checked, words: OutputWords) -> tuple[str, str]:
    """
    Return the result in a sentence, and whether it is good, bad or open.

    Nothing looks fine that was not checked, or whose claims are not all supported: findings can
    be left out on request, what became of a claim cannot.
    """
    if said := found_in_words([checked], words):
        kind = "bad" if checked.at_level(Level.ERROR) else "open"
        return kind, words("html.found", what=", ".join(said))
    if checked.empty:
        return "open", words("found.empty")
    unchecked = (*_FINE, ClaimState.NOT_CHECKED)
    if any(one.state not in unchecked for one in checked.claims):
        return "open", words("found.unlisted")
    if not checked.complete:
        return "open", words("found.incomplete")
    if any(one.state not in _FINE for one in checked.claims):
        return "open", words("found.unlisted")
    return "good", words("found.nothing")


def filters(words: OutputWords, views: Sequence[ReportView]) -> Markup:
    """Return one button for each state, with the number of claims in it."""
    counted = sum((view.numbers for view in views), Counter[ClaimState]())
    every = sum(len(view.claims) for view in views)
    buttons = [
        element(
            "button",
            words("all"),
            " ",
            element("b", str(every)),
            type="button",
            data_filter="",
            aria_pressed="true",
            aria_keyshortcuts="0",
        )
    ]
    for key, state in enumerate(STATES, 1):
        buttons.append(
            element(
                "button",
                state_badge(words, state),
                " ",
                element("b", str(counted[state])),
                type="button",
                class_=str(state),
                data_filter=str(state),
                aria_pressed="false",
                aria_keyshortcuts=str(key),
                disabled=not counted[state],
            )
        )
    return element("div", buttons, class_="filters", role="group", aria_label=words("filter"))


def bar(counted: Counter[ClaimState]) -> Markup | None:
    """Return the share of each state as a bar; the figures beside it say the same in words."""
    total = sum(counted[state] for state in STATES)
    if not total:
        return None
    parts: list[Markup] = []
    start = 0
    for state in reversed(STATES):
        end = start + counted[state]
        left, right = _BAR * start // total, _BAR * end // total
        if right > left:
            size = {"x": left, "y": 0, "width": right - left, "height": 8}
            parts.append(element("rect", class_=f"{state}", **size))
        start = end
    box = {"viewBox": f"0 0 {_BAR} 8", "preserveAspectRatio": "none"}
    return element("svg", parts, class_="bar", aria_hidden="true", **box)


def _legend(view: ReportView) -> Markup | None:
    """What the bar shows, in words: how many claims became what."""
    listed = [
        element("li", state_badge(view.words, state), f" {view.numbers[state]}", class_=str(state))
        for state in reversed(STATES)
        if view.numbers[state]
    ]
    return element("ul", listed, class_="legend") if listed else None


def _figures(view: ReportView) -> Iterator[Child]:
    checked, words = view.checked, view.words
    if references := references_line([checked], words):
        yield references
    yield words("claims", len(view.claims))
    yield words("citations", sum(len(one.citations) for one in view.claims))
    if checked.metrics.total_evidence_sentences:
        yield words("html.coverage", share=f"{checked.metrics.citation_coverage:.0%}".rstrip("%"))
    if rest := view.numbers[ClaimState.NO_EVIDENCE_NEEDED]:
        yield words("rest", rest)
    yield words("judged", judge=judge_name(checked.judge, words))
    if checked.seconds is not None:
        yield words("seconds", seconds=words.decimal(checked.seconds))
    if checked.draft_sha256:
        digest = checked.draft_sha256
        yield element("span", f"sha256 {digest[:12]}…", title=digest)


def _listed(title: str, sentences: Sequence[str], name: str) -> Markup | None:
    if not sentences:
        return None
    listed = [element("li", sentence) for sentence in sentences]
    return element("div", element("h3", title), element("ul", listed), class_=name)

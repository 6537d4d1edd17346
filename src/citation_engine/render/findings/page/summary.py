"""The top of a report: what could not be checked, what a reader must know, and the figures."""

from collections import Counter
from collections.abc import Iterator, Sequence

from citation_engine.model.checked import Checked, ClaimState
from citation_engine.model.finding import Level
from citation_engine.render.findings.page.cards import judged_by
from citation_engine.render.findings.page.element import Child, Markup, element
from citation_engine.render.findings.page.signs import state_badge
from citation_engine.render.findings.page.view import LEVELS, STATES, ReportView
from citation_engine.render.findings.page.words import Words

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
        element("p", _figures(view), class_="figures"),
        bar(view.numbers),
        _legend(view),
        _listed(words("notes"), checked.notes, "banner notes"),
        class_="summary",
    )


def outcome(checked: Checked, words: Words) -> tuple[str, str]:
    """
    Return the result in a sentence, and whether it is good, bad or open.

    Nothing looks fine that was not checked, or whose claims are not all supported: findings can
    be left out on request, what became of a claim cannot.
    """
    counted = {level: len(checked.at_level(level)) for level in LEVELS}
    said = [words(f"found.{level}", counted[level]) for level in LEVELS if counted[level]]
    if said:
        kind = "bad" if counted[Level.ERROR] else "open"
        return kind, words("found", what=", ".join(said))
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


def filters(words: Words, views: Sequence[ReportView]) -> Markup:
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


def _figures(view: ReportView) -> list[Child]:
    parts = list(_figure(view))
    return [part for one in parts for part in (" · ", one)][1:]


def _figure(view: ReportView) -> Iterator[Child]:
    checked, words = view.checked, view.words
    yield words("claims", len(view.claims))
    yield words("citations", sum(len(one.citations) for one in view.claims))
    if checked.metrics.total_evidence_sentences:
        yield words("coverage", share=f"{checked.metrics.citation_coverage:.0%}".rstrip("%"))
    if rest := view.numbers[ClaimState.NO_EVIDENCE_NEEDED]:
        yield words("rest", rest)
    yield words("judged", judge=judged_by(checked.judge))
    if checked.seconds is not None:
        yield words("seconds", seconds=words.decimal(checked.seconds))
    if checked.draft_sha256:
        digest = checked.draft_sha256
        yield element("span", f"sha256 {digest[:12]}…", title=digest)


def _listed(title: str, sentences: Sequence[str], name: str) -> Markup | None:
    if not sentences:
        return None
    listed = [element("li", sentence, lang="en") for sentence in sentences]
    return element("div", element("h3", title), element("ul", listed), class_=name)

"""The lists of a page: what is wrong with a report, what was left out on request, its sources."""

from collections.abc import Sequence

from citation_engine.model.checked import CheckedSource
from citation_engine.model.finding import Finding
from citation_engine.model.source import ReadState
from citation_engine.render.findings.page.cards import finding_text
from citation_engine.render.findings.page.element import Child, Markup, element, outside
from citation_engine.render.findings.page.evidence import excerpt, where
from citation_engine.render.findings.page.text import ReportText
from citation_engine.render.findings.page.view import SIGNS, STATES, ReportView

_SHOWN_HASH = 12


def findings(view: ReportView, text: ReportText) -> Markup:
    """Return all findings of a report, the worst first, each with a way to its place."""
    words = view.words
    if not view.findings:
        return element("p", words("findings.none"), class_="none")
    listed = [
        element(
            "li",
            finding_text(finding, words),
            _ways(view, text, number),
            _evidence(view, finding),
            class_=f"finding {finding.level}",
            id=view.finding_id(number),
        )
        for number, finding in enumerate(view.findings)
    ]
    return element("ol", listed, class_="findings all")


def ignored(view: ReportView) -> Markup | None:
    """Return the findings that the report asks to leave out, with the reasons it gives."""
    left_out = view.checked.ignored
    if not left_out:
        return None
    listed = [
        element(
            "li",
            finding_text(one.finding, view.words),
            element(
                "p",
                element("span", view.words("ignored.reason"), class_="label"),
                " ",
                one.reason,
            ),
            class_="finding ignored",
        )
        for one in left_out
    ]
    return element(
        "details",
        element("summary", view.words("ignored", len(left_out))),
        element("ul", listed, class_="findings all"),
        class_="ignored",
    )


def sources(view: ReportView) -> Markup:
    """Return the sources that are cited and, one click away, those that are not."""
    listed = view.checked.sources
    used = [one for one in listed if one.used]
    unused = [one for one in listed if not one.used]
    words = view.words
    return element(
        "div",
        _sources(view, used) if used else element("p", words("sources.none"), class_="none"),
        element(
            "details",
            element("summary", words("sources.unused", len(unused))),
            _sources(view, unused),
        )
        if unused
        else None,
        class_="sources",
    )


def _ways(view: ReportView, text: ReportText, number: int) -> Markup | None:
    """Links from a finding to its words in the report and to the card of its claim."""
    finding, words = view.findings[number], view.words
    claim = view.claim_of(finding)
    ways: list[Child] = []
    span = finding.span or (view.claims[claim].claim.span if claim is not None else None)
    place = view.place(span) if span else finding.pointer
    if number in text.spots:
        ways.append(element("a", words("at", place=place), href=f"#{view.spot_id(number)}"))
    elif claim is not None and claim in text.claims:
        target = f"#{view.text_id(claim)}"
        ways.append(element("a", words("at", place=place or ""), href=target))
    elif place:
        ways.append(element("span", words("at", place=place)))
    if claim is not None:
        label = words("claim.number", number=claim + 1)
        ways.append(element("a", label, href=f"#{view.card_id(claim)}"))
    if finding.source and (target_id := view.source_id(finding.source)):
        ways.append(element("a", view.source_name(finding.source), href=f"#{target_id}"))
    return element("p", _separated(ways), class_="ways") if ways else None


def _separated(parts: Sequence[Child]) -> list[Child]:
    return [part for one in parts for part in (" · ", one)][1:]


def _evidence(view: ReportView, finding: Finding) -> Markup | None:
    """The words of the source, unless the card of the claim has them already."""
    if finding.evidence is None or view.claim_of(finding) is not None:
        return None
    place = where(view.words, finding.evidence)
    caption = element("figcaption", place, class_="where") if place else None
    return element("figure", caption, excerpt(finding.evidence), class_="evidence")


def _sources(view: ReportView, listed: Sequence[CheckedSource]) -> Markup:
    return element("ul", [_source(view, source) for source in listed], class_="list")


def _source(view: ReportView, source: CheckedSource) -> Markup:
    words, name = view.words, source.name or source.identifier
    state = "ready" if source.state is ReadState.READY else "not-ready"
    return element(
        "li",
        element(
            "p",
            element("span", source.label, class_="code"),
            " ",
            element("b", outside(source.url, name)),
            " ",
            element(
                "span",
                element("span", "✓" if state == "ready" else "✗", aria_hidden="true"),
                " ",
                words(f"read.{source.state}"),
                class_=f"read {state}",
            ),
        ),
        element("p", _facts(view, source), class_="facts"),
        element("p", source.reason, class_="reason", lang="en") if source.reason else None,
        _claims_of(view, source),
        class_="source",
        id=view.source_id(source.label),
        tabindex=-1,
    )


def _facts(view: ReportView, source: CheckedSource) -> list[Child]:
    words = view.words
    facts: list[Child] = [
        source.publisher,
        source.year,
        source.media_type,
        words("pages", source.pages) if source.pages is not None else None,
        source.identifier if source.identifier != source.name else None,
    ]
    if source.sha256:
        short = source.sha256[:_SHOWN_HASH]
        facts.append(element("span", f"sha256 {short}…", title=source.sha256))
    return _separated([fact for fact in facts if fact])


def _claims_of(view: ReportView, source: CheckedSource) -> Markup | None:
    """A button that shows only the claims that rest on a source, with what became of them."""
    counted = view.states_of.get(source.label)
    if not counted:
        return None
    parts = [
        f"{SIGNS[state]} {counted[state]} {view.words(f'state.{state}')}"
        for state in STATES
        if counted[state]
    ]
    return element(
        "p",
        element(
            "button",
            view.words("sources.only", counted.total()),
            type="button",
            class_="scripted",
            data_source=view.source_id(source.label),
            aria_pressed="false",
        ),
        " ",
        element("span", ", ".join(parts), class_="facts"),
    )

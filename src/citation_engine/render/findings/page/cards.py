"""The cards of claims and the lists below them: findings, those left out on request, sources."""

from collections.abc import Iterator, Sequence

from citation_engine.model.checked import CheckedCitation, CheckedSource, ClaimState
from citation_engine.model.finding import Finding
from citation_engine.model.source import ReadState
from citation_engine.model.verdict import Match, Place, Support, Verdict
from citation_engine.render.findings.page.element import (
    Child,
    Markup,
    element,
    join,
    outside,
    separated,
)
from citation_engine.render.findings.page.evidence import better_source, evidence, excerpt, where
from citation_engine.render.findings.page.text import ReportText
from citation_engine.render.findings.page.view import STATES, ReportView, level_badge, state_badge
from citation_engine.render.findings.report import OF_THE_VERDICT, SIGNS, TOGETHER, judge_name
from citation_engine.render.findings.words import OutputWords


def cards(view: ReportView, text: ReportText) -> list[Child]:
    """Return the cards of all claims of a report as a list, those that cite nothing folded."""
    numbers = range(len(view.claims))
    uncited = [at for at in numbers if view.claims[at].state is ClaimState.UNCITED]
    cited = [at for at in numbers if at not in set(uncited)]
    folded = element(
        "details",
        element("summary", view.words("folded.uncited", len(uncited))),
        element("ol", [_card(view, text, at) for at in uncited], class_="cards"),
        class_="uncited",
    )
    listed = element("ol", [_card(view, text, at) for at in cited], class_="cards")
    return [listed if cited else None, folded if uncited else None]


def finding_text(finding: Finding, words: OutputWords) -> list[Child]:
    """Return a finding in words: how much it matters, its code, what is the case, what to do."""
    return [
        element(
            "p",
            level_badge(words, finding.level),
            " ",
            element("span", finding.code, class_="code", title=finding.name),
            " ",
            finding.message,
        ),
        [element("p", f"{one.code}: {one.message}", class_="also") for one in finding.also],
        _labelled(words("html.help"), finding.help, "help") if finding.help else None,
    ]


def _card(view: ReportView, text: ReportText, at: int) -> Markup:
    one, words = view.claims[at], view.words
    sources = " ".join(dict.fromkeys(view.source_id(c.source) or "" for c in one.citations))
    return element(
        "li",
        element(
            "div",
            element("h4", words("claim.number", number=at + 1), class_="number"),
            state_badge(words, one.state),
            _place(view, text, at),
            class_="head",
        ),
        element("p", one.claim.statement, class_="claim-words", dir="auto"),
        [_citation(view, at, number) for number in range(len(one.citations))],
        None if one.citations else element("p", words(f"without.{one.state}"), class_="none"),
        _findings(view, at),
        class_=f"card {one.state}",
        id=view.card_id(at),
        tabindex=-1,
        data_claim=view.key(at),
        data_state=str(one.state),
        data_sources=sources or None,
    )


def _place(view: ReportView, text: ReportText, at: int) -> Markup:
    """Where the claim stands in the report: a link to its words, where they are shown."""
    claim = view.claims[at].claim
    said = [view.words("html.page", page=claim.page)] if claim.page else []
    if claim.span is not None:
        said.append(view.words("line", line=view.line(claim.span)))
    if claim.pointer is not None:
        said.append(claim.pointer)
    named = ", ".join(said) or view.words("claim.nowhere")
    if at in text.claims:
        return element("a", named, href=f"#{view.text_id(at)}", class_="place")
    return element("span", named, class_="place")


def _citation(view: ReportView, at: int, number: int) -> Markup:
    one, words = view.claims[at], view.words
    citation = one.citations[number]
    verdict = citation.verdict
    # A finding of the claim says already what to do, and which values differ.
    found = [view.findings[each] for each in view.findings_of.get(at, ())]
    advised = any(each.help for each in found)
    differing = any(each.code == _DIFFERS for each in found)
    return element(
        "section",
        _cited_source(view, citation),
        _quote(view.words, citation),
        _said(words, verdict, told=differing) if verdict else _unchecked(words, citation),
        evidence(view, citation, view.picture(one, number)),
        better_source(words, verdict.better) if verdict and verdict.better else None,
        _after_words(words, verdict, advised=advised) if verdict else None,
        _labelled(words("checked_by"), judge_name(verdict.judge, words), "by") if verdict else None,
        class_="citation",
    )


def _cited_source(view: ReportView, citation: CheckedCitation) -> Markup:
    words, verdict = view.words, citation.verdict
    name, target = view.source_name(citation.source), view.source_id(citation.source)
    found = verdict.passage if verdict else None
    place = where(words, found) if found else ""
    marker = citation.marker.text if citation.marker else ""
    return element(
        "p",
        element("span", marker, class_="marker") if marker else None,
        " " if marker else None,
        element("a", name, href=f"#{target}") if target else element("b", name),
        [" · ", element("span", place, class_="where")] if place else None,
        element("span", words(f"linked.{citation.linked_by.name}"), class_="linked"),
        class_="source",
    )


def _quote(words: OutputWords, citation: CheckedCitation) -> Markup | None:
    if citation.quote is None:
        return None
    return _labelled(words("quote"), words("in_quotes", text=citation.quote.text), "quote")


def _unchecked(words: OutputWords, citation: CheckedCitation) -> Markup:
    reason = citation.unchecked or words("unchecked.unknown")
    return _labelled(words("unchecked"), reason, "unchecked")


def _said(words: OutputWords, verdict: Verdict, *, told: bool) -> Child:
    """Both halves of a verdict, the reason and, unless it is told, what does not agree."""
    sentences = [one.sentence for one in verdict.conflicts]
    conflicts = [] if told else [element("li", one) for one in sentences]
    reason = _reason(verdict)
    for one in sentences:
        reason = reason.replace(one, "").strip()
    return [
        element("ul", _halves(words, verdict), class_="halves"),
        _labelled(words("reason"), reason, "reason") if reason else None,
        element("ul", conflicts, class_="conflicts") if conflicts else None,
    ]


def _reason(verdict: Verdict) -> str:
    """Why, in a sentence; the notes say it where nothing else on the card does."""
    shown = verdict.passage or verdict.nearest
    return verdict.reason or ("" if shown else verdict.notes)


def _after_words(words: OutputWords, verdict: Verdict, *, advised: bool) -> Child:
    """What to do, and the whole of what the check says."""
    full = verdict.notes if verdict.notes != _reason(verdict) else ""
    fix = "" if advised else verdict.fix
    return [
        _labelled(words("html.help"), fix, "help") if fix else None,
        element("details", element("summary", words("in_full")), element("p", full))
        if full
        else None,
    ]


def _halves(words: OutputWords, verdict: Verdict) -> Iterator[Markup]:
    """Are the words there, and do they carry the claim: each in words, good or not."""
    if verdict.match is not None:
        differences = ", ".join(verdict.differences)
        said = words(f"match.{verdict.match}")
        if verdict.match is Match.NORMALISED and differences:
            said = f"{said} ({differences})"
        yield element("li", said, class_="good" if verdict.match.located else "bad")
    if verdict.place in (Place.ELSEWHERE, Place.SEVERAL):
        yield element("li", words(f"place.{verdict.place}", places=verdict.places), class_="open")
    # OutputWords that are not there are not judged; to say so beside it would only distract.
    located = verdict.match is None or verdict.passage is not None
    if located or verdict.support is not Support.NOT_JUDGED:
        kind = _GOOD.get(verdict.support, "open")
        yield element("li", words(f"support.{verdict.support}"), class_=kind)
    if verdict.self_supplied:
        yield element("li", words("self_supplied"), class_="open")


_GOOD = {
    Support.SUPPORTED: "good",
    Support.CONTRADICTED: "bad",
    Support.UNSUPPORTED: "bad",
}


def _findings(view: ReportView, at: int) -> Markup | None:
    # That a claim cites nothing is what its card says already.
    numbers = [
        number
        for number in view.findings_of.get(at, ())
        if view.findings[number].code not in TOGETHER["uncited"]
    ]
    if not numbers:
        return None
    listed = [
        element(
            "li",
            finding_text(_left_to_say(view.findings[number]), view.words),
            class_=f"finding {view.findings[number].level}",
        )
        for number in numbers
    ]
    return element("ul", listed, class_="findings")


def _left_to_say(finding: Finding) -> Finding:
    """What a finding adds to its card, which says already what became of the claim, and why."""
    said = "" if finding.code in OF_THE_VERDICT else finding.message
    also = tuple(one for one in finding.also if one.code not in OF_THE_VERDICT)
    return finding.model_copy(update={"message": said, "also": also})


def _labelled(label: str, text: str, name: str) -> Markup:
    said = element("span", text)
    return element("p", join((element("span", label, class_="label"), " ", said)), class_=name)


_SHOWN_HASH = 12
_DIFFERS = "CE203"


def findings(view: ReportView, text: ReportText) -> Markup:
    """Return the findings of a report, the most important first; those in one line folded."""
    if not view.findings:
        return element("p", view.words("findings.none"), class_="none")
    codes = [code for together in TOGETHER.values() for code in together]
    numbers = range(len(view.findings))
    folded = [
        (name, [n for n in numbers if view.findings[n].code in together])
        for name, together in TOGETHER.items()
    ]
    return element(
        "div",
        _listed(view, text, [n for n in numbers if view.findings[n].code not in codes]),
        [
            element(
                "details",
                element("summary", view.words(f"folded.{name}", len(found))),
                _listed(view, text, found),
            )
            for name, found in folded
            if found
        ],
    )


def _listed(view: ReportView, text: ReportText, numbers: Sequence[int]) -> Markup | None:
    listed = [
        element(
            "li",
            finding_text(view.findings[number], view.words),
            _ways(view, text, number),
            _evidence_of(view, view.findings[number]),
            class_=f"finding {view.findings[number].level}",
            id=view.finding_id(number),
        )
        for number in numbers
    ]
    return element("ol", listed, class_="findings all") if listed else None


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
        element("summary", view.words("html.ignored", len(left_out))),
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
    return element("p", separated(ways), class_="ways") if ways else None


def _evidence_of(view: ReportView, finding: Finding) -> Markup | None:
    """The words of the source, unless the card of the claim has them already."""
    if finding.evidence is None or view.claim_of(finding) is not None:
        return None
    place = where(view.words, finding.evidence)
    caption = element("figcaption", place, class_="where") if place else None
    return element("figure", caption, excerpt(finding.evidence), class_="evidence")


def _sources(view: ReportView, listed: Sequence[CheckedSource]) -> Markup:
    return element("ul", [_listed_source(view, source) for source in listed], class_="list")


def _listed_source(view: ReportView, source: CheckedSource) -> Markup:
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
        element("p", source.reason, class_="reason") if source.reason else None,
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
    return separated([fact for fact in facts if fact])


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

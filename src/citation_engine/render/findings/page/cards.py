"""The card of a claim: everything that a check found out about it."""

from collections.abc import Iterator

from citation_engine.model.checked import CheckedCitation
from citation_engine.model.finding import Finding
from citation_engine.model.verdict import JudgeIdentity, Match, Place, Support, Verdict
from citation_engine.render.findings.page.element import Child, Markup, element, join
from citation_engine.render.findings.page.evidence import better_source, evidence, where
from citation_engine.render.findings.page.signs import level_badge, state_badge
from citation_engine.render.findings.page.text import ReportText
from citation_engine.render.findings.page.view import ReportView
from citation_engine.render.findings.page.words import Words


def cards(view: ReportView, text: ReportText) -> Markup:
    """Return the cards of all claims of a report, as a list."""
    return element("ol", [_card(view, text, at) for at in range(len(view.claims))], class_="cards")


def judged_by(judge: JudgeIdentity) -> str:
    """Say who judged."""
    name = " ".join(filter(None, (judge.name, judge.version)))
    return f"{name} ({judge.model})" if judge.model else name


def finding_text(finding: Finding, words: Words) -> list[Child]:
    """Return a finding in words: how much it matters, its code, what is the case, what to do."""
    return [
        element(
            "p",
            level_badge(words, finding.level),
            " ",
            element("span", finding.code, class_="code", title=finding.name),
            " ",
            element("span", finding.message, lang="en"),
        ),
        _labelled(words("help"), finding.help, "help", lang="en") if finding.help else None,
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
        element("p", one.claim.text, class_="claim-words", dir="auto"),
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
    said = [view.words("page", page=claim.page)] if claim.page else []
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
    # A finding of the claim has said already what to do.
    advised = any(view.findings[each].help for each in view.findings_of.get(at, ()))
    return element(
        "section",
        _source(view, citation),
        _quote(view.words, citation),
        _said(words, verdict) if verdict else _unchecked(words, citation),
        evidence(view, citation, view.picture(one, number)),
        better_source(words, verdict.better) if verdict and verdict.better else None,
        _after_words(words, verdict, advised=advised) if verdict else None,
        _labelled(words("checked_by"), judged_by(verdict.judge), "by") if verdict else None,
        class_="citation",
    )


def _source(view: ReportView, citation: CheckedCitation) -> Markup:
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


def _quote(words: Words, citation: CheckedCitation) -> Markup | None:
    if citation.quote is None:
        return None
    return _labelled(words("quote"), words("in_quotes", text=citation.quote.text), "quote")


def _unchecked(words: Words, citation: CheckedCitation) -> Markup:
    reason = citation.unchecked or words("unchecked.unknown")
    return _labelled(words("unchecked"), reason, "unchecked", lang="en")


def _said(words: Words, verdict: Verdict) -> Child:
    """Both halves of a verdict, the reason, and what does not agree."""
    conflicts = [element("li", one.sentence, lang="en") for one in verdict.conflicts]
    reason = _reason(verdict)
    return [
        element("ul", _halves(words, verdict), class_="halves"),
        _labelled(words("reason"), reason, "reason", lang="en") if reason else None,
        element("ul", conflicts, class_="conflicts") if conflicts else None,
    ]


def _reason(verdict: Verdict) -> str:
    """Why, in a sentence; the notes say it where nothing else on the card does."""
    shown = verdict.passage or verdict.nearest
    return verdict.reason or ("" if shown else verdict.notes)


def _after_words(words: Words, verdict: Verdict, *, advised: bool) -> Child:
    """What to do, and the whole of what the check says."""
    full = verdict.notes if verdict.notes != _reason(verdict) else ""
    fix = "" if advised else verdict.fix
    return [
        _labelled(words("help"), fix, "help", lang="en") if fix else None,
        element("details", element("summary", words("in_full")), element("p", full, lang="en"))
        if full
        else None,
    ]


def _halves(words: Words, verdict: Verdict) -> Iterator[Markup]:
    """Are the words there, and do they carry the claim: each in words, good or not."""
    if verdict.match is not None:
        differences = ", ".join(verdict.differences)
        said = words(f"match.{verdict.match}")
        if verdict.match is Match.NORMALISED and differences:
            said = f"{said} ({differences})"
        yield element("li", said, class_="good" if verdict.match.located else "bad")
    if verdict.place in (Place.ELSEWHERE, Place.SEVERAL):
        yield element("li", words(f"place.{verdict.place}", places=verdict.places), class_="open")
    # Words that are not there are not judged; to say so beside it would only distract.
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
    numbers = view.findings_of.get(at, ())
    if not numbers:
        return None
    listed = [
        element(
            "li",
            finding_text(view.findings[number], view.words),
            class_=f"finding {view.findings[number].level}",
        )
        for number in numbers
    ]
    return element("ul", listed, class_="findings")


def _labelled(label: str, text: str, name: str, *, lang: str | None = None) -> Markup:
    said = element("span", text, lang=lang)
    return element("p", join((element("span", label, class_="label"), " ", said)), class_=name)

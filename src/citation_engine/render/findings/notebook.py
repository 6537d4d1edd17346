"""
Shows a checked report in a notebook: plain HTML without script, or Markdown, or one line.

Notebooks show strangers' words beside code that can be run, so all of it is escaped.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape

from citation_engine.display import one_line
from citation_engine.model.checked import Checked, CheckedCitation, CheckedClaim, ClaimState
from citation_engine.model.finding import Finding
from citation_engine.model.verdict import Support
from citation_engine.render.findings.page.element import Child, Markup, element
from citation_engine.render.findings.page.evidence import excerpt, where
from citation_engine.render.findings.page.view import STATES, outcome
from citation_engine.render.findings.report import SIGNS
from citation_engine.render.findings.words import OutputWords

_WORDS = OutputWords("en")
_SHOWN = 300
_INK = "var(--jp-ui-font-color1, var(--vscode-editor-foreground, CanvasText))"
_FAINT = "color-mix(in srgb, CanvasText 70%, Canvas)"
_QUIET = f"var(--jp-ui-font-color2, var(--vscode-descriptionForeground, {_FAINT}))"
_LINE = "var(--jp-border-color2, var(--vscode-widget-border, rgb(128 128 128 / 40%)))"
_MARK = "rgb(255 213 0 / 35%)"
_FONT = "var(--jp-ui-font-family, system-ui, sans-serif)"
# Colours that can be told from a light and from a dark ground; a sign and a word stand beside.
_TONES = {
    ClaimState.FAILED: "#d6453d",
    ClaimState.CONTRADICTED: "#b04aa3",
    ClaimState.PARTIAL: "#b9801c",
    ClaimState.UNDECIDED: "#4d79d6",
    ClaimState.NOT_CHECKED: "#7d8694",
    ClaimState.UNCITED: "#258a93",
    ClaimState.SUPPORTED: "#2f9156",
}
_CELL = f"padding:.35em .6em;text-align:left;vertical-align:top;border-bottom:1px solid {_LINE};"
# What Markdown, and notebooks that write formulas in it, would take for a sign.
_MARKDOWN = re.compile(r"[\\`*_{}\[\]()#+\-.!|~$^:@/]")


def notebook_html(checked: Checked, most: int = 50) -> str:
    """Return a table of the claims, the worst first, of at most `most` rows."""
    claims = _sorted(checked)
    rows = [_row(checked, one) for one in claims[:most]]
    heads = [element("th", name, style=_CELL) for name in ("", "Claim", "Source", "Found")]
    table = element(
        "table",
        element("thead", element("tr", heads)),
        element("tbody", rows),
        style="border-collapse:collapse;width:100%;",
    )
    return element(
        "div",
        _unchecked(checked),
        element("p", element("b", checked.name), f": {_outcome(checked)}", style="margin:.3em 0;"),
        [
            element("p", f"Note: {note}", style=f"margin:.3em 0;color:{_QUIET};")
            for note in checked.notes
        ],
        table if rows else None,
        element("p", f"… {len(claims) - most} more: ", element("code", ".to_pandas()"))
        if len(claims) > most
        else None,
        [element("p", said, style="margin:.3em 0;") for said in _general(checked, claims, most)],
        style=f"font-family:{_FONT};font-size:13px;line-height:1.5;color:{_INK};",
    )


def notebook_markdown(checked: Checked, most: int = 50) -> str:
    """Return the same table as Markdown."""
    claims = _sorted(checked)
    lines = [f"**{_plain(checked.name)}**: {_plain(_outcome(checked))}", ""]
    lines += [f"**Not everything could be checked:** {_plain(one)}\n" for one in checked.unchecked]
    lines += [f"Note: {_plain(one)}\n" for one in checked.notes]
    if claims:
        lines += ["| State | Claim | Source | Found |", "|---|---|---|---|"]
        lines += [_markdown_row(checked, one) for one in claims[:most]]
    if len(claims) > most:
        lines += ["", f"… {len(claims) - most} more: `.to_pandas()`"]
    lines += [f"\n{_plain(said)}" for said in _general(checked, claims, most)]
    return "\n".join(lines) + "\n"


def short(checked: Checked) -> str:
    """Return one line that says how the report stands, never better than it does."""
    counted = [
        f"{SIGNS[state]} {number} {_WORDS(f'state.{state}')}"
        for state in STATES
        if (number := len(checked.in_state(state)))
    ]
    states = f" {', '.join(counted)}" if counted else ""
    name = one_line(checked.name, 100)
    return f"<{type(checked).__name__} {name}: {_outcome(checked)}{states}>"


def _sorted(checked: Checked) -> list[CheckedClaim]:
    order = {state: number for number, state in enumerate(STATES)}
    shown = [one for one in checked.claims if one.state in order]
    return sorted(shown, key=lambda one: order[one.state])


def _outcome(checked: Checked) -> str:
    """The result in a sentence; what could not be checked is part of it."""
    said = outcome(checked, _WORDS)[1]
    return said if checked.complete else f"{said} {_WORDS('incomplete')}."


def _unchecked(checked: Checked) -> Markup | None:
    if checked.complete:
        return None
    style = f"border:2px solid {_TONES[ClaimState.PARTIAL]};border-radius:4px;padding:.4em .8em;"
    listed = [element("li", one) for one in checked.unchecked]
    return element(
        "div",
        element("b", _WORDS("incomplete")),
        element("ul", listed, style="margin:.2em 0;padding-left:1.5em;"),
        style=style,
    )


def _row(checked: Checked, one: CheckedClaim) -> Markup:
    tone = f"border-left:4px solid {_TONES[one.state]};white-space:nowrap;"
    words = one_line(one.claim.statement, _SHOWN)
    return element(
        "tr",
        element("td", _state(one), style=_CELL + tone),
        element("td", words, style=_CELL),
        element("td", [element("div", said) for said in _sources(checked, one)], style=_CELL),
        element("td", _found(checked, one), style=_CELL),
    )


def _state(one: CheckedClaim) -> str:
    return f"{SIGNS[one.state]} {_WORDS(f'state.{one.state}')}"


def _general(checked: Checked, claims: Sequence[CheckedClaim], most: int) -> list[str]:
    """What is wrong beside the claims, such as a source that nothing cites."""
    known = {one.claim.id for one in claims}
    found = [one for one in checked.findings if one.claim not in known]
    said = [f"{one.code} {one.message}" for one in found[:most]]
    return said + ([f"… {len(found) - most} more: `.findings`"] if len(found) > most else [])


def _sources(checked: Checked, one: CheckedClaim) -> Iterator[str]:
    for citation in one.citations:
        source = checked.source(citation.source)
        name = source.name if source else ""
        yield " · ".join(filter(None, (f"{citation.source} {name}".strip(), _place(citation))))


def _place(citation: CheckedCitation) -> str:
    verdict = citation.verdict
    found = (verdict.passage or verdict.nearest) if verdict else None
    return where(_WORDS, found) if found else ""


def _found(checked: Checked, one: CheckedClaim) -> list[Child]:
    """What is wrong, and behind a click the words of the source."""
    parts: list[Child] = [
        element("div", element("b", finding.code), f" {finding.message}")
        for finding in _findings(checked, one)
    ]
    return parts + [_details(citation) for citation in one.citations]


def _findings(checked: Checked, one: CheckedClaim) -> list[Finding]:
    return [finding for finding in checked.findings if finding.claim == one.claim.id]


def _details(citation: CheckedCitation) -> Markup:
    verdict = citation.verdict
    if verdict is None:
        return element("div", f"Not checked: {citation.unchecked or 'the reason is not known.'}")
    said = [_WORDS(f"match.{verdict.match}")] if verdict.match else []
    found = verdict.passage or verdict.nearest
    if verdict.passage or not said or verdict.support is not Support.NOT_JUDGED:
        said.append(_WORDS(f"support.{verdict.support}"))
    body: list[Child] = [element("div", text) for text in (verdict.reason, verdict.fix) if text]
    if citation.quote:
        body.append(element("div", f"Quoted: “{one_line(citation.quote.text, _SHOWN)}”"))
    if found and verdict.passage is None:
        body.append(element("div", element("i", _WORDS("evidence.nearest"))))
    if found:
        body.append(_styled(excerpt(found, exact=verdict.passage is not None)))
    if not body:
        return element("div", ". ".join(said))
    summary = element("summary", ". ".join(said), style="cursor:pointer;")
    return element("details", summary, body)


def _styled(markup: Markup) -> Markup:
    """An excerpt with its style beside it; `mark` and `blockquote` are ours, words are escaped."""
    styled = markup.replace("<mark>", f'<mark style="background:{_MARK};color:inherit;">', -1)
    margin = f"margin:.3em 0;padding-left:.8em;border-left:3px solid {_LINE};color:{_QUIET};"
    return Markup(styled.replace('<blockquote class="excerpt">', f'<blockquote style="{margin}">'))


def _markdown_row(checked: Checked, one: CheckedClaim) -> str:
    found = [f"{finding.code} {finding.message}" for finding in _findings(checked, one)]
    found += [f"not checked: {c.unchecked}" for c in one.citations if c.verdict is None]
    cells = (_state(one), one.claim.statement, "; ".join(_sources(checked, one)), "; ".join(found))
    return f"| {' | '.join(map(_plain, cells))} |"


def _plain(text: str) -> str:
    """Text as Markdown that shows it: on one line, every sign of markup escaped."""
    escaped = escape(one_line(text, _SHOWN), quote=False)
    return _MARKDOWN.sub(r"\\\g<0>", escaped)

"""
Shows a checked report in a notebook: plain HTML without script, or Markdown, or one line.

Notebooks show strangers' words beside code that can be run, so all of it is escaped.
"""

import re
from collections.abc import Iterator
from html import escape

from citation_engine.display import one_line
from citation_engine.model.checked import Checked, CheckedCitation, CheckedClaim, ClaimState
from citation_engine.model.finding import Finding
from citation_engine.model.verdict import Support
from citation_engine.render.findings.german import spoken
from citation_engine.render.findings.page.element import Child, Markup, element
from citation_engine.render.findings.page.evidence import excerpt, where
from citation_engine.render.findings.page.view import STATES, outcome
from citation_engine.render.findings.report import SIGNS, TOGETHER
from citation_engine.render.findings.words import OutputWords

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


def notebook_html(checked: Checked, most: int = 50, language: str = "en") -> str:
    """Return a table of the claims, the worst first, of at most `most` rows."""
    shown = _Notebook(checked, most, language)
    heads = [element("th", name, style=_CELL) for name in ("", *shown.heads)]
    table = element(
        "table",
        element("thead", element("tr", heads)),
        element("tbody", [shown.row(one) for one in shown.listed]),
        style="border-collapse:collapse;width:100%;",
    )
    left_out = element("p", f"{shown.more(shown.left_out)}: ", element("code", ".to_pandas()"))
    notes = [element("p", note, style=f"margin:.3em 0;color:{_QUIET};") for note in shown.notes]
    title = element("b", checked.name), f": {shown.outcome}"
    return element(
        "div",
        shown.unchecked,
        element("p", *title, style="margin:.3em 0;"),
        notes,
        table if shown.listed else None,
        left_out if shown.left_out else None,
        [element("p", said, style="margin:.3em 0;") for said in shown.general],
        style=f"font-family:{_FONT};font-size:13px;line-height:1.5;color:{_INK};",
    )


def notebook_markdown(checked: Checked, most: int = 50, language: str = "en") -> str:
    """Return the same table as Markdown."""
    shown = _Notebook(checked, most, language)
    unchecked = shown.words("incomplete")
    lines = [f"**{_plain(checked.name)}**: {_plain(shown.outcome)}", ""]
    lines += [f"**{unchecked}:** {_plain(one)}\n" for one in shown.checked.unchecked]
    lines += [f"{_plain(one)}\n" for one in shown.notes]
    if shown.listed:
        heads = " | ".join([shown.words("state"), *shown.heads])
        lines += [f"| {heads} |", "|---|---|---|---|"]
        lines += [shown.markdown_row(one) for one in shown.listed]
    if shown.left_out:
        lines += ["", f"{shown.more(shown.left_out)}: `.to_pandas()`"]
    lines += [f"\n{_plain(said)}" for said in shown.general]
    return "\n".join(lines) + "\n"


def short(checked: Checked, language: str = "en") -> str:
    """Return one line that says how the report stands, never better than it does."""
    shown = _Notebook(checked, 0, language)
    counted = [
        f"{SIGNS[state]} {number} {shown.words.state(state)}"
        for state in STATES
        if (number := len(checked.in_state(state)))
    ]
    states = f" {', '.join(counted)}" if counted else ""
    name = one_line(checked.name, 100)
    return f"<{type(checked).__name__} {name}: {shown.outcome}{states}>"


class _Notebook:
    """A checked report with all that is said of it in one language."""

    def __init__(self, checked: Checked, most: int, language: str) -> None:
        self.words = OutputWords(language)
        self.checked = spoken(checked, language)
        self._most = most
        order = {state: number for number, state in enumerate(STATES)}
        claims = [one for one in self.checked.claims if one.state in order]
        self._claims = sorted(claims, key=lambda one: order[one.state])
        self.listed, self.left_out = self._claims[:most], max(0, len(claims) - most)
        claim, note = (self.words(key, 1).capitalize() for key in ("claim", "note"))
        self.heads = (claim, self.words("label"), self.words("finding"))
        self.notes = [f"{note}: {one}" for one in self.checked.notes]

    def more(self, count: int) -> str:
        """How many more there are."""
        return self.words("changes.more", count)

    @property
    def outcome(self) -> str:
        """The result in a sentence; what could not be checked is part of it."""
        said = outcome(self.checked, self.words)[1]
        return said if self.checked.complete else f"{said} {self.words('incomplete')}."

    @property
    def unchecked(self) -> Markup | None:
        """What could not be checked, in a frame."""
        if self.checked.complete:
            return None
        style = (
            f"border:2px solid {_TONES[ClaimState.PARTIAL]};border-radius:4px;padding:.4em .8em;"
        )
        listed = [element("li", one) for one in self.checked.unchecked]
        return element(
            "div",
            element("b", self.words("incomplete")),
            element("ul", listed, style="margin:.2em 0;padding-left:1.5em;"),
            style=style,
        )

    @property
    def general(self) -> list[str]:
        """What is wrong beside the claims; what nothing cites is one line."""
        known = {one.claim.id for one in self._claims}
        found = [one for one in self.checked.findings if one.claim not in known]
        unused = [one for one in found if one.code in TOGETHER["unused"]]
        others = [one for one in found if one.code not in TOGETHER["unused"]]
        said = [f"{one.code} {one.message}" for one in others[: self._most]]
        if (left_out := len(others) - self._most) > 0:
            said.append(f"{self.more(left_out)}: `.findings`")
        return said + ([f"{self.words('folded.unused', len(unused))}."] if unused else [])

    def row(self, one: CheckedClaim) -> Markup:
        """A claim as a row of the table."""
        tone = f"border-left:4px solid {_TONES[one.state]};white-space:nowrap;"
        words = one_line(one.claim.statement, _SHOWN)
        return element(
            "tr",
            element("td", self._state(one), style=_CELL + tone),
            element("td", words, style=_CELL),
            element("td", [element("div", said) for said in self._sources(one)], style=_CELL),
            element("td", self._found(one), style=_CELL),
        )

    def markdown_row(self, one: CheckedClaim) -> str:
        """A claim as a row of a table in Markdown."""
        found = [f"{finding.code} {finding.message}" for finding in self._findings(one)]
        found += [self._not_checked(c) for c in one.citations if c.verdict is None]
        sources = "; ".join(self._sources(one))
        cells = (self._state(one), one.claim.statement, sources, "; ".join(found))
        return f"| {' | '.join(map(_plain, cells))} |"

    def _state(self, one: CheckedClaim) -> str:
        return f"{SIGNS[one.state]} {self.words.state(one.state)}"

    def _sources(self, one: CheckedClaim) -> Iterator[str]:
        for citation in one.citations:
            source = self.checked.source(citation.source)
            name = source.name if source else ""
            place = self._place(citation)
            yield " · ".join(filter(None, (f"{citation.source} {name}".strip(), place)))

    def _place(self, citation: CheckedCitation) -> str:
        verdict = citation.verdict
        found = (verdict.passage or verdict.nearest) if verdict else None
        return where(self.words, found) if found else ""

    def _found(self, one: CheckedClaim) -> list[Child]:
        """What is wrong, and behind a click the words of the source."""
        parts: list[Child] = [
            element("div", element("b", finding.code), f" {finding.message}")
            for finding in self._findings(one)
        ]
        return parts + [self._details(citation) for citation in one.citations]

    def _findings(self, one: CheckedClaim) -> list[Finding]:
        return [finding for finding in self.checked.findings if finding.claim == one.claim.id]

    def _not_checked(self, citation: CheckedCitation) -> str:
        reason = citation.unchecked or self.words("unchecked.unknown")
        return f"{self.words('unchecked')} {reason}"

    def _details(self, citation: CheckedCitation) -> Markup:
        verdict, words = citation.verdict, self.words
        if verdict is None:
            return element("div", self._not_checked(citation))
        said = [words(f"match.{verdict.match}")] if verdict.match else []
        found = verdict.passage or verdict.nearest
        if verdict.passage or not said or verdict.support is not Support.NOT_JUDGED:
            said.append(words(f"support.{verdict.support}"))
        body: list[Child] = [element("div", text) for text in (verdict.reason, verdict.fix) if text]
        if citation.quote:
            quoted = words("in_quotes", text=one_line(citation.quote.text, _SHOWN))
            body.append(element("div", f"{words('quote')}: {quoted}"))
        if found and verdict.passage is None:
            body.append(element("div", element("i", words("evidence.nearest"))))
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


def _plain(text: str) -> str:
    """Text as Markdown that shows it: on one line, every sign of markup escaped."""
    escaped = escape(one_line(text, _SHOWN), quote=False)
    return _MARKDOWN.sub(r"\\\g<0>", escaped)

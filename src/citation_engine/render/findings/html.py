"""
Writes checked reports as one HTML file that needs nothing else: no network, no other file.

OutputWords of reports and sources are in it as text only. A policy in the page lets it run its own
script and style, which are known by their hashes, and load nothing.
"""

import base64
import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from citation_engine.model.checked import Checked
from citation_engine.render.findings.page.cards import cards, findings, ignored, sources
from citation_engine.render.findings.page.element import Child, Markup, element, join, raw
from citation_engine.render.findings.page.text import report_text
from citation_engine.render.findings.page.view import STATES, ReportView, filters, summary
from citation_engine.render.findings.report import DEFAULT, NAME, Options
from citation_engine.render.findings.words import OutputWords

_PAGE = "citation_engine.render.findings.page"
# The sentences that the script says.
_SCRIPTED = ("shown", "current", "no_match")


def html(checked: Sequence[Checked], options: Options = DEFAULT) -> str:
    """Return one self-contained page with the reports, their claims and what was found."""
    words = OutputWords(options.language)
    views = [ReportView(number, one, options) for number, one in enumerate(checked)]
    head, body = _head(views, words), _body(views, words)
    page = element("html", head, body, lang=options.language, class_="plain")
    return f"<!doctype html>\n{page}\n"


def policy(style: str, script: str) -> str:
    """Return the policy of a page that runs this style and script, and nothing else."""
    return (
        "default-src 'none'; img-src data:; "
        f"style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(content: str) -> str:
    digest = hashlib.sha256(content.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


@cache
def _read(name: str) -> str:
    return (files(_PAGE) / name).read_text("utf-8").strip()


def _head(views: Sequence[ReportView], words: OutputWords) -> Markup:
    style, script = _read("page.css"), _read("page.js")
    named = ", ".join(view.checked.name for view in views)
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy(style, script)),
        element("meta", name="generator", content=NAME),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", f"{named} – {words('html.title')}" if named else words("html.title")),
        raw("style", style),
        raw("script", script, type="module"),
    )


def _body(views: Sequence[ReportView], words: OutputWords) -> Markup:
    said = {f"data_say_{name}": words(name) for name in _SCRIPTED}
    said |= {f"data_state_{state}": words(f"state.{state}") for state in STATES}
    return element(
        "body",
        element("a", words("skip"), href="#main", class_="skip"),
        _top(views, words),
        element("main", [_report(view) for view in views], id="main", tabindex=-1),
        _card(words),
        _keys(words),
        element("p", id="said", class_="unseen", role="status"),
        **said,
    )


def _top(views: Sequence[ReportView], words: OutputWords) -> Markup:
    """The bar that stays on the screen: title, filters, search, and switches."""
    links = [element("a", view.checked.name, href=f"#report-{view.number}") for view in views]
    return element(
        "header",
        element(
            "div",
            element("h1", words("html.title")),
            element("nav", links, aria_label=words("reports")) if len(links) > 1 else None,
            element(
                "div",
                element("button", words("dark"), type="button", id="dark", aria_pressed="false"),
                element("button", words("keys"), type="button", id="help"),
                class_="switches scripted",
            ),
            class_="line",
        ),
        element("div", filters(words, views), _search(words), class_="line tools scripted"),
        class_="top",
    )


def _search(words: OutputWords) -> Markup:
    return element(
        "div",
        element("label", words("search"), for_="search", class_="unseen"),
        element(
            "input",
            type="search",
            id="search",
            placeholder=words("search"),
            autocomplete="off",
            spellcheck="false",
            aria_keyshortcuts="/",
        ),
        element("p", id="count", class_="count"),
        element("button", words("reset"), type="button", id="reset", hidden=True),
        class_="search",
    )


def _report(view: ReportView) -> Markup:
    words, name = view.words, f"report-{view.number}"
    text, written = report_text(view), view.checked.draft.format
    return element(
        "article",
        element("h2", view.checked.name, id=f"{name}-name", class_="report-name"),
        summary(view),
        element(
            "div",
            _section(name, "text", words("report.text"), text.markup, f"text {written}"),
            _section(name, "claims", words("claims.title"), cards(view, text), "claims"),
            class_="panes",
        ),
        _section(
            name,
            "findings",
            words("findings.title"),
            [findings(view, text), ignored(view)],
            "low",
        ),
        _section(name, "sources", words("sources.title"), sources(view), "low"),
        class_="report",
        id=name,
        aria_labelledby=f"{name}-name",
    )


def _section(report: str, part: str, title: str, content: Child, kind: str) -> Markup:
    """A part of a report, called by its title and by the report's name."""
    name = f"{report}-{part}"
    return element(
        "section",
        element("h3", title, id=name),
        content,
        class_=kind,
        aria_labelledby=f"{name} {report}-name",
        tabindex=0 if kind == "claims" else None,
    )


def _card(words: OutputWords) -> Markup:
    """The card that appears beside a claim; the script fills it with a copy of the claim's."""
    return element(
        "div",
        element("button", words("close"), type="button", class_="close"),
        element("div", id="card-content"),
        id="card",
        role="region",
        aria_label=words("card"),
        tabindex=0,
        hidden=True,
    )


def _keys(words: OutputWords) -> Markup:
    """What the keys do, and the switch that turns them off."""
    return element(
        "dialog",
        element("h2", words("keys.title"), id="keys-title"),
        element("dl", join(_listed_keys(words))),
        element(
            "p",
            element("input", type="checkbox", id="keys-on", checked=True),
            " ",
            element("label", words("keys.on"), for_="keys-on"),
        ),
        element("button", words("close"), type="button", class_="close"),
        id="keys",
        aria_labelledby="keys-title",
    )


def _listed_keys(words: OutputWords) -> Iterator[Markup]:
    shown = {
        "next": ("j",),
        "previous": ("k",),
        "filter": ("1", "…", "7"),
        "search": ("/",),
        "help": ("?",),
        "close": ("Esc",),
    }
    for name, keys in shown.items():
        signs = [key if key == "…" else element("kbd", key) for key in keys]
        yield element("div", element("dt", signs), element("dd", words(f"keys.{name}")))

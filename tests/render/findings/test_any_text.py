"""Whatever words a report or a source has, every output stays what it is."""

import json as codec
import re
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from citation_engine.model.checked import CheckedClaim, ClaimState
from citation_engine.model.draft import Claim
from citation_engine.model.passage import Span
from citation_engine.render.findings.formats import render
from made_checks import PASSAGE, finding, with_finding

NASTY = st.sampled_from(
    [
        *("\n", "\r", "\r\n", "::", "::error::", "::error%", "%0A", "%25", ",", ":"),
        *("##[error]", "##vso[x]", "\x1b[31m", "\x9b", "\x00", "\u202e", "\u2028", "\u2029"),
        *("\x85", "\ud800", "\ufffe", "\ufeff", "\t", "\x0b", "\u00ad", "|", "`", "<", ">"),
        *("&", "]]>", "<!--", "{", "}", "[a](b)", "\\", '"', "'", "é", "漢", "😀"),
    ]
)
TEXTS = st.lists(st.one_of(NASTY, st.text(st.characters(), max_size=8)), max_size=12).map("".join)
COMMAND = re.compile(r"::(error|warning|notice) [^:\r\n]*::[^\r\n]*")
STEERS = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


@st.composite
def reports(draw):
    """A report with one finding, all of whose words are anything."""
    text = draw(TEXTS)
    start = draw(st.integers(0, len(text)))
    span = Span(start, draw(st.integers(start, len(text))))
    words = draw(TEXTS)
    claim = Claim(id="c", text=words, span=span)
    sources = [
        source.model_copy(update={"name": words, "reason": words, "identifier": words})
        for source in with_finding(finding()).sources
    ]
    return with_finding(
        finding(
            draw(TEXTS),
            help=draw(TEXTS),
            marker=draw(TEXTS),
            span=span,
            claim="c",
            source="S2",
            evidence=PASSAGE.model_copy(update={"text": draw(TEXTS), "before": words}),
        ),
        text=text,
        name=draw(TEXTS) or "a.md",
        claims=[CheckedClaim(claim=claim, state=ClaimState.FAILED)],
        sources=sources,
        notes=(draw(TEXTS),),
        unchecked=(draw(TEXTS),),
    )


@given(reports())
def test_json_stays_json(checked):
    written = codec.loads(render([checked], "json"))

    assert written["findings"][0]["message"] == checked.findings[0].message
    for name in ("gitlab", "sarif"):
        text = render([checked], name)
        codec.loads(text)
        text.encode()
        assert not re.search(r"\\ud[89a-f]", text)


@given(reports())
def test_json_lines_stay_lines(checked):
    lines = [codec.loads(line) for line in render([checked], "jsonl").splitlines()]

    assert [line["type"] for line in lines] == ["finding", "unchecked", "summary"]


@given(reports())
def test_junit_stays_xml(checked):
    root = ElementTree.fromstring(render([checked], "junit").encode())

    assert [case[0].tag for case in root.iter("testcase")] == ["failure", "error"]


@given(reports())
def test_annotations_start_only_where_we_start_them(checked):
    *lines, last = render([checked], "github").splitlines()

    assert len(lines) == 2
    assert all(COMMAND.fullmatch(line) for line in lines)
    assert last == "Found 1 error. Not everything could be checked."


@settings(max_examples=50)
@given(reports())
def test_what_a_terminal_shows_does_not_steer_it(checked):
    for name in ("full", "concise", "grouped", "markdown"):
        shown = render([checked], name, show_sources=True)

        assert not STEERS.search(shown)
        assert not re.search(r"##(vso)?\[", shown, re.IGNORECASE)
        assert [line for line in shown.splitlines() if line.lstrip().startswith("::")] == []
        shown.encode()

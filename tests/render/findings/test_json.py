import json as codec
from copy import deepcopy

import jsonschema
import pytest

from citation_engine.model.draft import Draft, DraftFormat
from citation_engine.model.passage import Span
from citation_engine.render.findings.json import json, jsonl, schema
from made_checks import TEXT, clean, finding, report, with_finding


def as_fields(checked):
    return codec.loads(json([checked]))


def closed(value):
    """A schema that refuses what it does not describe, so that no field goes undescribed."""
    if isinstance(value, list):
        return [closed(one) for one in value]
    if not isinstance(value, dict):
        return value
    made = {name: closed(one) for name, one in value.items()}
    if made.get("type") == "object" and "properties" in made:
        made.setdefault("additionalProperties", False)
    return made


@pytest.fixture(scope="module")
def strict():
    whole = deepcopy(schema())
    known = set(whole["$defs"]["report"]["properties"]) | {"reports"}
    made = closed(whole)
    made["properties"] |= dict.fromkeys(known, True)
    head = {"version": True, "tool": True}
    made["$defs"]["report"]["properties"] |= head
    made["oneOf"][1]["properties"] |= head
    return jsonschema.Draft202012Validator(made)


def test_the_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize(
    "checked",
    [
        [report()],
        [clean()],
        [report(), clean()],
        [],
        [report(draft=Draft(text=TEXT, format=DraftFormat.PDF))],
    ],
    ids=["one", "clean", "two", "none", "pdf"],
)
def test_what_is_written_is_what_the_schema_describes(checked, strict):
    written = codec.loads(json(checked))

    strict.validate(written)
    jsonschema.validate(written, schema())


def test_a_report_says_everything_that_was_found():
    written = codec.loads(json([report()]))

    assert written["version"] == 1
    assert written["report"]["name"] == "report.md"
    assert written["summary"]["ok"] is False
    assert written["summary"]["findings"] == {"error": 2, "warning": 2, "info": 1}
    assert written["unchecked"] == ["scan.pdf could not be read: it is encrypted."]
    assert [one["code"] for one in written["findings"]] == [
        *("CE203", "CE101", "CE301", "CE002", "CE405")
    ]
    first = written["findings"][0]
    span = first["span"]
    assert TEXT[span["start"] : span["end"]] == "42 percent"
    assert (span["line"], span["col"], span["end_line"], span["end_col"]) == (4, 21, 4, 31)
    assert first["evidence"]["kind"] == "passage"
    assert written["findings"][1]["evidence"]["kind"] == "nearest"
    assert written["claims"][1]["findings"] == [first["id"]]
    assert written["ignored"][0]["reason"] == "A joke of the author."


def test_a_citation_has_its_verdict_and_its_selectors():
    held = as_fields(report())["claims"][2]["citations"][0]

    assert (held["verdict"], held["support"], held["citation_id"]) == ("verified", "supported", 7)
    assert [selector["type"] for selector in held["selectors"]] == [
        *("TextQuoteSelector", "TextPositionSelector", "FragmentSelector")
    ]
    assert held["selectors"][0]["exact"] == "a relative reduction of 24%"
    assert held["rects"] == [{"page": 6, "x0": 72.0, "y0": 500.0, "x1": 300.0, "y1": 512.0}]


def test_a_citation_that_was_not_checked_has_no_verdict():
    fields = as_fields(report(unchecked=()))
    held = fields["claims"][4]["citations"][0]

    assert held["verdict"] is None
    assert held["unchecked"] == "scan.pdf has no words."
    assert fields["summary"]["complete"] is False
    assert fields["summary"]["ok"] is False


def test_several_reports_stand_in_a_list():
    written = codec.loads(json([report(), clean()]))

    assert [one["report"]["name"] for one in written["reports"]] == ["report.md", "clean.md"]


def test_a_draft_without_lines_has_offsets_only():
    checked = with_finding(finding(span=Span(2, 4)), format=DraftFormat.DOCX)

    span = as_fields(checked)["findings"][0]["span"]

    assert (span["start"], span["end"], span["line"], span["col"]) == (2, 4, None, None)


def test_what_could_steer_a_terminal_is_escaped_and_comes_back():
    bad = "\x1b[31m \x9b \u202e \u2028 \ud800 \x7f"

    text = json([with_finding(finding(bad), notes=(bad,))])

    assert not any(sign in text for sign in "\x1b\x9b\u202e\u2028\ud800\x7f")
    assert codec.loads(text)["findings"][0]["message"] == bad
    assert codec.loads(text)["notes"] == [bad]


def test_the_id_of_a_finding_does_not_depend_on_its_line_or_wording():
    moved = "Added.\n\n" + TEXT

    def first_id(text: str, message: str) -> str:
        start = text.index("42 percent")
        one = finding(message, span=Span(start, start + 10), claim="c2", source="S2")
        return as_fields(with_finding(one, text=text))["findings"][0]["id"]

    assert first_id(TEXT, "a") == first_id(moved, "b")


def test_findings_that_are_alike_have_different_ids():
    twice = report(findings=(finding(), finding(), finding(code="CE202")))

    assert len({one["id"] for one in as_fields(twice)["findings"]}) == 3


def test_the_id_of_a_finding_does_not_depend_on_the_number_of_its_source():
    sources = report().sources
    renumbered = [one.model_copy(update={"label": f"S{n}"}) for n, one in enumerate(sources, 11)]
    before = with_finding(finding(source="S2"))
    after = with_finding(finding(source="S12"), sources=renumbered)

    assert as_fields(before)["findings"][0]["id"] == as_fields(after)["findings"][0]["id"]


def test_each_line_of_json_lines_says_what_it_is():
    lines = [codec.loads(line) for line in jsonl([report(), clean()]).splitlines()]

    assert [line["type"] for line in lines] == [
        *["finding"] * 5,
        *("ignored", "unchecked", "summary"),
        "summary",
    ]
    assert [line["report"] for line in lines[-2:]] == ["report.md", "clean.md"]
    assert [line["ok"] for line in lines[-2:]] == [False, True]
    jsonschema.validate(lines[0], {"$defs": schema()["$defs"], "$ref": "#/$defs/finding"})


def test_a_line_separator_in_a_text_does_not_end_a_line_of_json():
    written = jsonl([with_finding(finding("a\u2028b\u2029c\x85d\x0ce\nf"))])

    assert len(written.splitlines()) == 2

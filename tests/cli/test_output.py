import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.cli.output import Printer, ProgressLines, counted, one_line, safe

HOSTILE = "a\x1b[31m\x07\x9b2J\u202eb\u2066c\x00\u2028d\x7f"


def test_what_could_steer_a_terminal_is_shown_as_a_replacement():
    shown = safe(HOSTILE)

    assert shown.replace("\ufffd", "") == "a[31m2Jbcd"
    assert shown.count("\ufffd") == 9 - 1


def test_where_nobody_watches_a_line_says_now_and_then_how_far_it_is(capsys):
    said = ""
    with ProgressLines("{}: {} of {}".format, 0.01) as lines:
        for done in (0, 1, 5, 6, 8):
            lines.step("scan.pdf", done, 8)
            while done in (0, 5) and f"scan.pdf: {done} of 8\n" not in said:
                time.sleep(0.01)
                said += capsys.readouterr().err

    assert "8 of 8" not in said


def test_what_is_quick_says_nothing_of_how_far_it_is(capsys):
    with ProgressLines(lambda stage, *_: stage, 3600) as lines:
        lines.step("sources", 1, 8)

    assert capsys.readouterr().err == ""


@given(st.text())
def test_safe_text_has_no_control_and_no_turning_character(text):
    shown = safe(text)

    assert not any(ord(c) < 32 and c != "\n" for c in shown)
    assert not any(0x7F <= ord(c) <= 0x9F or 0xD800 <= ord(c) <= 0xDFFF for c in shown)
    assert not set(shown) & set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2069")


def test_ordinary_text_is_left_alone():
    text = "§ 8 Abs. 1: „zehn Jahre“ – 東京, é, 👍\nnext line"

    assert safe(text) == text


def test_one_line_joins_lines_and_shortens():
    assert one_line("a\n b\t c") == "a b c"
    assert one_line("abcdef ghi", 8) == "abcdef…"


@pytest.mark.parametrize(
    ("number", "noun", "shown"),
    [(1, "source", "1 source"), (2, "entry", "2 entries"), (1200, "source", "1,200 sources")],
)
def test_numbers_have_their_noun(number, noun, shown):
    assert counted(number, noun) == shown


def test_json_keeps_hostile_text_and_is_harmless(capsys):
    Printer("never").json({"text": HOSTILE})

    printed = capsys.readouterr().out
    assert json.loads(printed) == {"text": HOSTILE}
    assert printed.replace("\n", "").isprintable()


def test_json_lines_are_one_object_a_line(capsys):
    Printer("never").rows([{"a": "1\n2"}, {"a": 3}], "jsonl", ["a"])

    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line) for line in lines] == [{"a": "1\n2"}, {"a": 3}]


def test_csv_has_a_header_even_without_rows(capsys):
    Printer("never").rows([], "csv", ["a", "b"])

    assert capsys.readouterr().out == "a,b\n"


def test_csv_quotes_what_needs_it_and_writes_parts_as_json(capsys):
    Printer("never").rows([{"a": 'x, "y"', "b": {"page": 3}, "c": None}], "csv", ["a", "b", "c"])

    assert capsys.readouterr().out == 'a,b,c\n"x, ""y""","{""page"": 3}",\n'


def test_a_table_is_aligned_by_what_characters_take_up(capsys):
    Printer("never").table(("", "name", "last"), [("a", "東京", "x"), ("b", "abc", "y")])

    assert capsys.readouterr().out == "   name  last\na  東京  x\nb  abc   y\n"


def test_a_hostile_cell_stays_in_its_line(capsys):
    Printer("never").table(("name",), [("a\n\x1b[2Jb [red]c",)])

    assert capsys.readouterr().out == "name\na \ufffd[2Jb [red]c\n"


def test_a_long_last_cell_is_cut_and_the_others_stay(capsys):
    Printer("never").table(("id", "claim"), [("12345", "word " * 100)])

    _, row = capsys.readouterr().out.splitlines()
    assert row.startswith("12345  word word")
    assert row.endswith("…")
    assert len(row) <= 160


@pytest.mark.parametrize(
    ("color", "environment", "colored"),
    [
        ("auto", {}, False),
        ("always", {}, True),
        ("always", {"NO_COLOR": "1"}, True),
        ("never", {"FORCE_COLOR": "1"}, False),
        ("auto", {"FORCE_COLOR": "1"}, True),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colours_are_used_when_wanted(color, environment, colored, monkeypatch, capsys):
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    Printer(color).line(("red", "red"))

    assert ("\x1b[31m" in capsys.readouterr().out) is colored

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.render.findings import visible

HOSTILE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
ANY = st.text(st.characters(), max_size=80)


@pytest.mark.parametrize(
    ("character", "shown"),
    [
        ("\x1b", "␛"),
        ("\x00", "␀"),
        ("\r", "␍"),
        ("\x7f", "␡"),
        ("\x9b", "<U+009B>"),
        ("\u202e", "<U+202E>"),
        ("\u200b", "<U+200B>"),
        ("\ud800", "<U+D800>"),
        ("\u2028", "<U+2028>"),
        ("\t", "    "),
        ("\u00a0", " "),
        ("\u00ad", ""),
        ("漢", "漢"),
        ("\u200d", "\u200d"),
    ],
)
def test_a_character_that_cannot_be_shown_has_a_name(character, shown):
    assert visible.cell(character) == shown


@given(ANY)
def test_nothing_that_is_shown_steers_a_terminal(text):
    assert not HOSTILE.search("".join(visible.cells(text)))
    assert not HOSTILE.search(visible.flat(text))


@given(ANY)
def test_every_character_of_a_line_has_a_cell(text):
    assert len(visible.cells(text)) == len(text)


@pytest.mark.parametrize("command", ["##[error]", "x ##[add-mask]y", "##vso[task]", "##VSO[task]"])
def test_a_command_to_a_build_server_is_broken(command):
    assert "[" not in visible.flat(command)
    assert "[" not in "".join(visible.cells(command))


@pytest.mark.parametrize(("text", "size"), [("abc", 3), ("漢字", 4), ("e\u0301", 1), ("", 0)])
def test_wide_and_combined_characters_are_measured(text, size):
    assert visible.width(text) == size


def test_a_name_like_a_command_does_not_start_a_line():
    assert visible.path("::error::x.md") == "./::error::x.md"
    assert visible.path("report.md") == "report.md"


def test_a_word_split_at_a_line_end_keeps_its_hyphen():
    assert visible.flat("unver\u00ad\nänderbar") == "unver- änderbar"


def test_half_characters_become_whole_ones():
    assert visible.whole("a\ud800b") == "a\ufffdb"
    assert visible.whole("aüb") == "aüb"

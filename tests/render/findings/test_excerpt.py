from hypothesis import given
from hypothesis import strategies as st

from citation_engine.model.passage import Span
from citation_engine.render.findings.report import Places
from citation_engine.render.findings.terminal import caret_lines, excerpt, text_of
from citation_engine.render.findings.visible import cells, width


def shown(text: str, words: str, room: int = 100, **options) -> list[str]:
    start = text.index(words)
    span = Span(start, start + len(words))
    pieces = excerpt(text, Places(text), span, room=room, style="red", **options)
    return text_of(pieces).splitlines()


def test_carets_stand_under_the_words():
    assert shown("first\nError rates fell by 42 percent.", "42 percent") == [
        " 2 │ Error rates fell by 42 percent.",
        "   │                     ^^^^^^^^^^",
    ]


def test_carets_stand_right_behind_wide_characters_and_tabs():
    assert shown("漢字\tab\u0301c here", "here") == [
        " 1 │ 漢字    ab\u0301c here",
        "   │ " + " " * 12 + "^^^^",
    ]


def test_a_hidden_character_is_shown_and_has_its_carets():
    assert shown("a\u202eb", "\u202e") == [" 1 │ a<U+202E>b", "   │  ^^^^^^^^"]


def test_a_windows_line_end_is_not_shown():
    assert shown("one\r\ntwo\r\n", "two") == [" 2 │ two", "   │ ^^^"]


def test_a_very_long_line_is_shown_around_the_words():
    text = "a " * 5_000_000 + "NEEDLE" + " b" * 1_000_000
    lines = shown(text, "NEEDLE", room=60)

    assert max(map(len, lines)) <= 60
    assert lines[0].startswith(" 1 │ …")
    assert lines[0].endswith("…")
    start = lines[1].index("^")
    assert lines[0][start : len(lines[1])] == "NEEDLE"


def test_of_many_lines_the_first_are_shown():
    text = "one\n\nthree\nfour\nfive"

    assert shown(text, text) == [
        " 1 │ one",
        "   │ ^^^",
        " 2 │",
        " 3 │ three",
        "   │ ^^^^^",
        "   │ …",
    ]


def test_an_empty_span_is_pointed_at():
    text = "one"

    pieces = excerpt(text, Places(text), Span(3, 3), room=80, style="red")

    assert text_of(pieces).splitlines() == [" 1 │ one", "   │    ^"]


def test_a_text_without_lines_of_its_own_has_no_numbers():
    assert shown("one\ntwo", "two", numbered=False) == ["    │ two", "    │ ^^^"]


@given(
    st.text(st.sampled_from("ab \t漢\u0301\u202e\x1b#[" + "\u00ad"), min_size=1, max_size=300),
    st.data(),
)
def test_carets_begin_where_the_words_begin_and_everything_fits(line, data):
    start = data.draw(st.integers(0, len(line) - 1))
    end = data.draw(st.integers(start + 1, len(line)))

    words, carets = caret_lines(line, 0, len(line), Span(start, end), 60)

    assert width(words) <= 60
    # A caret under a character without width stands behind it.
    assert width(carets) <= max(1, width(words)) + (not width("".join(cells(line)[start:end])))
    if width("".join(cells(line))) <= 60:
        assert carets.index("^") == width("".join(cells(line)[:start]))
    assert carets.strip(" ") == "^" * carets.count("^")
    assert "^" in carets

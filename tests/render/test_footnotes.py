import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.link.references import find_references
from citation_engine.markers.reading import find_markers
from citation_engine.model.checked import CheckedSource
from citation_engine.model.draft import DraftFormat
from citation_engine.render.footnotes import write_footnotes


def source(number, name=None, **facts):
    return CheckedSource(
        label=f"S{number}", name=name or f"Title {number}", identifier=f"{number}.pdf", **facts
    )


SOURCES = (
    source(1, publisher="Press", year="2020", url="https://a.org/1"),
    source(2),
    source(3, "[S1] or [^7]: <b>"),
)


def footnoted(text, sources=SOURCES, **options):
    references = find_references(text, DraftFormat.MARKDOWN)
    return write_footnotes(text, find_markers(text), sources, references=references, **options)


def test_markers_become_footnotes_numbered_by_first_use():
    done = footnoted("B [S2]. A [S1]; both [S1, S2].\n")

    assert done.text == (
        "B [^1]. A [^2]; both [^2][^1].\n\n## Sources\n\n"
        "[^1]: Title 2\n[^2]: Title 1 — Press (2020) <https://a.org/1>\n"
    )
    assert [(one.number, one.source) for one in done.footnotes] == [(1, "S2"), (2, "S1")]
    assert done.left == ()


@pytest.mark.parametrize(
    ("marker", "signs"),
    [
        ("[[S:1,2]]", "[^1][^2]"),
        ("[[S:1-3]]", "[^1][^2][^3]"),
        ("[S2][S1]", "[^1][^2]"),
        ("[S1, S1]", "[^1]"),
        ('<sup class="cite" data-sids="1,2">[1]</sup>', "[^1][^2]"),
        ("[S1](https://a.org/1)", "[^1]"),
        ("[S1](https://b.org)", "[^1](https://b.org)"),
    ],
)
def test_every_numbered_dialect_is_turned(marker, signs):
    assert footnoted(f"Costs fell {marker}.").text.startswith(f"Costs fell {signs}.\n\n## Sources")


def test_a_marker_of_no_known_source_stays_and_is_named():
    done = footnoted("A [S9] b [S1, S9] c [S1].\n")

    assert done.text.startswith("A [S9] b [S1, S9] c [^1].\n")
    assert [marker.text for marker in done.left] == ["[S9]", "[S1, S9]"]


def test_code_stays_as_it_is():
    text = "Write `[S1]` so:\n\n```\n[S1]\n```\n"

    assert footnoted(text + "A [S2].").text.startswith(text + "A [^1].\n\n## Sources")


def test_footnotes_that_are_there_keep_their_numbers_and_words():
    done = footnoted("A[^1] b [S2] c[^x].\n\n[^1]: My own note.\n[^x]: Another.\n")

    assert done.text == (
        "A[^1] b [^2] c[^x].\n\n[^1]: My own note.\n[^x]: Another.\n[^2]: Title 2\n"
    )


def test_a_source_that_has_a_footnote_keeps_it():
    first = footnoted("A [S2].\n").text
    second = footnoted(first.replace("A [^1].", "A [^1]. B [S1]. C [S2].")).text

    assert second.startswith("A [^1]. B [^2]. C [^1].\n")
    assert second.endswith("[^1]: Title 2\n[^2]: Title 1 — Press (2020) <https://a.org/1>\n")
    assert second.count("## Sources") == 1


def test_the_draft_s_own_entries_become_the_footnotes():
    text = "A [S2] b [S1].\n\n## Sources\n\n- [S1] My words, https://a.org\n"

    assert footnoted(text).text == (
        "A [^1] b [^2].\n\n## Sources\n\n[^2]: My words, https://a.org\n[^1]: Title 2\n"
    )


def test_footnotes_that_nothing_defines_are_defined_under_their_own_heading():
    done = footnoted("A[^2] b[^1] c[^9].")

    assert done.text == (
        "A[^2] b[^1] c[^9].\n\n## Footnotes\n\n"
        "[^1]: Title 1 — Press (2020) <https://a.org/1>\n[^2]: Title 2\n"
    )


def test_without_markers_all_sources_are_references():
    done = footnoted("Costs fell.", SOURCES[:2])

    assert done.text == (
        "Costs fell.\n\n## References\n\n- Title 1 — Press (2020) <https://a.org/1>\n- Title 2\n"
    )
    assert footnoted("Costs fell.", ()).text == "Costs fell."


def test_without_markers_a_list_of_its_own_is_enough():
    done = footnoted("Costs fell.\n\n## Quellen\n\n- a.pdf\n")

    assert done.text == "Costs fell.\n\n## Quellen\n\n- a.pdf\n"
    assert "of its own" in done.notes[0]


def test_the_heading_can_be_chosen():
    assert "\n\n# Quellen\n\n[^1]: Title 2" in footnoted("A [S2].", heading="# Quellen").text


def test_numbers_can_mean_other_sources():
    done = footnoted("A [1] b [S1].", labels={1: "S2"}, dialects=("numeric",))

    assert done.text == "A [^1] b [S1].\n\n## Sources\n\n[^1]: Title 2\n"


def test_plain_numbers_are_not_touched_unless_asked():
    assert footnoted("A [1] b [S2].").text.startswith("A [1] b [^1].")


def test_a_marker_before_a_colon_does_not_become_a_definition():
    done = footnoted("[[S:1]]: costs fell.\n")

    assert done.text.startswith("[^1]\\: costs fell.\n\n## Sources")


def test_sources_go_above_code_that_nothing_closes():
    done = footnoted("A [S2].\n\n```\n[S1]\n")

    assert done.text == "A [^1].\n\n## Sources\n\n[^1]: Title 2\n\n```\n[S1]\n"
    assert done.notes


def test_line_ends_are_those_of_the_draft():
    text = footnoted("A [S2].\r\nB [S1].\r\n").text

    assert text.count("\n") == text.count("\r\n") == 7


PIECES = st.sampled_from(
    [
        *("[S1]", "[S2, S3]", "[[S:1-2]]", "[[S:3]]", "[S9]", "[^1]", "[^2]", "[^x]", "[1]"),
        *(
            "[^1]: own\n",
            "[^9]: more\n",
            "`[S1]`",
            "```\n",
            "~~~\n",
            "\n",
            "\n\n",
            "\r\n",
            " words ",
        ),
        *("## Sources\n", "- [S1] Own entry\n", "[S2] https://a.org\n", ": ", "> ", "- ", "    "),
        *(
            "## References\n",
            "[S1](https://b.org)",
            "\ufeff",
            "\x00",
            "\u200b",
            "\u202e",
            "é",
            "\\",
        ),
        *("<!-- ", "-->", "<sup class='cite' data-sids='1'>x</sup>", "$x$", "[", "]", "```"),
    ]
)
DRAFTS = st.lists(PIECES, max_size=20).map("".join)


@given(DRAFTS)
def test_doing_it_twice_changes_nothing(text):
    once = footnoted(text)

    assert footnoted(once.text).text == once.text


@given(DRAFTS)
def test_nothing_outside_the_markers_is_lost(text):
    done = write_footnotes(text, find_markers(text), SOURCES)
    markers = [one for one in find_markers(text) if one not in done.left]
    turned = [one for one in markers if one.dialect in ("brackets", "tokens", "sup")]
    at = end = 0
    for marker in [*turned, None]:
        kept = text[end : marker.span.start if marker else len(text)]
        for piece in kept.splitlines():
            found = done.text.find(piece, at)
            assert found >= at, f"{piece!r} is gone"
            at = found + len(piece)
        end = marker.span.end if marker else end


@given(DRAFTS, st.permutations(SOURCES))
def test_the_same_draft_gives_the_same_footnotes_whatever_the_order_of_the_sources(text, order):
    one, other = footnoted(text), footnoted(text, order)

    if one.footnotes:
        assert one == other


def test_ten_thousand_citations_of_two_thousand_sources_have_two_thousand_footnotes():
    sources = [source(number, publisher="Press", year="2020") for number in range(1, 2_001)]
    text = "".join(f"Sentence {n} says so [S{n % 2000 + 1}].\n\n" for n in range(10_000))
    done = write_footnotes(text, find_markers(text), sources)

    assert len(re.findall(r"^\[\^\d+\]: ", done.text, re.MULTILINE)) == 2_000

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from citation_engine.errors import InvalidInput
from citation_engine.link.drafts.reading import read_draft
from citation_engine.model.draft import DraftFormat
from hanging import must_end
from labelled_drafts import SETS, labelled_drafts

FORMATS = [one for one in DraftFormat if one not in (DraftFormat.JSON, DraftFormat.YAML)]
PIECES = (
    *(
        "Records are kept. ",
        "A is 5",
        " [1]",
        "[S1, S2]",
        "[^a]",
        "**",
        "*",
        "_",
        "`",
        "```\n",
        "\n",
    ),
    *(
        "\n\n",
        "- ",
        "1. ",
        "> ",
        "# ",
        "| a | b |\n",
        "|---|---|\n",
        "| 1 [1] | x |\n",
        "<b>",
        "</b>",
    ),
    *("<p>", "<li>", "<table><tr><td>", "</table>", "<!--", "-->", "&amp;", ". ", "? ", ": ", "; "),
    *(
        "„ein Zitat hier“ ",
        '"a quote" ',
        "[link](https://x.example)",
        "  \n",
        "\\",
        "    ",
        "\t",
        "\r\n",
    ),
    *(
        "\u200b",
        "\u202e",
        "\x00",
        "é",
        "10 %",
        "[a]: http://x\n",
        "[^a]: note\n",
        "## Sources\n",
        "<q>",
    ),
    *(
        "while B is 7",
        "<script>",
        "</script>",
        '<sup class="cite" data-sids="1">[1]</sup>',
        "---\n",
        "\r",
    ),
    *(
        "(see [3])",
        "Table 1: x",
        "— Smith\n",
        "<br>",
        "[",
        "]",
        "(",
        ")",
        "<div hidden>",
        "</div>",
        "'",
    ),
)
TEXTS = st.one_of(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.text(max_size=60))


def check_spans(draft, text):
    """Hold the spans of a draft to what must be so: in order, in the text, never overlapping."""
    done = 0
    for claim in draft.claims:
        assert done <= claim.span.start < claim.span.end <= len(text)
        done = claim.span.end
        assert claim.text == " ".join(claim.text.split())
        for quote in claim.quotes:
            assert quote.span.end <= len(text)
    assert len({claim.id for claim in draft.claims}) == len(draft.claims)
    assert draft.text == text


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.sampled_from(FORMATS))
def test_spans_are_in_order_in_the_text_and_never_overlap(text, format):
    check_spans(read_draft(text, format), text)


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_the_words_of_a_claim_stand_in_its_span(text):
    for claim in read_draft(text, DraftFormat.TEXT).claims:
        written = [sign for sign in claim.span.of(text) if not sign.isspace()]
        signs = iter(written)
        for sign in claim.text:
            assert sign.isspace() or sign in signs


WORDS = st.lists(st.from_regex(r"[a-z]{3,8}", fullmatch=True), min_size=1, max_size=8).map(" ".join)
LINES = st.tuples(
    st.sampled_from(["", "", "- ", "1. ", "> ", "# ", "  - ", "**x** "]),
    WORDS,
    st.sampled_from([".", "", " [1].", ". [S2]", "?", ":"]),
    st.sampled_from(["\n", "\n\n"]),
).map("".join)


@settings(max_examples=80, deadline=None)
@given(st.lists(LINES, max_size=12).map("".join))
@example("aaa aaa aaa [1].\naaa aaa aaa aaa aaa aaa aaa aaa:\n1. aaa aaaa aaa.\n")
def test_no_word_of_prose_is_lost(text):
    markers = ("[1]", "[S2]")
    plain = text
    for sign in (*markers, "**", "#", ">", "-", "1."):
        plain = plain.replace(sign, " ")
    expected = "".join(filter(str.isalpha, plain))
    found = "".join(claim.statement for claim in read_draft(text, DraftFormat.MARKDOWN).claims)
    # A marker that is the subject of a sentence is one of its words.
    for sign in markers:
        found = found.replace(sign, " ")

    # What introduces a list may be said again with its items; nothing is lost.
    letters = iter(filter(str.isalpha, found))
    assert all(letter in letters for letter in expected)


@pytest.mark.parametrize("which", SETS)
def test_other_line_ends_and_a_byte_order_mark_change_no_claim(which):
    for one in labelled_drafts(which):
        plain = read_draft(one.text, one.format).claims
        for variant in (one.text.replace("\n", "\r\n"), "\ufeff" + one.text):
            claims = read_draft(variant, one.format).claims

            assert [(c.id, c.kind, c.needs_evidence, c.why) for c in claims] == [
                (c.id, c.kind, c.needs_evidence, c.why) for c in plain
            ]
            assert [len(c.markers) for c in claims] == [len(c.markers) for c in plain]
            spans = [c.span.of(variant).replace("\r\n", "\n") for c in claims]
            assert spans == [c.span.of(one.text) for c in plain]


SENTENCES = st.lists(
    st.sampled_from(
        [
            "Records are kept for ten years.",
            "It isn’t “so” – 5 % of all…",
            "A is 5.",
            "Wir „gehen“ jetzt.",
        ]
    ),
    min_size=1,
    max_size=6,
)
TYPOGRAPHY = str.maketrans({"’": "'", "“": '"', "”": '"', "–": "-", "„": '"'})


@settings(max_examples=40, deadline=None)
@given(SENTENCES, st.randoms())
def test_ids_outlast_markers_formatting_typography_and_moves(sentences, random):
    plain = "\n\n".join(sentences)
    marked = "\n\n".join(
        random.choice(
            (one, f"{one} [1]", f"{one[:-1]} [2]{one[-1]}", f"*{one}*", one.replace(" ", "\n", 1))
        )
        for one in sentences
    )
    moved = list(sentences)
    random.shuffle(moved)

    def ids(text):
        return [claim.id for claim in read_draft(text, DraftFormat.MARKDOWN).claims]

    assert ids(marked) == ids(plain)
    assert ids(plain.translate(TYPOGRAPHY).replace("…", "...")) == ids(plain)
    assert sorted(ids("\n\n".join(moved))) == sorted(ids(plain))


def test_equal_texts_are_told_apart_by_an_ordinal():
    first, other, second = read_draft(
        "A is 5.\n\nB is 6.\n\nA is **5**.", DraftFormat.MARKDOWN
    ).claims

    assert first.id.endswith("-1")
    assert second.id == f"{first.id[:-2]}-2"
    assert other.id[:-2] != first.id[:-2]


def test_half_a_character_is_refused_with_a_sentence():
    with pytest.raises(InvalidInput, match="half a character at 3"):
        read_draft("It \ud800 is.", DraftFormat.MARKDOWN)


HOSTILE = (
    *(
        "[",
        "[x](a",
        "<a ",
        '<a b="',
        "**a ",
        "*a_b ",
        "> ",
        "- ",
        "`a``b",
        '"a b',
        "|",
        "<!--",
        "<b>",
    ),
    *(
        "word [1] ",
        "(",
        "a\n",
        "> a\n\n",
        "- a [1]:\n  - b\n",
        "| a | b [1] |\n",
        "- **Source:** notes/x.md\n",
        ", [1] adds ",
        "<li>",
        "<tr><td>a",
    ),
    *(
        "&amp",
        "\n",
        "[1]",
        "<table>\n",
        "[^a]: x\n",
        "„",
        "'a",
        "# a\n",
        "a\n---\n",
        "```\n",
        "<script>",
    ),
)


@must_end
@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("format", [DraftFormat.MARKDOWN, DraftFormat.HTML])
def test_a_text_made_to_be_slow_is_read_to_its_end(piece, format):
    text = piece * (100_000 // len(piece))

    check_spans(read_draft(text, format), text)


@pytest.mark.slow
@must_end
def test_a_report_again_and_again_has_its_claims_again_and_again():
    report = next(one.text for one in labelled_drafts("tuned") if one.text.startswith("# The"))

    def claims(text):
        return [claim.text for claim in read_draft(text, DraftFormat.MARKDOWN).claims]

    assert claims(f"{report}\n\n" * 300) == claims(report) * 300

from citation_engine.link.drafts.reading import read_draft
from citation_engine.model.draft import DraftFormat
from citation_engine.model.passage import Layout, Mark, MarkKind, PageSpan

FIRST = "The harbour has room for forty\nships and was built\n"
FOOTER = "Harbour report, page 1\n"
HEADER = "Harbour report\n"
SECOND = "in 1998 [1]. It is har\u00ad\nmless.\n"


def paged() -> tuple[str, Layout]:
    text = FIRST + FOOTER + HEADER + SECOND
    first = len(FIRST)
    second = first + len(FOOTER)
    layout = Layout(
        pages=(
            PageSpan(number=1, start=0, end=second),
            PageSpan(number=2, start=second, end=len(text)),
        ),
        marks=(
            Mark(kind=MarkKind.FOOTER, start=first, end=second - 1),
            Mark(kind=MarkKind.HEADER, start=second, end=second + len(HEADER) - 1),
        ),
    )
    return text, layout


def shown(text, format, layout=None):
    draft = read_draft(text, format, layout=layout)
    return [(str(claim.kind), claim.text) for claim in draft.claims]


def test_a_sentence_goes_on_over_a_page_break_with_headers_and_footers_between():
    text, layout = paged()
    claims = read_draft(text, DraftFormat.PDF, layout=layout).claims

    assert [claim.text for claim in claims] == [
        "The harbour has room for forty ships and was built in 1998.",
        "It is harmless.",
    ]
    assert claims[0].span.of(text) == FIRST + FOOTER + HEADER + "in 1998 [1]."
    assert [claim.page for claim in claims] == [1, 2]
    assert [marker.text for marker in claims[0].markers] == ["[1]"]


def test_the_marks_of_a_layout_say_what_headings_captions_and_cells_are():
    text = (
        "Results\n\nIt is 5 [1].\n\nKind\tShare\nPaper\t20 %\n\n"
        "Plant from above\n\n[1] Office, 2020."
    )
    at = text.index

    def mark(kind, words, name="", level=None):
        return Mark(kind=kind, start=at(words), end=at(words) + len(words), name=name, level=level)

    layout = Layout(
        marks=(
            mark(MarkKind.HEADING, "Results", "Results", 1),
            mark(MarkKind.TABLE, "Kind\tShare\nPaper\t20 %"),
            mark(MarkKind.CELL, "Kind", "r1c1"),
            mark(MarkKind.CELL, "Share", "r1c2"),
            mark(MarkKind.CELL, "Paper", "r2c1"),
            mark(MarkKind.CELL, "20 %", "r2c2"),
            mark(MarkKind.CAPTION, "Plant from above"),
            mark(MarkKind.NOTE, "[1] Office, 2020.", "1"),
        )
    )
    draft = read_draft(text, DraftFormat.DOCX, layout=layout)

    assert [(str(claim.kind), claim.text) for claim in draft.claims] == [
        ("heading", "Results"),
        ("sentence", "It is 5."),
        ("heading", "Kind"),
        ("heading", "Share"),
        ("cell", "Paper"),
        ("cell", "20 %"),
        ("caption", "Plant from above"),
    ]
    assert [(one.label, one.text) for one in draft.references] == [("1", "Office, 2020.")]
    assert [marker.span.start for marker in draft.markers] == [text.index("[1]")]


def test_each_line_of_a_word_document_is_a_paragraph_or_an_item():
    text = "Three points\n• It is 5\n• It was 4\n\n1. Done in 2020. Yes."

    assert shown(text, DraftFormat.DOCX) == [
        ("sentence", "Three points"),
        ("item", "It is 5"),
        ("item", "It was 4"),
        ("item", "Done in 2020."),
        ("item", "Yes."),
    ]


def test_markup_is_words_in_plain_text():
    assert shown("It is **5** and _6_ &amp; `7`.", DraftFormat.TEXT) == [
        ("sentence", "It is **5** and _6_ &amp; `7`.")
    ]


def test_titles_items_and_wrapped_lines_of_plain_text_are_known():
    text = (
        "A title here\n============\n\nIt is 5 and goes\non here.\n\n"
        "2. Scope\n\n- one is 1\n- two\n  is 2\n"
    )

    assert shown(text, DraftFormat.TEXT) == [
        ("heading", "A title here"),
        ("sentence", "It is 5 and goes on here."),
        ("item", "Scope"),
        ("item", "one is 1"),
        ("item", "two is 2"),
    ]


def test_a_text_with_nothing_in_it_has_no_claims():
    for format in (DraftFormat.TEXT, DraftFormat.MARKDOWN, DraftFormat.HTML, DraftFormat.PDF):
        for text in ("", " \n\n", "\ufeff", "---\n", "***"):
            assert shown(text, format) == []

"""Reading PDF files: words, pages, marks, places, and what is not there to be read."""

import random

import pytest

import made_pdfs as pdfs
from citation_engine.collect.readers.pdf import PdfReader, check_text, iso_date
from citation_engine.collect.readers.pymupdf import PyMuPdfReader
from citation_engine.errors import SourceUnreadable
from citation_engine.formats.geometry import rects_of
from citation_engine.model.passage import MarkKind, Rect, Span
from citation_engine.model.verdict import Match
from citation_engine.quotes.locate import find_quote
from collect.readers.conformance import check_reading, needs


def read(data: bytes, reader=None):
    return check_reading(reader or PdfReader(), data, "a.pdf")


def rects(found, words: str) -> tuple[Rect, ...]:
    start = found.text.index(words)
    return rects_of(found.geometry, Span(start, start + len(words)))


def marked(found, kind: MarkKind) -> list[str]:
    return [found.text[m.start : m.end] for m in found.layout.marks if m.kind is kind]


def test_lines_and_pages_end_in_one_line_end():
    found = read(pdfs.made(pdfs.lines(["One line", "and another"]), pdfs.lines(["overleaf"])))

    assert found.text == "One line\nand another\noverleaf"
    assert [(page.start, page.end) for page in found.layout.pages] == [(0, 21), (21, 29)]
    assert found.media_type == "application/pdf"


def test_a_hyphen_that_splits_a_word_at_a_line_end_is_a_soft_one():
    found = read(pdfs.made(pdfs.lines(["It is an immut-", "able record of long-", "Term value."])))

    assert found.text == "It is an immut\u00ad\nable record of long-\nTerm value."


def test_a_word_split_over_a_page_break_is_found_whole():
    found = read(pdfs.made(pdfs.lines(["These are immut-"]), pdfs.lines(["able records."])))

    assert find_quote("immutable records", found.text).match.located


def test_a_ligature_is_read_as_its_letters():
    ligature = (
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding "
        b"/BaseEncoding /WinAnsiEncoding /Differences [1 /fi /fl] >> >>"
    )
    content = b"BT /F 12 Tf 50 500 Td (the \001nal e\002ect) Tj ET"
    found = read(pdfs.one_page(content, font=ligature))

    assert found.text == "the final eflect"


GERMAN = [
    "Für die Lösung der Übungen wurde kein äuße-",
    "rer Anlaß für höhere Öfen genannt.",
    "Straßen führen über Brücken (Bögen,",
    "Gewölbe) ins Tal; ältere gehören dazu.",
]


@pytest.mark.parametrize("font", ["Times-Roman", "Helvetica-Oblique", "Courier"])
def test_an_accent_drawn_over_its_letter_is_one_with_it(font):
    found = read(pdfs.made(pdfs.with_loose_accents(GERMAN, font=font)))

    assert found.text == "\n".join(GERMAN).replace("-\n", "\u00ad\n")
    assert find_quote("Anlaß für höhere Öfen genannt", found.text).match is Match.EXACT
    assert find_quote("Übungen wurde kein äußerer Anlaß", found.text).match.located


def test_accents_of_other_languages_go_to_their_letters_too():
    words = ["Le garçon a reçu à Orléans", "un rôle; mañana São Tomé, não Ávila."]

    assert read(pdfs.made(pdfs.with_loose_accents(words))).text == "\n".join(words)


def test_words_with_drawn_accents_stand_where_their_letters_do():
    drawn = read(pdfs.made(pdfs.with_loose_accents(GERMAN)))
    whole = read(pdfs.made(pdfs.lines(GERMAN, font="Times-Roman", size=12)))
    for words in ("Übungen wurde", "höhere Öfen", "für"):
        (one,), (other,) = rects(drawn, words), rects(whole, words)

        assert (one.x0, one.x1) == pytest.approx((other.x0, other.x1), abs=0.1)


def accented(content: bytes) -> str:
    """Return the words of content in a font that has accents and letters without dots."""
    font = (
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding "
        b"/BaseEncoding /WinAnsiEncoding /Differences [1 /dotlessi /caron /fi] >> >>"
    )
    return read(pdfs.one_page(b"BT /F 12 Tf 50 500 Td %s ET" % content, font=font)).text


def test_an_accent_drawn_before_its_letter_goes_to_it_too():
    assert accented(b"[(f\250) 444 (ur K\250) 444 (oln)] TJ") == "für Köln"


def test_a_letter_without_a_dot_has_its_accent_instead():
    assert accented(b"[(Garc\001) 305 (\264) 0 (a, Da\003 Plu\002)] TJ") == "García, Dafi Pluˇ"


@pytest.mark.parametrize("words", ["Run `ls` or say don´t: x ¨ y", "a` e´ u¨ ˆo ~ ^", "¨"])
def test_an_accent_that_is_over_no_letter_stays_where_it_is(words):
    assert read(pdfs.made(pdfs.lines(["The words:", words]))).text == "The words:\n" + words


def test_letters_that_pdfium_cannot_name_are_replaced_one_by_one():
    unnamed = (
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding "
        b"/BaseEncoding /WinAnsiEncoding /Differences [1 /g999] >> >>"
    )
    content = b"BT /F 12 Tf 50 500 Td (before \001 after) Tj ET"
    found = read(pdfs.one_page(content, font=unnamed))

    assert found.text.startswith("before ")
    assert found.text.endswith(" after")


def test_two_columns_are_read_one_after_the_other():
    found = read(pdfs.two_columns())

    assert found.text.split("\n") == pdfs.LEFT_COLUMN + pdfs.RIGHT_COLUMN


def test_each_line_of_a_quote_has_its_rectangle():
    first, second = rects(read(pdfs.two_columns()), "the story\nand goes")

    assert first.x0 > 150
    assert second.x0 == pytest.approx(72, abs=0.1)
    assert first.y0 == pytest.approx(700 - 0.25 * 12, abs=0.1)
    assert first.y1 == pytest.approx(700 + 0.9 * 12, abs=0.1)
    assert second.y1 == pytest.approx(684.4 + 0.9 * 12, abs=0.1)


def test_a_quote_over_a_page_break_has_rectangles_on_both_pages():
    found = read(pdfs.made(pdfs.lines(["ends here"], y=60), pdfs.lines(["and begins"], y=800)))

    assert [rect.page for rect in rects(found, "here\nand")] == [1, 2]


def test_headers_and_footers_are_marked_and_still_there():
    found = read(pdfs.with_headers())

    assert marked(found, MarkKind.HEADER) == ["Journal of Made Results"] * 4
    assert marked(found, MarkKind.FOOTER) == [f"Page {n} of 4" for n in range(1, 5)]
    assert find_quote("Page 3 of 4", found.text).match.located


def test_a_line_that_does_not_come_back_is_no_header():
    pages = [pdfs.lines([f"{word} stands at the top"], y=800) for word in ("This", "That", "More")]

    assert marked(read(pdfs.made(*pages)), MarkKind.HEADER) == []


def test_headers_of_rotated_pages_are_marked_as_they_are_looked_at():
    def page(canvas):
        # The canvas turns the sheet as well: it is 842 points wide before it is turned.
        canvas.setPageRotation(90)
        canvas.translate(842, 0)
        canvas.rotate(90)
        pdfs.lines(["A header on its side"], x=60, y=800)(canvas)
        pdfs.lines(["words of the page"], x=60, y=300)(canvas)

    assert marked(read(pdfs.made(page, page)), MarkKind.HEADER) == ["A header on its side"] * 2


def test_headings_are_told_by_the_size_of_their_letters():
    found = read(pdfs.with_headings())
    headings = [mark for mark in found.layout.marks if mark.kind is MarkKind.HEADING]

    assert [(mark.name, mark.level) for mark in headings] == [
        ("A chapter whose title goes over two lines", 1),
        ("First section", 2),
        ("Second section", 2),
    ]


def test_the_outline_names_headings_whatever_their_letters():
    found = read(pdfs.with_outline())
    headings = [mark for mark in found.layout.marks if mark.kind is MarkKind.HEADING]

    assert [(mark.name, mark.level) for mark in headings] == [
        ("1 Scope", 1),
        ("1.1 Terms and words", 2),
    ]


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_places_on_a_rotated_page_are_those_of_the_page_before_it_is_turned(rotation):
    found = read(pdfs.upright_on_rotated(rotation, ["First line here", "second line there"]))
    (page,) = found.layout.pages
    first, second = rects(found, "line here\nsecond")

    assert (page.width, page.height, page.rotation) == (400, 600, rotation)
    assert found.text == "First line here\nsecond line there"
    sideways = rotation in (90, 270)
    assert (first.x1 - first.x0 < first.y1 - first.y0) is sideways
    low, high = {0: ("y1", "y0"), 90: ("x0", "x1"), 180: ("y0", "y1"), 270: ("x1", "x0")}[rotation]
    assert (getattr(first, high) < getattr(second, low)) is (rotation in (90, 180))


def test_places_count_from_the_corner_of_the_visible_page():
    box = b"/MediaBox [0 0 400 600] /CropBox [100 50 300 550]"
    found = read(pdfs.one_page(pdfs.words_at(120, 300, "Seen words"), page=box))
    (rect,) = rects(found, "Seen words")

    assert (found.layout.pages[0].width, found.layout.pages[0].height) == (200, 500)
    assert rect.x0 == pytest.approx(20, abs=0.1)
    assert rect.y0 == pytest.approx(250 - 3, abs=0.1)


def test_pages_have_the_labels_printed_on_them():
    found = read(pdfs.page_labels())

    assert [page.label for page in found.layout.pages] == ["i", "ii", "1", "2", "A-1"]


def test_letters_scaled_by_the_text_matrix_have_the_size_they_are_seen_in():
    content = b"BT /F 1 Tf 20 0 0 20 50 500 Tm (Large) Tj ET"
    (rect,) = rects(read(pdfs.one_page(content)), "Large")

    assert rect.y1 - rect.y0 == pytest.approx(1.15 * 20, abs=0.1)


def test_a_raised_note_sign_makes_only_its_own_mark_higher():
    content = pdfs.words_at(50, 500, "These are words") + pdfs.words_at(140, 506, "12", 7)
    found = read(pdfs.one_page(content))
    (without,) = rects(found, "These are words")

    assert without.y1 == pytest.approx(500 + 0.9 * 12, abs=0.1)


def test_title_author_and_dates_are_kept():
    def page(canvas):
        canvas.setTitle("On Made Things")
        canvas.setAuthor("A. Writer\u202e")
        pdfs.lines(["Words."])(canvas)

    found = read(pdfs.made(page))

    assert found.metadata["title"] == "On Made Things"
    assert found.metadata["author"] == "A. Writer"
    assert found.metadata["created"].startswith("20")


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("D:20240131120000+01'00'", "2024-01-31T12:00:00+01:00"),
        ("D:20240131120000Z", "2024-01-31T12:00:00+00:00"),
        ("D:202401311200", "2024-01-31T12:00:00"),
        ("D:20240131", "2024-01-31"),
        ("2024", "2024"),
        ("yesterday", ""),
        ("", ""),
    ],
)
def test_a_date_is_as_exact_as_it_was_given(given, meant):
    assert iso_date(given) == meant


@pytest.mark.parametrize(
    "hidden",
    [
        pytest.param(pdfs.invisible("Hidden words"), id="invisible"),
        pytest.param(pdfs.lines(["Hidden words"], size=0.4), id="tiny"),
        pytest.param(pdfs.lines(["Hidden words"], x=-300), id="left of the page"),
        pytest.param(pdfs.lines(["Hidden words"], y=900), id="above the page"),
    ],
)
def test_words_that_cannot_be_seen_are_not_citable(hidden):
    found = read(pdfs.made(pdfs.together(pdfs.lines(["Shown words"], y=400), hidden)))

    assert found.text == "Shown words"
    assert found.metadata["hidden_characters"] >= 11


def white(words: str, *, on_black: bool):
    def draw(canvas):
        if on_black:
            canvas.rect(50, 480, 300, 40, fill=1)
        canvas.setFillColorRGB(1, 1, 1)
        pdfs.lines([words], y=500)(canvas)
        canvas.setFillColorRGB(0, 0, 0)

    return draw


def test_white_words_on_bare_paper_are_not_citable():
    page = pdfs.together(white("Hidden words", on_black=False), pdfs.lines(["Shown words"], y=400))

    assert read(pdfs.made(page)).text == "Shown words"


def test_white_words_on_a_dark_ground_are():
    assert read(pdfs.made(white("White words", on_black=True))).text == "White words"


def test_invisible_words_over_a_drawing_that_is_no_picture_are_not_citable():
    def page(canvas):
        canvas.beginForm("frame")
        canvas.rect(0, 0, 500, 800)
        canvas.endForm()
        canvas.doForm("frame")
        pdfs.invisible("Hidden words")(canvas)
        pdfs.lines(["Shown words"], y=400)(canvas)

    assert read(pdfs.made(page)).text == "Shown words"


def test_the_text_layer_of_a_scan_inside_of_a_form_is_citable():
    def page(canvas):
        canvas.beginForm("scan")
        pdfs.picture(canvas)
        canvas.endForm()
        canvas.doForm("scan")
        pdfs.invisible("Words read by a machine")(canvas)

    assert marked(read(pdfs.made(page)), MarkKind.OCR) == ["Words read by a machine"]


def test_the_text_layer_of_a_scan_is_citable_and_marked_as_recognised():
    found = read(pdfs.scan_with_text_layer("Words read by a machine"))

    assert found.text == "Words read by a machine"
    assert marked(found, MarkKind.OCR) == ["Words read by a machine"]


def read_or_none(data: bytes):
    """Return what is read, or None when that is refused; no other error is caught."""
    try:
        return PdfReader().read(data, "a.pdf")
    except SourceUnreadable:
        return None


def refused(data: bytes, reader=None) -> SourceUnreadable:
    with pytest.raises(SourceUnreadable) as caught:
        (reader or PdfReader()).read(data, "a.pdf")
    return caught.value


def test_an_encrypted_file_is_refused_by_name():
    assert "a.pdf is encrypted" in refused(pdfs.encrypted()).message


def test_a_file_without_a_text_layer_says_which_extra_reads_it():
    problem = refused(pdfs.made(pdfs.picture))

    assert "no text layer" in problem.message
    assert 'pip install "citation-engine[ocr]"' in problem.fix


def test_pages_that_are_only_pictures_are_named():
    found = read(pdfs.made(pdfs.lines(["Words."]), pdfs.picture, pdfs.picture))

    assert found.metadata["pages_without_text"] == [2, 3]


def test_more_pages_than_one_source_should_have_are_refused():
    assert "has 20,001 pages" in refused(pdfs.many_pages(20_001)).message


@pytest.mark.parametrize("damage", ["nothing after the mark", "half of it", "no end"])
def test_a_damaged_file_is_refused_or_read_and_nothing_else(damage):
    whole = pdfs.two_columns()
    cut = {"nothing after the mark": 9, "half of it": len(whole) // 2, "no end": len(whole) - 40}

    found = read_or_none(whole[: cut[damage]])

    assert found is None or found.text.startswith("The left column")


def test_a_pdf_is_known_by_its_bytes_and_not_by_its_name():
    assert PdfReader().accepts(pdfs.two_columns(), "report.txt")
    assert PdfReader().accepts(b"\n\n%PDF-1.4", "")
    assert not PdfReader().accepts(b"plain words", "report.pdf")


SAMPLES = {
    "two columns": pdfs.two_columns,
    "headers": pdfs.with_headers,
    "headings": pdfs.with_headings,
    "labels": pdfs.page_labels,
    "outline": pdfs.with_outline,
    "scan": lambda: pdfs.scan_with_text_layer("Words read by a machine"),
    **{
        f"turned by {rotation}": lambda r=rotation: pdfs.upright_on_rotated(
            r, ["The first line of it", "and the second line"]
        )
        for rotation in (0, 90, 180, 270)
    },
    "cropped": lambda: pdfs.one_page(
        pdfs.words_at(120, 300, "Seen words"),
        page=b"/MediaBox [0 0 400 600] /CropBox [100 50 300 550]",
    ),
    "hyphens": lambda: pdfs.made(pdfs.lines(["It is an immut-", "able and a long-", "Term one."])),
    "hidden": lambda: pdfs.made(
        pdfs.together(
            pdfs.lines(["Shown words"], y=400),
            pdfs.invisible("Hidden words"),
            white("White words", on_black=False),
            pdfs.lines(["Off words"], x=-300),
        )
    ),
    "other fonts": lambda: pdfs.made(
        pdfs.together(
            pdfs.lines(["Set in Times, slanted"], font="Times-Italic", size=15),
            pdfs.lines(["Set in Courier"], font="Courier-Bold", y=500, size=9),
        )
    ),
}


def letters_of(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def overlap(one: Rect, other: Rect) -> float:
    """Return how much of the area of two rectangles is common to both."""
    width = min(one.x1, other.x1) - max(one.x0, other.x0)
    height = min(one.y1, other.y1) - max(one.y0, other.y0)
    common = max(width, 0) * max(height, 0)
    areas = [(rect.x1 - rect.x0) * (rect.y1 - rect.y0) for rect in (one, other)]
    return common / (sum(areas) - common)


@pytest.mark.parametrize("sample", SAMPLES)
def test_pymupdf_reads_the_same_words_at_the_same_places(sample):
    needs("pymupdf", "pymupdf")
    data = SAMPLES[sample]()
    ours, theirs = read(data), read(data, PyMuPdfReader())

    assert letters_of(theirs.text) == letters_of(ours.text)
    assert theirs.layout.marks == ours.layout.marks or sample == "outline"
    sizes = [
        [(p.number, p.label, p.width, p.height, p.rotation) for p in found.layout.pages]
        for found in (ours, theirs)
    ]
    assert sizes[0] == sizes[1]
    for line in ours.text.split("\n"):
        for one, other in zip(rects(ours, line), rects(theirs, line.strip()), strict=True):
            assert overlap(one, other) >= 0.9


def test_pymupdf_refuses_what_the_other_refuses():
    needs("pymupdf", "pymupdf")

    assert "is encrypted" in refused(pdfs.encrypted(), PyMuPdfReader()).message
    assert "no text layer" in refused(pdfs.made(pdfs.picture), PyMuPdfReader()).message
    assert "can be opened" in refused(b"%PDF-1.7 and nothing more", PyMuPdfReader()).message


def test_random_damage_never_escapes_as_something_else():
    rnd = random.Random(7)
    whole = pdfs.with_headers(2)
    for _ in range(40):
        data = bytearray(whole)
        for _ in range(rnd.randrange(1, 40)):
            data[rnd.randrange(9, len(data))] = rnd.randrange(256)
        found = read_or_none(bytes(data))

        assert found is None or found.text


def test_a_drawing_without_words_is_no_empty_source():
    drawing = pdfs.made(lambda canvas: canvas.rect(100, 100, 200, 200))

    assert "no text layer" in refused(drawing).message


def test_white_space_of_any_kind_is_no_text_layer():
    with pytest.raises(SourceUnreadable, match="no text layer"):
        check_text("\t\n\xa0\x0c\n", "a.pdf")

"""Word documents: what a reader sees, in order, and documents that are made to do harm."""

import io

import docx as writer
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import made_office as office
from citation_engine.collect.readers.office import DocxReader
from citation_engine.errors import SourceUnreadable
from citation_engine.model.passage import MarkKind
from collect.readers.conformance import check_reading
from made_office import paragraph, run

HEADINGS = (
    '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Mine"><w:basedOn w:val="berschrift1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Outlined"><w:name w:val="Other"/><w:pPr>'
    '<w:outlineLvl w:val="2"/></w:pPr></w:style>'
    '<w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>'
    '<w:style w:type="paragraph" w:styleId="Caption"><w:name w:val="caption"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>'
)


def read(data: bytes):
    return check_reading(DocxReader(), data, "a.docx")


def text_of(*paragraphs: str, **parts: str) -> str:
    return read(office.docx("".join(paragraphs), **parts)).text


def marked(found, kind: MarkKind) -> list[str]:
    return [found.text[m.start : m.end] for m in found.layout.marks if m.kind is kind]


def test_paragraphs_stand_in_order_with_their_white_space():
    assert text_of(paragraph("One  and", " more."), paragraph(), paragraph("Two.")) == (
        "One  and more.\n\nTwo."
    )


def test_headings_are_known_by_their_styles():
    found = read(
        office.docx(
            paragraph("Erstes", style="berschrift1")
            + paragraph("Zweites", style="Mine")
            + paragraph("Drittes", style="Outlined")
            + paragraph("Viertes", more='<w:outlineLvl w:val="1"/>')
            + paragraph("Keines", style="Mine", more='<w:outlineLvl w:val="9"/>')
            + paragraph("Words", style="Unknown"),
            styles=HEADINGS,
        )
    )

    headings = [(m.name, m.level) for m in found.layout.marks if m.kind is MarkKind.HEADING]
    assert headings == [("Erstes", 1), ("Zweites", 1), ("Drittes", 3), ("Viertes", 2)]


def test_a_document_by_another_program_is_read_alike():
    document = writer.Document()
    document.add_heading("Report", 0)
    document.add_heading("Begin", 1)
    document.add_paragraph("First words.")
    for item in ("one", "two"):
        document.add_paragraph(item, style="List Number")
    document.add_paragraph("point", style="List Bullet")
    table = document.add_table(2, 2)
    for cell, words in zip(table._cells, ("a", "b", "", "d"), strict=True):
        cell.text = words
    section = document.sections[0]
    section.header.paragraphs[0].text = "Above"
    section.footer.paragraphs[0].text = "Below"
    target = io.BytesIO()
    document.save(target)

    found = read(target.getvalue())

    assert found.text == (
        "Report\n\nBegin\n\nFirst words.\n\n1. one\n2. two\n• point\n\na\tb\n\td\n\nAbove\n\nBelow"
    )
    assert marked(found, MarkKind.HEADER) == ["Above"]
    assert marked(found, MarkKind.FOOTER) == ["Below"]
    assert marked(found, MarkKind.TABLE) == ["a\tb\n\td"]
    assert [m.name for m in found.layout.marks if m.kind is MarkKind.CELL] == [
        *("r1c1", "r1c2", "r2c2"),
    ]


def numbered(level: int, list: int = 1) -> str:
    return f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list}"/></w:numPr>'


def levels(*shown: tuple[str, str]) -> str:
    return "".join(
        f'<w:lvl w:ilvl="{n}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for n, (kind, text) in enumerate(shown)
    )


def test_numbers_of_lists_are_counted_as_they_are_seen():
    roman = levels(("upperRoman", "%1."), ("lowerLetter", "%1.%2)"))
    numbering = (
        f'<w:abstractNum w:abstractNumId="7">{levels(("decimal", "§ %1"), ("decimal", "(%2)"))}'
        "</w:abstractNum>"
        f'<w:abstractNum w:abstractNumId="8">{roman}'
        '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>'
        '<w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>'
        '<w:num w:numId="3"><w:abstractNumId w:val="8"/><w:lvlOverride w:ilvl="0">'
        '<w:startOverride w:val="4"/></w:lvlOverride></w:num>'
    )
    plan = [(0, 1), (1, 1), (1, 1), (0, 1), (1, 1), (0, 2), (1, 2), (1, 2), (0, 3)]
    body = "".join(paragraph("x", more=numbered(*one)) for one in plan)

    signs = [line.removesuffix(" x") for line in text_of(body, numbering=numbering).split("\n")]

    assert signs == ["§ 1", "(1)", "(2)", "§ 2", "(1)", "I.", "I.a)", "I.b)", "IV."]


def test_a_heading_style_may_count_its_paragraphs():
    styles = (
        '<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/><w:pPr>'
        '<w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    )
    numbering = (
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:lvlText w:val="%1"/></w:lvl>'
        '<w:lvl w:ilvl="1"><w:pStyle w:val="H2"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    )
    found = read(
        office.docx(
            paragraph("Retention", style="H2")
            + paragraph("Not counted", style="H2", more=numbered(0, 0)),
            styles=styles,
            numbering=numbering,
        )
    )

    assert [m.name for m in found.layout.marks] == ["1.1 Retention", "Not counted"]


HIDDEN = {
    "marked as hidden": run("SECRET", "<w:vanish/>"),
    "by its style": run("SECRET", '<w:rStyle w:val="Secret"/>'),
    "tiny": run("SECRET", '<w:sz w:val="1"/>'),
    "white on paper": run("SECRET", '<w:color w:val="ffffff"/>'),
}
SHOWN = {
    "not hidden after all": run("words", '<w:vanish w:val="0"/>'),
    "white on black": run("words", '<w:color w:val="FFFFFF"/><w:shd w:fill="000000"/>'),
    "inserted": f"<w:ins>{run('words')}</w:ins>",
    "moved here": f"<w:moveTo>{run('words')}</w:moveTo>",
    "a link": f"<w:hyperlink>{run('words')}</w:hyperlink>",
    "a field": f"<w:r><w:instrText>A</w:instrText></w:r><w:fldSimple>{run('words')}</w:fldSimple>",
    "a content control": f"<w:sdt><w:sdtPr/><w:sdtContent>{run('words')}</w:sdtContent></w:sdt>",
    "a formula": "<m:oMath><m:r><m:t>words</m:t></m:r></m:oMath>".replace("m:", ""),
}


@pytest.mark.parametrize("hidden", HIDDEN.values(), ids=HIDDEN)
def test_hidden_words_are_left_out_and_counted(hidden):
    found = read(office.docx(paragraph("Seen ", hidden, "here"), styles=HEADINGS))

    assert found.text == "Seen here"
    assert found.metadata["hidden_characters"] == 6


@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN)
def test_what_a_reader_sees_is_kept(shown):
    found = read(office.docx(paragraph("Seen ", shown), styles=HEADINGS))

    assert found.text == "Seen words"
    assert "hidden_characters" not in found.metadata


def test_white_words_in_a_table_may_stand_on_a_dark_ground():
    white = run("words", '<w:color w:val="FFFFFF"/>')

    assert text_of(f"<w:tbl><w:tr><w:tc>{paragraph(white)}</w:tc></w:tr></w:tbl>") == "words"


@pytest.mark.parametrize("deleted", ["<w:del>{}</w:del>", "<w:moveFrom>{}</w:moveFrom>"])
def test_deleted_words_cannot_be_cited(deleted):
    gone = deleted.format("<w:r><w:delText>ten</w:delText></w:r>")

    found = read(office.docx(paragraph("kept for ", gone, "six years")))

    assert found.text == "kept for six years"
    assert found.metadata["deleted_characters"] == 3


def test_a_deleted_row_and_a_deleted_block_are_left_out():
    row = "<w:tr>{}<w:tc>" + paragraph("{}") + "</w:tc></w:tr>"
    table = row.format("<w:trPr><w:del/></w:trPr>", "gone") + row.format("", "here")

    assert text_of(f"<w:tbl>{table}</w:tbl><w:del>{paragraph('gone')}</w:del>") == "here"


def test_comments_are_no_part_of_the_text():
    commented = '<w:commentRangeStart w:id="1"/>'
    found = text_of(
        paragraph(commented, "words", '<w:r><w:commentReference w:id="1"/></w:r>'),
        comments=f'<w:comment w:id="1">{paragraph("a remark")}</w:comment>',
    )

    assert found == "words"


def test_notes_follow_the_text_and_are_marked():
    def reference(kind: str, id: int) -> str:
        return f'<w:r><w:{kind}Reference w:id="{id}"/></w:r>'

    notes = (
        f'<w:footnote w:id="0" w:type="separator">{paragraph("no")}</w:footnote>'
        f'<w:footnote w:id="5">{paragraph("First note.")}{paragraph("Goes on.")}</w:footnote>'
        f'<w:footnote w:id="3">{paragraph("Second note.")}</w:footnote>'
        f'<w:footnote w:id="9">{paragraph("Nobody refers to it.")}</w:footnote>'
    )
    found = read(
        office.docx(
            paragraph("One", reference("footnote", 5), " two", reference("footnote", 3), ".")
            + paragraph("End", reference("endnote", 1), reference("footnote", 5)),
            footnotes=notes,
            endnotes=f'<w:endnote w:id="1">{paragraph("At the end.")}</w:endnote>',
        )
    )

    assert found.text == (
        "One[1] two[2].\n\nEnd[i][1]\n\n[1] First note.\n\nGoes on.\n\n[2] Second note.\n\n"
        "[i] At the end."
    )
    assert [m.name for m in found.layout.marks if m.kind is MarkKind.NOTE] == ["1", "2", "i"]
    assert marked(found, MarkKind.NOTE)[0] == "[1] First note.\n\nGoes on."


def test_a_text_box_is_read_once_after_its_paragraph():
    content = f"<w:txbxContent>{paragraph('In the box')}</w:txbxContent>"
    box = (
        f"<w:r><mc:AlternateContent><mc:Choice><wps:txbx>{content}</wps:txbx></mc:Choice>"
        f"<mc:Fallback><w:pict><v:textbox>{content}</v:textbox></w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r>"
    )

    assert text_of(paragraph("Before", box, " after"), paragraph("Next")) == (
        "Before after\n\nIn the box\n\nNext"
    )


def test_signs_between_words_are_kept():
    signs = "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t>"

    assert text_of(paragraph(signs + '<w:sym w:char="F0A7"/></w:r>')) == "a\tb\nc\u2011d\uf0a7"


def test_cells_over_several_columns_count_for_all_of_them():
    wide = '<w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>{}</w:tc><w:tc>{}</w:tc>'
    row = "<w:tr>" + wide.format(paragraph("wide"), paragraph("third")) + "</w:tr>"
    nested = f"<w:tr><w:tc><w:tbl>{row}</w:tbl>{paragraph('x')}</w:tc></w:tr>"
    found = read(office.docx(f"<w:tbl>{row}{nested}</w:tbl>"))

    names = [m.name for m in found.layout.marks if m.kind is MarkKind.CELL]
    assert names == ["r1c1", "r1c3", "r2c1", "r1c1", "r1c3"]


def test_only_headers_that_are_shown_are_read():
    def header(words: str) -> str:
        return paragraph(words)

    listed = "".join(
        f'<w:headerReference w:type="{kind}" r:id="r{n}"/>'
        for n, kind in enumerate(("default", "first", "even"), 1)
    )
    body = paragraph("Words") + f"<w:sectPr>{listed}</w:sectPr>"
    parts = {f"header{n}": paragraph(f"Header {n}") for n in (1, 2, 3)}
    plain = read(office.docx(body, **parts))
    first = read(office.docx(body.replace("</w:sectPr>", "<w:titlePg/></w:sectPr>"), **parts))

    assert marked(plain, MarkKind.HEADER) == ["Header 1"]
    assert marked(first, MarkKind.HEADER) == ["Header 1", "Header 2"]


def test_captions_and_a_table_of_contents_are_marked():
    body = paragraph("Figure 1", style="Caption") + paragraph("Begin 3", style="TOC1")
    found = read(office.docx(body, styles=HEADINGS))

    assert marked(found, MarkKind.CAPTION) == ["Figure 1"]
    assert marked(found, MarkKind.NAVIGATION) == ["Begin 3"]


def test_what_a_document_says_about_itself():
    assert read(office.docx(paragraph("x"))).metadata == {
        "title": "Ein Titel",
        "author": "Anna Müller",
        "created": "2024-05-06T07:08:09+00:00",
    }


def test_pictures_and_charts_are_counted_as_not_read():
    drawing = "<w:r><w:drawing><a:blip/><c:chart xmlns:c='c'/></w:drawing></w:r>"

    found = read(office.docx(paragraph("x", drawing)))

    assert found.metadata["not_read"] == {"charts": 1, "pictures": 1}


def test_a_document_is_known_by_its_name_or_its_parts():
    data = office.docx(paragraph("x"))

    assert DocxReader().accepts(data, "download")
    assert DocxReader().accepts(b"anything", "A.DOCX")
    assert not DocxReader().accepts(data, "a.zip")
    assert not DocxReader().accepts(office.pptx(office.shape("x")), "download")


def bomb() -> bytes:
    return office.docx(paragraph("0" * 40_000_000))


def entities() -> bytes:
    document = (
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
        "<document><body><p><r><t>&b;</t></r></p></body></document>"
    )
    return office.office("word/document.xml", {"word/document.xml": document})


def outside() -> bytes:
    return office.office(
        "word/document.xml",
        {
            "word/document.xml": '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
            "<document><body><p><r><t>&a;</t></r></p></body></document>"
        },
    )


UNREADABLE = {
    "zip bomb": (bomb, "unpacks to far more"),
    "entity bomb": (entities, "declares entities"),
    "outside entity": (outside, "declares entities"),
    "deep": (lambda: office.docx("<w:sdt>" * 100_000), "nested more than 200"),
    "password": (lambda: office.LOCKED, "opens only with a password"),
    "old Word": (lambda: office.OLD, "old version of Office"),
    "cut off": (lambda: office.docx(paragraph("x"))[:-100], "not a zip file"),
    "no zip": (lambda: b"words", "not a zip file"),
    "empty zip": (lambda: office.zipped({}), "has no file 'word/document.xml'"),
    "not XML": (lambda: office.docx("<w:p>"), "is not XML"),
    "no words": (lambda: office.docx(paragraph("  ")), "no words"),
    "elsewhere": (lambda: office.office("../../etc/passwd", {}), "has no file 'etc/passwd'"),
}


@pytest.mark.parametrize(("make", "said"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_document_that_cannot_be_read_says_why(make, said):
    with pytest.raises(SourceUnreadable, match=said) as caught:
        DocxReader().read(make(), "a.docx")

    assert caught.value.fix


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_damaged_document_is_read_or_refused(draw):
    data = bytearray(
        office.docx(paragraph("Title", style="Mine") + paragraph("Words."), styles=HEADINGS)
    )
    for _ in range(draw.draw(st.integers(1, 8))):
        data[draw.draw(st.integers(4, len(data) - 1))] = draw.draw(st.integers(0, 255))
    try:
        found = DocxReader().read(bytes(data), "a.docx")
    except SourceUnreadable:
        return

    assert found.text


@settings(deadline=None, max_examples=60)
@given(st.lists(st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1)))
def test_every_word_of_every_paragraph_is_in_the_text(words):
    from xml.sax.saxutils import escape

    body = paragraph("begin") + "".join(paragraph(run(escape(one) or " ")) for one in words)

    found = read(office.docx(body))

    assert found.text.split("\n\n") == ["begin", *words]

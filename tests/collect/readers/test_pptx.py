"""Presentations: a page a slide, titles, tables, notes, and files that are made to do harm."""

import io

import pptx as writer
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pptx.util import Inches

import made_office as office
from citation_engine.collect.readers.office import PptxReader
from citation_engine.errors import SourceUnreadable
from citation_engine.model.passage import MarkKind
from collect.readers.conformance import check_reading
from made_office import shape


def read(data: bytes):
    return check_reading(PptxReader(), data, "a.pptx")


def pages(found) -> list[str]:
    return [found.text[page.start : page.end].strip() for page in found.layout.pages]


def marks(found, kind: MarkKind) -> list[tuple[str, str]]:
    return [
        (mark.name, found.text[mark.start : mark.end])
        for mark in found.layout.marks
        if mark.kind is kind
    ]


def test_every_slide_is_a_page_even_an_empty_one():
    found = read(office.pptx(shape("One"), "", shape("Three", "lines")))

    assert pages(found) == ["One", "", "Three\nlines"]
    assert [name for name, _ in marks(found, MarkKind.SLIDE)] == ["Slide 1", "Slide 3"]


def test_the_title_stands_first_and_is_a_heading():
    found = read(office.pptx(shape("Body") + shape("The title", kind="ctrTitle")))

    assert found.text == "The title\n\nBody"
    assert marks(found, MarkKind.HEADING) == [("The title", "The title")]
    assert marks(found, MarkKind.SLIDE) == [("The title", "The title\n\nBody")]


def test_a_presentation_by_another_program_is_read_alike():
    made = writer.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[1])
    slide.shapes.title.text = "Rules"
    slide.placeholders[1].text = "First\nSecond"
    table = slide.shapes.add_table(2, 2, 0, 0, Inches(2), Inches(1)).table
    for cell, words in zip(table.iter_cells(), ("a", "b", "c", "d"), strict=True):
        cell.text = words
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, Inches(1), Inches(1)).text_frame.text = "in a group"
    slide.notes_slide.notes_text_frame.text = "Say this."
    made.slides.add_slide(made.slide_layouts[6])
    target = io.BytesIO()
    made.save(target)

    found = read(target.getvalue())

    assert pages(found) == [
        "Rules\n\nFirst\nSecond\n\na\tb\nc\td\n\nin a group\n\nSay this.",
        "",
    ]
    assert marks(found, MarkKind.NOTE) == [("notes of slide 1", "Say this.")]
    assert [name for name, _ in marks(found, MarkKind.CELL)] == ["r1c1", "r1c2", "r2c1", "r2c2"]


def test_a_hidden_slide_is_read_and_named():
    found = read(office.pptx(shape("One"), shape("Two"), shown=["", 'show="0"']))

    assert pages(found) == ["One", "Two"]
    assert found.metadata["hidden_slides"] == [2]


def place(x: int, y: int) -> str:
    return f'<a:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="914400" cy="914400"/></a:xfrm>'


@pytest.mark.parametrize(
    "secret",
    [
        shape("SECRET", hidden=True),
        shape("SECRET", place=place(-914_400, 0)),
        shape("SECRET", place=place(0, 6_858_000)),
        shape("SECRET").replace("<a:t>", '<a:rPr sz="50"/><a:t>'),
        f"<p:grpSp><p:nvGrpSpPr><p:cNvPr hidden='1'/></p:nvGrpSpPr>{shape('SECRET')}</p:grpSp>",
    ],
    ids=["hidden", "left of the slide", "below the slide", "tiny", "hidden group"],
)
def test_words_that_nobody_sees_are_left_out_and_counted(secret):
    found = read(office.pptx(shape("Seen") + secret))

    assert found.text == "Seen"
    assert found.metadata["hidden_characters"] == 6


def test_a_shape_on_the_slide_is_kept():
    assert read(office.pptx(shape("Seen", place=place(0, 0)))).text == "Seen"


def test_numbers_and_footers_are_marked():
    found = read(
        office.pptx(shape("Words") + shape("7", kind="sldNum") + shape("ACME", kind="ftr"))
    )

    assert marks(found, MarkKind.FOOTER) == [("", "7"), ("", "ACME")]


def test_only_the_notes_of_a_notes_page_are_read():
    notes = shape("7", kind="sldNum") + shape("Say this.", kind="body")

    assert read(office.pptx(shape("Words"), notes=notes)).text == "Words\n\nSay this."


def test_the_words_of_a_diagram_are_read():
    frame = '<p:graphicFrame><dgm:relIds xmlns:dgm="d" r:dm="r1"/></p:graphicFrame>'
    names = 'xmlns:p="p" xmlns:a="a" xmlns:r="r"'
    points = "".join(
        f"<dgm:pt><dgm:t><a:p><a:r><a:t>{words}</a:t></a:r></a:p></dgm:t></dgm:pt>"
        for words in ("Plan", "Do")
    )
    parts = {
        "ppt/presentation.xml": '<p xmlns:r="r"><sldIdLst><sldId r:id="r1"/></sldIdLst></p>',
        "ppt/_rels/presentation.xml.rels": office.relations("slide=slides/one.xml"),
        "ppt/slides/one.xml": f"<p:sld {names}><p:spTree>{frame}</p:spTree></p:sld>",
        "ppt/slides/_rels/one.xml.rels": office.relations("diagramData=../diagrams/data1.xml"),
        "ppt/diagrams/data1.xml": f'<dgm:d xmlns:dgm="d" xmlns:a="a">{points}</dgm:d>',
    }

    assert read(office.office("ppt/presentation.xml", parts)).text == "Plan\nDo"


def test_pictures_and_charts_are_counted_as_not_read():
    frame = "<p:graphicFrame><c:chart xmlns:c='c'/></p:graphicFrame>"

    found = read(office.pptx(shape("Words") + "<p:pic/>" + frame))

    assert found.metadata["not_read"] == {"charts": 1, "pictures": 1}


def many_slides() -> bytes:
    listed = '<sldId r:id="r1"/>' * 5_001
    return office.office(
        "ppt/presentation.xml",
        {"ppt/presentation.xml": f'<p xmlns:r="r"><sldIdLst>{listed}</sldIdLst></p>'},
    )


UNREADABLE = {
    "zip bomb": (lambda: office.pptx(shape("0" * 40_000_000)), "unpacks to far more"),
    "entity bomb": (
        lambda: office.office(
            "ppt/presentation.xml",
            {"ppt/presentation.xml": '<!DOCTYPE x [<!ENTITY a "aa">]><p>&a;</p>'},
        ),
        "declares entities",
    ),
    "deep groups": (lambda: office.pptx("<p:grpSp>" * 50_000), "nested more than 200"),
    "many slides": (many_slides, "has 5,001 slides"),
    "password": (lambda: office.LOCKED, "opens only with a password"),
    "cut off": (lambda: office.pptx(shape("x"))[:-100], "not a zip file"),
    "empty zip": (lambda: office.zipped({}), "has no file 'ppt/presentation.xml'"),
    "pictures only": (lambda: office.pptx("<p:pic/>"), "no words on its slides"),
}


@pytest.mark.parametrize(("make", "said"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_presentation_that_cannot_be_read_says_why(make, said):
    with pytest.raises(SourceUnreadable, match=said) as caught:
        PptxReader().read(make(), "a.pptx")

    assert caught.value.fix


def test_a_slide_that_is_missing_is_said_to_be():
    data = office.office(
        "ppt/presentation.xml",
        {
            "ppt/presentation.xml": '<p xmlns:r="r"><sldIdLst><sldId r:id="r1"/>'
            '<sldId r:id="r2"/></sldIdLst></p>',
            "ppt/_rels/presentation.xml.rels": office.relations("slide=a.xml", "slide=b.xml"),
            "ppt/b.xml": '<p:sld xmlns:p="p" xmlns:a="a"><p:spTree>'
            + shape("Words")
            + "</p:spTree></p:sld>",
        },
    )

    found = read(data)

    assert pages(found) == ["", "Words"]
    assert found.metadata["not_read"] == {"missing slides": 1}


@settings(deadline=None, max_examples=50)
@given(st.data())
def test_a_damaged_presentation_is_read_or_refused(draw):
    data = bytearray(office.pptx(shape("Title", kind="title") + shape("Words"), shape("More")))
    for _ in range(draw.draw(st.integers(1, 8))):
        data[draw.draw(st.integers(4, len(data) - 1))] = draw.draw(st.integers(0, 255))
    try:
        found = PptxReader().read(bytes(data), "a.pptx")
    except SourceUnreadable:
        return

    assert found.text

"""Spreadsheets: rows as lines, the cell of every character, and files that are made to do harm."""

import io
import re
from datetime import date, datetime, time, timedelta

import pytest
import python_calamine
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st

import made_office as office
from citation_engine.collect.readers.office import SpreadsheetReader
from citation_engine.errors import SourceUnreadable
from citation_engine.formats.office.sheets import SheetCell, cell_of
from citation_engine.model.passage import MarkKind
from collect.readers.conformance import check_reading

ONE = '<row r="1"><c r="A1"><v>1</v></c></row>'


def read(data: bytes, name: str = "a.xlsx"):
    return check_reading(SpreadsheetReader(), data, name)


def written(fill, **options) -> bytes:
    target = io.BytesIO()
    with xlsxwriter.Workbook(target, {"in_memory": True, **options}) as book:
        fill(book)
    return target.getvalue()


def cell_at(found, offset: int) -> str | None:
    """The cell of a character, by its mark, or counted: one line a row and one tab a column."""
    around = [mark for mark in found.layout.marks if mark.start <= offset < mark.end]
    sheet = "".join(mark.name for mark in around if mark.kind is MarkKind.SHEET)
    for mark in reversed(around):
        if mark.kind is MarkKind.TABLE:
            first = cell_of(mark.name.split(":")[0])
            line = max(mark.start, found.text.rfind("\n", mark.start, offset) + 1)
            row = first.row + found.text.count("\n", mark.start, offset)
            column = first.column + found.text.count("\t", line, offset)
            return f"{sheet}!{SheetCell(row, column).name}"
        if mark.kind is MarkKind.CELL:
            return f"{sheet}!{mark.name}"
    return None


def cell_in(found, words: str) -> str | None:
    return cell_at(found, found.text.index(words))


def names(found, kind: MarkKind) -> list[str]:
    return [mark.name for mark in found.layout.marks if mark.kind is kind]


@pytest.mark.parametrize(
    ("column", "letters"),
    [(1, "A"), (26, "Z"), (27, "AA"), (702, "ZZ"), (703, "AAA"), (16384, "XFD")],
)
def test_columns_are_counted_in_letters(column, letters):
    assert SheetCell(1, column).name == f"{letters}1"


@given(st.integers(1, 9_999_999), st.integers(1, 18_278))
def test_a_cell_is_known_by_its_name(row, column):
    assert cell_of(SheetCell(row, column).name) == SheetCell(row, column)


@pytest.mark.parametrize("name", ["", "7", "B", "B0", "b7", "B7:C8", "ABCD1", "B٧"])
def test_what_is_no_name_of_a_cell(name):
    assert cell_of(name) is None


def test_a_row_is_a_line_and_every_cell_has_its_name():
    def fill(book):
        sheet = book.add_worksheet("Retention periods")
        sheet.write("B3", "Kind")
        sheet.write("C3", "Years")
        sheet.write("B4", "Invoices")
        sheet.write("C4", 10)
        sheet.write("D6", "Remark")

    found = read(written(fill))

    assert found.text == "Retention periods\n\nKind\tYears\nInvoices\t10\n\nRemark"
    assert names(found, MarkKind.TABLE) == ["B3:C4", "D6:D6"]
    assert names(found, MarkKind.CELL) == ["B3", "C3", "B4", "C4", "D6"]
    assert names(found, MarkKind.SHEET) == names(found, MarkKind.HEADING) == ["Retention periods"]
    assert [cell_in(found, words) for words in ("Kind", "10", "Remark", "periods")] == [
        *("Retention periods!B3", "Retention periods!C4", "Retention periods!D6", None),
    ]


DAY = datetime.fromisoformat("2023-12-31")
MOMENT = datetime.fromisoformat("2023-12-31T14:05")
OLD_DAY = datetime.fromisoformat("1900-01-31")
FIRST = datetime.fromisoformat("2024-02-01")
VALUES = {
    "whole": (10, None, "10"),
    "large": (10**14, None, "100000000000000"),
    "fraction": (1234.5, "#,##0.00 €", "1234.5"),
    "noise": (0.1 + 0.2, None, "0.3"),
    "small": (1e-7, None, "0.0000001"),
    "huge": (1.5e200, None, "1.5e+200"),
    "negative": (-0.5, None, "-0.5"),
    "zero": (0, None, "0"),
    "percentage": (0.125, "0 %", "12.5%"),
    "day": (DAY, "dd.mm.yyyy", "2023-12-31"),
    "day in words": (DAY, '"am" d. mmmm yyyy', "2023-12-31"),
    "old day": (OLD_DAY, "d.m.yy", "1900-01-31"),
    "moment": (MOMENT, "dd.mm.yyyy hh:mm", "2023-12-31 14:05"),
    "clock": (time(7, 30), "hh:mm", "07:30"),
    "month": (FIRST, "mmm", "2024-02-01"),
    "hours": (timedelta(hours=36, minutes=5), "[h]:mm", "36:05:00"),
    "number with words": (5, '0.0 "days"', "5"),
    "number in colour": (-7, "0;[Red]-0", "-7"),
    "yes": (True, None, "TRUE"),
    "words": ("  a\tb\nc ", None, "a b c"),
}


@pytest.mark.parametrize(("value", "format", "shown"), VALUES.values(), ids=VALUES)
def test_a_value_is_shown_exactly_and_as_nobody_misreads_it(value, format, shown):
    def fill(book):
        style = book.add_format({"num_format": format}) if format else None
        book.add_worksheet().write(0, 0, value, style)

    assert read(written(fill)).text == f"Sheet1\n\n{shown}"


def test_dates_may_count_from_1904():
    def fill(book):
        book.add_worksheet().write(
            0, 0, date(2023, 12, 31), book.add_format({"num_format": "d.m.yy"})
        )

    assert read(written(fill, date_1904=True)).text.endswith("2023-12-31")


def test_a_formula_shows_its_last_value_and_an_error_its_sign():
    def fill(book):
        sheet = book.add_worksheet()
        sheet.write_formula("A1", "=1+1", None, 2)
        sheet.write_formula("B1", '="a"&"b"', None, "ab")
        sheet.write_formula("C1", "=1/0", None, "#DIV/0!")

    assert read(written(fill)).text == "Sheet1\n\n2\tab\t#DIV/0!"


def test_hidden_sheets_are_read_and_named():
    def fill(book):
        book.add_worksheet("Seen").write(0, 0, "x")
        hidden = book.add_worksheet("Away")
        hidden.write(0, 0, "y")
        hidden.hide()
        book.add_worksheet("Empty")
        book.add_chartsheet("Chart")

    found = read(written(fill))

    assert found.text == "Seen\n\nx\n\nAway\n\ny"
    assert found.metadata["sheets"] == ["Seen", "Away", "Empty"]
    assert found.metadata["hidden_sheets"] == ["Away"]
    assert found.metadata["not_read"] == {"charts": 1}


def test_hidden_rows_and_columns_are_counted():
    def fill(book):
        sheet = book.add_worksheet()
        sheet.write(0, 0, "x")
        sheet.set_row(0, None, None, {"hidden": True})
        sheet.set_column("C:D", None, None, {"hidden": True})

    metadata = read(written(fill)).metadata

    assert (metadata["hidden_rows"], metadata["hidden_columns"]) == (1, 2)


def test_comments_and_readings_of_a_cell_are_no_part_of_the_text():
    data = office.xlsx(
        '<row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>in</t></is></c></row>',
        strings=["<r><t>Tok</t></r><r><t>yo</t></r><rPh><t>とうきょう</t></rPh>"],
    )

    assert read(data).text == "Data\n\nTokyo\tin"


def test_cells_without_names_follow_one_another():
    data = office.xlsx("<row><c><v>1</v></c><c/><c><v>3</v></c></row><row><c><v>4</v></c></row>")

    found = read(data)

    assert found.text == "Data\n\n1\t\t3\n4"
    assert cell_in(found, "3") == "Data!C1"


def test_a_sheet_that_claims_a_million_rows_has_those_with_words():
    data = office.xlsx(
        '<dimension ref="A1:XFD1048576"/><row r="1"><c r="A1"><v>1</v></c></row>'
        '<row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    )

    found = read(data)

    assert found.text == "Data\n\n1\n\n2"
    assert cell_in(found, "2") == "Data!XFD1048576"


def test_letters_that_xml_cannot_hold_are_told_apart():
    data = office.xlsx('<row><c t="s"><v>0</v></c></row>', strings=["<t>a_x000D_b_x005F_x</t>"])

    assert read(data).text == "Data\n\na b_x"


@settings(deadline=None, max_examples=40)
@given(
    st.dictionaries(
        st.tuples(st.integers(1, 30), st.integers(1, 30)),
        st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=8)
        | st.integers(-(10**6), 10**6),
        min_size=1,
        max_size=20,
    )
)
def test_every_cell_is_found_again_by_its_place(cells):
    def fill(book):
        sheet = book.add_worksheet("S")
        for (row, column), value in cells.items():
            if isinstance(value, str):
                sheet.write_string(row - 1, column - 1, value)
            else:
                sheet.write_number(row - 1, column - 1, value)

    found = read(written(fill))
    seen = {}
    for mark in found.layout.marks:
        if mark.kind is MarkKind.TABLE:
            for word in re.finditer(r"[^\t\n]+", found.text[mark.start : mark.end]):
                name = cell_at(found, mark.start + word.start())
                seen[name] = word.group()

    assert seen == {f"S!{SheetCell(*place).name}": str(value) for place, value in cells.items()}


def test_cells_of_a_large_sheet_are_found_without_marks_of_their_own():
    data = office.xlsx(
        "".join(
            f"<row>{''.join(f'<c><v>{row}{n}</v></c>' for n in range(7))}</row>"
            for row in range(3000)
        )
    )

    found = read(data)

    assert names(found, MarkKind.CELL) == []
    assert cell_in(found, "29995") == "Data!F3000"


def test_another_reader_sees_the_same_cells():
    def fill(book):
        sheet = book.add_worksheet("S")
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        for row in range(40):
            sheet.write_string(row, 0, f"row {row}")
            sheet.write_number(row, 1, row * 1.25)
            sheet.write_datetime(row, 2, FIRST + timedelta(days=row), day)

    data = written(fill)
    theirs = python_calamine.load_workbook(io.BytesIO(data)).get_sheet_by_index(0).to_python()
    ours = [line.split("\t") for line in read(data).text.split("\n")[2:]]

    assert [[one[0], float(one[1]), date.fromisoformat(one[2])] for one in ours] == theirs


def ods_row(*cells: str, more: str = "") -> str:
    return f"<table:table-row {more}>{''.join(cells)}</table:table-row>"


def ods_cell(words: str = "", more: str = "") -> str:
    paragraph = f"<text:p>{words}</text:p>" if words else ""
    return f"<table:table-cell {more}>{paragraph}</table:table-cell>"


def ods_table(*rows: str, name: str = "Tabelle", more: str = "") -> str:
    return f'<table:table table:name="{name}" {more}>{"".join(rows)}</table:table>'


def test_cells_of_an_open_document_stand_as_they_are_shown():
    many = 'table:number-columns-repeated="2"'
    data = office.ods(
        ods_table(
            ods_row(ods_cell("Art"), ods_cell("12 %", 'office:value="0.12"')),
            ods_row(ods_cell(), more='table:number-rows-repeated="3"'),
            ods_row(ods_cell(more=many), ods_cell("a<text:s text:c='2'/>b<text:tab/>c")),
            ods_row(ods_cell(more='office:value="7"')),
            ods_row(ods_cell(), more='table:number-rows-repeated="1048000"'),
        )
    )

    found = read(data, "a.ods")

    assert found.media_type == "application/vnd.oasis.opendocument.spreadsheet"
    assert found.text == "Tabelle\n\nArt\t12 %\n\n\t\ta  b c\n7"
    assert [cell_in(found, words) for words in ("12 %", "a  b", "7")] == [
        *("Tabelle!B1", "Tabelle!C5", "Tabelle!A6"),
    ]


def test_another_reader_sees_the_same_cells_of_an_open_document():
    data = office.ods(
        ods_table(ods_row(*(ods_cell(words, 'office:value-type="string"') for words in "ab"))),
        **{"META-INF__manifest": "<manifest/>"},
    )
    theirs = python_calamine.load_workbook(io.BytesIO(data)).get_sheet_by_index(0).to_python()

    assert [line.split("\t") for line in read(data, "a.ods").text.split("\n")[2:]] == theirs


def test_comments_and_hidden_sheets_of_an_open_document():
    style = (
        '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>'
    )
    note = "<office:annotation><text:p>REMARK</text:p></office:annotation>"
    commented = f"<table:table-cell>{note}<text:p>x</text:p></table:table-cell>"
    data = office.ods(
        ods_table(ods_row(commented), name="One")
        + ods_table(ods_row(ods_cell("y")), name="Two", more='table:style-name="h"'),
        style,
        meta="<m><title>Ein Titel</title><initial-creator>Bo</initial-creator></m>",
    )

    found = read(data, "a.ods")

    assert found.text == "One\n\nx\n\nTwo\n\ny"
    assert found.metadata["hidden_sheets"] == ["Two"]
    assert (found.metadata["title"], found.metadata["author"]) == ("Ein Titel", "Bo")


def test_a_spreadsheet_is_known_by_its_name_or_its_parts():
    assert SpreadsheetReader().accepts(office.xlsx(ONE), "download")
    assert SpreadsheetReader().accepts(office.ods(""), "download")
    assert SpreadsheetReader().accepts(b"", "A.XLSX")
    assert not SpreadsheetReader().accepts(office.xlsx(ONE), "a.zip")


def xlsx_with(path: str, content: str) -> bytes:
    parts = {
        "xl/workbook.xml": '<w xmlns:r="r"><sheets><sheet name="a" r:id="r1"/></sheets></w>',
        "xl/_rels/workbook.xml.rels": office.relations(
            "worksheet=sheet.xml", "sharedStrings=strings.xml"
        ),
        "xl/sheet.xml": f"<w>{ONE}</w>",
    }
    return office.office("xl/workbook.xml", {**parts, path: content})


BOMB = (
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>'
)
MANY = 'table:number-columns-repeated="16384"'
UNREADABLE = {
    "zip bomb": (lambda: office.xlsx("<row>" + " " * 40_000_000 + "</row>"), "far more than it"),
    "entity bomb": (lambda: xlsx_with("xl/strings.xml", BOMB), "declares entities"),
    "entity bomb in a sheet": (lambda: xlsx_with("xl/sheet.xml", BOMB), "declares entities"),
    "deep": (lambda: xlsx_with("xl/sheet.xml", "<a>" * 100_000), "nested more than 200"),
    "beyond the sheet": (
        lambda: office.xlsx('<row r="9999999"><c r="A9999999"><v>1</v></c></row>'),
        "beyond column XFD",
    ),
    "cells repeated without end": (
        lambda: office.ods(
            ods_table(ods_row(ods_cell("x", MANY), more='table:number-rows-repeated="1048576"'))
        ),
        "more than 2,000,000 cells",
    ),
    "columns far apart": (
        lambda: office.xlsx(
            "".join(
                f'<row r="{n}"><c r="A{n}"><v>1</v></c><c r="XFD{n}"><v>1</v></c></row>'
                for n in range(1, 2000)
            )
        ),
        "too many empty cells",
    ),
    "password": (lambda: office.LOCKED, "opens only with a password"),
    "password of an open document": (
        lambda: office.ods("", **{"META-INF__manifest": "<m><encryption-data/></m>"}),
        "opens only with a password",
    ),
    "old Excel": (lambda: office.COMPOUND, "old version of Office"),
    "cut off": (lambda: office.xlsx(ONE)[:-100], "not a zip file"),
    "empty zip": (lambda: office.zipped({}), "has no file 'xl/workbook.xml'"),
    "no cells": (lambda: office.xlsx(""), "no cells with words"),
    "not XML": (lambda: xlsx_with("xl/sheet.xml", "<w>"), "is not XML"),
}


@pytest.mark.parametrize(("make", "said"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_spreadsheet_that_cannot_be_read_says_why(make, said):
    with pytest.raises(SourceUnreadable, match=said) as caught:
        SpreadsheetReader().read(make(), "a.xlsx")

    assert caught.value.fix


def test_a_string_that_is_not_there_is_no_other_string():
    assert read(office.xlsx('<row><c t="s"><v>7</v></c></row>')).text == "Data\n\n\ufffd"


@settings(deadline=None, max_examples=50)
@given(st.data())
def test_a_damaged_spreadsheet_is_read_or_refused(draw):
    data = bytearray(office.xlsx(ONE, strings=["<t>Words</t>"]))
    for _ in range(draw.draw(st.integers(1, 8))):
        data[draw.draw(st.integers(4, len(data) - 1))] = draw.draw(st.integers(0, 255))
    try:
        found = SpreadsheetReader().read(bytes(data), "a.xlsx")
    except SourceUnreadable:
        return

    assert found.text

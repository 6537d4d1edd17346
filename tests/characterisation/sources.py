"""The folders of sources that the frozen reports are held against."""

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import made_books
import made_office
import made_pdfs

Files = dict[str, bytes]

ACT = """# Records Act

## § 4 Retention

(1) Digital records are kept unchanged for ten years. Internal letters are kept for six years.

(2) The period begins with the end of the calendar year in which the record was made. It does not
begin before the record is complete.

## § 5 Checking

(1) Every archive checks a sample of at least 5 percent of its records once a year. 1 The result is
written down. 2 It is kept for five years.

(2) The following are exempt:

1. records of the council,
2. letters that were never sent,
3. drawings larger than 2 m.

## § 6 Costs

The body that hands over the records bears the costs of converting them, up to 12,500 euros a year.
The archive may waive the costs. Nobody must pay twice.
"""
STUDY = """---
title: What readers find
author: Jane Smith
doi: 10.5555/12345678
---

# What readers find

Jane Smith, 2021

## Method

We asked 60 archives in 14 towns between 3 May 2019 and 12 June 2020. Two readers looked at every
record. Where they disagreed, a third decided.

## Results

Where a sample was checked every quarter, failures fell from 8.8 percent to 2.1 percent within
three years. In the other archives failures rose from 8.6 to 9.4 percent – “the largest change in
the series”. Nine of ten readers found what they were looking for within one visit.

- Small archives have the oldest equipment.
- Most of the archives keep the records of a single town and its firms.
  - ```
    not prose: failures = 99
    ```
- Large archives convert old formats when they arrive.

| Town | Archives | Failures |
|------|---------:|---------:|
| Harbour | 12 | 2.1 % |
| Hillside | 7 | 9.4 % |

```python
failures = 42  # Failures were 42 percent.
```

> Reading takes longer when the reader has to ask. In two archives every request goes over the desk.

## Discussion

Checking more often than every quarter did not help[^1]. The costs were 1.2 million euros[^2].

[^1]: No archive checked more often than every month.
[^2]: In prices of 2020.
"""
LETTER = """From the director of the Harbour Archive

The plan of the archive was accepted on 4 March 2022. It takes effect
on 1 January 2023. The building has 3,400 square metres, and the
reading room is open on five days a week.

Nobody objected to the plan.
"""
VERORDNUNG = """# Aufbewahrungsverordnung

## § 4 Fristen

(1) Digitale Unterlagen sind zehn Jahre unverändert aufzubewahren. Handelsbriefe sind sechs Jahre
aufzubewahren.

(2) Die Frist beginnt mit dem Schluss des Kalenderjahres, in dem die Unterlage entstanden ist. Sie
beginnt nicht vor dem 1. Januar 2015.

## § 5 Prüfung

Jedes Archiv prüft einmal im Jahr eine Stichprobe von mindestens 5 Prozent seiner Bestände. Das
Ergebnis ist schriftlich festzuhalten; es ist fünf Jahre lang aufzubewahren.

## § 6 Ausnahmen

Von der Prüfung ausgenommen sind Unterlagen des Rates. Die Kosten dürfen 12.500 Euro im Jahr nicht
übersteigen.
"""
GUTACHTEN = """Gutachten über den Zustand der Archive

Im Jahr 2021 wurden 60 Archive befragt. Die Fehlerquote sank von 8,8 Prozent auf 2,1 Prozent, wo
vierteljährlich geprüft wurde. „Kein Archiv prüfte häufiger als monatlich“, heißt es im Bericht.

Die meisten Archive bewahren die Unterlagen einer einzigen Stadt auf. Rund 1,2 Mio. Euro wurden
ausgegeben.
"""
SEITE = """<!doctype html><html lang="de"><head><title>Stadtarchiv – Öffnungszeiten</title></head>
<body><nav><a href="/">Start</a> <a href="/kontakt">Kontakt</a></nav>
<main><h1>Öffnungszeiten</h1><p>Der Lesesaal ist an <b>fünf Tagen</b> in der Woche geöffnet.</p>
<table><caption>Gebühren</caption><tr><th>Leistung</th><th>Preis</th></tr>
<tr><td>Kopie</td><td>0,50&nbsp;€</td></tr><tr><td>Scan</td><td>1,20&nbsp;€</td></tr></table>
<h2>Anreise</h2><p>Die Linie 7 h&auml;lt vor dem Haus.<br>Parkpl&auml;tze gibt es nicht.</p></main>
<footer><p>Alle Angaben ohne Gewähr.</p></footer></body></html>
"""
PAGE = """<html><head><title>Archive news</title><meta name="author" content="Jane Smith"></head>
<body><header>News</header><article><h1>Archive news</h1>
<p>The reading room is <em>open</em> on five days a&nbsp;week.</p>
<h2>Prices</h2><ul><li>A copy costs 50 cents.</li><li>A scan costs 1.20 euros.</li></ul>
<pre>opened = 5</pre><blockquote>Nobody objected to the plan.</blockquote>
<table><tr><th>Year</th><th>Visitors</th></tr><tr><td>2021</td><td>1,204</td></tr>
<tr><td>2022</td><td>3,511</td></tr></table>
<p hidden>Secret words.</p><script>var x = "No words."</script></article></body></html>
"""
POLICY = {
    "name": "Storage policy",
    "checks": {"every_months": 3, "sample_percent": 5, "reason": "Failures are found early."},
    "copies": [
        {"place": "Harbour", "kind": "disk", "since": "2019-05-03"},
        {"place": "Hillside", "kind": "tape", "since": "2020-06-12"},
    ],
}
CONFIG = """# How the store is set up
store:
  place: Harbour
  copies: 3
  note: >
    The copies are compared every night,
    and differences are reported at once.
people:
  - name: Jane Smith
    role: director
"""
TABLE = """town,year,archives,failures
Harbour,2021,12,2.1
Hillside,2021,7,9.4
"Saint Mary, North",2022,3,0.5
"""
NOTES = (
    "Notes of the meeting\r\n\r\nThe committee met on 12 June 2020.\r\nIt decided to "
    "con\u00adtinue the pro\u00adgramme for two more years.\r\n\r\nCosts: 1\u202f250 € per "
    "month; the ﬁnal ﬁgure is not known.\r\n"
)
CODE = '''"""Counts failures."""

LIMIT = 5  # percent


def failures(records: list[int]) -> float:
    """Return the share of the records that failed."""
    return sum(records) / len(records)
'''


def _docx() -> bytes:
    table = (
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Town</w:t></w:r></w:p></w:tc>"
        "<w:tc><w:p><w:r><w:t>Staff</w:t></w:r></w:p></w:tc></w:tr>"
        "<w:tr><w:tc><w:p><w:r><w:t>Harbour</w:t></w:r></w:p></w:tc>"
        "<w:tc><w:p><w:r><w:t>17</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
    )
    return made_office.docx(
        made_office.paragraph("Staff of the archives", style="Heading1")
        + made_office.paragraph("The Harbour Archive has 17 people, ", "four of them part time.")
        + made_office.paragraph("Training", style="Heading2")
        + made_office.paragraph("Every new member is trained for three weeks.")
        + table
    )


def _pptx() -> bytes:
    shape = made_office.shape
    return made_office.pptx(
        shape("Plans for 2024", kind="title") + shape("A second reading room opens in May."),
        shape("Money", kind="title") + shape("The budget is 2.4 million euros.", "It may grow."),
        notes="Mention the sponsors.",
    )


def _xlsx() -> bytes:
    return made_office.xlsx(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
        '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>1204</v></c></row>'
        '<row r="3"><c r="A3" t="s"><v>3</v></c><c r="B3"><v>3511.5</v></c></row>',
        strings=("<t>Town</t>", "<t>Visitors</t>", "<t>Harbour</t>", "<t>Hillside</t>"),
    )


def _ods() -> bytes:
    def row(*cells: str) -> str:
        inner = "".join(
            f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in cells
        )
        return f"<table:table-row>{inner}</table:table-row>"

    rows = row("Town", "Shelves") + row("Harbour", "410") + row("Hillside", "95")
    return made_office.ods(f'<table:table table:name="Shelves">{rows}</table:table>')


def _epub() -> bytes:
    return made_books.book(
        one="<h1>The first archive</h1><p>The first archive of the town was founded in 1783.</p>",
        two="<h1>The fire</h1><p>A fire destroyed most of the records in 1842. "
        "Only 212 volumes were saved.</p>",
    )


def _act_pdf() -> bytes:
    return made_pdfs.made(
        made_pdfs.together(
            made_pdfs.lines(["The Archive Act"], y=780, size=20),
            made_pdfs.lines(
                [
                    "Section 1. Purpose",
                    "This act governs the keeping of digital records",
                    "by public archives.",
                    "Section 2. Keeping",
                    "Digital records are kept unchanged for ten years.",
                ]
            ),
        ),
        made_pdfs.lines(
            [
                "Section 3. Checking",
                "Every archive checks a sample of its records",
                "at least once a year. The result is writ-",
                "ten down and kept for five years.",
            ]
        ),
        made_pdfs.lines(
            ["Section 4. Costs", "The body that hands over the records bears the costs"]
        ),
    )


def _text(*pairs: tuple[str, str]) -> Files:
    return {name: text.encode() for name, text in pairs}


def english() -> Files:
    """Two sources in English, and a letter."""
    return _text(("act.md", ACT), ("letter.txt", LETTER), ("study.md", STUDY))


def german() -> Files:
    """Three sources in German."""
    return _text(("gutachten.txt", GUTACHTEN), ("seite.html", SEITE), ("verordnung.md", VERORDNUNG))


def formats() -> Files:
    """Sources of many formats, without PDF."""
    return _text(
        ("01-page.html", PAGE),
        ("02-policy.json", json.dumps(POLICY, indent=2)),
        ("03-config.yaml", CONFIG),
        ("04-table.csv", TABLE),
        ("05-notes.txt", NOTES),
    ) | {
        "06-staff.docx": _docx(),
        "07-plans.pptx": _pptx(),
        "08-visitors.xlsx": _xlsx(),
        "09-shelves.ods": _ods(),
        "10-book.epub": _epub(),
        "11-count.py": CODE.encode(),
        "12-latin.txt": "Größe und Maß: 5 Öfen für 12 € – „fertig“.".encode("cp1252"),
        "13-empty.txt": b"",
        "14-broken.json": b'{"a": [1, 2',
    }


def pdfs() -> Files:
    """Sources that are PDF files."""
    return {
        "act.pdf": _act_pdf(),
        "columns.pdf": made_pdfs.two_columns(),
        "headers.pdf": made_pdfs.with_headers(),
        "headings.pdf": made_pdfs.with_headings(),
        "labels.pdf": made_pdfs.page_labels(),
        "locked.pdf": made_pdfs.encrypted(),
        "outline.pdf": made_pdfs.with_outline(),
        "turned.pdf": made_pdfs.upright_on_rotated(90, ["Words on a turned page.", "More words."]),
    }


def laws() -> Files:
    """A made statute, as Markdown and as text, and the ordinance of the demonstration."""
    statute = next(Path(__file__).parent.parent.rglob("statute.md")).read_bytes()
    plain = statute.decode().replace("#", "").replace("*", "").encode()
    ordinance = files("citation_engine") / "cli" / "demo_files" / "aufbewahrungsverordnung.md"
    return {"1.md": statute, "2.txt": plain, "3.md": ordinance.read_bytes()}


FOLDERS: dict[str, Callable[[], Files]] = {
    "english": english,
    "german": german,
    "formats": formats,
    "laws": laws,
    "pdfs": pdfs,
}

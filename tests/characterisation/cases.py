# ruff: noqa: E501 - a report reads better on the line of its name
"""The reports and answers whose results are frozen, by group."""

import json
import random
import re
from collections.abc import Callable, Iterator
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any, NamedTuple

import made_changes
import made_office
import made_pdfs
from characterisation.quotations import SENTENCES
from link.providers.payloads import FORMS
from link.providers.payloads import Case as Answered
from made_markers import PIECES

TESTS = Path(__file__).parent.parent
LABELLED = next(TESTS.rglob("labelled"))
FIXTURES = next(TESTS.rglob("anthropic_message.json")).parent
SEED = 10


class Case(NamedTuple):
    """A report, the folder of sources it is held against, and the options."""

    name: str
    file: str
    report: bytes
    sources: str = "english"
    options: dict[str, Any] | None = None
    judge: str = "overlap"
    files: Callable[[], dict[str, bytes]] | None = None


def markdown(group: dict[str, str], **fields: Any) -> Iterator[Case]:
    """A case for each Markdown text."""
    for name, text in group.items():
        yield Case(name, "report.md", text.encode(), **fields)


# The signs that markers are --------------------------------------------------------------------

CLAIMS = (
    "Digital records are kept unchanged for ten years",
    "Small archives have the oldest equipment",
)
LIST = "\n\n## Sources\n\n1. act.md\n2. study.md\n3. letter.txt\n"
SIGNS = {
    "tokens": ("[[S:1]]", "[[S:3]]", ""),
    "tokens with several": ("[[S:1,2]]", "[[ s: 2–3 ]]", ""),
    "tokens unknown": ("[[S:9]]", "[[S:x]]", ""),
    "brackets": ("[S1]", "[S3]", ""),
    "brackets with several": ("[S1, S3]", "[S1-S3]", ""),
    "brackets in words": ("[Source 1]", "[S1](https://example.org/act)", ""),
    "sup": (
        '<sup class="cite" data-sids="1">[S:1]</sup>',
        '<sup class="cite" data-sids="1,3">[S:1,3]</sup>',
        "",
    ),
    "sup in brackets": ("[S:1]", "[S:3]", ""),
    "numeric": ("[1]", "[2]", LIST),
    "numeric without a list": ("[1]", "[3]", ""),
    "numeric with several": ("[1, 2]", "[1-3]", LIST),
    "numeric in a row": ("[1][2]", "[1]-[3]", LIST),
    "numeric with places": ("[1, § 4]", "[2, p. 24]", LIST),
    "numeric wrong": ("[9-3]", "[0]", LIST),
    "numeric in lenticular brackets": ("【1】", "【2†L1-L5】", LIST),
    "numeric twice": ("[1, 1]", "[[2]]", LIST),
    "list by bracket": (
        "[1]",
        "[2]",
        "\n\n## References\n\n[1] act.md\n[2] Smith, J. What readers find. 2021.\n",
    ),
    "list without heading": ("[1]", "[2]", "\n\n---\n\n[1]: act.md\n[2]: study.md\n"),
    "list by bold heading": (
        "[1]",
        "[2]",
        "\n\n**References**\n\n1. Records Act\n2. What readers find\n",
    ),
    "list with addresses": (
        "[1]",
        "[2]",
        "\n\nSources:\n\n1. Records Act, https://example.org/act\n2. Smith, doi:10.5555/12345678\n",
    ),
    "list with gaps": ("[2]", "[7]", "\n\n# Quellen\n\n2. act.md\n4. study.md\n"),
    "footnotes": ("[^1]", "[^2]", "\n\n[^1]: act.md, § 4\n[^2]: study.md\n"),
    "footnotes with names": (
        "[^act]",
        "[^smith2021]",
        "\n\n[^act]: Records Act. act.md\n    Second edition.\n[^smith2021]: Smith, What readers find, 2021.\n",
    ),
    "footnotes without definition": ("[^1]", "[^7]", "\n\n[^1]: act.md\n"),
    "named": ("[@act]", "[cite:study]", ""),
    "named by number": ("[cite_1]", "[citation:3]", ""),
    "links": ("[act](act.md)", "([source](study.md))", ""),
    "links to pages": ("[the act](https://example.org/act.md)", "<https://example.org/study>", ""),
    "usage": ("[S1]", "[S3]", "\n\n[[USAGE:1,2]]\n"),
    "mixed": ("[S1]", "[2]", LIST),
    "raised digits": ("¹", "³", LIST),
    "escaped": ("\\[1\\]", "`[2]`", LIST),
}


def dialects() -> Iterator[Case]:
    """One claim before and one behind each sign, in Markdown; some in HTML and text."""
    for name, (first, second, end) in SIGNS.items():
        text = f"# Records\n\n{CLAIMS[0]} {first}. {CLAIMS[1]}. {second} Others do not.{end}"
        yield Case(name, "report.md", text.encode())
        if not end:
            yield Case(f"{name}, text", "report.txt", text.encode())
            page = (
                f"<h1>Records</h1><p>{CLAIMS[0]} {first}.</p><ul><li>{CLAIMS[1]} {second}</li></ul>"
            )
            yield Case(f"{name}, html", "report.html", page.encode())


# Quotes and their places -----------------------------------------------------------------------

QUOTES = {
    "exact": 'The act says: "Digital records are kept unchanged for ten years." [S1]',
    "exact, without a full stop": 'It speaks of "the costs of converting them" [S1].',
    "normalised": "The study says: 'Two readers looked at  every record.' [S3]",
    "normalised typography": "Failures rose: \"from 8.6 to 9.4 percent - 'the largest change in the series'\" [S3].",
    "normalised case": '"DIGITAL RECORDS ARE KEPT UNCHANGED FOR TEN YEARS" is the rule [S1].',
    "other first letter": 'The act says "digital records are kept unchanged for ten years" [S1].',
    "elided": 'The study says: "We asked 60 archives […] between 3 May 2019 and 12 June 2020." [S3]',
    "elided by dots": 'The study: "Two readers looked ... a third decided." [S3]',
    "elided wrongly": 'The study: "a third decided […] Two readers looked at every record." [S3]',
    "near": 'The act says: "Digital records are kept unchanged for nine years." [S1]',
    "near by a word": 'The act says "Every archive checks a sample of at most 5 percent of its records" [S1].',
    "absent": 'The act says: "Every record is printed on paper and burnt." [S1]',
    "too short": 'It says "we saw" and "ten" [S1].',
    "several places": 'It mentions "the records" [S1].',
    "in another source": 'The act says: "Nine of ten readers found what they were looking for within one visit." [S1]',
    "two quotes": 'It asks "60 archives in 14 towns" and says "a third decided" [S3].',
    "two quotes of two sources": '"Nobody must pay twice" [S1], and "Nobody objected to the plan" [S2].',
    "German marks": "Es heißt: „Nobody objected to the plan.“ [S2]",
    "guillemets": "On lit « Nobody objected to the plan » [S2].",
    "single marks": "It says ‘the largest change in the series’ [S3].",
    "block quote": "The study says:\n\n> Reading takes longer when the reader has to ask. [S3]\n",
    "block quote without marker": "The study says [S3]:\n\n> Nobody reads.\n",
    "over lines": 'The act: "The period begins with the end of\nthe calendar year in which the record\nwas made." [S1]',
    "quoted table cells": 'The study has "Harbour | 12 | 2.1 %" [S3].',
    "quoted code": 'The study has "failures = 42" [S3].',
    "quoted footnote": 'It adds "No archive checked more often than every month." [S3]',
    "quoted front matter": 'It is "What readers find" [S3].',
    "section as cited": '"Nobody must pay twice." [S1, § 6]',
    "section elsewhere": '"Nobody must pay twice." [S1, § 4]',
    "subsection": '"It does not begin before the record is complete." [S1, § 4 Abs. 2 Satz 2]',
    "number of a list": '"letters that were never sent" [S1, § 5 Abs. 2 Nr. 2]',
    "page of a text": '"Nobody objected to the plan." [S2, p. 3]',
    "chapter": '"Two readers looked at every record." [S3, Method]',
    "scare quotes": 'The so-called "experts" say that small archives have the oldest equipment [S3].',
    "title in quotes": 'In "What readers find" small archives have the oldest equipment [S3].',
    "nested": "It says: \"the largest 'change' in the series\" [S3].",
    "bold and links": 'The act says: "Digital **records** are kept [unchanged](x.md) for ten years." [S1]',
    "unfinished": 'The act says: "Digital records are kept [S1].',
}


def quotes() -> Iterator[Case]:
    """Quotes that are there, nearly, in pieces and not at all; places that are right and wrong."""
    yield from markdown(QUOTES)


# How a report is built -------------------------------------------------------------------------

STRUCTURE = {
    "table": "| Town | Archives [S3] | Note |\n|---|---|---|\n| Harbour | 12 [S3] | Failures were 2.1 % [S3] |\n| Hillside | 8 | |\n\n*Table 1: Archives by town [S3]*\n",
    "table of bare values": "| Kind | Years |\n|---|---|\n| letters | 10 [S1] |\n| records | ten [S1] |\n",
    "table with escaped bars": "| a \\| b | c |\n|:-:|--:|\n| 60 archives [S3] | `x|y` |\n",
    "list": "The study found:\n\n- small archives have the oldest equipment [S3],\n- nine of ten readers found what they looked for;\n- 14 towns took part. [S3]\n",
    "list with a lead": "The act exempts [S1]:\n\n1. records of the council,\n2. letters that were never sent,\n3. all others.\n",
    "nested list": "- Records [S1]\n  - are kept for ten years\n  - are not changed [S1]\n    1. ever\n- [ ] Letters are kept for six years [S1]\n- [x] Done\n",
    "loose list": "* Digital records are kept unchanged for ten years. [S1]\n\n  Letters are kept for six years.\n\n* Nobody must pay twice [S1].\n",
    "fence": "Records are kept for ten years [S1].\n\n```\nRecords are kept for nine years [S1].\n```\n\n~~~md\n| a [S2] |\n~~~\n\nNobody must pay twice [S1].\n",
    "fence on the line of an item": "- ```\n  x = 1 [S1]\n  ```\n- Records are kept for ten years [S1].\n\nNobody must pay twice [S1].\n",
    "fence without an end": "Nobody must pay twice [S1].\n\n```\nRecords are kept for ten years [S1].\n",
    "indented code": "Nobody must pay twice [S1].\n\n    Records are kept for ten years [S1].\n\nLetters are kept for six years [S1].\n",
    "headings": "Records for ten years [S1]\n==========\n\nLetters\n-------\n\n### Costs [S1] ###\n\n#### 2.1 Failures fell to 2.1 percent [S3]\n",
    "front matter": "---\ntitle: Records [S1]\nauthor: Jane\n---\n\nNobody must pay twice [S1].\n",
    "comments": "<!-- Records are kept [S1]. -->\nNobody must pay twice [S1]. <!-- ce: ignore CE302 counted -->\n\nThe town has 310 archives. <!-- ce: ignore CE302 counted by us -->\n",
    "html in markdown": '<div class="note">Nobody must pay twice [S1].</div>\n\n<table><tr><td>12 archives [S3]</td></tr></table>\n\nLetters<br>are kept for <b>six</b> years [S1].\n',
    "emphasis": "**Records**: kept for *ten* years [S1]. __Letters__ are kept for ~~five~~ six years [S1].\n",
    "images": "![Failures by town [S3]](plot.png)\n\nFigure 2: Failures fell to 2.1 percent [S3].\n",
    "formulas": "We have $x[1] = 2$ and $$y[2]$$ in [S3]. The share is 2.1 % [S3].\n",
    "questions and opinions": "Why is that so? We think that costs are high. In this chapter we look at costs. Let us see! Nobody must pay twice.\n",
    "two in one sentence": "Records are kept for ten years [S1], while failures fell from 8.8 percent to 2.1 percent [S3].\n",
    "sign of the next sentence": "Letters are kept for six years. [S1] Nobody must pay twice. [S1]\n",
    "sign at the end of a paragraph": "Letters are kept for six years. Nobody must pay twice. The archive may waive the costs. [S1]\n",
    "sign at the beginning": "[S1] says that letters are kept for six years. According to [S3], 60 archives were asked.\n",
    "abbreviations": "Cf. Dr. Smith et al., who asked approx. 60 archives, e.g. in 14 towns [S3]. The U.S. No. 5 is exempt [S1].\n",
    "definition list": "Records\n: kept for ten years [S1]\n\nLetters\n: kept for six years [S1]\n",
    "long dash clauses": "Letters — kept for six years [S1] — are exempt; records – ten years – are not [S1].\n",
    "empty": "",
    "only a heading": "# Records\n",
    "no markers": "Digital records are kept unchanged for ten years. The town has 310 archives.\n",
    "unused list": "Nobody must pay twice.\n\n## Bibliography\n\n- act.md\n- study.md\n",
    "windows line ends": "# Records\r\n\r\nNobody must pay twice [S1].\r\nLetters are kept for six years [S1].\r\n",
    "byte order mark": "\ufeffNobody must pay twice [S1].\n",
    "footnotes in a list": "- Letters are kept for six years[^a].\n- Nobody must pay twice.[^b]\n\n[^a]: act.md\n\n[^b]: act.md, § 6.\n    More words.\n",
    "quotation of a list": "> - Letters are kept for six years [S1].\n> - Nobody must pay twice [S1].\n>\n> > Small archives have the oldest equipment [S3].\n",
    "rules and breaks": "Letters are kept for six years [S1].\\\nNobody must pay twice [S1].  \nSmall archives have the oldest equipment [S3].\n\n* * *\n\nEnd.\n",
}


def structure() -> Iterator[Case]:
    """Tables, lists, fences, headings and the rest of Markdown."""
    yield from markdown(STRUCTURE)


# Numbers, dates, negations ---------------------------------------------------------------------

VALUES = {
    "numbers": "Failures fell from 8.8 percent to 1.2 percent [S3]. Failures fell from 8.8 to 2.1 % [S3]. We asked sixty archives [S3]. The study asked 61 archives [S3]. The costs were 1,200,000 euros [S3]. The costs were 1.2 billion euros [S3]. The building has 3400 square metres [S2].\n",
    "dates": "The plan was accepted on March 4, 2022 [S2]. The plan was accepted on 5 March 2022 [S2]. It takes effect on 2023-01-01 [S2]. They asked between May 2019 and June 2020 [S3].\n",
    "units": "Costs are up to 12,500 dollars a year [S1]. Drawings larger than 2 km are exempt [S1]. The reading room is open five weeks a day [S2].\n",
    "negations": "Checking more often than every quarter helped [S3]. The period begins before the record is complete [S1]. Somebody objected to the plan [S2]. Nobody objected to the plan [S2].\n",
    "modals": "The archive must waive the costs [S1]. The archive may waive the costs [S1]. Every archive may check a sample of its records once a year [S1].\n",
    "quantifiers": "All archives keep the records of a single town and its firms [S3]. Most of the archives keep the records of a single town and its firms [S3]. Few readers found what they were looking for [S3].\n",
    "opposites": "Small archives have the newest equipment [S3]. Failures rose from 8.8 percent to 2.1 percent [S3]. Large archives have the oldest equipment [S3].\n",
    "names": "The Hillside Archive accepted the plan on 4 March 2022 [S2]. Jane Miller asked 60 archives [S3].\n",
    "no relation": "The director of an archive is elected by the council [S1]. Whales sleep upright [S3].\n",
    "paraphrases": "Electronic documents must stay unmodified for a decade [S1]. Letters inside the house are stored for six years [S1]. A third person decided whenever the two readers disagreed [S3].\n",
    "several sources": "Records are kept for ten years, and nobody objected to the plan [S1, S2]. Sixty archives were asked [S1][S3].\n",
    "naked numbers": "The town has 310 archives. About 4,000 people came in 2022. It is the 3rd time. See chapter 4.\n",
    "lists of values": "| Town | Failures |\n|---|---|\n| Harbour [S3] | 9.4 % |\n| Hillside [S3] | 9.4 % |\n",
    "code and footnotes of the source": "Failures were 42 percent [S3]. The costs are in prices of 2020 [S3]. No archive checked more often than every month [S3].\n",
}


def values() -> Iterator[Case]:
    """Claims whose numbers, dates and words agree with the source, and such that do not."""
    yield from markdown(VALUES)


def changed(judge: str = "overlap") -> Iterator[Case]:
    """Sentences of the sources, each with one change, by the kind of the change."""
    makers = made_changes.BENIGN | made_changes.MEANING | made_changes.SHOWN
    for language, sentences in SENTENCES.items():

        def files(sentences: tuple[str, ...] = sentences) -> dict[str, bytes]:
            return {"source.md": "\n\n".join(("# Sentences", *sentences)).encode()}

        for kind, make in makers.items():
            if kind in ("page break", "reference marks", "markup"):
                continue
            rng = random.Random(f"{SEED} {kind}")
            made = [make(sentence, rng) for sentence in sentences]
            claims = [" ".join(one.quote.split()).rstrip(".") for one in made if one is not None]
            text = "\n\n".join(f"{claim} [S1]." for claim in claims)
            name = f"{language}, {kind}"
            folder = f"sentences in {language}"
            yield Case(name, "report.md", text.encode(), folder, judge=judge, files=files)


# German ----------------------------------------------------------------------------------------

GERMAN = {
    "report": "# Fristen\n\nDigitale Unterlagen sind zehn Jahre unverändert aufzubewahren [S3]. Handelsbriefe sind acht Jahre aufzubewahren [S3]. Im Gutachten heißt es: „Kein Archiv prüfte häufiger als monatlich“ [S1].\n",
    "numbers": "Die Fehlerquote sank von 8,8 Prozent auf 2,1 % [S1]. Es wurden 1.200.000 Euro ausgegeben [S1]. Die Kosten dürfen 12.500 Euro im Jahr übersteigen [S3]. Die Frist beginnt am 01.01.2015 [S3]. Befragt wurden sechzig Archive [S1].\n",
    "list": "Ausgenommen sind [S3]:\n\n- Unterlagen des Rates,\n- z. B. Briefe gem. § 5 Abs. 1 Nr. 2,\n- alle übrigen.\n",
    "numeric": "Der Lesesaal ist an fünf Tagen geöffnet [1]. Die Linie 7 hält vor dem Haus [1, S. 2]. Parkplätze gibt es [1].\n\n## Quellen\n\n[1] Stadtarchiv – Öffnungszeiten\n[2] verordnung.md\n",
    "sections": "„Das Ergebnis ist schriftlich festzuhalten“ [S3, § 5]. „Sie beginnt nicht vor dem 1. Januar 2015.“ [S3, § 4 Abs. 2 Satz 2] „Handelsbriefe sind sechs Jahre aufzubewahren.“ [S3, § 6]\n",
    "table": "| Leistung | Preis |\n|---|---|\n| Kopie | 0,50 € [S2] |\n| Scan | 1,50 € [S2] |\n",
    "opinions": "Wir meinen, dass das gut ist. Warum? Im Folgenden geht es um Kosten. Die meisten Archive bewahren Unterlagen einer Stadt auf.\n",
    "footnotes": "Die Frist beträgt zehn Jahre[^1]. Geprüft wird einmal im Jahr.[^vo]\n\n[^1]: verordnung.md, § 4 Abs. 1\n[^vo]: Vgl. Aufbewahrungsverordnung, § 5.\n",
    "English about German": "Digital records must be kept for ten years [S3]. The reading room is open on five days [S2].\n",
}


def german() -> Iterator[Case]:
    """Reports in German, and one in English about sources in German."""
    yield from markdown(GERMAN, sources="german")


# Formats of reports and sources ----------------------------------------------------------------

ABOUT_FORMATS = """# Of many formats

A scan costs 1.20 euros [S1]. The reading room is "open on five days a week" [S1].
Failures are found early [S2]. The place is "Hillside" [S2, /copies/1/place]. There are 3 copies [S3].
"The copies are compared every night, and differences are reported at once." [S3]
Saint Mary, North had 3 archives [S4]. Harbour had failures of 9.4 [S4]. "Hillside,2021,7,9.4" [S4]
The committee decided to "continue the programme" [S5]. "the final figure is not known" [S5]
The Harbour Archive has 17 people [S6]. Every new member is trained for two weeks [S6, Training].
The budget is 2.4 million euros [S7, slide 2]. "A second reading room opens in May." [S7]
Hillside had 3511.5 visitors [S8]. Hillside has 95 shelves [S9].
"Only 212 volumes were saved." [S10, The fire] It returns the share of the records that failed [S11].
"5 Öfen für 12 €" [S12]. Nothing [S13]. Broken [S14].
"""
HTML = """<!doctype html><html><head><title>Records</title></head><body>
<nav><a href="x">Home</a></nav><h1>Records [S1]</h1>
<p>Digital records are kept <b>unchanged</b> for ten years [S1]. Letters&nbsp;are kept for six years.
<sup class="cite" data-sids="1">[S:1]</sup></p>
<ul><li>Nobody must pay twice [S1]</li><li>The costs: <code>x[1]</code></li></ul>
<blockquote>Two readers looked at every record. [S3]</blockquote>
<table><caption>Failures [S3]</caption><tr><th>Town</th><th>Failures</th></tr>
<tr><td>Harbour</td><td>2.1&nbsp;% [S3]</td></tr></table>
<pre>Nobody must pay [S1].</pre><p>See <a href="https://example.org/study">the study</a>.
<!-- hidden [S1] --><p>Unclosed &quot;the largest change in the series&quot; [S3]<br>More</body></html>
"""
JSON = {
    "title": "Records",
    "summary": "Digital records are kept unchanged for ten years. Nobody must pay twice.",
    "points": ["Small archives have the oldest equipment.", "60 archives were asked [S3]."],
    "nested": {"a/b": {"quote": 'The act says "Nobody must pay twice".'}, "count": 3, "none": None},
    "url": "https://example.org",
    "_citations": [
        {"path": "/summary", "sids": [1]},
        {"path": "/points/0", "sids": [3]},
        {"path": "/nested/a~1b/quote", "sids": [1, 2]},
        {"path": "/missing", "sids": [1]},
        {"path": "/title", "sids": [9]},
    ],
}
YAML = """title: Records
summary: Digital records are kept unchanged for ten years. Nobody must pay twice.
long: >
  Small archives have the oldest equipment.
  Nine of ten readers found what they were looking for
  within one visit.
quoted: 'It''s said that "nobody objected to the plan".'
points:
  - Letters are kept for six years.
  - {text: "60 archives\\twere asked", n: 3}
_citations:
  - {path: /summary, sids: [1]}
  - {path: /long, sids: [3]}
  - path: /quoted
    sids: [2]
  - {path: /points/1/text, sids: [3]}
"""
TEXT = """RECORDS

Digital records are kept unchanged for ten years [1]. Letters are kept for
six years [1]. The study says: "Two readers looked at every record." [2]

  * Small archives have the oldest equipment [2]
  * Nobody must pay twice [1]

1) First
2) Second [2]

References

[1] act.md
[2] study.md
"""


def docx_report() -> bytes:
    """A report as a Word document, with a heading, a list, a table and a footnote."""
    paragraph = made_office.paragraph
    reference = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    cells = "".join(
        f"<w:tc>{paragraph(words)}</w:tc>" for words in ("Harbour", "Failures were 2.1 % [S3]")
    )
    return made_office.docx(
        paragraph("Records", style="Heading1")
        + paragraph("Digital records are kept ", "unchanged", " for ten years [S1]. Why? ")
        + paragraph(
            "The act says: “Nobody must pay twice.” [S1] It has six sections", reference, "."
        )
        + paragraph("Small archives have the oldest equipment [S3].", style="ListParagraph")
        + f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>",
        footnotes=f'<w:footnote w:id="2">{paragraph("act.md")}</w:footnote>',
    )


def formats() -> Iterator[Case]:
    """The same things in every format of a report but PDF, and sources of many formats."""
    texts = {"report.html": HTML, "report.yaml": YAML, "report.yml": YAML.replace("/long", "/lang")}
    texts |= {"report.json": json.dumps(JSON, indent=1), "report.txt": TEXT, "numbers.md": TEXT}
    texts |= {
        "flat.json": json.dumps(JSON),
        "list.json": '["Letters are kept for six years [S1].", 3]',
    }
    texts |= {"broken.json": '{"a": "Letters are kept', "broken.yaml": "a: [1\nb: 'x"}
    texts |= {
        "strings.yaml": "- Letters are kept for six years [S1].\n- |\n  Nobody must\n  pay twice.\n"
    }
    texts |= {
        "plain.html": "<p>Nobody must pay twice [1].<p>Letters [2]<ol><li>act.md<li>study.md</ol>"
    }
    texts |= {
        "links.html": '<p>Nobody must pay twice <a href="act.md">[1]</a>. <a href="https://example.org/study.md">Small archives</a> have the oldest equipment.</p>'
    }
    for file, text in texts.items():
        yield Case(file, file, text.encode())
    yield Case("report.docx", "report.docx", docx_report())
    yield Case("latin.txt", "latin.txt", "Größe: Nobody must pay twice [S1].".encode("cp1252"))
    for line in ("all", *ABOUT_FORMATS.splitlines()[2:]):
        text = ABOUT_FORMATS if line == "all" else line
        if line == "all" or "[S2" in line:
            yield Case(f"formats: {line}", "report.md", text.encode(), sources="formats")


def pdf_reports() -> Iterator[Case]:
    """A report that is a PDF, and reports about PDFs, with pages and rectangles."""
    page = made_pdfs.together(
        made_pdfs.lines(["Records"], y=780, size=20),
        made_pdfs.lines(
            [
                "Digital records are kept unchanged for ten years [S1]. Let-",
                "ters are kept for six years [S1]. The study says that",
                "small archives have the oldest equipment [S3].",
            ]
        ),
        made_pdfs.lines(["Page 1 of 2"], y=40, size=9),
    )
    more = made_pdfs.lines(['It says: "Nobody must pay twice." [S1]'])
    yield Case("report.pdf", "report.pdf", made_pdfs.made(page, more))
    about = {
        "pages": 'Digital records are kept unchanged for ten years [S1, p. 1]. The act says: "Every archive checks a sample of its records at least once a year." [S1, p. 1] "The result is written down and kept for five years." [S1, p. 2] "bears the costs" [S1, p. 7]',
        "columns": 'It says: "until the end of the column is reached." [S2] "Only then the right column takes over and tells how the story went on to its happy end." [S2]',
        "furniture": 'It says "On page 3 it says that." [S3, p. 3] "Journal of Made Results" [S3] "On page 2 it says more. On page 3 it says this." [S3]',
        "headings": '"This is line 4 of the body of the text." [S4, First section] "A term is a word." [S7, Terms and words] "A term is a word." [S7, 1.1]',
        "labels": '"Some words" [S5, p. ii] "Nothing" [S5, p. A-1] Locked [S6]. "Words on a turned page." [S8, p. 1]',
        "names": "Digital records are kept for nine years [1]. Words on a turned page [2].\n\n## Sources\n\n1. The Archive Act (act.pdf)\n2. turned.pdf\n",
    }
    yield from markdown(about, sources="pdfs")


# Options ---------------------------------------------------------------------------------------

MIXED = "# Records\n\nLetters are kept for six years [S1]. Nobody must pay twice [1]. Small archives have the oldest equipment[^x]. The town has 310 archives.\n\n[^x]: study.md\n\n## Sources\n\n1. act.md\n"
OPTIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "all": ("report.md", MIXED, {}),
    "brackets only": ("report.md", MIXED, {"markers": ["brackets"]}),
    "numeric only": ("report.md", MIXED, {"markers": ["numeric"]}),
    "footnotes and brackets": ("report.md", MIXED, {"markers": ["footnotes", "brackets"]}),
    "no markers": ("report.md", MIXED, {"markers": []}),
    "map of names": ("report.md", MIXED, {"sources_map": {"1": "study.md", "S1": "letter.txt"}}),
    "map of footnotes": ("report.md", MIXED, {"sources_map": {"x": "act.md"}}),
    "map of nothing": ("report.md", MIXED, {"sources_map": {"1": "missing.md"}}),
    "coverage": ("report.md", MIXED, {"min_coverage": 0.9}),
    "coverage reached": ("report.md", MIXED, {"min_coverage": 0.1}),
    "select": ("report.md", MIXED, {"select": ["CE3"]}),
    "ignore": ("report.md", MIXED, {"ignore": ["CE302", "CE5"]}),
    "unknown code": ("report.md", MIXED, {"select": ["CE999"]}),
    "as text": ("report.md", MIXED, {"format": "text"}),
    "as html": ("report.md", MIXED, {"format": "html"}),
    "unknown format": ("report.md", MIXED, {"format": "spoken"}),
    "inline": ("report.json", json.dumps(JSON), {"inline": True}),
    "sidecar elsewhere": (
        "report.json",
        json.dumps({"a": CLAIMS[0], "meta": {"cites": [{"path": "/a", "sids": [1]}]}}),
        {"sidecar": "/meta/cites"},
    ),
    "inline yaml": ("report.yaml", YAML.replace("six years", "six years [S1]"), {"inline": True}),
    "session numbers": (
        "report.md",
        MIXED,
        {"markers": ["brackets", "numeric"], "ignore": ["CE4"]},
    ),
}


def options() -> Iterator[Case]:
    """The options of a check."""
    for name, (file, text, chosen) in OPTIONS.items():
        yield Case(name, file, text.encode(), options=chosen)


# Labelled drafts -------------------------------------------------------------------------------

_LABEL = re.compile(r"⟦[sickhf][en](?:\+[^|]*)?-?\||⟧")
_CLAIM = re.compile(r"⟦[sickhf]e(?:\+[^|]*)?-?\|(.*?)⟧", re.DOTALL)
_SIGN = re.compile(r"\s*(?:\[[^\]]*\](?:\([^)]*\))?|<[^>]*>|【[^】]*】|\*\*)")


def sources_of(labelled: str) -> dict[str, bytes]:
    """Four sources that have the claims of a draft: as they are, with other numbers, shortened."""
    texts: list[list[str]] = [[], [], [], []]
    for number, claim in enumerate(_CLAIM.findall(labelled)):
        words = " ".join(_SIGN.sub("", claim).split())
        if number % 3 == 1:
            words = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), words)
        if number % 3 == 2:
            words = " ".join(words.split()[:-2])
        texts[number % 4].append(words)
        texts[(number + 1) % 4].append(words)
    return {
        f"{number}.md": f"# Source {number}\n\n{chr(10).join(text)}\n".encode()
        for number, text in enumerate(texts, 1)
    }


def labelled() -> Iterator[Case]:
    """The labelled drafts, without their labels."""
    for path in sorted(LABELLED.glob("*/*")):
        name = f"{path.parent.name}/{path.name}"
        text = path.read_text("utf-8")

        def files(text: str = text) -> dict[str, bytes]:
            return sources_of(text)

        report = _LABEL.sub("", text).encode()
        yield Case(name, path.name, report, sources=name, files=files)
        mapped = {"sources_map": {str(n): f"{(n - 1) % 4 + 1}.md" for n in range(1, 13)}}
        yield Case(f"{name}, mapped", path.name, report, name, options=mapped, files=files)


# Answers of providers --------------------------------------------------------------------------


def answers() -> Iterator[tuple[str, Any]]:
    """The stored answers of providers, and made ones, whole and streamed."""
    for path in sorted(FIXTURES.glob("[!_]*.json")):
        yield path.stem, json.loads(path.read_text("utf-8"))
    for name, form in FORMS.items():
        yield f"made: {name}", form.whole(Answered())
        if form.stream is not None:
            yield f"made: {name}, streamed", form.stream(Answered())


def _rules() -> dict[str, bytes]:
    truth = json.loads((FIXTURES / "_truth.json").read_text("utf-8"))
    other = "Die Lesbarkeit regelt § 8.2. Daten werden nicht gelöscht."
    return {"gobd.md": truth["source"].encode(), "other.txt": other.encode()}


def providers() -> Iterator[Case]:
    """The same answers, saved and checked as reports."""
    for name, data in answers():
        report = json.dumps(data, ensure_ascii=False).encode()
        yield Case(name, "answer.json", report, sources="rules", files=_rules)


# The demonstration -----------------------------------------------------------------------------

DEMO = package_files("citation_engine").joinpath("cli", "demo_files")


def _tree(folder: Any, prefix: str = "") -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            found |= _tree(entry, f"{prefix}{entry.name}/")
        else:
            found[prefix + entry.name] = entry.read_bytes()
    return found


def _demo_sources() -> dict[str, bytes]:
    return {
        name: data
        for name, data in _tree(DEMO).items()
        if "/" not in name and name not in ("report.md", "__init__.py")
    }


def _faulty_sources() -> dict[str, bytes]:
    return _tree(DEMO.joinpath("faulty", "sources"))


def demo() -> Iterator[Case]:
    """The reports of `cite demo`: the good one, and those with a fault of every kind."""
    good = DEMO.joinpath("report.md").read_bytes()
    yield Case("report.md", "report.md", good, sources="demo", files=_demo_sources)
    for name in ("report.md", "summary.json", "answer.json"):
        data = DEMO.joinpath("faulty", name).read_bytes()
        yield Case(f"faulty/{name}", name, data, sources="faulty", files=_faulty_sources)


CHANGED_FOR_LOCAL = ("english, number", "english, negation", "english, opposite", "english, case")


def local_judge() -> Iterator[Case]:
    """A few reports with the judge that users get who name none."""
    chosen = {name: VALUES[name] for name in ("paraphrases", "negations", "numbers", "no relation")}
    chosen |= {name: QUOTES[name] for name in ("exact", "near", "in another source", "block quote")}
    chosen |= {name: STRUCTURE[name] for name in ("table", "list")}
    yield from markdown(chosen, judge="local")
    yield from markdown({"german": GERMAN["report"]}, sources="german", judge="local")
    yield from (case for case in changed("local") if case.name in CHANGED_FOR_LOCAL)
    yield Case("formats", "report.md", ABOUT_FORMATS.encode(), sources="formats", judge="local")


# Nonsense --------------------------------------------------------------------------------------

BLOCKS = (
    "# A heading [S1]\n\n", "Letters are kept for six years [S1]. ", "Nobody must pay twice. [S1]\n\n",
    "- an item [S3]\n", "  - an item in an item\n", "1. first, 5 percent [2]\n", "\n", "\n\n", "> quoted [S2] ",
    "```\ncode [S1]\n```\n", "- ```\n  code [S1]\n  ```\n", "~~~\n", "    indented [S1]\n", "| a [S1] | 5 |\n|---|---|\n",
    "| 12 | b [S3] |\n", "<div>\nwords [S1]\n</div>\n", "<p>More words [S3].</p>", "<!-- no [S1] -->", "[^n]: A note.\n",
    "Words with a note[^n]. ", "[link](https://example.org/x) ", "## References\n\n", "[1] act.md\n", "2. study.md\n",
    "“Two readers looked at every record.” [S3] ", '"Nobody reads" (see [S2]). ', "e.g. in 2022, approx. 3.5 % [S1] ", "---\n",
    "Title\n=====\n", "`x[1]` ", "**Bold:** words [1, 2]. ", "<br>", "\\[1\\] ", "&amp; &nbsp; [S1] ", "<table><tr><td>7 [S1]</td></tr></table>\n",
    "Term\n: meaning [S1]\n", "* star item\n\n  going on [S1]\n", "$x[1]$ ", "Warum? Etwa 5 Prozent, z. B. 2022 [S1]. ",
)  # fmt: skip
EXTENSIONS = ("md", "md", "md", "html", "txt")


def fuzzed() -> Iterator[Case]:
    """Reports put together at random from signs, and from blocks."""
    rng = random.Random(SEED)
    for kind, pieces, most in (("signs", PIECES, 25), ("blocks", BLOCKS, 14)):
        for number in range(90):
            text = "".join(rng.choices(pieces, k=rng.randint(3, most)))
            name = f"{kind} {number:02}"
            yield Case(name, f"report.{rng.choice(EXTENSIONS)}", text.encode())


def sentences() -> Iterator[Case]:
    """Lists of sentences that are hard to tell apart, as reports."""
    for path in sorted(TESTS.rglob("sentences_*.txt")):
        text = path.read_text("utf-8").replace("¦", "").replace("%%", "")
        yield Case(path.name, path.name, text.encode())
        joined = " ".join(text.split())
        yield Case(f"{path.name}, joined", "report.md", joined.encode())


# The command line ------------------------------------------------------------------------------

COMMAND_REPORTS = {
    "good.md": b"Letters are kept for six years [S1].\n",
    "bad.md": b'The act says: "Letters are kept for nine hundred years" [S1].\n',
    "warned.md": b"Letters are kept for six years [S1]. The town has 310 archives.\n",
    "empty.md": b"",
    "unknown.md": b"Letters are kept for six years [S1]. Nobody [S9].\n",
    "undecided.md": b"Electronic documents must stay unmodified for a decade [S1].\n",
    "data.json": json.dumps(JSON).encode(),
}


def commands() -> Iterator[tuple[str, str, list[str]]]:
    """Calls of `cite check`: a name, the report, the options."""
    for report in COMMAND_REPORTS:
        yield report, report, []
    yield "warnings fail", "warned.md", ["--fail-on", "warning"]
    yield "nothing fails", "bad.md", ["--fail-on", "never"]
    yield "strict", "undecided.md", ["--strict"]
    yield "unchecked allowed", "unknown.md", ["--allow-unchecked"]
    yield "coverage", "warned.md", ["--min-coverage", "0.9"]
    yield "select", "warned.md", ["--select", "CE302"]
    yield "ignore", "bad.md", ["--ignore", "CE1"]
    yield "unknown code", "bad.md", ["--ignore", "CE999"]
    yield "markers", "good.md", ["--markers", "numeric"]
    yield "no report", "missing.md", []
    yield "unknown option", "good.md", ["--colour"]
    yield "inline", "data.json", ["--inline"]
    yield "no judge", "good.md", ["--judge", "none"]

"""Checked reports for tests: every state, English and German, with a page of a PDF."""

from collections.abc import Sequence

from citation_engine.model.checked import (
    Checked,
    CheckedCitation,
    CheckedClaim,
    CheckedSource,
    ClaimState,
    LinkedBy,
    Metrics,
)
from citation_engine.model.draft import (
    Claim,
    ClaimKind,
    Draft,
    DraftFormat,
    Marker,
    Quoted,
    Reference,
)
from citation_engine.model.finding import Finding, Ignored, Level
from citation_engine.model.passage import Passage, Rect, Span
from citation_engine.model.source import ReadState
from citation_engine.model.verdict import (
    Aspect,
    Better,
    Conflict,
    Difference,
    JudgeIdentity,
    Match,
    Place,
    Relation,
    Status,
    Support,
    Verdict,
)

JUDGE = JudgeIdentity(name="overlap", version="1")

ENGLISH = """\
# Keeping records: what the rules ask for

This note sums up how long companies keep their books, and what it costs them.

## Retention

The GoBD demands storage for "fifteen years" [[S:1]]. Transaction data are kept **for ten years**,
and nobody may change them [[S:1]]. Editable Word files break this rule [[S:1]].

> The rule covers all documents that have something to do with bookings [[S:1]].

- Invoices are documents in the sense of § 14 UStG [[S:2]].
- Error rates fell by 42 percent after the change [[S:3]].
  - The study followed 61 companies over `three` years [[S:3]].
- Costs fell by a third.

## What it costs

| Size of the company | Cost per year |
|---|---|
| small | 1,200 euros [[S:3]] |
| large | 48,000 euros |

Most firms call the rules "a burden out of all proportion to what they are good for, as every one
of the interviewed heads of accounting in the eleven firms told us without being asked" [[S:4]].
Two thirds of them would not go back [[S:9]]. See also [the ministry's page](https://example.org/gobd_2024).

```python
keep(years=10)  # not a claim [[S:1]]
```
"""

LAW = (
    "Kapitel 8: Aufbewahrungsfristen. § 8.1: Sämtliche buchungsrelevanten Einzelvorgänge sind für "
    "einen Zeitraum von zehn Jahren unveränderbar zu speichern. Das gilt auch für Unterlagen, die "
    "für das Verständnis der Buchungen nötig sind. Office-Dateien erfüllen die Anforderung nur, "
    "wenn Änderungen protokolliert werden."
)
STUDY = (
    "Methods. We followed 61 companies over three years. Results. After the change we saw a "
    "relative reduction of 24% (95% CI 19–29) in error rates. Small companies spent 1,200 euros "
    "per year on keeping their records, which is less than before."
)


def passage(
    text: str, words: str, *, page: int | None = None, section: str | None = None
) -> Passage:
    """Return the passage of a text that has these words."""
    start = text.index(words)
    end = start + len(words)
    return Passage(
        start=start,
        end=end,
        text=words,
        before=text[max(0, start - 300) : start],
        after=text[end : end + 300],
        segments=(Span(start, end),),
        line=1,
        page=page,
        section=section,
        rects=(Rect(page=page, x0=40, y0=88, x1=330, y1=102),) if page else (),
    )


def found(
    words: Passage, support: Support, reason: str = "", *, status: Status | None = None, **more
) -> Verdict:
    """Return a verdict on words that are in the source."""
    status = status or {
        Support.SUPPORTED: Status.VERIFIED,
        Support.CONTRADICTED: Status.FAILED,
        Support.UNSUPPORTED: Status.FAILED,
    }.get(support, Status.UNVERIFIED)
    given = {"match": Match.EXACT, "places": 1, "similarity": 1.0, **more}
    return Verdict(
        status=status, support=support, judge=JUDGE, reason=reason, passage=words, **given
    )


class Making:
    """Puts a checked report together, claim by claim, in the order of the text."""

    def __init__(self, text: str, *, name: str, format: DraftFormat = DraftFormat.MARKDOWN) -> None:
        self.text, self.name, self.format = text, name, format
        self.claims: list[CheckedClaim] = []
        self.markers: list[Marker] = []
        self.findings: list[Finding] = []
        self._at = 0

    def span(self, words: str, start: int = 0) -> Span:
        at = self.text.index(words, start)
        return Span(at, at + len(words))

    def claim(
        self,
        words: str,
        state: ClaimState,
        *citations: dict,
        marker: str | None = None,
        quote: str | None = None,
        kind: ClaimKind = ClaimKind.SENTENCE,
        why: str = "",
    ) -> str:
        """Add the claim that stands as `words` in the text; return its id."""
        span = self.span(words, self._at)
        self._at = span.end
        markers = ()
        if marker:
            number = int("".join(filter(str.isdigit, marker)))
            sign = Marker(
                dialect="tokens", span=self.span(marker, span.start), text=marker, numbers=(number,)
            )
            markers = (sign,)
            self.markers.append(sign)
        quoted = Quoted(span=self.span(quote, span.start), text=quote) if quote else None
        shown = words.replace(f" {marker}", "").replace("**", "").replace("\n", " ").strip()
        claim = Claim(
            id=f"claim{len(self.claims)}",
            text=shown,
            span=span,
            kind=kind,
            markers=markers,
            quotes=(quoted,) if quoted else (),
            needs_evidence=state is not ClaimState.NO_EVIDENCE_NEEDED,
            why=why,
        )
        given = tuple(
            CheckedCitation(
                marker=markers[0] if markers else None,
                quote=quoted,
                **{"linked_by": LinkedBy.NAME_ORDER, **one},
            )
            for one in citations
        )
        self.claims.append(CheckedClaim(claim=claim, state=state, citations=given))
        return claim.id

    def finding(self, code: str, name: str, level: Level, message: str, **more) -> None:
        self.findings.append(Finding(code=code, name=name, level=level, message=message, **more))

    def checked(self, sources: Sequence[CheckedSource] = (), **more) -> Checked:
        draft = Draft(
            text=self.text,
            format=self.format,
            name=self.name,
            claims=tuple(one.claim for one in self.claims),
            markers=tuple(self.markers),
            references=more.pop("references", ()),
            dialects=("tokens",) if self.markers else (),
        )
        return Checked(
            draft=draft,
            claims=tuple(self.claims),
            sources=tuple(sources),
            findings=tuple(self.findings),
            **{"judge": JUDGE, "draft_sha256": "ab" * 32, "seconds": 3.24, **more},
        )


def english() -> Checked:
    """Return a report with a claim in every state, findings of every level and a table."""
    making = Making(ENGLISH, name="report.md")
    _retention(making)
    _figures(making)
    _costs(making)
    making.finding(
        "CE002",
        "unused-source",
        Level.WARNING,
        "annex-b.pdf (S5) is not cited.",
        help="Cite it, or leave it out of the sources.",
        source="S5",
    )
    left_out = Finding(
        code="CE302", name="naked-number", level=Level.WARNING, message="1,200 has no source."
    )
    return making.checked(
        SOURCES,
        ignored=(Ignored(finding=left_out, reason="the figure is from our own books"),),
        notes=(
            "The report has no list of references: [[S:1]] was taken for the first source in "
            "natural name order, gobd.pdf.",
        ),
        unchecked=(
            "interview.pdf (S4) could not be read: it is encrypted. One citation rests on it.",
        ),
        metrics=Metrics(
            total_evidence_sentences=12,
            cited_sentences=10,
            citation_coverage=10 / 12,
            orphaned_sources=1,
            audit_failures=3,
        ),
    )


SOURCES = (
    CheckedSource(
        label="S1",
        name="gobd.pdf",
        identifier="sources/gobd.pdf",
        media_type="application/pdf",
        pages=38,
        sha256="9f2c" * 16,
        publisher="Bundesministerium der Finanzen",
        year="2024",
        used=True,
    ),
    CheckedSource(
        label="S2",
        name="Umsatzsteuergesetz",
        identifier="https://example.org/ustg",
        media_type="text/html",
        url="https://example.org/ustg",
        sha256="31aa" * 16,
        used=True,
    ),
    CheckedSource(
        label="S3",
        name="study.pdf",
        identifier="sources/study.pdf",
        media_type="application/pdf",
        pages=12,
        sha256="77e0" * 16,
        used=True,
    ),
    CheckedSource(
        label="S4",
        name="interview.pdf",
        identifier="sources/interview.pdf",
        media_type="application/pdf",
        state=ReadState.DEGRADED,
        reason="It is encrypted, and no password was given.",
        used=True,
    ),
    CheckedSource(label="S5", name="annex-b.pdf", identifier="sources/annex-b.pdf", pages=3),
)


def _retention(making: Making) -> None:
    making.claim(
        "This note sums up how long companies keep their books, and what it costs them.",
        ClaimState.NO_EVIDENCE_NEEDED,
        why="It says what the text does.",
    )
    nearest = passage(LAW, "von zehn Jahren unveränderbar", page=24, section="§ 8.1")
    altered = Difference(
        aspects=(Aspect.NUMBER,),
        quote_span=Span(0, 13),
        source_span=Span(4, 15),
        quote_words="fifteen years",
        source_words="zehn Jahren",
        sentence='The quote has "fifteen years" where the source has "zehn Jahren".',
    )
    failed = making.claim(
        'The GoBD demands storage for "fifteen years" [[S:1]].',
        ClaimState.FAILED,
        {
            "source": "S1",
            "verdict": Verdict(
                status=Status.FAILED,
                match=Match.ABSENT,
                judge=JUDGE,
                notes='The quote is not in gobd.pdf. Nearest words (likeness 0.91): "von zehn …"',
                fix="Correct the quote to the words of the source, change the claim, or drop it.",
                similarity=0.91,
                nearest=nearest,
                changes=(altered,),
            ),
        },
        marker="[[S:1]]",
        quote="fifteen years",
    )
    making.finding(
        "CE101",
        "quote-not-found",
        Level.ERROR,
        "The quote is not in gobd.pdf.",
        help="Correct the quote, or change the claim.",
        span=making.span('"fifteen years"'),
        claim=failed,
        source="S1",
        evidence=nearest,
    )
    law = passage(
        LAW,
        "für einen Zeitraum von zehn Jahren unveränderbar zu speichern",
        page=24,
        section="§ 8.1",
    )
    making.claim(
        "Transaction data are kept **for ten years**,\nand nobody may change them [[S:1]].",
        ClaimState.SUPPORTED,
        {"source": "S1", "verdict": found(law, Support.SUPPORTED, "Both say ten years.")},
        marker="[[S:1]]",
    )
    office = passage(LAW, "Office-Dateien erfüllen die Anforderung nur, wenn", page=24)
    undecided = making.claim(
        "Editable Word files break this rule [[S:1]].",
        ClaimState.UNDECIDED,
        {
            "source": "S1",
            "verdict": found(office, Support.UNDECIDED, "The passage names a condition."),
        },
        marker="[[S:1]]",
    )
    making.finding(
        "CE206",
        "undecided",
        Level.WARNING,
        "It could not be decided whether gobd.pdf carries the claim.",
        help="Read the passage yourself.",
        claim=undecided,
        source="S1",
    )
    wider = passage(LAW, "Das gilt auch für Unterlagen, die für das Verständnis", page=24)
    making.claim(
        "The rule covers all documents that have something to do with bookings [[S:1]].",
        ClaimState.PARTIAL,
        {
            "source": "S1",
            "verdict": found(
                wider, Support.PARTIAL, "The source speaks of documents that explain bookings."
            ),
        },
        marker="[[S:1]]",
    )


def _figures(making: Making) -> None:
    law = (
        "§ 14 Ausstellung von Rechnungen. Rechnung ist jedes Dokument, mit dem über eine "
        "Lieferung abgerechnet wird."
    )
    making.claim(
        "Invoices are documents in the sense of § 14 UStG [[S:2]].",
        ClaimState.SUPPORTED,
        {
            "source": "S2",
            "linked_by": LinkedBy.TITLE,
            "verdict": found(
                passage(law, "Rechnung ist jedes Dokument", section="§ 14"),
                Support.SUPPORTED,
                "The law calls every such document an invoice.",
                place=Place.ELSEWHERE,
                match=Match.NORMALISED,
                differences=("white space",),
            ),
        },
        marker="[[S:2]]",
        kind=ClaimKind.ITEM,
    )
    reduction = passage(STUDY, "relative reduction of 24% (95% CI 19–29)", page=6)
    contradicted = making.claim(
        "Error rates fell by 42 percent after the change [[S:3]].",
        ClaimState.CONTRADICTED,
        {
            "source": "S3",
            "verdict": found(
                reduction,
                Support.CONTRADICTED,
                "The number differs.",
                conflicts=(
                    Conflict(
                        aspect=Aspect.NUMBER,
                        relation=Relation.DIFFERS,
                        claim_words="42 percent",
                        passage_words="24%",
                        sentence='The claim says "42 percent", the source "24%".',
                    ),
                ),
            ),
        },
        marker="[[S:3]]",
        kind=ClaimKind.ITEM,
    )
    making.finding(
        "CE203",
        "number-mismatch",
        Level.ERROR,
        "The number differs from the source: 42 percent, 24%.",
        help="Should 42 be 24? Numbers are never corrected for you.",
        span=making.span("42 percent"),
        claim=contradicted,
        source="S3",
        evidence=reduction,
    )
    making.claim(
        "The study followed 61 companies over `three` years [[S:3]].",
        ClaimState.SUPPORTED,
        {
            "source": "S3",
            "verdict": found(
                passage(STUDY, "We followed 61 companies over three years", page=2),
                Support.SUPPORTED,
                "61 companies and three years are in both.",
            ),
        },
        marker="[[S:3]]",
        kind=ClaimKind.ITEM,
    )
    uncited = making.claim("Costs fell by a third.", ClaimState.UNCITED, kind=ClaimKind.ITEM)
    making.finding(
        "CE301",
        "uncited-claim",
        Level.WARNING,
        "The claim has no citation.",
        help="Add a marker, or say that it is your opinion.",
        span=making.claims[-1].claim.span,
        claim=uncited,
    )


def _costs(making: Making) -> None:
    making.claim(
        "1,200 euros [[S:3]]",
        ClaimState.SUPPORTED,
        {
            "source": "S3",
            "verdict": found(
                passage(STUDY, "Small companies spent 1,200 euros per year", page=7),
                Support.SUPPORTED,
                "The figure is the same.",
                self_supplied=True,
            ),
        },
        marker="[[S:3]]",
        kind=ClaimKind.CELL,
    )
    making.claim("48,000 euros", ClaimState.UNCITED, kind=ClaimKind.CELL)
    quote = (
        "a burden out of all proportion to what they are good for, as every one\nof the "
        "interviewed heads of accounting in the eleven firms told us without being asked"
    )
    making.claim(
        f'Most firms call the rules "{quote}" [[S:4]].',
        ClaimState.NOT_CHECKED,
        {"source": "S4", "unchecked": "interview.pdf could not be read: it is encrypted."},
        marker="[[S:4]]",
        quote=quote,
    )
    unknown = making.claim(
        "Two thirds of them would not go back [[S:9]].", ClaimState.FAILED, marker="[[S:9]]"
    )
    making.finding(
        "CE001",
        "unknown-source",
        Level.ERROR,
        "There is no source S9; there are S1 to S5.",
        help="Correct the number, or add the source.",
        span=making.span("[[S:9]]"),
        claim=unknown,
        marker="[[S:9]]",
    )


GERMAN = """\
Aufbewahrung von Unterlagen

Unternehmen müssen Buchungsbelege acht Jahre aufbewahren [1]. Die Frist beginnt mit dem Schluss \
des Kalenderjahres, in dem der Beleg entstanden ist [1]. Nach „einhelliger Meinung“ gilt das \
auch für E-Mails [2].

Quellen
[1] Abgabenordnung, § 147
[2] Handbuch der Buchführung
"""
CODE = (
    "§ 147 Ordnungsvorschriften für die Aufbewahrung von Unterlagen. (3) Die in Absatz 1 Nr. 4 "
    "aufgeführten Unterlagen sind acht Jahre aufzubewahren. (4) Die Aufbewahrungs\u00ad\nfrist "
    "beginnt mit dem Schluss des Kalenderjahrs, in dem der Buchungsbeleg entstanden ist."
)


def german() -> Checked:
    """Return a German report in plain text, with everything checked and nothing an error."""
    making = Making(GERMAN, name="bericht.txt", format=DraftFormat.TEXT)
    making.claim(
        "Unternehmen müssen Buchungsbelege acht Jahre aufbewahren [1].",
        ClaimState.SUPPORTED,
        {
            "source": "S1",
            "linked_by": LinkedBy.TITLE,
            "verdict": found(
                passage(CODE, "sind acht Jahre aufzubewahren", section="§ 147 Abs. 3 Satz 1"),
                Support.SUPPORTED,
                "Both say eight years.",
            ),
        },
        marker="[1]",
    )
    making.claim(
        "Die Frist beginnt mit dem Schluss des Kalenderjahres, in dem der Beleg entstanden "
        "ist [1].",
        ClaimState.SUPPORTED,
        {
            "source": "S1",
            "linked_by": LinkedBy.TITLE,
            "verdict": found(
                passage(CODE, "Aufbewahrungs\u00ad\nfrist beginnt mit dem Schluss"),
                Support.SUPPORTED,
                "Both name the end of the year.",
                match=Match.NORMALISED,
                differences=("hyphen at a line end",),
            ),
        },
        marker="[1]",
    )
    other = passage("Nach einhelliger Meinung gilt das auch für E-Mails.", "einhelliger Meinung")
    partial = making.claim(
        "Nach „einhelliger Meinung“ gilt das auch für E-Mails [2].",
        ClaimState.PARTIAL,
        {
            "source": "S2",
            "linked_by": LinkedBy.TITLE,
            "verdict": found(
                passage(
                    "Nach herrschender Meinung gilt das auch für E-Mails.", "herrschender Meinung"
                ),
                Support.PARTIAL,
                "The source calls it the prevailing opinion.",
                place=Place.SEVERAL,
                places=3,
                better=Better(
                    source_id=7, label="S3", name="Kommentar", passage=other, what="words"
                ),
            ),
        },
        marker="[2]",
        quote="einhelliger Meinung",
    )
    making.finding(
        "CE204",
        "partial",
        Level.WARNING,
        "Handbuch der Buchführung carries only part of the claim.",
        help="Narrow the claim.",
        claim=partial,
        source="S2",
    )
    lines = ("[1] Abgabenordnung, § 147", "[2] Handbuch der Buchführung")
    return making.checked(
        (
            CheckedSource(label="S1", name="Abgabenordnung", identifier="ao.html", used=True),
            CheckedSource(label="S2", name="Handbuch der Buchführung", identifier="h", used=True),
            CheckedSource(label="S3", name="Kommentar", identifier="kommentar.pdf", pages=911),
        ),
        references=tuple(
            Reference(label=str(number), span=making.span(line), text=line[4:])
            for number, line in enumerate(lines, 1)
        ),
    )


def many(claims: int) -> Checked:
    """Return a report of very many claims, in all states by turns."""
    states = [state for state in ClaimState if state is not ClaimState.NO_EVIDENCE_NEEDED]
    lines = [f"Claim number {n} says that {n} of them are kept [[S:1]]." for n in range(claims)]
    paragraphs = [" ".join(lines[n : n + 5]) for n in range(0, claims, 5)]
    making = Making("# Many\n\n" + "\n\n".join(paragraphs) + "\n", name="many.md")
    words = passage(LAW, "von zehn Jahren unveränderbar", page=24)
    for number, line in enumerate(lines):
        state = states[number % len(states)]
        verdict = found(words, Support.SUPPORTED, "The same words.")
        making.claim(line, state, {"source": "S1", "verdict": verdict}, marker="[[S:1]]")
    return making.checked(SOURCES[:1])


def page_of_law() -> bytes:
    """Return part of a page of the law as a PNG, with the words that count marked."""
    from citation_engine.render.page_image import page_png
    from made_pdfs import lines, made, together

    page = made(
        together(
            lines(["Kapitel 8: Aufbewahrungsfristen"], x=40, y=150, size=13),
            lines(
                [
                    "§ 8.1: Sämtliche buchungsrelevanten Einzelvorgänge sind für",
                    "einen Zeitraum von zehn Jahren unveränderbar zu speichern.",
                    "Das gilt auch für Unterlagen, die für das Verständnis der",
                    "Buchungen nötig sind.",
                ],
                x=40,
                y=120,
                size=11,
            ),
        ),
        size=(400, 180),
    )
    marked = [Rect(page=1, x0=40, y0=102, x1=340, y1=115)]
    return page_png(page, 1, marked, dpi=144)

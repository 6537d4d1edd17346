"""Checked reports, made by hand: what a check gives, without a check."""

from citation_engine.model.checked import (
    Checked,
    CheckedCitation,
    CheckedClaim,
    CheckedSource,
    ClaimState,
    LinkedBy,
    Metrics,
)
from citation_engine.model.draft import Claim, Draft, DraftFormat, Marker, Quoted
from citation_engine.model.finding import Edit, Finding, Ignored, Level
from citation_engine.model.passage import Passage, Rect, Span
from citation_engine.model.source import ReadState
from citation_engine.model.verdict import JudgeIdentity, Match, Status, Support, Verdict

JUDGE = JudgeIdentity(name="overlap", version="1")
TEXT = """# Results

The law demands storage for "fifteen years" [[S:1]].
Error rates fell by 42 percent after the change [[S:2]].
Staff was content [[S:2]].
Costs fell by a third.
Nobody knows [[S:3]].
"""
PASSAGE = Passage(
    start=100,
    end=126,
    text="a relative reduction of 24%",
    before="The trial showed ",
    after=" (95% CI 19–29) after a year.",
    page=6,
    section="Results",
    rects=(Rect(page=6, x0=72.0, y0=500.0, x1=300.0, y1=512.0),),
)
NEAREST = Passage(start=10, end=21, text="zehn Jahren", before="von ", page=24, section="§ 8.1")
SOURCES = (
    CheckedSource(
        label="S1",
        name="gobd.pdf",
        identifier="sources/gobd.pdf",
        media_type="application/pdf",
        pages=38,
        used=True,
    ),
    CheckedSource(
        label="S2",
        name="study.pdf",
        identifier="sources/study.pdf",
        media_type="application/pdf",
        used=True,
    ),
    CheckedSource(
        label="S3",
        name="scan.pdf",
        identifier="sources/scan.pdf",
        media_type="application/pdf",
        state=ReadState.DEGRADED,
        reason="It is encrypted.",
        used=True,
    ),
    CheckedSource(
        label="S4", name="annex.html", identifier="sources/annex.html", media_type="text/html"
    ),
)


def span_of(words: str, text: str = TEXT) -> Span:
    """Where words stand in a text for the first time."""
    start = text.index(words)
    return Span(start, start + len(words))


def marker(words: str, text: str = TEXT) -> Marker:
    return Marker(dialect="tokens", span=span_of(words, text), text=words, numbers=(1,))


def claim(sentence: str, id: str, **fields) -> Claim:
    return Claim(id=id, text=sentence, span=span_of(sentence), **fields)


def verdict(status: Status, support: Support, **fields) -> Verdict:
    return Verdict(status=status, support=support, judge=JUDGE, **fields)


def report(name: str | None = "report.md", **changes) -> Checked:
    """A report of five claims: a wrong quote, a wrong number, one that holds, two others."""
    fields = {
        "draft": Draft(
            text=TEXT,
            name=name,
            markers=(marker("[[S:1]]"), marker("[[S:2]]"), marker("[[S:3]]")),
            dialects=("tokens",),
        ),
        "draft_sha256": "ab" * 32,
        "claims": CLAIMS,
        "sources": SOURCES,
        "findings": FINDINGS,
        "ignored": (IGNORED,),
        "notes": ("The numbers of the markers are the sources in name order.",),
        "unchecked": ("scan.pdf could not be read: it is encrypted.",),
        "metrics": Metrics(
            total_evidence_sentences=5, cited_sentences=4, citation_coverage=0.8, audit_failures=2
        ),
        "judge": JUDGE,
        "seconds": 3.21,
    }
    return Checked(**{**fields, **changes})


def clean(name: str = "clean.md") -> Checked:
    """A report in which everything was checked and nothing was found."""
    return report(
        name,
        claims=(CLAIMS[2],),
        findings=(),
        ignored=(),
        unchecked=(),
        sources=SOURCES[:2],
        metrics=Metrics(total_evidence_sentences=1, cited_sentences=1),
    )


def with_finding(finding: Finding, text: str = TEXT, name: str = "report.md", **fields) -> Checked:
    """A report with one finding."""
    draft = Draft(text=text, name=name, format=fields.pop("format", DraftFormat.MARKDOWN))
    return report(
        draft=draft,
        findings=(finding,),
        **{"claims": (), "ignored": (), "unchecked": (), "notes": (), **fields},
    )


def finding(message: str = "A number differs.", **fields) -> Finding:
    known = {"code": "CE203", "name": "number-mismatch", "level": Level.ERROR, "message": message}
    return Finding(**{**known, **fields})


CLAIMS = (
    CheckedClaim(
        claim=claim(
            'The law demands storage for "fifteen years" [[S:1]].',
            "c1",
            quotes=(Quoted(span=span_of("fifteen years"), text="fifteen years"),),
        ),
        state=ClaimState.FAILED,
        citations=(
            CheckedCitation(
                source="S1",
                marker=marker("[[S:1]]"),
                quote=Quoted(span=span_of("fifteen years"), text="fifteen years"),
                linked_by=LinkedBy.NAME_ORDER,
                verdict=verdict(
                    Status.FAILED, Support.NOT_JUDGED, match=Match.ABSENT, nearest=NEAREST
                ),
            ),
        ),
    ),
    CheckedClaim(
        claim=claim("Error rates fell by 42 percent after the change [[S:2]].", "c2"),
        state=ClaimState.CONTRADICTED,
        citations=(
            CheckedCitation(
                source="S2",
                marker=marker("[[S:2]]"),
                linked_by=LinkedBy.NAME_ORDER,
                verdict=verdict(Status.FAILED, Support.CONTRADICTED, passage=PASSAGE),
            ),
        ),
    ),
    CheckedClaim(
        claim=claim("Staff was content [[S:2]].", "c3"),
        state=ClaimState.SUPPORTED,
        citations=(
            CheckedCitation(
                source="S2",
                linked_by=LinkedBy.NAME_ORDER,
                verdict=verdict(
                    Status.VERIFIED, Support.SUPPORTED, match=Match.EXACT, passage=PASSAGE
                ),
                citation_id=7,
            ),
        ),
    ),
    CheckedClaim(claim=claim("Costs fell by a third.", "c4"), state=ClaimState.UNCITED),
    CheckedClaim(
        claim=claim("Nobody knows [[S:3]].", "c5"),
        state=ClaimState.NOT_CHECKED,
        citations=(
            CheckedCitation(
                source="S3",
                marker=marker("[[S:3]]"),
                linked_by=LinkedBy.NAME_ORDER,
                unchecked="scan.pdf has no words.",
            ),
        ),
    ),
    CheckedClaim(
        claim=claim("Results", "c0", needs_evidence=False, why="a heading"),
        state=ClaimState.NO_EVIDENCE_NEEDED,
    ),
)
FINDINGS = (
    finding(
        "The number differs from the source.",
        help="42 → 24? Not fixed automatically.",
        span=span_of("42 percent"),
        claim="c2",
        source="S2",
        marker="[[S:2]]",
        evidence=PASSAGE,
    ),
    finding(
        "The quote is not in gobd.pdf.",
        code="CE101",
        name="quote-not-found",
        help="Correct the quote.",
        span=span_of("fifteen years"),
        claim="c1",
        source="S1",
        marker="[[S:1]]",
        evidence=NEAREST,
        edits=(Edit(span=span_of("fifteen years"), text="zehn Jahren"),),
    ),
    finding(
        "The claim cites nothing.",
        code="CE301",
        name="uncited-claim",
        level=Level.WARNING,
        claim="c4",
    ),
    finding(
        "annex.html is not used.",
        code="CE002",
        name="unused-source",
        level=Level.WARNING,
        source="S4",
    ),
    finding("Two sources are alike.", code="CE405", name="duplicate-source", level=Level.INFO),
)
IGNORED = Ignored(
    finding=finding("A number has no source.", code="CE302", name="naked-number", claim="c4"),
    reason="A joke of the author.",
    span=span_of("Costs"),
)

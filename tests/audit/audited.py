"""Makes what an audit is given: drafts, claims and citations, as the stages before give them."""

import re

from citation_engine.audit.audit_input import AuditInput
from citation_engine.audit.states import claim_state
from citation_engine.model.checked import (
    CheckedCitation,
    CheckedClaim,
    CheckedSource,
    Link,
    LinkedBy,
)
from citation_engine.model.draft import Claim, Draft, DraftFormat, Marker, Quoted, Reference
from citation_engine.model.passage import Passage, Span
from citation_engine.model.verdict import JudgeIdentity, Match, Status, Support, Verdict

JUDGE = JudgeIdentity(name="overlap", version="1")
_SIGN = re.compile(
    r"\[\[S:(?P<tokens>[^\]]*)\]\]|\[S(?P<brackets>\d[^\]]*)\]|\[\^(?P<footnotes>\w+)\](?!:)"
    r"|\[(?P<numeric>\d[^\]]*)\]"
)
_QUOTE = re.compile(r'"([^"]*)"')
LABELS = ("S1", "S2", "S3")


def markers_in(text, references=()):
    found = []
    for match in _SIGN.finditer(text):
        dialect = match.lastgroup
        names, numbers = (), ()
        if dialect == "footnotes":
            names = (match[dialect],)
        else:
            numbers = tuple(dict.fromkeys(map(int, re.findall(r"\d+", match[dialect]))))
        span = Span(*match.span())
        if not any(one.span.start <= span.start < one.span.end for one in references):
            found.append(
                Marker(dialect=dialect, span=span, text=match[0], names=names, numbers=numbers)
            )
    return tuple(found)


def claim_at(text, words, markers=(), **fields):
    """The claim that these words of a draft are."""
    start = text.index(words)
    span = Span(start, start + len(words))
    own = tuple(one for one in markers if span.start <= one.span.start < span.end)
    quotes = tuple(
        Quoted(span=Span(start + m.start(1), start + m.end(1)), text=m[1])
        for m in _QUOTE.finditer(words)
    )
    plain = _SIGN.sub("", words).replace("  ", " ")
    return Claim(
        **{"id": f"id of {plain[:20]}", "text": plain, "span": span, "markers": own}
        | fields
        | {"quotes": quotes}
    )


def entry(text, line, label):
    start = text.index(line)
    return Reference(label=label, span=Span(start, start + len(line)), text=line)


def draft(text, *claims, format=DraftFormat.MARKDOWN, references=(), **fields):
    markers = fields.pop("markers", None)
    markers = markers_in(text, references) if markers is None else markers
    made = tuple(claim_at(text, one, markers) if isinstance(one, str) else one for one in claims)
    return Draft(
        text=text, format=format, claims=made, markers=markers, references=references, **fields
    )


def source(label="S1", name=None, **fields):
    name = name or f"{label.lower()}.pdf"
    return CheckedSource(label=label, name=name, identifier=f"docs/{name}", **fields)


def verdict(support=Support.SUPPORTED, match=Match.EXACT, **fields):
    bad = support in (Support.UNSUPPORTED, Support.CONTRADICTED) or not match or not match.located
    status = Status.VERIFIED if support is Support.SUPPORTED else Status.UNVERIFIED
    return Verdict(
        **{
            "status": Status.FAILED if bad else status,
            "match": match,
            "support": support,
            "judge": JUDGE,
        }
        | fields
    )


def altered(match=Match.NEAR, **fields):
    """A verdict on words that are not there."""
    return verdict(Support.NOT_JUDGED, match, **fields)


def passage(text="for ten years", **fields):
    return Passage(**{"start": 0, "end": len(text), "text": text} | fields)


def cited(claim, found=None, label="S1", quote=0, **fields):
    """A citation of a claim: its first quote, where it has one, and its first marker."""
    return CheckedCitation(
        **{
            "source": label,
            "marker": claim.markers[0] if claim.markers else None,
            "quote": claim.quotes[quote] if claim.quotes and quote is not None else None,
            "linked_by": LinkedBy.NUMBER,
            "verdict": found,
        }
        | fields
    )


def checked(claim, *citations):
    return CheckedClaim(claim=claim, state=claim_state(claim, citations), citations=citations)


def linked(made, labels=LABELS, by=None):
    """What the markers of a draft point to, a number being that of a source."""
    known = by or {label[1:]: label for label in labels}
    return tuple(
        Link(marker=marker, name=target, sources=(known[target],) if target in known else ())
        for marker in made.markers
        for target in (*map(str, marker.numbers), *marker.names)
    )


def given(made, *claims, labels=("S1",), by=None, **fields):
    """An audit of a draft: claims without a citation where none are given."""
    return AuditInput(
        **{
            "draft": made,
            "claims": claims or tuple(checked(one) for one in made.claims),
            "sources": tuple(source(label) for label in labels),
            "links": linked(made, labels, by),
        }
        | fields
    )


def holding(text='Records are kept "for ten years" [S1].', **fields):
    """A draft in which all is well."""
    made = draft(text, text)
    claim = made.claims[0]
    return given(made, checked(claim, cited(claim, verdict(), **fields)))


def codes(findings):
    return [finding.code for finding in findings]

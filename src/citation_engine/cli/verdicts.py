"""Shows a citation and what its check found: a sign, a word, the sentences, the marked passage."""

from typing import TYPE_CHECKING, Any

from citation_engine.cli.output import Printer, one_line

if TYPE_CHECKING:
    from citation_engine.model.citation import Citation
    from citation_engine.model.passage import Passage
    from citation_engine.model.source import Source
    from citation_engine.model.verdict import Verdict

SIGNS = {"verified": "✓", "unverified": "○", "failed": "✗", "pending": "…"}
STYLES = {"verified": "green", "unverified": "yellow", "failed": "red", "pending": "cyan"}
MARKED = "bold underline"
AROUND = 200
LINES_AROUND = 2


def status_of(citation: "Citation") -> tuple[str, str]:
    """The status with its sign and style; self-supplied evidence is always marked as such."""
    status = citation.verification_status.value
    supplied = ", self-supplied" if citation.verdict and citation.verdict.self_supplied else ""
    return f"{SIGNS[status]} {status}{supplied}", STYLES[status]


def show_result(
    output: Printer,
    citation: "Citation",
    source: "Source | None",
    *,
    with_claim: bool = False,
    with_help: bool = True,
) -> None:
    """Print the status, the notes, the passage with the words marked, and what to do."""
    from citation_engine.render.references import inline_reference, shown_locator

    where = "a source that is gone"
    if source:
        where = inline_reference(source, shown_locator(citation))
    number = f"S{source.number} " if source and source.number else ""
    status, style = status_of(citation)
    output.line(
        (citation.marker, "bold"), " ", (status, f"bold {style}"), f"  {number}{one_line(where)}"
    )
    if with_claim:
        output.line(f"Claim: {one_line(citation.claim)}", indent="    ")
        if citation.verbatim_quote:
            output.line(f"Quote: {one_line(citation.verbatim_quote)}", indent="    ")
    if citation.redacted:
        output.line("The words of this citation were redacted.", indent="    ")
    if citation.verdict is not None:
        _show_verdict(output, citation.verdict, with_help=with_help)


def _show_verdict(output: Printer, verdict: "Verdict", *, with_help: bool) -> None:
    output.line(one_line(verdict.notes), indent="    ")
    if verdict.passage is not None:
        show_passage(output, verdict.passage)
    elif verdict.nearest is not None:
        output.line(f"Nearest words{_at(verdict.nearest)}:", indent="    ")
        show_passage(output, verdict.nearest)
    if verdict.fix and with_help:
        output.line(("help: ", "bold"), one_line(verdict.fix), indent="    ")


def _at(passage: "Passage") -> str:
    return f", {one_line(passage.where)}" if passage.where else ""


def show_passage(output: Printer, passage: "Passage") -> None:
    """Print the words in their surroundings, marked by style or, without one, by »…«."""
    opening, closing = ("", "") if output.styled else ("»", "«")
    parts: list[Any] = [before(passage.before)]
    end = 0
    for segment in passage.segments:
        start, stop = segment.start - passage.start, segment.end - passage.start
        parts += [passage.text[end:start], opening, (passage.text[start:stop], MARKED), closing]
        end = stop
    parts += [passage.text[end:], after(passage.after)]
    output.block(output.text(*parts), indent="    │ ")


def before(text: str) -> str:
    """The words before a passage: of the same paragraph, a few lines at most."""
    paragraph = text.rpartition("\n\n")[2]
    lines = paragraph.split("\n")
    if len(lines) > LINES_AROUND + 1:
        lines = lines[-LINES_AROUND - 1 :]
    near = "\n".join(lines)
    if len(near) > AROUND:
        return "…" + near[-AROUND:].partition(" ")[2]
    return near


def after(text: str) -> str:
    """The words after a passage: of the same paragraph, a few lines at most."""
    paragraph = text.partition("\n\n")[0].rstrip("\n")
    near = "\n".join(paragraph.split("\n")[: LINES_AROUND + 1])
    if len(near) > AROUND:
        return near[:AROUND].rpartition(" ")[0] + "…"
    return near

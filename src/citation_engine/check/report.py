"""What a check is asked, and the report that was checked, as users and notebooks meet them."""

from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from citation_engine import plugins
from citation_engine.audit.audit_input import AuditOptions
from citation_engine.audit.codes import prefixes
from citation_engine.errors import CitationError, MissingExtra, VerificationFailed
from citation_engine.hashing import sha256_hex
from citation_engine.model.checked import Checked, CheckedCitation, CheckedClaim, ClaimState
from citation_engine.model.draft import Reference
from citation_engine.model.finding import Finding, Level
from citation_engine.ports import Dialect, Output, Provider
from citation_engine.render.findings.words import OutputWords
from citation_engine.settings import Settings

SIDECAR = "/_citations"
_FAILED = (ClaimState.FAILED, ClaimState.CONTRADICTED)
COLUMNS = (
    *("claim", "state", "needs_evidence", "source", "name", "quote", "match", "support"),
    *("page", "section", "passage", "reason", "codes"),
)

# Pictures in one file: a report with hundreds of citations must stay one that can be opened.
MOST_PICTURES = 60
DPI = 100
# Points of a page above and below the marked words.
AROUND = 70.0
SHOWN_DPI = 110


class Pictures(tuple[bytes, ...]):
    """PNG pictures, which a notebook shows one below the other."""

    def _repr_html_(self) -> str:
        if not self:
            return "<p>There is no page to show.</p>"
        return "".join(
            f'<img alt="A page with the words marked" style="max-width: 100%" '
            f'src="data:image/png;base64,{b64encode(picture).decode()}">'
            for picture in self
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOptions:
    """
    How a draft is read, linked and audited.

    `markers` are the dialects that count, by name or as they are, all of them if None. `numbered`
    says that the numbers in the draft are those of the session. `sources_map` says which source a
    marker means. With `all_claims` every claim that needs evidence is held against all sources,
    whether it cites any or not. `thresholds` are limits of the judge by their names, where others
    than its own are wanted. `language` is that in which the report shows itself: en or de.
    """

    format: str | None = None
    provider: str | Provider | None = None
    markers: Collection[str | Dialect] | None = None
    sidecar: str = SIDECAR
    inline: bool = False
    sources_map: Mapping[str, str] | None = None
    numbered: bool = True
    # The entries of bibliographies beside the report, by their keys.
    bibliography: Sequence[Reference] = ()
    # The labels of sources that were listed in the call: `[n]` is the n-th of them.
    listed: Sequence[str] = ()
    all_claims: bool = False
    thresholds: Mapping[str, float] | None = None
    min_coverage: float | None = None
    select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    language: str = "en"

    def __post_init__(self) -> None:
        """Refuse codes and languages that do not exist before any work is done."""
        prefixes([*self.select, *self.ignore])
        OutputWords(self.language)
        AuditOptions(min_coverage=self.min_coverage)


class CheckReport(Checked):
    """
    What checking a report gave: claims, sources, findings.

    In a notebook it shows itself as a table, in the language that was asked for.
    """

    language: str = "en"

    @property
    def failed(self) -> list[CheckedClaim]:
        """The claims whose citations do not hold."""
        return self.in_state(*_FAILED)

    @property
    def errors(self) -> list[Finding]:
        """The findings that are errors."""
        return self.at_level(Level.ERROR)

    @property
    def coverage(self) -> float:
        """The share of the claims needing evidence that cite some."""
        return self.metrics.citation_coverage

    def render(self, format: str | Output = "full", **options: Any) -> str:
        """The report as text in one of the formats of `cite check`, or by an output of yours."""
        from citation_engine.render.findings.formats import render

        chosen = {"language": self.language, **options}
        return render([self], plugins.chosen("outputs", format), **chosen)

    def to_html(
        self, path: str | PathLike[str] | None = None, *, language: str | None = None
    ) -> str:
        """The report as one HTML file that needs nothing else; written to `path` if given."""
        chosen = language or self.language
        text = self.render("html", language=chosen, pictures=pictures_of([self]))
        if path is not None:
            Path(path).write_text(text, encoding="utf-8", newline="\n")
        return text

    def to_json(self) -> str:
        """The report as JSON, as its published schema has it."""
        return self.render("json")

    def rows(self) -> list[dict[str, Any]]:
        """One row for each citation, and one for each claim without any."""
        return [row for claim in self.claims for row in self._rows_of(claim)]

    def to_pandas(self) -> Any:
        """A pandas data frame with one row for each citation, and one for each claim without."""
        try:
            import pandas  # type: ignore[import-untyped, unused-ignore]
        except ImportError as error:
            raise MissingExtra("A data frame", "pandas") from error
        return pandas.DataFrame(self.rows(), columns=list(COLUMNS))

    def raise_if_failed(self, fail_on: str = "error") -> None:
        """
        Raise `VerificationFailed` at a finding of that level, or where something was not checked.

        `fail_on` is `error` or `warning`.
        """
        levels = (Level.ERROR,) if fail_on == "error" else (Level.ERROR, Level.WARNING)
        found = self.at_level(*levels)
        if not found and self.complete:
            return
        raise VerificationFailed(_sentence(self, found), fix=found[0].help if found else None)

    def picture(self, citation: CheckedCitation, *, dpi: int = 110) -> bytes | None:
        """
        The page of a PDF that a citation rests on, as a PNG with the words marked.

        None where the source is no PDF, or is not at its place any more as it was checked.
        """
        return picture_of(self, citation, dpi=dpi)

    def show(self, claim: CheckedClaim) -> Pictures:
        """The pages that a claim rests on, with the words marked; a notebook shows them."""
        return draw(self, claim)

    def __repr__(self) -> str:
        from citation_engine.render.findings.notebook import short

        return short(self, self.language)

    __str__ = __repr__

    def _repr_html_(self) -> str:
        from citation_engine.render.findings.notebook import notebook_html

        return notebook_html(self, language=self.language)

    def _repr_markdown_(self) -> str:
        from citation_engine.render.findings.notebook import notebook_markdown

        return notebook_markdown(self, language=self.language)

    def _rows_of(self, claim: CheckedClaim) -> list[dict[str, Any]]:
        found = [finding for finding in self.findings if finding.claim == claim.claim.id]
        common = {
            "claim": claim.claim.text,
            "state": claim.state.value,
            "needs_evidence": claim.claim.needs_evidence,
        }
        citations: Sequence[CheckedCitation | None] = claim.citations or (None,)
        return [{**common, **self._row_of(one, found)} for one in citations]

    def _row_of(self, citation: CheckedCitation | None, found: list[Finding]) -> dict[str, Any]:
        row: dict[str, Any] = dict.fromkeys(COLUMNS[3:])
        label = citation.source if citation else None
        row["codes"] = ", ".join(dict.fromkeys(f.code for f in found if f.source in (None, label)))
        if citation is None:
            return row
        source = self.source(citation.source)
        row |= {"source": citation.source, "name": source.name if source else None}
        row["quote"] = citation.quote.text if citation.quote else None
        row["reason"] = citation.unchecked
        if (verdict := citation.verdict) is not None:
            passage = verdict.passage or verdict.nearest
            row |= {
                "match": verdict.match.value if verdict.match else None,
                "support": verdict.support.value,
                "page": passage.page if passage else None,
                "section": passage.section if passage else None,
                "passage": passage.text if passage else None,
                "reason": verdict.notes,
            }
        return row


def _sentence(report: CheckReport, found: list[Finding]) -> str:
    parts = []
    if found:
        first = found[0]
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        parts.append(f"{first.code} {first.message.rstrip('.')}{more}.")
    if not report.complete:
        open_claims = [one.claim.text for one in report.in_state(ClaimState.NOT_CHECKED)]
        said = next(iter((*report.unchecked, *open_claims)))
        parts.append(f"Not everything could be checked: {said}")
    return f"{report.name}: " + " ".join(parts)


def picture_of(
    checked: Checked, citation: CheckedCitation, *, dpi: int = DPI, around: float | None = None
) -> bytes | None:
    """
    The page a citation rests on, or that has the nearest words, with the words marked.

    None where it cannot be drawn. With `around`, only so many points above and below the marks.
    """
    source = checked.source(citation.source)
    verdict = citation.verdict
    passage = verdict.passage or verdict.nearest if verdict else None
    if source is None or passage is None or not passage.rects or "pdf" not in source.media_type:
        return None
    try:
        data = Path(source.identifier).read_bytes()
    except (OSError, ValueError):
        return None
    if sha256_hex(data) != source.sha256:
        return None
    from citation_engine.collect.documents import sandbox_for
    from citation_engine.render.page_image import page_png

    try:
        return sandbox_for(Settings.from_env()).run(
            page_png,
            data,
            name=source.name,
            page=passage.rects[0].page,
            rects=[rect.model_dump() for rect in passage.rects],
            dpi=dpi,
            around=around,
        )
    except CitationError:
        return None


def pictures_of(
    reports: Sequence[Checked], most: int = MOST_PICTURES
) -> dict[tuple[int, str], bytes]:
    """The pages of all citations that have one, by report and citation."""
    found: dict[tuple[int, str], bytes] = {}
    for key, report, citation in _all_citations(reports):
        if len(found) >= most:
            break
        if (drawn := picture_of(report, citation, around=AROUND)) is not None:
            found[key] = drawn
    return found


def draw(checked: Checked, claim: CheckedClaim) -> Pictures:
    """The pages of a claim, with the words marked."""
    drawn = (picture_of(checked, citation, dpi=SHOWN_DPI) for citation in claim.citations)
    return Pictures(picture for picture in drawn if picture)


def _all_citations(
    reports: Sequence[Checked],
) -> Iterator[tuple[tuple[int, str], Checked, CheckedCitation]]:
    for number, report in enumerate(reports):
        for claim in report.claims:
            for at, citation in enumerate(claim.citations):
                yield (number, f"{claim.claim.id}/{at}"), report, citation

"""Draws the pages that a checked report rests on, from the files it was checked against."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from pathlib import Path

from citation_engine.collect.documents import sandbox_for
from citation_engine.errors import CitationError
from citation_engine.hashing import sha256_hex
from citation_engine.model.checked import Checked, CheckedCitation, CheckedClaim
from citation_engine.render.page_image import page_png
from citation_engine.settings import Settings

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
    for key, report, citation in _citations(reports):
        if len(found) >= most:
            break
        if (drawn := picture_of(report, citation, around=AROUND)) is not None:
            found[key] = drawn
    return found


def draw(checked: Checked, claim: CheckedClaim) -> Pictures:
    """The pages of a claim, with the words marked."""
    drawn = (picture_of(checked, citation, dpi=SHOWN_DPI) for citation in claim.citations)
    return Pictures(picture for picture in drawn if picture)


def _citations(
    reports: Sequence[Checked],
) -> Iterator[tuple[tuple[int, str], Checked, CheckedCitation]]:
    for number, report in enumerate(reports):
        for claim in report.claims:
            for at, citation in enumerate(claim.citations):
                yield (number, f"{claim.claim.id}/{at}"), report, citation

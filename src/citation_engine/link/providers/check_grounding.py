"""
Google's check-grounding: claims of an answer, and the facts that ground them.

The response has the claims and not the answer. Where the answer stands beside it, as
`answerCandidate` of the request, places are counted in that; else the claims are the text.
"""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers.building import Building, Piece
from citation_engine.link.providers.form import Form
from citation_engine.link.providers.offsets import Found, Unit
from citation_engine.link.providers.shapes import field, mapping, text, whole


def fits(data: Any) -> bool:
    """Whether this is a response of check-grounding, alone or with its request."""
    response = _response(data)
    if field(response, "citedChunks", "supportScore") is None:
        return False
    return field(response, "claims", "citedChunks") is not None


def read(data: Any, answer: Building) -> None:
    """Read the claims and the chunks they cite."""
    response = _response(data)
    given = text(data, "answerCandidate") or text(mapping(data, "request"), "answerCandidate")
    piece = answer.write(given) if given else None
    chunks = answer.entries(field(response, "citedChunks"), "The cited chunks")
    sources = [_source(chunk, index, answer) for index, chunk in enumerate(chunks)]
    claims = answer.entries(field(response, "claims"), "The claims")
    if piece is None and claims:
        answer.warn("The response does not have the answer's text; its claims are taken for it.")
    for claim in claims:
        if isinstance(claim, Mapping):
            _read_claim(claim, sources, piece, answer)
        else:
            answer.cite_unreadable(claim)


def _read_claim(
    claim: Mapping[str, Any],
    sources: list[tuple[str, str]],
    piece: Piece | None,
    answer: Building,
) -> None:
    found = _place(claim, piece, answer)
    indices = answer.entries(field(claim, "citationIndices"), "The numbers of the chunks")
    for given in indices:
        index = whole(given)
        if index is None or index >= len(sources):
            answer.cite(None, found, notes=["There is no cited chunk of that number."])
        else:
            key, quote = sources[index]
            answer.cite(key, found, quote=quote)


def _place(claim: Mapping[str, Any], piece: Piece | None, answer: Building) -> Found:
    words = text(claim, "claimText")
    if piece is None:
        answer.break_off()
        return answer.write(words or None, "a claim").whole()
    start, end = field(claim, "startPos"), field(claim, "endPos")
    return piece.place(0 if start is None else start, end, Unit.BYTES, words=words)


def _source(chunk: Any, index: int, answer: Building) -> tuple[str, str]:
    """Register the fact a chunk is of; give its key and the words of the chunk."""
    fact = whole(field(chunk, "source"))
    named = text(chunk, "source") or text(chunk, "uri", "title")
    if fact is not None:
        named = f"fact-{fact}"
    elif not named:
        answer.warn(f"The provider does not name the source of chunk {index}.")
    key = answer.source(
        named or f"chunk-{index}",
        title=text(chunk, "title"),
        url=text(chunk, "uri"),
        index=fact,
    )
    return key, text(chunk, "chunkText")


def _response(data: Any) -> Mapping[str, Any]:
    inner = mapping(data, "response")
    return inner or (data if isinstance(data, Mapping) else {})


FORM = Form("check-grounding", fits, read)

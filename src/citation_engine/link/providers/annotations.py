"""
Annotations: citations that stand beside a text, with offsets into it.

Several providers and frameworks write them alike. They differ in the unit of the offsets, and in
whether the address or the file is in the annotation itself or one level deeper.
"""

from collections.abc import Mapping
from typing import Any

from citation_engine.link.providers.building import Building, Piece, Where, page
from citation_engine.link.providers.offsets import Ending, Found, Unit
from citation_engine.link.providers.shapes import field, kind, mapping, text

# Fields that hold the source one level deeper, as some forms have it.
_INNER = ("url_citation", "file_citation", "file_path", "container_file_citation")


def read_annotations(
    annotations: Any,
    piece: Piece,
    answer: Building,
    *,
    unit: Unit = Unit.CHARACTERS,
    texts: Mapping[str, str] | None = None,
    alone: Found | None = None,
) -> None:
    """
    Read the annotations of a text.

    `texts` are words of sources by their address or file id, sent elsewhere in the response.
    `alone` is the place of an annotation without offsets.
    """
    for annotation in answer.entries(annotations, "The annotations of a text"):
        if not isinstance(annotation, Mapping):
            answer.cite_unreadable(annotation)
        elif kind(annotation) == "file" and field(annotation, "file") is not None:
            _attached(mapping(annotation, "file"), answer)
        else:
            read_annotation(annotation, piece, answer, unit=unit, texts=texts, alone=alone)


def read_annotation(
    annotation: Mapping[str, Any],
    piece: Piece,
    answer: Building,
    *,
    unit: Unit = Unit.CHARACTERS,
    texts: Mapping[str, str] | None = None,
    alone: Found | None = None,
) -> None:
    """Read one annotation: where it stands in the text, and the source it names."""
    inner = next((mapping(annotation, name) for name in _INNER if mapping(annotation, name)), {})
    facts = {**annotation, **inner}
    if kind(annotation) == "non_standard_annotation":
        facts = {**facts, **mapping(annotation, "value")}
    answer.cite(
        _source(facts, answer, texts or {}),
        _place(facts, piece, unit, alone),
        quote=text(facts, "cited_text", "quote"),
        where=_where(facts),
    )


def _place(facts: Mapping[str, Any], piece: Piece, unit: Unit, alone: Found | None) -> Found:
    start, end = field(facts, "start_index"), field(facts, "end_index")
    marker = text(facts, "text")
    if start is not None or end is not None:
        # Google's senders leave out a number that is 0.
        start = 0 if start is None and unit is Unit.BYTES else start
        return piece.place(start, end, unit, words=marker, ending=Ending.UNSURE)
    if field(facts, "index") is not None:
        return piece.insertion(field(facts, "index"), unit)
    if marker:
        return piece.place(None, None, unit, words=marker)
    return alone or piece.place(None, None, unit)


def _source(facts: Mapping[str, Any], answer: Building, texts: Mapping[str, str]) -> str | None:
    url = text(facts, "url", "document_uri", "uri")
    file_id = text(facts, "file_id", "media_id")
    file_name = text(facts, "filename", "file_name")
    title = text(facts, "title", "name")
    # What a source is called where it has neither an address nor a file.
    other = text(facts, "place_id", "source", "document_id")
    key = url or file_id or file_name or other or title
    if not key:
        return None
    if not url and "://" in other:
        url = other
    return answer.source(
        key,
        title=title,
        url=url,
        file_id=file_id,
        file_name=file_name,
        text=texts.get(url) or texts.get(file_id) or "",
    )


def _where(facts: Mapping[str, Any]) -> Where | None:
    number = field(facts, "page_number")
    return None if number is None else page(number)


def _attached(file: Mapping[str, Any], answer: Building) -> None:
    """Keep a file whose words came along: it is no citation, but citations may name it."""
    name, digest = text(file, "name", "filename"), text(file, "hash", "file_id")
    if not (name or digest):
        answer.warn("A file came along without a name and was left out.")
        return
    content = answer.entries(field(file, "content"), "The content of a file")
    words = "\n".join(text(part, "text") for part in content if text(part, "text"))
    answer.source(digest or name, file_name=name, file_id=digest, text=words)

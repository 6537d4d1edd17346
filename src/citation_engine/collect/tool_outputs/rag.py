"""An extractor for retrieval from one's own documents."""

from collections.abc import Mapping
from typing import Any

from citation_engine.collect.tool_outputs.gathering import Gathering, gather
from citation_engine.collect.tool_outputs.items import PATH, WORDS, Item, results_in
from citation_engine.collect.tool_outputs.registry import Parameters
from citation_engine.collect.tool_outputs.shapes import Answer, StrangeOutput, read_answer
from citation_engine.collect.tool_outputs.texts import results_in_text
from citation_engine.model.found import Extraction

_COLUMNS = {
    "documents": "text",
    "metadatas": "metadata",
    "ids": "chunk_id",
    "distances": "distance",
}


class RagQuery:
    """
    Passages of files, each with its file and page.

    A passage was taken from the file word for word, so its text is all there is of
    this source. Two passages of one file are two sources.
    """

    pattern = r"^query_rag_project$"

    def extract(
        self, request_id: str, tool_name: str, parameters: Parameters, output: Any
    ) -> Extraction:
        """The passages."""

        def work(found: Gathering) -> None:
            answer = read_answer(output)
            if answer.data is None:
                _add_text(found, answer)
                return
            for number, value in enumerate(_passages(answer.data), 1):
                item = Item(value)
                uri = item.address() or item.text(*PATH)
                found.add_item(item, f"passage {number}", words_are_all=True, uri=uri)

        return gather(request_id, tool_name, "file", work)


def _passages(data: Any) -> list[Any]:
    columns = _in_columns(data)
    if columns is not None:
        return columns
    if isinstance(data, Mapping) and Item(data).text(*WORDS):
        return [data]
    results = results_in(data)
    if results is None:
        raise StrangeOutput("There are no passages in the output.")
    if not results:
        raise StrangeOutput("The query found nothing.")
    return results


def _in_columns(data: Any) -> list[Any] | None:
    """The passages of a vector store that answers in columns, a list for each query."""
    if not isinstance(data, Mapping) or not isinstance(data.get("documents"), list):
        return None
    rows: dict[int, dict[str, Any]] = {}
    for theirs, ours in _COLUMNS.items():
        column = data.get(theirs)
        if not isinstance(column, list):
            continue
        flat = [v for part in column for v in (part if isinstance(part, list) else [part])]
        for place, value in enumerate(flat):
            rows.setdefault(place, {})[ours] = value
    if not all(isinstance(row.get("text"), str) for row in rows.values()):
        return None
    return list(rows.values())


def _add_text(found: Gathering, answer: Answer) -> None:
    """A text that lists passages with their files, or is one passage."""
    listed = [f for f in results_in_text(answer.text) if f.get("content") or f.get("text")]
    if not listed:
        found.add("the passage", full_content=answer.text)
    for number, fields in enumerate(listed, 1):
        item = Item(fields)
        uri = item.address() or item.text(*PATH) or item.text("title")
        found.add_item(item, f"passage {number}", words_are_all=True, uri=uri)

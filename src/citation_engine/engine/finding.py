"""The pieces of the record, as a search asks a database for them."""

import json
from collections.abc import Iterator, Sequence

from citation_engine.record.envelope import FIELDS, read_fields
from citation_engine.record.reading import Reading
from citation_engine.search.indexing import described
from citation_engine.search.pieces import Filters, StoredPiece
from citation_engine.search.query import Wanted
from citation_engine.search.ranking import held_piece
from citation_engine.store.search import compiled


class RecordedPieces:
    """The index of one project."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._backend = reading.store.backend

    def count(self, wanted: Sequence[Wanted], most: int) -> list[int]:
        """How many pieces have each of some things, up to a number."""
        asked = json.dumps([self._compiled(one) for one in wanted])
        rows = self._reading.rows(f"counted_{self._backend}", wanted=asked, most=most)
        return [row["many"] for row in rows]

    def size(self, most: int) -> int:
        """How many pieces there are, up to a number."""
        return int(self._reading.rows("piece_count", most=most)[0]["many"])

    def propose(self, wanted: Wanted, filters: Filters, limit: int) -> list[int]:
        """The pieces that have what is wanted, the best first."""
        rows = self._reading.rows(
            f"found_{self._backend}",
            wanted=self._compiled(wanted),
            limit=limit,
            sources=None if filters.sources is None else json.dumps(filters.sources),
            session_id=filters.session_id,
            type=filters.type,
            older=filters.older,
        )
        return [row["id"] for row in rows]

    def read(self, ids: Sequence[int]) -> Iterator[StoredPiece]:
        """These pieces with their words."""
        rows = self._reading.rows("pieces", ids=ids)
        names = self._descriptions([row["entry"] for row in rows if row["snapshot_id"] is None])
        for row in rows:
            if row["snapshot_id"] is None:
                said = names.get((row["entry"], row["source_id"]), "")
                text = said[row["start"] : row["stop"]]
            else:
                text = bytes(row["words"] or b"").decode("utf-8", "replace")
            yield StoredPiece(
                id=row["id"],
                source_id=row["source_id"],
                snapshot_id=row["snapshot_id"],
                start=row["start"],
                more=bool(row["more"]),
                words=held_piece(text, row["language"]),
            )

    def _compiled(self, wanted: Wanted) -> str:
        return compiled(self._backend, self._reading.project.id, wanted)

    def _descriptions(self, entries: list[int]) -> dict[tuple[int, int], str]:
        """What entries call the sources they are about, by both."""
        if not entries:
            return {}
        about = {}
        for row in self._reading.rows("entries", ids=entries):
            data = json.loads(row["body"])["data"]
            about[row["id"]] = data.get("source", data)["id"]
        rows = self._reading.rows("content", entries=entries, name=FIELDS)
        said = {row["entry"]: described(read_fields(row["bytes"])) for row in rows}
        return {(entry, about[entry]): text for entry, text in said.items() if entry in about}

"""Makes the tables the engine reads from anew, out of entries and contents alone."""

from collections.abc import Iterator

from citation_engine.ports import ProjectRow, Row, Store, View
from citation_engine.record.index import index_rows
from citation_engine.record.replay import projected


def rebuild(store: Store, project: ProjectRow) -> int:
    """
    Recompute the projected tables and the search index, and say how many rows are projected.

    It happens in one transaction, and only the owner of the tables may do it. The
    record itself is only read: if it is damaged, nothing changes.
    """
    return store.rebuild(project, lambda view: _everything(view, project))


def _everything(view: View, project: ProjectRow) -> Iterator[tuple[str, Row]]:
    """The projected rows, and the index of the words."""
    yield from projected(view, project)
    yield from index_rows(view, project)

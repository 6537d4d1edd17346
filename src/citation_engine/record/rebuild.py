"""Makes the tables the engine reads from anew, out of entries and contents alone."""

from citation_engine.ports import ProjectRow, Store
from citation_engine.record.replay import projected


def rebuild(store: Store, project: ProjectRow) -> int:
    """
    Recompute the projected tables of a project, and say how many rows they have.

    It happens in one transaction, and only the owner of the tables may do it. The
    record itself is only read: if it is damaged, nothing changes.
    """
    return store.rebuild(project, lambda view: projected(view, project))

"""Verifies a whole record: the log, its checkpoints, the words, and the tables made from it."""

from collections.abc import Callable, Sequence

from citation_engine.errors import StoreError
from citation_engine.ports import ProjectRow, Store, View
from citation_engine.record.damage import Findings, LedgerReport
from citation_engine.record.entry_check import EntryCheck, lost_rows
from citation_engine.record.known import Note, add_outside, own_checkpoints, usable_key
from citation_engine.record.log_check import LogCheck
from citation_engine.record.verdict_check import check_folds


def verify_record(
    store: Store, project: ProjectRow, vkey: str | None, notes: Sequence[Note]
) -> LedgerReport:
    """
    What is wrong with a record, all of it.

    Step 1: the database itself. Step 2: checkpoints, its own and those given.
    Step 3: the log, its tiles and its roots. Step 4: every entry, its words and
    its rows. Step 5: rows that hang on nothing, and statuses over all entries.
    Everything is read at one moment, so writers are not in the way.
    """
    findings = Findings()
    try:
        with store.view(project) as view:
            _verify(view, project, vkey, notes, findings)
    except StoreError as error:
        findings.add("unreadable", f"The database cannot be read: {error.message}")
    return findings.report()


def _verify(
    view: View, project: ProjectRow, vkey: str | None, notes: Sequence[Note], findings: Findings
) -> None:
    # Step 1.
    for said in view.self_check():
        findings.add("unreadable", f"The database finds itself damaged: {said}")

    def attempt(step: Callable[[], object]) -> None:
        try:
            step()
        except StoreError as error:
            findings.add("unreadable", f"Verification could not go on: {error.message}")

    def check_log() -> None:
        # Steps 2 and 3.
        key = usable_key(vkey, project.origin, findings)
        known = own_checkpoints(view, key, project.origin, findings)
        add_outside(known, notes, key, project.origin, findings)
        LogCheck(view, project.id, known, findings).run()

    attempt(check_log)
    attempt(lambda: EntryCheck(view, project, findings).run())  # Step 4.
    attempt(lambda: [*lost_rows(view, findings)])  # Step 5.
    attempt(lambda: check_folds(view, findings))

"""Checks drafts against the sources of the session."""

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from citation_engine.check.options import CheckOptions
    from citation_engine.check.report import CheckReport
    from citation_engine.engine.engine import CitationEngine
    from citation_engine.model.checked import SavedCheck
    from citation_engine.model.draft import Draft

Progress = Callable[[str, int, int], None]


class CheckingMethods:
    """`link`, `audit` and `check_report`."""

    def link(
        self, /, text: str, *, format: str = "markdown", name: str | None = None, **options: Any
    ) -> "Draft":
        """
        Read what an AI wrote: its claims, its markers, its list of references.

        Which source each marker means is found out when the draft is audited.
        """
        from citation_engine.check.draft_check import drafted
        from citation_engine.check.options import CheckOptions
        from citation_engine.check.report_file import format_named, report_of

        data = text.encode("utf-8", "surrogatepass")
        report = report_of(data, name or "draft", format_named(format))
        return drafted(report, CheckOptions(**options)).model_copy(update={"name": name})

    def audit(
        self, /, draft: "Draft | str", *, progress: Progress | None = None, **options: Any
    ) -> "CheckReport":
        """
        Hold a draft against the sources of the session and say what is wrong with it.

        Nothing is recorded. `draft` is what `link` gave, or its text.
        """
        from citation_engine.check.draft_check import Audit
        from citation_engine.check.options import CheckOptions
        from citation_engine.check.report_file import Report

        known = self.link(draft) if isinstance(draft, str) else draft
        report = Report(known.name or "draft", known.text, known.format, "")
        return Audit(_engine(self), known, report, CheckOptions(**options)).run(progress)

    def check_report(
        self,
        path: str | PathLike[str],
        *,
        options: "CheckOptions | None" = None,
        progress: Progress | None = None,
        save: bool = False,
    ) -> "CheckReport":
        """
        Hold the report in a file against the sources of the session.

        With `save` its citations are recorded, and what was found.
        """
        from citation_engine.check.draft_check import Audit, drafted
        from citation_engine.check.options import CheckOptions
        from citation_engine.check.report_file import read_report

        chosen, engine = options or CheckOptions(), _engine(self)
        report = read_report(
            Path(path),
            engine.settings,
            engine.state.shared.readers,
            format=chosen.format,
            provider=chosen.provider,
            kept=engine.state.shared.readings,
        )
        audit = Audit(engine, drafted(report, chosen), report, chosen)
        checked = audit.run(progress)
        if not save:
            return checked
        from citation_engine.engine.saved_checks import save_check

        return save_check(engine, audit, checked)

    def list_checks(self) -> "list[SavedCheck]":
        """The checks of drafts that were saved in this project, oldest first."""
        import json

        from citation_engine.model.checked import SavedCheck
        from citation_engine.record.envelope import read_fields

        found = []
        for row in _engine(self).state.reading.rows("of_type", type="draft.checked"):
            body = json.loads(row["body"])
            facts = {"entry_id": body["entry_id"], "checked_at": body["time"]}
            judge = body["data"]["judge"]
            found.append(SavedCheck(**facts, judge=judge, **read_fields(row["bytes"])))
        return found


def _engine(self: Any) -> "CitationEngine":
    return cast("CitationEngine", self)

"""Makes the mechanical corrections of reports, or shows them."""

from collections.abc import Sequence
from pathlib import Path

from citation_engine.audit.fixes import apply_edits, diff_text
from citation_engine.check.report import CheckReport
from citation_engine.cli.commands import Call
from citation_engine.cli.output import counted, write_bytes
from citation_engine.collect.identity import shown_path
from citation_engine.formats.plain import decode
from citation_engine.model.draft import DraftFormat

_EDITABLE = (DraftFormat.MARKDOWN, DraftFormat.HTML, DraftFormat.TEXT)


def fix(call: Call, reports: Sequence[CheckReport], paths: Sequence[str], *, write: bool) -> int:
    """Correct the reports, or print what would be corrected; say how many findings that mends."""
    # A report is known by its name as it is shown, which is not always a path.
    files = {shown_path(Path(path)): Path(path) for path in paths}
    mended = 0
    for report in reports:
        if report.draft.format not in _EDITABLE:
            continue
        text = report.draft.text
        done = apply_edits(text, report.findings)
        mended += len(done.applied)
        if done.text == text:
            continue
        if not write:
            call.output.raw(diff_text(text, done.text, report.name))
            continue
        path = files.get(report.name, Path(report.name))
        _, encoding = decode(path.read_bytes())
        write_bytes(str(path), done.text.encode(encoding))
    what = "Corrected" if write else "Would correct"
    call.output.remark(f"{what} {counted(mended, 'finding')}.")
    return mended

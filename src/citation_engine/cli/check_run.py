"""One run of `cite check`: check the reports, compare, correct, print, and say how it went."""

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from citation_engine import plugins
from citation_engine.audit.baseline import Baseline, name_of, read_baseline, write_baseline
from citation_engine.audit.checks import together
from citation_engine.audit.codes import prefixes
from citation_engine.audit.fixes import apply_edits, diff_text
from citation_engine.check.cache import CacheFolder
from citation_engine.check.checker import Checker, mapping_of, with_notes
from citation_engine.check.report import SIDECAR, CheckOptions, CheckReport, pictures_of
from citation_engine.check.report_file import ReportFile, files_of, report_from
from citation_engine.check.sources import (
    GivenSources,
    bibliographies_beside,
    given_sources,
    with_bibliography,
)
from citation_engine.cli.commands import Call
from citation_engine.cli.failures import Exit, code_of, say_problem, translated
from citation_engine.cli.output import (
    ProgressBar,
    ProgressLines,
    read_text,
    say,
    write_bytes,
    write_text,
)
from citation_engine.collect.files import list_things
from citation_engine.collect.identity import shown_path
from citation_engine.display import one_line
from citation_engine.errors import CitationError
from citation_engine.formats.plain import decode
from citation_engine.hashing import sha256_hex
from citation_engine.model.checked import ClaimState
from citation_engine.model.draft import DraftFormat
from citation_engine.model.finding import Level
from citation_engine.model.source import ReadState
from citation_engine.ports import Judge
from citation_engine.render.findings.formats import render, render_pieces
from citation_engine.render.findings.report import TOGETHER, Options, references_line
from citation_engine.render.findings.words import WORDS, OutputWords
from citation_engine.settings import Settings, cache_folder
from citation_engine.urls import is_web_address

if TYPE_CHECKING:
    from citation_engine.engine.engine import CitationEngine


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
    said = "corrected" if write else "would correct"
    call.output.remark(OutputWords(call.language)(said, mended))
    return mended


# The report that comes on standard input.
STDIN = "-"
# How often files are looked at for changes.
EVERY_SECONDS = 0.3
LAST_RUNS_BYTES = 16 * 1024**2
# What could not be checked, which is not wrong.
COULD_NOT = ("CE207", "CE208", "CE401", "CE404")
_UNDECIDED = (ClaimState.UNDECIDED, ClaimState.NOT_CHECKED)


class CheckRun:
    """The reports, and everything that was chosen about checking them."""

    def __init__(self, call: Call, reports: Sequence[str], chosen: Mapping[str, Any]) -> None:
        named = list(dict.fromkeys(reports))
        # `cite check report.md pages`: a folder beside a report is where its sources are.
        folders = [one for one in named if one != STDIN and Path(one).is_dir()]
        if 0 < len(folders) < len(named):
            named = [one for one in named if one not in folders]
            chosen = {**chosen, "sources": (*(chosen["sources"] or ()), *folders)}
        self._call, self._chosen, self.reports = call, chosen, named
        if STDIN in self.reports and (chosen["watch"] or (chosen["fix"] and not chosen["diff"])):
            raise click.UsageError("Standard input can neither be watched nor corrected.")
        for report in self.reports:
            if report == STDIN:
                continue
            if Path(report).is_dir():
                raise click.UsageError(
                    f"{report} is a folder: name a report, then the folder of its sources."
                )
            if not Path(report).exists():
                raise click.UsageError(f"There is no report {report}. {_instead_of(report)}")
        self._leave_out_sources()
        # A bibliography beside a report is of the files, too, that the report takes in.
        self._bibliographies: list[Path] = []
        for report in [one for one in self.reports if one != STDIN]:
            parts = files_of(Path(report), self.settings)[1:]
            self._bibliographies += bibliographies_beside(Path(report)) if parts else ()
            self.reports += [str(part) for part in parts if str(part) not in self.reports]
        self._also = [_pair(one) for one in chosen["also"] or ()]
        if chosen["update_baseline"] and not chosen["baseline"]:
            raise click.UsageError("--update-baseline needs --baseline FILE.")
        self.failed: list[tuple[str, CitationError]] = []
        self._reading: Checker | None = None
        self._judge: Judge | None = None
        # What was found in the round before, by the names of the reports.
        self._last_round: dict[str, Baseline] = {}
        # What is wrong with the call is said before any work is done.
        _ = self.options, self.fail_on, self._shown
        if said := plugins.sent_unasked(self.settings):
            # With -q too: nobody asked for it.
            say(translated(said, call.language))

    def _leave_out_sources(self) -> None:
        """Where some reports lie among the sources of the others, those are sources; say so."""
        given = [one for one in self._chosen["sources"] or () if not is_web_address(one)]
        places = [Path(one).resolve() for one in given]
        files = [one for one in self.reports if one != STDIN]
        inside = [one for one in files if any(map(Path(one).resolve().is_relative_to, places))]
        if 0 < len(inside) < len(self.reports):
            self.reports = [one for one in self.reports if one not in inside]
            said = self._words("sources.named", files=one_line(", ".join(inside), 200))
            self._call.output.remark(said)

    # what was chosen ----------------------------------------------------------------------

    @cached_property
    def settings(self) -> Settings:
        """The settings, with what was typed."""
        typed = {name: self._chosen[name] for name in ("judge", "llm_url", "llm_model")}
        given = {name: value for name, value in typed.items() if value}
        if limits := self._chosen["thresholds"]:
            # As they were typed, or as a configuration has them.
            named = [f"{n}={v}" for n, v in limits.items()] if isinstance(limits, dict) else limits
            given["judge_thresholds"] = ",".join(named)
        if self._chosen["offline"]:
            given["offline"] = True
        return replace(self._call.settings, file_roots=None, **given)

    @cached_property
    def options(self) -> CheckOptions:
        """How the reports are read and audited."""
        chosen = self._chosen
        options = CheckOptions(
            format=chosen["format"],
            provider=chosen["provider"],
            markers=chosen["markers"],
            sidecar=chosen["sidecar"] or SIDECAR,
            inline=chosen["inline"],
            sources_map=mapping_of(chosen["sources_map"]),
            numbered=not (chosen["sources"] or chosen["fetch"]),
            all_claims=bool(chosen["all_claims"]),
            min_coverage=chosen["min_coverage"],
            select=_codes(chosen["select"]),
            ignore=_codes(chosen["ignore"]),
        )
        return with_bibliography(options, self._bibliographies)

    @property
    def _words(self) -> OutputWords:
        return OutputWords(self._call.language)

    @property
    def fail_on(self) -> str:
        """From which level on a finding fails."""
        found: str = self._chosen["fail_on"] or "error"
        if found not in ("error", "warning", "never"):
            raise click.UsageError(f"fail-on is {found!r}: use error, warning or never.")
        return found

    @property
    def _levels(self) -> tuple[Level, ...]:
        levels = {"error": (Level.ERROR,), "warning": (Level.ERROR, Level.WARNING), "never": ()}
        return levels[self.fail_on]

    # doing it -----------------------------------------------------------------------------

    def once(self) -> int:
        """Check everything once and print what was found."""
        with self._checker() as check:
            try:
                return self.round(check)
            finally:
                self._say_usage()

    def _say_usage(self) -> None:
        """Say what the language model was asked, where one was."""
        used = getattr(self._judge, "usage", None)
        if used is None or not used.calls:
            return
        words = self._words
        cost = "" if used.cost is None else words("usage.cost", cost=f"{used.cost:.4f}")
        read, written = words.number(used.input_tokens), words.number(used.output_tokens)
        said = words("usage", used.calls, read=read, written=written, cost=cost)
        self._call.output.remark(said)

    def watch(self) -> int:
        """Check again whenever a file changes. What goes wrong is said and does not end it."""
        code = 0
        try:
            while True:
                seen = self._files()
                code = self._watched_round()
                self._call.output.remark(self._words("watching"))
                while self._files() == seen:
                    time.sleep(EVERY_SECONDS)
        except KeyboardInterrupt:
            return code

    def _watched_round(self) -> int:
        try:
            return self.once()
        except CitationError as error:
            say_problem(error.message, error.fix, self._call.language)
            return code_of(error)
        except click.UsageError as error:
            say_problem(error.message, language=self._call.language)
            return Exit.MISUSE

    def _files(self) -> dict[str, tuple[int, int]]:
        """The size and the time of every file that matters."""
        try:
            listed = list_things([*self.reports, *(self._chosen["sources"] or ())]).things
        except CitationError:
            listed = list(self.reports)
        seen = {}
        for path in listed:
            with suppress(OSError):
                if not is_web_address(path):
                    facts = Path(path).stat()
                    seen[path] = (facts.st_mtime_ns, facts.st_size)
        return seen

    def round(self, check: "_Check") -> int:
        """One round over the reports."""
        self.failed = []
        found = list(self._checked(check))
        if self._chosen["fix"] or self._chosen["diff"]:
            fixed = fix(self._call, found, self.reports, write=not self._chosen["diff"])
            if self._chosen["diff"]:
                return Exit.BAD if fixed else Exit.GOOD
            if fixed:
                found = list(self._checked(check))
        self._remember(found)
        shown = together([self._narrowed(report) for report in found])
        self._print([self._since_last_round(report) for report in shown])
        for path, error in self.failed:
            message = f"{path} could not be checked. {error.message}"
            say_problem(message, error.fix, self._call.language)
        return self.code(shown)

    def _since_last_round(self, report: CheckReport) -> CheckReport:
        """While watching, the report with what is new since the round before; else all of it."""
        if not self._chosen["watch"]:
            return report
        name = name_of(report)
        before = self._last_round.get(name)
        self._last_round[name] = read_baseline(write_baseline([report]))
        if before is None:
            return report
        new, known, gone = before.compare(report)
        same = self._words("watch.same", count=len(known), gone=len(gone))
        return with_notes(report.model_copy(update={"findings": new}), [same])

    @contextmanager
    def _checker(self) -> Iterator["_Check"]:
        chosen = self._chosen
        with self._progress() as step:
            if not chosen["save"] and (chosen["fetch"] or chosen["sources"]):
                with Checker(
                    list(chosen["sources"] or ()),
                    fetch=chosen["fetch"],
                    judge=self.settings.judge_in_use,
                    settings=self.settings,
                    cache=not chosen["no_cache"],
                    left_out=[*self.reports, *self._own_files()],
                    progress=step,
                    exact=False,
                ) as checker:
                    self._reading, self._judge = checker, checker.judge
                    yield lambda report: checker.check(report, self.options)
                return
            with self._engine() as engine:
                self._judge = engine.judge
                added = self._add(engine, step) if chosen["sources"] else GivenSources()
                given: Any = {
                    "options": with_bibliography(self.options, added.bibliographies),
                    "progress": step,
                    "fetch": chosen["fetch"],
                    "cache": not chosen["no_cache"],
                    "save": chosen["save"],
                }
                yield lambda report: with_notes(engine.check_report(report, **given), added.notes)

    @cached_property
    def _stdin(self) -> ReportFile:
        """What came on standard input, read once."""
        given = self._chosen
        data = sys.stdin.buffer.read()
        return report_from(data, "stdin", given["format"], given["provider"])

    def _engine(self) -> "CitationEngine":
        from citation_engine.engine.engine import CitationEngine

        given = self._chosen["sources"] or self._chosen["fetch"]
        if not given and not self._call.backend.exists():
            # A part that a LaTeX file takes in was not named.
            others = [one for one in self.reports[1:] if not one.endswith(".tex")]
            among = f" If {others[0]} is a source, write --sources {others[0]}." if others else ""
            raise click.UsageError(
                "It is not said what the reports cite: add --sources DIR|FILE|URL, --fetch"
                f" for the pages they link to, or name a database with -d.{among}"
            )
        make = bool(self._chosen["save"])
        judge, settings = self.settings.judge_in_use, self.settings
        return CitationEngine(self._call.db, settings=settings, judge=judge, create=make)

    def _add(self, engine: "CitationEngine", step: Any) -> GivenSources:
        """Add the sources to the database of the session; say which they are."""
        left_out = {Path(path).resolve() for path in (*self.reports, *self._own_files())}
        left_out |= self._call.database_files()
        sources = list(self._chosen["sources"])
        given = given_sources(sources, self.settings, left_out, exact=False)
        for number, added in enumerate(engine.add_all(given.things), 1):
            step("sources", number, len(given.things))
            if added.error is not None:
                self.failed.append((str(added.what), added.error))
        return given

    def _own_files(self) -> list[str]:
        """The files that this run reads or writes itself, which are no sources."""
        chosen = self._chosen
        named = [chosen[name] for name in ("baseline", "sources_map", "output", "step_summary")]
        return [path for path in (*named, *(path for _, path in self._also)) if path]

    def _checked(self, check: "_Check") -> Iterator[CheckReport]:
        """Each report, checked; what is wrong with one does not stop the others."""
        for report in self.reports:
            try:
                checked = check(self._stdin if report == STDIN else report)
            except CitationError as error:
                self.failed.append((report, error))
                continue
            yield checked
            if self._chosen["first_only"] and self._failing(checked):
                return

    # what counts --------------------------------------------------------------------------

    def _narrowed(self, report: CheckReport) -> CheckReport:
        """The report with the findings that are to be shown."""
        findings = report.findings
        notes = list(report.notes)
        if (baseline := self._baseline) is not None:
            compared = baseline.compare(report)
            findings = compared.new
            if compared.known:
                notes.append(self._words("known", len(compared.known)))
            if compared.gone:
                notes.append(self._words("gone", len(compared.gone)))
        if self._chosen["last_failed"]:
            last = self._last_run(report)
            findings = last.apply(name_of(report), findings, report.sources).known
        if self._chosen["first_only"]:
            failing = [one for one in findings if one.level in self._levels]
            findings = tuple(failing[:1]) or findings
        return report.model_copy(update={"findings": tuple(findings), "notes": tuple(notes)})

    @cached_property
    def _baseline(self) -> Baseline | None:
        path = self._chosen["baseline"]
        if not path or self._chosen["update_baseline"]:
            return None
        if not Path(path).exists():
            raise click.UsageError(f"There is no baseline {path}: write it with --update-baseline.")
        return read_baseline(read_text(path))

    def _failing(self, report: CheckReport) -> bool:
        found = report.at_level(*self._levels)
        return any(finding.code not in COULD_NOT for finding in found)

    def _incomplete(self, report: CheckReport) -> bool:
        """Whether something could not be checked that should have been."""
        if self._chosen["allow_unchecked"]:
            return False
        unread = any(finding.code in COULD_NOT for finding in report.at_level(Level.ERROR))
        open_ones = self._chosen["strict"] and report.in_state(*_UNDECIDED)
        # Also where the finding that says so was not selected.
        degraded = any(
            one.state is ReadState.DEGRADED and (one.used or not one.is_unknown_kind)
            for one in report.sources
        )
        return bool(not report.complete or unread or degraded or open_ones)

    def code(self, reports: Sequence[CheckReport]) -> int:
        """How it went, the worst first: bad, could not be checked, nothing to check, good."""
        if self._chosen["update_baseline"]:
            return Exit.NOT_CHECKED if self.failed else Exit.GOOD
        if any(self._failing(report) for report in reports):
            return Exit.BAD
        if self.failed or any(self._incomplete(report) for report in reports):
            return Exit.NOT_CHECKED
        empty = all(report.empty for report in reports) and not self._chosen["allow_empty"]
        return Exit.NOTHING if empty else Exit.GOOD

    # the last run -------------------------------------------------------------------------

    @cached_property
    def _last_runs(self) -> CacheFolder:
        return CacheFolder(cache_folder(self.settings, "last"), ".json", LAST_RUNS_BYTES)

    def _last_run(self, report: CheckReport) -> Baseline:
        kept = self._last_runs.read(_last_key(report))
        if kept is None:
            raise click.UsageError(f"{report.name} was not checked before: leave out --lf.")
        return read_baseline(kept.decode())

    def _remember(self, reports: Sequence[CheckReport]) -> None:
        """Write the baseline, where it is asked for, and what --lf compares with next time."""
        if self._chosen["update_baseline"]:
            write_text(self._chosen["baseline"], write_baseline(reports))
            count = sum(len(report.findings) for report in reports)
            said = self._words("wrote findings", count, path=self._chosen["baseline"])
            self._call.output.remark(said)
        if self._chosen["no_cache"] or self._chosen["last_failed"]:
            return
        for report in reports:
            self._last_runs.write(_last_key(report), [write_baseline([report]).encode()])

    # printing -----------------------------------------------------------------------------

    def _print(self, reports: Sequence[CheckReport]) -> None:
        chosen, output = self._chosen, self._call.output
        form = chosen["output_format"]
        if chosen["references"]:
            for report in reports:
                named = f"{name_of(report)}\n" if len(reports) > 1 else ""
                output.raw(named + references_table(report, self._words))
            return
        for also, path in self._also:
            write_text(path, self._rendered(reports, also))
        if chosen["step_summary"]:
            self._add_summary(reports, chosen["step_summary"])
        if chosen["output"]:
            write_text(chosen["output"], self._rendered(reports, form))
            output.remark(self._words("wrote", path=chosen["output"]))
        elif reports and getattr(plugins.load("outputs", form), "styled", False):
            self._print_styled(reports, form)
        elif reports:
            output.raw(self._rendered(reports, form))

    def _print_styled(self, reports: Sequence[CheckReport], form: str) -> None:
        parts: list[tuple[str, str]] = []
        for piece in render_pieces(reports, form, **self._look):
            *lines, last = piece.text.split("\n")
            for line in lines:
                self._call.output.line(*parts, (line, piece.style), wrap=False)
                parts = []
            if last:
                parts.append((last, piece.style))
        if parts:
            self._call.output.line(*parts, wrap=False)

    @cached_property
    def _shown(self) -> tuple[str, ...]:
        """The beginnings of the codes whose findings are all listed."""
        if self._chosen["show_all"]:
            return ("",)
        asked = (TOGETHER.get(one, (one,)) for one in _codes(self._chosen["show"]))
        return prefixes(code for codes in asked for code in codes)

    @property
    def _look(self) -> dict[str, Any]:
        level = {"error": Level.ERROR, "warning": Level.WARNING, "never": None}[self.fail_on]
        return {
            "language": self._call.language,
            "show_sources": self._chosen["show_sources"],
            "show": self._shown,
            "width": self._call.output.width,
            "fail_on": level,
            "root": Path.cwd(),
        }

    def _rendered(self, reports: Sequence[CheckReport], form: str) -> str:
        pictures = pictures_of(reports) if form == "html" else None
        return render(reports, plugins.load("outputs", form), pictures=pictures, **self._look)

    def _add_summary(self, reports: Sequence[CheckReport], path: str) -> None:
        from citation_engine.render.findings.github import step_summary

        with Path(path).open("a", encoding="utf-8", newline="\n") as file:
            file.write(step_summary(reports, Options(**self._look)))

    @contextmanager
    def _progress(self) -> Iterator[Any]:
        """How far it is, on stderr: a line that changes, or new ones where nobody watches."""
        if self._call.quiet or self._chosen["no_progress"] or sys.stderr is None:
            yield lambda _stage, _done, _all: None
            return
        with (ProgressBar if sys.stderr.isatty() else ProgressLines)(self._how_far) as shown:
            yield shown.step

    def _how_far(self, stage: str, done: int, all: int) -> str:
        named = self._words(f"progress.{stage}") if f"progress.{stage}" in WORDS else stage
        line = self._words("progress", stage=named, done=done, all=all)
        file = self._reading.waits_for if self._reading and stage == "sources" else ""
        return f"{line} ({one_line(file, 60)})" if file else line


def references_table(report: CheckReport, words: OutputWords) -> str:
    """What each reference of a report means, a line each, below how many there are."""
    head = references_line([report], words) or words("references", 0, found=0, guessed=0, missing=0)
    rows = [(words("reference"), words("label"), words("how found"), words("entry"))]
    for one in report.references:
        sources = [report.source(label) for label in one.sources]
        named = ", ".join(f"{source.label} {source.name}" for source in sources if source)
        how = words(f"linked.{one.linked_by.name}") if one.linked_by else "-"
        problem = translated(one.problem, words.language)
        rows.append((one.label or "-", named or "-", how, one.entry or problem))
    # A line for each also in a narrow terminal; what goes into a file is whole.
    room = get_terminal_size().columns
    widths = [max(len(row[at]) for row in rows) for at in range(4)]
    if sys.stdout.isatty() and sum(widths) + 6 > room:
        widths[:3] = [min(40, room // 4, width) for width in widths[:3]]
        widths[3] = max(20, room - sum(widths[:3]) - 7)
    lines = (
        "  ".join(one_line(cell, size).ljust(size) for cell, size in zip(row, widths, strict=True))
        for row in rows
    )
    return "\n".join((head, *(line.rstrip() for line in lines))) + "\n"


_Check = Any


def _instead_of(report: str) -> str:
    """What to do about a report that is not there: a name like it, or where it was looked for."""
    folder = Path(report).parent
    names = [one.name for one in folder.iterdir()] if folder.is_dir() else []
    like = get_close_matches(Path(report).name, names, 1)
    return f"Did you mean {folder / like[0]}?" if like else f"Check the path from {Path.cwd()} on."


def _pair(given: str) -> tuple[str, str]:
    form, _, path = given.partition("=")
    if form not in plugins.names("outputs") or not path:
        raise click.UsageError(f"--also {given} is not FORMAT=FILE, such as sarif=out.sarif.")
    return form, path


def _codes(given: Sequence[str] | None) -> tuple[str, ...]:
    parts = (part.strip() for one in given or () for part in one.split(","))
    return tuple(part for part in parts if part)


def _last_key(report: CheckReport) -> str:
    return sha256_hex(str(Path(report.name).resolve()))

"""`cite judges`: which judges are installed, whether they can be asked, and how good they are."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from citation_engine.cli.commands import Call, Command, Scope
from citation_engine.cli.failures import Exit, say_problem
from citation_engine.cli.output import Printer, row_forms

if TYPE_CHECKING:
    from citation_engine.model.verdict import InstalledJudge, MeasuredSet
    from citation_engine.settings import Settings

COLUMNS = (
    *("name", "version", "model", "brought_by", "what", "needs", "languages", "usable"),
    *("problem", "fix", "default", "in_use", "why", "card"),
)
TITLES = ("", "judge", "version", "languages", "needs", "")
SIGNS = {True: ("✓", "green"), False: ("○", "yellow"), None: ("…", "cyan")}
# What is shown as a share of hundred, and under which title; the rest is shown as it is.
SHARES = {
    "balanced_accuracy": "balanced accuracy",
    "false_accepts": "false accepts",
    "most_false_accepts": "in the worst set",
    "recall": "recall",
    "false_rejects": "false rejects",
    "undecided": "undecided",
    "contradicted_precision": "contradicted, right",
    "contradicted_recall": "contradicted, found",
}
MEGABYTE = 1_000_000


@click.command(
    "judges", cls=Command, scope=Scope.NOTHING, examples=("cite judges", "cite judges --json")
)
@row_forms
@click.pass_obj
def command(call: Call, form: str | None) -> int:
    """
    Say which judges are installed, and how good they are.

    Says which of them can be asked right now, and what was measured of the one
    whose model comes with the package: how good it is on sets of labelled claims
    and, where its card says so, what each limit costs in wrong claims that are
    called supported. Its files are held against their hashes; no judge is loaded.
    Says which one is used, and why: one that is named, else llm where
    CITATION_LLM_URL is set, else local.
    Exits with 0, or with 1 when the judge in use cannot be asked.
    """
    from citation_engine.engine.judges import installed_judges

    judges = installed_judges(call.settings)
    if form:
        rows = [judge.model_dump(mode="json") for judge in judges]
        call.output.rows(rows, form, COLUMNS)
    else:
        _show(call.output, judges)
        _say_which(call)
    return _verdict(call.settings)


def _verdict(settings: "Settings") -> Exit:
    """Whether the judge in use can be asked; what is in the way is said."""
    from citation_engine.engine.judges import judge_in_use
    from citation_engine.errors import InvalidSetting

    try:
        used = judge_in_use(settings)
    except InvalidSetting as error:
        say_problem(error.message, error.fix)
        return Exit.BAD
    if used.usable is not False:
        return Exit.GOOD
    say_problem(f"The judge {used.name!r} cannot be asked: {used.problem}", used.fix)
    return Exit.BAD


def _say_which(call: Call) -> None:
    """Say who judges, and why: here, and in `cite check` where a configuration names another."""
    from citation_engine import plugins
    from citation_engine.cli.config import read_config

    settings = call.settings
    why = plugins.sent_unasked(settings) or settings.why_this_judge
    call.output.line("")
    call.output.line(("In use: ", "bold"), f"{settings.judge_in_use}. {why}")
    config = read_config(None)
    if named := config.values.get("judge"):
        call.output.line(("In cite check: ", "bold"), f"{named}. {config.path} names it.")


def _show(output: Printer, judges: "Sequence[InstalledJudge]") -> None:
    output.table(TITLES, [_cells(judge) for judge in judges])
    for judge in judges:
        if judge.card:
            output.line("")
            _show_card(output, judge)


def _cells(judge: "InstalledJudge") -> tuple[Any, ...]:
    marks = ["default"] * judge.default + ["in use"] * judge.in_use
    if not judge.brought_by.startswith("citation-engine "):
        marks.append(f"of {judge.brought_by}, not loaded")
    if judge.problem:
        marks.append(judge.problem)
    languages = "not stated" if judge.languages is None else ", ".join(judge.languages) or "any"
    sign = ("✗", "red") if judge.in_use and judge.usable is False else SIGNS[judge.usable]
    needs = judge.needs or "not stated"
    return (sign, judge.name, judge.version, languages, needs, "; ".join(marks))


def _show_card(output: Printer, judge: "InstalledJudge") -> None:
    card = judge.card
    assert card is not None
    output.line((judge.name, "bold"), f"  {judge.what}")
    size = f"{card.size / MEGABYTE:.1f} MB in {len(card.files)} files"
    output.facts(
        {
            "model": judge.model,
            "size": size,
            "thresholds": _limits(card.thresholds),
            **({"set otherwise": _limits(card.chosen)} if card.chosen else {}),
        }
    )
    if card.costs:
        output.line("")
        _show_figures(output, card.costs, "supported from")
    if card.figures:
        output.line("")
        _show_figures(output, card.figures)


def _limits(thresholds: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in thresholds.items())


def _show_figures(output: Printer, figures: "Sequence[MeasuredSet]", of: str = "set") -> None:
    """What was measured, a set a line; a measure that a set lacks is left empty."""
    names = list(dict.fromkeys(name for one in figures for name in one.measured))
    titles = [of, *(SHARES.get(name, name.replace("_", " ")) for name in names)]
    rows = [[one.name, *_values(one, names)] for one in figures]
    output.table([*titles, ""], [[*row, ""] for row in rows])


def _values(one: "MeasuredSet", names: Iterable[str]) -> list[str]:
    return [_value(name, one.measured.get(name)) for name in names]


def _value(name: str, value: Any) -> str:
    """A figure as a person reads it; shares in percent, ranges with a dash."""
    if value is None:
        return ""
    if isinstance(value, list):
        return "–".join(_value(name, part) for part in value)
    if name in SHARES and isinstance(value, int | float):
        return f"{100 * value:.1f} %"
    return f"{value:.3f}" if isinstance(value, float) else str(value)

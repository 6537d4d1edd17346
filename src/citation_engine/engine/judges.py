"""
Says which judges are installed, what each needs, and how good the local one is.

No judge is loaded for it: neither the runtime of the local judge nor its weights, and nothing of
what other packages bring.
"""

import inspect
import json
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from citation_engine import plugins
from citation_engine.errors import JudgeUnavailable
from citation_engine.model.verdict import InstalledJudge, JudgeCard, MeasuredSet
from citation_engine.settings import Settings
from citation_engine.verify.judges.local.card import NAME as CARD
from citation_engine.verify.judges.local.card import WEIGHTS, check_file, read_card
from citation_engine.version import VERSION

OURS = f"citation-engine {VERSION}"
RUNTIME = "onnxruntime"
_INSTALL = (
    f"Run: pip install {RUNTIME}. Where it has no build for this machine, choose another judge, "
    "such as overlap, with --judge or CITATION_JUDGE."
)
_AGAIN = 'Install the package anew: pip install --force-reinstall "citation-engine".'


def installed_judges(
    settings: Settings | None = None, *, weights: Path | None = None
) -> tuple[InstalledJudge, ...]:
    """
    The judges that can be named, ours first.

    The files of the local judge are held against their hashes.

    Args:
        settings: What is set, such as the address of a language model; by default what the
            environment says.
        weights: The folder with the files of the local judge; by default what is set.

    """
    settings = settings or Settings.from_env()
    weights = weights or Path(settings.judge_model or WEIGHTS)
    ours = {name: _ours(name, settings, weights) for name in plugins.BUILT_IN["judges"]}
    theirs = {
        point.name: _theirs(point)
        for point in plugins.entry_points_of("judges")
        if point.name not in ours
    }
    return tuple(
        judge.model_copy(
            update={
                "default": name == Settings().judge_in_use,
                "in_use": name == settings.judge_in_use,
                "why": settings.why_this_judge if name == settings.judge_in_use else "",
            }
        )
        for name, judge in {**ours, **theirs}.items()
    )


def judge_in_use(settings: Settings | None = None) -> InstalledJudge:
    """The judge that the settings name; an `InvalidSetting` where there is none of that name."""
    settings = settings or Settings.from_env()
    found = next((one for one in installed_judges(settings) if one.in_use), None)
    if found is None:
        raise plugins.no_such("judges", settings.judge_in_use)
    return found


def _ours(name: str, settings: Settings, weights: Path) -> InstalledJudge:
    if name == "local":
        return _local(settings, weights)
    if name == "llm":
        return _llm(settings)
    judge = plugins.load("judges", name)
    what = {
        "overlap": "Compares words: says supported where the source states the claim in them.",
        "none": "Does not judge: nothing gets further than unverified.",
    }
    return InstalledJudge(
        name=name,
        version=judge.identity.version,
        brought_by=OURS,
        what=what.get(name) or inspect.getdoc(type(judge)) or "",
        needs="nothing",
        languages=(),
        usable=True,
    )


def _llm(settings: Settings) -> InstalledJudge:
    from citation_engine.verify.judges import llm

    missing = [
        variable
        for variable, value in (
            ("CITATION_LLM_URL", settings.llm_url),
            ("CITATION_LLM_MODEL", settings.llm_model),
        )
        if not value
    ]
    return InstalledJudge(
        name="llm",
        version=llm.VERSION,
        model=settings.llm_model,
        brought_by=OURS,
        what="Asks a language model on a server of your choice.",
        needs="a language model's server",
        languages=(),
        usable=not missing,
        problem=f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not set."
        if missing
        else "",
        fix="Set CITATION_LLM_URL and CITATION_LLM_MODEL." if missing else "",
    )


def _local(settings: Settings, weights: Path) -> InstalledJudge:
    judge = InstalledJudge(
        name="local",
        brought_by=OURS,
        what="Asks a small model on this machine.",
        needs=RUNTIME,
        usable=False,
    )
    try:
        said = json.loads((weights / CARD).read_text("utf-8"))
        described = judge.model_copy(update=_described(said, settings, weights))
    except FileNotFoundError as error:
        return _unusable(judge, f"{Path(error.filename or CARD).name} is missing.", _AGAIN)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return _unusable(judge, f"{CARD} cannot be read ({type(error).__name__}).", _AGAIN)
    try:
        card = read_card(weights)
        for name in card.files:
            check_file(card, name)
    except JudgeUnavailable as error:
        return _unusable(described, error.message, _AGAIN)
    if find_spec(RUNTIME) is None:
        return _unusable(described, f"{RUNTIME} is not installed.", _INSTALL)
    return described.model_copy(update={"usable": True})


def _unusable(judge: InstalledJudge, problem: str, fix: str) -> InstalledJudge:
    return judge.model_copy(update={"problem": problem, "fix": fix})


def _described(said: Mapping[str, Any], settings: Settings, weights: Path) -> dict[str, Any]:
    """What the card says, and how large the files are that it names."""
    names = tuple(said["files"])
    card = JudgeCard(
        files=names,
        size=sum((weights / name).stat().st_size for name in names),
        thresholds=said["thresholds"],
        chosen=plugins.read_thresholds(settings.judge_thresholds),
        figures=_measured(said.get("figures", {})),
        costs=_measured(said.get("costs", {})),
    )
    return {
        "version": str(said["version"]),
        "model": str(said["model"]),
        "languages": tuple(said["languages"]),
        "card": card,
    }


def _measured(said: Mapping[str, Any]) -> tuple[MeasuredSet, ...]:
    return tuple(MeasuredSet(name=name, measured=measured) for name, measured in said.items())


def _theirs(point: Any) -> InstalledJudge:
    """A judge of another package; nobody knows whether it can be asked before it is loaded."""
    package = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
    version = point.dist.version if point.dist else ""
    return InstalledJudge(name=point.name, version=version, brought_by=package, what=point.value)

"""Judges that are installed: what each needs, whether it can be asked, and how good it is."""

from pydantic import JsonValue

from citation_engine.model.value import Value


class MeasuredSet(Value):
    """What was measured of a judge on one set of labelled claims, by the names of the measures."""

    name: str
    measured: dict[str, JsonValue]


class JudgeCard(Value):
    """
    What a judge with a model of its own says about that model.

    `size` counts the bytes of its `files`. A claim is called supported from the threshold of that
    name upwards; what lies between the thresholds is undecided.
    """

    files: tuple[str, ...]
    size: int
    thresholds: dict[str, float]
    figures: tuple[MeasuredSet, ...] = ()


class InstalledJudge(Value):
    """
    A judge that can be named, and whether it can be asked right now.

    `usable` is None where only loading it would tell, as with judges that other packages bring:
    `brought_by` names the package. `languages` is empty where the judge is not bound to any, and
    None where it does not say.
    """

    name: str
    version: str = ""
    model: str | None = None
    brought_by: str
    what: str = ""
    needs: str = ""
    languages: tuple[str, ...] | None = None
    usable: bool | None = None
    problem: str = ""
    fix: str = ""
    default: bool = False
    in_use: bool = False
    card: JudgeCard | None = None

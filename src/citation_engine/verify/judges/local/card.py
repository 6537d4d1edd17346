"""What `judge.json` says beside the weights: versions, hashes, and the numbers answers rest on."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from citation_engine.errors import JudgeUnavailable
from citation_engine.verify.judges.local.decision import Decider

NAME = "judge.json"
WEIGHTS = Path(__file__).parent / "weights"
_FIX = (
    "Install the package anew, or choose another judge with CITATION_JUDGE. Where "
    "CITATION_JUDGE_MODEL names a folder, set it to one that has a model, or unset it."
)


@dataclass(frozen=True, slots=True)
class Encoder:
    """
    One of the encoders that answer together: its files, and the weight of its answer.

    `across` is the weight where passage and claim are in two languages; without any it is not
    asked about them.
    """

    graph: str
    vocabulary: str
    weight: float
    across: float


@dataclass(frozen=True, slots=True)
class Card:
    """The version, the short hash of the weights, the files with their hashes, and the numbers."""

    folder: Path
    version: str
    model: str
    files: Mapping[str, str]
    encoders: tuple[Encoder, ...]
    decider: Decider


def read_card(folder: Path) -> Card:
    """Read the card in a folder; raises `JudgeUnavailable` where it cannot be used."""
    try:
        said = json.loads((folder / NAME).read_text("utf-8"))
        card = Card(
            folder,
            str(said["version"]),
            str(said["model"]),
            {str(name): str(digest) for name, digest in said["files"].items()},
            tuple(map(_encoder, said["encoders"])),
            Decider.from_json(said),
        )
    except OSError as error:
        raise unusable(f"{NAME} cannot be read: {error.strerror or error}") from error
    except KeyError as error:
        raise unusable(f"{NAME} lacks {error}") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise unusable(f"{NAME} is not what it should be: {error}") from error
    if not card.encoders:
        raise unusable(f"{NAME} names no encoder")
    needed = {name for one in card.encoders for name in (one.graph, one.vocabulary)}
    if missing := needed - card.files.keys():
        raise unusable(f"{NAME} does not name {' and '.join(sorted(missing))}")
    if not sum(one.weight for one in card.encoders) or not sum(one.across for one in card.encoders):
        raise unusable(f"{NAME} gives no encoder a weight")
    return card


def _encoder(said: Mapping[str, str | float]) -> Encoder:
    weight = float(said["weight"])
    across = float(said.get("across", weight))
    return Encoder(str(said["graph"]), str(said["vocabulary"]), weight, across)


def check_file(card: Card, name: str) -> None:
    """Raise `JudgeUnavailable` where a file is missing, or is not the one the card names."""
    try:
        with (card.folder / name).open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise unusable(f"{name} cannot be read: {error.strerror or error}") from error
    if found != card.files[name]:
        raise unusable(f"{name} was changed, or is not whole")


def unusable(what: str, fix: str = _FIX) -> JudgeUnavailable:
    """The error that says why the local judge cannot be asked."""
    return JudgeUnavailable(f"The local judge cannot be used: {what}.", fix=fix)

r"""
Put together `judge.json`: the encoders, their files' hashes, and what was fitted.

    python -m training.card --encoders weights/e5.json=0.5 weights/mpnet.json=0.5/0 --version 5 \\
        [--fitted fitted.json] --out weights/judge.json

An encoder is named by what `training.export` wrote beside it, with the weight of its answers and,
behind a stroke, that for pairs in two languages where it is another.
Without `--fitted` the functions are those of the shipped judge, so that the new ones can be fitted
with the model that the card describes.
"""

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

from citation_engine.verify.judges.local.card import NAME, WEIGHTS

LANGUAGES = ["en", "de"]
FITTED = ("support", "contradiction", "thresholds", "figures", "costs")


def card(
    encoders: list[tuple[Path, float, float]], fitted: dict[str, Any], version: str
) -> dict[str, Any]:
    """The content of `judge.json`; the model's name is made of the hashes of its files."""
    files: dict[str, str] = {}
    for described, *_ in encoders:
        files |= json.loads(described.read_text("utf-8"))
    together = "".join(files[name] for name in sorted(files))
    named = [
        {
            "graph": f"{one.stem}.onnx",
            "vocabulary": f"{one.stem}.txt",
            "weight": weight,
            "across": across,
        }
        for one, weight, across in encoders
    ]
    return {
        "version": version,
        "model": hashlib.sha256(f"{together}{json.dumps(named)}".encode()).hexdigest()[:12],
        "encoders": named,
        "files": files,
        "languages": LANGUAGES,
        **{name: fitted[name] for name in FITTED},
    }


def _encoder(told: str) -> tuple[Path, float, float]:
    path, _, weights = told.rpartition("=")
    weight, _, across = weights.partition("/")
    return Path(path), float(weight), float(across or weight)


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encoders", type=_encoder, nargs="+", required=True)
    parser.add_argument("--fitted", type=Path, default=WEIGHTS / NAME)
    parser.add_argument("--version", required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    fitted = json.loads(options.fitted.read_text("utf-8"))
    made = card(options.encoders, fitted, options.version)
    options.out.write_text(json.dumps(made, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()

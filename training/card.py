r"""
Put together `judge.json`: the files' hashes, what was fitted, and the figures that were measured.

    python -m training.card --files weights/files.json --fitted fitted.json \\
        [--figures measured.json] --version 1 --out weights/judge.json

Without `--figures` the card keeps those of the fit, which are of the model before quantisation.
"""

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

LANGUAGES = ["en", "de"]


def card(files: dict[str, str], fitted: dict[str, Any], version: str) -> dict[str, Any]:
    """The content of `judge.json`; the model's name is made of the hashes of its files."""
    together = "".join(files[name] for name in sorted(files))
    return {
        "version": version,
        "model": hashlib.sha256(together.encode()).hexdigest()[:12],
        "files": files,
        "languages": LANGUAGES,
        **{name: fitted[name] for name in ("support", "contradiction", "thresholds", "figures")},
        "costs": fitted["costs"],
    }


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--files", "--fitted", "--out"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--figures", type=Path)
    parser.add_argument("--version", required=True)
    options = parser.parse_args()
    made = card(
        json.loads(options.files.read_text("utf-8")),
        json.loads(options.fitted.read_text("utf-8")),
        options.version,
    )
    if options.figures:
        made["figures"] = json.loads(options.figures.read_text("utf-8"))
    options.out.write_text(json.dumps(made, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()

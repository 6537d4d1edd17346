"""
Measures how claims are read from drafts that people labelled, and how fast a long draft is read.

The labelled drafts are in `tests/link/drafts/labelled/`: English and German, with tables, lists,
captions, quotations and markers in all positions. `tuned` was looked at while the rules were
written; `held out` was labelled before they were first run on it, and its README has the figures of
that first run. `--mistakes` prints what was read otherwise than it was labelled.
"""

import argparse
import time

from harness import table

from citation_engine.link.drafts.reading import read_draft
from citation_engine.model.draft import DraftFormat
from labelled_drafts import SETS, labelled_drafts, mistakes, scores


def score_rows() -> list[list]:
    """Return a row for each set and measure."""
    return [
        [which.replace("_", " "), name, score.labelled, score.precision, score.recall]
        for which in SETS
        for name, score in scores(which).items()
    ]


def speed_rows(megabytes: list[float]) -> list[list]:
    """Return a row for each size of a Markdown draft put together from the labelled ones."""
    drafts = [one for which in SETS for one in labelled_drafts(which)]
    bodies = [one.text for one in drafts if one.format is DraftFormat.MARKDOWN]
    report = "\n\n".join(body.rpartition("\n#")[0] for body in bodies) + "\n\n"
    rows = []
    for size in megabytes:
        text = report * max(1, round(size * 1_000_000 / len(report)))
        start = time.perf_counter()
        claims = len(read_draft(text, DraftFormat.MARKDOWN).claims)
        seconds = time.perf_counter() - start
        rows.append([len(text) / 1e6, claims, seconds, len(text) / 1e6 / seconds])
    return rows


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="*", type=float, default=[0.1, 0.4], help="megabytes")
    parser.add_argument("--mistakes", action="store_true")
    given = parser.parse_args()

    head = ["set", "measure", "labelled", "precision", "recall"]
    table("claims as people labelled them", head, score_rows())
    if given.mistakes:
        for which in SETS:
            print("\n".join(mistakes(which)))
    head = ["MB", "claims", "seconds", "MB/s"]
    table("reading a Markdown draft of short claims", head, speed_rows(given.sizes))


if __name__ == "__main__":
    main()

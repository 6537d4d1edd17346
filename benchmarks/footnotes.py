"""
Footnotes for drafts of 100 and 10,000 citations, beside a bare `re.sub` that only numbers them.

The bare one knows no code, no other dialect, no footnote that is already there, and no sources.
Finding the markers is measured apart: who checks a draft has them already.
"""

import argparse
import re

from harness import median_ms, table

from citation_engine.link.references import find_references
from citation_engine.markers.reading import find_markers
from citation_engine.model.checked import CheckedSource
from citation_engine.model.draft import DraftFormat
from citation_engine.render.footnotes import write_footnotes

BARE = re.compile(r"\[S(\d+)\]")
SENTENCE = "Sentence {0} states that the share of records which are checked rose to {1} % [S{2}]."


def draft(citations: int) -> tuple[str, list[CheckedSource]]:
    """A draft of that many citations of a fifth as many sources."""
    count = max(1, citations // 5)
    lines = [SENTENCE.format(n, n % 100, n * 7 % count + 1) for n in range(citations)]
    sources = [
        CheckedSource(
            label=f"S{number}",
            name=f"The state of archives, part {number}",
            identifier=f"docs/{number}.pdf",
            url=f"https://example.org/archives/{number}",
            publisher="Archive Press",
            year="2023",
        )
        for number in range(1, count + 1)
    ]
    return "# Report\n\n" + "\n\n".join(lines) + "\n", sources


def bare(text: str) -> str:
    """The draft with `[S7]` as `[^n]`, and nothing else."""
    numbers: dict[str, int] = {}

    def sign(match: re.Match[str]) -> str:
        return f"[^{numbers.setdefault(match[1], len(numbers) + 1)}]"

    return BARE.sub(sign, text)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 10_000])
    parser.add_argument("--times", type=int, default=5)
    given = parser.parse_args()
    rows = []
    for size in given.sizes:
        text, sources = draft(size)
        markers = find_markers(text)
        done = write_footnotes(text, markers, sources).text
        assert done.count("]: ") == len(sources)
        found = median_ms(lambda text=text: find_markers(text), given.times)
        read = median_ms(lambda text=text: find_references(text, DraftFormat.MARKDOWN), given.times)
        written = median_ms(
            lambda text=text, markers=markers, sources=sources: write_footnotes(
                text, markers, sources
            ),
            given.times,
        )
        again = find_markers(done)
        twice = median_ms(
            lambda done=done, again=again, sources=sources: write_footnotes(done, again, sources),
            given.times,
        )
        plain = median_ms(lambda text=text: bare(text), given.times)
        rows.append((size, len(text) / 1000, found, read, written, twice, plain))
    head = ("citations", "kB", "find markers ms", "find references ms", "footnotes ms")
    table("Footnotes", (*head, "once more ms", "bare re.sub ms"), rows)


if __name__ == "__main__":
    main()

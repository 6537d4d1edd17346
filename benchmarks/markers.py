"""
Measures how quickly markers are read, beside a bare regular expression over the same text.

The expression knows the plain spelling of the same dialects and nothing else: no code, no
addresses, no list of sources, no ranges. It is timed twice, giving offsets only, and giving the
same values as the reader does, because making a value of each marker is most of the work.
"""

import argparse
import random
import re
import time
from collections.abc import Callable

from harness import table

from citation_engine.markers.reading import find_markers, strip_markers
from citation_engine.markers.stream import MarkerStream
from citation_engine.model.draft import Marker
from citation_engine.model.passage import Span

WORDS = """
the report says that records of all invoices are kept for ten years in an archive which nobody
may change while costs fell by a third after the new rules came into force last spring
""".split()
BARE = re.compile(r"\[\[S:[^\[\]]*\]\]|\[S\d+(?:, ?S\d+)*\]|\[\d+(?:[,-] ?\d+)*\]|\[\^[^\[\]]+\]")
NUMBER = re.compile(r"\d+")


def report(size: int, rng: random.Random) -> str:
    """Return a report in Markdown of about so many characters, two sentences of three cited."""
    blocks: list[str] = []
    length = 0
    while length < size:
        kind = rng.random()
        if kind < 0.1:
            block = "## A heading"
        elif kind < 0.25:
            block = f"- {_sentence(rng)}\n- {_sentence(rng)}"
        elif kind < 0.27:
            block = "```python\nx = a[1]\n```"
        else:
            block = " ".join(_sentence(rng) for _ in range(rng.randrange(2, 7)))
        blocks.append(block)
        length += len(block) + 2
    entries = "\n".join(f"[{n}] Smith, A title, https://example.org/{n}" for n in range(1, 61))
    return "\n\n".join((*blocks, "## References", entries))


def _sentence(rng: random.Random) -> str:
    words = " ".join(rng.choice(WORDS) for _ in range(rng.randrange(10, 24))).capitalize()
    one, other = rng.randrange(1, 40), rng.randrange(40, 60)
    markers = (f" [S{one}]", f" [{one}]", f" [S{one}, S{other}]", f" [[S:{one},{other}]]", "", "")
    extra = rng.choice((" `code[1]`", " https://example.org/a?b=c")) if rng.random() < 0.04 else ""
    return f"{words}{extra}{rng.choice(markers)}."


def bare_values(text: str) -> list[Marker]:
    """Return the matches of the bare expression as markers."""
    return [
        Marker(
            dialect="bare",
            span=Span(*match.span()),
            text=match[0],
            numbers=tuple(map(int, NUMBER.findall(match[0]))),
        )
        for match in BARE.finditer(text)
    ]


def seconds(work: Callable[[], object], times: int) -> float:
    """The shortest of several runs, in seconds of this process alone."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def stream(text: str) -> str:
    """Send a text through a stream in pieces as a model writes them."""
    made = MarkerStream(lambda marker: marker.text)
    pieces = [made.feed(text[at : at + 4]) for at in range(0, len(text), 4)]
    return "".join((*pieces, made.finish()))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="+", type=float, default=[1, 10], help="in MB")
    given = parser.parse_args()
    rows = []
    for size in given.sizes:
        text = report(int(size * 1_000_000), random.Random(7))
        times = 7 if size <= 1 else 3
        offsets = seconds(lambda: [m.span() for m in BARE.finditer(text)], times)  # noqa: B023
        values = seconds(lambda: bare_values(text), times)  # noqa: B023
        for name, work in (("find_markers", find_markers), ("strip_markers", strip_markers)):
            took = seconds(lambda: work(text), times)  # noqa: B023
            mb = len(text) / 1_000_000
            rows.append(
                [
                    f"{size:g} MB",
                    name,
                    len(find_markers(text)),
                    mb / took,
                    mb / values,
                    mb / offsets,
                    f"{took / values:.1f}",
                    f"{took / offsets:.1f}",
                ]
            )
    head = ["report", "ours", "markers", "MB/s", "bare, same values MB/s", "bare, offsets MB/s"]
    table("Reading markers", [*head, "times slower", "than offsets"], rows)

    text = report(50_000, random.Random(7))
    took = seconds(lambda: stream(text), 1)
    count = len(text) / 4
    table(
        "Streaming",
        ["pieces of 4", "ms a piece", "kB/s"],
        [[count, took / count * 1000, len(text) / took / 1000]],
    )


if __name__ == "__main__":
    main()

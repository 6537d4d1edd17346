"""
How quickly and how well quotations are found, beside rapidfuzz and edlib, in one run.

Give a folder of real text: each folder in it is a language (`en`, `de`), with .txt and .md files.
Where there is less text than a size needs, it is repeated with variation (see `damage.enlarge`).
Times are CPU time of the thread, for locating alone; the index of a text is made before.
"""

import argparse
import gc
import random
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import damage
import edlib
from harness import percentile, table
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from citation_engine.quotes.collection_index import CollectionIndex
from citation_engine.quotes.locate import find_quote
from citation_engine.quotes.searchable_text import SearchedText
from citation_engine.quotes.skeleton import Skeleton, skeleton_bytes

# The harness lets the tests' own modules be found.
import fuzzed_quotes  # isort: skip

SIZES = {"10k": 10_000, "100k": 100_000, "1M": 1_000_000, "10M": 10_000_000, "100M": 100_000_000}
# Seconds that one peer may take for one size, and what it may differ.
PEER_SECONDS = 20.0
MOST_DIFFERENT = 0.3
HELD_OUT = 0.1


@dataclass(frozen=True, slots=True)
class Answer:
    """Where a tool says that a quotation stands."""

    start: int | None
    end: int | None
    similarity: float
    milliseconds: float


Tool = Callable[[str], tuple[int | None, int | None, float]]


def ours(text: SearchedText) -> Tool:
    """Return our own way to locate."""

    def locate(quote: str) -> tuple[int | None, int | None, float]:
        found = find_quote(quote, text)
        if found.places:
            return found.places[0].start, found.places[0].end, 1.0
        if found.nearest is None:
            return None, None, 0.0
        return found.nearest.start, found.nearest.end, found.similarity

    return locate


def rapidfuzz_tool(text: str) -> Tool:
    """Return rapidfuzz's partial alignment."""

    def locate(quote: str) -> tuple[int | None, int | None, float]:
        found = fuzz.partial_ratio_alignment(quote, text, score_cutoff=70)
        return (found.dest_start, found.dest_end, found.score / 100) if found else (None, None, 0.0)

    return locate


def edlib_tool(text: str) -> Tool:
    """Return edlib on the bytes of the text; offsets are bytes, turned back outside the clock."""
    data = text.encode()

    def locate(quote: str) -> tuple[int | None, int | None, float]:
        needle = quote.encode()
        most = int(MOST_DIFFERENT * len(needle))
        found = edlib.align(needle, data, mode="HW", task="locations", k=most)
        if found["editDistance"] < 0:
            return None, None, 0.0
        start, end = found["locations"][0]
        return start, end + 1, 1 - found["editDistance"] / len(needle)

    return locate


def oracle_tool(skeleton: Skeleton) -> Tool:
    """Return edlib on the whole skeleton, which misses nothing; offsets are the skeleton's."""

    def locate(quote: str) -> tuple[int | None, int | None, float]:
        needle = skeleton_bytes(quote)
        most = int(MOST_DIFFERENT * len(needle))
        found = edlib.align(needle, skeleton.data, mode="HW", task="locations", k=most)
        if found["editDistance"] < 0:
            return None, None, 0.0
        start, end = found["locations"][0]
        return start, end + 1, 1 - found["editDistance"] / len(needle)

    return locate


def run(tool: Tool, quotes: Sequence[damage.Quote], seconds: float) -> list[Answer]:
    """Return the answers to the first quotations, as many as the time allows."""
    answers: list[Answer] = []
    begun = time.thread_time()
    for quote in quotes:
        start = time.thread_time()
        found = tool(quote.text)
        answers.append(Answer(*found, (time.thread_time() - start) * 1000))
        if time.thread_time() - begun > seconds:
            break
    return answers


def likeness(quote: str, words: str) -> float:
    """Return how alike two texts are by their skeletons."""
    return Levenshtein.normalized_similarity(skeleton_bytes(quote), skeleton_bytes(words))


def is_there(quote: damage.Quote, answer: Answer) -> bool:
    """Whether an answer is the true place."""
    if answer.start is None or quote.start is None:
        return False
    both = min(answer.end, quote.end) - max(answer.start, quote.start)
    either = max(answer.end, quote.end) - min(answer.start, quote.start)
    return both / either >= 0.7


def is_right(quote: damage.Quote, answer: Answer, text: str) -> bool:
    """Whether an answer is the true place, or another copy that is as much like the quotation."""
    if answer.start is None or quote.start is None:
        return False
    if is_there(quote, answer):
        return True
    there = likeness(quote.text, text[answer.start : answer.end])
    return there >= likeness(quote.text, text[quote.start : quote.end]) - 0.01


def load(folder: Path) -> list[str]:
    """Return the texts of a folder."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".txt", ".md"))
    return [path.read_text(encoding="utf-8", errors="replace") for path in files]


class Quality:
    """What was found, by kind of damage."""

    def __init__(self) -> None:
        self.counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0, 0, 0])
        self.made_up: list[tuple[str, float]] = []
        self.missed: list[tuple[str, str, damage.Quote, Answer]] = []

    def add(self, where: str, quote: damage.Quote, answer: Answer, text: str) -> None:
        """Count one answer to a quotation that has a true place."""
        counts = self.counts[quote.kind]
        right = is_right(quote, answer, text)
        exact = (answer.start, answer.end) == (quote.start, quote.end)
        true = text[quote.start : quote.end]
        alike = quote.kind in ("ellipsis", "pdf_page") or likeness(quote.text, true) >= 0.8
        counts[0] += 1
        counts[1] += right
        counts[2] += exact
        counts[5] += is_there(quote, answer)
        counts[3] += alike
        counts[4] += alike and right
        if not right:
            self.missed.append((where, "alike" if alike else "unlike", quote, answer))


def measure_size(
    language: str, name: str, clean: str, held_out: str, options: argparse.Namespace,
    quality: Quality,
) -> list[list[object]]:  # fmt: skip
    """Measure one size of one language; return the rows of the table."""
    rng = random.Random(f"{options.seed}-{language}-{name}")
    document = damage.make_document(clean, rng)
    quotes = damage.make_quotes(document, options.each, rng)
    quotes += damage.make_up(document, held_out, options.each * 4 // 3, rng)
    rng.shuffle(quotes)
    text = SearchedText(document.text)
    gc.collect()
    begun = time.thread_time()
    skeleton, seeds = text.skeleton, text.seeds
    built = (time.thread_time() - begun) * 1000 / (len(document.text) / 1e6)
    taken = skeleton.length + 4 * len(skeleton.starts)
    taken += seeds._positions.nbytes + seeds._buckets.nbytes if seeds else 0
    run(ours(text), quotes[:20], 1e9)
    answers = run(ours(text), quotes, 1e9)
    for quote, answer in zip(quotes, answers, strict=True):
        if quote.start is None:
            if answer.similarity >= 0.8:
                confirmed = _oracle(quote.text, skeleton) if name != "100M" else 1.0
                quality.made_up.append((f"{language} {name}", confirmed))
            quality.counts["made up"][0] += 1
        else:
            quality.add(f"{language} {name}", quote, answer, document.text)
    rows = [_row(language, name, "citation engine", quotes, answers, document.text)]
    rows[0] += [round(built, 1), round(taken / len(document.text), 2)]
    if options.peers:
        peers = {
            "rapidfuzz": rapidfuzz_tool(document.text),
            "edlib": edlib_tool(document.text),
            "edlib on skeleton": oracle_tool(skeleton),
        }
        for peer, tool in peers.items():
            theirs = run(tool, quotes, options.peer_seconds)
            same = sum(a.milliseconds for a in answers[: len(theirs)])
            ratio = sum(a.milliseconds for a in theirs) / same
            rows.append(
                [*_times(language, name, peer, theirs), f"ours {ratio:.1f}x quicker", "", ""]
            )
    return rows


def _oracle(quote: str, skeleton: Skeleton) -> float:
    """Return how alike the best place of all is, to confirm a hit for words that are made up."""
    needle = skeleton_bytes(quote)
    found = edlib.align(needle, skeleton.data, mode="HW", task="distance", k=len(needle) // 2)
    return 1 - found["editDistance"] / len(needle) if found["editDistance"] >= 0 else 0.0


def _times(language: str, name: str, tool: str, answers: Sequence[Answer]) -> list[object]:
    times = [answer.milliseconds for answer in answers]
    return [
        language, name, tool, len(times), f"{sum(times) / len(times):.3f}",
        f"{percentile(times, 0.5):.3f}", f"{percentile(times, 0.95):.3f}", f"{max(times):.1f}",
    ]  # fmt: skip


def _row(
    language: str, name: str, tool: str, quotes: Sequence[damage.Quote],
    answers: Sequence[Answer], text: str,
) -> list[object]:  # fmt: skip
    true = [(q, a) for q, a in zip(quotes, answers, strict=False) if q.start is not None]
    right = sum(is_right(quote, answer, text) for quote, answer in true)
    return [*_times(language, name, tool, answers), f"found {right}/{len(true)}"]


def measure_collection(texts: Sequence[str], options: argparse.Namespace) -> list[object]:
    """Measure which of a thousand documents has a quotation."""
    rng = random.Random(options.seed)
    size = 100_000
    whole = damage.enlarge(texts, options.documents * size, rng)
    documents = [
        damage.make_document(whole[at : at + size], rng, 2) for at in range(0, len(whole), size)
    ]
    searched = {str(n): SearchedText(document.text) for n, document in enumerate(documents)}
    for one in searched.values():
        _ = one.skeleton
    begun = time.thread_time()
    index = CollectionIndex(searched)
    index.find("words to make the index with, before the clock starts")
    built = time.thread_time() - begun
    times: list[float] = []
    right = asked = 0
    for _ in range(options.each * 10):
        number = rng.randrange(len(documents))
        made = damage.make_quotes(documents[number], 1, rng)
        for quote in rng.sample(made, min(2, len(made))):
            begun = time.thread_time()
            found = index.find(quote.text)
            times.append((time.thread_time() - begun) * 1000)
            asked += 1
            keys = {one.key for one in found if one.similarity >= found[0].similarity - 0.01}
            text = documents[number].text
            true = likeness(quote.text, text[quote.start : quote.end])
            right += str(number) in keys or (bool(found) and found[0].similarity >= true - 0.01)
    return [
        len(documents), f"{built:.2f}", f"{sum(times) / len(times):.2f}",
        f"{percentile(times, 0.95):.2f}", f"{right}/{asked}",
    ]  # fmt: skip


def measure_fuzz(options: argparse.Namespace) -> list[object]:
    """Look for quotations that nobody writes; what must hold for any answer is checked."""
    times: list[float] = []
    failed = 0
    seed = options.seed
    while len(times) < options.fuzz:
        seed += 1
        rng = random.Random(seed)
        text = SearchedText(fuzzed_quotes.make_text(rng))
        for _ in range(20):
            try:
                times.append(
                    fuzzed_quotes.check(fuzzed_quotes.make_quote(text.original, rng), text)
                )
            except Exception as error:  # noqa: BLE001 - a crash is what is counted here
                failed += 1
                print(f"seed {seed}: {type(error).__name__}: {error}"[:300])
    slow = sum(seconds > fuzzed_quotes.MOST_SECONDS for seconds in times)
    return [
        len(times), f"{sum(times) / len(times) * 1000:.2f}",
        f"{percentile(times, 0.95) * 1000:.1f}", f"{max(times) * 1000:.0f}", slow, failed,
    ]  # fmt: skip


def show_quality(quality: Quality, verbose: bool) -> None:
    """Print what was found by kind of damage, and what made-up words are near to."""
    rows = []
    totals = [0, 0, 0, 0, 0, 0]
    for kind in damage.KINDS:
        counts = quality.counts[kind]
        totals = [a + b for a, b in zip(totals, counts, strict=True)]
        if counts[0]:
            rows.append([kind, f"{counts[1]}/{counts[0]}", f"{counts[2] / max(1, counts[5]):.1%}",
                         f"{counts[4]}/{counts[3]}"])  # fmt: skip
    share = [
        f"{totals[1]}/{totals[0]} = {totals[1] / totals[0]:.2%}",
        f"{totals[2] / max(1, totals[5]):.1%}",
        f"{totals[4]}/{totals[3]} = {totals[4] / totals[3]:.2%}",
    ]
    rows.append(["all", *share])
    table(
        "Found, by kind of damage",
        ["kind", "found", "offsets exact, at the true place", "of those >= .8 alike"],
        rows,
    )
    hits = quality.made_up
    unconfirmed = sum(confirmed < 0.7 for _, confirmed in hits)
    made = quality.counts["made up"][0]
    print(f"\nMade-up quotations with a likeness of .8 or more: {len(hits)}/{made}, "
          f"of which {unconfirmed} are not confirmed by trying everything.")  # fmt: skip
    if verbose:
        for where, alike, quote, answer in quality.missed[:60]:
            print(where, quote.kind, alike, quote.start, quote.end, answer, repr(quote.text[:120]))


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", nargs="+", default=list(SIZES), choices=SIZES)
    parser.add_argument("--each", type=int, default=24, help="quotations of each kind and size")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--documents", type=int, default=1000, help="0 leaves the collection out")
    parser.add_argument("--peer-seconds", type=float, default=PEER_SECONDS)
    parser.add_argument("--no-peers", dest="peers", action="store_false")
    parser.add_argument("--fuzz", type=int, default=0, help="fuzzed quotations, e.g. 100000")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    quality = Quality()
    rows: list[list[object]] = []
    for folder in sorted(path for path in options.folder.iterdir() if path.is_dir()):
        texts = load(folder)
        kept = int(len(texts) * HELD_OUT) or 1
        held_out = "\n\n".join(texts[-kept:])
        for name in options.sizes:
            rng = random.Random(f"{options.seed}-{name}")
            own = texts[:-kept] or texts
            # Another text for every seed, and not only other quotations.
            clean = damage.enlarge(rng.sample(own, len(own)), SIZES[name], rng)[: SIZES[name]]
            rows += measure_size(folder.name, name, clean, held_out, options, quality)
    head = [
        "text",
        "size",
        "tool",
        "n",
        "mean ms",
        "median",
        "p95",
        "max",
        "",
        "build ms/MB",
        "bytes/char",
    ]
    table("Locating a quotation", head, [[*row, *[""] * (len(head) - len(row))] for row in rows])
    show_quality(quality, options.verbose)
    if options.fuzz:
        head = ["fuzzed quotations", "mean ms", "p95", "max", "over a second", "failed"]
        table("Any quotation in any text", head, [measure_fuzz(options)])
    if options.documents:
        english = load(sorted(path for path in options.folder.iterdir() if path.is_dir())[-1])
        head = ["documents of 100 kB", "index built in s", "mean ms", "p95", "right source"]
        table("Which document has it?", head, [measure_collection(english, options)])


if __name__ == "__main__":
    main()

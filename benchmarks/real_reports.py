"""
Measures `check` on public reports with their sources, as people wrote and published them.

Nothing of the reports is here: `real_reports/` has only labels by repository, commit, file and
offset, with a hash of the labelled words. FOLDER has each repository at that commit, in a folder
`OWNER+NAME`; those that are not there are named and left out. Where a reader would first unpack a
saved page, or write a statute kept as JSON, a Word or a PDF file as a text, this does so too. Two
readers labelled each marker: which words it covers, which files of the repository it means, and
whether these carry the words; where they disagreed, a third one settled it. Other sentences were
labelled by whether they need evidence. A marker covers the right words where most words are in
both: those of our claims, with what they leave out or without it (`Claim.statement`, `Claim.text`),
whichever is nearer, and the labelled ones; markers, markup and commands of LaTeX are no words. Some
of the reports were put aside when the rules were made: `--half aside` measures them. `--mistakes`
prints where each disagreement stands. `--planted` puts errors into sound claims instead, each by
other words at one place, and counts by their kind what becomes of them.
"""

import argparse
import gzip
import hashlib
import json
import os
import re
import resource
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from harness import table

LABELS = Path(__file__).with_suffix("")
# How alike the covered words must be: those in both, of those in either.
SAME_WORDS = 0.8
ERRORS = ("failed", "contradicted")
WRONG = ("unsupported", "contradicted")
_WORD = re.compile(r"[^\W_]+")
# The target of a link, the page of a wiki link before its name, a command of LaTeX, a tag.
_UNSEEN = re.compile(r"(?<=\])\([^()\s]*\)|(?<=\[\[)[^\[\]|]*\||\\[a-zA-Z]+|</?\w+[^<>]*>")


@dataclass
class Score:
    """What is counted in a report, or in several."""

    claims: int = 0
    linked: int = 0
    wrong_source: int = 0
    scoped: int = 0
    scope_right: int = 0
    sound: int = 0
    confirmed: int = 0
    false_errors: int = 0
    wrong: int = 0
    wrong_found: int = 0
    undecided: int = 0
    findings: int = 0
    flagged: int = 0
    flagged_rightly: int = 0
    seconds: float = 0.0
    mistakes: list[str] = field(default_factory=list)

    def add(self, other: "Score") -> None:
        """Add what was counted elsewhere."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def row(self, name: str) -> list[object]:
        """The figures of a table."""
        return [
            name,
            self.claims,
            share(self.linked, self.claims),
            self.wrong_source,
            share(self.scope_right, self.scoped),
            share(self.confirmed, self.sound),
            share(self.false_errors, self.sound),
            share(self.wrong_found, self.wrong),
            share(self.undecided, self.sound + self.wrong),
            share(self.flagged_rightly, self.flagged),
            round(self.findings / self.sound, 2) if self.sound else "-",
            round(self.seconds, 1),
        ]


HEAD = [
    *("report", "claims", "source right", "wrong, no guess", "scope right", "sound confirmed"),
    *("false errors", "errors found", "undecided", "uncited agreed", "findings / sound", "CPU s"),
]


def share(part: int, whole: int) -> str:
    """A share in per cent, with its numbers."""
    return f"{100 * part / whole:.0f} % ({part}/{whole})" if whole else "-"


def prepare(repository: Path, described: dict) -> None:
    """Make the source files that a reader would first unpack or write as a text."""
    for one in described.get("prepared", ()):
        data = (repository / one["from"]).read_bytes()
        if one["how"] == "gunzip":
            data = gzip.decompress(data)
        elif one["how"] == "statute":
            data = _statute(json.loads(data), one["title"]).encode()
        elif one["how"] == "docx":
            data = WordFile(repository / one["from"]).text.encode()
        elif one["how"] == "pdf":
            data = _pages(data).encode()
        (repository / one["to"]).write_bytes(data)


def _statute(kept: dict, title: str) -> str:
    """The articles of a statute, each below its heading."""
    lines = [f"# {title}"]
    for article in kept["eintraege"]:
        lines.append(f"\n## {article['artikelLabel']}\n")
        for block in article.get("bloecke", ()):
            number = f"{block['absatz']} " if block.get("absatz") else ""
            lines.append(f"{number}{block.get('text') or ''}")
            items = block.get("items") or ()
            lines += [f"   {item.get('marke')}. {item.get('text')}" for item in items]
    return "\n".join(lines) + "\n"


def _pages(data: bytes) -> str:
    """The words of a PDF file as its lines have them, each page below its number."""
    import pymupdf

    pages = enumerate(pymupdf.open(stream=data), 1)
    return "".join(f"=== page {number} ===\n\n{page.get_text()}\n\n" for number, page in pages)


_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SIGNS = {f"{_W}tab": " ", f"{_W}br": " ", f"{_W}cr": " ", f"{_W}noBreakHyphen": "-"}
_XML = {"word/document.xml", "word/footnotes.xml", "word/styles.xml"}
_RAISED = f"{_W}rPr/{_W}vertAlign[@{_W}val='superscript']"
# Numbers of a list of references, between the signs that stand around raised words here.
_RAISED_NUMBERS = re.compile("\x01(\\d+(?:[,–-]\\d+)*)\x02")
_WORD_HEADING = re.compile(r"(?:heading|überschrift) (\d)")


class WordFile:
    """
    A Word document as the plain text whose offsets the labels count; raised numbers as [4,5].

    The product has a reader of its own for Word files, which is not what measures it.
    """

    def __init__(self, path: Path) -> None:
        with zipfile.ZipFile(path) as parts:
            read = {
                name: ElementTree.fromstring(parts.read(name))
                for name in _XML & {*parts.namelist()}
            }
        self._styles = {
            style.get(f"{_W}styleId"): style.find(f"{_W}name").get(f"{_W}val").lower()
            for style in read["word/styles.xml"].findall(f"{_W}style")
        }
        self._cited: list[str] = []
        self._blocks: list[str] = []
        for element in read["word/document.xml"].find(f"{_W}body"):
            self._add(element)
        notes = {note.get(f"{_W}id"): note for note in read.get("word/footnotes.xml", ())}
        for number, cited in enumerate([*self._cited], 1):
            self._blocks.append(f"[^{number}]: {self._words(notes[cited])}")
        self.text = "\n\n".join(self._blocks) + "\n"

    def _add(self, element: ElementTree.Element) -> None:
        if element.tag == f"{_W}p":
            style = element.find(f"{_W}pPr/{_W}pStyle")
            name = "" if style is None else self._styles.get(style.get(f"{_W}val"), "")
            words = "" if name.startswith(("toc", "verzeichnis")) else self._words(element)
            level = _WORD_HEADING.match(name)
            if words:
                self._blocks.append(f"{'#' * int(level[1])} {words}" if level else words)
        elif element.tag == f"{_W}tbl":
            rows = element.findall(f"{_W}tr")
            self._blocks.append("\n".join(f"| {' | '.join(self._cells(row))} |" for row in rows))
        elif element.tag == f"{_W}sdt":
            for inner in element.find(f"{_W}sdtContent"):
                self._add(inner)

    def _cells(self, row: ElementTree.Element) -> Iterator[str]:
        for cell in row.findall(f"{_W}tc"):
            yield " ".join(filter(None, map(self._words, cell.iter(f"{_W}p"))))

    def _words(self, element: ElementTree.Element) -> str:
        runs = (run for run in element.iter(f"{_W}r") if run.find(_RAISED) is not None)
        raised = {inner for run in runs for inner in run.iter(f"{_W}t")}
        said = []
        for inner in element.iter():
            if inner.tag.endswith("}t"):
                words = inner.text or ""
                said.append(f"\x01{words}\x02" if inner in raised else words)
            elif inner.tag == f"{_W}footnoteReference":
                self._cited.append(inner.get(f"{_W}id"))
                said.append(f"[^{len(self._cited)}]")
            else:
                said.append(_SIGNS.get(inner.tag, ""))
        marked = _RAISED_NUMBERS.sub(r"[\1]", "".join(said).replace("\x02\x01", ""))
        return re.sub(r"[ \t\n]+", " ", re.sub("[\x01\x02]", "", marked)).strip()


def words_hash(words: str) -> str:
    """What labelled words are known by."""
    return hashlib.sha256(" ".join(words.split()).encode()).hexdigest()[:16]


def read_labels(path: Path) -> list[dict]:
    """The lines of a file of labels."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line]


class CheckedReport:
    """A report as it was checked, with the labels beside it."""

    def __init__(self, described: dict, repository: Path, judge: str | None) -> None:
        from citation_engine import check

        self.path = repository / described["report"]
        self.repository = repository
        sources = [repository / one for one in described["sources"]]
        began = _cpu_seconds()
        self.report = check(self.path, sources, judge=judge)
        self.seconds = _cpu_seconds() - began
        with self.path.open(encoding="utf-8", newline="") as file:
            self.text = file.read()
        self.paths = {one.label: self._relative(one.identifier) for one in self.report.sources}

    def _relative(self, identifier: str) -> str:
        path = Path(identifier)
        if not path.is_absolute():
            return identifier
        return str(path.relative_to(self.repository.resolve()))

    def words(self, span: Sequence[int]) -> str:
        """The words of the report at a labelled place."""
        return self.text[span[0] : span[1]]

    def claims_at(self, marker: Sequence[int]) -> list:
        """The checked claims that a labelled marker reaches."""
        return [
            claim
            for claim in self.report.claims
            if any(_meet(one.span, marker) for one in claim.claim.markers)
        ]

    def score(self, labels: Iterable[dict], uncited: Iterable[dict]) -> Score:
        """Compare the answers with the labels."""
        score = Score(seconds=self.seconds)
        for label in labels:
            covered = " ".join(map(self.words, label["covers"]))
            if words_hash(covered) != label["hash"]:
                raise SystemExit(f"{self.path} is not the file that was labelled.")
            self._score_claim(score, label, covered)
        for label in uncited:
            self._score_uncited(score, label)
        return score

    def _score_claim(self, score: Score, label: dict, covered: str) -> None:
        score.claims += 1
        claims = self.claims_at(label["marker"])
        # What a marker means, also where it stands beside a name and carries no statement.
        cited = [
            one
            for one in self.report.references
            if any(_meet(place, label["marker"]) for place in one.places)
        ]
        meant = set(label["sources"])
        sure = {self.paths[name] for one in cited if not one.is_guess for name in one.sources}
        linked = {self.paths[name] for one in cited for name in one.sources}
        right = linked == meant
        score.linked += right
        score.wrong_source += bool(sure - meant)
        if not right:
            score.mistakes.append(self._told(label, f"source {sorted(linked)}"))
        self._score_scope(score, label, covered, claims)
        self._score_verdict(score, label, claims)

    def _score_scope(self, score: Score, label: dict, covered: str, claims: list) -> None:
        score.scoped += 1
        labelled = Counter(_words(covered))
        texts = [one.claim.text for one in claims]
        statements = [one.claim.statement for one in claims]
        alike = max(self._alike(one, claims, labelled) for one in (texts, statements))
        score.scope_right += alike >= SAME_WORDS
        if alike < SAME_WORDS:
            read = " | ".join(statements) or "no claim"
            score.mistakes.append(self._told(label, f"scope: {read} <> {covered}"))

    def _alike(self, texts: list[str], claims: list, labelled: Counter[str]) -> float:
        """How alike words of claims, without their markers, are to the labelled ones."""
        own: Counter[str] = Counter()
        for text, checked in zip(texts, claims, strict=True):
            own.update(_words(text))
            for marker in checked.claim.markers:
                if marker.text in text:
                    own.subtract(_words(marker.text))
        own = +own
        return (own & labelled).total() / ((own | labelled).total() or 1)

    def _score_verdict(self, score: Score, label: dict, claims: list) -> None:
        states = {one.state.value for one in claims}
        is_error = bool(states.intersection(ERRORS))
        if label["support"] == "supported":
            score.sound += 1
            score.confirmed += states == {"supported"}
            score.false_errors += is_error
            ids = {one.claim.id for one in claims}
            score.findings += sum(one.claim in ids for one in self.report.findings)
        elif label["support"] in WRONG:
            score.wrong += 1
            score.wrong_found += is_error
        else:
            return
        score.undecided += not is_error and "supported" not in states
        if is_error == (label["support"] == "supported"):
            score.mistakes.append(self._told(label, f"{label['support']}, told {sorted(states)}"))

    def _score_uncited(self, score: Score, label: dict) -> None:
        if label["needs"] is None:
            return
        for one in self.report.claims:
            span = one.claim.span
            if one.state.value == "uncited" and span and _meet(span, label["span"]):
                score.flagged += 1
                score.flagged_rightly += label["needs"]
                if not label["needs"]:
                    score.mistakes.append(self._told(label, f"uncited: {one.claim.text}"))
                return

    def _told(self, label: dict, what: str) -> str:
        start = label.get("marker", label.get("span"))[0]
        line = self.text.count("\n", 0, start) + 1
        return f"{label['report']}:{line}: {what}"


def plant(path: Path, errors: Sequence[dict]) -> tuple[Path, list[dict]]:
    """Write a report with these errors in it beside it, and return them with their new markers."""
    with path.open(encoding="utf-8", newline="") as file:
        text = file.read()
    errors = sorted(errors, key=lambda one: one["at"])
    moved = []
    for error in errors:
        before = sum(_growth(one) for one in errors if one["at"][1] <= error["marker"][0])
        moved.append(error | {"marker": [place + before for place in error["marker"]]})
    for error in reversed(errors):
        start, end = error["at"]
        if words_hash(text[start:end]) != error["hash"]:
            raise SystemExit(f"{path} is not the file that the errors are for.")
        text = text[:start] + error["put"] + text[end:]
    copy = path.with_name(f"{path.stem}.planted{path.suffix}")
    copy.write_text(text, encoding="utf-8", newline="")
    return copy, moved


def _growth(error: dict) -> int:
    return len(error["put"]) - (error["at"][1] - error["at"][0])


def score_planted(described: dict, repository: Path, judge: str | None, errors: list) -> Counter:
    """What became of the claims of a report that errors were put into, by kind and state."""
    copy, moved = plant(repository / described["report"], errors)
    try:
        report = str(copy.relative_to(repository))
        checked = CheckedReport(described | {"report": report}, repository, judge)
    finally:
        copy.unlink()
    found: Counter = Counter()
    for error in moved:
        states = {one.state.value for one in checked.claims_at(error["marker"])}
        told = "supported" if "supported" in states else "other"
        found[error["kind"], "found" if states.intersection(ERRORS) else told] += 1
    return found


def _meet(span: object, place: Sequence[int]) -> bool:
    return span.start < place[1] and place[0] < span.end


def _words(text: str) -> list[str]:
    """The words as a reader sees them, without markup, commands and the targets of links."""
    return [word.casefold() for word in _WORD.findall(_UNSEEN.sub(" ", text))]


def _cpu_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _show_planted(planted: Counter, half: str) -> None:
    kinds = sorted({kind for kind, _ in planted})
    told = ("supported", "found", "other")
    rows = [[kind, *(planted[kind, one] for one in told)] for kind in kinds]
    sums = [sum(row[at] for row in rows) for at in (1, 2, 3)]
    head = ["kind", "called supported", "called wrong", "neither"]
    table(f"planted errors, half: {half}", head, [*rows, ["all", *sums]])


def main() -> None:
    """Print the table, a row for each report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="has the repositories as OWNER+NAME")
    parser.add_argument("--half", choices=["open", "aside", "both"], default="open")
    parser.add_argument("--labels", type=Path, default=LABELS, help="else those of this folder")
    parser.add_argument("--judge", help="else the default one")
    parser.add_argument("--only", nargs="*", default=(), help="ids of reports")
    parser.add_argument("--mistakes", action="store_true")
    parser.add_argument("--planted", action="store_true")
    given = parser.parse_args()
    os.environ.setdefault("XDG_CACHE_HOME", tempfile.mkdtemp(prefix="citation-bench-"))
    claims, uncited = (
        read_labels(given.labels / name) for name in ("claims.jsonl", "uncited.jsonl")
    )
    errors = read_labels(given.labels / "planted.jsonl") if given.planted else []
    total, rows, planted = Score(), [], Counter()
    for described in json.loads((given.labels / "reports.json").read_text(encoding="utf-8")):
        name = described["id"]
        if given.half not in (described["half"], "both") or (given.only and name not in given.only):
            continue
        repository = given.folder / described["repository"].replace("/", "+")
        if not repository.is_dir():
            print(f"{repository} is not there: left out.", file=sys.stderr)
            continue
        prepare(repository, described)
        if given.planted:
            own = [one for one in errors if one["report"] == name]
            planted += score_planted(described, repository, given.judge, own) if own else Counter()
            print(name, sum(planted.values()), file=sys.stderr, flush=True)
            continue
        score = CheckedReport(described, repository, given.judge).score(
            [one for one in claims if one["report"] == name],
            [one for one in uncited if one["report"] == name],
        )
        rows.append(score.row(name))
        print(*rows[-1], sep=" | ", file=sys.stderr, flush=True)
        total.add(score)
    if given.planted:
        _show_planted(planted, given.half)
        return
    table(f"real reports, half: {given.half}", HEAD, [*rows, total.row("all")])
    if given.mistakes:
        print("\n".join(total.mistakes))


if __name__ == "__main__":
    main()

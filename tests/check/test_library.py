"""The library in memory: what it knows and finds is what a database knows and finds."""

import random
import subprocess
import sys

import pytest

from citation_engine import CitationEngine, Settings
from citation_engine.check import library
from citation_engine.check.library import MemoryLibrary
from citation_engine.engine.library import SessionLibrary
from citation_engine.model.source import ReadState
from citation_engine.search.indexing import cut_chunks
from citation_engine.search.memory_index import MemoryIndex
from citation_engine.search.pieces import CANDIDATES

ENGLISH = (
    "The agency keeps the records of every audit for ten years.",
    "Invoices are stored in the archive before they are deleted.",
    "A court may order that letters be kept for longer.",
    "Each office reports the number of deleted invoices in March.",
    "Nobody but the auditor opens the archive, and not before noon.",
    "In 2019 the agency counted 1,250 letters and 17 audits.",
)
GERMAN = (
    "Die Aufbewahrungsfrist für Rechnungen beträgt zehn Jahre.",
    "Das Finanzamt prüft die Buchführungsunterlagen der Gesellschaft.",
    "Handelsbriefe sind sechs Jahre aufzubewahren, Buchungsbelege acht.",
    "Die Fristen beginnen mit dem Schluss des Kalenderjahres.",
    "Wer Unterlagen vernichtet, muss die Vernichtung nachweisen.",
)


def make_text(rng, sentences, paragraphs):
    many = (" ".join(rng.choices(sentences, k=rng.randrange(2, 9))) for _ in range(paragraphs))
    return "\n\n".join(many)


@pytest.fixture
def folder(tmp_path):
    """Sources of both languages, copies, near copies, nothing readable, and one of no language."""
    rng = random.Random(5)
    place = tmp_path / "sources"
    place.mkdir()
    for number in range(4):
        sentences = (ENGLISH, GERMAN, ENGLISH + GERMAN, ENGLISH)[number]
        text = make_text(rng, sentences, 40 if number else 600)
        (place / f"{number}.md").write_text(f"# Title {number}\n\n{text}\n", "utf-8")
    first = (place / "1.md").read_text("utf-8")
    (place / "4 copy.md").write_text(first, "utf-8")
    (place / "5 nearly.txt").write_text(first + "\nOne sentence more.\n", "utf-8")
    (place / "6 unread.bin").write_bytes(b"\x00\x01\x02" * 50)
    (place / "7 unread too.bin").write_bytes(b"\x00\x01\x02" * 50)
    (place / "8.csv").write_text("letter,years\nA,10\nB,6\nC,1250\n", "utf-8")
    return place


@pytest.fixture
def both(folder, tmp_path):
    """A library in memory and one on the record, of the same files."""
    settings = Settings.from_env(cache_folder=str(tmp_path / "cache"), judge="overlap")
    things = [str(path) for path in sorted(folder.iterdir())]
    memory = MemoryLibrary(settings)
    memory.add_all(things)
    with CitationEngine(":memory:", settings=settings) as engine:
        engine.add_all(things)
        yield memory, SessionLibrary(engine.state)


def told(source):
    return source.model_dump(exclude={"entry_id", "created_at", "content"})


def test_sources_are_numbered_and_described_as_on_the_record(both):
    memory, record = both

    assert [told(one) for one in memory.sources] == [told(one) for one in record.sources]
    assert [one.state for one in memory.sources].count(ReadState.DEGRADED) == 2


def test_snapshots_have_the_words_and_numbers_of_the_record(both):
    memory, record = both
    without = {"entry_id", "taken_at"}

    for source in memory.sources:
        own, other = memory.snapshot(source), record.snapshot(source)
        assert (own is None) == (other is None)
        if own and other:
            assert own.model_dump(exclude=without) == other.model_dump(exclude=without)


def test_sources_that_are_alike_are_those_of_the_record(both):
    memory, record = both
    pairs = [
        [(one.source.label, one.likeness) for one in each.near_duplicates(source)]
        for each in both
        for source in each.sources
    ]

    assert pairs[: len(memory.sources)] == pairs[len(record.sources) :]
    assert any(pairs)


def claims(rng):
    words = " ".join(ENGLISH + GERMAN).replace(".", "").replace(",", "").split()
    yield from ENGLISH
    yield from GERMAN
    yield from ("Frist", "Jahre Frist Rechnung", "Unterlagen", "archive", "–", "10", "Title 2")
    for _ in range(60):
        yield " ".join(rng.choices(words, k=rng.randrange(1, 12)))


def found(asked, claim, **options):
    return [
        (one.source.label, one.passage, one.score, one.why, one.marks, one.snapshot_id)
        for one in asked.find_evidence(claim, **options)
    ]


def test_evidence_for_a_claim_is_that_of_the_record(both):
    memory, record = both

    for claim in claims(random.Random(7)):
        assert found(memory, claim, limit=3) == found(record, claim, limit=3), claim
        for own, other in zip(memory.sources, record.sources, strict=True):
            evidence = found(memory, claim, sources=[own], limit=3)
            assert evidence == found(record, claim, sources=[other], limit=3), (claim, own.label)


def test_more_pieces_than_are_ranked_are_proposed_in_the_order_of_the_database(both):
    memory, record = both
    long = memory.snapshot(memory.sources[0]).text

    assert len(cut_chunks(long)) > CANDIDATES
    for claim in (*ENGLISH, *GERMAN):
        assert found(memory, claim, limit=200) == found(record, claim, limit=200)


def test_a_quotation_is_found_in_the_sources_that_have_it(both):
    beside = both[0].sources[0]

    for quote in ("Die Fristen beginnen mit dem Schluss", ENGLISH[2], "No source says this."):
        labels = [
            [one.label for one in each.find_quote(quote, limit=5, beside=beside)] for each in both
        ]
        assert labels[0] == labels[1]


def test_in_much_text_a_quotation_is_found_by_its_words(both, monkeypatch):
    memory, _ = both
    monkeypatch.setattr(library, "MOST_CHARACTERS", 10)
    quoted = {
        quote: [one.label for one in memory.find_quote(quote, limit=5, beside=memory.sources[0])]
        for quote in ("Die Fristen beginnen mit dem Schluss", 'No "source" says this.')
    }

    assert set(quoted["Die Fristen beginnen mit dem Schluss"]) == {"S2", "S5", "S6"}
    assert quoted['No "source" says this.'] == []


def test_an_empty_index_proposes_nothing(tmp_path):
    empty = MemoryLibrary(Settings.from_env(cache_folder=str(tmp_path)))

    assert empty.find_evidence("Anything at all.", limit=3) == []
    assert MemoryIndex().size(10) == 0


RUN = """
import contextlib, io, sys
from citation_engine import Settings, check

from citation_engine.cli.__main__ import main

report, sources, cache = sys.argv[1:]
found = check(report, sources, settings=Settings.from_env(cache_folder=cache, judge="overlap"))
assert found.claims, found
sys.argv = ["cite", "check", report, "--sources", sources, "--judge", "overlap", "--no-cache", "-q"]
with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
    main()
refused = ("sqlalchemy", "alembic", "cryptography", "sqlite3", "psycopg")
ours = tuple(f"citation_engine.{room}" for room in ("engine", "store", "record"))
print(*(name for name in sys.modules if name.split(".")[0] in refused or name.startswith(ours)))
"""


def test_a_check_opens_no_database_and_makes_no_key(folder, tmp_path):
    report = tmp_path / "report.md"
    report.write_text(
        'Records of audits are kept for ten years [S1]. The law says: "Handelsbriefe sind acht'
        ' Jahre aufzubewahren" [S2]. Letters fly [S1].\n',
        "utf-8",
    )
    arguments = [str(report), str(folder), str(tmp_path / "cache")]
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []

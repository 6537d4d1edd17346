"""Records to take apart: made by the engine itself, with everything it can write."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from citation_engine import CitationEngine, Settings
from citation_engine.model.verdict import JudgeIdentity, Judgement, Status, Support, Verdict
from citation_engine.ports import Question
from citation_engine.record.citations import add_verdict, snapshot_ref
from citation_engine.record.writer import EntryRef, author_of

LAW = (
    "§ 1 Records are kept for ten years.\n\nThey must be unalterable.\n\n"
    "§ 2 Receipts are kept for six years, and longer where a tax is still open."
)


class ListedJudge:
    """Answers from a list, over and over."""

    def __init__(self, *answers: str) -> None:
        self._answers = answers or ("supported",)
        self._next = 0

    @property
    def identity(self) -> JudgeIdentity:
        return JudgeIdentity(name="listed", version="1")

    def judge(self, questions: list[Question]) -> list[Judgement]:
        answer = Support(self._answers[self._next % len(self._answers)])
        self._next += 1
        return [Judgement(support=answer) for _ in questions]


def open_engine(database: str | Path, keys: Path, **given: Any) -> CitationEngine:
    settings = Settings(
        offline=True, key_folder=str(keys), checkpoint_entries=given.pop("every", 1_000)
    )
    given.setdefault("judge", ListedJudge())
    return CitationEngine(database, settings=settings, **given)


def add_check(engine: CitationEngine, citation_id: int, *, support: str, status: str) -> None:
    """Record one more verdict on a citation, as a later check would."""
    citation = engine.get_citation(citation_id)
    assert citation is not None
    assert citation.verdict is not None
    found = {"support": Support(support), "status": Status(status)}
    record_verdict(engine, citation_id, citation.verdict.model_copy(update=found))


def record_verdict(engine: CitationEngine, citation_id: int, verdict: Verdict) -> None:
    """Record a verdict as it is, whether or not a check could have found it."""
    snapshot = engine.get_snapshot(verdict.snapshot_id or 0)

    def work(tx: Any) -> None:
        row = tx.rows("citation_refs", ids=[citation_id])[0]
        entry = EntryRef(row["entry"], bytes(row["entry_id"]))
        seq = tx.rows("last_seq", subject=entry.id)[0]["seq"] + 1
        author = author_of(tx, engine.context)
        add_verdict(tx, author, citation_id, entry, snapshot_ref(snapshot), verdict, seq=seq)

    engine.state.store.write(engine.state.row, work, needs={"entry": 1})


def fill(engine: CitationEngine) -> dict[str, int]:
    """One of everything: sources, what is said of them, snapshots, verdicts, a supersession."""
    law = engine.add_text(LAW, name="Law")
    engine.add_text(LAW, name="Law", metadata={"author": "Parliament"})
    engine.add_text(LAW + "\n\n§ 3 New.", name="Law", version="2")
    table = engine.register_source(
        type="database",
        identifier="papers",
        content="42 of 60 papers",
        metadata={"query": "q"},
        members=[law],
    )
    engine.tag(law, "tax", "retention")
    engine.untag(law, "tax")
    engine.note(law, "Read § 3 too.")
    engine.record_usage(law, "finding", "f-1")
    page = engine.register_source(
        type="website", identifier="https://example.org/a", content="A page about receipts."
    )
    engine.refresh(page)
    first = engine.cite("Ten years.", source=law, quote="kept for ten years").citation_id
    engine.cite("Two years.", source=law, quote="kept for two years")
    newer = engine.cite(
        "Records stay ten years.",
        source=law,
        quote="kept for ten years",
        related=[first],
        relation="supersedes",
    ).citation_id
    engine.cite("Most papers agree.", source=table, context="42 of 60 papers agree")
    engine.cite("It is about receipts.", source=page, context="A page on receipts.")
    add_check(engine, first, support="unreachable", status="pending")
    add_check(engine, newer, support="contradicted", status="failed")
    other = engine.in_session("second", agent_id="agent", user_id="user")
    other.cite("Six years.", source=other.add_text(LAW, name="Law"), quote="six years")
    return {"law": law.id, "first": first, "newer": newer, "table": table.id}


def _possible(engine: CitationEngine, citation_id: int) -> list[dict[str, str]]:
    """What a later check of this citation may find."""
    found = [
        {"support": "unsupported", "status": "failed"},
        {"support": "partial", "status": "unverified"},
        {"support": "unreachable", "status": "pending"},
    ]
    verdict = engine.get_citation(citation_id).verdict
    if verdict.passage is not None:
        found.append({"support": "supported", "status": "verified"})
    return found


def grow(engine: CitationEngine, seed: int, steps: int) -> None:
    """A random but repeatable history."""
    chance = random.Random(seed)
    sources, citations = [engine.add_text(f"{LAW} {seed}", name=f"Law {seed}")], []
    for step in range(steps):
        match chance.randrange(8):
            case 0:
                text = f"Document {chance.randrange(4)}: {chance.choice(LAW.split())}"
                sources.append(engine.add_text(text, name=f"D{chance.randrange(4)}"))
            case 1 if citations:
                checked = chance.choice(citations)
                add_check(engine, checked, **chance.choice(_possible(engine, checked)))
            case 2:
                engine = engine.in_session(f"s{chance.randrange(3)}", user_id=f"u{step % 2}")
            case 3 if chance.random() < 0.3 and citations:
                gone = citations.pop(chance.randrange(len(citations)))
                engine.redact(citation=gone, reason="asked", authority="office")
            case _:
                quote = chance.choice(["kept for ten years", "six years", "nowhere to be found"])
                result = engine.cite(f"Claim {step}", source=sources[0], quote=quote)
                citations.append(result.citation_id)
        if chance.random() < 0.1:
            engine.ledger.checkpoint()


@contextmanager
def filled(folder: Path, **given: Any) -> Iterator[CitationEngine]:
    with open_engine(folder / "a.db", folder / "keys", session="first", **given) as engine:
        fill(engine)
        yield engine


def tables_of(engine: CitationEngine) -> dict[str, list[tuple[Any, ...]]]:
    """Every projected row, sorted."""
    with engine.state.store.view(engine.state.row) as view:
        return {
            name: sorted((tuple(row) for row in view.stream(name)), key=repr)
            for name in view.tables
        }

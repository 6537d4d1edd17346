"""What is shown of a citation follows from its entries, now and at any earlier time."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.model.verdict import Status, Support
from citation_engine.record.fold import fold_status
from record.scenario import add_check, filled, open_engine


def _check(seq: int, status: Status, support: Support) -> dict:
    if support is Support.UNREACHABLE:
        status = Status.PENDING
    return {"data": {"seq": seq, "status": status.value, "support": support.value}}


checks = st.lists(st.tuples(st.sampled_from(Status), st.sampled_from(Support)), max_size=8).map(
    lambda drawn: [_check(seq, *each) for seq, each in enumerate(drawn, 1)]
)
superseding = st.just({"data": {"citation": {}, "by": {}, "seq": 99}})


@given(checks, st.randoms())
def test_the_order_in_which_entries_are_read_does_not_matter(entries, chance):
    shuffled = [*entries]
    chance.shuffle(shuffled)

    assert fold_status(shuffled) == fold_status(entries)


@given(checks, st.lists(superseding, max_size=3))
def test_entries_that_are_no_checks_change_no_status(entries, others):
    assert fold_status([*entries, *others]) == fold_status(entries)


@given(checks)
def test_the_latest_completed_check_holds(entries):
    completed = [e["data"] for e in entries if e["data"]["support"] != Support.UNREACHABLE]

    expected = completed[-1]["status"] if completed else Status.PENDING
    assert fold_status(entries) == expected


@given(checks)
def test_a_check_that_could_not_be_made_changes_nothing(entries):
    failed = _check(len(entries) + 1, Status.PENDING, Support.UNREACHABLE)

    assert fold_status([*entries, failed]) == fold_status(entries)


@given(checks, checks)
def test_failed_becomes_verified_only_by_an_entry_that_says_so(before, more):
    later = [
        {"data": {**entry["data"], "seq": len(before) + at}} for at, entry in enumerate(more, 1)
    ]
    old, new = fold_status(before), fold_status([*before, *later])

    if (old, new) == (Status.FAILED, Status.VERIFIED):
        assert any(entry["data"]["status"] == Status.VERIFIED for entry in later)
    if not later:
        assert old == new


def test_no_entry_at_all_is_pending():
    assert fold_status([]) is Status.PENDING


def test_the_status_that_is_shown_is_the_fold(tmp_path):
    with open_engine(":memory:", tmp_path / "keys") as engine:
        law = engine.add_text("Records are kept for ten years.", name="Law")
        cited = engine.cite("Ten.", source=law, quote="ten years").citation_id
        seen = [engine.get_citation(cited).verification_status]
        for support, status in (
            ("unreachable", "pending"),
            ("contradicted", "failed"),
            ("unreachable", "pending"),
            ("supported", "verified"),
            ("partial", "unverified"),
        ):
            add_check(engine, cited, support=support, status=status)
            seen.append(engine.get_citation(cited).verification_status)
        report = engine.ledger.verify()

    assert seen == ["verified", "verified", "failed", "failed", "verified", "unverified"]
    assert report.ok


def test_a_first_check_that_could_not_be_made_leaves_it_pending(tmp_path):
    from citation_engine.errors import JudgeUnavailable
    from record.scenario import ListedJudge

    class Absent(ListedJudge):
        def judge(self, questions):
            raise JudgeUnavailable("Nobody is there.")

    with open_engine(":memory:", tmp_path / "keys", judge=Absent()) as engine:
        law = engine.add_text("Records are kept for ten years.", name="Law")
        cited = engine.cite("Ten.", source=law, quote="ten years").citation_id
        pending = engine.get_citations_by_status("pending")
        add_check(engine, cited, support="supported", status="verified")

        assert [citation.id for citation in pending] == [cited]
        assert engine.get_citation(cited).verification_status == "verified"
        assert engine.get_citations_by_status("pending") == []
        assert engine.ledger.verify().ok


def _status_at(bodies: list[dict], citation: str, index: int) -> Status | None:
    """The status a citation had when the log ended at `index`; None before it was made."""
    until = bodies[: index + 1]
    if not any(body["entry_id"] == citation for body in until):
        return None
    return fold_status([body for body in until if body["data"].get("subject") == citation])


@pytest.mark.parametrize(
    "backend", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
)
def test_the_status_at_any_index_is_the_one_it_had_then(tmp_path, request, backend):
    database = tmp_path / "a.db"
    if backend == "postgresql":
        database = request.getfixturevalue("postgres_database")
    with open_engine(database, tmp_path / "keys") as engine:
        law = engine.add_text("Records are kept for ten years.", name="Law")
        ids = [engine.cite("Ten.", source=law, quote="ten years").citation_id for _ in range(2)]
        for support, status in (
            ("unsupported", "failed"),
            ("unreachable", "pending"),
            ("supported", "verified"),
        ):
            for cited in ids:
                add_check(engine, cited, support=support, status=status)
        bodies = [json.loads(entry.body) for entry in engine.ledger.entries()]

        for cited in ids:
            identity = engine.get_citation(cited).entry_id
            for index in range(len(bodies)):
                found = engine.get_citation(cited, as_of=index)
                shown = found.verification_status if found else None
                if found and shown is None:
                    shown = Status.PENDING

                assert shown == _status_at(bodies, identity, index)


def test_a_supersession_is_seen_from_its_index_on(tmp_path):
    with filled(tmp_path) as engine:
        entries = [*engine.ledger.entries()]
        index = next(e.index for e in entries if e.type == "citation.superseded")

        assert engine.get_citation(1, as_of=index - 1).superseded_by is None
        assert engine.get_citation(1, as_of=index).superseded_by == 3

"""The ledger as users meet it: verify, prove, compare."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine import Settings
from citation_engine.engine.admin import init_database
from citation_engine.errors import CitationNotFound, InvalidInput, LedgerBroken, SigningKeyError
from citation_engine.record.checkpoints import Checkpoint, sign
from citation_engine.record.keys import SigningKey
from citation_engine.record.merkle import leaf_hash, verify_consistency
from citation_engine.record.proofs import verify_proof
from citation_engine.record.witnesses import split_notes
from postgres_logins import logins_on
from record.scenario import fill, filled, grow, open_engine


def test_an_untouched_record_is_clean(tmp_path):
    with filled(tmp_path) as engine:
        kept = engine.ledger.checkpoint().text
        report = engine.ledger.verify(against=[kept], key=engine.ledger.verifier_key)

    assert (report.status, report.findings) == ("clean", ())
    assert report.ok
    assert report.entries == 39
    assert report.contents_checked == 39
    assert report.checkpoints_checked == 3  # stored, in the file beside, given


def test_an_empty_record_is_clean(tmp_path):
    with open_engine(tmp_path / "a.db", tmp_path / "keys") as engine:
        assert engine.ledger.verify().ok
        engine.ledger.checkpoint()
        report = engine.ledger.verify()

    assert (report.status, report.entries) == ("clean", 0)


@pytest.mark.parametrize(
    "seed", [*range(5), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(5, 60))]
)
def test_no_history_of_ours_is_a_false_alarm(tmp_path, seed):
    with open_engine(":memory:", tmp_path / "keys", every=20) as engine:
        kept = [engine.ledger.checkpoint().text]
        for part in range(3):
            grow(engine, seed * 10 + part, 30)
            kept.append(engine.ledger.checkpoint().text)
        report = engine.ledger.verify(against=kept)

    assert (report.status, report.findings) == ("clean", ())


def test_a_log_of_several_tiles_is_clean(tmp_path):
    with open_engine(":memory:", tmp_path / "keys", every=100) as engine:
        for part in range(4):
            grow(engine, part, 90)
        kept = engine.ledger.checkpoint()
        report = engine.ledger.verify(against=[kept.text])

    assert kept.checkpoint.size > 512
    assert (report.status, report.findings) == ("clean", ())


@pytest.mark.postgres
def test_an_untouched_record_in_postgresql_is_clean(tmp_path, postgres_database):
    with open_engine(postgres_database, tmp_path / "keys", session="first") as engine:
        fill(engine)
        grow(engine, 1, 60)
        kept = engine.ledger.checkpoint().text
        fill(engine.in_session("third"))
        report = engine.ledger.verify(against=[kept])
        proof = engine.ledger.prove(citation=1)
        proved = verify_proof(proof.text, proof.body, engine.ledger.verifier_key)

    assert (report.status, report.findings) == ("clean", ())
    assert proved.index == proof.index


def test_projects_in_one_file_are_verified_apart(tmp_path):
    with filled(tmp_path) as engine:
        other = engine.in_session("first", project="other")
        fill(other)
        engine.ledger.checkpoint()
        other.ledger.checkpoint()

        assert engine.ledger.verify().findings == ()
        assert other.ledger.verify().findings == ()


@pytest.mark.parametrize(
    "backend", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
)
def test_a_record_is_clean_while_others_write_to_it(tmp_path, request, backend):
    database = tmp_path / "a.db"
    if backend == "postgresql":
        database = request.getfixturevalue("postgres_database")
    with open_engine(database, tmp_path / "keys", session="first", every=10) as engine:
        fill(engine)
        sessions = [engine.in_session(f"s{number}") for number in range(3)]
        with ThreadPoolExecutor() as pool:
            work = [pool.submit(grow, each, seed, 25) for seed, each in enumerate(sessions)]
            reports = [engine.ledger.verify()]
            while not all(each.done() for each in work):
                reports.append(engine.ledger.verify())
            for each in work:
                each.result()
        reports.append(engine.ledger.verify())

    assert [finding for report in reports for finding in report.findings] == []
    assert reports[-1].waiting == 0


def test_a_view_shows_one_moment(tmp_path):
    with filled(tmp_path) as engine, engine.state.store.view(engine.state.row) as view:
        before = len([*view.stream("entries")])
        grow(engine, 3, 10)

        assert len([*view.stream("entries")]) == before
        assert len([*engine.ledger.entries()]) > before


@pytest.mark.postgres
def test_an_auditor_who_may_only_read_verifies(tmp_path, postgres_database, postgres_url):
    with logins_on(postgres_url) as logins:
        init_database(postgres_database, settings=Settings())
        agent = logins.make(postgres_database, "citation_agent")
        auditor = logins.make(postgres_database, "citation_auditor")
        with open_engine(agent, tmp_path / "keys", session="first") as engine:
            fill(engine)
            kept, vkey = engine.ledger.checkpoint().text, engine.ledger.verifier_key
            engine.add_text("not in its place yet", name="New")
            with open_engine(auditor, tmp_path / "no keys", session="first") as reader:
                report = reader.ledger.verify(against=[kept], key=vkey)
                proof = reader.ledger.prove(citation=1)
                bundle = reader.ledger.export(tmp_path / "record.zip")

    assert report.ok
    assert report.waiting > 0
    assert verify_proof(proof.text, proof.body, vkey).index == proof.index
    assert bundle.verifier_key == vkey


# checkpoints from outside -------------------------------------------------------------------


def test_a_checkpoint_of_another_log_is_not_comparable(tmp_path):
    with filled(tmp_path) as engine:
        key = SigningKey.generate("example.org/log")
        foreign = sign(Checkpoint("example.org/log", 1, leaf_hash(b"")), key).text
        report = engine.ledger.verify(against=[foreign])

    assert report.status == "incomplete"
    assert [f.kind for f in report.findings] == ["incomparable"]


def test_a_checkpoint_with_a_false_signature_is_not_comparable(tmp_path):
    with filled(tmp_path) as engine:
        forger = SigningKey.generate(engine.ledger.origin)
        false = sign(Checkpoint(engine.ledger.origin, 1, leaf_hash(b"")), forger).text
        report = engine.ledger.verify(against=[false, "no note at all"])

    assert report.status == "incomplete"
    assert [f.kind for f in report.findings] == ["incomparable"] * 2


def test_a_fork_signed_with_the_real_key_is_found(tmp_path):
    with filled(tmp_path) as engine:
        key = engine.ledger._signing_key()
        fork = sign(Checkpoint(engine.ledger.origin, 3, leaf_hash(b"other")), key).text
        report = engine.ledger.verify(against=[fork])

    assert report.status == "tampered"
    assert [f.kind for f in report.findings] == ["rewritten"]
    assert "between 0 and 2" in report.findings[0].message


def test_without_a_key_signatures_are_left_unchecked(tmp_path):
    with filled(tmp_path) as engine:
        vkey = engine.ledger.verifier_key
        engine.ledger.checkpoint()
    with open_engine(tmp_path / "a.db", tmp_path / "other keys") as engine:
        report = engine.ledger.verify()
        with_key = engine.ledger.verify(key=vkey)

    assert report.status == "incomplete"
    assert "no-key" in {f.kind for f in report.findings}
    assert not (tmp_path / "other keys").exists()
    assert with_key.ok


def test_a_key_of_another_log_checks_nothing(tmp_path):
    with filled(tmp_path) as engine:
        engine.ledger.checkpoint()
        report = engine.ledger.verify(key=SigningKey.generate("example.org/log").vkey)
        with pytest.raises(SigningKeyError):
            engine.ledger.verify(key="no key")
        same = engine.ledger.verify(key=f" {engine.ledger.verifier_key}\n")

    assert report.status == "incomplete"
    assert {f.kind for f in report.findings} == {"incomparable", "no-key"}
    assert same.ok


def test_a_log_is_never_signed_with_a_second_key(tmp_path):
    with filled(tmp_path) as engine:
        engine.ledger.checkpoint()
    with open_engine(tmp_path / "a.db", tmp_path / "other keys") as engine:
        with pytest.raises(SigningKeyError, match="not on this machine"):
            engine.ledger.checkpoint()
        with pytest.raises(SigningKeyError):
            _ = engine.ledger.verifier_key

    assert not (tmp_path / "other keys").exists()


@given(st.lists(st.integers(0, 10**6), max_size=5), st.sampled_from(["", "\n", "\n\n"]))
def test_notes_are_split_however_they_are_put_together(sizes, between):
    key = SigningKey("example.org/log", bytes(32))
    notes = [
        sign(Checkpoint(key.name, size, leaf_hash(b"") if size else _EMPTY), key).text
        for size in sizes
    ]

    assert split_notes(between.join(notes)) == notes
    assert split_notes("\ufeff" + between.join(notes).replace("\n", "\r\n")) == notes
    assert split_notes(between.join(notes).rstrip("\n")) == notes


_EMPTY = bytes.fromhex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")


def test_what_is_no_note_is_not_lost():
    assert split_notes("\n\n") == []
    assert split_notes("something else\n") == ["something else\n"]
    assert len(split_notes("a\nb\n\n— k AAAA\nrest\n")) == 2


# proofs -------------------------------------------------------------------------------------


def test_every_entry_can_be_proved(tmp_path):
    with filled(tmp_path) as engine:
        vkey = engine.ledger.verifier_key
        for entry in [*engine.ledger.entries()]:
            proof = engine.ledger.prove(index=entry.index)
            proved = verify_proof(proof.text, entry.body, vkey)

            assert (proved.index, proof.entry_id) == (entry.index, entry.entry_id)
            assert engine.ledger.prove(entry_id=entry.entry_id).text == proof.text


def test_a_proof_is_over_the_latest_checkpoint_that_covers_the_entry(tmp_path):
    with filled(tmp_path) as engine:
        size = engine.ledger.checkpoint().checkpoint.size
        engine.add_text("something new", name="New")
        old = engine.ledger.prove(index=0)
        new = engine.ledger.prove(index=size)

    assert old.size == size
    assert new.size > size


def test_a_proof_is_a_c2sp_proof(tmp_path):
    with filled(tmp_path) as engine:
        lines = engine.ledger.prove(citation=1).text.split("\n")

    assert lines[0] == "c2sp.org/tlog-proof@v1"
    assert lines[1].startswith("index ")
    assert lines[lines.index("") + 1] == engine.ledger.origin


def test_extra_data_in_a_proof_mean_nothing(tmp_path):
    with filled(tmp_path) as engine:
        proof = engine.ledger.prove(citation="[1]")
        header, rest = proof.text.split("\n", 1)
        extra = f"{header}\nextra YWJj\n{rest}"

        assert verify_proof(extra, proof.body, engine.ledger.verifier_key).index == proof.index


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("index ", "index 0", 1),
        lambda text: text.replace("tlog-proof@v1", "tlog-proof@v2"),
        lambda text: text.split("\n\n", 1)[0],
        lambda text: text.replace("\n\n", "\nAAAA\n\n", 1),
        lambda text: "\n".join(text.split("\n")[:2] + text.split("\n")[3:]),
        lambda text: "",
        lambda text: "\n\n",
        lambda text: text.replace("index ", "index -", 1),
        lambda text: text[:-8] + "AAAA" + text[-4:],
    ],
)
def test_a_damaged_proof_proves_nothing(tmp_path, damage):
    with filled(tmp_path) as engine:
        proof = engine.ledger.prove(citation=1)
        vkey = engine.ledger.verifier_key

    with pytest.raises(LedgerBroken):
        verify_proof(damage(proof.text), proof.body, vkey)


def test_a_proof_is_of_these_bytes_and_under_this_key_only(tmp_path):
    with filled(tmp_path) as engine:
        proof = engine.ledger.prove(citation=1)
        vkey = engine.ledger.verifier_key
        other = SigningKey.generate(engine.ledger.origin).vkey

    with pytest.raises(LedgerBroken, match="not what was signed"):
        verify_proof(proof.text, proof.body + b" ", vkey)
    with pytest.raises(LedgerBroken, match="no signature"):
        verify_proof(proof.text, proof.body, other)


def test_what_is_not_there_cannot_be_proved(tmp_path):
    with filled(tmp_path) as engine:
        with pytest.raises(CitationNotFound):
            engine.ledger.prove(citation=99)
        with pytest.raises(CitationNotFound):
            engine.ledger.prove(citation="x")
        with pytest.raises(InvalidInput, match="no entry 99"):
            engine.ledger.prove(index=99)
        with pytest.raises(InvalidInput, match="no entry -1"):
            engine.ledger.prove(index=-1)
        with pytest.raises(InvalidInput):
            engine.ledger.prove(entry_id="x")
        with pytest.raises(InvalidInput):
            engine.ledger.prove(entry_id="0190a5b2-7c1e-7000-8000-000000000000")
        with pytest.raises(InvalidInput, match="which entry"):
            engine.ledger.prove()


def test_a_longer_log_is_shown_to_begin_with_a_shorter_one(tmp_path):
    with filled(tmp_path) as engine:
        old = engine.ledger.checkpoint().checkpoint
        grow(engine, 5, 20)
        proof = engine.ledger.consistency(old.size)
        new = engine.ledger.checkpoint().checkpoint

    assert (proof.first, proof.second) == (old.size, new.size)
    assert verify_consistency(old.size, new.size, old.root, new.root, proof.hashes)
    with pytest.raises(InvalidInput):
        engine.ledger.consistency(3, 2)


def test_a_changed_log_is_not_signed_again(tmp_path):
    with filled(tmp_path) as engine:
        engine.ledger.checkpoint()
        with engine.db.connect() as connection:
            connection.exec_driver_sql("DROP TRIGGER entry_no_update")
            connection.exec_driver_sql("UPDATE entry SET leaf = zeroblob(32) WHERE id = 3")
            connection.commit()
        engine.add_text("more", name="More")

        with pytest.raises(LedgerBroken, match="not signed again"):
            engine.ledger.checkpoint()

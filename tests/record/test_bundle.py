"""A bundle tells a stranger the same as the engine tells us, with one command."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from citation_engine import InvalidInput, LedgerError
from citation_engine.record import bundle, verify_bundle
from record.scenario import LAW, fill, filled, grow, open_engine


def check(path: Path, key: str, *options: str) -> tuple[int, dict]:
    """Run the program out of the bundle, alone: no site packages, no environment."""
    with zipfile.ZipFile(path) as archive:
        program = Path(archive.extract("verify.py", path.parent / "out"))
    command = [sys.executable, "-I", "-S", str(program), str(path), "--key", key, "--json"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, cwd=path.parent)
    return done.returncode, json.loads(done.stdout)


def bodies(path: Path) -> list[dict]:
    with zipfile.ZipFile(path) as archive:
        lines = archive.read("entries.jsonl").splitlines()
    return [json.loads(verify_bundle._unbase64(json.loads(line)["body"])) for line in lines]


def test_a_whole_log_is_clean_for_a_stranger(tmp_path):
    with filled(tmp_path) as engine:
        report = engine.ledger.export(tmp_path / "record.zip")
    code, said = check(report.path, report.verifier_key)

    assert (code, said["status"], said["findings"]) == (0, "clean", [])
    assert (said["entries"], said["contents_checked"]) == (report.entries, report.contents)
    assert report.size == report.entries == 39


def test_a_bundle_holds_what_the_format_says(tmp_path):
    with filled(tmp_path) as engine:
        path = engine.ledger.export(tmp_path / "record.zip").path
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        manifest = json.loads(archive.read("manifest.json"))
        program = archive.read("verify.py").decode()
        how_to = archive.read("VERIFY.md").decode()

    assert names == [*verify_bundle.MEMBERS, "verify.py", "VERIFY.md"]
    assert manifest["format"] == "citation-engine-bundle/1"
    assert program == Path(verify_bundle.__file__).read_text("utf-8")
    assert "The key must not come from here" in how_to


def test_the_same_log_gives_the_same_bundle(tmp_path):
    with filled(tmp_path) as engine:
        first = engine.ledger.export(tmp_path / "record.zip").path.read_bytes()
        second = engine.ledger.export(tmp_path / "record.zip").path.read_bytes()

    assert first == second


def test_a_bundle_without_contents_holds_no_words(tmp_path):
    with filled(tmp_path) as engine:
        report = engine.ledger.export(tmp_path / "record.zip", with_contents=False)
    code, said = check(report.path, report.verifier_key)
    with zipfile.ZipFile(report.path) as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist())

    assert (code, said["contents_checked"], said["contents_absent"]) == (0, 0, 39)
    assert b"ten years" not in everything


def test_sessions_are_exported_with_all_that_is_about_them(tmp_path):
    with filled(tmp_path) as engine:
        third = engine.in_session("third", agent_id="agent")
        cited = third.cite("Six.", source=third.add_text(LAW, name="Law"), quote="six years")
        report = engine.ledger.export(tmp_path / "record.zip", sessions=["third"])
    code, said = check(report.path, report.verifier_key)
    found = bodies(report.path)

    assert (code, said["status"]) == (0, "clean")
    assert 0 < report.entries < report.size
    types = {body["type"] for body in found}
    assert {"source.registered", "snapshot.taken", "citation.created", "actor.named"} <= types
    identities = {body["entry_id"] for body in found}
    assert cited.citation.entry_id in identities
    for body in found:  # Whatever is referred to is there.
        for name in ("source", "snapshot", "citation"):
            if given := body["data"].get(name):
                assert given["entry_id"] in identities


def test_a_verdict_of_another_session_is_not_left_out(tmp_path):
    with filled(tmp_path) as engine:
        report = engine.ledger.export(tmp_path / "record.zip", sessions=["second"])
        before = len(bodies(report.path))
        from record.scenario import add_check

        add_check(engine.in_session("elsewhere"), 6, support="contradicted", status="failed")
        engine.redact(citation=6, reason="asked", authority="office")
        report = engine.ledger.export(tmp_path / "record.zip", sessions=["second"])
    found = [body["type"] for body in bodies(report.path)]

    assert check(report.path, report.verifier_key)[0] == 0
    assert len(found) > before
    assert found.count("verification.completed") == 2
    assert "content.redacted" in found


def test_an_unknown_session_is_an_error(tmp_path):
    with filled(tmp_path) as engine, pytest.raises(InvalidInput, match="no session 'nobody'"):
        engine.ledger.export(tmp_path / "record.zip", sessions=["nobody"])

    assert not (tmp_path / "record.zip").exists()


def test_what_came_since_a_checkpoint_is_linked_to_it(tmp_path):
    with filled(tmp_path) as engine:
        old = engine.ledger.checkpoint()
        grow(engine, 2, 20)
        report = engine.ledger.export(tmp_path / "record.zip", since=old.text)
    (tmp_path / "old.txt").write_text(old.text)
    code, said = check(report.path, report.verifier_key, "--against", "old.txt")

    assert (code, said["findings"]) == (0, [])
    assert report.entries == report.size - old.checkpoint.size


def test_every_stored_checkpoint_has_a_consistency_proof(tmp_path):
    notes = []
    with filled(tmp_path) as engine:
        for seed in range(4):
            notes.append(engine.ledger.checkpoint().text)
            grow(engine, seed, 10)
        report = engine.ledger.export(tmp_path / "record.zip", sessions=["first"])
    for number, note in enumerate(notes):
        (tmp_path / f"{number}.txt").write_text(note)
    names = [f"{number}.txt" for number in range(len(notes))]

    assert check(report.path, report.verifier_key, "--against", *names) == (
        0,
        {**check(report.path, report.verifier_key)[1]},
    )


def test_a_bundle_of_a_redacted_record_is_clean(tmp_path):
    with filled(tmp_path) as engine:
        engine.redact(source="Law", reason="asked", authority="office")
        report = engine.ledger.export(tmp_path / "record.zip")
    code, said = check(report.path, report.verifier_key)

    assert (code, said["status"]) == (0, "clean")
    assert said["contents_absent"] > 10


def rewrite(path: Path, name: str, change) -> None:
    """Write the bundle again with one member changed."""
    with zipfile.ZipFile(path) as archive:
        members = {info: archive.read(info) for info in archive.namelist()}
    members[name] = change(members[name])
    with zipfile.ZipFile(path, "w") as archive:
        for member, data in members.items():
            archive.writestr(member, data)


def _other_body(lines: bytes) -> bytes:
    rows = [json.loads(line) for line in lines.splitlines()]
    body = verify_bundle._unbase64(rows[3]["body"]).replace(b'"v":1', b'"v": 1')
    rows[3]["body"] = bundle._text(body)
    return b"".join(bundle._line(row).encode() for row in rows)


def _other_words(lines: bytes) -> bytes:
    rows = [json.loads(line) for line in lines.splitlines()]
    rows[3]["bytes"] = bundle._text(b"other words")
    return b"".join(bundle._line(row).encode() for row in rows)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("entries.jsonl", _other_body),
        ("entries.jsonl", lambda data: b"\n".join(data.splitlines()[:-1]) + b"\n"),
        ("entries.jsonl", lambda data: b"\n".join(reversed(data.splitlines())) + b"\n"),
        ("contents.jsonl", _other_words),
        ("checkpoint", lambda data: data.replace(b"\n39\n", b"\n38\n")),
        ("manifest.json", lambda data: data.replace(b"39", b"40")),
        ("entries.jsonl", lambda data: b""),
    ],
)
def test_a_damaged_bundle_is_not_clean(tmp_path, name, change):
    with filled(tmp_path) as engine:
        report = engine.ledger.export(tmp_path / "record.zip")
    rewrite(report.path, name, change)
    code, said = check(report.path, report.verifier_key)

    assert code in (1, 3)
    assert said["status"] != "clean"


def test_a_bundle_appears_whole_or_not_at_all(tmp_path, monkeypatch):
    with filled(tmp_path) as engine:
        monkeypatch.setattr(verify_bundle, "MAX_MEMBER", 2_000)
        with pytest.raises(LedgerError, match="larger than a verifier reads"):
            engine.ledger.export(tmp_path / "record.zip")
        monkeypatch.undo()
        with pytest.raises(LedgerError, match="cannot be written"):
            engine.ledger.export(tmp_path / "no folder" / "record.zip")

    assert not list(tmp_path.glob("*.zip*"))
    assert not list(tmp_path.glob(".*zip*"))


def test_an_existing_file_is_replaced_only_by_a_whole_one(tmp_path, monkeypatch):
    (tmp_path / "record.zip").write_text("older")
    with filled(tmp_path) as engine:
        monkeypatch.setattr(verify_bundle, "MAX_TOTAL", 2_000)
        with pytest.raises(LedgerError):
            engine.ledger.export(tmp_path / "record.zip")

    assert (tmp_path / "record.zip").read_text() == "older"


def test_words_that_pack_very_well_are_still_read(tmp_path):
    with open_engine(tmp_path / "a.db", tmp_path / "keys") as engine:
        engine.add_text("a" * 8_000_000, name="Long")
        report = engine.ledger.export(tmp_path / "record.zip")

    assert check(report.path, report.verifier_key)[0] == 0


@pytest.mark.postgres
def test_a_bundle_out_of_postgresql_is_clean(tmp_path, postgres_database):
    with open_engine(postgres_database, tmp_path / "keys", session="first") as engine:
        fill(engine)
        engine.redact(citation=1, reason="asked", authority="office")
        whole = engine.ledger.export(tmp_path / "record.zip")
        part = engine.ledger.export(tmp_path / "part.zip", sessions=["second"])

    assert check(whole.path, whole.verifier_key)[0] == 0
    assert check(part.path, part.verifier_key)[0] == 0

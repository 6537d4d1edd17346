import json
import sqlite3
import zipfile

import pytest


@pytest.fixture
def cited(law, cite):
    cite("claim", "Ten years.", "--source", "S1", "--quote", "“ten years”")


def test_a_record_as_it_was_written_is_clean(cited, cite):
    result = cite("ledger", "verify")

    assert result.stdout.startswith("✓ clean  ")
    assert "Keep one elsewhere" in result.stderr


def test_an_empty_record_has_nothing_to_check(cite):
    cite("db", "init")

    assert "the record is empty" in cite("ledger", "verify", code=5).stderr


def test_a_kept_checkpoint_still_fits(cited, cite):
    cite("ledger", "checkpoint", "-o", "kept.txt")
    key = cite("ledger", "key").stdout.strip()
    cite("claim", "Six years.", "--source", "S1", "--quote", "six years")

    cite("ledger", "verify", "--against", "kept.txt", "--key", key)


def test_changed_words_are_found(cited, here, cite):
    with sqlite3.connect(here / "citations.db") as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            database.execute(f'DROP TRIGGER "{name}"')
        database.execute(
            "UPDATE content SET bytes = CAST(replace(CAST(bytes AS TEXT),"
            " 'Ten years.', 'Two years.') AS BLOB)"
        )
    database.close()

    result = cite("ledger", "verify", code=1)

    assert result.stdout.startswith("✗ tampered  ")
    assert len(result.stdout.splitlines()) > 1


def test_a_checkpoint_of_another_log_does_not_pass(cited, cite):
    cite("-d", "other.db", "add", "law.md")
    cite("-d", "other.db", "ledger", "checkpoint", "-o", "other.txt")

    result = cite("ledger", "verify", "--against", "other.txt", code=3)

    assert "○ incomplete" in result.stdout


def test_a_file_to_compare_with_must_be_there(cited, cite):
    assert "cannot be read" in cite("ledger", "verify", "--against", "no.txt", code=2).stderr


def test_a_key_that_is_none_is_a_mistake(cited, cite):
    assert "verification key" in cite("ledger", "verify", "--key", "x", code=2).stderr


def test_a_bundle_of_one_session_is_smaller(cited, cite, cite_json):
    cite("add", "law.md", "--session", "other")
    cite("claim", "x", "--source", "S1", "--quote", "six years", "--session", "other")

    whole = cite_json("ledger", "export", "-o", "whole.zip")
    part = cite_json("ledger", "export", "-o", "part.zip", "--session", "other")

    assert part["contents"] < whole["contents"]


def test_a_bundle_in_a_folder_that_is_not_there_is_said(cited, cite):
    result = cite("ledger", "export", "-o", "no/such/x.zip", code=3)

    assert "Traceback" not in result.stderr


def test_a_checkpoint_is_printed_as_it_is_signed(cited, cite, cite_json):
    note = cite("ledger", "checkpoint").stdout

    report = cite_json("ledger", "checkpoint")

    assert report["note"] == note
    assert note.splitlines()[1] == str(report["size"])


@pytest.mark.parametrize("what", [("1",), ("[1]",), ("--index", "3"), ("entry",)])
def test_things_on_the_record_are_proved(what, cited, cite, cite_json):
    entry = cite_json("citation", "show", "1")["entry_id"]
    words = tuple(entry if word == "entry" else word for word in what)

    proof = cite_json("ledger", "prove", *words)

    assert proof["proof"] == cite("ledger", "prove", *words).stdout
    assert what == ("--index", "3") or proof["entry_id"] == entry


@pytest.mark.parametrize("words", [(), ("1", "--index", "3"), ("x",), ("99",), ("--index", "999")])
def test_what_is_not_on_the_record_cannot_be_proved(words, cited, cite):
    cite("ledger", "prove", *words, code=2)


def test_a_proof_is_written_to_a_file(cited, here, cite):
    cite("ledger", "prove", "1", "-o", "proof.txt")

    assert (here / "proof.txt").read_text("utf-8").startswith("c2sp.org/tlog-proof@v1")


def test_a_bundle_is_written_and_none_is_overwritten(cited, here, cite, cite_json):
    report = cite_json("ledger", "export", "-o", "record.zip")

    assert zipfile.is_zipfile(here / "record.zip")
    assert report["entries"] > 0
    assert report["verifier_key"] == cite("ledger", "key").stdout.strip()
    assert "there already" in cite("ledger", "export", "-o", "record.zip", code=2).stderr


def test_a_bundle_can_leave_the_words_out(cited, here, cite, cite_json):
    report = cite_json("ledger", "export", "-o", "record.zip", "--without-contents")

    assert report["contents"] == 0
    assert b"Internal letters" not in (here / "record.zip").read_bytes()


def test_the_report_is_printed_as_json(cited, cite):
    report = json.loads(cite("ledger", "verify", "--json").stdout)

    assert report["status"] == "clean"
    assert report["findings"] == []

import ast
import contextlib
import hashlib
import hmac
import io
import json
import random
import re
import subprocess
import sys
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st

from citation_engine.record import merkle
from citation_engine.record import verify_bundle as verifier
from citation_engine.record.checkpoints import Checkpoint, sign
from citation_engine.record.keys import SigningKey

ORIGIN = "citation-engine/0f3a/default"
KEY = SigningKey(ORIGIN, b"\x07" * 32)
OTHER_KEY = SigningKey(ORIGIN, b"\x08" * 32)
SIZE = 12

Members = dict[str, bytes]
Rows = list[dict[str, Any]]


class Leaves(list[bytes]):
    """A log small enough to need no tiles."""

    def __call__(self, level: int, start: int, stop: int) -> list[bytes]:
        assert level == 0, "a small log has no tiles"
        return self[start:stop]


def text64(data: bytes) -> str:
    return b64encode(data).decode()


def entry_id(index: int) -> str:
    return f"01930000-0000-7000-8000-{index:012d}"


def content(index: int) -> tuple[bytes, bytes]:
    return hashlib.sha256(b"salt %d" % index).digest(), f"The quoted words {index}.".encode()


def body(index: int, **changes: Any) -> bytes:
    salt, words = content(index)
    commitment = {"hmac": hmac.new(salt, words, "sha256").hexdigest(), "length": len(words)}
    envelope = {
        "actor": "agent:1",
        "data": {"commitments": {"quote": commitment}, "kind": "quote"},
        "entry_id": entry_id(index),
        "project": "default",
        "session": "default",
        "time": f"2026-01-02T03:04:{index:02d}Z",
        "type": "citation.created",
        "v": 1,
        **changes,
    }
    return json.dumps(envelope, sort_keys=True, separators=(",", ":")).encode()


BODIES = [body(index) for index in range(SIZE)]
LEAVES = Leaves(merkle.leaf_hash(data) for data in BODIES)


def note(size: int = SIZE, key: SigningKey = KEY, root: bytes | None = None) -> bytes:
    root = merkle.root(size, LEAVES) if root is None else root
    return sign(Checkpoint(key.name, size, root), key).text.encode()


def lines(rows: Rows) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def rows(members: Members, name: str) -> Rows:
    return [json.loads(line) for line in members[name].splitlines()]


def make(bodies: list[bytes], *, proofs: bool = True) -> Members:
    """Return the members of a clean bundle of the whole log."""
    leaves = Leaves(merkle.leaf_hash(data) for data in bodies)
    entries = [
        {
            "index": index,
            "body": text64(data),
            "proof": [text64(step) for step in merkle.inclusion_proof(index, SIZE, leaves)],
        }
        for index, data in enumerate(bodies)
    ]
    if not proofs:
        entries = [{"index": entry["index"], "body": entry["body"]} for entry in entries]
    contents = [
        {"entry_id": entry_id(n), "name": "quote", "salt": text64(salt), "bytes": text64(words)}
        for n, (salt, words) in ((n, content(n)) for n in range(SIZE - 3))
    ]
    older = [
        {
            "first": first,
            "second": SIZE,
            "proof": [text64(step) for step in merkle.consistency_proof(first, SIZE, leaves)],
        }
        for first in (5, 8)
    ]
    manifest = {
        "format": "citation-engine-bundle/1",
        "origin": ORIGIN,
        "size": SIZE,
        "project": "default",
        "created": "2026-01-02T03:05:00Z",
    }
    return {
        "manifest.json": json.dumps(manifest).encode(),
        "checkpoint": note(root=merkle.root(SIZE, leaves)),
        "entries.jsonl": lines(entries),
        "contents.jsonl": lines(contents),
        "consistency.jsonl": lines(older),
    }


WHOLE = make(BODIES)


def partial(*, without: tuple[int, ...] = (0, 3), proofs: bool = True) -> Members:
    """Return a bundle of some entries, as an export of one session gives it."""
    members = make(BODIES, proofs=proofs)
    gone = {entry_id(index) for index in without}
    return {
        **members,
        "entries.jsonl": lines(
            [row for row in rows(members, "entries.jsonl") if row["index"] not in without]
        ),
        "contents.jsonl": lines(
            [row for row in rows(members, "contents.jsonl") if row["entry_id"] not in gone]
        ),
    }


def pack(members: Members, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def check(
    bundle: Members | bytes, *against: bytes, key: SigningKey = KEY
) -> tuple[str, set[str], verifier.Report]:
    """Return status, kinds of findings and the report."""
    packed = bundle if isinstance(bundle, bytes) else pack(bundle)
    report = verifier.verify(io.BytesIO(packed), verifier.parse_key(key.vkey), against)
    return report.status, {finding["kind"] for finding in report.findings}, report


def change_row(name: str, at: int, /, **values: Any) -> Members:
    changed = rows(WHOLE, name)
    changed[at].update(values)
    return {**WHOLE, name: lines(changed)}


def flip(data: bytes, at: int, bit: int = 0) -> bytes:
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


def flip64(text: str) -> str:
    return text64(flip(b64decode(text), 0))


# Clean bundles.


def test_a_whole_bundle_is_clean() -> None:
    status, kinds, report = check(WHOLE, note(5), note(8), note(), note(0))

    assert (status, kinds) == ("clean", set())
    assert (report.entries, report.contents_checked, report.contents_absent) == (12, 9, 3)
    assert report.as_text() == (
        f"12 entries, all in the log signed by {ORIGIN} (size 12), "
        "the last of 2026-01-02T03:04:11Z; 9 contents checked, 3 withheld."
    )


def test_a_whole_bundle_without_proofs_is_clean_by_its_root() -> None:
    assert check(make(BODIES, proofs=False), note(5), note(7))[0] == "clean"


def test_a_part_of_the_log_is_clean_with_proofs() -> None:
    assert check(partial(), note(5), note(8))[0] == "clean"


def test_contents_may_all_be_withheld() -> None:
    members = {name: data for name, data in WHOLE.items() if name != "contents.jsonl"}
    status, _, report = check(members)

    assert status == "clean"
    assert (report.contents_checked, report.contents_absent) == (0, 12)


def test_other_files_may_travel_along() -> None:
    assert check({**WHOLE, "VERIFY.md": b"how to", "docs/verify_bundle.py": b"#"})[0] == "clean"


def test_a_witness_may_have_signed_too() -> None:
    witness = SigningKey("witness.example/w", b"\x09" * 32)
    signed = sign(Checkpoint(witness.name, 1, bytes(32)), witness).text.encode()
    line = signed.split(b"\n\n")[1]

    assert check({**WHOLE, "checkpoint": WHOLE["checkpoint"] + line})[0] == "clean"


# Damaged entries.


@pytest.mark.parametrize("index", [0, 5, 11])
def test_a_changed_body_is_named(index: int) -> None:
    changed = text64(BODIES[index].replace(b"agent:1", b"agent:2"))
    status, kinds, report = check(change_row("entries.jsonl", index, body=changed))

    assert (status, kinds) == ("tampered", {"inclusion"})
    assert report.findings[0]["index"] == index
    assert report.findings[0]["entry_id"] == entry_id(index)


def test_every_damage_is_reported_not_only_the_first() -> None:
    changed = rows(WHOLE, "entries.jsonl")
    for index in (2, 7, 9):
        changed[index]["body"] = text64(BODIES[index].replace(b"agent:1", b"agent:2"))
    words = rows(WHOLE, "contents.jsonl")
    words[4]["bytes"] = text64(b"forged")
    members = {**WHOLE, "entries.jsonl": lines(changed), "contents.jsonl": lines(words)}
    findings = check(members)[2].findings

    assert [(finding["kind"], finding["index"]) for finding in findings] == [
        ("inclusion", 2),
        ("inclusion", 7),
        ("inclusion", 9),
        ("commitment", 4),
    ]


def test_a_changed_body_without_proofs_changes_the_root() -> None:
    members = make(BODIES, proofs=False)
    changed = rows(members, "entries.jsonl")
    changed[4]["body"] = text64(BODIES[4].replace(b"agent:1", b"agent:2"))

    assert check({**members, "entries.jsonl": lines(changed)})[:2] == ("tampered", {"root"})


def test_a_dropped_entry_without_proofs_leaves_the_rest_unproven() -> None:
    members = partial(without=(4, 10, 11), proofs=False)
    status, kinds, report = check(members)

    assert (status, kinds) == ("incomplete", {"missing"})
    assert "4-4, 10-11" in report.as_text()


def test_a_dropped_entry_leaves_its_content_behind() -> None:
    kept = [row for row in rows(WHOLE, "entries.jsonl") if row["index"] != 4]
    status, kinds, report = check({**WHOLE, "entries.jsonl": lines(kept)})

    assert (status, kinds) == ("tampered", {"orphan"})
    assert report.findings[0]["entry_id"] == entry_id(4)


def test_swapped_lines_are_out_of_order() -> None:
    changed = rows(WHOLE, "entries.jsonl")
    changed[3], changed[4] = changed[4], changed[3]

    assert check({**WHOLE, "entries.jsonl": lines(changed)})[:2] == ("tampered", {"order"})


def test_swapped_entries_are_noticed_with_and_without_proofs() -> None:
    for proofs, kind in ((True, "inclusion"), (False, "root")):
        members = make(BODIES, proofs=proofs)
        changed = rows(members, "entries.jsonl")
        changed[3]["body"], changed[4]["body"] = changed[4]["body"], changed[3]["body"]

        assert check({**members, "entries.jsonl": lines(changed)})[:2] == ("tampered", {kind})


def test_a_repeated_entry_is_noticed() -> None:
    changed = rows(WHOLE, "entries.jsonl")
    status, kinds, _ = check({**WHOLE, "entries.jsonl": lines([*changed, changed[6]])})

    assert (status, kinds) == ("tampered", {"duplicate"})


def test_two_entries_of_one_id_are_noticed_though_both_are_in_the_log() -> None:
    bodies = [*BODIES[:-1], body(11, entry_id=entry_id(2))]
    status, kinds, report = check(make(bodies))

    assert (status, kinds) == ("tampered", {"duplicate"})
    assert report.findings[0]["index"] == 11


def test_an_entry_of_another_project_is_noticed() -> None:
    bodies = [*BODIES[:-1], body(11, project="other")]

    assert check(make(bodies))[:2] == ("tampered", {"project"})


@pytest.mark.parametrize("index", [-1, 12, 10**15])
def test_an_index_outside_the_log_is_noticed(index: int) -> None:
    status, kinds, _ = check(change_row("entries.jsonl", 11, index=index))

    assert (status, kinds) == ("tampered", {"index"})


def test_an_added_entry_is_not_in_the_log() -> None:
    added = {"index": 11, "body": text64(body(50)), "proof": []}
    kept = [*rows(WHOLE, "entries.jsonl")[:-1], added]

    assert check({**WHOLE, "entries.jsonl": lines(kept)})[:2] == ("tampered", {"inclusion"})


@pytest.mark.parametrize(
    "change",
    [
        lambda proof: [*proof, text64(bytes(32))],
        lambda proof: proof[:-1],
        lambda proof: [flip64(proof[0]), *proof[1:]],
        lambda proof: proof[::-1],
    ],
)
def test_a_changed_proof_is_noticed(change: Callable[[list[str]], list[str]]) -> None:
    proof = rows(WHOLE, "entries.jsonl")[5]["proof"]
    status, kinds, report = check(change_row("entries.jsonl", 5, proof=change(proof)))

    assert (status, kinds) == ("tampered", {"inclusion"})
    assert report.findings[0]["index"] == 5


def test_a_bundle_without_entries_is_incomplete() -> None:
    no_contents = {**WHOLE, "contents.jsonl": b""}
    without = {name: data for name, data in no_contents.items() if name != "entries.jsonl"}

    assert check({**no_contents, "entries.jsonl": b""})[:2] == ("incomplete", {"missing"})
    assert check(without)[:2] == ("incomplete", {"missing"})


# Damaged contents.


@pytest.mark.parametrize(
    "values",
    [
        {"bytes": text64(b"The quoted words 3!")},
        {"bytes": ""},
        {"salt": text64(bytes(32))},
        {"bytes": text64(content(3)[1] + b"\x00")},
    ],
)
def test_a_changed_content_or_salt_is_named(values: dict[str, str]) -> None:
    status, kinds, report = check(change_row("contents.jsonl", 3, **values))

    assert (status, kinds) == ("tampered", {"commitment"})
    assert report.findings[0] == {
        "kind": "commitment",
        "index": 3,
        "entry_id": entry_id(3),
        "message": "The content quote was changed.",
    }


def test_a_salt_padded_with_zeros_does_not_pass_though_hmac_would_take_it() -> None:
    salt = text64(content(3)[0] + b"\x00")

    assert check(change_row("contents.jsonl", 3, salt=salt))[:2] == ("tampered", {"unreadable"})


def test_a_committed_length_counts_too() -> None:
    salt, words = content(11)
    commitment = {"hmac": hmac.new(salt, words, "sha256").hexdigest(), "length": 1}
    members = make([*BODIES[:-1], body(11, data={"commitments": {"quote": commitment}})])
    row = {"entry_id": entry_id(11), "name": "quote", "salt": text64(salt), "bytes": text64(words)}
    members["contents.jsonl"] += lines([row])

    assert check(members)[:2] == ("tampered", {"commitment"})


@pytest.mark.parametrize("values", [{"entry_id": entry_id(99)}, {"name": "claim"}])
def test_a_content_that_no_entry_commits_to_is_noticed(values: dict[str, str]) -> None:
    assert check(change_row("contents.jsonl", 3, **values))[:2] == ("tampered", {"orphan"})


def test_a_repeated_content_is_noticed() -> None:
    words = rows(WHOLE, "contents.jsonl")

    status, kinds, _ = check({**WHOLE, "contents.jsonl": lines([*words, words[0]])})

    assert (status, kinds) == ("tampered", {"duplicate"})


# Damaged checkpoint, manifest and key.


def test_another_key_did_not_sign() -> None:
    assert check(WHOLE, key=OTHER_KEY)[:2] == ("tampered", {"signature"})


def test_a_bundle_cannot_bring_its_own_key() -> None:
    forged = {**WHOLE, "checkpoint": note(key=OTHER_KEY), "vkey": OTHER_KEY.vkey.encode()}

    assert check(forged)[:2] == ("tampered", {"signature"})


def test_a_changed_root_breaks_signature_and_proofs() -> None:
    root = text64(LEAVES[0]).encode()
    old = text64(merkle.root(SIZE, LEAVES)).encode()
    status, kinds, _ = check({**WHOLE, "checkpoint": WHOLE["checkpoint"].replace(old, root)})

    assert (status, kinds) == ("tampered", {"signature", "inclusion"})


def test_a_changed_size_breaks_the_signature() -> None:
    changed = WHOLE["checkpoint"].replace(b"\n12\n", b"\n13\n")
    status, kinds, _ = check({**WHOLE, "checkpoint": changed})

    assert status == "tampered"
    assert {"signature", "size"} <= kinds


def test_a_changed_signature_is_false() -> None:
    head, _, encoded = WHOLE["checkpoint"].rstrip(b"\n").rpartition(b" ")
    changed = head + b" " + b64encode(flip(b64decode(encoded), 20)) + b"\n"
    status, kinds, report = check({**WHOLE, "checkpoint": changed})

    assert (status, kinds) == ("tampered", {"signature"})
    assert "is false" in report.as_text()


def test_a_missing_signature_is_told_apart_from_a_false_one() -> None:
    assert "is missing" in check(WHOLE, key=OTHER_KEY)[2].as_text()


def test_a_checkpoint_of_another_log_signed_by_the_key_is_refused() -> None:
    text = f"citation-engine/0f3a/other\n{SIZE}\n{text64(merkle.root(SIZE, LEAVES))}\n"
    blob = verifier.parse_key(KEY.vkey).id + KEY.sign(text.encode())
    forged = f"{text}\n— {ORIGIN} {text64(blob)}\n".encode()

    assert check({**WHOLE, "checkpoint": forged})[:2] == ("tampered", {"origin"})


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"format": "citation-engine-bundle/2"}, ("incomplete", {"format"})),
        ({"origin": "citation-engine/0f3a/other"}, ("tampered", {"origin"})),
        ({"size": 13}, ("tampered", {"size"})),
        ({"project": "other"}, ("tampered", {"project"})),
        ({"size": "12"}, ("tampered", {"unreadable"})),
        ({"size": True}, ("tampered", {"unreadable"})),
        ({"project": None}, ("tampered", {"unreadable"})),
    ],
)
def test_a_manifest_that_disagrees_is_noticed(
    values: dict[str, Any], expected: tuple[str, set[str]]
) -> None:
    manifest = {**json.loads(WHOLE["manifest.json"]), **values}

    assert check({**WHOLE, "manifest.json": json.dumps(manifest).encode()})[:2] == expected


@pytest.mark.parametrize("name", ["manifest.json", "checkpoint"])
def test_a_bundle_without_its_head_is_damaged(name: str) -> None:
    without = {other: data for other, data in WHOLE.items() if other != name}
    status, kinds, _ = check(without)

    assert status == "tampered"
    assert "unreadable" in kinds


# Older checkpoints.


def test_a_larger_older_checkpoint_is_a_rollback() -> None:
    larger = note(13, root=bytes(32))

    assert check(WHOLE, larger)[:2] == ("tampered", {"rollback"})
    assert check(partial(), larger)[:2] == ("tampered", {"rollback"})


@pytest.mark.parametrize("size", [5, 8, 12])
def test_another_history_under_the_same_key_is_a_split_view(size: int) -> None:
    forked = note(size, root=bytes(32))

    assert check(WHOLE, forked)[:2] == ("tampered", {"split_view"})
    assert check(partial(), forked)[0] == "tampered"


def test_a_forged_consistency_proof_is_noticed() -> None:
    older = rows(WHOLE, "consistency.jsonl")
    older[0]["proof"][0] = flip64(older[0]["proof"][0])
    forged = {"consistency.jsonl": lines(older)}

    assert check({**partial(), **forged}, note(5))[:2] == ("tampered", {"consistency"})
    assert check({**WHOLE, **forged}, note(5))[:2] == ("tampered", {"consistency"})


@pytest.mark.parametrize("values", [{"second": 11}, {"first": 12}, {"first": 0}, {"first": 8}])
def test_a_consistency_proof_between_other_sizes_is_noticed(values: dict[str, int]) -> None:
    assert check(change_row("consistency.jsonl", 0, **values))[:2] == ("tampered", {"consistency"})


def test_without_a_consistency_proof_nothing_can_be_said() -> None:
    assert check(partial(), note(6))[:2] == ("incomplete", {"incomparable"})
    assert check(WHOLE, note(6))[0] == "clean"


@pytest.mark.parametrize("older", [b"", b"garbage", b"\xff\xfe", note(5, key=OTHER_KEY)])
def test_an_older_checkpoint_that_proves_nothing_makes_it_incomplete(older: bytes) -> None:
    assert check(WHOLE, older)[:2] == ("incomplete", {"incomparable"})


def test_damage_outweighs_what_is_incomplete() -> None:
    members = change_row("contents.jsonl", 3, bytes=text64(b"forged"))

    assert check(members, b"garbage")[:2] == ("tampered", {"commitment", "incomparable"})


# Hostile zip files and hostile JSON.


def test_something_that_is_no_zip_file_is_unreadable() -> None:
    for data in (b"", b"PK", b"PK\x05\x06" + bytes(18), bytes(1000), pack(WHOLE)[:-30]):
        status, kinds, _ = check(data)

        assert status == "tampered"
        assert "unreadable" in kinds


def test_a_bomb_is_not_unpacked() -> None:
    bomb = pack({**WHOLE, "contents.jsonl": bytes(64 << 20)})
    status, kinds, report = check(bomb)

    assert (status, kinds) == ("tampered", {"unsafe"})
    assert "contents.jsonl" not in report.members


def test_a_dense_member_below_the_first_mebibyte_is_no_bomb() -> None:
    assert check({**WHOLE, "notes.txt": bytes(1 << 20)})[0] == "clean"


def test_declared_sizes_are_limited_in_each_and_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("MAX_MEMBER", 100), ("MAX_TOTAL", 1000), ("MAX_MEMBERS", 4)):
        with monkeypatch.context() as patched:
            patched.setattr(verifier, name, value)
            status, kinds, report = check(pack(WHOLE, zipfile.ZIP_STORED))

        assert status == "tampered"
        assert kinds & {"unsafe", "unreadable"}
        assert all(len(data) <= 100 for data in report.members.values())


@pytest.mark.parametrize(
    "name",
    [
        "../evil",
        "/etc/passwd",
        "a/../b",
        "a\\b",
        "C:evil",
        "./a",
        "a//b",
        ".hidden",
        "dir/",
        "a\nb",
    ],
)
def test_an_unsafe_name_is_noticed(name: str) -> None:
    assert check({**WHOLE, name: b"x"})[:2] == ("tampered", {"unsafe"})


def test_a_member_that_is_there_twice_is_noticed() -> None:
    buffer = io.BytesIO(pack(WHOLE))
    with zipfile.ZipFile(buffer, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("entries.jsonl", b"")

    assert check(buffer.getvalue())[:2] == ("tampered", {"unsafe"})


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing_are_refused(method: int) -> None:
    assert "unsafe" in check(pack(WHOLE, method))[1]


@pytest.mark.parametrize(
    "line",
    [
        b"garbage",
        b"\xff\xfe",
        b"null",
        b"[]",
        b"{}",
        b"1",
        b'"text"',
        b"[" * 100_000,
        b'{"index":' * 50_000,
        b'{"index": 0, "index": 1}',
        b'{"index": 0, "surprise": 1}',
        b'{"index": ' + b"9" * 10_000 + b"}",
        b'{"index": NaN, "body": "", "proof": []}',
        b'{"entry_id": "\\ud800", "name": "\\u001b[2J", "salt": "", "bytes": ""}',
        b'{"first": [], "second": {}, "proof": 3}',
        b"",
    ],
)
@pytest.mark.parametrize("name", ["entries.jsonl", "contents.jsonl", "consistency.jsonl"])
def test_a_line_of_garbage_is_unreadable_and_the_rest_is_still_checked(
    name: str, line: bytes
) -> None:
    members = {**WHOLE, name: WHOLE[name] + line + b"\n"}
    members["contents.jsonl"] += lines([{**rows(WHOLE, "contents.jsonl")[0], "name": "other"}])
    status, kinds, report = check(members)

    assert status == "tampered"
    assert kinds == {"unreadable", "orphan"} or b"entry_id" in line
    assert report.as_text().isascii()
    assert "\x1b" not in report.as_text()


@pytest.mark.parametrize("value", [None, True, -1, 1.5, "x", "é", [], {}, [1], ["x"], {"a": 1}])
@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("entries.jsonl", "index"),
        ("entries.jsonl", "body"),
        ("entries.jsonl", "proof"),
        ("contents.jsonl", "entry_id"),
        ("contents.jsonl", "name"),
        ("contents.jsonl", "salt"),
        ("contents.jsonl", "bytes"),
        ("consistency.jsonl", "first"),
        ("consistency.jsonl", "second"),
        ("consistency.jsonl", "proof"),
    ],
)
def test_a_value_of_a_wrong_type_is_reported(name: str, field: str, value: Any) -> None:
    if (field, value) == ("proof", []):
        return
    status, _, report = check(change_row(name, 4 if "cons" not in name else 0, **{field: value}))

    assert status == "tampered"
    assert json.loads(report.as_json())["status"] == "tampered"


@pytest.mark.parametrize(
    "changes",
    [
        {"data": None},
        {"data": {"commitments": []}},
        {"data": {"commitments": {"quote": None}}},
        {"data": {"commitments": {"quote": {"hmac": 1, "length": 2}}}},
        {"data": {"commitments": {"quote": {"hmac": "00", "length": "2"}}}},
        {"entry_id": 7},
        {"project": None},
        {"time": 1},
        {"v": "1"},
    ],
)
def test_a_body_in_the_log_that_is_not_an_envelope_is_unreadable(changes: dict[str, Any]) -> None:
    status, kinds, report = check(make([*BODIES[:-1], body(11, **changes)]))

    assert (status, kinds) == ("tampered", {"unreadable"})
    assert report.findings[0]["index"] == 11


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b"null", b"[" * 100_000, b'{"v":1,"v":1}'])
def test_a_body_that_is_no_json_object_is_unreadable(data: bytes) -> None:
    assert check(make([*BODIES[:-1], data]))[:2] == ("tampered", {"unreadable"})


def test_an_unknown_type_verifies_and_an_unknown_version_does_not() -> None:
    assert check(make([*BODIES[:-1], body(11, type="from.the.future")]))[0] == "clean"
    assert check(make([*BODIES[:-1], body(11, v=2)]))[:2] == ("incomplete", {"format"})


def meaning(members: Members) -> Any:
    """Return what the bundle says, without white space and what nobody vouches for."""
    manifest = json.loads(members["manifest.json"])
    fields = {name: manifest.get(name) for name in ("format", "origin", "size", "project")}
    names = ("entries.jsonl", "contents.jsonl", "consistency.jsonl")
    return fields, members["checkpoint"], [rows(members, name) for name in names]


def damage(members: Members, chance: random.Random) -> Members:
    """Return the bundle with one random thing done to one member."""
    name = chance.choice(sorted(members))
    data = members[name]
    at, other = chance.randrange(len(data)), chance.randrange(len(data))
    start, stop = min(at, other), max(at, other)
    changed = chance.choice(
        [
            flip(data, at, chance.randrange(8)),
            data[:at] + bytes([chance.randrange(256)]) + data[at:],
            data[:start] + data[stop:],
            data[:stop] + data[start:],
            data[:at],
            data[:at] + data[other : other + 5] + data[at + 5 :],
        ]
    )
    return {**members, name: changed}


@pytest.mark.parametrize("seed", range(300))
def test_random_damage_is_never_clean_and_never_a_crash(seed: int) -> None:
    chance = random.Random(seed)
    before = chance.choice([WHOLE, make(BODIES, proofs=False), partial()])
    after = damage(before, chance)
    status, _, report = check(after, note(5), note(8))

    assert report.as_text().isascii()
    if status == "clean":
        withheld = {**after, "contents.jsonl": before["contents.jsonl"]}
        assert meaning(withheld) == meaning(before) or fewer_entries(before, after)
        assert all(row in rows(before, "contents.jsonl") for row in rows(after, "contents.jsonl"))


def fewer_entries(before: Members, after: Members) -> bool:
    """Tell if only whole lines were lost, which a bundle of part of the log may lack."""
    return (
        all(
            all(row in rows(before, name) for row in rows(after, name))
            for name in ("entries.jsonl", "consistency.jsonl")
        )
        and meaning(before)[:2] == meaning(after)[:2]
    )


@pytest.mark.parametrize("seed", range(300))
def test_random_damage_to_the_file_itself_is_never_clean_and_never_a_crash(seed: int) -> None:
    chance = random.Random(seed)
    packed = bytearray(pack(WHOLE, chance.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])))
    for _ in range(chance.randrange(1, 4)):
        packed[chance.randrange(len(packed))] = chance.randrange(256)
    status, _, report = check(bytes(packed), note(5))

    assert status != "clean" or {**WHOLE, **report.members} == WHOLE


# The parts, checked against other implementations.


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200), st.integers(0, 511))
@settings(max_examples=60, deadline=None)
def test_ed25519_agrees_with_the_library(seed: bytes, message: bytes, bit: int) -> None:
    key = Ed25519PrivateKey.from_private_bytes(seed)
    public, signature = key.public_key().public_bytes_raw(), key.sign(message)

    assert verifier.ed25519_verify(public, message, signature)
    assert not verifier.ed25519_verify(public, message + b"x", signature)
    assert not verifier.ed25519_verify(public, message, flip(signature, bit // 8, bit % 8))
    assert not verifier.ed25519_verify(public, message, signature + b"\x00")


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=64, max_size=64))
@settings(max_examples=60, deadline=None)
def test_ed25519_refuses_random_bytes_as_the_library_does(public: bytes, signature: bytes) -> None:
    with pytest.raises((InvalidSignature, ValueError)):
        Ed25519PublicKey.from_public_bytes(public).verify(signature, b"words")

    with contextlib.suppress(ValueError):
        assert not verifier.ed25519_verify(public, b"words", signature)


RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


@pytest.mark.parametrize(("public", "message", "signature"), RFC_8032)
def test_ed25519_gives_the_answers_of_rfc_8032(public: str, message: str, signature: str) -> None:
    data = [bytes.fromhex(text) for text in (public, message, signature)]

    assert verifier.ed25519_verify(*data)


def test_a_signature_with_a_value_beyond_the_order_is_refused() -> None:
    public, message, signature = (bytes.fromhex(text) for text in RFC_8032[1])
    s = int.from_bytes(signature[32:], "little") + verifier.ORDER

    assert not verifier.ed25519_verify(public, message, signature[:32] + s.to_bytes(32, "little"))


@pytest.mark.parametrize(
    "public",
    [
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ],
)
def test_a_key_of_small_order_signs_nothing(public: str) -> None:
    identity = b"\x01" + bytes(63)

    assert not any(
        verifier.ed25519_verify(bytes.fromhex(public), bytes([n]), identity) for n in range(16)
    )


def test_a_key_that_is_no_point_of_the_curve_is_refused() -> None:
    for public in (b"\xff" * 32, b"\x02" + bytes(31), b"\x01" + bytes(30) + b"\x80"):
        with pytest.raises(ValueError, match="not a point"):
            verifier.ed25519_verify(public, b"", bytes(64))


def test_both_merkle_implementations_agree() -> None:
    leaves = Leaves(merkle.leaf_hash(bytes([n])) for n in range(70))
    for size in range(71):
        root = verifier.root_of(leaves[:size])
        log = verifier.Checkpoint("", size, root, "")

        assert root == merkle.root(size, leaves)
        for index in range(size):
            proof = merkle.inclusion_proof(index, size, leaves)
            assert verifier.verify_inclusion(index, leaves[index], proof, log)
            assert not verifier.verify_inclusion(index + 1, leaves[index], proof, log)
        for first in range(size):
            old = verifier.Checkpoint("", first, merkle.root(first, leaves), "")
            proof = merkle.consistency_proof(first, size, leaves)
            assert verifier.verify_consistency(old, log, proof)
            assert not verifier.verify_consistency(log, old, proof)
            assert not verifier.verify_consistency(old, log, [*proof, root])


# The file as a stranger runs it.


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.zip").write_bytes(pack(WHOLE))
    (tmp_path / "bad.zip").write_bytes(pack(change_row("contents.jsonl", 3, bytes="")))
    (tmp_path / "part.zip").write_bytes(pack(partial()))
    for size in (5, 6, 8):
        (tmp_path / str(size)).write_bytes(note(size))
    return tmp_path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    script = folder / "verify_bundle.py"
    script.write_bytes(Path(verifier.__file__).read_bytes())
    command = [sys.executable, "-I", "-S", str(script), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["good.zip", "--key", KEY.vkey], 0),
        (["good.zip", "--key", KEY.vkey, "--against", "5", "6", "--against", "8"], 0),
        (["bad.zip", "--key", KEY.vkey], 1),
        (["good.zip", "--key", OTHER_KEY.vkey], 1),
        (["good.zip"], 2),
        (["good.zip", "--key", "rubbish"], 2),
        (["good.zip", "--key", KEY.vkey, "--surprise"], 2),
        (["part.zip", "--key", KEY.vkey, "--against", "6"], 3),
        (["nothing.zip", "--key", KEY.vkey], 3),
        (["good.zip", "--key", KEY.vkey, "--against", "nothing"], 3),
    ],
)
def test_the_file_runs_alone_and_its_exit_status_tells(
    folder: Path, arguments: list[str], expected: int
) -> None:
    done = run(folder, *arguments)

    assert done.returncode == expected
    assert "Traceback" not in done.stderr
    assert done.stdout or expected == 2


def test_the_report_for_machines_has_the_promised_fields(folder: Path) -> None:
    report = json.loads(run(folder, "bad.zip", "--key", KEY.vkey, "--json").stdout)

    assert list(report) == ["status", "findings", "entries", "contents_checked", "contents_absent"]
    assert report["status"] == "tampered"
    assert list(report["findings"][0]) == ["kind", "index", "entry_id", "message"]


def test_the_main_function_runs_in_process_too(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = verifier.main([str(folder / "part.zip"), "--key", KEY.vkey])

    assert status == 0
    assert capsys.readouterr().out.startswith("10 entries, all in the log signed by")


def test_the_file_needs_nothing_but_the_standard_library_of_python_3_8() -> None:
    source = Path(verifier.__file__).read_text("utf-8")
    tree = ast.parse(source, feature_version=(3, 8))
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}

    assert {name.split(".")[0] for name in imported} <= set(sys.stdlib_module_names)
    assert not re.search(r"\b(socket|urllib|subprocess|eval|exec)\b", source)
    assert len(source.splitlines()) <= 400

from base64 import b64encode
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citation_engine.errors import LedgerBroken, SigningKeyError
from citation_engine.record.checkpoints import (
    Checkpoint,
    VerifierKey,
    format_checkpoint,
    format_vkey,
    parse_checkpoint,
    parse_vkey,
    sign,
    verify_signed,
)
from citation_engine.record.keys import SigningKey
from citation_engine.record.merkle import EMPTY_ROOT

ORIGIN = "citation-engine/0f3a/default"
ROOT = bytes(range(32))
KEY = SigningKey(ORIGIN, b"\x07" * 32)
CHECKPOINT = Checkpoint(ORIGIN, 1842, ROOT)
SIGNED = sign(CHECKPOINT, KEY)


def signature_line(key: SigningKey, body: str) -> str:
    blob = parse_vkey(key.vkey).id + key.sign(body.encode())
    return f"— {key.name} {b64encode(blob).decode()}\n"


def test_a_body_is_three_lines() -> None:
    text = format_checkpoint(CHECKPOINT)

    assert text == f"{ORIGIN}\n1842\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n"
    assert parse_checkpoint(text) == CHECKPOINT


@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1),
    st.integers(1, 10**18),
    st.binary(min_size=32, max_size=32),
)
def test_every_checkpoint_reads_back_as_written(origin: str, size: int, root: bytes) -> None:
    checkpoint = Checkpoint(origin, size, root)

    assert parse_checkpoint(format_checkpoint(checkpoint)) == checkpoint


GOOD_ROOT = b64encode(ROOT).decode()


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("", "three lines"),
        (f"log\n1\n{GOOD_ROOT}", "three lines"),
        (f"log\n1\n{GOOD_ROOT}\nextension\n", "three lines"),
        (f"\n1\n{GOOD_ROOT}\n", "origin, is empty"),
        (f"log\n01\n{GOOD_ROOT}\n", "no plain decimal number: '01'"),
        (f"log\n-1\n{GOOD_ROOT}\n", "no plain decimal number"),
        (f"log\n+1\n{GOOD_ROOT}\n", "no plain decimal number"),
        (f"log\n1 \n{GOOD_ROOT}\n", "no plain decimal number"),
        (f"log\n١\n{GOOD_ROOT}\n", "no plain decimal number"),
        (f"log\n{'9' * 5000}\n{GOOD_ROOT}\n", "no plain decimal number"),
        ("log\n1\nAAAA\n", "not 32 bytes in base64"),
        (f"log\n1\n{GOOD_ROOT[:-1]}\n", "not 32 bytes in base64"),
        (f"log\n1\n{GOOD_ROOT[:-2]}9=\n", "not 32 bytes in base64"),
        (f"log\r\n1\n{GOOD_ROOT}\n", "contains the character"),
        (f"log\x00\n1\n{GOOD_ROOT}\n", "contains the character"),
        (f"log\n0\n{GOOD_ROOT}\n", "not that of an empty log"),
    ],
)
def test_a_malformed_body_is_refused_with_the_reason(body: str, reason: str) -> None:
    with pytest.raises(LedgerBroken, match=reason):
        parse_checkpoint(body)


def test_an_empty_log_has_a_checkpoint_too() -> None:
    empty = Checkpoint(ORIGIN, 0, EMPTY_ROOT)

    assert verify_signed(sign(empty, KEY).text, KEY.vkey) == empty


def test_a_signed_checkpoint_gives_back_what_was_signed() -> None:
    assert verify_signed(SIGNED.text, KEY.vkey) == CHECKPOINT
    assert SIGNED.text.startswith(format_checkpoint(CHECKPOINT) + f"\n— {ORIGIN} ")


def test_the_published_example_of_the_note_package_verifies() -> None:
    seed_text = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
    vkey = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"

    assert SigningKey.from_text(seed_text).vkey == vkey


@given(st.integers(0, len(SIGNED.text.encode()) * 8 - 1))
@settings(max_examples=300, deadline=None)
def test_no_flipped_bit_survives(bit: int) -> None:
    damaged = bytearray(SIGNED.text.encode())
    damaged[bit // 8] ^= 1 << bit % 8

    with pytest.raises(LedgerBroken):
        verify_signed(damaged.decode("utf-8", "surrogateescape"), KEY.vkey)


def test_another_key_of_the_same_name_does_not_verify() -> None:
    other = SigningKey(ORIGIN, b"\x08" * 32)

    with pytest.raises(LedgerBroken, match="no signature by the key"):
        verify_signed(SIGNED.text, other.vkey)


def test_signatures_by_unknown_keys_are_ignored() -> None:
    witness = SigningKey("witness.example/w1", b"\x09" * 32)
    body = format_checkpoint(CHECKPOINT)
    text = f"{body}\n{signature_line(witness, body)}{signature_line(KEY, body)}"

    assert verify_signed(text, KEY.vkey) == CHECKPOINT


def test_a_broken_signature_under_the_known_key_spoils_the_note() -> None:
    body = format_checkpoint(CHECKPOINT)
    text = f"{body}\n{signature_line(KEY, body)}{signature_line(KEY, 'something else')}"

    with pytest.raises(LedgerBroken, match="does not fit its text"):
        verify_signed(text, KEY.vkey)


def test_a_checkpoint_of_another_log_is_refused_even_if_signed() -> None:
    body = format_checkpoint(replace(CHECKPOINT, origin="citation-engine/0f3a/other"))

    with pytest.raises(LedgerBroken, match="it is of the log"):
        verify_signed(f"{body}\n{signature_line(KEY, body)}", KEY.vkey)


def test_a_key_signs_only_for_its_own_log() -> None:
    with pytest.raises(SigningKeyError, match="cannot sign for the log"):
        sign(replace(CHECKPOINT, origin="elsewhere"), KEY)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text[:-1], "signature lines"),
        (lambda text: text.replace("\n\n", "\n"), "signature lines"),
        (lambda text: text.replace("— ", "- "), "not a signature line"),
        (lambda text: text.replace("— ", "—"), "not a signature line"),
        (lambda text: text + "\n", "signature lines"),
        (lambda text: text + "rubbish\n", "not a signature line"),
        (lambda text: text.replace("=\n", "\n"), "not a signature line"),
        (lambda text: text + "x" * 300_000, "longer than"),
        (lambda text: format_checkpoint(CHECKPOINT), "signature lines"),
        (lambda text: "", "signature lines"),
    ],
)
def test_a_malformed_note_is_refused_with_the_reason(change, reason: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(LedgerBroken, match=reason):
        verify_signed(change(SIGNED.text), KEY.vkey)


def test_a_vkey_reads_back_as_written() -> None:
    key = parse_vkey(KEY.vkey)

    assert key == VerifierKey(ORIGIN, KEY.public)
    assert format_vkey(key) == KEY.vkey
    assert parse_vkey(f" {KEY.vkey}\n") == key


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name",
        "name+00000000",
        KEY.vkey.replace("0f3a", "0f3b"),
        KEY.vkey[:-4],
        KEY.vkey + "AAAA",
        "name+00000000+AAAA",
        "two words+00000000+" + KEY.vkey.split("+", 2)[2],
        "+00000000+" + KEY.vkey.split("+", 2)[2],
    ],
)
def test_a_malformed_vkey_is_refused(text: str) -> None:
    with pytest.raises(SigningKeyError):
        parse_vkey(text)

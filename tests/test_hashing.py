import hashlib
import hmac
import threading
import time

import pytest

from citation_engine.hashing import commitment, keyed_digest, keyed_name, sha256_hex, uuid7


def test_the_hash_of_a_string_is_the_hash_of_its_utf8_bytes():
    assert sha256_hex("zehn Jahre für ä") == sha256_hex("zehn Jahre für ä".encode())
    assert sha256_hex(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_a_commitment_is_the_hmac_of_rfc_4231():
    expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"

    assert commitment(b"Jefe", b"what do ya want for nothing?") == expected
    assert keyed_digest(b"Jefe", b"what do ya want for nothing?").hex() == expected


def test_a_name_is_half_the_keyed_hash_of_its_kind_and_itself():
    expected = hmac.digest(b"key", b"session\nalpha", hashlib.sha256)[:16].hex()

    assert keyed_name(b"key", "session", "alpha") == expected


def test_the_same_name_of_another_kind_or_key_is_another_name():
    names = {
        keyed_name(b"key", "session", "alpha"),
        keyed_name(b"key", "actor", "alpha"),
        keyed_name(b"other", "session", "alpha"),
    }

    assert len(names) == 3


def test_a_kind_cannot_contain_the_separator():
    with pytest.raises(ValueError, match="line end"):
        keyed_name(b"key", "session\nx", "alpha")


def test_an_identifier_has_version_7_its_variant_and_the_time_given():
    identifier = uuid7(now_ms=0x017F22E279B0)

    assert identifier.version == 7
    assert identifier.variant == "specified in RFC 4122"
    assert identifier.int >> 80 == 0x017F22E279B0


def test_an_identifier_has_the_time_of_the_clock():
    before = time.time_ns() // 1_000_000
    identifier = uuid7()

    assert before <= identifier.int >> 80 <= before + 60_000


def test_identifiers_of_one_millisecond_increase():
    made = [uuid7(now_ms=1_700_000_000_000) for _ in range(1000)]

    assert made == sorted(set(made))
    assert {identifier.int >> 80 for identifier in made} == {1_700_000_000_000}


def test_identifiers_increase_over_threads():
    made = []

    def make():
        mine = [uuid7() for _ in range(500)]
        assert mine == sorted(mine)
        made.extend(mine)

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(set(made)) == 4000
    assert uuid7() > max(made)


@pytest.mark.parametrize("now_ms", [-1, 2**48])
def test_a_time_that_does_not_fit_is_refused(now_ms):
    with pytest.raises(ValueError, match="not a time"):
        uuid7(now_ms=now_ms)

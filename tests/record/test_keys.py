import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from citation_engine.errors import SigningKeyError
from citation_engine.record.keys import SigningKey, load, load_or_create

NAME = "citation-engine/0f3a/default"
posix_only = pytest.mark.skipif(os.name != "posix", reason="file modes are a POSIX matter")


def test_a_key_reads_back_from_its_text() -> None:
    key = SigningKey.generate(NAME)

    assert SigningKey.from_text(key.to_text() + "\n") == key
    assert key.to_text().startswith(f"PRIVATE+KEY+{NAME}+")


def test_two_generated_keys_differ() -> None:
    assert SigningKey.generate(NAME) != SigningKey.generate(NAME)


def test_a_signature_verifies_under_the_public_half() -> None:
    key = SigningKey.generate(NAME)

    Ed25519PublicKey.from_public_bytes(key.public).verify(key.sign(b"words"), b"words")


def test_the_secret_shows_neither_in_repr_nor_in_the_vkey() -> None:
    key = SigningKey(NAME, b"secret" * 5 + b"!!")

    assert "secret" not in repr(key)
    assert key.to_text().rpartition("+")[2] not in key.vkey


def test_one_secret_has_another_id_under_another_name() -> None:
    key = SigningKey.generate(NAME)
    other = key.for_origin("citation-engine/0f3a/other")

    assert other.public == key.public
    assert other.vkey.split("+")[1] != key.vkey.split("+")[1]


@pytest.mark.parametrize(
    "name", ["", "two words", "a+b", "line\nbreak", "no\u00a0break", "nul\x00"]
)
def test_a_name_that_would_blur_a_signature_line_is_refused(name: str) -> None:
    with pytest.raises(SigningKeyError, match="cannot be the name"):
        SigningKey.generate(name)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "",
        lambda text: text.removeprefix("PRIVATE+"),
        lambda text: text[:-4],
        lambda text: text.replace("0f3a", "0f3b"),
        lambda text: text.replace("+A", "+B"),
        lambda text: "PRIVATE+KEY+name",
    ],
)
def test_a_damaged_text_is_refused_without_repeating_it(change) -> None:  # type: ignore[no-untyped-def]
    text = SigningKey(NAME, b"\x07" * 32).to_text()

    with pytest.raises(SigningKeyError) as caught:
        SigningKey.from_text(change(text))

    assert "BwcHBw" not in str(caught.value)
    assert caught.value.fix


def test_the_file_is_made_once_and_then_only_read(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "log.key"
    first = load_or_create(path, NAME)
    text = path.read_text()

    assert load_or_create(path, NAME) == load(path) == first
    assert path.read_text() == text
    assert [child.name for child in path.parent.iterdir()] == ["log.key"]


@posix_only
def test_nobody_else_may_read_the_file_or_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "log.key"
    before = os.umask(0)
    try:
        load_or_create(path, NAME)
    finally:
        os.umask(before)

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@posix_only
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o620])
def test_a_file_open_to_others_is_refused_and_chmod_named(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "my log.key"
    load_or_create(path, NAME)
    path.chmod(mode)

    with pytest.raises(SigningKeyError, match="chmod 600") as caught:
        load_or_create(path, NAME)

    assert f"'{path}'" in caught.value.fix


def test_an_unreadable_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "log.key"
    path.write_bytes(b"\xff\xfe not a key")
    path.chmod(0o600)

    with pytest.raises(SigningKeyError):
        load_or_create(path, NAME)

    assert path.read_bytes() == b"\xff\xfe not a key"


def test_an_empty_file_is_no_key(tmp_path: Path) -> None:
    path = tmp_path / "log.key"
    path.touch(0o600)

    with pytest.raises(SigningKeyError, match="does not begin with"):
        load_or_create(path, NAME)


def test_the_key_of_another_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.key"
    load_or_create(path, NAME)

    with pytest.raises(SigningKeyError, match="is for the log"):
        load_or_create(path, "citation-engine/0f3a/other")


def test_a_missing_file_or_a_folder_is_a_clear_error(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing", tmp_path):
        with pytest.raises(SigningKeyError, match="cannot be read"):
            load(path)


def test_a_folder_that_cannot_be_made_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(SigningKeyError, match="cannot be made"):
        load_or_create(tmp_path / "file" / "log.key", NAME)


@posix_only
def test_a_link_to_nowhere_is_not_followed_into_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "log.key"
    path.symlink_to(tmp_path / "elsewhere")

    with pytest.raises(SigningKeyError):
        load_or_create(path, NAME)

    assert not (tmp_path / "elsewhere").exists()


def test_of_many_starting_at_once_all_get_the_same_key(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "log.key"
    with ThreadPoolExecutor(16) as pool:
        keys = list(pool.map(lambda _: load_or_create(path, NAME), range(64)))

    assert len(set(keys)) == 1
    assert [child.name for child in path.parent.iterdir()] == ["log.key"]

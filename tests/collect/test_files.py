"""Reading bytes: ordinary files only, within the limit, and a sentence for everything else."""

import os
from pathlib import Path

import pytest

from citation_engine.collect.files import read_bytes
from citation_engine.errors import InvalidInput, SourceNotFound, SourceUnreadable

unix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX files")


def test_the_bytes_of_a_file_are_given_as_they_are(tmp_path):
    (tmp_path / "a").write_bytes(b"\x00\xff\r\n")

    assert read_bytes(tmp_path / "a", 100) == b"\x00\xff\r\n"


@pytest.mark.parametrize(("size", "fits"), [(99, True), (100, True), (101, False)])
def test_the_limit_is_the_last_size_that_fits(tmp_path, size, fits):
    (tmp_path / "a").write_bytes(b"x" * size)

    if fits:
        assert len(read_bytes(tmp_path / "a", 100)) == size
    else:
        with pytest.raises(InvalidInput, match="101 bytes; the limit is 100") as caught:
            read_bytes(tmp_path / "a", 100)
        assert "CITATION_MAX_SOURCE_BYTES" in caught.value.fix


def test_a_missing_file_is_not_found():
    with pytest.raises(SourceNotFound, match=r"no file nowhere\.md"):
        read_bytes(Path("nowhere.md"), 100)


def test_a_folder_is_named_as_one(tmp_path):
    with pytest.raises(InvalidInput, match="is a folder"):
        read_bytes(tmp_path, 100)


@unix
def test_a_named_pipe_does_not_keep_us_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(SourceUnreadable, match="not an ordinary file"):
        read_bytes(tmp_path / "pipe", 100)


@unix
def test_a_device_without_end_is_not_read():
    with pytest.raises(SourceUnreadable, match="not an ordinary file"):
        read_bytes(Path("/dev/zero"), 100)


@unix
def test_a_loop_of_links_is_a_sentence(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")

    with pytest.raises(SourceUnreadable, match="cannot be read"):
        read_bytes(tmp_path / "a", 100)


def test_a_name_too_long_for_any_disk_is_a_short_sentence():
    with pytest.raises((SourceUnreadable, SourceNotFound)) as caught:
        read_bytes(Path("x" * 5_000), 100)

    assert len(str(caught.value)) < 500


@unix
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_says_so(tmp_path):
    (tmp_path / "a").write_bytes(b"x")
    (tmp_path / "a").chmod(0)

    with pytest.raises(SourceUnreadable, match="Permission denied"):
        read_bytes(tmp_path / "a", 100)

"""Files made for speed: never needed, private, and gone when they must go."""

import os
import stat
import sys
from pathlib import Path

import pytest

from citation_engine import CitationEngine, Match, Settings, StoreError
from citation_engine.check.cache import CacheFolder
from citation_engine.model.source import ReadState


@pytest.fixture
def files(tmp_path):
    return CacheFolder(tmp_path / "cache" / "words", ".words", 300)


def names_in(files):
    return sorted(path.name for path in files.folder.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_only_the_user_can_read_them(files):
    files.write("one", [b"words"])

    assert stat.S_IMODE(files.path("one").stat().st_mode) == 0o600
    assert stat.S_IMODE(files.folder.stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    files = CacheFolder(blocked, ".words", 300)

    assert files.write("one", [b"words"]) is False
    assert files.read("one") is None


def test_the_files_used_longest_ago_go_first(files):
    for age, name in enumerate(("a", "b", "c", "d")):
        files.write(name, [b"x" * 150])
        os.utime(files.path(name), (1_000_000 + age, 1_000_000 + age))

    assert names_in(files) == ["b.words", "c.words", "d.words"]


def test_an_interrupted_write_leaves_nothing_that_is_read(files):
    files.write("one", [b"words"])
    left_over = files.folder / ".unfinished-abc"
    left_over.write_bytes(b"half")
    os.utime(left_over, (1_000_000, 1_000_000))

    files.write("two", [b"words"])

    assert names_in(files) == ["one.words", "two.words"]


def large_text():
    return " ".join(f"This is sentence number {n} of a long text." for n in range(5_000))


def engine_at(tmp_path, database="citations.db"):
    settings = Settings.from_env(cache_folder=str(tmp_path / "cache"), judge="none")
    where = database if database == ":memory:" else tmp_path / database
    return CitationEngine(where, settings=settings)


def test_another_process_finds_quotes_in_a_large_source(tmp_path):
    with engine_at(tmp_path) as engine:
        engine.add_text(large_text(), name="Long")
    with engine_at(tmp_path) as engine:
        found = engine.locate("S1", "sentence number 3217 of a long text")

    assert found.match is Match.EXACT


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be made read-only there")
def test_what_cannot_be_deleted_stops_the_redaction_and_says_so(tmp_path, monkeypatch):
    with engine_at(tmp_path) as engine:
        source = engine.add_text(large_text(), name="Long")
        CacheFolder(tmp_path / "cache" / "checks", ".check", 300).write("one", [b"words"])

        def refuse(self, missing_ok=False):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "unlink", refuse)
        with pytest.raises(StoreError, match="cannot be deleted") as refused:
            engine.redact(source=source, reason="Asked for.", authority="DPO")
        monkeypatch.undo()
        still = engine.get_source(source.id)

    assert "redact again" in refused.value.fix
    assert still.state is ReadState.READY


def test_adding_a_source_leaves_nothing_in_the_cache_folder(tmp_path):
    for database in (":memory:", "citations.db"):
        with engine_at(tmp_path, database) as engine:
            engine.add_text(large_text(), name="Long")

    assert not (tmp_path / "cache").exists()

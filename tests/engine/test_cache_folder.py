"""Index files: never needed, never trusted, and gone when they must go."""

import os
import random
import shutil
import stat
import sys
from pathlib import Path

import pytest

from citation_engine import CitationEngine, Match, Settings, StoreError
from citation_engine.engine import indexes
from citation_engine.engine.indexes import IndexFiles
from citation_engine.hashing import sha256_hex
from citation_engine.model.source import ReadState
from citation_engine.quotes.locate import find_quote
from citation_engine.quotes.searchable_text import Prepared, SearchedText, prepare
from citation_engine.quotes.skeleton import skeleton_of


def long_text(seed=1):
    generator = random.Random(seed)
    words = ["".join(generator.choices("abcdefghijklmnoprstuvwßé", k=6)) for _ in range(2_000)]
    return " ".join(generator.choices(words, k=20_000))


TEXT = long_text()
KEY = sha256_hex(TEXT)


@pytest.fixture
def files(tmp_path):
    return IndexFiles(tmp_path / "cache" / "indexes")


def only_file(files):
    [path] = files.folder.iterdir()
    return path


def test_an_index_is_written_once_and_read_back(files):
    made = files.prepared(TEXT, KEY)
    read = files.load(TEXT, KEY)

    assert bytes(read.skeleton.data[: read.skeleton.length]) == made.skeleton.data
    assert list(read.skeleton.starts) == list(made.skeleton.starts)
    assert read.seeds.to_parts() == made.seeds.to_parts()


def test_a_text_with_its_index_from_a_file_gives_the_same_answers(files):
    files.prepared(TEXT, KEY)
    read = SearchedText(TEXT, prepared=files.load(TEXT, KEY))
    words = TEXT.split()
    quotes = [
        " ".join(words[5_000:5_020]),
        " ".join([*words[9_000:9_010], "other", *words[9_011:9_020]]),
        "\n".join(words[-20:]),
        words[70],
        "nothing of the kind stands in there at all",
    ]

    for quote in quotes:
        assert find_quote(quote, read) == find_quote(quote, TEXT)


def test_a_small_text_has_no_file(files):
    assert files.prepared("ten years", sha256_hex("ten years")).seeds is None
    assert not files.folder.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_only_the_user_can_read_them(files):
    files.prepared(TEXT, KEY)

    assert stat.S_IMODE(files.folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(only_file(files).stat().st_mode) == 0o600


@pytest.mark.parametrize("share", [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99999])
def test_a_damaged_file_is_made_anew(files, share):
    made = files.prepared(TEXT, KEY)
    path = only_file(files)
    damaged = bytearray(path.read_bytes())
    damaged[int(share * len(damaged))] ^= 0x55
    path.write_bytes(damaged)

    assert files.load(TEXT, KEY) is None
    again = files.prepared(TEXT, KEY)

    assert again.seeds.to_parts() == made.seeds.to_parts()
    assert files.load(TEXT, KEY) is not None


@pytest.mark.parametrize("content", [b"", b"foreign", b"\0" * 100, b"x" * 100_000])
def test_a_foreign_file_is_ignored(files, content):
    files.prepared(TEXT, KEY)
    only_file(files).write_bytes(content)

    assert files.load(TEXT, KEY) is None


def test_a_cut_file_is_ignored(files):
    files.prepared(TEXT, KEY)
    path = only_file(files)
    path.write_bytes(path.read_bytes()[:-100])

    assert files.load(TEXT, KEY) is None


def test_the_file_of_another_text_is_ignored_even_under_this_name(files):
    other = long_text(2)
    files.store(KEY, prepare(other))

    assert files.load(TEXT, KEY) is None


def test_a_file_of_another_version_is_not_read(files, monkeypatch):
    files.prepared(TEXT, KEY)
    monkeypatch.setattr("citation_engine.engine.indexes.SKELETON_VERSION", 99)

    assert files.load(TEXT, KEY) is None
    assert files.erase(KEY) == 1


def test_a_redacted_text_leaves_no_file(files):
    files.prepared(TEXT, KEY)

    assert files.erase(KEY) == 1
    assert files.erase(KEY) == 0
    assert list(files.folder.iterdir()) == []
    assert files.load(TEXT, KEY) is None


def test_a_name_that_is_no_hash_is_refused(files):
    with pytest.raises(ValueError, match="SHA-256"):
        files.erase("../../elsewhere")


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")

    assert IndexFiles(blocked).prepared(TEXT, KEY).seeds is not None


def test_the_files_used_longest_ago_go_first(files):
    size = sum(map(len, prepare(TEXT).seeds.to_parts())) + len(TEXT)
    files = IndexFiles(files.folder, most_bytes=2 * size)
    texts = {sha256_hex(text): text for text in map(long_text, range(4))}
    for age, (key, text) in enumerate(texts.items()):
        files.prepared(text, key)
        path = next(files.folder.glob(f"{key}.*"))
        os.utime(path, (1_000_000 + age, 1_000_000 + age))

    left = {path.name[:64] for path in files.folder.iterdir()}

    assert list(texts)[-1] in left
    assert next(iter(texts)) not in left


def test_an_interrupted_write_leaves_nothing_that_is_read(files):
    files.prepared(TEXT, KEY)
    left_over = files.folder / ".unfinished-abc"
    left_over.write_bytes(b"half")
    os.utime(left_over, (1_000_000, 1_000_000))

    files.prepared(long_text(2), sha256_hex(long_text(2)))

    assert not left_over.exists()


def test_a_file_whose_letters_are_not_the_texts_is_ignored(files):
    wrong = skeleton_of(TEXT.swapcase()[::-1])
    files.store(KEY, Prepared(wrong, prepare(TEXT).seeds))

    assert files.load(TEXT, KEY) is None


# As an engine uses them ------------------------------------------------------------------------


def large_text(word: str = "sentence") -> str:
    return "\n\n".join(f"This is {word} number {number} of a long text." for number in range(4_000))


def index_folder_of(tmp_path):
    return tmp_path / "cache" / "indexes"


def engine_at(tmp_path, database="citations.db"):
    settings = Settings.from_env(cache_folder=str(tmp_path / "cache"), judge="none")
    where = database if database == ":memory:" else tmp_path / database
    return CitationEngine(where, settings=settings)


def test_the_index_of_a_large_source_is_made_when_it_is_registered(tmp_path):
    text = large_text()
    with engine_at(tmp_path) as engine:
        source = engine.add_text(text, name="Long")
        files = [path.name for path in index_folder_of(tmp_path).iterdir()]
        result = engine.cite("A claim.", source, quote="sentence number 3217 of a long text")

    assert [name[:64] for name in files] == [sha256_hex(text)]
    assert result.verdict.match is Match.EXACT


def test_another_process_finds_quotes_by_the_file_and_makes_nothing_anew(tmp_path, monkeypatch):
    with engine_at(tmp_path) as engine:
        engine.add_text(large_text(), name="Long")

    def made_anew(text):
        raise AssertionError("The index was made anew.")

    monkeypatch.setattr(indexes, "prepare", made_anew)
    with engine_at(tmp_path) as engine:
        found = engine.locate("S1", "sentence number 3217 of a long text")

    assert found.match is Match.EXACT


def test_without_the_file_the_same_words_are_found(tmp_path):
    with engine_at(tmp_path) as engine:
        engine.add_text(large_text(), name="Long")
    shutil.rmtree(index_folder_of(tmp_path))
    with engine_at(tmp_path) as engine:
        found = engine.locate("S1", "sentence number 3217 of a long text")

    assert found.match is Match.EXACT
    assert len(list(index_folder_of(tmp_path).iterdir())) == 1


def test_redacting_a_source_deletes_its_index(tmp_path):
    with engine_at(tmp_path) as engine:
        source = engine.add_text(large_text(), name="Long")
        kept = engine.add_text(large_text("phrase"), name="Another")
        engine.redact(source=source, reason="Asked for.", authority="DPO")
        left = [path.name[:64] for path in index_folder_of(tmp_path).iterdir()]

    assert left == [sha256_hex(kept.content)]


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be made read-only there")
def test_an_index_that_cannot_be_deleted_stops_the_redaction_and_says_so(tmp_path, monkeypatch):
    with engine_at(tmp_path) as engine:
        source = engine.add_text(large_text(), name="Long")

        def refuse(self, missing_ok=False):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "unlink", refuse)
        with pytest.raises(StoreError, match="cannot be deleted") as refused:
            engine.redact(source=source, reason="Asked for.", authority="DPO")
        monkeypatch.undo()
        still = engine.get_source(source.id)

    assert "redact again" in refused.value.fix
    assert still.state is ReadState.READY


def test_a_database_in_memory_leaves_no_index_behind(tmp_path):
    with engine_at(tmp_path, ":memory:") as engine:
        engine.add_text(large_text(), name="Long")

    assert not index_folder_of(tmp_path).exists()

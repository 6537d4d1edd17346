"""Choosing the reader of a document, and where it runs."""

import os

import pytest

import made_pdfs as pdfs
from citation_engine.check.cache import KeptReadings
from citation_engine.collect.documents import read_document
from citation_engine.collect.readers.pdf import PdfReader
from citation_engine.collect.readers.text import PlainReader
from citation_engine.collect.sandbox import Sandbox
from citation_engine.errors import InvalidSetting, SourceUnreadable
from citation_engine.plugins import load, names
from citation_engine.settings import Settings
from collect import hostile_readers

READERS = [load("readers", name) for name in names("readers")]


@pytest.fixture(scope="module")
def sandbox():
    made = Sandbox()
    yield made
    made.close()


def read(data, file_name, readers=READERS, **options):
    return read_document(data, file_name, Settings(), readers, **options)


def test_the_bytes_decide_before_the_name(sandbox):
    found = read(pdfs.two_columns(), "columns.txt", sandbox=sandbox)

    assert found.reader == "pdf"
    assert found.layout.pages


def test_the_name_decides_where_the_bytes_say_nothing():
    assert read(b"a;b\n1;2\n", "rows.csv").reader == "table"
    assert read(b"a;b\n1;2\n", "rows.txt").reader == "plain"


def test_a_reader_on_request_is_never_chosen(sandbox):
    class OnRequest(PlainReader):
        name = "other"
        on_request = True

    readers = [OnRequest(), PlainReader()]

    assert read(b"words", "a.txt", readers).reader == "plain"
    assert read(b"words", "a.txt", readers, reader="other").reader == "other"


def test_an_unknown_reader_is_named_with_the_known_ones():
    with pytest.raises(InvalidSetting, match="no reader called 'magic'") as caught:
        read(b"words", "a.txt", reader="magic")

    assert "pdf" in caught.value.fix


def test_a_document_for_which_there_is_no_reader_says_what_to_do():
    with pytest.raises(SourceUnreadable, match=r"no reader for a\.bin") as caught:
        read(b"\0\1\2", "a.bin")

    assert "Convert it" in caught.value.fix


def test_a_reader_runs_in_another_process_unless_it_says_otherwise(sandbox):
    class Here(hostile_readers.TellsProcess):
        in_process = True

    here = read(b"", "a", [Here()], sandbox=sandbox)
    there = read(b"", "a", [hostile_readers.TellsProcess()], sandbox=sandbox)

    assert here.text == str(os.getpid()) != there.text


@pytest.mark.parametrize("where", ["accepts", "read"])
def test_a_strangers_reader_that_fails_in_this_process_is_one_sentence(where):
    class Strange(hostile_readers.Fails):
        in_process = True

        def accepts(self, data, file_name):
            return where == "read" or self.words(data)

    with pytest.raises(SourceUnreadable) as caught:
        read(b"", "a.bin", [Strange()])

    assert caught.value.message == "The reader hostile failed on a.bin: ValueError: an odd byte."


def test_what_another_reader_had_to_read_off_pictures_is_kept(tmp_path):
    kept, readers = KeptReadings(tmp_path), [PdfReader(), hostile_readers.SeesPictures()]
    first, second = (
        read(pdfs.made(pdfs.picture), "scan.pdf", readers, sandbox=Sandbox(), kept=kept)
        for _ in range(2)
    )

    assert first.reader == "ocr"
    # Each sandbox has processes of its own.
    assert first.text == second.text


def test_the_limit_on_sources_is_that_of_the_settings():
    with pytest.raises(SourceUnreadable, match="CITATION_MAX_SOURCE_BYTES"):
        read_document(pdfs.two_columns(), "a.pdf", Settings(max_source_bytes=1000), [PdfReader()])


def test_a_missing_extra_is_said_with_the_command_that_installs_it(sandbox):
    class Missing(hostile_readers.Reader):
        in_process = True

        def words(self, data):
            from citation_engine.errors import MissingExtra

            raise MissingExtra("The reader", "ocr")

    with pytest.raises(ImportError, match=r"citation-engine\[ocr\]"):
        read(b"", "a", [Missing()])
    with pytest.raises(SourceUnreadable, match=r"citation-engine\[ocr\]"):
        read(b"", "a", [hostile_readers.NeedsExtra()], sandbox=sandbox)

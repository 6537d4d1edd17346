import os

import pytest


@pytest.fixture
def folder(here):
    for name in ("b.txt", "a.txt", "sub/c.md", ".hidden.txt", ".git/config", "sub/.x/y.txt"):
        path = here / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"The text of {name}.")
    return here / "docs"


def names(listed):
    return [source["name"] for source in listed["sources"]]


def test_a_folder_is_read_in_order_without_hidden_files(folder, cite_json):
    added = cite_json("add", "docs")

    assert names(added) == ["a.txt", "b.txt", "c.md"]
    assert [source["label"] for source in added["sources"]] == ["S1", "S2", "S3"]


def test_a_hidden_file_that_is_named_is_added(folder, cite_json):
    assert names(cite_json("add", "docs/.hidden.txt")) == [".hidden.txt"]


def test_what_is_added_is_shown_with_its_number_and_state(folder, cite):
    result = cite("add", "docs/a.txt")

    assert result.stdout.splitlines()[1].split() == ["S1", "1", "new", "ready", "a.txt"]
    assert result.stderr == "1 source added.\n"


def test_the_same_call_again_changes_nothing(folder, cite, cite_json):
    cite("add", "docs")

    again = cite_json("add", "docs")

    assert {source["change"] for source in again["sources"]} == {"known"}
    assert [source["id"] for source in again["sources"]] == [1, 2, 3]


def test_a_changed_file_is_the_same_source(folder, cite, cite_json):
    cite("add", "docs")
    (folder / "a.txt").write_text("Something else.")

    first, *_ = cite_json("add", "docs")["sources"]

    assert (first["label"], first["change"], first["snapshots"]) == ("S1", "changed", 2)


def test_a_file_named_twice_is_added_once(folder, cite_json):
    assert names(cite_json("add", "docs/a.txt", "docs")) == ["a.txt", "b.txt", "c.md"]


def test_the_database_in_a_folder_is_no_source(folder, cite, cite_json):
    cite("add", "docs/a.txt")
    cite("ledger", "checkpoint")

    assert "citations.db" not in " ".join(names(cite_json("add", ".")))


def test_a_missing_path_is_a_mistake_and_nothing_is_added(folder, here, cite):
    result = cite("add", "docs", "nowhere.txt", code=2)

    assert "There is no file or folder nowhere.txt." in result.stderr
    assert not (here / "citations.db").exists()


def test_a_folder_with_nothing_to_add_says_so(here, cite):
    (here / "empty").mkdir()

    assert "nothing to add" in cite("add", "empty", code=5).stderr


def test_what_cannot_be_read_is_degraded_with_the_reason(here, cite):
    (here / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\xff\xfe")

    result = cite("add", "picture.png")

    assert "degraded" in result.stdout
    assert "S1 is degraded. " in result.stdout


def test_an_address_is_registered_and_not_fetched_while_offline(cite):
    assert "the engine is offline" in cite("add", "https://example.org/page").stdout


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="Root reads all.")
def test_a_file_that_may_not_be_read_does_not_stop_the_others(folder, cite):
    (folder / "a.txt").chmod(0)

    result = cite("add", "docs", code=3)

    assert "a.txt was not added" in result.stderr
    assert "c.md" in result.stdout


def test_a_file_that_is_too_large_does_not_stop_the_others(folder, cite, cite_json, monkeypatch):
    monkeypatch.setenv("CITATION_MAX_SOURCE_BYTES", "100")
    (folder / "b.txt").write_text("x" * 101)

    added = cite_json("add", "docs", code=2)

    assert names(added) == ["a.txt", "c.md"]
    assert [item["path"] for item in added["not_added"]] == [os.path.join("docs", "b.txt")]  # noqa: PTH118


def test_a_name_and_a_version_are_kept(folder, cite, cite_json):
    source = cite_json("add", "docs/a.txt", "--name", "Data Act", "--version", "2024")["sources"][0]

    assert (source["name"], source["version"]) == ("Data Act", "2024")


def test_one_name_for_several_sources_is_a_mistake(folder, cite):
    assert "--name fits one source" in cite("add", "docs", "--name", "x", code=2).stderr


def test_what_is_nearly_a_known_source_is_told_and_kept(here, cite, cite_json):
    text = " ".join(f"Sentence {n} speaks about matter {n * 7 % 31} at length." for n in range(60))
    (here / "a.txt").write_text(text)
    (here / "b.txt").write_text(text.replace("Sentence 30", "Satz 30"))
    (here / "c.txt").write_text("Something else altogether.")

    shown = cite("add", "a.txt", "b.txt", "c.txt").stdout
    again = cite_json("add", "a.txt", "b.txt")

    assert [line for line in shown.splitlines() if "like" in line] == [
        "S2 is 98 % like S1 (a.txt). Both are kept."
    ]
    assert [source["near_duplicates"] for source in again["sources"]] == [[], []]


def test_allowed_roots_do_not_bind_who_types_the_path(here, cite, monkeypatch):
    (here / "law.md").write_text("Words of the law.")
    monkeypatch.setenv("CITATION_FILE_ROOTS", str(here / "elsewhere"))

    assert "ready" in cite("add", "law.md").stdout


def test_a_link_out_of_a_folder_does_not_make_a_secret_a_source(folder, here, cite, cite_json):
    (here / "secret.txt").write_text("The password is tulip.")
    (folder / "c.txt").symlink_to("../secret.txt")

    result = cite("-q", "add", "docs")
    added = cite_json("add", "docs")

    note = (
        "Links that lead out of their folder are not followed: docs/c.txt."
        " To use one, name it itself."
    )
    assert result.stderr == f"{note}\n"
    assert names(added) == ["a.txt", "b.txt", "c.md"]
    assert added["notes"] == [note]
    assert names(cite_json("add", "docs/c.txt")) == ["c.txt"]


def test_a_folder_with_nothing_but_links_out_of_it_says_so(here, cite):
    (here / "secret.txt").write_text("The password is tulip.")
    (here / "docs").mkdir()
    (here / "docs" / "c.txt").symlink_to("../secret.txt")

    assert "not followed: docs/c.txt." in cite("add", "docs", code=5).stderr

"""Which files a folder stands for, and which links in it are not followed."""

from pathlib import Path

import pytest

from citation_engine.collect.files import list_things


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    for name in ("docs/a.md", "docs/sub/b.md", "docs/.env", "secret.md", "private/key.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"The text of {name}.")
    return docs


def listed(folder: Path, *more: Path) -> list[str]:
    things = list_things([str(path) for path in (folder, *more)]).things
    return [Path(thing).relative_to(folder).as_posix() for thing in things]


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("c.md", "../secret.md"),
        ("sub/c.md", "../../secret.md"),
        ("c.md", "sub/../../secret.md"),
        ("c", "../private"),
        ("up", ".."),
        ("gone.md", "../nothing/there.md"),
    ],
)
def test_a_link_out_of_a_folder_is_not_followed_and_is_named(folder, link, target):
    (folder / link).symlink_to(target)

    listing = list_things([str(folder)])

    assert [Path(thing).name for thing in listing.things] == ["a.md", "b.md"]
    assert listing.notes == [
        f"Links that lead out of their folder are not followed: {folder / link}."
        " To use one, name it itself."
    ]


def test_a_link_that_leads_out_by_another_link_is_not_followed(folder):
    (folder / "private").symlink_to("../private")
    (folder / "key.md").symlink_to("private/key.md")

    listing = list_things([str(folder)])

    assert len(listing.things) == 2
    assert "private" in listing.notes[0]
    assert "key.md" in listing.notes[0]


def test_a_link_to_a_hidden_file_does_not_show_what_is_hidden(folder):
    (folder / "env.md").symlink_to(".env")

    listing = list_things([str(folder)])

    assert len(listing.things) == 2
    assert listing.notes == [
        f"Links to hidden files and folders are not followed: {folder / 'env.md'}."
        " To use one, name it itself."
    ]


def test_links_that_lead_nowhere_or_in_a_circle_are_left_out_and_named(folder):
    (folder / "gone.md").symlink_to("nothing.md")
    (folder / "round.md").symlink_to("round.md")

    listing = list_things([str(folder)])

    assert len(listing.things) == 2
    assert [note.partition(":")[0] for note in listing.notes] == [
        "Links that lead nowhere are left out"
    ]
    assert "gone.md" in listing.notes[0]
    assert "round.md" in listing.notes[0]


def test_links_within_a_folder_are_used_and_no_folder_is_read_twice(folder):
    (folder / "other.md").symlink_to("a.md")
    (folder / "same").symlink_to("sub")
    (folder / "sub" / "round").symlink_to("..")

    assert listed(folder) == ["a.md", "other.md", "sub/b.md"]
    assert list_things([str(folder)]).notes == []


def test_a_link_into_another_folder_that_was_named_is_followed(folder, tmp_path):
    (folder / "key.md").symlink_to("../private/key.md")

    listing = list_things([str(folder), str(tmp_path / "private")])

    assert str(folder / "key.md") in listing.things
    assert listing.notes == []


def test_links_that_are_named_themselves_are_followed(folder, tmp_path):
    (folder / "c.md").symlink_to("../secret.md")
    (tmp_path / "linked").symlink_to("docs")

    assert listed(folder, folder / "c.md") == ["a.md", "c.md", "sub/b.md"]
    assert list_things([str(folder), str(folder / "c.md")]).notes == []
    assert len(list_things([str(tmp_path / "linked")]).things) == 2

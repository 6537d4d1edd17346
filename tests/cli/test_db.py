import pytest


def test_a_database_is_made_once(here, cite_json):
    assert cite_json("db", "init")["created"] is True
    assert cite_json("db", "init")["created"] is False
    assert (here / "citations.db").exists()


def test_a_database_that_is_up_to_date_stays_as_it_is(law, cite):
    assert "is up to date" in cite("db", "migrate").stdout


def test_the_path_is_said_without_opening_anything(here, cite):
    result = cite("-d", "other.db", "db", "path")

    assert result.stdout == f"{here.resolve() / 'other.db'}\n"
    assert "not there yet" in result.stderr
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    "url",
    ["postgresql://me:SECRET@host/db", "postgresql://me@host/db?password=SECRET&sslmode=require"],
)
def test_a_password_is_never_shown(url, cite):
    shown = cite("-d", url, "db", "path")

    assert "host/db" in shown.stdout
    assert "SECRET" not in shown.output


def test_a_file_that_is_no_database_could_not_be_used(here, cite):
    (here / "notes.db").write_text("These are notes, not a database. " * 100)

    assert "not a citation database" in cite("-d", "notes.db", "source", "list", code=3).stderr
    assert (here / "notes.db").read_text().startswith("These are notes")


def test_a_folder_that_is_not_there_is_said(cite, here):
    (here / "a.txt").write_text("x")

    assert "cannot be opened" in cite("-d", "no/such/x.db", "add", "a.txt", code=3).stderr


@pytest.mark.postgres
def test_a_server_is_set_up_and_used(postgres_database, here, cite, cite_json):
    (here / "a.txt").write_text("Kept for ten years.")

    report = cite_json("-d", postgres_database, "db", "init", "--no-roles")
    cite("-d", postgres_database, "add", "a.txt")
    cite("-d", postgres_database, "claim", "x", "--source", "S1", "--quote", "ten years")

    assert report["created"] is True
    assert len(cite_json("-d", postgres_database, "citation", "list")) == 1

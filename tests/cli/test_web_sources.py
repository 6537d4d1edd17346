"""Mixed files and pages of a site on this machine: added, shown on their page, looked at again."""

import json

import pytest

from made_pdfs import lines, made
from made_site import Answer, Site, serving

WORDS = "Receipts are kept for ten years.\nInvoices are kept for eight years."
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def site(monkeypatch):
    with serving() as site:
        monkeypatch.setenv("CITATION_FETCH_ALLOW", site.place)
        monkeypatch.delenv("CITATION_OFFLINE")
        yield site


@pytest.fixture
def law_page(site: Site, cite):
    """A page, added as S1, with two citations."""
    cite("add", site.put("/law", WORDS))
    for years in ("ten", "eight"):
        cite("claim", f"For {years} years.", "--source", "S1", "--quote", f"kept for {years} years")
    return site


def test_a_folder_of_mixed_files_and_pages_is_added_in_order(here, cite, cite_json, site):
    folder = here / "docs"
    folder.mkdir()
    (folder / "a.pdf").write_bytes(made(lines(["Records are kept for ten years."])))
    (folder / "b.md").write_text("# Law\n\nWords of the law.\n")
    (folder / "c.csv").write_text("year,count\n2024,3\n")
    (folder / "d.html").write_text("<title>Saved</title><p>Words of a saved page.</p>")
    (folder / "e.json").write_text('{"words": "in a field"}')
    page, missing = site.put("/page", WORDS, title="Rules"), site.url("/missing")

    done = cite_json("add", "docs", page, missing)

    added = [(s["label"], s["state"], s["name"]) for s in done["sources"]]
    assert added == [
        ("S1", "ready", "a.pdf"),
        ("S2", "ready", "b.md"),
        ("S3", "ready", "c.csv"),
        ("S4", "ready", "d.html"),
        ("S5", "ready", "e.json"),
        ("S6", "ready", "Rules"),
        ("S7", "degraded", missing),
    ]


def test_a_passage_of_a_pdf_prints_its_page_and_writes_a_picture(here, cite):
    pages = [lines([f"This is page {n}."]) for n in (1, 2)]
    pages.append(lines(["Records are kept for", "ten years and no longer."]))
    (here / "law.pdf").write_bytes(made(*pages))
    cite("add", "law.pdf")

    shown = cite("source", "show", "S1", "--passage", "kept for ten years")

    assert "page 3" in shown.stdout
    assert "Wrote S1-page-3.png." in shown.output
    assert (here / "S1-page-3.png").read_bytes().startswith(PNG)


def test_the_picture_goes_where_it_is_told_to(here, cite_json, cite):
    (here / "law.pdf").write_bytes(made(lines(["Records are kept for ten years."])))
    cite("add", "law.pdf")

    found = cite_json("source", "show", "S1", "--passage", "ten years", "-o", "evidence.png")

    assert found["files"] == ["evidence.png"]
    assert (found["match"], found["passages"][0]["page"]) == ("exact", 1)
    assert (here / "evidence.png").read_bytes().startswith(PNG)


def test_a_passage_of_a_page_writes_the_stored_page_with_the_words_marked(here, cite, law_page):
    shown = cite("source", "show", "S1", "--passage", "kept for ten years")

    assert "Wrote S1-page.html." in shown.output
    assert '<mark id="cited">kept for ten years</mark>' in (here / "S1-page.html").read_text()


def test_words_that_are_not_there_are_bad_and_the_nearest_are_shown(here, cite, law_page):
    shown = cite("source", "show", "S1", "--passage", "kept for nine years", code=1)

    assert "not there" in shown.stdout
    assert "Nearest words" in shown.stdout
    assert not list(here.glob("S1-page*"))


def test_a_changed_page_says_which_citation_fell(cite, cite_json, law_page):
    law_page.put("/law", WORDS.replace("eight", "six"))

    before = cite("source", "diff", "S1", "--live", code=1)
    seen = cite("source", "refresh", "S1", code=1)
    after = cite("source", "diff", "S1", code=1)

    assert "changed" in seen.stdout
    assert "1 of 2 cited passages still there." in seen.stdout
    assert "[2] no longer there: kept for eight years" in seen.stdout
    for shown in (before, after):
        assert "- Invoices are kept for eight years." in shown.stdout
        assert "+ Invoices are kept for six years." in shown.stdout
    shown = " ".join(cite("source", "show", "S1").stdout.split())
    assert "looked at changed" in shown
    assert "│ Receipts are kept for ten years. Invoices are kept for six years." in shown


@pytest.mark.parametrize(("status", "word", "code"), [(404, "gone", 1), (503, "unreachable", 3)])
def test_a_page_that_cannot_be_had_has_its_own_code(cite, law_page, status, word, code):
    law_page.pages["/law"] = Answer(b"", status)

    assert word in cite("source", "refresh", "--all", code=code).stdout


def test_a_moved_page_says_where_to(cite, law_page):
    law_page.put("/new", WORDS)
    law_page.send_on("/law", "/new")

    assert f"moved to {law_page.url('/new')}" in cite("source", "refresh", "S1").stdout


def test_refreshing_needs_a_source_or_all(cite, law_page):
    cite("source", "refresh", code=2)
    cite("source", "refresh", "S1", "--all", code=2)


def test_nothing_to_look_at_has_its_own_code(cite):
    cite("db", "init")
    cite("source", "refresh", "--all", code=5)


def test_tags_and_notes_are_put_on_and_shown(cite, cite_json, law_page):
    assert cite_json("source", "tag", "S1", "Tax", "old")["tags"] == ["tax", "old"]
    cite("source", "tag", "S1", "old", "--remove")
    cite("source", "note", "S1", "Read the annex.")

    shown = " ".join(cite("source", "show", "S1").stdout.split())
    assert " tags tax " in shown
    assert "Read the annex." in shown
    assert "S1" in cite("source", "list", "--tag", "TAX").stdout
    assert json.loads(cite("source", "list", "--tag", "old", "--json").stdout) == []

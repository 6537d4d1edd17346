"""Pages are fetched once, archived, cited and looked at again; the site is on this machine."""

import hashlib
import threading

import pytest

from citation_engine import CitationEngine, InvalidInput, Settings, SourceNotFound
from citation_engine.collect.web.archive import page_from_warc
from citation_engine.testing import FakeJudge
from made_site import Answer, Site, serving

WORDS = "Receipts are kept for ten years.\nInvoices are kept for eight years."
MORE = "\n".join(f"Line {n} says that the office keeps book number {n}." for n in range(10))


@pytest.fixture
def site():
    with serving() as site:
        yield site


@pytest.fixture
def engine(site: Site, tmp_path):
    settings = Settings(judge="overlap", fetch_allow=site.place, key_folder=str(tmp_path / "keys"))
    with CitationEngine(tmp_path / "web.db", judge=FakeJudge(), settings=settings) as engine:
        yield engine


def test_a_page_is_fetched_archived_and_can_be_cited(engine, site):
    url = site.put("/law", WORDS + "\n" + MORE, title="Retention")

    page = engine.add(url)
    result = engine.cite("Ten years.", page, quote="kept for ten years")

    assert (page.state, page.name, page.number) == ("ready", "Retention", 1)
    assert result.verification_status == "verified"
    archived = page_from_warc(engine.get_original(page.snapshot_id))
    assert (archived.url, archived.body) == (url, site.pages["/law"].body)


def test_a_known_page_is_not_fetched_again(engine, site):
    url = site.put("/law", WORDS)

    first, again = engine.add(url), engine.in_session("other").add(url + "#part")

    assert (again.id, again.number, site.asked) == (first.id, 1, ["/law"])


def test_a_page_that_could_not_be_fetched_is_fetched_when_it_is_added_again(engine, site):
    url = site.url("/law")
    gone = engine.add(url)
    site.put("/law", WORDS)

    there = engine.add(url)

    assert (gone.state, gone.number) == ("degraded", 1)
    assert "404" in gone.state_reason
    assert (there.state, there.id, there.number) == ("ready", gone.id, 1)
    assert "ten years" in there.content


def test_the_latest_reason_why_a_page_cannot_be_had_counts(engine, site):
    first = engine.add(site.url("/law"), fetch=False)
    failed = engine.add(site.url("/law"))
    again = engine.add(site.url("/law"), fetch=False)

    assert "address alone" in first.state_reason
    assert "404" in failed.state_reason
    assert again.state_reason == failed.state_reason


def test_a_private_address_is_not_fetched_and_is_degraded_with_the_reason(tmp_path, site):
    site.put("/law", WORDS)
    with CitationEngine(tmp_path / "web.db", settings=Settings(judge="overlap")) as engine:
        page = engine.add(site.url("/law"))

    assert (page.state, site.asked) == ("degraded", [])
    assert "CITATION_FETCH_ALLOW" in page.state_reason


def test_a_page_may_be_registered_without_being_fetched(engine, site):
    page = engine.add(site.put("/law", WORDS), fetch=False)

    assert (page.state, site.asked) == ("degraded", [])


def test_after_a_permanent_redirect_both_addresses_are_one_source(engine, site):
    site.put("/new", WORDS)
    old = engine.add(site.send_on("/old", "/new"))

    assert engine.add(site.url("/new")).id == old.id
    assert old.identifier == site.url("/new")
    assert engine.find_source(site.url("/old")).id == old.id


def test_a_host_that_fails_again_and_again_is_left_alone(engine, site):
    for path in "abcdef":
        site.pages[f"/{path}"] = Answer(b"", 503)

    pages = [engine.add(site.url(f"/{path}")) for path in "abcdef"]

    assert [page.number for page in pages] == [1, 2, 3, 4, 5, 6]
    assert site.asked == ["/a", "/b", "/c"]
    assert "left alone" in pages[-1].state_reason


# archive on cite ----------------------------------------------------------------------------


def test_citing_an_unknown_page_fetches_and_archives_it_at_that_moment(engine, site):
    url = site.put("/law", WORDS)

    result = engine.create_citation(
        claim="Receipts are kept for ten years.",
        quote_context="Receipts are kept for ten years.",
        source_type="web",
        source_identifier=url,
        locator={},
        verbatim_quote="kept for ten years",
    )
    again = engine.create_citation("Eight.", WORDS, "website", url, {}, "for eight years")

    assert (result.verification_status, result.source_registered) == ("verified", True)
    archive = result.archive_reference
    assert archive["url"] == url
    original = engine.get_original(archive["snapshot_id"])
    assert archive["sha256"] == hashlib.sha256(original).hexdigest()
    assert (again.verification_status, again.source_registered) == ("verified", False)
    assert again.archive_reference == archive
    assert site.asked == ["/law"]


def test_citing_a_page_that_is_not_there_is_kept_and_unverified(engine, site):
    result = engine.create_citation("c", "context", "web", site.url("/no"), {}, "quote")

    assert (result.verification_status, result.source_registered) == ("unverified", True)
    assert "404" in result.verification_notes
    assert result.archive_reference is None


def test_citing_an_unknown_file_reads_it_under_an_allowed_root_only(tmp_path, monkeypatch):
    inside, outside = tmp_path / "in", tmp_path / "out"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "law.md").write_text(WORDS)
    (inside / "link.md").symlink_to(outside / "law.md")
    monkeypatch.chdir(inside)
    settings = Settings(judge="overlap", key_folder=str(tmp_path / "keys"))
    with CitationEngine(":memory:", judge=FakeJudge(), settings=settings) as engine:
        cited = engine.create_citation("Ten.", WORDS, "document", "law.md", {}, "for ten years")

        assert (cited.verification_status, cited.source_registered) == ("verified", True)
        for name in (str(outside / "law.md"), "../out/law.md", "link.md", "no.md", "", "a\0b"):
            with pytest.raises((SourceNotFound, InvalidInput)):
                engine.create_citation("Ten.", WORDS, "document", name, {}, "for ten years")
        assert len(engine.list_sources()) == 1


def test_with_roots_set_no_other_file_is_read_by_any_way(tmp_path):
    inside = tmp_path / "in"
    inside.mkdir()
    (inside / "law.md").write_text(WORDS)
    (tmp_path / "secret.md").write_text("secret")
    (inside / "link.md").symlink_to(tmp_path / "secret.md")
    settings = Settings(judge="overlap", key_folder=str(tmp_path / "keys"), file_roots=str(inside))
    with CitationEngine(":memory:", settings=settings) as engine:
        assert engine.add(inside / "law.md").state == "ready"
        for path in (tmp_path / "secret.md", inside / ".." / "secret.md", inside / "link.md"):
            with pytest.raises(Exception, match="not below a folder"):
                engine.add(path)
        assert len(engine.list_sources()) == 1


# many ---------------------------------------------------------------------------------------


def test_many_things_are_added_at_once_and_numbered_in_their_order(engine, site, tmp_path):
    things = []
    for number in range(12):
        things.append(site.put(f"/{number}", f"{WORDS}\nPage {number}."))
        file = tmp_path / f"{number}.md"
        file.write_text(f"{WORDS}\nFile {number}.")
        things.append(file)
    things.insert(5, tmp_path / "missing.md")
    seen = []

    done = engine.add_all(things, progress=seen.append)

    assert [added.what for added in done] == things
    assert done == seen
    numbers = [added.source.number for added in done if added.source]
    assert numbers == list(range(1, 25))
    assert done[5].error.code == "source-not-found"
    assert len(site.asked) == 12


def test_adding_that_is_interrupted_keeps_what_was_told_and_goes_on_later(engine, site):
    urls = [site.put(f"/{number}", f"{WORDS}\nPage {number}.") for number in range(20)]
    told = []

    def stop_after_five(added):
        told.append(added)
        if len(told) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine.add_all(urls, progress=stop_after_five)

    assert [s.identifier for s in engine.list_sources()] == urls[:5]
    again = engine.add_all(urls)
    assert [added.source.number for added in again] == list(range(1, 21))


def test_one_page_added_by_many_threads_is_one_source(engine, site):
    url = site.put("/law", WORDS)
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(engine.add(url).number)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [1] * 8
    assert len(engine.list_sources()) == 1
    assert len(engine.get_snapshots(engine.list_sources()[0].id)) == 1


# looking again ------------------------------------------------------------------------------


@pytest.fixture
def cited(engine, site):
    page = engine.add(site.put("/law", WORDS + "\n" + MORE))
    engine.cite("Ten.", page, quote="Receipts are kept for ten years.")
    engine.cite("Eight.", page, quote="Invoices are kept for eight years.")
    return page


def test_a_page_that_is_the_same_is_said_to_be_the_same(engine, cited):
    seen = engine.refresh(cited)

    assert (seen.outcome, seen.changes, seen.fallen) == ("same", (), ())
    assert [passage.stands for passage in seen.passages] == [True, True]
    now = engine.get_source(cited.id)
    assert (now.snapshots, now.live.outcome) == (1, "same")


def test_a_changed_page_is_a_new_snapshot_and_says_which_citations_fell(engine, site, cited):
    site.put("/law", "A new first line.\n" + WORDS.replace("eight", "six") + "\n" + MORE)

    seen = engine.refresh(cited)

    assert seen.outcome == "changed"
    assert [(p.stands, p.moved) for p in seen.passages] == [(True, True), (False, False)]
    assert [p.quote for p in seen.fallen] == ["Invoices are kept for eight years."]
    assert "- Invoices are kept for eight years." in seen.changes
    assert "+ Invoices are kept for six years." in seen.changes
    now = engine.get_source(cited.id)
    assert (now.snapshots, now.snapshot_id) == (2, seen.new_snapshot_id)
    citation = engine.list_citations()[1]
    assert (citation.snapshot_id, citation.verification_status) == (cited.snapshot_id, "verified")
    assert engine.diff(cited).changes == seen.changes
    start = seen.passages[0].start
    assert now.content[start:].startswith("Receipts are kept for ten years.")


def test_a_page_that_moved_for_good_says_where(engine, site, cited):
    site.put("/new", WORDS + "\n" + MORE)
    site.send_on("/law", "/new")

    seen = engine.refresh(cited)

    assert (seen.outcome, seen.url, seen.fallen) == ("moved", site.url("/new"), ())
    assert engine.find_source(site.url("/new")).id == cited.id


def test_a_page_that_now_sends_to_a_known_page_stays_its_own_source(engine, site, cited):
    other = engine.add(site.put("/other", "Something else.\n" + MORE))
    site.send_on("/law", "/other")

    seen = engine.refresh(cited)

    assert (seen.source_id, seen.outcome) == (cited.id, "moved")
    assert len(seen.fallen) == 2
    assert engine.find_source(site.url("/other")).id == other.id


@pytest.mark.parametrize(
    ("status", "outcome"), [(404, "gone"), (410, "gone"), (503, "unreachable")]
)
def test_a_page_that_is_gone_keeps_its_words(engine, site, cited, status, outcome):
    site.pages["/law"] = Answer(b"", status)

    seen = engine.refresh(cited)

    assert (seen.outcome, seen.new_snapshot_id) == (outcome, None)
    assert str(status) in seen.reason
    now = engine.get_source(cited.id)
    assert (now.state, now.content, now.live.outcome) == ("ready", cited.content, outcome)


def test_comparing_with_the_live_page_records_nothing(engine, site, cited):
    site.put("/law", WORDS)

    seen = engine.diff(cited, live=True)

    assert (seen.outcome, seen.fallen) == ("changed", ())
    now = engine.get_source(cited.id)
    assert (now.snapshots, now.live) == (1, None)


def test_a_file_is_looked_at_again_too(engine, tmp_path):
    file = tmp_path / "law.md"
    file.write_text(WORDS)
    law = engine.add(file)
    engine.cite("Ten.", law, quote="kept for ten years")

    assert engine.refresh(law).outcome == "same"
    file.write_text(WORDS.replace("ten", "five"))
    changed = engine.refresh(law)
    file.unlink()
    gone = engine.refresh(law)

    assert (changed.outcome, len(changed.fallen)) == ("changed", 1)
    assert (gone.outcome, engine.get_source(law.id).snapshots) == ("gone", 2)


def test_words_that_were_handed_in_cannot_be_looked_at_again(engine):
    with pytest.raises(Exception, match="was handed in"):
        engine.refresh(engine.add_text(WORDS, name="law"))


def test_the_record_still_verifies_after_all_of_it(engine, site, cited):
    site.put("/law", MORE)
    engine.refresh(cited)

    assert engine.ledger.verify().ok


def test_a_relative_path_is_not_gone_because_the_folder_is_another_one(
    engine, tmp_path, monkeypatch
):
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    (here / "law.md").write_text(WORDS)
    monkeypatch.chdir(here)
    law = engine.add("law.md")
    monkeypatch.chdir(there)
    (there / "law.md").write_text("Another law.")

    seen = engine.refresh(law)

    assert (seen.outcome, engine.get_source(law.id).snapshots) == ("unreachable", 1)
    assert "another folder" in seen.reason

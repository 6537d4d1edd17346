"""Pages that a report links to, and bibliographies beside it, on the record."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from citation_engine import CitationEngine, ClaimState
from citation_engine.cli.__main__ import cite
from made_site import Site, serving

RYE = "Rye seed costs 18 euros."


@pytest.fixture
def site(tmp_path, monkeypatch) -> Iterator[Site]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CITATION_CACHE_FOLDER", str(tmp_path / "cache"))
    monkeypatch.setenv("CITATION_KEY_FOLDER", str(tmp_path / "keys"))
    with serving() as site:
        monkeypatch.delenv("CITATION_OFFLINE", raising=False)
        monkeypatch.setenv("CITATION_FETCH_ALLOW", site.place)
        yield site


def citing(address: str) -> str:
    return f"Rye seed costs 18 euros [1].\n\n## Sources\n\n1. {address}\n"


def saved(address: str, *more: str, code: int = 0) -> dict:
    Path("report.md").write_text(citing(address), "utf-8")
    asked = ("check", "report.md", "--fetch", "--save", "--output-format", "json", *more)
    done = CliRunner().invoke(cite, ["-d", "kept.db", *asked])
    assert done.exit_code == code, done.output
    return json.loads(done.stdout)


def test_pages_that_are_fetched_for_a_report_are_kept_on_the_record(site):
    address = site.put("/rye", RYE, "Rye")
    report = saved(address)

    assert [claim["state"] for claim in report["claims"]] == ["supported"]
    assert report["notes"] == ["Pages that the report links to: 1 fetched."]
    with CitationEngine("kept.db") as engine:
        [source] = engine.list_sources()
        [citation] = engine.list_citations()
        snapshot = engine.get_snapshot(source.snapshot_id)
        original = engine.get_original(source.snapshot_id)
    assert (source.identifier, snapshot.text.strip().endswith(RYE)) == (address, True)
    assert citation.snapshot_id == snapshot.id
    assert address.encode() in original
    assert b"WARC-Date" in original


def test_a_page_on_the_record_is_not_fetched_again(site):
    address = site.put("/rye", RYE, "Rye")
    first, second = saved(address), saved(address, "--no-cache")

    assert site.asked == ["/rye"]
    assert first["claims"] == second["claims"]


def test_a_page_that_could_not_be_had_is_asked_for_again(site):
    address = site.url("/later")
    broken = saved(address, code=3)
    site.put("/later", RYE, "Later")
    whole = saved(address)

    assert [claim["state"] for claim in broken["claims"]] == ["not_checked"]
    assert [claim["state"] for claim in whole["claims"]] == ["supported"]
    with CitationEngine("kept.db") as engine:
        assert [source.state for source in engine.list_sources()] == ["ready"]


@pytest.mark.parametrize("given", [None, [{"text": "Oat seed is dear.", "title": "Oats"}]])
def test_the_engine_fetches_what_a_text_links_to(site, given):
    address = site.put("/rye", RYE, "Rye")
    with CitationEngine(":memory:") as engine:
        report = engine.check(citing(address), given, fetch=True)

        assert report.claims[0].state is ClaimState.SUPPORTED
        assert address in [source.identifier for source in engine.list_sources()]
        assert not Path("cache").exists()


def test_the_engine_fetches_nothing_unless_it_is_asked_to(site):
    address = site.put("/rye", RYE, "Rye")
    with CitationEngine(":memory:") as engine:
        report = engine.check(citing(address))

    assert (report.claims[0].state, site.asked) == (ClaimState.NOT_CHECKED, [])


@pytest.mark.parametrize("where", [".", "D"])
def test_the_engine_looks_keys_up_in_a_bibliography(site, where):
    Path("D").mkdir()
    Path("D/a.txt").write_text(f"Prices of seed\n\n{RYE}\n", "utf-8")
    Path("D/b.txt").write_text("Prices of land\n\nLand is dear.\n", "utf-8")
    entry = "@article{okafor2021, author={Okafor, B.}, title={Prices of seed}, year={2021}}"
    Path(where, "refs.bib").write_text(entry, "utf-8")
    Path("report.md").write_text("Rye seed costs 18 euros [@okafor2021].\n", "utf-8")
    with CitationEngine(":memory:") as engine:
        report = engine.check(Path("report.md"), "D")

    assert report.claims[0].state is ClaimState.SUPPORTED
    assert [source.name for source in report.sources] == ["a.txt", "b.txt"]

"""What a report is checked against: folders, files, values, search results and fetched pages."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import made_pdfs
from citation_engine import (
    CheckReport,
    CitationEngine,
    ClaimState,
    InvalidInput,
    Settings,
    SourceNotFound,
    check,
)
from citation_engine.check.linked_pages import wanted_pages
from citation_engine.cli.__main__ import cite as command
from citation_engine.collect.values import saved_results
from citation_engine.errors import AccessDenied
from citation_engine.model.checked import Link, LinkedBy
from citation_engine.model.source import ReadState
from made_site import Answer, Site, serving

RYE = "Rye seed costs 18 euros."
REPORT = "Rye seed costs 18 euros [1].\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CITATION_CACHE_FOLDER", str(tmp_path.parent / "cache"))
    monkeypatch.setenv("CITATION_KEY_FOLDER", str(tmp_path.parent / "keys"))
    (tmp_path / "report.md").write_text(REPORT, "utf-8")
    (tmp_path / "one.txt").write_text(RYE + "\n", "utf-8")
    return tmp_path


def cite(*arguments: str, code: int = 0, stdin: str | None = None) -> Result:
    done = CliRunner().invoke(command, arguments, input=stdin)
    assert done.exit_code == code, done.output
    return done


def checked(*arguments: str, code: int = 0, stdin: str | None = None) -> dict:
    asked = ("check", *arguments, "--output-format", "json", "--judge", "overlap")
    return json.loads(cite(*asked, code=code, stdin=stdin).stdout)


# around it -----------------------------------------------------------------------------------


def test_a_folder_with_the_tools_own_files_is_no_error_and_tells_them_in_one_line(folder):
    (folder / "citation-engine.toml").write_text('[check]\nfail-on = "error"\n', "utf-8")
    (folder / ".hidden").write_bytes(b"\0\1")
    cite("add", "one.txt")
    for form, name in (("html", "out.html"), ("json", "out.json"), ("junit", "out.xml")):
        cite("check", "report.md", "--sources", "one.txt", "--output-format", form, "-o", name)

    report = checked("report.md", "--sources", ".")

    assert [source["name"] for source in report["sources"]] == ["one.txt"]
    [told] = [note for note in report["notes"] if "left out" in note]
    for name in ("citation-engine.toml", "citations.db", "out.html", "out.json", "out.xml"):
        assert name in told


def test_what_programs_leave_beside_an_open_file_is_no_source_and_no_error(folder):
    for name in ("~$report.docx", "~$Übersicht.xlsx", ".~lock.report.odt#", ".DS_Store"):
        (folder / name).write_bytes(b"\0\1")
    for name in ("Thumbs.db", "thumbs.db", "desktop.ini", "Desktop.ini"):
        (folder / name).write_bytes(b"\0\1")

    report = checked("report.md", "--sources", ".")

    assert [source["name"] for source in report["sources"]] == ["one.txt"]
    assert report["findings"] == []


def test_a_file_of_an_unknown_kind_beside_the_sources_is_unused_and_no_error(folder):
    for name in ("rye.mp4", "rye.py", "rye.duckdb"):
        (folder / name).write_bytes(b"\0\1\2")

    report = checked("report.md", "--sources", ".")

    assert {one["code"] for one in report["findings"]} == {"CE002"}
    assert "rye.mp4 (S3) is not cited anywhere, and there is nothing to read in it." in [
        one["message"] for one in report["findings"]
    ]


def test_a_picture_that_cannot_be_read_is_not_found_as_the_book_it_is_called_by(folder):
    (folder / "Moe 2020 - Rye in Autumn.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    listed = "Rye is sown [1].\n\n## References\n\n[1] N. Moe: Rye in Autumn. 2020.\n"
    (folder / "report.md").write_text(listed, "utf-8")

    report = checked("report.md", "--sources", ".", code=1)

    assert [one["sources"] for one in report["references"]] == [[]]


@pytest.mark.slow
def test_a_picture_without_text_is_said_to_be_one_only_where_it_is_cited(folder):
    pytest.importorskip("rapidocr")
    image = pytest.importorskip("PIL.Image")
    image.new("RGB", (300, 400), "blue").save(folder / "cover.png")

    uncited = checked("report.md", "--sources", ".")
    (folder / "report.md").write_text(f"{REPORT}\n## Sources\n\n[1] cover.png\n", "utf-8")
    cited = checked("report.md", "--sources", ".", code=3)

    assert "CE404" not in [one["code"] for one in uncited["findings"]]
    assert "cover.png is a picture without text, so nothing in it can be looked up." in [
        one["message"] for one in cited["findings"]
    ]


def test_a_file_of_an_unknown_kind_that_is_cited_is_an_error(folder):
    (folder / "rye.mp4").write_bytes(b"\0\1\2")
    (folder / "report.md").write_text(f"{REPORT}\n## Sources\n\n[1] rye.mp4\n", "utf-8")

    report = checked("report.md", "--sources", ".", code=3)

    assert [one["source"] for one in report["findings"] if one["code"] == "CE401"] == ["S2"]


def test_a_file_that_cannot_be_read_and_that_nothing_cites_is_a_warning(folder):
    (folder / "zz.pdf").write_bytes(b"%PDF-1.7 and nothing else")

    report = checked("report.md", "--sources", ".", code=3)

    [found] = [one for one in report["findings"] if one["code"] == "CE401"]
    assert found["level"] == "warning"


@pytest.mark.parametrize("name", ["rye_files", "rye-Dateien"])
def test_the_pictures_of_a_saved_page_are_no_sources(folder, name):
    (folder / "rye.html").write_text(f"<title>Rye</title><p>{RYE}</p>", "utf-8")
    for place in (folder / name, folder / "other_files"):
        place.mkdir()
        (place / "tick.gif").write_bytes(b"GIF89a")
        (place / "welcome.html").write_text("<p>Oats are sold out.</p>", "utf-8")

    report = checked("report.md", "--sources", ".", code=3)

    [found] = [one for one in report["findings"] if one["code"] == "CE401"]
    assert found["level"] == "warning"
    assert " at 0x" not in found["message"]
    places = [Path(one["identifier"]) for one in report["sources"]]
    assert not any(one.name == "tick.gif" and one.parent.name == name for one in places)
    assert sum(one.name == "tick.gif" for one in places) == 1
    assert sum(one.name == "welcome.html" for one in places) == 2


@pytest.mark.parametrize("given", [("one.txt", "Rye seed"), ("Rye seed", "one.txt")])
def test_words_are_located_whether_the_file_comes_first_or_last(folder, given):
    assert "exact" in cite("locate", *given).output


def test_the_package_is_the_command(folder):
    asked = [sys.executable, "-m", "citation_engine", "check", "report.md", "--sources", "one.txt"]
    done = subprocess.run(asked, capture_output=True, text=True)

    assert (done.returncode, "1 supported" in done.stdout) == (0, True)


def test_nothing_to_check_passes_where_that_is_allowed(folder):
    (folder / "empty.md").write_text("# Notes\n", "utf-8")

    cite("check", "empty.md", "--sources", "one.txt", code=5)
    cite("check", "empty.md", "--sources", "one.txt", "--allow-empty")


# the same words twice ------------------------------------------------------------------------


@pytest.mark.parametrize("entry", ["one.txt", "copies/two.txt"])
def test_the_same_words_in_a_second_file_are_a_second_source_told_as_duplicate(folder, entry):
    (folder / "copies").mkdir()
    (folder / "copies" / "two.txt").write_text(RYE + "\n", "utf-8")
    (folder / "report.md").write_text(f"{REPORT}\n## Sources\n\n1. {entry}\n", "utf-8")

    report = checked("report.md", "--sources", "one.txt", "--sources", "copies")

    [cited] = [one["source"] for claim in report["claims"] for one in claim["citations"]]
    names = {source["label"]: source["name"] for source in report["sources"]}
    assert names == {"S1": "one.txt", "S2": "two.txt"}
    assert names[cited] == Path(entry).name
    [told] = [one["message"] for one in report["findings"] if one["code"] == "CE405"]
    assert told == "two.txt (S2) has the same words as one.txt (S1)."


def test_files_of_one_name_are_told_apart_by_their_folders(folder):
    for name, text in (("a", RYE), ("b", "Oat seed costs 45 euros.")):
        (folder / "docs" / name).mkdir(parents=True)
        (folder / "docs" / name / "index.txt").write_text(text, "utf-8")

    report = checked("report.md", "--sources", "docs")
    cite("add", "docs")

    assert [source["name"] for source in report["sources"]] == ["a/index.txt", "b/index.txt"]
    assert any("1 is a/index.txt" in note for note in report["notes"])
    listed = cite("source", "list").output
    assert ("a/index.txt" in listed, "b/index.txt" in listed) == (True, True)


# without files -------------------------------------------------------------------------------

OAT = {"text": "Oat seed costs 45 euros.", "title": "Oats", "url": "https://e.org/oats"}


def linked(report: CheckReport) -> list[tuple[str, LinkedBy]]:
    return [(one.source, one.linked_by) for claim in report.claims for one in claim.citations]


def test_a_text_is_checked_against_texts_and_mappings_by_their_place_in_the_list():
    report = check("Oat seed costs 45 euros [2].", sources=[RYE, OAT])

    assert linked(report) == [("S2", LinkedBy.NUMBER)]
    assert report.claims[0].state is ClaimState.SUPPORTED
    assert report.notes == ()


def test_files_of_a_list_are_numbered_as_listed_and_those_of_a_folder_by_a_guess(folder):
    (folder / "docs").mkdir()
    for name, text in (("a.txt", RYE), ("b.txt", OAT["text"])):
        (folder / "docs" / name).write_text(text, "utf-8")
    text = "Oat seed costs 45 euros [1].\n"

    given = check(text, sources=[folder / "docs" / "b.txt", folder / "docs" / "a.txt"])
    guessed = check(text, sources=folder / "docs")

    assert [claim.state for claim in given.claims] == [ClaimState.SUPPORTED]
    assert linked(given) == [("S1", LinkedBy.NUMBER)]
    assert [by for _, by in linked(guessed)] == [LinkedBy.NAME_ORDER]
    assert any("order of their names" in note for note in guessed.notes)


def test_the_reports_own_list_says_more_than_the_place_in_the_call():
    text = "Oat seed costs 45 euros [1].\n\n## References\n\n1. Oats\n"
    report = check(text, sources=[RYE, OAT])

    assert linked(report) == [("S2", LinkedBy.TITLE)]


def test_an_entry_means_the_text_without_a_name_at_its_place():
    text = "Rye seed costs 18 euros [1].\n\n## References\n\n1. Moe, P.: Prices of seed. 2021.\n"
    report = check(text, sources=[RYE, OAT])

    assert linked(report) == [("S1", LinkedBy.NUMBER)]


def test_other_words_under_the_same_place_are_judged_anew(folder):
    text = "Rye seed costs 18 euros [1].\n"
    first = check(text, sources=[RYE])
    second = check(text, sources=[RYE.replace("18", "20")])

    assert (first.claims[0].state is ClaimState.SUPPORTED, second.ok) == (True, False)


def test_saved_results_outside_the_opened_folders_are_not_read(folder):
    (folder / "open").mkdir()
    (folder / "found.json").write_text(json.dumps([{**HIT, "snippet": RYE}]), "utf-8")
    settings = Settings.from_env(file_roots=str(folder / "open"))
    with CitationEngine(":memory:", settings=settings) as engine, pytest.raises(AccessDenied):
        engine.check(REPORT, sources="found.json")


def test_a_number_beyond_the_list_is_no_source():
    report = check("Oat seed costs 45 euros [3].", sources=[RYE, OAT])

    assert [one.code for one in report.errors] == ["CE001"]


class Node:
    """As frameworks have them: words, and what is known of them."""

    def __init__(self, text: str, **metadata: str) -> None:
        self.text, self.metadata = text, metadata


class NodeWithScore:
    def __init__(self, node: Node) -> None:
        self.node, self.score = node, 0.5


@dataclass
class HaystackDocument:
    content: str
    meta: dict


def frame(**columns: list) -> object:
    return pytest.importorskip("pandas").DataFrame(columns)


def langchain_document() -> object:
    documents = pytest.importorskip("langchain_core.documents")
    return documents.Document(page_content=RYE, metadata={"source": "seed.pdf"})


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: [langchain_document()], "seed.pdf"),
        (lambda: [NodeWithScore(Node(RYE, file_name="seed.pdf"))], "seed.pdf"),
        (lambda: [HaystackDocument(RYE, {"name": "Seed"})], "Seed"),
        (lambda: [{"content": RYE, "title": "Seed"}], "Seed"),
        (
            lambda: {"results": [{"title": "Seed", "url": "https://e.org/s", "content": RYE}]},
            "Seed",
        ),
        (lambda: frame(text=[RYE], title=["Seed"]), "Seed"),
        (lambda: frame(crop=["Rye seed"], costs=["18 euros"]), "table 1"),
        (lambda: [{"crop": "Rye seed", "costs": "18 euros"}], "table 1"),
    ],
)
def test_documents_of_frameworks_results_and_rows_are_sources(make, name):
    report = check("Rye seed costs 18 euros [1].", sources=make(), judge="overlap")

    assert [source.name for source in report.sources] == [name]
    assert linked(report) == [("S1", LinkedBy.NUMBER)]
    assert report.sources[0].state is ReadState.READY


def test_two_passages_of_one_document_are_two_sources():
    parts = [Node(RYE, file_name="seed.pdf"), Node(OAT["text"], file_name="seed.pdf")]
    report = check("Oat seed costs 45 euros [2].", sources=parts)

    assert [claim.state for claim in report.claims] == [ClaimState.SUPPORTED]


def test_the_answer_of_a_provider_is_a_report_that_brings_its_sources():
    found = {"title": "Seed", "url": "https://e.org/seed", "snippet": RYE}
    message = {"role": "assistant", "content": "Rye seed costs 18 euros [1]."}
    answer = {"model": "m", "choices": [{"message": message}], "search_results": [found]}
    answer["citations"] = [found["url"]]

    report = check(answer)

    assert [source.name for source in report.sources] == ["Seed"]
    assert [claim.state for claim in report.claims] == [ClaimState.SUPPORTED]


def test_an_answer_without_the_words_of_its_sources_asks_for_them():
    cited = {"type": "char_location", "document_index": 0, "document_title": "Seed"}
    cited |= {"cited_text": RYE, "start_char_index": 0, "end_char_index": len(RYE)}
    part = {"type": "text", "text": RYE, "citations": [cited]}
    answer = {"type": "message", "role": "assistant", "content": [part]}

    with pytest.raises(InvalidInput, match="has none of their words") as caught:
        check(answer)

    assert caught.value.fix == "Give the sources."
    named = check(answer, sources=[{"title": "Seed", "text": RYE}])
    assert [claim.state for claim in named.claims] == [ClaimState.SUPPORTED]


@pytest.mark.parametrize(
    ("names", "listed"),
    [
        (("Rye", "Oats"), ""),
        (("1", "2"), ""),
        (("Oats", "Rye"), "\n## Sources\n\n1. Rye\n2. Oats\n"),
    ],
)
def test_a_mapping_of_texts_gives_each_its_name_or_number(names, listed):
    words = {"Rye": RYE, "1": RYE}
    texts = {name: words.get(name, "Oat seed costs 45 euros.") for name in names}

    report = check(f"{RYE[:-1]} [1]. Oat seed costs 45 euros [2].\n{listed}", sources=texts)

    assert [claim.state for claim in report.claims] == [ClaimState.SUPPORTED] * 2


def test_a_blank_report_has_nothing_to_check():
    assert check("", sources=[RYE]).empty


def test_a_folder_that_is_not_there_is_told_as_a_path_in_german_too(folder):
    told = cite("check", "report.md", "--sources", "none", "--language", "de", code=2).output

    assert told.endswith("Hilfe: Den Pfad prüfen.\n")


@pytest.mark.parametrize(
    "given", ["report one.md", "no-file", "my docs", "docs/some folder name here x"]
)
def test_a_string_that_is_neither_a_file_nor_a_sentence_is_refused(given, folder):
    with pytest.raises(SourceNotFound, match="There is no file"):
        check(REPORT, sources=given)
    with pytest.raises(SourceNotFound, match="There is no file"):
        check(given, sources=[RYE])


def test_a_path_is_always_a_path(folder):
    with pytest.raises(SourceNotFound):
        check(Path("Rye seed costs 18 euros [1]."), sources=[RYE])


@pytest.mark.parametrize("value", [5, object(), {"text": 3}])
def test_a_value_without_words_is_refused_and_named(value):
    with pytest.raises(InvalidInput, match=r"Source 2 is .* no words"):
        check(REPORT, sources=[RYE, value])


def test_the_engine_checks_a_text_against_a_list_and_keeps_it_on_the_record(folder):
    with CitationEngine(":memory:") as engine:
        engine.add_text("Barley seed costs 10 euros.", name="barley")
        report = engine.check("Oat seed costs 45 euros [2].", sources=[RYE, OAT], save=True)
        again = engine.check("Oat seed costs 45 euros [2].", sources=[RYE, OAT])

        assert [source.label for source in report.sources] == ["S2", "S3"]
        assert linked(report) == linked(again) == [("S3", LinkedBy.NUMBER)]
        assert len(engine.list_sources()) == 3
        assert len(engine.list_citations()) == 1


def test_the_engine_checks_a_text_against_its_session():
    with CitationEngine(":memory:") as engine:
        engine.add_text(RYE, name="rye")

        assert engine.check("Rye seed costs 18 euros [S1].").claims[0].state is ClaimState.SUPPORTED


@pytest.mark.parametrize("more", [(), ("--format", "html"), ("--save",)])
def test_a_report_comes_on_standard_input(folder, more):
    text = f"<p>{REPORT}</p>" if "html" in more else REPORT
    report = checked("-", "--sources", "one.txt", *more, stdin=text)

    assert report["report"]["format"] == ("html" if "html" in more else "markdown")
    assert [claim["state"] for claim in report["claims"]] == ["supported"]


@pytest.mark.parametrize("option", ["--fix", "--watch"])
def test_standard_input_is_neither_corrected_nor_watched(folder, option):
    assert "Standard input" in cite("check", "-", "--sources", ".", option, code=2).output


# saved search results ------------------------------------------------------------------------

MORE = "[Oats](https://e.org/oats)"
HIT = {"title": "Seed prices", "url": "https://e.org/seed"}
LISTED = f"{REPORT}\n## Sources\n\n1. {HIT['url']}\n"
WHOLE = RYE + " It is sown in autumn." * 120
RESULTS = {
    "tavily": {"query": "q", "results": [{**HIT, "content": RYE, "raw_content": None}]},
    "tavily with pages": {"results": [{**HIT, "content": RYE, "raw_content": WHOLE}]},
    "brave": {"query": {"original": "q"}, "web": {"results": [{**HIT, "description": RYE}]}},
    "serpapi": {"organic_results": [{"title": "Seed prices", "link": HIT["url"], "snippet": RYE}]},
    "bing": {"webPages": {"value": [{"name": "Seed prices", "url": HIT["url"], "snippet": RYE}]}},
    "duckduckgo": [{"title": "Seed prices", "href": HIT["url"], "body": RYE}],
    "exa": {"results": [{**HIT, "id": HIT["url"], "text": WHOLE}]},
    "perplexity": {"search_results": [{**HIT, "date": "2024-05-01", "snippet": RYE}]},
    "semantic scholar": {"data": [{**HIT, "abstract": RYE, "externalIds": {"DOI": "10.1/x"}}]},
    "openalex": {
        "results": [
            {
                "id": HIT["url"],
                "display_name": "Seed prices",
                "abstract_inverted_index": {word: [at] for at, word in enumerate(RYE.split())},
            }
        ]
    },
    "list": [{**HIT, "snippet": RYE}],
    "searches": [{"question": "q", "queries": [{"query": "q"}], "results": [{**HIT, "body": RYE}]}],
    "by question": {"What does rye cost?": [{**HIT, "snippet": RYE}], "And oats?": []},
    "cut": [{**HIT, "content": WHOLE + " [...] " + RYE}],
}
EXTENTS = {
    "tavily with pages": None,
    "exa": None,
    "semantic scholar": "abstract",
    "openalex": "abstract",
}


@pytest.mark.parametrize("shape", RESULTS)
def test_saved_search_results_are_a_source_each_with_address_and_title(folder, shape):
    (folder / "docs").mkdir()
    (folder / "docs" / "found.json").write_text(json.dumps(RESULTS[shape]), "utf-8")
    (folder / "report.md").write_text(LISTED, "utf-8")

    report = checked("report.md", "--sources", "docs")

    [source] = report["sources"]
    assert (source["name"], source["url"]) == ("Seed prices", HIT["url"])
    assert [claim["state"] for claim in report["claims"]] == ["supported"]
    [new] = saved_results("found.json", json.dumps(RESULTS[shape]).encode(), "default")
    assert new.metadata.get("extent") == EXTENTS.get(shape, "snippet")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("found.jsonl", json.dumps({**HIT, "snippet": RYE}) + "\n"),
        ("found.csv", f"title,url,snippet\nSeed prices,{HIT['url']},{RYE}\n"),
        ("found.md", f"# Results\n\n1. [Seed prices]({HIT['url']}) – {RYE}\n2. {MORE} – Oats.\n"),
        ("found.md", f"## [Seed prices]({HIT['url']})\n\n{RYE}\n\n## {MORE}\n\nOats.\n"),
        ("found.md", f"1. **Seed prices**\n   {HIT['url']}\n   {RYE}\n\n2. {MORE} – Oats.\n"),
        (
            "found.md",
            f"## 1. Seed prices\n**URL:** {HIT['url']}\n\n{RYE}\n\n## 2. {MORE}\nOats.\n",
        ),
        ("found.txt", f"Title: Seed prices\nURL: {HIT['url']}\nSnippet: {RYE}\n"),
    ],
)
def test_search_results_may_be_saved_as_lines_tables_and_lists(folder, name, text):
    (folder / name).write_text(text, "utf-8")
    (folder / "report.md").write_text(LISTED, "utf-8")
    report = checked("report.md", "--sources", name)

    assert (report["sources"][0]["name"], report["sources"][0]["url"]) == tuple(HIT.values())
    assert len(report["sources"]) == (2 if name == "found.md" else 1)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("settings.json", json.dumps({"name": "x", "url": "https://e.org", "years": 3})),
        ("rows.json", json.dumps([{"crop": "rye", "costs": 18, "url": "https://e.org"}])),
        ("rows.csv", "crop,costs,page\nrye,18,https://e.org\n"),
        ("page.md", f"# Seed\n\n{WHOLE}\n\n- [More](https://e.org/more) on seed\n"),
        ("note.md", f"- [More](https://e.org/more) on seed\n- {MORE}\n\n## Prices\n\n{RYE}\n"),
        ("paper.md", f"1. [A](https://e.org/a) {WHOLE}\n2. [B](https://e.org/b) {WHOLE}\n"),
    ],
)
def test_a_file_that_is_no_list_of_results_stays_one_source(folder, name, text):
    (folder / name).write_text(text, "utf-8")
    arguments = ["check", "report.md", "--sources", name, "--output-format", "json"]
    report = json.loads(CliRunner().invoke(command, arguments).stdout)

    assert [one["name"] for one in report["sources"]] == [name]


@pytest.mark.parametrize("entry", ["arXiv:2101.00017", "doi:10.1000/xyz", "https://e.org/rye.pdf"])
def test_a_paper_is_known_by_its_numbers_and_its_open_copy(folder, entry):
    ids = {"ArXiv": "2101.00017", "DOI": "10.1000/xyz"}
    paper = {
        **HIT,
        "abstract": RYE,
        "externalIds": ids,
        "openAccessPdf": {"url": "https://e.org/rye.pdf"},
    }
    (folder / "found.json").write_text(json.dumps({"data": [paper]}), "utf-8")
    (folder / "report.md").write_text(f"{REPORT}\n## Sources\n\n1. Moe, P. {entry}\n", "utf-8")

    assert states(checked("report.md", "--sources", "found.json")) == ["supported"]


def test_a_saved_list_that_numbers_its_sources_says_what_numbers_mean(folder):
    oat = {"id": 2, "title": "A price of oats", "url": "https://e.org/o", "snippet": OAT["text"]}
    (folder / "sources.json").write_text(
        json.dumps({"sources": [{"id": 1, **HIT, "snippet": RYE}, oat]})
    )

    report = checked("report.md", "--sources", "sources.json")

    assert states(report) == ["supported"]
    assert report["notes"] == []


def test_a_result_with_a_title_alone_is_no_fault(folder):
    hits = [{**HIT, "abstract": RYE}, {"title": "Oats", "url": "https://e.org/o", "abstract": None}]
    (folder / "found.json").write_text(json.dumps(hits), "utf-8")
    (folder / "report.md").write_text(LISTED, "utf-8")

    report = checked("report.md", "--sources", "found.json")

    assert [source["state"] for source in report["sources"]] == ["ready", "ready"]


def test_what_several_results_give_of_one_page_is_put_together(folder):
    hits = [{**HIT, "snippet": RYE}, {**HIT, "snippet": OAT["text"]}]
    (folder / "found.json").write_text(json.dumps(hits), "utf-8")
    (folder / "report.md").write_text(
        LISTED.replace("Rye seed costs 18", "Oat seed costs 45"), "utf-8"
    )

    report = checked("report.md", "--sources", "found.json")

    assert len(report["sources"]) == 1
    assert [claim["state"] for claim in report["claims"]] == ["supported"]


def test_saved_search_results_can_be_added(folder):
    (folder / "found.json").write_text(json.dumps([{**HIT, "snippet": RYE}]), "utf-8")

    added = json.loads(cite("add", "found.json", "--json").stdout)

    assert [one["identifier"] for one in added["sources"]] == [HIT["url"]]


# pages that the report links to --------------------------------------------------------------


@pytest.fixture
def site(folder, monkeypatch) -> Iterator[Site]:
    with serving() as site:
        monkeypatch.delenv("CITATION_OFFLINE", raising=False)
        monkeypatch.setenv("CITATION_FETCH_ALLOW", site.place)
        yield site


def write_report(folder: Path, *addresses: str) -> None:
    marks = "".join(f"[{n}]" for n, _ in enumerate(addresses, 1))
    entries = "".join(f"{n}. {address}\n" for n, address in enumerate(addresses, 1))
    text = f"Rye seed costs 18 euros {marks}.\n\n## Sources\n\n{entries}"
    (folder / "report.md").write_text(text, "utf-8")


def states(report: dict) -> list[str]:
    return [claim["state"] for claim in report["claims"]]


def test_the_pages_that_a_report_links_to_are_fetched_where_that_is_asked_for(folder, site):
    write_report(folder, site.put("/rye", RYE, "Rye"))

    assert checked("report.md", "--sources", "one.txt", code=1)["sources"][0]["name"] == "one.txt"
    assert site.asked == []
    report = checked("report.md", "--fetch")

    assert [source["name"] for source in report["sources"]] == ["Rye"]
    assert states(report) == ["supported"]
    assert report["notes"] == ["Pages that the report links to: 1 fetched."]


def test_what_was_fetched_is_archived_so_that_an_interrupted_check_goes_on(folder, site):
    first, second = site.put("/rye", RYE, "Rye"), site.url("/later")
    write_report(folder, first, second)
    broken = checked("report.md", "--fetch", code=3)
    site.put("/later", RYE, "Later")
    whole = checked("report.md", "--fetch")

    assert [source["state"] for source in broken["sources"]] == ["ready", "degraded"]
    assert [source["state"] for source in whole["sources"]] == ["ready", "ready"]
    assert sorted(site.asked[:2]) == ["/later", "/rye"]
    assert site.asked[2:] == ["/later"]
    assert "1 fetched, 1 from the archive" in whole["notes"][0]
    checked("report.md", "--fetch", "--no-cache")
    assert sorted(site.asked[3:]) == ["/later", "/rye"]


def test_links_in_the_sentences_of_a_numbered_report_are_fetched_too(folder, site):
    rye, oats = site.put("/rye", RYE, "Rye"), site.put("/oats", "Oats cost 12 euros.", "Oats")
    (folder / "report.md").write_text(
        f"Rye seed costs 18 euros [1]. Oats cost [12 euros]({oats}).\n\n## Sources\n\n1. {rye}\n",
        "utf-8",
    )
    report = checked("report.md", "--fetch")

    assert [source["name"] for source in report["sources"]] == ["Rye", "Oats"]
    assert states(report) == ["supported", "supported"]


def test_what_a_given_source_is_for_is_not_fetched(folder, site):
    write_report(folder, site.put("/one.txt", RYE, "One"))
    report = checked("report.md", "--fetch", "--sources", "one.txt")

    assert states(report) == ["supported"]
    assert site.asked == []


def test_a_page_that_sends_on_is_found_by_the_address_in_the_report(folder, site):
    site.put("/new", RYE, "Rye")
    write_report(folder, site.send_on("/old", "/new", 302))
    report = checked("report.md", "--fetch")

    assert states(report) == ["supported"]


def test_offline_and_refused_pages_say_what_is_missing_and_the_check_goes_on(folder, site):
    good, gone = site.put("/rye", RYE, "Rye"), site.url("/gone")
    write_report(folder, good, gone, "http://10.0.0.7/inside")
    report = checked("report.md", "--fetch", code=3)
    offline = checked("report.md", "--fetch", "--offline", "--no-cache", code=3)

    reasons = {source["name"]: source["reason"] for source in report["sources"]}
    assert [source["state"] for source in report["sources"]] == ["ready", "degraded", "degraded"]
    assert "404" in reasons[gone]
    assert "10.0.0.7" in reasons["http://10.0.0.7/inside"]
    assert all("offline" in source["reason"] for source in offline["sources"])
    assert len(offline["sources"]) == 3
    assert report["summary"]["references"] == {"all": 3, "found": 1, "guessed": 0, "missing": 2}
    assert offline["summary"]["references"]["missing"] == 3


def test_the_page_of_an_article_leads_to_its_pdf(folder, site):
    pdf = made_pdfs.made(made_pdfs.lines([RYE]))
    site.pages["/rye.pdf"] = Answer(pdf, type="application/pdf")
    meta = (
        '<meta name="citation_title" content="Rye"><meta name="citation_pdf_url" content="rye.pdf">'
    )
    page = f"<!doctype html><title>x</title>{meta}<main><p>An abstract on seed.</p></main>"
    site.pages["/article"] = Answer(page.encode())
    write_report(folder, site.url("/article"))

    report = checked("report.md", "--fetch")

    [source] = report["sources"]
    assert (source["name"], source["media_type"]) == ("Rye", "application/pdf")
    assert states(report) == ["supported"]


def test_a_page_does_not_lead_from_an_opened_host_to_another(folder, site):
    meta = '<meta name="citation_pdf_url" content="http://localhost:9/secret.pdf">'
    page = f"<!doctype html><title>Rye</title>{meta}<main><p>{RYE}</p></main>"
    site.pages["/article"] = Answer(page.encode())
    write_report(folder, site.url("/article"))

    [source] = checked("report.md", "--fetch")["sources"]

    assert source["media_type"] == "text/html"


@pytest.mark.parametrize(
    ("entry", "addresses"),
    [
        ("arXiv:2101.00017v2", ("https://arxiv.org/pdf/2101.00017v2",)),
        ("https://arxiv.org/abs/2101.00017", ("https://arxiv.org/pdf/2101.00017",)),
        (
            "https://doi.org/10.48550/arXiv.2101.00017",
            ("https://arxiv.org/pdf/2101.00017", "https://doi.org/10.48550/arxiv.2101.00017"),
        ),
        ("doi:10.1000/xyz", ("https://doi.org/10.1000/xyz",)),
        ("https://e.org/page", ("https://e.org/page",)),
        ("Moe, P.: Prices of seed. 2021.", None),
    ],
)
def test_numbers_of_works_lead_to_their_open_copies_first(entry, addresses):
    report = check(f"Rye costs 18 euros [1].\n\n## Sources\n\n1. {entry}\n", sources=[OAT])
    [wanted] = wanted_pages(links_of(report)) or [None]

    assert (wanted and wanted.addresses) == addresses


def links_of(report: CheckReport) -> list[Link]:
    [reference] = report.draft.references
    marker = report.draft.markers[0]
    return [Link(marker=marker, number=1, reference=reference, problem="None is given.")]


WALLS = [
    "Just a moment... Enable JavaScript and cookies to continue",
    "Please sign in. Welcome back to the archive of seeds.",
    "Wir nutzen Cookies. Alle akzeptieren oder ablehnen.",
    "Sorry, this page was not found.",
]


@pytest.mark.parametrize("text", WALLS)
def test_a_page_in_the_way_of_the_one_meant_is_marked_as_a_wall(folder, site, text):
    with CitationEngine(":memory:", settings=Settings.from_env()) as engine:
        page = engine.add(site.put("/page", text))
        (folder / "saved.md").write_text(text, "utf-8")
        saved = engine.add("saved.md")
        long = engine.add(site.put("/long", f"{text} {WHOLE}"))

    assert page.metadata["extent"] == saved.metadata["extent"] == "wall"
    assert "extent" not in long.metadata


def test_a_form_for_a_password_is_a_wall_and_the_page_of_an_article_an_abstract(folder, site):
    form = "<!doctype html><title>x</title><p>Seed archive</p><input type='password' name=p>"
    site.pages["/form"] = Answer(form.encode())
    meta = '<meta name="citation_doi" content="10.1000/xyz">'
    site.pages["/article"] = Answer(f"<!doctype html>{meta}<title>x</title><p>{RYE}</p>".encode())
    with CitationEngine(":memory:", settings=Settings.from_env()) as engine:
        found = [engine.add(site.url(path)).metadata["extent"] for path in ("/form", "/article")]

    assert found == ["wall", "abstract"]


def test_check_fetches_in_python_too(folder, site):
    address = site.put("/rye", RYE, "Rye")
    text = f"Rye seed costs 18 euros [1].\n\n## Sources\n\n1. {address}\n"

    assert check(text, fetch=True).claims[0].state is ClaimState.SUPPORTED
    with pytest.raises(InvalidInput, match="not said what the report cites"):
        check(text)


def test_a_page_that_links_point_to_at_two_places_is_fetched_once(folder, site):
    address = site.put("/rye", RYE, "Rye")
    text = f"Rye costs 18 euros ([1]({address}#:~:text=rye)), it is said ([2]({address}#price))."

    assert "Pages that the report links to: 1 fetched." in check(text, fetch=True).notes


# a part of a page ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "state", "reason"),
    [
        ("Rye seed costs 18 euros [1].", ClaimState.SUPPORTED, ""),
        ("Tern is a seabird [1].", ClaimState.NOT_CHECKED, "no word of the claim stands in it"),
        ('It is "sown in late autumn" [1].', ClaimState.NOT_CHECKED, "the quote is not in it"),
    ],
)
def test_a_snippet_decides_what_it_says_and_nothing_else(text, state, reason):
    report = check(text, sources=[{**HIT, "snippet": RYE}])

    assert report.claims[0].state is state
    assert reason in report.claims[0].citations[0].unchecked


def test_a_whole_text_without_the_quote_is_an_error():
    report = check('It is "sown in late autumn" [1].', sources=[{**HIT, "text": RYE}])

    assert report.claims[0].state is ClaimState.FAILED


def test_a_report_that_lies_among_the_sources_of_another_is_its_source(folder):
    (folder / "pages").mkdir()
    (folder / "pages" / "rye.md").write_text(RYE + "\n", "utf-8")
    (folder / "report.md").write_text(REPORT + "\n## Sources\n\n[1] pages/rye.md\n", "utf-8")

    done = cite("check", "report.md", "pages/rye.md", "--sources", "pages", "--judge", "overlap")

    assert "CE001" not in done.stdout
    assert "Taken for sources, and not checked as reports: pages/rye.md." in done.stderr
    assert cite("check", "pages/rye.md", "--sources", ".", "--judge", "overlap").exit_code == 0


def test_reports_that_all_lie_among_the_sources_are_sources_of_none(folder):
    (folder / "other.md").write_text("Rye seed costs 18 euros [1].\n", "utf-8")

    found = checked("report.md", "other.md", "--sources", ".")

    names = [[one["name"] for one in report["sources"]] for report in found["reports"]]
    assert names == [["one.txt"], ["one.txt"]]

"""What is plugged in: ours, a stranger's by entry point or by argument, and what is unknown."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from citation_engine import (
    Answer,
    CitationEngine,
    InvalidInput,
    InvalidSetting,
    JudgeIdentity,
    Judgement,
    Marker,
    Span,
    Support,
    check,
    default_extractors,
    plugins,
    read_answer,
)
from citation_engine.cli.__main__ import cite
from citation_engine.testing import assert_fits

STRANGER = '''
import re

from citation_engine import Answer, FoundSource, InvalidSetting, JudgeIdentity, Judgement, Marker
from citation_engine import ReadText, Span, extractor


class Judge:
    identity = JudgeIdentity(name="stranger", version="7", model="m-1")

    def judge(self, questions):
        return [Judgement(support="supported", reason="I say so.") for _ in questions]


class Reader:
    name, version, in_process = "morse", "1", True

    def accepts(self, data, file_name):
        return file_name.endswith(".morse")

    def read(self, data, file_name):
        return ReadText("SOS stands here.", "text/x-morse", self.name, self.version)


class Arrows:
    """Markers such as ->1."""

    def find(self, text):
        for found in re.finditer(r"->(\\d+)", text):
            yield Marker(
                dialect="arrows", span=Span(*found.span()), text=found[0], numbers=(int(found[1]),)
            )


class Csv:
    def render(self, reports, options):
        lines = [f"{report.name},{one.code}" for report in reports for one in report.findings]
        return "".join(f"{line}\\n" for line in ["report,code", *lines])


class Oracle:
    """A provider whose answers have `oracle` in them."""

    def fits(self, data):
        return isinstance(data, dict) and "oracle" in data

    def read(self, data):
        sources = [{"key": "a", "title": "act.md", "file_name": "act.md"}]
        words = data["oracle"]
        cited = [{"source": "a", "span": {"start": 0, "end": len(words)}}]
        return Answer(provider="oracle", text=words, citations=cited, sources=sources)


class Shout:
    def entry(self, source, locator):
        return source.name.upper()

    def bibliography(self, entries):
        return " / ".join(entries)


class Nest:
    """`nest://name` is a file of that name."""

    def open(self, url, schema, settings):
        return url.removeprefix("nest://") + ".db"


@extractor(r"^crow$")
def crow(request_id, tool_name, parameters, output):
    found = dict(id="1", kind="bird", tool_name=tool_name, tool_request_id=request_id)
    return [FoundSource(title="Crow", full_content=output, **found)]


class Broken:
    def __init__(self):
        raise KeyError("no such model")


class Unset:
    def __init__(self):
        raise InvalidSetting("The stranger wants a key.")
'''

ENTRY_POINTS = """[citation_engine.judges]
stranger = stranger_adapters:Judge
broken = stranger_adapters:Broken
unset = stranger_adapters:Unset
missing = not_there_at_all:Judge
none = stranger_adapters:Judge

[citation_engine.readers]
morse = stranger_adapters:Reader

[citation_engine.dialects]
arrows = stranger_adapters:Arrows

[citation_engine.outputs]
csv = stranger_adapters:Csv

[citation_engine.providers]
oracle = stranger_adapters:Oracle

[citation_engine.styles]
shout = stranger_adapters:Shout

[citation_engine.stores]
nest = stranger_adapters:Nest

[citation_engine.extractors]
crow = stranger_adapters:crow
"""
ACT = "Records are kept for ten years."


@pytest.fixture
def stranger(tmp_path, monkeypatch):
    """An installed package of somebody else's."""
    packages = tmp_path / "site"
    details = packages / "stranger_adapters-1.0.dist-info"
    details.mkdir(parents=True)
    (packages / "stranger_adapters.py").write_text(STRANGER, encoding="utf-8")
    (details / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: stranger-adapters\nVersion: 1.0\n", encoding="utf-8"
    )
    (details / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(packages))
    yield
    sys.modules.pop("stranger_adapters", None)


@pytest.fixture
def desk(tmp_path, monkeypatch) -> Path:
    """A folder with one source, in which the commands run."""
    folder = tmp_path / "desk"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs/act.md").write_text(ACT, encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


def checked(report: str, text: str, *options: str) -> str:
    """Check a report by the command, and return what is printed."""
    Path(report).write_text(text, encoding="utf-8")
    call = ["check", report, "--sources", "docs", "--judge", "overlap", *options]
    result = CliRunner().invoke(cite, call)
    # Before click 8.2 a runner has both in one.
    return result.stdout + (result.stderr if result.stderr_bytes is not None else "")


# judges and readers ----------------------------------------------------------------------------


def test_a_strangers_judge_is_found_by_its_entry_point(stranger):
    with CitationEngine(":memory:", judge="stranger") as engine:
        source = engine.add_text(ACT, name="law")
        result = engine.cite("Ten years.", source, quote="kept for ten years")

    assert result.verification_status == "verified"
    assert result.verdict.judge.model == "m-1"
    assert "I say so." in result.verification_notes


def test_a_strangers_judge_is_found_by_the_setting(stranger, monkeypatch):
    monkeypatch.setenv("CITATION_JUDGE", "stranger")

    with CitationEngine(":memory:") as engine:
        assert engine.judge.identity.name == "stranger"


def test_a_strangers_judge_is_found_by_the_command(stranger, desk):
    printed = checked("r.md", "Nothing of the kind [S1].", "--judge", "stranger")

    assert "judge: stranger 7" in printed


def test_a_strangers_reader_takes_its_own_files(stranger, tmp_path):
    (tmp_path / "call.morse").write_bytes(b"... --- ...")

    with CitationEngine(":memory:") as engine:
        source = engine.add(tmp_path / "call.morse")
        snapshot = engine.get_snapshot(source.snapshot_id)

    assert source.content == "SOS stands here."
    assert (snapshot.reader, snapshot.media_type) == ("morse", "text/x-morse")


def test_a_strangers_reader_reads_the_sources_of_a_check(stranger, desk):
    (desk / "docs/call.morse").write_bytes(b"... --- ...")

    assert "1 supported" in checked("r.md", '"SOS stands here." [S2]')


def test_a_judge_may_be_any_object_with_the_two_parts():
    class Mine:
        identity = JudgeIdentity(name="mine")

        def judge(self, questions):
            return [Judgement(support=Support.SUPPORTED) for _ in questions]

    with CitationEngine(":memory:", judge=Mine()) as engine:
        source = engine.add_text(ACT, name="law")
        result = engine.cite("Ten years.", source, quote="ten years")

    assert result.verdict.judge.name == "mine"


@pytest.mark.parametrize("judge", [42, object(), ["none"], JudgeIdentity(name="half")])
def test_what_is_no_judge_is_refused_when_the_engine_opens(judge):
    with pytest.raises(InvalidSetting, match="is not a judge"):
        CitationEngine(":memory:", judge=judge)


def test_an_unknown_judge_is_answered_with_those_there_are(stranger):
    with pytest.raises(InvalidSetting) as caught:
        CitationEngine(":memory:", judge="oracle")

    assert caught.value.message == "There is no judge called 'oracle'."
    assert "none" in caught.value.fix
    assert "stranger" in caught.value.fix


# dialects --------------------------------------------------------------------------------------

ARROWED = f"{ACT[:-1]} ->1. Code: `->1`."


def test_a_strangers_markers_are_read_in_a_check(stranger, desk):
    assert "1 supported" in checked("r.md", ARROWED)
    assert "1 supported" in checked("r.md", ARROWED, "--markers", "arrows")
    assert "1 supported" not in checked("r.md", ARROWED, "--markers", "brackets")


def test_a_strangers_markers_are_read_in_json(stranger, desk):
    assert "1 supported" in checked("r.json", json.dumps({"text": ARROWED}))


def test_markers_in_code_are_none_in_any_dialect(stranger, desk):
    checked("r.md", ARROWED)

    assert [one.span.start for one in check("r.md", sources="docs").draft.markers] == [31]


def test_a_dialect_may_be_given_as_it_is(desk):
    class Stars:
        def find(self, text):
            at = text.index("*1")
            yield Marker(dialect="stars", span=Span(at, at + 2), text="*1", numbers=(1,))

    checked("r.md", f"{ACT[:-1]} *1. [S1]")
    report = check("r.md", sources="docs", markers=["numeric", Stars()], judge="overlap")

    assert [marker.dialect for marker in report.draft.markers] == ["stars"]


@pytest.mark.parametrize(
    ("old", "new", "marker"),
    [
        ("s", "brackets", "[S1]"),
        ("double", "tokens", "[[S:1]]"),
        ("footnote", "footnotes", "[^1]"),
        ("citation", "named", "[cite:1]"),
        ("link", "links", "[source](https://example.org)"),
    ],
)
def test_the_older_name_of_a_dialect_means_the_same(old, new, marker, desk):
    text = f"Records are kept {marker}. Ten years."
    shown = checked("r.md", text, "--output-format", "jsonl", "--markers", new)

    assert checked("r.md", text, "--output-format", "jsonl", "--markers", old) == shown
    assert checked("r.md", text, "--output-format", "jsonl", "--markers", "none") != shown


def test_an_unknown_dialect_is_answered_with_those_there_are(stranger, desk):
    printed = checked("r.md", ACT, "--markers", "runes")

    assert "'runes' is not one of" in printed
    assert "'arrows'" in printed
    with pytest.raises(InvalidInput, match="no dialect of markers called 'runes'"):
        check("r.md", sources="docs", markers=["runes"])


# outputs, providers, styles, extractors, stores ------------------------------------------------


def test_a_strangers_output_is_printed_and_written(stranger, desk):
    printed = checked("r.md", "It was 42 [S9].", "--output-format", "csv", "--also", "csv=out.csv")

    assert printed.startswith("report,code\nr.md,CE001\n")
    assert (desk / "out.csv").read_text("utf-8") == printed
    assert check("r.md", sources="docs").render("csv") == printed


def test_an_output_may_be_given_as_it_is(desk):
    class Count:
        def render(self, reports, options):
            return f"{len(reports)} {options.language}\n"

    checked("r.md", ACT)

    assert check("r.md", sources="docs").render(Count(), language="de") == "1 de\n"


def test_a_strangers_provider_is_recognised_by_its_answers(stranger, desk):
    data = json.dumps({"oracle": ACT})

    assert read_answer(data).provider == "oracle"
    assert read_answer(data, provider="oracle").text == ACT
    assert "1 supported" in checked("answer.json", data)
    assert "1 supported" in checked("answer.json", data, "--provider", "oracle")
    with pytest.raises(InvalidInput, match="not an answer of openai"):
        read_answer(data, provider="openai")


def test_a_provider_may_be_given_as_it_is():
    class Plain:
        def fits(self, data):
            return True

        def read(self, data):
            return Answer(provider="plain", text=data["words"])

    assert read_answer({"words": "Yes."}, provider=Plain()).text == "Yes."


def test_ours_read_what_they_know_before_a_stranger_is_asked(stranger):
    data = {"role": "assistant", "content": "Yes.", "oracle": "No."}

    assert read_answer(data).text == "Yes."


def test_a_strangers_style_writes_references(stranger):
    with CitationEngine(":memory:", judge="none") as engine:
        for name in ("Act", "Rules"):
            engine.cite("Ten years.", engine.add_text(f"{name}. {ACT}", name=name), "ten years")

        assert engine.format_citation(1, "shout") == "ACT"
        assert engine.export_bibliography(style="shout") == "ACT / RULES"


def test_an_unknown_style_is_refused(stranger):
    with CitationEngine(":memory:") as engine, pytest.raises(InvalidInput, match="'whisper'"):
        engine.export_bibliography(style="whisper")


def test_a_strangers_extractor_finds_sources(stranger):
    found = default_extractors().extract("r1", "crow", {}, "Caw.")

    assert [source.title for source in found.sources] == ["Crow"]


def test_a_strangers_scheme_names_a_database(stranger, desk):
    with CitationEngine("nest://eggs") as engine:
        engine.add_text(ACT, name="law")

    assert (desk / "eggs.db").exists()
    with CitationEngine("eggs.db") as engine:
        assert len(engine.list_sources()) == 1


def test_a_strangers_scheme_may_stand_in_the_environment(stranger, desk, monkeypatch):
    monkeypatch.setenv("CITATION_DB_URL", "nest://set")
    CitationEngine().close()

    assert (desk / "set.db").exists()


def test_a_scheme_in_the_environment_that_nobody_knows_makes_no_file(desk, monkeypatch):
    monkeypatch.setenv("CITATION_DB_URL", "mysql://host/database")

    with pytest.raises(InvalidSetting, match="'mysql'"):
        CitationEngine()
    assert [path.name for path in desk.iterdir()] == ["docs"]


# the registry ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"), [("broken", "KeyError: 'no such model'"), ("missing", "ModuleNotFoundError")]
)
def test_a_strangers_broken_adapter_is_named(stranger, name, said):
    with pytest.raises(InvalidSetting, match=said) as caught:
        CitationEngine(":memory:", judge=name)

    assert repr(name) in caught.value.message


def test_an_error_of_ours_from_a_stranger_stays_as_it_is(stranger):
    with pytest.raises(InvalidSetting) as caught:
        CitationEngine(":memory:", judge="unset")

    assert caught.value.message == "The stranger wants a key."


def test_ours_come_first_among_the_names(stranger):
    assert plugins.names("judges")[0] == "local"
    assert plugins.names("readers")[-1] == "morse"


def test_of_two_with_the_same_name_ours_counts(stranger):
    assert plugins.load("judges", "none").identity.name == "none"


@pytest.mark.parametrize("group", plugins.BUILT_IN)
def test_everything_built_in_and_a_strangers_fits(group, stranger, monkeypatch):
    monkeypatch.setenv("CITATION_LLM_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("CITATION_LLM_MODEL", "m-1")
    for name in plugins.names(group):
        if name not in ("broken", "unset", "missing"):
            assert_fits(group, plugins.load(group, name))


@pytest.mark.parametrize("group", plugins.BUILT_IN)
def test_what_does_not_fit_a_group_is_told(group):
    with pytest.raises(AssertionError):
        assert_fits(group, object())

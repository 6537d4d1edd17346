"""Adapters by name: ours, a stranger's by entry point, and a sentence for an unknown one."""

import sys

import pytest

from citation_engine import CitationEngine, InvalidSetting, plugins
from citation_engine.model.verdict import JudgeIdentity, Judgement, Support

STRANGER = """
from citation_engine.errors import InvalidSetting
from citation_engine.model.verdict import JudgeIdentity, Judgement
from citation_engine.ports import ReadText


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


class Broken:
    def __init__(self):
        raise KeyError("no such model")


class Unset:
    def __init__(self):
        raise InvalidSetting("The stranger wants a key.")
"""

ENTRY_POINTS = """[citation_engine.judges]
stranger = stranger_adapters:Judge
broken = stranger_adapters:Broken
unset = stranger_adapters:Unset
missing = not_there_at_all:Judge

[citation_engine.readers]
morse = stranger_adapters:Reader
"""


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


def test_a_strangers_judge_is_found_by_its_entry_point(stranger):
    with CitationEngine(":memory:", judge="stranger") as engine:
        source = engine.add_text("Records are kept for ten years.", name="law")
        result = engine.cite("Ten years.", source, quote="kept for ten years")

    assert result.verification_status == "verified"
    assert result.verdict.judge.model == "m-1"
    assert "I say so." in result.verification_notes


def test_a_strangers_judge_is_found_by_the_setting(stranger, monkeypatch):
    monkeypatch.setenv("CITATION_JUDGE", "stranger")

    with CitationEngine(":memory:") as engine:
        assert engine.judge.identity.name == "stranger"


def test_a_strangers_reader_takes_its_own_files(stranger, tmp_path):
    (tmp_path / "call.morse").write_bytes(b"... --- ...")

    with CitationEngine(":memory:") as engine:
        source = engine.add(tmp_path / "call.morse")
        snapshot = engine.get_snapshot(source.snapshot_id)

    assert source.content == "SOS stands here."
    assert (snapshot.reader, snapshot.media_type) == ("morse", "text/x-morse")


def test_a_judge_may_be_any_object_with_the_two_parts():
    class Mine:
        identity = JudgeIdentity(name="mine")

        def judge(self, questions):
            return [Judgement(support=Support.SUPPORTED) for _ in questions]

    with CitationEngine(":memory:", judge=Mine()) as engine:
        source = engine.add_text("Records are kept for ten years.", name="law")
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


@pytest.mark.parametrize("group", plugins.BUILT_IN)
def test_everything_built_in_can_be_loaded(group, monkeypatch):
    monkeypatch.setenv("CITATION_LLM_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("CITATION_LLM_MODEL", "m-1")
    for name in plugins.BUILT_IN[group]:
        assert plugins.load(group, name)

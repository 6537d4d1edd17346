"""What users may rely on: the names, the methods, their arguments and their defaults."""

import ast
import inspect
import os
import sqlite3
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import citation_engine as ce
from citation_engine import interop
from citation_engine.errors import EngineClosed
from citation_engine.record.ledger import Ledger
from citation_engine.testing import FakeJudge

REQUIRED = inspect.Parameter.empty
CITE = {
    "claim": REQUIRED,
    "source_id": REQUIRED,
    "quote_context": REQUIRED,
    "locator": REQUIRED,
    "verbatim_quote": None,
    "relevance_reasoning": None,
    "confidence": "high",
    "extraction_method": "direct_quote",
}
ADD = {"name": None, "version": None, "metadata": None}
# Method by method, the arguments in the order tools were written for, with their defaults.
PROMISED = {
    "add_doc_source": {"file_path": REQUIRED, **ADD},
    "add_web_source": {"url": REQUIRED, **ADD},
    "add_db_source": {
        "identifier": REQUIRED,
        "name": REQUIRED,
        "query": None,
        "result_description": None,
        "metadata": None,
    },
    "add_custom_source": {
        "name": REQUIRED,
        "content": REQUIRED,
        "description": None,
        "metadata": None,
    },
    "cite_doc": CITE,
    "cite_web": CITE,
    "cite_db": {
        "claim": REQUIRED,
        "source_id": REQUIRED,
        "quote_context": REQUIRED,
        "locator": REQUIRED,
        "relevance_reasoning": None,
        "confidence": "high",
        "extraction_method": "aggregation",
    },
    "cite_custom": {
        "claim": REQUIRED,
        "source_id": REQUIRED,
        "quote_context": REQUIRED,
        "locator": None,
        "relevance_reasoning": None,
        "confidence": "high",
    },
    "get_source": {"source_id": REQUIRED},
    "get_citation": {"citation_id": REQUIRED},
    "get_citations_for_source": {"source_id": REQUIRED},
    "get_citations_by_session": {"session_id": REQUIRED},
    "get_citations_by_project": {"project_id": REQUIRED},
    "get_citations_by_status": {"status": REQUIRED},
    "list_sources": {"type": None},
    "list_citations": {"source_id": None, "session_id": None, "verification_status": None},
    "format_citation": {"citation_id": REQUIRED, "style": "inline"},
    "export_bibliography": {"session_id": None, "style": "harvard"},
}


NAMES = """
    __version__
    AsyncCitationEngine CitationEngine CitationContext Session Settings
    CheckOptions CheckReport Checker ClaimState Finding Level check
    Claim Draft DraftFormat Marker Span
    Locator Passage Snapshot Source SourceType
    Citation CitationResult Confidence ExtractionMethod
    JudgeIdentity Judgement Match Status Support Verdict
    Answer Embedder FoundSource Judge Question ReadText Reader
    default_extractors extractor installed_judges read_answer verify_proof
    CitationError InvalidInput InvalidSetting JudgeError LedgerError SourceError SourceNotFound
    StoreError VerificationFailed
""".split()


def test_these_are_the_public_names():
    assert list(ce.__all__) == sorted(NAMES)


@pytest.mark.parametrize("package", [ce, interop])
def test_the_public_names_are_sorted_and_all_there(package):
    assert list(package.__all__) == sorted(package.__all__)
    assert all(getattr(package, name) is not None for name in package.__all__)
    assert set(package.__all__) <= set(dir(package))


@pytest.mark.parametrize("package", [ce, interop])
def test_type_checkers_read_the_names_that_are_loaded(package):
    tree = ast.parse(Path(package.__file__).read_text("utf-8"))
    (typed,) = (node for node in tree.body if isinstance(node, ast.If))
    read = {(node.module, name.asname) for node in typed.body for name in node.names}

    assert {name for _, name in read} == set(package.__all__) - {"__version__"}
    for module, name in read:
        assert getattr(package, name) is getattr(import_module(module), name), name


@pytest.mark.parametrize("first", ["citation_engine.check", "citation_engine.check.checker"])
def test_check_is_the_function_also_where_the_module_of_that_name_was_loaded_first(first):
    program = f"import {first}; from citation_engine import CitationEngine, check; check.__code__"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", [name for name in ce.__all__ if name != "__version__"])
def test_every_public_name_is_documented(name):
    assert inspect.getdoc(getattr(ce, name))


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Oracle'"):
        ce.Oracle  # noqa: B018


@pytest.mark.parametrize("kind", [ce.CitationEngine, Ledger])
def test_every_public_method_is_documented(kind):
    for name, value in inspect.getmembers(kind):
        if not name.startswith("_"):
            assert inspect.getdoc(value), name


@pytest.mark.parametrize("method", PROMISED)
def test_a_promised_method_has_its_arguments_and_defaults(method):
    parameters = inspect.signature(getattr(ce.CitationEngine, method)).parameters
    promised = PROMISED[method]
    positional = {
        name: parameter.default
        for name, parameter in parameters.items()
        if parameter.kind is parameter.POSITIONAL_OR_KEYWORD and name != "self"
    }

    assert list(positional)[: len(promised)] == list(promised)
    assert {name: positional[name] for name in promised} == promised


def test_further_arguments_of_a_promised_method_are_optional():
    for method, promised in PROMISED.items():
        parameters = inspect.signature(getattr(ce.CitationEngine, method)).parameters
        for name, parameter in parameters.items():
            optional = parameter.default is not REQUIRED or parameter.kind is parameter.VAR_KEYWORD
            assert optional or name == "self" or name in promised, (method, name)


# opening -------------------------------------------------------------------------------------


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.suffix == ".db")


@pytest.mark.parametrize(
    ("arguments", "named", "expected"),
    [
        ((), {}, "citations.db"),
        (("basic",), {}, "citations.db"),
        ((), {"mode": "basic"}, "citations.db"),
        (("file.db",), {}, "file.db"),
        ((Path("file.db"),), {}, "file.db"),
        (("sqlite:///file.db",), {}, "file.db"),
        ((), {"db_path": "file.db"}, "file.db"),
        ((), {"mode": "basic", "db_path": "./file.db"}, "file.db"),
        (("basic", "file.db"), {}, "file.db"),
        ((), {"db_schema": "fessi_citations"}, "fessi_citations.db"),
        ((), {"project": "fessi", "db_schema": "fessi_citations"}, "fessi_citations.db"),
    ],
)
def test_each_way_to_open_opens_the_file_it_means(
    arguments, named, expected, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)

    with ce.CitationEngine(*arguments, **named) as engine:
        assert engine.mode == "basic"
        assert files(tmp_path) == [expected]


def test_the_environment_names_the_file_unless_an_argument_does(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CITATION_DB_URL", "from-outside.db")

    ce.CitationEngine().close()
    ce.CitationEngine("given.db").close()

    assert files(tmp_path) == ["from-outside.db", "given.db"]


@pytest.mark.parametrize(
    ("arguments", "named", "said"),
    [
        ((), {"mode": "multi-agent"}, "needs a PostgreSQL database"),
        (("multi-agent",), {}, "needs a PostgreSQL database"),
        (("file.db",), {"mode": "multi-agent"}, "needs a PostgreSQL database"),
        ((), {"mode": "turbo"}, "basic, multi-agent"),
        (("postgresql://h/d",), {"mode": "basic"}, 'mode="basic" is for SQLite'),
        (("a.db",), {"db_path": "b.db"}, "Two databases"),
        (("mysql://h/d",), {}, "not a database this engine can open"),
        ((5,), {}, "not a database this engine can open"),
        (("a.db",), {"db_schema": "s"}, "SQLite has no schemas"),
        ((), {"db_schema": "no/schema"}, "db_schema is"),
        ((), {"db_schema": "x; DROP TABLE entry"}, "db_schema is"),
    ],
)
def test_a_database_that_cannot_be_meant_is_refused_in_a_sentence(
    arguments, named, said, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)

    with pytest.raises(ce.InvalidSetting, match=said):
        ce.CitationEngine(*arguments, **named)
    assert files(tmp_path) == []


def test_the_database_underneath_can_be_read_with_other_tools(tmp_path):
    with ce.CitationEngine(tmp_path / "c.db") as engine:
        engine.add_text("Words.", name="a")
        with engine.db.connect() as connection:
            found = connection.exec_driver_sql("SELECT count(*) FROM source").scalar()
    with sqlite3.connect(tmp_path / "c.db") as connection:
        again = connection.execute("SELECT count(*) FROM source").fetchone()[0]
    connection.close()

    assert (found, again) == (1, 1)


def test_the_callers_agent_is_kept_for_the_caller():
    agent = object()

    with ce.CitationEngine(":memory:", agent=agent) as engine:
        assert engine.agent is agent
        assert engine.in_session("other").agent is agent


# context -------------------------------------------------------------------------------------


def test_a_context_says_who_worked_for_whom_on_what():
    context = ce.CitationContext(
        session_id="talk-1", agent_id="writer", user_id="u-7", project_id="gobd_compliance"
    )
    with ce.CitationEngine(":memory:", context=context) as engine:
        source = engine.add_text("Records are kept for ten years.", name="law")
        citation = engine.cite("Ten years.", source, quote="ten years").citation

    assert engine.project == "gobd_compliance"
    assert (citation.session_id, citation.project_id) == ("talk-1", "gobd_compliance")
    assert citation.created_by == "writer"


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ({"agent_id": "a", "user_id": "u"}, "a"),
        ({"user_id": "u"}, "u"),
        ({}, "talk-1"),
    ],
)
def test_a_citation_was_made_by_the_agent_else_the_user_else_the_session(who, expected):
    with ce.CitationEngine(":memory:", session="talk-1") as opened:
        engine = opened.in_session(**who)
        source = engine.add_text("Records are kept for ten years.", name="law")
        result = engine.cite("Ten years.", source, quote="ten years")

        assert result.citation.created_by == expected
        assert engine.get_citation(result.citation_id).created_by == expected


def test_an_argument_wins_over_the_context():
    context = ce.CitationContext(session_id="a", project_id="b")

    with ce.CitationEngine(":memory:", context=context, session="c", project="d") as engine:
        assert (engine.context.session_id, engine.project) == ("c", "d")


def test_session_and_project_come_from_the_environment(monkeypatch):
    monkeypatch.setenv("CITATION_SESSION", "s-9")
    monkeypatch.setenv("CITATION_PROJECT", "p-9")

    with ce.CitationEngine(":memory:") as engine:
        assert (engine.context.session_id, engine.project) == ("s-9", "p-9")


@pytest.mark.parametrize("name", ["session", "project"])
@pytest.mark.parametrize("value", ["a\nb", "a\0b", " ", "\u202eabc", "x" * 201, "\ud800", 5])
def test_a_name_that_cannot_be_shown_is_refused(name, value):
    with pytest.raises(ce.InvalidInput):
        ce.CitationEngine(":memory:", **{name: value})


def test_projects_do_not_see_each_other():
    with ce.CitationEngine(":memory:", project="fessi") as fessi:
        gobd = fessi.in_session(project="gobd")
        source = fessi.add_text("Batteries are hazardous waste.", name="abc")
        fessi.cite("Batteries are hazardous.", source, quote="hazardous waste")

        assert [len(fessi.list_sources()), len(gobd.list_sources())] == [1, 0]
        assert gobd.get_source(source.id) is None
        assert gobd.list_citations() == []
        assert len(gobd.get_citations_by_project("fessi")) == 1
        with pytest.raises(ce.SourceNotFound, match="another project or database"):
            gobd.cite("Batteries are hazardous.", source, quote="hazardous waste")


def test_a_closed_engine_says_so():
    engine = ce.CitationEngine(":memory:", judge=FakeJudge())
    engine.close()
    engine.close()

    with pytest.raises(EngineClosed, match="Open a new one"):
        engine.list_sources()


def test_a_view_of_a_session_does_not_close_the_engine():
    with ce.CitationEngine(":memory:") as engine:
        with engine.in_session("other") as other:
            other.add_text("Words.", name="a")

        assert len(engine.list_sources()) == 1


def test_sources_and_citations_are_there_when_the_file_is_opened_again(tmp_path):
    path = os.fspath(tmp_path / "c.db")
    with ce.CitationEngine(path, judge=FakeJudge()) as engine:
        source = engine.add_text("Records are kept for ten years.", name="law")
        first = engine.cite("Ten years.", source, quote="ten years").citation
    with ce.CitationEngine(path) as engine:
        again = engine.get_citation(1)
        kept = engine.get_source(source.id)

    assert again == first
    assert kept == source

"""One database for all tests of the engine, and for each test a project and a judge of its own."""

from itertools import count

import pytest

from citation_engine import CitationEngine, Settings
from citation_engine.testing import FakeJudge

numbers = count(1)


@pytest.fixture(scope="session")
def database(tmp_path_factory):
    settings = Settings(
        judge="overlap", offline=True, key_folder=str(tmp_path_factory.mktemp("keys"))
    )
    with CitationEngine(":memory:", judge=FakeJudge(), settings=settings) as engine:
        yield engine


@pytest.fixture
def judge(database):
    """The judge of `engine`: it finds everything supported until a test tells it otherwise."""
    judge = database.judge
    judge.answer, judge.available = "supported", True
    judge.asked.clear()
    return judge


@pytest.fixture
def engine(database, judge):
    """An engine on an empty project; ids are unique in the database and do not begin at 1."""
    return database.in_session(project=f"project {next(numbers)}")

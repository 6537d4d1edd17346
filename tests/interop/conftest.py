"""One database for all tests of other systems' shapes, and for each test a project of its own."""

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


@pytest.fixture(scope="session")
def fresh(database):
    """A way to an engine on an empty project, for properties that need one for each example."""
    return lambda: database.in_session(project=f"project {next(numbers)}")


@pytest.fixture
def engine(fresh):
    return fresh()

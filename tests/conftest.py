"""Fixtures for all tests: a clean environment, and a real PostgreSQL where a test asks for one."""

import os
import re
import socket
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import postgres_server

TEST_SERVER = "CITATION_ENGINE_TEST_PG_URL"

TAKES_SECONDS = {
    *("test_terminal.py", "test_docs.py", "test_examples.py"),
    *("test_sandbox.py", "test_bombs.py", "test_fetch.py", "test_integrity.py"),
    *("test_screenshot.py", "test_ocr.py", "test_failures.py", "test_demo.py", "test_packaging.py"),
    # They go through very many texts.
    *("test_characterisation.py", "test_locate_fuzz.py"),
}
# A test with such a name gives much, or very many things, and takes its time.
GIVES_MUCH = re.compile(
    "made_to_be_slow|hostile|huge|megabytes|hundred_thousand|million|random_damage|long_texts"
    "|test_evidence_for_a_claim_is_that_of_the_record|beyond_memory|several_tiles|across_two_levels"
    "|sixteen_threads|many_threads|two_hundred|up_to_300|small_pieces|long_rows|odd_texts|github_takes"
    "|every_composition|whatever_the_fold|comparing_everything|every_stretch|no_word_of_prose_is_lost"
    "|pack_very_well|damaged_bundle|false_alarm|agrees_with_the_library|loads_its_runtime"
)

# Neither an example nor the making of one is timed: a busy machine takes any time it likes.
UNTIMED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("ci", max_examples=100, derandomize=True, **UNTIMED)
settings.register_profile("fast", max_examples=10, **UNTIMED)
settings.load_profile("fast")

run = pytest.StashKey[postgres_server.Run]()


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.stash[run] = postgres_server.Run()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node) -> None:
    node.workerinput["postgres_folder"] = str(node.config.stash[run].folder)


def pytest_unconfigure(config: pytest.Config) -> None:
    if run in config.stash:
        config.stash[run].end()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Call slow what starts a server or many processes, so that the fast suite stays fast."""
    measured = config.pluginmanager.hasplugin("_cov")
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        needs_server = fixtures & {"postgres_url", "postgres_database"}
        takes_seconds = item.path.name in TAKES_SECONDS
        gives_much = GIVES_MUCH.search(item.name.partition("[")[0])
        if needs_server or "postgresql" in item.name.lower() or takes_seconds or gives_much:
            item.add_marker(pytest.mark.slow)
        if measured and item.get_closest_marker("slow"):
            # They take the branches of the fast ones again, and measuring makes them slower yet.
            item.add_marker(pytest.mark.no_cover)


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    measured = config.pluginmanager.get_plugin("_cov")
    if measured is not None and measured.cov_total is not None:
        terminalreporter.write_line(
            f"Branch coverage of the fast tests: {measured.cov_total:.1f} %"
        )


@pytest.fixture(autouse=True)
def only_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test ask for the address of a host that is not this machine."""
    asked = socket.getaddrinfo

    def getaddrinfo(host, *args, **kwargs):
        if host in (None, "", "localhost", "127.0.0.1", "::1"):
            return asked(host, *args, **kwargs)
        raise socket.gaierror(f"A test asked for the address of {host!r}.")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give a home for each test, as a path that does not exist yet."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, homes: Iterator[Path]) -> None:
    """Keep the settings and files of whoever runs the tests out of them."""
    for name in os.environ:
        ours = name.startswith("CITATION_") or name == "OPENAI_API_KEY"
        if ours and name != TEST_SERVER:
            monkeypatch.delenv(name)
    monkeypatch.setenv("CITATION_OFFLINE", "1")
    # Quick, and never surprising: a test that is about another judge names it.
    monkeypatch.setenv("CITATION_JUDGE", "overlap")
    home = next(homes)
    for kind in ("CONFIG", "DATA", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(home / kind.lower()))


@pytest.fixture
def default_judge(clean_environment: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the judge be the one that a user gets who names none."""
    monkeypatch.delenv("CITATION_JUDGE")


@pytest.fixture(scope="session")
def postgres_url(request: pytest.FixtureRequest) -> str:
    """Return a superuser's URL of a real PostgreSQL server, one for the whole test run."""
    if given := os.environ.get(TEST_SERVER):
        return given.replace("postgresql://", "postgresql+psycopg://", 1)
    worker = getattr(request.config, "workerinput", None)
    folder = Path(worker["postgres_folder"]) if worker else request.config.stash[run].folder
    try:
        return postgres_server.server_url(folder)
    except postgres_server.NoServer as problem:
        message = (
            f"NO POSTGRESQL: {problem} Install the extra `dev`, or set {TEST_SERVER} "
            "to a superuser's URL of a server for tests."
        )
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture
def postgres_database(postgres_url: str) -> Iterator[str]:
    """Give the URL of a new, empty PostgreSQL database, dropped after the test."""
    with postgres_server.fresh_database(postgres_url) as url:
        yield url

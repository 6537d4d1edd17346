"""The asynchronous repository: one number for each source, however many register at once."""

import asyncio
import inspect

import pytest

from citation_engine import AsyncCitationEngine, CitationEngine, InvalidInput, SourceNotFound
from citation_engine.interop.repository import AbstractSourceRepository, SourceRepository
from citation_engine.interop.research import ResearchSource, SourceIdentity, SourceUsage


def page(n, **more):
    return ResearchSource(title=f"Page {n}", url=f"https://a.example/{n}", **more)


@pytest.fixture
def repository(engine):
    return SourceRepository(engine)


async def register_two_hundred(repository):
    """Fifty sources, four times each, under addresses that mean the same."""
    spellings = ("https://a.example/{}", "https://A.example:443/{}", "https://a.example/{}#x")
    sources = [
        ResearchSource(title=f"Page {n % 50}", url=spellings[n % 3].format(n % 50))
        for n in range(200)
    ]
    identities = await asyncio.gather(*map(repository.register, sources))
    return identities, [found async for found in repository.iter_all()]


def check(identities, listed):
    assert [identity.source_id for identity, _ in listed] == [f"S{n}" for n in range(1, 51)]
    by_key = {identity.canonical_key: identity.source_id for identity in identities}
    assert len(by_key) == 50
    assert {(i.canonical_key, i.source_id) for i in identities} == {*by_key.items()}


def test_two_hundred_registrations_at_once_neither_double_nor_skip_a_number(tmp_path):
    async def work():
        async with AsyncCitationEngine(tmp_path / "citations.db") as engine:
            return await register_two_hundred(SourceRepository(engine))

    check(*asyncio.run(work()))


def test_two_engines_on_one_file_give_each_number_once(tmp_path):
    async def work():
        path = tmp_path / "citations.db"
        async with AsyncCitationEngine(path) as one, AsyncCitationEngine(path) as other:
            halves = await asyncio.gather(
                *(
                    SourceRepository(engine).register(page(n % 30))
                    for engine in (one, other)
                    for n in range(60)
                )
            )
            listed = [found async for found in SourceRepository(one).iter_all()]
            return halves, listed

    halves, listed = asyncio.run(work())

    assert [identity.source_id for identity, _ in listed] == [f"S{n}" for n in range(1, 31)]
    assert {i.source_id for i in halves} == {i.source_id for i, _ in listed}


@pytest.mark.postgres
def test_two_hundred_registrations_at_once_on_postgresql(postgres_database):
    async def work():
        async with AsyncCitationEngine(postgres_database) as engine:
            return await register_two_hundred(SourceRepository(engine))

    check(*asyncio.run(work()))


def test_a_plain_engine_serves_as_well(tmp_path):
    with CitationEngine(tmp_path / "citations.db") as engine:
        check(*asyncio.run(register_two_hundred(SourceRepository(engine))))


def test_the_repository_has_what_the_protocol_asks_for():
    for name, method in inspect.getmembers(AbstractSourceRepository, inspect.isfunction):
        if not name.startswith("_"):
            ours = inspect.signature(getattr(SourceRepository, name)).parameters
            assert (
                list(inspect.signature(method).parameters)
                == list(ours)[: len(inspect.signature(method).parameters)]
            )


def test_a_source_is_found_by_its_id_and_its_key(repository):
    async def work():
        identity = await repository.register(page(1, author="Doe"))
        return (
            identity,
            await repository.get("S1"),
            await repository.find_by_key("https://A.example/1?utm_source=x"),
            await repository.find_by_canonical_key(identity.canonical_key),
        )

    identity, source, found, source_id = asyncio.run(work())

    assert identity == found == SourceIdentity.build(1, "https://a.example/1")
    assert (source.author, source.source_id, source_id) == ("Doe", "S1", "S1")


def test_a_source_without_an_address_is_found_by_its_key(repository):
    async def work():
        await repository.register(ResearchSource(title="Law", snippet="ten"))
        identity = await repository.register(ResearchSource(title="Law", snippet="twenty"))
        again = await repository.register(ResearchSource(title="Law", snippet="twenty"))
        return identity, again, await repository.find_by_key(identity.canonical_key)

    identity, again, found = asyncio.run(work())

    assert identity.source_id == "S2"
    assert identity == again == found


@pytest.mark.parametrize("source_id", ["S2", "S0", "S01", "1", "", "S99999999999", "Law", None])
def test_an_unknown_id_is_none(source_id, repository, engine):
    engine.add_text("Ten.", name="Law")

    assert asyncio.run(repository.get(source_id)) is None


@pytest.mark.parametrize("key", ["https://b.example/", "nothing", "", "S1", None, 7])
def test_an_unknown_key_is_none(key, repository, engine):
    engine.add_text("Ten.", name="Law")

    assert asyncio.run(repository.find_by_key(key)) is None


def test_a_source_whose_name_looks_like_a_number_is_not_mistaken(repository, engine):
    engine.add_text("Ten.", name="Law")
    engine.add_text("Twenty.", name="S1")

    assert asyncio.run(repository.get("S1")).title == "Law"
    assert asyncio.run(repository.get("S2")).title == "S1"


def test_a_source_of_another_session_is_not_in_this_one(repository, engine):
    engine.in_session("other").add_text("Ten.", name="https://a.example/1", type="website")

    assert asyncio.run(repository.find_by_key("https://a.example/1")) is None
    assert asyncio.run(repository.ordered_sources()) == []


def test_the_version_counts_the_snapshots(repository):
    async def work():
        await repository.register(page(1, content="Ten."))
        return await repository.register(page(1, content="Twenty."))

    assert asyncio.run(work()).version == 2


def test_usage_is_recorded_once_and_listed_by_kind(repository, engine):
    async def work():
        await repository.register(page(1))
        await repository.register(page(2))
        for _ in range(2):
            await repository.register_usage("S1", "finding", "f1")
            await repository.record_usage("S1", finding_id="f2", report_section="Intro")
            await repository.record_usage("S2", cluster_id="c1", contradiction_id="x1")
        engine.record_usage("S2", "slide", "7")
        return await repository.results()

    results = asyncio.run(work())

    assert [source.source_id for source in results.sources] == ["S1", "S2"]
    assert results.source_usage == {
        "S1": SourceUsage(source_id="S1", finding_ids=["f1", "f2"], report_sections=["Intro"]),
        "S2": SourceUsage(
            source_id="S2", cluster_ids=["c1"], contradiction_ids=["x1"], slide_ids=["7"]
        ),
    }


def test_usage_of_an_unknown_source_or_kind_is_refused(repository):
    async def work(source_id, kind):
        await repository.register(page(1))
        await repository.register_usage(source_id, kind, "f1")

    with pytest.raises(SourceNotFound, match="no source 'S2'"):
        asyncio.run(work("S2", "finding"))
    with pytest.raises(InvalidInput, match="artifact type is 'slide'"):
        asyncio.run(work("S1", "slide"))

"""Raw sources of any quality: each gets a number or a sentence, in order, and none stalls."""

import asyncio
import threading
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine import AsyncCitationEngine, CitationError, InvalidInput, Settings
from citation_engine.interop.repository import SourceRepository
from citation_engine.interop.validation import SourceValidationPipeline, read_raw
from interop.shapes import names, values
from made_site import Answer, serving

WORDS = "Receipts are kept for ten years."


@pytest.fixture
def site():
    with serving() as site:
        yield site


@pytest.fixture
def settings(site, tmp_path):
    return Settings(judge="overlap", fetch_allow=site.place, key_folder=str(tmp_path / "keys"))


@pytest.fixture
def run(settings, tmp_path):
    """Run some work with a pipeline on a database of its own."""

    def run(work, **options):
        async def opened():
            async with AsyncCitationEngine(tmp_path / "citations.db", settings=settings) as engine:
                return await work(SourceValidationPipeline(SourceRepository(engine), **options))

        return asyncio.run(opened())

    return run


@pytest.fixture
def offline(engine):
    return SourceValidationPipeline(SourceRepository(engine))


def test_a_page_that_can_be_had_is_validated(run, site):
    url = site.put("/law", WORDS, title="Retention")

    outcome = run(lambda pipeline: pipeline.validate_and_register({"url": url, "year": 2024}))

    assert (outcome.source_id, outcome.state, outcome.reason) == ("S1", "validated", "")
    assert outcome.canonical_key == url
    assert (outcome.source.title, outcome.source.year) == ("Retention", 2024)


def test_a_page_that_cannot_be_had_is_degraded_with_the_reason(run, site):
    outcome = run(lambda p: p.validate_and_register({"url": site.url("/no"), "title": "T"}))

    assert (outcome.source_id, outcome.state) == ("S1", "degraded")
    assert "404" in outcome.reason
    assert outcome.source.metadata["validation_state"] == "degraded"
    assert outcome.source.metadata["validation_reason"] == outcome.reason


def test_a_page_that_must_not_be_fetched_is_degraded_with_the_reason(run):
    outcome = run(lambda p: p.validate_and_register({"url": "http://127.0.0.1:9/", "title": "T"}))

    assert outcome.state == "degraded"
    assert outcome.reason


def test_words_that_are_handed_in_are_not_fetched(run, site):
    raw = {"url": site.url("/law"), "title": "T", "content": WORDS}

    outcome = run(lambda pipeline: pipeline.validate_and_register(raw))

    assert (outcome.state, outcome.source.content, site.asked) == ("validated", WORDS, [])


def test_a_snippet_does_not_keep_a_page_from_being_fetched(run, site):
    raw = {"url": site.put("/law", WORDS), "title": "T", "snippet": "Receipts …"}

    outcome = run(lambda pipeline: pipeline.validate_and_register(raw))

    assert (outcome.state, outcome.source.snippet) == ("validated", "Receipts …")


def test_a_host_that_fails_again_and_again_is_left_alone_and_its_pages_are_registered(run, site):
    for n in range(9):
        site.pages[f"/{n}"] = Answer(b"", 503)
    raws = [{"url": site.url(f"/{n}")} for n in range(9)]

    outcomes = run(lambda pipeline: pipeline.validate_all(raws), max_concurrent=1)

    assert [outcome.source_id for outcome in outcomes] == [f"S{n}" for n in range(1, 10)]
    assert {outcome.state for outcome in outcomes} == {"degraded"}
    assert len({*site.asked}) < 9
    assert "left alone" in outcomes[-1].reason


def test_results_come_in_the_order_they_were_given_in(run, site):
    raws = [{"url": site.put(f"/{n}", f"{WORDS} {n}", title=f"Page {n}")} for n in range(25)]
    seen = []

    outcomes = run(lambda p: p.validate_all(raws, progress=seen.append))

    assert [outcome.source.title for outcome in outcomes] == [f"Page {n}" for n in range(25)]
    assert [step.done for step in seen] == list(range(1, 26))
    assert {step.total for step in seen} == {25}
    assert all(outcomes[step.index] is step.outcome for step in seen)


def test_no_more_than_ten_are_worked_on_at_a_time(engine):
    class Counting(SourceRepository):
        now = most = 0

        async def register_source(self, source, *, fetch=False):
            self.now += 1
            self.most = max(self.most, self.now)
            try:
                await asyncio.sleep(0.2 if fetch else 0)
                return await super().register_source(source, fetch=fetch)
            finally:
                self.now -= 1

    repository = Counting(engine)
    pipeline = SourceValidationPipeline(repository)
    asyncio.run(pipeline.validate_all([{"title": f"T{n}"} for n in range(40)]))

    assert repository.most == 10


def test_progress_may_be_awaited(offline):
    seen = []

    async def progress(step):
        await asyncio.sleep(0)
        seen.append(step.index)

    asyncio.run(offline.validate_all([{"title": "A"}, {"title": "B"}], progress=progress))

    assert sorted(seen) == [0, 1]


def test_what_is_wrong_with_one_does_not_stop_the_others(offline):
    outcomes = asyncio.run(
        offline.validate_all([{"title": "A"}, {}, "raw", None, {"title": "\ud800"}, {"title": "B"}])
    )

    kinds = [type(outcome).__name__ for outcome in outcomes]
    assert kinds == ["ValidatedIdentity", *["InvalidInput"] * 4, "ValidatedIdentity"]
    assert {outcomes[0].source_id, outcomes[5].source_id} == {"S1", "S2"}
    assert "not a mapping" in str(outcomes[2])


def test_a_fault_of_the_repository_is_told_in_the_place_of_its_source(engine):
    class Faulty(SourceRepository):
        async def register_source(self, source, *, fetch=False):
            if source.title == "B":
                raise KeyError("B")
            return await super().register_source(source, fetch=fetch)

    pipeline = SourceValidationPipeline(Faulty(engine))
    outcomes = asyncio.run(pipeline.validate_all([{"title": t} for t in "ABC"]))

    assert [isinstance(outcome, CitationError) for outcome in outcomes] == [False, True, False]
    assert "KeyError" in str(outcomes[1])


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"title": "T", "credibility_score": 7}, "credibility_score 7 was left out"),
        ({"title": "T", "relevance_score": "high"}, "relevance_score 'high' was left out"),
        ({"title": "T", "date": "yesterday"}, "date 'yesterday' was left out"),
        ({"title": 5, "url": "https://a.example/"}, "title 5 was left out"),
        ({"title": "T", "url": 5}, "url 5 was left out"),
        ({"title": "T", "url": "not an address"}, "'not an address' is not the address"),
        ({"title": "T", "url": "https://u:p@a.example/"}, "is not the address of a page"),
        ({"title": "T", "metadata": ["x"]}, "metadata ['x'] was left out"),
        ({"title": "T", "metadata": {"when": date(2024, 1, 2)}}, "metadata.when"),
        ({"title": "T", "score": float("nan")}, "score nan was left out"),
        ({"title": "T", "blob": b"\xff"}, "blob b'\\xff' was left out"),
        ({"title": "T", "half": "\udc00"}, "half"),
    ],
)
def test_a_field_that_cannot_be_taken_makes_a_source_degraded_and_is_named(raw, said, offline):
    outcome = asyncio.run(offline.validate_and_register({**raw, "content": WORDS}))

    assert (outcome.source_id, outcome.state) == ("S1", "degraded")
    assert said in outcome.reason
    assert outcome.source.content == WORDS


def test_values_inside_each_other_without_end_do_not_stall_it(offline):
    circle: dict = {"title": "T"}
    circle["self"] = circle

    outcome = asyncio.run(offline.validate_and_register(circle))

    assert "self" in outcome.reason


def test_ids_from_elsewhere_are_not_taken_for_ours(offline):
    raw = {"title": "T", "source_id": "S9", "canonical_key": "x", "snippet": "ten"}

    outcome = asyncio.run(offline.validate_and_register(raw))

    assert (outcome.source_id, outcome.state) == ("S1", "unchecked")
    assert outcome.canonical_key.startswith("title:")


@given(raw=st.dictionaries(names, values, max_size=6))
def test_any_mapping_gets_a_number_or_a_sentence(raw, fresh):
    pipeline = SourceValidationPipeline(SourceRepository(fresh()))

    (outcome,) = asyncio.run(pipeline.validate_all([raw]))

    assert isinstance(outcome, InvalidInput) or outcome.source_id == "S1"


def test_a_source_without_a_title_is_called_by_its_words():
    assert read_raw({"text": "Ten\nyears."}).title == "Ten years."


def test_at_least_one_must_be_worked_on(engine):
    with pytest.raises(InvalidInput, match="max_concurrent is 0"):
        SourceValidationPipeline(SourceRepository(engine), max_concurrent=0)


# cancelling ----------------------------------------------------------------------------------


def test_what_was_told_is_registered_when_a_list_is_cancelled(run, site):
    """The last page does not answer before the list is cancelled."""
    release = threading.Event()

    class Slow(Answer):
        @property
        def location(self):
            release.wait(120)

        @location.setter
        def location(self, _):
            pass

    raws = [{"url": site.put(f"/{n}", WORDS + str(n))} for n in range(5)]
    site.pages["/slow"] = Slow(b"<p>Late.")
    raws.append({"url": site.url("/slow")})
    told = []

    async def work(pipeline):
        enough = asyncio.Event()

        def progress(step):
            told.append(step)
            if step.done == 5:
                enough.set()

        task = asyncio.create_task(pipeline.validate_all(raws, progress=progress))
        await enough.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        release.set()
        listed = await pipeline._repository.ordered_sources()
        again = await pipeline.validate_all(raws)
        return listed, again

    listed, again = run(work)

    assert {step.outcome.source_id for step in told} <= {source.source_id for source in listed}
    assert [outcome.state for outcome in again] == ["validated"] * 6
    assert sorted(outcome.source_id for outcome in again) == [f"S{n}" for n in range(1, 7)]
    kept = {step.index: step.outcome.source_id for step in told}
    assert all(again[index].source_id == source_id for index, source_id in kept.items())


def test_an_engine_that_is_closed_gives_every_source_an_error(tmp_path):
    async def work():
        engine = AsyncCitationEngine(tmp_path / "citations.db")
        pipeline = SourceValidationPipeline(SourceRepository(engine))
        await pipeline.validate_and_register({"title": "A"})
        await engine.close()
        return await pipeline.validate_all([{"title": "B"}, {"title": "C"}])

    outcomes = asyncio.run(work())

    assert [type(outcome).__name__ for outcome in outcomes] == ["EngineClosed"] * 2
    assert all(isinstance(outcome, CitationError) for outcome in outcomes)

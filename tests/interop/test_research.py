"""Research sources, findings and results: whole after a trip, and never a wrong id."""

import warnings
from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import ValidationError

from citation_engine.errors import InvalidInput
from citation_engine.interop.research import (
    HierarchicalFinding,
    LegacyRowsWarning,
    ResearchResults,
    ResearchSource,
    SourceIdentity,
    SourceUsage,
    from_research,
    number_of,
    to_research,
)
from interop.shapes import addresses, kinds, names, values, words

OURS = ("source_id", "canonical_key")
SAID = ("validation_state", "validation_reason")


def register(engine, source):
    return engine.register_source(**from_research(source).arguments())


def trip(engine, source):
    return to_research(engine.get_source(register(engine, source).id))


scores = st.floats(0, 1)
extras = st.dictionaries(
    names.filter(lambda name: name not in (*ResearchSource.model_fields, "content")),
    values,
    max_size=4,
)
sources = st.builds(
    lambda fields, extra, metadata: ResearchSource.model_validate(
        {**extra, **fields, "metadata": metadata}
    ),
    st.fixed_dictionaries(
        {"title": words},
        optional={
            "url": addresses,
            "author": st.text(max_size=10).filter(str.isprintable),
            "publisher": words,
            "date": st.datetimes(timezones=st.none() | st.just(UTC)),
            "source_type": kinds,
            "credibility_score": scores,
            "relevance_score": scores,
            "content": words,
        },
    ),
    extras,
    st.dictionaries(names, values, max_size=5),
)


@given(source=sources)
@example(
    source=ResearchSource(
        title="T",
        author="A",
        metadata={
            "author": "B",
            "metadata:author": "C",
            "date": "2024-05-06",
            "title": "T",
            "publisher": "P",
            "field:x": 1,
            "slot:content": True,
            "credibility_score": 0.7,
        },
        **{"x": 2, "field:x": 3},
    )
)
def test_a_research_source_comes_back_whole_whatever_is_in_it(source, fresh):
    back = trip(fresh(), source)

    given, got = source.model_dump(), back.model_dump()
    for name in (*OURS, *(["source_type"] if source.source_type is None else [])):
        given.pop(name)
    metadata, kept = given.pop("metadata"), got.pop("metadata")
    assert {name: got.get(name) for name in given} == given
    assert {name: value for name, value in kept.items() if name not in SAID} == {
        name: value for name, value in metadata.items() if name not in SAID
    }


def test_authors_in_the_metadata_of_a_caller_do_not_become_the_author(fresh):
    source = ResearchSource(
        title="T", metadata={"authors": ["A"], "site": "S", "published": "2024"}
    )

    back = trip(fresh(), source)

    assert (back.author, back.publisher, back.date) == (None, None, None)
    assert back.metadata["authors"] == ["A"]


@given(source=sources)
def test_a_research_source_that_comes_back_is_the_same_source(source, fresh):
    engine = fresh()
    first = register(engine, source)
    again = register(engine, to_research(engine.get_source(first.id)))

    assert (again.id, again.number) == (first.id, 1)


def test_ids_and_keys_are_the_engine_s(engine):
    source = ResearchSource(
        source_id="S7", canonical_key="https://a.example/a", title="T", url="https://A.example/A"
    )

    back = trip(engine, source)

    assert (back.source_id, back.canonical_key) == ("S1", "https://a.example/A")


def test_a_source_without_an_address_keeps_the_key_it_came_with(engine):
    back = trip(engine, ResearchSource(title="T", canonical_key="sha256-of-title-and-snippet"))

    assert back.canonical_key == "sha256-of-title-and-snippet"


def test_a_snippet_is_a_preview_and_content_the_words(engine):
    hit = register(engine, ResearchSource(title="T", url="https://a.example/1", snippet="ten"))
    full = register(engine, ResearchSource(title="T", url="https://a.example/2", content="Ten."))

    assert (hit.state, hit.preview) == ("preview", "ten")
    assert (full.state, full.content) == ("ready", "Ten.")
    assert to_research(hit).metadata["validation_state"] == "unchecked"
    assert to_research(full).metadata["validation_state"] == "validated"


def test_a_second_registration_learns_what_was_missing_and_keeps_what_was_known(engine):
    address = "https://a.example/"
    register(engine, ResearchSource(title="", url=address, author="Doe, J."))
    later = ResearchSource(
        title="T",
        url=address,
        author="Roe",
        publisher="P",
        credibility_score=0.9,
        metadata={"a": 1},
    )

    back = trip(engine, later)

    assert (back.source_id, back.title, back.author) == ("S1", "T", "Doe, J.")
    assert (back.publisher, back.credibility_score, back.metadata["a"]) == ("P", 0.9, 1)


def test_a_source_of_ours_says_what_its_page_said(engine):
    source = engine.register_source(
        "website",
        "https://a.example/",
        content="Ten.",
        metadata={
            "authors": ["A", "B"],
            "site": "Daily",
            "published": "2025-01-14",
            "date": "2025",
        },
    )

    back = to_research(source)

    assert (back.author, back.publisher) == ("A; B", "Daily")
    assert back.date == datetime(2025, 1, 14)  # noqa: DTZ001
    assert back.metadata["date"] == "2025"


def test_a_source_without_words_says_so_and_why(engine):
    back = trip(engine, ResearchSource(title="T", url="https://a.example/"))

    assert back.metadata["validation_state"] == "degraded"
    assert "registered by its address" in back.metadata["validation_reason"]


def test_what_was_said_about_a_source_elsewhere_is_not_taken_over(engine):
    source = ResearchSource(
        title="T",
        content="Ten.",
        metadata={"validation_state": "degraded", "validation_reason": "x"},
    )

    assert trip(engine, source).metadata == {"validation_state": "validated"}


def test_a_source_that_names_nothing_is_refused():
    with pytest.raises(InvalidInput, match="no title, no address and no words"):
        from_research(ResearchSource(title=" "))


@pytest.mark.parametrize("score", [-0.1, 1.1, float("nan")])
@pytest.mark.parametrize("name", ["credibility_score", "relevance_score"])
def test_a_score_lies_between_0_and_1(name, score):
    with pytest.raises(ValidationError):
        ResearchSource(title="T", **{name: score})


def test_an_identity_is_built_from_a_number():
    identity = SourceIdentity.build(3, "key")

    assert identity.model_dump() == {"source_id": "S3", "canonical_key": "key", "version": 1}


def test_a_source_that_stands_alone_is_not_given_a_number():
    assert ResearchSource(title="T").source_id is None


# findings and results ------------------------------------------------------------------------


def test_a_finding_names_its_own_source_first_and_keeps_further_fields():
    given_ids = ["S2"]
    finding = HierarchicalFinding(
        source=ResearchSource(title="T", source_id="S1"), source_ids=given_ids, finding="Ten years."
    )

    assert (finding.source_ids, given_ids) == (["S1", "S2"], ["S2"])
    assert finding.model_dump()["finding"] == "Ten years."
    assert len(finding.finding_id) == 32


def test_legacy_rows_without_ids_are_numbered_in_order_with_a_warning():
    saved = {"sources": [{"title": "A"}, {"title": "B", "source_id": "S0"}, {"title": "C"}]}

    with pytest.warns(LegacyRowsWarning, match="3 source.* S1, S2, S3"):
        results = ResearchResults.model_validate(saved)

    assert [source.source_id for source in results.sources] == ["S1", "S2", "S3"]


def test_a_number_in_use_is_not_given_to_a_legacy_row():
    saved = {
        "sources": [{"title": "A"}, {"title": "B", "source_id": "S1"}, {"title": "C"}],
        "findings": [{"source_ids": ["S2"]}, {"supporting_source_ids": ["S3"]}],
        "source_usage": {"S4": {"source_id": "S4"}},
    }

    with pytest.warns(LegacyRowsWarning):
        results = ResearchResults.model_validate(saved)

    assert [source.source_id for source in results.sources] == ["S5", "S1", "S6"]


def test_a_legacy_index_is_kept_where_it_is_free():
    saved = {
        "sources": [
            {"title": t, "metadata": {"legacy_index": n}}
            for t, n in [("A", 4), ("B", 4), ("C", 0), ("D", True)]
        ]
    }

    with pytest.warns(LegacyRowsWarning):
        results = ResearchResults.model_validate(saved)

    assert [source.source_id for source in results.sources] == ["S4", "S1", "S2", "S3"]


def test_a_finding_gets_the_id_of_its_source_and_brings_one_that_is_not_listed():
    saved = {
        "sources": [{"title": "A", "url": "https://a.example/"}],
        "findings": [
            {"source": {"title": "A again", "url": "https://a.example/#x"}},
            {"source": {"title": "B", "source_id": "S0"}, "source_ids": ["S0", "S9"]},
        ],
    }

    with pytest.warns(LegacyRowsWarning):
        results = ResearchResults.model_validate(saved)

    assert [source.source_id for source in results.sources] == ["S1", "S2"]
    assert [finding.source_ids for finding in results.findings] == [["S1"], ["S2", "S9"]]
    assert [finding.source.title for finding in results.findings] == ["A again", "B"]


@given(
    st.lists(st.sampled_from([None, "", "S0", " S00 ", "S1", "S2", "S5", "req-1-0"]), max_size=8)
)
def test_every_loaded_source_has_an_id_and_none_is_given_twice(ids):
    saved = {"sources": [{"title": str(n), "source_id": id} for n, id in enumerate(ids)]}

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LegacyRowsWarning)
        loaded = [source.source_id for source in ResearchResults.model_validate(saved).sources]

    had = [id for id in ids if id and number_of(id) != 0 and "S0" not in id]
    new = [id for id, before in zip(loaded, ids, strict=True) if id != before]
    assert len(set(new)) == len(new) == len(ids) - len(had)
    assert not {*new} & {*had}
    assert all(number_of(id) for id in new)


def test_results_with_ids_load_without_a_warning_and_dump_as_they_were():
    saved = {
        "sources": [{"title": "A", "source_id": "S1"}],
        "findings": [{"finding_id": "f1", "source_ids": ["S1"], "confidence": 0.4}],
        "summary": "Ten years.",
    }

    dumped = ResearchResults.model_validate(saved).model_dump(exclude_unset=True)

    assert dumped == saved


def test_usage_is_recorded_once():
    results = ResearchResults(
        sources=[ResearchSource(title="A", source_id="S1")],
        findings=[HierarchicalFinding(finding_id="f1", source_ids=["S1"])],
    )
    for _ in range(2):
        results.record_usage("S1", cluster_id="c1", contradiction_id="x1", report_section="Intro")
        results.backfill_usage()

    assert results.source_usage == {
        "S1": SourceUsage(
            source_id="S1",
            finding_ids=["f1"],
            cluster_ids=["c1"],
            contradiction_ids=["x1"],
            report_sections=["Intro"],
        )
    }

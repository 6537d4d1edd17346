"""Whatever is handed in: a sentence of ours or a result, and never anything else."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citation_engine import CitationError

LAW = "Records are kept for ten years. Drafts are not kept."

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary()
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
quick = settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def check_sentence(error):
    assert 0 < len(str(error)) < 2_000


def mostly(good):
    """A good value three times out of four, so that the bad ones get further."""
    return st.sampled_from([good, good, good]) | anything


@quick
@given(
    claim=mostly("Ten years."),
    quote=mostly("ten years") | st.sampled_from([LAW[:20], LAW[5:40], "six years"]),
    context=mostly(None),
    locator=mostly(None) | st.dictionaries(st.sampled_from(["page", "section", "query"]), anything),
    reasoning=mostly("r"),
    confidence=mostly("high"),
    method=mostly(None) | st.just("negative"),
    language=mostly("en"),
    related=mostly(()),
    relation=mostly(None),
    idempotency_key=mostly(None),
    other=anything,
)
def test_citing_anything_gives_a_result_or_a_sentence(engine, other, **given):
    law = engine.add_text(LAW, name="law")
    before = len(engine.list_citations())
    for source in (law, other):
        try:
            result = engine.cite(source=source, **given)
        except CitationError as error:
            check_sentence(error)
            continue
        before += 1
        assert engine.get_citation(result.citation_id) == result.citation
        quoted = result.citation.verbatim_quote
        if result.verification_status == "verified" and quoted:
            assert result.verdict.match.located
    assert len(engine.list_citations()) == before


@quick
@given(
    text=mostly(LAW) | st.text(),
    name=mostly("law") | st.text(),
    type=mostly("document") | st.sampled_from(["custom", "database", "website"]),
    version=mostly(None),
    metadata=mostly(None) | st.dictionaries(st.text(), anything),
    idempotency_key=mostly(None),
)
def test_registering_anything_gives_a_source_or_a_sentence(engine, **given):
    try:
        source = engine.add_text(**given)
    except CitationError as error:
        check_sentence(error)
    else:
        assert engine.get_source(source.id) == source


@quick
@given(what=anything, result=anything, name=mostly("r"), query=mostly("q"))
def test_paths_pages_and_results_of_any_kind_give_a_source_or_a_sentence(
    engine, what, result, name, query
):
    for call in (
        lambda: engine.add(what),
        lambda: engine.add_doc_source(what),
        lambda: engine.add_web_source(what),
        lambda: engine.add_web_source(f"https://{what}"),
        lambda: engine.add_db_source("db", name, query, result=result),
        lambda: engine.add_custom_source(name, what),
        lambda: engine.register_source(what, what),
        lambda: engine.list_sources(what),
        lambda: engine.list_citations(verification_status=what),
        lambda: engine.format_citation(what, what),
        lambda: engine.export_bibliography(style=what),
    ):
        try:
            call()
        except CitationError as error:
            check_sentence(error)
    assert engine.get_citation(what) is None or isinstance(what, int | str)

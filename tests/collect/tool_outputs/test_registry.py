"""The registry: who is chosen for a tool, and that nothing a tool gives can make it raise."""

import json
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine import InvalidInput
from citation_engine.collect.tool_outputs.registry import (
    ExtractorRegistry,
    FunctionExtractor,
    Rank,
    extractor,
)
from citation_engine.engine.tool_outputs import default_extractors
from citation_engine.model.source import Extraction, FoundSource
from hanging import must_end

TOOLS = [
    *("web_search", "web_scrape", "query_rag_project", "wikipedia_search", "http_client"),
    "mcp.files__read",
]
BUILT_IN = default_extractors()
KEYS = st.sampled_from(
    [
        *("results", "organic", "data", "items", "hits", "documents", "query", "pages", "content"),
        *("url", "link", "uri", "title", "snippet", "text", "body", "page", "metadata", "type"),
        *("resource", "structuredContent", "isError", "error", "status", "artifact", "source"),
    ]
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=30)
    | st.binary(max_size=10)
    | st.sampled_from(
        [
            "https://a.example/b",
            "javascript:alert(1)",
            "text",
            "resource",
            '{"results": [1]}',
            "\ud800",
        ]
    )
)


class Hostile:
    """An object that raises where it is asked for what it holds."""

    def __getattr__(self, name):
        raise RuntimeError(name) if name == "model_dump" else AttributeError(name)


class Endless(dict):
    """A mapping without an end."""

    def items(self):
        number = 0
        while True:
            yield f"k{number}", number
            number += 1

    def __len__(self):
        return 1


OBJECTS = st.sampled_from(
    [object(), Hostile(), Endless(a=1), SimpleNamespace(content=Hostile()), int, json, len]
)
OUTPUTS = st.recursive(
    LEAVES | OBJECTS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(KEYS | st.text(max_size=5) | st.integers(), inner, max_size=5)
        | st.tuples(inner, inner)
        | st.builds(SimpleNamespace, content=inner, artifact=inner)
    ),
    max_leaves=12,
)


def found(id="r-0", **more):
    return FoundSource(
        id=id, kind="mine", tool_name="t", tool_request_id="r", full_content="x", **more
    )


@given(st.sampled_from(TOOLS), st.dictionaries(st.text(max_size=5), LEAVES, max_size=2), OUTPUTS)
def test_no_output_makes_an_extractor_raise_or_stay_silent(tool, parameters, output):
    extraction = BUILT_IN.extract("req-1", tool, parameters, output)

    assert extraction.sources or extraction.skipped
    assert [s.id for s in extraction.sources] == [
        f"req-1-{n}" for n in range(len(extraction.sources))
    ]
    for source in extraction.sources:
        assert FoundSource.from_json(json.loads(json.dumps(source.to_json()))) == source


@given(st.sampled_from(TOOLS), OUTPUTS)
def test_a_source_never_has_an_unsafe_address(tool, output):
    for source in BUILT_IN.extract("req-1", tool, {}, output).sources:
        assert not (source.uri or "").lower().startswith("javascript:")


def deep():
    value = "https://a.example/"
    for _ in range(100_000):
        value = {"results": [value]}
    return value


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize(
    "output",
    [
        deep(),
        "[" * 1_000_000,
        '{"results":' * 100_000,
        {"results": [{"url": f"https://a.example/{n}", "text": "x"} for n in range(10_000)]},
        {"results": [list(range(1_000))] * 1_000},
        "https://a.example/ " * 100_000,
        "Title: a\nContent: b\n" + "c\n" * 200_000,
        Endless(a=1),
        {"results": [{"url": "https://a.example/", "n": 10**6000}], "body": 10**6000},
    ],
    ids=[
        "deep",
        "brackets",
        "braces",
        "many",
        "numbers",
        "addresses",
        "lines",
        "endless",
        "digits",
    ],
)
@must_end
def test_a_huge_output_is_read_and_bounded(tool, output):
    extraction = BUILT_IN.extract("req-1", tool, {}, output)

    assert len(extraction.sources) <= 500
    assert extraction.sources or extraction.skipped


def test_an_output_with_too_many_values_is_not_taken_at_all():
    output = {"results": [{"url": "https://a.example/", "n": list(range(300_000))}]}

    extraction = BUILT_IN.extract("req-1", "web_search", {}, output)

    assert extraction.sources == ()
    assert extraction.skipped == ("The output has more than 200,000 values.",)


@pytest.mark.parametrize(
    ("tool", "pattern"),
    [
        ("web_search", r"^web_search$"),
        ("mcp.brave__search", r"^mcp(?:\.|__).+__.+$"),
        ("mcp__brave__search", r"^mcp(?:\.|__).+__.+$"),
        ("mcp.brave", None),
        ("my_web_search", None),
    ],
)
def test_a_tool_is_known_by_its_name(tool, pattern):
    chosen = BUILT_IN.find(tool)

    assert (chosen.pattern if chosen else None) == pattern


def test_an_unknown_tool_gives_a_reason():
    extraction = BUILT_IN.extract("req-1", "rm_rf", {}, {"results": []})

    assert extraction.skipped == ("No extractor knows the tool 'rm_rf'.",)


def test_your_own_by_decorator_goes_before_the_ones_built_in():
    registry = default_extractors()

    @registry.extractor(r".*search")
    def mine(request_id, tool_name, parameters, output):
        return [found(id=f"{request_id}-{parameters['n']}-{output}")]

    extraction = registry.extract("r", "web_search", {"n": 1}, "x")

    assert [source.id for source in extraction.sources] == ["r-1-x"]
    assert isinstance(mine, FunctionExtractor)
    assert BUILT_IN.extract("r", "web_search", {}, "x").sources == ()


def test_registries_share_nothing():
    one, other = ExtractorRegistry(), ExtractorRegistry()

    @extractor(r"^mine$")
    def mine(request_id, tool_name, parameters, output):
        return [found()]

    one.add(mine)

    assert one.find("mine") is mine
    assert other.find("mine") is None


@pytest.mark.parametrize(
    ("added", "chosen"),
    [
        ([(r"^a$", Rank.BUILT_IN), (r"a", Rank.OWN)], 1),
        ([(r"^a$", Rank.INSTALLED), (r"a", Rank.BUILT_IN)], 0),
        ([(r"^a$", Rank.OWN), (r"^a.*$", Rank.OWN)], 0),
        ([(r"^a.*$", Rank.OWN), (r"^[a]$", Rank.OWN)], 1),
        ([(r"^a$", Rank.OWN), (r"^a$", Rank.OWN)], 1),
    ],
    ids=["yours first", "installed next", "exact before pattern", "later", "replaced"],
)
def test_one_of_several_that_fit_is_chosen_by_the_documented_order(added, chosen):
    registry = ExtractorRegistry()
    made = [extractor(pattern)(lambda *_: []) for pattern, _ in added]
    for one, (_, rank) in zip(made, added, strict=True):
        registry.add(one, rank=rank)

    assert registry.find("a") is made[chosen]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "gave no answer"),
        ([], "found no sources"),
        (["text"], "gave a str among the sources"),
        (42, "not iterable"),
    ],
)
def test_an_extractor_that_gives_something_else_is_told_not_raised(answer, said):
    registry = ExtractorRegistry([extractor("mine")(lambda *_: answer)])

    extraction = registry.extract("r", "mine", {}, "x")

    assert extraction.sources == ()
    assert said in extraction.skipped[0]


def test_an_extractor_that_raises_is_told_with_its_tool():
    class Mute(Exception):
        def __str__(self):
            raise ValueError

    def fail(kind):
        def mine(*_):
            raise kind("broken\nline")

        return mine

    registry = ExtractorRegistry([extractor("one")(fail(KeyError)), extractor("two")(fail(Mute))])

    assert registry.extract("r", "one", {}, 1).skipped == (
        "The extractor for 'one' failed: KeyError: 'broken\\nline'.",
    )
    assert "Mute, which cannot say" in registry.extract("r", "two", {}, 1).skipped[0]


def test_an_extraction_with_its_own_reasons_is_taken_as_it_is():
    given = Extraction(sources=(found(),), skipped=("One was torn.",))
    registry = ExtractorRegistry([extractor("mine")(lambda *_: given)])

    assert registry.extract("r", "mine", {}, "x") == given


@pytest.mark.parametrize("pattern", ["(", "[a", None, b"a", 3])
def test_what_is_no_pattern_is_refused(pattern):
    with pytest.raises(InvalidInput, match="not a regular expression"):
        extractor(pattern)


def test_what_is_no_extractor_is_refused():
    with pytest.raises(InvalidInput, match="A function is not an extractor"):
        ExtractorRegistry().add(found)

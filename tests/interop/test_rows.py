"""Rows go in and come out whole, and are known again by address or path."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citation_engine.errors import InvalidInput
from citation_engine.interop.rows import KNOWN, SLOTS, from_row, sid_of, to_row
from interop.shapes import addresses, kinds, names, values, words

ROW = {
    "sid": 1,
    "title": "Some page title",
    "url": "https://example.com/A",
    "text": "A short excerpt.",
    "content": "All the words of it.",
    "source_type": "web",
    "mime": "text/html",
    "size_bytes": 12345,
    "artifact_path": "fi:turn.files/report.pdf",
    "physical_path": "turn_1/files/report.pdf",
    "published_time_iso": "2025-01-02T12:34:56Z",
    "modified_time_iso": "2025-01-03T10:00:00Z",
    "fetched_time_iso": "2025-01-03T10:05:00Z",
    "objective_relevance": 0.95,
    "query_relevance": [{"qid": "1", "score": 0.9}],
    "reasoning": "It says so.",
    "authority": "web",
    "favicon_url": "https://example.com/favicon.ico",
    "their_own": {"nested": [1, None]},
}

# A preview of a document is known by its title and snippet, whatever its path or key.


def register(engine, row):
    return engine.register_source(**from_row(row).arguments())


def trip(engine, row):
    source = register(engine, row)
    return to_row(engine.get_source(source.id))


rows = st.builds(
    lambda slots, known, unknown: {
        **{n: v for n, v in unknown.items() if n not in KNOWN and n != "identifier"},
        **{name: value for name, value in known.items() if value is not None},
        **{name: value for name, value in slots.items() if value is not None},
    },
    st.fixed_dictionaries(
        {"title": words},
        optional={"text": words, "content": words, "url": addresses, "physical_path": words},
    ),
    st.fixed_dictionaries(
        {},
        optional={
            "source_type": kinds,
            **dict.fromkeys(KNOWN - {*SLOTS, "source_type", "physical_path"}, values),
        },
    ),
    st.dictionaries(names, values, max_size=4),
)


def test_every_field_of_a_row_comes_back(engine):
    assert trip(engine, ROW) == ROW


@given(row=rows)
@example(row={"title": "T", "published": 1, "row:published": 2, "published_time_iso": "3"})
@example(row={"title": "T", "fetched_at": None, "modified": "x", "identifier": 5, "row:": [0]})
def test_a_row_comes_back_whole_whatever_is_in_it(row, fresh):
    back = trip(fresh(), row)

    assert {name: back.get(name) for name in row} == row


@given(row=rows)
def test_a_row_that_comes_back_is_the_same_source(row, fresh):
    engine = fresh()
    first = register(engine, row)
    again = register(engine, to_row(engine.get_source(first.id)))

    assert again.id == first.id
    assert len(engine.get_snapshots(first.id)) == bool("content" in row)


def test_the_words_come_back_with_our_line_ends(engine):
    assert trip(engine, {**ROW, "content": "a\r\nb\0"})["content"] == "a\nb\ufffd"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"url": "https://Example.com/A#x"}, {"url": "https://example.com:443/A?utm_source=y"}),
        ({"physical_path": "t/a.txt", "title": "A"}, {"physical_path": "t/a.txt", "title": "B"}),
        ({"title": "A", "text": "ten"}, {"title": "A", "text": "ten", "mime": "text/plain"}),
        pytest.param(
            {"title": "A", "text": "ten"},
            {"title": "A", "text": "ten", "content": "ten years"},
        ),
        pytest.param(
            {"physical_path": "t/a.txt", "title": "A", "text": "ten"},
            {"physical_path": "t/a.txt", "title": "A", "text": "ten", "content": "ten years"},
        ),
        ({"url": "doi:10.1/x", "title": "A"}, {"url": "doi:10.1/x", "title": "B"}),
    ],
)
def test_a_row_is_known_again_by_address_path_or_title_and_snippet(first, second, engine):
    assert register(engine, first).number == register(engine, second).number == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"url": "https://example.com/A"}, {"url": "https://example.com/a"}),
        pytest.param(
            {"physical_path": "t/1/a.txt", "title": "A", "text": "ten"},
            {"physical_path": "t/2/a.txt", "title": "A", "text": "ten"},
        ),
        ({"title": "Untitled", "text": "ten"}, {"title": "Untitled", "text": "twenty"}),
        ({"title": "Untitled", "content": "ten"}, {"title": "Untitled", "content": "twenty"}),
    ],
)
def test_different_things_are_not_taken_for_one(first, second, engine):
    assert register(engine, first).number == 1
    assert register(engine, second).number == 2


def test_a_second_row_fills_in_what_the_first_lacked(engine):
    register(engine, {"url": "https://a.example/", "mime": "text/html"})
    register(engine, {"url": "https://a.example/", "title": "T", "text": "ten", "mime": "x/y"})
    source = register(engine, {"url": "https://a.example/", "content": "Ten years."})

    row = to_row(engine.get_source(source.id))
    assert (row["sid"], row["title"], row["text"]) == (1, "T", "ten")
    assert (row["content"], row["mime"], source.state) == ("Ten years.", "text/html", "ready")


def test_a_row_with_a_snippet_alone_is_a_preview_and_never_evidence(engine):
    source = register(engine, {"title": "T", "url": "https://a.example/", "text": "Ten years."})
    result = engine.cite("It is ten years.", source, quote="Ten years.")

    assert source.state == "preview"
    assert result.verification_status == "unverified"


def test_a_row_with_nothing_but_an_address_is_not_fetched(engine):
    source = register(engine, {"url": "https://a.example/"})

    assert (source.state, source.name) == ("degraded", "https://a.example/")
    assert "registered by its address" in source.state_reason


def test_a_path_in_a_row_is_never_opened(engine, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("The secret.")

    source = register(engine, {"physical_path": str(secret), "url": secret.as_uri()})

    assert source.state == "degraded"
    assert engine.get_source(source.id).content == ""


def test_a_source_of_ours_has_a_row(engine, tmp_path):
    file = tmp_path / "law.md"
    file.write_text("Records are kept for ten years.")
    source = engine.add(file, name="Law", metadata={"sid": 9, "year": 2024, "published": "2024"})

    row = to_row(engine.get_source(source.id))

    assert row == {
        "sid": 1,
        "title": "Law",
        "text": "Records are kept for ten years.",
        "content": "Records are kept for ten years.",
        "source_type": "file",
        "published_time_iso": "2024",
        "identifier": str(file),
        "row:sid": 9,
        "year": 2024,
    }


def test_a_redacted_source_has_a_row_without_its_words(engine):
    source = register(engine, ROW)
    engine.redact(source=source, reason="r", authority="a")

    row = to_row(engine.get_source(source.id))

    assert row["sid"] == 1
    assert "excerpt" not in str(row)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({}, "names nothing"),
        ({"title": " ", "url": "", "mime": "text/html"}, "names nothing"),
        ({"title": 7}, "The title of the source is 7"),
        ({"title": "T", "content": ["x"]}, "The content of the source is"),
        ({"title": "T", "sid": 0}, "sid of a row is 0"),
        ({"title": "T", "sid": "one"}, "sid of a row is 'one'"),
        ({"title": "T", "sid": True}, "sid of a row is True"),
        ({"title": "T", 5: "x"}, "names as keys"),
        ("row", "names as keys"),
    ],
)
def test_a_row_that_cannot_be_taken_is_refused_with_a_sentence(row, said):
    with pytest.raises(InvalidInput, match=said):
        from_row(row)


def test_a_value_that_is_not_json_is_refused_and_nothing_is_registered(engine):
    with pytest.raises(InvalidInput, match="cannot be kept as JSON"):
        register(engine, {"title": "T", "their_own": {1, 2}})

    assert engine.list_sources() == []


@pytest.mark.parametrize(("sid", "number"), [(3, 3), ("3", 3), (" 12 ", 12), (None, None)])
def test_a_number_may_be_written_as_text(sid, number):
    assert sid_of({"sid": sid}) == number

"""Passages that were retrieved: their file, their page, all their words."""

import pytest

from citation_engine.collect.tool_outputs.extractors import query_rag_project

WORDS = "Records are kept for ten years."


def query(output):
    return query_rag_project.extract("req-1", "query_rag_project", {"query": "records"}, output)


@pytest.mark.parametrize(
    "output",
    [
        {"results": [{"content": WORDS, "file_path": "law.pdf", "page": 3}]},
        {"results": [{"text": WORDS, "filename": "law.pdf", "pageNumber": "3"}]},
        {"chunks": [{"chunk": WORDS, "source": "law.pdf", "page_number": 3}]},
        [{"page_content": WORDS, "metadata": {"source": "law.pdf", "page": 2, "page_label": "3"}}],
        {"matches": [{"score": 1, "metadata": {"text": WORDS, "source": "law.pdf", "page": 3}}]},
        {
            "source_nodes": [
                {"node": {"text": WORDS, "metadata": {"file_name": "law.pdf", "page_label": "3"}}}
            ]
        },
        {
            "ids": [["a"]],
            "documents": [[WORDS]],
            "metadatas": [[{"source": "law.pdf", "page": 3}]],
            "distances": [[0.1]],
        },
        {"retrievedContext": {"text": WORDS, "uri": "law.pdf", "pageNumber": 3}},
    ],
)
def test_a_passage_has_its_file_its_page_and_all_its_words(output):
    [found] = query(output).sources

    assert (found.kind, found.uri, found.page_number) == ("file", "law.pdf", 3)
    assert found.full_content == WORDS


def test_a_page_counted_from_zero_is_not_taken_for_a_number():
    [found] = query([{"text": WORDS, "source": "law.pdf", "page": 0}]).sources

    assert found.page_number is None
    assert found.extra["page"] == 0


def test_a_text_that_lists_files_gives_a_passage_for_each():
    text = "Source: a.pdf\nContent: One.\nMore of it.\n\nSource: b.pdf\nContent: Two."

    extraction = query(text)

    assert [(s.uri, s.full_content) for s in extraction.sources] == [
        ("a.pdf", "One.\nMore of it."),
        ("b.pdf", "Two."),
    ]


def test_a_plain_text_is_one_passage():
    [found] = query(WORDS).sources

    assert (found.uri, found.full_content) == (None, WORDS)


@pytest.mark.parametrize("output", [{"results": []}, {"count": 0}, {"documents": []}])
def test_no_passages_are_a_reason(output):
    assert query(output).sources == ()
    assert query(output).skipped


def test_two_passages_of_one_file_are_two_sources():
    rows = [{"text": "One.", "source": "a.pdf"}, {"text": "Two.", "source": "a.pdf"}]

    assert [s.id for s in query(rows).sources] == ["req-1-0", "req-1-1"]

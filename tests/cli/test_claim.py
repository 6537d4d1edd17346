import json

import pytest

CLAIM = "Records are kept for ten years."


def test_words_that_are_there_are_shown_marked(law, cite):
    quote = ("--quote", "Records are kept for “ten years”")

    result = cite("claim", CLAIM, "--source", "S1", *quote)

    assert result.stdout.startswith("[1] ○ unverified  S1 law.md\n")
    assert "│ (1) »Records are kept for “ten years”« without change." in result.stdout
    assert "could not decide whether the words carry the claim" in result.stdout


def test_words_that_are_not_there_fail_and_the_nearest_are_shown(law, cite):
    result = cite("claim", CLAIM, "--source", "S1", "--quote", "kept for two years", code=1)

    assert "✗ failed" in result.stdout
    assert "Nearest words, line 5:" in result.stdout
    assert "help: Correct the quote" in result.stdout


def test_a_source_without_words_could_not_be_checked(cite):
    cite("add", "https://example.org/page")

    assert "Not checked" in cite("claim", "x", "--source", "S1", "--quote", "y", code=3).stdout


def test_a_claim_without_words_is_a_mistake(law, cite):
    cite("claim", CLAIM, "--source", "S1", code=2)


def test_a_silence_needs_no_words(law, cite):
    cite("claim", "The act names no fee.", "--source", "S1", "--method", "negative")


def test_all_that_is_given_is_kept(law, cite, cite_json):
    cite("claim", CLAIM, "--source", "law.md", "--quote", "ten years")
    place = ("--page", "iv", "--section", "§ 4", "--locator", '{"column": 2}')
    why = ("--reasoning", "It says so.", "--confidence", "low", "--language", "en")
    relation = ("--relates", "1", "--relation", "supersedes", "--method", "inference")

    result = cite_json(
        *("claim", CLAIM, "--source", "1", "--quote", "ten years"), *place, *why, *relation
    )

    citation = result["citation"]
    locator = {name: value for name, value in citation["locator"].items() if value is not None}
    assert locator == {"page": "iv", "section": "§ 4", "column": 2}
    assert (citation["confidence"], citation["relevance_reasoning"]) == ("low", "It says so.")
    assert (citation["related_citations"], citation["relation_type"]) == ([1], "supersedes")
    assert (citation["quote_language"], citation["extraction_method"]) == ("en", "inference")


def test_the_same_key_twice_is_one_citation(law, cite, cite_json):
    words = ("claim", CLAIM, "--source", "S1", "--quote", "ten years", "--key", "k1")
    cite(*words)

    assert cite_json(*words)["citation_id"] == 1
    assert len(cite_json("citation", "list")) == 1


def test_the_same_key_for_another_claim_is_a_mistake(law, cite):
    cite("claim", CLAIM, "--source", "S1", "--quote", "ten years", "--key", "k1")

    cite("claim", "Other.", "--source", "S1", "--quote", "ten years", "--key", "k1", code=2)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--locator", "{"), "It is not JSON"),
        (("--locator", "[1]"), "It has to be a JSON object"),
        (("--judge", "nobody"), "There is no judge called 'nobody'"),
        (("--confidence", "low"), "needs a reason"),
        (("--relates", "1"), "A relation needs both"),
        (("--locator", '{"query": "SELECT 1"}'), "which a document source does not have"),
        (("--source", "S7"), "There is no source"),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_a_mistake_is_named_and_nothing_is_recorded(more, said, law, cite, cite_json):
    result = cite("claim", CLAIM, "--source", "S1", "--quote", "ten years", *more, code=2)

    assert said in result.stderr
    assert cite_json("citation", "list") == []


def test_json_is_the_result_of_the_engine(law, cite):
    printed = cite("claim", CLAIM, "--source", "S1", "--quote", "six years", "--json").stdout

    result = json.loads(printed)
    assert result["verification_status"] == "unverified"
    assert result["verdict"]["passage"]["text"] == "six years"

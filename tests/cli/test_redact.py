import pytest

WHY = ("--reason", "erasure request", "--authority", "data protection officer")


@pytest.fixture
def cited(law, cite):
    cite("claim", "Ten years.", "--source", "S1", "--quote", "“ten years”")


def test_the_words_of_a_citation_go_and_the_record_still_verifies(cited, cite):
    cite("redact", "--citation", "1", *WHY, "--yes")

    assert "Ten years." not in cite("citation", "show", "1").stdout
    cite("ledger", "verify")


def test_the_words_of_a_source_go(cited, cite):
    cite("redact", "--source", "S1", *WHY, "--yes")

    assert "redacted" in cite("source", "list").stdout


def test_nothing_goes_when_the_answer_is_no(cited, cite):
    asked = cite("redact", "--citation", "1", *WHY, input="n\n", code=130)

    assert "for good?" in asked.stderr
    assert "Ten years." in cite("citation", "show", "1").stdout


def test_nothing_goes_when_nobody_answers(cited, cite):
    cite("redact", "--citation", "1", *WHY, code=130)

    assert "Ten years." in cite("citation", "show", "1").stdout


@pytest.mark.parametrize("what", [(), ("--citation", "1", "--source", "S1")])
def test_one_thing_is_named(what, cited, cite):
    assert "Give one of" in cite("redact", *what, *WHY, "--yes", code=2).stderr


def test_a_reason_and_an_authority_are_required(cited, cite):
    assert "--authority" in cite("redact", "--citation", "1", "--reason", "x", code=2).stderr


def test_an_unknown_citation_is_a_mistake(cited, cite):
    cite("redact", "--citation", "99", *WHY, "--yes", code=2)

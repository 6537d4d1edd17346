"""One root, stable codes, and a sentence that says what to do."""

import inspect
import re

import pytest

from citation_engine import errors
from citation_engine.errors import CitationError, MissingExtra

CLASSES = [
    value
    for value in vars(errors).values()
    if inspect.isclass(value) and issubclass(value, CitationError)
]
# The six an agent is told about, and the classes that are told as one of them.
TOLD_AS = {
    "SourceNotFound": {
        *("SourceError", "SourceNotFound", "SourceUnreadable", "SourceUnreachable"),
        *("FetchRefused", "SourceAmbiguous"),
    },
    "VerificationTimeout": {"JudgeError", "VerificationTimeout", "JudgeUnavailable"},
    "VerificationFailed": {"VerificationFailed"},
    "InvalidLocator": {"InvalidLocator"},
    "DatabaseUnavailable": {
        "DatabaseUnavailable",
        "DatabaseFull",
        "DatabaseReadOnly",
        "DatabaseBusy",
        "EngineClosed",
    },
    "QuoteTooLong": {"QuoteTooLong"},
}


def made(kind):
    return kind("PDF", "pdf") if kind is MissingExtra else kind("There is no source 7.")


@pytest.mark.parametrize("kind", CLASSES)
def test_one_root_catches_every_error(kind):
    with pytest.raises(CitationError):
        raise made(kind)


@pytest.mark.parametrize("kind", CLASSES)
def test_every_error_has_a_code_a_message_and_something_to_do(kind):
    error = made(kind)

    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", error.code)
    assert error.message
    assert re.search(r"[.?`\]\"]$", error.fix)
    assert str(error) == f"{error.message} {error.fix}"
    assert kind.__doc__


def test_no_two_errors_share_a_code():
    codes = [kind.code for kind in CLASSES]

    assert len(set(codes)) == len(codes)


def test_the_tree_in_the_docstring_is_the_real_one():
    drawn = re.findall(r"^ {4}([│├└ ─]*)([A-Z]\w+)", errors.__doc__, re.MULTILINE)
    parents, tree = {}, {}
    for lead, name in drawn:
        depth = len(lead) // 4
        parents[depth] = name
        tree[name] = parents.get(depth - 1)

    assert tree == {
        kind.__name__: None if kind is CitationError else kind.__bases__[0].__name__
        for kind in CLASSES
    }


@pytest.mark.parametrize("kind", CLASSES)
def test_an_agent_is_told_one_of_six_names_where_one_fits(kind):
    expected = [told for told, names in TOLD_AS.items() if kind.__name__ in names]

    assert made(kind).error_type == (expected[0] if expected else kind.__name__)


def test_an_error_as_a_dict_says_it_all():
    error = errors.QuoteTooLong("Too long.", fix="Shorten it.", partial_result={"claim": "c"})

    assert error.as_dict() == {
        "code": "quote-too-long",
        "error_type": "QuoteTooLong",
        "message": "Too long.",
        "suggestion": "Shorten it.",
        "partial_result": {"claim": "c"},
    }
    assert error.suggestion == error.fix


def test_what_was_captured_is_a_copy():
    captured = {"claim": "c"}
    error = CitationError("No.", partial_result=captured)
    captured["claim"] = "other"

    assert error.partial_result == {"claim": "c"}


def test_a_missing_extra_is_an_import_error_too():
    with pytest.raises(ImportError, match=r"citation-engine\[pdf\]"):
        raise MissingExtra("Reading PDF", "pdf")

"""Everything that the check says has a German sentence."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import citation_engine
from citation_engine.model.finding import CODES
from citation_engine.render.findings.german import catalogue, in_language
from citation_engine.verify.guards.conflicts import _WHAT

ROOT = Path(citation_engine.__file__).parent
# Whatever a check of a report passes through.
ROOMS = (
    *("audit", "check", "collect", "formats", "link", "llm", "markers", "verify"),
    *("cli/check_run.py", "cli/config.py", "cli/failures.py", "errors.py", "plugins.py"),
    "settings.py",
)
# What models are told, what only agents and the record meet, and templates of files.
ELSEWHERE = (
    *("audit/reminder.py", "collect/databases", "collect/tool_outputs", "collect/web/archive.py"),
    *("verify/judges/prompts.py", "link/providers", "collect/worker.py", "check/alternatives.py"),
    *("collect/web/addresses.py", "markers/stream.py"),
)
VALUE = "12"
# Sentences with words of ours in the place of a value, and what they come to.
MADE_OF = {
    "Another passage12 was judged.": ["Another passage (page 3, Results) was judged."],
    "Known 1212.": ["Known are S1 to S9.", "Known is S1."],
    "The numbers run from 12 to 12, and 12 left out.": [
        "The numbers run from 1 to 3, and 2 is left out.",
        "The numbers run from 1 to 9, and 2, 3 and 4 are left out.",
        "The numbers run from 1 to 99, and 2, 3, 4, 5, 6 and 20 more are left out.",
    ],
    "12 leaves out 12 characters of 12 at one place.": [
        'The quote "a b" leaves out 1,200 characters of a.pdf at one place.'
    ],
    "12 stands at 12 places in 12.": ['The quote "a b" stands at 3 places in a.pdf.'],
    "12 stands in 12 at 12, 12.": [
        'The quote "a b" stands in a.pdf at page 3, Results, not on page 4.',
        'The quote "a b" stands in a.pdf at § 7, line 4, not where the draft says.',
    ],
    "12 (12) 1212; 12 does not.": [
        "b.pdf (S2) carries the claim, § 7, line 6; a.pdf does not.",
        "b.pdf (S2) has the quoted words; a.pdf does not.",
    ],
    'The 12 differs: 12, 12 "12".': [
        'The number differs: the claim has "14", a.pdf "12".',
        'The date differs: the claim has no date there, a.pdf "2012".',
        'The unit differs: the claim has "m", a.pdf "km".',
    ],
    "12: 12.": [
        "Links that lead nowhere are left out: a, b.",
        'The passage says this with a reservation ("may"): "It may rain".',
        'A few sentences in another language than the claim are too little to tell: "Es regnet".',
    ],
    "12 12.": [
        "a.zip is not a zip file that can be opened (bad).",
        "a.zip unpacks to far more than it should.",
        "https://e.org answered with status 404.",
        "https://e.org names no host.",
    ],
    "12 is not a PDF that can be opened: 12": ["a.pdf is not a PDF that can be opened: No."],
    "12No words could be recognised in 12.": ["No words could be recognised in a.png."],
    "The page 12.": ["The page is nested more than 200 levels deep."],
    "12 has 12.": ["a.xlsx has more than 1,000 cells with words or numbers."],
    "The draft has no 12 12.": ["The draft has no footnote 3."],
    "The 12 fits 12 sources.": ["The title fits 2 sources.", "The file name fits 2 sources."],
    "12, so none has the number 12.": [
        "There is 1 source, so none has the number 12.",
        "There are 3 sources, so none has the number 12.",
    ],
    "Nothing in the 12 says what 12 is.": [
        "Nothing in the draft says what 'x' is.",
        "Nothing in the sources map says what 'x' is.",
    ],
    "12: the claim has 12, the passage 12.": [
        f'{what}: the claim has "a", the passage "b".' for what in _WHAT.values()
    ],
    "12: the quotation adds 12.": [f'{what}: the quotation adds "a".' for what in _WHAT.values()],
    "12: the quotation has 12, the source 12.": [
        f'{what}: the quotation has "a", the source "b".' for what in _WHAT.values()
    ],
    "12: the quotation leaves out 12.": [
        f'{what}: the quotation leaves out "a".' for what in _WHAT.values()
    ],
    "The passage does not have the 12 12.": [
        f'The passage does not have the {what} "a".' for what in ("number", "name", "word")
    ],
    "The model's answer has 12 of verdicts.": ["The model's answer has no list of verdicts."],
    "12; it does not carry 12.": ['The passage carries only part of this; it does not carry "a".'],
    "12; the nearest it has is 12.": [
        'The passage does not say this; the nearest it has is "a".',
        'Whether the passage says this is not clear; the nearest it has is "a".',
    ],
    "Nothing tells which language the 12 is in, so it is not judged.": [
        "Nothing tells which language the claim is in, so it is not judged."
    ],
    "The 12 reads as 12, which is not judged.": [
        "The passage reads as German, which is not judged."
    ],
    "Correct the 12 to 12, change the claim, or drop it.": [
        'Correct the quote to "a b" (page 3), change the claim, or drop it.',
        "Correct the context to the words of the source, change the claim, or drop it.",
    ],
    "The 12 is not in 12.": ["The quote is not in a.pdf.", "The context is not in a.pdf."],
    "The 12 stands in 121212.": [
        "The quote stands in a.pdf, page 3.",
        "The quote stands in a.pdf but for typography (dashes, white space), page 3.",
        "The quote stands in a.pdf, at 3 places (page 1; page 2; …).",
        "The context stands in a.pdf, page 3.",
    ],
    "Give 12.": ["Give a number.", "Give a text.", "Give true or false."],
    "The system refused12: 12.": ["The system refused a.md: No."],
    "12 The source is a guess, by 12.": ["The source is a guess, by name order."],
    'No marker points to the entry 12"12".': [
        'No marker points to the entry 3, "A. Writer".',
        'No marker points to the entry "A. Writer".',
    ],
    "Only 12 is there of 12, and no word of the claim stands in it.": [
        "Only an abstract is there of a.pdf, and no word of the claim stands in it."
    ],
    "12 (12) has 12 12 (12)12.": [
        "b.md (S2) has the same words as a.md (S1).",
        "b.md (S2) has nearly the words of a.md (S1): 98 %.",
    ],
    "The draft lists 12 was found in its text.": [
        "The draft lists 2 references, and no marker for them was found in its text.",
        "The draft lists a source, and no marker was found in its text.",
    ],
    "Pages that the report links to: 12.": ["Pages that the report links to: 3 fetched."],
    "Only 12 is there of 12, and 12.": [
        "Only an abstract is there of a.pdf, and no word of the claim stands in it."
    ],
    # Not said to people.
    "12 (12).": [],
    "12 1212.": [],
    "A vetted host has an address.": [],
    "The judge %s failed with %s.": [],
    "A pair has 12 pieces; the model reads 12.": [],
    "Replace a configuration that is there.": [],
    "What the reports cite; can be repeated. Without it, sources/.": [],
}


def said_in(tree: ast.Module) -> Iterator[str]:
    """The sentences in a module, with values in their places."""
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    seen: set[int] = set()
    for node in ast.walk(tree):
        if id(node) in docs or id(node) in seen:
            continue
        text = text_of(node)
        if text is None:
            continue
        seen |= {id(inner) for inner in ast.walk(node)}
        if re.fullmatch(r'["A-Z1{][^\\]* [^\\]*[.?]', text, re.DOTALL) and "\n" not in text:
            yield text


def text_of(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = (VALUE if isinstance(one, ast.FormattedValue) else one.value for one in node.values)
        return "".join(parts)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = text_of(node.left), text_of(node.right)
        return left + right if left is not None and right is not None else None
    return None


def modules() -> Iterator[Path]:
    for room in ROOMS:
        path = ROOT / room
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            name = file.relative_to(ROOT).as_posix()
            if not name.startswith(ELSEWHERE):
                yield file


@pytest.mark.parametrize(
    "file", list(modules()), ids=lambda file: file.relative_to(ROOT).as_posix()
)
def test_every_sentence_of_ours_has_a_german_one(file):
    found = set(said_in(ast.parse(file.read_text("utf-8"))))
    said = {one for text in found for one in MADE_OF.get(text, [text])}

    assert sorted(one for one in said if in_language(one, "de") == one) == []


@pytest.mark.parametrize("code", CODES)
def test_every_code_says_in_german_what_it_means(code):
    assert in_language(CODES[code].meaning, "de") != CODES[code].meaning


def test_the_german_sentences_have_the_values_of_the_english_ones():
    places = re.compile(r"\{(\w+)\}")

    for kind in ("sentences", "parts"):
        for english, german in catalogue(kind).items():
            assert set(places.findall(german)) <= set(places.findall(english)), english


@pytest.mark.parametrize(
    ("english", "german"),
    [
        (
            "et al. Study.pdf does not carry the claim. The judge wrote this itself.",
            "et al. Study.pdf trägt die Aussage nicht. The judge wrote this itself.",
        ),
        (
            'No source is cited for "whether the "best" one wins"',
            'Keine Quelle ist angeführt für „whether the "best" one wins“',
        ),
        (
            "a.pdf: Not checked: a.pdf could not be read. It is odd. (3 citations)",
            "a.pdf: Nicht geprüft: a.pdf ist nicht lesbar. It is odd. (3 Belege)",
        ),
        (
            'The quote "a. B" is not the words of a.md: "x" → "y", "z" is left out and 3 more'
            " changes.",
            "Das Zitat „a. B“ ist nicht der Wortlaut von a.md: „x“ → „y“, „z“ fehlt und 3 weitere"
            " Änderungen.",
        ),
    ],
)
def test_words_of_others_stay_as_they_are(english, german):
    assert in_language(english, "de") == german
    assert in_language(english, "en") == english

"""The words of a language stand in its folder, and a new folder is all that a language needs."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import citation_engine
from citation_engine.language import vocabulary

SOURCE = Path(citation_engine.__file__).parent
FOLDER = SOURCE / "language"
FILES = sorted(path.stem for path in (FOLDER / "english").glob("*.py") if path.stem != "__init__")
WORD = re.compile(r"[a-zäöüß]{2,}")
# A module elsewhere may name so many words in a row.
MOST_WORDS = 12


def lists_of(language: str, file: str) -> dict[str, object]:
    found = vars(import_module(f"citation_engine.language.{language}.{file}"))
    return {name: value for name, value in found.items() if name.isupper() and name[0] != "_"}


def words_in(value: object) -> Iterator[str]:
    match value:
        case str():
            yield from re.findall(r"[^\W\d_]{2,}", value.lower())
        case dict():
            yield from words_in([*value.keys(), *value.values()])
        case list() | tuple():
            for part in value:
                yield from words_in(part)


@pytest.mark.parametrize("language", vocabulary.languages())
def test_every_language_has_the_same_files(language):
    folder = FOLDER / language

    assert sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__") == FILES
    assert re.fullmatch("[a-z]{2}", vocabulary.code_of(language))


@pytest.mark.parametrize("file", FILES)
def test_lists_of_one_name_have_one_shape(file):
    for name, value in lists_of("english", file).items():
        for language in vocabulary.languages():
            other = lists_of(language, file).get(name, value)
            assert type(other) is type(value), f"{language}.{file}.{name}"


def test_every_list_is_asked_for():
    code = "\n".join(
        path.read_text("utf-8")
        for path in SOURCE.rglob("*.py")
        if path.parent.name not in vocabulary.languages()
    )
    unused = [
        f"{language}.{file}.{name}"
        for language in vocabulary.languages()
        for file in FILES
        for name in lists_of(language, file)
        if not re.search(rf"[\"'.]{name}\b", code)
    ]

    assert unused == []


def test_a_list_that_no_language_has_is_an_error():
    with pytest.raises(LookupError, match=r"negation\.NOWHERE"):
        vocabulary.words("negation", "NOWHERE")


MADE_UP = {
    "__init__": 'CODE = "zz"',
    "abbreviations": 'LEADING = "zorp"',
    "function_words": 'STOP_WORDS = "ka ko ki"\nSMALL_WORDS = "ka ko ki kuu"',
    "modality": 'MODALS = {"must": "zwong"}',
    "negation": 'NEGATIONS = {"not": "nok"}\nOPPOSITES = "bim/bam"',
    "numbers": 'CARDINALS = "nul un dun trin"\nMONTHS = "primo duo"\nUNITS = "months 12 yaro"',
    "phrases": 'SAYING = "dikas"',
    "references": 'STRICT_LISTS = "fontoj"',
    "verbs": 'FINITE = "estazz"',
}
PROGRAM = """
import sys
import citation_engine.language
citation_engine.language.__path__.append(sys.argv[1])
from citation_engine.language.dates import find_dates
from citation_engine.language.detection import language_of
from citation_engine.language.numbers import find_quantities
from citation_engine.language.sentences import split_sentences
from citation_engine.language.terms import is_stop_word, stems_of
from citation_engine.language.tokens import tokenise
from citation_engine.link.drafts.evidence import has_verb
from citation_engine.link.reference_lists import names_references
from citation_engine.verify.guards.passages import find_modals, find_negations, opposites_of

assert language_of(["ka", "ko", "domo"]) == "zz"
assert is_stop_word("ki") and len(split_sentences("La zorp. Domo. Ka ko.")) == 2
assert stems_of("domo")
assert [date.days for date in find_dates(tokenise("3 Duo 2024"))]
(quantity,) = find_quantities(tokenise("trin yaro"), frozenset())
assert quantity.reading.english == 3 and quantity.unit.dimension == "months"
assert list(find_negations(tokenise("ka nok domo"))) and list(find_modals(tokenise("zwong")))
assert opposites_of("bim") == {"bam"}
assert has_verb("domo estazz") and names_references("Fontoj")
"""


def test_a_folder_is_all_that_a_new_language_needs(tmp_path):
    folder = tmp_path / "madeup"
    folder.mkdir()
    for file, text in MADE_UP.items():
        (folder / f"{file}.py").write_text(text + "\n", "utf-8")

    done = subprocess.run([sys.executable, "-c", PROGRAM, tmp_path], capture_output=True, text=True)

    assert done.returncode == 0, done.stderr


# The names of fields in what search tools return are words of no language.
FIELDS = ("collect/tool_outputs/shapes.py",)


def test_long_lists_of_words_stand_in_the_language_folders_alone():
    known = {
        word
        for language in vocabulary.languages()
        for file in FILES
        for value in lists_of(language, file).values()
        for word in words_in(value)
    }
    long_lists = [
        f"{path.relative_to(SOURCE)}:{line}: {' '.join(words[:5])} …"
        for path in sorted(SOURCE.rglob("*.py"))
        if not path.is_relative_to(FOLDER) and path.relative_to(SOURCE).as_posix() not in FIELDS
        for line, words in collections_in(ast.parse(path.read_text("utf-8")))
        if len(words) > MOST_WORDS and sum(word in known for word in words) > len(words) / 2
    ]

    assert long_lists == []


def collections_in(tree: ast.Module) -> Iterator[tuple[int, list[str]]]:
    """Yield the words of each collection, of each text that is split, and of each pattern."""
    for node in ast.walk(tree):
        match node:
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
                words = [str(part.value) for part in parts if isinstance(part, ast.Constant)]
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="split")):
                words = text.split()
            case ast.Constant(value=str(text)) if "|" in text:
                words = re.split(r"[|()]", text)
            case _:
                continue
        yield node.lineno, [word for word in words if WORD.fullmatch(word)]

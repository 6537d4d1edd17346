import subprocess
import sys

import pytest

from citation_engine.errors import InvalidInput
from citation_engine.render.findings.formats import FORMATS, render, render_pieces
from citation_engine.render.findings.terminal import text_of
from made_checks import clean, report


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_format_can_be_had_by_its_name(name, language):
    shown = render([report(), clean()], name, language=language)

    assert shown.endswith("\n")
    assert render([report(), clean()], name, language=language) == shown
    assert text_of(render_pieces([report(), clean()], name, language=language)) == shown


@pytest.mark.parametrize("name", FORMATS)
def test_no_report_at_all_is_no_error(name):
    assert isinstance(render([], name), str)


@pytest.mark.parametrize("name", FORMATS)
def test_what_could_not_be_checked_is_in_every_format(name):
    checked = report(findings=(), claims=(), notes=(), unchecked=("The moon was away.",))

    assert "The moon was away." in render([checked], name)


def test_the_formats_are_those_that_are_promised():
    assert list(FORMATS) == [
        *("full", "concise", "grouped", "json", "jsonl", "github"),
        *("gitlab", "junit", "sarif", "markdown", "html"),
    ]


def test_an_unknown_format_is_refused_with_those_there_are():
    with pytest.raises(InvalidInput, match="'xml'") as refused:
        render([report()], "xml")

    assert "sarif" in refused.value.fix


def test_the_names_of_the_formats_cost_no_format():
    program = (
        "import sys; from citation_engine.render.findings import formats;"
        "print(*[name for name in sys.modules if 'findings.' in name])"
    )

    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert "citation_engine.render.findings.formats" in loaded.stdout
    assert not {"sarif", "html", "junit"} & {
        name.rpartition(".")[2] for name in loaded.stdout.split()
    }

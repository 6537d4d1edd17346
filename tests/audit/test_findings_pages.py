"""Every code has a page, and every page says what the code says."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

from citation_engine.model.finding import CODES

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ROOT / "docs" / "findings"

pytestmark = pytest.mark.skipif(
    not PAGES.exists(), reason="The documentation is not in this folder."
)


def test_every_code_has_a_page_and_every_page_a_code():
    names = {path.stem for path in PAGES.glob("*.md")} - {"index"}

    assert names == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_page_says_what_the_code_is_shows_it_and_says_what_to_do(code):
    page = (PAGES / f"{code}.md").read_text("utf-8")
    known = CODES[code]

    assert page.startswith(f"# {code} {known.name}\n\n**{known.level.title()}.** {known.meaning}\n")
    parts = re.split(r"(?m)^## (.+)$", page)
    assert parts[1::2] == ["For example", "What to do", "How to ignore it"]
    assert f"```text\n{code} " in parts[2]
    assert all(part.strip() for part in parts)


def test_the_list_of_codes_is_up_to_date():
    path = ROOT / "scripts" / "make_reference.py"
    spec = importlib.util.spec_from_file_location("make_reference_of_findings", path)
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)

    page = (PAGES / "index.md").read_text("utf-8")

    assert page == made.findings_page(), "Run scripts/make-reference."
    assert re.findall(r"\[(CE\d+)\]\(\1\.md\)", page) == list(CODES)


def test_every_page_is_in_the_navigation():
    nav = (ROOT / "mkdocs.yml").read_text("utf-8")

    assert [code for code in CODES if f"- findings/{code}.md\n" not in nav] == []


@pytest.mark.parametrize("code", [code for code in CODES if code < "CE5"])
def test_an_ignore_that_a_page_shows_is_one_that_counts(code):
    from citation_engine.audit.ignores import apply_ignores
    from citation_engine.model.draft import Draft

    page = (PAGES / f"{code}.md").read_text("utf-8").partition("## How to ignore it")[2]
    shown = re.search(r"```markdown\n(.*?)\n```", page, re.DOTALL)
    if shown is None:
        assert "--ignore" in page or "cannot be ignored" in page
        return

    findings = apply_ignores(Draft(text=shown[1]), []).findings

    assert [one.code for one in findings] == ["CE011"]
    assert code in findings[0].message

import pytest

from citation_engine.model.checked import CheckedSource
from citation_engine.render.references import describe, source_table


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (("Title", "Press", "2020", "https://a.org"), "Title — Press (2020) <https://a.org>"),
        (("Title", None, "2020", None), "Title (2020)"),
        (("Title", " ", "", "  "), "Title"),
        (("", None, None, "https://a.org"), "Untitled <https://a.org>"),
        (("A\n\n# heading", None, None, None), "A # heading"),
    ],
)
def test_a_source_is_said_in_one_line(facts, said):
    assert describe(*facts) == said


def test_a_title_is_never_markup():
    said = describe("[S1] <script> `x` \\", "[^2]: y", "[1]", None)

    assert said == r"\[S1\] \<script> \`x\` \\ — \[^2\]: y (\[1\])"


@pytest.mark.parametrize("url", ["javascript:alert(1)", "https://a.org/<b>", "https://a b", "x"])
def test_only_what_leads_to_a_page_is_an_address(url):
    assert f"<{url}>" not in describe("Title", url=url)


def test_the_table_has_label_title_and_address():
    sources = [
        CheckedSource(label="S1", name="One\ntwo", identifier="docs/1.pdf"),
        CheckedSource(label="S2", name="Two", identifier="x", url="https://a.org"),
    ]

    assert source_table(sources) == [
        ("S1", "One two", "docs/1.pdf"),
        ("S2", "Two", "https://a.org"),
    ]

import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from citation_engine.render.findings.markdown import as_code, escaped, markdown
from citation_engine.render.findings.report import Options
from made_checks import PASSAGE, clean, finding, report, with_finding

WHOLE = """\
## Citations

**Found 2 errors, 1 info, 1 uncited claim, 1 unused source or reference. \
Not everything could be checked. 1 ignored, with a reason.**

### report.md

5 claims · 4 citations · coverage 80 % · judge: overlap 1

1 supported, 2 wrong, 1 not checked, 1 uncited

- **not checked**: `report.md`: scan.pdf could not be read: it is encrypted.
- **not checked**: `report.md:7:1`: scan.pdf has no words.
- note: The numbers of the markers are the sources in name order.

| Where | Level | Code | Finding | In the source |
| --- | --- | --- | --- | --- |
| `report.md:4:21` | error | CE203 | The number differs from the source.<br>help: 42 → 24? \
Not fixed automatically. | study.pdf, p. 6, Results: "… The trial showed a relative reduction of \
24% (95% CI 19–29) after a year. …" |
| `report.md:3:30` | error | CE101 | The quote is not in gobd.pdf.<br>help: Correct the quote. | \
nearest words, gobd.pdf, p. 24, § 8.1: "… von zehn Jahren" |
"""
END = """
- One claim needs evidence and cites no source: 6:1.
- One source or reference is not cited: annex.html.

"""
ALLOWED = {"h2", "h3", "p", "strong", "ul", "li", "code", "br"}
ALLOWED |= {"table", "thead", "tbody", "tr", "th", "td"}


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.attributes: list = []

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data) -> None:
        self.text += data


def page(text: str) -> Tags:
    """The Markdown as a page, with tables, HTML and bare links, as a code host shows it."""
    made = Tags()
    made.feed(
        MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text)
    )
    made.close()
    return made


def test_the_findings_stand_in_a_table():
    shown = markdown([report()])

    assert shown.startswith(WHOLE)
    assert shown.endswith(END)
    assert page(shown).tags.count("tr") == 4


def test_a_table_of_the_sources_can_be_added():
    shown = markdown([report(), clean()], Options(show_sources=True, language="de"))

    assert "| Quelle | Art | Zustand | Verwendet | Name |" in shown
    assert "| S3 | pdf | nicht lesbar | ja | scan.pdf |" in shown


def test_what_does_not_fit_is_counted():
    many = [finding(f"Finding {n}.") for n in range(100)]
    checked = with_finding(finding()).model_copy(update={"findings": many})

    shown = markdown([checked], Options(show=("",)), most_bytes=2000)

    assert len(shown.encode()) <= 2000
    rows = shown.count("| error |")
    assert 0 < rows < 100
    assert shown.endswith(f"**… and {100 - rows} more that do not fit here**\n")


@pytest.mark.parametrize(
    "bad",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![a](http://x/y.png)",
        "[a](javascript:alert(1))",
        "a | b | c",
        "a\\| b",
        "\\",
        "`a` ``b` <b>",
        "**bold** _it_ ~~gone~~",
        "<!-- comment",
        "</td></tr></table><h1>x",
        "&lt;b&gt; &#60;",
        "[a]: http://x",
        "line\n\n# Heading\n\n- item",
        "$x$ | `|`",
    ],
)
def test_hostile_words_are_only_words(bad):
    passage = PASSAGE.model_copy(update={"text": bad})
    checked = with_finding(
        finding(bad, help=bad, marker=bad, evidence=passage, source="S2", code=bad),
        name=f"{bad}.md",
        notes=(bad,),
        unchecked=(bad,),
    )

    shown = page(markdown([checked], Options(show_sources=True)))

    assert set(shown.tags) <= ALLOWED
    assert shown.attributes == []
    assert shown.tags.count("td") == 5 + 4 * 5
    assert shown.tags.count("h3") == 2


@given(st.text(st.sampled_from("ab `*_[]()~|\\!#<>&@:/$.w-+=1\n"), max_size=40))
@example("##[")
def test_escaped_words_are_shown_as_they_are(text):
    # What a build server would obey is broken.
    flat = " ".join(text.split()).replace("##[", "##<U+005B>")
    if not flat:
        return

    shown = page(f"| x |\n| --- |\n| a {escaped(text)} z |\n")
    code = page(f"| x |\n| --- |\n| {as_code(text)} |\n")

    assert shown.text.replace("\u200b", "").split() == f"x a {flat} z".split()
    assert code.text.split() == f"x {flat}".split()


@pytest.mark.parametrize("text", ["@everyone", "#123", "a/b#1", ":100:", "https://x.y", "www.x.y"])
def test_nothing_becomes_a_mention_a_reference_or_a_link(text):
    shown = escaped(text).replace("&#8203;", "\u200b")

    assert not re.search(r"@\w|#\d|:\w+:|https?://|www\.", shown)

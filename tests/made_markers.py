"""Drafts put together at random from what markers, code, links and stray signs are made of."""

from hypothesis import strategies as st

from citation_engine.interop.citing import write_marker
from citation_engine.markers import sup
from citation_engine.markers.reading import find_markers
from citation_engine.model.draft import DraftFormat

PIECES = (
    *("Words ", "a", " ", "\n", "\n\n", "`", "``", "```", "~~~\n", "```\n", "- ", "> ", "|", "1. "),
    *("[", "]", "(", ")", "[[S:", "]]", "](", "\\", "\\[", "\\]", "é𝔘", "\u200b", "[[S:x]]"),
    *("[[S:1]]", "[[ s: 2–4 ]]", "[S:2]", "[S1]", "[S1, S3]", "[[S4]]", "[3]", "[1][2]", "[4-2]"),
    *("[^4]", "[^note]", "[^4]: x\n", "[cite_2]", "[cite:a]", "[@key]", "[[USAGE:1]]", "【1】"),
    *('<sup class="cite" data-sids="1">', "</sup>", "[S:1]</sup>", "【6:0†source】", "x[1] = 2"),
    *("https://a.example/b", "<https://a.example/c>", "[t](https://a.example/d)", "[S1](http://x)"),
    *('<a href="https://a.example/e">', "</a>", "<b>", "</b>", "<code>", "</code>", "<!--", "-->"),
    *("<", "<pre>", "</pre>", "$", "x$", "$$", "![", "![a](b)", "## Sources\n", "## More\n"),
    *("**Notes**\n\n", "[1] Smith\n", ".name()", '="', "http://", '"', "'", '(http://x "t")'),
)
drafts = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def find(dialect, text, format=None):
    """The markers of one dialect."""
    usual = DraftFormat.HTML if dialect is sup else DraftFormat.MARKDOWN
    return find_markers(text, format or usual, dialects=[dialect.DIALECT])


def write(dialect, numbers, unknown=()):
    """A marker of one dialect."""
    return write_marker(dialect.DIALECT, numbers, unknown, element=dialect is sup)

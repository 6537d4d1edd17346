"""A stored page shows the cited words, and nothing of it acts."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import made_pages
from citation_engine.collect.readers.html import HtmlReader
from citation_engine.errors import SourceUnreadable
from citation_engine.formats.html.markup import parse_html
from citation_engine.model.passage import Span
from citation_engine.render.stored_page import POLICY, marked_page


def shown(page: str, words: str) -> str:
    read = HtmlReader().read(page.encode(), "a.html")
    start = read.text.index(words)
    return marked_page(page.encode(), read.layout.nodes, Span(start, start + len(words)))


def marks(html: str) -> list[str]:
    return [node.text() for node in parse_html(html).css("mark")]


@pytest.mark.parametrize(
    ("page", "words", "marked"),
    [
        ("<p>one two three", "two", ["two"]),
        ("<p>one <b>two</b> three", "one two three", ["one ", "two", " three"]),
        ("<p>one\n   two   three", "one two three", ["one", " two", " three"]),
        ("<p>one</p><p>two</p>", "one\n\ntwo", ["one", "two"]),
        ("<p>two</p><p hidden>two</p><p>x two", "x two", ["x two"]),
        ("<table><tr><td>a<td>b</table>", "a\tb", ["a", "b"]),
        ("<p>&lt;b&gt; 1 &amp; 2", "<b> 1 & 2", ["<b> 1 & 2"]),
        ("<pre>a\n  b</pre>", "a\n  b", ["a\n  b"]),
        ("<p>a😀b</p>", "😀", ["😀"]),
        ("<details><summary>s</summary><p>inside</p></details>", "inside", ["inside"]),
        ("<script>two</script><title>two</title><p>two", "two", ["two"]),
    ],
)
def test_the_words_are_marked_where_they_stand(page, words, marked):
    assert marks(shown(page, words)) == marked


def test_the_first_mark_can_be_gone_to():
    html = shown("<p>one <b>two</b>", "one two")

    assert html.count('id="cited"') == 1
    assert '<mark id="cited">one </mark>' in html


def test_the_page_is_one_document_under_a_strict_policy():
    html = shown(made_pages.NEWS, "acht statt")

    assert html.startswith("<!doctype html>")
    assert "default-src 'none'" in POLICY
    assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in html
    assert html.index("Content-Security-Policy") < html.index("<style>") < html.index("<body>")
    assert "http" not in html.replace("http-equiv", "")


def test_what_arranges_the_text_stays():
    html = shown(
        '<div dir="rtl" lang="he"><h1>a</h1><ul><li>b</ul><table><tr><td colspan=2>c</table></div>',
        "b",
    )

    for piece in ('<div dir="rtl" lang="he">', "<h1>a</h1>", "<li>", '<td colspan="2">c</td>'):
        assert piece in html


XSS = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=http://evil.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "<img src='http://evil.example/pixel.gif'>",
    '<img """><script>alert("XSS")</script>">',
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><a xlink:href='javascript:alert(1)'><text>click</text></a></svg>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<svg><use href='data:image/svg+xml,<svg onload=alert(1)>'>",
    "<math><mtext><table><mglyph><style><!--</style>"
    "<img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "<math href='javascript:alert(1)'>click</math>",
    "<a href='javascript:alert(1)'>click</a>",
    "<a href='JaVaScRiPt:alert(1)'>click</a>",
    "<a href='&#106;avascript:alert(1)'>click</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>click</a>",
    "<a href='http://evil.example' target=_blank>click</a>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data='javascript:alert(1)'></object>",
    "<embed src='javascript:alert(1)'>",
    "<form action='javascript:alert(1)'><button formaction='javascript:alert(2)'>go</button>",
    "<input onfocus=alert(1) autofocus>",
    "<body onload=alert(1)>",
    "<details open ontoggle=alert(1)>x</details>",
    "<video><source onerror=alert(1)></video>",
    "<video poster='http://evil.example/p.png' src='http://evil.example/v'></video>",
    "<style>@import 'http://evil.example/x.css'; body{background:url(http://evil.example/y)}</style>",
    "<div style='background:url(http://evil.example/z)'>x</div>",
    "<link rel=stylesheet href='http://evil.example/x.css'>",
    "<meta http-equiv=refresh content='0;url=http://evil.example'>",
    "<base href='http://evil.example/'>",
    "<template><script>alert(1)</script></template>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<title></title><textarea></textarea><img src=x onerror=alert(1)></textarea>",
    "<textarea></textarea><script>alert(1)</script>",
    "<xmp><script>alert(1)</script></xmp>",
    "<plaintext><script>alert(1)</script>",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<p lang='x\" onmouseover=\"alert(1)'>x</p>",
    "<td colspan='2\" onclick=alert(1)'>x</td>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<isindex type=image src=1 onerror=alert(1)>",
    "<p id=cited>not the mark</p>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "</body></html><script>alert(1)</script>",
    "<div onclick=alert(1) onmouseover=alert(1) style='x'>x</div>",
]
ALLOWED = {"dir", "lang", "colspan", "rowspan", "start"}


def check_harmless(html: str) -> None:
    """Every element of the page is one that arranges text, with attributes that only do that."""
    tree = parse_html(html)
    assert tree.body is not None
    for node in tree.body.traverse():
        assert node.tag not in ("script", "style", "iframe", "object", "embed", "svg", "math")
        assert node.tag not in ("form", "input", "button", "link", "meta", "base", "img", "video")
        if node.tag == "mark":
            assert node.attributes in ({}, {"id": "cited"})
        else:
            assert set(node.attributes) <= ALLOWED
    assert tree.head is not None
    assert [node.tag for node in tree.head.iter()] == ["meta", "meta", "meta", "title", "style"]
    assert not re.search(r"<[^>]*\b(?:on\w+|src|href|style|action|srcdoc)\s*=", html, re.IGNORECASE)
    assert not re.search(r"<[^>]*(?:javascript|data|https?):", html, re.IGNORECASE)


@pytest.mark.parametrize("payload", XSS)
@pytest.mark.parametrize("place", ["<p>before</p>{}<p>cited words</p>", "<p>cited <b>{}</b> words"])
def test_no_payload_survives(payload, place):
    page = place.format(payload).encode()
    read = HtmlReader().read(page, "a.html")

    html = marked_page(page, read.layout.nodes, Span(0, len(read.text)))

    check_harmless(html)
    assert "<mark" in html


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from(XSS) | st.text(max_size=8), max_size=6).map("".join), st.data())
def test_no_mixture_of_payloads_survives(page, data):
    page = f"<p>words {page}".encode("utf-8", "replace")
    try:
        read = HtmlReader().read(page, "a.html")
    except SourceUnreadable:
        return
    start = data.draw(st.integers(0, len(read.text)))
    span = Span(start, data.draw(st.integers(start, len(read.text))))

    html = marked_page(page, read.layout.nodes, span)

    check_harmless(html)
    seen = "".join("".join(marks(html)).split())
    assert seen == "".join(span.of(read.text).split())

"""Web pages: the words that are seen, where they stand, what they are, and what is hidden."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import made_pages
from citation_engine.collect.readers.html import HtmlReader
from citation_engine.collect.sandbox import Sandbox
from citation_engine.errors import SourceUnreadable
from citation_engine.formats.html.markup import decode_html, parse_html
from citation_engine.model.passage import MarkKind
from collect.readers.conformance import check_reading
from hanging import must_end


def read(page: str | bytes, name: str = "a.html"):
    data = page if isinstance(page, bytes) else ("\ufeff" + page).encode()
    found = check_reading(HtmlReader(), data, name)
    check_nodes(found, data)
    return found


def text(page: str | bytes) -> str:
    return read(page).text


def marked(found, kind: MarkKind) -> list[str]:
    return [found.text[m.start : m.end] for m in found.layout.marks if m.kind is kind]


def text_nodes(data: bytes) -> list[str]:
    tree = parse_html(decode_html(data)[0])
    assert tree.root is not None
    steps = tree.root.traverse(include_text=True)
    return [node.text_content or "" for node in steps if node.tag == "-text"]


def check_nodes(found, data: bytes) -> None:
    """Every run has the characters of its text node, white space aside, one for one."""
    nodes = text_nodes(data)
    covered = set()
    for run in found.layout.nodes:
        there = nodes[run.node][run.offset : run.offset + run.end - run.start]
        here = found.text[run.start : run.end]

        assert len(here) == len(there)
        pairs = zip(here, there, strict=True)
        assert all(a == b or (a in " \n" and b in " \t\n\r\f") for a, b in pairs)
        covered.update(range(run.start, run.end))
    between = {at for at in range(len(found.text)) if at not in covered}
    assert {found.text[at] for at in between} <= set("\n\t ^_~>\u201c\u201d")


# 1. Whole pages.


def test_a_german_news_page():
    found = read(made_pages.NEWS)

    assert found.text == made_pages.NEWS_TEXT
    assert marked(found, MarkKind.NAVIGATION) == ["Politik\nWirtschaft"]
    assert marked(found, MarkKind.HEADER) == ["Tagesblatt\n\nPolitik\nWirtschaft"]
    assert marked(found, MarkKind.FOOTER) == ["© 2025 Tagesblatt · Impressum"]
    assert marked(found, MarkKind.CAPTION) == ["Ordner in einem Archiv"]
    [main] = marked(found, MarkKind.MAIN)
    assert main.startswith("Aufbewahrungsfrist für")
    assert main.endswith("Ordner in einem Archiv")
    assert [(m.name, m.level) for m in found.layout.marks if m.kind is MarkKind.HEADING] == [
        ("Aufbewahrungsfrist für Belege verkürzt", 1),
        ("Was sich ändert", 2),
        ("Mehr zum Thema", 2),
    ]


def test_what_a_page_says_about_itself():
    assert read(made_pages.NEWS).metadata == {
        "title": "Aufbewahrungsfrist verkürzt",
        "authors": ["Anna Müller"],
        "published": "2025-01-14T08:30:00+01:00",
        "modified": "2025-01-15",
        "site": "Tagesblatt",
        "language": "de",
        "canonical": "https://tagesblatt.example/wirtschaft/frist",
        "description": "Belege müssen nur noch acht Jahre aufbewahrt werden.",
    }


def test_a_page_of_documentation_with_navigation_code_and_a_table():
    found = read(made_pages.DOCUMENTATION)

    assert found.text == made_pages.DOCUMENTATION_TEXT
    assert marked(found, MarkKind.NAVIGATION) == ["Install\nSettings"]
    assert marked(found, MarkKind.TABLE) == ["Name\tDefault\ntimeout\t20 s\nretries\nproxy\tnone"]
    cells = {m.name: found.text[m.start : m.end] for m in found.layout.marks if m.kind == "cell"}
    assert cells["r1c2"] == "Default"
    assert cells["r4c1"] == "proxy"
    [main] = marked(found, MarkKind.MAIN)
    assert main.startswith("Settings")
    assert main.endswith("with a part")


@pytest.mark.parametrize("build", made_pages.BY_BUILD)
def test_the_main_content_is_found_however_a_page_is_built(build):
    found = read(f"<!doctype html><body>{made_pages.BY_BUILD[build]}")

    [main] = marked(found, MarkKind.MAIN)
    assert main.startswith("1. The committee")
    assert main.rstrip().endswith("complete and correct.")


# 2. How words are set.


@pytest.mark.parametrize(
    ("page", "seen"),
    {
        "inline": ("<p>a<b>b</b>c <i> d</i>  e", "abc d e"),
        "nested inline": ("<p>a <b><i>b</b>c</i> d", "a bc d"),
        "white space": ("<p>  a \n\t b  </p>\n <p> c", "a b\n\nc"),
        "space between inline": ("<b>a</b> <i>b</i>\n<u>c</u>", "a b c"),
        "no-break space": ("<p>a&nbsp;&nbsp;b", "a\u00a0\u00a0b"),
        "line break": ("<p>a<br>b <br/> c", "a\nb\nc"),
        "many line breaks": ("<p>a<br><br><br><br>b", "a\n\nb"),
        "word break": ("<p>long<wbr>word soft&shy;hyphen", "longword soft\u00adhyphen"),
        "entities": ("<p>&lt;b&gt; &amp;amp; &sect;&#167;&#xA7; &euro;", "<b> &amp; §§§ €"),
        "broken entities": ("<p>a &nosuch; &copy b &#0; &#xD800;", "a &nosuch; © b \ufffd \ufffd"),
        "pre": ("<pre>\na  b\n\n\n  c\n</pre>d", "a  b\n\n\n  c\n\nd"),
        "line end by number": ("<p>a&#13;b<pre>c&#13;d</pre>", "a b\n\nc\nd"),
        "list": ("<ul><li>a<li>b<ol><li>c</ol></ul>d", "a\nb\nc\n\nd"),
        "definition list": ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a\nb\nc\nd"),
        "paragraphs in items": ("<ul><li><p>a</p><li><p>b</p></ul>", "a\nb"),
        "divs": ("<div>a<div>b</div>c</div>", "a\n\nb\n\nc"),
        "block by style": ("<span style='display:block'>a</span><span>b</span>", "a\n\nb"),
        "table": ("<table><tr><td>a<td>b<tr><td>c<td>d</table>e", "a\tb\nc\td\n\ne"),
        "blocks in cells": ("<table><tr><td><p>a</p><p>b</p><td><p>c</table>", "a\nb\tc"),
        "empty cells": ("<table><tr><td>a<td><td>c<tr><td><td>d<td>", "a\t\tc\n\td"),
        "empty first cell": ("<p>x</p><table><tr><td><td>a</table>", "x\n\n\ta"),
        "cell over rows": ("<table><tr><td rowspan=2>a<td>b<tr><td>c", "a\tb\nc"),
        "table in a cell": ("<table><tr><td>a<td><table><tr><td>b<td>c</table>", "a\tb\tc"),
        "text in a table": ("<table>x<tr><td>a</table>", "x\n\na"),
        "details": ("<details><summary>a</summary>b</details>", "a\nb"),
        "options": ("<select><option>a<option>b</select>", "a\nb"),
        "picture of text": ("<svg><title>t</title><text>a</text><text>b</text></svg>", "a\nb"),
        "broken markup": ("<p>a<div>b</p>c</span></div><td>d", "a\n\nb\n\nc\n\nd"),
        "unclosed": ("<p>a<b>b<i>c", "abc"),
        "bare text": ("just words & more", "just words & more"),
        "unknown elements": ("<x-card>a</x-card><o:p>b</o:p>", "ab"),
        "right to left": ('<p dir="rtl">שלום <b>עולם</b></p>', "שלום עולם"),
        "Chinese": ("<p>中文<b>字</b>符，没有空格。</p>", "中文字符，没有空格。"),
        "astral": ("<p>a😀<b>b</b>😀c", "a😀b😀c"),
        "frames of old": ("<frameset><frame></frameset><p>", None),
    }.values(),
)
def test_words_are_set_as_they_are_seen(page, seen):
    if seen is None:
        with pytest.raises(SourceUnreadable, match="no words that a reader could see"):
            read(page)
    else:
        assert text(page) == seen


def test_a_huge_inline_text_is_one_run():
    found = read("<p>" + "word " * 200_000)

    assert len(found.text) == 999_999
    assert len(found.layout.nodes) == 1


def test_cells_that_go_over_rows_and_columns_are_counted_as_they_are_seen():
    found = read(
        "<table><tr><th colspan=2>a<th rowspan=3>b<tr><td>c<td>d<tr><td>e<td>f<tr><td>g<td>h<td>i"
    )

    names = [m.name for m in found.layout.marks if m.kind is MarkKind.CELL]
    assert names == ["r1c1", "r1c3", "r2c1", "r2c2", "r3c1", "r3c2", "r4c1", "r4c2", "r4c3"]


def test_a_header_inside_an_article_is_the_articles_own():
    found = read("<article><header>a</header><footer>b</footer></article><aside>c</aside>")

    assert marked(found, MarkKind.HEADER) == marked(found, MarkKind.FOOTER) == []
    assert marked(found, MarkKind.NAVIGATION) == ["c"]


def test_headings_and_landmarks_by_role():
    found = read(
        "<div role=banner>a</div><div role=heading aria-level=3>b  c</div>"
        "<p role=doc-footnote>d</p><div role=contentinfo>e</div>"
    )

    assert {
        m.kind: found.text[m.start : m.end] for m in found.layout.marks if m.kind != "main"
    } == {
        MarkKind.HEADER: "a",
        MarkKind.HEADING: "b c",
        MarkKind.NOTE: "d",
        MarkKind.FOOTER: "e",
    }


# 3. What is hidden.

HIDDEN = {
    "script": "<script>SECRET</script>",
    "style": "<style>SECRET</style>",
    "template": "<template>SECRET</template>",
    "noscript": "<noscript><p>SECRET</noscript>",
    "comment": "<!-- SECRET -->",
    "declaration": "<!SECRET><?SECRET?>",
    "hidden": "<p hidden>SECRET</p>",
    "hidden around": "<div hidden><p><b>SECRET</b></p></div>",
    "display": '<p style="display:none">SECRET</p>',
    "display important": '<p style="display: none !important; display: block">SECRET</p>',
    "display escaped": '<p style="d\\69splay: n\\6fne">SECRET</p>',
    "display commented": '<p style="display:/* no */none/*">SECRET</p>',
    "display in capitals": '<p STYLE="DISPLAY:NONE">SECRET</p>',
    "display and nonsense": '<p style="display:none;display:nonsense">SECRET</p>',
    "visibility": '<p style="visibility:hidden">SECRET</p>',
    "opacity": '<p style="opacity:0">SECRET</p>',
    "opacity in percent": '<p style="opacity:.00%">SECRET</p>',
    "opacity filter": '<p style="filter: opacity(0%)">SECRET</p>',
    "no size": '<p style="font-size:0">SECRET</p>',
    "one pixel": '<p style="font-size:1px">SECRET</p>',
    "size in em": '<p style="font-size:.01em">SECRET</p>',
    "font of nothing": '<p style="font: 0/0 a">SECRET</p>',
    "off screen": '<p style="position:absolute;left:-9999px">SECRET</p>',
    "off screen in em": '<p style="position:absolute;top:-999em">SECRET</p>',
    "indented away": '<p style="text-indent:-9999px">SECRET</p>',
    "moved away": '<p style="transform:translateX(-9999px)">SECRET</p>',
    "scaled away": '<p style="transform:scale(0)">SECRET</p>',
    "clipped": '<p style="position:absolute;clip:rect(0 0 0 0)">SECRET</p>',
    "clip path": '<p style="clip-path:inset(50%)">SECRET</p>',
    "no height": '<p style="height:0;overflow:hidden">SECRET</p>',
    "one pixel box": '<p style="width:1px;height:1px;overflow:hidden">SECRET</p>',
    "transparent": '<p style="color:transparent">SECRET</p>',
    "no alpha": '<p style="color:rgba(10, 20, 30, 0)">SECRET</p>',
    "no alpha in hex": '<p style="color:#ff000000">SECRET</p>',
    "white on white": '<p style="color:#FFF;background-color:white">SECRET</p>',
    "same colour": '<p style="background:#000; color:rgb(0,0,0)">SECRET</p>',
    "content visibility": '<p style="content-visibility:hidden">SECRET</p>',
    "closed dialog": "<dialog>SECRET</dialog>",
    "popover": "<div popover>SECRET</div>",
    "picture's words": '<img alt="SECRET" title="SECRET" src="SECRET">',
    "input": '<input type="hidden" value="SECRET"><input value="SECRET">',
    "instead of a film": "<video>SECRET</video><audio>SECRET</audio><canvas>SECRET</canvas>",
    "instead of an object": "<object>SECRET</object><iframe>SECRET</iframe>",
    "list of choices": "<datalist><option>SECRET</option></datalist>",
    "drawing's words": "<svg><desc>SECRET</desc><defs><text>SECRET</text></defs></svg>",
    "formula's words": "<math><mi>x</mi><annotation>SECRET</annotation></math>",
}


@pytest.mark.parametrize("page", HIDDEN.values(), ids=HIDDEN)
def test_what_is_hidden_is_not_in_the_text(page):
    assert "SECRET" not in text(f"<p>Seen before</p>{page}<p>and after</p>")


SEEN = {
    "hidden from screen readers": '<p aria-hidden="true">SEEN</p>',
    "closed details": "<details><summary>More</summary><p>SEEN</p></details>",
    "until found": '<p hidden="until-found">SEEN</p>',
    "open dialog": "<dialog open>SEEN</dialog>",
    "shown again": '<div style="visibility:hidden"><p style="visibility:visible">SEEN</p></div>',
    "sized again": '<ul style="font-size:0"><li style="font-size:16px">SEEN</li></ul>',
    "coloured again": '<p style="color:transparent"><b style="color:red">SEEN</b></p>',
    "gradient": '<p style="color:transparent;background-clip:text">SEEN</p>',
    "half seen": '<p style="opacity:.5">SEEN</p>',
    "small": '<p style="font-size:9px">SEEN</p>',
    "last display wins": '<p style="display:none;display:block">SEEN</p>',
    "moved a little": '<p style="margin-left:-20px;left:-3px">SEEN</p>',
    "scaled": '<p style="transform:scale(0.5) translate(-50%, -50%)">SEEN</p>',
    "red": '<p style="color:rgb(255,0,0)">SEEN</p>',
    "white on black": '<p style="color:#fff;background:#000">SEEN</p>',
    "by class": '<p class="hidden">SEEN</p>',
    "cut at a height": '<p style="height:200px;overflow:hidden">SEEN</p>',
}


@pytest.mark.parametrize("page", SEEN.values(), ids=SEEN)
def test_what_can_be_seen_is_in_the_text(page):
    assert "SEEN" in text(page)


def test_hidden_characters_are_counted_and_scripts_are_not():
    found = read("<p>Seen<p hidden> 12345 </p><script>1234567</script>")

    assert found.metadata["hidden_characters"] == 5


# 4. Encodings.


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("<p>Größe".encode(), "utf-8"),
        ("\ufeff<p>Größe".encode(), "utf-8"),
        ("\ufeff<p>Größe".encode("utf-16-le"), "utf-16-le"),
        ("<p>Größe".encode("windows-1252"), "windows-1252"),
        ("<meta charset=iso-8859-1><p>Größe".encode("latin-1"), "windows-1252"),
        ("<meta charset='utf-8'><p>Größe".encode(), "utf-8"),
        ("<meta charset='utf-16'><p>Größe".encode(), "utf-8"),
        (
            b'<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15">'
            + "<p>Größe".encode("iso-8859-15"),
            "iso8859-15",
        ),
        ('<?xml version="1.0" encoding="windows-1250"?><p>Größe'.encode("cp1250"), "windows-1250"),
        ("<meta charset=utf-7><p>Größe".encode(), "utf-8"),
        ("<meta charset=zip><p>Größe".encode(), "utf-8"),
    ],
)
def test_a_page_is_read_in_its_encoding(data, encoding):
    found = read(data)

    assert (found.text, found.encoding) == ("Größe", encoding)


@pytest.mark.parametrize("encoding", ["shift_jis", "euc-jp", "gb2312", "big5", "euc-kr", "koi8-r"])
def test_names_of_encodings_mean_what_browsers_mean(encoding):
    words = "Тест" if encoding == "koi8-r" else "中文"
    if encoding == "euc-kr":
        words = "한국"

    assert text(f"<meta charset={encoding}><p>{words}".encode(encoding)) == words


def test_what_came_with_the_page_goes_before_what_it_states():
    data = "<meta charset=utf-8><p>Größe".encode("latin-1")

    assert decode_html(data, "ISO-8859-1") == ("<meta charset=utf-8><p>Größe", "windows-1252")


# 5. Facts, conservatively.


@pytest.mark.parametrize(
    ("head", "facts"),
    [
        ("<title> A \n title </title>", {"title": "A title"}),
        ("", {}),
        (
            '<script type="application/ld+json">{"@graph": [{"@type": "WebPage", "headline": "no"},'
            '{"@type": ["NewsArticle"], "headline": "H", "author": [{"name": "A"}, {"name": "B"}],'
            '"datePublished": "2024-02-30", "dateModified": "2024-03-01T10:00Z",'
            '"publisher": {"name": "P"}}]}</script>',
            {
                "title": "H",
                "authors": ["A", "B"],
                "modified": "2024-03-01T10:00:00+00:00",
                "site": "P",
            },
        ),
        ('<script type="application/ld+json">{broken</script>', {}),
        ('<script type="application/ld+json">' + "[" * 50_000 + "</script>", {}),
        ('<meta name=author content="https://x.example/me">', {}),
        (
            '<meta name=citation_author content=A><meta name=citation_author content="B, C">',
            {"authors": ["A", "B, C"]},
        ),
        ('<meta name=date content="03/04/2024">', {}),
        ('<meta name=citation_date content="2024/3/4">', {"published": "2024-03-04"}),
        ("<meta property=og:locale content=de_DE>", {"language": "de-DE"}),
        ('<meta name=description content="a&#10;b\u202e">', {"description": "a b"}),
        ('<link rel=canonical href="/a">', {"canonical": "/a"}),
    ],
)
def test_facts_are_taken_where_they_are_clear(head, facts):
    assert read(f"<head>{head}</head><p>Words").metadata == facts


@pytest.mark.parametrize(
    ("body", "published"),
    [
        ("<article><time datetime=2024-05-06>May</time></article>", "2024-05-06"),
        ("<article><time datetime=2024-05-06>a</time><time datetime=2024-05-07>b</time>", None),
        ("<time datetime=2024-05-06>Sale ends</time>", None),
        ("<time itemprop=datePublished datetime=2024-05-06T10:00>a</time>", "2024-05-06T10:00:00"),
    ],
)
def test_a_time_is_the_date_of_publication_only_if_it_is_clear(body, published):
    assert read(body).metadata.get("published") == published


# 6. Which files.


@pytest.mark.parametrize(
    ("name", "data", "taken"),
    [
        ("a.html", b"", True),
        ("A.HTM", b"", True),
        ("a.xhtml", b"", True),
        ("page", b"<!DOCTYPE html><p>", True),
        ("page", b"\xef\xbb\xbf\n <html>", True),
        ("page", b"words", False),
        ("a.md", b"<html>", False),
        ("a.txt", b"<!doctype html>", False),
    ],
)
def test_pages_are_known_by_their_name_or_their_beginning(name, data, taken):
    assert HtmlReader().accepts(data, name) is taken


def test_an_empty_element_of_xhtml_is_empty():
    page = '<?xml version="1.0"?><html><head><title/><script src="a"/></head><body><p/>Words</body>'

    assert text(page.encode()) == "Words"


# 7. Hostile pages.

DEEP = "nested more than 1,000 levels deep"
MANY_ATTRIBUTES = "a tag with more than 1,000 attributes"
NO_WORDS = "no words that a reader could see"
REFUSED = {
    "nested": ("<div>" * 200_000, DEEP),
    "nested and closed": ("<div>" * 100_000 + "x" + "</div>" * 100_000, DEEP),
    "nested inline": ("<b>" * 300_000 + "x", DEEP),
    "attributes": ("<a " + " ".join(f"a{n}=1" for n in range(100_000)) + ">x", MANY_ATTRIBUTES),
    "attributes without values": (
        "<a " + " ".join(f"a{n}" for n in range(100_000)) + ">x",
        MANY_ATTRIBUTES,
    ),
    "opening signs": ("x<" * 500_000, DEEP),
    "scripts": ("x<script" * 100_000, DEEP),
    "style of fonts": ("<p style='font:" + " 0" * 400_000 + "'>x", NO_WORDS),
    "empty elements": ("<?xml?>" + "<a " * 300_000, NO_WORDS),
}
READ = {
    "unclosed": ("<p>a<a href=x>" * 20_000, "\n\n".join("a" * 20_000)),
    "formatting again and again": ("".join(f"<p><b a={n}>" for n in range(300)) + "x", "x"),
    "comments": ("x<!--" * 200_000, "x"),
    "tables": ("<table><tr><td>" * 900 + "x", "x"),
    "wide cells": (
        "<table>" + ("<tr>" + "<td colspan=1000 rowspan=999>x" * 5) * 500,
        "\n".join(["\t".join("xxxxx")] * 500),
    ),
    "style of comments": ("<p style='" + "/*" * 400_000 + "'>x", "x"),
    "style of zeros": ("<p style='filter:opacity(" + "0" * 800_000 + "'>x", "x"),
    "style of digits": ("<p style='opacity:" + "1" * 800_000 + "!'>x", "x"),
    "style of commas": ("<p style='color:rgb(" + ",0" * 400_000 + "'>x", "x"),
    "white space": ("x" + " " * 1_000_000 + "y", "x y"),
    "entities": ("&amp;" * 200_000, "&" * 200_000),
}


@must_end
@pytest.mark.parametrize(("page", "said"), REFUSED.values(), ids=REFUSED)
def test_a_hostile_page_is_refused(page, said):
    with pytest.raises(SourceUnreadable, match=said):
        HtmlReader().read(page.encode(), "a.html")


@must_end
@pytest.mark.parametrize(("page", "words"), READ.values(), ids=READ)
def test_a_page_made_to_be_slow_is_read_to_its_end(page, words):
    same = text(page.encode()) == words

    assert same


def test_a_small_page_that_grows_beyond_memory_is_refused():
    page = "<p>" + "".join(f"<b a={n}>" for n in range(900)) + "<p>x" * 100_000
    sandbox = Sandbox(children=1)

    with pytest.raises(SourceUnreadable):
        sandbox.read(HtmlReader(), page.encode(), "a.html")
    sandbox.close()


def test_a_page_of_five_hundred_levels_is_read():
    assert text("<div>" * 500 + "x") == "x"


@settings(deadline=None)
@given(st.binary(max_size=2000))
def test_random_bytes_do_no_harm(data):
    with suppress(SourceUnreadable):
        check_nodes(HtmlReader().read(data, "a.html"), data)


TAGS = "p div b i span table tr td th ul li pre br h1 h2 nav main article a svg text select".split()
TAGS += "sup sub del s q blockquote".split()
TAGS += "script style template textarea details title head body frameset option math p/ x-y".split()
PIECES = (
    st.sampled_from([f"<{tag}>" for tag in TAGS])
    | st.sampled_from([f"</{tag}>" for tag in TAGS])
    | st.sampled_from(["<p hidden>", "<i style='visibility:hidden'>", "<td colspan=3 rowspan=2>"])
    | st.sampled_from(
        [" ", "\n", "\t\n ", "&nbsp;", "&amp;", "<!--", "-->", "&#13;", "\0", "<", "\f"]
    )
    | st.text(max_size=12)
)


@settings(deadline=None, max_examples=300)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_every_run_is_the_words_of_its_node(page):
    with suppress(SourceUnreadable):
        read(page.encode("utf-8", "replace"))


# What a page says by the look of its words ------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "seen"),
    [
        ("Dose 10<sup>6</sup> cells", "Dose 10^6 cells"),
        ("10<sup>-6</sup> and 10<sup>\u22126</sup>", "10^-6 and 10^\u22126"),
        ("base 10<sub>2</sub>", "base 10_2"),
        ("5 m<sup>2</sup>, Ca<sup>2+</sup>", "5 m^2, Ca^2+"),
        ("CO<sub>2</sub> on the 1<sup>st</sup>", "CO2 on the 1st"),
        ('<a href="/x">10<sup>6</sup> cells</a>', "10^6 cells"),
    ],
)
def test_a_power_is_not_glued_to_its_number(page, seen):
    assert text(page) == seen


@pytest.mark.parametrize(
    ("page", "seen"),
    [
        ('25 dB<sup><a href="#n2">2</a></sup> more', "25 dB 2 more"),
        ('rose to 25<a href="#n2"><sup>2</sup></a> more', "rose to 25 2 more"),
        ("rose to 25<sup>[2]</sup>", "rose to 25 [2]"),
        ('rose to 25<sup class="reference">2</sup>', "rose to 25 2"),
        ("rose to 2.<sup>3</sup> Then", "rose to 2. 3 Then"),
    ],
)
def test_the_mark_of_a_footnote_is_not_glued_to_the_word_before(page, seen):
    assert text(page) == seen


def test_struck_out_words_do_not_read_as_a_statement_of_the_page():
    assert text("It is <del>ten <b>years</b> </del>six.") == "It is ~~ten years~~ six."
    assert text("<s>ten</s> <strike>six</strike> <del></del>two") == "~~ten~~ ~~six~~ two"


def test_each_struck_out_block_is_struck_out():
    assert text("<del><p>one</p><p>two</p></del>three") == "~~one~~\n\n~~two~~\n\nthree"


def test_quoted_words_have_quotation_marks():
    assert text("He said <q>ten years</q>.<q></q>") == "He said \u201cten years\u201d."


def test_each_block_of_a_quotation_is_marked_as_one():
    page = "<p>a<blockquote><h2>b</h2><p>c<br>d</blockquote><p>e"
    assert text(page) == "a\n\n> b\n\n> c\nd\n\ne"
    (heading,) = [mark for mark in read(page).layout.marks if mark.kind == "heading"]
    assert heading.name == "b"


def test_two_cells_never_read_as_one_sentence():
    assert text("<table><tr><th>Noise</th><td>fell <s>3</s></td></tr></table>") == (
        "Noise\tfell ~~3~~"
    )


def test_the_doi_that_a_page_states_is_kept():
    page = '<head><meta name="citation_doi" content="10.1000/abc"></head>x'
    assert read(page).metadata["doi"] == "10.1000/abc"
    assert "doi" not in read('<meta name="dc.identifier" content="page-7">x').metadata

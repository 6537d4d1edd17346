"""
The dialect of links: `[text](https://…)`, `([source](https://…))`, `<https://…>`, `<a href>`.

The names of such a marker are its addresses. Its words may be the claim's own ("revenue [rose
by 5 %](https://…)"), so `strip` leaves them where they say more than "source" or "1"; `words_of`
says which they are. Entries of a list of sources and definitions are no markers.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from citation_engine.formats.html.tags import without_tags
from citation_engine.formats.markdown.links import NOTE_LINK, Hyperlink
from citation_engine.language.vocabulary import pattern
from citation_engine.markers import authors
from citation_engine.markers.page import Page
from citation_engine.model.draft import DraftFormat, Marker
from citation_engine.model.passage import Span
from citation_engine.urls import is_web_address

DIALECT = "links"

_NUMBER = re.compile(r"[\[(\s\\]*\^?(?:[sS]?\s?:?\s?)\d{1,4}[\])\s\\]*")
_SAYS_LITTLE = re.compile(
    rf"[\[(\s*_]*(?:{pattern('references', 'LINK_WORDS')}|[↗→🔗]+"
    r"|oai_citation\w{0,20}:[^\[\]\n]{0,200}|(?:arxiv|doi|pmid)[:\s]\s?\S{1,100}"
    r"|[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}(?:/\S{0,200})?"
    r"|https?://\S{1,2000})[\])\s*_]*",
    re.IGNORECASE,
)
_DEFINED = re.compile(r"^[ \t>]{0,20}+\[[^\[\]\n]{1,200}+\]:", re.MULTILINE)
_COMMAND = re.compile(r"\\href\s?\{[^{}]*+\}\s?\{")
_SEE = re.compile(rf"\b(?:{pattern('references', 'SEE_WORDS')})\Z", re.IGNORECASE)
_SENTENCE_ENDS = (". ", ".\n", "? ", "! ", "\n\n", "\n- ", "\n* ")
_SPACE = " \t\u00a0\u202f"
# What LaTeX has around brackets, and what stands in a view where it stood.
_UNSEEN = dict.fromkeys(map(ord, "{}\u200b"))


def citing(page: Page) -> Iterator[Hyperlink]:
    """Yield the links that can be citations: not images, not in definitions or lists of sources."""
    if not page.has_layout and not any(sign in page.text for sign in ("://", "](", "<a")):
        return
    for link in page.hyperlinks:
        at = link.span.start
        if link.is_image or page.lists_sources_at(at) or _is_defined(page.text, at):
            continue
        yield _parenthesised(page.text, link)


def marker_of(link: Hyperlink, text: str) -> Marker:
    """Return a link as a marker."""
    return Marker(dialect=DIALECT, span=link.span, text=link.span.of(text), names=(link.target,))


def is_shaped(link: Hyperlink, text: str) -> bool:
    """Whether a link has the form of a citation: its words are a number or "source" or a host."""
    words = _seen(link, text)
    return len(words) < 300 and bool(_NUMBER.fullmatch(words) or _SAYS_LITTLE.fullmatch(words))


def is_numbered(link: Hyperlink, text: str) -> bool:
    """Whether the words of a link are nothing but a number."""
    words = _seen(link, text)
    return len(words) < 60 and _NUMBER.fullmatch(words) is not None


def _seen(link: Hyperlink, text: str) -> str:
    return without_tags(link.words.of(text)).translate(_UNSEEN)


def words_of(marker: Marker) -> Span:
    """Return where in the draft the words stand that belong to the claim; empty where none do."""
    command = _COMMAND.match(marker.text)
    inner = [] if command else Page(marker.text).hyperlinks
    if note := NOTE_LINK.fullmatch(marker.text):
        inner = [Hyperlink(Span(*note.span()), Span(*note.span(2)), note[1])]
    if not inner and marker.text[:1] in ("[", "(", "`"):
        return Span(marker.span.start, marker.span.start)
    if not inner:
        # The link of a LaTeX file, or of a DOCX or PDF, which is nothing but its words.
        start = command.end() if command else 0
        words = Span(start, len(marker.text) - bool(command))
        inner = [Hyperlink(words, words, "")]
    if is_shaped(inner[0], marker.text):
        return Span(marker.span.start, marker.span.start)
    words = inner[0].words
    return Span(marker.span.start + words.start, marker.span.start + words.end)


def stripped_links(text: str, markers: Iterable[Marker]) -> str:
    """Return the text without these links, the words that say something kept."""
    pieces: list[str] = []
    done = 0
    for marker in markers:
        words = words_of(marker)
        kept = text[done : marker.span.start]
        following = text[marker.span.end : marker.span.end + 1]
        if words.start == words.end and (not following or not following.isalnum()):
            kept = kept.rstrip(_SPACE)
        pieces += (kept, words.of(text))
        done = marker.span.end
    return "".join((*pieces, text[done:]))


def _is_defined(text: str, at: int) -> bool:
    """Whether `at` is in the definition of a label: that line says where the label leads."""
    start = text.rfind("\n", max(0, at - 300), at) + 1
    return _DEFINED.match(text, start, at + 1) is not None


def _parenthesised(text: str, link: Hyperlink) -> Hyperlink:
    """A link with the parentheses around it, where they hold nothing else."""
    start, end = link.span.start, link.span.end
    if text[start - 1 : start] == "(" and text[end : end + 1] == ")" and is_shaped(link, text):
        return link._replace(span=Span(start - 1, end + 1))
    return link


def chosen(page: Page, others: Sequence[Marker]) -> Iterator[Marker]:
    """
    Yield the links by which a draft cites that has these other markers.

    A draft without other markers, or with few beside its links, cites by its links; so does one
    whose links mostly look like citations. In any other draft a link is a link, but for one
    whose words are nothing but a number, and one to a source in a sentence without a marker.
    Where such a number is one of the draft's own list, it is none.
    """
    shown = page.view if page.format is DraftFormat.LATEX else page.text
    starts = sorted(
        (one.span.start, page.labels.issuperset(map(str, one.numbers))) for one in others
    )
    links: list[tuple[Hyperlink, bool]] = []
    inside = 0
    for link in citing(page):
        if _is_page(page, link.target):
            continue
        numbered = is_numbered(link, shown)
        at = bisect_left(starts, (link.span.start,)) if numbered else len(starts)
        if at < len(starts) and starts[at][0] < link.span.end:
            if starts[at][1]:
                continue
            inside += 1
        links.append((link, numbered))
    # Authors and years that no list explains say less than links to as many sources.
    loose = 0 if page.references else sum(one.dialect == authors.DIALECT for one in others)
    given = sum(page.is_source(link.target) for link, _ in links)
    apart = len(others) - inside - (loose if given >= loose else 0)
    shaped = sum(is_shaped(link, shown) for link, _ in links)
    cites = not apart or len(links) >= 5 * apart or (shaped >= 2 and 2 * shaped >= len(links))
    for link, numbered in links:
        if cites or numbered or (page.is_source(link.target) and _is_alone(page, link, starts)):
            yield marker_of(link, page.text)


def _is_page(page: Page, target: str) -> bool:
    """Whether a path leads to another page of a wiki: the draft lists its sources, and not that."""
    if not page.references or is_web_address(target) or page.is_source(target):
        return False
    return not any(target in span.of(page.text) for span in page.sections)


def _is_alone(page: Page, link: Hyperlink, starts: Sequence[tuple[int, bool]]) -> bool:
    """Whether a link backs a sentence: that has none of these markers and is no "See …"."""
    start, end = link.span.start, link.span.end
    if _SEE.search(page.text, max(0, start - 40), start):
        return False
    before = max(page.text.rfind(sign, 0, start) for sign in _SENTENCE_ENDS)
    found = (page.text.find(sign, end) for sign in _SENTENCE_ENDS)
    after = min((at for at in found if at >= 0), default=len(page.text))
    at = bisect_left(starts, (before + 1,))
    return at == len(starts) or starts[at][0] > after

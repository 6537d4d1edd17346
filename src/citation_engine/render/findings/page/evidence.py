"""Shows the words of a source that a citation rests on, or those that come nearest."""

import base64
import struct
from collections.abc import Iterable, Iterator, Sequence

from citation_engine.errors import InvalidInput
from citation_engine.model.checked import CheckedCitation
from citation_engine.model.passage import Passage, Span
from citation_engine.model.verdict import Better, Difference
from citation_engine.render.findings.page.element import Child, Markup, element
from citation_engine.render.findings.page.view import ReportView
from citation_engine.render.findings.words import OutputWords

_AROUND = 240
_WIDER = 1_500
_PNG = b"\x89PNG\r\n\x1a\n"
_MOST_CHANGES = 12
_MOST_ALTERNATIVE = 300


def evidence(view: ReportView, citation: CheckedCitation, picture: bytes | None) -> Markup | None:
    """
    Return the words of the source, exactly those marked that count.

    Where the quoted words are not there, the nearest words are shown, and called that.
    """
    verdict = citation.verdict
    if verdict is None:
        return None
    found = verdict.passage or verdict.nearest
    if found is None:
        return None
    exact = verdict.passage is not None
    label = "evidence.exact" if exact else "evidence.nearest"
    return element(
        "figure",
        element("figcaption", view.words(label), _where(view.words, found)),
        _differences(view.words, citation, found) if not exact else None,
        excerpt(found, exact=exact),
        _picture(view, citation, found, picture, exact=exact) if picture else None,
        _wider(view, citation, found, exact=exact),
        class_="evidence" if exact else "evidence nearest",
    )


def where(words: OutputWords, passage: Passage) -> str:
    """Say where a person finds a passage: the page or the line, and the section."""
    return words.where(passage, "html.page")


def excerpt(passage: Passage, *, exact: bool = True) -> Markup:
    """Return a passage in its surroundings, with the words that were meant marked."""
    marked = _marked(passage.text, _segments(passage), "mark" if exact else "u")
    before, after = _before(passage.before, _AROUND), _after(passage.after, _AROUND)
    return element("blockquote", element("p", before, marked, after), class_="excerpt")


def better_source(words: OutputWords, better: Better) -> Markup:
    """Return what would hold in place of the citation."""
    said = words(
        "better.words" if better.what == "words" else "better.claim",
        source=f"{better.label} {better.name}",
    )
    return element(
        "figure",
        element("figcaption", said, _where(words, better.passage)),
        excerpt(better.passage),
        class_="evidence better",
    )


def _where(words: OutputWords, passage: Passage) -> Child:
    place = where(words, passage)
    return [" · ", element("span", place, class_="where")] if place else None


def _segments(passage: Passage) -> list[Span]:
    """The marked stretches as offsets into the passage; without any, all of it."""
    length = len(passage.text)
    cut = [
        Span(max(0, one.start - passage.start), min(length, one.end - passage.start))
        for one in passage.segments
        if one.start < passage.end and one.end > passage.start
    ]
    return cut or [Span(0, length)]


def _marked(text: str, spans: Iterable[Span], tag: str) -> list[Child]:
    """The text with spans of it in an element; where spans overlap, the later is cut."""
    parts: list[Child] = []
    end = 0
    for span in sorted(spans):
        start = max(span.start, end)
        if start >= span.end:
            continue
        parts += [_joined(text[end:start]), element(tag, _joined(text[start : span.end]))]
        end = span.end
    return [*parts, _joined(text[end:])]


def _joined(text: str) -> str:
    """The text with words that a line end split whole again, as they are read."""
    return text.replace("\u00ad\n", "\u00ad")


def _before(text: str, most: int) -> str:
    if len(text) <= most:
        return _joined(text)
    return "… " + _joined(text[-most:].partition(" ")[2])


def _after(text: str, most: int) -> str:
    if len(text) <= most:
        return _joined(text)
    return _joined(text[:most].rpartition(" ")[0]) + " …"


def _wider(
    view: ReportView, citation: CheckedCitation, passage: Passage, *, exact: bool
) -> Markup | None:
    """More of the source around the passage, where its text was given and is the same text."""
    text = view.texts.get(citation.source)
    if text is None or text[passage.start : passage.end] != passage.text:
        return None
    before = text[max(0, passage.start - _WIDER) : passage.start]
    after = text[passage.end : passage.end + _WIDER]
    if len(before) <= len(passage.before) and len(after) <= len(passage.after):
        return None
    marked = _marked(passage.text, _segments(passage), "mark" if exact else "u")
    around = [_before(before, _WIDER - 1), marked, _after(after, _WIDER - 1)]
    return element(
        "details",
        element("summary", view.words("evidence.more")),
        element("blockquote", element("p", around), class_="excerpt wide"),
    )


def _picture(
    view: ReportView, citation: CheckedCitation, passage: Passage, png: bytes, *, exact: bool
) -> Markup:
    """The page of the source as an image inside this file, beside its words as text."""
    if not png.startswith(_PNG) or len(png) < 24:
        raise InvalidInput(
            f"The picture for {citation.source} is not a PNG.",
            fix="Give the bytes of a PNG file for each picture.",
        )
    width, height = struct.unpack(">II", png[16:24])
    alternative = view.words(
        "picture" if exact else "picture.nearest",
        source=view.source_name(citation.source),
        where=where(view.words, passage),
        words=passage.text[:_MOST_ALTERNATIVE],
    )
    data = base64.b64encode(png).decode("ascii")
    image = element(
        "img",
        src=f"data:image/png;base64,{data}",
        alt=alternative,
        width=width,
        height=height,
        decoding="async",
    )
    # A whole page is taller than a card; it can be scrolled, by keyboard as well.
    tall = height > width
    return element("div", image, class_="picture", tabindex=0) if tall else image


def _differences(words: OutputWords, citation: CheckedCitation, nearest: Passage) -> Markup | None:
    """The quotation and the words of the source, with what differs marked in both."""
    changes = citation.verdict.changes if citation.verdict else ()
    if not changes:
        return None
    quoted = citation.quote.text if citation.quote else ""
    rows = [*_compared(words, quoted, nearest.text, changes)]
    listed = [
        element(
            "li",
            element("del", one.quote_words),
            " → ",
            element("ins", one.source_words),
            ". ",
            element("span", one.sentence, class_="said-of", lang="en"),
        )
        for one in changes[:_MOST_CHANGES]
    ]
    more = len(changes) - _MOST_CHANGES
    return element(
        "div",
        rows,
        element("ul", listed, element("li", words("changes.more", more)) if more > 0 else None),
        class_="changes",
    )


def _compared(
    words: OutputWords, quoted: str, source: str, changes: Sequence[Difference]
) -> Iterator[Markup]:
    """Both texts with the differing words marked, where the offsets are those of these texts."""
    ours = [(one.quote_span, one.quote_words) for one in changes]
    theirs = [(one.source_span, one.source_words) for one in changes]
    sides = (("quoted", "del", quoted, ours), ("in_source", "ins", source, theirs))
    if any(span.of(text) != said for _, _, text, side in sides for span, said in side):
        return
    for name, tag, text, side in sides:
        marked = _marked(text, [span for span, _ in side], tag)
        label = element("span", words(f"changes.{name}"), class_="label")
        opening, closing = words("in_quotes", text="\n").split("\n")
        yield element("p", label, " ", opening, marked, closing, class_=name)

"""Cuts the words of a part into statements: sentences, and clauses with markers of their own."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from citation_engine.language.sentences import split_sentences
from citation_engine.language.vocabulary import any_word, pattern
from citation_engine.link.drafts.clauses import cut_clauses
from citation_engine.link.drafts.evidence import begins_with_verb, is_sentence
from citation_engine.link.drafts.parts import Part
from citation_engine.link.drafts.quotes import find_quotes
from citation_engine.link.drafts.unmarked import Anchor, Unmarked, without_markers
from citation_engine.markers import links
from citation_engine.model.draft import ClaimKind, Marker, Quoted
from citation_engine.model.passage import Span

# In a quotation or a caption longer than this, sentences are cut all the same.
_LONGEST_KEPT = 600
_WHOLE = frozenset((ClaimKind.HEADING, ClaimKind.CELL, ClaimKind.CAPTION))
_CAPTION = re.compile(
    rf"(?:{pattern('references', 'CAPTION_LABELS')})"
    r"\s?(?:[A-Z]?\d{1,3}(?:\.\d{1,3})?[a-z]?|[IVX]{1,5})\s?(?:[:.|–—-]\s|$)",
)
# Signs before a remark in a block quotation that is no quotation.
_REMARK = re.compile(
    rf"[^\w\s]{{0,3}}\s?(?:(?:{pattern('phrases', 'REMARKS')})\s?[:!–—-]|[^\W\d_]{{3,20}}:\s)",
    re.IGNORECASE,
)
# "[Is rye dear?](mill.md) (2021) shows …" is one sentence.
_TITLE_GOES_ON = re.compile(r"(?<=[?!])\s+(?=(?:\([^()]{1,60}\)\s+)?[a-zäöüß])")
_ATTRIBUTION = re.compile(r"\s*(?:[—–]|--)\s?\S")
# Who said the words of a block quotation, behind its last sentence: "… end." — N. Moe, The Mill
_SAID_BY = re.compile(r"(?<=[.!?…\"”“»«])\s+(?:[—–―]|--)\s?[^\W\d_a-z][^.!?\n]{1,80}\.?\s*\Z")
_HEADING_END = re.compile(r"[.!?…;,]\Z")
_LONGEST_TITLE = 90
# What is left of "[1]: ten years" and of "[1] — ten years" without the marker.
_LEFT_OVER = re.compile(r"\s*[:;,·–—-]\s+(?=\S)")
_BYLINE = re.compile(r"\s*[|·•–—]\s*")
# The number of a heading: "(1) Costs".
_ENUMERATED = re.compile(r"\s*(?:\(\d{1,2}\)|\d{1,2}(?:\.\d{1,2}){0,3}[.)])\s+(?=[^\W\d_])")
_RUNNING = frozenset((ClaimKind.SENTENCE, ClaimKind.ITEM))
_OWN_VOICE = re.compile(rf"\b(?:{pattern('phrases', 'OWN_VOICE')})\b", re.IGNORECASE)
_BACKGROUND = re.compile(rf"\b(?:{pattern('phrases', 'BACKGROUND')})\b", re.IGNORECASE)
# All of a heading, with a word before it or what else its section has: "3.1 Numerical results".
_OWN_SECTIONS = re.compile(
    rf"(?:[\dIVX.]+\s+)?(?:[\w-]+\s)?(?:{pattern('phrases', 'OWN_SECTIONS')})"
    rf"(?:\s(?:&|{any_word('function_words', 'JOINING')})\s.*)?",
    re.IGNORECASE,
)
_SUMMARY = re.compile(rf"\b(?:{pattern('phrases', 'SUMMARIES')})\b", re.IGNORECASE)
_CONTENT = re.compile(r"\d[\d.,]*\d|\d|[^\W\d_]{4,}")
# So many sentences, and so large a share of all, speak as "we" where authors report their own work.
_FEWEST_VOICES = 8
_SHARE_OF_VOICES = 0.08


@dataclass(slots=True)
class Statement:
    """One statement: its words, its span, and what is said about it while the draft is read."""

    kind: ClaimKind
    text: str
    span: Span
    # Where it stands in the words of its part, and from where on the markers are its own.
    start: int
    end: int
    begin: int
    # What it leaves out because the words around it say so.
    heads: str = ""
    # Whether it names something and states nothing.
    named: bool = False
    markers: list[Marker] = field(default_factory=list)
    quotes: list[Quoted] = field(default_factory=list)


@dataclass(slots=True)
class Read:
    """A part with its statements, and the markers that stand in it."""

    part: Part
    words: Unmarked
    statements: list[Statement]
    # Whether all of it is somebody else's words.
    quoted: bool = False
    attribution: bool = False
    # Whether a sentence before it answers for it.
    introduced: bool = False
    # What the row and the column of a cell are called, and the date that its row is of.
    heads: str = ""
    date: str = ""

    @property
    def anchors(self) -> Sequence[Anchor]:
        """The markers of the part."""
        return self.words.anchors

    @property
    def text(self) -> str:
        """Its words on one line."""
        return " ".join(self.words.text.split())


def read_part(part: Part, markers: Sequence[Marker], called: Mapping[str, str]) -> Read:
    """Return the statements of a part, without markers yet but where clauses have their own."""
    words = without_markers(part, markers, called)
    kind = _kind_of(part, words)
    attribution = bool(part.quotation and _ATTRIBUTION.match(words.text))
    quoted = _is_quoted(part, words.text) and not attribution
    cuts = _cuts(words, whole=part.whole or kind in _WHOLE or quoted or attribution)
    statements = _statements(words, cuts, kind)
    first = statements[0].text if statements and words.body else ""
    # "[2] shows rye" has its subject, and needs none of the heading before it.
    stands = is_sentence(first) or begins_with_verb(first)
    if first and not (statements[0].heads or stands):
        statements[0].heads = words.text[: words.body].strip()
    read = Read(part, words, statements, quoted, attribution)
    if not quoted:
        _add_quotes(read)
    return read


def own_parts(reads: Sequence[Read]) -> frozenset[int]:
    """
    Return the numbers of the parts in which authors report what they did and found themselves.

    They stand below a heading such as "Method", or anywhere in a draft that speaks as "we" all
    through; what stands below a heading such as "Background" is about the work of others.
    """
    running = [one for read in reads for one in read.statements if one.kind in _RUNNING]
    voices = sum(bool(_OWN_VOICE.search(one.text)) for one in running)
    speaks = voices >= max(_FEWEST_VOICES, _SHARE_OF_VOICES * len(running))
    found: set[int] = set()
    own, level = speaks, 0
    for number, read in enumerate(reads):
        if read.part.kind is ClaimKind.HEADING and not read.part.cell:
            others, ours = _BACKGROUND.search(read.text), _OWN_SECTIONS.fullmatch(read.text)
            if others or ours or read.part.level <= level:
                own = bool(ours or speaks) and not others
                level = read.part.level if others or ours else 0
        elif own:
            found.add(number)
    return frozenset(found)


def repeated(reads: Sequence[Read]) -> frozenset[int]:
    """
    Return the statements of summaries, by their `id`, that only say again what has markers.

    Every number of theirs stands in a statement with a marker, and most of their words do.
    """
    marked = [one.text for read in reads for one in read.statements if one.markers]
    known = {word for text in marked for word in _content(text)}
    found: set[int] = set()
    summary = False
    for read in reads:
        if read.part.kind is ClaimKind.HEADING and not read.part.cell:
            summary = bool(_SUMMARY.search(read.text))
        elif summary:
            for statement in read.statements:
                own = _content(statement.text)
                new = own - known
                is_new = any(map(str.isdigit, "".join(new))) or 2 * len(new) > len(own)
                found |= set() if is_new else {id(statement)}
    return frozenset(found)


def _content(text: str) -> set[str]:
    """The numbers of a text, and its longer words by how they begin."""
    return {one[:6] if one.isalpha() else one for one in _CONTENT.findall(text.casefold())}


def whole_quote(read: Read) -> Quoted | None:
    """Return the words of a block quotation as one, without who said them; None without any."""
    text = _SAID_BY.sub("", read.words.text)
    words = _SAID_BY.sub("", read.text).strip('"“”„»«')
    lead = len(text) - len(text.lstrip(' \t\n"“”„»«'))
    end = len(text.rstrip(' \t\n"“”„»«'))
    if lead >= end:
        return None
    return Quoted(span=read.words.wording.origin(lead, end), text=words)


def _kind_of(part: Part, shown: Unmarked) -> ClaimKind:
    if part.kind not in (ClaimKind.SENTENCE, ClaimKind.ITEM):
        return part.kind
    words = shown.text.strip()
    if part.kind is ClaimKind.SENTENCE and _CAPTION.match(words) and len(words) <= _LONGEST_KEPT:
        return ClaimKind.CAPTION
    # "**Rye in Spring** | [moe.pdf](moe.pdf)" is a title as "**Rye in Spring**" is.
    lead = shown.wording.steps[-1].position(part.lead) if part.lead else 0
    bold = part.bold or (lead and _BYLINE.fullmatch(shown.text, lead))
    is_title = bold and len(words) <= _LONGEST_TITLE and not _HEADING_END.search(words)
    if is_title and part.kind is ClaimKind.SENTENCE and not part.quotation:
        return ClaimKind.HEADING
    return part.kind


def _is_quoted(part: Part, text: str) -> bool:
    return bool(
        part.quotation and part.kind is ClaimKind.SENTENCE and not _REMARK.match(text.lstrip())
    )


def _cuts(words: Unmarked, *, whole: bool) -> list[Span]:
    """Return the sentences of the words; one that quotes several sentences stays whole."""
    text = words.text
    if whole:
        lead, end = len(text) - len(text.lstrip()), len(text.rstrip())
        return [Span(lead, end)] if lead < end else []
    cited = {one.at for one in words.anchors if one.marker.dialect != links.DIALECT}
    spans = _cut_at_subjects(split_sentences(text, cited=cited), words)
    if words.body:
        spans = [Span(max(one.start, words.body), one.end) for one in spans if one.end > words.body]
    quotes = [one for one in find_quotes(text) if one.end - one.start <= _LONGEST_KEPT]
    titles = (_TITLE_GOES_ON.match(text, one.at) for one in words.anchors if one.at not in cited)
    quotes = sorted([*quotes, *(Span(one.start() - 1, one.end()) for one in titles if one)])
    return _joined(spans, quotes) if len(spans) > 1 and quotes else spans


def _cut_at_subjects(spans: list[Span], words: Unmarked) -> list[Span]:
    """Begin a sentence at each marker that is its subject: "It is so. [2] say more."."""
    starts = words.subjects
    found: list[Span] = []
    for span in spans:
        start = span.start
        for place in (one for one in starts if span.start < one < span.end):
            if words.text[start:place].strip():
                found.append(Span(start, len(words.text[:place].rstrip())))
                start = place
        found.append(Span(start, span.end))
    return found


def _joined(spans: list[Span], quotes: list[Span]) -> list[Span]:
    joined: list[Span] = []
    at = 0
    for span in spans:
        while at < len(quotes) and quotes[at].end < span.start:
            at += 1
        inside = at < len(quotes) and quotes[at].start < span.start <= quotes[at].end
        if joined and inside:
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return joined


def _statements(words: Unmarked, cuts: list[Span], kind: ClaimKind) -> list[Statement]:
    found: list[Statement] = []
    clauses = [clause for cut in cuts for clause in cut_clauses(words, cut)]
    reached = 0
    for clause in clauses:
        start, end = clause.start, clause.end
        is_cited = kind is ClaimKind.HEADING and words.anchors
        left_over = _ENUMERATED if is_cited else _LEFT_OVER
        if left := left_over.match(words.text, start, end):
            start = left.end()
        shown = words.text[max(start, clause.start + clause.lead) : end]
        text = " ".join(shown.replace("\u00ad\n", "").split())
        if not any(map(str.isalnum, text)):
            continue
        span = words.wording.origin_with_markup(start, end, after=reached)
        reached = span.end
        found.append(
            Statement(kind, text, span, start, end, clause.begin, clause.heads, clause.named)
        )
    return found


def _add_quotes(read: Read) -> None:
    """Give each quotation to the statement that it begins in."""
    wording, statements = read.words.wording, read.statements
    at = 0
    for quote in find_quotes(read.words.text):
        while at + 1 < len(statements) and statements[at + 1].start <= quote.start:
            at += 1
        if statements and statements[at].start <= quote.start:
            words = " ".join(read.words.text[quote.start : quote.end].split())
            span = wording.origin(quote.start, quote.end)
            statements[at].quotes.append(Quoted(span=span, text=words))

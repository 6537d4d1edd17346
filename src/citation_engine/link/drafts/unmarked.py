"""
The words of a part without its markers, and where in the words each marker stood.

A marker goes with what only serves it: the space before it, commas between markers, brackets
that hold nothing else. So a sentence reads the same wherever its marker stood.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from citation_engine.formats.latex import CITE
from citation_engine.formats.markdown.shelters import is_sheltered
from citation_engine.language.fold import Change
from citation_engine.language.sentences import split_sentences
from citation_engine.language.terms import is_stop_word
from citation_engine.language.vocabulary import any_word, pattern, table
from citation_engine.link.drafts.evidence import begins_with_verb, has_number, has_verb, is_sentence
from citation_engine.link.drafts.parts import Part, Wording
from citation_engine.markers import links
from citation_engine.markers.mentions import is_mention
from citation_engine.model.draft import ClaimKind, Marker
from citation_engine.model.passage import Span

# Who says something, behind the words that lead to it: " Brandt and Liu", " the Ministry of Works".
NAMES = (
    rf"(?:[\s,]*+(?:(?-i:[A-ZÄÖÜ])[\w’.-]*+|&|{pattern('references', 'OTHER_AUTHORS')}"
    rf"|(?:{any_word('function_words', 'JOINING')}|{any_word('function_words', 'PART_OF')}"
    rf"|{any_word('references', 'TITLE_ARTICLES')}|{pattern('references', 'LAW_ARTICLES')})"
    r"\b)){0,12}"
)
_BETWEEN = re.compile(rf"(?:[\s,;&+/–-]|\b(?:{pattern('references', 'MARKER_JOINING')})\b)*+\Z")
_LONGEST_BETWEEN = 12
# What may stand in brackets with markers, and goes with them.
_LEAD = re.compile(
    rf"[(\[](?:\s*+(?:{pattern('references', 'MARKER_LEADS')})[:,]?\s)*\s*+\Z", re.IGNORECASE
)
# What points elsewhere behind a statement: "; see [Costs](costs.md)".
_POINTS = re.compile(rf"\s*[;,–—]\s+(?:{pattern('references', 'CITING_LEADS')})\s\Z", re.IGNORECASE)
# Who says it, set between commas: "Rye, so Hale [1], is dear".
_INSERTED = re.compile(rf",\s+(?:{pattern('phrases', 'INSERTED')})\b{NAMES}\Z", re.IGNORECASE)
_JOINED = re.compile(
    rf"(?:\A|[,;]\s+)(?:{any_word('function_words', 'CONJUNCTIONS')})\s\Z|,\s\Z", re.IGNORECASE
)
_GOES_ON_JOINED = re.compile(
    rf"\s+(?:{any_word('function_words', 'CONJUNCTIONS')})\b", re.IGNORECASE
)
# What a marker follows, or stands before, as a noun does.
_PLAIN = re.compile(rf"\[[^\[\]^@]{{1,80}}\]|\[\[[^\[\]|]{{1,150}}\]\]|{CITE.pattern}")
_MORE = re.compile(
    rf"(?:(?:[\s,]|\b(?:{pattern('references', 'MARKER_JOINING')})\b)*+(?:{_PLAIN.pattern})){{0,9}}"
    r"\s"
)
# Commands of LaTeX that set the names of authors as words.
_TEXTUAL = re.compile(r"\\(?:textcites?|cite(?:t|author|alt))\b", re.IGNORECASE)
_ASKS = re.compile(rf"(?<![\w-])(?:{pattern('references', 'MARKER_ASKS')})\s\Z", re.IGNORECASE)
_SMALL = re.compile(r"\s[^\W\d_A-ZÄÖÜ](?:-?[^\W\d_])+:?\s")
_REACH = 24
_LOOKED_BACK = 120
_SPACE = " \t\n\u00a0\u202f"
_CLOSING = ".,;:!?…)]}”’»“‘\"'。，；：！？"
_STOPS = ".!?…"
_COMMAS = ",;"
# A comma that only led to the year: "Moe et al, (2020)".
_AND_OTHERS = re.compile(rf"(?:{pattern('references', 'OTHER_AUTHORS')}),\Z", re.IGNORECASE)
# Words that ask for the next one, behind which the words of a link are the sentence's.
_OPEN = re.compile(
    rf"(?:^|(?<![\w-]))(?:{pattern('references', 'MARKER_ASKS')}"
    rf"|{any_word('function_words', 'OPENS_PHRASE')}|{any_word('function_words', 'OPENS_NOUN')}"
    rf"|{any_word('function_words', 'ARTICLES')}|{any_word('function_words', 'JOINING')})\Z",
    re.IGNORECASE,
)
# A sentence goes on behind a link with a small word that joins nothing to it.
_GOES_ON = re.compile(
    rf"\s(?!(?:{any_word('function_words', 'CONJUNCTIONS')})\b)"
    r"(?:[^\W\d_A-ZÄÖÜ](?:-?[^\W\d_])*\s|\()"
)
# So does one behind a law, whatever its next word is: "in § 7 EStG Satz 2", "§ 7g-Abzug".
_RUNS_ON = re.compile(r"-|\s(?:ff?\.\s)?[^\W\d_]")
_DIGIT = re.compile(r"\d\Z|\d\s?\w{1,12}\Z")
_PARTS = re.compile(r"[/.?#]")
_FEW = 3
# What follows a name that begins a line: "[Act](act.md) — ten years".
_EXPLAINED = re.compile(r"(?::|\s[–—-])\s+\S")
_YEARS = re.compile(r"\b(?:1[89]|20)\d\d[a-z]?\b")
# Brackets without an address behind them: `[Source: act.pdf]` names a file.
_FILE = re.compile(r"\^?[(\[][^()\[\]]*+[)\]]\Z")
_MARKUP = r"(?:<[^<>]*+>|[\u200b`])*+"
_NAMED_FILE = re.compile(rf"\[?{_MARKUP}(?!\d)[\w./-]{{1,80}}\.[a-z]\w{{0,4}}{_MARKUP}(?:\]\(|\Z)")
_RUN_IN = re.compile(r"\s*(?P<words>[^\n:]{2,90}?)\s*\Z")
_RUNS_IN = re.compile(r":?\s*:\s+|\s[–—-]\s+")
_NEXT_LINE = re.compile(r"(?<![.!?…])\s*\n\s*[A-ZÄÖÜ]")
# What turns round the statement that it leads to: "Myth", "Not shown", "No study shows that".
TAKES_BACK = re.compile(rf"\b(?:{any_word('negation', 'TAKING_BACK')})\b", re.IGNORECASE)
DENIES = re.compile(
    rf"\b(?!{pattern('negation', 'NUMBERED')})"
    rf"(?:{any_word('negation', 'SENTENCE_NEGATIONS')}|{any_word('negation', 'TAKING_BACK')}"
    rf"|{any_word('negation', 'DENYING')}|{any_word('negation', 'DOUBTING')}"
    rf"|{'|'.join(table('negation', 'NEGATIONS')['without'])}"
    r"|\w+n['’]t)\b",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"\[([^\[\]]*+)\](?:\[[^\[\]]*+\])?")
# The words of a link whose address has a number: "([Mill Report][7])", not "([if dry][7])".
_LABELLED = re.compile(r"\[(?![^\W\dA-ZÄÖÜ]+\s)(?=[^\]]*[^\W\d])([^\[\]\n]{1,80})\]\Z")

_NAME_BEGINS = re.compile(r"(?<=[.!?\])]\s)(?:`+|\[\[)(?=[^\W\dA-Z])")


@dataclass(frozen=True, slots=True)
class Anchor:
    """
    A marker and where it stood in the words; `apart` where it stood on a line of its own.

    One that is a word of its sentence, as "[2]" in "it is known from [2]", begins at `begin`.
    """

    marker: Marker
    at: int
    apart: bool = False
    begin: int | None = None


@dataclass(frozen=True, slots=True)
class Unmarked:
    """What a reader sees of a part but for its markers."""

    wording: Wording
    anchors: tuple[Anchor, ...]
    # Where the words begin behind a heading in bold on the same line; 0 where there is none.
    body: int = 0
    # Where code and links to pages of a wiki begin, which may begin a sentence in small letters.
    names: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The words."""
        return self.wording.text

    @property
    def subjects(self) -> list[int]:
        """Where markers stand that begin a sentence as its subject, and other names."""
        starts = {one.begin for one in self.anchors if _PLAIN.match(one.marker.text)}
        return sorted(at for at in {*starts, *self.names} if at and _begins_sentence(self.text, at))


@dataclass(slots=True)
class _MarkerStretch:
    """A stretch that goes, and the markers in it."""

    start: int
    end: int
    markers: list[Marker]


def without_markers(
    part: Part, markers: Sequence[Marker], called: Mapping[str, str] | None = None
) -> Unmarked:
    """
    Return the words of a part as a reader sees them, without the markers that stand in it.

    A command of LaTeX that is a word of its sentence is what its sources are `called`, by key.
    """
    wording = part.wording
    if not markers:
        shown = wording.rewritten(part.changes)
        return Unmarked(shown, (), _body(part, shown, ()), _names(part, shown))
    kept: list[tuple[Marker, int]] = []
    named: list[Change] = []
    stretches: list[_MarkerStretch] = []
    for marker in markers:
        start = wording.position(marker.span.start)
        end = max(start, wording.position(marker.span.end))
        label = _LABELLED.search(wording.text[max(0, start - _LOOKED_BACK) : start])
        if label and marker.numbers and not DENIES.search(label[1]):
            at = start - len(label.group())
            start = at if _names_source(label[1], marker, wording.text, at, end) else start
        linked = marker.dialect == links.DIALECT and _shows_words(marker, wording.text, start, end)
        around = wording.text[:start].strip() or wording.text[end:].strip()
        if not around and part.kind is ClaimKind.SENTENCE and len(marker.text.split()) <= _FEW:
            # Alone in its line it is the source of what stands above: "[Report](report.pdf)".
            linked = False
        if linked or _is_word(marker, wording.text, start, end, kept):
            kept.append((marker, end))
            if CITE.fullmatch(wording.text, start, end):
                names = ((called or {}).get(key, key) for key in marker.names)
                named.append((start, end, _set_name(", ".join(names), wording.text, start, end)))
        else:
            stretches.append(_MarkerStretch(start, end, [marker]))
    within = [Span(start, end) for start, end, _ in named]
    others = [one for one in part.changes if not is_sheltered(within, one[0], one[1])]
    stretches = _grown(wording.text, stretches, others)
    changes = _merged(wording.text, stretches, sorted([*others, *named]))
    shown = wording.rewritten(changes)
    anchors = _anchors(wording.text, shown, stretches, kept)
    return Unmarked(shown, anchors, _body(part, shown, anchors), _names(part, shown))


def _names(part: Part, shown: Wording) -> tuple[int, ...]:
    found = _NAME_BEGINS.finditer(part.wording.text)
    return tuple(shown.steps[-1].position(one.start()) for one in found)


def _body(part: Part, shown: Wording, anchors: Sequence[Anchor]) -> int:
    """Where a sentence begins behind a heading in bold: "**Costs:** Rye costs 5"."""
    lead = shown.text[: shown.steps[-1].position(part.lead)].rstrip(": \u200b") if part.lead else ""
    heading, sign = _RUN_IN.match(lead), _RUNS_IN.match(shown.text, len(lead))
    # The head of an item may have a line of its own.
    apart = part.kind is ClaimKind.ITEM and _NEXT_LINE.match(part.wording.text, part.lead)
    if heading is None or not (sign or apart):
        return 0
    if has_verb(heading["words"]) or DENIES.search(heading["words"]):
        return 0
    at = sign.end() if sign else len(lead) + 1
    first = split_sentences(shown.text[at:])
    words = shown.text[at : at + first[0].end] if first else ""
    # "**Why:** …" asks, and is the subject of nothing.
    asks = is_stop_word(heading["words"].lower()) and has_verb(words)
    marked = any(len(lead) < one.at <= at for one in anchors)
    return at if apart or asks or marked or is_sentence(words) else 0


def _is_word(
    marker: Marker, text: str, start: int, end: int, kept: Sequence[tuple[Marker, int]]
) -> bool:
    """Whether a marker is a word of its sentence: "as [2] observe", "described in [2]"."""
    # A line may end before it, as Windows does too, and the next be indented.
    before = re.sub(r"\s+", " ", text[max(0, start - _REACH) : start])
    if is_mention(marker):
        asked = _OPEN.search(before.rstrip(_SPACE)) and not _LEAD.search(before)
        return bool(asked or _RUNS_ON.match(text, end))
    if not _PLAIN.fullmatch(text, start, end) or _LEAD.search(before) or _points(text, start, end):
        return False
    if (
        kept
        and kept[-1][0].names != marker.names
        and start - kept[-1][1] <= _LONGEST_BETWEEN
        and _BETWEEN.match(text[kept[-1][1] : start])
    ):
        return True
    if _ASKS.search(before) or _TEXTUAL.match(text, start):
        return not _names_alone(text, start, end)
    if text.startswith("[[", start):
        return bool(_GOES_ON.match(text, end))
    more = _MORE.match(text, end) if _JOINED.search(before) else None
    if more and begins_with_verb(text[more.end() : more.end() + _LOOKED_BACK]):
        # The subject of a clause: "Rye is dear, and [2] adds that oats are too".
        return True
    return bool(_SMALL.match(text, end)) and _begins_sentence(text, start)


def _set_name(name: str, text: str, start: int, end: int) -> str:
    """A name as its place asks: a capital begins a sentence, one full stop ends "et al." and it."""
    if text[:start].rstrip(_SPACE)[-1:] in (*_STOPS,):
        name = name[:1].upper() + name[1:]
    return name.removesuffix(".") if text.startswith(".", end) else name


def _names_alone(text: str, start: int, end: int) -> bool:
    r"""Whether only markers follow one that nothing leads to: "Source: \citeauthor{moe2020}."."""
    before = CITE.sub("", text[max(0, start - _LOOKED_BACK) : start]).rstrip(f"{_SPACE},")
    return before[-1:] in (":", *_STOPS) and not any(map(str.isalnum, CITE.sub("", text[end:])))


def _points(text: str, start: int, end: int) -> re.Match[str] | None:
    """Whether a marker only points elsewhere, behind a statement and at its end."""
    ends = text[end : end + 1] in ("", *".;)")
    return _POINTS.search(text[max(0, start - _REACH) : start]) if ends else None


def _begins_sentence(text: str, at: int) -> bool:
    """Whether a sentence would begin at a place, were there a word."""
    before = text[max(0, at - _LOOKED_BACK) : at].replace("\u200b", "").replace("\n", " ")
    if not before.strip() or not before[-1].isspace():
        return not before.strip()
    return split_sentences(f"{before}Xyz")[-1].start == len(before)


def _shows_words(marker: Marker, text: str, start: int, end: int) -> bool:
    """Whether a link used as a marker shows words that are part of the sentence."""
    if _FILE.match(marker.text) and marker.names[0] in marker.text:
        return False
    if _NAMED_FILE.match(text, start, end) and _ASKS.search(text[max(0, start - _REACH) : start]):
        # A file that the sentence speaks of is a word of it, as after "kept in".
        return True
    if label := _REFERENCE.fullmatch(marker.text):
        # Where its address is defined elsewhere, the link is judged by its words alone.
        marker = marker.model_copy(update={"text": f"[{label[1]}](https://a.example)"})
    span = links.words_of(marker)
    words = marker.text[span.start - marker.span.start : span.end - marker.span.start]
    return bool(words) and not _names_source(words, marker, text, start, end)


def _names_source(words: str, marker: Marker, text: str, start: int, end: int) -> bool:
    """Whether the words of a link only name what it leads to: "costs fell [Acme](https://acme.org)"."""
    before, after = text[max(0, start - _REACH) : start], text[end : end + 1]
    if (after == ")" and _LEAD.search(before)) or _points(text, start, end):
        return True
    states, figures = has_verb(words), has_number(_YEARS.sub("", words))
    if not before.strip() and _EXPLAINED.match(text, end):
        return not (states and figures)
    if states or figures:
        return False
    if (
        _GOES_ON.match(text, end)
        or (after and after not in f"{_SPACE}.;,)")
        or _OPEN.search(before.rstrip(_SPACE))
    ):
        return False
    if before.rstrip(_SPACE)[-1:] in (*_STOPS, "%") or _DIGIT.search(before.rstrip(_SPACE)):
        return not after or after in _CLOSING
    name = "".join(filter(str.isalnum, words.casefold()))
    target = "".join(marker.names).casefold().rpartition("://")[2].removeprefix("www.")
    parts = {"".join(filter(str.isalnum, one)) for one in _PARTS.split(target)}
    return bool(name) and name in parts


def _grown(
    text: str, stretches: list[_MarkerStretch], changes: Sequence[Change]
) -> list[_MarkerStretch]:
    """Join markers that stand together and take in what only serves them."""
    dropped = [(start, end) for start, end, new in changes if not new]
    joined: list[_MarkerStretch] = []
    at = 0
    for one in stretches:
        at = _take_markup(one, dropped, at)
        if joined and _belong(text, joined[-1].end, one.start):
            joined[-1].end = max(joined[-1].end, one.end)
            joined[-1].markers += one.markers
        else:
            joined.append(one)
    for number, one in enumerate(joined):
        after = joined[number - 1].end if number else 0
        before = joined[number + 1].start if number + 1 < len(joined) else len(text)
        _take_brackets(text, one, after, before)
        _take_space(text, one, after, before)
    return joined


def _take_markup(one: _MarkerStretch, dropped: list[tuple[int, int]], at: int) -> int:
    """Take in the markup that touches a marker, such as the tags around it."""
    while at < len(dropped) and dropped[at][1] < one.start:
        at += 1
    first = at
    while at < len(dropped) and dropped[at][0] <= one.end:
        one.end = max(one.end, dropped[at][1])
        at += 1
    for start, end in reversed(dropped[first:at]):
        if end >= one.start:
            one.start = min(one.start, start)
    return first


def _belong(text: str, start: int, end: int) -> bool:
    return end <= start or (
        end - start <= _LONGEST_BETWEEN and bool(_BETWEEN.match(text[start:end]))
    )


def _take_brackets(text: str, one: _MarkerStretch, after: int, before: int) -> None:
    lead = _LEAD.search(text[max(after, one.start - _REACH) : one.start])
    end = one.end
    while end < before and text[end] in _SPACE:
        end += 1
    if lead and end < before and text[end] == (")" if lead.group()[0] == "(" else "]"):
        one.start -= len(lead.group())
        one.end = end + 1
    elif points := _points(text, one.start, one.end):
        one.start -= len(points.group())
    elif text[one.end : one.end + 1] in ("", *",.;"):
        _take_inserted(text, one, after, before)


def _take_inserted(text: str, one: _MarkerStretch, after: int, before: int) -> None:
    """Take in who says it between commas; the second stays where it also ends a clause."""
    words = text[max(after, one.start - _LOOKED_BACK) : one.start]
    inserted = _INSERTED.search(words.rstrip(_SPACE))
    if inserted is None or not words[: inserted.start()].strip():
        return
    rest = text[one.end + 1 : before]
    one.start -= len(words) - inserted.start()
    clause = has_verb(words[: inserted.start()]) and not begins_with_verb(rest) and has_verb(rest)
    if text.startswith(",", one.end) and not (clause or _GOES_ON_JOINED.match(rest)):
        one.end += 1


def _take_space(text: str, one: _MarkerStretch, after: int, before: int) -> None:
    """Take in the space that set a marker off from the words before, or from those after it."""
    following = text[one.end : one.end + 1]
    start = one.start
    while start > after and text[start - 1] in _SPACE + "–—" * (following == ":"):
        start -= 1
    comma = text[start - 1 : start] == ","
    if comma and (following == ")" or _AND_OTHERS.search(text, after, start)):
        start -= 1
    ended = text[start - 1 : start] in (*_STOPS,)
    joins = following in _CLOSING and (not ended or following in ",;:")
    if not following or following in _SPACE or joins:
        one.start = start
    elif ended and following == "." and text[one.end + 1 : one.end + 2] in ("", *_SPACE):
        # A full stop before the marker and one behind it are one.
        one.start, one.end = start, one.end + 1
    if not text[after : one.start].strip() and not after:
        while one.end < before and text[one.end] in _SPACE:
            one.end += 1


def _merged(text: str, stretches: list[_MarkerStretch], changes: Sequence[Change]) -> list[Change]:
    """Put the changes in order; what is inside a stretch goes with it."""
    found: list[Change] = []
    others = iter(changes)
    other = next(others, None)
    for one in stretches:
        while other and other[1] <= one.start:
            found.append(other)
            other = next(others, None)
        start, end = one.start, one.end
        while other and other[0] < end:
            start, end = min(start, other[0]), max(end, other[1])
            other = next(others, None)
        one.start, one.end = start, end
        found.append((start, end, _instead(text, start, end)))
    while other:
        found.append(other)
        other = next(others, None)
    return [one for one in found if one[0] < one[1] or one[2]]


def _instead(text: str, start: int, end: int) -> str:
    """What stands where a marker went: nothing, or a space where words would run together."""
    before, after = text[start - 1 : start], text[end : end + 1]
    glued = before and (before in _STOPS or before.isalpha()) and after.isalpha()
    return " " if glued else ""


def _anchors(
    text: str,
    shown: Wording,
    stretches: list[_MarkerStretch],
    kept: list[tuple[Marker, int]],
) -> tuple[Anchor, ...]:
    last = shown.steps[-1]
    found = [
        Anchor(marker, last.position(_place(text, one)), _is_apart(text, one, marker))
        for one in stretches
        for marker in one.markers
    ]
    for marker, end in kept:
        begin, at = shown.position(marker.span.start), last.position(end)
        is_word = shown.text[begin:at] == marker.text or CITE.match(marker.text)
        found.append(Anchor(marker, at, begin=begin if is_word else None))
    found.sort(key=lambda one: (one.at, one.marker.span))
    return tuple(found)


def _place(text: str, one: _MarkerStretch) -> int:
    """Where markers stand; behind a comma that they touch, where the words before it end."""
    touches = text[max(0, one.start - 1)] in _COMMAS and not text[one.start].isspace()
    return one.start - 1 if touches and text[one.end : one.end + 1].isspace() else one.start


def _is_apart(text: str, one: _MarkerStretch, marker: Marker) -> bool:
    if marker.dialect == "authors" and marker.text[1:2].isdigit():
        # The end of a line parts a year from its author.
        return False
    at = one.start
    while at < one.end and text[at] in _SPACE:
        at += 1
    if one.start and "\n" not in text[one.start : at]:
        return False
    at = one.end
    while at < len(text) and text[at] in " \t":
        at += 1
    return at == len(text) or text[at] == "\n"

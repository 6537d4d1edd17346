"""
The dialect of plain numbers: `[1]`, `[1, 2]`, `[see 1]`, `[1]-[3]`, `[1](#r)`, `【6:0†…】`, `¹`.

A number in brackets can be many other things, and those are no markers: the words of a link or all
words of an image, a definition (`[1]: …`), an element of an array (`x[1]`, `row_2[1]`), an
interval (`[0, 1]`), a date, what stands in a formula or behind a backslash, and the label of an
entry in the list of sources. A year alone (`[2024]`) is a marker only where the draft's own list
of sources has that label, or where its numbers plainly reach so far. Raised digits may as well be
exponents: they are markers behind words and stops, where the list has them or they count from 1.
"""

import re
from collections.abc import Iterator

from citation_engine.formats.markdown.links import IN_PARENTHESES
from citation_engine.formats.markdown.shelters import is_sheltered
from citation_engine.language.vocabulary import any_word, pattern
from citation_engine.markers.numbers import (
    GAP,
    PLACE,
    as_one,
    is_reaching,
    listed,
    reaching,
    read_numbers,
    seen,
)
from citation_engine.markers.page import RAISED, Page, begins_line, is_definition, is_escaped
from citation_engine.markers.scanning import (
    Grammar,
    Meaning,
)
from citation_engine.model.draft import Marker
from citation_engine.model.passage import Span

DIALECT = "numeric"

_NUMBER = r"\??\d++"
_LIST = listed(_NUMBER)
# "[see 2]", "[cf. 2]".
_SEE = rf"(?i:(?:{pattern('references', 'SEE_WORDS')}))?+"
_SEEN = re.compile(_SEE)
# Not where the second is the words of a link.
_REACHING = rf"(?:(?=[^\[\]]{{1,2}}\[[^\[\]]*+\](?!\()){reaching(_NUMBER)})?+"
# As some models write it: a message and a result in it, a result and its lines.
_SOURCED = rf"\d{{1,9}}+(?::\d{{1,9}}+)?+{GAP}(?:†[^\[\]【】\n]{{0,200}}+)?+"
_DAGGERED = r"\d{1,9}+(?::\d{1,9}+)?+†[^\[\]【】\n]{0,200}+"
_FIRST_NUMBER = re.compile(r"\d+(?::\d+)?")
_YEARS = range(1900, 2100)
_YEAR = re.compile(r"(?:19|20)\d\d")
# What has nothing but digits in brackets and is yet no list of sources.
_OTHER = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{4}"
    r"|0*+\s*+[,;–-].*+"  # An interval that begins with 0.
    r"|\d{1,3}(?:,0\d\d)++|\d{1,3}(?:,\d{3}){2,}+",  # A number with its thousands set off.
    re.DOTALL,
)
_CODE_BEFORE = re.compile(
    r"(?:(?:^|[\s(=,+*!&|;{\[<>-])[a-z]|\w*_\w*|\$[A-Za-z_]\w*"
    r"|\b(?:arr|lst|vec|buf|ptr|idx|args|argv|kwargs|tmp|obj|elem|nums|mat|df|ctx|params?))\Z"
)
_CODE_AFTER = re.compile(r"\.[a-z_]\w{0,40}\(|\s?(?:[-+*/|&]?=(?!=?>)|\+\+|--|<<)\s?[\w\"'\[(]")
_CODE_WORD = re.compile(r"[A-Za-z_]\w{0,60}\Z")
_PAD = "[]［］ \t\n\u200b"
# Where an entry stands on the page, by the names that are usual for it.
_ANCHOR = re.compile(
    r"\(\s*+#[\w:.-]{0,20}?(?:ref|cit|fn|note|source|src|bib|quelle|lit)", re.IGNORECASE
)
_RAISED_DIGIT = "[⁰¹²³⁴⁵⁶⁷⁸⁹]"
_RAISED = re.compile(
    rf"{_RAISED_DIGIT}{{1,4}}(?:[⁻,⁾˒–-]\s?{_RAISED_DIGIT}{{1,4}})*+"
    r"|\^\[?(\d{1,4}(?:\s?[,–-]\s?\d{1,4})*+)\]?\^"
    r"|<sup\b[^<>]{0,300}+>\s*+(?:<a\b[^<>]{0,600}+>\s*+)?+"
    r"(\d{1,4}(?:\s?[,;–-]\s?\d{1,4})*+)\s*+(?:</a>\s*+)?+</sup\s*+>",
    re.IGNORECASE,
)
_LISTED_DIGITS = re.compile(r"\d{1,4}(?:\s?[,;–-]\s?\d{1,4})*+")
# A raised number stands behind a word, a stop or a year. Short words are units and variables.
_MAY_BE_RAISED = re.compile(
    r"(?:[^\W\d_]{4}|(?<![^\W\d_])[^\W\d_a-z]?[a-z]{3}|[.,;:!?…)\]\"'“”’»%]|(?<!\d)(?:19|20)\d\d)"
    r"[*_]{0,3}\s?\Z"
)


# In parentheses, as Vancouver and Word's ISO 690 have them: behind words, not behind what asks for
# a number ("equation (1)", "ten (10)") nor where something is counted: "to (1) sow, (2) reap".
_IN_PARENTHESES = re.compile(
    rf"\({_SEE}(?P<numbers>\d{{1,3}}(?:\s?[,;–-]\s?\d{{1,3}})*+)"
    rf"(?:[,;:]?\s(?i:{PLACE})[^()\n]{{0,60}}+)?+\)(?P<ends>[ \t]*(?:[.,;:!?)|]|$))?",
    re.MULTILINE,
)
_ASKS = (
    *(any_word("numbers", "CARDINALS"), any_word("numbers", "TENS")),
    *(any_word("references", "NUMBER_LABELS"), pattern("references", "ASKS_FOR_NUMBERS")),
)
_BEHIND_WORDS = re.compile(
    rf"(?<![^\W_])(?!(?i:{'|'.join(_ASKS)})\W)"
    r"[^\W\d_][\w’'-]+[\"'”“»’*_]{0,3}[ \u00a0\n]?\Z|[.!?%)\"”“»]\Z|[%)\"”“»][ \u00a0\n]\Z"
)


def _understand(words: str) -> Meaning:
    body = as_one(words.partition("](")[0]).strip("[]【】［］")
    if "†" in words or words[0] == "【":
        first = _FIRST_NUMBER.match(body)
        if first and ":" in first[0]:
            return Meaning(names=(first[0],))
        body = first[0] if first and "†" in words else body
    numbers, problem = read_numbers(_SEEN.sub("", body.strip(), count=1))
    return Meaning(numbers, problem=problem)


def _accepts(page: Page, start: int, end: int) -> bool:
    view = page.view
    if view[start] == "【":
        return True
    if page.cites_by_command:
        return False
    after = view[end : end + 1]
    linked = view.find("](", start, end) if view[end - 1] == ")" else -1
    if linked >= 0:
        body, target = as_one(view[start : linked + 1]).strip(_PAD), view[linked + 1 : end]
        known = page.labels.issuperset(re.findall(r"\d+", body)) and bool(page.labels)
        return not is_escaped(view, start) and (known or _ANCHOR.match(target) is not None)
    before = view[start - 1 : start]
    if before and (before == "\\" or before == "!" or before == "_" or before.isalnum()):
        if before == "!" and after == "(":
            return False
        if is_escaped(view, start) or _is_index(view, start, end):
            return False
    if after == ":" and is_definition(view, start, end) and not is_reaching(view[start:end]):
        return False
    return not (
        _is_other(page, as_one(view[start:end]).strip(_PAD))
        or (page.images and is_sheltered(page.image_markup, start, end))
        or (page.formulas and is_sheltered(page.formulas, start, end))
        or is_sheltered(page.cross_references, start, end)
    )


def _is_index(view: str, start: int, end: int) -> bool:
    """Whether this is an element of an array: only where it is clearly code."""
    before = view[max(0, start - 64) : start]
    if _CODE_BEFORE.search(before):
        return True
    if not _CODE_WORD.search(before):
        return False
    return view[start + 1 : end - 1].strip() == "0" or bool(_CODE_AFTER.match(view, end))


def _is_other(page: Page, body: str) -> bool:
    if len(body) < 4:
        return body[:1] == "0" and _OTHER.fullmatch(body) is not None
    if _OTHER.fullmatch(body):
        return True
    if not _YEAR.match(body):
        return False
    numbers, _ = read_numbers(body)
    years = bool(numbers) and all(number in _YEARS for number in numbers)
    return years and not (
        page.counts_in_thousands or all(str(number) in page.labels for number in numbers)
    )


GRAMMAR = Grammar(
    DIALECT,
    rf"{GAP}(?:\[{GAP}{_LIST}\]{GAP}\]|{_SEE}{_LIST}\]{_REACHING}|{_DAGGERED}\])(?:{IN_PARENTHESES})?+",
    _understand,
    _accepts,
    wide=rf"{GAP}(?:{_SOURCED}|{_LIST})[】］]",
)


def find_raised(page: Page, others: int = 0) -> Iterator[Marker]:
    """
    Yield the raised numbers that cite: the list has them, or there is none and they count from 1.

    In a draft with more `others`, numbers in brackets, they are something else: footnotes, or
    who of the authors works where.
    """
    found = [
        Marker(dialect=DIALECT, span=span, text=span.of(page.text), numbers=numbers)
        for span, numbers in _raised(page)
    ]
    if len(found) <= others:
        return
    used = list(dict.fromkeys(number for one in found for number in one.numbers))
    counted = used == list(range(1, len(used) + 1)) and not page.entries
    for marker in found:
        if counted or page.labels.issuperset(map(str, marker.numbers)):
            yield marker


def find_parenthesised(page: Page) -> Iterator[Marker]:
    """
    Yield the numbers in parentheses that cite, in a draft that cites by them.

    It does where most numbers of its list end clauses so.
    """
    listed = {label for label in page.listed if label.isdigit()}
    found: list[tuple[Marker, bool]] = []
    counted: set[int] = set()
    for one in _IN_PARENTHESES.finditer(page.view) if page.whole and len(listed) > 1 else ():
        span = Span(one.start(), one.end() - len(one["ends"] or ""))
        numbers, problem = read_numbers(one["numbers"])
        hidden = is_sheltered(page.shelters, span.start, span.end) or page.lists_sources_at(
            span.start
        )
        if problem or hidden or not listed.issuperset(map(str, numbers)):
            continue
        line = page.view.rfind("\n", 0, span.start)
        before = seen(page.view[max(line + 1, span.start - 40) : span.start])
        if not _BEHIND_WORDS.search(before):
            counted.add(line)
        elif not is_sheltered(page.formulas, span.start, span.end):
            text = span.of(page.text)
            marker = Marker(dialect=DIALECT, span=span, text=text, numbers=numbers)
            found.append((marker, one["ends"] is not None))
    cited = {number for marker, ends in found if ends for number in marker.numbers}
    if len(cited) > 1 and 2 * len(cited) > len(listed):
        for marker, ends in found:
            if ends or page.view.rfind("\n", 0, marker.span.start) not in counted:
                yield marker


def _raised(page: Page) -> Iterator[tuple[Span, tuple[int, ...]]]:
    """Where raised numbers stand that can be markers, and which they are."""
    text = page.text
    if text.isascii() and "^" not in text and "</" not in text and not page.raised:
        return
    written = [(Span(*one.span()), one[1] or one[2] or one[0]) for one in _RAISED.finditer(text)]
    shown = [(span, span.of(text)) for span, target in page.raised.items() if not target]
    for span, words in sorted([*written, *shown]):
        body = seen(words).translate(RAISED).strip("[]() \t\n.,")
        # What begins a line labels what follows in it.
        labels = begins_line(page.view, span.start) and page.view[span.end : span.end + 1] != "\n"
        if not _LISTED_DIGITS.fullmatch(body) or labels:
            continue
        if is_sheltered(page.hidden, span.start, span.end) or page.lists_sources_at(span.start):
            continue
        before = seen(page.view[max(0, span.start - 12) : span.start])
        after = page.view[span.end : span.end + 1]
        numbers, problem = read_numbers(body)
        # A number that stands before its words counts the sentences of a law.
        counts = before[-1:].isspace() and (after.isalpha() or after == "§")
        if not problem and not counts and _MAY_BE_RAISED.search(before):
            yield span, numbers

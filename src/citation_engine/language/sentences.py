"""
Where sentences begin and end, in English and German prose, legal text among it.

A full stop ends a sentence unless the word before it is an abbreviation, an ordinal or an initial.
A unit behind its number ("25 dB.") is a word like others, and before a full stop with a citation
marker in front of it ("25 Mio [2].") a sentence ends for sure. Many abbreviations may stand at the
end as well ("usw.", "Inc.", "Rn. 17 ff."): there a following word that usually starts sentences
("The", "Der", "Sie") decides.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from citation_engine.language.blocks import LABELS, MONTHS, ORDINAL_CUES, TextBlock, find_blocks
from citation_engine.language.vocabulary import words
from citation_engine.model.passage import Span

# How far the words around a full stop are looked at, and how long an aside in brackets may be.
_REACH = 48
_CHAIN_REACH = 16
_ASIDE = 600

_CLOSERS = r"\"'”“’‘»«›‹)\]}*_"
_OPENERS = r"\"'„“”‚‘’»«›‹(\[{*_¿¡>"
# A citation marker behind the full stop belongs to the sentence before it: "[1]", "[^2]".
_NUMBERS = r"[A-Za-z]{0,6}[:_ ]?\d{1,4}(?:\s?[,;–-]\s?[A-Za-z]?\d{1,4}){0,30}+"
_MARK = rf"\[{{1,2}}(?:\^[\w-]{{1,80}}|{_NUMBERS})\]{{1,2}}"
_STOP = re.compile(
    rf"(?<![.!?…])(?P<stop>[.!?…]++)(?P<close>[{_CLOSERS}]*+)"
    rf"(?P<marks>(?:{_MARK}|[¹²³⁰⁴-⁹]|(?<=[a-zäöüß]{{3}}\.)\d{{1,3}}(?=\s)|[{_CLOSERS}])*+)"
    rf"(?P<later>(?:[^\S\n]{{1,4}}{_MARK})*+)(?=\s)"
)
_NEXT = re.compile(
    rf"\s*+(?:[–—-][^\S\n]++)?(?:[{_OPENERS}]|(?<=>)\s)*+"
    r"(?:(?P<word>[^\W\d_][\w’'-]{0,30})|(?P<number>\d{1,20})|(?P<other>\S))?(?P<sign>[.)]?)"
)
_BEFORE = re.compile(rf"[^\s{_OPENERS})\]}}–—]*\Z")
_CHAIN = re.compile(r"(?<!\w)(?:[^\W\d_]{1,2}\.\s?){1,5}(?:[^\W\d_][^\W\d_A-Z]?|Chr|Zt)\Z")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_BRACKETS = re.compile(r"[()\[\]]")
_CLOSES = {")": "(", "]": "["}

_LEADING = words("abbreviations", "LEADING")
_AMBIGUOUS = words("abbreviations", "AMBIGUOUS")
_CAPITAL_LABELS = words("abbreviations", "CAPITAL_LABELS")
_TRAILING = words("abbreviations", "TRAILING")
_CLOSING = words("abbreviations", "CLOSING")
_REMARKS = words("abbreviations", "REMARKS")
_LABELLED = words("abbreviations", "LABELLED")
_LEADING_CHAINS = words("abbreviations", "LEADING_CHAINS")
_CHAINS = words("abbreviations", "CHAINS")
_NUMBERED = words("abbreviations", "NUMBERED")
_REFERRING = words("abbreviations", "REFERRING")
_ORDINAL_NOUNS = words("abbreviations", "ORDINAL_NOUNS") | MONTHS
_STARTERS = words("function_words", "STARTERS")
# Units are words: a full stop after one ends a sentence like any other.
_UNITS = frozenset(
    "mm cm dm km kg mg mcg ml cl dl hl kw kwh mwh gwh mhz ghz hz kb mb gb tb".split()
)

# Units behind a number, as they are written. Not those that German writes with a full stop before
# a noun: "5 Mio. Euro", "3 Std. Fahrt".
_MEASURES = frozenset(
    "m s h g t l L A V W K J Hz dB nm µm \u03bcm pm mm cm dm km ns ms µs \u03bcs mV kV mA kA µA "
    "\u03bcA mW kW MW GW TW Wh kWh MWh GWh TWh kJ MJ kN Nm Pa hPa kPa MPa GPa bar psi mmHg mol "
    "mmol kHz MHz GHz THz kB MB GB TB PB bps kbps Mbps Gbps fps rpm bpm dpi px mph kph ppm ppb "
    "ppt pct pp min mins sec secs hr hrs yr yrs wk wks lb lbs oz ft yd mi mg µg \u03bcg kg kt "
    "Mt Gt ml mL cl dl hl ha bn mn tn eV keV MeV GeV Bq kBq Sv mSv bp".split()
)
_ROMAN = re.compile(r"[IVXLCDM]{1,8}\Z")
_VOWEL = re.compile(r"[aeiouyäöüáéíóúàèìòùâêîôû]", re.IGNORECASE)


def split_sentences(text: str, *, cited: Collection[int] = ()) -> list[Span]:
    """
    Return the sentences of `text` in order.

    They do not overlap and hold every character that is not white space. A heading, a list item,
    a table row is a sentence of its own or more; a blank line always ends one.

    Args:
        text: the words.
        cited: where citation markers stood that are not in `text` any more; a full stop at one
            of these offsets is no part of an abbreviation.

    """
    return [span for block in find_blocks(text) for span in _sentences_of(block, text, cited)]


def last_sentence_start(text: str, least: int, most: int) -> int | None:
    """Return where the last of the sentences begins that begin within a range of `text`."""
    for block in reversed(find_blocks(text)):
        if block.span.start > most:
            continue
        starts = [span.start for span in _sentences_of(block, text, ()) if span.start <= most]
        if starts and starts[-1] >= least:
            return starts[-1]
        if block.span.start <= least:
            return None
    return None


def _sentences_of(block: TextBlock, text: str, cited: Collection[int]) -> Iterator[Span]:
    start, end = block.span.start, block.span.end
    if not block.whole:
        asides = _asides(text, block.words, end)
        for stop in _STOP.finditer(text, block.words, end):
            after = _after(text, stop.end(), end)
            if after is None or after.small or _is_inside(stop, text, start, asides):
                continue
            if stop.start() not in cited and not _is_over(stop, text, start, after):
                continue
            yield Span(start, stop.end())
            start = stop.end()
            while text[start].isspace():
                start += 1
    yield Span(start, end)


@dataclass(frozen=True, slots=True)
class _After:
    """What follows a full stop."""

    word: str
    number: str
    initial: bool
    # Whether it is the letter of an item: "b) the mill".
    listed: bool

    @property
    def small(self) -> bool:
        """Whether a small letter begins a word that is no name, as "pH", "q7" and "x_max" are."""
        plain = self.word.islower() and not any(map(str.isdigit, self.word))
        return plain and "_" not in self.word.strip("_") and not self.listed

    @property
    def starts_sentences(self) -> bool:
        return not self.initial and self.word.casefold() in _STARTERS

    @property
    def is_label(self) -> bool:
        """Whether a number or letter that may belong to a label follows: "3", "IV", "b"."""
        return bool(self.number or len(self.word) == 1 or _ROMAN.match(self.word))


def _is_inside(stop: re.Match[str], text: str, start: int, asides: dict[int, Span]) -> bool:
    """Whether a full stop stands in brackets that the sentence from `start` holds."""
    aside = asides.get(stop.start())
    if aside and start < aside.start:
        return True
    return stop.start() > start and text[stop.start() - 1] in "(["


def _is_over(stop: re.Match[str], text: str, start: int, after: _After) -> bool:
    """Whether the sentence from `start` ends at this full stop, which words follow."""
    before = text[max(start, stop.start() - _REACH) : stop.start()]
    sign = stop["stop"]
    if "!" in sign or "?" in sign:
        return True
    if sign != ".":
        return after.starts_sentences or not before[-1:].isspace()
    return _full_stop_ends(before.replace("\\", ""), after, stop["marks"].isdigit())


def _after(text: str, position: int, end: int) -> _After | None:
    found = _NEXT.match(text, position, end)
    if not found or not (found["word"] or found["number"] or found["other"]):
        return None
    word = found["word"] or ""
    sign = found["sign"] if len(word) == 1 else ""
    return _After(word, found["number"] or "", initial=sign == ".", listed=sign == ")")


def _full_stop_ends(before: str, after: _After, footnoted: bool) -> bool:
    found = _BEFORE.search(before)
    token = found.group() if found else ""
    if not token:
        return not before.rstrip().endswith(".")
    previous = before[: -len(token)].split()[-1:] or [""]
    if not previous[0] and (token.isdigit() or len(token) == 1 or _ROMAN.match(token)):
        return False  # A sentence is more than its number: "II. The appeal fails."
    if token[-1].isdigit():
        return _number_ends(token, previous[0], after)
    if _is_measure(before[: -len(token)], token, after):
        return True
    chain = _CHAIN.search(before[-_CHAIN_REACH:])
    if chain:
        return _chain_ends("".join(chain.group().split()), after)
    if (len(token) == 1 and token.isalpha()) or _ROMAN.match(token):
        return _letter_ends(token, _bare(previous[0]), after)
    ends = _word_ends(token, after)
    return ends and not (footnoted and _is_abbreviation(token))


def _is_measure(before: str, token: str, after: _After) -> bool:
    """Whether a token is the unit of the number before it: "25 dB", "3 m/s", not "Abs. 2 s"."""
    if not after.word or after.initial or after.word.casefold() in _REMARKS:
        return False
    if not all(unit in _MEASURES for unit in token.split("/")):
        return False
    words = before.split()[-2:]
    if not words or not words[-1][-1].isdigit():
        return False
    if len(token) == 1 and token.isupper() and _YEAR.fullmatch(words[-1]):
        return False  # An initial: "In 2020 A. Smith wrote".
    label = words[0] if len(words) > 1 else ""
    bare = _bare(label)
    return not label.endswith("§") and bare not in LABELS and bare not in _LABELLED


def _number_ends(token: str, previous: str, after: _After) -> bool:
    if not token.isdigit() or len(token) > 3:
        return True
    if after.number:
        return int(token) > 31
    if after.word.casefold() in _ORDINAL_NOUNS:
        return False
    if after.starts_sentences:
        return True
    if previous.endswith(".") and _bare(previous) not in LABELS:
        return False
    return _bare(previous) not in ORDINAL_CUES


def _chain_ends(chain: str, after: _After) -> bool:
    """Whether a sentence ends after letters such as "z. B", "a. a. O", "U.S" or "J. R"."""
    small = chain.casefold()
    if small in _LEADING_CHAINS:
        return False
    last = small.rpartition(".")[2]
    if last in _CLOSING:
        return True
    if last in _LEADING and small not in _CHAINS:
        return False
    return after.starts_sentences


def _letter_ends(token: str, previous: str, after: _After) -> bool:
    if after.is_label and not after.starts_sentences:
        return False
    return after.starts_sentences or (previous in _NUMBERED and token.casefold() not in "sp")


def _word_ends(token: str, after: _After) -> bool:
    last = re.split(r"[-/]", token)[-1]
    small = last.casefold()
    if last in _CAPITAL_LABELS and last.islower() and not after.number:
        return True
    if small in _CLOSING or small in _UNITS:
        return True
    if small in _LEADING or token.casefold() in _LEADING:
        return False
    if small in _AMBIGUOUS:
        return after.starts_sentences and after.word.casefold() not in _REFERRING
    if small in LABELS:
        return after.starts_sentences and not after.is_label
    if small in _TRAILING or small.endswith("str") or _looks_shortened(last):
        return after.starts_sentences
    return True


def _is_abbreviation(token: str) -> bool:
    return any(token.casefold() in words for words in (_LEADING, LABELS, _TRAILING))


def _looks_shortened(word: str) -> bool:
    """Whether a word has no vowel, as "Hrsg" and "Bdg", and is no acronym, as "HGB", "GmbH"."""
    if len(word) > 5 or not word.isalpha() or _VOWEL.search(word):
        return False
    # "MBl" and the like are gazettes.
    return word.islower() or word[1:].islower() or word.endswith("Bl")


def _bare(word: str) -> str:
    return word.strip(_PUNCTUATION).casefold()


_PUNCTUATION = ".,;:()[]\"'„“”»«*_"


def _asides(text: str, start: int, end: int) -> dict[int, Span]:
    """Return, for each full stop in brackets, the outermost brackets it stands in."""
    if text.find("(", start, end) < 0 and text.find("[", start, end) < 0:
        return {}
    outer = _brackets(text, start, end)
    found: dict[int, Span] = {}
    for span in outer:
        for stop in _STOP.finditer(text, span.start, span.end):
            found[stop.start()] = span
    return found


def _brackets(text: str, start: int, end: int) -> list[Span]:
    """Return the outermost pairs of brackets that are short enough for an aside."""
    opened: list[int] = []
    pairs: list[Span] = []
    for match in _BRACKETS.finditer(text, start, end):
        sign, at = match.group(), match.start()
        if sign in "([":
            opened.append(at)
        elif opened and text[opened[-1]] == _CLOSES[sign]:
            first = opened.pop()
            if at - first > _ASIDE:
                continue
            while pairs and pairs[-1].start > first:
                pairs.pop()
            pairs.append(Span(first, at + 1))
    return pairs


# A sentence with fewer words says nothing by itself.
_LEAST_WORDS = 3


def is_prose(text: str) -> bool:
    """Whether a text has a sentence: several words and an end, unlike rows of a table."""
    return any(
        found.rstrip(" \t\n'\"’”)").endswith((".", "!", "?")) and len(found.split()) >= _LEAST_WORDS
        for found in (span.of(text) for span in split_sentences(text))
    )

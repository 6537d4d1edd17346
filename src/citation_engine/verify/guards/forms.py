"""
Differences of form: what printing, scanning, copying and quoting do to words without a change.

Each rule is narrow. What no rule explains is a change of the words.
"""

import re
from dataclasses import dataclass

from citation_engine.language.tokens import Token, TokenKind
from citation_engine.language.vocabulary import pattern
from citation_engine.model.verdict import Aspect
from citation_engine.verify.guards.alignment import Gap
from citation_engine.verify.guards.passages import GuardedText, overlapping

# Signs that say something: a change of these is never a matter of punctuation.
_TELLING_SIGNS = frozenset("%‰§$€£¥₹°<>=≤≥≠±∓+~≈×÷²³¹µ∞√")
_MARKUP_SIGNS = frozenset("*_#`|\\")
_SUPERSCRIPTS = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹")
_MEASURES = frozenset("m cm mm km dm µm nm s".split())
# What a scan takes for one another, a digit for a letter.
_CONFUSED = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "!": "l", "5": "s", "8": "b"})
# Digits that a letter is taken for where nothing else is in the word.
_ALONE = frozenset(("1l", "1i", "1|", "0o"))
_PAGE_NUMBER = re.compile(
    rf"\W*(?:{pattern('references', 'PAGE_LINES')})?\s{{0,3}}\d{{1,4}}\s{{0,3}}"
    rf"(?:(?:{pattern('references', 'PAGE_TOTALS')}|/)\s{{0,3}}\d{{1,4}})?\W*"
)
_LONGEST_LINE = 120
_MOST_LINES = 6
_OMISSION = re.compile(r"[\[(]? ?\.{3,} ?[\])]?")
# So many words may be left out by a mark before what they denied is no longer close.
_SHORT_OMISSION = 8


@dataclass(frozen=True, slots=True)
class QuoteChange:
    """A stretch of a quotation and the stretch of the source that stands in its place."""

    quote: GuardedText
    source: GuardedText
    block: Gap

    @property
    def ours(self) -> list[Token]:
        """The tokens of the quotation."""
        return list(self.quote.tokens[self.block.a : self.block.b])

    @property
    def theirs(self) -> list[Token]:
        """The tokens of the source."""
        return list(self.source.tokens[self.block.c : self.block.d])


def form_of(change: QuoteChange) -> Aspect | None:
    """Return the one rule that explains a change without a change of words; None if none does."""
    for aspect, rule in _RULES.items():
        if rule(change):
            return aspect
    return None


def _is_omission(change: QuoteChange) -> bool:
    """Words the quotation marks as left out, and no "not" among them that stood close."""
    written = "".join(token.text for token in change.ours)
    if not _OMISSION.fullmatch(written) or not change.theirs:
        return False
    words = [token for token in change.theirs if token.kind is TokenKind.WORD]
    denied = overlapping(change.source.negations, change.block.c, change.block.d)
    return not denied or len(words) > _SHORT_OMISSION


def _is_markup(change: QuoteChange) -> bool:
    """The same words without the markup around them, "**", tags, the address of a link."""
    ours = _without_markup(change.ours, change.quote.text)
    theirs = _without_markup(change.theirs, change.source.text)
    if len(ours) == len(change.ours) and len(theirs) == len(change.theirs):
        return False
    return _joined(ours) == _joined(theirs)


def _without_markup(tokens: list[Token], text: str) -> list[Token]:
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        link = tokens[at : at + 4]
        if [t.text for t in link[:2]] == ["]", "("] and len(link) == 4 and _is_address(link):
            at += 4
            continue
        if not _marks_up(tokens[at], text):
            kept.append(tokens[at])
        at += 1
    linked = len(kept) < len(tokens) and any(t.kind is TokenKind.ADDRESS for t in tokens)
    return [t for t in kept if t.text != "["] if linked else kept


def _marks_up(token: Token, text: str) -> bool:
    """Whether a token is markup; ">" is where it starts a line, and elsewhere a sign."""
    if token.kind is TokenKind.TAG or token.text in _MARKUP_SIGNS:
        return True
    return token.text == ">" and _starts_line(text, token.start)


def _is_address(link: list[Token]) -> bool:
    return link[2].kind is TokenKind.ADDRESS and link[3].text == ")"


def _is_mark(change: QuoteChange) -> bool:
    """Reference marks such as "[22, 21]", a raised number, a paragraph's number at its start."""
    if change.ours and change.theirs:
        return False
    tokens = change.ours or change.theirs
    texts = [token.text for token in tokens]
    side = change.quote if change.ours else change.source
    first = change.block.a if change.ours else change.block.c
    if all(text in _SUPERSCRIPTS for text in texts):
        # "10²" and "m²" are no marks.
        before = side.tokens[first - 1 : first]
        return bool(before) and not (
            before[0].kind is TokenKind.NUMBER or before[0].key in _MEASURES
        )
    inner = texts[1:-1]
    if not inner or not all(text.isdigit() or text in (",", "-", ";", "^") for text in inner):
        return False
    if texts[0] == "[" and texts[-1] == "]":
        return True
    return texts[0] == "(" and texts[-1] == ")" and _starts_line(side.text, tokens[0].start)


def _starts_line(text: str, at: int) -> bool:
    line = text.rfind("\n", 0, at) + 1
    return not text[line:at].strip() and (line > 0 or at == 0)


def _is_furniture(change: QuoteChange) -> bool:
    """Whole lines of the source with a page number among them, between two words or in one."""
    rest = _without_furniture(change)
    if rest is None:
        return False
    # A word that goes on overleaf has its hyphen before the furniture.
    return _joined(rest) == _joined(change.ours)


def _without_furniture(change: QuoteChange) -> list[Token] | None:
    """Return the source's tokens without the lines of furniture; None where there are none."""
    theirs = change.theirs
    if not theirs or overlapping(change.source.negations, change.block.c, change.block.d):
        return None
    text = change.source.text
    first, last = _line_end_before(text, theirs), _line_end_after(text, theirs)
    if not 0 <= first < last or not _are_furniture(text[first : last + 1]):
        return None
    return [token for token in theirs if token.end <= first or token.start >= last]


def _are_furniture(between: str) -> bool:
    """Whether lines are few and short, with a page number of their own or a form feed."""
    lines = [line.strip() for line in re.split(r"[\n\f]+", between) if line.strip()]
    if not 0 < len(lines) <= _MOST_LINES or any(len(line) > _LONGEST_LINE for line in lines):
        return False
    return "\f" in between or any(_PAGE_NUMBER.fullmatch(line.lower()) for line in lines)


def _line_end_before(text: str, theirs: list[Token]) -> int:
    """Return the line end before the inserted lines, or -1 where they share a line."""
    start = theirs[0].start
    before = text.rfind("\n", 0, start)
    if before >= 0 and not text[before:start].strip():
        return before
    # The first token may be the beginning of a word that goes on overleaf.
    return text.find("\n", start, theirs[-1].end)


def _line_end_after(text: str, theirs: list[Token]) -> int:
    """Return the line end that closes the inserted lines, or -1 where they share a line."""
    end = theirs[-1].end
    after = text.find("\n", end)
    if after >= 0 and not text[end:after].strip():
        return after
    # The last token may be the end of a word that goes on overleaf.
    return text.rfind("\n", 0, theirs[-1].start)


def _is_punctuation(change: QuoteChange) -> bool:
    tokens = change.ours + change.theirs
    if not all(t.kind is TokenKind.SIGN and t.text not in _TELLING_SIGNS for t in tokens):
        return False
    # A dash or a point between two numbers tells how to read them.
    return not (
        _between_numbers(change.quote, change.block.a, change.block.b)
        or _between_numbers(change.source, change.block.c, change.block.d)
    )


def _between_numbers(side: GuardedText, first: int, last: int) -> bool:
    around = (first - 1, last)
    return first < last and all(
        0 <= at < len(side.tokens) and side.tokens[at].kind is TokenKind.NUMBER for at in around
    )


def _is_spacing(change: QuoteChange) -> bool:
    """The same letters, in one word or in two, with a hyphen or without."""
    if not change.ours or not change.theirs:
        return False
    numbers = (
        [t.text for t in side if t.kind is TokenKind.NUMBER]
        for side in (change.ours, change.theirs)
    )
    ours, theirs = numbers
    denials = [
        len(overlapping(side.negations, first, last))
        for side, first, last in (
            (change.quote, change.block.a, change.block.b),
            (change.source, change.block.c, change.block.d),
        )
    ]
    return (
        ours == theirs
        and denials[0] == denials[1]
        and _joined(change.ours) == _joined(change.theirs)
    )


def _joined(tokens: list[Token]) -> str:
    """Return the tokens as one, without the hyphens between letters."""
    pieces: list[str] = []
    for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False):
        sides = (before, after)
        lettered = all(one is None or one.kind is TokenKind.WORD for one in sides)
        if token.text != "-" or not lettered:
            pieces.append(token.key)
    return "".join(pieces)


def _is_misreading(change: QuoteChange) -> bool:
    """A digit for a letter that looks like it, in a word or number that has both."""
    ours, theirs = ("".join(t.key for t in side) for side in (change.ours, change.theirs))
    if ours == theirs or len(ours) != len(theirs):
        return False
    if len(ours) == 1:
        return ours + theirs in _ALONE or theirs + ours in _ALONE
    if ours.translate(_CONFUSED) != theirs.translate(_CONFUSED):
        return False
    pairs = [(a, b) for a, b in zip(ours, theirs, strict=True) if a != b]
    if any(a.isdigit() == b.isdigit() for a, b in pairs):
        return False
    return any(_is_mixed(word) for word in (ours, theirs))


def _is_mixed(word: str) -> bool:
    return any(map(str.isdigit, word)) and any(map(str.isalpha, word))


_RULES = {
    Aspect.OMISSION: _is_omission,
    Aspect.MARKUP: _is_markup,
    Aspect.MARK: _is_mark,
    Aspect.SPACING: _is_spacing,
    Aspect.FURNITURE: _is_furniture,
    Aspect.PUNCTUATION: _is_punctuation,
    Aspect.MISREADING: _is_misreading,
}

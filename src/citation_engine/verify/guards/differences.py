"""
Compares a quotation with the words of the source it stands for, word by word.

Every word that was changed is shown. What a change does to the meaning only ranks it.
"""

from collections import Counter
from collections.abc import Sequence

from rapidfuzz.distance import Indel

from citation_engine.language.tokens import Token, TokenKind, lower
from citation_engine.model.verdict import Aspect, Difference
from citation_engine.verify.guards.alignment import Gap, differing
from citation_engine.verify.guards.conflicts import of_difference
from citation_engine.verify.guards.figures import changed_figures, same_dates
from citation_engine.verify.guards.forms import QuoteChange, form_of
from citation_engine.verify.guards.names import is_name
from citation_engine.verify.guards.passages import (
    GuardedText,
    WordMark,
    negates,
    opposites_of,
    overlapping,
    read,
)

# Words at least this alike may be one word, misspelt.
_ALIKE = 0.7
# Pairs of words in a rewritten stretch that are looked at for opposites.
_MOST_PAIRED = 40
_ORDER = tuple(Aspect)


def differences(
    quote: str, source_words: str, *, language: str | None = None
) -> tuple[Difference, ...]:
    """
    Return where the words of a quotation are not the words of the source, in order.

    Nothing is returned only where all words, numbers and signs are the same, typography aside:
    quotation marks, dashes, white space, ligatures, and hyphens at line ends. Words at the edges
    that only the source has are not differences, unless they deny: a quotation may begin and end
    anywhere. Takes time by the length of the texts.
    """
    ours, theirs = read(quote, language), read(source_words, language)
    blocks = differing([t.key for t in ours.tokens], [t.key for t in theirs.tokens])
    found = [_difference(QuoteChange(ours, theirs, block)) for block in blocks]
    found += _respelt(ours, theirs, blocks)
    shown = (one for one in found if one is not None)
    return tuple(sorted(shown, key=lambda one: (one.quote_span, one.source_span)))


def _difference(change: QuoteChange) -> Difference | None:
    aspects = _aspects(change)
    block = change.block
    at_edge = block.a in (0, len(change.quote.tokens))
    if block.a == block.b and at_edge and Aspect.NEGATION not in aspects:
        return None
    if aspects == (Aspect.SPACING,) and _splits_line(change):
        return None
    return _shown(change, aspects)


def _shown(change: QuoteChange, aspects: tuple[Aspect, ...]) -> Difference:
    a, b, c, d = change.block
    quote_words, source_words = change.quote.words(a, b), change.source.words(c, d)
    return Difference(
        aspects=aspects,
        quote_span=change.quote.span(a, b),
        source_span=change.source.span(c, d),
        quote_words=quote_words,
        source_words=source_words,
        sentence=of_difference(aspects[0], quote_words, source_words),
    )


def _splits_line(change: QuoteChange) -> bool:
    """Whether a hyphen at a line end is all there is: nobody can tell if it belongs to the word."""
    words = (
        change.quote.words(change.block.a, change.block.b),
        change.source.words(change.block.c, change.block.d),
    )
    return any("-\n" in word or "\u00ad" in word for word in words)


def _aspects(change: QuoteChange) -> tuple[Aspect, ...]:
    """Return all that a change is about, the weightiest first."""
    form = form_of(change)
    if form is not None:
        return (form,)
    found = _of_values(change) | _of_words(change)
    rest = _rest(change)
    if rest:
        found.add(_spelling(change) or Aspect.WORDS)
    elif not found:
        found.add(Aspect.NOTATION)
    return tuple(sorted(found, key=_ORDER.index))


def _of_values(change: QuoteChange) -> set[Aspect]:
    a, b, c, d = change.block
    found = changed_figures(
        change.quote,
        change.source,
        overlapping(change.quote.quantities, a, b),
        overlapping(change.source.quantities, c, d),
    )
    ours, theirs = overlapping(change.quote.dates, a, b), overlapping(change.source.dates, c, d)
    if not same_dates(ours, theirs):
        found.add(Aspect.DATE)
        # A number on the one side may be part of the date on the other.
        if not ours or not theirs:
            found.discard(Aspect.NUMBER)
    return found


def _of_words(change: QuoteChange) -> set[Aspect]:
    a, b, c, d = change.block
    quote, source = change.quote, change.source
    found: set[Aspect] = set()
    for aspect, ours, theirs in (
        (Aspect.NEGATION, quote.negations, source.negations),
        (Aspect.MODALITY, quote.modals, source.modals),
        (Aspect.QUANTIFIER, quote.quantifiers, source.quantifiers),
    ):
        if _values(ours, a, b) != _values(theirs, c, d):
            found.add(aspect)
    found |= _of_pairs(_words(change.ours), _words(change.theirs))
    ours_named, theirs_named = (
        {side.tokens[at].key for at in range(first, last) if is_name(side, at)}
        for side, first, last in ((quote, a, b), (source, c, d))
    )
    if ours_named - theirs_named or (theirs_named - ours_named and change.ours):
        found.add(Aspect.NAME)
    return found


def _values(marks: Sequence[WordMark], first: int, last: int) -> Counter[str]:
    return Counter(mark.value for mark in overlapping(marks, first, last))


def _words(tokens: Sequence[Token]) -> list[str]:
    return [token.key for token in tokens if token.kind is TokenKind.WORD]


def _of_pairs(ours: list[str], theirs: list[str]) -> set[Aspect]:
    """Return whether a word stands for its opposite, known by a list or by its prefix."""
    found: set[Aspect] = set()
    left, right = set(ours) - set(theirs), set(theirs) - set(ours)
    if any(opposites_of(word) & right for word in left):
        found.add(Aspect.OPPOSITE)
    if len(left) * len(right) <= _MOST_PAIRED and any(
        negates(one, other) for one in left for other in right
    ):
        found.add(Aspect.NEGATION)
    return found


def _rest(change: QuoteChange) -> bool:
    """Whether words are left that are not part of a number or a date."""
    left, right = (
        Counter(
            token.key
            for at, token in enumerate(side.tokens[first:last], first)
            if not overlapping(side.quantities, at, at + 1)
            and not overlapping(side.dates, at, at + 1)
            and token.kind is not TokenKind.SIGN
        )
        for side, first, last in (
            (change.quote, change.block.a, change.block.b),
            (change.source, change.block.c, change.block.d),
        )
    )
    return left != right


def _spelling(change: QuoteChange) -> Aspect | None:
    """Return SPELLING where one word stands for one that is much alike."""
    ours, theirs = _words(change.ours), _words(change.theirs)
    if len(ours) != 1 or len(theirs) != 1:
        return None
    alike = Indel.normalized_similarity(ours[0], theirs[0], score_cutoff=_ALIKE)
    return Aspect.SPELLING if alike else None


def _respelt(ours: GuardedText, theirs: GuardedText, blocks: Sequence[Gap]) -> list[Difference]:
    """Return the words that are equal but for their case, or for ss and ß."""
    found: list[Difference] = []
    a = c = 0
    for block in (*blocks, Gap(len(ours.tokens), 0, len(theirs.tokens), 0)):
        for i, j in zip(range(a, block.a), range(c, block.c), strict=True):
            left, right = ours.tokens[i].text, theirs.tokens[j].text
            if left != right:
                cased = _plain(left) == _plain(right)
                aspect = Aspect.CASE if cased else Aspect.SPELLING
                change = QuoteChange(ours, theirs, Gap(i, i + 1, j, j + 1))
                found.append(_shown(change, (aspect,)))
        a, c = block.b, block.d
    return found


def _plain(text: str) -> str:
    return lower(text.replace("ß", "\x00").replace("ẞ", "\x00"))

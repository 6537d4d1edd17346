"""Texts and quotations that nobody writes, and what must hold for any answer about them."""

import random
import re
import time
import unicodedata

from citation_engine.model.verdict import Match
from citation_engine.quotes.locate import MARKUP, find_quote
from citation_engine.quotes.places import same_words
from citation_engine.quotes.repairs import INNER_MARKS
from citation_engine.quotes.searchable_text import SearchedText
from citation_engine.quotes.variants import BRACKETS, CAPITAL, CASE, GREEK, LAST_SIGN, MARKS

# What `benchmarks/location.py` calls slow. No test asks how long a search took.
MOST_SECONDS = 1.0
_SIGNS = (
    "aAzZäöüß éœﬁﬃ0123456789.,;:-–—'’\"“„«»()[]{}…§%€$²½①\u00ad\u200b\u0301\u0308\n\t\u00a0\u2009"
)
_OTHERS = "日本語かなカナ한국\u1112\u1161\u11abмирשלוםمرحباनमस्तेไทยລາວİıև𝔘👩‍💻\ufffd\ue000Ã¼â€™"
_WORDS = (
    "the of and not never kann nicht muss zehn 10 000 2.5 -5 [3] [22, 21] networks¹ Größe ﬁnal "
    "long-\nterm e\u0301tat … [...] ... don’t (§ 147) Ein- und E-Mail a b x y 知识 한국"
).split(" ")


def make_text(rng: random.Random) -> str:
    """Return a text of words, of signs, of repetitions, or of anything."""
    kind = rng.randrange(6)
    if kind == 0:
        return "".join(rng.choices(_SIGNS + _OTHERS, k=rng.randint(0, 3_000)))
    if kind == 1:
        return rng.choice(_WORDS) * rng.randint(1, 3_000)
    if kind == 2:
        points = (rng.randrange(0x110000) for _ in range(rng.randint(0, 1_000)))
        return "".join(chr(point) for point in points if not 0xD800 <= point < 0xE000)
    gaps = (" ", " ", " ", "\n", "\n    ", ", ", "-\n", "\u00a0")
    words = rng.choices(_WORDS, k=rng.choice((10, 300, 3_000, 30_000)))
    return "".join(word + rng.choice(gaps) for word in words)


def make_quote(text: str, rng: random.Random) -> str:
    """Return a quotation: a piece of the text as it is, damaged, or something else."""
    length = rng.choice((1, 3, 8, 20, 60, 300, 3_000))
    start = rng.randrange(max(1, len(text)))
    piece = text[start : start + length]
    kind = rng.randrange(8)
    if kind == 0:
        return make_text(rng)[: length * 4]
    if kind == 1:
        return piece
    if kind == 2:
        return unicodedata.normalize(rng.choice(("NFC", "NFD", "NFKC", "NFKD")), piece)
    if kind == 3:
        other = rng.randrange(max(1, len(text)))
        return (
            f"{piece} {rng.choice(('…', '[...]', '(…)', '. . .'))} {text[other : other + length]}"
        )
    if kind == 4:
        return rng.choice((piece.upper(), piece.lower(), piece[::-1], " ".join(piece.split())))
    if kind == 5:
        return piece.encode().decode("latin-1")
    characters = list(piece)
    for _ in range(rng.randint(1, 1 + length // 8)):
        at = rng.randrange(len(characters) + 1)
        characters[at : at + rng.randint(0, 2)] = rng.choices(_SIGNS + _OTHERS, k=rng.randint(0, 2))
    return "".join(characters)


# In what words may differ that people quote, beside typography.
_WRITTEN = (BRACKETS, CASE, GREEK, INNER_MARKS, LAST_SIGN, MARKS, MARKUP)


def plain(words: str) -> str:
    """Return letters and digits, by a way that shares nothing with how they are found."""
    without_marks = re.sub(r"\[[^\]]*\]", "", words)
    return "".join(c for c in unicodedata.normalize("NFKD", without_marks) if c.isalnum())


def begun_otherwise(quote: str) -> str:
    """Return a quotation with the other case of its first letter."""
    at = next(at for at, sign in enumerate(quote) if sign.isalnum())
    return quote[:at] + quote[at].swapcase() + quote[at + 1 :]


def check(quote: str, text: SearchedText) -> float:
    """Look for a quotation, hold the answer to what must be so, and return the seconds it took."""
    begun = time.thread_time()
    found = find_quote(quote, text)
    seconds = time.thread_time() - begun
    original = text.original
    if CAPITAL in found.differences:
        quote = begun_otherwise(quote)
    spans = (*found.places, *found.segments, *found.nearest_segments)
    spans += (found.nearest,) if found.nearest else ()
    assert all(0 <= span.start <= span.end <= len(original) for span in spans)
    assert 0.0 <= found.similarity <= 1.0
    assert found.match.located == bool(found.places)
    if found.match is Match.EXACT:
        assert all(place.of(original) == place.of(original).strip() for place in found.places)
        assert all(place.of(original) in quote for place in found.places)
    typography_only = found.match is Match.NORMALISED and not any(
        kind.startswith(("reference marks", "character encoding")) or kind in _WRITTEN
        for kind in found.differences
    )
    if typography_only:
        assert all(same_words(place.of(original), quote) for place in found.places)
    others = {"character encoding", MARKUP, BRACKETS, GREEK}
    if found.match is Match.NORMALISED and not others.intersection(found.differences):
        wanted = plain(quote).casefold()
        assert all(plain(one.of(original)).casefold() == wanted for one in found.places[:3]) or (
            "\u00b9" in original
        )
    return seconds

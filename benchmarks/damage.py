"""
Quotations with known places, damaged as quotations are: by typesetting, scanning and writers.

The damage is synthetic. Documents are real text; parts of them are set anew like pages of a PDF,
with the way from each clean character to its place in the page kept.
"""

import math
import random
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

CHUNK = 4_000
SHORTEST, LONGEST = 40, 600
LOSSLESS = ("exact", "ws", "pdf", "smart", "nfd", "case")
KINDS = (
    *LOSSLESS, "pdf_page", "ellipsis", "markup", "ocr2", "ocr5", "ocr10", "para5", "para10",
    "para20", "number", "date", "unit", "modal", "negation",
)  # fmt: skip
MADE_UP = ("held_out", "markov", "shuffled")

_CONFUSED = {
    "e": "c", "c": "e", "o": "0", "0": "O", "l": "1", "1": "l", "i": "l", "s": "5", "5": "S",
    "n": "u", "u": "n", "h": "b", "b": "h", "m": "rn", "a": "o", "t": "f", "f": "t", "r": "n",
}  # fmt: skip
_MONTHS = (
    "January February March April June July August September October November December Januar "
    "Februar März Mai Juni Juli Oktober Dezember"
).split()
_UNITS = {
    "percent": "points", "Prozent": "Promille", "years": "months", "year": "month",
    "Jahre": "Monate", "Jahren": "Monaten", "Jahres": "Monats", "Monate": "Tage",
    "Monaten": "Tagen", "Monats": "Tages", "Tage": "Wochen", "Tagen": "Wochen", "days": "weeks",
    "miles": "kilometers", "million": "billion", "Euro": "Dollar", "dollars": "euros",
    "hours": "minutes", "Kilogramm": "Gramm", "km": "m", "months": "days", "people": "families",
}  # fmt: skip
_MODALS = {
    "must": "may", "may": "must", "should": "must", "can": "must", "all": "some", "some": "all",
    "always": "often", "only": "also", "every": "any", "muss": "kann", "kann": "muss",
    "darf": "muss", "soll": "kann", "hat": "kann", "müssen": "können", "können": "müssen",
    "alle": "einige", "jeder": "mancher", "nur": "auch", "sollen": "dürfen", "will": "might",
}  # fmt: skip
_NEGATIONS = {"not": "", "nicht": "", "no": "a", "keine": "eine", "kein": "ein", "never": "always"}
_WORD_START = re.compile(r"(?<!\S)\w")
_WORD_END = re.compile(r"\w(?=[.,;]?\s)")
_VERBS = {"is", "are", "was", "were", "has", "ist", "sind", "wird", "werden", "hat", "kann"}


@dataclass(frozen=True, slots=True)
class Quote:
    """A damaged quotation, its kind, and where its words stand; None for one that is made up."""

    kind: str
    text: str
    start: int | None = None
    end: int | None = None


@dataclass(slots=True)
class Document:
    """A text of clean and re-set chunks, and where each chunk's characters stand."""

    text: str
    chunks: list["Chunk"] = field(repr=False)


@dataclass(slots=True)
class Chunk:
    """A piece of clean text, where it stands, and for a re-set one the place of each character."""

    clean: str
    start: int
    places: list[int] | None = None
    page_break: int = -1

    def at(self, index: int) -> int:
        """Where a clean character stands in the document."""
        return self.start + (index if self.places is None else self.places[index])


def make_document(clean: str, rng: random.Random, most_set: int = 600) -> Document:
    """Return a document in which up to half of the chunks are set like pages."""
    pieces = [clean[at : at + CHUNK] for at in range(0, len(clean), CHUNK)]
    chosen = set(rng.sample(range(len(pieces)), min(most_set, len(pieces) // 2)))
    parts: list[str] = []
    chunks: list[Chunk] = []
    done = 0
    for number, piece in enumerate(pieces):
        shown, places, broken = piece, None, -1
        if number in chosen:
            shown, places, broken = _set_in_pages(piece, rng)
        chunks.append(Chunk(piece, done, places, broken))
        parts.append(shown)
        done += len(shown)
    return Document("".join(parts), chunks)


def _set_in_pages(clean: str, rng: random.Random) -> tuple[str, list[int], int]:
    """Return a text in lines of 80 with split words, ligatures and a page break; and the map."""
    out: list[str] = []
    places: list[int] = []
    length = column = 0
    broken = -1
    for index, character in enumerate(clean):
        new = character
        if new.isspace():
            new = "\n" if column >= 72 or new == "\n" else " "
        elif clean[index - 1 : index] == "f" and new in "il" and out[-1] == "f":
            out[-1], new = {"i": "\ufb01", "l": "\ufb02"}[new], ""
        elif column > 76 and new.isalpha() and re.match(r"\w\w\Z", clean[index - 2 : index]):
            out.append("-\n")
            length, column = length + 2, 0
        elif new in "\"'":
            new = {'"': "\u201c", "'": "\u2019"}[new]
        places.append(length if new else length - 1)
        out.append(new)
        length, column = length + len(new), 0 if new == "\n" else column + 1
        if broken < 0 and index > len(clean) // 2 and new in (" ", "\n"):
            page = f"\n\n{rng.randint(2, 900)}\n\nReport of the Commission {rng.randint(1, 99)}\n"
            out.append(page)
            length, column, broken = length + len(page), 0, index
    return "".join(out), places, broken


def make_quotes(document: Document, each: int, rng: random.Random) -> list[Quote]:
    """Return up to so many quotations of every kind that has a true place."""
    made: list[Quote] = []
    for kind in KINDS:
        found = 0
        for _ in range(each * 30):
            if found == each:
                break
            quote = _make_quote(document, kind, rng)
            if quote:
                made.append(quote)
                found += 1
    return made


def _make_quote(document: Document, kind: str, rng: random.Random) -> Quote | None:
    chunk = rng.choice(document.chunks)
    if kind.startswith("pdf") and chunk.places is None:
        return None
    around = chunk.page_break if kind == "pdf_page" else None
    cut = _cut(chunk.clean, rng, around)
    if cut is None:
        return None
    start, end = cut
    if kind != "pdf_page" and start <= chunk.page_break < end:
        return None
    words = chunk.clean[start:end]
    damaged = DAMAGE[kind](words, rng)
    if (
        damaged is None
        or not damaged.strip()
        or (
            kind not in LOSSLESS[:1]
            and damaged == words
            and kind not in ("pdf", "pdf_page", "case")
        )
    ):
        return None  # fmt: skip
    return Quote(kind, damaged, chunk.at(start), chunk.at(end - 1) + 1)


def _cut(text: str, rng: random.Random, around: int | None) -> tuple[int, int] | None:
    """Return a stretch of whole words of a length between the shortest and the longest."""
    length = int(math.exp(rng.uniform(math.log(SHORTEST), math.log(LONGEST))))
    if len(text) < length + 2:
        return None
    start = rng.randrange(0, len(text) - length)
    if around is not None:
        start = max(0, around - rng.randint(length // 4, length * 3 // 4))
    first = _WORD_START.search(text, start, start + 60)
    if not first:
        return None
    last = _WORD_END.search(text, first.start() + length - 30, first.start() + length + 40)
    return (first.start(), last.end()) if last and last.end() - first.start() >= 30 else None


def _smart(words: str, _: random.Random) -> str:
    words = words.replace("'", "\u2019").replace('"', "\u201d").replace(" - ", " \u2013 ")
    return words.replace("...", "\u2026").replace(" ", "\u00a0", 2)


def _ocr(share: float) -> Callable[[str, random.Random], str]:
    def damage(words: str, rng: random.Random) -> str:
        out = []
        for c in words:
            if not c.isalnum() or rng.random() >= share:
                out.append(c)
            elif rng.random() < 0.2:
                out.append("" if rng.random() < 0.5 else c + rng.choice("il.,"))
            else:
                out.append(_CONFUSED.get(c) or rng.choice("aeiounrst"))
        return "".join(out)

    return damage


def _paraphrase(share: float) -> Callable[[str, random.Random], str]:
    def damage(words: str, rng: random.Random) -> str:
        tokens = words.split()
        for _ in range(max(1, round(share * len(tokens)))):
            at = rng.randrange(len(tokens))
            action = rng.choice(("swap", "drop", "add", "move"))
            if action == "swap":
                tokens[at] = rng.choice(tokens)
            elif action == "drop" and len(tokens) > 4:
                del tokens[at]
            elif action == "add":
                tokens.insert(at, rng.choice(("also", "however", "jedoch", "then", "ferner")))
            elif at:
                tokens[at - 1], tokens[at] = tokens[at], tokens[at - 1]
        return " ".join(tokens)

    return damage


def _ellipsis(words: str, rng: random.Random) -> str | None:
    tokens = words.split()
    if len(tokens) < 10:
        return None
    first = rng.randint(3, len(tokens) - 6)
    last = rng.randint(first + 1, min(len(tokens) - 3, first + 1 + len(tokens) // 3))
    mark = rng.choice(("[...]", "…", "[…]", "..."))
    return " ".join((*tokens[:first], mark, *tokens[last:]))


def _markup(words: str, _: random.Random) -> str | None:
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)|[*_`#|]+", r"\1", words)
    return plain if plain != words else None


def _replacing(table: dict[str, str]) -> Callable[[str, random.Random], str | None]:
    def damage(words: str, rng: random.Random) -> str | None:
        found = [m for m in re.finditer(r"\w+", words) if m.group() in table]
        if not found:
            return None
        chosen = rng.choice(found)
        new = words[: chosen.start()] + table[chosen.group()] + words[chosen.end() :]
        return new.replace("  ", " ")

    return damage


def _number(words: str, rng: random.Random) -> str | None:
    found = list(re.finditer(r"(?<![\w.,])\d+(?![\w.,]*\w)", words))
    if not found:
        return None
    chosen = rng.choice(found)
    new = str(int(chosen.group()) + rng.choice((1, 2, 10, 100)))
    return words[: chosen.start()] + new + words[chosen.end() :]


def _date(words: str, rng: random.Random) -> str | None:
    table = {month: rng.choice([m for m in _MONTHS if m != month]) for month in _MONTHS}
    swapped = _replacing(table)(words, rng)
    if swapped:
        return swapped
    years = list(re.finditer(r"\b(?:1[89]|20)\d\d\b", words))
    if not years:
        return None
    chosen = rng.choice(years)
    year = int(chosen.group()) + rng.choice((-1, 1, 10))
    return f"{words[: chosen.start()]}{year}{words[chosen.end() :]}"


def _negation(words: str, rng: random.Random) -> str | None:
    removed = _replacing(_NEGATIONS)(words, rng)
    if removed:
        return removed
    return _replacing({verb: f"{verb} {rng.choice(('not', 'nicht'))}" for verb in _VERBS})(
        words, rng
    )


DAMAGE: dict[str, Callable[[str, random.Random], str | None]] = {
    "exact": lambda words, _: words,
    "pdf": lambda words, _: words,
    "pdf_page": lambda words, _: words,
    "ws": lambda words, rng: re.sub(r"\s+", lambda _: rng.choice((" ", "\n", "  ", "\t")), words),
    "smart": _smart,
    "nfd": lambda words, _: unicodedata.normalize("NFD", words).replace(" ", "\u2009", 1),
    "case": lambda words, rng: rng.choice((words.upper(), words.lower(), words.title())),
    "ellipsis": _ellipsis,
    "markup": _markup,
    "ocr2": _ocr(0.02),
    "ocr5": _ocr(0.05),
    "ocr10": _ocr(0.10),
    "para5": _paraphrase(0.05),
    "para10": _paraphrase(0.10),
    "para20": _paraphrase(0.20),
    "number": _number,
    "date": _date,
    "unit": _replacing(_UNITS),
    "modal": _replacing(_MODALS),
    "negation": _negation,
}


def make_up(document: Document, held_out: str, each: int, rng: random.Random) -> list[Quote]:
    """Return quotations that nobody wrote: other text, words that often follow, words shuffled."""
    sample = " ".join(rng.choice(document.chunks).clean for _ in range(20)).split()
    follows: dict[str, list[str]] = {}
    for one, two in pairwise(sample):
        follows.setdefault(one, []).append(two)
    made: list[Quote] = []
    while len(made) < each:
        cut = _cut(held_out, rng, None)
        if cut:
            made.append(Quote("held_out", held_out[slice(*cut)]))
    for _ in range(each):
        length = rng.randint(8, 60)
        words = [rng.choice(sample)]
        while len(words) < length:
            words.append(rng.choice(follows.get(words[-1]) or sample))
        made.append(Quote("markov", " ".join(words)))
        made.append(Quote("shuffled", " ".join(rng.sample(sample, length))))
    return made


def enlarge(texts: Sequence[str], size: int, rng: random.Random) -> str:
    """
    Return at least so many characters of text, repeated with variation where there is less.

    A repetition has its paragraphs in another order, other numbers, and a word in twelve changed
    for another one of the text: near copies, which are harder to tell apart than other text.
    """
    text = "\n\n".join(texts)
    parts, done = [text[:size]], min(len(text), size)
    paragraphs = re.split(r"\n\n+", text)
    vocabulary = re.findall(r"\w{4,}", text)[:200_000]
    while done < size:
        order = rng.sample(paragraphs, len(paragraphs))
        copy = "\n\n".join(order)
        copy = re.sub(r"\d+", lambda m: str(int(m[0][:9]) + rng.randint(1, 9)), copy)
        copy = re.sub(
            r"\w{4,}", lambda m: rng.choice(vocabulary) if rng.random() < 1 / 12 else m[0], copy
        )
        parts.append(copy[: size - done])
        done += len(parts[-1])
    return "".join(parts)

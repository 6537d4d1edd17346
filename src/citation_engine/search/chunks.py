"""
A text cut into pieces that a search can find: whole paragraphs where they fit, else sentences.

The pieces follow one another without gaps, so every word is in one. Each also reaches a little
into the next, so that a phrase which runs over the cut is found.
"""

import re
from dataclasses import dataclass

from citation_engine.language.fold import DASHES, SOFT_HYPHEN
from citation_engine.language.sentences import last_sentence_start

LEAST, MOST = 600, 1_400
# How far a piece reaches into the next.
REACH = 300

_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*")
_SPACE = re.compile(r"\s+")
_SPLIT_WORD = frozenset(DASHES + SOFT_HYPHEN)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a text from `start` to `stop`; its last words in the next piece end at `reach`."""

    start: int
    stop: int
    reach: int


def cut_chunks(text: str) -> list[Chunk]:
    """Return the pieces of `text` in order; together they are the text, each once."""
    chunks: list[Chunk] = []
    start = 0
    while start < len(text):
        stop = _cut(text, start)
        chunks.append(Chunk(start, stop, _reach(text, stop)))
        start = stop
    return chunks


def _cut(text: str, start: int) -> int:
    """Return where the piece from `start` ends: the last good place before it is too long."""
    if len(text) - start <= MOST:
        return len(text)
    least, most = start + LEAST, start + MOST
    paragraphs = [m.end() for m in _PARAGRAPH.finditer(text, least, most + 1) if m.end() <= most]
    if paragraphs:
        return paragraphs[-1]
    sentence = last_sentence_start(text[start : most + REACH], LEAST, MOST)
    return _last_space(text, least, most) if sentence is None else start + sentence


def _reach(text: str, stop: int) -> int:
    if len(text) - stop <= REACH:
        return len(text)
    return _last_space(text, stop + REACH // 2, stop + REACH)


def _last_space(text: str, least: int, most: int) -> int:
    """Return the end of the last white space in a range that splits no word, else its end."""
    spaces = [
        m.end()
        for m in _SPACE.finditer(text, least, most)
        if text[m.start() - 1] not in _SPLIT_WORD
    ]
    return spaces[-1] if spaces else most

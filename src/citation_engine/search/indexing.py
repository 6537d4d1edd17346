"""
What a search index keeps of a text: its pieces with their stems, and its sketch.

The pieces are whole paragraphs where they fit, else sentences. They follow one another without
gaps, so every word is in one. Each also reaches a little into the next, so that a phrase which
runs over the cut is found.

All of it can be made again from the text. So an index that was altered can hide words, but what
is shown as found is always read from the text itself.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import Any, Self

from citation_engine.language.detection import Language, language_of
from citation_engine.language.fold import DASHES, SOFT_HYPHEN
from citation_engine.language.sentences import last_sentence_start
from citation_engine.language.terms import forms_of, head_of, stem_of
from citation_engine.search.likeness import Sketch, pack_sketch, sketch_of, unpack_sketch

# Raise it when an index made before would not find what one made now finds.
INDEX_VERSION = 1

# Which kind of term it is: a stem, or a word written backwards, by which its end is found.
STEM, REVERSED = "x", "y"
# Stands between two readings of the same words, so that no phrase runs from one into the other.
GAP = "z"
# Stands between words and terms that are kept; neither has white space in it.
_BETWEEN = "\n"
# Words from this length on may be compounds whose last part is looked for.
LEAST_COMPOUND = 8
# How much of what a source is called is searched beside its words.
_MOST_OF_A_NAME = 5_000
# Characters before a cut that tell whether it is between two words, and what words end with.
_NEAR = 40
_ENDINGS = ".,;:!?)"


@dataclass(frozen=True, slots=True)
class IndexedChunk:
    """A piece of a text: where it is, in characters and in UTF-8 bytes, and its terms."""

    start: int
    stop: int
    byte_start: int
    byte_stop: int
    language: Language | None
    terms: tuple[str, ...]
    # Its words; None where the cut may have split one.
    forms: tuple[str, ...] | None


@dataclass(frozen=True)
class ChunkedText:
    """A text that is indexed when it is first asked for, which a writer can do beforehand."""

    text: str

    @cached_property
    def chunks(self) -> tuple[IndexedChunk, ...]:
        """The pieces in order; each ends where its last words in the next piece do."""
        return self._made[0]

    @cached_property
    def sketch(self) -> Sketch | None:
        """The sketch, or None where the text is too short for one."""
        return sketch_of(self._made[1])

    def prepare(self) -> None:
        """Do the work now."""
        _ = self.chunks, self.sketch

    def packed(self) -> bytes:
        """What was found out about the text, to be unpacked beside the same text."""
        sketch = pack_sketch(self.sketch).hex() if self.sketch else None
        chunks = [
            [
                *(one.start, one.stop, one.byte_start, one.byte_stop, one.language),
                _BETWEEN.join(one.terms),
                None if one.forms is None else _BETWEEN.join(one.forms),
            ]
            for one in self.chunks
        ]
        return json.dumps([sketch, chunks]).encode()

    @classmethod
    def unpacked(cls, text: str, packed: bytes) -> Self:
        """The text with what was found out about it before."""
        sketch, chunks = json.loads(packed)
        found = cls(text)
        vars(found)["sketch"] = unpack_sketch(bytes.fromhex(sketch)) if sketch else None
        vars(found)["chunks"] = tuple(
            IndexedChunk(
                *(start, stop, byte_start, byte_stop),
                Language(language) if language else None,
                _parted(terms),
                None if forms is None else _parted(forms),
            )
            for start, stop, byte_start, byte_stop, language, terms, forms in chunks
        )
        return found

    @cached_property
    def _made(self) -> tuple[tuple[IndexedChunk, ...], list[str]]:
        text, pieces = self.text, cut_chunks(self.text)
        own = [forms_of(text[piece.start : piece.stop]) for piece in pieces]
        everything = [form for forms in own for form in forms]
        usual = language_of(everything)
        chunks, at = [], 0
        for piece, forms in zip(pieces, own, strict=True):
            beyond = text[piece.stop : piece.reach]
            length = len(text[piece.start : piece.stop].encode())
            language = language_of(forms) or usual
            everywhere = (*forms, *forms_of(beyond))
            chunks.append(
                IndexedChunk(
                    start=piece.start,
                    stop=piece.reach,
                    byte_start=at,
                    byte_stop=at + length + len(beyond.encode()),
                    language=language,
                    terms=tuple(terms_of(everywhere, language)),
                    forms=everywhere if _is_clean(text, piece.stop) else None,
                )
            )
            at += length
        return tuple(chunks), everything


def _parted(words: str) -> tuple[str, ...]:
    return tuple(words.split(_BETWEEN)) if words else ()


def _is_clean(text: str, cut: int) -> bool:
    """Whether words that stand on either side of a cut are surely two words."""
    if cut == len(text):
        return True
    before = text[max(0, cut - _NEAR) : cut]
    ending = before.rstrip()[-1:]
    return ending != "" and before[-1].isspace() and (ending.isalnum() or ending in _ENDINGS)


def terms_of(forms: Sequence[str], language: Language | None) -> list[str]:
    """Return the terms of words in order; in both languages one after the other if it is open."""
    if language is None:
        both = [[f"{STEM}{stem_of(form, known)}" for form in forms] for known in Language]
        terms = both[0] if both[0] == both[1] else [*both[0], GAP, *both[1]]
    else:
        terms = [f"{STEM}{stem_of(form, language)}" for form in forms]
    if language is not Language.ENGLISH:
        terms += [GAP, *_ends(forms)]
    return terms


def stored_terms(project: int, terms: Iterable[str]) -> str:
    """Return terms as one text, each with its project, so that projects share no vocabulary."""
    return " ".join(f"{project}{term}" for term in terms)


def described(fields: Mapping[str, Any]) -> str:
    """
    Return what a source is called, as one text: name, address, version, metadata.

    A preview belongs to it where there are no words of which it is a piece.
    """
    told = [fields.get("name"), _near_end(fields.get("identifier")), fields.get("version")]
    if fields.get("state", "ready") != "ready":
        told.append(fields.get("preview"))
    metadata = fields.get("metadata")
    if isinstance(metadata, Mapping):
        told += metadata.values()
    lines = dict.fromkeys(line for value in told for line in _lines(value))
    return "\n\n".join(lines)[:_MOST_OF_A_NAME]


def _near_end(identifier: Any) -> Any:
    """The folder and name of a file: the folders above them tell nothing of a source."""
    if isinstance(identifier, str) and PurePath(identifier).is_absolute():
        return "/".join(PurePath(identifier).parts[1:][-2:])
    return identifier


def _lines(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        return [value] if value.strip() else []
    if isinstance(value, list | tuple):
        return [item for item in value if isinstance(item, str) and item.strip()]
    return []


def _ends(forms: Iterable[str]) -> list[str]:
    """Return each long word once, written backwards without its ending."""
    heads = (head_of(form) for form in forms if len(form) >= LEAST_COMPOUND and form.isalpha())
    return list(dict.fromkeys(f"{REVERSED}{head[::-1]}" for head in heads))


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

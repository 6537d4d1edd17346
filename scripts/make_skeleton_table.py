"""
Makes `quotes/skeleton_table.py`: what each character leaves behind in a skeleton.

Run with one Python, whose Unicode data all others then share: with others, texts would get other
skeletons, and an index made by one could not be read by another.
"""

import base64
import re
import sys
import unicodedata
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from citation_engine.language.fold import (  # noqa: E402
    DASHES,
    DOUBLE_QUOTES,
    INVISIBLE,
    SINGLE_QUOTES,
)

TARGET = ROOT / "src/citation_engine/quotes/skeleton_table.py"
TYPOGRAPHY = frozenset(DASHES + DOUBLE_QUOTES + SINGLE_QUOTES)
UNSEEN = re.compile(f"[{INVISIBLE}]")
# Letters without a decomposition that people write in other ways.
WRITTEN = {
    "ı": "i",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ħ": "h",
    "ð": "d",
    "þ": "th",
    "ŧ": "t",
    "ŋ": "n",
    "ĸ": "k",
}
# Scripts of more letters than one byte can tell apart. Their letters take two bytes.
WIDE = (
    (0x1200, 0x139F),
    (0x1400, 0x167F),
    (0x18B0, 0x18FF),
    (0x2D80, 0x2DDF),
    (0x3007, 0x3007),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xA000, 0xA63F),
    (0xAB00, 0xAB2F),
    (0xF900, 0xFAFF),
    (0x10000, 0x1007F),
    (0x12000, 0x1467F),
    (0x16800, 0x16A3F),
    (0x17000, 0x18D7F),
    (0x1B170, 0x1B2FF),
    (0x20000, 0x3FFFF),
)
HANGUL = range(0xAC00, 0xD7A4)
# The conjoining letters of Hangul: initial consonants, vowels, final consonants.
JAMO = ((0x1100, 19, 0x80), (0x1161, 21, 0x93), (0x11A8, 27, 0xA8))


def letters_of(character: str) -> str:
    """Return the letters and digits that a character stands for, without case and marks."""
    before, after = "", character
    while before != after:
        before = after
        after = unicodedata.normalize("NFKD", after).casefold()
        after = "".join(WRITTEN.get(c, c) for c in after)
    return "".join(c for c in after if is_kept(c))


def is_kept(character: str) -> bool:
    """Whether a character without decomposition is a letter or a digit."""
    if character in TYPOGRAPHY or UNSEEN.match(character):
        return False
    return unicodedata.category(character)[0] in "LN"


def code_of(character: str) -> bytes:
    """Return the code of one letter or digit."""
    value = unicodedata.decimal(character, None)
    if value is not None:
        return str(value).encode()
    if "a" <= character <= "z":
        return character.encode()
    point = ord(character)
    for first, count, code in JAMO:
        if first <= point < first + count:
            return bytes([code + point - first])
    return wide(point) if is_wide(point) else single(point)


def is_wide(point: int) -> bool:
    """Whether a letter takes two bytes."""
    return any(first <= point <= last for first, last in WIDE)


def single(point: int) -> bytes:
    """Return the code of a letter of a small script: neighbours never share one."""
    return bytes([0x80 + point % 96])


def wide(point: int) -> bytes:
    """Return the two bytes of a letter of a large script; the first is never a second."""
    return bytes([0xE0 + point // 96 % 32, 0x80 + point % 96])


def table() -> tuple[dict[int, bytes], list[tuple[int, int, int]]]:
    """Return what single characters leave behind, and ranges of letters with a rule for all."""
    codes: dict[int, bytes] = {}
    ranges: list[tuple[int, int, int]] = []
    for point in range(sys.maxunicode + 1):
        character = chr(point)
        if point in HANGUL or unicodedata.category(character) in ("Cn", "Cs", "Co"):
            continue
        code = b"".join(map(code_of, letters_of(character)))
        rule = {single(point): 1, wide(point): 2}.get(code, 0)
        if rule and ranges and ranges[-1][1:] == (point - 1, rule):
            ranges[-1] = (ranges[-1][0], point, rule)
        elif rule:
            ranges.append((point, point, rule))
        elif code:
            codes[point] = code
    return codes, ranges


def packed(codes: dict[int, bytes], ranges: list[tuple[int, int, int]]) -> bytes:
    """Return the table as bytes: counts, differences of code points and codes."""
    out = bytearray(number(len(ranges)))
    last = 0
    for start, end, rule in ranges:
        out += number(start - last) + number(end - start) + number(rule)
        last = end
    out += number(len(codes))
    last = 0
    for point, code in codes.items():
        out += number(point - last) + number(len(code)) + code
        last = point
    return zlib.compress(bytes(out), 9)


def number(value: int) -> bytes:
    """Return a number in as few bytes as it needs, seven bits each."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def main() -> None:
    """Write the module."""
    data = base64.b85encode(packed(*table())).decode()
    lines = [data[at : at + 92] for at in range(0, len(data), 92)]
    body = "\n".join(f'    "{line}"' for line in lines)
    TARGET.write_text(
        f'"""\nWhat each character leaves behind in a skeleton, by Unicode '
        f"{unicodedata.unidata_version}.\n\n"
        f'Made by scripts/make_skeleton_table.py; `skeleton_codes` reads it.\n"""\n\n'
        f"PACKED = (\n{body}\n)\n"
    )


if __name__ == "__main__":
    main()

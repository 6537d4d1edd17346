"""Finds formulas in LaTeX, in which a number in brackets is an index or an exponent."""

import re

from citation_engine.model.span import Span

_FORMULA = re.compile(
    r"\$\$[^$]{1,1000}+\$\$"
    # Within a line. A dollar before a number is money unless the rest looks like a formula.
    r"|(?<![\\$\w])\$(?=[^\s$])[^$\n]{1,300}(?<![\s\\])\$(?![\w$])"
    r"|\\\((?:[^\\\n]|\\[^()\n]){0,500}+\\\)"
    r"|\\\[(?:[^\\]|\\[^\[\]]){0,1000}+\\\]"
    # The optional argument of a command: \sqrt[3]{x}, \cite[12]{smith}.
    r"|\\[A-Za-z]{2,30}\*?(?:\[[^\[\]\n]{0,100}\])++(?=\{)"
)
_LOOKS_SO = re.compile(r"[\\^_={}<>]|^\$[^\s$]{1,12}\$$")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


def find_formulas(text: str) -> list[Span]:
    """Return where formulas stand in a text, in order."""
    if "$" not in text and "\\" not in text:
        return []
    return [Span(*match.span()) for match in _FORMULA.finditer(text) if _is_formula(match[0])]


def _is_formula(words: str) -> bool:
    if words.startswith(("$$", "\\[")):
        # An escaped bracket is the same sign; a formula is not escaped words.
        return not _BLANK_LINE.search(words) and len(words) > 8
    return not words.startswith("$") or _LOOKS_SO.search(words) is not None

"""
Reads a query far enough to say whether it only reads.

This is the first of two guards: the database is told to refuse writes as well, where
it can be told. What cannot be read with certainty is refused.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from citation_engine.display import one_line


class Dialect(StrEnum):
    """Whose way of writing queries it is."""

    SQLITE = "sqlite"
    POSTGRESQL = "postgresql"
    OTHER = "other"


class QueryRefused(Exception):
    """The query is not run; the text is the sentence that says why."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A query that only reads, and whether it says in which order."""

    text: str
    ordered: bool


LONGEST = 1_000_000

_READING = {"select", "with", "values", "table"}
_CHANGING = {"insert", "update", "delete", "merge", "into"}
# Drivers we do not know may run several statements without anything between them.
_CHANGING_ANYWHERE = _CHANGING | {
    *("alter", "analyze", "attach", "call", "commit", "copy", "create", "detach", "drop"),
    *("exec", "execute", "explain", "export", "grant", "import", "install", "load", "lock"),
    *("pragma", "rename", "replace", "revoke", "rollback", "set", "shutdown", "truncate"),
    *("vacuum", "waitfor", "outfile", "dumpfile"),
}
# Functions that write, wait, read files, or reach other servers; a read-only transaction
# does not hold all of them back.
_REFUSED_FUNCTIONS = {
    *("load_extension", "writefile", "readfile", "edit", "fts3_tokenizer", "load_file"),
    *("sleep", "benchmark", "set_config", "nextval", "setval", "query_to_xml"),
    *("query_to_xmlschema", "query_to_xml_and_xmlschema", "cursor_to_xml"),
}
_REFUSED_BEGINNINGS = ("dblink", "lo_", "xp_", "sp_", "dbms_", "utl_")
_INNOCENT_PG = re.compile(r"pg_(?:typeof|size_pretty|size_bytes|get_\w+|\w+_size|postmaster_\w+)")

_LETTER = r"A-Za-z_\u0080-\U0010ffff"
_WORD = rf"[{_LETTER}][{_LETTER}0-9$]*"
_TOKENS = {
    "space": r"[ \t\n\r\f\v]+",
    "comment": r"--[^\n\r]*",
    "block": r"/\*",
    "escaped": r"[eE]'(?:[^'\\]|''|\\.)*'",
    "string": r"'(?:[^']|'')*'",
    "quoted": r'"(?:[^"]|"")*"',
    "ticked": r"`(?:[^`]|``)*`|\[[^\]]*\]",
    "dollar": rf"\$(?:[{_LETTER}][{_LETTER}0-9]*)?\$",
    "word": _WORD,
    "number": rf"[0-9][{_LETTER}0-9.]*",
    "sign": r".",
}
_LEFT_OUT = {
    Dialect.SQLITE: {"escaped", "dollar"},
    Dialect.POSTGRESQL: {"ticked"},
}
_SCANNERS = {
    dialect: re.compile(
        "|".join(f"(?P<{n}>{p})" for n, p in _TOKENS.items() if n not in left_out), re.DOTALL
    )
    for dialect, left_out in _LEFT_OUT.items()
}
_ANY_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_DISPUTED = ("--", "/*", "#", ";", "\\")
Token = tuple[str, str]


def read_statement(query: str, dialect: Dialect) -> Statement:
    """The one statement in a query, if it only reads. Raises `QueryRefused`."""
    if len(query) > LONGEST:
        raise QueryRefused(f"The query has more than {LONGEST:,} characters.")
    if "\0" in query:
        raise QueryRefused("The query has a NUL character in it.")
    if dialect is Dialect.OTHER:
        return _read_strictly(query)
    placed = _tokens(query, dialect)
    while placed and placed[-1][0] == ("sign", ";"):
        placed.pop()
    tokens = [token for token, _ in placed]
    if ("sign", ";") in tokens:
        raise QueryRefused("The query has several statements in it; only one is run.")
    _check_beginning(tokens)
    _check_words(tokens)
    _check_functions(tokens)
    # Without what follows the last word: a comment could hide what a driver puts behind it.
    return Statement(query[: placed[-1][1]], _is_ordered(tokens))


def _read_strictly(query: str) -> Statement:
    """For drivers whose rules we do not know: anything that could be read in two ways is out."""
    text = query.strip().rstrip(";").rstrip()
    for sign in _DISPUTED:
        if sign in text:
            raise QueryRefused(
                f"The query has {sign!r} in it, which databases read differently; "
                "with this driver it is not run."
            )
    words = [word.lower() for word in _ANY_WORD.findall(text)]
    tokens = [("word", word) for word in words[:1]]
    _check_beginning(tokens)
    for word in words:
        if word in _CHANGING_ANYWHERE:
            raise QueryRefused(_changes(word))
        if _is_refused(word):
            raise QueryRefused(_function(word))
    found = re.search(r"\border\s+by\b[^()]*$", text, re.IGNORECASE)
    return Statement(text, found is not None)


def _tokens(query: str, dialect: Dialect) -> list[tuple[Token, int]]:
    """The words and signs of a query and where each ends, without spaces and comments."""
    found: list[tuple[Token, int]] = []
    scanner = _SCANNERS[dialect]
    at = 0
    while at < len(query):
        match = scanner.match(query, at)
        assert match is not None
        assert match.lastgroup is not None
        kind, text, at = match.lastgroup, match[0], match.end()
        if kind == "block":
            at = _end_of_comment(query, at)
        elif kind == "dollar":
            at = _end_of(query, text, at)
            found.append((("string", text), at))
        elif kind == "sign" and text in "'\"`":
            raise QueryRefused("The query has a quotation mark that is never closed.")
        elif kind == "word":
            found.append(((kind, text.lower()), at))
        elif kind not in ("space", "comment"):
            found.append(((kind, text), at))
    return found


def _end_of_comment(query: str, at: int) -> int:
    end = query.find("*/", at)
    if end < 0:
        raise QueryRefused("The query has a comment that is never closed.")
    if "/*" in query[at:end]:
        raise QueryRefused(
            "The query has a comment in a comment, which databases read differently."
        )
    return end + 2


def _end_of(query: str, mark: str, at: int) -> int:
    end = query.find(mark, at)
    if end < 0:
        raise QueryRefused("The query has a quotation mark that is never closed.")
    return end + len(mark)


def _check_beginning(tokens: list[Token]) -> None:
    first = next((text for kind, text in tokens if (kind, text) != ("sign", "(")), "")
    if not first:
        raise QueryRefused("The query is empty.")
    if first not in _READING:
        shown = one_line(first, 40).upper()
        raise QueryRefused(f"The query begins with {shown}; only SELECT, WITH and VALUES are run.")


def _check_words(tokens: list[Token]) -> None:
    before: Token = ("", "")
    for token in tokens:
        kind, text = token
        if kind == "word" and text in _CHANGING and before != ("sign", "."):
            raise QueryRefused(_changes(text))
        before = token


def _check_functions(tokens: list[Token]) -> None:
    for (kind, text), after in pairwise(tokens):
        if after == ("sign", "(") and kind in ("word", "quoted", "ticked"):
            name = text if kind == "word" else text[1:-1].lower()
            if _is_refused(name):
                raise QueryRefused(_function(name))


def _is_refused(name: str) -> bool:
    if name in _REFUSED_FUNCTIONS or name.startswith(_REFUSED_BEGINNINGS):
        return True
    return name.startswith("pg_") and not _INNOCENT_PG.fullmatch(name)


def _is_ordered(tokens: list[Token]) -> bool:
    """Whether the whole result is ordered, not only a part in brackets."""
    depth = 0
    for token, after in pairwise(tokens):
        depth += {"(": 1, ")": -1}.get(token[1], 0) if token[0] == "sign" else 0
        if depth == 0 and token == ("word", "order") and after == ("word", "by"):
            return True
    return False


def _changes(word: str) -> str:
    return (
        f"The query has the word {word.upper()}, which changes data. "
        "If it is a name, write it in double quotes."
    )


def _function(name: str) -> str:
    return f"The query calls {one_line(name, 60)}, which does more than read."

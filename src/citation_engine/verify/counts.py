"""
Counts and shares of a stored result: "42 of 60", "70 % of the papers", by arithmetic.

1. What the claim states: how many, of how many, which share. 2. What the result holds: rows, counts
by group, one row of figures, or a sentence with two figures. 3. Which of it the claim means, by the
words both have. Where a word of the claim is explained by nothing, or two things may be meant,
nothing is decided.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from citation_engine.display import one_line
from citation_engine.language.numbers import Quantity
from citation_engine.language.terms import forms_of, is_stop_word, stems_of
from citation_engine.language.tokens import tokenise
from citation_engine.language.vocabulary import words as word_list
from citation_engine.model.checked import CitedClaim
from citation_engine.model.source import Snapshot
from citation_engine.model.verdict import Judgement, Support
from citation_engine.verify.guards.figures import values_of
from citation_engine.verify.guards.passages import (
    ABOUT,
    LOWER_BOUNDS,
    UPPER_BOUNDS,
    GuardedText,
    find_negations,
    read,
)
from citation_engine.verify.words import SELF_SUPPLIED

MOST_ROWS = 100_000
# By how much a share may be off: rounded, neither right nor wrong, "about", and wrong in any case.
_EXACT, _UNSURE, _ABOUT, _FAR = (Fraction(n, 1000) for n in (5, 10, 20, 50))
_SHOWN = 100
# A stored text that is longer is no sentence about a count.
_LONGEST = 300
# In the media type of what was stored as a table.
_RESULT = "citation-engine.result"
_LINKING = word_list("numbers", "SHARE_LINKS")
# What a claim with one of them is about stands in another sentence.
_POINTING = word_list("function_words", "PRONOUNS") - word_list("numbers", "NO_PRONOUNS") - _LINKING
_NARROWING_NOTHING = word_list("numbers", "COUNTED_WORDS")
_COUNTS = word_list("numbers", "COUNT_NAMES")
_WHOLES = word_list("numbers", "WHOLE_NAMES")
_YES, _NO = (word_list("numbers", name) for name in ("TRUE_CELLS", "FALSE_CELLS"))
_NUMBER = re.compile(r"\d{1,15}")
_RULE = re.compile(r"[-:|\s]+")
_NAME = r"[\w.\"`\[\]]+"
# A query whose rows are all that a table has, or all that fit one condition.
_QUERY = re.compile(
    rf"\s*SELECT\s+(?P<columns>[^;]*?)\s+FROM\s+(?P<table>{_NAME})"
    rf"(?:\s+WHERE\s+(?P<where>{_NAME})\s*(?:=|LIKE|ILIKE)\s*'(?P<value>[^']*)')?"
    rf"(?P<group>\s+GROUP\s+BY\s+{_NAME})?(?:\s+ORDER\s+BY\s+[\w.\s,()*]+)?\s*;?\s*",
    re.IGNORECASE,
)
# What makes it another one: more conditions, fewer rows, or figures that count no rows.
_OTHER_QUERY = re.compile(
    r"\b(?:DISTINCT|CASE|FILTER|OVER|TOP|AVG|SUM|MIN|MAX|LIMIT|OFFSET|FETCH|HAVING|JOIN|UNION"
    r"|EXCEPT|INTERSECT|NOT|OR)\b|\bSELECT\b.*\b(?:SELECT|FROM\b.*\bFROM)\b"
    r"|\bCOUNT\s*\((?!\s*(?:\*|1|\w*id)\s*\))",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """What a claim states: so many, of so many, this share; `noun` is what it counts."""

    read: GuardedText
    part: int | None = None
    whole: int | None = None
    share: Fraction | None = None
    digits: int | None = None
    # A word such as "more" before the only figure.
    bound: str = ""
    noun: str = ""


@dataclass(frozen=True, slots=True)
class _Held:
    """What a result holds: so many, of so many where that is known, and the words it explains."""

    part: int
    whole: int | None
    said: str
    explained: frozenset[str]
    rows: str = ""


@dataclass(frozen=True, slots=True)
class _Query:
    """
    What is known of the query.

    It is `plain` where its rows are all that a table has, or all that fit one condition; then
    `value` is what that asks for, in the column `where`.
    """

    plain: bool = True
    counts: bool = True
    grouped: bool = False
    table: str = ""
    where: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class _Grid:
    """The cells of a result; `columns` are empty where it has no names for them."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def column(self, at: int) -> list[str]:
        """The cells of a column, from the first row down."""
        return [row[at] for row in self.rows]


def counted(cited: CitedClaim) -> Judgement | None:
    """What arithmetic says of a claim about a stored result; None where it says nothing."""
    snapshot = cited.snapshot
    if snapshot is None or cited.source.type not in SELF_SUPPLIED:
        return None
    statement = statement_of(cited.new.claim)
    held = _held(cited, snapshot, statement) if statement else None
    if statement is None or held is None or not _is_explained(statement, held):
        return None
    return _compared(statement, held)


# what the claim states --------------------------------------------------------------------------


def statement_of(claim: str) -> Statement | None:
    """The count or share that a claim states; None where it says anything else with figures."""
    text = read(claim)
    if text.dates or text.negations or text.modals:
        return None
    numbers = [one for one in text.quantities if not _is_article(one, text)]
    bound = _bound(text, numbers)
    if bound is None or any(token.key in _POINTING for token in text.tokens):
        return None
    if any(one.weak or one.label or not _value(one, text) for one in numbers):
        return None
    shares = [one for one in numbers if _is_share(one, text)]
    counts = [one for one in numbers if one.unit is None and one not in shares]
    if len(shares) > 1 or len(shares) + len(counts) != len(numbers):
        return None
    return _stated(Statement(text, bound=bound), shares, counts)


def _is_article(number: Quantity, text: GuardedText) -> bool:
    """Whether "one" or "eine" counts nothing: no "of" stands before or behind it."""
    beside = (
        *text.tokens[max(0, number.first - 1) : number.first],
        *text.tokens[number.last :][:1],
    )
    return number.weak and not any(token.key in _LINKING for token in beside)


def _bound(text: GuardedText, numbers: Sequence[Quantity]) -> str | None:
    """What bounds the only figure, such as "more"; None where a word may mean something else."""
    marks = [mark for mark in text.quantifiers if mark.value != "exactly"]
    if not marks:
        return ""
    [first, *_] = (*numbers, None)
    is_before = first is not None and marks[0].last == first.first
    if len(marks) > 1 or not is_before or (marks[0].value != ABOUT and len(numbers) > 1):
        return None
    return marks[0].value if marks[0].value in (ABOUT, *LOWER_BOUNDS, *UPPER_BOUNDS) else None


def _stated(
    empty: Statement, shares: Sequence[Quantity], counts: Sequence[Quantity]
) -> Statement | None:
    text = empty.read
    values = [_value(one, text) or Fraction() for one in counts]
    if not (counts or shares) or any(one.denominator != 1 or one < 1 for one in values):
        return None
    whole = [int(value) for value in values]
    told = replace(empty, noun=_noun(text, (*shares, *counts)[-1]))
    if len(counts) == 2 and _links(text, counts[0], counts[1]):
        told = replace(told, part=whole[0], whole=whole[1])
    elif len(counts) == 1 and shares and _links(text, shares[0], counts[0]):
        told = replace(told, whole=whole[0])
    elif len(counts) == 1 and not shares:
        return replace(told, part=whole[0])
    elif counts or not _leads_on(text, shares[0]):
        return None
    return _with_share(told, shares[0]) if shares else told


def _with_share(told: Statement, share: Quantity) -> Statement:
    """The statement with its share, and how many digits of it are written."""
    value, unit = _value(share, told.read), share.unit
    digits = len(re.split("[.,]", f"{share.text}.")[1]) if unit else None
    return replace(told, share=(value or Fraction()) * (unit.factor if unit else 1), digits=digits)


def _value(quantity: Quantity, text: GuardedText) -> Fraction | None:
    """The value of a number, where there is but one."""
    values = values_of(quantity, text.language)
    return next(iter(values)) if len(values) == 1 else None


def _is_share(quantity: Quantity, text: GuardedText) -> bool:
    value = _value(quantity, text)
    if quantity.unit is None:
        return value is not None and 0 < value < 1
    return quantity.unit.dimension == "share" and quantity.unit.factor == Fraction(1, 100)


def _links(text: GuardedText, first: Quantity, second: Quantity) -> bool:
    """Whether only such words as "of the" stand between two numbers."""
    between = text.tokens[first.last : second.first]
    return bool(between) and all(token.key in _LINKING for token in between)


def _leads_on(text: GuardedText, number: Quantity) -> bool:
    """Whether a share is one of something: "of" stands behind it."""
    return any(token.key in _LINKING for token in text.tokens[number.last : number.last + 1])


def _noun(text: GuardedText, number: Quantity) -> str:
    """The word behind a number that says what is counted."""
    rest = (token.key for token in text.tokens[number.last :])
    return next((key for key in rest if key not in _LINKING | _NARROWING_NOTHING), "")


# what the result holds --------------------------------------------------------------------------


def _held(cited: CitedClaim, snapshot: Snapshot, statement: Statement) -> _Held | None:
    text = snapshot.text
    query = _query_of(cited.source.metadata.get("query"))
    claim = _stems(forms_of(cited.new.claim))
    if query.value and not _stems(forms_of(query.value)) <= claim:
        return None
    grid = _grid(text, is_table=_RESULT in snapshot.media_type)
    if grid is None:
        held = _in_words(text, statement, query)
    elif len(grid.rows) > MOST_ROWS or len(set(grid.columns)) < len(grid.columns):
        return None
    else:
        counts = _counts(grid, statement)
        by_cell = len(grid.rows) == 1 or counts
        held = (
            _by_cell(grid, counts, claim, query, cited)
            if by_cell
            else _by_rows(grid, claim, query, statement)
        )
    return held and replace(held, explained=held.explained | _around(cited, query, grid, statement))


def _around(
    cited: CitedClaim, query: _Query, grid: _Grid | None, statement: Statement
) -> frozenset[str]:
    """The words that are explained by the query, the name of the result, and what it counts."""
    claim, name = _stems(forms_of(cited.new.claim)), cited.source.name
    told = [query.where, query.value]
    telling = [form for form in _parts(name) if not is_stop_word(form)]
    if (
        telling
        and all(not _stems([one]).isdisjoint(claim) for one in telling)
        and not _denies(name)
    ):
        told.append(name)
    things = _explained(name, query.table, *(grid.columns if grid else ()))
    return _explained(*told) | (_stems([statement.noun]) & things)


def _explained(*texts: str) -> frozenset[str]:
    return frozenset().union(*(_stems(_parts(text)) for text in texts if not _denies(text)))


def _denies(name: str) -> bool:
    return any(find_negations(tokenise(" ".join(_parts(name)))))


def _query_of(query: object) -> _Query:
    """What a stored query says about the rows; one that is not understood explains nothing."""
    if not isinstance(query, str) or not query.strip():
        return _Query()
    found = _QUERY.fullmatch(query)
    if not found or _OTHER_QUERY.search(query) or re.search("[/%+-]", found["columns"]):
        return _Query(plain=False)
    counts = bool(re.search(r"\bcount\b", found["columns"], re.IGNORECASE))
    value = (found["value"] or "").strip("%")
    return _Query(True, counts, bool(found["group"]), found["table"], found["where"] or "", value)


def _grid(text: str, *, is_table: bool) -> _Grid | None:
    """The cells in a stored text: a table with bars, or values of JSON; None for prose."""
    try:
        return _from_json(json.loads(text))
    except (ValueError, RecursionError):
        lines = [line for line in text.splitlines() if line.strip()]
    cells = [tuple(cell.strip() for cell in line.strip().strip("|").split(" | ")) for line in lines]
    cells = [row for row, line in zip(cells, lines, strict=True) if not _RULE.fullmatch(line)]
    if len(cells) < 2 or len({len(row) for row in cells}) > 1:
        return None
    if len(cells[0]) == 1 and not is_table:
        return None
    return _Grid(cells[0], tuple(cells[1:]))


def _from_json(value: object) -> _Grid | None:
    if isinstance(value, dict):
        return _Grid(tuple(map(str, value)), (tuple(map(str, value.values())),))
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        value = value[0][0] if len(value[0]) == 1 else None
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return _Grid(("n",), ((str(value),),)) if is_number else None


def _counts(grid: _Grid, statement: Statement) -> list[int]:
    """The columns that count: they are called so, or as what the claim counts."""
    figures = [at for at in range(len(grid.columns)) if _is_figures(grid.column(at))]
    wholes = [at for at in figures if _WHOLES.intersection(_parts(grid.columns[at]))]
    parts = [at for at in figures if at not in wholes]
    named = [at for at in parts if _COUNTS.intersection(_parts(grid.columns[at]))]
    named = named or [at for at in parts if grid.columns[at].casefold() == statement.noun]
    is_pair = len(grid.rows) == len(wholes) == len(parts) == 1
    return named or (parts if is_pair else [])


def _by_cell(
    grid: _Grid, counts: Sequence[int], claim: frozenset[str], query: _Query, cited: CitedClaim
) -> _Held | None:
    """The figure of the one row that the claim names, and of how many it is."""
    if len(counts) != 1 or not (query.plain and query.counts):
        return None
    if not all(_NUMBER.fullmatch(cell) for cell in grid.column(counts[0])):
        return None
    texts = [at for at in range(len(grid.columns)) if not _is_figures(grid.column(at))]
    rows = [row for row in grid.rows if _is_named([row[at] for at in texts], claim)]
    values = [row[at] for row in rows for at in texts]
    others = (row[at] for row in grid.rows if row not in rows for at in texts)
    if len(rows) != 1 or any(_is_more(other, values) for other in others):
        return None
    part = int(rows[0][counts[0]])
    if len(grid.rows) == 1:
        whole = _whole(grid, rows[0], part, cited)
    else:
        whole = sum(map(int, grid.column(counts[0]))) if _is_complete(query) else None
    explained = _explained(*values, *(grid.columns[at] for at in texts))
    is_part = whole is None or part <= whole
    return _Held(part, whole, "The result says: ", explained) if is_part else None


def _is_complete(query: _Query) -> bool:
    """Whether the groups are all there are, each row of the table in one."""
    return query.plain and query.grouped and not query.value


def _whole(grid: _Grid, row: Sequence[str], part: int, cited: CitedClaim) -> int | None:
    """Of how many a figure is: by a cell, by the description, or by the members."""
    named = [at for at, name in enumerate(grid.columns) if set(_parts(name)) & _WHOLES]
    if named:
        return int(row[named[0]]) if len(named) == 1 and _NUMBER.fullmatch(row[named[0]]) else None
    described = statement_of(str(cited.source.metadata.get("result_description") or ""))
    if described and described.part == part and described.whole and not described.bound:
        return described.whole
    return cited.members if cited.members > part else None


def _by_rows(
    grid: _Grid, claim: frozenset[str], query: _Query, statement: Statement
) -> _Held | None:
    """The rows that have the value that the claim names; without one, all rows."""
    matched = [*_valued(grid, claim), *_flagged(grid, claim)]
    if len(matched) > 1 or query.grouped or not _is_row_each(grid, matched, claim):
        return None
    if not matched:
        is_plain = query.plain and statement.part is not None and statement.whole is None
        held = _Held(len(grid.rows), None, "The result has ", frozenset(), "rows")
        return held if is_plain else None
    at, value, part = matched[0]
    # Of how many is not known where the query left some out.
    is_all = query.plain and not query.value
    is_told = statement.whole == len(grid.rows) > part
    said = f'Counted where {one_line(grid.columns[at], _SHOWN)} is "{one_line(value, _SHOWN)}": '
    whole = len(grid.rows) if is_all or is_told else None
    return _Held(part, whole, said, _explained(value, grid.columns[at]), "rows")


def _valued(grid: _Grid, claim: frozenset[str]) -> Iterable[tuple[int, str, int]]:
    """The columns with a value whose words the claim has; a column of names is none of them."""
    for at in range(len(grid.columns)):
        cells = Counter(cell.casefold() for cell in grid.column(at))
        if len(cells) == len(grid.rows) or _is_figures(list(cells)) or _is_flag(cells):
            continue
        named = [value for value in cells if _is_named([value], claim)]
        others = [value for value in cells if value not in named]
        if len(named) > 1 or any(_is_more(other, named) for other in others):
            # Two values may be meant: more than one column says so.
            yield from ((at, "", 0), (at, "", 0))
        elif named:
            yield at, named[0], cells[named[0]]


def _flagged(grid: _Grid, claim: frozenset[str]) -> Iterable[tuple[int, str, int]]:
    """The columns of yes and no whose name the claim has."""
    for at, name in enumerate(grid.columns):
        cells = Counter(cell.casefold() for cell in grid.column(at))
        if _is_flag(cells) and _is_named([" ".join(_parts(name))], claim):
            yes = [cell for cell in cells if cell in _YES]
            yield at, yes[0] if yes else "yes", sum(cells[cell] for cell in yes)


def _is_flag(cells: Iterable[str]) -> bool:
    return all(cell in _YES or cell in _NO for cell in cells)


def _is_row_each(
    grid: _Grid, matched: Sequence[tuple[int, str, int]], claim: frozenset[str]
) -> bool:
    """Whether each row is another of the things that are counted."""
    others = [at for at in range(len(grid.columns)) if at not in [one[0] for one in matched]]
    named = [at for at in others if not _stems(_parts(grid.columns[at])).isdisjoint(claim)]
    unique = [at for at in others if len(set(grid.column(at))) == len(grid.rows)]
    return set(named) <= set(unique) if named else bool(unique) or not others


def _in_words(text: str, statement: Statement, query: _Query) -> _Held | None:
    """The figures of a stored sentence such as "42 of 60 papers match"."""
    said = statement_of(text) if len(text) <= _LONGEST and "\n" not in text.strip() else None
    if said is None or said.part is None or said.whole is None or said.bound:
        return None
    # What it says of them, in this order, is what the claim says; "match" is said by the query.
    dropped = _NARROWING_NOTHING if query.value else frozenset[str]()
    order = [_stems([one]) for one in _telling(said, dropped)]
    stems = frozenset().union(*order)
    ours = [_stems([one]) for one in _telling(statement, dropped)]
    if order != [one for one in ours if not query.value or one & stems]:
        return None
    return _Held(said.part, said.whole, "The result says: ", stems)


# whether both are about the same ----------------------------------------------------------------


def _is_explained(statement: Statement, held: _Held) -> bool:
    """Whether the result has every word of the claim that narrows what is counted."""
    words = _telling(statement, _NARROWING_NOTHING)
    left = [word for word in words if _stems([word]).isdisjoint(held.explained)]
    # Where both figures are given, what is counted may be called otherwise.
    is_same = statement.whole is not None and statement.whole == held.whole
    return len(left) < len(words) and (not left or (is_same and left == [statement.noun]))


def _telling(statement: Statement, dropped: frozenset[str]) -> list[str]:
    """The words of a statement that say what is counted, in order, figures aside."""
    text = statement.read
    figures = {at for one in text.quantities for at in range(one.first, one.last)}
    figures.update(at for one in text.quantifiers for at in range(one.first, one.last))
    return [
        token.key
        for at, token in enumerate(text.tokens)
        if at not in figures
        and any(map(str.isalpha, token.key))
        and not is_stop_word(token.key)
        and token.key not in dropped
    ]


def _is_named(values: Sequence[str], claim: frozenset[str]) -> bool:
    """Whether the claim has all words of some cells."""
    words = [form for value in values for form in forms_of(value)]
    named = all(not _stems([word]).isdisjoint(claim) for word in words)
    return (named and not all(map(is_stop_word, words))) or not values


def _is_more(other: str, values: Sequence[str]) -> bool:
    """Whether a cell says one of these values and more: "no microservices"."""
    letters = _letters(other)
    words = _stems(forms_of(other))
    return any(
        _letters(value) in letters or _stems(forms_of(value)) <= words
        for value in values
        if _letters(value)
    )


def _letters(value: str) -> str:
    return "".join(filter(str.isalnum, value.casefold()))


def _is_figures(cells: Sequence[str]) -> bool:
    return not any(character.isalpha() for cell in cells for character in cell)


def _parts(name: str) -> list[str]:
    """The words of a name such as `architecture_type` or `paperId`."""
    return forms_of(re.sub(r"_|(?<=[a-z])(?=[A-Z])", " ", name))


def _stems(forms: Iterable[str]) -> frozenset[str]:
    return frozenset(stem for form in forms for stem in stems_of(form))


# the sum ----------------------------------------------------------------------------------------


def _compared(statement: Statement, held: _Held) -> Judgement | None:
    """The judgement with the sum that it rests on; None where it is nearly so."""
    needed = [
        *([] if statement.part is None else [_fits_count(statement, held.part)]),
        *([] if statement.whole is None else [held.whole and statement.whole == held.whole]),
        *([] if statement.share is None else [_fits_share(statement, held)]),
    ]
    if False in needed:
        return Judgement(support=Support.CONTRADICTED, reason=_reason(held))
    if not all(needed):
        return None
    return Judgement(support=Support.SUPPORTED, reason=_reason(held))


def _fits_count(statement: Statement, part: int) -> bool | None:
    """Whether a number is the one that is stated, or within its bound."""
    if statement.bound == ABOUT:
        return part == statement.part or None
    return _is_within(Fraction(part), Fraction(statement.part or 0), statement.bound)


def _fits_share(statement: Statement, held: _Held) -> bool | None:
    """Whether a share is the one that the figures give; None where it nearly is."""
    if statement.share is None or not held.whole:
        return None
    share = Fraction(held.part, held.whole)
    off = abs(statement.share - share)
    if statement.bound == ABOUT or (not statement.bound and statement.digits is None):
        is_near = off <= (_ABOUT if statement.bound else _EXACT)
        return True if is_near else (False if off > _FAR else None)
    if statement.bound:
        return _is_within(share, statement.share, statement.bound)
    if off <= _EXACT / 10 ** (statement.digits or 0):
        return True
    return None if off <= _UNSURE else False


def _is_within(value: Fraction, stated: Fraction, bound: str) -> bool:
    if bound in LOWER_BOUNDS:
        return value > stated or (value == stated and bound == "at least")
    if bound in UPPER_BOUNDS:
        return value < stated or (value == stated and bound == "at most")
    return value == stated


def _reason(held: _Held) -> str:
    rows = f" {held.rows}" if held.rows else ""
    figure = f"{held.part:,}{rows}"
    if held.whole:
        percent = f"{float(Fraction(100 * held.part, held.whole)):.1f}".removesuffix(".0")
        figure = f"{held.part:,} of {held.whole:,}{rows} = {percent} %"
    return f"{held.said}{figure}."

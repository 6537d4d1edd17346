"""
Gives the markers of a draft to the statements they reach.

A marker reaches its own sentence, also from behind the full stop. It reaches further where it
stands apart: at the end of an item or a cell, on a line of its own, in the head of a row or a
column, in a caption, in a line that only names sources, before a list or a block quotation, in a
heading for what stands below it up to the next. From further away it never reaches a statement
that has a marker of its own: the nearer marker counts.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby, pairwise, takewhile

from citation_engine.language.dates import find_dates
from citation_engine.language.numbers import Quantity, find_quantities
from citation_engine.language.tokens import tokenise
from citation_engine.language.vocabulary import any_word, pattern
from citation_engine.link.drafts.clauses import split_lead
from citation_engine.link.drafts.evidence import (
    FEWEST_WORDS_OF_STATEMENTS,
    begins_with_verb,
    has_number,
    has_verb,
    is_instruction,
    is_sentence,
    is_source_line,
    need_of,
    states_something,
)
from citation_engine.link.drafts.parts import Cell
from citation_engine.link.drafts.statements import Read, Statement, whole_quote
from citation_engine.link.drafts.tables import UNIT, reach_in_tables
from citation_engine.link.drafts.unmarked import DENIES, TAKES_BACK, Anchor
from citation_engine.link.reference_words import looks_like_reference
from citation_engine.markers import authors, footnotes, links
from citation_engine.model.draft import ClaimKind, Marker

# How words end that state nothing without the list behind them.
_OPEN_LEAD = re.compile(
    rf"\b(?:{pattern('phrases', 'FOLLOWING')}|{any_word('function_words', 'OPENS_PHRASE')}"
    rf"|{any_word('verbs', 'BEING')}|{any_word('function_words', 'ITEM_JOINING')})\W*:\Z"
    rf"|\b(?:{pattern('phrases', 'FOLLOWING')})\b",
    re.IGNORECASE,
)
_ANNOUNCING = re.compile(
    rf"\b(?:{pattern('phrases', 'ANNOUNCING')})(?:\s[\w-]+){{1,3}}\s*:\Z", re.IGNORECASE
)
_AND = re.compile(rf"\s(?:{any_word('function_words', 'JOINING')})\s", re.IGNORECASE)
# Formulas, code, names with digits in them and the numbers of items: these are no facts about the
# world.
_FORMULA = re.compile(
    r"\A\d{1,2}[a-z]?\.\s|\$[^$]+\$|`[^`]+`|@\w+|\b[^\W\d]\w*-?\d[\w-]*|(?<!\S)\(?(?:\d{1,2}|[ivx]{1,4})\)(?=\s)"
)
# A number that somebody must have from somewhere: of three digits or more, or with decimals.
_MEASURED = re.compile(r"\d\d\d|\d[.,]\d")
# A year that says when: "in 1987".
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_WHEN = re.compile(
    rf"\b(?:{any_word('function_words', 'OPENS_PHRASE')})\s+{_YEAR.pattern}\b", re.IGNORECASE
)
_OWN = re.compile(rf"\b(?:{pattern('phrases', 'OWN_VOICE')})\b", re.IGNORECASE)
_DENIED = re.compile(rf"\b(?:{pattern('phrases', 'DENIED')})\b", re.IGNORECASE)
_THAT = re.compile(rf"^.*\b(?:{pattern('phrases', 'THAT')})\b", re.IGNORECASE | re.MULTILINE)
_INFERENCE = re.compile(rf"(?:{pattern('phrases', 'INFERENCE')})\b", re.IGNORECASE)
_AIM = re.compile(rf"\b(?:{pattern('phrases', 'AIM')})\b", re.IGNORECASE)
_QUOTE_SIGN = re.compile(r"\s*[\"“„»«]")
_TYPESET = re.compile(r"\\[A-Za-z]{2,}")
_PART_LABELS = pattern("references", "PART_LABELS")
# Where words are from, said without a marker: a provision of a law, a case, a part to be seen, a
# page of a wiki, a site or a file.
_POINTER = re.compile(
    r"§\s?\d|\b\d{1,4}[a-z]?\s[IVX]{1,4}\s[A-Z]{2}|\bv\.\s[A-Z]|\[\[\w{2}"
    rf"|\b(?i:{pattern('references', 'PROVISION_LABELS')})\s\d"
    rf"|\b(?i:{pattern('references', 'CITING_LEADS')})\W+(?i:{_PART_LABELS})\s"
    rf"|(?:\(|\d\s)(?i:{_PART_LABELS})\s[\dIVX]|\b[a-z_]{{3,}}\.[a-z]{{2,4}}\b"
)
_LABEL = re.compile(r"[^:.]{1,60}:\s")
_LABELLED_QUOTE = re.compile(r"(?:[^\s:.]++\s?){1,3}:\s[\"“„»«].*[\"“”«»]\W{0,2}")
_WORDS = re.compile(r"[^\W\d_]{2}")
# Nothing but links to pages of a wiki.
_PAGES = re.compile(r"(?:[^\w\[]*+\[\[[^\[\]]++\]\])++\W*")
# "The survey shows …": a statement that is said to be somebody else's.
_REPORTED = re.compile(
    rf"(?:\S+\s){{1,3}}(?:{pattern('phrases', 'REPORTING')}),?\s(?:{pattern('phrases', 'THAT')})\b",
    re.IGNORECASE,
)
_SOURCE_LABEL = re.compile(
    rf"(?:[\w-]+\s){{0,2}}(?:[\w-]+:[\W\d]*\Z|(?:{pattern('phrases', 'SOURCE_LINE')})\s?:)",
    re.IGNORECASE,
)
_FEWEST_QUOTED = 6
# "the miller said: …" before a quotation, and "…", said the miller, behind it.
_SAYS = rf"(?:{any_word('phrases', 'SAYING')}|{pattern('phrases', 'REPORTING')})"
_SAID = re.compile(rf"\b{_SAYS}\W{{1,3}}\Z|[\"”“«»]*,?\s{_SAYS}\b", re.IGNORECASE)
_LEADS_ON = re.compile(rf"\s*(?:{any_word('function_words', 'OPENS_PHRASE')})\b", re.IGNORECASE)
_GRADED = re.compile(rf"(?i:{pattern('references', 'EVIDENCE_GRADES')})[^:.]{{0,40}}:")
# "(Source: act.pdf)" behind the full stop.
_SOURCE_NOTE = re.compile(rf"[(\[](?:{pattern('phrases', 'SOURCE_LINE')})\s*:", re.IGNORECASE)
# "See", "See Moe et al.", "Details:" before a marker.
_REFERRING = re.compile(
    rf"(?i:{pattern('references', 'CITING_LEADS')}|(?:{pattern('references', 'LINK_WORDS')}):)"
    r"\W*(?:\[\[?[^\[\]]*+\]\]?)?"
    rf"(?:[\s,&]*(?:[A-ZÄÖÜ][\w’-]*+|{pattern('references', 'OTHER_AUTHORS')}"
    rf"|{any_word('function_words', 'JOINING')})){{0,8}}\s*"
)
_HEADED = re.compile(r"[)\s]*(?:\([^()]{1,60}\))?:\s")
_NAME_PARTS = re.compile(r"[^\W_]+")
_ARTICLE = re.compile(rf"(?:{any_word('references', 'TITLE_ARTICLES')})\s", re.IGNORECASE)
# The first author of "moe2020rye" and of "moe liu 2020".
_AUTHOR = re.compile(r"([^\W\d_]{3,})(?=\D{0,40}(?:1[5-9]|20)\d\d)")
_REPORTING_AUTHOR = re.compile(
    rf"\b([A-ZÄÖÜ][^\W\d_]{{2,}}+)(?=.{{0,80}}?\b(?:{pattern('phrases', 'REPORTING')})\b)",
    re.DOTALL,
)
# "Moe, A., & Liu, B. (2020)" at the head of an entry; the year may be a marker, taken out.
_AUTHORS = re.compile(rf"[\W\d]*{authors.AUTHOR_LIST}(?:\({_YEAR.pattern}[a-z]?\))?")
_HEAD_END = re.compile(r"[*_]{0,3}\.")
_QUOTED = re.compile(r"[\"“„][^\"“”„]*[\"“”]")
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_STOPS = ".!?…"
_ENDING = re.compile(r"[.,;](?=\s)")
_CLOSERS = "\"'”“’»«)]}"
_BODY = frozenset((ClaimKind.SENTENCE, ClaimKind.ITEM, ClaimKind.CELL))
_RUNNING = frozenset((ClaimKind.SENTENCE, ClaimKind.ITEM, ClaimKind.FIELD))


def reach(reads: Sequence[Read]) -> None:
    """Give each marker to the statements of the draft that it reaches."""
    for before, read in pairwise(reads):
        if before.quoted:
            _pass_to_quotation(before, read)
    for read in reads:
        if read.anchors and not _heads_table(read):
            _reach_inside(read)
            _reach_authors(read)
    _reach_up(reads)
    _reach_quotations(reads)
    reach_in_tables(reads)
    _reach_before(reads)
    _reach_quoted(reads)
    _reach_entries(reads)
    _reach_lists(reads)
    _reach_sections(reads)


def _heads_table(read: Read) -> bool:
    """Whether a heading is one of a table: its markers are for the cells."""
    return read.part.kind is ClaimKind.HEADING and read.part.cell is not None


def give(statements: Iterable[Statement], markers: Sequence[Marker]) -> None:
    """Give markers to the statements that have none."""
    for statement in statements:
        if not statement.markers:
            statement.markers += markers


def _reach_inside(read: Read) -> None:
    statements, body = read.statements, read.words.body
    if not statements or is_source_line(read.text):
        return
    for statement in statements if _only_names(read) else ():
        statement.named = True
    heading = [one.marker for one in read.anchors if read.words.text[one.at : body].strip()]
    if anchors := read.anchors[len(heading) :]:
        if len(statements) == 1 or _reaches_all(read, anchors) or _is_subject(read):
            for statement in statements:
                statement.markers += [one.marker for one in anchors]
            if len(statements) > 1 and _is_subject(read) and _ends_with(statements[0], read):
                # "The newest one: [Mill Report](mill-report.md). It finds …".
                _pass_pointer(statements[0], statements[1:2])
        else:
            leads = _lead(statements, anchors)
            for one in anchors:
                statements[_place(statements, one, leads=leads)].markers.append(one.marker)
    statements[0].markers[:0] = heading
    give(takewhile(lambda one: not one.markers, statements[1:]), heading)
    _pass_back(read)
    _pass_on(read)


def _only_names(read: Read) -> bool:
    """Whether an item is only a link by the name of what it leads to, or the label of a marker."""
    if not _is_item(read) or len(read.anchors) != 1:
        return False
    ends = read.text.endswith(":") and read.anchors[0].at >= read.statements[-1].end
    is_label = ends and len(read.text.split()) < 4 and not has_verb(read.text)
    return is_label or not _WORDS.search(read.text) or _calls_source(read.text, read.anchors[0])


def _pass_to_quotation(quotation: Read, read: Read) -> None:
    """Give the markers that end a block quotation to it: those before a full stop behind it."""
    is_ended = read.words.text[:1] in (*_STOPS, ",", ";")
    ends = [one for one in read.anchors if not one.at and (one.apart or is_ended)]
    give(quotation.statements, [one.marker for one in ends])
    if ends and read.statements:
        read.words = replace(read.words, anchors=tuple(read.anchors[len(ends) :]))


def _reach_authors(read: Read) -> None:
    """Give a marker to the sentences before it that name its author: "Moe says so."."""
    following: list[Marker] = []
    for statement in reversed(read.statements):
        if statement.markers:
            following = statement.markers
            continue
        statement.markers += [one for one in following if _names_author(statement.text, one)]
        if statement.markers:
            lead, statement.text = split_lead(statement.text)
            statement.heads = f"{statement.heads} {lead}".strip()


def _names_author(text: str, marker: Marker) -> bool:
    authors = {found[1].lower() for name in marker.names if (found := _AUTHOR.match(name))}
    said = _REPORTING_AUTHOR.finditer(text)
    return any(one[1].lower().translate(_SPELT_OUT) in authors for one in said)


def _pass_back(read: Read) -> None:
    """Give the markers of "See [2] for more." to what it stands behind: all, or the last."""
    statements = read.statements
    for number, statement in enumerate(statements):
        if not number or not _is_pointer(read, statement):
            continue
        before, markers = statements[:number], statement.markers
        if any(one.markers and one.markers != markers for one in before):
            before = before[-1:]
        give(before, markers)
        _pass_pointer(statement, before[-1:])


def _pass_on(read: Read) -> None:
    """Give the markers of an entry, such as "Moe (2020), “Rye”. Mills 3, 1–9.", to what it says."""
    head = _head_of_entry(read)
    said = [one for one in read.statements[head:] if head and not one.named]
    give(said, [one for statement in read.statements[:head] for one in statement.markers])
    if any(one.markers for one in said):
        for statement in read.statements[:head]:
            statement.named, statement.markers = True, []


def _head_of_entry(read: Read) -> int:
    """Return how many statements only name a work, and state nothing of it yet."""
    text, first = read.words.text, read.statements[0]
    years = [one.at for one in read.anchors if one.marker.dialect == authors.DIALECT]
    named = _AUTHORS.match(text, first.start)
    if not named or has_verb(_QUOTED.sub("", first.text)):
        return 0
    rest = text[named.end() : first.end] if named.group().endswith(")") else ""
    titled = _QUOTED.search(rest) or looks_like_reference(rest)
    if not titled and not any(at <= named.end() for at in years):
        return 0
    head = 0
    for number, statement in enumerate(read.statements, 1):
        if has_verb(_QUOTED.sub("", statement.text)):
            break
        anchored = any(statement.start < one.at <= statement.end for one in read.anchors)
        short = number == 1 or len(statement.text.split()) < FEWEST_WORDS_OF_STATEMENTS
        if anchored or short or looks_like_reference(statement.text):
            head = number
    return head


def _pass_pointer(pointer: Statement, before: Sequence[Statement]) -> None:
    """Make words that only say where to read on no claim, and give up markers passed on."""
    pointer.named = True
    if before and before[-1].markers == pointer.markers:
        pointer.markers = []


def _is_pointer(read: Read, statement: Statement) -> bool:
    """Whether words only say where to read on: "See [2].", "See [2] for more."."""
    text, anchors = read.words.text, read.anchors
    number = bisect_left(anchors, statement.start, key=lambda one: one.at)
    first = anchors[number] if number < len(anchors) else None
    if first is None or first.marker not in statement.markers[:1]:
        return False
    lead = text[statement.start : first.at]
    if first.marker.dialect == links.DIALECT:
        shown = links.words_of(first.marker)
        at = first.marker.span.start
        lead = lead.removesuffix(first.marker.text[shown.start - at : shown.end - at])
    if not _REFERRING.fullmatch(lead):
        return False
    rest = text[first.at : statement.end]
    leads_on = _LEADS_ON.match(rest) or not has_verb(rest)
    return bool(leads_on) and not has_number(rest)


def _reaches_all(read: Read, anchors: Sequence[Anchor]) -> bool:
    """Whether the only markers stand behind everything else, apart from the last sentence."""
    first, last = anchors[0], read.statements[-1]
    text = read.words.text
    if text[first.at :].strip(_CLOSERS + " \n\t"):
        return False
    if first.apart:
        return True
    before = text[: first.at].rstrip(_CLOSERS + " \n\t")[-1:]
    if before in _STOPS and _SOURCE_NOTE.match(first.marker.text):
        return True
    ended = text[last.start : last.end].rstrip()[-1:] in _STOPS
    # The sign of a footnote stands behind the full stop of its own sentence.
    behind = before in _STOPS and first.marker.dialect != footnotes.DIALECT
    # Notes, such as "1987: The mill closed. Sale in May. [2]", are one entry, as an item is.
    entry = read.part.kind is ClaimKind.ITEM or not any(
        has_verb(one.text) for one in read.statements
    )
    return entry and (behind or not ended)


def _is_subject(read: Read) -> bool:
    """
    Whether the only marker is the subject or the heading that a paragraph or an item begins with.

    "[2] uses rye. It …", "Costs [2]: Rye is dear. It …", "The [Mill Report](mill-report.md) …".
    """
    anchor, statement = read.anchors[0], read.statements[0]
    if len(read.anchors) > 1 or anchor.at > statement.end:
        return False
    before = read.words.text[statement.start : anchor.at]
    begins = read.words.body > 0 or read.part.kind is ClaimKind.ITEM
    if before == anchor.marker.text or (begins and not before) or _calls_source(before, anchor):
        return True
    heads = before and anchor.at < statement.end and _HEADED.match(read.words.text, anchor.at)
    labels = before.endswith(":") and _ends_with(statement, read)
    # What stands behind "Myth [2]:" is judged with it, and what follows would be without.
    return bool(heads or labels) and not (has_verb(before) or DENIES.search(before))


def _ends_with(statement: Statement, read: Read) -> bool:
    """Whether the first marker of a part is the last of a statement."""
    return not any(map(str.isalnum, read.words.text[read.anchors[0].at : statement.end]))


def _calls_source(before: str, anchor: Anchor) -> bool:
    """Whether words are a link by the name of what it leads to: "The Mill Report"."""
    if anchor.marker.dialect != links.DIALECT:
        return False
    words, at = links.words_of(anchor.marker), anchor.marker.span.start
    name = anchor.marker.text[words.start - at : words.end - at]
    called = _NAME_PARTS.findall(name.casefold())
    target = {*_NAME_PARTS.findall(" ".join(anchor.marker.names).casefold())}
    alike = 2 * len(target.intersection(called)) >= len(called) > 1
    if before == name:
        # Its own colon leads to nothing: "Rye: The Mill Report".
        return alike
    lead, rest = split_lead(before)
    return alike and _ARTICLE.sub("", rest) == name and not (has_verb(lead) or DENIES.search(lead))


def _lead(statements: Sequence[Statement], anchors: Sequence[Anchor]) -> bool:
    """Whether markers stand before their sentences: one at the very start, one in each gap."""
    at = [anchor.at for anchor in anchors]
    if at[0] > statements[0].begin or at[-1] >= statements[-1].end:
        return False
    return all(
        any(before.end <= place <= after.start for place in at)
        for before, after in pairwise(statements)
    )


def _place(statements: Sequence[Statement], anchor: Anchor, *, leads: bool) -> int:
    """Return the number of the statement that a marker stands in or behind."""
    low, high = 0, len(statements)
    while low + 1 < high:
        middle = (low + high) // 2
        if statements[middle].begin < anchor.at:
            low = middle
        else:
            high = middle
    is_behind = anchor.at >= statements[low].end
    return min(low + 1, len(statements) - 1) if leads and is_behind else low


def _reach_up(reads: Sequence[Read]) -> None:
    """Give a marker that begins a line to what it ends, such as a formula: "[1]. So …"."""
    for number, read in enumerate(reads):
        markers = [one.marker for one in read.anchors if not one.at]
        whole = bool(markers and read.statements) and not read.part.cell
        sign = _ENDING.match(read.text) if whole else None
        if sign is None:
            continue
        last = [one.statements[-1] for one in reads[max(0, number - 2) : number] if one.statements]
        begun = [one for one in last if one.text[-1] not in _STOPS]
        give(begun, markers)
        first = read.statements[0]
        if begun and sign.group() == ".":
            first.markers = [one for one in first.markers if one not in markers]


def _reach_before(reads: Sequence[Read]) -> None:
    """Give markers that have no words of their own to what stands before them."""
    target: list[Read] = []
    for number, read in enumerate(reads):
        alone = _names_sources(read)
        points = (
            len(read.statements) == 1 and bool(target) and _is_pointer(read, read.statements[0])
        )
        if read.part.cell:
            last = target[-1].part.cell if target else None
            if last is None or last.table != read.part.cell.table:
                target = []
            target.append(read)
        elif not alone and not points:
            if not (target and _is_item(target[-1]) and _is_item(read)):
                target = []
            if read.part.kind is not ClaimKind.HEADING:
                target.append(read)
        elif read.anchors and target:
            statements = [one for known in target for one in known.statements if _is_open(known)]
            markers = [anchor.marker for anchor in read.anchors]
            said = _said_below(target, reads, number)
            if not said and any(one.markers for one in statements) and not target[-1].part.cell:
                statements = statements[-1:]
            said = said or [one for one in statements if not _PAGES.fullmatch(one.text)]
            give(said, markers)
            if points:
                _pass_pointer(read.statements[0], statements[-1:])


def _said_below(fields: Sequence[Read], reads: Sequence[Read], at: int) -> list[Statement]:
    """What a list says of a work below its source, where only "Year: 2020" and such is above."""
    if not all(_is_field(one.text) for one in fields):
        return []
    below = (reads[number] for number in range(at + 1, len(reads)))
    items = takewhile(lambda one: _is_item(one) and not one.anchors, below)
    return [one for item in items for one in item.statements if _is_handed_on(one, item)]


def _reach_quoted(reads: Sequence[Read]) -> None:
    """Give the markers of "Source: [1]" to the item behind it that only quotes: "Quote: “…”"."""
    for line, read in pairwise(reads):
        beside = _is_item(line) and _is_item(read) and line.part.depth == read.part.depth
        if beside and is_source_line(line.text) and _LABELLED_QUOTE.fullmatch(read.text):
            give(read.statements, [one.marker for one in line.anchors])
            read.statements[0].text = _said(read.statements[0].text)


def _is_item(read: Read) -> bool:
    return read.part.kind is ClaimKind.ITEM


def _is_open(read: Read) -> bool:
    return read.part.kind is not ClaimKind.HEADING


def _reach_lists(reads: Sequence[Read]) -> None:
    """Give the markers of a sentence that ends in a colon to the list it introduces, or denies."""
    for at, read in enumerate(reads):
        last = read.statements[-1] if read.statements else None
        if not last or not last.text.endswith(":") or not _is_open(read):
            continue
        denies = (DENIES if last.markers else TAKES_BACK).search(last.text)
        if not last.markers and not denies:
            continue
        items = _items_below(reads, at)
        listed = _listed(items)
        for statement in listed if denies else ():
            statement.heads = statement.heads or last.text
        # An item that leads to a page of a wiki is said of that page, be it given or not.
        led = [one for one in items if one.part.wording.text.lstrip("*_ ").startswith("[[")]
        others = {id(one) for item in led for one in item.statements}
        statements = [one for one in listed if not one.markers and id(one) not in others]
        if statements and last.markers:
            give(statements, last.markers)
            _add_lead(last, statements)


def _items_below(reads: Sequence[Read], at: int) -> list[Read]:
    """The items of the list that a part stands before."""
    depth = reads[at].part.depth
    return [*takewhile(lambda one: _is_item(one) and one.part.depth > depth, reads[at + 1 :])]


def _listed(items: Sequence[Read]) -> list[Statement]:
    """The statements of a list; a paragraph that follows in the next line is none of the last."""
    found = [one for item in items for one in item.statements]
    if len(items) > 1 and all(len(item.statements) == 1 for item in items[:-1]):
        last = items[-1]
        for before, after in pairwise(last.statements):
            start, end = last.words.wording.steps[-1].origin(before.end, after.start)
            if "\n" in last.part.wording.text[start:end]:
                return found[: len(found) - len(last.statements) + last.statements.index(after)]
    return found


def _add_lead(lead: Statement, statements: Iterable[Statement]) -> None:
    """Put what introduces a list before items that are no sentences."""
    lead.named = not has_verb(lead.text) or _announces(lead.text)
    for statement in statements:
        if not has_verb(statement.text) or begins_with_verb(statement.text):
            statement.heads = statement.heads or f"{lead.heads} {lead.text}".strip()


def _announces(text: str) -> bool:
    """Whether words before a list only announce it: "It has these parts:"."""
    announcing = _OPEN_LEAD.search(text) or _ANNOUNCING.search(text)
    before = text[: announcing.start()] if announcing else ""
    named = announcing and announcing.re is _ANNOUNCING
    if not announcing or (named and not has_verb(before)):
        return False
    # "It was built in 1902 and has the following parts:" states something too.
    return not has_number(before) and sum(map(has_verb, _AND.split(before))) <= 1


def _reach_entries(reads: Sequence[Read]) -> None:
    """Give the marker of an entry to the items below it that say something of the work."""
    for at, read in enumerate(reads):
        head = read.anchors[0] if read.anchors and read.statements else None
        if not head or head.marker.dialect != authors.DIALECT:
            continue
        wording = read.part.wording
        ended = _HEAD_END.match(wording.text, wording.position(head.marker.span.end))
        # A title may have a verb; where the work appeared, at the end, has none.
        says = has_verb(read.statements[-1].text)
        if says or not (ended and _AUTHORS.fullmatch(read.words.text, 0, head.at)):
            continue
        depth = read.part.depth + 1
        below = (one for one in _items_below(reads, at) if one.part.depth == depth)
        said = [one for item in below if not _is_field(item.text) for one in item.statements]
        give(said, [head.marker])
        for statement in read.statements if said else ():
            statement.named, statement.markers = True, []


def _is_field(text: str) -> bool:
    """Whether words are a label with a value, and state nothing: "DOI: 10.1000/1"."""
    return bool(_LABEL.match(text)) and not (text.endswith(".") and is_sentence(_said(text)))


def _reach_sections(reads: Sequence[Read]) -> None:
    """
    Give the markers of a heading that states nothing to what stands below, up to the next.

    So does a marker that stands alone directly below a heading. Titles in bold end it only where
    they have markers of their own. A heading such as "Myths" denies what stands below it.
    """
    markers: list[Marker] = []
    section: list[Marker] = []
    begins, denial = False, ""
    for read in reads:
        if not read.part.cell and (read.part.kind is ClaimKind.HEADING or _is_title(read)):
            inside = not read.statements or read.part.quotation
            stating = inside or (states_something(read.text) and not _is_link(read))
            own = [] if stating else list(read.statements[0].markers)
            is_heading = read.part.kind is ClaimKind.HEADING
            if is_heading or own:
                # A title in bold directly below a heading is a part of it, a later one is not.
                section = own if is_heading or begins else []
            markers = own or section
            denial = f"{read.text}:" if _DENIED.search(read.text) else ""
            begins = is_heading
        elif not read.statements or is_source_line(read.text):
            markers = markers or ([one.marker for one in read.anchors] if begins else [])
        else:
            give((one for one in read.statements if _is_handed_on(one, read)), markers)
            for statement in read.statements if denial else ():
                statement.heads = f"{denial} {statement.heads}".strip()
            begins = False


def _is_link(read: Read) -> bool:
    """Whether all words of a heading are a link, so that it is the title of what it links to."""
    words, links = read.statements[0].span, [one.marker.span for one in read.anchors]
    return any(one.start <= words.start and words.end <= one.end for one in links)


def _is_handed_on(statement: Statement, read: Read) -> bool:
    """Whether a statement may be from the source of its section: not what the author infers."""
    needed = statement.kind in _BODY and need_of(statement.text, statement.kind).needed
    own = _speaks(statement.text) or _GRADED.match(read.words.text[:200].lstrip())
    return read.quoted or (needed and not own)


def _is_title(read: Read) -> bool:
    return bool(read.statements) and read.statements[0].kind is ClaimKind.HEADING


def _reach_quotations(reads: Sequence[Read]) -> None:
    """
    Tie block quotations to the sentences that introduce them.

    What a sentence with a colon introduces is its quotation, and has its markers. A quotation
    with a marker of its own, or that nothing introduces, is a statement that quotes itself.
    """
    at = 0
    for number, group in groupby(reads, key=lambda read: read.part.quotation):
        quoted = list(group)
        before = reads[at - 1] if at else None
        at += len(quoted)
        if not number:
            continue
        quotations = [read for read in quoted if read.quoted and read.statements]
        if not quotations:
            continue
        _tie(before, quotations, quoted)


def _tie(before: Read | None, quotations: list[Read], quoted: list[Read]) -> None:
    statements = [one for read in quoted if _is_open(read) for one in read.statements]
    markers = list(dict.fromkeys(marker for one in statements for marker in one.markers))
    give([one for read in quotations for one in read.statements], markers)
    introducing = before.statements[-1] if before and before.statements else None
    if introducing and not (introducing.kind in _RUNNING and introducing.text.endswith(":")):
        introducing = None
    if introducing and has_number(introducing.text):
        give([introducing], markers)
    # With a marker of its own it answers for itself.
    answers = introducing if introducing and (introducing.markers or not markers) else None
    for read in quotations:
        quote = whole_quote(read)
        if answers:
            read.introduced = True
            give(read.statements, answers.markers)
        if quote:
            (answers or read.statements[0]).quotes.append(quote)


class Surroundings:
    """
    What stands around the statements of a draft that no marker reaches.

    A reader takes a statement for backed by the marker of its paragraph or item, by that of
    the sentence before its list, of the line behind it and of an item of its section that only
    gives a source. Elsewhere a figure and a
    quotation lack one, and in a section without any marker what somebody is said to show. Where
    a draft cites nothing at all, every fact does. Of a row without a marker one cell is told, in
    a table without any none: such tables mostly have the author's own figures.
    """

    def __init__(self, reads: Sequence[Read]) -> None:
        self._backed = [_points(read) for read in reads]
        self._tables = {
            read.part.cell.table
            for read, backed in zip(reads, self._backed, strict=True)
            if backed and read.part.cell
        }
        self._told: set[tuple[int, int]] = set()
        self._back_lists(reads)
        self._sections = _sections(reads)
        self._cited = {
            section for section, backed in zip(self._sections, self._backed, strict=True) if backed
        }
        sourced = {
            section for section, read in zip(self._sections, reads, strict=True) if _sources(read)
        }
        # "- URL: …" below a heading is the source of all that the section says.
        pairs = zip(self._sections, self._backed, strict=True)
        self._backed = [backed or section in sourced for section, backed in pairs]

    def _back_lists(self, reads: Sequence[Read]) -> None:
        """Count the items of a list as backed by the line before it or by one behind it."""
        at = 0
        for is_list, group in groupby(reads, key=lambda read: read.part.kind is ClaimKind.ITEM):
            first, at = at, at + len(list(group))
            if not is_list:
                self._back_leads(reads, range(first, at))
                continue
            leads = first > 0 and self._backed[first - 1] and reads[first - 1].text.endswith(":")
            behind = at < len(reads) and self._backed[at] and _names_sources(reads[at])
            if leads or behind:
                self._backed[first:at] = [True] * (at - first)

    def _back_leads(self, reads: Sequence[Read], numbers: range) -> None:
        """Count a sentence before a table as backed where the table is."""
        for number in numbers[:-1]:
            cell = reads[number + 1].part.cell
            if cell and reads[number].text.endswith(":"):
                self._backed[number] |= cell.table in self._tables

    def cover(self, number: int, read: Read, statement: Statement) -> bool:
        """Whether a statement without a marker in a part, by its number, needs none of its own."""
        if self._backed[number]:
            return True
        if not self._cited:
            return False
        quotes = read.quoted and (read.introduced or _QUOTE_SIGN.match(read.text))
        if not quotes and not _states_figure(statement):
            cited = self._sections[number] in self._cited
            if cited or not _is_reported(statement.text):
                return True
        return read.part.cell is not None and self._told_of_table(read.part.cell)

    def _told_of_table(self, cell: Cell) -> bool:
        """Whether a cell before it in its row lacks a marker too, or all cells of its table do."""
        told = cell.table not in self._tables or (cell.table, cell.row) in self._told
        self._told.add((cell.table, cell.row))
        return told


def _states_figure(statement: Statement) -> bool:
    """Whether a statement has a figure or the words of somebody, and is not the author's own."""
    words = statement.text
    quotes = [one.text for one in statement.quotes if one.text != words]
    said = any(_is_said(words, quote) for quote in quotes)
    for quote in quotes:
        words = words.replace(quote, "")
    if statement.kind is ClaimKind.CAPTION or _speaks(words):
        return False
    words = _FORMULA.sub("", words)
    if _TYPESET.search(words) or is_instruction(_said(words)) or not _has_figure(words):
        return said
    words = _said(words)
    return statement.kind is ClaimKind.CELL or has_verb(words) or bool(UNIT.search(words))


def _is_said(text: str, quote: str) -> bool:
    """Whether a quotation of some length is what somebody is said to have said."""
    before, _, after = text.partition(quote)
    return len(quote.split()) >= _FEWEST_QUOTED and bool(_SAID.search(before) or _SAID.match(after))


def _has_figure(text: str) -> bool:
    """Whether words have a date, or a number that is measured and not only counted or named."""
    tokens = tokenise(text)
    dates = find_dates(tokens)
    if dates or _WHEN.search(text):
        return True
    found = (
        one for one in find_quantities(tokens, frozenset()) if one.label is None and one.reading
    )
    return any(map(_is_measured, found))


def _is_measured(quantity: Quantity) -> bool:
    """Whether a number is none that only counts: "scenario 1", "three cases", "seven times"."""
    digits = any(map(str.isdigit, quantity.text))
    if quantity.unit is not None:
        return not quantity.weak and (digits or quantity.unit.dimension != "share")
    return bool(_MEASURED.search(quantity.text)) and not _YEAR.fullmatch(quantity.text)


def _speaks(text: str) -> bool:
    """Whether the author speaks of own work, infers or aims; "We know that …" hands on a fact."""
    infers = _INFERENCE.match(text) or _INFERENCE.match(_said(text)) or _AIM.search(text)
    return bool(infers or _OWN.search(_THAT.sub("", text)))


def _is_reported(text: str) -> bool:
    """Whether a sentence says what somebody shows, and the author neither speaks nor advises."""
    said = _said(text)
    reported = text.endswith(".") and _REPORTED.match(said)
    return bool(reported) and not _speaks(text) and not is_instruction(said)


def _said(text: str) -> str:
    """What a label such as "Next step:" stands before."""
    label = _LABEL.match(text)
    return text[label.end() :] if label else text


def _points(read: Read) -> bool:
    """Whether a part has a marker, or names in words of its own where it is from."""
    marked = bool(read.anchors) or any(one.markers for one in read.statements)
    return marked or (read.part.kind is not ClaimKind.HEADING and bool(_POINTER.search(read.text)))


def _names_sources(read: Read) -> bool:
    return not read.statements or is_source_line(read.text)


def _sources(read: Read) -> bool:
    """Whether an item only gives a source: "Original source: …", "URL: …"."""
    is_item = read.part.kind is ClaimKind.ITEM and bool(read.anchors)
    return is_item and bool(_SOURCE_LABEL.match(read.text))


def _sections(reads: Sequence[Read]) -> list[tuple[int, str | None]]:
    """Which section each part stands in; each string of structured data is one of its own."""
    found: list[tuple[int, str | None]] = []
    section = 0
    for number, read in enumerate(reads):
        if not read.part.cell and (read.part.kind is ClaimKind.HEADING or _is_title(read)):
            section = number
        found.append((section, read.part.pointer))
    return found

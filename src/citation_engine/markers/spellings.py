r"""
Markers that are told by the whole draft, or by signs that are not brackets, in one table.

Keys: `\cite{moe2020}` of LaTeX, `@moe2020` beside keys in brackets, a label of the draft's own list
such as `[KD2-1]`. Files: `(Source: act.pdf)`, `[act.pdf, p. 3]`, `[[notes/act.md#h]]`. What is
left of citations when a chat is copied: `:contentReference[oaicite:3]{index=3}`,
`citeturn0search1`. That points nowhere, which is to be told: the draft was meant to cite there.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from citation_engine.formats.latex import CITE
from citation_engine.formats.markdown.links import NOTE_LINK
from citation_engine.formats.markdown.shelters import is_sheltered, joined
from citation_engine.language.vocabulary import pattern
from citation_engine.markers.numbers import GAP, PLACE, has_blank_line, seen
from citation_engine.markers.page import (
    ARXIV_NUMBER,
    LABEL_STEM,
    Page,
    is_definition,
    is_escaped,
    without_wraps,
)
from citation_engine.model.draft import DraftFormat, Marker
from citation_engine.model.passage import Span

_NAMED, _LINKS = "named", "links"

_KEY = re.compile(r"[^\s,{}*]{1,120}")
_BRACED = re.compile(r"\{([^{}]*)\}")
_RESULT = r"(?:web|search|doc|file|attached_file|memory):\d{1,4}"
_TURN = r"turn\d{1,3}[a-z]{2,12}\d{1,3}"
_ENDINGS = r"(?:pdf|docx?|odt|rtf|pptx?|xlsx?|csv|epub|md|markdown|txt|html?|json|xml)"
_FILE = rf"[\w@.~/\\-](?:[^()\[\]|;,:\n\"<>]|\([^()\[\]\n]{{1,100}}+\)){{0,150}}?\.{_ENDINGS}"
_FILE_NAME = re.compile(_FILE, re.IGNORECASE)
# Behind the word for a source the name of a file may have commas.
_SOURCE_FILE = _FILE.replace(";,:", ";:")
_SOURCE_NAME = re.compile(_SOURCE_FILE, re.IGNORECASE)
# Other words of a link to a note are words of the sentence, and it is no marker.
_SHOWN = rf"(?:\|\s?(?i:{pattern('references', 'LINK_WORDS')}|\d{{1,3}})\s?)?+"
_SOURCE = rf"(?i:{pattern('references', 'SOURCE_LEADS')})"
_PLACED = rf"(?:[ ]?[,:;]?\s?(?i:{PLACE})[^\[\]()\n]{{0,60}}+)"
_MORE = r"(?:[,;][^()\n]{0,60}+)?+"
# In a view invisible characters stand where the markup did.
_LABELS = re.compile(r"[^\W\d_][\w.:+/\u200b-]{0,60}")
_FILE_STEM = r"[^\W\d_](?=[\w.+-]{0,60}[\d_-])[\w.+-]{0,60}"
_CLAUSE_ENDS = re.compile(r"[ \t]*(?:[.,;:!?)\[|]|\n|\Z)")
_ANY_LABEL = re.compile(
    rf"(?<=[\w.,;:!?)\"”“’%] )\[({_LABELS.pattern})(?:[,;][^\[\]\n]{{0,200}})?\](?![\](])"
)
_LEAD = re.compile(rf"{_SOURCE}:")
_ARXIV = re.compile(
    rf"(?<![\w/.-])(?:arxiv:?\s?)?(?P<id>{ARXIV_NUMBER})(?:v\d{{1,2}})?(?![\w.]?\d)",
    re.IGNORECASE,
)
_CODED = r"(?:`[^`\n]{3,250}`|<code>[^`<>\n]{3,250}</code>)"
_PATH = rf"(?<![\w@.~/\\(\[`<\"-])[\w@.~-]{{1,60}}/[\w@.~/-]{{1,150}}\.{_ENDINGS}(?![\w/`])"
_IN_CODE = re.compile(r"`([^`\n]+)`|<code>([^`<>\n]+)</code>")
_NAME_ENDS = re.compile(rf"\.{_ENDINGS}\Z", re.IGNORECASE)
_SOURCE_LINE = re.compile(
    rf"[ \t>]*+(?:[-*+•][ \t]++)?[*_]{{0,3}}(?:{pattern('phrases', 'SOURCE_LINE')})[*_]{{0,3}}\s?:",
    re.IGNORECASE,
)
_YEAR_BEHIND = re.compile(r",?\s\(?(?:1[5-9]|20)\d\d\)?\Z")
_YEARED = re.compile(r"[^\W\d_][\w:.-]{0,60}?(?:1[5-9]|20)\d\d[a-z]?\Z")


class Spelling(NamedTuple):
    """
    A way to write markers of a dialect.

    A draft without `sign` has none of them. `names` are what one points to; none where it is no
    marker. In code there are none, but where the marker `brings` its own.
    """

    dialect: str
    sign: str
    pattern: re.Pattern[str]
    names: Callable[[Page, re.Match[str]], Collection[str]]
    brings: bool = False


def _keys(_: Page, found: re.Match[str]) -> Collection[str]:
    braced = " , ".join(_BRACED.findall(found["given"]))
    return [key for key in _KEY.findall(braced) if any(map(str.isalnum, key))]


def _own_keys(page: Page, found: re.Match[str]) -> Collection[str]:
    """The keys in a command of the author's own, of which nothing else is known."""
    for given in _BRACED.findall(found["given"]):
        keys = _KEY.findall(given)
        listed = all(key.lower() in page.labels and any(map(str.isdigit, key)) for key in keys)
        if keys and listed and given in page.view[found.start() : found.end()]:
            return keys
    return []


def _files(page: Page, found: re.Match[str]) -> Collection[str]:
    if page.view[found.end() : found.end() + 1] in ("(", "[") or _is_other(page, found):
        return []
    return [one.strip() for one in _FILE_NAME.findall(found[1])]


def _known_note(page: Page, found: re.Match[str]) -> Collection[str]:
    """A note by its name without an ending or by its title, where a source is called so."""
    name = found[1].rpartition("/")[2].strip()
    called = {name.casefold(), f"[[{name}]]".casefold()}
    known = name.lower() in page.labels or not page.notes.isdisjoint(called)
    return [name] if known and not _is_other(page, found) else []


def _known_source(page: Page, found: re.Match[str]) -> Collection[str]:
    """A source by the whole name of its file, or several by their titles, a year behind or not."""
    stem = found[1].replace("\\", "/").rpartition("/")[2].rpartition(".")[0]
    if _NAME_ENDS.search(found[1]) and stem.strip().casefold() in page.notes:
        return [found[1].strip()]
    said = [_YEAR_BEHIND.sub("", part.strip(' "“”„*_')) for part in found[1].split(";")]
    return said if page.titles.issuperset(f"[[{one}]]".casefold() for one in said) else []


def _files_in_code(page: Page, found: re.Match[str]) -> Collection[str]:
    """Files in brackets, each in code: those of sources, behind the word for a source any."""
    written = [one or other for one, other in _IN_CODE.findall(found["files"])]
    known = [page.files_at(one) for one in written]
    led = found["lead"] and all(map(_NAME_ENDS.search, written))
    in_text = "<" in found["files"] or page.is_code(found.start("files"))
    if not in_text or not (led or any(known)) or _is_other(page, found):
        return []
    return [
        paths[0] if len(paths) == 1 else name
        for name, paths in zip(written, known, strict=True)
        if paths or led
    ]


def _files_of_line(page: Page, found: re.Match[str]) -> Collection[str]:
    name = found["files"].strip("`")
    if not _in_source_line(page, found) or page.is_code(found.start()) is (name == found["files"]):
        return []
    paths = page.files_at(name)
    return paths if len(paths) == 1 else [name] if paths or name == found["files"] else []


def _in_source_line(page: Page, found: re.Match[str]) -> bool:
    line = page.view.rfind("\n", 0, found.start()) + 1
    return _SOURCE_LINE.match(page.view, line, found.start()) is not None


def _known(page: Page, found: re.Match[str]) -> Collection[str]:
    if _is_other(page, found) or page.begins_entry(found.start()):
        return []
    whole = seen(found[1]).strip()
    is_listed = whole.lower() in page.listed
    written = [whole] if is_listed else [part.strip() for part in re.split("[,;]", whole)]
    labels = [_as_known(page, label) for label in written]
    # In the middle of a sentence letters in brackets are words: "the [EU] agreed".
    unlisted = any(label.isalpha() and label.lower() not in page.listed for label in written)
    if unlisted and not _CLAUSE_ENDS.match(page.view, found.end()):
        return []
    return [label for label in labels if label] if all(labels) else []


def _as_known(page: Page, label: str) -> str:
    """
    A label as the draft's list or a source has it; nothing where neither has one like it.

    The word for a source may stand before it in one of the two places: `[source:moe:rye]` and
    `[source:moe:rye; liu:oats]`. A file's name has another sign in the place of a colon.
    """
    if label.lower() in page.listed:
        return "" if label.isdigit() else label
    if not _LABELS.fullmatch(label):
        return ""
    if label.isalpha():
        # "AO" is short for a law that was given; "ao" and a file of that name are not.
        return label if label in page.known and sum(map(str.isupper, label)) > 1 else ""
    bare = _LEAD.sub("", label)
    named = re.sub("[:/]", "-", bare)
    led = (f"{lead}:{bare}" for lead in page.leads)
    known = next((one for one in (label, *led, bare, named) if one.lower() in page.labels), "")
    stem = LABEL_STEM.match(label.lower())
    return label if not known and stem and stem[0] in page.label_stems else known


def _preprints(page: Page, found: re.Match[str]) -> Collection[str]:
    """Numbers of arXiv: those that are known, and among such works others of that form."""
    if found["id"]:
        return [f"arxiv:{found['id']}"] if _in_source_line(page, found) else []
    numbers = [_ARXIV.search(part) for part in found[1].split(";")] if page.preprints else []
    ids = {number["id"] for number in numbers if number}
    told = ids & page.preprints or all(len(one) > len("2309.1679") for one in ids)
    return [f"arxiv:{one}" for one in sorted(ids)] if told and all(numbers) else []


def _told(page: Page, found: re.Match[str]) -> Collection[str]:
    """A key in running text: the draft lists it, or cites by keys and this one has a year."""
    key = found[1]
    if key.lower() in page.labels:
        return [key]
    return [key] if page.cites_by_keys and _YEARED.match(key) else []


def _is_other(page: Page, found: re.Match[str]) -> bool:
    """Whether a bracket is escaped, begins a definition, or belongs to one before it."""
    view, start = page.view, found.start()
    before = view[start - 1 : start]
    if before == "]":
        # `[words][label]` is a link; `[label][label]` are two markers.
        words = view[view.rfind("[", max(0, start - 100), start) + 1 : start - 1]
        return seen(words).lower() not in page.labels
    if before in ("[", "!"):
        return True
    # `[[moe-rye|Moe]]: …` is said of the page, as where a source has that name; a label has none.
    name = found[0].strip("[]").partition("#")[0].rpartition("/")[2].strip()
    is_page = "|" in found[0] or (found[0][:2] == "[[" and name.casefold() in page.notes)
    defines = not is_page and is_definition(page.view, *found.span())
    return defines or is_escaped(page.view, found.start())


SPELLINGS = (
    Spelling(
        _NAMED,
        "\\",
        CITE,
        _keys,
    ),
    # `\vglf{S. 3}{moe2020}`, which the author defined somewhere.
    Spelling(
        _NAMED,
        "",
        re.compile(
            r"(?<!\\)\\(?!text|emph|[A-Za-z]*[cC]ite)[A-Za-z]+\*?"
            r"(?P<given>(?:\[[^\[\]\n]{0,200}+\]|\{[^{}\n]{0,200}+\}){1,4}+)"
        ),
        _own_keys,
        brings=True,
    ),
    Spelling(
        _NAMED,
        "oaicite",
        re.compile(
            r"(?:&#8203;)?(?::contentReference\[(oaicite:\d{1,4})\](?:\{[^{}\n]{0,60}\})?"
            r"|(?P<ticks>`{0,2})【(?P<wide>oaicite:\d{1,4})】(?P=ticks))(?:&#8203;)?"
        ),
        lambda _, found: [found[1] or found["wide"]],
        brings=True,
    ),
    Spelling(
        _NAMED,
        "cite",
        re.compile(rf"(?i:\bcite(?:{_TURN})+\b)"),
        lambda _, found: re.findall(_TURN, found[0], re.IGNORECASE),
    ),
    # Results of a search by their numbers, and files that somebody attached.
    Spelling(
        _NAMED,
        ":",
        re.compile(rf"\[({_RESULT}(?:\s?[,;]\s?{_RESULT}){{0,20}})\](?!\()"),
        lambda page, found: [] if _is_other(page, found) else re.findall(_RESULT, found[1]),
    ),
    Spelling(
        _LINKS,
        "[[",
        re.compile(rf"\[\[((?:{_FILE})(?:#[^\[\]|\n]{{0,200}}+)?+){_SHOWN}\]\]"),
        lambda page, found: [] if _is_other(page, found) else [found[1].strip()],
    ),
    Spelling(
        _NAMED,
        "[[",
        re.compile(rf"\[\[([^\[\]|#:\n]{{2,150}}+)(?:#[^\[\]|\n]{{0,200}}+)?+{_SHOWN}\]\]"),
        _known_note,
    ),
    # With words of its own it is a link, and they belong to the sentence: `[[moe-rye|Moe]]`.
    Spelling(_LINKS, "[[", NOTE_LINK, _known_note),
    Spelling(
        _LINKS,
        ".",
        re.compile(
            rf"\(\s*+{_SOURCE}\s*+:{GAP}({_SOURCE_FILE}(?:\s?[,;]\s?{_FILE}){{0,9}}){_PLACED}?{GAP}{_MORE}\)"
            rf"|\((?!\s*+{_SOURCE}\s*+:)((?!\S{{0,150}}\s\S{{0,150}}\.){_FILE}){_PLACED}\)"
        ),
        lambda _, found: _SOURCE_NAME.findall(found[1] or found[2]),
    ),
    # A source by its title, or by a name with signs that end others: `(Source: Rye, oats.md)`.
    Spelling(
        _NAMED,
        ":",
        re.compile(rf"\(\s*+{_SOURCE}\s*+:{GAP}([^()\[\]\n]{{3,250}}?){_PLACED}?\s*+\)"),
        _known_source,
    ),
    # A source and a place in it: `(OA-Guidance: Section 3.5)`.
    Spelling(_NAMED, "(", re.compile(rf"\(({_FILE_STEM}){_PLACED}\)"), _known),
    # A work by its number on arXiv: `(Moe et al., 2309.16797, 2024)`.
    Spelling(
        _NAMED,
        ".",
        re.compile(
            rf"(?<!\])\(([^()\n]{{0,200}}?{ARXIV_NUMBER}[^()\n]{{0,80}})\)"
            rf"|\b(?i:arxiv):\s?(?P<id>{ARXIV_NUMBER})(?!\d)"
        ),
        _preprints,
    ),
    # In code a name may have any sign.
    Spelling(
        _LINKS,
        "",
        re.compile(
            rf"[(\[]\s*+(?P<lead>{_SOURCE}\s*+:\s*+)?"
            rf"(?P<files>{_CODED}(?:\s?[,;]\s?{_CODED}){{0,9}}){_MORE}[)\]]"
        ),
        _files_in_code,
        brings=True,
    ),
    # A line that says nothing but where the words above are from.
    Spelling(_LINKS, "", re.compile(rf"(?P<files>{_CODED}|{_PATH})"), _files_of_line, brings=True),
    Spelling(
        _LINKS,
        ".",
        re.compile(
            rf"\[\u200b*+(?:{_SOURCE}\s*+:\s*+)?({_FILE}(?:\s?[,;]\s?{_FILE}){{0,9}}){_PLACED}?"
            r"\u200b*+\](?!\])"
        ),
        _files,
    ),
    Spelling(
        _NAMED,
        "[",
        re.compile(rf"\[\u200b*+([^\[\]\n]{{1,300}}?){_PLACED}?\u200b*+\](?![\](])"),
        _known,
    ),
    Spelling(
        _NAMED,
        "@",
        re.compile(r"(?<![\w@/.\[;-])@(\w(?:[\w:.#$%&+?~/-]{0,80}\w)?)(?: \[[^\[\]\n]{1,60}+\])?+"),
        _told,
    ),
)


def find_spelled(page: Page, dialects: Collection[str] | None = None) -> Iterator[Marker]:
    """Yield the markers of this table, not in the order of the draft."""
    if not page.whole:
        return
    view = without_wraps(page.view) if page.format is DraftFormat.PDF else page.view
    # The view of HTML has no code.
    written = without_wraps(page.text) if page.format is DraftFormat.HTML else view
    written = page.text if page.format is DraftFormat.LATEX else written
    for one in SPELLINGS:
        if one.names is _own_keys and page.format is not DraftFormat.LATEX:
            continue
        if one.sign not in view or (dialects is not None and one.dialect not in dialects):
            continue
        lists = page.known or not all(map(str.isdigit, page.labels))
        if one.names in (_known, _known_note, _known_source) and not lists:
            continue
        for found in one.pattern.finditer(written if one.brings else view):
            span = Span(*found.span())
            shelters = [] if one.brings else page.shelters
            if is_sheltered(shelters, span.start, span.end) or has_blank_line(found[0]):
                continue
            names = tuple(dict.fromkeys(seen(name) for name in one.names(page, found)))
            if view[span.start - 1 : span.start] == "^":
                span = Span(span.start - 1, span.end)  # Some write `^[act.md]`.
            if names and not page.lists_sources_at(span.start):
                yield Marker(dialect=one.dialect, span=span, text=span.of(page.text), names=names)


def find_unknown(page: Page, markers: Sequence[Marker]) -> Iterator[tuple[str, Span]]:
    """Yield labels in brackets that end clauses as markers do, and of which nothing is known."""
    marked = joined([*(marker.span for marker in markers), *page.shelters, *page.formulas])
    found: dict[str, dict[str, Span]] = {}
    for one in _ANY_LABEL.finditer(page.view):
        stem = LABEL_STEM.match(one[1].lower())
        ends = _CLAUSE_ENDS.match(page.view, one.end())
        other = is_sheltered(marked, *one.span()) or page.lists_sources_at(one.start())
        if stem and ends and not other and not _is_other(page, one):
            found.setdefault(stem[0], {}).setdefault(one[1], Span(*one.span()))
    for labels in found.values():
        if len(labels) > 1:
            yield from labels.items()

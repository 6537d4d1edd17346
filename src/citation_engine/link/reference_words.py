"""Reads one entry of a list of references: its words without markup, its addresses, its DOI."""

import re
from html import unescape

from citation_engine.formats.html.tags import without_tags
from citation_engine.link.names import find_addresses, find_dois, find_identifiers, has_extension
from citation_engine.model.draft import Reference
from citation_engine.model.passage import Span

# What is read of an entry; nobody writes longer ones, and the rest of a text is not its title.
MOST_READ = 20_000

_TARGET = re.compile(
    r"\]\(\s*+(?:<(?P<quoted>[^<>\n]*+)>|(?P<plain>(?:[^\s()\\]|\\.|\([^\s()]*+\))*+))[^()\n]*+\)"
)
_LINK = re.compile(r"!?\[(?P<words>[^\[\]\n]*+)\]" + _TARGET.pattern[2:])
# A note by its name, with words in its place or without: `[[notes/moe-rye|Moe]]`.
_NOTE = re.compile(
    r"\[\[(?=[^\[\]|]{0,150}[^\W\d_])(?P<note>[^\[\]|#\n]{2,150}+)(?:#[^\[\]|\n]{0,200}+)?+"
    r"(?:\|(?P<words>[^\[\]|\n]{1,200}+))?+\]\]"
)
_TITLE = re.compile(r"(?P<mark>[\"'])(?P<words>.*)(?P=mark)\Z|\((?P<bare>.*)\)\Z")
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^<>\s]*+)>", re.IGNORECASE)
_HREF = re.compile(
    r"\b(?:href|cite)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'<>=`]++))", re.IGNORECASE
)
_EMPHASIS = re.compile(r"(?<!\\)(?:\*{1,3}|~~|`{1,3})|(?<![\w\\])_{1,3}|(?<!\\)_{1,3}(?!\w)")
_MARKED = re.compile(r"[\[<*_`~&\\]")
# A soft hyphen stands where the end of a line broke a word.
_UNSEEN = re.compile("\u200b|\u00ad\\s*")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
# What a tag leaves between a word and the sign behind it.
_BEFORE_SIGN = re.compile(r" (?=[.,;:)](?:\s|$))")
_BACK = re.compile("[↩⏎⤴]\ufe0e?|↑\\s*\\Z")
_YEAR = re.compile(r"\((?:[^()]{0,60}[\s,.])?(?:1[5-9]|20)\d\d[a-z]?(?:[\s,.][^()]{0,30})?\)")
# Before the year may stand a month, a place, a day: "Berlin 2025", "3 July 2025", "2025-07-03".
_YEAR_AT_END = re.compile(
    r"[,.][\"'”’“]?\s(?:\d\d?\.?\s)?(?:[^\W\d_a-z][\w-]+\.?\s)?"
    r"(?:1[5-9]|20)\d\d(?:[a-z]|(?:-\d\d){1,2})?\.?\s*\Z"
)
_PAGES = re.compile(
    r"\b(?:pp?|S|vol|Vol|Bd|no|No|Nr)\.\s?\d+(?:\s?[-–]\s?\d+)?(?=[,.;)\s]|\Z)"
    r"|\bet al\b|\s§{1,2}\s?\d"
)
_FILE = re.compile(
    r"(?<![\w.-])[\w][\w.-]*\."
    r"(?:pdf|docx?|odt|rtf|xlsx?|ods|csv|tsv|pptx?|odp|html?|xhtml|md|txt|json|ya?ml|xml|epub)\b",
    re.IGNORECASE,
)


def read_entry(label: str, span: Span, raw: str, *, html: bool = False) -> Reference:
    """Return the entry whose words, without its label, are `raw`."""
    raw = _UNSEEN.sub("", raw[:MOST_READ])
    # A sign that leads back to the text stands at the end of footnotes.
    is_note = _BACK.search(raw) is not None
    raw = _BACK.sub(" ", raw)
    addresses = (*_targets(raw, html=html), *find_addresses(unescape(raw) if html else raw))
    words = plain_words(raw, html=html)
    dois = find_dois(" ".join((words, *addresses)))
    return Reference(
        label=label,
        span=span,
        text=words,
        addresses=tuple(dict.fromkeys(addresses)),
        doi=dois[0] if dois else None,
        is_note=is_note,
    )


def read_definition(label: str, span: Span, raw: str) -> Reference:
    """Return the entry of a link definition; `raw` is what stands after its colon."""
    target, rest = (*raw[:MOST_READ].split(None, 1), "", "")[:2]
    target = target.removeprefix("<").removesuffix(">")
    titled = _TITLE.match(rest.strip())
    title = (titled["words"] or titled["bare"] or "") if titled else rest
    words = plain_words(f"{title} {target}")
    dois = find_dois(words)
    return Reference(
        label=label,
        span=span,
        text=words,
        addresses=(target,) if target else (),
        doi=dois[0] if dois else None,
    )


def plain_words(raw: str, *, html: bool = False) -> str:
    """Return words as a reader sees them: without markup, on one line."""
    if not _MARKED.search(raw):
        words = raw
    elif html:
        words = _BEFORE_SIGN.sub("", unescape(without_tags(raw, " ")))
    else:
        words = _LINK.sub(r"\g<words>", _NOTE.sub(lambda one: one["words"] or one["note"], raw))
        words = without_tags(_AUTOLINK.sub(r" \1 ", words), " ")
        words = unescape(_ESCAPED.sub(r"\1", _EMPHASIS.sub("", words)))
    return _BACK.sub("", " ".join(words.split())).strip()


def looks_like_reference(words: str) -> bool:
    """Whether words say where something is found: an address, a number, a file, a year, pages."""
    dated = _PAGES.search(words) or _YEAR.search(words) or _YEAR_AT_END.search(words)
    return bool(dated or leads_to_source(words))


def leads_to_source(words: str) -> bool:
    """Whether words have an address, a number such as a DOI, or the name of a file."""
    return bool(find_addresses(words) or find_identifiers(words) or _FILE.search(words))


def _targets(raw: str, *, html: bool) -> list[str]:
    """Where the links of an entry lead; places in the same document are no addresses."""
    if html:
        found = [unescape(next(filter(None, match), "")) for match in _HREF.findall(raw)]
    else:
        found = [match["quoted"] or match["plain"] or "" for match in _TARGET.finditer(raw)]
        found = [_ESCAPED.sub(r"\1", target) for target in found]
        notes = [match["note"].strip() for match in _NOTE.finditer(raw)]
        found = [target.strip() for target in found if _leads_somewhere(target.strip())]
        return [*found, *notes]
    return [target.strip() for target in found if _leads_somewhere(target.strip())]


def _leads_somewhere(target: str) -> bool:
    if target.startswith("#") or (":" in target and target[:4].lower() != "http"):
        return False
    return target[:4].lower() == "http" or has_extension(re.split(r"[?#]", target)[0])

"""Takes JSON and YAML apart: each string that is a value is read as a small text."""

from collections.abc import Iterator
from dataclasses import replace

from citation_engine.link.drafts.json_strings import Text, json_strings
from citation_engine.link.drafts.markdown import markdown_parts
from citation_engine.link.drafts.parts import Counts, Part
from citation_engine.link.drafts.verbs import has_verb
from citation_engine.link.drafts.wording import Wording
from citation_engine.link.drafts.yaml_strings import yaml_strings
from citation_engine.model.draft import ClaimKind, DraftFormat

_TITLES = frozenset("title heading headline subtitle name titel überschrift untertitel".split())
_MARK = "\ufeff"


def structured_parts(
    text: str, format: DraftFormat, counts: Counts, *, sidecar: str
) -> Iterator[Part]:
    """Give the parts of the strings of a text, but for those in its sidecar."""
    for one in _strings(text, format):
        if one.pointer != sidecar and not one.pointer.startswith(f"{sidecar}/"):
            yield from _parts(one, counts)


def _strings(text: str, format: DraftFormat) -> Iterator[Text]:
    marked = text.startswith(_MARK)
    if format is DraftFormat.YAML:
        return yaml_strings(text[marked:], int(marked))
    return json_strings(" " + text[1:] if marked else text)


def _parts(one: Text, counts: Counts) -> Iterator[Part]:
    if one.whole:
        yield Part(ClaimKind.FIELD, one.wording, pointer=one.pointer, whole=True)
        return
    key = one.pointer.rpartition("/")[2].casefold()
    for part in markdown_parts(_flat(one.wording), counts, front=False):
        kind = part.kind
        if kind is ClaimKind.SENTENCE:
            is_title = key in _TITLES and not has_verb(one.wording.text)
            kind = ClaimKind.HEADING if is_title else ClaimKind.FIELD
        yield replace(part, kind=kind, pointer=one.pointer)


def _flat(wording: Wording) -> Wording:
    """A wording in which every line ends in the same sign; no offset changes."""
    if "\r" not in wording.text:
        return wording
    flat = wording.text.replace("\r\n", " \n").replace("\r", "\n")
    return replace(wording, text=flat)

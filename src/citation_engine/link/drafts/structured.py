"""Takes JSON and YAML apart: each string that is a value is read as a small text."""

from collections.abc import Iterator
from dataclasses import replace

from citation_engine.display import one_line
from citation_engine.errors import InvalidInput
from citation_engine.formats.tree import (
    TreeNode,
    is_yaml_text,
    join_steps,
    json_changes,
    read_documents,
    read_json,
    walk_tree,
    yaml_changes,
)
from citation_engine.language.vocabulary import words
from citation_engine.link.drafts.evidence import has_verb
from citation_engine.link.drafts.markdown import markdown_parts
from citation_engine.link.drafts.parts import Counts, Part, Wording
from citation_engine.model.draft import ClaimKind, DraftFormat

_TITLES = words("references", "TITLE_FIELDS")


def structured_parts(
    text: str, format: DraftFormat, counts: Counts, *, sidecar: str
) -> Iterator[Part]:
    """
    Give the parts of the strings of a text, but for those in its sidecar.

    Raises `InvalidInput` where it is no JSON or no YAML.
    """
    is_json = format is DraftFormat.JSON
    try:
        documents = [read_json(text)] if is_json else read_documents(text)
    except ValueError as error:
        name = "JSON" if is_json else "YAML"
        raise InvalidInput(
            f"The draft is not valid {name}: {one_line(str(error))}.",
            fix="Mend the file, or say which format it has.",
        ) from error
    for document in documents:
        for node, steps in walk_tree(document):
            wording, whole = _json_wording(node, text) if is_json else _yaml_wording(node, text)
            pointer = join_steps(steps) if wording else ""
            if wording and pointer != sidecar and not pointer.startswith(f"{sidecar}/"):
                yield from _parts(pointer, wording, counts, whole=whole)


def _json_wording(node: TreeNode, text: str) -> tuple[Wording | None, bool]:
    if not isinstance(node.value, str):
        return None, False
    written = text[node.start + 1 : node.end - 1]
    return Wording(written, node.start + 1).rewritten(json_changes(written)), False


def _yaml_wording(node: TreeNode, text: str) -> tuple[Wording | None, bool]:
    """The words of a text, and whether they have no map but as a whole."""
    if not node.text.strip() or not is_yaml_text(node):
        return None, False
    written = text[node.start : node.end]
    wording = Wording(written, node.start)
    meant = wording.rewritten(yaml_changes(written, node.style))
    if meant.text.split() == node.text.split():
        return meant, False
    return wording.rewritten([(0, len(written), node.text)]), True


def _parts(pointer: str, wording: Wording, counts: Counts, *, whole: bool) -> Iterator[Part]:
    if whole:
        yield Part(ClaimKind.FIELD, wording, pointer=pointer, whole=True)
        return
    key = pointer.rpartition("/")[2].casefold()
    for part in markdown_parts(_flat(wording), counts, front=False):
        kind = part.kind
        if kind is ClaimKind.SENTENCE:
            is_title = key in _TITLES and not has_verb(wording.text)
            kind = ClaimKind.HEADING if is_title else ClaimKind.FIELD
        yield replace(part, kind=kind, pointer=pointer)


def _flat(wording: Wording) -> Wording:
    """A wording in which every line ends in the same sign; no offset changes."""
    if "\r" not in wording.text:
        return wording
    flat = wording.text.replace("\r\n", " \n").replace("\r", "\n")
    return replace(wording, text=flat)

"""
Opens Office files: zip files of XML parts that point to one another.

Only what is asked for is unpacked, within limits; XML that declares entities is refused.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from posixpath import dirname, join, normpath

from citation_engine.display import one_line
from citation_engine.errors import SourceUnreadable
from citation_engine.formats.html.facts import iso_date
from citation_engine.formats.xml import Element, parse_xml
from citation_engine.formats.zip import ZippedFile

# The old way to put files into one, in which encrypted Office files are kept too.
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_LONGEST = 500
_FACTS = {
    "title": ("title",),
    "author": ("creator",),
    "subject": ("subject",),
    "language": ("language",),
    "created": ("created",),
    "modified": ("modified",),
}
_OFF = ("0", "false", "off", "none")


@dataclass(frozen=True, slots=True)
class PackagePart:
    """What a part points to: its kind, such as `footnotes`, and its path in the file."""

    kind: str
    path: str


def open_archive(data: bytes, file_name: str, save_as: str) -> ZippedFile:
    """The zip file of an Office document; one that is encrypted or of an old kind is refused."""
    if not data.startswith(COMPOUND):
        return ZippedFile(data, file_name)
    if _LOCKED in data:
        raise encrypted(file_name)
    raise SourceUnreadable(
        f"{file_name} is a file of an old version of Office.",
        fix=f"Open it in its program, save it as {save_as} and add that.",
    )


def encrypted(file_name: str) -> SourceUnreadable:
    """The refusal of a file that only a password opens."""
    return SourceUnreadable(
        f"{file_name} is encrypted and opens only with a password.",
        fix="Save a copy without the password and add that.",
    )


class OfficeFile:
    """An Office document: its parts, what they point to, and what it says about itself."""

    def __init__(self, archive: ZippedFile) -> None:
        self.archive = archive

    def main_part(self, otherwise: str) -> str:
        """The path of the part that holds the document."""
        for part in self.parts_of("").values():
            if part.kind == "officeDocument":
                return part.path
        return otherwise

    def xml(self, path: str) -> Element:
        """The elements of a part."""
        return parse_xml(self.archive.read(path), f"{self.archive.file_name} ({path})")

    def xml_of_kind(self, parts: dict[str, PackagePart], kind: str) -> Element | None:
        """The elements of the first part of a kind, if there is one."""
        for part in parts.values():
            if part.kind == kind and part.path in self.archive.names:
                return self.xml(part.path)
        return None

    def parts_of(self, path: str) -> dict[str, PackagePart]:
        """What the part at `path` points to inside the file, by the names it uses."""
        return {
            relation.get("Id"): PackagePart(
                relation.get("Type").rpartition("/")[2], _target(path, relation.get("Target"))
            )
            for relation in self._relations(path)
            if relation.get("TargetMode") != "External"
        }

    def links_of(self, path: str) -> dict[str, str]:
        """Where links of the part at `path` lead outside the file, by the names it uses."""
        return {
            relation.get("Id"): relation.get("Target")
            for relation in self._relations(path)
            if relation.get("TargetMode") == "External"
        }

    def _relations(self, path: str) -> Iterable[Element]:
        folder, _, name = path.rpartition("/")
        relations = join(folder, "_rels", f"{name}.rels")
        there = relations in self.archive.names
        return self.xml(relations).all("Relationship") if there else ()

    def facts(self) -> dict[str, str]:
        """Title, author, subject and dates out of the document's properties."""
        return stated_facts(self.xml_of_kind(self.parts_of(""), "core-properties"), _FACTS)


def stated_facts(
    properties: Element | None, names: Mapping[str, tuple[str, ...]]
) -> dict[str, str]:
    """What a document's properties say, for each fact by the first of its names that is there."""
    facts: dict[str, str] = {}
    for fact, elements in names.items():
        stated = (properties.first(name) if properties else None for name in elements)
        words = next(
            (one_line(element.text, _LONGEST) for element in stated if element and element.text), ""
        )
        if fact in ("created", "modified"):
            words = iso_date(words) or ""
        if words:
            facts[fact] = words
    return facts


def is_office(data: bytes, file_name: str, suffixes: tuple[str, ...], inside: bytes) -> bool:
    """Whether a file is called so, or has no telling name and holds the part `inside`."""
    lowered = file_name.lower()
    if lowered.endswith(suffixes):
        return True
    has_suffix = "." in lowered.rpartition("/")[2]
    return not has_suffix and data.startswith(b"PK\x03\x04") and inside in data


def _target(path: str, target: str) -> str:
    """The path that a target in the part at `path` means."""
    return normpath(join("/", dirname(path), target)).lstrip("/")


def child(element: Element | None, name: str) -> Element | None:
    """The first element of that name directly in another."""
    if element is None:
        return None
    return next((inner for inner in element.children if inner.name == name), None)


def value_of(element: Element | None, name: str) -> str | None:
    """What a property says; None where it is not there."""
    named = child(element, name)
    return named.get("val") if named else None


def is_on(element: Element | None, name: str) -> bool | None:
    """Whether a property that needs no value is on; None where it is not there."""
    value = value_of(element, name)
    return None if value is None else value.lower() not in _OFF


def number_of(text: str | None) -> int | None:
    """A whole number, or None."""
    return int(text) if text and re.fullmatch(r"-?\d{1,9}", text, re.ASCII) else None


def chosen(alternatives: Element) -> Element:
    """The first of several ways to say the same."""
    return child(alternatives, "Choice") or child(alternatives, "Fallback") or Element("")

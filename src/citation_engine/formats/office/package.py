"""
Opens Office files: zip files of XML parts that point to one another.

Only what is asked for is unpacked, within limits; XML that declares entities is refused.
"""

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


@dataclass(frozen=True, slots=True)
class Part:
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

    def xml_of_kind(self, parts: dict[str, Part], kind: str) -> Element | None:
        """The elements of the first part of a kind, if there is one."""
        for part in parts.values():
            if part.kind == kind and part.path in self.archive.names:
                return self.xml(part.path)
        return None

    def parts_of(self, path: str) -> dict[str, Part]:
        """What the part at `path` points to inside the file, by the names it uses."""
        folder, _, name = path.rpartition("/")
        relations = join(folder, "_rels", f"{name}.rels")
        if relations not in self.archive.names:
            return {}
        return {
            one.get("Id"): Part(
                one.get("Type").rpartition("/")[2], _target(path, one.get("Target"))
            )
            for one in self.xml(relations).all("Relationship")
            if one.get("TargetMode") != "External"
        }

    def facts(self) -> dict[str, str]:
        """Title, author, subject and dates out of the document's properties."""
        core = self.xml_of_kind(self.parts_of(""), "core-properties")
        if core is None:
            return {}

        def stated(name: str) -> str:
            found = core.first(name)
            return one_line(found.text, _LONGEST) if found else ""

        facts = {
            "title": stated("title"),
            "author": stated("creator"),
            "subject": stated("subject"),
            "language": stated("language"),
            "created": iso_date(stated("created")) or "",
            "modified": iso_date(stated("modified")) or "",
        }
        return {name: value for name, value in facts.items() if value}


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
